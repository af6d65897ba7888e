/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the run has come to its end point, and whether its end is there. */
#include "results/until.h"

#include <string.h>

const char *report_until(const struct gno_report *r)
{
	const struct gno_pattern_file *file = r->points.load[r->points.loads - 1].file;

	/* a recorder runs until it freezes */
	return r->run->wrap || file->until < 0 ? NULL : file->point[file->until].name;
}

static bool is_complete(const char *state)
{
	return state && !strcmp(state, "complete");
}

bool report_is_complete(const struct gno_report *r)
{
	return is_complete(r->run->state);
}

/* By the journal of the run of a node's board. */
static const char *state_at(const struct gno_report *r, unsigned node)
{
	unsigned own;

	if (!r->boards)
		return r->run->state;
	return gno_trace_run(boards_trace(r->boards, boards_of(r->boards, node, &own), &own))
	    ->state;
}

bool report_is_complete_at(const struct gno_report *r, unsigned node)
{
	return is_complete(state_at(r, node));
}

bool report_is_open_at(const struct gno_report *r, unsigned node)
{
	const char *state = state_at(r, node);

	return state && !is_complete(state);
}

bool report_end_is_partly(const struct gno_report *r)
{
	for (unsigned k = 0; k < r->m->nodes; k++)
		if (!r->node[k].flushed)
			return true;
	return false;
}

enum report_until_known report_until_at(const struct gno_report *r, unsigned node)
{
	const struct report_node *n = &r->node[node];

	if (!n->until.wanted || n->until.reached)
		return REPORT_UNTIL_REACHED;
	if (gno_trace_reached(r->trace, node))
		return REPORT_UNTIL_NOTED;
	if (n->missing)
		return REPORT_UNTIL_CUT;
	if (!n->flushed)
		return report_is_complete_at(r, node) ? REPORT_UNTIL_NO_FLUSH
						      : REPORT_UNTIL_GOES_ON;
	if (n->holes)
		return REPORT_UNTIL_HOLES;
	if (n->lost)
		return REPORT_UNTIL_LOST;
	return n->unknown_load ? REPORT_UNTIL_LOAD : REPORT_UNTIL_MISSED;
}

const char *report_until_why(enum report_until_known known)
{
	static const char *const why[REPORT_UNTIL_STATES] = {
	    [REPORT_UNTIL_CUT] = "the trace was cut off",
	    [REPORT_UNTIL_GOES_ON] = "the run is not complete",
	    [REPORT_UNTIL_NO_FLUSH] = "the flush record is missing",
	    [REPORT_UNTIL_HOLES] = "the trace has holes",
	    [REPORT_UNTIL_LOST] = "records were lost",
	    [REPORT_UNTIL_LOAD] = "it is not known which load held",
	};

	return why[known];
}

bool report_until_is(const struct gno_report *r, enum report_until_known known)
{
	for (unsigned k = 0; k < r->m->nodes; k++)
		if (report_until_at(r, k) == known)
			return true;
	return false;
}

bool report_until_reached(const struct gno_report *r)
{
	for (unsigned k = 0; k < r->m->nodes; k++)
		if (report_until_at(r, k) > REPORT_UNTIL_NOTED)
			return false;
	return true;
}
