/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rank planning: every tree is sound, none is cheaper (by listing all trees of small words), and
 * any distinct words up to the capacity fit (by filling the tables word by word).
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../suite.h"
#include "plan/ranks.h"

static const unsigned capacities[] = {15, 16, 31, 63, 127, 255};
static const unsigned words[] = {8, 9, 12, 17, 24, 30, 32, 33, 40, 48, 63, 64};

#define CAPACITIES (sizeof(capacities) / sizeof(capacities[0]))
#define WORDS (sizeof(words) / sizeof(words[0]))

static struct ranks_query query(const char *family, unsigned word_bits, unsigned capacity,
				enum ranks_goal goal)
{
	return (struct ranks_query){family_find(family), word_bits, capacity, goal, 1, 0, 0};
}

static struct rank_tree search(struct ranks_query q)
{
	struct rank_tree tree;

	ck_assert_int_eq(ranks_search(&q, &tree), GEN_OK);
	return tree;
}

/* Every bit of the word is seen once, every code used once, and the sums are right. */
static void assert_sound(const struct ranks_query *q, const struct rank_tree *t)
{
	unsigned code_bits = q->capacity > 127	? 8
			     : q->capacity > 63 ? 7
			     : q->capacity > 31 ? 6
			     : q->capacity > 15 ? 5
						: 4;
	unsigned used[RANKS_MAX] = {0};
	uint64_t seen = 0;
	unsigned blocks = 0, sprams = 0, logic = 0;

	ck_assert_uint_ge(t->count, 1);
	ck_assert_uint_le(t->count, RANKS_MAX);
	ck_assert_uint_le(t->levels, q->levels ? q->levels : RANKS_LEVELS_MAX);
	for (unsigned i = 0; i < t->count; i++) {
		const struct rank *r = &t->ranks[i];
		unsigned index = 0, latest = 0, at = r->lo;

		ck_assert_uint_eq(r->code_bits, r->bits < code_bits ? r->bits : code_bits);
		for (unsigned k = 0; k < r->inputs_count; k++) {
			const struct rank_input *in = &r->inputs[k];
			unsigned level = in->rank < 0 ? 0 : t->ranks[in->rank].level;

			index += in->bits;
			latest = level > latest ? level : latest;
			ck_assert_uint_eq(in->wait, r->level - 1 - level);
			if (in->rank < 0) {
				uint64_t bits = (~UINT64_C(0) >> (64 - in->bits)) << in->lo;

				ck_assert_uint_eq(in->lo, at);
				ck_assert(!(seen & bits));
				seen |= bits;
				at += in->bits;
			} else {
				ck_assert_int_lt(in->rank, (int)i);
				ck_assert_uint_eq(used[in->rank]++, 0);
				ck_assert_uint_eq(in->bits, t->ranks[in->rank].code_bits);
				ck_assert_uint_eq(t->ranks[in->rank].lo, at);
				at += t->ranks[in->rank].bits;
			}
		}
		ck_assert_uint_eq(at, r->lo + r->bits);
		ck_assert_uint_eq(index, r->index_bits);
		ck_assert_uint_le(index, RANKS_INDEX_MAX);
		ck_assert_uint_eq(r->level, latest + 1);
		ck_assert(i + 1 == t->count || r->level <= t->ranks[i + 1].level);
		ck_assert_int_eq(r->spram, r->use.sprams > 0);
		blocks += r->use.blocks;
		sprams += r->use.sprams;
		logic += r->use.logic;
	}
	ck_assert(seen == ~UINT64_C(0) >> (64 - q->word_bits));
	for (unsigned i = 0; i + 1 < t->count; i++)
		ck_assert_uint_eq(used[i], 1);
	ck_assert_uint_eq(t->ranks[t->count - 1].bits, q->word_bits);
	ck_assert_uint_eq(t->levels, t->ranks[t->count - 1].level);
	ck_assert_uint_eq(t->code_bits, code_bits);
	ck_assert_uint_eq(t->blocks, blocks);
	ck_assert_uint_eq(t->sprams, sprams);
	ck_assert_uint_le(sprams, q->sprams);
	ck_assert_uint_eq(t->logic, logic + 2);
}

/* Each goal is at least as good in its own measure as the others. */
static void assert_goals(const struct rank_tree *t)
{
	unsigned blocks[RANKS_GOALS];

	for (unsigned g = 0; g < RANKS_GOALS; g++)
		blocks[g] = t[g].blocks + t[g].sprams;
	for (unsigned g = 0; g < RANKS_GOALS; g++) {
		ck_assert_uint_le(blocks[RANKS_RAM], blocks[g]);
		ck_assert_uint_le(t[RANKS_LOGIC].logic, t[g].logic);
		ck_assert_uint_le(t[RANKS_LATENCY].levels, t[g].levels);
		ck_assert_uint_le(8 * blocks[RANKS_BALANCED] + t[RANKS_BALANCED].logic,
				  8 * blocks[g] + t[g].logic);
	}
}

START_TEST(test_ranks_are_sound_for_all_families)
{
	const struct family *family = family_at((size_t)_i);

	for (unsigned w = 0; w < WORDS; w++) {
		for (unsigned k = 0; k < CAPACITIES; k++) {
			for (unsigned lanes = 1; lanes <= (family->dual_port ? 2 : 1); lanes++) {
				struct rank_tree trees[RANKS_GOALS];

				for (unsigned g = 0; g < RANKS_GOALS; g++) {
					struct ranks_query q = {family, words[w], capacities[k],
								g,	lanes,	  family->sprams,
								0};

					trees[g] = search(q);
					assert_sound(&q, &trees[g]);
				}
				assert_goals(trees);
			}
		}
	}
}
END_TEST

START_TEST(test_ranks_more_levels_never_cost_more_blocks)
{
	for (unsigned k = 0; k < CAPACITIES; k++) {
		struct ranks_query q = query("ice40", 32, capacities[k], RANKS_RAM);
		struct rank_tree tree;
		unsigned before = 0;

		for (q.levels = 1; q.levels <= RANKS_LEVELS_MAX; q.levels++) {
			int rc = ranks_search(&q, &tree);

			ck_assert_int_eq(rc, q.levels == 1 ? GEN_ERR_INPUT : GEN_OK);
			if (rc)
				continue;
			assert_sound(&q, &tree);
			ck_assert(!before || tree.blocks <= before);
			before = tree.blocks;
		}
	}
}
END_TEST

/*
 * The oracle: every cost that any tree over n bits at a level can have, none left out because
 * another is cheaper.
 */
#define SMALL_BITS 24u
#define SMALL_LEVELS 5u
#define LISTINGS 5
#define MOST_BLOCKS 72u
#define MOST_LOGIC 160u

struct costs {
	unsigned char have[MOST_BLOCKS][MOST_LOGIC];
};

struct listing {
	const struct family *family;
	unsigned code_bits;
	struct costs all[SMALL_LEVELS + 1][SMALL_BITS + 1];
};

/* Flip-flops, or with shift registers in LUTs one a bit from three clocks on. */
static unsigned cells_of(const struct listing *x, unsigned bits, unsigned clocks)
{
	return clocks > 2 && strcmp(x->family->name, "xilinx7") == 0 ? bits : bits * clocks;
}

static void list_rank(struct listing *x, unsigned level, unsigned n, unsigned index,
		      unsigned blocks, unsigned logic)
{
	struct ram_use own = family_ram(x->family, index, n < x->code_bits ? n : x->code_bits);

	blocks += own.blocks;
	logic += own.logic + 1;
	if (blocks < MOST_BLOCKS && logic < MOST_LOGIC)
		x->all[level][n].have[blocks][logic] = 1;
}

/* Inputs in falling order of (level, bits), so that each set of them comes once. */
static void list_inputs(struct listing *x, unsigned level, unsigned first_level,
			unsigned first_bits, int latest, unsigned n, unsigned index,
			unsigned blocks, unsigned logic)
{
	if (blocks >= MOST_BLOCKS || logic >= MOST_LOGIC)
		return;
	for (unsigned raw = 0; n + raw <= SMALL_BITS && index + raw <= RANKS_INDEX_MAX; raw++)
		if (n + raw && (latest || (level == 1 && raw)))
			list_rank(x, level, n + raw, index + raw, blocks,
				  logic + cells_of(x, raw, level - 1));
	if (index + x->code_bits > RANKS_INDEX_MAX)
		return;
	for (unsigned from = first_level; from >= 1; from--) {
		unsigned most = from == first_level ? first_bits : SMALL_BITS;

		for (unsigned m = most; m > x->code_bits; m--) {
			if (n + m > SMALL_BITS)
				continue;
			for (unsigned b = 0; b < MOST_BLOCKS - blocks; b++)
				for (unsigned g = 0; g < MOST_LOGIC - logic; g++)
					if (x->all[from][m].have[b][g])
						list_inputs(x, level, from, m,
							    latest || from == level - 1, n + m,
							    index + x->code_bits, blocks + b,
							    logic + g +
								cells_of(x, x->code_bits,
									 level - 1 - from));
		}
	}
}

/* Cost of the cheapest listed tree by the words of the goals. */
static void least(const struct listing *x, unsigned n, enum ranks_goal goal, unsigned out[3])
{
	unsigned best[3] = {~0u, ~0u, ~0u};

	for (unsigned level = 1; level <= SMALL_LEVELS; level++)
		for (unsigned b = 0; b < MOST_BLOCKS; b++)
			for (unsigned g = 0; g < MOST_LOGIC; g++) {
				unsigned order[RANKS_GOALS][3] = {{b, g, level},
								  {8 * b + g, level, b},
								  {g, b, level},
								  {level, b, g}};
				unsigned *now = order[goal];
				int less = now[0] != best[0]   ? now[0] < best[0]
					   : now[1] != best[1] ? now[1] < best[1]
							       : now[2] < best[2];

				if (x->all[level][n].have[b][g] && less)
					memcpy(best, now, sizeof(best));
			}
	memcpy(out, best, sizeof(best));
}

START_TEST(test_ranks_search_finds_the_least_of_all_trees)
{
	static const struct {
		const char *family;
		unsigned capacity;
	} cases[LISTINGS] = {
	    {"ice40", 15}, {"ice40", 63}, {"ice40", 255}, {"ecp5", 31}, {"xilinx7", 127}};
	struct listing *x = calloc(1, sizeof(*x));

	ck_assert_ptr_nonnull(x);
	x->family = family_find(cases[_i].family);
	x->code_bits = ranks_code_bits(cases[_i].capacity);
	for (unsigned level = 1; level <= SMALL_LEVELS; level++)
		list_inputs(x, level, level - 1, SMALL_BITS, 0, 0, 0, 0, 0);
	for (unsigned n = RANKS_WORD_MIN; n <= SMALL_BITS; n++) {
		for (unsigned g = 0; g < RANKS_GOALS; g++) {
			struct ranks_query q = query(cases[_i].family, n, cases[_i].capacity, g);
			struct rank_tree tree;
			unsigned want[3];

			q.levels = SMALL_LEVELS;
			tree = search(q);
			tree.logic -= 2;
			if (g == RANKS_LATENCY &&
			    (tree.blocks >= MOST_BLOCKS || tree.logic >= MOST_LOGIC))
				continue; /* not listed */
			least(x, n, g, want);
			ck_assert_uint_eq(want[0], g == RANKS_RAM ? tree.blocks
						   : g == RANKS_BALANCED
						       ? 8 * tree.blocks + tree.logic
						   : g == RANKS_LOGIC ? tree.logic
								      : tree.levels);
			ck_assert_uint_eq(want[1], g == RANKS_RAM	 ? tree.logic
						   : g == RANKS_BALANCED ? tree.levels
									 : tree.blocks);
			if (g != RANKS_BALANCED)
				ck_assert_uint_eq(want[2],
						  g == RANKS_LATENCY ? tree.logic : tree.levels);
		}
	}
	free(x);
}
END_TEST

/* A generator of its own: the words are the same in each run. */
static uint64_t next_word(uint64_t *state, unsigned bits)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state * UINT64_C(0x2545F4914F6CDD1D) >> (64 - bits);
}

struct tables {
	unsigned char cell[RANKS_MAX][1 << RANKS_INDEX_MAX];
	unsigned classes[RANKS_MAX];
};

/* Runs a word through the ranks; a table cell that is 0 gets a code of its own where `fill` is
 * set. */
static unsigned run_word(const struct rank_tree *t, struct tables *x, uint64_t word, int fill)
{
	unsigned code[RANKS_MAX];

	for (unsigned i = 0; i < t->count; i++) {
		const struct rank *r = &t->ranks[i];
		unsigned index = 0, shift = 0;

		for (unsigned k = 0; k < r->inputs_count; k++) {
			const struct rank_input *in = &r->inputs[k];
			unsigned value = in->rank < 0
					     ? (unsigned)(word >> in->lo & ((1u << in->bits) - 1))
					     : code[in->rank];

			index |= value << shift;
			shift += in->bits;
		}
		if (fill && !x->cell[i][index]) {
			ck_assert_uint_lt(x->classes[i] + 1, 1u << r->code_bits);
			x->cell[i][index] = (unsigned char)++x->classes[i];
		}
		code[i] = x->cell[i][index];
	}
	return code[t->count - 1];
}

/* As many words as the capacity get as many events, other words none. */
static void assert_fits(const struct rank_tree *t, unsigned bits, unsigned capacity, uint64_t seed)
{
	struct tables *x = calloc(1, sizeof(*x));
	uint64_t word[RANKS_CAPACITY_MAX];
	uint64_t state = seed;
	unsigned count = 0;

	ck_assert_ptr_nonnull(x);
	while (count < capacity) {
		uint64_t w = next_word(&state, bits);
		unsigned i = 0;

		while (i < count && word[i] != w)
			i++;
		if (i < count)
			continue;
		word[count++] = w;
		ck_assert_uint_eq(run_word(t, x, w, 1), count);
	}
	for (unsigned i = 0; i < count; i++)
		ck_assert_uint_eq(run_word(t, x, word[i], 0), i + 1);
	for (unsigned n = 0; n < 1000; n++) {
		uint64_t w =
		    n % 2 ? next_word(&state, bits) : word[n % count] ^ UINT64_C(1) << n % bits;
		unsigned i = 0;

		while (i < count && word[i] != w)
			i++;
		ck_assert_uint_eq(run_word(t, x, w, 0), i < count ? i + 1 : 0);
	}
	free(x);
}

START_TEST(test_ranks_hold_any_distinct_words)
{
	for (unsigned w = 0; w < WORDS; w++) {
		for (unsigned g = 0; g < RANKS_GOALS; g++) {
			unsigned capacity = capacities[_i];
			struct rank_tree tree = search(query("ice40", words[w], capacity, g));

			assert_fits(&tree, words[w], capacity, 1 + words[w] * 7919 + g);
			tree = search(query("ecp5", words[w], capacity, g));
			assert_fits(&tree, words[w], capacity, 77 + words[w] * 104729 + g);
		}
	}
}
END_TEST

/* Blocks by hand: 10/11/11 with 4, 6 and 8 bits; AREA's trial had 7 with one for the actions, and
 * 14 more for 63. */
START_TEST(test_ranks_paper_cut)
{
	static const struct {
		const char *family;
		unsigned capacity, blocks;
	} want[] = {{"ice40", 15, 1 + 2 + 2 + 1 + 1},
		    {"ice40", 63, 2 + 3 + 3 + 6 + 6},
		    {"ecp5", 255, 1 + 1 + 1 + 32 + 32},
		    {"ecp5", 127, 1 + 1 + 1 + 7 + 7}};

	for (unsigned i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		struct ranks_query q = query(want[i].family, 32, want[i].capacity, RANKS_RAM);
		struct rank_tree tree;

		ck_assert_int_eq(ranks_paper(&q, &tree), GEN_OK);
		assert_sound(&q, &tree);
		assert_fits(&tree, 32, want[i].capacity, 5);
		ck_assert_uint_eq(tree.count, 5);
		ck_assert_uint_eq(tree.ranks[0].index_bits, 10);
		ck_assert_uint_eq(tree.ranks[1].index_bits, 11);
		ck_assert_uint_eq(tree.ranks[2].index_bits, 11);
		ck_assert_uint_eq(tree.levels, 3);
		ck_assert_uint_eq(tree.blocks, want[i].blocks);
	}
	for (unsigned w = RANKS_WORD_MIN; w <= RANKS_WORD_MAX; w++) {
		struct ranks_query q = query("ecp5", w, 31, RANKS_RAM);
		struct rank_tree tree;

		ck_assert_int_eq(ranks_paper(&q, &tree), GEN_OK);
		assert_sound(&q, &tree);
		assert_fits(&tree, w, 31, w);
	}
}
END_TEST

/* A chain: each block of 2048 x 8 takes three bits more. 32 = 11 + 7 * 3. */
START_TEST(test_ranks_chain_of_18_kbit)
{
	struct rank_tree tree = search(query("ecp5", 32, 255, RANKS_RAM));

	ck_assert_uint_eq(tree.blocks, 8);
	ck_assert_uint_eq(tree.levels, 8);
	ck_assert_uint_eq(tree.logic, 2 + 8 + 3 * (1 + 2 + 3 + 4 + 5 + 6 + 7));
}
END_TEST

/* SPRAM: 14 bits and three times 6 more, in the four blocks of the device. */
START_TEST(test_ranks_in_spram)
{
	struct ranks_query q = query("up5k", 32, 255, RANKS_RAM);
	struct rank_tree tree;

	q.sprams = 4;
	tree = search(q);
	ck_assert_uint_eq(tree.blocks, 0);
	ck_assert_uint_eq(tree.sprams, 4);
	q.sprams = 1;
	tree = search(q);
	ck_assert_uint_eq(tree.sprams, 1);
}
END_TEST

/* What Yosys 0.70 makes of a memory of 2^depth words of 4, 5, 6, 7 and 8 bits. */
START_TEST(test_families_lay_out_as_the_tools)
{
	static const struct {
		const char *family;
		unsigned depth, blocks[5];
	} want[] = {
	    {"ice40", 8, {1, 1, 1, 1, 1}},	   {"ice40", 9, {1, 1, 1, 1, 1}},
	    {"ice40", 10, {1, 2, 2, 2, 2}},	   {"ice40", 11, {2, 3, 3, 4, 4}},
	    {"ice40", 12, {4, 5, 6, 7, 8}},	   {"ice40", 13, {8, 10, 12, 14, 16}},
	    {"ice40", 16, {64, 80, 96, 112, 128}}, {"ecp5", 8, {1, 1, 1, 1, 1}},
	    {"ecp5", 11, {1, 1, 1, 1, 1}},	   {"ecp5", 12, {1, 2, 2, 2, 2}},
	    {"ecp5", 13, {2, 3, 3, 4, 4}},	   {"ecp5", 14, {4, 5, 6, 7, 8}},
	    {"ecp5", 16, {16, 20, 24, 28, 32}},
	};
	static const struct {
		unsigned depth, sprams[5];
	} huge[] = {{10, {1, 1, 1, 1, 1}},
		    {14, {1, 1, 1, 1, 1}},
		    {15, {1, 1, 1, 1, 1}},
		    {16, {1, 2, 2, 2, 2}}};

	for (unsigned i = 0; i < sizeof(want) / sizeof(want[0]); i++)
		for (unsigned width = 4; width <= 8; width++)
			ck_assert_uint_eq(
			    family_ram(family_find(want[i].family), want[i].depth, width).blocks,
			    want[i].blocks[width - 4]);
	for (unsigned i = 0; i < sizeof(huge) / sizeof(huge[0]); i++)
		for (unsigned width = 4; width <= 8; width++)
			ck_assert_uint_eq(family_spram(huge[i].depth, width).sprams,
					  huge[i].sprams[width - 4]);
}
END_TEST

START_TEST(test_ranks_names)
{
	ck_assert_ptr_null(family_find("ice65"));
	ck_assert_str_eq(family_at(0)->name, "ice40");
	ck_assert_ptr_null(family_at(6));
	for (int g = 0; g < RANKS_GOALS; g++)
		ck_assert_int_eq(ranks_goal_find(ranks_goal_name(g)), g);
	ck_assert_int_eq(ranks_goal_find("best"), -1);
	ck_assert_uint_eq(ranks_code_bits(15), 4);
	ck_assert_uint_eq(ranks_code_bits(16), 5);
	ck_assert_uint_eq(ranks_code_bits(127), 7);
	ck_assert_uint_eq(ranks_code_bits(128), 8);
	ck_assert_uint_eq(ranks_code_bits(255), 8);
}
END_TEST

int main(void)
{
	return run_tests("ranks", NULL, NULL,
			 TESTS({test_ranks_are_sound_for_all_families, 5},
			       {test_ranks_more_levels_never_cost_more_blocks},
			       {test_ranks_search_finds_the_least_of_all_trees, LISTINGS},
			       {test_ranks_hold_any_distinct_words, CAPACITIES},
			       {test_ranks_paper_cut}, {test_ranks_chain_of_18_kbit},
			       {test_ranks_in_spram}, {test_families_lay_out_as_the_tools},
			       {test_ranks_names}));
}
