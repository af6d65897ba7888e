/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/cells.h"
#include "preprocessors/table.h"

#define RANGE_CELLS 4 /* of a bucket */

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
		gno_cells_put(cell + i * RANGE_CELLS, to->bound[unit][i - 1], 4);
}

const struct gno_preprocessor_table gno_table_ranges = {
    .name = "ranges", .row = RANGE_CELLS, .units = units, .rows = rows, .fill = fill};
