/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_SIMULATION_H
#define GNOMON_SIMULATION_H

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

#endif
