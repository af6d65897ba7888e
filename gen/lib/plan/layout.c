/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/layout.h"
#include "preprocessors/single.h"

#include <string.h>

#define CELLS_MIN 8u
#define CELL_BITS 8u
#define TABLES_MAX (RANKS_MAX + LAYOUT_KINDS)

/* A tree that was searched for, so that equal nodes do not search again. */
struct found {
	struct ranks_query query;
	const struct rank_tree *tree;
};

struct search {
	struct arena *arena;
	struct found *found; /* room for all nodes */
	size_t count;
	unsigned sprams; /* that are left */
};

static unsigned round_up(unsigned n)
{
	unsigned power = 1;

	while (power < n)
		power *= 2;
	return power;
}

static unsigned log2_up(unsigned n)
{
	unsigned bits = 0;

	while (1u << bits < n)
		bits++;
	return bits;
}

static int is_equal(const struct ranks_query *a, const struct ranks_query *b)
{
	return a->family == b->family && a->word_bits == b->word_bits &&
	       a->capacity == b->capacity && a->goal == b->goal && a->lanes == b->lanes &&
	       a->sprams == b->sprams && a->levels == b->levels;
}

static const struct rank_tree *find_tree(struct search *s, const struct ranks_query *query)
{
	struct rank_tree *tree;

	for (size_t i = 0; i < s->count; i++)
		if (is_equal(&s->found[i].query, query))
			return s->found[i].tree;
	tree = arena_array(s->arena, 1, sizeof(*tree));
	if (tree && ranks_search(query, tree)) {
		s->arena->failed = 1;
		tree = NULL;
	}
	if (tree)
		s->found[s->count++] = (struct found){*query, tree};
	return tree;
}

static void find_ranks(struct search *s, const struct model *m, const struct m_node *node,
		       struct layout *layout)
{
	struct ranks_query query = {
	    .family = family_find(m->family.text),
	    .word_bits = model_word_bits(node),
	    .capacity = (unsigned)node->capacity.number,
	    .goal = (enum ranks_goal)ranks_goal_find(node->goal.text),
	    .lanes = model_is_shared(node) ? 2 : 1,
	    .sprams = s->sprams,
	};

	layout->tree = find_tree(s, &query);
	if (layout->tree)
		s->sprams -= layout->tree->sprams;
}

/* Columns of the table of steps. */
static unsigned columns_of(const struct m_node *node)
{
	unsigned columns = 0;

	if (node->sequences)
		columns +=
		    2 * (unsigned)(node->sequences_count.number * node->sequences_steps.number);
	if (node->strict)
		columns += log2_up((unsigned)node->strict_count.number) + 1;
	return columns + (unsigned)model_is_yes(&node->watchdog) +
	       gate.columns * (unsigned)model_is_yes(&node->gate) +
	       (unsigned)model_event_columns(node);
}

static void size_table(struct layout_table *table, unsigned cells, unsigned bits)
{
	cells = round_up(cells);
	table->cells = cells < CELLS_MIN ? CELLS_MIN : cells;
	table->bits = bits;
}

/* One of the tables that follow those of the ranks. */
static void size_rows(struct layout_table *others, enum tab_table_id table, unsigned rows)
{
	size_table(&others[table], rows * tab_tables[table].row, CELL_BITS);
}

/*
 * Where a family has no LUT RAM, the actions would take a block of their own; beside the codes of
 * the last rank they cost nothing, if its blocks have bits left in each word.
 */
static int fit_beside(const struct model *m, const struct rank_tree *tree)
{
	const struct family *family = family_find(m->family.text);
	const struct rank *last = &tree->ranks[tree->count - 1];

	return !family->lut_bits && !last->spram &&
	       family_ram(family, last->index_bits, last->code_bits + CELL_BITS).blocks ==
		   last->use.blocks;
}

static void size_tables(const struct model *m, const struct m_node *node, struct layout *layout)
{
	const struct rank_tree *tree = layout->tree;
	struct layout_table *others = layout->others;
	unsigned lanes = (columns_of(node) + TAB_LANE_COLUMNS - 1) / TAB_LANE_COLUMNS;
	unsigned triggers = model_triggers(node);

	for (unsigned i = 0; layout->owns_ranks && i < tree->count; i++)
		size_table(&layout->ranks[i], 1u << tree->ranks[i].index_bits,
			   tree->ranks[i].code_bits);
	layout->lanes = lanes;
	if (fit_beside(m, tree))
		size_rows(others, TAB_TABLE_RANK_ACTIONS,
			  1u << tree->ranks[tree->count - 1].index_bits);
	else
		size_rows(others, TAB_TABLE_ACTIONS, 1u << tree->code_bits);
	if (lanes)
		size_rows(others, TAB_TABLE_STEPS, round_up(lanes) << tree->code_bits);
	if (node->sequences)
		size_rows(others, TAB_TABLE_LIMITS,
			  round_up((unsigned)node->sequences_count.number) *
			      round_up((unsigned)node->sequences_steps.number));
	if (node->strict)
		size_rows(others, TAB_TABLE_WORDS,
			  round_up((unsigned)node->strict_steps.number - 1) *
			      round_up((unsigned)node->strict_count.number));
	if (triggers || node->port)
		size_rows(others, TAB_TABLE_TRIGGERS, triggers + 1);
	if (model_event_columns(node) &&
	    (triggers || (node->port && model_group_lines(node, NULL))))
		size_rows(others, TAB_TABLE_EVENTS, triggers + 1);
	if (model_is_yes(&node->timer))
		size_rows(others, TAB_TABLE_TIMER, 1);
	if (model_is_yes(&node->watchdog))
		size_rows(others, TAB_TABLE_WATCHDOG, 1);
}

/* Tables of the codes of the event port: codes and classes have as few bits as they need. */
static void size_codes(const struct m_node *node, struct layout_table *others)
{
	unsigned bits = model_code_bits(node);
	unsigned data = node->code_data.ok ? (unsigned)node->code_data.number : 0;
	unsigned lanes =
	    1u + gate.lanes * (unsigned)model_is_yes(&node->gate) + (model_event_columns(node) > 0);

	if (!bits)
		return;
	size_table(&others[TAB_TABLE_CODES], 1u << TAB_PORT_WRITE_BITS, bits);
	if (data)
		size_table(&others[TAB_TABLE_CODE_DATA], 1u << (bits + data), bits);
	size_rows(others, TAB_TABLE_CODE_ACTIONS, round_up(lanes) << bits);
}

/* Tables of the node's preprocessors. */
static void size_preprocessors(struct arena *arena, const struct m_node *node,
			       struct layout_table *others)
{
	const struct m_watchers *fires = &node->watchers[WATCHER_FIRES];
	const struct m_watchers *banked = &node->watchers[WATCHER_BANKED];
	unsigned lines = (unsigned)model_lines(arena, node);
	unsigned rows = 0;

	if (lines)
		size_rows(others, TAB_TABLE_ROUTER, lines);
	if (model_is_yes(&node->gate))
		size_rows(others, TAB_TABLE_GATE, 1);
	for (unsigned i = 0; i < node->quantities_count; i++)
		if (model_kind(&node->quantities[i])->row)
			rows = i + 1;
	if (rows)
		size_rows(others, TAB_TABLE_QUANTITIES, rows);
	if (fires->count)
		size_rows(others, TAB_TABLE_THRESHOLDS, (unsigned)fires->count);
	for (unsigned i = 0; i < banked->count; i++)
		size_table(&others[TAB_TABLE_RANGES + i],
			   (unsigned)banked->items[i].count.number *
			       tab_tables[TAB_TABLE_RANGES].row,
			   CELL_BITS);
}

/* Sizes are powers of two: the largest first, and each begins at a multiple of its own size with no
 * gap. */
static void place_tables(struct layout *layout)
{
	struct layout_table *tables[TABLES_MAX];
	size_t count = 0;

	for (size_t i = 0; i < RANKS_MAX; i++)
		if (layout->ranks[i].cells)
			tables[count++] = &layout->ranks[i];
	for (size_t i = 0; i < LAYOUT_KINDS; i++)
		if (layout->others[i].cells)
			tables[count++] = &layout->others[i];
	for (unsigned size = 1u << RANKS_INDEX_MAX; size >= CELLS_MIN; size /= 2) {
		for (size_t i = 0; i < count; i++) {
			if (tables[i]->cells != size)
				continue;
			tables[i]->base = layout->cells;
			layout->cells += size;
		}
	}
}

int layout_has_actions_beside(const struct layout *layout)
{
	return layout->others[TAB_TABLE_RANK_ACTIONS].cells != 0;
}

static void lay_out(struct search *s, const struct model *m, const struct m_node *node,
		    size_t number, struct layout *layout)
{
	layout->owns_ranks = !model_is_shared(node) || number % 2 == 0;
	if (layout->owns_ranks)
		find_ranks(s, m, node, layout);
	else
		layout->tree = layout[-1].tree;
	if (!layout->tree)
		return;
	size_tables(m, node, layout);
	size_codes(node, layout->others);
	size_preprocessors(s->arena, node, layout->others);
	place_tables(layout);
}

const struct layout *layout_nodes(const struct model *m, struct arena *arena)
{
	size_t total = model_total(m);
	struct search s = {.arena = arena,
			   .sprams = model_is_spram(m) ? 0 : family_find(m->family.text)->sprams};
	struct layout *layouts;
	size_t k = 0;

	s.found = arena_array(arena, total, sizeof(*s.found));
	layouts = arena_array(arena, total, sizeof(*layouts));
	if (!s.found || !layouts)
		return NULL;
	for (const struct m_node *n = m->nodes; n < m->nodes + m->nodes_count; n++)
		for (size_t i = 0; i < model_count(n); i++, k++)
			lay_out(&s, m, n, i, &layouts[k]);
	return arena->failed ? NULL : layouts;
}
