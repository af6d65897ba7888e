/* SPDX-License-Identifier: Apache-2.0 */
/* A node, record by record: which load holds, what fired, and of which stretches nothing is known. */
#include "report_walk.h"

#include <stdlib.h>

#include "record.h"
#include "util.h"

#define LIVE_CLOCKS 13 /* after a load record by which the triggers see again (docs/design/triggers.md) */

/*
 * Which load holds. Each `live` record stands for the next file that was loaded to the node. Where records of
 * such are missing, they fell into a break: then all is known before the first break and after the last one.
 */
static void choose_load(struct walk *w)
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
	words_load(w);
}

/* Nothing is known of the clocks from `from` to `to`, both included; a hole's are those of records around it.
 */
static int walk_break(struct walk *w, enum report_unseen why, uint64_t from, uint64_t to)
{
	uint64_t resumed = why == REPORT_HOLE ? to : to + 1;
	struct report_blind *blind;

	samples_close(w);
	if (to < from)
		return GNO_OK;
	intervals_break(w, why, from, to);
	port_break(w, from, resumed);
	system_break(w, from, resumed);
	words_break(w, why, to);
	if (why != REPORT_BLIND || w->m->port.bus != GNO_BUS_NONE) /* writes to a port are heard then too */
		w->samples.unsure = true;
	if (w->fired < resumed)
		w->fired = resumed;
	if (why != REPORT_HOLE) /* its ends were seen */
		w->n->unseen[why] += to - from + 1;
	if (why != REPORT_BLIND && why != REPORT_OFF)
		return GNO_OK;
	blind = gno_room(w->n->blind, w->n->blinds, sizeof(*blind));
	if (!blind)
		return GNO_ERR_NOMEM;
	w->n->blind = blind;
	w->n->blind[w->n->blinds++] = (struct report_blind){why, from, to};
	return GNO_OK;
}

/* Something fired at `time`, or would have: so triggers are live and collection is on, if they were not
 * before. */
static int woken(struct walk *w, uint64_t time)
{
	bool blind = w->blind, off = w->off;
	int rc = GNO_OK;

	w->blind = w->off = false;
	if (blind && time > w->blind_since)
		rc = walk_break(w, REPORT_BLIND, w->blind_since, time - 1);
	else if (!blind && off && time > w->off_since)
		rc = walk_break(w, REPORT_OFF, w->off_since, time - 1);
	return rc;
}

/*
 * The code of a write, 0: none. Codes are not heard while the triggers are off; within some clocks after they
 * went live it is not known, then *known is false.
 */
static unsigned port_code(const struct walk *w, const struct gno_record *rec, bool *known)
{
	unsigned code = w->load && !w->loading
			    ? gno_pattern_code(&w->load->file->node[w->node], w->m->port.data_bits,
					       rec->page * 64u + rec->code, rec->data)
			    : 0;

	*known = !code || rec->time >= w->heard;
	return code;
}

/* A record of what fired. */
static int take_fired(struct walk *w, const struct gno_stream *s, const struct gno_batch *b, size_t i)
{
	struct report_fired fired = {gno_word_kind(b->rec[i].info), gno_word_code(b->rec[i].info), -1, 0};
	unsigned flags = gno_word_flags(b->rec[i].info);
	const struct gno_pattern_point *point;
	uint64_t time = b->rec[i].time;
	struct gno_record rec;
	unsigned actions = 0;
	bool known = true;
	int rc;

	w->n->events += fired.kind == GNO_KIND_EVENT;
	w->n->triggers += fired.kind == GNO_KIND_TRIGGER;
	rc = woken(w, time);
	if (rc)
		return rc;
	w->fired = time + 1;
	if (!w->load)
		w->n->unknown_load++;
	if (fired.kind == GNO_KIND_DATUM) {
		gno_stream_record(s, b, i, w->samples.pair, &rec);
		fired.code = rec.page * 64 + rec.code;
		fired.port = port_code(w, &rec, &known);
	}
	point = report_fired_point(w->load, w->node, &fired);
	if (point)
		actions = point->actions;
	else if (fired.kind == GNO_KIND_DATUM && rec.page && w->load)
		actions = w->load->file->port;
	rc = samples_fire(w, time, &fired, flags, actions);
	w->clock.known &= known;
	if (rc)
		return rc;
	switch (fired.kind) {
	case GNO_KIND_EVENT:
	case GNO_KIND_TRIGGER:
		if (point) {
			w->n->count[fired.point]++;
			if (point->os != GNO_OS_NONE)
				system_fire(w, time, point->os);
			rc = intervals_fire(w, time, fired.point);
		} else {
			w->n->unnamed[fired.kind == GNO_KIND_TRIGGER][fired.code]++;
		}
		break;
	case GNO_KIND_DATUM:
		if (point) {
			w->n->count[fired.point]++;
			rc = intervals_fire(w, time, fired.point);
		}
		rc = rc ? rc : port_datum(w, &rec);
		if (!rc && fired.code == GNO_PORT_MARK)
			rc = samples_mark(w, time, &fired, rec.data);
		break;
	case GNO_KIND_WORD:
		gno_stream_record(s, b, i, w->samples.pair, &rec);
		rc = words_take(w, &rec);
		break;
	}
	/* in wrap mode it ends the run, some records later */
	if ((flags & 1u << GNO_FLAG_STOP && !w->r->run->wrap) ||
	    (fired.kind == GNO_KIND_DATUM && fired.code == GNO_PORT_STOP)) {
		w->off = true;
		w->off_since = time + 1;
	}
	return rc;
}

static int take_gap(struct walk *w, const struct gno_record *rec)
{
	struct report_node *n = w->n;
	struct report_gap *gap;
	int rc;

	w->breaks++;
	w->loading = false; /* what tells of it may have been lost */
	choose_load(w);
	rc = held_break(w, rec->time, rec->to + 1);
	if (rc)
		return rc;
	if (!rec->lost) /* there was no room for a beat, and nothing happened: all is known */
		return GNO_OK;
	gap = gno_room(n->gap, n->gaps, sizeof(*gap));
	if (!gap)
		return GNO_ERR_NOMEM;
	n->gap = gap;
	n->gap[n->gaps++] = (struct report_gap){rec->time, rec->to, rec->lost};
	n->lost += rec->lost;
	rc = woken(w, rec->time); /* if triggers are off still, a record of going live tells */
	return rc ? rc : walk_break(w, REPORT_GAP, rec->time, rec->to);
}

static int take_hole(struct walk *w, const struct gno_record *rec)
{
	struct report_node *n = w->n;
	struct report_hole *hole = gno_room(n->hole, n->holes, sizeof(*hole));

	if (!hole)
		return GNO_ERR_NOMEM;
	w->breaks++;
	w->loading = false;
	choose_load(w);
	if (held_break(w, rec->time, rec->to))
		return GNO_ERR_NOMEM;
	n->hole = hole;
	n->hole[n->holes++] =
	    (struct report_hole){rec->offset, rec->bytes, rec->time, rec->to, rec->cut_off != 0};
	if (!w->in_hole)
		w->hole_from = rec->time;
	w->in_hole = true;
	w->hole_to = rec->to;
	return GNO_OK;
}

/* Holes are over when the next record is known: what told their end may have been damaged itself. */
static int end_hole(struct walk *w, uint64_t next)
{
	uint64_t to = w->hole_to < next ? w->hole_to : next;
	uint64_t from = w->hole_from < to ? w->hole_from : to;
	int rc;

	if (!w->in_hole)
		return GNO_OK;
	w->in_hole = false;
	rc = woken(w, from); /* what turned them on may be in the hole */
	if (rc)
		return rc;
	w->n->unseen[REPORT_HOLE] += to - from;
	return walk_break(w, REPORT_HOLE, from, to);
}

/* The triggers went live, or off. */
static int take_load(struct walk *w, uint64_t time, bool live)
{
	/* where the record of going off is missing, they were off since nothing fired any more */
	uint64_t off = w->blind ? w->blind_since : w->fired;
	int rc = GNO_OK;

	samples_close(w);
	if (!live) {
		if (w->off && !w->blind && time > w->off_since)
			rc = walk_break(w, REPORT_OFF, w->off_since, time - 1);
		if (!w->blind)
			w->blind_since = time;
		w->blind = w->loading = true;
		return rc;
	}
	rc = walk_break(w, REPORT_BLIND, off, time);
	w->blind = w->loading = false;
	w->heard = time + LIVE_CLOCKS;
	w->off_since = time + 1; /* if collection is off */
	w->lives++;
	choose_load(w);
	return rc ? rc : held_add(w, off, time);
}

static int take_batch(struct walk *w, const struct gno_stream *s, const struct gno_batch *b)
{
	struct gno_record rec;
	int rc = b->n ? end_hole(w, b->rec[0].time) : GNO_OK;

	for (size_t i = 0; i < b->n && !rc; i++) {
		uint32_t info = b->rec[i].info;

		w->n->records++;
		switch (gno_word_kind(info)) {
		case GNO_KIND_EVENT:
		case GNO_KIND_TRIGGER:
		case GNO_KIND_DATUM:
		case GNO_KIND_WORD:
			rc = take_fired(w, s, b, i);
			break;
		case GNO_KIND_RATIO:
			gno_stream_record(s, b, i, w->samples.pair, &rec);
			rc = samples_take(w, s, &rec);
			break;
		case GNO_KIND_BUCKET:
		case GNO_KIND_COUNTER:
			gno_stream_record(s, b, i, w->samples.pair, &rec);
			rc = units_take(w, s, &rec);
			break;
		case GNO_KIND_GAP:
			gno_stream_record(s, b, i, w->samples.pair, &rec);
			rc = take_gap(w, &rec);
			break;
		case GNO_KIND_LOAD:
			rc = take_load(w, b->rec[i].time, gno_word_code(info));
			break;
		case GNO_KIND_SYNC:
			w->n->synced = true;
			w->samples.unsure = false; /* nothing of the node was overwritten */
			break;
		case GNO_KIND_FLUSH:
			samples_close(w);
			w->n->flushed = true;
			break;
		}
	}
	if (!rc && b->hole_bytes) {
		gno_stream_record(s, b, b->n, w->samples.pair, &rec);
		rc = take_hole(w, &rec);
	}
	return rc;
}

static int finish(struct walk *w)
{
	struct report_node *n = w->n;
	struct report_line *line = &w->r->line;
	int rc = end_hole(w, n->end);

	samples_close(w);
	if (rc)
		return rc;
	if (w->blind) { /* its tables may be half of those of a load */
		rc = walk_break(w, REPORT_BLIND, w->blind_since, n->end);
		w->load = NULL;
		rc = rc ? rc : held_add(w, w->blind_since, UINT64_MAX);
	} else if (w->off && w->off_since < n->end) {
		rc = walk_break(w, REPORT_OFF, w->off_since, n->end);
	}
	if (rc)
		return rc;
	intervals_end(w);
	port_end(w);
	system_end(w);
	words_end(w);
	samples_end(w);
	units_end(w);
	if (!n->flushed && line->end > n->end) {
		/* the other nodes went on, this one did too or is not drained yet */
		n->unseen[REPORT_HOLE] += line->end - n->end;
		report_line_add(line, w->node, line->kinds - REPORT_UNSEEN_KINDS + REPORT_HOLE, n->end,
				line->end);
	}
	return GNO_OK;
}

/* What is known at the first record. */
static int begin(struct walk *w)
{
	const struct gno_pattern_file *file = w->r->points.load[0].file;

	w->fired = w->n->begin;
	w->breaks = w->n->overwritten; /* as counted beforehand */
	w->intervals.drawn = w->n->begin;
	w->intervals.broken = w->r->run->wrap;
	w->off = !file->collect && !w->r->run->wrap;
	w->off_since = w->n->begin;
	w->pause =
	    (struct walk_pause){.known = !w->r->run->wrap, .exact = !w->r->run->wrap, .mark = w->n->begin};
	w->port.mark = w->n->begin;
	w->words.last = w->n->begin;
	system_begin(w);
	choose_load(w);
	return held_add(w, 0, 0);
}

int walk_node(struct gno_report *r, unsigned node, const struct gno_report_options *o, struct gno_batch *b,
	      struct gno_err *err)
{
	struct gno_stream *s = gno_trace_stream(r->trace, node);
	struct walk w = {.r = r, .n = &r->node[node], .m = &r->m->node[node], .node = node, .o = o};
	int rc = GNO_OK;

	w.n->count = calloc(r->points.points + 1, sizeof(*w.n->count));
	w.n->missing = gno_stream_missing(s);
	if (!w.n->count || intervals_begin(&w) || samples_begin(&w) || units_begin(&w) || begin(&w)) {
		rc = gno_fail_nomem(err);
		goto out;
	}
	gno_stream_rewind(s);
	while ((rc = gno_stream_read(s, b, err)) > 0) {
		rc = take_batch(&w, s, b);
		if (rc) {
			gno_fail_nomem(err);
			goto out;
		}
	}
	if (!rc && finish(&w))
		rc = gno_fail_nomem(err);
out:
	intervals_free(&w);
	samples_free(&w);
	port_free(&w);
	units_free(&w);
	held_free(&w);
	return rc;
}
