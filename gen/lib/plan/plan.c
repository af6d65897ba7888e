/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/plan.h"

#include <string.h>

#include "base/show.h"
#include "common/hop.h"
#include "plan/node.h"
#include "plan/pins.h"

#ifndef GNOMON_VERSION
#error "GNOMON_VERSION must be defined: the text of the file VERSION"
#endif

#define BYTES_LOG2_OF_SLOT 3u
#define ARG_BITS_MIN 11u /* SELECT: node and three flags */
#define ARG_BITS_HOST 1u /* and one more where the host has a trigger */

static const struct plan_port byte_ports[] = {
    {"rx_valid_i", 1, 0, "byte from the host"},
    {"rx_ready_o", 1, 1, "the byte is taken"},
    {"rx_data_i", 8, 0, "the byte"},
    {"tx_valid_o", 1, 1, "byte to the host"},
    {"tx_ready_i", 1, 0, "the byte is taken"},
    {"tx_data_o", 8, 1, "the byte"},
    {0},
};

static const struct plan_port uart_ports[] = {
    {"rx_i", 1, 0, "from the host"},
    {"tx_o", 1, 1, "to the host"},
    {0},
};

static const struct plan_port ft245_ports[] = {
    {"rxf_n_i", 1, 0, "RXF#"},
    {"txe_n_i", 1, 0, "TXE#"},
    {"rd_n_o", 1, 1, "RD#"},
    {"wr_n_o", 1, 1, "WR#"},
    {"siwu_n_o", 1, 1, "SIWU#"},
    {"d_i", 8, 0, "D7 to D0"},
    {"d_o", 8, 1, "the top drives them with it"},
    {"d_oe_o", 1, 1, "while this is 1"},
    {0},
};

static const struct plan_port ft245_sync_ports[] = {
    {"ft_clk_i", 1, 0, "CLKOUT, 60 MHz"},
    {"rxf_n_i", 1, 0, "RXF#"},
    {"txe_n_i", 1, 0, "TXE#"},
    {"rd_n_o", 1, 1, "RD#"},
    {"wr_n_o", 1, 1, "WR#"},
    {"oe_n_o", 1, 1, "OE#"},
    {"siwu_n_o", 1, 1, "SIWU#"},
    {"d_i", 8, 0, "D7 to D0"},
    {"d_o", 8, 1, "the top drives them with it"},
    {"d_oe_o", 1, 1, "while this is 1"},
    {0},
};

static const struct plan_phy phys[] = {
    {PLAN_BYTES, "bytes", "byte port", NULL, 0, byte_ports},
    {PLAN_UART, "uart", "UART", "gnomon_link_uart", 1, uart_ports},
    {PLAN_FT245, "ft245", "FT245, asynchronous FIFO", "gnomon_link_ft245", 0, ft245_ports},
    {PLAN_FT245_SYNC, "ft245_sync", "FT245, synchronous FIFO", "gnomon_link_ft245_sync", 0,
     ft245_sync_ports},
};

static const struct plan_port no_ports[] = {{0}};

static unsigned max_of(unsigned a, unsigned b)
{
	return a > b ? a : b;
}

static unsigned log2_of(unsigned power)
{
	unsigned n = 0;

	while (power >>= 1)
		n++;
	return n;
}

/* Name of the description's file, fit for a comment of the code. */
static const char *shown_name(struct arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');
	char shown[BASE_SHOWN];

	return arena_printf(arena, "%s", base_show(slash ? slash + 1 : path, shown, sizeof(shown)));
}

/* The nets on the side of the center are named after the station that drives or is driven there. */
static void plan_station(struct arena *arena, const struct plan *plan,
			 const struct plan_node *before, struct plan_node *node)
{
	const char *prev = before ? before->name : "center";
	const char *next = node->last ? "unused" : node->name;
	struct plan_station *s = &node->station;

	s->dn_valid_i = arena_printf(arena, "%s_dn_valid", prev);
	s->dn_data_i = arena_printf(arena, "%s_dn_data", prev);
	s->dn_valid_o = arena_printf(arena, "%s_dn_valid", next);
	s->dn_data_o = arena_printf(arena, "%s_dn_data", next);
	s->up_valid_o = arena_printf(arena, "%s_up_valid", node->name);
	s->up_ready_i = arena_printf(arena, "%s_up_ready", node->name);
	s->up_tag_o = arena_printf(arena, "%s_up_tag", node->name);
	s->up_data_o = arena_printf(arena, "%s_up_data", node->name);
	s->fifo_high_o = arena_printf(arena, "%s%s_fifo_high",
				      plan->form == PLAN_ALONE ? "" : "unused_", node->name);
	if (node->last) {
		s->up_valid_i = "1'b0";
		s->up_ready_o = "unused_up_ready";
		s->up_tag_i = "1'b0";
		s->up_data_i = arena_printf(arena, "%u'd0", plan_wires(plan));
	}
}

/* The up inputs of a station are the outputs of the next one. */
static void join_stations(struct plan_node *nodes, size_t count)
{
	for (size_t i = 0; i + 1 < count; i++) {
		struct plan_station *s = &nodes[i].station;
		const struct plan_station *next = &nodes[i + 1].station;

		s->up_valid_i = next->up_valid_o;
		s->up_ready_o = next->up_ready_i;
		s->up_tag_i = next->up_tag_o;
		s->up_data_i = next->up_data_o;
	}
}

/* Records of both nodes' samples have the same fields. */
static int equal_samples(const struct plan_preprocessors *a, const struct plan_preprocessors *b)
{
	size_t counted = a ? a->counted : 0;
	size_t sampled = a ? a->watchers[WATCHER_SAMPLED].count : 0;

	if (counted != (b ? b->counted : 0) ||
	    sampled != (b ? b->watchers[WATCHER_SAMPLED].count : 0))
		return 0;
	if (counted && a->form != b->form)
		return 0;
	for (size_t i = 0; i < counted; i++)
		if (strcmp(a->pairs[i].name, b->pairs[i].name))
			return 0;
	for (size_t i = 0; i < sampled; i++)
		if (strcmp(a->watchers[WATCHER_SAMPLED].items[i].name,
			   b->watchers[WATCHER_SAMPLED].items[i].name))
			return 0;
	return 1;
}

static int has_watchers(const struct plan_node *n, enum watcher_role role)
{
	return n->preprocessors && n->preprocessors->watchers[role].count > 0;
}

/* Whether a node has what it must have to send records (TAB_SENDERS). */
static int can_send(const struct plan_node *n, enum tab_sender sender)
{
	switch (sender) {
	case TAB_SENDER_ANY:
		return 1;
	case TAB_SENDER_SAMPLE:
		return n->preprocessors && n->preprocessors->sample_words;
	case TAB_SENDER_PORT:
		return n->port.bus != NULL;
	case TAB_SENDER_TRIGGERS:
		return n->triggers_count > 0;
	case TAB_SENDER_TIMER:
		return n->timer;
	case TAB_SENDER_CAPTURE:
		return n->capture;
	case TAB_SENDER_LINE:
		return n->rounds > 0;
	case TAB_SENDER_BUCKETS:
		return has_watchers(n, WATCHER_BANKED);
	case TAB_SENDER_COUNTERS:
		return has_watchers(n, WATCHER_COUNTED);
	case TAB_SENDER_SEGMENTS:
		return has_watchers(n, WATCHER_KEPT);
	}
	return 0;
}

/* 1 where an entry of a segment has the high half of a watched word. */
static int has_long_entry(const struct plan_node *n)
{
	return has_watchers(n, WATCHER_KEPT) && n->word_bits > 32;
}

/* Both nodes send the same kinds of records, with the same fields. */
static int equal_shape(const struct plan_node *a, const struct plan_node *b)
{
	for (const struct tab_kind *k = tab_kinds; k->name; k++)
		if (can_send(a, k->sender) != can_send(b, k->sender))
			return 0;
	return plan_has_long_datum(a) == plan_has_long_datum(b) &&
	       has_long_entry(a) == has_long_entry(b) &&
	       equal_samples(a->preprocessors, b->preprocessors);
}

static unsigned stream_of(const struct plan_node *nodes, const struct plan_node *node,
			  unsigned *streams)
{
	for (const struct plan_node *n = nodes; n < node; n++)
		if (equal_shape(n, node))
			return n->stream_id;
	return (*streams)++;
}

static int equal_trees(const struct rank_tree *a, const struct rank_tree *b)
{
	if (a->count != b->count)
		return 0;
	for (unsigned i = 0; i < a->count; i++) {
		const struct rank *x = &a->ranks[i];
		const struct rank *y = &b->ranks[i];

		if (x->inputs_count != y->inputs_count || x->code_bits != y->code_bits ||
		    x->spram != y->spram)
			return 0;
		for (unsigned k = 0; k < x->inputs_count; k++)
			if (x->inputs[k].rank != y->inputs[k].rank ||
			    x->inputs[k].lo != y->inputs[k].lo ||
			    x->inputs[k].bits != y->inputs[k].bits)
				return 0;
	}
	return 1;
}

static int equal_ranks(const struct plan_ranks *a, const struct plan_ranks *b)
{
	if (a->word_bits != b->word_bits || a->cell_bits != b->cell_bits || a->lanes != b->lanes ||
	    !equal_trees(a->tree, b->tree))
		return 0;
	for (unsigned i = 0; i < a->tree->count; i++)
		if (a->tables[i].base != b->tables[i].base)
			return 0;
	if (!a->actions || !b->actions)
		return a->actions == b->actions;
	return a->actions->base == b->actions->base;
}

/* The modules of all trees, each once; a node that shares has that of the node before. */
static void plan_ranks(struct arena *arena, struct plan *plan, struct plan_node *nodes)
{
	struct plan_ranks *ranks = arena_array(arena, plan->nodes_count, sizeof(*ranks));

	if (!ranks)
		return;
	plan->ranks = ranks;
	for (size_t i = 0; i < plan->nodes_count; i++) {
		struct plan_node *n = &nodes[i];
		struct plan_ranks *new = &ranks[plan->ranks_count];

		if (n->owner != n->index) {
			n->ranks_id = nodes[n->owner].ranks_id;
			continue;
		}
		*new = (struct plan_ranks){
		    .tree = n->layout->tree,
		    .tables = n->layout->ranks,
		    .word_bits = n->word_bits,
		    .cell_bits = n->cell_bits,
		    .lanes = n->shared ? 2 : 1,
		    .registered = plan->lut_bits != 0,
		};
		if (layout_has_actions_beside(n->layout))
			new->actions = &n->layout->others[TAB_TABLE_RANK_ACTIONS];
		while (!equal_ranks(&ranks[n->ranks_id], new))
			n->ranks_id++;
		if (n->ranks_id == plan->ranks_count)
			new->module =
			    arena_printf(arena, "%s_ranks%zu", plan->name, plan->ranks_count++);
	}
}

/* The modules of all nodes' preprocessors, each once. */
static void plan_modules(struct arena *arena, struct plan *plan, struct plan_node *nodes)
{
	struct plan_module *modules = arena_array(arena, plan->nodes_count, sizeof(*modules));

	if (!modules || arena->failed)
		return;
	plan->preprocessors = modules;
	for (size_t i = 0; i < plan->nodes_count; i++) {
		struct plan_node *n = &nodes[i];

		if (!n->preprocessors)
			continue;
		while (
		    n->preprocessors_id < plan->preprocessors_count &&
		    strcmp(modules[n->preprocessors_id].preprocessors->key, n->preprocessors->key))
			n->preprocessors_id++;
		if (n->preprocessors_id < plan->preprocessors_count)
			continue;
		modules[n->preprocessors_id] =
		    (struct plan_module){arena_printf(arena, "%s_preprocessors%zu", plan->name,
						      plan->preprocessors_count),
					 n->preprocessors};
		plan->preprocessors_count++;
	}
}

/* Clocks after which all nodes have driven the CAPTURE line for a word. */
static unsigned settled_of(const struct model *m, const struct layout *layouts, int registered)
{
	unsigned settled = 0;

	for (size_t i = 0, k = 0; i < m->nodes_count; k += model_count(&m->nodes[i]), i++)
		settled =
		    max_of(settled, plan_node_settled(&m->nodes[i], layouts[k].tree, registered));
	return settled;
}

static void plan_nodes(const struct model *m, struct arena *arena, struct plan *plan)
{
	const struct layout *layouts = layout_nodes(m, arena);
	size_t count = model_total(m);
	struct plan_node *nodes = arena_array(arena, count, sizeof(*nodes));
	size_t k = 0;

	plan->chips = arena_array(arena, m->nodes_count, sizeof(*plan->chips));
	if (!nodes || !layouts || !plan->chips)
		return;
	plan->settled = settled_of(m, layouts, plan->lut_bits != 0);
	for (size_t i = 0; i < m->nodes_count; i++) {
		const struct m_value *chip = &m->nodes[i].chip;
		unsigned last = plan->chips_count;

		if (chip->ok && (!last || strcmp(plan->chips[last - 1], chip->text) != 0))
			plan->chips[plan->chips_count++] = chip->text;
		for (size_t number = 0; number < model_count(&m->nodes[i]); number++, k++) {
			struct plan_node *node = &nodes[k];

			node->index = (unsigned)k;
			node->last = k + 1 == count;
			node->chip = plan->chips_count;
			plan_node_make(arena, &m->nodes[i], number, &layouts[k], plan, node);
			node->stream_id = stream_of(nodes, node, &plan->streams);
			if (plan->form != PLAN_SINGLE)
				plan_station(arena, plan, k ? node - 1 : NULL, node);
		}
	}
	join_stations(nodes, count);
	plan->nodes = nodes;
	plan->nodes_count = count;
	plan_ranks(arena, plan, nodes);
	plan_modules(arena, plan, nodes);
}

/* Bits of a byte address: of the table cells of every node, of the trace buffer (and the sign of
 * POST), of the ROM.
 */
static unsigned addr_bits(const struct plan *plan)
{
	unsigned bits = max_of(ARG_BITS_MIN, plan->slots_log2 + 1) + BYTES_LOG2_OF_SLOT;

	for (size_t i = 0; i < plan->nodes_count; i++)
		bits = max_of(bits, plan->nodes[i].cell_bits);
	for (size_t i = 0; i < plan->nodes_count; i++)
		if (plan->nodes[i].host)
			bits = max_of(bits, ARG_BITS_MIN + ARG_BITS_HOST + BYTES_LOG2_OF_SLOT);
	return plan->rom ? max_of(bits, log2_of(TAB_ROM_BASE) + 1) : bits;
}

const struct plan_phy *plan_phy_of(const struct model *m)
{
	for (size_t i = 0; m->phy.ok && i < sizeof(phys) / sizeof(phys[0]); i++)
		if (strcmp(phys[i].name, m->phy.text) == 0)
			return &phys[i];
	return NULL;
}

static void plan_link(const struct model *m, struct plan *plan)
{
	plan->phy = plan_phy_of(m);
	plan->wide = model_is_wide(m);
	if (plan->phy->kind != PLAN_UART)
		return;
	plan->baud = (unsigned)m->baud.number;
	plan->divisor = (unsigned)(model_divisor(m) / MODEL_DIVISOR_PARTS);
	plan->fraction = (unsigned)(model_divisor(m) % MODEL_DIVISOR_PARTS);
}

static void plan_memory(struct arena *arena, struct plan *plan)
{
	const struct plan_port ports[] = {
	    {"mem_valid_o", 1, 1, "request of an access"},
	    {"mem_ready_i", 1, 0, "the request is taken"},
	    {"mem_write_o", 1, 1, "write, else read"},
	    {"mem_addr_o", plan->slots_log2, 1, "slot"},
	    {"mem_wdata_o", 64, 1, "data of the write"},
	    {"mem_rvalid_i", 1, 0, "data of the oldest read"},
	    {"mem_rdata_i", 64, 0, "the data"},
	    {0},
	};
	struct plan_port *copy;

	plan->memory_ports = no_ports;
	if (!plan->port)
		return;
	copy = arena_array(arena, sizeof(ports) / sizeof(*ports), sizeof(*copy));
	if (copy)
		memcpy(copy, ports, sizeof(ports));
	plan->memory_ports = copy;
}

int plan_make(const struct model *m, const struct source *source, struct arena *arena,
	      struct plan *plan)
{
	*plan = (struct plan){
	    .version = GNOMON_VERSION,
	    .input = shown_name(arena, source->path),
	    .input_hash = source->hash,
	    .name = m->name.text,
	    .form = model_is_single(m)	? PLAN_SINGLE
		    : model_is_alone(m) ? PLAN_ALONE
					: PLAN_RING,
	    .family = m->family.text,
	    .lut_bits = family_find(m->family.text)->lut_bits,
	    .clock_hz = m->clock_hz.number,
	    .time_bits = (unsigned)m->time_bits.number,
	    .slots = (unsigned)m->slots.number,
	    .spram = model_is_spram(m),
	    .port = model_is_port(m),
	    .wrap = model_is_yes(&m->wrap),
	    .rom = model_is_yes(&m->rom),
	    .sync = model_is_yes(&m->sync),
	    .register_taps = model_is_yes(&m->register_taps),
	    .capture = m->capture != NULL,
	    .stages = (unsigned)(m->capture ? m->capture_registers : m->report_registers).number,
	    .interrupt = m->capture && model_is_yes(&m->interrupt),
	    .limit = (unsigned)m->limit.number,
	    .report = m->report != NULL,
	    .report_limit = (unsigned)m->report_limit.number,
	};
	plan->sync_net = plan->register_taps ? "sync_q" : "sync_o";
	plan->verilog = arena_printf(arena, "%s.v", plan->name);
	plan->filelist = arena_printf(arena, "%s.f", plan->name);
	plan->slots_log2 = log2_of(plan->slots);
	if (plan->form == PLAN_RING)
		plan->wires = (unsigned)m->wires.number;
	if (model_has_chips(m)) {
		plan->delay = (unsigned)m->delay.number;
		plan->number_bits = hop_number_bits(plan->wires, plan->delay);
	}
	for (size_t i = 0; i < m->nodes_count; i++)
		plan->long_records |= model_has_long_records(&m->nodes[i]);
	plan_link(m, plan);
	plan_memory(arena, plan);
	plan_nodes(m, arena, plan);
	if (arena->failed)
		return GEN_ERR_NOMEM;
	plan->addr_bits = addr_bits(plan);
	plan_hash(arena, plan);
	plan_tops(arena, m, plan);
	return arena->failed ? GEN_ERR_NOMEM : GEN_OK;
}

int plan_has_long_datum(const struct plan_node *node)
{
	return node->port.pc || node->port.process_time;
}
