/* SPDX-License-Identifier: Apache-2.0 */
/* A node, record by record: what fired, and what it means. */
#include "passes/walk.h"

#include <stdlib.h>

#include "records/record.h"
#include "results/captured.h"
#include "results/until.h"
#include "read/stream.h"
#include "passes/queue.h"
#include "common/util.h"

/*
 * The code of a write, 0: none. Codes do not fire while the triggers are off; within some clocks
 * after they went live it is not known, then *known is false.
 */
static unsigned port_code(const struct walk *w, const struct gno_record *rec, bool *known)
{
	unsigned code = w->load && !w->loading && w->load->codes[w->node].writes
			    ? gno_pattern_code(&w->load->file->node[w->node], w->m->port.data_bits,
					       gno_port_write_pack(rec->code, rec->page), rec->data)
			    : 0;

	*known = !code || rec->time >= w->heard;
	return code;
}

/* Notes the first time that the end point fires. */
static void take_until(struct walk *w, uint64_t time, int point)
{
	const struct gno_pattern_file *file = w->load->file;
	struct report_until *u = &w->n->until;

	if (u->reached || file->until < 0 || (int)w->load->point[file->until] != point)
		return;
	u->reached = true;
	u->time = time;
}

/* A point fired. */
static int take_point(struct walk *w, uint64_t time, const struct report_fired *fired,
		      const struct gno_pattern_point *point)
{
	if (!w->rows) /* a run that is followed may get more points */
		w->n->count[fired->point]++;
	take_until(w, time, fired->point);
	if (point->os != GNO_OS_NONE)
		system_fire(w, time, point->os);
	if (w->limits && limits_fire(w->limits, time, fired->point))
		return GNO_ERR_NOMEM;
	if (w->rows && !report_rows_want(w->rows, REPORT_INTERVALS))
		return GNO_OK;
	return intervals_fire(w, time, fired->point);
}

/* A write to the event port, which is of the process that its own record bears; perhaps a point (or
 * NULL). */
static int take_datum(struct walk *w, const struct gno_record *rec,
		      const struct report_fired *fired, const struct gno_pattern_point *point)
{
	int rc = GNO_OK;

	w->write = rec;
	if (point)
		rc = take_point(w, rec->time, fired, point);
	w->write = NULL;
	if (!rc)
		rc = port_datum(w, rec);
	if (!rc && point)
		rc = hybrid_fire(w, rec->time, fired->point);
	if (!rc && fired->code == GNO_PORT_MARK)
		rc = samples_mark(w, rec->time, fired, rec->data);
	return rc;
}

static void count_fired(struct report_node *n, unsigned kind)
{
	n->events += kind == GNO_KIND_EVENT;
	n->triggers += gno_kind_is_trigger(kind);
	n->captures += kind == GNO_KIND_CAPTURE;
}

/* An event or a trigger; NULL: it has no name. */
static int take_named(struct walk *w, uint64_t time, const struct report_fired *fired,
		      const struct gno_pattern_point *point)
{
	int rc;

	if (!point) {
		w->n->unnamed[gno_kind_is_trigger(fired->kind)][fired->code]++;
		return GNO_OK;
	}
	rc = take_point(w, time, fired, point);
	return rc ? rc : hybrid_fire(w, time, fired->point);
}

/* What a record of what fired means for the results. */
static int take_meaning(struct walk *w, const struct gno_stream *s, const struct gno_batch *b,
			size_t i, const struct report_fired *fired,
			const struct gno_pattern_point *point, struct gno_record *rec, bool known)
{
	static const struct gno_group_choice all[GNO_CHOICES];
	const struct gno_group_choice *choice = all;
	uint64_t time = b->rec[i].time;
	unsigned actions = 0;
	int rc;

	if (point) {
		actions = point->actions;
		choice = point->choice;
	} else if (fired->kind == GNO_KIND_DATUM && rec->page && w->load) {
		actions = w->load->file->port;
		choice = w->load->file->port_choice;
	}
	rc = samples_fire(w, time, fired, gno_record_flags(b->rec[i].info), actions, choice);
	w->clock.known &= known;
	if (rc)
		return rc;
	switch (fired->kind) {
	case GNO_KIND_EVENT:
	case GNO_KIND_TRIGGER:
	case GNO_KIND_CAPTURE:
	case GNO_KIND_LINE:
		return take_named(w, time, fired, point);
	case GNO_KIND_DATUM:
		return take_datum(w, rec, fired, point);
	case GNO_KIND_WORD:
		gno_stream_record(s, b, i, w->samples.pair, rec);
		return words_take(w, rec);
	default:
		return GNO_OK;
	}
}

/* A capture, for the report's list of them. */
static void keep_capture(struct walk *w, const struct gno_stream *s, const struct gno_batch *b,
			 size_t i)
{
	struct gno_record rec;

	gno_stream_record(s, b, i, w->samples.pair, &rec);
	captured_put(w->r->captured, w->node,
		     &(struct captured_row){rec.time, rec.word, rec.cause, rec.current, rec.known});
}

/* A record of what fired. */
static int take_fired(struct walk *w, const struct gno_stream *s, const struct gno_batch *b,
		      size_t i)
{
	struct report_fired fired = {gno_record_kind(b->rec[i].info),
				     gno_record_code(b->rec[i].info), -1, 0};
	const struct gno_pattern_point *point;
	struct gno_record rec;
	bool known = true;
	int rc;

	count_fired(w->n, fired.kind);
	if (fired.kind == GNO_KIND_CAPTURE && !w->rows)
		keep_capture(w, s, b, i);
	rc = known_take(&w->known, s, b, i);
	if (rc)
		return rc;
	if (!w->load)
		w->n->unknown_load++;
	if (fired.kind == GNO_KIND_DATUM) {
		stream_datum(s, b, i, &rec);
		fired.code = gno_port_write_pack(rec.code, rec.page);
		fired.port = port_code(w, &rec, &known);
	}
	point = report_fired_point(w->load, w->node, &fired);
	events_fire(w, i, &fired, point);
	rc = events_count(w, i, &fired);
	if (!rc && !report_rows_fired_only(w->rows))
		rc = take_meaning(w, s, b, i, &fired, point, &rec, known);
	return rc;
}

/* What no list of what fired needs. */
static bool is_result(unsigned kind)
{
	return kind == GNO_KIND_RATIO || kind == GNO_KIND_BUCKET || kind == GNO_KIND_COUNTER;
}

/* Record `i` of the batch. */
static int take_record(struct walk *w, size_t i)
{
	const struct gno_stream *s = w->s;
	const struct gno_batch *b = w->b;
	uint32_t info = b->rec[i].info;
	uint64_t blind_since;
	struct gno_record rec;
	int rc;

	w->n->records++;
	if (gno_kind_has_flags(gno_record_kind(info)))
		return take_fired(w, s, b, i);
	if (report_rows_fired_only(w->rows) && is_result(gno_record_kind(info)))
		return GNO_OK;
	switch (gno_record_kind(info)) {
	case GNO_KIND_RATIO:
		gno_stream_record(s, b, i, w->samples.pair, &rec);
		return samples_take(w, s, &rec);
	case GNO_KIND_BUCKET:
	case GNO_KIND_COUNTER:
		gno_stream_record(s, b, i, w->samples.pair, &rec);
		return units_take(w, s, &rec);
	case GNO_KIND_SEGMENT:
		gno_stream_record(s, b, i, w->samples.pair, &rec);
		return segments_walk_take(w, s, &rec);
	case GNO_KIND_GAP:
		gno_stream_record(s, b, i, w->samples.pair, &rec);
		rc = unseen_gap(w, &rec);
		return rc ? rc : known_take(&w->known, s, b, i);
	case GNO_KIND_LOAD:
		gno_stream_record(s, b, i, w->samples.pair, &rec);
		events_other(w, GNO_KIND_LOAD, &rec);
		samples_close(w);
		blind_since = known_blind_since(&w->known);
		rc = known_take(&w->known, s, b, i);
		return rc ? rc : unseen_load(w, &rec, blind_since);
	case GNO_KIND_SYNC:
		w->n->synced = true;
		samples_synced(w);
		break;
	case GNO_KIND_FLUSH:
		samples_close(w);
		if (unseen_frozen(w, b->rec[i].time) || known_take(&w->known, s, b, i))
			return GNO_ERR_NOMEM;
		w->n->flushed = !w->n->missing; /* else its end was cut off */
		break;
	}
	return GNO_OK;
}

static int finish(struct walk *w)
{
	struct report_node *n = w->n;
	const uint64_t end = walk_run_end(w);
	int rc = unseen_hole_end(w, n->end);

	samples_close(w);
	if (rc)
		return rc;
	rc = known_end(&w->known, n->end);
	if (!rc && w->known.blind) { /* its tables may be half of those of a load */
		w->load = NULL;
		rc = held_add(w, w->known.blind_since, UINT64_MAX);
	}
	if (rc)
		return rc;
	intervals_end(w);
	if (w->limits)
		limits_end(w->limits, n->end);
	hybrid_end(w);
	port_end(w);
	system_end(w);
	words_end(w);
	samples_end(w);
	units_end(w);
	segments_walk_end(w);
	if (!n->flushed && end > n->end) {
		/* the other nodes continued, this one did too or is not drained yet */
		n->unseen[REPORT_HOLE] += end - n->end;
		walk_line_add(w, w->line->kinds - REPORT_UNSEEN_KINDS + REPORT_HOLE, n->end, end);
	}
	return GNO_OK;
}

void walk_expect_end(struct walk *w)
{
	const struct report_points *p = &w->r->points;
	const struct gno_pattern_file *last = p->load[p->loads - 1].file;

	w->n->until.wanted = report_until(w->r) && last->until_on[w->node];
}

/* What is known at the first record. */
static int begin(struct walk *w)
{
	unseen_begin(w);
	w->breaks = w->n->overwritten; /* as counted beforehand */
	walk_expect_end(w);
	w->intervals.drawn = w->n->begin;
	w->intervals.broken = w->hybrid.broken = w->r->run->wrap;
	w->pause = (struct walk_pause){
	    .known = !w->r->run->wrap, .exact = !w->r->run->wrap, .mark = w->n->begin};
	w->port.mark = w->n->begin;
	w->words.last = w->n->begin;
	system_begin(w);
	unseen_choose_load(w);
	return held_add(w, 0, 0);
}

int walk_begin(struct walk *w, struct gno_report *r, unsigned node, struct report_node *n,
	       const struct gno_report_options *o, struct gno_batch *b, struct gno_err *err)
{
	w->r = r;
	w->n = n;
	w->m = &r->m->node[node];
	w->node = node;
	w->line = &r->line;
	w->row = node;
	w->o = o;
	w->s = gno_trace_stream(r->trace, node);
	w->b = b;
	w->until = UINT64_MAX;
	if (!w->all_held)
		w->all_held = &w->held;
	n->flushed = false; /* of what was read so far */
	n->count = calloc(r->points.points + 1, sizeof(*n->count));
	n->missing = gno_stream_missing(w->s);
	if (r->pauses && !w->rows && report_pauses_enter(r->pauses, &w->pauses, err))
		return err->code;
	if (r->limits && !w->rows &&
	    !(w->limits = limits_walk_begin(r->limits, node, gno_node_bound(&r->m->node[node]))))
		return gno_fail_nomem(err);
	if (!n->count || intervals_begin(w) || hybrid_begin(w) || samples_begin(w) ||
	    units_begin(w) || segments_walk_begin(w) || begin(w))
		return gno_fail_nomem(err);
	return GNO_OK;
}

int walk_take(struct walk *w, struct gno_err *err)
{
	struct gno_batch *b = w->b;
	struct gno_record rec;
	int rc;

	if (w->at >= b->n + (b->hole_bytes != 0)) {
		w->at = 0;
		return 0;
	}
	if (w->at == b->n) {
		w->at++;
		gno_stream_record(w->s, b, b->n, w->samples.pair, &rec);
		rc = unseen_hole(w, &rec);
		rc = rc ? rc : known_take(&w->known, w->s, b, b->n);
	} else if (b->rec[w->at].time >= w->until) {
		return WALK_WAITS;
	} else {
		const size_t at = w->at;

		rc = plain_take(w);
		if (!rc && w->at == at)
			rc = unseen_hole_end(w, b->rec[at].time);
		if (!rc && w->at == at)
			rc = take_record(w, w->at++);
	}
	return rc ? gno_fail_nomem(err) : 1;
}

int walk_finish(struct walk *w, struct gno_err *err)
{
	return finish(w) ? gno_fail_nomem(err) : report_pauses_check(w->pauses, err);
}

void walk_keep(struct walk *w)
{
	w->n->held = w->held.load;
	w->n->helds = w->held.loads;
	w->held = (struct walk_loads){NULL, 0};
}

void walk_end(struct walk *w)
{
	intervals_free(w);
	samples_free(w);
	port_free(w);
	hybrid_free(w);
	units_free(w);
	segments_walk_free(w);
	held_free(w);
	limits_walk_free(w->limits);
	report_pauses_leave(w->pauses);
}
