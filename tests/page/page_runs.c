/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the tests of the page need of the library:
 *
 *	page_runs run ROUNDS		writes a run; prints its folder, which is the caller's
 *	page_runs whole ROUNDS		likewise, of which no record is lost
 *	page_runs steady ROUNDS		likewise, of which no sample resets the counters
 *	page_runs halves ROUNDS		writes a run of functions of which not all return, of a node
 *					without any, and of a process that has a name
 *	page_runs ticks ROUNDS		writes a run of a node whose times are those of ticks
 *	page_runs left ROUNDS		writes a run of a node that sends, which boards.py reads
 *	page_runs right ROUNDS		together with that of a node of another board that receives
 *	page_runs live			prints the page without data
 *	page_runs data RUN EVENTS	prints the data of a run, with so many events one by one
 *	page_runs over RUN EVENTS	likewise, of a run that is over
 *
 * The run has four nodes with functions that call others, intervals, samples of two pairs,
 * messages, a stretch with lost records, and a name that tries to end the page's script. ROUNDS: of
 * eight events of each node, ten at least.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "out/page/page.h"
#include "report_fixture.h"

#define NODES 4
#define STEP 40	  /* cycles between two events, about */
#define ROUND 600 /* of eight events and a message */
#define SLOW 5	  /* a connection */

enum { SEND = 4, RECEIVE = 6, QUEUED = 7 }; /* pages of the event port */
enum { WORK_IN = 2, WORK_OUT, PART_IN, PART_OUT, OTHER };

static struct fix fix;
static struct tw w;
static bool steady, ticks;
static char misses[] = "cycles per miss";
static struct gno_pattern_measure per_miss = {misses, 0, GNO_PRINT_B_PER_A};
static uint64_t seed = 1;

static unsigned draw(unsigned below)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(seed >> 33) % below;
}

/* Its 40th and its 41st byte are one character. */
static char long_name[] = "an experiment on several nodes with 10 \xc2\xb5s a round";
static char hostile[] = "</script><b id=bad>&\"'<!--.elf";

static void describe(void)
{
	fix_begin(&fix, NODES);
	fix_called(&fix, "work", WORK_IN, WORK_OUT);
	if (!steady)
		fix.point[0].actions |= RESET;
	for (unsigned k = 0; k < NODES && steady; k++) {
		fix.node[k].measure = &per_miss;
		fix.node[k].measures = 1;
	}
	fix.point[1].actions |= SAMPLE;
	fix_called(&fix, "part", PART_IN, PART_OUT);
	fix_point(&fix, "other", GNO_PATTERN_EVENT, OTHER, RECORD);
	fix_interval(&fix, "work", "work.entry", "work.return");
	fix_interval(&fix, "part", "part.entry", "part.return");
	fix.file.name = long_name;
	fix.file.program = hostile;
	w.patterns[0] = &fix.file;
}

static void write_datum(unsigned node, uint64_t time, unsigned page, unsigned connection,
			unsigned number)
{
	tw_datum(
	    &w, node, time,
	    &(struct tw_datum){
		.page = page, .sub = connection, .data = number << 16 | (64 + node), .process = 1});
}

/* A sample of counts; in a steady run they are added to those of the samples before. */
static void put_sample(unsigned node, uint64_t time, unsigned code, const uint32_t counts[4])
{
	static uint32_t all[NODES][4];

	for (unsigned i = 0; i < 4; i++)
		all[node][i] = counts[i] + (steady ? all[node][i] : 0);
	tw_ratio(&w, node, time, code, all[node]);
}

/* Eight events: a piece of work with two parts, and one event between. */
static void write_work(unsigned node, uint64_t time)
{
	static const unsigned codes[] = {WORK_IN, PART_IN,  PART_OUT, OTHER,
					 PART_IN, PART_OUT, WORK_OUT, OTHER};

	for (unsigned i = 0; i < 8; i++, time += STEP / 2 + draw(STEP)) {
		tw_event(&w, node, time, codes[i], 0);
		if (codes[i] == WORK_OUT) {
			const uint32_t counts[] = {1 + draw(49), 50, 10 + node, 40};

			put_sample(node, time, codes[i], counts);
		}
	}
}

/*
 * In every other round node 0 sends a message to node 2, too, which stays in its queue for four
 * rounds.
 */
static void write_slow(unsigned node, uint64_t time, unsigned round)
{
	if (round % 2)
		return;
	if (!node)
		write_datum(node, time + ROUND - 45, SEND, SLOW, round / 2);
	if (node != 2)
		return;
	write_datum(node, time + ROUND - 40, QUEUED, SLOW, round / 2);
	if (round >= 4)
		write_datum(node, time + ROUND - 35, RECEIVE, SLOW, round / 2 - 2);
}

/*
 * Each node works, then sends a message to the next one and receives that of the one before. Those
 * of round 3 are received before they are sent. In the middle records are lost, and the last
 * messages are not received.
 */
static void write_node(unsigned node, unsigned rounds, bool whole)
{
	const unsigned before = (node + NODES - 1) % NODES;
	uint64_t time = 100 + node;

	for (unsigned i = 0; i < rounds; i++, time += ROUND) {
		uint64_t receive;

		if (i == rounds / 2) {
			if (!whole)
				tw_gap_full(&w, node, time, time + 5 * STEP, 17);
			time += ROUND;
		}
		receive = time + (i == 3 ? ROUND - 100 : ROUND - 50);
		write_work(node, time);
		if (i == 3)
			write_datum(node, receive, RECEIVE, before, i);
		write_datum(node, time + ROUND - 80, SEND, node, i);
		if (i != 3 && i + 1 < rounds)
			write_datum(node, receive, RECEIVE, before, i);
		write_slow(node, time, i);
	}
	tw_flush(&w, node, time);
}

/* Three nodes enter a task that has no return, and call work in it; the last one calls nothing. */
static void write_halves(unsigned node, unsigned count)
{
	uint64_t time = 100;

	for (unsigned i = 0; i < count; i++, time += ROUND) {
		if (!i && node != 3)
			write_datum(node, time - 50, SEND, node, i);
		tw_event(&w, node, time, node == 3 ? OTHER : PART_IN, 0);
		if (node == 3)
			continue;
		tw_event(&w, node, time + 10, WORK_IN, 0);
		tw_event(&w, node, time + 110, WORK_OUT, 0);
	}
	tw_flush(&w, node, time);
}

static void describe_halves(void)
{
	static char disk[] = "disk";
	static struct gno_pattern_process process = {
	    .name = disk, .node = -1, .first = 1, .last = 1};

	fix_begin(&fix, NODES);
	fix_called(&fix, "work", WORK_IN, WORK_OUT);
	fix_called(&fix, "task", PART_IN, -1);
	fix_point(&fix, "other", GNO_PATTERN_EVENT, OTHER, RECORD);
	fix.file.process = &process;
	fix.file.processes = 1;
	w.patterns[0] = &fix.file;
}

static unsigned rounds;
static bool whole, halves, left, right;

/* Intervals of 48 cycles, one after the other at each 96; nothing is wrong by more than 30. */
static void write_ticks(void)
{
	tw_begin(&w, 1, 32, 0, 0);
	w.tick = 16;
	fix_begin(&fix, 1);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&fix, "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_interval(&fix, "work", "a", "b");
	fix_interval(&fix, "loop", "a", "a");
	w.patterns[0] = &fix.file;
	for (unsigned i = 0; i < rounds; i++) {
		tw_event(&w, 0, 96 * i, 1, 0);
		tw_event(&w, 0, 96 * i + 48, 2, 0);
	}
	tw_flush(&w, 0, 96 * rounds);
	tw_write(&w);
	puts(w.dir);
}

/* A node that works and sends, or one on another board that receives. The sender's clock is fast by
 * 100 ppm; in its time a third of the receives come 2000 cycles after their sends, a third 2 cycles
 * after them, and a third 2000 before them. */
static void write_side(bool sends)
{
	static const int later[] = {2000, 2, -2000};
	const uint64_t step = 1000000;

	tw_begin(&w, 1, 32, 0, 0);
	w.port = 2;
	fix_begin(&fix, 1);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&fix, "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_interval(&fix, "work", "a", "b");
	w.patterns[0] = &fix.file;
	for (unsigned i = 0; i < rounds; i++) {
		const uint64_t time = (i + 1) * step;

		if (sends) {
			tw_event(&w, 0, time, 1, 0);
			tw_event(&w, 0, time + 100000, 2, 0);
			write_datum(0, time + 200000, SEND, 1, i);
		} else {
			write_datum(0, (time + 200000) / 10000 * 9999 + (uint64_t)later[i % 3],
				    RECEIVE, 1, i);
		}
	}
	tw_flush(&w, 0, (rounds + 1) * step);
	tw_write(&w);
	puts(w.dir);
}

START_TEST(write_all)
{
	if (ticks) {
		write_ticks();
		return;
	}
	if (left || right) {
		write_side(left);
		return;
	}
	tw_begin(&w, NODES, 32, 2, 0);
	w.port = 2;
	if (halves)
		describe_halves();
	else
		describe();
	for (unsigned k = 0; k < NODES; k++)
		if (halves)
			write_halves(k, rounds);
		else
			write_node(k, rounds, whole);
	tw_write(&w);
	puts(w.dir);
}
END_TEST

static int write_data(const char *dir, uint64_t wanted, bool over, struct gno_err *err)
{
	const struct gno_report_options o = {
	    .columns = PAGE_COLUMNS, .samples = PAGE_ROWS, .periods = PAGE_PERIODS};
	const struct page_options page = {.events = wanted, .over = over};
	struct gno_report *r = NULL;
	int rc = gno_report_build(dir, &o, &r, err);

	if (!rc)
		rc = page_write_data(r, &page, stdout, err);
	gno_report_free(r);
	return rc;
}

/* Whether there is such a run. */
static bool choose(const char *name)
{
	steady = !strcmp(name, "steady");
	halves = !strcmp(name, "halves");
	whole = steady || !strcmp(name, "whole");
	ticks = !strcmp(name, "ticks");
	left = !strcmp(name, "left");
	right = !strcmp(name, "right");
	return whole || halves || ticks || left || right || !strcmp(name, "run");
}

int main(int argc, char **argv)
{
	const struct page_options soon = {.every_ms = 50};
	struct gno_err err = {.text = ""};
	int rc = -1;

	if (argc == 3 && choose(argv[1])) {
		rounds = (unsigned)atoi(argv[2]);
		rc = run_here(write_all);
	} else if (argc == 2 && !strcmp(argv[1], "live")) {
		rc = page_write_live("</title /<i>live</i>", &soon, stdout, &err);
	} else if (argc == 4 && (!strcmp(argv[1], "data") || !strcmp(argv[1], "over"))) {
		rc = write_data(argv[2], (uint64_t)atoi(argv[3]), argv[1][0] == 'o', &err);
	}
	if (rc)
		fprintf(stderr, "page_runs: %s\n", err.text);
	return rc ? 1 : 0;
}
