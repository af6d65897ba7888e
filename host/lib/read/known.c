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
	k->before = *before;
	k->off = before->off && !wrap;
	k->frozen_from = before->frozen_from;
	k->resolved = UINT64_MAX;
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

/* Whether the experiment may give a record this action; NULL: any record of the node. */
static bool may(const struct known *k, const struct gno_slot *slot, unsigned action)
{
	return k->before.may && k->before.may(k->before.of, k->before.node, slot, action);
}

/* Records up to `since` were lost, and collection was on before. */
static void doubt(struct known *k, uint64_t since)
{
	k->doubt = !k->wrap && !k->off && (k->told || may(k, NULL, GNO_ACT_STOP));
	k->doubt_since = since;
}

/* The doubt is over, and collection may have been off since then. */
static void turn_off(struct known *k)
{
	if (!k->doubt)
		return;
	k->doubt = false;
	k->off = true;
	k->off_since = k->doubt_since;
	if (k->off_since_then)
		k->off_since_then(k->self, k->off_since);
}

/* Whether a record that fired may have this action, GNO_ACT_START or _STOP. */
static bool fired_may(const struct known *k, const struct gno_slot *slot, unsigned action)
{
	return known_controls(slot, action == GNO_ACT_START ? GNO_PORT_START : GNO_PORT_STOP) ||
	       may(k, slot, action);
}

/* Whether anything that fired in the cycle of record `i`, from it on, may start collection. */
static bool cycle_may_start(const struct known *k, const struct gno_batch *b, size_t i)
{
	const uint64_t time = b->rec[i].time;

	for (; i < b->n && b->rec[i].time == time; i++)
		if (gno_kind_has_flags(gno_record_kind(b->rec[i].info)) &&
		    fired_may(k, &b->rec[i], GNO_ACT_START))
			return true;
	return false;
}

/* The first record that fires after a loss: it is recorded as collection was on, or starts it. */
static void resolve(struct known *k, const struct gno_batch *b, size_t i)
{
	const uint64_t time = b->rec[i].time;

	if (k->doubt) {
		k->resolved = time;
		k->stops = false;
		if (k->doubt_since < time && cycle_may_start(k, b, i))
			turn_off(k);
	}
	k->doubt = false;
	if (k->resolved == time)
		k->stops |= fired_may(k, &b->rec[i], GNO_ACT_STOP);
}

/* Whether a record ends collection. The flag is that of a stop that was lost
 * (gnomon_record_builder.v) where nothing in the first cycle after the loss stops. */
static bool is_stop(const struct known *k, const struct gno_slot *slot)
{
	return known_stops(k, slot) && (slot->time != k->resolved || k->stops);
}

static int take_fired(struct known *k, const struct gno_batch *b, size_t i)
{
	const struct gno_slot *slot = &b->rec[i];
	int rc;

	resolve(k, b, i);
	k->told |=
	    known_controls(slot, GNO_PORT_STOP) || (k->off && known_controls(slot, GNO_PORT_START));
	if (gno_record_kind(slot->info) == GNO_KIND_DATUM) {
		rc = take_write(k, slot->time);
	} else {
		rc = turn_on(k, slot->time);
		k->fired = slot->time + 1;
	}
	if (is_stop(k, slot)) {
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
	turn_off(k);
	rc = turn_on(k, rec->time);
	if (rc)
		return rc;
	rc = put_hiding(k, rec->left_out ? REPORT_LEFT_OUT : REPORT_GAP, rec->time, rec->to,
			rec->lost ? rec->lost : UINT64_MAX);
	if (rec->lost)
		doubt(k, rec->to + 1);
	return rc;
}

static int take_load(struct known *k, uint64_t time, bool live)
{
	int rc = GNO_OK;

	if (live) {
		rc = put(k, REPORT_BLIND, k->blind ? k->blind_from : k->fired, time);
		k->blind = false;
		k->off_since = time + 1;   /* if collection is off */
		k->doubt_since = time + 1; /* or may be */
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

	turn_off(k);
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
	turn_off(k);
	rc = put_off(k, from);
	/* What turned them on may be in the hole; if triggers are still off, a record of going live
	 * shows it. No record shows that of collection. */
	k->blind = false;
	rc = rc ? rc : put_hiding(k, REPORT_HOLE, from, to, k->hole_hidden);
	k->off_since = to; /* if it is off */
	doubt(k, to);
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
		return take_fired(k, b, i);
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

bool known_is_past(const struct known *k, uint64_t cycle, bool loads)
{
	return (k->fired > cycle || !loads) && k->frozen_from > cycle &&
	       (!k->in_hole || k->hole_from > cycle) && (!k->blind || k->blind_from > cycle) &&
	       (!k->off || k->off_since > cycle) && (!k->doubt || k->doubt_since > cycle);
}

int known_end(struct known *k, uint64_t end)
{
	const int rc = known_resume(k, end);

	if (rc)
		return rc;
	turn_off(k);
	if (k->blind)
		return put(k, REPORT_BLIND, k->blind_from, end);
	return k->off && k->off_since < end ? put(k, REPORT_OFF, k->off_since, end) : GNO_OK;
}
