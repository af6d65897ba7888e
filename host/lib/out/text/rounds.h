/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_TEXT_ROUNDS_H
#define GNO_TEXT_ROUNDS_H

#include <stdio.h>
#include "common/errors.h"

struct gno_rounds;

/* Writes the intervals, and all measures of all rounds (results/rounds.h). GNO_ERR_NOMEM. */
int gno_rounds_text(const struct gno_rounds *rounds, FILE *f, struct gno_err *err);

#endif
