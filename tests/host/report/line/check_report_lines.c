/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Runs with a REPORT line, alone or beside a CAPTURE line, and with local stores: the report's
 * rounds and intervals, and how they are shown.
 */

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/suite.h"
#include "results/at.h"
#include "rounds_fixture.h"

START_TEST(test_lines_losses_at_some_nodes)
{
	for (unsigned seed = 1; seed <= 8; seed++) {
		srand(seed);
		rounds_begin_report(seed % 2 ? 8 : 32, true);
		rounds_random();
	}
}
END_TEST

START_TEST(test_lines_report_alone)
{
	for (unsigned seed = 1; seed <= 4; seed++) {
		srand(seed);
		rounds_begin_report(seed % 2 ? 8 : 32, false);
		rounds_random();
	}
}
END_TEST

/*
 * A round of each line; one whose begin all nodes have lost, one whose end, one of which all is
 * lost; one that goes on to the end.
 */
static void write_run(void)
{
	rounds_begin_report(16, true);
	rounds_assert(100, 150);
	own[0] = 1;
	rounds_assert(200, 240);
	of[1] = GNO_LINE_REPORT;
	own[1] = full[1] = 2;
	late[1] = 1;
	kept[1] = 4;
	rounds_assert(300, 320);
	of[2] = GNO_LINE_REPORT;
	own[2] = 4;
	rounds_assert(400, 450);
	own[3] = 1;
	rounds_assert(500, 510);
	rounds_assert(600, 620);
	of[5] = GNO_LINE_REPORT;
	rounds_assert(800, 950);
	of[6] = GNO_LINE_REPORT;
	own[6] = full[6] = 4;
	for (unsigned k = 0; k < ROUNDS_NODES; k++) {
		rounds_lose(k, 295 - k, 305 + k);
		rounds_lose(k, 440 + k, 460 - k);
		rounds_lose(k, 600, 620);
	}
	event[0][90] = event[0][230] = event[0][790] = 1;
	event[0][210] = event[0][260] = event[0][860] = 2;
	rounds_write(900);
}

START_TEST(test_lines_text)
{
	static const char table[] =
	    "\n  round  line     began  ended  cycles      time  counter  by     full   late   kept   not recorded\n"
	    "      1  CAPTURE    100    150      50  500.0 ns      100  core0\n"
	    "      2  REPORT     200    240      40  400.0 ns      150  core1  core1  core0  core2\n"
	    "      3  REPORT     300    320      20  200.0 ns      210  core2                       core0 + core1 + core2\n"
	    "      4  CAPTURE    400      ?   >= 42                290  core0                       core0 + core1 + core2\n"
	    "      5  CAPTURE    500    510      10  100.0 ns      340\n"
	    "      6  ?          600    620      20  200.0 ns      430                              core0 + core1 + core2\n"
	    "      7  REPORT     800    end  >= 101                610  core2  core2\n"
	    "  >= 7 rounds; the time counters paused for 291 cycles: 2.910 us\n"
	    "  CAPTURE: 3 rounds of 102 cycles; REPORT: 3 rounds of 161 cycles; line not known: 1 round of 20 cycles\n"
	    "  not known from cycle 442 to 457: a line was asserted in 8 of these cycles\n";
	struct gno_report *r;
	char *text;

	write_run();
	r = report_of(&w, NULL);
	text = print_all_of(r);
	expect_line(
	    text,
	    "\nrounds of the CAPTURE and REPORT lines (counter: value of the time counters)\n");
	expect_line(text, table);
	expect_line(
	    text,
	    "\nintervals without the pauses of the time counters (CAPTURE and REPORT lines)\n");
	/* 90..210 has 60 cycles of pauses, 230..260 has 10, 790..860 has 60 */
	expect_stats(&rounds_stats(r, 0, "work")->counter, 3, 60 + 20 + 10, 10, 60);
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* What is known of a cycle, as text; its line in JSON goes to *json, the caller's. */
static char *at_text(const struct gno_report *r, uint64_t cycle, json_t **json)
{
	struct report_at *at = NULL;
	struct gno_err err;
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size), *j = json_begin();
	json_t *root;

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(report_at_find(r, cycle, &at, &err), 0);
	ck_assert_int_eq(report_at_text(at, f, &err), 0);
	ck_assert_int_eq(report_at_json(at, j, &err), 0);
	fclose(f);
	root = json_end(j);
	*json = json_incref(json_object_get(root, "line"));
	json_decref(root);
	report_at_free(at);
	return text;
}

/* Of the only line all rounds are, also those that only the counts show. */
START_TEST(test_lines_text_of_report_alone)
{
	struct gno_report *r;
	json_t *json;
	char *text;

	rounds_begin_report(16, false);
	w.local = 0;
	rounds_assert(100, 120);
	rounds_assert(200, 210);
	for (unsigned k = 0; k < ROUNDS_NODES; k++)
		rounds_lose(k, 100, 120);
	rounds_write(300);
	r = report_of(&w, NULL);
	text = print_all_of(r);
	expect_line(text, "\nrounds of the REPORT line (counter");
	expect_line(
	    text,
	    "\n  round  line    began  ended  cycles      time  counter  by  late  not recorded\n"
	    "      1  REPORT    100    120      20  200.0 ns      100            core0 + core1 + core2\n"
	    "      2  REPORT    200    210      10  100.0 ns      180\n"
	    "  2 rounds; the time counters paused for 30 cycles: 300.0 ns\n\n");
	free(text);
	text = at_text(r, 119, &json);
	expect_line(text, "\nthe time counters are at 100; the REPORT line is asserted: round 1, ");
	ck_assert_str_eq(json_string_value(json_object_get(json, "line")), "REPORT");
	json_decref(json);
	free(text);
	text = at_text(r, 150, &json);
	expect_line(text, "\nthe time counters are at 130; the REPORT line is released\n");
	ck_assert(rounds_is_null(json, "line"));
	json_decref(json);
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

START_TEST(test_lines_json)
{
	struct gno_report *r;
	json_t *root, *rounds, *list;

	write_run();
	r = report_of(&w, NULL);
	root = json_of(r);
	rounds = json_object_get(root, "rounds");
	list = json_object_get(rounds, "list");
	ck_assert_uint_eq(rounds_nodes(json_array_get(list, 1), "full"), 2);
	ck_assert_uint_eq(rounds_nodes(json_array_get(list, 1), "kept"), 4);
	ck_assert_uint_eq(rounds_nodes(json_array_get(list, 0), "full"), 0);
	ck_assert(rounds_is_null(json_array_get(list, 5), "line"));
	list = json_object_get(rounds, "lines");
	ck_assert_uint_eq(json_array_size(list), 3);
	ck_assert_int_eq(rounds_number(json_array_get(list, 0), "asserted"), 102);
	ck_assert_int_eq(rounds_number(json_array_get(list, 1), "asserted"), 161);
	ck_assert(rounds_is_null(json_array_get(list, 2), "line"));
	ck_assert_int_eq(rounds_number(json_array_get(list, 2), "count"), 1);
	json_decref(root);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

START_TEST(test_lines_at_a_cycle)
{
	static const struct {
		uint64_t cycle;
		const char *line, *says;
	} cases[] = {
	    {149, "CAPTURE",
	     "\nthe time counters are at 100; the CAPTURE line is asserted: round 1, from cycle 100 to 149\n"},
	    {150, NULL,
	     "\nthe time counters are at 100; the CAPTURE and REPORT lines are released\n"},
	    {200, "REPORT",
	     "\nthe time counters are at 150; the REPORT line is asserted: round 2, from cycle 200 to 239\n"},
	    {450, NULL,
	     "\nthe value of the time counters is not known; whether a line is asserted is not known from cycle 442 to 457\n"},
	    {610, NULL,
	     "\nthe time counters are at 430; a line is asserted: round 6, from cycle 600 to 619\n"},
	};
	struct gno_report *r;

	write_run();
	r = report_of(&w, NULL);
	for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		json_t *json;
		char *text = at_text(r, cases[i].cycle, &json);

		expect_line(text, cases[i].says);
		if (cases[i].line)
			ck_assert_str_eq(json_string_value(json_object_get(json, "line")),
					 cases[i].line);
		else
			ck_assert(rounds_is_null(json, "line"));
		json_decref(json);
		free(text);
	}
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

START_TEST(test_lines_events)
{
	static const char wanted[] =
	    "100  100  0.000001000 s  core1  line     capture_began  round 1\n"
	    "150  100  0.000001500 s  core1  line     capture_ended  round 1  50 cycles\n"
	    "200  150  0.000002000 s  core1  line     report_began  round 2  own  full\n"
	    "240  150  0.000002400 s  core1  line     report_ended  round 2  40 cycles  own  full\n"
	    "320  210  0.000003200 s  core1  line     report_ended  round 3  20 cycles\n"
	    "400  290  0.000004000 s  core1  line     capture_began  round 4\n"
	    "500  340  0.000005000 s  core1  line     capture_began  round 5\n"
	    "510  340  0.000005100 s  core1  line     capture_ended  round 5  10 cycles\n"
	    "800  610  0.000008000 s  core1  line     report_began  round 7\n";
	char *text, *next;
	unsigned lines = 0;

	write_run();
	text = tw_events(&w, "--kind line --node core1", 0);
	ck_assert_str_eq(text, wanted);
	free(text);
	text = tw_events(&w, "--point report_ended --node core0,core2 --to 300", 0);
	ck_assert_str_eq(
	    text,
	    "240  150  0.000002400 s  core0  line     report_ended  round 2  40 cycles  late\n"
	    "240  150  0.000002400 s  core2  line     report_ended  round 2  40 cycles  kept\n");
	free(text);
	next = text = tw_events(&w, "--json --kind line", 0);
	for (char *object; (object = strsep(&next, "\n")) && *object; lines++) {
		json_t *o = json_loads(object, JSON_REJECT_DUPLICATES, NULL);
		const char *name = json_string_value(json_object_get(o, "name"));
		json_int_t cycle = rounds_number(o, "time");
		bool report = strncmp(name, "report_", 7) == 0;
		const char *node = json_string_value(json_object_get(o, "node"));

		ck_assert_str_eq(json_string_value(json_object_get(o, "line")),
				 report ? "REPORT" : "CAPTURE");
		ck_assert_int_eq(json_is_true(json_object_get(o, "full")),
				 (!strcmp(node, "core1") && (cycle == 200 || cycle == 240)) ||
				     (!strcmp(node, "core2") && cycle == 800));
		ck_assert_int_eq(json_is_true(json_object_get(o, "kept")),
				 !strcmp(node, "core2") && cycle == 240);
		ck_assert(json_is_boolean(json_object_get(o, "kept")));
		json_decref(o);
	}
	ck_assert_uint_eq(lines, 9 * ROUNDS_NODES);
	free(text);
	tw_end(&w);
}
END_TEST

/* Each line is a signal of its own; of a round of either it is not known which. */
START_TEST(test_lines_in_a_waveform)
{
	char capture[901], report[901];

	write_run();
	rounds_write_wave(tw_path(&w, "a.vcd"));
	rounds_read_wave(tw_path(&w, "a.vcd"), "capture_line", 7, 2, 901, capture);
	rounds_read_wave(tw_path(&w, "a.vcd"), "report_line", 7, 2, 901, report);
	for (unsigned t = 0, round = 0; t <= 900; t++) {
		bool unknown = (t >= 442 && t < 458) || (t >= 600 && t < 620);

		round += t && !line[t] && line[t - 1];
		ck_assert_msg(capture[t] == (unknown					? 'x'
					     : line[t] && of[round] == GNO_LINE_CAPTURE ? '1'
											: '0'),
			      "cycle %u: %c", t, capture[t]);
		ck_assert_msg(report[t] == (unknown				      ? 'x'
					    : line[t] && of[round] == GNO_LINE_REPORT ? '1'
										      : '0'),
			      "cycle %u: %c", t, report[t]);
	}
	tw_end(&w);
	rounds_begin_report(16, false);
	rounds_assert(100, 150);
	rounds_write(200);
	rounds_write_wave(tw_path(&w, "a.vcd"));
	rounds_read_wave(tw_path(&w, "a.vcd"), "capture_line", 7, 2, 200, capture);
	rounds_read_wave(tw_path(&w, "a.vcd"), "report_line", 7, 2, 200, report);
	for (unsigned t = 0; t < 200; t++) {
		ck_assert_int_eq(report[t], line[t] ? '1' : '0');
		ck_assert_int_eq(capture[t], '?'); /* there is none */
	}
	tw_end(&w);
}
END_TEST

/* A node that does not record the rounds of one of the lines sees none of either. */
START_TEST(test_lines_of_nodes_that_do_not_record_one)
{
	for (unsigned both = 0; both < 2; both++) {
		struct gno_report *r;
		json_t *root;

		rounds_begin_report(32, true);
		if (!both) /* report_ended, at all nodes */
			fix.point[5].actions = 0;
		event[0][100] = 1;
		event[0][200] = 2;
		rounds_write(400);
		r = report_of(&w, NULL);
		root = json_of(r);
		ck_assert_int_eq(rounds_is_null(json_object_get(root, "rounds"), "paused"), !both);
		ck_assert_uint_eq(rounds_stats(r, 0, "work")->counter_unknown, !both);
		json_decref(root);
		gno_report_free(r);
		tw_end(&w);
	}
}
END_TEST

/* What was full where records were lost: a local store has a text of its own. */
START_TEST(test_lines_losses_of_a_local_store)
{
	struct gno_report *r;
	char *text;

	rounds_begin_report(32, true);
	for (unsigned k = 0; k < ROUNDS_NODES; k++) {
		if (k == 2)
			tw_gap_full(&w, k, 100, 199, 7);
		else
			tw_gap(&w, k, 100, 199, 5);
		tw_flush(&w, k, 300);
	}
	tw_write(&w);
	r = report_of(&w, NULL);
	text = text_of(r, false);
	expect_line(text, "\n  core0: 5 records were lost: its FIFO was full and the ring busy.\n"
			  "    Raise 'wires' of the ring, or 'slots' of the FIFO for bursts.\n"
			  "  core1: 5 records were lost: its local store was full.\n"
			  "    Raise 'slots' of its FIFO, or lower 'almost_full'.\n"
			  "  core2: 7 records were lost: its local store was full.\n"
			  "    Raise 'slots' of its FIFO, or lower 'almost_full'.\n");
	ck_assert_ptr_null(strstr(text, "trace buffer was full"));
	expect_line(text, "\n  CAPTURE: 0 rounds of 0 cycles; REPORT: 0 rounds of 0 cycles\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("report_lines", NULL, NULL,
			 TESTS({test_lines_losses_at_some_nodes}, {test_lines_report_alone},
			       {test_lines_text}, {test_lines_text_of_report_alone},
			       {test_lines_json}, {test_lines_at_a_cycle}, {test_lines_events},
			       {test_lines_in_a_waveform},
			       {test_lines_of_nodes_that_do_not_record_one},
			       {test_lines_losses_of_a_local_store}));
}
