/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_INDEX_ROUNDS_H
#define GNO_INDEX_ROUNDS_H

/*
 * When lines were asserted that pause the time counters, in the index of a run: the stretches of
 * results/pauses.h in pieces, so that a window needs the pieces of its cycles only. The places of
 * the pieces (struct index, rounds) have the first cycles of the pieces as times.
 */

#include "passes/index/file.h"

/* Stretches one after the other, written or read; what is bad is in `a`. */
void rounds_of_piece(struct archive *a, const struct report_nodes *recording,
		     struct report_stretch *s, size_t count);

/* What they come to, likewise. */
void rounds_of_sum(struct archive *a, struct report_pauses_sum *sum);

/* Makes r->pauses of what an index has, which must outlive the report's use of it: 1; 0: a piece is
 * damaged. GNO_ERR_NOMEM. */
int rounds_recall(struct gno_report *r, struct index *x, struct gno_err *err);

#endif
