/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_MEASURES_H
#define GNO_MEASURES_H

/* The measures of Carpenter, "Measuring Resource Utilization", Table 2: what a pair has to count
 * for each. */

#include <stdbool.h>
#include <stddef.h>
#include "monitor/manifest.h"
#include "compile/pattern_file.h"

/* Expressions of the router that A and B count. */
struct gno_measure_inputs {
	const char *a; /* NULL: nothing */
	const char *b;
};

#define GNO_MEASURE_WAYS 3

struct gno_measure_kind {
	const char *name;
	const char *a, *b; /* what they count, for a reader; a is NULL where B alone is printed */
	enum gno_measure_print print;
	const char *printed; /* what is printed, for a reader */
	/* What the target's signals may be called, in the order in which it is tried; the last has
	 * no b. */
	struct gno_measure_inputs way[GNO_MEASURE_WAYS + 1];
	bool only_one; /* of a node with signals for two ways the user names one */
	bool of;       /* of a signal that the user names: NAME of SIGNAL */
	bool classes;  /* no pair: a unit of buckets over the event codes */
};

/* All measures. */
const struct gno_measure_kind *gno_measure_kinds(size_t *count);

/* The measure of that name, NULL: none. A text "NAME of ..." is that of NAME; *of is what follows,
 * else NULL.
 */
const struct gno_measure_kind *gno_measure_named(const char *text, const char **of);

/*
 * Whether a pair of the node can count these inputs, with its routed inputs free: -1: no; else how
 * many of them are fixed (0 to 2), the others are routed. The gate's pair and pairs with a gate of
 * their own are none.
 */
int gno_measure_fits(const struct gno_node *n, unsigned pair, const struct gno_measure_inputs *in);

/* Whether some pair of the node can count these inputs; if not, `why` states what is missing. */
bool gno_measure_possible(const struct gno_node *n, const struct gno_measure_inputs *in, char *why,
			  size_t room);

/*
 * The way in which the node can take a measure that is not `of` a signal and needs a pair; NULL: it
 * cannot, or (only_one) it could in several; `why` states the reason.
 */
const struct gno_measure_inputs *gno_measure_way(const struct gno_node *n,
						 const struct gno_measure_kind *kind, char *why,
						 size_t room);

/* The unit of buckets over event codes, -1: the node has none. */
int gno_measure_classes(const struct gno_node *n);

/* How a node takes a measure. */
struct gno_measure_answer {
	bool able;
	const char *pair; /* that counts A and B as it is; NULL: a routed pair, or none is needed */
	char text[360];	  /* what takes it, or what is missing, for a reader */
};

void gno_measure_ask(const struct gno_node *n, const struct gno_measure_kind *kind,
		     struct gno_measure_answer *out);

#endif
