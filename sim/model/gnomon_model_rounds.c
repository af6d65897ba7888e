/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model_rounds (docs/design/triggers.md): the module of the model has the lines themselves;
 * here their edges become triggers. */
#include <string.h>

#include <gnomon/records.h>

#include "gnomon_model_parts.h"

/* Lines in their interrupt form. */
static unsigned int lines_of(const struct model *model)
{
	return (unsigned int)model->plan->interrupt + (unsigned int)model->plan->report;
}

void model_rounds_begin(struct model *model)
{
	struct model_rounds *rounds = &model->rounds;

	rounds->asserted = 0;
	rounds->paused = rounds->length = 0;
	memset(rounds->edge, 0, sizeof(rounds->edge));
}

void model_rounds_state(struct model *model, int node, int state)
{
	model->rounds.state[node] = (uint8_t)state;
}

/* The states of the nodes are those of an edge in the clock after it. */
void model_rounds_clock(struct model *model, uint8_t asserted)
{
	struct model_rounds *rounds = &model->rounds;

	if (rounds->latest) {
		memcpy(rounds->latest->state, rounds->state, model->plan->nodes);
		rounds->latest = NULL;
	}
	if (asserted && !rounds->asserted)
		rounds->length = 0;
	if (model->running && asserted != rounds->asserted) {
		rounds->latest = &rounds->edge[rounds->edges++ % MODEL_EDGES];
		rounds->latest->there = true;
		rounds->latest->time = model->time;
		rounds->latest->ended = !asserted;
		rounds->latest->line = (uint8_t)((asserted | rounds->asserted) >> 1);
		rounds->latest->paused = rounds->paused;
		rounds->latest->length = rounds->length;
	}
	rounds->asserted = asserted;
	rounds->paused += asserted != 0;
	rounds->length += asserted != 0;
}

const struct model_edge *model_rounds_edge(const struct model *model, uint64_t time)
{
	for (unsigned int i = 0; i < MODEL_EDGES; i++)
		if (model->rounds.edge[i].there && model->rounds.edge[i].time == time)
			return &model->rounds.edge[i];
	return NULL;
}

unsigned int model_rounds_number(const struct model_node *node, const struct model_edge *edge)
{
	return node->plan->line_number + 2u * edge->line + edge->ended;
}

bool model_rounds_reports(const struct model *model, const struct model_edge *edge)
{
	return model->plan->report && edge->line == lines_of(model) - 1;
}

void model_rounds_record(const struct model *model, struct model_node *node,
			 const struct model_edge *edge)
{
	const unsigned int lines = lines_of(model), state = edge->state[node->number];
	const unsigned int own = state >> edge->line & 1, late = state >> (lines + edge->line) & 1;
	const unsigned int store = model_rounds_reports(model, edge) ? state >> 2 * lines & 3 : 0;
	struct model_record *record =
	    model_add(node, GNO_KIND_LINE, model_rounds_number(node, edge));

	record->aux = (uint8_t)(own << 4 | late << 5 | store << 6);
	record->words = 2;
	record->word[0] = edge->paused;
	record->word[1] = edge->length;
}
