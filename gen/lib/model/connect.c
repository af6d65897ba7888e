/* SPDX-License-Identifier: Apache-2.0 */
/* What inputs of the monitor are connected to. */
#include <string.h>

#include "model/take.h"

#define INPUT "_i" /* ends the name of an input */
#define OUTPUT "_o"

void model_build_connects(const struct source *s, struct arena *arena,
			  const struct key_section *section, const yaml_node_t *map,
			  struct m_connects *connects)
{
	const yaml_node_t *own = model_enter(s, &section, map, "connect");
	const yaml_node_pair_t *pairs;
	size_t count;

	if (!own || own->type != YAML_MAPPING_NODE)
		return;
	pairs = own->data.mapping.pairs.start;
	count = (size_t)(own->data.mapping.pairs.top - pairs);
	connects->items = arena_array(arena, count, sizeof(*connects->items));
	for (size_t i = 0; connects->items && i < count; i++) {
		const yaml_node_t *key = source_node(s, pairs[i].key);
		struct m_connect *item = &connects->items[connects->count];

		if (key->type != YAML_SCALAR_NODE || source_is_bad(s, key))
			continue;
		item->name = source_text(key);
		item->at = key;
		model_take(s, section, own, item->name, &item->to);
		connects->count++;
	}
}

/* 1 where the text ends so, behind something. */
static int ends_with(const char *text, const char *end)
{
	const size_t whole = strlen(text), length = strlen(end);

	return whole > length && strcmp(text + whole - length, end) == 0;
}

const char *model_input_name(struct arena *arena, const char *node, const char *port)
{
	const size_t length = node ? strlen(node) : 0;

	if (node && (strncmp(port, node, length) != 0 || port[length] != '_'))
		return NULL;
	port += node ? length + 1 : 0;
	if (ends_with(port, INPUT))
		return arena_printf(arena, "%.*s", (int)(strlen(port) - strlen(INPUT)), port);
	return ends_with(port, OUTPUT) ? NULL : port;
}

const char *model_numbered(struct arena *arena, const char *text, size_t number)
{
	const char *made = "", *next;

	while ((next = strstr(text, MODEL_NUMBER))) {
		made = arena_printf(arena, "%s%.*s%zu", made, (int)(next - text), text, number);
		text = next + strlen(MODEL_NUMBER);
	}
	return arena_printf(arena, "%s%s", made, text);
}

const char *model_connected(struct arena *arena, const struct m_connects *connects,
			    const char *node, const char *port, size_t number)
{
	const char *name = model_input_name(arena, node, port);

	for (size_t i = 0; name && i < connects->count; i++)
		if (connects->items[i].to.ok && strcmp(connects->items[i].name, name) == 0)
			return model_numbered(arena, connects->items[i].to.text, number);
	return NULL;
}
