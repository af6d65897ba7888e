/* SPDX-License-Identifier: Apache-2.0 */
/* What reports and analyses know of a filtered run, and what they do not. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "passes/calls/calls.h"
#include "filter_fixture.h"
#include "passes/limits/limits.h"
#include "results/rows.h"
#include "results/rounds.h"
#include "tests/suite.h"

static void expect_left_out(const struct gno_report *r, unsigned node, int point, uint64_t records,
			    uint64_t from, uint64_t to)
{
	const struct report_left_out *o = report_left_out(r, node, point);

	if (!records) {
		ck_assert_ptr_null(o);
		return;
	}
	ck_assert_ptr_nonnull(o);
	ck_assert_uint_eq(o->records, records);
	ck_assert_uint_eq(o->from, from);
	ck_assert_uint_eq(o->to, to);
}

static const char *text_line(const char *text, const char *begins)
{
	const char *at = strstr(text, begins);

	ck_assert_msg(at != NULL, "no '%s' in:\n%s", begins, text);
	return at;
}

/* A stretch of time: what lies within is known, what reaches beyond is cut. */
START_TEST(test_time)
{
	struct gno_report *r;
	json_t *root, *all;
	char *text;

	ff_four_intervals();
	ff_must_filter("time in 105..405", NULL);
	r = report_of(&ff.other, NULL);
	expect_left_out(r, 0, 0, 1, 101, UINT64_MAX);
	expect_left_out(r, 0, 1, 1, 0, 439);
	expect_left_out(r, 1, 0, 0, 0, 0);
	expect_measure(&r->node[0].statistics[0], 2, 50, 20, 30, 0, 0, 2);
	expect_measure(&r->node[1].statistics[0], 1, 5, 5, 5, 0, 0, 0);
	ck_assert_uint_eq(r->node[0].lost, 0);
	ck_assert_int_eq(report_recorded(r, 0, 0), REPORT_RECORDED_PARTLY);
	ck_assert_int_eq(report_recorded(r, 1, 0), REPORT_RECORDED_ALWAYS);
	text = print_all_of(r);
	text_line(text, "filtered: keep time in 105..405, 2 of ");
	text_line(text, "  a      address   >= 3      1  >= 4\n");
	text_line(text, "  core0        8    >= 6      >= 0       0   >= 0     0     0      0  ");
	text_line(text, "  core1        4       2         0       0      0     0     0      0  ");
	text_line(text, "  core0  ....i.I.I...........\n");
	free(text);
	root = json_of(r);
	all = json_object_get(json_array_get(json_object_get(root, "intervals"), 0), "all");
	ck_assert(json_is_true(json_object_get(all, "at_least")));
	ck_assert(json_is_null(json_object_get(all, "self")));
	json_decref(root);
	gno_report_free(r);
	ff_end();
}
END_TEST

/* A row of the list of intervals: one that began. */
struct begun {
	unsigned node;
	size_t interval;
	uint64_t since, time;
	enum report_interval_end end;
};

static void expect_begun(const struct gno_report *r, const struct begun *e, size_t count)
{
	const struct report_row *row;
	struct report_cursor *c;
	struct gno_err err;

	ck_assert_int_eq(report_rows_open(r, REPORT_INTERVALS, 0, 0, &c, &err), GNO_OK);
	for (size_t i = 0; i < count; i++, e++) {
		ck_assert_int_eq(report_rows_next(c, &row, &err), 1);
		ck_assert_uint_eq(row->node, e->node);
		ck_assert_uint_eq(row->interval.interval, e->interval);
		ck_assert_uint_eq(row->interval.since, e->since);
		ck_assert_uint_eq(row->time, e->time);
		ck_assert_int_eq(row->interval.end, e->end);
	}
	ck_assert_int_eq(report_rows_next(c, &row, &err), 0);
	report_rows_close(c);
}

/* Cycles that the time line shows an interval for. */
static uint64_t drawn(const struct gno_report *r, unsigned node, size_t interval)
{
	const struct report_line *line = &r->line;
	uint64_t sum = 0;

	for (unsigned i = 0; i < line->columns; i++)
		sum += line->cell[(node * line->columns + i) * line->kinds + interval];
	return sum;
}

/*
 * Intervals whose ends a filter left out are open no longer than it is known, whatever comes after
 * that: other intervals, a gap, or the end.
 */
START_TEST(test_open)
{
	static const struct begun expected[] = {
	    {0, 0, 100, 110, REPORT_FINISHED},	{1, 0, 100, 110, REPORT_FINISHED},
	    {1, 1, 150, 160, REPORT_FINISHED},	{0, 0, 200, 220, REPORT_CUT_BEGUN},
	    {1, 0, 200, 300, REPORT_CUT_BEGUN}, {1, 0, 210, 300, REPORT_CUT_BEGUN},
	    {1, 1, 320, 330, REPORT_FINISHED},	{0, 1, 310, 350, REPORT_FINISHED},
	    {0, 1, 560, 600, REPORT_CUT_BEGUN}, {1, 1, 900, 1000, REPORT_UNFINISHED}};
	static const char *const limit[] = {"max(i) < 100 cycles at core0", "max(i) <= 19 cycles",
					    "max(i) < 101 cycles at core1",
					    "max(i) < 100 cycles at core1"};
	const struct gno_report_options o = {.columns = 20, .limit = limit, .limits = 4};
	struct report_judged j;
	struct gno_report *r;
	struct gno_err err;

	ff_begin(32);
	fix_interval(&ff.fix, "j", "t", "c");
	for (unsigned k = 0; k < 2; k++) {
		tw_event(&ff.w, k, 100, FILTER_A, 0);
		tw_event(&ff.w, k, 110, FILTER_B, 0);
	}
	tw_event(&ff.w, 0, 200, FILTER_A, 0);
	tw_event(&ff.w, 0, 220, FILTER_B, 0); /* left out */
	tw_trigger(&ff.w, 0, 310, FILTER_T, 0);
	tw_event(&ff.w, 0, 350, FILTER_C, 0);
	tw_trigger(&ff.w, 0, 560, FILTER_T, 0);
	tw_gap(&ff.w, 0, 600, 650, 1);
	tw_trigger(&ff.w, 1, 150, FILTER_T, 0);
	tw_event(&ff.w, 1, 160, FILTER_C, 0);
	tw_event(&ff.w, 1, 200, FILTER_A, 0);
	tw_event(&ff.w, 1, 210, FILTER_A, 0);
	tw_event(&ff.w, 1, 300, FILTER_B, 0); /* left out */
	tw_trigger(&ff.w, 1, 320, FILTER_T, 0);
	tw_event(&ff.w, 1, 330, FILTER_C, 0);
	tw_event(&ff.w, 1, 340, FILTER_B, 0); /* left out */
	tw_trigger(&ff.w, 1, 900, FILTER_T, 0);
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&ff.w, k, 1000);
	tw_write(&ff.w);
	ff_must_filter(NULL, "event == b and time > 115");
	ck_assert_msg(!gno_report_build(ff.other.dir, &o, &r, &err), "%s", err.text);
	expect_measure(&r->node[0].statistics[0], 1, 10, 10, 10, 0, 0, 1);
	expect_measure(&r->node[0].statistics[1], 1, 40, 40, 40, 0, 0, 1);
	expect_measure(&r->node[1].statistics[0], 1, 10, 10, 10, 0, 0, 2);
	expect_measure(&r->node[1].statistics[1], 2, 20, 10, 10, 1, 0, 0);
	ck_assert_uint_eq(drawn(r, 0, 0), 10 + 20);
	ck_assert_uint_eq(drawn(r, 0, 1), 40 + 40);
	ck_assert_uint_eq(drawn(r, 1, 0), 10 + 100);
	ck_assert_uint_eq(drawn(r, 1, 1), 10 + 10 + 100);
	expect_begun(r, expected, sizeof(expected) / sizeof(*expected));
	for (size_t i = 0; i < 4; i++) {
		report_limits_judge(r, i, &j);
		ck_assert_msg(j.verdict == (i % 2 ? REPORT_FAILED : REPORT_UNKNOWN), "%s: %s (%s)",
			      limit[i], report_verdict_name(j.verdict), j.reason);
	}
	gno_report_free(r);
	ff_end();
}
END_TEST

/* Records of a point left out between those that stay: its intervals are not known at all. */
START_TEST(test_between)
{
	struct gno_report *r;

	ff_four_intervals();
	ff_must_filter(NULL, "time in 205..310");
	r = report_of(&ff.other, NULL);
	expect_left_out(r, 0, 0, 1, 1, 0);
	expect_left_out(r, 0, 1, 1, 1, 0);
	expect_measure(&r->node[0].statistics[0], 0, 0, 0, 0, 0, 0, 0);
	expect_measure(&r->node[1].statistics[0], 1, 5, 5, 5, 0, 0, 0);
	gno_report_free(r);
	ff_end();
}
END_TEST

/* A second filter: both are known, and what either left out. */
START_TEST(test_twice)
{
	const struct filter_options o = {.drop = "event == b and time > 300"};
	struct filter_result done;
	struct gno_report *r;
	struct gno_err err;
	struct tw third;

	ff_four_intervals();
	ff_must_filter("time > 105", NULL);
	third = ff.other;
	snprintf(third.dir, sizeof(third.dir), "%.50s.2", ff.w.dir);
	ck_assert_msg(!filter_run(ff.other.dir, third.dir, &o, &done, &err), "%s", err.text);
	ck_assert_uint_eq(done.left_out, 2);
	r = report_of(&third, NULL);
	ck_assert_uint_eq(r->run->filters, 2);
	ck_assert_str_eq(r->run->filter[1].drop, "event == b and time > 300");
	ck_assert_ptr_null(r->run->filter[1].keep);
	expect_left_out(r, 0, 0, 1, 101, UINT64_MAX);
	expect_left_out(r, 0, 1, 2, 0, 329);
	expect_measure(&r->node[0].statistics[0], 1, 20, 20, 20, 0, 0, 2);
	gno_report_free(r);
	ff_remove(&third);
	ff_end();
}
END_TEST

/* A trace that was cut off in its last event: that, the flush and no more are missing still. */
START_TEST(test_cut)
{
	const struct filter_options o = {.keep = "any"};
	struct filter_result done;
	struct gno_report *r;
	struct gno_err err;
	struct tw third;
	struct stat st;
	char *text;

	ff_four_intervals();
	ck_assert_int_eq(stat(tw_path(&ff.w, "trace/node_0"), &st), 0);
	ff.w.size = (size_t)st.st_size;
	tw_write(&ff.w);
	ck_assert_int_eq(truncate(tw_path(&ff.w, "trace/node_0"), st.st_size - 12), 0);
	ff_must_filter(NULL, "event == a and time < 150");
	third = ff.other;
	snprintf(third.dir, sizeof(third.dir), "%.50s.2", ff.w.dir);
	ck_assert_msg(!filter_run(ff.other.dir, third.dir, &o, &done, &err), "%s", err.text);
	r = report_of(&third, NULL);
	ck_assert_uint_eq(r->node[0].missing, 8 + 8);
	ck_assert_uint_eq(r->node[0].holes, 0);
	ck_assert(!r->node[0].flushed);
	text = print_all_of(r);
	text_line(text, "its trace was cut off, 16 bytes are missing");
	free(text);
	gno_report_free(r);
	ff_remove(&third);
	ff_end();
}
END_TEST

/* A flight recorder: where its records begin and end, and when it was stopped, stays known. */
START_TEST(test_recorder)
{
	for (unsigned enough = 0; enough < 2; enough++) {
		struct gno_report *whole, *part;

		ff_begin(32);
		fix_point(&ff.fix, "stop", GNO_PATTERN_EVENT, 5, RECORD | 1u << GNO_ACT_STOP);
		ff.fix.file.mode = GNO_BUFFER_WRAP;
		ff.fix.file.after = 3 + !enough;
		ff.w.mode = "wrap";
		ff.w.frozen = 1;
		if (enough) /* what came before 100 is overwritten */
			ff.w.node[0].len = TW_HEADER;
		for (unsigned i = 0; i < 4; i++)
			tw_event(&ff.w, 0, 100 + i, FILTER_A, 0);
		tw_event(&ff.w, 0, 200, 5, 1u << GNO_FLAG_STOP);
		for (unsigned i = 0; i < 3; i++)
			tw_event(&ff.w, 0, 300 + i, i == 1 ? FILTER_C : FILTER_A, 0);
		for (unsigned k = 0; k < 2; k++)
			tw_flush(&ff.w, k, 1000);
		tw_write(&ff.w);
		ff_must_filter(NULL, "any");
		whole = report_of(&ff.w, NULL);
		part = report_of(&ff.other, NULL);
		ck_assert_uint_eq(whole->node[0].stopped, enough ? 200 : UINT64_MAX);
		ck_assert_uint_eq(part->node[0].stopped, whole->node[0].stopped);
		ck_assert_uint_eq(whole->node[0].kept_until, 302);
		for (unsigned k = 0; k < 2; k++) {
			ck_assert_uint_eq(part->node[k].kept_until, whole->node[k].kept_until);
			ck_assert_uint_eq(part->node[k].begin, whole->node[k].begin);
			ck_assert_uint_eq(part->node[k].end, whole->node[k].end);
		}
		ck_assert_uint_eq(part->node[0].overwritten, enough);
		ck_assert_uint_eq(part->node[0].count[0],
				  1 + enough); /* the last record, the first */
		ck_assert_uint_eq(part->node[0].count[2], 0);
		gno_report_free(whole);
		gno_report_free(part);
		ff_end();
	}
}
END_TEST

/* Rounds are combined by their intervals: not if a filter left out some of one. */
START_TEST(test_rounds)
{
	const struct filter_options o = {.keep = "node == core0"};
	struct gno_rounds *rounds = NULL;
	struct filter_result done;
	struct gno_err err;
	struct tw all;
	char round[80];

	ff_four_intervals();
	ff.fix.file.rounds = 1;
	tw_write(&ff.w);
	all = ff.other;
	snprintf(round, sizeof(round), "%s/round0", all.dir);
	ck_assert_int_eq(mkdir(all.dir, 0777), 0);
	ck_assert_int_eq(rename(ff.w.dir, round), 0);
	ck_assert_msg(!gno_rounds_build(all.dir, &rounds, &err), "%s", err.text);
	gno_rounds_free(rounds);
	ck_assert_int_eq(rename(round, ff.w.dir), 0);
	ck_assert_msg(!filter_run(ff.w.dir, round, &o, &done, &err), "%s", err.text);
	ck_assert_int_eq(gno_rounds_build(all.dir, &rounds, &err), GNO_ERR_STATE);
	ck_assert_ptr_nonnull(strstr(err.text, "/round0' was filtered"));
	ff_end();
}
END_TEST

static void expect_verdict(const struct gno_report *r, size_t i, enum report_verdict verdict,
			   const char *value)
{
	struct report_judged j;

	report_limits_judge(r, i, &j);
	ck_assert_msg(j.verdict == verdict && !strcmp(j.value, value), "%s: %s (%s; %s)",
		      r->limits->limit[i].limit.text, report_verdict_name(j.verdict), j.value,
		      j.reason);
	if (verdict == REPORT_UNKNOWN)
		ck_assert_str_eq(j.reason, "node 'core0' has records that a filter left out");
}

/* A run of which an interval was left out: how many there were is known, and of one that it
 * had some duration. */
START_TEST(test_limits)
{
	static const char *const limit[] = {"count(a) == 5",
					    "count(i) <= 5",
					    "count(i) == 5",
					    "count(i) >= 4",
					    "p100(i) < 30 cycles",
					    "p50(i) <= 30 cycles",
					    "p50(i) <= 20 cycles",
					    "p50(i) >= 30 cycles",
					    "min(i) > 5 cycles",
					    "max(i) < 50 cycles",
					    "mean(i) < 1000 cycles",
					    "count(i) == 1 at core1",
					    "mean(i) < 6 cycles at core1"};
	const struct gno_report_options o = {
	    .columns = 1, .limit = limit, .limits = sizeof(limit) / sizeof(*limit)};
	struct gno_report *r;
	struct gno_err err;

	ff_four_intervals();
	ff_must_filter("time > 115", NULL);
	ck_assert_msg(!gno_report_build(ff.other.dir, &o, &r, &err), "%s", err.text);
	expect_verdict(r, 0, REPORT_PASSED, "5");
	expect_verdict(r, 1, REPORT_PASSED, ">= 4");
	expect_verdict(r, 2, REPORT_UNKNOWN, ">= 4");
	expect_verdict(r, 3, REPORT_PASSED, ">= 4");
	expect_verdict(r, 4, REPORT_FAILED, "40 cycles");
	expect_verdict(r, 5, REPORT_PASSED, "20 cycles"); /* 5, 20, 30, 40 and another one */
	expect_verdict(r, 6, REPORT_UNKNOWN, "20 cycles");
	expect_verdict(r, 7, REPORT_UNKNOWN, "20 cycles");
	expect_verdict(r, 8, REPORT_FAILED, "5 cycles");
	expect_verdict(r, 9, REPORT_UNKNOWN, "40 cycles");
	expect_verdict(r, 10, REPORT_UNKNOWN, "23.8 cycles");
	expect_verdict(r, 11, REPORT_PASSED, "1");
	expect_verdict(r, 12, REPORT_PASSED, "5.0 cycles");
	gno_report_free(r);
	ff_end();
}
END_TEST

/* Stretches of which nothing is known: how often a point was recorded is known all the same. */
START_TEST(test_count_in_stretch)
{
	static const char *const limit[] = {"count(a) == 2", "count(c) == 2", "count(i) == 1"};
	const struct gno_report_options o = {
	    .columns = 1, .limit = limit, .limits = sizeof(limit) / sizeof(*limit)};
	struct gno_report *r;
	struct gno_err err;

	ff_begin(32);
	tw_event(&ff.w, 0, 100, FILTER_A, 0);
	tw_event(&ff.w, 0, 110, FILTER_C, 0);
	tw_event(&ff.w, 0, 120, FILTER_A, 0);
	tw_event(&ff.w, 0, 130, FILTER_C, 0);
	tw_event(&ff.w, 0, 140, FILTER_B, 0);
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&ff.w, k, 200);
	tw_write(&ff.w);
	ff_must_filter(NULL, "time in 105..135");
	ck_assert_msg(!gno_report_build(ff.other.dir, &o, &r, &err), "%s", err.text);
	ck_assert_uint_gt(r->node[0].unseen[REPORT_LEFT_OUT], 0);
	expect_verdict(r, 0, REPORT_PASSED, "2");
	expect_verdict(r, 1, REPORT_PASSED, "2");
	expect_verdict(r, 2, REPORT_UNKNOWN, ">= 0");
	gno_report_free(r);
	ff_end();
}
END_TEST

/* The records in which a filter says what it left out are none of the run. */
START_TEST(test_own_records)
{
	struct filter_result done;
	struct gno_report *r;

	ff_begin(32);
	tw_event(&ff.w, 0, 100, FILTER_A, 0);
	tw_event(&ff.w, 0, 110, FILTER_C, 0);
	tw_event(&ff.w, 0, 120, FILTER_B, 0);
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&ff.w, k, 200);
	tw_write(&ff.w);
	done = ff_must_filter(NULL, "event == c");
	ck_assert_uint_eq(done.kept, 6);
	r = report_of(&ff.other, NULL);
	ck_assert_uint_eq(r->node[0].unseen[REPORT_LEFT_OUT], 1);
	ck_assert_uint_eq(r->node[0].records, 4); /* its sync, a, b and its flush */
	ck_assert_uint_eq(r->node[1].records, 2);
	gno_report_free(r);
	ff_end();
}
END_TEST

/* A gap has no room for the highest bit of the run's number, which is 1 of every monitor. */
START_TEST(test_number)
{
	struct filter_result done;
	struct gno_err err;

	ff_begin(32);
	ff.w.run = 127;
	for (unsigned k = 0; k < 2; k++)
		ff.w.node[k].data[TW_HEADER + 7] = 127; /* of the sync */
	tw_event(&ff.w, 0, 100, FILTER_A, 0);
	tw_event(&ff.w, 0, 110, FILTER_C, 0);
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&ff.w, k, 200);
	tw_write(&ff.w);
	ck_assert_int_eq(ff_filter("event == a", NULL, &done, &err), GNO_ERR_FORMAT);
	ck_assert_ptr_nonnull(strstr(err.text, "cannot leave out a stretch of run number 127,"));
	ck_assert_uint_eq(ff_must_filter("event == c", NULL).left_out, 1);
	ff_end();
}
END_TEST

START_TEST(test_no_profile)
{
	const struct gno_report_options o = {.columns = 1, .profile = true};
	struct gno_report *r;
	struct gno_err err;

	ff_begin(32);
	tw_word(&ff.w, 0, 100, 19, 0);
	tw_word(&ff.w, 0, 200, 80, 0);
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&ff.w, k, 400);
	tw_write(&ff.w);
	ff_must_filter("pc < 80", NULL);
	ck_assert_int_eq(gno_report_build(ff.other.dir, &o, &r, &err), GNO_ERR_STATE);
	ck_assert_str_eq(err.text, "a filter left out 1 word record of node 'core0'");
	ff_end();
}
END_TEST

START_TEST(test_no_calls)
{
	const struct calls_options all = {.to = UINT64_MAX},
				   at = {.to = UINT64_MAX, .node = "core1"};
	struct gno_report *r;
	struct calls *calls;
	struct gno_err err;

	ff_begin(32);
	fix_called(&ff.fix, "main", 5, 6);
	for (unsigned k = 0; k < 2; k++) {
		tw_event(&ff.w, k, 100, 5, 0);
		tw_event(&ff.w, k, 200 + k, 6, 0);
		tw_flush(&ff.w, k, 400);
	}
	tw_write(&ff.w);
	ff_must_filter(NULL, "time == 200");
	ck_assert_msg(!gno_report_look(ff.other.dir, &r, &err), "%s", err.text);
	ck_assert_int_eq(calls_make(r, &all, &calls, &err), GNO_ERR_STATE);
	ck_assert_ptr_nonnull(strstr(err.text, "a filter left out 1 record of 'main"));
	ck_assert_ptr_nonnull(strstr(err.text, " at node 'core0'"));
	ck_assert_int_eq(calls_make(r, &at, &calls, &err), GNO_OK);
	calls_free(calls);
	gno_report_free(r);
	ff_end();
}
END_TEST

/* Processes have intervals of their own, likewise. */
START_TEST(test_processes)
{
	const struct report_process_interval *p;
	struct gno_report *r;

	ff_begin(32);
	tw_datum(&ff.w, 0, 50, &(struct tw_datum){.page = 1, .process = 5});
	for (unsigned i = 1; i <= 3; i++) {
		tw_event(&ff.w, 0, 100 * i, FILTER_A, 0);
		tw_event(&ff.w, 0, 100 * i + 10 * i, FILTER_B, 0);
	}
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&ff.w, k, 1000);
	tw_write(&ff.w);
	ff_must_filter("time in 105..305 or kind == write", NULL);
	r = report_of(&ff.other, NULL);
	p = &r->node[0].port.process[0].interval[0];
	ck_assert_uint_eq(p->stats.count, 1);
	ck_assert_uint_eq(p->stats.total, 20);
	ck_assert_uint_eq(p->cut, 2);
	ck_assert_uint_eq(p->unfinished + p->unmatched, 0);
	gno_report_free(r);
	ff_must_filter(NULL, "time in 205..215 or time == 220");
	r = report_of(&ff.other, NULL);
	p = &r->node[0].port.process[0].interval[0];
	ck_assert_uint_eq(p->stats.count + p->cut + p->unfinished + p->unmatched, 0);
	gno_report_free(r);
	ff_end();
}
END_TEST

/* A journal that does not fit together is refused. */
START_TEST(test_journal)
{
	static const char *const wrong[][2] = {
	    {"\"gnomon\": 4", "\"gnomon\": 3"},
	    {"\"filters\"", "\"filter__\""},
	    {"\"node\": \"core0\"", "\"node\": \"core9\""},
	    {"\"records\": 1", "\"records\": 0"},
	    {"\"from\": 101", "\"from\": -10"},
	    {"\"point\": \"a\"", "\"point\": \"z\""},
	};
	struct gno_report *r;
	struct gno_err err;
	char text[4096], *at;
	size_t len;
	FILE *f;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		ff_four_intervals();
		ff_must_filter("time in 105..405", NULL);
		f = fopen(tw_path(&ff.other, "run.json"), "r+");
		ck_assert_ptr_nonnull(f);
		len = fread(text, 1, sizeof(text) - 1, f);
		text[len] = '\0';
		at = strstr(text, wrong[i][0]);
		ck_assert_msg(at != NULL, "no %s", wrong[i][0]);
		memcpy(at, wrong[i][1], strlen(wrong[i][1]));
		rewind(f);
		fwrite(text, 1, len, f);
		fclose(f);
		ck_assert_msg(gno_report_look(ff.other.dir, &r, &err) == GNO_ERR_FORMAT, "%s",
			      wrong[i][1]);
		ff_end();
	}
}
END_TEST

int main(void)
{
	return run_tests("filter_known", NULL, NULL,
			 TESTS({test_time}, {test_open}, {test_between}, {test_twice}, {test_cut},
			       {test_recorder}, {test_rounds}, {test_limits},
			       {test_count_in_stretch}, {test_own_records}, {test_number},
			       {test_no_profile}, {test_no_calls}, {test_processes},
			       {test_journal}));
}
