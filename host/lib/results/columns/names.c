/* SPDX-License-Identifier: Apache-2.0 */
/* Names of what fires in a run, before its first row is read. */
#include "results/columns/names.h"

#include "records/record.h"

void columns_node_names(struct column_source *s, column_tell *tell, void *ctx)
{
	for (unsigned k = 0; k < s->r->m->nodes; k++)
		tell(ctx, k, s->r->m->node[k].name);
}

size_t columns_fired_key(const struct gno_report *r, unsigned kind, unsigned code, int point)
{
	if (point >= 0)
		return (size_t)point;
	return r->points.points + (size_t)kind * REPORT_EVENT_CODES + code % REPORT_EVENT_CODES;
}

/* Whether something that fires at a node may have no point, or not that of each load. */
static bool may_be_unnamed(const struct gno_report *r, unsigned node, struct report_fired *fired)
{
	return r->points.loads > 1 || fired->kind == GNO_KIND_DATUM ||
	       !report_fired_point(&r->points.load[0], node, fired);
}

static bool is_seen(const struct gno_report *r, unsigned node, unsigned kind, unsigned code)
{
	return r->node[node].seen[kind][code / 64] >> code % 64 & 1;
}

/* Of what is known by its number at a node, of a kind that fires. */
static void tell_numbers(struct column_source *s, unsigned node, unsigned kind, column_tell *tell,
			 void *ctx)
{
	const struct gno_report *r = s->r;

	for (unsigned code = 0; code < REPORT_EVENT_CODES; code++) {
		struct report_fired fired = {kind, code, -1, 0};

		if (!is_seen(r, node, kind, code) || !may_be_unnamed(r, node, &fired))
			continue;
		fired.point = -1;
		tell(ctx, columns_fired_key(r, kind, code, -1),
		     report_fired_name(r, &fired, s->name, sizeof(s->name)));
	}
}

void columns_fired_names(struct column_source *s, column_tell *tell, void *ctx)
{
	for (size_t i = 0; i < s->r->points.points; i++)
		tell(ctx, i, s->r->points.point[i].name);
	for (unsigned k = 0; k < s->r->m->nodes; k++)
		for (unsigned kind = 0; kind < GNO_KIND_MAX; kind++)
			if (gno_kind_has_flags(kind))
				tell_numbers(s, k, kind, tell, ctx);
}

static bool kind_is_seen(const struct gno_report *r, unsigned node, unsigned kind)
{
	for (unsigned i = 0; i < REPORT_EVENT_CODES / 64; i++)
		if (r->node[node].seen[kind][i])
			return true;
	return false;
}

void columns_fired_kinds(struct column_source *s, column_tell *tell, void *ctx)
{
	for (unsigned k = 0; k < s->r->m->nodes; k++)
		for (unsigned kind = 0; kind < GNO_KIND_MAX; kind++)
			if (gno_kind_has_flags(kind) && kind_is_seen(s->r, k, kind))
				tell(ctx, kind, report_event_kind_name(kind));
}
