/* SPDX-License-Identifier: Apache-2.0 */
/* Of which stretches of a node's time nothing is known: gaps, holes, and times without triggers. A
 * load ends one, and with it what the records stand for. */
#include "passes/walk.h"

#include "passes/queue.h"
#include "common/util.h"
#include "read/stream.h"

/* That is so many clocks (docs/design/triggers.md), or the node's depth and LIVE_DEPTH, where that
 * is more. */
#define LIVE_CLOCKS 13
#define LIVE_DEPTH 2

/*
 * Which load holds. Each `live` record belongs to the next file that was loaded to the node. Where
 * some of them are missing, they fell into a break: then the load is known before the first break
 * and after the last one.
 */
void unseen_choose_load(struct walk *w)
{
	const struct report_points *p = &w->r->points;
	size_t missing, mine = 0, at;

	for (size_t i = 1; i < p->loads; i++)
		mine += p->load[i].on[w->node];
	missing = mine > w->n->lives ? mine - w->n->lives : 0;
	at = w->lives;
	w->load = NULL;
	if (missing && w->breaks) {
		if (w->breaks < w->n->breaks)
			return;
		at += missing;
	}
	if (at > mine)
		at = mine; /* the triggers went off and on again without a file */
	for (size_t i = 0; i < p->loads && !w->load; i++)
		if (i == 0 ? at == 0 : p->load[i].on[w->node] && --at == 0)
			w->load = &p->load[i];
	if (w->load && w->load != w->until_load) /* it has an end point of its own */
		w->n->until.reached = w->n->until.sampled = false;
	if (w->load)
		w->until_load = w->load;
	words_load(w);
}

static int add_blind(struct walk *w, const struct report_blind *blind)
{
	struct report_node *n = w->n;

	n->blinds++;
	if (w->rows) {
		report_rows_put(w->rows, REPORT_BLINDS,
				&(struct report_row){.time = blind->from, .blind = *blind});
		return GNO_OK;
	}
	if (n->blinds_kept >= w->o->samples)
		return GNO_OK;
	if (walk_room(&n->blind, n->blinds_kept, sizeof(*n->blind)))
		return GNO_ERR_NOMEM;
	n->blind[n->blinds_kept++] = *blind;
	return GNO_OK;
}

static int add_gap(struct walk *w, const struct report_gap *gap)
{
	struct report_node *n = w->n;

	n->gaps++;
	n->lost += gap->lost;
	n->lost_full += gap->full ? gap->lost : 0;
	if (w->rows) {
		report_rows_put(w->rows, REPORT_GAPS,
				&(struct report_row){.time = gap->from, .gap = *gap});
		return GNO_OK;
	}
	if (n->gaps_kept >= w->o->samples)
		return GNO_OK;
	if (walk_room(&n->gap, n->gaps_kept, sizeof(*n->gap)))
		return GNO_ERR_NOMEM;
	n->gap[n->gaps_kept++] = *gap;
	return GNO_OK;
}

static int add_hole(struct walk *w, const struct report_hole *hole)
{
	struct report_node *n = w->n;

	n->holes++;
	n->cut_records += hole->cut_off;
	if (w->rows) {
		if (report_rows_want(w->rows, REPORT_UNSEEN) && hole->cut_off) /* see unseen_tail */
			return GNO_OK;
		report_rows_put(w->rows, REPORT_HOLES,
				&(struct report_row){.time = hole->from, .hole = *hole});
		return GNO_OK;
	}
	if (n->holes_kept >= w->o->samples)
		return GNO_OK;
	if (walk_room(&n->hole, n->holes_kept, sizeof(*n->hole)))
		return GNO_ERR_NOMEM;
	n->hole[n->holes_kept++] = *hole;
	return GNO_OK;
}

/* Clocks after a load record by which the node's triggers see again. */
static unsigned live_clocks(const struct walk *w)
{
	return w->m->depth + LIVE_DEPTH > LIVE_CLOCKS ? w->m->depth + LIVE_DEPTH : LIVE_CLOCKS;
}

/* Nothing is known of the clocks from `from` to `to`, both included; a hole's are those of records
 * around it.
 */
int unseen_break(struct walk *w, enum report_unseen why, uint64_t from, uint64_t to)
{
	uint64_t resumed = why == REPORT_HOLE ? to : to + 1;

	samples_close(w);
	if (to < from)
		return GNO_OK;
	events_break(w, &(struct report_blind){why, from,
					       why == REPORT_BLIND ? to + live_clocks(w) - 1 : to});
	intervals_break(w, why, from, to);
	if (w->limits)
		limits_break(w->limits, from, why == REPORT_BLIND ? to + live_clocks(w) - 1 : to);
	hybrid_break(w);
	port_break(w, from, resumed);
	system_break(w, from, resumed);
	words_break(w, why, to);
	samples_forget(w); /* another beginning may be among what is unseen */
	/*
	 * a reset that comes with a sample does not happen without it; writes to ports are recorded
	 * without triggers, too
	 */
	if (why == REPORT_GAP || why != REPORT_BLIND || w->m->port.bus != GNO_BUS_NONE)
		samples_doubt(w, why == REPORT_GAP);
	if (w->fired < resumed)
		w->fired = resumed;
	if (why != REPORT_HOLE) /* its ends were seen */
		w->n->unseen[why] += to - from + 1;
	if (why == REPORT_GAP || why == REPORT_HOLE)
		return GNO_OK;
	return add_blind(w, &(struct report_blind){why, from, to});
}

/* Something fired at `time`, or would have: so triggers are live and collection is on, if they were
 * not before. */
int unseen_end(struct walk *w, uint64_t time)
{
	bool blind = w->blind, off = w->off;
	int rc = GNO_OK;

	w->blind = w->off = false;
	if (blind && time > w->blind_since)
		rc = unseen_break(w, REPORT_BLIND, w->blind_since, time - 1);
	else if (!blind && off && time > w->off_since)
		rc = unseen_break(w, REPORT_OFF, w->off_since, time - 1);
	return rc;
}

/* A filter left out the records of a stretch; none of them is of a load. */
static int take_left_out(struct walk *w, const struct gno_record *rec)
{
	int rc;

	w->n->records--; /* this one is the filter's own */
	events_other(w, GNO_KIND_GAP, rec);
	rc = unseen_end(w, rec->time); /* they fired, or collection was on */
	return rc ? rc : unseen_break(w, REPORT_LEFT_OUT, rec->time, rec->to);
}

int unseen_gap(struct walk *w, const struct gno_record *rec)
{
	int rc;

	if (rec->left_out)
		return take_left_out(w, rec);
	w->breaks++;
	w->loading = false; /* its record may have been lost */
	unseen_choose_load(w);
	rc = held_add(w, rec->time, rec->to + 1);
	if (rc)
		return rc;
	if (rec->lost)
		events_other(w, GNO_KIND_GAP, rec);
	if (!rec->lost) /* there was no room for a time beat, and nothing happened: all is known */
		return GNO_OK;
	rc = add_gap(w, &(struct report_gap){rec->time, rec->to, rec->lost,
					     rec->full || w->r->m->form == GNO_FORM_SINGLE});
	if (rc)
		return rc;
	rc = unseen_end(w,
			rec->time); /* if triggers are still off, a record of going live shows it */
	return rc ? rc : unseen_break(w, REPORT_GAP, rec->time, rec->to);
}

/* Notes a hole, or where the end of the file cuts a record off. */
static int note_hole(struct walk *w, const struct gno_record *rec)
{
	const struct report_hole hole = {rec->offset, rec->bytes, rec->time, rec->to,
					 rec->cut_off != 0};

	return held_add(w, rec->time, rec->to) || add_hole(w, &hole) ? GNO_ERR_NOMEM : GNO_OK;
}

/* The hole that waits for its end reaches to `to` at most: what followed it may have passed for a
 * record of a later time, and was damaged itself. */
static int end_hole(struct walk *w, uint64_t to)
{
	struct gno_record rec = w->hole;

	if (!rec.bytes)
		return GNO_OK;
	w->hole.bytes = 0;
	rec.to = rec.to < to ? rec.to : to;
	rec.time = rec.time < to ? rec.time : to;
	events_other(w, REPORT_NO_RECORD, &rec);
	return note_hole(w, &rec);
}

int unseen_hole(struct walk *w, const struct gno_record *rec)
{
	int rc = GNO_OK;

	w->breaks++;
	w->loading = false;
	unseen_choose_load(w);
	if (rec->cut_off) {
		rc = end_hole(w, rec->time);
		w->tail = *rec;
		rc = rc ? rc : note_hole(w, rec);
	} else if (w->hole.bytes) { /* no record lies between them */
		w->hole.bytes += rec->bytes;
		w->hole.to = rec->to;
	} else {
		w->hole = *rec;
	}
	if (rc)
		return rc;
	if (!w->in_hole)
		w->hole_from = rec->time;
	w->in_hole = true;
	w->hole_to = rec->to;
	return GNO_OK;
}

void unseen_tail(struct walk *w, uint64_t end)
{
	struct gno_record rec = w->tail;
	struct report_hole hole;

	if (!w->rows || !report_ends_early(w->r, w->n, gno_stream_missing(w->s), end))
		return;
	if (!rec.bytes) { /* a whole record is the last thing, or a hole, which is a row */
		rec.offset = w->s->size;
		rec.time = w->n->end;
		rec.cut_off = 1;
	}
	rec.bytes += gno_stream_missing(w->s);
	rec.to = w->n->flushed || end < rec.time ? rec.time : end;
	events_other(w, REPORT_NO_RECORD, &rec);
	hole = (struct report_hole){rec.offset, rec.bytes, rec.time, rec.to, true};
	if (report_rows_want(w->rows, REPORT_UNSEEN))
		report_rows_put(w->rows, REPORT_HOLES,
				&(struct report_row){.time = rec.time, .hole = hole});
}

/* Holes end when the next record is known: the record at their end may have been damaged itself.
 */
int unseen_hole_end(struct walk *w, uint64_t next)
{
	uint64_t to = w->hole_to < next ? w->hole_to : next;
	uint64_t from = w->hole_from < to ? w->hole_from : to;
	int rc;

	if (!w->in_hole)
		return GNO_OK;
	w->in_hole = false;
	rc = end_hole(w, next);
	if (rc)
		return rc;
	rc = unseen_end(w, from); /* what turned them on may be in the hole */
	if (rc)
		return rc;
	w->n->unseen[REPORT_HOLE] += to - from;
	return unseen_break(w, REPORT_HOLE, from, to);
}

int unseen_frozen(struct walk *w, uint64_t time)
{
	const uint64_t from = report_frozen_from(w->r, w->n);
	int rc;

	if (from >= time)
		return GNO_OK;
	if (w->r->points.frozen) { /* records of loads are missing, too */
		w->breaks++;
		w->loading = false;
		unseen_choose_load(w);
		rc = held_add(w, from, time);
		if (rc)
			return rc;
	}
	rc = unseen_end(w, from);
	return rc ? rc : unseen_break(w, REPORT_FROZEN, from, time - 1);
}

/* The triggers went live, or off. */
int unseen_load(struct walk *w, uint64_t time, bool live)
{
	/* where the record of going off is missing, they were off since nothing fired any more */
	uint64_t off = w->blind ? w->blind_since : w->fired;
	int rc = GNO_OK;

	samples_close(w);
	if (!live) {
		if (w->off && !w->blind && time > w->off_since)
			rc = unseen_break(w, REPORT_OFF, w->off_since, time - 1);
		if (!w->blind)
			w->blind_since = time;
		w->blind = w->loading = true;
		return rc;
	}
	rc = unseen_break(w, REPORT_BLIND, off, time);
	w->blind = w->loading = false;
	w->heard = time + live_clocks(w);
	w->off_since = time + 1; /* if collection is off */
	w->lives++;
	unseen_choose_load(w);
	return rc ? rc : held_add(w, off, time);
}
