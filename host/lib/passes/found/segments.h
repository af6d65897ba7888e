/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_FOUND_SEGMENTS_H
#define GNO_FOUND_SEGMENTS_H

/* The segments of a unit from a cycle on, by the index of the run. */

#include "read/trace.h"
#include "results/report.h"

/*
 * Opens the list of a unit (gno_segments_open) of stream `s` of `node`, in a trace of the run that
 * nobody else reads. It begins at the last place of the index before which no segment ends in
 * `cycle` or later, else with the first segment. *out is the caller's. GNO_ERR_NOMEM;
 * GNO_ERR_FORMAT: the index is damaged.
 */
int found_segments(const struct gno_report *r, unsigned node, struct gno_stream *s, unsigned unit,
		   uint64_t cycle, struct gno_segments **out, struct gno_err *err);

#endif
