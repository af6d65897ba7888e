/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_DOOR_H
#define GNOMON_CLI_DOOR_H

/*
 * Where TCP clients arrive: a listening socket, and the connections that are not clients yet. A
 * connection shows the token, if one is required, or is refused with a line that states why
 * (device/token.h). Nothing here waits.
 */

#include <stdbool.h>
#include <stdint.h>
#include "common/address.h"
#include "device/token.h"

#define DOOR_NAME 80 /* room for "[ADDRESS]:PORT" */

struct door;

/* Who gets the clients. */
struct door_owner {
	/* Prints who was refused, and why. NULL: nobody does. */
	void (*note)(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
	/* Whether there is a client, so that others are refused. */
	bool (*busy)(void *ctx);
	void *ctx;
};

/*
 * Listens. token: what a client must show, not copied; NULL: none. GNO_ERR_ARG: without a token, an
 * address that other machines can reach; GNO_ERR_IO.
 */
int door_open(const struct gno_address *address, const struct gno_token *token,
	      const struct door_owner *owner, struct door **out, struct gno_err *err);

/* Closes all its connections; NULL is allowed. */
void door_close(struct door *door);

/* The address in use, "127.0.0.1:40000". */
const char *door_address(const struct door *door);

/*
 * One look at the socket and its connections. Returns the socket of a new client, which is the
 * caller's and does not block, or -1; its address goes to `name`.
 */
int door_look(struct door *door, char name[DOOR_NAME]);

#endif
