/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/maker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/util.h"
#include "out/page/page.h"
#include "results/live.h"
#include "results/until.h"
#include "shared/aside.h"
#include "shared/interrupt.h"
#include "serve/metrics.h"

#define LIVE_EVENTS 100000 /* one by one in the page's data, until the run is complete */
#define AGAIN 3		   /* exit status: the request is for another child */
#define ALL ((1u << SNAPSHOT_PARTS) - 1)

/* What a child keeps at hand: the file of the request, and the line to the server. */
enum { OWN_FILE = STDERR_FILENO + 1, OWN_LINE, OWN_ALL };

static const struct gno_report_options options = {
    .columns = PAGE_COLUMNS, .periods = PAGE_PERIODS, .samples = PAGE_ROWS};

/* -- a request, which is a byte with a file -- */

union control {
	struct cmsghdr align;
	char room[CMSG_SPACE(sizeof(int))];
};

static int send_request(int line, int file, unsigned parts)
{
	union control control = {.room = {0}};
	uint8_t byte = (uint8_t)parts;
	struct iovec io = {&byte, 1};
	struct msghdr message = {.msg_iov = &io,
				 .msg_iovlen = 1,
				 .msg_control = control.room,
				 .msg_controllen = sizeof(control.room)};
	struct cmsghdr *head = CMSG_FIRSTHDR(&message);

	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(sizeof(file));
	memcpy(CMSG_DATA(head), &file, sizeof(file));
	return sendmsg(line, &message, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

/* The server may be gone. */
static int receive_request(int line, int *file, unsigned *parts)
{
	union control control;
	uint8_t byte;
	struct iovec io = {&byte, 1};
	struct msghdr message = {.msg_iov = &io,
				 .msg_iovlen = 1,
				 .msg_control = control.room,
				 .msg_controllen = sizeof(control.room)};
	struct cmsghdr *head;

	if (recvmsg(line, &message, 0) != 1)
		return -1;
	head = CMSG_FIRSTHDR(&message);
	if (!head || head->cmsg_type != SCM_RIGHTS || head->cmsg_len != CMSG_LEN(sizeof(*file)))
		return -1;
	memcpy(file, CMSG_DATA(head), sizeof(*file));
	*parts = byte;
	return 0;
}

/* -- in the child -- */

static struct page_options page_of(const struct gno_report *r)
{
	bool complete = report_is_complete(r);

	return (struct page_options){.events = complete ? 0 : LIVE_EVENTS, .over = complete};
}

static int write_part(const struct gno_report *r, enum snapshot_part part,
		      struct page_reading *reading, const struct rates *rates, FILE *f,
		      struct gno_err *err)
{
	struct page_options page = page_of(r);

	page.reading = reading;
	if (part == SNAPSHOT_DATA)
		return page_write_data(r, &page, f, err);
	metrics_write(r, rates, f);
	return GNO_OK;
}

/* Writes the parts that are wanted; `reading` NULL: they were not read along with the report. */
static int write_parts(const struct gno_report *r, struct page_reading *reading, struct outcome *o,
		       int file, struct gno_err *err)
{
	FILE *f = fdopen(dup(file), "w");
	int rc = GNO_OK;

	if (!f)
		return gno_fail_nomem(err);
	if (o->parts >> SNAPSHOT_METRICS & 1)
		rates_look(&o->rates, r);
	for (unsigned part = 0; part < SNAPSHOT_PARTS && !rc; part++) {
		if (!(o->parts >> part & 1))
			continue;
		o->part[part].offset = (uint64_t)ftell(f);
		rc = write_part(r, (enum snapshot_part)part, reading, &o->rates, f, err);
		o->part[part].length = (uint64_t)ftell(f) - o->part[part].offset;
	}
	if (gno_close_written(f) && !rc)
		rc = gno_fail(err, GNO_ERR_IO,
			      "the report was not made: its file cannot be written");
	return rc;
}

/* The lists, calls and messages of the page are read along with the report. */
static int add_reading(void *of, const struct gno_report *r, struct reader *reader,
		       struct gno_err *err)
{
	const struct page_options page = page_of(r);
	struct page_reading **reading = of;

	*reading = page_reading_new(&page);
	return *reading ? page_reading_add(*reading, r, reader, err) : gno_fail_nomem(err);
}

static int end_reading(void *of, int rc, struct gno_err *err)
{
	struct page_reading **reading = of;

	return *reading ? page_reading_end(*reading, rc, err) : rc;
}

/* All parts of a run that is complete: none of them is made again. */
static int write_whole(const char *dir, struct outcome *o, int file, struct gno_err *err)
{
	struct page_reading *reading = NULL;
	struct gno_report_options with = options;
	struct gno_report *r = NULL;
	int rc;

	with.passes = add_reading;
	with.passed = end_reading;
	with.passes_of = &reading;
	rc = gno_report_build(dir, &with, &r, err);
	o->parts = ALL;
	if (!rc)
		rc = write_parts(r, reading, o, file, err);
	page_reading_free(reading);
	gno_report_free(r);
	return rc;
}

/* What the child's child is to do. */
struct ending {
	struct report_live *live;
	struct outcome *outcome;
	int file;
};

static int end_and_write(void *ctx, FILE *out, struct gno_err *err)
{
	const struct ending *e = ctx;
	struct gno_report *r = NULL;
	int rc = report_live_end(e->live, &r, err);

	if (!rc)
		rc = write_parts(r, NULL, e->outcome, e->file, err);
	fwrite(e->outcome, sizeof(*e->outcome), 1, out);
	return rc;
}

/* The parts of a run that goes on. */
static int write_live(struct report_live *live, struct outcome *o, int file, struct gno_err *err)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	int rc;

	if (!f)
		return gno_fail_nomem(err);
	rc = cli_aside(end_and_write, &(struct ending){live, o, file}, f, err);
	if (gno_close_written(f) && !rc)
		rc = gno_fail_nomem(err);
	if (!rc)
		memcpy(o, text, size < sizeof(*o) ? size : sizeof(*o));
	free(text);
	return rc;
}

/* Makes what is requested. Whether the child goes on to follow the run, as *live. */
static bool make(const char *dir, struct report_live **live, struct outcome *o, int file)
{
	const bool first = !*live;
	struct gno_err err;
	int rc = first ? report_live_open(dir, &options, live, &err) : GNO_OK;
	bool grows = !rc && report_live_grows(*live);

	if (!rc && grows)
		rc = report_live_refresh(*live, &err);
	if (rc < 0 && !first)
		_exit(AGAIN); /* another run may have come to its place */
	if (rc >= 0 && grows && !report_live_grows(*live))
		_exit(AGAIN); /* it is complete, and others need what this child has in memory */
	if (rc >= 0)
		rc = grows ? write_live(*live, o, file, &err) : write_whole(dir, o, file, &err);
	else
		grows = false;
	o->code = rc;
	if (rc)
		memcpy(o->fault, err.text, sizeof(o->fault));
	return grows;
}

/* Puts the outcome behind what was written. */
static void write_outcome(const struct outcome *o, int file)
{
	struct gno_err err;

	if (lseek(file, 0, SEEK_END) < 0 || gno_write_all(file, "", o, sizeof(*o), &err))
		_exit(1);
}

static _Noreturn void work(const struct maker *m, int line)
{
	struct outcome o = {.rates = *m->rates};
	struct report_live *live = NULL;
	unsigned parts = m->parts;
	int file = m->file, moved = fcntl(line, F_DUPFD, OWN_ALL);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	cli_leave_interrupts();
	if (dup2(file, OWN_FILE) < 0 || dup2(moved, OWN_LINE) < 0)
		_exit(1);
	close_range(OWN_ALL, ~0u, 0); /* the server's connections are not the child's */
	file = OWN_FILE;
	do {
		bool goes_on;

		o = (struct outcome){.parts = parts, .rates = o.rates};
		goes_on = make(m->dir, &live, &o, file);
		write_outcome(&o, file);
		if (!goes_on)
			_exit(0); /* which is the answer */
		close(file);
		if (send(OWN_LINE, "", 1, MSG_NOSIGNAL) != 1)
			_exit(1);
	} while (!receive_request(OWN_LINE, &file, &parts));
	_exit(0);
}

/* -- in the server -- */

static int begin(struct maker *m, struct gno_err *err)
{
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return gno_fail_errno(err, errno, "cannot make a socket");
	fflush(NULL);
	m->child = fork();
	if (!m->child)
		work(m, ends[1]);
	close(ends[1]);
	m->line = ends[0];
	if (m->child > 0)
		return GNO_OK;
	m->child = 0;
	close(m->line);
	return gno_fail_errno(err, errno, "cannot start a process");
}

/* The child has ended, or is to end. */
static int reap(struct maker *m)
{
	int status = 0;

	close(m->line);
	while (waitpid(m->child, &status, 0) < 0 && errno == EINTR)
		;
	m->child = 0;
	return status;
}

int maker_ask(struct maker *m, int file, unsigned parts, struct gno_err *err)
{
	int rc = GNO_OK;

	m->file = file;
	m->parts = parts;
	if (m->child && send_request(m->line, file, parts))
		reap(m); /* it has ended by itself */
	if (!m->child)
		rc = begin(m, err);
	if (rc)
		m->file = -1;
	return rc;
}

static bool read_outcome(int file, struct outcome *out)
{
	off_t end = lseek(file, 0, SEEK_END);

	return end >= (off_t)sizeof(*out) &&
	       pread(file, out, sizeof(*out), end - (off_t)sizeof(*out)) == sizeof(*out);
}

/* The child has ended; -1: another one goes on. */
static int take_end(struct maker *m, struct outcome *out, const char **fault)
{
	struct gno_err err;
	int status = reap(m);

	*fault = WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "its file cannot be written";
	if (WIFEXITED(status) && WEXITSTATUS(status) == AGAIN) {
		if (!begin(m, &err))
			return -1;
		*fault = "a process cannot be started";
		return 0;
	}
	return !status && read_outcome(m->file, out);
}

int maker_look(struct maker *m, struct outcome *out, const char **fault)
{
	ssize_t n;
	char byte;
	int done;

	if (m->file < 0)
		return -1;
	n = recv(m->line, &byte, 1, MSG_DONTWAIT);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return -1;
	*fault = "its file cannot be read";
	done = n == 1 ? read_outcome(m->file, out) : take_end(m, out, fault);
	if (done >= 0)
		m->file = -1;
	return done;
}

void maker_end(struct maker *m)
{
	if (m->child && !kill(m->child, SIGKILL))
		reap(m);
	m->file = -1;
}
