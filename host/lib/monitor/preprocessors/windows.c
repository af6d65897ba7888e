/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of quantities: what an experiment says of windows. */
#include "common/cells.h"
#include "monitor/preprocessors/quantity.h"
#include "monitor/preprocessors/table.h"

/* Up to the last quantity that has one. */
static unsigned rows(const struct gno_preprocessors *m, unsigned unit)
{
	unsigned i, last = 0;

	(void)unit;
	for (i = 0; i < m->quantities; i++)
		if (m->quantity[i].kind->window)
			last = i + 1;
	return last;
}

static void fill(const struct gno_preprocessors *m, const struct gno_node_settings *to,
		 unsigned unit, uint8_t *cell)
{
	unsigned i;

	(void)unit;
	for (i = 0; i < m->quantities; i++)
		if (m->quantity[i].kind->window)
			gno_quantities_put_window(cell + i * GNO_ROW_QUANTITIES, to->window[i]);
}

const struct gno_preprocessor_table gno_table_quantities = {
    .name = "quantities", .row = GNO_ROW_QUANTITIES, .apart = true, .rows = rows, .fill = fill};
