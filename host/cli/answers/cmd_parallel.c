/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "out/json/analyses.h"
#include "passes/parallel/parallel.h"
#include "shared/cli.h"
#include "shared/common.h"
#include "shared/answer.h"

enum { OPT_PLACE, OPT_LIMIT, OPT_JSON };

#define ROWS 16 /* of a table, without --limit */

static const struct base_option options[] = {
    [OPT_PLACE] = {'p', "place", "PROCESS=PROCESSOR[,...]",
		   "how long it would take with these processes elsewhere"},
    [OPT_LIMIT] = {'l', "limit", "N", "rows of each table, at most (default: " CLI_TEXT(ROWS) ")"},
    [OPT_JSON] = CLI_OPT_JSON,
    CLI_OPT_END};

/* What was requested. */
struct ask {
	const char *place;
	unsigned long rows;
	bool json;
};

static int print(const struct gno_report *r, void *ctx, struct gno_err *err)
{
	const struct ask *ask = ctx;
	struct parallel *p = NULL;
	int rc = parallel_build(r, ask->place, &p, err);

	if (!rc && ask->json)
		rc = parallel_json(p, stdout, err);
	else if (!rc)
		rc = parallel_text(p, ask->rows, stdout, err);
	parallel_free(p);
	return rc;
}

static int command(const struct base_values *v)
{
	struct ask ask = {
	    .place = v->option[OPT_PLACE], .rows = ROWS, .json = v->option[OPT_JSON] != NULL};
	struct gno_err err;

	if (cli_rows(&cmd_parallel, v->option[OPT_LIMIT], &ask.rows))
		return CLI_USAGE;
	if (ask.place && parallel_check_place(ask.place, &err))
		return cli_usage(&cmd_parallel, "--place: %s", err.text);
	return cli_answer(v->arg[0], NULL, print, &ask);
}

const struct cli_spec cmd_parallel = {
    .name = "parallel",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .brief = "show how parallel a program was, and its critical path",
    .summary =
	"Shows how parallel a program was: process time T, longest path t_max, T/t_max, critical path.",
    .details =
	"The history graph has the sends and receives of each process, the process time between them, and the delivery time of each message. t_max is the longest path if each process had a processor of its own; 't' is the same with one process at a time on each processor. Each node is a processor, and so is any other name after '='. A process is a name of the experiment or NODE:NUMBER. Memory use does not depend on the length of the run; a temporary file has 64 bytes for each send and receive after the first million.\n",
    .options = options,
    .run = command,
};
