/* SPDX-License-Identifier: Apache-2.0 */
#include "model.h"

#include <string.h>

#include "keys.h"
#include "tables.h"

#define SLOTS_OF_EVENT 1u
#define SLOTS_OF_GAP 2u

/* Instances are u_NODE, nets NODE_dn_valid and the like. */
const char *const model_taken_nodes[] = {"phy", "link", "center", "monitor", "unused", NULL};

/* Ports of nodes end in _i; so do these of the PHY. */
const char *const model_taken_ports[] = {"rx_i", "rx_valid_i", "rx_data_i", "tx_ready_i", NULL};

/* Value of the first entry of that name, or NULL. */
static const yaml_node_t *lookup(const struct source *s, const yaml_node_t *map, const char *name)
{
	if (!map || map->type != YAML_MAPPING_NODE)
		return NULL;
	for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++) {
		const yaml_node_t *key = source_node(s, p->key);

		if (key->type == YAML_SCALAR_NODE && strcmp(source_text(key), name) == 0)
			return source_node(s, p->value);
	}
	return NULL;
}

static void take(const struct source *s, const struct key_section *section, const yaml_node_t *map,
		 const char *name, struct m_value *out)
{
	const struct key_spec *spec = key_find(section, name);
	const yaml_node_t *node = lookup(s, map, name);

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
	if (spec->type == KEY_INT || spec->type == KEY_FREQ || spec->type == KEY_RATE)
		out->ok = key_parse_number(spec->type, out->text, &out->number) == KEY_NUMBER_OK;
}

/* The mapping or list of that name; where there is none, or a bad one, NULL. */
static const yaml_node_t *enter(const struct source *s, const struct key_section **section,
				const yaml_node_t *map, const char *name)
{
	const yaml_node_t *node = lookup(s, map, name);

	*section = key_find(*section, name)->child;
	return node && !source_is_bad(s, node) ? node : NULL;
}

static size_t items(const yaml_node_t *list)
{
	if (!list || list->type != YAML_SEQUENCE_NODE)
		return 0;
	return (size_t)(list->data.sequence.items.top - list->data.sequence.items.start);
}

static const yaml_node_t *item(const struct source *s, const yaml_node_t *list, size_t i)
{
	return source_node(s, list->data.sequence.items.start[i]);
}

static void build_pairs(const struct source *s, struct arena *arena, const struct key_section *section,
			const yaml_node_t *ratios, struct m_node *node)
{
	const yaml_node_t *list = enter(s, &section, ratios, "pairs");

	node->pairs = arena_array(arena, items(list), sizeof(*node->pairs));
	if (!node->pairs)
		return;
	node->pairs_count = items(list);
	for (size_t i = 0; i < node->pairs_count; i++) {
		struct m_pair *pair = &node->pairs[i];
		const yaml_node_t *map = item(s, list, i);

		take(s, section, map, "name", &pair->name);
		take(s, section, map, "a", &pair->a);
		take(s, section, map, "b", &pair->b);
	}
}

static void build_node(const struct source *s, struct arena *arena, const struct key_section *section,
		       const yaml_node_t *map, struct m_node *node)
{
	const struct key_section *watch = section;
	const struct key_section *fifo = section;
	const struct key_section *ratios = section;
	const yaml_node_t *watch_map = enter(s, &watch, map, "watch");
	const yaml_node_t *fifo_map = enter(s, &fifo, map, "fifo");
	const yaml_node_t *ratios_map = enter(s, &ratios, map, "ratios");

	take(s, section, map, "name", &node->name);
	take(s, section, map, "count", &node->count);
	take(s, watch, watch_map, "field", &node->field);
	take(s, watch, watch_map, "bits", &node->bits);
	take(s, watch, watch_map, "when", &node->when);
	take(s, watch, watch_map, "capacity", &node->capacity);
	take(s, fifo, fifo_map ? fifo_map : map, "slots", &node->fifo_slots);
	take(s, ratios, ratios_map ? ratios_map : map, "form", &node->form);
	build_pairs(s, arena, ratios, ratios_map, node);
}

void model_build(const struct source *s, struct arena *arena, struct model *m)
{
	const yaml_node_t *root = source_root(s);
	const struct key_section *section = &key_root;
	const yaml_node_t *list;
	static const char *const maps[] = {"time", "buffer", "link", "link", "ring"};
	static const char *const names[] = {"bits", "slots", "phy", "baud", "wires"};
	struct m_value *values[] = {&m->time_bits, &m->slots, &m->phy, &m->baud, &m->wires};

	*m = (struct model){0};
	take(s, section, root, "name", &m->name);
	take(s, section, root, "clock", &m->clock_hz);
	for (size_t i = 0; i < sizeof(maps) / sizeof(maps[0]); i++) {
		const struct key_section *child = section;
		const yaml_node_t *map = enter(s, &child, root, maps[i]);

		take(s, child, map ? map : root, names[i], values[i]);
	}
	list = enter(s, &section, root, "nodes");
	m->nodes = arena_array(arena, items(list), sizeof(*m->nodes));
	if (!m->nodes)
		return;
	m->nodes_count = items(list);
	for (size_t i = 0; i < m->nodes_count; i++)
		build_node(s, arena, section, item(s, list, i), &m->nodes[i]);
}

size_t model_count(const struct m_node *node)
{
	return node->count.ok ? node->count.number : 1;
}

int model_is_single(const struct model *m)
{
	return m->nodes_count == 1 && model_count(&m->nodes[0]) == 1 && m->nodes[0].pairs_count == 0;
}

unsigned model_burst_slots(const struct m_node *node)
{
	int compressed = strcmp(node->form.text, "compressed") == 0;
	unsigned sample = 0;

	if (node->pairs_count)
		sample = 1 + tab_ratio_words((unsigned)node->pairs_count, compressed) / 2;
	return SLOTS_OF_EVENT + sample + SLOTS_OF_GAP;
}

uint64_t model_divisor(const struct model *m)
{
	return (m->clock_hz.number + m->baud.number / 2) / m->baud.number;
}

const char *model_node_name(struct arena *arena, const struct m_node *node, size_t number)
{
	if (node->count.ok)
		return arena_printf(arena, "%s%zu", node->name.text, number);
	return node->name.text;
}

const char *model_port_name(struct arena *arena, const char *node, const char *signal)
{
	return arena_printf(arena, "%s_%s_i", node, signal);
}
