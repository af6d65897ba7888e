/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_REDRAW_H
#define GNOMON_CLI_REDRAW_H

/* A report that is printed again and again while its run is drained. */

#include <stdbool.h>
#include <stdio.h>
#include "gnomon/error.h"

/* Writes the report of what is there now; *complete: no more will come. */
typedef int cli_redraw_fn(void *ctx, FILE *out, bool *complete, struct gno_err *err);

/*
 * Calls `draw` whenever the run has changed, until it is complete or an interrupt comes: in a
 * terminal each report takes the place of the one before, else they follow each other with an empty
 * line between. It waits at least ten times as long as the last report took, so that reading takes
 * at most a tenth of a core. Waits until the run is started.
 */
int cli_redraw(const char *dir, cli_redraw_fn *draw, void *ctx, struct gno_err *err);

#endif
