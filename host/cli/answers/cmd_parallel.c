/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "passes/parallel/parallel.h"
#include "shared/cli.h"
#include "shared/common.h"
#include "shared/rounds.h"

enum { OPT_PLACE, OPT_LIMIT, OPT_JSON };

#define ROWS 16 /* of a table, without --limit */
#define ROWS_MAX 1000000

static const struct base_option options[] = {
    [OPT_PLACE] = {'p', "place", "PROCESS=PROCESSOR[,...]",
		   "how long it would take with these processes elsewhere"},
    [OPT_LIMIT] = {'l', "limit", "N", "most rows of a table (default: " CLI_TEXT(ROWS) ")"},
    [OPT_JSON] = CLI_OPT_JSON,
    CLI_OPT_END};

static const struct cli_spec spec = {
    .name = "parallel",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .summary =
	"Shows how parallel a program was: process time T, longest path t_max, T/t_max, critical path.",
    .details =
	"The history graph has the sends and receives of each process, the process time between them, and the\n"
	"delivery time of each message. t_max is the longest path if each process had a processor of its own;\n"
	"'t' is with one process at a time on each processor. The nodes are processors, and so is each other\n"
	"name after '='. A process is a name of the experiment or NODE:NUMBER. Memory use does not depend on the\n"
	"length of the run; a temporary file has 64 bytes for each send and receive after the first million.\n",
    .options = options,
};

int cmd_parallel(int argc, char **argv)
{
	unsigned long rows = ROWS;
	struct gno_report *r = NULL;
	struct parallel *p = NULL;
	struct base_values v;
	struct gno_err err;
	int rc = cli_parse(&spec, argc, argv, &v);

	if (rc)
		return rc == CLI_HELP ? 0 : rc;
	if (v.option[OPT_LIMIT])
		rc = cli_number(&spec, "limit", v.option[OPT_LIMIT], 1, ROWS_MAX, &rows);
	if (!rc && v.option[OPT_PLACE] && parallel_check_place(v.option[OPT_PLACE], &err))
		rc = cli_usage(&spec, "--place: %s", err.text);
	if (!rc)
		rc = cli_no_rounds(v.arg[0]);
	if (rc)
		return rc;
	rc = gno_report_look(v.arg[0], &r, &err);
	if (!rc)
		rc = parallel_build(r, v.option[OPT_PLACE], NULL, &p, &err);
	if (!rc && v.option[OPT_JSON])
		parallel_json(p, stdout);
	else if (!rc)
		rc = parallel_text(p, rows, stdout, &err);
	parallel_free(p);
	gno_report_free(r);
	return rc ? cli_error(&err) : 0;
}
