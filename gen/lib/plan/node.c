/* SPDX-License-Identifier: Apache-2.0 */
/* The plan of a node: its watched word, tables, triggers, ports and nets. */
#include "plan/node.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/keys.h"
#include "tables/tables.h"

/* One for all nodes: those with the same tick have it in the same cycles. Any number does whose
 * upper three bytes are not 0. */
#define TICK_SEED 0x5614ab53u
#define PC_BITS 32u
#define INPUT "_i"	    /* ends the name of a port */
#define SINGLE_PART_LOG2 2u /* of the trace buffer, log2: a quarter */
#define LEVELS_MIN 3u	    /* clocks that gnomon_trigger takes to the code at least */

static unsigned log2_up(unsigned n)
{
	unsigned bits = 0;

	while (1u << bits < n)
		bits++;
	return bits;
}

/* What a signal of the target is inside the monitor: its port, or the register of it. */
static const char *net_of(struct arena *arena, const struct plan *plan, const char *port)
{
	size_t stem = strlen(port) - strlen(INPUT);

	return plan->register_taps ? arena_printf(arena, "%.*s_q", (int)stem, port) : port;
}

static const char *signal_net(struct arena *arena, const struct plan *plan,
			      const struct plan_node *node, const char *name)
{
	return net_of(arena, plan, model_port_name(arena, node->name, name));
}

/* Appends the runs of 1 bits of `mask` of a port, the highest first: "a[7:4], a[1]". */
static const char *append_bits(struct arena *arena, const char *text,
			       const struct plan_field *field, uint64_t mask)
{
	unsigned hi = 64;

	if (field->bits == 1 && mask)
		return arena_printf(arena, "%s%s%s", text, *text ? ", " : "", field->net);
	while (hi) {
		unsigned lo = hi - 1;

		if (!(mask >> lo & 1)) {
			hi = lo;
			continue;
		}
		while (lo && mask >> (lo - 1) & 1)
			lo--;
		if (hi - lo == field->bits)
			text = arena_printf(arena, "%s%s%s", text, *text ? ", " : "", field->net);
		else if (hi - lo == 1)
			text = arena_printf(arena, "%s%s%s[%u]", text, *text ? ", " : "",
					    field->net, lo);
		else
			text = arena_printf(arena, "%s%s%s[%u:%u]", text, *text ? ", " : "",
					    field->net, hi - 1, lo);
		hi = lo;
	}
	return text;
}

/* The word is its one field where nothing is left out of it, else a net made of the kept bits. */
static void plan_word(struct arena *arena, struct plan_node *node)
{
	const char *kept = "";
	const char *skipped = "";

	for (size_t i = node->fields_count; i-- > 0;) {
		const struct plan_field *f = &node->fields[i];

		kept = append_bits(arena, kept, f, f->kept);
		skipped = append_bits(arena, skipped, f, ~f->kept & UINT64_MAX >> (64 - f->bits));
	}
	node->word_net = node->fields[0].net;
	if (node->fields_count > 1 || *skipped) {
		node->word_net = arena_printf(arena, "%s_word", node->name);
		node->word_value = kept;
	}
	if (*skipped) {
		node->skipped_net = arena_printf(arena, "%s_unused_bits", node->name);
		node->skipped_bits = skipped;
	}
}

static void plan_fields(struct arena *arena, const struct m_node *from, const struct plan *plan,
			struct plan_node *node)
{
	struct plan_field *fields = arena_array(arena, from->fields_count, sizeof(*fields));

	if (!fields)
		return;
	for (size_t i = 0; i < from->fields_count; i++) {
		const struct m_field *f = &from->fields[i];

		fields[i].name = f->name.text;
		fields[i].bits = (unsigned)f->bits.number;
		fields[i].kept = model_kept(f);
		fields[i].kind = model_field_kind(f);
		fields[i].unit = (unsigned)f->unit.number;
		fields[i].when = f->when.ok ? f->when.text : NULL;
		fields[i].net = signal_net(arena, plan, node, f->name.text);
	}
	node->fields = fields;
	node->fields_count = from->fields_count;
	node->word_bits = model_word_bits(from);
	node->when = from->when.ok ? from->when.text : NULL;
	node->when_net = node->when ? signal_net(arena, plan, node, node->when) : "1'b1";
	plan_word(arena, node);
}

/* The adapter answers the bus itself, so that what it drives has the registers. */
static void plan_bus_nets(struct arena *arena, const struct plan *plan, const char *node,
			  struct plan_bus *port)
{
	const char **nets[] = {&port->valid_net, &port->addr_net, &port->data_net};
	const char **driven[] = {&port->adapter_valid, &port->adapter_addr, &port->adapter_data};
	static const char *const names[] = {"valid", "addr", "data"};

	for (size_t i = 0; i < sizeof(nets) / sizeof(nets[0]); i++) {
		const char *in = arena_printf(arena, "%s_port_%s" INPUT, node, names[i]);

		*driven[i] = arena_printf(arena, "%s_port_%s", node, names[i]);
		*nets[i] = port->bus->adapter && !plan->register_taps ? *driven[i]
								      : net_of(arena, plan, in);
	}
}

static void plan_bus(struct arena *arena, const struct m_node *from, const struct plan *plan,
		     struct plan_node *node)
{
	struct plan_bus *port = &node->port;

	port->bus = model_bus(from);
	port->valid_net = "1'b0";
	port->addr_net = "10'd0";
	port->data_net = "32'd0";
	port->pc_net = "32'd0";
	if (!port->bus)
		return;
	port->process_time = model_is_yes(&from->process_time);
	port->code_bits = model_code_bits(from);
	if (port->code_bits)
		port->data_bits = (unsigned)from->code_data.number;
	if (from->port_pc.ok) {
		port->pc = from->port_pc.text;
		port->pc_net = signal_net(arena, plan, node, port->pc);
	}
	if (port->bus->adapter)
		port->instance = model_instance_name(arena, node->name, MODEL_ADAPTER);
	plan_bus_nets(arena, plan, node->name, port);
}

/* The ports of a node while they are listed, and their registers. */
struct port_list {
	struct arena *arena;
	const struct plan *plan;
	const struct m_node *from;
	size_t number; /* of the node among those of its entry */
	struct plan_node *node;
	struct plan_pin *pins;
	struct plan_tap *taps;
};

/* Adds a port that is not there yet; 1 if it was added. */
static int add_port(struct port_list *l, enum tab_role role, const char *signal,
		    struct plan_port port)
{
	struct plan_node *node = l->node;

	for (size_t i = 0; i < node->pins_count; i++)
		if (strcmp(l->pins[i].port.name, port.name) == 0)
			return 0;
	l->pins[node->pins_count] =
	    (struct plan_pin){.port = port,
			      .role = role,
			      .title = node->pins_count ? NULL : node->name,
			      .foreign = 1,
			      .node = node->name,
			      .signal = signal,
			      .connect = model_connected(l->arena, &l->from->connect, node->name,
							 port.name, l->number)};
	node->pins_count++;
	return 1;
}

/* Adds a port of the target with a register, of which so many bits are used. */
static void add_tapped(struct port_list *l, enum tab_role role, const char *signal,
		       struct plan_port port, unsigned used)
{
	struct plan_node *node = l->node;

	if (!port.name)
		return; /* no memory */
	if (add_port(l, role, signal, port) && l->plan->register_taps)
		l->taps[node->taps_count++] = (struct plan_tap){
		    port.name, net_of(l->arena, l->plan, port.name), port.bits, used};
	for (size_t i = 0; i < node->taps_count; i++)
		if (strcmp(l->taps[i].port, port.name) == 0 && used > l->taps[i].used)
			l->taps[i].used = used;
}

/* Adds a signal that the description names. */
static void add_signal(struct port_list *l, enum tab_role role, const char *signal, unsigned bits,
		       const char *what, unsigned used)
{
	const char *name = model_port_name(l->arena, l->node->name, signal);

	add_tapped(l, role, signal, (struct plan_port){name, bits, 0, what}, used);
}

static void add_bus(struct port_list *l)
{
	const struct plan_node *node = l->node;
	const struct m_bus *bus = node->port.bus;

	l->node->port.pins = &l->pins[node->pins_count];
	for (const struct m_bus_port *p = bus ? bus->ports : NULL; p && p->name; p++) {
		const struct plan_port port = {
		    arena_printf(l->arena, "%s_%s%s", node->name, bus->prefix, p->name), p->bits,
		    p->output, p->what};

		if (bus->adapter)
			add_port(l, TAB_ROLE_PORT, NULL, port);
		else
			add_tapped(l, TAB_ROLE_PORT, NULL, port, port.bits);
	}
	if (node->port.pc)
		add_signal(l, TAB_ROLE_PORT, node->port.pc, PC_BITS, "PC of the write", PC_BITS);
}

/* They have no registers: an assertion is immediate. */
static void add_line(struct port_list *l)
{
	const struct m_bus_port *p;

	for (size_t i = 0; (p = model_line_port(l->from, i)); i++)
		add_port(l, TAB_ROLE_LINE, NULL,
			 (struct plan_port){arena_printf(l->arena, "%s_%s", l->node->name, p->name),
					    p->bits ? p->bits : l->plan->time_bits, p->output,
					    p->what});
}

static unsigned count_ones(uint64_t mask)
{
	unsigned count = 0;

	for (; mask; mask &= mask - 1)
		count++;
	return count;
}

/* 1 where the signal qualifies fields of the word. */
static int is_qualifier(const struct plan_node *node, const char *signal)
{
	for (size_t i = 0; i < node->fields_count; i++)
		if (node->fields[i].when && strcmp(node->fields[i].when, signal) == 0)
			return 1;
	return 0;
}

static void add_word(struct port_list *l)
{
	const struct plan_node *node = l->node;

	for (size_t i = 0; i < node->fields_count; i++) {
		const struct plan_field *f = &node->fields[i];

		add_signal(l, is_qualifier(node, f->name) ? TAB_ROLE_WHEN : TAB_ROLE_WORD, f->name,
			   f->bits, i ? "" : "watched word", count_ones(f->kept));
	}
	if (node->when)
		add_signal(l, TAB_ROLE_WHEN, node->when, 1, "the word counts", 1);
}

/* 1 where a pair counts the signal, or has it as its gate. */
static int is_paired(const struct plan_preprocessors *m, const char *signal)
{
	for (size_t i = 0; i < m->pairs_count; i++) {
		const struct plan_pair *p = &m->pairs[i];

		if (strcmp(p->a.name, signal) == 0 || strcmp(p->b.name, signal) == 0 ||
		    (p->gate && strcmp(p->gate, signal) == 0))
			return 1;
	}
	return 0;
}

static void plan_ports(struct arena *arena, const struct m_node *from, size_t number,
		       const struct plan *plan, struct plan_node *node)
{
	const struct m_bus *bus = node->port.bus;
	const struct plan_preprocessors *m = node->preprocessors;
	size_t room = node->fields_count + 2 + (m ? m->ports_count : 0), lines = 0;
	struct port_list l = {
	    .arena = arena, .plan = plan, .from = from, .number = number, .node = node};

	for (const struct m_bus_port *p = bus ? bus->ports : NULL; p && p->name; p++)
		room++;
	while (model_line_port(from, lines))
		lines++;
	room += lines;
	l.pins = arena_array(arena, room, sizeof(*l.pins));
	l.taps = arena_array(arena, room, sizeof(*l.taps));
	if (!l.pins || !l.taps)
		return;
	node->pins = l.pins;
	node->taps = l.taps;
	add_word(&l);
	for (size_t i = 0; m && i < m->ports_count; i++)
		add_signal(&l, is_paired(m, m->targets[i]) ? TAB_ROLE_PAIR : TAB_ROLE_TAP,
			   m->targets[i], m->ports[i].bits, m->ports[i].what, m->ports[i].bits);
	add_bus(&l);
	add_line(&l);
}

static void plan_tables(struct arena *arena, struct plan_node *node)
{
	struct plan_table *tables = arena_array(arena, RANKS_MAX + LAYOUT_KINDS, sizeof(*tables));
	const struct layout *l = node->layout;

	if (!tables)
		return;
	node->tables = tables;
	for (unsigned i = 0; i < RANKS_MAX; i++)
		if (l->ranks[i].cells)
			tables[node->tables_count++] =
			    (struct plan_table){arena_printf(arena, "rank%u", i), l->ranks[i].base,
						l->ranks[i].cells, l->ranks[i].bits};
	for (unsigned i = 0; i < LAYOUT_KINDS; i++)
		if (l->others[i].cells)
			tables[node->tables_count++] = (struct plan_table){
			    i < TAB_TABLE_RANGES
				? tab_tables[i].name
				: arena_printf(arena, "%s%u", tab_tables[TAB_TABLE_RANGES].name,
					       i - TAB_TABLE_RANGES),
			    l->others[i].base, l->others[i].cells, l->others[i].bits};
}

static unsigned level_of(const struct rank_tree *tree, int registered)
{
	unsigned clocks = ranks_clocks(tree, registered);

	return clocks < LEVELS_MIN ? LEVELS_MIN : clocks;
}

unsigned plan_node_settled(const struct m_node *from, const struct rank_tree *tree, int registered)
{
	int others = model_has_triggers(from) || model_stages_preprocessors(from);

	return level_of(tree, registered) + (others ? PLAN_DEPTH_OF_OTHERS : PLAN_DEPTH_OF_EVENT) +
	       (from->watchers[WATCHER_FIRES].count ? PLAN_DEPTH_OF_FIRES : 0);
}

static void plan_ranks(struct arena *arena, const struct m_node *from, const struct plan *plan,
		       struct plan_node *node)
{
	const struct rank_tree *tree = node->layout->tree;
	int registered = plan->lut_bits != 0;
	const char *unused =
	    node->layout->owns_ranks || model_has_preprocessors(from) ? "" : "unused_";

	node->code_bits = tree->code_bits;
	node->capacity = (1u << node->code_bits) - 1;
	node->goal = from->goal.text;
	node->cell_bits = log2_up(node->layout->cells);
	node->joined =
	    model_has_triggers(from) || model_is_yes(&from->gate) || model_event_columns(from);
	node->staged = model_stages_preprocessors(from);
	node->code_clocks = ranks_clocks(tree, registered);
	node->level = level_of(tree, registered);
	node->settled = plan_node_settled(from, tree, registered);
	if (plan->capture)
		node->hold = plan->settled - node->settled + PLAN_DEPTH_OF_LINE(plan->stages);
	node->depth = node->settled + node->hold;
	node->shared = model_is_shared(from);
	node->owner = node->layout->owns_ranks ? node->index : node->index - 1;
	node->ranks_instance = model_instance_name(arena, node->name, MODEL_RANKS);
	node->code_net = arena_printf(arena, "%s_code", node->name);
	node->actions_net = "8'd0";
	if (layout_has_actions_beside(node->layout))
		node->actions_net = arena_printf(arena, "%s_actions", node->name);
	node->table_net = arena_printf(arena, "%s_%stable_valid", node->name, unused);
	node->table_addr_net = arena_printf(arena, "%s_%stable_addr", node->name, unused);
	node->table_data_net = arena_printf(arena, "%s_%stable_data", node->name, unused);
	plan_tables(arena, node);
}

static void plan_triggers(struct arena *arena, const struct m_node *from, struct plan_node *node)
{
	const struct m_watchers *fires = &from->watchers[WATCHER_FIRES];
	struct plan_trigger *triggers;

	if (from->sequences) {
		node->sequences = (unsigned)from->sequences_count.number;
		node->sequences_steps = (unsigned)from->sequences_steps.number;
		node->count_bits = (unsigned)from->count_bits.number;
		node->timeout_bits = (unsigned)from->timeout_bits.number;
		node->overlap = model_is_yes(&from->overlap);
	}
	if (from->strict) {
		node->strict = (unsigned)from->strict_count.number;
		node->strict_steps = (unsigned)from->strict_steps.number;
	}
	node->timer = model_is_yes(&from->timer);
	node->watchdog = model_is_yes(&from->watchdog);
	node->host = model_is_yes(&from->host);
	node->capture = from->capture;
	node->interrupt = from->interrupt;
	node->report = from->report;
	node->rounds = model_rounds(from);
	node->processor = model_has_processor(from);
	node->almost_full = model_almost_full(from);
	triggers = arena_array(arena, model_triggers(from), sizeof(*triggers));
	if (!triggers)
		return;
	node->triggers = triggers;
	for (unsigned i = 0; i < node->sequences; i++)
		triggers[node->triggers_count++] = (struct plan_trigger){"sequence", i};
	for (unsigned i = 0; i < node->sequences; i++)
		triggers[node->triggers_count++] = (struct plan_trigger){"timeout", i};
	for (unsigned i = 0; i < node->strict; i++)
		triggers[node->triggers_count++] = (struct plan_trigger){"strict", i};
	if (node->timer)
		triggers[node->triggers_count++] = (struct plan_trigger){"timer", 0};
	if (node->watchdog)
		triggers[node->triggers_count++] = (struct plan_trigger){"watchdog", 0};
	if (node->interrupt) {
		triggers[node->triggers_count++] = (struct plan_trigger){"capture_began", 0};
		triggers[node->triggers_count++] = (struct plan_trigger){"capture_ended", 0};
	}
	if (node->report) {
		triggers[node->triggers_count++] = (struct plan_trigger){"report_began", 0};
		triggers[node->triggers_count++] = (struct plan_trigger){"report_ended", 0};
	}
	for (size_t i = 0; node->report && i < from->event_lines_count; i++)
		if (model_is_word(&from->event_lines[i], MODEL_REPORT_EVENT))
			node->asks = (unsigned)i + 1;
	for (unsigned i = 0; i < fires->count; i++)
		triggers[node->triggers_count++] =
		    (struct plan_trigger){fires->items[i].kind->section.name, i};
	if (node->host)
		triggers[node->triggers_count++] = (struct plan_trigger){"host", 0};
	if (node->capture)
		triggers[node->triggers_count++] = (struct plan_trigger){"capture", 0};
}

/* Slots of two words that the queue of samples has, log2. In the single form those that wait at the
 * end of a run must not overwrite the rest of a flight recorder. */
static unsigned kept_log2(const struct m_node *from, const struct plan *plan)
{
	const unsigned slots_log2 = log2_up((unsigned)from->fifo_slots.number);

	return plan->form == PLAN_SINGLE && slots_log2 > plan->slots_log2 - SINGLE_PART_LOG2
		   ? plan->slots_log2 - SINGLE_PART_LOG2
		   : slots_log2;
}

static void plan_node_preprocessors(struct arena *arena, const struct m_node *from,
				    const struct plan *plan, struct plan_node *node)
{
	const struct plan_shape shape = {
	    .family = family_find(plan->family),
	    .level = node->level,
	    .depth = node->depth,
	    .hold = node->hold,
	    .code_bits = node->code_bits,
	    .cell_bits = node->cell_bits,
	    .time_bits = plan->time_bits,
	    .word_bits = node->word_bits,
	    .kept_log2 = kept_log2(from, plan),
	    .freezes = plan->form == PLAN_SINGLE && plan->wrap,
	    .tables = node->layout->others,
	};

	if (!model_has_preprocessors(from))
		return;
	node->preprocessors = plan_preprocessors_make(arena, from, &shape);
	node->preprocessors_instance = model_instance_name(arena, node->name, MODEL_PREPROCESSORS);
	if (!node->preprocessors)
		return;
	node->measured =
	    arena_array(arena, node->preprocessors->ports_count, sizeof(*node->measured));
	for (size_t i = 0; node->measured && i < node->preprocessors->ports_count; i++)
		node->measured[i] = signal_net(arena, plan, node, node->preprocessors->targets[i]);
}

void plan_node_make(struct arena *arena, const struct m_node *from, size_t number,
		    const struct layout *layout, const struct plan *plan, struct plan_node *node)
{
	node->name = model_node_name(arena, from, number);
	node->instance = model_instance_name(arena, node->name, MODEL_HEADEND);
	node->stream = arena_printf(arena, "node_%u", node->index);
	node->tick_log2 = model_tick_log2(from);
	node->seed = node->tick_log2 && model_is_yes(&from->jitter) ? TICK_SEED : 0;
	node->layout = layout;
	if (plan->form != PLAN_SINGLE) {
		node->fifo_slots = (unsigned)from->fifo_slots.number;
		node->fifo_log2 = log2_up(node->fifo_slots);
	}
	plan_fields(arena, from, plan, node);
	plan_bus(arena, from, plan, node);
	plan_ranks(arena, from, plan, node);
	plan_triggers(arena, from, node);
	plan_node_preprocessors(arena, from, plan, node);
	plan_ports(arena, from, number, plan, node);
}
