/* SPDX-License-Identifier: Apache-2.0 */
/* What call trees say of what is not there: a trace that was cut off, and runs without trees. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/calls/calls.h"
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
	expect_line(text, "core0: hole: nothing is known of 150 cycles in 1 stretch, which cut 2 "
			  "open calls\n");
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

int main(void)
{
	Suite *suite = suite_create("calls_missing");
	TCase *tests = tcase_create("calls_missing");

	tcase_add_test(tests, test_cut_off);
	tcase_add_test(tests, test_no_functions);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
