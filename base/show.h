/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_SHOW_H
#define BASE_SHOW_H

/*
 * Text from outside, for a terminal, a comment of generated code, or a message: what could act
 * there is shown as an escape. These are control characters (\n, \t, \x1b), bytes that are no UTF-8
 * (\xff), and characters that are not seen or that change the direction of what follows (\u202e).
 * All else stays, backslashes too, so that text which was shown already stays as it is.
 */

#include <stddef.h>

#define BASE_SHOWN 512 /* bytes of text that one message shows, with its zero */

/* Shows `text` in `out`, cut off where it does not fit into `size` bytes; returns `out`. */
char *base_show(const char *text, char *out, size_t size);

/* The same in new memory, whole; NULL: no memory. */
char *base_show_new(const char *text);

/*
 * The same of a JSON text, which stays the same JSON: what could act becomes \u007f in its strings.
 * Its line ends stay, too.
 */
char *base_show_json(const char *json);

/*
 * How many of `length` bytes of a text are shown where `most` bytes fit: no part of a UTF-8
 * character is left at their end. It reads the first `most` bytes only. A precision (%.*s) alone
 * cuts a character in two.
 */
size_t base_fits(const char *text, size_t length, size_t most);

#endif
