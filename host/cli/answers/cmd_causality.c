/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "out/json/analyses.h"
#include "passes/causality/causality.h"
#include "commands.h"
#include "shared/cli.h"
#include "shared/answer.h"

enum { OPT_JSON, OPT_DOT, OPT_LIMIT };

#define ROWS 40 /* strings of a list, without --limit */

static const struct base_option options[] = {
    [OPT_JSON] = {'j', "json", NULL, "print JSON"},
    [OPT_DOT] = {'d', "dot", NULL, "print the state diagram for Graphviz"},
    [OPT_LIMIT] = {'l', "limit", "N", "strings of each table, at most (default: 40)"},
    {0},
};

/* What was requested. */
struct ask {
	unsigned long rows;
	bool json, dot;
};

static int print(const struct gno_report *r, void *ctx, struct gno_err *err)
{
	const struct ask *ask = ctx;
	struct causality *c = NULL;
	int rc = causality_build(r, &c, err);

	if (!rc && ask->json)
		rc = causality_json(c, stdout, err);
	else if (!rc && ask->dot)
		causality_dot(c, stdout);
	else if (!rc)
		rc = causality_text(c, ask->rows, stdout, err);
	causality_free(c);
	return rc;
}

static int command(const struct base_values *v)
{
	struct ask ask = {
	    .rows = ROWS, .json = v->option[OPT_JSON] != NULL, .dot = v->option[OPT_DOT] != NULL};

	if (cli_exclude(&cmd_causality, v, (const unsigned[]){OPT_JSON, OPT_DOT, CLI_NONE}) ||
	    cli_rows(&cmd_causality, v->option[OPT_LIMIT], &ask.rows))
		return CLI_USAGE;
	return cli_answer(v->arg[0], NULL, print, &ask);
}

const struct cli_spec cmd_causality = {
    .name = "causality",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .brief = "show the paths of requests through a server",
    .summary = "Shows the paths of requests through a server of several processes.",
    .details =
	"The experiment names under 'processes' the requestors, the servers, and processes of the system, whose messages are ignored. Each request gives a string with a letter for each process that it reaches; strings that are cut off by a loss or the end of the run are listed apart. A branch is how often a process, after a message from one process, sends next to another one, with the 95 per cent confidence interval (Wilson). Memory use does not depend on the length of the run.\n",
    .options = options,
    .run = command,
};
