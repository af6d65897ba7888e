/* SPDX-License-Identifier: Apache-2.0 */
#include "common/json_out.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define INDENT 2

/* Bytes of the UTF-8 character at `p`; 0: it is none. */
static unsigned utf8_length(const unsigned char *p)
{
	unsigned n = *p < 0x80	 ? 1
		     : *p < 0xc2 ? 0
		     : *p < 0xe0 ? 2
		     : *p < 0xf0 ? 3
		     : *p < 0xf5 ? 4
				 : 0;

	for (unsigned i = 1; i < n; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	if ((*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] > 0x9f) ||
	    (*p == 0xf0 && p[1] < 0x90) || (*p == 0xf4 && p[1] > 0x8f))
		return 0; /* too long, a surrogate, or beyond the last one */
	return n;
}

static void put_bytes(const struct json_out *o, const char *bytes, size_t length)
{
	if (o->to)
		text_out_bytes(o->to, bytes, length);
	else
		fwrite(bytes, 1, length, o->f);
}

static void put_char(const struct json_out *o, char c)
{
	if (o->to)
		text_out_char(o->to, c);
	else
		fputc(c, o->f);
}

static void put_text(const struct json_out *o, const char *text)
{
	put_bytes(o, text, strlen(text));
}

/* A character that stands for another one in JSON, or a byte that is no part of a character. */
static void put_escaped(const struct json_out *o, unsigned char c)
{
	static const char names[] = "\b\f\n\r\t\"\\", letters[] = "bfnrt\"\\";
	const char *at = strchr(names, c);
	char text[8] = {'\\'};

	if (at && c)
		text[1] = letters[at - names];
	else
		snprintf(text, sizeof(text), "\\u%04X", c < ' ' ? c : 0xfffdu);
	put_text(o, text);
}

static void put_string(const struct json_out *o, const char *text)
{
	const unsigned char *p = (const unsigned char *)text, *first = p;

	put_char(o, '"');
	while (*p) {
		const unsigned n = *p < 0x80 ? 1 : utf8_length(p);

		if (n && *p >= ' ' && *p != '"' && *p != '\\') {
			p += n;
			continue;
		}
		put_bytes(o, (const char *)first, (size_t)(p - first));
		put_escaped(o, *p);
		first = ++p;
	}
	put_bytes(o, (const char *)first, (size_t)(p - first));
	put_char(o, '"');
}

static void new_line(const struct json_out *o)
{
	if (o->compact)
		return;
	put_char(o, '\n');
	for (unsigned i = 0; i < o->depth; i++)
		put_bytes(o, "  ", INDENT);
}

/* What is written before a value. */
static void put_key(struct json_out *o, const char *key)
{
	if (o->filled)
		put_char(o, ',');
	if (o->depth)
		new_line(o);
	o->filled = true;
	if (!key)
		return;
	put_string(o, key);
	put_text(o, o->compact ? ":" : ": ");
}

static void begin_bracket(struct json_out *o, const char *key, char bracket)
{
	put_key(o, key);
	put_char(o, bracket);
	o->depth++;
	o->filled = false;
}

static void end(struct json_out *o, char bracket)
{
	o->depth--;
	if (o->filled)
		new_line(o);
	put_char(o, bracket);
	o->filled = true;
}

void jout_object(struct json_out *o, const char *key)
{
	begin_bracket(o, key, '{');
}

void jout_object_end(struct json_out *o)
{
	end(o, '}');
}

void jout_list(struct json_out *o, const char *key)
{
	begin_bracket(o, key, '[');
}

void jout_list_end(struct json_out *o)
{
	end(o, ']');
}

void jout_null(struct json_out *o, const char *key)
{
	put_key(o, key);
	put_text(o, "null");
}

void jout_bool(struct json_out *o, const char *key, bool value)
{
	put_key(o, key);
	put_text(o, value ? "true" : "false");
}

void jout_signed(struct json_out *o, const char *key, int64_t value)
{
	char text[TEXT_OUT_NUMBER];

	put_key(o, key);
	put_bytes(o, text, (size_t)snprintf(text, sizeof(text), "%" PRId64, value));
}

void jout_number(struct json_out *o, const char *key, uint64_t value)
{
	const char *quote = value >= JOUT_EXACT && !o->foreign ? "\"" : "";
	char text[TEXT_OUT_NUMBER];

	put_key(o, key);
	if (o->to && !*quote)
		text_out_number(o->to, value);
	else
		put_bytes(
		    o, text,
		    (size_t)snprintf(text, sizeof(text), "%s%" PRIu64 "%s", quote, value, quote));
}

/* As %.17g, but with a point whatever the locale, always a fraction or an exponent, and that one
 * short. */
static void put_float(const struct json_out *o, double value)
{
	char text[48], *e, *p;

	snprintf(text, sizeof(text), "%.17g", value);
	for (p = text; *p; p++)
		if (*p == ',')
			*p = '.';
	e = strchr(text, 'e');
	if (e)
		sprintf(e + 1, "%ld", strtol(e + 1, NULL, 10)); /* not a user's: of snprintf */
	else if (!strchr(text, '.'))
		strcat(text, ".0");
	put_text(o, text);
}

void jout_float(struct json_out *o, const char *key, double value)
{
	if (!isfinite(value)) {
		jout_null(o, key);
		return;
	}
	put_key(o, key);
	put_float(o, value);
}

void jout_text(struct json_out *o, const char *key, const char *value)
{
	if (!value) {
		jout_null(o, key);
		return;
	}
	put_key(o, key);
	put_string(o, value);
}

/* Three bytes as four letters. */
static inline void put_three(char *four, uint32_t three)
{
	static const char letters[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	four[0] = letters[three >> 18];
	four[1] = letters[three >> 12 & 63];
	four[2] = letters[three >> 6 & 63];
	four[3] = letters[three & 63];
}

/* One or two bytes, likewise. */
static void put_rest(char *four, const unsigned char *at, size_t left)
{
	put_three(four, (uint32_t)at[0] << 16 | (left > 1 ? (uint32_t)at[1] << 8 : 0));
	memset(four + 1 + left, '=', 3 - left);
}

void jout_base64(struct json_out *o, const char *key, const void *bytes, size_t len)
{
	const unsigned char *at = bytes, *const end = at + len;
	char piece[4096], *to = piece;

	put_key(o, key);
	put_char(o, '"');
	for (; end - at >= 3; at += 3, to += 4) {
		if (to == piece + sizeof(piece)) {
			put_bytes(o, piece, sizeof(piece));
			to = piece;
		}
		put_three(to, (uint32_t)at[0] << 16 | (uint32_t)at[1] << 8 | at[2]);
	}
	put_bytes(o, piece, (size_t)(to - piece));
	if (at < end) {
		put_rest(piece, at, (size_t)(end - at));
		put_bytes(o, piece, 4);
	}
	put_char(o, '"');
}

void jout_number_if(struct json_out *o, const char *key, bool has, uint64_t value)
{
	if (has)
		jout_number(o, key, value);
	else
		jout_null(o, key);
}

void jout_float_if(struct json_out *o, const char *key, bool has, double value)
{
	if (has)
		jout_float(o, key, value);
	else
		jout_null(o, key);
}
