/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_ROUNDS_H
#define GNO_REPORT_ROUNDS_H

/*
 * Combines rounds of one experiment, each of which measured other signals. This is only possible if
 * the target did the same in each: the intervals must have taken the same clocks.
 */

#include <stdio.h>
#include "common/errors.h"

struct gno_rounds;

/*
 * Reads DIR/round0 and the further rounds that its patterns name. *out is the caller's
 * (gno_rounds_free). GNO_ERR_MISMATCH: a round is of another experiment or monitor, or an interval
 * took other times than in round 0, which the message names with both; also fails as
 * gno_report_build does.
 */
int gno_rounds_build(const char *dir, struct gno_rounds **out, struct gno_err *err);

/* Frees them; NULL is allowed. */
void gno_rounds_free(struct gno_rounds *rounds);

/*
 * Writes the intervals, and all measures of all rounds: over each interval whose beginning resets
 * the counters and whose end samples them, and over the whole of its round. GNO_ERR_NOMEM.
 */
int gno_rounds_text(const struct gno_rounds *rounds, FILE *f, struct gno_err *err);

/* The same as JSON. */
void gno_rounds_json(const struct gno_rounds *rounds, FILE *f);

#endif
