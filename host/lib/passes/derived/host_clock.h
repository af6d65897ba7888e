/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_HOST_CLOCK_H
#define GNO_REPORT_HOST_CLOCK_H

#include "results/report.h"

/*
 * Where the cycles of the run lie on a clock of the host: cycle c at offset + c * slope, in ns. The
 * offset is wrong by `offset_bound` at most, the slope by `slope_bound`, as long as the rates of
 * both clocks stayed the same.
 */
struct report_host_clock {
	uint64_t offset, offset_bound;
	double slope, slope_bound;
	bool measured; /* the slope, by the start and the stop; else it is that of `clock_hz` */
};

/* false: the run has no anchors. */
bool report_host_clock(const struct gno_report *r, enum gno_clock clock,
		       struct report_host_clock *out);

#endif
