/* SPDX-License-Identifier: Apache-2.0 */
#include "line.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define BITS 10	      /* of a byte on the wires, with its start and stop bit */
#define LOST_MAX 64   /* bytes lost at once */
#define PERCENT 3     /* that two rates may differ by */
#define EARLY_US 200  /* by which bytes may come early without an event: it spares turns */
#define ONE_BY_ONE 16 /* bytes to the line that pass one by one, while there is an event */

int64_t line_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000000) + t.tv_nsec / 1000;
}

uint32_t line_random(struct line *line)
{
	line->seed = line->seed * 1664525u + 1013904223u;
	return line->seed >> 8;
}

/* A bridge of a simulator serves nobody whose first byte is damaged, so the line begins clean. */
void line_connect(struct line *line, unsigned port)
{
	const uint8_t fill = 0xFF;
	struct sockaddr_in a = {.sin_family = AF_INET,
				.sin_port = htons((uint16_t)port),
				.sin_addr = {htonl(INADDR_LOOPBACK)}};
	int one = 1;

	line->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (line->fd < 0 || connect(line->fd, (struct sockaddr *)&a, sizeof(a)) ||
	    send(line->fd, &fill, 1, MSG_NOSIGNAL) != 1) {
		perror("connect to the far end");
		exit(EXIT_FAILURE);
	}
	setsockopt(line->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
}

/* Bytes at another rate arrive as others. */
static void garble(const struct line *line, uint8_t *data, size_t len)
{
	unsigned long long a = line->baud, b = line->far_baud;

	if (!a || !b || (a > b ? a - b : b - a) * 100 <= b * PERCENT)
		return;
	for (size_t i = 0; i < len; i++)
		data[i] = (uint8_t)(data[i] * 29 + 0x80);
}

/* Where the host is too slow for its chip, bytes are lost before they reach it. */
static size_t lose(struct line *line, size_t len)
{
	size_t lost;

	line->since_lost += len;
	if (!line->faults.lose_every || line->since_lost < line->faults.lose_every)
		return len;
	line->since_lost = 0;
	line->overruns++;
	lost = 1 + line_random(line) % LOST_MAX;
	return len > lost ? len - lost : 0;
}

/* Microseconds that so many bytes take on the wires. */
static double lasts(const struct line *line, size_t bytes)
{
	return line->baud ? (double)bytes * BITS * 1e6 / line->baud : 0;
}

/* How many bytes of those that wait have passed: each takes its time, from the end of the one
 * before it on. */
static size_t passed(struct line *line, int direction, size_t waiting, int64_t now)
{
	double *from = &line->moved_at[direction], since = (double)now - *from;
	size_t count = waiting;

	if (since < lasts(line, waiting))
		count = since > 0 ? (size_t)(since / lasts(line, 1)) : 0;
	*from += lasts(line, count);
	return count;
}

/* Bytes begin to pass: when they have passed is exact only while there is an event, of which the
 * far end or the host notes the time. */
static void begin(struct line *line, int direction, int64_t now)
{
	line->moved_at[direction] = (double)(line->event < 0 ? now - EARLY_US : now);
}

void line_write(struct line *line, const uint8_t *data, size_t len)
{
	line->last = line_now();
	if (!line->written)
		line->first = line->last;
	if (!line->to_line.len)
		begin(line, 1, line->last);
	line->written += len;
	ring_put(&line->to_line, data, len);
}

static void move_to_line(struct line *line, int64_t now)
{
	uint8_t data[RING_MAX];
	size_t len = ring_take(&line->to_line, data, passed(line, 1, line->to_line.len, now));
	const uint8_t *p = data;

	line->passed += len;
	garble(line, data, len);
	while (len && line->fd >= 0) {
		ssize_t done = send(line->fd, p, len, MSG_NOSIGNAL);

		if (done <= 0)
			return; /* the far end is gone: bytes go nowhere */
		p += done;
		len -= (size_t)done;
	}
}

/* Takes what the far end sent. */
static void receive(struct line *line, int64_t now)
{
	uint8_t data[RING_MAX];
	size_t room = ring_room(&line->wires);
	ssize_t got = line->fd >= 0 && room ? recv(line->fd, data, room, MSG_DONTWAIT) : -1;

	if (!got) { /* the far end is gone */
		close(line->fd);
		line->fd = -1;
	}
	if (got <= 0)
		return;
	if (!line->wires.len)
		begin(line, 0, now);
	ring_put(&line->wires, data, (size_t)got);
}

static void move_to_host(struct line *line, int64_t now)
{
	uint8_t data[RING_MAX];
	size_t room = ring_room(&line->to_host), len = line->wires.len;

	if (!room)
		line->moved_at[0] = (double)now;
	len = ring_take(&line->wires, data, passed(line, 0, len < room ? len : room, now));
	line->passed += len;
	garble(line, data, len);
	ring_put(&line->to_host, data, lose(line, len));
}

int line_takes(const struct line *line)
{
	return ring_room(&line->wires) ? line->fd : -1;
}

/* The event that comes next, and otherwise the last one of the bytes that are on the wires. */
static size_t matters(const struct line *line)
{
	for (size_t i = 0; i < line->wires.len && line->event >= 0; i++)
		if (ring_see(&line->wires, i) == line->event)
			return i + 1;
	return line->wires.len;
}

/* The earlier one of an end (0: none yet) and of that of what lasts so long. */
static int64_t earlier(int64_t end, double from, double length)
{
	int64_t at = (int64_t)(from + length) + 1;

	return !end || at < end ? at : end;
}

int64_t line_moves(const struct line *line)
{
	bool few = line->event >= 0 && line->to_line.len <= ONE_BY_ONE;
	int64_t end = 0;

	if (line->to_line.len)
		end = earlier(end, line->moved_at[1], lasts(line, few ? 1 : line->to_line.len));
	if (line->wires.len && ring_room(&line->to_host))
		end = earlier(end, line->moved_at[0], lasts(line, matters(line)));
	return end;
}

void line_turn(struct line *line, int64_t now)
{
	receive(line, now);
	move_to_line(line, now);
	move_to_host(line, now);
}
