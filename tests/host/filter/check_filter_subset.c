/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of a filtered run is known of the whole run, too: random runs and rules. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "filter_fixture.h"
#include "report/rows.h"
#include "tests/suite.h"

#define RECORDS 250
#define ROWS 600
#define NODES 2
#define RUNS 60

enum { IN = 10, OUT, STOP, GO };

static uint64_t state;

static uint64_t draw(uint64_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % below;
}

/* -- random runs -- */

static void put_datum(unsigned node, uint64_t time)
{
	static unsigned process[NODES], paused[NODES];
	struct tw_datum d = {.page = 1};

	switch (draw(3)) {
	case 0:
		process[node] = (unsigned)draw(3);
		d = (struct tw_datum){.sub = GNO_PORT_PROCESS, .data = process[node]};
		break;
	case 1:
		d.page = 0;
		d.sub = paused[node] ? GNO_PORT_TIME_START : GNO_PORT_TIME_STOP;
		paused[node] = !paused[node];
		break;
	}
	d.process = process[node];
	tw_datum(&ff.w, node, time, &d);
}

static uint64_t write_node(unsigned node)
{
	static const unsigned codes[] = {FILTER_A, FILTER_A, FILTER_A, FILTER_B, FILTER_B,
					 FILTER_B, FILTER_C, IN,       OUT};
	uint64_t time = 100;
	unsigned depth = 0;

	for (unsigned i = 0; i < RECORDS; i++) {
		unsigned code = codes[draw(sizeof(codes) / sizeof(*codes))];

		time += draw(30);
		if (code == FILTER_A && depth > 3)
			code = FILTER_B;
		depth += code == FILTER_A;
		depth -= code == FILTER_B && depth;
		if (!draw(8))
			put_datum(node, time);
		else if (!draw(6))
			tw_trigger(&ff.w, node, time, FILTER_T, 0);
		else if (!draw(60)) {
			tw_event(&ff.w, node, time, STOP, 1u << GNO_FLAG_STOP);
			tw_event(&ff.w, node, time + 10 * draw(2), GO, 0);
		} else if (!draw(60))
			tw_gap(&ff.w, node, time, time + 20, 3);
		else
			tw_event(&ff.w, node, time, code, 0);
		time += 21;
	}
	return time;
}

static void write_run(void)
{
	uint64_t end = 0, mine;

	ff_begin(32);
	fix_point(&ff.fix, "in", GNO_PATTERN_EVENT, IN, RECORD)->os = GNO_OS_ENTRY;
	fix_point(&ff.fix, "out", GNO_PATTERN_EVENT, OUT, RECORD)->os = GNO_OS_EXIT;
	fix_point(&ff.fix, "stop", GNO_PATTERN_EVENT, STOP, RECORD | 1u << GNO_ACT_STOP);
	fix_point(&ff.fix, "go", GNO_PATTERN_EVENT, GO, RECORD | 1u << GNO_ACT_START);
	fix_interval(&ff.fix, "j", "t", "c");
	fix_interval(&ff.fix, "k", "a", "a");
	for (unsigned k = 0; k < NODES; k++) {
		mine = write_node(k);
		end = mine > end ? mine : end;
	}
	for (unsigned k = 0; k < NODES; k++)
		tw_flush(&ff.w, k, end + 10);
	tw_write(&ff.w);
}

static void filter(void)
{
	static const char *const names[] = {"a", "b", "t"};
	const unsigned long long from = draw(8000), to = from + draw(8000);
	const char *name = names[draw(3)];
	char rule[96];

	switch (draw(5)) {
	case 0:
		snprintf(rule, sizeof(rule), "event == %s and node == core0", name);
		break;
	case 1:
		snprintf(rule, sizeof(rule), "event == %s and time in %llu..%llu", name, from, to);
		break;
	case 2:
		snprintf(rule, sizeof(rule), "process == 1 and time > %llu", from);
		break;
	case 3:
		snprintf(rule, sizeof(rule), "time > %llu", from);
		break;
	default:
		snprintf(rule, sizeof(rule), "not time in %llu..%llu", from, to);
	}
	ff_must_filter(NULL, rule);
}

/* -- intervals one by one -- */

static size_t list(const struct gno_report *r, struct report_row *out)
{
	const struct report_row *row;
	struct report_cursor *c;
	struct gno_err err;
	uint64_t last = 0;
	size_t n = 0;

	ck_assert_int_eq(report_rows_open(r, REPORT_INTERVALS, 0, 0, &c, &err), GNO_OK);
	while (report_rows_next(c, &row, &err) > 0) {
		ck_assert_uint_lt(n, ROWS);
		ck_assert_uint_ge(row->time, last);
		last = row->time;
		out[n++] = *row;
	}
	report_rows_close(c);
	return n;
}

/* Whether a list has an interval that ends as `row` does, or where that was seen up to its time
 * only, goes on up to there at least. */
static bool has(const struct report_row *of, size_t n, const struct report_row *row)
{
	const struct report_interval_row *v = &row->interval;

	for (size_t i = 0; i < n; i++) {
		const struct report_interval_row *u = &of[i].interval;

		if (of[i].node != row->node || u->interval != v->interval ||
		    !report_interval_begun(u) || u->since != v->since)
			continue;
		if (v->end == REPORT_CUT_BEGUN ? of[i].time >= row->time
					       : of[i].time == row->time && u->end == v->end)
			return true;
	}
	return false;
}

static void expect_rows(const struct gno_report *part, const struct gno_report *whole)
{
	static struct report_row of[ROWS], all[ROWS];
	const size_t n = list(part, of), m = list(whole, all);

	for (size_t i = 0; i < n; i++)
		ck_assert_msg(!report_interval_begun(&of[i].interval) || has(all, m, &of[i]),
			      "node %u: %s since %d, %s at %d", of[i].node,
			      part->points.interval[of[i].interval.interval].name,
			      (int)of[i].interval.since,
			      report_interval_end_name(of[i].interval.end), (int)of[i].time);
}

/* -- sums -- */

static void expect_part(const struct gno_stats *part, const struct gno_stats *whole)
{
	ck_assert_uint_le(part->count, whole->count);
	ck_assert_uint_le(part->total, whole->total);
	if (part->count) {
		ck_assert_uint_ge(part->min, whole->min);
		ck_assert_uint_le(part->max, whole->max);
	}
}

static void expect_node(const struct gno_report *part, const struct gno_report *whole, unsigned k)
{
	const struct report_node *p = &part->node[k], *w = &whole->node[k];

	for (size_t i = 0; i < whole->points.points; i++) {
		const struct report_left_out *o = report_left_out(part, k, (int)i);

		ck_assert_uint_eq(p->count[i] + (o ? o->records : 0), w->count[i]);
	}
	for (size_t i = 0; i < whole->points.intervals; i++) {
		const struct report_statistics *m = &p->statistics[i], *n = &w->statistics[i];

		expect_part(&m->stats, &n->stats);
		expect_part(&m->running, &n->running);
		expect_part(&m->system, &n->system);
		expect_part(&m->user, &n->user);
		expect_part(&m->crossing, &n->crossing);
		for (size_t j = 0; j < p->port.processes; j++)
			expect_part(&p->port.process[j].interval[i].stats,
				    &w->port.process[j].interval[i].stats);
	}
	ck_assert_uint_eq(p->lost, w->lost);
	ck_assert_uint_eq(p->gaps, w->gaps);
	ck_assert_uint_eq(p->unseen[REPORT_GAP], w->unseen[REPORT_GAP]);
	ck_assert_uint_eq(p->unseen[REPORT_OFF], w->unseen[REPORT_OFF]);
	ck_assert_uint_eq(p->system.system, w->system.system);
	ck_assert_uint_eq(p->port.paused, w->port.paused);
}

START_TEST(test_subset)
{
	struct gno_report *whole, *part;

	for (unsigned i = 0; i < RUNS; i++) {
		state = 88172645463325252u + 1000003u * i;
		write_run();
		filter();
		whole = report_of(&ff.w, NULL);
		part = report_of(&ff.other, NULL);
		expect_rows(part, whole);
		for (unsigned k = 0; k < NODES; k++)
			expect_node(part, whole, k);
		gno_report_free(part);
		gno_report_free(whole);
		ff_end();
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("filter_subset");
	TCase *tests = tcase_create("filter");

	tcase_add_test(tests, test_subset);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
