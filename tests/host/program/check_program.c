/* SPDX-License-Identifier: Apache-2.0 */

/* Look-ups in a program whose lines and symbols were placed by hand (places.S and twin.S). */

#include <check.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "program/program.h"
#include "tests/suite.h"

static struct gno_program *program;
static struct gno_err err;

static void load(const char *path)
{
	ck_assert_msg(!gno_program_load(path, &program, &err), "%s", err.text);
}

static void setup(void)
{
	load(TEST_DATA "/places.elf");
}

static void teardown(void)
{
	gno_program_free(program);
}

/* The addresses that were found, ending with 0, and nothing else. Frees them. */
static void expect_addresses(int rc, struct gno_addresses *found, ...)
{
	uint64_t want;
	va_list ap;
	size_t i;

	ck_assert_msg(!rc, "%s", err.text);
	va_start(ap, found);
	for (i = 0; (want = va_arg(ap, uint32_t)); i++) {
		ck_assert_uint_lt(i, found->count);
		ck_assert_uint_eq(found->at[i], want);
	}
	va_end(ap);
	ck_assert_uint_eq(i, found->count);
	free(found->at);
	*found = (struct gno_addresses){0};
}

#define EXPECT_LINE(text, ...)                                                                     \
	do {                                                                                       \
		struct gno_addresses found = {0};                                                  \
		int got = gno_program_line(program, text, &found, &err);                           \
                                                                                                   \
		expect_addresses(got, &found, __VA_ARGS__, 0u);                                    \
	} while (0)

static void refuse(int rc, const char *text)
{
	ck_assert_int_eq(rc, GNO_ERR_ARG);
	ck_assert_msg(strstr(err.text, text) != NULL, "'%s'", err.text);
}

static void refuse_line(const char *line, const char *text)
{
	struct gno_addresses found = {0};

	refuse(gno_program_line(program, line, &found, &err), text);
	ck_assert_ptr_null(found.at);
}

START_TEST(test_line_begins_where_a_run_has_its_first_statement)
{
	EXPECT_LINE("main.c:10", 0x1000u, 0x101cu);
	EXPECT_LINE("main.c:11", 0x1008u);
	EXPECT_LINE("main.c:12", 0x1014u);
	EXPECT_LINE("main.c:14", 0x1020u);
	EXPECT_LINE("main.c:15", 0x1020u);
	EXPECT_LINE("one/same.c:5", 0x1040u);
	EXPECT_LINE("two/same.c:7", 0x1044u);
}
END_TEST

START_TEST(test_line_that_cannot_be_found)
{
	refuse_line("main.c:13", "no code for line 13 of 'main.c' in '");
	refuse_line("main.c:13", "; the nearest lines that have some are 12 and 14");
	refuse_line("main.c:21", "; the nearest line that has some is 20");
	refuse_line("main.c:1", "; the nearest line that has some is 10");
	refuse_line("same.c:5", "source file 'same.c' is ambiguous: 'one/same.c' and 'two/same.c'");
	refuse_line("ain.c:10", "no code of source file 'ain.c' in '");
	refuse_line("ain.c:10", "did you mean 'main.c'?");
	refuse_line("three/same.c:5", "no code of source file 'three/same.c'");
	refuse_line("main.c", "'main.c' is not a source line such as 'main.c:42'");
	refuse_line("main.c:0", "is not a source line");
	refuse_line("main.c:-1", "is not a source line");
	refuse_line("main.c:10x", "is not a source line");
	refuse_line(":10", "is not a source line");
	refuse_line("main.c:99999999999", "is not a source line");
	gno_program_free(program);
	load(TEST_DATA "/returns.elf");
	refuse_line("main.c:1", "no line information in '");
}
END_TEST

START_TEST(test_address_of_symbols)
{
	static const struct {
		const char *text;
		uint64_t address;
	} good[] = {
	    {"work", 0x1000},	   {"work+0", 0x1000},	  {"work+0x20", 0x1020},
	    {"work + 35", 0x1023}, {"inside", 0x1044},	  {"alias", 0x1040},
	    {"counter", 0x3000},   {"counter+3", 0x3003}, {"untyped+64", 0x3050},
	    {"open+100", 0x10e4},
	};
	const struct gno_symbol *s;
	uint64_t at;

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		ck_assert_msg(!gno_program_address(program, good[i].text, &at, &err), "%s",
			      err.text);
		ck_assert_msg(at == good[i].address, "%s: 0x%" PRIx64, good[i].text, at);
	}
	refuse(gno_program_address(program, "work+36", &at, &err),
	       "'work+36' is beyond symbol 'work' of 36 bytes");
	refuse(gno_program_address(program, "work+", &at, &err), "'work+' is not a symbol such as");
	refuse(gno_program_address(program, "work+-4", &at, &err), "is not a symbol such as");
	refuse(gno_program_address(program, "work+4x", &at, &err), "is not a symbol such as");
	refuse(gno_program_address(program, "work+0x100000000", &at, &err),
	       "is beyond symbol 'work' of 36 bytes");
	refuse(gno_program_address(program, "work+0x10000000000000000", &at, &err),
	       "is not a symbol such as");
	refuse(gno_program_address(program, "", &at, &err), "is not a symbol such as");
	refuse(gno_program_address(program, "wor", &at, &err), "symbol 'wor' is not in '");
	refuse(gno_program_address(program, "wor", &at, &err), "did you mean 'work'?");
	refuse(gno_program_symbol(program, "twin", &s, &err),
	       "symbol 'twin' occurs more than once in '");
	refuse(gno_program_symbol(program, "twin", &s, &err), "at 0x000010c4 and 0x000010c8");
	refuse(gno_program_symbol(program, "twin", &s, &err),
	       "; name it '0x000010c4' or '0x000010c8'");
	ck_assert(!gno_program_symbol(program, "0x000010c8", &s, &err) && s->address == 0x10c8);
	ck_assert(!gno_program_address(program, "0x10c8+0", &at, &err) && at == 0x10c8);
}
END_TEST

START_TEST(test_functions_and_data)
{
	const struct gno_function *f;
	const struct gno_symbol *s;
	uint64_t entry;

	ck_assert(!gno_program_function(program, "helper", &f, &err));
	ck_assert_uint_eq(f->entry, 0x1040);
	ck_assert_str_eq(f->file, "one/same.c");
	ck_assert_uint_eq(f->line, 5);
	ck_assert(!gno_program_function(program, "work", &f, &err));
	ck_assert_uint_eq(f->line, 10);
	refuse(gno_program_function(program, "twin", &f, &err),
	       "function 'twin' occurs more than once");
	refuse(gno_program_function(program, "counter", &f, &err),
	       "function 'counter' is not in '");
	refuse(gno_program_function(program, "helpr", &f, &err), "did you mean 'helper'?");
	refuse(gno_program_function(program, "inside", &f, &err), "'inside' is a label in '");
	ck_assert(!gno_program_entry(program, "helper", &entry, &f, &err) && entry == 0x1040);
	ck_assert(!gno_program_entry(program, "inside", &entry, &f, &err) && entry == 0x1044);
	refuse(gno_program_entry(program, "twin", &entry, &f, &err),
	       "function 'twin' occurs more than once");
	refuse(gno_program_entry(program, "counter", &entry, &f, &err),
	       "function 'counter' is not in '");
	refuse(gno_program_entry(program, "insdie", &entry, &f, &err), "did you mean 'inside'?");
	ck_assert(!gno_program_data(program, "table", &s, &err));
	ck_assert_uint_eq(s->address, 0x3004);
	ck_assert_uint_eq(s->size, 12);
	refuse(gno_program_data(program, "work", &s, &err), "symbol 'work' of '");
	refuse(gno_program_data(program, "inside", &s, &err), "is code, not data");
	refuse(gno_program_data(program, "untyped", &s, &err), "has no size");
	refuse(gno_program_data(program, "cuonter", &s, &err), "did you mean 'counter'?");
}
END_TEST

START_TEST(test_where_an_address_lies)
{
	static const struct {
		uint64_t address;
		const char *function; /* NULL: none */
		uint64_t offset;
		const char *file;
		unsigned line;
	} want[] = {
	    {0xffc, NULL, 0, NULL, 0},
	    {0x1000, "work", 0, "main.c", 10},
	    {0x1004, "work", 4, "main.c", 10},
	    {0x1010, "work", 16, "main.c", 12},
	    {0x1020, "work", 32, "main.c", 15},
	    {0x1024, NULL, 0, "main.c", 15}, /* the gap before the next function */
	    {0x1040, "alias", 0, "one/same.c", 5},
	    {0x1044, "alias", 4, "two/same.c", 7},
	    {0x10bc, "open", 60, "one/same.c", 9},
	    {0x10c0, "last", 0, "main.c", 20},
	    {0x10c8, "twin", 0, NULL, 0},
	    {0x10cc, NULL, 0, NULL, 0},
	    {0xfffffffc, NULL, 0, NULL, 0},
	};

	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		struct gno_place at = gno_program_at(program, want[i].address);

		ck_assert_msg(!at.function == !want[i].function, "0x%" PRIx64, want[i].address);
		if (at.function)
			ck_assert_str_eq(at.function->name, want[i].function);
		ck_assert_uint_eq(at.offset, want[i].offset);
		ck_assert_msg(at.line == want[i].line, "0x%" PRIx64 ": line %u", want[i].address,
			      at.line);
		ck_assert(!at.file == !want[i].file);
		if (at.file)
			ck_assert_str_eq(at.file, want[i].file);
	}
}
END_TEST

START_TEST(test_operating_system_by_name_or_not_at_all)
{
	struct gno_addresses found = {0};

	refuse(gno_program_os_entry(program, NULL, &found, &err),
	       "does not set a trap vector, and no symbol");
	refuse(gno_program_os_entry(program, "nobody", &found, &err),
	       "symbol 'nobody' is not in '");
	refuse(gno_program_os_exit(program, &found, &err), "no mret, sret or retirq in '");
	refuse(gno_program_label(program, "x", &found, &err),
	       "no points are placed in the source of '");
	ck_assert_ptr_null(found.at);
	expect_addresses(gno_program_os_entry(program, "helper", &found, &err), &found, 0x1040u,
			 0u);
	expect_addresses(gno_program_os_entry(program, "work+8", &found, &err), &found, 0x1008u,
			 0u);
	gno_program_free(program);
	load(TEST_DATA "/returns.elf");
	expect_addresses(gno_program_os_exit(program, &found, &err), &found, 0x1050u, 0x1054u,
			 0x1058u, 0u);
}
END_TEST

int main(void)
{
	return run_tests("program", setup, teardown,
			 TESTS({test_line_begins_where_a_run_has_its_first_statement},
			       {test_line_that_cannot_be_found}, {test_address_of_symbols},
			       {test_functions_and_data}, {test_where_an_address_lies},
			       {test_operating_system_by_name_or_not_at_all}));
}
