/* SPDX-License-Identifier: Apache-2.0 */

/* Functions of a program as points: what their names are, and what is said of those whose entry or
 * returns tell less than it seems. */

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "experiment_fixture.h"
#include "tests/suite.h"

START_TEST(test_branch_out_is_stated)
{
	ex_must_load(EX_OF("leaves.elf") "points: { a: { return: other } }\n");
	ex_expect_fault(
	    4, 11,
	    "1 conditional jump of function 'other' of point 'a' leads out of it; where they are taken, that return is not seen",
	    true);
	ck_assert_uint_eq(ex_point("a")->addresses, 2);
	ex_must_load(EX_OF("leaves.elf") "points: { a: { return: step } }\n");
	ck_assert_uint_eq(ex.faults.count, 0);
	ck_assert_uint_eq(ex_point("a")->addresses, 4);
}
END_TEST

/* A cold part is no function of its own that calls and returns. */
START_TEST(test_calls_of_a_function_in_parts)
{
	ex_must_load(EX_OF("leaves.elf") "calls: 'step*'\n");
	ck_assert(ex_point("step.entry") && ex_point("step.return") && ex_point("stepper.entry"));
	ck_assert(ex_point("stepping.cold.entry"));
	ck_assert(!ex_point("step.cold.entry") && !ex_point("step.cold.1.entry"));
}
END_TEST

START_TEST(test_overlay_is_stated)
{
	static const char *const points[] = {"{ entry: draw }", "{ return: sound }",
					     "{ symbol: draw, offset: 4 }"};

	for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++) {
		char text[512];

		snprintf(text, sizeof(text), EX_OF("overlay.elf") "points: { a: %s }\n", points[i]);
		ex_must_load(text);
		ex_expect_fault(4, 11, "point 'a' lies at 0x0000800", true);
		ck_assert_ptr_nonnull(strstr(ex.faults.fault[0].text,
					     "also fires while another one is loaded there"));
	}
	ex_must_load(EX_OF("overlay.elf") "points: { a: { entry: _start } }\n");
	ck_assert_uint_eq(ex.faults.count, 0);
}
END_TEST

START_TEST(test_position_independent_is_stated)
{
	struct gno_err err;
	char data[65536], text[512];
	FILE *f = fopen(TEST_DATA "/returns.elf", "rb");
	size_t len = fread(data, 1, sizeof(data), f);

	fclose(f);
	data[16] = 3; /* ET_DYN */
	f = fopen(folder_path(&ex.folder, "moves.elf"), "wb");
	ck_assert_uint_eq(fwrite(data, 1, len, f), len);
	fclose(f);
	ck_assert_int_eq(
	    ex_load(
		"gnomon: 1\nmanifest: m.json\nprogram: moves.elf\npoints: { a: { entry: plain } }\n",
		&err),
	    GNO_ERR_FORMAT);
	snprintf(text, sizeof(text), "'%s' is position-independent: say where it is loaded",
		 folder_path(&ex.folder, "moves.elf"));
	ex_expect_fault(3, 10, text, false);
}
END_TEST

/* A point is where the symbol of that name is, whichever form of the name stands there. */
START_TEST(test_names)
{
	static const char *const forms[][2] = {
	    {"entry: 'net::Queue::pop(int)'", "entry: _ZN3net5Queue3popEi"},
	    {"return: 'net::Queue::size'", "return: _ZNK3net5Queue4sizeEv"},
	    {"entry: 'one.c:first_twin'", "entry: first_twin"},
	    {"entry: copied", "entry: copied.constprop.0"},
	    {"symbol: 'net::Queue::size', offset: 2", "symbol: _ZNK3net5Queue4sizeEv, offset: 2"},
	    {"match: 'pc == \"fw/one.c:first_twin\" + 2'", "symbol: first_twin, offset: 2"},
	    {"os: entry, at: 'net::Queue::size+2'", "os: entry, at: _ZNK3net5Queue4sizeEv+2"},
	};
	char text[512];

	snprintf(text, sizeof(text), EX_OF("names.elf") "points: { a: { %s }, b: { %s } }\n",
		 forms[_i][0], forms[_i][1]);
	ex_must_load(text);
	if (!strncmp(forms[_i][0], "match", 5)) { /* all its words are those of the other */
		ck_assert_ptr_nonnull(strstr(ex.faults.fault[0].text, "point 'b'"));
		return;
	}
	ck_assert_uint_eq(ex_point("a")->addresses, ex_point("b")->addresses);
	ck_assert_uint_eq(ex_point("a")->address[0], ex_point("b")->address[0]);
}
END_TEST

/* Points of 'calls' keep names that a point can have; what they are of has its own. */
START_TEST(test_calls_by_name)
{
	ex_must_load(EX_OF("names.elf") "points: { mine: { entry: 'net::Queue::pop(int)' } }\n"
					"calls: ['net::Queue::pop', 'one.c:init', '!twice']\n");
	ck_assert(!ex_point("_ZN3net5Queue3popEi.entry"));
	ck_assert_str_eq(ex_point("mine")->called->name, "net::Queue::pop(int)");
	ck_assert_str_eq(ex_point("_ZN3net5Queue3popEc.entry")->called->name,
			 "net::Queue::pop(char)");
	ck_assert(ex_point("init.entry") && ex_point("init.return"));
	ck_assert_uint_eq(ex.p->points, 6);
	ex_must_load(EX_OF("names.elf") "calls: init\n");
	ck_assert_uint_eq(ex.p->points, 4);
}
END_TEST

/* Where a function is inlined, it is neither entered nor left. */
START_TEST(test_inlined_is_stated)
{
	struct gno_err err;

	ex_must_load(EX_OF("inlined.elf") "points: { a: { entry: push }, b: { return: push } }\n");
	ex_expect_fault(4, 11, "function 'push' of point 'a' is also inlined at 3 places", true);
	ex_expect_fault(4, 31, "function 'push' of point 'b' is also inlined at 3 places", true);
	ex_must_load(EX_OF("inlined.elf") "calls: [called, push]\n");
	ex_expect_fault(4, 17, "'calls': function 'push' is also inlined at 3 places", true);
	ck_assert_uint_eq(ex.faults.count, 1);
	ex_must_load(EX_OF("inlined.elf") "calls: '*'\n");
	ck_assert_uint_eq(ex.faults.count, 0);
	ck_assert_int_eq(ex_load(EX_OF("inlined.elf") "points: { a: { entry: only } }\n", &err),
			 GNO_ERR_FORMAT);
	ex_expect_fault(4, 23, "point 'a': function 'only' has no code of its own in '", false);
	ck_assert_int_eq(ex_load(EX_OF("inlined.elf") "calls: only\n", &err), GNO_ERR_FORMAT);
	ex_expect_fault(4, 8, "'calls': function 'only' has no code of its own in '", false);
}
END_TEST

/* A copy has the calls that the function itself has not. */
START_TEST(test_copy_is_stated)
{
	ex_must_load(EX_OF("names.elf") "points: { a: { entry: kept }, b: { entry: copied } }\n");
	ex_expect_fault(4, 11, "function 'kept' of point 'a' has a copy 'kept.lto_priv.3'", true);
	ck_assert_uint_eq(ex.faults.count, 1);
}
END_TEST

int main(void)
{
	return run_tests("functions", ex_setup_plain, ex_teardown,
			 TESTS({test_branch_out_is_stated}, {test_calls_of_a_function_in_parts},
			       {test_overlay_is_stated}, {test_inlined_is_stated},
			       {test_copy_is_stated}, {test_position_independent_is_stated},
			       {test_names, 7}, {test_calls_by_name}));
}
