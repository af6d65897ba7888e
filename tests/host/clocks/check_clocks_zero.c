/* SPDX-License-Identifier: Apache-2.0 */
/* Readings of zero elapsed time: k of reads whose correlation is known, pairs, and what is bad. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
	    {4, 1, {0}, "1 repetitions"},
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

int main(void)
{
	return run_tests(
	    "clocks_zero", NULL, NULL,
	    TESTS({test_method_1}, {test_method_2}, {test_equal_readings}, {test_bad_readings}));
}
