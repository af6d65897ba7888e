/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/limit.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "base/number.h"
#include "base/show.h"
#include "common/util.h"

#define DIGITS_MAX 12	 /* of a bound: keeps comparisons within 128 bits */
#define PERCENT_PLACES 3 /* of GNO_LIMIT_PERCENT_PARTS */
#define DIGITS_END UINT64_C(1000000000000)

static const char *const compares[] = {
    [GNO_LIMIT_LE] = "<=", [GNO_LIMIT_GE] = ">=", [GNO_LIMIT_EQ] = "==",
    [GNO_LIMIT_NE] = "!=", [GNO_LIMIT_LT] = "<",  [GNO_LIMIT_GT] = ">"};
/* those of two signs first */
static const enum gno_limit_compare compare_order[] = {GNO_LIMIT_LE, GNO_LIMIT_GE, GNO_LIMIT_EQ,
						       GNO_LIMIT_NE, GNO_LIMIT_LT, GNO_LIMIT_GT};
static const char *const units[] = {[GNO_BOUND_NUMBER] = "",   [GNO_BOUND_CYCLES] = "cycles",
				    [GNO_BOUND_NS] = "ns",     [GNO_BOUND_US] = "us",
				    [GNO_BOUND_MS] = "ms",     [GNO_BOUND_S] = "s",
				    [GNO_BOUND_PERCENT] = "%", NULL};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

struct parser {
	const char *text;
	/* the current token: a word, a number, a sign of one character, or the end */
	const char *at;
	size_t length;
	int rc; /* the first failure; nothing is read after it */
	unsigned column;
	struct gno_err *err;
};

#define fail_at(p, place, ...)                                                                     \
	do {                                                                                       \
		if (!(p)->rc) {                                                                    \
			(p)->column = (unsigned)((place) - (p)->text) + 1;                         \
			(p)->rc = gno_fail((p)->err, GNO_ERR_ARG, __VA_ARGS__);                    \
		}                                                                                  \
	} while (0)

static bool is_word(const struct parser *p)
{
	return isalpha((unsigned char)*p->at) || *p->at == '_';
}

static void next(struct parser *p)
{
	p->at += p->length;
	while (isspace((unsigned char)*p->at))
		p->at++;
	p->length = *p->at != '\0';
	if (is_word(p))
		while (base_name_goes_on(p->at[p->length]))
			p->length++;
	else if (isdigit((unsigned char)*p->at))
		while (isdigit((unsigned char)p->at[p->length]))
			p->length++;
}

static bool is(const struct parser *p, const char *word)
{
	return strlen(word) == p->length && !strncmp(p->at, word, p->length);
}

static void unexpected(struct parser *p, const char *wanted)
{
	if (!*p->at)
		fail_at(p, p->at, "the limit ends where %s is expected", wanted);
	else
		fail_at(p, p->at, "'%.*s' where %s is expected", (int)p->length, p->at, wanted);
}

static void expect(struct parser *p, const char *word, const char *wanted)
{
	if (is(p, word))
		next(p);
	else
		unexpected(p, wanted);
}

/* Copies a piece of the text. */
static void copy_name(struct parser *p, const char *from, size_t length, struct gno_limit_name *out)
{
	if (p->rc)
		return;
	free(out->text);
	out->column = (unsigned)(from - p->text) + 1;
	out->text = strndup(from, length);
	if (!out->text)
		p->rc = gno_fail_nomem(p->err);
}

static void take_name(struct parser *p, const char *wanted, struct gno_limit_name *out)
{
	if (!is_word(p)) {
		unexpected(p, wanted);
		return;
	}
	copy_name(p, p->at, p->length, out);
	next(p);
}

/* A number with decimals. */
static void take_number(struct parser *p, struct gno_limit *l)
{
	const char *at = p->at;

	const enum base_number found = base_decimal_take(&at, &l->digits, &l->decimals);

	if (!isdigit((unsigned char)*p->at)) {
		unexpected(p, "a number");
		return;
	}
	if (found == BASE_NUMBER_BAD) {
		fail_at(p, p->at, "'%.*s' is not a number",
			(int)strspn(p->at, "0123456789abcdefABCDEFxX."), p->at);
		return;
	}
	if (found == BASE_NUMBER_BIG || l->digits >= DIGITS_END || l->decimals > DIGITS_MAX) {
		fail_at(p, p->at, "a number of more than %d digits", DIGITS_MAX);
		return;
	}
	p->length = (size_t)(at - p->at);
	next(p);
}

static void take_unit(struct parser *p, struct gno_limit *l)
{
	const char *near;

	l->unit_column = (unsigned)(p->at - p->text) + 1;
	l->unit = GNO_BOUND_NUMBER;
	if (!*p->at || is(p, "at"))
		return;
	for (unsigned i = GNO_BOUND_CYCLES; i <= GNO_BOUND_PERCENT; i++) {
		if (!is(p, units[i]) && !(i == GNO_BOUND_CYCLES && is(p, "cycle")))
			continue;
		l->unit = (enum gno_limit_unit)i;
		next(p);
		return;
	}
	if (is_word(p)) {
		char word[16];

		snprintf(word, sizeof(word), "%.*s", (int)p->length, p->at);
		near = gno_nearest(word, &units[GNO_BOUND_CYCLES], 1, sizeof(*units));
		if (near)
			fail_at(p, p->at, "unknown unit '%s'; did you mean '%s'?", word, near);
	}
	unexpected(p, "a unit (cycles, ns, us, ms, s, %), 'at' or the end");
}

/* The percentile of a word pNN or pNN.N; false: it is none. */
static bool read_percentile(struct parser *p, unsigned *percent)
{
	const char *c = p->at + 1;
	enum base_number found;
	uint64_t digits;
	unsigned places;

	if (*p->at != 'p' || !isdigit((unsigned char)*c))
		return false;
	found = base_decimal_take(&c, &digits, &places);
	if (found == BASE_NUMBER_BAD || c != p->at + p->length)
		return false;
	if (digits > 100 * GNO_LIMIT_PERCENT_PARTS)
		found = BASE_NUMBER_BIG;
	for (; places < PERCENT_PLACES && found == BASE_NUMBER_OK; places++)
		digits *= 10;
	if (found == BASE_NUMBER_BIG || places > PERCENT_PLACES || !digits ||
	    digits > 100 * GNO_LIMIT_PERCENT_PARTS)
		fail_at(p, p->at, "percentiles go from p0.001 to p100, in steps of 0.001");
	*percent = (unsigned)digits;
	return true;
}

/* Whether a parenthesis follows the word. */
static bool is_called(const struct parser *p)
{
	const char *at = p->at + p->length;

	while (isspace((unsigned char)*at))
		at++;
	return *at == '(';
}

/* A function of an interval, or of a point; false: it is none. */
static bool take_function(struct parser *p, struct gno_limit *l)
{
	static const char *const names[] = {[GNO_LIMIT_MAX] = "max",
					    [GNO_LIMIT_MIN] = "min",
					    [GNO_LIMIT_MEAN] = "mean",
					    [GNO_LIMIT_PERCENTILE] = "",
					    [GNO_LIMIT_COUNT] = "count"};
	unsigned i = 0;

	if (!is_called(p))
		return false;
	while (i < COUNT(names) && !is(p, names[i]))
		i++;
	if (i == COUNT(names)) {
		if (!read_percentile(p, &l->percent))
			return false;
		i = GNO_LIMIT_PERCENTILE;
	}
	l->what = (enum gno_limit_what)i;
	next(p);
	next(p);
	take_name(p, i == GNO_LIMIT_COUNT ? "an interval or a point" : "an interval", &l->name[0]);
	expect(p, ")", "')'");
	return true;
}

/* The name of a measure: words, or a text in quotes. */
static void take_measure(struct parser *p, struct gno_limit *l)
{
	const char *from = p->at, *end = from;

	l->what = GNO_LIMIT_MEASURE;
	if (*p->at == '"') {
		end = strchr(p->at + 1, '"');
		if (!end || end == p->at + 1) {
			fail_at(p, p->at, "%s", end ? "an empty name" : "there is no second '\"'");
			return;
		}
		copy_name(p, from + 1, (size_t)(end - from) - 1, &l->name[0]);
		p->length = (size_t)(end - from) + 1;
		next(p);
		return;
	}
	if (!is_word(p)) {
		unexpected(p, "a quantity");
		return;
	}
	for (; is_word(p); next(p))
		end = p->at + p->length;
	copy_name(p, from, (size_t)(end - from), &l->name[0]);
}

static void take_compare(struct parser *p, struct gno_limit *l)
{
	for (size_t i = 0; i < COUNT(compare_order); i++) {
		const char *sign = compares[compare_order[i]];

		if (strncmp(p->at, sign, strlen(sign)) != 0)
			continue;
		l->compare = compare_order[i];
		p->length = strlen(sign);
		next(p);
		return;
	}
	unexpected(p, *p->at == '=' ? "'=='" : "'<', '<=', '>', '>=', '==' or '!='");
}

static void take_quantity(struct parser *p, struct gno_limit *l)
{
	if (take_function(p, l))
		return;
	if (is(p, "lost")) {
		l->what = GNO_LIMIT_LOST;
		next(p);
	} else {
		take_measure(p, l);
	}
	if (p->rc || *p->at != '(')
		return;
	next(p);
	take_name(p, "a node", &l->node);
	expect(p, ")", "')'");
}

static void take_after(struct parser *p, struct gno_limit *l)
{
	l->what = GNO_LIMIT_AFTER;
	l->compare = GNO_LIMIT_LE;
	next(p);
	take_name(p, "a point", &l->name[0]);
	expect(p, "comes", "'comes'");
	take_name(p, "a point", &l->name[1]);
	expect(p, "within", "'within'");
}

int gno_limit_parse(const char *text, struct gno_limit *l, unsigned *column, struct gno_err *err)
{
	struct parser p = {.text = text, .at = text, .err = err};

	*l = (struct gno_limit){.text = base_show_new(text), .at = -1};
	if (!l->text)
		return gno_fail_nomem(err);
	next(&p);
	if (is(&p, "after") && !is_called(&p)) {
		take_after(&p, l);
	} else {
		take_quantity(&p, l);
		if (!p.rc)
			take_compare(&p, l);
	}
	if (!p.rc)
		take_number(&p, l);
	if (!p.rc)
		take_unit(&p, l);
	if (!p.rc && is(&p, "at")) {
		if (l->node.text)
			fail_at(&p, p.at, "the limit names two nodes");
		next(&p);
		take_name(&p, "a node", &l->node);
	}
	if (!p.rc && *p.at)
		unexpected(&p, l->node.text ? "the end" : "'at' or the end");
	*column = p.column;
	return p.rc;
}

void gno_limit_free(struct gno_limit *l)
{
	free(l->text);
	free(l->name[0].text);
	free(l->name[1].text);
	free(l->node.text);
	*l = (struct gno_limit){.text = NULL};
}
