/* SPDX-License-Identifier: Apache-2.0 */
#include "common/yaml_reader.h"
#include "base/index.h"
#include "base/input.h"
#include "base/name.h"
#include "base/number.h"
#include "base/show.h"
#include "common/util.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void add_fault(struct gno_yaml *y, struct gno_yaml_position at, bool warning,
		      const char *fmt, va_list ap)
{
	struct gno_faults *f = y->faults;
	struct gno_fault *more;
	char *raw = NULL, *text = NULL;
	size_t errors;

	for (size_t i = 0; i < f->count && at.line; i++)
		if (f->fault[i].line == at.line && f->fault[i].column == at.column &&
		    !strcmp(f->fault[i].form, fmt))
			return; /* it was already reported of another node */
	errors = f->errors < GNO_FAULTS_MAX ? f->errors : GNO_FAULTS_MAX;
	if ((warning ? f->count - errors : errors) == GNO_FAULTS_MAX) {
		f->more = true;
		f->errors += !warning;
		return;
	}
	more = gno_room(f->fault, f->count, sizeof(*more));
	if (more)
		f->fault = more;
	if (more && vasprintf(&raw, fmt, ap) >= 0) {
		text = base_show_new(raw);
		free(raw);
	}
	if (!text) {
		y->nomem = true;
		return;
	}
	if (!warning)
		f->errors++;
	more[f->count++] = (struct gno_fault){at.line, at.column, warning, text, fmt};
}

void gno_yaml_fault(struct gno_yaml *y, const yaml_node_t *at, const char *fmt, ...)
{
	const struct gno_yaml_position nowhere = {0};
	va_list ap;

	va_start(ap, fmt);
	add_fault(y, at ? gno_yaml_position(at) : nowhere, false, fmt, ap);
	va_end(ap);
}

void gno_yaml_fault_at(struct gno_yaml *y, struct gno_yaml_position at, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add_fault(y, at, false, fmt, ap);
	va_end(ap);
}

/* Notes what is not YAML. Always an error. */
static int not_yaml(struct gno_yaml *y, const yaml_parser_t *parser, struct gno_err *err)
{
	const struct gno_yaml_position at = {(unsigned)parser->problem_mark.line + 1,
					     (unsigned)parser->problem_mark.column + 1};

	if (parser->error == YAML_MEMORY_ERROR)
		return gno_fail_nomem(err);
	gno_yaml_fault_at(y, at, "not YAML: %s",
			  parser->problem ? parser->problem : "unknown problem");
	return GNO_ERR_FORMAT;
}

/* Sees to it that nothing follows the document; false: what follows is not YAML. */
static bool check_end(struct gno_yaml *y, yaml_parser_t *parser, const char *what)
{
	yaml_document_t next;

	if (!yaml_parser_load(parser, &next))
		return false;
	if (yaml_document_get_root_node(&next)) {
		const struct gno_yaml_position at = {(unsigned)next.start_mark.line + 1,
						     (unsigned)next.start_mark.column + 1};

		gno_yaml_fault_at(y, at, "a second document begins here, but %s is one document",
				  what);
	}
	yaml_document_delete(&next);
	return true;
}

int gno_yaml_load(struct gno_yaml *y, const char *text, const char *what, struct gno_err *err)
{
	struct base_yaml_problem limit;
	yaml_parser_t parser;
	int rc = 0;

	if (!base_yaml_keeps_limits(text, strlen(text), &limit)) {
		gno_yaml_fault_at(y, (struct gno_yaml_position){limit.line, limit.column},
				  "not YAML: %s", limit.text);
		return GNO_ERR_FORMAT;
	}
	if (!yaml_parser_initialize(&parser))
		return gno_fail_nomem(err);
	yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
	if (!yaml_parser_load(&parser, &y->doc)) {
		rc = not_yaml(y, &parser, err);
	} else if (!check_end(y, &parser, what)) {
		rc = not_yaml(y, &parser, err);
		yaml_document_delete(&y->doc);
	}
	yaml_parser_delete(&parser);
	return rc;
}

bool gno_yaml_has_fault_at(const struct gno_yaml *y, struct gno_yaml_position at)
{
	for (size_t i = 0; i < y->faults->count; i++)
		if (!y->faults->fault[i].warning && y->faults->fault[i].line == at.line &&
		    y->faults->fault[i].column == at.column)
			return true;
	return false;
}

void gno_yaml_warn(struct gno_yaml *y, struct gno_yaml_position at, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add_fault(y, at, true, fmt, ap);
	va_end(ap);
}

struct gno_yaml_position gno_yaml_position(const yaml_node_t *node)
{
	return (struct gno_yaml_position){(unsigned)node->start_mark.line + 1,
					  (unsigned)node->start_mark.column + 1};
}

struct gno_yaml_position gno_yaml_position_in(const yaml_node_t *node, size_t offset)
{
	const yaml_mark_t *from = &node->start_mark, *to = &node->end_mark;
	struct gno_yaml_position at = gno_yaml_position(node);
	bool quoted = node->data.scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE ||
		      node->data.scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;

	if (from->line == to->line &&
	    to->column - from->column == node->data.scalar.length + 2u * quoted)
		at.column += (unsigned)offset + quoted;
	return at;
}

static size_t pairs_of(const yaml_node_t *map)
{
	return (size_t)(map->data.mapping.pairs.top - map->data.mapping.pairs.start);
}

/* Key and value of a pair; the key is a scalar, or a fault is noted and false returned. */
static bool get_pair(struct gno_yaml *y, const yaml_node_t *map, size_t at, struct gno_entry *e)
{
	const yaml_node_pair_t *pair = map->data.mapping.pairs.start + at;

	e->key = yaml_document_get_node(&y->doc, pair->key);
	e->value = yaml_document_get_node(&y->doc, pair->value);
	if (e->key->type != YAML_SCALAR_NODE)
		return false;
	e->name = (const char *)e->key->data.scalar.value;
	return true;
}

/* Notes a name of a mapping; the line of its first occurrence, 0: it is new. */
static size_t first_line(struct gno_yaml *y, struct base_index *names, const struct gno_entry *e)
{
	size_t line = base_index_find(names, e->name);

	if (line != BASE_INDEX_NONE)
		return line;
	if (!base_index_add(names, e->name, e->key->start_mark.line + 1))
		y->nomem = true;
	return 0;
}

static bool is_mapping(struct gno_yaml *y, const yaml_node_t *node, const char *what)
{
	if (node->type == YAML_MAPPING_NODE)
		return true;
	gno_yaml_fault(y, node, "%s must be a mapping", what);
	return false;
}

bool gno_yaml_keys(struct gno_yaml *y, yaml_node_t *map, const char *what, const char *const *keys,
		   yaml_node_t **value)
{
	struct gno_entry e;
	struct base_index names = {0};
	size_t count = 0, at, i, line;
	const char *near;

	while (keys[count])
		value[count++] = NULL;
	if (!is_mapping(y, map, what))
		return false;
	for (at = 0; at < pairs_of(map); at++) {
		if (!get_pair(y, map, at, &e)) {
			gno_yaml_fault(y, e.key, "a key of %s is not a plain word", what);
			continue;
		}
		for (i = 0; i < count && strcmp(keys[i], e.name) != 0; i++)
			;
		line = first_line(y, &names, &e);
		near = i < count ? NULL : gno_nearest(e.name, keys, count, sizeof(*keys));
		if (line)
			gno_yaml_fault(y, e.key, "key '%s' occurs twice, first in line %zu", e.name,
				       line);
		else if (near)
			gno_yaml_fault(y, e.key, "unknown key '%s' in %s; did you mean '%s'?",
				       e.name, what, near);
		else if (i == count)
			gno_yaml_fault(y, e.key, "unknown key '%s' in %s", e.name, what);
		else
			value[i] = e.value;
	}
	base_index_free(&names);
	return true;
}

size_t gno_yaml_entries(struct gno_yaml *y, yaml_node_t *map, const char *what)
{
	struct base_index names = {0};
	struct gno_entry e;
	size_t line;

	if (!is_mapping(y, map, what))
		return 0;
	for (size_t at = 0; at < pairs_of(map); at++) {
		if (!get_pair(y, map, at, &e) || !base_name_ok(e.name, BASE_NAME_MAX)) {
			gno_yaml_fault(y, e.key, "a name in %s " BASE_NAME_RULE, what);
			continue;
		}
		line = first_line(y, &names, &e);
		if (line)
			gno_yaml_fault(y, e.key, "'%s' occurs twice, first in line %zu", e.name,
				       line);
	}
	base_index_free(&names);
	return pairs_of(map);
}

bool gno_yaml_is_full(const struct gno_yaml *y)
{
	return y->faults->errors >= GNO_FAULTS_MAX;
}

bool gno_yaml_entry(struct gno_yaml *y, yaml_node_t *map, size_t at, struct gno_entry *entry)
{
	return at < pairs_of(map) && get_pair(y, map, at, entry);
}

const char *gno_yaml_text(struct gno_yaml *y, yaml_node_t *node, const char *what)
{
	if (node->type == YAML_SCALAR_NODE && node->data.scalar.length)
		return (const char *)node->data.scalar.value;
	gno_yaml_fault(y, node, "%s must be a text that is not empty", what);
	return NULL;
}

bool gno_yaml_number(struct gno_yaml *y, yaml_node_t *node, const char *what, uint64_t lo,
		     uint64_t hi, uint64_t *out)
{
	const char *text =
	    node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : "";

	if (base_number_parse(text, hi, out) && *out >= lo)
		return true;
	gno_yaml_fault(y, node, "%s must be a number from %" PRIu64 " to %" PRIu64, what, lo, hi);
	return false;
}

bool gno_yaml_signed(struct gno_yaml *y, yaml_node_t *node, const char *what, int64_t most,
		     int64_t *out)
{
	const char *text =
	    node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : "";
	const bool below = *text == '-';
	uint64_t value;

	if (base_number_parse(text + below, (uint64_t)most, &value)) {
		*out = below ? -(int64_t)value : (int64_t)value;
		return true;
	}
	gno_yaml_fault(y, node, "%s must be a number from -%" PRId64 " to %" PRId64, what, most,
		       most);
	return false;
}

bool gno_yaml_bool(struct gno_yaml *y, yaml_node_t *node, const char *what)
{
	static const char *const words[] = {"no", "yes", "false", "true"};
	const char *text =
	    node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : "";

	for (int i = 0; i < 4; i++)
		if (!strcmp(text, words[i]))
			return i % 2;
	gno_yaml_fault(y, node, "%s must be yes or no", what);
	return false;
}

yaml_node_t *gno_yaml_item(struct gno_yaml *y, yaml_node_t *node, size_t at)
{
	if (node->type == YAML_SCALAR_NODE)
		return at ? NULL : node;
	if (node->type != YAML_SEQUENCE_NODE ||
	    at >= (size_t)(node->data.sequence.items.top - node->data.sequence.items.start))
		return NULL;
	return yaml_document_get_node(&y->doc, node->data.sequence.items.start[at]);
}

char *gno_yaml_copy(struct gno_yaml *y, const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		y->nomem = true;
	return copy;
}
