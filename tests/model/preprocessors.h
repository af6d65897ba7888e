/* SPDX-License-Identifier: Apache-2.0 */
/* preprocessors: what a node measures, clock by clock (docs/design/preprocessors.md). */
#ifndef GNOMON_MODEL_PREPROCESSORS_H
#define GNOMON_MODEL_PREPROCESSORS_H

#include "model.h"

/* The START. */
void preprocessors_begin(struct model_node *node);

/* A clock before the START. */
void preprocessors_before(struct model_preprocessors *preprocessors, const struct model_plan *plan,
			  const struct model_inputs *inputs);

/*
 * One clock up to where its actions are not known yet: event is the code of its word, 0 for none,
 * live: whether triggers are. fires: of each threshold.
 */
void preprocessors_clock(struct model_node *node, const struct model_inputs *inputs,
			 unsigned int event, bool fires[MODEL_THRESHOLDS]);

/* What pairs and counters count in the clock: after all that fires is known, before
 * preprocessors_actions. */
void preprocessors_count(struct model_node *node, unsigned int lines);

/* The rest of it, with the actions that are heard and whether a sample is taken. */
void preprocessors_actions(struct model_node *node, uint64_t actions, bool sampled);

/* Is there a ratio record with each sample? */
bool units_samples(const struct model_plan *plan);

/* Its words. Returns their number. */
size_t preprocessors_words(const struct model_node *node, uint32_t word[MODEL_WORDS]);

#endif
