/* SPDX-License-Identifier: Apache-2.0 */

/* Commands that give a monitor one order: reset, start, stop. */

#include "commands.h"
#include "shared/common.h"

/* -- reset -- */

enum { OPT_DEVICE, OPT_MANIFEST, OPT_TIMEOUT };

static const struct base_option reset_options[] = {
    CLI_OPT_DEVICE,
    CLI_OPT_MANIFEST,
    CLI_OPT_TIMEOUT,
    CLI_OPT_END,
};

static int reset(const struct base_values *v)
{
	struct gno_manifest *m = NULL;
	struct gno_device *dev = NULL;
	struct gno_err err;
	int rc;

	if (v->option[OPT_MANIFEST] && gno_manifest_load(v->option[OPT_MANIFEST], &m, &err))
		return cli_error(&err);
	rc = cli_open_device(&cmd_reset, v->option[OPT_DEVICE], v->option[OPT_TIMEOUT], m, &dev);
	if (!rc && gno_device_reset(dev, &err))
		rc = cli_error(&err);
	cli_close_device(dev);
	gno_manifest_free(m);
	return rc;
}

const struct cli_spec cmd_reset = {
    .name = "reset",
    .args = "",
    .brief = "turn off all triggers of a monitor and empty its buffers",
    .summary = "Turns off all triggers of a monitor and empties its buffers.",
    .details =
	"Data that was not drained is lost. The tables keep their contents. With --manifest the command refuses another monitor.\n",
    .options = reset_options,
    .run = reset,
};

/* -- start, stop: of a run directory -- */

enum { RUN_DEVICE, RUN_TIMEOUT };

static const struct base_option run_options[] = {
    CLI_OPT_DEVICE,
    CLI_OPT_TIMEOUT,
    CLI_OPT_END,
};

static int control(const struct cli_spec *spec, const struct base_values *v,
		   int (*order)(struct gno_run *run, struct gno_device *dev, struct gno_err *err))
{
	struct gno_device *dev = NULL;
	struct gno_run *run = NULL;
	struct gno_err err;
	int rc = cli_open_run(spec, v->arg[0], v->option[RUN_DEVICE], v->option[RUN_TIMEOUT], NULL,
			      &run, &dev);

	if (rc)
		return rc;
	rc = order(run, dev, &err);
	if (rc)
		cli_error(&err);
	cli_close_device(dev);
	gno_run_close(run);
	return rc;
}

static int start(const struct base_values *v)
{
	return control(&cmd_start, v, gno_run_start);
}

static int stop(const struct base_values *v)
{
	return control(&cmd_stop, v, gno_run_stop);
}

const struct cli_spec cmd_start = {
    .name = "start",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .brief = "start a loaded run",
    .summary = "Starts the run that was loaded into RUN; all times and counters become 0.",
    .details = "A run directory holds one run. Load the experiment again for another run.\n",
    .options = run_options,
    .run = start,
};

const struct cli_spec cmd_stop = {
    .name = "stop",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .brief = "stop a run",
    .summary = "Stops the run: every node sends its pending records and then its flush record.",
    .details = "'gnomon drain RUN' fetches what is still in the monitor.\n",
    .options = run_options,
    .run = stop,
};
