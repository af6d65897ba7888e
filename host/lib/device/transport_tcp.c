/* SPDX-License-Identifier: Apache-2.0 */

/*
 * tcp:HOST:PORT[?token=FILE], HOST may be in brackets (an IPv6 address). A simulation, or a board
 * elsewhere behind 'gnomon serve-link' (device/token.h).
 */

#include "device/transport.h"
#include "common/util.h"
#include "common/address.h"
#include "device/token.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define FORM "tcp:HOST:PORT[?token=FILE]"
#define TOKEN_KEY "token="
#define CONNECT_SLICE_MS 100
#define GREET_MS 5000 /* for the answer to a token */

/* Lines that a server sends instead of link bytes before it closes, and what they mean. */
static const struct {
	const char *line;
	const char *meaning;
} refusals[] = {
    {GNO_GREET_BUSY, "another client is connected to the monitor; only one at a time can be"},
    {GNO_GREET_REQUIRED,
     "the server requires a token: name its file, as in 'tcp:HOST:PORT?" TOKEN_KEY "FILE'"},
    {GNO_GREET_WRONG, "the server refused the token"},
    {GNO_GREET_FOREIGN, "the other side takes no token, only frames of the link"},
};

struct tcp {
	int fd;
	size_t begun;		       /* bytes that came so far; stops at the size of `first` */
	char first[GNO_GREET_LONGEST]; /* these bytes */
};

/* A URL behind its scheme, taken apart. */
struct place {
	struct gno_address address;
	const char *token_file; /* NULL: none */
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

/* Cuts "HOST:PORT?token=FILE" in its parts. */
static int split_place(const char *rest, struct place *out, struct gno_err *err)
{
	const char *query = strchr(rest, '?');
	char *address = strndup(rest, query ? (size_t)(query - rest) : strlen(rest));
	int rc;

	if (!address)
		return gno_fail_nomem(err);
	rc = gno_address_parse(address, 1, FORM, &out->address, err);
	free(address);
	out->token_file = query ? query + 1 + strlen(TOKEN_KEY) : NULL;
	if (!rc && query && (strncmp(query + 1, TOKEN_KEY, strlen(TOKEN_KEY)) || !*out->token_file))
		rc = gno_fail(err, GNO_ERR_ARG, "device 'tcp:%s' is not of the form " FORM, rest);
	return rc;
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

/* Connects to the first address of the host that answers. */
static int connect_any(const struct place *place, const char *rest,
		       const struct gno_device_options *options, int *fd, struct gno_err *err)
{
	const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
	struct addrinfo *list = NULL, *a;
	int rc;

	rc = getaddrinfo(place->address.host, place->address.port, &hints, &list);
	if (rc)
		return gno_fail(err, GNO_ERR_IO, "cannot find 'tcp:%s': %s", rest,
				gai_strerror(rc));
	*fd = -ENOENT;
	for (a = list; a && *fd < 0 && *fd != -EINTR; a = a->ai_next)
		*fd = connect_one(a, options);
	freeaddrinfo(list);
	if (*fd == -EINTR)
		return gno_fail(err, GNO_ERR_INTERRUPTED, "interrupted");
	if (*fd < 0)
		return gno_fail(
		    err, GNO_ERR_IO,
		    "cannot connect to 'tcp:%s': %s; check that the simulation or board runs, and which port it has",
		    rest, strerror(-*fd));
	return 0;
}

/* Keeps how the connection begins. */
static void watch_begin(struct tcp *t, const uint8_t *buf, size_t len)
{
	size_t room = sizeof(t->first) - t->begun;

	memcpy(t->first + t->begun, buf, len < room ? len : room);
	t->begun += len < room ? len : room;
}

/* Whether a line is all that came. */
static bool began_with(const struct tcp *t, const char *line)
{
	return t->begun == strlen(line) && !memcmp(t->first, line, t->begun);
}

/* The connection is at its end; the other side may have sent the reason. */
static int broken(struct tcp *t, int errnum, struct gno_err *err)
{
	uint8_t rest[GNO_GREET_LONGEST];
	ssize_t got = recv(t->fd, rest, sizeof(rest), 0);

	if (got > 0)
		watch_begin(t, rest, (size_t)got);
	for (size_t i = 0; i < sizeof(refusals) / sizeof(*refusals); i++)
		if (began_with(t, refusals[i].line))
			return gno_fail(err, GNO_ERR_LINK, "%s", refusals[i].meaning);
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

/* Waits for the server's answer to a token, one byte at a time: link bytes may follow it. */
static int wait_ready(struct tcp *t, const char *rest, const struct gno_device_options *options,
		      struct gno_err *err)
{
	uint64_t end = gno_now_ms() + GREET_MS;
	uint8_t byte;
	int got = 0;

	while (got >= 0 && !began_with(t, GNO_GREET_READY) && t->begun < sizeof(t->first) &&
	       gno_now_ms() < end) {
		if (options->interrupted && *options->interrupted)
			return gno_fail(err, GNO_ERR_INTERRUPTED, "interrupted");
		got = tcp_read(t, &byte, 1, CONNECT_SLICE_MS, err);
	}
	if (got < 0)
		return got;
	if (!began_with(t, GNO_GREET_READY))
		return gno_fail(
		    err, GNO_ERR_TIMEOUT,
		    "no answer to the token from 'tcp:%s': a simulation, or a server without a token, takes none",
		    rest);
	t->begun = 0; /* what follows begins a connection as without a token */
	return 0;
}

/* Shows the token to the server. */
static int greet(struct tcp *t, const struct gno_token *token, const char *rest,
		 const struct gno_device_options *options, struct gno_err *err)
{
	char line[sizeof(GNO_GREET_TOKEN) + GNO_TOKEN_MOST + 1];
	int len = snprintf(line, sizeof(line), GNO_GREET_TOKEN "%s\n", token->text);
	ssize_t done = send(t->fd, line, (size_t)len, MSG_NOSIGNAL);

	explicit_bzero(line, sizeof(line));
	if (done != len) /* a new connection has room for a line */
		return broken(t, done < 0 ? errno : EIO, err);
	return wait_ready(t, rest, options, err);
}

static void tcp_close(void *ctx)
{
	struct tcp *t = ctx;

	if (t->fd >= 0)
		close(t->fd);
	free(t);
}

static int tcp_open(const char *rest, const struct gno_device_options *options, void **ctx,
		    struct gno_err *err)
{
	struct gno_token token = {0};
	struct place place;
	struct tcp *t;
	int rc;

	rc = split_place(rest, &place, err);
	if (!rc && place.token_file)
		rc = gno_token_read(place.token_file, &token, err);
	if (rc)
		return rc;
	t = calloc(1, sizeof(*t));
	if (!t) {
		gno_token_wipe(&token);
		return gno_fail_nomem(err);
	}
	t->fd = -1;
	rc = connect_any(&place, rest, options, &t->fd, err);
	if (!rc && place.token_file)
		rc = greet(t, &token, rest, options, err);
	gno_token_wipe(&token);
	if (rc)
		tcp_close(t);
	else
		*ctx = t;
	return rc;
}

const struct gno_transport gno_transport_tcp = {
    .scheme = "tcp",
    .form = FORM,
    .open = tcp_open,
    .read = tcp_read,
    .write = tcp_write,
    .close = tcp_close,
};
