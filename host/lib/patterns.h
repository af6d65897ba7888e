/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PATTERNS_H
#define GNO_PATTERNS_H

/*
 * From words that are to be recognised to the tables of a node's trigger ranks (docs/design/interfaces.md,
 * "Tables of a node"). The method is recursive flow classification (Gupta and McKeown 1999): values of a
 * chunk that no rule can tell apart share a class, then pairs of classes share one. Two values are told
 * apart by what the rest of the word would have to be, so the classes are as few as there can be.
 */

#include <stddef.h>
#include <stdint.h>
#include "gnomon/error.h"
#include "gnomon/manifest.h"

#define GNO_RANKS 4 /* ranks that hold classes: chunk 0, 1, 2 and the pair of chunk 1 and chunk 0 */

/* A word and the event that it is. */
struct gno_rule {
	uint32_t word;
	uint8_t code; /* 1..capacity of the node */
};

/* The tables of one node, as they are written; cells beyond the ones in use are 0. */
struct gno_tables {
	uint8_t *cell[GNO_TABLES];   /* table_cells[number] cells each */
	unsigned classes[GNO_RANKS]; /* classes in use, without the one for "nothing" */
};

/* Where the rules did not fit. */
struct gno_misfit {
	unsigned rank;	  /* 0..3, as in struct gno_tables */
	unsigned needed;  /* classes */
	unsigned present; /* classes that a code of the rank can tell */
	size_t first;	  /* with the rules up to and without this one it still fits */
};

/*
 * Compiles the rules of a node. No two of them may have the same word, and codes are within capacity (the
 * caller's business). `actions` has 2^code_bits entries. On success the tables are the caller's
 * (gno_tables_free). GNO_ERR_FIT: too many classes, *misfit tells where; GNO_ERR_NOMEM.
 */
int gno_tables_compile(const struct gno_node *node, const struct gno_rule *rules, size_t count,
		       const uint8_t *actions, struct gno_tables *out, struct gno_misfit *misfit,
		       struct gno_err *err);

void gno_tables_free(struct gno_tables *t);

/* Name of a rank for messages: "chunk 0 (bits 9..0)". */
const char *gno_rank_name(const struct gno_node *node, unsigned rank, char *text, size_t room);

#endif
