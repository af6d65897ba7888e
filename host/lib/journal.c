/* SPDX-License-Identifier: Apache-2.0 */

/* RUN/run.json: what the run is and how far it came. */

#include "run.h"
#include "util.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char *const states[] = {"loaded", "running", "stopped", "complete", NULL};

const char *gno_run_state_name(enum gno_run_state state)
{
	return states[state];
}

static json_t *nodes_json(const struct gno_run *run)
{
	json_t *list = json_array();
	unsigned k;

	for (k = 0; k < run->m->nodes; k++) {
		const struct gno_run_node *n = &run->node[k];

		json_array_append_new(list, json_pack("{s:s, s:s, s:I, s:b, s:b, s:b, s:b}", "name",
						      run->m->node[k].name, "stream", run->m->node[k].stream,
						      "size", (json_int_t)n->size, "sync", n->sync, "flush",
						      n->flush, "done", n->done, "reached", n->reached));
	}
	return list;
}

static json_t *holes_json(const struct gno_run *run)
{
	json_t *list = json_array();
	size_t i;

	for (i = 0; i < run->holes; i++)
		json_array_append_new(list,
				      json_pack("{s:I, s:I}", "position", (json_int_t)run->hole[i].position,
						"slots", (json_int_t)run->hole[i].slots));
	return list;
}

static json_t *until_json(const struct gno_run *run)
{
	json_t *nodes;
	unsigned k;

	if (!run->until)
		return json_null();
	nodes = json_array();
	for (k = 0; k < run->m->nodes; k++)
		if (run->until_on[k])
			json_array_append_new(nodes, json_integer(k));
	return json_pack("{s:i, s:o}", "code", run->until, "nodes", nodes);
}

static json_t *journal_json(const struct gno_run *run)
{
	const struct gno_progress *p = &run->progress;
	json_t *root;

	root = json_pack(
	    "{s:i, s:s, s:s, s:s?, s:o, s:s, s:i, s:s?, s:i, s:o, s:I, s:I, s:{s:I, s:I, s:I, s:I}, "
	    "s:o, s:o}",
	    "gnomon", 1, "version", GNOMON_VERSION, "state", states[run->state], "device", run->device,
	    "hash", json_sprintf("%016" PRIx64, run->m->hash), "mode", gno_buffer_mode_name(run->mode),
	    "after", (int)run->after, "started", run->started, "limit_ms", (int)run->limit_ms, "until",
	    until_json(run), "position", (json_int_t)p->position, "drained_at", (json_int_t)run->drained_at,
	    "count", "records", (json_int_t)p->records, "events", (json_int_t)p->events, "gaps",
	    (json_int_t)p->gaps, "lost", (json_int_t)p->lost, "nodes", nodes_json(run), "holes",
	    holes_json(run));
	if (root && run->number >= 0)
		json_object_set_new(root, "run", json_integer(run->number));
	return root;
}

static int write_json(const char *dir, const char *file, json_t *root, struct gno_err *err)
{
	char *text = root ? json_dumps(root, JSON_INDENT(2)) : NULL;
	char *path = gno_format("%s/%s", dir, file);
	int ret;

	if (text && path)
		ret = gno_replace_file(path, text, strlen(text), err);
	else
		ret = gno_fail_nomem(err);
	free(path);
	free(text);
	json_decref(root);
	return ret;
}

int gno_journal_write(const struct gno_run *run, struct gno_err *err)
{
	return write_json(run->dir, "run.json", journal_json(run), err);
}

int gno_journal_create(const char *dir, const struct gno_experiment *e, struct gno_err *err)
{
	struct gno_run run = {
	    .dir = (char *)dir,
	    .m = e->manifest,
	    .state = GNO_RUN_LOADED,
	    .device = e->device,
	    .mode = e->mode,
	    .after = e->after,
	    .number = -1,
	    .limit_ms = e->limit_ms,
	    .until = e->has_until ? (int)e->point[e->until].code : 0,
	};
	unsigned k;
	int ret;

	run.node = calloc(e->manifest->nodes, sizeof(*run.node));
	if (!run.node)
		return gno_fail_nomem(err);
	for (k = 0; k < e->manifest->nodes; k++)
		run.until_on[k] = e->until_on[k];
	ret = gno_journal_write(&run, err);
	free(run.node);
	return ret;
}

static int bad(struct gno_err *err, const struct gno_run *run, const char *key)
{
	return gno_fail(err, GNO_ERR_FORMAT,
			"'%s/run.json' is at fault: '%s' is missing or not what it must be", run->dir, key);
}

/* Place of the string under a key in a list, -1 where it is not there. */
static int choice(json_t *root, const char *key, const char *const *list)
{
	const char *text = json_string_value(json_object_get(root, key));
	int i;

	for (i = 0; text && list[i]; i++)
		if (!strcmp(list[i], text))
			return i;
	return -1;
}

static bool number(json_t *root, const char *key, uint64_t *out)
{
	json_t *v = json_object_get(root, key);

	*out = (uint64_t)json_integer_value(v);
	return json_is_integer(v) && json_integer_value(v) >= 0;
}

static bool read_nodes(struct gno_run *run, json_t *list)
{
	unsigned k;

	if (json_array_size(list) != run->m->nodes)
		return false;
	for (k = 0; k < run->m->nodes; k++) {
		json_t *n = json_array_get(list, k);

		if (!number(n, "size", &run->node[k].size))
			return false;
		run->node[k].sync = json_is_true(json_object_get(n, "sync"));
		run->node[k].flush = json_is_true(json_object_get(n, "flush"));
		run->node[k].done = json_is_true(json_object_get(n, "done"));
		run->node[k].reached = json_is_true(json_object_get(n, "reached"));
	}
	return true;
}

static bool read_holes(struct gno_run *run, json_t *list)
{
	size_t i, count = json_array_size(list);

	run->hole = calloc(count + 1, sizeof(*run->hole));
	for (i = 0; run->hole && i < count; i++) {
		if (!number(json_array_get(list, i), "position", &run->hole[i].position) ||
		    !number(json_array_get(list, i), "slots", &run->hole[i].slots))
			return false;
		run->progress.holes += run->hole[i].slots;
		run->holes++;
	}
	return run->hole && json_is_array(list);
}

static bool read_until(struct gno_run *run, json_t *until)
{
	json_t *nodes = json_object_get(until, "nodes");
	uint64_t value;
	size_t i;

	if (json_is_null(until))
		return true;
	if (!number(until, "code", &value) || !value || value > 255)
		return false;
	run->until = (int)value;
	for (i = 0; i < json_array_size(nodes); i++) {
		json_int_t k = json_integer_value(json_array_get(nodes, i));

		if (k < 0 || k >= run->m->nodes)
			return false;
		run->until_on[k] = true;
	}
	return true;
}

static bool copy_text(json_t *root, const char *key, char **out)
{
	const char *text = json_string_value(json_object_get(root, key));

	*out = text ? strdup(text) : NULL;
	return !text || *out;
}

static int take(struct gno_run *run, json_t *root, struct gno_err *err)
{
	struct gno_progress *p = &run->progress;
	json_t *count = json_object_get(root, "count");
	const char *hash = json_string_value(json_object_get(root, "hash"));
	const char *const modes[] = {gno_buffer_mode_name(GNO_BUFFER_STREAM),
				     gno_buffer_mode_name(GNO_BUFFER_FILL),
				     gno_buffer_mode_name(GNO_BUFFER_WRAP), NULL};
	int state = choice(root, "state", states), mode = choice(root, "mode", modes);
	uint64_t value;

	run->number = -1;
	if (!hash)
		return bad(err, run, "hash");
	if (strtoull(hash, NULL, 16) != run->m->hash)
		return gno_fail(err, GNO_ERR_MISMATCH,
				"'%s' is foreign: its run is of monitor %s, its manifest of %016" PRIx64,
				run->dir, hash, run->m->hash);
	if (state < 0)
		return bad(err, run, "state");
	if (mode < 0)
		return bad(err, run, "mode");
	run->state = (enum gno_run_state)state;
	run->mode = (enum gno_buffer_mode)mode;
	if (run->state != GNO_RUN_LOADED) {
		if (!number(root, "run", &value) || value > 255)
			return bad(err, run, "run");
		run->number = (int)value;
	}
	if (!number(root, "after", &value))
		return bad(err, run, "after");
	run->after = (unsigned)value;
	if (!number(root, "limit_ms", &value))
		return bad(err, run, "limit_ms");
	run->limit_ms = (unsigned)value;
	if (!number(root, "position", &p->position) || !number(root, "drained_at", &run->drained_at))
		return bad(err, run, "position");
	if (!number(count, "records", &p->records) || !number(count, "events", &p->events) ||
	    !number(count, "gaps", &p->gaps) || !number(count, "lost", &p->lost))
		return bad(err, run, "count");
	if (!read_nodes(run, json_object_get(root, "nodes")))
		return bad(err, run, "nodes");
	if (!read_holes(run, json_object_get(root, "holes")))
		return bad(err, run, "holes");
	if (!read_until(run, json_object_get(root, "until")))
		return bad(err, run, "until");
	if (!copy_text(root, "device", &run->device) || !copy_text(root, "started", &run->started))
		return gno_fail_nomem(err);
	return 0;
}

int gno_journal_read(struct gno_run *run, struct gno_err *err)
{
	char *path = gno_format("%s/run.json", run->dir);
	json_t *root = NULL;
	char *text = NULL;
	json_error_t why;
	int ret;

	run->node = calloc(run->m->nodes, sizeof(*run->node));
	if (!path || !run->node) {
		ret = gno_fail_nomem(err);
		goto out;
	}
	ret = gno_slurp(path, &text, NULL, err);
	if (ret)
		goto out;
	root = json_loads(text, 0, &why);
	ret = root ? take(run, root, err)
		   : gno_fail(err, GNO_ERR_FORMAT, "'%s' is no JSON: line %d: %s", path, why.line, why.text);
out:
	json_decref(root);
	free(text);
	free(path);
	return ret;
}

static json_t *addresses_json(const struct gno_point *p)
{
	json_t *list = json_array();
	size_t i;

	for (i = 0; i < p->addresses; i++)
		json_array_append_new(list, json_integer(p->address[i]));
	return list;
}

static json_t *actions_json(const struct gno_point *p)
{
	json_t *list = json_array();
	unsigned bit;

	for (bit = 0; gno_action_name(bit); bit++)
		if (p->actions >> bit & 1)
			json_array_append_new(list, json_string(gno_action_name(bit)));
	return list;
}

static json_t *point_json(const struct gno_experiment *e, const struct gno_point *p)
{
	static const char *const kinds[] = {"entry", "return", "address", "symbol"};
	json_t *nodes = json_array();
	unsigned k;

	for (k = 0; k < e->manifest->nodes; k++)
		if (p->on[k])
			json_array_append_new(nodes, json_string(e->manifest->node[k].name));
	return json_pack("{s:s, s:i, s:s, s:s?, s:o, s:o, s:o}", "name", p->name, "code", (int)p->code,
			 "kind", kinds[p->kind], "symbol", p->symbol, "addresses", addresses_json(p), "nodes",
			 nodes, "actions", actions_json(p));
}

int gno_points_write(const char *dir, const struct gno_experiment *e, struct gno_err *err)
{
	json_t *points = json_array(), *intervals = json_array();
	size_t i;

	for (i = 0; i < e->points; i++)
		json_array_append_new(points, point_json(e, &e->point[i]));
	for (i = 0; i < e->intervals; i++) {
		const struct gno_interval *v = &e->interval[i];

		json_array_append_new(intervals,
				      json_pack("{s:s, s:s, s:s}", "name", v->name, "from",
						e->point[v->from].name, "to", e->point[v->to].name));
	}
	return write_json(dir, "points.json",
			  json_pack("{s:i, s:s, s:o, s:s?, s:s?, s:o, s:o}", "gnomon", 1, "experiment",
				    e->name, "hash", json_sprintf("%016" PRIx64, e->manifest->hash),
				    "program", e->program ? e->program->path : NULL, "build_id",
				    e->program ? e->program->build_id : NULL, "points", points, "intervals",
				    intervals),
			  err);
}
