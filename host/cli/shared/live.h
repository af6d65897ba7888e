/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_LIVE_H
#define GNOMON_CLI_LIVE_H

/* A report that is printed again and again while its run is drained, and reads only what is new. */

#include <stdio.h>
#include "results/live.h"

struct cli_live {
	const char *dir;
	const struct gno_report_options *o;
	struct report_live *live; /* NULL at first */
};

/* Prints a report; 0 or more, or as it fails. */
typedef int cli_live_fn(void *ctx, const struct gno_report *r, FILE *out, struct gno_err *err);

/*
 * Prints the report of what is there now. `draw` runs in a child process (shared/aside.h), until
 * the run is complete: then the report is built from all of it. Returns what `draw` returned; fails
 * as report_live_open, report_live_refresh and cli_aside do, with GNO_ERR_STATE where the run was
 * not started yet.
 */
int cli_live_draw(struct cli_live *l, cli_live_fn *draw, void *ctx, FILE *out, bool *complete,
		  struct gno_err *err);
void cli_live_close(struct cli_live *l);

#endif
