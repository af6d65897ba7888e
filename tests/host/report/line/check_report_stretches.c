/* SPDX-License-Identifier: Apache-2.0 */

/* The stretch of a cycle is found at once, wherever it lies: in the file of a run that was read,
 * and in pieces that lie elsewhere. */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "passes/index/rounds.h"

/* Round `k` (from 0 on) has cycles from 100 k + 10 up to 100 k + 30, not included. */
#define ROUNDS 1000
#define STRETCHES (2 * ROUNDS + 1)
#define PIECES ((STRETCHES + REPORT_PAUSES_PIECE - 1) / REPORT_PAUSES_PIECE)
#define END (100 * (uint64_t)ROUNDS)

static const struct report_nodes recording = {{5}};
static struct report_pauses *pauses, *stored;
static struct archive piece[PIECES];
static uint64_t first[PIECES];
static unsigned reads;

static void put(uint64_t from, uint64_t to, enum report_line_is is, uint64_t paused)
{
	struct report_stretch s = {
	    .from = from, .to = to, .line = is, .paused = paused, .has_begin = {{5}}};
	struct gno_err err;

	ck_assert_int_eq(report_pauses_put(pauses, &s, &err), 0);
}

static uint64_t from_of(void *of, uint64_t i)
{
	(void)of;
	return first[i];
}

static int read_piece(void *of, uint64_t i, struct report_stretch *out, struct gno_err *err)
{
	const uint64_t left = STRETCHES - i * REPORT_PAUSES_PIECE;
	const size_t count = left < REPORT_PAUSES_PIECE ? left : REPORT_PAUSES_PIECE;

	(void)of;
	(void)err;
	reads++;
	piece[i].at = 0;
	memset(out, 0, count * sizeof(*out));
	rounds_of_piece(&piece[i], &recording, out, count);
	ck_assert(!piece[i].bad);
	return 0;
}

/* Puts the stretches into pieces. */
static void store(void)
{
	const struct report_pauses_source source = {
	    .stretches = STRETCHES, .from = from_of, .read = read_piece};
	struct report_pauses_cursor *c;
	struct gno_err err;

	ck_assert_int_eq(report_pauses_enter(pauses, &c, &err), 0);
	for (unsigned i = 0; i < PIECES; i++) {
		struct report_stretch s[REPORT_PAUSES_PIECE];
		const struct report_stretch *next;
		size_t count = 0;

		while (count < REPORT_PAUSES_PIECE && (next = report_pauses_next(c)))
			s[count++] = *next;
		piece[i] = (struct archive){.reads = false};
		rounds_of_piece(&piece[i], &recording, s, count);
		piece[i].reads = true;
		first[i] = s[0].from;
	}
	ck_assert_ptr_null(report_pauses_next(c));
	report_pauses_leave(c);
	ck_assert_int_eq(
	    report_pauses_stored(&recording, report_pauses_sum(pauses), &source, &stored, &err), 0);
}

static void setup(void)
{
	struct gno_err err;

	ck_assert_int_eq(report_pauses_new(&recording, &pauses, &err), 0);
	for (uint64_t k = 0; k < ROUNDS; k++) {
		put(100 * k - (k ? 70 : 0), 100 * k + 10, REPORT_LINE_RELEASED, 20 * k);
		put(100 * k + 10, 100 * k + 30, REPORT_LINE_ASSERTED, 20 * k);
	}
	put(END - 70, END, REPORT_LINE_RELEASED, 20 * ROUNDS);
	ck_assert_int_eq(report_pauses_close(pauses, 0, &err), 0);
	store();
}

static void teardown(void)
{
	report_pauses_free(pauses);
	report_pauses_free(stored);
	for (unsigned i = 0; i < PIECES; i++)
		archive_free(&piece[i]);
}

static void check_cycle(struct report_pauses_cursor *c, uint64_t cycle)
{
	const struct report_stretch *s = report_pauses_find(c, cycle);
	const uint64_t k = cycle / 100, at = cycle % 100;
	const bool asserted = at >= 10 && at < 30, later = at >= 30;

	ck_assert_int_eq(s->line, asserted ? REPORT_LINE_ASSERTED : REPORT_LINE_RELEASED);
	ck_assert_uint_eq(s->round, k + (at >= 10));
	ck_assert_uint_eq(s->paused, 20 * (k + later));
	ck_assert_uint_eq(s->from, asserted ? 100 * k + 10 : 100 * (k + later) - 70 * (k || later));
	ck_assert_uint_eq(s->has_begin.bits[0], 5);
	/* the stretch before it: of which round the end is */
	ck_assert_uint_eq(report_round_at(c, cycle, false), at == 30 ? k + 1 : 0);
	ck_assert_uint_eq(report_round_at(c, cycle, true), at == 10 ? k + 1 : 0);
}

static void find_all(const struct report_pauses *p, uint64_t step)
{
	struct report_pauses_cursor *c;
	struct gno_err err;

	ck_assert_int_eq(report_pauses_enter(p, &c, &err), 0);
	for (uint64_t cycle = 0; cycle < END; cycle += 1 + (uint64_t)rand() % step) {
		if (rand() % 4)
			cycle += 9 - (cycle + 9) % 10; /* perhaps where one begins */
		check_cycle(c, cycle);
	}
	report_pauses_leave(c);
}

/* Steps within a stretch, over some, over a piece, and over many. */
START_TEST(test_stretch_is_found)
{
	static const uint64_t step[] = {10, 300, 6000, 30000, END};

	srand(1);
	for (unsigned i = 0; i < sizeof(step) / sizeof(*step); i++)
		for (unsigned k = 0; k < 40; k++) {
			find_all(pauses, step[i]);
			find_all(stored, step[i]);
		}
}
END_TEST

/* Each stretch that begins a piece has the one before it. */
START_TEST(test_stretch_of_the_first_of_a_piece)
{
	for (unsigned i = 0; i < PIECES; i++) {
		struct report_pauses_cursor *c;
		struct gno_err err;

		ck_assert_int_eq(report_pauses_enter(stored, &c, &err), 0);
		reads = 0;
		check_cycle(c, first[i]);
		ck_assert_uint_le(reads, 2); /* pieces, wherever it lies */
		ck_assert_int_eq(!report_pauses_before(c), !i);
		report_pauses_leave(c);
	}
}
END_TEST

/* A cursor that reads all of them has all. */
START_TEST(test_stretch_after_stretch)
{
	const struct report_pauses *of[] = {pauses, stored};

	for (unsigned i = 0; i < 2; i++) {
		struct report_pauses_cursor *c;
		const struct report_stretch *s;
		uint64_t end = 0, count = 0;
		struct gno_err err;

		ck_assert_int_eq(report_pauses_enter(of[i], &c, &err), 0);
		for (; (s = report_pauses_next(c)); end = s->to, count++)
			ck_assert_uint_eq(s->from, end);
		ck_assert_uint_eq(end, END);
		ck_assert_uint_eq(count, STRETCHES);
		ck_assert_uint_eq(report_pauses_sum(of[i])->rounds, ROUNDS);
		report_pauses_leave(c);
	}
}
END_TEST

int main(void)
{
	return run_tests("report_stretches", setup, teardown,
			 TESTS({test_stretch_is_found}, {test_stretch_of_the_first_of_a_piece},
			       {test_stretch_after_stretch}));
}
