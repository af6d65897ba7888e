/* SPDX-License-Identifier: Apache-2.0 */
/* Names of what fires in a run, before the first row: then all batches have the same dictionary. */
#include "out/arrow/table.h"
#include "records/record.h"

size_t table_key(const struct gno_report *r, unsigned kind, unsigned code, int point)
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

static void know_node(struct table_reader *t, unsigned node, unsigned column, unsigned kinds)
{
	const struct gno_report *r = t->r;
	char buf[32];

	for (unsigned kind = 0; kind < GNO_KIND_MAX; kind++)
		for (unsigned code = 0; code < REPORT_EVENT_CODES && gno_kind_has_flags(kind);
		     code++) {
			struct report_fired fired = {kind, code, -1, 0};

			if (!(r->node[node].seen[kind][code / 64] >> code % 64 & 1))
				continue;
			if (kinds != TABLE_NO_KINDS)
				batch_know(&t->batch, kinds, kind, report_event_kind_name(kind));
			if (!may_be_unnamed(r, node, &fired))
				continue;
			fired.point = -1;
			batch_know(&t->batch, column, table_key(r, kind, code, -1),
				   report_fired_name(r, &fired, buf, sizeof(buf)));
		}
}

void table_know_fired(struct table_reader *t, unsigned column, unsigned kinds)
{
	for (size_t i = 0; i < t->r->points.points; i++)
		batch_know(&t->batch, column, i, t->r->points.point[i].name);
	for (unsigned k = 0; k < t->r->m->nodes; k++)
		know_node(t, k, column, kinds);
}
