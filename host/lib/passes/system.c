/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Time in the operating system: from the clock of an entry to that of the exit that matches it. An
 * entry within the system (an interrupt within a trap) is nested one deeper, and its exit ends
 * that.
 */
#include "passes/walk.h"

/* Whether the node has points of entry and of exit. */
static bool has_system(const struct walk *w)
{
	const struct report_points *p = &w->r->points;
	bool entry = false, out = false;

	for (size_t l = 0; l < p->loads; l++)
		for (size_t i = 0; i < p->load[l].file->points && p->load[l].on[w->node]; i++) {
			const struct gno_pattern_point *point = &p->load[l].file->point[i];
			bool recorded =
			    point->code[w->node] >= 0 && point->actions & 1u << GNO_ACT_RECORD;

			entry |= recorded && point->os == GNO_OS_ENTRY;
			out |= recorded && point->os == GNO_OS_EXIT;
		}
	return entry && out;
}

bool system_renew(const struct walk *w)
{
	return has_system(w) == w->n->system.present;
}

void system_begin(struct walk *w)
{
	w->n->system.present = has_system(w);
	w->system = (struct walk_system){.known = !w->r->run->wrap, .mark = w->n->begin};
}

uint64_t system_clocks(const struct walk *w, uint64_t time)
{
	return w->n->system.system +
	       (w->system.known && w->system.depth ? time - w->system.mark : 0);
}

/* Accounts for the time up to `time`. */
static void account(struct walk *w, uint64_t time)
{
	struct report_system *s = &w->n->system;
	uint64_t clocks = time - w->system.mark;

	if (time < w->system.mark)
		return;
	if (!w->system.known)
		s->unknown += clocks;
	else if (w->system.depth)
		s->system += clocks;
	else
		s->user += clocks;
	w->system.mark = time;
}

void system_fire(struct walk *w, uint64_t time, enum gno_pattern_os os)
{
	struct report_system *s = &w->n->system;
	struct walk_system *now = &w->system;

	if (!now->known) {
		s->assumed++;
		now->depth =
		    os == GNO_OS_EXIT; /* an exit leaves it, so what came before lay in it */
		now->known = os == GNO_OS_EXIT;
	}
	account(w, time);
	now->known = true;
	if (os == GNO_OS_ENTRY) {
		s->entries++;
		now->crossings += !now->depth++;
		if (now->depth > s->depth_max)
			s->depth_max = now->depth;
		return;
	}
	s->exits++;
	if (now->depth)
		now->crossings += !--now->depth;
	else
		s->unmatched++;
}

void system_break(struct walk *w, uint64_t from, uint64_t resumed)
{
	account(w, from);
	w->system.known = false;
	w->system.depth = 0;
	w->system.crossings++;
	account(w, resumed);
}

void system_end(struct walk *w)
{
	account(w, w->n->end);
}
