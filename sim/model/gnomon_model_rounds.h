/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model_rounds: the rounds of a CAPTURE line in its interrupt form. */
#ifndef GNOMON_MODEL_ROUNDS_H
#define GNOMON_MODEL_ROUNDS_H

#include <stdbool.h>
#include <stdint.h>

struct model;
struct model_node;

enum {
	MODEL_NODES = 192, /* of a monitor */
	MODEL_EDGES = 8,   /* that are kept: more than in the longest lag */
};

/* A clock in which a round of the CAPTURE line began or ended. */
struct model_edge {
	bool there;
	bool ended;
	uint64_t time;
	uint32_t paused;	    /* clocks before it with the line asserted, */
	uint32_t length;	    /* and those of this round */
	uint8_t state[MODEL_NODES]; /* of each node */
};

/* The line in its interrupt form. */
struct model_rounds {
	bool asserted; /* in the last clock */
	uint32_t paused, length;
	uint8_t state[MODEL_NODES];
	struct model_edge edge[MODEL_EDGES]; /* the last ones */
	unsigned int edges;
	struct model_edge *latest; /* of the last clock: its states come in this one; or NULL */
};

void model_rounds_begin(struct model *model);

/* What a node shows of it in this clock, before model_rounds_clock(). */
void model_rounds_state(struct model *model, int node, int state);

/* A clock of the line, before that of the run. */
void model_rounds_clock(struct model *model, bool asserted);

/* Whether a round began or ended at a time, one clock ago at least; or NULL. */
const struct model_edge *model_rounds_edge(const struct model *model, uint64_t time);

/* The record of a node's trigger for it. */
void model_rounds_record(struct model_node *node, const struct model_edge *edge,
			 unsigned int number);

#endif
