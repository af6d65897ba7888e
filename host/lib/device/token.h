/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_TOKEN_H
#define GNO_TOKEN_H

/*
 * The secret that a client shows to 'gnomon serve-link'. It is one line of a file that only its
 * owner can read. No message contains it.
 */

#include <stdbool.h>
#include <stddef.h>
#include "common/errors.h"

#define GNO_TOKEN_LEAST 16 /* characters */
#define GNO_TOKEN_MOST 256

struct gno_token {
	size_t len;
	char text[GNO_TOKEN_MOST + 1]; /* zeros behind the text */
};

/*
 * Reads a token file. The file must belong to the user (or to root) and be closed to group and
 * others. Its one line has GNO_TOKEN_LEAST to GNO_TOKEN_MOST printable characters of ASCII without
 * spaces. GNO_ERR_IO, GNO_ERR_FORMAT.
 */
int gno_token_read(const char *path, struct gno_token *out, struct gno_err *err);

/* Whether a text of `len` bytes is the token, in a time that does not depend on the token. */
bool gno_token_is(const struct gno_token *token, const char *text, size_t len);

/* Overwrites the token in memory. */
void gno_token_wipe(struct gno_token *token);

#endif
