/* SPDX-License-Identifier: Apache-2.0 */
#include "results/rows.h"

#include <stdlib.h>
#include <string.h>

#include "common/util.h"
#include "results/captured.h"

/* A node, and its record that comes next (NULL: there is none). */
struct lane {
	struct captured_cursor cursor;
	const struct captured_row *row;
};

struct report_captures {
	const struct trace_boards *boards; /* of the run; NULL: of one */
	unsigned nodes;
	struct lane lane[];
};

bool report_captures_any(const struct gno_report *r)
{
	for (unsigned k = 0; k < r->m->nodes; k++)
		if (r->node[k].captures)
			return true;
	return false;
}

static int go_on(struct lane *l, struct gno_err *err)
{
	int rc = captured_next(&l->cursor, &l->row, err);

	if (rc <= 0)
		l->row = NULL;
	return rc < 0 ? rc : GNO_OK;
}

int report_captures_open(const struct gno_report *r, struct report_captures **out,
			 struct gno_err *err)
{
	const unsigned nodes = r->m->nodes;
	struct report_captures *c = calloc(1, sizeof(*c) + nodes * sizeof(*c->lane));
	int rc = c ? captured_check(r->captured, err) : gno_fail_nomem(err);

	*out = c;
	for (unsigned k = 0; k < nodes && !rc; k++) {
		c->lane[k].cursor = (struct captured_cursor){.of = r->captured, .node = k};
		rc = go_on(&c->lane[k], err);
	}
	if (rc)
		return rc;
	c->boards = r->boards;
	c->nodes = nodes;
	return GNO_OK;
}

/* The node whose record comes next; the number of nodes: there are no more. */
static unsigned find_first(const struct report_captures *c)
{
	unsigned first = c->nodes;
	uint64_t least = UINT64_MAX;

	for (unsigned k = 0; k < c->nodes; k++) {
		const struct captured_row *row = c->lane[k].row;
		const uint64_t order = row ? common_order(c->boards, k, row->time) : UINT64_MAX;

		if (row && (first == c->nodes || order < least)) {
			first = k;
			least = order;
		}
	}
	return first;
}

/* The nodes of a board alone are on one CAPTURE line. */
static unsigned board_of(const struct report_captures *c, unsigned node)
{
	unsigned own;

	return c->boards ? boards_of(c->boards, node, &own) : 0;
}

int report_captures_next(struct report_captures *c, struct report_capture *out, struct gno_err *err)
{
	const unsigned first = find_first(c);
	uint64_t cycle;
	int rc = GNO_OK;

	memset(out, 0, sizeof(*out));
	if (first == c->nodes)
		return 0;
	cycle = c->lane[first].row->time;
	out->time = common_time(c->boards, first, cycle);
	for (unsigned k = first; k < c->nodes && !rc; k++) {
		const struct captured_row *row = c->lane[k].row;

		if (!row || row->time != cycle || board_of(c, k) != board_of(c, first))
			continue;
		out->node[k] = (struct report_captured){
		    .there = true,
		    .cause = row->cause,
		    .current = row->current,
		    .known = row->known,
		    .word = row->word,
		};
		rc = go_on(&c->lane[k], err);
	}
	return rc ? rc : 1;
}

void report_captures_close(struct report_captures *c)
{
	free(c);
}
