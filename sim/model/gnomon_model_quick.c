/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model_quick: what a quick clock of a node seldom does, and the clocks of all nodes. */
#include "gnomon_model_quick.h"
#include "gnomon_model_segments.h"

void model_quick_values(const struct model *model, struct model_node *node, const uint32_t *bits)
{
	const struct gnomon_model_measures *plan = node->plan->measures;
	struct model_measures *m = node->measures;

	m->clock = model->clock;
	for (unsigned int w = 0; w < node->plan->bit_words; w += 2)
		m->look[w / 2].seen = model_two(bits + w);
	if (plan->values)
		model_measures_values(model, node, model->clock - plan->lag);
	model_quantities_quick(node, bits);
	model_measures_count_quick(node, bits);
}

void model_quick_segments(const struct model *model, struct model_node *node, bool when)
{
	model_segments_quick(node, when, model->recent[node->lag] + node->plan->at);
}

void model_nodes_alone(struct model *model)
{
	struct model_node *node = model->node, *const end = model->node_end;

	do
		model_quick(model, node, node->plan, model_quick_amounts);
	while (++node < end);
}

uint64_t model_wake(const struct model_node *node)
{
	const struct model_measures *m = node->measures;

	if (node->after)
		return 0;
	if (m &&
	    (!m->two || !m->counts_only || m->restarts || m->snapshot || model_segments_fill(node)))
		return 0;
	return node->due + node->lag;
}
