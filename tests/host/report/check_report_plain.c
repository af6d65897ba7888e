/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Events that are only recorded, beside others of their cycle: a sample has all that fired in its
 * cycle, whatever the order of the records, and nothing of another cycle. An interval has counts
 * where they were reset with its begin.
 */

#include <check.h>
#include <stdlib.h>

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

int main(void)
{
	Suite *s = suite_create("report_plain");
	TCase *tc = tcase_create("report_plain");

	tcase_set_timeout(tc, HANG_SECONDS);
	tcase_add_loop_test(tc, test_plain_events_in_samples, 0, 10);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
