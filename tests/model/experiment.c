/* SPDX-License-Identifier: Apache-2.0 */
#include "model.h"

#include <stdlib.h>
#include <string.h>

enum {
	WORDS = 600, /* of a line */
	LINE = 8192,
};

struct name {
	const char *name;
	unsigned int value;
};

static const struct name actions[] = {
    {"record", MODEL_RECORD},
    {"sample", MODEL_SAMPLE},
    {"reset", MODEL_RESET},
    {"start", MODEL_START},
    {"stop", MODEL_STOP},
    {"mark", MODEL_MARK},
    {NULL, 0},
};

static const struct name sources[] = {
    {"pc", MODEL_PC}, {"addr", MODEL_ADDR}, {"write", MODEL_WRITE}, {NULL, 0}};

static const struct name qualifiers[] = {
    {"always", MODEL_ALWAYS}, {"retired", MODEL_RETIRED}, {"access", MODEL_ACCESS}, {NULL, 0}};

static const struct name signals[] = {
    {"always", MODEL_ONE},
    {"retired", MODEL_SIG_RETIRED},
    {"icache_access", MODEL_ICACHE_ACCESS},
    {"icache_hit", MODEL_ICACHE_HIT},
    {"dcache_access", MODEL_DCACHE_ACCESS},
    {"dcache_hit", MODEL_DCACHE_HIT},
    {"stall", MODEL_STALL},
    {"waiting", MODEL_WAITING},
    {"bus_grant", MODEL_GRANT},
    {"bus_busy", MODEL_BUSY},
    {NULL, 0},
};

/* a line as it is read */
struct line {
	char *word[WORDS];
	size_t count, at;
	const char *bad;
	struct model_experiment *experiment;
	struct model_tables *tables; /* the latest */
};

static const char *next(struct line *line)
{
	if (line->at < line->count)
		return line->word[line->at++];
	line->bad = "something is missing";
	return "";
}

static bool more(const struct line *line)
{
	return line->at < line->count && !line->bad;
}

static bool accept(struct line *line, const char *word)
{
	if (!more(line) || strcmp(line->word[line->at], word) != 0)
		return false;
	line->at++;
	return true;
}

static bool is_number(const struct line *line)
{
	return more(line) && line->word[line->at][0] >= '0' && line->word[line->at][0] <= '9';
}

static uint64_t number(struct line *line, uint64_t least, uint64_t most)
{
	const char *text = next(line);
	char *end;
	uint64_t value = strtoull(text, &end, 0);

	if (end == text || *end || value < least || value > most)
		line->bad = "bad number";
	return line->bad ? least : value;
}

static unsigned int choice(struct line *line, const struct name *names)
{
	const char *text = next(line);

	for (; names->name; names++) {
		if (strcmp(names->name, text) == 0)
			return names->value;
	}
	line->bad = "unknown name";
	return 0;
}

static uint8_t read_actions(struct line *line)
{
	unsigned int bits = 0;

	while (more(line))
		bits |= choice(line, actions);
	return (uint8_t)bits;
}

static void read_codes(struct line *line, bool codes[MODEL_CODES])
{
	while (is_number(line))
		codes[number(line, 1, MODEL_CODES - 1)] = true;
}

static void read_field(struct line *line)
{
	struct model_experiment *experiment = line->experiment;
	struct model_field field = {.source = choice(line, sources), .kept = ~0u};
	uint64_t bits;

	bits = number(line, 1, 32);
	field.kept >>= 32 - bits;
	while (accept(line, "skip")) {
		uint64_t high = number(line, 0, 31), low = number(line, 0, high);

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
	*pattern = (struct model_pattern){.code = (unsigned int)number(line, 0, MODEL_CODES - 1)};
	while (more(line) && pattern->count < MODEL_CONDITIONS) {
		struct model_condition *condition = &pattern->conditions[pattern->count++];
		enum model_source source;

		condition->negated = accept(line, "not");
		source = choice(line, sources);
		for (condition->field = 0; condition->field < (int)line->experiment->fields;
		     condition->field++) {
			if (line->experiment->field[condition->field].source == source)
				break;
		}
		if (condition->field == (int)line->experiment->fields)
			line->bad = "no such field";
		if (accept(line, "mask"))
			condition->mask = (uint32_t)number(line, 1, UINT32_MAX);
		condition->low = (uint32_t)number(line, 0, UINT32_MAX);
		if (!condition->mask)
			condition->high = (uint32_t)number(line, condition->low, UINT32_MAX);
	}
	tables->patterns++;
}

static void read_action(struct line *line)
{
	struct model_tables *tables = line->tables;

	if (accept(line, "event")) {
		uint64_t code = number(line, 1, MODEL_CODES - 1);

		tables->event_actions[code] = read_actions(line);
	} else if (accept(line, "trigger")) {
		uint64_t trigger = number(line, 0, MODEL_TRIGGERS - 1);

		tables->trigger_actions[trigger] = read_actions(line);
	} else if (accept(line, "port")) {
		tables->port_actions = read_actions(line);
	} else {
		line->bad = "neither event, trigger nor port";
	}
}

static void read_step(struct line *line)
{
	uint64_t index = number(line, 0, line->experiment->sequences ? line->experiment->sequences - 1 : 0);
	struct model_sequence *sequence = &line->tables->sequence[index];
	struct model_step *step = &sequence->step[sequence->steps];

	if (sequence->steps == MODEL_STEPS) {
		line->bad = "too many steps";
		return;
	}
	sequence->steps++;
	step->count = 1;
	while (more(line)) {
		if (accept(line, "count"))
			step->count = (uint32_t)number(line, 1, 1u << 16);
		else if (accept(line, "timeout"))
			step->timeout = number(line, 1, (uint64_t)1 << 32);
		else if (accept(line, "advance"))
			read_codes(line, step->advance);
		else if (accept(line, "abort"))
			read_codes(line, step->abort);
		else
			line->bad = "neither count, timeout, advance nor abort";
	}
}

/* strict I begin CODES word V word V ...: W of each word but the first */
static void read_strict(struct line *line)
{
	struct model_tables *tables = line->tables;
	uint64_t index = number(line, 0, line->experiment->strict ? line->experiment->strict - 1 : 0);
	struct model_strict *strict = &tables->strict[index];

	strict->steps = 1;
	if (!accept(line, "begin"))
		line->bad = "begin is missing";
	read_codes(line, strict->begin);
	while (accept(line, "word") && strict->steps < MODEL_STRICT_STEPS)
		strict->word[strict->steps++] = number(line, 0, UINT64_MAX);
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

	experiment->sequences = number(line, 0, MODEL_SEQUENCES);
	experiment->strict = number(line, 0, MODEL_STRICT);
	while (more(line)) {
		if (accept(line, "timer"))
			experiment->timer = true;
		else if (accept(line, "watchdog"))
			experiment->watchdog = true;
		else
			line->bad = "neither timer nor watchdog";
	}
}

static void read_port(struct line *line)
{
	struct model_experiment *experiment = line->experiment;

	experiment->port_pc = accept(line, "pc");
	experiment->port_time = accept(line, "time");
	experiment->long_datum = experiment->port_pc || experiment->port_time;
}

static void read_ratio(struct line *line)
{
	struct model_experiment *experiment = line->experiment;

	if (accept(line, "compressed")) {
		experiment->compressed = true;
	} else if (experiment->pairs == MODEL_PAIRS) {
		line->bad = "too many pairs";
	} else {
		experiment->pair[experiment->pairs][0] = choice(line, signals);
		experiment->pair[experiment->pairs++][1] = choice(line, signals);
	}
}

static void read_timer(struct line *line)
{
	line->tables->period = number(line, 1, (uint64_t)1 << 32);
	line->tables->profile = accept(line, "profile");
}

static void read_watchdog(struct line *line)
{
	line->tables->watchdog = number(line, 1, (uint64_t)1 << 32);
	if (accept(line, "feed"))
		read_codes(line, line->tables->feed);
}

static void read_load(struct line *line)
{
	if (accept(line, "off")) {
		line->tables->until = number(line, 0, UINT64_MAX - 1);
		add_phase(line, UINT64_MAX);
	} else if (accept(line, "live")) {
		line->tables->from = number(line, 0, UINT64_MAX - 2) + 1;
	} else if (accept(line, "later")) {
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
	line->experiment->when = choice(line, qualifiers);
}

static const struct {
	const char *word;
	void (*read)(struct line *line);
} kinds[] = {
    {"field", read_field}, {"when", read_when},	    {"collect", read_collect}, {"plan", read_plan},
    {"port", read_port},   {"ratio", read_ratio},   {"pattern", read_pattern}, {"action", read_action},
    {"step", read_step},   {"strict", read_strict}, {"timer", read_timer},     {"watchdog", read_watchdog},
    {"load", read_load},
};

static void read_line(struct line *line)
{
	const char *word = next(line);
	size_t kind = 0;

	while (kind < sizeof(kinds) / sizeof(kinds[0]) && strcmp(kinds[kind].word, word) != 0)
		kind++;
	if (kind == sizeof(kinds) / sizeof(kinds[0])) {
		line->bad = "unknown line";
		return;
	}
	kinds[kind].read(line);
	if (more(line))
		line->bad = "something is too much";
}

static void split(struct line *line, char *text)
{
	char *rest, *comment = strchr(text, '#');

	if (comment)
		*comment = 0;
	line->count = line->at = 0;
	for (char *word = strtok_r(text, " \t\n", &rest); word && line->count < WORDS;
	     word = strtok_r(NULL, " \t\n", &rest))
		line->word[line->count++] = word;
}

const char *model_experiment_read(struct model_experiment *experiment, FILE *file, unsigned int node,
				  unsigned int *number_of_line)
{
	struct line line = {.experiment = experiment};
	char text[LINE];
	bool mine = true;

	*experiment = (struct model_experiment){0};
	*number_of_line = 0;
	add_phase(&line, 0);
	while (!line.bad && fgets(text, sizeof(text), file)) {
		++*number_of_line;
		if (!strchr(text, '\n'))
			return "line too long";
		split(&line, text);
		if (line.count == 0)
			continue;
		if (accept(&line, "node"))
			mine = accept(&line, "all") || number(&line, 0, 255) == node;
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
