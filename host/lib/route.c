/* SPDX-License-Identifier: Apache-2.0 */
#include "route.h"
#include "gnomon/records.h"
#include "util.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define DEPTH_MAX 64 /* of parentheses and nots within each other */
#define NAMED_MAX 12 /* signals that a message names */

/* The text and the word at hand; after the last one `len` is 0. */
struct parser {
	const char *text;
	size_t at, len;
	unsigned depth;
	const struct gno_node *n;
	struct gno_route *out;
	struct gno_route_fault *fault;
};

/* What each of the signals is, over the 16 cases of all four. */
static const uint16_t columns[GNO_ROUTE_SIGNALS] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};

static int fail(struct parser *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static int fail(struct parser *p, const char *fmt, ...)
{
	va_list ap;

	p->fault->at = p->at;
	va_start(ap, fmt);
	vsnprintf(p->fault->text, sizeof(p->fault->text), fmt, ap);
	va_end(ap);
	return GNO_ERR_FORMAT;
}

static int unexpected(struct parser *p, const char *wanted)
{
	if (!p->len)
		return fail(p, "the expression ends where %s was expected", wanted);
	return fail(p, "'%.*s' where %s was expected", (int)(p->len < 64 ? p->len : 64), p->text + p->at,
		    wanted);
}

static bool in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Goes to the next word: a name, or a character that is none. */
static void next(struct parser *p)
{
	p->at += p->len;
	while (isspace((unsigned char)p->text[p->at]))
		p->at++;
	for (p->len = 0; in_name(p->text[p->at + p->len]);)
		p->len++;
	if (!p->len && p->text[p->at])
		p->len = 1;
}

static bool is(const struct parser *p, const char *word)
{
	return p->len == strlen(word) && !strncmp(p->text + p->at, word, p->len);
}

static bool skip(struct parser *p, const char *word)
{
	if (!is(p, word))
		return false;
	next(p);
	return true;
}

/* Whether the word at hand is followed by an opening parenthesis. */
static bool is_function(const struct parser *p, const char *word)
{
	size_t i = p->at + p->len;

	while (isspace((unsigned char)p->text[i]))
		i++;
	return is(p, word) && p->text[i] == '(';
}

static int no_signal(struct parser *p, const char *name)
{
	const struct gno_measure *m = &p->n->measure;
	const char *near = gno_nearest(name, m->signal, m->signals, sizeof(*m->signal));
	char list[200] = "";
	size_t len = 0;
	unsigned i;

	for (i = 0; i < m->signals && i < NAMED_MAX && len < sizeof(list); i++)
		len += (size_t)snprintf(list + len, sizeof(list) - len, "%s%s", i ? ", " : "", m->signal[i]);
	if (near)
		return fail(p, "node '%s' has no signal '%s'; did you mean '%s'?", p->n->name, name, near);
	if (!m->signals)
		return fail(p, "node '%s' has no signal '%s', nor any other to route", p->n->name, name);
	return fail(p, "node '%s' has no signal '%s': it has %s%s", p->n->name, name, list,
		    i < m->signals ? ", ..." : "");
}

static int take_signal(struct parser *p, uint16_t *table)
{
	struct gno_route *o = p->out;
	char name[64];
	unsigned number = 0, i;

	snprintf(name, sizeof(name), "%.*s", (int)(p->len < 63 ? p->len : 63), p->text + p->at);
	while (number < p->n->measure.signals && strcmp(p->n->measure.signal[number], name) != 0)
		number++;
	if (number == p->n->measure.signals)
		return no_signal(p, name);
	for (i = 0; i < o->signals && o->signal[i] != number; i++)
		;
	if (i == GNO_ROUTE_SIGNALS)
		return fail(p, "'%s' is the fifth signal: an expression can have four", name);
	if (i == o->signals)
		o->signal[o->signals++] = (uint8_t)number;
	*table = columns[i];
	next(p);
	return 0;
}

static int parse_any(struct parser *p, uint16_t *table);

static int parse_not(struct parser *p, uint16_t *table)
{
	static const char *const reserved[] = {"and", "or", "xor", "not"};
	size_t i;
	int ret;

	if (p->depth == DEPTH_MAX)
		return fail(p, "the expression is nested deeper than %d levels", DEPTH_MAX);
	if (is(p, "not") || is(p, "(")) {
		bool inverted = is(p, "not");

		next(p);
		p->depth++;
		ret = inverted ? parse_not(p, table) : parse_any(p, table);
		p->depth--;
		if (ret)
			return ret;
		if (inverted)
			*table = (uint16_t) ~*table;
		else if (!skip(p, ")"))
			return unexpected(p, "')'");
		return 0;
	}
	if (is_function(p, "rise") || is_function(p, "fall") || is_function(p, "edge"))
		return fail(p, "'%.*s(...)' can only be around the whole expression", (int)p->len,
			    p->text + p->at);
	if (skip(p, GNO_INPUT_ALWAYS)) {
		*table = 0xffff;
		return 0;
	}
	for (i = 0; i < sizeof(reserved) / sizeof(reserved[0]); i++)
		if (is(p, reserved[i]))
			return unexpected(p, "a signal");
	if (!p->len || !in_name(p->text[p->at]))
		return unexpected(p, "a signal");
	return take_signal(p, table);
}

static int parse_all(struct parser *p, uint16_t *table)
{
	uint16_t other = 0;
	int ret = parse_not(p, table);

	while (!ret && skip(p, "and")) {
		ret = parse_not(p, &other);
		*table &= other;
	}
	return ret;
}

static int parse_xor(struct parser *p, uint16_t *table)
{
	uint16_t other = 0;
	int ret = parse_all(p, table);

	while (!ret && skip(p, "xor")) {
		ret = parse_all(p, &other);
		*table ^= other;
	}
	return ret;
}

static int parse_any(struct parser *p, uint16_t *table)
{
	uint16_t other = 0;
	int ret = parse_xor(p, table);

	while (!ret && skip(p, "or")) {
		ret = parse_xor(p, &other);
		*table |= other;
	}
	return ret;
}

int gno_route_parse(const char *text, const struct gno_node *n, struct gno_route *out,
		    struct gno_route_fault *fault)
{
	static const char *const modes[] = {
	    [GNO_ROUTE_RISES] = "rise", [GNO_ROUTE_FALLS] = "fall", [GNO_ROUTE_EDGES] = "edge"};
	struct parser p = {.text = text, .n = n, .out = out, .fault = fault};
	uint8_t mode;
	int ret;

	memset(out, 0, sizeof(*out));
	next(&p);
	for (mode = GNO_ROUTE_RISES; mode <= GNO_ROUTE_EDGES; mode++) {
		if (!is_function(&p, modes[mode]))
			continue;
		out->mode = mode;
		next(&p);
		next(&p);
		break;
	}
	ret = parse_any(&p, &out->table);
	if (!ret && out->mode != GNO_ROUTE_LEVEL && !skip(&p, ")"))
		ret = unexpected(&p, "')'");
	if (!ret && p.len && out->mode != GNO_ROUTE_LEVEL)
		ret = fail(&p, "'%s(...)' must be around the whole expression", modes[out->mode]);
	else if (!ret && p.len)
		ret = unexpected(&p, "'and', 'or', 'xor' or the end");
	return ret;
}
