/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model_tick: the time of a node that is coarser than a cycle. */
#ifndef GNOMON_MODEL_TICK_H
#define GNOMON_MODEL_TICK_H

#include <stdint.h>

struct model;
struct model_node;

/* The ticks of a node's time. */
struct model_tick {
	uint32_t first; /* the state that gives the place in period 0 */
	uint32_t leap;	/* times this gives that of the next one */
	uint64_t at;	/* the period of the last question, and its state */
	uint32_t state;
};

/* Of a new run, whose number is known. */
void model_tick_begin(const struct model *model, struct model_node *node);
/* What records call that time: that of the last tick before it; the time itself without ticks. */
uint64_t model_tick_time(struct model_node *node, uint64_t time);
/* When that is `time` for the first time; a multiple of a tick, not 0. */
uint64_t model_tick_reaches(struct model_node *node, uint64_t time);

#endif
