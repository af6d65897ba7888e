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
 * A server that refuses a client sends one of the other lines, and closes the connection.
 */

#define GNO_GREET_TOKEN "gnomon: token "
#define GNO_GREET_READY "gnomon: ready\n"
#define GNO_GREET_BUSY "gnomon: busy\n"
#define GNO_GREET_REQUIRED "gnomon: token required\n"
#define GNO_GREET_WRONG "gnomon: token refused\n"
#define GNO_GREET_LONGEST 32 /* bytes of a line of the server, at most */

#endif
