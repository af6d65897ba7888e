/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A testbench for a monitor, and an experiment for it, that run at once: counters stand for the
 * target until the user puts his design in their place.
 */
#include <inttypes.h>
#include <string.h>

#include "emit/emit.h"
#include "plan/plan.h"

#define STEP_LOG2 6  /* cycles between words, log2: records leave through a link that is slow */
#define CYCLES 20000 /* of the run */
#define SECOND_PS 1000000000000u

/* The lowest bit of a field that is in the watched word. */
static unsigned lowest(const struct plan_field *f)
{
	unsigned lo = 0;

	while (lo + 1 < f->bits && !(f->kept >> lo & 1))
		lo++;
	return lo;
}

/* Whether the two lowest bits that are kept are neighbours, so that words 1 and 3 differ there. */
static int counts(const struct plan_field *f)
{
	unsigned lo = lowest(f);

	return lo + 1 < f->bits && (f->kept >> lo & 3) == 3;
}

/* The field that the experiment looks at: the first that counts, else the very first. */
static const struct plan_field *watched(const struct plan *plan)
{
	for (size_t i = 0; i < plan->nodes_count; i++)
		for (size_t k = 0; k < plan->nodes[i].fields_count; k++)
			if (counts(&plan->nodes[i].fields[k]))
				return &plan->nodes[i].fields[k];
	return &plan->nodes[0].fields[0];
}

/* Names the nodes that have a field like this one. */
static void put_nodes(const struct plan *plan, const struct plan_field *like, FILE *out)
{
	const char *between = "";

	for (size_t i = 0; i < plan->nodes_count; i++)
		for (size_t k = 0; k < plan->nodes[i].fields_count; k++) {
			const struct plan_field *f = &plan->nodes[i].fields[k];

			if (strcmp(f->name, like->name) || f->bits != like->bits ||
			    f->kept != like->kept)
				continue;
			fprintf(out, "%s%s", between, plan->nodes[i].name);
			between = ", ";
		}
}

static const struct plan_field *field_of(const struct plan *plan, const struct plan_pin *pin)
{
	for (size_t i = 0; i < plan->nodes_count; i++) {
		const struct plan_node *n = &plan->nodes[i];

		for (size_t k = 0; k < n->fields_count && !strcmp(n->name, pin->node); k++)
			if (!strcmp(n->fields[k].name, pin->signal))
				return &n->fields[k];
	}
	return NULL;
}

/* What the testbench has for a port's input; `number` counts the inputs. */
static void put_value(const struct plan *plan, const struct plan_pin *pin, unsigned number,
		      FILE *out)
{
	const unsigned bits = pin->port.bits;
	const struct plan_field *f = pin->role == TAB_ROLE_WORD ? field_of(plan, pin) : NULL;
	const unsigned lo = f ? lowest(f) : 0;

	switch (pin->role) {
	case TAB_ROLE_WORD:
		if (lo)
			fprintf(out, "{word[%u:0], %u'd0}", bits - 1 - lo, lo);
		else
			fprintf(out, "word[%u:0]", bits - 1);
		break;
	case TAB_ROLE_WHEN:
		fputs("step", out);
		break;
	case TAB_ROLE_PAIR:
	case TAB_ROLE_TAP:
		if (bits > 1)
			fprintf(out, "cycle[%u:0]", bits - 1);
		else
			fprintf(out, "cycle[%u]", number % (STEP_LOG2 + 1));
		break;
	default:
		fprintf(out, "%u'd0", bits);
	}
}

static void put_pins(const struct plan *plan, FILE *out)
{
	const struct plan_top *top = &plan->tops[0];

	for (size_t i = 0; i < top->pins_count; i++) {
		const struct plan_pin *pin = &top->pins[i];
		const char *end = i + 1 < top->pins_count ? "," : "";

		fprintf(out, "\t\t.%s(", pin->port.name);
		if (pin->role == TAB_ROLE_CLK || pin->role == TAB_ROLE_RST ||
		    pin->role == TAB_ROLE_LINK)
			fputs(pin->port.name, out);
		else if (pin->role == TAB_ROLE_SYNC)
			fputs("sync", out);
		else if (!pin->port.output)
			put_value(plan, pin, (unsigned)i, out);
		fprintf(out, ")%s\n", end);
	}
}

static void put_bridge(const struct plan *plan, FILE *out)
{
	if (plan->phy->kind == PLAN_UART)
		fprintf(out,
			"\tgnomon_bridge_uart #(.DIVISOR(%u)) u_bridge (\n"
			"\t\t.clk(clk), .rst(rst), .txd_o(rx_i), .rxd_i(tx_o),\n",
			plan->divisor + (plan->fraction >= 128));
	else
		fputs(
		    "\tgnomon_bridge u_bridge (\n"
		    "\t\t.clk(clk), .rst(rst),\n"
		    "\t\t.rx_valid_o(rx_valid_i), .rx_ready_i(rx_ready_o), .rx_data_o(rx_data_i),\n"
		    "\t\t.tx_valid_i(tx_valid_o), .tx_ready_o(tx_ready_i), .tx_data_i(tx_data_o),\n",
		    out);
	fputs(
	    "\t\t.sync_i(sync), .finish_i(1'b0), .hold_o(hold), .done_o(), .connected_o()\n\t);\n",
	    out);
}

int emit_testbench(const struct plan *plan, FILE *out)
{
	const uint64_t half = (SECOND_PS / 2 + plan->clock_hz / 2) / plan->clock_hz;

	fprintf(
	    out,
	    "// %s_tb: a testbench of the monitor '%s' that runs at once. Put your design in the\n"
	    "// place of the counters, and its signals at the inputs of u_monitor.\n"
	    "`timescale 1ns / 1ps\n\n"
	    "module %s_tb;\n"
	    "\treg  clk = 1'b0, rst = 1'b1;\n"
	    "\twire hold, sync; // hold: the reset of your design, 1 until the run starts\n",
	    plan->name, plan->name, plan->name);
	for (const struct plan_port *p = plan->phy->ports; p->name; p++) {
		if (p->bits > 1)
			fprintf(out, "\twire [%u:0] %s;\n", p->bits - 1, p->name);
		else
			fprintf(out, "\twire %s;\n", p->name);
	}
	fprintf(out,
		"\n\talways #%" PRIu64 ".%03" PRIu64 " clk = !clk;\n\n"
		"\t// instead of a design: a word every %u cycles, which counts\n"
		"\treg  [63:0] cycle = 64'd0;\n"
		"\twire        step = cycle[%u:0] == %u'd0;\n"
		"\twire [63:0] word = step ? cycle >> %u : 64'd0;\n\n"
		"\talways @(posedge clk) cycle <= hold ? 64'd0 : cycle + 64'd1;\n\n"
		"\t%s u_monitor (\n",
		half / 1000, half % 1000, 1u << STEP_LOG2, STEP_LOG2 - 1, STEP_LOG2, STEP_LOG2,
		plan->name);
	put_pins(plan, out);
	fputs("\t);\n\n", out);
	put_bridge(plan, out);
	fprintf(out,
		"\n\tinitial begin\n"
		"\t\trepeat (4) @(negedge clk);\n"
		"\t\trst = 1'b0;\n"
		"\t\t@(negedge hold); // the run has started\n"
		"\t\trepeat (%u) @(posedge clk);\n"
		"\t\t$finish; // ends the run, then the simulation\n"
		"\tend\n"
		"endmodule\n",
		CYCLES);
	return 0;
}

int emit_experiment(const struct plan *plan, FILE *out)
{
	const struct plan_field *f = watched(plan);
	const uint64_t unit = UINT64_C(1) << lowest(f);

	fprintf(out,
		"# points and an interval of %s_tb.v\n"
		"gnomon: 1\n"
		"manifest: out/manifest.json\n"
		"nodes: [",
		plan->name);
	put_nodes(plan, f, out);
	fprintf(out,
		"]\n"
		"points:\n"
		"  first:  { match: \"%s in 0x%" PRIx64 "/0x%" PRIx64 "\" }\n",
		f->name, unit, counts(f) ? 3 * unit : unit);
	if (counts(f))
		fprintf(out,
			"  second: { match: \"%s in 0x%" PRIx64 "/0x%" PRIx64 "\" }\n"
			"intervals:\n"
			"  between: { from: first, to: second }\n",
			f->name, 3 * unit, 3 * unit);
	return 0;
}
