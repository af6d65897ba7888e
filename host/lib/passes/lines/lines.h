/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PASSES_LINES_H
#define GNO_PASSES_LINES_H

/*
 * The records of the lines, and the stretches of which a node has recorded nothing: a pass of the
 * reader. It gets one node after the other, and hands them out in order of time over all nodes.
 * What waits is in a temporary file, so that memory does not grow with the rounds. Of a run that is
 * followed the pass waits with each node until all of it is handed out.
 */

#include "read/reader.h"
#include "results/report.h"

struct lines;

/* Adds the pass to a go over all nodes of a run. *out is the caller's, also after a failure
 * (lines_close). GNO_ERR_NOMEM, GNO_ERR_IO. */
int lines_add(const struct gno_report *r, struct reader *reader, struct lines **out,
	      struct gno_err *err);
void lines_close(struct lines *l);

/*
 * What comes next, of one time in the order of the nodes: 1; 0: there is nothing, so far. *out is
 * of the kind line, or else a stretch from `time` to `to`, both included, of which the node saw
 * nothing; a stretch comes once it has ended. Reads on where the run is followed, and fails as
 * reader_read does, and GNO_ERR_IO.
 */
int lines_next(struct lines *l, struct gno_record *out, struct gno_err *err);

/* Time before which nothing comes that lines_next has not handed out. */
uint64_t lines_passed(const struct lines *l);

/* Whether a node is read to its end; when it ended, as far as it is read. */
bool lines_over(const struct lines *l, unsigned node, uint64_t *end);
/* The first cycle that a node does not see any more, which is read to its end. */
uint64_t lines_seen_to(const struct lines *l, unsigned node);

#endif
