/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_STREAM_SEGMENT_H
#define GNO_STREAM_SEGMENT_H

/* Records of segments: their entries, and what neither can be (docs/design/preprocessors.md,
 * "Segments"). */

#include <stdbool.h>
#include <stdint.h>
#include "monitor/manifest.h"

#define GNO_ENTRY_CYCLES 65535 /* most cycles of an entry */

/* An entry of a segment: cycles in a row with the same watched word. */
struct gno_segment_entry {
	uint64_t word;	 /* of the last cycle in which it counted; 0 unless known */
	uint16_t length; /* cycles, from 1 on */
	bool known;	 /* the word counted since the sync */
	bool current;	 /* it counted in the first of these cycles */
};

/* Words of an entry of this node, and of so many of them with what pads them to a whole slot. */
unsigned gno_entry_size(const struct gno_node *node);
unsigned gno_entries_size(const struct gno_node *node, unsigned entries);

/* Entries that a record of this node has at most: all of a segment but the last have as many. */
unsigned gno_entries_most(const struct gno_node *node);

/* The entry at `w`, of gno_entry_size words. */
void gno_entry_read(const uint32_t *w, const struct gno_node *node, struct gno_segment_entry *out);

/* Whether an entry of a unit can come after `before`. */
bool gno_entry_follows(const struct gno_segment_unit *unit, const struct gno_segment_entry *before,
		       const struct gno_segment_entry *entry);

/*
 * Whether the words from word 4 on can be those of a record of kind segment that has all its words,
 * and whose times fit their epochs.
 */
bool gno_segment_can_be(const uint32_t *w, const struct gno_node *node, unsigned time_bits);

#endif
