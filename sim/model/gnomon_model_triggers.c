/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model_triggers: patterns, sequences, timer and watchdog of a node of a model
 * (docs/design/triggers.md). */
#include <string.h>

#include <gnomon/records.h>

#include "cells.h"
#include "gnomon_model_parts.h"

static unsigned int log2_up(unsigned int n)
{
	unsigned int bits = 0;

	while (1u << bits < n)
		bits++;
	return bits;
}

static bool column(const struct model_node *node, unsigned int code, unsigned int c)
{
	const uint8_t *steps = model_table(node, GNO_TABLE_STEPS);

	return gno_steps_get_columns(steps + ((c / 8) << node->plan->code_bits) + code) >> c % 8 &
	       1;
}

static void load_sequence(struct model_node *node, unsigned int m)
{
	const struct gnomon_model_node *plan = node->plan;
	struct model_sequence *sequence = &node->triggers.sequence[m];

	for (unsigned int s = 0; s < plan->steps; s++) {
		const uint8_t *row = model_table(node, GNO_TABLE_LIMITS) +
				     ((m << log2_up(plan->steps)) + s) * GNO_ROW_LIMITS;
		struct model_step *step = &sequence->step[s];

		step->count = gno_limits_get_count(row) + 1;
		step->last = gno_limits_get_last(row);
		step->timed = gno_limits_get_timed(row);
		step->follows = gno_limits_get_follows(row);
		step->timeout = (uint64_t)gno_limits_get_timeout(row) + 1;
		for (unsigned int code = 0; code < 1u << plan->code_bits; code++) {
			const unsigned int c = 2 * (m * plan->steps + s);

			if (column(node, code, c))
				sequence->advances[code] |= (uint16_t)(1u << s);
			if (column(node, code, c + 1))
				sequence->aborts[code] |= (uint16_t)(1u << s);
		}
	}
}

static void load_strict(struct model_node *node)
{
	const unsigned int strict = node->plan->strict;
	struct model_triggers *t = &node->triggers;

	for (unsigned int k = 0; strict && k + 1 < MODEL_STRICT_STEPS; k++) {
		for (unsigned int i = 0; i < strict; i++) {
			const uint32_t at = ((k << log2_up(strict)) + i) * GNO_ROW_WORDS;
			const uint8_t *row = model_table(node, GNO_TABLE_WORDS) + at;

			if (node->plan->base[GNO_TABLE_WORDS] + at >= node->plan->cells)
				continue;
			t->strict_word[k][i] = gno_words_get_word(row);
			t->strict_last[k][i] = gno_words_get_last(row);
		}
	}
}

/* Event lines, with those of the groups. */
static unsigned int lines_of(const struct model_node *node)
{
	const struct gnomon_model_measures *measures = node->plan->measures;

	return measures ? (unsigned int)measures->events + measures->group_lines : 0;
}

/* What an event does besides its actions. */
static void load_columns(struct model_node *node)
{
	const struct gnomon_model_node *plan = node->plan;
	const unsigned int first = 2u * plan->sequences * plan->steps;
	const unsigned int bits = log2_up(plan->strict);
	struct model_triggers *t = &node->triggers;

	for (unsigned int code = 0; code < MODEL_CODES; code++)
		t->begins[code] = -1;
	for (unsigned int code = 1; code < 1u << plan->code_bits; code++) {
		unsigned int c = first, i = 0;

		if (plan->strict) {
			for (unsigned int b = 0; b < bits; b++)
				i |= (unsigned int)column(node, code, c++) << b;
			if (column(node, code, c++))
				t->begins[code] = (int8_t)i;
		}
		if (plan->watchdog)
			t->feeds[code] = column(node, code, c++);
		if (!plan->measures)
			continue;
		if (plan->measures->gate) {
			t->opens[code] = column(node, code, c++);
			t->closes[code] = column(node, code, c++);
		}
		for (unsigned int b = 0; b < lines_of(node); b++)
			t->lines[code] |= (uint8_t)(column(node, code, c + b) << b);
	}
}

void model_triggers_load(struct model_node *node, uint64_t time)
{
	const struct gnomon_model_node *plan = node->plan;
	struct model_triggers *t = &node->triggers;

	memset(t, 0, sizeof(*t));
	for (unsigned int i = 0; i < MODEL_KNOWN; i++)
		node->known[i].word = model_known(node, 0) == &node->known[i] ? MODEL_OTHER : 0;
	for (unsigned int i = 0; i < plan->sequences; i++)
		load_sequence(node, i);
	load_strict(node);
	load_columns(node);
	if (plan->timer && gno_timer_get_on(model_table(node, GNO_TABLE_TIMER))) {
		t->period = (uint64_t)gno_timer_get_period(model_table(node, GNO_TABLE_TIMER)) + 1;
		t->profile = gno_timer_get_profile(model_table(node, GNO_TABLE_TIMER));
		t->next = (time / t->period + 1) * t->period;
	}
	t->starves = UINT64_MAX;
	if (plan->watchdog && gno_watchdog_get_on(model_table(node, GNO_TABLE_WATCHDOG))) {
		t->watchdog =
		    (uint64_t)gno_watchdog_get_after(model_table(node, GNO_TABLE_WATCHDOG)) + 1;
		t->starves = time + t->watchdog;
	}
}

/* The event code of a word, and the actions of the event. */
static void walk_ranks(const struct model *model, const struct model_node *node, uint64_t word,
		       struct model_known *known)
{
	const struct model_node *owner = &model->node[node->plan->owner];
	uint8_t code[64] = {0};
	uint32_t cell = 0;

	for (unsigned int r = 0; r < node->plan->ranks; r++) {
		const struct gnomon_model_rank *rank = &node->plan->rank[r];
		uint32_t index = 0;
		unsigned int at = 0;

		for (unsigned int i = 0; i < rank->parts; i++) {
			const struct gnomon_model_part *p = &rank->part[i];
			const uint64_t from = p->rank < 0 ? word >> p->lo : code[p->rank];

			index |= (uint32_t)(from & ((1u << p->bits) - 1)) << at;
			at += p->bits;
		}
		code[r] = owner->cell[rank->base + index];
		cell = index;
	}
	known->code = code[node->plan->ranks - 1];
	if (node->plan->beside)
		known->actions = (uint8_t)gno_rank_actions_get_act(
		    model_table(node, GNO_TABLE_RANK_ACTIONS) + cell);
	else
		known->actions = (uint8_t)gno_actions_get_act(model_table(node, GNO_TABLE_ACTIONS) +
							      known->code);
}

unsigned int model_code_learn(const struct model *model, struct model_node *node, uint64_t word)
{
	struct model_known *known = model_known(node, word);

	known->word = word;
	walk_ranks(model, node, word, known);
	return known->code;
}

struct model_record *model_add(struct model_node *node, unsigned int kind, unsigned int code)
{
	struct model_record *record = &node->pending[node->records++];

	record->kind = (uint8_t)kind;
	record->code = (uint8_t)code;
	record->aux = 0;
	record->words = 0;
	return record;
}

/* What a trigger does but its record; true: it has one. */
static bool fire_quietly(struct model_node *node, struct model_hit *hit, unsigned int number)
{
	const unsigned int actions =
	    gno_triggers_get_act(model_table(node, GNO_TABLE_TRIGGERS) + number);

	hit->actions |= actions;
	if (lines_of(node))
		hit->lines |= gno_events_get_lines(model_table(node, GNO_TABLE_EVENTS) + number);
	return actions >> GNO_ACT_RECORD & 1;
}

static void fire(struct model_node *node, struct model_hit *hit, unsigned int number)
{
	if (fire_quietly(node, hit, number))
		model_add(node, GNO_KIND_TRIGGER, number);
}

void model_capture(struct model_node *node, struct model_hit *hit)
{
	const unsigned int number = node->plan->triggers - 1u;
	const bool cause = hit->actions >> GNO_ACT_GLOBAL & 1;
	struct model_record *record = node->pending + node->fired;

	if (!fire_quietly(node, hit, number))
		return;
	memmove(record + 1, record, (node->records - node->fired) * sizeof(*record));
	node->records++;
	memset(record, 0, sizeof(*record));
	record->kind = GNO_KIND_CAPTURE;
	record->code = (uint8_t)number;
	record->aux = (uint8_t)(cause << 4 | hit->when << 5 | node->has_word << 6);
	record->words = 2;
	record->word[0] = (uint32_t)node->word;
	record->word[1] = (uint32_t)(node->word >> 32);
}

/* The step is complete; returns whether the sequence is. */
static bool complete_step(struct model_sequence *q, uint64_t time)
{
	const bool last = q->step[q->at].last;

	q->seen = 0;
	q->deadline = 0;
	q->at = last ? 0 : q->at + 1;
	if (!last && q->step[q->at].timed)
		q->deadline = time + q->step[q->at].timeout;
	return last;
}

/* An event that a sequence sees while it is idle; returns whether the sequence is complete. */
static bool first_step(struct model_sequence *q, unsigned int code, uint64_t time, bool *taken)
{
	q->at = 0;
	q->seen = 0;
	q->deadline = 0;
	if (!(q->advances[code] & 1) || *taken)
		return false;
	*taken = true;
	if (q->step[0].count == 1)
		return complete_step(q, time);
	q->seen = 1;
	return false;
}

enum { COMPLETE = 1, LATE = 2 };

/* The rules of the page for one sequence. */
static unsigned int sequence_clock(struct model_sequence *q, unsigned int code, uint64_t time,
				   bool *taken)
{
	const unsigned int bit = 1u << q->at;
	const bool advances = q->advances[code] & bit;

	if ((!q->at && !q->seen) || q->aborts[code] & bit)
		return first_step(q, code, time, taken) ? COMPLETE : 0;
	if (advances && q->seen + 1 == q->step[q->at].count)
		return complete_step(q, time) ? COMPLETE : 0;
	if (q->deadline && q->deadline == time)
		return LATE | (first_step(q, code, time, taken) ? COMPLETE : 0);
	q->seen += advances;
	return 0;
}

static void sequences_clock(struct model_node *node, struct model_hit *hit)
{
	const unsigned int count = node->plan->sequences;
	unsigned int fires[MODEL_SEQUENCES];
	bool taken = false;

	for (unsigned int m = 0; m < count; m++) {
		struct model_sequence *q = &node->triggers.sequence[m];

		taken = taken && q->step[0].follows;
		fires[m] = sequence_clock(q, hit->code, hit->time, &taken);
	}
	for (unsigned int m = 0; m < count; m++)
		if (fires[m] & COMPLETE)
			fire(node, hit, m);
	for (unsigned int m = 0; m < count; m++)
		if (fires[m] & LATE)
			fire(node, hit, count + m);
}

static void strict_clock(struct model_node *node, struct model_hit *hit)
{
	struct model_triggers *t = &node->triggers;
	uint32_t fires = 0;
	unsigned int a, i, alive = 0;

	for (a = 0; a < t->attempts; a++) {
		const struct model_attempt now = t->attempt[a];

		if (t->strict_word[now.next][now.sequence] != hit->word)
			continue;
		if (t->strict_last[now.next][now.sequence]) {
			fires |= 1u << now.sequence;
		} else {
			t->attempt[alive] = now;
			t->attempt[alive++].next++;
		}
	}
	if (t->begins[hit->code] >= 0) {
		t->attempt[alive].sequence = (uint8_t)t->begins[hit->code];
		t->attempt[alive++].next = 0;
	}
	t->attempts = alive;
	for (i = 0; fires >> i; i++)
		if (fires >> i & 1)
			fire(node, hit, 2u * node->plan->sequences + i);
}

/* Timer and watchdog. */
static void times_clock(struct model_node *node, struct model_hit *hit)
{
	const struct gnomon_model_node *plan = node->plan;
	const unsigned int timer = 2u * plan->sequences + plan->strict;
	struct model_triggers *t = &node->triggers;

	if (t->watchdog && hit->code && t->feeds[hit->code])
		t->starves = hit->time + t->watchdog;
	if (t->period && hit->time == t->next) {
		t->next += t->period;
		t->due = t->due || t->profile;
		fire(node, hit, timer);
	}
	if (hit->time == t->starves) {
		t->starves = UINT64_MAX;
		fire(node, hit, timer + plan->timer);
	}
	hit->profiled = t->due && hit->when;
	t->due = t->due && !hit->when;
}

static void thresholds_clock(struct model_node *node, struct model_hit *hit)
{
	const unsigned int first = node->plan->fires_number;
	const uint32_t fires = node->measures ? node->measures->fires : 0;

	for (unsigned int i = 0; fires >> i; i++)
		if (fires >> i & 1)
			fire(node, hit, first + i);
}

/* A round of a line began or ended. */
static void round_clock(const struct model *model, struct model_node *node, struct model_hit *hit)
{
	if (fire_quietly(node, hit, model_rounds_number(node, hit->edge)))
		model_rounds_record(model, node, hit->edge);
}

void model_triggers_clock(const struct model *model, struct model_node *node, struct model_hit *hit)
{
	if (hit->code) {
		const unsigned int actions = model_known(node, hit->word)->actions;

		hit->actions |= actions;
		hit->lines |= node->triggers.lines[hit->code];
		hit->opens = node->triggers.opens[hit->code];
		hit->closes = node->triggers.closes[hit->code];
		if (actions >> GNO_ACT_RECORD & 1)
			model_add(node, GNO_KIND_EVENT, hit->code);
	}
	sequences_clock(node, hit);
	if (node->plan->strict && hit->when)
		strict_clock(node, hit);
	times_clock(node, hit);
	if (hit->edge)
		round_clock(model, node, hit);
	thresholds_clock(node, hit);
	if (node->ask)
		fire(node, hit, node->plan->host_number);
	node->ask = false;
}

uint64_t model_triggers_due(const struct model_node *node)
{
	const struct model_triggers *t = &node->triggers;
	uint64_t due = t->starves;

	if (t->attempts || t->due)
		return 0;
	if (t->period && t->next < due)
		due = t->next;
	for (unsigned int m = 0; m < node->plan->sequences; m++)
		if (t->sequence[m].deadline && t->sequence[m].deadline < due)
			due = t->sequence[m].deadline;
	return due;
}

/* --- the event port */

void model_port_begin(struct model_port *port)
{
	memset(port, 0, sizeof(*port));
}

/* The code of a write; 0: none. */
static unsigned int write_code(const struct model_node *node, unsigned int addr, uint32_t data)
{
	const unsigned int bits = node->plan->port_data_bits;
	unsigned int code;

	if (!node->plan->port_code_bits || !node->live)
		return 0;
	code = gno_codes_get_class(model_table(node, GNO_TABLE_CODES) + addr);
	if (bits)
		code = gno_code_data_get_code(model_table(node, GNO_TABLE_CODE_DATA) +
					      (code << bits | (data & ((1u << bits) - 1))));
	return code;
}

/* A control write: returns its actions, and what is recorded as its data. */
static uint32_t control(struct model_port *port, unsigned int sub, uint64_t time, uint32_t *data)
{
	switch (sub) {
	case GNO_PORT_PROCESS:
		port->held[port->process % MODEL_PROCESSES] += time - port->since;
		port->since = time;
		port->process = (uint16_t)*data;
		break;
	case GNO_PORT_RUNNABLE:
		port->runnable = (uint8_t)*data;
		break;
	case GNO_PORT_START:
		return 1u << GNO_ACT_START;
	case GNO_PORT_STOP:
		return 1u << GNO_ACT_STOP;
	case GNO_PORT_TIME_STOP:
		if (!port->stopped)
			port->stopped_at = time;
		port->stopped = true;
		break;
	case GNO_PORT_TIME_START:
		if (port->stopped)
			port->paused += time - port->stopped_at;
		port->stopped = false;
		*data = (uint32_t)port->paused;
		break;
	case GNO_PORT_MARK:
		return 1u << GNO_ACT_MARK;
	default:
		break;
	}
	return 0;
}

/* What a write does to the gate, and the lines that it drives. */
static void drive(const struct model_node *node, struct model_hit *hit, unsigned int page,
		  unsigned int code)
{
	const struct gnomon_model_measures *measures = node->plan->measures;
	const uint8_t *lane = model_table(node, GNO_TABLE_CODE_ACTIONS) + code;
	const unsigned int codes = 1u << node->plan->port_code_bits;

	if (!measures)
		return;
	if (code && measures->gate) {
		lane += codes;
		hit->opens = hit->opens || gno_code_actions_get_opens(lane);
		hit->closes = hit->closes || gno_code_actions_get_closes(lane);
	}
	if (code && lines_of(node))
		hit->lines |= gno_code_actions_get_lines(lane + codes);
	if (!code && page != GNO_PAGE_CONTROL && measures->group_lines)
		hit->lines |= gno_events_get_lines(model_table(node, GNO_TABLE_EVENTS) +
						   node->plan->triggers);
}

void model_port_clock(struct model_node *node, struct model_hit *hit, unsigned int addr,
		      uint32_t data, uint32_t pc)
{
	const struct gnomon_model_node *plan = node->plan;
	struct model_port *port = &node->port;
	const unsigned int page = addr >> GNO_PORT_WRITE_PAGE;
	const unsigned int sub = addr & ((1u << GNO_PORT_WRITE_PAGE) - 1);
	const unsigned int code = write_code(node, addr, data);
	uint32_t actions =
	    code ? gno_code_actions_get_act(model_table(node, GNO_TABLE_CODE_ACTIONS) + code)
		 : gno_triggers_get_act(model_table(node, GNO_TABLE_TRIGGERS) + plan->triggers);
	struct model_record *record;

	if (page == GNO_PAGE_CONTROL)
		actions = (code ? actions : 0) | 1u << GNO_ACT_RECORD |
			  control(port, sub, hit->time, &data);
	hit->actions |= actions;
	drive(node, hit, page, code);
	if (!(actions >> GNO_ACT_RECORD & 1))
		return;
	record =
	    model_add(node, GNO_KIND_DATUM, sub | (plan->port_pc || plan->port_time ? 1u << 6 : 0));
	record->aux = (uint8_t)(page << 4);
	record->words = plan->port_pc || plan->port_time ? 4 : 2;
	record->word[0] = data;
	record->word[1] = port->process | (uint32_t)port->runnable << 16;
	record->word[2] = plan->port_pc ? pc : 0;
	record->word[3] =
	    plan->port_time
		? (uint32_t)(port->held[port->process % MODEL_PROCESSES] + hit->time - port->since)
		: 0;
}
