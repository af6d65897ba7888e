/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What is known of the lines, from the records that some nodes have and others have lost: short
 * runs are compared with all that the lines can have done, each way to assert them that would have
 * left the same records.
 */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "passes/index/rounds.h"
#include "passes/lines/line.h"

#define CYCLES_MAX 11
#define WAYS_MAX 6561
#define NODES 3
#define RUNS 10000

/* Runs by brute force: so many lines, cycles and nodes, and what each node can have recorded. */
static unsigned lines, cycles, nodes;
static bool sees[NODES][CYCLES_MAX];
static const struct report_nodes all = {{(1u << NODES) - 1}};

/* All ways that the lines can be asserted in: of each the line in the cycle before the start, and
 * in each one from then on; 0: none, else one more than its number. */
static uint8_t ways_of[WAYS_MAX][CYCLES_MAX + 1];
static unsigned ways;

/* Makes the ways: two lines have a cycle between their rounds. */
static void make_ways(unsigned of_lines, unsigned of_cycles)
{
	uint8_t next[CYCLES_MAX + 1] = {0};
	unsigned i = 0;

	lines = of_lines;
	cycles = of_cycles;
	ways = 0;
	while (i <= cycles) {
		bool good = true;

		for (unsigned t = 1; t <= cycles; t++)
			good = good && (!next[t] || !next[t - 1] || next[t] == next[t - 1]);
		if (good) {
			ck_assert_uint_lt(ways, WAYS_MAX);
			memcpy(ways_of[ways++], next, sizeof(next));
		}
		for (i = 0; i <= cycles && next[i] == lines; i++)
			next[i] = 0;
		if (i <= cycles)
			next[i]++;
	}
}

/* The line in a cycle, in one of the ways, as in `ways_of`; -1: the cycle before the start. */
static unsigned line_at(unsigned way, int cycle)
{
	return ways_of[way][cycle + 1];
}

static bool is_asserted(unsigned way, int cycle)
{
	return line_at(way, cycle) != 0;
}

static unsigned paused_before(unsigned way, unsigned cycle)
{
	unsigned n = 0;

	for (unsigned i = 0; i < cycle; i++)
		n += is_asserted(way, (int)i);
	return n;
}

static unsigned length_before(unsigned way, unsigned cycle)
{
	unsigned n = 0;

	while (n < cycle && is_asserted(way, (int)(cycle - 1 - n)))
		n++;
	return n;
}

/* The record of a change in a cycle: 1, or 0: there is none. */
static bool record_at(unsigned way, unsigned cycle, struct gno_record *out)
{
	bool now = is_asserted(way, (int)cycle);

	if (!cycle || now == is_asserted(way, (int)cycle - 1))
		return false;
	*out = (struct gno_record){.time = cycle,
				   .kind = GNO_KIND_LINE,
				   .line = (enum gno_line)(line_at(way, (int)cycle - !now) - 1),
				   .began = now,
				   .paused = paused_before(way, cycle),
				   .length = now ? 0 : length_before(way, cycle)};
	return true;
}

static bool same_record(const struct gno_record *a, const struct gno_record *b)
{
	return a->line == b->line && a->began == b->began && a->paused == b->paused &&
	       a->length == b->length;
}

/* Whether two ways leave the same records. */
static bool same_records(unsigned a, unsigned b)
{
	for (unsigned t = 0; t < cycles; t++) {
		struct gno_record x, y;
		bool seen = false;

		for (unsigned k = 0; k < nodes; k++)
			seen = seen || sees[k][t];
		if (!seen)
			continue;
		if (record_at(a, t, &x) != record_at(b, t, &y))
			return false;
		if (record_at(a, t, &x) && !same_record(&x, &y))
			return false;
	}
	return true;
}

static bool leaves_none(unsigned way)
{
	struct gno_record rec;

	for (unsigned t = 0; t < cycles; t++)
		for (unsigned k = 0; k < nodes; k++)
			if (sees[k][t] && record_at(way, t, &rec))
				return false;
	return true;
}

/* Feeds the records and losses, as a cursor over all nodes would. */
static struct report_pauses *learn(unsigned way, uint64_t *odd)
{
	struct line_node node[NODES];
	struct report_pauses *out;
	struct gno_record rec;
	struct gno_err err;
	struct line l;

	ck_assert_int_eq(report_pauses_new(&all, &out, &err), 0);
	for (unsigned k = 0; k < nodes; k++)
		node[k] = (struct line_node){0, cycles};
	line_begin(&l, node, nodes, lines == 1 ? GNO_LINE_CAPTURE : GNO_LINES, out);
	for (unsigned t = 0; t < cycles; t++)
		for (unsigned k = 0; k < nodes; k++) {
			unsigned to = t;

			if (sees[k][t]) {
				if (!record_at(way, t, &rec))
					continue;
				rec.node = k;
				ck_assert_int_eq(line_record(&l, &rec, &err), 0);
			} else if (!t || sees[k][t - 1]) {
				while (to + 1 < cycles && !sees[k][to + 1])
					to++;
				ck_assert_int_eq(line_lost(&l, k, t, to, &err), 0);
			}
		}
	ck_assert_int_eq(line_end(&l, cycles - 1, &err), 0);
	*odd = report_pauses_sum(out)->odd;
	return out;
}

/*
 * What all the ways agree on: whether a line is asserted in a cycle (0, 1; 2: they do not), which
 * one where it is (GNO_LINES: they do not), cycles asserted before.
 */
struct truth {
	unsigned line[CYCLES_MAX], of[CYCLES_MAX], paused[CYCLES_MAX + 1];
	bool paused_known[CYCLES_MAX + 1];
};

static void find_truth(unsigned way, struct truth *out)
{
	bool none = leaves_none(way);

	for (unsigned t = 0; t <= cycles; t++) {
		out->paused[t] = paused_before(way, t);
		out->paused_known[t] = true;
		if (t < cycles)
			out->line[t] = is_asserted(way, (int)t);
		if (t < cycles)
			out->of[t] = line_at(way, (int)t) - 1;
	}
	for (unsigned w = 0; w < ways; w++) {
		/* without any record the line is taken as released at the start */
		if ((none && is_asserted(w, 0)) || !same_records(w, way))
			continue;
		for (unsigned t = 0; t <= cycles; t++) {
			if (paused_before(w, t) != out->paused[t])
				out->paused_known[t] = false;
			if (t < cycles && is_asserted(w, (int)t) != out->line[t])
				out->line[t] = 2;
			if (t < cycles && line_at(w, (int)t) - 1 != out->of[t])
				out->of[t] = GNO_LINES;
		}
	}
}

/* A stretch is one that no way contradicts. */
static void check_stretch(const struct report_stretch *s, const struct truth *truth)
{
	bool round = s->line == REPORT_LINE_ASSERTED;

	ck_assert_uint_lt(s->from, s->to);
	ck_assert_uint_le(s->to, cycles);
	ck_assert_uint_eq(s->base, 0);
	ck_assert(truth->paused_known[s->from]);
	ck_assert_uint_eq(s->paused, truth->paused[s->from]);
	for (uint64_t t = s->from; t < s->to; t++)
		if (s->line != REPORT_LINE_UNKNOWN)
			ck_assert_uint_eq(truth->line[t], s->line == REPORT_LINE_ASSERTED);
	for (uint64_t t = s->from; t < s->to && round; t++)
		ck_assert_uint_eq(truth->of[t], s->of);
	if (s->line == REPORT_LINE_UNKNOWN) {
		ck_assert(s->counted || s->to == cycles);
		if (s->counted)
			ck_assert_uint_eq(s->missing,
					  truth->paused[s->to] - truth->paused[s->from]);
	}
	if (round && s->began)
		ck_assert_uint_eq(truth->line[s->from - 1], 0);
	if (round && s->ended)
		ck_assert_uint_eq(truth->line[s->to], 0);
	if (round && !s->began)
		ck_assert(!s->from || truth->line[s->from - 1] == 2);
}

/* Where nodes have seen the line since a cycle, up to a record of it, all of that is known. */
static bool leads_to_record(unsigned way, uint64_t cycle)
{
	struct gno_record rec;

	for (unsigned t = (unsigned)cycle; t < cycles; t++) {
		bool seen = false;

		for (unsigned k = 0; k < nodes; k++)
			seen = seen || sees[k][t];
		if (!seen)
			return false;
		if (record_at(way, t, &rec))
			return true;
	}
	return false;
}

static void check_same_nodes(const struct report_nodes *a, const struct report_nodes *b)
{
	ck_assert_mem_eq(a->bits, b->bits, sizeof(a->bits));
}

static void check_same(const struct report_stretch *a, const struct report_stretch *b)
{
	ck_assert_uint_eq(a->from, b->from);
	ck_assert_uint_eq(a->to, b->to);
	ck_assert_int_eq(a->line, b->line);
	ck_assert_uint_eq(a->paused, b->paused);
	ck_assert_uint_eq(a->base, b->base);
	ck_assert_uint_eq(a->missing, b->missing);
	ck_assert_uint_eq(a->counted, b->counted);
	ck_assert_uint_eq(a->round, b->round);
	ck_assert_int_eq(a->of, b->of);
	ck_assert_uint_eq(a->began, b->began);
	ck_assert_uint_eq(a->ended, b->ended);
	check_same_nodes(&a->own, &b->own);
	check_same_nodes(&a->full, &b->full);
	check_same_nodes(&a->late, &b->late);
	check_same_nodes(&a->kept, &b->kept);
	check_same_nodes(&a->has_begin, &b->has_begin);
	check_same_nodes(&a->has_end, &b->has_end);
}

/* What an index writes of the stretches from one on is what it reads. */
static void check_archive(const struct report_stretch *s, size_t count)
{
	struct report_stretch copy[CYCLES_MAX], back[CYCLES_MAX] = {{.from = 0}};
	struct archive a = {.reads = false};

	memcpy(copy, s, count * sizeof(*s));
	rounds_of_piece(&a, &all, copy, count);
	a.reads = true;
	rounds_of_piece(&a, &all, back, count);
	ck_assert(!a.bad);
	ck_assert_uint_eq(a.at, a.len);
	for (size_t i = 0; i < count; i++)
		check_same(&s[i], &back[i]);
	archive_free(&a);
}

static void check_run(unsigned way)
{
	uint64_t odd, expected = 0, rounds = 0, asserted = 0;
	struct report_stretch found[CYCLES_MAX];
	size_t count = 0;
	struct report_pauses *p = learn(way, &odd);
	struct report_pauses_cursor *c;
	const struct report_stretch *s;
	const struct report_pauses_sum *sum = report_pauses_sum(p);
	bool open = false;
	struct truth truth;
	struct gno_err err;

	find_truth(way, &truth);
	ck_assert_uint_eq(odd, 0);
	ck_assert_int_eq(report_pauses_enter(p, &c, &err), 0);
	while ((s = report_pauses_next(c))) {
		ck_assert_uint_eq(s->from, expected); /* no cycle is left out */
		expected = s->to;
		found[count++] = *s;
		check_stretch(s, &truth);
		ck_assert(!open || s->line == REPORT_LINE_UNKNOWN);
		open = s->line == REPORT_LINE_ASSERTED && !s->ended;
		if (s->line == REPORT_LINE_ASSERTED) {
			ck_assert_uint_eq(s->round, ++rounds);
			asserted += s->to - s->from;
		}
		for (uint64_t t = s->from; t < s->to; t++)
			if (s->line == REPORT_LINE_UNKNOWN)
				ck_assert(!leads_to_record(way, t));
		if (s->counted && (!s->missing || s->missing == s->to - s->from))
			ck_abort_msg("%d cycles of %d are known", (int)s->missing,
				     (int)(s->to - s->from));
	}
	ck_assert_int_eq(report_pauses_check(c, &err), 0);
	for (size_t i = 0; i < count; i++)
		check_archive(&found[i], count - i);
	ck_assert_uint_eq(expected, cycles);
	ck_assert_uint_eq(sum->rounds, rounds);
	ck_assert_uint_eq(sum->asserted, asserted);
	ck_assert_uint_eq(sum->end, cycles);
	if (sum->total_known) {
		ck_assert(truth.paused_known[cycles]);
		ck_assert_uint_eq(sum->total, truth.paused[cycles]);
	}
	report_pauses_leave(c);
	report_pauses_free(p);
}

/* Chance in 16 that a cycle is as the one before it. */
static void lose(unsigned chance)
{
	for (unsigned k = 0; k < nodes; k++) {
		bool now = rand() % 4 > 0;

		for (unsigned t = 0; t < cycles; t++) {
			if ((unsigned)rand() % 16 >= chance)
				now = !now;
			sees[k][t] = now;
		}
	}
}

static unsigned any_way(unsigned chance)
{
	unsigned now = (unsigned)rand() % (lines + 1), way = 0;
	uint8_t at[CYCLES_MAX + 1];

	for (unsigned t = 0; t <= cycles; t++) {
		if ((unsigned)rand() % 16 >= chance)
			now = now ? 0 : 1 + (unsigned)rand() % lines;
		at[t] = (uint8_t)now;
	}
	while (memcmp(ways_of[way], at, cycles + 1) != 0)
		way++;
	return way;
}

/* One line, or two in fewer cycles. */
static const struct {
	unsigned lines, cycles;
} sizes[] = {{1, 11}, {2, 7}};

START_TEST(test_line_by_all_its_ways)
{
	make_ways(sizes[_i].lines, sizes[_i].cycles);
	srand(1);
	for (unsigned i = 0; i < RUNS; i++) {
		unsigned way = any_way(8 + i % 8);

		nodes = 1 + i % NODES;
		lose(10 + i % 6);
		if (!leaves_none(way) || !is_asserted(way, 0)) /* else it is taken for another */
			check_run(way);
	}
}
END_TEST

/* Without a loss nothing is unknown, unless it does not change. */
START_TEST(test_line_without_losses)
{
	make_ways(sizes[_i].lines, sizes[_i].cycles);
	memset(sees, 1, sizeof(sees));
	nodes = 2;
	for (unsigned way = 0; way < ways; way++) {
		uint64_t odd;
		struct report_pauses *p = learn(way, &odd);

		ck_assert_uint_eq(odd, 0);
		ck_assert_uint_eq(report_pauses_sum(p)->unknown, 0);
		if (!leaves_none(way)) {
			ck_assert(report_pauses_sum(p)->total_known);
			ck_assert_uint_eq(report_pauses_sum(p)->total, paused_before(way, cycles));
		}
		report_pauses_free(p);
	}
}
END_TEST

int main(void)
{
	return run_tests("report_line_ways", NULL, NULL,
			 TESTS({test_line_by_all_its_ways, sizeof(sizes) / sizeof(sizes[0])},
			       {test_line_without_losses, sizeof(sizes) / sizeof(sizes[0])}));
}
