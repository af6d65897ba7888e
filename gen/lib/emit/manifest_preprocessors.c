/* SPDX-License-Identifier: Apache-2.0 */
/* A node's preprocessors in the manifest. */
#include "emit/manifest.h"
#include "preprocessors/single.h"

json_t *json_append(json_t *array, json_t *item)
{
	if (json_array_append_new(array, item) == 0)
		return array;
	json_decref(array);
	return NULL;
}

static json_t *signals_json(const struct plan_preprocessors *m)
{
	json_t *array = json_array();

	for (size_t i = 0; i < m->signals_count; i++)
		array = json_append(array, json_string(m->signals[i].name));
	return array;
}

static json_t *lines_json(const struct plan_preprocessors *m)
{
	json_t *array = json_array();

	for (size_t i = 0; i < m->lines_count; i++)
		array = json_append(array, json_string(m->lines[i]));
	return array;
}

static json_t *events_json(const struct plan_preprocessors *m)
{
	json_t *array = json_array();

	for (size_t i = 0; i < m->events_count; i++)
		array = json_append(array, json_string(m->events[i]));
	return array;
}

static json_t *values_json(const struct plan_preprocessors *m)
{
	json_t *array = json_array();

	for (size_t i = 0; i < m->numbers_count; i++)
		array = json_append(array, json_pack("{s:s, s:i}", "name", m->numbers[i].name,
						     "bits", m->numbers[i].bits));
	return array;
}

static json_t *pairs_json(const struct plan_preprocessors *m)
{
	json_t *array = json_array();

	for (size_t i = 0; i < m->pairs_count; i++)
		array = json_append(array, json_pack("{s:s, s:s, s:s, s:s?}", "name",
						     m->pairs[i].name, "a", m->pairs[i].a.name, "b",
						     m->pairs[i].b.name, "gate", m->pairs[i].gate));
	return array;
}

/* Sets a member of an object; NULL where memory ran out, and then the object is freed. */
static json_t *with(json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, value) == 0)
		return object;
	json_decref(object);
	return NULL;
}

static json_t *quantity_json(const struct plan_quantity *q)
{
	json_t *object =
	    json_pack("{s:s, s:s, s:i}", "name", q->name, "kind", q->kind->name, "bits", q->bits);

	if (q->outstanding)
		object = with(object, quantity_key_name(QUANTITY_OUTSTANDING),
			      json_integer(q->outstanding));
	for (unsigned k = 0; k < QUANTITY_INPUTS; k++)
		if (q->inputs[k].name)
			object = with(object, quantity_key_name((enum quantity_key)k),
				      json_string(q->inputs[k].name));
	return object;
}

static json_t *quantities_json(const struct plan_preprocessors *m)
{
	json_t *array = json_array();

	for (size_t i = 0; i < m->quantities_count; i++)
		array = json_append(array, quantity_json(&m->quantities[i]));
	return array;
}

static json_t *inputs_json(const struct plan_watcher *w)
{
	json_t *array = json_array();

	for (size_t i = 0; i < w->inputs_count; i++)
		array = json_append(array, json_string(w->inputs[i].name));
	return array;
}

static json_t *watcher_json(const struct plan_preprocessors *m, const struct plan_watcher *w)
{
	const char *of;

	if (w->kind->role == WATCHER_COUNTED)
		return json_pack("{s:s, s:o}", "name", w->name, "inputs", inputs_json(w));
	if (w->kind->role == WATCHER_KEPT)
		return json_pack("{s:s, s:s, s:s, s:i, s:i, s:i}", "name", w->name, "line",
				 m->events[w->event], "keep",
				 w->changes ? WATCHER_CHANGES : "cycles", "before", w->before,
				 "after", w->after, "count", w->count);
	of = m->quantities[w->of].name;
	if (w->kind->role != WATCHER_BANKED)
		return json_pack("{s:s, s:s}", "name", w->name, "of", of);
	return json_pack("{s:s, s:s, s:i, s:i, s:i}", "name", w->name, "of", of, "count", w->count,
			 "banks", w->banks, "bits", w->bits);
}

static json_t *watchers_json(const struct plan_preprocessors *m, const struct watcher_kind *kind)
{
	const struct plan_watchers *w = &m->watchers[kind->role];
	json_t *array = json_array();

	for (size_t i = 0; i < w->count; i++)
		if (w->items[i].kind == kind)
			array = json_append(array, watcher_json(m, &w->items[i]));
	return array;
}

static json_t *parts_json(const struct plan_preprocessors *m)
{
	const struct watcher_kind *kind;
	json_t *object;

	object =
	    json_pack("{s:i, s:o, s:o, s:o, s:o, s:b, s:s, s:o, s:o}", "stage", m->stage, "signals",
		      signals_json(m), "lines", lines_json(m), "event_lines", events_json(m),
		      "values", values_json(m), GATE_NAME, m->gate, "form", tab_form_name(m->form),
		      "pairs", pairs_json(m), "quantities", quantities_json(m));
	for (size_t i = 0; (kind = watcher_at(i)); i++)
		object = with(object, kind->list, watchers_json(m, kind));
	return object;
}

static json_t *group_json(const struct plan_group *group)
{
	json_t *array = json_array();

	for (size_t i = 0; i < group->of_count; i++)
		array = json_append(array, json_string(group->of[i]));
	return json_pack("{s:s, s:o}", "name", group->name, "of", array);
}

static json_t *groups_json(const struct plan_preprocessors *m)
{
	json_t *array = json_array();

	for (size_t i = 0; i < m->groups_count; i++)
		array = json_append(array, group_json(&m->groups[i]));
	return array;
}

/*
 * The lines of the groups in the order of their bits; one without a group is for what is in none.
 */
static json_t *group_lines_json(const struct plan_preprocessors *m)
{
	json_t *array = json_array();

	for (size_t i = 0; i < m->group_lines_count; i++) {
		const struct m_group_line *line = &m->group_lines[i];
		const char *name =
		    line->group < m->groups_count ? m->groups[line->group].name : NULL;

		array = json_append(array, json_pack("{s:s?, s:s}", "group", name, "action",
						     model_group_action(line->action)));
	}
	return array;
}

json_t *preprocessors_json(const struct plan_preprocessors *m)
{
	json_t *object;

	if (!m)
		return json_null();
	object = parts_json(m);
	if (!m->groups_count)
		return object;
	object = with(object, "groups", groups_json(m));
	return with(object, "group_lines", group_lines_json(m));
}
