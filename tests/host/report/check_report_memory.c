/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The memory of the commands that read a run does not grow with the trace: each is run on a trace
 * of N records and on one of 4 N, and the most that it ever held is compared.
 */

#include <check.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/suite.h"
#include "units_fixture.h"

#define NODES 2
#define RECORDS 300000
#define SEGMENTS 10000
#define ROUNDS 20000
/* what may differ between two runs of a command: a byte or so for each record more */
#define GROWTH_KB 1024
#define MOST_KB 32768

static char dir[2][64];

static void write_node(struct tw *w, unsigned k, unsigned records)
{
	uint64_t time = 10;

	for (unsigned i = 0; i < records / NODES;) {
		unsigned what = (unsigned)rand() % 64;

		time += 2 + (unsigned)rand() % 50;
		if (what < 2) {
			tw_gap(w, k, time, time + 9, 3);
			time += 12;
			i += 2;
		} else if (what < 4) {
			tw_load(w, k, time, 0);
			tw_load(w, k, time += 5, 1);
			i += 2;
		} else if (what < 8) {
			tw_datum(w, k, time,
				 &(struct tw_datum){.sub = GNO_PORT_MARK, .data = i, .flags = 8});
			i++;
		} else if (what < 10) {
			tw_datum(w, k, time,
				 &(struct tw_datum){
				     .page = 4, .sub = 3, .data = i << 16, .process = i % 8});
			i++;
		} else if (what < 16) {
			tw_event(w, k, time, 1, 2);
			tw_ratio(w, k, time, 1, (const uint32_t[]){i, i + 1});
			i += 2;
		} else {
			tw_event(w, k, time, 2 + i % 2, 0);
			i++;
		}
	}
	tw_flush(w, k, time + 50);
	tw_ratio(w, k, time + 50, 0, (const uint32_t[]){7, 50});
}

/* Writes a run of so many records; a pipe returns its folder. */
static void write_run(unsigned records, int to)
{
	static struct fix fix;
	struct tw w;

	srand(records);
	fix_begin(&fix, NODES);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, 1, RECORD | SAMPLE | RESET);
	fix_point(&fix, "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_point(&fix, "c", GNO_PATTERN_EVENT, 3, RECORD);
	fix_interval(&fix, "work", "b", "c");
	tw_begin(&w, NODES, 32, 1, 0);
	w.port = 2;
	w.patterns[0] = &fix.file;
	for (unsigned k = 0; k < NODES; k++)
		write_node(&w, k, records);
	tw_write(&w);
	ck_assert_int_eq(write(to, w.dir, sizeof(w.dir)), sizeof(w.dir));
}

/* Likewise of so many segments. */
static void write_segments(unsigned segments, int to)
{
	static struct units_entry entry[8];
	struct units_segment s = {.entries = 8, .entry = entry};
	struct tw w;

	for (unsigned i = 0; i < 8; i++)
		entry[i] = (struct units_entry){i, 1, 1, 1};
	units_begin_segments(&w, 1, 32, 0);
	for (unsigned i = 0; i < segments; i++) {
		s.at = 100ull * i + 50;
		s.ended = s.at + 4;
		s.time = s.at + 10;
		tw_event(&w, 0, s.time, 1, 0);
		units_segment(&w, &s);
	}
	tw_write(&w);
	ck_assert_int_eq(write(to, w.dir, sizeof(w.dir)), sizeof(w.dir));
}

/* Likewise of so many rounds of a CAPTURE line; each node loses some, and both lose others. */
static void write_rounds(unsigned rounds, int to)
{
	static struct fix fix;
	struct tw w;

	fix_begin(&fix, NODES);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&fix, "capture_began", GNO_PATTERN_TRIGGER, TW_BEGAN, RECORD);
	fix_point(&fix, "capture_ended", GNO_PATTERN_TRIGGER, TW_ENDED, RECORD);
	fix_interval(&fix, "work", "a", "capture_ended");
	tw_begin(&w, NODES, 32, 0, 0);
	w.triggers = w.interrupt = 1;
	w.patterns[0] = &fix.file;
	for (unsigned k = 0; k < NODES; k++) {
		for (unsigned i = 0; i < rounds; i++) {
			uint64_t time = 100ull * i + 50;

			if (i % 50 == k || i % 50 == 10) {
				tw_gap(&w, k, time - 10, time + 50, 2);
				continue;
			}
			tw_event(&w, k, time - 5, 1, 0);
			tw_line(&w, k, time, TW_BEGAN, i % 3 == k, 20ull * i, 0);
			tw_line(&w, k, time + 20, TW_ENDED, i % 3 == k, 20ull * i + 20, 20);
		}
		tw_flush(&w, k, 100ull * rounds + 50);
	}
	tw_write(&w);
	ck_assert_int_eq(write(to, w.dir, sizeof(w.dir)), sizeof(w.dir));
}

/* In a process of its own: what a parent held once counts for its children too. */
static void make_run(void (*writer)(unsigned rows, int to), unsigned rows, char out[64])
{
	int pipes[2], status;
	pid_t child;

	ck_assert_int_eq(pipe(pipes), 0);
	child = fork();
	ck_assert_int_ge(child, 0);
	if (!child) {
		writer(rows, pipes[1]);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	ck_assert_int_eq(read(pipes[0], out, 64), 64);
	close(pipes[0]);
	close(pipes[1]);
}

static void setup(void)
{
	for (unsigned i = 0; i < 2; i++)
		make_run(write_run, i ? 4 * RECORDS : RECORDS, dir[i]);
}

static void setup_segments(void)
{
	for (unsigned i = 0; i < 2; i++)
		make_run(write_segments, i ? 4 * SEGMENTS : SEGMENTS, dir[i]);
}

static void setup_rounds(void)
{
	for (unsigned i = 0; i < 2; i++)
		make_run(write_rounds, i ? 4 * ROUNDS : ROUNDS, dir[i]);
}

static void teardown(void)
{
	char command[160];

	for (unsigned i = 0; i < 2; i++) {
		snprintf(command, sizeof(command), "rm -rf '%s'", dir[i]);
		ck_assert_int_eq(system(command), 0);
	}
}

/* Most memory that a command held, in KiB; its output goes nowhere. */
static long most_memory(const char *const *args, const char *run)
{
	const char *gnomon = getenv("GNOMON");
	const char *argv[8] = {gnomon};
	struct rusage used;
	unsigned n = 1;
	int status;
	pid_t child;

	while (*args)
		argv[n++] = *args++;
	argv[n++] = run;
	argv[n] = NULL;
	child = fork();
	ck_assert_int_ge(child, 0);
	if (!child) {
		int nowhere = open("/dev/null", O_WRONLY);

		dup2(nowhere, STDOUT_FILENO);
		execv(gnomon, (char *const *)argv);
		_exit(127);
	}
	ck_assert_int_eq(wait4(child, &status, 0, &used), child);
	ck_assert_msg(!status, "'%s' failed", argv[1]);
	return used.ru_maxrss;
}

START_TEST(test_memory_does_not_grow)
{
	static const char *const commands[][4] = {
	    {"report"},
	    {"report", "--json"},
	    {"report", "--all"},
	    {"report", "--section=ratios"},
	    {"report", "--section=ratios", "--json"},
	    {"events"},
	    {"events", "--json"},
	};

	ck_assert_ptr_nonnull(getenv("GNOMON"));
	/* The first command makes the index, for which it holds the messages that are on their way:
	 * up to a number that the smaller run does not reach. */
	for (unsigned i = 0; i < 2; i++)
		ck_assert_int_le(most_memory(commands[0], dir[i]), MOST_KB);
	for (unsigned i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		long some = most_memory(commands[i], dir[0]),
		     more = most_memory(commands[i], dir[1]);

		printf("%s %s: %ld KiB of %u records, %ld KiB of %u\n", commands[i][0],
		       commands[i][1] ? commands[i][1] : "", some, RECORDS, more, 4 * RECORDS);
		ck_assert_msg(more <= some + GROWTH_KB, "%s %s: %ld KiB, then %ld KiB",
			      commands[i][0], commands[i][1] ? commands[i][1] : "", some, more);
		ck_assert_int_le(more, MOST_KB);
	}
}
END_TEST

/* The lists of segments, and their waveform. */
START_TEST(test_memory_of_segments_does_not_grow)
{
	char vcd[2][80];

	for (unsigned k = 0; k < 4; k++) {
		long most[2];

		for (unsigned i = 0; i < 2; i++) {
			const char *const commands[][4] = {{"report", "--all"},
							   {"report", "--json"},
							   {"events"},
							   {"export", "-o", vcd[i]}};

			snprintf(vcd[i], sizeof(vcd[i]), "%s/a.vcd", dir[i]);
			most[i] = most_memory(commands[k], dir[i]);
		}
		printf("command %u: %ld KiB of %u segments, %ld KiB of %u\n", k, most[0], SEGMENTS,
		       most[1], 4 * SEGMENTS);
		ck_assert_int_le(most[1], most[0] + GROWTH_KB);
	}
}
END_TEST

START_TEST(test_memory_of_rounds_does_not_grow)
{
	static const char *const commands[][4] = {{"report"},		{"report", "--all"},
						  {"report", "--json"}, {"report", "--at", "7000"},
						  {"events"},		{"events", "--json"}};

	for (unsigned i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		long some = most_memory(commands[i], dir[0]),
		     more = most_memory(commands[i], dir[1]);

		printf("%s %s: %ld KiB of %u rounds, %ld KiB of %u\n", commands[i][0],
		       commands[i][1] ? commands[i][1] : "", some, ROUNDS, more, 4 * ROUNDS);
		ck_assert_int_le(more, some + GROWTH_KB);
		ck_assert_int_le(more, MOST_KB);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("report_memory");

	add_tests(suite, "report_memory", setup, teardown, TESTS({test_memory_does_not_grow}));
	add_tests(suite, "segments", setup_segments, teardown,
		  TESTS({test_memory_of_segments_does_not_grow}));
	add_tests(suite, "rounds", setup_rounds, teardown,
		  TESTS({test_memory_of_rounds_does_not_grow}));
	return run_suite(suite);
}
