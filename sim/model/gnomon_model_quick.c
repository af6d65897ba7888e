/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gnomon_model_quick: a clock of a node from which nothing but counts can come.
 *
 * Until the model's time `wake` nothing happens at the node by itself. Till then a clock is quick
 * that has neither an event nor a write, and of a node that measures more than pairs neither an
 * input of a latency nor, with a threshold, a value or a pulse.
 */
#include "gnomon_model_parts.h"
#include "gnomon_model_segments.h"

/* Whether the word of a clock is an event. */
static inline bool is_event(const struct model *model, struct model_node *node, const uint32_t *in)
{
	const uint64_t word = in[0] | (node->first > 1 ? (uint64_t)in[1] << 32 : 0);

	return model_code(model, node, word);
}

/* A node with nothing but pairs of signals as they are. */
static inline bool plain(const struct model *model, struct model_node *node)
{
	const uint32_t *bits = model->recent[0] + node->each;
	const uint32_t looks = bits[0] & node->looks;

	if (looks && (looks & MODEL_WRITE || is_event(model, node, bits - node->first)))
		return false;
	model_ratios_count(&node->ratios, bits, node->ratios.words, model->time - node->lag);
	return true;
}

/* Values and pulses of a clock. */
static void take_values(const struct model *model, struct model_node *node, const uint32_t *bits)
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

/* The values that are always there are added up. */
static void add_amounts(const struct model *model, struct model_measures *m)
{
	const struct model_amount *const end = m->amount + m->amounts_always;

	for (const struct model_amount *v = m->amount; v < end; v++)
		*v->sum += model->recent[v->back][v->word];
}

/* The words of the clock that a node is at. */
static inline const uint32_t *words_at(const struct model *model, const struct model_node *node)
{
	return model->recent[node->lag] + node->plan->at;
}

/* A clock of a node that measures more, by its bits, of which some may need another way (`level`),
 * and some have changed that a pulse observes (`edge`). */
static inline bool count(const struct model *model, struct model_node *node, const uint32_t *bits,
			 uint64_t level, uint64_t edge)
{
	struct model_measures *m = node->measures;

	if (level ||
	    (bits[0] & node->looks & MODEL_WHEN && is_event(model, node, words_at(model, node))))
		return false;
	if (edge || model_some_there(model, node)) {
		if (m->watched)
			return false;
		node->time = model->time - node->lag;
		take_values(model, node, bits);
	} else {
		if (m->amounts_always)
			add_amounts(model, m);
		model_ratios_count(&node->ratios, bits, node->plan->bit_words,
				   model->time - node->lag);
	}
	if (m->memory)
		model_segments_quick(node, bits[0] & MODEL_WHEN, words_at(model, node));
	return true;
}

/* Two words of a node's bits, put together by the delays of signals. */
static inline uint64_t blend(const uint32_t *a, const uint32_t *b, const struct model_look *look)
{
	return (model_two(a) & look->mask[0]) | (model_two(b) & look->mask[1]);
}

/* A node that measures more. */
static inline bool measured(const struct model *model, struct model_node *node)
{
	const struct model_measures *m = node->measures;
	const uint32_t *a = model->recent[m->back[0]] + node->each;
	const uint32_t *b = model->recent[m->back[1]] + node->each;
	const struct model_look *look = m->look;
	uint64_t two = blend(a, b, look), level = two & look->level;
	uint64_t edge = (two ^ look->seen) & look->edge;
	uint32_t bits[MODEL_BITS + 1];

	bits[0] = (uint32_t)two;
	bits[1] = (uint32_t)(two >> 32);
	for (unsigned int i = 2; i < node->plan->bit_words; i += 2) {
		look++;
		two = blend(a + i, b + i, look);
		level |= two & look->level;
		edge |= (two ^ look->seen) & look->edge;
		bits[i] = (uint32_t)two;
		bits[i + 1] = (uint32_t)(two >> 32);
	}
	return count(model, node, bits, level, edge);
}

/* One clock of nodes that share no line. */
static inline void alone(struct model *model)
{
	struct model_node *node = model->node, *const end = model->node_end;

	do {
		if (model->time >= node->wake ||
		    !(node->measures ? measured(model, node) : plain(model, node)))
			model_node_clock(model, node);
	} while (++node < end);
}

void model_nodes_alone(struct model *model)
{
	alone(model);
}

int gnomon_model_clock(int number, int link)
{
	struct model *model = model_all[number];

	if (!model->steady || link & (GNOMON_MODEL_RESET | GNOMON_MODEL_BYTE))
		return model_any_clock(model, link);
	alone(model);
	model->time++;
	model_next_clock(model);
	return 0;
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
