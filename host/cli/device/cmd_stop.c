/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "shared/common.h"

static const struct cli_spec spec = {
    .name = "stop",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .summary = "Stops the run: every node sends its pending records and then its flush record.",
    .details = "'gnomon drain RUN' fetches what is still in the monitor.\n",
    .options = cli_run_options,
};

int cmd_stop(int argc, char **argv)
{
	return cli_run_command(&spec, argc, argv, gno_run_stop);
}
