/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/triggers.h"

#include <string.h>

#include "gnomon/records.h"
#include "common/cells.h"

int gno_trigger_number(const struct gno_node *n, enum gno_trigger_kind kind, unsigned index)
{
	for (unsigned i = 0; i < n->triggers; i++)
		if (n->trigger[i].kind == kind && n->trigger[i].index == index)
			return (int)i;
	return -1;
}

/* Bits that number so many things. */
static unsigned bits_for(unsigned count)
{
	unsigned bits = 0;

	while (1u << bits < count)
		bits++;
	return bits;
}

static void set_column(const struct gno_node *n, uint8_t *cell, unsigned column, unsigned code)
{
	uint8_t *row =
	    cell + ((size_t)(column / GNO_LANE_COLUMNS) << n->code_bits | code) * GNO_ROW_STEPS;

	gno_steps_put_columns(row, gno_steps_get_columns(row) | 1u << column % GNO_LANE_COLUMNS);
}

static void fill_steps(const struct gno_node *n, const struct gno_node_triggers *t, uint8_t *cell)
{
	unsigned column = 0, bits = bits_for(n->strict.count), m, s, code, bit;

	for (m = 0; m < n->sequences.count; m++) {
		for (s = 0; s < n->sequences.steps; s++, column += 2) {
			const struct gno_trigger_step *step = &t->sequence[m].step[s];

			if (s >= t->sequence[m].steps)
				continue;
			set_column(n, cell, column, step->event);
			for (code = 1; code < 1u << n->code_bits; code++)
				if (step->abort[code])
					set_column(n, cell, column + 1, code);
		}
	}
	for (m = 0; m < n->strict.count; m++) {
		if (!t->strict[m].steps)
			continue;
		for (bit = 0; bit < bits; bit++)
			if (m >> bit & 1)
				set_column(n, cell, column + bit, t->strict[m].first);
		set_column(n, cell, column + bits, t->strict[m].first);
	}
	if (n->strict.count)
		column += bits + 1;
	if (n->watchdog && t->watchdog)
		set_column(n, cell, column, t->feed);
	column += n->watchdog;
	for (code = 1; n->preprocessors.gate && code < 1u << n->code_bits; code++) {
		if (t->opens[code])
			set_column(n, cell, column, code);
		if (t->closes[code])
			set_column(n, cell, column + 1, code);
	}
	column += 2 * n->preprocessors.gate;
	for (code = 1; code < 1u << n->code_bits; code++)
		for (bit = 0; bit < n->preprocessors.event_lines + n->preprocessors.group_lines;
		     bit++)
			if (t->event_lines[code] >> bit & 1)
				set_column(n, cell, column + bit, code);
}

static void fill_limits(const struct gno_node *n, const struct gno_node_triggers *t, uint8_t *cell)
{
	unsigned step_bits = bits_for(n->sequences.steps), m, s;

	for (m = 0; m < n->sequences.count; m++) {
		for (s = 0; s < t->sequence[m].steps; s++) {
			const struct gno_trigger_step *step = &t->sequence[m].step[s];
			uint8_t *c = cell + (m << step_bits | s) * GNO_ROW_LIMITS;

			gno_limits_put_count(c, step->count - 1);
			gno_limits_put_last(c, s == t->sequence[m].steps - 1);
			gno_limits_put_timed(c, step->timeout > 0);
			gno_limits_put_once(c, step->count == 1);
			gno_limits_put_twice(c, step->count == 2);
			gno_limits_put_next(c, step->timeout == 1);
			gno_limits_put_follows(c, t->sequence[m].follows);
			if (step->timeout)
				gno_limits_put_timeout(c, (uint32_t)(step->timeout - 1));
		}
	}
}

static void fill_words(const struct gno_node *n, const struct gno_node_triggers *t, uint8_t *cell)
{
	unsigned bits = bits_for(n->strict.count), i, s;

	for (i = 0; i < n->strict.count; i++) {
		for (s = 1; s < t->strict[i].steps; s++) {
			uint8_t *c = cell + ((s - 1) << bits | i) * GNO_ROW_WORDS;

			gno_words_put_word(c, t->strict[i].word[s - 1]);
			gno_words_put_last(c, s == t->strict[i].steps - 1);
		}
	}
}

static void fill_timer(const struct gno_node *n, const struct gno_node_triggers *t, uint8_t *cell)
{
	(void)n;
	if (!t->timer)
		return;
	gno_timer_put_period(cell, (uint32_t)(t->timer - 1));
	gno_timer_put_on(cell, 1);
	gno_timer_put_profile(cell, t->profile);
}

static void fill_watchdog(const struct gno_node *n, const struct gno_node_triggers *t,
			  uint8_t *cell)
{
	(void)n;
	if (!t->watchdog)
		return;
	gno_watchdog_put_after(cell, (uint32_t)(t->watchdog - 1));
	gno_watchdog_put_on(cell, 1);
}

static void fill_actions(const struct gno_node *n, const struct gno_node_triggers *t, uint8_t *cell)
{
	for (unsigned code = 0; code < 1u << n->code_bits; code++, cell += GNO_ROW_ACTIONS)
		gno_actions_put_act(cell, t->event_act[code]);
}

static void fill_rank_actions(const struct gno_node *n, const struct gno_node_triggers *t,
			      uint8_t *cell)
{
	unsigned indices = 1u << n->rank[n->ranks - 1].index_bits;

	for (unsigned i = 0; i < indices; i++, cell += GNO_ROW_RANK_ACTIONS)
		gno_rank_actions_put_act(cell, t->event_act[t->event[i]]);
}

static void fill_triggers(const struct gno_node *n, const struct gno_node_triggers *t,
			  uint8_t *cell)
{
	for (unsigned i = 0; i < n->triggers; i++, cell += GNO_ROW_TRIGGERS)
		gno_triggers_put_act(cell, t->act[i]);
	if (n->port.bus)
		gno_triggers_put_act(cell, t->port);
}

static void fill_events(const struct gno_node *n, const struct gno_node_triggers *t, uint8_t *cell)
{
	for (unsigned i = 0; i < n->triggers; i++, cell += GNO_ROW_EVENTS)
		gno_events_put_lines(cell, t->act_lines[i]);
	if (n->port.bus && n->preprocessors.group_lines)
		gno_events_put_lines(cell, t->port_lines);
}

static void fill_codes(const struct gno_node *n, const struct gno_node_triggers *t, uint8_t *cell)
{
	(void)n;
	for (unsigned write = 0; write < GNO_PORT_WRITES; write++, cell += GNO_ROW_CODES)
		gno_codes_put_class(cell, t->codes.write[write]);
}

static void fill_code_data(const struct gno_node *n, const struct gno_node_triggers *t,
			   uint8_t *cell)
{
	unsigned bits = n->port.data_bits, k, data;

	for (k = 1; k < 1u << n->port.code_bits; k++)
		for (data = 0; data < 1u << bits; data++)
			gno_code_data_put_code(cell + (k << bits | data) * GNO_ROW_CODE_DATA,
					       t->codes.code[k][data]);
}

static void fill_code_actions(const struct gno_node *n, const struct gno_node_triggers *t,
			      uint8_t *cell)
{
	unsigned count = 1u << n->port.code_bits, k;

	for (k = 0; k < count; k++, cell += GNO_ROW_CODE_ACTIONS)
		gno_code_actions_put_act(cell, t->code_act[k]);
	for (k = 0; n->preprocessors.gate && k < count; k++, cell += GNO_ROW_CODE_ACTIONS) {
		gno_code_actions_put_opens(cell, t->code_opens[k]);
		gno_code_actions_put_closes(cell, t->code_closes[k]);
	}
	if (!(n->preprocessors.event_lines + n->preprocessors.group_lines))
		return;
	for (k = 0; k < count; k++, cell += GNO_ROW_CODE_ACTIONS)
		gno_code_actions_put_lines(cell, t->code_lines[k]);
}

bool gno_triggers_fill(const struct gno_node *n, const struct gno_node_triggers *t, unsigned table,
		       uint8_t *cell)
{
	static const struct {
		const char *name;
		void (*fill)(const struct gno_node *n, const struct gno_node_triggers *t,
			     uint8_t *cell);
	} fills[] = {
	    {"actions", fill_actions},	   {"rank_actions", fill_rank_actions},
	    {"steps", fill_steps},	   {"limits", fill_limits},
	    {"words", fill_words},	   {"timer", fill_timer},
	    {"watchdog", fill_watchdog},   {"triggers", fill_triggers},
	    {"events", fill_events},	   {"codes", fill_codes},
	    {"code_data", fill_code_data}, {"code_actions", fill_code_actions},
	};

	for (size_t i = 0; i < sizeof(fills) / sizeof(fills[0]); i++) {
		if (strcmp(fills[i].name, n->table[table].name) != 0)
			continue;
		fills[i].fill(n, t, cell);
		return true;
	}
	return false;
}
