/* SPDX-License-Identifier: Apache-2.0 */
/* What samples and blocks tell beside pairs: extremes, and counts of many buckets or counters. */
#include "trace/stream.h"

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
	unsigned at = gno_pair_words(s->node) + i * GNO_EXTREME_WORDS;
	uint32_t tail = stream_payload(s, r->offset, at + 4);

	*out = (struct gno_extreme){.any = tail & GNO_EXTREME_ANY};
	if (!out->any)
		return;
	out->largest = stream_payload(s, r->offset, at);
	out->largest_time = time_within(s, since, r->time, stream_payload(s, r->offset, at + 1));
	out->smallest = stream_payload(s, r->offset, at + 2);
	out->smallest_time = time_within(s, since, r->time, stream_payload(s, r->offset, at + 3));
	out->largest_code = tail & 0xff;
	out->smallest_code = tail >> 8 & 0xff;
}

void gno_stream_block(const struct gno_stream *s, const struct gno_record *r, struct gno_block *out)
{
	uint32_t head[GNO_BLOCK_HEAD];

	for (unsigned i = 0; i < GNO_BLOCK_HEAD; i++)
		head[i] = stream_payload(s, r->offset, i);
	*out = (struct gno_block){
	    .unit = r->code,
	    .ended = time_near(s, r->time, head[2] & 0xff, head[0]),
	    .last = gno_block_flag(head, GNO_BLOCK_LAST),
	    .late = gno_block_flag(head, GNO_BLOCK_LATE),
	    .saturated = gno_block_flag(head, GNO_BLOCK_SATURATED),
	    .flush = gno_block_flag(head, GNO_BLOCK_FLUSH),
	    .first = gno_block_first(head),
	    .many = gno_block_many(head),
	    .lost = head[4],
	    .counted = head[5],
	};
	out->began = time_near(s, out->ended, head[2] >> 8 & 0xff, head[1]);
	if (r->kind == GNO_KIND_BUCKET && out->began > out->ended) {
		uint64_t turn = 0x100ull << (s->m->time_bits - 1);

		out->began = out->began >= turn ? out->began - turn : out->began;
	}
	for (unsigned i = 0; i < out->many; i++)
		out->count[i] = stream_payload(s, r->offset, GNO_BLOCK_HEAD + i);
}
