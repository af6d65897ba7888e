/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What is known of the CAPTURE line, from the records that some nodes have and others have lost. In
 * short runs it is compared with all that the line can have done: each way to assert it that would
 * have left the same records.
 */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "report/read/line.h"

#define CYCLES 11
#define WAYS (2u << CYCLES) /* of the line in each cycle, and in the one before the start */
#define NODES 3
#define RUNS 10000

/* A run by brute force: the line in each cycle, and what each node can have recorded. */
static bool sees[NODES][CYCLES];
static unsigned nodes;
static const struct report_nodes all = {{(1u << NODES) - 1}};

/* The line in a cycle, in one of the ways; -1: the cycle before the start. */
static bool is_asserted(unsigned way, int cycle)
{
	return way >> (cycle + 1) & 1;
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
				   .began = now,
				   .paused = paused_before(way, cycle),
				   .length = now ? 0 : length_before(way, cycle)};
	return true;
}

static bool same_record(const struct gno_record *a, const struct gno_record *b)
{
	return a->began == b->began && a->paused == b->paused && a->length == b->length;
}

/* Whether two ways leave the same records. */
static bool same_records(unsigned a, unsigned b)
{
	for (unsigned t = 0; t < CYCLES; t++) {
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

	for (unsigned t = 0; t < CYCLES; t++)
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
		node[k] = (struct line_node){0, CYCLES};
	line_begin(&l, node, nodes, GNO_LINE_CAPTURE, out);
	for (unsigned t = 0; t < CYCLES; t++)
		for (unsigned k = 0; k < nodes; k++) {
			unsigned to = t;

			if (sees[k][t]) {
				if (!record_at(way, t, &rec))
					continue;
				rec.node = k;
				ck_assert_int_eq(line_record(&l, &rec, &err), 0);
			} else if (!t || sees[k][t - 1]) {
				while (to + 1 < CYCLES && !sees[k][to + 1])
					to++;
				ck_assert_int_eq(line_lost(&l, k, t, to, &err), 0);
			}
		}
	ck_assert_int_eq(line_end(&l, CYCLES - 1, &err), 0);
	*odd = report_pauses_sum(out)->odd;
	return out;
}

/* What all the ways agree on: the line in a cycle (0, 1; 2: they do not), cycles asserted before.
 */
struct truth {
	unsigned line[CYCLES], paused[CYCLES + 1];
	bool paused_known[CYCLES + 1];
};

static void find_truth(unsigned way, struct truth *out)
{
	bool none = leaves_none(way);

	for (unsigned t = 0; t <= CYCLES; t++) {
		out->paused[t] = paused_before(way, t);
		out->paused_known[t] = true;
		if (t < CYCLES)
			out->line[t] = is_asserted(way, (int)t);
	}
	for (unsigned w = 0; w < WAYS; w++) {
		/* without any record the line is taken as released at the start */
		if ((none && is_asserted(w, 0)) || !same_records(w, way))
			continue;
		for (unsigned t = 0; t <= CYCLES; t++) {
			if (paused_before(w, t) != out->paused[t])
				out->paused_known[t] = false;
			if (t < CYCLES && is_asserted(w, (int)t) != out->line[t])
				out->line[t] = 2;
		}
	}
}

/* A stretch is one that no way contradicts. */
static void check_stretch(const struct report_stretch *s, const struct truth *truth)
{
	bool round = s->line == REPORT_LINE_ASSERTED;

	ck_assert_uint_lt(s->from, s->to);
	ck_assert_uint_le(s->to, CYCLES);
	ck_assert_uint_eq(s->base, 0);
	ck_assert(truth->paused_known[s->from]);
	ck_assert_uint_eq(s->paused, truth->paused[s->from]);
	for (uint64_t t = s->from; t < s->to; t++)
		if (s->line != REPORT_LINE_UNKNOWN)
			ck_assert_uint_eq(truth->line[t], s->line == REPORT_LINE_ASSERTED);
	if (s->line == REPORT_LINE_UNKNOWN) {
		ck_assert(s->counted || s->to == CYCLES);
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

	for (unsigned t = (unsigned)cycle; t < CYCLES; t++) {
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

static void check_run(unsigned way)
{
	uint64_t odd, expected = 0, rounds = 0, asserted = 0;
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
	ck_assert_uint_eq(expected, CYCLES);
	ck_assert_uint_eq(sum->rounds, rounds);
	ck_assert_uint_eq(sum->asserted, asserted);
	ck_assert_uint_eq(sum->end, CYCLES);
	if (sum->total_known) {
		ck_assert(truth.paused_known[CYCLES]);
		ck_assert_uint_eq(sum->total, truth.paused[CYCLES]);
	}
	report_pauses_leave(c);
	report_pauses_free(p);
}

/* Chance in 16 that a cycle is as the one before it. */
static void lose(unsigned chance)
{
	for (unsigned k = 0; k < nodes; k++) {
		bool now = rand() % 4 > 0;

		for (unsigned t = 0; t < CYCLES; t++) {
			if ((unsigned)rand() % 16 >= chance)
				now = !now;
			sees[k][t] = now;
		}
	}
}

static unsigned any_way(unsigned chance)
{
	bool now = rand() & 1;
	unsigned way = 0;

	for (unsigned t = 0; t <= CYCLES; t++) {
		if ((unsigned)rand() % 16 >= chance)
			now = !now;
		way |= (unsigned)now << t;
	}
	return way;
}

START_TEST(test_line_by_all_its_ways)
{
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
	memset(sees, 1, sizeof(sees));
	nodes = 2;
	for (unsigned way = 0; way < WAYS; way++) {
		uint64_t odd;
		struct report_pauses *p = learn(way, &odd);

		ck_assert_uint_eq(odd, 0);
		ck_assert_uint_eq(report_pauses_sum(p)->unknown, 0);
		if (!leaves_none(way)) {
			ck_assert(report_pauses_sum(p)->total_known);
			ck_assert_uint_eq(report_pauses_sum(p)->total, paused_before(way, CYCLES));
		}
		report_pauses_free(p);
	}
}
END_TEST

/* What follows is written by hand: one node and long times. */
static struct line_node one;
static struct report_pauses *pauses;
static struct line line;

static void setup(void)
{
	struct gno_err err;

	one = (struct line_node){0, UINT64_MAX};
	ck_assert_int_eq(report_pauses_new(&all, &pauses, &err), 0);
	line_begin(&line, &one, 1, GNO_LINE_CAPTURE, pauses);
}

static void teardown(void)
{
	report_pauses_free(pauses);
}

static void say(bool began, uint64_t time, uint64_t paused, uint64_t length)
{
	const struct gno_record rec = {
	    .time = time, .began = began, .paused = (uint32_t)paused, .length = (uint32_t)length};
	struct gno_err err;

	ck_assert_int_eq(line_record(&line, &rec, &err), 0);
}

static void lost(uint64_t from, uint64_t to)
{
	struct gno_err err;

	ck_assert_int_eq(line_lost(&line, 0, from, to, &err), 0);
}

static void end(uint64_t cycle)
{
	struct gno_err err;

	ck_assert_int_eq(line_end(&line, cycle, &err), 0);
}

#define BILLION UINT64_C(1000000000)

/* The number of cycles in which the line was asserted wraps, within a round and between two. */
START_TEST(test_line_paused_wraps)
{
	struct report_pauses_cursor *c;
	const struct report_stretch *s;
	struct gno_err err;
	uint64_t counter;

	say(true, BILLION, 0, 0);
	say(false, 6 * BILLION, 5 * BILLION, 5 * BILLION);
	say(true, 7 * BILLION, 5 * BILLION, 0);
	say(false, 11 * BILLION, 9 * BILLION, 4 * BILLION);
	end(12 * BILLION);
	ck_assert_uint_eq(line.odd, 0);
	ck_assert(report_pauses_sum(pauses)->total_known);
	ck_assert_uint_eq(report_pauses_sum(pauses)->total, 9 * BILLION);
	ck_assert_int_eq(report_pauses_enter(pauses, &c, &err), 0);
	s = report_pauses_find(c, 8 * BILLION);
	ck_assert(report_counter_at(s, 8 * BILLION, &counter));
	ck_assert_uint_eq(counter, 2 * BILLION);
	ck_assert_uint_eq(s->round, 2);
	s = report_pauses_find(c, 12 * BILLION);
	ck_assert(report_counter_at(s, 12 * BILLION, &counter));
	ck_assert_uint_eq(counter, 3 * BILLION);
	report_pauses_leave(c);
}
END_TEST

/* Of a loss that is longer than the records can count, it is not known how much is missing. */
START_TEST(test_line_loss_of_more_than_a_wrap)
{
	struct report_pauses_cursor *c;
	const struct report_stretch *s;
	struct gno_err err;
	uint64_t counter, paused;

	say(true, 100, 0, 0);
	say(false, 200, 100, 100);
	lost(300, 6 * BILLION);
	say(true, 6 * BILLION + 100, 150, 0);
	say(false, 6 * BILLION + 200, 250, 100);
	end(6 * BILLION + 300);
	ck_assert_uint_eq(line.odd, 0);
	ck_assert(!report_pauses_sum(pauses)->total_known);
	ck_assert(!report_pauses_sum(pauses)->counted);
	ck_assert_uint_eq(report_pauses_sum(pauses)->rounds, 2);
	ck_assert_int_eq(report_pauses_enter(pauses, &c, &err), 0);
	s = report_pauses_find(c, 299);
	ck_assert(report_counter_at(s, 299, &counter));
	ck_assert_uint_eq(counter, 199);
	s = report_pauses_find(c, 300);
	ck_assert_int_eq(s->line, REPORT_LINE_UNKNOWN);
	ck_assert(!s->counted);
	s = report_pauses_find(c, 6 * BILLION + 150);
	ck_assert_int_eq(s->line, REPORT_LINE_ASSERTED);
	ck_assert(!report_counter_at(s, 6 * BILLION + 150, &counter));
	ck_assert(report_pauses_at(s, 6 * BILLION + 150, &paused)); /* since some cycle */
	ck_assert_uint_eq(s->base, 1);
	report_pauses_leave(c);
}
END_TEST

/* With half of that loss it is. */
START_TEST(test_line_loss_of_less_than_a_wrap)
{
	say(true, 100, 0, 0);
	say(false, 200, 100, 100);
	lost(300, 3 * BILLION);
	say(true, 3 * BILLION + 100, 150, 0);
	end(3 * BILLION + 199);
	ck_assert(report_pauses_sum(pauses)->total_known);
	ck_assert_uint_eq(report_pauses_sum(pauses)->total, 250);
	ck_assert_uint_eq(report_pauses_sum(pauses)->missing, 50);
	ck_assert_uint_eq(report_pauses_sum(pauses)->unknown, 3 * BILLION - 300);
}
END_TEST

/* Nodes have seen no change up to their first loss: the line had been released since the start, as
 * less is missing than that. */
START_TEST(test_line_first_loss)
{
	for (unsigned missing = 0; missing <= 400; missing += 50) {
		struct report_pauses_cursor *c;
		const struct report_stretch *s;
		struct gno_err err;

		if (missing) {
			teardown();
			setup();
		}
		lost(300, 700);
		if (missing != 400)
			say(true, 900, missing, 0);
		end(1000);
		ck_assert_uint_eq(line.odd, 0);
		ck_assert_int_eq(report_pauses_enter(pauses, &c, &err), 0);
		s = report_pauses_find(c, 299);
		if (missing < 300 || missing == 400) { /* 400: there is no record at all */
			ck_assert_int_eq(s->line, REPORT_LINE_RELEASED);
			ck_assert_uint_eq(s->from, 0);
			ck_assert_uint_eq(s->to, missing ? 300 : 900);
		} else {
			ck_assert_int_eq(s->line, REPORT_LINE_UNKNOWN);
			ck_assert_uint_eq(s->to, 700); /* there is no change in 701 */
		}
		s = report_pauses_find(c, 400);
		if (missing && missing < 400) {
			ck_assert_int_eq(s->line, REPORT_LINE_UNKNOWN);
			ck_assert(s->counted);
			ck_assert_uint_eq(s->missing, missing);
		}
		s = report_pauses_find(c, 800);
		ck_assert_int_eq(s->line,
				 missing < 400 ? REPORT_LINE_RELEASED : REPORT_LINE_UNKNOWN);
		report_pauses_leave(c);
	}
}
END_TEST

/* The end of a round shows when it began, unless that may have been a wrap before. */
START_TEST(test_line_end_after_a_loss)
{
	struct report_pauses_cursor *c;
	const struct report_stretch *s;
	struct gno_err err;

	say(true, 100, 0, 0);
	say(false, 200, 100, 100);
	lost(300, 700);
	say(false, 710, 250, 50);
	lost(800, 6 * BILLION);
	say(false, 6 * BILLION + 50, 320, 70);
	end(6 * BILLION + 99);
	ck_assert_uint_eq(line.odd, 0);
	ck_assert_int_eq(report_pauses_enter(pauses, &c, &err), 0);
	s = report_pauses_find(c, 658);
	ck_assert_int_eq(s->line, REPORT_LINE_UNKNOWN);
	ck_assert_uint_eq(s->missing, 100);
	s = report_pauses_find(c, 659);
	ck_assert_int_eq(s->line, REPORT_LINE_RELEASED);
	s = report_pauses_find(c, 660);
	ck_assert_int_eq(s->line, REPORT_LINE_ASSERTED);
	ck_assert(s->began && s->ended);
	ck_assert_uint_eq(s->to, 710);
	s = report_pauses_find(c, 6 * BILLION);
	ck_assert_int_eq(s->line, REPORT_LINE_ASSERTED);
	ck_assert_uint_eq(s->from, 6 * BILLION - 20);
	ck_assert(!s->began && s->ended);
	report_pauses_leave(c);
}
END_TEST

/* A round cannot have begun before a cycle in which the line was seen to be released. */
START_TEST(test_line_end_that_cannot_be)
{
	say(true, 100, 0, 0);
	say(false, 200, 100, 100);
	lost(300, 400);
	say(false, 500, 350, 250);
	ck_assert_uint_eq(line.odd, 1);
	say(true, 600, 120, 0);
	end(619);
	ck_assert_uint_eq(line.odd, 1);
	ck_assert(report_pauses_sum(pauses)->total_known);
	ck_assert_uint_eq(report_pauses_sum(pauses)->total, 140);
	ck_assert_uint_eq(report_pauses_sum(pauses)->missing, 20);
}
END_TEST

/* Records that contradict the ones before them are counted, and cost what they say only. */
START_TEST(test_line_contradictions)
{
	say(true, 100, 0, 0);
	say(false, 200, 100, 100);
	say(true, 300, 77, 0); /* 100 */
	say(false, 400, 200, 100);
	end(500);
	ck_assert_uint_ge(line.odd, 1);
	ck_assert(report_pauses_sum(pauses)->total_known);
	ck_assert_uint_eq(report_pauses_sum(pauses)->total, 200);
	ck_assert_uint_eq(report_pauses_sum(pauses)->rounds, 2);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("report_line");
	TCase *tc = tcase_create("report_line"), *hand = tcase_create("by_hand");

	tcase_set_timeout(tc, HANG_SECONDS);
	tcase_add_test(tc, test_line_by_all_its_ways);
	tcase_add_test(tc, test_line_without_losses);
	tcase_add_checked_fixture(hand, setup, teardown);
	tcase_add_test(hand, test_line_paused_wraps);
	tcase_add_test(hand, test_line_loss_of_more_than_a_wrap);
	tcase_add_test(hand, test_line_loss_of_less_than_a_wrap);
	tcase_add_test(hand, test_line_first_loss);
	tcase_add_test(hand, test_line_end_after_a_loss);
	tcase_add_test(hand, test_line_end_that_cannot_be);
	tcase_add_test(hand, test_line_contradictions);
	suite_add_tcase(s, tc);
	suite_add_tcase(s, hand);
	return run_suite(s);
}
