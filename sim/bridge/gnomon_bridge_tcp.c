/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gnomon_bridge_tcp: a byte port served as tcp:127.0.0.1:PORT, one client at a time. While there is
 * one, others get the line BUSY and the end of their connection. A client whose first byte begins
 * no frame gets the line FOREIGN and the end: a web page can make a browser send a frame here, but
 * only behind the head of an HTTP request.
 *
 * The socket is polled when a buffer needs it, and otherwise only every so many clocks: POLL_BUSY
 * clocks after traffic, and twice as many each time that nothing came, up to POLL_IDLE.
 *
 * Verilator's own build compiles C files as C++, so this is both.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* POLLRDHUP */
#endif
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <arpa/inet.h>
#include <poll.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <gnomon/records.h>

#include "gnomon_bridge_parts.h"

enum {
	BUFFER = 65536, /* bytes in each direction */
	POLL_BUSY = 16, /* clocks */
	POLL_IDLE = 1024,
	SEND_AFTER = 32, /* clocks that a byte waits for others to go with it */
	SEND_AT = 4096,	 /* bytes that are sent without waiting */
	DOOR = 2048,	 /* clocks between looks for other clients */
};

#define BUSY "gnomon: busy\n"
#define FOREIGN "gnomon: no frame of the link\n"

struct gnomon_bridge_tcp {
	int listener;
	int client;    /* -1: none */
	bool spoke;    /* the client has sent a byte of the link */
	int refused;   /* the last one that was: open still, so that it can read why; -1: none */
	uint32_t door; /* clocks since others were looked for */
	uint32_t poll; /* clocks to the next look at the socket */
	uint32_t patience; /* clocks between looks */
	uint32_t since;	   /* clocks since the last byte was put */
	uint32_t rx_begin, rx_end;
	uint32_t tx_begin, tx_end;
	uint8_t rx[BUFFER];
	uint8_t tx[BUFFER];
};

static int set_nonblocking(int fd)
{
	int flags = fcntl(fd, F_GETFL);

	return flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 ? -1 : 0;
}

/* Whether a regular file has anything but the number of a port. */
static bool is_foreign(const char *path)
{
	struct stat st;
	FILE *file;
	int c;

	if (stat(path, &st) || !S_ISREG(st.st_mode) || !(file = fopen(path, "r")))
		return false;
	while ((c = fgetc(file)) != EOF && (c == '\n' || (c >= '0' && c <= '9')))
		continue;
	fclose(file);
	return c != EOF;
}

static int write_port_file(const char *path, int port)
{
	FILE *file;
	bool good;

	if (is_foreign(path)) {
		errno = EEXIST;
		return -1;
	}
	file = fopen(path, "w");
	if (!file)
		return -1;
	good = fprintf(file, "%d\n", port) > 0;
	return fclose(file) == 0 && good ? 0 : -1;
}

struct gnomon_bridge_tcp *gnomon_bridge_tcp_open(int port, const char *port_file)
{
	struct gnomon_bridge_tcp *bridge = (struct gnomon_bridge_tcp *)calloc(1, sizeof(*bridge));
	struct sockaddr_in addr;
	socklen_t len = sizeof(addr);
	const char *what = "cannot allocate the bridge";
	int one = 1;

	memset(&addr, 0, sizeof(addr));
	if (!bridge)
		goto fail;
	bridge->client = -1;
	bridge->refused = -1;
	bridge->listener = socket(AF_INET, SOCK_STREAM, 0);
	bridge->patience = POLL_BUSY;
	what = "cannot listen on tcp:127.0.0.1";
	if (bridge->listener < 0)
		goto fail;
	if (port < 0 || port > 65535) {
		errno = EINVAL;
		goto fail;
	}
	addr.sin_family = AF_INET;
	addr.sin_port = htons((uint16_t)port);
	addr.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (setsockopt(bridge->listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)) < 0 ||
	    bind(bridge->listener, (struct sockaddr *)&addr, sizeof(addr)) < 0 ||
	    listen(bridge->listener, 4) < 0 || set_nonblocking(bridge->listener) < 0 ||
	    getsockname(bridge->listener, (struct sockaddr *)&addr, &len) < 0)
		goto fail;
	port = ntohs(addr.sin_port);
	what = "cannot write the port file";
	if (port_file && *port_file && write_port_file(port_file, port) < 0)
		goto fail;
	printf("listening on tcp:127.0.0.1:%d\n", port);
	fflush(stdout);
	return bridge;
fail:
	gnomon_bridge_say("gnomon_bridge: %s: %s", what, strerror(errno));
	if (bridge && bridge->listener >= 0)
		close(bridge->listener);
	free(bridge);
	return NULL;
}

/* what is still to be sent is for nobody; what was received stays */
static void drop_client(struct gnomon_bridge_tcp *bridge)
{
	close(bridge->client);
	bridge->client = -1;
	bridge->tx_begin = 0;
	bridge->tx_end = 0;
}

static bool would_block(void)
{
	return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

static void transmit(struct gnomon_bridge_tcp *bridge)
{
	uint32_t todo = bridge->tx_end - bridge->tx_begin;
	ssize_t put;

	if (bridge->client < 0) {
		bridge->tx_begin = 0;
		bridge->tx_end = 0;
		return;
	}
	put = send(bridge->client, bridge->tx + bridge->tx_begin, todo, MSG_NOSIGNAL);
	if (put < 0 && !would_block()) {
		drop_client(bridge);
		return;
	}
	if (put > 0)
		bridge->tx_begin += (uint32_t)put;
	if (bridge->tx_begin == bridge->tx_end) {
		bridge->tx_begin = 0;
		bridge->tx_end = 0;
	} else if (bridge->tx_end == BUFFER && bridge->tx_begin > 0) {
		memmove(bridge->tx, bridge->tx + bridge->tx_begin,
			bridge->tx_end - bridge->tx_begin);
		bridge->tx_end -= bridge->tx_begin;
		bridge->tx_begin = 0;
	}
}

/* what the device sent before is for nobody */
static void try_accept(struct gnomon_bridge_tcp *bridge)
{
	int one = 1;

	bridge->client = accept(bridge->listener, NULL, NULL);
	if (bridge->client < 0)
		return;
	if (set_nonblocking(bridge->client) < 0 ||
	    setsockopt(bridge->client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one)) < 0) {
		close(bridge->client);
		bridge->client = -1;
	}
	bridge->spoke = false;
	bridge->tx_begin = 0;
	bridge->tx_end = 0;
}

/* whether the client has closed its side, or may have behind bytes that are still to be taken: then
 * the next one only waits for its turn */
static bool leaving(const struct gnomon_bridge_tcp *bridge)
{
	struct pollfd p;

	p.fd = bridge->client;
	p.events = POLLIN | POLLRDHUP;
	p.revents = 0;
	return poll(&p, 1, 0) > 0;
}

/* refuse another client */
static void refuse_client(struct gnomon_bridge_tcp *bridge)
{
	int other;

	if (bridge->client < 0 || leaving(bridge))
		return;
	other = accept(bridge->listener, NULL, NULL);
	if (other < 0)
		return;
	if (bridge->refused >= 0)
		close(bridge->refused);
	bridge->refused = other;
	if (send(other, BUSY, sizeof(BUSY) - 1, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 ||
	    shutdown(other, SHUT_WR) < 0) {
		close(other);
		bridge->refused = -1;
	}
}

/* whether the host of a monitor may send this byte first */
static bool is_link(uint8_t first)
{
	return first == GNO_FRAME_MARK || first == GNO_FRAME_FILL;
}

/* end the connection of a client that speaks another protocol */
static void refuse_foreign(struct gnomon_bridge_tcp *bridge)
{
	gnomon_bridge_say("gnomon_bridge: a client was refused: it sends no frame of the link");
	if (send(bridge->client, FOREIGN, sizeof(FOREIGN) - 1, MSG_NOSIGNAL) > 0)
		shutdown(bridge->client, SHUT_WR);
	drop_client(bridge);
}

/* fill the empty receive buffer; true if something came */
static bool receive(struct gnomon_bridge_tcp *bridge)
{
	ssize_t got;

	if (bridge->client < 0)
		try_accept(bridge);
	if (bridge->client < 0)
		return false;
	got = recv(bridge->client, bridge->rx, BUFFER, 0);
	if (got < 0 && would_block())
		return false;
	if (got <= 0) {
		transmit(bridge);
		if (bridge->client >= 0)
			drop_client(bridge);
		return false;
	}
	if (!bridge->spoke && !is_link(bridge->rx[0])) {
		refuse_foreign(bridge);
		return false;
	}
	bridge->spoke = true;
	bridge->rx_begin = 0;
	bridge->rx_end = (uint32_t)got;
	return true;
}

static void look_for_client(struct gnomon_bridge_tcp *bridge)
{
	bool active = false;

	if (bridge->tx_end != bridge->tx_begin &&
	    (bridge->since >= SEND_AFTER || bridge->tx_end - bridge->tx_begin >= SEND_AT)) {
		transmit(bridge);
		active = true;
	}
	if (bridge->rx_begin == bridge->rx_end)
		active |= receive(bridge);
	bridge->door += bridge->patience;
	if (bridge->door >= DOOR) {
		refuse_client(bridge);
		bridge->door = 0;
	}
	if (active)
		bridge->patience = POLL_BUSY;
	else if (bridge->patience < POLL_IDLE)
		bridge->patience *= 2;
	bridge->poll = bridge->patience;
}

uint32_t gnomon_bridge_tcp_clock(struct gnomon_bridge_tcp *bridge, uint32_t in)
{
	uint32_t passed = in >> GNOMON_BRIDGE_CLOCKS, answer = GNOMON_BRIDGE_COUNTS;

	if (in & GNOMON_BRIDGE_RESET) /* bytes wait in the sockets meanwhile */
		return (uint32_t)POLL_IDLE << GNOMON_BRIDGE_CLOCKS;
	bridge->since += passed;
	if (bridge->since > SEND_AFTER)
		bridge->since = SEND_AFTER;
	bridge->poll -= passed < bridge->poll ? passed : bridge->poll;
	if (in & GNOMON_BRIDGE_BYTE) {
		bridge->tx[bridge->tx_end++] = (uint8_t)in;
		bridge->since = 0;
		if (bridge->poll > SEND_AFTER)
			bridge->poll = SEND_AFTER;
		if (bridge->tx_end - bridge->tx_begin == SEND_AT)
			bridge->poll = 0;
	}
	if (bridge->poll == 0)
		look_for_client(bridge);
	if ((in & GNOMON_BRIDGE_ROOM) && bridge->rx_begin != bridge->rx_end) {
		answer |= GNOMON_BRIDGE_BYTE | bridge->rx[bridge->rx_begin++];
		if (bridge->rx_begin == bridge->rx_end && bridge->poll > POLL_BUSY)
			bridge->poll = POLL_BUSY;
	}
	if (bridge->rx_begin != bridge->rx_end)
		answer |= GNOMON_BRIDGE_MORE;
	if (bridge->tx_end < BUFFER)
		answer |= GNOMON_BRIDGE_ROOM;
	if (bridge->client >= 0)
		answer |= GNOMON_BRIDGE_CLIENT;
	return answer | bridge->poll << GNOMON_BRIDGE_CLOCKS;
}

void gnomon_bridge_tcp_close(struct gnomon_bridge_tcp *bridge)
{
	if (!bridge)
		return;
	if (bridge->client >= 0) {
		transmit(bridge);
		close(bridge->client);
	}
	if (bridge->refused >= 0)
		close(bridge->refused);
	close(bridge->listener);
	free(bridge);
}
