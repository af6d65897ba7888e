/* SPDX-License-Identifier: Apache-2.0 */
/* Values, mappings and lists, as they are taken out of a tree. */
#include "model/take.h"

#include <string.h>

const yaml_node_t *model_lookup(const struct source *s, const yaml_node_t *map, const char *name)
{
	if (!map || map->type != YAML_MAPPING_NODE)
		return NULL;
	for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top;
	     p++) {
		const yaml_node_t *key = source_node(s, p->key);

		if (key->type == YAML_SCALAR_NODE && strcmp(source_text(key), name) == 0)
			return source_node(s, p->value);
	}
	return NULL;
}

void model_take(const struct source *s, const struct key_section *section, const yaml_node_t *map,
		const char *name, struct m_value *out)
{
	const struct key_spec *spec = key_find(section, name);
	const yaml_node_t *node = model_lookup(s, map, name);

	*out = (struct m_value){.text = spec->preset, .at = map};
	if (node) {
		out->at = node;
		out->given = 1;
		if (source_is_bad(s, node) || node->type != YAML_SCALAR_NODE)
			return;
		out->text = source_text(node);
	}
	if (!out->text)
		return;
	out->ok = 1;
	if (spec->type == KEY_BITS) {
		unsigned bit;

		out->ok = key_parse_bits(out->text, &out->number, &bit) == KEY_BITS_OK;
	}
	if (spec->type == KEY_INT || spec->type == KEY_OFFSET || spec->type == KEY_FREQ ||
	    spec->type == KEY_RATE)
		out->ok = key_parse_number(spec->type, out->text, &out->number) == KEY_NUMBER_OK;
}

const yaml_node_t *model_enter(const struct source *s, const struct key_section **section,
			       const yaml_node_t *map, const char *name)
{
	const yaml_node_t *node = model_lookup(s, map, name);

	*section = key_find(*section, name)->child;
	return node && !source_is_bad(s, node) ? node : NULL;
}

size_t model_items(const yaml_node_t *list)
{
	if (!list || list->type != YAML_SEQUENCE_NODE)
		return 0;
	return (size_t)(list->data.sequence.items.top - list->data.sequence.items.start);
}

const yaml_node_t *model_item(const struct source *s, const yaml_node_t *list, size_t i)
{
	return source_node(s, list->data.sequence.items.start[i]);
}

int model_is_yes(const struct m_value *value)
{
	return value->ok && strcmp(value->text, "yes") == 0;
}
