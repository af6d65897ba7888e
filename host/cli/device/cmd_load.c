/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "device/registers.h"
#include "shared/common.h"

enum { OPT_OUTPUT, OPT_INTO, OPT_DEVICE, OPT_MANIFEST, OPT_PROGRAM, OPT_TIMEOUT, OPT_FORCE };

static const struct base_option options[] = {
    CLI_OPT_OUTPUT,  {'i', "into", "RUN/", "load into this run while it is running"},
    CLI_OPT_DEVICE,  CLI_OPT_MANIFEST,
    CLI_OPT_PROGRAM, CLI_OPT_TIMEOUT,
    CLI_OPT_FORCE,   CLI_OPT_END,
};

static int load_into(const char *path, const struct base_values *v)
{
	const char *dir = v->option[OPT_INTO];
	struct gno_device *dev = NULL;
	struct gno_run *run = NULL;
	int rc;

	if (v->option[OPT_OUTPUT] || v->option[OPT_MANIFEST] || v->option[OPT_FORCE])
		return cli_usage(&cmd_load,
				 "--into cannot be combined with --output, --manifest and --force");
	rc = cli_open_run(&cmd_load, dir, v->option[OPT_DEVICE], v->option[OPT_TIMEOUT], NULL, &run,
			  &dev);
	if (rc)
		return rc;
	rc = cli_load_into(run, dev, dir, path, v->option[OPT_PROGRAM]);
	cli_close_device(dev);
	gno_run_close(run);
	return rc;
}

static int command(const struct base_values *v)
{
	const struct gno_session_hooks *hooks = cli_hooks(true, NULL);
	struct gno_experiment_options load = {0};
	struct gno_pattern_file *p = NULL;
	struct gno_manifest *m = NULL;
	struct cli_monitor monitor = {0};
	unsigned long ms = GNO_TIMEOUT_MS;
	struct gno_err err;
	int rc;

	if (v->option[OPT_INTO])
		return load_into(v->arg[0], v);
	if (!v->option[OPT_OUTPUT])
		return cli_usage(&cmd_load,
				 "no run directory is named: use --output RUN or --into RUN");
	if (cli_timeout(&cmd_load, v->option[OPT_TIMEOUT], &ms))
		return CLI_USAGE;
	monitor.timeout_ms = (unsigned)ms;
	load.read_manifest = cli_read_manifest;
	load.ctx = &monitor;
	load.manifest = v->option[OPT_MANIFEST];
	load.device = v->option[OPT_DEVICE];
	load.program = v->option[OPT_PROGRAM];
	rc = gno_experiment_patterns(v->arg[0], &load, hooks, &m, &p, &err);
	if (rc)
		cli_error(&err);
	else
		rc = cli_open_monitor(p->device, m, &monitor);
	if (!rc && !p->device && gno_pattern_file_set_device(p, gno_device_url(monitor.dev), &err))
		rc = cli_error(&err);
	if (!rc) {
		rc = gno_experiment_write(m, p, monitor.dev, v->option[OPT_OUTPUT],
					  v->option[OPT_FORCE] != NULL, hooks, NULL, &err);
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
    .options = options,
    .run = command,
};
