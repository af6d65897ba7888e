/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_DRAIN_H
#define GNO_DRAIN_H

/*
 * Draining, step by step. Rounds of several blocks and one read of the registers are in flight, so
 * that the link never idles while there is something to read. The data of a round is committed when
 * its registers show that it is still the same run; only then is the space given back.
 */

#include "device/registers.h"
#include "run/open_run.h"
#include "run/sink.h"

#define GNO_DRAIN_ROUNDS 8 /* with blocks */
#define GNO_DRAIN_BLOCKS 8 /* of a round */
#define GNO_DRAIN_RING (GNO_DRAIN_ROUNDS + 1)

struct gno_drain_round {
	struct gno_request block[GNO_DRAIN_BLOCKS];
	uint8_t data[GNO_DRAIN_BLOCKS][GNO_SLOT_BYTES * GNO_MAX_BLOCK];
	unsigned blocks; /* 0: a poll */
	struct gno_request regs;
	/* the rounds' reads of the registers have different lengths */
	uint8_t reg[GNO_STATUS_BYTES + GNO_SLOT_BYTES * GNO_DRAIN_RING];
	struct gno_request limit; /* frees what the round brought; in flight, done or lost */
};

struct gno_drain {
	struct gno_run *run;
	struct gno_device *dev;
	struct gno_link *link;
	const struct gno_drain_options *opt;
	struct gno_sink *sink;
	struct gno_status status; /* as last seen */
	uint64_t head;		  /* of the trace buffer, as last seen, extended to 64 bits */
	uint64_t planned;	  /* up to here it was requested */
	uint64_t begun;		  /* when the drain began, ms */
	uint64_t moved;		  /* when the head last moved or blocks came, ms */
	uint64_t asked;		  /* when the host's trigger was fired last, or was due, ms */
	struct gno_drain_round round[GNO_DRAIN_RING];
	unsigned first, flying;	 /* rounds in flight */
	unsigned polls;		 /* of these, the rounds without blocks; 1 at most */
	unsigned rounds, blocks; /* with blocks, in flight at most; of a round */
	bool polled;		 /* status is known */
	bool over;  /* the run was over before status was read: its head is that of all */
	bool freed; /* space was given back since the registers were requested */
	unsigned idle_ms;
	bool stopping; /* the end point or limit was reached, STOP was sent */
	bool filled;   /* because the buffer of mode `fill` was full */
};

/* Opens the files of a run and reads its monitor's registers. d is the caller's (gno_drain_close),
 * in failure too. */
int gno_drain_open(struct gno_drain *d, struct gno_run *run, struct gno_device *dev,
		   const struct gno_drain_options *options, struct gno_err *err);
void gno_drain_close(struct gno_drain *d);

/* Requests what is available, or waits a little and polls again; takes the oldest round in
 * flight. */
int gno_drain_step(struct gno_drain *d, struct gno_err *err);

/* Takes what is in flight, so that nothing is requested twice. */
int gno_drain_settle(struct gno_drain *d, struct gno_err *err);

/*
 * How much is in flight. Behind a FIFO that holds what there is no room for it is all that a round
 * trip of USB needs; else little more than the link's window lets through, as what is to be sent
 * between the rounds comes behind it. It is half of a small buffer at most: the monitor fills the
 * other half before the host knows of it.
 */
void gno_drain_set_depth(struct gno_drain *d);

/* Whether to request blocks: a whole round of them, or all that there are while nothing is in
 * flight. Small rounds would take the place of large ones. */
bool gno_drain_may_take(const struct gno_drain *d);

/* Requests the next blocks up to the head, each of another length, and then the registers. */
int gno_drain_submit(struct gno_drain *d, struct gno_err *err);

/* Reports something unusual to the caller. */
void gno_drain_note(const struct gno_drain *d, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
