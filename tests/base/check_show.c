/* SPDX-License-Identifier: Apache-2.0 */

/* Text that is shown: what acts on a terminal never comes out, all else does. */

#include <stdio.h>
#include <string.h>

#include "../suite.h"
#include "base/show.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))
#define ROUNDS 20000

static const struct {
	const char *text, *shown;
} cases[] = {
    {"", ""},
    {"plain text, 'quoted' \\ and \"more\"", "plain text, 'quoted' \\ and \"more\""},
    {"a\nb\r\tc\x1b[31m\x7f\b", "a\\nb\\r\\tc\\x1b[31m\\x7f\\b"},
    {"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"},
    {"\xff\xc3(\xe2\x82", "\\xff\\xc3(\\xe2\\x82"},
    {"\xc0\xaf \xed\xa0\x80 \xf4\x90\x80\x80 \xf8",
     "\\xc0\\xaf \\xed\\xa0\\x80 \\xf4\\x90\\x80\\x80 \\xf8"},
    {"\xc2\x9b"
     "31m",
     "\\u009b31m"},
    {"x\xe2\x80\xaey\xe2\x81\xa6z\xe2\x80\x8b", "x\\u202ey\\u2066z\\u200b"},
    {"\xe2\x80\xa8\xf3\xa0\x80\x81", "\\u2028\\U000e0001"},
};

START_TEST(test_each_case)
{
	char out[BASE_SHOWN], again[BASE_SHOWN];

	ck_assert_str_eq(base_show(cases[_i].text, out, sizeof(out)), cases[_i].shown);
	ck_assert_str_eq(base_show(out, again, sizeof(again)), out);
}
END_TEST

START_TEST(test_what_does_not_fit_is_cut_off)
{
	char out[8];

	ck_assert_str_eq(base_show("1234567", out, sizeof(out)), "1234567");
	ck_assert_str_eq(base_show("12345678", out, sizeof(out)), "1234...");
	ck_assert_str_eq(base_show("123\n5678", out, sizeof(out)), "123...");
	ck_assert_str_eq(base_show("12\xe2\x82\xac"
				   "78",
				   out, sizeof(out)),
			 "12\xe2\x82\xac"
			 "78");
	ck_assert_str_eq(base_show("12\xe2\x82\xac"
				   "789",
				   out, sizeof(out)),
			 "12...");
}
END_TEST

START_TEST(test_json_stays_json)
{
	char *out = base_show_json(
	    "{\n \"a\\n\": \"\x7f\xc2\x9b \xe2\x80\xae\xc3\xa4\xf3\xa0\x80\x81\"\n}");

	ck_assert_str_eq(out, "{\n \"a\\n\": \"\\u007f\\u009b \\u202e\xc3\xa4\\udb40\\udc01\"\n}");
	free(out);
}
END_TEST

/* Bytes of any kind: what comes out has none that acts, and does not change when it is shown again.
 */
START_TEST(test_random_bytes)
{
	unsigned seed = 1, round, i, acting = 0;

	for (round = 0; round < ROUNDS; round++) {
		char text[32], *out, *again;
		size_t len;

		for (i = 0; i < sizeof(text) - 1; i++) {
			seed = seed * 1103515245u + 12345;
			text[i] = (char)(seed >> 16 | (seed >> 30 == 1 ? 0x80 : 0));
		}
		text[sizeof(text) - 1] = '\0';
		out = base_show_new(text);
		ck_assert_ptr_nonnull(out);
		len = strlen(out);
		for (i = 0; i < len; i++)
			acting += (unsigned char)out[i] < 0x20 || out[i] == 0x7f;
		acting += strstr(out, "\xe2\x80\xae") != NULL;
		again = base_show_new(out);
		acting += !again || strcmp(again, out) != 0;
		free(out);
		free(again);
	}
	ck_assert_uint_eq(acting, 0);
}
END_TEST

/* Each cut of a text of characters of all lengths is the longest one of whole characters. */
START_TEST(test_no_part_of_a_character_is_left)
{
	static const char text[] = "a\xc3\xa4"
				   "b\xe2\x82\xac\xf0\x9f\x98\x80"
				   "c";
	static const size_t fits[] = {0, 1, 1, 3, 4, 4, 4, 7, 7, 7, 7, 11, 12, 12};

	for (size_t most = 0; most < COUNT(fits); most++)
		ck_assert_uint_eq(base_fits(text, strlen(text), most), fits[most]);
	/* what is no UTF-8 is cut as bytes */
	ck_assert_uint_eq(base_fits("\x80\x80\x80\x80\x80", 5, 4), 4);
	ck_assert_uint_eq(base_fits("\xff\x80\x80\x80\x80\x80", 6, 5), 5);
}
END_TEST

int main(void)
{
	return run_tests("text that is shown", NULL, NULL,
			 TESTS({test_each_case, COUNT(cases)}, {test_what_does_not_fit_is_cut_off},
			       {test_no_part_of_a_character_is_left}, {test_json_stays_json},
			       {test_random_bytes}));
}
