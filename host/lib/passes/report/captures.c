/* SPDX-License-Identifier: Apache-2.0 */
#include "results/rows.h"

#include <stdlib.h>
#include <string.h>

#include "gnomon/records.h"
#include "common/util.h"

struct report_captures {
	const struct trace_boards *boards; /* of the run; NULL: of one */
	struct report_cursor *rows;
	const struct report_row *row; /* the first one of the next capture, where there is one */
	bool pending;
};

bool report_captures_any(const struct gno_report *r)
{
	for (unsigned k = 0; k < r->m->nodes; k++)
		if (r->node[k].captures)
			return true;
	return false;
}

/* Reads on to a capture record. */
static int find(struct report_captures *c, struct gno_err *err)
{
	int rc;

	do
		rc = report_rows_next(c->rows, &c->row, err);
	while (rc > 0 && c->row->event.kind != GNO_KIND_CAPTURE);
	c->pending = rc > 0;
	return rc < 0 ? rc : GNO_OK;
}

int report_captures_open(const struct gno_report *r, struct report_captures **out,
			 struct gno_err *err)
{
	int rc;

	*out = calloc(1, sizeof(**out));
	if (!*out)
		return gno_fail_nomem(err);
	(*out)->boards = r->boards;
	rc = report_rows_open(r, REPORT_EVENTS, 0, 0, &(*out)->rows, err);
	return rc ? rc : find(*out, err);
}

/* When the next record was, of several boards in common time. */
static uint64_t time_of(const struct report_captures *c)
{
	const struct report_event *v = &c->row->event;

	return common_time(c->boards, v->node, v->record.time);
}

/* The nodes of a board alone are on one CAPTURE line. */
static unsigned board_of(const struct report_captures *c)
{
	unsigned own;

	return c->boards ? boards_of(c->boards, c->row->event.node, &own) : 0;
}

int report_captures_next(struct report_captures *c, struct report_capture *out, struct gno_err *err)
{
	unsigned board;
	uint64_t cycle;
	int rc = GNO_OK;

	memset(out, 0, sizeof(*out));
	if (!c->pending)
		return 0;
	out->time = time_of(c);
	board = board_of(c);
	cycle = c->row->event.record.time;
	while (!rc && c->pending && c->row->event.record.time == cycle && board_of(c) == board) {
		const struct gno_record *rec = &c->row->event.record;

		out->node[c->row->event.node] = (struct report_captured){
		    .there = true,
		    .cause = rec->cause,
		    .current = rec->current,
		    .known = rec->known,
		    .word = rec->word,
		};
		rc = find(c, err);
	}
	return rc ? rc : 1;
}

void report_captures_close(struct report_captures *c)
{
	if (c)
		report_rows_close(c->rows);
	free(c);
}
