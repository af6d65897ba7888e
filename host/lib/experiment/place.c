/* SPDX-License-Identifier: Apache-2.0 */

/* Which triggers are at which nodes, under which numbers, and whether they fit there. */

#include "experiment/parts.h"
#include "pattern/groups.h"
#include "common/util.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a node must have for a trigger, for a message. */
static const char *in_words(const struct exp_point *p, char *room, size_t size)
{
	static const char *const words[EXP_KINDS] = {
	    [EXP_SEQUENCE] = "sequences",
	    [EXP_STRICT] = "strict sequences",
	    [EXP_TIMER] = "timer",
	    [EXP_WATCHDOG] = "watchdog",
	    [EXP_CODE] = "event port with codes",
	};

	if (p->kind != EXP_THRESHOLD)
		return words[p->kind];
	snprintf(room, size, "threshold '%s'", p->name);
	return room;
}

/* Whether a node has what a trigger needs. */
static bool has(const struct gno_node *n, const struct exp_point *p)
{
	switch (p->kind) {
	case EXP_SEQUENCE:
		return n->sequences.count;
	case EXP_STRICT:
		return n->strict.count;
	case EXP_TIMER:
		return n->timer;
	case EXP_WATCHDOG:
		return n->watchdog;
	case EXP_THRESHOLD:
		return exp_place_of(n, exp_threshold_name, p->name) >= 0;
	case EXP_CODE:
		return n->port.code_bits;
	case EXP_HOST:
		return gno_trigger_number(n, GNO_TRIGGER_HOST, 0) >= 0;
	default:
		return false;
	}
}

/* A point that the trigger waits for and that is not at the node; -1: there is none. */
static int missing_at(const struct experiment *e, const struct exp_point *p, unsigned k)
{
	const struct exp_sequence *s;
	size_t i, j;

	if (p->kind == EXP_WATCHDOG)
		return e->watchdog_event >= 0 && !e->point[e->watchdog_event].on[k]
			   ? e->watchdog_event
			   : -1;
	if (p->kind != EXP_SEQUENCE && p->kind != EXP_STRICT)
		return -1;
	s = &e->sequence[p->sequence];
	for (i = 0; i < s->seq.steps; i++) {
		if (s->step[i] >= 0 && !e->point[s->step[i]].on[k])
			return s->step[i];
		for (j = 0; j < s->seq.step[i].unlesses; j++)
			if (!e->point[s->unless[i][j]].on[k])
				return s->unless[i][j];
	}
	return -1;
}

/* Decides where a trigger is: where it was asked for, else wherever it can be. */
static void place(struct gno_yaml *y, struct experiment *e, struct exp_point *p)
{
	const yaml_node_t *at = p->nodes_at ? p->nodes_at : p->value;
	unsigned k, able = 0, places = 0;
	int missing = -1, lacks = -1;
	char words[96];

	for (k = 0; k < e->m->nodes; k++) {
		const struct gno_node *n = &e->m->node[k];
		bool wanted = exp_wanted(e, p->nodes_at, p->on, k);

		able += wanted && has(n, p);
		p->on[k] = wanted && has(n, p);
		if (p->nodes_at && wanted && !has(n, p))
			gno_yaml_fault(y, at, "node '%s' has no %s", n->name,
				       in_words(p, words, sizeof(words)));
		if (!p->on[k])
			continue;
		lacks = missing_at(e, p, k);
		if (lacks >= 0 && p->nodes_at)
			gno_yaml_fault(y, at,
				       "'%s' waits for point '%s', which is not at node '%s'",
				       p->name, e->point[lacks].name, n->name);
		missing = lacks >= 0 ? lacks : missing;
		p->on[k] = lacks < 0;
		places += p->on[k];
	}
	if (!able && !p->nodes_at)
		gno_yaml_fault(y, at, "monitor '%s' has no %s", e->m->name,
			       in_words(p, words, sizeof(words)));
	else if (!places && !p->nodes_at)
		gno_yaml_fault(y, at,
			       "'%s' can be at no node: none has all the points that it waits for, "
			       "such as '%s'",
			       p->name, e->point[missing].name);
}

/* Tells the limits of a node that a sequence exceeds. */
static void check_limits(struct gno_yaml *y, const struct experiment *e,
			 const struct exp_sequence *s, const struct gno_node *n)
{
	const yaml_node_t *text = e->point[s->point].value;
	const char *name = e->point[s->point].name;
	unsigned steps = s->seq.strict ? n->strict.steps : n->sequences.steps;
	size_t i;

	if (s->seq.strict && s->seq.steps < 2)
		gno_yaml_fault(y, text, "strict sequence '%s' has one step: it needs two at least",
			       name);
	if (s->seq.steps > steps)
		gno_yaml_fault(y, text, "sequence '%s' has %zu steps, node '%s' has room for %u",
			       name, s->seq.steps, n->name, steps);
	if (s->overlap > 1 && !n->sequences.overlap)
		gno_yaml_fault(y, s->overlap_at,
			       "sequences of node '%s' cannot follow attempts side by side: they "
			       "have no 'overlap'",
			       n->name);
	for (i = 0; i < s->seq.steps && !s->seq.strict; i++) {
		const struct gno_seq_step *step = &s->seq.step[i];
		uint64_t count = UINT64_C(1) << n->sequences.count_bits;
		uint64_t timeout = UINT64_C(1) << n->sequences.timeout_bits;

		if (step->count > count)
			gno_yaml_fault_at(y, gno_yaml_mark_in(text, step->count_at),
					  "sequence '%s' counts to %" PRIu64
					  ", node '%s' to %" PRIu64 " at most",
					  name, step->count, n->name, count);
		if (step->within > timeout)
			gno_yaml_fault_at(y, gno_yaml_mark_in(text, step->within_at),
					  "sequence '%s' has a time-out of %" PRIu64
					  " clocks, node '%s' can count %" PRIu64 " at most",
					  name, step->within, n->name, timeout);
	}
}

/* Whether a node before has the same shape and the same trigger: then its limits were told. */
static bool told(const struct experiment *e, const struct exp_point *p, unsigned k)
{
	const struct gno_node *n = &e->m->node[k];
	unsigned j;

	for (j = 0; j < k; j++) {
		const struct gno_node *o = &e->m->node[j];

		if (p->on[j] && !memcmp(&n->sequences, &o->sequences, sizeof(n->sequences)) &&
		    !memcmp(&n->strict, &o->strict, sizeof(n->strict)))
			return true;
	}
	return false;
}

/* Gives the sequences of a node their numbers, in the order of the file. */
static void number_sequences(struct gno_yaml *y, struct experiment *e, const struct gno_node *n)
{
	unsigned used[2] = {0}, room[2] = {n->sequences.count, n->strict.count};
	const struct exp_point *over[2] = {NULL, NULL};
	size_t i;
	unsigned s;

	for (i = 0; i < e->sequences; i++) {
		struct exp_sequence *q = &e->sequence[i];
		struct exp_point *p = &e->point[q->point];

		s = q->seq.strict;
		if (!p->on[n->index])
			continue;
		if (!told(e, p, n->index))
			check_limits(y, e, q, n);
		p->code[n->index] =
		    gno_trigger_number(n, s ? GNO_TRIGGER_STRICT : GNO_TRIGGER_SEQUENCE, used[s]);
		if (q->timeout >= 0) {
			e->point[q->timeout].on[n->index] = true;
			e->point[q->timeout].code[n->index] =
			    gno_trigger_number(n, GNO_TRIGGER_TIMEOUT, used[s]);
		}
		used[s] += s ? 1 : q->overlap;
		if (used[s] > room[s] && !over[s])
			over[s] = p;
	}
	for (s = 0; s < 2; s++)
		if (over[s] && !told(e, over[s], n->index))
			gno_yaml_fault_at(y, over[s]->at,
					  "node '%s' has room for %u %s, the experiment has %u; "
					  "'%s' is the first too many",
					  n->name, room[s], s ? "strict sequences" : "sequences",
					  used[s], over[s]->name);
}

/* The later words of a strict sequence must be one word each. */
static void check_words(struct gno_yaml *y, struct experiment *e, struct exp_sequence *s,
			const struct gno_node *n)
{
	const yaml_node_t *text = e->point[s->point].value;
	size_t i;

	for (i = 1; i < s->seq.steps && i < GNO_MAX_STRICT_STEPS; i++) {
		const struct gno_seq_step *step = &s->seq.step[i];
		struct gno_yaml_mark at = gno_yaml_mark_in(text, step->point.at);
		uint64_t word;
		int ret;

		if (gno_yaml_faulty_at(y, at))
			continue; /* it was said of another node */
		if (s->step[i] >= 0) {
			ret = gno_match_only_word(n, e->match[n->index][s->step[i]], &word);
			if (ret == GNO_ERR_NOMEM)
				y->nomem = true;
			else if (ret <= 0)
				gno_yaml_fault_at(
				    y, at,
				    "point '%s' is not one word at node '%s', as the later steps "
				    "of a strict sequence must be",
				    step->point.name, n->name);
		} else if (n->fields > 1) {
			gno_yaml_fault_at(
			    y, at,
			    "a number is no whole word at node '%s', which watches %u fields; "
			    "name a point",
			    n->name, n->fields);
		} else if (!gno_field_word(&n->field[0], step->word, &word)) {
			gno_yaml_fault_at(y, at,
					  "0x%" PRIx64 " is no value of field '%s' at node '%s'",
					  step->word, n->field[0].name, n->name);
		}
	}
}

/* An event begins one strict sequence at most. */
static void check_first_words(struct gno_yaml *y, const struct experiment *e,
			      const struct gno_node *n)
{
	size_t i, j;

	for (i = 0; i < e->sequences; i++) {
		const struct exp_sequence *a = &e->sequence[i];

		for (j = 0; j < i && a->seq.strict && e->point[a->point].on[n->index]; j++) {
			const struct exp_sequence *b = &e->sequence[j];

			if (b->seq.strict && e->point[b->point].on[n->index] &&
			    a->step[0] == b->step[0])
				gno_yaml_fault(
				    y, e->point[a->point].value,
				    "strict sequences '%s' and '%s' both begin with '%s'",
				    e->point[b->point].name, e->point[a->point].name,
				    e->point[a->step[0]].name);
		}
	}
}

/* Whether a place in the list is that of a point without fault. */
static bool sound(const struct experiment *e, int point)
{
	return point >= 0 && e->point[point].resolved && !e->point[point].at_fault;
}

/* Whether a trigger is complete enough to be placed. */
static bool known(const struct experiment *e, const struct exp_point *p)
{
	const struct exp_sequence *s;
	size_t i, k;

	if (p->kind == EXP_TIMER || p->kind == EXP_WATCHDOG)
		return p->kind == EXP_TIMER || sound(e, e->watchdog_event);
	if (p->kind == EXP_THRESHOLD || p->kind == EXP_HOST || p->kind == EXP_CODE)
		return !p->at_fault;
	if (p->kind != EXP_SEQUENCE && p->kind != EXP_STRICT)
		return false;
	s = &e->sequence[p->sequence];
	for (i = 0; i < s->seq.steps; i++) {
		if (s->seq.step[i].point.name && !sound(e, s->step[i]))
			return false;
		for (k = 0; k < s->seq.step[i].unlesses; k++)
			if (!sound(e, s->unless[i][k]))
				return false;
	}
	return true;
}

/* Gives the thresholds of a node and its host's trigger their numbers. */
static void number_measures(struct gno_yaml *y, struct experiment *e, const struct gno_node *n)
{
	unsigned k = n->index;
	size_t i;

	for (i = 0; i < e->points; i++) {
		struct exp_point *p = &e->point[i];

		if (p->kind == EXP_HOST && p->on[k])
			p->code[k] = gno_trigger_number(n, GNO_TRIGGER_HOST, 0);
		if (p->kind != EXP_THRESHOLD || !p->on[k])
			continue;
		p->code[k] =
		    gno_trigger_number(n, GNO_TRIGGER_THRESHOLD,
				       (unsigned)exp_place_of(n, exp_threshold_name, p->name));
		exp_check_threshold(y, e, &e->threshold[p->sequence], n);
	}
}

void exp_place_triggers(struct gno_yaml *y, struct experiment *e)
{
	unsigned k;
	size_t i;

	for (i = 0; i < e->points; i++) {
		if (known(e, &e->point[i]))
			place(y, e, &e->point[i]);
		else if (!exp_is_event(&e->point[i]))
			memset(e->point[i].on, 0, sizeof(e->point[i].on));
	}
	for (k = 0; k < e->m->nodes && !y->nomem; k++) {
		const struct gno_node *n = &e->m->node[k];

		number_sequences(y, e, n);
		check_first_words(y, e, n);
		for (i = 0; i < e->sequences; i++)
			if (e->sequence[i].seq.strict && e->point[e->sequence[i].point].on[k])
				check_words(y, e, &e->sequence[i], n);
		if (e->timer >= 0 && e->point[e->timer].on[k])
			e->point[e->timer].code[k] = gno_trigger_number(n, GNO_TRIGGER_TIMER, 0);
		if (e->watchdog >= 0 && e->point[e->watchdog].on[k])
			e->point[e->watchdog].code[k] =
			    gno_trigger_number(n, GNO_TRIGGER_WATCHDOG, 0);
		number_measures(y, e, n);
	}
	exp_number_codes(y, e);
}

/* An ordinary sequence, as the tables want it. */
static void describe_sequence(const struct experiment *e, const struct exp_sequence *s,
			      unsigned node, struct gno_trigger_sequence *out)
{
	size_t i, k;

	out->steps = (unsigned)s->seq.steps;
	for (i = 0; i < s->seq.steps; i++) {
		struct gno_trigger_step *step = &out->step[i];

		step->event = (unsigned)e->point[s->step[i]].code[node];
		step->count = (uint32_t)s->seq.step[i].count;
		step->timeout = s->seq.step[i].within;
		for (k = 0; k < s->seq.step[i].unlesses; k++)
			step->abort[e->point[s->unless[i][k]].code[node]] = true;
	}
}

static void describe_strict(const struct experiment *e, const struct exp_sequence *s, unsigned node,
			    struct gno_trigger_strict *out)
{
	const struct gno_node *n = &e->m->node[node];
	size_t i;

	out->steps = (unsigned)s->seq.steps;
	out->first = (unsigned)e->point[s->step[0]].code[node];
	for (i = 1; i < s->seq.steps; i++) {
		if (s->step[i] >= 0)
			gno_match_only_word(n, e->match[node][s->step[i]], &out->word[i - 1]);
		else
			gno_field_word(&n->field[0], s->seq.step[i].word, &out->word[i - 1]);
	}
}

unsigned exp_numbers(const struct experiment *e, const struct exp_point *p)
{
	return p->kind == EXP_SEQUENCE || p->kind == EXP_TIMEOUT ? e->sequence[p->sequence].overlap
								 : 1;
}

/*
 * What happens when a point fires at a node, where it has that number; `lines`: the event lines
 * that it drives.
 */
static void put_point(const struct gno_node *n, const struct exp_point *p, int number,
		      unsigned lines, struct gno_node_triggers *out)
{
	unsigned actions = gno_groups_actions(n, p->choice.of, p->actions);

	lines |= gno_groups_lines(n, p->choice.of, actions);
	if (exp_is_event(p)) {
		out->event_act[number] = (uint8_t)actions;
		out->event_lines[number] = (uint8_t)lines;
	} else if (p->kind == EXP_CODE) {
		out->code_act[number] = (uint8_t)actions;
		out->code_lines[number] = (uint8_t)lines;
	} else {
		out->act[number] = (uint8_t)actions;
		out->act_lines[number] = (uint8_t)lines;
	}
}

/* Where it stands that a point opens (closes) the gate: by event code, or by code of the port. */
static bool *gate_event(const struct experiment *e, size_t point, unsigned node, bool *event,
			bool *code)
{
	const struct exp_point *p = &e->point[point];

	return p->kind == EXP_CODE ? &code[p->code[node]] : &event[p->code[node]];
}

static void put_sequences(const struct experiment *e, unsigned node, struct gno_node_triggers *out)
{
	unsigned used[2] = {0}, k;
	size_t i;

	for (i = 0; i < e->sequences; i++) {
		const struct exp_sequence *s = &e->sequence[i];

		if (!e->point[s->point].on[node])
			continue;
		if (s->seq.strict)
			describe_strict(e, s, node, &out->strict[used[1]++]);
		else
			for (k = 0; k < s->overlap && used[0] < GNO_MAX_SEQUENCES; k++) {
				out->sequence[used[0]].follows = k > 0;
				describe_sequence(e, s, node, &out->sequence[used[0]++]);
			}
	}
}

static void put_points(const struct experiment *e, unsigned node, struct gno_node_triggers *out)
{
	unsigned k;
	size_t i;

	for (i = 0; i < e->points; i++) {
		const struct exp_point *p = &e->point[i];

		if (!p->on[node] || p->code[node] < 0)
			continue;
		for (k = 0; k < exp_numbers(e, p); k++)
			put_point(&e->m->node[node], p, p->code[node] + (int)k,
				  e->use[node].event_lines ? e->use[node].event_lines[i] : 0, out);
	}
}

static void put_gate(const struct experiment *e, unsigned node, struct gno_node_triggers *out)
{
	const struct exp_gate *gate = e->use[node].gate < 0 ? NULL : &e->gate[e->use[node].gate];
	size_t i;

	for (i = 0; gate && i < gate->opens; i++)
		*gate_event(e, gate->open[i], node, out->opens, out->code_opens) = true;
	for (i = 0; gate && i < gate->closes; i++)
		*gate_event(e, gate->close[i], node, out->closes, out->code_closes) = true;
}

void exp_node_triggers(const struct experiment *e, unsigned node, struct gno_node_triggers *out)
{
	memset(out, 0, sizeof(*out));
	put_sequences(e, node, out);
	put_points(e, node, out);
	if (e->timer >= 0 && e->point[e->timer].on[node]) {
		out->timer = e->timer_every;
		out->profile = e->profile;
	}
	if (e->watchdog >= 0 && e->point[e->watchdog].on[node]) {
		out->watchdog = e->watchdog_after;
		out->feed = (unsigned)e->point[e->watchdog_event].code[node];
	}
	if (e->port_on[node]) {
		out->port =
		    (uint8_t)gno_groups_actions(&e->m->node[node], e->port_choice.of, e->port);
		out->port_lines =
		    (uint8_t)gno_groups_lines(&e->m->node[node], e->port_choice.of, out->port);
	}
	put_gate(e, node, out);
	exp_node_codes(e, node, &out->codes);
}
