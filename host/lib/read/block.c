/* SPDX-License-Identifier: Apache-2.0 */
/* What samples and blocks tell beside pairs: extremes, counts of many buckets or counters, and
 * entries of segments. */
#include "read/stream.h"
#include "records/segment.h"
#include "records/block.h"
#include "records/sample.h"

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
