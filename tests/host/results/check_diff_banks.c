/* SPDX-License-Identifier: Apache-2.0 */
/* Buckets and counters of two runs beside each other: their values, p of their banks against what
 * was counted, and where there is none. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "banks_fixture.h"
#include "diff_series.h"
#include "diff_shown.h"
#include "statistics/batches.h"
#include "out/json/analyses.h"
#include "results/diff/diff.h"
#include "tests/suite.h"

/* -- what is compared, by what was counted -- */

static double p_of(const struct gno_batches x[2])
{
	struct gno_batches_fit fit[2];

	for (unsigned i = 0; i < 2; i++)
		ck_assert_int_eq(gno_batches_fit(&x[i], &fit[i]), GNO_BATCHES_GOOD);
	return gno_batches_test(&fit[0], &fit[1]);
}

/* Of the ranks of the values, which all of a bucket share. */
static double p_of_small(void)
{
	struct gno_batches x[2] = {{.used = 0}, {.used = 0}};
	double rank[BF_SMALL] = {0};

	for (unsigned b = 0; b < BF_SMALL; b++)
		for (unsigned i = 0; i < 2; i++)
			for (unsigned k = 0; k < bf_slices[i]; k++) {
				rank[b] += bf_slice[i][k].small[b] / 2.;
				for (unsigned c = 0; c < b; c++)
					rank[b] += bf_slice[i][k].small[c];
			}
	for (unsigned i = 0; i < 2; i++)
		for (unsigned k = 0; k < bf_slices[i]; k++) {
			double a = 0;

			for (unsigned b = 0; b < BF_SMALL; b++)
				a += bf_slice[i][k].small[b] * rank[b];
			gno_batches_add(&x[i], a, bf_sum(bf_slice[i][k].small, BF_SMALL));
		}
	return p_of(x);
}

static void expect_share(const struct diff_row *row, unsigned code)
{
	struct gno_batches x[2] = {{.used = 0}, {.used = 0}};

	for (unsigned i = 0; i < 2; i++) {
		double a = 0, b = 0;

		for (unsigned k = 0; k < bf_slices[i]; k++) {
			const double all = bf_sum(bf_slice[i][k].code, BF_CODES);

			gno_batches_add(&x[i], bf_slice[i][k].code[code], all);
			a += bf_slice[i][k].code[code];
			b += all;
		}
		ck_assert_double_eq_tol(row->side[i].value, a / b, 1e-12);
		ck_assert_uint_eq(row->side[i].samples, bf_slices[i]);
	}
	ck_assert(row->has_p);
	ck_assert_double_eq_tol(row->p / p_of(x), 1, 1e-6);
	ck_assert_str_eq(row->unit, "where");
}

/* A snapshot that is no flush counts up to 16 cycles more, and input i up to i more than that. */
static void expect_counter(const struct diff_row *row, unsigned input)
{
	struct gno_batches x[2] = {{.used = 0}, {.used = 0}};

	for (unsigned i = 0; i < 2; i++) {
		double a = 0, before = 0;

		for (unsigned k = 0; k < bf_slices[i]; k++) {
			const double now =
			    (k + 1.) * BF_SLICE + (k + 1 < bf_slices[i] ? 16 + input : 0);

			gno_batches_add(&x[i], bf_slice[i][k].input[input], now - before);
			before = now;
			a += bf_slice[i][k].input[input];
		}
		ck_assert_double_eq_tol(row->side[i].value, a / (bf_slices[i] * (double)BF_SLICE),
					1e-12);
		ck_assert_uint_eq(row->side[i].samples, bf_slices[i]);
	}
	ck_assert(row->has_p);
	ck_assert_double_eq_tol(row->p / p_of(x), 1, 1e-6);
	ck_assert_str_eq(row->unit, "bank");
}

START_TEST(test_values)
{
	struct report_diff *d;
	const struct diff_row *row;

	bf_write_run(0, 60, 100, 300);
	bf_write_run(1, 200, 200, 330);
	d = bf_diff(false);
	ck_assert_uint_eq(d->rows, 1 + 3 + 4);
	row = bf_row(d, DIFF_BUCKETS, "small");
	bf_expect(row, DIFF_HIGHER);
	ck_assert_double_eq_tol(row->p / p_of_small(), 1, 1e-6);
	ck_assert_double_lt(row->p, 1e-3);
	ck_assert_uint_eq(row->side[0].median.hi, 15); /* in 6 buckets in equal parts */
	ck_assert_uint_eq(row->side[1].last.lo, 64);
	bf_expect(bf_row(d, DIFF_SHARE, "load"), DIFF_HIGHER);
	bf_expect(bf_row(d, DIFF_SHARE, "store"), DIFF_LOWER);
	bf_expect(bf_row(d, DIFF_SHARE, "jump"), DIFF_LOWER);
	for (unsigned i = 0; i < 3; i++)
		expect_share(
		    bf_row(d, DIFF_SHARE, (const char *const[]){"load", "store", "jump"}[i]),
		    i + 1);
	bf_expect(bf_row(d, DIFF_COUNTER, "hit"), DIFF_HIGHER);
	expect_counter(bf_row(d, DIFF_COUNTER, "hit"), 0);
	bf_expect(bf_row(d, DIFF_COUNTER, "miss"), DIFF_SAME);
	expect_counter(bf_row(d, DIFF_COUNTER, "miss"), 1);
	ck_assert(!report_diff_is_worse(d));
	report_diff_free(d);
}
END_TEST

/* Counters are compared up to the end point, of which both runs have a snapshot; what was counted
 * behind it is not. */
START_TEST(test_until)
{
	struct report_diff *d;
	const struct diff_row *row;
	char *text;

	bf_until = true;
	bf_count(0, 20, 100, 300);
	bf_count(1, 30, 100, 900);
	bf_slice[1][0] = bf_slice[0][0];
	for (unsigned i = 0; i < 2; i++) {
		bf_begin(i);
		bf_put(i, 0);
		bf_end(i);
	}
	d = bf_diff(true);
	row = bf_row(d, DIFF_COUNTER, "hit");
	ck_assert(row->until && row->verdict == DIFF_SAME);
	for (unsigned i = 0; i < 2; i++) {
		ck_assert_uint_eq(row->side[i].counts.a_min, bf_slice[0][0].input[0]);
		ck_assert_uint_eq(row->side[i].counts.b_min, BF_SLICE + 16);
		ck_assert_uint_eq(row->side[i].samples, 1);
	}
	ck_assert(!bf_row(d, DIFF_BUCKETS, "small")->until);
	text = diff_shown(diff_put_text, d);
	ck_assert_ptr_nonnull(
	    strstr(text, "\ncounters up to the end point 'jump' (in 1,000 cycles)\n"));
	ck_assert_ptr_null(strstr(text, "\ncounters over the whole run"));
	free(text);
	report_diff_free(d);
}
END_TEST

/* Both are the same, and no value in half of a bucket's range is known. */
START_TEST(test_same)
{
	struct report_diff *d;
	double lo = 0, hi = 0, all = 0;

	bf_count(0, 40, 100, 300);
	bf_slices[1] = 40;
	memcpy(bf_slice[1], bf_slice[0], sizeof(bf_slice[0]));
	for (unsigned i = 0; i < 2; i++) {
		bf_begin(i);
		bf_put(i, 0);
		bf_end(i);
	}
	for (unsigned k = 0; k < 40; k++)
		for (unsigned b = 0; b < BF_SMALL; b++) {
			lo += bf_slice[0][k].small[b] * (b ? 1u << b : 0u);
			hi += bf_slice[0][k].small[b] * ((2u << b) - 1);
			all += bf_slice[0][k].small[b];
		}
	d = bf_diff(false);
	for (size_t i = 0; i < d->rows; i++) {
		bf_expect(&d->row[i], DIFF_SAME);
		ck_assert(!d->row[i].has_p || d->row[i].p == 1);
	}
	ck_assert(d->row[0].has_p);
	ck_assert_double_eq_tol(d->row[0].side[0].min, lo / all, 1e-12);
	ck_assert_double_eq_tol(d->row[0].side[0].max, hi / all, 1e-12);
	ck_assert_double_eq_tol(d->row[0].side[0].value, (lo + hi) / all / 2, 1e-12);
	report_diff_free(d);
}
END_TEST

/* Slices that are alike for some time, as with phases of a program: half of the values are in
 * higher buckets. */
static void count_phases(unsigned i)
{
	bool high = false;

	bf_count(i, BF_MOST, 100, 300);
	for (unsigned k = 0; k < BF_MOST; k++) {
		uint32_t *small = bf_slice[i][k].small;

		high = series_draw() % 4 ? high : !high;
		memset(small, 0, sizeof(bf_slice[i][k].small));
		for (unsigned v = 0; v < 50; v++)
			small[(high ? 2 : 0) + series_draw() % 5]++;
		bf_slice[i][k].input[1] = (high ? 60 : 20) + (uint32_t)(series_draw() % 10);
	}
}

/* The chi-square of the counts in two rows of buckets, with all values as independent ones. */
static double chi_square(void)
{
	double sum[2][BF_SMALL] = {{0}}, all[2] = {0, 0}, chi = 0;

	for (unsigned i = 0; i < 2; i++)
		for (unsigned k = 0; k < BF_MOST; k++)
			for (unsigned b = 0; b < BF_SMALL; b++) {
				sum[i][b] += bf_slice[i][k].small[b];
				all[i] += bf_slice[i][k].small[b];
			}
	for (unsigned b = 0; b < BF_SMALL; b++)
		for (unsigned i = 0; i < 2; i++) {
			const double wanted = (sum[0][b] + sum[1][b]) * all[i] / (all[0] + all[1]);

			chi += wanted > 0 ? pow(sum[i][b] - wanted, 2) / wanted : 0;
		}
	return chi;
}

/*
 * Pairs of runs without a difference: at most 11 of 100 have a p below 5 %, and it is known for
 * nearly all. The chi-square of seven buckets (six degrees of freedom) is above its 95th percentile
 * of 12.59 in half of them or more.
 */
START_TEST(test_nothing_changed)
{
	const unsigned pairs = 60;
	unsigned known[2] = {0, 0}, below[2] = {0, 0}, naive = 0;

	for (unsigned n = 0; n < pairs; n++) {
		struct report_diff *d;

		for (unsigned i = 0; i < 2; i++) {
			count_phases(i);
			bf_begin(i);
			bf_put(i, 0);
			bf_end(i);
		}
		d = bf_diff(false);
		for (unsigned k = 0; k < 2; k++) {
			const struct diff_row *row =
			    k ? bf_row(d, DIFF_COUNTER, "miss") : bf_row(d, DIFF_BUCKETS, "small");

			known[k] += row->has_p;
			below[k] += row->has_p && row->p < 0.05;
		}
		naive += chi_square() > 12.59;
		report_diff_free(d);
		if (n + 1 < pairs)
			bf_teardown();
	}
	for (unsigned k = 0; k < 2; k++) {
		ck_assert_msg(known[k] * 100 >= pairs * 85, "%u: %u", k, known[k]);
		ck_assert_msg(below[k] * 100 <= known[k] * 11, "%u: %u of %u", k, below[k],
			      known[k]);
	}
	ck_assert_msg(naive * 100 >= pairs * 50, "%u", naive);
}
END_TEST

START_TEST(test_written)
{
	struct report_diff *d;
	json_t *root, *row;
	char *text;
	FILE *f;

	for (unsigned i = 0; i < 2; i++) {
		bf_count(i, 12, 0, 0);
		for (unsigned k = 0; k < 12; k++) {
			memset(bf_slice[i][k].small, 0, sizeof(bf_slice[i][k].small));
			bf_slice[i][k].small[2 + i] = 5 + k % 2;
			bf_slice[i][k].code[2] = bf_slice[i][k].code[3] = 4;
			bf_slice[i][k].input[0] = 16 + 16 * i;
			bf_slice[i][k].input[1] = 160;
		}
		bf_begin(i);
		bf_put(i, 0);
		bf_end(i);
	}
	d = bf_diff(false);
	text = diff_shown(diff_put_text, d);
	expect_line(
	    text,
	    "\nvalues in buckets over the whole run\n"
	    "  node   buckets  count A  count B  mean A  mean B    change  50% A  50% B  99% A  99% B  p\n"
	    "  core0  small         66       66    5.50   11.50  +109.09%   4..7  8..15   4..7  8..15  -  unknown  p not known: it does not vary within the runs\n");
	expect_line(text,
		    "\nevents in buckets over the whole run\n"
		    "  node   buckets  event  banks A  banks B       A       B  change  p\n"
		    "  core0  where    store       12       12  50.00%  50.00%  +0.00%  1  same\n");
	expect_line(text,
		    "\ncounters over the whole run (in 1,000 cycles)\n"
		    "  node   bank  counter  snapshots A  snapshots B      A      B    change");
	expect_line(text,
		    "  core0  bank  hit               12           12     10     20  +100.00%");
	free(text);
	text = diff_shown(report_diff_markdown, d);
	expect_line(
	    text,
	    "| buckets | core0: small | 66 | 66 | 5.50 | 11.50 | +109.09 % | not known: it does not vary within the runs | **unknown** |\n");
	expect_line(
	    text,
	    "| share | core0: where: store | 12 | 12 | 50.00% | 50.00% | +0.00 % | 1 | same |\n");
	expect_line(
	    text,
	    "| counter | core0: bank: hit | 12 | 12 | 10 in 1,000 cycles | 20 in 1,000 cycles | +100.00 % | ");
	free(text);
	text = diff_shown(report_diff_junit, d);
	expect_line(
	    text,
	    "  <testcase classname=\"buckets\" name=\"core0: small\">\n"
	    "    <skipped type=\"unknown\" message=\"11.50, was 5.50: +109.09 %, p not known: it does not vary within the runs\"/>\n");
	expect_line(
	    text,
	    "  <testcase classname=\"counter\" name=\"core0: bank: hit\">\n"
	    "    <skipped type=\"unknown\" message=\"20 in 1,000 cycles, was 10 in 1,000 cycles: +100.00 %");
	free(text);
	f = json_begin();
	report_diff_json(d, f);
	root = json_end(f);
	row = json_array_get(json_object_get(root, "buckets"), 0);
	ck_assert_str_eq(json_string_value(json_object_get(row, "name")), "small");
	ck_assert_str_eq(json_string_value(json_object_get(row, "node")), "core0");
	row = json_array_get(json_object_get(row, "runs"), 1);
	ck_assert_int_eq(json_integer_value(json_object_get(row, "values")), 66);
	ck_assert_double_eq(json_real_value(json_object_get(row, "mean")), 11.5);
	ck_assert_int_eq(json_integer_value(json_object_get(row, "banks")), 12);
	row = json_array_get(json_object_get(root, "shares"), 0);
	ck_assert_str_eq(json_string_value(json_object_get(row, "buckets")), "where");
	ck_assert_str_eq(json_string_value(json_object_get(row, "name")), "store");
	row = json_array_get(json_object_get(root, "counters"), 0);
	ck_assert_str_eq(json_string_value(json_object_get(row, "bank")), "bank");
	ck_assert_str_eq(json_string_value(json_object_get(row, "name")), "hit");
	row = json_array_get(json_object_get(row, "runs"), 0);
	ck_assert_double_eq_tol(json_real_value(json_object_get(row, "value")), 0.01, 1e-12);
	ck_assert_int_eq(json_integer_value(json_object_get(row, "count")), 192);
	ck_assert_int_eq(json_integer_value(json_object_get(row, "of")), 12 * BF_SLICE);
	json_decref(root);
	report_diff_free(d);
}
END_TEST

int main(void)
{
	return run_tests("diff_banks", bf_setup, bf_teardown,
			 TESTS({test_values}, {test_until}, {test_same}, {test_nothing_changed},
			       {test_written}));
}
