/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/json.h"
#include "common/util.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static json_t *actions_json(unsigned actions)
{
	json_t *list = json_array();

	for (unsigned bit = 0; gno_action_name(bit); bit++)
		if (actions >> bit & 1)
			json_array_append_new(list, json_string(gno_action_name(bit)));
	return list;
}

/* The groups that actions name, under the key `key`; without it where none does. */
static json_t *put_choice(json_t *obj, const char *key, const struct gno_group_choice *choice)
{
	json_t *groups = json_object();

	for (unsigned i = 0; i < GNO_CHOICES; i++) {
		json_t *list = choice[i].names ? json_array() : NULL;

		for (size_t k = 0; k < choice[i].names; k++)
			json_array_append_new(list, json_string(choice[i].name[k]));
		if (list)
			json_object_set_new(groups, gno_pattern_choices[i], list);
	}
	if (obj && json_object_size(groups))
		json_object_set(obj, key, groups);
	json_decref(groups);
	return obj;
}

/* An address; as text, where readers that take numbers for doubles would lose digits of it. */
static json_t *address_json(uint64_t address)
{
	return address < GNO_PATTERNS_EXACT ? json_integer((json_int_t)address)
					    : json_sprintf("%" PRIu64, address);
}

static json_t *called_json(const struct gno_pattern_called *called, unsigned nodes)
{
	json_t *obj, *list;

	obj =
	    json_pack("{s:s, s:o, s:s?, s:I, s:b, s:b}", "name", called->name, "address",
		      address_json(called->address), "file", called->file, "line",
		      (json_int_t)called->line, "at_once", called->at_once, "loops", called->loops);
	list = obj && called->on ? json_array() : NULL;
	for (unsigned k = 0; list && k < nodes; k++)
		if (called->on[k])
			json_array_append_new(list, json_integer(k));
	if (list)
		json_object_set_new(obj, "nodes", list);
	return obj;
}

/* The function of a point, under its key, or a list where programs differ; without it where it has
 * none. */
static json_t *put_called(json_t *obj, const struct gno_pattern_point *q, unsigned nodes)
{
	json_t *list;

	if (!obj || !q->calleds)
		return obj;
	if (q->calleds == 1 && !q->called->on) {
		json_object_set_new(obj, "called", called_json(q->called, nodes));
		return obj;
	}
	list = json_array();
	for (size_t i = 0; i < q->calleds; i++)
		json_array_append_new(list, called_json(&q->called[i], nodes));
	json_object_set_new(obj, "called", list);
	return obj;
}

static json_t *point_json(const struct gno_pattern_file *p, const struct gno_pattern_point *q)
{
	json_t *codes = json_array(), *addresses = json_array();

	for (size_t i = 0; i < p->nodes; i++)
		json_array_append_new(codes,
				      q->code[i] < 0 ? json_null() : json_integer(q->code[i]));
	for (size_t i = 0; i < q->addresses; i++)
		json_array_append_new(addresses, address_json(q->address[i]));
	json_t *point;

	point = json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:i, s:o, s:o}", "name", q->name, "kind",
			  gno_pattern_kinds[q->kind], "what", q->what, "text", q->text, "os",
			  gno_pattern_oses[q->os], "codes", codes, "numbers", (int)q->numbers,
			  "actions", actions_json(q->actions), "addresses", addresses);
	return put_called(put_choice(point, "groups", q->choice), q, p->nodes);
}

static json_t *points_json(const struct gno_pattern_file *p)
{
	json_t *list = json_array();

	for (size_t i = 0; i < p->points; i++)
		json_array_append_new(list, point_json(p, &p->point[i]));
	return list;
}

static json_t *intervals_json(const struct gno_pattern_file *p)
{
	json_t *list = json_array();

	for (size_t i = 0; i < p->intervals; i++)
		json_array_append_new(list,
				      json_pack("{s:s, s:s, s:s}", "name", p->interval[i].name,
						"from", p->point[p->interval[i].from].name, "to",
						p->point[p->interval[i].to].name));
	return list;
}

/* Under the key "processes"; without it where none has a name. */
static void put_processes(json_t *root, const struct gno_pattern_file *p)
{
	json_t *list;

	if (!root || !p->processes)
		return;
	list = json_array();
	for (size_t i = 0; i < p->processes; i++) {
		const struct gno_pattern_process *q = &p->process[i];

		json_array_append_new(list,
				      json_pack("{s:s, s:s, s:o, s:i, s:i}", "name", q->name,
						"role", gno_pattern_roles[q->role], "node",
						q->node < 0 ? json_null() : json_integer(q->node),
						"first", (int)q->first, "last", (int)q->last));
	}
	json_object_set_new(root, "processes", list);
}

static json_t *until_json(const struct gno_pattern_file *p)
{
	json_t *nodes;

	if (p->until < 0)
		return json_null();
	nodes = json_array();
	for (unsigned k = 0; k < p->nodes; k++)
		if (p->until_on[k])
			json_array_append_new(nodes, json_integer(k));
	return json_pack("{s:s, s:o}", "point", p->point[p->until].name, "nodes", nodes);
}

/* The limits; without a key where there is none. */
static void put_limits(json_t *root, const struct gno_pattern_file *p)
{
	json_t *list = root && p->limits ? json_array() : NULL;

	for (size_t i = 0; i < p->limits; i++)
		json_array_append_new(list, json_string(p->limit[i]));
	if (list)
		json_object_set_new(root, "limits", list);
}

/* Two digits a cell, up to the last one that is not 0. */
static json_t *cells_json(const struct gno_pattern_table *t)
{
	static const char digits[] = "0123456789abcdef";
	unsigned count = t->cells, i;
	json_t *text;
	char *hex;

	while (count && !t->cell[count - 1])
		count--;
	hex = malloc(2 * (size_t)count + 1);
	if (!hex)
		return NULL;
	for (i = 0; i < count; i++) {
		hex[2 * i] = digits[t->cell[i] >> 4];
		hex[2 * i + 1] = digits[t->cell[i] & 15];
	}
	text = json_stringn(hex, 2 * (size_t)count);
	free(hex);
	return text;
}

static json_t *routes_json(const struct gno_pattern_node *n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n->routes; i++)
		json_array_append_new(list, n->route[i] ? json_string(n->route[i]) : json_null());
	return list;
}

static json_t *measures_json(const struct gno_pattern_node *n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n->measures; i++)
		json_array_append_new(list, json_pack("{s:s, s:i, s:s}", "name", n->measure[i].name,
						      "pair", (int)n->measure[i].pair, "print",
						      gno_measure_prints[n->measure[i].print]));
	return list;
}

static json_t *nodes_json(const struct gno_pattern_file *p)
{
	json_t *list = json_array();

	for (unsigned k = 0; k < p->nodes; k++) {
		json_t *tables = json_array();

		for (size_t i = 0; i < p->node[k].tables; i++) {
			const struct gno_pattern_table *t = &p->node[k].table[i];

			json_array_append_new(tables,
					      json_pack("{s:s, s:i, s:i, s:o}", "name", t->name,
							"base", (int)t->base, "cells",
							(int)t->cells, "data", cells_json(t)));
		}
		json_array_append_new(list, json_pack("{s:s, s:o, s:o, s:o}", "name",
						      p->node[k].name, "tables", tables, "routes",
						      routes_json(&p->node[k]), "measures",
						      measures_json(&p->node[k])));
	}
	return list;
}

/* Place in the list of files. */
static size_t file_place(const struct gno_pattern_file *p, const char *name)
{
	size_t i = 0;

	while (strcmp(p->file[i], name) != 0)
		i++;
	return i;
}

/* "file" is a place in the list of files, null where no line is known. */
static json_t *functions_json(const struct gno_pattern_file *p)
{
	json_t *list = json_array();

	for (size_t i = 0; i < p->functions; i++) {
		const struct gno_pattern_function *f = &p->function[i];
		json_t *file =
		    f->file ? json_integer((json_int_t)file_place(p, f->file)) : json_null();

		json_array_append_new(list, json_pack("{s:s, s:o, s:o, s:o, s:I}", "name", f->name,
						      "address", address_json(f->address), "size",
						      address_json(f->size), "file", file, "line",
						      (json_int_t)f->line));
	}
	return list;
}

static json_t *files_json(const struct gno_pattern_file *p)
{
	json_t *list = json_array();

	for (size_t i = 0; i < p->files; i++)
		json_array_append_new(list, json_string(p->file[i]));
	return list;
}

/* A row is "ADDRESS FILE LINE": hexadecimal, place in the list of files, decimal; only "ADDRESS"
 * without. */
static json_t *lines_json(const struct gno_pattern_file *p)
{
	json_t *list = json_array();
	size_t i, file = 0;

	for (i = 0; i < p->lines; i++) {
		const struct gno_pattern_line *row = &p->line[i];

		if (!row->file) {
			json_array_append_new(list, json_sprintf("%" PRIx64, row->address));
			continue;
		}
		if (!p->file[file] || strcmp(p->file[file], row->file) != 0)
			file = file_place(p, row->file);
		json_array_append_new(
		    list, json_sprintf("%" PRIx64 " %zu %u", row->address, file, row->line));
	}
	return list;
}

static json_t *file_json(const struct gno_pattern_file *p, json_t *manifest)
{
	json_t *timer =
	    p->timer ? json_pack("{s:I, s:b}", "every", (json_int_t)p->timer, "profile", p->profile)
		     : json_null();
	json_t *root;
	char *hash;

	root = json_pack(
	    "{s:i, s:o, s:s, s:o, s:s?, s:s, s:s, s:s?, s:s?, s:s, s:i, s:b, s:i, s:i, s:i, s:o, s:o, s:o, s:o, s:I, s:o, s:o, s:o, s:o, s:o}",
	    GNO_PATTERNS_MARK, GNO_PATTERNS_VERSION, "hash", json_sprintf("%016" PRIx64, p->hash),
	    "monitor", p->monitor, "manifest", manifest, "device", p->device, "name", p->name,
	    "experiment", p->experiment, "program", p->program, "build_id", p->build_id, "mode",
	    gno_buffer_mode_name(p->mode), "after", (int)p->after, "collect", p->collect,
	    "limit_ms", (int)p->limit_ms, "round", (int)p->round, "rounds", (int)p->rounds,
	    "points", points_json(p), "intervals", intervals_json(p), "until", until_json(p),
	    "timer", timer, "watchdog", (json_int_t)p->watchdog, "port", actions_json(p->port),
	    "nodes", nodes_json(p), "functions", functions_json(p), "files", files_json(p), "lines",
	    lines_json(p));
	put_choice(root, "port_groups", p->port_choice);
	put_limits(root, p);
	put_processes(root, p);
	hash = root ? gno_pattern_file_hash(root) : NULL;
	if (!hash || json_object_set_new(root, "xxh64", json_string(hash))) {
		json_decref(root);
		root = NULL;
	}
	free(hash);
	return root;
}

int gno_pattern_file_json(const struct gno_pattern_file *p, const char *manifest, json_t **out,
			  struct gno_err *err)
{
	json_t *path = json_string(manifest);

	if (!path)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "cannot name manifest '%s' in a pattern file: its path is not UTF-8", manifest);
	*out = file_json(p, path);
	return *out ? 0 : gno_fail_nomem(err);
}

/* Folder of a path, without links and dots, with a slash behind it; the caller's. */
static int real_folder(const char *path, char **out, struct gno_err *err)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	char *real = folder ? realpath(folder, NULL) : NULL;
	int errnum = folder ? errno : ENOMEM;

	free(folder);
	if (!real)
		return gno_fail_errno(err, errnum, "cannot find the folder of '%s'", path);
	*out = gno_format("%s%s", real, real[1] ? "/" : "");
	free(real);
	return *out ? 0 : gno_fail_nomem(err);
}

/* Path of `target` as seen from the folder of `file`; the caller's. */
static int relative_path(const char *file, const char *target, char **out, struct gno_err *err)
{
	const char *slash = strrchr(target, '/'), *base = slash ? slash + 1 : target, *p;
	char *from = NULL, *to = NULL, *up = NULL;
	size_t i, same = 0, len = 0;
	int rc;

	rc = real_folder(file, &from, err);
	if (!rc)
		rc = real_folder(target, &to, err);
	if (rc)
		goto out;
	for (i = 0; from[i] && from[i] == to[i]; i++)
		if (from[i] == '/')
			same = i + 1;
	up = calloc(strlen(from) + 1, 3);
	for (p = from + same; up && (p = strchr(p, '/')); p++, len += 3)
		memcpy(up + len, "../", 3);
	*out = up ? gno_format("%s%s%s", up, to + same, base) : NULL;
	rc = *out ? 0 : gno_fail_nomem(err);
out:
	free(up);
	free(from);
	free(to);
	return rc;
}

int gno_pattern_file_write(const char *path, const struct gno_pattern_file *p, struct gno_err *err)
{
	char *manifest = NULL, *text = NULL;
	json_t *root = NULL;
	int rc;

	rc = relative_path(path, p->manifest, &manifest, err);
	if (rc)
		return rc;
	rc = gno_pattern_file_json(p, manifest, &root, err);
	if (rc)
		goto out;
	text = root ? json_dumps(root, JSON_INDENT(1)) : NULL;
	rc = text ? gno_replace_file(path, text, strlen(text), err) : gno_fail_nomem(err);
	if (!rc)
		rc = gno_sync_file(path, err);
out:
	free(text);
	json_decref(root);
	free(manifest);
	return rc;
}
