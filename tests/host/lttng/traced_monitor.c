/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The model of a monitor whose cycles pass by the host's clock, in a program that LTTng traces:
 * traced_monitor MANIFEST PORT HZ. It writes its manifest and its port to the two files, and counts
 * HZ cycles a second, whatever the manifest says.
 *
 * What it traces, the message of each event:
 *
 *   look                a moment begins, in which the program reads the clock
 *   took                it ends: that is when the bytes came that the program now takes
 *   start               the last ones had the command: it came in that moment, which is cycle 0
 *   stop CYCLE          likewise, in that cycle
 *   event NODE CYCLE    a moment ends: that is when the node recorded an event, in that cycle
 *   mark TEXT           a line of standard input came; it goes to standard output, too
 *
 * A run has EVENTS of each node, and then the end point. The program ends with standard input.
 */

#include <inttypes.h>
#include <lttng/tracef.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "model_device.h"
#include "served/served.h"

#define NODES 2
#define EVENTS 50
#define END_CODE 3
#define TICK_MS 5
#define NS UINT64_C(1000000000)

static uint64_t hz, started; /* ns of the clock at cycle 0 */

static uint64_t now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * NS + (uint64_t)ts.tv_nsec;
}

/* Sets the model's time to that of the clock, which the model may be ahead of by an event. */
static void keep_time(struct model *m, uint64_t ns)
{
	uint64_t cycle = (ns - started) * hz / NS;

	if (cycle > m->time)
		m->time = cycle;
}

/* Bytes of the client; false: it has gone. */
static bool take_from_client(struct model *m, int client)
{
	unsigned starts = m->starts, stops = m->stops;
	uint8_t buf[512];
	ssize_t got = recv(client, buf, sizeof(buf), 0);
	uint64_t ns;
	bool stays;

	if (got <= 0)
		return false;
	lttng_ust_tracef("look");
	ns = now();
	lttng_ust_tracef("took");
	if (m->active)
		keep_time(m, ns);
	model_transport.write(m, buf, (size_t)got, 0, NULL);
	stays = served_answer(m, client);
	if (m->starts != starts) {
		started = ns;
		lttng_ust_tracef("start");
	} else if (m->stops != stops) {
		lttng_ust_tracef("stop %" PRIu64, m->time);
	}
	return stays;
}

/* An event of each node, with the next tick; the last one is the end point. */
static void tick(struct model *m)
{
	static unsigned starts, left;
	static uint64_t due;

	if (m->starts != starts) {
		starts = m->starts;
		left = EVENTS + 1;
		due = started;
	}
	if (!m->active || !left || now() < due)
		return;
	left--;
	due = now() + TICK_MS * NS / 1000;
	for (unsigned node = 0; node < NODES; node++) {
		lttng_ust_tracef("look");
		keep_time(m, now());
		lttng_ust_tracef("event %u %" PRIu64, node, m->time);
		model_event(m, node, left ? 1 + left % 2 : END_CODE);
	}
}

/* A line of standard input; false: there are no more. */
static bool mark(void)
{
	char line[64];

	if (!fgets(line, sizeof(line), stdin))
		return false;
	line[strcspn(line, "\n")] = 0;
	lttng_ust_tracef("mark %s", line);
	return puts(line) != EOF && !fflush(stdout);
}

int main(int argc, char **argv)
{
	struct pollfd from[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.events = POLLIN}};
	struct model m;
	char *manifest;
	int fd;

	if (argc != 4)
		return EXIT_FAILURE;
	setvbuf(stdin, NULL, _IONBF, 0); /* what is in a buffer, poll does not see */
	hz = strtoull(argv[3], NULL, 10);
	model_init(&m, NODES, 1, 256);
	manifest = model_manifest(&m);
	served_write(argv[1], manifest);
	free(manifest);
	fd = from[1].fd = served_listen(argv[2]);
	for (;;) {
		if (poll(from, 2, TICK_MS) < 0)
			return EXIT_FAILURE;
		if (from[0].revents && !mark())
			return EXIT_SUCCESS;
		if (from[1].revents && from[1].fd == fd) {
			from[1].fd = served_accept(fd);
		} else if (from[1].revents && !take_from_client(&m, from[1].fd)) {
			close(from[1].fd);
			from[1].fd = fd;
		}
		tick(&m);
	}
}
