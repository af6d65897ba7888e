/* SPDX-License-Identifier: Apache-2.0 */
#include "host_parts.h"

#include <stdlib.h>

#include "sync/track.h"

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

static uint64_t line_now_ns(void *ctx)
{
	(void)ctx;
	return desk_now_ns();
}

const struct gno_transport host_transport = {
    .scheme = "desk",
    .form = "desk:BOARD",
    .open = line_open,
    .read = line_read,
    .write = line_write,
    .close = line_close,
    .now_ms = line_now_ms,
    .now_ns = line_now_ns,
};

/* -- what is performed -- */

struct sync_board host_declared(const struct host *h, unsigned k)
{
	const struct host_plan *p = h->plan;
	const uint64_t out = desk_floor_out(k) * p->declared_floor / 100;
	const uint64_t back = desk_floor_back(k) * p->declared_floor / 100;

	return (struct sync_board){
	    .hz = h->m->clock_hz,
	    .drift = (uint32_t)p->declared_drift,
	    .host_drift = (uint32_t)p->declared_drift,
	    .wander = (uint32_t)p->declared_wander,
	    .out = out,
	    .back = back,
	    .floor = out || back ? SYNC_FLOOR_PROVEN : SYNC_FLOOR_NONE,
	    .tick = sync_tick(h->m->clock_hz, 1, 1000),
	};
}

void host_wait_for(const struct host *h, const unsigned *number)
{
	while (!h->failed && !h->over && *number < h->plan->boards)
		desk_wait(desk_now_ns() + HOST_LOOK_NS);
}

static int poll_all(struct host *h, struct host_board *board, struct gno_err *err)
{
	if (!host_polls_begin(h))
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < h->plan->boards; k++)
		desk_task(host_poll_board, &board[k]);
	while (h->over < h->plan->boards)
		desk_wait(desk_now_ns() + HOST_LOOK_NS);
	return sync_finish(&h->set, err);
}

static int perform(struct host *h, struct gno_err *err)
{
	struct host_board board[HOST_BOARDS] = {0};
	int rc = 0;

	for (unsigned k = 0; k < h->plan->boards; k++)
		board[k] = (struct host_board){
		    .host = h, .number = k, .name = gno_format("usb:board%u", k)};
	if (h->plan->refreshes)
		rc = poll_all(h, board, err);
	else
		host_run_all(h, board);
	for (unsigned k = 0; k < h->plan->boards; k++)
		free(board[k].name);
	return rc;
}

bool host_perform(const struct host_plan *plan)
{
	struct host h = {.plan = plan};
	struct gno_err err = {0};
	int rc = gno_manifest_load(plan->manifest, &h.m, &err);

	if (!rc && host_answers_open(&h)) {
		rc = perform(&h, &err);
		h.failed |= !host_answers_close();
	} else {
		h.failed = true;
	}
	if (rc)
		say("%s", err.text);
	sync_set_free(&h.set);
	gno_manifest_free(h.m);
	return !rc && !h.failed;
}
