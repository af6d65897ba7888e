/* SPDX-License-Identifier: Apache-2.0 */
/* The nodes of a monitor, each with its ranks. */
#include <string.h>

#include "emit/verilog/units.h"

#define TITLE_CHARS 128
#define ADAPTER_JOINS 32 /* clk, rst, those of the widest bus, three of the event port, the end */
#define PORT_ADDR_BITS 10u
#define PORT_DATA_BITS 32u
#define CELL_BITS 8u
#define HEADEND_JOINS 39 /* without those of the preprocessors; the end */
#define OWN_JOINS 6	 /* of ranks, of the node that owns them */
#define LINE_JOINS 11	 /* of them those of the lines, and the kept word */
#define TARGETS_MAX 1024
#define SINGLE_PARAMS 47 /* of gnomon_record_single; the end */
#define FROZEN "monitor_frozen"
#define UNUSED_FROZEN "unused_frozen"
#define SINGLE_JOINS 37 /* without those of the preprocessors; the end */

/* Parameters of the triggers of a node, which both kinds of headends have. */
#define TRIGGER_PARAMS(node)                                                                       \
	{"SEQUENCES", NULL, (node)->sequences}, {"STEPS", NULL, (node)->sequences_steps},          \
	    {"COUNT_W", NULL, (node)->count_bits}, {"TIMEOUT_W", NULL, (node)->timeout_bits},      \
	    {"OVERLAP", NULL, (unsigned)(node)->overlap}, {"STRICT", NULL, (node)->strict},        \
	    {"STRICT_STEPS", NULL, (node)->strict_steps},                                          \
	    {"TIMER", NULL, (unsigned)(node)->timer},                                              \
	{                                                                                          \
		"WATCHDOG", NULL, (unsigned)(node)->watchdog                                       \
	}
#define TRIGGER_BASES(tables)                                                                      \
	{"STEPS_BASE", NULL, (tables)[TAB_TABLE_STEPS].base},                                      \
	    {"LIMITS_BASE", NULL, (tables)[TAB_TABLE_LIMITS].base},                                \
	    {"WORDS_BASE", NULL, (tables)[TAB_TABLE_WORDS].base},                                  \
	    {"TRIGGERS_BASE", NULL, (tables)[TAB_TABLE_TRIGGERS].base},                            \
	    {"TIMER_BASE", NULL, (tables)[TAB_TABLE_TIMER].base},                                  \
	{                                                                                          \
		"WATCHDOG_BASE", NULL, (tables)[TAB_TABLE_WATCHDOG].base                           \
	}

/* What its preprocessors `m` give and take, likewise; `m` may be NULL. */
#define UNITS_PARAMS(node, m)                                                                      \
	{"SAMPLE_WORDS", NULL, (m) ? (m)->sample_words : 0},                                       \
	    {"THRESHOLDS", NULL, (m) ? (unsigned)(m)->watchers[WATCHER_FIRES].count : 0},          \
	    {"GATE", NULL, (m) && (m)->gate}, {"BLOCKS", NULL, (m) && plan_blocks(m)},             \
	    {"PREPROCESSORS", NULL, (unsigned)(node)->staged},                                     \
	    {"KEPT", NULL, (m) && (m)->word_bits},                                                 \
	{                                                                                          \
		"EVENT_LINES", NULL,                                                               \
		    (m) ? (unsigned)((m)->events_count + (m)->group_lines_count) : 0               \
	}

/* Wires of a station to the next one; the center's are declared with it. */
static void put_station_wires(FILE *out, const struct plan *plan, const struct plan_node *node)
{
	const struct plan_station *s = &node->station;

	verilog_wire(out, 1, s->dn_valid_o);
	verilog_wire(out, plan_wires(plan), s->dn_data_o);
	verilog_wire(out, 1, s->up_ready_o);
	if (plan->form == PLAN_RING) /* else it is declared with the center */
		verilog_wire(out, VERILOG_HIGH_BITS, s->fifo_high_o);
	if (node->last)
		return;
	verilog_wire(out, 1, s->up_valid_i);
	verilog_wire(out, 1, s->up_tag_i);
	verilog_wire(out, plan_wires(plan), s->up_data_i);
}

void verilog_word(FILE *out, const struct plan_node *node)
{
	if (node->word_value) {
		verilog_wire(out, node->word_bits, node->word_net);
		fprintf(out, "\tassign %s = {%s};\n", node->word_net, node->word_value);
	}
	if (node->skipped_net)
		fprintf(out, "\twire        %s = &{1'b0, %s};\n", node->skipped_net,
			node->skipped_bits);
}

/* The watched word, its event code, and the table bus. */
static void put_word(FILE *out, const struct plan_node *node)
{
	verilog_word(out, node);
	verilog_wire(out, node->code_bits, node->code_net);
	if (layout_has_actions_beside(node->layout))
		verilog_wire(out, CELL_BITS, node->actions_net);
	verilog_wire(out, 1, node->table_net);
	verilog_wire(out, node->cell_bits, node->table_addr_net);
	verilog_wire(out, CELL_BITS, node->table_data_net);
}

/* The ranks that a node owns, for the next one, too, where they share them. */
static void put_ranks(FILE *out, const struct plan *plan, const struct plan_node *node)
{
	struct verilog_join ports[] = {
	    {"clk", "clk", 0},
	    {"wr_valid_i", node->table_net, 0},
	    {"wr_addr_i", node->table_addr_net, 0},
	    {"wr_data_i", node->table_data_net, 0},
	    {"word0_i", node->word_net, 0},
	    {"code0_o", node->code_net, 0},
	    {0},
	    {0},
	    {0},
	};

	put_word(out, node);
	if (layout_has_actions_beside(node->layout))
		ports[OWN_JOINS] = (struct verilog_join){"actions0_o", node->actions_net, 0};
	if (node->shared) {
		put_word(out, node + 1);
		ports[OWN_JOINS] = (struct verilog_join){"word1_i", node[1].word_net, 0};
		ports[OWN_JOINS + 1] = (struct verilog_join){"code1_o", node[1].code_net, 0};
	}
	verilog_instance(out, plan->ranks[node->ranks_id].module, NULL, node->ranks_instance,
			 ports);
}

/* Parameters that few monitors need: into the free places at the end of a list, of which the very
 * last one ends it. */
static void add_params(struct verilog_join *params, size_t room, const struct plan *plan,
		       const struct plan_node *node, int port_lines)
{
	const int beside = layout_has_actions_beside(node->layout);
	const struct verilog_join more[] = {{"TICK_LOG2", NULL, node->tick_log2},
					    {"SEED", NULL, node->seed},
					    {"PORT_LINES", NULL, (unsigned)port_lines},
					    {"LUT_BITS", NULL, plan->lut_bits},
					    {"RANK_ACTIONS", NULL, (unsigned)beside}};

	verilog_add_params(params, room, more, sizeof(more) / sizeof(*more));
}

void verilog_taps(FILE *out, const struct plan *plan, unsigned chip)
{
	static const struct plan_tap sync = {"sync_o", "sync_q", 1, 1};

	verilog_title(
	    out,
	    "A register on each tap. The START pulse has one, too: times are those of the ports");
	verilog_registers(out, &sync, 1);
	for (size_t i = 0; i < plan->nodes_count; i++)
		if (plan->nodes[i].taps_count && verilog_is_on(&plan->nodes[i], chip))
			verilog_registers(out, plan->nodes[i].taps, plan->nodes[i].taps_count);
}

void verilog_adapter(FILE *out, const struct plan *plan, const struct plan_node *node)
{
	const struct plan_bus *port = &node->port;
	struct verilog_join joins[ADAPTER_JOINS] = {{"clk", "clk", 0}, {"rst", "rst", 0}};
	size_t count = 2;

	if (!port->bus || !port->bus->adapter)
		return;
	for (size_t i = 0; port->bus->ports[i].name; i++)
		joins[count++] =
		    (struct verilog_join){port->bus->ports[i].name, port->pins[i].port.name, 0};
	joins[count++] = (struct verilog_join){"valid_o", port->adapter_valid, 0};
	joins[count++] = (struct verilog_join){"addr_o", port->adapter_addr, 0};
	joins[count++] = (struct verilog_join){"data_o", port->adapter_data, 0};
	verilog_wire(out, 1, port->adapter_valid);
	verilog_wire(out, PORT_ADDR_BITS, port->adapter_addr);
	verilog_wire(out, PORT_DATA_BITS, port->adapter_data);
	verilog_instance(out, port->bus->adapter, NULL, port->instance, joins);
	if (plan->register_taps)
		verilog_registers(out,
				  (const struct plan_tap[]){
				      {port->adapter_valid, port->valid_net, 1, 1},
				      {port->adapter_addr, port->addr_net, PORT_ADDR_BITS, 0},
				      {port->adapter_data, port->data_net, PORT_DATA_BITS, 0}},
				  3);
}

/* Nets between headend and preprocessors: ports without suffix, and who drives them. */
static const struct {
	const char *port;
	int from_headend;
	const char *idle; /* what an input of the headend is tied to without preprocessors */
} units_nets[] = {
    {"class", 1, NULL},		 {"opens", 1, NULL},	    {"closes", 1, NULL},
    {"process", 1, NULL},	 {"fire", 0, "1'b0"},	    {"events", 1, NULL},
    {"count", 1, NULL},		 {"first", 1, NULL},	    {"sample_ready", 0, "1'b0"},
    {"snap_ready", 0, "1'b0"},	 {"sample", 1, NULL},	    {"reset", 1, NULL},
    {"bank", 1, NULL},		 {"flush", 1, NULL},	    {"sample_valid", 0, "1'b0"},
    {"sample_word", 0, "32'd0"}, {"sample_pop", 1, NULL},   {"block_valid", 0, "1'b0"},
    {"block_word", 0, "32'd0"},	 {"block_last", 0, "1'b0"}, {"block_pop", 1, NULL},
    {"block_busy", 0, "1'b0"},
};

#define UNITS_NETS (sizeof(units_nets) / sizeof(units_nets[0]))
#define UNITS_JOINS_MAX (UNITS_NETS + TARGETS_MAX + 10)

/* The net of a port between headend and preprocessors, or what an input of the headend is tied to.
 */
static void name_units_net(char *text, const struct plan_node *n, size_t i)
{
	if (!n->preprocessors && !units_nets[i].from_headend)
		snprintf(text, VERILOG_NET_CHARS, "%s", units_nets[i].idle);
	else
		snprintf(text, VERILOG_NET_CHARS, "%s_%s_%s", n->name,
			 n->preprocessors ? "preprocessors" : "unused", units_nets[i].port);
}

static unsigned units_net_bits(const struct plan *plan, const struct plan_node *n, size_t i)
{
	const char *port = units_nets[i].port;

	if (strcmp(port, "class") == 0)
		return n->code_bits;
	if (strcmp(port, "process") == 0)
		return 16;
	if (strcmp(port, "fire") == 0)
		return units_fires(n->preprocessors);
	if (strcmp(port, "events") == 0)
		return units_events(n->preprocessors);
	if (strcmp(port, "count") == 0)
		return plan->time_bits + UNITS_EPOCH_BITS;
	return strstr(port, "_word") ? 32 : 1;
}

/* Joins the ports of the headend (or of the preprocessors' module) with the nets between them. */
static size_t join_preprocessors(const struct plan_node *n, int headend,
				 char names[][2][VERILOG_NET_CHARS], struct verilog_join *joins)
{
	for (size_t i = 0; i < UNITS_NETS; i++) {
		int output = units_nets[i].from_headend == headend;

		snprintf(names[i][0], VERILOG_NET_CHARS, "%s_%c", units_nets[i].port,
			 output ? 'o' : 'i');
		name_units_net(names[i][1], n, i);
		joins[i] = (struct verilog_join){names[i][0], names[i][1], 0};
	}
	return UNITS_NETS;
}

/* The word that segments keep, or what the headend's input is tied to where there are none. */
static void name_kept_net(char *text, const struct plan_node *n)
{
	const struct plan_preprocessors *m = n->preprocessors;

	if (m && m->word_bits)
		snprintf(text, VERILOG_NET_CHARS, "%s_preprocessors_kept", n->name);
	else
		snprintf(text, VERILOG_NET_CHARS, "%u'd0", n->word_bits + UNITS_KEPT_FLAGS);
}

/* The nets to the preprocessors, and their module, where the node has one. */
static void put_preprocessors(FILE *out, const struct plan *plan, const struct plan_node *node)
{
	const struct plan_preprocessors *m = node->preprocessors;
	char names[UNITS_NETS][2][VERILOG_NET_CHARS];
	char kept[VERILOG_NET_CHARS];
	const struct verilog_join params[] = {{"NODE", NULL, node->index}, {0}};
	struct verilog_join joins[UNITS_JOINS_MAX] = {
	    {"clk", "clk", 0},
	    {"rst", "rst", 0},
	    {"sync_i", plan->sync_net, 0},
	    {"wr_valid_i", node->table_net, 0},
	    {"wr_addr_i", node->table_addr_net, 0},
	    {"wr_data_i", node->table_data_net, 0},
	};
	size_t count = 6;

	for (size_t i = 0; i < UNITS_NETS; i++) {
		char net[VERILOG_NET_CHARS];

		name_units_net(net, node, i);
		if (m || units_nets[i].from_headend)
			verilog_wire(out, units_net_bits(plan, node, i), net);
	}
	if (!m)
		return;
	for (size_t i = 0; i < m->ports_count; i++)
		joins[count++] = (struct verilog_join){m->ports[i].name, node->measured[i], 0};
	if (m->word_bits) {
		joins[count++] = (struct verilog_join){"word_i", node->word_net, 0};
		joins[count++] = (struct verilog_join){"when_i", node->when_net, 0};
		name_kept_net(kept, node);
		verilog_wire(out, m->word_bits + UNITS_KEPT_FLAGS, kept);
		joins[count++] = (struct verilog_join){"kept_o", kept, 0};
	}
	if (m->freezes)
		joins[count++] = (struct verilog_join){"frozen_i", FROZEN, 0};
	join_preprocessors(node, 0, names, &joins[count]);
	verilog_instance(out, plan->preprocessors[node->preprocessors_id].name,
			 plan_blocks(m) ? params : NULL, node->preprocessors_instance, joins);
}

void verilog_headend(FILE *out, const struct plan *plan, const struct plan_node *node)
{
	const struct plan_station *s = &node->station;
	const struct layout_table *tables = node->layout->others;
	const struct plan_preprocessors *m = node->preprocessors;
	int port_lines = node->port.bus && m && m->group_lines_count;
	char names[UNITS_NETS][2][VERILOG_NET_CHARS];
	char kept[VERILOG_NET_CHARS];
	struct verilog_line line;
	char title[TITLE_CHARS];
	struct verilog_join params[] = {
	    {"NODE", NULL, node->index},
	    {"LAST", NULL, (unsigned)node->last},
	    {"TIME_W", NULL, plan->time_bits},
	    {"CODE_W", NULL, node->code_bits},
	    {"RANKS", NULL, node->code_clocks},
	    {"CELL_W", NULL, node->cell_bits},
	    {"FIFO_LOG2", NULL, node->fifo_log2},
	    UNITS_PARAMS(node, m),
	    {"HOST", NULL, (unsigned)node->host},
	    {"CAPTURE", NULL, (unsigned)node->capture},
	    {"HOLD", NULL, node->hold},
	    {"LINE", NULL, node->rounds},
	    {"STORE", NULL, node->almost_full},
	    {"ASKS", NULL, node->asks},
	    {"RING_W", NULL, plan->wires},
	    {"WORD_W", NULL, node->word_bits},
	    TRIGGER_PARAMS(node),
	    {"PORT", NULL, node->port.bus != NULL},
	    {"PORT_PC", NULL, node->port.pc != NULL},
	    {"PORT_TIME", NULL, (unsigned)node->port.process_time},
	    {"PORT_CODES", NULL, node->port.code_bits},
	    {"PORT_DATA", NULL, node->port.data_bits},
	    {"ACTIONS_BASE", NULL, tables[TAB_TABLE_ACTIONS].base},
	    TRIGGER_BASES(tables),
	    {"CODES_BASE", NULL, tables[TAB_TABLE_CODES].base},
	    {"CODE_DATA_BASE", NULL, tables[TAB_TABLE_CODE_DATA].base},
	    {"CODE_ACTIONS_BASE", NULL, tables[TAB_TABLE_CODE_ACTIONS].base},
	    {"EVENT_LINES_BASE", NULL, tables[TAB_TABLE_EVENTS].base},
	    /* the last ones where they are needed: a name that is NULL ends the list */
	    {0},
	    {0},
	    {0},
	    {0},
	    {0},
	    {0},
	};
	struct verilog_join ports[HEADEND_JOINS + UNITS_NETS] = {
	    {"clk", "clk", 0},
	    {"rst", "rst", 0},
	    {"sync_i", plan->sync_net, 0},
	    {"word_i", node->word_net, 0},
	    {"when_i", node->when_net, 0},
	    {"code_i", node->code_net, 0},
	    {"actions_i", node->actions_net, 0},
	    {"table_o", node->table_net, 0},
	    {"table_addr_o", node->table_addr_net, 0},
	    {"table_data_o", node->table_data_net, 0},
	    {"port_valid_i", node->port.valid_net, 0},
	    {"port_addr_i", node->port.addr_net, 0},
	    {"port_data_i", node->port.data_net, 0},
	    {"port_pc_i", node->port.pc_net, 0},
	    {"dn_valid_i", s->dn_valid_i, 0},
	    {"dn_data_i", s->dn_data_i, 0},
	    {"dn_valid_o", s->dn_valid_o, 0},
	    {"dn_data_o", s->dn_data_o, 0},
	    {"up_valid_i", s->up_valid_i, 0},
	    {"up_ready_o", s->up_ready_o, 0},
	    {"up_tag_i", s->up_tag_i, 0},
	    {"up_data_i", s->up_data_i, 0},
	    {"up_valid_o", s->up_valid_o, 0},
	    {"up_ready_i", s->up_ready_i, 0},
	    {"up_tag_o", s->up_tag_o, 0},
	    {"up_data_o", s->up_data_o, 0},
	    {"fifo_high_o", s->fifo_high_o, 0},
	};

	add_params(params, sizeof(params) / sizeof(*params), plan, node, port_lines);
	snprintf(title, sizeof(title), "Node %u: %s", node->index, node->name);
	verilog_title(out, title);
	put_station_wires(out, plan, node);
	if (node->owner == node->index)
		put_ranks(out, plan, node);
	verilog_adapter(out, plan, node);
	put_preprocessors(out, plan, node);
	verilog_node_line(out, plan, node, &line);
	name_kept_net(kept, node);
	memcpy(&ports[HEADEND_JOINS - 1 - LINE_JOINS],
	       (const struct verilog_join[LINE_JOINS]){{"raise_o", line.raise, 0},
						       {"capture_i", line.capture, 0},
						       {"line_i", line.line, 0},
						       {"own_i", line.own, 0},
						       {"late_i", line.late, 0},
						       {"store_i", line.store, 0},
						       {"send_i", line.send, 0},
						       {"ask_o", line.ask, 0},
						       {"full_o", line.full, 0},
						       {"sent_o", line.sent, 0},
						       {"kept_i", kept, 0}},
	       LINE_JOINS * sizeof(*ports));
	join_preprocessors(node, 1, names, &ports[HEADEND_JOINS - 1]);
	verilog_instance(out, "gnomon_record_headend", params, node->instance, ports);
}

void verilog_single(FILE *out, const struct plan *plan, const char *identity)
{
	const struct plan_node *node = &plan->nodes[0];
	const struct plan_preprocessors *m = node->preprocessors;
	const struct layout_table *tables = node->layout->others;
	char names[UNITS_NETS][2][VERILOG_NET_CHARS];
	char kept[VERILOG_NET_CHARS];
	struct verilog_line line;
	struct verilog_join params[] = {
	    {"IDENTITY", identity, 0},
	    {"ADDR_W", NULL, plan->addr_bits},
	    {"TIME_W", NULL, plan->time_bits},
	    {"CODE_W", NULL, node->code_bits},
	    {"SLOTS_LOG2", NULL, plan->slots_log2},
	    {"RANKS", NULL, node->code_clocks},
	    {"CELL_W", NULL, node->cell_bits},
	    {"ACTIONS_BASE", NULL, tables[TAB_TABLE_ACTIONS].base},
	    {"WIDE", NULL, (unsigned)plan->wide},
	    {"WRAP", NULL, (unsigned)plan->wrap},
	    {"WORD_W", NULL, node->word_bits},
	    /* the last ones where they are needed: a name that is NULL ends the list */
	    [SINGLE_PARAMS - 1] = {0},
	};
	const struct verilog_join triggers[] = {
	    TRIGGER_PARAMS(node),
	    {"HOST", NULL, (unsigned)node->host},
	    {"CAPTURE", NULL, (unsigned)node->capture},
	    {"HOLD", NULL, node->hold},
	    {"LINE", NULL, node->rounds},
	    TRIGGER_BASES(tables),
	};
	const struct verilog_join units[] = {
	    UNITS_PARAMS(node, m),
	    {"EVENT_LINES_BASE", NULL, tables[TAB_TABLE_EVENTS].base},
	};
	struct verilog_join ports[SINGLE_JOINS + UNITS_NETS] = {
	    VERILOG_LINK_JOINS(plan),
	    {"sync_i", plan->sync_net, 0},
	    {"word_i", node->word_net, 0},
	    {"when_i", node->when_net, 0},
	    {"code_i", node->code_net, 0},
	    {"actions_i", node->actions_net, 0},
	    {"table_o", node->table_net, 0},
	    {"wr_addr_o", node->table_addr_net, 0},
	    {"wr_data_o", node->table_data_net, 0},
	    {"raise_o", line.raise, 0},
	    {"capture_i", line.capture, 0},
	    {"line_i", line.line, 0},
	    {"own_i", line.own, 0},
	    {"late_i", line.late, 0},
	    {"kept_i", kept, 0},
	    {"frozen_o", m && m->freezes ? FROZEN : UNUSED_FROZEN, 0},
	    VERILOG_MEMORY_JOINS(plan),
	};
	const struct verilog_join memory[] = {{"PORT", NULL, (unsigned)plan->port}};
	size_t count = 0;

	add_params(params, sizeof(params) / sizeof(*params), plan, node, 0);
	verilog_add_params(params, sizeof(params) / sizeof(*params), memory,
			   sizeof(memory) / sizeof(*memory));
	verilog_add_sync(params, sizeof(params) / sizeof(*params), plan);
	if (node->joined)
		verilog_add_params(params, sizeof(params) / sizeof(*params), triggers,
				   sizeof(triggers) / sizeof(*triggers));
	if (m)
		verilog_add_params(params, sizeof(params) / sizeof(*params), units,
				   sizeof(units) / sizeof(*units));
	verilog_title(out, "Trigger");
	put_ranks(out, plan, node);
	verilog_title(out, m ? "Preprocessors" : "No preprocessors: nothing reads this");
	verilog_wire(out, 1, m && m->freezes ? FROZEN : UNUSED_FROZEN);
	put_preprocessors(out, plan, node);
	if (plan->capture || node->rounds)
		verilog_title(out, "What the node has of the lines");
	verilog_node_line(out, plan, node, &line);
	verilog_title(out, "Headend and trace buffer in one");
	verilog_memory(out, plan);
	name_kept_net(kept, node);
	while (ports[count].port)
		count++;
	join_preprocessors(node, 1, names, &ports[count]);
	verilog_instance(out, "gnomon_record_single", params, "u_monitor", ports);
}
