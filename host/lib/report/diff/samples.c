/* SPDX-License-Identifier: Apache-2.0 */
#include "report/diff/samples.h"

#include <stdlib.h>

#include "report/rows.h"

/* The counts of a pair at the sample before, 0 after a reset. */
struct before {
	double a, b;
};

static bool is_reset(const struct report_sample *s, unsigned group)
{
	return s->since ? s->since[group].reset : s->reset;
}

/* Adds what was counted since the sample before. */
static void take(const struct diff_samples *out, struct before *before, const struct gno_report *r,
		 const struct report_row *row)
{
	const struct report_sample *s = &row->sample;

	for (unsigned p = 0; p < r->m->node[s->node].pairs; p++) {
		const size_t at = (size_t)s->node * out->pairs + p;
		const double a = gno_ratio_a(&s->pair[p]), b = gno_ratio_b(&s->pair[p]);

		gno_batches_add(&out->batches[at], a - before[at].a, b - before[at].b);
		if (is_reset(s, r->m->node[s->node].pair[p].group))
			before[at] = (struct before){0, 0};
		else
			before[at] = (struct before){a, b};
	}
}

int diff_samples_read(const struct gno_report *r, struct diff_samples *out, struct gno_err *err)
{
	struct report_cursor *c = NULL;
	struct before *before = NULL;
	const struct report_row *row;
	bool any = false;
	size_t all;
	int rc;

	*out = (struct diff_samples){.pairs = 0};
	for (unsigned k = 0; k < r->m->nodes; k++) {
		if (r->m->node[k].pairs > out->pairs)
			out->pairs = r->m->node[k].pairs;
		any |= r->m->node[k].pairs && r->node[k].samples >= GNO_BATCHES_LEAST;
	}
	if (!any)
		return GNO_OK;
	all = (size_t)r->m->nodes * out->pairs;
	out->batches = calloc(all, sizeof(*out->batches));
	before = calloc(all, sizeof(*before));
	rc = out->batches && before ? report_rows_open(r, REPORT_SAMPLES, r->m->nodes, 0, &c, err)
				    : gno_fail_nomem(err);
	while (!rc && (rc = report_rows_next(c, &row, err)) > 0) {
		take(out, before, r, row);
		rc = GNO_OK;
	}
	if (c)
		report_rows_close(c);
	free(before);
	return rc;
}

void diff_samples_free(struct diff_samples *s)
{
	free(s->batches);
	s->batches = NULL;
}

const struct gno_batches *diff_samples_of(const struct diff_samples *s, unsigned node,
					  unsigned pair)
{
	return s->batches ? &s->batches[(size_t)node * s->pairs + pair] : NULL;
}
