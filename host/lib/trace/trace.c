/* SPDX-License-Identifier: Apache-2.0 */
#include "gnomon/trace.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/show.h"
#include "run/journal.h"
#include "trace/filters.h"
#include "trace/stream.h"
#include "common/util.h"

/* One node in the merge of all. */
struct lane {
	struct gno_batch batch;
	size_t i; /* record of the batch that comes next; batch.n: its hole */
	uint64_t time;
};

struct gno_trace {
	struct gno_manifest *m;
	json_t *run_json;
	struct gno_trace_run run;
	struct gno_stream *stream; /* one a node */
	unsigned streams;	   /* that were opened */
	struct lane *lane;	   /* one a node once gno_trace_next was called */
	unsigned *heap;		   /* nodes that have a record; the one that comes next is first */
	unsigned waiting;	   /* nodes in the heap */
	struct gno_ratio *pair;	   /* of the record that was fetched last */
};

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

static int read_run(struct gno_trace *t, const char *path, struct gno_err *err)
{
	struct gno_trace_run *run = &t->run;
	const json_t *number;
	const char *hash;
	char *end;
	int rc;

	rc = gno_journal_load(path, &t->run_json, err);
	if (rc)
		return rc;
	number = json_object_get(t->run_json, "run");
	run->state = text_of(t->run_json, "state");
	if (!number && run->state && !strcmp(run->state, "loaded"))
		return gno_fail(err, GNO_ERR_STATE, "run was loaded and never started: '%s'", path);
	if (!json_is_integer(number) || json_integer_value(number) < 0 ||
	    json_integer_value(number) > 255)
		return gno_fail(err, GNO_ERR_FORMAT, "no run number (key 'run', 0 to 255) in '%s'",
				path);
	hash = text_of(t->run_json, "hash");
	if (hash && (strtoull(hash, &end, 16) != t->m->hash || *end))
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

/* Bytes of the node's file that the journal calls valid; UINT64_MAX where it says nothing. */
static uint64_t journal_size(const struct gno_trace *t, unsigned node)
{
	const json_t *entry = json_array_get(json_object_get(t->run_json, "nodes"), node);

	return json_object_get(entry, "size") ? (uint64_t)count_of(entry, "size", 0) : UINT64_MAX;
}

/* Refuses a file that is the stream of a node before, under this name or another. */
static int check_own_file(const struct gno_trace *t, unsigned node, struct gno_err *err)
{
	const struct stream_input *own = t->stream[node].in;

	for (unsigned k = 0; k < node; k++) {
		const struct stream_input *other = t->stream[k].in;

		if (other->dev == own->dev && other->ino == own->ino)
			return gno_fail(err, GNO_ERR_FORMAT,
					"'%s' and '%s' are one file: nodes '%s' and '%s'",
					t->stream[k].path, t->stream[node].path, t->m->node[k].name,
					t->m->node[node].name);
	}
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
		path = gno_format("%s/trace/%s", dir, t->m->node[k].stream);
		if (!path)
			return gno_fail_nomem(err);
		t->streams++;
		rc = stream_open(&t->stream[k], path, t->m, k, t->run.run, journal_size(t, k), err);
		if (!rc)
			rc = check_own_file(t, k, err);
		if (rc)
			return rc;
		path = base_show_new(t->stream[k].path); /* from now on it is only shown */
		if (!path)
			return gno_fail_nomem(err);
		free(t->stream[k].path);
		t->stream[k].path = path;
		if (t->m->node[k].pairs > pairs)
			pairs = t->m->node[k].pairs;
	}
	t->pair = calloc(pairs, sizeof(*t->pair));
	return t->pair ? GNO_OK : gno_fail_nomem(err);
}

int gno_trace_open(const char *dir, struct gno_trace **out, struct gno_err *err)
{
	struct gno_trace *t = NULL;
	char *manifest = NULL;
	char *run = NULL;
	int rc;

	*out = NULL;
	rc = check_folder(dir, err);
	if (rc)
		return rc;
	t = calloc(1, sizeof(*t));
	manifest = gno_format("%s/manifest.json", dir);
	run = gno_format("%s/run.json", dir);
	if (!t || !manifest || !run) {
		rc = gno_fail_nomem(err);
		goto out;
	}
	rc = gno_manifest_load(manifest, &t->m, err);
	if (rc)
		goto out;
	rc = read_run(t, run, err);
	if (rc)
		goto out;
	rc = open_streams(t, dir, err);
	if (rc)
		goto out;
	*out = t;
	t = NULL;
out:
	gno_trace_close(t);
	free(manifest);
	free(run);
	return rc;
}

void gno_trace_close(struct gno_trace *t)
{
	if (!t)
		return;
	for (unsigned k = 0; k < t->streams; k++)
		stream_close(&t->stream[k]);
	free(t->stream);
	free(t->lane);
	free(t->heap);
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

static int earlier(const struct gno_trace *t, unsigned a, unsigned b)
{
	uint64_t ta = t->lane[a].time;
	uint64_t tb = t->lane[b].time;

	return ta < tb || (ta == tb && a < b);
}

/* Moves the heap's entry at `i` down to where it belongs. */
static void sift(struct gno_trace *t, unsigned i)
{
	unsigned child;

	for (; (child = 2 * i + 1) < t->waiting; i = child) {
		unsigned node = t->heap[i];

		if (child + 1 < t->waiting && earlier(t, t->heap[child + 1], t->heap[child]))
			child++;
		if (!earlier(t, t->heap[child], node))
			return;
		t->heap[i] = t->heap[child];
		t->heap[child] = node;
	}
}

/* Makes the lane's next record ready: 1, 0 at the end of the stream, or an error. */
static int advance(struct gno_trace *t, unsigned node, struct gno_err *err)
{
	struct lane *l = &t->lane[node];
	struct gno_batch *b = &l->batch;
	int rc;

	if (l->i == b->n + (b->hole_bytes != 0)) {
		rc = gno_stream_read(&t->stream[node], b, err);
		if (rc <= 0)
			return rc;
		l->i = 0;
	}
	l->time = l->i < b->n ? b->rec[l->i].time : b->hole_from;
	return 1;
}

static int begin_merge(struct gno_trace *t, struct gno_err *err)
{
	int rc;

	t->lane = calloc(t->m->nodes, sizeof(*t->lane));
	t->heap = calloc(t->m->nodes, sizeof(*t->heap));
	if (!t->lane || !t->heap)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < t->m->nodes; k++) {
		gno_stream_rewind(&t->stream[k]);
		rc = advance(t, k, err);
		if (rc < 0)
			return rc;
		if (rc)
			t->heap[t->waiting++] = k;
	}
	for (unsigned i = t->waiting / 2; i-- > 0;)
		sift(t, i);
	return GNO_OK;
}

int gno_trace_next(struct gno_trace *t, struct gno_record *r, struct gno_err *err)
{
	unsigned node;
	struct lane *l;
	int rc;

	if (!t->lane) {
		rc = begin_merge(t, err);
		if (rc)
			return rc;
	}
	if (!t->waiting)
		return 0;
	node = t->heap[0];
	l = &t->lane[node];
	gno_stream_record(&t->stream[node], &l->batch, l->i++, t->pair, r);
	rc = advance(t, node, err);
	if (rc < 0)
		return rc;
	if (!rc)
		t->heap[0] = t->heap[--t->waiting];
	sift(t, 0);
	return 1;
}
