/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "shared/watch.h"

static const struct cli_spec spec = {
    .name = "counters",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .summary = "Shows the counter banks of a run.",
    .details =
	"Counts up to the last snapshots, counts since the previous ones, and the share of the cycles that\n"
	"each counter saw.\n" CLI_WATCH_DETAILS,
    .options = cli_watch_options,
};

int cmd_counters(int argc, char **argv)
{
	return cli_watch_command(&spec, argc, argv, REPORT_COUNTERS, "counter banks");
}
