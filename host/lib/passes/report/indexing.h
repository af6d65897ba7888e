/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_INDEXING_H
#define GNO_REPORT_INDEXING_H

/* Which runs have an index (passes/index/file.h); makes it, in one go over a run. */

#include "results/report.h"

/* Whether a run is one that can have an index: complete, and without lines that pause time, whose
 * rounds are in no index. */
bool index_is_for(const struct gno_report *r);
/* Whether it is so long that it should have one. */
bool index_is_worth(const struct gno_report *r);

/* How many bytes of the trace lie between two places, at least. */
struct index_spacing {
	uint64_t bytes;
	uint64_t states; /* and so many times as many as the state of the first one has */
};

/* The index is below one hundredth of the trace. */
extern const struct index_spacing index_usual;

/*
 * After the look, of what the run was before it (index_key). Where the index cannot be written,
 * there is none, and the run is read without it. Fails as gno_stream_read; GNO_ERR_NOMEM.
 */
int index_make(struct gno_report *r, uint64_t key, const struct index_spacing *spacing,
	       struct gno_err *err);

#endif
