/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "record.h"

/* An interval that began and has not ended yet. */
struct open_interval {
	unsigned interval;
	uint64_t since;
};

/* What is known of a node while its records go by. */
struct walk {
	struct gno_report *r;
	struct report_node *n;
	unsigned node;
	size_t samples; /* most that are kept */
	struct open_interval *open;
	size_t opened;
	uint64_t *depth;	/* of each interval: how often it is open */
	uint64_t *cut_open;	/* of each interval: begun before a gap; their ends do not count once more */
	uint64_t drawn;		/* the time line is drawn up to here */
	struct gno_ratio *last; /* counts since the last reset */
	struct gno_ratio *pair; /* of the sample at hand */
	bool broken;		/* a gap or hole went by, or the beginning is not there */
};

void *report_grow(void *array, size_t n, size_t size)
{
	if (n & (n - 1))
		return array; /* room for the next power of two was made before */
	return realloc(array, (n ? 2 * n : 1) * size);
}

const char *report_event_name(const struct gno_report *r, unsigned code, char *buf, size_t size)
{
	if (r->points.by_code[code])
		return r->points.by_code[code]->name;
	snprintf(buf, size, code ? "code %u" : "(end)", code);
	return buf;
}

double report_seen(const struct gno_report *r, const struct report_node *n)
{
	uint64_t span = (n->flushed ? n->end : r->line.end) - n->begin;

	if (!n->unseen)
		return 1;
	return n->unseen >= span ? 0 : 1 - (double)n->unseen / (double)span;
}

struct report_measure report_measure_all(const struct gno_report *r, size_t interval)
{
	struct report_measure all = {.unfinished = 0};

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_measure *m = &r->node[k].measure[interval];

		gno_stats_join(&all.stats, &m->stats);
		all.unfinished += m->unfinished;
		all.unmatched += m->unmatched;
		all.cut += m->cut;
	}
	return all;
}

/* Draws the time from where the line ends up to `time` as the innermost open interval. */
static void draw(struct walk *w, uint64_t time)
{
	if (w->opened)
		report_line_add(&w->r->line, w->node, w->open[w->opened - 1].interval, w->drawn, time);
	w->drawn = time;
}

static int begin_interval(struct walk *w, unsigned interval, uint64_t time)
{
	struct open_interval *open = report_grow(w->open, w->opened, sizeof(*open));

	if (!open)
		return GNO_ERR_NOMEM;
	w->open = open;
	draw(w, time);
	w->open[w->opened++] = (struct open_interval){interval, time};
	w->depth[interval]++;
	return GNO_OK;
}

static void end_interval(struct walk *w, unsigned interval, uint64_t time)
{
	struct report_measure *m = &w->n->measure[interval];
	size_t i = w->opened;

	if (!w->depth[interval]) {
		if (w->cut_open[interval])
			w->cut_open[interval]--;
		else if (w->broken)
			m->cut++;
		else
			m->unmatched++;
		return;
	}
	draw(w, time);
	while (w->open[--i].interval != interval)
		;
	gno_stats_add(&m->stats, time - w->open[i].since);
	memmove(&w->open[i], &w->open[i + 1], (--w->opened - i) * sizeof(*w->open));
	w->depth[interval]--;
}

/* Between `from` and `to` nothing is known: open intervals may have ended there. */
static void break_off(struct walk *w, unsigned kind, uint64_t from, uint64_t to)
{
	draw(w, from);
	report_line_add(&w->r->line, w->node, kind, from, to);
	w->drawn = to;
	for (size_t k = 0; k < w->r->points.intervals; k++) {
		w->n->measure[k].cut += w->depth[k];
		w->cut_open[k] += w->depth[k];
		w->depth[k] = 0;
	}
	w->opened = 0;
	w->broken = true;
}

static int take_event(struct walk *w, uint64_t time, uint32_t info)
{
	const struct report_points *p = &w->r->points;
	unsigned code = gno_word_code(info);
	unsigned flags = gno_word_aux(info);
	const struct report_point *point = p->by_code[code];
	int rc;

	w->n->events++;
	w->n->count[code]++;
	if (flags & 1u << GNO_FLAG_UNSAMPLED)
		w->n->unsampled++;
	if (point && point->actions & 1u << GNO_ACT_RESET && !(flags & 1u << GNO_FLAG_SAMPLED)) {
		/* counts went without having been told */
		w->n->counts_incomplete = true;
		memset(w->last, 0, w->r->m->node[w->node].pairs * sizeof(*w->last));
	}
	for (unsigned k = 0; k < p->intervals; k++)
		if (p->interval[k].to_code == code &&
		    (w->depth[k] || p->interval[k].from_code != p->interval[k].to_code))
			end_interval(w, k, time);
	for (unsigned k = 0; k < p->intervals; k++)
		if (p->interval[k].from_code == code) {
			rc = begin_interval(w, k, time);
			if (rc)
				return rc;
		}
	return GNO_OK;
}

static int keep_sample(struct walk *w, const struct gno_record *rec, bool reset)
{
	struct gno_report *r = w->r;
	struct report_sample *sample;
	struct gno_ratio *pair;

	r->samples_seen++;
	if (r->samples >= w->samples)
		return GNO_OK;
	sample = report_grow(r->sample, r->samples, sizeof(*sample));
	if (!sample)
		return GNO_ERR_NOMEM;
	r->sample = sample;
	r->sample[r->samples++] = (struct report_sample){rec->time, w->node, rec->code, reset, r->pairs};
	for (unsigned i = 0; i < rec->pairs; i++) {
		pair = report_grow(r->pair, r->pairs, sizeof(*pair));
		if (!pair)
			return GNO_ERR_NOMEM;
		r->pair = pair;
		r->pair[r->pairs++] = rec->pair[i];
	}
	return GNO_OK;
}

static int take_sample(struct walk *w, const struct gno_record *rec)
{
	const struct report_point *point = w->r->points.by_code[rec->code];
	bool reset = point && point->actions & 1u << GNO_ACT_RESET;

	w->n->samples++;
	for (unsigned i = 0; i < rec->pairs; i++) {
		if (reset) {
			gno_ratio_add(&w->n->overall[i], &rec->pair[i]);
			w->last[i] = (struct gno_ratio){0};
		} else {
			w->last[i] = rec->pair[i];
		}
	}
	return keep_sample(w, rec, reset);
}

static int take_gap(struct walk *w, const struct gno_record *rec)
{
	struct report_node *n = w->n;
	struct report_gap *gap;

	if (!rec->lost) /* there was no room for a beat, and nothing happened: all is known */
		return GNO_OK;
	gap = report_grow(n->gap, n->gaps, sizeof(*gap));
	if (!gap)
		return GNO_ERR_NOMEM;
	n->gap = gap;
	n->gap[n->gaps++] = (struct report_gap){rec->time, rec->to, rec->lost};
	n->lost += rec->lost;
	n->unseen += rec->to - rec->time + 1;
	break_off(w, w->r->line.kinds - 2, rec->time, rec->to);
	return GNO_OK;
}

static int take_hole(struct walk *w, const struct gno_record *rec)
{
	struct report_node *n = w->n;
	struct report_hole *hole = report_grow(n->hole, n->holes, sizeof(*hole));

	if (!hole)
		return GNO_ERR_NOMEM;
	n->hole = hole;
	n->hole[n->holes++] =
	    (struct report_hole){rec->offset, rec->bytes, rec->time, rec->to, rec->cut_off != 0};
	n->unseen += rec->to - rec->time;
	break_off(w, w->r->line.kinds - 1, rec->time, rec->to);
	return GNO_OK;
}

static int take_batch(struct walk *w, const struct gno_stream *s, const struct gno_batch *b)
{
	struct gno_record rec;
	int rc = GNO_OK;

	for (size_t i = 0; i < b->n && !rc; i++) {
		uint32_t info = b->rec[i].info;

		w->n->records++;
		switch (gno_word_kind(info)) {
		case GNO_KIND_EVENT:
			rc = take_event(w, b->rec[i].time, info);
			break;
		case GNO_KIND_RATIO:
			gno_stream_record(s, b, i, w->pair, &rec);
			rc = take_sample(w, &rec);
			break;
		case GNO_KIND_GAP:
			gno_stream_record(s, b, i, w->pair, &rec);
			rc = take_gap(w, &rec);
			break;
		case GNO_KIND_SYNC:
			w->n->synced = true;
			break;
		case GNO_KIND_FLUSH:
			w->n->flushed = true;
			break;
		}
	}
	if (!rc && b->hole_bytes) {
		gno_stream_record(s, b, b->n, w->pair, &rec);
		rc = take_hole(w, &rec);
	}
	return rc;
}

/* Whether counts may have gone without a sample that tells of them. */
static bool lacks_counts(const struct walk *w)
{
	const unsigned needed = 1u << GNO_ACT_RECORD | 1u << GNO_ACT_SAMPLE;
	const struct report_points *p = &w->r->points;
	const struct report_node *n = w->n;

	if (n->holes || n->missing || w->r->run->foreign_slots || !n->flushed || !n->synced)
		return true;
	for (size_t i = 0; i < p->points; i++) {
		unsigned actions = p->point[i].actions;

		if (p->point[i].on[w->node] && actions & 1u << GNO_ACT_RESET &&
		    (n->gaps || (actions & needed) != needed))
			return true;
	}
	return n->counts_incomplete;
}

static void finish(struct walk *w)
{
	unsigned pairs = w->r->m->node[w->node].pairs;

	draw(w, w->n->end);
	if (!w->n->flushed && w->r->line.end > w->n->end) {
		/* the other nodes went on, this one did too or is not drained yet */
		w->n->unseen += w->r->line.end - w->n->end;
		report_line_add(&w->r->line, w->node, w->r->line.kinds - 1, w->n->end, w->r->line.end);
	}
	for (size_t k = 0; k < w->r->points.intervals; k++)
		w->n->measure[k].unfinished += w->depth[k];
	for (unsigned i = 0; i < pairs; i++)
		gno_ratio_add(&w->n->overall[i], &w->last[i]);
	w->n->counts_incomplete = pairs && lacks_counts(w);
}

static int walk_node(struct gno_report *r, unsigned node, size_t samples, struct gno_batch *b,
		     struct gno_err *err)
{
	struct gno_stream *s = gno_trace_stream(r->trace, node);
	struct walk w = {.r = r, .n = &r->node[node], .node = node, .samples = samples};
	unsigned pairs = r->m->node[node].pairs;
	int rc = GNO_OK;

	w.depth = calloc(r->points.intervals + 1, sizeof(*w.depth));
	w.cut_open = calloc(r->points.intervals + 1, sizeof(*w.cut_open));
	w.last = calloc(pairs + 1, sizeof(*w.last));
	w.pair = calloc(pairs + 1, sizeof(*w.pair));
	w.n->measure = calloc(r->points.intervals + 1, sizeof(*w.n->measure));
	w.n->overall = calloc(pairs + 1, sizeof(*w.n->overall));
	if (!w.depth || !w.cut_open || !w.last || !w.pair || !w.n->measure || !w.n->overall) {
		rc = gno_fail_nomem(err);
		goto out;
	}
	w.n->missing = gno_stream_missing(s);
	w.drawn = w.n->begin;
	w.broken = r->run->wrap;
	gno_stream_rewind(s);
	while ((rc = gno_stream_read(s, b, err)) > 0) {
		rc = take_batch(&w, s, b);
		if (rc) {
			gno_fail_nomem(err);
			goto out;
		}
	}
	if (!rc)
		finish(&w);
out:
	free(w.open);
	free(w.depth);
	free(w.cut_open);
	free(w.last);
	free(w.pair);
	return rc;
}

/* First look: when each node's records begin and end. */
static int find_span(struct gno_report *r, unsigned node, struct gno_batch *b, struct gno_err *err)
{
	struct gno_stream *s = gno_trace_stream(r->trace, node);
	struct report_node *n = &r->node[node];
	bool first = true;
	int rc;

	while ((rc = gno_stream_read(s, b, err)) > 0) {
		if (!b->n)
			continue;
		if (first)
			n->begin = b->rec[0].time;
		first = false;
		n->end = b->rec[b->n - 1].time;
		if (gno_word_kind(b->rec[b->n - 1].info) == GNO_KIND_GAP)
			n->end = b->resumed;
	}
	return rc;
}

static int build(struct gno_report *r, const struct gno_report_options *o, struct gno_batch *b,
		 struct gno_err *err)
{
	uint64_t begin = UINT64_MAX, end = 0;
	int rc = GNO_OK;

	for (unsigned k = 0; k < r->m->nodes && !rc; k++) {
		rc = find_span(r, k, b, err);
		if (r->node[k].begin < begin)
			begin = r->node[k].begin;
		if (r->node[k].end > end)
			end = r->node[k].end;
	}
	if (!rc && report_line_init(&r->line, r->m->nodes, o->columns, r->points.intervals, begin, end))
		rc = gno_fail_nomem(err);
	for (unsigned k = 0; k < r->m->nodes && !rc; k++)
		rc = walk_node(r, k, o->samples, b, err);
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
	rc = report_points_load(&r->points, dir, r->m, o->interval, err);
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
		free(r->node[k].measure);
		free(r->node[k].overall);
		free(r->node[k].gap);
		free(r->node[k].hole);
	}
	free(r->node);
	free(r->sample);
	free(r->pair);
	free(r->line.cell);
	report_points_free(&r->points);
	gno_trace_close(r->trace);
	free(r);
}
