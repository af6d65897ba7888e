/* SPDX-License-Identifier: Apache-2.0 */
/* What a limit names, and its bound as a number. */
#include "compile/limit.h"

#include <string.h>

#include "common/util.h"

#define PER_SECOND_NS 1000000000u

static const char *const kinds[] = {[GNO_LIMIT_NODES] = "node",
				    [GNO_LIMIT_INTERVALS] = "interval",
				    [GNO_LIMIT_POINTS] = "point",
				    [GNO_LIMIT_MEASURES] = "measure"};

bool gno_limit_same(const char *measure, const char *name)
{
	for (; *measure && *name; measure++, name++)
		if (*measure != *name && !(*measure == ' ' && *name == '_'))
			return false;
	return *measure == *name;
}

/* Place of a name in a list, -1: it is not there. */
static long place_of(const struct gno_limit_names *names, enum gno_limit_list list,
		     const char *name)
{
	const char *other;

	for (size_t i = 0; (other = names->name(names->ctx, list, i)); i++)
		if (list == GNO_LIMIT_MEASURES ? gno_limit_same(other, name) : !strcmp(other, name))
			return (long)i;
	return -1;
}

/* That a name is not there; two lists may be meant. */
static int no_such(const struct gno_limit_names *names, const struct gno_limit_name *name,
		   enum gno_limit_list list, enum gno_limit_list or_list, unsigned *column,
		   struct gno_err *err)
{
	struct gno_near near = gno_near_begin(name->text);
	const char *other;

	for (unsigned l = list;; l = or_list) {
		for (size_t i = 0; (other = names->name(names->ctx, (enum gno_limit_list)l, i));
		     i++)
			gno_near_try(&near, other);
		if (l == or_list)
			break;
	}
	*column = name->column;
	return gno_fail(err, GNO_ERR_ARG, "there is no %s%s%s '%s'%s%s%s", kinds[list],
			list == or_list ? "" : " and no ", list == or_list ? "" : kinds[or_list],
			name->text, near.best ? "; did you mean '" : "", near.best ? near.best : "",
			near.best ? "'?" : "");
}

static int find_node(struct gno_limit *l, const struct gno_limit_names *names, unsigned *column,
		     struct gno_err *err)
{
	long at;

	l->at = -1;
	if (!l->node.text)
		return GNO_OK;
	at = place_of(names, GNO_LIMIT_NODES, l->node.text);
	if (at < 0)
		return no_such(names, &l->node, GNO_LIMIT_NODES, GNO_LIMIT_NODES, column, err);
	l->at = (int)at;
	return GNO_OK;
}

/* Whether what `count` names, or both points, are at a node of the limit. */
static bool is_somewhere(const struct gno_limit *l, const struct gno_limit_names *names,
			 enum gno_limit_list list)
{
	const size_t count = l->what == GNO_LIMIT_AFTER ? 2 : 1;

	for (unsigned k = 0; names->name(names->ctx, GNO_LIMIT_NODES, k); k++) {
		bool all = l->at < 0 || (unsigned)l->at == k;

		for (size_t i = 0; i < count && all; i++)
			all = names->is_at(names->ctx, list, l->place[i], k);
		if (all)
			return true;
	}
	return false;
}

static int find_things(struct gno_limit *l, const struct gno_limit_names *names, unsigned *column,
		       struct gno_err *err)
{
	const bool points = l->what == GNO_LIMIT_AFTER, both = l->what == GNO_LIMIT_COUNT;
	enum gno_limit_list list = points ? GNO_LIMIT_POINTS : GNO_LIMIT_INTERVALS;

	for (size_t i = 0; i < (points ? 2 : 1); i++) {
		long at = place_of(names, list, l->name[i].text);

		if (at < 0 && both) {
			list = GNO_LIMIT_POINTS;
			at = place_of(names, list, l->name[i].text);
		}
		if (at < 0)
			return no_such(names, &l->name[i], both ? GNO_LIMIT_INTERVALS : list, list,
				       column, err);
		l->place[i] = (size_t)at;
	}
	l->of_interval = list == GNO_LIMIT_INTERVALS;
	if (is_somewhere(l, names, list))
		return GNO_OK;
	*column = l->name[0].column;
	if (l->at < 0)
		return gno_fail(err, GNO_ERR_ARG, "no node records %s'%s'%s%s%s",
				points ? "both " : "", l->name[0].text, points ? " and '" : "",
				points ? l->name[1].text : "", points ? "'" : "");
	return gno_fail(err, GNO_ERR_ARG, "node '%s' does not record %s'%s'%s%s%s", l->node.text,
			points ? "both " : "", l->name[0].text, points ? " and '" : "",
			points ? l->name[1].text : "", points ? "'" : "");
}

static int find_measure(struct gno_limit *l, const struct gno_limit_names *names, unsigned *column,
			struct gno_err *err)
{
	const struct gno_pattern_measure *m = NULL;

	for (unsigned k = 0; !m && names->name(names->ctx, GNO_LIMIT_NODES, k); k++)
		if (l->at < 0 || (unsigned)l->at == k)
			m = names->measure(names->ctx, k, l->name[0].text);
	if (m) {
		l->print = m->print;
		return GNO_OK;
	}
	if (place_of(names, GNO_LIMIT_MEASURES, l->name[0].text) < 0)
		return no_such(names, &l->name[0], GNO_LIMIT_MEASURES, GNO_LIMIT_MEASURES, column,
			       err);
	*column = l->name[0].column;
	return gno_fail(err, GNO_ERR_ARG, "node '%s' does not take the measure '%s'", l->node.text,
			l->name[0].text);
}

/* Whether the bound has a unit of the quantity. */
static int check_unit(const struct gno_limit *l, unsigned *column, struct gno_err *err)
{
	const bool time = l->unit >= GNO_BOUND_CYCLES && l->unit <= GNO_BOUND_S;
	const bool number = l->unit == GNO_BOUND_NUMBER, share = l->unit == GNO_BOUND_PERCENT;
	const char *wanted = NULL;

	if (l->what == GNO_LIMIT_COUNT || l->what == GNO_LIMIT_LOST ||
	    (l->what == GNO_LIMIT_MEASURE && l->print == GNO_PRINT_B))
		wanted = number ? NULL : "a number: its bound has no unit";
	else if (l->what == GNO_LIMIT_MEASURE && l->print == GNO_PRINT_A_OF_B)
		wanted = share ? NULL : "a share: its bound has the unit '%'";
	else if (l->what == GNO_LIMIT_MEASURE && l->print == GNO_PRINT_A_OF_B_AND)
		wanted = share || number ? NULL : "a number, or a share with the unit '%'";
	else
		wanted = time ? NULL : "a time: its bound has a unit, such as 'cycles' or 'us'";
	if (!wanted)
		return GNO_OK;
	*column = l->unit_column;
	return gno_fail(err, GNO_ERR_ARG, "the limit is of %s", wanted);
}

int gno_limit_find(struct gno_limit *l, const struct gno_limit_names *names, unsigned *column,
		   struct gno_err *err)
{
	int rc = find_node(l, names, column, err);

	if (!rc && l->what == GNO_LIMIT_MEASURE)
		rc = find_measure(l, names, column, err);
	else if (!rc && l->what != GNO_LIMIT_LOST)
		rc = find_things(l, names, column, err);
	return rc ? rc : check_unit(l, column, err);
}

/* The bound in cycles, or as it is, as a fraction. */
static void fraction(const struct gno_limit *l, uint64_t clock_hz, unsigned __int128 *above,
		     unsigned __int128 *below)
{
	static const uint64_t parts[] = {[GNO_BOUND_NS] = PER_SECOND_NS,
					 [GNO_BOUND_US] = 1000000,
					 [GNO_BOUND_MS] = 1000,
					 [GNO_BOUND_S] = 1};

	*above = l->digits;
	*below = 1;
	for (unsigned i = 0; i < l->decimals; i++)
		*below *= 10;
	if (l->unit < GNO_BOUND_NS || l->unit > GNO_BOUND_S)
		return;
	*above *= clock_hz;
	*below *= parts[l->unit];
}

uint64_t gno_limit_cycles(const struct gno_limit *l, uint64_t clock_hz, bool *exact)
{
	unsigned __int128 above, below;

	fraction(l, clock_hz, &above, &below);
	*exact = above % below == 0;
	return above / below > UINT64_MAX - 1 ? UINT64_MAX - 1 : (uint64_t)(above / below);
}

double gno_limit_bound(const struct gno_limit *l, uint64_t clock_hz)
{
	unsigned __int128 above, below;

	fraction(l, clock_hz, &above, &below);
	return (double)above / (double)below;
}

int gno_limit_compare_mean(const struct gno_limit *l, uint64_t clock_hz, uint64_t total,
			   uint64_t count)
{
	unsigned __int128 above, below, whole, rest;
	unsigned __int128 mean = total / count, part = total % count;

	fraction(l, clock_hz, &above, &below);
	whole = above / below;
	rest = above % below;
	if (mean != whole)
		return mean < whole ? -1 : 1;
	/* part / count against rest / below, both less than 1 */
	part *= below;
	rest *= count;
	return part < rest ? -1 : part > rest;
}

bool gno_limit_holds(enum gno_limit_compare compare, int sign)
{
	switch (compare) {
	case GNO_LIMIT_LT:
		return sign < 0;
	case GNO_LIMIT_LE:
		return sign <= 0;
	case GNO_LIMIT_GT:
		return sign > 0;
	case GNO_LIMIT_GE:
		return sign >= 0;
	case GNO_LIMIT_EQ:
		return sign == 0;
	default:
		return sign != 0;
	}
}
