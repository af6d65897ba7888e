/* SPDX-License-Identifier: Apache-2.0 */

/* Predicates as decision diagrams, and what can be decided of a single one. */

#include "compile/match/tree.h"

#include <inttypes.h>

void match_plain_order(const struct gno_node *node, struct match_order *order)
{
	order->bits = node->word_bits;
	for (unsigned k = 0; k < order->bits; k++) {
		order->bit_at[k] = (uint8_t)(order->bits - 1 - k);
		order->level_of[k] = (uint8_t)(order->bits - 1 - k);
	}
}

static uint32_t build_masked(const struct gno_field *f, uint64_t value, uint64_t mask,
			     struct mtbdd *b, const struct match_order *order)
{
	uint64_t is, cares;
	uint32_t result = 1;

	gno_field_word(f, mask, &cares);
	if (!gno_field_word(f, value, &is))
		return 0; /* a bit that is left out is to be 1 */
	for (unsigned level = order->bits; level-- > 0;) {
		if (!(cares >> order->bit_at[level] & 1))
			continue;
		if (is >> order->bit_at[level] & 1)
			result = mtbdd_node(b, level, 0, result);
		else
			result = mtbdd_node(b, level, result, 0);
	}
	return result;
}

static uint32_t build_values(const struct gno_match *m, size_t first, size_t count, struct mtbdd *b,
			     const struct match_order *order)
{
	size_t half = count / 2;

	if (count == 1)
		return build_masked(m->field, m->value[first], UINT64_MAX, b, order);
	return mtbdd_apply(b, MTBDD_ELSE, build_values(m, first, half, b, order),
			   build_values(m, first + half, count - half, b, order));
}

/* Level of a bit of a field; -1: it is left out. */
static int level_of(const struct gno_field *f, unsigned bit, const struct match_order *order)
{
	for (unsigned i = 0; i < f->runs; i++)
		if (bit >= f->run[i].lo && bit <= f->run[i].hi)
			return order->level_of[f->run[i].at + bit - f->run[i].lo];
	return -1;
}

/* How a part of a field compares with that part of a limit. */
struct compared {
	uint32_t beyond; /* greater (or less, where `below`) */
	uint32_t equal;
};

/* Takes one more bit, more significant than those before and at an earlier level. */
static void compare_bit(struct compared *c, int level, bool limit, bool below, struct mtbdd *b)
{
	uint32_t if_0 = limit ? (below ? 1 : 0) : c->beyond; /* the bit is 0 */
	uint32_t if_1 = limit ? c->beyond : (below ? 0 : 1);

	if (level < 0) { /* read as 0 */
		c->beyond = if_0;
		c->equal = limit ? 0 : c->equal;
		return;
	}
	c->beyond = mtbdd_node(b, (unsigned)level, if_0, if_1);
	c->equal = mtbdd_node(b, (unsigned)level, limit ? 0 : c->equal, limit ? c->equal : 0);
}

/*
 * Field >= limit (or <=, where `below`). Bits whose levels fall as they get more significant are
 * one piece and need no join; pieces are joined from the least significant on.
 */
static uint32_t build_limit(const struct gno_field *f, uint64_t limit, bool below, struct mtbdd *b,
			    const struct match_order *order)
{
	struct compared piece = {0, 1};
	uint32_t result = 1;
	int level, last = MTBDD_LEVELS;

	for (unsigned bit = 0; bit < f->bits; bit++) {
		level = level_of(f, bit, order);
		if (level > last) {
			result = mtbdd_apply(b, MTBDD_ELSE, piece.beyond,
					     mtbdd_apply(b, MTBDD_THEN, piece.equal, result));
			piece = (struct compared){0, 1};
		}
		compare_bit(&piece, level, limit >> bit & 1, below, b);
		last = level >= 0 ? level : last;
	}
	return mtbdd_apply(b, MTBDD_ELSE, piece.beyond,
			   mtbdd_apply(b, MTBDD_THEN, piece.equal, result));
}

/* Joins parts first .. first + count - 1 half by half, so that what is joined stays small. */
static uint32_t build_parts(const struct gno_match *m, size_t first, size_t count, struct mtbdd *b,
			    const struct match_order *order)
{
	size_t half = count / 2;

	if (count == 1)
		return match_build(m->part[first], b, order);
	return mtbdd_apply(b, m->kind == MATCH_AND ? MTBDD_THEN : MTBDD_ELSE,
			   build_parts(m, first, half, b, order),
			   build_parts(m, first + half, count - half, b, order));
}

uint32_t match_build(const struct gno_match *m, struct mtbdd *b, const struct match_order *order)
{
	switch (m->kind) {
	case MATCH_ANY:
		return 1;
	case MATCH_MASKED:
		return build_masked(m->field, m->a, m->b, b, order);
	case MATCH_VALUES:
		return build_values(m, 0, m->values, b, order);
	case MATCH_RANGE:
		return mtbdd_apply(b, MTBDD_THEN, build_limit(m->field, m->a, false, b, order),
				   build_limit(m->field, m->b, true, b, order));
	case MATCH_NOT:
		return mtbdd_apply(b, MTBDD_NOT, match_build(m->part[0], b, order), 1);
	default:
		return build_parts(m, 0, m->parts, b, order);
	}
}

/* The first required test of a field that no word can pass; NULL: there is none. */
static const struct gno_match *hopeless(const struct gno_match *m, struct mtbdd *b,
					const struct match_order *order)
{
	const struct gno_match *found = NULL;

	for (size_t i = 0; i < m->parts && !found && m->kind != MATCH_NOT; i++)
		found = hopeless(m->part[i], b, order);
	if (found || m->parts || match_build(m, b, order))
		return found;
	return m;
}

static int tell_reason(const struct gno_match *m, struct gno_err *err)
{
	if (!m)
		return gno_fail(err, GNO_ERR_ARG, "never matches: no word fits all of it");
	if (m->kind == MATCH_RANGE)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "never matches: bits of '%s' are left out and read as 0, and no such value is in 0x%" PRIx64
		    "..0x%" PRIx64,
		    m->field->name, m->a, m->b);
	return gno_fail(err, GNO_ERR_ARG,
			"never matches: bits of '%s' are left out and read as 0, and 0x%" PRIx64
			" has one of them",
			m->field->name, m->a);
}

int match_check(const struct gno_node *node, const struct gno_match *m, struct gno_err *err)
{
	struct match_order order;
	uint32_t f;
	struct mtbdd *b = mtbdd_new();
	int rc;

	if (!b)
		return gno_fail_nomem(err);
	match_plain_order(node, &order);
	f = match_build(m, b, &order);
	rc = mtbdd_error(b);
	if (rc == GNO_ERR_FIT)
		gno_fail(err, rc, "too complex: its parts cannot be joined");
	else if (rc)
		gno_fail_nomem(err);
	else if (!f)
		rc = tell_reason(hopeless(m, b, &order), err);
	mtbdd_free(b);
	return rc;
}

int gno_match_only_word(const struct gno_node *node, const struct gno_match *m, uint64_t *word)
{
	struct mtbdd *b = mtbdd_new();
	struct match_order order;
	unsigned level;
	uint32_t f;
	int rc;

	if (!b)
		return GNO_ERR_NOMEM;
	match_plain_order(node, &order);
	f = match_build(m, b, &order);
	rc = mtbdd_error(b);
	*word = 0;
	for (level = 0; !rc && f > 1 && mtbdd_level(b, f) == level; level++) {
		bool bit = !mtbdd_child(b, f, 0);

		if (!bit && mtbdd_child(b, f, 1))
			break;
		*word |= (uint64_t)bit << order.bit_at[level];
		f = mtbdd_child(b, f, bit);
	}
	if (!rc)
		rc = f == 1 && level == order.bits;
	mtbdd_free(b);
	return rc;
}
