/* SPDX-License-Identifier: Apache-2.0 */
/* segments: the watched words that a node keeps around its triggers
 * (docs/design/preprocessors.md, "Segments"). */
#ifndef GNOMON_MODEL_SEGMENTS_H
#define GNOMON_MODEL_SEGMENTS_H

#include "model.h"

/* A clock of all units, after all that fires is known. Gives each segment in the clock after its
 * last one, or in the last clock of the run. */
void segments_clock(struct model_node *node, unsigned int lines);

#endif
