/* SPDX-License-Identifier: Apache-2.0 */
/* Readings of zero elapsed time: k of reads whose correlation is known, pairs, and what is bad. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clocks/bootstrap.h"
#include "clocks/zero.h"
#include "tests/suite.h"

#define ROWS 2000

static double normal(void)
{
	double sum = -6;

	for (unsigned i = 0; i < 12; i++)
		sum += (double)random() / RAND_MAX;
	return sum;
}

/* A table of `columns` with room for rows; the caller frees at and name. */
static struct clocks_table table(size_t columns, size_t rows)
{
	return (struct clocks_table){.columns = columns,
				     .rows = rows,
				     .name = calloc(columns, sizeof(char *)),
				     .at = calloc(columns * rows, sizeof(uint64_t))};
}

static void put(struct clocks_table *t, size_t row, const uint64_t *stamps)
{
	for (size_t i = 0; i < t->columns; i++)
		t->at[i * t->rows + row] = stamps[i];
}

static struct clocks_zero judge(const struct clocks_table *t)
{
	struct clocks_zero z;
	struct gno_err err;

	ck_assert_msg(!clocks_zero(t, "file", 0.95, 0.1, &z, &err), "%s", err.text);
	ck_assert_uint_eq(z.n, t->rows);
	return z;
}

/* Four reads in succession, each correlated with the one before. */
START_TEST(test_method_1)
{
	static const struct {
		double rho, k;
	} rows[] = {{0, 0.6666666667}, {0.5, 1.6}, {0.8, 4.5454545455}, {0.9, 9.5238095238}};

	srandom(1);
	for (size_t r = 0; r < 4; r++) {
		struct clocks_table t = table(4, ROWS);
		struct clocks_zero z;

		for (size_t i = 0; i < ROWS; i++) {
			uint64_t stamps[4] = {UINT64_C(1) << 60};
			double x = normal();

			for (unsigned j = 1; j < 4; j++) {
				stamps[j] = stamps[j - 1] + (uint64_t)llround(10000 + 1000 * x);
				x = rows[r].rho * x +
				    sqrt(1 - rows[r].rho * rows[r].rho) * normal();
			}
			put(&t, i, stamps);
		}
		z = judge(&t);
		ck_assert_double_eq_tol(z.mean, 10000, 150);
		ck_assert_double_eq_tol(z.deviation, 1000, 60);
		ck_assert(z.prescale == 512 || z.prescale == 1024);
		ck_assert(z.prescale <= z.deviation && 2 * (double)z.prescale > z.deviation);
		ck_assert(!z.way[CLOCKS_METHOD_2].there);
		ck_assert_double_eq_tol(z.way[CLOCKS_LONG_TERM].k, 1, 1e-9);
		ck_assert_double_eq_tol(z.way[CLOCKS_LONG_TERM].k_low, 1, 1e-9);
		ck_assert_double_eq_tol(z.way[CLOCKS_LONG_TERM].k_high, 1, 1e-9);
		ck_assert_double_eq_tol(z.way[CLOCKS_METHOD_1].k, rows[r].k, 0.12 * rows[r].k);
		ck_assert_double_le(z.way[CLOCKS_METHOD_1].k_low, rows[r].k);
		ck_assert_double_ge(z.way[CLOCKS_METHOD_1].k_high, rows[r].k);
		ck_assert_double_le(z.way[CLOCKS_METHOD_1].k_high,
				    1.3 * z.way[CLOCKS_METHOD_1].k_low);
		ck_assert_double_eq_tol(z.way[CLOCKS_METHOD_1].mean, 0, 100);
		ck_assert_double_eq_tol(z.way[CLOCKS_METHOD_1].least,
					1.959964 * z.way[CLOCKS_METHOD_1].deviation / 0.1, 0.01);
		free(t.at);
		free(t.name);
	}
}
END_TEST

/* The nearer middle of a pair, at a tie the earlier one. */
START_TEST(test_method_2)
{
	static const uint64_t rows[][6] = {
	    {0, 10, 20, 110, 100, 130}, /* 90 - (10 + 30) / 2 */
	    {0, 10, 20, 60, 100, 130},	/* 40 - 10 */
	    {0, 10, 20, 61, 100, 130},	/* 41 - 20 */
	    {0, 10, 61, 62, 100, 130},	/* 1 - 30 */
	};
	struct clocks_table t = table(6, 8), both = table(8, 8);
	struct clocks_zero z;
	const double mean = (70. + 30 + 21 - 29) / 4;

	for (size_t i = 0; i < 8; i++) {
		const uint64_t *r = rows[i % 4];
		const uint64_t more[8] = {r[0], r[1], r[2] - 5, r[2], r[3], r[3] + 7, r[4], r[5]};

		put(&t, i, r);
		put(&both, i, more);
	}
	z = judge(&t);
	ck_assert_double_eq_tol(z.mean, (90. + 40 + 41 + 1) / 4, 1e-9);
	ck_assert_double_eq_tol(z.way[CLOCKS_METHOD_2].mean, mean, 1e-9);
	ck_assert(!z.way[CLOCKS_METHOD_1].there);
	z = judge(&both);
	ck_assert_double_eq_tol(z.way[CLOCKS_METHOD_2].mean, mean, 1e-9);
	ck_assert_double_eq_tol(z.way[CLOCKS_METHOD_1].mean, z.mean - 6, 1e-9);
	free(t.at);
	free(t.name);
	free(both.at);
	free(both.name);
}
END_TEST

START_TEST(test_equal_readings)
{
	struct clocks_table t = table(4, 8);
	struct clocks_zero z;

	for (size_t i = 0; i < 8; i++)
		put(&t, i, (const uint64_t[]){i, i + 3, i + 6, i + 9});
	z = judge(&t);
	ck_assert_double_eq(z.deviation, 0);
	ck_assert_uint_eq(z.prescale, 1);
	ck_assert(!z.way[CLOCKS_METHOD_1].has_k && !z.way[CLOCKS_LONG_TERM].has_k);
	free(t.at);
	free(t.name);
}
END_TEST

START_TEST(test_bad_readings)
{
	static const struct {
		size_t columns, rows;
		uint64_t stamps[8]; /* of the third row */
		const char *message;
	} bad[] = {
	    {5, 8, {0}, "5 columns"},
	    {1, 8, {0}, "1 column;"},
	    {4, 1, {0}, "1 repetition;"},
	    {4, 8, {1, 2, 3, 2}, "backwards in repetition 3"},
	    {6, 8, {2, 1, 3, 4, 5, 6}, "backwards in repetition 3"},
	    {6, 8, {1, 2, 4, 3, 5, 6}, "backwards in repetition 3"},
	    {6, 8, {1, 2, 3, 4, 6, 5}, "backwards in repetition 3"},
	    {8, 8, {1, 2, 4, 3, 5, 6, 7, 8}, "backwards in repetition 3"},
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct clocks_table t = table(bad[i].columns, bad[i].rows);
		struct clocks_zero z;
		struct gno_err err;

		if (bad[i].rows > 2)
			put(&t, 2, bad[i].stamps);
		ck_assert_int_eq(clocks_zero(&t, "file", 0.95, 0.1, &z, &err), GNO_ERR_FORMAT);
		ck_assert_msg(strstr(err.text, bad[i].message), "%s", err.text);
		free(t.at);
		free(t.name);
	}
}
END_TEST

/* The ratio of two variances, and how far neighbours depend on each other. */
struct ratio {
	double low, high, width; /* width: of the logarithm */
	size_t block;
};

static struct ratio bootstrap(const double *x, const double *y, size_t n)
{
	struct ratio r;

	ck_assert(clocks_bootstrap(x, y, n, 0.95, &r.low, &r.high, &r.block));
	ck_assert_double_le(r.low, r.high);
	r.width = log(r.high / r.low);
	return r;
}

/* Numbers of variance 1, each correlated with that `lag` before it. */
static void numbers(double *x, size_t n, size_t lag, double rho)
{
	for (size_t i = 0; i < n; i++)
		x[i] = i < lag ? normal() : rho * x[i - lag] + sqrt(1 - rho * rho) * normal();
}

/* Normal numbers: the variance of ln V is 2 / n, and with correlated neighbours larger by
 * (1 + rho^2) / (1 - rho^2). */
START_TEST(test_bootstrap_width)
{
	static double x[10000], y[10000];
	const double sure = 2 * 1.959964 * sqrt(4. / 10000);
	const double far = 2 * 1.959964 * sqrt((1 + 9.526) * 2. / 10000);
	struct ratio r;
	double low, high;

	srandom(2);
	numbers(x, 10000, 1, 0);
	numbers(y, 10000, 1, 0);
	for (size_t i = 0; i < 10000; i++)
		x[i] = 5 + 2 * x[i];
	r = bootstrap(x, y, 10000);
	ck_assert(r.low < 4 && r.high > 4);
	ck_assert_double_eq_tol(r.width, sure, 0.1 * sure);
	ck_assert_uint_eq(r.block, 22); /* the cube root */
	ck_assert(clocks_bootstrap(x, y, 10000, 0.5, &low, &high, &r.block));
	ck_assert_double_eq_tol(r.width / log(high / low), 1.959964 / 0.6744898, 0.2);
	ck_assert_uint_eq(bootstrap(x, y, 1000).block, 10);
	numbers(x, 10000, 1, 0.9);
	r = bootstrap(x, y, 10000);
	ck_assert(r.low < 1 && r.high > 1);
	ck_assert_double_eq_tol(r.width, far, 0.2 * far);
	ck_assert(r.block > 44 && r.block < 200);
	ck_assert_uint_eq(bootstrap(y, x, 10000).block, r.block);
	numbers(x, 10000, 4, 0.9); /* not with the three next to it */
	ck_assert_uint_gt(bootstrap(x, y, 10000).block, 44);
}
END_TEST

/* Neighbours of which only the squares depend on each other; numbers that depend on all others; the
 * same numbers twice; the least of them. */
START_TEST(test_bootstrap_blocks)
{
	static double x[1000], y[1000];
	double whole = 0;
	struct ratio r;

	srandom(3);
	numbers(y, 1000, 1, 0);
	for (size_t i = 0; i < 1000; i++)
		x[i] = (i / 60 % 2 ? 4 : 1) * y[i];
	ck_assert_uint_gt(bootstrap(x, y, 1000).block, 20);
	for (size_t i = 0; i < 1000; i++)
		x[i] = (i < 500 ? 1 : 4) * y[i];
	r = bootstrap(x, y, 1000);
	ck_assert_uint_eq(r.block, 40); /* a 25th */
	for (size_t i = 0; i < 1000; i++)
		whole += x[i] * x[i] / 1000;
	ck_assert(r.low < whole && r.high > whole);
	r = bootstrap(y, y, 1000);
	ck_assert_double_eq_tol(r.low, 1, 1e-9);
	ck_assert_double_eq_tol(r.high, 1, 1e-9);
	ck_assert_uint_eq(bootstrap((double[]){0, 1, 5}, (double[]){4, 1, 0}, 3).block, 1);
}
END_TEST

int main(void)
{
	return run_tests("clocks_zero", NULL, NULL,
			 TESTS({test_method_1}, {test_method_2}, {test_equal_readings},
			       {test_bad_readings}, {test_bootstrap_width},
			       {test_bootstrap_blocks}));
}
