/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "results/diff/diff.h"
#include "shared/cli.h"
#include "shared/common.h"
#include "shared/rounds.h"

enum { OPT_JSON, OPT_MARKDOWN, OPT_JUNIT, OPT_LEAST, OPT_EXACT };

#define LEAST 1 /* per cent, without --least */
#define LEAST_MAX 1000000

static const struct base_option options[] = {
    CLI_OPT_JSON,
    [OPT_MARKDOWN] = {'m', "markdown", NULL, "print a table for a pull request"},
    [OPT_JUNIT] = {'u', "junit", NULL, "print JUnit's XML: each row is a test"},
    [OPT_LEAST] = {'l', "least", "PERCENT",
		   "smallest change of a mean or ratio that counts (default: 1)"},
    [OPT_EXACT] = {'e', "exact", NULL,
		   "each change counts: the target is deterministic, as in a simulation"},
    CLI_OPT_END};

static const struct cli_spec spec = {
    .name = "diff",
    .args = "OLD/ NEW/",
    .min_args = 2,
    .max_args = 2,
    .summary = "Shows two runs beside each other: what changed, and whether that counts.",
    .details =
	"Intervals of all nodes and latencies of messages: how often, mean, median, 99th percentile. Over the whole\n"
	"run: measures and ratio counters, values in buckets, and counters. With p of Welch's test over batches in the\n"
	"order of time: of the ranks of durations and values, else of what was counted. Where there is no p, the\n"
	"reason is shown. Runs that did not measure the same are refused: other nodes, clock, target, gate or measured\n"
	"part, an interval, a measure or buckets of something else, a run without its end or filtered, nothing in\n"
	"common.\n"
	"Exit status: 0 nothing got worse, 1 failure or not to be compared, 2 a wrong command line, 3 an interval or\n"
	"a latency took longer in the second run or is gone there, or a measure moved the way that a limit of its\n"
	"experiment forbids.\n",
    .says_exit = true,
    .options = options,
};

static int print(const struct report_diff *d, const struct base_values *v, struct gno_err *err)
{
	if (v->option[OPT_JSON])
		report_diff_json(d, stdout);
	else if (v->option[OPT_MARKDOWN])
		report_diff_markdown(d, stdout);
	else if (v->option[OPT_JUNIT])
		report_diff_junit(d, stdout);
	else
		return report_diff_text(d, stdout, err);
	return 0;
}

/* The report of a run that is one. */
static int build(const char *path, struct gno_report **out, struct gno_err *err)
{
	const struct gno_report_options o = {.columns = 1};
	int rc = cli_no_rounds(path);

	return rc ? rc : gno_report_build(path, &o, out, err) ? cli_error(err) : 0;
}

int cmd_diff(int argc, char **argv)
{
	struct gno_report *run[2] = {NULL, NULL};
	struct report_diff *d = NULL;
	struct diff_options o = {0};
	unsigned long least = LEAST;
	struct base_values v;
	struct gno_err err;
	bool worse = false;
	int rc;

	rc = cli_parse(&spec, argc, argv, &v);
	if (rc)
		return rc == CLI_HELP ? 0 : rc;
	if ((v.option[OPT_JSON] != NULL) + (v.option[OPT_MARKDOWN] != NULL) +
		(v.option[OPT_JUNIT] != NULL) >
	    1)
		return cli_usage(&spec, "--json, --markdown and --junit exclude each other");
	if (v.option[OPT_LEAST] &&
	    cli_number(&spec, "least", v.option[OPT_LEAST], 0, LEAST_MAX, &least))
		return CLI_USAGE;
	o.least = (double)least / 100;
	o.exact = v.option[OPT_EXACT] != NULL;
	for (unsigned i = 0; i < 2 && !rc; i++)
		rc = build(v.arg[i], &run[i], &err);
	if (!rc) {
		rc = report_diff_make((const struct gno_report *const[]){run[0], run[1]},
				      (const char *const[]){v.arg[0], v.arg[1]}, &o, &d, &err);
		rc = rc ? rc : print(d, &v, &err);
		worse = !rc && report_diff_is_worse(d);
		rc = rc ? cli_error(&err) : worse ? CLI_WORSE : 0;
	}
	report_diff_free(d);
	gno_report_free(run[0]);
	gno_report_free(run[1]);
	return rc;
}
