/* SPDX-License-Identifier: Apache-2.0 */
/* The pauses of a run, from the records of all its nodes. */
#include "passes/lines/pauses.h"

#include <stdlib.h>

#include "common/util.h"
#include "gnomon/records.h"
#include "compile/triggers.h"

/* Whether a load records a trigger of a node. */
static bool records(const struct report_load *load, unsigned node, enum gno_trigger_kind kind,
		    const struct gno_node *n)
{
	int number = gno_trigger_number(n, kind, 0);
	int point = number < 0 ? -1 : load->codes[node].trigger[number];

	return point >= 0 && load->file->point[point].actions >> GNO_ACT_RECORD & 1;
}

/* Whether all loads of a node record its rounds of a line. */
static bool records_line(const struct gno_report *r, unsigned node, enum gno_line line)
{
	const struct gno_node *n = &r->m->node[node];
	bool all = n->rounds[line];

	for (size_t i = 0; i < r->points.loads && all; i++) {
		const struct report_load *load = &r->points.load[i];

		all = !load->on[node] || (records(load, node, gno_round_trigger(line, true), n) &&
					  records(load, node, gno_round_trigger(line, false), n));
	}
	return all;
}

/* Whether a node records the rounds of all lines that the monitor has. */
static bool records_rounds(const struct gno_report *r, unsigned node)
{
	for (unsigned i = 0; i < GNO_LINES; i++)
		if (gno_manifest_rounds(r->m, (enum gno_line)i) &&
		    !records_line(r, node, (enum gno_line)i))
			return false;
	return true;
}

bool pauses_any(const struct gno_manifest *m)
{
	return gno_manifest_rounds(m, GNO_LINE_CAPTURE) || gno_manifest_rounds(m, GNO_LINE_REPORT);
}

struct line_node pauses_sight(const struct gno_report *r, unsigned node)
{
	const struct report_node *n = &r->node[node];
	const uint64_t frozen = report_frozen_from(r, n), end = n->flushed ? n->end + 1 : n->end;

	if (!records_rounds(r, node))
		return (struct line_node){UINT64_MAX, 0};
	/* of the cycle of the first record that a recorder has kept some may be overwritten */
	return (struct line_node){n->begin ? n->begin + 1 : 0, end < frozen ? end : frozen};
}

int pauses_take(struct line *l, const struct gno_record *rec, struct gno_err *err)
{
	return rec->kind == GNO_KIND_LINE ? line_record(l, rec, err)
					  : line_lost(l, rec->node, rec->time, rec->to, err);
}

static int read_lines(struct line *l, struct lines *lines, struct gno_err *err)
{
	struct gno_record rec;
	int rc;

	while ((rc = lines_next(lines, &rec, err)) > 0) {
		rc = pauses_take(l, &rec, err);
		if (rc)
			return rc;
	}
	return rc;
}

struct report_nodes pauses_recording(const struct gno_report *r)
{
	struct report_nodes recording = {{0}};

	for (unsigned k = 0; k < r->m->nodes; k++)
		if (records_rounds(r, k))
			report_nodes_add(&recording, k);
	return recording;
}

int pauses_begin(struct gno_report *r, struct gno_err *err)
{
	const struct report_nodes recording = pauses_recording(r);

	return report_pauses_new(&recording, &r->pauses, err);
}

int pauses_build(struct gno_report *r, struct lines *lines, struct gno_err *err)
{
	struct line_node *node;
	struct line l;
	int rc;

	node = calloc(r->m->nodes, sizeof(*node));
	if (!node)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < r->m->nodes; k++)
		node[k] = pauses_sight(r, k);
	rc = pauses_begin(r, err);
	if (!rc) {
		line_begin(&l, node, r->m->nodes, gno_manifest_line(r->m), r->pauses);
		rc = read_lines(&l, lines, err);
	}
	if (!rc)
		rc = line_end(&l, r->line.end, err);
	free(node);
	return rc;
}
