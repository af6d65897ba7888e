/* SPDX-License-Identifier: Apache-2.0 */
#include "common/words.h"
#include "base/show.h"
#include "common/errors.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define SHOWN 64 /* characters of a word that a message shows */

static bool goes_on(const struct gno_words *w, char c)
{
	if (w->signs)
		return isalnum((unsigned char)c) || c == '_';
	return c && !isspace((unsigned char)c) && !(w->quotes && strchr("+\"'", c));
}

/* Characters of a name in quotes with them; to the end of the text where they do not end. */
static size_t quoted(const char *text)
{
	const char *end = strchr(text + 1, *text);

	return end ? (size_t)(end + 1 - text) : strlen(text);
}

void gno_words_next(struct gno_words *w)
{
	const char *word;

	w->at += w->len;
	while (isspace((unsigned char)w->text[w->at]))
		w->at++;
	word = w->text + w->at;
	w->len = 0;
	if (w->quotes && *word && strchr("\"'", *word))
		w->len = quoted(word);
	else
		while (goes_on(w, word[w->len]))
			w->len++;
	if (!w->len && *word)
		w->len = 1;
}

bool gno_words_is(const struct gno_words *w, const char *word)
{
	return w->len == strlen(word) && !strncmp(w->text + w->at, word, w->len);
}

bool gno_words_skip(struct gno_words *w, const char *word)
{
	if (!gno_words_is(w, word))
		return false;
	gno_words_next(w);
	return true;
}

int gno_words_fail(struct gno_words *w, const char *fmt, ...)
{
	va_list ap;

	w->fault->at = w->at;
	va_start(ap, fmt);
	vsnprintf(w->fault->text, sizeof(w->fault->text), fmt, ap);
	va_end(ap);
	return GNO_ERR_FORMAT;
}

int gno_words_unexpected(struct gno_words *w, const char *wanted)
{
	if (!w->len)
		return gno_words_fail(w, "the %s ends where %s is expected", w->what, wanted);
	return gno_words_fail(w, "'%.*s' where %s is expected",
			      (int)base_fits(w->text + w->at, w->len, SHOWN), w->text + w->at,
			      wanted);
}
