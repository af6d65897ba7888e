/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <stdlib.h>

#include "tests/suite.h"
#include "common/stats.h"

START_TEST(test_stats_durations)
{
	struct gno_stats s = {.count = 0}, other = {.count = 0};

	ck_assert_double_eq(gno_stats_mean(&s), 0);
	gno_stats_add(&s, 7);
	gno_stats_add(&s, 3);
	gno_stats_join(&s, &other);
	gno_stats_add(&other, 20);
	gno_stats_join(&s, &other);
	ck_assert_uint_eq(s.count, 3);
	ck_assert_uint_eq(s.total, 30);
	ck_assert_uint_eq(s.min, 3);
	ck_assert_uint_eq(s.max, 20);
	ck_assert_double_eq(gno_stats_mean(&s), 10);
}
END_TEST

/* Sums beyond 64 bits: the total is the largest number, the mean is right, and between the minimum
 * and the maximum. */
START_TEST(test_stats_large_sums)
{
	struct gno_stats s = {.count = 0}, other = {.count = 0};

	for (unsigned i = 0; i < 3; i++)
		gno_stats_add(&s, UINT64_C(1) << 63);
	ck_assert_uint_eq(s.total, UINT64_MAX);
	ck_assert_double_eq(gno_stats_mean(&s), 9223372036854775808.0);
	for (unsigned i = 0; i < 1000; i++) {
		gno_stats_add(&s, UINT64_MAX);
		gno_stats_add(&other, UINT64_MAX - i);
		gno_stats_join(&s, &other);
		ck_assert_uint_eq(s.total, UINT64_MAX);
		ck_assert(gno_stats_mean(&s) >= (double)s.min);
		ck_assert(gno_stats_mean(&s) <= (double)s.max);
	}
	s = (struct gno_stats){.count = 0};
	gno_stats_add(&s, UINT64_MAX - 1);
	gno_stats_add(&s, 1);
	ck_assert_uint_eq(s.total, UINT64_MAX);
	ck_assert_double_eq(gno_stats_mean(&s), 9223372036854775808.0);
	ck_assert_uint_eq(gno_sum(UINT64_MAX - 1, 1), UINT64_MAX);
	ck_assert_uint_eq(gno_sum(UINT64_MAX, 1), UINT64_MAX);
	ck_assert_uint_eq(gno_product(UINT64_C(1) << 32, UINT64_C(1) << 32), UINT64_MAX);
	ck_assert_uint_eq(gno_product(UINT64_C(1) << 32, 7), UINT64_C(7) << 32);
}
END_TEST

/* R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Stat. in Med. 17
 * (1998), Table I, method 3; and 50 of 100. */
START_TEST(test_stats_wilson_published)
{
	static const struct {
		uint64_t hits, n;
		double low, high;
	} rows[] = {
	    {81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0.0000, 0.1611},
	    {1, 29, 0.0061, 0.1718},   {50, 100, 0.4038, 0.5962},
	};
	double low, high;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		gno_wilson(rows[i].hits, rows[i].n, GNO_WILSON_95, &low, &high);
		ck_assert_double_eq_tol(low, rows[i].low, 0.00005);
		ck_assert_double_eq_tol(high, rows[i].high, 0.00005);
	}
}
END_TEST

/* Its ends are the shares q from which hits/n lies z standard errors away: |p - q| = z
 * sqrt(q(1-q)/n). */
START_TEST(test_stats_wilson_by_its_definition)
{
	static const uint64_t sizes[] = {1, 2, 10, 1000, 123456};
	double low, high;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
		for (unsigned part = 0; part <= 4; part++) {
			uint64_t n = sizes[i], hits = n * part / 4;
			double p = (double)hits / (double)n, z2 = GNO_WILSON_95 * GNO_WILSON_95;

			gno_wilson(hits, n, GNO_WILSON_95, &low, &high);
			ck_assert_double_eq_tol((p - low) * (p - low),
						z2 * low * (1 - low) / (double)n, 1e-12);
			ck_assert_double_eq_tol((high - p) * (high - p),
						z2 * high * (1 - high) / (double)n, 1e-12);
			ck_assert(low >= 0 && low <= p && p <= high && high <= 1);
		}
	gno_wilson(0, 0, GNO_WILSON_95, &low, &high);
	ck_assert_double_eq(low, 0);
	ck_assert_double_eq(high, 1);
}
END_TEST

int main(void)
{
	return run_tests("stats", NULL, NULL,
			 TESTS({test_stats_durations}, {test_stats_large_sums},
			       {test_stats_wilson_published},
			       {test_stats_wilson_by_its_definition}));
}
