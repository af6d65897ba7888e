/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_ANSWER_H
#define GNOMON_CLI_ANSWER_H

/* What the commands share that read a run directory and print an answer. */

#include "results/report.h"
#include "shared/cli.h"

/*
 * Reads a run that is none of rounds: its whole report with `o`, else (NULL) as far as
 * gno_report_look does. Prints what went wrong.
 */
int cli_read(const char *run, const struct gno_report_options *o, struct gno_report **r);

/* Prints the answer. 0 or CLI_WORSE, or as it fails. */
typedef int cli_answer_fn(const struct gno_report *r, void *ctx, struct gno_err *err);

/* Reads a run and prints the answer. Prints what went wrong. */
int cli_answer(const char *run, const struct gno_report_options *o, cli_answer_fn *print,
	       void *ctx);

/* Refuses a folder of rounds where one run is required: prints that, and its rounds. */
int cli_no_rounds(const char *run);

#endif
