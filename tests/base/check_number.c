/* SPDX-License-Identifier: Apache-2.0 */

/* The one syntax of numbers. The values are written out here, not computed. */

#include <inttypes.h>

#include "../suite.h"
#include "base/number.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static const struct {
	const char *text;
	uint64_t value;
} whole[] = {
    {"0", 0},
    {"7", 7},
    {"10", 10},
    {"0x0", 0},
    {"0x2", 2},
    {"0X1F", 31},
    {"0x0010", 16},
    {"0xdeadBEEF", UINT64_C(3735928559)},
    {"18446744073709551615", UINT64_MAX},
    {"0xffffffffffffffff", UINT64_MAX},
};

static const char *const none[] = {
    "",	  "00",	  "007",  "010", "08",	" 5",  "5 ",   "+5",   "-5",	"-0",
    "0x", "0b1",  "0o17", "1_0", "1e3", "1.0", ".5",   "5.",   "0xg",	"x5",
    "5x", "0x1y", "--1",  "\t5", "5\n", "1,5", "0x 1", "0x-1", "1 000", "\xd9\xa3",
};

static const char *const big[] = {"18446744073709551616", "0x10000000000000000",
				  "99999999999999999999999999"};

START_TEST(test_whole_numbers)
{
	uint64_t value;

	for (size_t i = 0; i < COUNT(whole); i++) {
		ck_assert_msg(base_number_parse(whole[i].text, UINT64_MAX, &value), "'%s'",
			      whole[i].text);
		ck_assert_msg(value == whole[i].value, "'%s': %" PRIu64, whole[i].text, value);
	}
	value = 77;
	for (size_t i = 0; i < COUNT(none); i++)
		ck_assert_msg(!base_number_parse(none[i], UINT64_MAX, &value), "'%s'", none[i]);
	for (size_t i = 0; i < COUNT(big); i++) {
		const char *at = big[i];
		uint64_t unused;

		ck_assert_msg(!base_number_parse(big[i], UINT64_MAX, &value), "'%s'", big[i]);
		ck_assert_int_eq(base_number_take(&at, &unused), BASE_NUMBER_BIG);
		ck_assert_str_eq(at, "");
	}
	ck_assert_msg(!base_number_parse("256", 255, &value) && value == 77,
		      "what is refused changes nothing");
	ck_assert(base_number_parse("255", 255, &value) && value == 255);
}
END_TEST

START_TEST(test_number_at_the_beginning)
{
	const char *at = "31..0";
	uint64_t value;

	ck_assert_int_eq(base_number_take(&at, &value), BASE_NUMBER_OK);
	ck_assert_str_eq(at, "..0");
	at = "0x10/3";
	ck_assert_int_eq(base_number_take(&at, &value), BASE_NUMBER_OK);
	ck_assert_uint_eq(value, 16);
	ck_assert_str_eq(at, "/3");
	at = "12ab_ /3";
	ck_assert_int_eq(base_number_take(&at, &value), BASE_NUMBER_BAD);
	ck_assert_str_eq(at, " /3");
}
END_TEST

START_TEST(test_decimal_numbers)
{
	static const struct {
		const char *text;
		uint64_t digits;
		unsigned places;
		const char *behind;
	} good[] = {{"0", 0, 0, ""},
		    {"50 MHz", 50, 0, " MHz"},
		    {"1.5 s", 15, 1, " s"},
		    {"0.001", 1, 3, ""},
		    {"100.0%", 1000, 1, "%"},
		    {"500ms", 500, 0, "ms"},
		    {"33.333333", 33333333, 6, ""}};
	static const char *const bad[] = {"",	"05",	"00.5", ".5", "5.",  "1.5.2", "0x1",
					  "+1", "-1.5", " 1",	"s",  "1.s", "01"};
	uint64_t digits;
	unsigned places;

	for (size_t i = 0; i < COUNT(good); i++) {
		const char *at = good[i].text;

		ck_assert_int_eq(base_decimal_take(&at, &digits, &places), BASE_NUMBER_OK);
		ck_assert_uint_eq(digits, good[i].digits);
		ck_assert_uint_eq(places, good[i].places);
		ck_assert_str_eq(at, good[i].behind);
	}
	for (size_t i = 0; i < COUNT(bad); i++) {
		const char *at = bad[i];

		ck_assert_msg(base_decimal_take(&at, &digits, &places) == BASE_NUMBER_BAD, "'%s'",
			      bad[i]);
	}
	ck_assert(base_decimal_value(15, 1) == 1.5 && base_decimal_value(1, 3) == 0.001);
}
END_TEST

START_TEST(test_hashes)
{
	uint64_t value;

	ck_assert(base_number_hash("0123456789abcdef", BASE_HASH_DIGITS, &value));
	ck_assert_uint_eq(value, UINT64_C(0x0123456789abcdef));
	ck_assert(base_number_hash("00000000000007", 14, &value) && value == 7);
	ck_assert(!base_number_hash("0123456789ABCDEF", BASE_HASH_DIGITS, &value));
	ck_assert(!base_number_hash("0x23456789abcdef", BASE_HASH_DIGITS, &value));
	ck_assert(!base_number_hash("0123456789abcde", BASE_HASH_DIGITS, &value));
	ck_assert(!base_number_hash("0123456789abcdef0", BASE_HASH_DIGITS, &value));
	ck_assert(!base_number_hash("", BASE_HASH_DIGITS, &value));
}
END_TEST

int main(void)
{
	return run_tests("number", NULL, NULL,
			 TESTS({test_whole_numbers}, {test_number_at_the_beginning},
			       {test_decimal_numbers}, {test_hashes}));
}
