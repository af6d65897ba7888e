/* SPDX-License-Identifier: Apache-2.0 */
/* The plan of what a node measures: its module's ports, delays and parts. */
#include "plan/preprocessors.h"

#include <string.h>

#include "common/families.h"
#include "model/keys.h"
#include "plan/node.h"
#include "preprocessors/single.h"

#define CLASS_STAGE 2u	  /* class_i is at LEVEL + 2 */
#define QUEUE_LOG2_MIN 6u /* of gnomon_count_samples */
#define QUEUE_LOG2_MAX 12u
#define RAM_CLOCKS 4u	   /* of the shortest delay that is a RAM */
#define LUT_RAM_BITS 1024u /* of a word, in LUT RAM: more than any delay has */

/* What is under way while preprocessors are planned. */
struct build {
	struct arena *arena;
	const struct m_node *from;
	struct plan_preprocessors *m;
	struct plan_port *ports;
	struct plan_delay *delays;
	struct plan_wire *wires;
	size_t lines; /* that have inputs so far */
};

static int is_word(const char *text, const char *words)
{
	return key_is_choice(words, text);
}

int plan_is_in_ram(unsigned ram_bits, unsigned bits, unsigned clocks)
{
	unsigned rams = ram_bits ? (bits + ram_bits - 1) / ram_bits : 0;

	return rams && clocks >= RAM_CLOCKS && bits * clocks >= FAMILY_BLOCK_CELLS * rams;
}

static const char *port_of(struct arena *arena, const char *target)
{
	return arena_printf(arena, "in_%s_i", target);
}

static void add_port(struct build *b, const char *target, unsigned bits, const char *what)
{
	struct plan_preprocessors *m = b->m;

	for (size_t i = 0; i < m->ports_count; i++)
		if (strcmp(m->targets[i], target) == 0)
			return;
	m->targets[m->ports_count] = target;
	b->ports[m->ports_count++] = (struct plan_port){port_of(b->arena, target), bits, 0, what};
}

static const char *joined(struct arena *arena, const char *high, const char *low)
{
	return arena_printf(arena, "%s, %s", high, low);
}

/* Delays `source` to the new net `net`, together with what is delayed by as many clocks. */
static void add_delay(struct build *b, const char *net, const char *source, unsigned bits,
		      unsigned clocks)
{
	struct plan_preprocessors *m = b->m;
	struct plan_delay *d = b->delays;

	b->wires[m->wires_count++] = (struct plan_wire){net, bits};
	while (d < b->delays + m->delays_count && d->clocks != clocks)
		d++;
	if (d == b->delays + m->delays_count) {
		m->delays_count++;
		*d = (struct plan_delay){
		    arena_printf(b->arena, "u_by_%u", clocks), net, source, bits, clocks, 0};
		return;
	}
	d->net = joined(b->arena, net, d->net);
	d->source = joined(b->arena, source, d->source);
	d->bits += bits;
}

/* Which delays are RAMs, when all that goes with them is known. */
static void finish_delays(struct build *b)
{
	for (size_t i = 0; i < b->m->delays_count; i++) {
		struct plan_delay *d = &b->delays[i];

		d->net = arena_printf(b->arena, "{%s}", d->net);
		d->source = arena_printf(b->arena, "{%s}", d->source);
		d->ram = plan_is_in_ram(b->m->ram_bits, d->bits, d->clocks);
	}
}

static void add_signal_port(void *context, const char *line, const struct m_value *input)
{
	struct build *b = context;

	(void)line;
	if (input->ok && !is_word(input->text, KEY_ALWAYS " " KEY_ROUTE) &&
	    !model_number(b->from, input->text) && model_event_line(b->from, input->text) < 0)
		add_port(b, input->text, 1, "");
}

static void plan_ports(struct build *b)
{
	const struct m_node *n = b->from;
	size_t room =
	    n->signals_count + 2 * n->numbers_count + n->pairs_count + model_inputs_room(n);

	b->ports = arena_array(b->arena, room, sizeof(*b->ports));
	b->m->targets = arena_array(b->arena, room, sizeof(*b->m->targets));
	b->delays = arena_array(b->arena, room, sizeof(*b->delays));
	b->wires = arena_array(b->arena, room, sizeof(*b->wires));
	if (b->arena->failed)
		return;
	b->m->ports = b->ports;
	b->m->delays = b->delays;
	b->m->wires = b->wires;
	for (size_t i = 0; i < n->signals_count; i++)
		add_port(b, n->signals[i].name.text, 1, i ? "" : "signals");
	model_inputs(b->arena, n, add_signal_port, b);
	for (size_t i = 0; i < n->pairs_count; i++)
		add_signal_port(b, NULL, &n->pairs[i].gate);
	for (size_t i = 0; i < n->numbers_count; i++) {
		add_port(b, n->numbers[i].name.text, (unsigned)n->numbers[i].bits.number, "value");
		if (n->numbers[i].when.ok)
			add_port(b, n->numbers[i].when.text, 1, "");
	}
}

/* Clocks by which something of the target is delayed to a stage. */
static unsigned clocks_to(unsigned stage, const struct m_value *delay)
{
	return (unsigned)((int64_t)stage + (int64_t)delay->number);
}

/* The net of a signal at the router. */
static const char *early_net(struct arena *arena, const char *signal)
{
	return arena_printf(arena, "early_%s", signal);
}

static void plan_signals(struct build *b)
{
	struct plan_preprocessors *m = b->m;
	struct plan_signal *signals =
	    arena_array(b->arena, b->from->signals_count, sizeof(*signals));

	if (!signals)
		return;
	m->signals = signals;
	m->signals_count = b->from->signals_count;
	for (size_t i = 0; i < m->signals_count; i++) {
		const struct m_signal *from = &b->from->signals[i];

		signals[i].name = from->name.text;
		signals[i].delay = (int)from->delay.number;
		signals[i].early_net = early_net(b->arena, from->name.text);
		if (m->lines_count)
			add_delay(b, signals[i].early_net, port_of(b->arena, from->name.text), 1,
				  clocks_to(m->stage - router.clocks, &from->delay));
	}
}

/* The net of a signal at a stage, M or D; it is made where it is not there. */
static const char *signal_at(struct build *b, const char *name, unsigned stage)
{
	static const struct m_value no_delay = {0};
	const char *net = arena_printf(b->arena, stage == b->m->stage ? "at_%s" : "at_d_%s", name);
	const struct m_signal *signal = model_signal(b->from, name);
	struct plan_preprocessors *m = b->m;

	for (size_t i = 0; i < m->wires_count; i++)
		if (strcmp(b->wires[i].name, net) == 0)
			return net;
	if (signal && m->lines_count)
		add_delay(b, net, early_net(b->arena, name), 1, router.clocks + stage - m->stage);
	else
		add_delay(b, net, port_of(b->arena, name), 1,
			  clocks_to(stage, signal ? &signal->delay : &no_delay));
	return net;
}

/* 1 where a signal is needed at M: a quantity or the gate of a pair has it. */
static int is_at_m(const struct m_node *n, const char *name)
{
	for (size_t i = 0; i < n->quantities_count; i++)
		for (unsigned k = 0; k < QUANTITY_INPUTS; k++)
			if (n->quantities[i].keys[k].given &&
			    strcmp(n->quantities[i].keys[k].text, name) == 0)
				return 1;
	for (size_t i = 0; i < n->pairs_count; i++)
		if (n->pairs[i].gate.ok && strcmp(n->pairs[i].gate.text, name) == 0)
			return 1;
	return 0;
}

static void plan_numbers(struct build *b)
{
	const struct m_node *n = b->from;
	struct plan_number *numbers = arena_array(b->arena, n->numbers_count, sizeof(*numbers));

	if (!numbers)
		return;
	b->m->numbers = numbers;
	b->m->numbers_count = n->numbers_count;
	for (size_t i = 0; i < n->numbers_count; i++) {
		const struct m_number *from = &n->numbers[i];
		const char *source = port_of(b->arena, from->name.text);
		unsigned bits = (unsigned)from->bits.number;
		unsigned clocks = clocks_to(b->m->stage, &from->delay);

		numbers[i] = (struct plan_number){from->name.text, bits,
						  from->when.ok ? from->when.text : NULL,
						  (int)from->delay.number};
		add_delay(b, arena_printf(b->arena, "at_%s", from->name.text), source, bits,
			  clocks);
		if (from->when.ok)
			add_delay(b, arena_printf(b->arena, "there_%s", from->name.text),
				  port_of(b->arena, from->when.text), 1, clocks);
	}
}

/* A bit of the router's outputs: what is by line. */
static const char *line_net(struct build *b, const char *outputs, size_t line)
{
	return b->m->lines_count == 1 ? outputs : arena_printf(b->arena, "%s[%zu]", outputs, line);
}

/* Inputs are asked for in the order of the lines: pairs, quantities, counters, gate. */
static struct plan_input plan_input(struct build *b, const struct m_value *input, const char *line)
{
	struct plan_input in = {.name = input->text, .bits = 1};
	const struct m_number *number;

	in.event = model_event_line(b->from, in.name);
	if (in.event >= 0) {
		in.net = "1'b1"; /* at M: what is counted at D follows the gates */
		return in;
	}
	if (is_word(in.name, KEY_ALWAYS)) {
		in.net = "1'b1";
		return in;
	}
	if (is_word(in.name, KEY_ROUTE)) {
		in.net = line_net(b, router.line, b->lines);
		in.restart = line_net(b, router.restart, b->lines);
		b->m->lines[b->lines++] = line;
		return in;
	}
	number = model_number(b->from, in.name);
	if (!number) {
		in.net = signal_at(b, in.name, b->m->stage);
		return in;
	}
	in.bits = (unsigned)number->bits.number;
	in.net = arena_printf(b->arena, "at_%s", in.name);
	in.there = number->when.ok ? arena_printf(b->arena, "there_%s", in.name) : "1'b1";
	return in;
}

/* An input that is counted at D. Without a gate a signal is delayed to there at once. */
static struct plan_input counted_input(struct build *b, const struct m_value *input,
				       const char *line, int gated)
{
	struct plan_input in = {.name = input->text, .net = "1'b1", .bits = 1, .at_d = 1};

	in.event = model_event_line(b->from, in.name);
	if (gated || is_word(in.name, KEY_ROUTE) || model_number(b->from, in.name) ||
	    is_at_m(b->from, in.name))
		return plan_input(b, input, line);
	if (in.event < 0 && !is_word(in.name, KEY_ALWAYS))
		in.net = signal_at(b, in.name, b->m->counting);
	return in;
}

static void plan_pairs(struct build *b)
{
	const struct m_node *n = b->from;
	struct plan_preprocessors *m = b->m;
	struct plan_pair *pairs = arena_array(b->arena, model_pairs(n), sizeof(*pairs));

	if (!pairs)
		return;
	m->pairs = pairs;
	m->pairs_count = n->pairs_count;
	m->amount_bits = 1;
	for (size_t i = 0; i < n->pairs_count; i++) {
		const struct m_pair *p = &n->pairs[i];

		pairs[i].name = p->name.text;
		pairs[i].a = counted_input(b, &p->a, arena_printf(b->arena, "%s.a", p->name.text),
					   m->gate || p->gate.ok);
		pairs[i].b = counted_input(b, &p->b, arena_printf(b->arena, "%s.b", p->name.text),
					   m->gate || p->gate.ok);
		if (p->gate.ok) {
			pairs[i].gate = p->gate.text;
			pairs[i].gate_net = signal_at(b, p->gate.text, m->stage);
		}
		if (pairs[i].a.bits > m->amount_bits)
			m->amount_bits = pairs[i].a.bits;
		if (pairs[i].b.bits > m->amount_bits)
			m->amount_bits = pairs[i].b.bits;
		pairs[i].gated = m->gate;
	}
	if (m->gate)
		pairs[m->pairs_count] = (struct plan_pair){
		    .name = GATE_NAME,
		    .a = {.net = gate.a, .bits = 1, .event = -1},
		    .b = {.net = gate.b, .bits = 1, .event = -1},
		};
}

static unsigned quantity_bits(struct build *b, const struct m_quantity *q)
{
	switch (model_kind(q)->source) {
	case QUANTITY_OF_VALUE:
		return (unsigned)model_number(b->from, model_of_value(q)->text)->bits.number;
	case QUANTITY_OF_CODE:
		return b->m->code_bits;
	case QUANTITY_OF_MODULE:
		break;
	}
	return (unsigned)q->bits.number;
}

static void plan_quantities(struct build *b)
{
	const struct m_node *n = b->from;
	struct plan_quantity *quantities =
	    arena_array(b->arena, n->quantities_count, sizeof(*quantities));

	if (!quantities)
		return;
	b->m->quantities = quantities;
	b->m->quantities_count = n->quantities_count;
	for (size_t i = 0; i < n->quantities_count; i++) {
		const struct m_quantity *from = &n->quantities[i];
		struct plan_quantity *q = &quantities[i];

		q->name = from->name.text;
		q->kind = model_kind(from);
		q->bits = quantity_bits(b, from);
		if (q->kind->keys[QUANTITY_OUTSTANDING].need)
			q->outstanding = (unsigned)from->keys[QUANTITY_OUTSTANDING].number;
		for (unsigned k = 0; k < QUANTITY_INPUTS; k++)
			if (from->keys[k].given)
				q->inputs[k] = plan_input(
				    b, &from->keys[k],
				    arena_printf(b->arena, "%s.%s", q->name,
						 quantity_key_name((enum quantity_key)k)));
	}
}

static void plan_inputs(struct build *b, const struct m_watcher *from, struct plan_watcher *w)
{
	struct plan_input *inputs = arena_array(b->arena, from->inputs_count, sizeof(*inputs));

	if (!inputs)
		return;
	w->inputs = inputs;
	w->inputs_count = from->inputs_count;
	for (size_t k = 0; k < from->inputs_count; k++)
		inputs[k] =
		    counted_input(b, &from->inputs[k],
				  arena_printf(b->arena, "%s.%zu", from->name.text, k), b->m->gate);
}

static void plan_segments(const struct build *b, const struct m_watcher *from,
			  struct plan_watcher *w)
{
	w->event = (unsigned)model_event_line(b->from, from->line.text);
	w->changes = model_is_word(&from->keep, WATCHER_CHANGES);
	w->before = (unsigned)from->before.number;
	w->after = (unsigned)from->after.number;
}

static void plan_watchers(struct build *b, enum watcher_role role)
{
	const struct m_watchers *from = &b->from->watchers[role];
	struct plan_watcher *items = arena_array(b->arena, from->count, sizeof(*items));

	for (size_t i = 0; items && i < from->count; i++) {
		const struct m_watcher *w = &from->items[i];

		items[i] = (struct plan_watcher){
		    .kind = w->kind,
		    .name = w->name.text,
		    .count = (unsigned)w->count.number,
		    .banks = (unsigned)w->banks.number,
		    .bits = (unsigned)w->bits.number,
		    .group = model_group(b->from, &w->name),
		};
		if (role == WATCHER_COUNTED)
			plan_inputs(b, w, &items[i]);
		else if (role == WATCHER_KEPT)
			plan_segments(b, w, &items[i]);
		else
			items[i].of =
			    (unsigned)(model_quantity(b->from, w->of.text) - b->from->quantities);
	}
	b->m->watchers[role] = (struct plan_watchers){items, from->count};
}

static void plan_gate_line(struct build *b)
{
	struct plan_preprocessors *m = b->m;

	m->gate_line = "1'b0";
	if (m->gate && m->signals_count)
		m->gate_line = plan_input(b, &model_gate_line, GATE_NAME).net;
}

static void plan_events(struct build *b)
{
	const struct m_node *n = b->from;
	const char **events = arena_array(b->arena, n->event_lines_count, sizeof(*events));

	if (!events)
		return;
	for (size_t i = 0; i < n->event_lines_count; i++)
		events[i] = n->event_lines[i].text;
	b->m->events = events;
	b->m->events_count = n->event_lines_count;
}

static void plan_samples(struct build *b)
{
	struct plan_preprocessors *m = b->m;

	m->form = model_form(b->from);
	m->counted = model_pairs(b->from);
	m->pair_words = model_pair_words(b->from);
	m->sample_words = model_sample_words(b->from);
}

static void plan_groups(struct build *b)
{
	const struct m_node *n = b->from;
	struct plan_preprocessors *m = b->m;
	struct m_run *runs = arena_array(b->arena, MODEL_RUNS_MAX, sizeof(*runs));
	struct m_run *bank = arena_array(b->arena, 1, sizeof(*bank));
	struct m_group_line *lines = arena_array(b->arena, MODEL_GROUP_LINES_MAX, sizeof(*lines));
	struct plan_group *groups = arena_array(b->arena, n->groups_count, sizeof(*groups));

	if (!runs || !bank || !lines || !groups)
		return;
	for (size_t g = 0; g < n->groups_count; g++) {
		groups[g].name = n->groups[g].name.text;
		groups[g].of_count = n->groups[g].of_count;
		groups[g].of = arena_array(b->arena, groups[g].of_count, sizeof(*groups[g].of));
		for (size_t i = 0; groups[g].of && i < groups[g].of_count; i++)
			groups[g].of[i] = n->groups[g].of[i].text;
	}
	m->runs = runs;
	m->runs_count = model_runs(n, runs);
	m->banks = runs;
	m->banks_count = m->runs_count;
	if (m->form == TAB_FORM_FULL && m->runs_count > 1) {
		*bank = (struct m_run){.pairs = m->counted, .words = m->pair_words};
		m->banks = bank;
		m->banks_count = 1;
	}
	m->group_lines = lines;
	m->group_lines_count = model_group_lines(n, lines);
	m->groups = groups;
	m->groups_count = n->groups_count;
}

unsigned plan_blocks(const struct plan_preprocessors *m)
{
	return (unsigned)(m->watchers[WATCHER_BANKED].count + m->watchers[WATCHER_COUNTED].count +
			  m->watchers[WATCHER_KEPT].count);
}

int plan_group_line(const struct plan_preprocessors *m, unsigned group, enum m_group_action action)
{
	for (size_t i = 0; i < m->group_lines_count; i++)
		if (m->group_lines[i].group == group && m->group_lines[i].action == action)
			return (int)(m->events_count + i);
	return -1;
}

const struct plan_preprocessors *plan_preprocessors_make(struct arena *arena,
							 const struct m_node *from,
							 const struct plan_shape *shape)
{
	struct plan_preprocessors *m = arena_array(arena, 1, sizeof(*m));
	struct build b = {.arena = arena, .from = from, .m = m};
	int sampled = from->watchers[WATCHER_SAMPLED].count > 0;

	if (!m)
		return NULL;
	m->stage = shape->depth - shape->hold -
		   (from->watchers[WATCHER_FIRES].count ? PLAN_DEPTH_OF_FIRES : 0);
	m->counting = shape->depth + 1;
	m->code_clocks = m->stage - shape->level - CLASS_STAGE;
	m->code_bits = shape->code_bits;
	m->cell_bits = shape->cell_bits;
	m->time_bits = shape->time_bits;
	m->word_bits = from->watchers[WATCHER_KEPT].count ? shape->word_bits : 0;
	plan_samples(&b);
	m->queue_log2 = shape->kept_log2 + 1;
	while (1u << m->queue_log2 < 2 * m->pair_words ||
	       (sampled && m->queue_log2 < QUEUE_LOG2_MIN))
		m->queue_log2++;
	m->tables = shape->tables;
	if (!shape->family->shift_from)
		m->ram_bits = shape->family->lut_bits ? LUT_RAM_BITS : shape->family->shapes->width;
	m->lut_bits = shape->family->lut_bits;
	m->gate = model_is_yes(&from->gate);
	m->lines_count = model_lines(arena, from);
	m->lines = arena_array(arena, m->lines_count, sizeof(*m->lines));
	if (sampled && m->queue_log2 > QUEUE_LOG2_MAX)
		m->queue_log2 = QUEUE_LOG2_MAX;
	plan_ports(&b);
	if (arena->failed)
		return NULL;
	plan_signals(&b);
	plan_numbers(&b);
	plan_events(&b);
	plan_groups(&b);
	plan_pairs(&b);
	plan_quantities(&b);
	for (unsigned role = 0; role < WATCHER_ROLES; role++)
		plan_watchers(&b, (enum watcher_role)role);
	m->freezes = shape->freezes && plan_blocks(m);
	plan_gate_line(&b);
	finish_delays(&b);
	m->key = plan_preprocessors_text(arena, m);
	return arena->failed ? NULL : m;
}
