/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/report/found.h"

#include <stdlib.h>

#include "common/util.h"
#include "passes/report/second.h"

struct found {
	const struct gno_report *r;
	struct second_view view;
	struct second *second; /* one a node */
	unsigned begun;
};

/* Whether no list is requested any more: of the walk nothing else is wanted. */
static bool is_over(struct second *s)
{
	if (s->rows.begun_by != UINT64_MAX && report_rows_want(&s->rows, REPORT_INTERVALS) &&
	    intervals_are_past(&s->w, s->rows.begun_by))
		s->rows.lists &= ~REPORT_LIST(REPORT_INTERVALS);
	return !s->rows.lists;
}

static int take_batch(void *self, unsigned node, struct gno_err *err)
{
	struct found *f = self;
	struct second *s = &f->second[node];
	int rc = 1;

	if (is_over(s))
		return GNO_OK;
	while (rc == 1 && !s->rows.nomem)
		rc = walk_take(&s->w, err);
	return s->rows.nomem ? gno_fail_nomem(err) : rc;
}

static int end(void *self, struct gno_err *err)
{
	struct found *f = self;
	int rc = GNO_OK;

	for (unsigned k = 0; k < f->begun && !rc; k++) {
		struct second *s = &f->second[k];

		if (is_over(s))
			continue;
		rc = walk_finish(&s->w, err);
		if (!rc)
			unseen_tail(&s->w, f->r->line.end);
		if (s->rows.nomem)
			rc = gno_fail_nomem(err);
	}
	return rc;
}

int found_add(const struct gno_report *r, const struct found_taker *taker, void *self,
	      struct reader *reader, struct found **out, struct gno_err *err)
{
	static const struct pass pass = {.name = "rows", .batch = take_batch, .end = end};
	struct found *f = *out = calloc(1, sizeof(*f));
	int rc = GNO_OK;

	if (!f)
		return gno_fail_nomem(err);
	f->r = r;
	second_look(&f->view, r);
	f->second = calloc(r->m->nodes, sizeof(*f->second));
	if (!f->second)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < r->m->nodes && !rc; k++) {
		struct report_rows rows = {
		    .node = k, .begun_by = UINT64_MAX, .take = taker->take, .self = self};

		taker->begin(self, &rows);
		rows.lists = report_rows_lists(rows.lists);
		f->begun++;
		rc = second_begin(&f->second[k], r, &f->view, &rows, reader_batch(reader, k), err);
	}
	return rc ? rc : reader_add(reader, &pass, f, err);
}

void found_close(struct found *f)
{
	if (!f)
		return;
	for (unsigned k = 0; k < f->begun; k++)
		second_end(&f->second[k]);
	free(f->second);
	free(f);
}
