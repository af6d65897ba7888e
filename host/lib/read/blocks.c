/* SPDX-License-Identifier: Apache-2.0 */
/* What samples and blocks tell beside pairs: extremes, counts of many buckets or counters, and
 * entries of segments; and whole banks and snapshots, made of blocks. */
#include "read/blocks.h"

#include <stdlib.h>
#include <string.h>

#include "read/stream.h"
#include "records/block.h"
#include "records/record.h"
#include "records/sample.h"
#include "records/segment.h"

/* -- what samples and blocks tell beside pairs -- */

/* The time with these low bits, of an epoch of 8 bits, that is nearest to `near`. */
static uint64_t time_near(const struct gno_stream *s, uint64_t near, unsigned epoch, uint32_t t)
{
	uint64_t half = near >> (s->m->time_bits - 1);
	unsigned ahead = (epoch - (unsigned)half) & 0xff;

	half += ahead;
	if (ahead > 0x80 && half >= 0x100)
		half -= 0x100;
	return stream_time(s, half, t);
}

/* The time with these low bits that is not before `least` and not after `most`, if there is only
 * one. */
static uint64_t time_within(const struct gno_stream *s, uint64_t least, uint64_t most, uint32_t t)
{
	uint64_t period = 1ull << gno_long_time_bits(s->m->time_bits);
	uint64_t time = least + ((t - least) & (period - 1));

	return time <= most && most - time < period ? time : GNO_TIME_UNKNOWN;
}

void gno_stream_extreme(const struct gno_stream *s, const struct gno_record *r, unsigned i,
			uint64_t since, struct gno_extreme *out)
{
	unsigned at = GNO_RECORD_HEADER + gno_pair_words(s->node) + i * GNO_EXTREME_WORDS;
	uint32_t w[GNO_EXTREME_WORDS];

	gno_stream_words(s, r->offset + at * sizeof(*w), w, GNO_EXTREME_WORDS);
	*out = (struct gno_extreme){.any = gno_extreme_any(w)};
	if (!out->any)
		return;
	out->largest = gno_extreme_largest(w);
	out->largest_time = time_within(s, since, r->time, gno_extreme_largest_time(w));
	out->smallest = gno_extreme_smallest(w);
	out->smallest_time = time_within(s, since, r->time, gno_extreme_smallest_time(w));
	out->largest_code = gno_extreme_largest_code(w);
	out->smallest_code = gno_extreme_smallest_code(w);
}

void gno_stream_block(const struct gno_stream *s, const struct gno_record *r, struct gno_block *out)
{
	uint32_t w[GNO_BLOCK_WORDS];

	gno_stream_words(s, r->offset, w, GNO_BLOCK_WORDS);
	*out = (struct gno_block){
	    .unit = r->code,
	    .ended = time_near(s, r->time, gno_bucket_ended_epoch(w), gno_bucket_ended(w)),
	    .last = gno_block_bit(w, GNO_BLOCK_LAST),
	    .late = gno_block_bit(w, GNO_BLOCK_LATE),
	    .saturated = gno_block_bit(w, GNO_BLOCK_SATURATED),
	    .flush = gno_block_bit(w, GNO_BLOCK_FLUSH),
	    .first = gno_bucket_first(w),
	    .many = gno_bucket_many(w),
	    .lost = gno_bucket_lost(w),
	    .counted = gno_bucket_counted(w),
	};
	out->began = time_near(s, out->ended, gno_bucket_began_epoch(w), gno_bucket_began(w));
	if (r->kind == GNO_KIND_BUCKET && out->began > out->ended) {
		uint64_t turn = 0x100ull << (s->m->time_bits - 1);

		out->began = out->began >= turn ? out->began - turn : out->began;
	}
	gno_stream_words(s, r->offset + sizeof(w), out->count, out->many);
}

void gno_stream_segment_part(const struct gno_stream *s, const struct gno_record *r,
			     struct gno_segment_part *out)
{
	const uint64_t period = UINT64_C(1) << (s->m->time_bits + 7);
	unsigned size = gno_entry_size(s->node);
	uint32_t w[GNO_SEGMENT_WORDS], entry[GNO_ENTRY_MANY * (GNO_ENTRY_WORDS + 1)];
	uint64_t at;

	gno_stream_words(s, r->offset, w, GNO_SEGMENT_WORDS);
	out->unit = r->code;
	out->ended = time_near(s, r->time, gno_segment_ended_epoch(w), gno_segment_ended(w));
	at = stream_time(s, gno_segment_at_epoch(w), gno_segment_at(w));
	out->at = out->ended - ((out->ended - at) & (period - 1));
	out->last = gno_block_bit(w, GNO_BLOCK_LAST);
	out->flush = gno_block_bit(w, GNO_BLOCK_FLUSH);
	out->first = gno_segment_first(w);
	out->many = gno_segment_many(w);
	out->missed = gno_segment_missed(w);
	out->entries = gno_segment_total(w);
	gno_stream_words(s, r->offset + sizeof(w), entry, out->many * size);
	for (unsigned i = 0; i < out->many; i++)
		gno_entry_read(entry + i * size, s->node, &out->entry[i]);
}

/* -- banks and snapshots -- */

#define GROUP 16 /* counters that are counted in turn */

unsigned block_place(const struct gno_node *node, unsigned kind, unsigned unit)
{
	return kind == GNO_KIND_BUCKET ? unit : node->preprocessors.buckets + unit;
}

int blocks_begin(struct blocks *b, const struct gno_node *node)
{
	const struct gno_preprocessors *m = &node->preprocessors;

	*b = (struct blocks){.node = node};
	for (unsigned i = 0; i < m->buckets + m->counters; i++) {
		bool buckets = i < m->buckets;
		unsigned size = gno_block_size(node, buckets ? GNO_KIND_BUCKET : GNO_KIND_COUNTER,
					       buckets ? i : i - m->buckets);

		b->part[i].count = calloc(size, sizeof(uint32_t));
		b->part[i].before = calloc(size, sizeof(uint32_t));
		if (!b->part[i].count || !b->part[i].before)
			return GNO_ERR_NOMEM;
	}
	return GNO_OK;
}

void blocks_free(struct blocks *b)
{
	for (unsigned i = 0; i < BLOCK_UNITS; i++) {
		free(b->part[i].count);
		free(b->part[i].before);
	}
}

uint64_t block_counter_clocks(const struct gno_block *head, unsigned i)
{
	return head->began + (head->flush ? 0 : i % GROUP);
}

static bool same_block(const struct gno_block *a, const struct gno_block *b)
{
	return a->began == b->began && a->ended == b->ended && a->late == b->late &&
	       a->flush == b->flush && a->lost == b->lost && a->counted == b->counted;
}

/* Whether a whole bank can be. Where a count is at its end the sum says nothing. */
static bool check_bank(struct block_part *p, unsigned counts)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < counts; i++)
		sum += p->count[i];
	if (!p->head.saturated && sum != p->head.counted) {
		block_join_fail(&p->join, BLOCK_SUM);
		return false;
	}
	if (p->any && p->head.began <= p->ended && !(p->head.late && p->head.flush)) {
		block_join_fail(&p->join, BLOCK_ORDER);
		return false;
	}
	return true;
}

/* Whether a whole snapshot can be. */
static bool check_snapshot(const struct gno_node *node, struct block_part *p, unsigned counts)
{
	bool stops =
	    node->port.bus != GNO_BUS_NONE; /* time may have stood still while they counted */
	uint64_t due = p->head.flush ? p->head.ended + 1 : (p->head.ended / GROUP + 1) * GROUP;
	bool good = p->head.began == due && (!p->any || p->head.ended >= p->ended);

	for (unsigned i = 0; i < counts; i++)
		good = good && p->count[i] >= p->before[i] &&
		       (stops || p->count[i] <= block_counter_clocks(&p->head, i));
	if (!good) {
		block_join_fail(&p->join, BLOCK_ORDER);
		return false;
	}
	memcpy(p->before, p->count, counts * sizeof(*p->count));
	return true;
}

bool blocks_take(struct blocks *b, unsigned kind, const struct gno_block *record, struct block *out)
{
	struct block_part *p = &b->part[block_place(b->node, kind, record->unit)];
	unsigned counts = gno_block_size(b->node, kind, record->unit);

	if (!block_join_takes(&p->join, record->first, same_block(record, &p->head)))
		return false;
	if (record->first == 0)
		p->head = *record;
	memcpy(p->count + record->first, record->count, record->many * sizeof(*p->count));
	p->head.saturated |= record->saturated;
	p->join.next = record->first + record->many;
	if (!record->last)
		return false;
	if (!(kind == GNO_KIND_BUCKET ? check_bank(p, counts) : check_snapshot(b->node, p, counts)))
		return false;
	p->join.next = 0;
	p->any = true;
	p->ended = p->head.ended;
	*out = (struct block){p->head, counts, p->count};
	return true;
}

void blocks_refuse(struct blocks *b, unsigned kind, unsigned unit, enum block_fault fault)
{
	block_join_fail(&b->part[block_place(b->node, kind, unit)].join, fault);
}

void blocks_end(struct blocks *b)
{
	for (unsigned i = 0; i < BLOCK_UNITS; i++)
		block_join_end(&b->part[i].join);
}

const char *block_fault_name(enum block_fault fault)
{
	static const char *const names[] = {
	    [BLOCK_HEADLESS] = "without their first record",
	    [BLOCK_SHORT] = "short",
	    [BLOCK_CHANGED] = "of records that contradict each other",
	    [BLOCK_SUM] = "with counts that do not add up",
	    [BLOCK_REACH] = "with counts that cannot be",
	    [BLOCK_TIMES] = "with times that contradict their entries",
	    [BLOCK_ORDER] = "that contradict the one before",
	};

	return names[fault];
}

void block_join_fail(struct block_join *j, enum block_fault fault)
{
	j->faults[fault]++;
	j->skip = true;
	j->next = 0;
}

bool block_join_takes(struct block_join *j, unsigned first, bool same)
{
	if (first == 0) {
		if (j->next)
			block_join_fail(j, BLOCK_SHORT);
		j->skip = false;
		return true;
	}
	if (j->skip)
		return false;
	if (first != j->next) {
		block_join_fail(j, j->next ? BLOCK_SHORT : BLOCK_HEADLESS);
		return false;
	}
	if (!same)
		block_join_fail(j, BLOCK_CHANGED);
	return same;
}

void block_join_end(struct block_join *j)
{
	if (j->next)
		block_join_fail(j, BLOCK_SHORT);
}
