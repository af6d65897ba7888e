/* SPDX-License-Identifier: Apache-2.0 */
#include "gnomon/records.h"
#include "preprocessors/table.h"

static unsigned units(const struct gno_preprocessors *m)
{
	return m->buckets;
}

static unsigned rows(const struct gno_preprocessors *m, unsigned unit)
{
	return m->bucket[unit].count;
}

static void fill(const struct gno_preprocessors *m, const struct gno_node_settings *to,
		 unsigned unit, uint8_t *cell)
{
	unsigned i;

	for (i = 1; i < m->bucket[unit].count; i++)
		gno_ranges_put_bound(cell + i * GNO_ROW_RANGES, to->bound[unit][i - 1]);
}

const struct gno_preprocessor_table gno_table_ranges = {
    .name = "ranges", .row = GNO_ROW_RANGES, .units = units, .rows = rows, .fill = fill};
