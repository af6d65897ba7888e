/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the advice of a report says, and what fits on a screen. Mostly the one number of a report
 * that a rule looks at is changed; check_report_advice_rules.c provokes each rule by a trace.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "passes/derived/advice.h"
#include "rounds_fixture.h"
#include "tests/suite.h"
#include "units_fixture.h"

static struct gno_report *report;

/* A run of two nodes without faults: a point that is hit, an interval that ends. */
static void setup(void)
{
	fix_begin(&fix, 2);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&fix, "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_interval(&fix, "work", "a", "b");
	tw_begin(&w, 2, 32, 0, 0);
	for (unsigned k = 0; k < 2; k++) {
		tw_event(&w, k, 10, 1, 0);
		tw_event(&w, k, 30, 2, 0);
		tw_flush(&w, k, 100);
	}
	w.patterns[0] = &fix.file;
	tw_write(&w);
	report = report_of(&w, NULL);
}

static void teardown(void)
{
	gno_report_free(report);
	tw_end(&w);
}

START_TEST(test_no_advice)
{
	ck_assert_str_eq(rules_of(report), "");
}
END_TEST

/* What a rule says of the first node. */
static void expect(const struct gno_report *r, const char *rule, const char *seen)
{
	struct report_advices all;
	struct gno_err err;
	const struct report_advice *found = NULL;

	ck_assert_int_eq(report_advise(r, &all, &err), GNO_OK);
	for (size_t i = 0; i < all.count && !found; i++)
		if (!strcmp(all.item[i].rule, rule))
			found = &all.item[i];
	ck_assert_msg(found != NULL, "no '%s' but '%s'", rule, rules_of(r));
	ck_assert_str_eq(found->seen, seen);
	report_advices_free(&all);
}

/* The change that a rule advises. */
static void expect_change(const char *rule, const char *change)
{
	struct report_advices all;
	struct gno_err err;
	bool found = false;

	ck_assert_int_eq(report_advise(report, &all, &err), GNO_OK);
	for (size_t i = 0; i < all.count; i++)
		found |= !strcmp(all.item[i].rule, rule) && !strcmp(all.item[i].change, change);
	report_advices_free(&all);
	ck_assert_msg(found, "'%s' does not ask: %s", rule, change);
}

/* What a rule says that it means. */
static void expect_means(const char *rule, const char *means)
{
	struct report_advices all;
	struct gno_err err;
	bool found = false;

	ck_assert_int_eq(report_advise(report, &all, &err), GNO_OK);
	for (size_t i = 0; i < all.count; i++)
		found |= !strcmp(all.item[i].rule, rule) && !strcmp(all.item[i].means, means);
	report_advices_free(&all);
	ck_assert_msg(found, "'%s' does not mean: %s", rule, means);
}

START_TEST(test_losses)
{
	struct report_node *n = &report->node[1];
	struct gno_manifest *m = (struct gno_manifest *)report->m;
	struct gno_node *node = &m->node[1];

	n->lost = 7;
	n->lost_full = 3;
	ck_assert_str_eq(rules_of(report), "lost-buffer,lost-fifo");
	expect(report, "lost-buffer", "core1: 3 records were lost");
	expect(report, "lost-fifo", "core1: 4 records were lost");
	n->lost_full = 7;
	ck_assert_str_eq(rules_of(report), "lost-buffer");
	expect_means("lost-buffer", "the trace buffer was full");
	m->form = GNO_FORM_SINGLE;
	expect_means("lost-buffer", "the trace buffer was full");
	m->single.word_bits = 8;
	expect_means("lost-buffer", "the trace buffer was full, or two watched words came at once");
	m->form = GNO_FORM_RING;
	node->local_store = true;
	ck_assert_str_eq(rules_of(report), "lost-store");
	expect(report, "lost-store", "core1: 7 records were lost");
}
END_TEST

START_TEST(test_samples)
{
	report->node[0].unsampled = 1;
	report->node[1].unsnapped = 2;
	ck_assert_str_eq(rules_of(report), "unsampled,unsnapped");
	expect(report, "unsampled", "core0: 1 sample of ratio counters and extremes was not taken");
	expect(report, "unsnapped", "core1: 2 snapshots of counters were not taken");
}
END_TEST

START_TEST(test_ends)
{
	report->node[0].flushed = false;
	report->node[1].holes = 1;
	ck_assert_str_eq(rules_of(report), "no-end,holes");
	expect(report, "holes", "core1: the trace has 1 hole without records");
}
END_TEST

/* A point that was not hit is one only where that is sure. */
START_TEST(test_never_hit)
{
	report->node[0].count[0] = report->node[1].count[0] = 0;
	ck_assert_str_eq(rules_of(report), "never-hit");
	expect(report, "never-hit", "point 'a' was never hit");
	report->node[1].count[0] = 1;
	ck_assert_str_eq(rules_of(report), "");
	report->node[1].count[0] = 0;
	report->node[1].unseen[REPORT_BLIND] = 1;
	ck_assert_str_eq(rules_of(report), "");
	report->node[1].unseen[REPORT_BLIND] = 0;
	report->node[0].overwritten = true;
	ck_assert_str_eq(rules_of(report), "");
}
END_TEST

START_TEST(test_one_ended)
{
	for (unsigned k = 0; k < 2; k++) {
		report->node[k].statistics[0].stats = (struct gno_stats){0};
		report->node[k].statistics[0].unfinished = 1 + k;
	}
	ck_assert_str_eq(rules_of(report), "one-ended");
	expect(report, "one-ended", "interval 'work' began 3 times and never ended");
	for (unsigned k = 0; k < 2; k++) {
		report->node[k].statistics[0].unfinished = 0;
		report->node[k].statistics[0].unmatched = k;
	}
	expect(report, "one-ended", "interval 'work' ended 1 time and never began");
	report->node[0].statistics[0].cut = 1;
	ck_assert_str_eq(rules_of(report), "");
}
END_TEST

/* What fits on a screen says nothing of nodes and points, and names the parts. */
START_TEST(test_brief)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	struct gno_err err;
	json_t *root, *list;

	report->node[1].lost = report->node[1].lost_full = 2;
	report->node[0].unsampled = 4;
	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(
	    gno_report_text(report, &(struct gno_report_style){.rows = 3, .brief = true}, f, &err),
	    GNO_OK);
	fclose(f);
	expect_line(text, "intervals of all nodes (cycles, then time)\n"
			  "  interval  count  mean    min  50%  99%    max      mean       max\n"
			  "  work       >= 2  20.0  <= 20   20   20  >= 20  200.0 ns  200.0 ns\n");
	expect_line(
	    text,
	    "\nlosses: 2 of 10 records\n"
	    "\nadvice\n"
	    "  core1: 2 records were lost: the trace buffer was full.\n"
	    "    Raise the rate of the link, or 'slots' of the buffer for bursts.\n"
	    "  core0: 4 samples of ratio counters and extremes were not taken: they were requested faster than they can be sent; the next ones have the counts.\n"
	    "    Sample at fewer points, or raise 'wires' of the ring.\n");
	expect_line(
	    text,
	    "  nodes points intervals durations system ratios buckets counters segments port\n"
	    "  messages marks captures rounds gaps loads holes timeline advice\n");
	ck_assert_ptr_null(strstr(text, "\nnodes\n"));
	ck_assert_ptr_null(strstr(text, "\npoints\n"));
	free(text);
	root = json_of(report);
	list = json_object_get(root, "advice");
	ck_assert_uint_eq(json_array_size(list), 2);
	ck_assert_str_eq(json_string_value(json_object_get(json_array_get(list, 1), "rule")),
			 "unsampled");
	ck_assert_str_eq(json_string_value(json_object_get(json_array_get(list, 0), "change")),
			 "raise the rate of the link, or 'slots' of the buffer for bursts");
	json_decref(root);
}
END_TEST

/* Some parts, in their order. */
START_TEST(test_sections)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	struct gno_err err;

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(gno_report_text(report,
					 &(struct gno_report_style){.rows = 3, .only = 1 | 1 << 14},
					 f, &err),
			 GNO_OK);
	fclose(f);
	expect_line(text, "\nnodes\n");
	expect_line(text, "\nno gaps\n");
	ck_assert_ptr_null(strstr(text, "\npoints\n"));
	ck_assert_ptr_null(strstr(text, "\ntime line\n"));
	free(text);
}
END_TEST

/* Rounds that a limit has ended, as the records say: neither, one, the other, both. */
START_TEST(test_rounds)
{
	static const char *const wanted[] = {"", "late", "kept", "late,kept"};
	struct gno_report *r;

	rounds_begin_report(32, false);
	rounds_assert(20, 40);
	rounds_assert(60, 90);
	late[0] = _i & 1 ? 1 : 0;
	kept[1] = _i & 2 ? 1 << 1 : 0;
	rounds_write(200);
	r = report_of(&w, NULL);
	for (size_t i = 0; i < r->points.points; i++)
		r->node[0].count[i] = 1; /* no point of the fixture is hit */
	ck_assert_str_eq(rules_of(r), wanted[_i]);
	if (_i & 1)
		expect(r, "late", "1 round ended before a processor had finished");
	if (_i & 2)
		expect(r, "kept", "1 round ended before a local store was sent");
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Values in a bucket that has no upper end. */
START_TEST(test_last_bucket)
{
	struct gno_report *r;

	units_write(&w);
	r = report_of(&w, NULL);
	expect(r, "last-bucket",
	       "core0: 5 of 15 values of 'small' are in the last bucket, which begins with 128");
	for (unsigned u = 0; u < 2; u++)
		r->node[0].unit[u].total[r->node[0].unit[u].counts - 1] = 0;
	ck_assert_ptr_null(strstr(rules_of(r), "last-bucket"));
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A text with a part of it replaced. */
static const char *with(const char *text, const char *part, const char *by, char *out, size_t size)
{
	const char *at = strstr(text, part);

	ck_assert_ptr_nonnull(at);
	snprintf(out, size, "%.*s%s%s", (int)(at - text), text, by, at + strlen(part));
	return out;
}

/* A pair of the router without counts is worth advice where the experiment has routed something to
 * its B, and only there: of the others nobody asked anything. */
START_TEST(test_routed_pairs)
{
	static const char router[] =
	    ",{\"name\":\"router\",\"base\":10624,\"cells\":16,\"bits\":8}";
	static char access[] = "access";
	char lines[2048], preprocessors[2048], tables[1024];
	char *route[1] = {_i ? access : NULL};
	const uint32_t none[10] = {0, 0, 7, 9}; /* the gate has some */
	struct gno_report *r;

	units_begin_run(&w, 32);
	with(w.preprocessors, "\"signals\":[],\"lines\":[]",
	     "\"signals\":[\"access\"],\"lines\":[\"icache.b\"]", lines, sizeof(lines));
	w.preprocessors = with(lines, "\"b\":\"access\"", "\"b\":\"route\"", preprocessors,
			       sizeof(preprocessors));
	snprintf(tables, sizeof(tables), "%s%s", w.tables, router);
	w.tables = tables;
	units_fix.node[0].route = route;
	units_fix.node[0].routes = 1;
	tw_event(&w, 0, 100, 2, UNITS_SAMPLED);
	units_sample(&w, 100, 2, none);
	tw_flush(&w, 0, 299);
	units_sample(&w, 299, 0, none);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert(!r->node[0].counts_incomplete && r->node[0].samples);
	ck_assert_int_eq(!strstr(rules_of(r), "never-fed"), !_i);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A pair without counts, and one whose counts have come to their end. */
START_TEST(test_pairs)
{
	struct gno_report *r;

	units_write(&w);
	r = report_of(&w, NULL);
	r->node[0].counts_incomplete = false;
	r->node[0].overall[0] = (struct gno_ratio){0, 0, 0, 0, 0};
	expect(r, "never-fed", "core0: B of pair 'icache' is 0 in the whole run");
	r->node[0].counts_incomplete = true;
	ck_assert_ptr_null(strstr(rules_of(r), "never-fed"));
	r->node[0].overall[0] = (struct gno_ratio){9, 9, 9, 9, 1};
	expect(r, "saturated", "core0: pair 'icache' has reached its greatest count");
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Triggers of a unit of segments without a segment. */
START_TEST(test_missed_segments)
{
	struct gno_node *node = (struct gno_node *)&report->m->node[1];

	node->preprocessors.segments = 1;
	report->node[1].segment[0].name = "around";
	ck_assert_str_eq(rules_of(report), "");
	report->node[1].segment[0].missed = 1;
	expect(report, "missed-segments", "core1: 1 trigger of 'around' has no segment");
	node->preprocessors.segments = 0;
}
END_TEST

/* The run waited for a point that one node did not reach. */
START_TEST(test_until)
{
	fix.file.until = 1;
	fix.until_on[0] = fix.until_on[1] = true;
	teardown();
	tw_begin(&w, 2, 32, 0, 0);
	for (unsigned k = 0; k < 2; k++) {
		tw_event(&w, k, 10, 1, 0);
		if (k)
			tw_event(&w, k, 30, 2, 0);
		tw_flush(&w, k, 100);
	}
	w.patterns[0] = &fix.file;
	tw_write(&w);
	report = report_of(&w, NULL);
	ck_assert_str_eq(rules_of(report), "until");
	expect(report, "until", "the end point 'b' was not reached");
}
END_TEST

/* A run that waits for point b at the first node: it fires at 30, and the flush comes at 100. */
static void write_waiting(void)
{
	fix.file.until = 1;
	fix.until_on[0] = true;
	teardown();
	tw_begin(&w, 2, 32, 0, 0);
	tw_event(&w, 0, 10, 1, 0);
	tw_event(&w, 0, 30, 2, 0);
	tw_flush(&w, 0, 100);
	tw_flush(&w, 1, 100);
	w.patterns[0] = &fix.file;
	report = NULL;
}

static void shows(const char *seen, const char *pieces, const json_int_t reached)
{
	json_t *root, *run, *until, *known;
	char *text;

	tw_write(&w);
	gno_report_free(report);
	report = report_of(&w, NULL);
	text = text_of(report, false);
	expect_line(text, seen);
	free(text);
	ck_assert_str_eq(rules_of(report), pieces);
	root = json_of(report);
	run = json_object_get(root, "run");
	until = json_object_get(json_array_get(json_object_get(root, "nodes"), 0), "until");
	known = json_object_get(run, "until_reached");
	ck_assert(reached < 0 ? json_is_null(known) : json_boolean_value(known) == reached);
	ck_assert(json_equal(json_object_get(until, "reached"), known));
	ck_assert(json_is_string(json_object_get(until, "unknown")) == (reached < 0));
	json_decref(root);
}

/* The end point may be in what is missing. */
START_TEST(test_until_not_known)
{
	const size_t cut = TW_HEADER + 2 * 8; /* sync, a */

	write_waiting();
	w.size = w.node[0].len;
	w.node[0].len = cut;
	shows("the end point 'b': not known at core0: the trace was cut off\n", "no-end,one-ended",
	      -1);
	expect(report, "no-end", "core0: the trace was cut off, 16 bytes are missing");
	w.noted = ",\"reached\":true,\"flush\":true";
	shows("the end point 'b' was reached at core0 (by run.json; the record is missing)\n",
	      "no-end,one-ended", 1);
	w.size = cut;
	w.noted = NULL;
	shows("the end point 'b': not known at core0: the flush record is missing\n",
	      "no-end,one-ended", -1);
	expect_change("no-end", "stop it and drain it again");
	w.noted = ",\"flush\":true";
	shows("the end point 'b': not known at core0: the flush record is missing\n",
	      "no-end,one-ended", -1);
	expect_change("no-end", "take a whole copy of the run");
	w.noted = NULL;
	w.state = "running";
	shows("the end point 'b': not known at core0: the run is not complete\n",
	      "no-end,one-ended", -1);
	expect(report, "no-end", "the run is not complete");
	w.state = "complete";
	tw_gap(&w, 0, 20, 40, 2);
	tw_flush(&w, 0, 100);
	w.size = 0;
	shows("the end point 'b': not known at core0: records were lost\n", "lost-fifo", -1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("report_advice");

	add_tests(suite, "run", setup, teardown,
		  TESTS({test_no_advice}, {test_losses}, {test_samples}, {test_ends},
			{test_never_hit}, {test_one_ended}, {test_missed_segments}, {test_until},
			{test_until_not_known}, {test_brief}, {test_sections}));
	add_tests(
	    suite, "others", NULL, NULL,
	    TESTS({test_rounds, 4}, {test_last_bucket}, {test_pairs}, {test_routed_pairs, 2}));
	return run_suite(suite);
}
