/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/maker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/util.h"
#include "out/live/live.h"
#include "results/live.h"
#include "results/until.h"
#include "shared/aside.h"
#include "shared/follow.h"
#include "shared/interrupt.h"
#include "serve/metrics.h"

#define LIVE_EVENTS 100000 /* one by one in the page's data, until the run is complete */
#define WINDOW_EVENTS 100000
#define NOT_MADE "the report was not made: "
#define AGAIN 3	  /* exit status: the request is for another child */
#define BEHIND 10 /* steps of priority by which what reads all again is behind the rest */

static const unsigned report_parts = 1u << MAKER_DATA | 1u << MAKER_METRICS;

/* What a child keeps at hand: the file of the request, and the line to the server. */
enum { OWN_FILE = STDERR_FILENO + 1, OWN_LINE, OWN_ALL };

static const struct gno_report_options options = {
    .columns = PAGE_COLUMNS, .periods = PAGE_PERIODS, .samples = PAGE_ROWS};

/* -- a request, which is an order with a file -- */

union control {
	struct cmsghdr align;
	char room[CMSG_SPACE(sizeof(int))];
};

static int send_request(int line, int file, const struct order *order)
{
	union control control = {.room = {0}};
	struct order copy = *order;
	struct iovec io = {&copy, sizeof(copy)};
	struct msghdr message = {.msg_iov = &io,
				 .msg_iovlen = 1,
				 .msg_control = control.room,
				 .msg_controllen = sizeof(control.room)};
	struct cmsghdr *head = CMSG_FIRSTHDR(&message);

	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(sizeof(file));
	memcpy(CMSG_DATA(head), &file, sizeof(file));
	return sendmsg(line, &message, MSG_NOSIGNAL) == sizeof(copy) ? 0 : -1;
}

/* The server may be gone. */
static int receive_request(int line, int *file, struct order *order)
{
	union control control;
	struct iovec io = {order, sizeof(*order)};
	struct msghdr message = {.msg_iov = &io,
				 .msg_iovlen = 1,
				 .msg_control = control.room,
				 .msg_controllen = sizeof(control.room)};
	struct cmsghdr *head;

	if (recvmsg(line, &message, MSG_WAITALL) != sizeof(*order))
		return -1;
	head = CMSG_FIRSTHDR(&message);
	if (!head || head->cmsg_type != SCM_RIGHTS || head->cmsg_len != CMSG_LEN(sizeof(*file)))
		return -1;
	memcpy(file, CMSG_DATA(head), sizeof(*file));
	return 0;
}

/* -- in the child -- */

/* What is made, and how. */
struct work {
	const char *dir;
	struct report_live *live; /* NULL: of all that is there */
	struct order order;
	struct outcome *outcome;
	int file;
	struct page_reading *reading; /* along with the report; NULL: there is none */
};

static int write_data(const struct gno_report *r, const struct work *w, FILE *f,
		      struct gno_err *err)
{
	const bool over = report_is_complete(r);
	const struct page_options newest = {.events = LIVE_EVENTS, .over = over},
				  all = {.over = over, .reading = w->reading};

	return w->live ? live_write_data(r, &newest, f, err) : page_write_data(r, &all, f, err);
}

static int write_part(const struct gno_report *r, enum maker_part part, const struct work *w,
		      FILE *f, struct gno_err *err)
{
	const struct page_options window = {
	    .from = w->order.from, .to = w->order.to, .events = WINDOW_EVENTS};
	const struct page_options whole = {.events = LIVE_EVENTS, .reading = w->reading};

	switch (part) {
	case MAKER_DATA:
		return write_data(r, w, f, err);
	case MAKER_WHOLE:
		return live_write_whole(r, &whole, f, err);
	case MAKER_WINDOW:
		return live_write_window(r, &window, f, err);
	default:
		metrics_write(r, &w->outcome->rates, f);
		return GNO_OK;
	}
}

/* Milliseconds of a processor that this process has taken, or (RUSAGE_CHILDREN) its children. */
static uint64_t taken_ms(int who)
{
	struct rusage r = {.ru_utime = {0}};

	getrusage(who, &r);
	return (uint64_t)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) * 1000 +
	       (uint64_t)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1000;
}

static int write_parts(const struct gno_report *r, const struct work *w, struct gno_err *err)
{
	struct outcome *o = w->outcome;
	FILE *f = fdopen(dup(w->file), "w");
	int rc = GNO_OK;

	if (!f)
		return gno_fail_nomem(err);
	if (o->parts >> MAKER_METRICS & 1)
		rates_look(&o->rates, r);
	for (unsigned part = 0; part < MAKER_PARTS && !rc; part++) {
		if (!(o->parts >> part & 1))
			continue;
		o->part[part].offset = (uint64_t)ftell(f);
		rc = write_part(r, (enum maker_part)part, w, f, err);
		o->part[part].length = (uint64_t)ftell(f) - o->part[part].offset;
	}
	if (gno_close_written(f) && !rc)
		rc = gno_fail(err, GNO_ERR_IO, "its file cannot be written");
	return rc;
}

/* -- from all that is there -- */

/* The lists, calls and messages of the page are read along with the report. */
static int add_reading(void *of, const struct gno_report *r, struct reader *reader,
		       struct gno_err *err)
{
	struct work *w = of;
	const struct page_options page = {.events =
					      w->order.parts >> MAKER_WHOLE & 1 ? LIVE_EVENTS : 0};

	w->reading = page_reading_new(&page);
	return w->reading ? page_reading_add(w->reading, r, reader, err) : gno_fail_nomem(err);
}

static int end_reading(void *of, int rc, struct gno_err *err)
{
	struct work *w = of;

	return w->reading ? page_reading_end(w->reading, rc, err) : rc;
}

static int write_all(struct work *w, struct gno_err *err)
{
	struct gno_report_options with = options;
	struct gno_report *r = NULL;
	int rc;

	if (w->order.parts >> MAKER_WHOLE & 1)
		(void)!nice(BEHIND);
	with.passes = add_reading;
	with.passed = end_reading;
	with.passes_of = w;
	rc = gno_report_build(w->dir, &with, &r, err);
	if (!rc)
		rc = write_parts(r, w, err);
	w->outcome->took = taken_ms(RUSAGE_SELF);
	page_reading_free(w->reading);
	gno_report_free(r);
	return rc;
}

/* -- in the child's child -- */

static int end_and_write(void *ctx, FILE *out, struct gno_err *err)
{
	const struct work *w = ctx;
	struct gno_report *r = NULL;
	int rc;

	if (w->order.parts >> MAKER_WINDOW & 1)
		alarm(MAKER_SECONDS); /* ends it */
	rc = w->live ? report_live_end(w->live, &r, err) : gno_report_look(w->dir, &r, err);
	if (!rc)
		rc = write_parts(r, w, err);
	fwrite(w->outcome, sizeof(*w->outcome), 1, out);
	return rc;
}

static int write_aside(struct work *w, struct gno_err *err)
{
	const uint64_t begun = gno_now_ms(), before = taken_ms(RUSAGE_CHILDREN);
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	int rc;

	if (!f)
		return gno_fail_nomem(err);
	rc = cli_aside(end_and_write, w, f, err);
	if (gno_close_written(f) && !rc)
		rc = gno_fail_nomem(err);
	if (!rc)
		memcpy(w->outcome, text, size < sizeof(*w->outcome) ? size : sizeof(*w->outcome));
	free(text);
	w->outcome->took = taken_ms(RUSAGE_CHILDREN) - before;
	if (rc && w->order.parts >> MAKER_WINDOW & 1 &&
	    gno_now_ms() - begun >= MAKER_SECONDS * 1000)
		rc = gno_fail(err, GNO_ERR_IO, "these cycles take longer than %u seconds to read",
			      MAKER_SECONDS);
	return rc;
}

/* Opens a run to follow it: with its report, or with what needs all of the trace. */
static int open_live(struct work *w, struct report_live **live, struct gno_err *err)
{
	const struct page_options page = {.events = LIVE_EVENTS, .follows = true};
	struct gno_report_options whole = {.columns = 1,
					   .passes = page_reading_add,
					   .passed = page_reading_end,
					   .passes_only = true};

	if (!(w->order.parts >> MAKER_WHOLE & 1))
		return report_live_open(w->dir, &options, live, err);
	w->reading = whole.passes_of = page_reading_new(&page);
	return w->reading ? report_live_open(w->dir, &whole, live, err) : gno_fail_nomem(err);
}

/* Whether all that is requested can be made of what is read once. */
static bool goes_on(const struct work *w, const struct report_live *live)
{
	return report_live_grows(live) &&
	       !(w->order.parts >> MAKER_WHOLE & 1 && report_live_needs_end(live));
}

/* Makes what is requested, and perhaps more, as the child follows the run: *live. */
static int make(struct work *w, struct report_live **live, struct gno_err *err)
{
	const bool first = !*live;
	int rc = first ? open_live(w, live, err) : GNO_OK;

	if (!rc && first && !goes_on(w, *live)) {
		w->outcome->parts |= w->outcome->parts & report_parts ? report_parts : 0;
		return write_all(w, err);
	}
	if (!rc)
		rc = report_live_refresh(*live, err);
	if (rc < 0 && !first)
		_exit(AGAIN); /* another run may have come to its place */
	if (rc < 0)
		return rc;
	w->live = *live;
	w->outcome->grows = report_live_grows(*live);
	return write_aside(w, err);
}

/* Follows the run until there is a request. */
static void follow(struct report_live *live, int line)
{
	struct pollfd p = {.fd = line, .events = POLLIN};
	struct gno_err err;

	while (poll(&p, 1, CLI_FOLLOW_MS) <= 0)
		if (report_live_grows(live) && report_live_refresh(live, &err) < 0)
			_exit(AGAIN); /* the next request is for another child */
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
	struct work w = {.dir = m->dir, .order = m->order, .outcome = &o, .file = m->file};
	int moved = fcntl(line, F_DUPFD, OWN_ALL);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	cli_leave_interrupts();
	if (dup2(w.file, OWN_FILE) < 0 || dup2(moved, OWN_LINE) < 0)
		_exit(1);
	close_range(OWN_ALL, ~0u, 0); /* the server's connections are not the child's */
	w.file = OWN_FILE;
	do {
		struct gno_err err;

		o = (struct outcome){.parts = w.order.parts, .rates = o.rates};
		o.code = m->once ? write_aside(&w, &err) : make(&w, &live, &err);
		if (o.code)
			snprintf(o.fault, sizeof(o.fault), "%s%.*s",
				 o.code == GNO_ERR_IO ? NOT_MADE : "",
				 (int)(sizeof(o.fault) - sizeof(NOT_MADE)), err.text);
		write_outcome(&o, w.file);
		if (!o.grows)
			_exit(0); /* which is the answer */
		close(w.file);
		if (send(OWN_LINE, "", 1, MSG_NOSIGNAL) != 1)
			_exit(1);
		follow(live, OWN_LINE);
	} while (!receive_request(OWN_LINE, &w.file, &w.order));
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

int maker_check(const char *dir, struct gno_err *err)
{
	struct report_live *live = NULL;
	int rc = report_live_open(dir, &options, &live, err);

	report_live_close(live);
	return rc == GNO_ERR_STATE ? GNO_OK : rc;
}

int maker_ask(struct maker *m, int file, const struct order *order, struct gno_err *err)
{
	int rc = GNO_OK;

	m->file = file;
	m->order = *order;
	if (m->child && send_request(m->line, file, order))
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
