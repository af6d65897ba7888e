/* SPDX-License-Identifier: Apache-2.0 */

/* The points of a CAPTURE line: a global trigger, and the rounds of the interrupt form. */

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "gnomon/records.h"
#include "uses_fixture.h"
#include "tests/suite.h"

#define ACT(action) (1u << GNO_ACT_##action)

static void setup(void)
{
	uses_setup();
	uses_rounds_manifest();
}

static void expect_point(const char *name, int code0, int code1, unsigned actions)
{
	const struct gno_pattern_point *p = ex_point(name);

	ck_assert_ptr_nonnull(p);
	ck_assert_int_eq(p->kind, GNO_PATTERN_TRIGGER);
	ck_assert_str_eq(p->what, name);
	ck_assert_int_eq(p->code[0], code0);
	ck_assert_int_eq(p->code[1], code1);
	ck_assert_uint_eq(p->actions, actions);
	ck_assert_uint_eq(p->numbers, 1);
}

/* Row of a trigger in the table of their actions at a node. */
static unsigned row(unsigned node, unsigned trigger)
{
	return ex_table(node, "triggers")->cell[trigger];
}

/* They are there by themselves and record; a global trigger samples, too. */
START_TEST(test_points_of_the_line)
{
	uses_good("");
	expect_point("capture_began", 8, 8, ACT(RECORD));
	expect_point("capture_ended", 9, 9, ACT(RECORD));
	expect_point("host", 12, -1, ACT(RECORD) | ACT(SAMPLE) | ACT(BANK));
	expect_point("capture", 13, 11, ACT(RECORD) | ACT(SAMPLE) | ACT(BANK));
	ck_assert_str_eq(ex_point("capture_began")->text, "the CAPTURE line is asserted");
	ck_assert_str_eq(ex_point("capture_ended")->text, "the CAPTURE line is released");
	for (unsigned k = 0; k < 2; k++) {
		ck_assert_uint_eq(row(k, 8), ACT(RECORD));
		ck_assert_uint_eq(row(k, 9), ACT(RECORD));
	}
}
END_TEST

/* They do more where that is asked for, and are used as other triggers are. */
START_TEST(test_rounds_are_points)
{
	uses_good(
	    "actions: { capture_began: [record, sample, reset, mark], capture_ended: [record, start], a: [record, global] }\n"
	    "intervals: { round: { from: capture_began, to: capture_ended }, rest: { from: capture_ended, to: a } }\n"
	    "until: { point: capture_ended }\n"
	    "count: { all_events: [a, capture_began] }\n");
	expect_point("capture_began", 8, 8, ACT(RECORD) | ACT(SAMPLE) | ACT(RESET) | ACT(MARK));
	ck_assert_uint_eq(row(0, 8), ACT(RECORD) | ACT(SAMPLE) | ACT(RESET) | ACT(MARK));
	ck_assert_uint_eq(row(0, 9), ACT(RECORD) | ACT(START));
	ck_assert_uint_eq(ex.p->intervals, 2);
	ck_assert_str_eq(ex.p->point[ex.p->interval[0].from].name, "capture_began");
	ck_assert_str_eq(ex.p->point[ex.p->interval[0].to].name, "capture_ended");
	ck_assert_str_eq(ex.p->point[ex.p->until].name, "capture_ended");
	ck_assert(ex.p->until_on[0] && ex.p->until_on[1]);
	ck_assert_uint_eq(ex_table(0, "events")->cell[8], 2); /* the second line */
	ck_assert_uint_eq(ex_table(0, "events")->cell[9], 0);
}
END_TEST

/* Nodes that the experiment leaves out record nothing. */
START_TEST(test_rounds_of_some_nodes)
{
	uses_good("nodes: [core0]\n");
	expect_point("capture_began", 8, -1, ACT(RECORD));
	ck_assert_uint_eq(row(0, 9), ACT(RECORD));
	ck_assert_uint_eq(row(1, 9), 0);
}
END_TEST

/* A monitor without the interrupt form has no such points. */
START_TEST(test_rounds_need_the_line)
{
	struct gno_err err;

	uses_manifest(false);
	uses_good("");
	ck_assert_ptr_null(ex_point("capture_began"));
	ck_assert_ptr_null(ex_point("capture"));
	ck_assert_int_eq(uses_load("actions: { capture_began: [record] }\n", &err), GNO_ERR_FORMAT);
	ex_expect_fault(4, 12, "there is no point 'capture_began'", false);
}
END_TEST

static const struct {
	const char *text;
	unsigned line, column;
	const char *fault;
} bad[] = {
    {"actions: { capture_began: [sample] }\n", 4, 27,
     "point 'capture_began' must 'record': without its records the pauses of the time counters would be lost"},
    {"actions: { capture_ended: [] }\n", 4, 27,
     "point 'capture_ended' must 'record': without its records the pauses of the time counters would be lost"},
    {"actions: { capture_began: [record, global] }\n", 4, 27,
     "point 'capture_began' cannot do 'global': a global trigger asserts the line, whose rounds would never end"},
    {"actions: { capture_ended: [record, global] }\n", 4, 27,
     "point 'capture_ended' cannot do 'global': a global trigger asserts the line, whose rounds would never end"},
    {"actions: { capture: [record, global] }\n", 4, 21,
     "point 'capture' cannot do 'global': it is what a global trigger fires"},
    {"watchdog: { event: capture_ended, after: 9 }\n", 4, 20, "there is no point 'capture_ended'"},
    {"actions: { capture_beg: [record] }\n", 4, 12,
     "there is no point 'capture_beg'; did you mean 'capture_began'?"},
};

START_TEST(test_each_fault_has_its_place)
{
	struct gno_err err;

	ck_assert_int_eq(uses_load(bad[_i].text, &err), GNO_ERR_FORMAT);
	ex_expect_fault(bad[_i].line, bad[_i].column, bad[_i].fault, false);
}
END_TEST

/* Nobody else can have their names. */
START_TEST(test_names_of_rounds_are_taken)
{
	struct gno_err err;

	ck_assert_int_eq(ex_load("gnomon: 1\nmanifest: m.json\n"
				 "points: { capture_ended: { address: 4 } }\n",
				 &err),
			 GNO_ERR_FORMAT);
	ex_expect_fault(3, 11, "'capture_ended' is the monitor's own trigger: take another name",
			false);
}
END_TEST

int main(void)
{
	return run_tests("capture", setup, ex_teardown,
			 TESTS({test_points_of_the_line}, {test_rounds_are_points},
			       {test_rounds_of_some_nodes}, {test_rounds_need_the_line},
			       {test_each_fault_has_its_place, sizeof(bad) / sizeof(bad[0])},
			       {test_names_of_rounds_are_taken}));
}
