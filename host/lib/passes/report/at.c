/* SPDX-License-Identifier: Apache-2.0 */
#include "results/at.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/util.h"
#include "results/select.h"
#include "records/record.h"

#define PARTS 4096 /* of the run; so much is read before the cycle at first */

void report_at_free(struct report_at *a)
{
	if (!a)
		return;
	for (unsigned k = 0; a->node && k < a->r->m->nodes; k++) {
		struct report_at_node *n = &a->node[k];

		free(n->interval);
		free(n->pair);
	}
	free(a->node);
	free(a);
}

static int make(const struct gno_report *r, struct report_at *a, struct gno_err *err)
{
	a->node = calloc(r->m->nodes, sizeof(*a->node));
	for (unsigned k = 0; a->node && k < r->m->nodes; k++) {
		struct report_at_node *n = &a->node[k];

		n->cycle = common_cycle(r->boards, k, a->cycle);
		n->interval = calloc(r->points.intervals + 1, sizeof(*n->interval));
		n->pair = calloc(r->m->node[k].pairs + 1, sizeof(*n->pair));
		if (!n->interval || !n->pair)
			return gno_fail_nomem(err);
	}
	return a->node ? 0 : gno_fail_nomem(err);
}

/* A time without records. */
static void lose(struct report_at_node *n, const struct report_event *v)
{
	if (v->record.time > n->cycle || v->record.to < n->cycle)
		return;
	n->unseen = true;
	n->why = v->kind != GNO_KIND_GAP ? REPORT_HOLE
		 : v->record.left_out	 ? REPORT_LEFT_OUT
					 : REPORT_GAP;
	n->from = v->record.time;
	n->to = v->record.to;
}

static void follow(const struct report_at *a, const struct report_event *v)
{
	struct report_at_node *n = &a->node[v->node];

	if (v->kind == GNO_KIND_GAP || v->kind == REPORT_NO_RECORD)
		lose(n, v);
	if (!gno_kind_has_flags(v->kind))
		return;
	if (v->record.time <= n->cycle) {
		n->has_last = true;
		n->last = *v;
	} else if (!n->has_next) {
		n->has_next = true;
		n->next = *v;
	}
}

/* Reads the events of a node from a cycle on, up to the one after the cycle of the report. */
static int find_from(struct report_at *a, unsigned node, uint64_t since, struct gno_err *err)
{
	struct report_cursor *c = NULL;
	const struct report_row *row;
	int rc = report_rows_open_part(a->r, REPORT_EVENTS, node, since, UINT64_MAX, &c, err);

	while (!rc && !a->node[node].has_next && (rc = report_rows_next(c, &row, err)) > 0) {
		follow(a, &row->event);
		rc = 0;
	}
	report_rows_close(c);
	return rc;
}

/* Where the last event is far away, more and more of what lies before the cycle is read. */
static int find_events(struct report_at *a, unsigned node, struct gno_err *err)
{
	const struct report_at_node none = a->node[node];
	uint64_t back = (a->r->line.end - a->r->line.begin) / PARTS + 1, since = a->cycle;
	int rc;

	do {
		since = a->r->index && back < since ? since - back : 0;
		back *= 2;
		a->node[node] = none;
		rc = find_from(a, node, since, err);
	} while (!rc && since && !a->node[node].has_last);
	return rc;
}

/* An interval; one that was cut, or is open at the end, was seen up to its row's time. */
static void take_interval(const struct report_at *a, const struct report_row *row)
{
	const struct report_interval_row *v = &row->interval;
	struct report_at_interval *at = &a->node[row->node].interval[v->interval];
	const uint64_t cycle = a->node[row->node].cycle;
	const bool over = row->time < cycle || (row->time == cycle && v->end != REPORT_UNFINISHED);

	if (!report_interval_begun(v) || v->since > cycle || over)
		return;
	if (!at->open++ || v->since > at->begin) {
		at->begin = v->since;
		at->ended = v->end == REPORT_FINISHED;
		at->end = row->time;
	}
}

static int find_intervals(struct report_at *a, unsigned node, struct gno_err *err)
{
	struct report_cursor *c = NULL;
	const struct report_row *row;
	int rc = report_rows_open_part(a->r, REPORT_INTERVALS, node, a->cycle, UINT64_MAX, &c, err);

	if (!rc)
		report_rows_begun_by(c, a->cycle);
	while (!rc && (rc = report_rows_next(c, &row, err)) > 0) {
		take_interval(a, row);
		rc = 0;
	}
	report_rows_close(c);
	return rc;
}

/* Reads a list of a node from the cycle to `until`, or until `take` has found its row. */
static int find_row(struct report_at *a, unsigned node, enum report_list list, uint64_t until,
		    bool (*take)(struct report_at *a, struct report_at_node *n, unsigned node,
				 const struct report_row *row),
		    struct gno_err *err)
{
	struct report_cursor *c = NULL;
	const struct report_row *row;
	int rc = report_rows_open_part(a->r, list, node, a->cycle, until, &c, err);

	while (!rc && (rc = report_rows_next(c, &row, err)) > 0)
		rc = take(a, &a->node[node], node, row);
	report_rows_close(c);
	return rc < 0 ? rc : 0;
}

static bool take_sample(struct report_at *a, struct report_at_node *n, unsigned node,
			const struct report_row *row)
{
	const struct report_sample *s = &row->sample;

	if (s->time < n->cycle)
		return false;
	n->sampled = s->from <= n->cycle && !s->since_lost && !s->mixed;
	n->sample_from = s->from;
	n->sample_to = s->time;
	memcpy(n->pair, s->pair, a->r->m->node[node].pairs * sizeof(*n->pair));
	return true;
}

static bool take_blind(struct report_at *a, struct report_at_node *n, unsigned node,
		       const struct report_row *row)
{
	const struct report_blind *b = &row->blind;

	(void)a;
	(void)node;
	if (row->list != REPORT_BLINDS || b->from > n->cycle || b->to < n->cycle)
		return false;
	n->unseen = true;
	n->why = b->why;
	n->from = b->from;
	n->to = b->to;
	return true;
}

/* The segment of a unit that ends first in the cycle or later: it may hold the cycle. */
static void take_segment(struct report_at_segment *out, const struct gno_segment *s, uint64_t cycle)
{
	const struct gno_segment_entry *e;
	uint64_t first;

	if (!s->entries || s->began > cycle)
		return;
	e = &s->entry[gno_segment_find(s, cycle, &first)];
	*out = (struct report_at_segment){
	    .there = true,
	    .began = s->began,
	    .ended = s->ended,
	    .trigger = s->at,
	    .word = e->word,
	    .known = e->known,
	    .current = e->current && cycle == first,
	    .held = cycle != first,
	};
}

/* The records of a segment come after its end. */
static int find_segments(struct report_at *a, unsigned node, struct gno_err *err)
{
	const unsigned units = a->r->m->node[node].preprocessors.segments;
	struct report_at_node *n = &a->node[node];
	bool found[GNO_MAX_SEGMENT_UNITS] = {false};
	struct report_cursor *c = NULL;
	const struct report_row *row;
	unsigned all = 0;
	int rc = report_rows_open_part(a->r, REPORT_EVENTS, node, a->cycle, UINT64_MAX, &c, err);

	while (!rc && all < units && (rc = report_rows_next(c, &row, err)) > 0) {
		const struct gno_segment *s = &row->event.segment;

		rc = 0;
		if (row->event.kind != GNO_KIND_SEGMENT || s->ended < n->cycle || found[s->unit])
			continue;
		found[s->unit] = true;
		all++;
		take_segment(&n->segment[s->unit], s, n->cycle);
	}
	report_rows_close(c);
	return rc < 0 ? rc : 0;
}

/* What is known of the lines in the cycle. */
static int find_line(struct report_at *a, struct gno_err *err)
{
	struct report_pauses_cursor *c = NULL;
	const struct report_stretch *s;
	int rc;

	if (!a->r->pauses)
		return 0;
	rc = report_pauses_enter(a->r->pauses, &c, err);
	s = rc ? NULL : report_pauses_find(c, a->cycle);
	a->has_line = s != NULL;
	if (s)
		a->line = *s;
	if (!rc)
		rc = report_pauses_check(c, err);
	report_pauses_leave(c);
	return rc;
}

/* Behind the records of a node whose end is missing. */
static void find_ends(struct report_at *a)
{
	for (unsigned k = 0; k < a->r->m->nodes; k++) {
		const struct report_node *of = &a->r->node[k];
		struct report_at_node *n = &a->node[k];

		if (of->flushed || n->cycle < of->end)
			continue;
		n->unseen = n->over = true;
		n->why = REPORT_HOLE;
		n->from = of->end;
		n->to = common_cycle(a->r->boards, k, a->r->line.end);
	}
}

static int find_node(struct report_at *a, unsigned node, struct gno_err *err)
{
	const struct gno_node *m = &a->r->m->node[node];
	int rc = find_events(a, node, err);

	if (!rc && a->r->points.intervals)
		rc = find_intervals(a, node, err);
	if (!rc)
		rc = find_row(a, node, REPORT_UNSEEN, a->cycle, take_blind, err);
	if (!rc && m->pairs)
		rc = find_row(a, node, REPORT_SAMPLES, UINT64_MAX, take_sample, err);
	return rc || !m->preprocessors.segments ? rc : find_segments(a, node, err);
}

int report_at_find(const struct gno_report *r, uint64_t cycle, struct report_at **out,
		   struct gno_err *err)
{
	struct report_at *a = calloc(1, sizeof(*a));
	int rc;

	*out = a;
	if (!a)
		return gno_fail_nomem(err);
	a->r = r;
	a->cycle = cycle;
	if (!report_has_cycle(r, cycle))
		return report_no_cycle(r, cycle, err);
	rc = make(r, a, err);
	if (!rc)
		rc = find_line(a, err);
	for (unsigned k = 0; k < r->m->nodes && !rc; k++)
		rc = find_node(a, k, err);
	if (!rc)
		find_ends(a);
	return rc;
}
