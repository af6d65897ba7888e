/* SPDX-License-Identifier: Apache-2.0 */
#include "plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "keys.h"
#include "tables.h"

#ifndef GNOMON_VERSION
#error "GNOMON_VERSION must be defined: the text of the file VERSION"
#endif

#define BYTES_LOG2_OF_SLOT 3u
#define TABLE_BITS 3u	 /* a table's number in a cell address */
#define ARG_BITS_MIN 11u /* SELECT: node and three flags */
#define WIDEST_CHUNK 11u

static const struct plan_chunk chunks[PLAN_CHUNKS] = {{0, 10}, {10, 11}, {21, 11}};

static const struct plan_port byte_ports[] = {
    {"rx_valid_i", 1, 0, "byte from the host"},
    {"rx_ready_o", 1, 1, "it is taken"},
    {"rx_data_i", 8, 0, ""},
    {"tx_valid_o", 1, 1, "byte to the host"},
    {"tx_ready_i", 1, 0, "it is taken"},
    {"tx_data_o", 8, 1, ""},
    {0},
};

static const struct plan_port uart_ports[] = {
    {"rx_i", 1, 0, "from the host"},
    {"tx_o", 1, 1, "to the host"},
    {0},
};

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

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static int is_always(const char *signal)
{
	return key_is_choice("always", signal);
}

static const char *signal_net(struct arena *arena, const char *node, const char *signal)
{
	return is_always(signal) ? "1'b1" : model_port_name(arena, node, signal);
}

static void add_port(struct plan_node *node, struct plan_port *ports, struct plan_port port)
{
	for (size_t i = 0; i < node->ports_count; i++)
		if (strcmp(ports[i].name, port.name) == 0)
			return;
	ports[node->ports_count++] = port;
}

static void plan_ports(struct arena *arena, struct plan_node *node)
{
	struct plan_port *ports = arena_array(arena, 2 + 2 * node->pairs_count, sizeof(*ports));

	if (!ports)
		return;
	node->ports = ports;
	node->word_net = model_port_name(arena, node->name, node->field);
	node->when_net = node->when ? model_port_name(arena, node->name, node->when) : "1'b1";
	add_port(node, ports, (struct plan_port){node->word_net, node->word_bits, 0, "watched word"});
	if (node->when)
		add_port(node, ports, (struct plan_port){node->when_net, 1, 0, "the word counts"});
	for (size_t i = 0; i < node->pairs_count; i++) {
		const struct plan_pair *pair = &node->pairs[i];

		if (!is_always(pair->a))
			add_port(node, ports, (struct plan_port){pair->a_net, 1, 0, ""});
		if (!is_always(pair->b))
			add_port(node, ports, (struct plan_port){pair->b_net, 1, 0, ""});
	}
}

static void plan_pairs(struct arena *arena, const struct m_node *from, struct plan_node *node)
{
	struct plan_pair *pairs = arena_array(arena, from->pairs_count, sizeof(*pairs));

	if (!pairs)
		return;
	for (size_t i = 0; i < from->pairs_count; i++) {
		pairs[i].name = from->pairs[i].name.text;
		pairs[i].a = from->pairs[i].a.text;
		pairs[i].b = from->pairs[i].b.text;
		pairs[i].a_net = signal_net(arena, node->name, pairs[i].a);
		pairs[i].b_net = signal_net(arena, node->name, pairs[i].b);
	}
	node->pairs = pairs;
	node->pairs_count = from->pairs_count;
	node->compressed = strcmp(from->form.text, "compressed") == 0;
	if (!node->pairs_count)
		return;
	node->ratio_words = tab_ratio_words((unsigned)node->pairs_count, node->compressed);
	node->a_net = arena_printf(arena, "%s_a", node->name);
	node->b_net = arena_printf(arena, "%s_b", node->name);
}

/* Cells of a table: a chunk's values, or pairs of codes, or codes. */
static unsigned table_cells(unsigned number, unsigned code_bits)
{
	if (number < PLAN_CHUNKS)
		return 1u << chunks[number].bits;
	return 1u << (number == PLAN_TABLES - 1 ? code_bits : 2 * code_bits);
}

static void plan_ranks(const struct m_node *from, struct plan_node *node)
{
	const struct tab_const *names = tab_group_consts("table");

	node->capacity = (unsigned)from->capacity.number;
	node->code_bits = log2_of(node->capacity + 1);
	node->index_bits = max_of(WIDEST_CHUNK, 2 * node->code_bits);
	for (unsigned i = 0; i < PLAN_TABLES; i++)
		node->tables[i] =
		    (struct plan_table){names[i].name, names[i].value, table_cells(i, node->code_bits)};
}

static void plan_node(struct arena *arena, const struct m_node *from, size_t number, struct plan_node *node)
{
	node->name = model_node_name(arena, from, number);
	node->instance = arena_printf(arena, "u_%s", node->name);
	node->field = from->field.text;
	node->when = from->when.ok ? from->when.text : NULL;
	node->word_bits = (unsigned)from->bits.number;
	node->stream = arena_printf(arena, "node_%u", node->index);
	plan_pairs(arena, from, node);
	plan_ports(arena, node);
	plan_ranks(from, node);
}

static void plan_fifo(const struct m_node *from, struct plan_node *node)
{
	node->fifo_slots = (unsigned)from->fifo_slots.number;
	node->fifo_log2 = log2_of(node->fifo_slots);
}

/* The nets on the side of the center are named after the station that drives or is driven there. */
static void plan_station(struct arena *arena, const struct plan_node *before, unsigned wires,
			 struct plan_node *node)
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
	if (node->last) {
		s->up_valid_i = "1'b0";
		s->up_ready_o = "unused_up_ready";
		s->up_tag_i = "1'b0";
		s->up_data_i = arena_printf(arena, "%u'd0", wires);
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

static int equal_shape(const struct plan_node *a, const struct plan_node *b)
{
	if (a->pairs_count != b->pairs_count || a->compressed != b->compressed)
		return 0;
	for (size_t i = 0; i < a->pairs_count; i++)
		if (strcmp(a->pairs[i].name, b->pairs[i].name))
			return 0;
	return 1;
}

static unsigned stream_of(const struct plan_node *nodes, const struct plan_node *node, unsigned *streams)
{
	for (const struct plan_node *n = nodes; n < node; n++)
		if (equal_shape(n, node))
			return n->stream_id;
	return (*streams)++;
}

static void plan_nodes(const struct model *m, struct arena *arena, struct plan *plan)
{
	struct plan_node *nodes;
	size_t count = 0;
	size_t k = 0;

	for (size_t i = 0; i < m->nodes_count; i++)
		count += model_count(&m->nodes[i]);
	nodes = arena_array(arena, count, sizeof(*nodes));
	if (!nodes)
		return;
	for (size_t i = 0; i < m->nodes_count; i++) {
		for (size_t number = 0; number < model_count(&m->nodes[i]); number++, k++) {
			struct plan_node *node = &nodes[k];

			node->index = (unsigned)k;
			node->last = k + 1 == count;
			plan_node(arena, &m->nodes[i], number, node);
			node->stream_id = stream_of(nodes, node, &plan->streams);
			if (plan->form == PLAN_SINGLE)
				continue;
			plan_fifo(&m->nodes[i], node);
			plan_station(arena, k ? node - 1 : NULL, plan->wires, node);
		}
	}
	join_stations(nodes, count);
	plan->nodes = nodes;
	plan->nodes_count = count;
}

/* Bits of a byte address: of the cells of every node, of the trace buffer (and the sign of POST). */
static unsigned addr_bits(const struct plan *plan)
{
	unsigned bits = max_of(ARG_BITS_MIN, plan->slots_log2 + 1) + BYTES_LOG2_OF_SLOT;

	for (size_t i = 0; i < plan->nodes_count; i++)
		bits = max_of(bits, TABLE_BITS + plan->nodes[i].index_bits);
	return bits;
}

static void plan_link(const struct model *m, struct plan *plan)
{
	plan->phy = m->phy.text;
	plan->uart = strcmp(plan->phy, "uart") == 0;
	plan->phy_ports = byte_ports;
	if (!plan->uart)
		return;
	plan->baud = (unsigned)m->baud.number;
	plan->divisor = (unsigned)model_divisor(m);
	plan->phy_ports = uart_ports;
}

static void write_canonical_node(const struct plan_node *n, FILE *out)
{
	fprintf(out, "node %u %s\n watch %s %u %s\n capacity %u\n fifo %u\n", n->index, n->name, n->field,
		n->word_bits, n->when ? n->when : "-", n->capacity, n->fifo_slots);
	for (size_t i = 0; i < n->pairs_count; i++)
		fprintf(out, " pair %s %s %s %s\n", n->compressed ? "compressed" : "full", n->pairs[i].name,
			n->pairs[i].a, n->pairs[i].b);
}

/* Everything that hardware or host depend on, and nothing else: not the layout of the description. */
static void write_canonical(const struct plan *plan, FILE *out)
{
	fprintf(out, "gnomon plan 1\nname %s\nform %s\n", plan->name,
		plan->form == PLAN_RING ? "ring" : "single");
	fprintf(out, "clock_hz %" PRIu64 "\ntime_bits %u\nslots %u\naddr_bits %u\n", plan->clock_hz,
		plan->time_bits, plan->slots, plan->addr_bits);
	fprintf(out, "phy %s %u %u\nwires %u\n", plan->phy, plan->baud, plan->divisor, plan->wires);
	for (size_t i = 0; i < plan->nodes_count; i++)
		write_canonical_node(&plan->nodes[i], out);
}

static void plan_hash(struct arena *arena, struct plan *plan)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (!out) {
		arena->failed = 1;
		return;
	}
	write_canonical(plan, out);
	if (fclose(out))
		arena->failed = 1;
	else
		plan->canonical = arena_printf(arena, "%s", text);
	free(text);
	if (plan->canonical)
		plan->hash = XXH64(plan->canonical, strlen(plan->canonical), 0);
}

int plan_make(const struct model *m, const struct source *source, struct arena *arena, struct plan *plan)
{
	*plan = (struct plan){
	    .version = GNOMON_VERSION,
	    .input = base_name(source->path),
	    .input_hash = source->hash,
	    .name = m->name.text,
	    .form = model_is_single(m) ? PLAN_SINGLE : PLAN_RING,
	    .clock_hz = m->clock_hz.number,
	    .time_bits = (unsigned)m->time_bits.number,
	    .slots = (unsigned)m->slots.number,
	};
	memcpy(plan->chunks, chunks, sizeof(chunks));
	plan->verilog = arena_printf(arena, "%s.v", plan->name);
	plan->filelist = arena_printf(arena, "%s.f", plan->name);
	plan->slots_log2 = log2_of(plan->slots);
	if (plan->form == PLAN_RING)
		plan->wires = (unsigned)m->wires.number;
	plan_link(m, plan);
	plan_nodes(m, arena, plan);
	plan->addr_bits = addr_bits(plan);
	plan_hash(arena, plan);
	return arena->failed ? GEN_ERR_NOMEM : GEN_OK;
}

const struct plan_node *plan_stream_node(const struct plan *plan, unsigned stream_id)
{
	const struct plan_node *node = plan->nodes;

	while (node->stream_id != stream_id)
		node++;
	return node;
}
