/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model: a monitor as compiled C: its clock, and the operations of the link. */
#include "gnomon_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gnomon/records.h>

#include "gnomon_model_parts.h"

enum {
	SYNC_CLOCKS = 2, /* from the call that starts a run to that of time 0 */
	RUN_TOP = 1 << 7,
};

struct model *model_all[GNOMON_MODEL_MOST];
static int model_count;

static void say(const struct gnomon_model_plan *plan, const char *text)
{
	fprintf(stderr, "gnomon_model: %s: %s\n", plan->name, text);
}

void model_fail(struct model *model, const char *text)
{
	if (!model->failed)
		say(model->plan, text);
	model->failed = true;
	model->steady = false;
}

static bool make_nodes(struct model *model)
{
	model->node = (struct model_node *)calloc(model->plan->nodes, sizeof(*model->node));
	model->node_end = model->node + model->plan->nodes;
	for (unsigned int i = 0; model->node && i < model->plan->nodes; i++) {
		struct model_node *node = &model->node[i];

		node->plan = &model->plan->node[i];
		node->number = (uint8_t)i;
		node->lag = node->plan->measures ? node->plan->measures->lag : model->plan->lag;
		node->first = node->plan->word_bits > 32 ? 2 : 1;
		node->each = node->plan->at + node->first;
		model_set_live(node, false);
		node->cell = (uint8_t *)calloc(node->plan->cells, 1);
		if (!node->cell || !model_measures_open(node))
			return false;
	}
	return model->node != NULL;
}

/* The words of all nodes, of as many clocks as their delays need. */
static bool make_rows(struct model *model)
{
	const struct gnomon_model_node *last = &model->plan->node[model->plan->nodes - 1];
	unsigned int rows = 1, i;

	for (i = 0; i < model->plan->nodes; i++)
		while (rows <= model_measures_span(&model->node[i]) || rows <= model->node[i].lag)
			rows *= 2;
	model->row_words = (uint32_t)last->at + last->words + 1; /* two are read at once */
	model->row_mask = rows - 1;
	model->row = (uint32_t *)calloc((size_t)rows * model->row_words, sizeof(*model->row));
	if (!model->row)
		return false;
	model->row_end = model->row + (size_t)rows * model->row_words;
	model->recent[0] = model->recent[1] = model->recent[2] = model->row;
	return true;
}

int gnomon_model_new(const struct gnomon_model_plan *plan)
{
	struct model *model;

	if (model_count == GNOMON_MODEL_MOST) {
		say(plan, "more than 256 models in a simulation");
		return -1;
	}
	model = (struct model *)calloc(1, sizeof(*model));
	if (!model) {
		say(plan, "no memory for the model");
		return -1;
	}
	model->plan = plan;
	if (!make_nodes(model) || !make_rows(model) || !model_store_open(&model->store, plan)) {
		say(plan, "no memory for the model");
		return -1;
	}
	model->number = model_count;
	model_all[model_count] = model;
	return model_count++;
}

static void reset(struct model *model)
{
	model->running = model->ending = false;
	model->zero = model->clock;
	model->starts = 0;
	model->run = 0;
	model->got = model->payload = 0;
	model->answer.begin = model->answer.end = 0;
	model->shown = false;
	model->store.wrap = false;
	model_store_clear(&model->store);
	for (unsigned int i = 0; i < model->plan->nodes; i++) {
		struct model_node *node = &model->node[i];

		node->selected = node->goes_live = node->collects_first = false;
		model_set_live(node, false);
		memset(node->cell, 0, node->plan->cells);
		model_measures_reset(node);
	}
}

/* The triggers of a node go live or off while a run is on. */
static void change_live(struct model *model, struct model_node *node, bool live)
{
	if (model->running)
		model_nodes_put(model, node, GNO_KIND_LOAD, live, 0, model_nodes_time(model, node));
	if (live)
		model_triggers_load(node, model_nodes_time(model, node));
	node->due = node->wake = 0;
}

void model_select(struct model *model, uint32_t arg)
{
	const uint32_t number = arg & GNO_NODE_ALL;
	const bool live = arg >> GNO_SELECT_LIVE & 1;

	model->store.wrap = arg >> GNO_SELECT_WRAP & 1;
	model->selects = true;
	for (unsigned int i = 0; i < model->plan->nodes; i++) {
		struct model_node *node = &model->node[i];

		node->selected = number == GNO_NODE_ALL || number == i;
		if (!node->selected)
			continue;
		node->ask = node->live && live && arg >> GNO_SELECT_ASK & 1;
		node->collects_first = arg >> GNO_SELECT_COLLECT & 1;
		if (node->ask)
			node->due = node->wake = 0;
		if (node->live != live)
			change_live(model, node, live);
		node->goes_live = live;
		if (!live || !model->running)
			model_set_live(node, live);
	}
}

void model_start(struct model *model)
{
	model->running = model->ending = false;
	model->starts = SYNC_CLOCKS + model->plan->late + 1;
	model->zero = model->clock + SYNC_CLOCKS;
	model_store_clear(&model->store);
	if (!model->plan->single)
		model->run = (uint8_t)(RUN_TOP | (model->run + 1));
}

/* A clock of the run. */
static void run_clock(struct model *model)
{
	model_nodes_clock(model);
	for (unsigned int i = 0; model->selects && i < model->plan->nodes; i++)
		model_set_live(&model->node[i], model->node[i].goes_live);
	model->selects = false;
	model->time++;
	if (!model->ending || !model_nodes_began(model))
		return;
	model_nodes_flush(model);
	model->running = model->ending = false;
}

/* The byte that is shown to the host; it stays until it is taken. */
static int show_byte(struct model *model, int link)
{
	struct model_bytes *answer = &model->answer;

	if (model->shown && link & GNOMON_MODEL_ROOM)
		answer->begin++;
	if (model->direct)
		return 0;
	model->shown = answer->begin != answer->end;
	return model->shown ? GNOMON_MODEL_BYTE | answer->byte[answer->begin] : 0;
}

void gnomon_model_put(int model, int byte)
{
	model_all[model]->steady = false;
	model_link_byte(model_all[model], (uint8_t)byte);
}

int gnomon_model_get(int model)
{
	struct model_bytes *answer = &model_all[model]->answer;

	/* the answer to the probe is taken, whether the model has seen that clock or not */
	if (model_all[model]->shown)
		answer->begin++;
	model_all[model]->shown = false;
	model_all[model]->direct = true;
	return answer->begin == answer->end ? -1 : answer->byte[answer->begin++];
}

/* The clocks from START to time 0. */
static int begin_run(struct model *model)
{
	const int out =
	    model->starts == SYNC_CLOCKS + model->plan->late + 1u ? GNOMON_MODEL_SYNC : 0;

	if (--model->starts == 0) {
		model->running = true;
		model->time = 0;
		model_rounds_begin(model);
		model_nodes_begin(model);
	}
	return out;
}

void gnomon_model_value(int number, int node, int at, uint32_t value)
{
	struct model *model = model_all[number];

	model->node[node].values_end = model->clock + model->node[node].measures->values_back + 1;
	model->recent[0][at] = value;
}

void gnomon_model_round(int number, int node, int state)
{
	model_rounds_state(model_all[number], node, state);
}

int gnomon_model_raised(int number, int what, int word)
{
	return (int)model_all[number]->raised[what][word];
}

/* Whether a node asserts a line. */
static int raised(const struct model *model)
{
	for (unsigned int what = 0; what < MODEL_RAISES; what++)
		for (unsigned int i = 0; i < MODEL_RAISED_WORDS; i++)
			if (model->raised[what][i])
				return GNOMON_MODEL_RAISED;
	return 0;
}

/* Whether the next clocks are of the run and of nothing else, until a byte or a reset comes. */
static bool is_steady(const struct model *model)
{
	const struct gnomon_model_plan *plan = model->plan;

	return model->running && model->direct && !model->ending && !model->failed &&
	       !plan->capture && !plan->report;
}

int gnomon_model_clock(int number, int link)
{
	struct model *model = model_all[number];
	const bool rounds = model->plan->interrupt || model->plan->report;
	const uint8_t asserted =
	    (link & GNOMON_MODEL_ASSERTED ? 1 : 0) | (link & GNOMON_MODEL_ASSERTED_2 ? 2 : 0);
	int out = 0;

	if (link & GNOMON_MODEL_RESET) {
		reset(model);
		return 0;
	}
	if (link & GNOMON_MODEL_BYTE)
		model_link_byte(model, (uint8_t)link);
	if (model->starts)
		out = begin_run(model);
	if (rounds) {
		memset(model->raised, 0, sizeof(model->raised));
		model_rounds_clock(model, asserted);
	}
	if (model->running)
		run_clock(model);
	else
		model_nodes_idle(model);
	if (rounds)
		out |= raised(model);
	model->steady = is_steady(model);
	model_next_clock(model);
	if (model->failed)
		out |= GNOMON_MODEL_FAILED;
	return out | show_byte(model, link);
}
