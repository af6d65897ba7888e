/* SPDX-License-Identifier: Apache-2.0 */
/* Two runs beside each other: what counts, what is refused, and each way to write it. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff_shown.h"
#include "out/json/analyses.h"
#include "results/diff/diff.h"
#include "report_fixture.h"
#include "tests/suite.h"

#define RUNS 2

static struct fix fix[RUNS];
static struct tw w[RUNS];
static struct gno_report *run[RUNS];
static const char *const path[RUNS] = {"old", "new"};

/* Adds a run in which `work` takes so many cycles, `many` times at each of two nodes, and `fixed`
 * always 50; then `open` ones that do not end. */
static void begin_open(unsigned i, unsigned many, unsigned cycles, unsigned open)
{
	fix_begin(&fix[i], 2);
	fix_point(&fix[i], "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&fix[i], "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_point(&fix[i], "c", GNO_PATTERN_EVENT, 3, RECORD);
	fix_interval(&fix[i], "work", "a", "b");
	fix_interval(&fix[i], "fixed", "b", "c");
	tw_begin(&w[i], 2, 32, 0, 0);
	for (unsigned k = 0; k < 2; k++) {
		for (unsigned n = 0; n < many; n++) {
			tw_event(&w[i], k, 1000 * n, 1, 0);
			tw_event(&w[i], k, 1000 * n + cycles + n % 3, 2, 0);
			tw_event(&w[i], k, 1000 * n + cycles + n % 3 + 50, 3, 0);
		}
		for (unsigned n = 0; n < open; n++)
			tw_event(&w[i], k, 1000 * many + n, 1, 0);
		tw_flush(&w[i], k, 1000 * many + open);
	}
	w[i].patterns[0] = &fix[i].file;
	tw_write(&w[i]);
	run[i] = report_of(&w[i], NULL);
}

static void begin_run(unsigned i, unsigned many, unsigned cycles)
{
	begin_open(i, many, cycles, 0);
}

static void teardown(void)
{
	for (unsigned i = 0; i < RUNS; i++) {
		gno_report_free(run[i]);
		tw_end(&w[i]);
	}
}

static struct report_diff *diff_of(double least, bool exact)
{
	const struct gno_report *const both[] = {run[0], run[1]};
	const struct diff_options o = {least, exact};
	struct report_diff *d;
	struct gno_err err;

	ck_assert_msg(!report_diff_make(both, path, &o, &d, &err), "%s", err.text);
	ck_assert_uint_eq(d->rows, 2);
	return d;
}

static void expect_verdicts(double least, bool exact, enum diff_verdict work, bool worse)
{
	struct report_diff *d = diff_of(least, exact);

	ck_assert_str_eq(report_diff_verdict(d->row[0].verdict), report_diff_verdict(work));
	ck_assert_int_eq(d->row[1].verdict, DIFF_SAME);
	ck_assert_int_eq(report_diff_is_worse(d), worse);
	report_diff_free(d);
}

/* A mean of 101 and of 111: 9.9 % more. */
START_TEST(test_longer)
{
	struct report_diff *d;

	begin_run(0, 30, 100);
	begin_run(1, 30, 110);
	expect_verdicts(0.01, false, DIFF_LONGER, true);
	expect_verdicts(0.1, false, DIFF_SAME, false);
	expect_verdicts(0.1, true, DIFF_SAME, false);
	expect_verdicts(0, true, DIFF_LONGER, true);
	d = diff_of(0.01, false);
	ck_assert_double_eq(d->row[0].side[0].value, 101);
	ck_assert_double_eq(d->row[0].side[1].value, 111);
	ck_assert_double_eq_tol(d->row[0].change, 10. / 101, 1e-12);
	ck_assert(d->row[0].p < 1e-9);
	ck_assert_uint_eq(d->row[0].side[0].median.lo, 101);
	ck_assert_uint_eq(d->row[0].side[1].last.hi, 112);
	ck_assert_double_eq(d->row[1].p, 1);
	report_diff_free(d);
}
END_TEST

START_TEST(test_shorter)
{
	begin_run(0, 30, 110);
	begin_run(1, 30, 100);
	expect_verdicts(0.01, false, DIFF_SHORTER, false);
}
END_TEST

/* Two of each cannot show anything, unless the target is deterministic. */
/* Adds a run with ticks of 4 cycles at random places, so that each duration is wrong by 6 at most:
 * `work` takes so many cycles, 30 times. */
static void begin_ticks(unsigned i, unsigned cycles)
{
	fix_begin(&fix[i], 1);
	fix_point(&fix[i], "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&fix[i], "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_interval(&fix[i], "work", "a", "b");
	fix_interval(&fix[i], "loop", "a", "a");
	tw_begin(&w[i], 1, 32, 0, 0);
	w[i].tick = 4;
	for (unsigned n = 0; n < 30; n++) {
		tw_event(&w[i], 0, 1000 * n, 1, 0);
		tw_event(&w[i], 0, 1000 * n + cycles, 2, 0);
	}
	tw_flush(&w[i], 0, 30000);
	w[i].patterns[0] = &fix[i].file;
	tw_write(&w[i]);
	run[i] = report_of(&w[i], NULL);
}

/* A mean of 160 beside one that is as long, beside one that may be, and beside one that is longer
 * for certain. */
START_TEST(test_ticks)
{
	static const struct {
		unsigned cycles;
		enum diff_verdict test, exact, least; /* without p; of more than 20 % */
	} cases[] = {
	    {160, DIFF_SAME, DIFF_UNKNOWN, DIFF_SAME},
	    {172, DIFF_UNKNOWN, DIFF_UNKNOWN, DIFF_SAME},
	    {176, DIFF_LONGER, DIFF_LONGER, DIFF_SAME},
	    {180, DIFF_LONGER, DIFF_LONGER, DIFF_UNKNOWN},
	    {144, DIFF_SHORTER, DIFF_SHORTER, DIFF_SAME},
	    {136, DIFF_SHORTER, DIFF_SHORTER, DIFF_UNKNOWN},
	};
	struct report_diff *d;
	char *text;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const enum diff_verdict wanted[] = {cases[i].test, cases[i].exact, cases[i].least};

		begin_ticks(0, 160);
		begin_ticks(1, cases[i].cycles);
		for (unsigned k = 0; k < 3; k++) {
			d = diff_of(k < 2 ? 0.01 : 0.2, k > 0);
			ck_assert_msg(d->row[0].verdict == wanted[k], "%u, %u: %s", cases[i].cycles,
				      k, report_diff_verdict(d->row[0].verdict));
			ck_assert_int_eq(d->row[0].worse, wanted[k] == DIFF_LONGER);
			ck_assert_double_eq(d->row[0].side[1].bound, 6);
			ck_assert_double_eq_tol(d->row[1].side[1].bound, 6. / 29, 1e-12);
			ck_assert_int_eq(d->row[1].verdict, DIFF_SAME);
			report_diff_free(d);
		}
		if (cases[i].cycles == 172) {
			d = diff_of(0.01, false);
			text = diff_shown(diff_put_text, d);
			expect_line(text, " 160.0 +-6 ");
			expect_line(text, "  unknown  within the bounds of the means\n");
			free(text);
			report_diff_free(d);
		}
		teardown();
		run[0] = run[1] = NULL;
	}
	begin_ticks(0, 160);
	begin_ticks(1, 160);
}
END_TEST

START_TEST(test_few)
{
	begin_run(0, 1, 100);
	begin_run(1, 1, 110);
	expect_verdicts(0.01, false, DIFF_UNKNOWN, false);
	expect_verdicts(0.01, true, DIFF_LONGER, true);
}
END_TEST

START_TEST(test_gone_and_new)
{
	begin_run(0, 5, 100);
	begin_run(1, 0, 100);
	for (unsigned i = 0; i < 2; i++) {
		struct report_diff *d = diff_of(0.01, false);

		for (unsigned k = 0; k < 2; k++) {
			ck_assert_int_eq(d->row[k].verdict, i ? DIFF_NEW : DIFF_GONE);
			ck_assert(!d->row[k].has_p && !d->row[k].has_change);
			ck_assert_str_eq(d->row[k].why, i ? "A has none" : "B has none");
		}
		ck_assert_int_eq(report_diff_is_worse(d), !i);
		report_diff_free(d);
		if (!i) {
			struct gno_report *first = run[0];

			run[0] = run[1];
			run[1] = first;
		}
	}
}
END_TEST

/* From a mean of 0 there is no change in per cent. */
START_TEST(test_from_zero)
{
	struct report_diff *d;

	begin_run(0, 30, 0);
	begin_run(1, 30, 10);
	for (unsigned k = 0; k < 2; k++) { /* as if the first run's had been so short */
		struct report_statistics *s = &run[0]->node[k].statistics[0];

		s->stats.total = s->stats.low = s->stats.min = s->stats.max = 0;
	}
	d = diff_of(0.01, false);
	ck_assert_int_eq(d->row[0].verdict, DIFF_LONGER);
	ck_assert(!d->row[0].has_change && d->row[0].has_p);
	report_diff_free(d);
}
END_TEST

/* Intervals that are not seen from end to end are in no number, p included. */
START_TEST(test_open)
{
	struct report_diff *d;

	begin_run(0, 30, 100);
	begin_open(1, 30, 100, 20);
	d = diff_of(0, false);
	ck_assert_uint_eq(d->row[0].side[1].stats.count, 60);
	for (unsigned k = 0; k < 2; k++)
		ck_assert_double_eq(d->row[k].p, 1);
	report_diff_free(d);
}
END_TEST

static void expect_refusal(const char *text)
{
	const struct gno_report *const both[] = {run[0], run[1]};
	const struct diff_options o = {0.01, false};
	struct report_diff *d;
	struct gno_err err;

	ck_assert_int_eq(report_diff_make(both, path, &o, &d, &err), GNO_ERR_MISMATCH);
	ck_assert_str_eq(err.text, text);
	ck_assert_ptr_null(d);
}

START_TEST(test_refused)
{
	struct gno_manifest *m;
	char *name;

	begin_run(0, 2, 100);
	begin_run(1, 2, 100);
	m = (struct gno_manifest *)run[1]->m;
	m->clock_hz /= 2;
	expect_refusal("cannot compare the runs: their clocks have 100 and 50 MHz");
	m->clock_hz *= 2;
	m->nodes = 1;
	expect_refusal("cannot compare the runs: their monitors have 2 and 1 nodes");
	m->nodes = 2;
	name = m->node[1].name;
	m->node[1].name = "other";
	expect_refusal("cannot compare the runs: their node 1 is 'core1' and 'other'");
	m->node[1].name = name;
	run[1]->node[0].flushed = false;
	expect_refusal("cannot compare the runs: 'new' has no end at node 'core0'");
	run[1]->node[0].flushed = true;
	run[1]->points.interval[0].to = "c";
	expect_refusal(
	    "cannot compare the runs: interval 'work' is from 'a' to 'b' in one and from 'a' to 'c' in the other");
	run[1]->points.interval[0].to = "b";
	run[1]->points.interval[0].name = run[1]->points.interval[1].name = "x";
	expect_refusal(
	    "cannot compare the runs: they have no interval, no ratio, no buckets, no counter and no two processes with messages in common");
}
END_TEST

/* Names that mean something in Markdown and XML do not there. */
START_TEST(test_written)
{
	struct report_diff *d;
	json_t *root, *interval;
	char *text;
	FILE *f;

	begin_run(0, 30, 100);
	begin_run(1, 30, 110);
	run[1]->node[1].lost = 3;
	for (unsigned i = 0; i < RUNS; i++)
		run[i]->points.interval[1].name = "one & <two>";
	d = diff_of(0.01, false);
	text = diff_shown(diff_put_text, d);
	expect_line(text, "A: old\nB: new, 3 records lost: what a gap cuts is left out\n");
	expect_line(
	    text,
	    "  work              60       60   101.0   111.0  +9.90%    101    111    102    112  ");
	expect_line(text, "  longer\n");
	free(text);
	text = diff_shown(report_diff_markdown, d);
	expect_line(
	    text,
	    "| interval | one \\& \\<two\\> | 60 | 60 | 50.0 cycles | 50.0 cycles | +0.00 % | 1 | same |\n");
	expect_line(text, " **longer** |\n");
	free(text);
	text = diff_shown(report_diff_junit, d);
	expect_line(
	    text,
	    "<testsuite name=\"gnomon diff\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\">\n");
	expect_line(text,
		    "name=\"one &amp; &lt;two&gt;\">\n"
		    "    <system-out>50.0 cycles, was 50.0 cycles: +0.00 %, p 1</system-out>\n"
		    "  </testcase>\n");
	expect_line(
	    text,
	    "    <failure type=\"longer\" message=\"111.0 cycles, was 101.0 cycles: +9.90 %, p ");
	free(text);
	f = json_begin();
	report_diff_json(d, f);
	root = json_end(f);
	ck_assert(json_is_true(json_object_get(root, "worse")));
	interval = json_array_get(json_object_get(root, "intervals"), 0);
	ck_assert_str_eq(json_string_value(json_object_get(interval, "verdict")), "longer");
	ck_assert_double_eq_tol(json_real_value(json_object_get(interval, "change")), 10. / 101,
				1e-12);
	json_decref(root);
	report_diff_free(d);
}
END_TEST

int main(void)
{
	return run_tests("report_diff", NULL, teardown,
			 TESTS({test_longer}, {test_shorter}, {test_ticks}, {test_few},
			       {test_gone_and_new}, {test_from_zero}, {test_open}, {test_refused},
			       {test_written}));
}
