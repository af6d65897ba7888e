/* SPDX-License-Identifier: Apache-2.0 */
/* Percentiles of a histogram against those of the sorted numbers. */
#include <check.h>
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
		ck_assert_msg(lo <= wanted && wanted <= hi, "%u %%: %llu not in %llu..%llu", percent,
			      (unsigned long long)wanted, (unsigned long long)lo,
			      (unsigned long long)hi);
		ck_assert(wanted >= 128 || lo == hi);
		ck_assert(hi - lo <= lo / 64);
	}
	for (size_t k = 0; k < 3; k++)
		gno_histogram_free(&h[k]);
	ck_assert_uint_eq(h[0].count, 0);
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

int main(void)
{
	Suite *suite = suite_create("histogram");
	TCase *tests = tcase_create("histogram");

	tcase_add_loop_test(tests, test_percentiles, 0, RUNS);
	tcase_add_test(tests, test_ends);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
