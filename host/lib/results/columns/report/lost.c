/* SPDX-License-Identifier: Apache-2.0 */
/* What a node has no records of, in `gnomon report --json`. */
#include "results/columns/documents.h"
#include "results/columns/get.h"
#include "results/columns/shared.h"

#define ROW(member) COLUMN_AT(struct report_row, member)

/* -- gaps -- */

static const struct column gaps[] = {
    {"from", COLUMN_U64, "cycle", ROW(gap.from), .about = "the first lost record is not earlier"},
    {"to", COLUMN_U64, "cycle", ROW(gap.to), .about = "the last one is not later"},
    {"lost", COLUMN_U32, "records", ROW(gap.lost), .about = "how many"},
    {"full", COLUMN_BOOL, ROW(gap.full),
     .about = "the trace buffer was full when it began; else only the FIFO"},
};

static const struct column_list list_gaps = {
    .name = "report-lost-gaps",
    .about = "Each gap: records that the monitor lost.",
    COLUMNS(gaps),
};

static int each_gap(struct column_source *s, const void *row, column_put *put, void *ctx,
		    struct gno_err *err)
{
	(void)row;
	return columns_each_row(s, REPORT_GAPS, s->node, s->losses, put, ctx, err);
}

/* -- holes -- */

static const struct column holes[] = {
    {"offset", COLUMN_U64, "bytes", ROW(hole.offset), .about = "where it begins in the file"},
    {"bytes", COLUMN_U64, "bytes", ROW(hole.bytes), .about = "how long it is"},
    {"from", COLUMN_U64, "cycle", ROW(hole.from), .about = "of the record before it"},
    {"to", COLUMN_U64, "cycle", ROW(hole.to), .about = "of the record after it"},
    {"cut_off", COLUMN_BOOL, ROW(hole.cut_off),
     .about = "a record that the end of the file cut off"},
};

static const struct column_list list_holes = {
    .name = "report-lost-holes",
    .about = "Each hole: bytes of the file that are no records.",
    COLUMNS(holes),
};

static int each_hole(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	(void)row;
	return columns_each_row(s, REPORT_HOLES, s->node, s->losses, put, ctx, err);
}

/* -- times without triggers -- */

GET_TEXT(get_why, struct report_row, report_unseen_name(v->blind.why))

static const struct column blinds[] = {
    {"from", COLUMN_U64, "cycle", ROW(blind.from), .about = "first one"},
    {"to", COLUMN_U64, "cycle", ROW(blind.to), .about = "last one"},
    {"why", COLUMN_TEXT, .get = get_why, .about = "`load`, `off`, `filter` or `freeze`"},
};

static const struct column_list list_blinds = {
    .name = "report-lost-blinds",
    .about = "Each time in which nothing was to be recorded.",
    COLUMNS(blinds),
};

static int each_blind(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	(void)row;
	return columns_each_row(s, REPORT_BLINDS, s->node, s->losses, put, ctx, err);
}

static const struct column columns[] = {
    {"gaps", COLUMN_ROWS, .list = &list_gaps, .each = each_gap, .about = "what the monitor lost"},
    {"holes", COLUMN_ROWS, .list = &list_holes, .each = each_hole,
     .about = "what the file has lost"},
    {"blinds", COLUMN_ROWS, .list = &list_blinds, .each = each_blind,
     .about = "when the triggers were off"},
};

const struct column_list columns_lost = {
    .name = "report-lost",
    .about = "What a node has no records of in `gnomon report --json`.",
    COLUMNS(columns),
};
