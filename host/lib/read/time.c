/* SPDX-License-Identifier: Apache-2.0 */
#include "read/stream.h"

#define CLOSE                                                                                      \
	16	      /* clocks between events that leave no room for a beat, and some: their times
		       * are two ticks further apart at most */
#define DAMAGED 64    /* slots of no record that a search for epochs passes */
#define BACKWARD 0x80 /* half periods modulo 256 that are rather a step back */

/* Low words of times in one half period. */
static uint32_t half_mask(const struct gno_stream *s)
{
	return (UINT32_MAX >> (32 - s->m->time_bits)) >> 1;
}

static unsigned top_bit(const struct gno_stream *s, uint32_t t)
{
	return t >> (s->m->time_bits - 1) & 1;
}

uint64_t stream_time(const struct gno_stream *s, uint64_t half, uint32_t t)
{
	return (half << (s->m->time_bits - 1)) + (t & half_mask(s));
}

struct stream_clock stream_clock_at(const struct gno_stream *s, uint64_t time)
{
	return (struct stream_clock){
	    .half = time >> (s->m->time_bits - 1),
	    .last = (uint32_t)time & (UINT32_MAX >> (32 - s->m->time_bits)),
	};
}

/*
 * A record without an epoch. It may be the first in a new half period: the beat waits for a clock
 * without an event. Two half periods in a row can begin so only under events that follow each other
 * closely.
 */
static int follow_plain(const struct gno_stream *s, struct stream_clock *c, uint32_t t)
{
	uint32_t mask = UINT32_MAX >> (32 - s->m->time_bits);

	if (top_bit(s, t) == (c->half & 1)) {
		if (t < c->last)
			return -1;
	} else {
		if (c->open && ((t - c->last) & mask) > CLOSE + 2 * gno_node_tick(s->node))
			return -1;
		c->half++;
		c->open = 1;
	}
	c->last = t;
	return 0;
}

static int follow_epoch(struct stream_clock *c, uint32_t t, unsigned epoch)
{
	unsigned halves = (epoch - c->half) & 0xff;

	if (!halves && t < c->last)
		return -1;
	if (halves > 1 && !c->jumped)
		return -1;
	c->half += halves;
	c->last = t;
	c->open = 0;
	c->jumped = 0;
	return 0;
}

/* The clock behind a gap that began in half period `half`, as far as the gap itself tells. */
static struct stream_clock gap_end(const struct gno_stream *s, uint64_t half, const uint32_t *w)
{
	unsigned bits = s->m->time_bits;

	half = gno_gap_end_half(w, bits, half);
	return (struct stream_clock){
	    .half = half,
	    .last = gno_gap_resumed(w) & (UINT32_MAX >> (32 - bits)),
	    .jumped = !gno_gap_end_is_known(bits),
	};
}

int stream_follow(const struct gno_stream *s, struct stream_clock *c, const struct stream_raw *r)
{
	if (!gno_kind_bears_epoch(r->kind))
		return follow_plain(s, c, r->w[0]);
	if (follow_epoch(c, r->w[0], gno_record_epoch(r->w[1])))
		return -1;
	if (r->kind == GNO_KIND_GAP)
		*c = gap_end(s, c->half, r->w);
	return 0;
}

/* Whether a record that comes later tells an epoch: a sync there is out of place. */
static int tells_epoch(const struct stream_raw *r)
{
	return gno_kind_bears_epoch(r->kind) && r->kind != GNO_KIND_SYNC;
}

/* Finds the next two records with an epoch, without regard to their times. */
static void look_ahead(struct gno_stream *s, uint64_t pos)
{
	struct stream_epochs *e = &s->ahead;
	unsigned damaged = 0;
	struct stream_raw r;

	if (e->from && pos >= e->from && pos <= e->at[0] && (pos - e->from) % GNO_SLOT_BYTES == 0)
		return;
	*e = (struct stream_epochs){.from = pos, .at = {pos, pos}};
	for (unsigned i = 0; i < STREAM_LOOK_AHEAD && pos < s->size && e->found < 2; i++) {
		int words = stream_next(s, &pos, &r);

		if (words < 0 && damaged++ < DAMAGED) {
			pos += GNO_SLOT_BYTES;
			continue;
		}
		if (words <= 0)
			break;
		e->at[e->found] = pos;
		if (tells_epoch(&r))
			e->epoch[e->found++] = gno_record_epoch(r.w[1]);
		pos += (unsigned)words * sizeof(uint32_t);
	}
}

/*
 * Half period of the next record at `pos` or later that bears an epoch. 0 if there is none or if it
 * lies beyond the one after it: then it is damaged.
 */
static int next_half(struct gno_stream *s, uint64_t pos, uint64_t half, uint64_t *next)
{
	const struct stream_epochs *e = &s->ahead;
	unsigned first, second;

	look_ahead(s, pos);
	if (!e->found)
		return 0;
	first = (e->epoch[0] - half) & 0xff;
	second = (e->epoch[e->found - 1] - half) & 0xff;
	*next = half + first;
	return first <= 1 || first <= second;
}

int stream_agreed_half(struct gno_stream *s, uint64_t pos, uint64_t half, uint32_t t, uint64_t *out)
{
	uint64_t least = half + (top_bit(s, t) != (half & 1));
	uint64_t next;

	*out = least;
	if (!next_half(s, pos, half, &next))
		return 1;
	if (next < least)
		return 0;
	*out = next - (top_bit(s, t) != (next & 1));
	return 1;
}

uint64_t stream_half(struct gno_stream *s, uint64_t pos, uint64_t half, uint32_t t)
{
	uint64_t out;

	stream_agreed_half(s, pos, half, t, &out);
	return out;
}

int stream_precedes_epoch(const struct gno_stream *s, uint64_t pos, struct stream_clock c)
{
	struct stream_raw r;

	for (unsigned i = 0; i < STREAM_LOOK_AHEAD && pos < s->size; i++) {
		int words = stream_next(s, &pos, &r);

		if (words <= 0)
			return 1;
		if (tells_epoch(&r)) {
			unsigned halves = (gno_record_epoch(r.w[1]) - c.half) & 0xff;

			return halves < 0x80 && (halves || r.w[0] >= c.last);
		}
		if (r.kind != GNO_KIND_SYNC && stream_follow(s, &c, &r))
			return 1;
		pos += (unsigned)words * sizeof(uint32_t);
	}
	return 1;
}

uint64_t stream_first_half(struct gno_stream *s, uint64_t pos, uint32_t t)
{
	uint64_t latest = stream_half(s, pos, 0, t);

	for (unsigned back = 0; back <= 4; back += 2) {
		/* epochs count modulo 256 */
		uint64_t half = latest + (latest < back ? 256 : 0) - back;

		if (stream_precedes_epoch(s, pos, stream_clock_at(s, stream_time(s, half, 0))))
			return half;
	}
	return latest; /* what comes next is damaged */
}

/*
 * Whether the records at `pos` follow, up to one with an epoch; one of them may be damaged. Also
 * true where there is none to tell.
 */
static int followed(const struct gno_stream *s, uint64_t pos, struct stream_clock c)
{
	struct stream_clock after;
	struct stream_raw r;
	unsigned damaged = 0;

	for (unsigned i = 0; i < STREAM_LOOK_AHEAD && pos < s->size; i++) {
		int words = stream_next(s, &pos, &r);

		if (words <= 0)
			return 1;
		pos += (unsigned)words * sizeof(uint32_t);
		after = c;
		if (stream_follow(s, &after, &r)) {
			if (damaged++)
				return 0;
			continue;
		}
		c = after;
		if (tells_epoch(&r))
			return 1;
	}
	return 1;
}

/* As follow_plain; the next epoch must agree where the record is the first in a half period. */
static int settle_plain(struct gno_stream *s, struct stream_clock *c, uint32_t t)
{
	uint64_t half = c->half;

	if (follow_plain(s, c, t))
		return -1;
	return c->half == half || stream_agreed_half(s, s->pos, half, t, &half) ? 0 : -1;
}

/* As follow_epoch; the epoch may leap if the next one agrees. */
static int settle_epoch(struct gno_stream *s, struct stream_clock *c, const struct stream_raw *r)
{
	unsigned halves = (gno_record_epoch(r->w[1]) - c->half) & 0xff;

	if (halves > 1 && stream_half(s, s->pos, c->half, r->w[0]) == c->half + halves)
		c->jumped = 1;
	return follow_epoch(c, r->w[0], gno_record_epoch(r->w[1]));
}

/* The end of the gap at the stream's position; c: at its begin. */
static int settle_gap(struct gno_stream *s, struct stream_clock *c, const struct stream_raw *r,
		      uint64_t *to)
{
	uint64_t next = s->pos + GNO_GAP_WORDS * sizeof(uint32_t),
		 from = stream_time(s, c->half, r->w[0]);
	struct stream_clock end = gap_end(s, c->half, r->w);
	uint64_t half;

	if (*to >= from && *to != UINT64_MAX) { /* the packet says it */
		*c = stream_clock_at(s, *to);
		return 0;
	}
	if (!stream_agreed_half(s, next, end.half, end.last, &half))
		return -1;
	if (!end.jumped) {
		if (half - end.half >= BACKWARD)
			return -1;
	} else if (s->ahead.found) {
		if ((half - end.half) << (s->m->time_bits - 1) &
		    UINT32_MAX) /* word 2 says otherwise */
			return -1;
		end.half = half;
		end.jumped = 0;
	}
	*to = stream_time(s, end.half, end.last);
	*c = end;
	return followed(s, next, end) ? 0 : -1;
}

int stream_settle(struct gno_stream *s, struct stream_clock *c, const struct stream_raw *r,
		  uint64_t *time, uint64_t *to)
{
	int rc =
	    gno_kind_bears_epoch(r->kind) ? settle_epoch(s, c, r) : settle_plain(s, c, r->w[0]);

	*time = stream_time(s, c->half, r->w[0]);
	return !rc && r->kind == GNO_KIND_GAP ? settle_gap(s, c, r, to) : rc;
}
