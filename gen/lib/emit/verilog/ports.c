/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ports of a monitor's modules. In Icarus Verilog a module with inputs from the target is
 * inside another one, which has its name and its ports and gives it 0 for each bit that is x or z.
 */
#include "emit/emit.h"
#include "emit/verilog/verilog.h"

#define ICARUS "`ifdef __ICARUS__\n"
#define INSIDE "_inside" /* ends the name of the module that gets what is known */

static const struct plan_top *top_of(const struct plan *plan, unsigned chip)
{
	return chip == VERILOG_ALL_CHIPS ? &plan->whole : &plan->tops[chip];
}

static void put_list(FILE *out, const struct plan_top *top)
{
	const struct plan_pin *last = top->pins + top->pins_count - 1;

	for (const struct plan_pin *pin = top->pins; pin <= last; pin++) {
		if (pin->title)
			verilog_title(out, pin->title);
		verilog_port(out, &pin->port, pin == last);
	}
	fputs(");\n", out);
}

void verilog_ports(FILE *out, const struct plan *plan, unsigned chip)
{
	const struct plan_top *top = top_of(plan, chip);

	fprintf(out, "module %s (\n", top->name);
	put_list(out, top);
}

static int is_known_inside(const struct plan_pin *pin)
{
	return pin->foreign && !pin->port.output;
}

/* Bits of the inputs that the target and the memory drive. */
static unsigned count_bits(const struct plan_top *top)
{
	unsigned bits = 0;

	for (size_t i = 0; i < top->pins_count; i++)
		bits += is_known_inside(&top->pins[i]) ? top->pins[i].port.bits : 0;
	return bits;
}

void verilog_head(FILE *out, const struct plan *plan, unsigned chip)
{
	const struct plan_top *top = top_of(plan, chip);

	if (!count_bits(top)) {
		verilog_ports(out, plan, chip);
		return;
	}
	fprintf(out, ICARUS "module %s" INSIDE " ( // see the module without " INSIDE "\n",
		top->name);
	fprintf(out, "`else\nmodule %s (\n`endif\n", top->name);
	put_list(out, top);
}

/* The inputs in a concatenation; then what the module inside has them and all other ports joined
 * to. */
static void put_target(FILE *out, const struct plan_top *top)
{
	const char *mark = "\n\t\t";

	for (size_t i = 0; i < top->pins_count; i++) {
		if (!is_known_inside(&top->pins[i]))
			continue;
		fprintf(out, "%s%s", mark, top->pins[i].port.name);
		mark = ",\n\t\t";
	}
}

static void put_joins(FILE *out, const struct plan_top *top, unsigned left)
{
	for (size_t i = 0; i < top->pins_count; i++) {
		const struct plan_port *port = &top->pins[i].port;

		fprintf(out, "%s.%s (", i ? ",\n\t\t" : "\n\t\t", port->name);
		if (!is_known_inside(&top->pins[i])) {
			fprintf(out, "%s)", port->name);
			continue;
		}
		left -= port->bits;
		fprintf(out, "known[%u", left + port->bits - 1);
		fprintf(out, port->bits > 1 ? ":%u])" : "])", left);
	}
}

void verilog_known(FILE *out, const struct plan *plan, unsigned chip)
{
	const struct plan_top *top = top_of(plan, chip);
	const unsigned bits = count_bits(top);

	if (!bits)
		return;
	fputs("\n" ICARUS "// In Icarus Verilog a bit of the target that is x or z counts as 0.\n",
	      out);
	verilog_ports(out, plan, chip);
	fprintf(out, "\n\twire [%u:0] target = {", bits - 1);
	put_target(out, top);
	fprintf(out, "\n\t};\n\twire [%u:0] known;\n", bits - 1);
	fputs("\twire gnomon_x = ^target === 1'bx; // the bridge names the port\n"
	      "\tgenvar k;\n"
	      "\tgenerate\n",
	      out);
	fprintf(out, "\t\tfor (k = 0; k < %u; k = k + 1) begin : gen_known\n", bits);
	fputs("\t\t\tassign known[k] = target[k] === 1'b1;\n"
	      "\t\tend\n"
	      "\tendgenerate\n",
	      out);
	fprintf(out, "\t%s" INSIDE " u_inside (", top->name);
	put_joins(out, top, bits);
	fputs("\n\t);\n\nendmodule\n`endif\n", out);
}
