/* SPDX-License-Identifier: Apache-2.0 */
#include "common.h"
#include "rounds.h"

#include <stdlib.h>
#include <unistd.h>

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
	OPT_FORCE,
	OPT_QUIET,
	OPT_NO_REPORT,
	OPT_JSON
};

static const struct cli_option options[] = {
    CLI_OPT_OUTPUT,
    CLI_OPT_DEVICE,
    CLI_OPT_MANIFEST,
    CLI_OPT_PROGRAM,
    CLI_OPT_TIMEOUT,
    CLI_OPT_LIMIT,
    CLI_OPT_ASK,
    {'r', "rounds", NULL, "measure more than there are pairs, set by set"},
    {'b', "before", "COMMAND", "run this before each start, to make the target begin anew"},
    CLI_OPT_FORCE,
    CLI_OPT_QUIET,
    {'n', "no-report", NULL, "do not print the report"},
    {'j', "json", NULL, "print the report as JSON"},
    CLI_OPT_END,
};

static const struct cli_spec spec = {
    .name = "run",
    .args = "EXPERIMENT",
    .min_args = 1,
    .max_args = 1,
    .summary = "Does a whole run: reset, load, start, drain until the end, stop, drain the rest, report.",
    .details =
	"EXPERIMENT may be a pattern file ('gnomon compile'). The end is the experiment's end point\n"
	"('until') or its limit by the wall clock (60 s where it has none), whichever comes first; with the\n"
	"buffer mode 'fill' also a full trace buffer. If the end point was not reached at all nodes the "
	"exit\n"
	"status is 1, after the report. At an interrupt, what was fetched is kept; 'gnomon\n"
	"drain' goes on.\n"
	"With --rounds measures that need more pairs than there are are taken in rounds: each resets, loads\n"
	"and starts anew into RUN/round0, RUN/round1, ...; the target must begin anew at each start. The "
	"report\n"
	"puts them together, and refuses intervals that did not take the same time in each.\n",
    .options = options,
};

/* Starts and drains the run that was loaded into `dir`. */
static int start_and_drain(struct gno_device *dev, const char *dir, const struct cli_values *v, bool *missed)
{
	struct cli_drain how = {.stop = true, .quiet = v->option[OPT_QUIET] != NULL};
	struct gno_run *run = NULL;
	struct gno_err err;
	int ret;

	ret = gno_run_open(dir, &run, &err);
	if (ret)
		return cli_error(&err);
	ret = cli_limit(&spec, v->option[OPT_LIMIT], gno_run_limit_ms(run), &how.limit_ms);
	if (!ret)
		ret = cli_ask(&spec, v->option[OPT_ASK], &how.ask_ms);
	if (!ret) {
		ret = gno_device_identify(dev, gno_run_manifest(run), &err);
		if (!ret)
			ret = gno_run_start(run, dev, &err);
		if (ret)
			cli_error(&err);
		else
			ret = cli_drain(run, dev, dir, &how);
	}
	*missed |= how.missed;
	gno_run_close(run);
	return ret;
}

/* One round: what is loaded is in `patterns`, what comes of it goes to `dir`. */
static int do_run(const struct cli_patterns *patterns, struct gno_device *dev, const char *dir,
		  const struct cli_values *v, bool *missed)
{
	struct gno_err err;
	int ret;

	ret = gno_device_identify(dev, patterns->m, &err);
	if (!ret)
		ret = gno_device_reset(dev, &err);
	if (ret)
		cli_error(&err);
	else
		ret = cli_load(patterns, dev, dir, v->option[OPT_FORCE] != NULL, v->option[OPT_BEFORE]);
	return ret ? ret : start_and_drain(dev, dir, v, missed);
}

/* The first round or the only one, whose patterns are there, and those that follow. */
static int do_rounds(struct cli_patterns *patterns, const struct cli_values *v,
		     struct gno_experiment_options *load, bool *missed)
{
	const char *run = v->option[OPT_OUTPUT];
	unsigned rounds = patterns->p->rounds;
	struct gno_device *dev = NULL;
	bool made = false;
	char *dir = NULL;
	int ret;

	ret = cli_open_device(&spec, patterns->p->device, v->option[OPT_TIMEOUT], patterns->m, &dev);
	if (!ret && !load->rounds)
		ret = do_run(patterns, dev, run, v, missed);
	else if (!ret)
		ret = cli_make_rounds(run, &made);
	while (!ret && load->rounds && load->round < rounds) {
		cli_note("round %u of %u", load->round + 1, rounds);
		ret = cli_round_path(run, load->round, &dir);
		if (!ret)
			ret = do_run(patterns, dev, dir, v, missed);
		free(dir);
		dir = NULL;
		if (!ret && ++load->round < rounds)
			ret = cli_next_round(v->arg[0], load, dev, patterns);
	}
	if (ret && made)
		rmdir(run); /* stays if a round is in it */
	cli_close_device(dev);
	return ret;
}

int cmd_run(int argc, char **argv)
{
	struct gno_experiment_options load = {0};
	struct cli_patterns patterns = {0};
	bool missed = false;
	unsigned limit, ask;
	struct cli_values v;
	struct gno_err err;
	int ret;

	ret = cli_parse(&spec, argc, argv, &v);
	if (ret)
		return ret == CLI_HELP ? 0 : ret;
	if (!v.option[OPT_OUTPUT])
		return cli_usage(&spec, "no run directory is named: use --output RUN");
	load = (struct gno_experiment_options){.manifest = v.option[OPT_MANIFEST],
					       .device = v.option[OPT_DEVICE],
					       .program = v.option[OPT_PROGRAM],
					       .rounds = v.option[OPT_ROUNDS] != NULL};
	ret = cli_limit(&spec, v.option[OPT_LIMIT], 0, &limit);
	if (!ret)
		ret = cli_ask(&spec, v.option[OPT_ASK], &ask);
	if (!ret)
		ret = cli_load_patterns(v.arg[0], &load, &patterns);
	if (!ret && ask && gno_patterns_may_ask(patterns.m, patterns.p, &err))
		ret = cli_error(&err);
	if (!ret)
		ret = do_rounds(&patterns, &v, &load, &missed);
	cli_free_patterns(&patterns);
	if (!ret && !v.option[OPT_NO_REPORT]) {
		char report[] = "report", json[] = "--json";
		char *args[] = {report, (char *)v.option[OPT_OUTPUT], v.option[OPT_JSON] ? json : NULL, NULL};

		ret = cmd_report(v.option[OPT_JSON] ? 3 : 2, args);
	}
	return ret || !missed ? ret : GNO_ERR_STATE;
}
