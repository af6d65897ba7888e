/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model_segments: the segments of a node of a model. */
#ifndef GNOMON_MODEL_SEGMENTS_H
#define GNOMON_MODEL_SEGMENTS_H

#include "gnomon_model_parts.h"

/* An entry of a segment. */
struct model_entry {
	uint64_t word;
	uint16_t length;
	bool known, current;
};

/* A memory of segments: of the one at hand, the last entry is not over. */
struct model_memory {
	struct model_entry *entry; /* a ring, of `room` */
	unsigned int room, first, entries;
	bool triggered;
	uint64_t at;	   /* the trigger, */
	unsigned int left; /* and entries that are to come */
	uint32_t missed;
};

/* Room for them; false: there is none. */
bool model_segments_open(struct model_node *node);

/* Nothing is kept. */
void model_segments_begin(struct model_node *node);

/* The word of a clock, and whether a trigger is in it. */
void model_segments_clock(struct model *model, struct model_node *node,
			  const struct model_hit *hit);

/* The word of a clock without a trigger in it, while no unit has one. */
void model_segments_quick(struct model_node *node, bool when, const uint32_t *in);

/* Whether a unit has a trigger, and its segment is not over. */
bool model_segments_fill(const struct model_node *node);

/* The end of the run. */
void model_segments_flush(struct model *model, struct model_node *node);

#endif
