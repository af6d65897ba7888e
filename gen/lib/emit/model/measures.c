/* SPDX-License-Identifier: Apache-2.0 */
/* What a node of a model measures, as tables of C. */
#include <string.h>

#include "emit/model/model.h"
#include "model/keys.h"
#include "tables/tables.h"

/* As gnomon_model.h names them. */
#define SOURCE "GNOMON_MODEL_"

static int line_number(const struct plan_preprocessors *m, const char *line)
{
	for (size_t i = 0; i < m->lines_count; i++)
		if (strcmp(m->lines[i], line) == 0)
			return (int)i;
	return -1;
}

/* What a preprocessor observes; `owner` and `key` name the line, where it is routed. */
static void put_input(FILE *out, const struct plan_node *node, const struct plan_input *input,
		      const char *owner, const char *key)
{
	const struct plan_preprocessors *m = node->preprocessors;
	char line[256];

	if (!input->name) {
		fputs("{" SOURCE "NOTHING, 0}", out);
	} else if (input->event >= 0) {
		fprintf(out, "{" SOURCE "EVENT, %d}", input->event);
	} else if (key_is_choice(KEY_ALWAYS, input->name)) {
		fputs("{" SOURCE "ALWAYS, 0}", out);
	} else if (key_is_choice(KEY_ROUTE, input->name)) {
		snprintf(line, sizeof(line), "%s.%s", owner, key);
		fprintf(out, "{" SOURCE "LINE, %d}", line_number(m, line));
	} else if (model_value_number(node, input->name) >= 0) {
		fprintf(out, "{" SOURCE "VALUE, %d}", model_value_number(node, input->name));
	} else {
		fprintf(out, "{" SOURCE "SIGNAL, %d}", model_signal_number(node, input->name));
	}
}

static void put_pairs(FILE *out, const struct plan_node *node)
{
	const struct plan_preprocessors *m = node->preprocessors;

	if (!m->counted)
		return;
	fprintf(out, "\nstatic const struct gnomon_model_pair pairs_%u[] = {\n", node->index);
	for (size_t i = 0; i < m->counted; i++) {
		const struct plan_pair *pair = &m->pairs[i];

		fputs("\t{", out);
		if (i < m->pairs_count) {
			put_input(out, node, &pair->a, pair->name, "a");
			fputs(", ", out);
			put_input(out, node, &pair->b, pair->name, "b");
		} else {
			fputs("{0, 0}, {0, 0}", out);
		}
		fprintf(out, ", %d}, /* %s */\n",
			pair->gate ? model_signal_number(node, pair->gate) : -1, pair->name);
	}
	fprintf(out, "};\n\nstatic const struct gnomon_model_run runs_%u[] = {\n", node->index);
	for (unsigned i = 0; i < m->runs_count; i++)
		fprintf(out, "\t{%u, %u, %u, %u},\n", m->runs[i].first, m->runs[i].pairs,
			m->runs[i].group, m->runs[i].words);
	fputs("};\n", out);
}

/* The delay of a signal that the description states. */
static int delay_of(const struct plan_preprocessors *m, const char *target)
{
	for (size_t i = 0; i < m->signals_count; i++)
		if (strcmp(m->signals[i].name, target) == 0)
			return m->signals[i].delay;
	return 0;
}

static void put_signals(FILE *out, const struct plan_node *node)
{
	const struct plan_preprocessors *m = node->preprocessors;

	fprintf(out, "\nstatic const int8_t delays_%u[] = {", node->index);
	for (size_t i = 0; i < m->ports_count; i++)
		if (model_value_number(node, m->targets[i]) < 0)
			fprintf(out, "%d, ", delay_of(m, m->targets[i]));
	fputs("0};\n", out);
	if (!m->numbers_count)
		return;
	fprintf(out, "\nstatic const struct gnomon_model_value values_%u[] = {\n", node->index);
	for (size_t i = 0; i < m->numbers_count; i++)
		fprintf(out, "\t{%u, %u, %d, %d}, /* %s */\n", model_value_word(node, (unsigned)i),
			m->numbers[i].bits,
			m->numbers[i].when ? model_signal_number(node, m->numbers[i].when) : -1,
			m->numbers[i].delay, m->numbers[i].name);
	fputs("};\n", out);
}

static unsigned kind_number(const struct quantity_kind *kind)
{
	unsigned number = 0;

	while (quantity_at(number) != kind)
		number++;
	return number;
}

static int has_kind(const struct plan_preprocessors *m, const char *name)
{
	for (size_t i = 0; i < m->quantities_count; i++)
		if (m->quantities[i].kind == quantity_find(name))
			return 1;
	return 0;
}

static void put_quantities(FILE *out, const struct plan_node *node)
{
	const struct plan_preprocessors *m = node->preprocessors;

	if (!m->quantities_count)
		return;
	fprintf(out, "\nstatic const struct gnomon_model_quantity quantities_%u[] = {\n",
		node->index);
	for (size_t i = 0; i < m->quantities_count; i++) {
		const struct plan_quantity *q = &m->quantities[i];

		fprintf(out, "\t{%u, %u, %u, {", kind_number(q->kind), q->bits, q->outstanding);
		for (unsigned k = 0; k < QUANTITY_INPUTS; k++) {
			put_input(out, node, &q->inputs[k], q->name,
				  quantity_key_name((enum quantity_key)k));
			fputs(k + 1 < QUANTITY_INPUTS ? ", " : "", out);
		}
		fprintf(out, "}}, /* %s */\n", q->name);
	}
	fputs("};\n", out);
}

static void put_watchers(FILE *out, const struct plan_node *node, enum watcher_role role,
			 const char *name)
{
	const struct plan_watchers *w = &node->preprocessors->watchers[role];

	if (!w->count)
		return;
	fprintf(out, "\nstatic const struct gnomon_model_watcher %s_%u[] = {\n", name, node->index);
	for (size_t i = 0; i < w->count; i++)
		fprintf(out, "\t{%u, %u, %u, %u, %u}, /* %s */\n", w->items[i].of,
			w->items[i].group, w->items[i].count, w->items[i].bits,
			role == WATCHER_BANKED ? node->layout->others[TAB_TABLE_RANGES + i].base
					       : 0,
			w->items[i].name);
	fputs("};\n", out);
}

static void put_banks(FILE *out, const struct plan_node *node)
{
	const struct plan_watchers *w = &node->preprocessors->watchers[WATCHER_COUNTED];

	for (size_t i = 0; i < w->count; i++) {
		fprintf(out, "\nstatic const struct gnomon_model_input bank_%u_%zu[] = {\n",
			node->index, i);
		for (size_t k = 0; k < w->items[i].inputs_count; k++) {
			char key[24];

			snprintf(key, sizeof(key), "%zu", k);
			fputc('\t', out);
			put_input(out, node, &w->items[i].inputs[k], w->items[i].name, key);
			fputs(",\n", out);
		}
		fputs("};\n", out);
	}
	if (!w->count)
		return;
	fprintf(out, "\nstatic const struct gnomon_model_bank banks_%u[] = {\n", node->index);
	for (size_t i = 0; i < w->count; i++)
		fprintf(out, "\t{%zu, %u, bank_%u_%zu},\n", w->items[i].inputs_count,
			w->items[i].group, node->index, i);
	fputs("};\n", out);
}

static void put_memories(FILE *out, const struct plan_node *node)
{
	const struct plan_watchers *w = &node->preprocessors->watchers[WATCHER_KEPT];

	if (!w->count)
		return;
	fprintf(out, "\nstatic const struct gnomon_model_memory memories_%u[] = {\n", node->index);
	for (size_t i = 0; i < w->count; i++)
		fprintf(out, "\t{%u, %s, %u, %u}, /* %s */\n", w->items[i].event,
			w->items[i].changes ? "true" : "false", w->items[i].before,
			w->items[i].after, w->items[i].name);
	fputs("};\n", out);
}

static void put_groups(FILE *out, const struct plan_node *node)
{
	const struct plan_preprocessors *m = node->preprocessors;

	if (!m->group_lines_count)
		return;
	fprintf(out, "\nstatic const struct gnomon_model_group_line groups_%u[] = {\n",
		node->index);
	for (size_t i = 0; i < m->group_lines_count; i++)
		fprintf(out, "\t{%u, %u},\n", m->group_lines[i].group, m->group_lines[i].action);
	fputs("};\n", out);
}

/* A number of parts and the name of their table. */
static void put_part(FILE *out, const struct plan_node *node, size_t count, const char *name)
{
	if (count)
		fprintf(out, "\t%zu, %s_%u,\n", count, name, node->index);
	else
		fputs("\t0, NULL,\n", out);
}

/* 1 where a node has nothing but pairs of signals as they are. */
static int is_plain(const struct plan_node *node)
{
	const struct plan_preprocessors *m = node->preprocessors;

	if (m->lines_count || m->numbers_count || m->quantities_count || m->gate ||
	    m->watchers[WATCHER_COUNTED].count)
		return 0;
	for (size_t i = 0; i < m->signals_count; i++)
		if (m->signals[i].delay)
			return 0;
	for (size_t i = 0; i < m->pairs_count; i++)
		if (m->pairs[i].gate || m->pairs[i].a.event >= 0 || m->pairs[i].b.event >= 0)
			return 0;
	return !m->events_count && !m->group_lines_count;
}

static void put_row(FILE *out, const struct plan *plan, const struct plan_node *node)
{
	const struct plan_preprocessors *m = node->preprocessors;
	const struct plan_watchers *w = m->watchers;

	fprintf(out,
		"\nstatic const struct gnomon_model_measures measures_%u = {\n"
		"\t%u, %zu, delays_%u,\n",
		node->index, model_signals(node), m->signals_count, node->index);
	put_part(out, node, m->numbers_count, "values");
	fprintf(out, "\t%u, %zu, %s, %d, %s, %s,\n", model_lag(plan, node), m->lines_count,
		m->gate ? "true" : "false",
		m->gate && m->signals_count ? line_number(m, "gate") : -1,
		has_kind(m, "pulse") ? "true" : "false", has_kind(m, "latency") ? "true" : "false");
	put_part(out, node, m->quantities_count, "quantities");
	put_part(out, node, w[WATCHER_FIRES].count, "thresholds");
	put_part(out, node, w[WATCHER_SAMPLED].count, "extremes");
	put_part(out, node, w[WATCHER_BANKED].count, "units");
	put_part(out, node, w[WATCHER_COUNTED].count, "banks");
	put_part(out, node, w[WATCHER_KEPT].count, "memories");
	fprintf(out, "\t%zu,\n", m->events_count);
	put_part(out, node, m->group_lines_count, "groups");
	fputs("};\n", out);
}

/* Clocks that the latest of all comes after what it belongs to. */
static unsigned lag_of(const struct plan_preprocessors *m)
{
	int lag = 0;

	for (size_t i = 0; i < m->signals_count; i++)
		if (-m->signals[i].delay > lag)
			lag = -m->signals[i].delay;
	for (size_t i = 0; i < m->numbers_count; i++)
		if (-m->numbers[i].delay > lag)
			lag = -m->numbers[i].delay;
	return (unsigned)lag;
}

/* The value that an input of a pair adds up, if it is there in each clock; -1: it is none. */
static int amount_of(const struct plan_node *node, const struct plan_input *input)
{
	const int value =
	    input->name && input->event < 0 ? model_value_number(node, input->name) : -1;

	return value >= 0 && !node->preprocessors->numbers[value].when ? value : -1;
}

/* Adds one up. A node with one of more clocks before has no quick clocks. */
static void put_amount(FILE *out, const struct plan_node *node, size_t pair, unsigned which,
		       unsigned value, unsigned at)
{
	const struct plan_preprocessors *m = node->preprocessors;
	const int back = (int)lag_of(m) + m->numbers[value].delay;

	fprintf(out, "\tnode->ratios.sum[%zu][%u] += model->recent[%d][%u]; /* %s */\n", pair,
		which, back < MODEL_BACK ? back : 0, at + model_value_word(node, value),
		m->numbers[value].name);
}

int model_has_amounts(const struct plan_node *node)
{
	const struct plan_preprocessors *m = node->preprocessors;

	for (size_t i = 0; m && i < m->pairs_count; i++)
		if (amount_of(node, &m->pairs[i].a) >= 0 || amount_of(node, &m->pairs[i].b) >= 0)
			return 1;
	return 0;
}

void model_put_amounts(FILE *out, const struct plan_node *node, unsigned at)
{
	const struct plan_preprocessors *m = node->preprocessors;

	fprintf(out,
		"\n/* Of values that are there in each clock. */\n"
		"MODEL_INSIDE void amounts_%u(const struct model *model, struct model_node *node)\n"
		"{\n",
		node->index);
	for (size_t i = 0; i < m->pairs_count; i++) {
		const int a = amount_of(node, &m->pairs[i].a), b = amount_of(node, &m->pairs[i].b);

		if (a >= 0)
			put_amount(out, node, i, 0, (unsigned)a, at);
		if (b >= 0)
			put_amount(out, node, i, 1, (unsigned)b, at);
	}
	fputs("}\n", out);
}

int model_has_measures(const struct plan_node *node)
{
	return node->preprocessors && !is_plain(node);
}

unsigned model_lag(const struct plan *plan, const struct plan_node *node)
{
	unsigned lag = 0;

	if (!plan->capture && !plan->report)
		return model_has_measures(node) ? lag_of(node->preprocessors) : 0;
	for (size_t i = 0; i < plan->nodes_count; i++) {
		const struct plan_node *n = &plan->nodes[i];
		unsigned own = model_has_measures(n) ? lag_of(n->preprocessors) : 0;

		lag = own > lag ? own : lag;
	}
	return (plan->interrupt || plan->report) && !lag ? 1 : lag;
}

void model_put_measures(FILE *out, const struct plan *plan, const struct plan_node *node)
{
	if (!node->preprocessors)
		return;
	put_pairs(out, node);
	if (is_plain(node))
		return;
	put_signals(out, node);
	put_quantities(out, node);
	put_watchers(out, node, WATCHER_FIRES, "thresholds");
	put_watchers(out, node, WATCHER_SAMPLED, "extremes");
	put_watchers(out, node, WATCHER_BANKED, "units");
	put_banks(out, node);
	put_memories(out, node);
	put_groups(out, node);
	put_row(out, plan, node);
}
