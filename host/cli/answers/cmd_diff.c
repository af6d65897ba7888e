/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "out/json/analyses.h"
#include "results/diff/diff.h"
#include "shared/cli.h"
#include "shared/common.h"
#include "shared/answer.h"

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

static int command(const struct base_values *v)
{
	const struct gno_report_options whole = {.columns = 1};
	struct gno_report *run[2] = {NULL, NULL};
	struct report_diff *d = NULL;
	struct diff_options o = {.exact = v->option[OPT_EXACT] != NULL};
	unsigned long least = LEAST;
	struct gno_err err;
	int rc = cli_exclude(&cmd_diff, v,
			     (const unsigned[]){OPT_JSON, OPT_MARKDOWN, OPT_JUNIT, CLI_NONE});

	if (!rc && v->option[OPT_LEAST])
		rc = cli_number(&cmd_diff, "least", v->option[OPT_LEAST], 0, LEAST_MAX, &least);
	o.least = (double)least / 100;
	for (unsigned i = 0; i < 2 && !rc; i++)
		rc = cli_read(v->arg[i], &whole, &run[i]);
	if (!rc) {
		rc = report_diff_make((const struct gno_report *const[]){run[0], run[1]},
				      (const char *const[]){v->arg[0], v->arg[1]}, &o, &d, &err);
		rc = rc ? rc : print(d, v, &err);
		rc = rc ? cli_error(&err) : report_diff_is_worse(d) ? CLI_WORSE : 0;
	}
	report_diff_free(d);
	gno_report_free(run[0]);
	gno_report_free(run[1]);
	return rc;
}

const struct cli_spec cmd_diff = {
    .name = "diff",
    .args = "OLD/ NEW/",
    .min_args = 2,
    .max_args = 2,
    .brief = "show two runs beside each other, and what took longer",
    .summary = "Shows two runs beside each other: what changed, and whether that counts.",
    .details =
	"Intervals of all nodes and latencies of messages: how often, mean, median, 99th percentile. Over the whole run: measures and ratio counters, values in buckets, and counters. The table has p of Welch's test over batches in the order of time: of the ranks of durations and values, else of what was counted. Where there is no p, it has the reason. Runs that did not measure the same are refused: with other nodes, another clock, target, gate or measured part; with an interval, a measure or buckets of one name for different things; without an end, or filtered; with nothing in common.\n"
	"Exit status: 0 nothing got worse, 1 failure or not to be compared, 2 a wrong command line, 3 an interval or a latency took longer in the second run or is missing there, or a measure moved the way that a limit of its experiment forbids.\n",
    .says_exit = true,
    .options = options,
    .run = command,
};
