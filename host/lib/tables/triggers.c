/* SPDX-License-Identifier: Apache-2.0 */
#include "tables/triggers.h"

#include <string.h>

#define LIMIT_LAST 1u /* bits of byte 2 of a step */
#define LIMIT_TIMEOUT 2u
#define LIMIT_ONCE 4u
#define LIMIT_TWICE 8u
#define LIMIT_NEXT 16u	  /* the time-out is 1 */
#define LIMIT_FOLLOWS 32u /* the sequence is the next one of a row */
#define STRICT_LAST 1u	  /* bit of byte 8 of a word */
#define REGISTER_ON 1u	  /* bits of byte 4 of timer and watchdog */
#define TIMER_PROFILE 2u

int gno_trigger_number(const struct gno_node *n, enum gno_trigger_kind kind, unsigned index)
{
	unsigned i;

	for (i = 0; i < n->triggers; i++)
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

static void put(uint8_t *cell, uint64_t value, unsigned bytes)
{
	unsigned i;

	for (i = 0; i < bytes; i++)
		cell[i] = (uint8_t)(value >> 8 * i);
}

static void set_column(const struct gno_node *n, uint8_t *cell, unsigned column, unsigned code)
{
	cell[(column / 8) << n->code_bits | code] |= (uint8_t)(1u << column % 8);
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
			uint8_t *c = cell + (m << step_bits | s) * GNO_LIMIT_CELLS;

			put(c, step->count - 1, 2);
			c[2] = (uint8_t)((s == t->sequence[m].steps - 1 ? LIMIT_LAST : 0) |
					 (step->timeout ? LIMIT_TIMEOUT : 0) |
					 (step->count == 1 ? LIMIT_ONCE : 0) |
					 (step->count == 2 ? LIMIT_TWICE : 0) |
					 (step->timeout == 1 ? LIMIT_NEXT : 0) |
					 (t->sequence[m].follows ? LIMIT_FOLLOWS : 0));
			if (step->timeout)
				put(c + 4, step->timeout - 1, 4);
		}
	}
}

static void fill_words(const struct gno_node *n, const struct gno_node_triggers *t, uint8_t *cell)
{
	unsigned bits = bits_for(n->strict.count), i, s;

	for (i = 0; i < n->strict.count; i++) {
		for (s = 1; s < t->strict[i].steps; s++) {
			uint8_t *c = cell + ((s - 1) << bits | i) * GNO_STRICT_CELLS;

			put(c, t->strict[i].word[s - 1], 8);
			c[8] = s == t->strict[i].steps - 1 ? STRICT_LAST : 0;
		}
	}
}

static void fill_timer(const struct gno_node *n, const struct gno_node_triggers *t, uint8_t *cell)
{
	(void)n;
	if (!t->timer)
		return;
	put(cell, t->timer - 1, 4);
	cell[4] = (uint8_t)(REGISTER_ON | (t->profile ? TIMER_PROFILE : 0));
}

static void fill_watchdog(const struct gno_node *n, const struct gno_node_triggers *t,
			  uint8_t *cell)
{
	(void)n;
	if (!t->watchdog)
		return;
	put(cell, t->watchdog - 1, 4);
	cell[4] = REGISTER_ON;
}

static void fill_actions(const struct gno_node *n, const struct gno_node_triggers *t, uint8_t *cell)
{
	memcpy(cell, t->event_act, (size_t)1 << n->code_bits);
}

static void fill_triggers(const struct gno_node *n, const struct gno_node_triggers *t,
			  uint8_t *cell)
{
	memcpy(cell, t->act, n->triggers);
	if (n->port.bus)
		cell[n->triggers] = t->port;
}

static void fill_codes(const struct gno_node *n, const struct gno_node_triggers *t, uint8_t *cell)
{
	(void)n;
	memcpy(cell, t->codes.write, sizeof(t->codes.write));
}

static void fill_events(const struct gno_node *n, const struct gno_node_triggers *t, uint8_t *cell)
{
	memcpy(cell, t->act_lines, n->triggers);
	if (n->port.bus && n->preprocessors.group_lines)
		cell[n->triggers] = t->port_lines;
}

static void fill_code_data(const struct gno_node *n, const struct gno_node_triggers *t,
			   uint8_t *cell)
{
	unsigned k;

	for (k = 1; k < 1u << n->port.code_bits; k++)
		memcpy(cell + (k << n->port.data_bits), t->codes.code[k],
		       (size_t)1 << n->port.data_bits);
}

static void fill_code_actions(const struct gno_node *n, const struct gno_node_triggers *t,
			      uint8_t *cell)
{
	unsigned count = 1u << n->port.code_bits, k;

	memcpy(cell, t->code_act, count);
	for (k = 0; n->preprocessors.gate && k < count; k++)
		cell[count + k] = (uint8_t)(t->code_opens[k] | t->code_closes[k] << 1);
	if (n->preprocessors.event_lines + n->preprocessors.group_lines)
		memcpy(cell + (size_t)count * (1u + n->preprocessors.gate), t->code_lines, count);
}

bool gno_triggers_fill(const struct gno_node *n, const struct gno_node_triggers *t, unsigned table,
		       uint8_t *cell)
{
	static const struct {
		const char *name;
		void (*fill)(const struct gno_node *n, const struct gno_node_triggers *t,
			     uint8_t *cell);
	} fills[] = {
	    {"actions", fill_actions},
	    {"steps", fill_steps},
	    {"limits", fill_limits},
	    {"words", fill_words},
	    {"timer", fill_timer},
	    {"watchdog", fill_watchdog},
	    {"triggers", fill_triggers},
	    {"events", fill_events},
	    {"codes", fill_codes},
	    {"code_data", fill_code_data},
	    {"code_actions", fill_code_actions},
	};
	size_t i;

	for (i = 0; i < sizeof(fills) / sizeof(fills[0]); i++) {
		if (strcmp(fills[i].name, n->table[table].name) != 0)
			continue;
		fills[i].fill(n, t, cell);
		return true;
	}
	return false;
}
