/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a record cannot be, either it is damaged, or the ones before it are: a time that leapt
 * ahead makes all that follows look too early. So ways to go on are tried in the order of what they
 * cost: giving up `back` records that were already taken, and skipping `skip` slots. A way is good
 * if records follow each other from there. Where many slots had to be skipped, bytes may have been
 * lost or put in: then the grid of slots has moved, and other grids are tried with a longer proof.
 */
#include "read/stream.h"

#define COST_MAX 8    /* records given up plus slots skipped while both are tried */
#define PROOF 3	      /* records in a row that prove the grid and the time */
#define PROOF_MOVED 8 /* and a moved grid */

enum chain_end {
	CHAIN_LONG_ENOUGH,
	CHAIN_FILE_END,
	CHAIN_NO_RECORD, /* damage, or a record that is cut off */
	CHAIN_TIME,	 /* a record that cannot follow in time */
};

/* A way to go on. */
struct way {
	size_t back;  /* records at the end of the batch that are given up */
	uint64_t pos; /* of the next record */
	struct stream_clock clock;
	bool certain; /* what follows proves it, wherever the file ends */
	bool plain;   /* in the same half period, and nothing that is there contradicts it */
};

/* Number of records in a row from `pos`, at most `want`. */
static unsigned chain(const struct gno_stream *s, struct stream_clock c, uint64_t pos,
		      unsigned want, enum chain_end *end)
{
	struct stream_raw r;

	for (unsigned n = 0; n < want; n++) {
		int words = stream_next(s, &pos, &r);

		*end = pos == s->size ? CHAIN_FILE_END : CHAIN_NO_RECORD;
		if (words <= 0)
			return n;
		*end = CHAIN_TIME;
		if (r.kind == GNO_KIND_SYNC && pos != s->begin)
			n--; /* out of place: it proves nothing */
		else if (stream_follow(s, &c, &r))
			return n;
		pos += (unsigned)words * sizeof(uint32_t);
	}
	*end = CHAIN_LONG_ENOUGH;
	return want;
}

/* The clock after giving up `back` records of the batch. */
static struct stream_clock clock_before(const struct gno_stream *s, const struct gno_batch *b,
					size_t back)
{
	if (!back)
		return s->clock;
	return back < b->n ? stream_clock_at(s, b->rec[b->n - 1 - back].time) : s->entry;
}

/* Tries one way; w->clock is set where it is good. */
static int good(struct gno_stream *s, const struct gno_batch *b, struct way *w, unsigned proof)
{
	struct stream_clock c = clock_before(s, b, w->back);
	uint64_t half, pos = w->pos;
	struct stream_raw r;
	enum chain_end end;
	unsigned n;

	if (stream_next(s, &pos, &r) <= 0 || r.kind == GNO_KIND_SYNC)
		return 0;
	if (w->pos != s->pos) {
		if (!stream_agreed_half(s, pos, c.half, r.w[0], &half))
			return 0;
		w->plain = half == c.half;
		if (!w->plain)
			c = stream_clock_at(s, stream_time(s, half, 0));
	}
	n = chain(s, c, w->pos, proof, &end);
	w->clock = c;
	w->certain = end == CHAIN_LONG_ENOUGH;
	w->plain &= w->certain || end == CHAIN_FILE_END;
	if (end == CHAIN_LONG_ENOUGH)
		return 1;
	if (proof > PROOF)
		return end == CHAIN_FILE_END && n >= PROOF;
	/* on the grid a record may stand alone between others that are damaged */
	return end == CHAIN_TIME ? n >= 2 && !w->back : n >= 1;
}

/*
 * Of ways that cost the same, a plain one that gives up none of the records before comes first:
 * who follows the run may have seen them. Then those come that give up more of them: it is far
 * likelier that the one before leapt anywhere ahead than that this one fell into the small room
 * between the two before it.
 */
static int find_near(struct gno_stream *s, const struct gno_batch *b, struct way *w)
{
	uint64_t next = s->pos + GNO_SLOT_BYTES;
	struct stream_raw r;
	int words = stream_parse(s, s->pos, &r);

	if (words > 0) /* only its time is wrong: it is one record, however long */
		next = s->pos + (unsigned)words * sizeof(uint32_t);
	for (size_t cost = 1; cost <= COST_MAX; cost++) {
		*w = (struct way){.pos = next + (cost - 1) * GNO_SLOT_BYTES};
		if (w->pos < s->size && good(s, b, w, PROOF) && w->plain)
			return 1;
		for (size_t back = cost < b->n ? cost : b->n;; back--) {
			*w = (struct way){.back = back, .pos = s->pos};
			if (cost > back)
				w->pos = next + (cost - back - 1) * GNO_SLOT_BYTES;
			if (w->pos < s->size && good(s, b, w, PROOF))
				return 1;
			if (w->pos >= s->size && !back)
				return 0;
			if (!back)
				break;
		}
	}
	return 0;
}

static int find_far(struct gno_stream *s, const struct gno_batch *b, struct way *w)
{
	struct stream_raw r;

	for (uint64_t pos = s->pos + (COST_MAX + 1) * GNO_SLOT_BYTES;
	     pos < s->size && !s->in->shrunk; pos += GNO_SLOT_BYTES) {
		if (stream_parse(s, pos, &r) <= 0)
			continue;
		for (size_t back = 0; back <= b->n && back <= COST_MAX; back++) {
			*w = (struct way){.back = back, .pos = pos};
			if (good(s, b, w, PROOF))
				return 1;
		}
	}
	return 0;
}

static unsigned length(const struct gno_stream *s, const struct way *w)
{
	enum chain_end end;

	return chain(s, w->clock, w->pos, STREAM_LOOK_AHEAD, &end);
}

/*
 * Looks for a moved grid before the record where `on_grid` goes on. Regular times can look like
 * records two bytes away from where they are, so the moved grid must carry further too.
 */
static int find_moved(struct gno_stream *s, const struct gno_batch *b, const struct way *on_grid,
		      struct way *w)
{
	struct stream_raw r;

	for (uint64_t pos = s->pos + 1; pos < on_grid->pos; pos++) {
		if ((pos - s->pos) % GNO_SLOT_BYTES == 0 || stream_parse(s, pos, &r) <= 0)
			continue;
		*w = (struct way){.pos = pos};
		if (good(s, b, w, PROOF_MOVED))
			return on_grid->pos >= s->size || length(s, w) > length(s, on_grid);
	}
	return 0;
}

/* Ends the batch with the hole before the place where the way goes on. */
static void end_batch(struct gno_stream *s, struct gno_batch *b, const struct way *w)
{
	uint64_t pos = w->pos;
	struct stream_raw r;

	b->hole_offset = w->back ? b->base + b->rec[b->n - w->back].at : s->pos;
	b->hole_bytes = w->pos - b->hole_offset;
	s->clock = clock_before(s, b, w->back);
	b->n -= w->back;
	b->hole_from = stream_time(s, s->clock.half, s->clock.last);
	b->hole_to = b->hole_from;
	s->clock = w->clock;
	s->pos = w->pos;
	if (w->pos < s->size && stream_next(s, &pos, &r) > 0)
		b->hole_to = stream_time(s, stream_half(s, pos, w->clock.half, r.w[0]), r.w[0]);
}

void stream_repair(struct gno_stream *s, struct gno_batch *b)
{
	struct way w = {0}, moved;
	struct stream_raw r;
	/* a record that the end of the file cuts off: what is there of it may look like others */
	const bool cut = stream_parse(s, s->pos, &r) == 0;

	b->cut_off = 0;
	if ((!find_near(s, b, &w) && !find_far(s, b, &w)) || (cut && !w.certain)) {
		w = (struct way){.pos = s->size, .clock = s->clock};
		b->cut_off = cut;
	}
	if (w.pos > s->pos + GNO_SLOT_BYTES && find_moved(s, b, &w, &moved)) {
		w = moved;
		b->cut_off = 0;
	}
	if (s->grows && !w.certain)
		return;
	end_batch(s, b, &w);
}

void stream_skip(struct gno_stream *s, struct gno_batch *b, uint64_t bytes)
{
	b->cut_off = 0;
	end_batch(s, b, &(struct way){.pos = s->pos + bytes, .clock = s->clock});
}
