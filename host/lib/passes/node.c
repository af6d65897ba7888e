/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of a node: its memory, the end point, and which points its records can show. */
#include <stdlib.h>

#include "passes/walk.h"

void report_node_free(struct report_node *n)
{
	free(n->count);
	for (size_t i = 0; n->statistics && i < n->intervals; i++) {
		gno_histogram_free(&n->statistics[i].durations);
		gno_histogram_free(&n->statistics[i].shared);
	}
	free(n->statistics);
	free(n->overall);
	if (n->over) {
		free(n->over[0].counts);
		free(n->over[0].pair);
	}
	free(n->over);
	free(n->until.pair);
	free(n->extreme);
	free(n->gap);
	free(n->hole);
	free(n->blind);
	free(n->held);
	for (size_t i = 0; i < n->port.processes; i++) {
		for (size_t j = 0; n->port.process[i].interval && j < n->intervals; j++) {
			struct gno_histogram *h = n->port.process[i].interval[j].durations;

			if (h)
				gno_histogram_free(h);
			free(h);
		}
		free(n->port.process[i].count);
		free(n->port.process[i].interval);
	}
	free(n->port.process);
	free(n->port.none);
	free(n->system.ratio[0]);
	free(n->system.ratio[1]);
	report_map_free(&n->port.events);
	report_map_free(&n->words.tick);
	for (unsigned i = 0; i < BLOCK_UNITS; i++) {
		free(n->unit[i].bank);
		free(n->unit[i].count);
		free(n->unit[i].count_before);
		free(n->unit[i].total);
	}
}

enum report_recorded report_recorded_in_loads(const struct gno_report *r, unsigned node, int point)
{
	bool some = false, all = true;

	for (size_t l = 0; l < r->points.loads && point >= 0; l++) {
		const struct report_load *load = &r->points.load[l];

		for (size_t i = 0; i < load->file->points && load->on[node]; i++) {
			const struct gno_pattern_point *p = &load->file->point[i];
			bool records = p->actions & 1u << GNO_ACT_RECORD;

			if (load->point[i] != (size_t)point || p->code[node] < 0)
				continue;
			some |= records;
			all &= records;
		}
	}
	if (point < 0 || (some && all))
		return REPORT_RECORDED_ALWAYS;
	return some ? REPORT_RECORDED_PARTLY : REPORT_RECORDED_NEVER;
}

enum report_recorded report_recorded(const struct gno_report *r, unsigned node, int point)
{
	enum report_recorded recorded = report_recorded_in_loads(r, node, point);

	if (point >= 0 && report_left_out(r, node, point))
		return REPORT_RECORDED_PARTLY;
	if (recorded == REPORT_RECORDED_ALWAYS && report_is_partly(r, node))
		return REPORT_RECORDED_PARTLY;
	return recorded;
}

void report_lists_free(struct gno_report *r)
{
	for (size_t i = 0; i < r->samples; i++)
		free(r->sample[i].pair);
	free(r->sample);
	free(r->mark);
}
