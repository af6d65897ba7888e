/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_WORDS_H
#define GNO_WORDS_H

/* A text that is taken word by word, and where it is at fault: expressions of routes, sequences. */

#include <stdbool.h>
#include <stddef.h>

struct gno_words_fault {
	size_t at;	/* character of the text, from 0 */
	char text[320]; /* without a full stop */
};

struct gno_words {
	const char *text;
	const char *what; /* the text is, for messages: "sequence" */
	/* words are names, and each other character; else all that has no spaces in it */
	bool signs;
	bool quotes;	/* what is in quotes is one word with them, also with spaces; '+' is one */
	size_t at, len; /* the current word; after the last one `len` is 0 */
	struct gno_words_fault *fault;
};

/* Goes to the next word; the first one at first. */
void gno_words_next(struct gno_words *w);

/* Whether the current word is that one. */
bool gno_words_is(const struct gno_words *w, const char *word);

/* Advances past the current word if it is that one. */
bool gno_words_skip(struct gno_words *w, const char *word);

/* The text is at fault at the current word. Returns GNO_ERR_FORMAT. */
int gno_words_fail(struct gno_words *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* "'word' where a point is expected". Returns GNO_ERR_FORMAT. */
int gno_words_unexpected(struct gno_words *w, const char *wanted);

#endif
