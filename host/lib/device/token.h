/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_TOKEN_H
#define GNO_TOKEN_H

/*
 * The secret that a client shows to 'gnomon serve-link'. It is one line of a file that only its
 * owner can read. No message contains it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "common/errors.h"
#include "gnomon/records.h"

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

/*
 * The lines of text that a TCP client and its server exchange before the bytes of the link. Without
 * a token there are none, unless the server refuses the client. With a token:
 *
 *   1. The client sends GNO_GREET_TOKEN, its token and a newline.
 *   2. The server answers GNO_GREET_READY. Link bytes follow.
 *
 * A server that refuses a client sends one of the other lines, and closes the connection. It also
 * refuses a client whose first byte of the link no host sends first: a web page can make a browser
 * send a frame to any port, but only behind the head of an HTTP request.
 */

#define GNO_GREET_TOKEN "gnomon: token "
#define GNO_GREET_READY "gnomon: ready\n"
#define GNO_GREET_BUSY "gnomon: busy\n"
#define GNO_GREET_REQUIRED "gnomon: token required\n"
#define GNO_GREET_WRONG "gnomon: token refused\n"
#define GNO_GREET_FOREIGN "gnomon: no frame of the link\n"
#define GNO_GREET_LONGEST 32 /* bytes of a line of the server, at most */

/* Whether a host may send this byte first: it begins a frame, or ends one that was cut off. */
static inline bool gno_greet_is_link(uint8_t first)
{
	return first == GNO_FRAME_MARK || first == GNO_FRAME_FILL;
}

#endif
