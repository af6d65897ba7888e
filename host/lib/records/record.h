/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_RECORD_H
#define GNO_RECORD_H

/*
 * The one place of the host that knows how long a record is and whether words can be one at all
 * (docs/design/interfaces.md and docs/design/triggers.md, "Records").
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "monitor/manifest.h"
#include "gnomon/records.h"
#include "records/kind.h"

#define GNO_RECORD_HEADER 2	       /* words that every record begins with */
#define GNO_RECORD_WORDS_MAX (2 + 254) /* longest record there can be */

/* Bit of word 1 that gno_gap_ring reads. */
#define GNO_GAP_RING (UINT32_C(1) << 31)

/* Whether the trace buffer was full when the gap began; else only the FIFO. */
static inline int gno_gap_full(uint32_t w1)
{
	return !gno_gap_ring(w1);
}

/* Run number of a record with an epoch. A gap's lacks the highest bit, which is 1 in a run. */
static inline unsigned gno_record_run(uint32_t w1)
{
	return gno_record_kind(w1) == GNO_KIND_GAP ? gno_gap_run(w1) | 1u << GNO_RUN_TOP
						   : gno_beat_run(w1);
}

/* Word address of the write that a datum is of. */
static inline unsigned gno_datum_write(uint32_t w1)
{
	return gno_port_write_pack(gno_datum_sub(w1), gno_datum_page(w1));
}

/*
 * Bits of the times in extremes and of a gap's end: as much of {epoch, time} as a word holds, with
 * 7 bits of the epoch above the time.
 */
static inline unsigned gno_long_time_bits(unsigned time_bits)
{
	return time_bits < 25 ? time_bits + 7 : 32;
}

/* The line that a record of kind line is about. */
static inline enum gno_line gno_line_of(uint32_t w1, const struct gno_node *node)
{
	return gno_trigger_line(node->trigger[gno_record_code(w1)].kind);
}

/* Whether it is that of a round's begin; else of its end. */
static inline bool gno_line_is_began(uint32_t w1, const struct gno_node *node)
{
	return node->trigger[gno_record_code(w1)].kind ==
	       gno_round_trigger(gno_line_of(w1, node), true);
}

/* Whether the node's datums have `pc` and `process_time`. */
bool gno_datum_is_wide(const struct gno_node *node);

/* Whether the node sends records of this kind. */
bool gno_node_can_send(const struct gno_node *node, unsigned kind);

/*
 * Words that gno_record_words needs to have the whole record with that word 1: of a kind that is
 * none, those that every record has. They may be more than GNO_RECORD_WORDS_MAX where it cannot be
 * a record.
 */
unsigned gno_record_needs(uint32_t w1, const struct gno_node *node);

/*
 * Words of the whole record that begins at `w`, of which `avail` words can be read; 0 if more words
 * are needed to tell or to have it whole. GNO_ERR_FORMAT if it is no record of this monitor:
 * unknown kind, node out of range, code beyond the node's capacity, a datum, trigger or word of a
 * node without such, payload that is not as long as this node's or has bits that it cannot have, a
 * time above `time_bits`, reserved bits that are not zero, an epoch that contradicts the time.
 */
int gno_record_words(const uint32_t *w, size_t avail, const struct gno_manifest *m);

/* Whether word 2 of a gap has the whole epoch of its end, so that a later one says no more. */
static inline int gno_gap_end_is_known(unsigned time_bits)
{
	return gno_long_time_bits(time_bits) == time_bits + 7;
}

/*
 * Half periods of the time counter at the end of a gap that began in half period `half`: the least
 * that its words allow.
 */
uint64_t gno_gap_end_half(const uint32_t *w, unsigned time_bits, uint64_t half);

#endif
