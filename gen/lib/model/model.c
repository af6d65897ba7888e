/* SPDX-License-Identifier: Apache-2.0 */
#include "model/model.h"

#include <limits.h>
#include <string.h>

#include "model/keys.h"
#include "model/take.h"

#define SLOTS_OF_CLOCK 1u /* whatever fired in it */
#define SLOTS_OF_GAP 2u
#define BAUD_ERROR_PART 1000u /* 0.1 % is one part of 1000 */

/* Instances are u_NODE, nets NODE_dn_valid and the like. */
const char *const model_taken_nodes[] = {"phy",	   "link",    "link_rom", "center", "monitor",
					 "unused", "capture", "round",	  "report", NULL};

/* Ports of nodes end in _i; so do these of the PHY. */
const char *const model_taken_ports[] = {
    "rx_i", "rx_valid_i", "rx_data_i", "tx_ready_i", "ft_clk_i", "rxf_n_i", "txe_n_i", "d_i", NULL};
const char *const model_chip_ports[] = {"ring_dn_i", "ring_up_i", "ring_sync_i", NULL};
const char *const model_memory_ports[] = {"mem_ready_i", "mem_rvalid_i", "mem_rdata_i", NULL};

static const struct m_bus_port strobe_ports[] = {
    {"valid_i", 1, 0, "a write in this clock"},
    {"addr_i", 10, 0, "word address: page and sub"},
    {"data_i", 32, 0, "data of the write"},
    {0},
};

static const struct m_bus_port wishbone_ports[] = {
    {"cyc_i", 1, 0, "Wishbone B4, 4 KiB"}, {"stb_i", 1, 0, "strobe"},
    {"we_i", 1, 0, "write, else read"},	   {"adr_i", 10, 0, "word address: page and sub"},
    {"dat_i", 32, 0, "data of the write"}, {"sel_i", 4, 0, "bytes that are written"},
    {"ack_o", 1, 1, "the access is done"}, {"stall_o", 1, 1, "the access has to wait"},
    {"dat_o", 32, 1, "data of a read: 0"}, {0},
};

static const struct m_bus_port axilite_ports[] = {
    {"awvalid_i", 1, 0, "AXI4-Lite, 4 KiB"},
    {"awready_o", 1, 1, "the address is taken"},
    {"awaddr_i", 12, 0, "byte address: page, sub, 0"},
    {"wvalid_i", 1, 0, "data of a write"},
    {"wready_o", 1, 1, "the data are taken"},
    {"wdata_i", 32, 0, "data of the write"},
    {"wstrb_i", 4, 0, "bytes that are written"},
    {"bvalid_o", 1, 1, "answer to a write"},
    {"bready_i", 1, 0, "the answer is taken"},
    {"bresp_o", 2, 1, "OKAY: 0"},
    {"arvalid_i", 1, 0, "address of a read"},
    {"arready_o", 1, 1, "the address is taken"},
    {"araddr_i", 12, 0, "byte address"},
    {"rvalid_o", 1, 1, "answer to a read"},
    {"rready_i", 1, 0, "the answer is taken"},
    {"rdata_o", 32, 1, "data of a read: 0"},
    {"rresp_o", 2, 1, "OKAY: 0"},
    {0},
};

static const struct m_bus buses[] = {
    {"strobe", "port_", NULL, strobe_ports},
    {"wishbone", "wb_", "gnomon_trigger_wishbone", wishbone_ports},
    {"axilite", "axi_", "gnomon_trigger_axilite", axilite_ports},
    {0},
};

static const struct m_bus_port capture_ports[] = {
    {"capture_raise_i", 1, 0, "assert the CAPTURE line"},
    {"capture_done_i", 1, 0, "its routine has finished"},
    {"capture_round_i", 4, 0, "in this round"},
    {"capture_irq_o", 1, 1, "run the routine"},
    {"capture_state_o", 8, 1, "see gnomon_line_node"},
    {0},
};

static const struct m_bus_port report_ports[] = {
    {"report_raise_i", 1, 0, "assert the REPORT line"},
    {"report_done_i", 1, 0, "its routine has finished"},
    {"report_round_i", 4, 0, "in this round"},
    {"report_irq_o", 1, 1, "run the routine"},
    {"report_state_o", 8, 1, "see gnomon_line_node"},
    {0},
};

static const struct m_bus_port time_ports[] = {
    {"time_o", 0, 1, "time counter, which pauses"},
    {"real_o", 0, 1, "real time"},
    {0},
};

unsigned model_rounds(const struct m_node *node)
{
	return (unsigned)node->interrupt + (unsigned)node->report;
}

int model_has_processor(const struct m_node *node)
{
	return model_rounds(node) && model_is_yes(&node->processor);
}

const struct m_bus_port *model_line_port(const struct m_node *node, size_t number)
{
	const struct {
		int there;
		const struct m_bus_port *ports;
	} lists[] = {
	    {node->interrupt, capture_ports}, {node->report, report_ports}, {1, time_ports}};

	if (!model_has_processor(node))
		return NULL;
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		for (const struct m_bus_port *p = lists[i].ports; lists[i].there && p->name; p++)
			if (!number--)
				return p;
	return NULL;
}

int model_is_local(const struct m_node *node)
{
	return model_is_word(&node->store, "local");
}

unsigned model_kept_samples(const struct m_node *node)
{
	unsigned words = model_sample_words(node);

	/* of the queue of samples: two words a slot of the FIFO */
	return words ? 2 * (unsigned)node->fifo_slots.number / words : UINT_MAX;
}

unsigned model_almost_full(const struct m_node *node)
{
	unsigned slots = (unsigned)node->fifo_slots.number, samples = model_kept_samples(node);
	unsigned most = samples < slots ? samples : slots;
	unsigned mark = most > 1 ? most * 3 / 4 : 1;

	if (!model_is_local(node))
		return 0;
	if (node->almost_full.ok)
		return (unsigned)node->almost_full.number;
	return mark < slots - MODEL_FIFO_SPARE ? mark : slots - MODEL_FIFO_SPARE;
}

static void build_pairs(const struct source *s, struct arena *arena,
			const struct key_section *section, const yaml_node_t *ratios,
			struct m_node *node)
{
	const yaml_node_t *list = model_enter(s, &section, ratios, "pairs");

	node->pairs = arena_array(arena, model_items(list), sizeof(*node->pairs));
	if (!node->pairs)
		return;
	node->pairs_count = model_items(list);
	for (size_t i = 0; i < node->pairs_count; i++) {
		struct m_pair *pair = &node->pairs[i];
		const yaml_node_t *map = model_item(s, list, i);

		model_take(s, section, map, "name", &pair->name);
		model_take(s, section, map, "a", &pair->a);
		model_take(s, section, map, "b", &pair->b);
		model_take(s, section, map, "gate", &pair->gate);
	}
}

const struct m_field *model_field(const struct m_node *node, const char *name)
{
	for (const struct m_field *f = node->fields; f < node->fields + node->fields_count; f++)
		if (f->name.ok && strcmp(f->name.text, name) == 0)
			return f;
	return NULL;
}

const char *model_field_kind(const struct m_field *field)
{
	if (field->kind.ok)
		return field->kind.text;
	if (strcmp(field->name.text, "pc") == 0)
		return "pc";
	return strcmp(field->name.text, "addr") == 0 ? "address" : "data";
}

/* Qualifiers of fields are fields of one bit, above all others; one that is a field already stays
 * one. */
static void add_qualifiers(struct m_node *node)
{
	size_t given = node->fields_count;

	for (size_t i = 0; i < given; i++) {
		const struct m_value *when = &node->fields[i].when;
		struct m_field *field = &node->fields[node->fields_count];

		if (!when->ok || model_field(node, when->text))
			continue;
		field->name = *when;
		field->bits = (struct m_value){.number = 1, .at = when->at, .ok = 1};
		field->unit = field->bits;
		node->fields_count++;
	}
}

/* The fields of the list, or the one of the short form. */
static void build_fields(const struct source *s, struct arena *arena,
			 const struct key_section *section, struct m_node *node)
{
	static const char *const short_keys[] = {"field", "bits", "skip", "kind", "unit", NULL};
	const struct key_section *child = section;
	const yaml_node_t *list = model_enter(s, &child, node->watch, "fields");

	node->fields_at = model_lookup(s, node->watch, "fields");
	for (const char *const *key = short_keys; *key; key++)
		node->has_short |= model_lookup(s, node->watch, *key) != NULL;
	node->fields_count = list ? model_items(list) : 1;
	node->fields =
	    arena_array(arena, MODEL_FIELDS_MAX(node->fields_count), sizeof(*node->fields));
	if (!node->fields)
		node->fields_count = 0;
	for (size_t i = 0; i < node->fields_count; i++) {
		struct m_field *field = &node->fields[i];
		const yaml_node_t *map = list ? model_item(s, list, i) : node->watch;

		model_take(s, list ? child : section, map, list ? "name" : "field", &field->name);
		model_take(s, list ? child : section, map, "bits", &field->bits);
		model_take(s, list ? child : section, map, "skip", &field->skip);
		model_take(s, list ? child : section, map, "kind", &field->kind);
		model_take(s, list ? child : section, map, "unit", &field->unit);
		if (list)
			model_take(s, child, map, "when", &field->when);
	}
	add_qualifiers(node);
}

static void build_watch(const struct source *s, struct arena *arena,
			const struct key_section *section, const yaml_node_t *map,
			struct m_node *node)
{
	node->watch = model_enter(s, &section, map, "watch");
	build_fields(s, arena, section, node);
	model_take(s, section, node->watch, "when", &node->when);
	model_take(s, section, node->watch, "capacity", &node->capacity);
	model_take(s, section, node->watch, "goal", &node->goal);
}

static void build_triggers(const struct source *s, const struct key_section *section,
			   const yaml_node_t *map, struct m_node *node)
{
	const struct key_section *sequences = section;
	const struct key_section *strict = section;
	const struct key_section *port = section;

	node->sequences = model_enter(s, &sequences, map, "sequences");
	model_take(s, sequences, node->sequences, "count", &node->sequences_count);
	model_take(s, sequences, node->sequences, "steps", &node->sequences_steps);
	model_take(s, sequences, node->sequences, "count_bits", &node->count_bits);
	model_take(s, sequences, node->sequences, "timeout_bits", &node->timeout_bits);
	model_take(s, sequences, node->sequences, "overlap", &node->overlap);
	node->strict = model_enter(s, &strict, map, "strict");
	model_take(s, strict, node->strict, "count", &node->strict_count);
	model_take(s, strict, node->strict, "steps", &node->strict_steps);
	model_take(s, section, map, "timer", &node->timer);
	model_take(s, section, map, "watchdog", &node->watchdog);
	node->port = model_enter(s, &port, map, "port");
	model_take(s, port, node->port, "bus", &node->bus);
	model_take(s, port, node->port, "pc", &node->port_pc);
	model_take(s, port, node->port, "process_time", &node->process_time);
	model_take(s, port, node->port, "codes", &node->codes);
	model_take(s, port, node->port, "code_data", &node->code_data);
}

static void build_node(const struct source *s, struct arena *arena,
		       const struct key_section *section, const yaml_node_t *map,
		       struct m_node *node)
{
	const struct key_section *fifo = section;
	const struct key_section *ratios = section;
	const struct key_section *tick = section;
	const yaml_node_t *fifo_map = model_enter(s, &fifo, map, "fifo");
	const yaml_node_t *ratios_map = model_enter(s, &ratios, map, "ratios");

	node->at = map;
	node->tick = model_enter(s, &tick, map, "time");
	model_take(s, tick, node->tick, "prescale", &node->prescale);
	model_take(s, tick, node->tick, "jitter", &node->jitter);
	model_take(s, section, map, "name", &node->name);
	model_take(s, section, map, "count", &node->count);
	model_take(s, section, map, "chip", &node->chip);
	model_take(s, section, map, "share", &node->share);
	build_watch(s, arena, section, map, node);
	build_triggers(s, section, map, node);
	model_take(s, fifo, fifo_map ? fifo_map : map, "slots", &node->fifo_slots);
	model_take(s, ratios, ratios_map ? ratios_map : map, "form", &node->form);
	build_pairs(s, arena, ratios, ratios_map, node);
	model_build_connects(s, arena, section, map, &node->connect);
	model_build_preprocessors(s, arena, section, map, node);
}

void model_build(const struct source *s, struct arena *arena, struct model *m)
{
	const yaml_node_t *root = source_root(s);
	const struct key_section *section = &key_root;
	const yaml_node_t *list;
	static const char *const maps[] = {"time",    "buffer",	 "buffer", "buffer", "link",
					   "link",    "link",	 "ring",   "ring",   "capture",
					   "capture", "capture", "report", "report"};
	static const char *const names[] = {"bits",	 "slots", "memory",    "wrap",	"phy",
					    "baud",	 "wide",  "wires",     "delay", "registers",
					    "interrupt", "limit", "registers", "limit"};
	struct m_value *values[] = {&m->time_bits,
				    &m->slots,
				    &m->memory,
				    &m->wrap,
				    &m->phy,
				    &m->baud,
				    &m->wide,
				    &m->wires,
				    &m->delay,
				    &m->capture_registers,
				    &m->interrupt,
				    &m->limit,
				    &m->report_registers,
				    &m->report_limit};
	const struct key_section *capture = section, *report = section;

	*m = (struct model){0};
	m->capture = model_enter(s, &capture, root, "capture");
	m->report = model_enter(s, &report, root, "report");
	model_take(s, section, root, "name", &m->name);
	model_take(s, section, root, "clock", &m->clock_hz);
	model_take(s, section, root, "family", &m->family);
	for (size_t i = 0; i < sizeof(maps) / sizeof(maps[0]); i++) {
		const struct key_section *child = section;
		const yaml_node_t *map = model_enter(s, &child, root, maps[i]);

		model_take(s, child, map ? map : root, names[i], values[i]);
	}
	model_take(s, section, root, "rom", &m->rom);
	model_take(s, section, root, "sync", &m->sync);
	model_take(s, section, root, "register_taps", &m->register_taps);
	model_build_connects(s, arena, section, root, &m->connect);
	list = model_enter(s, &section, root, "nodes");
	m->nodes = arena_array(arena, model_items(list), sizeof(*m->nodes));
	if (!m->nodes)
		return;
	m->nodes_count = model_items(list);
	for (size_t i = 0; i < m->nodes_count; i++) {
		build_node(s, arena, section, model_item(s, list, i), &m->nodes[i]);
		m->nodes[i].capture = m->capture != NULL;
		m->nodes[i].interrupt = m->capture && model_is_yes(&m->interrupt);
		m->nodes[i].report = m->report != NULL;
	}
}

void model_register_taps(struct model *m)
{
	m->register_taps.text = "yes";
	m->register_taps.ok = 1;
}

size_t model_count(const struct m_node *node)
{
	return node->count.ok ? node->count.number : 1;
}

int model_has_chips(const struct model *m)
{
	for (const struct m_node *n = m->nodes; n < m->nodes + m->nodes_count; n++)
		if (n->chip.given)
			return 1;
	return 0;
}

size_t model_total(const struct model *m)
{
	size_t total = 0;

	for (const struct m_node *n = m->nodes; n < m->nodes + m->nodes_count; n++)
		total += model_count(n);
	return total;
}

const struct m_bus *model_bus(const struct m_node *node)
{
	if (!node->bus.ok)
		return NULL;
	for (const struct m_bus *bus = buses; bus->name; bus++)
		if (strcmp(bus->name, node->bus.text) == 0)
			return bus;
	return NULL;
}

int model_is_shared(const struct m_node *node)
{
	return node->share.ok && strcmp(node->share.text, "pairs") == 0;
}

int model_has_triggers(const struct m_node *node)
{
	return node->sequences || node->strict || node->port || model_is_yes(&node->timer) ||
	       model_is_yes(&node->watchdog) || node->watchers[WATCHER_FIRES].count ||
	       model_is_yes(&node->host) || node->capture || node->report;
}

uint64_t model_kept(const struct m_field *field)
{
	if (!field->bits.ok || field->bits.number == 0 || field->bits.number > 64)
		return 0;
	if (field->skip.given && !field->skip.ok)
		return 0;
	return UINT64_MAX >> (64 - field->bits.number) & ~(field->skip.ok ? field->skip.number : 0);
}

unsigned model_word_bits(const struct m_node *node)
{
	unsigned bits = 0;

	for (const struct m_field *f = node->fields; f < node->fields + node->fields_count; f++) {
		if (!model_kept(f))
			return 0;
		bits += (unsigned)__builtin_popcountll(model_kept(f));
	}
	return bits;
}

unsigned model_triggers(const struct m_node *node)
{
	unsigned sequences = node->sequences ? (unsigned)node->sequences_count.number : 0;
	unsigned strict = node->strict ? (unsigned)node->strict_count.number : 0;

	return 2 * sequences + strict + (unsigned)model_is_yes(&node->timer) +
	       (unsigned)model_is_yes(&node->watchdog) +
	       (unsigned)node->watchers[WATCHER_FIRES].count + (unsigned)model_is_yes(&node->host) +
	       (unsigned)node->capture + 2 * model_rounds(node);
}

unsigned model_code_bits(const struct m_node *node)
{
	unsigned bits = 0;

	while (node->codes.ok && node->codes.number >> bits)
		bits++;
	return bits;
}

int model_is_spram(const struct model *m)
{
	return model_is_word(&m->memory, "spram");
}

int model_is_port(const struct model *m)
{
	return model_is_word(&m->memory, "port");
}

int model_is_wide(const struct model *m)
{
	return model_is_yes(&m->wide) || model_is_word(&m->phy, "ft245_sync");
}

unsigned model_tick_log2(const struct m_node *node)
{
	return node->tick && node->prescale.ok ? (unsigned)__builtin_ctzll(node->prescale.number)
					       : 0;
}

unsigned model_burst_slots(const struct m_node *node)
{
	unsigned words = model_sample_words(node);
	unsigned sample = words ? 1 + words / 2 : 0;

	return SLOTS_OF_CLOCK + sample + SLOTS_OF_GAP;
}

uint64_t model_divisor(const struct model *m)
{
	uint64_t clock = m->clock_hz.number;
	uint64_t baud = m->baud.number;
	uint64_t divisor, wanted, off;

	/* The coarsest fraction needs the least logic; none with 1 part. */
	for (uint64_t parts = 1;; parts *= 2) {
		divisor = (clock * parts + baud / 2) / baud;
		wanted = clock * parts;
		off = divisor * baud > wanted ? divisor * baud - wanted : wanted - divisor * baud;
		if (parts == MODEL_DIVISOR_PARTS || off * BAUD_ERROR_PART <= wanted)
			return divisor * (MODEL_DIVISOR_PARTS / parts);
	}
}

const char *model_node_name(struct arena *arena, const struct m_node *node, size_t number)
{
	if (node->count.ok)
		return arena_printf(arena, "%s%zu", node->name.text, number);
	return node->name.text;
}

const char *model_instance_name(struct arena *arena, const char *node, enum model_instance instance)
{
	static const char *const suffixes[] = {
	    [MODEL_HEADEND] = "",	  [MODEL_RANKS] = "_ranks",
	    [MODEL_ADAPTER] = "_adapter", [MODEL_PREPROCESSORS] = "_preprocessors",
	    [MODEL_LINE] = "_line",	  [MODEL_TIME] = "_time",
	    [MODEL_REPORT] = "_report",	  [MODEL_STORE] = "_store"};

	return arena_printf(arena, "u_%s%s", node, suffixes[instance]);
}

const char *model_port_name(struct arena *arena, const char *node, const char *signal)
{
	return arena_printf(arena, "%s_%s_i", node, signal);
}
