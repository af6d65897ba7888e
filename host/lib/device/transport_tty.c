/* SPDX-License-Identifier: Apache-2.0 */

/*
 * tty:PATH or tty:PATH@BAUD: a serial port of the kernel, such as the UART of a board behind its
 * USB cable. 8 bits, no parity, one stop bit, no flow control; any rate that the port can make.
 */

#include "device/transport.h"
#include "common/address.h"

#include <asm/termbits.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/serial.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct tty {
	int fd;
	unsigned baud;	       /* that the URL names; 0: none */
	struct termios2 found; /* as the port was */
	char path[];
};

/* Why a port cannot be opened, and what to do. */
static int cannot_open(const char *path, int errnum, struct gno_err *err)
{
	const char *advice = "";

	if (errnum == EACCES || errnum == EPERM)
		advice = "; your user must be in the group that owns it (often 'dialout')";
	else if (errnum == ENOENT || errnum == ENODEV || errnum == ENXIO)
		advice = "; check that the board is plugged in, and its name in /dev/serial/by-id";
	else if (errnum == EBUSY)
		advice = "; another program uses it";
	return gno_fail(err, GNO_ERR_IO, "cannot open serial port '%s': %s%s", path,
			strerror(errnum), advice);
}

/* Takes the port for this program alone. */
static int claim(const struct tty *t, struct gno_err *err)
{
	if (flock(t->fd, LOCK_EX | LOCK_NB))
		return errno == EWOULDBLOCK
			   ? gno_fail(
				 err, GNO_ERR_IO,
				 "another program uses serial port '%s'; only one at a time can",
				 t->path)
			   : cannot_open(t->path, errno, err);
	if (ioctl(t->fd, TIOCEXCL))
		return cannot_open(t->path, errno, err);
	return 0;
}

/* Asks the driver to pass bytes on at once, where it can: an FTDI chip waits 16 ms otherwise. */
static void ask_low_latency(int fd)
{
	struct serial_struct serial;

	if (ioctl(fd, TIOCGSERIAL, &serial))
		return;
	serial.flags |= ASYNC_LOW_LATENCY;
	if (ioctl(fd, TIOCSSERIAL, &serial))
		return; /* slower, and as good */
}

/* Sets the port to raw bytes, at a rate. */
static int set_port(const struct tty *t, unsigned baud, struct gno_err *err)
{
	struct termios2 set = t->found, made;

	set.c_iflag = 0;
	set.c_oflag = 0;
	set.c_lflag = 0;
	set.c_cflag = CS8 | CREAD | CLOCAL | BOTHER | BOTHER << IBSHIFT;
	set.c_cc[VMIN] = 0;
	set.c_cc[VTIME] = 0;
	set.c_ispeed = set.c_ospeed = baud;
	if (ioctl(t->fd, TCSETS2, &set) || ioctl(t->fd, TCGETS2, &made))
		return gno_fail(err, GNO_ERR_IO, "cannot set serial port '%s' to %u baud: %s",
				t->path, baud, strerror(errno));
	if (!gno_baud_near(made.c_ospeed, baud))
		return gno_fail(err, GNO_ERR_ARG,
				"serial port '%s' cannot make %u baud: it makes %u", t->path, baud,
				made.c_ospeed);
	return 0;
}

static int prepare(struct tty *t, struct gno_err *err)
{
	int rc;

	if (ioctl(t->fd, TCGETS2, &t->found))
		return errno == ENOTTY
			   ? gno_fail(err, GNO_ERR_ARG, "'%s' is not a serial port", t->path)
			   : cannot_open(t->path, errno, err);
	rc = claim(t, err);
	if (rc)
		return rc;
	ask_low_latency(t->fd);
	return set_port(t, t->baud ? t->baud : GNO_BAUD_FIRST, err);
}

static int tty_open(const char *rest, const struct gno_device_options *options, void **ctx,
		    struct gno_err *err)
{
	struct tty *t;
	unsigned baud;
	size_t len;
	int rc;

	(void)options; /* nothing here waits */
	rc = gno_baud_cut(rest, &len, &baud, err);
	if (rc)
		return rc;
	if (!len)
		return gno_fail(err, GNO_ERR_ARG,
				"device 'tty:%s' is not of the form tty:PATH[@BAUD]", rest);
	t = calloc(1, sizeof(*t) + len + 1);
	if (!t)
		return gno_fail_nomem(err);
	memcpy(t->path, rest, len);
	t->baud = baud;
	t->fd = open(t->path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	rc = t->fd < 0 ? cannot_open(t->path, errno, err) : prepare(t, err);
	if (rc) {
		if (t->fd >= 0)
			close(t->fd);
		free(t);
		return rc;
	}
	*ctx = t;
	return 0;
}

static int tty_set_baud(void *ctx, unsigned baud, struct gno_err *err)
{
	struct tty *t = ctx;
	int rc;

	if (t->baud)
		return 0;
	rc = set_port(t, baud, err);
	if (rc)
		return rc;
	ioctl(t->fd, TCFLSH, TCIOFLUSH); /* bytes at the other rate mean nothing */
	return 1;
}

static int gone(const struct tty *t, int errnum, struct gno_err *err)
{
	return gno_fail(err, GNO_ERR_LINK, "serial port '%s' is gone%s%s; was it unplugged?",
			t->path, errnum ? ": " : "", errnum ? strerror(errnum) : "");
}

/* Waits until the port is ready. 1 ready, 0 time is up or a signal came, or it is gone. */
static int wait_port(const struct tty *t, short events, unsigned timeout_ms, struct gno_err *err)
{
	struct pollfd p = {.fd = t->fd, .events = events};
	int rc = poll(&p, 1, (int)timeout_ms);

	if (rc < 0)
		return errno == EINTR ? 0 : gone(t, errno, err);
	if (rc && !(p.revents & events))
		return gone(t, 0, err);
	return rc > 0;
}

static int tty_read(void *ctx, uint8_t *buf, size_t len, unsigned timeout_ms, struct gno_err *err)
{
	const struct tty *t = ctx;
	int rc = wait_port(t, POLLIN, timeout_ms, err);
	ssize_t got;

	if (rc <= 0)
		return rc;
	got = read(t->fd, buf, len);
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	return got > 0 ? (int)got : gone(t, got ? errno : 0, err);
}

static int tty_write(void *ctx, const uint8_t *buf, size_t len, unsigned timeout_ms,
		     struct gno_err *err)
{
	const struct tty *t = ctx;
	int rc = wait_port(t, POLLOUT, timeout_ms, err);
	ssize_t done;

	if (rc <= 0)
		return rc;
	done = write(t->fd, buf, len);
	if (done >= 0)
		return (int)done;
	return errno == EAGAIN || errno == EINTR ? 0 : gone(t, errno, err);
}

static void tty_close(void *ctx)
{
	struct tty *t = ctx;

	ioctl(t->fd, TCSETS2, &t->found);
	ioctl(t->fd, TIOCNXCL);
	close(t->fd);
	free(t);
}

const struct gno_transport gno_transport_tty = {
    .scheme = "tty",
    .form = "tty:PATH[@BAUD]",
    .open = tty_open,
    .read = tty_read,
    .write = tty_write,
    .close = tty_close,
    .set_baud = tty_set_baud,
};
