/* SPDX-License-Identifier: Apache-2.0 */
#include "results/rows.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "passes/reading.h"
#include "passes/found/found.h"
#include "records/record.h"
#include "results/live.h"

struct report_cursor {
	const struct gno_report *r;
	enum report_list list;
	unsigned node, unit;
	const struct trace_boards *boards; /* of the run; NULL: of one */
	bool walks;			   /* else the rows are in memory */
	size_t at;			   /* in memory: the next one */
	struct report_row row;		   /* likewise: the current one */
	/* else of nodes from `from` up to `to`, not included, the rows that were found */
	unsigned from, to;
	uint64_t since; /* of common time: rows before it are not wanted, but may come */
	struct reader *reader;
	struct found *found;
	unsigned loads_changed; /* of a run that is followed, when the walks got their points */
	/* comes next while its row is before `limit`, the first one that all others have or may
	 * still get; NULL: not known */
	struct second *current;
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

/* The lists of a node that is walked. */
static void begin(const void *self, struct report_rows *rows)
{
	const struct report_cursor *c = self;

	if (rows->node < c->from || rows->node >= c->to)
		return;
	rows->lists = REPORT_LIST(c->list);
	rows->unit = c->unit;
}

/* Begins a node: at its first record, or at the last place of the index before which no row is
 * wanted. */
static int begin_node(struct report_cursor *c, unsigned node, struct gno_err *err)
{
	struct archive rest;
	int rc = found_begin(c->found, c->reader, node, common_first(c->boards, node, c->since),
			     &rest, err);

	if (rc > 0)
		archive_free(&rest);
	return rc < 0 ? rc : GNO_OK;
}

/* Begins to read the nodes. */
static int start(struct report_cursor *c, struct gno_err *err)
{
	static const struct found_taker taker = {.begin = begin};
	int rc = reading_open(c->r, &c->reader, err);

	if (!rc)
		rc = found_add(c->r, &taker, c, c->reader, &c->found, err);
	for (unsigned k = c->from; k < c->to && !rc; k++)
		rc = begin_node(c, k, err);
	return rc;
}

static bool is_never_kept(enum report_list list)
{
	return list == REPORT_EVENTS || list == REPORT_INTERVALS || list == REPORT_UNSEEN;
}

/* Whether rows that are wanted are not in memory: of a list that is kept, the first `most`. */
static bool is_missing(const struct gno_report *r, enum report_list list, unsigned node,
		       unsigned unit, uint64_t most)
{
	const uint64_t all = report_rows_all(r, list, node, unit);

	return !r->latest && kept(r, list, node, unit) < (all < most ? all : most);
}

/* Whether a sample of a node was seen: by the look, or by the walk of a run that was followed. */
static bool is_sampled(const struct gno_report *r, unsigned node)
{
	const uint64_t *codes = r->node[node].seen[GNO_KIND_RATIO];
	uint64_t any = r->node[node].samples;

	for (unsigned i = 0; i < REPORT_EVENT_CODES / 64; i++)
		any |= codes[i];
	return any;
}

/* The first and the last nodes that have no sample need not be read. */
static void leave_out_bare(struct report_cursor *c)
{
	while (c->to > c->from && !is_sampled(c->r, c->to - 1))
		c->to--;
	while (c->from < c->to && !is_sampled(c->r, c->from))
		c->from++;
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

	*out = c;
	if (!c)
		return gno_fail_nomem(err);
	*c = (struct report_cursor){
	    .r = r, .boards = r->boards, .list = list, .node = node, .unit = unit};
	if (list == REPORT_SAMPLES)
		find_samples(r, node, &c->at);
	c->walks = never_kept || list == REPORT_FIRED || node == r->m->nodes ||
		   is_missing(r, list, node, unit, most);
	if (!c->walks)
		return GNO_OK;
	c->at = 0;
	c->from = all ? 0 : node;
	c->to = all ? r->m->nodes : node + 1;
	if (list == REPORT_SAMPLES && !r->growth)
		leave_out_bare(c);
	return start(c, err);
}

int report_rows_open_part(const struct gno_report *r, enum report_list list, unsigned node,
			  uint64_t since, uint64_t until, struct report_cursor **out,
			  struct gno_err *err)
{
	const bool all = node == r->m->nodes;
	struct report_cursor *c = calloc(1, sizeof(*c));
	int rc;

	*out = c;
	if (!c)
		return gno_fail_nomem(err);
	*c = (struct report_cursor){.r = r,
				    .boards = r->boards,
				    .list = list,
				    .node = node,
				    .walks = true,
				    .since = since,
				    .from = all ? 0 : node,
				    .to = all ? r->m->nodes : node + 1};
	if (list == REPORT_SAMPLES && !r->growth)
		leave_out_bare(c);
	rc = start(c, err);
	for (unsigned k = c->from; k < c->to && !rc && until != UINT64_MAX; k++)
		found_node(c->found, k)->rows.until = common_cycle(c->boards, k, until);
	return rc;
}

void report_rows_begun_by(struct report_cursor *c, uint64_t time)
{
	for (unsigned k = c->from; k < c->to; k++)
		found_node(c->found, k)->rows.begun_by = common_cycle(c->boards, k, time);
}

void report_rows_close(struct report_cursor *c)
{
	if (!c)
		return;
	found_close(c->found);
	reader_close(c->reader);
	free(c);
}

/* Of a run that is followed, only when all nodes are at their ends it is known when the run ends.
 */
static void put_tails(struct report_cursor *c)
{
	uint64_t end = 0;

	for (unsigned k = c->from; k < c->to; k++) {
		struct second *s = found_node(c->found, k);

		s->n.end = gno_stream_reached(s->w.s);
		if (s->n.end > end)
			end = s->n.end;
	}
	for (unsigned k = c->from; k < c->to; k++) {
		struct second *s = found_node(c->found, k);

		if (!s->tailed)
			unseen_tail(&s->w, end);
		s->tailed = true;
	}
}

/* Reads on until a row of a node is found, or there are no more so far. */
static int fill(struct report_cursor *c, struct second *s, struct gno_err *err)
{
	if (s->rows.count || s->over)
		return GNO_OK;
	s->rows.first = 0;
	return reader_read(c->reader, s->w.node, err);
}

/* When the first row of a node that has one comes, of several boards as common_order. */
static uint64_t time_of(const struct report_cursor *c, const struct second *s)
{
	return common_order(c->boards, s->w.node, report_rows_time(&s->rows));
}

/* Time before which a node that waits gets no row. A hole is one only once its end is known. */
static uint64_t reached_by(const struct second *s)
{
	const struct known *k = &s->w.known;
	const uint64_t time = gno_stream_reached(s->w.s);

	return k->in_hole && k->hole_from < time ? k->hole_from : time;
}

/* The current node comes next up to this time and node, unless an earlier one limits it. */
static void limit(struct report_cursor *c, uint64_t time, unsigned node)
{
	if (time > c->limit.time || (time == c->limit.time && node > c->limit.node))
		return;
	c->limit.time = time;
	c->limit.node = node;
}

/* Finds the node whose row comes first, and the first one of all others. */
static int compare(struct report_cursor *c, struct gno_err *err)
{
	struct second *first = NULL;
	int rc = GNO_OK;

	c->limit.time = UINT64_MAX;
	c->limit.node = UINT_MAX;
	for (unsigned k = c->from; k < c->to && !rc; k++) {
		struct second *s = found_node(c->found, k), *later = s;

		rc = fill(c, s, err);
		if (!rc && c->r->growth && !s->rows.count && !s->over)
			limit(c, reached_by(s), k);
		if (rc || !s->rows.count)
			continue;
		if (!first || time_of(c, s) < time_of(c, first)) {
			later = first;
			first = s;
		}
		if (later)
			limit(c, time_of(c, later), later->w.node);
	}
	c->current = first;
	return rc;
}

/* The node whose row comes next, or NULL; rows of one time in the order of the nodes. */
static int choose(struct report_cursor *c, struct second **out, struct gno_err *err)
{
	struct second *s = c->current;
	int rc = GNO_OK;

	if (s) {
		rc = fill(c, s, err);
		*out = s;
		if (rc || (s->rows.count &&
			   (time_of(c, s) < c->limit.time ||
			    (time_of(c, s) == c->limit.time && s->w.node < c->limit.node))))
			return rc;
	}
	rc = compare(c, err);
	*out = c->current;
	return rc;
}

/* Whether a node that waits may still get a row before the first one of another node, or NULL. */
static bool may_precede(const struct report_cursor *c, const struct second *first)
{
	for (unsigned k = c->from; k < c->to; k++) {
		const struct second *s = found_node(c->found, k);
		uint64_t reached, time;

		if (s->rows.count || s->over)
			continue;
		if (!first)
			return true;
		reached = reached_by(s);
		time = time_of(c, first);
		if (reached < time || (reached == time && k < first->w.node))
			return true;
	}
	return false;
}

/* Rare: within its caller it would have that save registers for each row. */
static __attribute__((noinline)) int next_walked(struct report_cursor *c,
						 const struct report_row **row, struct gno_err *err)
{
	struct second *s;
	int rc;

	if (c->r->growth && c->r->growth->loads_changed != c->loads_changed) {
		found_renew(c->found);
		c->loads_changed = c->r->growth->loads_changed;
	}
	rc = choose(c, &s, err);
	if (!rc && c->r->growth && may_precede(c, s))
		return REPORT_WAITS;
	if (!rc && !s && c->r->growth) {
		put_tails(c);
		rc = choose(c, &s, err);
	}
	if (rc || !s)
		return rc;
	*row = report_rows_take(&s->rows);
	return 1;
}

bool report_rows_open_next(const struct report_cursor *c, struct report_open_place *at,
			   struct report_row *row)
{
	while (c->from + at->node < c->to) {
		const struct second *s = found_node(c->found, c->from + at->node);
		const struct walk_intervals *v = s ? &s->w.intervals : NULL;
		const struct open_interval *open;

		if (!v || !v->open || s->tailed || (at->begun && at->next == OPEN_NONE) ||
		    (!at->begun && v->list.first == OPEN_NONE)) {
			*at = (struct report_open_place){.node = at->node + 1};
			continue;
		}
		if (!at->begun)
			at->next = v->list.first;
		at->begun = true;
		open = &v->open[at->next];
		at->next = v->list.link[at->next].after;
		*row = (struct report_row){.list = REPORT_INTERVALS,
					   .node = c->from + at->node,
					   .interval = {.interval = open->interval,
							.end = REPORT_UNFINISHED,
							.since = open->since,
							.outermost = open->outermost}};
		return true;
	}
	return false;
}

int report_rows_doubt(const struct report_cursor *c)
{
	const struct report_points *p = &c->r->points;

	for (unsigned k = c->from; k < c->to; k++) {
		const struct walk *w = &found_node(c->found, k)->w;
		size_t mine = 0;

		for (size_t i = 1; i < p->loads; i++)
			mine += p->load[i].on[k];
		if (w->breaks && mine > w->lives)
			return (int)k;
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

static __attribute__((noinline)) int next_kept(struct report_cursor *c,
					       const struct report_row **out)
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
	struct second *s = c->current; /* of rows in memory there is none */

	/* most rows are followed by another one of their node */
	if (s && s->rows.count && time_of(c, s) < c->limit.time) {
		*out = report_rows_take(&s->rows);
		return 1;
	}
	return c->walks ? next_walked(c, out, err) : next_kept(c, out);
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
