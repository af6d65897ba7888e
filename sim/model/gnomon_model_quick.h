/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gnomon_model_quick: a clock of a node from which nothing but counts can come.
 *
 * Until the model's time `wake` nothing happens at the node by itself. Till then a clock is quick
 * that has neither an event nor a write, and of a node that measures more than pairs neither an
 * input of a latency nor, with a threshold, a value or a pulse.
 *
 * The emitted function of a clock has these inside: its plan is constant there, so that the
 * compiler leaves out what the node does not have.
 */
#ifndef GNOMON_MODEL_QUICK_H
#define GNOMON_MODEL_QUICK_H

#include "gnomon_model_parts.h"

#define MODEL_INSIDE static inline __attribute__((always_inline))

/* Values and pulses of a clock. */
void model_quick_values(const struct model *model, struct model_node *node, const uint32_t *bits);

/* The word of a clock, in segments. */
void model_quick_segments(const struct model *model, struct model_node *node, bool when);

/* Whether the word of a clock is an event. */
MODEL_INSIDE bool model_quick_event(const struct model *model, struct model_node *node,
				    const struct gnomon_model_node *plan, const uint32_t *in)
{
	return model_code(model, node, plan->word_bits > 32 ? model_two(in) : in[0]);
}

/* The first word with bits, among those of all nodes. */
MODEL_INSIDE unsigned int model_quick_bits(const struct gnomon_model_node *plan)
{
	return plan->at + (plan->word_bits > 32 ? 2u : 1u);
}

/* A node with nothing but pairs of signals as they are. */
MODEL_INSIDE bool model_quick_plain(const struct model *model, struct model_node *node,
				    const struct gnomon_model_node *plan)
{
	const uint32_t *now = model->recent[0];
	const uint32_t *bits = now + model_quick_bits(plan);
	const uint32_t looks = bits[0] & node->looks;

	if (looks && ((plan->port && looks & MODEL_WRITE) ||
		      model_quick_event(model, node, plan, now + plan->at)))
		return false;
	if (plan->pairs)
		model_ratios_count(&node->ratios, bits, plan->bit_words, model->time);
	return true;
}

/* What adds up the values of a clock that are always there, where pairs count them, or NULL. */
typedef void model_quick_adds(const struct model *model, struct model_node *node);

MODEL_INSIDE void model_quick_amounts(const struct model *model, struct model_node *node)
{
	const struct model_measures *m = node->measures;
	const struct model_amount *const end = m->amount + m->amounts_always;

	for (const struct model_amount *v = m->amount; v < end; v++)
		*v->sum += model->recent[v->back][v->word];
}

/* A clock of a node that measures more, by its bits, of which some may need another way (`level`),
 * and some have changed that a pulse observes (`edge`). */
MODEL_INSIDE bool model_quick_count(const struct model *model, struct model_node *node,
				    const struct gnomon_model_node *plan, const uint32_t *bits,
				    uint64_t level, uint64_t edge, model_quick_adds *amounts)
{
	const struct gnomon_model_measures *measures = plan->measures;
	const struct model_measures *m = node->measures;

	if (level ||
	    (bits[0] & node->looks & MODEL_WHEN &&
	     model_quick_event(model, node, plan, model->recent[measures->lag] + plan->at)))
		return false;
	if (edge || (measures->values && model_some_there(model, node))) {
		if (m->watched)
			return false;
		node->time = model->time - measures->lag;
		model_quick_values(model, node, bits);
	} else {
		if (amounts)
			amounts(model, node);
		model_ratios_count(&node->ratios, bits, plan->bit_words,
				   model->time - measures->lag);
	}
	if (measures->memories)
		model_quick_segments(model, node, bits[0] & MODEL_WHEN);
	return true;
}

/* Two words of a node's bits, put together by the delays of signals. */
MODEL_INSIDE uint64_t model_quick_blend(const uint32_t *a, const uint32_t *b,
					const struct model_look *look)
{
	return (model_two(a) & look->mask[0]) | (model_two(b) & look->mask[1]);
}

/* A node that measures more. */
MODEL_INSIDE bool model_quick_measured(const struct model *model, struct model_node *node,
				       const struct gnomon_model_node *plan,
				       model_quick_adds *amounts)
{
	const struct model_measures *m = node->measures;
	const uint32_t *a = model->recent[m->back[0]] + model_quick_bits(plan);
	const uint32_t *b = model->recent[m->back[1]] + model_quick_bits(plan);
	const struct model_look *look = m->look;
	uint64_t level = 0, edge = 0;
	uint32_t bits[MODEL_BITS + 1];

	for (unsigned int i = 0; i < plan->bit_words; i += 2, look++) {
		const uint64_t two = model_quick_blend(a + i, b + i, look);

		if (plan->measures->latencies || plan->port)
			level |= two & look->level;
		if (plan->measures->pulses)
			edge |= (two ^ look->seen) & look->edge;
		bits[i] = (uint32_t)two;
		bits[i + 1] = (uint32_t)(two >> 32);
	}
	return model_quick_count(model, node, plan, bits, level, edge, amounts);
}

/* A clock of a node, quick where it allows that. `plan` is the node's. */
MODEL_INSIDE void model_quick(struct model *model, struct model_node *node,
			      const struct gnomon_model_node *plan, model_quick_adds *amounts)
{
	if (model->time >= node->wake ||
	    !(plan->measures ? model_quick_measured(model, node, plan, amounts)
			     : model_quick_plain(model, node, plan)))
		model_node_clock(model, node);
}

/* Whether the clocks of the nodes are all that there is to do. */
MODEL_INSIDE bool model_quick_begins(const struct model *model, int link)
{
	return model->steady && !(link & (GNOMON_MODEL_RESET | GNOMON_MODEL_BYTE));
}

/* The end of such a clock: the word to the module. */
MODEL_INSIDE int model_quick_ends(struct model *model)
{
	model->time++;
	model_next_clock(model);
	return 0;
}

#endif
