/* SPDX-License-Identifier: Apache-2.0 */
/* Existing run directories: opened by one process at a time, started, stopped. */
#include "run/run.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "run/open_run.h"
#include "device/registers.h"
#include "gnomon/records.h"
#include "base/made.h"
#include "base/show.h"
#include "common/util.h"
#include "monitor/table.h"
#include "compile/triggers.h"

/* Writes what differs from `now` of a table. */
static int send_table(const struct gno_pattern_table *t, const struct gno_pattern_table *now,
		      struct gno_device *dev, struct gno_err *err)
{
	unsigned row = gno_preprocessor_row_apart(t->name), step = row ? row : t->cells;
	int rc = 0;

	for (unsigned at = 0; at < t->cells && !rc; at += step)
		if (memcmp(now->cell + at, t->cell + at, step) != 0)
			rc = gno_device_write(dev, t->base + at, t->cell + at, step, err);
	return rc;
}

int gno_node_write_tables(const struct gno_pattern_file *p, unsigned node,
			  const struct gno_pattern_node *now, struct gno_node_flags flags,
			  struct gno_device *dev, struct gno_err *err)
{
	const struct gno_pattern_node *n = &p->node[node];
	int rc;

	rc = gno_device_select(dev, node, flags, err);
	for (size_t i = 0; i < n->tables && !rc; i++)
		if (now)
			rc = send_table(&n->table[i], &now->table[i], dev, err);
		else
			rc = gno_device_write(dev, n->table[i].base, n->table[i].cell,
					      n->table[i].cells, err);
	return rc;
}

int gno_patterns_live(const struct gno_pattern_file *p, struct gno_device *dev, bool live,
		      struct gno_err *err)
{
	const struct gno_node_flags flags = {
	    .live = live, .collect = p->collect, .wrap = p->mode == GNO_BUFFER_WRAP};

	return gno_device_select(dev, GNO_NODE_ALL, flags, err);
}

int gno_patterns_send(const struct gno_pattern_file *p, struct gno_device *dev, struct gno_err *err)
{
	const struct gno_node_flags flags = {.collect = p->collect,
					     .wrap = p->mode == GNO_BUFFER_WRAP};
	int rc;

	/* No run goes on from here to the start: its events would use up what POST sets. */
	rc = gno_device_stop(dev, err);
	if (!rc)
		rc = gno_patterns_live(p, dev, false, err);
	for (unsigned k = 0; k < p->nodes && !rc; k++)
		rc = gno_node_write_tables(p, k, NULL, flags, dev, err);
	if (!rc && flags.wrap)
		rc = gno_device_post(dev, p->after, err);
	return rc ? rc : gno_patterns_live(p, dev, true, err);
}

char *gno_stream_file(const struct gno_run *run, unsigned node)
{
	return gno_format("%s/trace/%s", run->dir, run->m->node[node].stream);
}

int gno_run_lock(const char *dir, int *out, struct gno_err *err)
{
	*out = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (*out < 0)
		return gno_fail_errno(err, errno, "cannot open '%s'", dir);
	if (flock(*out, LOCK_EX | LOCK_NB))
		return gno_fail(err, GNO_ERR_STATE, "'%s' is in use by another gnomon", dir);
	return 0;
}

static int read_patterns(const struct gno_run *run, struct gno_run_load *load, struct gno_err *err)
{
	char *path = gno_format("%s/%s", run->dir, load->file);
	int rc;

	if (!path)
		return gno_fail_nomem(err);
	rc = gno_pattern_file_read(path, &load->patterns, err);
	if (!rc && (load->patterns->hash != run->m->hash || load->patterns->nodes != run->m->nodes))
		rc = gno_fail(err, GNO_ERR_MISMATCH,
			      "'%s' is foreign: its patterns are of monitor %016" PRIx64
			      ", its manifest of %016" PRIx64,
			      path, load->patterns->hash, run->m->hash);
	free(path);
	return rc;
}

static int open_run_folder(struct gno_run *run, struct gno_err *err)
{
	char *manifest = gno_format("%s/manifest.json", run->dir);
	char *journal = gno_format("%s/run.json", run->dir);
	int rc;

	if (!manifest || !journal) {
		rc = gno_fail_nomem(err);
		goto out;
	}
	rc = gno_run_lock(run->dir, &run->lock, err);
	if (rc)
		goto out;
	base_made_tidy(run->lock);
	if (access(manifest, F_OK) || access(journal, F_OK)) {
		rc = gno_fail(err, GNO_ERR_FORMAT,
			      "'%s' is not a run directory, or was cut off: no '%s' in it",
			      run->dir, access(manifest, F_OK) ? "manifest.json" : "run.json");
		goto out;
	}
	rc = gno_manifest_load(manifest, &run->m, err);
	if (!rc)
		rc = gno_journal_read(run, err);
	for (size_t i = 0; i < run->loads && !rc; i++)
		rc = read_patterns(run, &run->load[i], err);
out:
	free(manifest);
	free(journal);
	return rc;
}

int gno_run_open(const char *dir, struct gno_run **out, struct gno_err *err)
{
	struct gno_run *run = calloc(1, sizeof(*run));
	int rc;

	if (!run)
		return gno_fail_nomem(err);
	run->lock = -1;
	run->dir = strdup(dir);
	rc = run->dir ? open_run_folder(run, err) : gno_fail_nomem(err);
	if (rc)
		gno_run_close(run);
	else
		*out = run;
	return rc;
}

static int draw_nonce(uint64_t *out, struct gno_err *err)
{
	do {
		if (getrandom(out, sizeof(*out), 0) != (ssize_t)sizeof(*out))
			return gno_fail_errno(err, errno, "cannot get a random number");
		*out &= GNO_NONCE_MAX;
	} while (!*out);
	return 0;
}

int gno_run_create(const char *dir, const struct gno_manifest *m, const struct gno_pattern_file *p,
		   const struct gno_status *monitor, struct gno_run **out, struct gno_err *err)
{
	struct gno_run *run = calloc(1, sizeof(*run));
	int rc;

	if (!run)
		return gno_fail_nomem(err);
	*run = (struct gno_run){
	    .lock = -1,
	    .lent = true,
	    .m = (struct gno_manifest *)m,
	    .state = GNO_RUN_LOADED,
	    .mode = p->mode,
	    .after = p->after,
	    .number = -1,
	    .loaded_run = monitor->run,
	    .loaded_nonce = monitor->nonce,
	    .limit_ms = p->limit_ms,
	    .dir = strdup(dir),
	    .device = p->device ? base_show_new(p->device) : NULL,
	    .node = calloc(m->nodes, sizeof(*run->node)),
	    .load = calloc(1, sizeof(*run->load)),
	};
	run->loads = run->load != NULL;
	if (run->load) {
		run->load->file = strdup("patterns.json");
		run->load->patterns = (struct gno_pattern_file *)p;
		for (unsigned k = 0; k < m->nodes; k++)
			run->load->on[k] = true;
	}
	if (run->dir && run->node && run->load && run->load->file && (!p->device || run->device))
		rc = draw_nonce(&run->nonce, err);
	else
		rc = gno_fail_nomem(err);
	if (rc)
		gno_run_close(run);
	else
		*out = run;
	return rc;
}

void gno_run_close(struct gno_run *run)
{
	if (!run)
		return;
	if (run->lock >= 0)
		close(run->lock);
	for (size_t i = 0; i < run->loads; i++) {
		free(run->load[i].file);
		if (i || !run->lent)
			gno_pattern_file_free(run->load[i].patterns);
	}
	free(run->load);
	if (!run->lent)
		gno_manifest_free(run->m);
	free(run->device);
	free(run->started);
	free(run->node);
	free(run->pending.w);
	free(run->dir);
	free(run);
}

const struct gno_manifest *gno_run_manifest(const struct gno_run *run)
{
	return run->m;
}

enum gno_run_state gno_run_state(const struct gno_run *run)
{
	return run->state;
}

const char *gno_run_device(const struct gno_run *run)
{
	return run->device;
}

unsigned gno_run_limit_ms(const struct gno_run *run)
{
	return run->limit_ms;
}

const struct gno_pattern_file *gno_run_patterns(const struct gno_run *run, unsigned node,
						uint64_t lives)
{
	const struct gno_pattern_file *found = run->load[0].patterns;

	for (size_t i = 1; i < run->loads && lives; i++) {
		if (!run->load[i].on[node])
			continue;
		found = run->load[i].patterns;
		lives--;
	}
	return found;
}

const struct gno_pattern_file *gno_run_patterns_now(const struct gno_run *run, unsigned node)
{
	return gno_run_patterns(run, node, UINT64_MAX);
}

bool gno_run_node_off(const struct gno_run *run, unsigned node)
{
	size_t i = run->loads;

	while (i-- > 1)
		if (run->load[i].on[node] || run->load[i].off[node])
			return run->load[i].off[node];
	return false;
}

/* Creates the streams, still empty. */
static int create_streams(struct gno_run *run, struct gno_err *err)
{
	int rc = 0;

	for (unsigned k = 0; k < run->m->nodes && !rc; k++) {
		char *path = gno_stream_file(run, k);

		rc = path ? gno_replace_file(path, "", 0, err) : gno_fail_nomem(err);
		run->node[k] = (struct gno_run_node){0};
		free(path);
	}
	return rc;
}

int gno_run_check_monitor(const struct gno_run *run, const struct gno_status *status,
			  struct gno_err *err)
{
	if (!status->run)
		return gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "the monitor was reset and no longer has the run of '%s'; what was drained before is kept",
		    run->dir);
	if ((int)status->run == run->number && status->nonce == run->nonce)
		return 0;
	return gno_fail(
	    err, GNO_ERR_MISMATCH,
	    "the monitor is in another run than '%s': it was %s; what was drained before is kept",
	    run->dir, status->nonce ? "started again" : "reset by the host");
}

int gno_run_check_kind(const struct gno_run *run, const struct gno_device *dev, struct gno_err *err)
{
	if (gno_device_model(dev) == run->model)
		return 0;
	return gno_fail(
	    err, GNO_ERR_MISMATCH,
	    "the run of '%s' was started in %s, and the monitor is %s; what was drained before is kept",
	    run->dir, run->model ? "a simulated model" : "the hardware",
	    run->model ? "the hardware" : "a simulated model");
}

/* Refuses a monitor that has no longer what was loaded, or what others have loaded since. */
static int check_loaded(const struct gno_run *run, struct gno_device *dev, struct gno_err *err)
{
	struct gno_status now;
	int rc = gno_device_status(dev, &now, err);

	if (rc || (now.run == run->loaded_run && now.nonce == run->loaded_nonce))
		return rc;
	return gno_fail(err, GNO_ERR_MISMATCH,
			"the monitor was %s since '%s' was loaded; load it again",
			now.run && now.nonce ? "started" : "reset", run->dir);
}

int gno_run_sync(const struct gno_run *run, struct gno_err *err)
{
	struct base_fault fault;

	return gno_take_fault(err, base_made_sync(run->lock, run->dir, &fault), &fault);
}

int gno_run_start(struct gno_run *run, struct gno_device *dev, struct gno_err *err)
{
	time_t now = time(NULL);
	char stamp[32];
	unsigned number;
	struct tm tm;
	int rc;

	if (run->state != GNO_RUN_LOADED)
		return gno_fail(err, GNO_ERR_STATE,
				"'%s' was started before; load into a new folder", run->dir);
	rc = check_loaded(run, dev, err);
	if (!rc)
		rc = create_streams(run, err);
	if (!rc)
		rc = gno_device_start(dev, &run->nonce, &number, err);
	if (rc)
		return rc;
	strftime(stamp, sizeof(stamp), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &tm));
	run->started = strdup(stamp);
	if (!run->started)
		return gno_fail_nomem(err);
	run->number = (int)number;
	run->model = gno_device_model(dev);
	run->anchors = (struct gno_anchors){.start = gno_device_anchor(dev)};
	run->state = GNO_RUN_RUNNING;
	rc = gno_metadata_write(run, err);
	if (!rc)
		rc = gno_journal_write(run, err);
	return rc ? rc : gno_run_sync(run, err);
}

int gno_run_place(struct gno_run *run, const struct gno_simulation *simulation, struct gno_err *err)
{
	run->simulation = *simulation;
	return gno_journal_write(run, err);
}

int gno_run_stop(struct gno_run *run, struct gno_device *dev, struct gno_err *err)
{
	struct gno_status st;
	int rc;

	if (run->state == GNO_RUN_LOADED)
		return gno_fail(err, GNO_ERR_STATE, "'%s' was not started", run->dir);
	rc = gno_run_check_kind(run, dev, err);
	if (!rc)
		rc = gno_device_status(dev, &st, err);
	if (!rc)
		rc = gno_run_check_monitor(run, &st, err);
	if (!rc)
		rc = gno_device_stop(dev, err);
	if (rc || run->state != GNO_RUN_RUNNING)
		return rc;
	if (st.active)
		run->anchors.stop = gno_device_anchor(dev);
	run->state = GNO_RUN_STOPPED;
	rc = gno_journal_write(run, err);
	return rc ? rc : gno_run_sync(run, err);
}

/* -- the host's trigger, to read the counts of a run in progress -- */

/* Whether the trigger of the host does anything at a node. */
static bool answers(const struct gno_manifest *m, const struct gno_pattern_file *p, unsigned k)
{
	int number = gno_trigger_number(&m->node[k], GNO_TRIGGER_HOST, 0);
	int point = number < 0 ? -1 : gno_pattern_file_find(p, GNO_PATTERN_TRIGGER, k, number);

	return point >= 0 && p->point[point].actions;
}

static int nobody_answers(const struct gno_manifest *m, struct gno_err *err)
{
	return gno_fail(
	    err, GNO_ERR_ARG,
	    "cannot fire the host's trigger: no node of monitor '%s' has one with actions",
	    m->name);
}

int gno_patterns_may_ask(const struct gno_manifest *m, const struct gno_pattern_file *p,
			 struct gno_err *err)
{
	for (unsigned k = 0; k < m->nodes; k++)
		if (answers(m, p, k))
			return 0;
	return nobody_answers(m, err);
}

int gno_run_may_ask(const struct gno_run *run, unsigned node, struct gno_err *err)
{
	unsigned k, count = 0;

	if (run->state != GNO_RUN_RUNNING)
		return gno_fail(err, GNO_ERR_STATE,
				"cannot fire the host's trigger: '%s' is not running but %s",
				run->dir, gno_run_state_name(run->state));
	for (k = 0; k < run->m->nodes; k++)
		count += (node == GNO_NODE_ALL || node == k) &&
			 answers(run->m, gno_run_patterns_now(run, k), k);
	if (!count && node < run->m->nodes)
		return gno_fail(err, GNO_ERR_ARG, "cannot fire the host's trigger of node '%s': %s",
				run->m->node[node].name,
				gno_trigger_number(&run->m->node[node], GNO_TRIGGER_HOST, 0) < 0
				    ? "the node has none ('host: yes' in the description)"
				    : "its point 'host' has no actions");
	if (!count)
		return nobody_answers(run->m, err);
	if (node != GNO_NODE_ALL && gno_run_node_off(run, node))
		return gno_fail(
		    err, GNO_ERR_STATE,
		    "cannot fire the host's trigger of node '%s': the node is off, because a load was interrupted",
		    run->m->node[node].name);
	return 0;
}

static int check_ask(const struct gno_run *run, struct gno_device *dev, unsigned node,
		     struct gno_err *err)
{
	struct gno_status st;
	int rc;

	rc = gno_run_may_ask(run, node, err);
	if (!rc)
		rc = gno_run_check_kind(run, dev, err);
	if (!rc)
		rc = gno_device_status(dev, &st, err);
	return rc ? rc : gno_run_check_monitor(run, &st, err);
}

int gno_run_ask(struct gno_run *run, struct gno_device *dev, unsigned node, struct gno_err *err)
{
	const struct gno_node_flags flags = {.live = true,
					     .collect = run->load[0].patterns->collect,
					     .wrap = run->mode == GNO_BUFFER_WRAP,
					     .ask = true};
	bool some_off = false;
	int rc;

	rc = check_ask(run, dev, node, err);
	for (unsigned k = 0; k < run->m->nodes; k++)
		some_off = some_off || gno_run_node_off(run, k);
	if (rc || node != GNO_NODE_ALL || !some_off)
		return rc ? rc : gno_device_select(dev, node, flags, err);
	for (unsigned k = 0; k < run->m->nodes && !rc; k++)
		if (!gno_run_node_off(run, k) && answers(run->m, gno_run_patterns_now(run, k), k))
			rc = gno_device_select(dev, k, flags, err);
	return rc;
}
