/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PATTERNS_H
#define GNO_PATTERNS_H

/*
 * From patterns to the tables of a node's trigger ranks (docs/design/triggers.md, "Watched word and
 * ranks"). The ranks are a recursive flow classification (Gupta and McKeown, "Packet Classification
 * on Multiple Fields", 1999): parts of the word that no pattern distinguishes share a class, then
 * pairs of classes share one. Two parts are distinguished where some rest of the word would be
 * another event, so the classes are as few as there can be.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "common/errors.h"
#include "monitor/manifest.h"
#include "compile/match/match.h"

/* A pattern and the event that it is. The first pattern of a list that matches a word gets it. */
struct gno_pattern {
	const struct gno_match *match;
	uint8_t code; /* 1..capacity of the node; several patterns may have the same one */
};

/* The tables of the ranks of one node, in the order of the tree. Cells that no word reaches are 0.
 */
struct gno_rank_tables {
	uint8_t *cell[GNO_MAX_RANKS];	 /* from the first table cell of the rank on */
	unsigned cells[GNO_MAX_RANKS];	 /* table cells that the index can address, 8 at least */
	unsigned classes[GNO_MAX_RANKS]; /* in use, with the class "none" where a word is in it */
};

/* Where the patterns did not fit. */
struct gno_pattern_misfit {
	unsigned rank;	 /* place in the tree; there may be others */
	unsigned needed; /* classes that the patterns need there, with the class "none" */
	bool at_least;	 /* needed is not exact: there are so many already where counting stopped */
	unsigned present; /* classes that a code of the rank can distinguish */
	bool too_complex; /* no rank was found too small: what is kept of the patterns would be too
			     large */
	size_t first;	  /* with the patterns before this one it fits, with this one it does not */
};

/*
 * Compiles the patterns of a node. On success the tables are the caller's (gno_rank_tables_free).
 * GNO_ERR_FIT: they do not fit, *misfit states where; the message names rank and numbers.
 * GNO_ERR_ARG: a code is 0 or above the capacity. GNO_ERR_NOMEM.
 */
int gno_patterns_compile(const struct gno_node *node, const struct gno_pattern *patterns,
			 size_t count, struct gno_rank_tables *out,
			 struct gno_pattern_misfit *misfit, struct gno_err *err);

void gno_rank_tables_free(struct gno_rank_tables *t);

enum gno_overlap_kind {
	GNO_OVERLAP_NONE, /* gets all words that it matches */
	GNO_OVERLAP_PART, /* patterns before it, with other codes, get some of them */
	GNO_OVERLAP_ALL,  /* patterns before it get all of them: it never happens */
};

struct gno_overlap {
	enum gno_overlap_kind kind;
	size_t with; /* the first pattern that gets one of its words */
};

/*
 * What the patterns before take away from each pattern; overlap has `count` entries. GNO_ERR_NOMEM,
 * GNO_ERR_FIT (too complex to decide).
 */
int gno_patterns_overlap(const struct gno_node *node, const struct gno_pattern *patterns,
			 size_t count, struct gno_overlap *overlap);

/* Name of a rank with the bits that it sees, for messages: "rank2 (pc 31..12, write)". */
const char *gno_rank_name(const struct gno_node *node, unsigned rank, char *text, size_t room);

#endif
