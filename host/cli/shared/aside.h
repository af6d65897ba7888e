/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_ASIDE_H
#define GNOMON_CLI_ASIDE_H

/* Work in a child process: what it changes in memory is gone when it ends. */

#include <stdio.h>
#include "common/errors.h"

/* Writes something; 0 or more, or as it fails. */
typedef int cli_aside_fn(void *ctx, FILE *out, struct gno_err *err);

/*
 * Runs `work` in a child process; what it writes comes to `out`, also where it fails then. Returns
 * what it returned; GNO_ERR_IO where there is no child, or it ended by itself. Interrupts are for
 * the caller, who waits for the child.
 */
int cli_aside(cli_aside_fn *work, void *ctx, FILE *out, struct gno_err *err);

#endif
