/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of repetitions: Beilner's Table 15, with its misprints put right, and by hand. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clocks/lock.h"
#include "clocks/plan.h"
#include "statistics/distributions.h"
#include "tests/suite.h"

static struct clocks_decimal decimal(const char *text)
{
	struct clocks_decimal x = {0, 0};

	ck_assert_msg(!*text || clocks_decimal(text, NULL, &x), "%s", text);
	return x;
}

/* A plan for one duration; `quantile` or `confidence`. */
static struct clocks_expected plan(const char *tick, const char *width, const char *quantile,
				   double confidence, const char *duration, const char *wrong)
{
	struct clocks_expected e = {.duration = decimal(duration), .wrong = decimal(wrong)};
	struct clocks_plan p = {.tick = decimal(tick),
				.width = decimal(width),
				.quantile = decimal(quantile),
				.confidence = confidence,
				.expected = &e,
				.count = 1};
	struct gno_err err;

	ck_assert_msg(!clocks_plan(&p, &err), "%s", err.text);
	ck_assert_uint_eq(p.most, e.repetitions);
	return e;
}

START_TEST(test_table_15)
{
	static const struct {
		const char *width, *quantile;
		double confidence;
		uint64_t stated[3], exact[3];
	} rows[] = {
	    {"10", "3.30", 0.9, {20691, 42471, 216711}, {20563, 42207, 215362}},
	    {"5", "3.94", 0.95, {117980, 242169, 1235679}, {116781, 239708, 1223121}},
	    {"1", "5.16", 0.99, {5058864, 10383984, 52984944}, {5042522, 10350439, 52813777}},
	};
	static const char *const durations[] = {"0.05", "0.025", "0.005"};

	for (size_t r = 0; r < 3; r++)
		for (size_t i = 0; i < 3; i++) {
			struct clocks_expected e =
			    plan("1", rows[r].width, rows[r].quantile, 0, durations[i], "");

			ck_assert_uint_eq(e.repetitions, rows[r].stated[i]);
			ck_assert_int_eq(e.rule, CLOCKS_14B);
			e = plan("1", rows[r].width, "", rows[r].confidence, durations[i], "");
			ck_assert_uint_eq(e.repetitions, rows[r].exact[i]);
			ck_assert_double_le(e.width, atof(rows[r].width) / 100);
		}
	/* the same in another unit */
	ck_assert_uint_eq(plan("20", "5", "3.94", 0, "1", "").repetitions, 117980);
	/* a floating-point number would be rounded up to 254,101 */
	ck_assert_uint_eq(plan("1", "1", "3.3", 0, "0.3", "").repetitions, 254100);
}
END_TEST

START_TEST(test_near_whole_ticks)
{
	static const struct {
		const char *duration, *wrong, *quantile;
		uint64_t repetitions;
		enum clocks_rule rule;
	} rows[] = {
	    {"2", "", "", 385, CLOCKS_10B},	  {"2", "", "3.94", 389, CLOCKS_10B},
	    {"1.999", "", "", 385, CLOCKS_10B}, /* (14a): 2 */
	    {"2.1", "", "", 349, CLOCKS_10B},	/* 6146.334 / (4 * 2.1^2) */
	    {"2.11", "", "", 136, CLOCKS_14A},	/* 6146.334 * 0.11 * 0.89 / 2.11^2 */
	    {"0.9", "", "", 1898, CLOCKS_10B},	  {"0.89", "", "", 760, CLOCKS_14B},
	    {"0.8", "0.1", "", 2635, CLOCKS_14B}, /* at 0.7; (10b) from 0.9 on: 1,898 */
	    {"1.4", "0.2", "", 769, CLOCKS_14A},  /* at 4/3, between both ends: 1/8 */
	    {"1.5", "0.1", "", 753, CLOCKS_14A},  /* at 1.4 */
	    {"2.5", "0.4", "", 349, CLOCKS_10B},  /* at 2.1 */
	    {"1.8", "0.6", "", 769, CLOCKS_14A},  /* at 4/3; at 1.2: 683, from 1.9 on: 426 */
	    {"100.5", "", "", 30, CLOCKS_14A},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct clocks_expected e =
		    plan("1", "5", rows[i].quantile, 0.95, rows[i].duration, rows[i].wrong);

		ck_assert_msg(e.repetitions == rows[i].repetitions, "%s: %lu", rows[i].duration,
			      (unsigned long)e.repetitions);
		ck_assert_int_eq(e.rule, rows[i].rule);
	}
}
END_TEST

/* The largest number counts, and the others get their width by it. */
START_TEST(test_width)
{
	struct clocks_expected e[] = {{.duration = {5, 2}}, {.duration = {25, 1}}};
	struct clocks_plan p = {
	    .tick = {1, 0}, .width = {5, 0}, .quantile = {394, 2}, .expected = e, .count = 2};
	struct gno_err err;

	ck_assert_int_eq(clocks_plan(&p, &err), 0);
	ck_assert_uint_eq(p.most, 117980);
	ck_assert_double_eq_tol(e[0].width, 0.05, 1e-6);
	/* w / p = sqrt(n / 0.04): 858.778 at n = 29,500 */
	ck_assert_double_eq_tol(3.94 / e[1].width * sqrt(29500 / 117980.), 858.778, 0.001);
}
END_TEST

START_TEST(test_bad_plans)
{
	static const struct clocks_expected bad[] = {
	    {.duration = {1, 0}, .wrong = {1, 0}},
	    {.duration = {1, 0}, .wrong = {2, 0}},
	    {.duration = {1, 18}},
	    {.duration = {UINT64_MAX, 0}},
	    {.duration = {1, 12}}, /* more than 2^53 */
	    {.duration = {1234567890123, 11}},
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct clocks_expected e = bad[i];
		struct clocks_plan p = {.tick = {1, 0},
					.width = {1, 1},
					.quantile = {51598765432109, 13},
					.expected = &e,
					.count = 1};
		struct gno_err err;

		ck_assert_msg(clocks_plan(&p, &err) == GNO_ERR_ARG, "%zu", i);
	}
}
END_TEST

START_TEST(test_quantiles)
{
	double low, high;

	ck_assert_double_eq_tol(2 * gno_normal_quantile(0.9), 3.289707253902945, 1e-12);
	ck_assert_double_eq_tol(2 * gno_normal_quantile(0.95), 3.919927969080108, 1e-12);
	ck_assert_double_eq_tol(2 * gno_normal_quantile(0.99), 5.151658607097801, 1e-12);
	/* tables of Student's distribution */
	ck_assert_double_eq_tol(gno_student_quantile(0.95, 1), 12.7062047, 1e-6);
	ck_assert_double_eq_tol(gno_student_quantile(0.95, 9), 2.26215716, 1e-7);
	ck_assert_double_eq_tol(gno_student_quantile(0.99, 29), 2.75638590, 1e-7);
	ck_assert_double_eq_tol(gno_student_quantile(0.95, 1e7), 1.959964, 1e-5);
	/* no hit: 1 - 0.025^(1/n); half of the hits: R. G. Newcombe (1998), 81 of 263 */
	gno_share_exact(0, 200, 0.95, &low, &high);
	ck_assert_double_eq(low, 0);
	ck_assert_double_eq_tol(high, 1 - pow(0.025, 1 / 200.), 1e-12);
	gno_share_exact(200, 200, 0.95, &low, &high);
	ck_assert_double_eq_tol(low, pow(0.025, 1 / 200.), 1e-12);
	ck_assert_double_eq(high, 1);
	gno_share_exact(81, 263, 0.95, &low, &high);
	ck_assert_double_eq_tol(low, 0.2527, 5e-5);
	ck_assert_double_eq_tol(high, 0.3676, 5e-5);
	gno_share_exact(3000000, 10000000, 0.95, &low, &high);
	ck_assert_double_eq_tol((high - low) / (2 * 1.959964 * sqrt(0.21 / 1e7)), 1, 1e-3);
}
END_TEST

/* How much a lock costs, against simulated loops. */
START_TEST(test_lock)
{
	static const struct {
		double duration, loop, spread, n, wanted;
	} rows[] = {
	    {0.3, 1, 0, 2000, 44.72136}, /* sqrt(n): the same count each time */
	    {0.3, 1.0001, 0, 2000, 0},	 /* the rest: as simulated */
	    {0.3, 1, 0.01, 2000, 0},	 {0.25, 2.5, 0, 1000, 0},
	    {0.3, 7.3, 1, 200, 1},	 {0.3, 1.37, 0.2, 300, 0},
	};

	for (size_t r = 0; r < sizeof(rows) / sizeof(*rows); r++) {
		const double n = rows[r].n, t = rows[r].duration;
		const double found = clocks_lock(t, rows[r].loop, rows[r].spread, n);
		double squares = 0, wanted;
		const unsigned rounds = 2000;

		srandom(7);
		for (unsigned k = 0; k < rounds; k++) {
			double at = (double)random() / RAND_MAX, hits = 0;

			for (unsigned i = 0; i < rows[r].n; i++) {
				double noise = -6;

				hits += floor(at + t) - floor(at);
				for (unsigned z = 0; z < 12 && rows[r].spread > 0; z++)
					noise += (double)random() / RAND_MAX;
				at += rows[r].loop +
				      (rows[r].spread > 0 ? noise : 0) * rows[r].spread;
			}
			squares += pow(hits / n - t, 2);
		}
		wanted = sqrt(squares / rounds * n / (t * (1 - t)));
		/* the sine is not taken at its very value */
		ck_assert_msg(found > 0.7 * wanted && found < 1.5 * wanted, "%zu: %f, simulated %f",
			      r, found, wanted);
		if (rows[r].wanted > 0)
			ck_assert_double_eq_tol(found, rows[r].wanted, 1e-3);
	}
	/* no harm from a loop that is far from any simple ratio: less than independence */
	ck_assert_double_lt(clocks_lock(0.3, 1.6180339887, 0, 2000), 0.2);
}
END_TEST

int main(void)
{
	return run_tests("clocks_plan", NULL, NULL,
			 TESTS({test_table_15}, {test_near_whole_ticks}, {test_width},
			       {test_bad_plans}, {test_quantiles}, {test_lock}));
}
