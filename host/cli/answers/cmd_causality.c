/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "passes/causality/causality.h"
#include "commands.h"
#include "shared/cli.h"
#include "shared/rounds.h"

enum { OPT_JSON, OPT_DOT, OPT_LIMIT };

#define ROWS 40 /* strings of a list, without --limit */
#define ROWS_MAX 1000000

static const struct base_option options[] = {
    [OPT_JSON] = {'j', "json", NULL, "print JSON"},
    [OPT_DOT] = {'d', "dot", NULL, "print the state diagram for Graphviz"},
    [OPT_LIMIT] = {'l', "limit", "N", "most strings of a table (default: 40)"},
    {0},
};

static const struct cli_spec spec = {
    .name = "causality",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .summary = "Shows which way requests take through a server of several processes.",
    .details =
	"The experiment names under 'processes' the requestors, the servers, and processes of the system,\n"
	"whose messages are ignored. Each request gives a string with a letter for each process that it\n"
	"reaches; strings that are cut off by a loss or the end of the run are listed apart. A branch is how\n"
	"often a process, after a message from one process, sends next to another one, with the 95 per cent\n"
	"confidence interval (Wilson). Memory use does not depend on the length of the run.\n",
    .options = options,
};

static int print(const struct causality *c, const struct base_values *v, unsigned long rows,
		 struct gno_err *err)
{
	if (v->option[OPT_JSON])
		return causality_json(c, stdout, err);
	if (!v->option[OPT_DOT])
		return causality_text(c, rows, stdout, err);
	causality_dot(c, stdout);
	return 0;
}

int cmd_causality(int argc, char **argv)
{
	struct gno_report *r = NULL;
	struct causality *c = NULL;
	unsigned long rows = ROWS;
	struct base_values v;
	struct gno_err err;
	int rc;

	rc = cli_parse(&spec, argc, argv, &v);
	if (rc)
		return rc == CLI_HELP ? 0 : rc;
	if (v.option[OPT_JSON] && v.option[OPT_DOT])
		return cli_usage(&spec, "--json and --dot exclude each other");
	if (v.option[OPT_LIMIT] &&
	    cli_number(&spec, "limit", v.option[OPT_LIMIT], 1, ROWS_MAX, &rows))
		return CLI_USAGE;
	rc = cli_no_rounds(v.arg[0]);
	if (rc)
		return rc;
	rc = gno_report_look(v.arg[0], &r, &err);
	rc = rc ? rc : causality_build(r, &c, &err);
	rc = rc ? rc : print(c, &v, rows, &err);
	rc = rc ? cli_error(&err) : 0;
	causality_free(c);
	gno_report_free(r);
	return rc;
}
