/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "out/json/analyses.h"
#include "passes/calls/calls.h"
#include "base/number.h"
#include "commands.h"
#include "shared/cli.h"
#include "shared/common.h"
#include "shared/answer.h"

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
		return cli_usage(&cmd_calls, "--least must be a number from 0 to 100, not '%s'",
				 text);
	return 0;
}

static int read_options(const struct base_values *v, struct calls_options *o,
			struct calls_style *style)
{
	unsigned long process = 0, depth = 0;
	int rc = read_least(v->option[OPT_LEAST], &style->least);

	if (!rc && v->option[OPT_PROCESS])
		rc = cli_number(&cmd_calls, "process", v->option[OPT_PROCESS], 0, UINT16_MAX,
				&process);
	if (!rc && v->option[OPT_DEPTH])
		rc = cli_number(&cmd_calls, "depth", v->option[OPT_DEPTH], 1, CALLS_DEPTH, &depth);
	if (!rc)
		rc = cli_cycles(&cmd_calls, v, OPT_FROM, OPT_TO, &o->from, &o->to);
	if (!rc && v->option[OPT_JSON] &&
	    (v->option[OPT_FLAT] || v->option[OPT_DEPTH] || v->option[OPT_LEAST]))
		rc = cli_usage(&cmd_calls,
			       "--json prints all: --flat, --depth and --least are for text");
	o->node = v->option[OPT_NODE];
	o->root = v->option[OPT_ROOT];
	o->has_process = v->option[OPT_PROCESS] != NULL;
	o->process = (unsigned)process;
	style->depth = (unsigned)depth;
	style->flat = v->option[OPT_FLAT] != NULL;
	return rc;
}

/* What was requested. */
struct ask {
	struct calls_options o;
	struct calls_style style;
	bool json;
};

static int print(const struct gno_report *r, void *ctx, struct gno_err *err)
{
	const struct ask *ask = ctx;
	struct calls *c = NULL;
	int rc = calls_make(r, &ask->o, &c, err);

	if (!rc)
		rc = ask->json ? calls_json(c, stdout, err)
			       : calls_text(c, &ask->style, stdout, err);
	calls_free(c);
	return rc;
}

static int command(const struct base_values *v)
{
	struct ask ask = {.o = {.to = UINT64_MAX}, .json = v->option[OPT_JSON] != NULL};
	int rc = read_options(v, &ask.o, &ask.style);

	return rc ? rc : cli_answer(v->arg[0], NULL, print, &ask);
}

const struct cli_spec cmd_calls = {
    .name = "calls",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .brief = "show who called whom in a run, and for how long",
    .summary =
	"Shows who called whom, how often and for how long, at each node and in each of its processes.",
    .details =
	"The calls come from points that are the entry or the returns of functions; 'calls' in an experiment makes such points of many functions. 'total' includes the time of what a function called, 'self' does not. 'partly': calls of which an end was not seen; 'calls' and the times include them, mean, min and max do not. Lines below the table state what is not known, and why.\n"
	"--json prints all paths. docs/answers/calls.md has the rules.\n",
    .options = options,
    .run = command,
};
