/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/relay.h"
#include "common/util.h"
#include "device/token.h"
#include "serve/door.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define TO_DEVICE 4096	/* bytes; the link has far fewer in flight, but for one WRITE */
#define TO_CLIENT 65536 /* bytes; more than all answers to what the link has in flight */

/*
 * A transport can only wait for its own bytes. The relay therefore waits there, a slice at a time,
 * and looks at its sockets in between: a client's bytes wait for a slice at most.
 */
#define SLICE_ACTIVE_MS 1
#define SLICE_IDLE_MS 20
#define ACTIVE_MS 1000 /* without a byte, after which the slices are long */

/* After a client, answers to its requests are discarded until the device is quiet. */
#define QUIET_MS 100
#define QUIET_MOST_MS 1000

#define STALL_MS 10000 /* without a byte taken, after which a client goes */

struct bytes {
	uint8_t *data;
	size_t room, len;
};

struct relay {
	const struct gno_transport *transport;
	void *ctx;
	struct relay_options options;
	struct door *door;
	int client; /* -1: none */
	bool spoke; /* the client has sent a byte of the link */
	bool ended; /* `once`: a client has left */
	char name[DOOR_NAME];
	struct bytes to_device, to_client;
	uint64_t left;	/* when the last client left, or the device was opened */
	uint64_t heard; /* last byte of the device, or as above */
	uint64_t taken; /* last byte that the client took, or since when there is one to take */
	uint64_t given; /* the same of the device */
	uint64_t moved; /* last byte in either direction */
	bool settled;	/* the device owes no answers to an earlier client */
	uint8_t device_data[TO_DEVICE];
	uint8_t client_data[TO_CLIENT];
};

static void drop_first(struct bytes *b, size_t count)
{
	b->len -= count;
	memmove(b->data, b->data + count, b->len);
}

/* Whether the client has closed its side, or its connection broke. */
static bool has_left(const struct relay *r)
{
	struct pollfd p = {.fd = r->client, .events = POLLRDHUP};

	return poll(&p, 1, 0) > 0;
}

static bool is_busy(void *ctx)
{
	const struct relay *r = ctx;

	return r->client >= 0 && !has_left(r);
}

/* The client's requests, and the answers to them, are for nobody. */
static void end_client(struct relay *r, const char *why)
{
	if (r->client < 0)
		return;
	if (r->options.note)
		r->options.note("client %s %s", r->name, why);
	close(r->client);
	r->client = -1;
	r->to_device.len = r->to_client.len = 0;
	r->left = r->heard = gno_now_ms();
	r->settled = false;
	r->ended = true;
}

static void meet_clients(struct relay *r)
{
	char name[DOOR_NAME];
	int fd = door_look(r->door, name);

	if (fd < 0)
		return;
	end_client(r, "left");
	r->client = fd;
	r->spoke = false;
	r->moved = r->taken = gno_now_ms();
	memcpy(r->name, name, DOOR_NAME);
	if (r->options.note)
		r->options.note("client %s connected", r->name);
}

/* A client that speaks another protocol goes. It does not count as the one of `once`. */
static void refuse_foreign(struct relay *r)
{
	bool ended = r->ended;

	send(r->client, GNO_GREET_FOREIGN, strlen(GNO_GREET_FOREIGN), MSG_NOSIGNAL);
	end_client(r, "is disconnected: it sends no frame of the link");
	r->ended = ended;
}

/* Takes bytes of the client, as many as there is room for. */
static void receive(struct relay *r)
{
	struct bytes *b = &r->to_device;
	ssize_t got;

	if (b->len == b->room)
		return;
	if (!b->len)
		r->given = gno_now_ms();
	got = recv(r->client, b->data + b->len, b->room - b->len, 0);
	if (got <= 0)
		return; /* has_left tells the end */
	if (!r->spoke && !gno_greet_is_link(b->data[0])) {
		refuse_foreign(r);
		return;
	}
	r->spoke = true;
	b->len += (size_t)got;
	r->moved = gno_now_ms();
}

/* Sends what the client takes. */
static void transmit(struct relay *r)
{
	struct bytes *b = &r->to_client;
	uint64_t now = gno_now_ms();
	ssize_t done;

	if (!b->len)
		return;
	done = send(r->client, b->data, b->len, MSG_NOSIGNAL);
	if (done > 0) {
		drop_first(b, (size_t)done);
		r->taken = now;
	} else if (now - r->taken >= STALL_MS) {
		end_client(r, "is disconnected: it takes no bytes");
	}
}

static void serve_client(struct relay *r)
{
	if (has_left(r)) {
		end_client(r, "left");
	} else if (r->settled) {
		receive(r);
		transmit(r);
	}
}

/* How long to wait for the device. */
static unsigned slice(const struct relay *r)
{
	bool active = r->client >= 0 && gno_now_ms() - r->moved < ACTIVE_MS;

	return active ? SLICE_ACTIVE_MS : SLICE_IDLE_MS;
}

/* Waits for the device's bytes. What comes without a client, or before it settled, is discarded. */
static int read_device(struct relay *r, struct gno_err *err)
{
	struct bytes *b = &r->to_client;
	uint64_t now = gno_now_ms();
	int got;

	if (b->len == b->room) {
		struct pollfd p = {.fd = r->client, .events = POLLOUT};

		poll(&p, 1, SLICE_IDLE_MS);
		return 0;
	}
	got = r->transport->read(r->ctx, b->data + b->len, b->room - b->len, slice(r), err);
	if (got < 0)
		return got;
	if (!r->settled)
		r->settled = (!got && now - r->heard >= QUIET_MS) || now - r->left >= QUIET_MOST_MS;
	if (!got)
		return 0;
	r->heard = r->moved = gno_now_ms();
	if (!r->settled || r->client < 0)
		return 0;
	if (!b->len)
		r->taken = r->heard;
	b->len += (size_t)got;
	return 0;
}

static int write_device(struct relay *r, struct gno_err *err)
{
	struct bytes *b = &r->to_device;
	int done = b->len ? r->transport->write(r->ctx, b->data, b->len, 0, err) : 0;

	if (done < 0)
		return done;
	if (done) {
		drop_first(b, (size_t)done);
		r->given = gno_now_ms();
	} else if (b->len && gno_now_ms() - r->given >= STALL_MS) {
		end_client(r, "is disconnected: the device takes no bytes");
	}
	return 0;
}

int relay_open(const struct gno_address *address, const struct gno_token *token,
	       const struct relay_options *options, struct relay **out, struct gno_err *err)
{
	struct relay *r = calloc(1, sizeof(*r));
	int rc;

	if (!r)
		return gno_fail_nomem(err);
	r->options = *options;
	r->client = -1;
	r->to_device = (struct bytes){.data = r->device_data, .room = sizeof(r->device_data)};
	r->to_client = (struct bytes){.data = r->client_data, .room = sizeof(r->client_data)};
	rc = door_open(address, token,
		       &(struct door_owner){.note = options->note, .busy = is_busy, .ctx = r},
		       &r->door, err);
	if (rc)
		relay_close(r);
	else
		*out = r;
	return rc;
}

void relay_close(struct relay *r)
{
	if (!r)
		return;
	if (r->client >= 0)
		close(r->client);
	door_close(r->door);
	free(r);
}

const char *relay_address(const struct relay *r)
{
	return door_address(r->door);
}

int relay_run(struct relay *r, const struct gno_transport *transport, void *ctx,
	      struct gno_err *err)
{
	struct gno_err cause;
	int rc = 0;

	r->transport = transport;
	r->ctx = ctx;
	r->left = r->heard = gno_now_ms();
	while (!rc && !*r->options.interrupted && !(r->options.once && r->ended)) {
		if (r->client >= 0)
			serve_client(r);
		meet_clients(r);
		rc = write_device(r, &cause);
		if (!rc)
			rc = read_device(r, &cause);
		if (r->client >= 0)
			transmit(r);
	}
	return rc ? gno_fail(err, rc, "device '%s': %s", r->options.device, cause.text) : 0;
}
