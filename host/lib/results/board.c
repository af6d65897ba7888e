/* SPDX-License-Identifier: Apache-2.0 */
#include "results/board.h"

#include "results/rows.h"

#define PS_PER_S 1000000000000

unsigned report_boards(const struct gno_report *r)
{
	unsigned left_out = 0;

	if (!r->boards)
		return 0;
	while (boards_left_out(r->boards, left_out))
		left_out++;
	return boards_count(r->boards) + left_out;
}

int report_of_one_board(const struct gno_report *r, const char *what, struct gno_err *err)
{
	if (!r->boards)
		return GNO_OK;
	return gno_fail(err, GNO_ERR_STATE,
			"%s has the cycles of one board: name the folder of a board, such as '%s'",
			what, boards_entry(r->boards, 0)->folder);
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/*
 * A bound that none is above from one cycle of a node to another, both between two pulses, or both
 * not: one of those at the ends, and what the wander adds between them (2W * a(1 - a)dt).
 */
static uint64_t bound_within(const struct gno_report *r, unsigned node,
			     const struct sync_mapping *m, uint64_t from, uint64_t to)
{
	const uint64_t length = (uint64_t)sync_nominal(&m->board, to - from);
	uint64_t first, last, ps = sync_wandered(&m->board, length / 4 + length / 1000 + 1);

	boards_common(r->boards, node, from, &first);
	boards_common(r->boards, node, to, &last);
	ps = (uint64_t)((unsigned __int128)ps * r->m->clock_hz / PS_PER_S);
	return larger(first, last) + ps + 1;
}

/* The same of all cycles of a node. */
static uint64_t largest_bound(const struct gno_report *r, unsigned node,
			      const struct sync_mapping *m)
{
	const uint64_t end = r->node[node].end;
	uint64_t from = r->node[node].begin, most = 0;

	for (size_t i = 0; i < m->points && from < end; i++) {
		uint64_t to = m->point[i].cycle;

		if (to <= from)
			continue;
		to = to < end ? to : end;
		most = larger(most, bound_within(r, node, m, from, to));
		from = to;
	}
	return larger(most, bound_within(r, node, m, from, end));
}

void report_board_get(const struct gno_report *r, unsigned board, struct report_board *out)
{
	const unsigned count = boards_count(r->boards);
	unsigned own;

	*out = (struct report_board){.entry = board < count
						  ? boards_entry(r->boards, board)
						  : boards_left_out(r->boards, board - count)};
	if (board >= count)
		return;
	out->pulses = out->entry->mapping.points;
	for (unsigned k = 0; k < r->m->nodes; k++) {
		if (boards_of(r->boards, k, &own) != board)
			continue;
		if (!out->nodes++)
			out->begin = boards_common(r->boards, k, 0, NULL);
		out->bound = larger(out->bound, largest_bound(r, k, &out->entry->mapping) +
						    report_time_bound(r, k));
	}
}
