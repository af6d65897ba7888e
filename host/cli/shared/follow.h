/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_FOLLOW_H
#define GNOMON_CLI_FOLLOW_H

/* What commands share that follow a run while it is drained. */

#include <stdbool.h>
#include "report/follow.h"

#define CLI_FOLLOW_MS 100 /* between looks at a run */

/*
 * Waits for some time. False: it is not worth waiting, as an interrupt came (cli_catch_interrupts)
 * or nobody reads the standard output any more.
 */
bool cli_follow_wait(unsigned ms);

/* As gno_report_follow; waits until the run is started. *out is NULL where the wait ended early. */
int cli_follow_open(const char *dir, struct gno_report **out, struct gno_err *err);

/* Waits until something has come, or the run is complete. *ended: the wait ended early. */
int cli_follow_more(struct gno_report *r, bool *ended, struct gno_err *err);

#endif
