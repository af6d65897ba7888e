/* SPDX-License-Identifier: Apache-2.0 */
/* What a node's manifest states of its preprocessors: pairs, lines of the router, quantities and
 * what hangs on them, groups. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "gnomon/records.h"
#include "monitor/reader.h"
#include "monitor/list.h"
#include "monitor/quantity.h"
#include "monitor/table.h"

/* -- groups -- */

#define MAX_GROUPS 8
#define MAX_PARTS 18

/* The variable that holds the group of the part of that name; NULL: the node has none. */
static unsigned *place_of(struct gno_node *n, const char *name)
{
	struct gno_preprocessors *m = &n->preprocessors;
	const struct gno_list_kind *kind;

	for (unsigned i = 0; i < n->pairs - m->gate; i++)
		if (!strcmp(n->pair[i].name, name))
			return &n->pair[i].group;
	for (unsigned k = 0; (kind = gno_list_at(k)); k++)
		for (unsigned i = 0; kind->group && i < gno_list_count(m, kind); i++) {
			void *item = gno_list_item(m, kind, i);

			if (!strcmp(*gno_list_name(item), name))
				return gno_list_number(item, kind->group);
		}
	return NULL;
}

/* All parts are in no group. */
static void clear_groups(struct gno_node *n)
{
	struct gno_preprocessors *m = &n->preprocessors;
	const struct gno_list_kind *kind;

	for (unsigned i = 0; i < n->pairs; i++)
		n->pair[i].group = m->groups;
	for (unsigned k = 0; (kind = gno_list_at(k)); k++)
		for (unsigned i = 0; kind->group && i < gno_list_count(m, kind); i++)
			*gno_list_number(gno_list_item(m, kind, i), kind->group) = m->groups;
}

static void read_parts(struct reader *r, struct gno_node *n, unsigned group, json_t *obj)
{
	json_t *parts = reader_array(r, obj, "of");

	if (!r->rc && json_array_size(parts) > MAX_PARTS)
		reader_fault(r, "of", "has too many items");
	for (size_t i = 0; i < json_array_size(parts) && !r->rc; i++) {
		const char *name = json_string_value(json_array_get(parts, i));
		unsigned *place = name ? place_of(n, name) : NULL;

		if (!place)
			reader_fault(
			    r, "of",
			    "has an item that is not a pair, extreme, bucket unit or counter bank");
		else if (*place != n->preprocessors.groups)
			reader_fault(r, "of", "has an item of another group");
		else
			*place = group;
	}
}

/* Place of the group of a line; null is what is in none. */
static unsigned read_group(struct reader *r, const struct gno_preprocessors *m, json_t *obj)
{
	char *name = reader_optional_name(r, obj, "group");
	unsigned g = 0;

	while (name && g < m->groups && strcmp(m->group[g], name) != 0)
		g++;
	if (name && g == m->groups)
		reader_fault(r, "group", "is not a group of the node");
	if (!name)
		g = m->groups;
	free(name);
	return g;
}

static void read_lines(struct reader *r, struct gno_preprocessors *m, json_t *obj,
		       const char *place)
{
	static const char *const names[] = {"reset", "sample", "bank"};
	static const unsigned actions[] = {GNO_ACT_RESET, GNO_ACT_SAMPLE, GNO_ACT_BANK};
	json_t *array = reader_array(r, obj, "group_lines");

	m->group_line =
	    reader_list(r, array, "group_lines", 0, GNO_MAX_EVENT_LINES - m->event_lines,
			sizeof(*m->group_line), &m->group_lines);
	for (unsigned i = 0; i < m->group_lines && !r->rc; i++) {
		json_t *line = json_array_get(array, i);

		reader_at(r, place, "preprocessors.group_lines", i);
		m->group_line[i].group = read_group(r, m, line);
		m->group_line[i].action = actions[reader_choice(r, line, "action", names, 3)];
	}
	reader_under(r, place, "preprocessors");
}

static void read_groups(struct reader *r, struct gno_node *n, json_t *from, const char *place)
{
	struct gno_preprocessors *m = &n->preprocessors;
	json_t *array;

	if (r->rc || !json_object_get(from, "groups"))
		return;
	array = reader_array(r, from, "groups");
	m->group = reader_list(r, array, "groups", 1, MAX_GROUPS, sizeof(*m->group), &m->groups);
	for (unsigned i = 0; i < m->groups && !r->rc; i++) {
		reader_at(r, place, "preprocessors.groups", i);
		m->group[i] = reader_name(r, json_array_get(array, i), "name");
	}
	clear_groups(n);
	for (unsigned i = 0; i < m->groups && !r->rc; i++) {
		reader_at(r, place, "preprocessors.groups", i);
		read_parts(r, n, i, json_array_get(array, i));
	}
	reader_under(r, place, "preprocessors");
	read_lines(r, m, from, place);
}

/* -- all of a node -- */

#define MAX_SIGNALS 64
#define MAX_VALUES 8
#define MAX_PAIRS 8
#define MAX_LINES (2 * MAX_PAIRS + 3 * GNO_MAX_QUANTITIES + GNO_MAX_BANKS * GNO_MAX_BANK_INPUTS + 1)
#define MAX_STAGE 64

/* A list of names; the caller frees each and the list. */
static char **read_names(struct reader *r, json_t *obj, const char *key, unsigned lo, unsigned hi,
			 unsigned *count)
{
	json_t *array = reader_array(r, obj, key);
	char **list = reader_list(r, array, key, lo, hi, sizeof(*list), count);

	for (unsigned i = 0; i < *count && !r->rc; i++) {
		const char *text = json_string_value(json_array_get(array, i));

		if (!text || !base_name_ok(text, BASE_NAME_MADE_MAX))
			reader_fault(r, key, "is not a list of names");
		else
			list[i] = strdup(text);
		if (!r->rc && !list[i])
			r->rc = gno_fail_nomem(r->err);
	}
	return list;
}

static void read_values(struct reader *r, struct gno_preprocessors *m, json_t *obj,
			const char *place)
{
	json_t *array = reader_array(r, obj, "values");

	m->value = reader_list(r, array, "values", 0, MAX_VALUES, sizeof(*m->value), &m->values);
	for (unsigned i = 0; i < m->values && !r->rc; i++) {
		json_t *o = json_array_get(array, i);

		reader_at(r, place, "preprocessors.values", i);
		m->value[i].name = reader_name(r, o, "name");
		m->value[i].bits = reader_unsigned(r, o, "bits", 1, 32);
	}
	reader_under(r, place, "preprocessors");
}

/* Adds the pair of the gate, which the manifest does not list. */
static void add_gate(struct reader *r, struct gno_node *n)
{
	struct gno_pair *more = realloc(n->pair, (n->pairs + 1) * sizeof(*more)), *gate;

	if (!more) {
		r->rc = gno_fail_nomem(r->err);
		return;
	}
	n->pair = more;
	gate = &more[n->pairs++];
	memset(gate, 0, sizeof(*gate));
	gate->name = strdup(GNO_INPUT_GATE);
	gate->a = strdup(GNO_INPUT_GATE);
	gate->b = strdup(GNO_INPUT_ALWAYS);
	if (!gate->name || !gate->a || !gate->b)
		r->rc = gno_fail_nomem(r->err);
}

static void read_pairs(struct reader *r, struct gno_node *n, json_t *obj, const char *place)
{
#define FORM_NAME(form, bits) #form,
	static const char *const forms[] = {GNO_FORMS(FORM_NAME)};
	json_t *array = reader_array(r, obj, "pairs");

	n->ratio_form = (enum gno_ratio_form)reader_choice(r, obj, "form", forms,
							   sizeof(forms) / sizeof(forms[0]));
	n->pair = reader_list(r, array, "pairs", 0, MAX_PAIRS, sizeof(*n->pair), &n->pairs);
	for (unsigned i = 0; i < n->pairs && !r->rc; i++) {
		json_t *p = json_array_get(array, i);

		reader_at(r, place, "preprocessors.pairs", i);
		n->pair[i].name = reader_name(r, p, "name");
		n->pair[i].a = reader_name(r, p, "a");
		n->pair[i].b = reader_name(r, p, "b");
		n->pair[i].gate = reader_optional_name(r, p, "gate");
	}
	reader_under(r, place, "preprocessors");
	if (n->preprocessors.gate && !r->rc)
		add_gate(r, n);
}

static const struct gno_quantity_kind *read_kind(struct reader *r, json_t *obj)
{
	char *name = reader_string(r, obj, "kind");
	const struct gno_quantity_kind *kind = name ? gno_quantity_kind_find(name) : NULL;

	if (name && !kind)
		reader_fault(r, "kind", "has a value that is not known");
	free(name);
	return kind;
}

static void read_quantity(struct reader *r, struct gno_quantity *q, json_t *obj)
{
	q->name = reader_name(r, obj, "name");
	q->kind = read_kind(r, obj);
	if (!q->kind)
		return;
	q->bits = reader_unsigned(r, obj, "bits", 1, 32);
	if (q->kind->outstanding)
		q->outstanding = reader_unsigned(r, obj, "outstanding", 1, 64);
	for (unsigned i = 0; i < GNO_QUANTITY_INPUTS; i++) {
		const char *key = gno_quantity_input_name((enum gno_quantity_input)i);

		if (q->kind->input[i] == GNO_QUANTITY_MUST)
			q->input[i] = reader_name(r, obj, key);
		if (q->kind->input[i] == GNO_QUANTITY_MAY)
			q->input[i] = reader_optional_name(r, obj, key);
	}
}

static void read_quantities(struct reader *r, struct gno_preprocessors *m, json_t *obj,
			    const char *place)
{
	json_t *array = reader_array(r, obj, "quantities");

	m->quantity = reader_list(r, array, "quantities", 0, GNO_MAX_QUANTITIES,
				  sizeof(*m->quantity), &m->quantities);
	for (unsigned i = 0; i < m->quantities && !r->rc; i++) {
		reader_at(r, place, "preprocessors.quantities", i);
		read_quantity(r, &m->quantity[i], json_array_get(array, i));
	}
	reader_under(r, place, "preprocessors");
}

/* The place of the quantity that a key names. */
static unsigned read_of(struct reader *r, const struct gno_preprocessors *m, json_t *obj,
			const char *key)
{
	char *name = reader_name(r, obj, key);
	unsigned i = 0;

	while (name && i < m->quantities && strcmp(m->quantity[i].name, name) != 0)
		i++;
	if (name && i == m->quantities)
		reader_fault(r, key, "is not a quantity of the node");
	free(name);
	return r->rc ? 0 : i;
}

/* The place of the event line that a key names. */
static unsigned read_event_line(struct reader *r, const struct gno_preprocessors *m, json_t *obj,
				const char *key)
{
	char *name = reader_name(r, obj, key);
	unsigned i = 0;

	while (name && i < m->event_lines && strcmp(m->event_line[i], name) != 0)
		i++;
	if (name && i == m->event_lines)
		reader_fault(r, key, "is not an event line of the node");
	free(name);
	return r->rc ? 0 : i;
}

/* A number that is in its range, if the form states more. */
static void check_number(struct reader *r, const struct gno_list_key *k, unsigned number)
{
	char what[48];

	snprintf(what, sizeof(what), "is not %u or %u", k->least, k->most);
	if (!r->rc && k->form == GNO_LIST_EITHER && number != k->least && number != k->most)
		reader_fault(r, k->name, what);
	if (!r->rc && k->form == GNO_LIST_POWER && number & (number - 1))
		reader_fault(r, k->name, "is not a power of two");
}

static void read_item(struct reader *r, const struct gno_preprocessors *m,
		      const struct gno_list_kind *kind, void *item, json_t *obj)
{
	static const char *const keeps[] = {
	    [GNO_KEEP_CYCLES] = "cycles", [GNO_KEEP_CHANGES] = "changes"};
	const struct gno_list_key *k;
	const char *key, *what;

	*gno_list_name(item) = reader_name(r, obj, "name");
	for (k = kind->keys; k->name; k++) {
		unsigned *to = gno_list_number(item, k->to);

		switch (k->form) {
		case GNO_LIST_QUANTITY:
			*to = read_of(r, m, obj, k->name);
			break;
		case GNO_LIST_INPUTS:
			*gno_list_inputs(item, k) = read_names(r, obj, k->name, k->least, k->most,
							       gno_list_number(item, k->number));
			break;
		case GNO_LIST_EVENT_LINE:
			*to = read_event_line(r, m, obj, k->name);
			break;
		case GNO_LIST_KEEP:
			*to = reader_choice(r, obj, k->name, keeps, 2);
			break;
		case GNO_LIST_NUMBER:
		case GNO_LIST_EITHER:
		case GNO_LIST_POWER:
			*to = reader_unsigned(r, obj, k->name, k->least, k->most);
			check_number(r, k, *to);
			break;
		}
	}
	what = kind->check && !r->rc ? kind->check(item, &key) : NULL;
	if (what)
		reader_fault(r, key, what);
}

static void read_list(struct reader *r, struct gno_preprocessors *m, json_t *obj, const char *place,
		      const struct gno_list_kind *kind)
{
	bool there = !kind->optional || json_object_get(obj, kind->name);
	json_t *array = there ? reader_array(r, obj, kind->name) : NULL;
	unsigned count;
	void *list = reader_list(r, array, kind->name, 0, kind->most, kind->size, &count);
	char path[32];

	gno_list_set(m, kind, list, count);
	snprintf(path, sizeof(path), "preprocessors.%s", kind->name);
	for (unsigned i = 0; i < count && !r->rc; i++) {
		reader_at(r, place, path, i);
		read_item(r, m, kind, gno_list_item(m, kind, i), json_array_get(array, i));
	}
	reader_under(r, place, "preprocessors");
}

/* Lines of the router that the routed inputs ask for, each of which must be there. */
static void need_line(struct reader *r, const struct gno_node *n, const char *name, const char *key,
		      const char *input)
{
	char line[96], what[160];

	if (r->rc || !input || strcmp(input, GNO_INPUT_ROUTE) != 0)
		return;
	snprintf(line, sizeof(line), "%s.%s", name, key);
	if (gno_node_line(n, line) >= 0)
		return;
	snprintf(what, sizeof(what), "has no line '%s'", line);
	reader_fault(r, "lines", what);
}

static void need_lines(struct reader *r, const struct gno_node *n, const struct gno_list_key *key,
		       void *item)
{
	unsigned i, inputs = *gno_list_number(item, key->number);
	char **input = *gno_list_inputs(item, key);
	char number[16];

	for (i = 0; i < inputs; i++) {
		snprintf(number, sizeof(number), "%u", i);
		need_line(r, n, *gno_list_name(item), number, input[i]);
	}
}

static void check_lists(struct reader *r, const struct gno_node *n)
{
	const struct gno_preprocessors *m = &n->preprocessors;
	const struct gno_list_kind *kind;
	const struct gno_list_key *key;

	for (unsigned k = 0; (kind = gno_list_at(k)); k++)
		for (key = kind->keys; key->name; key++)
			for (unsigned i = 0;
			     key->form == GNO_LIST_INPUTS && i < gno_list_count(m, kind) && !r->rc;
			     i++)
				need_lines(r, n, key, gno_list_item(m, kind, i));
}

static void check_lines(struct reader *r, const struct gno_node *n)
{
	const struct gno_preprocessors *m = &n->preprocessors;

	for (unsigned i = 0; i < n->pairs && !r->rc; i++) {
		need_line(r, n, n->pair[i].name, "a", n->pair[i].a);
		need_line(r, n, n->pair[i].name, "b", n->pair[i].b);
	}
	for (unsigned i = 0; i < m->quantities && !r->rc; i++) {
		const struct gno_quantity *q = &m->quantity[i];

		for (unsigned k = 0; k < GNO_QUANTITY_INPUTS; k++)
			need_line(r, n, q->name,
				  gno_quantity_input_name((enum gno_quantity_input)k), q->input[k]);
	}
	check_lists(r, n);
}

void reader_node_preprocessors(struct reader *r, struct gno_node *n, json_t *obj, const char *place)
{
	json_t *from = reader_object_or_null(r, obj, "preprocessors");
	struct gno_preprocessors *m = &n->preprocessors;
	const struct gno_list_kind *kind;

	if (!from)
		return;
	reader_under(r, place, "preprocessors");
	reader_unsigned(r, from, "stage", 1, MAX_STAGE); /* of the hardware alone */
	m->signal = read_names(r, from, "signals", 0, MAX_SIGNALS, &m->signals);
	m->line = read_names(r, from, "lines", 0, MAX_LINES, &m->lines);
	m->event_line = read_names(r, from, "event_lines", 0, GNO_MAX_EVENT_LINES, &m->event_lines);
	m->gate = reader_bool(r, from, "gate");
	read_values(r, m, from, place);
	read_pairs(r, n, from, place);
	read_quantities(r, m, from, place);
	for (unsigned k = 0; (kind = gno_list_at(k)); k++)
		read_list(r, m, from, place, kind);
	read_groups(r, n, from, place);
	if (!r->rc && m->lines && !m->signals)
		reader_fault(r, "lines", "needs signals, and the node has none");
	check_lines(r, n);
	snprintf(r->path, sizeof(r->path), "%s", place);
}

static void free_names(char **list, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		free(list[i]);
	free(list);
}

static void free_list(const struct gno_preprocessors *m, const struct gno_list_kind *kind)
{
	const struct gno_list_key *key;

	for (unsigned i = 0; i < gno_list_count(m, kind); i++) {
		void *item = gno_list_item(m, kind, i);

		free(*gno_list_name(item));
		for (key = kind->keys; key->name; key++)
			if (key->form == GNO_LIST_INPUTS)
				free_names(*gno_list_inputs(item, key),
					   *gno_list_number(item, key->number));
	}
	free(gno_list_array(m, kind));
}

void reader_free_preprocessors(struct gno_node *n)
{
	struct gno_preprocessors *m = &n->preprocessors;
	const struct gno_list_kind *kind;

	for (unsigned i = 0; i < n->pairs; i++) {
		free(n->pair[i].name);
		free(n->pair[i].a);
		free(n->pair[i].b);
		free(n->pair[i].gate);
	}
	for (unsigned i = 0; i < m->values; i++)
		free(m->value[i].name);
	for (unsigned i = 0; i < m->quantities; i++) {
		free(m->quantity[i].name);
		for (unsigned k = 0; k < GNO_QUANTITY_INPUTS; k++)
			free(m->quantity[i].input[k]);
	}
	for (unsigned k = 0; (kind = gno_list_at(k)); k++)
		free_list(m, kind);
	free_names(m->signal, m->signals);
	free_names(m->event_line, m->event_lines);
	free_names(m->line, m->lines);
	free_names(m->group, m->groups);
	free(m->group_line);
	free(m->value);
	free(m->quantity);
	free(n->pair);
}

int gno_node_line(const struct gno_node *node, const char *name)
{
	for (unsigned i = 0; i < node->preprocessors.lines; i++)
		if (!strcmp(node->preprocessors.line[i], name))
			return (int)i;
	return -1;
}

bool gno_node_sampled(const struct gno_node *node)
{
	return node->pairs || node->preprocessors.extremes || node->preprocessors.counters;
}
