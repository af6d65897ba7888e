/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_MATCH_TREE_H
#define GNO_MATCH_TREE_H

/* What a predicate is made of, and how it becomes a decision diagram. */

#include "compile/match/match.h"
#include "compile/match/mtbdd.h"

enum match_kind {
	MATCH_ANY,    /* every word */
	MATCH_MASKED, /* the bits of the field in mask `b` are those of value `a` */
	MATCH_RANGE,  /* the field is `a` to `b`, both included */
	MATCH_VALUES, /* the field is one of `value` */
	MATCH_NOT,    /* not part[0] */
	MATCH_AND,
	MATCH_OR,
};

struct gno_match {
	enum match_kind kind;
	const struct gno_field *field;
	uint64_t a, b;
	uint64_t *value;
	size_t values;
	struct gno_match **part;
	size_t parts;
};

/* An order of the bits of W. */
struct match_order {
	unsigned bits;
	uint8_t bit_at[GNO_MAX_WORD];	/* bit of W at a level */
	uint8_t level_of[GNO_MAX_WORD]; /* level of a bit of W */
};

/* The fields of a language of predicates, and what names mean as their values. */
struct match_language {
	const struct gno_node *node; /* its fields; the name is for messages */
	/* The value that a name is for a field. NULL: there are no names. */
	int (*value)(void *ctx, const struct gno_field *field, const char *name, uint64_t *value,
		     struct gno_err *err);
	/* Whether a field takes names only, no numbers. NULL: none does. */
	bool (*named)(void *ctx, const struct gno_field *field);
	void *ctx;
};

/* As gno_match_parse, but whether the predicate can be true is not looked at. */
int match_parse(const struct match_language *l, const char *text, struct gno_match **out,
		unsigned *column, struct gno_err *err);

/* A predicate of that kind without parts; NULL: no memory. */
struct gno_match *match_new(enum match_kind kind, const struct gno_field *field, uint64_t a,
			    uint64_t b);

/*
 * A test of a field that is false where the field's qualifier is 0. Takes `test`. NULL: no memory
 * (then `test` is freed), or `test` is NULL.
 */
struct gno_match *match_qualify(const struct gno_node *node, const struct gno_field *field,
				struct gno_match *test);

/* Gives `part` to `m`. 0, or GNO_ERR_NOMEM (then `part` is freed). */
int match_add(struct gno_match *m, struct gno_match *part);

/* The order with the highest bit first. */
void match_plain_order(const struct gno_node *node, struct match_order *order);

/* The predicate as a function of the bits in that order: 0 or 1. */
uint32_t match_build(const struct gno_match *m, struct mtbdd *b, const struct match_order *order);

/* 0, or GNO_ERR_ARG with the reason where no word matches. GNO_ERR_NOMEM, GNO_ERR_FIT. */
int match_check(const struct gno_node *node, const struct gno_match *m, struct gno_err *err);

#endif
