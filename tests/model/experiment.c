/* SPDX-License-Identifier: Apache-2.0 */
#include "line.h"

#include <stdlib.h>
#include <string.h>

enum {
	LINE = 65536,
};

static const struct line_name actions[] = {
    {"record", MODEL_RECORD}, {"sample", MODEL_SAMPLE}, {"reset", MODEL_RESET},
    {"start", MODEL_START},   {"stop", MODEL_STOP},	{"mark", MODEL_MARK},
    {"bank", MODEL_BANK},     {"global", MODEL_GLOBAL}, {NULL, 0},
};

static const struct line_name sources[] = {
    {"pc", MODEL_PC}, {"addr", MODEL_ADDR}, {"write", MODEL_WRITE}, {NULL, 0}};

static const struct line_name qualifiers[] = {
    {"always", MODEL_ALWAYS}, {"retired", MODEL_RETIRED}, {"access", MODEL_ACCESS}, {NULL, 0}};

/* A...; reset, sample and bank may be followed by the numbers of their groups */
static uint64_t read_actions(struct line *line)
{
	uint64_t bits = 0, groups;

	while (line_more(line)) {
		unsigned int action = line_choice(line, actions), at = 0;

		bits |= action;
		if (action == MODEL_RESET)
			at = MODEL_RESET_GROUPS;
		else if (action == MODEL_SAMPLE)
			at = MODEL_SAMPLE_GROUPS;
		else if (action == MODEL_BANK)
			at = MODEL_BANK_GROUPS;
		for (groups = 0; at && line_is_number(line);)
			groups |= (uint64_t)1 << line_number(line, 0, MODEL_GROUPS - 1);
		if (at)
			bits |= (groups ? groups : (1u << MODEL_GROUPS) - 1) << at;
	}
	return bits;
}

static void read_field(struct line *line)
{
	struct model_experiment *experiment = line->experiment;
	struct model_field field = {.source = line_choice(line, sources), .kept = ~0u};
	uint64_t bits;

	bits = line_number(line, 1, 32);
	field.kept >>= 32 - bits;
	while (line_accept(line, "skip")) {
		uint64_t high = line_number(line, 0, 31), low = line_number(line, 0, high);

		for (uint64_t bit = low; bit <= high; bit++)
			field.kept &= ~(1u << bit);
	}
	if (experiment->fields == MODEL_FIELDS)
		line->bad = "too many fields";
	else
		experiment->field[experiment->fields++] = field;
}

static void read_pattern(struct line *line)
{
	struct model_tables *tables = line->tables;
	struct model_pattern *pattern = &tables->pattern[tables->patterns];

	if (tables->patterns == MODEL_PATTERNS) {
		line->bad = "too many patterns";
		return;
	}
	*pattern =
	    (struct model_pattern){.code = (unsigned int)line_number(line, 0, MODEL_CODES - 1)};
	while (line_more(line) && pattern->count < MODEL_CONDITIONS) {
		struct model_condition *condition = &pattern->conditions[pattern->count++];
		enum model_source source;

		condition->negated = line_accept(line, "not");
		source = line_choice(line, sources);
		for (condition->field = 0; condition->field < (int)line->experiment->fields;
		     condition->field++) {
			if (line->experiment->field[condition->field].source == source)
				break;
		}
		if (condition->field == (int)line->experiment->fields)
			line->bad = "no such field";
		if (line_accept(line, "mask"))
			condition->mask = (uint32_t)line_number(line, 1, UINT32_MAX);
		condition->low = (uint32_t)line_number(line, 0, UINT32_MAX);
		if (!condition->mask)
			condition->high = (uint32_t)line_number(line, condition->low, UINT32_MAX);
	}
	tables->patterns++;
}

static void read_action(struct line *line)
{
	struct model_tables *tables = line->tables;

	if (line_accept(line, "event")) {
		uint64_t code = line_number(line, 1, MODEL_CODES - 1);

		tables->event_actions[code] = read_actions(line);
	} else if (line_accept(line, "trigger")) {
		uint64_t trigger = line_number(line, 0, MODEL_TRIGGERS - 1);

		tables->trigger_actions[trigger] = read_actions(line);
	} else if (line_accept(line, "port")) {
		tables->port_actions = read_actions(line);
	} else {
		line->bad = "neither event, trigger nor port";
	}
}

/* count event CODE LINE..., count trigger N LINE... */
static void read_count(struct line *line)
{
	bool event = line_accept(line, "event");
	uint8_t *lines;

	if (!event && !line_accept(line, "trigger"))
		line->bad = "neither event nor trigger";
	lines = event ? &line->tables->event_lines[line_number(line, 1, MODEL_CODES - 1)]
		      : &line->tables->trigger_lines[line_number(line, 0, MODEL_TRIGGERS - 1)];
	while (line_is_number(line))
		*lines |= (uint8_t)(1u << line_number(line, 0, 7));
}

/* write LOW HIGH [data MASK VALUE] [lines LINE...] [opens] [closes] ACTIONS */
static void read_write(struct line *line)
{
	struct model_tables *tables = line->tables;
	struct model_write *write = &tables->write[tables->writes];

	if (tables->writes == MODEL_WRITES) {
		line->bad = "too many writes";
		return;
	}
	tables->writes++;
	write->low = (uint32_t)line_number(line, 0, 1023);
	write->high = (uint32_t)line_number(line, write->low, 1023);
	if (line_accept(line, "data")) {
		write->mask = (uint32_t)line_number(line, 0, UINT32_MAX);
		write->data = (uint32_t)line_number(line, 0, UINT32_MAX);
	}
	if (line_accept(line, "lines"))
		while (line_is_number(line))
			write->lines |= (uint8_t)(1u << line_number(line, 0, 7));
	write->opens = line_accept(line, "opens");
	write->closes = line_accept(line, "closes");
	write->actions = read_actions(line);
}

static void read_step(struct line *line)
{
	uint64_t index =
	    line_number(line, 0, line->experiment->sequences ? line->experiment->sequences - 1 : 0);
	struct model_sequence *sequence = &line->tables->sequence[index];
	struct model_step *step = &sequence->step[sequence->steps];

	if (sequence->steps == MODEL_STEPS) {
		line->bad = "too many steps";
		return;
	}
	sequence->steps++;
	step->count = 1;
	while (line_more(line)) {
		if (line_accept(line, "follows"))
			sequence->follows = true;
		else if (line_accept(line, "count"))
			step->count = (uint32_t)line_number(line, 1, 1u << 16);
		else if (line_accept(line, "timeout"))
			step->timeout = line_number(line, 1, (uint64_t)1 << 32);
		else if (line_accept(line, "advance"))
			line_codes(line, step->advance);
		else if (line_accept(line, "abort"))
			line_codes(line, step->abort);
		else
			line->bad = "neither count, timeout, advance nor abort";
	}
}

/* strict I begin CODES word V word V ...: W of each word but the first */
static void read_strict(struct line *line)
{
	struct model_tables *tables = line->tables;
	uint64_t index =
	    line_number(line, 0, line->experiment->strict ? line->experiment->strict - 1 : 0);
	struct model_strict *strict = &tables->strict[index];

	strict->steps = 1;
	if (!line_accept(line, "begin"))
		line->bad = "begin is missing";
	line_codes(line, strict->begin);
	while (line_accept(line, "word") && strict->steps < MODEL_STRICT_STEPS)
		strict->word[strict->steps++] = line_number(line, 0, UINT64_MAX);
	if (strict->steps < 2)
		line->bad = "a strict sequence of one word";
	for (uint64_t i = 0; i < MODEL_STRICT; i++) {
		for (int code = 0; code < MODEL_CODES; code++) {
			if (i != index && tables->strict[i].begin[code] && strict->begin[code])
				line->bad = "an event that begins two strict sequences";
		}
	}
}

static void add_phase(struct line *line, uint64_t from)
{
	struct model_experiment *experiment = line->experiment;
	struct model_tables *tables = NULL;

	if (experiment->phases < MODEL_PHASES)
		tables = calloc(1, sizeof(*tables));
	if (!tables) {
		line->bad = "too many tables";
		return;
	}
	tables->from = from;
	tables->until = UINT64_MAX;
	experiment->phase[experiment->phases++] = tables;
	line->tables = tables;
}

static void read_plan(struct line *line)
{
	struct model_experiment *experiment = line->experiment;

	experiment->sequences = line_number(line, 0, MODEL_SEQUENCES);
	experiment->strict = line_number(line, 0, MODEL_STRICT);
	while (line_more(line)) {
		if (line_accept(line, "timer"))
			experiment->timer = true;
		else if (line_accept(line, "watchdog"))
			experiment->watchdog = true;
		else if (line_accept(line, "host"))
			experiment->host = true;
		else if (line_accept(line, "capture"))
			experiment->capture = true;
		else if (line_accept(line, "interrupt"))
			experiment->interrupt = true;
		else if (line_accept(line, "report"))
			experiment->report = true;
		else
			line->bad = "neither timer, watchdog, host, capture, interrupt nor report";
	}
}

static void read_port(struct line *line)
{
	struct model_experiment *experiment = line->experiment;

	experiment->port = true;
	experiment->port_pc = line_accept(line, "pc");
	experiment->port_time = line_accept(line, "time");
	experiment->long_datum = experiment->port_pc || experiment->port_time;
}

static void read_timer(struct line *line)
{
	line->tables->period = line_number(line, 1, (uint64_t)1 << 32);
	line->tables->profile = line_accept(line, "profile");
}

static void read_watchdog(struct line *line)
{
	line->tables->watchdog = line_number(line, 1, (uint64_t)1 << 32);
	if (line_accept(line, "feed"))
		line_codes(line, line->tables->feed);
}

static void read_load(struct line *line)
{
	if (line_accept(line, "off")) {
		line->tables->until = line_number(line, 0, UINT64_MAX - 1);
		add_phase(line, UINT64_MAX);
	} else if (line_accept(line, "live")) {
		line->tables->from = line_number(line, 0, UINT64_MAX - 2) + 1;
	} else if (line_accept(line, "later")) {
		line->tables->from = UINT64_MAX;
	} else {
		line->bad = "neither off, live nor later";
	}
}

static void read_collect(struct line *line)
{
	line->experiment->collect = true;
}

static void read_when(struct line *line)
{
	line->experiment->when = line_choice(line, qualifiers);
}

static const struct {
	const char *word;
	void (*read)(struct line *line);
} kinds[] = {
    {"field", read_field},   {"when", read_when},	  {"collect", read_collect},
    {"plan", read_plan},     {"port", read_port},	  {"pattern", read_pattern},
    {"action", read_action}, {"step", read_step},	  {"strict", read_strict},
    {"timer", read_timer},   {"watchdog", read_watchdog}, {"load", read_load},
    {"write", read_write},   {"count", read_count},
};

static void read_line(struct line *line)
{
	const char *word = line_next(line);
	size_t kind = 0;

	while (kind < sizeof(kinds) / sizeof(kinds[0]) && strcmp(kinds[kind].word, word) != 0)
		kind++;
	if (kind < sizeof(kinds) / sizeof(kinds[0]))
		kinds[kind].read(line);
	else if (!preprocessors_read(line, word))
		line->bad = "unknown line";
	if (line_more(line))
		line->bad = "something is too much";
}

static void split(struct line *line, char *text)
{
	char *rest, *comment = strchr(text, '#');

	if (comment)
		*comment = 0;
	line->count = line->at = 0;
	for (char *word = strtok_r(text, " \t\n", &rest); word;
	     word = strtok_r(NULL, " \t\n", &rest)) {
		if (line->count == LINE_WORDS) {
			line->bad = "too many words";
			return;
		}
		line->word[line->count++] = word;
	}
}

const char *model_experiment_read(struct model_experiment *experiment, FILE *file,
				  unsigned int node, unsigned int *number_of_line)
{
	struct line line = {.experiment = experiment};
	char text[LINE];
	bool mine = true;

	*experiment = (struct model_experiment){0};
	preprocessors_defaults(&experiment->plan);
	*number_of_line = 0;
	add_phase(&line, 0);
	while (!line.bad && fgets(text, sizeof(text), file)) {
		++*number_of_line;
		if (!strchr(text, '\n'))
			return "line too long";
		split(&line, text);
		if (line.count == 0 || line.bad)
			continue;
		if (line_accept(&line, "node"))
			mine = line_accept(&line, "all") || line_number(&line, 0, 255) == node;
		else if (mine)
			read_line(&line);
	}
	return line.bad;
}

void model_experiment_free(struct model_experiment *experiment)
{
	for (size_t p = 0; p < experiment->phases; p++)
		free(experiment->phase[p]);
	experiment->phases = 0;
}
