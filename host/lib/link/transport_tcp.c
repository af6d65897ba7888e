/* SPDX-License-Identifier: Apache-2.0 */

/* tcp:HOST:PORT, HOST may be in brackets (an IPv6 address). A simulation, or a board elsewhere. */

#include "link/transport.h"
#include "common/util.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define PORT_DIGITS 5 /* of a port, at most */
#define CONNECT_SLICE_MS 100

/* What a server of one client at a time sends to another one before it closes. */
static const char busy[] = "gnomon: busy\n";
#define BUSY (sizeof(busy) - 1)

struct tcp {
	int fd;
	size_t begun; /* bytes of `busy` that came, and nothing else before them; beyond BUSY:
			 something else */
};

/* Waits until the descriptor is ready. 1 ready, 0 time is up or a signal came, negative errno. */
static int wait_fd(int fd, short events, unsigned timeout_ms)
{
	struct pollfd p = {.fd = fd, .events = events};
	int rc = poll(&p, 1, (int)timeout_ms);

	if (rc < 0)
		return errno == EINTR ? 0 : -errno;
	return rc > 0;
}

/* Waits for a connection, in slices. As wait_fd; -EINTR: by the options. */
static int wait_connected(int fd, const struct gno_device_options *options)
{
	uint64_t end = gno_now_ms() + options->timeout_ms;
	int rc = 0;

	while (!rc && gno_now_ms() < end) {
		if (options->interrupted && *options->interrupted)
			return -EINTR;
		rc = wait_fd(fd, POLLOUT, CONNECT_SLICE_MS);
	}
	return rc;
}

/* A port is a number: the resolver would take a larger one modulo 65536. */
static int check_port(const char *port, struct gno_err *err)
{
	size_t digits = strspn(port, "0123456789");

	if (port[digits] || digits > PORT_DIGITS || atoi(port) < 1 || atoi(port) > UINT16_MAX)
		return gno_fail(err, GNO_ERR_ARG, "no port '%s': ports are 1 to %u", port,
				UINT16_MAX);
	return 0;
}

/* Cuts "HOST:PORT" in two; brackets around the host are taken off. */
static int split_address(const char *rest, char *host, size_t room, const char **port,
			 struct gno_err *err)
{
	const char *colon = strrchr(rest, ':');
	size_t len;

	if (!colon || colon == rest || !colon[1])
		return gno_fail(err, GNO_ERR_ARG,
				"device 'tcp:%s' is not of the form tcp:HOST:PORT", rest);
	len = (size_t)(colon - rest);
	if (len > 1 && rest[0] == '[' && rest[len - 1] == ']') {
		rest++;
		len -= 2;
	}
	if (len >= room)
		return gno_fail(err, GNO_ERR_ARG, "name of the host is too long in 'tcp:%s'", rest);
	memcpy(host, rest, len);
	host[len] = '\0';
	*port = colon + 1;
	return check_port(*port, err);
}

/* Connects to one address within the time. Returns a descriptor or a negative errno. */
static int connect_one(const struct addrinfo *a, const struct gno_device_options *options)
{
	int one = 1;
	int fd, rc, fault = 0;
	socklen_t len = sizeof(fault);

	fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, a->ai_protocol);
	if (fd < 0)
		return -errno;
	rc = connect(fd, a->ai_addr, a->ai_addrlen) ? -errno : 0;
	if (rc == -EINPROGRESS) {
		rc = wait_connected(fd, options);
		if (rc == 0)
			rc = -ETIMEDOUT;
		else if (rc > 0)
			rc = getsockopt(fd, SOL_SOCKET, SO_ERROR, &fault, &len) ? -errno : -fault;
	}
	if (rc < 0) {
		close(fd);
		return rc;
	}
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	return fd;
}

static int tcp_open(const char *rest, const struct gno_device_options *options, void **ctx,
		    struct gno_err *err)
{
	const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
	struct addrinfo *list = NULL, *a;
	struct tcp *t = NULL;
	char host[256];
	const char *port = NULL;
	int fd = -ENOENT;
	int rc;

	rc = split_address(rest, host, sizeof(host), &port, err);
	if (rc)
		return rc;
	rc = getaddrinfo(host, port, &hints, &list);
	if (rc)
		return gno_fail(err, GNO_ERR_IO, "cannot find 'tcp:%s': %s", rest,
				gai_strerror(rc));
	for (a = list; a && fd < 0 && fd != -EINTR; a = a->ai_next)
		fd = connect_one(a, options);
	freeaddrinfo(list);
	if (fd == -EINTR)
		return gno_fail(err, GNO_ERR_INTERRUPTED, "interrupted");
	if (fd < 0)
		return gno_fail(
		    err, GNO_ERR_IO,
		    "cannot connect to 'tcp:%s': %s; check that the simulation or board runs, and "
		    "which port it has",
		    rest, strerror(-fd));
	t = malloc(sizeof(*t));
	if (!t) {
		close(fd);
		return gno_fail_nomem(err);
	}
	t->fd = fd;
	t->begun = 0;
	*ctx = t;
	return 0;
}

/* Watches how the connection begins: whether all that came so far is `busy`. */
static void watch_begin(struct tcp *t, const uint8_t *buf, size_t len)
{
	size_t i;

	for (i = 0; i < len && t->begun <= BUSY; i++)
		t->begun =
		    t->begun < BUSY && buf[i] == (uint8_t)busy[t->begun] ? t->begun + 1 : BUSY + 1;
}

/* The connection is at its end; the other side may have sent the reason. */
static int broken(struct tcp *t, int errnum, struct gno_err *err)
{
	uint8_t rest[BUSY + 1];
	ssize_t got = recv(t->fd, rest, sizeof(rest), 0);

	if (got > 0)
		watch_begin(t, rest, (size_t)got);
	if (t->begun == BUSY)
		return gno_fail(
		    err, GNO_ERR_LINK,
		    "another client is connected to the monitor; only one at a time can be");
	if (errnum)
		return gno_fail(err, GNO_ERR_LINK, "connection to the monitor broke: %s",
				strerror(errnum));
	return gno_fail(err, GNO_ERR_LINK, "the other side closed the connection to the monitor");
}

static int tcp_read(void *ctx, uint8_t *buf, size_t len, unsigned timeout_ms, struct gno_err *err)
{
	struct tcp *t = ctx;
	int rc = wait_fd(t->fd, POLLIN, timeout_ms);
	ssize_t got;

	if (rc <= 0)
		return rc ? broken(t, -rc, err) : 0;
	got = recv(t->fd, buf, len, 0);
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	if (got <= 0)
		return broken(t, got ? errno : 0, err);
	watch_begin(t, buf, (size_t)got);
	return (int)got;
}

static int tcp_write(void *ctx, const uint8_t *buf, size_t len, unsigned timeout_ms,
		     struct gno_err *err)
{
	struct tcp *t = ctx;
	ssize_t done = send(t->fd, buf, len, MSG_NOSIGNAL);

	if (done < 0 && errno == EAGAIN && wait_fd(t->fd, POLLOUT, timeout_ms) > 0)
		done = send(t->fd, buf, len, MSG_NOSIGNAL);
	if (done >= 0)
		return (int)done;
	return errno == EAGAIN || errno == EINTR ? 0 : broken(t, errno, err);
}

static void tcp_close(void *ctx)
{
	struct tcp *t = ctx;

	close(t->fd);
	free(t);
}

const struct gno_transport gno_transport_tcp = {
    .scheme = "tcp",
    .form = "tcp:HOST:PORT",
    .open = tcp_open,
    .read = tcp_read,
    .write = tcp_write,
    .close = tcp_close,
};
