/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SIMULATION_H
#define GNO_SIMULATION_H

/* Where the cycles of a run lie in the simulation that made it. */

#include <stdbool.h>
#include <stdint.h>

#define GNO_SIMULATION_UNIT_MIN (-15) /* fs */

/*
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
