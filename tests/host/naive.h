/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NAIVE_H
#define NAIVE_H

/*
 * Random trees of ranks, random patterns, and what they mean, done the slow way: patterns are data
 * that is looked at for each word, words are put together bit by bit, tables are looked up as the
 * hardware does. Shares no code with the library.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "gnomon/manifest.h"
#include "match/patterns.h"

#define NAIVE_FIELDS 5
#define NAIVE_PREDICATES 600
#define NAIVE_ITEMS 6
#define NAIVE_PATTERNS 300

/* Values of the fields of a word, all bits of them. */
struct naive_word {
	uint64_t value[NAIVE_FIELDS];
};

enum naive_kind {
	NAIVE_IN,
	NAIVE_NOT_IN,
	NAIVE_LESS,
	NAIVE_MORE,
	NAIVE_TRUTH,
	NAIVE_ALL,
	NAIVE_BOTH,
	NAIVE_EITHER,
	NAIVE_NO
};

struct naive_item {
	bool range; /* a..b, else the bits in mask b are those of a */
	uint64_t a, b;
};

struct naive_predicate {
	enum naive_kind kind;
	unsigned field;
	struct naive_item item[NAIVE_ITEMS]; /* of NAIVE_IN, NAIVE_NOT_IN; the limit of NAIVE_LESS,
						NAIVE_MORE is item[0].a */
	unsigned items;
	unsigned part[2]; /* places in the pool */
};

struct naive {
	uint64_t seed;
	bool qualified; /* field 0 has one bit, and qualifies some of the others */
	struct gno_node node;
	uint64_t kept[NAIVE_FIELDS]; /* bits of the fields that are kept */
	struct naive_predicate pool[NAIVE_PREDICATES];
	unsigned predicates;
	unsigned pattern[NAIVE_PATTERNS]; /* the predicate of each */
	uint8_t code[NAIVE_PATTERNS];
	size_t patterns;
	struct gno_match *match[NAIVE_PATTERNS];
	struct gno_pattern given[NAIVE_PATTERNS]; /* to the library */
};

uint64_t naive_random(struct naive *n);
unsigned naive_below(struct naive *n, unsigned limit);

/*
 * A node with a word of so many bits (8..64), so many fields at most (2 at least where
 * `qualified`), and a random tree.
 */
void naive_make_node(struct naive *n, unsigned bits, unsigned fields, unsigned code_bits);

/* Throws random patterns that can match; `spread` is the number of different values they are made
 * of. */
void naive_make_patterns(struct naive *n, size_t count, unsigned spread);

/* Adds the pattern of one word. */
void naive_add_word(struct naive *n, const struct naive_word *w, uint8_t code);

void naive_free_patterns(struct naive *n);
void naive_free(struct naive *n);

/* The word W: the bits that are kept. */
uint64_t naive_pack(const struct naive *n, const struct naive_word *w);
void naive_unpack(const struct naive *n, uint64_t packed, struct naive_word *w);

/* The event of a word with the first `count` patterns. */
unsigned naive_event(const struct naive *n, size_t count, const struct naive_word *w);

/* What the hardware makes of a word with these tables. */
unsigned naive_look_up(const struct naive *n, const struct gno_rank_tables *t, uint64_t packed);

/* A word at a border of the patterns: an end of a range or a value, one beside it, a bit turned, or
 * parts of two. */
void naive_border_word(struct naive *n, struct naive_word *w);

/* The predicate of a pattern as an expression. */
void naive_print(const struct naive *n, unsigned predicate, char *text, size_t room);

#endif
