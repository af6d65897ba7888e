/* SPDX-License-Identifier: Apache-2.0 */
#include "statistics/batches.h"
#include "statistics/distributions.h"

#include <math.h>
#include <stdbool.h>

#define FISHMAN_Z 1.2815515655446004 /* the 0.9 quantile of the normal distribution */
#define LARGEST 0.25		     /* share of a batch */

/* Joins neighbouring batches. */
static void join(struct gno_batches *x)
{
	for (unsigned i = 0; i < x->used; i += 2) {
		const bool two = i + 1 < x->used;

		x->a[i / 2] = x->a[i] + (two ? x->a[i + 1] : 0);
		x->b[i / 2] = x->b[i] + (two ? x->b[i + 1] : 0);
	}
	x->used = (x->used + 1) / 2;
	x->each *= 2;
}

void gno_batches_add(struct gno_batches *x, double a, double b)
{
	if (!x->used || x->last == x->each) {
		if (!x->used)
			x->each = 1;
		if (x->used == GNO_BATCHES)
			join(x);
		x->last = 0;
		x->a[x->used] = x->b[x->used] = 0;
		x->used++;
	}
	x->a[x->used - 1] += a;
	x->b[x->used - 1] += b;
	x->last++;
	x->samples++;
}

/* How much neighbours depend on each other: 1 - sum of squared steps / (2 * sum of squares), which
 * is 0 on average for independent batches. */
static double dependence(const struct gno_batches *x, double ratio, double *squares)
{
	double steps = 0, before = 0;

	*squares = 0;
	for (unsigned i = 0; i < x->used; i++) {
		const double e = x->a[i] - ratio * x->b[i];

		*squares += e * e;
		steps += i ? (e - before) * (e - before) : 0;
		before = e;
	}
	return *squares > 0 ? 1 - steps / (2 * *squares) : 0;
}

static void sum(const struct gno_batches *x, double *a, double *b, double *most)
{
	*a = *b = *most = 0;
	for (unsigned i = 0; i < x->used; i++) {
		*a += x->a[i];
		*b += x->b[i];
		*most = fmax(*most, x->b[i]);
	}
}

enum gno_batches_fault gno_batches_fit(const struct gno_batches *samples,
				       struct gno_batches_fit *out)
{
	struct gno_batches x = *samples;
	double a, b, most, squares, r, worth;

	sum(&x, &a, &b, &most);
	if (x.used < GNO_BATCHES_LEAST || b <= 0)
		return GNO_BATCHES_FEW;
	out->ratio = a / b;
	r = dependence(&x, out->ratio, &squares);
	while (r >= FISHMAN_Z * sqrt((x.used - 2.) / ((double)x.used * x.used - 1))) {
		join(&x);
		if (x.used < GNO_BATCHES_LEAST)
			return GNO_BATCHES_DEPENDENT;
		r = dependence(&x, out->ratio, &squares);
	}
	sum(&x, &a, &b, &most);
	if (most > LARGEST * b)
		return GNO_BATCHES_UNEQUAL;
	worth = r > 0 ? (1 - r) / (1 + r) : 1;
	out->variance = x.used / (x.used - 1.) * squares / (b * b) / worth;
	out->freedom = fmax((x.used - 1) * worth, 1);
	return GNO_BATCHES_GOOD;
}

double gno_batches_test(const struct gno_batches_fit *x, const struct gno_batches_fit *y)
{
	const double v = x->variance, w = y->variance, both = v + w;

	if (both <= 0)
		return x->ratio == y->ratio ? 1 : -1;
	return gno_student((x->ratio - y->ratio) / sqrt(both),
			   both * both / (v * v / x->freedom + w * w / y->freedom));
}
