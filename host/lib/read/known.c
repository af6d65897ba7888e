/* SPDX-License-Identifier: Apache-2.0 */
#include "read/known.h"

#include "read/stream.h"

/* That is so many clocks (docs/design/triggers.md), or the node's depth and LIVE_DEPTH, where that
 * is more. */
#define LIVE_CLOCKS 13
#define LIVE_DEPTH 2

#define HOLE_RECORD_BYTES 8 /* of the shortest record */

void known_begin(struct known *k, const struct gno_node *node, const struct read_known *before,
		 bool wrap)
{
	k->node = node;
	k->wrap = wrap;
	k->off = before->off && !wrap;
	k->frozen_from = before->frozen_from;
}

void known_start(struct known *k, uint64_t begin)
{
	k->fired = begin;
	k->off_since = begin;
}

unsigned known_live_clocks(const struct gno_node *node)
{
	return node->depth + LIVE_DEPTH > LIVE_CLOCKS ? node->depth + LIVE_DEPTH : LIVE_CLOCKS;
}

static int put_hiding(struct known *k, enum report_unseen why, uint64_t from, uint64_t to,
		      uint64_t hidden)
{
	const uint64_t resumed = why == REPORT_HOLE ? to : to + 1;
	struct known_stretch s = {why, from, to, to, hidden};
	int rc;

	if (to < from)
		return GNO_OK;
	if (why == REPORT_BLIND)
		s.missed += known_live_clocks(k->node) - 1;
	rc = k->take(k->self, &s);
	if (k->fired < resumed)
		k->fired = resumed;
	return rc;
}

static int put(struct known *k, enum report_unseen why, uint64_t from, uint64_t to)
{
	return put_hiding(k, why, from, to, UINT64_MAX);
}

/* Puts the stretch in which triggers or collection were off up to `time`. */
static int put_off(struct known *k, uint64_t time)
{
	if (k->blind)
		return time > k->blind_from ? put(k, REPORT_BLIND, k->blind_from, time - 1)
					    : GNO_OK;
	if (k->off && time > k->off_since)
		return put(k, REPORT_OFF, k->off_since, time - 1);
	return GNO_OK;
}

/* A trigger fired at `time`, or would have: so triggers are live and collection is on, if they were
 * not before. */
static int turn_on(struct known *k, uint64_t time)
{
	const int rc = put_off(k, time);

	k->blind = k->off = false;
	return rc;
}

/* A write to the event port is recorded if collection is on, whatever the triggers do. They stay
 * off; what comes before the write is put, so that stretches come in order with records. */
static int take_write(struct known *k, uint64_t time)
{
	const int rc = put_off(k, time);

	k->blind_from = time;
	k->off = false;
	return rc;
}

static int take_fired(struct known *k, const struct gno_slot *slot)
{
	int rc;

	if (gno_record_kind(slot->info) == GNO_KIND_DATUM) {
		rc = take_write(k, slot->time);
	} else {
		rc = turn_on(k, slot->time);
		k->fired = slot->time + 1;
	}
	if (known_stops(k, slot)) {
		k->off = true;
		k->off_since = slot->time + 1;
	}
	return rc;
}

/* If triggers are still off after a gap, a record of going live shows it. */
static int take_gap(struct known *k, const struct gno_record *rec)
{
	int rc = GNO_OK;

	if (!rec->lost && !rec->left_out) /* there was no room for a time beat: all is known */
		return GNO_OK;
	rc = turn_on(k, rec->time);
	if (rc)
		return rc;
	return put_hiding(k, rec->left_out ? REPORT_LEFT_OUT : REPORT_GAP, rec->time, rec->to,
			  rec->lost ? rec->lost : UINT64_MAX);
}

static int take_load(struct known *k, uint64_t time, bool live)
{
	int rc = GNO_OK;

	if (live) {
		rc = put(k, REPORT_BLIND, k->blind ? k->blind_from : k->fired, time);
		k->blind = false;
		k->off_since = time + 1; /* if collection is off */
		return rc;
	}
	if (k->off && !k->blind && time > k->off_since)
		rc = put(k, REPORT_OFF, k->off_since, time - 1);
	if (!k->blind)
		k->blind_since = k->blind_from = time;
	k->blind = true;
	return rc;
}

/* The flush: of a recorder that froze it is the first record since then. */
static int take_flush(struct known *k, uint64_t time)
{
	int rc;

	if (k->frozen_from >= time)
		return GNO_OK;
	rc = turn_on(k, k->frozen_from);
	return rc ? rc : put(k, REPORT_FROZEN, k->frozen_from, time - 1);
}

static void take_hole(struct known *k, const struct gno_batch *b)
{
	if (!k->in_hole) {
		k->hole_from = b->hole_from;
		k->hole_hidden = 0;
	}
	k->in_hole = true;
	k->hole_to = b->hole_to;
	k->hole_hidden += b->hole_bytes / HOLE_RECORD_BYTES + 1;
}

int known_resume(struct known *k, uint64_t next)
{
	const uint64_t to = k->hole_to < next ? k->hole_to : next;
	const uint64_t from = k->hole_from < to ? k->hole_from : to;
	int rc;

	if (!k->in_hole)
		return GNO_OK;
	k->in_hole = false;
	rc = put_off(k, from);
	/* What turned them on may be in the hole; if triggers are still off, a record of going live
	 * shows it. No record shows that of collection. */
	k->blind = false;
	rc = rc ? rc : put_hiding(k, REPORT_HOLE, from, to, k->hole_hidden);
	k->off_since = to; /* if it is off */
	return rc;
}

int known_take(struct known *k, const struct gno_stream *s, const struct gno_batch *b, size_t i)
{
	const struct gno_slot *slot = &b->rec[i];
	struct gno_record rec;
	int rc;

	if (i == b->n) {
		take_hole(k, b);
		return GNO_OK;
	}
	rc = known_resume(k, slot->time);
	if (rc)
		return rc;
	if (gno_kind_has_flags(gno_record_kind(slot->info)))
		return take_fired(k, slot);
	switch (gno_record_kind(slot->info)) {
	case GNO_KIND_GAP:
		gno_stream_record(s, b, i, NULL, &rec);
		return take_gap(k, &rec);
	case GNO_KIND_LOAD:
		return take_load(k, slot->time, gno_record_code(slot->info));
	case GNO_KIND_FLUSH:
		return take_flush(k, slot->time);
	default:
		return GNO_OK;
	}
}

int known_end(struct known *k, uint64_t end)
{
	const int rc = known_resume(k, end);

	if (rc)
		return rc;
	if (k->blind)
		return put(k, REPORT_BLIND, k->blind_from, end);
	return k->off && k->off_since < end ? put(k, REPORT_OFF, k->off_since, end) : GNO_OK;
}
