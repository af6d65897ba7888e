/* SPDX-License-Identifier: Apache-2.0 */
/*
 * make_run SEED: a random run of two nodes in a new folder, for test_export.py. Prints as JSON the
 * folder and what was written, record by record. make_run SEED messages: one without losses, in
 * which node 0 sends messages to node 1. make_run SEED segments|wide: one with segments only, of
 * words of 32 bits, or of 64 in three fields. make_run SEED calls: one of functions that call each
 * other, in two processes of node 0, with a gap at node 1. make_run SEED profile|both: one with the
 * words of a timer that makes a profile, with gaps at node 1; of both there are calls, too.
 */
#include "tests/suite.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "units_fixture.h"

#define NODES 2
#define STEPS 400
#define PAIRS 2

/* Codes of the points; the last one asks for a sample. */
enum { WORK_IN = 1, WORK_OUT, WAIT_IN, WAIT_OUT, LOOK };

static struct fix fix;
static struct tw w;
static const char *what = "";

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
		unsigned turn = (unsigned)rand() % 100;

		time += 1 + (uint64_t)rand() % 200;
		if (turn < 70)
			event(node, time, WORK_IN + (unsigned)rand() % 4, 0);
		else if (turn < 80)
			sample(node, time);
		else if (turn < 90)
			write_port(node, time, 5, (uint32_t)rand(), process);
		else if (turn < 96)
			write_port(node, time, GNO_PORT_PROCESS, turn, process = turn);
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

/* --- calls */

#define FUNCTIONS 4
#define DEEPEST 6

/* Which functions of each process of a node are open. */
struct calling {
	unsigned node, process;
	struct {
		unsigned open[DEEPEST], depth;
	} of[2];
};

/* Enters a function, or leaves the innermost one. */
static void call_or_return(struct calling *c, uint64_t time)
{
	unsigned *depth = &c->of[c->process].depth, *open = c->of[c->process].open;
	bool enters = !*depth || (*depth < DEEPEST && rand() % 2);
	unsigned function = enters ? (unsigned)rand() % FUNCTIONS : open[--*depth];
	char rest[64];

	if (enters)
		open[(*depth)++] = function;
	tw_event(&w, c->node, time, 2 * (function + 1) + !enters, 0);
	snprintf(rest, sizeof(rest), ", \"function\": %u", function);
	say(c->node, time, enters ? "call" : "return", rest);
}

static void write_calls(unsigned node)
{
	struct calling c = {.node = node};
	uint64_t time = 10 + (uint64_t)rand() % 100;

	for (unsigned i = 0; i < STEPS; i++, time += 1 + (uint64_t)rand() % 200) {
		if (!node && rand() % 8 == 0) {
			c.process = !c.process;
			write_port(node, time, GNO_PORT_PROCESS, c.process + 1, c.process + 1);
		} else if (node && i == STEPS / 2) {
			time = gap(node, time) + 1;
		} else {
			call_or_return(&c, time);
		}
	}
	tw_flush(&w, node, time);
	say(node, time, "flush", "");
}

static void make_calls(void)
{
	static char odd[] = "odd; name", file[] = "a file.c";

	fix_begin(&fix, NODES);
	fix_called(&fix, "main", 2, 3);
	fix_called(&fix, "part", 4, 5);
	fix_called(&fix, "leaf", 6, 7);
	fix_called(&fix, "odd", 8, 9);
	fix.called[6].name = fix.called[7].name = odd;
	fix.called[2].file = fix.called[3].file = file;
	fix.called[2].line = fix.called[3].line = 7;
	tw_begin(&w, NODES, 24, 0, 0);
	w.port = 3;
	w.patterns[0] = &fix.file;
	printf("{\"dir\": \"%s\", \"records\": [", w.dir);
	for (unsigned k = 0; k < NODES; k++)
		write_calls(k);
	tw_write(&w);
	printf("\n]}\n");
}

/* --- a profile */

#define PERIOD 53

/* What the hardware sends of a program that executes something now and then: the first word at or
 * after each tick. */
static void write_words(unsigned node)
{
	uint64_t done = 0, time = 1;

	for (unsigned i = 0; i < STEPS; i++, time += 1 + (uint64_t)rand() % 90) {
		uint32_t pc = 0x100 + (uint32_t)rand() % 0x60 * 4;
		char rest[32];

		if (node && rand() % 40 == 0)
			time = gap(node, time) + 1;
		if (time / PERIOD == done / PERIOD)
			continue;
		tw_word(&w, node, time, pc >> 2, 0);
		snprintf(rest, sizeof(rest), ", \"pc\": %u", pc);
		say(node, time, "word", rest);
		done = time;
	}
	if (!strcmp(what, "both"))
		event(node, time++, 2, 0);
	tw_flush(&w, node, time + 200);
	say(node, time + 200, "flush", "");
}

static void make_profile(void)
{
	fix_begin(&fix, NODES);
	fix.file.timer = PERIOD;
	fix.file.profile = true;
	fix_function(&fix, "first", 0x100, 0x40, "a.c", 9);
	fix_function(&fix, "second", 0x140, 0x20, "b.c", 20);
	fix_function(&fix, "last", 0x200, 0, NULL, 0); /* up to the end */
	fix_line(&fix, 0x100, "a.c", 10);
	fix_line(&fix, 0x120, "a.c", 11);
	fix_line(&fix, 0x140, "b.c", 20);
	fix_line(&fix, 0x150, "a.c", 11); /* inlined */
	fix_line(&fix, 0x160, NULL, 0);
	fix_line(&fix, 0x200, "b.c", 30);
	fix_called(&fix, "main", 2, 3);
	if (strcmp(what, "both") != 0)
		fix.file.points--; /* its entry only, as that of the point at which a run ends */
	tw_begin(&w, NODES, 24, 0, 0);
	w.triggers = 1;
	w.patterns[0] = &fix.file;
	printf("{\"dir\": \"%s\", \"records\": [", w.dir);
	for (unsigned k = 0; k < NODES; k++)
		write_words(k);
	tw_write(&w);
	printf("\n]}\n");
}

/* --- segments */

#define ENTRIES 131

static void say_segment(const struct units_segment *s, const char *unit)
{
	printf("{\"node\": \"core%u\", \"unit\": \"%s\", \"at\": %" PRIu64 ", \"ended\": %" PRIu64
	       ", \"entries\": [",
	       s->node, unit, s->at, s->ended);
	for (unsigned i = 0; i < s->entries; i++)
		printf("%s[%u, %u, %u, \"%" PRIx64 "\"]", i ? ", " : "", s->entry[i].length,
		       s->entry[i].known, s->entry[i].current, s->entry[i].word);
	printf("]}");
}

static uint64_t random_word(bool is_wide)
{
	uint64_t high = (uint64_t)rand() << 33 ^ (uint64_t)rand() << 16 ^ (uint64_t)rand();

	return is_wide ? high : high & UINT32_MAX;
}

/* A segment that begins at `time`; when it has ended. */
static uint64_t write_segment(unsigned node, unsigned unit, uint64_t time, bool is_wide)
{
	struct units_entry entry[ENTRIES];
	struct units_segment s = {.node = node, .unit = unit, .time = 30000, .entry = entry};
	unsigned trigger = unit ? 70 : 3;
	static bool more;

	s.entries = unit ? ENTRIES : 8;
	for (unsigned i = 0; i < s.entries; i++) {
		struct units_entry *e = &entry[i];

		*e = (struct units_entry){random_word(is_wide), unit ? 1 + (unsigned)rand() % 9 : 1,
					  1, 1};
		if (!unit && i && rand() % 3 == 0) { /* the word of the cycle before */
			*e = e[-1];
			e->current = 0;
		}
		if (time < 20 && i < (unit ? 1 : 2)) /* no word has counted yet */
			*e = (struct units_entry){0, i ? 1 : e->length, 0, 0};
		if (i == trigger)
			s.at = time + (unsigned)rand() % e->length;
		time += e->length;
	}
	s.ended = time - 1;
	units_segment(&w, &s);
	printf("%s\n", more ? "," : "");
	say_segment(&s, unit ? "path" : "around");
	more = true;
	return time;
}

static void write_segments(bool is_wide)
{
	units_begin_segments(&w, NODES, 16, is_wide);
	printf("{\"dir\": \"%s\", \"records\": [], \"segments\": [", w.dir);
	for (unsigned node = 0; node < NODES; node++) {
		tw_event(&w, node, 30000, 1, 0);
		for (unsigned unit = 0; unit < 2; unit++)
			for (uint64_t i = 0, time = 5; i < 4 + 8 * !unit; i++)
				time = write_segment(node, unit, time, is_wide) +
				       (uint64_t)rand() % 3 * 50;
		tw_flush(&w, node, 30001);
	}
	tw_write(&w);
	printf("\n]}\n");
}

/* What writes runs can only do so in a test. */
START_TEST(make)
{
	bool is_wide = !strcmp(what, "wide");

	if (is_wide || !strcmp(what, "segments")) {
		write_segments(is_wide);
		return;
	}
	if (!strcmp(what, "calls")) {
		make_calls();
		return;
	}
	if (!strcmp(what, "profile") || !strcmp(what, "both")) {
		make_profile();
		return;
	}
	fix_begin(&fix, NODES);
	fix_point(&fix, "work_in", GNO_PATTERN_EVENT, WORK_IN, RECORD);
	fix_point(&fix, "work_out", GNO_PATTERN_EVENT, WORK_OUT, RECORD);
	fix_point(&fix, "wait_in", GNO_PATTERN_EVENT, WAIT_IN, RECORD);
	fix_point(&fix, "wait_out", GNO_PATTERN_EVENT, WAIT_OUT, RECORD);
	fix_point(&fix, "look", GNO_PATTERN_EVENT, LOOK, RECORD | SAMPLE | RESET);
	fix_interval(&fix, "work", "work_in", "work_out");
	fix_interval(&fix, "wait", "wait_in", "wait_out");
	tw_begin(&w, NODES, 24, PAIRS, 0);
	w.port = strcmp(what, "plain") != 0 ? 3 : 2; /* messages, without PCs */
	w.patterns[0] = w.patterns[1] = &fix.file;
	w.loads =
	    "[{\"file\":\"patterns.json\",\"nodes\":[0,1]},{\"file\":\"patterns.2.json\",\"nodes\":[0,1]}]";
	printf("{\"dir\": \"%s\", \"records\": [", w.dir);
	for (unsigned k = 0; k < NODES && !*what; k++)
		write_node(k);
	if (*what)
		write_messages();
	tw_write(&w);
	printf("\n]}\n");
}
END_TEST

int main(int argc, char **argv)
{
	srand(argc > 1 ? (unsigned)atoi(argv[1]) : 1);
	what = argc > 2 ? argv[2] : "";
	return run_here(make);
}
