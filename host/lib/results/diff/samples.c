/* SPDX-License-Identifier: Apache-2.0 */
#include "results/diff/samples.h"

#include <stdlib.h>

#include "results/rows.h"

/* The counts of a pair at the sample before, 0 after a reset. */
struct before {
	double a, b;
};

static bool is_reset(const struct report_sample *s, unsigned group)
{
	return s->since ? s->since[group].reset : s->reset;
}

/* Adds what was counted since the sample before. */
static void count_since_sample(const struct diff_samples *out, struct before *before,
			       const struct gno_report *r, const struct report_row *row)
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

/* The samples of a node, up to cycle `end`. */
static int read_node(const struct gno_report *r, unsigned node, uint64_t end,
		     const struct diff_samples *out, struct before *before, struct gno_err *err)
{
	struct report_cursor *c = NULL;
	const struct report_row *row;
	int rc = report_rows_open(r, REPORT_SAMPLES, node, 0, &c, err);

	while (!rc && (rc = report_rows_next(c, &row, err)) > 0 && row->sample.time <= end) {
		count_since_sample(out, before, r, row);
		out->count[node]++;
		rc = GNO_OK;
	}
	report_rows_close(c);
	return rc < 0 ? rc : GNO_OK;
}

int diff_samples_read(const struct gno_report *r, const uint64_t *end, struct diff_samples *out,
		      struct gno_err *err)
{
	struct before *before = NULL;
	size_t all;
	int rc = GNO_OK;

	*out = (struct diff_samples){.pairs = 0};
	for (unsigned k = 0; k < r->m->nodes; k++)
		if (r->m->node[k].pairs > out->pairs)
			out->pairs = r->m->node[k].pairs;
	all = (size_t)r->m->nodes * (out->pairs + 1);
	out->batches = calloc(all, sizeof(*out->batches));
	out->count = calloc(all, sizeof(*out->count));
	before = calloc(all, sizeof(*before));
	if (!out->batches || !out->count || !before)
		rc = gno_fail_nomem(err);
	for (unsigned k = 0; k < r->m->nodes && !rc; k++)
		if (r->m->node[k].pairs)
			rc = read_node(r, k, end[k], out, before, err);
	free(before);
	return rc;
}

void diff_samples_free(struct diff_samples *s)
{
	free(s->batches);
	free(s->count);
	s->batches = NULL;
	s->count = NULL;
}

const struct gno_batches *diff_samples_of(const struct diff_samples *s, unsigned node,
					  unsigned pair)
{
	return &s->batches[(size_t)node * s->pairs + pair];
}
