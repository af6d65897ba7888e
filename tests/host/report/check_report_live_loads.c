/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The report of a run into which experiments are loaded while it grows: it goes on with what is
 * new, and equals a report that is rebuilt from all that is there. Each experiment has points and
 * intervals that no other one has, and some have actions that decide what earlier records mean.
 */

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live_fixture.h"
#include "report_fixture.h"
#include "results/rows.h"
#include "tests/suite.h"

#define NODES 3
#define RUNS 120
#define LATE 44
#define AROUND 4096	   /* bytes that are read around the place where a piece begins */
#define MANY 60000	   /* records of a long run */
#define WINDOWS 40	   /* of a long run, in which rows are compared */
#define NEAR (1024 * 1024) /* bytes from a place of the index to the end of a window, at most */

enum { TIMER = 4 };

static struct fix fix[TW_LOADS];
static struct tw w;
static struct growing g = {.w = &w};

/* What the runs of a round have. */
static bool losses, lost_loads, messages, other_actions, bare, unnamed, late_resets;

static unsigned rnd(unsigned n)
{
	return growing_random(&g, n);
}

/* -- experiments -- */

static void name(char text[32], const char *what, unsigned load)
{
	snprintf(text, 32, "%s%u", what, load);
}

/* Actions of a point that is of one experiment alone. */
static unsigned any_actions(void)
{
	static const unsigned some[] = {RECORD | SAMPLE,
					RECORD | RESET,
					SAMPLE,
					RESET,
					RECORD | MARKED,
					RECORD | 1u << GNO_ACT_STOP,
					RECORD | 1u << GNO_ACT_START};

	return other_actions ? some[rnd(7)] : RECORD;
}

static void write_experiment(unsigned load)
{
	static char *const limits[] = {"max(work) < 50 cycles", "count(off) > 2"};
	struct fix *f = &fix[load];
	const bool turned = rnd(3) == 0; /* the codes mean something else */
	char point[32], interval[32];

	name(point, "own", load);
	name(interval, "own", load);
	fix_begin(f, NODES);
	fix_point(f, "a", GNO_PATTERN_EVENT, turned ? 2 : 1,
		  late_resets && !load && rnd(2) ? RECORD | SAMPLE : RECORD | SAMPLE | RESET);
	fix_point(f, "off", GNO_PATTERN_EVENT, turned ? 1 : 2,
		  late_resets ? RECORD | SAMPLE : RECORD);
	fix_point(f, point, GNO_PATTERN_EVENT, rnd(4) ? 3 : 4, any_actions());
	if (rnd(2))
		fix_point(f, "timer", GNO_PATTERN_TRIGGER, TIMER, RECORD);
	if (other_actions && !rnd(3)) {
		fix_point(f, "trap", GNO_PATTERN_EVENT, 5, RECORD)->os = GNO_OS_ENTRY;
		fix_point(f, "back", GNO_PATTERN_EVENT, 6, RECORD)->os = GNO_OS_EXIT;
	}
	fix_interval(f, "work", "a", "off");
	fix_interval(f, interval, point, "off");
	if (rnd(2))
		fix_interval(f, "ever", "a", "a");
	if (other_actions && !rnd(3)) {
		f->file.limit = (char **)&limits[rnd(2)];
		f->file.limits = 1;
	}
	if (!rnd(3)) {
		f->file.until = (int)rnd(3);
		f->until_on[rnd(NODES)] = true;
	}
}

/* -- records -- */

/* The code of an event: of no point of the load, too, where there are such. */
static unsigned any_code(unsigned load)
{
	if (unnamed)
		return 1 + rnd(6);
	return rnd(3) ? 1 + rnd(2) : (unsigned)fix[load].code[2][0];
}

static void send_fired(unsigned k, uint64_t time, unsigned i, unsigned load)
{
	const unsigned what = rnd(messages ? 9 : 7);

	if (what == 0) {
		const unsigned code = late_resets ? 1 + rnd(2) : 1;

		tw_event(&w, k, time, code, 1u << GNO_FLAG_SAMPLED);
		tw_ratio(&w, k, time, code, (const uint32_t[]){i, 2 * i + 1});
	} else if (what == 1) {
		tw_trigger(&w, k, time, TIMER, 0);
	} else if (what < 7) {
		tw_event(&w, k, time, any_code(load), 0);
	} else {
		tw_datum(&w, k, time,
			 &(struct tw_datum){.page = rnd(2) ? 4 : 0,
					    .sub = rnd(2) ? GNO_PORT_MARK : GNO_PORT_PROCESS,
					    .data = 1 + rnd(3),
					    .process = 1 + rnd(3)});
	}
}

/* The triggers go off, and live with a load, 0: with what they had. */
static void send_load(unsigned k, unsigned load, uint64_t *time)
{
	tw_load(&w, k, *time, 0);
	*time += 30;
	if (load && !g.live_at[load][k])
		g.live_at[load][k] = w.node[k].len;
	if (load && lost_loads && !rnd(4)) /* its record is lost */
		tw_gap(&w, k, *time, *time + 9, 1);
	else
		tw_load(&w, k, *time, 1);
	*time += 30;
}

static void send(unsigned k, unsigned records)
{
	unsigned load = 0, mine = 0; /* that it has */
	uint64_t time = 5 + rnd(100);

	for (unsigned i = 0; i < records; i++) {
		time += rnd(20) ? 2 + rnd(40) : rnd(4000);
		if (load + 1 < TW_LOADS && i >= (load + 1) * (records / TW_LOADS)) {
			load++;
			if (rnd(4)) { /* this node gets it */
				send_load(k, load, &time);
				mine = load;
			}
		} else if (bare && !rnd(100)) {
			send_load(k, 0, &time);
		} else if (losses && !rnd(30)) {
			tw_gap(&w, k, time, time + 9, rnd(3));
			time += 12;
		} else {
			send_fired(k, time, i, mine);
		}
	}
	tw_flush(&w, k, time + 50);
	tw_ratio(&w, k, time + 50, 0, (const uint32_t[]){7, 50});
}

static void write_run(unsigned records)
{
	memset(g.live_at, 0, sizeof(g.live_at));
	tw_begin(&w, NODES, 32, 1, 0);
	w.triggers = 1;
	w.port = 2;
	w.mode = "stream";
	for (unsigned l = 0; l < TW_LOADS; l++) {
		write_experiment(l);
		w.patterns[l] = &fix[l].file;
	}
	for (unsigned k = 0; k < NODES; k++)
		send(k, records);
	tw_write(&w);
	growing_start(&g);
	for (unsigned k = 0; k < NODES; k++)
		growing_put(&g, k, 0, 0, false); /* the drain makes the files first */
}

static const struct gno_report_options options = {
    .columns = LIVE_COLUMNS,
    .periods = 16,
    .samples = 10,
    .limit = (const char *const[]){"max(work) < 100 cycles"},
    .limits = 1};

/* What resets the ratio counters, or resets them without a sample, may come with a later load, and
 * is among what earlier losses can hide. */
START_TEST(test_live_late_resets)
{
	g.seed = (uint32_t)_i + 1;
	g.sizes = true;
	g.most = 0;
	losses = other_actions = late_resets = true;
	lost_loads = unnamed = bare = false;
	messages = g.seed / 2 % 2;
	write_run(60);
	live_follow(&g, &options);
	tw_end(&w);
}
END_TEST

START_TEST(test_live_random_loads)
{
	g.seed = (uint32_t)_i + 1;
	late_resets = false;
	g.sizes = g.seed % 3 != 0;
	g.most = 0;
	losses = g.seed / 2 % 2;
	lost_loads = losses && g.seed % 5 == 0;
	messages = g.seed / 4 % 2;
	other_actions = g.seed / 8 % 2;
	unnamed = g.seed / 16 % 2;
	bare = g.seed / 32 % 4 == 0;
	write_run(200);
	live_follow(&g, &options);
	tw_end(&w);
}
END_TEST

/* -- long runs -- */

static void write_long_run(void)
{
	g.seed = 11;
	g.sizes = true;
	g.most = 150000;
	losses = lost_loads = messages = other_actions = bare = unnamed = late_resets = false;
	write_run(MANY);
}

/* Loads have nothing read again. */
START_TEST(test_live_loads_read_once)
{
	write_long_run();
	live_reads_once(&g, &options, 1, AROUND);
	tw_end(&w);
}
END_TEST

static char *rows_of(const struct gno_report *r, enum report_list list, uint64_t from, uint64_t to)
{
	struct report_cursor *c = NULL;
	const struct report_row *row;
	char *text = NULL;
	size_t length;
	FILE *f = open_memstream(&text, &length);
	struct gno_err err;
	int rc;

	ck_assert(!report_rows_open_part(r, list, NODES, from, to, &c, &err));
	while ((rc = report_rows_next(c, &row, &err)) > 0) {
		const uint64_t time = list == REPORT_FIRED ? row->event.record.time : row->time;

		if (time < from || time > to)
			continue;
		fprintf(f, "%u %llu", row->node, (unsigned long long)time);
		if (list == REPORT_INTERVALS)
			fprintf(f, " %zu %d %llu %llu\n", (size_t)row->interval.interval,
				(int)row->interval.end, (unsigned long long)row->interval.since,
				(unsigned long long)row->interval.self);
		else
			fprintf(f, " %u %u %d\n", row->event.kind, row->event.fired.code,
				row->event.fired.point);
	}
	ck_assert_int_eq(rc, 0);
	report_rows_close(c);
	fclose(f);
	return text;
}

/* Rows of windows before, at and behind loads are read from places near them, and are those of a
 * report without such places. */
START_TEST(test_live_loads_windows)
{
	struct gno_report *ours = NULL, *rebuilt = NULL;
	struct report_live *l;
	struct gno_err err;
	struct index *places;

	write_long_run();
	l = live_open(&g, &options);
	while (growing_step(&g))
		live_go_on(l);
	growing_end(&g);
	live_go_on(l);
	ck_assert_msg(!report_live_end(l, &ours, &err), "%s", err.text);
	report_live_close(l);
	ck_assert_msg(!gno_report_build(w.dir, &options, &rebuilt, &err), "%s", err.text);
	places = rebuilt->index;
	rebuilt->index = NULL; /* all is read */
	for (unsigned i = 0; i < WINDOWS; i++) {
		const uint64_t from = ours->line.end / WINDOWS * i, to = from + 20000;
		const enum report_list list = i % 2 ? REPORT_INTERVALS : REPORT_FIRED;
		const unsigned long long before = live_bytes_read();
		char *a = rows_of(ours, list, from, to), *b;

		ck_assert_uint_lt(live_bytes_read() - before, NODES * NEAR);
		b = rows_of(rebuilt, list, from, to);
		ck_assert_str_eq(a, b);
		ck_assert_uint_gt(strlen(a), 50);
		free(a);
		free(b);
	}
	rebuilt->index = places;
	gno_report_free(ours);
	gno_report_free(rebuilt);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("loads of a live report", NULL, NULL,
			 TESTS({test_live_random_loads, RUNS}, {test_live_late_resets, LATE},
			       {test_live_loads_read_once}, {test_live_loads_windows}));
}
