/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/match/patterns.h"
#include "compile/match/rank_tables.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct compiler {
	struct rank_plan plan;
	const struct gno_pattern *patterns;
	size_t count;
	struct mtbdd *b;
	uint32_t function[GNO_MAX_RANKS]; /* in each order */
};

/* The result of trying the first patterns. */
struct outcome {
	bool fits;
	bool complete; /* the diagrams did not get too large */
	unsigned rank; /* the first of its order that is too small, if not `fits` */
	unsigned needed;
};

/* Classes of the ranks of one order. */
static void count_order(struct compiler *c, unsigned order, struct outcome *o)
{
	unsigned needed;

	for (unsigned r = 0; r < c->plan.node->ranks; r++) {
		if (c->plan.view[r].order != order)
			continue;
		needed = rank_classes(&c->plan, r, c->function[order], c->b);
		if (needed > c->plan.view[r].codes) {
			*o = (struct outcome){.complete = true, .rank = r, .needed = needed};
			return;
		}
	}
}

/*
 * Tries whether the first `count` patterns fit, up to the first order with a rank that is too
 * small. Where the diagrams get too large the trial is incomplete. GNO_ERR_NOMEM.
 */
static int try_fit(struct compiler *c, size_t count, struct outcome *o)
{
	*o = (struct outcome){.fits = true, .complete = true};
	mtbdd_clear(c->b);
	for (unsigned k = 0; k < c->plan.orders && o->fits; k++) {
		mtbdd_allow(c->b, MTBDD_NODES);
		c->function[k] = rank_function(&c->plan, k, c->patterns, count, c->b);
		if (mtbdd_error(c->b) == GNO_ERR_NOMEM)
			return GNO_ERR_NOMEM;
		if (mtbdd_error(c->b)) {
			o->complete = false;
			break;
		}
		count_order(c, k, o);
	}
	return 0;
}

static bool is_good(const struct outcome *o)
{
	return o->fits && o->complete;
}

/*
 * Finds a pattern with which they do not fit any more while they do without it: tries 1, 2, 4, ...
 * patterns, so that nothing much larger than what fits is tried, then halves.
 */
static int find_first(struct compiler *c, size_t *first, struct outcome *beyond)
{
	size_t good = 0, bad = 1, middle;
	struct outcome o;
	int rc;

	for (;;) {
		rc = try_fit(c, bad, beyond);
		if (rc || !is_good(beyond) || bad == c->count)
			break;
		good = bad;
		bad = 2 * bad < c->count ? 2 * bad : c->count;
	}
	while (!rc && bad - good > 1) {
		middle = good + (bad - good) / 2;
		rc = try_fit(c, middle, &o);
		if (is_good(&o)) {
			good = middle;
		} else {
			bad = middle;
			*beyond = o;
		}
	}
	*first = good;
	return rc;
}

static int tell_misfit(struct compiler *c, const struct outcome *full,
		       struct gno_pattern_misfit *misfit, struct gno_err *err)
{
	const struct gno_node *node = c->plan.node;
	const struct outcome *told = full;
	struct outcome beyond;
	char name[96];

	if (find_first(c, &misfit->first, &beyond))
		return gno_fail_nomem(err);
	misfit->at_least =
	    full->fits; /* then all together are too large for the diagrams: a part decides */
	if (full->fits)
		told = &beyond;
	misfit->too_complex = told->fits;
	if (misfit->too_complex)
		return gno_fail(err, GNO_ERR_FIT,
				"the patterns of node '%s' are too complex together", node->name);
	misfit->rank = told->rank;
	misfit->needed = told->needed;
	misfit->present = c->plan.view[told->rank].codes;
	return gno_fail(err, GNO_ERR_FIT, "%s of node '%s' needs %s%u classes and has %u",
			gno_rank_name(node, misfit->rank, name, sizeof(name)), node->name,
			misfit->at_least ? "at least " : "", misfit->needed, misfit->present);
}

static int check_codes(const struct gno_node *node, const struct gno_pattern *patterns,
		       size_t count, struct gno_err *err)
{
	for (size_t i = 0; i < count; i++)
		if (!patterns[i].code || patterns[i].code > node->capacity)
			return gno_fail(
			    err, GNO_ERR_ARG,
			    "node '%s' has no event code %u: it can distinguish %u events",
			    node->name, patterns[i].code, node->capacity);
	return 0;
}

int gno_patterns_compile(const struct gno_node *node, const struct gno_pattern *patterns,
			 size_t count, struct gno_rank_tables *out,
			 struct gno_pattern_misfit *misfit, struct gno_err *err)
{
	struct compiler *c = NULL;
	struct outcome full;
	int rc;

	memset(out, 0, sizeof(*out));
	memset(misfit, 0, sizeof(*misfit));
	rc = check_codes(node, patterns, count, err);
	if (rc)
		return rc;
	c = calloc(1, sizeof(*c));
	if (!c)
		return gno_fail_nomem(err);
	rank_plan_make(&c->plan, node);
	c->patterns = patterns;
	c->count = count;
	c->b = mtbdd_new();
	rc = c->b ? try_fit(c, count, &full) : GNO_ERR_NOMEM;
	if (rc)
		gno_fail_nomem(err);
	else if (!is_good(&full))
		rc = tell_misfit(c, &full, misfit, err);
	else if (rank_tables_fill(&c->plan, c->function, c->b, out))
		rc = gno_fail_nomem(err);
	mtbdd_free(c->b);
	free(c);
	return rc;
}

/* The first pattern with another code that gets words which `f`, number i, matches; i: there is
 * none. */
static size_t first_with(const struct gno_pattern *patterns, const uint32_t *gets, size_t i,
			 uint32_t f, struct mtbdd *b)
{
	size_t k;

	for (k = 0; k < i; k++)
		if (patterns[k].code != patterns[i].code && mtbdd_apply(b, MTBDD_THEN, gets[k], f))
			break;
	return k;
}

int gno_patterns_overlap(const struct gno_node *node, const struct gno_pattern *patterns,
			 size_t count, struct gno_overlap *overlap)
{
	struct mtbdd *b = mtbdd_new();
	uint32_t *gets = calloc(count + 1, sizeof(*gets)); /* the words that come to each pattern */
	struct match_order order;
	uint32_t before = 0;
	int rc = b && gets ? 0 : GNO_ERR_NOMEM;

	match_plain_order(node, &order);
	for (size_t i = 0; i < count && !rc; i++) {
		struct gno_overlap *o = &overlap[i];
		uint32_t f = match_build(patterns[i].match, b, &order);

		gets[i] = mtbdd_apply(b, MTBDD_THEN, mtbdd_apply(b, MTBDD_NOT, before, 1), f);
		o->with = gets[i] == f ? i : first_with(patterns, gets, i, f, b);
		o->kind = o->with == i ? GNO_OVERLAP_NONE
			  : gets[i]    ? GNO_OVERLAP_PART
				       : GNO_OVERLAP_ALL;
		before = mtbdd_apply(b, MTBDD_ELSE, before, f);
		rc = mtbdd_error(b);
	}
	free(gets);
	mtbdd_free(b);
	return rc;
}

/* Appends text as far as there is room. */
static void append(char *text, size_t room, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

static void append(char *text, size_t room, const char *fmt, ...)
{
	size_t len = strlen(text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text + len, room - len, fmt, ap);
	va_end(ap);
}

const char *gno_rank_name(const struct gno_node *node, unsigned rank, char *text, size_t room)
{
	const char *between = " (";
	int lo;

	text[0] = '\0';
	append(text, room, "%s", node->rank[rank].table);
	for (unsigned i = 0; i < node->fields; i++) {
		uint64_t bits = gno_field_value(&node->field[i], node->rank[rank].sees);

		if (!bits)
			continue;
		append(text, room, "%s%s", between, node->field[i].name);
		between = ", ";
		for (int hi = (int)node->field[i].bits - 1; hi >= 0 && node->field[i].bits > 1;
		     hi = lo - 1) {
			lo = hi;
			if (!(bits >> hi & 1))
				continue;
			while (lo && bits >> (lo - 1) & 1)
				lo--;
			append(text, room, lo < hi ? " %d..%d" : " %d", hi, lo);
		}
	}
	append(text, room, ")");
	return text;
}
