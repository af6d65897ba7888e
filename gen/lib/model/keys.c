/* SPDX-License-Identifier: Apache-2.0 */
#include "model/keys.h"
#include "base/number.h"

#include <string.h>

#define NAME_MAX_CHARS 64u
#define MASK_BITS 64u

const struct key_spec *key_find(const struct key_section *section, const char *name)
{
	for (const struct key_spec *k = section->keys; k->name; k++)
		if (strcmp(k->name, name) == 0 || strcmp(k->name, KEY_ANY) == 0)
			return k;
	return NULL;
}

static unsigned min3(unsigned a, unsigned b, unsigned c)
{
	unsigned m = a < b ? a : b;

	return m < c ? m : c;
}

/* Levenshtein's: insertions, deletions and replacements, by rows of the usual table. */
unsigned key_distance(const char *a, const char *b)
{
	unsigned row[NAME_MAX_CHARS + 1];
	size_t na = strlen(a);
	size_t nb = strlen(b);

	if (na > NAME_MAX_CHARS || nb > NAME_MAX_CHARS)
		return NAME_MAX_CHARS;
	for (size_t j = 0; j <= nb; j++)
		row[j] = (unsigned)j;
	for (size_t i = 1; i <= na; i++) {
		unsigned diagonal = row[0];

		row[0] = (unsigned)i;
		for (size_t j = 1; j <= nb; j++) {
			unsigned replaced = diagonal + (a[i - 1] != b[j - 1]);

			diagonal = row[j];
			row[j] = min3(row[j] + 1, row[j - 1] + 1, replaced);
		}
	}
	return row[nb];
}

const struct key_spec *key_nearest(const struct key_section *section, const char *name)
{
	const struct key_spec *best = NULL;
	unsigned best_distance = KEY_NEAR + 1;

	for (const struct key_spec *k = section->keys; k->name; k++) {
		unsigned d = key_distance(k->name, name);

		if (d < best_distance && d < strlen(k->name)) {
			best = k;
			best_distance = d;
		}
	}
	return best;
}

int key_is_choice(const char *choices, const char *word)
{
	size_t n = strlen(word);

	while (*choices) {
		size_t length = strcspn(choices, " ");

		if (length == n && strncmp(choices, word, n) == 0)
			return 1;
		choices += length;
		choices += strspn(choices, " ");
	}
	return 0;
}

static enum key_number found(enum base_number number)
{
	static const enum key_number of[] = {[BASE_NUMBER_OK] = KEY_NUMBER_OK,
					     [BASE_NUMBER_BAD] = KEY_NUMBER_BAD,
					     [BASE_NUMBER_BIG] = KEY_NUMBER_BIG};

	return of[number];
}

/* A whole number, and nothing else. */
static enum key_number parse_whole(const char *text, uint64_t *value)
{
	const enum key_number rc = found(base_number_take(&text, value));

	return *text ? KEY_NUMBER_BAD : rc;
}

/* Power of ten of a unit, or -1. */
static int unit_exponent(enum key_type type, const char *unit)
{
	if (strcmp(unit, "Hz") == 0 || (type == KEY_RATE && *unit == '\0'))
		return 0;
	if (strcmp(unit, "kHz") == 0)
		return 3;
	if (strcmp(unit, "MHz") == 0)
		return 6;
	if (strcmp(unit, "GHz") == 0)
		return 9;
	return -1;
}

/* A whole number with or without a sign, below 2^63. */
static enum key_number parse_offset(const char *text, uint64_t *value)
{
	int minus = *text == '-';
	enum key_number rc;

	rc = parse_whole(text + (minus || *text == '+'), value);
	if (rc == KEY_NUMBER_OK && *value > INT64_MAX)
		return KEY_NUMBER_BIG;
	if (minus)
		*value = -*value;
	return rc;
}

enum key_number key_parse_number(enum key_type type, const char *text, uint64_t *value)
{
	enum key_number rc;
	unsigned places;
	int exponent;

	if (type == KEY_OFFSET)
		return parse_offset(text, value);
	if (type == KEY_INT)
		return parse_whole(text, value);
	rc = found(base_decimal_take(&text, value, &places));
	if (rc != KEY_NUMBER_OK)
		return rc;

	exponent = unit_exponent(type, text + strspn(text, " \t"));
	if (exponent < 0)
		return KEY_NUMBER_UNIT;
	for (; exponent > (int)places; exponent--) {
		if (*value > UINT64_MAX / 10)
			return KEY_NUMBER_BIG;
		*value *= 10;
	}
	for (; exponent < (int)places; places--) {
		if (*value % 10)
			return KEY_NUMBER_FRACTION;
		*value /= 10;
	}
	return KEY_NUMBER_OK;
}

static const char *skip_blanks(const char *p)
{
	return p + strspn(p, " \t");
}

/* A bit number; moves `text` behind it and the blanks that follow. Above 63 it is 64. */
static int parse_bit(const char **text, unsigned *bit)
{
	uint64_t value;
	const enum base_number rc = base_number_take(text, &value);

	*bit = rc == BASE_NUMBER_OK && value < MASK_BITS ? (unsigned)value : MASK_BITS;
	*text = skip_blanks(*text);
	return rc != BASE_NUMBER_BAD;
}

static int parse_range(const char **text, unsigned *hi, unsigned *lo)
{
	if (!parse_bit(text, hi))
		return 0;
	*lo = *hi;
	if (strncmp(*text, "..", 2))
		return 1;
	*text = skip_blanks(*text + 2);
	return parse_bit(text, lo) && *lo <= *hi;
}

enum key_bits key_parse_bits(const char *text, uint64_t *mask, unsigned *bit)
{
	unsigned hi;
	unsigned lo;

	*mask = 0;
	for (text = skip_blanks(text);; text = skip_blanks(text + 1)) {
		if (!parse_range(&text, &hi, &lo) || (*text && *text != ','))
			return KEY_BITS_BAD;
		for (*bit = lo; *bit <= hi; (*bit)++) {
			if (*bit >= MASK_BITS)
				return KEY_BITS_BIG;
			if (*mask >> *bit & 1)
				return KEY_BITS_TWICE;
			*mask |= (uint64_t)1 << *bit;
		}
		if (!*text)
			return KEY_BITS_OK;
	}
}
