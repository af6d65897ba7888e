/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_TIMESCALE_H
#define GNO_TIMESCALE_H

/* A power of ten of a second as Verilog and VCD write it: 1, 10 or 100 of a unit. */
struct gno_timescale {
	unsigned number;
	const char *unit; /* "s" to "fs" */
};

/* Of 10^power seconds, GNO_SIMULATION_UNIT_MIN to 0. */
struct gno_timescale gno_timescale(int power);

#endif
