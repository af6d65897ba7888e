/* SPDX-License-Identifier: Apache-2.0 */

/* Prints the reports of a session: faults, notes, progress, and how each drain ended. */

#include "shared/common.h"
#include "base/show.h"
#include "shared/interrupt.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define PROGRESS_S 0.5 /* between lines of progress */

/* What the hooks know; the program has one session. */
static struct {
	struct gno_session_hooks hooks;
	const char *before; /* command of the shell, NULL: none */
	bool terminal;	    /* progress stays in one line */
	bool shown;	    /* a line of progress is shown */
	bool begun;	    /* a piece of this drain has arrived */
	double at, last;    /* when the first and the last shown piece came */
	uint64_t records;   /* with the first piece */
	bool interrupted;   /* an interrupt was reported */
} session;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void on_progress(void *ctx, const struct gno_progress *p)
{
	double at = now();

	(void)ctx;
	if (!session.begun) {
		session.begun = true;
		session.at = session.last = at;
		session.records = p->records;
	}
	if (at - session.last < PROGRESS_S)
		return;
	session.last = at;
	fprintf(stderr, "%sgnomon: %" PRIu64 " records, %.0f a second, %" PRIu64 " lost%s",
		session.terminal ? "\r" : "", p->records,
		(double)(p->records - session.records) / (at - session.at), p->lost,
		session.terminal ? "   " : "\n");
	session.shown = true;
}

static void end_line(void)
{
	if (session.shown && session.terminal)
		fputc('\n', stderr);
	session.shown = false;
}

static void on_note(void *ctx, const char *text)
{
	(void)ctx;
	end_line();
	cli_note("%s", text);
}

static void on_faults(void *ctx, const char *path, const struct gno_faults *faults)
{
	char shown[BASE_SHOWN];

	(void)ctx;
	fflush(stdout);
	base_show(path, shown, sizeof(shown));
	for (size_t i = 0; i < faults->count; i++) {
		const struct gno_fault *f = &faults->fault[i];
		const char *kind = f->warning ? "warning" : "error";

		if (f->line)
			fprintf(stderr, "%s:%u:%u: %s: %s\n", shown, f->line, f->column, kind,
				f->text);
		else
			fprintf(stderr, "%s: %s: %s\n", shown, kind, f->text);
	}
	if (faults->more)
		fprintf(stderr, "%s: there are more faults, which are not shown\n", shown);
}

static void on_round(void *ctx, unsigned round, unsigned rounds)
{
	(void)ctx;
	cli_note("round %u of %u", round + 1, rounds);
}

static int on_before(void *ctx, struct gno_err *err)
{
	(void)ctx;
	if (session.before && cli_shell(session.before))
		return gno_fail(err, GNO_ERR_IO, "'%s' failed, the run is not started",
				session.before);
	return 0;
}

static void on_loaded(void *ctx, const char *dir, const struct gno_manifest *m,
		      const struct gno_pattern_file *p)
{
	(void)ctx;
	cli_note("loaded %zu points into monitor '%s', run directory '%s'", p->points, m->name,
		 dir);
}

static const char *end_text(const struct gno_drain_result *result)
{
	switch (result->end) {
	case GNO_DRAIN_COMPLETE:
		return result->missed ? "the run is complete, but it ended before its end point"
				      : "the run is complete";
	case GNO_DRAIN_UNTIL:
		return "the end point was reached, the run continues";
	case GNO_DRAIN_LIMIT:
		return "the time limit has passed, the run continues";
	case GNO_DRAIN_FILLED:
		return "the trace buffer is full, the run continues";
	case GNO_DRAIN_INTERRUPTED:
		break;
	}
	return NULL;
}

static void on_drained(void *ctx, const char *dir, const struct gno_drain_result *result,
		       const struct gno_link_counters *link, bool failed)
{
	const struct gno_progress *p = &result->total;
	const char *text = end_text(result);

	(void)ctx;
	end_line();
	session.begun = false;
	if (link->resent)
		cli_note("the link was repaired: %" PRIu64 " requests sent again", link->resent);
	if (failed)
		return;
	cli_note(
	    "%" PRIu64 " records, %" PRIu64 " events, %" PRIu64 " gaps, %" PRIu64 " lost in '%s'%s",
	    p->records, p->events, p->gaps, p->lost, dir, result->model ? "; simulated model" : "");
	if (p->holes)
		cli_note("%" PRIu64 " slots were not records and are left out", p->holes);
	session.interrupted = !text;
	if (text)
		cli_note("%s", text);
	else
		cli_note("interrupted; 'gnomon drain %s' resumes from here", dir);
}

const struct gno_session_hooks *cli_hooks(bool quiet, const char *before)
{
	session.terminal = isatty(STDERR_FILENO);
	session.before = before;
	session.hooks = (struct gno_session_hooks){
	    .faults = on_faults,
	    .round = on_round,
	    .before = on_before,
	    .loaded = on_loaded,
	    .progress = quiet ? NULL : on_progress,
	    .note = on_note,
	    .drained = on_drained,
	};
	return &session.hooks;
}

int cli_session_error(const struct gno_err *err)
{
	return err->code == GNO_ERR_INTERRUPTED && session.interrupted ? err->code : cli_error(err);
}
