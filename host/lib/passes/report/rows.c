/* SPDX-License-Identifier: Apache-2.0 */
#include "results/rows.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "passes/report/second.h"
#include "records/record.h"

struct lane {
	struct second second;
	struct gno_batch batch;
	bool ended, waits;
	bool tailed; /* the stretch after its last record is a row, if there is one */
};

struct report_cursor {
	const struct gno_report *r;
	enum report_list list;
	unsigned node, unit;
	bool walks;	       /* else the rows are in memory */
	size_t at;	       /* in memory: the next one */
	struct report_row row; /* likewise: the current one */
	struct second_view view;
	struct lane **lane; /* one a node that is walked */
	unsigned lanes;
	/* comes next while its row is before `limit`, the first one of all others; NULL: not known
	 */
	struct lane *current;
	struct {
		uint64_t time;
		unsigned node;
	} limit;
};

uint64_t report_rows_all(const struct gno_report *r, enum report_list list, unsigned node,
			 unsigned unit)
{
	const struct report_node *n = &r->node[node];

	switch (list) {
	case REPORT_GAPS:
		return n->gaps;
	case REPORT_HOLES:
		return n->holes;
	case REPORT_BLINDS:
		return n->blinds;
	case REPORT_SAMPLES:
		return n->samples;
	case REPORT_MARKS:
		return r->marks_seen;
	default:
		return n->unit[unit].seen;
	}
}

/* Where the node's samples begin in the list of all, and how many of them are there. */
static size_t find_samples(const struct gno_report *r, unsigned node, size_t *first)
{
	size_t low = 0, count = 0;

	while (low < r->samples && r->sample[low].node != node)
		low++;
	while (low + count < r->samples && r->sample[low + count].node == node)
		count++;
	*first = low;
	return count;
}

/* Rows that are in memory. */
static uint64_t kept(const struct gno_report *r, enum report_list list, unsigned node,
		     unsigned unit)
{
	const struct report_node *n = &r->node[node];
	size_t first;

	switch (list) {
	case REPORT_GAPS:
		return n->gaps_kept;
	case REPORT_HOLES:
		return n->holes_kept;
	case REPORT_BLINDS:
		return n->blinds_kept;
	case REPORT_SAMPLES:
		return find_samples(r, node, &first);
	case REPORT_MARKS:
		return r->marks;
	default:
		return n->unit[unit].banks;
	}
}

/* Begins the second walk of a node. */
static int open_lane(struct report_cursor *c, unsigned node, struct gno_err *err)
{
	const struct report_rows rows = {.lists = report_rows_lists(REPORT_LIST(c->list)),
					 .unit = c->unit,
					 .node = node,
					 .begun_by = UINT64_MAX};
	struct lane *l = calloc(1, sizeof(*l));

	if (!l)
		return gno_fail_nomem(err);
	c->lane[c->lanes++] = l;
	return second_begin(&l->second, c->r, &c->view, &rows, &l->batch, err);
}

static bool is_never_kept(enum report_list list)
{
	return list == REPORT_EVENTS || list == REPORT_LINES || list == REPORT_INTERVALS ||
	       list == REPORT_UNSEEN;
}

/* Whether rows that are wanted are not in memory: of a list that is kept, the first `most`. */
static bool is_missing(const struct gno_report *r, enum report_list list, unsigned node,
		       unsigned unit, uint64_t most)
{
	const uint64_t all = report_rows_all(r, list, node, unit);

	return !r->latest && kept(r, list, node, unit) < (all < most ? all : most);
}

int report_rows_open(const struct gno_report *r, enum report_list list, unsigned node,
		     unsigned unit, struct report_cursor **out, struct gno_err *err)
{
	return report_rows_open_first(r, list, node, unit, UINT64_MAX, out, err);
}

int report_rows_open_first(const struct gno_report *r, enum report_list list, unsigned node,
			   unsigned unit, uint64_t most, struct report_cursor **out,
			   struct gno_err *err)
{
	bool never_kept = is_never_kept(list);
	bool all = list == REPORT_MARKS || never_kept || node == r->m->nodes;
	struct report_cursor *c = calloc(1, sizeof(*c));
	int rc = GNO_OK;

	*out = c;
	if (!c)
		return gno_fail_nomem(err);
	*c = (struct report_cursor){.r = r, .list = list, .node = node, .unit = unit};
	second_look(&c->view, r);
	if (list == REPORT_SAMPLES)
		find_samples(r, node, &c->at);
	c->walks = never_kept || list == REPORT_FIRED || node == r->m->nodes ||
		   is_missing(r, list, node, unit, most);
	if (!c->walks)
		return GNO_OK;
	c->at = 0;
	c->lane = calloc(r->m->nodes, sizeof(struct lane *));
	if (!c->lane)
		return gno_fail_nomem(err);
	for (unsigned k = all ? 0 : node; k < (all ? r->m->nodes : node + 1) && !rc; k++)
		rc = open_lane(c, k, err);
	return rc;
}

void report_rows_begun_by(struct report_cursor *c, uint64_t time)
{
	for (unsigned i = 0; i < c->lanes; i++)
		c->lane[i]->second.rows.begun_by = time;
}

void report_rows_close(struct report_cursor *c)
{
	if (!c)
		return;
	for (unsigned i = 0; i < c->lanes; i++) {
		second_end(&c->lane[i]->second);
		free(c->lane[i]);
	}
	free(c->lane);
	free(c);
}

/* Whether no more intervals come that are wanted. */
static bool is_past(const struct lane *l)
{
	return l->second.rows.begun_by != UINT64_MAX &&
	       intervals_are_past(&l->second.w, l->second.rows.begun_by);
}

/* The node gets no more records, and the run ends at `end`. */
static void put_tail(struct lane *l, uint64_t end)
{
	l->tailed = true;
	unseen_tail(&l->second.w, end);
}

/* Of a run that is followed, only when all nodes are at their ends it is known when the run ends.
 */
static void put_tails(struct report_cursor *c)
{
	uint64_t end = 0;

	for (unsigned i = 0; i < c->lanes; i++) {
		struct lane *l = c->lane[i];

		l->second.n.end = gno_stream_reached(l->second.w.s);
		if (l->second.n.end > end)
			end = l->second.n.end;
	}
	for (unsigned i = 0; i < c->lanes; i++)
		if (!c->lane[i]->tailed)
			put_tail(c->lane[i], end);
}

/* Walks on until a row is found or the node is at its end. */
static int fill(struct lane *l, struct gno_err *err)
{
	int rc = 1;

	l->waits = false;
	while (!l->second.rows.count && !l->ended && !l->waits && rc > 0) {
		l->second.rows.first = 0;
		if (is_past(l)) {
			l->ended = true;
			break;
		}
		rc = walk_step(&l->second.w, err);
		l->ended = !rc;
		l->waits = rc == WALK_WAITS;
		if (l->ended && l->second.w.r->growth)
			l->second.n.end = gno_stream_reached(l->second.w.s);
		if (l->ended)
			rc = walk_finish(&l->second.w, err);
		if (l->ended && !l->second.w.r->growth)
			put_tail(l, l->second.w.r->line.end);
	}
	if (l->second.rows.nomem)
		return gno_fail_nomem(err);
	return rc < 0 ? rc : GNO_OK;
}

/* When the first row of a lane that has one comes. */
static uint64_t time_of(const struct lane *l)
{
	return report_rows_time(&l->second.rows);
}

/* Finds the lane whose row comes first, and the first one of all others. */
static int compare(struct report_cursor *c, struct gno_err *err)
{
	const struct lane *second = NULL;
	struct lane *first = NULL;
	int rc = GNO_OK;

	for (unsigned i = 0; i < c->lanes && !rc; i++) {
		struct lane *l = c->lane[i];

		rc = fill(l, err);
		if (rc || !l->second.rows.count)
			continue;
		if (!first || time_of(l) < time_of(first)) {
			second = first;
			first = l;
		} else if (!second || time_of(l) < time_of(second)) {
			second = l;
		}
	}
	c->current = first;
	c->limit.time = second ? time_of(second) : UINT64_MAX;
	c->limit.node = second ? second->second.w.node : UINT_MAX;
	return rc;
}

/* The lane whose row comes next, or NULL; rows of one time in the order of the nodes. */
static int choose(struct report_cursor *c, struct lane **out, struct gno_err *err)
{
	struct lane *l = c->current;
	int rc = GNO_OK;

	if (l) {
		rc = fill(l, err);
		*out = l;
		if (rc || (l->second.rows.count &&
			   (time_of(l) < c->limit.time ||
			    (time_of(l) == c->limit.time && l->second.w.node < c->limit.node))))
			return rc;
	}
	rc = compare(c, err);
	*out = c->current;
	return rc;
}

/* Time before which a lane that waits gets no row. */
static uint64_t reached_by(const struct lane *l)
{
	const struct walk *w = &l->second.w;
	uint64_t time = gno_stream_reached(w->s);

	if (!report_rows_want(&l->second.rows, REPORT_LINES))
		return time;
	if (w->blind && w->blind_since < time)
		time = w->blind_since;
	return w->off && w->off_since < time ? w->off_since : time;
}

/* Whether a lane that waits may still get a row before the first one of lane `first`, or NULL. */
static bool may_precede(const struct report_cursor *c, const struct lane *first)
{
	for (unsigned i = 0; i < c->lanes; i++) {
		const struct lane *l = c->lane[i];
		uint64_t reached, time;

		if (!l->waits)
			continue;
		if (!first)
			return true;
		reached = reached_by(l);
		time = time_of(first);
		if (reached < time || (reached == time && l->second.w.node < first->second.w.node))
			return true;
	}
	return false;
}

static int next_walked(struct report_cursor *c, const struct report_row **row, struct gno_err *err)
{
	struct lane *l;
	int rc;

	if (c->r->growth) { /* there may be more of them, and earlier rows of other nodes */
		c->view.shadow.points = c->r->points;
		c->current = NULL;
	}
	rc = choose(c, &l, err);
	if (!rc && c->r->growth && may_precede(c, l))
		return REPORT_WAITS;
	if (!rc && !l && c->r->growth) {
		put_tails(c);
		rc = choose(c, &l, err);
	}
	if (rc || !l)
		return rc;
	*row = report_rows_take(&l->second.rows);
	return 1;
}

uint64_t report_rows_passed(const struct report_cursor *c)
{
	uint64_t passed = UINT64_MAX;

	for (unsigned i = 0; i < c->lanes; i++) {
		const struct lane *l = c->lane[i];
		uint64_t time = l->second.rows.count ? time_of(l) : reached_by(l);

		passed = time < passed ? time : passed;
	}
	return passed;
}

const struct report_node *report_rows_ended(const struct report_cursor *c, unsigned node)
{
	return c->lane[node]->ended ? &c->lane[node]->second.n : NULL;
}

int report_rows_doubt(const struct report_cursor *c)
{
	const struct report_points *p = &c->r->points;

	for (unsigned i = 0; i < c->lanes; i++) {
		const struct walk *w = &c->lane[i]->second.w;
		size_t mine = 0;

		for (size_t k = 1; k < p->loads; k++)
			mine += p->load[k].on[w->node];
		if (w->breaks && mine > w->lives)
			return (int)w->node;
	}
	return -1;
}

/* Bank `i` of those that are kept, with the one before it. */
static void get_bank(const struct report_unit *u, size_t i, struct report_bank_row *out)
{
	out->bank = u->bank[i];
	out->count = report_unit_counts(u, i);
	out->count_before = report_unit_before(u, i, &out->before);
}

static int next_kept(struct report_cursor *c, const struct report_row **out)
{
	const struct gno_report *r = c->r;
	const struct report_node *n = &r->node[c->node];
	struct report_row *row = &c->row;
	size_t at = c->at++;

	*out = row;
	switch (c->list) {
	case REPORT_GAPS:
		if (at < n->gaps_kept)
			row->gap = n->gap[at];
		return at < n->gaps_kept;
	case REPORT_HOLES:
		if (at < n->holes_kept)
			row->hole = n->hole[at];
		return at < n->holes_kept;
	case REPORT_BLINDS:
		if (at < n->blinds_kept)
			row->blind = n->blind[at];
		return at < n->blinds_kept;
	case REPORT_SAMPLES:
		if (at >= r->samples || r->sample[at].node != c->node)
			return 0;
		row->sample = r->sample[at];
		return 1;
	case REPORT_MARKS:
		if (at < r->marks)
			row->mark = r->mark[at];
		return at < r->marks;
	default:
		if (at < n->unit[c->unit].banks)
			get_bank(&n->unit[c->unit], at, &row->bank);
		return at < n->unit[c->unit].banks;
	}
}

int report_rows_next(struct report_cursor *c, const struct report_row **out, struct gno_err *err)
{
	struct lane *l = c->current;

	if (!c->walks)
		return next_kept(c, out);
	if (!l || !l->second.rows.count || time_of(l) >= c->limit.time || c->r->growth)
		return next_walked(c, out, err);
	*out = report_rows_take(
	    &l->second.rows); /* most rows are followed by another one of their node */
	return 1;
}

const char *report_event_name(const struct gno_report *r, const struct report_event *v, char *buf,
			      size_t size)
{
	if (gno_kind_has_flags(v->kind))
		return report_fired_name(r, &v->fired, buf, size);
	switch (v->kind) {
	case GNO_KIND_GAP:
		return v->record.left_out ? "(left out)" : "(lost)";
	case REPORT_NO_RECORD:
		return "(no records)";
	case GNO_KIND_SEGMENT:
		return r->m->node[v->node].preprocessors.segment[v->record.code].name;
	case GNO_KIND_LOAD:
		return v->record.code ? "(live)" : "(off)";
	default:
		snprintf(buf, size, "code %u", v->record.code);
		return buf;
	}
}
