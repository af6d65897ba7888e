/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model_rounds: the rounds of lines in their interrupt form. */
#ifndef GNOMON_MODEL_ROUNDS_H
#define GNOMON_MODEL_ROUNDS_H

#include <stdbool.h>
#include <stdint.h>

struct model;
struct model_node;

enum {
	MODEL_NODES = 192, /* of a monitor */
	MODEL_KEPT = 128,  /* entries whose times are kept: more than on their way to a store */
	MODEL_EDGES = 8,   /* that are kept: more than in the longest lag */
	/* gnomon_model_raised */
	MODEL_RAISE_GLOBAL = 0,
	MODEL_RAISE_EVENT = 1,
	MODEL_RAISE_FULL = 2,
	MODEL_RAISES = 3,
	MODEL_RAISED_WORDS = (MODEL_NODES + 31) / 32,
};

/* A clock in which a round of a line began or ended. */
struct model_edge {
	bool there;
	bool ended;
	uint8_t line; /* 0: the first one that there is */
	uint64_t time;
	uint32_t paused;	    /* clocks before it with a line asserted, */
	uint32_t length;	    /* and those of this round */
	uint8_t state[MODEL_NODES]; /* of each node */
};

/* The lines in their interrupt form: one at most is asserted in a clock. */
struct model_rounds {
	uint8_t asserted; /* in the last clock, a bit each */
	uint32_t paused, length;
	uint8_t state[MODEL_NODES];
	struct model_edge edge[MODEL_EDGES]; /* the last ones */
	unsigned int edges;
	struct model_edge *latest; /* of the last clock: its states come in this one; or NULL */
};

/* Entries of a local store. */
struct model_kept {
	unsigned int entries;
	uint64_t time[MODEL_KEPT]; /* of the last ones, a ring */
	uint8_t at;
};

void model_rounds_begin(struct model *model);

/* What a node shows of it in this clock, before model_rounds_clock(). */
void model_rounds_state(struct model *model, int node, int state);

/* A clock of the lines, a bit each, before that of the run. */
void model_rounds_clock(struct model *model, uint8_t asserted);

/* Whether a round began or ended at a time, one clock ago at least; or NULL. */
const struct model_edge *model_rounds_edge(const struct model *model, uint64_t time);

/* The number of a node's trigger for it, and the record of that. */
unsigned int model_rounds_number(const struct model_node *node, const struct model_edge *edge);
void model_rounds_record(const struct model *model, struct model_node *node,
			 const struct model_edge *edge);

/* Whether it is one of the REPORT line. */
bool model_rounds_reports(const struct model *model, const struct model_edge *edge);

#endif
