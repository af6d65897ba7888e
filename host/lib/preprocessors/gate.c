/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/cells.h"
#include "preprocessors/table.h"

static unsigned rows(const struct gno_preprocessors *m, unsigned unit)
{
	(void)unit;
	return m->gate;
}

static void fill(const struct gno_preprocessors *m, const struct gno_node_settings *to,
		 unsigned unit, uint8_t *cell)
{
	(void)m;
	(void)unit;
	cell[0] = to->gate;
	gno_cells_put(cell + 2, to->process, 2);
	gno_cells_put(cell + 4, to->mask, 2);
}

const struct gno_preprocessor_table gno_table_gate = {
    .name = "gate", .row = 8, .rows = rows, .fill = fill};
