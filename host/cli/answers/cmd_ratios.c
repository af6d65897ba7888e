/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "shared/watch.h"

static const struct cli_spec spec = {
    .name = "ratios",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .summary = "Shows the ratio counters and extremes of a run.",
    .details =
	"Over the whole run and for the last samples: counts, A/B (with its bounds in compressed forms), the\n"
	"measures of the experiment, the share of cycles with an open gate, and the extremes.\n" CLI_WATCH_DETAILS,
    .options = cli_watch_options,
};

int cmd_ratios(int argc, char **argv)
{
	return cli_watch_command(&spec, argc, argv, REPORT_RATIOS,
				 "ratio counters and no extremes");
}
