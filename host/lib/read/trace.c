/* SPDX-License-Identifier: Apache-2.0 */
#include "read/trace.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/number.h"
#include "base/show.h"
#include "run/journal.h"
#include "read/filters.h"
#include "read/open_trace.h"
#include "common/util.h"

#define TRIES 8 /* to open a run that others replace */

/* A text of the journal, which is made fit to be shown. */
static const char *text_of(const json_t *o, const char *key)
{
	json_t *text = json_object_get(o, key);
	char *shown = json_is_string(text) ? base_show_new(json_string_value(text)) : NULL;

	if (shown)
		json_string_set(text, shown);
	free(shown);
	return shown ? json_string_value(text) : NULL;
}

/* A number that is not below 0 under a key; `missing`: there is no such key, -1: it is no such
 * number. */
static int64_t count_of(const json_t *o, const char *key, int64_t missing)
{
	const json_t *value = json_object_get(o, key);

	if (!value)
		return missing;
	return json_is_integer(value) && json_integer_value(value) >= 0 ? json_integer_value(value)
									: -1;
}

/* Sizes of the streams, and slots that were no records. */
static int check_counts(const struct gno_trace *t, const char *path, struct gno_err *err)
{
	const json_t *entry;
	size_t i;

	json_array_foreach(json_object_get(t->run_json, "nodes"), i, entry)
	{
		if (count_of(entry, "size", 0) < 0)
			return gno_fail(err, GNO_ERR_FORMAT,
					"'size' of nodes[%zu] is no size in '%s'", i, path);
	}
	if (count_of(t->run_json, "holes", 0) < 0)
		return gno_fail(err, GNO_ERR_FORMAT, "'holes' is no number of slots in '%s'", path);
	return GNO_OK;
}

/* Takes what the journal says of the run. */
static int take_run(struct gno_trace *t, const char *path, struct gno_err *err)
{
	struct gno_trace_run *run = &t->run;
	const json_t *number;
	const char *hash;
	uint64_t of;
	int rc;

	*run = (struct gno_trace_run){0};
	number = json_object_get(t->run_json, "run");
	run->state = text_of(t->run_json, "state");
	if (!number && run->state && !strcmp(run->state, "loaded"))
		return gno_fail(err, GNO_ERR_STATE, "run was loaded and never started: '%s'", path);
	if (!json_is_integer(number) || json_integer_value(number) < 0 ||
	    json_integer_value(number) > 255)
		return gno_fail(err, GNO_ERR_FORMAT, "no run number (key 'run', 0 to 255) in '%s'",
				path);
	hash = text_of(t->run_json, "hash");
	if (hash && (!base_number_hash(hash, BASE_HASH_DIGITS, &of) || of != t->m->hash))
		return gno_fail(err, GNO_ERR_MISMATCH,
				"run is of monitor %s, the manifest of %016llx: '%s'", hash,
				(unsigned long long)t->m->hash, path);
	run->run = (unsigned)json_integer_value(number);
	run->mode = text_of(t->run_json, "mode");
	run->wrap = run->mode && !strcmp(run->mode, "wrap");
	run->frozen = json_is_true(json_object_get(t->run_json, "frozen"));
	run->device = text_of(t->run_json, "device");
	run->started = text_of(t->run_json, "started");
	run->version = text_of(t->run_json, "version");
	run->foreign_slots = (uint64_t)count_of(t->run_json, "holes", 0);
	rc = gno_journal_simulation(t->run_json, path, &run->simulation, err);
	if (!rc)
		rc = gno_journal_model(t->run_json, path, &run->model, err);
	if (!rc)
		rc = gno_journal_anchors(t->run_json, path, &run->anchors, err);
	if (!rc)
		rc = trace_filters_read(t->run_json, path, t->m, run, err);
	return rc ? rc : check_counts(t, path, err);
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
		return gno_fail(err, GNO_ERR_FORMAT, "no run directory: '%s' is a file", dir);
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
				"no run directory: '%s' has no manifest.json, run.json or trace",
				dir);
	if (missing)
		return gno_fail(err, GNO_ERR_FORMAT, "run directory is not whole: '%s' has no %s",
				dir, missing);
	return GNO_OK;
}

static bool is_noted(const struct gno_trace *t, unsigned node, const char *key)
{
	return json_is_true(
	    json_object_get(json_array_get(json_object_get(t->run_json, "nodes"), node), key));
}

bool gno_trace_reached(const struct gno_trace *t, unsigned node)
{
	return is_noted(t, node, "reached");
}

bool gno_trace_flushed(const struct gno_trace *t, unsigned node)
{
	return is_noted(t, node, "flush");
}

/* How far the journal calls the node's file valid, and whether it grows. */
static struct stream_extent extent_of(const struct gno_trace *t, unsigned node)
{
	const json_t *entry = json_array_get(json_object_get(t->run_json, "nodes"), node);
	const json_t *packet = json_object_get(entry, "packet");
	int64_t mark = count_of(packet, "offset", -1);

	return (struct stream_extent){
	    .valid =
		json_object_get(entry, "size") ? (uint64_t)count_of(entry, "size", 0) : UINT64_MAX,
	    .mark = mark < 0 ? UINT64_MAX : (uint64_t)mark,
	    .grows = gno_trace_grows(t) && !json_is_true(json_object_get(entry, "done")),
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

/*
 * The journal of a run that was filtered in its place while it is read: the files that are open are
 * those of the whole run, which has ended, so they are valid to their ends.
 */
static void forget_filter(json_t *root, const json_t *before)
{
	json_t *node;
	size_t i;

	if (!before || json_object_get(before, "filters") || !json_object_get(root, "filters"))
		return;
	json_object_del(root, "filters");
	json_object_set_new(root, "gnomon", json_integer(GNO_RUN_FORMAT));
	json_array_foreach(json_object_get(root, "nodes"), i, node)
	{
		json_object_del(node, "size");
		json_object_del(node, "packet");
	}
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
	rc = take_run(t, path, err);
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
	if (!rc) {
		forget_filter(root, before);
		rc = take_journal(t, root, &now, path, err);
	} else {
		json_decref(root);
	}
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
	unsigned pairs = 1;
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
		if (t->m->node[k].pairs > pairs)
			pairs = t->m->node[k].pairs;
	}
	t->pair = calloc(pairs, sizeof(*t->pair));
	return t->pair ? GNO_OK : gno_fail_nomem(err);
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
	gno_trace_close(t);
	free(manifest);
	return rc;
}

/*
 * Opens the files of one folder: where another one has come to its place meanwhile (a filter puts
 * one there), the journal and the streams may be of both, and are opened again.
 */
static int open_trace(const char *dir, bool follows, struct gno_trace **out, struct gno_err *err)
{
	struct stat before, now;
	bool is_one = false;
	int rc = GNO_OK;

	*out = NULL;
	for (unsigned i = 0; i < TRIES && !is_one; i++) {
		gno_trace_close(*out);
		is_one = stat(dir, &before) != 0; /* it is refused */
		rc = open_once(dir, follows, out, err);
		is_one = is_one || (!stat(dir, &now) && now.st_dev == before.st_dev &&
				    now.st_ino == before.st_ino);
	}
	if (rc || is_one)
		return rc;
	gno_trace_close(*out);
	*out = NULL;
	return gno_fail(err, GNO_ERR_STATE, "'%s' is replaced again and again", dir);
}

int gno_trace_open(const char *dir, struct gno_trace **out, struct gno_err *err)
{
	return open_trace(dir, false, out, err);
}

int gno_trace_follow(const char *dir, struct gno_trace **out, struct gno_err *err)
{
	return open_trace(dir, true, out, err);
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

int gno_trace_refresh(struct gno_trace *t, struct gno_err *err)
{
	return extend(t, read_run(t, err), err);
}

int gno_trace_refresh_with(struct gno_trace *t, const struct gno_trace *other, struct gno_err *err)
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

int gno_trace_settle(struct gno_trace *t, struct gno_err *err)
{
	int rc;

	t->follows = false;
	rc = extend(t, GNO_OK, err);
	return rc < 0 ? rc : GNO_OK;
}

bool gno_trace_grows(const struct gno_trace *t)
{
	return t->follows && !(t->run.state && !strcmp(t->run.state, "complete"));
}

void gno_trace_close(struct gno_trace *t)
{
	if (!t)
		return;
	for (unsigned k = 0; k < t->streams; k++)
		stream_close(&t->stream[k]);
	free(t->stream);
	free(t->lane);
	order_end(&t->order);
	free(t->dry);
	free(t->dir);
	free(t->pair);
	trace_filters_free(&t->run);
	json_decref(t->run_json);
	gno_manifest_free(t->m);
	free(t);
}

const struct gno_manifest *gno_trace_manifest(const struct gno_trace *t)
{
	return t->m;
}

const struct gno_trace_run *gno_trace_run(const struct gno_trace *t)
{
	return &t->run;
}

struct gno_stream *gno_trace_stream(struct gno_trace *t, unsigned node)
{
	return &t->stream[node];
}

unsigned gno_trace_loads_changed(const struct gno_trace *t)
{
	return t->loads_changed;
}

/* The entry of a pattern file in the list of loads; NULL: there is none. */
static const json_t *load_entry(const struct gno_trace *t, const char *file)
{
	const json_t *load;
	size_t i;

	json_array_foreach(json_object_get(t->run_json, "loads"), i, load)
	{
		const char *patterns = text_of(load, "file");

		if (patterns && !strcmp(patterns, file))
			return load;
	}
	return NULL;
}

int gno_trace_loaded(const struct gno_trace *t, const char *file, unsigned node)
{
	const json_t *load = load_entry(t, file), *index;
	size_t k;

	if (!load)
		return 1;
	json_array_foreach(json_object_get(load, "nodes"), k, index)
	{
		if (json_is_integer(index) && json_integer_value(index) == (json_int_t)node)
			return 1;
	}
	return 0;
}

int gno_trace_load_frozen(const struct gno_trace *t, const char *file)
{
	return json_is_true(json_object_get(load_entry(t, file), "frozen"));
}
