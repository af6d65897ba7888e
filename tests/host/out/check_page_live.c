/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What a live page has of all of the trace, of a run that grows in random pieces: made of what is
 * new, it equals what one more reading of the run makes. But for the counts of messages by period,
 * which may lie in the period before or after.
 */

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "live_fixture.h"
#include "out/live/live.h"
#include "report_fixture.h"
#include "tests/suite.h"

#define NODES 3
#define RUNS 96
#define PERIODS 256
#define WINDOWS 0x50000 /* bytes that are read where a node waits for another one */
#define MANY 80000	/* records of a long run */

enum { SEND = 4, QUEUED, RECEIVE, CALL }; /* pages of the port */
enum { IN = 1, OUT, INNER, BACK, COUNTED };

static struct fix fix[2];
static struct tw w;
static struct growing g = {.w = &w};

/* What the runs of a round have. */
static bool losses, damage, loads, lost_loads, processes, line;

static unsigned rnd(unsigned n)
{
	return growing_random(&g, n);
}

/* -- the run -- */

static void write_experiments(void)
{
	for (unsigned f = 0; f < 2; f++) {
		fix_begin(&fix[f], NODES);
		fix_called(&fix[f], "work", IN, OUT);
		fix_called(&fix[f], f ? "other" : "inner", INNER, BACK);
		fix_point(&fix[f], "count", GNO_PATTERN_EVENT, COUNTED,
			  f ? RECORD | SAMPLE : RECORD | SAMPLE | RESET);
		w.patterns[f] = f && !loads ? NULL : &fix[f].file;
	}
}

static void write_port(unsigned k, uint64_t time, unsigned page, unsigned number)
{
	tw_datum(&w, k, time,
		 &(struct tw_datum){.page = page,
				    .sub = number % 2,
				    .data = (number / 2 & 0xffff) << 16 | (1 + number % 5),
				    .process = processes ? 1 + number % 3 : 0});
}

/* A message at its sender, its queue or its receiver; each number comes to all of these. */
static void write_message(unsigned k, uint64_t time, unsigned i)
{
	static const unsigned page[] = {SEND, SEND, QUEUED, CALL, RECEIVE, RECEIVE};
	const unsigned what = rnd(6);

	if (processes && !rnd(8))
		tw_datum(&w, k, time,
			 &(struct tw_datum){.sub = GNO_PORT_PROCESS, .data = 1 + rnd(3)});
	else
		write_port(k, time, page[what], k ? i : i + rnd(4));
}

static void write_fired(unsigned k, uint64_t time, unsigned i)
{
	const uint32_t counts[2] = {i % 100, 100 + i % 7};

	if (rnd(3) == 0) {
		write_message(k, time, i);
	} else if (rnd(5) == 0) {
		tw_event(&w, k, time, COUNTED, 1u << GNO_FLAG_SAMPLED);
		tw_ratio(&w, k, time, COUNTED, counts);
	} else {
		tw_event(&w, k, time, 1 + rnd(4), 0);
	}
}

static void write_load(unsigned k, uint64_t *time, bool other)
{
	tw_load(&w, k, *time, 0);
	*time += 30;
	if (other && !g.live_at[1][k])
		g.live_at[1][k] = w.node[k].len;
	if (lost_loads && rnd(2))
		tw_gap(&w, k, *time, *time + 9, 1);
	else
		tw_load(&w, k, *time, 1);
	*time += 30;
}

static void write_damage(unsigned k, uint64_t *time)
{
	static const uint32_t no_record[2] = {0xffffffff, 0xffffffff};

	if (damage && rnd(2))
		tw_words(&w, k, no_record, 2);
	else
		tw_gap(&w, k, *time, *time + 9, 1 + rnd(3));
	*time += 12;
}

static void write_node(unsigned k, unsigned records)
{
	uint64_t time = 5 + rnd(100);

	for (unsigned i = 0; i < records; i++) {
		time += rnd(20) ? 2 + rnd(40) : rnd(40000);
		if (loads && i == records / 2)
			write_load(k, &time, true);
		else if (losses && !rnd(25))
			write_damage(k, &time);
		else
			write_fired(k, time, i);
	}
	if (rnd(8)) { /* else its end is missing */
		tw_flush(&w, k, time + 50);
		tw_ratio(&w, k, time + 50, 0, (const uint32_t[]){7, 50});
	}
}

static void write_run(unsigned records)
{
	memset(g.live_at, 0, sizeof(g.live_at));
	tw_begin(&w, NODES, 32, 1, 0);
	w.triggers = line ? 2 : 1;
	w.interrupt = line;
	w.port = 2;
	w.mode = "stream";
	write_experiments();
	for (unsigned k = 0; k < NODES; k++)
		write_node(k, records);
	tw_write(&w);
	growing_start(&g);
	for (unsigned k = 0; k < NODES; k++)
		growing_put(&g, k, 0, 0, false);
}

/* -- both documents -- */

static json_t *take(const struct gno_report *r, struct page_reading *reading)
{
	const struct page_options o = {.events = 40, .reading = reading};
	FILE *f = json_begin();
	struct gno_err err;
	int rc = live_write_whole(r, &o, f, &err);

	ck_assert_msg(!rc, "%s", err.text);
	return json_end(f);
}

static json_t *rebuild(void)
{
	const struct gno_report_options o = {.columns = 1};
	struct gno_report *r;
	struct gno_err err;
	json_t *all;

	ck_assert_msg(!gno_report_build(w.dir, &o, &r, &err), "%s", err.text);
	all = take(r, NULL);
	gno_report_free(r);
	return all;
}

/* Counts by period from their text: base64 of numbers of 7 bits each byte, a 0 with how many. */
static void read_counts(const json_t *text, uint64_t count[PERIODS])
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *s = json_string_value(text);
	uint64_t number = 0, left = 0;
	unsigned at = 0, shift = 0, bits = 0, held = 0;
	bool zeros = false;

	memset(count, 0, PERIODS * sizeof(*count));
	for (; s && *s && *s != '='; s++) {
		held = held << 6 | (unsigned)(strchr(digits, *s) - digits);
		bits += 6;
		if (bits < 8)
			continue;
		bits -= 8;
		left = held >> bits & 0xff;
		number |= (left & 0x7f) << shift;
		shift += 7;
		if (left & 0x80)
			continue;
		if (zeros)
			at += (unsigned)number;
		else if (number)
			count[at++] = number;
		zeros = !zeros && !number;
		number = 0;
		shift = 0;
		ck_assert_uint_le(at, PERIODS);
	}
	ck_assert_uint_eq(at, PERIODS);
}

/* Each lies in the same period, or in the one before or after. */
static bool are_near(const json_t *a, const json_t *b)
{
	uint64_t x[PERIODS], y[PERIODS], sum = 0, most = 0, least = 0;

	read_counts(a, x);
	read_counts(b, y);
	for (unsigned i = 0; i < PERIODS; i++) {
		sum += x[i];
		most += i ? 0 : y[0];
		most += i + 1 < PERIODS ? y[i + 1] : 0;
		least += i ? y[i - 1] : 0;
		if (sum > most || sum < least)
			return false;
	}
	return sum == most;
}

/* The counts by period are near, and are taken out. */
static bool take_out_periods(json_t *a, json_t *b)
{
	static const char *const key[] = {"counts", "volumes"};
	const json_t *pairs = json_object_get(json_object_get(a, "messages"), "pairs"),
		     *others = json_object_get(json_object_get(b, "messages"), "pairs");
	bool near = json_array_size(pairs) == json_array_size(others);

	for (size_t i = 0; near && i < json_array_size(pairs); i++)
		for (unsigned k = 0; k < 2; k++) {
			json_t *one = json_array_get(pairs, i), *other = json_array_get(others, i);

			near = near && are_near(json_object_get(one, key[k]),
						json_object_get(other, key[k]));
			json_object_del(one, key[k]);
			json_object_del(other, key[k]);
		}
	return near;
}

/* In a child: ends what was read, and compares it with one more reading. Never returns. */
static void compare(struct report_live *l, struct page_reading *reading, unsigned long long most)
{
	unsigned long long before = live_bytes_read();
	struct gno_report *r;
	struct gno_err err;
	json_t *a, *b;

	if (report_live_end(l, &r, &err)) {
		const struct gno_report_options o = {.columns = 1};
		struct gno_err why;

		/* a header is not all there */
		_exit(!gno_report_build(w.dir, &o, &r, &why) || strcmp(err.text, why.text) != 0);
	}
	if (live_bytes_read() - before > most)
		_exit(2);
	a = take(r, reading);
	b = rebuild();
	if (!take_out_periods(a, b))
		_exit(3);
	if (!json_equal(a, b)) {
		json_dump_file(a, tw_path(&w, "live.json"), JSON_INDENT(1) | JSON_SORT_KEYS);
		json_dump_file(b, tw_path(&w, "rebuilt.json"), JSON_INDENT(1) | JSON_SORT_KEYS);
		_exit(4);
	}
	json_decref(a);
	json_decref(b);
	_exit(0);
}

static void compare_aside(struct report_live *l, struct page_reading *reading,
			  unsigned long long most)
{
	pid_t child;
	int status;

	fflush(NULL);
	child = fork();
	if (!child)
		compare(l, reading, most);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_msg(WIFEXITED(status) && !WEXITSTATUS(status), "%s: status %#x", w.dir,
		      (unsigned)status);
}

static struct report_live *open_live(struct page_reading **reading)
{
	const struct page_options page = {.events = 40, .follows = true};
	struct gno_report_options o = {.columns = 1,
				       .passes = page_reading_add,
				       .passed = page_reading_end,
				       .passes_only = true};

	*reading = page_reading_new(&page);
	o.passes_of = *reading;
	return live_open(&g, &o);
}

START_TEST(test_live_page)
{
	struct page_reading *reading;
	struct report_live *l;
	bool more = true;

	g.seed = (uint32_t)_i + 1;
	g.sizes = g.seed % 3 != 0;
	g.most = 0;
	losses = g.seed / 2 % 2;
	damage = g.seed / 4 % 2;
	loads = g.seed / 8 % 2;
	lost_loads = losses && g.seed % 5 == 0;
	processes = g.seed / 16 % 2;
	line = false;
	write_run(200);
	l = open_live(&reading);
	ck_assert(!report_live_needs_end(l));
	while (more) {
		more = growing_step(&g);
		live_go_on(l);
		if (!rnd(4))
			compare_aside(l, reading, UINT64_MAX);
	}
	growing_end(&g);
	live_go_on(l);
	ck_assert(!report_live_grows(l));
	compare_aside(l, reading, UINT64_MAX);
	report_live_close(l);
	page_reading_free(reading);
	tw_end(&w);
}
END_TEST

/* What was read is not read again, also at the end. */
START_TEST(test_live_page_reads_once)
{
	const unsigned long long most = NODES * WINDOWS;
	unsigned long long whole = 0, before;
	struct page_reading *reading;
	struct report_live *l;
	unsigned pieces = 0;

	g.seed = 5;
	g.sizes = true;
	g.most = 150000;
	losses = processes = true;
	damage = loads = lost_loads = line = false;
	write_run(MANY);
	for (unsigned k = 0; k < NODES; k++)
		whole += w.node[k].len;
	l = open_live(&reading);
	before = live_bytes_read();
	while (growing_step(&g)) {
		live_go_on(l);
		if (pieces++ == 5)
			compare_aside(l, reading, most);
	}
	growing_end(&g);
	live_go_on(l);
	/* messages once more, in order of time over the nodes */
	ck_assert_uint_lt(live_bytes_read() - before,
			  2 * whole + (unsigned long long)pieces * most);
	compare_aside(l, reading, most);
	report_live_close(l);
	page_reading_free(reading);
	tw_end(&w);
}
END_TEST

/* Of what can be told only at the end it says so. */
START_TEST(test_live_page_needs_end)
{
	struct page_reading *reading;
	struct report_live *l;

	g.seed = 9;
	losses = damage = loads = lost_loads = processes = false;
	line = true;
	write_run(20);
	l = open_live(&reading);
	ck_assert(report_live_needs_end(l));
	report_live_close(l);
	page_reading_free(reading);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests(
	    "live page", NULL, NULL,
	    TESTS({test_live_page, RUNS}, {test_live_page_reads_once}, {test_live_page_needs_end}));
}
