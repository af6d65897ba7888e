/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_FOLLOW_H
#define GNOMON_CLI_FOLLOW_H

/* What commands share that follow a run while it is drained. */

#include <stdbool.h>
#include <sys/stat.h>
#include "results/follow.h"

#define CLI_FOLLOW_MS 100 /* between looks at a run */

/*
 * Waits for some time. False: it is not worth waiting, as an interrupt came (cli_catch_interrupts)
 * or nobody reads the standard output any more.
 */
bool cli_follow_wait(unsigned ms);

/* A run's journal as it was when it was last looked at; zeroed: never. */
struct cli_journal {
	struct stat stat;
	bool looked;
};

/* Whether it has changed since, or cannot be looked at: its reader then reports why. */
bool cli_journal_changed(const char *dir, struct cli_journal *j);

/* As gno_report_follow; waits until the run is started. *out is NULL where the wait ended early. */
int cli_follow_open(const char *dir, struct gno_report **out, struct gno_err *err);

/* Waits until something has come, or the run is complete. *ended: the wait ended early. */
int cli_follow_more(struct gno_report *r, bool *ended, struct gno_err *err);

#endif
