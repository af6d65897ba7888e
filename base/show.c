/* SPDX-License-Identifier: Apache-2.0 */
#include "base/show.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_ESCAPE 12 /* "\udb40\udc01" */
#define CUT "..."

/* Length of the UTF-8 sequence that a byte begins. */
static size_t sequence(unsigned char first)
{
	return first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
}

/* Length of the UTF-8 sequence at `at` and its character; 0: there is none. */
static size_t decode(const unsigned char *at, uint32_t *character)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	size_t len = sequence(*at), i;

	if (len == 1) {
		*character = *at;
		return 1;
	}
	if (*at < 0xc0 || *at > 0xf7)
		return 0;
	*character = *at & (0x7fu >> len);
	for (i = 1; i < len; i++) {
		if ((at[i] & 0xc0) != 0x80)
			return 0;
		*character = *character << 6 | (at[i] & 0x3fu);
	}
	return *character < least[len] || *character > 0x10ffff || (*character >> 11) == 0x1b ? 0
											      : len;
}

/* Whether a character acts, or cannot be seen. */
static bool acts(uint32_t c)
{
	static const uint32_t ranges[][2] = {
	    {0x00, 0x1f},     {0x7f, 0x9f},	{0xad, 0xad},	  {0x61c, 0x61c},
	    {0x180e, 0x180e}, {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
	    {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0xe0fff},
	};

	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
		if (c >= ranges[i][0] && c <= ranges[i][1])
			return true;
	return false;
}

static size_t escape(uint32_t c, char *out)
{
	static const char letters[] = "abtnvfr"; /* from 7 on */

	if (c >= 7 && c <= 13)
		return (size_t)sprintf(out, "\\%c", letters[c - 7]);
	if (c < 0x80)
		return (size_t)sprintf(out, "\\x%02x", (unsigned)c);
	return (size_t)sprintf(out, c > 0xffff ? "\\U%08x" : "\\u%04x", (unsigned)c);
}

/* Shows the character at `at`; moves behind it. */
static size_t show_one(const char **at, char *out)
{
	uint32_t c = 0;
	size_t len = decode((const unsigned char *)*at, &c);

	if (len && !acts(c)) {
		memcpy(out, *at, len);
		*at += len;
		return len;
	}
	if (!len)
		return (size_t)sprintf(out, "\\x%02x", (unsigned char)*(*at)++);
	*at += len;
	return escape(c, out);
}

char *base_show(const char *text, char *out, size_t size)
{
	char one[LONGEST_ESCAPE + 1];
	size_t used = 0, fits = 0, len;

	while (*text) {
		len = show_one(&text, one);
		if (used + len + 1 > size) {
			snprintf(out + fits, size - fits, "%s", CUT);
			return out;
		}
		memcpy(out + used, one, len);
		used += len;
		if (used + sizeof(CUT) <= size)
			fits = used;
	}
	out[used] = '\0';
	return out;
}

/* A character above 0xffff has two escapes in JSON. */
static size_t escape_json(uint32_t c, char *out)
{
	if (c <= 0xffff)
		return (size_t)sprintf(out, "\\u%04x", (unsigned)c);
	c -= 0x10000;
	return (size_t)sprintf(out, "\\u%04x\\u%04x", 0xd800 + (unsigned)(c >> 10),
			       0xdc00 + (unsigned)(c & 0x3ff));
}

char *base_show_json(const char *json)
{
	char *out = malloc(LONGEST_ESCAPE * strlen(json) + 1), *to = out;
	uint32_t c = 0;
	size_t len;

	while (out && *json) {
		len = decode((const unsigned char *)json, &c);
		if (len && acts(c) && c != '\n') {
			to += escape_json(c, to);
		} else {
			len = len ? len : 1; /* no byte of JSON is other than UTF-8 */
			memcpy(to, json, len);
			to += len;
		}
		json += len;
	}
	if (out)
		*to = '\0';
	return out;
}

char *base_show_new(const char *text)
{
	size_t size = LONGEST_ESCAPE * strlen(text) + 1;
	char *out = malloc(size);

	return out ? base_show(text, out, size) : NULL;
}

size_t base_fits(const char *text, size_t length, size_t most)
{
	if (length <= most)
		return length;
	for (size_t back = 1; back <= 3 && back <= most; back++) {
		const unsigned char first = (unsigned char)text[most - back];

		if ((first & 0xc0) != 0x80)
			return sequence(first) > back ? most - back : most;
	}
	return most;
}
