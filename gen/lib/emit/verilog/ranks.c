/* SPDX-License-Identifier: Apache-2.0 */
/* The module of a tree of ranks. Nets end in the number of the lane. */
#include <stdio.h>

#include "emit/verilog/verilog.h"

#define NAME_CHARS 48
#define CELL_BITS 8u

/* The bits of the word, or the code, of an input, in the clock in which it is first valid. */
static void name_source(char *text, const struct plan_ranks *r, const struct rank_input *input,
			unsigned lane)
{
	if (input->rank >= 0)
		snprintf(text, NAME_CHARS, "rank%d_code%u", input->rank, lane);
	else if (input->bits == r->word_bits)
		snprintf(text, NAME_CHARS, "word%u_i", lane);
	else if (input->bits == 1)
		snprintf(text, NAME_CHARS, "word%u_i[%u]", lane, input->lo);
	else
		snprintf(text, NAME_CHARS, "word%u_i[%u:%u]", lane, input->lo + input->bits - 1,
			 input->lo);
}

/* The same in the clock in which the rank reads it. */
static void name_input(char *text, const struct plan_ranks *r, unsigned k, unsigned i,
		       unsigned lane)
{
	const struct rank_input *input = &r->tree->ranks[k].inputs[i];

	if (input->wait)
		snprintf(text, NAME_CHARS, "rank%u_in%u_%u", k, i, lane);
	else
		name_source(text, r, input, lane);
}

/* What a rank reads, for people: the highest input first, as in the index. */
static void put_comment(FILE *out, const struct plan_ranks *r, unsigned k)
{
	const struct rank *rank = &r->tree->ranks[k];

	fprintf(out, "\n\t// Rank %u, level %u:", k, rank->level);
	for (unsigned i = rank->inputs_count; i-- > 0;) {
		const struct rank_input *input = &rank->inputs[i];

		if (input->rank >= 0)
			fprintf(out, " rank %d", input->rank);
		else if (input->bits == 1)
			fprintf(out, " bit %u", input->lo);
		else
			fprintf(out, " bits %u..%u", input->lo + input->bits - 1, input->lo);
		if (i)
			fputc(',', out);
	}
	fprintf(out, "%s\n", k + 1 == r->tree->count ? "; its code is the event" : "");
}

static void put_delay(FILE *out, const struct plan_ranks *r, unsigned k, unsigned i, unsigned lane)
{
	const struct rank_input *input = &r->tree->ranks[k].inputs[i];
	char source[NAME_CHARS];
	char net[NAME_CHARS];
	char instance[2 * NAME_CHARS];
	const struct verilog_join params[] = {
	    {"WIDTH", NULL, input->bits},
	    {"CLOCKS", NULL, input->wait * ranks_level_clocks(r->tree, r->registered)},
	    {0}};
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0}, {"d_i", source, 0}, {"q_o", net, 0}, {0}};

	if (!input->wait)
		return;
	name_source(source, r, input, lane);
	name_input(net, r, k, i, lane);
	snprintf(instance, sizeof(instance), "u_%s", net);
	verilog_wire(out, input->bits, net);
	verilog_instance(out, "gnomon_cell_delay", params, instance, ports);
}

/* The index of a rank: its inputs, the first lowest. */
static void put_index(FILE *out, const struct plan_ranks *r, unsigned k, unsigned lane)
{
	const struct rank *rank = &r->tree->ranks[k];
	char name[NAME_CHARS];

	for (unsigned i = 0; i < rank->inputs_count; i++)
		put_delay(out, r, k, i, lane);
	snprintf(name, sizeof(name), "rank%u_index%u", k, lane);
	verilog_wire(out, rank->index_bits, name);
	fprintf(out, "\tassign %s = %s", name, rank->inputs_count > 1 ? "{" : "");
	for (unsigned i = rank->inputs_count; i-- > 0;) {
		name_input(name, r, k, i, lane);
		fprintf(out, "%s%s", name, i ? ", " : "");
	}
	fputs(rank->inputs_count > 1 ? "};\n" : ";\n", out);
	snprintf(name, sizeof(name), "rank%u_code%u", k, lane);
	verilog_wire(out, rank->code_bits, name);
}

static void put_rank(FILE *out, const struct plan_ranks *r, unsigned k)
{
	const struct rank *rank = &r->tree->ranks[k];
	unsigned registers = ranks_registers(r->tree, k, r->registered);
	char instance[NAME_CHARS];
	char index[2][NAME_CHARS];
	char code[2][NAME_CHARS];
	const struct verilog_join params[] = {
	    {"INDEX_W", NULL, rank->index_bits},
	    {"CODE_W", NULL, rank->code_bits},
	    {"CELL_W", NULL, r->cell_bits},
	    {"BASE", NULL, r->tables[k].base},
	    {"LANES", NULL, r->lanes},
	    {"SINGLE_PORT", NULL, (unsigned)rank->spram},
	    {registers ? "REGISTERS" : NULL, NULL, registers},
	    {0},
	};
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0},
	    {"wr_valid_i", "wr_valid_i", 0},
	    {"wr_addr_i", "wr_addr_i", 0},
	    {"wr_data_i", "wr_data_i", 0},
	    {"index0_i", index[0], 0},
	    {"code0_o", code[0], 0},
	    {"index1_i", index[1], 0},
	    {"code1_o", code[1], 0},
	    {0},
	};

	put_comment(out, r, k);
	for (unsigned lane = 0; lane < r->lanes; lane++) {
		put_index(out, r, k, lane);
		snprintf(index[lane], NAME_CHARS, "rank%u_index%u", k, lane);
		snprintf(code[lane], NAME_CHARS, "rank%u_code%u", k, lane);
	}
	if (r->lanes == 1) {
		snprintf(index[1], NAME_CHARS, "%u'd0", rank->index_bits);
		snprintf(code[1], NAME_CHARS, "rank%u_unused", k);
		verilog_wire(out, rank->code_bits, code[1]);
	}
	snprintf(instance, sizeof(instance), "u_rank%u", k);
	verilog_instance(out, "gnomon_trigger_rank", params, instance, ports);
}

/* The last rank where the actions are beside the codes. */
static void put_last(FILE *out, const struct plan_ranks *r, unsigned k)
{
	const struct rank *rank = &r->tree->ranks[k];
	char index[NAME_CHARS];
	char code[NAME_CHARS];
	char instance[NAME_CHARS];
	const struct verilog_join params[] = {
	    {"INDEX_W", NULL, rank->index_bits},      {"CODE_W", NULL, rank->code_bits},
	    {"CELL_W", NULL, r->cell_bits},	      {"BASE", NULL, r->tables[k].base},
	    {"ACTIONS_BASE", NULL, r->actions->base}, {0},
	};
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0},
	    {"wr_valid_i", "wr_valid_i", 0},
	    {"wr_addr_i", "wr_addr_i", 0},
	    {"wr_data_i", "wr_data_i", 0},
	    {"index_i", index, 0},
	    {"code_o", code, 0},
	    {"actions_o", "actions0_o", 0},
	    {0},
	};

	put_comment(out, r, k);
	put_index(out, r, k, 0);
	snprintf(index, sizeof(index), "rank%u_index0", k);
	snprintf(code, sizeof(code), "rank%u_code0", k);
	snprintf(instance, sizeof(instance), "u_rank%u", k);
	verilog_instance(out, "gnomon_trigger_last", params, instance, ports);
}

static void put_module_ports(FILE *out, const struct plan_ranks *r)
{
	const struct plan_port bus[] = {
	    {"clk", 1, 0, ""},
	    {"wr_valid_i", 1, 0, "table bus"},
	    {"wr_addr_i", r->cell_bits, 0, ""},
	    {"wr_data_i", CELL_BITS, 0, ""},
	};

	fprintf(out, "\nmodule %s (\n", r->module);
	for (size_t i = 0; i < sizeof(bus) / sizeof(bus[0]); i++)
		verilog_port(out, &bus[i], 0);
	for (unsigned lane = 0; lane < r->lanes; lane++) {
		char word[NAME_CHARS];
		char code[NAME_CHARS];

		snprintf(word, sizeof(word), "word%u_i", lane);
		snprintf(code, sizeof(code), "code%u_o", lane);
		verilog_port(out, &(struct plan_port){word, r->word_bits, 0, "watched word"}, 0);
		verilog_port(out, &(struct plan_port){code, r->tree->code_bits, 1, "event code"},
			     lane + 1 == r->lanes && !r->actions);
	}
	if (r->actions)
		verilog_port(out, &(struct plan_port){"actions0_o", CELL_BITS, 1, "its actions"},
			     1);
	fputs(");\n", out);
}

void verilog_ranks(FILE *out, const struct plan_ranks *r)
{
	unsigned last = r->tree->count - 1;
	unsigned clocks = ranks_clocks(r->tree, r->registered);

	fprintf(out,
		"\n// The word's event code, %u clock%s later: %u rank%s, about %u RAM block%s",
		clocks, clocks > 1 ? "s" : "", r->tree->count, last ? "s" : "", r->tree->blocks,
		r->tree->blocks == 1 ? "" : "s");
	if (r->tree->sprams)
		fprintf(out, " and %u of SPRAM", r->tree->sprams);
	fputs(".\n", out);
	put_module_ports(out, r);
	for (unsigned k = 0; k < r->tree->count; k++) {
		if (r->actions && k == last)
			put_last(out, r, k);
		else
			put_rank(out, r, k);
	}
	for (unsigned lane = 0; lane < r->lanes; lane++)
		fprintf(out, "%s\tassign code%u_o = rank%u_code%u;\n", lane ? "" : "\n", lane, last,
			lane);
	fputs("\nendmodule\n", out);
}
