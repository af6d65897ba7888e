/* SPDX-License-Identifier: Apache-2.0 */

/* RUN/run.json: what the run is and how far it came. */

#include "run/journal.h"
#include "run/open_run.h"
#include "base/number.h"
#include "base/show.h"
#include "common/util.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define NONCE_DIGITS 14

static const char *const states[] = {"loaded", "running", "stopped", "complete", NULL};

const char *gno_run_state_name(enum gno_run_state state)
{
	return states[state];
}

static json_t *nodes_json(const struct gno_run *run)
{
	json_t *list = json_array();

	for (unsigned k = 0; k < run->m->nodes; k++) {
		const struct gno_run_node *n = &run->node[k];

		json_array_append_new(
		    list,
		    json_pack("{s:s, s:s, s:I, s:{s:I, s:I, s:I}, s:b, s:b, s:b, s:b, s:I, s:b}",
			      "name", run->m->node[k].name, "stream", run->m->node[k].stream,
			      "size", (json_int_t)n->size, "packet", "offset",
			      (json_int_t)n->mark.at, "begin", (json_int_t)n->mark.begin,
			      "discarded", (json_int_t)n->mark.discarded, "sync", n->sync, "flush",
			      n->flush, "done", n->done, "reached", n->reached, "lives",
			      (json_int_t)n->lives, "off", n->off));
	}
	return list;
}

/* The indices of the nodes that are marked. */
static json_t *marked_json(const bool *on, unsigned nodes)
{
	json_t *list = json_array();

	for (unsigned k = 0; k < nodes; k++)
		if (on[k])
			json_array_append_new(list, json_integer(k));
	return list;
}

static json_t *loads_json(const struct gno_run *run)
{
	json_t *list = json_array();

	for (size_t i = 0; i < run->loads; i++) {
		const struct gno_run_load *load = &run->load[i];
		json_t *sizes = json_array(), *entry;

		for (unsigned k = 0; k < run->m->nodes; k++)
			json_array_append_new(sizes, json_integer((json_int_t)load->size[k]));
		entry = json_pack("{s:s, s:o, s:o, s:o}", "file", load->file, "nodes",
				  marked_json(load->on, run->m->nodes), "off",
				  marked_json(load->off, run->m->nodes), "sizes", sizes);
		if (load->frozen)
			json_object_set_new(entry, "frozen", json_true());
		json_array_append_new(list, entry);
	}
	return list;
}

static json_t *simulation_json(const struct gno_simulation *s)
{
	return json_pack("{s:I, s:I, s:i}", "time", (json_int_t)s->time, "period",
			 (json_int_t)s->period, "unit", s->unit);
}

static json_t *nonce_json(uint64_t nonce)
{
	return json_sprintf("%0*" PRIx64, NONCE_DIGITS, nonce);
}

static json_t *journal_json(const struct gno_run *run)
{
	const struct gno_progress *p = &run->progress;
	json_t *root;

	root = json_pack(
	    "{s:i, s:s, s:s, s:s?, s:o, s:s, s:i, s:s?, s:i, s:I, s:I, s:{s:I, s:I, s:I, s:I}, s:o, s:I, s:o}",
	    "gnomon", GNO_RUN_FORMAT, "version", GNOMON_VERSION, "state", states[run->state],
	    "device", run->device, "hash", json_sprintf("%016" PRIx64, run->m->hash), "mode",
	    gno_buffer_mode_name(run->mode), "after", (int)run->after, "started", run->started,
	    "limit_ms", (int)run->limit_ms, "position", (json_int_t)p->position, "drained_at",
	    (json_int_t)run->drained_at, "count", "records", (json_int_t)p->records, "events",
	    (json_int_t)p->events, "gaps", (json_int_t)p->gaps, "lost", (json_int_t)p->lost,
	    "nodes", nodes_json(run), "holes", (json_int_t)p->holes, "loads", loads_json(run));
	if (root && run->nonce)
		json_object_set_new(root, "nonce", nonce_json(run->nonce));
	if (root && run->state == GNO_RUN_LOADED)
		json_object_set_new(root, "loaded",
				    json_pack("{s:i, s:o}", "run", (int)run->loaded_run, "nonce",
					      nonce_json(run->loaded_nonce)));
	if (root && run->number >= 0)
		json_object_set_new(root, "run", json_integer(run->number));
	if (root && run->frozen)
		json_object_set_new(root, "frozen", json_true());
	if (root && run->model)
		json_object_set_new(root, "model", json_true());
	if (root && run->simulation.known)
		json_object_set_new(root, "simulation", simulation_json(&run->simulation));
	if (root && run->anchors.start.known)
		json_object_set_new(root, "anchors", gno_anchors_json(&run->anchors));
	return root;
}

int gno_journal_write(const struct gno_run *run, struct gno_err *err)
{
	json_t *root = journal_json(run);
	char *text = root ? json_dumps(root, JSON_INDENT(2)) : NULL;
	char *path = gno_format("%s/run.json", run->dir);
	int rc;

	if (text && path)
		rc = gno_replace_file(path, text, strlen(text), err);
	else
		rc = gno_fail_nomem(err);
	free(path);
	free(text);
	json_decref(root);
	return rc;
}

static int bad(struct gno_err *err, const struct gno_run *run, const char *key)
{
	return gno_fail(err, GNO_ERR_FORMAT,
			"'%s/run.json' is at fault: '%s' is missing or malformed", run->dir, key);
}

/* Place of the string under a key in a list, -1 where it is not there. */
static int choice(json_t *root, const char *key, const char *const *list)
{
	const char *text = json_string_value(json_object_get(root, key));

	for (int i = 0; text && list[i]; i++)
		if (!strcmp(list[i], text))
			return i;
	return -1;
}

static bool get_number(const json_t *root, const char *key, uint64_t *out)
{
	const json_t *v = json_object_get(root, key);

	*out = (uint64_t)json_integer_value(v);
	return json_is_integer(v) && json_integer_value(v) >= 0;
}

/* The nonce of a run; one that was made without has 0. */
static bool read_nonce(json_t *root, uint64_t *out)
{
	json_t *v = json_object_get(root, "nonce");
	const char *text = json_string_value(v);

	*out = 0;
	if (!v)
		return true;
	return text && base_number_hash(text, NONCE_DIGITS, out);
}

static bool read_mark(const json_t *packet, uint64_t size, struct gno_packet_mark *mark)
{
	return get_number(packet, "offset", &mark->at) &&
	       get_number(packet, "begin", &mark->begin) &&
	       get_number(packet, "discarded", &mark->discarded) && mark->at <= size;
}

static bool read_nodes(struct gno_run *run, json_t *list)
{
	if (json_array_size(list) != run->m->nodes)
		return false;
	for (unsigned k = 0; k < run->m->nodes; k++) {
		json_t *n = json_array_get(list, k);
		struct gno_run_node *node = &run->node[k];

		if (!get_number(n, "size", &node->size) || !get_number(n, "lives", &node->lives) ||
		    !read_mark(json_object_get(n, "packet"), node->size, &node->mark))
			return false;
		node->off = json_is_true(json_object_get(n, "off"));
		node->sync = json_is_true(json_object_get(n, "sync"));
		node->flush = json_is_true(json_object_get(n, "flush"));
		node->done = json_is_true(json_object_get(n, "done"));
		node->reached = json_is_true(json_object_get(n, "reached"));
	}
	return true;
}

static bool read_marked(json_t *list, unsigned nodes, bool *on)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		json_int_t k = json_integer_value(json_array_get(list, i));

		if (k < 0 || k >= nodes)
			return false;
		on[k] = true;
	}
	return json_is_array(list);
}

static bool read_load(const struct gno_run *run, json_t *obj, struct gno_run_load *load)
{
	const char *file = json_string_value(json_object_get(obj, "file"));
	json_t *sizes = json_object_get(obj, "sizes");

	if (!file || strchr(file, '/') || json_array_size(sizes) != run->m->nodes)
		return false;
	for (unsigned k = 0; k < run->m->nodes; k++) {
		const json_t *size = json_array_get(sizes, k);

		if (!json_is_integer(size) || json_integer_value(size) < 0)
			return false;
		load->size[k] = (uint64_t)json_integer_value(size);
	}
	load->frozen = json_is_true(json_object_get(obj, "frozen"));
	load->file = strdup(file);
	return load->file && read_marked(json_object_get(obj, "nodes"), run->m->nodes, load->on) &&
	       read_marked(json_object_get(obj, "off"), run->m->nodes, load->off);
}

static bool read_loads(struct gno_run *run, json_t *list)
{
	size_t i, count = json_array_size(list);

	run->load = calloc(count + 1, sizeof(*run->load));
	for (i = 0; run->load && i < count; i++) {
		run->loads++;
		if (!read_load(run, json_array_get(list, i), &run->load[i]))
			return false;
	}
	return run->load && count;
}

static bool copy_text(json_t *root, const char *key, char **out)
{
	const char *text = json_string_value(json_object_get(root, key));

	*out = text ? base_show_new(text) : NULL;
	return !text || *out;
}

/* Whose monitor it is, the state and the buffer mode. */
static int take_state(struct gno_run *run, json_t *root, struct gno_err *err)
{
	const char *hash = json_string_value(json_object_get(root, "hash"));
	const char *const modes[] = {gno_buffer_mode_name(GNO_BUFFER_STREAM),
				     gno_buffer_mode_name(GNO_BUFFER_FILL),
				     gno_buffer_mode_name(GNO_BUFFER_WRAP), NULL};
	uint64_t of;
	int state = choice(root, "state", states), mode = choice(root, "mode", modes);

	if (!hash)
		return bad(err, run, "hash");
	if (!base_number_hash(hash, BASE_HASH_DIGITS, &of) || of != run->m->hash)
		return gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "'%s' is foreign: its run is of monitor %s, its manifest of %016" PRIx64,
		    run->dir, hash, run->m->hash);
	if (state < 0)
		return bad(err, run, "state");
	if (mode < 0)
		return bad(err, run, "mode");
	run->state = (enum gno_run_state)state;
	run->mode = (enum gno_buffer_mode)mode;
	run->frozen = json_is_true(json_object_get(root, "frozen"));
	return 0;
}

/* Run number and nonce, and what the experiment requested. */
static int take_start(struct gno_run *run, json_t *root, struct gno_err *err)
{
	uint64_t value;

	run->number = -1;
	if (run->state == GNO_RUN_LOADED) {
		json_t *loaded = json_object_get(root, "loaded");

		if (!get_number(loaded, "run", &value) || !value || value > 255 ||
		    !read_nonce(loaded, &run->loaded_nonce))
			return bad(err, run, "loaded");
		run->loaded_run = (unsigned)value;
	} else {
		if (!get_number(root, "run", &value) || value > 255)
			return bad(err, run, "run");
		run->number = (int)value;
	}
	if (!read_nonce(root, &run->nonce))
		return bad(err, run, "nonce");
	if (!get_number(root, "after", &value))
		return bad(err, run, "after");
	run->after = (unsigned)value;
	if (!get_number(root, "limit_ms", &value))
		return bad(err, run, "limit_ms");
	run->limit_ms = (unsigned)value;
	return 0;
}

/* How far the trace was drained. */
static int take_progress(struct gno_run *run, json_t *root, struct gno_err *err)
{
	struct gno_progress *p = &run->progress;
	json_t *count = json_object_get(root, "count");

	if (!get_number(root, "position", &p->position) ||
	    !get_number(root, "drained_at", &run->drained_at))
		return bad(err, run, "position");
	if (!get_number(count, "records", &p->records) ||
	    !get_number(count, "events", &p->events) || !get_number(count, "gaps", &p->gaps) ||
	    !get_number(count, "lost", &p->lost))
		return bad(err, run, "count");
	if (!get_number(root, "holes", &p->holes) || p->holes > INT64_MAX / 64)
		return bad(err, run, "holes");
	return 0;
}

int gno_journal_simulation(const json_t *root, const char *path, struct gno_simulation *out,
			   struct gno_err *err)
{
	const json_t *o = json_object_get(root, "simulation"), *unit = json_object_get(o, "unit");
	json_int_t value = json_integer_value(unit);

	*out = (struct gno_simulation){.known = o != NULL, .unit = (int)value};
	if (!o || (get_number(o, "time", &out->time) && get_number(o, "period", &out->period) &&
		   json_is_integer(unit) && value >= GNO_SIMULATION_UNIT_MIN && value <= 0))
		return 0;
	return gno_fail(err, GNO_ERR_FORMAT,
			"'simulation' is malformed (time, period, unit) in '%s'", path);
}

int gno_journal_model(const json_t *root, const char *path, bool *out, struct gno_err *err)
{
	const json_t *o = json_object_get(root, "model");

	*out = json_is_true(o);
	return !o || json_is_boolean(o)
		   ? 0
		   : gno_fail(err, GNO_ERR_FORMAT, "'model' is neither true nor false in '%s'",
			      path);
}

static int take_journal(struct gno_run *run, json_t *root, struct gno_err *err)
{
	int rc = take_state(run, root, err);

	if (!rc)
		rc = take_start(run, root, err);
	if (!rc)
		rc = take_progress(run, root, err);
	if (rc)
		return rc;
	if (!read_nodes(run, json_object_get(root, "nodes")))
		return bad(err, run, "nodes");
	if (!read_loads(run, json_object_get(root, "loads")))
		return bad(err, run, "loads");
	if (!copy_text(root, "device", &run->device) || !copy_text(root, "started", &run->started))
		return gno_fail_nomem(err);
	return 0;
}

static int check_format(const json_t *root, const char *path, struct gno_err *err)
{
	const json_t *format = json_object_get(root, "gnomon");

	if (!json_is_integer(format))
		return gno_fail(err, GNO_ERR_FORMAT,
				"no journal of gnomon (no format under 'gnomon'): '%s'", path);
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
		return gno_fail(err, GNO_ERR_FORMAT, "'%s' is no JSON: line %d: %s", path, why.line,
				why.text);
	return check_format(*root, path, err);
}

int gno_journal_read(struct gno_run *run, struct gno_err *err)
{
	char *path = gno_format("%s/run.json", run->dir);
	json_t *root = NULL;
	int rc;

	run->node = calloc(run->m->nodes, sizeof(*run->node));
	if (!path || !run->node)
		rc = gno_fail_nomem(err);
	else
		rc = gno_journal_load(path, &root, err);
	if (!rc && json_integer_value(json_object_get(root, "gnomon")) == GNO_RUN_FORMAT_FILTERED)
		rc = gno_fail(err, GNO_ERR_STATE, "'%s' was filtered: it takes no more records",
			      run->dir);
	if (!rc)
		rc = take_journal(run, root, err);
	if (!rc)
		rc = gno_journal_simulation(root, path, &run->simulation, err);
	if (!rc)
		rc = gno_journal_model(root, path, &run->model, err);
	if (!rc)
		rc = gno_journal_anchors(root, path, &run->anchors, err);
	json_decref(root);
	free(path);
	return rc;
}
