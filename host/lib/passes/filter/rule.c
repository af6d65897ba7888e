/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/filter/rule.h"

#include <stdlib.h>
#include <string.h>

#include "passes/filter/process_names.h"
#include "monitor/port_names.h"
#include "compile/match/tree.h"
#include "common/util.h"

/*
 * The fields that every record can have, before those of the watched words. The HAS ones, whose
 * names nobody can write, are the qualifiers of others: 1 where the record has that.
 */
enum {
	OF_NODE,
	OF_EVENT,
	OF_KIND,
	OF_PORT,
	OF_PROCESS,
	OF_TIME,
	OF_PORT_NUMBER,
	OF_PORT_DATA,
	HAS_EVENT,
	HAS_PORT,
	HAS_PORT_NUMBER,
	HAS_PORT_DATA,
	HAS_PROCESS,
	HAS_WORD,
	OWN
};

#define IF_EVENT "event?"
#define IF_PORT "port?"
#define IF_PORT_NUMBER "port_number?"
#define IF_PORT_DATA "port_data?"
#define IF_PROCESS "process?"
#define IF_WORD "word?"

static const struct {
	char *name, *when;
	bool of_port; /* of a write to the event port */
} own[OWN] = {
    [OF_NODE] = {"node", NULL, false},
    [OF_EVENT] = {"event", IF_EVENT, false},
    [OF_KIND] = {"kind", NULL, false},
    [OF_PORT] = {"port", IF_PORT, true},
    [OF_PROCESS] = {"process", IF_PROCESS, false},
    [OF_TIME] = {"time", NULL, false},
    [OF_PORT_NUMBER] = {"port_number", IF_PORT_NUMBER, true},
    [OF_PORT_DATA] = {"port_data", IF_PORT_DATA, true},
    [HAS_EVENT] = {IF_EVENT, NULL, false},
    [HAS_PORT] = {IF_PORT, NULL, true},
    [HAS_PORT_NUMBER] = {IF_PORT_NUMBER, NULL, true},
    [HAS_PORT_DATA] = {IF_PORT_DATA, NULL, true},
    [HAS_PROCESS] = {IF_PROCESS, NULL, false},
    [HAS_WORD] = {IF_WORD, NULL, false},
};

/* Names of writes to the event port, from PORT_KINDS on those of their page. */
enum { PORT_CONTROLS = GNO_PORT_MARK + 1, PORT_KINDS = PORT_CONTROLS };
enum { PORT_USER = PORT_KINDS + GNO_PORT_KINDS, PORT_CONTROL, PORT_NAMES };

static const char *port_name(unsigned at)
{
	if (at < PORT_KINDS)
		return gno_port_controls[at];
	if (at < PORT_USER)
		return gno_port_kinds[at - PORT_KINDS];
	return at == PORT_USER ? "user" : "control";
}

/* What a write is called, without its number. */
static unsigned port_of(uint32_t write)
{
	const unsigned page = gno_port_write_page(write), sub = gno_port_write_sub(write);

	if (page == GNO_PAGE_CONTROL)
		return sub < PORT_CONTROLS ? sub : PORT_CONTROL;
	return gno_port_is_user(page) ? (unsigned)PORT_USER : PORT_KINDS + page - GNO_PAGE_SEND;
}

/* The rule at a node. */
struct rule_node {
	const struct gno_node *is;
	struct gno_node fields; /* nothing but its name and its fields */
	unsigned *place;	/* of each of these: of the node's own field; its number: none */
	struct gno_match *match;
	uint64_t *named; /* values of the processes' names by their numbers; NULL: not needed */
	unsigned char
	    *event; /* of each point: enum filter_answer of its events; 0: not yet known */
};

struct filter_rule {
	const struct gno_manifest *m;
	struct rule_node *node;
};

/* Kinds of records that say more than the time, as lines of the events are called. */
static int kind_of(const char *name)
{
	for (unsigned k = 0; k < REPORT_EVENT_KINDS; k++) {
		const bool counts =
		    k == GNO_KIND_RATIO || k == GNO_KIND_BUCKET || k == GNO_KIND_COUNTER;
		const char *of = counts ? report_kind_name(k) : report_event_kind_name(k);

		if (of && !strcmp(of, name))
			return (int)k;
	}
	return -1;
}

/* What the names of a rule stand for. */
struct names {
	const struct gno_manifest *m;
	const struct report_points *points;
	const struct gno_field *first;
};

/* The value of a name; `near` collects what there is. */
static int find_name(const struct names *names, unsigned of, const char *name,
		     struct gno_near *near)
{
	const struct gno_manifest *m = names->m;
	const struct report_points *p = names->points;

	if (of == OF_KIND) {
		for (unsigned k = 0; k < REPORT_EVENT_KINDS; k++)
			if (report_event_kind_name(k))
				gno_near_try(near, report_event_kind_name(k));
		return kind_of(name);
	}
	for (unsigned k = 0; of == OF_PORT && k < PORT_NAMES; k++) {
		gno_near_try(near, port_name(k));
		if (!strcmp(port_name(k), name))
			return (int)k;
	}
	for (unsigned k = 0; of == OF_NODE && k < m->nodes; k++) {
		gno_near_try(near, m->node[k].name);
		if (!strcmp(m->node[k].name, name))
			return (int)k;
	}
	for (size_t i = 0; of == OF_EVENT && i < p->points; i++) {
		gno_near_try(near, p->point[i].name);
		if (!strcmp(p->point[i].name, name))
			return (int)i;
	}
	return -1;
}

static int process_value(const struct report_points *points, const char *name, uint64_t *value,
			 struct gno_err *err)
{
	struct gno_near near = gno_near_begin(name);

	*value = process_names_find(points, name, &near);
	if (*value)
		return GNO_OK;
	if (!process_names_any(points))
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "'%s' is not a number, and the experiment of the run names no processes", name);
	return gno_fail(err, GNO_ERR_ARG, "there is no process '%s'%s%s%s", name,
			near.best ? "; did you mean '" : "", near.best ? near.best : "",
			near.best ? "'?" : "");
}

static int value_of(void *ctx, const struct gno_field *field, const char *name, uint64_t *value,
		    struct gno_err *err)
{
	static const char *const kinds[] = {"node", "point", "kind of records",
					    "write to the event port"};
	const struct names *names = ctx;
	const size_t of = (size_t)(field - names->first);
	struct gno_near near = gno_near_begin(name);
	const struct gno_pattern_file *program = names->points->load[0].file;
	int found;

	for (size_t i = 0; of >= OWN && i < program->functions; i++)
		if (!strcmp(program->function[i].name, name)) {
			*value = program->function[i].address;
			return GNO_OK;
		}
	if (of == OF_PROCESS)
		return process_value(names->points, name, value, err);
	if (of > OF_PORT)
		return gno_fail(err, GNO_ERR_ARG, "'%s' is not a number%s", name,
				of >= OWN ? ", and no function that the run knows" : "");
	found = find_name(names, (unsigned)of, name, &near);
	if (found < 0)
		return gno_fail(err, GNO_ERR_ARG, "there is no %s '%s'%s%s%s", kinds[of], name,
				near.best ? "; did you mean '" : "", near.best ? near.best : "",
				near.best ? "'?" : "");
	*value = (uint64_t)found;
	return GNO_OK;
}

static bool is_named(void *ctx, const struct gno_field *field)
{
	const struct names *names = ctx;

	return field - names->first <= OF_PORT;
}

/* Adds a field unless there is one of its name. */
static void add_field(struct rule_node *n, const struct gno_field *f, unsigned place)
{
	if (gno_node_field(&n->fields, f->name))
		return;
	n->fields.field[n->fields.fields] = *f;
	if (n->fields.fields >= OWN && (!f->when || place == n->is->fields))
		n->fields.field[n->fields.fields].when = IF_WORD;
	n->place[n->fields.fields++] = place;
}

/* The node's own fields, and those that only other nodes have, which are never there. */
static int make_fields(const struct gno_manifest *m, unsigned node, struct rule_node *n)
{
	unsigned count = OWN;

	n->is = &m->node[node];
	for (unsigned k = 0; k < m->nodes; k++)
		count += m->node[k].fields;
	n->fields.name = m->node[node].name;
	n->fields.field = calloc(count, sizeof(*n->fields.field));
	n->place = calloc(count, sizeof(*n->place));
	if (!n->fields.field || !n->place)
		return GNO_ERR_NOMEM;
	for (unsigned i = 0; i < OWN; i++)
		add_field(n,
			  &(struct gno_field){
			      .name = own[i].name, .when = own[i].when, .unit = 1, .bits = 64},
			  0);
	for (unsigned i = 0; i < n->is->fields; i++)
		add_field(n, &n->is->field[i], i);
	for (unsigned k = 0; k < m->nodes; k++)
		for (unsigned i = 0; i < m->node[k].fields; i++)
			add_field(n, &m->node[k].field[i], n->is->fields);
	return GNO_OK;
}

/*
 * Whether a rule compares processes with names, which have no order: then *named. GNO_ERR_ARG: it
 * does so by anything but equality.
 */
static int check_names(const struct rule_node *n, const struct gno_match *m, bool *named,
		       struct gno_err *err)
{
	int rc = GNO_OK;

	for (size_t i = 0; i < m->parts && !rc; i++)
		rc = check_names(n, m->part[i], named, err);
	if (rc || !m->field || m->field - n->fields.field != OF_PROCESS ||
	    (!process_names_is(m->a) && !process_names_is(m->b)))
		return rc;
	*named = true;
	if (process_names_exact(m->a) &&
	    (m->kind == MATCH_RANGE ? m->a == m->b : m->b == UINT64_MAX))
		return GNO_OK;
	return gno_fail(err, GNO_ERR_ARG,
			"names of processes have no order: only '==', '!=' and 'in' compare them");
}

/* What the names of processes in a rule need. */
static int read_names(const struct report_points *points, unsigned node, struct rule_node *n,
		      struct gno_err *err)
{
	bool named = false;
	int rc = check_names(n, n->match, &named, err);

	if (rc || !named)
		return rc;
	n->named = process_names_of(points, node);
	return n->named ? GNO_OK : gno_fail_nomem(err);
}

int filter_rule_new(const struct gno_manifest *m, const struct report_points *points,
		    const char *text, struct filter_rule **out, unsigned *column,
		    struct gno_err *err)
{
	struct filter_rule *rule = calloc(1, sizeof(*rule));
	int rc = GNO_OK;

	*out = rule;
	if (rule)
		*rule = (struct filter_rule){m, calloc(m->nodes, sizeof(*rule->node))};
	if (!rule || !rule->node)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < m->nodes && !rc; k++) {
		struct rule_node *n = &rule->node[k];
		struct names names = {.m = m, .points = points};
		struct match_language l = {
		    .node = &n->fields, .value = value_of, .named = is_named, .ctx = &names};

		if (make_fields(m, k, n))
			return gno_fail_nomem(err);
		names.first = n->fields.field;
		n->event = calloc(points->points + 1, sizeof(*n->event));
		if (!n->event)
			return gno_fail_nomem(err);
		rc = match_parse(&l, text, &n->match, column, err);
		if (!rc)
			rc = read_names(points, k, n, err);
	}
	return rc;
}

void filter_rule_free(struct filter_rule *rule)
{
	for (unsigned k = 0; rule && rule->node && k < rule->m->nodes; k++) {
		gno_match_free(rule->node[k].match);
		free(rule->node[k].fields.field);
		free(rule->node[k].place);
		free(rule->node[k].named);
		free(rule->node[k].event);
	}
	if (rule)
		free(rule->node);
	free(rule);
}

/* The value of a field of a write to the event port, or of its sample; false: it has none. */
static bool port_value(size_t of, const struct report_event *v, uint64_t *value)
{
	const bool is_write = v->fired.kind == GNO_KIND_DATUM;
	const unsigned port = is_write ? port_of(v->fired.code) : 0;

	switch (of) {
	case OF_PORT:
	case HAS_PORT:
		*value = of == OF_PORT ? port : is_write;
		return is_write || of == HAS_PORT;
	case OF_PORT_NUMBER:
	case HAS_PORT_NUMBER:
		*value = port == PORT_USER ? v->fired.code : gno_port_write_sub(v->fired.code);
		if (of == HAS_PORT_NUMBER)
			*value = port >= PORT_KINDS;
		return port >= PORT_KINDS || of == HAS_PORT_NUMBER;
	default:
		*value = of == OF_PORT_DATA ? v->record.data : v->kind == GNO_KIND_DATUM;
		return v->kind == GNO_KIND_DATUM || of == HAS_PORT_DATA;
	}
}

/* The value of a field in a record; false: it has none. */
static bool value_in(const struct rule_node *n, const struct gno_field *f,
		     const struct report_event *v, uint64_t *value)
{
	const size_t of = (size_t)(f - n->fields.field);
	const bool word =
	    v->kind == GNO_KIND_WORD || (v->kind == GNO_KIND_CAPTURE && v->record.known);
	const bool process = v->kind == GNO_KIND_DATUM || v->process_known;

	*value = 0;
	if (of < OWN && own[of].of_port)
		return port_value(of, v, value);
	switch (of) {
	case OF_NODE:
		*value = v->node;
		return true;
	case OF_EVENT:
		*value = (uint64_t)v->fired.point;
		return v->fired.point >= 0;
	case OF_KIND:
		*value = v->kind;
		return true;
	case OF_PROCESS:
		*value = v->kind == GNO_KIND_DATUM ? v->record.process : v->process;
		return process;
	case OF_TIME:
		*value = v->record.time;
		return true;
	case HAS_EVENT:
		*value = v->fired.point >= 0;
		return true;
	case HAS_PROCESS:
		*value = process;
		return true;
	case HAS_WORD:
		*value = word;
		return true;
	default:
		if (word && n->place[of] < n->is->fields)
			*value = gno_field_value(f, v->record.word);
		return word && n->place[of] < n->is->fields;
	}
}

static bool holds(const struct rule_node *n, const struct gno_match *m,
		  const struct report_event *v)
{
	uint64_t value = 0;
	size_t i = 0;

	if (m->field && !value_in(n, m->field, v, &value))
		return false;
	if (n->named && m->field - n->fields.field == OF_PROCESS && process_names_is(m->a))
		value = value < PROCESS_NUMBERS ? n->named[value] : 0;
	switch (m->kind) {
	case MATCH_ANY:
		return true;
	case MATCH_MASKED:
		return (value & m->b) == m->a;
	case MATCH_RANGE:
		return value >= m->a && value <= m->b;
	case MATCH_NOT:
		return !holds(n, m->part[0], v);
	default: /* the language has no other kind without parts */
		while (i < m->parts && holds(n, m->part[i], v) == (m->kind == MATCH_AND))
			i++;
		return (i == m->parts) == (m->kind == MATCH_AND);
	}
}

/* Whether a test is of what distinguishes the events of a point: their time, and the process. */
static bool is_variable(const struct rule_node *n, const struct gno_field *f,
			const struct report_event *v)
{
	const size_t of = (size_t)(f - n->fields.field);

	(void)v;
	return of == OF_TIME || of == OF_PROCESS || of == HAS_PROCESS;
}

/* Whether a test is of what the record does not have. */
static bool is_absent(const struct rule_node *n, const struct gno_field *f,
		      const struct report_event *v)
{
	const size_t of = (size_t)(f - n->fields.field);
	uint64_t value;

	return !value_in(n, f, v, &value) || (!value && of >= HAS_EVENT && of < OWN);
}

/* What it says without the tests of some fields. */
static enum filter_answer
answer_of(const struct rule_node *n, const struct gno_match *m, const struct report_event *v,
	  bool (*is_open)(const struct rule_node *, const struct gno_field *,
			  const struct report_event *))
{
	const bool all = m->kind == MATCH_AND;
	enum filter_answer sum = all ? FILTER_YES : FILTER_NO;

	if (m->field && is_open(n, m->field, v))
		return FILTER_DEPENDS;
	if (m->kind != MATCH_NOT && m->kind != MATCH_AND && m->kind != MATCH_OR)
		return holds(n, m, v) ? FILTER_YES : FILTER_NO;
	for (size_t i = 0; i < m->parts; i++) {
		const enum filter_answer part = answer_of(n, m->part[i], v, is_open);

		if (m->kind == MATCH_NOT)
			return part == FILTER_DEPENDS ? part
			       : part == FILTER_NO    ? FILTER_YES
						      : FILTER_NO;
		if (part == (all ? FILTER_NO : FILTER_YES))
			return part;
		if (part == FILTER_DEPENDS)
			sum = part;
	}
	return sum;
}

/* Whether what it cannot say of a record that lacks a field is no. */
static bool is_strict(unsigned kind)
{
	return kind == GNO_KIND_EVENT || kind == GNO_KIND_TRIGGER || kind == GNO_KIND_WORD;
}

enum filter_answer filter_rule_answer(const struct filter_rule *rule, const struct report_event *v)
{
	const struct rule_node *n = &rule->node[v->node];
	enum filter_answer answer = FILTER_DEPENDS;
	unsigned char *known;

	if (!is_strict(v->kind))
		return answer_of(n, n->match, v, is_absent);
	if (v->kind == GNO_KIND_EVENT && v->fired.point >= 0) {
		known = &n->event[v->fired.point];
		if (!*known)
			*known = (unsigned char)answer_of(n, n->match, v, is_variable);
		answer = *known;
	}
	if (answer != FILTER_DEPENDS)
		return answer;
	return holds(n, n->match, v) ? FILTER_YES : FILTER_NO;
}
