/* SPDX-License-Identifier: Apache-2.0 */
#include "report/periods.h"

#include <stdlib.h>

#include "common/util.h"

int report_periods_begin(struct gno_report *r, unsigned periods)
{
	struct report_periods *v = calloc(1, sizeof(*v));

	r->periods = v;
	if (!v)
		return GNO_ERR_NOMEM;
	v->periods = periods;
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

		for (size_t i = 0; n->point && i < r->points.points; i++)
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

/* Counts one more at a time. */
static int count(struct gno_report *r, struct report_periods_node *n, uint64_t **counts,
		 uint64_t time)
{
	struct report_periods *v = r->periods;

	if (!*counts)
		*counts = calloc(v->periods, sizeof(**counts));
	if (!*counts)
		return GNO_ERR_NOMEM;
	if (time < n->from || time > n->to)
		find_period(&r->line, v->periods, n, time);
	(*counts)[n->period]++;
	v->all++;
	return GNO_OK;
}

int report_periods_first(struct gno_report *r, unsigned node, int point, uint64_t time)
{
	struct report_periods_node *n = &r->periods->node[node];

	return count(r, n, &n->point[point], time);
}

bool report_periods_again(struct gno_report *r, unsigned node, const struct report_fired *fired,
			  uint64_t time)
{
	struct report_periods_node *n = &r->periods->node[node];
	const uint32_t *place = n->place[fired->kind];
	const uint32_t mine = place ? place[fired->code % REPORT_EVENT_CODES] : 0;

	return mine && !count(r, n, &n->other[mine - 1].count, time);
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
	return count(r, n, &n->other[*mine - 1].count, v->record.time);
}
