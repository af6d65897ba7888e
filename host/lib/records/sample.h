/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_RECORD_SAMPLE_H
#define GNO_RECORD_SAMPLE_H

/* The payload of a sample, a record of kind ratio: its pairs, then its extremes
 * (docs/design/preprocessors.md). */

#include <stdbool.h>
#include <stdint.h>
#include "monitor/manifest.h"

/*
 * Payload words of this node's ratio records, and those of them that bear its pairs; six words an
 * extreme follow. 0: the node has neither, and sends none.
 */
unsigned gno_sample_words(const struct gno_node *node);
unsigned gno_pair_words(const struct gno_node *node);

/* Half words of one of its pairs. */
unsigned gno_pair_halves(const struct gno_node *node);

/*
 * Where pair `i` begins, in half words of the payload, if the one before begins at `at` (0: there
 * is none): pairs of each group begin with a slot.
 */
unsigned gno_pair_after(const struct gno_node *node, unsigned i, unsigned at);

/* Whether the words from `payload` on can be those of a sample that has all its words. */
bool gno_sample_can_be(const uint32_t *payload, const struct gno_node *node, unsigned time_bits);

#endif
