/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What is known of the lines, from the records that some nodes have and others have lost: by hand,
 * one node and long times. check_report_line_ways.c has what short runs can have been.
 */

#include <check.h>

#include "tests/suite.h"
#include "passes/lines/line.h"

static const struct report_nodes all = {{1}};
static struct line_node one;
static struct report_pauses *pauses;
static struct line line;

static void setup(void)
{
	struct gno_err err;

	one = (struct line_node){0, UINT64_MAX};
	ck_assert_int_eq(report_pauses_new(&all, &pauses, &err), 0);
	line_begin(&line, &one, 1, GNO_LINE_CAPTURE, pauses);
}

static void teardown(void)
{
	report_pauses_free(pauses);
}

static void say_of(enum gno_line of, bool began, uint64_t time, uint64_t paused, uint64_t length)
{
	const struct gno_record rec = {.time = time,
				       .line = of,
				       .began = began,
				       .paused = (uint32_t)paused,
				       .length = (uint32_t)length};
	struct gno_err err;

	ck_assert_int_eq(line_record(&line, &rec, &err), 0);
}

static void say(bool began, uint64_t time, uint64_t paused, uint64_t length)
{
	say_of(GNO_LINE_CAPTURE, began, time, paused, length);
}

static void lost(uint64_t from, uint64_t to)
{
	struct gno_err err;

	ck_assert_int_eq(line_lost(&line, 0, from, to, &err), 0);
}

static void end(uint64_t cycle)
{
	struct gno_err err;

	ck_assert_int_eq(line_end(&line, cycle, &err), 0);
}

#define BILLION UINT64_C(1000000000)

/* The number of cycles in which the line was asserted wraps, within a round and between two. */
START_TEST(test_line_paused_wraps)
{
	struct report_pauses_cursor *c;
	const struct report_stretch *s;
	struct gno_err err;
	uint64_t counter;

	say(true, BILLION, 0, 0);
	say(false, 6 * BILLION, 5 * BILLION, 5 * BILLION);
	say(true, 7 * BILLION, 5 * BILLION, 0);
	say(false, 11 * BILLION, 9 * BILLION, 4 * BILLION);
	end(12 * BILLION);
	ck_assert_uint_eq(line.odd, 0);
	ck_assert(report_pauses_sum(pauses)->total_known);
	ck_assert_uint_eq(report_pauses_sum(pauses)->total, 9 * BILLION);
	ck_assert_int_eq(report_pauses_enter(pauses, &c, &err), 0);
	s = report_pauses_find(c, 8 * BILLION);
	ck_assert(report_counter_at(s, 8 * BILLION, &counter));
	ck_assert_uint_eq(counter, 2 * BILLION);
	ck_assert_uint_eq(s->round, 2);
	s = report_pauses_find(c, 12 * BILLION);
	ck_assert(report_counter_at(s, 12 * BILLION, &counter));
	ck_assert_uint_eq(counter, 3 * BILLION);
	report_pauses_leave(c);
}
END_TEST

/* Of a loss that is longer than the records can count, it is not known how much is missing. */
START_TEST(test_line_loss_of_more_than_a_wrap)
{
	struct report_pauses_cursor *c;
	const struct report_stretch *s;
	struct gno_err err;
	uint64_t counter, paused;

	say(true, 100, 0, 0);
	say(false, 200, 100, 100);
	lost(300, 6 * BILLION);
	say(true, 6 * BILLION + 100, 150, 0);
	say(false, 6 * BILLION + 200, 250, 100);
	end(6 * BILLION + 300);
	ck_assert_uint_eq(line.odd, 0);
	ck_assert(!report_pauses_sum(pauses)->total_known);
	ck_assert(!report_pauses_sum(pauses)->counted);
	ck_assert_uint_eq(report_pauses_sum(pauses)->rounds, 2);
	ck_assert_int_eq(report_pauses_enter(pauses, &c, &err), 0);
	s = report_pauses_find(c, 299);
	ck_assert(report_counter_at(s, 299, &counter));
	ck_assert_uint_eq(counter, 199);
	s = report_pauses_find(c, 300);
	ck_assert_int_eq(s->line, REPORT_LINE_UNKNOWN);
	ck_assert(!s->counted);
	s = report_pauses_find(c, 6 * BILLION + 150);
	ck_assert_int_eq(s->line, REPORT_LINE_ASSERTED);
	ck_assert(!report_counter_at(s, 6 * BILLION + 150, &counter));
	ck_assert(report_pauses_at(s, 6 * BILLION + 150, &paused)); /* since some cycle */
	ck_assert_uint_eq(s->base, 1);
	report_pauses_leave(c);
}
END_TEST

/* With half of that loss it is. */
START_TEST(test_line_loss_of_less_than_a_wrap)
{
	say(true, 100, 0, 0);
	say(false, 200, 100, 100);
	lost(300, 3 * BILLION);
	say(true, 3 * BILLION + 100, 150, 0);
	end(3 * BILLION + 199);
	ck_assert(report_pauses_sum(pauses)->total_known);
	ck_assert_uint_eq(report_pauses_sum(pauses)->total, 250);
	ck_assert_uint_eq(report_pauses_sum(pauses)->missing, 50);
	ck_assert_uint_eq(report_pauses_sum(pauses)->unknown, 3 * BILLION - 300);
}
END_TEST

/* Nodes have seen no change up to their first loss: the line had been released since the start, as
 * less is missing than that. */
START_TEST(test_line_first_loss)
{
	for (unsigned missing = 0; missing <= 400; missing += 50) {
		struct report_pauses_cursor *c;
		const struct report_stretch *s;
		struct gno_err err;

		if (missing) {
			teardown();
			setup();
		}
		lost(300, 700);
		if (missing != 400)
			say(true, 900, missing, 0);
		end(1000);
		ck_assert_uint_eq(line.odd, 0);
		ck_assert_int_eq(report_pauses_enter(pauses, &c, &err), 0);
		s = report_pauses_find(c, 299);
		if (missing < 300 || missing == 400) { /* 400: there is no record at all */
			ck_assert_int_eq(s->line, REPORT_LINE_RELEASED);
			ck_assert_uint_eq(s->from, 0);
			ck_assert_uint_eq(s->to, missing ? 300 : 900);
		} else {
			ck_assert_int_eq(s->line, REPORT_LINE_UNKNOWN);
			ck_assert_uint_eq(s->to, 700); /* there is no change in 701 */
		}
		s = report_pauses_find(c, 400);
		if (missing && missing < 400) {
			ck_assert_int_eq(s->line, REPORT_LINE_UNKNOWN);
			ck_assert(s->counted);
			ck_assert_uint_eq(s->missing, missing);
		}
		s = report_pauses_find(c, 800);
		ck_assert_int_eq(s->line,
				 missing < 400 ? REPORT_LINE_RELEASED : REPORT_LINE_UNKNOWN);
		report_pauses_leave(c);
	}
}
END_TEST

/* The end of a round shows when it began, unless that may have been a wrap before. */
START_TEST(test_line_end_after_a_loss)
{
	struct report_pauses_cursor *c;
	const struct report_stretch *s;
	struct gno_err err;

	say(true, 100, 0, 0);
	say(false, 200, 100, 100);
	lost(300, 700);
	say(false, 710, 250, 50);
	lost(800, 6 * BILLION);
	say(false, 6 * BILLION + 50, 320, 70);
	end(6 * BILLION + 99);
	ck_assert_uint_eq(line.odd, 0);
	ck_assert_int_eq(report_pauses_enter(pauses, &c, &err), 0);
	s = report_pauses_find(c, 658);
	ck_assert_int_eq(s->line, REPORT_LINE_UNKNOWN);
	ck_assert_uint_eq(s->missing, 100);
	s = report_pauses_find(c, 659);
	ck_assert_int_eq(s->line, REPORT_LINE_RELEASED);
	s = report_pauses_find(c, 660);
	ck_assert_int_eq(s->line, REPORT_LINE_ASSERTED);
	ck_assert(s->began && s->ended);
	ck_assert_uint_eq(s->to, 710);
	s = report_pauses_find(c, 6 * BILLION);
	ck_assert_int_eq(s->line, REPORT_LINE_ASSERTED);
	ck_assert_uint_eq(s->from, 6 * BILLION - 20);
	ck_assert(!s->began && s->ended);
	report_pauses_leave(c);
}
END_TEST

/* A round cannot have begun before a cycle in which the line was seen to be released. */
START_TEST(test_line_end_that_cannot_be)
{
	say(true, 100, 0, 0);
	say(false, 200, 100, 100);
	lost(300, 400);
	say(false, 500, 350, 250);
	ck_assert_uint_eq(line.odd, 1);
	say(true, 600, 120, 0);
	end(619);
	ck_assert_uint_eq(line.odd, 1);
	ck_assert(report_pauses_sum(pauses)->total_known);
	ck_assert_uint_eq(report_pauses_sum(pauses)->total, 140);
	ck_assert_uint_eq(report_pauses_sum(pauses)->missing, 20);
}
END_TEST

/* Records that contradict the ones before them are counted, and cost what they say only. */
START_TEST(test_line_contradictions)
{
	say(true, 100, 0, 0);
	say(false, 200, 100, 100);
	say(true, 300, 77, 0); /* 100 */
	say(false, 400, 200, 100);
	end(500);
	ck_assert_uint_ge(line.odd, 1);
	ck_assert(report_pauses_sum(pauses)->total_known);
	ck_assert_uint_eq(report_pauses_sum(pauses)->total, 200);
	ck_assert_uint_eq(report_pauses_sum(pauses)->rounds, 2);
}
END_TEST

static void expect_rounds(enum gno_line of, uint64_t rounds, uint64_t asserted)
{
	ck_assert_uint_eq(report_pauses_sum(pauses)->of[of].rounds, rounds);
	ck_assert_uint_eq(report_pauses_sum(pauses)->of[of].asserted, asserted);
}

/* A record of the other line within a round of one, or of another end of it, is not believed. */
START_TEST(test_line_records_of_another_line)
{
	line_begin(&line, &one, 1, GNO_LINES, pauses);
	say_of(GNO_LINE_CAPTURE, true, 100, 0, 0);
	say_of(GNO_LINE_REPORT, true, 100, 0, 0);
	ck_assert_uint_eq(line.odd, 1);
	say_of(GNO_LINE_CAPTURE, false, 150, 50, 50);
	ck_assert_uint_eq(line.odd, 1);
	say_of(GNO_LINE_REPORT, false, 150, 50, 50);
	ck_assert_uint_eq(line.odd, 2);
	say_of(GNO_LINE_REPORT, true, 200, 50, 0);
	say_of(GNO_LINE_CAPTURE, false, 220, 70, 20);
	ck_assert_uint_eq(line.odd, 3);
	say_of(GNO_LINE_REPORT, false, 230, 80, 30);
	say_of(GNO_LINE_REPORT, true, 300, 80, 0);
	lost(310, 320);
	say_of(GNO_LINE_CAPTURE, false, 330, 110, 30); /* it would have begun with the other's */
	ck_assert_uint_eq(line.odd, 4);
	say_of(GNO_LINE_CAPTURE, true, 350, 90, 0);
	say_of(GNO_LINE_REPORT, true, 350, 90, 0);
	ck_assert_uint_eq(line.odd, 5);
	lost(355, 369); /* a line was asserted up to then, either of the two */
	say_of(GNO_LINE_CAPTURE, true, 380, 109, 0);
	end(400);
	ck_assert_uint_eq(line.odd, 5);
	expect_rounds(GNO_LINE_CAPTURE, 2, 50 + 21);
	expect_rounds(GNO_LINE_REPORT, 2, 30 + 10);
	expect_rounds(GNO_LINES, 1, 19);
}
END_TEST

/* Both lines wrap the count of pauses, and a round that only the counts show is of either line. */
START_TEST(test_line_pauses_of_two_lines)
{
	struct report_pauses_cursor *c;
	const struct report_stretch *s;
	struct gno_err err;
	uint64_t counter;

	line_begin(&line, &one, 1, GNO_LINES, pauses);
	say_of(GNO_LINE_CAPTURE, true, BILLION, 0, 0);
	say_of(GNO_LINE_CAPTURE, false, 4 * BILLION, 3 * BILLION, 3 * BILLION);
	say_of(GNO_LINE_REPORT, true, 4 * BILLION + 1, 3 * BILLION, 0);
	say_of(GNO_LINE_REPORT, false, 6 * BILLION + 1, 5 * BILLION, 2 * BILLION);
	lost(7 * BILLION, 7 * BILLION + 100); /* asserted, but in the last of these cycles */
	say_of(GNO_LINE_CAPTURE, true, 7 * BILLION + 102, 5 * BILLION + 100, 0);
	say_of(GNO_LINE_CAPTURE, false, 7 * BILLION + 112, 5 * BILLION + 110, 10);
	lost(7 * BILLION + 200, 7 * BILLION + 299);
	say_of(GNO_LINE_REPORT, false, 7 * BILLION + 300, 5 * BILLION + 150, 40);
	end(8 * BILLION);
	ck_assert_uint_eq(line.odd, 0);
	ck_assert(report_pauses_sum(pauses)->total_known);
	ck_assert_uint_eq(report_pauses_sum(pauses)->total, 5 * BILLION + 150);
	expect_rounds(GNO_LINE_CAPTURE, 2, 3 * BILLION + 10);
	expect_rounds(GNO_LINE_REPORT, 2, 2 * BILLION + 40);
	expect_rounds(GNO_LINES, 1, 100);
	ck_assert_int_eq(report_pauses_enter(pauses, &c, &err), 0);
	s = report_pauses_find(c, 5 * BILLION);
	ck_assert(report_counter_at(s, 5 * BILLION, &counter));
	ck_assert_uint_eq(counter, BILLION + 1);
	ck_assert_int_eq(s->of, GNO_LINE_REPORT);
	s = report_pauses_find(c, 7 * BILLION + 50);
	ck_assert(report_counter_at(s, 7 * BILLION + 50, &counter));
	ck_assert_uint_eq(counter, 2 * BILLION);
	ck_assert_int_eq(s->of, GNO_LINES);
	s = report_pauses_find(c, 8 * BILLION);
	ck_assert(report_counter_at(s, 8 * BILLION, &counter));
	ck_assert_uint_eq(counter, 3 * BILLION - 150);
	report_pauses_leave(c);
}
END_TEST

int main(void)
{
	return run_tests("report_line", setup, teardown,
			 TESTS({test_line_paused_wraps}, {test_line_loss_of_more_than_a_wrap},
			       {test_line_loss_of_less_than_a_wrap}, {test_line_first_loss},
			       {test_line_end_after_a_loss}, {test_line_end_that_cannot_be},
			       {test_line_contradictions}, {test_line_records_of_another_line},
			       {test_line_pauses_of_two_lines}));
}
