/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a monitor carries, in slots of 64 bits a cycle. An event is a slot, its sample one more and
 * another for each two words.
 */
#ifndef GNO_GEN_RATE_H
#define GNO_GEN_RATE_H

#include "plan/plan.h"

#define RATE_RING_SHARE 0.9 /* of what the wires carry: the goal of `ring_share` in the bench */
#define RATE_EVENT_CYCLES                                                                          \
	64 /* between two events of a node that any ring should carry, all nodes busy */
#define RATE_SAMPLE_CYCLES 1024 /* and between two samples */
#define RATE_WIRES_MOST 32u

/* Slots of an event with a sample of so many words. */
unsigned rate_sampled_slots(unsigned words);

/* Slots a cycle that the ring carries, all nodes together. */
double rate_ring(unsigned wires);

/* The same where a hop to another chip is in between. */
double rate_hop(unsigned wires, unsigned delay);

/* The ring of a plan, with or without hops. */
double rate_plan_ring(const struct plan *plan);

/* Slots a cycle that the link carries at its rate. */
double rate_link(const struct plan *plan);

/* Events in consecutive cycles that a node's FIFO holds; without a ring those that the trace buffer
 * holds. */
unsigned rate_burst(const struct plan *plan, const struct plan_node *node);

/* Cycles between two samples of a node that are enough for both to be taken, whatever is counted
 * and reset. */
struct rate_samples {
	unsigned burst; /* while the queue of samples has room */
	double alone;	/* for any length of time, where no other node sends anything */
	double all;	/* the same, where all nodes with samples send one as often */
};

/* Returns 0 where the node has no samples. */
int rate_samples(const struct plan *plan, const struct plan_node *node, struct rate_samples *rate);

#endif
