/* SPDX-License-Identifier: Apache-2.0 */
/* Intervals that are those of a function, and addresses of the program in strict sequences. */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiment_fixture.h"
#include "tests/suite.h"

/* An interval has that name and those points. */
static void expect(size_t i, const char *name, const char *from, const char *to)
{
	ck_assert_uint_gt(ex.p->intervals, i);
	ck_assert_str_eq(ex.p->interval[i].name, name);
	ck_assert_str_eq(ex.p->point[ex.p->interval[i].from].name, from);
	ck_assert_str_eq(ex.p->point[ex.p->interval[i].to].name, to);
}

/* Addresses as objdump shows them. The points can be named as all others. */
START_TEST(test_makes_its_points)
{
	ex_must_load(EX_OF("program.elf") "intervals: { busy: { function: work } }\n"
					  "actions: { busy.entry: [record, reset] }\n"
					  "until: { point: busy.return }\n"
					  "limits: [max(busy) < 400 cycles]\n");
	ck_assert_uint_eq(ex.faults.count, 0);
	ck_assert_uint_eq(ex.p->points, 2);
	ck_assert_uint_eq(ex.p->intervals, 1);
	expect(0, "busy", "busy.entry", "busy.return");
	ck_assert_uint_eq(ex_point("busy.entry")->address[0], 0x1000);
	ck_assert_uint_eq(ex_point("busy.return")->address[0], 0x101c);
	ck_assert_str_eq(ex_point("busy.entry")->what, "entry");
	ck_assert_str_eq(ex_point("busy.return")->what, "return");
	ck_assert_str_eq(ex_point("busy.return")->called->name, "work");
	ck_assert_int_gt(ex_point("busy.entry")->code[1], 0);
	/* all returns of a function */
	ex_must_load(EX_OF("returns.elf") "intervals: { p: { function: plain } }\n");
	ck_assert_uint_eq(ex_point("p.return")->addresses, 2);
}
END_TEST

/* Points that are there already are taken, also where two intervals are those of one function. */
START_TEST(test_takes_points)
{
	ex_must_load(EX_OF(
	    "program.elf") "points: { mine: { entry: work } }\n"
			   "intervals: { w: { function: work }, v: { function: work }, u: { from: mine, to: w.return } }\n");
	ck_assert_uint_eq(ex.p->points, 2);
	expect(0, "w", "mine", "w.return");
	expect(1, "v", "mine", "w.return");
	expect(2, "u", "mine", "w.return");
	ex_must_load(EX_OF("program.elf") "calls: { functions: work, nodes: core1 }\n"
					  "intervals: { w: { function: work } }\n");
	ck_assert_uint_eq(ex.p->points, 2);
	expect(0, "w", "work.entry", "work.return");
	/* a name that is that of something else */
	ex_must_load(EX_OF("program.elf") "points: { w.return: { address: 4 } }\n"
					  "intervals: { w: { function: work } }\n");
	expect(0, "w", "w.entry", "f_00001000.return");
}
END_TEST

START_TEST(test_names)
{
	static const char *const forms[][2] = {
	    {"'net::Queue::pop(int)'", "_ZN3net5Queue3popEi"},
	    {"'one.c:first_twin'", "first_twin"},
	    {"\"two.c:init\"", "'fw/two.c:init'"},
	};
	char text[512];

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		uint64_t entry, leave;

		snprintf(text, sizeof(text),
			 EX_OF("names.elf") "points: { a: { entry: %s }, b: { return: %s } }\n",
			 forms[i][1], forms[i][1]);
		ex_must_load(text);
		entry = ex_point("a")->address[0];
		leave = ex_point("b")->address[0];
		snprintf(text, sizeof(text),
			 EX_OF("names.elf") "intervals: { it: { function: %s } }\n", forms[i][0]);
		ex_must_load(text);
		ck_assert_uint_eq(ex_point("it.entry")->address[0], entry);
		ck_assert_uint_eq(ex_point("it.return")->address[0], leave);
	}
}
END_TEST

#define STRICT(program, steps)                                                                     \
	EX_TRIGGERS "program: " TEST_DATA "/" program "\nsequences: { s: \"strictly " steps "\" "  \
		    "}\n"
#define SPAN(name) "intervals: { i: { function: " name " } }\n"

static const struct {
	const char *text;
	unsigned line, column;
	const char *fault;
} faults[] = {
    {EX_OF("program.elf") "intervals: { i: { function: work, to: x } }\n", 4, 29,
     "interval 'i' has 'function' and 'to': a function begins at its entry"},
    {EX_OF("program.elf") SPAN("wrok"), 4, 29,
     "interval 'i': function 'wrok' is not in '" TEST_DATA "/program.elf'; did you mean 'work'?"},
    {EX_OF("program.elf") SPAN("_start"), 4, 29, "function '_start' of interval 'i' never returns"},
    {EX_OF("returns.elf") SPAN("sizeless"), 4, 29,
     "function 'sizeless' of interval 'i' has no size in the program"},
    {EX_OF("returns.elf") SPAN("tail"), 4, 29,
     "function 'tail' of interval 'i' is left by its first instruction"},
    {EX_OF("names.elf") SPAN("init"), 4, 29,
     "interval 'i': function 'init' occurs more than once in '"},
    {EX_OF("inlined.elf") SPAN("only"), 4, 29,
     "interval 'i': function 'only' has no code of its own"},
    {EX_OF("program.elf") SPAN("[work]"), 4, 29, "'function' must be a text that is not empty"},
    {"gnomon: 1\nmanifest: m.json\n" SPAN("work"), 3, 29,
     "interval 'i' names a function, but no 'program' is given"},
    {EX_OF("program.elf") SPAN("work") "actions: { i.return: [] }\n", 4, 29,
     "interval 'i' can never be measured: point 'i.return' is not recorded"},
    {EX_HEAD "intervals: {}\n", 0, 0, "'points' is missing"},
    {STRICT("program.elf", "a then 'wrok' + 4"), 6, 34, "sequence 's': symbol 'wrok' is not in '"},
    {STRICT("names.elf", "a then 'init' + 4"), 6, 34,
     "sequence 's': symbol 'init' occurs more than once in '"},
    {STRICT("program.elf", "a then 'work' + 0x100000000"), 6, 34,
     "sequence 's': 0x100001000 is wider than the 32 bits of 'pc'"},
    {STRICT("program.elf", "a then 'work"), 6, 34,
     "sequence 's': the quotes that begin here do not end"},
    {STRICT("program.elf", "a then '' + 2"), 6, 34, "sequence 's': no name between the quotes"},
    {STRICT("program.elf", "a then work"), 6, 34, "there is no point 'work'"},
    {EX_TRIGGERS "sequences: { s: \"strictly a then work + 4\" }\n", 5, 34,
     "sequence 's': symbol 'work' cannot be found: there is no program"},
    {"gnomon: 1\nmanifest: f.json\nprogram: " EX_PROGRAM "\npoints: { a: { address: 4 } }\n"
     "sequences: { s: \"strictly a then work + 4\" }\n",
     5, 34, "an address is not a whole word at node 'core0', which watches"},
};

START_TEST(test_faults)
{
	struct gno_err err;

	ck_assert_int_eq(ex_load(faults[_i].text, &err), GNO_ERR_FORMAT);
	ex_expect_fault(faults[_i].line, faults[_i].column, faults[_i].fault, false);
	ck_assert_uint_eq(ex.faults.count, 1);
}
END_TEST

/* Writes the two later words of a strict sequence, as the table of a node has them, into `out`. */
static void words_of(const char *program, const char *first, const char *second, uint8_t *out)
{
	const struct gno_pattern_table *t;
	char text[768];

	snprintf(text, sizeof(text),
		 EX_TRIGGERS "program: " TEST_DATA "/%s\n"
			     "sequences: { s: \"strictly a then %s then %s\" }\n",
		 program, first, second);
	ex_must_load(text);
	t = ex_table(0, "words");
	ck_assert_uint_le(t->cells, 512);
	memcpy(out, t->cell, t->cells);
}

/* An address of the program is the word that its number is: objdump has work at 0x1000. */
START_TEST(test_strict_addresses)
{
	uint8_t number[512] = {0}, named[512] = {0};
	char at[2][32];

	words_of("program.elf", "0x1004", "0x1000", number);
	words_of("program.elf", "work+4", "'work'", named);
	ck_assert_mem_eq(number, named, sizeof(number));
	words_of("program.elf", "'program.c:work' + 0x4", "work + 0", named);
	ck_assert_mem_eq(number, named, sizeof(number));
	ex_must_load(EX_OF(
	    "names.elf") "points: { a: { entry: _ZN3net5Queue3popEi }, b: { symbol: 'one.c:init', offset: 2 } }\n");
	snprintf(at[0], sizeof(at[0]), "%" PRIu64, ex_point("a")->address[0]);
	snprintf(at[1], sizeof(at[1]), "%" PRIu64, ex_point("b")->address[0]);
	words_of("names.elf", at[0], at[1], number);
	words_of("names.elf", "'net::Queue::pop(int)'", "'fw/one.c:init' + 2", named);
	ck_assert_mem_eq(number, named, sizeof(number));
}
END_TEST

int main(void)
{
	return run_tests("spans", ex_setup_all, ex_teardown,
			 TESTS({test_makes_its_points}, {test_takes_points}, {test_names},
			       {test_faults, sizeof(faults) / sizeof(faults[0])},
			       {test_strict_addresses}));
}
