/* SPDX-License-Identifier: Apache-2.0 */
/* What things are called, and how much of a node was seen. */
#include "results/report.h"
#include "results/rows.h"
#include "results/until.h"

#include "monitor/port_names.h"
#include "records/record.h"

const char *report_unseen_name(enum report_unseen why)
{
	static const char *const names[] = {
	    [REPORT_GAP] = "gap", [REPORT_HOLE] = "hole",	[REPORT_BLIND] = "load",
	    [REPORT_OFF] = "off", [REPORT_LEFT_OUT] = "filter", [REPORT_FROZEN] = "freeze"};

	return names[why];
}

const char *report_fired_name(const struct gno_report *r, const struct report_fired *f, char *buf,
			      size_t size)
{
	if (f->point >= 0)
		return r->points.point[f->point].name;
	switch (f->kind) {
	case GNO_KIND_DATUM:
		return gno_port_name(f->code, buf, size);
	case GNO_KIND_EVENT:
		snprintf(buf, size, "code %u", f->code);
		return buf;
	case GNO_KIND_WORD:
		return "(profile)";
	default:
		if (!gno_kind_has_flags(f->kind))
			return "(end)";
		snprintf(buf, size, "%s %u", gno_kind_name(f->kind), f->code);
		return buf;
	}
}

bool report_may_lack(const struct report_node *n)
{
	return n->lost || n->holes || n->missing || n->overwritten || !n->flushed ||
	       n->unknown_load || n->unseen[REPORT_LEFT_OUT];
}

bool report_is_partly(const struct gno_report *r, unsigned node)
{
	for (unsigned k = 0; node == r->m->nodes && k < r->m->nodes; k++)
		if (report_is_partly(r, k))
			return true;
	return node < r->m->nodes &&
	       (report_may_lack(&r->node[node]) || report_is_frozen(r, node) ||
		r->node[node].unseen[REPORT_BLIND]);
}

bool report_looks_partly(const struct gno_report *r, unsigned node)
{
	return r->node[node].thinned || report_looks_lossy(r, node);
}

bool report_looks_lossy(const struct gno_report *r, unsigned node)
{
	const struct report_node *n = &r->node[node];

	return n->lossy || n->overwritten || !n->flushed || report_is_frozen(r, node);
}

bool report_ends_early(const struct gno_report *r, const struct report_node *n, uint64_t missing,
		       uint64_t end)
{
	return missing || (!n->flushed && (end > n->end || report_is_complete(r)));
}

bool report_lost_is_partly(const struct report_node *n)
{
	return n->holes || n->missing || !n->flushed;
}

bool report_is_frozen(const struct gno_report *r, unsigned node)
{
	return gno_trace_frozen(r->trace, node);
}

uint64_t report_frozen_from(const struct gno_report *r, const struct report_node *n)
{
	if (!n->frozen || r->growth)
		return UINT64_MAX;
	/* of the cycle of the stop all is kept; in that of a later record it may have frozen */
	return n->kept_until + (n->kept_until == n->stopped);
}

uint64_t report_unseen_of(const struct report_node *n)
{
	return n->unseen[REPORT_GAP] + n->unseen[REPORT_HOLE] + n->unseen[REPORT_BLIND] +
	       n->unseen[REPORT_LEFT_OUT];
}

double report_seen(const struct gno_report *r, const struct report_node *n)
{
	const unsigned node = (unsigned)(n - r->node);
	uint64_t end = report_is_frozen(r, node) ? n->kept_until
		       : n->flushed		 ? n->end
						 : common_cycle(r->boards, node, r->line.end);
	uint64_t span = end > n->begin ? end - n->begin : 0;
	uint64_t unseen = report_unseen_of(n);

	if (!unseen)
		return 1;
	return unseen >= span ? 0 : 1 - (double)unseen / (double)span;
}
