/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/route.h"
#include "gnomon/records.h"
#include "base/show.h"
#include "common/util.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define DEPTH_MAX 64 /* of parentheses and nots within each other */
#define NAMED_MAX 12 /* signals that a message names */

struct parser {
	struct gno_words words;
	unsigned depth;
	const struct gno_node *n;
	struct gno_route *out;
};

/* What each of the signals is, over the 16 cases of all four. */
static const uint16_t columns[GNO_ROUTE_SIGNALS] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};

/* Whether the current word is followed by an opening parenthesis. */
static bool is_function(const struct parser *p, const char *word)
{
	const struct gno_words *w = &p->words;
	size_t i = w->at + w->len;

	while (isspace((unsigned char)w->text[i]))
		i++;
	return gno_words_is(w, word) && w->text[i] == '(';
}

static int no_signal(struct parser *p, const char *name)
{
	struct gno_words *w = &p->words;
	const struct gno_preprocessors *m = &p->n->preprocessors;
	const char *near = gno_nearest(name, m->signal, m->signals, sizeof(*m->signal));
	char list[200] = "";
	size_t len = 0;
	unsigned i;

	for (i = 0; i < m->signals && i < NAMED_MAX && len < sizeof(list); i++)
		len += (size_t)snprintf(list + len, sizeof(list) - len, "%s%s", i ? ", " : "",
					m->signal[i]);
	if (near)
		return gno_words_fail(w, "node '%s' has no signal '%s'; did you mean '%s'?",
				      p->n->name, name, near);
	if (!m->signals)
		return gno_words_fail(w, "node '%s' has no signal '%s', nor any other to route",
				      p->n->name, name);
	return gno_words_fail(w, "node '%s' has no signal '%s': it has %s%s", p->n->name, name,
			      list, i < m->signals ? ", ..." : "");
}

static int take_signal(struct parser *p, uint16_t *table)
{
	struct gno_words *w = &p->words;
	struct gno_route *o = p->out;
	char name[64];
	unsigned number = 0, i;

	snprintf(name, sizeof(name), "%.*s",
		 (int)base_fits(w->text + w->at, w->len, sizeof(name) - 1), w->text + w->at);
	while (number < p->n->preprocessors.signals &&
	       strcmp(p->n->preprocessors.signal[number], name) != 0)
		number++;
	if (number == p->n->preprocessors.signals)
		return no_signal(p, name);
	for (i = 0; i < o->signals && o->signal[i] != number; i++)
		;
	if (i == GNO_ROUTE_SIGNALS)
		return gno_words_fail(w, "'%s' is the fifth signal: an expression can have four",
				      name);
	if (i == o->signals)
		o->signal[o->signals++] = (uint8_t)number;
	*table = columns[i];
	gno_words_next(w);
	return 0;
}

static int parse_any(struct parser *p, uint16_t *table);

static int parse_not(struct parser *p, uint16_t *table)
{
	struct gno_words *w = &p->words;
	static const char *const reserved[] = {"and", "or", "xor", "not"};
	int rc;

	if (p->depth == DEPTH_MAX)
		return gno_words_fail(w, "the expression is nested deeper than %d levels",
				      DEPTH_MAX);
	if (gno_words_is(w, "not") || gno_words_is(w, "(")) {
		bool inverted = gno_words_is(w, "not");

		gno_words_next(w);
		p->depth++;
		rc = inverted ? parse_not(p, table) : parse_any(p, table);
		p->depth--;
		if (rc)
			return rc;
		if (inverted)
			*table = (uint16_t) ~*table;
		else if (!gno_words_skip(w, ")"))
			return gno_words_unexpected(w, "')'");
		return 0;
	}
	if (is_function(p, "rise") || is_function(p, "fall") || is_function(p, "edge"))
		return gno_words_fail(w, "'%.*s(...)' can only be around the whole expression",
				      (int)w->len, w->text + w->at);
	if (gno_words_skip(w, GNO_INPUT_ALWAYS)) {
		*table = 0xffff;
		return 0;
	}
	for (size_t i = 0; i < sizeof(reserved) / sizeof(reserved[0]); i++)
		if (gno_words_is(w, reserved[i]))
			return gno_words_unexpected(w, "a signal");
	if (!w->len || (!isalnum((unsigned char)w->text[w->at]) && w->text[w->at] != '_'))
		return gno_words_unexpected(w, "a signal");
	return take_signal(p, table);
}

static int parse_all(struct parser *p, uint16_t *table)
{
	struct gno_words *w = &p->words;
	uint16_t other = 0;
	int rc = parse_not(p, table);

	while (!rc && gno_words_skip(w, "and")) {
		rc = parse_not(p, &other);
		*table &= other;
	}
	return rc;
}

static int parse_xor(struct parser *p, uint16_t *table)
{
	struct gno_words *w = &p->words;
	uint16_t other = 0;
	int rc = parse_all(p, table);

	while (!rc && gno_words_skip(w, "xor")) {
		rc = parse_all(p, &other);
		*table ^= other;
	}
	return rc;
}

static int parse_any(struct parser *p, uint16_t *table)
{
	struct gno_words *w = &p->words;
	uint16_t other = 0;
	int rc = parse_xor(p, table);

	while (!rc && gno_words_skip(w, "or")) {
		rc = parse_xor(p, &other);
		*table |= other;
	}
	return rc;
}

int gno_route_parse(const char *text, const struct gno_node *n, struct gno_route *out,
		    struct gno_words_fault *fault)
{
	static const char *const modes[] = {
	    [GNO_ROUTE_RISES] = "rise", [GNO_ROUTE_FALLS] = "fall", [GNO_ROUTE_EDGES] = "edge"};
	struct parser p = {
	    .words = {.text = text, .what = "expression", .signs = true, .fault = fault},
	    .n = n,
	    .out = out};
	int rc;

	memset(out, 0, sizeof(*out));
	gno_words_next(&p.words);
	for (uint8_t mode = GNO_ROUTE_RISES; mode <= GNO_ROUTE_EDGES; mode++) {
		if (!is_function(&p, modes[mode]))
			continue;
		out->mode = mode;
		gno_words_next(&p.words);
		gno_words_next(&p.words);
		break;
	}
	rc = parse_any(&p, &out->table);
	if (!rc && out->mode != GNO_ROUTE_LEVEL && !gno_words_skip(&p.words, ")"))
		rc = gno_words_unexpected(&p.words, "')'");
	if (!rc && p.words.len && out->mode != GNO_ROUTE_LEVEL)
		rc = gno_words_fail(&p.words, "'%s(...)' must be around the whole expression",
				    modes[out->mode]);
	else if (!rc && p.words.len)
		rc = gno_words_unexpected(&p.words, "'and', 'or', 'xor' or the end");
	return rc;
}
