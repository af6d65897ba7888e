/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors.h"

#include <string.h>

#include "segments.h"

/* the value of the formula that begins at *at */
static bool formula(const struct model_input *input, size_t *at, const struct model_inputs *inputs)
{
	uint8_t token = input->token[(*at)++];
	bool a, b;

	if (token < MODEL_SIGNALS)
		return inputs->signal[token];
	a = formula(input, at, inputs);
	if (token == MODEL_NOT)
		return !a;
	b = formula(input, at, inputs);
	return token == MODEL_AND ? (a && b) : token == MODEL_OR ? (a || b) : a != b;
}

/* what each input shows in this clock */
static void look(struct model_preprocessors *preprocessors, const struct model_plan *plan,
		 const struct model_inputs *inputs)
{
	for (size_t i = 0; i < plan->inputs; i++) {
		const struct model_input *input = &plan->input[i];
		bool was = preprocessors->level[i];
		size_t at = 0;
		bool is = input->count && formula(input, &at, inputs);

		preprocessors->level[i] = is;
		switch (input->mode) {
		case MODEL_LEVEL:
			preprocessors->amount[i] = is;
			break;
		case MODEL_RISE:
			preprocessors->amount[i] = is && !was;
			break;
		case MODEL_FALL:
			preprocessors->amount[i] = was && !is;
			break;
		case MODEL_EDGE:
			preprocessors->amount[i] = is != was;
			break;
		case MODEL_NUMBER:
			preprocessors->amount[i] =
			    inputs->there[input->number] ? inputs->number[input->number] : 0;
			break;
		case MODEL_EVENTS: /* known when all is that fires */
			break;
		}
	}
}

static void gate(struct model_node *node, const struct model_inputs *inputs, unsigned int event)
{
	const struct model_plan *plan = &node->experiment->plan;
	struct model_preprocessors *preprocessors = &node->preprocessors;
	bool runs = inputs->port && inputs->page == 0 && inputs->sub == 0;
	const struct model_write *write = model_write_of(node, inputs);
	uint16_t process = runs ? (uint16_t)inputs->data : node->process;

	preprocessors->open = true;
	if (plan->by_line)
		preprocessors->open &= preprocessors->amount[plan->gate_line] != 0;
	if (plan->by_events)
		preprocessors->open &= preprocessors->open_by_events;
	if (plan->by_process)
		preprocessors->open &= ((process ^ plan->process) & plan->process_mask) == 0;
	if (plan->closes[event] || (write && write->closes))
		preprocessors->open_by_events = false;
	else if (plan->opens[event] || (write && write->opens))
		preprocessors->open_by_events = true;
}

static uint32_t at_most(uint64_t value, uint32_t most)
{
	return value > most ? most : (uint32_t)value;
}

static void add(uint32_t *count, uint32_t amount, uint32_t most)
{
	*count = at_most((uint64_t)*count + amount, most);
}

static void pulse(struct model_quantity_state *state, bool of)
{
	state->valid = state->running && !of && !state->left_out;
	state->value = state->count;
	if (of && !state->running)
		state->count = 0;
	if (of && state->count < UINT32_MAX)
		state->count++;
	if (!of)
		state->left_out = false;
	state->running = of;
}

static void latency(struct model_quantity_state *state, const struct model_quantity *quantity,
		    bool from, bool to, uint64_t time)
{
	bool at_once = false;

	state->valid = state->lost = false;
	if (to && state->outstanding) {
		state->valid = true;
		state->value = at_most(time - state->asked[0], quantity->most);
		memmove(state->asked, state->asked + 1,
			--state->outstanding * sizeof(state->asked[0]));
	} else if (to && state->dropped) {
		if (state->dropped < UINT16_MAX)
			state->dropped--;
	} else if (to && from) {
		state->valid = at_once = true;
		state->value = 0;
	}
	if (!from || at_once)
		return;
	if (state->dropped || state->outstanding == quantity->outstanding) {
		state->lost = true;
		if (state->dropped < UINT16_MAX)
			state->dropped++;
	} else {
		state->asked[state->outstanding++] = time;
	}
}

static void occupancy(struct model_quantity_state *state, uint32_t most, bool from, bool to)
{
	if (from && !to && state->count < most)
		state->count++;
	if (to && !from && state->count > 0)
		state->count--;
	state->valid = true;
	state->value = state->count;
}

static void total(struct model_quantity_state *state, bool of, bool clear)
{
	state->total += of;
	state->valid = of;
	state->value = state->total;
	if (clear)
		state->total = 0;
}

static void window(struct model_quantity_state *state, uint64_t clocks, bool of, bool in)
{
	state->total += of;
	state->count += in;
	state->valid = in && state->count == (uint32_t)clocks; /* 2^32: 0 */
	state->value = state->total;
	if (state->valid)
		state->total = state->count = 0;
}

static void quantities(struct model_node *node, const struct model_inputs *inputs,
		       unsigned int event)
{
	const struct model_plan *plan = &node->experiment->plan;
	struct model_preprocessors *preprocessors = &node->preprocessors;

	for (size_t q = 0; q < plan->quantities; q++) {
		const struct model_quantity *quantity = &plan->quantity[q];
		struct model_quantity_state *state = &preprocessors->quantity[q];
		bool first = preprocessors->amount[quantity->first] != 0;
		bool second = preprocessors->amount[quantity->second] != 0;

		switch (quantity->kind) {
		case MODEL_PULSE:
			pulse(state, first);
			break;
		case MODEL_LATENCY:
			latency(state, quantity, first, second, node->time);
			break;
		case MODEL_OCCUPANCY:
			occupancy(state, quantity->most, first, second);
			break;
		case MODEL_TOTAL:
			total(state, first && preprocessors->open, second && preprocessors->open);
			break;
		case MODEL_WINDOW:
			window(state, quantity->outstanding, first && preprocessors->open,
			       second && preprocessors->open);
			break;
		case MODEL_VALUE:
			state->valid = inputs->there[plan->input[quantity->first].number];
			state->value = preprocessors->amount[quantity->first];
			break;
		case MODEL_CLASS:
			state->valid = event != 0;
			state->value = event;
			break;
		}
		state->valid &= preprocessors->open;
		state->value = at_most(state->value, quantity->most);
	}
}

static bool threshold(const struct model_threshold *threshold,
		      const struct model_quantity_state *of, bool *disarmed)
{
	bool beyond, fires;

	if (!threshold->on || !of->valid)
		return false;
	beyond = threshold->down ? of->value <= threshold->fire : of->value >= threshold->fire;
	fires = beyond && (threshold->each || !*disarmed);
	if (beyond)
		*disarmed = true;
	else if (threshold->down ? of->value > threshold->rearm : of->value < threshold->rearm)
		*disarmed = false;
	return fires;
}

static void extreme(struct model_extreme_state *state, const struct model_quantity_state *of,
		    uint8_t code, uint64_t time)
{
	if (!of->valid)
		return;
	if (!state->some || of->value > state->most) {
		state->most = of->value;
		state->most_time = time;
		state->most_code = code;
	}
	if (!state->some || of->value < state->least) {
		state->least = of->value;
		state->least_time = time;
		state->least_code = code;
	}
	state->some = true;
}

static const uint64_t *late_time(const struct model_unit *unit, size_t block)
{
	for (size_t i = 0; i < unit->lates; i++) {
		if (unit->late[i].block == block)
			return &unit->late[i].time;
	}
	return NULL;
}

static void bank_begins(struct model_unit_state *state, const struct model_unit *unit,
			uint64_t time)
{
	state->block.kind = MODEL_BUCKET;
	state->block.count = unit->count;
	state->block.first = time;
	state->active = !late_time(unit, state->number);
}

static void bucket(const struct model_node *node, struct model_unit_state *state,
		   const struct model_unit *unit)
{
	const struct model_quantity_state *of = &node->preprocessors.quantity[unit->of];
	const uint64_t *late = late_time(unit, state->number);
	size_t i = 0;

	if (late && *late == node->time && node->time != node->experiment->plan.last) {
		state->active = state->block.late = true;
		state->block.first = node->time;
	}
	state->block.lost += of->lost;
	if (!of->valid)
		return;
	if (!state->active) {
		state->block.lost++;
		return;
	}
	while (i < unit->bounds && unit->bound[i] <= of->value)
		i++;
	state->block.counted++;
	add(&state->block.counts[i], 1, unit->most);
	state->block.saturated |= state->block.counts[i] == unit->most;
}

static void give(const struct model_node *node, const struct model_block *block)
{
	if (node->block)
		node->block(node->context, block);
}

static void bank_ends(struct model_node *node, size_t u, bool flushed)
{
	struct model_unit_state *state = &node->preprocessors.unit[u];

	if (!state->active && !flushed)
		return;
	if (!state->active) {
		state->block.late = true;
		state->block.first = node->time;
	}
	state->block.end = node->time;
	state->block.unit = u;
	state->block.flushed = flushed;
	give(node, &state->block);
	*state = (struct model_unit_state){.number = state->number + 1};
	bank_begins(state, &node->experiment->plan.unit[u], node->time + 1);
}

void preprocessors_clock(struct model_node *node, const struct model_inputs *inputs,
			 unsigned int event, bool fires[MODEL_THRESHOLDS])
{
	const struct model_plan *plan = &node->experiment->plan;
	struct model_preprocessors *preprocessors = &node->preprocessors;

	look(preprocessors, plan, inputs);
	gate(node, inputs, event);
	if (event)
		preprocessors->code = (uint8_t)event;
	quantities(node, inputs, event);
	for (size_t i = 0; i < plan->thresholds; i++)
		fires[i] =
		    threshold(&plan->threshold[i], &preprocessors->quantity[plan->threshold[i].of],
			      &preprocessors->disarmed[i]);
	if (preprocessors->flushed)
		return;
	for (size_t e = 0; e < plan->extremes; e++)
		extreme(&preprocessors->extreme[e], &preprocessors->quantity[plan->extreme[e]],
			preprocessors->code, node->time);
	for (size_t u = 0; u < plan->units; u++)
		bucket(node, &preprocessors->unit[u], &plan->unit[u]);
}

void preprocessors_count(struct model_node *node, unsigned int lines)
{
	const struct model_plan *plan = &node->experiment->plan;
	struct model_preprocessors *preprocessors = &node->preprocessors;

	for (size_t i = 0; i < plan->inputs; i++) {
		if (plan->input[i].mode == MODEL_EVENTS)
			preprocessors->amount[i] = lines >> plan->input[i].line & 1;
	}
	if (preprocessors->flushed)
		return;
	for (size_t p = 0; p < plan->pairs; p++) {
		if (!preprocessors->open ||
		    (plan->pair[p].gate != SIZE_MAX && !preprocessors->amount[plan->pair[p].gate]))
			continue;
		add(&preprocessors->counts[p][0], preprocessors->amount[plan->pair[p].a],
		    UINT32_MAX);
		add(&preprocessors->counts[p][1], preprocessors->amount[plan->pair[p].b],
		    UINT32_MAX);
	}
	add(&preprocessors->counts[plan->pairs][0], preprocessors->open, UINT32_MAX);
	add(&preprocessors->counts[plan->pairs][1], 1, UINT32_MAX);
	for (size_t b = 0; b < plan->banks && preprocessors->open; b++) {
		for (size_t i = 0; i < plan->bank[b].count; i++)
			add(&preprocessors->counter[b][i],
			    preprocessors->amount[plan->bank[b].input[i]], UINT32_MAX);
	}
	segments_clock(node, lines);
}

/* what of a snapshot is taken in this clock; returns true if that was the last of it */
static bool take_snapshot_part(const struct model_node *node, struct model_snapshot *snapshot)
{
	const struct model_plan *plan = &node->experiment->plan;

	for (size_t b = 0; b < plan->banks; b++) {
		for (size_t i = 0; i < plan->bank[b].count; i++) {
			if (snapshot->flushed || node->time + 1 == snapshot->from + i % MODEL_GROUP)
				snapshot->counts[b][i] = node->preprocessors.counter[b][i];
		}
	}
	return snapshot->flushed || node->time + 2 == snapshot->from + MODEL_GROUP;
}

static void give_snapshot(const struct model_node *node, const struct model_snapshot *snapshot)
{
	const struct model_plan *plan = &node->experiment->plan;

	for (size_t b = 0; b < plan->banks; b++) {
		struct model_block block = {.kind = MODEL_COUNTER,
					    .unit = b,
					    .end = snapshot->time,
					    .first = snapshot->from,
					    .flushed = snapshot->flushed,
					    .count = plan->bank[b].count};

		if (!snapshot->of[b])
			continue;
		memcpy(block.counts, snapshot->counts[b], block.count * sizeof(block.counts[0]));
		for (size_t i = 0; i < block.count; i++)
			block.saturated |= block.counts[i] == UINT32_MAX;
		give(node, &block);
	}
}

static void snapshots(struct model_node *node, uint64_t actions, bool flush)
{
	struct model_preprocessors *preprocessors = &node->preprocessors;
	const struct model_plan *plan = &node->experiment->plan;
	bool of[MODEL_BANKS] = {false}, any = false;
	size_t left = 0;

	for (size_t b = 0; b < plan->banks; b++)
		any |= of[b] =
		    flush || (actions >> (MODEL_SAMPLE_GROUPS + plan->bank_group[b]) & 1);
	if (any && preprocessors->snapshots < MODEL_SNAPSHOTS) {
		uint64_t from =
		    flush ? node->time + 1 : (node->time / MODEL_GROUP + 1) * MODEL_GROUP;

		preprocessors->snapshot[preprocessors->snapshots] =
		    (struct model_snapshot){.time = node->time, .from = from, .flushed = flush};
		memcpy(preprocessors->snapshot[preprocessors->snapshots++].of, of, sizeof(of));
	}
	for (size_t i = 0; i < preprocessors->snapshots; i++) {
		if (take_snapshot_part(node, &preprocessors->snapshot[i]))
			give_snapshot(node, &preprocessors->snapshot[i]);
		else
			preprocessors->snapshot[left++] = preprocessors->snapshot[i];
	}
	preprocessors->snapshots = left;
}

/* Whether the hardware took the requested sample. */
static bool was_taken(const struct model_plan *plan, uint64_t time)
{
	for (size_t i = 0; i < plan->untaken; i++) {
		if (time >= plan->no_sample[i].from && time <= plan->no_sample[i].to)
			return false;
	}
	return true;
}

static bool is_for(uint64_t actions, unsigned int at, unsigned int group)
{
	return actions >> (at + group) & 1;
}

static void reset(struct model_node *node, uint64_t actions)
{
	const struct model_plan *plan = &node->experiment->plan;
	struct model_preprocessors *preprocessors = &node->preprocessors;

	for (size_t p = 0; p <= plan->pairs; p++) {
		if (is_for(actions, MODEL_RESET_GROUPS, p < plan->pairs ? plan->pair[p].group : 0))
			memset(preprocessors->counts[p], 0, sizeof(preprocessors->counts[p]));
	}
	for (size_t e = 0; e < plan->extremes; e++) {
		if (is_for(actions, MODEL_RESET_GROUPS, plan->extreme_group[e]))
			memset(&preprocessors->extreme[e], 0, sizeof(preprocessors->extreme[e]));
	}
}

void preprocessors_actions(struct model_node *node, uint64_t actions, bool sampled)
{
	const struct model_plan *plan = &node->experiment->plan;
	struct model_preprocessors *preprocessors = &node->preprocessors;
	bool flush = node->time == plan->last;

	if (plan->banks)
		snapshots(node, sampled ? actions : 0, flush);
	for (size_t u = 0; u < plan->units && !preprocessors->flushed; u++) {
		if (flush || (actions & MODEL_BANK &&
			      is_for(actions, MODEL_BANK_GROUPS, plan->unit_group[u])))
			bank_ends(node, u, flush);
	}
	if (actions & MODEL_RESET &&
	    (!(actions & MODEL_SAMPLE) || (sampled && was_taken(plan, node->time))))
		reset(node, actions);
	preprocessors->flushed |= flush;
}

void preprocessors_before(struct model_preprocessors *preprocessors, const struct model_plan *plan,
			  const struct model_inputs *inputs)
{
	look(preprocessors, plan, inputs);
}

void preprocessors_begin(struct model_node *node)
{
	const struct model_plan *plan = &node->experiment->plan;
	struct model_preprocessors *preprocessors = &node->preprocessors;
	struct model_preprocessors before = *preprocessors;

	*preprocessors = (struct model_preprocessors){.open_by_events = plan->open_at_start};
	memcpy(preprocessors->level, before.level, sizeof(preprocessors->level));
	for (size_t q = 0; q < plan->quantities; q++) {
		const struct model_quantity *quantity = &plan->quantity[q];

		if (quantity->kind == MODEL_PULSE)
			preprocessors->quantity[q].running = preprocessors->quantity[q].left_out =
			    before.amount[quantity->first] != 0;
	}
	for (size_t u = 0; u < plan->units; u++)
		bank_begins(&preprocessors->unit[u], &plan->unit[u], 0);
}

/* the 16-bit form of a pair (page, "Ratio counters") */
static uint32_t compress(uint32_t a, uint32_t b)
{
	uint32_t e = 0;

	if (a == UINT32_MAX || b == UINT32_MAX)
		return 31;
	if (a < 32 && b < 32)
		return a << 11 | b << 5;
	while ((a | b) >> e > 63)
		e++;
	if (b >> e >= 32) /* the larger one's highest bit is B's too */
		return (a >> (e + 1)) << 11 | (b >> e) << 5 | e;
	return (a >> (e + 1)) << 11 | (b >> e) << 5 | (e + 1);
}

/* the 32-bit form */
static uint32_t compress_32(uint32_t a, uint32_t b)
{
	uint32_t e = 0;

	if ((a | b) >= 1u << 29)
		return 15;
	while ((a | b) >> e >= 1u << 14)
		e++;
	return (a >> e) << 18 | (b >> e) << 4 | e;
}

bool units_samples(const struct model_plan *plan)
{
	return plan->pairs || plan->gate || plan->extremes;
}

size_t preprocessors_words(const struct model_node *node, uint32_t word[MODEL_WORDS])
{
	const struct model_plan *plan = &node->experiment->plan;
	const size_t pairs = plan->pairs + plan->gate;
	size_t count, half = 0; /* half words */

	memset(word, 0, MODEL_WORDS * sizeof(word[0]));
	for (size_t p = 0, before = 0; p < pairs; p++) {
		uint32_t a = node->preprocessors.counts[p][0], b = node->preprocessors.counts[p][1];
		size_t group = p < plan->pairs ? plan->pair[p].group : 0;

		if (p && group != before)
			half = (half + 3) / 4 * 4; /* the pairs of each group begin with a slot */
		before = group;
		if (plan->form == MODEL_COMPRESSED) {
			word[half / 2] |= compress(a, b) << half % 2 * 16;
			half++;
		} else if (plan->form == MODEL_COMPRESSED_32) {
			word[half / 2] = compress_32(a, b);
			half += 2;
		} else {
			word[half / 2] = a;
			word[half / 2 + 1] = b;
			half += 4;
		}
	}
	count = (half + 3) / 4 * 2;
	for (size_t e = 0; e < plan->extremes; e++, count += 6) {
		const struct model_extreme_state *state = &node->preprocessors.extreme[e];

		if (!state->some)
			continue;
		word[count] = state->most;
		word[count + 1] = (uint32_t)state->most_time & plan->time_mask;
		word[count + 2] = state->least;
		word[count + 3] = (uint32_t)state->least_time & plan->time_mask;
		word[count + 4] = 1u << 16 | (uint32_t)state->least_code << 8 | state->most_code;
	}
	return count;
}
