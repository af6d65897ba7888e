/* SPDX-License-Identifier: Apache-2.0 */
/* The run on the clocks of the host (docs/answers/host.md). */
#include "passes/derived/host_clock.h"

/* The middle of an anchor, and half of its length, rounded up. */
static uint64_t middle(const struct gno_anchor *a, enum gno_clock clock, uint64_t *half)
{
	uint64_t before = a->before.ns[clock], after = a->after.ns[clock];

	if (after < before) /* the clock was set meanwhile */
		after = before;
	*half = (after - before + 1) / 2;
	return before + (after - before) / 2;
}

/* First and last cycle of the nodes' flush records; false: some node has none. */
static bool find_stop(const struct gno_report *r, uint64_t *first, uint64_t *last)
{
	*first = UINT64_MAX;
	*last = 0;
	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_node *n = &r->node[k];

		if (!n->flushed)
			return false;
		*first = n->end < *first ? n->end : *first;
		*last = n->end > *last ? n->end : *last;
	}
	return *first != 0;
}

bool report_host_clock(const struct gno_report *r, enum gno_clock clock,
		       struct report_host_clock *out)
{
	const struct gno_anchors *a = &r->run->anchors;
	uint64_t stop, half, first, last;
	double cycles;

	if (!a->start.known)
		return false;
	*out = (struct report_host_clock){.slope = 1e9 / (double)r->m->clock_hz};
	out->offset = middle(&a->start, clock, &out->offset_bound);
	if (!a->stop.known || !find_stop(r, &first, &last))
		return true;
	stop = middle(&a->stop, clock, &half);
	if (stop < out->offset)
		return true;
	cycles = (double)first + (double)(last - first) / 2;
	out->slope = (double)(stop - out->offset) / cycles;
	out->slope_bound = ((double)out->offset_bound + (double)half) / cycles +
			   out->slope * (double)(last - first) / 2 / cycles;
	out->measured = true;
	return true;
}
