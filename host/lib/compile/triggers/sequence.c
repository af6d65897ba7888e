/* SPDX-License-Identifier: Apache-2.0 */

/* Sequences, strict ones and the time-outs of the others. */

#include "compile/sequence.h"
#include "common/util.h"
#include "compile/triggers/kinds.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The kinds that have no section of their own. */
static const struct exp_trigger trigger_strict, trigger_timeout;

struct sequence {
	struct gno_seq seq;
	size_t point;
	int timeout;	  /* its point of time-outs, -1: it has none */
	unsigned overlap; /* attempts that are followed side by side, each by a sequence of the
			     node; 1: one */
	yaml_node_t *overlap_at; /* NULL: not given */
	int *step;		 /* points of the steps; -1: a word, or unknown */
	int **unless;
};

static const struct sequence *sequence_of(const struct exp_point *p)
{
	return p->data;
}

/* The sequence that comes next in the list of triggers, from place *at on; NULL: none. */
static struct sequence *next(const struct experiment *e, size_t *at)
{
	while (*at < e->triggers) {
		const struct exp_point *p = &e->point[e->trigger[(*at)++]];

		if (p->trigger == &exp_trigger_sequence || p->trigger == &trigger_strict)
			return p->data;
	}
	return NULL;
}

/* Finds the points of a step. */
static void find_step(struct gno_yaml *y, const struct experiment *e, struct sequence *s, size_t i,
		      const yaml_node_t *text)
{
	const struct gno_seq_step *step = &s->seq.step[i];

	s->step[i] = -1;
	if (step->point.name)
		s->step[i] = exp_find_event(y, e, step->point.name,
					    gno_yaml_position_in(text, step->point.at));
	s->unless[i] = calloc(step->unlesses + 1, sizeof(**s->unless));
	if (!s->unless[i]) {
		y->nomem = true;
		return;
	}
	for (size_t k = 0; k < step->unlesses; k++) {
		struct gno_yaml_position at = gno_yaml_position_in(text, step->unless[k].at);

		s->unless[i][k] = exp_find_event(y, e, step->unless[k].name, at);
		if (s->unless[i][k] >= 0 && s->unless[i][k] == s->step[i])
			gno_yaml_fault_at(y, at, "'%s' would both advance and abort the step",
					  step->unless[k].name);
	}
}

/* Adds the point of the time-outs of a sequence, if it has any. */
static void add_timeout(struct gno_yaml *y, struct experiment *e, struct sequence *s,
			const struct gno_entry *entry)
{
	struct exp_point *p;
	bool timeout = false;
	char *name;

	for (size_t i = 0; i < s->seq.steps; i++)
		timeout = timeout || s->seq.step[i].within;
	if (!timeout)
		return;
	name = gno_format("%s.timeout", entry->name);
	p = name ? exp_add_point(y, e, name, gno_yaml_position(entry->key), &trigger_timeout)
		 : NULL;
	y->nomem = y->nomem || !name;
	free(name);
	if (!p)
		return;
	s->timeout = (int)e->points - 1;
	p->data = s;
}

/* How many attempts are followed side by side. */
static void read_overlap(struct gno_yaml *y, struct sequence *s, yaml_node_t *node)
{
	uint64_t number = 1;

	s->overlap = 1;
	s->overlap_at = node;
	if (!node)
		return;
	if (s->seq.strict)
		gno_yaml_fault(y, node, "a strict sequence follows all attempts without 'overlap'");
	else if (gno_yaml_number(y, node, "'overlap'", 1, GNO_MAX_SEQUENCES, &number))
		s->overlap = (unsigned)number;
}

/* Adds the point of a sequence whose text was parsed; it owns `seq` then. false: there is none. */
static bool add_sequence(struct gno_yaml *y, struct experiment *e, const struct gno_entry *entry,
			 yaml_node_t *const *value, struct gno_seq *seq)
{
	struct sequence given = {.seq = *seq, .timeout = -1}, *s;
	struct exp_point *p;

	read_overlap(y, &given, value[2]);
	p = exp_add_trigger(y, e, entry->name, gno_yaml_position(entry->key),
			    seq->strict ? &trigger_strict : &exp_trigger_sequence, sizeof(*s));
	if (!p)
		return false;
	s = p->data;
	*s = given;
	s->point = e->points - 1;
	add_timeout(y, e, s, entry);
	p = &e->point[s->point]; /* may have moved */
	p->value = value[0];
	p->nodes_at = value[1];
	if (value[1])
		exp_read_nodes(y, e->m, value[1], p->on);
	return true;
}

static void read_sequence(struct gno_yaml *y, struct experiment *e, const struct gno_entry *entry)
{
	static const char *const keys[] = {"steps", "nodes", "overlap", NULL};
	yaml_node_t *value[3] = {entry->value, NULL, NULL};
	struct gno_words_fault fault;
	struct gno_seq seq;
	const char *text;
	int rc;

	if (entry->value->type == YAML_MAPPING_NODE &&
	    !gno_yaml_keys(y, entry->value, "a sequence", keys, value))
		return;
	if (!value[0]) {
		gno_yaml_fault(y, entry->value, "sequence '%s' has no 'steps'", entry->name);
		return;
	}
	text = gno_yaml_text(y, value[0], "a sequence");
	if (!text)
		return;
	rc = gno_seq_parse(text, &seq, &fault);
	if (rc == GNO_ERR_NOMEM)
		y->nomem = true;
	else if (rc)
		gno_yaml_fault_at(y, gno_yaml_position_in(value[0], fault.at), "sequence '%s': %s",
				  entry->name, fault.text);
	if (!rc && !add_sequence(y, e, entry, value, &seq))
		gno_seq_free(&seq);
}

/* Reads all of them, and then finds the points that they wait for. */
static void read_sequences(struct gno_yaml *y, struct experiment *e, yaml_node_t *map)
{
	size_t count = gno_yaml_entries(y, map, "'sequences'"), i, k;
	struct gno_entry entry;
	struct sequence *s;

	for (i = 0; i < count && !y->nomem; i++)
		if (gno_yaml_entry(y, map, i, &entry))
			read_sequence(y, e, &entry);
	for (i = 0; !y->nomem && (s = next(e, &i));) {
		s->step = calloc(s->seq.steps, sizeof(*s->step));
		s->unless = calloc(s->seq.steps, sizeof(*s->unless));
		y->nomem = !s->step || !s->unless;
		for (k = 0; k < s->seq.steps && !y->nomem; k++)
			find_step(y, e, s, k, e->point[s->point].value);
	}
}

static void free_sequence(void *data)
{
	struct sequence *s = data;

	if (!s)
		return;
	for (size_t k = 0; s->unless && k < s->seq.steps; k++)
		free(s->unless[k]);
	free(s->unless);
	free(s->step);
	gno_seq_free(&s->seq);
	free(s);
}

static bool has_sequences(const struct gno_node *n)
{
	return n->sequences.count;
}

static bool has_strict(const struct gno_node *n)
{
	return n->strict.count;
}

static bool is_sequence_known(const struct experiment *e, const struct exp_point *p)
{
	const struct sequence *s = sequence_of(p);

	for (size_t i = 0; i < s->seq.steps; i++) {
		if (s->seq.step[i].point.name && !exp_is_sound(e, s->step[i]))
			return false;
		for (size_t k = 0; k < s->seq.step[i].unlesses; k++)
			if (!exp_is_sound(e, s->unless[i][k]))
				return false;
	}
	return true;
}

static int missing(const struct experiment *e, const struct exp_point *p, unsigned k)
{
	const struct sequence *s = sequence_of(p);

	for (size_t i = 0; i < s->seq.steps; i++) {
		if (s->step[i] >= 0 && !e->point[s->step[i]].on[k])
			return s->step[i];
		for (size_t j = 0; j < s->seq.step[i].unlesses; j++)
			if (!e->point[s->unless[i][j]].on[k])
				return s->unless[i][j];
	}
	return -1;
}

static bool waits_for(const struct experiment *e, size_t point)
{
	const struct sequence *q;
	size_t i = 0, s, k;

	while ((q = next(e, &i))) {
		for (s = 0; s < q->seq.steps; s++) {
			if (q->step[s] == (int)point && (!q->seq.strict || !s))
				return true;
			for (k = 0; k < q->seq.step[s].unlesses; k++)
				if (q->unless[s][k] == (int)point)
					return true;
		}
	}
	return false;
}

/* The later words of strict sequences. */
static bool has_word(const struct experiment *e, size_t point)
{
	const struct sequence *q;
	size_t i = 0, s;

	while ((q = next(e, &i)))
		for (s = 1; q->seq.strict && s < q->seq.steps; s++)
			if (q->step[s] == (int)point)
				return true;
	return false;
}

/* Reports the limits of a node that a sequence exceeds. */
static void check_limits(struct gno_yaml *y, const struct experiment *e, const struct sequence *s,
			 const struct gno_node *n)
{
	const yaml_node_t *text = e->point[s->point].value;
	const char *name = e->point[s->point].name;
	unsigned steps = s->seq.strict ? n->strict.steps : n->sequences.steps;

	if (s->seq.strict && s->seq.steps < 2)
		gno_yaml_fault(y, text, "strict sequence '%s' has one step: it needs two at least",
			       name);
	if (s->seq.steps > steps)
		gno_yaml_fault(y, text, "sequence '%s' has %zu steps, node '%s' has room for %u",
			       name, s->seq.steps, n->name, steps);
	if (s->overlap > 1 && !n->sequences.overlap)
		gno_yaml_fault(
		    y, s->overlap_at,
		    "sequences of node '%s' cannot follow attempts side by side: they have no 'overlap'",
		    n->name);
	for (size_t i = 0; i < s->seq.steps && !s->seq.strict; i++) {
		const struct gno_seq_step *step = &s->seq.step[i];
		uint64_t count = UINT64_C(1) << n->sequences.count_bits;
		uint64_t timeout = UINT64_C(1) << n->sequences.timeout_bits;

		if (step->count > count)
			gno_yaml_fault_at(y, gno_yaml_position_in(text, step->count_at),
					  "sequence '%s' counts to %" PRIu64
					  ", node '%s' to %" PRIu64 " at most",
					  name, step->count, n->name, count);
		if (step->within > timeout)
			gno_yaml_fault_at(y, gno_yaml_position_in(text, step->within_at),
					  "sequence '%s' has a time-out of %" PRIu64
					  " cycles, node '%s' can count %" PRIu64 " at most",
					  name, step->within, n->name, timeout);
	}
}

/* Whether a node before has the same shape and the same trigger: then its limits were reported. */
static bool was_reported(const struct experiment *e, const struct exp_point *p, unsigned k)
{
	const struct gno_node *n = &e->m->node[k];

	for (unsigned j = 0; j < k; j++) {
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
	const struct sequence *q;
	size_t i = 0;
	unsigned s;

	while ((q = next(e, &i))) {
		struct exp_point *p = &e->point[q->point];

		s = q->seq.strict;
		if (!p->on[n->index])
			continue;
		if (!was_reported(e, p, n->index))
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
		if (over[s] && !was_reported(e, over[s], n->index))
			gno_yaml_fault_at(
			    y, over[s]->at,
			    "node '%s' has room for %u %s, the experiment has %u; '%s' is the first too many",
			    n->name, room[s], s ? "strict sequences" : "sequences", used[s],
			    over[s]->name);
}

/*
 * The word of an address at a node that watches one field: that of the expression FIELD == ADDRESS.
 * *column is where the address is at fault, from 0.
 */
static int address_word(const struct experiment *e, const struct gno_node *n, const char *address,
			uint64_t *word, unsigned *column, struct gno_err *err)
{
	char *text = gno_format("%s == %s", n->field[0].name, address);
	const unsigned begin = (unsigned)(text ? strlen(text) - strlen(address) : 0);
	struct gno_program *program = exp_program_of(e, n->index);
	struct gno_match *match = NULL;
	int rc;

	if (!text)
		return gno_fail_nomem(err);
	*column = begin + 1;
	rc = gno_match_parse(n, text, program ? exp_look_up : NULL, program, &match, column, err);
	*column -= *column > begin ? begin + 1 : *column;
	if (!rc)
		rc = gno_match_only_word(n, match, word);
	if (rc == GNO_ERR_NOMEM)
		gno_fail_nomem(err);
	else if (!rc)
		rc = gno_fail(err, GNO_ERR_ARG, "%s is not one word", address);
	gno_match_free(match);
	free(text);
	return rc > 0 ? 0 : rc;
}

/* The word of a node that a step's number is; false: none is. */
static bool number_word(const struct gno_node *n, const struct gno_seq_step *step, uint64_t *word)
{
	return gno_field_word(&n->field[0], gno_field_of_number(&n->field[0], step->word), word);
}

/* A step of a strict sequence that is no point must be a word of the node. */
static void check_value(struct gno_yaml *y, const struct experiment *e, const struct sequence *s,
			size_t i, const struct gno_node *n)
{
	const yaml_node_t *text = e->point[s->point].value;
	const struct gno_seq_step *step = &s->seq.step[i];
	size_t place = step->point.at;
	unsigned column = 0;
	struct gno_err err;
	uint64_t word;
	int rc;

	if (n->fields > 1) {
		gno_yaml_fault_at(
		    y, gno_yaml_position_in(text, place),
		    "%s is not a whole word at node '%s', which watches %u fields; name a point",
		    step->address ? "an address" : "a number", n->name, n->fields);
	} else if (step->address) {
		rc = address_word(e, n, step->address, &word, &column, &err);
		if (rc == GNO_ERR_NOMEM)
			y->nomem = true;
		else if (rc)
			gno_yaml_fault_at(y, gno_yaml_position_in(text, place + column),
					  "sequence '%s': %s", e->point[s->point].name, err.text);
	} else if (!number_word(n, step, &word)) {
		gno_yaml_fault_at(y, gno_yaml_position_in(text, place),
				  "0x%" PRIx64 " is not a value of field '%s' at node '%s'",
				  step->word, n->field[0].name, n->name);
	}
}

/* The later words of a strict sequence must be one word each. */
static void check_words(struct gno_yaml *y, const struct experiment *e, const struct sequence *s,
			const struct gno_node *n)
{
	const yaml_node_t *text = e->point[s->point].value;

	for (size_t i = 1; i < s->seq.steps && i < GNO_MAX_STRICT_STEPS; i++) {
		const struct gno_seq_step *step = &s->seq.step[i];
		struct gno_yaml_position at = gno_yaml_position_in(text, step->point.at);
		uint64_t word;
		int rc;

		if (gno_yaml_has_fault_at(y, at))
			continue; /* it was said of another node */
		if (s->step[i] < 0) {
			check_value(y, e, s, i, n);
			continue;
		}
		rc = gno_match_only_word(n, e->match[n->index][s->step[i]], &word);
		if (rc == GNO_ERR_NOMEM)
			y->nomem = true;
		else if (rc <= 0)
			gno_yaml_fault_at(
			    y, at,
			    "point '%s' is not one word at node '%s', as the later steps of a strict sequence must be",
			    step->point.name, n->name);
	}
}

/* An event begins one strict sequence at most. */
static void check_first_words(struct gno_yaml *y, const struct experiment *e,
			      const struct gno_node *n)
{
	const struct sequence *a, *b;
	size_t i = 0, j;

	while ((a = next(e, &i))) {
		if (!a->seq.strict || !e->point[a->point].on[n->index])
			continue;
		for (j = 0; (b = next(e, &j)) != a;)
			if (b->seq.strict && e->point[b->point].on[n->index] &&
			    a->step[0] == b->step[0])
				gno_yaml_fault(
				    y, e->point[a->point].value,
				    "strict sequences '%s' and '%s' both begin with '%s'",
				    e->point[b->point].name, e->point[a->point].name,
				    e->point[a->step[0]].name);
	}
}

static void give_sequence_numbers(struct gno_yaml *y, struct experiment *e,
				  const struct gno_node *n)
{
	const struct sequence *s;
	size_t i = 0;

	number_sequences(y, e, n);
	check_first_words(y, e, n);
	while ((s = next(e, &i)))
		if (s->seq.strict && e->point[s->point].on[n->index])
			check_words(y, e, s, n);
}

static unsigned numbers(const struct exp_point *p)
{
	return sequence_of(p)->overlap;
}

static char *describe_sequence(const struct experiment *e, const struct exp_point *p)
{
	(void)e;
	return strdup((const char *)p->value->data.scalar.value);
}

static char *describe_timeout(const struct experiment *e, const struct exp_point *p)
{
	return gno_format("time-out of %s", e->point[sequence_of(p)->point].name);
}

/* An ordinary sequence, as the tables want it. */
static void put_sequence(const struct experiment *e, const struct sequence *s, unsigned node,
			 struct gno_trigger_sequence *out)
{
	out->steps = (unsigned)s->seq.steps;
	for (size_t i = 0; i < s->seq.steps; i++) {
		struct gno_trigger_step *step = &out->step[i];

		step->event = (unsigned)e->point[s->step[i]].code[node];
		step->count = (uint32_t)s->seq.step[i].count;
		step->timeout = s->seq.step[i].within;
		for (size_t k = 0; k < s->seq.step[i].unlesses; k++)
			step->abort[e->point[s->unless[i][k]].code[node]] = true;
	}
}

static void put_strict(const struct experiment *e, const struct sequence *s, unsigned node,
		       struct gno_trigger_strict *out)
{
	const struct gno_node *n = &e->m->node[node];
	unsigned column;
	struct gno_err err;

	out->steps = (unsigned)s->seq.steps;
	out->first = (unsigned)e->point[s->step[0]].code[node];
	for (size_t i = 1; i < s->seq.steps; i++) {
		if (s->step[i] >= 0)
			gno_match_only_word(n, e->match[node][s->step[i]], &out->word[i - 1]);
		else if (s->seq.step[i].address)
			address_word(e, n, s->seq.step[i].address, &out->word[i - 1], &column,
				     &err);
		else
			number_word(n, &s->seq.step[i], &out->word[i - 1]);
	}
}

static void put_sequences(const struct experiment *e, const struct gno_node *n,
			  struct gno_node_triggers *out)
{
	unsigned used[2] = {0}, k;
	const struct sequence *s;
	size_t i = 0;

	while ((s = next(e, &i))) {
		if (!e->point[s->point].on[n->index])
			continue;
		if (s->seq.strict)
			put_strict(e, s, n->index, &out->strict[used[1]++]);
		else
			for (k = 0; k < s->overlap && used[0] < GNO_MAX_SEQUENCES; k++) {
				out->sequence[used[0]].follows = k > 0;
				put_sequence(e, s, n->index, &out->sequence[used[0]++]);
			}
	}
}

const struct exp_trigger exp_trigger_sequence = {
    .name = "sequence",
    .section = "sequences",
    .needs_points = true,
    .needs = "sequences",
    .records = GNO_PATTERN_TRIGGER,
    .has = has_sequences,
    .is_known = is_sequence_known,
    .missing = missing,
    .numbers = numbers,
    .describe = describe_sequence,
    .free = free_sequence,
    .read = read_sequences,
    .number = give_sequence_numbers,
    .waits_for = waits_for,
    .has_word = has_word,
    .put = put_sequences,
};

static const struct exp_trigger trigger_strict = {
    .name = "strict",
    .needs = "strict sequences",
    .records = GNO_PATTERN_TRIGGER,
    .has = has_strict,
    .is_known = is_sequence_known,
    .missing = missing,
    .describe = describe_sequence,
    .free = free_sequence,
};

static const struct exp_trigger trigger_timeout = {
    .name = "timeout",
    .records = GNO_PATTERN_TRIGGER,
    .numbers = numbers,
    .describe = describe_timeout,
};
