/* SPDX-License-Identifier: Apache-2.0 */
/* Commands that give a monitor one order: reset, start, stop, load. */
#include "commands.h"
#include "shared/common.h"
#include "device/registers.h"

/* -- reset -- */

enum { RESET_DEVICE, RESET_MANIFEST, RESET_TIMEOUT };

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

	if (v->option[RESET_MANIFEST] && gno_manifest_load(v->option[RESET_MANIFEST], &m, &err))
		return cli_error(&err);
	rc =
	    cli_open_device(&cmd_reset, v->option[RESET_DEVICE], v->option[RESET_TIMEOUT], m, &dev);
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

/* -- load: an experiment into a monitor, or into a run in progress -- */

enum { LOAD_OUTPUT, LOAD_INTO, LOAD_DEVICE, LOAD_MANIFEST, LOAD_PROGRAM, LOAD_TIMEOUT, LOAD_FORCE };

static const struct base_option load_options[] = {
    CLI_OPT_OUTPUT,  {'i', "into", "RUN/", "load into this run while it is running"},
    CLI_OPT_DEVICE,  CLI_OPT_MANIFEST,
    CLI_OPT_PROGRAM, CLI_OPT_TIMEOUT,
    CLI_OPT_FORCE,   CLI_OPT_END,
};

static int load_into(const char *path, const struct base_values *v)
{
	const char *dir = v->option[LOAD_INTO];
	struct gno_device *dev = NULL;
	struct gno_run *run = NULL;
	int rc;

	if (v->option[LOAD_OUTPUT] || v->option[LOAD_MANIFEST] || v->option[LOAD_FORCE])
		return cli_usage(&cmd_load,
				 "--into cannot be combined with --output, --manifest and --force");
	rc = cli_open_run(&cmd_load, dir, v->option[LOAD_DEVICE], v->option[LOAD_TIMEOUT], NULL,
			  &run, &dev);
	if (rc)
		return rc;
	rc = cli_load_into(run, dev, dir, path, v->option[LOAD_PROGRAM]);
	cli_close_device(dev);
	gno_run_close(run);
	return rc;
}

static int load(const struct base_values *v)
{
	const struct gno_session_hooks *hooks = cli_hooks(true, NULL);
	struct gno_experiment_options how = {0};
	struct gno_pattern_file *p = NULL;
	struct gno_manifest *m = NULL;
	struct cli_monitor monitor = {0};
	unsigned long ms = GNO_TIMEOUT_MS;
	struct gno_err err;
	int rc;

	if (v->option[LOAD_INTO])
		return load_into(v->arg[0], v);
	if (!v->option[LOAD_OUTPUT])
		return cli_usage(&cmd_load,
				 "no run directory is named: use --output RUN or --into RUN");
	if (cli_timeout(&cmd_load, v->option[LOAD_TIMEOUT], &ms))
		return CLI_USAGE;
	monitor.timeout_ms = (unsigned)ms;
	how.read_manifest = cli_read_manifest;
	how.ctx = &monitor;
	how.manifest = v->option[LOAD_MANIFEST];
	how.device = v->option[LOAD_DEVICE];
	how.program = v->option[LOAD_PROGRAM];
	rc = gno_experiment_patterns(v->arg[0], &how, hooks, &m, &p, &err);
	if (rc)
		cli_error(&err);
	else
		rc = cli_open_monitor(p->device, m, &monitor);
	if (!rc && !p->device && gno_pattern_file_set_device(p, gno_device_url(monitor.dev), &err))
		rc = cli_error(&err);
	if (!rc) {
		rc = gno_experiment_write(m, p, monitor.dev, v->option[LOAD_OUTPUT],
					  v->option[LOAD_FORCE] != NULL, hooks, NULL, &err);
		if (rc)
			cli_error(&err);
	}
	cli_close_device(monitor.dev);
	gno_pattern_file_free(p);
	gno_manifest_free(m);
	return rc;
}

const struct cli_spec cmd_load = {
    .name = "load",
    .args = "EXPERIMENT",
    .min_args = 1,
    .max_args = 1,
    .brief = "load an experiment into a monitor and make its run directory",
    .summary = "Loads an experiment or a pattern file into a monitor.",
    .details =
	"With --output the command creates the run directory; triggers are off while tables are written. With --into it changes the patterns of a run in progress: only nodes whose tables differ are turned off, written and turned on again. The trace buffer is drained meanwhile. --device, --manifest and --program override the experiment. A manifest that neither names is read from the monitor.\n",
    .options = load_options,
    .run = load,
};
