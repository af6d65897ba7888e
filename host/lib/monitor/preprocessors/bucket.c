/* SPDX-License-Identifier: Apache-2.0 */
#include "common/cells.h"
#include "monitor/preprocessors/table.h"
#include "monitor/preprocessors/list.h"

static unsigned units(const struct gno_preprocessors *m)
{
	return m->buckets;
}

static unsigned rows(const struct gno_preprocessors *m, unsigned unit)
{
	return m->bucket[unit].count;
}

#define OF(member) offsetof(struct gno_bucket_unit, member)

const struct gno_list_kind gno_list_buckets = {
    .name = "buckets",
    .most = GNO_MAX_UNITS,
    .size = sizeof(struct gno_bucket_unit),
    .group = OF(group),
    .list = offsetof(struct gno_preprocessors, bucket),
    .count = offsetof(struct gno_preprocessors, buckets),
    .keys =
	{
	    {"of", GNO_LIST_QUANTITY, OF(of), 0, 0, 0},
	    {"count", GNO_LIST_NUMBER, OF(count), 0, 8, 4096},
	    {"banks", GNO_LIST_NUMBER, OF(banks), 0, 2, 16},
	    {"bits", GNO_LIST_EITHER, OF(bits), 0, 16, 32},
	    {0},
	},
};

static void fill(const struct gno_preprocessors *m, const struct gno_node_settings *to,
		 unsigned unit, uint8_t *cell)
{
	unsigned i;

	for (i = 1; i < m->bucket[unit].count; i++)
		gno_ranges_put_bound(cell + i * GNO_ROW_RANGES, to->bound[unit][i - 1]);
}

const struct gno_preprocessor_table gno_table_ranges = {
    .name = "ranges", .row = GNO_ROW_RANGES, .units = units, .rows = rows, .fill = fill};
