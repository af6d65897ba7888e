/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors.h"

#include <string.h>

static struct model_record *add(struct model_now *clock, enum model_kind kind, unsigned int code)
{
	struct model_record *record = &clock->records[clock->count++];

	*record = (struct model_record){
	    .time = clock->time, .kind = (uint8_t)kind, .code = (uint8_t)code};
	return record;
}

static uint32_t field_value(const struct model_field *field, const struct model_inputs *inputs)
{
	uint32_t value = field->source == MODEL_PC     ? inputs->pc
			 : field->source == MODEL_ADDR ? inputs->addr
						       : inputs->write;

	return value & field->kept;
}

/* W: the kept bits of all fields, the first field's lowest */
static uint64_t word_of(const struct model_experiment *experiment,
			const struct model_inputs *inputs)
{
	uint64_t word = 0;
	int at = 0;

	for (size_t f = 0; f < experiment->fields; f++) {
		uint32_t value = field_value(&experiment->field[f], inputs);

		for (int bit = 0; bit < 32; bit++) {
			if (experiment->field[f].kept >> bit & 1)
				word |= (uint64_t)(value >> bit & 1) << at++;
		}
	}
	return word;
}

static bool holds(const struct model_experiment *experiment,
		  const struct model_condition *condition, const struct model_inputs *inputs)
{
	uint32_t value = field_value(&experiment->field[condition->field], inputs);
	bool result = condition->mask ? (value & condition->mask) == condition->low
				      : condition->low <= value && value <= condition->high;

	return result != condition->negated;
}

static unsigned int event_of(const struct model_experiment *experiment,
			     const struct model_tables *tables, const struct model_inputs *inputs)
{
	for (size_t p = 0; p < tables->patterns; p++) {
		const struct model_pattern *pattern = &tables->pattern[p];
		bool match = true;

		for (size_t c = 0; c < pattern->count; c++)
			match &= holds(experiment, &pattern->conditions[c], inputs);
		if (match)
			return pattern->code;
	}
	return 0;
}

/* an event that a sequence sees while it is idle; true: complete with it */
static bool first_step(const struct model_sequence *sequence, struct model_progress *progress,
		       unsigned int event, uint64_t time, bool *taken)
{
	*progress = (struct model_progress){0};
	if (!sequence->step[0].advance[event] || *taken)
		return false;
	*taken = true;
	if (++progress->seen < sequence->step[0].count)
		return false;
	*progress = (struct model_progress){.step = 1, .begun = time};
	if (sequence->steps > 1)
		return false;
	*progress = (struct model_progress){0};
	return true;
}

/* rules 1 to 4 of the page; fires[0]: complete, fires[1]: timed out */
static void sequence_clock(const struct model_sequence *sequence, struct model_progress *progress,
			   unsigned int event, uint64_t time, bool *taken, bool fires[2])
{
	const struct model_step *step = &sequence->step[progress->step];
	bool in_progress = progress->step > 0 || progress->seen > 0;

	fires[0] = fires[1] = false;
	if (!in_progress) {
		fires[0] = first_step(sequence, progress, event, time, taken);
	} else if (step->abort[event]) {
		fires[0] = first_step(sequence, progress, event, time, taken);
	} else if (step->advance[event] && progress->seen + 1 == step->count) {
		*progress = (struct model_progress){.step = progress->step + 1, .begun = time};
		if (progress->step == sequence->steps) {
			fires[0] = true;
			*progress = (struct model_progress){0};
		}
	} else if (progress->step > 0 && step->timeout && time == progress->begun + step->timeout) {
		fires[1] = true;
		fires[0] = first_step(sequence, progress, event, time, taken);
	} else if (step->advance[event]) {
		progress->seen++;
	}
}

/* a word of the strict sequences: every attempt continues or ends, and a new one may begin */
static void strict_word(struct model_node *node, const struct model_tables *tables, uint64_t word,
			unsigned int event, bool fires[MODEL_STRICT])
{
	size_t alive = 0;

	for (size_t a = 0; a < node->attempts; a++) {
		struct model_attempt attempt = node->attempt[a];
		const struct model_strict *strict = &tables->strict[attempt.sequence];

		if (strict->word[attempt.next] != word)
			continue;
		if (++attempt.next == strict->steps)
			fires[attempt.sequence] = true;
		else
			node->attempt[alive++] = attempt;
	}
	for (size_t i = 0; i < MODEL_STRICT; i++) {
		if (tables->strict[i].steps && tables->strict[i].begin[event])
			node->attempt[alive++] = (struct model_attempt){i, 1};
	}
	node->attempts = alive;
}

/* the tables that are live in this clock, NULL if none; all restarts with them */
static const struct model_tables *live_tables(struct model_node *node, struct model_now *clock)
{
	const struct model_experiment *experiment = node->experiment;
	const struct model_tables *tables = NULL;

	for (size_t p = 0; p < experiment->phases; p++) {
		const struct model_tables *phase = experiment->phase[p];

		if (clock->time == phase->until)
			add(clock, MODEL_LOAD, 0);
		if (clock->time + 1 == phase->from)
			add(clock, MODEL_LOAD, 1);
		if (clock->time >= phase->from && clock->time < phase->until)
			tables = phase;
	}
	if (tables != node->tables) {
		memset(node->progress, 0, sizeof(node->progress));
		node->attempts = 0;
		node->due = false;
		node->fed = clock->time ? clock->time - 1 : 0;
	}
	node->tables = tables;
	return tables;
}

static void trigger(struct model_now *clock, const struct model_tables *tables, size_t number)
{
	clock->actions |= tables->trigger_actions[number];
	clock->lines |= tables->trigger_lines[number];
	if (tables->trigger_actions[number] & MODEL_RECORD)
		add(clock, MODEL_TRIGGER, (unsigned int)number);
}

static bool qualified(const struct model_experiment *experiment, const struct model_inputs *inputs)
{
	return experiment->when == MODEL_ALWAYS ||
	       (experiment->when == MODEL_RETIRED && inputs->retired) ||
	       (experiment->when == MODEL_ACCESS && inputs->access);
}

static bool asked(const struct model_plan *plan, uint64_t time)
{
	for (size_t i = 0; i < plan->asks; i++) {
		if (plan->ask[i] == time)
			return true;
	}
	return false;
}

/* what fires in one clock, the event and the host aside */
struct fires {
	bool complete[MODEL_SEQUENCES], late[MODEL_SEQUENCES], strict[MODEL_STRICT];
	bool threshold[MODEL_THRESHOLDS], timer, watchdog;
};

static void sequences_clock(struct model_node *node, const struct model_tables *tables,
			    unsigned int event, uint64_t time, struct fires *fires)
{
	bool taken = false;

	for (size_t m = 0; m < node->experiment->sequences; m++) {
		bool ends[2] = {false, false};

		taken = taken && tables->sequence[m].follows; /* by one before it in its row */
		if (tables->sequence[m].steps)
			sequence_clock(&tables->sequence[m], &node->progress[m], event, time,
				       &taken, ends);
		fires->complete[m] = ends[0];
		fires->late[m] = ends[1];
	}
}

/* triggers in the order of their numbers, from `first` on */
static void trigger_all(struct model_now *clock, const struct model_tables *tables, size_t first,
			const bool *fires, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (fires[i])
			trigger(clock, tables, first + i);
	}
}

/* a round of a line begins or ends: trigger `first` or a next one */
static void round_clock(struct model_now *clock, const struct model_tables *tables,
			const struct model_experiment *experiment, size_t first)
{
	struct model_record found;
	const int edge = rounds_edge(&experiment->plan, clock->time, &found);
	size_t number = first + (size_t)edge - 1;
	struct model_record *record;

	if (!edge)
		return;
	if (!experiment->interrupt) /* REPORT alone */
		number -= 2;
	clock->actions |= tables->trigger_actions[number];
	clock->lines |= tables->trigger_lines[number];
	if (!(tables->trigger_actions[number] & MODEL_RECORD))
		return;
	record = add(clock, MODEL_LINE, (unsigned int)number);
	record->aux = found.aux;
	record->count = found.count;
	memcpy(record->word, found.word, sizeof(found.word));
}

/* everything but the event port; returns true if a word is to be recorded behind the datum */
static bool patterns_clock(struct model_node *node, const struct model_inputs *inputs,
			   struct model_now *clock)
{
	const struct model_experiment *experiment = node->experiment;
	const struct model_tables *tables = live_tables(node, clock);
	const bool when = qualified(experiment, inputs);
	const size_t timer = 2 * experiment->sequences + experiment->strict;
	const size_t line = timer + experiment->timer + experiment->watchdog;
	const size_t own = line + 2 * experiment->interrupt + 2 * experiment->report;
	struct fires fires = {.timer = false};
	bool word;
	unsigned int event = tables && when ? event_of(experiment, tables, inputs) : 0;

	preprocessors_clock(node, inputs, event, fires.threshold);
	if (!tables)
		return false;
	if (event) {
		clock->actions |= tables->event_actions[event];
		clock->lines |= tables->event_lines[event];
		if (tables->event_actions[event] & MODEL_RECORD)
			add(clock, MODEL_EVENT, event);
	}
	sequences_clock(node, tables, event, clock->time, &fires);
	if (when)
		strict_word(node, tables, word_of(experiment, inputs), event, fires.strict);
	fires.timer = tables->period && clock->time && clock->time % tables->period == 0;
	if (event && tables->feed[event])
		node->fed = clock->time;
	fires.watchdog = tables->watchdog && clock->time == node->fed + tables->watchdog;

	trigger_all(clock, tables, 0, fires.complete, experiment->sequences);
	trigger_all(clock, tables, experiment->sequences, fires.late, experiment->sequences);
	trigger_all(clock, tables, 2 * experiment->sequences, fires.strict, experiment->strict);
	trigger_all(clock, tables, timer, &fires.timer, 1);
	trigger_all(clock, tables, timer + experiment->timer, &fires.watchdog, 1);
	if (experiment->interrupt || experiment->report)
		round_clock(clock, tables, experiment, line);
	trigger_all(clock, tables, own, fires.threshold, experiment->plan.thresholds);
	if (asked(&experiment->plan, clock->time))
		trigger(clock, tables, own + experiment->plan.thresholds);
	node->due |= fires.timer && tables->profile;
	word = node->due && when;
	node->due &= !when;
	return word;
}

static void port_registers(struct model_node *node, const struct model_inputs *inputs)
{
	if (!inputs->port || inputs->page != 0)
		return;
	if (inputs->sub == 0)
		node->process = (uint16_t)inputs->data;
	else if (inputs->sub == 1)
		node->runnable = (uint8_t)inputs->data;
}

void model_before(struct model_node *node, const struct model_experiment *experiment,
		  const struct model_inputs *inputs)
{
	preprocessors_before(&node->preprocessors, &experiment->plan, inputs);
}

static void port_clock(struct model_node *node, const struct model_inputs *inputs,
		       struct model_now *clock)
{
	const struct model_experiment *experiment = node->experiment;
	const bool control = inputs->page == 0;
	/* the table cell written last, live or not */
	const struct model_tables *tables = experiment->phase[0];
	const struct model_write *write = model_write_of(node, inputs);
	uint64_t actions = MODEL_RECORD;
	uint32_t data = inputs->data;
	struct model_record *record;

	for (size_t p = 1; p < experiment->phases; p++) {
		if (clock->time >= experiment->phase[p]->from)
			tables = experiment->phase[p];
	}
	port_registers(node, inputs);
	if (!control)
		actions = write ? 0 : tables->port_actions;
	else if (inputs->sub == 2)
		actions |= MODEL_START;
	else if (inputs->sub == 3)
		actions |= MODEL_STOP;
	else if (inputs->sub == 4)
		node->stopped = true;
	else if (inputs->sub == 5)
		node->stopped = false;
	else if (inputs->sub == 6)
		actions |= MODEL_MARK;
	if (write) {
		actions |= write->actions;
		clock->lines |= write->lines;
	}
	if (control && inputs->sub == 5)
		data = node->paused;
	clock->actions |= actions;
	if (!(actions & MODEL_RECORD))
		return;
	record = add(clock, MODEL_DATUM, inputs->sub | (experiment->long_datum ? 1u << 6 : 0));
	record->aux = (uint8_t)(inputs->page << 4);
	record->word[record->count++] = data;
	record->word[record->count++] = node->process | (uint32_t)node->runnable << 16;
	if (experiment->long_datum) {
		record->word[record->count++] = experiment->port_pc ? inputs->store_pc : 0;
		record->word[record->count++] =
		    experiment->port_time ? node->process_time[node->process % 64] : 0;
	}
}

static void ratio(const struct model_node *node, struct model_now *clock, unsigned int code)
{
	struct model_record *record = add(clock, MODEL_RATIO, code);

	record->count = preprocessors_words(node, record->word);
	record->aux = (uint8_t)record->count;
}

bool model_begin_clock(struct model_node *node, const struct model_inputs *inputs,
		       struct model_record *records)
{
	struct model_now *clock = &node->now;

	*clock = (struct model_now){.records = records, .time = node->time};
	node->current = qualified(node->experiment, inputs);
	if (node->current) {
		node->last = word_of(node->experiment, inputs);
		node->known = true;
	}
	clock->word = patterns_clock(node, inputs, clock);
	clock->fired = clock->count;
	if (inputs->port && node->experiment->port)
		port_clock(node, inputs, clock);
	return clock->actions & MODEL_GLOBAL;
}

/* the CAPTURE line: a trigger behind all others */
static void capture_clock(struct model_node *node, const struct model_inputs *inputs,
			  struct model_now *clock)
{
	const struct model_experiment *experiment = node->experiment;
	const size_t number = 2 * experiment->sequences + experiment->strict + experiment->timer +
			      experiment->watchdog + 2 * experiment->interrupt +
			      2 * experiment->report + experiment->plan.thresholds +
			      experiment->host;
	const uint64_t actions = node->tables->trigger_actions[number];
	const bool cause = clock->actions & MODEL_GLOBAL;
	struct model_record *record = &clock->records[clock->fired];

	clock->actions |= actions;
	clock->lines |= node->tables->trigger_lines[number];
	if (!(actions & MODEL_RECORD))
		return;
	memmove(record + 1, record, (clock->count - clock->fired) * sizeof(*record));
	clock->count++;
	*record = (struct model_record){
	    .time = clock->time,
	    .kind = MODEL_CAPTURE,
	    .code = (uint8_t)number,
	    .aux = (uint8_t)((cause ? MODEL_CAUSE : 0) | (node->known ? MODEL_KNOWN : 0) |
			     (qualified(experiment, inputs) ? MODEL_CURRENT : 0)),
	    .count = 2,
	    .word = {(uint32_t)node->last, (uint32_t)(node->last >> 32)},
	};
}

static void add_word(struct model_now *clock, uint64_t value)
{
	struct model_record *record = add(clock, MODEL_WORD, 0);

	record->word[record->count++] = (uint32_t)value;
	record->word[record->count++] = (uint32_t)(value >> 32);
}

/* nothing but the loads, where the node does not collect or its run is over */
static void leave_out(struct model_node *node, size_t loads)
{
	struct model_now *clock = &node->now;
	const bool over = node->time > node->experiment->plan.last;

	if (over)
		clock->actions = 0;
	if ((!node->collect && !(clock->actions & MODEL_START)) || over)
		clock->count = loads;
}

size_t model_end_clock(struct model_node *node, const struct model_inputs *inputs, bool captured)
{
	const struct model_experiment *experiment = node->experiment;
	struct model_now *clock = &node->now;
	struct model_record *records = clock->records;
	const struct model_plan *plan = &experiment->plan;
	bool asked = false;
	size_t loads;

	for (loads = 0; loads < clock->fired && records[loads].kind == MODEL_LOAD;)
		loads++;
	if (captured && experiment->capture && node->tables)
		capture_clock(node, inputs, clock);
	preprocessors_count(node, clock->lines);
	if (clock->word)
		add_word(clock, word_of(experiment, inputs));
	leave_out(node, loads);
	if (clock->count > loads) {
		struct model_record *last = &records[clock->count - 1];

		const bool sampled = units_samples(plan) && clock->actions & MODEL_SAMPLE;

		last->aux |= (uint8_t)((sampled ? MODEL_SAMPLED : 0) |
				       (clock->actions & MODEL_STOP ? MODEL_STOPPED : 0) |
				       (clock->actions & MODEL_MARK ? MODEL_MARKED : 0));
		if (sampled)
			ratio(node, clock, last->code);
		asked = clock->actions & MODEL_SAMPLE;
	}
	if (node->time == plan->last && units_samples(plan)) {
		ratio(node, clock, 0);
		records[clock->count - 1].time++;
	}
	if (clock->actions & MODEL_STOP)
		node->collect = false;
	else if (clock->actions & MODEL_START)
		node->collect = true;
	preprocessors_actions(node, clock->actions, asked);
	node->process_time[node->process % 64]++;
	node->paused += node->stopped;
	node->time++;
	return clock->count;
}

void model_begin(struct model_node *node, const struct model_experiment *experiment)
{
	node->experiment = experiment;
	node->tables = NULL;
	node->time = 0;
	node->collect = experiment->collect;
	node->known = node->current = false;
	node->last = 0;
	node->due = node->stopped = false;
	node->fed = 0;
	memset(node->progress, 0, sizeof(node->progress));
	node->attempts = 0;
	node->paused = 0;
	node->process = 0;
	node->runnable = 0;
	memset(node->process_time, 0, sizeof(node->process_time));
	preprocessors_begin(node);
}
