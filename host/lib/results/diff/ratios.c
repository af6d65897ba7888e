/* SPDX-License-Identifier: Apache-2.0 */
/* Ratios over the whole run, node by node: measures, and pairs that no measure takes. */
#include <stdlib.h>
#include <string.h>

#include "results/diff/rows.h"
#include "results/diff/samples.h"
#include "passes/limits/limits.h"

/* What a node has. */
struct quantity {
	const char *name;
	unsigned pair;
	bool measure; /* else the pair as it is */
	enum gno_measure_print print;
};

/* Whether nothing is routed to an input of a pair that can be routed: its counts mean nothing. */
static bool is_idle(const struct gno_report *r, unsigned k, unsigned p)
{
	const struct gno_pair *pair = &r->m->node[k].pair[p];

	return report_is_idle(r, k, pair->name, "a", pair->a) ||
	       report_is_idle(r, k, pair->name, "b", pair->b);
}

/* Number `i` of what a node has, in the order of its pairs. false: there is none. */
static bool find_quantity(const struct gno_report *r, unsigned k, size_t i, struct quantity *out)
{
	const struct gno_pattern_node *n = report_measures(r, k);

	for (unsigned p = 0; p < r->m->node[k].pairs; p++) {
		bool taken = false;

		for (size_t j = 0; n && j < n->measures; j++) {
			const struct gno_pattern_measure *m = &n->measure[j];

			if (m->pair != p)
				continue;
			taken = true;
			*out = (struct quantity){m->name, p, true, m->print};
			if (!i--)
				return true;
		}
		*out = (struct quantity){r->m->node[k].pair[p].name, p, false, GNO_PRINT_A_OF_B};
		if (!taken && !is_idle(r, k, p) && !i--)
			return true;
	}
	return false;
}

/* What a pair counts, for a reader. */
static const char *input(const struct gno_report *r, unsigned k, unsigned p, bool b)
{
	const struct gno_pair *pair = &r->m->node[k].pair[p];

	return report_input(r, k, pair->name, b ? "b" : "a", b ? pair->b : pair->a);
}

static const char *gate(const struct gno_report *r, unsigned k, unsigned p)
{
	const char *name = r->m->node[k].pair[p].gate;

	return name ? name : "";
}

/* Whether a quantity of both runs counts the same. */
static bool counts_same(const struct gno_report *const run[2], unsigned k,
			const struct quantity q[2])
{
	for (unsigned b = 0; b < 2; b++)
		if (strcmp(input(run[0], k, q[0].pair, b), input(run[1], k, q[1].pair, b)) != 0)
			return false;
	return !strcmp(gate(run[0], k, q[0].pair), gate(run[1], k, q[1].pair)) &&
	       q[0].print == q[1].print;
}

/* The quantity of a run that has the name; false: there is none. */
static bool find_named(const struct gno_report *r, unsigned k, const struct quantity *name,
		       struct quantity *out)
{
	for (size_t i = 0; find_quantity(r, k, i, out); i++)
		if (out->measure == name->measure && !strcmp(out->name, name->name))
			return true;
	return false;
}

/* Whether the description of the monitor names what a pair counts, and not the experiment. */
static bool is_fixed(const struct gno_report *r, unsigned k, const struct quantity *q)
{
	const struct gno_pair *pair = &r->m->node[k].pair[q->pair];

	return !q->measure && strcmp(pair->a, GNO_INPUT_ROUTE) != 0 &&
	       strcmp(pair->b, GNO_INPUT_ROUTE) != 0;
}

/* A measure, or a pair that is not routed, of one name is to be the same in both. */
static int refuse(const struct report_diff *d, unsigned k, const struct quantity q[2],
		  struct gno_err *err)
{
	const char *of[2][2];

	for (unsigned i = 0; i < 2; i++)
		for (unsigned b = 0; b < 2; b++)
			of[i][b] = input(d->run[i], k, q[i].pair, b);
	return gno_fail(
	    err, GNO_ERR_MISMATCH,
	    "cannot compare the runs: %s '%s' of node '%s' is %s of '%s' and '%s' in one and %s of '%s' and '%s' in the other",
	    q[0].measure ? "measure" : "pair", q[0].name, d->run[0]->m->node[k].name,
	    report_measure_is(q[0].print), of[0][0], of[0][1], report_measure_is(q[1].print),
	    of[1][0], of[1][1]);
}

/* What of a quantity is compared: of counts with a share the share. */
static enum gno_measure_print compared(const struct quantity *q)
{
	return q->print == GNO_PRINT_A_OF_B_AND ? GNO_PRINT_A_OF_B : q->print;
}

/* Whether it is known in both runs what was counted up to the end point. */
static bool know_until(const struct report_diff *d, unsigned k)
{
	for (unsigned i = 0; i < 2; i++) {
		const struct report_until *u = &d->run[i]->node[k].until;

		if (diff_end(d->run[i], k) == UINT64_MAX || !u->sampled || u->incomplete ||
		    u->mixed)
			return false;
	}
	return true;
}

static void take_side(const struct gno_report *r, unsigned k, const struct quantity *q, bool until,
		      struct diff_side *out)
{
	const struct report_node *n = &r->node[k];
	const struct gno_ratio *counts = &(until ? n->until.pair : n->overall)[q->pair];
	struct gno_quotient v = {0};
	const int rc = q->measure ? report_measure_value(compared(q), counts, &v)
				  : report_quotient(&r->m->node[k], q->pair, counts, &v);

	out->pair = q->pair;
	out->counts = *counts;
	out->has = !rc;
	out->value = v.value;
	out->min = v.min;
	out->max = v.max;
}

/* Whether the values are what was counted. If not the row says why. */
static bool check_counts(const struct report_diff *d, struct diff_row *row)
{
	for (unsigned i = 0; i < 2; i++) {
		const struct report_node *n = &d->run[i]->node[row->node];
		const char run = (char)('A' + i);

		if (!row->side[i].has)
			diff_because(row, "nothing was counted in %c", run);
		else if (n->mixed && !row->until)
			diff_because(row, "a load changed what %c counts", run);
		else if (n->counts_incomplete && !row->until)
			diff_because(row, "the counts of %c are not complete", run);
		else if (row->side[i].counts.saturated)
			diff_because(row, "a counter of %c reached its greatest count", run);
		else
			continue;
		row->doubt = row->side[i].has;
		return false;
	}
	/* compressed counts */
	if (row->side[0].value != row->side[1].value && row->side[0].min <= row->side[1].max &&
	    row->side[1].min <= row->side[0].max) {
		diff_because(row, "the compressed counts allow equal values");
		row->doubt = true;
		return false;
	}
	return true;
}

/* The other way round, where the value is B/A. */
static void turn(struct gno_batches *x)
{
	for (unsigned i = 0; i < x->used; i++) {
		const double a = x->a[i];

		x->a[i] = x->b[i];
		x->b[i] = a;
	}
}

static void test(struct diff_row *row, const struct diff_samples samples[2])
{
	struct gno_batches of[2];

	if (row->print == GNO_PRINT_B) {
		diff_because(row, "a run has one such count");
		return;
	}
	for (unsigned i = 0; i < 2; i++) {
		of[i] = *diff_samples_of(&samples[i], row->node, row->side[i].pair);
		if (row->print == GNO_PRINT_B_PER_A)
			turn(&of[i]);
	}
	diff_test(row, &of[0], &of[1], "sample");
}

/* Whether a limit of the second run forbids the way that the value went. */
static bool is_worse(const struct report_diff *d, const struct diff_row *row)
{
	const struct report_limits *all = d->run[1]->limits;
	const bool up = row->verdict == DIFF_HIGHER;

	if (!row->measure || (!up && row->verdict != DIFF_LOWER))
		return false;
	for (size_t i = 0; all && i < all->limits; i++) {
		const struct report_limit *l = &all->limit[i];
		const enum gno_limit_compare compare = l->limit.compare;

		if (l->fault || l->limit.what != GNO_LIMIT_MEASURE || !l->on[row->node] ||
		    !gno_limit_same(row->name, l->limit.name[0].text))
			continue;
		if (up ? compare == GNO_LIMIT_LT || compare == GNO_LIMIT_LE
		       : compare == GNO_LIMIT_GT || compare == GNO_LIMIT_GE)
			return true;
	}
	return false;
}

/* Something that both runs have at a node. */
static int compare(struct report_diff *d, unsigned k, const struct quantity q[2],
		   const struct diff_samples samples[2])
{
	struct diff_row *row = diff_add(d, DIFF_RATIO, q[0].name, d->run[0]->m->node[k].name);

	if (!row)
		return GNO_ERR_NOMEM;
	row->node = k;
	row->measure = q[0].measure;
	row->print = q[0].print;
	row->until = know_until(d, k);
	for (unsigned i = 0; i < 2; i++) {
		take_side(d->run[i], k, &q[i], row->until, &row->side[i]);
		row->side[i].samples = samples[i].count[k];
	}
	if (check_counts(d, row))
		test(row, samples);
	diff_judge(d, row);
	row->worse = is_worse(d, row);
	d->common++;
	return GNO_OK;
}

static int compare_node(struct report_diff *d, unsigned k, const struct diff_samples samples[2],
			struct gno_err *err)
{
	struct quantity q[2];
	size_t both = 0;

	for (size_t i = 0; find_quantity(d->run[0], k, i, &q[0]); i++) {
		const bool found = find_named(d->run[1], k, &q[0], &q[1]);

		const bool same = found && counts_same(d->run, k, q);

		if (found && !same &&
		    (q[0].measure ||
		     (is_fixed(d->run[0], k, &q[0]) && is_fixed(d->run[1], k, &q[1]))))
			return refuse(d, k, q, err);
		if (!same) {
			d->only[DIFF_RATIO][0]++;
			continue;
		}
		if (compare(d, k, q, samples))
			return gno_fail_nomem(err);
		both++;
	}
	for (size_t i = 0; find_quantity(d->run[1], k, i, &q[1]); i++)
		d->only[DIFF_RATIO][1]++;
	d->only[DIFF_RATIO][1] -= both;
	return GNO_OK;
}

int diff_ratios(struct report_diff *d, struct gno_err *err)
{
	struct diff_samples samples[2] = {{.pairs = 0}, {.pairs = 0}};
	uint64_t *end = calloc(d->run[0]->m->nodes, sizeof(*end));
	int rc = end ? GNO_OK : gno_fail_nomem(err);

	for (unsigned i = 0; i < 2 && !rc; i++) {
		for (unsigned k = 0; k < d->run[0]->m->nodes; k++)
			end[k] = know_until(d, k) ? diff_end(d->run[i], k) : UINT64_MAX;
		rc = diff_samples_read(d->run[i], end, &samples[i], err);
	}
	free(end);
	for (unsigned k = 0; k < d->run[0]->m->nodes && !rc; k++)
		rc = compare_node(d, k, samples, err);
	for (unsigned i = 0; i < 2; i++)
		diff_samples_free(&samples[i]);
	return rc;
}
