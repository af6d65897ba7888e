/* SPDX-License-Identifier: Apache-2.0 */
/*
 * write_runs: writes run directories that have all kinds of records between them, and prints the
 * name and the folder of each in a line. Who reads the lines removes the folders.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "message_fixture.h"
#include "rounds_fixture.h"
#include "units_fixture.h"

#define NODES 3
#define RECORDS 400
#define SAMPLED 2

static struct fix mine[2];
static struct tw t;

static void done(const char *name, const struct tw *run)
{
	printf("%s %s\n", name, run->dir);
}

static void begin(unsigned nodes, unsigned pairs, int compressed)
{
	for (unsigned f = 0; f < 2; f++) {
		fix_begin(&mine[f], nodes);
		fix_point(&mine[f], "a", GNO_PATTERN_EVENT, 1, RECORD | SAMPLE | RESET);
		fix_point(&mine[f], "b", GNO_PATTERN_EVENT, 2, RECORD);
		fix_point(&mine[f], f ? "late" : "c", GNO_PATTERN_EVENT, 3, RECORD);
		fix_point(&mine[f], "timer", GNO_PATTERN_TRIGGER, 4, RECORD | MARKED);
		fix_interval(&mine[f], "work", "a", "b");
		fix_interval(&mine[f], "tick", "timer", "a");
	}
	tw_begin(&t, nodes, 32, pairs, compressed);
	t.patterns[0] = &mine[0].file;
}

/* All kinds of records that a node without preprocessors has, two loads, and numbers without
 * names. */
static void write_kinds(void)
{
	static const uint32_t capture[] = {150, 8 | 1 << 8 | 8 << 16 | 0x70u << 24, 0xabcd, 0};

	begin(2, 0, 0);
	t.triggers = t.interrupt = 1;
	t.port = 3;
	t.patterns[1] = &mine[1].file;
	t.loads =
	    "[{\"file\":\"patterns.json\",\"nodes\":[0,1]},{\"file\":\"patterns.2.json\",\"nodes\":[0]}]";
	tw_event(&t, 0, 5, 1, 0);
	tw_datum(&t, 0, 50,
		 &(struct tw_datum){
		     .sub = GNO_PORT_PROCESS, .data = 9, .process = 9, .pc = 0x1004, .flags = 8});
	tw_event(&t, 0, 60, 1, 0);
	tw_load(&t, 0, 100, 0);
	tw_load(&t, 0, 120, 1);
	tw_event(&t, 0, 130, 3, 0);
	tw_gap(&t, 0, 200, 299, 7);
	tw_event(&t, 0, 400, 7, 4);
	tw_flush(&t, 0, 100000000000);
	tw_event(&t, 1, 60, 1, 0);
	tw_trigger(&t, 1, 130, 4, 0);
	tw_word(&t, 1, 130, 0x7edcba98, 8);
	tw_datum(&t, 1, 140, &(struct tw_datum){.page = 4, .sub = 5, .data = 77, .process = 3});
	tw_words(&t, 1, capture, 4);
	tw_line(&t, 1, 160, TW_BEGAN, 1, 0, 0);
	tw_line(&t, 1, 170, TW_ENDED, 1, 0, 10);
	tw_gap_full(&t, 1, 4000000000, 5000000000, 70000);
	tw_flush(&t, 1, 100000000000);
	tw_write(&t);
	done("kinds", &t);
}

/* Captures of nodes on a line that interrupts nobody: of one node, of the other, and of both. */
static void write_captures(void)
{
	static const struct {
		uint32_t time;
		unsigned node;
	} rows[] = {{150, 0}, {150, 1}, {1150, 0}, {1900, 1}, {2150, 0}, {2150, 1}};

	begin(2, 0, 0);
	t.triggers = t.passive = 1;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const uint32_t capture[] = {rows[i].time,
					    8 | rows[i].node << 8 | 6 << 16 | 0x70u << 24,
					    0xa000u + (uint32_t)i, 0};

		tw_words(&t, rows[i].node, capture, 4);
	}
	tw_flush(&t, 0, 3000);
	tw_flush(&t, 1, 3000);
	tw_write(&t);
	done("captures", &t);
}

/* Random events of three nodes; `lossy`: and gaps, and times without triggers. */
static void write_random(const char *name, unsigned seed, bool lossy)
{
	srand(seed);
	begin(NODES, 0, 0);
	t.triggers = 1;
	t.port = 2;
	for (unsigned k = 0; k < NODES; k++) {
		uint64_t time = 1;

		for (unsigned i = 0; i < RECORDS; i++) {
			unsigned kind = (unsigned)rand() % (lossy ? 24 : 20);

			time += 1 + (uint64_t)rand() % 50;
			if (kind < 15)
				tw_event(&t, k, time, 1 + kind % 3, kind % 2);
			else if (kind < 18)
				tw_trigger(&t, k, time, 4, 0);
			else if (kind < 20)
				tw_datum(&t, k, time,
					 &(struct tw_datum){.sub = GNO_PORT_PROCESS,
							    .data = 1 + kind % 2,
							    .process = 1 + kind % 2,
							    .runnable = kind});
			else if (kind < 22) {
				tw_gap(&t, k, time, time + 30, 5);
				time += 31;
			} else {
				tw_load(&t, k, time, 0);
				tw_load(&t, k, time + 20, 1);
				time += 20;
			}
		}
		tw_flush(&t, k, time + 100);
	}
	tw_write(&t);
	done(name, &t);
}

/* Times that are not exact: intervals of 1 to 4 ticks, in loops of 6 to 10, which are an interval,
 * too, and calls of one. */
static void write_ticks(void)
{
	uint64_t time = 16;
	uint32_t draw = 1;

	begin(1, 0, 0);
	fix_interval(&mine[0], "loop", "a", "a");
	fix_called(&mine[0], "post", 5, 6);
	t.tick = 16;
	for (unsigned i = 0; i < RECORDS; i++) {
		draw = draw * 1664525u + 1013904223u;
		tw_event(&t, 0, time, 1, 0);
		tw_event(&t, 0, time + 16 * (1 + (draw >> 24) % 4), 2, 0);
		tw_event(&t, 0, time + 64, 5, 0);
		tw_event(&t, 0, time + 80, 6, 0);
		time += UINT64_C(16) * (6 + (draw >> 16) % 5);
	}
	tw_flush(&t, 0, time);
	tw_write(&t);
	done("ticks", &t);
}

/* Words that a timer sampled, at times of ticks. */
static void write_profile(void)
{
	begin(1, 0, 0);
	mine[0].file.timer = 160;
	mine[0].file.profile = true;
	fix_function(&mine[0], "post", 0x1000, 0x100, "a.c", 10);
	t.triggers = 1;
	t.tick = 16;
	for (unsigned i = 1; i <= 9; i++)
		tw_word(&t, 0, 160 * i, (0x1000 + 4 * i) >> 2, 0);
	tw_flush(&t, 0, 1600);
	tw_write(&t);
	done("profile_ticks", &t);
}

/* Messages of all kinds: one with a queue and a call, one that came before it was sent, and ends of
 * no message. `tick`: of its times, or 0, and they are exact; also how often they are as long. */
static void write_messages(const char *name, unsigned tick)
{
	const unsigned times = tick ? tick : 1;
	static const struct mf_write writes[] = {
	    {0, 1, 100, SEND, 5, 7, 32},    {0, 2, 110, SEND, 5, 8, 16},
	    {0, 1, 500, SEND, 6, 1, 24},    {0, 1, 600, SEND, 7, 9, 8},
	    {1, 3, 90, CALL, 5, 0, 0},	    {1, 3, 105, QUEUED, 5, 7, 32},
	    {1, 3, 120, RECEIVE, 5, 7, 31}, {1, 3, 130, RECEIVE, 5, 8, 16},
	    {1, 3, 490, RECEIVE, 6, 1, 24}, {1, 4, 700, RECEIVE, 8, 2, 64},
	    {1, 4, 710, QUEUED, 9, 3, 48},
	};

	mf_begin(&t, 2, 2);
	t.tick = tick;
	for (size_t i = 0; i < sizeof(writes) / sizeof(*writes); i++) {
		struct mf_write v = writes[i];

		v.time *= times;
		mf_put(&t, &v);
	}
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&t, k, UINT64_C(1000) * times);
	tw_write(&t);
	done(name, &t);
}

/* Samples of two pairs, among them one whose count is at its end, and samples after a loss. */
static void fill_pairs(const char *name)
{
	static const uint32_t counts[][4] = {{3, 7, 0, 0},
					     {100, 5000, 70, 90},
					     {UINT32_MAX, UINT32_MAX, 1, 2},
					     {1 << 20, 1 << 21, 33, 65}};

	for (unsigned k = 0; k < 2; k++)
		for (unsigned i = 0; i < 12; i++) {
			tw_event(&t, k, 1000 * i + 10, 1, SAMPLED);
			tw_ratio(&t, k, 1000 * i + 10, 1, counts[(i + k) % 4]);
			if (i == 6)
				tw_gap(&t, k, 6100, 6200, 3);
		}
	for (unsigned k = 0; k < 2; k++) {
		tw_flush(&t, k, 20000);
		tw_ratio(&t, k, 20000, 0, counts[k]);
	}
	tw_write(&t);
	done(name, &t);
}

/* The run waits for a point that may be among what was lost. */
static void write_pairs(const char *name, int compressed)
{
	begin(2, 2, compressed);
	mine[0].file.until = 1;
	mine[0].until_on[0] = true;
	fill_pairs(name);
}

/* A point that resets, and of which there are no records: how long a sample counts is not known. */
static void write_hidden(void)
{
	begin(2, 2, 0);
	mine[0].point[1].actions = RESET;
	fill_pairs("hidden");
}

/* A point that resets one of the pairs. */
static void write_groups(void)
{
	static const char groups[] =
	    "{\"stage\":4,\"signals\":[],\"lines\":[],\"event_lines\":[],\"values\":[],\"gate\":false,\"form\":\"full\",\"quantities\":[],\"thresholds\":[],\"extremes\":[],\"buckets\":[],\"counters\":[],\"pairs\":[{\"name\":\"pair0\",\"a\":\"a0\",\"b\":\"b0\",\"gate\":null},{\"name\":\"pair1\",\"a\":\"a1\",\"b\":\"b1\",\"gate\":null}],\"groups\":[{\"name\":\"left\",\"of\":[\"pair0\"]}],\"group_lines\":[{\"group\":\"left\",\"action\":\"reset\"},{\"group\":null,\"action\":\"reset\"}]}";
	static char left[] = "left";
	static char *names[] = {left};

	begin(2, 2, 0);
	t.preprocessors = groups;
	mine[0].point[0].choice[GNO_CHOOSE_RESET] = (struct gno_group_choice){names, 1};
	fix_interval(&mine[0], "period", "a", "a");
	fill_pairs("groups");
}

static void write_units(void)
{
	units_write(&t);
	done("units", &t);
}

/* The second record of a bank of buckets is missing. */
static void write_broken(void)
{
	static const uint32_t half[6] = {100, 0, 0, 64u << 16, 0, 64}, counts[10];

	units_begin_run(&t, 32);
	for (unsigned i = 0; i < 2; i++)
		units_block(&t, 101, 9, 1, half, units_ones, 64);
	tw_flush(&t, 0, 299);
	units_sample(&t, 299, 0, counts);
	tw_write(&t);
	done("broken", &t);
}

/* The units of the second node have other names. */
static char *renamed(const char *preprocessors)
{
	char *text = strdup(preprocessors);

	memcpy(strstr(text, "around"), "beside", 6);
	return text;
}

/* Of the last segment but the first record is missing. */
static void write_segments(void)
{
	static const struct units_entry eight[8] = {{0, 1, 0, 0}, {7, 1, 1, 1}, {7, 1, 1, 0},
						    {8, 1, 1, 1}, {9, 1, 1, 1}, {9, 1, 1, 1},
						    {1, 1, 1, 1}, {1, 1, 1, 0}};
	struct units_entry many[122];
	char *beside;

	units_begin_segments(&t, 2, 32, 0);
	beside = renamed(t.preprocessors);
	t.node_preprocessors[1] = beside;
	for (unsigned k = 0; k < 2; k++) {
		tw_event(&t, k, 20, 1, 0);
		units_segment(&t, &(struct units_segment){.node = k,
							  .time = 20,
							  .at = 6,
							  .ended = 10,
							  .missed = 2,
							  .entries = 8,
							  .entry = eight});
	}
	for (unsigned i = 0; i < 122; i++)
		many[i] = (struct units_entry){i, 3, 1, 1};
	units_segment_records(&t,
			      &(struct units_segment){.node = 1,
						      .unit = 1,
						      .time = 700,
						      .at = 620 - 181,
						      .ended = 620,
						      .entries = 122,
						      .entry = many},
			      0, 1);
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&t, k, 799);
	tw_write(&t);
	done("segments", &t);
	free(beside);
}

/* A run that waits for `b`, of a program with an operating system, that lies in a simulation and on
 * the clocks of the host. The program stops the clock, and marks. */
static void write_system(void)
{
	static const char pairs[] =
	    "{\"stage\":4,\"signals\":[],\"lines\":[],\"event_lines\":[],\"values\":[],\"gate\":false,\"form\":\"full\",\"quantities\":[],\"thresholds\":[],\"extremes\":[],\"buckets\":[],\"counters\":[],\"pairs\":[{\"name\":\"icache\",\"a\":\"hit\",\"b\":\"access\",\"gate\":null},{\"name\":\"stall_bus\",\"a\":\"a1\",\"b\":\"always\",\"gate\":null},{\"name\":\"stall_none\",\"a\":\"a2\",\"b\":\"always\",\"gate\":null}]}";
	static char hit_ratio[] = "icache hit ratio";
	static struct gno_pattern_measure measure = {hit_ratio, 0, GNO_PRINT_A_OF_B};
	static const uint32_t counts[] = {10, 100, 3, 10, 7, 10};
	static const struct {
		uint64_t time;
		unsigned code;
	} events[] = {{100, 1}, {150, 5}, {180, 6}, {250, 2}, {260, 1}, {280, 2}};
	static char build_id[] = "0123456789abcdef0123456789abcdef01234567";

	begin(1, 3, 0);
	t.preprocessors = pairs;
	mine[0].node[0].measure = &measure;
	mine[0].node[0].measures = 1;
	t.port = 2;
	t.simulation = "{\"time\":2599,\"period\":2,\"unit\":-11}";
	t.anchors =
	    "{\"start\":{\"realtime\":[5000000,5000400],\"monotonic\":[700,800],\"boottime\":[900,900]},\"stop\":{\"realtime\":[6000000,6000100],\"monotonic\":[5000,5100],\"boottime\":[5200,5200]}}";
	mine[0].file.build_id = build_id;
	mine[0].file.until = 1;
	mine[0].until_on[0] = true;
	mine[0].point[1].actions |= SAMPLE | RESET;
	fix_point(&mine[0], "os_in", GNO_PATTERN_EVENT, 5, RECORD | SAMPLE | RESET)->os =
	    GNO_OS_ENTRY;
	fix_point(&mine[0], "os_out", GNO_PATTERN_EVENT, 6, RECORD | SAMPLE | RESET)->os =
	    GNO_OS_EXIT;
	for (unsigned i = 0; i < sizeof(events) / sizeof(*events); i++) {
		if (i == 3) {
			tw_datum(&t, 0, 190, &(struct tw_datum){.sub = GNO_PORT_TIME_STOP});
			tw_datum(&t, 0, 200,
				 &(struct tw_datum){.sub = GNO_PORT_TIME_START, .data = 10});
		}
		tw_event(&t, 0, events[i].time, events[i].code, SAMPLED);
		tw_ratio(&t, 0, events[i].time, events[i].code, counts);
	}
	tw_datum(&t, 0, 290,
		 &(struct tw_datum){.sub = GNO_PORT_MARK, .data = 77, .flags = 1 << GNO_FLAG_MARK});
	tw_flush(&t, 0, 300);
	tw_ratio(&t, 0, 300, 0, counts);
	tw_write(&t);
	done("system", &t);
}

/* A recorder that froze: the second node is complete up to the stop of the first. */
static void write_frozen(void)
{
	begin(2, 0, 0);
	t.mode = "wrap";
	t.frozen = 1;
	mine[0].file.mode = GNO_BUFFER_WRAP;
	mine[0].file.after = 3;
	tw_event(&t, 0, 100, 1, 1 << GNO_FLAG_STOP);
	for (unsigned i = 1; i <= 3; i++)
		tw_event(&t, 0, 100 + 10 * i, 2, 0);
	tw_event(&t, 1, 60, 1, 0);
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&t, k, 1000);
	tw_write(&t);
	done("frozen", &t);
}

/* A message of the critical path, whose send is in a function of the program. */
static void write_program(void)
{
	begin(2, 0, 0);
	t.port = 3;
	fix_function(&mine[0], "post", 0x1000, 0x100, "a.c", 10);
	tw_datum(
	    &t, 0, 10,
	    &(struct tw_datum){.sub = GNO_PORT_PROCESS, .data = 1, .process = 1, .pc = 0x2000});
	tw_datum(&t, 0, 100,
		 &(struct tw_datum){
		     .page = SEND, .sub = 5, .data = 7 << 16 | 32, .process = 1, .pc = 0x1010});
	tw_datum(&t, 1, 20, &(struct tw_datum){.page = CALL, .sub = 5, .process = 3, .pc = 0x2000});
	tw_datum(&t, 1, 120,
		 &(struct tw_datum){
		     .page = RECEIVE, .sub = 5, .data = 7 << 16 | 32, .process = 3, .pc = 0x2000});
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&t, k, 200);
	tw_write(&t);
	done("program", &t);
}

static void write_rounds(void)
{
	rounds_begin_report(16, true);
	rounds_assert(100, 150);
	rounds_assert(500, 520);
	of[1] = GNO_LINE_REPORT;
	own[1] = full[1] = 2;
	kept[1] = 4;
	rounds_lose(0, 140, 600);
	rounds_assert(800, 830);
	rounds_write(1000);
	done("rounds", &w);
	rounds_write_losses();
	done("rounds_lost", &w);
}

START_TEST(write_all)
{
	write_kinds();
	write_captures();
	write_random("random", 1, false);
	write_random("lossy", 2, true);
	write_random("lossier", 3, true);
	write_ticks();
	write_profile();
	write_messages("messages", 0);
	write_messages("messages_ticks", 8);
	write_pairs("pairs", 0);
	write_pairs("compressed", 1);
	write_hidden();
	write_groups();
	write_units();
	write_broken();
	write_segments();
	write_system();
	write_frozen();
	write_program();
	write_rounds();
}
END_TEST

/* What the fixtures check needs a test around it. */
int main(void)
{
	return run_here(write_all);
}
