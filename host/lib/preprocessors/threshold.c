/* SPDX-License-Identifier: Apache-2.0 */
#include "gnomon/records.h"
#include "preprocessors/cells.h"
#include "preprocessors/table.h"
#include "preprocessors/list.h"

#define THRESHOLD_CELLS 16

static unsigned rows(const struct gno_preprocessors *m, unsigned unit)
{
	(void)unit;
	return m->thresholds;
}

const struct gno_list_kind gno_list_thresholds = {
    .name = "thresholds",
    .most = GNO_MAX_THRESHOLDS,
    .size = sizeof(struct gno_watcher),
    .list = offsetof(struct gno_preprocessors, threshold),
    .count = offsetof(struct gno_preprocessors, thresholds),
    .keys = {{"of", GNO_LIST_QUANTITY, offsetof(struct gno_watcher, of), 0, 0, 0}, {0}},
};

static void fill(const struct gno_preprocessors *m, const struct gno_node_settings *to,
		 unsigned unit, uint8_t *cell)
{
	unsigned i;

	(void)unit;
	for (i = 0; i < m->thresholds; i++, cell += THRESHOLD_CELLS) {
		const struct gno_threshold_limits *t = &to->threshold[i];

		gno_cells_put(cell, t->fire, 4);
		gno_cells_put(cell + 4, t->rearm, 4);
		cell[8] = (uint8_t)(t->on << GNO_THRESHOLD_ON | t->down << GNO_THRESHOLD_DOWN |
				    t->each << GNO_THRESHOLD_EACH);
	}
}

const struct gno_preprocessor_table gno_table_thresholds = {
    .name = "thresholds", .row = THRESHOLD_CELLS, .apart = true, .rows = rows, .fill = fill};
