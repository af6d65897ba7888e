/* SPDX-License-Identifier: Apache-2.0 */

/* Every key that names a place in a program, with names that are not there: one fault, at its
 * place. */

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiment_fixture.h"
#include "tests/suite.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))
#define PROGRAM TEST_DATA "/named.elf"
#define POINT_LINE 5
#define LONG_NAME 300 /* characters; longer than any name that a suggestion is searched for */

static void setup(void)
{
	ex_setup();
	ex.model.triggers = true;
	ex_write_manifest("t.json");
}

/* A key that names a place, a name that is nearly right, and the right one. */
static const struct {
	const char *form; /* of the point; %s is the name */
	const char *typo, *right;
} keys[] = {
    {"entry: %s", "pahse", "phase"},
    {"entry: %s", "plian", "plain"},
    {"return: %s", "phas", "phase"},
    {"symbol: %s", "conter", "counter"},
    {"symbol: %s, offset: 4", "plin", "plain"},
    {"source: %s:8", "naned.c", "named.c"},
    {"access: %s", "countre", "counter"},
    {"point: %s", "halfwya", "halfway"},
    {"os: entry, at: %s", "phsae", "phase"},
    {"match: pc == %s", "phaze", "phase"},
    {"match: \"not pc in 4, %s\"", "phaze", "phase"},
};

/* What else is wrong with a name, as YAML; another test covers the fault's text. */
static const char *const wrong[] = {
    "\"\"", "[phase]", "[]",	      "{}",	   "{ phase: plain }",
    "~",    "7",       "\"\\e[31m\"", "\"a\\nb\"", "'%s%n'",
};

/* Where the point is to be, and what hangs on it. */
static const char *const nodes[] = {"", ", nodes: core0", ", nodes: [core0, core1]",
				    ", nodes: all"};
static const char *const uses[] = {
    "",
    "actions: { a: [record, stop] }\nintervals: { i: { from: a, to: b } }\n",
    "until: { point: a, nodes: [core1] }\n",
    "sequences: { s: a then b unless c, t: strictly a then b, u: b then a }\n",
    "sequences: { s: { steps: strictly b then a, nodes: all } }\n",
    "watchdog: { event: a, after: 100 }\n",
};

/* Loads an experiment whose point 'a' is described so; all faults must be in its line. */
static void load(const char *point, const char *use)
{
	static const char frame[] = "gnomon: 1\nmanifest: t.json\nprogram: " PROGRAM "\npoints:\n"
				    "  a: { %s }\n  b: { address: 4 }\n  c: { address: 8 }\n%s";
	struct gno_err err;
	char *text = NULL;

	ck_assert_int_ge(asprintf(&text, frame, point, use), 0);
	ck_assert_msg(ex_load(text, &err) == GNO_ERR_FORMAT, "%s", text);
	for (size_t i = 0; i < ex.faults.count; i++)
		ck_assert_msg(ex.faults.fault[i].line == POINT_LINE, "%s%u: %s", text,
			      ex.faults.fault[i].line, ex.faults.fault[i].text);
	ck_assert_uint_ge(ex.faults.errors, 1);
	free(text);
}

/* The text of the point, with a name; the caller's. */
static char *point_of(size_t key, const char *name, const char *where)
{
	char *point = NULL, *whole = NULL;

	ck_assert_int_ge(asprintf(&point, keys[key].form, name), 0);
	ck_assert_int_ge(asprintf(&whole, "%s%s", point, where), 0);
	free(point);
	return whole;
}

START_TEST(test_a_typo_is_told_with_the_nearest_name)
{
	for (size_t n = 0; n < COUNT(nodes); n++) {
		for (size_t u = 0; u < COUNT(uses); u++) {
			char *point = point_of((size_t)_i, keys[_i].typo, nodes[n]);
			char hint[64];

			load(point, uses[u]);
			snprintf(hint, sizeof(hint), "; did you mean '%s'?", keys[_i].right);
			ck_assert_uint_eq(ex.faults.errors, 1);
			ck_assert_msg(strstr(ex.faults.fault[0].text, hint) != NULL, "%s: %s",
				      point, ex.faults.fault[0].text);
			free(point);
		}
	}
}
END_TEST

START_TEST(test_what_is_no_name_is_a_fault_of_its_line)
{
	for (size_t w = 0; w < COUNT(wrong); w++) {
		for (size_t n = 0; n < COUNT(nodes); n++) {
			for (size_t u = 0; u < COUNT(uses); u++) {
				char *point = point_of((size_t)_i, wrong[w], nodes[n]);

				/* "match" is a text, so that a name inside can hold no other value
				 */
				if (!strchr(keys[_i].form, '"') &&
				    strncmp(keys[_i].form, "match", 5) &&
				    strncmp(keys[_i].form, "source", 6))
					load(point, uses[u]);
				free(point);
			}
		}
	}
}
END_TEST

START_TEST(test_a_long_name_is_a_fault_without_a_hint)
{
	char name[LONG_NAME + 1];
	char *point;

	memset(name, 'x', LONG_NAME);
	name[LONG_NAME] = '\0';
	point = point_of((size_t)_i, name, nodes[1]);
	load(point, uses[0]);
	ck_assert_ptr_null(strstr(ex.faults.fault[0].text, "did you mean"));
	free(point);
}
END_TEST

START_TEST(test_plain_labels_are_found)
{
	static const char text[] =
	    "gnomon: 1\nmanifest: t.json\nprogram: " PROGRAM
	    "\npoints: { a: { entry: plain, nodes: core0 }, b: { symbol: plain } }\n";
	struct gno_err err;

	ex_must(ex_load(text, &err), &err);
	ck_assert_uint_eq(ex.p->point[0].address[0], ex.p->point[1].address[0]);
	load("return: plain, nodes: core0", uses[1]);
	ck_assert_msg(strstr(ex.faults.fault[0].text, "'plain' is a label in '") != NULL, "%s",
		      ex.faults.fault[0].text);
	load("access: plain, nodes: core0", uses[1]);
	ck_assert_msg(strstr(ex.faults.fault[0].text, "is code, not data") != NULL, "%s",
		      ex.faults.fault[0].text);
}
END_TEST

int main(void)
{
	return run_tests("places of programs", setup, ex_teardown,
			 TESTS({test_a_typo_is_told_with_the_nearest_name, COUNT(keys)},
			       {test_what_is_no_name_is_a_fault_of_its_line, COUNT(keys)},
			       {test_a_long_name_is_a_fault_without_a_hint, COUNT(keys)},
			       {test_plain_labels_are_found}));
}
