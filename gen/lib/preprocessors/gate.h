/* SPDX-License-Identifier: Apache-2.0 */
/* The gate of a node's preprocessors: all that the generator knows of it but its place. */
#ifndef GNO_GEN_GATE_H
#define GNO_GEN_GATE_H

#include <stdio.h>

#define GATE_NAME "gate" /* its key, line of the router and pair */
#define GATE_NET "open"	 /* 1 while it is open, at M */

#define GATE_JOINS_MAX 6

struct gate_kind {
	unsigned columns; /* of the table of steps: what an event does to it */
	unsigned lanes;	  /* bytes of the actions of a code of the event port that are for it */
	const char *a;	  /* nets that its pair counts */
	const char *b;

	const char *module; /* of the library; it has a table bus and `first_i`, too */
	const char *title;
	const char *instance;
	struct {
		const char *port; /* NULL ends the list */
		const char *net;  /* NULL: that of its line */
	} joins[GATE_JOINS_MAX];
};

extern const struct gate_kind gate;

/* What its key means, for the reference page. */
void gate_put_key(const char *key, FILE *out);

#endif
