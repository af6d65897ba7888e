/* SPDX-License-Identifier: Apache-2.0 */
#include "results/at.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/util.h"
#include "results/select.h"
#include "records/record.h"

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

static int find_events(struct report_at *a, struct gno_err *err)
{
	struct report_cursor *c = NULL;
	const struct report_row *row;
	int rc = report_rows_open(a->r, REPORT_EVENTS, 0, 0, &c, err);

	while (!rc && (rc = report_rows_next(c, &row, err)) > 0) {
		follow(a, &row->event);
		rc = 0;
	}
	report_rows_close(c);
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

static int find_intervals(struct report_at *a, struct gno_err *err)
{
	struct report_cursor *c = NULL;
	const struct report_row *row;
	int rc = report_rows_open(a->r, REPORT_INTERVALS, 0, 0, &c, err);

	while (!rc && (rc = report_rows_next(c, &row, err)) > 0) {
		take_interval(a, row);
		rc = 0;
	}
	report_rows_close(c);
	return rc;
}

/* Reads a list of a node, until `take` has found its row. */
static int find_row(struct report_at *a, unsigned node, enum report_list list,
		    bool (*take)(struct report_at *a, struct report_at_node *n, unsigned node,
				 const struct report_row *row),
		    struct gno_err *err)
{
	struct report_cursor *c = NULL;
	const struct report_row *row;
	int rc = report_rows_open(a->r, list, node, 0, &c, err);

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
	if (b->from > n->cycle || b->to < n->cycle)
		return false;
	n->unseen = true;
	n->why = b->why;
	n->from = b->from;
	n->to = b->to;
	return true;
}

/* Finds the segment of a unit that holds the cycle. */
static int find_segment(struct report_at *a, unsigned node, unsigned unit, struct gno_err *err)
{
	struct report_at_segment *out = &a->node[node].segment[unit];
	const struct gno_segment_entry *e;
	struct gno_segments *l = NULL;
	struct gno_segment s = {.began = 0};
	const uint64_t cycle = a->node[node].cycle;
	uint64_t first;
	int rc = gno_segments_open(gno_trace_stream(a->r->trace, node), unit, &l, err);

	while (!rc && (rc = gno_segments_next(l, &s, err)) > 0 && s.ended < cycle)
		rc = 0;
	if (rc > 0 && s.entries && s.began <= cycle) {
		e = &s.entry[gno_segment_find(&s, cycle, &first)];
		*out = (struct report_at_segment){
		    .there = true,
		    .began = s.began,
		    .ended = s.ended,
		    .trigger = s.at,
		    .word = e->word,
		    .known = e->known,
		    .current = e->current && cycle == first,
		    .held = cycle != first,
		};
	}
	gno_segments_close(l);
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
		rc = find_events(a, err);
	if (!rc && r->points.intervals)
		rc = find_intervals(a, err);
	if (!rc)
		rc = find_line(a, err);
	for (unsigned k = 0; k < r->m->nodes && !rc; k++) {
		rc = find_row(a, k, REPORT_BLINDS, take_blind, err);
		if (!rc && r->m->node[k].pairs)
			rc = find_row(a, k, REPORT_SAMPLES, take_sample, err);
		for (unsigned i = 0; i < r->m->node[k].preprocessors.segments && !rc; i++)
			rc = find_segment(a, k, i, err);
	}
	if (!rc)
		find_ends(a);
	return rc;
}
