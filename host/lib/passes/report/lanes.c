/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/report/lanes.h"

#include <stdlib.h>

#include "common/util.h"
#include "passes/reading.h"
#include "results/captured.h"

/* Takes the records of a batch up to where others have to be known first. */
static int take_batch(void *self, unsigned node, struct gno_err *err)
{
	struct lanes *l = self;
	struct walk *w = &l->lane[node].w;
	int rc;

	w->until = l->until;
	while ((rc = walk_take(w, err)) == 1)
		;
	if (!rc && l->follows && w->b->n)
		w->n->end = reader_batch_end(w->b);
	return rc == WALK_WAITS ? READ_WAITS : rc;
}

int lanes_open(struct lanes *l, struct gno_report *r, const struct gno_report_options *o,
	       struct gno_err *err)
{
	static const struct pass pass = {.name = "report", .batch = take_batch};
	int rc;

	*l = (struct lanes){.r = r, .o = o, .until = UINT64_MAX};
	l->lane = calloc(r->m->nodes, sizeof(*l->lane));
	rc = l->lane ? captured_new(r->m->nodes, &r->captured, err) : gno_fail_nomem(err);
	if (!rc)
		rc = reading_open(r, &l->reader, err);
	if (!rc)
		rc = reader_add(l->reader, &pass, l, err);
	if (!rc && reader_has_port(r->m))
		rc = flows_open(r, l->reader, &l->flows, err);
	return rc;
}

int lanes_begin(struct lanes *l, unsigned node, struct gno_err *err)
{
	struct gno_batch *batch = reader_batch(l->reader, node);
	struct lane *lane = &l->lane[node];
	int rc;

	if (!batch)
		return gno_fail_nomem(err);
	lane->shadow = *l->r;
	lane->begun = true;
	rc = walk_begin(&lane->w, &lane->shadow, node, &l->r->node[node], l->o, batch, err);
	if (!rc)
		reader_begin(l->reader, node);
	return rc;
}

/* Appends a node's samples and marks to those of the report. */
static int join_lists(struct gno_report *r, struct gno_report *of, size_t most, struct gno_err *err)
{
	r->samples_seen += of->samples_seen;
	r->marks_seen += of->marks_seen;
	for (size_t i = 0; i < of->samples && (r->latest || r->samples < most); i++) {
		if (walk_room(&r->sample, r->samples, sizeof(*r->sample)))
			return gno_fail_nomem(err);
		r->sample[r->samples++] = of->sample[i];
		of->sample[i].pair = NULL;
	}
	for (size_t i = 0; i < of->marks; i++) {
		if (walk_room(&r->mark, r->marks, sizeof(*r->mark)))
			return gno_fail_nomem(err);
		of->mark[i].order = r->marks;
		r->mark[r->marks++] = of->mark[i];
	}
	return GNO_OK;
}

int lanes_finish(struct lanes *l, unsigned node, struct gno_err *err)
{
	struct lane *lane = &l->lane[node];
	int rc = walk_finish(&lane->w, err);

	walk_keep(&lane->w);
	return rc ? rc : join_lists(l->r, &lane->shadow, l->o->samples, err);
}

void lanes_end(struct lanes *l)
{
	for (unsigned k = 0; l->lane && k < l->r->m->nodes; k++) {
		struct lane *lane = &l->lane[k];

		if (lane->begun)
			walk_end(&lane->w);
		report_lists_free(&lane->shadow);
		free(lane->line.cell);
	}
	free(l->lane);
	flows_close(l->flows);
	reader_close(l->reader);
	*l = (struct lanes){.r = NULL};
}

static int renew(struct lane *lane, const struct gno_report *r, const struct report_points *before)
{
	int rc;

	lane->shadow.points = r->points;
	rc = lane->begun ? walk_renew(&lane->w, before) : 1;
	if (rc > 0 && lane->line.cell &&
	    report_line_widen(&lane->line, r->points.intervals - before->intervals))
		rc = GNO_ERR_NOMEM;
	return rc;
}

int lanes_renew(struct lanes *l, const struct report_points *before, struct gno_err *err)
{
	int rc = 1;

	for (unsigned k = 0; k < l->r->m->nodes && rc > 0; k++)
		rc = renew(&l->lane[k], l->r, before);
	return rc < 0 ? gno_fail_nomem(err) : rc;
}
