/* SPDX-License-Identifier: Apache-2.0 */
#include "shared/follow.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "common/util.h"
#include "results/live.h"
#include "shared/aside.h"
#include "shared/cli.h"
#include "shared/interrupt.h"

#define STEP_MS 50	     /* a signal that arrives just before a wait costs no more */
#define READING 2	     /* of the time, one part at most goes to what is new, */
#define PRINTING 10	     /* and one to reports; */
#define WAIT_MS 1000	     /* behind by more it does not wait: the end of the run is seen */
#define CLEAR "\033[H\033[J" /* of a terminal */

bool cli_follow_wait(unsigned ms)
{
	const volatile sig_atomic_t *interrupted = cli_interrupted();
	uint64_t until = gno_now_ms() + ms;

	do {
		struct pollfd out = {.fd = STDOUT_FILENO};

		if (*interrupted ||
		    (poll(&out, 1, ms < STEP_MS ? (int)ms : STEP_MS) > 0 && out.revents & POLLERR))
			return false;
	} while (gno_now_ms() < until);
	return !*interrupted;
}

bool cli_journal_changed(const char *dir, struct cli_journal *j)
{
	char *path = gno_format("%s/run.json", dir);
	struct stat now = {0};
	bool same = path && !stat(path, &now) && j->looked && now.st_ino == j->stat.st_ino &&
		    now.st_size == j->stat.st_size &&
		    now.st_mtim.tv_sec == j->stat.st_mtim.tv_sec &&
		    now.st_mtim.tv_nsec == j->stat.st_mtim.tv_nsec;

	free(path);
	j->stat = now;
	j->looked = true;
	return !same;
}

int cli_follow_open(const char *dir, struct gno_report **out, struct gno_err *err)
{
	int rc;

	do
		rc = gno_report_follow(dir, out, err);
	while (rc == GNO_ERR_STATE && cli_follow_wait(CLI_FOLLOW_MS));
	return rc == GNO_ERR_STATE ? GNO_OK : rc;
}

int cli_follow_more(struct gno_report *r, bool *ended, struct gno_err *err)
{
	int changed = 0;

	while (!changed && !*ended) {
		*ended = !cli_follow_wait(CLI_FOLLOW_MS);
		if (!*ended)
			changed = gno_report_refresh(r, err);
	}
	return changed < 0 ? changed : GNO_OK;
}

/* -- a report that is printed again and again -- */

/* What is to be done, in a child unless it is the last report. */
struct drawing {
	const struct cli_follow_report *f;
	struct report_live *live;
};

static int end_and_print(void *ctx, FILE *out, struct gno_err *err)
{
	const struct drawing *d = ctx;
	struct gno_report *r = NULL;
	int rc = report_live_end(d->live, &r, err);

	if (!rc)
		rc = d->f->print(d->f->ctx, r, out, err);
	gno_report_free(r);
	return rc;
}

/* Writes the report of what was read; of a complete run it is the last one. */
static int print_now(const struct cli_follow_report *f, struct report_live *live, bool complete,
		     FILE *out, struct gno_err *err)
{
	struct drawing d = {f, live};

	return complete ? end_and_print(&d, out, err) : cli_aside(end_and_print, &d, out, err);
}

/* Rows of the terminal; 0: not known. */
static unsigned terminal_rows(void)
{
	struct winsize size;

	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) ? 0 : size.ws_row;
}

/* As much of a text as the terminal has rows for, in the place of what it showed before, and how
 * much is not shown. */
static void show_screen(const char *text)
{
	unsigned rows = terminal_rows(), lines = 0;
	const char *end = text;

	for (const char *p = text; *p; p++) {
		lines += *p == '\n';
		if (*p == '\n' && (!rows || lines + 2 <= rows))
			end = p + 1;
	}
	if (rows && lines >= rows)
		printf(CLEAR "%.*s... %u more lines: a pipe or a larger window shows them\n",
		       (int)(end - text), text, lines + 2 - rows);
	else
		printf(CLEAR "%s", text);
}

static void show(const struct cli_follow_report *f, const char *text, bool first, bool complete)
{
	const bool terminal = !f->json && isatty(STDOUT_FILENO);

	if (terminal && !complete)
		show_screen(text);
	else
		printf("%s%s", first || f->json ? "" : terminal ? CLEAR : "\n", text);
	fflush(stdout);
}

static int print_once(const struct cli_follow_report *f, struct report_live *live, bool first,
		      bool complete, struct gno_err *err)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	int rc;

	if (!out)
		return gno_fail_nomem(err);
	rc = print_now(f, live, complete, out, err);
	if (gno_close_written(out) && !rc)
		rc = gno_fail_nomem(err);
	if (!rc)
		show(f, text, first, complete);
	free(text);
	return rc;
}

/* Milliseconds of processors that this process and its children have taken. */
static uint64_t taken_ms(void)
{
	static const int who[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
	uint64_t us = 0;

	for (size_t i = 0; i < sizeof(who) / sizeof(*who); i++) {
		struct rusage used;

		getrusage(who[i], &used);
		us += 1000000 * (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
		      (uint64_t)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
	}
	return us / 1000;
}

/* Where the report of a run stands. */
struct following {
	const struct cli_follow_report *f;
	struct report_live *live;
	bool first;    /* nothing was printed yet */
	bool fresh;    /* more was read than was printed */
	bool complete; /* the last report was printed */
	uint64_t due;  /* when the next one may be printed */
};

static int open_live(const struct cli_follow_report *f, struct report_live **out,
		     struct gno_err *err)
{
	int rc;

	do
		rc = report_live_open(f->dir, f->o, out, err);
	while (rc == GNO_ERR_STATE && cli_follow_wait(CLI_FOLLOW_MS)); /* not started yet */
	return rc == GNO_ERR_STATE ? GNO_OK : rc;
}

/* Prints what was read, if it is time. */
static int print_due(struct following *g, bool complete, struct gno_err *err)
{
	const uint64_t now = gno_now_ms(), begun = taken_ms();
	uint64_t wait;
	int rc;

	if (!complete && (!g->fresh || now < g->due))
		return GNO_OK;
	rc = print_once(g->f, g->live, g->first, complete, err);
	wait = PRINTING * (taken_ms() - begun);
	g->due = now + (wait > g->f->every_ms ? wait : g->f->every_ms);
	g->first = g->fresh = false;
	g->complete = complete;
	return rc;
}

/* Reads what is new and prints it, if it is time; then waits. *ended: an interrupt came, or nobody
 * reads the standard output any more. */
static int go_on(struct following *g, bool *ended, struct gno_err *err)
{
	const uint64_t begun = taken_ms();
	uint64_t wait;
	int rc = report_live_grows(g->live) ? report_live_refresh(g->live, err) : GNO_OK;

	if (rc < 0)
		return rc;
	g->fresh |= rc > 0;
	wait = (READING - 1) * (taken_ms() - begun);
	rc = print_due(g, !report_live_grows(g->live), err);
	wait = wait < CLI_FOLLOW_MS ? CLI_FOLLOW_MS : wait > WAIT_MS ? WAIT_MS : wait;
	if (!rc && !g->complete)
		*ended = ferror(stdout) || !cli_follow_wait((unsigned)wait);
	return rc;
}

int cli_follow_report(const struct cli_follow_report *f, struct gno_err *err)
{
	const volatile sig_atomic_t *interrupted = cli_catch_interrupts();
	struct following g = {.f = f, .first = true, .fresh = true};
	int rc = open_live(f, &g.live, err);
	bool ended = !g.live;

	while (!rc && !ended && !g.complete)
		rc = go_on(&g, &ended, err);
	report_live_close(g.live);
	if (!rc && !g.complete && *interrupted)
		cli_note(
		    "interrupted: the run is not complete, and the report is of what was drained by then");
	return rc;
}
