/* SPDX-License-Identifier: Apache-2.0 */
#include "common.h"

enum { OPT_OUTPUT, OPT_DEVICE, OPT_MANIFEST, OPT_TIMEOUT, OPT_FORCE };

static const struct cli_option options[] = {
    CLI_OPT_OUTPUT, CLI_OPT_DEVICE, CLI_OPT_MANIFEST, CLI_OPT_TIMEOUT, CLI_OPT_FORCE, CLI_OPT_END,
};

static const struct cli_spec spec = {
    .name = "load",
    .args = "EXPERIMENT",
    .min_args = 1,
    .max_args = 1,
    .summary = "Loads an experiment into a monitor and makes the run directory for it.",
    .details =
	"Points become event codes, then the tables of the trigger ranks of every node. Triggers are off\n"
	"while tables are written. --device and --manifest override what the experiment says.\n",
    .options = options,
};

int cmd_load(int argc, char **argv)
{
	struct gno_experiment *e = NULL;
	struct gno_device *dev = NULL;
	struct cli_values v;
	int ret;

	ret = cli_parse(&spec, argc, argv, &v);
	if (ret)
		return ret == CLI_HELP ? 0 : ret;
	if (!v.option[OPT_OUTPUT])
		return cli_usage(&spec, "no run directory is named: use --output RUN");
	ret = cli_load_experiment(v.arg[0], v.option[OPT_MANIFEST], v.option[OPT_DEVICE], &e);
	if (ret)
		return ret;
	ret = cli_open_device(&spec, e->device, v.option[OPT_TIMEOUT], e->manifest, &dev);
	if (!ret)
		ret = cli_load(e, dev, v.option[OPT_OUTPUT], v.option[OPT_FORCE] != NULL);
	gno_device_close(dev);
	gno_experiment_free(e);
	return ret;
}
