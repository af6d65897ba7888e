/* SPDX-License-Identifier: Apache-2.0 */
#include "base/number.h"

#include <string.h>

/* The value of a digit, 16 for what is none. */
static unsigned digit_of(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c) : NULL;

	return at ? (unsigned)(at - digits) : 16;
}

static bool goes_on(char c)
{
	return digit_of(c) < 10 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Reads the digits of a base; moves *text behind them. */
static enum base_number take_digits(const char **text, unsigned base, uint64_t *out)
{
	enum base_number found = BASE_NUMBER_BAD;
	uint64_t value = 0;

	for (; digit_of(**text) < base; ++*text) {
		if (found == BASE_NUMBER_BAD)
			found = BASE_NUMBER_OK;
		if (__builtin_mul_overflow(value, base, &value) ||
		    __builtin_add_overflow(value, digit_of(**text), &value))
			found = BASE_NUMBER_BIG;
	}
	*out = value;
	return found;
}

/* Whether a number has a zero before its other digits. */
static bool has_leading_zero(const char *text)
{
	return text[0] == '0' && digit_of(text[1]) < 10;
}

static bool is_hexadecimal(const char *text)
{
	return text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

enum base_number base_number_take(const char **text, uint64_t *out)
{
	const bool hexadecimal = is_hexadecimal(*text), zero = has_leading_zero(*text);
	enum base_number found;

	*text += hexadecimal ? 2 : 0;
	found = take_digits(text, hexadecimal ? 16 : 10, out);
	if (zero || goes_on(**text))
		found = BASE_NUMBER_BAD;
	while (goes_on(**text))
		++*text;
	return found;
}

bool base_number_parse(const char *text, uint64_t most, uint64_t *out)
{
	uint64_t value;

	if (base_number_take(&text, &value) != BASE_NUMBER_OK || *text || value > most)
		return false;
	*out = value;
	return true;
}

enum base_number base_decimal_take(const char **text, uint64_t *digits, unsigned *places)
{
	const bool zero = has_leading_zero(*text);
	enum base_number found = take_digits(text, 10, digits);
	const char *behind;

	*places = 0;
	if (found != BASE_NUMBER_BAD && **text == '.') {
		for (behind = ++*text; digit_of(**text) < 10 && found == BASE_NUMBER_OK; ++*text)
			if (__builtin_mul_overflow(*digits, 10, digits) ||
			    __builtin_add_overflow(*digits, digit_of(**text), digits))
				found = BASE_NUMBER_BIG;
		*places = (unsigned)(*text - behind);
		found = *places ? found : BASE_NUMBER_BAD;
	}
	if (zero || **text == '.' || **text == 'x' || **text == 'X')
		found = BASE_NUMBER_BAD;
	return found;
}

double base_decimal_value(uint64_t digits, unsigned places)
{
	double power = 1;

	for (; places; places--)
		power *= 10;
	return (double)digits / power;
}

bool base_number_hash(const char *text, size_t digits, uint64_t *out)
{
	if (strspn(text, "0123456789abcdef") != digits || text[digits])
		return false;
	return take_digits(&text, 16, out) == BASE_NUMBER_OK;
}
