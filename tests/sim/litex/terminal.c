/* SPDX-License-Identifier: Apache-2.0 */
/* A pseudo terminal for litex_tb, which a program opens as it opens the serial port of a board. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

int terminal_open(const char *path);
int terminal_get(int fd);
void terminal_put(int fd, int byte);

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

/* A terminal, its name in the file `path`. */
int terminal_open(const char *path)
{
	const int fd = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
	struct termios raw;
	FILE *file = fopen(path, "w");
	int other;

	if (fd < 0 || !file || grantpt(fd) || unlockpt(fd))
		fail(path);
	/* the other end stays open here, or reads would fail while no program has it */
	other = open(ptsname(fd), O_RDWR | O_NOCTTY);
	if (other < 0 || tcgetattr(other, &raw))
		fail(ptsname(fd));
	cfmakeraw(&raw);
	if (tcsetattr(other, TCSANOW, &raw) || fprintf(file, "%s\n", ptsname(fd)) < 0 ||
	    fclose(file))
		fail(path);
	return fd;
}

/* A byte of the program, or -1. */
int terminal_get(int fd)
{
	unsigned char byte;

	return read(fd, &byte, 1) == 1 ? byte : -1;
}

void terminal_put(int fd, int byte)
{
	const unsigned char data = (unsigned char)byte;

	while (write(fd, &data, 1) < 0) /* a terminal that is full: its program reads it */
		if (errno != EAGAIN)
			fail("the terminal");
}
