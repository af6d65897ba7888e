/* SPDX-License-Identifier: Apache-2.0 */

/* RUN/run.json as it is read: the one parser of it. */

#include "run/journal.h"
#include "base/number.h"
#include "base/show.h"
#include "common/moment.h"
#include "common/util.h"
#include "run/open_run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const states[] = {"loaded", "running", "stopped", "complete", NULL};

const char *gno_run_state_name(enum gno_run_state state)
{
	return states[state];
}

static int check_format(const json_t *root, const char *path, struct gno_err *err)
{
	const json_t *format = json_object_get(root, "gnomon");

	if (!json_is_integer(format))
		return gno_fail(err, GNO_ERR_FORMAT,
				"not a journal of gnomon (no format under 'gnomon'): '%s'", path);
	if (json_integer_value(format) == GNO_RUN_FORMAT ||
	    json_integer_value(format) == GNO_RUN_FORMAT_FILTERED)
		return 0;
	return gno_fail(
	    err, GNO_ERR_FORMAT, "'%s' is of format %lld, and this program reads format %d: %s",
	    path, (long long)json_integer_value(format), GNO_RUN_FORMAT,
	    json_integer_value(format) < GNO_RUN_FORMAT ? "read it with the gnomon that made it"
							: "a newer program is needed");
}

int gno_journal_load(const char *path, json_t **root, struct gno_err *err)
{
	char *text = NULL;
	json_error_t why;
	int rc;

	*root = NULL;
	rc = gno_slurp(path, &text, NULL, err);
	if (rc)
		return rc;
	*root = json_loads(text, 0, &why);
	free(text);
	if (!*root)
		return gno_fail(err, GNO_ERR_FORMAT, "'%s' is not JSON: line %d: %s", path,
				why.line, why.text);
	return check_format(*root, path, err);
}

static void lack(struct gno_journal *j, const char *key)
{
	if (!j->lacks)
		j->lacks = key;
}

static bool get_count(const json_t *root, const char *key, uint64_t *out)
{
	const json_t *v = json_object_get(root, key);

	*out = (uint64_t)json_integer_value(v);
	return json_is_integer(v) && json_integer_value(v) >= 0;
}

/* As get_count, of a number that fits `most`; else 0, which the journal then lacks. */
static unsigned need_number(struct gno_journal *j, const json_t *root, const char *key)
{
	uint64_t value;

	if (get_count(root, key, &value))
		return (unsigned)value;
	lack(j, key);
	return 0;
}

/* A text that is fit to be shown, the caller's; NULL: there is none. */
static bool get_text(const json_t *root, const char *key, char **out)
{
	const char *text = json_string_value(json_object_get(root, key));

	*out = text ? base_show_new(text) : NULL;
	return !text || *out;
}

static int place_in(const char *text, const char *const *list)
{
	for (int i = 0; text && list[i]; i++)
		if (!strcmp(list[i], text))
			return i;
	return -1;
}

/* The nonce of a run; one that was made without has 0. */
static bool get_nonce(const json_t *root, uint64_t *out)
{
	const json_t *v = json_object_get(root, "nonce");
	const char *text = json_string_value(v);

	*out = 0;
	return !v || (text && base_number_hash(text, GNO_NONCE_DIGITS, out));
}

static int take_texts(struct gno_journal *j, const json_t *root, struct gno_err *err)
{
	if (get_text(root, "hash", &j->hash) && get_text(root, "version", &j->version) &&
	    get_text(root, "device", &j->device) && get_text(root, "started", &j->started) &&
	    get_text(root, "state", &j->state_name) && get_text(root, "mode", &j->mode_name))
		return 0;
	return gno_fail_nomem(err);
}

/* Whose monitor it is, the state and the buffer mode. */
static int take_state(struct gno_journal *j, const json_t *root, const char *path,
		      const struct gno_manifest *m, struct gno_err *err)
{
	const char *const modes[] = {gno_buffer_mode_name(GNO_BUFFER_STREAM),
				     gno_buffer_mode_name(GNO_BUFFER_FILL),
				     gno_buffer_mode_name(GNO_BUFFER_WRAP), NULL};
	uint64_t of;

	if (!j->hash)
		lack(j, "hash");
	else if (!base_number_hash(j->hash, BASE_HASH_DIGITS, &of) || of != m->hash)
		return gno_fail(err, GNO_ERR_MISMATCH,
				"run is of monitor %s, the manifest of %016" PRIx64 ": '%s'",
				j->hash, m->hash, path);
	j->state = place_in(j->state_name, states);
	if (j->state < 0)
		lack(j, "state");
	j->mode = place_in(j->mode_name, modes);
	if (j->mode < 0)
		lack(j, "mode");
	j->frozen = json_is_true(json_object_get(root, "frozen"));
	return 0;
}

/* What is known of slots behind the position; all 0 where the monitor has records only. */
static void take_entries(struct gno_journal *j, const json_t *o)
{
	struct gno_entries_state *s = &j->entries;
	uint64_t ahead = 0, time = 0;

	if (!o)
		return;
	if (!get_count(o, "ahead", &ahead) || !get_count(o, "time", &time) || ahead > UINT32_MAX ||
	    time > UINT32_MAX)
		lack(j, "entries");
	*s = (struct gno_entries_state){
	    .ahead = (uint32_t)ahead,
	    .time = (uint32_t)time,
	    .inside = json_is_true(json_object_get(o, "inside")),
	    .word = json_is_true(json_object_get(o, "word")),
	    .round = json_is_true(json_object_get(o, "round")),
	    .half = json_is_true(json_object_get(o, "half")),
	    .doubt = json_is_true(json_object_get(o, "doubt")),
	};
}

/* Run number and nonce, and what the experiment requested. */
static void take_start(struct gno_journal *j, const json_t *root)
{
	const json_t *loaded = json_object_get(root, "loaded");
	uint64_t value;

	j->number = get_count(root, "run", &value) && value <= 255 ? (int)value : -1;
	if (j->state != GNO_RUN_LOADED) {
		if (j->number < 0)
			lack(j, "run");
	} else if (!get_count(loaded, "run", &value) || !value || value > 255 ||
		   !get_nonce(loaded, &j->loaded_nonce)) {
		lack(j, "loaded");
	} else {
		j->loaded_run = (unsigned)value;
	}
	if (!get_nonce(root, &j->nonce))
		lack(j, "nonce");
	j->after = need_number(j, root, "after");
	j->limit_ms = need_number(j, root, "limit_ms");
}

/* How far the trace was drained. */
static int take_progress(struct gno_journal *j, const json_t *root, const char *path,
			 struct gno_err *err)
{
	struct gno_progress *p = &j->progress;
	const json_t *count = json_object_get(root, "count");

	if (!get_count(root, "position", &p->position) ||
	    !get_count(root, "drained_at", &j->drained_at))
		lack(j, "position");
	if (!get_count(count, "records", &p->records) || !get_count(count, "events", &p->events) ||
	    !get_count(count, "gaps", &p->gaps) || !get_count(count, "lost", &p->lost))
		lack(j, "count");
	if (!get_count(root, "holes", &p->holes) && json_object_get(root, "holes"))
		return gno_fail(err, GNO_ERR_FORMAT, "'holes' is not a number of slots in '%s'",
				path);
	if (!json_object_get(root, "holes") || p->holes > INT64_MAX / 64)
		lack(j, "holes");
	return 0;
}

static int take_pending(struct gno_journal *j, const json_t *list, struct gno_err *err)
{
	struct gno_pending *p = &j->pending;
	size_t slots = json_array_size(list);
	uint64_t slot;

	if (list && !json_is_array(list))
		lack(j, "pending");
	if (!slots)
		return 0;
	p->w = malloc(slots * GNO_SLOT_BYTES);
	if (!p->w)
		return gno_fail_nomem(err);
	for (; p->slots < slots; p->slots++) {
		const char *text = json_string_value(json_array_get(list, p->slots));

		slot = 0;
		if (!text || !base_number_hash(text, BASE_HASH_DIGITS, &slot))
			lack(j, "pending");
		p->w[2 * p->slots] = (uint32_t)slot;
		p->w[2 * p->slots + 1] = (uint32_t)(slot >> 32);
	}
	return 0;
}

/* Whether it is stated where the node's packets are taken up again. */
static bool get_mark(const json_t *packet, uint64_t size, struct gno_packet_mark *mark)
{
	bool is = get_count(packet, "offset", &mark->at);

	if (!is)
		mark->at = UINT64_MAX;
	return is && get_count(packet, "begin", &mark->begin) &&
	       get_count(packet, "discarded", &mark->discarded) && mark->at <= size;
}

/* Takes a node's part, which may lack anything; false: its size is none. */
static bool take_node(struct gno_journal *j, const json_t *n, struct gno_run_node *node)
{
	bool is = get_count(n, "size", &node->size);

	if (!is) {
		node->size = UINT64_MAX;
		lack(j, "nodes");
	}
	if (!get_mark(json_object_get(n, "packet"), node->size, &node->mark) ||
	    !get_count(n, "lives", &node->lives))
		lack(j, "nodes");
	node->off = json_is_true(json_object_get(n, "off"));
	node->sync = json_is_true(json_object_get(n, "sync"));
	node->flush = json_is_true(json_object_get(n, "flush"));
	node->done = json_is_true(json_object_get(n, "done"));
	node->reached = json_is_true(json_object_get(n, "reached"));
	return is || !json_object_get(n, "size");
}

static int take_nodes(struct gno_journal *j, const json_t *list, const char *path,
		      const struct gno_manifest *m, struct gno_err *err)
{
	if (json_array_size(list) != m->nodes)
		lack(j, "nodes");
	j->node = calloc(m->nodes, sizeof(*j->node));
	if (!j->node)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < m->nodes; k++)
		if (!take_node(j, json_array_get(list, k), &j->node[k]))
			return gno_fail(err, GNO_ERR_FORMAT,
					"'size' of nodes[%u] is not a size in '%s'", k, path);
	return 0;
}

/* Marks the nodes of a list of indices; false: it is none. */
static bool get_marked(const json_t *list, unsigned nodes, bool *on)
{
	bool is = json_is_array(list);

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *index = json_array_get(list, i);

		if (json_is_integer(index) && json_integer_value(index) >= 0 &&
		    json_integer_value(index) < nodes)
			on[json_integer_value(index)] = true;
		else
			is = false;
	}
	return is;
}

static bool get_sizes(const json_t *sizes, unsigned nodes, uint64_t *out)
{
	bool is = json_array_size(sizes) == nodes;

	for (unsigned k = 0; k < nodes && is; k++) {
		const json_t *size = json_array_get(sizes, k);

		is = json_is_integer(size) && json_integer_value(size) >= 0;
		out[k] = (uint64_t)json_integer_value(size);
	}
	return is;
}

static int take_loads(struct gno_journal *j, const json_t *list, const struct gno_manifest *m,
		      struct gno_err *err)
{
	size_t count = json_array_size(list);

	j->load = calloc(count + 1, sizeof(*j->load));
	if (!j->load)
		return gno_fail_nomem(err);
	if (!count)
		lack(j, "loads");
	for (; j->loads < count; j->loads++) {
		const json_t *o = json_array_get(list, j->loads);
		struct gno_run_load *load = &j->load[j->loads];
		const char *file = json_string_value(json_object_get(o, "file"));

		load->file = file ? strdup(file) : NULL;
		if (file && !load->file)
			return gno_fail_nomem(err);
		load->frozen = json_is_true(json_object_get(o, "frozen"));
		if (!get_sizes(json_object_get(o, "sizes"), m->nodes, load->size))
			lack(j, "loads");
		if (!get_marked(json_object_get(o, "nodes"), m->nodes, load->on))
			lack(j, "loads");
		if (!get_marked(json_object_get(o, "off"), m->nodes, load->off) || !file ||
		    strchr(file, '/'))
			lack(j, "loads");
	}
	return 0;
}

static int take_simulation(struct gno_journal *j, const json_t *root, const char *path,
			   struct gno_err *err)
{
	const json_t *o = json_object_get(root, "simulation"), *unit = json_object_get(o, "unit");
	json_int_t value = json_integer_value(unit);
	struct gno_simulation *out = &j->simulation;

	*out = (struct gno_simulation){.known = o != NULL, .unit = (int)value};
	if (!o || (get_count(o, "time", &out->time) && get_count(o, "period", &out->period) &&
		   json_is_integer(unit) && value >= GNO_SIMULATION_UNIT_MIN && value <= 0))
		return 0;
	return gno_fail(err, GNO_ERR_FORMAT,
			"'simulation' is malformed (time, period, unit) in '%s'", path);
}

static int take_model(struct gno_journal *j, const json_t *root, const char *path,
		      struct gno_err *err)
{
	const json_t *o = json_object_get(root, "model");

	j->model = json_is_true(o);
	return !o || json_is_boolean(o)
		   ? 0
		   : gno_fail(err, GNO_ERR_FORMAT, "'model' is neither true nor false in '%s'",
			      path);
}

static bool read_ns(const json_t *list, size_t i, uint64_t *out)
{
	const json_t *v = json_array_get(list, i);

	*out = (uint64_t)json_integer_value(v);
	return json_is_integer(v) && json_integer_value(v) >= 0;
}

static bool read_anchor(const json_t *o, struct gno_anchor *out)
{
	*out = (struct gno_anchor){.known = o != NULL};
	for (enum gno_clock c = 0; c < GNO_CLOCKS && o; c++) {
		const json_t *list = json_object_get(o, gno_clock_name(c));

		if (json_array_size(list) != 2 || !read_ns(list, 0, &out->before.ns[c]) ||
		    !read_ns(list, 1, &out->after.ns[c]))
			return false;
	}
	return true;
}

static int take_anchors(struct gno_journal *j, const json_t *root, const char *path,
			struct gno_err *err)
{
	const json_t *o = json_object_get(root, "anchors");

	if (!o ||
	    (json_is_object(o) && read_anchor(json_object_get(o, "start"), &j->anchors.start) &&
	     read_anchor(json_object_get(o, "stop"), &j->anchors.stop)))
		return 0;
	return gno_fail(
	    err, GNO_ERR_FORMAT,
	    "'anchors' are malformed (start, stop: of each clock the times before and after) in '%s'",
	    path);
}

int gno_journal_parse(const json_t *root, const char *path, const struct gno_manifest *m,
		      struct gno_journal *out, struct gno_err *err)
{
	int rc;

	*out = (struct gno_journal){.number = -1};
	rc = take_texts(out, root, err);
	if (!rc)
		rc = take_state(out, root, path, m, err);
	if (rc)
		return rc;
	take_start(out, root);
	take_entries(out, json_object_get(root, "entries"));
	rc = take_progress(out, root, path, err);
	if (!rc)
		rc = take_pending(out, json_object_get(root, "pending"), err);
	if (!rc)
		rc = take_nodes(out, json_object_get(root, "nodes"), path, m, err);
	if (!rc)
		rc = take_loads(out, json_object_get(root, "loads"), m, err);
	if (!rc)
		rc = take_simulation(out, root, path, err);
	if (!rc)
		rc = take_model(out, root, path, err);
	if (!rc)
		rc = take_anchors(out, root, path, err);
	return rc ? rc : gno_journal_filters(root, path, m, out, err);
}

void gno_journal_free(struct gno_journal *j)
{
	for (size_t i = 0; i < j->loads; i++)
		free(j->load[i].file);
	free(j->load);
	gno_journal_free_filters(j);
	free(j->node);
	free(j->pending.w);
	free(j->hash);
	free(j->version);
	free(j->device);
	free(j->started);
	free(j->state_name);
	free(j->mode_name);
	*j = (struct gno_journal){.number = -1};
}

/* Moves what a drain needs of the journal into its run. */
static void take_over(struct gno_run *run, struct gno_journal *j)
{
	run->state = (enum gno_run_state)j->state;
	run->mode = (enum gno_buffer_mode)j->mode;
	run->frozen = j->frozen;
	run->entries = j->entries;
	run->model = j->model;
	run->number = j->state == GNO_RUN_LOADED ? -1 : j->number;
	run->nonce = j->nonce;
	run->loaded_run = j->loaded_run;
	run->loaded_nonce = j->loaded_nonce;
	run->after = j->after;
	run->limit_ms = j->limit_ms;
	run->simulation = j->simulation;
	run->anchors = j->anchors;
	run->progress = j->progress;
	run->pending = j->pending;
	run->drained_at = j->drained_at;
	run->device = j->device;
	run->started = j->started;
	run->node = j->node;
	run->load = j->load;
	run->loads = j->loads;
	j->device = j->started = NULL;
	j->node = NULL;
	j->pending = (struct gno_pending){0};
	j->load = NULL;
	j->loads = 0;
}

int gno_journal_read(struct gno_run *run, struct gno_err *err)
{
	char *path = gno_format("%s/run.json", run->dir);
	struct gno_journal j = {.number = -1};
	json_t *root = NULL;
	int rc = path ? gno_journal_load(path, &root, err) : gno_fail_nomem(err);

	if (!rc && json_integer_value(json_object_get(root, "gnomon")) == GNO_RUN_FORMAT_FILTERED)
		rc = gno_fail(err, GNO_ERR_STATE, "'%s' was filtered: it takes no more records",
			      run->dir);
	if (!rc)
		rc = gno_journal_parse(root, path, run->m, &j, err);
	if (!rc && j.lacks)
		rc = gno_fail(err, GNO_ERR_FORMAT, "'%s' is at fault: '%s' is missing or malformed",
			      path, j.lacks);
	if (!rc)
		take_over(run, &j);
	gno_journal_free(&j);
	json_decref(root);
	free(path);
	return rc;
}
