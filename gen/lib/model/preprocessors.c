/* SPDX-License-Identifier: Apache-2.0 */
/* Signals, values and preprocessors of a node. */
#include <string.h>

#include "model/take.h"
#include "preprocessors/single.h"

static void build_signals(const struct source *s, struct arena *arena,
			  const struct key_section *section, const yaml_node_t *map,
			  struct m_node *node)
{
	const yaml_node_t *list = model_enter(s, &section, map, "signals");

	node->signals = arena_array(arena, model_items(list), sizeof(*node->signals));
	if (!node->signals)
		return;
	node->signals_count = model_items(list);
	for (size_t i = 0; i < node->signals_count; i++) {
		struct m_signal *signal = &node->signals[i];
		const yaml_node_t *item = model_item(s, list, i);

		model_take(s, section, item, "name", &signal->name);
		model_take(s, section, item, "delay", &signal->delay);
		if (item->type == YAML_SCALAR_NODE && !source_is_bad(s, item))
			signal->name = (struct m_value){
			    .text = source_text(item), .at = item, .ok = 1, .given = 1};
	}
}

static void build_numbers(const struct source *s, struct arena *arena,
			  const struct key_section *section, const yaml_node_t *map,
			  struct m_node *node)
{
	const yaml_node_t *list = model_enter(s, &section, map, "values");

	node->numbers = arena_array(arena, model_items(list), sizeof(*node->numbers));
	if (!node->numbers)
		return;
	node->numbers_count = model_items(list);
	for (size_t i = 0; i < node->numbers_count; i++) {
		struct m_number *number = &node->numbers[i];
		const yaml_node_t *item = model_item(s, list, i);

		model_take(s, section, item, "name", &number->name);
		model_take(s, section, item, "bits", &number->bits);
		model_take(s, section, item, "when", &number->when);
		model_take(s, section, item, "delay", &number->delay);
	}
}

static void build_quantities(const struct source *s, struct arena *arena,
			     const struct key_section *section, const yaml_node_t *map,
			     struct m_node *node)
{
	const yaml_node_t *list = model_enter(s, &section, map, "quantities");

	node->quantities = arena_array(arena, model_items(list), sizeof(*node->quantities));
	if (!node->quantities)
		return;
	node->quantities_count = model_items(list);
	for (size_t i = 0; i < node->quantities_count; i++) {
		struct m_quantity *q = &node->quantities[i];

		q->at = model_item(s, list, i);
		model_take(s, section, q->at, "name", &q->name);
		model_take(s, section, q->at, "kind", &q->kind);
		for (unsigned k = 0; k < QUANTITY_KEYS; k++)
			model_take(s, section, q->at, quantity_key_name((enum quantity_key)k),
				   &q->keys[k]);
		model_take(s, section, q->at, "bits", &q->bits);
	}
}

/* The words of a list. */
static struct m_value *build_words(const struct source *s, struct arena *arena,
				   const yaml_node_t *list, size_t *count)
{
	struct m_value *words = arena_array(arena, model_items(list), sizeof(*words));

	*count = words ? model_items(list) : 0;
	for (size_t i = 0; i < *count; i++) {
		const yaml_node_t *item = model_item(s, list, i);

		words[i] = (struct m_value){.at = item, .given = 1};
		if (item->type != YAML_SCALAR_NODE || source_is_bad(s, item))
			continue;
		words[i].text = source_text(item);
		words[i].ok = 1;
	}
	return words;
}

static void build_groups(const struct source *s, struct arena *arena,
			 const struct key_section *section, const yaml_node_t *map,
			 struct m_node *node)
{
	const yaml_node_t *list = model_enter(s, &section, map, "groups");

	node->groups = arena_array(arena, model_items(list), sizeof(*node->groups));
	if (!node->groups)
		return;
	node->groups_count = model_items(list);
	for (size_t i = 0; i < node->groups_count; i++) {
		const struct key_section *of = section;
		const yaml_node_t *item = model_item(s, list, i);

		model_take(s, section, item, "name", &node->groups[i].name);
		node->groups[i].of = build_words(s, arena, model_enter(s, &of, item, "of"),
						 &node->groups[i].of_count);
	}
}

static void build_watcher(const struct source *s, struct arena *arena,
			  const struct key_section *section, const yaml_node_t *item,
			  struct m_watcher *w)
{
	model_take(s, section, item, "name", &w->name);
	if (w->kind->role == WATCHER_COUNTED) {
		w->inputs = build_words(s, arena, model_enter(s, &section, item, "inputs"),
					&w->inputs_count);
		return;
	}
	if (w->kind->role == WATCHER_KEPT) {
		model_take(s, section, item, "line", &w->line);
		model_take(s, section, item, "keep", &w->keep);
		model_take(s, section, item, "before", &w->before);
		model_take(s, section, item, "after", &w->after);
		model_take(s, section, item, "count", &w->count);
		return;
	}
	model_take(s, section, item, "of", &w->of);
	if (w->kind->role != WATCHER_BANKED)
		return;
	model_take(s, section, item, "count", &w->count);
	model_take(s, section, item, "banks", &w->banks);
	model_take(s, section, item, "bits", &w->bits);
}

static void build_watchers(const struct source *s, struct arena *arena,
			   const struct key_section *section, const yaml_node_t *map,
			   struct m_watchers *watchers, enum watcher_role role)
{
	const struct watcher_kind *kind;
	size_t room = 0;

	for (size_t k = 0; (kind = watcher_at(k)); k++)
		if (kind->role == role)
			room += model_items(model_lookup(s, map, kind->list));
	watchers->items = arena_array(arena, room, sizeof(*watchers->items));
	for (size_t k = 0; watchers->items && (kind = watcher_at(k)); k++) {
		const struct key_section *own = section;
		const yaml_node_t *list =
		    kind->role == role ? model_enter(s, &own, map, kind->list) : NULL;

		for (size_t i = 0; i < model_items(list); i++) {
			struct m_watcher *w = &watchers->items[watchers->count++];

			w->kind = kind;
			build_watcher(s, arena, own, model_item(s, list, i), w);
		}
	}
}

void model_build_preprocessors(const struct source *s, struct arena *arena,
			       const struct key_section *section, const yaml_node_t *map,
			       struct m_node *node)
{
	const struct key_section *lines = section;

	node->event_lines = build_words(s, arena, model_enter(s, &lines, map, "event_lines"),
					&node->event_lines_count);
	build_signals(s, arena, section, map, node);
	build_numbers(s, arena, section, map, node);
	model_take(s, section, map, GATE_NAME, &node->gate);
	model_take(s, section, map, "host", &node->host);
	model_take(s, section, map, "processor", &node->processor);
	model_take(s, section, map, "store", &node->store);
	model_take(s, section, map, "almost_full", &node->almost_full);
	build_quantities(s, arena, section, map, node);
	for (unsigned role = 0; role < WATCHER_ROLES; role++)
		build_watchers(s, arena, section, map, &node->watchers[role],
			       (enum watcher_role)role);
	build_groups(s, arena, section, map, node);
}

const struct quantity_kind *model_kind(const struct m_quantity *q)
{
	return q->kind.ok ? quantity_find(q->kind.text) : NULL;
}

const struct m_value *model_of_value(const struct m_quantity *q)
{
	const struct quantity_kind *kind = model_kind(q);

	return kind && kind->source == QUANTITY_OF_VALUE ? &q->keys[QUANTITY_OF] : NULL;
}

int model_is_word(const struct m_value *value, const char *word)
{
	return value->ok && strcmp(value->text, word) == 0;
}

static int is_named(const struct m_value *value, const char *name)
{
	return model_is_word(value, name);
}

const struct m_number *model_number(const struct m_node *node, const char *name)
{
	for (const struct m_number *n = node->numbers; n < node->numbers + node->numbers_count; n++)
		if (is_named(&n->name, name))
			return n;
	return NULL;
}

const struct m_quantity *model_quantity(const struct m_node *node, const char *name)
{
	for (const struct m_quantity *q = node->quantities;
	     q < node->quantities + node->quantities_count; q++)
		if (is_named(&q->name, name))
			return q;
	return NULL;
}

int model_event_line(const struct m_node *node, const char *name)
{
	for (size_t i = 0; i < node->event_lines_count; i++)
		if (is_named(&node->event_lines[i], name))
			return (int)i;
	return -1;
}

const struct m_signal *model_signal(const struct m_node *node, const char *name)
{
	for (const struct m_signal *n = node->signals; n < node->signals + node->signals_count; n++)
		if (is_named(&n->name, name))
			return n;
	return NULL;
}

const struct m_value model_gate_line = {.text = KEY_ROUTE, .ok = 1};

void model_inputs(struct arena *arena, const struct m_node *node, model_input_fn fn, void *context)
{
	const struct m_watchers *counted = &node->watchers[WATCHER_COUNTED];

	for (const struct m_pair *p = node->pairs; p < node->pairs + node->pairs_count; p++) {
		fn(context, arena_printf(arena, "%s.a", p->name.ok ? p->name.text : ""), &p->a);
		fn(context, arena_printf(arena, "%s.b", p->name.ok ? p->name.text : ""), &p->b);
	}
	for (const struct m_quantity *q = node->quantities;
	     q < node->quantities + node->quantities_count; q++)
		for (unsigned k = 0; k < QUANTITY_INPUTS; k++)
			if (q->keys[k].given)
				fn(context,
				   arena_printf(arena, "%s.%s", q->name.ok ? q->name.text : "",
						quantity_key_name((enum quantity_key)k)),
				   &q->keys[k]);
	for (const struct m_watcher *w = counted->items; w < counted->items + counted->count; w++)
		for (size_t i = 0; i < w->inputs_count; i++)
			fn(context,
			   arena_printf(arena, "%s.%zu", w->name.ok ? w->name.text : "", i),
			   &w->inputs[i]);
	if (model_is_yes(&node->gate) && node->signals_count)
		fn(context, GATE_NAME, &model_gate_line);
}

size_t model_inputs_room(const struct m_node *node)
{
	const struct m_watchers *counted = &node->watchers[WATCHER_COUNTED];
	size_t room = 2 * node->pairs_count + QUANTITY_INPUTS * node->quantities_count + 1;

	for (size_t i = 0; i < counted->count; i++)
		room += counted->items[i].inputs_count;
	return room;
}

static void count_line(void *context, const char *name, const struct m_value *input)
{
	(void)name;
	*(size_t *)context += (size_t)model_is_word(input, KEY_ROUTE);
}

size_t model_lines(struct arena *arena, const struct m_node *node)
{
	size_t lines = 0;

	model_inputs(arena, node, count_line, &lines);
	return lines;
}

unsigned model_pairs(const struct m_node *node)
{
	return (unsigned)node->pairs_count + (unsigned)model_is_yes(&node->gate);
}

enum tab_form model_form(const struct m_node *node)
{
	for (unsigned form = 0; node->form.ok && form < TAB_FORMS; form++)
		if (strcmp(tab_form_name((enum tab_form)form), node->form.text) == 0)
			return (enum tab_form)form;
	return TAB_FORM_FULL;
}

int model_stages_preprocessors(const struct m_node *node)
{
	return node->signals_count || node->numbers_count || node->event_lines_count ||
	       node->quantities_count || node->watchers[WATCHER_COUNTED].count ||
	       model_is_yes(&node->gate);
}

int model_has_preprocessors(const struct m_node *node)
{
	return node->pairs_count || model_stages_preprocessors(node);
}
