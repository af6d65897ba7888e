/* SPDX-License-Identifier: Apache-2.0 */
#include "session/experiment.h"

#include <stdlib.h>
#include <unistd.h>

#include "device/registers.h"
#include "device/search.h"
#include "run/run.h"
#include "session/indexing.h"

/* An experiment on its way. */
struct session {
	const char *experiment;
	const struct gno_session_options *options;
	const struct gno_session_hooks *hooks;
	struct gno_experiment_options load; /* of the current round */
	struct gno_manifest *m;
	struct gno_pattern_file *p;
	struct gno_device *dev;
	bool missed;
	struct gno_err *err;
};

int gno_experiment_patterns(const char *path, const struct gno_experiment_options *options,
			    const struct gno_session_hooks *hooks, struct gno_manifest **m,
			    struct gno_pattern_file **p, struct gno_err *err)
{
	struct gno_faults faults = {0};
	int rc = gno_experiment_load(path, options, m, p, &faults, err);

	if (hooks->faults)
		hooks->faults(hooks->ctx, path, &faults);
	gno_faults_free(&faults);
	return rc;
}

int gno_experiment_write(const struct gno_manifest *m, const struct gno_pattern_file *p,
			 struct gno_device *dev, const char *dir, bool replace,
			 const struct gno_session_hooks *hooks, struct gno_run **run,
			 struct gno_err *err)
{
	struct gno_run_draft *draft = NULL;
	struct gno_status monitor;
	int rc = gno_device_before_load(dev, &monitor, err);

	if (!rc)
		rc = gno_run_prepare(dir, m, p, &monitor, replace, &draft, err);
	if (rc)
		return rc;
	rc = gno_patterns_send(p, dev, err);
	if (!rc && hooks->before)
		rc = hooks->before(hooks->ctx, err);
	if (rc)
		gno_run_discard(draft);
	else
		rc = gno_run_finish(draft, run, err);
	if (!rc && hooks->loaded)
		hooks->loaded(hooks->ctx, dir, m, p);
	return rc;
}

int gno_experiment_drain(struct gno_run *run, struct gno_device *dev, const char *dir,
			 const struct gno_drain_options *options,
			 const struct gno_session_hooks *hooks, bool *missed, struct gno_err *err)
{
	struct gno_drain_options with_hooks = *options;
	struct gno_drain_result result = {0};
	struct gno_link_counters link = {0};
	int rc;

	with_hooks.progress = hooks->progress;
	with_hooks.note = hooks->note;
	with_hooks.ctx = hooks->ctx;
	rc = gno_run_drain(run, dev, &with_hooks, &result, err);
	if (dev)
		gno_device_counters(dev, &link);
	if (hooks->drained)
		hooks->drained(hooks->ctx, dir, &result, &link, rc != 0);
	if (rc)
		return rc;
	*missed |= result.missed;
	return result.end == GNO_DRAIN_INTERRUPTED
		   ? gno_fail(err, GNO_ERR_INTERRUPTED, "interrupted; what was drained is in '%s'",
			      dir)
		   : 0;
}

/* The limit of a run, from its load on; 0: none. */
static unsigned limit_ms(const struct session *s)
{
	if (s->options->limit_ms == GNO_NO_LIMIT)
		return 0;
	return s->options->limit_ms || !s->p ? s->options->limit_ms : s->p->limit_ms;
}

/* Notes where the run lies in its simulation. */
static int place_run(struct session *s, struct gno_run *run)
{
	struct gno_simulation simulation = {.known = false};

	if (s->hooks->place)
		s->hooks->place(s->hooks->ctx, &simulation);
	return simulation.known ? gno_run_place(run, &simulation, s->err) : 0;
}

/* Starts the run; one that is tied to others with its triggers off, until all are ready. */
static int start(struct session *s, struct gno_run *run)
{
	const struct gno_session_ties *ties = s->options->ties;
	int rc = ties ? gno_patterns_live(s->p, s->dev, false, s->err) : 0;

	if (!rc)
		rc = gno_run_start(run, s->dev, s->err);
	if (!rc && ties)
		rc = ties->begun(ties->ctx, s->dev, s->err);
	return rc || !ties ? rc : gno_patterns_live(s->p, s->dev, true, s->err);
}

/* Starts and drains the run that was loaded into `dir`, and closes it. */
static int start_and_drain(struct session *s, struct gno_run *run, const char *dir)
{
	struct gno_drain_options how = {
	    .stop = true,
	    .ask_ms = s->options->ask_ms,
	    .interrupted = s->options->interrupted,
	    .finish = s->options->finish,
	};
	struct session_index *index = NULL;
	int rc;

	how.limit_ms = limit_ms(s);
	if (s->options->ties)
		how.beside = &s->options->ties->drain;
	rc = start(s, run);
	if (!rc)
		rc = place_run(s, run);
	if (!rc && !s->options->ties) /* the index of several boards is that of all of them */
		index = session_index_begin(dir);
	if (!rc)
		rc = gno_experiment_drain(run, s->dev, dir, &how, s->hooks, &s->missed, s->err);
	if (!rc)
		rc = place_run(s, run);
	gno_run_close(run);
	session_index_end(index, !rc);
	return rc;
}

static int do_run(struct session *s, const char *dir)
{
	struct gno_run *run = NULL;
	const struct gno_session_ties *ties = s->options->ties;
	int rc = gno_device_identify(s->dev, s->m, s->err);

	if (!rc && ties)
		rc = ties->opened(ties->ctx, s->dev, s->m, s->err);
	if (!rc)
		rc = gno_device_reset(s->dev, s->err);
	if (!rc)
		rc = gno_experiment_write(s->m, s->p, s->dev, dir, s->options->replace, s->hooks,
					  &run, s->err);
	return rc ? rc : start_and_drain(s, run, dir);
}

/* Loads the patterns of the next round in place of the current ones; the device knows them. */
static int next_round(struct session *s)
{
	struct gno_manifest *m = NULL;
	struct gno_pattern_file *p = NULL;
	int rc;

	s->load.round++;
	rc = gno_experiment_patterns(s->experiment, &s->load, s->hooks, &m, &p, s->err);
	gno_link_limit(gno_device_link(s->dev), limit_ms(s));
	if (!rc)
		rc = gno_device_identify(s->dev, m, s->err);
	if (rc) {
		gno_pattern_file_free(p);
		gno_manifest_free(m);
		return rc;
	}
	gno_pattern_file_free(s->p);
	gno_manifest_free(s->m);
	s->p = p;
	s->m = m;
	return 0;
}

static int do_round(struct session *s, const char *run)
{
	char *dir = NULL;
	int rc = gno_round_path(run, s->load.round, &dir, s->err);

	if (!rc)
		rc = do_run(s, dir);
	free(dir);
	return rc;
}

/* All rounds, the first of which has its patterns. */
static int do_rounds(struct session *s, const char *run)
{
	unsigned rounds = s->p->rounds;
	bool made;
	int rc = gno_rounds_make(run, &made, s->err);

	while (!rc) {
		if (s->hooks->round)
			s->hooks->round(s->hooks->ctx, s->load.round, rounds);
		rc = do_round(s, run);
		if (rc || s->load.round + 1 >= rounds)
			break;
		rc = next_round(s);
	}
	if (rc && made)
		rmdir(run); /* stays if a round is in it */
	return rc;
}

/* Opens the device. `url` may be NULL: the monitor of `m` (NULL: any) is searched for, or `missing`
 * is the message. */
static int connect_to(struct session *s, const char *url, const struct gno_manifest *m,
		      unsigned most_ms, const char *missing)
{
	const struct gno_device_options how = {.timeout_ms = s->options->timeout_ms,
					       .limit_ms = most_ms,
					       .interrupted = s->options->interrupted};
	const struct gno_transport *transport = s->options->transport;
	const char *named = s->options->experiment.device;

	if (transport)
		return gno_device_attach(transport, s->options->transport_of,
					 named ? named : transport->scheme, &how, &s->dev, s->err);
	if (url)
		return gno_device_open(url, &how, &s->dev, s->err);
	if (s->options->search)
		return gno_search_open(m, &how, s->hooks->note, s->hooks->ctx, &s->dev, s->err);
	return gno_fail(s->err, GNO_ERR_ARG, "%s", missing);
}

/* Reads the manifest from the monitor, which stays open for the run. */
static int read_manifest(void *ctx, const char *url, struct gno_manifest **m, struct gno_err *err)
{
	struct session *s = ctx;
	int rc = 0;

	if (!s->dev) {
		rc = connect_to(
		    s, url, NULL, limit_ms(s),
		    "no manifest is named, and no monitor to read it from: name a manifest or a device");
		if (!rc)
			rc = gno_device_identify(s->dev, NULL, err);
	}
	return rc ? rc : gno_device_manifest(s->dev, m, err);
}

/* Notes the device that was found: the run directory, and that of each round, name it. */
static int keep_device(struct session *s)
{
	if (s->p->device || s->options->transport)
		return 0;
	s->load.device = gno_device_url(s->dev);
	return gno_pattern_file_set_device(s->p, s->load.device, s->err);
}

static int open_device(struct session *s)
{
	int rc = 0;

	if (s->dev)
		gno_link_limit(gno_device_link(s->dev), limit_ms(s));
	else
		rc = connect_to(
		    s, s->p->device, s->m, limit_ms(s),
		    "no monitor is named: name a device, or 'device:' in the experiment");
	if (!rc)
		rc = gno_device_identify(s->dev, s->m, s->err);
	if (!rc && gno_device_oddity(s->dev) && s->hooks->note)
		s->hooks->note(s->hooks->ctx, gno_device_oddity(s->dev));
	return rc ? rc : keep_device(s);
}

int gno_experiment_run(const char *experiment, const char *dir,
		       const struct gno_session_options *options,
		       const struct gno_session_hooks *hooks, bool *missed, struct gno_err *err)
{
	struct session s = {.experiment = experiment,
			    .options = options,
			    .hooks = hooks,
			    .load = options->experiment,
			    .err = err};
	int rc;

	*missed = false;
	s.load.read_manifest = read_manifest;
	s.load.ctx = &s;
	rc = gno_experiment_patterns(experiment, &s.load, hooks, &s.m, &s.p, err);
	if (!rc && hooks->read)
		rc = hooks->read(hooks->ctx, s.m, s.p, err);
	if (!rc && options->ask_ms)
		rc = gno_patterns_may_ask(s.m, s.p, err);
	if (!rc && !s.load.rounds) /* refuse what cannot be before the monitor is touched */
		rc = gno_run_try(dir, s.m, options->replace, err);
	if (!rc)
		rc = open_device(&s);
	if (!rc)
		rc = s.load.rounds ? do_rounds(&s, dir) : do_run(&s, dir);
	*missed = s.missed;
	gno_device_close(s.dev);
	gno_pattern_file_free(s.p);
	gno_manifest_free(s.m);
	return rc;
}

int gno_experiment_manifest(const char *url, const struct gno_session_options *options,
			    struct gno_manifest **m, struct gno_err *err)
{
	struct session s = {.options = options, .err = err};
	int rc = read_manifest(&s, url, m, err);

	gno_device_close(s.dev);
	return rc;
}
