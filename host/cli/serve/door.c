/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/door.h"
#include "common/util.h"
#include "device/token.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define VISITORS 16	/* connections that are no client yet, at most */
#define BACKLOG 8	/* connections that the system keeps beside them */
#define TOKEN_MS 3000	/* to show the token */
#define WRONG_MS 500	/* until a wrong token is refused, so that guesses are slow */
#define LEAVING_MS 2000 /* to read the refusal */
#define FULL_MS 500	/* that each has at least, where others wait for its place */

/* A client that vanished without a word is found after KEEP_IDLE + KEEP_TIMES * KEEP_EVERY. */
#define KEEP_IDLE 10 /* seconds */
#define KEEP_EVERY 5 /* seconds */
#define KEEP_TIMES 3
#define UNACKED_MS 25000
#define SEND_ROOM 65536 /* bytes that the system keeps for a client */

enum state {
	STATE_NONE,
	STATE_ASKED,   /* the token has not come whole */
	STATE_WRONG,   /* the token was wrong; the refusal is delayed */
	STATE_LEAVING, /* refused; what it still sends is discarded until it closes */
};

struct visitor {
	enum state state;
	int fd;
	uint64_t since; /* when it came */
	uint64_t until; /* end of the state at the latest */
	size_t len;
	char line[sizeof(GNO_GREET_TOKEN) + GNO_TOKEN_MOST];
	char name[DOOR_NAME];
};

struct door {
	int listener;
	const struct gno_token *token;
	struct door_owner owner;
	char address[DOOR_NAME];
	struct visitor visitor[VISITORS];
};

static bool is_loopback(const struct sockaddr *a)
{
	struct sockaddr_in in;
	struct sockaddr_in6 in6;

	if (a->sa_family == AF_INET) {
		memcpy(&in, a, sizeof(in));
		return ntohl(in.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
	}
	if (a->sa_family != AF_INET6)
		return false;
	memcpy(&in6, a, sizeof(in6));
	return IN6_IS_ADDR_LOOPBACK(&in6.sin6_addr) ||
	       (IN6_IS_ADDR_V4MAPPED(&in6.sin6_addr) &&
		in6.sin6_addr.s6_addr[12] == IN_LOOPBACKNET);
}

static void name_of(const struct sockaddr *a, socklen_t len, char name[DOOR_NAME])
{
	char host[64], port[8];
	bool brackets = a->sa_family == AF_INET6;

	if (getnameinfo(a, len, host, sizeof(host), port, sizeof(port),
			NI_NUMERICHOST | NI_NUMERICSERV))
		snprintf(name, DOOR_NAME, "unknown address");
	else
		snprintf(name, DOOR_NAME, "%s%s%s:%s", brackets ? "[" : "", host,
			 brackets ? "]" : "", port);
}

/* Makes the socket. 0 or an errno. */
static int listen_at(struct door *door, const struct addrinfo *a)
{
	struct sockaddr_storage used;
	socklen_t len = sizeof(used);
	int one = 1;

	door->listener =
	    socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, a->ai_protocol);
	if (door->listener < 0 ||
	    setsockopt(door->listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)) ||
	    bind(door->listener, a->ai_addr, a->ai_addrlen) || listen(door->listener, BACKLOG) ||
	    getsockname(door->listener, (struct sockaddr *)&used, &len))
		return errno;
	name_of((struct sockaddr *)&used, len, door->address);
	return 0;
}

/* Listens at the first address that the name stands for. */
static int begin(struct door *door, const struct gno_address *address, struct gno_err *err)
{
	const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
	struct addrinfo *list = NULL;
	int refused = 0;
	int rc = getaddrinfo(address->host, address->port, &hints, &list);

	if (rc)
		return gno_fail(err, GNO_ERR_IO, "cannot find '%s': %s", address->host,
				gai_strerror(rc));
	if (!door->token && !is_loopback(list->ai_addr))
		refused = gno_fail(
		    err, GNO_ERR_ARG,
		    "other machines can reach '%s': use --token-file FILE, or an address of this machine alone, such as 127.0.0.1",
		    address->host);
	else
		rc = listen_at(door, list);
	freeaddrinfo(list);
	return rc ? gno_fail(err, GNO_ERR_IO, "cannot listen on '%s', port %s: %s", address->host,
			     address->port, strerror(rc))
		  : refused;
}

int door_open(const struct gno_address *address, const struct gno_token *token,
	      const struct door_owner *owner, struct door **out, struct gno_err *err)
{
	struct door *door = calloc(1, sizeof(*door));
	int rc;

	if (!door)
		return gno_fail_nomem(err);
	door->listener = -1;
	door->token = token;
	door->owner = *owner;
	rc = begin(door, address, err);
	if (rc)
		door_close(door);
	else
		*out = door;
	return rc;
}

static void leave(struct visitor *v)
{
	close(v->fd);
	explicit_bzero(v, sizeof(*v));
}

void door_close(struct door *door)
{
	if (!door)
		return;
	for (size_t i = 0; i < VISITORS; i++)
		if (door->visitor[i].state != STATE_NONE)
			leave(&door->visitor[i]);
	if (door->listener >= 0)
		close(door->listener);
	free(door);
}

const char *door_address(const struct door *door)
{
	return door->address;
}

/* Sends a line to a visitor. A new connection has room for it. */
static bool say(const struct visitor *v, const char *line)
{
	return send(v->fd, line, strlen(line), MSG_NOSIGNAL) == (ssize_t)strlen(line);
}

static void refuse(const struct door *door, struct visitor *v, const char *line, const char *why)
{
	if (door->owner.note)
		door->owner.note("refused %s: %s", v->name, why);
	if (!say(v, line) || shutdown(v->fd, SHUT_WR)) {
		leave(v);
		return;
	}
	v->state = STATE_LEAVING;
	v->until = gno_now_ms() + LEAVING_MS;
}

/* Makes a client of a visitor, unless there is one. */
static int admit(const struct door *door, struct visitor *v, char name[DOOR_NAME])
{
	int fd = v->fd;

	if (door->owner.busy(door->owner.ctx)) {
		refuse(door, v, GNO_GREET_BUSY, "busy: another client is connected");
		return -1;
	}
	if (door->token && !say(v, GNO_GREET_READY)) {
		leave(v);
		return -1;
	}
	memcpy(name, v->name, DOOR_NAME);
	explicit_bzero(v, sizeof(*v));
	return fd;
}

/* Takes bytes of the line with the token. As admit. */
static int take_token(const struct door *door, struct visitor *v, char name[DOOR_NAME])
{
	const size_t before = strlen(GNO_GREET_TOKEN);
	ssize_t got = recv(v->fd, v->line + v->len, sizeof(v->line) - v->len, 0);
	size_t len;

	if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
		leave(v);
		return -1;
	}
	v->len += got > 0 ? (size_t)got : 0;
	len = v->len < before ? v->len : before;
	if (memcmp(v->line, GNO_GREET_TOKEN, len)) {
		refuse(door, v, GNO_GREET_REQUIRED, "no token");
	} else if (v->len && v->line[v->len - 1] == '\n') {
		if (v->len > before &&
		    gno_token_is(door->token, v->line + before, v->len - before - 1))
			return admit(door, v, name);
		v->state = STATE_WRONG;
		v->until = gno_now_ms() + WRONG_MS;
	} else if (v->len == sizeof(v->line)) {
		v->state = STATE_WRONG;
		v->until = gno_now_ms() + WRONG_MS;
	}
	return -1;
}

/* Whether a visitor has closed its side; what it sends is discarded, a piece at a time. */
static bool has_closed(const struct visitor *v)
{
	char piece[4096];
	ssize_t got = recv(v->fd, piece, sizeof(piece), 0);

	return got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
}

/* One look at a visitor. As admit. */
static int look_at(const struct door *door, struct visitor *v, char name[DOOR_NAME])
{
	bool late = gno_now_ms() >= v->until;

	switch (v->state) {
	case STATE_NONE:
		break;
	case STATE_ASKED:
		if (!late)
			return take_token(door, v, name);
		refuse(door, v, GNO_GREET_REQUIRED, "no token in time");
		break;
	case STATE_WRONG:
		if (late)
			refuse(door, v, GNO_GREET_WRONG, "wrong token");
		break;
	case STATE_LEAVING:
		if (late || has_closed(v))
			leave(v);
		break;
	}
	return -1;
}

/* Settings of a connection; it is as good without them. */
static void set_up(int fd)
{
	const struct {
		int level, name, value;
	} set[] = {
	    {IPPROTO_TCP, TCP_NODELAY, 1},
	    {SOL_SOCKET, SO_SNDBUF, SEND_ROOM},
	    {SOL_SOCKET, SO_KEEPALIVE, 1},
	    {IPPROTO_TCP, TCP_KEEPIDLE, KEEP_IDLE},
	    {IPPROTO_TCP, TCP_KEEPINTVL, KEEP_EVERY},
	    {IPPROTO_TCP, TCP_KEEPCNT, KEEP_TIMES},
	    {IPPROTO_TCP, TCP_USER_TIMEOUT, UNACKED_MS},
	};

	for (size_t i = 0; i < sizeof(set) / sizeof(*set); i++)
		setsockopt(fd, set[i].level, set[i].name, &set[i].value, sizeof(set[i].value));
}

/* Takes a new connection. As admit. */
static int take_visitor(const struct door *door, struct visitor *v, char name[DOOR_NAME])
{
	struct sockaddr_storage from;
	socklen_t len = sizeof(from);
	int fd =
	    accept4(door->listener, (struct sockaddr *)&from, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);

	if (fd < 0)
		return -1; /* none, or it has gone already, or there is no room for it now */
	set_up(fd);
	*v = (struct visitor){.state = STATE_ASKED, .fd = fd, .since = gno_now_ms()};
	v->until = v->since + TOKEN_MS;
	name_of((struct sockaddr *)&from, len, v->name);
	return door->token ? -1 : admit(door, v, name);
}

/* Makes room for a connection that waits: the oldest one goes, unless it is new itself. */
static void make_room(struct door *door)
{
	struct pollfd p = {.fd = door->listener, .events = POLLIN};
	struct visitor *oldest = &door->visitor[0];

	for (size_t i = 0; i < VISITORS; i++) {
		if (door->visitor[i].state == STATE_NONE)
			return;
		if (door->visitor[i].since < oldest->since)
			oldest = &door->visitor[i];
	}
	if (gno_now_ms() - oldest->since >= FULL_MS && poll(&p, 1, 0) > 0)
		leave(oldest);
}

int door_look(struct door *door, char name[DOOR_NAME])
{
	int client = -1;

	make_room(door);

	for (size_t i = 0; i < VISITORS && client < 0; i++) {
		struct visitor *v = &door->visitor[i];

		client =
		    v->state == STATE_NONE ? take_visitor(door, v, name) : look_at(door, v, name);
	}
	return client;
}
