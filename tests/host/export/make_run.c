/* SPDX-License-Identifier: Apache-2.0 */
/*
 * make_run SEED: a random run of two nodes in a new folder, for test_export.py. Prints as JSON the
 * folder and what was written, record by record. make_run SEED messages: one without losses, in
 * which node 0 sends messages to node 1.
 */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "report_fixture.h"

#define NODES 2
#define STEPS 400
#define PAIRS 2

/* Codes of the points; the last one asks for a sample. */
enum { WORK_IN = 1, WORK_OUT, WAIT_IN, WAIT_OUT, LOOK };

static struct fix fix;
static struct tw w;
static bool messages;

static void say(unsigned node, uint64_t time, const char *kind, const char *rest)
{
	static bool more;

	printf("%s\n{\"node\": \"core%u\", \"cycle\": %" PRIu64 ", \"kind\": \"%s\"%s}",
	       more ? "," : "", node, time, kind, rest);
	more = true;
}

static void event(unsigned node, uint64_t time, unsigned code, unsigned flags)
{
	char rest[64];

	tw_event(&w, node, time, code, flags);
	snprintf(rest, sizeof(rest), ", \"code\": %u", code);
	say(node, time, "event", rest);
}

static void sample(unsigned node, uint64_t time)
{
	uint32_t counts[2 * PAIRS];
	char rest[128];

	for (unsigned i = 0; i < PAIRS; i++) {
		counts[2 * i + 1] = (uint32_t)rand() % 4 ? (uint32_t)rand() % 1000 : 0;
		counts[2 * i] = (uint32_t)rand() % (counts[2 * i + 1] + 1);
	}
	event(node, time, LOOK, 1u << GNO_FLAG_SAMPLED);
	tw_ratio(&w, node, time, LOOK, counts);
	snprintf(rest, sizeof(rest), ", \"counts\": [%u, %u, %u, %u]", counts[0], counts[1],
		 counts[2], counts[3]);
	say(node, time, "sample", rest);
}

static void write_port(unsigned node, uint64_t time, unsigned sub, uint32_t data, unsigned process)
{
	char rest[128];

	tw_datum(&w, node, time,
		 &(struct tw_datum){.page = sub == GNO_PORT_PROCESS ? 0 : 1,
				    .sub = sub,
				    .data = data,
				    .process = process,
				    .pc = 0x80000000u + 4 * data});
	snprintf(rest, sizeof(rest), ", \"data\": %u, \"process\": %u, \"pc\": %u", data, process,
		 0x80000000u + 4 * data);
	say(node, time, "write", rest);
}

static uint64_t gap(unsigned node, uint64_t time)
{
	uint64_t to = time + 1 + (uint64_t)rand() % 300;
	char rest[64];

	tw_gap(&w, node, time, to, 7);
	snprintf(rest, sizeof(rest), ", \"to\": %" PRIu64 ", \"lost\": 7", to);
	say(node, time, "gap", rest);
	return to;
}

static uint64_t load(unsigned node, uint64_t time)
{
	tw_load(&w, node, time, 0);
	say(node, time, "load", ", \"live\": false");
	time += 1 + (uint64_t)rand() % 50;
	tw_load(&w, node, time, 1);
	say(node, time, "load", ", \"live\": true");
	return time;
}

static void write_node(unsigned node)
{
	uint64_t time = 10;
	unsigned process = 0;

	for (unsigned i = 0; i < STEPS; i++) {
		unsigned what = (unsigned)rand() % 100;

		time += 1 + (uint64_t)rand() % 200;
		if (what < 70)
			event(node, time, WORK_IN + (unsigned)rand() % 4, 0);
		else if (what < 80)
			sample(node, time);
		else if (what < 90)
			write_port(node, time, 5, (uint32_t)rand(), process);
		else if (what < 96)
			write_port(node, time, GNO_PORT_PROCESS, what, process = what);
		else
			time = gap(node, time);
		if (i == STEPS / 2)
			time = load(node, time + 1);
	}
	tw_flush(&w, node, time + 5);
	say(node, time + 5, "flush", "");
}

/* A write of the number `i`, and what it says. */
static void write_message(unsigned node, uint64_t time, unsigned page, unsigned i)
{
	char rest[64];

	tw_datum(
	    &w, node, time,
	    &(struct tw_datum){
		.page = page, .sub = i % 3, .data = i << 16 | (16 + i % 5), .process = node + 1});
	snprintf(rest, sizeof(rest), ", \"connection\": %u, \"sequence\": %u, \"bytes\": %u", i % 3,
		 i, 16 + i % 5);
	say(node, time, page == GNO_PAGE_SEND ? "send" : "receive", rest);
}

/* Some are not received, and some were not sent. */
static void write_messages(void)
{
	for (unsigned i = 0; i < STEPS; i++) {
		if (i % 7 != 1)
			write_message(0, 100 + 50 * i, GNO_PAGE_SEND, i);
		if (i % 7 != 2)
			write_message(1, 100 + 50 * i + 60 + (unsigned)rand() % 30,
				      GNO_PAGE_RECEIVE, i);
	}
	tw_flush(&w, 0, 100000);
	tw_flush(&w, 1, 100000);
}

/* What writes runs can only do so in a test. */
START_TEST(make)
{
	fix_begin(&fix, NODES);
	fix_point(&fix, "work_in", GNO_PATTERN_EVENT, WORK_IN, RECORD);
	fix_point(&fix, "work_out", GNO_PATTERN_EVENT, WORK_OUT, RECORD);
	fix_point(&fix, "wait_in", GNO_PATTERN_EVENT, WAIT_IN, RECORD);
	fix_point(&fix, "wait_out", GNO_PATTERN_EVENT, WAIT_OUT, RECORD);
	fix_point(&fix, "look", GNO_PATTERN_EVENT, LOOK, RECORD | SAMPLE | RESET);
	fix_interval(&fix, "work", "work_in", "work_out");
	fix_interval(&fix, "wait", "wait_in", "wait_out");
	tw_begin(&w, NODES, 24, PAIRS, 0);
	w.port = 3;
	w.patterns[0] = w.patterns[1] = &fix.file;
	w.loads = "[{\"file\":\"patterns.json\",\"nodes\":[0,1]},"
		  "{\"file\":\"patterns.2.json\",\"nodes\":[0,1]}]";
	printf("{\"dir\": \"%s\", \"records\": [", w.dir);
	for (unsigned k = 0; k < NODES && !messages; k++)
		write_node(k);
	if (messages)
		write_messages();
	tw_write(&w);
	printf("\n]}\n");
}
END_TEST

int main(int argc, char **argv)
{
	Suite *suite = suite_create("make_run");
	TCase *tests = tcase_create("make");
	SRunner *runner = srunner_create(suite);
	int failed;

	srand(argc > 1 ? (unsigned)atoi(argv[1]) : 1);
	messages = argc > 2;
	tcase_add_test(tests, make);
	suite_add_tcase(suite, tests);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_SILENT);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? 1 : 0;
}
