/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "shared/common.h"

static const struct cli_spec spec = {
    .name = "start",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .summary = "Starts the run that was loaded into RUN; all times and counters become 0.",
    .details = "A run directory holds one run. Load the experiment again for another run.\n",
    .options = cli_run_options,
};

int cmd_start(int argc, char **argv)
{
	return cli_run_command(&spec, argc, argv, gno_run_start);
}
