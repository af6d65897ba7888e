/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the run gives are the first clocks of its segments. A segment that begins there has the same
 * entries as one that began earlier and whose oldest entries were dropped, and the triggers before
 * it are missed either way. `late` then states that it should have begun earlier, if one was empty.
 */
#include "segments.h"

static struct model_entry *entry_at(struct model_window *window, size_t i)
{
	return &window->entry[(window->oldest + i) % MODEL_ENTRIES];
}

static void drop_oldest(struct model_window *window)
{
	window->first += entry_at(window, 0)->length;
	window->oldest = (window->oldest + 1) % MODEL_ENTRIES;
	window->count--;
}

/* Whether the node's clock goes with the newest entry. */
static bool continues(const struct model_node *node, const struct model_keeper *keeper,
		      struct model_window *window)
{
	const struct model_entry *newest;

	if (!keeper->changes || !window->count)
		return false;
	newest = entry_at(window, window->count - 1);
	return newest->known == node->known && newest->word == node->last &&
	       newest->length < MODEL_RUN;
}

static void keep(const struct model_node *node, const struct model_keeper *keeper,
		 struct model_window *window)
{
	if (continues(node, keeper, window)) {
		entry_at(window, window->count - 1)->length++;
		return;
	}
	if (!window->count)
		window->first = node->time;
	if (window->count == MODEL_ENTRIES)
		drop_oldest(window);
	*entry_at(window, window->count++) =
	    (struct model_entry){1, node->known, node->current, node->last};
}

static void keep_before(struct model_window *window, size_t before)
{
	while (window->count > before + 1)
		drop_oldest(window);
}

static void put_entries(struct model_block *block, struct model_window *window)
{
	for (size_t i = 0; i < window->count; i++) {
		const struct model_entry *entry = entry_at(window, i);

		block->counts[block->count++] = entry->length;
		block->counts[block->count++] = entry->known | (uint32_t)entry->current << 1;
		block->counts[block->count++] = (uint32_t)entry->word;
		block->counts[block->count++] = (uint32_t)(entry->word >> 32);
	}
}

/* The segment has ended with a clock; without a trigger it is the empty block of a flush. */
static void give(struct model_node *node, size_t k, uint64_t end)
{
	struct model_keeper_state *state = &node->preprocessors.keeper[k];
	struct model_block block = {.kind = MODEL_SEGMENT,
				    .unit = k,
				    .end = end,
				    .first = state->triggered ? state->own.first : end + 1,
				    .at = state->triggered ? state->at : end,
				    .late = state->late,
				    .flushed = end == node->experiment->plan.last,
				    .lost = state->missed};

	if (state->triggered)
		put_entries(&block, &state->own);
	if (node->block)
		node->block(node->context, &block);
	state->number += state->triggered;
	state->from = end + 1;
	state->own.count = state->all.count = 0;
	state->triggered = state->late = false;
	state->behind = 0;
	state->missed = 0;
}

/* The first clock of the segment at hand. */
static uint64_t begins(const struct model_keeper *keeper, const struct model_keeper_state *state)
{
	if (!keeper->given)
		return state->from;
	if (state->number >= keeper->firsts)
		return UINT64_MAX;
	return keeper->first[state->number] > state->from ? keeper->first[state->number]
							  : state->from;
}

static void fire(const struct model_node *node, struct model_keeper_state *state)
{
	if (state->triggered || !state->own.count) {
		state->missed++;
		state->late |= !state->triggered;
		return;
	}
	state->triggered = true;
	state->at = node->time;
	state->late |= state->own.first != state->all.first || state->own.count != state->all.count;
}

static void keeper_clock(struct model_node *node, size_t k, bool fires)
{
	const struct model_keeper *keeper = &node->experiment->plan.keeper[k];
	struct model_keeper_state *state = &node->preprocessors.keeper[k];

	if (state->triggered && !continues(node, keeper, &state->own)) {
		if (state->behind == keeper->after)
			give(node, k, node->time - 1);
		else
			state->behind++;
	}
	if (node->time >= begins(keeper, state))
		keep(node, keeper, &state->own);
	if (!state->triggered) {
		keep(node, keeper, &state->all);
		keep_before(&state->own, keeper->before);
		keep_before(&state->all, keeper->before);
	}
	if (fires)
		fire(node, state);
	if (node->time != node->experiment->plan.last)
		return;
	if (state->triggered)
		give(node, k, node->time);
	give(node, k, node->time);
}

void segments_clock(struct model_node *node, unsigned int lines)
{
	const struct model_plan *plan = &node->experiment->plan;

	for (size_t k = 0; k < plan->keepers; k++)
		keeper_clock(node, k, lines >> plan->keeper[k].line & 1);
}
