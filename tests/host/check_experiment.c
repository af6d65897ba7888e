/* SPDX-License-Identifier: Apache-2.0 */

/* Experiments: what a good one becomes, and where each fault is said to be. */

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "gnomon/experiment.h"
#include "gnomon/records.h"
#include "main.h"
#include "model_device.h"
#include "patterns.h"

#define PROGRAM TEST_DATA "/program.elf"

static struct model model;
static struct folder folder;
static struct gno_experiment *e;
static struct gno_faults faults;

static void setup(void)
{
	char *text;

	model_init(&model, 2, 1, 1024);
	folder_make(&folder);
	text = model_manifest(&model);
	folder_write(&folder, "m.json", text);
	free(text);
	e = NULL;
	memset(&faults, 0, sizeof(faults));
}

static void teardown(void)
{
	gno_experiment_free(e);
	gno_faults_free(&faults);
	folder_remove(&folder);
	model_free(&model);
}

static int load(const char *text, struct gno_err *err)
{
	gno_experiment_free(e);
	gno_faults_free(&faults);
	e = NULL;
	folder_write(&folder, "e.yaml", text);
	return gno_experiment_load(folder_path(&folder, "e.yaml"), NULL, NULL, &e, &faults, err);
}

START_TEST(test_a_good_experiment)
{
	static const char text[] = "gnomon: 1\n"
				   "manifest: m.json\n"
				   "program: " PROGRAM "\n"
				   "device: tcp:127.0.0.1:7654\n"
				   "buffer: { wrap: { after: 100 } }\n"
				   "points:\n"
				   "  in:   { entry: work }\n"
				   "  out:  { return: work, nodes: [core1] }\n"
				   "  spot: { symbol: work, offset: 4 }\n"
				   "  far:  { address: 0xfffffffc, nodes: all }\n"
				   "actions:\n"
				   "  out: [record, sample, reset]\n"
				   "  far: stop\n"
				   "intervals:\n"
				   "  work: { from: in, to: out }\n"
				   "collect: from_start\n"
				   "until: { point: out }\n"
				   "limit: 1.5 min\n";
	struct gno_err err;

	ck_assert_msg(!load(text, &err), "%s: %s", err.text, faults.count ? faults.fault[0].text : "");
	ck_assert_uint_eq(faults.count, 0);
	ck_assert_str_eq(e->name, "e");
	ck_assert_str_eq(e->device, "tcp:127.0.0.1:7654");
	ck_assert_int_eq(e->mode, GNO_BUFFER_WRAP);
	ck_assert_uint_eq(e->after, 100);
	ck_assert(e->collect);
	ck_assert_uint_eq(e->limit_ms, 90000);
	ck_assert_uint_eq(e->points, 4);
	ck_assert_uint_eq(e->point[0].address[0], 0x1000);
	ck_assert_uint_eq(e->point[2].address[0], 0x1004);
	ck_assert_uint_eq(e->point[3].code, 4);
	ck_assert(e->point[0].on[0] && e->point[0].on[1] && !e->point[1].on[0] && e->point[1].on[1]);
	ck_assert_uint_eq(e->point[0].actions, 1);
	ck_assert_uint_eq(e->point[1].actions, 7);
	ck_assert_uint_eq(e->point[3].actions, 1u << GNO_ACT_STOP);
	ck_assert_uint_eq(e->intervals, 1);
	ck_assert_uint_eq(e->interval[0].to, 1);
	ck_assert(e->has_until && !e->until_on[0] && e->until_on[1]);
	ck_assert_uint_eq(e->tables[0].cell[GNO_TABLE_ACTIONS][2], 0); /* not on this node */
	ck_assert_uint_eq(e->tables[1].cell[GNO_TABLE_ACTIONS][2], 7);
	ck_assert_uint_eq(e->tables[1].classes[0], 3 + (unsigned)e->point[1].addresses - 0);
}
END_TEST

START_TEST(test_defaults)
{
	struct gno_err err;

	ck_assert_msg(!load("gnomon: 1\nmanifest: m.json\npoints: { a: { address: 4 } }\n", &err), "%s",
		      err.text);
	ck_assert_int_eq(e->mode, GNO_BUFFER_STREAM);
	ck_assert(e->collect && !e->has_until && !e->device);
	ck_assert_uint_eq(e->limit_ms, GNO_LIMIT_MS);
}
END_TEST

#define HEAD "gnomon: 1\nmanifest: m.json\nprogram: " PROGRAM "\n"
#define POINTS "points:\n  a: { address: 4 }\n  b: { address: 8 }\n"

static const struct {
	const char *text;
	unsigned line, column;
	const char *fault;
} bad[] = {
    {"", 0, 0, "the file is empty"},
    {"- a\n", 1, 1, "an experiment must be a mapping"},
    {"a: [\n", 2, 1, "not YAML: did not find expected node content"},
    {"manifest: m.json\n" POINTS, 0, 0, "'gnomon' is missing"},
    {"gnomon: 2\nmanifest: m.json\n" POINTS, 1, 9,
     "'gnomon' (the version of the format) must be a number from 1"},
    {"gnomon: 1\n" POINTS, 0, 0, "'manifest' is missing"},
    {"gnomon: 1\nmanifest: n.json\n" POINTS, 2, 11, "cannot open '"},
    {HEAD, 0, 0, "'points' is missing"},
    {HEAD "points: {}\n", 4, 9, "'points' has no points"},
    {HEAD "points: [a]\n", 4, 9, "'points' must be a mapping"},
    {HEAD POINTS "intervalls: {}\n", 7, 1,
     "unknown key 'intervalls' in an experiment; did you mean 'intervals'?"},
    {HEAD POINTS "xyzzy: {}\n", 7, 1, "unknown key 'xyzzy' in an experiment"},
    {HEAD POINTS "gnomon: 1\n", 7, 1, "key 'gnomon' is there twice, first in line 1"},
    {HEAD "points:\n  a: { address: 4 }\n  a: { address: 8 }\n", 6, 3, "'a' is there twice, first in line 5"},
    {HEAD "points:\n  2a: { address: 4 }\n", 5, 3, "a name in 'points' must begin with a letter"},
    {HEAD "points:\n  a: { adress: 4 }\n", 5, 8, "unknown key 'adress' in a point; did you mean 'address'?"},
    {HEAD "points:\n  a: { }\n", 5, 6,
     "point 'a' must have one of 'entry', 'return', 'address' and 'symbol'"},
    {HEAD "points:\n  a: { entry: work, address: 4 }\n", 5, 6, "point 'a' must have one of"},
    {HEAD "points:\n  a: { entry: work, offset: 4 }\n", 5, 29, "'offset' goes with 'symbol' only"},
    {HEAD "points:\n  a: { address: 0x100000000 }\n", 5, 17,
     "an address must be a number from 0 to 4294967295"},
    {HEAD "points:\n  a: { entry: wrok }\n", 5, 3,
     "function 'wrok' of point 'a' is not in '" PROGRAM "'; did you mean 'work'?"},
    {HEAD "points:\n  a: { return: _start }\n", 5, 3, "function '_start' of point 'a' never returns"},
    {HEAD "points:\n  a: { symbol: work, offset: 4000 }\n", 5, 3,
     "offset 4000 of point 'a' is beyond function 'work'"},
    {"gnomon: 1\nmanifest: m.json\npoints:\n  a: { entry: work }\n", 4, 15,
     "point 'a' names a function, but there is no 'program'"},
    {"gnomon: 1\nmanifest: m.json\nprogram: m.json\npoints:\n  a: { entry: work }\n", 3, 10,
     "not an ELF file"},
    {HEAD "points:\n  a: { address: 4, nodes: [core0, cor1] }\n", 5, 35,
     "monitor 'model' has no node 'cor1'; did you mean 'core"},
    {HEAD "points:\n  a: { address: 4, nodes: [] }\n", 5, 27, "'nodes' must be 'all' or a list of nodes"},
    {HEAD POINTS "actions: { c: record }\n", 7, 12, "there is no point 'c'"},
    {HEAD POINTS "actions: { a: [recrod] }\n", 7, 16,
     "unknown action 'recrod': known is record, sample, reset, start, stop"},
    {HEAD POINTS "intervals: { i: { from: a } }\n", 7, 14, "interval 'i' has no 'to'"},
    {HEAD POINTS "actions: { a: [sample] }\nintervals: { i: { from: a, to: b } }\n", 8, 25,
     "interval 'i' can never be measured: point 'a' is not recorded"},
    {HEAD POINTS "collect: sometimes\n", 7, 10,
     "unknown 'collect' 'sometimes': known is from_start, on_event"},
    {HEAD POINTS "collect: on_event\n", 7, 10, "nothing would ever be recorded"},
    {HEAD POINTS "buffer: ring\n", 7, 9, "unknown buffer mode 'ring': known is stream, fill, wrap"},
    {HEAD POINTS "buffer: { wrap: { after: 1024 } }\n", 7, 26, "'after' must be a number from 0 to 1023"},
    {HEAD POINTS "until: { nodes: all }\n", 7, 8, "'until' has no 'point'"},
    {HEAD POINTS "limit: soon\n", 7, 8, "'limit' is no duration up to 24 days: 'soon'"},
    {HEAD POINTS "limit: 60\n", 7, 8, "'limit' is no duration"},
};

START_TEST(test_each_fault_has_its_place)
{
	struct gno_err err;
	size_t i;

	ck_assert_int_eq(load(bad[_i].text, &err), GNO_ERR_FORMAT);
	ck_assert_ptr_null(e);
	ck_assert_ptr_nonnull(strstr(err.text, "fault"));
	for (i = 0; i < faults.count; i++)
		if (!strncmp(faults.fault[i].text, bad[_i].fault, strlen(bad[_i].fault)) &&
		    faults.fault[i].line == bad[_i].line && faults.fault[i].column == bad[_i].column)
			return;
	for (i = 0; i < faults.count; i++)
		printf("%u:%u: %s\n", faults.fault[i].line, faults.fault[i].column, faults.fault[i].text);
	ck_abort_msg("not told: %u:%u: %s", bad[_i].line, bad[_i].column, bad[_i].fault);
}
END_TEST

START_TEST(test_all_faults_are_told_at_once)
{
	struct gno_err err;

	ck_assert_int_eq(
	    load(HEAD
		 "points:\n  a: { entry: no_such }\n  b: { adress: 4 }\n  c: { address: 4, nodes: core9 }\n"
		 "intervals:\n  i: { from: a, to: d }\nlimit: 1 year\nbufer: fill\n",
		 &err),
	    GNO_ERR_FORMAT);
	ck_assert_uint_eq(faults.errors, 7);
	ck_assert_ptr_nonnull(strstr(err.text, "has 7 faults"));
}
END_TEST

START_TEST(test_too_many_points)
{
	char text[4096];
	struct gno_err err;
	size_t len;
	int i;

	len = (size_t)sprintf(text, "gnomon: 1\nmanifest: m.json\npoints:\n");
	for (i = 0; i < 16; i++)
		len += (size_t)sprintf(text + len, "  p%d: { address: %d }\n", i, 4 * i);
	ck_assert_int_eq(load(text, &err), GNO_ERR_FIT);
	ck_assert_uint_eq(faults.count, 1); /* the nodes are alike, so it is said once */
	ck_assert_uint_eq(faults.fault[0].line, 19);
	ck_assert_str_eq(faults.fault[0].text,
			 "node 'core0' can tell 15 events and there are 16 points in the "
			 "experiment; too many are 'p15'");
}
END_TEST

/* A function with 16 returns that all lie differently needs as many classes. */
START_TEST(test_too_many_classes)
{
	struct gno_err err;

	ck_assert_int_eq(load("gnomon: 1\nmanifest: m.json\nprogram: " TEST_DATA "/many.elf\n"
			      "points:\n  a: { address: 0x800004 }\n  out: { return: many }\n",
			      &err),
			 GNO_ERR_FIT);
	ck_assert_uint_eq(faults.count, 1);
	ck_assert_uint_eq(faults.fault[0].line, 6);
	ck_assert_str_eq(
	    faults.fault[0].text,
	    "the points do not fit into node 'core0': chunk 0 (bits 9..0) needs 17 classes and has 15; "
	    "what comes before still fits, too many are 'out'");
}
END_TEST

START_TEST(test_a_word_of_two_points_goes_to_the_first)
{
	struct gno_err err;

	ck_assert_int_eq(load(HEAD "points:\n  a: { address: 4 }\n  b: { address: 4 }\n", &err), 0);
	ck_assert_uint_eq(faults.count, 1);
	ck_assert_uint_eq(faults.errors, 0);
	ck_assert(faults.fault[0].warning);
	ck_assert_uint_eq(faults.fault[0].line, 6);
	ck_assert_ptr_nonnull(
	    strstr(faults.fault[0].text, "address 0x00000004 of point 'b' is that of point 'a'"));
}
END_TEST

START_TEST(test_overrides)
{
	struct gno_err err;

	folder_write(&folder, "e.yaml", "gnomon: 1\nmanifest: nowhere.json\ndevice: tcp:a:1\n" POINTS);
	ck_assert_int_eq(gno_experiment_load(folder_path(&folder, "e.yaml"), folder_path(&folder, "m.json"),
					     "tcp:b:2", &e, &faults, &err),
			 0);
	ck_assert_str_eq(e->device, "tcp:b:2");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("experiment");
	TCase *tests = tcase_create("experiment");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, test_a_good_experiment);
	tcase_add_test(tests, test_defaults);
	tcase_add_loop_test(tests, test_each_fault_has_its_place, 0, (int)(sizeof(bad) / sizeof(bad[0])));
	tcase_add_test(tests, test_all_faults_are_told_at_once);
	tcase_add_test(tests, test_too_many_points);
	tcase_add_test(tests, test_too_many_classes);
	tcase_add_test(tests, test_a_word_of_two_points_goes_to_the_first);
	tcase_add_test(tests, test_overrides);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
