/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "shared/common.h"

static const struct cli_spec spec = {
    .name = "start",
    .args = "RUN",
    .min_args = 1,
    .max_args = 1,
    .summary = "Starts the run that was loaded into RUN: all times become 0, all counters too.",
    .details = "A run directory holds one run; load the experiment again for another one.\n",
    .options = cli_run_options,
};

int cmd_start(int argc, char **argv)
{
	return cli_run_command(&spec, argc, argv, gno_run_start);
}
