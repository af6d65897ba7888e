/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "passes/calls/calls.h"
#include "base/number.h"
#include "commands.h"
#include "shared/cli.h"
#include "shared/common.h"
#include "shared/rounds.h"

enum {
	OPT_JSON,
	OPT_FLAT,
	OPT_NODE,
	OPT_PROCESS,
	OPT_ROOT,
	OPT_FROM,
	OPT_TO,
	OPT_DEPTH,
	OPT_LEAST,
};

#define LEAST 1 /* per cent, without --least */

static const struct base_option options[] = {
    CLI_OPT_JSON,
    [OPT_FLAT] = {'F', "flat", NULL, "print each function once instead of the tree"},
    [OPT_NODE] = {'n', "node", "NAME[,...]", "of these nodes only"},
    [OPT_PROCESS] = {'p', "process", "N", "of this process only"},
    [OPT_ROOT] = {'r', "root", "FUNCTION", "this function is called by none of the others"},
    [OPT_FROM] = {'f', "from", "CYCLE", "from this cycle on"},
    [OPT_TO] = {'t', "to", "CYCLE", "up to and including this cycle"},
    [OPT_DEPTH] = {'d', "depth", "N", "leave out what is called deeper than this"},
    [OPT_LEAST] = {'l', "least", "PERCENT",
		   "leave out what took less of its node's time (default: 1; with --json: 0)"},
    CLI_OPT_END};

static const struct cli_spec spec = {
    .name = "calls",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .summary =
	"Shows who called whom, how often and for how long, at each node and in each of its processes.",
    .details =
	"The calls come from points that are the entry or the returns of functions; 'calls' in an experiment\n"
	"makes such points of many functions. 'total' has the time of what a function called, 'self' has not.\n"
	"'partly': calls of which not both ends were seen; they are in 'calls' and in the times, but not in mean,\n"
	"min and max. Lines below the table state what is not known, and why.\n"
	"--json prints all paths. docs/answers/calls.md has the rules.\n",
    .options = options,
};

static int read_least(const char *text, double *least)
{
	const char *end = text;
	unsigned places;
	uint64_t digits;

	*least = LEAST / 100.0;
	if (!text)
		return 0;
	if (base_decimal_take(&end, &digits, &places) == BASE_NUMBER_OK && !*end)
		*least = base_decimal_value(digits, places) / 100;
	else
		*least = -1;
	if (*least < 0 || *least > 1)
		return cli_usage(&spec, "--least must be a number from 0 to 100, not '%s'", text);
	return 0;
}

static int read_options(const struct base_values *v, struct calls_options *o,
			struct calls_style *style)
{
	unsigned long process = 0, depth = 0;
	int rc = read_least(v->option[OPT_LEAST], &style->least);

	if (!rc && v->option[OPT_PROCESS])
		rc = cli_number(&spec, "process", v->option[OPT_PROCESS], 0, UINT16_MAX, &process);
	if (!rc && v->option[OPT_DEPTH])
		rc = cli_number(&spec, "depth", v->option[OPT_DEPTH], 1, CALLS_DEPTH, &depth);
	if (!rc)
		rc = cli_cycle(&spec, "from", v->option[OPT_FROM], &o->from);
	if (!rc)
		rc = cli_cycle(&spec, "to", v->option[OPT_TO], &o->to);
	if (!rc && o->from > o->to)
		rc = cli_usage(&spec, "--from is after --to");
	if (!rc && v->option[OPT_JSON] &&
	    (v->option[OPT_FLAT] || v->option[OPT_DEPTH] || v->option[OPT_LEAST]))
		rc =
		    cli_usage(&spec, "--json prints all: --flat, --depth and --least are for text");
	o->node = v->option[OPT_NODE];
	o->root = v->option[OPT_ROOT];
	o->has_process = v->option[OPT_PROCESS] != NULL;
	o->process = (unsigned)process;
	style->depth = (unsigned)depth;
	style->flat = v->option[OPT_FLAT] != NULL;
	return rc;
}

int cmd_calls(int argc, char **argv)
{
	struct calls_options o = {.to = UINT64_MAX};
	struct calls_style style = {0};
	struct gno_report *r = NULL;
	struct calls *c = NULL;
	struct base_values v;
	struct gno_err err;
	int rc;

	rc = cli_parse(&spec, argc, argv, &v);
	if (rc)
		return rc == CLI_HELP ? 0 : rc;
	rc = read_options(&v, &o, &style);
	if (!rc)
		rc = cli_no_rounds(v.arg[0]);
	if (rc)
		return rc;
	rc = gno_report_look(v.arg[0], &r, &err);
	if (!rc)
		rc = calls_make(r, &o, &c, &err);
	if (!rc)
		rc = v.option[OPT_JSON] ? calls_json(c, stdout, &err)
					: calls_text(c, &style, stdout, &err);
	calls_free(c);
	gno_report_free(r);
	return rc ? cli_error(&err) : 0;
}
