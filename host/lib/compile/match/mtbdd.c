/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/match/mtbdd.h"
#include "common/errors.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_NODES 1024u  /* a power of two */
#define FIRST_CACHE 4096u  /* a power of two */
#define LAST_CACHE 262144u /* entries at most */

struct node {
	uint32_t lo, hi;
	uint32_t mark; /* number of the last walk that visited it */
	uint32_t level;
};

/* A result that may be needed again. */
struct result {
	uint32_t f, g, op, is;
};

struct mtbdd {
	struct node *node; /* of reference MTBDD_TERMINALS + place */
	size_t nodes, room, limit;
	uint32_t *slot; /* open addressing: references, 0 where empty; twice as many as `room` */
	size_t slots;
	struct result *cache; /* op 0: empty, so ops are kept plus one */
	size_t cached, cache_room;
	uint32_t walk; /* number of the last walk */
	uint32_t terminal_mark[MTBDD_TERMINALS];
	int error;
};

static uint32_t hash(uint32_t a, uint32_t b, uint32_t c)
{
	uint64_t h = a * UINT64_C(0x9e3779b97f4a7c15) ^ b * UINT64_C(0xc2b2ae3d27d4eb4f);

	h = (h ^ h >> 29 ^ c) * UINT64_C(0xff51afd7ed558ccd);
	return (uint32_t)(h >> 32);
}

struct mtbdd *mtbdd_new(void)
{
	struct mtbdd *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->room = FIRST_NODES;
	b->cache_room = FIRST_CACHE;
	b->node = malloc(b->room * sizeof(*b->node));
	b->slot = malloc(2 * b->room * sizeof(*b->slot));
	b->cache = malloc(b->cache_room * sizeof(*b->cache));
	if (!b->node || !b->slot || !b->cache) {
		mtbdd_free(b);
		return NULL;
	}
	mtbdd_clear(b);
	return b;
}

void mtbdd_free(struct mtbdd *b)
{
	if (!b)
		return;
	free(b->node);
	free(b->slot);
	free(b->cache);
	free(b);
}

void mtbdd_clear(struct mtbdd *b)
{
	b->nodes = 0;
	b->limit = MTBDD_NODES;
	b->slots = 2 * FIRST_NODES;
	b->cached = FIRST_CACHE;
	b->error = 0;
	memset(b->slot, 0, b->slots * sizeof(*b->slot));
	memset(b->cache, 0, b->cached * sizeof(*b->cache));
}

void mtbdd_allow(struct mtbdd *b, size_t nodes)
{
	b->limit = b->nodes + nodes;
}

int mtbdd_error(const struct mtbdd *b)
{
	return b->error;
}

size_t mtbdd_refs(const struct mtbdd *b)
{
	return MTBDD_TERMINALS + b->nodes;
}

unsigned mtbdd_level(const struct mtbdd *b, uint32_t f)
{
	return f < MTBDD_TERMINALS ? MTBDD_LEVELS : b->node[f - MTBDD_TERMINALS].level;
}

uint32_t mtbdd_child(const struct mtbdd *b, uint32_t f, int bit)
{
	const struct node *n = &b->node[f - MTBDD_TERMINALS];

	return bit ? n->hi : n->lo;
}

static void *bigger(struct mtbdd *b, void *old, size_t bytes)
{
	void *p = realloc(old, bytes);

	if (!p)
		b->error = GNO_ERR_NOMEM;
	return p;
}

/* Makes slots for twice as many nodes, and a cache for more results. */
static void grow_slots(struct mtbdd *b)
{
	size_t slots = 2 * b->slots, i, at;
	void *p;

	p = bigger(b, b->slot, slots * sizeof(*b->slot));
	if (!p)
		return;
	b->slot = p;
	b->slots = slots;
	memset(b->slot, 0, slots * sizeof(*b->slot));
	for (i = 0; i < b->nodes; i++) {
		const struct node *n = &b->node[i];

		for (at = hash(n->lo, n->hi, n->level) & (slots - 1); b->slot[at];
		     at = (at + 1) & (slots - 1))
			;
		b->slot[at] = (uint32_t)(MTBDD_TERMINALS + i);
	}
	if (b->cached >= LAST_CACHE || b->cached >= 2 * b->nodes)
		return;
	b->cached *= 4;
	if (b->cached > b->cache_room) {
		p = bigger(b, b->cache, b->cached * sizeof(*b->cache));
		b->cached = p ? b->cached : b->cache_room;
		b->cache = p ? p : b->cache;
		b->cache_room = b->cached;
	}
	memset(b->cache, 0, b->cached * sizeof(*b->cache));
}

/* Makes room for one more node; false: there is none. */
static bool make_room(struct mtbdd *b)
{
	void *p;

	if (b->nodes >= b->limit)
		b->error = GNO_ERR_FIT;
	if (!b->error && b->nodes == b->room) {
		p = bigger(b, b->node, 2 * b->room * sizeof(*b->node));
		if (p) {
			b->node = p;
			b->room *= 2;
		}
	}
	if (!b->error && 2 * b->nodes >= b->slots)
		grow_slots(b);
	return !b->error;
}

uint32_t mtbdd_node(struct mtbdd *b, unsigned level, uint32_t lo, uint32_t hi)
{
	size_t at;

	if (lo == hi || b->error)
		return b->error ? 0 : lo;
	if (!make_room(b))
		return 0;
	for (at = hash(lo, hi, level) & (b->slots - 1); b->slot[at];
	     at = (at + 1) & (b->slots - 1)) {
		const struct node *n = &b->node[b->slot[at] - MTBDD_TERMINALS];

		if (n->lo == lo && n->hi == hi && n->level == level)
			return b->slot[at];
	}
	b->node[b->nodes] = (struct node){.lo = lo, .hi = hi, .level = level};
	b->slot[at] = (uint32_t)(MTBDD_TERMINALS + b->nodes++);
	return b->slot[at];
}

/* Whether the result is known without the bits. */
static bool is_plain(enum mtbdd_op op, uint32_t f, uint32_t g, uint32_t *is)
{
	if (op == MTBDD_NOT) {
		*is = !f;
		return f < MTBDD_TERMINALS;
	}
	if (op == MTBDD_ELSE) {
		*is = f ? f : g;
		return f < MTBDD_TERMINALS || !g || f == g;
	}
	*is = f ? g : 0;
	return f < MTBDD_TERMINALS || !g || f == g;
}

uint32_t mtbdd_apply(struct mtbdd *b, enum mtbdd_op op, uint32_t f, uint32_t g)
{
	uint32_t is, lo, hi, key = (uint32_t)op + 1;
	unsigned level, level_f, level_g;
	struct result *r;

	if (b->error)
		return 0;
	if (is_plain(op, f, g, &is))
		return is;
	r = &b->cache[hash(f, g, key) & (b->cached - 1)];
	if (r->f == f && r->g == g && r->op == key)
		return r->is;
	level_f = mtbdd_level(b, f);
	level_g = mtbdd_level(b, g);
	level = level_f < level_g ? level_f : level_g;
	lo = mtbdd_apply(b, op, level_f == level ? mtbdd_child(b, f, 0) : f,
			 level_g == level ? mtbdd_child(b, g, 0) : g);
	hi = mtbdd_apply(b, op, level_f == level ? mtbdd_child(b, f, 1) : f,
			 level_g == level ? mtbdd_child(b, g, 1) : g);
	is = mtbdd_node(b, level, lo, hi);
	if (!b->error) /* the cache may have moved */
		b->cache[hash(f, g, key) & (b->cached - 1)] = (struct result){f, g, key, is};
	return is;
}

/* Whether this walk comes by a function for the first time. */
static bool is_new(struct mtbdd *b, uint32_t f)
{
	uint32_t *mark =
	    f < MTBDD_TERMINALS ? &b->terminal_mark[f] : &b->node[f - MTBDD_TERMINALS].mark;

	if (*mark == b->walk)
		return false;
	*mark = b->walk;
	return true;
}

static size_t cut(struct mtbdd *b, uint32_t f, unsigned level, uint32_t *left, size_t room,
		  size_t count)
{
	if (!is_new(b, f))
		return count;
	if (mtbdd_level(b, f) >= level) {
		if (count < room)
			left[count] = f;
		return count + 1;
	}
	count = cut(b, mtbdd_child(b, f, 0), level, left, room, count);
	return cut(b, mtbdd_child(b, f, 1), level, left, room, count);
}

size_t mtbdd_cut(struct mtbdd *b, uint32_t f, unsigned level, uint32_t *left, size_t room)
{
	b->walk++;
	return cut(b, f, level, left, room, 0);
}
