/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "shared/common.h"
#include "shared/interrupt.h"

enum { OPT_DEVICE, OPT_TIMEOUT, OPT_LOAD, OPT_PROGRAM, OPT_STOP, OPT_LIMIT, OPT_ASK, OPT_QUIET };

static const struct base_option options[] = {
    CLI_OPT_DEVICE,
    CLI_OPT_TIMEOUT,
    {'L', "load", "FILE",
     "first load this experiment or pattern file into the run, as 'load --into'"},
    CLI_OPT_PROGRAM,
    {'s', "stop", NULL, "at the end point or limit, stop the run and fetch the rest"},
    CLI_OPT_LIMIT,
    CLI_OPT_ASK,
    CLI_OPT_QUIET,
    CLI_OPT_END,
};

static const struct cli_spec spec = {
    .name = "drain",
    .args = "RUN",
    .min_args = 1,
    .max_args = 1,
    .summary = "Fetches the trace of a run from the monitor, from where the last drain ended.",
    .details = "The drain ends when the flush of every node has arrived (the run is then "
	       "complete), at the\n"
	       "experiment's end point ('until'), at the limit (60 s, or the experiment's; it "
	       "counts from the start\n"
	       "of this drain), or at an interrupt. If a run is complete but did not reach its end "
	       "point at all\n"
	       "nodes, the exit status is 1. Fetched data is always kept: it is on the disk when "
	       "the command ends.\n"
	       "(It is not synced earlier, because the trace buffer would fill meanwhile.) The "
	       "next drain resumes.\n"
	       "With --ask, nodes with a trigger of the host ('host: yes') perform the actions "
	       "that the experiment\n"
	       "names for the point 'host', such as sample and bank, while the drain runs.\n",
    .options = options,
};

int cmd_drain(int argc, char **argv)
{
	struct gno_device *dev = NULL;
	struct gno_run *run = NULL;
	struct gno_drain_options how = {.interrupted = cli_catch_interrupts()};
	bool missed = false;
	struct gno_err err;
	struct base_values v;
	int ret;

	ret = cli_parse(&spec, argc, argv, &v);
	if (ret)
		return ret == CLI_HELP ? 0 : ret;
	ret = cli_limit(&spec, v.option[OPT_LIMIT], &how.limit_ms);
	if (!ret)
		ret = cli_ask(&spec, v.option[OPT_ASK], &how.ask_ms);
	if (!ret)
		ret = cli_open_run(&spec, v.arg[0], v.option[OPT_DEVICE], v.option[OPT_TIMEOUT],
				   &how.limit_ms, &run, &dev);
	if (ret)
		return ret;
	how.stop = v.option[OPT_STOP] != NULL;
	if (v.option[OPT_LOAD])
		ret = cli_load_into(run, dev, v.arg[0], v.option[OPT_LOAD], v.option[OPT_PROGRAM]);
	if (!ret) {
		ret = gno_experiment_drain(run, dev, v.arg[0], &how,
					   cli_hooks(v.option[OPT_QUIET] != NULL, NULL), &missed,
					   &err);
		if (ret)
			cli_session_error(&err);
	}
	if (!ret && missed)
		ret = GNO_ERR_STATE;
	cli_close_device(dev);
	gno_run_close(run);
	return ret;
}
