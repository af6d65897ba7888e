/* SPDX-License-Identifier: Apache-2.0 */
/* Triggers beside patterns, patterns that change during a run, marks, and times without
 * collection. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "report_fixture.h"

enum { REACT, BACK, TICK };
enum { TIMER = 4, WATCHDOG = 5 };

#define STOP_FLAG 4
#define MARK_FLAG 8

static struct fix first, second;

static void begin(struct tw *w, unsigned nodes)
{
	tw_begin(w, nodes, 32, 0, 0);
	w->triggers = 1;
	w->port = 2;
	w->patterns[0] = &first.file;
}

/* One clock may have all of them; intervals go by the order of the records. */
START_TEST(test_report_hybrid)
{
	struct gno_report *r;
	struct tw w;
	char *text;

	fix_begin(&first, 1);
	fix_point(&first, "begin", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&first, "slow", GNO_PATTERN_TRIGGER, 0, RECORD);
	fix_point(&first, "slow.timeout", GNO_PATTERN_TRIGGER, 2, RECORD);
	fix_point(&first, "timer", GNO_PATTERN_TRIGGER, TIMER, RECORD);
	fix_interval(&first, "react", "begin", "slow");
	fix_interval(&first, "back", "slow", "begin");
	fix_interval(&first, "tick", "timer", "timer");
	begin(&w, 1);
	tw_event(&w, 0, 100, 1, 0);
	tw_trigger(&w, 0, 100, TIMER, 0);
	tw_trigger(&w, 0, 150, 0, 0);
	tw_event(&w, 0, 200, 1, 0); /* ends "back", begins "react" */
	tw_trigger(&w, 0, 200, 0, 0);
	tw_trigger(&w, 0, 200, TIMER, 0);
	tw_trigger(&w, 0, 260, WATCHDOG, 0);
	tw_flush(&w, 0, 300);
	tw_write(&w);
	r = report_of(&w, NULL);
	expect_measure(&r->node[0].statistics[REACT], 2, 50, 0, 50, 0, 0, 0);
	expect_measure(&r->node[0].statistics[BACK], 1, 50, 50, 50, 1, 1, 0);
	expect_measure(&r->node[0].statistics[TICK], 1, 100, 100, 100, 1, 0, 0);
	ck_assert_uint_eq(r->node[0].events, 2);
	ck_assert_uint_eq(r->node[0].triggers, 5);
	ck_assert_uint_eq(r->node[0].count[1], 2);
	ck_assert_uint_eq(r->node[0].count[2], 0);
	ck_assert_uint_eq(r->node[0].unnamed[1][WATCHDOG], 1);
	text = text_of(r, false);
	expect_line(text, "  slow          address      2    2\n");
	expect_line(text, "  trigger 5                  1    1\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Code 1 is `a` at first, `c` later; a and b are 1 and 2 at first, then 3 and 2. */
static void two_loads(unsigned nodes)
{
	fix_begin(&first, nodes);
	fix_point(&first, "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&first, "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_interval(&first, "ab", "a", "b");
	fix_begin(&second, nodes);
	fix_point(&second, "c", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&second, "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_point(&second, "a", GNO_PATTERN_EVENT, 3, RECORD);
	fix_interval(&second, "ab", "a", "b");
	fix_interval(&second, "cb", "c", "b");
}

enum { A, B, C }; /* places of the points, in the order of their coming */

START_TEST(test_report_load)
{
	struct gno_report *r;
	struct tw w;
	char *text;

	two_loads(2);
	begin(&w, 2);
	w.patterns[1] = &second.file;
	w.loads =
	    "[{\"file\":\"patterns.json\",\"nodes\":[0,1],\"off\":[],\"sizes\":[0,0]},{\"file\":\"patterns.2.json\",\"nodes\":[0],\"off\":[],\"sizes\":[0,0]}]";
	tw_event(&w, 0, 100, 1, 0);
	tw_event(&w, 0, 150, 2, 0);
	tw_event(&w, 0, 200, 1, 0); /* cut by the load */
	tw_load(&w, 0, 300, 0);
	tw_load(&w, 0, 399, 1);
	tw_event(&w, 0, 500, 1, 0);
	tw_event(&w, 0, 510, 3, 0);
	tw_event(&w, 0, 530, 2, 0);
	tw_event(&w, 0, 540, 2, 0); /* the end of the one that was cut, it may be */
	tw_flush(&w, 0, 1000);
	tw_event(&w, 1, 500, 1, 0);
	tw_event(&w, 1, 600, 2, 0);
	tw_flush(&w, 1, 1000);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->points.points, 3);
	ck_assert_uint_eq(r->points.intervals, 2);
	expect_measure(&r->node[0].statistics[0], 2, 70, 20, 50, 0, 0, 1);
	expect_measure(&r->node[0].statistics[1], 1, 30, 30, 30, 0, 0, 1);
	expect_measure(&r->node[1].statistics[0], 1, 100, 100, 100, 0, 0, 0);
	ck_assert_uint_eq(r->node[0].count[A], 3);
	ck_assert_uint_eq(r->node[0].count[B], 3);
	ck_assert_uint_eq(r->node[0].count[C], 1);
	ck_assert_uint_eq(r->node[1].count[A], 1);
	ck_assert_uint_eq(r->node[1].count[C], 0);
	ck_assert_uint_eq(r->node[0].unseen[REPORT_BLIND], 100);
	ck_assert_double_eq_tol(report_seen(r, &r->node[0]), 0.9, 1e-12);
	ck_assert_double_eq(report_seen(r, &r->node[1]), 1);
	text = text_of(r, false);
	expect_line(text, "  core0   300  399     100  1.000 us  triggers off for a load\n");
	expect_line(text, "  core0  ..A.AA%%..a.........\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* The load records are in a gap. With one gap it is known which patterns hold; between two it is
 * not. */
START_TEST(test_report_load_in_a_gap)
{
	for (unsigned gaps = 1; gaps <= 2; gaps++) {
		struct gno_report *r;
		struct tw w;

		two_loads(1);
		begin(&w, 1);
		w.patterns[1] = &second.file;
		tw_event(&w, 0, 100, 1, 0);
		tw_gap(&w, 0, 200, 299, 3);
		tw_event(&w, 0, 400, 1, 0);
		if (gaps == 2)
			tw_gap(&w, 0, 500, 599, 3);
		tw_event(&w, 0, 700, 1, 0);
		tw_flush(&w, 0, 1000);
		tw_write(&w);
		r = report_of(&w, NULL);
		ck_assert_uint_eq(r->node[0].count[A], 1);
		ck_assert_uint_eq(r->node[0].count[C], gaps == 2 ? 1 : 2);
		ck_assert_uint_eq(r->node[0].unnamed[0][1], gaps == 2);
		ck_assert_uint_eq(r->node[0].unknown_load, gaps == 2);
		gno_report_free(r);
		tw_end(&w);
	}
}
END_TEST

/* One of the two load records is in a gap. */
START_TEST(test_report_load_beside_a_gap)
{
	struct gno_report *r;
	struct tw w;

	two_loads(2);
	begin(&w, 2);
	w.patterns[1] = &second.file;
	tw_event(&w, 0, 100, 1, 0);
	tw_load(&w, 0, 200, 0);
	tw_gap(&w, 0, 250, 299, 1); /* going live */
	tw_event(&w, 0, 400, 1, 0);
	tw_flush(&w, 0, 1000);
	tw_event(&w, 1, 100, 1, 0);
	tw_gap(&w, 1, 200, 299, 1); /* going off */
	tw_load(&w, 1, 350, 1);
	tw_event(&w, 1, 400, 1, 0);
	tw_load(&w, 1, 900, 0); /* and off to the end */
	tw_flush(&w, 1, 1000);
	tw_write(&w);
	r = report_of(&w, NULL);
	for (unsigned k = 0; k < 2; k++) {
		ck_assert_uint_eq(r->node[k].count[A], 1);
		ck_assert_uint_eq(r->node[k].count[C], 1);
	}
	ck_assert_uint_eq(r->node[0].unseen[REPORT_BLIND], 50);
	ck_assert_uint_eq(r->node[0].unseen[REPORT_GAP], 50);
	ck_assert_uint_eq(r->node[1].blinds, 2);
	ck_assert_uint_eq(r->node[1].blind[0].from, 300);
	ck_assert_uint_eq(r->node[1].blind[0].to, 350);
	ck_assert_uint_eq(r->node[1].blind[1].from, 900);
	ck_assert_uint_eq(r->node[1].blind[1].to, 1000);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A load while nothing is collected: each clock is of one of the two. */
START_TEST(test_report_load_while_off)
{
	struct gno_report *r;
	struct tw w;

	two_loads(1);
	begin(&w, 1);
	w.patterns[1] = &second.file;
	tw_event(&w, 0, 100, 1, STOP_FLAG);
	tw_load(&w, 0, 200, 0);
	tw_load(&w, 0, 299, 1);
	tw_event(&w, 0, 400, 1, 0);
	tw_flush(&w, 0, 1000);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->node[0].unseen[REPORT_BLIND], 100);
	ck_assert_uint_eq(r->node[0].unseen[REPORT_OFF], 99 + 100);
	ck_assert_uint_eq(r->node[0].blinds, 3);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Writes are recorded while the triggers are off. They end nothing, and the process that they name
 * is known behind the load, if collection is on. */
START_TEST(test_report_writes_in_load)
{
	enum { WHOLE, STOPPED, OFF_LOST, UNENDED };
	static const uint64_t blind[] = {100, 100, 299 - 220, 801};
	static const uint64_t unknown[] = {0, 250 - 200, 250 - 150, 0};
	struct gno_report *r;
	struct tw w;

	two_loads(1);
	begin(&w, 1);
	w.patterns[1] = &second.file;
	tw_datum(&w, 0, 50, &(struct tw_datum){.data = 3, .process = 3});
	if (_i == STOPPED)
		tw_event(&w, 0, 199, 1, STOP_FLAG);
	if (_i == OFF_LOST)
		tw_gap_alone(&w, 0, 150, 220, 3);
	else
		tw_load(&w, 0, 200, 0);
	tw_datum(&w, 0, 250, &(struct tw_datum){.data = 4, .process = 4});
	tw_datum(&w, 0, 260, &(struct tw_datum){.sub = GNO_PORT_MARK, .process = 4});
	if (_i != UNENDED)
		tw_load(&w, 0, 299, 1);
	tw_flush(&w, 0, 1000);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->node[0].unseen[REPORT_BLIND], blind[_i]);
	ck_assert_uint_eq(r->node[0].unseen[REPORT_OFF], 0);
	ck_assert_uint_eq(r->node[0].port.process_unknown, 50 + unknown[_i]);
	ck_assert_uint_eq(r->node[0].port.process[0].clocks, 250 - unknown[_i] - 50);
	ck_assert_uint_eq(r->node[0].port.process[1].clocks, 1000 - 250);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

START_TEST(test_report_not_collected)
{
	struct gno_report *r;
	struct tw w;

	fix_begin(&first, 1);
	first.file.collect = false;
	fix_point(&first, "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&first, "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_interval(&first, "ab", "a", "b");
	begin(&w, 1);
	tw_event(&w, 0, 50, 1, 0);
	tw_event(&w, 0, 60, 2, 0);
	tw_event(&w, 0, 100, 1, 0);
	tw_event(&w, 0, 200, 7, STOP_FLAG);
	tw_event(&w, 0, 300, 2, 0); /* of another time, it may be */
	tw_event(&w, 0, 400, 7, STOP_FLAG);
	tw_event(&w, 0, 401, 1, 0); /* nothing lies between */
	tw_datum(&w, 0, 500, &(struct tw_datum){.sub = GNO_PORT_STOP});
	tw_flush(&w, 0, 1000);
	tw_write(&w);
	r = report_of(&w, NULL);
	expect_measure(&r->node[0].statistics[0], 1, 10, 10, 10, 0, 0, 2);
	ck_assert_uint_eq(r->node[0].unseen[REPORT_OFF], 50 + 99 + 500);
	ck_assert_uint_eq(r->node[0].blinds, 3);
	ck_assert_double_eq(report_seen(r, &r->node[0]), 1); /* as the experiment requested */
	gno_report_free(r);
	w.mode = "wrap"; /* there a stop is followed by more records, also that of a write */
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->node[0].blinds, 0);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Whether a hole hides what starts collection is not known, so it is taken for off behind it. */
START_TEST(test_report_hole_without_collection)
{
	static const uint32_t rubbish[] = {0xa5a5a5a5, 0xa5a5a5a5};
	struct gno_report *r;
	struct tw w;

	fix_begin(&first, 1);
	begin(&w, 1);
	tw_event(&w, 0, 100, 7, STOP_FLAG);
	tw_beat(&w, 0, 150);
	tw_words(&w, 0, rubbish, 2);
	tw_beat(&w, 0, 200);
	tw_event(&w, 0, 400, 7, 0);
	tw_flush(&w, 0, 1000);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->node[0].unseen[REPORT_HOLE], 200 - 150);
	ck_assert_uint_eq(r->node[0].unseen[REPORT_OFF], 49 + 200);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Each cycle of the time line is counted once: of gaps and times without collection, too. */
START_TEST(test_report_line_of_losses)
{
	enum { AB, GAP = 1 + REPORT_GAP, OFF = 1 + REPORT_OFF };
	uint64_t drawn[1 + REPORT_UNSEEN_KINDS] = {0};
	struct gno_report *r;
	struct tw w;

	fix_begin(&first, 1);
	fix_point(&first, "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&first, "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_interval(&first, "ab", "a", "b");
	begin(&w, 1);
	tw_event(&w, 0, 50, 1, 0);
	tw_gap(&w, 0, 100, 100, 1);
	tw_event(&w, 0, 101, 1, 0);
	tw_gap(&w, 0, 200, 299, 1);
	tw_event(&w, 0, 300, 1, 0);
	tw_event(&w, 0, 400, 7, STOP_FLAG);
	tw_event(&w, 0, 500, 1, 0);
	tw_event(&w, 0, 600, 2, 0);
	tw_flush(&w, 0, 1000);
	tw_write(&w);
	r = report_of(&w, NULL);
	for (unsigned i = 0; i < r->line.columns; i++)
		for (unsigned k = 0; k < r->line.kinds; k++)
			drawn[k] += r->line.cell[i * r->line.kinds + k];
	ck_assert_uint_eq(drawn[AB], 50 + 99 + 101 + 100);
	ck_assert_uint_eq(drawn[GAP], 1 + 100);
	ck_assert_uint_eq(drawn[OFF], 99);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* The flag is in the last record of the clock; the mark is of the point that requested it. */
START_TEST(test_report_marks)
{
	struct gno_report *r;
	struct tw w;
	char *text;

	fix_begin(&first, 2);
	fix_point(&first, "a", GNO_PATTERN_EVENT, 1, RECORD | MARKED);
	fix_point(&first, "t", GNO_PATTERN_TRIGGER, 0, RECORD);
	fix_point(&first, "s", GNO_PATTERN_TRIGGER, 1, RECORD | MARKED);
	begin(&w, 2);
	tw_event(&w, 1, 100, 1, 0);
	tw_trigger(&w, 1, 100, 0, MARK_FLAG);
	tw_trigger(&w, 1, 300, 1, MARK_FLAG);
	tw_event(&w, 1, 400, 1, 0); /* two of them, and the port's too */
	tw_trigger(&w, 1, 400, 1, 0);
	tw_datum(&w, 1, 400,
		 &(struct tw_datum){.sub = GNO_PORT_MARK, .data = 0xfffffffe, .flags = MARK_FLAG});
	tw_event(&w, 1, 500, 9, MARK_FLAG); /* of a name that is not known */
	tw_flush(&w, 1, 1000);
	tw_datum(&w, 0, 200,
		 &(struct tw_datum){.sub = GNO_PORT_MARK, .data = 7, .flags = MARK_FLAG});
	tw_datum(&w, 0, 250, &(struct tw_datum){.page = 1, .data = 7});
	tw_flush(&w, 0, 1000);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->marks, 7);
	ck_assert_uint_eq(r->marks_seen, 7);
	ck_assert_uint_eq(r->mark[0].time, 100);
	ck_assert_int_eq(r->mark[0].fired.point, 0);
	ck_assert_uint_eq(r->mark[1].node, 0);
	ck_assert_uint_eq(r->mark[1].number, 7);
	ck_assert_int_eq(r->mark[2].fired.point, 2);
	ck_assert_int_eq(r->mark[3].fired.point, 0);
	ck_assert_int_eq(r->mark[4].fired.point, 2);
	ck_assert_uint_eq(r->mark[5].number, 0xfffffffe);
	ck_assert_uint_eq(r->mark[6].fired.code, 9);
	text = text_of(r, false);
	expect_line(text, "    100  1.000 us  core1  a\n");
	expect_line(text, "    200  2.000 us  core0  (port)       7\n");
	expect_line(text, "  and 4 more\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A sample belongs to all that fired in its clock, and so does the reset. */
START_TEST(test_report_sample_of_a_clock)
{
	const uint32_t counts[] = {3, 10};
	struct gno_report *r;
	struct tw w;
	char *text;

	fix_begin(&first, 1);
	fix_point(&first, "a", GNO_PATTERN_EVENT, 1, RECORD | SAMPLE | RESET);
	fix_point(&first, "t", GNO_PATTERN_TRIGGER, 0, RECORD);
	first.file.port = RECORD | SAMPLE | RESET;
	tw_begin(&w, 1, 32, 1, 0);
	w.triggers = 1;
	w.port = 2;
	w.patterns[0] = &first.file;
	tw_event(&w, 0, 100, 1, 0);
	tw_trigger(&w, 0, 100, 0, 2);
	tw_ratio(&w, 0, 100, 0, counts);
	tw_datum(&w, 0, 200, &(struct tw_datum){.page = 4, .sub = 5, .flags = 2});
	tw_ratio(&w, 0, 200, 5, counts);
	tw_datum(&w, 0, 300,
		 &(struct tw_datum){.sub = GNO_PORT_RUNNABLE, .data = 1, .runnable = 1});
	tw_flush(&w, 0, 400);
	tw_ratio(&w, 0, 400, 0, counts);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->samples, 3);
	ck_assert(r->sample[0].reset && r->sample[1].reset && !r->sample[2].reset);
	ck_assert_uint_eq(r->node[0].overall[0].a_max, 9);
	ck_assert_uint_eq(r->node[0].overall[0].b_min, 30);
	ck_assert(!r->node[0].counts_incomplete); /* page 0 resets nothing */
	text = text_of(r, false);
	expect_line(text, "    100  core0  a + t   reset after  3/10 30.00%\n");
	expect_line(text, "    200  core0  send 5  reset after  3/10 30.00%\n");
	expect_line(text, "    399  core0  (end)                3/10 30.00%\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Everything that a node can send, and the accounts that must come out even whatever is damaged of
 * it. */
START_TEST(test_report_damaged)
{
	static const uint8_t flips[] = {0x08, 0xff};
	const uint32_t counts[] = {3, 10};
	struct gno_report_options o = {.columns = 20, .samples = 5, .profile = true};
	unsigned holes = 0;
	struct tw w;

	two_loads(1);
	fix_point(&first, "os_in", GNO_PATTERN_EVENT, 4, RECORD | SAMPLE | RESET)->os =
	    GNO_OS_ENTRY;
	fix_point(&first, "os_out", GNO_PATTERN_EVENT, 5, RECORD)->os = GNO_OS_EXIT;
	first.file.timer = second.file.timer = 10;
	first.file.profile = second.file.profile = true;
	tw_begin(&w, 1, 16, 1, 0);
	w.triggers = 1;
	w.port = 3;
	w.patterns[0] = &first.file;
	w.patterns[1] = &second.file;
	for (unsigned i = 0; i < 24; i++) {
		uint64_t t = 100 + 3000 * i;

		tw_event(&w, 0, t, 1 + i % 5, i % 5 == 3 ? 2 : 0);
		if (i % 5 == 3)
			tw_ratio(&w, 0, t, 4, counts);
		tw_trigger(&w, 0, t + 5, i % 6, i % 4 ? 0 : MARK_FLAG);
		tw_datum(&w, 0, t + 20,
			 &(struct tw_datum){.page = i % 8,
					    .sub = i % 8 ? 1 : i / 8 + 3,
					    .data = i << 16 | i,
					    .process = 300,
					    .runnable = 7,
					    .pc = 0x80001000,
					    .process_time = (uint32_t)t + 20});
		tw_word(&w, 0, t + 30, 0x1234ff00 + i, 0);
		if (i == 7) {
			tw_load(&w, 0, t + 40, 0);
			tw_load(&w, 0, t + 400, 1);
		}
		if (i == 15)
			tw_gap(&w, 0, t + 40, t + 400, 9);
	}
	tw_flush(&w, 0, 80000);
	tw_ratio(&w, 0, 80000, 0, counts);
	tw_write(&w);
	for (size_t i = 0; i < (w.node[0].len - TW_HEADER) * sizeof(flips); i++) {
		uint8_t *byte = &w.node[0].data[TW_HEADER + i / sizeof(flips)];
		const struct report_node *n;
		struct gno_report *r = NULL;
		uint64_t process = 0;
		struct gno_err err;
		int rc;

		*byte ^= flips[i % sizeof(flips)];
		tw_write_trace(&w);
		*byte ^= flips[i % sizeof(flips)];
		rc = gno_report_build(w.dir, &o, &r, &err);
		ck_assert_msg(!rc, "%zu: %s", i, err.text);
		n = &r->node[0];
		holes += n->holes != 0;
		for (size_t k = 0; k < n->port.processes; k++)
			process += n->port.process[k].clocks;
		ck_assert_uint_eq(process + n->port.process_unknown, n->end - n->begin);
		ck_assert_uint_eq(n->system.system + n->system.user + n->system.unknown,
				  n->end - n->begin);
		ck_assert_uint_le(n->port.pause_unknown, n->end - n->begin);
		ck_assert_uint_le(n->words.ticks, (n->end - n->begin) / 10);
		free(text_of(r, true));
		free(profile_text_of(r));
		json_decref(json_of(r));
		gno_report_free(r);
	}
	ck_assert_uint_gt(holes, 500);
	tw_end(&w);
}
END_TEST

/* Behind damage a record can pass for one of a later time before what follows proves it wrong: no
 * hole reaches beyond the next record, and all together are the time that was not seen. */
START_TEST(test_report_holes_end)
{
	struct gno_report_options o = {.columns = 20, .samples = 64};
	unsigned damaged = 0;
	uint8_t kept[400];
	struct tw w;

	two_loads(1);
	tw_begin(&w, 1, 16, 0, 0);
	w.port = 2;
	w.patterns[0] = &first.file;
	for (unsigned i = 0; i < 500; i++) /* its second half looks like an event */
		tw_datum(&w, 0, 100 + 1000 * i,
			 &(struct tw_datum){.page = 4,
					    .sub = 1,
					    .data = i * 7919 % 65536,
					    .process = GNO_KIND_EVENT,
					    .runnable = 1});
	tw_flush(&w, 0, 600000);
	srand(1);
	for (unsigned i = 0; i < 400; i++) {
		uint8_t *at = &w.node[0].data[TW_HEADER + 64 + (unsigned)rand() % 6000];
		const size_t len = 1 + (unsigned)rand() % sizeof(kept);
		const struct report_node *n;
		struct gno_report *r = NULL;
		struct gno_err err;
		uint64_t sum = 0;

		memcpy(kept, at, len);
		memset(at, 0xff, len);
		tw_write(&w);
		memcpy(at, kept, len);
		ck_assert_msg(!gno_report_build(w.dir, &o, &r, &err), "%s", err.text);
		n = &r->node[0];
		damaged += n->holes > 0;
		for (size_t k = 0; k < n->holes_kept; k++) {
			sum += n->hole[k].to - n->hole[k].from;
			ck_assert(!k || n->hole[k - 1].to <= n->hole[k].from);
		}
		ck_assert_uint_eq(n->holes_kept, n->holes);
		ck_assert_uint_eq(sum, n->unseen[REPORT_HOLE]);
		gno_report_free(r);
	}
	ck_assert_uint_gt(damaged, 300);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("report_load", NULL, NULL,
			 TESTS({test_report_hybrid}, {test_report_load},
			       {test_report_load_in_a_gap}, {test_report_load_beside_a_gap},
			       {test_report_load_while_off}, {test_report_writes_in_load, 4},
			       {test_report_not_collected}, {test_report_hole_without_collection},
			       {test_report_line_of_losses}, {test_report_marks},
			       {test_report_sample_of_a_clock}, {test_report_damaged},
			       {test_report_holes_end}));
}
