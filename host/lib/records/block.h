/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_RECORD_BLOCK_H
#define GNO_RECORD_BLOCK_H

/* Records that are parts of a block: its bounds, and the counts of buckets and counters
 * (docs/design/preprocessors.md). */

#include <stdbool.h>
#include <stdint.h>
#include "gnomon/records.h"
#include "monitor/manifest.h"

/* Words of a block's record before the counts. The records of a snapshot of counters have the
 * fields of those of buckets at the same places, under names of their own: gno_bucket_first(w). */
#define GNO_BLOCK_WORDS GNO_BUCKET_WORDS

/* Counts of a whole block of this kind, bucket or counter, and unit. */
unsigned gno_block_size(const struct gno_node *node, unsigned kind, unsigned unit);

/* Whether the two times of a block fit their epochs, and no bit is set that has no meaning. All
 * kinds of blocks have them at the same places. */
bool gno_block_bounds_can_be(const uint32_t *w, unsigned time_bits);

/* Whether a record of buckets or counters, which needs so many words, holds a part of its block,
 * and says so. */
bool gno_block_part_can_be(const uint32_t *w, const struct gno_node *node, unsigned words);

/* Whether its counts, of so many bits, can be, and agree with the flag that says that some are at
 * their end. */
bool gno_block_counts_can_be(const uint32_t *w, unsigned bits);

#endif
