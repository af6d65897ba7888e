/* SPDX-License-Identifier: Apache-2.0 */
#include "tables/measure_tables.h"
#include "gnomon/records.h"
#include "preprocessors/quantity.h"

#include <stdio.h>
#include <string.h>

#define LINE_BYTES 8
#define QUANTITY_BYTES 8
#define THRESHOLD_BYTES 16
#define RANGE_BYTES 4

static void put(uint8_t *cell, uint32_t value, unsigned bytes)
{
	unsigned i;

	for (i = 0; i < bytes; i++)
		cell[i] = (uint8_t)(value >> 8 * i);
}

static void fill_router(const struct gno_node *n, const struct gno_node_measures *m, uint8_t *cell)
{
	unsigned i;

	for (i = 0; i < n->measure.lines; i++, cell += LINE_BYTES) {
		memcpy(cell, m->route[i].signal, GNO_ROUTE_SIGNALS);
		put(cell + 4, m->route[i].table, 2);
		cell[6] = m->route[i].mode;
	}
}

static void fill_gate(const struct gno_node *n, const struct gno_node_measures *m, uint8_t *cell)
{
	(void)n;
	cell[0] = m->gate;
	put(cell + 2, m->process, 2);
	put(cell + 4, m->mask, 2);
}

static void fill_quantities(const struct gno_node *n, const struct gno_node_measures *m,
			    uint8_t *cell)
{
	unsigned i;

	for (i = 0; i < n->measure.quantities; i++)
		if (n->measure.quantity[i].kind->window)
			put(cell + i * QUANTITY_BYTES, m->window[i], 4);
}

static void fill_thresholds(const struct gno_node *n, const struct gno_node_measures *m,
			    uint8_t *cell)
{
	unsigned i;

	for (i = 0; i < n->measure.thresholds; i++, cell += THRESHOLD_BYTES) {
		const struct gno_threshold_limits *t = &m->threshold[i];

		put(cell, t->fire, 4);
		put(cell + 4, t->rearm, 4);
		cell[8] = (uint8_t)(t->on << GNO_THRESHOLD_ON | t->down << GNO_THRESHOLD_DOWN |
				    t->each << GNO_THRESHOLD_EACH);
	}
}

static void fill_ranges(const struct gno_node *n, const struct gno_node_measures *m, unsigned unit,
			uint8_t *cell)
{
	unsigned i;

	for (i = 1; i < n->measure.bucket[unit].count; i++)
		put(cell + i * RANGE_BYTES, m->bound[unit][i - 1], 4);
}

bool gno_measures_fill(const struct gno_node *n, const struct gno_node_measures *m, unsigned table,
		       uint8_t *cell)
{
	static const struct {
		const char *name;
		void (*fill)(const struct gno_node *n, const struct gno_node_measures *m,
			     uint8_t *cell);
	} fills[] = {
	    {"router", fill_router},
	    {"gate", fill_gate},
	    {"quantities", fill_quantities},
	    {"thresholds", fill_thresholds},
	};
	const char *name = n->table[table].name;
	char ranges[24];
	unsigned i;

	for (i = 0; i < sizeof(fills) / sizeof(fills[0]); i++) {
		if (strcmp(fills[i].name, name) != 0)
			continue;
		fills[i].fill(n, m, cell);
		return true;
	}
	for (i = 0; i < n->measure.buckets; i++) {
		snprintf(ranges, sizeof(ranges), "ranges%u", i);
		if (strcmp(ranges, name) != 0)
			continue;
		fill_ranges(n, m, i, cell);
		return true;
	}
	return false;
}
