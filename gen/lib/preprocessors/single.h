/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What preprocessors of a node have once: the gate, the router and the ratio counters; all that the
 * generator knows of each but its place.
 */
#ifndef GNO_GEN_SINGLE_H
#define GNO_GEN_SINGLE_H

#include <stdio.h>

#include "tables/key.h"

#define GATE_NAME "gate" /* its key, line of the router and pair */
#define GATE_NET "open"	 /* 1 while it is open, at M */

#define GATE_JOINS_MAX 6

/* The gate. */
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

/* The router of the signals. */
struct router_kind {
	unsigned clocks; /* from a signal to the lines */

	const char *module; /* of the library; it has a table bus, too */
	const char *title;
	const char *instance;
	const char *signals; /* nets: what it chooses from, a bit each */
	const char *line;    /* its lines, */
	const char *restart; /* and that what counts by them restarts */
};

extern const struct router_kind router;

/* The ratio counters. */
struct ratios_kind {
	struct key_section section;
	const char *one; /* a pair, as the list of nodes in the emitted file calls it */
	const char *many;

	const char *module; /* of the library, for the pairs of a bank */
	const char *instance;
	const char *join; /* the module that joins the words of several banks */
	const char *join_instance;
	const char *title;
};

extern const struct ratios_kind ratios;

#endif
