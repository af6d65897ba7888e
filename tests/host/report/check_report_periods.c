/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How often what happened did so in each period, against what the test wrote; and intervals that
 * began up to a cycle, against a count over all events.
 */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "passes/periods.h"
#include "report_fixture.h"
#include "tests/suite.h"

#define NODES 3
#define PERIODS 7
#define RECORDS 400 /* of a node */
#define END 6000

/* Codes: points a, b, c (which marks), and one without a name. */
enum { A = 1, B, C, UNNAMED, CODES };

static struct fix fix;
static struct tw w;
static struct {
	unsigned code;
	uint64_t time;
} wrote[NODES][RECORDS];

/* Events at random: some in one cycle, some that the trace marks. */
static void write_node(unsigned k)
{
	uint64_t time = 5 + k;

	for (unsigned i = 0; i < RECORDS; i++) {
		const unsigned code = A + (unsigned)rand() % (CODES - A);

		time += (unsigned)rand() % 4 ? 1 + (unsigned)rand() % 20 : 0;
		wrote[k][i].code = code;
		wrote[k][i].time = time;
		tw_event(&w, k, time, code, code == C ? 8 : 0);
	}
	tw_flush(&w, k, END * 2);
}

static void write_run(unsigned seed)
{
	srand(seed);
	fix_begin(&fix, NODES);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, A, RECORD);
	fix_point(&fix, "b", GNO_PATTERN_EVENT, B, RECORD);
	fix_point(&fix, "c", GNO_PATTERN_EVENT, C, RECORD | MARKED);
	fix_interval(&fix, "ab", "a", "b");
	fix_interval(&fix, "ac", "a", "c");
	tw_begin(&w, NODES, 32, 0, 0);
	w.patterns[0] = &fix.file;
	for (unsigned k = 0; k < NODES; k++)
		write_node(k);
	tw_write(&w);
}

static struct gno_report *build(void)
{
	const struct gno_report_options o = {.columns = 50, .samples = 3, .periods = PERIODS};
	struct gno_report *r;
	struct gno_err err;

	ck_assert_msg(!gno_report_build(w.dir, &o, &r, &err), "%s", err.text);
	return r;
}

/* Events of a code in a period of the run, which is cut into equal ones of rational length. */
static uint64_t count(unsigned k, unsigned code, unsigned period, uint64_t begin)
{
	const uint64_t span = END * 2 - begin;
	uint64_t n = 0;

	for (unsigned i = 0; i < RECORDS; i++) {
		const uint64_t at = (wrote[k][i].time - begin) * PERIODS;

		n += wrote[k][i].code == code && at >= period * span && at < (period + 1) * span;
	}
	return n;
}

static uint64_t counted(const struct gno_report *r, unsigned k, unsigned code, unsigned period)
{
	const struct report_periods_node *n = &r->periods->node[k];

	if (code != UNNAMED)
		return n->point[code - A] ? n->point[code - A][period] : 0;
	ck_assert_uint_le(n->others, 1);
	if (!n->others)
		return 0;
	ck_assert_uint_eq(n->other[0].first.fired.code, UNNAMED);
	return n->other[0].count[period];
}

START_TEST(test_counts_by_period)
{
	struct gno_report *r;

	write_run((unsigned)_i);
	r = build();
	ck_assert_uint_eq(r->periods->all, NODES * RECORDS);
	for (unsigned k = 0; k < NODES; k++)
		for (unsigned code = A; code < CODES; code++)
			for (unsigned p = 0; p < PERIODS; p++)
				ck_assert_uint_eq(counted(r, k, code, p),
						  count(k, code, p, r->line.begin));
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* An interval begins with each a. */
static uint64_t begins(unsigned k, uint64_t to)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < RECORDS; i++)
		n += wrote[k][i].code == A && wrote[k][i].time <= to;
	return n;
}

/* Intervals that end without a begin. */
static uint64_t unmatched(unsigned k, uint64_t to)
{
	unsigned open[CODES] = {0};
	uint64_t n = 0;

	for (unsigned i = 0; i < RECORDS && wrote[k][i].time <= to; i++) {
		const unsigned code = wrote[k][i].code;

		if (code == A) {
			open[B]++;
			open[C]++;
		} else if (code != UNNAMED && open[code]) {
			open[code]--;
		} else {
			n += code != UNNAMED;
		}
	}
	return n;
}

/* Intervals in the list that began up to a cycle, all of which are in it once, and those that ended
 * up to there without a begin. */
static void check_begun_by(const struct gno_report *r, uint64_t to)
{
	struct report_cursor *c;
	const struct report_row *row;
	uint64_t n[NODES] = {0}, ended[NODES] = {0};
	struct gno_err err;
	int rc = report_rows_open(r, REPORT_INTERVALS, 0, 0, &c, &err);

	ck_assert_int_eq(rc, 0);
	report_rows_begun_by(c, to);
	while ((rc = report_rows_next(c, &row, &err)) > 0) {
		if (report_interval_begun(&row->interval)) {
			ck_assert_uint_le(row->interval.since, to);
			n[row->node]++;
		} else {
			ck_assert_uint_le(row->time, to);
			ended[row->node]++;
		}
	}
	ck_assert_int_eq(rc, 0);
	for (unsigned k = 0; k < NODES; k++) {
		ck_assert_uint_eq(n[k], 2 * begins(k, to));
		ck_assert_uint_eq(ended[k], unmatched(k, to));
	}
	report_rows_close(c);
}

START_TEST(test_counts_of_intervals)
{
	struct gno_report *r;

	write_run(100 + (unsigned)_i);
	r = build();
	for (unsigned k = 0; k < NODES; k++)
		for (unsigned i = 0; i < 2; i++)
			ck_assert_uint_eq(r->node[k].statistics[i].begun, begins(k, END * 2));
	for (unsigned i = 0; i < 20; i++)
		check_begun_by(r, (unsigned)rand() % (END / 2));
	check_begun_by(r, wrote[1][0].time);
	check_begun_by(r, wrote[1][RECORDS - 1].time);
	check_begun_by(r, 0);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("report_periods", NULL, NULL,
			 TESTS({test_counts_by_period, 10}, {test_counts_of_intervals, 10}));
}
