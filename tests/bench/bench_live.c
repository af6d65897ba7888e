/* SPDX-License-Identifier: Apache-2.0 */
/*
 * live MANIFEST PATTERNS RUN MBYTES SECONDS COMMAND [ARGUMENT]...: makes the run directory RUN,
 * lets it grow for so many seconds at so many Mbytes of slots a second, as a drain does, while the
 * command reads it, and completes it. Prints as JSON what the command took of the processor until
 * then, how far behind it was at most, how long it went on, and how long it got no processor.
 *
 * The run has one node, in which 15 points fire in turn, or two that send messages to each
 * other. The command prints how far it has read: as the first number of its last line, or before
 * " cycles:".
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/number.h"
#include "device/device.h"
#include "records/record.h"
#include "run/open_run.h"
#include "run/sink.h"

#define POINTS 15
#define STEP 24		 /* cycles from one to the next */
#define PAIR 2		 /* nodes */
#define TALK 288	 /* cycles from a message to the next */
#define ROOM 16		 /* slots of a step, at most */
#define NUMBER 129	 /* of the run */
#define PIECE (64 * 256) /* slots of a commit, as of a round of a drain */
#define MOST (1 << 20)	 /* pieces */
#define CHUNK (1 << 16)	 /* bytes that are read from the command at once */
#define LINE 256	 /* of its output, at most */
#define CYCLES " cycles:"

/* Pieces: the last cycle of each, and when it was there. */
static struct {
	pthread_mutex_t lock;
	uint64_t last[MOST];
	double at[MOST];
	size_t pieces;
} put = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* What the command has printed. */
static struct {
	int from;
	bool report;
	uint64_t reached;
	unsigned long long bytes, looks;
	double lag; /* at most */
} seen;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static _Noreturn void fail(const char *what)
{
	fprintf(stderr, "live: %s\n", what);
	exit(1);
}

static void check(int rc, const struct gno_err *err)
{
	if (rc)
		fail(err->text);
}

/* -- what the command prints -- */

/* How long what comes after `cycle` has been there. */
static double waited(uint64_t cycle, double at)
{
	double since = at;
	size_t low = 0, high;

	pthread_mutex_lock(&put.lock);
	high = put.pieces;
	while (low < high) {
		size_t middle = (low + high) / 2;

		if (put.last[middle] > cycle)
			high = middle;
		else
			low = middle + 1;
	}
	if (low < put.pieces)
		since = put.at[low];
	pthread_mutex_unlock(&put.lock);
	return at - since;
}

/* The last number in `text` that says how far the command is; false: there is none. */
static bool find_cycle(char *text, uint64_t *cycle)
{
	char *end = NULL, *begin;

	if (seen.report) {
		for (char *p = text; (p = strstr(p, CYCLES)); p++)
			end = p;
		for (begin = end; begin && begin > text && begin[-1] >= '0' && begin[-1] <= '9';)
			begin--;
	} else {
		char *last = strrchr(text, '\n');

		if (!last)
			return false;
		*last = 0;
		begin = strrchr(text, '\n');
		begin = (begin ? begin + 1 : text);
		begin += strcspn(begin, "0123456789");
		end = begin + strspn(begin, "0123456789");
	}
	if (!end)
		return false;
	*end = 0;
	return base_number_parse(begin, UINT64_MAX, cycle);
}

/* Before it is known that more was printed, what came after the last look was behind. */
static void take(char *text)
{
	const double at = now(), lag = waited(seen.reached, at);
	uint64_t cycle;

	if (!find_cycle(text, &cycle))
		return;
	seen.looks++;
	seen.reached = cycle;
	if (lag > seen.lag)
		seen.lag = lag;
}

static void *read_all(void *ctx)
{
	static char text[LINE + CHUNK + 1];
	size_t kept = 0;
	ssize_t n;

	(void)ctx;
	while ((n = read(seen.from, text + kept, CHUNK)) > 0) {
		size_t have = kept + (size_t)n;
		char line[LINE];

		seen.bytes += (size_t)n;
		text[have] = 0;
		kept = have < LINE ? have : LINE;
		memcpy(line, text + have - kept, kept);
		take(text);
		memcpy(text, line, kept);
	}
	return NULL;
}

static pid_t begin(char *const *command)
{
	int ends[2];
	pid_t child;

	if (pipe(ends))
		fail("cannot make a pipe");
	child = fork();
	if (child < 0)
		fail("cannot start a process");
	if (!child) {
		dup2(ends[1], STDOUT_FILENO);
		close(ends[0]);
		close(ends[1]);
		execvp(*command, command);
		perror(*command);
		_exit(127);
	}
	close(ends[1]);
	seen.from = ends[0];
	return child;
}

/* Seconds that a process was ready and got no processor so far. */
static double starved(pid_t child)
{
	unsigned long long ns = 0;
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/schedstat", (int)child);
	f = fopen(path, "r");
	if (!f || fscanf(f, "%*u %llu", &ns) != 1)
		fail("the command ended before the run, or the kernel has no schedstat");
	fclose(f);
	return 1e-9 * (double)ns;
}

/* -- the run -- */

static struct {
	struct gno_manifest *m;
	struct gno_pattern_file *p;
	struct gno_run *run;
	struct gno_sink *sink;
	uint64_t time;	     /* of the last record */
	uint64_t half[PAIR]; /* half periods of the time counter, of each node */
	unsigned steps, slots;
	uint32_t word[2 * PIECE];
	uint64_t bytes;
} made;

static void make_run(const char *manifest, const char *patterns, const char *dir)
{
	const struct gno_status monitor = {0};
	struct gno_run_draft *draft;
	struct gno_err err;

	check(gno_manifest_load(manifest, &made.m, &err), &err);
	if (made.m->nodes > PAIR)
		fail("the monitor has more than two nodes");
	check(gno_pattern_file_read(patterns, &made.p, &err), &err);
	check(gno_run_prepare(dir, made.m, made.p, &monitor, true, &draft, &err), &err);
	check(gno_run_finish(draft, &made.run, &err), &err);
	made.run->number = NUMBER;
	made.run->state = GNO_RUN_RUNNING;
	check(gno_sink_open(made.run, &made.sink, &err), &err);
	check(gno_journal_write(made.run, &err), &err);
}

static void put_words(unsigned node, uint64_t time, uint32_t info)
{
	uint32_t *word = &made.word[2 * made.slots++];

	word[0] = (uint32_t)time;
	word[1] = info | node << 8;
	made.time = time;
}

/* A record of a kind that bears the epoch. */
static void put_epoch(unsigned node, uint64_t time, unsigned kind)
{
	made.half[node] = time >> (made.m->time_bits - 1);
	put_words(node, time,
		  (uint32_t)NUMBER << 24 | (uint32_t)(made.half[node] & 0xff) << 16 | kind);
}

static void put_record(unsigned node, uint64_t time, uint32_t info)
{
	const unsigned bits = made.m->time_bits - 1;

	if (time >> bits != made.half[node])
		put_epoch(node, time >> bits << bits, GNO_KIND_BEAT);
	put_words(node, time, info);
}

/* The piece is there, with all up to made.time. */
static void commit(void)
{
	struct gno_err err;

	check(gno_sink_feed(made.sink, (const uint8_t *)made.word, made.slots, &err), &err);
	check(gno_sink_commit(made.sink, &err), &err);
	made.bytes += GNO_SLOT_BYTES * made.slots;
	made.slots = 0;
	pthread_mutex_lock(&put.lock);
	if (put.pieces == MOST)
		fail("the run is too long");
	put.last[put.pieces] = made.time;
	put.at[put.pieces++] = now();
	pthread_mutex_unlock(&put.lock);
}

/* The next point fires. */
static void fire(void)
{
	const uint64_t time = (uint64_t)(made.steps + 1) * STEP;

	put_record(0, time, (made.steps % POINTS + 1) << 16 | GNO_KIND_EVENT);
}

/* One node sends a message to the other: six writes, as in analysis.py. */
static void talk(void)
{
	static const struct {
		unsigned after, page, process;
		bool to, numbered;
	} write[] = {{0, 0, 1, false, false}, {10, 4, 1, false, true}, {20, 7, 2, true, true},
		     {30, 0, 2, true, false}, {40, 5, 2, true, false}, {50, 6, 2, true, true}};
	const uint64_t time = (uint64_t)(made.steps + 1) * TALK;
	const unsigned from = made.steps % PAIR, number = made.steps / PAIR & 0xffff;

	for (size_t i = 0; i < sizeof(write) / sizeof(*write); i++) {
		const unsigned node = write[i].to ? !from : from;
		const unsigned connection = write[i].page ? from : 0;

		put_record(node, time + write[i].after,
			   write[i].page << 28 | connection << 16 | GNO_KIND_DATUM);
		made.word[2 * made.slots] = write[i].numbered ? number << 16 | 100
					    : write[i].page   ? 0
							      : write[i].process;
		made.word[2 * made.slots++ + 1] = write[i].process;
	}
}

static void grow_piece(void)
{
	for (unsigned k = 0; k < made.m->nodes && !made.steps; k++)
		put_epoch(k, 0, GNO_KIND_SYNC);
	while (made.slots + ROOM <= PIECE) {
		if (made.m->nodes == PAIR)
			talk();
		else
			fire();
		made.steps++;
	}
	commit();
}

/* Returns when all was there. */
static double complete(void)
{
	struct gno_err err;
	double at;

	for (unsigned k = 0; k < made.m->nodes; k++)
		put_epoch(k, made.time + 1, GNO_KIND_FLUSH);
	made.run->state = GNO_RUN_COMPLETE;
	commit();
	check(gno_journal_write(made.run, &err), &err);
	at = now();
	gno_sink_close(made.sink);
	gno_run_close(made.run);
	gno_manifest_free(made.m);
	gno_pattern_file_free(made.p);
	return at;
}

/* Mbytes a second at which it grew. */
static double grow(double rate, double seconds)
{
	const double since = now();
	double passed = 0;

	while (passed < seconds) {
		double wait;

		grow_piece();
		passed = now() - since;
		wait = (double)made.bytes / 1e6 / rate - passed;
		if (wait > 0)
			nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * wait)}, NULL);
	}
	return (double)made.bytes / 1e6 / (now() - since);
}

static double seconds_of(const struct timeval *t)
{
	return (double)t->tv_sec + 1e-6 * (double)t->tv_usec;
}

static double number(const char *text)
{
	uint64_t value;

	if (!base_number_parse(text, 1000000, &value) || !value)
		fail("not a number");
	return (double)value;
}

int main(int argc, char **argv)
{
	double rate, without, at;
	struct rusage usage;
	pthread_t reader;
	pid_t child;
	int status;

	if (argc < 8)
		return 2;
	make_run(argv[1], argv[2], argv[3]);
	seen.report = !strcmp(argv[7], "report");
	child = begin(argv + 6);
	if (pthread_create(&reader, NULL, read_all, NULL))
		fail("cannot start a thread");
	rate = number(argv[4]);
	rate = grow(rate, number(argv[5]));
	without = starved(child);
	at = complete();
	if (wait4(child, &status, 0, &usage) != child)
		fail("the command has gone");
	at = now() - at;
	pthread_join(reader, NULL);
	if (status || seen.reached + 2 < made.time)
		fail("the command has not printed all of the run");
	printf("{\"cpu\": %.3f, \"mbytes\": %.0f, \"rate\": %.2f, \"lag\": %.3f, "
	       "\"after\": %.3f, \"starved\": %.3f, \"looks\": %llu, \"printed\": %llu}\n",
	       seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime), (double)made.bytes / 1e6,
	       rate, seen.lag, at, without, seen.looks, seen.bytes);
	return 0;
}
