/* SPDX-License-Identifier: Apache-2.0 */
/* What call trees say of what is not there: a trace that was cut off, and runs without trees. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "out/json/analyses.h"
#include "passes/calls/calls.h"
#include "passes/filter/filter.h"
#include "report_fixture.h"
#include "tests/suite.h"

enum { MAIN = 2, F = 4, G = 6 }; /* codes of entries; those of returns follow them */

static const struct calls_options all = {.to = UINT64_MAX};

static struct fix fix;
static struct tw w;
static struct gno_report *report;
static struct calls *calls;

static void begin(unsigned nodes)
{
	fix_begin(&fix, nodes);
	fix_called(&fix, "main", MAIN, MAIN + 1);
	fix_called(&fix, "f", F, F + 1);
	fix_called(&fix, "g", G, G + 1);
	tw_begin(&w, nodes, 32, 0, 0);
	w.patterns[0] = &fix.file;
}

static int make(const struct calls_options *o, struct gno_err *err)
{
	tw_write(&w);
	ck_assert_msg(!gno_report_look(w.dir, &report, err), "%s", err->text);
	return calls_make(report, o, &calls, err);
}

static void end(void)
{
	calls_free(calls);
	gno_report_free(report);
	tw_end(&w);
}

/* The records of the first node end at 50, and the run does at 200. */
START_TEST(test_cut_off)
{
	const struct calls_seen *seen;
	json_t *root, *node;
	struct gno_err err;
	char *text = NULL;
	size_t size;
	FILE *f;

	begin(2);
	tw_event(&w, 0, 10, MAIN, 0);
	tw_event(&w, 0, 20, F, 0);
	tw_event(&w, 0, 30, F + 1, 0);
	tw_event(&w, 0, 50, G, 0);
	tw_flush(&w, 1, 200);
	w.size = w.node[0].len + 80; /* as its journal states */
	ck_assert_msg(!make(&all, &err), "%s", err.text);
	seen = &calls->seen[0];
	ck_assert_uint_eq(seen->clocks, 50);
	ck_assert_uint_eq(seen->lost[REPORT_HOLE], 150);
	ck_assert_uint_eq(seen->stretches[REPORT_HOLE], 1);
	ck_assert_uint_eq(seen->cut[REPORT_HOLE], 2);
	ck_assert_uint_eq(calls->seen[1].stretches[REPORT_HOLE], 0);
	f = open_memstream(&text, &size);
	ck_assert(!calls_text(calls, &(struct calls_style){.flat = false}, f, &err));
	fclose(f);
	expect_line(
	    text,
	    "core0: hole: nothing is known of 150 cycles in 1 stretch, which cut 2 open calls\n");
	expect_line(text, "core0: its trace was cut off: its records end at cycle 50\n");
	expect_line(text, "core0: 80 bytes of its trace are missing\n");
	ck_assert_ptr_null(strstr(text, "core1: "));
	free(text);
	f = json_begin();
	ck_assert(!calls_json(calls, f, &err));
	root = json_end(f);
	node = json_array_get(json_object_get(root, "nodes"), 0);
	ck_assert(json_is_true(json_object_get(node, "cut_off")));
	node = json_array_get(json_object_get(root, "nodes"), 1);
	ck_assert(json_is_false(json_object_get(node, "cut_off")));
	json_decref(root);
	calls_free(calls);
	/* what lies before the end is whole, and behind it nothing is known */
	ck_assert(!calls_make(report, &(struct calls_options){.to = 39}, &calls, &err));
	ck_assert(!calls->seen[0].cut_off);
	ck_assert_uint_eq(calls->seen[0].lost[REPORT_HOLE], 0);
	calls_free(calls);
	ck_assert(
	    !calls_make(report, &(struct calls_options){.from = 100, .to = 109}, &calls, &err));
	ck_assert_uint_eq(calls->seen[0].lost[REPORT_HOLE], 10);
	ck_assert_uint_eq(calls->seen[0].clocks, 0);
	end();
}
END_TEST

/* Up to the flush of a recorder that froze the open functions may have returned. */
START_TEST(test_frozen)
{
	struct gno_err err;
	char *text = NULL;
	size_t size;
	FILE *f;

	begin(1);
	w.mode = "wrap";
	w.frozen = 1;
	fix.file.mode = GNO_BUFFER_WRAP;
	tw_event(&w, 0, 10, MAIN, 0);
	tw_event(&w, 0, 20, F, 1u << GNO_FLAG_STOP);
	tw_flush(&w, 0, 5000);
	ck_assert_msg(!make(&all, &err), "%s", err.text);
	ck_assert_uint_eq(calls->seen[0].clocks, 21);
	ck_assert_uint_eq(calls->seen[0].lost[REPORT_FROZEN], 5000 - 21);
	ck_assert_uint_eq(calls->seen[0].cut[REPORT_FROZEN], 2);
	f = open_memstream(&text, &size);
	ck_assert(!calls_text(calls, &(struct calls_style){.flat = false}, f, &err));
	fclose(f);
	expect_line(
	    text,
	    "core0: freeze: nothing is known of 4979 cycles in 1 stretch, which cut 2 open calls\n");
	free(text);
	end();
}
END_TEST

START_TEST(test_no_functions)
{
	struct gno_err err;

	fix_begin(&fix, 1);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, 1, RECORD);
	tw_begin(&w, 1, 32, 0, 0);
	w.patterns[0] = &fix.file;
	tw_flush(&w, 0, 100);
	ck_assert_int_eq(make(&all, &err), GNO_ERR_ARG);
	ck_assert_ptr_nonnull(strstr(err.text, "name functions with 'calls'"));
	end();
}
END_TEST

/* Its pattern file is of a gnomon that did not note the functions. */
START_TEST(test_old_patterns)
{
	struct gno_err err;

	begin(1);
	for (size_t i = 0; i < fix.file.points; i++)
		fix.file.point[i].calleds = 0;
	tw_flush(&w, 0, 100);
	ck_assert_int_eq(make(&all, &err), GNO_ERR_ARG);
	ck_assert_str_eq(
	    err.text,
	    "the points of this run do not name their functions: an older gnomon compiled the experiment; make a new run");
	end();
}
END_TEST

START_TEST(test_beyond_the_end)
{
	struct gno_err err;

	begin(1);
	tw_event(&w, 0, 10, MAIN, 0);
	tw_flush(&w, 0, 100);
	ck_assert_int_eq(make(&(struct calls_options){.from = 100, .to = UINT64_MAX}, &err),
			 GNO_ERR_ARG);
	ck_assert_str_eq(err.text, "the run has no cycle 100: it is known from 0 to 99");
	ck_assert(!calls_make(report, &(struct calls_options){.from = 99, .to = UINT64_MAX}, &calls,
			      &err));
	end();
}
END_TEST

/* A filter left out an entry of the second of three nodes. */
START_TEST(test_filtered)
{
	const struct filter_options drop = {.drop = "node == core1 and time < 15"};
	struct filter_result done;
	struct gno_err err;
	char to[80], command[100];

	begin(3);
	for (unsigned k = 0; k < 3; k++) {
		tw_event(&w, k, 10, MAIN, 0);
		tw_event(&w, k, 20, MAIN + 1, 0);
		tw_flush(&w, k, 100);
	}
	tw_write(&w);
	snprintf(to, sizeof(to), "%s.less", w.dir);
	ck_assert_msg(!filter_run(w.dir, to, &drop, &done, &err), "%s", err.text);
	ck_assert_msg(!gno_report_look(to, &report, &err), "%s", err.text);
	ck_assert_int_eq(calls_make(report, &all, &calls, &err), GNO_ERR_STATE);
	ck_assert_str_eq(
	    err.text,
	    "a filter left out 1 record of 'main.entry' at node 'core1': there are call trees of '--node core0,core2'");
	ck_assert_int_eq(calls_make(report, &(struct calls_options){.node = "core1"}, &calls, &err),
			 GNO_ERR_STATE);
	ck_assert_str_eq(err.text, "a filter left out 1 record of 'main.entry' at node 'core1'");
	ck_assert(!calls_make(report,
			      &(struct calls_options){.node = "core0,core2", .to = UINT64_MAX},
			      &calls, &err));
	ck_assert_uint_eq(calls->lanes, 2);
	snprintf(command, sizeof(command), "rm -rf '%s'", to);
	ck_assert_int_eq(system(command), 0);
	end();
}
END_TEST

int main(void)
{
	return run_tests("calls_missing", NULL, NULL,
			 TESTS({test_cut_off}, {test_frozen}, {test_no_functions},
			       {test_old_patterns}, {test_beyond_the_end}, {test_filtered}));
}
