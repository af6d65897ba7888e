/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_DIFF_SAMPLES_H
#define GNO_REPORT_DIFF_SAMPLES_H

/* The samples of the ratio counters of a run, in batches. */

#include "statistics/batches.h"
#include "results/report.h"

struct diff_samples {
	unsigned pairs;		     /* room for so many a node */
	struct gno_batches *batches; /* [node][pair] */
	uint64_t *count;	     /* of each node, samples */
};

/* Reads them from the trace, of each node up to cycle end[node]. `out` is the caller's
 * (diff_samples_free), also after a failure. GNO_ERR_NOMEM, or as gno_stream_read fails. */
int diff_samples_read(const struct gno_report *r, const uint64_t *end, struct diff_samples *out,
		      struct gno_err *err);
void diff_samples_free(struct diff_samples *s);

/* Those of a pair. */
const struct gno_batches *diff_samples_of(const struct diff_samples *s, unsigned node,
					  unsigned pair);

#endif
