/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_GREETING_H
#define GNO_GREETING_H

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
#include <stdbool.h>
#include <stdint.h>
#include "gnomon/records.h"

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
