/* SPDX-License-Identifier: Apache-2.0 */
/* What the walk makes of stretches of which nothing is known (read/known.h), and of loads, which
 * end one, and with it what the records stand for. */
#include "passes/walk.h"

#include "passes/queue.h"
#include "common/util.h"
#include "read/stream.h"

size_t unseen_load_after(const struct report_points *p, unsigned node, size_t lives)
{
	size_t at = 0;

	/* the triggers may go off and on again without a file */
	for (size_t i = 1; i < p->loads && lives; i++)
		if (p->load[i].on[node]) {
			at = i;
			lives--;
		}
	return at;
}

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
	w->load = &p->load[unseen_load_after(p, w->node, at)];
	if (w->load != w->until_load) /* it has an end point of its own */
		w->n->until.reached = w->n->until.sampled = false;
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

	if (!n->gaps++)
		n->lost_from = gap->from;
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

/* Hands a stretch to all parts of the walk. */
static int take_stretch(void *self, const struct known_stretch *s)
{
	const uint64_t resumed = s->why == REPORT_HOLE ? s->to : s->to + 1;
	struct walk *w = self;

	samples_close(w);
	events_break(w, &(struct report_blind){s->why, s->from, s->missed});
	intervals_break(w, s->why, s->from, s->to);
	if (w->limits)
		limits_break(w->limits, s->from, s->missed);
	hybrid_break(w);
	if (s->why != REPORT_BLIND || !known_collects(&w->known)) /* else all writes are recorded */
		port_break(w, s->from, resumed);
	system_break(w, s->from, resumed);
	words_break(w, s->why, s->to);
	samples_forget(w); /* another beginning may be among what is unseen */
	/*
	 * a reset that comes with a sample does not happen without it; writes to ports are recorded
	 * without triggers, too
	 */
	if (s->why != REPORT_BLIND || w->m->port.bus != GNO_BUS_NONE)
		samples_doubt(w, s->why == REPORT_GAP);
	w->n->unseen[s->why] += resumed - s->from; /* the ends of a hole were seen */
	if (s->why == REPORT_GAP || s->why == REPORT_HOLE)
		return GNO_OK;
	return add_blind(w, &(struct report_blind){s->why, s->from, s->to});
}

void unseen_begin(struct walk *w)
{
	const struct read_known before = {.off = !w->r->points.load[0].file->collect,
					  .frozen_from = report_frozen_from(w->r, w->n),
					  .may = report_points_may,
					  .of = &w->r->points,
					  .node = w->node};

	known_begin(&w->known, w->m, &before, w->r->run->wrap);
	known_start(&w->known, w->n->begin);
	w->known.take = take_stretch;
	w->known.self = w;
}

/* The record of a load may be missing. */
static int miss_load(struct walk *w, uint64_t from, uint64_t since)
{
	w->breaks++;
	w->loading = false;
	unseen_choose_load(w);
	return held_add(w, from, since);
}

int unseen_gap(struct walk *w, const struct gno_record *rec)
{
	int rc;

	if (rec->left_out) {	 /* by a filter; none of them is of a load */
		w->n->records--; /* this one is the filter's own */
		events_other(w, GNO_KIND_GAP, rec);
		return GNO_OK;
	}
	rc = miss_load(w, rec->time, rec->to + 1);
	if (rc || !rec->lost) /* there was no room for a time beat, and nothing happened */
		return rc;
	events_other(w, GNO_KIND_GAP, rec);
	rc = add_gap(w, &(struct report_gap){rec->time, rec->to, rec->lost,
					     rec->full || w->r->m->form == GNO_FORM_SINGLE});
	samples_close(w);
	return rc;
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
	return rc;
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

int unseen_hole_end(struct walk *w, uint64_t next)
{
	const int rc = w->known.in_hole ? end_hole(w, next) : GNO_OK;

	return rc ? rc : known_resume(&w->known, next);
}

int unseen_frozen(struct walk *w, uint64_t time)
{
	const uint64_t from = w->known.frozen_from;

	/* records of loads are missing, too */
	return from < time && w->r->points.frozen ? miss_load(w, from, time) : GNO_OK;
}

int unseen_load(struct walk *w, const struct gno_record *rec, uint64_t blind_since)
{
	w->loading = !rec->code;
	if (w->loading)
		return GNO_OK;
	w->heard = rec->time + known_live_clocks(w->m);
	w->lives++;
	unseen_choose_load(w);
	return held_add(w, blind_since, rec->time);
}
