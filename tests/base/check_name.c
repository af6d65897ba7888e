/* SPDX-License-Identifier: Apache-2.0 */

/* The rule for names. */

#include <string.h>

#include "../suite.h"
#include "base/name.h"

static const char *const names[] = {"a",       "_",  "_a9", "core0", "icache.miss-rate",
				    "A.b_c-d", "x.", "_-"};
static const char *const words[] = {"a", "_", "_a9", "core0", "Z9_"};
static const char *const neither[] = {
    "",	   "9a",  "-a",	      ".a",  "a b",	 "a\n",	  "a/b",  "a:b", "a'b", "a\"b", "a\\b",
    "a$b", "a%s", "\x1b[31m", "../", "\xc3\xa4", "a\xff", "a*/b", " a",	 "a ",	"a\t",
};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

START_TEST(test_names_and_words)
{
	for (size_t i = 0; i < COUNT(names); i++)
		ck_assert_msg(base_name_ok(names[i], BASE_NAME_MAX), "%s", names[i]);
	for (size_t i = 0; i < COUNT(words); i++)
		ck_assert_msg(base_name_is_word(words[i]), "%s", words[i]);
	for (size_t i = 0; i < COUNT(neither); i++) {
		ck_assert_msg(!base_name_ok(neither[i], BASE_NAME_MAX), "%s", neither[i]);
		ck_assert_msg(!base_name_is_word(neither[i]), "%s", neither[i]);
	}
	ck_assert(!base_name_is_word("a-b") && !base_name_is_word("a.b"));
	for (size_t k = 1; k < 256; k++) {
		const char text[] = {'a', (char)k, '\0'};
		bool good = (k >= '0' && k <= '9') || (k >= 'a' && k <= 'z') ||
			    (k >= 'A' && k <= 'Z') || k == '_' || k == '-' || k == '.';

		ck_assert_msg(base_name_ok(text, 2) == good, "character %zu", k);
	}
}
END_TEST

START_TEST(test_longest_name)
{
	char text[BASE_NAME_MADE_MAX + 2];

	memset(text, 'a', sizeof(text));
	text[BASE_NAME_MADE_MAX + 1] = '\0';
	ck_assert(!base_name_ok(text, BASE_NAME_MADE_MAX));
	text[BASE_NAME_MADE_MAX] = '\0';
	ck_assert(base_name_ok(text, BASE_NAME_MADE_MAX));
	text[64] = '\0';
	ck_assert(!base_name_ok(text, BASE_NAME_MAX) && !base_name_is_word(text));
	text[63] = '\0';
	ck_assert(base_name_ok(text, BASE_NAME_MAX) && base_name_is_word(text));
}
END_TEST

int main(void)
{
	return run_tests("names", NULL, NULL, TESTS({test_names_and_words}, {test_longest_name}));
}
