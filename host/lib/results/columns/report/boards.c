/* SPDX-License-Identifier: Apache-2.0 */
/* The boards of a run of several, and how well their common time is known. */
#include "results/board.h"
#include "results/columns/documents.h"
#include "results/columns/get.h"

#define BOARD struct report_board
#define BROKEN struct sync_broken

GET_TEXT(get_check, BROKEN, sync_check_name(v->check))
GET_TEXT(get_with, BROKEN, v->with)

static const struct column broken[] = {
    {"check", COLUMN_TEXT, .get = get_check, .about = "which check found it first"},
    {"times", COLUMN_U64, COLUMN_AT(BROKEN, times), .about = "how often"},
    {"by", COLUMN_U64, "ps", COLUMN_AT(BROKEN, by),
     .about = "by how much at most; where `check` is `rates` in ppb"},
    {"with", COLUMN_TEXT, .get = get_with, .about = "the other board; null: the host"},
};

static bool is_broken(const void *row)
{
	return ((const BROKEN *)row)->times != 0;
}

static const struct column_list list_broken = {
    .name = "report-board-broken",
    .about = "A bound that the polls contradict.",
    COLUMNS(broken),
    .there = is_broken,
};

GET_TEXT(get_name, BOARD, v->entry->name)
GET_TEXT(get_device, BOARD, v->entry->device)
GET_TEXT(get_state, BOARD, sync_state_name(v->entry->state))
GET_NUMBER(get_hz, BOARD, true, v->entry->mapping.board.hz)
GET_NUMBER(get_polls, BOARD, true, v->entry->polls)
GET_NUMBER(get_failed, BOARD, true, v->entry->failed)
GET_NUMBER(get_begin, BOARD, v->nodes, v->begin)
GET_NUMBER(get_bound, BOARD, v->nodes, v->bound)
GET_REAL(get_bound_ns, BOARD, v->nodes, (double)v->bound * 1e9 / (double)s->r->m->clock_hz)
GET_ROW(get_broken, BOARD, true, &v->entry->broken)

static const struct column columns[] = {
    {"name", COLUMN_TEXT, .get = get_name, .about = "which its nodes' names begin with"},
    {"device", COLUMN_TEXT, .get = get_device, .about = "its URL"},
    {"clock_hz", COLUMN_U64, "Hz", .get = get_hz, .about = "its nominal clock"},
    {"state", COLUMN_TEXT, .get = get_state,
     .about = "`ok`, or why its time is not known any more: `unplugged`, `restarted`, `lies`"},
    {"nodes", COLUMN_U32, COLUMN_AT(BOARD, nodes),
     .about = "that it has; 0: its run is left out, since its clock cannot be right (`lies`)"},
    {"begin", COLUMN_U64, "cycle", .get = get_begin,
     .about = "its cycle 0, in common time; null where its run is left out"},
    {"bound", COLUMN_U64, "cycles", .get = get_bound,
     .about = "likewise: the most by which a common time of its records can be wrong"},
    {"bound_ns", COLUMN_F64, "ns", .get = get_bound_ns, .about = "the same"},
    {"polls", COLUMN_U64, .get = get_polls, .about = "of its time that it answered"},
    {"failed", COLUMN_U64, .get = get_failed, .about = "polls that it did not answer"},
    {"pulses", COLUMN_U64, COLUMN_AT(BOARD, pulses), .about = "polls that its times come from"},
    {"broken", COLUMN_ROW, .get = get_broken, .list = &list_broken,
     .about = "a bound that its polls contradict; null: there is none"},
};

const struct column_list columns_report_boards = {
    .name = "report-board",
    .about = "A board of a run of several.",
    COLUMNS(columns),
};

int columns_each_board(struct column_source *s, const void *row, column_put *put, void *ctx,
		       struct gno_err *err)
{
	int rc = GNO_OK;

	(void)row;
	for (unsigned i = 0; i < report_boards(s->r) && !rc; i++) {
		struct report_board board;

		report_board_get(s->r, i, &board);
		rc = put(ctx, &board, err);
	}
	return rc;
}
