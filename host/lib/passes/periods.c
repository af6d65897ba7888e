/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/periods.h"

#include <stdlib.h>

#include "common/util.h"
#include "passes/walk.h"

int report_periods_begin(struct gno_report *r, unsigned periods)
{
	struct report_periods *v = calloc(1, sizeof(*v));

	r->periods = v;
	if (!v)
		return GNO_ERR_NOMEM;
	v->periods = periods;
	v->points = r->points.points;
	v->node = calloc(r->m->nodes, sizeof(*v->node));
	if (!v->node)
		return GNO_ERR_NOMEM;
	for (unsigned k = 0; k < r->m->nodes; k++) {
		v->node[k].from = 1; /* no cycle is in it */
		v->node[k].point = calloc(r->points.points + 1, sizeof(uint64_t *));
		if (!v->node[k].point)
			return GNO_ERR_NOMEM;
	}
	return GNO_OK;
}

void report_periods_free(struct gno_report *r)
{
	struct report_periods *v = r->periods;

	for (unsigned k = 0; v && v->node && k < r->m->nodes; k++) {
		struct report_periods_node *n = &v->node[k];

		for (size_t i = 0; n->point && i < v->points; i++)
			free(n->point[i]);
		for (size_t i = 0; i < n->others; i++)
			free(n->other[i].count);
		for (unsigned i = 0; i < REPORT_EVENT_KINDS; i++)
			free(n->place[i]);
		free(n->point);
		free(n->other);
	}
	if (v)
		free(v->node);
	free(v);
	r->periods = NULL;
}

unsigned report_event_code(const struct report_event *v)
{
	if (v->kind == GNO_KIND_LINE)
		return (2u * v->record.line + v->record.began) % REPORT_EVENT_CODES;
	if (v->kind == GNO_KIND_SEGMENT) /* each node has units of its own */
		return (v->node * GNO_MAX_SEGMENT_UNITS + v->record.code) % REPORT_EVENT_CODES;
	return v->fired.code % REPORT_EVENT_CODES;
}

/* The first cycle of a period. */
static uint64_t period_begin(const struct report_line *line, unsigned period, unsigned periods)
{
	const unsigned __int128 span = line->end - line->begin;

	return line->begin + (uint64_t)((span * period + periods - 1) / periods);
}

static void find_period(const struct report_line *line, unsigned periods,
			struct report_periods_node *n, uint64_t time)
{
	n->period = report_line_period(line, time, periods);
	n->from = n->period ? period_begin(line, n->period, periods) : 0;
	n->to =
	    n->period + 1 < periods ? period_begin(line, n->period + 1, periods) - 1 : UINT64_MAX;
}

/* All counts of a node, one after the other, from *at on, which is 0 at first; NULL: no more. */
static uint64_t **next_counts(const struct gno_report *r, struct report_periods_node *n, size_t *at)
{
	const size_t i = (*at)++;

	if (i < r->points.points)
		return &n->point[i];
	return i < r->points.points + n->others ? &n->other[i - r->points.points].count : NULL;
}

/* The periods of a node become twice as long. */
static void widen(const struct gno_report *r, struct report_periods_node *n)
{
	const unsigned half = r->periods->periods / 2;
	uint64_t **counts;
	size_t at = 0;

	while ((counts = next_counts(r, n, &at))) {
		uint64_t *c = *counts;

		for (unsigned i = 0; c && i < half; i++)
			c[i] = c[2 * i] + c[2 * i + 1];
		for (unsigned i = half; c && i < 2 * half; i++)
			c[i] = 0;
	}
	n->shift++;
}

static void find_growing(const struct gno_report *r, struct report_periods_node *n, uint64_t time)
{
	while (time >> n->shift >= r->periods->periods)
		widen(r, n);
	n->period = (unsigned)(time >> n->shift);
	n->from = (uint64_t)n->period << n->shift;
	n->to = n->from + (UINT64_C(1) << n->shift) - 1;
}

/* Counts one more at a time. */
static int count(struct gno_report *r, struct report_periods_node *n, uint64_t **counts,
		 uint64_t time)
{
	struct report_periods *v = r->periods;

	if (!*counts)
		*counts = calloc(v->periods, sizeof(**counts));
	if (!*counts)
		return GNO_ERR_NOMEM;
	if (time < n->from || time > n->to) {
		if (v->grows)
			find_growing(r, n, time);
		else
			find_period(&r->line, v->periods, n, time);
	}
	(*counts)[n->period]++;
	v->all++;
	return GNO_OK;
}

int report_periods_first(struct gno_report *r, unsigned node, int point, uint64_t time)
{
	struct report_periods_node *n = &r->periods->node[node];

	return count(r, n, &n->point[point], time);
}

int report_periods_other(struct gno_report *r, const struct report_event *v)
{
	struct report_periods_node *n = &r->periods->node[v->node];
	uint32_t **place = &n->place[v->kind], *mine;
	struct report_period_counts *more;

	if (!*place)
		*place = calloc(REPORT_EVENT_CODES, sizeof(**place));
	if (!*place)
		return GNO_ERR_NOMEM;
	mine = &(*place)[report_event_code(v)];
	if (!*mine) {
		more = gno_room(n->other, n->others, sizeof(*more));
		if (!more)
			return GNO_ERR_NOMEM;
		n->other = more;
		more[n->others++] = (struct report_period_counts){*v, NULL};
		*mine = (uint32_t)n->others;
	}
	return count(r, n, &n->other[*mine - 1].count,
		     common_time(r->boards, v->node, v->record.time));
}

int report_periods_grow(struct gno_report *r, unsigned periods)
{
	int rc = report_periods_begin(r, periods);

	if (!rc)
		r->periods->grows = true;
	return rc;
}

int report_periods_widen(struct gno_report *r, size_t before)
{
	for (unsigned k = 0; r->periods && k < r->m->nodes; k++) {
		struct report_periods_node *n = &r->periods->node[k];

		if (walk_widen(&n->point, before + 1, r->points.points - before, sizeof(*n->point)))
			return GNO_ERR_NOMEM;
	}
	if (r->periods)
		r->periods->points = r->points.points;
	return GNO_OK;
}

/* A period's middle, within the run. */
static uint64_t middle(const struct report_line *line, const struct report_periods_node *n,
		       unsigned period)
{
	uint64_t time = ((uint64_t)period << n->shift) + (UINT64_C(1) << n->shift) / 2;

	time = time > line->begin ? time : line->begin;
	return time < line->end ? time : line->end;
}

int report_periods_pour(struct gno_report *r, unsigned periods)
{
	struct report_periods *v = r->periods;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		struct report_periods_node *n = &v->node[k];
		uint64_t **counts;
		size_t at = 0;

		while ((counts = next_counts(r, n, &at))) {
			uint64_t *of = *counts;

			if (!of)
				continue;
			*counts = calloc(periods, sizeof(**counts));
			for (unsigned i = 0; *counts && i < v->periods; i++)
				if (of[i])
					(*counts)[report_line_period(
					    &r->line, middle(&r->line, n, i), periods)] += of[i];
			free(of);
			if (!*counts)
				return GNO_ERR_NOMEM;
		}
	}
	v->periods = periods;
	v->grows = false;
	return GNO_OK;
}
