/* SPDX-License-Identifier: Apache-2.0 */

/* Texts that are broken between words. */

#include <pty.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../suite.h"
#include "base/options.h"

#define DIGITS "012345678 " /* ten columns */

static char *printed; /* by the last call */

static void expect(const char *text, const char *wanted)
{
	size_t size;
	FILE *out;

	free(printed);
	out = open_memstream(&printed, &size);
	base_wrap(out, text);
	fclose(out);
	ck_assert_str_eq(printed, wanted);
}

START_TEST(test_paragraphs)
{
	setenv("COLUMNS", "40", 1);
	expect("", "");
	expect("one\n\ntwo", "one\n\ntwo\n");
	expect(DIGITS DIGITS DIGITS "0123456789", DIGITS DIGITS DIGITS "0123456789\n");
	expect(DIGITS DIGITS DIGITS "0123456789a b",
	       "012345678 012345678 012345678\n0123456789a b\n");
	/* a word that is wider than a line, and blanks inside of a line */
	expect("a 01234567890123456789012345678901234567890123456789 b",
	       "a\n01234567890123456789012345678901234567890123456789\nb\n");
	expect("a  b   c\n", "a  b   c\n");
}
END_TEST

START_TEST(test_rows)
{
	setenv("COLUMNS", "40", 1);
	expect("  name  " DIGITS DIGITS DIGITS "and more\n",
	       "  name  012345678 012345678 012345678\n        and more\n");
	expect("  only one column " DIGITS DIGITS "more",
	       "  only one column 012345678 012345678\n  more\n");
	expect("  name\nnext  paragraph", "  name\nnext  paragraph\n");
}
END_TEST

START_TEST(test_row_of_a_name)
{
	size_t size;
	FILE *out;

	setenv("COLUMNS", "40", 1);
	free(printed);
	out = open_memstream(&printed, &size);
	base_wrap_row(out, "a name", 4, DIGITS DIGITS DIGITS "more");
	base_wrap_row(out, "b", 4, "short");
	fclose(out);
	ck_assert_str_eq(printed, "  a name 012345678 012345678 012345678\n       more\n"
				  "  b    short\n");
}
END_TEST

/* Lines of nine words of ten columns in a terminal. */
static unsigned lines_of(unsigned short columns)
{
	struct winsize size = {.ws_row = 24, .ws_col = columns};
	unsigned lines = 0;
	int master, status;
	FILE *in;
	pid_t pid = forkpty(&master, NULL, NULL, &size);

	ck_assert_int_ge(pid, 0);
	if (!pid) {
		base_wrap(stdout, DIGITS DIGITS DIGITS DIGITS DIGITS DIGITS DIGITS DIGITS DIGITS);
		fflush(stdout);
		_exit(0);
	}
	in = fdopen(master, "r");
	for (int c = getc(in); c != EOF; c = getc(in))
		lines += c == '\n';
	fclose(in);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	return lines;
}

START_TEST(test_widths)
{
	size_t size;
	FILE *out;

	setenv("COLUMNS", "60", 1); /* a terminal knows better */
	ck_assert_uint_eq(lines_of(45), 3);
	ck_assert_uint_eq(lines_of(200), 1);
	ck_assert_uint_eq(lines_of(5), 3); /* 40 at least */
	ck_assert_uint_eq(lines_of(0), 2); /* it does not say */
	unsetenv("COLUMNS");
	expect(DIGITS DIGITS DIGITS DIGITS DIGITS DIGITS DIGITS DIGITS "9",
	       "012345678 012345678 012345678 012345678 012345678 012345678 012345678 012345678\n"
	       "9\n");
	setenv("COLUMNS", "wide", 1);
	expect(DIGITS DIGITS DIGITS DIGITS DIGITS DIGITS DIGITS DIGITS "9",
	       "012345678 012345678 012345678 012345678 012345678 012345678 012345678 012345678\n"
	       "9\n");
	out = open_memstream(&printed, &size);
	ck_assert_uint_eq(base_wrap_terminal(out), 0);
	fclose(out);
}
END_TEST

int main(void)
{
	return run_tests(
	    "wrap", NULL, NULL,
	    TESTS({test_paragraphs}, {test_rows}, {test_row_of_a_name}, {test_widths}));
}
