/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/clients.h"

#include <sys/socket.h>

#include "common/util.h"

#define REQUEST_MS 10000u /* that a client has for its first request, from its connection on */
#define SLOWEST 64u	  /* bytes of an answer that a client takes in a millisecond, at least */

static struct client *client_of(struct MHD_Connection *c)
{
	const union MHD_ConnectionInfo *info =
	    MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

	return info ? info->socket_context : NULL;
}

void clients_connected(void *clients, struct MHD_Connection *c, void **place,
		       enum MHD_ConnectionNotificationCode code)
{
	const union MHD_ConnectionInfo *info =
	    MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
	struct client *free = ((struct clients *)clients)->client, *end = free + CLIENTS;

	if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
		if (*place)
			((struct client *)*place)->taken = false;
		return;
	}
	while (free < end && free->taken)
		free++;
	if (free == end || !info)
		return;
	*free = (struct client){info->connect_fd, gno_now_ms() + REQUEST_MS, true};
	*place = free;
}

void clients_completed(void *clients, struct MHD_Connection *c, void **request,
		       enum MHD_RequestTerminationCode code)
{
	struct client *client = client_of(c);

	(void)clients;
	(void)request;
	(void)code;
	if (client)
		client->until = gno_now_ms() + CLIENT_SECONDS * 1000;
}

void clients_wait(struct MHD_Connection *c)
{
	struct client *client = client_of(c);

	if (client)
		client->until = 0;
}

void clients_answer(struct MHD_Connection *c, uint64_t bytes)
{
	struct client *client = client_of(c);

	if (client)
		client->until = gno_now_ms() + CLIENT_SECONDS * 1000 + bytes / SLOWEST;
}

void clients_expire(struct clients *clients)
{
	uint64_t now = gno_now_ms();

	for (unsigned i = 0; i < CLIENTS; i++) {
		struct client *client = &clients->client[i];

		if (!client->taken || !client->until || now < client->until)
			continue;
		shutdown(client->fd, SHUT_RDWR); /* the server finds its end */
		client->until = 0;
	}
}
