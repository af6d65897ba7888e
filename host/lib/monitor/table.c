/* SPDX-License-Identifier: Apache-2.0 */
#include "monitor/table.h"
#include "common/cells.h"
#include "gnomon/records.h"
#include "monitor/quantity.h"

#include <stdio.h>
#include <string.h>

static unsigned router_rows(const struct gno_preprocessors *m, unsigned unit)
{
	(void)unit;
	return m->lines;
}

static void fill_router(const struct gno_preprocessors *m, const struct gno_node_settings *to,
			unsigned unit, uint8_t *cell)
{
	(void)unit;
	for (unsigned i = 0; i < m->lines; i++, cell += GNO_ROW_ROUTER) {
		const struct gno_route *line = &to->route[i];

		gno_router_put_s0(cell, line->signal[0]);
		gno_router_put_s1(cell, line->signal[1]);
		gno_router_put_s2(cell, line->signal[2]);
		gno_router_put_s3(cell, line->signal[3]);
		gno_router_put_table(cell, line->table);
		gno_router_put_mode(cell, line->mode);
	}
}

static unsigned gate_rows(const struct gno_preprocessors *m, unsigned unit)
{
	(void)unit;
	return m->gate;
}

static void fill_gate(const struct gno_preprocessors *m, const struct gno_node_settings *to,
		      unsigned unit, uint8_t *cell)
{
	(void)m;
	(void)unit;
	gno_gate_put_flags(cell, to->gate);
	gno_gate_put_process(cell, to->process);
	gno_gate_put_mask(cell, to->mask);
}

/* Up to the last quantity that has a window. */
static unsigned quantity_rows(const struct gno_preprocessors *m, unsigned unit)
{
	unsigned i, last = 0;

	(void)unit;
	for (i = 0; i < m->quantities; i++)
		if (m->quantity[i].kind->window)
			last = i + 1;
	return last;
}

static void fill_quantities(const struct gno_preprocessors *m, const struct gno_node_settings *to,
			    unsigned unit, uint8_t *cell)
{
	(void)unit;
	for (unsigned i = 0; i < m->quantities; i++)
		if (m->quantity[i].kind->window)
			gno_quantities_put_window(cell + i * GNO_ROW_QUANTITIES, to->window[i]);
}

static unsigned threshold_rows(const struct gno_preprocessors *m, unsigned unit)
{
	(void)unit;
	return m->thresholds;
}

static void fill_thresholds(const struct gno_preprocessors *m, const struct gno_node_settings *to,
			    unsigned unit, uint8_t *cell)
{
	(void)unit;
	for (unsigned i = 0; i < m->thresholds; i++, cell += GNO_ROW_THRESHOLDS) {
		const struct gno_threshold_limits *t = &to->threshold[i];

		gno_thresholds_put_fire(cell, t->fire);
		gno_thresholds_put_rearm(cell, t->rearm);
		gno_thresholds_put_flags(cell, (unsigned)t->on << GNO_THRESHOLD_ON |
						   (unsigned)t->down << GNO_THRESHOLD_DOWN |
						   (unsigned)t->each << GNO_THRESHOLD_EACH);
	}
}

static unsigned range_rows(const struct gno_preprocessors *m, unsigned unit)
{
	return m->bucket[unit].count;
}

static unsigned bucket_units(const struct gno_preprocessors *m)
{
	return m->buckets;
}

static void fill_ranges(const struct gno_preprocessors *m, const struct gno_node_settings *to,
			unsigned unit, uint8_t *cell)
{
	for (unsigned i = 1; i < m->bucket[unit].count; i++)
		gno_ranges_put_bound(cell + i * GNO_ROW_RANGES, to->bound[unit][i - 1]);
}

static const struct gno_preprocessor_table tables[] = {
    {.name = "router",
     .row = GNO_ROW_ROUTER,
     .apart = true,
     .rows = router_rows,
     .fill = fill_router},
    {.name = "gate", .row = GNO_ROW_GATE, .rows = gate_rows, .fill = fill_gate},
    {.name = "quantities",
     .row = GNO_ROW_QUANTITIES,
     .apart = true,
     .rows = quantity_rows,
     .fill = fill_quantities},
    {.name = "thresholds",
     .row = GNO_ROW_THRESHOLDS,
     .apart = true,
     .rows = threshold_rows,
     .fill = fill_thresholds},
    {.name = "ranges",
     .row = GNO_ROW_RANGES,
     .units = bucket_units,
     .rows = range_rows,
     .fill = fill_ranges},
};

const struct gno_preprocessor_table *gno_preprocessor_table_at(size_t i)
{
	return i < sizeof(tables) / sizeof(tables[0]) ? &tables[i] : NULL;
}

void gno_preprocessor_table_name(const struct gno_preprocessor_table *t, unsigned unit, char *name)
{
	if (t->units)
		snprintf(name, GNO_PREPROCESSOR_TABLE_NAME, "%s%u", t->name, unit);
	else
		snprintf(name, GNO_PREPROCESSOR_TABLE_NAME, "%s", t->name);
}

unsigned gno_preprocessor_table_units(const struct gno_preprocessor_table *t,
				      const struct gno_preprocessors *m)
{
	return t->units ? t->units(m) : 1;
}

unsigned gno_preprocessor_row_apart(const char *name)
{
	const struct gno_preprocessor_table *t;

	for (size_t i = 0; (t = gno_preprocessor_table_at(i)); i++)
		if (t->apart && !strcmp(t->name, name))
			return t->row;
	return 0;
}

bool gno_preprocessors_fill(const struct gno_node *n, const struct gno_node_settings *m,
			    unsigned table, uint8_t *cell)
{
	const struct gno_preprocessor_table *t;
	char name[GNO_PREPROCESSOR_TABLE_NAME];

	for (size_t i = 0; (t = gno_preprocessor_table_at(i)); i++) {
		for (unsigned unit = 0; unit < gno_preprocessor_table_units(t, &n->preprocessors);
		     unit++) {
			gno_preprocessor_table_name(t, unit, name);
			if (strcmp(name, n->table[table].name) != 0)
				continue;
			t->fill(&n->preprocessors, m, unit, cell);
			return true;
		}
	}
	return false;
}
