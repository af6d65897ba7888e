/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "session/boards.h"
#include "shared/boards.h"
#include "shared/common.h"
#include "shared/interrupt.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	OPT_OUTPUT,
	OPT_DEVICE,
	OPT_MANIFEST,
	OPT_PROGRAM,
	OPT_TIMEOUT,
	OPT_LIMIT,
	OPT_ASK,
	OPT_ROUNDS,
	OPT_BEFORE,
	OPT_DRIFT,
	OPT_HOST_DRIFT,
	OPT_WANDER,
	OPT_FLOOR,
	OPT_MESSAGE_FLOOR,
	OPT_KEEP,
	OPT_DROP,
	OPT_FORCE,
	OPT_QUIET,
	OPT_NO_REPORT,
	OPT_JSON
};

static const struct base_option options[] = {
    CLI_OPT_OUTPUT,
    CLI_OPT_DEVICES,
    CLI_OPT_MANIFEST,
    CLI_OPT_PROGRAM,
    CLI_OPT_TIMEOUT,
    CLI_OPT_LIMIT,
    CLI_OPT_ASK,
    {'r', "rounds", NULL, "take measures in rounds, if they need more pairs"},
    {'b', "before", "COMMAND", "command to run before each start, such as a reset of the target"},
    CLI_OPT_DRIFT,
    CLI_OPT_HOST_DRIFT,
    CLI_OPT_WANDER,
    CLI_OPT_FLOOR,
    CLI_OPT_MESSAGE_FLOOR,
    CLI_OPT_KEEP(0),
    CLI_OPT_DROP(0),
    CLI_OPT_FORCE,
    CLI_OPT_QUIET,
    {'n', "no-report", NULL, "do not print the report"},
    {'j', "json", NULL, "print the report as JSON"},
    CLI_OPT_END,
};

/* What the session needs of the options. 0 or CLI_USAGE. */
static int read_options(const struct base_values *v, struct gno_session_options *o)
{
	unsigned long ms = GNO_TIMEOUT_MS;
	int rc;

	*o = (struct gno_session_options){
	    .experiment = {.manifest = v->option[OPT_MANIFEST],
			   .device = v->option[OPT_DEVICE],
			   .program = v->option[OPT_PROGRAM],
			   .rounds = v->option[OPT_ROUNDS] != NULL},
	    .search = true,
	    .replace = v->option[OPT_FORCE] != NULL,
	    .interrupted = cli_catch_interrupts(),
	};
	if (!v->option[OPT_OUTPUT])
		return cli_usage(&cmd_run, "no run directory is named: use --output RUN");
	if (o->experiment.rounds && (v->option[OPT_KEEP] || v->option[OPT_DROP]))
		return cli_usage(&cmd_run, "--rounds cannot be combined with --keep or --drop");
	rc = cli_limit(&cmd_run, v->option[OPT_LIMIT], &o->limit_ms);
	if (!rc)
		rc = cli_ask(&cmd_run, v->option[OPT_ASK], &o->ask_ms);
	if (!rc)
		rc = cli_timeout(&cmd_run, v->option[OPT_TIMEOUT], &ms);
	o->timeout_ms = (unsigned)ms;
	return rc;
}

/* Before the run: its rules are as they must be. */
static int check_rules(void *ctx, const struct gno_manifest *m, const struct gno_pattern_file *p,
		       struct gno_err *err)
{
	return filter_check_patterns(m, p, ctx, err);
}

/* The run, and then the filter. */
static int run(const struct base_values *v, const struct gno_session_options *how, bool *missed)
{
	struct filter_options rules = {.keep = v->option[OPT_KEEP], .drop = v->option[OPT_DROP]};
	struct gno_session_hooks hooks =
	    *cli_hooks(v->option[OPT_QUIET] != NULL, v->option[OPT_BEFORE]);
	const char *dir = v->option[OPT_OUTPUT];
	struct gno_err err;
	int rc;

	if (cli_has_rules(&rules))
		hooks.read = check_rules;
	hooks.ctx = &rules; /* the others need none */
	rc = gno_experiment_run(v->arg[0], dir, how, &hooks, missed, &err);
	if (rc)
		cli_session_error(&err);
	if (rc == GNO_ERR_INTERRUPTED && cli_has_rules(&rules))
		cli_note_not_filtered(dir);
	else if (!rc && cli_has_rules(&rules))
		rc = cli_filter_in_place(dir, &rules);
	cli_leave_interrupts();
	return rc;
}

static int print_report(const struct base_values *v)
{
	char report[] = "report", json[] = "--json";
	char *args[] = {report, (char *)v->option[OPT_OUTPUT], v->option[OPT_JSON] ? json : NULL,
			NULL};

	return cli_run(&cmd_report, v->option[OPT_JSON] ? 3 : 2, args);
}

/* Several boards: experiment i is that of device i, or the only one is that of all. */
static int run_boards(const struct base_values *v, const struct gno_boards_options *how,
		      const char *const *url, size_t count)
{
	struct gno_board *board = calloc(count, sizeof(*board));
	struct sync_set set = {0};
	bool missed = false, broken;
	struct gno_err err;
	int rc;

	for (size_t i = 0; board && i < count; i++)
		board[i] = (struct gno_board){url[i], v->arg[v->args > 1 ? i : 0]};
	rc = board ? gno_boards_run(board, count, v->option[OPT_OUTPUT], how,
				    cli_hooks(v->option[OPT_QUIET] != NULL, v->option[OPT_BEFORE]),
				    &missed, &set, &err)
		   : gno_fail_nomem(&err);
	cli_leave_interrupts();
	if (set.plan.interval)
		cli_note_boards(&set);
	if (rc)
		cli_session_error(&err);
	if (set.plan.interval && !v->option[OPT_NO_REPORT] && !v->option[OPT_JSON])
		cli_print_boards(&set);
	if (!rc && !v->option[OPT_NO_REPORT])
		rc = print_report(v);
	broken = sync_found_broken(&set);
	sync_set_free(&set);
	free(board);
	if (!rc && missed)
		rc = GNO_ERR_STATE;
	return rc || !broken ? rc : CLI_WORSE;
}

/* What holds of several boards only. 0 or CLI_USAGE. */
static int check_boards(const struct base_values *v, size_t count)
{
	static const unsigned alone[] = {OPT_ROUNDS, OPT_KEEP, OPT_DROP};

	for (size_t i = 0; i < sizeof(alone) / sizeof(*alone); i++)
		if (v->option[alone[i]])
			return cli_usage(&cmd_run, "--%s cannot be combined with several devices",
					 options[alone[i]].name);
	if (v->args != 1 && v->args != count)
		return cli_usage(&cmd_run,
				 "%u experiments are named for %zu devices: name one for all, or "
				 "one for each in their order",
				 v->args, count);
	return 0;
}

static int several(const struct base_values *v, const struct gno_session_options *session,
		   const char *const *url, size_t count)
{
	const struct cli_figures text = {v->option[OPT_DRIFT], v->option[OPT_HOST_DRIFT],
					 v->option[OPT_WANDER], v->option[OPT_FLOOR],
					 v->option[OPT_MESSAGE_FLOOR]};
	struct gno_boards_options how = {.session = *session};
	int rc = check_boards(v, count);

	if (!rc)
		rc = cli_figures(&cmd_run, &text, &how.declared, &how.plan);
	return rc ? rc : run_boards(v, &how, url, count);
}

static int alone(const struct base_values *v, const struct gno_session_options *how)
{
	static const unsigned figures[] = {OPT_DRIFT, OPT_HOST_DRIFT, OPT_WANDER, OPT_FLOOR,
					   OPT_MESSAGE_FLOOR};
	bool missed = false;
	int rc;

	for (size_t i = 0; i < sizeof(figures) / sizeof(*figures); i++)
		if (v->option[figures[i]])
			return cli_usage(&cmd_run,
					 "--%s is for several devices: name each with "
					 "--device",
					 options[figures[i]].name);
	if (v->args > 1)
		return cli_usage(&cmd_run, "%u experiments are named for one device", v->args);
	rc = run(v, how, &missed);
	if (!rc && !v->option[OPT_NO_REPORT])
		rc = print_report(v);
	return rc || !missed ? rc : GNO_ERR_STATE;
}

static int command(const struct base_values *v)
{
	char *text = strdup(v->option[OPT_DEVICE] ? v->option[OPT_DEVICE] : "");
	const char **url = NULL;
	struct gno_session_options how;
	size_t count = 0;
	int rc = read_options(v, &how);

	if (!rc) {
		url = text ? cli_devices(text, &count) : NULL;
		if (count > 1)
			rc = several(v, &how, url, count);
		else
			rc = alone(v, &how);
	}
	free(url);
	free(text);
	return rc;
}

const struct cli_spec cmd_run = {
    .name = "run",
    .args = "EXPERIMENT...",
    .min_args = 1,
    .max_args = UINT_MAX,
    .brief = "perform a whole run: reset, load, start, drain, stop, report",
    .summary = "Performs a whole run: reset, load, start, drain, stop, drain the rest, report.",
    .details =
	"EXPERIMENT can be a pattern file ('gnomon compile'). If no device is named, the command uses the one board that is plugged in and has the monitor. The run ends at the experiment's end point ('until') or at its limit by the wall clock (60 s by default), whichever comes first; with the buffer mode 'fill' also when the trace buffer is full. If the end point was not reached at all nodes, the exit status is 1, after the report. An interrupt keeps what was fetched; 'gnomon drain' resumes. With --rounds, measures that need more pairs than the monitor has are taken in rounds: each round resets, loads and starts into RUN/round0, RUN/round1, ... The target must restart at each start. The report combines the rounds and refuses intervals that did not take the same time in each.\n" CLI_FILTER_DETAILS
	"The report is that of the filtered run. A run in rounds cannot be filtered.\n"
	"With several devices the boards run together, each into RUN/BOARD, where BOARD is its serial number or URL; EXPERIMENT is one for all, or one for each device in their order. Each monitor needs 'sync: yes' in its description. The boards are polled before their triggers are on, and while they run; RUN/boards.json relates their times to the host's ('gnomon sync --help'). A board that fails meanwhile hurts no other.\n"
	"Exit status: 0 success, 1 failure, or the end point was not reached at all nodes; 2 a wrong command line; 3 of several devices: all is there, and a bound of their times was found broken.\n",
    .says_exit = true,
    .options = options,
    .run = command,
};
