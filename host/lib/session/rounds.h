/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SESSION_ROUNDS_H
#define GNO_SESSION_ROUNDS_H

/* The folder of a run in rounds: RUN/round0, RUN/round1, ..., a run directory each. */

#include <stdbool.h>
#include "common/errors.h"

/*
 * Makes the folder, which may exist unless it is a run directory itself; made: it did not.
 * GNO_ERR_STATE, GNO_ERR_IO.
 */
int gno_rounds_make(const char *run, bool *made, struct gno_err *err);

/* Path of a round's run directory, the caller's. GNO_ERR_NOMEM. */
int gno_round_path(const char *run, unsigned round, char **out, struct gno_err *err);

/* Whether a folder is one of rounds. */
bool gno_has_rounds(const char *run);

#endif
