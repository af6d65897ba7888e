/* SPDX-License-Identifier: Apache-2.0 */
/* Which runs are refused as they did not measure the same, and what is noted of runs that are
 * unlike. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "diff_shown.h"
#include "out/json/analyses.h"
#include "results/diff/diff.h"
#include "report_fixture.h"
#include "tests/suite.h"

#define RUNS 2

static struct fix fix[RUNS];
static struct tw w[RUNS];
static struct gno_report *run[RUNS];
static const char *const path[RUNS] = {"old", "new"};
static uint64_t places[] = {0x100, 0x104}, others[] = {0x100, 0x108};
static char build[] = "abc", build2[] = "abd", work[] = "entry of work", play[] = "entry of play";
static char program[] = "/tmp/b.elf", same_program[] = "elsewhere/a.elf", experiment[] = "second";

/* Both runs, not written yet: `work` from a to b, at two nodes. */
static void setup(void)
{
	for (unsigned i = 0; i < RUNS; i++) {
		fix_begin(&fix[i], 2);
		fix_point(&fix[i], "a", GNO_PATTERN_EVENT, 1, RECORD);
		fix_point(&fix[i], "b", GNO_PATTERN_EVENT, 2, RECORD);
		fix_interval(&fix[i], "work", "a", "b");
		tw_begin(&w[i], 2, 32, 0, 0);
		for (unsigned k = 0; k < 2; k++) {
			for (unsigned n = 0; n < 20; n++) {
				tw_event(&w[i], k, 1000 * n, 1, 0);
				tw_event(&w[i], k, 1000 * n + 50 + n % 3, 2, 0);
			}
			tw_flush(&w[i], k, 21000);
		}
		w[i].patterns[0] = &fix[i].file;
		fix[i].file.build_id = build;
	}
}

static void write_both(void)
{
	for (unsigned i = 0; i < RUNS; i++) {
		tw_write(&w[i]);
		gno_report_free(run[i]);
		run[i] = report_of(&w[i], NULL);
	}
}

static void teardown(void)
{
	for (unsigned i = 0; i < RUNS; i++) {
		gno_report_free(run[i]);
		run[i] = NULL;
		tw_end(&w[i]);
	}
}

static int diff(struct report_diff **d, struct gno_err *err)
{
	const struct gno_report *const both[] = {run[0], run[1]};
	const struct diff_options o = {0.01, false};

	return report_diff_make(both, path, &o, d, err);
}

/* The runs as they are in memory are refused. */
static void expect_refused(const char *why)
{
	struct report_diff *d;
	struct gno_err err;

	ck_assert_int_eq(diff(&d, &err), GNO_ERR_MISMATCH);
	ck_assert_str_eq(err.text, why);
	ck_assert_ptr_null(d);
}

/* They are compared with that one note; NULL: without any. */
static void expect_note(const char *note)
{
	struct report_diff *d;
	struct gno_err err;

	ck_assert_msg(!diff(&d, &err), "%s", err.text);
	ck_assert_uint_eq(d->notes, note != NULL);
	if (note)
		ck_assert_str_eq(d->note[0], note);
	ck_assert_uint_eq(d->rows, 1);
	report_diff_free(d);
}

/* -- what was measured -- */

START_TEST(test_until)
{
	fix[1].file.until = 1;
	fix[1].until_on[0] = fix[1].until_on[1] = true;
	write_both();
	expect_refused("cannot compare the runs: in 'old' the end point is none, and in 'new' b");
	fix[0].file.until = 0;
	fix[0].until_on[0] = fix[0].until_on[1] = true;
	write_both();
	expect_refused("cannot compare the runs: in 'old' the end point is a, and in 'new' b");
	fix[0].file.until = 1;
	fix[0].file.limit_ms = 5; /* neither run came to its limit */
	write_both();
	expect_note(NULL);
}
END_TEST

/* The end point was not reached, for certain and perhaps. */
START_TEST(test_until_missed)
{
	for (unsigned i = 0; i < RUNS; i++) {
		fix_point(&fix[i], "end", GNO_PATTERN_EVENT, 3, RECORD);
		fix[i].file.until = 2;
		fix[i].until_on[1] = true;
	}
	write_both();
	expect_refused("cannot compare the runs: 'old' did not reach its end point 'end'");
	tw_gap(&w[0], 1, 21010, 21020, 4);
	tw_flush(&w[0], 1, 22000);
	write_both();
	expect_refused("cannot compare the runs: 'old' may not have reached its end point 'end'");
}
END_TEST

START_TEST(test_filtered)
{
	for (unsigned i = 0; i < RUNS; i++) {
		struct gno_trace_run *of;

		write_both();
		of = (struct gno_trace_run *)run[i]->run;
		of->filters = 1;
		expect_refused(i ? "cannot compare the runs: 'new' was filtered"
				 : "cannot compare the runs: 'old' was filtered");
		of->filters = 0;
	}
}
END_TEST

START_TEST(test_limit)
{
	fix[1].file.limit_ms = 2500;
	write_both();
	expect_note("the runs have no end point, and ended by limits of 1 and 2.5 s");
}
END_TEST

START_TEST(test_collect)
{
	fix[0].file.collect = false;
	write_both();
	expect_refused(
	    "cannot compare the runs: in 'old' collection begins with a trigger, and in 'new' with the run");
}
END_TEST

/* A recorder that froze has the last records only. */
START_TEST(test_last_part)
{
	w[1].mode = "wrap";
	write_both();
	expect_note(NULL); /* nothing was overwritten */
	run[1]->node[1].overwritten = true;
	expect_refused(
	    "cannot compare the runs: in 'old' the trace has all records, and in 'new' only the last records");
	run[0]->node[0].overwritten = true;
	expect_note(
	    "both runs have only the last records, so they may be of other parts of the program");
}
END_TEST

/* -- points -- */

/* In one build another definition is another place, unless the addresses are the same. */
START_TEST(test_points)
{
	fix[0].point[0].text = work;
	fix[1].point[0].text = play;
	write_both();
	expect_refused(
	    "cannot compare the runs: point 'a' of interval 'work' is 'entry of work' in one and 'entry of play' in the other");
	for (unsigned i = 0; i < RUNS; i++) {
		fix[i].point[0].address = places;
		fix[i].point[0].addresses = 2;
	}
	write_both();
	expect_note(NULL);
	fix[1].point[0].address = others;
	write_both();
	expect_refused(
	    "cannot compare the runs: point 'a' of interval 'work' is 'entry of work' in one and 'entry of play' in the other");
	fix[1].file.build_id = build2; /* a version may need another definition */
	write_both();
	expect_note("point 'a' is 'entry of work' in A and 'entry of play' in B");
	fix[1].point[0].text = work; /* which a new version does not change */
	write_both();
	expect_note(NULL);
	fix[1].point[0].text = play;
	fix[0].file.intervals = 0; /* the point is in no interval of both */
	write_both();
	expect_refused(
	    "cannot compare the runs: they have no interval, no ratio, no buckets, no counter and no two processes with messages in common");
}
END_TEST

/* -- monitors -- */

START_TEST(test_targets)
{
	struct gno_field *field;
	char first;

	write_both();
	field = run[1]->m->node[1].field;
	expect_note(NULL);
	for (unsigned i = 0; i < run[1]->m->node[1].fields; i++)
		field[i].bits++;
	expect_refused(
	    "cannot compare the runs: their targets differ: no field of the watched word is the same at node 'core1'");
	for (unsigned i = 0; i < run[1]->m->node[1].fields; i++)
		field[i].bits--;
	first = field[0].name[0];
	field[0].name[0] = 'X';
	if (run[1]->m->node[1].fields > 1) /* another field is */
		expect_note(NULL);
	else
		expect_refused(
		    "cannot compare the runs: their targets differ: no field of the watched word is the same at node 'core1'");
	field[0].name[0] = first;
}
END_TEST

START_TEST(test_gate)
{
	static char gate[] = "gate", open[] = "busy and not stall", open2[] = "busy";
	char *line[] = {gate}, *route[2][1] = {{open}, {open2}};

	write_both();
	for (unsigned i = 0; i < RUNS; i++) {
		struct gno_node *n = &((struct gno_manifest *)run[i]->m)->node[0];
		struct gno_pattern_node *p = &run[i]->points.load[0].file->node[0];

		n->preprocessors.lines = 1;
		n->preprocessors.line = line;
		p->route = route[i];
		p->routes = 1;
	}
	expect_refused(
	    "cannot compare the runs: the gate of node 'core0' is 'busy and not stall' in one and 'busy' in the other");
	route[1][0] = open;
	expect_note(NULL);
	for (unsigned i = 0; i < RUNS; i++) {
		struct gno_node *n = &((struct gno_manifest *)run[i]->m)->node[0];
		struct gno_pattern_node *p = &run[i]->points.load[0].file->node[0];

		n->preprocessors.lines = 0;
		n->preprocessors.line = NULL;
		p->route = NULL;
		p->routes = 0;
	}
}
END_TEST

/* -- what is merely unlike -- */

START_TEST(test_names)
{
	struct gno_manifest *m;
	char first;

	fix[1].file.build_id = build2;
	fix[1].file.program = same_program;
	write_both();
	expect_note(NULL); /* versions of a program are what one compares */
	m = (struct gno_manifest *)run[1]->m;
	m->hash++;
	expect_note("the monitors 'test' were generated from other descriptions");
	first = m->name[0];
	m->name[0] = 'b';
	expect_note("the monitors are 'test' and 'best'");
	m->name[0] = first;
	fix[1].file.program = program;
	write_both();
	expect_note("the programs are 'a.elf' and 'b.elf'");
	fix[1].file.program = NULL;
	write_both();
	expect_note("the programs are 'a.elf' and 'none'");
	fix[1].file.program = program;
	fix[1].file.name = experiment;
	write_both();
	expect_refused(
	    "cannot compare the runs: experiment 'test' with program 'a.elf' has nothing in common with experiment 'second' with program 'b.elf'");
	fix[1].file.program = same_program;
	write_both();
	expect_note("the experiments are 'test' and 'second'");
	fix[1].file.name = fix[0].file.name;
	fix[0].file.rounds = fix[1].file.rounds = 3;
	fix[1].file.round = 2;
	write_both();
	expect_note("the runs are rounds 1 and 3 of 3, which measure other ratios");
}
END_TEST

START_TEST(test_model)
{
	w[_i].model = 1;
	write_both();
	expect_note(_i ? "B is of a simulated model, the other one of the hardware"
		       : "A is of a simulated model, the other one of the hardware");
	w[!_i].model = 1;
	write_both();
	expect_note(NULL);
}
END_TEST

START_TEST(test_holes)
{
	write_both();
	run[1]->node[1].holes = 1;
	expect_note("the trace of B is damaged at node 'core1': what a hole cuts is left out");
}
END_TEST

START_TEST(test_written)
{
	static char odd[] = "/tmp/<b>.elf";
	struct report_diff *d;
	struct gno_err err;
	json_t *root;
	char *text;
	FILE *f;

	fix[1].file.program = odd;
	write_both();
	ck_assert_int_eq(diff(&d, &err), GNO_OK);
	text = diff_shown(diff_put_text, d);
	expect_line(text, "B: new\nnote: the programs are 'a.elf' and '<b>.elf'\n");
	free(text);
	text = diff_shown(report_diff_markdown, d);
	expect_line(text, "> Note: the programs are 'a\\.elf' and '\\<b\\>\\.elf'\n\n| | |");
	free(text);
	text = diff_shown(report_diff_junit, d);
	expect_line(
	    text,
	    "  <system-out>note: the programs are &apos;a.elf&apos; and &apos;&lt;b&gt;.elf&apos;</system-out>\n</testsuite>\n");
	free(text);
	f = json_begin();
	report_diff_json(d, f);
	root = json_end(f);
	ck_assert_str_eq(json_string_value(json_array_get(json_object_get(root, "notes"), 0)),
			 "the programs are 'a.elf' and '<b>.elf'");
	json_decref(root);
	report_diff_free(d);
}
END_TEST

int main(void)
{
	return run_tests("diff_alike", setup, teardown,
			 TESTS({test_until}, {test_until_missed}, {test_filtered}, {test_limit},
			       {test_collect}, {test_last_part}, {test_points}, {test_targets},
			       {test_gate}, {test_names}, {test_model, 2}, {test_holes},
			       {test_written}));
}
