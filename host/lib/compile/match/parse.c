/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The language of predicates:
 *
 *   or:     and { "or" and }
 *   and:    not { "and" not }
 *   not:    "not" not | "(" or ")" | "any" | FIELD | FIELD OP value | FIELD [ "not" ] "in" list
 *   list:   item { "," item } | "{" item { "," item } "}"
 *   item:   value | value ".." value
 *   value:  NUMBER [ "/" NUMBER ] | SYMBOL [ "+" NUMBER ] [ "/" NUMBER ]
 */

#include "compile/match/tree.h"
#include "base/number.h"
#include "common/util.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NESTING_MAX 64 /* of "not" and parentheses */
#define NAME_MAX_LENGTH 255

enum token {
	TOKEN_END,
	TOKEN_WORD,
	TOKEN_QUOTED, /* a name that may have any characters, in quotes */
	TOKEN_NUMBER,
	TOKEN_OR, /* the words of the language, in the order of `words` */
	TOKEN_AND,
	TOKEN_NOT,
	TOKEN_IN,
	TOKEN_ANY,
	TOKEN_EQ, /* the signs, in the order of `signs` */
	TOKEN_NE,
	TOKEN_LE,
	TOKEN_GE,
	TOKEN_RANGE,
	TOKEN_LT,
	TOKEN_GT,
	TOKEN_OPEN,
	TOKEN_CLOSE,
	TOKEN_BEGIN,
	TOKEN_FINISH,
	TOKEN_COMMA,
	TOKEN_SLASH,
	TOKEN_PLUS,
};

static const char *const words[] = {"or", "and", "not", "in", "any"};
static const char *const signs[] = {"==", "!=", "<=", ">=", "..", "<", ">",
				    "(",  ")",	"{",  "}",  ",",  "/", "+"};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

struct parser {
	const struct match_language *l;
	const struct gno_node *node;
	const char *at; /* the current token, */
	size_t length;	/* its length, */
	enum token token;
	uint64_t number; /* its value, and the digits of it that are not 'x' */
	uint64_t cares;
	unsigned nesting;
	int rc;		      /* the first failure; nothing is read after it */
	const char *fault_at; /* where it is in the text */
	struct gno_err *err;
};

/* A value, and the bits of it that matter. */
struct value {
	uint64_t is, mask;
	const char *at;
	size_t length; /* of its text */
};

/* Notes a failure at a place of the text, unless there is one already. */
#define fail_at(p, place, ...)                                                                     \
	do {                                                                                       \
		if (!(p)->rc) {                                                                    \
			(p)->fault_at = (place);                                                   \
			(p)->rc = gno_fail((p)->err, GNO_ERR_ARG, __VA_ARGS__);                    \
		}                                                                                  \
		(p)->token = TOKEN_END;                                                            \
	} while (0)

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static bool is_binary(const char *c)
{
	return c[0] == '0' && (c[1] == 'b' || c[1] == 'B');
}

/* Digits 0 and 1, and x for one that may be either. */
static enum base_number read_binary(struct parser *p, const char **at)
{
	const char *first = *at + 2;

	p->number = 0;
	for (*at = first; is_name(**at); ++*at) {
		const bool either = **at == 'x' || **at == 'X';

		if (!either && **at != '0' && **at != '1')
			return BASE_NUMBER_BAD;
		p->number = p->number << 1 | (**at == '1');
		p->cares = p->cares << 1 | !either;
	}
	if (*at == first)
		return BASE_NUMBER_BAD;
	return *at - first <= 64 ? BASE_NUMBER_OK : BASE_NUMBER_BIG;
}

static void read_number(struct parser *p)
{
	const char *end = p->at;
	enum base_number found;

	p->token = TOKEN_NUMBER;
	p->cares = UINT64_MAX;
	found = is_binary(p->at) ? read_binary(p, &end) : base_number_take(&end, &p->number);
	for (p->length = 0; is_name(p->at[p->length]); p->length++)
		;
	if (found == BASE_NUMBER_BIG)
		fail_at(p, p->at, "'%.*s' is wider than 64 bits", (int)p->length, p->at);
	else if (found == BASE_NUMBER_BAD || end != p->at + p->length)
		fail_at(p, p->at, "'%.*s' is not a number", (int)p->length, p->at);
}

/* A name: letters, digits, '_', '$', and single dots between them, as compilers make them. */
static void read_word(struct parser *p)
{
	size_t i;

	p->token = TOKEN_WORD;
	for (i = 1; is_name(p->at[i]) || (p->at[i] == '.' && is_name(p->at[i + 1])); i++)
		;
	p->length = i;
	for (i = 0; i < COUNT(words); i++)
		if (strlen(words[i]) == p->length && !strncmp(p->at, words[i], p->length))
			p->token = (enum token)(TOKEN_OR + i);
}

/* A name of the source of C++, or one with its file before it. */
static void read_quoted(struct parser *p)
{
	const char *end = strchr(p->at + 1, *p->at);

	p->token = TOKEN_QUOTED;
	p->length = end ? (size_t)(end + 1 - p->at) : strlen(p->at);
	if (!end)
		fail_at(p, p->at, "the quotes that begin here do not end");
	else if (end == p->at + 1)
		fail_at(p, p->at, "no name between the quotes");
}

static void next(struct parser *p)
{
	if (p->rc) { /* nothing more is read */
		p->token = TOKEN_END;
		return;
	}
	p->at += p->length;
	while (isspace((unsigned char)*p->at))
		p->at++;
	p->length = 0;
	p->token = TOKEN_END;
	if (!*p->at)
		return;
	if (isdigit((unsigned char)*p->at)) {
		read_number(p);
		return;
	}
	if (is_name(*p->at)) {
		read_word(p);
		return;
	}
	if (*p->at == '"' || *p->at == '\'') {
		read_quoted(p);
		return;
	}
	for (size_t i = 0; i < COUNT(signs); i++) {
		p->length = strlen(signs[i]);
		if (!strncmp(p->at, signs[i], p->length)) {
			p->token = (enum token)(TOKEN_EQ + i);
			return;
		}
	}
	p->length = 1;
	fail_at(p, p->at, "'%c' is not expected here%s", *p->at,
		*p->at == '=' ? "; did you mean '=='?" : "");
}

static void unexpected(struct parser *p, const char *wanted)
{
	if (p->token == TOKEN_END)
		fail_at(p, p->at, "the text ends where %s is expected", wanted);
	else
		fail_at(p, p->at, "'%.*s' where %s is expected", (int)p->length, p->at, wanted);
}

static void expect(struct parser *p, enum token token, const char *wanted)
{
	if (p->token == token)
		next(p);
	else
		unexpected(p, wanted);
}

/* A copy of the current token in `name`; false: it is too long. */
static bool copy_name(struct parser *p, char name[NAME_MAX_LENGTH + 1])
{
	const size_t quote = p->token == TOKEN_QUOTED, length = p->length - 2 * quote;

	if (length > NAME_MAX_LENGTH) {
		fail_at(p, p->at, "a name of more than %d characters", NAME_MAX_LENGTH);
		return false;
	}
	memcpy(name, p->at + quote, length);
	name[length] = '\0';
	return true;
}

static struct gno_match *make_match(struct parser *p, enum match_kind kind,
				    const struct gno_field *field, uint64_t a, uint64_t b)
{
	struct gno_match *m = p->rc ? NULL : match_new(kind, field, a, b);

	if (!p->rc && !m)
		p->rc = gno_fail_nomem(p->err);
	return m;
}

/* Puts `part` into `m`; NULL after a failure, then neither is left. */
static struct gno_match *join(struct parser *p, struct gno_match *m, struct gno_match *part)
{
	if (!p->rc && m && part && match_add(m, part))
		p->rc = gno_fail_nomem(p->err);
	else if (p->rc || !m || !part)
		gno_match_free(part);
	if (p->rc) {
		gno_match_free(m);
		return NULL;
	}
	return m;
}

static struct gno_match *negate(struct parser *p, struct gno_match *m)
{
	return join(p, make_match(p, MATCH_NOT, NULL, 0, 0), m);
}

static uint64_t full(const struct gno_field *f)
{
	return UINT64_MAX >> (64 - f->bits);
}

/* The address of a symbol, in the unit of the field that it is compared with. */
static uint64_t in_units(struct parser *p, const struct gno_field *f, const char *at,
			 uint64_t address)
{
	if (address % f->unit)
		fail_at(p, at, "0x%" PRIx64 " is not a multiple of %u bytes, the unit of '%s'",
			address, f->unit, f->name);
	return gno_field_of_address(f, address) / f->unit;
}

static uint64_t read_symbol(struct parser *p, const struct gno_field *f)
{
	const char *at = p->at;
	char name[NAME_MAX_LENGTH + 1];
	uint64_t value = 0;
	struct gno_err why;

	if (!copy_name(p, name))
		return 0;
	if (!p->l->value)
		fail_at(p, p->at, "symbol '%s' cannot be found: there is no program", name);
	else if (p->l->value(p->l->ctx, f, name, &value, &why))
		fail_at(p, p->at, "%s", why.text);
	next(p);
	if (p->token != TOKEN_PLUS)
		return in_units(p, f, at, value);
	next(p);
	if (p->token != TOKEN_NUMBER || p->cares != UINT64_MAX)
		unexpected(p, "an offset");
	else if (value + p->number < value)
		fail_at(p, p->at, "the offset leads beyond 64 bits");
	value += p->number;
	next(p);
	return in_units(p, f, at, value);
}

/* A value of a field, with the bits of it that matter; all of them where `exact`. */
static struct value read_value(struct parser *p, const struct gno_field *f, bool exact)
{
	struct value v = {.mask = full(f), .at = p->at};

	if (p->token == TOKEN_NUMBER && p->l->named && p->l->named(p->l->ctx, f)) {
		unexpected(p, "a name");
	} else if (p->token == TOKEN_NUMBER) {
		v.is = p->cares == UINT64_MAX ? gno_field_of_number(f, p->number) : p->number;
		v.mask &= p->cares;
		next(p);
	} else if (p->token == TOKEN_WORD || p->token == TOKEN_QUOTED ||
		   (p->token >= TOKEN_OR && p->token <= TOKEN_ANY)) {
		v.is = read_symbol(p, f);
	} else {
		unexpected(p, "a value");
	}
	if (!p->rc && v.is & ~full(f))
		fail_at(p, v.at, "0x%" PRIx64 " is wider than the %u bits of '%s'", v.is, f->bits,
			f->name);
	if (p->token == TOKEN_SLASH) {
		if (v.mask != full(f))
			fail_at(p, p->at, "a number with 'x' cannot have a mask");
		next(p);
		if (p->token != TOKEN_NUMBER || p->cares != UINT64_MAX)
			unexpected(p, "a mask");
		else if (p->number & ~full(f))
			fail_at(p, p->at, "mask 0x%" PRIx64 " is wider than the %u bits of '%s'",
				p->number, f->bits, f->name);
		else if (v.is & ~p->number)
			fail_at(p, v.at,
				"0x%" PRIx64 " has bits that are not in its mask 0x%" PRIx64, v.is,
				p->number);
		v.mask = p->number;
		next(p);
	}
	if (exact && v.mask != full(f))
		fail_at(p, v.at, "a mask or 'x' is only possible with '==', '!=' and 'in'");
	return v;
}

/* One value of a list, or a range. */
static struct gno_match *read_item(struct parser *p, const struct gno_field *f)
{
	struct value lo = read_value(p, f, false), hi;

	if (p->token != TOKEN_RANGE)
		return make_match(p, MATCH_MASKED, f, lo.is, lo.mask);
	if (lo.mask != full(f))
		fail_at(p, lo.at, "a mask or 'x' cannot begin a range");
	next(p);
	hi = read_value(p, f, true);
	if (!p->rc && hi.is < lo.is)
		fail_at(p, lo.at, "the range goes from 0x%" PRIx64 " down to 0x%" PRIx64, lo.is,
			hi.is);
	return make_match(p, MATCH_RANGE, f, lo.is, hi.is);
}

static struct gno_match *read_list(struct parser *p, const struct gno_field *f)
{
	struct gno_match *m = make_match(p, MATCH_OR, NULL, 0, 0);
	bool braces = p->token == TOKEN_BEGIN;

	if (braces)
		next(p);
	m = join(p, m, read_item(p, f));
	while (p->token == TOKEN_COMMA) {
		next(p);
		m = join(p, m, read_item(p, f));
	}
	if (braces)
		expect(p, TOKEN_FINISH, "'}'");
	return m;
}

static struct gno_match *read_comparison(struct parser *p, const struct gno_field *f)
{
	enum token op = p->token;
	struct gno_match *m;
	struct value v;

	next(p);
	v = read_value(p, f, op != TOKEN_EQ && op != TOKEN_NE);
	if (op == TOKEN_EQ || op == TOKEN_NE)
		m = make_match(p, MATCH_MASKED, f, v.is, v.mask);
	else if (op == TOKEN_LE || op == TOKEN_GT)
		m = make_match(p, MATCH_RANGE, f, 0, v.is);
	else
		m = make_match(p, MATCH_RANGE, f, v.is, full(f));
	return op == TOKEN_NE || op == TOKEN_GT || op == TOKEN_LT ? negate(p, m) : m;
}

static const struct gno_field *read_field(struct parser *p)
{
	const struct gno_field *f;
	char name[NAME_MAX_LENGTH + 1];
	const char *near;

	if (p->token != TOKEN_WORD) {
		unexpected(p, "a field, 'any', 'not' or '('");
		return NULL;
	}
	if (!copy_name(p, name))
		return NULL;
	f = gno_node_field(p->node, name);
	near = f ? NULL
		 : gno_nearest(name, &p->node->field[0].name, p->node->fields,
			       sizeof(p->node->field[0]));
	if (!f)
		fail_at(p, p->at, "node '%s' has no field '%s'%s%s%s", p->node->name, name,
			near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
	next(p);
	return f;
}

static struct gno_match *read_plain_test(struct parser *p, const struct gno_field *f)
{
	bool not_in = p->token == TOKEN_NOT;

	if (not_in)
		next(p);
	if (not_in || p->token == TOKEN_IN) {
		expect(p, TOKEN_IN, "'in'");
		return not_in ? negate(p, read_list(p, f)) : read_list(p, f);
	}
	if (p->token == TOKEN_LT || p->token == TOKEN_GT ||
	    (p->token >= TOKEN_EQ && p->token <= TOKEN_GE))
		return read_comparison(p, f);
	return negate(p, make_match(p, MATCH_MASKED, f, 0, full(f)));
}

/* A test of a field is false where the field's qualifier is 0. */
static struct gno_match *read_test(struct parser *p)
{
	const struct gno_field *f = read_field(p);
	struct gno_match *test = f ? read_plain_test(p, f) : NULL;
	struct gno_match *m = test ? match_qualify(p->node, f, test) : NULL;

	if (test && !m)
		p->rc = gno_fail_nomem(p->err);
	return m;
}

static struct gno_match *read_or(struct parser *p);

static struct gno_match *read_not(struct parser *p)
{
	struct gno_match *m;

	if (p->token != TOKEN_NOT && p->token != TOKEN_OPEN && p->token != TOKEN_ANY)
		return read_test(p);
	if (p->token == TOKEN_ANY) {
		next(p);
		return make_match(p, MATCH_ANY, NULL, 0, 0);
	}
	if (++p->nesting > NESTING_MAX)
		fail_at(p, p->at, "more than %d levels of 'not' and parentheses", NESTING_MAX);
	if (p->token == TOKEN_NOT) {
		next(p);
		m = p->rc ? NULL : negate(p, read_not(p));
	} else {
		next(p);
		m = p->rc ? NULL : read_or(p);
		expect(p, TOKEN_CLOSE, "')'");
	}
	p->nesting--;
	return m;
}

/* A row of parts with a word between them. */
static struct gno_match *read_row(struct parser *p, enum token between, enum match_kind kind,
				  struct gno_match *(*read_part)(struct parser *p))
{
	struct gno_match *m = make_match(p, kind, NULL, 0, 0);

	m = join(p, m, read_part(p));
	while (p->token == between) {
		next(p);
		m = join(p, m, read_part(p));
	}
	return m;
}

static struct gno_match *read_and(struct parser *p)
{
	return read_row(p, TOKEN_AND, MATCH_AND, read_not);
}

static struct gno_match *read_or(struct parser *p)
{
	return read_row(p, TOKEN_OR, MATCH_OR, read_and);
}

int match_parse(const struct match_language *l, const char *text, struct gno_match **out,
		unsigned *column, struct gno_err *err)
{
	struct parser p = {.l = l, .node = l->node, .at = text, .fault_at = text, .err = err};
	struct gno_match *m;

	next(&p);
	m = read_or(&p);
	if (!p.rc && p.token != TOKEN_END)
		unexpected(&p, "'and', 'or' or the end");
	*column = (unsigned)(p.fault_at - text) + 1;
	if (p.rc)
		gno_match_free(m);
	else
		*out = m;
	return p.rc;
}

/* Symbols of a program, which are the same for all fields. */
struct symbols {
	gno_match_lookup *lookup;
	void *ctx;
};

static int symbol_value(void *ctx, const struct gno_field *field, const char *name, uint64_t *value,
			struct gno_err *err)
{
	const struct symbols *s = ctx;

	(void)field;
	return s->lookup(s->ctx, name, value, err);
}

int gno_match_parse(const struct gno_node *node, const char *text, gno_match_lookup *lookup,
		    void *ctx, struct gno_match **out, unsigned *column, struct gno_err *err)
{
	struct symbols symbols = {lookup, ctx};
	const struct match_language l = {
	    .node = node, .value = lookup ? symbol_value : NULL, .ctx = &symbols};
	struct gno_match *m = NULL;
	int rc = match_parse(&l, text, &m, column, err);

	if (rc)
		return rc;
	rc = match_check(node, m, err);
	*column = 1;
	if (rc)
		gno_match_free(m);
	else
		*out = m;
	return rc;
}
