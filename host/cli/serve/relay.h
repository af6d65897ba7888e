/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_RELAY_H
#define GNOMON_CLI_RELAY_H

/*
 * The bytes between a device and one TCP client after the other. The relay knows nothing of the
 * link's frames. Its buffers are of a fixed size: while one is full, its source waits.
 */

#include <signal.h>
#include <stdbool.h>
#include "common/address.h"
#include "device/token.h"
#include "device/transport.h"

struct relay_options {
	const char *device; /* the URL, for messages */
	bool once;	    /* end after one client */
	/* Prints who came, left and was refused. NULL: nobody does. */
	void (*note)(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
	const volatile sig_atomic_t *interrupted; /* ends the relay */
};

struct relay;

/* Listens. The token stays the caller's and must outlive the relay. Fails as door_open. */
int relay_open(const struct gno_address *address, const struct gno_token *token,
	       const struct relay_options *options, struct relay **out, struct gno_err *err);

/* Closes the client and the socket; NULL is allowed. */
void relay_close(struct relay *relay);

/* The address in use, "127.0.0.1:40000". */
const char *relay_address(const struct relay *relay);

/*
 * Serves the open device `ctx` of a transport until an interrupt, or until the first client has
 * left (`once`): 0. Fails as the device's read and write, with the device's URL in the message.
 */
int relay_run(struct relay *relay, const struct gno_transport *transport, void *ctx,
	      struct gno_err *err);

#endif
