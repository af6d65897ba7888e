/* SPDX-License-Identifier: Apache-2.0 */
/* Writes to the event port: counts, processes, and the time that the program stops. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "report_fixture.h"

static struct fix fix;

static void begin(struct tw *w, unsigned port)
{
	fix_begin(&fix, 1);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&fix, "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_interval(&fix, "ab", "a", "b");
	tw_begin(w, 1, 32, 0, 0);
	w->port = port;
	w->patterns[0] = &fix.file;
}

static void put(struct tw *w, uint64_t time, unsigned page, unsigned sub, uint32_t data,
		unsigned process, unsigned runnable, uint32_t own)
{
	tw_datum(w, 0, time,
		 &(struct tw_datum){.page = page,
				    .sub = sub,
				    .data = data,
				    .process = process,
				    .runnable = runnable,
				    .process_time = own});
}

static uint64_t clocks_of(const struct gno_report *r, unsigned number)
{
	const struct report_port *port = &r->node[0].port;

	for (size_t i = 0; i < port->processes; i++)
		if (port->process[i].number == number)
			return port->process[i].clocks;
	ck_abort_msg("no process %u", number);
}

START_TEST(test_port_writes)
{
	struct gno_report *r;
	struct tw w;
	char *text;

	begin(&w, 2);
	put(&w, 10, 1, 1, 5, 0, 0, 0); /* user 65 */
	put(&w, 20, 1, 1, 6, 0, 0, 0);
	put(&w, 30, 15, 63, 0, 0, 0, 0); /* user 1023 */
	put(&w, 40, 0, GNO_PORT_PROCESS, 3, 3, 0, 0);
	put(&w, 50, 1, 1, 6, 3, 0, 0);
	put(&w, 60, 10, 9, 6, 3, 0, 0); /* create_process 9 */
	tw_flush(&w, 0, 100);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->node[0].port.writes, 6);
	ck_assert_uint_eq(r->node[0].port.events.used, 5);
	ck_assert_uint_eq(r->node[0].port.events.slot[0].key, 65);
	ck_assert_uint_eq(r->node[0].port.events.slot[0].count, 2);
	ck_assert_uint_eq(r->node[0].port.events.slot[1].key, 1023);
	ck_assert_uint_eq(r->node[0].port.events.slot[2].key, 3 * 1024);
	ck_assert_uint_eq(r->node[0].port.events.slot[4].key, 3 * 1024 + 10 * 64 + 9);
	text = text_of(r, false);
	expect_line(text, "  core0        0  user 65        2\n");
	expect_line(text, "  core0        3  process        1\n  and 2 more\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Without the process's own time: from the switches. */
START_TEST(test_port_processes_by_switches)
{
	struct gno_report *r;
	struct tw w;
	char *text;

	begin(&w, 2);
	put(&w, 100, 0, GNO_PORT_PROCESS, 1, 1, 0, 0); /* who ran before is not known: 100 */
	put(&w, 150, 0, GNO_PORT_RUNNABLE, 4, 1, 4, 0);
	put(&w, 250, 0, GNO_PORT_PROCESS, 2, 2, 4, 0); /* 1 had 150 */
	put(&w, 300, 0, GNO_PORT_PROCESS, 1, 1, 4, 0); /* 2 had 50 */
	put(&w, 400, 1, 0, 0, 1, 2, 0);		       /* 1 had 100 more up to here */
	tw_gap(&w, 0, 450, 499, 2);	 /* and 50 up to here; the gap's 50 are not known */
	put(&w, 600, 1, 0, 0, 70, 1, 0); /* nor the 100 from there */
	put(&w, 700, 1, 0, 0, 2, 1, 0);	 /* no write reported that switch; 70 had 100 */
	tw_flush(&w, 0, 1000);		 /* 2 has 300 more */
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(clocks_of(r, 1), 150 + 100 + 50);
	ck_assert_uint_eq(clocks_of(r, 2), 50 + 300);
	ck_assert_uint_eq(clocks_of(r, 70), 100);
	ck_assert_uint_eq(r->node[0].port.process_unknown, 100 + 50 + 100);
	ck_assert_uint_eq(r->node[0].port.process_odd, 1);
	ck_assert_uint_eq(r->node[0].port.process[0].switches, 2);
	/* 0 for 50, 4 for 250, 2 for 50; then 1 for 400 */
	ck_assert_uint_eq(r->node[0].port.runnable_clocks, 750);
	ck_assert_uint_eq(r->node[0].port.runnable_sum, 4 * 250 + 2 * 50 + 400);
	ck_assert_uint_eq(r->node[0].port.runnable_max, 4);
	text = text_of(r, false);
	expect_line(text, "  core0        1            >= 2  >= 300  3.000 us    40.00%\n");
	expect_line(
	    text,
	    "  core0: the process of 250 cycles is not known (before the first write, or after a loss)\n");
	expect_line(text, "  core0: 1 records contradict the switches before them\n");
	expect_line(text,
		    "  core0: runnable processes: 2.00 on average over 750 cycles, >= 4 at most\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* With it, what a gap hid comes back. */
START_TEST(test_port_processes_by_their_time)
{
	struct gno_report *r;
	struct tw w;

	begin(&w, 3);
	put(&w, 100, 1, 0, 0, 1, 0, 100);		 /* 1 ran from the start */
	put(&w, 200, 0, GNO_PORT_PROCESS, 2, 2, 0, 0);	 /* 1: 200 */
	put(&w, 300, 0, GNO_PORT_PROCESS, 1, 1, 0, 200); /* 2: 100 */
	tw_gap(&w, 0, 400, 599, 2);			 /* 1: 300 so far; in it 2 runs for 80 */
	put(&w, 700, 1, 0, 0, 1, 0, 520);		 /* so 1 had 220 of these 300 */
	put(&w, 800, 0, GNO_PORT_PROCESS, 2, 2, 0, 180); /* 1: 620; 2 had 80 of them */
	put(&w, 850, 1, 0, 0, 2, 0, 300);		 /* cannot be */
	tw_flush(&w, 0, 1000);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(clocks_of(r, 1), 620);
	ck_assert_uint_eq(clocks_of(r, 2), 380);
	ck_assert_uint_eq(r->node[0].port.process_unknown, 0);
	ck_assert_uint_eq(r->node[0].port.process_odd, 1);
	ck_assert(!r->node[0].port.process_shared);
	gno_report_free(r);
	/* 66 shares its time with 2: it is not used any more */
	w.node[0].len -= 8;
	put(&w, 900, 0, GNO_PORT_PROCESS, 66, 66, 0, 180);
	tw_flush(&w, 0, 1000);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert(r->node[0].port.process_shared);
	ck_assert_uint_eq(clocks_of(r, 2), 180 + 100);
	ck_assert_uint_eq(clocks_of(r, 66), 100);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

#define TIME(start_, time_, data_)                                                                 \
	put(&w, time_, 0, start_ ? GNO_PORT_TIME_START : GNO_PORT_TIME_STOP, data_, 0, 0, 0)

START_TEST(test_port_pauses)
{
	struct gno_report *r;
	struct tw w;
	char *text;

	begin(&w, 2);
	tw_event(&w, 0, 10, 1, 0);
	TIME(0, 20, 1);
	TIME(0, 25, 1); /* it is already stopped */
	TIME(1, 50, 30);
	tw_event(&w, 0, 60, 2, 0); /* 50, 30 of them stopped */
	tw_event(&w, 0, 100, 1, 0);
	TIME(1, 110, 30); /* it is not stopped */
	TIME(0, 120, 0);
	tw_event(&w, 0, 150, 2, 0); /* 50, 30 of them stopped */
	tw_event(&w, 0, 160, 1, 0);
	tw_event(&w, 0, 170, 2, 0); /* 10, all of them stopped */
	TIME(1, 200, 111);	    /* it should be 110 */
	tw_flush(&w, 0, 300);
	tw_write(&w);
	r = report_of(&w, NULL);
	expect_measure(&r->node[0].statistics[0], 3, 110, 10, 50, 0, 0, 0);
	expect_stats(&r->node[0].statistics[0].running, 3, 40, 0, 20);
	ck_assert_uint_eq(r->node[0].port.stops, 2);
	ck_assert_uint_eq(r->node[0].port.pause_odd, 1);
	ck_assert_uint_eq(r->node[0].port.pause_unknown, 0);
	ck_assert(r->node[0].port.paused_exact);
	text = text_of(r, false);
	expect_line(text, "\nintervals without the time that the program stopped\n");
	expect_line(text, "  ab        core0      3     40  13.3    0   20  400.0 ns");
	expect_line(text, "  core0      2     111  1.110 us          0               1\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* After a gap it is not known whether time is stopped, until a write shows it. */
START_TEST(test_port_pauses_after_a_gap)
{
	struct gno_report *r;
	struct tw w;

	begin(&w, 2);
	TIME(0, 50, 0);
	tw_gap(&w, 0, 100, 199, 5); /* 50 stopped so far */
	tw_event(&w, 0, 210, 1, 0);
	tw_event(&w, 0, 220, 2, 0); /* not known */
	TIME(0, 300, 0);	    /* from 100 to here it was not known */
	tw_event(&w, 0, 310, 1, 0);
	TIME(1, 340, 170); /* so of the unknown 200, 80 were stopped */
	tw_event(&w, 0, 350, 2, 0);
	TIME(0, 400, 0);
	TIME(1, 420, 190);
	tw_gap(&w, 0, 500, 599, 5);
	tw_flush(&w, 0, 700);
	tw_write(&w);
	r = report_of(&w, NULL);
	expect_measure(&r->node[0].statistics[0], 2, 50, 10, 40, 0, 0, 0);
	expect_stats(&r->node[0].statistics[0].running, 1, 10, 10, 10);
	ck_assert_uint_eq(r->node[0].port.paused, 190);
	ck_assert(!r->node[0].port.paused_exact);
	ck_assert_uint_eq(r->node[0].port.pause_unknown, 200 + 200);
	ck_assert_uint_eq(r->node[0].port.pause_odd, 0);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* The count of stopped clocks has 32 bits. */
START_TEST(test_port_pauses_wrap)
{
	const uint64_t long_time = (uint64_t)3 << 32;
	struct gno_report *r;
	struct tw w;

	begin(&w, 2);
	tw_event(&w, 0, 10, 1, 0);
	TIME(0, 100, 0);
	TIME(1, long_time + 107, 7);
	tw_event(&w, 0, long_time + 207, 2, 0);
	tw_flush(&w, 0, long_time + 300);
	tw_write(&w);
	r = report_of(&w, NULL);
	expect_stats(&r->node[0].statistics[0].running, 1, 190, 190, 190);
	ck_assert_uint_eq(r->node[0].port.paused, long_time + 7);
	ck_assert_uint_eq(r->node[0].port.pause_odd, 0);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

static void expect_process(const struct report_process *p, unsigned number, uint64_t a, uint64_t b,
			   uint64_t count, uint64_t total, uint64_t own)
{
	ck_assert_uint_eq(p->number, number);
	ck_assert_uint_eq(p->count[0], a);
	ck_assert_uint_eq(p->count[1], b);
	ck_assert_uint_eq(p->interval[0].stats.count, count);
	ck_assert_uint_eq(p->interval[0].stats.total, total);
	ck_assert_uint_eq(p->interval[0].own.count, count);
	ck_assert_uint_eq(p->interval[0].own.total, own);
}

/* Two processes in turn, whose calls lie in each other: the ends belong to the begins of the same
 * process. */
START_TEST(test_port_points_and_intervals_by_process)
{
	static const struct {
		unsigned time, what; /* 1, 2: a, b; 0: switch; 3: a write of the user */
		unsigned process;
	} step[] = {
	    {5, 1, 0},	 {10, 0, 1},  {20, 1, 0},  {50, 0, 2},	{60, 1, 0},  {70, 2, 0},
	    {100, 0, 1}, {130, 2, 0}, {140, 1, 0}, {150, 0, 2}, {160, 1, 0}, {170, 0, 1},
	    {180, 2, 0}, {190, 0, 2}, {200, 2, 0}, {290, 1, 0}, {300, 5, 0}, {320, 1, 0},
	    {330, 3, 2}, {340, 2, 0}, {350, 2, 0}, {360, 1, 0},
	};
	const struct report_port *port;
	struct gno_report *r;
	struct tw w;
	char *text;

	begin(&w, 2);
	for (size_t i = 0; i < sizeof(step) / sizeof(*step); i++) {
		unsigned time = step[i].time, process = step[i].process;

		if (step[i].what == 0)
			put(&w, time, 0, GNO_PORT_PROCESS, process, process, 0, 0);
		else if (step[i].what == 3)
			put(&w, time, 1, 7, 0, process, 0, 0);
		else if (step[i].what == 5)
			tw_gap(&w, 0, time, time + 9, 3);
		else if (step[i].what < 3)
			tw_event(&w, 0, time, step[i].what, 0);
	}
	tw_flush(&w, 0, 400);
	tw_write(&w);
	r = report_of(&w, NULL);
	port = &r->node[0].port;
	ck_assert_uint_eq(port->processes, 2);
	/* 20 to 130, of which to 50 and from 100; 140 to 180, to 150 and from 170 */
	expect_process(&port->process[0], 1, 2, 2, 2, 150, 60 + 20);
	/* 60 to 70; 160 to 200, to 170 and from 190 */
	expect_process(&port->process[1], 2, 4, 4, 2, 50, 10 + 20);
	ck_assert_uint_eq(port->process[1].interval[0].cut, 2); /* from 290 on, and to 350 */
	ck_assert_uint_eq(port->process[1].interval[0].unfinished, 1);
	ck_assert_uint_eq(port->process[1].interval[0].unmatched, 0);
	ck_assert_uint_eq(port->none[0], 2); /* at 5 and 320 */
	ck_assert_uint_eq(port->none[1], 0);
	text = print_all_of(r);
	expect_line(text, "points by process\n"
			  "  node   process  point  count\n"
			  "  core0        1  a       >= 2\n"
			  "  core0        1  b       >= 2\n"
			  "  core0        2  a       >= 4\n"
			  "  core0        2  b       >= 4\n"
			  "  core0        ?  a       >= 2\n");
	expect_line(
	    text,
	    "  core0        1  ab         >= 2  >= 150  <= 40  >= 110  >= 80     0          0    0\n"
	    "  core0        2  ab         >= 2   >= 50  <= 10   >= 40  >= 30     1          0    2\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

START_TEST(test_port_json)
{
	const json_t *port, *measure;
	struct gno_report *r;
	json_t *root;
	struct tw w;

	begin(&w, 2);
	tw_event(&w, 0, 10, 1, 0);
	TIME(0, 20, 0);
	TIME(1, 30, 10);
	tw_event(&w, 0, 40, 2, 0);
	put(&w, 50, 4, 3, 0, 9, 6, 0);
	tw_flush(&w, 0, 100);
	tw_write(&w);
	r = report_of(&w, NULL);
	root = json_of(r);
	ck_assert_ptr_nonnull(root);
	port = json_object_get(json_array_get(json_object_get(root, "nodes"), 0), "port");
	ck_assert_int_eq(json_integer_value(json_object_get(port, "writes")), 3);
	ck_assert_int_eq(
	    json_integer_value(json_object_get(json_object_get(port, "paused"), "cycles")), 10);
	ck_assert_str_eq(json_string_value(json_object_get(
			     json_array_get(json_object_get(port, "events"), 2), "name")),
			 "send 3");
	measure = json_object_get(json_array_get(json_object_get(root, "intervals"), 0), "all");
	ck_assert_int_eq(
	    json_integer_value(json_object_get(json_object_get(measure, "running"), "total")), 20);
	ck_assert(json_is_null(json_object_get(measure, "system")));
	json_decref(root);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("report_port", NULL, NULL,
			 TESTS({test_port_writes}, {test_port_processes_by_switches},
			       {test_port_processes_by_their_time}, {test_port_pauses},
			       {test_port_pauses_after_a_gap}, {test_port_pauses_wrap},
			       {test_port_points_and_intervals_by_process}, {test_port_json}));
}
