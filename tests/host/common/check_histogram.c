/* SPDX-License-Identifier: Apache-2.0 */
/* Percentiles of a histogram against those of the sorted numbers. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "common/histogram.h"
#include "gnomon/error.h"
#include "tests/suite.h"

#define MOST 3000
#define RUNS 60

static int by_size(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static uint64_t state;

static uint64_t draw(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* The smallest number of which `percent` of all are not larger, by counting. */
static uint64_t sorted_percentile(const uint64_t *sorted, size_t n, unsigned percent)
{
	size_t i = 0;

	while ((i + 1) * 100 < (size_t)percent * n)
		i++;
	return sorted[i];
}

/* Random numbers of all sizes in three histograms, as if they were one. */
START_TEST(test_percentiles)
{
	static uint64_t numbers[MOST];
	const struct gno_histogram *all[3];
	struct gno_histogram h[3] = {{0, {NULL}}, {0, {NULL}}, {0, {NULL}}};
	size_t n;

	state = 88172645463325252u + (uint64_t)_i;
	n = 1 + draw() % MOST;
	for (size_t i = 0; i < n; i++) {
		numbers[i] = draw() >> (_i % 3 ? draw() % 64 : 40 + draw() % 24);
		ck_assert_int_eq(gno_histogram_add(&h[draw() % 3], numbers[i]), GNO_OK);
	}
	for (size_t k = 0; k < 3; k++)
		all[k] = &h[k];
	qsort(numbers, n, sizeof(*numbers), by_size);
	for (unsigned percent = 1; percent <= 100; percent++) {
		uint64_t lo = 0, hi = 0, wanted = sorted_percentile(numbers, n, percent);

		ck_assert(gno_histogram_percentile(all, 3, percent, &lo, &hi));
		ck_assert_msg(lo <= wanted && wanted <= hi, "%u %%: %llu not in %llu..%llu",
			      percent, (unsigned long long)wanted, (unsigned long long)lo,
			      (unsigned long long)hi);
		ck_assert(wanted >= 128 || lo == hi);
		ck_assert(hi - lo <= lo / 64);
	}
	for (size_t k = 0; k < 3; k++)
		gno_histogram_free(&h[k]);
	ck_assert_uint_eq(h[0].count, 0);
}
END_TEST

/* The parts of two histograms follow each other, and each holds the numbers that lie between its
 * ends. */
START_TEST(test_parts)
{
	static uint64_t numbers[MOST];
	struct gno_histogram h[2] = {{.count = 0}, {.count = 0}};
	const struct gno_histogram *both[] = {&h[0], &h[1]};
	uint64_t lo, hi, count, last = 0, seen = 0;
	size_t at = 0;

	state = 88172645463325252u;
	for (size_t i = 0; i < MOST; i++) {
		numbers[i] = draw() >> draw() % 64;
		ck_assert_int_eq(gno_histogram_add(&h[draw() % 2], numbers[i]), GNO_OK);
	}
	while (gno_histogram_next(both, 2, &at, &lo, &hi, &count)) {
		uint64_t within = 0;

		for (size_t i = 0; i < MOST; i++)
			within += lo <= numbers[i] && numbers[i] <= hi;
		ck_assert_uint_eq(within, count);
		ck_assert(count > 0 && lo <= hi && (!seen || lo > last));
		last = hi;
		seen += count;
	}
	ck_assert_uint_eq(seen, MOST);
	for (unsigned k = 0; k < 2; k++)
		gno_histogram_free(&h[k]);
}
END_TEST

START_TEST(test_ends)
{
	static const uint64_t numbers[] = {0, 127, 128, 129, 255, 256, UINT64_MAX};
	const struct gno_histogram *one;
	uint64_t lo, hi;

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		struct gno_histogram h = {0, {NULL}};

		one = &h;
		ck_assert(!gno_histogram_percentile(&one, 1, 50, &lo, &hi));
		ck_assert_int_eq(gno_histogram_add(&h, numbers[i]), GNO_OK);
		ck_assert(gno_histogram_percentile(&one, 1, 1, &lo, &hi));
		ck_assert(lo <= numbers[i] && numbers[i] <= hi);
		gno_histogram_free(&h);
	}
}
END_TEST

/* U by comparing each with each; equal ones count half. */
static double pairwise_p(const uint64_t *a, size_t na, const uint64_t *b, size_t nb)
{
	double u = 0, ties = 0, all = (double)(na + nb), mean = (double)(na * nb) / 2, variance;

	for (size_t i = 0; i < na; i++)
		for (size_t k = 0; k < nb; k++)
			u += a[i] > b[k] ? 1 : a[i] == b[k] ? 0.5 : 0;
	for (uint64_t number = 0; number < 128; number++) {
		double t = 0;

		for (size_t i = 0; i < na; i++)
			t += a[i] == number;
		for (size_t i = 0; i < nb; i++)
			t += b[i] == number;
		ties += t * (t * t - 1);
	}
	variance = mean / 6 * (all + 1 - ties / (all * (all - 1)));
	return variance > 0 ? erfc(fabs(u - mean) / sqrt(2 * variance)) : 1;
}

static double histogram_p(const uint64_t *a, size_t na, const uint64_t *b, size_t nb)
{
	struct gno_histogram x[2] = {{0, {NULL}}, {0, {NULL}}}, y = {0, {NULL}};
	const struct gno_histogram *const of_a[] = {&x[0], &x[1]}, *const of_b[] = {&y};
	double p;

	for (size_t i = 0; i < na; i++)
		ck_assert_int_eq(gno_histogram_add(&x[i % 2], a[i]), GNO_OK);
	for (size_t i = 0; i < nb; i++)
		ck_assert_int_eq(gno_histogram_add(&y, b[i]), GNO_OK);
	p = gno_histogram_test(of_a, 2, of_b, 1);
	for (size_t i = 0; i < 2; i++)
		gno_histogram_free(&x[i]);
	gno_histogram_free(&y);
	return p;
}

/* The example of SciPy's mannwhitneyu (method asymptotic, without continuity correction), and
 * random numbers with many ties. */
START_TEST(test_mann_whitney)
{
	static const uint64_t male[] = {19, 22, 16, 29, 24}, female[] = {20, 11, 17, 12};
	static const uint64_t same[] = {5, 5, 5};
	uint64_t a[40], b[40];

	ck_assert_double_eq_tol(histogram_p(male, 5, female, 4), 0.086411, 1e-6);
	ck_assert_double_eq(histogram_p(same, 3, same, 2), 1);
	ck_assert_double_eq(histogram_p(same, 3, same, 0), 1);
	state = 362436069;
	for (unsigned run = 0; run < 200; run++) {
		size_t na = 1 + draw() % 40, nb = 1 + draw() % 40;

		for (size_t i = 0; i < na; i++)
			a[i] = draw() % 20;
		for (size_t i = 0; i < nb; i++)
			b[i] = draw() % 20 + run % 5;
		ck_assert_double_eq_tol(histogram_p(a, na, b, nb), pairwise_p(a, na, b, nb), 1e-12);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("histogram");
	TCase *tests = tcase_create("histogram");

	tcase_add_loop_test(tests, test_percentiles, 0, RUNS);
	tcase_add_test(tests, test_parts);
	tcase_add_test(tests, test_ends);
	tcase_add_test(tests, test_mann_whitney);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
