/* SPDX-License-Identifier: Apache-2.0 */
#include "patterns.h"
#include "gnomon/records.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the rest of a word must be, and which event it is then: all that a class still has to tell. */
struct rest {
	uint32_t word; /* the part that is already known is 0 */
	uint32_t code;
};

/* A class: what can still follow, in ascending order. Equal rests are one class. */
struct class
{
	struct rest *rest;
	size_t rests;
	uint32_t part; /* the known part of one word in the class, in its place; it stands for all of them */
};

/* The classes of a rank but class 0, which has no rests: nothing can match any more. */
struct classes {
	struct class *of; /* of[0] is class 1 */
	size_t count;
};

struct compiler {
	const struct gno_node *node;
	const struct gno_rule *rules;
	size_t count;
	struct classes rank[GNO_RANKS];
	struct rest *scratch; /* room for `count` rests */
};

static uint32_t chunk_mask(const struct gno_node *node, unsigned chunk)
{
	return ((1u << node->chunks[chunk].bits) - 1) << node->chunks[chunk].lo;
}

static int by_rest(const void *a, const void *b)
{
	const struct rest *x = a, *y = b;

	if (x->word != y->word)
		return x->word < y->word ? -1 : 1;
	return x->code < y->code ? -1 : x->code > y->code;
}

/*
 * Collects in c->scratch what can follow where the bits in `mask` are `part`. The only place that knows
 * how a rule matches a part of the word.
 */
static size_t find_rests(struct compiler *c, uint32_t mask, uint32_t part)
{
	size_t i, rests = 0;

	for (i = 0; i < c->count; i++) {
		if ((c->rules[i].word & mask) != part)
			continue;
		c->scratch[rests].word = c->rules[i].word & ~mask;
		c->scratch[rests++].code = c->rules[i].code;
	}
	if (rests)
		qsort(c->scratch, rests, sizeof(*c->scratch), by_rest);
	return rests;
}

/* Class of a part of the word in a rank, a new one where there is none yet. GNO_ERR_NOMEM. */
static int class_of(struct compiler *c, unsigned rank, uint32_t mask, uint32_t part)
{
	struct classes *classes = &c->rank[rank];
	size_t rests = find_rests(c, mask, part);
	struct class *more, *new;
	size_t i;

	if (!rests)
		return 0;
	for (i = 0; i < classes->count; i++)
		if (classes->of[i].rests == rests &&
		    !memcmp(classes->of[i].rest, c->scratch, rests * sizeof(*c->scratch)))
			return (int)i + 1;
	more = realloc(classes->of, (classes->count + 1) * sizeof(*more));
	if (!more)
		return GNO_ERR_NOMEM;
	classes->of = more;
	new = &more[classes->count];
	new->rest = malloc(rests * sizeof(*new->rest));
	if (!new->rest)
		return GNO_ERR_NOMEM;
	memcpy(new->rest, c->scratch, rests * sizeof(*new->rest));
	new->rests = rests;
	new->part = part;
	return (int)++classes->count;
}

static bool too_many(const struct compiler *c, unsigned rank)
{
	return c->rank[rank].count >= (size_t)1 << c->node->code_bits;
}

/* Classes of all values of a chunk, into its table where there is one. */
static int rank_chunk(struct compiler *c, unsigned chunk, uint8_t *cells)
{
	uint32_t mask = chunk_mask(c->node, chunk);
	uint32_t value;

	for (value = 0; value < 1u << c->node->chunks[chunk].bits; value++) {
		int class = class_of(c, chunk, mask, value << c->node->chunks[chunk].lo);

		if (class < 0)
			return class;
		if (cells)
			cells[value] = (uint8_t) class;
	}
	return 0;
}

/* Classes of all pairs of chunk 1's and chunk 0's classes. */
static int rank_pairs(struct compiler *c, uint8_t *cells)
{
	uint32_t mask = chunk_mask(c->node, 0) | chunk_mask(c->node, 1);
	size_t low, high;

	for (high = 1; high <= c->rank[1].count; high++) {
		for (low = 1; low <= c->rank[0].count; low++) {
			uint32_t part = c->rank[0].of[low - 1].part | c->rank[1].of[high - 1].part;
			int class = class_of(c, GNO_RANKS - 1, mask, part);

			if (class < 0)
				return class;
			if (cells)
				cells[high << c->node->code_bits | low] = (uint8_t) class;
		}
	}
	return 0;
}

/* The events of all pairs of chunk 2's classes and those of the pairs: here every word is known whole. */
static void rank_events(struct compiler *c, uint8_t *cells)
{
	size_t low, high;

	for (high = 1; high <= c->rank[2].count; high++) {
		for (low = 1; low <= c->rank[3].count; low++) {
			uint32_t word = c->rank[3].of[low - 1].part | c->rank[2].of[high - 1].part;

			if (find_rests(c, UINT32_MAX, word))
				cells[high << c->node->code_bits | low] = (uint8_t)c->scratch[0].code;
		}
	}
}

static void drop_classes(struct compiler *c)
{
	unsigned rank;
	size_t i;

	for (rank = 0; rank < GNO_RANKS; rank++) {
		for (i = 0; i < c->rank[rank].count; i++)
			free(c->rank[rank].of[i].rest);
		free(c->rank[rank].of);
	}
	memset(c->rank, 0, sizeof(c->rank));
}

/* Finds all classes of the rules; *full is the first rank with too many, or GNO_RANKS. */
static int classify(struct compiler *c, uint8_t *const *cells, unsigned *full)
{
	unsigned rank;
	int ret = 0;

	drop_classes(c);
	for (rank = 0; rank < GNO_CHUNKS && !ret; rank++)
		ret = rank_chunk(c, rank, cells ? cells[rank] : NULL);
	for (rank = 0; rank < GNO_CHUNKS && !too_many(c, rank); rank++)
		;
	if (!ret && rank == GNO_CHUNKS) {
		ret = rank_pairs(c, cells ? cells[GNO_TABLE_RANK2] : NULL);
		if (!too_many(c, GNO_RANKS - 1))
			rank = GNO_RANKS;
	}
	*full = rank;
	return ret;
}

/* Finds the first rule with which it does not fit any more. */
static int find_first(struct compiler *c, size_t *first)
{
	size_t all = c->count;
	unsigned full = GNO_RANKS;
	int ret = 0;

	for (c->count = 0; !ret && full == GNO_RANKS && c->count < all;) {
		c->count++;
		ret = classify(c, NULL, &full);
	}
	*first = c->count ? c->count - 1 : 0;
	c->count = all;
	return ret;
}

static int compile(struct compiler *c, struct gno_tables *out, struct gno_misfit *misfit, struct gno_err *err)
{
	unsigned full, rank;
	char name[64];
	int ret;

	ret = classify(c, NULL, &full);
	if (ret)
		return gno_fail_nomem(err);
	if (full < GNO_RANKS) {
		misfit->rank = full;
		misfit->needed = (unsigned)c->rank[full].count;
		misfit->present = (1u << c->node->code_bits) - 1;
		if (find_first(c, &misfit->first))
			return gno_fail_nomem(err);
		return gno_fail(err, GNO_ERR_FIT, "%s of node '%s' needs %u classes and has %u",
				gno_rank_name(c->node, full, name, sizeof(name)), c->node->name,
				misfit->needed, misfit->present);
	}
	if (classify(c, out->cell, &full))
		return gno_fail_nomem(err);
	rank_events(c, out->cell[GNO_TABLE_RANK3]);
	for (rank = 0; rank < GNO_RANKS; rank++)
		out->classes[rank] = (unsigned)c->rank[rank].count;
	return 0;
}

int gno_tables_compile(const struct gno_node *node, const struct gno_rule *rules, size_t count,
		       const uint8_t *actions, struct gno_tables *out, struct gno_misfit *misfit,
		       struct gno_err *err)
{
	struct compiler c = {.node = node, .rules = rules, .count = count};
	unsigned table;
	int ret = 0;

	memset(out, 0, sizeof(*out));
	c.scratch = malloc((count + 1) * sizeof(*c.scratch));
	if (!c.scratch)
		return gno_fail_nomem(err);
	for (table = 0; table < GNO_TABLES && !ret; table++) {
		out->cell[table] = calloc(node->table_cells[table], 1);
		if (!out->cell[table])
			ret = gno_fail_nomem(err);
	}
	if (!ret)
		ret = compile(&c, out, misfit, err);
	if (!ret)
		memcpy(out->cell[GNO_TABLE_ACTIONS], actions, (size_t)1 << node->code_bits);
	drop_classes(&c);
	free(c.scratch);
	if (ret)
		gno_tables_free(out);
	return ret;
}

void gno_tables_free(struct gno_tables *t)
{
	unsigned table;

	for (table = 0; table < GNO_TABLES; table++) {
		free(t->cell[table]);
		t->cell[table] = NULL;
	}
}

const char *gno_rank_name(const struct gno_node *node, unsigned rank, char *text, size_t room)
{
	if (rank < GNO_CHUNKS)
		snprintf(text, room, "chunk %u (bits %u..%u)", rank,
			 node->chunks[rank].lo + node->chunks[rank].bits - 1, node->chunks[rank].lo);
	else
		snprintf(text, room, "rank 2 (bits %u..0)", node->chunks[2].lo - 1);
	return text;
}
