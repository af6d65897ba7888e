/* SPDX-License-Identifier: Apache-2.0 */
/* The module of a model: the ports of the monitor, and one call of C a clock. */
#include "emit/emit.h"

#include "emit/model/model.h"
#include "emit/verilog/verilog.h"

#define WORD_BITS 32u
#define NETS_LINE 4u
#define STORE_BITS 2u	 /* of a node's state of a round */
#define ROUNDS_ABOVE 21u /* bits of a link's word from the lines on */
#define ASK_CLOCKS 1u	 /* from a word's actions to ask_o of the headend */

/*
 * Words of the bits of a node. Each is a net of its own, as Verilator joins neighbours in a vector
 * in what drives a net, and not in an argument.
 */
static void put_bits(FILE *out, const struct plan_node *node)
{
	struct model_word word;

	for (unsigned k = 0; k < model_word_count(node); k++) {
		model_word(node, k, &word);
		if (word.count < 2)
			continue;
		fprintf(out, "\twire [31:0] %s_bits%u = {", node->name, k);
		if (word.bits < WORD_BITS)
			fprintf(out, "%u'd0, ", WORD_BITS - word.bits);
		for (unsigned i = word.count; i-- > 0;)
			fprintf(out, "%s%s", word.nets[i].net,
				!i		? "};\n"
				: i % NETS_LINE ? ", "
						: ",\n\t\t");
	}
}

/* A word as an argument, of 32 bits. */
static void put_argument(FILE *out, const struct plan_node *node, const struct model_word *word,
			 unsigned number)
{
	if (word->count > 1) {
		fprintf(out, "%s_bits%u", node->name, number);
		return;
	}
	if (word->bits > WORD_BITS) { /* the watched word */
		const unsigned unused = 2 * WORD_BITS - word->bits;

		if (!number)
			fprintf(out, "%s[31:0]", word->nets[0].net);
		else if (unused)
			fprintf(out, "{%u'd0, %s[%u:32]}", unused, word->nets[0].net,
				word->bits - 1);
		else
			fprintf(out, "%s[63:32]", word->nets[0].net);
		return;
	}
	if (word->bits < WORD_BITS)
		fprintf(out, "{%u'd0, ", WORD_BITS - word->bits);
	fputs(word->nets[0].net, out);
	if (word->bits < WORD_BITS)
		fputc('}', out);
}

static int has_rounds(const struct plan *plan)
{
	return plan->interrupt || plan->report;
}

static unsigned raised_words(const struct plan *plan)
{
	return (unsigned)(plan->nodes_count + WORD_BITS - 1) / WORD_BITS;
}

/* What C says of the nodes in a clock, a bit each: gnomon_model_raised. */
static const char *const raises[] = {"raise", "ask", "full"};

#define RAISES (sizeof(raises) / sizeof(raises[0]))

/* The line for which it is. */
static enum verilog_round raises_line(unsigned raise)
{
	return raise ? VERILOG_REPORT : VERILOG_CAPTURE;
}

/* Whether C says so of the node. */
static int has_raise(const struct plan *plan, const struct plan_node *node, unsigned raise)
{
	return raise == 2 ? node->almost_full > 0 : raise ? node->asks > 0 : plan->interrupt;
}

/* Clocks from a watched word to what the headend gives for it. */
static unsigned raise_clocks(const struct plan_node *node, unsigned raise)
{
	const unsigned clocks[RAISES] = {node->settled, node->depth + ASK_CLOCKS,
					 node->depth + MODEL_STORED};

	return clocks[raise];
}

/*
 * A net of the node: the assertion of a line. C says it a clock after the one that it looked at
 * last: the rest of the way takes as long as in the monitor.
 */
static void put_raise(FILE *out, const struct plan *plan, const struct plan_node *node,
		      unsigned raise, char *net)
{
	char bit[VERILOG_NET_CHARS], instance[VERILOG_NET_CHARS];
	const struct verilog_join params[] = {
	    {"WIDTH", NULL, 1},
	    {"CLOCKS", NULL, raise_clocks(node, raise) - model_lag(plan, node) - 1},
	    {0}};
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0}, {"d_i", bit, 0}, {"q_o", net, 0}, {0}};

	snprintf(net, VERILOG_NET_CHARS, "1'b0");
	if (!has_raise(plan, node, raise))
		return;
	snprintf(net, VERILOG_NET_CHARS, "%s_%s", node->name, raises[raise]);
	snprintf(instance, sizeof(instance), "%s_%s", node->instance, raises[raise]);
	snprintf(bit, sizeof(bit), "%ss%u[%u]", raises[raise], node->index / WORD_BITS,
		 node->index % WORD_BITS);
	verilog_wire(out, 1, net);
	verilog_instance(out, "gnomon_cell_delay", params, instance, ports);
}

/* Lines in their interrupt form are in the module, which has the processors' ports. */
static void put_rounds(FILE *out, const struct plan *plan)
{
	const unsigned lines = plan->nodes[0].rounds;

	for (unsigned r = 0; r < RAISES; r++)
		for (unsigned k = 0;
		     verilog_has_round(plan, raises_line(r)) && k < raised_words(plan); k++)
			fprintf(out,
				"\treg  [31:0] %ss%u;\n"
				"\twire        unused_%ss%u = &{1'b0, %ss%u};\n",
				raises[r], k, raises[r], k, raises[r], k);
	verilog_rounds(out, plan);
	for (size_t i = 0; i < plan->nodes_count; i++) {
		const struct plan_node *node = &plan->nodes[i];
		const unsigned bits = STORE_BITS + 2 * lines;
		struct verilog_line line;

		put_raise(out, plan, node, 0, line.raise);
		put_raise(out, plan, node, 1, line.ask);
		put_raise(out, plan, node, 2, line.full);
		snprintf(line.sent, sizeof(line.sent), "1'b1");
		verilog_node_rounds(out, plan, node, &line);
		fprintf(
		    out, "\twire [%u:0]  %s_round = {%s, %s, %s};\n\treg  [%u:0]  %s_round_q;\n",
		    bits - 1, node->name, line.store, line.late, line.own, bits - 1, node->name);
		if (i == 0)
			fprintf(out, "\twire [%u:0]  round_asserted = %s;\n", lines - 1, line.line);
		else
			fprintf(out, "\twire [%u:0]  %s_unused_lines = %s;\n", lines - 1,
				node->name, line.line);
	}
	verilog_round_drives(out, plan);
}

/* What C gets of the rounds in a clock. */
static void put_round_states(FILE *out, const struct plan *plan)
{
	const unsigned bits = STORE_BITS + 2 * plan->nodes[0].rounds;

	for (size_t i = 0; i < plan->nodes_count; i++) {
		const char *node = plan->nodes[i].name;

		fprintf(out,
			"\t\tif (%s_round != %s_round_q)\n"
			"\t\t\t%s_model_round(model, %zu, {%u'd0, %s_round});\n"
			"\t\t%s_round_q <= %s_round;\n",
			node, node, plan->name, i, WORD_BITS - bits, node, node, node);
	}
}

static void put_raised(FILE *out, const struct plan *plan)
{
	for (unsigned r = 0; r < RAISES; r++)
		for (unsigned k = 0;
		     verilog_has_round(plan, raises_line(r)) && k < raised_words(plan); k++)
			fprintf(out,
				"\t\t%ss%u <= next[11] ? %s_model_raised(model, %u, %u) : 32'd0;\n",
				raises[r], k, plan->name, r, k);
}

static void put_imports(FILE *out, const struct plan *plan)
{
	struct model_word word;

	fprintf(
	    out,
	    "\n	import \"DPI-C\" function int %s_model_new();\n"
	    "	import \"DPI-C\" function void %s_model_put(input int model, input int at,\n"
	    "		input int value);\n"
	    "	import \"DPI-C\" function void %s_model_value(input int model, input int node,\n"
	    "		input int at, input int value);\n"
	    "	import \"DPI-C\" function int %s_model_clock(input int model, input int link",
	    plan->name, plan->name, plan->name, plan->name);
	for (size_t i = 0; i < plan->nodes_count; i++) {
		for (unsigned k = 0; k < model_word_count(&plan->nodes[i]); k++) {
			model_word(&plan->nodes[i], k, &word);
			if (!word.when)
				fprintf(out, ",\n\t\tinput int %s_%u", plan->nodes[i].name, k);
		}
	}
	fputs(");\n", out);
	if (has_rounds(plan))
		fprintf(
		    out,
		    "\timport \"DPI-C\" function void %s_model_round(input int model, input int node,\n\t\tinput int state);\n"
		    "\timport \"DPI-C\" function int %s_model_raised(input int model, input int what,\n\t\tinput int word);\n",
		    plan->name, plan->name);
}

/* The words that are of use in some clocks only. */
static void put_some(FILE *out, const struct plan *plan)
{
	struct model_word word;
	unsigned at = 0;

	for (size_t i = 0; i < plan->nodes_count; i++) {
		for (unsigned k = 0; k < model_word_count(&plan->nodes[i]); k++, at++) {
			model_word(&plan->nodes[i], k, &word);
			if (!word.when)
				continue;
			fprintf(out, "\t\tif (%s)\n\t\t\t%s_model_", word.when, plan->name);
			if (word.value)
				fprintf(out, "value(model, %zu, %u, ", i, at);
			else
				fprintf(out, "put(model, %u, ", at);
			put_argument(out, &plan->nodes[i], &word, k);
			fputs(");\n", out);
		}
	}
}

static void put_call(FILE *out, const struct plan *plan)
{
	struct model_word word;
	char rounds[VERILOG_NET_CHARS];

	snprintf(rounds, sizeof(rounds), "%u'd0, round_asserted",
		 ROUNDS_ABOVE - plan->nodes[0].rounds);
	fprintf(out,
		"\n"
		"	// The words of gnomon_model.h\n"
		"	integer model;\n"
		"%s	initial begin\n"
		"		answer = 32'd0;\n"
		"		model = %s_model_new();\n"
		"		if (model < 0)\n"
		"			$fatal(1, \"the model of monitor '%s' cannot work\");\n"
		"	end\n"
		"	always @(posedge clk) begin\n",
		has_rounds(plan) ? "	reg [31:0] next;\n" : "", plan->name, plan->name);
	put_some(out, plan);
	if (has_rounds(plan))
		put_round_states(out, plan);
	if (has_rounds(plan))
		fputs("		/* verilator lint_off BLKSEQ */ // of this clock alone\n", out);
	fprintf(
	    out,
	    "		%s %s_model_clock(model,\n			{%s, rst, tx_taken, rx_there, rx_byte}",
	    has_rounds(plan) ? "next =" : "answer <=", plan->name,
	    has_rounds(plan) ? rounds : "21'd0");
	for (size_t i = 0; i < plan->nodes_count; i++) {
		for (unsigned k = 0; k < model_word_count(&plan->nodes[i]); k++) {
			model_word(&plan->nodes[i], k, &word);
			if (word.when)
				continue;
			fputs(",\n\t\t\t", out);
			put_argument(out, &plan->nodes[i], &word, k);
		}
	}
	fputs(");\n", out);
	if (has_rounds(plan)) {
		fputs("		/* verilator lint_on BLKSEQ */\n		answer <= next;\n",
		      out);
		put_raised(out, plan);
	}
	fputs("	end\n"
	      "	always @(posedge clk)\n"
	      "		if (answer[10])\n"
	      "			$fatal(1, \"the model stopped\");\n",
	      out);
}

static void put_byte_port(FILE *out, const struct plan *plan)
{
	const int phy = plan->phy->module != NULL;

	fprintf(out,
		"\n"
		"	// The byte port\n"
		"	reg [31:0] answer;\n"
		"	wire       rx_there = %s;\n"
		"	wire [7:0] rx_byte = %s;\n"
		"	wire       tx_taken = %s;\n"
		"	assign %s = 1'b1;\n"
		"	assign %s = answer[8];\n"
		"	assign %s = answer[7:0];\n"
		"	assign sync_o = answer[9];\n"
		"	wire unused_answer = &{1'b0, answer[31:11]};\n",
		phy ? "rx_valid" : "rx_valid_i", phy ? "rx_data" : "rx_data_i",
		phy ? "tx_ready" : "tx_ready_i", phy ? "rx_ready" : "rx_ready_o",
		phy ? "tx_valid" : "tx_valid_o", phy ? "tx_data" : "tx_data_o");
}

/* The memory port, which the model does not use. */
static void put_memory(FILE *out, const struct plan *plan)
{
	if (!plan->port)
		return;
	verilog_title(out, "Memory: the model has its own");
	for (const struct plan_port *p = plan->memory_ports; p->name; p++)
		if (p->output)
			fprintf(out, "\tassign %s = %u'd0;\n", p->name, p->bits);
	fputs("\twire unused_memory = &{1'b0", out);
	for (const struct plan_port *p = plan->memory_ports; p->name; p++)
		if (!p->output)
			fprintf(out, ", %s", p->name);
	fputs("};\n", out);
}

int emit_model_verilog(const struct plan *plan, FILE *out)
{
	verilog_banner(out, plan, "simulated model of a monitor");
	fputc('\n', out);
	verilog_ports(out, plan, VERILOG_ALL_CHIPS);
	fputs("\n`ifdef __ICARUS__\n"
	      "\ta_model_needs_DPI_C_take_the_Verilog_monitor u_bad ();\n"
	      "`else\n",
	      out);
	put_imports(out, plan);
	if (plan->phy->module)
		verilog_phy(out, plan);
	put_byte_port(out, plan);
	put_memory(out, plan);
	if (plan->register_taps) {
		verilog_taps(out, plan, VERILOG_ALL_CHIPS);
		fputs("\twire unused_sync = sync_q;\n", out);
	}
	for (size_t i = 0; i < plan->nodes_count; i++) {
		verilog_title(out, plan->nodes[i].name);
		verilog_word(out, &plan->nodes[i]);
		verilog_adapter(out, plan, &plan->nodes[i]);
		put_bits(out, &plan->nodes[i]);
	}
	if (has_rounds(plan))
		put_rounds(out, plan);
	put_call(out, plan);
	fputs("`endif\n\nendmodule\n", out);
	return 0;
}
