/* SPDX-License-Identifier: Apache-2.0 */
#include "gnomon/records.h"
#include "common/cells.h"
#include "monitor/preprocessors/table.h"
#include "monitor/preprocessors/list.h"

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
	for (i = 0; i < m->thresholds; i++, cell += GNO_ROW_THRESHOLDS) {
		const struct gno_threshold_limits *t = &to->threshold[i];

		gno_thresholds_put_fire(cell, t->fire);
		gno_thresholds_put_rearm(cell, t->rearm);
		gno_thresholds_put_flags(cell, (unsigned)t->on << GNO_THRESHOLD_ON |
						   (unsigned)t->down << GNO_THRESHOLD_DOWN |
						   (unsigned)t->each << GNO_THRESHOLD_EACH);
	}
}

const struct gno_preprocessor_table gno_table_thresholds = {
    .name = "thresholds", .row = GNO_ROW_THRESHOLDS, .apart = true, .rows = rows, .fill = fill};
