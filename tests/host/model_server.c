/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The model of a monitor, served over TCP on 127.0.0.1 for the tests of the command line. Writes
 * its manifest to argv[1] and its port to argv[2]; argv[3] is the number of events that a run has
 * (0: it answers nothing at all). One client after the other, until it is killed.
 */

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "model_device.h"

#define NODES 2
#define SYNC_BYTES 9 /* of a sync in the script */
#define END_CODE 3

static void write_text(const char *path, const char *text)
{
	char temp[256];
	FILE *f;

	snprintf(temp, sizeof(temp), "%s.new", path);
	f = fopen(temp, "w");
	if (!f || fputs(text, f) == EOF || fclose(f) || rename(temp, path)) {
		perror(path);
		exit(EXIT_FAILURE);
	}
}

static int listen_anywhere(const char *port_file)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
	socklen_t len = sizeof(a);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	char text[16];

	if (fd < 0 || bind(fd, (struct sockaddr *)&a, len) || listen(fd, 1) ||
	    getsockname(fd, (struct sockaddr *)&a, &len)) {
		perror("socket");
		exit(EXIT_FAILURE);
	}
	snprintf(text, sizeof(text), "%u\n", ntohs(a.sin_port));
	write_text(port_file, text);
	return fd;
}

/* A run's events; the last of each node is the end point. */
static void script(struct model *m, unsigned events)
{
	unsigned i;

	for (i = 0; i < events; i++)
		model_event(m, i % NODES, 1 + i / NODES % 2);
	for (i = 0; i < NODES; i++)
		model_event(m, i, END_CODE);
}

/* Whether all bytes went out. */
static int send_all(int fd, const uint8_t *data, int len)
{
	while (len > 0) {
		ssize_t done = send(fd, data, (size_t)len, MSG_NOSIGNAL);

		if (done <= 0)
			return 0;
		data += done;
		len -= (int)done;
	}
	return 1;
}

static void serve(struct model *m, int fd, unsigned events)
{
	unsigned starts = m->starts;
	uint8_t buf[512], out[1024];
	ssize_t got;
	int len;

	while ((got = recv(fd, buf, sizeof(buf), 0)) > 0) {
		model_transport.write(m, buf, (size_t)got, 0, NULL);
		do {
			len = model_transport.read(m, out, sizeof(out), 0, NULL);
			if (!send_all(fd, out, len))
				return;
		} while (len);
		if (m->starts != starts) {
			starts = m->starts;
			m->script.len = NODES * SYNC_BYTES; /* a start empties everything */
			script(m, events);
		}
	}
}

int main(int argc, char **argv)
{
	struct model m;
	char *manifest;
	int fd;

	if (argc != 4)
		return EXIT_FAILURE;
	model_init(&m, NODES, 1, 256);
	m.silent = !atoi(argv[3]);
	manifest = model_manifest(&m);
	write_text(argv[1], manifest);
	free(manifest);
	fd = listen_anywhere(argv[2]);
	for (;;) {
		int client = accept(fd, NULL, NULL), one = 1;

		if (client < 0)
			return EXIT_FAILURE;
		setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
		serve(&m, client, (unsigned)atoi(argv[3]));
		close(client);
	}
}
