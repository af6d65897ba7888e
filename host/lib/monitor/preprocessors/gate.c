/* SPDX-License-Identifier: Apache-2.0 */
#include "common/cells.h"
#include "monitor/preprocessors/table.h"

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
	gno_gate_put_flags(cell, to->gate);
	gno_gate_put_process(cell, to->process);
	gno_gate_put_mask(cell, to->mask);
}

const struct gno_preprocessor_table gno_table_gate = {
    .name = "gate", .row = GNO_ROW_GATE, .rows = rows, .fill = fill};
