/* SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>
#include <stdio.h>

#include "commands.h"
#include "compile/limit.h"
#include "out/check/check.h"
#include "shared/cli.h"
#include "shared/common.h"
#include "shared/rounds.h"

enum { OPT_JSON, OPT_MARKDOWN, OPT_JUNIT, OPT_ALLOW };

static const struct base_option options[] = {
    CLI_OPT_JSON, [OPT_MARKDOWN] = {'m', "markdown", NULL, "print a table for a pull request"},
    [OPT_JUNIT] = {'u', "junit", NULL, "print JUnit's XML: each limit is a test"},
    [OPT_ALLOW] = {'a', "allow-unknown", NULL,
		   "do not fail where the run does not show whether a limit holds"},
    CLI_OPT_END};

static const struct cli_spec spec = {
    .name = "check",
    .args = "RUN/ [LIMIT ...]",
    .min_args = 1,
    .max_args = UINT_MAX,
    .summary = "Checks whether a run keeps the limits of its experiment, and those that are given.",
    .details =
	"A limit, such as:\n"
	"  p99(barrier) < 400 cycles    of an interval: max, min, mean, count, any percentile\n"
	"  after post comes take within 2 us at core0    times in cycles, ns, us, ms or s\n"
	"  lost == 0                    records that were lost\n"
	"  cache_misses < 3 %           a measure by its name, at each node\n"
	"Where records are missing, a limit passes or fails only if it does so whatever they were; else\n"
	"the result is 'unknown'.\n"
	"Exit status: 0 all limits passed, 1 failure or no limits, 2 a wrong command line, 3 a limit failed\n"
	"or is unknown.\n",
    .says_exit = true,
    .options = options,
};

static int print(const struct gno_report *r, const struct base_values *v, struct gno_err *err)
{
	if (v->option[OPT_JSON])
		report_check_json(r, stdout);
	else if (v->option[OPT_MARKDOWN])
		report_check_markdown(r, stdout);
	else if (v->option[OPT_JUNIT])
		report_check_junit(r, v->option[OPT_ALLOW] != NULL, stdout);
	else
		return report_check_text(r, stdout, err);
	return 0;
}

/* Whether the limits of the command line are written as limits are; what they name is found in the
 * run. */
static int check_written(char *const *limit, size_t limits, struct gno_err *err)
{
	int rc = 0;

	for (size_t i = 0; i < limits && !rc; i++) {
		struct gno_limit l = {.text = NULL};
		unsigned column = 1;

		rc = gno_limit_parse(limit[i], &l, &column, err);
		gno_limit_free(&l);
		if (rc == GNO_ERR_ARG)
			rc = cli_usage(&spec, "limit '%s', column %u: %s", limit[i], column,
				       err->text);
		else if (rc)
			cli_error(err);
	}
	return rc;
}

int cmd_check(int argc, char **argv)
{
	struct gno_report_options o = {.columns = 1};
	struct report_limits_sum sum = {0};
	struct gno_report *r = NULL;
	struct base_values v;
	struct gno_err err;
	int rc;

	rc = cli_parse(&spec, argc, argv, &v);
	if (rc)
		return rc == CLI_HELP ? 0 : rc;
	if ((v.option[OPT_JSON] != NULL) + (v.option[OPT_MARKDOWN] != NULL) +
		(v.option[OPT_JUNIT] != NULL) >
	    1)
		return cli_usage(&spec, "--json, --markdown and --junit exclude each other");
	rc = check_written(v.arg + 1, v.args - 1, &err);
	rc = rc ? rc : cli_no_rounds(v.arg[0]);
	if (rc)
		return rc;
	o.limit = (const char *const *)v.arg + 1;
	o.limits = v.args - 1;
	rc = gno_report_build(v.arg[0], &o, &r, &err);
	if (!rc) {
		sum = report_limits_count(r);
		if (!sum.all)
			rc = gno_fail(
			    &err, GNO_ERR_ARG,
			    "'%s' has no limits: its experiment has no 'limits', and none is given",
			    v.arg[0]);
	}
	rc = rc ? rc : print(r, &v, &err);
	gno_report_free(r);
	if (rc)
		return cli_error(&err);
	return sum.of[REPORT_FAILED] || (sum.of[REPORT_UNKNOWN] && !v.option[OPT_ALLOW]) ? CLI_WORSE
											 : 0;
}
