/* SPDX-License-Identifier: Apache-2.0 */
/* measure: what a node measures, clock by clock (docs/design/preprocessors.md). */
#ifndef GNOMON_MODEL_MEASURE_H
#define GNOMON_MODEL_MEASURE_H

#include "model.h"

/* The START. */
void measure_begin(struct model_node *node);

/* A clock before the START. */
void measure_before(struct model_measure *measure, const struct model_plan *plan,
		    const struct model_inputs *inputs);

/*
 * One clock up to where its actions are not known yet: event is the code of its word, 0 for none,
 * live: whether triggers are. fires: of each threshold.
 */
void measure_clock(struct model_node *node, const struct model_inputs *inputs, unsigned int event,
		   bool fires[MODEL_THRESHOLDS]);

/* What pairs and counters count in the clock: after all that fires is known, before
 * measure_actions. */
void measure_count(struct model_node *node, unsigned int lines);

/* The rest of it, with the actions that are heard and whether a sample is taken. */
void measure_actions(struct model_node *node, uint64_t actions, bool sampled);

/* Is there a ratio record with each sample? */
bool measure_samples(const struct model_plan *plan);

/* Its words. Returns their number. */
size_t measure_words(const struct model_node *node, uint32_t word[MODEL_WORDS]);

#endif
