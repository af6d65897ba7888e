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

#define BITS 10	    /* of a byte on the wires, with its start and stop bit */
#define LOST_MAX 64 /* bytes lost at once */
#define PERCENT 3   /* that two rates may differ by */

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

static size_t at_most(struct line *line, int direction, size_t len)
{
	size_t most = line->baud ? (size_t)line->credit[direction] : len;

	return most < len ? most : len;
}

void line_write(struct line *line, const uint8_t *data, size_t len)
{
	line->last = line_now();
	if (!line->written)
		line->first = line->last;
	line->written += len;
	ring_put(&line->to_line, data, len);
}

static void move_to_line(struct line *line)
{
	uint8_t data[RING_MAX];
	size_t most = at_most(line, 1, line->to_line.len), len;
	const uint8_t *p = data;

	len = ring_take(&line->to_line, data, most);
	line->credit[1] -= (double)len;
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

static void move_to_host(struct line *line)
{
	uint8_t data[RING_MAX];
	size_t most = at_most(line, 0, ring_room(&line->to_host));
	ssize_t got = line->fd >= 0 && most ? recv(line->fd, data, most, MSG_DONTWAIT) : -1;

	if (!got) { /* the far end is gone */
		close(line->fd);
		line->fd = -1;
	}
	if (got <= 0)
		return;
	line->credit[0] -= (double)got;
	line->passed += (size_t)got;
	garble(line, data, (size_t)got);
	ring_put(&line->to_host, data, lose(line, (size_t)got));
}

int line_takes(const struct line *line)
{
	return ring_room(&line->to_host) ? line->fd : -1;
}

void line_turn(struct line *line, int64_t now)
{
	double bytes = (double)(now - line->moved_at) * line->baud / BITS / 1e6;

	line->moved_at = now;
	for (int i = 0; i < 2; i++) {
		line->credit[i] += bytes;
		if (line->credit[i] > RING_MAX)
			line->credit[i] = RING_MAX; /* the wires keep nothing for later */
	}
	move_to_line(line);
	move_to_host(line);
}
