/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_TEXT_OUT_H
#define GNO_TEXT_OUT_H

/*
 * Text on its way to a stream, through a large buffer: for lists of millions of lines, where a
 * function of stdio for each piece of a line costs more than everything else. Between
 * text_out_begin and text_out_flush nothing else may be written to the stream.
 */

#include <endian.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define TEXT_OUT_ROOM 65536
#define TEXT_OUT_NUMBER 32 /* bytes that a number takes for a moment, at most */
#define TEXT_OUT_FORMAT 256

struct text_out {
	FILE *f;
	bool by_line;	 /* a terminal, say: each line is seen as soon as it is complete */
	bool failed;	 /* the stream takes no more; its ferror() is set */
	uint64_t before; /* bytes that have left the buffer */
	size_t used;
	char text[TEXT_OUT_ROOM];
};

void text_out_begin(struct text_out *o, FILE *f);

/* Hands everything on to the stream; of one that is read by lines also to its reader. */
void text_out_flush(struct text_out *o);

/* Makes room for so many bytes, TEXT_OUT_ROOM at most. */
static inline void text_out_need(struct text_out *o, size_t length)
{
	if (length > TEXT_OUT_ROOM - o->used)
		text_out_flush(o);
}

/* As text_out_bytes, of any length. */
void text_out_many(struct text_out *o, const void *bytes, size_t length);

static inline void text_out_bytes(struct text_out *o, const void *bytes, size_t length)
{
	if (length > TEXT_OUT_ROOM - o->used) {
		text_out_many(o, bytes, length);
		return;
	}
	memcpy(o->text + o->used, bytes, length);
	o->used += length;
}

static inline void text_out_text(struct text_out *o, const char *text)
{
	text_out_bytes(o, text, strlen(text));
}

static inline void text_out_char(struct text_out *o, char c)
{
	text_out_need(o, 1);
	o->text[o->used++] = c;
}

/* Ends a line. */
static inline void text_out_line(struct text_out *o)
{
	text_out_char(o, '\n');
	if (o->by_line)
		text_out_flush(o);
}

/* As printf, for what is rare and, with its zero byte, no longer than TEXT_OUT_FORMAT. */
void text_out_format(struct text_out *o, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* The eight decimal digits of a number below 10^8, the first one in the lowest byte. */
static inline uint64_t text_out_digits(uint32_t number)
{
	const uint64_t fours = number / 10000 | (uint64_t)(number % 10000) << 32;
	/* a hundredth of each half, a tenth of each quarter: exact for so small numbers */
	const uint64_t hundreds = fours * 10486 >> 20 & 0x7f0000007f;
	const uint64_t twos = hundreds | (fours - 100 * hundreds) << 16;
	const uint64_t tens = twos * 103 >> 10 & 0x000f000f000f000f;

	return tens | (twos - 10 * tens) << 8 | 0x3030303030303030;
}

/* The same, written, and what is behind them: a number below 10^8 with leading zeros, and without.
 * Up to eight bytes are written. */
static inline char *text_out_eight(char *at, uint32_t number)
{
	const uint64_t digits = htole64(text_out_digits(number));

	memcpy(at, &digits, 8);
	return at + 8;
}

static inline char *text_out_short(char *at, uint32_t number)
{
	const uint64_t last = UINT64_C(1) << 56;
	uint64_t digits, left;
	unsigned zeros;

	if (number < 100) { /* most high halves, codes and processes */
		if (number >= 10)
			*at++ = (char)('0' + number / 10);
		*at = (char)('0' + number % 10);
		return at + 1;
	}
	digits = text_out_digits(number);
	zeros = (unsigned)__builtin_ctzll((digits ^ 0x3030303030303030) | last) / 8;
	left = htole64(digits >> 8 * zeros);
	memcpy(at, &left, 8);
	return at + 8 - zeros;
}

#define TEXT_OUT_SHORT UINT64_C(100000000)

/* The same of any number; up to TEXT_OUT_NUMBER bytes are written. */
static inline char *text_out_any(char *at, uint64_t number)
{
	const uint64_t high = number / TEXT_OUT_SHORT;

	if (!high)
		return text_out_short(at, (uint32_t)number);
	if (high < TEXT_OUT_SHORT) {
		at = text_out_short(at, (uint32_t)high);
	} else {
		at = text_out_short(at, (uint32_t)(high / TEXT_OUT_SHORT));
		at = text_out_eight(at, (uint32_t)(high % TEXT_OUT_SHORT));
	}
	return text_out_eight(at, (uint32_t)(number % TEXT_OUT_SHORT));
}

static inline void text_out_number(struct text_out *o, uint64_t number)
{
	text_out_need(o, TEXT_OUT_NUMBER);
	o->used = (size_t)(text_out_any(o->text + o->used, number) - o->text);
}

/* A number after a text. */
static inline void text_out_after(struct text_out *o, const char *text, uint64_t number)
{
	text_out_text(o, text);
	text_out_number(o, number);
}

/* Nine digits of a number below 10^9, with leading zeros. */
static inline void text_out_nine(struct text_out *o, uint32_t number)
{
	text_out_need(o, TEXT_OUT_NUMBER);
	o->text[o->used] = (char)('0' + number / TEXT_OUT_SHORT);
	text_out_eight(o->text + o->used + 1, number % TEXT_OUT_SHORT);
	o->used += 9;
}

/* 10^k; the first one is 0, as no number has no digits. */
extern const uint64_t text_out_powers[20];

static inline unsigned text_out_length(uint64_t number)
{
	const unsigned bits = 64 - (unsigned)__builtin_clzll(number | 1);
	const unsigned less = bits * 1233 >> 12; /* bits * log10(2): of the digits, or one less */

	return less + (number >= text_out_powers[less]);
}

/* As %*u. */
static inline void text_out_padded(struct text_out *o, int width, uint64_t number)
{
	const int length = (int)text_out_length(number);

	for (int i = length; i < width; i++)
		text_out_char(o, ' ');
	text_out_number(o, number);
}

#endif
