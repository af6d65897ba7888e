/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A walk over a run that is followed, when a load comes to it: all arrays by point and interval
 * become longer, as further loads come last in the lists of both. Some of what the walk makes of a
 * record depends on all loads, also later ones; where that is not what the walk took it for, it
 * cannot go on.
 */
#include <stdlib.h>

#include "common/util.h"
#include "passes/walk.h"
#include "records/record.h"

#define GROUPS 32 /* at most, with what is in none: a set of them has a bit each */

/* Whether each load that went live so far is of the same file in both lists. */
static bool held_the_same(const struct walk *w, const struct report_points *before)
{
	const struct report_points *now = &w->r->points;
	const size_t most = w->lives < now->loads ? w->lives : now->loads;
	bool same = true;

	for (size_t lives = 0; lives <= most && same; lives++)
		same = unseen_load_after(before, w->node, lives) ==
		       unseen_load_after(now, w->node, lives);
	return same;
}

/* Whether what was taken of a record's actions holds (read/known.h). `came`: a record of no point
 * came. */
static bool may_the_same(const struct walk *w, const struct report_points *before,
			 const struct gno_slot *slot, bool came)
{
	static const unsigned actions[] = {GNO_ACT_START, GNO_ACT_STOP};
	bool same = true;

	for (size_t i = 0; i < sizeof(actions) / sizeof(*actions); i++) {
		const bool may = report_points_may(before, w->node, slot, actions[i]);

		same &= (may && !came) ||
			may == report_points_may(&w->r->points, w->node, slot, actions[i]);
	}
	return same;
}

static bool collects_the_same(const struct walk *w, const struct report_points *before)
{
	static const unsigned kinds[] = {GNO_KIND_EVENT, GNO_KIND_TRIGGER};
	const struct gno_slot write = {.info = GNO_RECORD_KIND(GNO_KIND_DATUM)};
	bool same = may_the_same(w, before, NULL, true) && may_the_same(w, before, &write, true);

	for (unsigned kind = 0; kind < 2; kind++)
		for (unsigned code = 0; code < GNO_CODES && same; code++) {
			const struct gno_slot slot = {.info = GNO_RECORD_KIND(kinds[kind]) |
							      GNO_RECORD_CODE(code)};

			same = may_the_same(w, before, &slot, w->n->unnamed[kind][code] > 0);
		}
	return same;
}

/* Whether what a group was taken for holds of the records that came before a load. */
static bool is_as_before(const struct walk *w, const struct walk_group *before,
			 const struct walk_group *now)
{
	const struct report_node *n = w->n;

	if (before->resets > now->resets || before->bare > now->bare ||
	    before->silent > now->silent || before->hidden > now->hidden)
		return false;
	if (now->hidden > before->hidden && n->samples)
		return false;
	if (now->bare > before->bare && (n->gaps || n->unseen[REPORT_LEFT_OUT]))
		return false;
	if (now->resets > before->resets && before->unsure)
		return false;
	return !n->until.sampled || (now->resets == before->resets && now->bare == before->bare &&
				     now->silent == before->silent);
}

/* Whether what resets the counters is what the walk took it for. */
static bool resets_the_same(struct walk *w)
{
	struct walk_group now[GROUPS] = {{.since = 0}};
	bool same = true;

	samples_find_resets(w, now);
	for (unsigned g = 0; g <= w->m->preprocessors.groups && same; g++) {
		struct walk_group *group = &w->samples.group[g];

		same = is_as_before(w, group, &now[g]);
		group->resets = now[g].resets;
		group->bare = now[g].bare;
		group->silent = now[g].silent;
		group->hidden = now[g].hidden;
	}
	return same;
}

static int widen_groups(struct walk *w, size_t before)
{
	for (unsigned g = 0; g <= w->m->preprocessors.groups; g++) {
		if (walk_widen(&w->samples.group[g].began, before + 1,
			       w->r->points.intervals - before, sizeof(bool)))
			return GNO_ERR_NOMEM;
	}
	return GNO_OK;
}

/* The load of the report's list now that was this one of the list before. */
static void move(const struct walk *w, const struct report_points *before,
		 const struct report_load **load)
{
	if (*load)
		*load = &w->r->points.load[*load - before->load];
}

static void move_loads(struct walk *w, const struct report_points *before)
{
	move(w, before, &w->load);
	move(w, before, &w->until_load);
	w->plain.load = NULL;
	for (size_t i = 0; i < w->held.loads; i++)
		move(w, before, &w->held.load[i].load);
}

/* What is counted of each point and interval, also by process. */
static int widen(struct walk *w, const struct report_points *before)
{
	const size_t points = w->r->points.points - before->points,
		     intervals = w->r->points.intervals - before->intervals;
	struct report_port *port = &w->n->port;
	int rc = walk_widen(&w->n->count, before->points + 1, points, sizeof(*w->n->count));

	if (!rc && port->none)
		rc = walk_widen(&port->none, before->points + 1, points, sizeof(*port->none));
	for (size_t i = 0; i < port->processes && !rc; i++) {
		struct report_process *p = &port->process[i];

		rc = walk_widen(&p->count, before->points + 1, points, sizeof(*p->count));
		rc = rc ? rc
			: walk_widen(&p->interval, before->intervals + 1, intervals,
				     sizeof(*p->interval));
	}
	rc = rc ? rc : intervals_widen(w, before->intervals);
	return rc ? rc : widen_groups(w, before->intervals);
}

int walk_renew(struct walk *w, const struct report_points *before)
{
	if (!held_the_same(w, before) || !collects_the_same(w, before) || !system_renew(w) ||
	    !resets_the_same(w) || !units_renew(w, before))
		return 0;
	move_loads(w, before);
	walk_expect_end(w);
	return widen(w, before) ? GNO_ERR_NOMEM : 1;
}
