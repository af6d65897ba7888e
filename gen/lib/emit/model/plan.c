/* SPDX-License-Identifier: Apache-2.0 */
/* The plan of a model as tables of C, and the functions that its module calls. */
#include "emit/emit.h"

#include <inttypes.h>

#include "emit/model/model.h"
#include "emit/rom.h"
#include "tables/tables.h"

#define ROW_BYTES 16u
#define INSIDE_NODES 16u

static void put_ranks(FILE *out, const struct plan *plan, const struct plan_node *node)
{
	const struct layout_table *tables = plan->nodes[node->owner].layout->ranks;
	const struct rank_tree *tree = node->layout->tree;

	fprintf(out, "\nstatic const struct gnomon_model_rank ranks_%u[] = {\n", node->index);
	for (unsigned r = 0; r < tree->count; r++) {
		const struct rank *rank = &tree->ranks[r];

		fprintf(out, "\t{%u, %u, {", tables[r].base, rank->inputs_count);
		for (unsigned i = 0; i < rank->inputs_count; i++)
			fprintf(out, "%s{%d, %u, %u}", i ? ", " : "", rank->inputs[i].rank,
				rank->inputs[i].lo, rank->inputs[i].bits);
		fputs("}},\n", out);
	}
	fputs("};\n", out);
}

static void put_flag(FILE *out, int flag)
{
	fprintf(out, " %s,", flag ? "true" : "false");
}

static size_t host_number(const struct plan_node *node)
{
	return node->host ? node->triggers_count - 1 - (size_t)node->capture : 0;
}

/* The first threshold: behind the triggers of the lines in their interrupt form. */
static size_t fires_number(const struct plan_node *node)
{
	const struct plan_preprocessors *m = node->preprocessors;

	return node->triggers_count - (size_t)node->capture - (size_t)node->host -
	       (m ? m->watchers[WATCHER_FIRES].count : 0);
}

static void put_node(FILE *out, const struct plan_node *node, unsigned at)
{
	const struct plan_preprocessors *m = node->preprocessors;
	const unsigned pairs = m ? m->counted : 0;

	fprintf(out, "\t{ /* %s */\n\t\t%u, %u, %u, %u, %u, %u,", node->name, at, node->owner,
		node->word_bits, model_bit_words(node), node->code_bits, node->layout->tree->count);
	put_flag(out, layout_has_actions_beside(node->layout));
	fprintf(out, " ranks_%u, %u,\n\t\t{", node->index, node->layout->cells);
	for (unsigned i = 0; i < TAB_TABLES; i++)
		fprintf(out, "%s%u", i ? ", " : "", node->layout->others[i].base);
	fprintf(out, "},\n\t\t%u, %u, %u,", node->sequences, node->sequences_steps, node->strict);
	put_flag(out, node->timer);
	put_flag(out, node->watchdog);
	put_flag(out, node->host);
	fprintf(out, " %zu, %zu, %zu, %u, %u, %u,", fires_number(node) - 2 * node->rounds,
		fires_number(node), host_number(node), node->asks, node->almost_full,
		node->depth + MODEL_STORED);
	put_flag(out, node->port.bus != NULL);
	put_flag(out, node->port.pc != NULL);
	put_flag(out, node->port.process_time);
	fprintf(out, " %u, %u, %zu,\n\t\t%u, %u, %u, %u, %u, %u, %u, ", node->port.code_bits,
		node->port.data_bits, node->triggers_count, model_word_count(node),
		model_port_word(node), model_first_signal(node), m ? (unsigned)m->form : 0, pairs,
		pairs ? m->runs_count : 0, m ? m->sample_words : 0);
	if (pairs)
		fprintf(out, "pairs_%u, runs_%u, ", node->index, node->index);
	else
		fputs("NULL, NULL, ", out);
	if (model_has_measures(node))
		fprintf(out, "&measures_%u", node->index);
	else
		fputs("NULL", out);
	fprintf(out, ", %u, %uu},\n", node->tick_log2, node->seed);
}

static void put_identity(FILE *out, const struct plan *plan)
{
	fputs("{", out);
	for (unsigned i = 0; i < 4; i++)
		fprintf(out, "%u, ", tab_magic() >> 8 * i & 255);
	for (unsigned i = 0; i < 8; i++)
		fprintf(out, "%u%s", (unsigned)(plan->hash >> 8 * i & 255), i < 7 ? ", " : "}");
}

static void put_rom(FILE *out, const struct rom *rom)
{
	fputs("\nstatic const uint8_t rom[] = {", out);
	for (size_t i = 0; i < rom->count; i++)
		fprintf(out, "%s%u,", i % ROW_BYTES ? " " : "\n\t", rom->bytes[i]);
	fputs("\n};\n", out);
}

/* The arguments of the function of a clock: the words that come in each. */
static void put_arguments(FILE *out, const struct plan *plan)
{
	struct model_word word;

	fputs("(int model, int link", out);
	for (size_t i = 0; i < plan->nodes_count; i++) {
		for (unsigned k = 0; k < model_word_count(&plan->nodes[i]); k++) {
			model_word(&plan->nodes[i], k, &word);
			if (!word.when)
				fprintf(out, ",\n\tint n%zu_%u", i, k);
		}
	}
	fputc(')', out);
}

/* The quick clocks of the nodes: each inside, or of many in a loop, as code has its cost, too. */
static void put_quick(FILE *out, const struct plan *plan)
{
	if (plan->nodes_count > INSIDE_NODES) {
		fputs("\tmodel_nodes_alone(at);\n", out);
		return;
	}
	for (size_t i = 0; i < plan->nodes_count; i++) {
		fprintf(out, "\tmodel_quick(at, at->node + %zu, nodes + %zu, ", i, i);
		if (model_has_amounts(&plan->nodes[i]))
			fprintf(out, "amounts_%zu);\n", i);
		else
			fputs("NULL);\n", out);
	}
}

static void put_functions(FILE *out, const struct plan *plan)
{
	const char *name = plan->name;
	struct model_word word;
	unsigned at = 0;

	fprintf(out,
		"\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
		"int %s_model_new(void);\nvoid %s_model_put(int model, int at, int word);\n"
		"void %s_model_value(int model, int node, int at, int value);\n"
		"int %s_model_clock",
		name, name, name, name);
	put_arguments(out, plan);
	fputs(";\n", out);
	if (plan->interrupt || plan->report)
		fprintf(out,
			"void %s_model_round(int model, int node, int state);\n"
			"int %s_model_raised(int model, int what, int word);\n"
			"\nvoid %s_model_round(int model, int node, int state)\n{\n"
			"\tgnomon_model_round(model, node, state);\n}\n\n"
			"int %s_model_raised(int model, int what, int word)\n{\n"
			"\treturn gnomon_model_raised(model, what, word);\n}\n",
			name, name, name, name);
	fprintf(out,
		"\nint %s_model_new(void)\n{\n\treturn gnomon_model_new(&plan);\n}\n\n"
		"void %s_model_put(int model, int at, int word)\n{\n"
		"\tmodel_all[model]->recent[0][at] = (uint32_t)word;\n}\n\n"
		"void %s_model_value(int model, int node, int at, int value)\n{\n"
		"\tgnomon_model_value(model, node, at, (uint32_t)value);\n}\n\n"
		"int %s_model_clock",
		name, name, name, name);
	put_arguments(out, plan);
	fputs("\n{\n\tstruct model *at = model_all[model];\n\tuint32_t *in = at->recent[0];\n\n",
	      out);
	for (size_t i = 0; i < plan->nodes_count; i++) {
		for (unsigned k = 0; k < model_word_count(&plan->nodes[i]); k++, at++) {
			model_word(&plan->nodes[i], k, &word);
			if (!word.when)
				fprintf(out, "\tin[%u] = (uint32_t)n%zu_%u;\n", at, i, k);
		}
	}
	fputs("\tif (!model_quick_begins(at, link))\n\t\treturn gnomon_model_clock(model, link);\n",
	      out);
	put_quick(out, plan);
	fputs("\treturn model_quick_ends(at);\n}\n"
	      "#ifdef __cplusplus\n}\n#endif\n",
	      out);
}

int emit_model_c(const struct plan *plan, FILE *out)
{
	struct rom rom = {0};
	unsigned at = 0;

	if (plan->rom && rom_make(plan, &rom))
		return -1;
	fprintf(out,
		"/* SPDX-License-Identifier: Apache-2.0 */\n"
		"/* The simulated model of the monitor %s, plan %016" PRIx64
		". Emitted by gnomon-gen %s: do not edit. */\n"
		"#include \"gnomon_model_quick.h\"\n",
		plan->name, plan->hash, plan->version);
	for (size_t i = 0; i < plan->nodes_count; i++) {
		put_ranks(out, plan, &plan->nodes[i]);
		model_put_measures(out, plan, &plan->nodes[i]);
	}
	if (plan->rom)
		put_rom(out, &rom);
	fputs("\nstatic const struct gnomon_model_node nodes[] = {\n", out);
	for (size_t i = 0; i < plan->nodes_count; i++) {
		put_node(out, &plan->nodes[i], at);
		at += model_word_count(&plan->nodes[i]);
	}
	fprintf(out, "};\n\nstatic const struct gnomon_model_plan plan = {\n\t\"%s\",\n\t",
		plan->name);
	put_identity(out, plan);
	fprintf(out, ",\n\t%s, %u, %s, %s, %s, %s, %u, %u, %u, %u, %zu, %s, %zu, nodes,\n};\n",
		plan->form == PLAN_SINGLE ? "true" : "false", plan->register_taps != 0,
		plan->capture ? "true" : "false", plan->interrupt ? "true" : "false",
		plan->report ? "true" : "false", plan->sync ? "true" : "false",
		plan->capture || plan->report ? model_lag(plan, plan->nodes) : 0, plan->time_bits,
		plan->slots_log2, plan->addr_bits, plan->nodes_count, plan->rom ? "rom" : "NULL",
		rom.count);
	at = 0;
	for (size_t i = 0; i < plan->nodes_count && plan->nodes_count <= INSIDE_NODES; i++) {
		if (model_has_amounts(&plan->nodes[i]))
			model_put_amounts(out, &plan->nodes[i], at);
		at += model_word_count(&plan->nodes[i]);
	}
	put_functions(out, plan);
	rom_free(&rom);
	return 0;
}
