/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model_rounds (docs/design/triggers.md): the module of the model has the line itself; here
 * its edges become triggers. */
#include <string.h>

#include <gnomon/records.h>

#include "gnomon_model_parts.h"

enum {
	OWN = 1 << 0, /* of a node's state (gnomon_model_round) */
	LATE = 1 << 1,
};

void model_rounds_begin(struct model *model)
{
	struct model_rounds *rounds = &model->rounds;

	rounds->asserted = false;
	rounds->paused = rounds->length = 0;
	memset(rounds->edge, 0, sizeof(rounds->edge));
}

void model_rounds_state(struct model *model, int node, int state)
{
	model->rounds.state[node] = (uint8_t)state;
}

/* The states of the nodes are those of an edge in the clock after it. */
void model_rounds_clock(struct model *model, bool asserted)
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
		rounds->latest->paused = rounds->paused;
		rounds->latest->length = rounds->length;
	}
	rounds->asserted = asserted;
	rounds->paused += asserted;
	rounds->length += asserted;
}

const struct model_edge *model_rounds_edge(const struct model *model, uint64_t time)
{
	unsigned int i;

	for (i = 0; i < MODEL_EDGES; i++)
		if (model->rounds.edge[i].there && model->rounds.edge[i].time == time)
			return &model->rounds.edge[i];
	return NULL;
}

void model_rounds_record(struct model_node *node, const struct model_edge *edge,
			 unsigned int number)
{
	struct model_record *record = model_add(node, GNO_KIND_LINE, number);
	const uint8_t state = edge->state[node->number];

	record->aux = (uint8_t)((state & OWN ? 1 : 0) << 4 | (state & LATE ? 1 : 0) << 5);
	record->words = 2;
	record->word[0] = edge->paused;
	record->word[1] = edge->length;
}
