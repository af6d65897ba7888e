/* SPDX-License-Identifier: Apache-2.0 */
/* Means from counts of ticks: Beilner's Table 17, bounds, locks, and what is refused. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clocks/estimate.h"
#include "statistics/distributions.h"
#include "tests/suite.h"

#define MOST 4000

static struct clocks_estimate estimate(struct clocks_ask ask, const uint64_t *count, size_t n)
{
	struct clocks_estimate e;

	ask.tick = ask.tick > 0 ? ask.tick : 1;
	ask.confidence = 0.95;
	ck_assert(clocks_estimate(&ask, count, n, &e));
	ck_assert(!e.method == (e.why != CLOCKS_KNOWN));
	ck_assert(!e.method || e.high > e.low);
	return e;
}

/* Sums of 10,000 counts each, ticks of 1,000 us. */
static const struct {
	uint64_t sums[10];
	double mean; /* the report's, us */
	double s_10a, deviation;
} table17[] = {
    {{56913, 56855, 56856, 56853, 56854, 56854, 56854, 56854, 56853, 56856},
     5686,
     4.641083,
     1.858195},
    {{11931, 11949, 11931, 11899, 11912, 11906, 11940, 11902, 11963, 11935},
     1193,
     3.944039,
     2.139470},
    {{820, 806, 817, 829, 849, 821, 821, 882, 832, 811}, 83, 2.757008, 2.217005},
    {{1858, 1846, 1847, 1843, 1845, 1882, 1823, 1816, 1832, 1846}, 184, 3.877938, 1.834121},
    {{11995, 12023, 12033, 12013, 11953, 11981, 12028, 12014, 11972, 12029},
     1200,
     4.003072,
     2.752554},
    {{894, 872, 859, 864, 909, 871, 852, 832, 888, 847}, 87, 2.816591, 2.325128},
    {{1425, 1403, 1404, 1455, 1436, 1399, 1459, 1488, 1461, 1428}, 144, 3.506633, 2.960030},
    {{11918, 11918, 11924, 11875, 11870, 11959, 11867, 11882, 11860, 11902},
     1190,
     3.921032,
     3.194527},
    {{844, 867, 873, 905, 892, 830, 892, 865, 884, 898}, 88, 2.825664, 2.413389},
    {{1819, 1823, 1801, 1757, 1806, 1806, 1806, 1775, 1826, 1774}, 180, 3.841291, 2.314231},
    {{9629, 9585, 9597, 9634, 9606, 9604, 9606, 9636, 9587, 9628}, 961, 1.933089, 1.918796},
    {{855, 859, 830, 843, 835, 846, 865, 859, 852, 839}, 85, 2.786286, 1.153786},
    {{2925, 2904, 2940, 2936, 2941, 2949, 2895, 2903, 2896, 2919}, 292, 4.547189, 2.028574},
};

START_TEST(test_table_17)
{
	struct clocks_ask ask = {.tick = 1000, .each = 10000};

	for (size_t r = 0; r < 13; r++) {
		const struct clocks_estimate e = estimate(ask, table17[r].sums, 10);

		ck_assert_double_eq_tol(e.mean, table17[r].mean, 0.500001);
		ck_assert_double_eq_tol(e.s_10a, table17[r].s_10a, 5e-7);
		ck_assert_double_eq_tol(e.deviation, table17[r].deviation, 5e-7);
		ck_assert_uint_eq(e.counts, 100000);
		ck_assert_int_eq(e.method, CLOCKS_OF_SUMS);
		/* t of 9 degrees of freedom */
		ck_assert_double_eq_tol(e.high - e.mean, 2.262157 * e.deviation / sqrt(10), 1e-5);
		ck_assert_double_eq_tol(e.mean - e.low, 2.262157 * e.deviation / sqrt(10), 1e-5);
	}
	for (size_t i = 0; i < 10; i++) { /* the parts of a cycle */
		uint64_t parts = 0;

		for (size_t r = 1; r < 13; r++)
			parts += table17[r].sums[i];
		ck_assert_uint_eq(parts, table17[0].sums[i]);
	}
}
END_TEST

/* Sums alone: the bound, and a deviation that is stated. */
START_TEST(test_sums)
{
	const uint64_t one = 3000, equal[] = {3000, 3000};
	struct clocks_ask ask = {.tick = 2, .each = 10000};
	struct clocks_estimate e = estimate(ask, &one, 1);

	ck_assert_int_eq(e.why, CLOCKS_WHY_SUM);
	ck_assert_double_eq_tol(e.mean, 0.6, 1e-12);
	ck_assert_double_eq_tol(e.bound, 0.01, 1e-12); /* sqrt(4 / 4 / 10000) */
	ck_assert_double_eq_tol(e.certain, 2, 1e-12);
	ck_assert_int_eq(estimate(ask, equal, 2).why, CLOCKS_WHY_SUM);
	ask.has_deviation = true;
	ask.deviation = sqrt(3);
	e = estimate(ask, &one, 1);
	ck_assert_double_eq_tol(e.bound, 0.02, 1e-12); /* sqrt((1 + 3) / 10000) */
	ck_assert_double_eq_tol(e.high - 0.6, 1.959964 * 0.02, 1e-7);
	ck_assert_double_eq_tol(0.6 - e.low, 1.959964 * 0.02, 1e-7);
	ask.jitter = true;
	ck_assert_double_eq_tol(estimate(ask, &one, 1).bound, sqrt(5 / 1e4), 1e-12);
	ck_assert_double_eq_tol(estimate(ask, &one, 1).certain, 4, 1e-12);
	ask.contiguous = true;
	e = estimate(ask, equal, 2);
	ck_assert_double_eq_tol(e.bound, sqrt(3 / 2e4 + 2 * 2 / 4e8), 1e-12);
	ck_assert_double_eq_tol(e.certain, 4 / 1e4, 1e-12);
	ask.jitter = false;
	ck_assert_double_eq_tol(estimate(ask, &one, 1).bound, sqrt(3 / 1e4 + 1 / 1e8), 1e-12);
}
END_TEST

/* (10d) of the report is too small: a constant duration reaches half a tick of all. */
START_TEST(test_bounds_hold)
{
	double squares = 0, worst = 0;

	for (unsigned i = 0; i < 100000; i++) { /* T uniform on 0..4 */
		const double from = (double)random() / RAND_MAX;
		const double took = 4 * (double)random() / RAND_MAX;
		const double count = floor(from + took);

		squares += (count - 2) * (count - 2) / 100000;
	}
	ck_assert_double_eq_tol(squares, 1.5, 0.03); /* 19 / 12 is the bound, 0 is (10a) */
	for (unsigned i = 0; i < 1000; i++) {	     /* 10 contiguous durations of 0.35 */
		const double from = i / 1000., error = floor(from + 3.5) - 3.5;

		worst = fmax(worst, fabs(error));
	}
	ck_assert_double_eq_tol(worst, 0.5, 1e-9);
}
END_TEST

START_TEST(test_equal_counts)
{
	uint64_t count[200];
	struct clocks_ask ask = {.tick = 1};
	struct clocks_estimate e;

	for (size_t i = 0; i < 200; i++)
		count[i] = 1;
	ck_assert_int_eq(estimate(ask, count, 200).why, CLOCKS_WHY_EQUAL);
	ask.has_loop = true;
	ask.loop = 5.4;
	ask.spread = 1;
	e = estimate(ask, count, 200);
	ck_assert_int_eq(e.method, CLOCKS_COUNTS);
	ck_assert_double_eq_tol(e.high, 2 - pow(0.025, 1 / 200.), 1e-9);
	ck_assert_double_eq_tol(e.low, pow(0.025, 1 / 200.), 1e-9);
	ask.has_loop = false;
	ask.jitter = true; /* no lock then */
	ck_assert_int_eq(estimate(ask, count, 200).method, CLOCKS_COUNTS);
	ask.contiguous = true;
	ask.jitter = false; /* the sum is known to a tick, locked or not */
	e = estimate(ask, count, 200);
	ck_assert_int_eq(e.method, CLOCKS_CONTIGUOUS);
	ck_assert_double_eq_tol(e.high, 1 + 1 / 200., 1e-9);
	ask.contiguous = false;
	for (size_t i = 0; i < 9; i++) /* so few show no dependence */
		count[i * i * 2] = 2;
	ck_assert_int_eq(estimate(ask, count, 200).why, CLOCKS_WHY_EQUAL);
	count[190] = 2;
	ck_assert_int_eq(estimate(ask, count, 200).method, CLOCKS_COUNTS);
	ck_assert_int_eq(estimate(ask, count, 2).why, CLOCKS_WHY_EQUAL);
}
END_TEST

/* Counts of a constant duration in loops of one length, from a place in a tick. */
static void measure(uint64_t *count, double took, double loop, double noise, double from)
{
	for (size_t i = 0; i < MOST; i++) {
		count[i] = (uint64_t)(floor(from + took) - floor(from));
		from += loop + noise * (2 * (double)random() / RAND_MAX - 1);
	}
}

START_TEST(test_locked)
{
	static uint64_t count[MOST];
	struct clocks_ask ask = {.tick = 1, .has_loop = true};
	static const struct {
		double took, loop;
	} locked[] = {{0.3, 1}, {0.25, 0.5}, {0.25, 1.25}, {1.4, 3}, {0.3, 2.0001}};

	for (size_t i = 0; i < sizeof(locked) / sizeof(*locked); i++)
		for (double from = 0.05; from < 1; from += 0.1) {
			measure(count, locked[i].took, locked[i].loop, 0, from);
			ask.loop = locked[i].loop;
			ck_assert_int_eq(estimate(ask, count, 2000).why, CLOCKS_WHY_LOOP);
		}
	ask.has_loop = false; /* the counts alone show it */
	for (size_t i = 0; i < 4; i++)
		for (double from = 0.05; from < 1; from += 0.1) {
			measure(count, locked[i].took, locked[i].loop, 0, from);
			ck_assert_int_eq(estimate(ask, count, 2000).method, CLOCKS_NONE);
		}
	measure(count, 0.25, 1.25, 0, 0.1);
	ck_assert_int_eq(estimate(ask, count, 2000).why, CLOCKS_WHY_PERIODIC);
}
END_TEST

/* Near a lock the tool warns, or its interval covers; with the loop and without it. */
START_TEST(test_nearly_locked)
{
	static uint64_t count[MOST];
	static const struct {
		double took, loop, noise;
	} rows[] = {{0.3, 1.0001, 0},  {0.3, 0.9999, 0}, {0.3, 1, 0.01},     {0.3, 1, 0.0173},
		    {1.3, 2.5, 0.001}, {0.3, 1.01, 0},	 {0.7, 1.001, 0.001}};
	unsigned warned = 0, covered = 0;

	srandom(3);
	for (unsigned i = 0; i < 1400; i++) {
		const double spread = rows[i % 7].noise / sqrt(3);
		struct clocks_ask ask = {
		    .tick = 1, .has_loop = i / 7 % 2, .loop = rows[i % 7].loop, .spread = spread};
		struct clocks_estimate e;
		bool warns;

		measure(count, rows[i % 7].took, rows[i % 7].loop, rows[i % 7].noise,
			(double)random() / RAND_MAX);
		e = estimate(ask, count, 2000);
		warns = !e.method || e.dependent || e.lock >= 1.1;
		warned += warns;
		covered += !warns && e.low <= rows[i % 7].took && rows[i % 7].took <= e.high;
		ck_assert_msg(warns || (e.low <= rows[i % 7].took && rows[i % 7].took <= e.high),
			      "%u: %f..%f", i % 7, e.low, e.high);
	}
	ck_assert_uint_gt(warned, 1000);
	ck_assert_uint_le(warned + covered, 1400);
}
END_TEST

/* A jittered clock and a loop of one tick: 0.302 +- 0.011 where (10a) says 0.01025. */
START_TEST(test_locked_with_jitter)
{
	static uint64_t count[2000];
	struct clocks_ask ask = {.tick = 1, .has_loop = true, .loop = 1, .jitter = true};
	double sum = 0, squares = 0;

	srandom(4);
	for (unsigned round = 0; round < 500; round++) {
		const double from = (double)random() / RAND_MAX;
		double place = (double)random() / RAND_MAX;
		struct clocks_estimate e;

		for (unsigned i = 0; i < 2000; i++) {
			const double next = (double)random() / RAND_MAX;
			/* the ticks of two periods: i + place and i + 1 + next */
			count[i] = (from <= place && place < from + 0.3) +
				   (from <= 1 + next && 1 + next < from + 0.3);
			place = next;
		}
		e = estimate(ask, count, 2000);
		ck_assert_int_ne(e.method, CLOCKS_NONE);
		sum += e.mean / 500;
		squares += pow(e.mean - 0.3, 2) / 500;
		ck_assert_double_le(fabs(e.mean - 0.3), 5 * e.bound);
	}
	ck_assert_double_eq_tol(sum, 0.3, 0.003);
	ck_assert_double_ge(sqrt(squares), 0.009);
	ck_assert_double_le(sqrt(squares), 0.0125);
}
END_TEST

START_TEST(test_dependent)
{
	static uint64_t count[MOST];
	struct clocks_ask ask = {.tick = 1};
	struct clocks_estimate e;
	unsigned found = 0;

	srandom(6);
	for (unsigned round = 0; round < 300; round++) { /* independent: 1 % are taken for others */
		for (size_t i = 0; i < 500; i++)
			count[i] = random() % 10 < 3;
		e = estimate(ask, count, 500);
		ck_assert(e.tested);
		found += e.dependent;
	}
	ck_assert_uint_le(found, 12);
	for (size_t i = 0, now = 0; i < 2000; i++) { /* a load that lasts */
		now = random() % 20 ? now : (size_t)random() % 3;
		count[i] = now;
	}
	e = estimate(ask, count, 2000);
	ck_assert(e.dependent);
	ck_assert_int_eq(e.method, CLOCKS_BATCHES);
	/* 20 counts are alike, so that 2,000 are worth some 50 */
	ck_assert_double_gt(e.high - e.low, 4 * 2 * 1.96 * e.deviation / sqrt(2000));
	for (size_t i = 0; i < 2000; i++)
		count[i] = i >= 1000;
	ck_assert_int_eq(estimate(ask, count, 2000).why, CLOCKS_WHY_DEPENDENT);
	ck_assert(!estimate(ask, count + 990, 19).tested); /* too few */
}
END_TEST

int main(void)
{
	return run_tests("clocks_estimate", NULL, NULL,
			 TESTS({test_table_17}, {test_sums}, {test_bounds_hold},
			       {test_equal_counts}, {test_locked}, {test_nearly_locked},
			       {test_locked_with_jitter}, {test_dependent}));
}
