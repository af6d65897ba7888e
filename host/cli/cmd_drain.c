/* SPDX-License-Identifier: Apache-2.0 */
#include "base/folder.h"
#include "commands.h"
#include "session/indexing.h"
#include "shared/common.h"
#include "shared/interrupt.h"
#include "shared/answer.h"

enum {
	OPT_DEVICE,
	OPT_TIMEOUT,
	OPT_LOAD,
	OPT_PROGRAM,
	OPT_STOP,
	OPT_LIMIT,
	OPT_ASK,
	OPT_KEEP,
	OPT_DROP,
	OPT_QUIET
};

static const struct base_option options[] = {
    CLI_OPT_DEVICE,
    CLI_OPT_TIMEOUT,
    {'L', "load", "FILE",
     "first load this experiment or pattern file into the run, as 'load --into'"},
    CLI_OPT_PROGRAM,
    {'s', "stop", NULL, "stop the run at the end point or limit, and fetch the rest"},
    CLI_OPT_LIMIT,
    CLI_OPT_ASK,
    CLI_OPT_KEEP(0),
    CLI_OPT_DROP(0),
    CLI_OPT_QUIET,
    CLI_OPT_END,
};

/* A drain and what it works at. */
struct drain {
	const struct base_values *v;
	const char *dir;
	struct gno_drain_options how;
	struct filter_options rules;
	enum filter_state state; /* of the run before the drain, where there are rules */
	struct gno_run *run;
	struct gno_device *dev;
};

static int read_options(struct drain *d)
{
	const char *const *option = d->v->option;
	int rc;

	d->rules = (struct filter_options){.keep = option[OPT_KEEP], .drop = option[OPT_DROP]};
	d->how.stop = option[OPT_STOP] != NULL;
	if (option[OPT_LOAD] && cli_has_rules(&d->rules))
		return cli_usage(&cmd_drain, "--load cannot be combined with --keep or --drop");
	rc = cli_limit(&cmd_drain, option[OPT_LIMIT], &d->how.limit_ms);
	return rc ? rc : cli_ask(&cmd_drain, option[OPT_ASK], &d->how.ask_ms);
}

/* Checks the rules before anything is fetched. */
static int check_rules(struct drain *d)
{
	struct gno_err err;

	int rc;

	base_folder_mend(d->dir); /* of a filter that was killed */
	if (!cli_has_rules(&d->rules))
		return 0;
	rc = cli_no_rounds(d->dir);
	if (!rc && filter_check_run(d->dir, &d->rules, &d->state, &err))
		rc = cli_error(&err);
	return rc;
}

/* Opens the run, and its monitor if there is something to fetch. */
static int open_run(struct drain *d)
{
	struct gno_err err;

	if (d->state == FILTER_READY)
		return gno_run_open(d->dir, &d->run, &err) ? cli_error(&err) : 0;
	return cli_open_run(&cmd_drain, d->dir, d->v->option[OPT_DEVICE], d->v->option[OPT_TIMEOUT],
			    &d->how.limit_ms, &d->run, &d->dev);
}

/* Fetches; *complete: the run is. */
static int fetch(struct drain *d, bool *missed, bool *complete)
{
	const char *const *option = d->v->option;
	struct session_index *index = NULL;
	struct gno_err err;
	int rc = open_run(d);

	if (!rc && option[OPT_LOAD])
		rc = cli_load_into(d->run, d->dev, d->dir, option[OPT_LOAD], option[OPT_PROGRAM]);
	if (!rc && !cli_has_rules(&d->rules)) /* else the run becomes another one */
		index = session_index_begin(d->dir);
	if (!rc && gno_experiment_drain(d->run, d->dev, d->dir, &d->how,
					cli_hooks(option[OPT_QUIET] != NULL, NULL), missed, &err)) {
		cli_session_error(&err);
		rc = err.code;
	}
	*complete = d->run && gno_run_state(d->run) == GNO_RUN_COMPLETE;
	gno_run_close(d->run);
	session_index_end(index, !rc);
	gno_device_close(d->dev);
	return rc;
}

static int drain(struct drain *d)
{
	bool missed = false, complete = false;
	int rc = fetch(d, &missed, &complete);

	if (cli_has_rules(&d->rules) && !rc && complete)
		rc = cli_filter_in_place(d->dir, &d->rules);
	else if (cli_has_rules(&d->rules) && d->state == FILTER_EARLY && !complete)
		cli_note_not_filtered(d->dir);
	return !rc && missed ? GNO_ERR_STATE : rc;
}

static int command(const struct base_values *v)
{
	struct drain d = {.how = {.interrupted = cli_catch_interrupts()}};
	int rc;

	d.v = v;
	d.dir = v->arg[0];
	rc = read_options(&d);
	if (!rc)
		rc = check_rules(&d);
	if (!rc && d.state == FILTER_DONE)
		cli_note("'%s' is complete and filtered by these rules", d.dir);
	else if (!rc)
		rc = drain(&d);
	cli_leave_interrupts();
	return rc;
}

const struct cli_spec cmd_drain = {
    .name = "drain",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .brief = "fetch the trace of a run from the monitor",
    .summary = "Fetches the trace of a run from the monitor, from where the last drain ended.",
    .details =
	"The drain ends when the flush of every node has arrived (the run is then complete), at the experiment's end point ('until'), at the limit (60 s, or the experiment's; it counts from the start of this drain), or at an interrupt. If a run is complete but did not reach its end point at all nodes, the exit status is 1. Fetched data is always kept: it is on the disk when the command ends. (It is not synced earlier, because the trace buffer would fill meanwhile.) The next drain resumes. With --ask, nodes with a trigger of the host ('host: yes') perform the actions that the experiment names for the point 'host', such as sample and bank, while the drain runs.\n" CLI_FILTER_DETAILS
	"A run that is complete already is filtered without its monitor.\n",
    .options = options,
    .run = command,
};
