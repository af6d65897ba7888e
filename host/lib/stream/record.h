/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_RECORD_H
#define GNO_RECORD_H

/*
 * The one place of the host that knows how long a record is and whether words can be one at all
 * (docs/design/interfaces.md and docs/design/triggers.md, "Records").
 */

#include <stddef.h>
#include <stdint.h>
#include "gnomon/manifest.h"
#include "gnomon/records.h"

#define GNO_RECORD_HEADER 2	       /* words that every record begins with */
#define GNO_RECORD_WORDS_MAX (2 + 254) /* longest record there can be */
#define GNO_KIND_MAX 15		       /* kinds in use are below */
#define GNO_DATUM_SUB 0x3f  /* bits of a datum's code: where in its page the write went */
#define GNO_DATUM_LONG 0x40 /* and whether the record has three slots */
#define GNO_GAP_RING 0x80   /* bit of a gap's aux: the ring was busy */

/* Fields of word 1. */
static inline unsigned gno_word_kind(uint32_t w1)
{
	return w1 & 0xff;
}

static inline unsigned gno_word_node(uint32_t w1)
{
	return w1 >> 8 & 0xff;
}

/* Event code, trigger number, or as the kind has it; of beat, sync, flush and gap the epoch. */
static inline unsigned gno_word_code(uint32_t w1)
{
	return w1 >> 16 & 0xff;
}

/* Flags and page, payload words of a ratio record; of beat, sync, flush, gap see gno_word_run. */
static inline unsigned gno_word_aux(uint32_t w1)
{
	return w1 >> 24;
}

/* Run number of beat, sync, flush and gap. A gap uses the highest bit, which is 1 in a run. */
static inline unsigned gno_word_run(uint32_t w1)
{
	return gno_word_aux(w1) | (gno_word_kind(w1) == GNO_KIND_GAP ? GNO_GAP_RING : 0);
}

/* Whether the trace buffer was full when the gap began; else the ring was busy. */
static inline int gno_word_full(uint32_t w1)
{
	return !(gno_word_aux(w1) & GNO_GAP_RING);
}

/* Flags of an event, a trigger, a datum or a word. */
static inline unsigned gno_word_flags(uint32_t w1)
{
	return w1 >> 24 & 0xf;
}

/* Page that the write of a datum went to. */
static inline unsigned gno_word_page(uint32_t w1)
{
	return w1 >> 28;
}

/* Word address of the write that a datum is of: page * 64 + sub. */
static inline unsigned gno_word_write(uint32_t w1)
{
	return gno_word_page(w1) << 6 | (gno_word_code(w1) & GNO_DATUM_SUB);
}

/* Whether records of this kind bear epoch and run number. */
int gno_kind_bears_epoch(unsigned kind);

/* Name of a kind ("event"), NULL for a number that is none. */
const char *gno_kind_name(unsigned kind);

/* Whether records of this kind are parts of blocks: bucket, counter. */
int gno_kind_is_block(unsigned kind);

/*
 * Payload words of this node's ratio records, and those of them that bear its pairs; six words an
 * extreme follow. 0: the node has neither, and sends none.
 */
unsigned gno_ratio_words(const struct gno_node *node);
unsigned gno_pair_words(const struct gno_node *node);

/*
 * Where pair `i` begins, in half words of the payload, if the one before begins at `at` (0: there
 * is none): pairs of each group begin with a slot.
 */
unsigned gno_pair_after(const struct gno_node *node, unsigned i, unsigned at);

/* Fields of a block's record, whose payload begins at `p`: word 2 of the record. */
#define GNO_BLOCK_HEAD 6	   /* words of payload before the counts */
#define GNO_EXTREME_WORDS 6	   /* of one extreme in a sample */
#define GNO_EXTREME_ANY (1u << 16) /* bit of its fifth word: there was a value */

/*
 * Bits of the times in extremes and of a gap's end: as much of {epoch, time} as a word holds, with
 * 7 bits of the epoch above the time.
 */
static inline unsigned gno_long_time_bits(unsigned time_bits)
{
	return time_bits < 25 ? time_bits + 7 : 32;
}

static inline unsigned gno_block_first(const uint32_t *p)
{
	return p[3] & 0xffff;
}

static inline unsigned gno_block_many(const uint32_t *p)
{
	return p[3] >> 16;
}

static inline int gno_block_flag(const uint32_t *p, unsigned flag)
{
	return p[2] >> flag & 1;
}

/* Counts of a whole block of this kind and unit. */
unsigned gno_block_size(const struct gno_node *node, unsigned kind, unsigned unit);

/* Words of this node's datums, 4 or 6; 0: it has no event port. */
unsigned gno_datum_words(const struct gno_node *node);

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
