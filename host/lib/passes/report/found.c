/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/report/found.h"

#include <stdlib.h>

#include "common/util.h"
#include "passes/report/second.h"

struct found {
	const struct gno_report *r;
	const struct found_taker *taker;
	void *self;
	struct second_view view;
	struct second **second; /* of each node that is read; NULL: of the others */
};

/* Whether no list is requested any more: of the walk nothing else is wanted. */
static bool is_sated(struct second *s)
{
	if (s->rows.begun_by != UINT64_MAX && report_rows_want(&s->rows, REPORT_INTERVALS) &&
	    intervals_are_past(&s->w, s->rows.begun_by))
		s->rows.lists &= ~REPORT_LIST(REPORT_INTERVALS);
	return !s->rows.lists;
}

static int take_batch(void *self, unsigned node, struct gno_err *err)
{
	struct found *f = self;
	struct second *s = f->second[node];
	int rc = 1;

	if (!s || is_sated(s))
		return READ_ENOUGH;
	while (rc == 1 && !s->rows.nomem)
		rc = walk_take(&s->w, err);
	return s->rows.nomem ? gno_fail_nomem(err) : rc;
}

static void drop(struct found *f, unsigned node)
{
	if (f->second[node])
		second_end(f->second[node]);
	free(f->second[node]);
	f->second[node] = NULL;
}

static int end_node(void *self, unsigned node, struct gno_err *err)
{
	struct found *f = self;
	struct second *s = f->second[node];
	int rc = GNO_OK;

	if (!s)
		return GNO_OK;
	if (!is_sated(s)) {
		rc = walk_finish(&s->w, err);
		if (!rc)
			unseen_tail(&s->w, f->r->line.end);
		if (s->rows.nomem)
			rc = gno_fail_nomem(err);
	}
	if (!rc && f->taker->over && f->taker->over(f->self, node))
		rc = gno_fail_nomem(err);
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

static int begin_node(struct found *f, unsigned node, struct gno_batch *batch, struct gno_err *err)
{
	struct report_rows rows = {
	    .node = node, .begun_by = UINT64_MAX, .take = f->taker->take, .self = f->self};

	f->taker->begin(f->self, &rows);
	if (!rows.lists)
		return GNO_OK;
	rows.lists = report_rows_lists(rows.lists);
	f->second[node] = calloc(1, sizeof(struct second));
	if (!f->second[node])
		return gno_fail_nomem(err);
	return second_begin(f->second[node], f->r, &f->view, &rows, batch, err);
}

int found_add(const struct gno_report *r, const struct found_taker *taker, void *self,
	      struct reader *reader, struct found **out, struct gno_err *err)
{
	static const struct pass pass = {
	    .name = "rows", .batch = take_batch, .over = end_node, .end = end};
	struct found *f = *out = calloc(1, sizeof(*f));
	int rc = GNO_OK;

	if (!f)
		return gno_fail_nomem(err);
	f->r = r;
	f->taker = taker;
	f->self = self;
	second_look(&f->view, r);
	f->second = calloc(r->m->nodes, sizeof(struct second *));
	if (!f->second)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < r->m->nodes && !rc; k++)
		rc = begin_node(f, k, reader_batch(reader, k), err);
	return rc ? rc : reader_add(reader, &pass, f, err);
}

void found_close(struct found *f)
{
	if (!f)
		return;
	for (unsigned k = 0; f->second && k < f->r->m->nodes; k++)
		drop(f, k);
	free(f->second);
	free(f);
}
