/* SPDX-License-Identifier: Apache-2.0 */

/* Reading pattern files. */
#include "base/name.h"
#include "base/number.h"
#include "base/show.h"
#include "monitor/manifest.h"
#include "compile/json.h"
#include "common/util.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TABLES 64
#define MAX_CELLS (1u << 16)
#define MAX_CODE 255
#define MAX_PAIRS 9
#define MAX_ROUNDS 1000
#define MAX_PROCESS 65535

/* The first fault is kept; after it every function below gives something harmless. */
struct reader {
	const char *path;
	struct gno_err *err;
	int rc;
};

static void fault(struct reader *r, const char *key)
{
	if (!r->rc)
		r->rc = gno_fail(r->err, GNO_ERR_FORMAT,
				 "pattern file '%s' is at fault: '%s' is missing or malformed",
				 r->path, key);
}

static void *room(struct reader *r, size_t count, size_t size)
{
	void *p = r->rc ? NULL : calloc(count + 1, size);

	if (!p && !r->rc)
		r->rc = gno_fail_nomem(r->err);
	return p;
}

/* A text for a reader, fit to be shown. */
static char *copy(struct reader *r, const json_t *text, const char *key)
{
	char *out = NULL;

	if (!json_is_string(text))
		fault(r, key);
	else if (!r->rc)
		out = base_show_new(json_string_value(text));
	if (!out && !r->rc)
		r->rc = gno_fail_nomem(r->err);
	return out;
}

static char *get_text(struct reader *r, const json_t *obj, const char *key)
{
	return copy(r, json_object_get(obj, key), key);
}

static char *get_name(struct reader *r, const json_t *obj, const char *key)
{
	char *name = get_text(r, obj, key);

	if (name && !base_name_ok(name, BASE_NAME_MADE_MAX))
		fault(r, key);
	return name;
}

/* A text as it is: of a file, or its path. */
static char *get_raw(struct reader *r, const json_t *obj, const char *key)
{
	const char *text = json_string_value(json_object_get(obj, key));
	char *out = text && !r->rc ? strdup(text) : NULL;

	if (!text)
		fault(r, key);
	else if (!out && !r->rc)
		r->rc = gno_fail_nomem(r->err);
	return out;
}

static char *get_optional(struct reader *r, const json_t *obj, const char *key)
{
	return json_is_null(json_object_get(obj, key)) ? NULL : get_text(r, obj, key);
}

static uint64_t read_uint(struct reader *r, const json_t *v, const char *key, uint64_t most)
{
	if (json_is_integer(v) && json_integer_value(v) >= 0 &&
	    (uint64_t)json_integer_value(v) <= most)
		return (uint64_t)json_integer_value(v);
	fault(r, key);
	return 0;
}

/* An address: a number, or a text where it is too large for one. */
static uint64_t address_of(struct reader *r, const json_t *v)
{
	uint64_t address = 0;

	if (!json_is_string(v))
		return read_uint(r, v, "addresses", GNO_PATTERNS_EXACT - 1);
	if (!base_number_parse(json_string_value(v), UINT64_MAX, &address))
		fault(r, "addresses");
	return address;
}

static uint64_t get_number(struct reader *r, const json_t *obj, const char *key, uint64_t most)
{
	return read_uint(r, json_object_get(obj, key), key, most);
}

static bool get_bool(struct reader *r, const json_t *obj, const char *key)
{
	if (!json_is_boolean(json_object_get(obj, key)))
		fault(r, key);
	return json_is_true(json_object_get(obj, key));
}

/* Place of a word in a list. */
static unsigned choice(struct reader *r, const json_t *word, const char *key,
		       const char *const *list)
{
	const char *text = json_string_value(word);

	for (unsigned i = 0; text && list[i]; i++)
		if (!strcmp(list[i], text))
			return i;
	fault(r, key);
	return 0;
}

static json_t *get_list(struct reader *r, const json_t *obj, const char *key, size_t *count)
{
	json_t *list = json_object_get(obj, key);

	if (!json_is_array(list))
		fault(r, key);
	*count = r->rc ? 0 : json_array_size(list);
	return list;
}

static unsigned get_actions(struct reader *r, const json_t *obj, const char *key)
{
	unsigned bits = 0;
	size_t count;
	json_t *list = get_list(r, obj, key, &count);

	for (size_t i = 0; i < count; i++)
		bits |= 1u << choice(r, json_array_get(list, i), key, gno_pattern_actions);
	return bits;
}

/* The groups that actions name, which are left out where none does. */
static void get_choice(struct reader *r, const json_t *obj, const char *key,
		       struct gno_group_choice *choice)
{
	const json_t *groups = json_object_get(obj, key);
	size_t count;

	for (unsigned c = 0; groups && c < GNO_CHOICES; c++) {
		json_t *list;

		if (!json_object_get(groups, gno_pattern_choices[c]))
			continue;
		list = get_list(r, groups, gno_pattern_choices[c], &count);
		if (count)
			choice[c].name = room(r, count, sizeof(*choice[c].name));
		for (size_t i = 0; i < count && !r->rc; i++) {
			const char *name = json_string_value(json_array_get(list, i));

			if (!name || !base_name_ok(name, BASE_NAME_MADE_MAX))
				fault(r, key);
			else if (!(choice[c].name[i] = strdup(name)))
				r->rc = gno_fail_nomem(r->err);
			else
				choice[c].names++;
		}
	}
}

/* Place of the point that is named; 0 after a fault. */
static size_t get_point(struct reader *r, const struct gno_pattern_file *p, const json_t *obj,
			const char *key)
{
	const char *name = json_string_value(json_object_get(obj, key));

	for (size_t i = 0; name && i < p->points; i++)
		if (!strcmp(p->point[i].name, name))
			return i;
	fault(r, key);
	return 0;
}

static void read_called(struct reader *r, const struct gno_pattern_file *p,
			struct gno_pattern_called *called, const json_t *obj)
{
	const json_t *nodes = json_object_get(obj, "nodes");

	called->name = get_text(r, obj, "name");
	called->address = address_of(r, json_object_get(obj, "address"));
	called->file = get_optional(r, obj, "file");
	called->line = (unsigned)get_number(r, obj, "line", UINT32_MAX);
	called->at_once = get_bool(r, obj, "at_once");
	called->loops = get_bool(r, obj, "loops");
	called->on = nodes ? room(r, p->nodes, sizeof(*called->on)) : NULL;
	for (size_t i = 0; i < json_array_size(nodes) && !r->rc; i++)
		called->on[read_uint(r, json_array_get(nodes, i), "nodes", p->nodes - 1)] = true;
}

/* The function of a point, or a list of them. */
static void read_calleds(struct reader *r, const struct gno_pattern_file *p,
			 struct gno_pattern_point *q, const json_t *value)
{
	const size_t count = json_is_array(value) ? json_array_size(value) : value != NULL;

	q->called = count ? room(r, count, sizeof(*q->called)) : NULL;
	for (size_t i = 0; i < count && !r->rc; i = ++q->calleds)
		read_called(r, p, &q->called[i],
			    json_is_array(value) ? json_array_get(value, i) : value);
}

static void read_point(struct reader *r, struct gno_pattern_file *p, struct gno_pattern_point *q,
		       const json_t *obj)
{
	json_t *codes, *addresses;
	size_t count;

	q->name = get_name(r, obj, "name");
	q->kind = (enum gno_pattern_kind)choice(r, json_object_get(obj, "kind"), "kind",
						gno_pattern_kinds);
	q->what = get_text(r, obj, "what");
	q->text = get_text(r, obj, "text");
	q->os = (enum gno_pattern_os)choice(r, json_object_get(obj, "os"), "os", gno_pattern_oses);
	q->actions = get_actions(r, obj, "actions");
	get_choice(r, obj, "groups", q->choice);
	q->numbers = (unsigned)get_number(r, obj, "numbers", MAX_CODE);
	codes = get_list(r, obj, "codes", &count);
	if (count != p->nodes)
		fault(r, "codes");
	q->code = room(r, p->nodes, sizeof(*q->code));
	for (size_t i = 0; i < p->nodes && !r->rc; i++)
		q->code[i] = json_is_null(json_array_get(codes, i))
				 ? -1
				 : (int)read_uint(r, json_array_get(codes, i), "codes", MAX_CODE);
	addresses = get_list(r, obj, "addresses", &count);
	if (count)
		q->address = room(r, count, sizeof(*q->address));
	for (size_t i = 0; i < count && !r->rc; i++)
		q->address[q->addresses++] = address_of(r, json_array_get(addresses, i));
	read_calleds(r, p, q, json_object_get(obj, "called"));
}

static void read_until(struct reader *r, struct gno_pattern_file *p, const json_t *root)
{
	const json_t *until = json_object_get(root, "until");
	json_t *nodes;
	size_t count;

	p->until = -1;
	p->until_on = room(r, p->nodes, sizeof(*p->until_on));
	if (json_is_null(until) || r->rc)
		return;
	p->until = (int)get_point(r, p, until, "point");
	nodes = get_list(r, until, "nodes", &count);
	for (size_t i = 0; i < count && !r->rc; i++)
		p->until_on[read_uint(r, json_array_get(nodes, i), "nodes", p->nodes - 1)] = true;
}

/* The limits, which are left out where there is none. */
static void read_limits(struct reader *r, struct gno_pattern_file *p, const json_t *root)
{
	json_t *list;
	size_t count;

	if (!json_object_get(root, "limits"))
		return;
	list = get_list(r, root, "limits", &count);
	p->limit = room(r, count, sizeof(*p->limit));
	for (size_t i = 0; i < count && !r->rc; i++)
		p->limit[p->limits++] = copy(r, json_array_get(list, i), "limits");
}

static void read_points(struct reader *r, struct gno_pattern_file *p, const json_t *root)
{
	json_t *list;
	size_t count;

	list = get_list(r, root, "points", &count);
	p->point = room(r, count, sizeof(*p->point));
	for (size_t i = 0; i < count && !r->rc; i++)
		read_point(r, p, &p->point[p->points++], json_array_get(list, i));
	list = get_list(r, root, "intervals", &count);
	p->interval = room(r, count, sizeof(*p->interval));
	for (size_t i = 0; i < count && !r->rc; i++) {
		struct gno_pattern_interval *v = &p->interval[p->intervals++];

		v->name = get_name(r, json_array_get(list, i), "name");
		v->from = get_point(r, p, json_array_get(list, i), "from");
		v->to = get_point(r, p, json_array_get(list, i), "to");
	}
}

/* Names of processes; the key is left out where there are none. */
static void read_processes(struct reader *r, struct gno_pattern_file *p, const json_t *root)
{
	size_t count;
	json_t *list;

	if (!json_object_get(root, "processes"))
		return;
	list = get_list(r, root, "processes", &count);
	p->process = room(r, count, sizeof(*p->process));
	for (size_t i = 0; i < count && !r->rc; i++) {
		const json_t *o = json_array_get(list, i), *node = json_object_get(o, "node");
		struct gno_pattern_process *q = &p->process[p->processes++];

		q->name = get_name(r, o, "name");
		q->role = (enum gno_process_role)choice(r, json_object_get(o, "role"), "role",
							gno_pattern_roles);
		q->node = json_is_null(node) ? -1 : (int)read_uint(r, node, "node", p->nodes - 1);
		q->first = (unsigned)get_number(r, o, "first", MAX_PROCESS);
		q->last = (unsigned)get_number(r, o, "last", MAX_PROCESS);
		if (q->last < q->first)
			fault(r, "last");
	}
}

static int digit(char c)
{
	const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

static void read_cells(struct reader *r, struct gno_pattern_table *t, const json_t *data)
{
	const char *hex = json_string_value(data);
	size_t len = json_string_length(data), i;

	t->cell = room(r, t->cells, 1);
	if (!json_is_string(data) || len % 2 || len / 2 > t->cells)
		fault(r, "data");
	for (i = 0; i < len && !r->rc; i++) {
		if (digit(hex[i]) < 0)
			fault(r, "data");
		else
			t->cell[i / 2] = (uint8_t)(t->cell[i / 2] << 4 | digit(hex[i]));
	}
}

/* What the node's pairs and lines of the router are used for. */
static void read_use(struct reader *r, struct gno_pattern_node *n, const json_t *obj)
{
	json_t *list;
	size_t count;

	list = get_list(r, obj, "routes", &count);
	n->route = room(r, count, sizeof(*n->route));
	for (size_t i = 0; i < count && !r->rc; i++) {
		n->routes++;
		if (!json_is_null(json_array_get(list, i)))
			n->route[i] = copy(r, json_array_get(list, i), "routes");
	}
	list = get_list(r, obj, "measures", &count);
	n->measure = room(r, count, sizeof(*n->measure));
	for (size_t i = 0; i < count && !r->rc; i++) {
		const json_t *o = json_array_get(list, i);
		struct gno_pattern_measure *m = &n->measure[n->measures++];

		m->name = get_text(r, o, "name");
		m->pair = (unsigned)get_number(r, o, "pair", MAX_PAIRS - 1);
		m->print = (enum gno_measure_print)choice(r, json_object_get(o, "print"), "print",
							  gno_measure_prints);
	}
}

static void read_node(struct reader *r, struct gno_pattern_node *n, const json_t *obj)
{
	size_t count;
	json_t *list;

	n->name = get_name(r, obj, "name");
	list = get_list(r, obj, "tables", &count);
	if (count > MAX_TABLES)
		fault(r, "tables");
	n->table = room(r, count, sizeof(*n->table));
	for (size_t i = 0; i < count && !r->rc; i++) {
		const json_t *o = json_array_get(list, i);
		struct gno_pattern_table *t = &n->table[n->tables++];

		t->name = get_name(r, o, "name");
		t->base = (unsigned)get_number(r, o, "base", 8 * MAX_CELLS - 1);
		t->cells = (unsigned)get_number(r, o, "cells", MAX_CELLS);
		if (t->base % 8 || t->cells % 8)
			fault(r, "cells");
		read_cells(r, t, json_object_get(o, "data"));
	}
	read_use(r, n, obj);
}

static void read_nodes(struct reader *r, struct gno_pattern_file *p, const json_t *root)
{
	size_t count;
	json_t *list = get_list(r, root, "nodes", &count);

	if (count < 1 || count > GNO_MAX_NODES)
		fault(r, "nodes");
	p->node = room(r, count, sizeof(*p->node));
	for (size_t i = 0; i < count && !r->rc; i++) {
		p->nodes++;
		read_node(r, &p->node[i], json_array_get(list, i));
	}
}

/* "ADDRESS FILE LINE", or "ADDRESS" */
static void read_line(struct reader *r, struct gno_pattern_file *p, struct gno_pattern_line *row,
		      const json_t *text)
{
	unsigned long file;
	char end;
	const char *of = json_is_string(text) ? json_string_value(text) : "";
	int got = sscanf(of, "%16" SCNx64 " %lu %u%c", /* not a user's: write.c printed it */
			 &row->address, &file, &row->line, &end);

	if (got == 3 && file < p->files)
		row->file = p->file[file];
	else if (got != 1)
		fault(r, "lines");
}

static void read_function(struct reader *r, struct gno_pattern_file *p,
			  struct gno_pattern_function *f, const json_t *o)
{
	uint64_t file;

	f->name = get_text(r, o, "name");
	f->address = address_of(r, json_object_get(o, "address"));
	f->size = address_of(r, json_object_get(o, "size"));
	f->line = (unsigned)get_number(r, o, "line", UINT32_MAX);
	if (json_is_null(json_object_get(o, "file")))
		return;
	file = get_number(r, o, "file", UINT32_MAX);
	if (file < p->files)
		f->file = p->file[file];
	else
		fault(r, "file");
}

static void read_program(struct reader *r, struct gno_pattern_file *p, const json_t *root)
{
	size_t count;
	json_t *list = get_list(r, root, "files", &count);

	p->file = room(r, count, sizeof(*p->file));
	for (size_t i = 0; i < count && !r->rc; i++)
		p->file[p->files++] = copy(r, json_array_get(list, i), "files");
	list = get_list(r, root, "functions", &count);
	p->function = room(r, count, sizeof(*p->function));
	for (size_t i = 0; i < count && !r->rc; i++)
		read_function(r, p, &p->function[p->functions++], json_array_get(list, i));
	list = get_list(r, root, "lines", &count);
	p->line = room(r, count, sizeof(*p->line));
	for (size_t i = 0; i < count && !r->rc; i++)
		read_line(r, p, &p->line[p->lines++], json_array_get(list, i));
}

static void read_timer(struct reader *r, struct gno_pattern_file *p, const json_t *root)
{
	const json_t *timer = json_object_get(root, "timer");

	p->watchdog = get_number(r, root, "watchdog", UINT64_C(1) << 32);
	p->port = get_actions(r, root, "port");
	get_choice(r, root, "port_groups", p->port_choice);
	if (json_is_null(timer))
		return;
	p->timer = get_number(r, timer, "every", UINT64_C(1) << 32);
	p->profile = get_bool(r, timer, "profile");
}

static void read_all(struct reader *r, struct gno_pattern_file *p, const json_t *root)
{
	char *hash = get_text(r, root, "hash"), *manifest = get_raw(r, root, "manifest");

	if (hash && !base_number_hash(hash, BASE_HASH_DIGITS, &p->hash))
		fault(r, "hash");
	p->manifest = manifest ? gno_beside(r->path, manifest) : NULL;
	if (manifest && !p->manifest)
		r->rc = gno_fail_nomem(r->err);
	free(manifest);
	free(hash);
	p->monitor = get_name(r, root, "monitor");
	p->device = get_optional(r, root, "device");
	p->name = get_text(r, root, "name");
	p->experiment = get_raw(r, root, "experiment");
	p->program = get_optional(r, root, "program");
	p->build_id = get_optional(r, root, "build_id");
	p->mode = (enum gno_buffer_mode)choice(r, json_object_get(root, "mode"), "mode",
					       gno_pattern_modes);
	p->after = (unsigned)get_number(r, root, "after", GNO_MAX_SLOTS - 1);
	p->collect = get_bool(r, root, "collect");
	p->limit_ms = (unsigned)get_number(r, root, "limit_ms", INT32_MAX);
	p->rounds = (unsigned)get_number(r, root, "rounds", MAX_ROUNDS);
	p->round = (unsigned)get_number(r, root, "round", MAX_ROUNDS);
	if (p->round >= p->rounds)
		fault(r, "round");
	read_nodes(r, p, root);
	read_points(r, p, root);
	read_processes(r, p, root);
	read_until(r, p, root);
	read_limits(r, p, root);
	read_timer(r, p, root);
	read_program(r, p, root);
}

/* Whether it is a pattern file of this version and nothing of it was changed. */
static void check_whole(struct reader *r, const json_t *root)
{
	const json_t *version = json_object_get(root, GNO_PATTERNS_MARK);
	const char *said = json_string_value(json_object_get(root, "xxh64"));
	char *hash;

	if (!json_is_integer(version)) {
		r->rc = gno_fail(r->err, GNO_ERR_FORMAT, "'%s' is not a pattern file", r->path);
		return;
	}
	if (json_integer_value(version) != GNO_PATTERNS_VERSION) {
		r->rc = gno_fail(r->err, GNO_ERR_FORMAT,
				 "pattern file '%s' has version %d, this program reads version %d",
				 r->path, (int)json_integer_value(version), GNO_PATTERNS_VERSION);
		return;
	}
	hash = gno_pattern_file_hash(root);
	if (!hash)
		r->rc = gno_fail_nomem(r->err);
	else if (!said || strcmp(hash, said) != 0)
		r->rc = gno_fail(
		    r->err, GNO_ERR_FORMAT,
		    "pattern file '%s' is damaged: the XXH64 of its contents is %s, the file states %s",
		    r->path, hash, said ? said : "none");
	free(hash);
}

/* NULL: what is wrong was noted before. */
static int read_root(struct reader *r, const json_t *root, struct gno_pattern_file **out)
{
	struct gno_pattern_file *p;

	if (root)
		check_whole(r, root);
	p = room(r, 1, sizeof(*p));
	if (p)
		read_all(r, p, root);
	if (!r->rc)
		*out = p;
	else
		gno_pattern_file_free(p);
	return r->rc;
}

int gno_pattern_file_read(const char *path, struct gno_pattern_file **out, struct gno_err *err)
{
	struct reader r = {.path = path, .err = err};
	json_t *root = NULL;
	json_error_t why;
	char *text = NULL;

	r.rc = gno_slurp(path, &text, NULL, err);
	if (r.rc)
		return r.rc;
	root = json_loads(text, JSON_REJECT_DUPLICATES, &why);
	if (!root)
		r.rc = gno_fail(err, GNO_ERR_FORMAT,
				"pattern file '%s' is damaged, it is not JSON: line %d: %s", path,
				why.line, why.text);
	read_root(&r, root, out);
	json_decref(root);
	free(text);
	return r.rc;
}

int gno_pattern_file_copy(const struct gno_pattern_file *p, struct gno_pattern_file **out,
			  struct gno_err *err)
{
	struct reader r = {.path = "", .err = err};
	json_t *root = NULL;

	r.rc = gno_pattern_file_json(p, p->manifest, &root, err);
	read_root(&r, root, out);
	json_decref(root);
	return r.rc;
}
