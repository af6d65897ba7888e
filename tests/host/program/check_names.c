/* SPDX-License-Identifier: Apache-2.0 */

/* Functions and variables by the names of their source, by those of the file, and by file and name
 * (names.cc and twins.c). Its symbol says what a name means, and the C++ ABI states its form.
 */

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "program/program.h"
#include "tests/suite.h"

static struct gno_program *program;
static struct gno_err err;

static void setup(void)
{
	ck_assert_msg(!gno_program_load(TEST_DATA "/names.elf", &program, &err), "%s", err.text);
}

static void teardown(void)
{
	gno_program_free(program);
}

static const struct {
	const char *text, *symbol;
} good[] = {
    {"_ZN3net5Queue3popEi", "_ZN3net5Queue3popEi"},
    {"net::Queue::pop(int)", "_ZN3net5Queue3popEi"},
    {"net::Queue::pop(char)", "_ZN3net5Queue3popEc"},
    {"net::Queue::size() const", "_ZNK3net5Queue4sizeEv"},
    {"net::Queue::size", "_ZNK3net5Queue4sizeEv"},
    {"net::Queue::operator()(int)", "_ZN3net5QueueclEi"},
    {"net::Queue::operator()", "_ZN3net5QueueclEi"},
    {"net::Queue::operator+(int) const", "_ZNK3net5QueueplEi"},
    {"net::Queue::operator+", "_ZNK3net5QueueplEi"},
    {"net::Queue::operator long", "_ZNK3net5QueuecvlEv"},
    {"int net::most<int>(int, int)", "_ZN3net4mostIiEET_S1_S1_"},
    {"net::most<int>", "_ZN3net4mostIiEET_S1_S1_"},
    {"(anonymous namespace)::hidden", "_ZN12_GLOBAL__N_16hiddenEi"},
    {"names.cc:net::Queue::size", "_ZNK3net5Queue4sizeEv"},
    {"elf/names.cc:net::Queue::pop(int)", "_ZN3net5Queue3popEi"},
    {"copied", "copied.constprop.0"},
    {"copied.constprop.0", "copied.constprop.0"},
    {"kept", "kept"},
    {"kept.lto_priv.3", "kept.lto_priv.3"},
    {"twice.isra.1", "twice.isra.1"},
    {"parted.part.0", "parted.part.0"},
    {"one.c:init", "init"},
    {"fw\\two.c:init", "init"},
};

START_TEST(test_function)
{
	const struct gno_function *f, *by_address;
	char address[16];

	ck_assert_msg(!gno_program_function(program, good[_i].text, &f, &err), "%s", err.text);
	ck_assert_str_eq(f->symbol, good[_i].symbol);
	snprintf(address, sizeof(address), "0x%" PRIx64, f->entry);
	ck_assert_msg(!gno_program_function(program, address, &by_address, &err), "%s", err.text);
	ck_assert_ptr_eq(f, by_address);
	ck_assert(gno_program_is_named(f, good[_i].text));
}
END_TEST

/* The twins are those of their files. */
START_TEST(test_twins)
{
	const struct gno_function *one, *two, *first, *second;
	const struct gno_symbol *s;
	uint64_t at;

	ck_assert(!gno_program_function(program, "one.c:init", &one, &err));
	ck_assert(!gno_program_function(program, "two.c:init", &two, &err));
	ck_assert(!gno_program_function(program, "first_twin", &first, &err));
	ck_assert(!gno_program_function(program, "second_twin", &second, &err));
	ck_assert(one->entry < first->entry && first->entry < two->entry &&
		  two->entry < second->entry);
	ck_assert(!gno_program_address(program, "two.c:init+2", &at, &err));
	ck_assert_uint_eq(at, two->entry + 2);
	ck_assert(!gno_program_symbol(program, "one.c:init", &s, &err));
	ck_assert_uint_eq(s->address, one->entry);
}
END_TEST

static const struct {
	const char *text, *message;
} bad[] = {
    {"init", "function 'init' occurs more than once in '"},
    {"init", "; name it 'one.c:init' or 'two.c:init'"},
    {"net::Queue::pop", "; name it 'net::Queue::pop(int)' or 'net::Queue::pop(char)'"},
    {"net::most", "; name it 'int net::most<int>(int, int)' or 'char net::most<char>(char, char)'"},
    {"twice", "; name it 'twice.isra.0.constprop.1' or 'twice.isra.1'"},
    {"parted", "function 'parted' is not in '"},
    {"net::Queue::pup(int)", "did you mean 'net::Queue::pop(int)'?"},
    {"three.c:init", "function 'three.c:init' is not in '"},
    {"names.cc:init", "function 'names.cc:init' is not in '"},
    {"twins.c:first_twin", "function 'twins.c:first_twin' is not in '"},
    {"one.c:", "function 'one.c:' is not in '"},
    {":init", "function ':init' is not in '"},
    {"0x2", "function '0x2' is not in '"},
    {"net::Queue", "function 'net::Queue' is not in '"},
    {"pop", "function 'pop' is not in '"},
};

START_TEST(test_no_function)
{
	const struct gno_function *f;

	ck_assert_int_eq(gno_program_function(program, bad[_i].text, &f, &err), GNO_ERR_ARG);
	ck_assert_msg(strstr(err.text, bad[_i].message) != NULL, "'%s'", err.text);
}
END_TEST

/* Each name that a message proposes can be taken, and means something else than the other. */
START_TEST(test_advice_can_be_followed)
{
	static const char *const names[] = {"init", "net::Queue::pop", "net::most", "twice",
					    "total"};
	const struct gno_symbol *s[2];
	char text[sizeof(err.text)], *at;

	ck_assert_int_eq(gno_program_symbol(program, names[_i], &s[0], &err), GNO_ERR_ARG);
	strcpy(text, err.text);
	at = strstr(text, "; name it '");
	ck_assert_ptr_nonnull(at);
	at += strlen("; name it '");
	for (unsigned k = 0; k < 2; k++) {
		char *end = strchr(at, '\'');

		*end = '\0';
		ck_assert_msg(!gno_program_symbol(program, at, &s[k], &err), "%s", err.text);
		at = end + strlen("' or '");
	}
	ck_assert_uint_ne(s[0]->address, s[1]->address);
}
END_TEST

START_TEST(test_data)
{
	const struct gno_symbol *s;

	ck_assert(!gno_program_data(program, "net::queue", &s, &err));
	ck_assert_str_eq(s->symbol, "_ZN3net5queueE");
	ck_assert(!gno_program_data(program, "_ZN3net5queueE", &s, &err));
	ck_assert_str_eq(s->name, "net::queue");
	ck_assert_int_eq(gno_program_data(program, "count", &s, &err), GNO_ERR_ARG);
	ck_assert_msg(strstr(err.text, "symbol 'count' occurs more than once") != NULL, "%s",
		      err.text);
}
END_TEST

static const struct {
	const char *pattern;
	unsigned functions;
} patterns[] = {
    {"net::*", 6},     {"_ZN*", 9},	{"net::Queue::pop", 2},
    {"init", 2},       {"one.c:*", 2},	{"names.cc:*twin*", 0},
    {"*[Cc]onst*", 5}, {"nothing*", 0}, {"twice", 2},
    {"net::most", 2},
};

START_TEST(test_patterns)
{
	unsigned named = 0;

	for (size_t i = 0; i < program->functions; i++)
		named += gno_program_is_named(&program->function[i], patterns[_i].pattern);
	ck_assert_msg(named == patterns[_i].functions, "%s: %u", patterns[_i].pattern, named);
}
END_TEST

#define COUNT(list) (int)(sizeof(list) / sizeof((list)[0]))

int main(void)
{
	return run_tests("names", setup, teardown,
			 TESTS({test_function, COUNT(good)}, {test_twins},
			       {test_no_function, COUNT(bad)}, {test_advice_can_be_followed, 5},
			       {test_data}, {test_patterns, COUNT(patterns)}));
}
