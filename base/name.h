/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_NAME_H
#define BASE_NAME_H

/*
 * The rule for names, wherever one enters: in a description, a manifest, an experiment, a pattern
 * file. A name begins with a letter or '_' and continues with letters, digits, '_', '-' and '.'. So
 * it needs no quotes on a terminal, in JSON, in CTF metadata, as the name of a file or in generated
 * code. What becomes an identifier of Verilog has no '-' and no '.' either.
 */

#include <stdbool.h>
#include <stddef.h>

#define BASE_NAME_MAX 63 /* characters of a name that somebody chose */
#define BASE_NAME_MADE_MAX                                                                         \
	95 /* and of one that was made of it, such as NAME.timeout or NAME.from */

#define BASE_NAME_RULE                                                                             \
	"must begin with a letter or '_', and have at most 63 letters, digits, '_', '-' and '.'"

/* Whether a text is a name of at most `most` characters. */
bool base_name_ok(const char *text, size_t most);

/* Whether it is an identifier of Verilog of at most BASE_NAME_MAX characters. */
bool base_name_is_word(const char *text);

/* Whether a name may contain the character after its first one. */
bool base_name_goes_on(char c);

#endif
