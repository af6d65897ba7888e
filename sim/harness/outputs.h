/* SPDX-License-Identifier: Apache-2.0 */
/*
 * outputs: a text log of the target's every output in every clock, to compare two runs with diff.
 *
 * Clock 0 is the first one in which the target is not in reset, so that a run that waited for the
 * monitor compares with one that did not. All outputs of each clock go into one 64-bit hash that
 * depends on all clocks so far; every so many clocks there is a line `CLOCK HASH`. One step of the
 * hash is a bijection of its old value and of each word that goes in, so a single difference in a
 * clock always shows in the next line. Console bytes and exits have lines of their own
 * (`CLOCK console BYTE`, `CLOCK exit CORE CODE`). The last line is `CLOCK end HASH`. If the target
 * is reset again, the log restarts.
 */
#ifndef GNOMON_SIM_OUTPUTS_H
#define GNOMON_SIM_OUTPUTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

struct outputs {
	FILE *file; /* NULL: no log is written */
	uint64_t clock;
	uint64_t hash;
	uint32_t every; /* clocks between lines, at least 1 */
	uint32_t left;
	bool ended;
};

/* Begin a log at path. Returns 0, or -1 with errno set. */
int outputs_open(struct outputs *outputs, const char *path, uint32_t every);

/* Forget all so far and restart. Returns 0, or -1 with errno set. */
int outputs_restart(struct outputs *outputs);

/* One more word of this clock's outputs. */
static inline void outputs_word(struct outputs *outputs, uint64_t word)
{
	uint64_t hash = (outputs->hash ^ word) * 0x9e3779b97f4a7c15u;

	outputs->hash = hash ^ hash >> 29;
}

/* The clock's words are all in. */
void outputs_clock(struct outputs *outputs);

void outputs_console(struct outputs *outputs, uint8_t byte);
void outputs_exit(struct outputs *outputs, uint32_t core, uint32_t code);

/* Write the last line, once; nothing may come after it but a restart. */
void outputs_end(struct outputs *outputs);

/* End and close; without an open log nothing happens. Returns 0, or -1 if anything was not written.
 */
int outputs_close(struct outputs *outputs);

#ifdef __cplusplus
}
#endif

#endif
