/* SPDX-License-Identifier: Apache-2.0 */
#include "results/bounds.h"

#include "results/rows.h"

#include <stdio.h>

const char *report_exact(const struct gno_report *r, unsigned *node, char buf[REPORT_EXACT])
{
	while (*node < r->m->nodes) {
		const struct gno_node *n = &r->m->node[(*node)++];

		if (gno_node_tick(n) == 1)
			continue;
		snprintf(buf, REPORT_EXACT,
			 "%s: a tick of %u cycles%s: a time is within %u cycles of the truth, "
			 "a duration within %u, a sum of n within n times that",
			 n->name, gno_node_tick(n), n->seed ? " at random places" : "",
			 gno_node_time_bound(n), gno_node_bound(n));
		return buf;
	}
	return NULL;
}

bool report_is_contiguous(const struct gno_report *r, size_t interval, unsigned node)
{
	const struct report_load *load = r->points.load;

	for (size_t i = 0; i < r->points.loads; i++)
		if (load[i].on[node] && load[i].from[interval] != load[i].to[interval])
			return false;
	return true;
}

uint64_t report_sum_bound(const struct gno_report *r, size_t interval, unsigned node)
{
	const struct report_statistics *m = &r->node[node].statistics[interval];
	uint64_t stretches = m->stats.count;

	/* a stretch of them ends where one is cut, or the run ends */
	if (report_is_contiguous(r, interval, node) && m->cut + 1 < stretches)
		stretches = m->cut + 1;
	return stretches * gno_node_bound(&r->m->node[node]);
}

uint64_t report_sum_bound_all(const struct gno_report *r, size_t interval)
{
	uint64_t sum = 0;

	for (unsigned k = 0; k < r->m->nodes; k++)
		sum += report_shared_bound(r, k, report_sum_bound(r, interval, k));
	return sum;
}
