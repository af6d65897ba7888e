/* SPDX-License-Identifier: Apache-2.0 */
#include "results/bounds.h"

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
		sum += report_sum_bound(r, interval, k);
	return sum;
}
