/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_MATCH_H
#define GNO_MATCH_H

/*
 * Predicates over the fields of a node's watched word, in the language of "Expressions" in
 * docs/reference/experiment.md. A predicate keeps pointers to the fields of its node's manifest and
 * belongs to that node, or to one with the same fields. Bits of a field that are left out are read
 * as 0; the qualifier is no part of it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "common/errors.h"
#include "monitor/manifest.h"

struct gno_match;

/* Value of a symbol of the program: 0, or an error where there is none of that name, or more than
 * one. */
typedef int gno_match_lookup(void *ctx, const char *name, uint64_t *value, struct gno_err *err);

/*
 * Reads an expression. `lookup` may be NULL: then there are no symbols. On success *out is the
 * caller's (gno_match_free). GNO_ERR_ARG: the expression is at fault, at *column (from 1) of the
 * text; also where it is sound and no word can match it, then the message begins "never matches".
 * GNO_ERR_NOMEM.
 */
int gno_match_parse(const struct gno_node *node, const char *text, gno_match_lookup *lookup,
		    void *ctx, struct gno_match **out, unsigned *column, struct gno_err *err);

/*
 * One of `count` (at least 1) values of a field, in any order. GNO_ERR_ARG: the node has no such
 * field, or a value that no word can have (wider than the field, or with a bit that is left out).
 * GNO_ERR_NOMEM.
 */
int gno_match_values(const struct gno_node *node, const char *field, const uint64_t *values,
		     size_t count, struct gno_match **out, struct gno_err *err);

/* A value of a field from lo to hi, both included. Errors as gno_match_values. */
int gno_match_range(const struct gno_node *node, const char *field, uint64_t lo, uint64_t hi,
		    struct gno_match **out, struct gno_err *err);

/* Frees a predicate; NULL is allowed. */
void gno_match_free(struct gno_match *m);

/*
 * Whether exactly one watched word matches (as a later word of a strict sequence must be): 1 and
 * the word, or 0. GNO_ERR_NOMEM, GNO_ERR_FIT (the predicate is too complex to decide).
 */
int gno_match_only_word(const struct gno_node *node, const struct gno_match *m, uint64_t *word);

#endif
