/* SPDX-License-Identifier: Apache-2.0 */
/* The significance of a ratio: published examples, permutations, and how often runs without a
 * difference seem to have one. */
#include <check.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "diff_series.h"
#include "statistics/distributions.h"
#include "statistics/batches.h"
#include "tests/suite.h"

/* -- Student's distribution -- */

/* Two-sided quantiles, as tables of it have them. */
START_TEST(test_student_table)
{
	static const struct {
		double freedom, p, t;
	} rows[] = {
	    {1, 0.05, 12.7062},	 {2, 0.05, 4.30265},  {5, 0.01, 4.03214},   {10, 0.05, 2.22814},
	    {10, 0.01, 3.16927}, {20, 0.10, 1.72472}, {30, 0.001, 3.64596}, {120, 0.05, 1.97993},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		ck_assert_double_eq_tol(gno_student(rows[i].t, rows[i].freedom), rows[i].p,
					2e-6 * (1 + rows[i].freedom * rows[i].p));
	ck_assert_double_eq(gno_student(0, 7), 1);
}
END_TEST

/* The density, added up from -t to t. */
static double integrated(double t, double freedom)
{
	const unsigned steps = 20000;
	const double h = t / steps;
	double all = 0;

	for (unsigned i = 0; i <= steps; i++) {
		const double x = i * h;

		all += (i == 0 || i == steps ? 1
			: i % 2		     ? 4
					     : 2) *
		       pow(1 + x * x / freedom, -(freedom + 1) / 2);
	}
	return 1 - 2 * all * h / 3 * tgamma((freedom + 1) / 2) / tgamma(freedom / 2) /
		       sqrt(acos(-1) * freedom);
}

START_TEST(test_student_density)
{
	static const double freedom[] = {1, 1.7, 2, 3.25, 9, 17.776, 40, 150};

	for (size_t i = 0; i < sizeof(freedom) / sizeof(*freedom); i++)
		for (double t = 0.01; t < 12; t *= 1.7)
			ck_assert_double_eq_tol(gno_student(t, freedom[i]),
						integrated(t, freedom[i]), 1e-9);
	/* closed forms, also far out */
	for (double t = 0.5; t < 1e6; t *= 7) {
		ck_assert_double_eq_tol(gno_student(t, 1) * t, 2 * t * atan(1 / t) / acos(-1),
					1e-9);
		ck_assert_double_eq_tol(gno_student(-t, 2) * t * t,
					2 * t * t / (2 + t * t) / (1 + t / sqrt(2 + t * t)), 1e-6);
	}
}
END_TEST

/* -- batches -- */

/* All samples, and how many are joined, by counting. */
START_TEST(test_joined)
{
	static double a[3000], b[3000];
	struct gno_batches x = {.used = 0};
	uint64_t each = 1;

	series_seed(1);
	for (size_t n = 0; n < 3000; n++) {
		a[n] = (double)(series_draw() % 100);
		b[n] = (double)(series_draw() % 1000);
		gno_batches_add(&x, a[n], b[n]);
		while (each * GNO_BATCHES < n + 1)
			each *= 2;
		ck_assert_uint_eq(x.samples, n + 1);
		ck_assert_uint_eq(x.each, each);
		ck_assert_uint_eq(x.used, (n + each) / each);
		for (size_t i = 0; n % 97 == 0 && i < x.used; i++) {
			double sum_a = 0, sum_b = 0;

			for (size_t k = i * each; k < (i + 1) * each && k <= n; k++) {
				sum_a += a[k];
				sum_b += b[k];
			}
			ck_assert_double_eq(x.a[i], sum_a);
			ck_assert_double_eq(x.b[i], sum_b);
		}
	}
}
END_TEST

static struct gno_batches batches_of(const double *a, const double *b, size_t n)
{
	struct gno_batches x = {.used = 0};

	for (size_t i = 0; i < n; i++)
		gno_batches_add(&x, a[i], b ? b[i] : 1);
	return x;
}

static double p_of(const struct gno_batches *x, const struct gno_batches *y)
{
	struct gno_batches_fit f, g;

	if (gno_batches_fit(x, &f) || gno_batches_fit(y, &g))
		return -2;
	return gno_batches_test(&f, &g);
}

/*
 * The additional hours of sleep of "Student", "The probable error of a mean", Biometrika 6 (1908),
 * 1-25, in an order in which large and small ones take turns. Welch's test, as R documents it for
 * its data set `sleep`: t = -1.8608, df = 17.776, p = 0.07939.
 */
START_TEST(test_welch_published)
{
	static const double one[] = {3.7, -1.6, 3.4, -1.2, 2.0, -0.2, 0.8, -0.1, 0.7, 0.0};
	static const double two[] = {5.5, -0.1, 4.6, 0.1, 4.4, 0.8, 3.4, 1.1, 1.9, 1.6};
	struct gno_batches x = batches_of(one, NULL, 10), y = batches_of(two, NULL, 10);
	struct gno_batches_fit f, g;

	ck_assert_int_eq(gno_batches_fit(&x, &f), GNO_BATCHES_GOOD);
	ck_assert_int_eq(gno_batches_fit(&y, &g), GNO_BATCHES_GOOD);
	ck_assert_double_eq_tol((f.ratio - g.ratio) / sqrt(f.variance + g.variance), -1.8608, 5e-5);
	ck_assert_double_eq_tol(gno_batches_test(&f, &g), 0.07939, 5e-6);
	ck_assert_double_eq_tol(gno_batches_test(&g, &f), 0.07939, 5e-6);
}
END_TEST

/*
 * By hand: a mean of 2, the squares of the deviations 0 1 1 -1 -2 0 2 1 -1 0 -1 0 add up to 14, and
 * those of their steps to 22: so r = 1 - 22/28 = 3/14, below Fishman's 1.2816 sqrt(10/143). Without
 * dependence the variance is 12/11 * 14/144; 12 batches are worth 11/17 of that.
 */
START_TEST(test_fit_by_hand)
{
	static const double a[] = {2, 3, 3, 1, 0, 2, 4, 3, 1, 2, 1, 2};
	struct gno_batches x = batches_of(a, NULL, 12);
	struct gno_batches_fit f;

	ck_assert_int_eq(gno_batches_fit(&x, &f), GNO_BATCHES_GOOD);
	ck_assert_double_eq(f.ratio, 2);
	ck_assert_double_eq_tol(f.variance, 12. / 11 * 14 / 144 * 17 / 11, 1e-12);
	ck_assert_double_eq_tol(f.freedom, 11 * 11. / 17, 1e-12);
}
END_TEST

/* `n` samples with 5 to 24 events each; the share that counts changes from sample to sample. */
static struct gno_batches shares(size_t n, double share, double *a, double *b)
{
	for (size_t i = 0; i < n; i++) {
		const double now = share * (0.5 + series_chance());

		b[i] = 5 + (double)(series_draw() % 20);
		a[i] = 0;
		for (unsigned k = 0; k < b[i]; k++)
			a[i] += series_chance() < now;
	}
	return batches_of(a, b, n);
}

/* How often a random assignment of the samples to two runs gives ratios as far apart. */
static double permuted(double *a, double *b, size_t n, size_t all)
{
	const unsigned rounds = 4000;
	double apart = 0;
	unsigned hits = 0;

	for (unsigned round = 0; round <= rounds; round++) {
		double sum[2][2] = {{0, 0}, {0, 0}}, now;

		for (size_t i = all - 1; i > 0 && round; i--) {
			const size_t k = series_draw() % (i + 1);
			const double x = a[i], y = b[i];

			a[i] = a[k];
			b[i] = b[k];
			a[k] = x;
			b[k] = y;
		}
		for (size_t i = 0; i < all; i++) {
			sum[i >= n][0] += a[i];
			sum[i >= n][1] += b[i];
		}
		now = fabs(sum[0][0] / sum[0][1] - sum[1][0] / sum[1][1]);
		if (!round)
			apart = now;
		else
			hits += now >= apart * (1 - 1e-12);
	}
	return (double)hits / rounds;
}

/* Samples with a large and with a small share take turns: then no neighbours seem to be alike,
 * which would make p larger. */
static void take_turns(double *a, double *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t best = i;

		for (size_t k = i; k < n; k++)
			if (i % 2 ? a[k] * b[best] < a[best] * b[k]
				  : a[k] * b[best] > a[best] * b[k])
				best = k;
		for (double *v = a; v; v = v == a ? b : NULL) {
			const double x = v[i];

			v[i] = v[best];
			v[best] = x;
		}
	}
}

/* Against a permutation test, which assumes nothing but independent samples. */
START_TEST(test_permuted)
{
	static double a[160], b[160];
	unsigned low = 0;

	for (unsigned i = 0; i < 24; i++) {
		struct gno_batches x, y;
		double p, wanted;

		series_seed(100 + i);
		shares(70, 0.30, a, b);
		shares(90, i % 3 ? 0.34 : 0.30, a + 70, b + 70);
		take_turns(a, b, 70);
		take_turns(a + 70, b + 70, 90);
		x = batches_of(a, b, 70);
		y = batches_of(a + 70, b + 70, 90);
		p = p_of(&x, &y);
		wanted = permuted(a, b, 70, 160);
		ck_assert_msg(fabs(p - wanted) < 0.01 + 0.1 * wanted, "%u: %g, not %g", i, p,
			      wanted);
		low += p < 0.05;
	}
	ck_assert_uint_gt(low, 4);
	ck_assert_uint_lt(low, 20);
}
END_TEST

/* -- runs without a difference -- */

#define PAIRS 2000

/* Independent samples: at most 5 % of the pairs of runs have a p below 5 %, and not much less, as
 * neighbours that are alike by chance make p larger; 1 % have one below 1 %. */
START_TEST(test_nothing_changed)
{
	static double a[300], b[300];
	static const size_t sizes[] = {12, 40, 300};
	unsigned known = 0, below_5 = 0, below_1 = 0;

	series_seed(7 + (uint64_t)_i);
	for (unsigned i = 0; i < PAIRS; i++) {
		struct gno_batches x = shares(sizes[_i], 0.2, a, b);
		struct gno_batches y = shares(sizes[_i], 0.2, a, b);
		const double p = p_of(&x, &y);

		if (p < 0)
			continue;
		known++;
		below_5 += p < 0.05;
		below_1 += p < 0.01;
	}
	/* 12 samples seem to depend on each other in 1 of 10 runs */
	ck_assert_uint_gt(known, PAIRS * (_i ? 95 : 75) / 100);
	ck_assert_msg(below_5 > known * 25 / 1000 && below_5 < known * 55 / 1000, "%u of %u",
		      below_5, known);
	ck_assert_msg(below_1 > known * 2 / 1000 && below_1 < known * 15 / 1000, "%u of %u",
		      below_1, known);
}
END_TEST

/* A run with phases: for some samples (1 / `ends` on average) the share is 0.1, then for some it is
 * 0.3. Also returns the sums. */
static struct gno_batches phases(size_t n, double ends, double sum[2])
{
	struct gno_batches x = {.used = 0};
	bool high = series_draw() & 1;

	sum[0] = sum[1] = 0;
	for (size_t i = 0; i < n; i++) {
		double a = 0;

		if (series_chance() < ends)
			high = !high;
		for (unsigned k = 0; k < 20; k++)
			a += series_chance() < (high ? 0.3 : 0.1);
		gno_batches_add(&x, a, 20);
		sum[0] += a;
		sum[1] += 20;
	}
	return x;
}

/* p of two shares whose events are independent. */
static double two_shares(const double x[2], const double y[2])
{
	const double p = (x[0] + y[0]) / (x[1] + y[1]);

	return erfc(fabs(x[0] / x[1] - y[0] / y[1]) / sqrt(p * (1 - p) * (1 / x[1] + 1 / y[1])) /
		    sqrt(2));
}

/* Samples that depend on their neighbours: a test that takes the events as independent finds a
 * difference in half of the pairs. */
START_TEST(test_phases)
{
	const unsigned pairs = 800;
	unsigned known = 0, below = 0, naive = 0;

	series_seed(77);
	for (unsigned i = 0; i < pairs; i++) {
		double sum[2][2], p;
		struct gno_batches x = phases(1500, 0.1, sum[0]), y = phases(1500, 0.1, sum[1]);

		naive += two_shares(sum[0], sum[1]) < 0.05;
		p = p_of(&x, &y);
		known += p >= 0;
		below += p >= 0 && p < 0.05;
	}
	ck_assert_uint_gt(known, pairs * 9 / 10);
	ck_assert_msg(below > known * 3 / 100 && below < known * 75 / 1000, "%u of %u", below,
		      known);
	ck_assert_msg(naive > pairs * 4 / 10, "%u of %u", naive, pairs);
}
END_TEST

/* Short runs, in which the batches that are left still depend on each other a little. */
START_TEST(test_short_phases)
{
	unsigned known = 0, below = 0;

	series_seed(78);
	for (unsigned i = 0; i < 2 * PAIRS; i++) {
		double sum[2];
		struct gno_batches x = phases(100, 0.25, sum), y = phases(100, 0.25, sum);
		const double p = p_of(&x, &y);

		known += p >= 0;
		below += p >= 0 && p < 0.05;
	}
	ck_assert_uint_gt(known, PAIRS);
	ck_assert_msg(below > known * 4 / 100 && below < known * 75 / 1000, "%u of %u", below,
		      known);
}
END_TEST

/* -- where there is no p -- */

START_TEST(test_no_test)
{
	struct gno_batches x = {.used = 0}, y = {.used = 0};
	struct gno_batches_fit f, g;

	ck_assert_int_eq(gno_batches_fit(&x, &f), GNO_BATCHES_FEW);
	for (unsigned i = 0; i < 9; i++)
		gno_batches_add(&x, i % 2, 10);
	ck_assert_int_eq(gno_batches_fit(&x, &f), GNO_BATCHES_FEW);
	gno_batches_add(&x, 1, 10);
	ck_assert_int_eq(gno_batches_fit(&x, &f), GNO_BATCHES_GOOD);
	gno_batches_add(&x, 0, 30);
	ck_assert_int_eq(gno_batches_fit(&x, &f), GNO_BATCHES_GOOD);
	gno_batches_add(&x, 1, 50);
	ck_assert_int_eq(gno_batches_fit(&x, &f), GNO_BATCHES_UNEQUAL);
	/* nothing was counted */
	for (unsigned i = 0; i < 20; i++)
		gno_batches_add(&y, 0, 0);
	ck_assert_int_eq(gno_batches_fit(&y, &f), GNO_BATCHES_FEW);
	/* a share that rises all the time */
	x.used = y.used = 0;
	for (unsigned i = 0; i < 5000; i++)
		gno_batches_add(&x, i, 10000);
	ck_assert_int_eq(gno_batches_fit(&x, &f), GNO_BATCHES_DEPENDENT);
	/* no difference from sample to sample */
	x = (struct gno_batches){.used = 0};
	y = (struct gno_batches){.used = 0};
	for (unsigned i = 0; i < 20; i++) {
		gno_batches_add(&x, 2, 8);
		gno_batches_add(&y, 1, 8);
	}
	ck_assert_int_eq(gno_batches_fit(&x, &f), GNO_BATCHES_GOOD);
	ck_assert_int_eq(gno_batches_fit(&y, &g), GNO_BATCHES_GOOD);
	ck_assert_double_eq(gno_batches_test(&f, &f), 1);
	ck_assert_double_lt(gno_batches_test(&f, &g), 0);
}
END_TEST

int main(void)
{
	return run_tests("diff_batches", NULL, NULL,
			 TESTS({test_student_table}, {test_student_density}, {test_joined},
			       {test_welch_published}, {test_fit_by_hand}, {test_permuted},
			       {test_nothing_changed, 3}, {test_phases}, {test_short_phases},
			       {test_no_test}));
}
