/* SPDX-License-Identifier: Apache-2.0 */
#include "shared/follow.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "common/util.h"
#include "results/live.h"
#include "shared/aside.h"
#include "shared/cli.h"
#include "shared/interrupt.h"

#define STEP_MS 50	     /* a signal that arrives just before a wait costs no more */
#define SHARE 10	     /* of the time, one part goes to reading a report */
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

/* What the child is to do. */
struct drawing {
	const struct cli_follow_report *f;
	struct report_live *live;
};

static int end_and_print(void *ctx, FILE *out, struct gno_err *err)
{
	const struct drawing *d = ctx;
	struct gno_report *r = NULL;
	int rc = report_live_end(d->live, &r, err);

	/* the child's memory ends with it */
	return rc ? rc : d->f->print(d->f->ctx, r, out, err);
}

static int print_complete(const struct cli_follow_report *f, FILE *out, struct gno_err *err)
{
	struct gno_report *r = NULL;
	int rc = gno_report_build(f->dir, f->o, &r, err);

	if (!rc)
		rc = f->print(f->ctx, r, out, err);
	gno_report_free(r);
	return rc;
}

/* Writes the report of what is there now; *live: NULL at first. */
static int print_now(const struct cli_follow_report *f, struct report_live **live, bool *complete,
		     FILE *out, struct gno_err *err)
{
	int rc = *live ? GNO_OK : report_live_open(f->dir, f->o, live, err);

	if (!rc && report_live_grows(*live))
		rc = report_live_refresh(*live, err);
	if (rc < 0)
		return rc;
	*complete = !report_live_grows(*live);
	if (*complete)
		return print_complete(f, out, err);
	return cli_aside(end_and_print, &(struct drawing){f, *live}, out, err);
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

static int print_once(const struct cli_follow_report *f, struct report_live **live, bool first,
		      bool *complete, struct gno_err *err)
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
		show(f, text, first, *complete);
	free(text);
	return rc;
}

int cli_follow_report(const struct cli_follow_report *f, struct gno_err *err)
{
	const volatile sig_atomic_t *interrupted = cli_catch_interrupts();
	struct cli_journal journal = {.looked = false};
	struct report_live *live = NULL;
	bool complete = false, first = true;
	uint64_t begun, wait = CLI_FOLLOW_MS;
	int rc = GNO_OK;

	do {
		if (!cli_journal_changed(f->dir, &journal)) {
			wait = CLI_FOLLOW_MS;
			continue;
		}
		begun = gno_now_ms();
		rc = print_once(f, &live, first, &complete, err);
		first &= rc != 0;
		wait = SHARE * (gno_now_ms() - begun);
		wait = rc || wait > f->every_ms ? wait : f->every_ms;
		if (rc == GNO_ERR_STATE) /* not started yet */
			rc = GNO_OK;
	} while (!rc && !complete && !ferror(stdout) && cli_follow_wait((unsigned)wait));
	report_live_close(live);
	if (!rc && !complete && *interrupted)
		cli_note(
		    "interrupted: the run is not complete, and the report is of what was drained by then");
	return rc;
}
