/* SPDX-License-Identifier: Apache-2.0 */
/* The top module: PHY, link, and the single monitor or the ring with its center and headends. */
#include "emit.h"

#include <inttypes.h>
#include <string.h>

#include "plan.h"
#include "tables.h"

#define NUMBER_CHARS 40

/* A parameter or port of an instance, and what it is joined to. */
struct join {
	const char *port; /* NULL ends a list */
	const char *to;
};

static void put_joins(FILE *out, const struct join *joins)
{
	size_t width = 0;

	for (const struct join *j = joins; j->port; j++)
		if (strlen(j->port) > width)
			width = strlen(j->port);
	for (; joins->port; joins++)
		fprintf(out, "\t\t.%-*s (%s)%s\n", (int)width, joins->port, joins->to,
			joins[1].port ? "," : "");
}

static void put_instance(FILE *out, const char *module, const struct join *params, const char *instance,
			 const struct join *ports)
{
	fprintf(out, "\t%s #(\n", module);
	put_joins(out, params);
	fprintf(out, "\t) %s (\n", instance);
	put_joins(out, ports);
	fputs("\t);\n", out);
}

/* `value` as text, in the caller's `text` of NUMBER_CHARS. */
static const char *number(char *text, unsigned value)
{
	snprintf(text, NUMBER_CHARS, "%u", value);
	return text;
}

static void put_title(FILE *out, const char *title)
{
	fprintf(out, "\n\t// %s\n", title);
}

static void put_wire(FILE *out, unsigned bits, const char *name)
{
	char range[NUMBER_CHARS] = "";

	if (bits > 1)
		snprintf(range, sizeof(range), "[%u:0]", bits - 1);
	fprintf(out, "\twire %-6s %s;\n", range, name);
}

static void put_port(FILE *out, const struct plan_port *port, int last)
{
	char range[NUMBER_CHARS] = "";
	char name[96];

	if (port->bits > 1)
		snprintf(range, sizeof(range), "[%u:0]", port->bits - 1);
	snprintf(name, sizeof(name), "%s%s", port->name, last ? "" : ",");
	fprintf(out, "\t%-6s wire %-6s ", port->output ? "output" : "input", range);
	if (*port->what)
		fprintf(out, "%-24s // %s\n", name, port->what);
	else
		fprintf(out, "%s\n", name);
}

static void put_node_line(FILE *out, const struct plan_node *n)
{
	fprintf(out, "//   %3u %-12s %s[%u:0]%s%s, %u events", n->index, n->name, n->field, n->word_bits - 1,
		n->when ? " when " : "", n->when ? n->when : "", n->capacity);
	if (n->fifo_slots)
		fprintf(out, ", FIFO of %u slots", n->fifo_slots);
	if (n->pairs_count)
		fprintf(out, ", %zu ratio pair%s (%s)", n->pairs_count, n->pairs_count > 1 ? "s" : "",
			n->compressed ? "compressed" : "full");
	fputc('\n', out);
}

static void put_banner(FILE *out, const struct plan *plan)
{
	fputs("// SPDX-License-Identifier: Apache-2.0\n//\n", out);
	fprintf(out, "// %s: monitor of %zu node%s, %s form.\n//\n", plan->name, plan->nodes_count,
		plan->nodes_count > 1 ? "s" : "", plan->form == PLAN_RING ? "ring" : "single");
	fprintf(out,
		"// Emitted by gnomon-gen %s from %s (XXH64 %016" PRIx64
		"). Do not edit: change the description and emit again.\n//\n",
		plan->version, plan->input, plan->input_hash);
	fprintf(out, "//   plan    %016" PRIx64 "\n", plan->hash);
	fprintf(out, "//   clock   %" PRIu64 " Hz\n", plan->clock_hz);
	fprintf(out, "//   time    %u bits\n", plan->time_bits);
	fprintf(out, "//   buffer  %u slots of 64 bits\n", plan->slots);
	if (plan->uart)
		fprintf(out, "//   link    UART, %u baud: %u clocks a bit\n", plan->baud, plan->divisor);
	else
		fputs("//   link    bytes\n", out);
	if (plan->form == PLAN_RING)
		fprintf(out, "//   ring    %u wire%s\n", plan->wires, plan->wires > 1 ? "s" : "");
	fputs("//\n// Nodes:\n", out);
	for (size_t i = 0; i < plan->nodes_count; i++)
		put_node_line(out, &plan->nodes[i]);
	fputs("//\n"
	      "// A record of time t bears what was on the ports in the t-th clock after the one in which "
	      "sync_o was\n"
	      "// high; t = 0 is the very next one.\n",
	      out);
}

static void put_ports(FILE *out, const struct plan *plan)
{
	static const struct plan_port clk = {"clk", 1, 0, ""};
	static const struct plan_port rst = {"rst", 1, 0, "synchronous"};
	static const struct plan_port sync = {"sync_o", 1, 1, "the next clock is time 0"};

	fprintf(out, "\nmodule %s (\n", plan->name);
	put_port(out, &clk, 0);
	put_port(out, &rst, 0);
	put_title(out, plan->uart ? "UART" : "byte port");
	for (const struct plan_port *p = plan->phy_ports; p->name; p++)
		put_port(out, p, 0);
	put_title(out, "time");
	put_port(out, &sync, 0);
	for (size_t i = 0; i < plan->nodes_count; i++) {
		const struct plan_node *n = &plan->nodes[i];

		put_title(out, n->name);
		for (size_t k = 0; k < n->ports_count; k++)
			put_port(out, &n->ports[k], n->last && k + 1 == n->ports_count);
	}
	fputs(");\n", out);
}

static void put_uart(FILE *out, const struct plan *plan)
{
	char divisor[NUMBER_CHARS];
	const struct join params[] = {{"DIVISOR", number(divisor, plan->divisor)}, {0}};
	static const struct join ports[] = {
	    {"clk", "clk"},
	    {"rst", "rst"},
	    {"rx_i", "rx_i"},
	    {"tx_o", "tx_o"},
	    {"rx_valid_o", "rx_valid"},
	    {"rx_ready_i", "rx_ready"},
	    {"rx_data_o", "rx_data"},
	    {"tx_valid_i", "tx_valid"},
	    {"tx_ready_o", "tx_ready"},
	    {"tx_data_i", "tx_data"},
	    {0},
	};

	put_title(out, "PHY: bytes over two wires, 8N1");
	put_wire(out, 1, "rx_valid");
	put_wire(out, 1, "rx_ready");
	put_wire(out, 8, "rx_data");
	put_wire(out, 1, "tx_valid");
	put_wire(out, 1, "tx_ready");
	put_wire(out, 8, "tx_data");
	put_instance(out, "gnomon_uart", params, "u_phy", ports);
}

static void put_link(FILE *out, const struct plan *plan)
{
	char width[NUMBER_CHARS];
	const struct join params[] = {{"ADDR_W", number(width, plan->addr_bits)}, {0}};
	const struct join ports[] = {
	    {"clk", "clk"},
	    {"rst", "rst"},
	    {"rx_valid_i", plan->uart ? "rx_valid" : "rx_valid_i"},
	    {"rx_ready_o", plan->uart ? "rx_ready" : "rx_ready_o"},
	    {"rx_data_i", plan->uart ? "rx_data" : "rx_data_i"},
	    {"tx_valid_o", plan->uart ? "tx_valid" : "tx_valid_o"},
	    {"tx_ready_i", plan->uart ? "tx_ready" : "tx_ready_i"},
	    {"tx_data_o", plan->uart ? "tx_data" : "tx_data_o"},
	    {"op_valid_o", "op_valid"},
	    {"op_o", "op"},
	    {"arg_o", "arg"},
	    {"wr_valid_o", "wr_valid"},
	    {"wr_ready_i", "wr_ready"},
	    {"rd_regs_o", "rd_regs"},
	    {"addr_o", "addr"},
	    {"wr_data_o", "wr_data"},
	    {"rd_data_i", "rd_data"},
	    {"busy_o", "busy"},
	    {0},
	};

	put_title(out, "Link: frames with CRC over the bytes");
	put_wire(out, 1, "op_valid");
	put_wire(out, 3, "op");
	put_wire(out, plan->addr_bits - 3, "arg");
	put_wire(out, 1, "wr_valid");
	put_wire(out, 1, "wr_ready");
	put_wire(out, 1, "rd_regs");
	put_wire(out, plan->addr_bits, "addr");
	put_wire(out, 8, "wr_data");
	put_wire(out, 8, "rd_data");
	put_wire(out, 1, "busy");
	put_instance(out, "gnomon_link", params, "u_link", ports);
}

/* First bytes of the registers, the last one first: hash, link version, magic. */
static const char *identity(char *text, const struct plan *plan)
{
	snprintf(text, NUMBER_CHARS, "96'h%016" PRIX64 "_%08" PRIX32, plan->hash, tab_magic());
	return text;
}

static void put_single(FILE *out, const struct plan *plan)
{
	const struct plan_node *node = &plan->nodes[0];
	char text[5][NUMBER_CHARS];
	const struct join params[] = {
	    {"IDENTITY", identity(text[0], plan)},
	    {"ADDR_W", number(text[1], plan->addr_bits)},
	    {"TIME_W", number(text[2], plan->time_bits)},
	    {"CODE_W", number(text[3], node->code_bits)},
	    {"SLOTS_LOG2", number(text[4], plan->slots_log2)},
	    {0},
	};
	const struct join ports[] = {
	    {"clk", "clk"},
	    {"rst", "rst"},
	    {"op_valid_i", "op_valid"},
	    {"op_i", "op"},
	    {"arg_i", "arg"},
	    {"wr_valid_i", "wr_valid"},
	    {"wr_ready_o", "wr_ready"},
	    {"rd_regs_i", "rd_regs"},
	    {"addr_i", "addr"},
	    {"wr_data_i", "wr_data"},
	    {"rd_data_o", "rd_data"},
	    {"busy_i", "busy"},
	    {"sync_o", "sync_o"},
	    {"word_i", node->word_net},
	    {"when_i", node->when_net},
	    {0},
	};

	put_title(out, "Headend and trace buffer in one");
	put_instance(out, "gnomon_single", params, "u_monitor", ports);
}

static void put_center(FILE *out, const struct plan *plan)
{
	const struct plan_station *s = &plan->nodes[0].station;
	char text[5][NUMBER_CHARS];
	const struct join params[] = {
	    {"IDENTITY", identity(text[0], plan)},
	    {"ADDR_W", number(text[1], plan->addr_bits)},
	    {"NODES", number(text[2], (unsigned)plan->nodes_count)},
	    {"SLOTS_LOG2", number(text[3], plan->slots_log2)},
	    {"RING_W", number(text[4], plan->wires)},
	    {0},
	};
	const struct join ports[] = {
	    {"clk", "clk"},
	    {"rst", "rst"},
	    {"op_valid_i", "op_valid"},
	    {"op_i", "op"},
	    {"arg_i", "arg"},
	    {"wr_valid_i", "wr_valid"},
	    {"wr_ready_o", "wr_ready"},
	    {"rd_regs_i", "rd_regs"},
	    {"addr_i", "addr"},
	    {"wr_data_i", "wr_data"},
	    {"rd_data_o", "rd_data"},
	    {"busy_i", "busy"},
	    {"sync_o", "sync_o"},
	    {"dn_valid_o", s->dn_valid_i},
	    {"dn_data_o", s->dn_data_i},
	    {"up_valid_i", s->up_valid_o},
	    {"up_ready_o", s->up_ready_i},
	    {"up_tag_i", s->up_tag_o},
	    {"up_data_i", s->up_data_o},
	    {0},
	};

	put_title(out, "Center: trace buffer, registers and the near end of the ring");
	put_wire(out, 1, s->dn_valid_i);
	put_wire(out, plan->wires, s->dn_data_i);
	put_wire(out, 1, s->up_valid_o);
	put_wire(out, 1, s->up_ready_i);
	put_wire(out, 1, s->up_tag_o);
	put_wire(out, plan->wires, s->up_data_o);
	put_instance(out, "gnomon_center", params, "u_center", ports);
}

/* The signals of the ratio pairs as two vectors, pair 0 lowest. */
static void put_pairs(FILE *out, const struct plan_node *node)
{
	if (!node->pairs_count)
		return;
	put_wire(out, (unsigned)node->pairs_count, node->a_net);
	put_wire(out, (unsigned)node->pairs_count, node->b_net);
	for (size_t i = 0; i < node->pairs_count; i++) {
		const struct plan_pair *pair = &node->pairs[i];
		char select[NUMBER_CHARS] = "";

		if (node->pairs_count > 1)
			snprintf(select, sizeof(select), "[%zu]", i);
		fprintf(out, "\tassign %s%s = %s; // %s\n", node->a_net, select, pair->a_net, pair->name);
		fprintf(out, "\tassign %s%s = %s;\n", node->b_net, select, pair->b_net);
	}
}

/* Wires of a station to the next one; the center's are declared with it. */
static void put_station_wires(FILE *out, const struct plan *plan, const struct plan_node *node)
{
	const struct plan_station *s = &node->station;

	put_wire(out, 1, s->dn_valid_o);
	put_wire(out, plan->wires, s->dn_data_o);
	put_wire(out, 1, s->up_ready_o);
	if (node->last)
		return;
	put_wire(out, 1, s->up_valid_i);
	put_wire(out, 1, s->up_tag_i);
	put_wire(out, plan->wires, s->up_data_i);
}

static void put_headend(FILE *out, const struct plan *plan, const struct plan_node *node)
{
	const struct plan_station *s = &node->station;
	char title[NUMBER_CHARS + 80];
	char text[7][NUMBER_CHARS];
	const struct join params[] = {
	    {"NODE", number(text[0], node->index)},
	    {"LAST", node->last ? "1" : "0"},
	    {"TIME_W", number(text[1], plan->time_bits)},
	    {"CODE_W", number(text[2], node->code_bits)},
	    {"FIFO_LOG2", number(text[3], node->fifo_log2)},
	    {"PAIRS", number(text[4], (unsigned)node->pairs_count)},
	    {"COMPRESSED", number(text[5], node->compressed ? 1 : 0)},
	    {"RING_W", number(text[6], plan->wires)},
	    {0},
	};
	const struct join ports[] = {
	    {"clk", "clk"},
	    {"rst", "rst"},
	    {"sync_i", "sync_o"},
	    {"word_i", node->word_net},
	    {"when_i", node->when_net},
	    {"a_i", node->a_net ? node->a_net : "1'b0"},
	    {"b_i", node->b_net ? node->b_net : "1'b0"},
	    {"dn_valid_i", s->dn_valid_i},
	    {"dn_data_i", s->dn_data_i},
	    {"dn_valid_o", s->dn_valid_o},
	    {"dn_data_o", s->dn_data_o},
	    {"up_valid_i", s->up_valid_i},
	    {"up_ready_o", s->up_ready_o},
	    {"up_tag_i", s->up_tag_i},
	    {"up_data_i", s->up_data_i},
	    {"up_valid_o", s->up_valid_o},
	    {"up_ready_i", s->up_ready_i},
	    {"up_tag_o", s->up_tag_o},
	    {"up_data_o", s->up_data_o},
	    {0},
	};

	snprintf(title, sizeof(title), "Node %u: %s", node->index, node->name);
	put_title(out, title);
	put_station_wires(out, plan, node);
	put_pairs(out, node);
	put_instance(out, "gnomon_headend", params, node->instance, ports);
}

int emit_verilog(const struct plan *plan, FILE *out)
{
	put_banner(out, plan);
	fputs("\n`resetall\n`default_nettype none\n", out);
	put_ports(out, plan);
	if (plan->uart)
		put_uart(out, plan);
	put_link(out, plan);
	if (plan->form == PLAN_SINGLE)
		put_single(out, plan);
	else
		put_center(out, plan);
	for (size_t i = 0; plan->form == PLAN_RING && i < plan->nodes_count; i++)
		put_headend(out, plan, &plan->nodes[i]);
	fputs("\nendmodule\n\n`resetall\n", out);
	return 0;
}
