/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of a node's preprocessors. A value that is not ok was reported before, or is not
 * needed. */
#include <string.h>

#include "check/checks.h"

#define BUCKETS_MAX 8192u /* of all units of a node: with them its tables still fit (layout.h) */

#define SEGMENT_MIN 8u /* entries (gnomon_count_segments) */
#define SEGMENT_MAX 1024u

#define LONG_SLOTS_MIN 128u /* of the trace buffer (gnomon_ring_collector) */

typedef void (*node_fn)(struct checker *c, const struct m_node *n);

static void each_node(struct checker *c, node_fn fn)
{
	for (const struct m_node *n = c->model->nodes; n < c->model->nodes + c->model->nodes_count;
	     n++)
		fn(c, n);
}

/* Calls `fn` for the nodes of which all names, and what uses them, are known. */
static void each_clear_node(struct checker *c, node_fn fn)
{
	for (const struct m_node *n = c->model->nodes; n < c->model->nodes + c->model->nodes_count;
	     n++)
		if (!check_hides_names(c, n->at))
			fn(c, n);
}

static const struct m_watcher *watcher_named(const struct m_node *n, const char *name)
{
	for (unsigned role = 0; role < WATCHER_ROLES; role++)
		for (size_t i = 0; i < n->watchers[role].count; i++)
			if (model_is_word(&n->watchers[role].items[i].name, name))
				return &n->watchers[role].items[i];
	return NULL;
}

const char *check_named(const struct m_node *n, const char *name)
{
	const struct m_watcher *watcher = watcher_named(n, name);

	if (model_quantity(n, name))
		return "a quantity";
	if (model_event_line(n, name) >= 0)
		return "an event line";
	if (model_number(n, name))
		return "a value";
	if (model_signal(n, name))
		return "a signal";
	for (size_t i = 0; i < n->pairs_count; i++)
		if (model_is_word(&n->pairs[i].name, name))
			return "a pair";
	if (watcher)
		return watcher->kind->a;
	for (size_t i = 0; i < n->groups_count; i++)
		if (model_is_word(&n->groups[i].name, name))
			return "a group";
	return NULL;
}

/* Calls `fn` for all that watches quantities or counts. */
static void each_watcher(struct checker *c, const struct m_node *n,
			 void (*fn)(struct checker *c, const struct m_node *n,
				    const struct m_watcher *w))
{
	for (unsigned role = 0; role < WATCHER_ROLES; role++)
		for (size_t i = 0; i < n->watchers[role].count; i++)
			fn(c, n, &n->watchers[role].items[i]);
}

static void quantity_has_inputs(struct checker *c, const struct m_node *n)
{
	for (const struct m_quantity *q = n->quantities; q < n->quantities + n->quantities_count;
	     q++) {
		const struct quantity_kind *kind = model_kind(q);

		for (unsigned k = 0; kind && k < QUANTITY_KEYS; k++) {
			enum quantity_need need = kind->keys[k].need;
			const char *key = quantity_key_name((enum quantity_key)k);

			if (need == QUANTITY_MUST && !q->keys[k].given)
				check_report(c, q->kind.at, "key '%s' is missing, '%s' needs it",
					     key, kind->name);
			if (need == QUANTITY_REFUSES && q->keys[k].given)
				check_report(c, q->keys[k].at, "'%s' has no '%s'", kind->name, key);
		}
		if (kind && kind->source != QUANTITY_OF_MODULE && q->bits.given)
			check_report(c, q->bits.at, "'%s' has no 'bits' of its own", kind->name);
	}
}

void check_quantity_keys(struct checker *c)
{
	each_node(c, quantity_has_inputs);
}

static void watcher_is_of(struct checker *c, const struct m_node *n, const struct m_watcher *w)
{
	if (w->of.ok && !check_named(n, w->of.text))
		check_report(c, w->of.at, "there is no quantity '%s' at this node", w->of.text);
	if (w->line.ok && !check_named(n, w->line.text))
		check_report(c, w->line.at, "there is no event line '%s' at this node",
			     w->line.text);
}

static void references_are_there(struct checker *c, const struct m_node *n)
{
	each_watcher(c, n, watcher_is_of);
	for (const struct m_quantity *q = n->quantities; q < n->quantities + n->quantities_count;
	     q++) {
		const struct m_value *of = model_of_value(q);

		if (of && of->ok && !check_named(n, of->text))
			check_report(c, of->at, "there is no value '%s' at this node", of->text);
	}
}

void check_unknown_reference(struct checker *c)
{
	each_clear_node(c, references_are_there);
}

static void watcher_is_of_quantity(struct checker *c, const struct m_node *n,
				   const struct m_watcher *w)
{
	if (w->of.ok && check_named(n, w->of.text) && !model_quantity(n, w->of.text))
		check_report(c, w->of.at, "'%s' is %s, and a quantity is needed", w->of.text,
			     check_named(n, w->of.text));
	if (w->line.ok && check_named(n, w->line.text) && model_event_line(n, w->line.text) < 0)
		check_report(c, w->line.at, "'%s' is %s, and an event line is needed", w->line.text,
			     check_named(n, w->line.text));
}

/* A signal, `always` or `route`; what is no part of the description is a port. */
static void input_is_bit(struct checker *c, const struct m_node *n, const struct m_value *input)
{
	const char *what;

	if (!input->ok)
		return;
	what = check_named(n, input->text);
	if (model_number(n, input->text) || model_quantity(n, input->text) ||
	    model_event_line(n, input->text) >= 0)
		check_report(c, input->at, "'%s' is %s, and a signal is needed", input->text, what);
}

static void watcher_counts_bits(struct checker *c, const struct m_node *n,
				const struct m_watcher *w)
{
	for (size_t i = 0; i < w->inputs_count; i++)
		if (w->inputs[i].ok && model_event_line(n, w->inputs[i].text) < 0)
			input_is_bit(c, n, &w->inputs[i]);
}

static void references_have_kind(struct checker *c, const struct m_node *n)
{
	each_watcher(c, n, watcher_is_of_quantity);
	for (size_t i = 0; i < n->numbers_count; i++)
		input_is_bit(c, n, &n->numbers[i].when);
	for (const struct m_pair *p = n->pairs; p < n->pairs + n->pairs_count; p++) {
		const struct m_value *inputs[] = {&p->a, &p->b};

		for (size_t i = 0; i < 2; i++)
			if (inputs[i]->ok && model_quantity(n, inputs[i]->text))
				check_report(c, inputs[i]->at,
					     "'%s' is a quantity, and a signal or value is needed",
					     inputs[i]->text);
		if (model_is_word(&p->gate, KEY_ROUTE))
			check_report(c, p->gate.at,
				     "a pair's gate cannot be routed: a signal is needed");
		input_is_bit(c, n, &p->gate);
	}
	for (const struct m_quantity *q = n->quantities; q < n->quantities + n->quantities_count;
	     q++) {
		const struct m_value *of = model_of_value(q);

		for (unsigned k = 0; !of && k < QUANTITY_INPUTS; k++)
			input_is_bit(c, n, &q->keys[k]);
		if (of && of->ok && check_named(n, of->text) && !model_number(n, of->text))
			check_report(c, of->at, "'%s' is %s, and a value is needed", of->text,
				     check_named(n, of->text));
	}
	each_watcher(c, n, watcher_counts_bits);
}

void check_wrong_kind(struct checker *c)
{
	each_clear_node(c, references_have_kind);
}

static void refuse_route(void *context, const char *name, const struct m_value *input)
{
	struct checker *c = context;

	if (model_is_word(input, KEY_ROUTE))
		check_report(c, input->at, "'%s' cannot be routed, the node has no 'signals'",
			     name);
}

static void routes_have_signals(struct checker *c, const struct m_node *n)
{
	if (!n->signals_count)
		model_inputs(c->arena, n, refuse_route, c);
}

void check_route_signals(struct checker *c)
{
	each_clear_node(c, routes_have_signals);
}

/* Whether anything of a node uses a name. */
struct use_check {
	const char *name;
	int used;
};

static void find_use(void *context, const char *name, const struct m_value *input)
{
	struct use_check *u = context;

	(void)name;
	u->used |= model_is_word(input, u->name);
}

static int is_input(struct checker *c, const struct m_node *n, const char *name)
{
	struct use_check u = {name, 0};

	model_inputs(c->arena, n, find_use, &u);
	for (size_t i = 0; i < n->pairs_count; i++)
		u.used |= model_is_word(&n->pairs[i].gate, name);
	for (size_t i = 0; i < n->watchers[WATCHER_KEPT].count; i++)
		u.used |= model_is_word(&n->watchers[WATCHER_KEPT].items[i].line, name);
	return u.used;
}

static int is_watched(const struct m_node *n, const char *quantity)
{
	int used = 0;

	for (unsigned role = 0; role < WATCHER_ROLES; role++)
		for (size_t i = 0; i < n->watchers[role].count; i++)
			used |= model_is_word(&n->watchers[role].items[i].of, quantity);
	return used;
}

/* The kind from place *i of the table on that watches a quantity; NULL: there is none. */
static const struct watcher_kind *next_of_quantity(size_t *i)
{
	const struct watcher_kind *kind;

	do
		kind = watcher_at((*i)++);
	while (kind && (kind->role == WATCHER_COUNTED || kind->role == WATCHER_KEPT));
	return kind;
}

/* What can use a quantity: "one, another or a third". */
static const char *watcher_words(struct arena *arena)
{
	size_t i = 0;
	const struct watcher_kind *kind = next_of_quantity(&i), *next;
	const char *words = kind->one;

	for (kind = next_of_quantity(&i); kind; kind = next) {
		next = next_of_quantity(&i);
		words = arena_printf(arena, "%s%s%s", words, next ? ", " : " or ", kind->one);
	}
	return words;
}

static void parts_are_used(struct checker *c, const struct m_node *n)
{
	if (!model_lines(c->arena, n))
		for (const struct m_signal *s = n->signals; s < n->signals + n->signals_count; s++)
			if (s->name.ok && !is_input(c, n, s->name.text))
				check_report(c, s->name.at,
					     "nothing uses signal '%s', and nothing is routed",
					     s->name.text);
	for (const struct m_number *v = n->numbers; v < n->numbers + n->numbers_count; v++)
		if (v->name.ok && !is_input(c, n, v->name.text))
			check_report(c, v->name.at, "nothing uses value '%s'", v->name.text);
	for (size_t i = 0; i < n->event_lines_count; i++)
		if (n->event_lines[i].ok && !is_input(c, n, n->event_lines[i].text) &&
		    !(n->report && model_is_word(&n->event_lines[i], MODEL_REPORT_EVENT)))
			check_report(c, n->event_lines[i].at, "nothing uses event line '%s'",
				     n->event_lines[i].text);
	for (const struct m_quantity *q = n->quantities; q < n->quantities + n->quantities_count;
	     q++)
		if (q->name.ok && !is_watched(n, q->name.text))
			check_report(c, q->name.at, "nothing uses quantity '%s': it has no %s",
				     q->name.text, watcher_words(c->arena));
}

void check_unused_part(struct checker *c)
{
	each_clear_node(c, parts_are_used);
}

static void buckets_fit(struct checker *c, const struct m_node *n)
{
	const struct m_watchers *banked = &n->watchers[WATCHER_BANKED];
	uint64_t total = 0;

	for (const struct m_watcher *w = banked->items; w < banked->items + banked->count; w++) {
		uint64_t before = total;

		total += w->count.ok ? w->count.number : 0;
		if (before <= BUCKETS_MAX && total > BUCKETS_MAX)
			check_report(c, w->count.at,
				     "this makes %u buckets in all units, more than %u",
				     (unsigned)total, BUCKETS_MAX);
	}
}

void check_bucket_count(struct checker *c)
{
	each_node(c, buckets_fit);
}

static void segments_fit(struct checker *c, const struct m_node *n)
{
	const struct m_watchers *kept = &n->watchers[WATCHER_KEPT];

	for (const struct m_watcher *w = kept->items; w < kept->items + kept->count; w++) {
		uint64_t entries = w->before.number + 1 + w->after.number;

		if (!w->before.ok || !w->after.ok ||
		    (entries >= SEGMENT_MIN && entries <= SEGMENT_MAX))
			continue;
		check_report(
		    c, w->name.at,
		    "a segment has %u entries: %u before the one with its trigger and %u behind it; there must be %u to %u",
		    (unsigned)entries, (unsigned)w->before.number, (unsigned)w->after.number,
		    SEGMENT_MIN, SEGMENT_MAX);
	}
}

void check_segment_size(struct checker *c)
{
	each_clear_node(c, segments_fit);
}

void check_buffer_size(struct checker *c)
{
	const struct model *m = c->model;

	for (const struct m_node *n = m->nodes; n < m->nodes + m->nodes_count; n++) {
		if (!m->slots.ok || m->slots.number >= LONG_SLOTS_MIN || !model_has_long_records(n))
			continue;
		check_report(c, m->slots.at,
			     "node '%s' has records for which the trace buffer must have %u slots",
			     n->name.ok ? n->name.text : "", LONG_SLOTS_MIN);
		return;
	}
}
