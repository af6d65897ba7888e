/* SPDX-License-Identifier: Apache-2.0 */

/* The report of points, samples, the end point and nested intervals. */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "report_fixture.h"

#define SAMPLED 2

static struct fix fix;

static void ratio(struct tw *w, unsigned node, uint64_t time, unsigned code, uint32_t a, uint32_t b)
{
	tw_ratio(w, node, time, code, (const uint32_t[]){a, b});
}

/* Begins a run of nodes with a timer, a port and a pair, and points "a" and "timer". */
static void begin(struct tw *w, unsigned nodes)
{
	fix_begin(&fix, nodes);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, 1, RECORD | SAMPLE | RESET);
	fix_point(&fix, "timer", GNO_PATTERN_TRIGGER, 4, RECORD);
	tw_begin(w, nodes, 32, 1, 0);
	w->triggers = 1;
	w->port = 2;
	w->patterns[0] = &fix.file;
}

static const char *text_at(const json_t *list, size_t i)
{
	const char *text = json_string_value(json_array_get(list, i));

	return text ? text : "(none)";
}

/* The word of the profile is the last record of its cycle, and bears the flags. */
START_TEST(test_shown_sample_with_a_word)
{
	json_t *root, *sample, *points;
	struct gno_report *r;
	struct tw w;
	char *text;

	begin(&w, 1);
	tw_event(&w, 0, 100, 1, 0);
	tw_trigger(&w, 0, 100, 4, 0);
	tw_word(&w, 0, 100, 0x1000, SAMPLED);
	ratio(&w, 0, 100, 0, 3, 10);
	tw_trigger(&w, 0, 200, 4, 0);
	tw_datum(&w, 0, 200, &(struct tw_datum){.page = 4, .sub = 5});
	tw_word(&w, 0, 200, 0x1000, 0);
	tw_flush(&w, 0, 400);
	ratio(&w, 0, 400, 0, 5, 20);
	tw_write(&w);
	r = report_of(&w, NULL);
	root = json_of(r);
	sample = json_array_get(json_object_get(root, "samples"), 0);
	ck_assert_str_eq(json_string_value(json_object_get(sample, "point")), "a");
	ck_assert_int_eq(json_integer_value(json_object_get(sample, "code")), 1);
	points = json_object_get(sample, "points");
	ck_assert_uint_eq(json_array_size(points), 2);
	ck_assert_str_eq(text_at(points, 0), "a");
	ck_assert_str_eq(text_at(points, 1), "timer");
	ck_assert(json_is_true(json_object_get(sample, "reset")));
	sample = json_array_get(json_object_get(root, "samples"), 1);
	ck_assert_str_eq(json_string_value(json_object_get(sample, "point")), "(end)");
	ck_assert_uint_eq(json_array_size(json_object_get(sample, "points")), 0);
	json_decref(root);
	text = text_of(r, false);
	expect_line(text, "     0       100  core0  a + timer  reset after  3/10 30.00%\n");
	ck_assert_ptr_null(strstr(text, "(profile)"));
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Pairs of the nodes: 0 and 2 icache and bus, 1 bus and dcache, 3 none. */
#define PAIRS(a, b)                                                                                \
	"{\"stage\":4,\"signals\":[],\"lines\":[],\"event_lines\":[],\"values\":[],\"gate\":"      \
	"false,\"form\":\"full\","                                                                 \
	"\"quantities\":[],\"thresholds\":[],\"extremes\":[],\"buckets\":[],\"counters\":[],"      \
	"\"pairs\":["                                                                              \
	"{\"name\":\"" a "\",\"a\":\"x\",\"b\":\"y\",\"gate\":null},"                              \
	"{\"name\":\"" b "\",\"a\":\"z\",\"b\":\"always\",\"gate\":null}]}"

/* Each row of counts is under the names of its own node's pairs, or of their measures. */
START_TEST(test_shown_names_of_pairs)
{
	static char hits[] = "icache hit ratio";
	static struct gno_pattern_measure measure = {hits, 0, GNO_PRINT_A_OF_B};
	struct gno_report *r;
	struct tw w;
	char *text;

	begin(&w, 3);
	w.pairs = 2;
	w.node_preprocessors[0] = w.node_preprocessors[2] = PAIRS("icache", "bus");
	w.node_preprocessors[1] = PAIRS("bus", "dcache");
	fix.node[0].measure = fix.node[2].measure = &measure;
	fix.node[0].measures = fix.node[2].measures = 1;
	for (unsigned k = 0; k < 3; k++) {
		tw_flush(&w, k, 400);
		tw_ratio(&w, k, 400, 0, (const uint32_t[]){10 + k, 20, 30 + k, 401});
	}
	tw_write(&w);
	r = report_of(&w, NULL);
	text = text_of(r, false);
	expect_line(text, "ratio counters at each sample (counts since the last reset)\n"
			  "  from  to cycle  node   event    icache hit ratio  bus\n"
			  "     0       399  core0  (end)    10/20 50.00%      30/401 7.48%\n"
			  "     0       399  core2  (end)    12/20 60.00%      32/401 7.98%\n"
			  "\n"
			  "ratio counters at each sample (counts since the last reset)\n"
			  "  from  to cycle  node   event    bus           dcache\n"
			  "     0       399  core1  (end)    11/20 55.00%  31/401 7.73%\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* What a measure is over an interval: of the samples at its end that count from its begin on. */
START_TEST(test_shown_intervals_by_measure)
{
	static char hits[] = "icache hit ratio";
	static struct gno_pattern_measure measure = {hits, 0, GNO_PRINT_A_OF_B};
	json_t *root, *over;
	struct gno_report *r;
	struct tw w;
	char *text;

	begin(&w, 1);
	fix_point(&fix, "b", GNO_PATTERN_EVENT, 2, RECORD | SAMPLE);
	fix_interval(&fix, "work", "a", "b");
	fix.node[0].measure = &measure;
	fix.node[0].measures = 1;
	tw_event(&w, 0, 100, 2, SAMPLED); /* the end of none */
	ratio(&w, 0, 100, 2, 90, 100);
	tw_event(&w, 0, 200, 1, SAMPLED);
	ratio(&w, 0, 200, 1, 190, 200);
	tw_event(&w, 0, 250, 2, SAMPLED);
	ratio(&w, 0, 250, 2, 30, 50);
	tw_event(&w, 0, 300, 1, SAMPLED);
	ratio(&w, 0, 300, 1, 70, 80);
	tw_event(&w, 0, 350, 2, SAMPLED);
	ratio(&w, 0, 350, 2, 15, 50);
	tw_event(&w, 0, 400, 1, SAMPLED);
	ratio(&w, 0, 400, 1, 70, 80);
	tw_gap(&w, 0, 410, 449, 1);
	tw_event(&w, 0, 450, 2, SAMPLED); /* the gap may have reset the counters */
	ratio(&w, 0, 450, 2, 15, 50);
	tw_flush(&w, 0, 500);
	ratio(&w, 0, 500, 0, 20, 60);
	tw_write(&w);
	r = report_of(&w, NULL);
	text = text_of(r, false);
	expect_line(text, "ratio counters over the intervals\n"
			  "  node   interval  count  measure            A    B  value\n"
			  "  core0  work          2  icache hit ratio  45  100  45.00%\n");
	free(text);
	root = json_of(r);
	over = json_object_get(
	    json_array_get(
		json_object_get(json_array_get(json_object_get(root, "intervals"), 0), "nodes"), 0),
	    "over");
	ck_assert_int_eq(json_integer_value(json_object_get(over, "count")), 2);
	json_decref(root);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A point that is not recorded, and one that is not there, are not known to have fired 0 times. */
START_TEST(test_shown_points_that_are_not_recorded)
{
	json_t *root, *points;
	struct gno_report *r;
	struct tw w;
	char *text;

	begin(&w, 2);
	fix_point(&fix, "silent", GNO_PATTERN_EVENT, 3, RESET);
	fix_point(&fix, "here", GNO_PATTERN_EVENT, 4, RECORD)->code[1] = -1;
	fix_point(&fix, "never", GNO_PATTERN_EVENT, 5, RECORD);
	tw_event(&w, 0, 100, 4, 0);
	tw_flush(&w, 0, 400);
	tw_flush(&w, 1, 400);
	tw_write(&w);
	r = report_of(&w, NULL);
	text = text_of(r, false);
	expect_line(text, "  silent  address      -      -    -\n");
	expect_line(text, "  here    address      1      -    1\n");
	expect_line(text, "  never   address      0      0    0\n");
	free(text);
	root = json_of(r);
	points = json_object_get(json_array_get(json_object_get(root, "nodes"), 0), "points");
	ck_assert(json_is_null(json_object_get(json_array_get(points, 2), "count")));
	ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(points, 3), "count")),
			 1);
	json_decref(root);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Counts up to the end point, from its sample; and where none was taken. */
START_TEST(test_shown_up_to_the_end_point)
{
	json_t *root, *node;
	struct gno_report *r;
	struct tw w;
	char *text;

	begin(&w, 3);
	fix_point(&fix, "done", GNO_PATTERN_EVENT, 2, RECORD | SAMPLE);
	fix.file.until = 2;
	fix.until_on[0] = fix.until_on[1] = fix.until_on[2] = true;
	tw_event(&w, 0, 100, 1, SAMPLED);
	ratio(&w, 0, 100, 1, 7, 101);
	tw_event(&w, 0, 200, 2, SAMPLED);
	ratio(&w, 0, 200, 2, 13, 100);
	tw_event(&w, 0, 300, 2, SAMPLED); /* once more: the first one is meant */
	ratio(&w, 0, 300, 2, 17, 200);
	tw_flush(&w, 0, 400);
	ratio(&w, 0, 400, 0, 19, 300);
	tw_event(&w, 1, 150, 2, 1); /* no sample could be taken */
	tw_flush(&w, 1, 400);
	ratio(&w, 1, 400, 0, 19, 401);
	tw_flush(&w, 2, 400);
	ratio(&w, 2, 400, 0, 19, 401);
	tw_write(&w);
	r = report_of(&w, NULL);
	text = text_of(r, false);
	expect_line(text, "the end point 'done' was not reached at core2\n");
	expect_line(text, "ratio counters over the whole run\n"
			  "  node   pair   of        A    B    A/B\n"
			  "  core0  pair0  a0 / b0  26  401  6.48%\n");
	expect_line(text, "ratio counters up to the end point\n"
			  "  node   pair   of        A    B    A/B\n"
			  "  core0  pair0  a0 / b0  20  201  9.95%\n\n");
	expect_line(text,
		    "  core1: up to the stop of the run; the end point 'done' takes no sample");
	free(text);
	root = json_of(r);
	ck_assert(json_is_false(json_object_get(json_object_get(root, "run"), "until_reached")));
	node = json_array_get(json_object_get(root, "nodes"), 0);
	ck_assert_int_eq(
	    json_integer_value(json_object_get(json_object_get(node, "until"), "time")), 200);
	json_decref(root);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Pairs continue where collection and the time are stopped, and the report states for how long. */
START_TEST(test_shown_what_counts_cover)
{
	struct gno_report *r;
	struct tw w;
	char *text;

	begin(&w, 2);
	tw_datum(&w, 0, 50, &(struct tw_datum){.sub = GNO_PORT_TIME_STOP});
	tw_datum(&w, 0, 80, &(struct tw_datum){.sub = GNO_PORT_TIME_START, .data = 30});
	tw_datum(&w, 0, 100, &(struct tw_datum){.sub = GNO_PORT_STOP});
	tw_datum(&w, 0, 150, &(struct tw_datum){.sub = GNO_PORT_START});
	for (unsigned k = 0; k < 2; k++) {
		tw_flush(&w, k, 400);
		ratio(&w, k, 400, 0, 19, 401);
	}
	tw_write(&w);
	r = report_of(&w, NULL);
	text = text_of(r, false);
	expect_line(
	    text,
	    "  core0: counted in all cycles, also in 49 of them without collection\n"
	    "  core0: counted in all cycles, also in >= 30 of them for which the program had stopped the time\n");
	ck_assert_ptr_null(strstr(text, "core1: counted"));
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A count that the form cannot distinguish from 0 is the middle of its bounds, as any other. */
START_TEST(test_shown_zero)
{
	struct gno_report *r;
	json_t *root, *pair;
	struct tw w;
	char *text;

	begin(&w, 1);
	w.compressed = 1;
	tw_event(&w, 0, 255, 1, SAMPLED);
	ratio(&w, 0, 255, 1, 0, 256); /* b: 32 of exponent 3, a: 0 of units of 16 */
	tw_flush(&w, 0, 300);
	ratio(&w, 0, 300, 0, 0, 20);
	tw_write(&w);
	r = report_of(&w, NULL);
	text = text_of(r, false);
	expect_line(text, "8 (0..15)  280 (276..283)  2.7% (0.0..5.4)\n");
	expect_line(text, "8 (0..15)/260 2.9% (0.0..5.9)\n");
	expect_line(text, "0/20 0.00%\n");
	free(text);
	root = json_of(r);
	pair = json_array_get(
	    json_object_get(json_array_get(json_object_get(root, "samples"), 0), "pairs"), 0);
	ck_assert_double_eq(json_real_value(json_object_get(json_object_get(pair, "a"), "value")),
			    7.5);
	ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(pair, "a"), "max")),
			 15);
	ck_assert_double_eq(json_real_value(json_object_get(pair, "ratio")), 7.5 / 259.5);
	json_decref(root);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

#define STEPS 200
#define KINDS 2 /* intervals; interval i from point 2i to 2i + 1 */

/* Random calls of two functions, in each other and each in itself; everything ends. */
static unsigned random_calls(unsigned seed, unsigned kind[STEPS], bool begins[STEPS])
{
	unsigned stack[STEPS], depth = 0, n = 0;

	srand(seed);
	while (n < STEPS - 40 || depth) {
		bool call = n < STEPS - 40 && depth < 30 && (!depth || rand() % 2);

		begins[n] = call;
		if (call)
			stack[depth++] = (unsigned)rand() % KINDS;
		kind[n++] = stack[call ? depth - 1 : --depth];
	}
	return n;
}

/* The clocks for which each was open at all, and for which it was the innermost, clock by clock. */
START_TEST(test_shown_recursion)
{
	unsigned kind[STEPS], n;
	bool begins[STEPS];
	uint64_t open[KINDS] = {0}, own[KINDS] = {0}, time = 10;
	unsigned stack[STEPS], depth = 0, count[KINDS] = {0};
	struct gno_report *r;
	struct tw w;

	fix_begin(&fix, 1);
	for (unsigned i = 0; i < 2 * KINDS; i++)
		fix_point(&fix, (const char *[]){"f", "f_end", "g", "g_end"}[i], GNO_PATTERN_EVENT,
			  (int)i + 1, RECORD);
	fix_interval(&fix, "f", "f", "f_end");
	fix_interval(&fix, "g", "g", "g_end");
	tw_begin(&w, 1, 32, 0, 0);
	w.patterns[0] = &fix.file;
	n = random_calls((unsigned)_i + 1, kind, begins);
	for (unsigned i = 0; i < n; i++) {
		unsigned clocks = (unsigned)rand() % 5;

		tw_event(&w, 0, time, 2 * kind[i] + (begins[i] ? 1 : 2), 0);
		if (begins[i]) {
			stack[depth++] = kind[i];
			count[kind[i]]++;
		} else {
			depth--;
			count[kind[i]]--;
		}
		for (; clocks; clocks--, time++) {
			for (unsigned k = 0; k < KINDS; k++)
				open[k] += count[k] != 0;
			if (depth)
				own[stack[depth - 1]]++;
		}
	}
	tw_flush(&w, 0, time + 10);
	tw_write(&w);
	r = report_of(&w, NULL);
	for (unsigned k = 0; k < KINDS; k++) {
		ck_assert_uint_eq(
		    r->node[0].statistics[k].unfinished + r->node[0].statistics[k].unmatched, 0);
		ck_assert_uint_eq(r->node[0].statistics[k].outermost.total, open[k]);
		ck_assert_uint_eq(r->node[0].statistics[k].self.total, own[k]);
		ck_assert_uint_gt(r->node[0].statistics[k].stats.total, open[k]);
	}
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("report_shown", NULL, NULL,
			 TESTS({test_shown_sample_with_a_word}, {test_shown_names_of_pairs},
			       {test_shown_intervals_by_measure},
			       {test_shown_points_that_are_not_recorded},
			       {test_shown_up_to_the_end_point}, {test_shown_what_counts_cover},
			       {test_shown_zero}, {test_shown_recursion, 20}));
}
