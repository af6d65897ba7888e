/* SPDX-License-Identifier: Apache-2.0 */
/* Percentiles of a histogram against those of the sorted numbers. */
#include <check.h>
#include <stdlib.h>

#include "common/stats.h"
#include "common/errors.h"
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

/* What is in each part, of several histograms; larger numbers are in no part before. */
START_TEST(test_numbered)
{
	struct gno_histogram h[2] = {{0, {NULL}}, {0, {NULL}}};
	const struct gno_histogram *const of[] = {&h[0], &h[1]};
	static uint64_t in[GNO_HISTOGRAM_PARTS];
	uint64_t lo, hi, count, number = 0, sum = 0;
	size_t at = 0, part, before = 0;

	state = 362436069;
	for (unsigned i = 0; i < 4000; i++) {
		number += draw() % (1 + number / 64);
		number += i < 200;
		part = gno_histogram_part(number);
		ck_assert_uint_ge(part, before);
		before = part;
		in[part]++;
		ck_assert_int_eq(gno_histogram_add(&h[i % 2], number), GNO_OK);
	}
	ck_assert_uint_eq(gno_histogram_part(UINT64_MAX), GNO_HISTOGRAM_PARTS - 1);
	for (size_t i = 0; i < GNO_HISTOGRAM_PARTS; i++)
		ck_assert_uint_eq(gno_histogram_in(of, 2, i), in[i]);
	while (gno_histogram_next(of, 2, &at, &lo, &hi, &count)) {
		ck_assert_uint_eq(gno_histogram_part(lo), at - 1);
		ck_assert_uint_eq(gno_histogram_part(hi), at - 1);
		ck_assert_uint_eq(count, in[at - 1]);
		sum += count;
	}
	ck_assert_uint_eq(sum, 4000);
	for (unsigned i = 0; i < 2; i++)
		gno_histogram_free(&h[i]);
}
END_TEST

int main(void)
{
	return run_tests(
	    "histogram", NULL, NULL,
	    TESTS({test_percentiles, RUNS}, {test_parts}, {test_ends}, {test_numbered}));
}
