/* SPDX-License-Identifier: Apache-2.0 */
#include "emit/verilog/verilog.h"

#include <string.h>

#define RANGE_CHARS 16
#define NAME_CHARS 192
#define SLOT_BITS 64

static void put_joins(FILE *out, const struct verilog_join *joins)
{
	size_t width = 0;

	for (const struct verilog_join *j = joins; j->port; j++)
		if (strlen(j->port) > width)
			width = strlen(j->port);
	for (; joins->port; joins++) {
		fprintf(out, "\t\t.%-*s (", (int)width, joins->port);
		if (joins->to)
			fputs(joins->to, out);
		else
			fprintf(out, "%u", joins->value);
		fprintf(out, ")%s\n", joins[1].port ? "," : "");
	}
}

void verilog_instance(FILE *out, const char *module, const struct verilog_join *params,
		      const char *instance, const struct verilog_join *ports)
{
	if (params) {
		fprintf(out, "\t%s #(\n", module);
		put_joins(out, params);
		fprintf(out, "\t) %s (\n", instance);
	} else {
		fprintf(out, "\t%s %s (\n", module, instance);
	}
	put_joins(out, ports);
	fputs("\t);\n", out);
}

void verilog_add_params(struct verilog_join *params, size_t room, const struct verilog_join *more,
			size_t count)
{
	size_t at = 0;

	while (params[at].port)
		at++;
	for (size_t i = 0; i < count && at + 1 < room; i++)
		if (more[i].value)
			params[at++] = more[i];
}

void verilog_add_sync(struct verilog_join *params, size_t room, const struct plan *plan)
{
	const struct verilog_join more[] = {
	    {"SYNC", NULL, (unsigned)plan->sync},
	    {"LATE", NULL, (unsigned)(plan->sync && plan->register_taps)},
	};

	verilog_add_params(params, room, more, sizeof(more) / sizeof(*more));
}

void verilog_title(FILE *out, const char *title)
{
	fprintf(out, "\n\t// %s\n", title);
}

static void put_net(FILE *out, const char *kind, unsigned bits, const char *name)
{
	char range[RANGE_CHARS] = "";

	if (bits > 1)
		snprintf(range, sizeof(range), "[%u:0]", bits - 1);
	fprintf(out, "\t%-4s %-6s %s;\n", kind, range, name);
}

void verilog_wire(FILE *out, unsigned bits, const char *name)
{
	put_net(out, "wire", bits, name);
}

void verilog_reg(FILE *out, unsigned bits, const char *name)
{
	put_net(out, "reg", bits, name);
}

void verilog_port(FILE *out, const struct plan_port *port, int last)
{
	char range[RANGE_CHARS] = "";
	char name[NAME_CHARS];

	if (port->bits > 1)
		snprintf(range, sizeof(range), "[%u:0]", port->bits - 1);
	snprintf(name, sizeof(name), "%s%s", port->name, last ? "" : ",");
	fprintf(out, "\t%-6s wire %-6s ", port->output ? "output" : "input", range);
	if (*port->what)
		fprintf(out, "%-24s // %s\n", name, port->what);
	else
		fprintf(out, "%s\n", name);
}

void verilog_registers(FILE *out, const struct plan_tap *taps, size_t count)
{
	for (size_t i = 0; i < count; i++)
		verilog_reg(out, taps[i].bits, taps[i].net);
	fputs("\talways @(posedge clk) begin\n", out);
	for (size_t i = 0; i < count; i++)
		fprintf(out, "\t\t%s <= %s;\n", taps[i].net, taps[i].port);
	fputs("\tend\n", out);
}

void verilog_memory(FILE *out, const struct plan *plan)
{
	unsigned bits = plan->slots_log2 + 2 + SLOT_BITS; /* valid, write, address, data */

	if (!plan->port)
		verilog_wire(out, 1, "unused_rd_ready");
	verilog_wire(out, bits, plan->port ? VERILOG_REQUEST : "unused_request");
	if (!plan->port)
		return;
	verilog_wire(out, SLOT_BITS + 2, VERILOG_ANSWER);
	fprintf(out, "\tassign mem_valid_o = " VERILOG_REQUEST "[%u];\n", bits - 1);
	fprintf(out, "\tassign mem_write_o = " VERILOG_REQUEST "[%u];\n", bits - 2);
	fprintf(out, "\tassign mem_addr_o = " VERILOG_REQUEST "[%u:%u];\n", bits - 3, SLOT_BITS);
	fprintf(out, "\tassign mem_wdata_o = " VERILOG_REQUEST "[%u:0];\n", SLOT_BITS - 1);
	fputs("\tassign " VERILOG_ANSWER " = {mem_ready_i, mem_rvalid_i, mem_rdata_i};\n", out);
}
