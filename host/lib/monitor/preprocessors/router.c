/* SPDX-License-Identifier: Apache-2.0 */
#include "common/cells.h"
#include "monitor/preprocessors/table.h"

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
	for (i = 0; i < m->lines; i++, cell += GNO_ROW_ROUTER) {
		const struct gno_route *line = &to->route[i];

		gno_router_put_s0(cell, line->signal[0]);
		gno_router_put_s1(cell, line->signal[1]);
		gno_router_put_s2(cell, line->signal[2]);
		gno_router_put_s3(cell, line->signal[3]);
		gno_router_put_table(cell, line->table);
		gno_router_put_mode(cell, line->mode);
	}
}

const struct gno_preprocessor_table gno_table_router = {
    .name = "router", .row = GNO_ROW_ROUTER, .apart = true, .rows = rows, .fill = fill};
