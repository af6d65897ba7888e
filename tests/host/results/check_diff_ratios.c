/* SPDX-License-Identifier: Apache-2.0 */
/* Ratios of two runs beside each other: which are compared, what they are, and where there is no p.
 */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "statistics/batches.h"
#include "diff_shown.h"
#include "out/json/analyses.h"
#include "results/diff/diff.h"
#include "passes/limits/limits.h"
#include "report_fixture.h"
#include "tests/suite.h"

#define SAMPLED 2 /* flag of an event */
#define MOST 400
#define PAIRS 3

static char preprocessors[] =
    "{\"stage\":4,\"signals\":[],\"lines\":[],\"event_lines\":[],\"values\":[],\"gate\":false,\"form\":\"full\",\"quantities\":[],\"thresholds\":[],\"extremes\":[],\"buckets\":[],\"counters\":[],\"pairs\":[{\"name\":\"icache\",\"a\":\"hit\",\"b\":\"access\",\"gate\":null},{\"name\":\"bus\",\"a\":\"grant\",\"b\":\"wait\",\"gate\":null},{\"name\":\"alu\",\"a\":\"busy\",\"b\":\"always\",\"gate\":null}]}";
static char hits[] = "hit ratio", wait[] = "wait", waits[] = "waits", both[] = "hits";
static char lower[] = "hit ratio < 99 %", higher[] = "hit_ratio >= 1 %";

static struct fix fix[2];
static struct tw w[2];
static struct gno_report *run[2];
static const char *const path[2] = {"old", "new"};
static struct gno_pattern_measure measure[2][4];
static uint32_t count[2][MOST][PAIRS * 2];
static unsigned samples[2];
static unsigned until[2]; /* the sample of the end point; 0: there is none */
static bool until_sampled[2];
static uint64_t state;

static unsigned draw(unsigned below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 11) % below;
}

/* Counts of a run, sample by sample: hit / access is some share (of 1000). */
static void count_samples(unsigned i, unsigned n, unsigned share)
{
	samples[i] = n;
	for (unsigned k = 0; k < n; k++) {
		uint32_t *c = count[i][k];

		for (unsigned p = 0; p < PAIRS; p++)
			c[2 * p] = c[2 * p + 1] = 0;
		c[1] = 80 + draw(40);
		for (unsigned e = 0; e < c[1]; e++)
			c[0] += draw(1000) < share;
		c[2] = 20 + draw(10);
		c[3] = c[2] * (4 + draw(3));
		c[4] = 30 + draw(30);
		c[5] = 100;
	}
}

/* `reset`: each sample resets the counters; else they go on. */
static void begin(unsigned i, bool reset)
{
	fix_begin(&fix[i], 1);
	fix_point(&fix[i], "a", GNO_PATTERN_EVENT, 1, RECORD | SAMPLE | (reset ? RESET : 0));
	fix_point(&fix[i], "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_point(&fix[i], "c", GNO_PATTERN_EVENT, 3, RECORD | SAMPLE);
	if (until[i]) {
		fix[i].file.until = 2;
		fix[i].until_on[0] = true;
	}
	tw_begin(&w[i], 1, 32, 0, 0);
	w[i].preprocessors = preprocessors;
	w[i].pairs = PAIRS;
	measure[i][0] = (struct gno_pattern_measure){hits, 0, GNO_PRINT_A_OF_B};
	measure[i][1] = (struct gno_pattern_measure){wait, 1, GNO_PRINT_B_PER_A};
	measure[i][2] = (struct gno_pattern_measure){waits, 1, GNO_PRINT_B};
	measure[i][3] = (struct gno_pattern_measure){both, 0, GNO_PRINT_A_OF_B_AND};
	fix[i].node[0].measure = measure[i];
	fix[i].node[0].measures = 4;
	w[i].patterns[0] = &fix[i].file;
}

static void put_samples(unsigned i, bool reset)
{
	uint32_t sum[PAIRS * 2] = {0};
	uint64_t time = 0;

	for (unsigned k = 0; k < samples[i]; k++) {
		const bool last = k + 1 == samples[i];

		time += 100;
		for (unsigned c = 0; c < PAIRS * 2; c++)
			sum[c] = (reset ? 0 : sum[c]) + count[i][k][c];
		if (last)
			tw_flush(&w[i], 0, time);
		else
			tw_event(&w[i], 0, time, until[i] && k == until[i] ? 3 : 1, SAMPLED);
		if (k != until[i] || !until[i] || until_sampled[i])
			tw_ratio(&w[i], 0, time, last ? 0 : 1, sum);
	}
}

static void end(unsigned i)
{
	tw_write(&w[i]);
	run[i] = report_of(&w[i], NULL);
}

static void write_run(unsigned i, unsigned n, unsigned share, bool reset)
{
	count_samples(i, n, share);
	begin(i, reset);
	put_samples(i, reset);
	end(i);
}

static void setup(void)
{
	state = 88172645463325252u;
	until[0] = until[1] = 0;
}

static void teardown(void)
{
	for (unsigned i = 0; i < 2; i++) {
		gno_report_free(run[i]);
		tw_end(&w[i]);
		run[i] = NULL;
	}
}

static struct report_diff *diff_with(bool exact)
{
	const struct gno_report *const of[] = {run[0], run[1]};
	const struct diff_options o = {0.01, exact};
	struct report_diff *d;
	struct gno_err err;

	ck_assert_msg(!report_diff_make(of, path, &o, &d, &err), "%s", err.text);
	return d;
}

static const struct diff_row *row_of(const struct report_diff *d, const char *name)
{
	for (size_t i = 0; i < d->rows; i++)
		if (d->row[i].kind == DIFF_RATIO && !strcmp(d->row[i].name, name))
			return &d->row[i];
	ck_abort_msg("no row '%s'", name);
}

/* The sums that were counted, and p of their samples. */
static double wanted(unsigned a, unsigned b, double value[2])
{
	struct gno_batches_fit fit[2];

	for (unsigned i = 0; i < 2; i++) {
		struct gno_batches x = {.used = 0};
		double sum[2] = {0, 0};

		for (unsigned k = 0; k < samples[i]; k++) {
			gno_batches_add(&x, count[i][k][a], count[i][k][b]);
			sum[0] += count[i][k][a];
			sum[1] += count[i][k][b];
		}
		value[i] = sum[0] / sum[1];
		ck_assert_int_eq(gno_batches_fit(&x, &fit[i]), GNO_BATCHES_GOOD);
	}
	return gno_batches_test(&fit[0], &fit[1]);
}

static void expect_row(const struct diff_row *row, unsigned a, unsigned b,
		       enum diff_verdict verdict)
{
	double value[2];
	const double p = wanted(a, b, value);

	ck_assert_str_eq(row->other, "core0");
	for (unsigned i = 0; i < 2; i++) {
		ck_assert(row->side[i].has);
		ck_assert_double_eq_tol(row->side[i].value, value[i], 1e-12);
		ck_assert_uint_eq(row->side[i].samples, samples[i]);
	}
	ck_assert(row->has_p && row->has_change);
	ck_assert_double_eq_tol(row->p, p, 1e-9);
	ck_assert_double_eq_tol(row->change, value[1] / value[0] - 1, 1e-12);
	ck_assert_str_eq(report_diff_verdict(row->verdict), report_diff_verdict(verdict));
	ck_assert(!row->worse);
}

/*
 * Both runs have counted the same up to their end point; behind it one was drained for longer. Only
 * where both have a sample of the end point that is what is compared.
 */
START_TEST(test_until)
{
	const bool sampled = !_i;
	double a = 0, b = 0;
	struct report_diff *d;
	char *text, *json;

	for (unsigned i = 0; i < 2; i++) {
		until[i] = 29;
		until_sampled[i] = sampled || !i;
		count_samples(i, 32 + 8 * i, 500 + 400 * i);
	}
	memcpy(count[1], count[0], 30 * sizeof(count[0][0]));
	for (unsigned i = 0; i < 2; i++) {
		begin(i, false);
		put_samples(i, false);
		end(i);
	}
	for (unsigned k = 0; k < 30; k++) {
		a += count[0][k][0];
		b += count[0][k][1];
	}
	d = diff_with(true);
	for (unsigned i = 0; i < 2; i++) {
		const struct diff_row *row = row_of(d, "hit ratio");

		ck_assert(row->until == sampled);
		ck_assert((row->verdict == DIFF_SAME) == sampled);
		ck_assert(!sampled || fabs(row->side[i].value - a / b) < 1e-12);
		ck_assert(!sampled || row->side[i].samples == 30);
	}
	text = diff_shown(diff_put_text, d);
	json = diff_shown(report_diff_json, d);
	ck_assert(!strstr(text, "\nratios up to the end point 'c'\n") == !sampled);
	ck_assert(!strstr(text, "\nratios over the whole run\n") == sampled);
	ck_assert(!strstr(json, "\"until\": \"c\"") == !sampled);
	free(text);
	free(json);
	report_diff_free(d);
}
END_TEST

/* Runs without intervals; counters that are reset, and counters that go on. */
START_TEST(test_values)
{
	struct report_diff *d;

	write_run(0, 150, 700, _i & 1);
	write_run(1, 390, 760, _i & 2);
	d = diff_with(false);
	ck_assert_uint_eq(d->rows, 5);
	expect_row(row_of(d, "hit ratio"), 0, 1, DIFF_HIGHER);
	expect_row(row_of(d, "wait"), 3, 2, DIFF_SAME);
	expect_row(row_of(d, "alu"), 4, 5, DIFF_SAME);
	expect_row(row_of(d, "hits"), 0, 1, DIFF_HIGHER);
	ck_assert_double_lt(row_of(d, "hit ratio")->p, 1e-6);
	ck_assert(row_of(d, "hits")->measure && !row_of(d, "alu")->measure);
	/* a count */
	ck_assert(!row_of(d, "waits")->has_p);
	ck_assert_int_eq(row_of(d, "waits")->verdict, DIFF_UNKNOWN);
	ck_assert_str_eq(row_of(d, "waits")->why, "a run has one such count");
	ck_assert(!report_diff_is_worse(d));
	ck_assert_uint_eq(report_diff_tests(d), 4);
	report_diff_free(d);
	d = diff_with(true);
	ck_assert_int_eq(row_of(d, "waits")->verdict, DIFF_HIGHER);
	ck_assert_int_eq(row_of(d, "hit ratio")->verdict, DIFF_HIGHER);
	report_diff_free(d);
}
END_TEST

/* A limit says which way is worse. */
START_TEST(test_limits)
{
	char *limit[] = {_i ? lower : higher};

	for (unsigned i = 0; i < 2; i++) {
		count_samples(i, 150, i ? 800 : 700);
		begin(i, true);
		fix[i].file.limit = limit;
		fix[i].file.limits = 1;
		put_samples(i, true);
		end(i);
	}
	for (unsigned turn = 0; turn < 2; turn++) {
		struct report_diff *d = diff_with(false);
		struct gno_report *first = run[0];

		ck_assert_int_eq(row_of(d, "hit ratio")->verdict, turn ? DIFF_LOWER : DIFF_HIGHER);
		ck_assert_int_eq(row_of(d, "hit ratio")->worse, turn != (unsigned)_i);
		ck_assert(!row_of(d, "hits")->worse);
		ck_assert_int_eq(report_diff_is_worse(d), turn != (unsigned)_i);
		report_diff_free(d);
		run[0] = run[1];
		run[1] = first;
	}
	run[_i]->limits->limit[0].on[0] = false; /* a limit of other nodes */
	run[!_i]->limits->limit[0].on[0] = false;
	for (unsigned turn = 0; turn < 2; turn++) {
		struct report_diff *d = diff_with(false);
		struct gno_report *first = run[0];

		ck_assert(!report_diff_is_worse(d));
		report_diff_free(d);
		run[0] = run[1];
		run[1] = first;
	}
}
END_TEST

static void expect_why(const char *name, enum diff_verdict verdict, const char *why)
{
	struct report_diff *d = diff_with(false);
	const struct diff_row *row = row_of(d, name);

	ck_assert(!row->has_p);
	ck_assert_str_eq(row->why, why);
	ck_assert_str_eq(report_diff_verdict(row->verdict), report_diff_verdict(verdict));
	ck_assert(!row->worse);
	report_diff_free(d);
}

START_TEST(test_few)
{
	write_run(0, 100, 700, true);
	write_run(1, 9, 800, true);
	expect_why("hit ratio", DIFF_UNKNOWN, "B has 9 samples, 10 are needed");
}
END_TEST

/* One stretch between two samples has nearly all of what was counted. */
START_TEST(test_unequal)
{
	count_samples(0, 40, 700);
	count[0][20][0] = 9000;
	count[0][20][1] = 10000;
	begin(0, true);
	put_samples(0, true);
	end(0);
	write_run(1, 40, 700, true);
	expect_why("hit ratio", DIFF_UNKNOWN,
		   "one sample of A has more than a quarter of the counts");
}
END_TEST

/* A share that rises during the run. */
START_TEST(test_drift)
{
	write_run(0, 100, 600, true);
	count_samples(1, 300, 500);
	for (unsigned k = 0; k < 300; k++)
		count[1][k][0] = count[1][k][1] * (100 + k) / 400;
	begin(1, true);
	put_samples(1, true);
	end(1);
	expect_why("hit ratio", DIFF_UNKNOWN, "neighbouring samples of B depend on each other");
}
END_TEST

START_TEST(test_flat)
{
	for (unsigned i = 0; i < 2; i++) {
		count_samples(i, 30, 500);
		for (unsigned k = 0; k < 30; k++) {
			count[i][k][0] = 20 + 10 * i;
			count[i][k][1] = 100;
		}
		begin(i, true);
		put_samples(i, true);
		end(i);
	}
	expect_why("hit ratio", DIFF_UNKNOWN, "it does not vary within the runs");
}
END_TEST

/* Nothing was counted in one run, or in both; a value that is no number. */
START_TEST(test_nothing)
{
	struct report_diff *d;

	write_run(0, 30, 500, true);
	count_samples(1, 30, 500);
	for (unsigned k = 0; k < 30; k++)
		count[1][k][0] = count[1][k][1] = 0;
	begin(1, true);
	put_samples(1, true);
	end(1);
	expect_why("hit ratio", DIFF_GONE, "nothing was counted in B");
	gno_report_free(run[0]);
	tw_end(&w[0]);
	run[0] = NULL;
	count_samples(0, 30, 500);
	for (unsigned k = 0; k < 30; k++)
		count[0][k][0] = count[0][k][1] = 0;
	begin(0, true);
	put_samples(0, true);
	end(0);
	expect_why("hit ratio", DIFF_SAME, "nothing was counted in A");
	d = diff_with(true);
	ck_assert_int_eq(row_of(d, "hit ratio")->verdict, DIFF_SAME);
	report_diff_free(d);
}
END_TEST

/* Samples that reset the counters were lost, and their counts with them. */
START_TEST(test_lost)
{
	write_run(0, 100, 700, true);
	count_samples(1, 100, 800);
	begin(1, true);
	tw_event(&w[1], 0, 10, 3, 0); /* of no point */
	tw_gap(&w[1], 0, 20, 60, 4);
	put_samples(1, true);
	w[1].foreign = 1;
	end(1);
	expect_why("hit ratio", DIFF_UNKNOWN, "the counts of B are not complete");
}
END_TEST

/* What else makes the counts useless, also where each change counts. */
START_TEST(test_useless)
{
	struct report_diff *d;

	write_run(0, 100, 700, true);
	write_run(1, 100, 800, true);
	for (unsigned i = 0; i < 2; i++) {
		run[i]->node[0].mixed = true;
		expect_why("hit ratio", DIFF_UNKNOWN,
			   i ? "a load changed what B counts" : "a load changed what A counts");
		d = diff_with(true);
		ck_assert_int_eq(row_of(d, "hit ratio")->verdict, DIFF_UNKNOWN);
		report_diff_free(d);
		run[i]->node[0].mixed = false;
		run[i]->node[0].overall[0].saturated = 1;
		expect_why("hit ratio", DIFF_UNKNOWN,
			   i ? "a counter of B reached its greatest count"
			     : "a counter of A reached its greatest count");
		run[i]->node[0].overall[0].saturated = 0;
	}
}
END_TEST

/* The compressed form knows the counts to a few per cent. */
START_TEST(test_compressed)
{
	for (unsigned i = 0; i < 2; i++) {
		count_samples(i, 60, i ? 720 : 700);
		fix_begin(&fix[i], 1);
		fix_point(&fix[i], "a", GNO_PATTERN_EVENT, 1, RECORD | SAMPLE | RESET);
		tw_begin(&w[i], 1, 32, PAIRS, 1);
		w[i].patterns[0] = &fix[i].file;
		put_samples(i, true);
		end(i);
	}
	expect_why("pair0", DIFF_UNKNOWN, "the compressed counts allow equal values");
}
END_TEST

/* What only one run has, and what is something else in the other. */
START_TEST(test_others)
{
	const struct gno_report *of[2];
	const struct diff_options o = {0.01, false};
	struct report_diff *d;
	struct gno_err err;

	write_run(0, 30, 500, true);
	count_samples(1, 30, 500);
	begin(1, true);
	fix[1].node[0].measures = 1;
	measure[1][0].pair = 2;
	put_samples(1, true);
	end(1);
	of[0] = run[0];
	of[1] = run[1];
	ck_assert_int_eq(report_diff_make(of, path, &o, &d, &err), GNO_ERR_MISMATCH);
	ck_assert_str_eq(
	    err.text,
	    "cannot compare the runs: measure 'hit ratio' of node 'core0' is a/b of 'hit' and 'access' in one and a/b of 'busy' and 'always' in the other");
	gno_report_free(run[1]);
	tw_end(&w[1]);
	run[1] = NULL;
	begin(1, true);
	fix[1].node[0].measures = 1;
	put_samples(1, true);
	end(1);
	d = diff_with(false);
	ck_assert_uint_eq(d->rows, 2); /* hit ratio, alu */
	ck_assert_uint_eq(d->only[DIFF_RATIO][0], 3);
	ck_assert_uint_eq(d->only[DIFF_RATIO][1], 1); /* bus */
	report_diff_free(d);
	/* a pair of the same name that counts something else */
	((struct gno_manifest *)run[1]->m)->node[0].pair[2].a[0]++;
	of[1] = run[1];
	ck_assert_int_eq(report_diff_make(of, path, &o, &d, &err), GNO_ERR_MISMATCH);
	ck_assert_str_eq(
	    err.text,
	    "cannot compare the runs: pair 'alu' of node 'core0' is a/b of 'busy' and 'always' in one and a/b of 'cusy' and 'always' in the other");
	/* one that the experiment routes has no meaning of its own */
	strcpy(((struct gno_manifest *)run[1]->m)->node[0].pair[2].b, "route");
	d = diff_with(false);
	ck_assert_uint_eq(d->rows, 1);
	ck_assert_uint_eq(d->only[DIFF_RATIO][0], 4);
	ck_assert_uint_eq(d->only[DIFF_RATIO][1], 2);
	report_diff_free(d);
}
END_TEST

START_TEST(test_written)
{
	struct report_diff *d;
	json_t *root, *list, *row;
	char *text;
	FILE *f;

	write_run(0, 9, 500, true);
	write_run(1, 9, 500, true);
	for (unsigned i = 0; i < 2; i++) {
		struct gno_ratio *v = run[i]->node[0].overall;

		v[0] = (struct gno_ratio){.a_min = 30, .a_max = 30, .b_min = 40, .b_max = 40};
		v[1] = (struct gno_ratio){.a_min = 4, .a_max = 4, .b_min = 8 + i, .b_max = 8 + i};
		v[2] = (struct gno_ratio){.a_min = 1, .a_max = 1, .b_min = 4, .b_max = 4};
	}
	d = diff_with(false);
	text = diff_shown(diff_put_text, d);
	expect_line(
	    text,
	    "  core0  hit ratio          9          9            75.00%            75.00%   +0.00%  -  same     p not known: A has 9 samples, 10 are needed\n");
	expect_line(
	    text,
	    "  core0  hits               9          9  30 of 40, 75.00%  30 of 40, 75.00%   +0.00%");
	expect_line(
	    text,
	    "  core0  wait               9          9       2.00 cycles       2.25 cycles  +12.50%  -  unknown  p not known: A has 9 samples, 10 are needed\n");
	expect_line(text, "counts if p is below 0.01\n0 tests\n");
	free(text);
	text = diff_shown(report_diff_markdown, d);
	expect_line(
	    text,
	    "| measure | core0: wait | 9 | 9 | 2.00 cycles | 2.25 cycles | +12.50 % | not known: A has 9 samples, 10 are needed | **unknown** |\n");
	expect_line(text, "| ratio | core0: alu | 9 | 9 | 25.00% | 25.00% | +0.00 % | ");
	free(text);
	text = diff_shown(report_diff_junit, d);
	expect_line(text, "tests=\"5\" failures=\"0\" errors=\"0\" skipped=\"2\">\n");
	expect_line(
	    text,
	    "  <testcase classname=\"measure\" name=\"core0: waits\">\n"
	    "    <skipped type=\"unknown\" message=\"9, was 8: +12.50 %, p not known: a run has one such count\"/>\n");
	free(text);
	f = json_begin();
	report_diff_json(d, f);
	root = json_end(f);
	list = json_object_get(root, "measures");
	ck_assert_uint_eq(json_array_size(list), 4);
	row = json_array_get(list, 2);
	ck_assert_str_eq(json_string_value(json_object_get(row, "name")), "wait");
	ck_assert_str_eq(json_string_value(json_object_get(row, "node")), "core0");
	ck_assert_str_eq(json_string_value(json_object_get(row, "p_not_known")),
			 "A has 9 samples, 10 are needed");
	ck_assert(json_is_null(json_object_get(row, "p")));
	ck_assert_double_eq(json_real_value(json_object_get(row, "change")), 0.125);
	row = json_array_get(json_object_get(row, "runs"), 1);
	ck_assert_double_eq(json_real_value(json_object_get(row, "value")), 2.25);
	list = json_object_get(root, "pairs");
	ck_assert_uint_eq(json_array_size(list), 1);
	ck_assert_str_eq(json_string_value(json_object_get(json_array_get(list, 0), "name")),
			 "alu");
	json_decref(root);
	report_diff_free(d);
}
END_TEST

int main(void)
{
	return run_tests("diff_ratios", setup, teardown,
			 TESTS({test_values, 4}, {test_limits, 2}, {test_until, 2}, {test_few},
			       {test_unequal}, {test_drift}, {test_flat}, {test_nothing},
			       {test_lost}, {test_useless}, {test_compressed}, {test_others},
			       {test_written}));
}
