/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "shared/watch.h"

static const struct cli_spec spec = {
    .name = "buckets",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .summary = "Shows the buckets of a run.",
    .details =
	"Over the whole run and for the last banks: a bar for each bucket, how many values were counted and\n"
	"lost, the bounds of their mean, and the buckets in which 50, 90 and 99 per cent of them end.\n" CLI_WATCH_DETAILS,
    .options = cli_watch_options,
};

int cmd_buckets(int argc, char **argv)
{
	return cli_watch_command(&spec, argc, argv, REPORT_BUCKETS, "buckets");
}
