/* SPDX-License-Identifier: Apache-2.0 */
#include "cost/cost.h"
#include "preprocessors/single.h"

#include <string.h>

#define SLOT_BITS 64u
#define CELL_BITS 8u
#define QUEUE_LANES 2	     /* gnomon_ring_memory: words of a slot */
#define QUEUE_LOG2 8	     /* slots that wait to be written there, log2 */
#define AHEAD_LOG2 4	     /* slots that are read ahead there, log2 */
#define KEPT_BITS 1u	     /* and whether the slot is an event's */
#define HALF_BITS 32u	     /* of a slot, whose place a payload takes */
#define FLAG_BITS 6u	     /* of an event, which are stored then */
#define STATE_BITS 3u	     /* of a capture */
#define ROUND_BITS 66u	     /* of a round: two counts, own, late */
#define STORE_BITS 2u	     /* of a round of a local store: full, kept */
#define LINE_TAPS 3u	     /* of a line in its interrupt form: asserted, own, late */
#define DATUM_BITS 74u	     /* of a write to the port: address, data, state */
#define WRITE_BITS 43u	     /* of a write from a bus: valid, address, data */
#define LONG_DATUM_BITS 138u /* and PC and the process's own time */
#define SYNC_COUNT_BITS 64u  /* gnomon_link_time: of the count, */
#define SYNC_STATE_BITS 8u   /* and beside it */
#define PLANS_MAX (RANKS_GOALS + RANKS_LEVELS_MAX + 1)
#define QUEUE_WORD_BITS 32u /* of gnomon_count_ratios and gnomon_count_samples */
#define FORMED_LOG2 4u	    /* bits of A, and of B, for each word of a queue there, log2 */
#define WORD_CLOCKS_LOG2 4u /* gnomon_trigger_word: clocks of its delay, log2 */
#define KEPT_CLOCKS_LOG2 3u /* gnomon_count_word: likewise */
#define ITEMS_MAX (LAYOUT_KINDS + 9)

static unsigned log2_up(unsigned n)
{
	unsigned bits = 0;

	while (1u << bits < n)
		bits++;
	return bits;
}

static struct ranks_query query_of(const struct plan *plan, const struct plan_node *node,
				   unsigned sprams)
{
	return (struct ranks_query){
	    .family = family_find(plan->family),
	    .word_bits = node->word_bits,
	    .capacity = node->capacity,
	    .goal = (enum ranks_goal)ranks_goal_find(node->goal),
	    .lanes = node->shared ? 2 : 1,
	    .sprams = sprams,
	};
}

static int is_equal(const struct ranks_query *a, const struct ranks_query *b)
{
	return a->word_bits == b->word_bits && a->capacity == b->capacity && a->goal == b->goal &&
	       a->lanes == b->lanes && a->sprams == b->sprams;
}

/* Adds a plan; one that no tree satisfies is left out. */
static int add_plan(struct cost_watch *watch, struct cost_plan *plans, const char *name,
		    const struct ranks_query *q,
		    int (*plan)(const struct ranks_query *, struct rank_tree *))
{
	struct cost_plan *p = &plans[watch->plans_count];
	int rc = plan(q, &p->tree);

	if (rc)
		return rc == GEN_ERR_INPUT ? GEN_OK : rc;
	p->name = name;
	p->chosen = q->levels == 0 && plan == ranks_search && q->goal == watch->query.goal;
	watch->plans_count++;
	return GEN_OK;
}

/* The best for each goal, the fewest blocks for each number of levels, and the cut of the paper. */
static int make_plans(struct cost_watch *watch, struct arena *arena)
{
	struct cost_plan *plans = arena_array(arena, PLANS_MAX, sizeof(*plans));
	struct ranks_query q = watch->query;
	unsigned before = ~0u;
	int rc = plans ? GEN_OK : GEN_ERR_NOMEM;

	watch->plans = plans;
	for (unsigned g = 0; !rc && g < RANKS_GOALS; g++) {
		q.goal = (enum ranks_goal)g;
		rc = add_plan(watch, plans, ranks_goal_name(q.goal), &q, ranks_search);
	}
	q.goal = RANKS_RAM;
	for (q.levels = 1; !rc && q.levels < plans[RANKS_RAM].tree.levels; q.levels++) {
		const struct rank_tree *tree = &plans[watch->plans_count].tree;
		size_t count = watch->plans_count;

		rc = add_plan(watch, plans, arena_printf(arena, "%u levels", q.levels), &q,
			      ranks_search);
		if (watch->plans_count == count)
			continue;
		if (tree->blocks + tree->sprams < before)
			before = tree->blocks + tree->sprams;
		else
			watch->plans_count--; /* the level more saves nothing */
	}
	q.levels = 0;
	return rc ? rc : add_plan(watch, plans, "as the paper", &q, ranks_paper);
}

static int make_families(struct cost_watch *watch, struct arena *arena)
{
	size_t count = 0;
	struct cost_family *families;

	while (family_at(count))
		count++;
	families = arena_array(arena, count, sizeof(*families));
	if (!families)
		return GEN_ERR_NOMEM;
	watch->families = families;
	watch->families_count = count;
	for (size_t i = 0; i < count; i++) {
		struct ranks_query q = watch->query;

		q.family = families[i].family = family_at(i);
		q.lanes = q.family->dual_port ? q.lanes : 1;
		q.sprams = q.family->sprams;
		families[i].copies = watch->query.lanes / q.lanes;
		for (unsigned g = 0; g < RANKS_GOALS; g++) {
			q.goal = (enum ranks_goal)g;
			if (ranks_search(&q, &families[i].trees[g]))
				return GEN_ERR_NOMEM;
		}
	}
	return GEN_OK;
}

static int make_watches(const struct plan *plan, int families, struct arena *arena,
			struct cost *out)
{
	struct cost_watch *watches = arena_array(arena, plan->nodes_count, sizeof(*watches));
	unsigned sprams = plan->spram ? 0 : out->family->sprams;

	if (!watches)
		return GEN_ERR_NOMEM;
	out->watches = watches;
	for (size_t i = 0; i < plan->nodes_count; i++) {
		const struct plan_node *node = &plan->nodes[i];
		int owns = node->layout->owns_ranks;
		struct ranks_query q;
		struct cost_watch *watch = watches;

		if (!owns)
			sprams += node->layout->tree->sprams; /* as its owner found them */
		q = query_of(plan, node, sprams);
		while (watch < watches + out->watches_count && !is_equal(&watch->query, &q))
			watch++;
		if (watch == watches + out->watches_count) {
			int rc;

			*watch = (struct cost_watch){
			    .query = q, .tree = node->layout->tree, .nodes = node->name};
			out->watches_count++;
			rc = make_plans(watch, arena);
			if (!rc && families)
				rc = make_families(watch, arena);
			if (rc)
				return rc;
		} else {
			watch->nodes = arena_printf(arena, "%s, %s", watch->nodes, node->name);
		}
		watch->trees += (unsigned)owns;
		sprams -= node->layout->tree->sprams;
	}
	return GEN_OK;
}

static void add_item(struct cost *out, struct cost_item *items, const char *what, unsigned count,
		     struct ram_use use)
{
	size_t i = 0;

	if (!count || (!use.blocks && !use.sprams && !use.lut_bits))
		return;
	while (i < out->items_count && strcmp(items[i].what, what))
		i++;
	items[i].what = what;
	items[i].blocks += count * use.blocks;
	items[i].sprams += count * use.sprams;
	items[i].lut_bits += count * use.lut_bits;
	out->items_count += i == out->items_count;
	out->blocks += count * use.blocks;
	out->sprams += count * use.sprams;
	out->lut_bits += count * use.lut_bits;
}

/* Log2 of the words of a RAM of the library, which has two at least. */
static unsigned depth_of(unsigned words)
{
	return words > 2 ? log2_up(words) : 1;
}

static unsigned bytes_of(unsigned bits)
{
	return (bits + 7) / 8;
}

#define CODES "codes of event ports"

/* Tables that are RAMs: those of registers are not, they have 32 table cells at most. */
static void add_tables(struct cost *out, struct cost_item *items, const struct plan_node *node)
{
	const struct layout *layout = node->layout;
	unsigned limits = bytes_of(node->count_bits) + 1 + bytes_of(node->timeout_bits);
	unsigned words = bytes_of(node->word_bits) + 1;
	unsigned codes = node->port.code_bits;
	const struct {
		const char *what;
		unsigned rows;
		unsigned bytes;	 /* of a row */
		unsigned copies; /* such RAMs */
	} tables[] = {
	    {"tables of steps", 1u << node->code_bits, layout->lanes, 1},
	    {"tables of limits", node->sequences_steps, limits, node->sequences},
	    {"words of strict sequences", node->strict, words,
	     node->strict ? node->strict_steps - 1 : 0},
	    {CODES, 1u << codes,
	     1 + (node->preprocessors && node->preprocessors->gate ? gate.lanes : 0), codes > 0},
	};

	add_item(out, items, "tables of actions", !layout_has_actions_beside(layout),
		 family_memory(out->family, node->code_bits, node->code_bits + CELL_BITS));
	/* The tables from writes to codes are ranks: in blocks. */
	add_item(out, items, CODES, codes > 0, family_ram(out->family, TAB_PORT_WRITE_BITS, codes));
	add_item(out, items, CODES, node->port.data_bits > 0,
		 family_ram(out->family, codes + node->port.data_bits, codes));
	for (size_t k = 0; k < sizeof(tables) / sizeof(tables[0]); k++) {
		unsigned depth_log2 = depth_of(tables[k].rows);
		unsigned copies = tables[k].copies;

		/* Bytes share blocks only where there is no LUT RAM (gnomon_cell_ram_bytes). */
		if (out->family->lut_bits)
			add_item(out, items, tables[k].what, copies * tables[k].bytes,
				 family_memory(out->family, depth_log2, CELL_BITS));
		else
			add_item(out, items, tables[k].what, copies,
				 family_ram(out->family, depth_log2, tables[k].bytes * CELL_BITS));
	}
}

/* Bits of an entry of the node's FIFO (gnomon_record_fifo): a slot, and what is recorded beside it.
 * 32 bits of payload share their place with the upper half of the slot. */
static unsigned entry_bits(const struct plan_node *node)
{
	unsigned datum = !node->port.bus	     ? 0
			 : plan_has_long_datum(node) ? LONG_DATUM_BITS
						     : DATUM_BITS;
	unsigned word = node->timer || node->capture ? node->word_bits : 0;
	unsigned payload = datum + (node->capture ? STATE_BITS : 0) +
			   (node->rounds ? ROUND_BITS : 0) + (node->almost_full ? STORE_BITS : 0) +
			   word;
	unsigned flags = (unsigned)node->triggers_count + (datum > 0) + (word > 0);

	if (!node->triggers_count && !node->port.bus)
		return SLOT_BITS;
	if (payload >= HALF_BITS)
		payload += FLAG_BITS + node->code_bits - HALF_BITS;
	return SLOT_BITS + KEPT_BITS + flags + payload;
}

/* Delays that are RAMs, where there is no LUT RAM. The word that segments keep is that of the timer
 * and of CAPTURE, too. */
static void add_delays(struct cost *out, struct cost_item *items, const struct plan_node *node)
{
	const struct plan_preprocessors *m = node->preprocessors;
	const unsigned kept = m ? (unsigned)m->watchers[WATCHER_KEPT].count : 0;

	if (kept || node->timer || node->capture)
		add_item(out, items, "delay of the watched word", 1,
			 family_memory(out->family, kept ? KEPT_CLOCKS_LOG2 : WORD_CLOCKS_LOG2,
				       node->word_bits));
	for (size_t i = 0; m && i < m->delays_count; i++)
		if (m->delays[i].ram)
			add_item(out, items, "delays of signals", 1,
				 family_memory(out->family, log2_up(m->delays[i].clocks),
					       m->delays[i].bits));
}

/* Samples that wait to be sent: words, or the bits of A and B that a form is yet to be made of. */
static void add_queues(struct cost *out, struct cost_item *items,
		       const struct plan_preprocessors *m)
{
	static const char what[] = "queues of samples";
	const unsigned full = m->counted && m->form == TAB_FORM_FULL;

	add_item(out, items, what, full + (m->watchers[WATCHER_SAMPLED].count > 0),
		 family_ram(out->family, m->queue_log2, QUEUE_WORD_BITS));
	add_item(out, items, what, m->counted && !full ? 2 : 0,
		 family_ram(out->family, m->queue_log2 + FORMED_LOG2, 1));
}

/* Positions of the buffer are those of words; without LUT RAM the RAM blocks change the width. */
static void add_buffer(struct cost *out, struct cost_item *items, const struct plan *plan)
{
	static const char what[] = "trace buffer", queues[] = "queues of the memory port";

	if (plan->port) {
		add_item(out, items, queues, QUEUE_LANES,
			 family_memory(out->family, QUEUE_LOG2, SLOT_BITS / QUEUE_LANES));
		add_item(out, items, queues, 1, family_memory(out->family, AHEAD_LOG2, SLOT_BITS));
	} else if (plan->spram)
		add_item(out, items, what, 1, (struct ram_use){.sprams = out->family->sprams});
	else if (!out->family->lut_bits)
		add_item(out, items, what, 1, family_ram(out->family, plan->slots_log2, SLOT_BITS));
	else if (plan->form == PLAN_SINGLE)
		add_item(out, items, what, 1,
			 family_memory(out->family, plan->slots_log2, SLOT_BITS));
	else
		add_item(out, items, what, 1,
			 family_memory(out->family, plan->slots_log2 + 1, SLOT_BITS / 2));
}

static int make_items(const struct plan *plan, struct arena *arena, struct cost *out)
{
	struct cost_item *items = arena_array(arena, ITEMS_MAX, sizeof(*items));

	if (!items)
		return GEN_ERR_NOMEM;
	out->items = items;
	for (size_t i = 0; i < out->watches_count; i++) {
		const struct cost_watch *watch = &out->watches[i];

		add_item(
		    out, items, "ranks", watch->trees,
		    (struct ram_use){.blocks = watch->tree->blocks, .sprams = watch->tree->sprams});
		out->ranks_logic += watch->trees * (watch->tree->logic + watch->tree->registers);
	}
	for (size_t i = 0; i < plan->nodes_count; i++) {
		const struct plan_node *node = &plan->nodes[i];

		add_tables(out, items, node);
		if (!out->family->lut_bits)
			add_delays(out, items, node);
		if (!out->family->lut_bits && node->preprocessors)
			add_queues(out, items, node->preprocessors);
		if (node->fifo_slots)
			add_item(out, items, "FIFOs", 1,
				 family_memory(out->family, node->fifo_log2, entry_bits(node)));
	}
	add_buffer(out, items, plan);
	add_item(out, items, "ROM", out->rom.bytes > 0,
		 (struct ram_use){.blocks = cost_rom_blocks(&out->rom, out->family)});
	return GEN_OK;
}

/* It is in blocks wherever there are any. */
unsigned cost_tap_bits(const struct plan *plan)
{
	unsigned bits = plan->register_taps ? 1 : 0;

	for (size_t i = 0; i < plan->nodes_count && plan->register_taps; i++) {
		const struct plan_node *n = &plan->nodes[i];

		for (size_t k = 0; k < n->taps_count; k++)
			bits += n->taps[k].used;
		if (n->port.bus && n->port.bus->adapter)
			bits += WRITE_BITS;
		bits += LINE_TAPS * n->rounds + (n->almost_full ? STORE_BITS : 0);
	}
	return bits;
}

unsigned cost_sync_bits(const struct plan *plan)
{
	return plan->sync ? SYNC_COUNT_BITS + SYNC_STATE_BITS : 0;
}

unsigned cost_rom_blocks(const struct cost_rom *rom, const struct family *family)
{
	return rom->bytes ? family_ram(family, log2_up((unsigned)rom->bytes), CELL_BITS).blocks : 0;
}

static int make_units(const struct plan *plan, struct arena *arena, struct cost *out)
{
	int cells = (int)out->ranks_logic;
	int rc = units_find(plan, cost_tap_bits(plan), arena, &out->units, &out->units_count);

	out->blocks_least = out->blocks;
	for (size_t i = 0; i < out->units_count; i++) {
		cells += out->units[i].cells;
		out->blocks_least += (unsigned)out->units[i].blocks_least;
		out->blocks += (unsigned)out->units[i].blocks;
	}
	out->cells = out->units_count ? (unsigned)cells : 0;
	return rc;
}

int cost_make(const struct plan *plan, struct cost_rom rom, int families, struct arena *arena,
	      struct cost *out)
{
	int rc;

	*out = (struct cost){.plan = plan, .family = family_find(plan->family), .rom = rom};
	rc = make_watches(plan, families, arena, out);
	if (!rc)
		rc = make_items(plan, arena, out);
	if (!rc)
		rc = make_units(plan, arena, out);
	return arena->failed ? GEN_ERR_NOMEM : rc;
}
