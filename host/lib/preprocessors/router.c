/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/cells.h"
#include "preprocessors/table.h"

#include <string.h>

#define LINE_CELLS 8

static unsigned rows(const struct gno_preprocessors *m, unsigned unit)
{
	(void)unit;
	return m->lines;
}

static void fill(const struct gno_preprocessors *m, const struct gno_node_settings *to,
		 unsigned unit, uint8_t *cell)
{
	unsigned i;

	(void)unit;
	for (i = 0; i < m->lines; i++, cell += LINE_CELLS) {
		memcpy(cell, to->route[i].signal, GNO_ROUTE_SIGNALS);
		gno_cells_put(cell + 4, to->route[i].table, 2);
		cell[6] = to->route[i].mode;
	}
}

const struct gno_preprocessor_table gno_table_router = {
    .name = "router", .row = LINE_CELLS, .apart = true, .rows = rows, .fill = fill};
