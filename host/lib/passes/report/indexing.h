/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_INDEXING_H
#define GNO_REPORT_INDEXING_H

/* Which runs have an index (passes/index/file.h); makes it, in one go over a run. */

#include "passes/report/waypoints.h"
#include "results/report.h"

/* Whether a run is one that can have an index: a complete one. */
bool index_is_for(const struct gno_report *r);
/* Whether it is so long that it should have one. */
bool index_is_worth(const struct gno_report *r);

/*
 * After the look, of what the run was before it (index_key). Where the index cannot be written,
 * there is none, and the run is read without it. Fails as gno_stream_read; GNO_ERR_NOMEM.
 */
int index_make(struct gno_report *r, uint64_t key, const struct index_spacing *spacing,
	       struct gno_err *err);

/* -- while the run is drained -- */

struct index_growing;

/*
 * Opens a run that is being drained. *out is the caller's (index_growing_close), also after a
 * failure: as gno_trace_follow and report_points_load, and GNO_ERR_IO.
 */
int index_growing_open(const char *dir, const struct index_spacing *spacing,
		       struct index_growing **out, struct gno_err *err);
/* Reads what is new, where that is enough for a place. After a failure it can only be closed. */
int index_growing_read(struct index_growing *g, struct gno_err *err);
/* The run has ended: reads the rest and writes the index, where the run is one that gets one. It
 * can only be closed then. Fails as index_growing_read. */
int index_growing_end(struct index_growing *g, struct gno_err *err);
void index_growing_close(struct index_growing *g);

#endif
