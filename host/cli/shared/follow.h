/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_FOLLOW_H
#define GNOMON_CLI_FOLLOW_H

/* What commands share that follow a run while it is drained. */

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include "results/live.h"

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

/* A report that is printed again and again. */
struct cli_follow_report {
	const char *dir;
	const struct gno_report_options *o;
	unsigned every_ms; /* between reports, at least */
	bool json;	   /* reports are JSON, and follow each other, in a terminal too */
	int (*print)(const void *ctx, const struct gno_report *r, FILE *out, struct gno_err *err);
	const void *ctx;
};

/*
 * Prints the report of a run that changes, until it is complete or an interrupt comes: in a
 * terminal each takes the place of the one before, else they follow each other with an empty line
 * between. It reads what is new, for half of the time unless it is far behind, and prints for a
 * tenth. `print` runs in a child process (shared/aside.h), but for the last report, which is that
 * of gno_report_build. Waits until the run is started.
 */
int cli_follow_report(const struct cli_follow_report *f, struct gno_err *err);

#endif
