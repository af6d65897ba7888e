/* SPDX-License-Identifier: Apache-2.0 */
/* Buckets over the whole run, node by node: the values, or of event codes the share of each. */
#include <stdlib.h>
#include <string.h>

#include "monitor/quantity.h"
#include "results/diff/banks.h"

/* A code of the first run that is of a point, and the point's code in the second one. */
struct share {
	unsigned bucket[2];
	const char *name;
};

struct unit {
	struct diff_unit unit;
	double *rank; /* of each bucket among the values of both runs */
	struct share *share;
	size_t shares;
};

static const struct gno_bucket_unit *of(const struct report_diff *d, const struct unit *u,
					unsigned run)
{
	return &diff_has(d, run, u->unit.node)->bucket[u->unit.unit[run]];
}

static const struct gno_quantity *quantity(const struct report_diff *d, const struct unit *u,
					   unsigned run)
{
	return &diff_has(d, run, u->unit.node)->quantity[of(d, u, run)->of];
}

/* Whether the values of both are of the same inputs. */
static int check_inputs(const struct report_diff *d, const struct unit *u, struct gno_err *err)
{
	const struct gno_quantity *q[] = {quantity(d, u, 0), quantity(d, u, 1)};
	const unsigned k = u->unit.node;

	for (unsigned i = 0; i < GNO_QUANTITY_INPUTS; i++) {
		const char *key = gno_quantity_input_name((enum gno_quantity_input)i);
		const char *is[2];

		for (unsigned run = 0; run < 2; run++)
			is[run] = q[run]->input[i] ? report_input(d->run[run], k, q[run]->name, key,
								  q[run]->input[i])
						   : "none";
		if (strcmp(is[0], is[1]) != 0)
			return gno_fail(
			    err, GNO_ERR_MISMATCH,
			    "cannot compare the runs: '%s' of what buckets '%s' of node '%s' count is '%s' in one and '%s' in the other",
			    key, of(d, u, 0)->name, d->run[0]->m->node[k].name, is[0], is[1]);
	}
	return GNO_OK;
}

/* What else is unlike in the buckets of two units; NULL: nothing. */
static const char *unlike(const struct report_diff *d, const struct unit *u)
{
	const struct gno_quantity *a = quantity(d, u, 0), *b = quantity(d, u, 1);
	const struct gno_pattern_node *x = diff_unit_of(d, &u->unit, 0)->bounds;
	const struct gno_pattern_node *y = diff_unit_of(d, &u->unit, 1)->bounds;
	const unsigned count = of(d, u, 0)->count;

	if (a->kind != b->kind || a->outstanding != b->outstanding)
		return "count values of another kind";
	if (!x || !y || a->kind->codes)
		return NULL;
	if (count != of(d, u, 1)->count || a->bits != b->bits)
		return "have other bounds";
	for (unsigned i = 1; i < count; i++)
		if (gno_pattern_bound(x, u->unit.unit[0], i) !=
		    gno_pattern_bound(y, u->unit.unit[1], i))
			return "have other bounds";
	return NULL;
}

static int check_unit(const struct report_diff *d, const struct unit *u, struct gno_err *err)
{
	const char *why = unlike(d, u);

	if (why)
		return gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "cannot compare the runs: buckets '%s' of node '%s' %s in one than in the other",
		    of(d, u, 0)->name, d->run[0]->m->node[u->unit.node].name, why);
	return check_inputs(d, u, err);
}

/* -- values that have an order -- */

static void take_values(void *to, unsigned run, struct gno_batches *x,
			const struct report_bank_row *bank)
{
	const struct unit *u = to;
	double a = 0, b = 0;

	(void)run;
	for (unsigned i = 0; u->rank[i] > 0; i++) {
		a += u->rank[i] * (double)bank->count[i];
		b += (double)bank->count[i];
	}
	gno_batches_add(x, a, b);
}

static int compare_values(struct report_diff *d, struct unit *u, struct gno_err *err)
{
	const struct report_unit *const v[] = {diff_unit_of(d, &u->unit, 0),
					       diff_unit_of(d, &u->unit, 1)};
	struct diff_row *row =
	    diff_add(d, DIFF_BUCKETS, of(d, u, 0)->name, d->run[0]->m->node[u->unit.node].name);
	const bool known = v[0]->bounds && v[1]->bounds;
	double below = 0;
	int rc;

	u->rank = calloc(v[0]->counts + 1, sizeof(*u->rank)); /* the last one is 0 */
	if (!row || !u->rank)
		return gno_fail_nomem(err);
	for (unsigned i = 0; i < v[0]->counts && i < v[1]->counts; i++) {
		const double in = (double)(v[0]->total[i] + v[1]->total[i]);

		u->rank[i] = below + (in + 1) / 2;
		below += in;
	}
	for (unsigned i = 0; i < 2; i++) {
		struct diff_side *s = &row->side[i];
		struct report_spread spread = {.values = 0};

		if (known)
			spread = report_spread(&d->run[i]->m->node[u->unit.node], v[i]->bounds,
					       u->unit.unit[i], v[i]->total);
		s->has = spread.values > 0;
		s->stats.count = v[i]->counted;
		s->value = (spread.mean_min + spread.mean_max) / 2;
		s->min = spread.mean_min;
		s->max = spread.mean_max;
		s->median = (struct diff_part){spread.percentile[0].lo, spread.percentile[0].hi};
		s->last = (struct diff_part){spread.percentile[2].lo, spread.percentile[2].hi};
	}
	rc = diff_banks_read(d, &u->unit, 1, take_values, u, err);
	if (rc)
		return rc;
	diff_judge_banks(d, &u->unit, 0, row);
	d->common++;
	return GNO_OK;
}

/* -- event codes -- */

/* The point whose code falls into a bucket alone; NULL: there is none. */
static const char *point_of(const struct report_diff *d, const struct unit *u, unsigned run,
			    unsigned bucket)
{
	const struct gno_report *r = d->run[run];
	const struct gno_pattern_node *bounds = diff_unit_of(d, &u->unit, run)->bounds;
	struct report_range range =
	    report_range(&r->m->node[u->unit.node], bounds, u->unit.unit[run], bucket);
	struct report_fired fired = {GNO_KIND_EVENT, (unsigned)range.lo, -1, 0};
	size_t load = 0;

	while (load < r->points.loads && &r->points.load[load].file->node[u->unit.node] != bounds)
		load++;
	if (load == r->points.loads || range.none || !range.lo || range.lo != range.hi ||
	    range.lo >= GNO_CODES ||
	    !report_fired_point(&r->points.load[load], u->unit.node, &fired))
		return NULL;
	return r->points.point[fired.point].name;
}

/* The codes of points that both runs have, and of which either has counted some. */
static int pair_codes(const struct report_diff *d, struct unit *u)
{
	const struct report_unit *const v[] = {diff_unit_of(d, &u->unit, 0),
					       diff_unit_of(d, &u->unit, 1)};

	u->share = calloc(v[0]->counts + 1, sizeof(*u->share));
	if (!u->share)
		return GNO_ERR_NOMEM;
	for (unsigned i = 0; i < v[0]->counts; i++) {
		const char *name = point_of(d, u, 0, i), *other = NULL;
		unsigned j = 0;

		while (name && j < v[1]->counts &&
		       (!(other = point_of(d, u, 1, j)) || strcmp(name, other) != 0))
			j++;
		if (name && j < v[1]->counts && (v[0]->total[i] || v[1]->total[j]))
			u->share[u->shares++] = (struct share){{i, j}, name};
	}
	return GNO_OK;
}

static void take_codes(void *to, unsigned run, struct gno_batches *x,
		       const struct report_bank_row *bank)
{
	const struct unit *u = to;

	for (size_t k = 0; k < u->shares; k++)
		gno_batches_add(&x[k], (double)bank->count[u->share[k].bucket[run]],
				(double)bank->bank.head.counted);
}

static int compare_code(struct report_diff *d, const struct unit *u, size_t k)
{
	const struct share *v = &u->share[k];
	struct diff_row *row =
	    diff_add(d, DIFF_SHARE, v->name, d->run[0]->m->node[u->unit.node].name);

	if (!row)
		return GNO_ERR_NOMEM;
	row->unit = of(d, u, 0)->name;
	for (unsigned i = 0; i < 2; i++) {
		const struct report_unit *unit = diff_unit_of(d, &u->unit, i);
		const uint64_t count = unit->total[v->bucket[i]], all = unit->counted;
		struct diff_side *s = &row->side[i];

		s->has = all > 0;
		s->counts =
		    (struct gno_ratio){.a_min = count, .a_max = count, .b_min = all, .b_max = all};
		s->value = s->has ? (double)count / (double)all : 0;
		s->min = s->max = s->value;
	}
	diff_judge_banks(d, &u->unit, k, row);
	d->common++;
	return GNO_OK;
}

static int compare_codes(struct report_diff *d, struct unit *u, struct gno_err *err)
{
	int rc = pair_codes(d, u) ? gno_fail_nomem(err) : GNO_OK;

	if (!rc)
		rc = diff_banks_read(d, &u->unit, u->shares, take_codes, u, err);
	for (size_t k = 0; k < u->shares && !rc; k++)
		rc = compare_code(d, u, k) ? gno_fail_nomem(err) : GNO_OK;
	return rc;
}

static int compare_unit(struct report_diff *d, struct unit *u, struct gno_err *err)
{
	const struct report_unit *const v[] = {diff_unit_of(d, &u->unit, 0),
					       diff_unit_of(d, &u->unit, 1)};
	const bool codes = quantity(d, u, 0)->kind->codes && v[0]->bounds && v[1]->bounds;
	int rc = check_unit(d, u, err);

	if (!rc && (v[0]->counted || v[1]->counted))
		rc = codes ? compare_codes(d, u, err) : compare_values(d, u, err);
	free(u->unit.of);
	free(u->rank);
	free(u->share);
	return rc;
}

int diff_buckets(struct report_diff *d, struct gno_err *err)
{
	int rc = GNO_OK;

	for (unsigned k = 0; k < d->run[0]->m->nodes && !rc; k++) {
		const struct gno_preprocessors *const m[] = {diff_has(d, 0, k), diff_has(d, 1, k)};
		unsigned both = 0;

		for (unsigned i = 0; i < m[0]->buckets; i++)
			for (unsigned j = 0; j < m[1]->buckets && !rc; j++) {
				struct unit u = {.unit = {.node = k,
							  .unit = {i, j},
							  .place = {i, j},
							  .what = "bank"}};

				if (strcmp(m[0]->bucket[i].name, m[1]->bucket[j].name) != 0)
					continue;
				rc = compare_unit(d, &u, err);
				both++;
			}
		for (unsigned i = 0; i < 2; i++)
			d->only[DIFF_BUCKETS][i] += m[i]->buckets - both;
	}
	return rc;
}
