/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The search: a rank over n bits at level l takes some bits of the word and the codes of subtrees
 * that are ready at level l - 1 or before. What it costs is the sum of what they cost, what their
 * delays cost and what its own RAM costs, so the cheapest one is made of cheapest ones: dynamic
 * programming over (n, l), and in each over the inputs taken so far (bits covered, width of the
 * index).
 */
#include "plan/ranks.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SPRAMS_MAX 4u
#define PAPER_CHUNK 11u
#define NEVER UINT64_MAX
#define DECODE_LUTS 1u /* of the write port of a rank: a compare of the address's upper bits */
#define DECODE_LUTS_SHARED 2u /* what the ranks of a tree have in common of it */

/* The cheapest way to take inputs that cover some bits and fill some of an index. */
struct joined {
	uint64_t cost;
	uint8_t bits;	/* of the word behind the input that was taken last */
	uint8_t level;	/* its level; 0: bits of the word */
	uint8_t sprams; /* in it */
	uint8_t late;	/* one of those before it is as late as can be (so that the level is the
			   rank's) */
};

/* The cheapest rank over some bits at some level. */
struct best {
	uint64_t cost;
	uint8_t index_bits;
	uint8_t spram;
	uint8_t below; /* SPRAM blocks in the subtrees */
};

/* [sprams] of the SPRAM blocks in the tree. */
struct level {
	struct joined joined[RANKS_WORD_MAX + 1][RANKS_INDEX_MAX + 1][2][SPRAMS_MAX + 1];
	struct best best[RANKS_WORD_MAX + 1][SPRAMS_MAX + 1];
};

struct search {
	const struct ranks_query *q;
	unsigned code_bits;
	struct level *levels; /* [RANKS_LEVELS_MAX + 1]; [0] is not used */
};

static const char *const goal_names[RANKS_GOALS] = {"ram", "balanced", "logic", "latency"};

unsigned ranks_code_bits(unsigned capacity)
{
	unsigned bits = 0;

	while (capacity >> bits)
		bits++;
	return bits;
}

const char *ranks_goal_name(enum ranks_goal goal)
{
	return goal < RANKS_GOALS ? goal_names[goal] : NULL;
}

int ranks_goal_find(const char *name)
{
	for (int i = 0; i < RANKS_GOALS; i++)
		if (strcmp(goal_names[i], name) == 0)
			return i;
	return -1;
}

static unsigned min_of(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Logic cells of a delay, of all lanes. */
static unsigned delay_logic(const struct ranks_query *q, unsigned bits, unsigned clocks)
{
	if (q->family->shift_from && clocks >= q->family->shift_from)
		return q->lanes * bits;
	return q->lanes * bits * clocks;
}

/* What a rank costs without its inputs. */
static struct ram_use rank_use(const struct ranks_query *q, unsigned index_bits, unsigned code_bits,
			       int spram)
{
	struct ram_use use = spram ? family_spram(index_bits, code_bits)
				   : family_ram(q->family, index_bits, code_bits);

	use.logic *= q->lanes; /* each lane has its multiplexer */
	use.logic += DECODE_LUTS;
	if (spram || q->lanes > 1)
		use.logic += index_bits; /* the write address and the read address share a port */
	return use;
}

/* Costs as one number that adds up; the least is best. */
static uint64_t weigh(const struct ranks_query *q, unsigned blocks, unsigned logic, unsigned ranks)
{
	uint64_t first = blocks;
	uint64_t second = logic;

	if (q->goal == RANKS_BALANCED) {
		first = 8 * blocks + logic;
		second = blocks;
	} else if (q->goal == RANKS_LOGIC) {
		first = logic;
		second = blocks;
	}
	return first << 40 | second << 16 | ranks;
}

static void take_better_join(struct joined *to, struct joined candidate)
{
	if (candidate.cost < to->cost)
		*to = candidate;
}

/* Adds one subtree to the inputs taken so far. */
static void join_subtrees(const struct search *s, unsigned level, unsigned n, unsigned index,
			  unsigned late, unsigned sprams)
{
	struct level *l = &s->levels[level];
	uint64_t before = l->joined[n][index][late][sprams].cost;
	unsigned after = index + s->code_bits;

	if (before == NEVER || after > RANKS_INDEX_MAX)
		return;
	for (unsigned from = 1; from < level; from++) {
		uint64_t wait =
		    weigh(s->q, 0, delay_logic(s->q, s->code_bits, level - 1 - from), 0);

		for (unsigned bits = s->code_bits + 1; n + bits <= s->q->word_bits; bits++) {
			for (unsigned more = 0; sprams + more <= s->q->sprams; more++) {
				uint64_t cost = s->levels[from].best[bits][more].cost;

				if (cost == NEVER)
					continue;
				take_better_join(
				    &l->joined[n + bits][after][late || from == level - 1]
					      [sprams + more],
				    (struct joined){before + wait + cost, (uint8_t)bits,
						    (uint8_t)from, (uint8_t)more, (uint8_t)late});
			}
		}
	}
}

static void join_level(const struct search *s, unsigned level)
{
	struct level *l = &s->levels[level];
	unsigned raw_max = min_of(s->q->word_bits, RANKS_INDEX_MAX);

	for (unsigned n = 0; n <= RANKS_WORD_MAX; n++)
		for (unsigned i = 0; i <= RANKS_INDEX_MAX; i++)
			for (unsigned late = 0; late < 2; late++)
				for (unsigned k = 0; k <= SPRAMS_MAX; k++)
					l->joined[n][i][late][k].cost = NEVER;
	l->joined[0][0][0][0].cost = 0;
	for (unsigned raw = 1; raw <= raw_max; raw++)
		l->joined[raw][raw][level == 1][0] =
		    (struct joined){.cost = weigh(s->q, 0, delay_logic(s->q, raw, level - 1), 0),
				    .bits = (uint8_t)raw};
	for (unsigned n = 0; n < s->q->word_bits; n++)
		for (unsigned i = 0; i < RANKS_INDEX_MAX; i++)
			for (unsigned late = 0; late < 2; late++)
				for (unsigned k = 0; k <= s->q->sprams; k++)
					join_subtrees(s, level, n, i, late, k);
}

static void try_rank(const struct search *s, unsigned level, unsigned n, unsigned index, int spram)
{
	struct level *l = &s->levels[level];
	struct ram_use use = rank_use(s->q, index, min_of(n, s->code_bits), spram);
	uint64_t own = weigh(s->q, use.blocks + use.sprams, use.logic, 1);

	if (index == s->code_bits && n > index)
		return; /* a code that is only recoded */
	for (unsigned k = 0; k + use.sprams <= s->q->sprams; k++) {
		uint64_t below = l->joined[n][index][1][k].cost;
		struct best *best = &l->best[n][k + use.sprams];

		if (below != NEVER && below + own < best->cost)
			*best =
			    (struct best){below + own, (uint8_t)index, (uint8_t)spram, (uint8_t)k};
	}
}

static void fill_level(const struct search *s, unsigned level)
{
	struct level *l = &s->levels[level];

	join_level(s, level);
	for (unsigned n = 0; n <= s->q->word_bits; n++) {
		for (unsigned k = 0; k <= SPRAMS_MAX; k++)
			l->best[n][k].cost = NEVER;
		for (unsigned i = 1; i <= RANKS_INDEX_MAX; i++) {
			try_rank(s, level, n, i, 0);
			if (s->q->sprams)
				try_rank(s, level, n, i, 1);
		}
	}
}

/*
 * Writes the subtree over `bits` bits from `lo` on and returns the number of its root, or -1 where
 * there are more ranks than allowed. Inputs that were ready later see lower bits.
 */
static int build(const struct search *s, unsigned level, unsigned bits, unsigned sprams,
		 unsigned lo, struct rank_tree *out)
{
	const struct level *l = &s->levels[level];
	const struct best *best = &l->best[bits][sprams];
	struct joined inputs[RANKS_INPUTS_MAX];
	struct rank rank = {.index_bits = best->index_bits, .level = level, .spram = best->spram};
	unsigned n = bits;
	unsigned index = best->index_bits;
	unsigned late = 1;
	unsigned below = best->below;

	while (n) {
		struct joined in = l->joined[n][index][late][below];
		unsigned at = rank.inputs_count++;

		for (; at && inputs[at - 1].level < in.level; at--)
			inputs[at] = inputs[at - 1];
		inputs[at] = in;
		n -= in.bits;
		index -= in.level ? s->code_bits : in.bits;
		late = in.late;
		below -= in.sprams;
	}
	rank.lo = lo;
	rank.bits = bits;
	rank.code_bits = min_of(bits, s->code_bits);
	for (unsigned i = 0; i < rank.inputs_count; i++) {
		rank.inputs[i] = (struct rank_input){.rank = -1, .lo = lo, .bits = inputs[i].bits};
		if (inputs[i].level) {
			int root =
			    build(s, inputs[i].level, inputs[i].bits, inputs[i].sprams, lo, out);

			if (root < 0)
				return -1;
			rank.inputs[i] = (struct rank_input){.rank = root, .bits = s->code_bits};
		}
		lo += inputs[i].bits;
	}
	if (out->count == RANKS_MAX)
		return -1;
	out->ranks[out->count] = rank;
	return (int)out->count++;
}

/* Puts the ranks into the order of their levels. */
static void sort_ranks(struct rank_tree *tree)
{
	struct rank sorted[RANKS_MAX];
	int moved[RANKS_MAX];
	unsigned count = 0;

	for (unsigned level = 1; level <= RANKS_LEVELS_MAX; level++) {
		for (unsigned i = 0; i < tree->count; i++) {
			if (tree->ranks[i].level != level)
				continue;
			moved[i] = (int)count;
			sorted[count++] = tree->ranks[i];
		}
	}
	for (unsigned i = 0; i < count; i++)
		for (unsigned k = 0; k < sorted[i].inputs_count; k++)
			if (sorted[i].inputs[k].rank >= 0)
				sorted[i].inputs[k].rank = moved[sorted[i].inputs[k].rank];
	memcpy(tree->ranks, sorted, count * sizeof(sorted[0]));
}

unsigned ranks_level_clocks(const struct rank_tree *tree, int registered)
{
	return registered && 2 * tree->levels < RANKS_LEVELS_MAX ? 2 : 1;
}

unsigned ranks_clocks(const struct rank_tree *tree, int registered)
{
	unsigned pace = ranks_level_clocks(tree, registered);

	return pace * tree->levels + (unsigned)registered;
}

unsigned ranks_registers(const struct rank_tree *tree, unsigned rank, int registered)
{
	unsigned pace = ranks_level_clocks(tree, registered);
	unsigned behind = ranks_clocks(tree, registered) - tree->levels * pace;

	return pace - 1 + (rank + 1 == tree->count ? behind : 0);
}

/* Waits and costs of a tree whose ranks, inputs and levels are settled. */
static void settle(const struct ranks_query *q, struct rank_tree *tree)
{
	int registered = q->family->lut_bits != 0;
	unsigned pace;

	tree->code_bits = tree->ranks[tree->count - 1].code_bits;
	tree->levels = tree->ranks[tree->count - 1].level;
	tree->logic = DECODE_LUTS_SHARED;
	pace = ranks_level_clocks(tree, registered);
	for (unsigned i = 0; i < tree->count; i++) {
		struct rank *r = &tree->ranks[i];

		r->use = rank_use(q, r->index_bits, r->code_bits, r->spram);
		for (unsigned k = 0; k < r->inputs_count; k++) {
			struct rank_input *in = &r->inputs[k];

			in->wait = r->level - 1 - (in->rank < 0 ? 0 : tree->ranks[in->rank].level);
			r->use.logic += delay_logic(q, in->bits, in->wait);
			tree->registers += delay_logic(q, in->bits, pace * in->wait) -
					   delay_logic(q, in->bits, in->wait);
		}
		tree->registers +=
		    delay_logic(q, r->code_bits, ranks_registers(tree, i, registered));
		tree->blocks += r->use.blocks;
		tree->sprams += r->use.sprams;
		tree->logic += r->use.logic;
	}
}

/* A rank over chunk or codes at the given level; returns its number. */
static int add_rank(struct rank_tree *tree, unsigned code_bits, struct rank rank)
{
	for (unsigned i = 0; i < rank.inputs_count; i++)
		rank.index_bits += rank.inputs[i].bits;
	rank.code_bits = min_of(rank.bits, code_bits);
	tree->ranks[tree->count] = rank;
	return (int)tree->count++;
}

static struct rank_input code_of(const struct rank_tree *tree, int rank)
{
	return (struct rank_input){.rank = rank, .bits = tree->ranks[rank].code_bits};
}

int ranks_paper(const struct ranks_query *q, struct rank_tree *out)
{
	unsigned code_bits = ranks_code_bits(q->capacity);
	unsigned count = (q->word_bits + PAPER_CHUNK - 1) / PAPER_CHUNK;
	int roots[RANKS_WORD_MAX / PAPER_CHUNK + 1];
	unsigned lo = 0;

	memset(out, 0, sizeof(*out));
	for (unsigned i = 0; i < count; i++) {
		unsigned bits = (q->word_bits - lo) / (count - i);
		struct rank chunk = {.level = 1, .lo = lo, .bits = bits, .inputs_count = 1};

		chunk.inputs[0] = (struct rank_input){.rank = -1, .lo = lo, .bits = bits};
		roots[i] = add_rank(out, code_bits, chunk);
		lo += bits;
	}
	for (unsigned level = 2; count > 1; level++) {
		for (unsigned i = 0; i + 1 < count; i += 2) {
			const struct rank *low = &out->ranks[roots[i]];
			const struct rank *high = &out->ranks[roots[i + 1]];
			struct rank pair = {
			    .level = level,
			    .lo = low->lo,
			    .bits = low->bits + high->bits,
			    .inputs_count = 2,
			    .inputs = {code_of(out, roots[i]), code_of(out, roots[i + 1])}};

			roots[i / 2] = add_rank(out, code_bits, pair);
		}
		if (count % 2)
			roots[count / 2] = roots[count - 1];
		count = (count + 1) / 2;
	}
	settle(q, out);
	return q->levels && out->levels > q->levels ? GEN_ERR_INPUT : GEN_OK;
}

/* 1 if a tree of cost a with more levels than one of cost b is the better one. */
static int better(const struct ranks_query *q, uint64_t a, uint64_t b)
{
	if (b == NEVER)
		return a != NEVER;
	if (q->goal == RANKS_BALANCED)
		return a >> 40 < b >> 40;
	return q->goal != RANKS_LATENCY && a >> 16 < b >> 16;
}

int ranks_search(const struct ranks_query *q, struct rank_tree *out)
{
	struct search s = {q, ranks_code_bits(q->capacity), NULL};
	unsigned most = q->levels ? q->levels : RANKS_LEVELS_MAX;
	unsigned at_level = 0;
	unsigned sprams = 0;
	uint64_t cost = NEVER;
	int rc = GEN_ERR_INPUT;

	s.levels = malloc((RANKS_LEVELS_MAX + 1) * sizeof(*s.levels));
	if (!s.levels)
		return GEN_ERR_NOMEM;
	for (unsigned level = 1; level <= most; level++) {
		fill_level(&s, level);
		for (unsigned k = 0; k <= q->sprams; k++) {
			uint64_t c = s.levels[level].best[q->word_bits][k].cost;

			if (!better(q, c, cost))
				continue;
			cost = c;
			at_level = level;
			sprams = k;
		}
	}
	memset(out, 0, sizeof(*out));
	if (at_level && build(&s, at_level, q->word_bits, sprams, 0, out) >= 0) {
		sort_ranks(out);
		settle(q, out);
		rc = GEN_OK;
	}
	free(s.levels);
	return rc;
}
