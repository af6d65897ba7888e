/* SPDX-License-Identifier: Apache-2.0 */
/* Percentiles of intervals and the longest ones, against the sorted durations of what was written,
 * at each node and at all. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>

#include "report_fixture.h"
#include "tests/suite.h"

#define NODES 3
#define MOST 400

static struct fix fix;
static struct tw w;
static struct report_longest truth[NODES + 1][NODES * MOST];
static size_t count[NODES + 1];

static void note(unsigned node, uint64_t since, uint64_t clocks)
{
	truth[node][count[node]++] = (struct report_longest){since, clocks};
	truth[NODES][count[NODES]++] = (struct report_longest){since, clocks};
}

/* Random intervals, one after the other; some take no time, some very long. */
static void write_node(unsigned node)
{
	uint64_t time = 1 + (uint64_t)rand() % 50;
	unsigned n = (unsigned)rand() % MOST;

	for (unsigned i = 0; i < n; i++) {
		uint64_t clocks = 1 + ((uint64_t)rand() >> rand() % 28);

		tw_event(&w, node, time, 1, 0);
		tw_event(&w, node, time + clocks, 2, 0);
		note(node, time, clocks);
		time += clocks + 1 + (uint64_t)rand() % 90;
	}
	tw_flush(&w, node, time);
}

static int longest_first(const void *a, const void *b)
{
	const struct report_longest *x = a, *y = b;

	if (x->clocks != y->clocks)
		return x->clocks < y->clocks ? 1 : -1;
	return x->since < y->since ? -1 : x->since > y->since;
}

static void expect_node(const struct gno_report *r, unsigned node)
{
	const size_t n = count[node];
	struct report_longest *sorted = truth[node];
	uint64_t lo, hi;

	qsort(sorted, n, sizeof(*sorted), longest_first);
	for (unsigned percent = 1; percent <= 100; percent++) {
		size_t rank = (percent * n + 99) / 100;

		ck_assert_int_eq(report_percentile(r, 0, node, percent, &lo, &hi), n > 0);
		if (!n)
			continue;
		ck_assert_msg(lo <= sorted[n - rank].clocks && sorted[n - rank].clocks <= hi,
			      "%u %% of node %u: %" PRIu64 " not in %" PRIu64 "..%" PRIu64, percent,
			      node, sorted[n - rank].clocks, lo, hi);
		ck_assert(lo >= sorted[n - 1].clocks && hi <= sorted[0].clocks);
	}
	if (node == NODES)
		return;
	ck_assert_uint_eq(report_longest_kept(&r->node[node].statistics[0]),
			  n < REPORT_LONGEST ? n : REPORT_LONGEST);
	/* what lies behind them is as it must be */
	ck_assert_uint_eq(r->node[node].statistics[0].unfinished, 0);
	ck_assert_uint_eq(r->node[node].statistics[0].unmatched, 0);
	for (size_t i = 0; i < n && i < REPORT_LONGEST; i++) {
		ck_assert_uint_eq(r->node[node].statistics[0].longest[i].clocks, sorted[i].clocks);
		ck_assert_uint_eq(r->node[node].statistics[0].longest[i].since, sorted[i].since);
	}
}

START_TEST(test_random)
{
	struct gno_report *r;

	srand(1 + (unsigned)_i);
	fix_begin(&fix, NODES);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&fix, "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_interval(&fix, "work", "a", "b");
	tw_begin(&w, NODES, 32, 0, 0);
	for (unsigned k = 0; k <= NODES; k++)
		count[k] = 0;
	for (unsigned k = 0; k < NODES; k++)
		write_node(k);
	w.patterns[0] = &fix.file;
	tw_write(&w);
	r = report_of(&w, NULL);
	for (unsigned k = 0; k <= NODES; k++)
		expect_node(r, k);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* By hand, as text and as JSON. */
START_TEST(test_shown)
{
	static const uint64_t clocks[] = {10, 30, 20, 200, 30};
	json_t *root, *node, *list;
	struct gno_report *r;
	char *text;

	fix_begin(&fix, 1);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&fix, "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_interval(&fix, "work", "a", "b");
	tw_begin(&w, 1, 32, 0, 0);
	for (unsigned i = 0; i < 5; i++) {
		tw_event(&w, 0, 1000 * i, 1, 0);
		tw_event(&w, 0, 1000 * i + clocks[i], 2, 0);
	}
	tw_flush(&w, 0, 9000);
	w.patterns[0] = &fix.file;
	tw_write(&w);
	r = report_of(&w, NULL);
	text = text_of(r, false);
	expect_line(text, "  interval  node   50%  90%  99%      longest\n"
			  "  work      core0   30  200  200  200 at 3000  30 at 1000  30 at 4000\n"
			  "  work      all     30  200  200");
	free(text);
	root = json_of(r);
	node = json_array_get(
	    json_object_get(json_array_get(json_object_get(root, "intervals"), 0), "nodes"), 0);
	ck_assert_int_eq(json_integer_value(json_object_get(
			     json_object_get(json_object_get(node, "percentiles"), "50"), "lo")),
			 30);
	list = json_object_get(node, "longest");
	ck_assert_uint_eq(json_array_size(list), REPORT_LONGEST);
	ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(list, 2), "since")),
			 4000);
	json_decref(root);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("report_durations");
	TCase *tests = tcase_create("durations");

	tcase_add_loop_test(tests, test_random, 0, 20);
	tcase_add_test(tests, test_shown);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
