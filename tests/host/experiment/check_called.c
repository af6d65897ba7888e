/* SPDX-License-Identifier: Apache-2.0 */
/* The key 'calls': entries and returns of many functions as points, and what the pattern file keeps
 * of the functions. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "experiment_fixture.h"
#include "tests/suite.h"

/* A point of the function `name` that lies at those addresses. */
static void expect(const char *name, const char *function, const char *what, uint32_t first,
		   size_t addresses)
{
	const struct gno_pattern_point *p = ex_point(name);

	ck_assert_msg(p && p->called, "no '%s'", name);
	ck_assert_str_eq(p->called->name, function);
	ck_assert_str_eq(p->what, what);
	ck_assert_uint_eq(p->addresses, addresses);
	ck_assert_uint_eq(p->address[0], first);
}

static const char *const both = EX_OF("program.elf") "calls: \"*\"\n";

/* Addresses as objdump shows them: work returns once, _start never. */
START_TEST(test_all_functions)
{
	ex_must_load(both);
	ck_assert_uint_eq(ex.p->points, 3);
	expect("work.entry", "work", "entry", 0x1000, 1);
	expect("work.return", "work", "return", 0x101c, 1);
	expect("_start.entry", "_start", "entry", 0x101e, 1);
	ck_assert_uint_eq(ex_point("work.return")->called->address, 0x1000);
	ck_assert(strstr(ex_point("work.entry")->called->file, "program.c"));
	ck_assert_uint_eq(ex_point("work.entry")->called->line, 4);
	ck_assert(!ex_point("work.entry")->called->loops &&
		  !ex_point("work.entry")->called->at_once);
	ck_assert_uint_eq(ex_point("work.entry")->actions, 1u << GNO_ACT_RECORD);
}
END_TEST

START_TEST(test_some_functions)
{
	ex_must_load(EX_OF("program.elf") "calls: { functions: [w*], nodes: core1 }\n");
	ck_assert_uint_eq(ex.p->points, 2);
	ck_assert_int_eq(ex_point("work.entry")->code[0], -1);
	ck_assert_int_gt(ex_point("work.entry")->code[1], 0);
	ex_must_load(EX_OF("program.elf") "calls: ['*', '!work']\n");
	ck_assert_uint_eq(ex.p->points, 1);
	ck_assert(ex_point("_start.entry"));
	/* wherever it stands */
	ex_must_load(EX_OF("program.elf") "calls: ['!_*', '*']\n");
	ck_assert_uint_eq(ex.p->points, 2);
}
END_TEST

/* A point of the file is not made once more, but it is known whose it is. */
START_TEST(test_beside_points)
{
	ex_must_load(
	    EX_OF("program.elf") "points: { mine: { entry: work }, half: { symbol: work } }\n"
				 "calls: work\n");
	ck_assert_uint_eq(ex.p->points, 3);
	expect("mine", "work", "entry", 0x1000, 1);
	expect("work.return", "work", "return", 0x101c, 1);
	ck_assert(!ex_point("half")->called);
}
END_TEST

/* returns.S has one function of each kind. */
START_TEST(test_kinds_of_functions)
{
	ex_must_load(EX_OF("returns.elf") "calls: [tail, loop, call, short]\n");
	ck_assert(ex_point("tail.entry")->called->at_once && !ex_point("tail.return"));
	ck_assert(ex_point("loop.entry")->called->loops && !ex_point("loop.return"));
	ck_assert(!ex_point("call.entry")->called->loops &&
		  !ex_point("call.entry")->called->at_once);
	expect("call.return", "call", "return", 0x1088, 1);
	ck_assert(ex_point("short.entry")->called->loops);
	ex_must_load(EX_OF("returns.elf") "calls: [plain, sizeless]\n");
	ck_assert(!ex_point("sizeless.entry"));
	expect("plain.return", "plain", "return", 0x1008, 2);
	ex_expect_fault(4, 8, "'calls': 1 function has no size in the program", true);
}
END_TEST

START_TEST(test_survives_the_pattern_file)
{
	struct gno_pattern_file *p;
	struct gno_err err;

	ex_must_load(EX_OF("returns.elf") "calls: [tail, short]\n");
	ck_assert_msg(!gno_pattern_file_write(folder_path(&ex.folder, "p.json"), ex.p, &err), "%s",
		      err.text);
	ck_assert_msg(!gno_pattern_file_read(folder_path(&ex.folder, "p.json"), &p, &err), "%s",
		      err.text);
	gno_pattern_file_free(ex.p);
	ex.p = p;
	ck_assert(ex_point("tail.entry")->called->at_once &&
		  !ex_point("tail.entry")->called->loops);
	ck_assert(ex_point("short.entry")->called->loops && !ex_point("short.entry")->called->file);
	expect("short.return", "short", "return", 0x1094, 3);
	ex_must_load("gnomon: 1\nmanifest: m.json\npoints: { a: { address: 4 } }\n");
	ck_assert(!ex.p->point[0].called);
}
END_TEST

START_TEST(test_faults)
{
	static const struct {
		const char *text;
		unsigned line, column;
		const char *fault;
	} faults[] = {
	    {EX_OF("program.elf") "calls: [work, wrok]\n", 4, 15,
	     "'calls': '" TEST_DATA "/program.elf' has no function 'wrok'; did you mean 'work'?"},
	    {EX_OF("program.elf") "calls: '!work'\n", 4, 8, "'calls' names no function"},
	    {EX_OF("program.elf") "calls: []\n", 4, 8, "'calls' names no function"},
	    {EX_OF("program.elf") "calls: { nodes: core0 }\n", 4, 8, "'calls' has no 'functions'"},
	    {EX_OF("program.elf") "calls: { functions: work, depth: 3 }\n", 4, 27,
	     "unknown key 'depth'"},
	    {EX_OF("program.elf") "calls: { functions: work, field: data }\n", 4, 34, ""},
	    {"gnomon: 1\nmanifest: m.json\ncalls: work\n", 3, 8,
	     "'calls' names functions of a program, but there is no 'program'"},
	};
	struct gno_err err;

	ck_assert_int_eq(ex_load(faults[_i].text, &err), GNO_ERR_FORMAT);
	ex_expect_fault(faults[_i].line, faults[_i].column, faults[_i].fault, false);
}
END_TEST

int main(void)
{
	return run_tests("called", ex_setup_plain, ex_teardown,
			 TESTS({test_all_functions}, {test_some_functions}, {test_beside_points},
			       {test_kinds_of_functions}, {test_survives_the_pattern_file},
			       {test_faults, 7}));
}
