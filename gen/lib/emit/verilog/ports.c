/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ports of a monitor's modules. In Icarus Verilog a module with inputs from the target is
 * inside another one, which has its name and its ports and gives it 0 for each bit that is x or z.
 */
#include "emit/emit.h"
#include "emit/verilog/verilog.h"

/* Gets each port in turn; `title` begins a list of them, else NULL. */
typedef void (*put_fn)(void *context, const char *title, const struct plan_port *port);

#define ICARUS "`ifdef __ICARUS__\n"
#define INSIDE "_inside" /* ends the name of the module that gets what is known */

static int is_center(unsigned chip)
{
	return chip == 0 || chip == VERILOG_ALL_CHIPS;
}

/* The ports of a module that lead to the target, and to the memory of the trace buffer. */
static void each_foreign(const struct plan *plan, unsigned chip, put_fn put, void *context)
{
	const char *title = "memory of the trace buffer";

	for (const struct plan_port *p = plan->memory_ports; is_center(chip) && p->name; p++) {
		put(context, title, p);
		title = NULL;
	}
	for (size_t i = 0; i < plan->nodes_count; i++) {
		const struct plan_node *n = &plan->nodes[i];

		for (size_t k = 0; k < n->ports_count && verilog_is_on(n, chip); k++)
			put(context, k ? NULL : n->name, &n->ports[k]);
	}
}

/* All others. */
static void each_own(const struct plan *plan, unsigned chip, put_fn put, void *context)
{
	static const struct plan_port clk = {"clk", 1, 0, ""};
	static const struct plan_port rst = {"rst", 1, 0, "synchronous"};
	static const struct plan_port sync = {"sync_o", 1, 1, "the next cycle is time 0"};
	const char *title = plan->phy->title;

	put(context, NULL, &clk);
	put(context, NULL, &rst);
	for (const struct plan_port *p = plan->phy->ports; is_center(chip) && p->name; p++) {
		put(context, title, p);
		title = NULL;
	}
	if (chip != VERILOG_ALL_CHIPS)
		verilog_hop_ports(plan, chip, put, context);
	put(context, "time", &sync);
}

/* A list of ports: each is printed when the next one comes, the last one ends the list. */
struct ports {
	FILE *out;
	const struct plan_port *port;
};

static void put_port(void *context, const char *title, const struct plan_port *port)
{
	struct ports *p = context;

	if (p->port)
		verilog_port(p->out, p->port, !port);
	if (title)
		verilog_title(p->out, title);
	p->port = port;
}

static void put_name(FILE *out, const struct plan *plan, unsigned chip)
{
	fputs(plan->name, out);
	if (!is_center(chip))
		fprintf(out, "_chip_%s", plan->chips[chip - 1]);
}

static void put_list(FILE *out, const struct plan *plan, unsigned chip)
{
	struct ports ports = {out, NULL};

	each_own(plan, chip, put_port, &ports);
	each_foreign(plan, chip, put_port, &ports);
	put_port(&ports, NULL, NULL);
	fputs(");\n", out);
}

void verilog_ports(FILE *out, const struct plan *plan, unsigned chip)
{
	fputs("module ", out);
	put_name(out, plan, chip);
	fputs(" (\n", out);
	put_list(out, plan, chip);
}

static void add_bits(void *context, const char *title, const struct plan_port *port)
{
	unsigned *bits = context;

	(void)title;
	*bits += port->output ? 0 : port->bits;
}

/* Bits of the inputs that the target and the memory drive. */
static unsigned count_bits(const struct plan *plan, unsigned chip)
{
	unsigned bits = 0;

	each_foreign(plan, chip, add_bits, &bits);
	return bits;
}

void verilog_head(FILE *out, const struct plan *plan, unsigned chip)
{
	if (count_bits(plan, chip)) {
		fputs(ICARUS "module ", out);
		put_name(out, plan, chip);
		fputs(INSIDE " ( // see the module without " INSIDE "\n`else\n", out);
	}
	fputs("module ", out);
	put_name(out, plan, chip);
	fputs(" (\n", out);
	if (count_bits(plan, chip))
		fputs("`endif\n", out);
	put_list(out, plan, chip);
}

/* Ports in a concatenation, or joined to the module inside. */
struct slices {
	FILE *out;
	unsigned left; /* bits of the inputs that follow */
	const char *mark;
};

static void put_input(void *context, const char *title, const struct plan_port *port)
{
	struct slices *s = context;

	(void)title;
	if (port->output)
		return;
	fprintf(s->out, "%s%s", s->mark, port->name);
	s->mark = ",\n\t\t";
}

static void put_own(void *context, const char *title, const struct plan_port *port)
{
	struct slices *s = context;

	(void)title;
	fprintf(s->out, "%s.%s (%s)", s->mark, port->name, port->name);
	s->mark = ",\n\t\t";
}

static void put_foreign(void *context, const char *title, const struct plan_port *port)
{
	struct slices *s = context;

	if (port->output) {
		put_own(context, title, port);
		return;
	}
	s->left -= port->bits;
	fprintf(s->out, "%s.%s (known[%u", s->mark, port->name, s->left + port->bits - 1);
	fprintf(s->out, port->bits > 1 ? ":%u])" : "])", s->left);
	s->mark = ",\n\t\t";
}

void verilog_known(FILE *out, const struct plan *plan, unsigned chip)
{
	unsigned bits = count_bits(plan, chip);
	struct slices slices = {out, bits, "\n\t\t"};

	if (!bits)
		return;
	fputs("\n" ICARUS "// In Icarus Verilog a bit of the target that is x or z counts as 0.\n",
	      out);
	verilog_ports(out, plan, chip);
	fprintf(out, "\n\twire [%u:0] target = {", bits - 1);
	each_foreign(plan, chip, put_input, &slices);
	fprintf(out, "\n\t};\n\twire [%u:0] known;\n", bits - 1);
	fputs("\twire gnomon_x = ^target === 1'bx; // the bridge names the port\n"
	      "\tgenvar k;\n"
	      "\tgenerate\n",
	      out);
	fprintf(out, "\t\tfor (k = 0; k < %u; k = k + 1) begin : gen_known\n", bits);
	fputs("\t\t\tassign known[k] = target[k] === 1'b1;\n"
	      "\t\tend\n"
	      "\tendgenerate\n\t",
	      out);
	put_name(out, plan, chip);
	fputs(INSIDE " u_inside (", out);
	slices.mark = "\n\t\t";
	each_own(plan, chip, put_own, &slices);
	each_foreign(plan, chip, put_foreign, &slices);
	fputs("\n\t);\n\nendmodule\n`endif\n", out);
}
