/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The report of a run that grows, of a monitor with a line that pauses the time counters: it goes
 * on with what is new, and equals a report that is rebuilt from all that is there.
 */

#include <check.h>
#include <string.h>

#include "live_fixture.h"
#include "passes/reading.h"
#include "passes/lines/lines.h"
#include "results/live.h"
#include "rounds_fixture.h"
#include "tests/suite.h"

#define RUNS 60
#define END 3000
#define WINDOWS 0x50000 /* bytes that are read around the place where a piece begins */

static struct growing g = {.w = &w};

static const struct gno_report_options options = {
    .columns = LIVE_COLUMNS, .periods = 16, .samples = 10};

static unsigned rnd(unsigned n)
{
	return growing_random(&g, n);
}

/* What the runs of a round have. */
static bool rounds, start, damage, recorder;

static void any_rounds(void)
{
	unsigned round = 0;

	if (start)
		rounds_assert(0, 1 + rnd(300));
	for (unsigned t = 310 + rnd(60); t + 100 < END && rounds; round++) {
		unsigned to = t + 1 + rnd(60);

		rounds_assert(t, to);
		own[round + start] = 1 + rnd(7);
		if (w.report)
			of[round + start] = w.interrupt ? (enum gno_line)rnd(2) : GNO_LINE_REPORT;
		t = to + 1 + rnd(rnd(4) ? 60 : 900);
	}
}

/* Stretches without records, of which some lie in others at another node, or at all of them. */
static void any_losses(void)
{
	for (unsigned t = 50 + rnd(300); t + 300 < END;) {
		unsigned to = t + 20 + rnd(150), at = rnd(4);

		for (unsigned k = 0; k < ROUNDS_NODES; k++)
			if (at == ROUNDS_NODES || k == at)
				rounds_lose(k, t + rnd(9), to + rnd(9));
		t = to + 30 + rnd(500);
	}
}

/* From one cycle to another, both included, the node has no records. */
static void send_loss(unsigned k, unsigned from, unsigned to)
{
	static const uint32_t no_record[2] = {0xffffffff, 0xffffffff};

	switch (damage ? from / 64 % 5 : 0) { /* mostly the same at all nodes */
	case 1:
		tw_words(&w, k, no_record, 2);
		break;
	case 2: /* the triggers are off */
		tw_load(&w, k, from, 0);
		tw_beat(&w, k, to - 1);
		tw_load(&w, k, to, 1);
		break;
	case 4: /* collection is off */
		tw_event(&w, k, from, 1, 1u << GNO_FLAG_STOP);
		tw_beat(&w, k, to);
		break;
	case 3:
		tw_load(&w, k, to, 1); /* and the record of that is not there */
		break;
	default:
		tw_gap(&w, k, from, to, 3);
		break;
	}
}

/* A record of a line that nothing bears out. */
static void send_wrong(unsigned k, unsigned t)
{
	if (!event[k][t] && t && line[t] == line[t - 1])
		tw_line(&w, k, t, TW_BEGAN + rnd(2), rnd(2), rounds_paused(t) + rnd(3), rnd(99));
}

static void send(unsigned k)
{
	for (unsigned t = 0; t < END; t++) {
		unsigned to = t;

		if (recorder && t == END / 3 && k != 1)
			w.node[k].len = TW_HEADER; /* what came before was overwritten */
		if (sees[k][t]) {
			rounds_write_cycle(k, t);
			if (damage && !rnd(700))
				send_wrong(k, t);
			continue;
		}
		while (!sees[k][to + 1])
			to++;
		send_loss(k, t, to);
		t = to;
	}
	tw_flush(&w, k, END + rnd(3));
}

/* Puts the run aside, and starts it. */
static void start_run(void)
{
	tw_write(&w);
	growing_start(&g);
	for (unsigned k = 0; k < ROUNDS_NODES; k++)
		growing_put(&g, k, 0, 0, false);
}

static void begin(uint32_t seed)
{
	g.seed = seed;
	g.sizes = seed % 2;
	g.most = 300;
	rounds = seed / 2 % 4;
	start = seed / 8 % 2 && seed % 3;
	damage = seed / 4 % 2;
	recorder = seed / 16 % 2;
	if (seed % 3)
		rounds_begin_report(seed % 2 ? 12 : 32, seed % 3 == 1);
	else
		rounds_begin(seed % 2 ? 12 : 32);
	w.mode = recorder ? "wrap" : "stream";
	w.frozen = recorder && rnd(2);
	fix.file.collect = rnd(4) != 0;
	if (rnd(5) == 0) /* a node records no rounds */
		fix.code[2][rnd(ROUNDS_NODES)] = -1;
	any_rounds();
	any_losses();
	for (unsigned k = 0; k < ROUNDS_NODES; k++)
		for (unsigned t = 1 + rnd(9), code = 1; t < END; code = 3 - code) {
			event[k][t] = code;
			t += 1 + rnd(rnd(5) ? 30 : 400);
		}
	for (unsigned k = 0; k < ROUNDS_NODES; k++)
		send(k);
	start_run();
}

START_TEST(test_live_lines_random_pieces)
{
	begin((uint32_t)_i + 1);
	live_follow(&g, &options);
	tw_end(&w);
}
END_TEST

/* A long run: with rounds, without any, or with one that began before the start; after a loss at
 * all nodes. */
static void write_long(unsigned pairs, bool any, bool before)
{
	for (unsigned k = 0; k < ROUNDS_NODES; k++) {
		uint64_t paused = before ? 30 : 0;

		if (before)
			tw_line(&w, k, 30, TW_ENDED, 0, paused, 30);
		for (uint64_t i = 1; i <= pairs; i++) {
			const uint64_t t = 50 * i;

			tw_event(&w, k, t + k, 1, 0);
			if (any && i % 50 == 0) {
				tw_line(&w, k, t + 5, TW_BEGAN, 0, paused, 0);
				paused += 5;
				tw_line(&w, k, t + 10, TW_ENDED, 0, paused, 5);
			}
			tw_event(&w, k, t + 20 + k, 2, 0);
			if (any && i == pairs / 3)
				tw_gap(&w, k, t + 25, t + 30, 1);
		}
		tw_flush(&w, k, 50 * (uint64_t)pairs + 50);
	}
}

/* All records once for the walks, and once in order of time over the nodes; once more where what
 * was taken for certain proves wrong. */
START_TEST(test_live_lines_read_once)
{
	g.seed = 5;
	g.sizes = true;
	g.most = 300000;
	rounds_begin(32);
	write_long(120000, _i != 1, _i == 2);
	start_run();
	live_reads_once(&g, &options, 2, WINDOWS);
	tw_end(&w);
}
END_TEST

/* Behind damage, nothing of another node comes before it is known from when to when it hides
 * records. */
START_TEST(test_lines_behind_damage)
{
	static const uint32_t no_record[2] = {0xffffffff, 0xffffffff};
	struct gno_report *r = NULL;
	struct reader *reader = NULL;
	struct lines *l = NULL;
	struct gno_record rec = {0};
	uint64_t last = 0;
	struct gno_err err;

	g = (struct growing){.w = &w, .sizes = true};
	rounds_begin(32);
	tw_event(&w, 0, 100, 1, 0);
	tw_words(&w, 0, no_record, 2);
	w.node[0].half = 1; /* it was a beat */
	for (uint64_t i = 1; i <= 10; i++)
		tw_event(&w, 0, i << 31 | 1000, 1, 0);
	for (unsigned k = 1; k < ROUNDS_NODES; k++)
		for (uint64_t i = 0; i < 10; i++)
			tw_line(&w, k, i << 31 | 500, i % 2 ? TW_ENDED : TW_BEGAN, 0, 0, 0);
	for (unsigned k = 0; k < ROUNDS_NODES; k++)
		tw_flush(&w, k, UINT64_C(10) << 31 | 2000);
	start_run();
	ck_assert_msg(!gno_report_follow(w.dir, &r, &err), "%s", err.text);
	ck_assert(!reading_open(r, &reader, &err));
	ck_assert(!lines_add(r, reader, &l, &err));
	for (unsigned k = 0; k < ROUNDS_NODES; k++) {
		reader_begin(reader, k);
		growing_put(&g, k, 0, w.node[k].len, false);
		g.size[k] = w.node[k].len;
	}
	for (g.size[0] = TW_HEADER; g.size[0] <= w.node[0].len; g.size[0] += 8) {
		growing_journal(&g, "running"); /* it counts less than there is */
		ck_assert_int_ge(gno_report_refresh(r, &err), 0);
		while (lines_next(l, &rec, &err) == 1) {
			ck_assert_uint_ge(rec.time, last);
			last = rec.time;
		}
	}
	ck_assert_uint_gt(last, UINT64_C(8) << 31);
	lines_close(l);
	reader_close(reader);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("live report of lines", NULL, NULL,
			 TESTS({test_live_lines_random_pieces, RUNS},
			       {test_live_lines_read_once, 3}, {test_lines_behind_damage}));
}
