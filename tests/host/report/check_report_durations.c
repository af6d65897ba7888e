/* SPDX-License-Identifier: Apache-2.0 */
/* Percentiles of intervals and the longest ones, against the sorted durations of what was written,
 * at each node and at all. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report_fixture.h"
#include "tests/suite.h"

#define NODES 3
#define MOST 400
#define BARS_READ 40

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
	ck_assert_uint_eq(report_longest_kept(&r->node[node].statistics[0].stats),
			  n < REPORT_LONGEST ? n : REPORT_LONGEST);
	/* what lies behind them is as it must be */
	ck_assert_uint_eq(r->node[node].statistics[0].unfinished, 0);
	ck_assert_uint_eq(r->node[node].statistics[0].unmatched, 0);
	for (size_t i = 0; i < n && i < REPORT_LONGEST; i++) {
		ck_assert_uint_eq(r->node[node].statistics[0].longest[i].clocks, sorted[i].clocks);
		ck_assert_uint_eq(r->node[node].statistics[0].longest[i].since, sorted[i].since);
	}
}

/* How many of the durations at a node (NODES: at all) are within. */
static size_t within(unsigned node, uint64_t lo, uint64_t hi)
{
	size_t n = 0;

	for (size_t i = 0; i < count[node]; i++)
		n += lo <= truth[node][i].clocks && truth[node][i].clocks <= hi;
	return n;
}

static uint64_t number_of(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	ck_assert_msg(json_is_integer(value), "no number '%s'", key);
	return (uint64_t)json_integer_value(value);
}

/* Parts of a histogram follow each other, each as narrow as those of percentiles, and each
 * duration is in one. */
static void expect_histogram(const json_t *at, unsigned node)
{
	const json_t *part, *list = json_object_get(at, "histogram");
	uint64_t before = 0;
	size_t i, seen = 0;

	ck_assert(json_is_array(list));
	json_array_foreach(list, i, part)
	{
		const uint64_t lo = number_of(part, "lo"), hi = number_of(part, "hi");

		ck_assert(lo <= hi && (!i || lo > before) && hi - lo <= lo / 64);
		ck_assert_uint_gt(number_of(part, "count"), 0);
		ck_assert_uint_eq(number_of(part, "count"), within(node, lo, hi));
		seen += within(node, lo, hi);
		before = hi;
	}
	ck_assert_uint_eq(seen, count[node]);
}

static void expect_histograms(const struct gno_report *r)
{
	json_t *root = json_of(r);
	const json_t *one = json_array_get(json_object_get(root, "intervals"), 0);

	for (unsigned k = 0; k < NODES; k++)
		expect_histogram(json_array_get(json_object_get(one, "nodes"), k), k);
	expect_histogram(json_object_get(one, "all"), NODES);
	json_decref(root);
}

/* A picture has the shortest duration and the longest one at its ends, no duration between two
 * bars, and bars as long as their counts. */
static void expect_bars(const struct gno_report *r)
{
	const struct report_longest *sorted = truth[NODES]; /* the longest first */
	char *all = text_of(r, false), *text = strstr(all, "took how long (cycles)\n"), *line,
	     *rest;
	uint64_t from[BARS_READ], to[BARS_READ], n[BARS_READ], most = 0;
	size_t length[BARS_READ], bars = 0;

	ck_assert_int_eq(text != NULL, count[NODES] > 0);
	line = text ? strtok_r(text, "\n", &rest) : NULL;
	line = line ? strtok_r(NULL, "\n", &rest) : NULL; /* the heading */
	while (line && (line = strtok_r(NULL, "\n", &rest)) && !strncmp(line, "  work ", 7)) {
		char bar[64] = "";

		ck_assert_uint_lt(bars, BARS_READ);
		ck_assert_int_ge(sscanf(line, " work %" SCNu64 " %" SCNu64 " %" SCNu64 " %63s",
					&from[bars], &to[bars], &n[bars], bar),
				 3);
		ck_assert_uint_eq(strspn(bar, "#"), strlen(bar));
		most = n[bars] > most ? n[bars] : most;
		length[bars++] = strlen(bar);
	}
	for (size_t i = 0; i < bars; i++) {
		const double wanted = 40.0 * (double)n[i] / (double)most;

		ck_assert_uint_eq(n[i], within(NODES, from[i], to[i]));
		ck_assert_uint_eq(from[i], i ? to[i - 1] + 1 : sorted[count[NODES] - 1].clocks);
		ck_assert((double)length[i] >= wanted && (double)length[i] < wanted + 1);
	}
	if (bars)
		ck_assert_uint_eq(to[bars - 1], sorted[0].clocks);
	free(all);
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
	expect_histograms(r);
	expect_bars(r);
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
	expect_line(text, "  interval  from   to  count\n"
			  "  work        10   11      1  ####################\n"
			  "  work        12   15      0\n"
			  "  work        16   23      1  ####################\n"
			  "  work        24   31      2  ########################################\n"
			  "  work        32   47      0\n"
			  "  work        48   63      0\n"
			  "  work        64   95      0\n"
			  "  work        96  127      0\n"
			  "  work       128  191      0\n"
			  "  work       192  200      1  ####################\n");
	free(text);
	root = json_of(r);
	node = json_array_get(
	    json_object_get(json_array_get(json_object_get(root, "intervals"), 0), "nodes"), 0);
	ck_assert_int_eq(json_integer_value(json_object_get(
			     json_object_get(json_object_get(node, "percentiles"), "50"), "lo")),
			 30);
	list = json_object_get(node, "longest");
	ck_assert_uint_eq(json_array_size(list), REPORT_LONGEST);
	ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(list, 2), "from")),
			 4000);
	json_decref(root);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* -- by process: the truth of each, as a stack of begins -- */

#define PROCESSES 3

static struct {
	uint64_t since[MOST];
	unsigned process[MOST];
	size_t open;
} stack[PROCESSES + 1]; /* the last one: of the node */
static struct gno_stats crossing;
static bool ran[PROCESSES];

static void open_interval(size_t of, unsigned process, uint64_t time)
{
	stack[of].since[stack[of].open] = time;
	stack[of].process[stack[of].open++] = process;
}

/* Both ends of each process, and of the node, where the process may be another one. */
static void close_interval(unsigned process, uint64_t time)
{
	size_t top;

	if (stack[process].open) {
		top = --stack[process].open;
		truth[process][count[process]++] = (struct report_longest){
		    stack[process].since[top], time - stack[process].since[top]};
	}
	if (stack[PROCESSES].open) {
		top = --stack[PROCESSES].open;
		if (stack[PROCESSES].process[top] != process)
			gno_stats_add(&crossing, time - stack[PROCESSES].since[top]);
	}
}

static void write_processes(void)
{
	uint64_t time = 10;
	unsigned process = 0;

	tw_datum(&w, 0, 5, &(struct tw_datum){.sub = GNO_PORT_PROCESS});
	ran[process] = true;
	for (unsigned i = 0; i < MOST; i++) {
		time += 1 + ((uint64_t)rand() >> rand() % 31);
		if (rand() % 4 == 0) {
			process = (unsigned)rand() % PROCESSES;
			ran[process] = true;
			tw_datum(&w, 0, time,
				 &(struct tw_datum){
				     .sub = GNO_PORT_PROCESS, .data = process, .process = process});
		} else if (rand() % 2) {
			tw_event(&w, 0, time, 1, 0);
			open_interval(process, process, time);
			open_interval(PROCESSES, process, time);
		} else {
			tw_event(&w, 0, time, 2, 0);
			close_interval(process, time);
		}
	}
	tw_flush(&w, 0, time + 1);
}

static void expect_process(const struct report_process_interval *v, unsigned process)
{
	const size_t n = count[process];
	struct report_longest *sorted = truth[process];
	uint64_t lo, hi;

	qsort(sorted, n, sizeof(*sorted), longest_first);
	ck_assert_uint_eq(v->stats.count, n);
	for (unsigned percent = 1; percent <= 100; percent++) {
		size_t rank = (percent * n + 99) / 100;

		ck_assert_int_eq(report_process_percentile(v, percent, &lo, &hi), n > 0);
		ck_assert(!n || (lo <= sorted[n - rank].clocks && sorted[n - rank].clocks <= hi));
		ck_assert(!n || hi - lo <= lo / 64);
	}
	for (size_t i = 0; i < report_longest_kept(&v->stats); i++)
		ck_assert_uint_eq(v->longest[i].clocks, sorted[i].clocks);
}

static void expect_process_histograms(const struct gno_report *r)
{
	json_t *root = json_of(r), *node = json_array_get(json_object_get(root, "nodes"), 0);
	const json_t *process, *intervals;
	size_t i;

	json_array_foreach(json_object_get(json_object_get(node, "port"), "processes"), i, process)
	{
		intervals = json_object_get(process, "intervals");
		expect_histogram(json_array_get(intervals, 0),
				 (unsigned)number_of(process, "process"));
	}
	json_decref(root);
}

START_TEST(test_processes)
{
	const struct report_port *port;
	struct gno_report *r;

	srand(100 + (unsigned)_i);
	memset(stack, 0, sizeof(stack));
	memset(count, 0, sizeof(count));
	memset(ran, 0, sizeof(ran));
	crossing = (struct gno_stats){.count = 0};
	fix_begin(&fix, 1);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&fix, "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_interval(&fix, "work", "a", "b");
	tw_begin(&w, 1, 32, 0, 0);
	w.port = 2;
	write_processes();
	w.patterns[0] = &fix.file;
	tw_write(&w);
	r = report_of(&w, NULL);
	port = &r->node[0].port;
	ck_assert_uint_eq(port->processes, ran[0] + ran[1] + ran[2]);
	for (size_t i = 0; i < port->processes; i++) {
		ck_assert(ran[port->process[i].number]);
		ran[port->process[i].number] = false;
		expect_process(&port->process[i].interval[0], port->process[i].number);
	}
	expect_process_histograms(r);
	expect_stats(&r->node[0].statistics[0].crossing, crossing.count, crossing.total,
		     crossing.min, crossing.max);
	ck_assert_uint_eq(r->node[0].statistics[0].crossing_unknown, 0);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A work of 50 that process 2 ends, one of 20 within process 2, and one that began before any
 * process was known. */
START_TEST(test_processes_shown)
{
	json_t *root, *all, *list;
	struct gno_report *r;
	char *text;

	fix_begin(&fix, 1);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&fix, "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_interval(&fix, "work", "a", "b");
	tw_begin(&w, 1, 32, 0, 0);
	w.port = 2;
	tw_event(&w, 0, 5, 1, 0);
	tw_datum(&w, 0, 10, &(struct tw_datum){.sub = GNO_PORT_PROCESS, .data = 1, .process = 1});
	tw_event(&w, 0, 15, 2, 0);
	tw_event(&w, 0, 100, 1, 0);
	tw_datum(&w, 0, 110, &(struct tw_datum){.sub = GNO_PORT_PROCESS, .data = 2, .process = 2});
	tw_event(&w, 0, 120, 1, 0);
	tw_event(&w, 0, 140, 2, 0);
	tw_event(&w, 0, 150, 2, 0);
	tw_flush(&w, 0, 200);
	w.patterns[0] = &fix.file;
	tw_write(&w);
	r = report_of(&w, NULL);
	text = text_of(r, false);
	expect_line(
	    text,
	    "intervals that began in one process and ended in another\n"
	    "  interval  node   count  total  mean  min  max     total      mean       min       max\n"
	    "  work      core0      1     50  50.0   50   50  500.0 ns");
	expect_line(text, "  work at core0: the processes of 1 more are not known\n");
	expect_line(text, "the same by process, of intervals with both ends in it (cycles)\n"
			  "  node   process  interval  50%  90%  99%    longest\n"
			  "  core0        2  work       20   20   20  20 at 120\n");
	free(text);
	root = json_of(r);
	all = json_object_get(json_array_get(json_object_get(root, "intervals"), 0), "all");
	ck_assert_int_eq(json_integer_value(json_object_get(all, "crossing_unknown")), 1);
	ck_assert_int_eq(
	    json_integer_value(json_object_get(json_object_get(all, "crossing"), "count")), 1);
	list = json_object_get(
	    json_object_get(json_array_get(json_object_get(root, "nodes"), 0), "port"),
	    "processes");
	list = json_object_get(json_array_get(list, 1), "intervals");
	list = json_object_get(json_array_get(list, 0), "longest");
	ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(list, 0), "from")), 120);
	json_decref(root);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests(
	    "report_durations", NULL, NULL,
	    TESTS({test_random, 20}, {test_shown}, {test_processes, 20}, {test_processes_shown}));
}
