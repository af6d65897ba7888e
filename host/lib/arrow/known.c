/* SPDX-License-Identifier: Apache-2.0 */
/* Names of what fires in a run, before the first row: then all batches have the same dictionary. */
#include <stdlib.h>
#include <string.h>

#include "arrow/table.h"
#include "gnomon/trace.h"
#include "stream/record.h"

size_t table_key(const struct gno_report *r, unsigned kind, unsigned code, int point)
{
	if (point >= 0)
		return (size_t)point;
	return r->points.points + (size_t)kind * REPORT_EVENT_CODES + code % REPORT_EVENT_CODES;
}

struct known {
	struct table_reader *t;
	unsigned column, kinds; /* of the names; of the kinds, TABLE_NO_KINDS: there is none */
	bool used[GNO_KIND_MAX][REPORT_EVENT_CODES];
	struct gno_batch batch;
};

/* What fires at a node. What cannot be read ends the rows, too. */
static void scan(struct known *n, unsigned node)
{
	struct gno_stream *s = gno_trace_stream(n->t->r->trace, node);
	const struct gno_batch *b = &n->batch;
	struct gno_err err;

	memset(n->used, 0, sizeof(n->used));
	gno_stream_rewind(s);
	while (gno_stream_read(s, &n->batch, &err) > 0)
		for (size_t i = 0; i < b->n; i++) {
			const uint32_t info = b->rec[i].info;
			const unsigned kind = gno_record_kind(info);
			unsigned code = gno_record_code(info);

			if (kind == GNO_KIND_DATUM)
				code =
				    gno_port_write_pack(gno_datum_sub(info), gno_datum_page(info));
			n->used[kind][code % REPORT_EVENT_CODES] = true;
		}
	gno_stream_rewind(s);
}

/* Whether something that fires at a node may have no point, or not that of each load. */
static bool may_be_unnamed(const struct gno_report *r, unsigned node, struct report_fired *fired)
{
	return r->points.loads > 1 || fired->kind == GNO_KIND_DATUM ||
	       !report_fired_point(&r->points.load[0], node, fired);
}

static void know_node(struct known *n, unsigned node)
{
	const struct gno_report *r = n->t->r;
	struct batch *b = &n->t->batch;
	char buf[32];

	for (unsigned kind = 0; kind < GNO_KIND_MAX; kind++)
		for (unsigned code = 0; code < REPORT_EVENT_CODES && gno_kind_has_flags(kind);
		     code++) {
			struct report_fired fired = {kind, code, -1, 0};

			if (!n->used[kind][code])
				continue;
			if (n->kinds != TABLE_NO_KINDS)
				batch_know(b, n->kinds, kind, report_event_kind_name(kind));
			if (!may_be_unnamed(r, node, &fired))
				continue;
			fired.point = -1;
			batch_know(b, n->column, table_key(r, kind, code, -1),
				   report_fired_name(r, &fired, buf, sizeof(buf)));
		}
}

void table_know_fired(struct table_reader *t, unsigned column, unsigned kinds)
{
	struct known *n = calloc(1, sizeof(*n));

	if (!n) {
		t->batch.nomem = true;
		return;
	}
	n->t = t;
	n->column = column;
	n->kinds = kinds;
	for (size_t i = 0; i < t->r->points.points; i++)
		batch_know(&t->batch, column, i, t->r->points.point[i].name);
	for (unsigned k = 0; k < t->r->m->nodes; k++) {
		scan(n, k);
		know_node(n, k);
	}
	free(n);
}
