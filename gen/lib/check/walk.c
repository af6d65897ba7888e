/* SPDX-License-Identifier: Apache-2.0 */
#include "check/walk.h"

#include <string.h>

/* What is called on the way; either may be NULL. */
struct walk {
	visit_fn value;
	visit_map_fn map;
};

const char *visit_name(const struct visit *v)
{
	return v->key && strcmp(v->spec->name, KEY_ANY) == 0 ? source_text(v->key) : v->spec->name;
}

static void walk_map(struct checker *c, const struct walk *w, const struct key_section *section,
		     const yaml_node_t *map);

static void walk_value(struct checker *c, const struct walk *w, const struct visit *v)
{
	const yaml_node_t *value = v->value;

	if (w->value && !source_is_bad(c->source, value))
		w->value(c, v);
	if (source_is_bad(c->source, value) || !v->spec || (!v->spec->child && !v->spec->plain))
		return;
	if (v->spec->type == KEY_MAP || v->item) {
		walk_map(c, w, v->spec->child, value);
		return;
	}
	if (value->type != YAML_SEQUENCE_NODE)
		return;
	for (yaml_node_item_t *i = value->data.sequence.items.start;
	     i < value->data.sequence.items.top; i++) {
		const yaml_node_t *item = source_node(c->source, *i);
		int plain = v->spec->plain && item->type == YAML_SCALAR_NODE;

		walk_value(c, w,
			   &(struct visit){v->section, plain ? v->spec->plain : v->spec, NULL, item,
					   !plain});
	}
}

static void walk_map(struct checker *c, const struct walk *w, const struct key_section *section,
		     const yaml_node_t *map)
{
	if (map->type != YAML_MAPPING_NODE)
		return;
	if (w->map)
		w->map(c, section, map);
	for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top;
	     p++) {
		const yaml_node_t *key = source_node(c->source, p->key);
		const struct key_spec *spec = NULL;

		if (key->type == YAML_SCALAR_NODE)
			spec = key_find(section, source_text(key));
		if (spec)
			walk_value(c, w,
				   &(struct visit){section, spec, key,
						   source_node(c->source, p->value), 0});
	}
}

static void walk(struct checker *c, const struct walk *w)
{
	const yaml_node_t *root = source_root(c->source);

	if (!root)
		return;
	walk_value(c, w, &(struct visit){&key_root, NULL, NULL, root, 0});
	if (!source_is_bad(c->source, root))
		walk_map(c, w, &key_root, root);
}

void walk_values(struct checker *c, visit_fn fn)
{
	walk(c, &(struct walk){.value = fn});
}

void walk_maps(struct checker *c, visit_map_fn fn)
{
	walk(c, &(struct walk){.map = fn});
}
