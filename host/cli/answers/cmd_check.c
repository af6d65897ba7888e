/* SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>
#include <stdio.h>

#include "commands.h"
#include "compile/limit.h"
#include "passes/limits/limits.h"
#include "shared/cli.h"
#include "shared/common.h"
#include "shared/answer.h"

enum { OPT_JSON, OPT_MARKDOWN, OPT_JUNIT, OPT_ALLOW };

static const struct base_option options[] = {
    CLI_OPT_JSON, [OPT_MARKDOWN] = {'m', "markdown", NULL, "print a table for a pull request"},
    [OPT_JUNIT] = {'u', "junit", NULL, "print JUnit's XML: each limit is a test"},
    [OPT_ALLOW] = {'a', "allow-unknown", NULL,
		   "do not fail where the run does not show whether a limit holds"},
    CLI_OPT_END};

static int print(const struct gno_report *r, void *ctx, struct gno_err *err)
{
	const struct report_limits_sum sum = report_limits_count(r);
	const struct base_values *v = ctx;
	int rc = 0;

	if (!sum.all)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "'%s' has no limits: its experiment has no 'limits', and none is given",
		    v->arg[0]);
	if (v->option[OPT_JSON])
		report_check_json(r, stdout);
	else if (v->option[OPT_MARKDOWN])
		report_check_markdown(r, stdout);
	else if (v->option[OPT_JUNIT])
		report_check_junit(r, v->option[OPT_ALLOW] != NULL, stdout);
	else
		rc = report_check_text(r, stdout, err);
	if (!rc && (sum.of[REPORT_FAILED] || (sum.of[REPORT_UNKNOWN] && !v->option[OPT_ALLOW])))
		rc = CLI_WORSE;
	return rc;
}

/* Whether the limits of the command line are written as limits are; what they name is found in the
 * run. */
static int check_written(char *const *limit, size_t limits)
{
	struct gno_err err;
	int rc = 0;

	for (size_t i = 0; i < limits && !rc; i++) {
		struct gno_limit l = {.text = NULL};
		unsigned column = 1;

		rc = gno_limit_parse(limit[i], &l, &column, &err);
		gno_limit_free(&l);
		if (rc == GNO_ERR_ARG)
			rc = cli_usage(&cmd_check, "limit '%s', column %u: %s", limit[i], column,
				       err.text);
		else if (rc)
			cli_error(&err);
	}
	return rc;
}

static int command(const struct base_values *v)
{
	const struct gno_report_options o = {
	    .columns = 1, .limit = (const char *const *)v->arg + 1, .limits = v->args - 1};
	int rc = cli_exclude(&cmd_check, v,
			     (const unsigned[]){OPT_JSON, OPT_MARKDOWN, OPT_JUNIT, CLI_NONE});

	if (!rc)
		rc = check_written(v->arg + 1, v->args - 1);
	return rc ? rc : cli_answer(v->arg[0], &o, print, (void *)v);
}

const struct cli_spec cmd_check = {
    .name = "check",
    .args = "RUN/ [LIMIT ...]",
    .min_args = 1,
    .max_args = UINT_MAX,
    .brief = "check whether a run keeps its limits",
    .summary = "Checks whether a run keeps the limits of its experiment, and those that are given.",
    .details =
	"A limit, such as:\n"
	"  p99(barrier) < 400 cycles    of an interval: max, min, mean, count, any percentile\n"
	"  after post comes take within 2 us at core0    times in cycles, ns, us, ms or s\n"
	"  lost == 0                    records that were lost\n"
	"  cache_misses < 3 %           a measure by its name, at each node\n"
	"Where records are missing, a limit passes or fails only if no missing record could change that; else the result is 'unknown'.\n"
	"Exit status: 0 all limits passed, 1 failure or no limits, 2 a wrong command line, 3 a limit failed or is unknown.\n",
    .says_exit = true,
    .options = options,
    .run = command,
};
