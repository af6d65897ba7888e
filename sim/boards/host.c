/* SPDX-License-Identifier: Apache-2.0 */
#include "host.h"
#include "say.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/util.h"
#include "device/transport.h"
#include "session/experiment.h"

enum {
	LOOK_NS = 100000,  /* between looks whether the boards' programs have ended */
	LAST_NS = 2000000, /* after that: what is on its way arrives */
};

struct host {
	const struct host_plan *plan;
	unsigned started, over;
	bool failed;
	volatile sig_atomic_t finish, interrupted;
};

struct host_board {
	struct host *host;
	unsigned number;
	char name[32];
	char *dir;
};

/* -- the transport of a board -- */

static int line_open(const char *rest, const struct gno_device_options *options, void **ctx,
		     struct gno_err *err)
{
	(void)options;
	(void)err;
	*ctx = (void *)rest; /* the board */
	return 0;
}

static int line_read(void *ctx, uint8_t *buf, size_t len, unsigned timeout_ms, struct gno_err *err)
{
	const struct host_board *b = ctx;

	(void)err;
	return (int)desk_read(b->number, buf, len, timeout_ms);
}

static int line_write(void *ctx, const uint8_t *buf, size_t len, unsigned timeout_ms,
		      struct gno_err *err)
{
	const struct host_board *b = ctx;

	(void)timeout_ms;
	(void)err;
	desk_write(b->number, buf, len);
	return (int)len;
}

static void line_close(void *ctx)
{
	(void)ctx;
}

static uint64_t line_now_ms(void *ctx)
{
	(void)ctx;
	return desk_now_ns() / 1000000;
}

static const struct gno_transport line = {
    .scheme = "desk",
    .form = "desk:BOARD",
    .open = line_open,
    .read = line_read,
    .write = line_write,
    .close = line_close,
    .now_ms = line_now_ms,
};

/* -- a run on each board -- */

static void on_faults(void *ctx, const char *path, const struct gno_faults *faults)
{
	(void)ctx;
	for (size_t i = 0; i < faults->count; i++)
		say("%s:%u: %s", path, faults->fault[i].line, faults->fault[i].text);
}

static void on_note(void *ctx, const char *text)
{
	const struct host_board *b = ctx;

	say("%s: %s", b->name, text);
}

/* The run has started. */
static void on_place(void *ctx, struct gno_simulation *out)
{
	struct host_board *b = ctx;

	(void)out;
	if (!b->host->finish)
		b->host->started++;
}

static void run_board(void *ctx)
{
	struct host_board *b = ctx;
	const struct gno_session_hooks hooks = {
	    .ctx = b, .faults = on_faults, .note = on_note, .place = on_place};
	const struct gno_session_options options = {
	    .experiment = {.device = b->name, .manifest = b->host->plan->manifest},
	    .transport = &line,
	    .transport_of = b,
	    .limit_ms = GNO_NO_LIMIT,
	    .replace = true,
	    .interrupted = &b->host->interrupted,
	    .finish = &b->host->finish,
	};
	struct gno_err err = {0};
	bool missed;

	if (gno_experiment_run(b->host->plan->experiment, b->dir, &options, &hooks, &missed,
			       &err)) {
		say("%s: %s", b->name, err.text);
		b->host->failed = true;
	}
	b->host->over++;
}

/* Waits until a number is as many as the boards, or one of them has failed. */
static void wait_for(struct host *h, const unsigned *number)
{
	while (!h->failed && *number < h->plan->boards)
		desk_wait(desk_now_ns() + LOOK_NS);
}

bool host_perform(const struct host_plan *plan)
{
	struct host h = {.plan = plan};
	struct host_board board[HOST_BOARDS] = {0};

	for (unsigned k = 0; k < plan->boards; k++) {
		struct host_board *b = &board[k];

		*b = (struct host_board){.host = &h, .number = k};
		snprintf(b->name, sizeof(b->name), "desk:board%u", k);
		b->dir = gno_format("%s/board%u", plan->out, k);
		desk_task(run_board, b);
	}
	wait_for(&h, &h.started);
	desk_begin();
	while (!h.failed && !desk_is_over())
		desk_wait(desk_now_ns() + LOOK_NS);
	desk_wait(desk_now_ns() + LAST_NS);
	h.finish = 1;
	h.interrupted = h.failed;
	while (h.over < plan->boards)
		desk_wait(desk_now_ns() + LOOK_NS);
	for (unsigned k = 0; k < plan->boards; k++)
		free(board[k].dir);
	return !h.failed;
}
