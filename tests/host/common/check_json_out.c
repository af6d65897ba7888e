/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers as JSON: what readers with numbers of 53 bits would round is a string. */
#include <check.h>
#include <stdlib.h>

#include "common/json_out.h"
#include "tests/suite.h"

static const struct {
	uint64_t value;
	const char *json;
} cases[] = {
    {0, "0"},
    {UINT64_C(9007199254740991), "9007199254740991"},
    {UINT64_C(9007199254740992), "\"9007199254740992\""},
    {UINT64_C(9007199254740993), "\"9007199254740993\""},
    {UINT64_MAX, "\"18446744073709551615\""},
};

/* What three ways to write a number make of it: to a stream, to a buffer, and by hand. */
START_TEST(test_numbers)
{
	static struct text_out buffer;
	char *text, wanted[128];
	size_t size;
	FILE *f = open_memstream(&text, &size);
	struct json_out o = {.f = f, .compact = true};
	struct json_out to = {.f = f, .to = &buffer, .compact = true};

	ck_assert_ptr_nonnull(f);
	jout_number(&o, NULL, cases[_i].value);
	text_out_begin(&buffer, f);
	text_out_char(&buffer, ' ');
	jout_number(&to, NULL, cases[_i].value);
	text_out_char(&buffer, ' ');
	jout_digits(&buffer, cases[_i].value);
	text_out_flush(&buffer);
	fclose(f);
	snprintf(wanted, sizeof(wanted), "%s %s %s", cases[_i].json, cases[_i].json,
		 cases[_i].json);
	ck_assert_str_eq(text, wanted);
	free(text);
}
END_TEST

/* A format of others has numbers only. */
START_TEST(test_foreign)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	struct json_out o = {.f = f, .compact = true, .foreign = true};

	ck_assert_ptr_nonnull(f);
	jout_number(&o, NULL, UINT64_MAX);
	fclose(f);
	ck_assert_str_eq(text, "18446744073709551615");
	free(text);
}
END_TEST

int main(void)
{
	return run_tests("JSON that is written", NULL, NULL,
			 TESTS({test_numbers, sizeof(cases) / sizeof(*cases)}, {test_foreign}));
}
