/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

/*
 * The one syntax of numbers, wherever one is read from outside: a description, an experiment, an
 * expression, an option, a URL, a plusarg.
 *
 *   whole:    "0", digits that do not begin with 0, or 0x and hexadecimal digits
 *   decimal:  "0" or digits that do not begin with 0, and perhaps a point with digits behind it
 *
 * Both have no sign, no blanks and no exponent. A leading zero is refused: other programs read 010
 * as eight or as ten. No locale changes what is read.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum base_number {
	BASE_NUMBER_OK,
	BASE_NUMBER_BAD, /* not of this syntax */
	BASE_NUMBER_BIG, /* does not fit 64 bits */
};

/*
 * Reads the whole number at the beginning of *text, and moves *text behind all letters, digits and
 * '_' there: what begins as a number and goes on as a word is none.
 */
enum base_number base_number_take(const char **text, uint64_t *out);

/* Reads a text that is a whole number up to `most`, and nothing else. */
bool base_number_parse(const char *text, uint64_t most, uint64_t *out);

/*
 * Reads the decimal number at the beginning of *text and moves *text behind it; anything may follow
 * but a digit, a letter x or a point. The number is digits / 10^places.
 */
enum base_number base_decimal_take(const char **text, uint64_t *digits, unsigned *places);

/* digits / 10^places as a floating-point number. */
double base_decimal_value(uint64_t digits, unsigned places);

#define BASE_HASH_DIGITS 16

/* Reads a hash: so many hexadecimal digits in lower case (16 at most), and nothing else. */
bool base_number_hash(const char *text, size_t digits, uint64_t *out);

#endif
