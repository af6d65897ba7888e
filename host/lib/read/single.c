/* SPDX-License-Identifier: Apache-2.0 */
#include "read/open_trace.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/show.h"
#include "run/journal.h"
#include "common/util.h"

#define TRIES 8 /* to open a run that others replace */

/*
 * The journal of a run that was filtered in its place while it is read: the files that are open are
 * those of the whole run, which has ended, so they are valid to their ends.
 */
static void forget_filter(struct gno_trace *t)
{
	struct gno_journal *j = &t->contents;

	gno_journal_free_filters(j);
	for (unsigned k = 0; k < t->m->nodes; k++)
		j->node[k].size = j->node[k].mark.at = UINT64_MAX;
}

/* Takes what the journal says of the run; `again`: it is not the first one. */
static int take_run(struct gno_trace *t, bool again, const char *path, struct gno_err *err)
{
	struct gno_trace_run *run = &t->run;
	struct gno_journal *j = &t->contents;
	const bool whole = again && !j->filters;
	int rc;

	*run = (struct gno_trace_run){0};
	gno_journal_free(j);
	rc = gno_journal_parse(t->run_json, path, t->m, j, err);
	if (rc)
		return rc;
	if (j->number < 0 && j->state == GNO_RUN_LOADED)
		return gno_fail(err, GNO_ERR_STATE, "run was loaded and never started: '%s'", path);
	if (j->number < 0)
		return gno_fail(err, GNO_ERR_FORMAT, "no run number (key 'run', 0 to 255) in '%s'",
				path);
	run->run = (unsigned)j->number;
	run->state = j->state_name;
	run->mode = j->mode_name;
	run->wrap = j->mode == GNO_BUFFER_WRAP;
	run->frozen = j->frozen;
	run->device = j->device;
	run->started = j->started;
	run->version = j->version;
	run->foreign_slots = j->progress.holes;
	run->simulation = j->simulation;
	run->model = j->model;
	run->anchors = j->anchors;
	if (whole && j->filters)
		forget_filter(t);
	run->filter = j->filter;
	run->filters = j->filters;
	run->stopped = j->stopped;
	return GNO_OK;
}

/* Tells a folder that is no run directory from one that lacks a file. */
static int check_folder(const char *dir, struct gno_err *err)
{
	static const char *const parts[] = {"manifest.json", "run.json", "trace"};
	const char *missing = NULL;
	unsigned found = 0;
	struct stat st;

	if (stat(dir, &st))
		return gno_fail_errno(err, errno, "cannot open '%s'", dir);
	if (!S_ISDIR(st.st_mode))
		return gno_fail(err, GNO_ERR_FORMAT, "not a run directory: '%s' is a file", dir);
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		char *path = gno_format("%s/%s", dir, parts[i]);

		if (!path)
			return gno_fail_nomem(err);
		if (!stat(path, &st))
			found++;
		else
			missing = parts[i];
		free(path);
	}
	if (!found)
		return gno_fail(err, GNO_ERR_FORMAT,
				"not a run directory: '%s' has no manifest.json, run.json or trace",
				dir);
	if (missing)
		return gno_fail(err, GNO_ERR_FORMAT, "run directory is not whole: '%s' has no %s",
				dir, missing);
	return GNO_OK;
}

bool single_reached(const struct gno_trace *t, unsigned node)
{
	return t->contents.node[node].reached;
}

bool single_flushed(const struct gno_trace *t, unsigned node)
{
	return t->contents.node[node].flush;
}

/* How far the journal calls the node's file valid, and whether it grows. */
static struct stream_extent extent_of(const struct gno_trace *t, unsigned node)
{
	const struct gno_run_node *n = &t->contents.node[node];

	return (struct stream_extent){
	    .valid = n->size,
	    .mark = n->mark.at,
	    .grows = single_grows(t) && !n->done,
	    .partial = t->contents.state != GNO_RUN_COMPLETE && !n->done,
	};
}

/* Whether two journals are of one run. */
static bool is_same_run(const json_t *a, const json_t *b)
{
	static const char *const keys[] = {"run", "nonce"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		const json_t *in_a = json_object_get(a, keys[i]),
			     *in_b = json_object_get(b, keys[i]);

		if ((in_a || in_b) && !json_equal(in_a, in_b))
			return false;
	}
	return true;
}

static int fail_replaced(const struct gno_trace *t, struct gno_err *err)
{
	return gno_fail(err, GNO_ERR_MISMATCH, "another run has replaced this one: '%s'", t->dir);
}

/* Takes a journal, which is the trace's from then on. */
static int take_journal(struct gno_trace *t, json_t *root, const struct stat *now, const char *path,
			struct gno_err *err)
{
	json_t *before = t->run_json;
	int rc;

	t->run_json = root;
	/* of two that list none, too */
	t->loads_changed +=
	    json_object_get(root, "loads") != json_object_get(before, "loads") &&
	    !json_equal(json_object_get(root, "loads"), json_object_get(before, "loads"));
	t->journal = *now;
	rc = take_run(t, before != NULL, path, err);
	json_decref(before);
	return rc;
}

/* Reads the journal, unless it is the one that was read last: 1, or 0 for that. */
static int read_run(struct gno_trace *t, struct gno_err *err)
{
	char *path = gno_format("%s/run.json", t->dir);
	json_t *root = NULL, *before = t->run_json;
	struct stat now = {0};
	int rc;

	if (!path)
		return gno_fail_nomem(err);
	/* what is written after this is seen the next time */
	if (!stat(path, &now) && before && now.st_ino == t->journal.st_ino &&
	    now.st_size == t->journal.st_size && now.st_mtim.tv_sec == t->journal.st_mtim.tv_sec &&
	    now.st_mtim.tv_nsec == t->journal.st_mtim.tv_nsec) {
		free(path);
		return 0;
	}
	rc = gno_journal_load(path, &root, err);
	if (!rc && before && !is_same_run(before, root))
		rc = fail_replaced(t, err);
	if (!rc)
		rc = take_journal(t, root, &now, path, err);
	else
		json_decref(root);
	free(path);
	return rc ? rc : 1;
}

/* Refuses a file that is another node's stream, under this name or another. */
static int check_own_file(const struct gno_trace *t, unsigned node, struct gno_err *err)
{
	const struct stream_input *own = t->stream[node].in;

	for (unsigned k = 0; k < t->streams; k++) {
		const struct stream_input *other = t->stream[k].in;

		if (k != node && other->fd >= 0 && other->dev == own->dev && other->ino == own->ino)
			return gno_fail(err, GNO_ERR_FORMAT,
					"'%s' and '%s' are one file: nodes '%s' and '%s'",
					t->stream[k].path, t->stream[node].path, t->m->node[k].name,
					t->m->node[node].name);
	}
	return GNO_OK;
}

/* What is done with a stream once its file is open: from then on its path is only shown. */
static int take_file(struct gno_trace *t, unsigned node, struct gno_err *err)
{
	struct gno_stream *s = &t->stream[node];
	char *path;
	int rc = s->in->fd < 0 ? GNO_OK : check_own_file(t, node, err);

	if (rc || s->in->fd < 0)
		return rc;
	path = base_show_new(s->path);
	if (!path)
		return gno_fail_nomem(err);
	free(s->path);
	s->path = path;
	return GNO_OK;
}

static int open_streams(struct gno_trace *t, const char *dir, struct gno_err *err)
{
	char *path;
	int rc;

	t->stream = calloc(t->m->nodes, sizeof(*t->stream));
	if (!t->stream)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < t->m->nodes; k++) {
		struct stream_extent extent = extent_of(t, k);

		path = gno_format("%s/trace/%s", dir, t->m->node[k].stream);
		if (!path)
			return gno_fail_nomem(err);
		t->streams++;
		rc = stream_open(&t->stream[k], path, t->m, k, t->run.run, &extent, err);
		t->stream[k].filtered = t->run.filters > 0;
		if (!rc)
			rc = take_file(t, k, err);
		if (rc)
			return rc;
	}
	return GNO_OK;
}

static int open_once(const char *dir, bool follows, struct gno_trace **out, struct gno_err *err)
{
	struct gno_trace *t = NULL;
	char *manifest = NULL;
	int rc;

	*out = NULL;
	rc = check_folder(dir, err);
	if (rc)
		return rc;
	t = calloc(1, sizeof(*t));
	manifest = gno_format("%s/manifest.json", dir);
	if (t) {
		t->dir = strdup(dir);
		t->follows = follows;
	}
	if (!t || !t->dir || !manifest) {
		rc = gno_fail_nomem(err);
		goto out;
	}
	rc = gno_manifest_load(manifest, &t->m, err);
	if (rc)
		goto out;
	rc = read_run(t, err);
	if (rc < 0)
		goto out;
	rc = open_streams(t, dir, err);
	if (rc)
		goto out;
	*out = t;
	t = NULL;
out:
	single_close(t);
	free(manifest);
	return rc;
}

/*
 * Opens the files of one folder: where another one has come to its place meanwhile (a filter puts
 * one there), the journal and the streams may be of both, and are opened again.
 */
int single_open(const char *dir, bool follows, struct gno_trace **out, struct gno_err *err)
{
	struct stat before, now;
	bool is_one = false;
	int rc = GNO_OK;

	*out = NULL;
	for (unsigned i = 0; i < TRIES && !is_one; i++) {
		single_close(*out);
		is_one = stat(dir, &before) != 0; /* it is refused */
		rc = open_once(dir, follows, out, err);
		is_one = is_one || (!stat(dir, &now) && now.st_dev == before.st_dev &&
				    now.st_ino == before.st_ino);
	}
	if (rc || is_one)
		return rc;
	single_close(*out);
	*out = NULL;
	return gno_fail(err, GNO_ERR_STATE, "'%s' is replaced again and again", dir);
}

int single_share(const struct gno_trace *of, struct gno_trace **out, struct gno_err *err)
{
	struct gno_trace *t = calloc(1, sizeof(*t));
	int rc = GNO_OK;

	*out = NULL;
	if (!t)
		return gno_fail_nomem(err);
	*t = (struct gno_trace){.shares = true,
				.dir = of->dir,
				.m = of->m,
				.journal = of->journal,
				.run_json = of->run_json,
				.contents = of->contents,
				.run = of->run,
				.loads_changed = of->loads_changed};
	t->stream = calloc(t->m->nodes, sizeof(*t->stream));
	if (!t->stream)
		rc = gno_fail_nomem(err);
	while (!rc && t->streams < t->m->nodes) {
		const unsigned k = t->streams++;

		rc = stream_share(&t->stream[k], &of->stream[k], err);
	}
	if (!rc)
		*out = t;
	else
		single_close(t);
	return rc;
}

/* Streams go on up to where the journal says. `changed`: it has changed, or as reading it failed.
 */
static int extend(struct gno_trace *t, int changed, struct gno_err *err)
{
	for (unsigned k = 0; k < t->streams && changed >= 0; k++) {
		struct gno_stream *s = &t->stream[k];
		struct stream_extent extent = extent_of(t, k);
		bool was_open = s->in->fd >= 0;
		int rc = stream_extend(s, &extent, err);

		if (rc > 0 && !was_open)
			rc = take_file(t, k, err);
		changed = rc < 0 ? rc : changed || rc;
	}
	return changed;
}

int single_refresh(struct gno_trace *t, struct gno_err *err)
{
	return extend(t, read_run(t, err), err);
}

int single_refresh_with(struct gno_trace *t, const struct gno_trace *other, struct gno_err *err)
{
	json_t *root;
	char *path;
	int rc;

	if (!is_same_run(t->run_json, other->run_json))
		return fail_replaced(t, err);
	path = gno_format("%s/run.json", t->dir);
	root = json_deep_copy(other->run_json);
	if (!path || !root) {
		free(path);
		json_decref(root);
		return gno_fail_nomem(err);
	}
	rc = take_journal(t, root, &other->journal, path, err);
	free(path);
	return extend(t, rc ? rc : 1, err);
}

int single_settle(struct gno_trace *t, struct gno_err *err)
{
	int rc;

	t->follows = false;
	rc = extend(t, GNO_OK, err);
	return rc < 0 ? rc : GNO_OK;
}

bool single_grows(const struct gno_trace *t)
{
	return t->follows && t->contents.state != GNO_RUN_COMPLETE;
}

void single_close(struct gno_trace *t)
{
	if (!t)
		return;
	for (unsigned k = 0; k < t->streams; k++)
		stream_close(&t->stream[k]);
	free(t->stream);
	if (!t->shares) {
		free(t->dir);
		gno_journal_free(&t->contents);
		json_decref(t->run_json);
		gno_manifest_free(t->m);
	}
	free(t);
}

/* What is stated of the load of a pattern file; NULL: nothing. */
static const struct gno_run_load *load_of(const struct gno_trace *t, const char *file)
{
	for (size_t i = 0; i < t->contents.loads; i++) {
		const struct gno_run_load *load = &t->contents.load[i];

		if (load->file && !strcmp(load->file, file))
			return load;
	}
	return NULL;
}

int single_loaded(const struct gno_trace *t, const char *file, unsigned node)
{
	const struct gno_run_load *load = load_of(t, file);

	return !load || load->on[node];
}

int single_load_frozen(const struct gno_trace *t, const char *file)
{
	const struct gno_run_load *load = load_of(t, file);

	return load && load->frozen;
}
