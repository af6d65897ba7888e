/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ANALYSIS_STRINGS_H
#define GNO_ANALYSIS_STRINGS_H

/*
 * The beginnings of strings as a tree: each node is a receive, its letter the party that receives.
 * Where a string is too long or there are too many, it goes on among nodes that know only the last
 * three letters.
 */

#include "passes/causality/causality.h"

#define STRING_NONE UINT32_MAX

struct string_node {
	uint32_t parent;	       /* STRING_NONE: a root, or knows three letters only */
	unsigned before, from, letter; /* the last three letters; STRING_NONE: there is none */
	unsigned length;	       /* letters after the requestor */
	uint64_t came;		       /* messages */
	uint64_t silent, open;
	uint64_t cut[CAUSALITY_CUTS];
};

struct strings {
	struct string_node *node; /* first the roots, one a requestor */
	size_t nodes, room;
	uint32_t *slot; /* places in the list of nodes plus one; 0: free */
	size_t slots;	/* a power of two */
	unsigned servers;
};

/* GNO_ERR_NOMEM; `s` is to be freed also then. */
int strings_begin(struct strings *s, unsigned servers, unsigned requestors);
void strings_free(struct strings *s);
/* Counts a message from a node to a party; *to is the node of its receive. GNO_ERR_NOMEM. */
int strings_step(struct strings *s, uint32_t from, unsigned letter, uint32_t *to);

/* Whether a node knows all letters from the request on. */
static inline bool string_is_whole(const struct string_node *n)
{
	return n->parent != STRING_NONE;
}

#endif
