/* SPDX-License-Identifier: Apache-2.0 */
#ifndef UNITS_FIXTURE_H
#define UNITS_FIXTURE_H

/* A monitor with pairs, a gate, extremes, two units of buckets and a bank of counters; its records,
 * word by word. */

#include "report_fixture.h"

#define UNITS_SAMPLED 2
#define UNITS_UNSAMPLED 1

/* Flags in word 4 of a block. */
#define UNITS_LAST (1u << 16)
#define UNITS_LATE (1u << 17)
#define UNITS_SATURATED (1u << 18)
#define UNITS_FLUSH (1u << 19)

/* The points and bounds of a run that units_begin_run began: small 2, 4, 8, ..., 128; big 2, 4, 6,
 * ..., 254.
 */
extern struct fix units_fix;

/* 64 counts of 1. */
extern const uint32_t units_ones[64];

void units_begin_run(struct tw *w, unsigned time_bits);

/* A sample: pairs icache and gate, then the extremes. */
void units_sample(struct tw *w, uint32_t time, unsigned code, const uint32_t payload[10]);

/* A record of a block: its time, kind, unit, then words 2 to 7 as they are, and the counts. */
void units_block(struct tw *w, uint32_t time, unsigned kind, unsigned unit, const uint32_t words[6],
		 const uint32_t *counts, unsigned many);

/* A run of 300 clocks; all answers in the tests were computed by hand from this. */
void units_write(struct tw *w);

#endif
