/* SPDX-License-Identifier: Apache-2.0 */
/* Buckets and counters of two runs: where there is no p, and what is something else in the other
 * run. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "banks_fixture.h"
#include "diff_shown.h"
#include "tests/suite.h"

/* -- where there is no p -- */

static void expect_why(enum diff_kind kind, const char *name, enum diff_verdict verdict,
		       const char *why)
{
	struct report_diff *d = bf_diff(false);
	const struct diff_row *row = bf_row(d, kind, name);

	ck_assert(!row->has_p);
	ck_assert_str_eq(row->why, why);
	bf_expect(row, verdict);
	report_diff_free(d);
}

START_TEST(test_few)
{
	struct report_diff *d;

	bf_write_run(0, 20, 100, 300);
	bf_write_run(1, 1, 300, 400);
	expect_why(DIFF_BUCKETS, "small", DIFF_UNKNOWN, "A has 20 banks, 10 are needed");
	expect_why(DIFF_SHARE, "load", DIFF_UNKNOWN, "A has 20 banks, 10 are needed");
	expect_why(DIFF_COUNTER, "hit", DIFF_UNKNOWN, "A has 20 snapshots, 10 are needed");
	d = bf_diff(true);
	bf_expect(bf_row(d, DIFF_BUCKETS, "small"), DIFF_HIGHER);
	bf_expect(bf_row(d, DIFF_SHARE, "load"), DIFF_HIGHER);
	bf_expect(bf_row(d, DIFF_COUNTER, "hit"), DIFF_HIGHER);
	report_diff_free(d);
}
END_TEST

START_TEST(test_useless)
{
	struct report_unit *u;
	const struct gno_pattern_node *was;

	bf_write_run(0, 20, 100, 300);
	bf_write_run(1, 20, 300, 400);
	for (unsigned k = 0; k < 3; k += 2) {
		const enum diff_kind kind = k ? DIFF_COUNTER : DIFF_BUCKETS;
		const char *name = k ? "hit" : "small";

		u = &bf_run[1]->node[0].unit[k];
		u->last.saturated = true;
		expect_why(kind, name, DIFF_UNKNOWN, "a counter of B reached its greatest count");
		u->last.saturated = false;
		u->whole = false;
		expect_why(kind, name, DIFF_UNKNOWN, "the counts of B are not complete");
		u->mixed = true;
		was = u->bounds;
		u->bounds = NULL;
		expect_why(kind, name, DIFF_UNKNOWN, "a load changed what B counts");
		u->mixed = false;
		u->whole = true;
		u->bounds = was;
	}
	u = &bf_run[1]->node[0].unit[1]; /* of codes that have no meaning */
	u->mixed = true;
	u->bounds = NULL;
	expect_why(DIFF_BUCKETS, "where", DIFF_UNKNOWN, "a load changed what B counts");
}
END_TEST

/* Values in one run only, or in none. */
START_TEST(test_nothing)
{
	struct report_diff *d;

	for (unsigned i = 0; i < 2; i++) {
		bf_count(i, 20, 100, 300);
		for (unsigned k = 0; k < 20; k++) {
			memset(bf_slice[i][k].code, 0, sizeof(bf_slice[i][k].code));
			if (i)
				memset(bf_slice[i][k].small, 0, sizeof(bf_slice[i][k].small));
		}
		bf_begin(i);
		bf_put(i, 0);
		bf_end(i);
	}
	expect_why(DIFF_BUCKETS, "small", DIFF_GONE, "nothing was counted in B");
	d = bf_diff(false);
	ck_assert_uint_eq(d->rows, 1 + 4);
	ck_assert(!report_diff_is_worse(d));
	report_diff_free(d);
	/* nothing, but some may be missing */
	bf_run[1]->node[0].unit[0].whole = false;
	expect_why(DIFF_BUCKETS, "small", DIFF_UNKNOWN, "the counts of B are not complete");
	bf_run[1]->node[0].unit[0].whole = true;
	bf_run[1]->node[0].unit[0].lost = 3;
	expect_why(DIFF_BUCKETS, "small", DIFF_UNKNOWN, "3 of 3 values of B were lost");
	bf_run[1]->node[0].unit[0].lost = 0;
	bf_run[0]->node[0].unit[0].counted = 0;
	d = bf_diff(false);
	ck_assert_uint_eq(d->rows, 4);
	report_diff_free(d);
}
END_TEST

/* Few values were lost, and too many for those that were counted to stand for all. */
START_TEST(test_lost)
{
	struct report_diff *d;
	const struct diff_row *row;
	uint64_t all = 0;
	char why[96];

	bf_write_run(0, 64, 100, 300);
	for (unsigned few = 0; few < 2; few++) {
		bf_count(1, 64, 300, 300);
		bf_begin(1);
		all = 0;
		for (unsigned k = 0; k < 64; k++)
			all += bf_sum(bf_slice[1][k].small, BF_SMALL);
		bf_put(1, (uint32_t)(few ? all / 99 : all / 99 + 2));
		bf_end(1);
		d = bf_diff(false);
		row = bf_row(d, DIFF_BUCKETS, "small");
		bf_expect(row, few ? DIFF_HIGHER : DIFF_UNKNOWN);
		ck_assert_int_eq(row->has_p, few);
		ck_assert_uint_eq(row->side[1].lost, few ? all / 99 : all / 99 + 2);
		if (few)
			snprintf(why, sizeof(why), "%u values of B were lost",
				 (unsigned)(all / 99));
		else
			snprintf(why, sizeof(why), "%u of %u values of B were lost",
				 (unsigned)(all / 99 + 2), (unsigned)(all + all / 99 + 2));
		ck_assert_str_eq(row->why, why);
		report_diff_free(d);
		if (!few) {
			gno_report_free(bf_run[1]);
			tw_end(&bf_w[1]);
		}
	}
}
END_TEST

/* -- what is something else in the other run -- */

static void expect_refused(const char *why)
{
	struct report_diff *d;
	struct gno_err err;

	ck_assert_int_eq(bf_try(false, &d, &err), GNO_ERR_MISMATCH);
	ck_assert_str_eq(err.text, why);
	ck_assert_ptr_null(d);
}

/* Writes a run once more after its experiment was changed. */
static void again_run(unsigned i)
{
	tw_write(&bf_w[i]);
	gno_report_free(bf_run[i]);
	bf_run[i] = report_of(&bf_w[i], NULL);
}

static void again(void)
{
	again_run(1);
}

START_TEST(test_refused)
{
	struct gno_quantity *q;
	struct report_diff *d;

	bf_write_run(0, 20, 100, 300);
	bf_write_run(1, 20, 100, 300);
	bf_small_cells[1][4 * 5]++;
	again();
	expect_refused(
	    "cannot compare the runs: buckets 'small' of node 'core0' have other bounds in one than in the other");
	bf_small_cells[1][4 * 5]--;
	bf_route[1][1] = bf_idle;
	again();
	expect_refused(
	    "cannot compare the runs: 'from' of what buckets 'small' of node 'core0' count is 'req' in one and 'idle' in the other");
	bf_route[1][1] = bf_route[0][1];
	again();
	q = bf_run[1]->m->node[0].preprocessors.quantity;
	q[0].outstanding++;
	expect_refused(
	    "cannot compare the runs: buckets 'small' of node 'core0' count values of another kind in one than in the other");
	q[0].outstanding--;
	/* an input of counters is known by what it counts */
	bf_route[1][0] = bf_idle;
	again();
	d = bf_diff(false);
	ck_assert_uint_eq(d->rows, 1 + 3 + 3);
	ck_assert_uint_eq(d->only[DIFF_COUNTER][0], 1);
	ck_assert_uint_eq(d->only[DIFF_COUNTER][1], 1);
	report_diff_free(d);
}
END_TEST

/* Nothing is routed to an input. */
START_TEST(test_idle)
{
	struct report_diff *d;

	bf_write_run(0, 20, 100, 300);
	bf_write_run(1, 20, 100, 300);
	for (unsigned i = 0; i < 2; i++) {
		bf_route[i][0] = NULL;
		again_run(i);
	}
	d = bf_diff(false);
	ck_assert_uint_eq(d->rows, 1 + 3 + 3);
	for (unsigned i = 0; i < 2; i++)
		ck_assert_uint_eq(d->only[DIFF_COUNTER][i], 0);
	report_diff_free(d);
}
END_TEST

/* Nothing was counted in either run. */
START_TEST(test_never)
{
	struct report_diff *d;

	for (unsigned i = 0; i < 2; i++) {
		bf_count(i, 20, 100, i ? 300 : 0);
		for (unsigned k = 0; k < 20; k++)
			bf_slice[i][k].input[1] = 0;
		bf_begin(i);
		bf_put(i, 0);
		bf_end(i);
	}
	d = bf_diff(false);
	ck_assert_uint_eq(d->rows, 1 + 3 + 3);
	bf_expect(bf_row(d, DIFF_COUNTER, "hit"), DIFF_HIGHER);
	ck_assert(!bf_row(d, DIFF_COUNTER, "hit")->has_change);
	report_diff_free(d);
}
END_TEST

/* A unit and a bank that only one run has. */
START_TEST(test_only)
{
	struct gno_preprocessors *m;
	struct report_diff *d;
	char *text;

	bf_write_run(0, 20, 100, 300);
	bf_write_run(1, 20, 100, 300);
	m = &bf_run[1]->m->node[0].preprocessors;
	m->bucket[0].name[0] = m->counter[0].name[0] = 'X';
	d = bf_diff(false);
	ck_assert_uint_eq(d->rows, 3);
	for (unsigned i = 0; i < 2; i++) {
		ck_assert_uint_eq(d->only[DIFF_BUCKETS][i], 1);
		/* the experiment has no route of an input of a bank of that name */
		ck_assert_uint_eq(d->only[DIFF_COUNTER][i], i ? 3 : 4);
	}
	text = diff_shown(diff_put_text, d);
	expect_line(text, "  and 1 unit of buckets that only B has\n");
	expect_line(text, "  and 4 counters that only A has\n");
	free(text);
	report_diff_free(d);
}
END_TEST

int main(void)
{
	return run_tests("diff_banks_why", bf_setup, bf_teardown,
			 TESTS({test_few}, {test_useless}, {test_nothing}, {test_lost},
			       {test_refused}, {test_idle}, {test_never}, {test_only}));
}
