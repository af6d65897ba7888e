/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The report of a run that grows in random pieces: after each piece the report that goes on with
 * what is new equals a report that is rebuilt from all that is there, and each byte is read but
 * once.
 */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "live_fixture.h"
#include "report_fixture.h"
#include "tests/suite.h"

#define NODES 3
#define ROUNDS 64
#define AROUND 4096	/* bytes that are read around the place where a piece begins, */
#define WINDOWS 0x50000 /* and where a node waits for another one */

static struct fix fix[2];
static struct tw w;
static struct growing g = {.w = &w};

/* What the runs of a round have. */
static bool loads, damage, stops, messages, recorder;

static unsigned rnd(unsigned n)
{
	return growing_random(&g, n);
}

/* Writes to the event port, of three processes; `more` is of the caller's. */
static void send_datum(unsigned k, uint64_t time, unsigned i)
{
	static const unsigned page[] = {4, 6, 7};
	struct tw_datum d = {.page = page[rnd(3)], .sub = rnd(2), .process = 1 + rnd(3)};

	d.data = (i & 0xffff) | rnd(100) << 16;
	if (!messages || !rnd(3)) {
		d.page = 0;
		d.sub = rnd(2) ? GNO_PORT_MARK : GNO_PORT_PROCESS;
		d.data = d.process;
	}
	tw_datum(&w, k, time, &d);
}

static void send_stop(unsigned k, uint64_t *time, uint32_t *stopped)
{
	tw_datum(&w, k, *time, &(struct tw_datum){.sub = GNO_PORT_TIME_STOP, .process = 1});
	*time += 7;
	*stopped += 7;
	tw_datum(&w, k, *time,
		 &(struct tw_datum){.sub = GNO_PORT_TIME_START, .data = *stopped, .process = 1});
}

static void send_damage(unsigned k, uint64_t *time)
{
	static const uint32_t no_record[2] = {0xffffffff, 0xffffffff};

	if (rnd(2))
		tw_words(&w, k, no_record, 2);
	else
		tw_gap(&w, k, *time, *time + 9, 3);
	*time += 12;
}

/* The triggers go off and live again; that of node 0 is the second experiment's. */
static void send_load(unsigned k, uint64_t *time)
{
	tw_load(&w, k, *time, 0);
	*time += 5;
	if (damage && k == 0 && rnd(2)) /* its record is lost */
		tw_gap(&w, k, *time, *time + 9, 1);
	else
		tw_load(&w, k, *time, 1);
	*time += 12;
	if (k == 0 && !g.live_at[1][0])
		g.live_at[1][0] = w.node[0].len;
}

static void send_fired(unsigned k, uint64_t time, unsigned i)
{
	switch (rnd(7)) {
	case 0:
	case 1:
		send_datum(k, time, i);
		break;
	case 2:
		tw_event(&w, k, time, 3, 0);
		tw_word(&w, k, time, 0x1000 + i, 8);
		break;
	case 3:
		tw_event(&w, k, time, 1, 1u << GNO_FLAG_SAMPLED);
		tw_ratio(&w, k, time, 1, (const uint32_t[]){i, 2 * i + 1});
		break;
	default:
		tw_event(&w, k, time, 1 + rnd(2), 0);
		break;
	}
}

/* The records so far were overwritten, perhaps with one that a sample belongs to. */
static void overwrite(unsigned k, uint64_t time)
{
	w.node[k].len = TW_HEADER;
	if (k == 0)
		g.live_at[1][0] = 0;
	if (rnd(2))
		tw_ratio(&w, k, time, 1, (const uint32_t[]){1, 2});
}

/* A node's records. */
static void send(unsigned k, unsigned records)
{
	const unsigned overwritten = recorder && rnd(3) ? rnd(records / 2) : records;
	uint64_t time = 5 + rnd(100);
	uint32_t stopped = 0;

	for (unsigned i = 0; i < records; i++) {
		if (i == overwritten)
			overwrite(k, time);
		time += rnd(20) ? 2 + rnd(40) : rnd(40000);
		if (!rnd(4)) /* when others have something, too */
			time = (time | 0xff) + 1;
		switch (rnd(10)) {
		case 0:
			if (damage && !rnd(3))
				send_damage(k, &time);
			break;
		case 1:
			if (loads && (k || i >= records / 2))
				send_load(k, &time);
			break;
		case 4:
			if (stops && i > records / 3)
				send_stop(k, &time, &stopped);
			break;
		default:
			send_fired(k, time, i);
			break;
		}
	}
	tw_flush(&w, k, time + 50);
	tw_ratio(&w, k, time + 50, 0, (const uint32_t[]){7, 50});
}

/* A run of random records that has only started; `records` of each node, about. */
static void write_run(unsigned time_bits, unsigned records)
{
	g.live_at[1][0] = 0;
	for (unsigned f = 0; f < 2; f++) {
		fix_begin(&fix[f], NODES);
		fix_point(&fix[f], f ? "other" : "a", GNO_PATTERN_EVENT, 1,
			  RECORD | SAMPLE | RESET);
		fix_point(&fix[f], "off", GNO_PATTERN_EVENT, 2, RECORD);
		fix_point(&fix[f], "here", GNO_PATTERN_EVENT, 3, RECORD);
		fix_interval(&fix[f], "work", f ? "other" : "a", "off");
		fix_interval(&fix[f], "rest", "off", "here");
	}
	tw_begin(&w, NODES, time_bits, 1, 0);
	w.triggers = 1;
	w.port = 2;
	w.mode = recorder ? "wrap" : "stream";
	w.frozen = recorder && rnd(2);
	w.patterns[0] = &fix[0].file;
	if (loads)
		w.patterns[1] = &fix[1].file;
	for (unsigned k = 0; k < NODES; k++)
		send(k, records);
	tw_write(&w);
	growing_start(&g);
	for (unsigned k = 0; k < NODES; k++)
		growing_put(&g, k, 0, 0, false); /* the drain makes the files first */
}

static void begin(uint32_t seed)
{
	g.seed = seed;
	g.sizes = seed % 3 != 0;
	loads = seed / 2 % 2;
	damage = seed / 4 % 2;
	stops = seed / 8 % 2;
	messages = seed / 16 % 2;
	recorder = seed / 32 % 2;
	write_run(seed % 2 ? 32 : 24, 150);
}

static const struct gno_report_options options = {
    .columns = LIVE_COLUMNS,
    .periods = 16,
    .samples = 10,
    .limit = (const char *const[]){"max(work) < 100 cycles"},
    .limits = 1};
static const struct gno_report_options latest = {
    .columns = LIVE_COLUMNS, .samples = 4, .latest = true};

START_TEST(test_live_random_pieces)
{
	begin((uint32_t)_i + 1);
	live_follow(&g, _i % 5 ? &options : &latest);
	tw_end(&w);
}
END_TEST

/* In however many pieces it comes, what was read is not read again; messages once more, in order of
 * time over the nodes. */
START_TEST(test_live_reads_once)
{
	g.seed = 5;
	g.sizes = true;
	g.most = 150000;
	loads = damage = false;
	stops = true;
	messages = _i == 1;
	recorder = _i == 2;
	g.unlisted = !_i;
	write_run(32, 100000);
	live_reads_once(&g, &options, messages ? 2 : 1, messages ? WINDOWS : AROUND);
	tw_end(&w);
}
END_TEST

/* Lists of which no more rows are shown than are kept are printed without the trace. */
START_TEST(test_live_lists_are_kept)
{
	const struct gno_report_style style = {.rows = options.samples};
	struct gno_report *r = NULL;
	unsigned long long before;
	struct report_live *l;
	struct gno_err err;
	FILE *f = tmpfile();

	g.seed = 7;
	g.sizes = true;
	loads = damage = true;
	stops = messages = recorder = false;
	write_run(32, 3000);
	growing_all(&g);
	l = live_open(&g, &options);
	live_go_on(l);
	ck_assert_msg(!report_live_end(l, &r, &err), "%s", err.text);
	report_live_close(l);
	ck_assert_uint_gt(r->node[1].gaps, 2 * style.rows);
	ck_assert_uint_gt(r->node[1].samples, 2 * style.rows);
	ck_assert_uint_gt(r->node[1].blinds, 2 * style.rows);
	before = live_bytes_read();
	ck_assert_int_eq(gno_report_text(r, &style, f, &err), 0);
	ck_assert_uint_lt(live_bytes_read() - before, AROUND);
	ck_assert_int_gt(ftell(f), 1000);
	fclose(f);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

#define KINDS 2

/* Clocks of each kind in both lines, up to `end`. */
static void draw_clocks(struct report_line *one, struct report_line *other, uint64_t begin,
			uint64_t end)
{
	while (begin < end) {
		uint64_t to = begin + 1 + rnd(300);
		const unsigned kind = rnd(KINDS);

		to = to < end ? to : end;
		report_line_add(one, 0, kind, begin, to);
		report_line_add(other, 0, kind, begin, to);
		begin = to;
	}
}

/* Columns are as alike as they can be, and each begins less than a third of one early. */
static void check_columns(const struct report_line *line)
{
	const uint64_t span = line->end - line->begin;
	uint64_t at = line->begin;

	for (unsigned c = 0; c < line->columns; c++) {
		const uint64_t even = line->begin + span * c / line->columns;

		ck_assert_uint_le(at, even);
		ck_assert(at == even || 3 * (even - at) < span / line->columns);
		at += report_line_clocks(line, c);
	}
	ck_assert_uint_eq(at, line->end);
}

/* A line that grew becomes what is noted in a line whose end is known: clock by clock but where the
 * begin comes late. */
START_TEST(test_line_grows)
{
	struct report_line line, wanted, poured;
	uint64_t begin, end;
	unsigned columns;

	g.seed = (uint32_t)_i + 1;
	begin = rnd(4) ? rnd(300) : 1000000;
	end = begin + 1 + rnd(_i % 2 ? 9 : 60000);
	columns = 1 + rnd(_i % 3 ? 100 : 2000);

	ck_assert(!report_line_grow(&line, columns, KINDS));
	ck_assert(!report_line_init(&wanted, 1, columns, KINDS, begin, end));
	ck_assert(!report_line_init(&poured, 1, columns, KINDS, begin, end));
	check_columns(&wanted);
	draw_clocks(&line, &wanted, begin, end);
	report_line_pour(&line, &poured, 0);
	if (begin < 300)
		ck_assert(report_line_is_exact(&wanted) || end < 4 * begin);
	for (unsigned i = 0; i < columns * wanted.kinds && report_line_is_exact(&wanted); i++)
		ck_assert_uint_eq(poured.cell[i], wanted.cell[i]);
	for (unsigned kind = 0; kind < KINDS; kind++) {
		uint64_t here = 0, there = 0;

		for (unsigned c = 0; c < columns; c++) {
			here += poured.cell[c * poured.kinds + kind];
			there += wanted.cell[c * wanted.kinds + kind];
		}
		ck_assert_uint_eq(here, there);
	}
	free(line.cell);
	free(wanted.cell);
	free(poured.cell);
}
END_TEST

int main(void)
{
	return run_tests("live report", NULL, NULL,
			 TESTS({test_live_random_pieces, ROUNDS}, {test_live_reads_once, 3},
			       {test_live_lists_are_kept}, {test_line_grows, 500}));
}
