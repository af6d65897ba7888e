/* SPDX-License-Identifier: Apache-2.0 */
/* Which load held when at a node, and whether it counts something else than the one before.
 */
#include "passes/walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/util.h"
#include "gnomon/records.h"
#include "common/cells.h"
#include "monitor/quantity.h"
#include "monitor/table.h"

int held_add(struct walk *w, uint64_t from, uint64_t since)
{
	struct walk_held *h = w->held.load;

	if (w->held.loads && h[w->held.loads - 1].load == w->load)
		return GNO_OK; /* nothing has changed */
	h = gno_room(h, w->held.loads, sizeof(*h));
	if (!h)
		return GNO_ERR_NOMEM;
	w->held.load = h;
	h[w->held.loads++] = (struct walk_held){from, since, w->load};
	return GNO_OK;
}

void held_free(struct walk *w)
{
	free(w->held.load);
}

static bool same_table(const struct gno_pattern_table *a, const struct gno_pattern_table *b)
{
	return a == b || (a && b && a->cells == b->cells && !memcmp(a->cell, b->cell, a->cells));
}

static bool by_events(const struct gno_pattern_node *n)
{
	const struct gno_pattern_table *gate = gno_pattern_table(n, "gate");

	return gate && gno_gate_get_flags(gate->cell) >> GNO_GATE_EVENTS & 1;
}

static bool same_gate(const struct gno_pattern_node *a, const struct gno_pattern_node *b,
		      bool lines)
{
	bool same = same_table(gno_pattern_table(a, "gate"), gno_pattern_table(b, "gate"));

	/* what opens and closes it, or drives an event line, may be in any of the others */
	for (size_t i = 0; same && (lines || by_events(a) || by_events(b)) && i < a->tables; i++)
		same = same_table(&a->table[i], gno_pattern_table(b, a->table[i].name));
	return same;
}

/* Whether two loads count the same: router, gate and windows. */
static bool counts_same(const struct gno_pattern_node *a, const struct gno_pattern_node *b,
			bool lines)
{
	return a && b && same_gate(a, b, lines) &&
	       same_table(gno_pattern_table(a, "router"), gno_pattern_table(b, "router")) &&
	       same_table(gno_pattern_table(a, "quantities"), gno_pattern_table(b, "quantities"));
}

/* The point that a code of an event means in a load; -1: none, or not known. */
static int point_in(const struct report_load *load, unsigned node, unsigned code)
{
	struct report_fired fired = {GNO_KIND_EVENT, code, -1, 0};

	report_fired_point(load, node, &fired);
	return fired.point;
}

/* Whether a line of the router is the same: that of `name`.`key`, or `name` itself (key NULL). */
static bool same_line(const struct walk *w, const char *name, const char *key,
		      const struct report_load *a, const struct report_load *b)
{
	const struct gno_pattern_table *x = gno_pattern_table(&a->file->node[w->node], "router");
	const struct gno_pattern_table *y = gno_pattern_table(&b->file->node[w->node], "router");
	const unsigned cells = GNO_ROW_ROUTER;
	char line[128];
	int at;

	snprintf(line, sizeof(line), "%s%s%s", name, key ? "." : "", key ? key : "");
	at = gno_node_line(w->m, line);
	return at < 0 || !x || !y || !memcmp(x->cell + cells * at, y->cell + cells * at, cells);
}

/* Whether a quantity is counted in the same way. */
static bool same_quantity(const struct walk *w, unsigned number, const struct report_load *a,
			  const struct report_load *b)
{
	const struct gno_quantity *q = &w->m->preprocessors.quantity[number];
	const unsigned cells = GNO_ROW_QUANTITIES;
	const struct gno_pattern_node *x = &a->file->node[w->node], *y = &b->file->node[w->node];
	const struct gno_pattern_table *m = gno_pattern_table(x, "quantities");
	const struct gno_pattern_table *n = gno_pattern_table(y, "quantities");
	bool same = same_gate(x, y, false) && same_line(w, "gate", NULL, a, b);

	if (m && n)
		same = same && !memcmp(m->cell + cells * number, n->cell + cells * number, cells);
	for (unsigned i = 0; i < GNO_QUANTITY_INPUTS; i++)
		same = same && same_line(w, q->name,
					 gno_quantity_input_name((enum gno_quantity_input)i), a, b);
	return same;
}

/* Whether the buckets of a unit mean the same. */
static bool same_unit(const struct walk *w, unsigned unit, const struct report_load *a,
		      const struct report_load *b)
{
	const struct gno_bucket_unit *u = &w->m->preprocessors.bucket[unit];
	bool codes = w->m->preprocessors.quantity[u->of].kind->codes;
	const struct gno_pattern_node *x, *y;

	if (a == b || !a || !b)
		return a && b;
	x = &a->file->node[w->node];
	y = &b->file->node[w->node];
	if (!same_quantity(w, u->of, a, b))
		return false;
	for (unsigned i = 1; i < u->count; i++)
		if (gno_pattern_bound(x, unit, i) != gno_pattern_bound(y, unit, i))
			return false;
	for (unsigned code = 1; codes && code < GNO_CODES; code++)
		if (point_in(a, w->node, code) != point_in(b, w->node, code))
			return false;
	return true;
}

static bool same_load(const struct walk *w, int unit, const struct report_load *a,
		      const struct report_load *b)
{
	if (unit >= 0)
		return same_unit(w, (unsigned)unit, a, b);
	return a && b &&
	       counts_same(&a->file->node[w->node], &b->file->node[w->node],
			   w->m->preprocessors.event_lines > 0);
}

const struct report_load *held_within(const struct walk *w, const struct walk_loads *held, int unit,
				      uint64_t from, uint64_t to)
{
	const struct walk_held *h = held->load;
	size_t last = 0;

	for (size_t i = 1; i < held->loads && h[i].from <= to; i++) {
		last = i;
		if (h[i].since > from && !same_load(w, unit, h[i - 1].load, h[i].load))
			return NULL;
	}
	return h[last].load;
}

int held_point(const struct walk *w, unsigned code, uint64_t time)
{
	const struct walk_held *h = w->held.load;
	int point = point_in(h[0].load, w->node, code);

	for (size_t i = 1; i < w->held.loads && h[i].from <= time; i++)
		if (point_in(h[i].load, w->node, code) != point)
			return -1;
	return point;
}
