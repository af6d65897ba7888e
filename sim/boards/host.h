/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host: what the host does in a simulation of boards, on libgnomon, and what it needs of the
 * simulation. Each task of the host has a stack of its own. Exactly one of tasks and simulation
 * runs at a time: a task runs until it waits, and meanwhile no simulated time passes.
 */
#ifndef GNOMON_BOARDS_HOST_H
#define GNOMON_BOARDS_HOST_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- the simulation, for the host -- */

/* Bytes that have come from a board, waiting up to so many milliseconds of the host's clock. */
size_t desk_read(unsigned board, uint8_t *to, size_t len, unsigned timeout_ms);
void desk_write(unsigned board, const uint8_t *from, size_t len);

/* The host's clock, which drifts. It begins at some hours, as clocks of hosts do. */
uint64_t desk_now_ns(void);

/* Lets simulated time pass until the host's clock shows this. */
void desk_wait(uint64_t until_ns);

/* The true floors of a board's link, in ps: of requests, and of answers. */
uint64_t desk_floor_out(unsigned board);
uint64_t desk_floor_back(unsigned board);

/* Begins a task beside those that there are; it runs when this one waits. */
void desk_task(void (*work)(void *ctx), void *ctx);

/* Lets the boards' programs begin; whether they have all ended. */
void desk_begin(void);
bool desk_is_over(void);

/* -- the host, for the simulation -- */

enum {
	HOST_BOARDS = 10, /* at most */
};

struct host_plan {
	uint64_t boards;
	const char *experiment[HOST_BOARDS]; /* the last one is that of all further boards; */
	size_t experiments;		     /* several name their manifests themselves */
	const char *manifest;		     /* of each board */
	const char *out;		     /* folder: the runs are OUT/board0, OUT/board1, ... */

	/* Of a run: pulses before the programs begin, and the least time of a message (ps) */
	uint64_t pulses, apart_us, message_floor;
	uint64_t polls; /* of a pulse */
	/* not 0: no run and no programs, but so many pulses at equal intervals */
	uint64_t refreshes, interval_us;
	/* what the library is told of the boards: ppb, ps */
	uint64_t declared_drift, declared_wander;
	uint64_t declared_floor; /* per cent of the true ones */
};

/* A board's program has written to its event port. */
void host_event(unsigned board, uint64_t cycle);

/* The first task: performs the plan; false after a message. */
bool host_perform(const struct host_plan *plan);

#ifdef __cplusplus
}
#endif

#endif
