/* SPDX-License-Identifier: Apache-2.0 */
/* the lines of an experiment about a node's preprocessors */
#include "line.h"

#include <stdlib.h>
#include <string.h>

static const struct line_name signals[] = {
    {"always", MODEL_ONE},
    {"retired", MODEL_SIG_RETIRED},
    {"icache_access", MODEL_ICACHE_ACCESS},
    {"icache_hit", MODEL_ICACHE_HIT},
    {"dcache_access", MODEL_DCACHE_ACCESS},
    {"dcache_hit", MODEL_DCACHE_HIT},
    {"stall", MODEL_STALL},
    {"waiting", MODEL_WAITING},
    {"idle", MODEL_IDLE},
    {"bus_grant", MODEL_GRANT},
    {"bus_busy", MODEL_BUSY},
    {"access", MODEL_SIG_ACCESS},
    {"write", MODEL_SIG_WRITE},
    {"writing", MODEL_WRITING},
    {"writing_data", MODEL_WRITING_DATA},
    {"request", MODEL_REQUEST},
    {"grant", MODEL_GRANTED},
    {"bus_wait", MODEL_BUS_WAIT},
    {"transaction", MODEL_TRANSACTION},
    {"beat", MODEL_BEAT},
    {"tlb_access", MODEL_TLB_ACCESS},
    {"tlb_miss", MODEL_TLB_MISS},
    {NULL, 0},
};

static const struct line_name numbers[] = {
    {"bytes", MODEL_BYTES}, {"addr", MODEL_ADDRESS}, {NULL, 0}};

static const struct line_name modes[] = {{"level", MODEL_LEVEL},
					 {"rise", MODEL_RISE},
					 {"fall", MODEL_FALL},
					 {"edge", MODEL_EDGE},
					 {NULL, 0}};

static const struct line_name operators[] = {
    {"and", MODEL_AND}, {"or", MODEL_OR}, {"xor", MODEL_XOR}, {"not", MODEL_NOT}, {NULL, 0}};

static const struct line_name forms[] = {{"full", MODEL_FULL},
					 {"compressed", MODEL_COMPRESSED},
					 {"compressed32", MODEL_COMPRESSED_32},
					 {NULL, 0}};

static const struct line_name kinds[] = {
    {"pulse", MODEL_PULSE},	    {"latency", MODEL_LATENCY},
    {"occupancy", MODEL_OCCUPANCY}, {"total", MODEL_TOTAL},
    {"window", MODEL_WINDOW},	    {"value", MODEL_VALUE},
    {"class", MODEL_CLASS},	    {NULL, 0},
};

static bool is_one_of(const struct line *line, const struct line_name *names)
{
	for (; line_more(line) && names->name; names++) {
		if (strcmp(names->name, line->word[line->at]) == 0)
			return true;
	}
	return false;
}

/* NAME, `nothing`, or [ MODE prefix formula ]; returns its index */
static size_t read_input(struct line *line)
{
	struct model_plan *plan = &line->experiment->plan;
	struct model_input input = {.mode = MODEL_LEVEL};

	if (plan->inputs == MODEL_INPUTS) {
		line->bad = "too many inputs";
		return 0;
	}
	if (line_accept(line, "[")) {
		input.mode = (enum model_mode)line_choice(line, modes);
		while (line_more(line) && !line_accept(line, "]")) {
			const struct line_name *names =
			    is_one_of(line, operators) ? operators : signals;

			if (input.count == MODEL_TOKENS) {
				line->bad = "formula too long";
				return 0;
			}
			input.token[input.count++] = (uint8_t)line_choice(line, names);
		}
	} else if (is_one_of(line, numbers)) {
		input.mode = MODEL_NUMBER;
		input.number = (enum model_number)line_choice(line, numbers);
	} else if (line_accept(line, "events")) {
		input.mode = MODEL_EVENTS;
		input.line = (unsigned int)line_number(line, 0, 3);
	} else if (!line_accept(line, "nothing")) {
		input.token[input.count++] = (uint8_t)line_choice(line, signals);
	}
	plan->input[plan->inputs] = input;
	return plan->inputs++;
}

/* delay NAME [-]CLOCKS */
static void read_delay(struct line *line, struct model_plan *plan)
{
	int *delay;

	if (is_one_of(line, numbers))
		delay = &plan->number_delay[line_choice(line, numbers)];
	else
		delay = &plan->delay[line_choice(line, signals)];
	if (line_accept(line, "early"))
		*delay = (int)line_number(line, 0, 64);
	else if (line_accept(line, "late"))
		*delay = -(int)line_number(line, 0, 6);
	else
		line->bad = "neither early nor late";
}

/* number NAME when SIGNAL */
static void read_when(struct line *line, struct model_plan *plan)
{
	unsigned int which = line_choice(line, numbers);

	if (!line_accept(line, "when"))
		line->bad = "when is missing";
	plan->when[which] = (enum model_signal)line_choice(line, signals);
}

static void read_pair(struct line *line, struct model_plan *plan)
{
	if (plan->pairs == MODEL_PAIRS) {
		line->bad = "too many pairs";
		return;
	}
	plan->pair[plan->pairs].a = read_input(line);
	plan->pair[plan->pairs].b = read_input(line);
	plan->pair[plan->pairs].gate = SIZE_MAX;
	if (line_accept(line, "gate"))
		plan->pair[plan->pairs].gate = read_input(line);
	plan->pairs++;
}

static void read_gate(struct line *line, struct model_plan *plan)
{
	plan->gate = true;
	while (line_more(line)) {
		if (line_accept(line, "line")) {
			plan->by_line = true;
			plan->gate_line = read_input(line);
		} else if (line_accept(line, "events")) {
			plan->by_events = true;
			plan->open_at_start = line_accept(line, "open");
		} else if (line_accept(line, "process")) {
			plan->by_process = true;
			plan->process = (uint16_t)line_number(line, 0, UINT16_MAX);
			plan->process_mask = (uint16_t)line_number(line, 0, UINT16_MAX);
		} else {
			line->bad = "neither line, events nor process";
		}
	}
}

static void read_quantity(struct line *line, struct model_plan *plan)
{
	struct model_quantity *quantity = &plan->quantity[plan->quantities];
	uint64_t bits;

	if (plan->quantities == MODEL_QUANTITIES) {
		line->bad = "too many quantities";
		return;
	}
	quantity->kind = (enum model_quantity_kind)line_choice(line, kinds);
	bits = line_number(line, 1, 32);
	quantity->most = UINT32_MAX >> (32 - bits);
	if (quantity->kind == MODEL_LATENCY || quantity->kind == MODEL_WINDOW)
		quantity->outstanding = line_number(line, 1, (uint64_t)1 << 32);
	if (quantity->kind == MODEL_LATENCY && quantity->outstanding > MODEL_OUTSTANDING)
		line->bad = "too many outstanding";
	if (quantity->kind != MODEL_CLASS)
		quantity->first = read_input(line);
	if (quantity->kind != MODEL_CLASS && quantity->kind != MODEL_PULSE &&
	    quantity->kind != MODEL_VALUE)
		quantity->second = read_input(line);
	plan->quantities++;
}

static size_t read_of(struct line *line, const struct model_plan *plan)
{
	return line_number(line, 0, plan->quantities ? plan->quantities - 1 : 0);
}

/* threshold Q off, or threshold Q up|down FIRE REARM [each] */
static void read_threshold(struct line *line, struct model_plan *plan)
{
	struct model_threshold *threshold = &plan->threshold[plan->thresholds];

	if (plan->thresholds == MODEL_THRESHOLDS) {
		line->bad = "too many thresholds";
		return;
	}
	plan->thresholds++;
	threshold->of = read_of(line, plan);
	threshold->on = !line_accept(line, "off");
	if (!threshold->on)
		return;
	threshold->down = line_accept(line, "down");
	if (!threshold->down && !line_accept(line, "up"))
		line->bad = "neither up nor down";
	threshold->fire = (uint32_t)line_number(line, 0, UINT32_MAX);
	threshold->rearm = (uint32_t)line_number(line, 0, UINT32_MAX);
	threshold->each = line_accept(line, "each");
}

static void read_extreme(struct line *line, struct model_plan *plan)
{
	if (plan->extremes == MODEL_EXTREMES)
		line->bad = "too many extremes";
	else
		plan->extreme[plan->extremes++] = read_of(line, plan);
}

/* bucket Q COUNT BITS BOUND... */
static void read_bucket(struct line *line, struct model_plan *plan)
{
	struct model_unit *unit = &plan->unit[plan->units];

	if (plan->units == MODEL_UNITS) {
		line->bad = "too many bucket units";
		return;
	}
	plan->units++;
	unit->of = read_of(line, plan);
	unit->count = line_number(line, 2, MODEL_BUCKETS);
	unit->most = UINT32_MAX >> (32 - line_number(line, 16, 32));
	while (line_is_number(line) && unit->bounds < MODEL_BUCKETS)
		unit->bound[unit->bounds++] = (uint32_t)line_number(line, 0, UINT32_MAX);
	if (unit->bounds >= unit->count)
		line->bad = "too many bounds";
}

/* late UNIT (BLOCK TIME)... */
static void read_late(struct line *line, struct model_plan *plan)
{
	struct model_unit *unit =
	    &plan->unit[line_number(line, 0, plan->units ? plan->units - 1 : 0)];

	while (line_is_number(line) && unit->lates < MODEL_HINTS) {
		unit->late[unit->lates].block = line_number(line, 0, SIZE_MAX);
		unit->late[unit->lates++].time = line_number(line, 0, UINT64_MAX);
	}
}

static void read_counters(struct line *line, struct model_plan *plan)
{
	struct model_counters *bank = &plan->bank[plan->banks];

	if (plan->banks == MODEL_BANKS) {
		line->bad = "too many counter banks";
		return;
	}
	plan->banks++;
	while (line_more(line) && bank->count < MODEL_COUNTERS)
		bank->input[bank->count++] = read_input(line);
}

static bool read_keep(struct line *line)
{
	bool changes = line_accept(line, "changes");

	if (!changes && !line_accept(line, "cycles"))
		line->bad = "neither changes nor cycles";
	return changes;
}

/* segments LINE cycles|changes BEFORE AFTER */
static void read_segments(struct line *line, struct model_plan *plan)
{
	struct model_keeper *keeper = &plan->keeper[plan->keepers];

	if (plan->keepers == MODEL_KEEPERS) {
		line->bad = "too many units of segments";
		return;
	}
	plan->keepers++;
	keeper->line = (unsigned int)line_number(line, 0, 7);
	keeper->changes = read_keep(line);
	keeper->before = line_number(line, 0, MODEL_ENTRIES - 1);
	keeper->after = line_number(line, 0, MODEL_ENTRIES - 1 - keeper->before);
}

/* kept UNIT FIRST... */
static void read_kept(struct line *line, struct model_plan *plan)
{
	struct model_keeper *keeper =
	    &plan->keeper[line_number(line, 0, plan->keepers ? plan->keepers - 1 : 0)];

	keeper->given = true;
	while (line_is_number(line) && keeper->firsts < MODEL_KEPT)
		keeper->first[keeper->firsts++] = line_number(line, 0, UINT64_MAX);
}

/* group ratio|extreme|unit|counters N GROUP */
static void read_group(struct line *line, struct model_plan *plan)
{
	static const struct line_name parts[] = {
	    {"ratio", 1}, {"extreme", 2}, {"unit", 3}, {"counters", 4}, {NULL, 0}};
	unsigned int kind = line_choice(line, parts);
	const size_t counts[] = {1, plan->pairs, plan->extremes, plan->units, plan->banks};
	uint64_t number = line_number(line, 0, counts[kind] ? counts[kind] - 1 : 0);
	unsigned int group = (unsigned int)line_number(line, 0, MODEL_GROUPS - 1);

	if (kind == 1)
		plan->pair[number].group = group;
	else if (kind == 2)
		plan->extreme_group[number] = group;
	else if (kind == 3)
		plan->unit_group[number] = group;
	else if (kind == 4)
		plan->bank_group[number] = group;
}

static void read_ask(struct line *line, struct model_plan *plan)
{
	while (line_is_number(line) && plan->asks < MODEL_HINTS)
		plan->ask[plan->asks++] = line_number(line, 0, UINT64_MAX);
}

static void read_end(struct line *line, struct model_plan *plan)
{
	plan->last = line_number(line, 0, UINT64_MAX);
}

/* untaken (FROM TO)... */
static void read_untaken(struct line *line, struct model_plan *plan)
{
	while (line_is_number(line) && plan->untaken < MODEL_UNTAKEN) {
		plan->no_sample[plan->untaken].from = line_number(line, 0, UINT64_MAX);
		plan->no_sample[plan->untaken++].to = line_number(line, 0, UINT64_MAX);
	}
}

/* rounds (BEGAN ENDED STATE)... */
static void read_rounds(struct line *line, struct model_plan *plan)
{
	while (line_is_number(line) && plan->rounds < MODEL_HINTS) {
		struct model_round *round = &plan->round[plan->rounds++];

		round->began = line_number(line, 0, UINT64_MAX);
		round->ended = line_number(line, 0, UINT64_MAX);
		round->state = (unsigned int)line_number(line, 0, 31);
	}
}

static void read_form(struct line *line, struct model_plan *plan)
{
	plan->form = (enum model_form)line_choice(line, forms);
}

static void read_opens(struct line *line, struct model_plan *plan)
{
	line_codes(line, plan->opens);
}

static void read_closes(struct line *line, struct model_plan *plan)
{
	line_codes(line, plan->closes);
}

static void read_time(struct line *line, struct model_plan *plan)
{
	unsigned bits =
	    (unsigned)line_number(line, 12, 32) + 7; /* the epoch's upper bits are above the time */

	plan->time_mask = bits < 32 ? (1u << bits) - 1 : UINT32_MAX;
}

static const struct {
	const char *word;
	void (*read)(struct line *line, struct model_plan *plan);
} lines[] = {
    {"delay", read_delay},	   {"number", read_when},	{"ratio", read_pair},
    {"form", read_form},	   {"gate", read_gate},		{"opens", read_opens},
    {"closes", read_closes},	   {"quantity", read_quantity}, {"extreme", read_extreme},
    {"threshold", read_threshold}, {"bucket", read_bucket},	{"late", read_late},
    {"counters", read_counters},   {"ask", read_ask},		{"end", read_end},
    {"time", read_time},	   {"untaken", read_untaken},	{"group", read_group},
    {"segments", read_segments},   {"kept", read_kept},		{"rounds", read_rounds},
};

bool preprocessors_read(struct line *line, const char *word)
{
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		if (strcmp(lines[i].word, word) != 0)
			continue;
		lines[i].read(line, &line->experiment->plan);
		return true;
	}
	return false;
}

void preprocessors_defaults(struct model_plan *plan)
{
	plan->last = UINT64_MAX;
	plan->time_mask = UINT32_MAX;
}
