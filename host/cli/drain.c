/* SPDX-License-Identifier: Apache-2.0 */

/* Draining with progress and an interrupt that ends it in good order. */

#include "common.h"
#include "interrupt.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PROGRESS_S 0.5 /* between lines of progress */

struct progress {
	bool shown;
	bool terminal;
	double begun, last;
	uint64_t records; /* at the beginning of this drain */
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void print_progress(struct progress *s, const struct gno_progress *p, double at)
{
	double passed = at - s->begun;

	fprintf(stderr, "%sgnomon: %" PRIu64 " records, %.0f a second, %" PRIu64 " lost%s",
		s->terminal ? "\r" : "", p->records,
		passed > 0 ? (double)(p->records - s->records) / passed : 0, p->lost,
		s->terminal ? "   " : "\n");
	s->shown = true;
}

static void on_progress(void *ctx, const struct gno_progress *p)
{
	struct progress *s = ctx;
	double at = now();

	if (at - s->last < PROGRESS_S)
		return;
	s->last = at;
	print_progress(s, p, at);
}

static void end_line(struct progress *s)
{
	if (s->shown && s->terminal)
		fputc('\n', stderr);
	s->shown = false;
}

static void on_note(void *ctx, const char *text)
{
	end_line(ctx);
	cli_note("%s", text);
}

static void print_end(const struct gno_drain_result *result, const char *dir)
{
	const struct gno_progress *p = &result->total;

	cli_note("%" PRIu64 " records, %" PRIu64 " events, %" PRIu64 " gaps, %" PRIu64 " lost in '%s'",
		 p->records, p->events, p->gaps, p->lost, dir);
	if (p->holes)
		cli_note("%" PRIu64 " slots were no records and are left out", p->holes);
	switch (result->end) {
	case GNO_DRAIN_COMPLETE:
		cli_note(result->missed ? "the run is complete, but it ended before its end point"
					: "the run is complete");
		break;
	case GNO_DRAIN_UNTIL:
		cli_note("the end point was reached, the run goes on");
		break;
	case GNO_DRAIN_LIMIT:
		cli_note("the time limit has passed, the run goes on");
		break;
	case GNO_DRAIN_FILLED:
		cli_note("the trace buffer is full, the run goes on");
		break;
	case GNO_DRAIN_INTERRUPTED:
		cli_note("interrupted; 'gnomon drain %s' goes on from here", dir);
		break;
	}
}

int cli_drain(struct gno_run *run, struct gno_device *dev, const char *dir, struct cli_drain *how)
{
	struct progress s = {.begun = now(), .terminal = isatty(STDERR_FILENO)};
	struct gno_drain_options options = {
	    .stop = how->stop,
	    .limit_ms = how->limit_ms,
	    .ask_ms = how->ask_ms,
	    .interrupted = cli_catch_interrupts(),
	    .progress = how->quiet ? NULL : on_progress,
	    .note = on_note,
	    .ctx = &s,
	};
	struct gno_drain_result result = {0};
	struct gno_link_counters link;
	struct gno_err err;
	int ret;

	s.last = s.begun;
	ret = gno_run_drain(run, dev, &options, &result, &err);
	end_line(&s);
	gno_device_counters(dev, &link);
	if (link.resent)
		cli_note("the link was repaired: %" PRIu64 " requests sent again", link.resent);
	if (ret)
		return cli_error(&err);
	print_end(&result, dir);
	how->missed = result.missed;
	return result.end == GNO_DRAIN_INTERRUPTED ? GNO_ERR_INTERRUPTED : 0;
}
