/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of the tree: syntax, types and keys. */
#include <string.h>

#include "base/index.h"
#include "check/walk.h"

void check_yaml_syntax(struct checker *c)
{
	const struct source *s = c->source;

	if (s->problem)
		diags_add(c->diags, SEV_ERROR, c->check->name, s->problem_at,
			  "this is not YAML: %s", s->problem);
	else if (!source_root(s))
		diags_add(c->diags, SEV_ERROR, c->check->name, (struct place){1, 1},
			  "the description is empty");
}

void check_one_document(struct checker *c)
{
	if (c->source->second.line)
		diags_add(c->diags, SEV_ERROR, c->check->name, c->source->second,
			  "a second document begins here, but a description is one document");
}

static const char *type_wanted(enum key_type type)
{
	if (type == KEY_MAP)
		return "a mapping";
	if (type == KEY_LIST)
		return "a list";
	if (type == KEY_INT || type == KEY_OFFSET)
		return "a number";
	if (type == KEY_TEXT)
		return "a text";
	return "one word or number";
}

/* A plain text that begins with `!` is a tag of YAML. */
static int is_tag(const yaml_node_t *value)
{
	return value->type == YAML_SCALAR_NODE && !value->data.scalar.length && value->tag &&
	       *value->tag == '!';
}

static void value_has_type(struct checker *c, const struct visit *v)
{
	const yaml_node_t *value = v->value;

	if (!v->spec) {
		if (value->type != YAML_MAPPING_NODE)
			check_report(c, value, "the description must be a mapping");
	} else if (v->item) {
		if (v->spec->child ? value->type != YAML_MAPPING_NODE
				   : value->type != YAML_SCALAR_NODE)
			check_report(c, value, "an item of '%s' must be %s%s", v->spec->name,
				     v->spec->child ? "a mapping" : "",
				     !v->spec->plain  ? ""
				     : v->spec->child ? " or one word"
						      : "one word");
	} else if (v->spec->type == KEY_MAP || v->spec->type == KEY_LIST) {
		if (value->type !=
		    (v->spec->type == KEY_MAP ? YAML_MAPPING_NODE : YAML_SEQUENCE_NODE))
			check_report(c, value, "'%s' must be %s", v->spec->name,
				     type_wanted(v->spec->type));
	} else if (value->type != YAML_SCALAR_NODE || value->data.scalar.length == 0) {
		check_report(c, value, "'%s' must be %s%s", visit_name(v),
			     type_wanted(v->spec->type),
			     is_tag(value) ? ": one that begins with '!' needs quotes" : "");
	}
}

void check_wrong_type(struct checker *c)
{
	walk_values(c, value_has_type);
}

static void keys_are_known(struct checker *c, const struct key_section *section,
			   const yaml_node_t *map)
{
	for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top;
	     p++) {
		const yaml_node_t *key = source_node(c->source, p->key);
		const struct key_spec *near;

		if (key->type != YAML_SCALAR_NODE) {
			check_report(c, key, "a key of '%s' must be one word", section->name);
			continue;
		}
		if (key_find(section, source_text(key)))
			continue;
		near = key_nearest(section, source_text(key));
		if (near)
			check_report(c, key, "unknown key '%s' in '%s', did you mean '%s'",
				     source_text(key), section->name, near->name);
		else
			check_report(c, key, "unknown key '%s' in '%s'", source_text(key),
				     section->name);
	}
}

void check_unknown_key(struct checker *c)
{
	walk_maps(c, keys_are_known);
}

static void keys_are_unique(struct checker *c, const struct key_section *section,
			    const yaml_node_t *map)
{
	struct base_index names = {0};

	(void)section;
	for (const yaml_node_pair_t *p = map->data.mapping.pairs.start;
	     p < map->data.mapping.pairs.top; p++) {
		const yaml_node_t *key = source_node(c->source, p->key);
		size_t first;

		if (key->type != YAML_SCALAR_NODE)
			continue;
		first = base_index_find(&names, source_text(key));
		if (first == BASE_INDEX_NONE &&
		    !base_index_add(&names, source_text(key), (size_t)p->key))
			c->diags->failed = 1;
		if (first == BASE_INDEX_NONE)
			continue;
		check_report(c, key, "key '%s' occurs twice", source_text(key));
		check_note(c, source_node(c->source, (int)first), "also defined here");
	}
	base_index_free(&names);
}

void check_duplicate_key(struct checker *c)
{
	walk_maps(c, keys_are_unique);
}

static void keys_are_there(struct checker *c, const struct key_section *section,
			   const yaml_node_t *map)
{
	for (const struct key_spec *k = section->keys; k->name; k++) {
		int found = 0;

		if (!k->required)
			continue;
		for (yaml_node_pair_t *p = map->data.mapping.pairs.start;
		     p < map->data.mapping.pairs.top; p++) {
			const yaml_node_t *key = source_node(c->source, p->key);

			found |=
			    key->type == YAML_SCALAR_NODE && strcmp(source_text(key), k->name) == 0;
		}
		if (!found)
			diags_add(c->diags, SEV_ERROR, c->check->name, source_place(map),
				  "key '%s' is missing in '%s'", k->name, section->name);
	}
}

void check_missing_key(struct checker *c)
{
	walk_maps(c, keys_are_there);
}

static void list_has_size(struct checker *c, const struct visit *v)
{
	size_t count;

	if (!v->spec || v->spec->type != KEY_LIST || v->item)
		return;
	count = (size_t)(v->value->data.sequence.items.top - v->value->data.sequence.items.start);
	if (count < v->spec->min)
		check_report(c, v->value, "'%s' has %zu items, it needs %llu or more",
			     v->spec->name, count, (unsigned long long)v->spec->min);
	else if (count > v->spec->max)
		check_report(c, v->value, "'%s' has %zu items, more than %llu", v->spec->name,
			     count, (unsigned long long)v->spec->max);
}

void check_item_count(struct checker *c)
{
	walk_values(c, list_has_size);
}
