/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_WALK_PERIODS_H
#define GNO_REPORT_WALK_PERIODS_H

/* How often what happened did so in each period of the run, counted while the nodes are walked. */

#include "results/rows.h"

/* What happened at a node without being a point. */
struct report_period_counts {
	struct report_event first; /* of that node, in order of time */
	uint64_t *count;	   /* of each period */
};

struct report_periods_node {
	uint64_t **point;		    /* of each: its counts; NULL: all 0 */
	struct report_period_counts *other; /* in the order of their first */
	size_t others;
	uint32_t *place[REPORT_EVENT_KINDS]; /* by code: place in `other` plus one; NULL: none */
	uint64_t from, to;		     /* cycles of the current period */
	unsigned period;
	unsigned shift; /* of a run that is followed: a period has 2^shift cycles */
};

struct report_periods {
	unsigned periods;
	size_t points; /* of each node, at least */
	bool grows;    /* they begin with cycle 0, and become longer as the run does */
	uint64_t all;  /* what happened, of all nodes */
	struct report_periods_node *node;
};

/* What distinguishes events of one kind that are no points. */
unsigned report_event_code(const struct report_event *v);

/*
 * Of a run that is followed, until its end is known: some of so many periods, an even number, are
 * in use. Then their counts are put into the periods of the run, each into the one that holds its
 * middle. GNO_ERR_NOMEM.
 */
int report_periods_grow(struct gno_report *r, unsigned periods);
int report_periods_pour(struct gno_report *r, unsigned periods);
/* The report has so many points now, of which `before` were there. */
int report_periods_widen(struct gno_report *r, size_t before);

/* GNO_ERR_NOMEM. */
int report_periods_begin(struct gno_report *r, unsigned periods);
void report_periods_free(struct gno_report *r);

/* Counts what happened at a time, of a point or of none. GNO_ERR_NOMEM. */
int report_periods_first(struct gno_report *r, unsigned node, int point, uint64_t time);
int report_periods_other(struct gno_report *r, const struct report_event *v);

/* As report_periods_first, which is for the first one of a point or of a period. */
static inline int report_periods_point(struct gno_report *r, unsigned node, int point,
				       uint64_t time)
{
	struct report_periods_node *n = &r->periods->node[node];
	uint64_t *counts = n->point[point];

	if (!counts || time < n->from || time > n->to)
		return report_periods_first(r, node, point, time);
	counts[n->period]++;
	r->periods->all++;
	return 0;
}

/* As report_periods_other of what is no line, if it came before in the current period: else false,
 * and it is not counted. */
static inline bool report_periods_again(struct gno_report *r, unsigned node,
					const struct report_fired *fired, uint64_t time)
{
	struct report_periods_node *n = &r->periods->node[node];
	const uint32_t *place = n->place[fired->kind];
	const uint32_t mine = place ? place[fired->code % REPORT_EVENT_CODES] : 0;

	if (!mine || time < n->from || time > n->to)
		return false;
	n->other[mine - 1].count[n->period]++;
	r->periods->all++;
	return true;
}

#endif
