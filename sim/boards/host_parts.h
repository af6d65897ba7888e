/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the parts of the host share: host.c has the transport and the tasks, host_run.c a run of all
 * boards, host_poll.c refreshes of their times without runs, host_answers.c what the library
 * answers.
 */
#ifndef GNOMON_BOARDS_HOST_PARTS_H
#define GNOMON_BOARDS_HOST_PARTS_H

#include "common/util.h"
#include "device/device.h"
#include "device/transport.h"
#include "host.h"
#include "say.h"
#include "sync/entry.h"

enum {
	HOST_LOOK_NS = 100000,	/* between looks whether something has ended */
	HOST_LAST_NS = 2000000, /* after that: what is on its way arrives */
};

struct host {
	const struct host_plan *plan;
	unsigned ready, over; /* boards: that can begin, that have ended */
	bool failed;
	bool watched; /* the task that ends the run has ended */
	volatile sig_atomic_t finish;
	struct gno_manifest *m;
	struct sync_set set;
	uint64_t begin_ns; /* of the first refresh; 0: not all boards are ready */
};

struct host_board {
	struct host *host;
	unsigned number;
	char *name;   /* its URL */
	bool started; /* its run */
};

extern const struct gno_transport host_transport; /* opened with a struct host_board */

/* Waits until a number is as many as the boards, or it is over. */
void host_wait_for(const struct host *h, const unsigned *number);

/* What is declared of a board. */
struct sync_board host_declared(const struct host *h, unsigned k);

/* The run of all boards, which are `board`. */
void host_run_all(struct host *h, struct host_board *board);

/* -- refreshes without runs -- */

/* Makes the set; false: no memory. */
bool host_polls_begin(struct host *h);
/* A task with a struct host_board. */
void host_poll_board(void *ctx);

/* -- answers -- */

bool host_answers_open(struct host *h);
void host_answer_poll(const struct host_board *b, const struct gno_device_poll *poll);
/* Ends them; false: they are not whole, after a message. */
bool host_answers_close(void);

#endif
