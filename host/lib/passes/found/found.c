/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/found/found.h"

#include <stdlib.h>

#include "common/util.h"
#include "passes/index/file.h"
#include "passes/index/state.h"

struct found {
	const struct gno_report *r;
	const struct found_taker *taker;
	void *self;
	/* the report as second walks see it, and their options */
	struct gno_report shadow;
	struct gno_report_options options;
	struct second **second; /* of each node that is read; NULL: of the others */
	struct reader *reader;	/* of a report that follows: the walk over a node begins with its
				   first batch; else NULL */
	bool *begun;
};

/* Whether all rows up to a time have come: the next record is later, as is each stretch of which
 * nothing is known that may still end. The last sample is of the cycle before its record. */
static bool is_past(const struct second *s, uint64_t time)
{
	const struct gno_batch *b = s->w.b;

	return s->w.at < b->n && b->rec[s->w.at].time > time && b->rec[s->w.at].time - 1 > time &&
	       known_is_past(&s->w.known, time, s->n.lives > 0);
}

/* Whether no list is requested any more: of the walk nothing else is wanted. */
static bool is_sated(struct second *s)
{
	if (s->rows.until != UINT64_MAX && is_past(s, s->rows.until))
		s->rows.lists = 0;
	if (s->rows.begun_by != UINT64_MAX && report_rows_want(&s->rows, REPORT_INTERVALS) &&
	    intervals_are_past(&s->w, s->rows.begun_by))
		s->rows.lists &= ~REPORT_LIST(REPORT_INTERVALS);
	return !s->rows.lists;
}

static int begin_late(struct found *f, unsigned node, struct gno_err *err);

static int take_batch(void *self, unsigned node, struct gno_err *err)
{
	struct found *f = self;
	int rc = begin_late(f, node, err) ? err->code : 1;
	struct second *s = f->second[node];

	if (rc < 0)
		return rc;
	if (!s || is_sated(s))
		return READ_ENOUGH;
	while (rc == 1 && !s->rows.nomem && !s->rows.count)
		rc = walk_take(&s->w, err);
	if (s->rows.nomem)
		return gno_fail_nomem(err);
	return rc >= 0 && s->rows.count ? READ_WAITS : rc;
}

static void drop(struct found *f, unsigned node)
{
	struct second *s = f->second[node];

	f->second[node] = NULL;
	if (!s)
		return;
	walk_end(&s->w);
	report_node_free(&s->n);
	report_rows_free(&s->rows);
	free(s);
}

/* Finds what the end of a node brings. */
static int finish(const struct found *f, struct second *s, struct gno_err *err)
{
	int rc;

	if (f->r->growth)
		s->n.end = gno_stream_reached(s->w.s);
	if (f->reader)
		s->n.end = f->r->node[s->w.node].end;
	rc = walk_finish(&s->w, err);
	if (!rc && !f->r->growth) { /* else it is not known when the run ends */
		s->tailed = true;
		unseen_tail(&s->w, walk_run_end(&s->w));
	}
	return s->rows.nomem ? gno_fail_nomem(err) : rc;
}

static int end_node(void *self, unsigned node, struct gno_err *err)
{
	struct found *f = self;
	struct second *s = f->second[node];
	int rc = GNO_OK;

	if (!s || s->over)
		return GNO_OK;
	s->over = true;
	if (!is_sated(s))
		rc = finish(f, s, err);
	if (!rc && f->taker->over && f->taker->over(f->self, node))
		rc = gno_fail_nomem(err);
	if (f->taker->take)
		drop(f, node);
	return rc;
}

static int end(void *self, struct gno_err *err)
{
	struct found *f = self;
	int rc = GNO_OK;

	for (unsigned k = 0; k < f->r->m->nodes && !rc; k++)
		rc = end_node(f, k, err);
	return rc;
}

/* The same where only now is known when the run ends. */
static int end_late(void *self, struct gno_err *err)
{
	struct found *f = self;
	int rc = GNO_OK;

	f->shadow.line = f->r->line;
	f->shadow.line.cell = NULL;
	for (unsigned k = 0; k < f->r->m->nodes && !rc; k++)
		rc = begin_late(f, k, err);
	return rc ? rc : end(f, err);
}

/* Begins the walk over a node. */
static int begin_second(struct found *f, struct second *s, struct gno_batch *batch,
			struct gno_err *err)
{
	const struct report_node *n = &f->r->node[s->rows.node];

	s->held = (struct walk_loads){n->held, n->helds};
	s->n = (struct report_node){.begin = n->begin,
				    .end = n->end,
				    .lives = f->r->growth || f->reader ? SIZE_MAX : n->lives,
				    .overwritten = n->overwritten,
				    .breaks = n->breaks,
				    .frozen = n->frozen,
				    .kept_until = n->kept_until,
				    .stopped = n->stopped,
				    .port = {.pauses = n->port.pauses}};
	s->w.rows = &s->rows;
	if (n->helds) /* else the first walk is not over, and the second one notes them itself */
		s->w.all_held = &s->held;
	return walk_begin(&s->w, &f->shadow, s->rows.node, &s->n, &f->options, batch, err);
}

static int begin_node(struct found *f, unsigned node, struct reader *reader, struct gno_err *err)
{
	struct report_rows rows = {
	    .node = node,
	    .begun_by = UINT64_MAX,
	    .until = UINT64_MAX,
	    .take = f->taker->take,
	    .self = f->self,
	};
	struct gno_batch *batch;
	struct second *s;

	f->taker->begin(f->self, &rows);
	if (!rows.lists)
		return GNO_OK;
	rows.lists = report_rows_lists(rows.lists);
	batch = reader_batch(reader, node);
	s = f->second[node] = calloc(1, sizeof(*s));
	if (!batch || !s)
		return gno_fail_nomem(err);
	s->rows = rows;
	return begin_second(f, s, batch, err);
}

static int begin_late(struct found *f, unsigned node, struct gno_err *err)
{
	if (!f->reader || f->begun[node])
		return GNO_OK;
	f->begun[node] = true;
	return begin_node(f, node, f->reader, err);
}

int found_add(const struct gno_report *r, const struct found_taker *taker, void *self,
	      struct reader *reader, struct found **out, struct gno_err *err)
{
	static const struct pass pass = {
	    .name = "rows", .batch = take_batch, .over = end_node, .end = end};
	static const struct pass late = {.name = "rows", .batch = take_batch, .end = end_late};
	struct found *f = *out = calloc(1, sizeof(*f));
	int rc = GNO_OK;

	if (!f)
		return gno_fail_nomem(err);
	f->r = r;
	f->taker = taker;
	f->self = self;
	f->shadow = *r;
	f->shadow.line.cell = NULL;
	f->options = (struct gno_report_options){.samples = 1, .latest = true};
	f->second = calloc(r->m->nodes, sizeof(struct second *));
	f->begun = calloc(r->m->nodes, sizeof(*f->begun));
	if (!f->second || !f->begun)
		return gno_fail_nomem(err);
	f->reader = r->follows ? reader : NULL;
	for (unsigned k = 0; k < r->m->nodes && !rc && !r->follows; k++)
		rc = begin_node(f, k, reader, err);
	return rc ? rc : reader_add(reader, r->follows ? &late : &pass, f, err);
}

int found_begin(const struct found *f, struct reader *reader, unsigned node, uint64_t cycle,
		struct archive *rest, struct gno_err *err)
{
	struct stream_place place;
	int rc;

	*rest = (struct archive){.reads = true};
	rc = index_find(f->r->index, f->r, node, cycle, &place, rest, err);
	if (rc <= 0) {
		reader_begin(reader, node);
		return rc;
	}
	reader_begin_at(reader, node, &place);
	rc = state_of_walk(rest, &f->second[node]->w) ? gno_fail_nomem(err) : GNO_OK;
	rc = rc ? rc : index_check(f->r, rest, err);
	if (rc)
		archive_free(rest);
	return rc ? rc : 1;
}

void found_close(struct found *f)
{
	if (!f)
		return;
	for (unsigned k = 0; f->second && k < f->r->m->nodes; k++)
		drop(f, k);
	free(f->second);
	free(f->begun);
	free(f);
}

struct second *found_node(const struct found *f, unsigned node)
{
	return f->second[node];
}

void found_renew(struct found *f)
{
	f->shadow.points = f->r->points;
}
