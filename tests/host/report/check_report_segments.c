/* SPDX-License-Identifier: Apache-2.0 */
/* Segments in the report, in what is known of a cycle, and among the events. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "results/at.h"
#include "results/rows.h"
#include "units_fixture.h"

static struct tw w;

static const struct units_entry eight[8] = {{0, 1, 0, 0}, {7, 1, 1, 1}, {7, 1, 1, 0}, {8, 1, 1, 1},
					    {9, 1, 1, 1}, {9, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 0}};
static struct units_entry path[61];

/*
 * core0.around: [3, 10], [100, 107], [293, 299], the last one cut.
 * core0.path: [10, 192], each of 61 entries three cycles. core1 has no segment.
 */
static void setup(void)
{
	struct units_segment s = {
	    .time = 20, .at = 6, .ended = 10, .missed = 2, .entries = 8, .entry = eight};
	struct units_segment p = {.unit = 1,
				  .time = 200,
				  .at = 11,
				  .ended = 192,
				  .missed = 1,
				  .entries = 61,
				  .entry = path};

	for (unsigned i = 0; i < 61; i++)
		path[i] = (struct units_entry){0x40 + i, 3, 1, 1};
	units_begin_segments(&w, 2, 32, 0);
	tw_event(&w, 0, 20, 1, 0);
	units_segment(&w, &s);
	tw_event(&w, 0, 200, 1, 0);
	s.time = 200;
	s.at = 103;
	s.ended = 107;
	s.missed = 0;
	units_segment(&w, &s);
	units_segment(&w, &p);
	tw_event(&w, 0, 250, 1, 0);
	s.time = 250;
	s.at = 296;
	s.ended = 299;
	s.flush = 1;
	s.entries = 7;
	units_segment(&w, &s);
	units_segment(&w, &(struct units_segment){
			      .time = 250, .at = 299, .ended = 299, .flush = 1, .missed = 3});
	units_segment(&w, &(struct units_segment){
			      .unit = 1, .time = 250, .at = 299, .ended = 299, .flush = 1});
	tw_flush(&w, 0, 300);
	tw_flush(&w, 1, 300);
	tw_write(&w);
}

static void teardown(void)
{
	tw_end(&w);
}

START_TEST(test_segments_as_text)
{
	struct gno_report *r = report_of(&w, NULL);
	char *text = print_all_of(r);

	ck_assert_uint_eq(r->node[0].holes, 0);
	expect_line(
	    text,
	    "\nsegments core0.around on all: 3 segments, 5 triggers missed, 1 cut by the end of the run\n"
	    "  trigger  from  to cycle  entries  missed\n"
	    "        6     3        10        8       2\n"
	    "      103   100       107        8       0\n"
	    "      296   293       299        7       0  cut\n");
	expect_line(text, "\nsegments core0.path on all: 1 segment, 1 trigger missed\n"
			  "  trigger  from  to cycle  entries  missed\n"
			  "       11    10       192       61       1\n");
	expect_line(text,
		    "\nsegments core1.around on all: 0 segments, 0 triggers missed\n"
		    "  core1.around: nothing is kept of the triggers after the last segment\n");
	free(text);
	gno_report_free(r);
}
END_TEST

/* Three rows of each list. */
START_TEST(test_segments_more_than_rows)
{
	struct units_segment s = {.time = 250, .entries = 8, .entry = eight};
	struct gno_report *r;
	struct tw many;
	char *text;

	units_begin_segments(&many, 1, 32, 0);
	tw_event(&many, 0, 250, 1, 0);
	for (unsigned i = 0; i < 5; i++) {
		s.at = 10 * i + 6;
		s.ended = s.at + 4;
		units_segment(&many, &s);
	}
	tw_write(&many);
	r = report_of(&many, NULL);
	text = text_of(r, false);
	expect_line(text, "       26    23        30        8       0\n  and 2 more\n");
	free(text);
	gno_report_free(r);
	tw_end(&many);
}
END_TEST

static json_t *get(json_t *v, const char *key)
{
	v = json_object_get(v, key);
	ck_assert_msg(v != NULL, "no '%s'", key);
	return v;
}

static json_int_t number(json_t *v, const char *key)
{
	return json_integer_value(get(v, key));
}

START_TEST(test_segments_as_json)
{
	struct gno_report *r = report_of(&w, NULL);
	json_t *root = json_of(r), *nodes = get(root, "nodes"), *units, *u, *s, *e;

	units = get(json_array_get(nodes, 0), "segments");
	ck_assert_uint_eq(json_array_size(units), 2);
	u = json_array_get(units, 0);
	ck_assert_str_eq(json_string_value(get(u, "name")), "around");
	ck_assert_str_eq(json_string_value(get(u, "line")), "all");
	ck_assert_str_eq(json_string_value(get(u, "keep")), "cycles");
	ck_assert_int_eq(number(u, "before"), 3);
	ck_assert_int_eq(number(u, "after"), 4);
	ck_assert_int_eq(number(u, "segments_seen"), 3);
	ck_assert_int_eq(number(u, "missed"), 5);
	ck_assert_int_eq(number(u, "cut"), 1);
	ck_assert(json_is_true(get(u, "whole")));
	ck_assert_uint_eq(json_object_size(get(u, "left_out")), 0);
	ck_assert_uint_eq(json_array_size(get(u, "segments")), 3);
	s = json_array_get(get(u, "segments"), 2);
	ck_assert_int_eq(number(s, "at"), 296);
	ck_assert_int_eq(number(s, "began"), 293);
	ck_assert_int_eq(number(s, "ended"), 299);
	ck_assert_int_eq(number(s, "missed"), 0);
	ck_assert(json_is_true(get(s, "cut")));
	ck_assert_uint_eq(json_array_size(get(s, "entries")), 7);
	e = json_array_get(get(s, "entries"), 0);
	ck_assert(json_is_null(get(e, "word")) && json_is_false(get(e, "current")));
	ck_assert(json_is_null(get(e, "fields")));
	e = json_array_get(get(s, "entries"), 3);
	ck_assert_int_eq(number(e, "time"), 296);
	ck_assert_int_eq(number(e, "cycles"), 1);
	ck_assert_int_eq(number(e, "word"), 8);
	ck_assert_uint_eq(json_object_size(get(e, "fields")), 1);
	ck_assert_int_eq(number(get(e, "fields"), "pc"), 8);
	ck_assert(json_is_true(get(e, "current")));
	u = json_array_get(units, 1);
	ck_assert_str_eq(json_string_value(get(u, "keep")), "changes");
	e = json_array_get(get(json_array_get(get(u, "segments"), 0), "entries"), 60);
	ck_assert_int_eq(number(e, "time"), 190);
	ck_assert_int_eq(number(e, "cycles"), 3);
	u = json_array_get(get(json_array_get(nodes, 1), "segments"), 0);
	ck_assert_int_eq(number(u, "segments_seen"), 0);
	ck_assert(json_is_false(get(u, "whole")));
	json_decref(root);
	gno_report_free(r);
}
END_TEST

/* A record is missing: the segment is left out, and the report says so. */
START_TEST(test_segments_left_out)
{
	struct units_segment p = {.unit = 1, .time = 700, .at = 400, .ended = 620, .entries = 122};
	struct units_entry entry[122];
	struct gno_report *r;
	json_t *root, *u;
	struct tw bad;
	char *text;

	for (unsigned i = 0; i < 122; i++)
		entry[i] = (struct units_entry){i, 3, 1, 1};
	p.entry = entry;
	p.at = 620 - 181;
	units_begin_segments(&bad, 1, 32, 0);
	tw_event(&bad, 0, 700, 1, 0);
	units_segment_records(&bad, &p, 0, 1);
	units_segment(&bad, &(struct units_segment){
				.unit = 1, .time = 700, .at = 799, .ended = 799, .flush = 1});
	tw_write(&bad);
	r = report_of(&bad, NULL);
	ck_assert_uint_eq(r->node[0].holes, 0);
	text = print_all_of(r);
	expect_line(text, "\nsegments core0.path on all: 0 segments, 0 triggers missed\n"
			  "  core0.path: 1 segment short is left out\n");
	root = json_of(r);
	u = json_array_get(get(json_array_get(get(root, "nodes"), 0), "segments"), 1);
	ck_assert_int_eq(number(get(u, "left_out"), "short"), 1);
	ck_assert(json_is_false(get(u, "whole")));
	json_decref(root);
	free(text);
	gno_report_free(r);
	tw_end(&bad);
}
END_TEST

/*
 * Three segments of core0.around, with the empty block and the flush; of those after `records` of
 * these nothing. Returns where the second one begins.
 */
static size_t write_three(struct tw *t, unsigned records)
{
	struct units_segment s = {.time = 250, .entries = 8, .entry = eight};
	size_t second = 0;

	tw_beat(t, 0, 240);
	tw_event(t, 0, 250, 1, 0);
	for (unsigned i = 0; i < 3 && i < records; i++) {
		s.at = 10 * i + 6;
		s.ended = s.at + 4;
		if (i == 1)
			second = t->node[0].len;
		units_segment(t, &s);
	}
	if (records > 3)
		for (unsigned unit = 0; unit < 2; unit++)
			units_segment(
			    t, &(struct units_segment){
				   .unit = unit, .time = 250, .at = 299, .ended = 299, .flush = 1});
	if (records > 4)
		tw_flush(t, 0, 300);
	return second;
}

/* What the report says below the heading of core0.around, and whether it is whole; ends the run. */
static void expect_told(struct tw *t, const char *told, bool whole)
{
	struct gno_report *r = report_of(t, NULL);
	json_t *root = json_of(r), *u;
	char *text = print_all_of(r), *line = strstr(text, "\nsegments core0.around on all: ");

	ck_assert_ptr_nonnull(line);
	line = strchr(line + 1, '\n') + 1;
	ck_assert_msg(!strncmp(line, told, strlen(told)) &&
			  !strncmp(line + strlen(told), "  trigger", 9),
		      "%s", text);
	u = json_array_get(get(json_array_get(get(root, "nodes"), 0), "segments"), 0);
	ck_assert_int_eq(json_is_true(get(u, "whole")), whole);
	json_decref(root);
	free(text);
	gno_report_free(r);
	tw_end(t);
}

#define AFTER_LAST " of the triggers after the last segment"

/* The run goes on, was cut off, or its recorder dropped the last blocks. */
START_TEST(test_segments_without_an_end)
{
	struct tw t;

	units_begin_segments(&t, 1, 32, 0);
	write_three(&t, 5);
	tw_write(&t);
	expect_told(&t, "", true);
	units_begin_segments(&t, 1, 32, 0);
	t.state = "running";
	write_three(&t, 3);
	tw_write(&t);
	expect_told(&t, "  core0.around: nothing is known" AFTER_LAST ": the run has not ended\n",
		    false);
	units_begin_segments(&t, 1, 32, 0);
	write_three(&t, 3);
	tw_write(&t);
	expect_told(&t, "  core0.around: nothing is known" AFTER_LAST "\n", false);
	units_begin_segments(&t, 1, 32, 0);
	write_three(&t, 3);
	t.size = t.node[0].len + 100;
	tw_write(&t);
	expect_told(&t, "  core0.around: nothing is known" AFTER_LAST ": the trace was cut off\n",
		    false);
}
END_TEST

/* A segment is gone without a trace of it. */
START_TEST(test_segments_in_holes)
{
	struct tw t;
	size_t second;

	units_begin_segments(&t, 1, 32, 0);
	second = write_three(&t, 5);
	memset(t.node[0].data + second, 0xff, 96);
	tw_write(&t);
	expect_told(&t, "  core0.around: segments may be missing in the hole\n", false);
	units_begin_segments(&t, 1, 32, 0);
	t.foreign = 3;
	write_three(&t, 5);
	tw_write(&t);
	expect_told(
	    &t, "  core0.around: segments may be missing among the slots that were not records\n",
	    false);
}
END_TEST

/* Nothing was overwritten; something was, by a recorder that froze and one that did not. */
START_TEST(test_segments_of_a_flight_recorder)
{
	static const char kept[] = "  core0.around: only segments that were kept are counted\n";

	for (unsigned i = 0; i < 4; i++) {
		struct tw t;

		units_begin_segments(&t, 1, 32, 0);
		t.mode = "wrap";
		t.frozen = i >> 1;
		if (i & 1)
			t.node[0].len = TW_HEADER; /* its sync was overwritten */
		write_three(&t, 5);
		tw_write(&t);
		expect_told(&t, i ? kept : "", !i);
	}
}
END_TEST

/*
 * A segment of an earlier trigger is sent when the recorder has frozen: it has the time of the
 * record before it, of 900, which was dropped. So was what came after the stop at 20.
 */
START_TEST(test_segments_behind_a_stop)
{
	struct units_segment s = {.time = 900, .at = 6, .ended = 10, .entries = 8, .entry = eight};
	struct gno_report *r;
	struct tw t;

	units_begin_segments(&t, 1, 32, 0);
	t.mode = "wrap";
	t.frozen = 1;
	tw_event(&t, 0, 20, 1, 1u << GNO_FLAG_STOP);
	units_segment(&t, &s);
	tw_flush(&t, 0, 1000);
	tw_write(&t);
	r = report_of(&t, NULL);
	ck_assert_uint_eq(r->node[0].stopped, 20);
	ck_assert_uint_eq(r->node[0].kept_until, 20);
	ck_assert_uint_eq(r->node[0].unseen[REPORT_FROZEN], 1000 - 21);
	ck_assert_uint_eq(r->node[0].segment[0].seen, 1);
	gno_report_free(r);
	tw_end(&t);
}
END_TEST

/* What `report --at` says of a cycle; the caller's. */
static char *text_at(const struct gno_report *r, uint64_t cycle)
{
	struct report_at *a = NULL;
	char *text = NULL;
	struct gno_err err;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	ck_assert_msg(!report_at_find(r, cycle, &a, &err), "%s", err.text);
	ck_assert_int_eq(report_at_text(a, f, &err), 0);
	fclose(f);
	report_at_free(a);
	for (char *from = text, *to = text; (*to = *from++); to++) /* one blank where several are */
		while (*to == ' ' && *from == ' ')
			from++;
	return text;
}

START_TEST(test_segments_at_a_cycle)
{
	static const struct {
		uint64_t cycle;
		const char *rows; /* with one blank between columns; NULL: no table */
	} cases[] = {
	    {2, NULL},
	    {3, " core0 around none 3 10 6\n"},
	    {4, " core0 around pc 0x7 now 3 10 6\n"},
	    {5, " core0 around pc 0x7 last 3 10 6\n"},
	    {10, " core0 around pc 0x1 last 3 10 6\n core0 path pc 0x40 now 10 192 11\n"},
	    {12, " core0 path pc 0x40 held 10 192 11\n"},
	    {106, " core0 around pc 0x1 now 100 107 103\n core0 path pc 0x60 now 10 192 11\n"},
	    {192, " core0 path pc 0x7c held 10 192 11\n"},
	    {193, NULL},
	    {299, " core0 around pc 0x1 now 293 299 296\n"},
	};
	struct gno_report *r = report_of(&w, NULL);

	for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *text = text_at(r, cases[i].cycle);

		ck_assert_msg(!strstr(text, "\nsegments (word:") == !cases[i].rows, "%s", text);
		if (cases[i].rows)
			expect_line(text, cases[i].rows);
		free(text);
	}
	gno_report_free(r);
}
END_TEST

START_TEST(test_segments_at_a_cycle_as_json)
{
	struct gno_report *r = report_of(&w, NULL);
	struct report_at *a = NULL;
	json_t *root, *list, *s;
	struct gno_err err;
	FILE *f = json_begin();

	ck_assert_msg(!report_at_find(r, 12, &a, &err), "%s", err.text);
	ck_assert_int_eq(report_at_json(a, f, &err), 0);
	root = json_end(f);
	list = get(json_array_get(get(root, "nodes"), 0), "segments");
	ck_assert_uint_eq(json_array_size(list), 1);
	s = json_array_get(list, 0);
	ck_assert_str_eq(json_string_value(get(s, "name")), "path");
	ck_assert_int_eq(number(s, "began"), 10);
	ck_assert_int_eq(number(s, "ended"), 192);
	ck_assert_int_eq(number(s, "at"), 11);
	ck_assert_int_eq(number(s, "word"), 0x40);
	ck_assert(json_is_null(get(s, "current")));
	ck_assert_uint_eq(json_array_size(get(json_array_get(get(root, "nodes"), 1), "segments")),
			  0);
	json_decref(root);
	report_at_free(a);
	gno_report_free(r);
}
END_TEST

/*
 * The fields of a packed word are those of the target: `addr` has four bits that the monitor leaves
 * out. A word that readers in JavaScript would round is a string.
 */
START_TEST(test_fields)
{
	static const struct units_entry entry[8] = {{UINT64_C(0x9abcdef123456789), 1, 1, 1},
						    {1, 1, 1, 1},
						    {1, 1, 1, 1},
						    {1, 1, 1, 1},
						    {1, 1, 1, 1},
						    {1, 1, 1, 1},
						    {1, 1, 1, 1},
						    {1, 1, 1, 1}};
	const struct units_segment segment = {
	    .time = 20, .at = 6, .ended = 10, .entries = 8, .entry = entry};
	struct report_at *a;
	struct gno_report *r;
	struct gno_err err;
	json_t *root, *e;
	char *text;
	size_t size;
	FILE *f;

	tw_end(&w);
	units_begin_segments(&w, 1, 32, 1);
	tw_event(&w, 0, 20, 1, 0);
	units_segment(&w, &segment);
	tw_flush(&w, 0, 300);
	tw_write(&w);
	r = report_of(&w, NULL);
	root = json_of(r);
	e = get(json_array_get(get(root, "nodes"), 0), "segments");
	e = get(json_array_get(get(json_array_get(e, 0), "segments"), 0), "entries");
	e = json_array_get(e, 0);
	ck_assert_str_eq(json_string_value(get(e, "word")), "11150031904722741129");
	ck_assert_uint_eq(json_object_size(get(e, "fields")), 3);
	ck_assert_int_eq(number(get(e, "fields"), "addr"), INT64_C(0x1234567890));
	ck_assert_int_eq(number(get(e, "fields"), "word"), 0xabcdef);
	ck_assert_int_eq(number(get(e, "fields"), "op"), 9);
	json_decref(root);
	f = open_memstream(&text, &size);
	ck_assert_msg(!report_at_find(r, 3, &a, &err), "%s", err.text);
	ck_assert_int_eq(report_at_text(a, f, &err), 0);
	fclose(f);
	ck_assert_ptr_nonnull(strstr(text, "addr 0x1234567890 word 0xabcdef op 0x9  now"));
	free(text);
	report_at_free(a);
	gno_report_free(r);
}
END_TEST

START_TEST(test_segments_as_events)
{
	char *text = tw_events(&w, "--kind segment", 0);

	ck_assert_str_eq(
	    text,
	    " 20  0.000000200 s  core0  segment  around  trigger 6  cycles 3..10  8 entries  2 missed\n"
	    "200  0.000002000 s  core0  segment  around  trigger 103  cycles 100..107  8 entries\n"
	    "200  0.000002000 s  core0  segment  path  trigger 11  cycles 10..192  61 entries  1 missed\n"
	    "250  0.000002500 s  core0  segment  around  trigger 296  cycles 293..299  7 entries  cut\n"
	    "250  0.000002500 s  core0  segment  around  (end)  3 missed\n"
	    "250  0.000002500 s  core0  segment  path  (end)\n");
	free(text);
	text = tw_events(&w, "--point path --json --to 200", 0);
	ck_assert_str_eq(
	    text,
	    "{\"time\":200,\"ns\":2000,\"node\":\"core0\",\"kind\":\"segment\",\"name\":\"path\",\"at\":11,\"began\":10,\"ended\":192,\"entries\":61,\"missed\":1,\"cut\":false}\n");
	free(text);
	text = tw_events(&w, "--point around --json --from 250", 0);
	expect_line(
	    text,
	    "\"name\":\"around\",\"at\":299,\"began\":299,\"ended\":299,\"entries\":0,\"missed\":3,\"cut\":true}\n");
	free(text);
}
END_TEST

int main(void)
{
	return run_tests("report_segments", setup, teardown,
			 TESTS({test_segments_as_text}, {test_segments_more_than_rows},
			       {test_segments_as_json}, {test_segments_left_out},
			       {test_segments_without_an_end}, {test_segments_in_holes},
			       {test_segments_of_a_flight_recorder}, {test_segments_behind_a_stop},
			       {test_segments_at_a_cycle}, {test_segments_at_a_cycle_as_json},
			       {test_segments_as_events}, {test_fields}));
}
