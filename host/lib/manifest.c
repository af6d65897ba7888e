/* SPDX-License-Identifier: Apache-2.0 */
#include "gnomon/manifest.h"
#include "gnomon/records.h"
#include "util.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT_VERSION 1
#define MAX_PAIRS 127 /* payload words of a ratio record are counted in 8 bits */

/* Where we are, for messages; the first fault is kept, everything after it is passed over. */
struct reader {
	const char *file;
	char path[128]; /* of the object at hand: "nodes[2].ranks." */
	struct gno_err *err;
	int ret;
};

static void fault(struct reader *r, const char *key, const char *what)
{
	if (!r->ret)
		r->ret = gno_fail(r->err, GNO_ERR_FORMAT, "manifest '%s' is at fault: '%s%s' %s", r->file,
				  r->path, key, what);
}

static json_t *get(struct reader *r, json_t *obj, const char *key, json_type type, const char *what)
{
	json_t *v = r->ret ? NULL : json_object_get(obj, key);

	if (r->ret)
		return NULL;
	if (!v) {
		fault(r, key, "is missing");
		return NULL;
	}
	if (json_typeof(v) != type) {
		fault(r, key, what);
		return NULL;
	}
	return v;
}

static json_t *get_object(struct reader *r, json_t *obj, const char *key)
{
	return get(r, obj, key, JSON_OBJECT, "is no object");
}

static json_t *get_array(struct reader *r, json_t *obj, const char *key)
{
	return get(r, obj, key, JSON_ARRAY, "is no array");
}

static uint64_t get_number(struct reader *r, json_t *obj, const char *key, uint64_t lo, uint64_t hi)
{
	json_t *v = get(r, obj, key, JSON_INTEGER, "is no whole number");
	char what[80];

	if (!v)
		return lo;
	if (json_integer_value(v) < 0 || (uint64_t)json_integer_value(v) < lo ||
	    (uint64_t)json_integer_value(v) > hi) {
		snprintf(what, sizeof(what), "is not in %" PRIu64 "..%" PRIu64, lo, hi);
		fault(r, key, what);
		return lo;
	}
	return (uint64_t)json_integer_value(v);
}

static unsigned get_unsigned(struct reader *r, json_t *obj, const char *key, unsigned lo, unsigned hi)
{
	return (unsigned)get_number(r, obj, key, lo, hi);
}

/* A copy of a string; NULL only after a fault. */
static char *get_string(struct reader *r, json_t *obj, const char *key)
{
	json_t *v = get(r, obj, key, JSON_STRING, "is no string");
	char *copy;

	if (!v)
		return NULL;
	copy = strdup(json_string_value(v));
	if (!copy)
		r->ret = gno_fail_nomem(r->err);
	return copy;
}

/* As get_string, but the key may be missing or null. */
static char *get_optional(struct reader *r, json_t *obj, const char *key)
{
	json_t *v = json_object_get(obj, key);

	return !v || json_is_null(v) ? NULL : get_string(r, obj, key);
}

/* The place of one of `names` that a string equals. */
static unsigned get_choice(struct reader *r, json_t *obj, const char *key, const char *const *names,
			   unsigned count)
{
	json_t *v = get(r, obj, key, JSON_STRING, "is no string");
	unsigned i;

	for (i = 0; v && i < count; i++)
		if (!strcmp(json_string_value(v), names[i]))
			return i;
	if (v)
		fault(r, key, "has a value that is not known");
	return 0;
}

static uint64_t get_hash(struct reader *r, json_t *obj, const char *key)
{
	json_t *v = get(r, obj, key, JSON_STRING, "is no string");
	const char *text = v ? json_string_value(v) : "";
	uint64_t hash;
	char *end;

	if (!v)
		return 0;
	hash = strtoull(text, &end, 16);
	if (*end || end == text || strspn(text, "0123456789abcdefABCDEF") != 16 || strlen(text) != 16)
		fault(r, key, "is no hash of 16 hexadecimal digits");
	return hash;
}

/* Room for `count` elements, zeroed; NULL only after a fault or where count is 0. */
static void *get_room(struct reader *r, size_t count, size_t size)
{
	void *p = NULL;

	if (!r->ret && count) {
		p = calloc(count, size);
		if (!p)
			r->ret = gno_fail_nomem(r->err);
	}
	return p;
}

static void read_ranks(struct reader *r, struct gno_node *n, json_t *ranks)
{
	json_t *chunks = get_array(r, ranks, "chunks");
	json_t *tables = get_array(r, ranks, "tables");
	unsigned covered = 0, seen = 0;
	unsigned i;

	n->capacity = get_unsigned(r, ranks, "capacity", 1, 255);
	n->code_bits = get_unsigned(r, ranks, "code_bits", 1, 8);
	n->index_bits = get_unsigned(r, ranks, "index_bits", 1, 16);
	if (!r->ret && n->capacity >= 1u << n->code_bits)
		fault(r, "capacity", "does not fit into code_bits");
	if (!r->ret && json_array_size(chunks) != GNO_CHUNKS)
		fault(r, "chunks", "does not have three entries");
	for (i = 0; i < GNO_CHUNKS && !r->ret; i++) {
		json_t *c = json_array_get(chunks, i);

		n->chunks[i].lo = get_unsigned(r, c, "lo", covered, covered);
		n->chunks[i].bits = get_unsigned(r, c, "bits", 1, n->index_bits);
		covered += n->chunks[i].bits;
	}
	if (!r->ret && covered != 32)
		fault(r, "chunks", "does not cover 32 bits");
	for (i = 0; i < json_array_size(tables) && !r->ret; i++) {
		json_t *t = json_array_get(tables, i);
		unsigned number = get_unsigned(r, t, "number", 0, GNO_TABLES - 1);

		n->table_cells[number] = get_unsigned(r, t, "cells", 8, 1u << n->index_bits);
		if (!r->ret && n->table_cells[number] % 8)
			fault(r, "tables", "has a table that is not whole slots of 8 cells");
		seen |= 1u << number;
	}
	if (!r->ret && seen != (1u << GNO_TABLES) - 1)
		fault(r, "tables", "does not have the tables 0 to 5");
	for (i = 0; i < GNO_TABLES && !r->ret; i++) {
		unsigned index = i < GNO_CHUNKS ? n->chunks[i].bits : 2 * n->code_bits;

		if (n->table_cells[i] < 1u << (i == GNO_TABLE_ACTIONS ? n->code_bits : index))
			fault(r, "tables", "has a table with too few cells");
	}
}

static void read_ratios(struct reader *r, struct gno_node *n, json_t *ratios)
{
	static const char *const forms[] = {"full", "compressed"};
	json_t *pairs = get_array(r, ratios, "pairs");
	unsigned i;

	n->pairs = pairs ? (unsigned)json_array_size(pairs) : 0;
	if (n->pairs > MAX_PAIRS)
		fault(r, "pairs", "has too many entries");
	n->pair = get_room(r, n->pairs, sizeof(*n->pair));
	if (n->pairs)
		n->ratio_form = (enum gno_ratio_form)get_choice(r, ratios, "form", forms, 2);
	for (i = 0; i < n->pairs && !r->ret; i++) {
		json_t *p = json_array_get(pairs, i);

		n->pair[i].name = get_string(r, p, "name");
		n->pair[i].a = get_string(r, p, "a");
		n->pair[i].b = get_string(r, p, "b");
	}
}

/* The file of the node's stream, and its class, which nodes that are alike may share. */
static void read_stream(struct reader *r, struct gno_node *n, json_t *obj)
{
	n->stream = get_string(r, obj, "stream");
	if (n->stream && (!*n->stream || strchr(n->stream, '/')))
		fault(r, "stream", "is no name of a file");
	n->stream_id = n->index;
	if (json_object_get(obj, "stream_id"))
		n->stream_id = get_unsigned(r, obj, "stream_id", 0, GNO_MAX_NODES);
}

static void read_node(struct reader *r, struct gno_node *n, json_t *obj)
{
	json_t *watch, *ranks, *ratios;
	unsigned place = n->index;

	snprintf(r->path, sizeof(r->path), "nodes[%u].", place);
	n->index = get_unsigned(r, obj, "index", place, place);
	n->name = get_string(r, obj, "name");
	n->depth = get_unsigned(r, obj, "depth", 0, 255);
	n->fifo_slots = get_unsigned(r, obj, "fifo_slots", 0, 1u << 16);
	read_stream(r, n, obj);
	watch = get_object(r, obj, "watch");
	ranks = get_object(r, obj, "ranks");
	ratios = get_object(r, obj, "ratios");
	snprintf(r->path, sizeof(r->path), "nodes[%u].watch.", place);
	n->field = get_string(r, watch, "field");
	n->word_bits = get_unsigned(r, watch, "bits", 1, 32);
	n->when = get_optional(r, watch, "when");
	snprintf(r->path, sizeof(r->path), "nodes[%u].ranks.", place);
	read_ranks(r, n, ranks);
	snprintf(r->path, sizeof(r->path), "nodes[%u].ratios.", place);
	read_ratios(r, n, ratios);
}

static void read_link(struct reader *r, struct gno_manifest *m, json_t *link)
{
	snprintf(r->path, sizeof(r->path), "link.");
	m->phy = get_string(r, link, "phy");
	if (m->phy && !strcmp(m->phy, "uart"))
		m->baud = get_unsigned(r, link, "baud", 1, 1000000000);
}

static void read_manifest(struct reader *r, struct gno_manifest *m, json_t *root)
{
	static const char *const forms[] = {"single", "ring"};
	json_t *nodes;
	unsigned k;

	get_number(r, root, "gnomon", FORMAT_VERSION, FORMAT_VERSION);
	m->name = get_string(r, root, "name");
	m->hash = get_hash(r, root, "hash");
	m->form = (enum gno_form)get_choice(r, root, "form", forms, 2);
	m->clock_hz = get_number(r, root, "clock_hz", 1, 1000000000000);
	m->time_bits = get_unsigned(r, root, "time_bits", 8, 32);
	m->slots_log2 = get_unsigned(r, root, "slots_log2", 4, 16);
	m->slots = get_unsigned(r, root, "slots", 1u << m->slots_log2, 1u << m->slots_log2);
	m->granule = get_unsigned(r, root, "granule_slots", GNO_GRANULE_SLOTS, GNO_GRANULE_SLOTS);
	m->addr_bits = get_unsigned(r, root, "addr_bits", 4, 19);
	m->ctf = get_string(r, root, "ctf");
	nodes = get_array(r, root, "nodes");
	read_link(r, m, get_object(r, root, "link"));
	r->path[0] = '\0';
	m->nodes = nodes ? (unsigned)json_array_size(nodes) : 0;
	if (m->nodes < 1 || m->nodes > GNO_MAX_NODES)
		fault(r, "nodes", "does not have 1 to 255 entries");
	m->node = get_room(r, m->nodes, sizeof(*m->node));
	for (k = 0; k < m->nodes && !r->ret; k++) {
		m->node[k].index = k;
		read_node(r, &m->node[k], json_array_get(nodes, k));
	}
}

int gno_manifest_parse(const char *text, const char *name, struct gno_manifest **out, struct gno_err *err)
{
	struct reader r = {.file = name, .err = err};
	struct gno_manifest *m = NULL;
	json_error_t why;
	json_t *root;

	root = json_loads(text, JSON_REJECT_DUPLICATES, &why);
	if (!root)
		return gno_fail(err, GNO_ERR_FORMAT, "manifest '%s' is no JSON: line %d: %s", name, why.line,
				why.text);
	m = get_room(&r, 1, sizeof(*m));
	if (!m)
		goto out;
	m->text = strdup(text);
	if (!m->text)
		r.ret = gno_fail_nomem(err);
	if (!json_is_object(root))
		fault(&r, "", "is no object");
	read_manifest(&r, m, root);
	if (!r.ret) {
		*out = m;
		m = NULL;
	}
out:
	json_decref(root);
	gno_manifest_free(m);
	return r.ret;
}

int gno_manifest_load(const char *path, struct gno_manifest **out, struct gno_err *err)
{
	char *text;
	int ret;

	ret = gno_slurp(path, &text, NULL, err);
	if (ret)
		return ret;
	ret = gno_manifest_parse(text, path, out, err);
	free(text);
	return ret;
}

static void free_node(struct gno_node *n)
{
	unsigned i;

	for (i = 0; i < n->pairs && n->pair; i++) {
		free(n->pair[i].name);
		free(n->pair[i].a);
		free(n->pair[i].b);
	}
	free(n->pair);
	free(n->name);
	free(n->field);
	free(n->when);
	free(n->stream);
}

void gno_manifest_free(struct gno_manifest *m)
{
	unsigned k;

	if (!m)
		return;
	for (k = 0; k < m->nodes && m->node; k++)
		free_node(&m->node[k]);
	free(m->node);
	free(m->name);
	free(m->phy);
	free(m->ctf);
	free(m->text);
	free(m);
}

const struct gno_node *gno_manifest_node(const struct gno_manifest *m, const char *name)
{
	unsigned k;

	for (k = 0; k < m->nodes; k++)
		if (!strcmp(m->node[k].name, name))
			return &m->node[k];
	return NULL;
}
