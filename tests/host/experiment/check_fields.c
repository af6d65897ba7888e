/* SPDX-License-Identifier: Apache-2.0 */

/* Where the points of an experiment are looked for: fields by their kind and unit, and the nodes of
 * a file. */

#include <check.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiment_fixture.h"
#include "tests/suite.h"

#define PROGRAM TEST_DATA "/program.elf" /* `work` is at 0x1000 */
#define HEAD "gnomon: 1\nmanifest: k.json\nprogram: " PROGRAM "\n"

/* The manifest of a model whose fields are pc, write and tag, with field `at` of all nodes changed
 * by `what`. */
static void write_manifest(unsigned at, json_t *what)
{
	json_t *root, *nodes;
	size_t count;
	char *text;

	ex.model.triggers = true;
	ex.model.fields = true;
	text = model_manifest(&ex.model);
	root = json_loads(text, 0, NULL);
	free(text);
	nodes = json_object_get(root, "nodes");
	count = json_array_size(nodes);
	ck_assert_uint_gt(count, 1);
	for (size_t k = 0; k < count; k++) {
		json_t *watch = json_object_get(json_array_get(nodes, k), "watch");

		json_object_update(json_array_get(json_object_get(watch, "fields"), at), what);
	}
	text = json_dumps(root, 0);
	folder_write(&ex.folder, "k.json", text);
	free(text);
	json_decref(root);
	json_decref(what);
}

/* A point of a program is refused where the only wide field is no program counter, and `field`
 * overrules. */
START_TEST(test_a_place_in_a_program_needs_a_program_counter)
{
	static const char *const points[] = {"entry: work", "return: work", "symbol: work",
					     "address: 0x1000"};
	struct gno_err err;
	char text[400];

	write_manifest(0, json_pack("{s:s}", "kind", "data"));
	for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++) {
		snprintf(text, sizeof(text), HEAD "points:\n  a: { %s }\n", points[i]);
		ck_assert_int_eq(ex_load(text, &err), GNO_ERR_FORMAT);
		ck_assert_uint_eq(ex.faults.count, 1);
		ex_expect_fault(5, (unsigned)(8 + strcspn(points[i], " ") + 1),
				"no node watches a field of kind 'pc' for point 'a'", false);
		snprintf(text, sizeof(text), HEAD "points:\n  a: { %s, nodes: core1 }\n",
			 points[i]);
		ck_assert_int_eq(ex_load(text, &err), GNO_ERR_FORMAT);
		ex_expect_fault(
		    5, (unsigned)(8 + strcspn(points[i], " ") + 1),
		    "node 'core1', where point 'a' is to be, watches no field of kind 'pc'", false);
		snprintf(text, sizeof(text), HEAD "points:\n  a: { %s, field: pc }\n", points[i]);
		ex_must(ex_load(text, &err), &err);
		ck_assert_int_eq(ex.p->point[0].code[0], 1);
	}
}
END_TEST

START_TEST(test_two_fields_of_a_kind_ask_for_a_name)
{
	struct gno_err err;

	write_manifest(2, json_pack("{s:s}", "kind", "pc"));
	ck_assert_int_eq(ex_load(HEAD "points:\n  a: { entry: work }\n", &err), GNO_ERR_FORMAT);
	ex_expect_fault(5, 15,
			"point 'a': node 'core0' watches two fields of kind 'pc', 'pc' and 'tag'",
			false);
	ex_must(ex_load(HEAD "points:\n  a: { entry: work, field: pc }\n", &err), &err);
}
END_TEST

/* Word 0x1000 / 16 of the field is the later word of a strict sequence, where it can be seen. */
START_TEST(test_addresses_are_divided_by_the_unit)
{
	static const char sequence[] =
	    "  b: { match: pc == 0x20 }\nsequences: { s: strictly b then a }\n";
	const struct gno_pattern_table *words;
	struct gno_err err;
	char text[400];

	write_manifest(0, json_pack("{s:i}", "unit", 16));
	snprintf(text, sizeof(text),
		 HEAD "points:\n  a: { match: pc == work and not write and not tag }\n%s",
		 sequence);
	ex_must(ex_load(text, &err), &err);
	words = ex_table(0, "words");
	ck_assert_uint_eq(words->cell[0],
			  0x1000 / 16 >> 2); /* the field leaves out its two lowest bits */
	ck_assert_uint_eq(words->cell[1], 0);
	ex_must(ex_load(HEAD "points:\n  a: { entry: work }\n  b: { match: pc == 0x100 }\n", &err),
		&err);
	ex_expect_fault(6, 3, "point 'b' never happens at node 'core0'", true);
	ck_assert_int_eq(ex_load(HEAD "points:\n  a: { symbol: work, offset: 4 }\n", &err),
			 GNO_ERR_FORMAT);
	ex_expect_fault(
	    5, 16, "point 'a': 0x00001004 is not a multiple of 16 bytes, the unit of 'pc'", false);
	ck_assert_int_eq(ex_load(HEAD "points:\n  a: { match: pc == work+4 }\n", &err),
			 GNO_ERR_FORMAT);
	ex_expect_fault(5, 21, "point 'a': 0x1004 is not a multiple of 16 bytes, the unit of 'pc'",
			false);
}
END_TEST

/* A test of a field with a qualifier is false where that is 0: of two words, one is left to the
 * next point. */
START_TEST(test_a_qualifier_takes_part)
{
	struct gno_err err;

	write_manifest(0, json_pack("{s:s}", "when", "write"));
	ex_must(ex_load(HEAD "points:\n  a: { entry: work }\n  b: { match: not write }\n", &err),
		&err);
	ck_assert_uint_eq(ex.faults.count, 0);
	ex_must(ex_load(HEAD "points:\n  a: { match: not write }\n  b: { entry: work }\n", &err),
		&err);
	ck_assert_uint_eq(ex.faults.count, 0);
	ex_must(ex_load(HEAD "points:\n  a: { match: write }\n  b: { entry: work }\n", &err), &err);
	ck_assert_uint_eq(ex.faults.count,
			  1); /* no word is left for b: where pc counts, write is 1 */
	ck_assert_int_eq(ex_load(HEAD "points:\n  a: { match: pc == 4 and not write }\n", &err),
			 GNO_ERR_FORMAT);
	ex_expect_fault(5, 15, "point 'a': never matches", false);
}
END_TEST

/* What names no nodes is at those of the file; what names some is there. */
START_TEST(test_nodes_of_a_file)
{
	struct gno_err err;

	write_manifest(0, json_object());
	ex_must(
	    ex_load(
		HEAD
		"nodes: core1\npoints:\n  a: { entry: work }\n  b: { address: 4, nodes: core0 }\n"
		"sequences: { s: a then a }\ntimer: { every: 100 }\nwatchdog: { event: a, after: 9 }\n"
		"port: { actions: [record, mark] }\nuntil: { point: a }\n",
		&err),
	    &err);
	ck_assert_uint_eq(ex.faults.count, 0);
	ck_assert_int_eq(ex.p->point[0].code[0], -1);
	ck_assert_int_eq(ex.p->point[0].code[1], 1);
	ck_assert_int_eq(ex.p->point[1].code[0], 1);
	ck_assert_int_eq(ex.p->point[1].code[1], -1);
	for (size_t i = 2; i < ex.p->points; i++) {
		ck_assert_int_eq(ex.p->point[i].code[0], -1);
		ck_assert_int_ge(ex.p->point[i].code[1], 0);
	}
	ck_assert(!ex.p->until_on[0] && ex.p->until_on[1]);
	ck_assert_int_eq(
	    ex_load(HEAD "nodes: [core1, core7]\npoints:\n  a: { entry: work }\n", &err),
	    GNO_ERR_FORMAT);
	ex_expect_fault(4, 16, "monitor 'model' has no node 'core7'", false);
	ck_assert_int_eq(ex_load(HEAD "nodes: []\npoints:\n  a: { entry: work }\n", &err),
			 GNO_ERR_FORMAT);
	ex_expect_fault(4, 8, "'nodes' must be 'all' or a list of nodes", false);
}
END_TEST

int main(void)
{
	return run_tests("fields", ex_setup, ex_teardown,
			 TESTS({test_a_place_in_a_program_needs_a_program_counter},
			       {test_two_fields_of_a_kind_ask_for_a_name},
			       {test_addresses_are_divided_by_the_unit},
			       {test_a_qualifier_takes_part}, {test_nodes_of_a_file}));
}
