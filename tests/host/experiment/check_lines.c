/* SPDX-License-Identifier: Apache-2.0 */

/* The points of a REPORT line, alone or beside a CAPTURE line, and what a local store refuses. */

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "gnomon/records.h"
#include "uses_fixture.h"
#include "tests/suite.h"

#define ACT(action) (1u << GNO_ACT_##action)

/* A monitor with both lines. */
static void setup(void)
{
	uses_setup();
	uses_report_manifest(true);
}

static void expect_point(const char *name, int code0, int code1, const char *text)
{
	const struct gno_pattern_point *p = NULL;

	for (size_t i = 0; i < ex.p->points; i++)
		if (!strcmp(ex.p->point[i].name, name))
			p = &ex.p->point[i];
	ck_assert_msg(p != NULL, "%s", name);
	ck_assert_int_eq(p->code[0], code0);
	ck_assert_int_eq(p->code[1], code1);
	ck_assert_str_eq(p->what, name);
	ck_assert_str_eq(p->text, text);
	ck_assert_uint_eq(p->actions, ACT(RECORD));
	for (unsigned k = 0; k < 2; k++)
		ck_assert_uint_eq(ex_table(k, "triggers")->cell[p->code[k]], ACT(RECORD));
}

/* They are there by themselves, and record. */
START_TEST(test_points_of_both_lines)
{
	uses_good("");
	expect_point("capture_began", 8, 8, "the CAPTURE line is asserted");
	expect_point("capture_ended", 9, 9, "the CAPTURE line is released");
	expect_point("report_began", 10, 10, "the REPORT line is asserted");
	expect_point("report_ended", 11, 11, "the REPORT line is released");
}
END_TEST

START_TEST(test_points_of_report_alone)
{
	struct gno_err err;

	uses_report_manifest(false);
	uses_good("");
	expect_point("report_began", 8, 8, "the REPORT line is asserted");
	expect_point("report_ended", 9, 9, "the REPORT line is released");
	ck_assert_int_eq(uses_load("actions: { capture_began: [record] }\n", &err), GNO_ERR_FORMAT);
	ex_expect_fault(4, 12, "there is no point 'capture_began'; did you mean 'report_began'?",
			false);
}
END_TEST

/* They do more where that is asked for; other event lines count them, and other points assert the
 * line. */
START_TEST(test_report_is_used)
{
	const uint8_t *events;

	uses_good(
	    "actions: { report_began: [record, sample, mark] }\n"
	    "intervals: { round: { from: report_began, to: report_ended } }\n"
	    "until: { point: a }\n"
	    "count: { report: [a, timer, host, capture], all_events: [report_began, capture_ended] }\n"
	    "timer: { every: 1000 }\n");
	ck_assert_uint_eq(ex_table(0, "triggers")->cell[10], ACT(RECORD) | ACT(SAMPLE) | ACT(MARK));
	ck_assert_str_eq(ex.p->point[ex.p->until].name, "a");
	events = ex_table(0, "events")->cell;
	ck_assert_uint_eq(events[6], 1); /* the timer; its line is the first one */
	ck_assert_uint_eq(events[8], 0);
	ck_assert_uint_eq(events[9], 2);
	ck_assert_uint_eq(events[10], 2);
	ck_assert_uint_eq(events[11], 0);
	ck_assert_uint_eq(events[15], 1); /* capture */
}
END_TEST

static const struct {
	bool capture;
	const char *text;
	unsigned line, column;
	const char *fault;
} bad[] = {
    {true, "actions: { report_began: [mark] }\n", 4, 26,
     "point 'report_began' must 'record': without its records the pauses of the time counters would be lost"},
    {false, "actions: { report_ended: [] }\n", 4, 26,
     "point 'report_ended' must 'record': without its records the pauses of the time counters would be lost"},
    {true, "actions: { report_began: [record, global] }\n", 4, 26,
     "point 'report_began' cannot do 'global': rounds of the REPORT line drive no other line"},
    {true, "actions: { report_ended: [record, global] }\n", 4, 26,
     "point 'report_ended' cannot do 'global': rounds of the REPORT line drive no other line"},
    {true, "actions: { capture_ended: [record, global] }\n", 4, 27,
     "point 'capture_ended' cannot do 'global': a global trigger asserts the line, whose rounds would never end"},
    {true, "count: { report: capture_began }\n", 4, 18,
     "point 'capture_began' cannot drive event line 'report', which asserts the REPORT line: its rounds would never end"},
    {true, "count: { report: [a, capture_ended] }\n", 4, 22,
     "point 'capture_ended' cannot drive event line 'report', which asserts the REPORT line: its rounds would never end"},
    {false, "count: { report: [report_began, a] }\n", 4, 19,
     "point 'report_began' cannot drive event line 'report', which asserts the REPORT line: its rounds would never end"},
    {true, "count: [{ nodes: core0, report: report_ended }]\n", 4, 33,
     "point 'report_ended' cannot drive event line 'report', which asserts the REPORT line: its rounds would never end"},
    {false, "buffer: fill\n", 4, 9,
     "buffer mode 'fill' needs records as they are made, and node 'core0' keeps its own in a local store: use 'stream', or a monitor with 'store: ring'"},
    {true, "buffer: wrap\n", 4, 9,
     "buffer mode 'wrap' needs records as they are made, and node 'core0' keeps its own in a local store: use 'stream', or a monitor with 'store: ring'"},
    {true, "buffer: { wrap: { after: 4 } }\n", 4, 9,
     "buffer mode 'wrap' needs records as they are made, and node 'core0' keeps its own in a local store: use 'stream', or a monitor with 'store: ring'"},
};

START_TEST(test_each_fault_has_its_place)
{
	struct gno_err err;

	uses_report_manifest(bad[_i].capture);
	ck_assert_int_eq(uses_load(bad[_i].text, &err), GNO_ERR_FORMAT);
	ex_expect_fault(bad[_i].line, bad[_i].column, bad[_i].fault, false);
	ck_assert_msg(ex.faults.count == 1, "also: %s", ex.faults.fault[0].text);
}
END_TEST

START_TEST(test_wrap_needs_a_recorder)
{
	static const char *const texts[] = {"buffer: wrap\n", "buffer: { wrap: { after: 4 } }\n"};
	struct gno_err err;

	uses_no_recorder_manifest();
	uses_good("buffer: stream\n");
	uses_good("buffer: fill\n");
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		ck_assert_int_eq(uses_load(texts[i], &err), GNO_ERR_FORMAT);
		ex_expect_fault(
		    4, 9,
		    "the monitor has no flight recorder ('buffer: { wrap: no }' in its description): use 'stream' or 'fill'",
		    false);
	}
}
END_TEST

/* Without a local store all modes can be used, and without the line an event line can have its
 * name. */
START_TEST(test_only_where_it_matters)
{
	uses_rounds_manifest();
	uses_good("buffer: fill\n");
	uses_good("buffer: wrap\n");
	uses_report_manifest(true);
	uses_good("buffer: stream\n");
	uses_event_line_manifest();
	uses_good("count: { report: [a, capture_began] }\n");
}
END_TEST

/* Without a CAPTURE line there is nothing to drive: one message. */
START_TEST(test_global_without_capture)
{
	struct gno_err err;

	uses_report_manifest(false);
	ck_assert_int_eq(uses_load("actions: { report_began: [record, global] }\n", &err),
			 GNO_ERR_FORMAT);
	ex_expect_fault(4, 26,
			"point 'report_began' cannot do 'global': node 'core0' has no CAPTURE line",
			false);
	ck_assert_msg(ex.faults.count == 1, "also: %s", ex.faults.fault[0].text);
}
END_TEST

/* A local store keeps the end of the run to itself, unless that asserts the line. */
START_TEST(test_end_that_is_kept)
{
	struct gno_err err;

	uses_report_manifest(true);
	ck_assert_int_eq(uses_load("until: { point: a }\n", &err), GNO_OK);
	ex_expect_fault(
	    4, 17,
	    "'until' waits for point 'a', but node 'core0' keeps the record of it in a local store until the REPORT line is asserted: let it drive event line 'report' there ('count')",
	    true);
	ck_assert_int_eq(uses_load("until: { point: report_ended, nodes: core0 }\n", &err), GNO_OK);
	ex_expect_fault(
	    4, 17,
	    "'until' waits for point 'report_ended', but node 'core0' keeps the record of it in a local store until the REPORT line is asserted again",
	    true);
	uses_good("until: { point: a, nodes: core1 }\n");
	uses_good("until: { point: a }\ncount: { report: a }\n");
}
END_TEST

/* Nobody else can have their names. */
START_TEST(test_names_of_rounds_are_taken)
{
	struct gno_err err;

	ck_assert_int_eq(ex_load("gnomon: 1\nmanifest: m.json\n"
				 "points: { report_began: { address: 4 } }\n",
				 &err),
			 GNO_ERR_FORMAT);
	ex_expect_fault(3, 11, "'report_began' is the monitor's own trigger: take another name",
			false);
}
END_TEST

int main(void)
{
	return run_tests("lines", setup, ex_teardown,
			 TESTS({test_points_of_both_lines}, {test_points_of_report_alone},
			       {test_report_is_used},
			       {test_each_fault_has_its_place, sizeof(bad) / sizeof(bad[0])},
			       {test_only_where_it_matters}, {test_wrap_needs_a_recorder},
			       {test_global_without_capture}, {test_end_that_is_kept},
			       {test_names_of_rounds_are_taken}));
}
