/* SPDX-License-Identifier: Apache-2.0 */
#include "cost/units.h"

#include <string.h>

#include "common/families.h"

#define UNIT_PLACE(word, what) UNIT_##word,
enum unit { UNITS(UNIT_PLACE) UNITS_COUNT };

#define UNIT_WHAT(word, what) [UNIT_##word] = what,
static const char *const names[UNITS_COUNT] = {UNITS(UNIT_WHAT)};

/* As measured: rows of a unit are together, by size. */
#define UNIT(word, of_size, of_cells, of_blocks)                                                   \
	{.unit = UNIT_##word, .size = (of_size), .cells = (of_cells), .blocks = (of_blocks)},
static const struct row {
	enum unit unit;
	unsigned size;
	int cells;
	int blocks;
} rows[] = {
#include "cost/measured.inc"
};
#undef UNIT

#define ROWS (sizeof(rows) / sizeof(rows[0]))

/* A value at a size between those of two rows, or beyond them, on their line. */
static int on_line(unsigned size, const struct row *a, const struct row *b, int from, int to)
{
	long run = (long)b->size - (long)a->size;
	long way = (long)size - (long)a->size;

	return from + (int)((way * (to - from) + (way > 0 ? run / 2 : -run / 2)) / run);
}

/* What a unit of that size takes: cells on the line through the two rows next to it; the blocks of
 * the next larger row, or at least those of the next smaller one, and beyond the largest as many
 * more as the line has. */
static void measured(enum unit unit, unsigned size, int *cells, int *blocks, int *least)
{
	const struct row *at = rows, *end, *next;

	*cells = *blocks = *least = 0;
	while (at < rows + ROWS && at->unit != unit)
		at++;
	if (at == rows + ROWS)
		return; /* a new one, before `make cost-table` */
	for (end = at; end < rows + ROWS && end->unit == unit;)
		end++;
	for (next = at; next + 1 < end && next->size < size;)
		next++;
	*cells = next->cells;
	*blocks = next->blocks;
	*least = next->blocks;
	if (next->size > size)
		*least = next > at ? next[-1].blocks : 0;
	if (end - at > 1 && next->size != size) {
		const struct row *a = next > at ? next - 1 : next;

		*cells = on_line(size, a, a + 1, a->cells, a[1].cells);
		if (size > next->size)
			*blocks = on_line(size, a, a + 1, a->blocks, a[1].blocks);
	}
}

/* The parts of a plan by unit. */
struct found {
	unsigned size[UNITS_COUNT];
	int cells[UNITS_COUNT];
	int blocks[UNITS_COUNT];
	int least[UNITS_COUNT];
};

static void add(struct found *found, enum unit unit, unsigned count, unsigned size)
{
	int cells;
	int blocks;
	int least;

	if (!count || !size)
		return;
	measured(unit, size, &cells, &blocks, &least);
	found->size[unit] += count * size;
	found->cells[unit] += (int)count * cells;
	found->blocks[unit] += (int)count * blocks;
	found->least[unit] += (int)count * least;
}

static unsigned entries_of(const struct plan_watcher *w)
{
	unsigned entries = 1;

	while (entries < w->before + 1 + w->after)
		entries *= 2;
	return w->count * entries;
}

static void add_quantities(struct found *found, const struct plan_preprocessors *m)
{
	static const struct {
		const char *kind;
		enum unit unit;
	} units[] = {{"pulse", UNIT_PULSE},	    {"latency", UNIT_LATENCY},
		     {"occupancy", UNIT_OCCUPANCY}, {"total", UNIT_TOTAL},
		     {"window", UNIT_WINDOW},	    {"value", UNIT_VALUE},
		     {"class", UNIT_CLASS}};

	for (size_t i = 0; i < m->quantities_count; i++)
		for (size_t k = 0; k < sizeof(units) / sizeof(units[0]); k++)
			add(found, units[k].unit, 1,
			    !strcmp(m->quantities[i].kind->name, units[k].kind));
}

static void add_preprocessors(struct found *found, const struct plan_preprocessors *m)
{
	const struct plan_watchers *w = m->watchers;

	add(found, UNIT_PAIRS, 1, (unsigned)m->pairs_count);
	add(found, UNIT_COMPRESSED, m->form != TAB_FORM_FULL, (unsigned)m->pairs_count);
	add(found, UNIT_GROUPS, m->runs_count > 1, m->runs_count - 1);
	add(found, UNIT_GATE, 1, m->gate != 0);
	add(found, UNIT_ROUTER, (unsigned)m->lines_count, (unsigned)m->signals_count);
	add_quantities(found, m);
	add(found, UNIT_THRESHOLDS, 1, (unsigned)w[WATCHER_FIRES].count);
	add(found, UNIT_EXTREMES, 1, (unsigned)w[WATCHER_SAMPLED].count);
	for (size_t i = 0; i < w[WATCHER_BANKED].count; i++) {
		const struct plan_watcher *item = &w[WATCHER_BANKED].items[i];

		add(found, m->quantities[item->of].kind->apart ? UNIT_BUCKETS : UNIT_BUCKETS_CLOSE,
		    1, item->count * item->banks);
	}
	for (size_t i = 0; i < w[WATCHER_COUNTED].count; i++)
		add(found, UNIT_COUNTERS, 1, (unsigned)w[WATCHER_COUNTED].items[i].inputs_count);
	for (size_t i = 0; i < w[WATCHER_KEPT].count; i++) {
		const struct plan_watcher *item = &w[WATCHER_KEPT].items[i];

		add(found, item->changes ? UNIT_CHANGES : UNIT_SEGMENTS, 1, entries_of(item));
	}
}

static void add_node(struct found *found, const struct plan *plan, const struct plan_node *node)
{
	const int single = plan->form == PLAN_SINGLE;
	const struct plan_preprocessors *m = node->preprocessors;
	const int blocks = m && plan_blocks(m);

	add(found, UNIT_SINGLE_DATA, single,
	    blocks || node->timer || node->capture || (m && m->sample_words) ||
		(plan->port && plan->wrap));
	add(found, UNIT_BLOCKS, !single, blocks);
	add(found, single ? UNIT_SINGLE_CAPTURE : UNIT_CAPTURE, 1,
	    node->capture && !node->interrupt);
	add(found, single ? UNIT_SINGLE_INTERRUPT : UNIT_INTERRUPT, 1, node->interrupt != 0);
	add(found, UNIT_STORE, 1, node->almost_full != 0);
	add(found, single ? UNIT_SINGLE_JOINED : UNIT_JOINED, 1, node->joined != 0);
	add(found, single ? UNIT_SINGLE_TIMER : UNIT_TIMER, 1, node->timer != 0);
	add(found, UNIT_WATCHDOG, 1, node->watchdog != 0);
	add(found, UNIT_STEPS, 1, node->sequences * node->sequences_steps);
	add(found, UNIT_STRICT, 1, node->strict * node->strict_steps);
	add(found, UNIT_PORT, 1, node->port.bus && !node->port.bus->adapter);
	add(found, UNIT_BUS, 1, node->port.bus && node->port.bus->adapter);
	if (m)
		add_preprocessors(found, m);
}

int units_find(const struct plan *plan, unsigned tap_bits, struct arena *arena,
	       const struct cost_unit **units, size_t *count)
{
	static const enum unit forms[] = {
	    [PLAN_SINGLE] = UNIT_SINGLE, [PLAN_ALONE] = UNIT_ALONE, [PLAN_RING] = UNIT_RING};
	static const int phys[] = {[PLAN_BYTES] = -1,
				   [PLAN_UART] = UNIT_UART,
				   [PLAN_FT245] = UNIT_FT245,
				   [PLAN_FT245_SYNC] = UNIT_FT245_SYNC};
	const unsigned nodes = (unsigned)plan->nodes_count;
	struct cost_unit *list = arena_array(arena, UNITS_COUNT, sizeof(*list));
	struct found found = {.size = {0}};

	*count = 0;
	*units = list;
	if (!list)
		return GEN_ERR_NOMEM;
	if (family_find(plan->family)->lut_bits)
		return GEN_OK;
	add(&found, forms[plan->form], 1, 1);
	add(&found, UNIT_NODE, plan->form == PLAN_RING ? nodes : 0, 1);
	add(&found, UNIT_SINGLE_WRAP, plan->form == PLAN_SINGLE && plan->wrap, 1);
	add(&found, UNIT_WRAP, plan->form == PLAN_ALONE && plan->wrap, 1);
	add(&found, UNIT_RING_WRAP, plan->form == PLAN_RING && plan->wrap, 1);
	if (phys[plan->phy->kind] >= 0)
		add(&found, (enum unit)phys[plan->phy->kind], 1, 1);
	add(&found, plan->form == PLAN_SINGLE ? UNIT_SINGLE_MEMORY : UNIT_MEMORY, 1,
	    plan->port != 0);
	add(&found, UNIT_SYNC, 1, plan->sync != 0);
	add(&found, UNIT_ROM, 1, plan->rom != 0);
	found.size[UNIT_TAPS] = tap_bits; /* a flip-flop each */
	found.cells[UNIT_TAPS] = (int)tap_bits;
	for (unsigned i = 0; i < nodes; i++)
		add_node(&found, plan, &plan->nodes[i]);
	for (unsigned i = 0; i < UNITS_COUNT; i++)
		if (found.size[i])
			list[(*count)++] = (struct cost_unit){.what = names[i],
							      .size = found.size[i],
							      .blocks = found.blocks[i],
							      .blocks_least = found.least[i],
							      .cells = found.cells[i]};
	return GEN_OK;
}
