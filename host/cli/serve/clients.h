/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_CLIENTS_H
#define GNOMON_CLI_CLIENTS_H

/*
 * The connections of the HTTP server, each with the time when it must be done. The server's own
 * time-out begins again with each byte, so a client that sends a byte now and then would keep its
 * place for ever.
 */

#include <microhttpd.h>
#include <stdbool.h>
#include <stdint.h>

#define CLIENTS 32	   /* connections at a time */
#define CLIENT_SECONDS 30u /* without a byte, or without a request, after which a client goes */

/* All 0: there are none. */
struct clients {
	struct client {
		int fd;
		uint64_t until; /* ms; when it goes; 0: it waits for the server */
		bool taken;
	} client[CLIENTS];
};

/* For MHD_OPTION_NOTIFY_CONNECTION and MHD_OPTION_NOTIFY_COMPLETED, with the clients as context. */
void clients_connected(void *clients, struct MHD_Connection *c, void **place,
		       enum MHD_ConnectionNotificationCode code);
void clients_completed(void *clients, struct MHD_Connection *c, void **request,
		       enum MHD_RequestTerminationCode code);

/* A request is whole: the client may wait for its answer as long as the server needs. */
void clients_wait(struct MHD_Connection *c);

/* An answer of so many bytes begins: the client has a time for it that grows with them. */
void clients_answer(struct MHD_Connection *c, uint64_t bytes);

/* Ends the connections whose time is over. */
void clients_expire(struct clients *clients);

#endif
