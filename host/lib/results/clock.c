/* SPDX-License-Identifier: Apache-2.0 */
/* Cycles of nodes as nanoseconds, and as cycles of common time. */
#include "results/rows.h"

#define GIGA 1000000000u

static inline uint64_t ns_of(uint64_t cycle, uint64_t hz)
{
	if (cycle <= UINT64_MAX / GIGA)
		return cycle * GIGA / hz;
	return (uint64_t)((unsigned __int128)cycle * GIGA / hz);
}

uint64_t report_ns(const struct gno_report *r, uint64_t cycle)
{
	return ns_of(cycle, r->m->clock_hz);
}

uint64_t report_node_ns(const struct gno_report *r, unsigned node, uint64_t cycle)
{
	return ns_of(cycle, gno_manifest_hz(r->m, node));
}

/* So many cycles of a node in cycles of common time, rounded up. */
static uint64_t rounded_up(const struct gno_report *r, unsigned node, uint64_t cycles)
{
	const uint64_t own = r->m->node[node].own_hz;
	const unsigned __int128 shared =
	    own ? ((unsigned __int128)cycles * r->m->clock_hz + own - 1) / own : cycles;

	return shared > UINT64_MAX ? UINT64_MAX : (uint64_t)shared;
}

uint64_t report_shared_bound(const struct gno_report *r, unsigned node, uint64_t bound)
{
	return gno_sum(rounded_up(r, node, bound), r->m->node[node].own_hz != 0);
}

uint64_t report_time_bound(const struct gno_report *r, unsigned node)
{
	return rounded_up(r, node, gno_node_time_bound(&r->m->node[node]));
}
