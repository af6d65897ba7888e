/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "record.h"
#include "report_walk.h"
#include "util.h"

const char *report_unseen_name(enum report_unseen why)
{
	static const char *const names[] = {
	    [REPORT_GAP] = "gap", [REPORT_HOLE] = "hole", [REPORT_BLIND] = "load", [REPORT_OFF] = "off"};

	return names[why];
}

const char *report_fired_name(const struct gno_report *r, const struct report_fired *f, char *buf,
			      size_t size)
{
	if (f->point >= 0)
		return r->points.point[f->point].name;
	switch (f->kind) {
	case GNO_KIND_DATUM:
		return report_port_name(f->code / 64, f->code % 64, buf, size);
	case GNO_KIND_EVENT:
		snprintf(buf, size, "code %u", f->code);
		return buf;
	case GNO_KIND_TRIGGER:
		snprintf(buf, size, "trigger %u", f->code);
		return buf;
	case GNO_KIND_WORD:
		return "(profile)";
	default:
		return "(end)";
	}
}

double report_seen(const struct gno_report *r, const struct report_node *n)
{
	uint64_t span = (n->flushed ? n->end : r->line.end) - n->begin;
	uint64_t unseen = n->unseen[REPORT_GAP] + n->unseen[REPORT_HOLE] + n->unseen[REPORT_BLIND];

	if (!unseen)
		return 1;
	return unseen >= span ? 0 : 1 - (double)unseen / (double)span;
}

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

/* A record of what fired. */
static int take_fired(struct walk *w, const struct gno_stream *s, const struct gno_batch *b, size_t i)
{
	struct report_fired fired = {gno_word_kind(b->rec[i].info), gno_word_code(b->rec[i].info), -1};
	unsigned flags = gno_word_flags(b->rec[i].info);
	const struct gno_pattern_point *point;
	uint64_t time = b->rec[i].time;
	struct gno_record rec;
	unsigned actions = 0;
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
	}
	point = report_fired_point(w->load, w->node, &fired);
	if (point)
		actions = point->actions;
	else if (fired.kind == GNO_KIND_DATUM && rec.page && w->load)
		actions = w->load->file->port;
	rc = samples_fire(w, time, &fired, flags, actions);
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
		rc = port_datum(w, &rec);
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
	choose_load(w);
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
	choose_load(w);
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
	int rc = GNO_OK;

	samples_close(w);
	if (!live) {
		if (w->off && !w->blind && time > w->off_since)
			rc = walk_break(w, REPORT_OFF, w->off_since, time - 1);
		if (!w->blind)
			w->blind_since = time;
		w->blind = true;
		return rc;
	}
	/* where the record of going off is missing, they were off since nothing fired any more */
	rc = walk_break(w, REPORT_BLIND, w->blind ? w->blind_since : w->fired, time);
	w->blind = false;
	w->off_since = time + 1; /* if collection is off */
	w->lives++;
	choose_load(w);
	return rc ? rc : units_load(w, time);
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
	if (w->blind)
		rc = walk_break(w, REPORT_BLIND, w->blind_since, n->end);
	else if (w->off && w->off_since < n->end)
		rc = walk_break(w, REPORT_OFF, w->off_since, n->end);
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
	w->breaks = w->r->run->wrap; /* as counted beforehand */
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
	return units_load(w, 0);
}

static int walk_node(struct gno_report *r, unsigned node, const struct gno_report_options *o,
		     struct gno_batch *b, struct gno_err *err)
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
	return rc;
}

/* First look: when each node's records begin and end, and what the walk must know beforehand. */
static int look_through(struct gno_report *r, unsigned node, struct gno_batch *b, struct gno_err *err)
{
	struct gno_stream *s = gno_trace_stream(r->trace, node);
	struct report_node *n = &r->node[node];
	bool first = true, flushed = false;
	int rc;

	n->breaks = r->run->wrap;
	while ((rc = gno_stream_read(s, b, err)) > 0) {
		n->breaks += b->hole_bytes != 0;
		if (!b->n)
			continue;
		if (first)
			n->begin = b->rec[0].time;
		first = false;
		n->end = b->rec[b->n - 1].time;
		for (size_t i = 0; i < b->n; i++) {
			unsigned kind = gno_word_kind(b->rec[i].info);
			unsigned code = gno_word_code(b->rec[i].info);

			if (kind == GNO_KIND_EVENT)
				continue;
			n->lives += kind == GNO_KIND_LOAD && code;
			flushed |= kind == GNO_KIND_FLUSH;
			if (kind == GNO_KIND_DATUM && !gno_word_page(b->rec[i].info) &&
			    ((code & GNO_DATUM_SUB) == GNO_PORT_TIME_STOP ||
			     (code & GNO_DATUM_SUB) == GNO_PORT_TIME_START))
				n->port.pauses = true;
		}
		if (gno_word_kind(b->rec[b->n - 1].info) == GNO_KIND_GAP) {
			n->breaks++;
			n->end = b->resumed;
		}
	}
	n->breaks += !flushed;
	return rc;
}

static int build(struct gno_report *r, const struct gno_report_options *o, struct gno_batch *b,
		 struct gno_err *err)
{
	uint64_t first = UINT64_MAX, last = 0;
	int rc = GNO_OK;

	for (unsigned k = 0; k < r->m->nodes && !rc; k++) {
		rc = look_through(r, k, b, err);
		if (r->node[k].begin < first)
			first = r->node[k].begin;
		if (r->node[k].end > last)
			last = r->node[k].end;
	}
	if (!rc && report_line_init(&r->line, r->m->nodes, o->columns, r->points.intervals, first, last))
		rc = gno_fail_nomem(err);
	for (unsigned k = 0; k < r->m->nodes && !rc; k++)
		rc = walk_node(r, k, o, b, err);
	report_marks_sort(r, o->samples);
	if (!rc)
		rc = report_messages(r, err);
	if (!rc && o->profile)
		rc = report_profile(r, o, err);
	return rc;
}

int gno_report_build(const char *dir, const struct gno_report_options *o, struct gno_report **out,
		     struct gno_err *err)
{
	struct gno_report *r = calloc(1, sizeof(*r));
	struct gno_batch *b = malloc(sizeof(*b));
	int rc;

	*out = NULL;
	if (!r || !b) {
		rc = gno_fail_nomem(err);
		goto out;
	}
	rc = gno_trace_open(dir, &r->trace, err);
	if (rc)
		goto out;
	r->m = gno_trace_manifest(r->trace);
	r->run = gno_trace_run(r->trace);
	rc = report_points_load(&r->points, dir, r->trace, o->interval, err);
	if (rc)
		goto out;
	r->node = calloc(r->m->nodes, sizeof(*r->node));
	if (!r->node) {
		rc = gno_fail_nomem(err);
		goto out;
	}
	rc = build(r, o, b, err);
	if (rc)
		goto out;
	*out = r;
	r = NULL;
out:
	gno_report_free(r);
	free(b);
	return rc;
}

void gno_report_free(struct gno_report *r)
{
	if (!r)
		return;
	for (unsigned k = 0; r->node && k < r->m->nodes; k++) {
		struct report_node *n = &r->node[k];

		free(n->count);
		free(n->measure);
		free(n->overall);
		free(n->extreme);
		free(n->gap);
		free(n->hole);
		free(n->blind);
		free(n->port.process);
		free(n->system.ratio[0]);
		free(n->system.ratio[1]);
		report_map_free(&n->port.events);
		report_map_free(&n->words.tick);
		for (unsigned i = 0; i < BLOCK_UNITS; i++) {
			free(n->unit[i].bank);
			free(n->unit[i].count);
			free(n->unit[i].count_before);
			free(n->unit[i].total);
		}
	}
	for (unsigned c = 0; r->connection && c < GNO_CONNECTIONS; c++)
		for (unsigned kind = 0; kind < REPORT_MESSAGES; kind++)
			free(r->connection[c].flow[kind]);
	free(r->connection);
	free(r->node);
	free(r->sample);
	free(r->pair);
	free(r->extreme);
	free(r->mark);
	free(r->line.cell);
	free(r->profile.place);
	report_points_free(&r->points);
	gno_trace_close(r->trace);
	free(r);
}
