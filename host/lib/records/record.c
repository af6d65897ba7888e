/* SPDX-License-Identifier: Apache-2.0 */
#include "records/record.h"

#include "records/block.h"
#include "records/sample.h"
#include "records/segment.h"

#define WORDS_OF_SLOT (GNO_SLOT_BYTES / 4)

bool gno_datum_is_wide(const struct gno_node *node)
{
	return node->port.pc || node->port.process_time;
}

/* The highest code that an event or a trigger of this node may have. */
static unsigned highest_code(const struct gno_node *node)
{
	unsigned most = node->capacity;

	if (node->triggers > most + 1)
		most = node->triggers - 1;
	return most;
}

/* A record whose words are all there. */
struct whole {
	const uint32_t *w;
	const struct gno_node *node;
	unsigned time_bits;
};

/*
 * The rules: a function for each word of GNO_KINDS. Whether a node sends records of a kind.
 */
static int sender_any(const struct gno_node *node)
{
	(void)node;
	return 1;
}

static int sender_sample(const struct gno_node *node)
{
	return gno_sample_words(node) > 0;
}

static int sender_port(const struct gno_node *node)
{
	return node->port.bus != GNO_BUS_NONE;
}

static int sender_triggers(const struct gno_node *node)
{
	return node->triggers > 0;
}

static int sender_timer(const struct gno_node *node)
{
	return node->timer;
}

static int sender_capture(const struct gno_node *node)
{
	return node->capture;
}

static int sender_line(const struct gno_node *node)
{
	return node->rounds[GNO_LINE_CAPTURE] || node->rounds[GNO_LINE_REPORT];
}

static int sender_buckets(const struct gno_node *node)
{
	return node->preprocessors.buckets > 0;
}

static int sender_counters(const struct gno_node *node)
{
	return node->preprocessors.counters > 0;
}

static int sender_segments(const struct gno_node *node)
{
	return node->preprocessors.segments > 0;
}

/* Whether word 1 of a node's record can have its code. */
static int code_event(uint32_t w1, const struct gno_node *node)
{
	return gno_record_code(w1) >= 1 && gno_record_code(w1) <= node->capacity;
}

static int code_trigger(uint32_t w1, const struct gno_node *node)
{
	return gno_record_code(w1) < node->triggers;
}

static int code_buckets(uint32_t w1, const struct gno_node *node)
{
	return gno_record_code(w1) < node->preprocessors.buckets;
}

static int code_counters(uint32_t w1, const struct gno_node *node)
{
	return gno_record_code(w1) < node->preprocessors.counters;
}

static int code_segments(uint32_t w1, const struct gno_node *node)
{
	return gno_record_code(w1) < node->preprocessors.segments;
}

static int code_request(uint32_t w1, const struct gno_node *node)
{
	return gno_record_code(w1) <= highest_code(node) ||
	       (sender_port(node) && !gno_datum_zero(w1));
}

static int code_epoch(uint32_t w1, const struct gno_node *node)
{
	(void)w1;
	(void)node;
	return 1;
}

static int code_zero(uint32_t w1, const struct gno_node *node)
{
	(void)node;
	return !gno_record_code(w1);
}

static int code_bit(uint32_t w1, const struct gno_node *node)
{
	(void)node;
	return gno_record_code(w1) <= 1;
}

static int code_port(uint32_t w1, const struct gno_node *node)
{
	return gno_datum_wide(w1) == gno_datum_is_wide(node) && !gno_datum_zero(w1);
}

/* Whether it can have its aux byte. */
static int aux_flags(uint32_t w1, const struct gno_node *node)
{
	(void)node;
	return gno_record_aux(w1) == gno_record_flags(w1);
}

static int aux_page(uint32_t w1, const struct gno_node *node)
{
	(void)w1;
	(void)node;
	return 1;
}

static int aux_state(uint32_t w1, const struct gno_node *node)
{
	(void)node;
	return !gno_capture_zero(w1) && gno_capture_known(w1) >= gno_capture_current(w1);
}

static int aux_round(uint32_t w1, const struct gno_node *node)
{
	(void)w1;
	(void)node;
	return 1;
}

static int aux_sample(uint32_t w1, const struct gno_node *node)
{
	return gno_record_aux(w1) == gno_sample_words(node);
}

static int aux_block(uint32_t w1, const struct gno_node *node)
{
	unsigned words = GNO_RECORD_HEADER + gno_record_aux(w1);

	(void)node;
	return words > GNO_BLOCK_WORDS && words <= GNO_BLOCK_WORDS + GNO_BLOCK_MANY &&
	       words % 2 == 0;
}

static int aux_entries(uint32_t w1, const struct gno_node *node)
{
	unsigned words = GNO_RECORD_HEADER + gno_record_aux(w1);

	return words >= GNO_SEGMENT_WORDS &&
	       words <= GNO_SEGMENT_WORDS + gno_entries_size(node, gno_entries_most(node)) &&
	       words % 2 == 0;
}

static int aux_run(uint32_t w1, const struct gno_node *node)
{
	(void)w1;
	(void)node;
	return 1;
}

static int aux_zero(uint32_t w1, const struct gno_node *node)
{
	(void)node;
	return !gno_record_aux(w1);
}

/* Words of the record with that word 1; `least` is the least of its kind. */
static unsigned length_fixed(uint32_t w1, const struct gno_node *node, unsigned least)
{
	(void)w1;
	(void)node;
	return least;
}

static unsigned length_aux(uint32_t w1, const struct gno_node *node, unsigned least)
{
	(void)node;
	(void)least;
	return GNO_RECORD_HEADER + gno_record_aux(w1);
}

static unsigned length_datum(uint32_t w1, const struct gno_node *node, unsigned least)
{
	(void)w1;
	return least + (gno_datum_is_wide(node) ? WORDS_OF_SLOT : 0);
}

/* Whether the words behind word 1 can be. */
static int payload_any(const struct whole *r)
{
	(void)r;
	return 1;
}

static int payload_sample(const struct whole *r)
{
	return gno_sample_can_be(r->w + GNO_RECORD_HEADER, r->node, r->time_bits);
}

/* Whether a record of buckets or counters can be, but for its counts. */
static int is_part(const struct whole *r)
{
	return gno_block_part_can_be(r->w, r->node, gno_record_needs(r->w[1], r->node)) &&
	       gno_block_bounds_can_be(r->w, r->time_bits);
}

static int payload_buckets(const struct whole *r)
{
	unsigned unit = gno_record_code(r->w[1]);

	return is_part(r) &&
	       gno_block_counts_can_be(r->w, r->node->preprocessors.bucket[unit].bits);
}

static int payload_counters(const struct whole *r)
{
	return is_part(r) && !gno_block_bit(r->w, GNO_BLOCK_LATE) && !gno_counter_zero(r->w) &&
	       gno_block_counts_can_be(r->w, 32);
}

static int payload_segments(const struct whole *r)
{
	return gno_block_bounds_can_be(r->w, r->time_bits) &&
	       gno_segment_can_be(r->w, r->node, r->time_bits);
}

static int payload_port(const struct whole *r)
{
	if (gno_datum_rest(r->w))
		return 0;
	return !gno_datum_is_wide(r->node) ||
	       ((r->node->port.pc || !gno_datum_pc(r->w)) &&
		(r->node->port.process_time || !gno_datum_process_time(r->w)));
}

static int payload_word(const struct whole *r)
{
	return !(gno_word_word(r->w) & ~(UINT64_MAX >> (64 - r->node->word_bits)));
}

static int payload_gap(const struct whole *r)
{
	return !(gno_gap_resumed(r->w) & ~(UINT32_MAX >> (32 - gno_long_time_bits(r->time_bits))));
}

/* `paused` and `length` are of 2^32 cycles, so no length is too long. */
static int payload_round(const struct whole *r)
{
	uint32_t w1 = r->w[1];
	enum gno_line line = gno_line_of(w1, r->node);

	if (line == GNO_LINES)
		return 0;
	if ((gno_line_full(w1) || gno_line_kept(w1)) &&
	    (line != GNO_LINE_REPORT || !r->node->local_store))
		return 0;
	return !gno_line_is_began(w1, r->node) ||
	       !(gno_line_length(r->w) || gno_line_late(w1) || gno_line_kept(w1));
}

/* The rules of each kind, as cases of a switch. */
#define SENDS(kind, id, slots, code_is, aux_is, length_is, payload_is, sender_is)                  \
	case id:                                                                                   \
		return sender_##sender_is(node);
#define FITS(kind, id, slots, code_is, aux_is, length_is, payload_is, sender_is)                   \
	case id:                                                                                   \
		return sender_##sender_is(node) && code_##code_is(w1, node) &&                     \
		       aux_##aux_is(w1, node);
#define NEEDS(kind, id, slots, code_is, aux_is, length_is, payload_is, sender_is)                  \
	case id:                                                                                   \
		return length_##length_is(w1, node, WORDS_OF_SLOT * (slots));
#define HOLDS(kind, id, slots, code_is, aux_is, length_is, payload_is, sender_is)                  \
	case id:                                                                                   \
		return payload_##payload_is(r);

bool gno_node_can_send(const struct gno_node *node, unsigned kind)
{
	switch (kind) {
		GNO_KINDS(SENDS)
	default:
		return false;
	}
}

unsigned gno_record_needs(uint32_t w1, const struct gno_node *node)
{
	switch (gno_record_kind(w1)) {
		GNO_KINDS(NEEDS)
	default:
		return GNO_RECORD_HEADER;
	}
}

/* Whether word 1 is that of a record which this node sends. */
static int plausible_head(uint32_t w1, const struct gno_node *node)
{
	switch (gno_record_kind(w1)) {
		GNO_KINDS(FITS)
	default:
		return 0;
	}
}

static int plausible_payload(const struct whole *r)
{
	switch (gno_record_kind(r->w[1])) {
		GNO_KINDS(HOLDS)
	default:
		return 0;
	}
}

/* Whether a time agrees with what its node and its kind say of it: it is that of a tick, a sync is
 * at 0, an epoch's last bit is the top bit. */
static int plausible_time(uint32_t time, uint32_t w1, const struct gno_node *node,
			  unsigned time_bits)
{
	if (time & (gno_node_tick(node) - 1))
		return 0;
	if (gno_record_kind(w1) == GNO_KIND_SYNC)
		return !time;
	return !gno_kind_bears_epoch(gno_record_kind(w1)) ||
	       time >> (time_bits - 1) == (gno_record_epoch(w1) & 1);
}

int gno_record_words(const uint32_t *w, size_t avail, const struct gno_manifest *m)
{
	const struct gno_node *node;
	unsigned words;

	if (avail >= 1 && w[0] & ~(UINT32_MAX >> (32 - m->time_bits)))
		return GNO_ERR_FORMAT;
	if (avail < GNO_RECORD_HEADER)
		return 0;
	if (gno_record_node(w[1]) >= m->nodes)
		return GNO_ERR_FORMAT;
	node = &m->node[gno_record_node(w[1])];
	if (!plausible_head(w[1], node) || !plausible_time(w[0], w[1], node, m->time_bits))
		return GNO_ERR_FORMAT;
	words = gno_record_needs(w[1], node);
	if (avail < words)
		return 0;
	if (!plausible_payload(&(struct whole){w, node, m->time_bits}))
		return GNO_ERR_FORMAT;
	return (int)words;
}

uint64_t gno_gap_end_half(const uint32_t *w, unsigned time_bits, uint64_t half)
{
	unsigned bits = gno_long_time_bits(time_bits);
	uint64_t mask = UINT32_MAX >> (32 - bits);
	uint64_t low = UINT32_MAX >> (32 - time_bits) >> 1;
	uint64_t from = (half << (time_bits - 1)) + (w[0] & low);

	return (from + ((gno_gap_resumed(w) - from) & mask)) >> (time_bits - 1);
}
