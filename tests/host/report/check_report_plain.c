/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Events that are only recorded, beside others of their cycle: a sample has all that fired in its
 * cycle, whatever the order of the records, and nothing of another cycle. An interval has counts
 * where they were reset with its begin. Likewise writes to the port that do nothing but name a
 * process, beside those that are points, sample, mark, or stop something.
 */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "report_fixture.h"
#include "tests/suite.h"

#define CYCLES 300

/* Codes: a and b are only recorded, s requests a sample and resets the counters, r only resets
 * them. */
enum { A = 1, B, S, R };

static struct fix fix;
static struct tw w;
static unsigned fired[CYCLES][4], fires[CYCLES]; /* of each cycle: codes, in their order */

static void fire(unsigned cycle, unsigned code, unsigned flags)
{
	tw_event(&w, 0, 100 + cycle, code, flags);
	fired[cycle][fires[cycle]++] = code;
}

/* A cycle: nothing, or some of a, s with its sample, r, b; the flag is in the last record. */
static void write_cycle(unsigned cycle)
{
	const unsigned kind = (unsigned)rand() % 8;

	fires[cycle] = 0;
	if (kind & 1)
		fire(cycle, A, 0);
	if (kind & 2)
		fire(cycle, S, kind & 4 ? 0 : 2);
	if (!(kind & 2) && rand() % 4 == 0)
		fire(cycle, R, 0);
	if (kind & 4)
		fire(cycle, B, kind & 2 ? 2 : 0);
	if (kind & 2)
		tw_ratio(&w, 0, 100 + cycle, kind & 4 ? B : S,
			 (const uint32_t[]){cycle, 2 * cycle});
}

static struct gno_report *write_run(unsigned seed)
{
	const struct gno_report_options o = {.columns = 50, .samples = CYCLES};
	struct gno_report *r;
	struct gno_err err;

	srand(seed);
	fix_begin(&fix, 1);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, A, RECORD);
	fix_point(&fix, "b", GNO_PATTERN_EVENT, B, RECORD);
	fix_point(&fix, "s", GNO_PATTERN_EVENT, S, RECORD | SAMPLE | RESET);
	fix_point(&fix, "r", GNO_PATTERN_EVENT, R, RECORD | RESET);
	fix_interval(&fix, "bs", "b", "s");
	tw_begin(&w, 1, 32, 1, 0);
	w.patterns[0] = &fix.file;
	for (unsigned i = 0; i < CYCLES; i++)
		write_cycle(i);
	tw_flush(&w, 0, 1000);
	tw_write(&w);
	ck_assert_msg(!gno_report_build(w.dir, &o, &r, &err), "%s", err.text);
	return r;
}

static bool has(unsigned cycle, unsigned code)
{
	for (unsigned i = 0; i < fires[cycle]; i++)
		if (fired[cycle][i] == code)
			return true;
	return false;
}

/* Samples before which the counters were last reset in a cycle with b. */
static uint64_t count_over(void)
{
	uint64_t over = 0;
	bool began = false;

	for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
		over += began && has(cycle, S);
		if (has(cycle, S) || has(cycle, R))
			began = has(cycle, B);
	}
	return over;
}

START_TEST(test_plain_events_in_samples)
{
	struct gno_report *r = write_run((unsigned)_i);
	uint64_t count[R + 1] = {0};
	size_t at = 0;

	for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
		const struct report_sample *s = &r->sample[at];

		for (unsigned i = 0; i < fires[cycle]; i++)
			count[fired[cycle][i]]++;
		if (!has(cycle, S))
			continue;
		ck_assert_uint_lt(at++, r->samples);
		ck_assert_uint_eq(s->time, 100 + cycle);
		ck_assert_uint_eq(s->fires, fires[cycle]);
		for (unsigned i = 0; i < fires[cycle]; i++)
			ck_assert_uint_eq(s->fired[i].code, fired[cycle][i]);
		ck_assert_uint_eq(s->fired[s->asked].code, S);
	}
	ck_assert_uint_eq(at, r->samples);
	for (unsigned code = A; code <= R; code++)
		ck_assert_uint_eq(r->node[0].count[code - A], count[code]);
	ck_assert_uint_eq(r->node[0].events, count[A] + count[B] + count[S] + count[R]);
	ck_assert_uint_eq(r->node[0].over[0].count, count_over());
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* -- writes to the event port -- */

#define PROCESSES 3
#define END (10 + 6 * CYCLES)
#define CODED 200 /* the write that is a point: page 3, sub 8 */

/* What is written, by brute force. */
static struct {
	uint64_t writes, coded, marks, samples, unsampled;
	uint64_t page[16];
	uint64_t clocks[PROCESSES]; /* from the first write on */
	uint64_t stops, off;	    /* collection was off for so many cycles */
	uint64_t last;		    /* write */
} want;

static void put_write(unsigned cycle, unsigned page, unsigned sub, unsigned process, unsigned flags)
{
	tw_datum(&w, 0, cycle,
		 &(struct tw_datum){.page = page, .sub = sub, .process = process, .flags = flags});
	want.writes++;
	want.page[page]++;
	want.coded += page * 64 + sub == CODED;
}

/* A write, whose flags are those that its record has; returns whether it turns collection off.
 * Where writes reset the counters, there are only such as are alone and do
 * nothing else. */
static bool write_one(unsigned cycle, unsigned process)
{
	const bool samples = fix.file.port & SAMPLE;
	const unsigned kind = fix.file.port & RESET ? 15 : (unsigned)rand() % 16;

	if (kind == 0) {
		put_write(cycle, 0, GNO_PORT_STOP, process, 0);
		return true;
	}
	if (kind == 1) {
		put_write(cycle, 3, CODED % 64, process, 1u << GNO_FLAG_STOP);
		return true;
	}
	if (kind == 2) {
		put_write(cycle, 0, GNO_PORT_MARK, process, 1u << GNO_FLAG_MARK);
		want.marks++;
	} else if (kind == 3 && samples) {
		put_write(cycle, 4, 1, process, 1u << GNO_FLAG_UNSAMPLED);
		want.unsampled++;
	} else if (kind == 4 && samples) {
		put_write(cycle, 5, 2, process, 1u << GNO_FLAG_SAMPLED);
		tw_ratio(&w, 0, cycle, 2, (const uint32_t[]){cycle, 2 * cycle});
		want.samples++;
	} else if (kind < 8) {
		put_write(cycle, 3, CODED % 64, process, 0);
	} else if (kind < 12) {
		put_write(cycle, 0, GNO_PORT_PROCESS, process, 0);
	} else {
		put_write(cycle, 8, kind, process, 0);
	}
	return false;
}

/* The writes of a run of END cycles; a process runs from its write to the next one. */
static void write_all(void)
{
	unsigned cycle = 10, before = 0, process = 0;
	bool off = false, ran = false;

	for (unsigned i = 0; i < CYCLES; i++, cycle += 1 + (unsigned)rand() % 5) {
		if (off)
			want.off += cycle - before - 1;
		if (ran)
			want.clocks[process] += cycle - before - (off ? cycle - before - 1 : 0);
		ran = true;
		before = cycle;
		process = (unsigned)rand() % PROCESSES;
		off = write_one(cycle, process);
		want.stops += off;
		if (!off && !(fix.file.port & RESET) && rand() % 4 == 0)
			tw_event(&w, 0, cycle, A, 0);
	}
	if (off)
		want.off += cycle - before - 1;
	want.clocks[process] += off ? 1 : cycle - before;
	put_write(cycle, 8, 0, 0, 0);
	want.clocks[0] += END - cycle;
	want.last = cycle;
	tw_flush(&w, 0, END);
	tw_ratio(&w, 0, END, 0, (const uint32_t[]){1, 2});
}

static struct gno_report *report_writes(unsigned seed)
{
	static uint8_t codes[1024];
	static struct gno_pattern_table table = {"codes", 6144, 1024, codes};
	const bool samples = seed % 2, coded = seed / 2 % 2;

	srand(seed);
	memset(&want, 0, sizeof(want));
	fix_begin(&fix, 1);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, A, RECORD);
	fix_point(&fix, "coded", GNO_PATTERN_CODE, 1, RECORD);
	codes[CODED] = coded;
	fix.node[0].table = &table;
	fix.node[0].tables = 1;
	fix.file.port = RECORD | (samples ? SAMPLE : seed / 4 % 2 ? RESET : 0);
	tw_begin(&w, 1, 32, 1, 0);
	w.port = 2;
	w.codes = 2;
	w.tables =
	    ",{\"name\":\"codes\",\"base\":6144,\"cells\":1024,\"bits\":8},{\"name\":\"code_actions\",\"base\":7168,\"cells\":8,\"bits\":8}";
	w.patterns[0] = &fix.file;
	write_all();
	if (!coded)
		want.coded = 0;
	tw_write(&w);
	return report_of(&w, NULL);
}

static uint64_t writes_of(const struct gno_report *r, unsigned page)
{
	const struct report_map *events = &r->node[0].port.events;
	uint64_t sum = 0;

	for (size_t i = 0; i < events->used; i++)
		if ((events->slot[i].key % 1024) / 64 == page)
			sum += events->slot[i].count;
	return sum;
}

START_TEST(test_plain_writes)
{
	struct gno_report *r = report_writes((unsigned)_i);
	const struct report_node *n = &r->node[0];

	ck_assert_uint_eq(n->port.writes, want.writes);
	for (unsigned page = 0; page < 16; page++)
		ck_assert_uint_eq(writes_of(r, page), want.page[page]);
	ck_assert_uint_eq(n->port.processes, PROCESSES);
	for (unsigned i = 0; i < PROCESSES; i++)
		ck_assert_uint_eq(n->port.process[i].clocks, want.clocks[i]);
	ck_assert_uint_eq(n->count[1], want.coded);
	ck_assert_uint_eq(r->marks_seen, want.marks);
	ck_assert_uint_eq(n->unsampled, want.unsampled);
	ck_assert_uint_eq(n->unseen[REPORT_OFF], want.off);
	ck_assert(want.stops || fix.file.port & RESET);
	if (fix.file.port & RESET) /* by the last one */
		ck_assert_uint_eq(r->sample[0].from, want.last + 1);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("report_plain", NULL, NULL,
			 TESTS({test_plain_events_in_samples, 10}, {test_plain_writes, 16}));
}
