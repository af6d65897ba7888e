/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_MOMENT_H
#define GNO_MOMENT_H

/*
 * Clocks outside of the monitor: those of the host, with where the start and the stop of a run lie
 * on them, and that of the simulation that made a run.
 */

#include <stdbool.h>
#include <stdint.h>

enum gno_clock {
	GNO_CLOCK_REALTIME,  /* wall clock, since 1970 */
	GNO_CLOCK_MONOTONIC, /* the clock of LTTng */
	GNO_CLOCK_BOOTTIME,  /* the same, also while the host sleeps */
	GNO_CLOCKS,
};

/* All clocks, read one after the other, in ns. */
struct gno_moment {
	uint64_t ns[GNO_CLOCKS];
};

/* Something happened in the monitor not before `before` and not after `after`. */
struct gno_anchor {
	bool known;
	struct gno_moment before, after;
};

struct gno_anchors {
	struct gno_anchor start; /* cycle 0 */
	struct gno_anchor stop;	 /* the cycle of the nodes' flush records */
};

/* The clocks of the host, now. */
struct gno_moment gno_moment_now(void);

/* "realtime", "monotonic", "boottime". */
const char *gno_clock_name(enum gno_clock clock);

#define GNO_SIMULATION_UNIT_MIN (-15) /* fs */

/*
 * Where the cycles of a run lie in the simulation that made it.
 * `time` and `period` are in units of 10^unit seconds, from GNO_SIMULATION_UNIT_MIN to 0. Cycle t
 * of the run begins at time + t * period.
 */
struct gno_simulation {
	bool known;	 /* else the run is not of a simulation, or it did not report its time */
	uint64_t time;	 /* of the clock edge that begins cycle 0 */
	uint64_t period; /* of a cycle; 0: the clock had no fixed one */
	int unit;
};

/* A power of ten of a second as Verilog and VCD write it: 1, 10 or 100 of a unit. */
struct gno_timescale {
	unsigned number;
	const char *unit; /* "s" to "fs" */
};

/* Of 10^power seconds, GNO_SIMULATION_UNIT_MIN to 0. */
struct gno_timescale gno_timescale(int power);

#endif
