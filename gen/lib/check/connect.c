/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of what inputs are connected to: the form of each text, and that there is the input. */
#include <ctype.h>
#include <string.h>

#include "check/checks.h"
#include "model/keys.h"
#include "plan/plan.h"

#define TEXT_MAX 1000u /* characters */
#define SHOWN 60       /* of them in a message */

static int goes_on(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Each of these returns what is behind it at `p`, or NULL where it is not there. */
static const char *skip_word(const char *p)
{
	const char *const word = p;

	if (*p != '\\') {
		while (goes_on(*p))
			p++;
		return p == word || isdigit((unsigned char)*word) ? NULL : p;
	}
	for (p++; isgraph((unsigned char)*p); p++) /* an escaped identifier ends with a blank */
		;
	return p == word + 1 || (*p && *p != ' ') ? NULL : p + (*p == ' ');
}

static const char *skip_bound(const char *p)
{
	const char *const bound = p;

	while (goes_on(*p))
		p++;
	return p == bound ? NULL : p;
}

static const char *skip_index(const char *p)
{
	p = skip_bound(p + 1); /* behind '[' */
	if (p && (*p == ':' || ((*p == '+' || *p == '-') && p[1] == ':')))
		p = skip_bound(p + (*p == ':' ? 1 : 2));
	return p && *p == ']' ? p + 1 : NULL;
}

static const char *skip_name(const char *p)
{
	p = skip_word(p);
	while (p && (*p == '[' || *p == '.'))
		p = *p == '[' ? skip_index(p) : skip_word(p + 1);
	return p;
}

/* A number, with its size and base or without; '0 and '1 are of any size. */
static const char *skip_constant(const char *p)
{
	static const char *const digits[] = {"b01_", "o01234567_", "d0123456789_",
					     "h0123456789abcdefABCDEF_"};
	const size_t size = strspn(p, "0123456789");

	p += size;
	if (*p != '\'')
		return size ? p : NULL;
	p++;
	if (!size && (*p == '0' || *p == '1'))
		return p + 1;
	for (size_t i = 0; i < sizeof(digits) / sizeof(digits[0]); i++)
		if (*p && tolower((unsigned char)*p) == digits[i][0]) {
			const size_t count = strspn(p + 1, digits[i] + 1);

			return count ? p + 1 + count : NULL;
		}
	return NULL;
}

static const char *skip_expression(const char *p);

/* What two brackets have between them; `more`: several expressions with commas. */
static const char *skip_bracketed(const char *p, char end, int more)
{
	do
		p = skip_expression(p + 1);
	while (p && more && *p == ',');
	return p && *p == end ? p + 1 : NULL;
}

static const char *skip_operand(const char *p)
{
	p += strspn(p, " !~&|^"); /* operators of one operand */
	if (*p == '(')
		p = skip_bracketed(p, ')', 0);
	else if (*p == '{')
		p = skip_bracketed(p, '}', 1);
	else
		p = isdigit((unsigned char)*p) || *p == '\'' ? skip_constant(p) : skip_name(p);
	return p ? p + strspn(p, " ") : NULL;
}

/* The operator of two operands, or a part of `? :`; NULL: none. */
static const char *skip_operator(const char *p)
{
	static const char *const operators[] = {"&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "&",
						"|",  "^",  "<",  ">",	"+",  "-",  "?",  ":"};

	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++)
		if (strncmp(p, operators[i], strlen(operators[i])) == 0)
			return p + strlen(operators[i]);
	return NULL;
}

/* Operands with operators between them. What reads the target knows their widths and meaning. */
static const char *skip_expression(const char *p)
{
	const char *next = skip_operand(p);

	while (next && (p = skip_operator(next)))
		next = skip_operand(p);
	return next;
}

static int is_expression(const char *text)
{
	const char *end = skip_expression(text);

	return end && !*end;
}

static void check_form(struct checker *c, const struct m_value *to, int numbered)
{
	if (strlen(to->text) > TEXT_MAX)
		check_report(c, to->at, "a text of 'connect' has %zu characters, more than %u",
			     strlen(to->text), TEXT_MAX);
	else if (!numbered && strstr(to->text, MODEL_NUMBER))
		check_report(c, to->at,
			     "'" MODEL_NUMBER
			     "' is the number of a node, and only nodes with 'count' have one");
	else if (!is_expression(model_numbered(c->arena, to->text, 0)))
		check_report(
		    c, to->at,
		    "'%.*s%s' is no expression: signals of the target, constants, operators", SHOWN,
		    to->text, strlen(to->text) > SHOWN ? "..." : "");
}

static void check_forms(struct checker *c, const struct m_connects *connects, int numbered)
{
	for (size_t i = 0; i < connects->count; i++)
		if (connects->items[i].to.ok)
			check_form(c, &connects->items[i].to, numbered);
}

void check_connect_form(struct checker *c)
{
	const struct model *m = c->model;

	check_forms(c, &m->connect, 0);
	for (const struct m_node *n = m->nodes; n < m->nodes + m->nodes_count; n++)
		check_forms(c, &n->connect, n->count.given);
}

/* A name that is looked for among inputs. */
struct wanted {
	struct checker *c;
	const char *node; /* NULL: inputs that are of no node */
	const char *name;
	const char *near;
	unsigned distance; /* of that; 0: it is the name */
};

static void look_at(void *context, const char *port)
{
	struct wanted *w = context;
	const char *name = model_input_name(w->c->arena, w->node, port);
	const unsigned distance = name ? key_distance(name, w->name) : KEY_NEAR + 1;

	if (name && distance < w->distance && distance < strlen(name)) {
		w->near = name;
		w->distance = distance;
	}
}

static void look_at_own(struct checker *c, const struct m_node *n, struct wanted *w)
{
	const struct plan_phy *phy = plan_phy_of(c->model);

	(void)n;
	look_at(w, "clk");
	look_at(w, "rst");
	for (const struct plan_port *p = phy ? phy->ports : NULL; p && p->name; p++)
		look_at(w, p->name);
	for (const char *const *p = model_memory_ports; model_is_port(c->model) && *p; p++)
		look_at(w, *p);
	for (const char *const *p = model_chip_ports; model_has_chips(c->model) && *p; p++)
		look_at(w, *p);
}

static void look_at_node(struct checker *c, const struct m_node *n, struct wanted *w)
{
	check_each_port(c, n, w->node, look_at, w);
}

static void check_inputs(struct checker *c, const struct m_connects *connects,
			 const struct m_node *n,
			 void (*look)(struct checker *c, const struct m_node *n, struct wanted *w))
{
	const char *node = n ? model_node_name(c->arena, n, 0) : NULL;

	for (size_t i = 0; i < connects->count; i++) {
		const struct m_connect *item = &connects->items[i];
		struct wanted w = {c, node, item->name, NULL, KEY_NEAR + 1};

		look(c, n, &w);
		if (w.distance)
			check_report(c, item->at, "'%.*s' is no input of %s%s%s%s", SHOWN,
				     item->name, n ? "the node" : "the monitor outside its nodes",
				     w.near ? ", did you mean '" : "", w.near ? w.near : "",
				     w.near ? "'" : "");
	}
}

void check_connect_input(struct checker *c)
{
	const struct model *m = c->model;

	if (m->phy.ok)
		check_inputs(c, &m->connect, NULL, look_at_own);
	for (const struct m_node *n = m->nodes; n < m->nodes + m->nodes_count; n++)
		if (n->name.ok && !check_hides_names(c, n->at))
			check_inputs(c, &n->connect, n, look_at_node);
}
