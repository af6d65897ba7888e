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

static void put_char(FILE *f, unsigned char c)
{
	static const char names[] = "\b\f\n\r\t\"\\", letters[] = "bfnrt\"\\";
	const char *at = strchr(names, c);

	if (at && c)
		fprintf(f, "\\%c", letters[at - names]);
	else
		fprintf(f, "\\u%04X", c);
}

static void put_string(FILE *f, const char *text)
{
	fputc('"', f);
	while (*text) {
		const unsigned char *p = (const unsigned char *)text;
		unsigned n = utf8_length(p);

		if (!n)
			fputs("\\uFFFD", f);
		else if (*p < ' ' || *p == '"' || *p == '\\')
			put_char(f, *p);
		else
			fwrite(text, 1, n, f);
		text += n ? n : 1;
	}
	fputc('"', f);
}

static void new_line(const struct json_out *o)
{
	if (!o->compact)
		fprintf(o->f, "\n%*s", (int)(INDENT * o->depth), "");
}

/* What is written before a value. */
static void put_key(struct json_out *o, const char *key)
{
	if (o->filled)
		fputc(',', o->f);
	if (o->depth)
		new_line(o);
	o->filled = true;
	if (!key)
		return;
	put_string(o->f, key);
	fputs(o->compact ? ":" : ": ", o->f);
}

static void begin(struct json_out *o, const char *key, char bracket)
{
	put_key(o, key);
	fputc(bracket, o->f);
	o->depth++;
	o->filled = false;
}

static void end(struct json_out *o, char bracket)
{
	o->depth--;
	if (o->filled)
		new_line(o);
	fputc(bracket, o->f);
	o->filled = true;
}

void jout_object(struct json_out *o, const char *key)
{
	begin(o, key, '{');
}

void jout_object_end(struct json_out *o)
{
	end(o, '}');
}

void jout_list(struct json_out *o, const char *key)
{
	begin(o, key, '[');
}

void jout_list_end(struct json_out *o)
{
	end(o, ']');
}

void jout_null(struct json_out *o, const char *key)
{
	put_key(o, key);
	fputs("null", o->f);
}

void jout_bool(struct json_out *o, const char *key, bool value)
{
	put_key(o, key);
	fputs(value ? "true" : "false", o->f);
}

void jout_number(struct json_out *o, const char *key, uint64_t value)
{
	put_key(o, key);
	fprintf(o->f, "%" PRIu64, value);
}

/* As %.17g, but with a point whatever the locale, always a fraction or an exponent, and that one
 * short. */
static void put_float(FILE *f, double value)
{
	char text[40], *e, *p;

	snprintf(text, sizeof(text), "%.17g", value);
	for (p = text; *p; p++)
		if (*p == ',')
			*p = '.';
	e = strchr(text, 'e');
	if (e)
		fprintf(f, "%.*se%ld", (int)(e - text), text, strtol(e + 1, NULL, 10));
	else
		fprintf(f, "%s%s", text, strchr(text, '.') ? "" : ".0");
}

void jout_float(struct json_out *o, const char *key, double value)
{
	if (!isfinite(value)) {
		jout_null(o, key);
		return;
	}
	put_key(o, key);
	put_float(o->f, value);
}

void jout_text(struct json_out *o, const char *key, const char *value)
{
	if (!value) {
		jout_null(o, key);
		return;
	}
	put_key(o, key);
	put_string(o->f, value);
}

/* Three bytes, or as many as are left, as four letters. */
static void put_three(char *four, const unsigned char *at, size_t left)
{
	static const char letters[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const uint32_t three =
	    (uint32_t)at[0] << 16 | (left > 1 ? (uint32_t)at[1] << 8 : 0) | (left > 2 ? at[2] : 0u);

	four[0] = letters[three >> 18];
	four[1] = letters[three >> 12 & 63];
	four[2] = left > 1 ? letters[three >> 6 & 63] : '=';
	four[3] = left > 2 ? letters[three & 63] : '=';
}

void jout_base64(struct json_out *o, const char *key, const void *bytes, size_t len)
{
	const unsigned char *at = bytes;
	char piece[4096];
	size_t used = 0;

	put_key(o, key);
	fputc('"', o->f);
	for (size_t i = 0; i < len; i += 3) {
		put_three(piece + used, at + i, len - i);
		used += 4;
		if (used == sizeof(piece) || i + 3 >= len) {
			fwrite(piece, 1, used, o->f);
			used = 0;
		}
	}
	fputc('"', o->f);
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
