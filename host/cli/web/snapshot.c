/* SPDX-License-Identifier: Apache-2.0 */
#include "web/snapshot.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "page/page.h"
#include "report/until.h"
#include "shared/follow.h"
#include "shared/interrupt.h"
#include "web/metrics.h"
#include "web/rates.h"
#include "common/util.h"

#define SHARE 10	   /* of the time, one part goes to making it */
#define RETRY_MS 1000	   /* between two tries after a fault */
#define LIVE_EVENTS 100000 /* one by one in the page's data, until the run is complete */

/* What a child reports of the file; in the file behind all parts. */
struct outcome {
	int code; /* 0, or what went wrong: */
	char fault[sizeof(((struct gno_err *)NULL)->text)];
	struct snapshot_part_at part[SNAPSHOT_PARTS];
	struct rates rates; /* with this look */
};

struct snapshot {
	char *dir;
	struct cli_journal journal; /* when the last one was begun */
	pid_t child;		    /* 0: none is at work */
	int file, coming;	    /* of the last one and of the child; -1: none */
	uint64_t begun, took;	    /* ms */
	struct outcome outcome;
	struct rates rates; /* of the last one that was made */
	unsigned number;
};

/* -- in the child -- */

static int write_part(const struct gno_report *r, enum snapshot_part part,
		      const struct rates *rates, FILE *f, struct gno_err *err)
{
	bool complete = report_is_complete(r);
	const struct page_options page = {.events = complete ? 0 : LIVE_EVENTS, .over = complete};

	if (part == SNAPSHOT_DATA)
		return page_write_data(r, &page, f, err);
	metrics_write(r, rates, f);
	return GNO_OK;
}

static int write_parts(const char *dir, struct outcome *outcome, FILE *f, struct gno_err *err)
{
	const struct gno_report_options o = {
	    .columns = PAGE_COLUMNS, .periods = PAGE_PERIODS, .samples = PAGE_ROWS};
	struct gno_report *r = NULL;
	int rc = gno_report_build(dir, &o, &r, err);

	if (!rc)
		rates_look(&outcome->rates, r);
	for (unsigned part = 0; part < SNAPSHOT_PARTS && !rc; part++) {
		outcome->part[part].offset = (uint64_t)ftell(f);
		rc = write_part(r, (enum snapshot_part)part, &outcome->rates, f, err);
		outcome->part[part].length = (uint64_t)ftell(f) - outcome->part[part].offset;
	}
	gno_report_free(r);
	return rc;
}

/* Writes all parts into the file, and behind them the outcome. */
static void work(const struct snapshot *s, int file)
{
	struct outcome outcome = {.rates = s->rates};
	struct gno_err err = {0};
	FILE *f;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	cli_leave_interrupts();
	file = dup2(file, STDERR_FILENO + 1);
	close_range(STDERR_FILENO + 2, ~0u, 0); /* the server's connections are not the child's */
	f = fdopen(file, "w");
	if (!f)
		_exit(1);
	outcome.code = write_parts(s->dir, &outcome, f, &err);
	memcpy(outcome.fault, err.text, sizeof(outcome.fault));
	fwrite(&outcome, sizeof(outcome), 1, f);
	_exit(gno_close_written(f) != 0);
}

/* -- in the server -- */

static int open_file(struct gno_err *err)
{
	const char *tmp = getenv("TMPDIR");
	int fd = open(tmp && *tmp ? tmp : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	return fd < 0 ? gno_fail_errno(err, errno, "cannot make a temporary file in '%s'",
				       tmp && *tmp ? tmp : "/tmp")
		      : fd;
}

static int begin(struct snapshot *s, struct gno_err *err)
{
	s->begun = gno_now_ms();
	s->coming = open_file(err);
	if (s->coming < 0)
		return s->coming;
	s->child = fork();
	if (!s->child)
		work(s, s->coming);
	if (s->child > 0)
		return GNO_OK;
	s->child = 0;
	close(s->coming);
	s->coming = -1;
	return gno_fail_errno(err, errno, "cannot start a process");
}

/* Whether the last one failed by what may be over the next time, though the run is the same. */
static bool is_fault(const struct snapshot *s)
{
	return s->outcome.code && s->outcome.code != GNO_ERR_STATE;
}

/* Takes the child's file, or what went wrong. */
static void take(struct snapshot *s, int status)
{
	off_t end = lseek(s->coming, 0, SEEK_END);
	struct outcome outcome;

	s->child = 0;
	s->took = gno_now_ms() - s->begun;
	s->number++;
	if (status || end < (off_t)sizeof(outcome) ||
	    pread(s->coming, &outcome, sizeof(outcome), end - (off_t)sizeof(outcome)) !=
		sizeof(outcome)) {
		outcome = (struct outcome){.code = GNO_ERR_IO};
		snprintf(outcome.fault, sizeof(outcome.fault), "the report was not made: %s",
			 WIFSIGNALED(status) ? strsignal(WTERMSIG(status))
					     : "its file cannot be written");
	}
	if (s->file >= 0)
		close(s->file);
	s->file = s->coming;
	s->coming = -1;
	s->outcome = outcome;
	if (!outcome.code)
		s->rates = outcome.rates;
	s->journal.looked &= !is_fault(s);
}

bool snapshot_look(struct snapshot *s)
{
	int status;

	if (!s->child || waitpid(s->child, &status, WNOHANG) != s->child)
		return false;
	take(s, status);
	return true;
}

bool snapshot_is_fresh(struct snapshot *s)
{
	const uint64_t since = gno_now_ms() - s->begun;
	struct gno_err err;

	if (s->child)
		return false;
	if (since < (SHARE + 1) * s->took || (since < RETRY_MS && is_fault(s)) ||
	    !cli_journal_changed(s->dir, &s->journal))
		return true;
	if (!begin(s, &err))
		return false;
	s->outcome.code = err.code;
	memcpy(s->outcome.fault, err.text, sizeof(s->outcome.fault));
	s->journal.looked = false;
	s->number++;
	return true;
}

int snapshot_open(const char *dir, struct snapshot **out, struct gno_err *err)
{
	struct snapshot *s = calloc(1, sizeof(*s));
	int status, rc;

	*out = s;
	if (!s)
		return gno_fail_nomem(err);
	s->file = s->coming = -1;
	s->dir = strdup(dir);
	if (!s->dir)
		return gno_fail_nomem(err);
	cli_journal_changed(dir, &s->journal);
	rc = begin(s, err);
	if (rc)
		return rc;
	while (waitpid(s->child, &status, 0) < 0)
		if (errno != EINTR || *cli_interrupted())
			return gno_fail(err, GNO_ERR_INTERRUPTED, "interrupted");
	take(s, status);
	/* a run that is not started yet may start */
	return s->outcome.code && s->outcome.code != GNO_ERR_STATE
		   ? gno_fail(err, s->outcome.code, "%s", s->outcome.fault)
		   : GNO_OK;
}

void snapshot_close(struct snapshot *s)
{
	int status;

	if (!s)
		return;
	if (s->child && !kill(s->child, SIGKILL))
		while (waitpid(s->child, &status, 0) < 0 && errno == EINTR)
			;
	if (s->file >= 0)
		close(s->file);
	if (s->coming >= 0)
		close(s->coming);
	free(s->dir);
	free(s);
}

unsigned snapshot_number(const struct snapshot *s)
{
	return s->number;
}

const char *snapshot_fault(const struct snapshot *s)
{
	return s->outcome.code ? s->outcome.fault : NULL;
}

int snapshot_part(const struct snapshot *s, enum snapshot_part part, struct snapshot_part_at *at)
{
	*at = s->outcome.part[part];
	return s->file;
}
