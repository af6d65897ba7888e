/* SPDX-License-Identifier: Apache-2.0 */

/* Command lines: what is taken, in which order, and what is wrong with the others. */

#include <stdlib.h>
#include <string.h>

#include "../suite.h"
#include "base/options.h"

static const struct base_option options[] = {
    {'o', "output", "DIR", "where to"},
    {0, "every", "N", "how often"},
    {'q', "quiet", NULL, "no words"},
    {'w', "width", "[=N]", "how wide"},
    {0, "outline", NULL, "a flag that begins as another"},
    {'n', "names", "NAME[,...]", "which"},
    {0, "old", base_option_gone, "use '--output'"},
    {0},
};

enum {
	OUTPUT,
	EVERY,
	QUIET,
	WIDTH,
	OUTLINE,
	NAMES,
};

static struct base_values v;
static char *fault;

/* Parses a command line: words with a blank between them. */
static int parse(const char *line)
{
	static char text[256];
	char *argv[32] = {"program"};
	static char *kept[32];
	int argc = 1;

	snprintf(text, sizeof(text), "%s", line);
	for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	memcpy(kept, argv, sizeof(kept));
	free(fault);
	return base_options_parse(options, argc, kept, &v, &fault);
}

START_TEST(test_values)
{
	ck_assert_int_eq(parse("one -o a --every=5 two -q -- -three"), 0);
	ck_assert_str_eq(v.option[OUTPUT], "a");
	ck_assert_str_eq(v.option[EVERY], "5");
	ck_assert_str_eq(v.option[QUIET], "");
	ck_assert_ptr_null(v.option[WIDTH]);
	ck_assert_uint_eq(v.args, 3);
	ck_assert_str_eq(v.arg[0], "one");
	ck_assert_str_eq(v.arg[1], "two");
	ck_assert_str_eq(v.arg[2], "-three");
}
END_TEST

START_TEST(test_forms)
{
	ck_assert_int_eq(parse("-qob --every -3 -"),
			 0); /* letters together, the value at its letter */
	ck_assert_str_eq(v.option[OUTPUT], "b");
	ck_assert_str_eq(v.option[EVERY], "-3"); /* a value may begin with a dash */
	ck_assert_str_eq(v.arg[0], "-");	 /* a dash alone is an argument */
	ck_assert_int_eq(parse("--width 7"),
			 0); /* a value that may be left out is never a word of its own */
	ck_assert_str_eq(v.option[WIDTH], "");
	ck_assert_str_eq(v.arg[0], "7");
	ck_assert_int_eq(parse("-w7 --output=a"), 0);
	ck_assert_str_eq(v.option[WIDTH], "7");
	ck_assert_str_eq(v.option[OUTPUT], "a");
	ck_assert_int_eq(parse("--output= --ev 1"), 0);
	ck_assert_str_eq(v.option[OUTPUT], "");
	ck_assert_str_eq(v.option[EVERY], "1"); /* shortened */
}
END_TEST

START_TEST(test_given_twice)
{
	ck_assert_int_eq(parse("-n a --names=b,c x -nd"), 0);
	ck_assert_str_eq(v.option[NAMES], "a,b,c,d");
	ck_assert_uint_eq(v.args, 1);
	ck_assert_int_eq(parse("-q --quiet -q"), 0);
	ck_assert_str_eq(v.option[QUIET], "");
	ck_assert_int_eq(parse("-n a"), 0);
	ck_assert_str_eq(v.option[NAMES], "a");
}
END_TEST

START_TEST(test_list_too_long)
{
	static char piece[BASE_JOINED_MAX];
	char *argv[] = {"program", "-n", piece, "-n", "a", NULL};

	memset(piece, 'x', sizeof(piece) - 3); /* with ",a" and its end it just fits */
	ck_assert_int_eq(base_options_parse(options, 5, argv, &v, &fault), 0);
	ck_assert_uint_eq(strlen(v.option[NAMES]), sizeof(piece) - 1);
	piece[sizeof(piece) - 3] = 'x';
	free(fault);
	ck_assert_int_eq(base_options_parse(options, 5, argv, &v, &fault), -1);
	ck_assert_str_eq(fault, "option '--names' is given twice, and its list is too long");
}
END_TEST

START_TEST(test_faults)
{
	static const struct {
		const char *line, *fault;
	} cases[] = {
	    {"--colour", "unknown option '--colour'"},
	    {"--colour=3", "unknown option '--colour=3'"},
	    {"-x", "unknown option '-x'"},
	    {"-qx", "unknown option '-x'"},
	    {"-o", "option '-o' needs a value"},
	    {"a --every", "option '--every' needs a value"},
	    {"--quiet=1", "option '--quiet=1' takes no value"},
	    {"--out a", "unknown option '--out'"},
	    {"-o a -oc", "option '--output' is given twice"},
	    {"-o a -o a", "option '--output' is given twice"},
	    {"--ev 1 --every=2", "option '--every' is given twice"},
	    {"-w -w7", "option '--width' is given twice"},
	    {"-q --old a --colour", "option '--old' is gone: use '--output'"},
	    {"--old=a", "option '--old' is gone: use '--output'"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		ck_assert_int_eq(parse(cases[i].line), -1);
		ck_assert_str_eq(fault, cases[i].fault);
	}
}
END_TEST

START_TEST(test_help)
{
	ck_assert_int_eq(parse("-q --help --colour"), BASE_OPTIONS_HELP);
	ck_assert_int_eq(parse("-h"), BASE_OPTIONS_HELP);
	ck_assert_int_eq(parse("-o -h"), 0); /* a value */
	ck_assert_int_eq(parse("-- -h"), 0);
	ck_assert_int_eq(parse("--colour -h"), -1);
}
END_TEST

START_TEST(test_print)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	base_options_print(out, options, 18);
	fclose(out);
	ck_assert_str_eq(text, "  -o, --output DIR   where to\n"
			       "      --every N      how often\n"
			       "  -q, --quiet        no words\n"
			       "  -w, --width[=N]    how wide\n"
			       "      --outline      a flag that begins as another\n"
			       "  -n, --names NAME[,...] which\n"
			       "  -h, --help         print this help\n");
	free(text);
}
END_TEST

int main(void)
{
	return run_tests("options", NULL, NULL,
			 TESTS({test_values}, {test_forms}, {test_given_twice},
			       {test_list_too_long}, {test_faults}, {test_help}, {test_print}));
}
