/* SPDX-License-Identifier: Apache-2.0 */
/* The rounds of the lines in `gnomon report --json`. */
#include "results/columns/documents.h"
#include "results/columns/shared.h"
#include "results/columns/get.h"

static bool has_report(const struct column_source *s)
{
	return gno_manifest_rounds(s->r->m, GNO_LINE_REPORT);
}

static int each_node(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const struct report_nodes *nodes = row;
	int rc = GNO_OK;

	for (unsigned k = 0; k < s->r->m->nodes && !rc; k++)
		if (report_nodes_have(nodes, k))
			rc = put(ctx, s->r->m->node[k].name, err);
	return rc;
}

/* -- rounds -- */

struct round_row {
	const struct report_stretch *at;
	struct report_nodes missing;
	bool to_end, known; /* it lasts to the end of the run; `counter` is known */
	uint64_t counter;
};

#define ROUND_NUMBER(name, has, value) GET_NUMBER(name, struct round_row, has, value)
#define ROUND_NODES(name, has, member) GET_ROW(name, struct round_row, has, &v->at->member)

ROUND_NUMBER(get_round, true, v->at->round)
COLUMN_GET(get_line, struct round_row, text, has_report(s), gno_line_name(v->at->of))
ROUND_NUMBER(get_began, v->at->began, v->at->from)
ROUND_NUMBER(get_ended, v->at->ended, v->at->to)
ROUND_NUMBER(get_length, v->at->ended && (v->at->began || !v->at->from), v->at->to - v->at->from)
ROUND_NUMBER(get_at_start, true, !v->at->began && !v->at->from)
ROUND_NUMBER(get_at_end, true, !v->at->ended && v->to_end)
ROUND_NUMBER(get_counter, v->known, v->counter)
ROUND_NODES(get_own, true, own)
ROUND_NODES(get_full, has_report(s), full)
ROUND_NODES(get_late, true, late)
ROUND_NODES(get_kept, has_report(s), kept)

#define NODES .list = &columns_texts, .each = each_node

static const struct column rounds[] = {
    {"round", COLUMN_U64, .get = get_round, .about = "its number, from 1 on"},
    {"line", COLUMN_TEXT, .get = get_line, .optional = true,
     .about = "`CAPTURE` or `REPORT`, where both can be; null: not known"},
    {"began", COLUMN_U64, "cycle", .get = get_began, .about = "first one, where it is known"},
    {"ended", COLUMN_U64, "cycle", .get = get_ended,
     .about = "first one after it, where it is known"},
    {"length", COLUMN_U64, "cycles", .get = get_length, .about = "of it, where it is known"},
    {"at_start", COLUMN_BOOL, .get = get_at_start, .about = "the line was asserted at time 0"},
    {"at_end", COLUMN_BOOL, .get = get_at_end,
     .about = "the line was asserted at the end of the run"},
    {"counter", COLUMN_U64, "cycle", .get = get_counter,
     .about = "at which the time counters paused"},
    {"own", COLUMN_ROWS, .get = get_own, NODES, .about = "nodes that asserted the line"},
    {"full", COLUMN_ROWS, .get = get_full, NODES, .optional = true,
     .about = "nodes whose local store asserted it at its almost-full mark"},
    {"late", COLUMN_ROWS, .get = get_late, NODES,
     .about = "nodes whose processor had not finished when the limit came"},
    {"kept", COLUMN_ROWS, .get = get_kept, NODES, .optional = true,
     .about = "nodes whose local store was not sent when the limit came"},
    {"missing", COLUMN_ROWS, COLUMN_AT(struct round_row, missing), NODES,
     .about = "nodes whose record of its start or end is missing"},
};

static const struct column_list list_rounds = {
    .name = "report-rounds-list",
    .about = "Each round that is known, in order.",
    COLUMNS(rounds),
};

/* -- stretches of which it is not known -- */

#define STRETCH(member) COLUMN_AT(struct report_stretch, member)

GET_NUMBER(get_last, struct report_stretch, true, v->to - 1)
GET_NUMBER(get_asserted, struct report_stretch, v->counted, v->missing)

static const struct column unknown[] = {
    {"from", COLUMN_U64, "cycle", STRETCH(from), .about = "first one"},
    {"to", COLUMN_U64, "cycle", .get = get_last, .about = "last one"},
    {"asserted", COLUMN_U64, "cycles", .get = get_asserted,
     .about = "of these with the line asserted, where that is known"},
};

static const struct column_list list_unknown = {
    .name = "report-rounds-not-known",
    .about = "Each stretch in which it is not known whether a line was asserted.",
    COLUMNS(unknown),
};

/* The stretches of one sort. */
static int each_stretch(struct column_source *s, enum report_line_is line, column_put *put,
			void *ctx, struct gno_err *err)
{
	struct report_pauses_cursor *c = NULL;
	const struct report_stretch *at;
	uint64_t seen = 0;
	int rc = report_pauses_enter(s->r->pauses, &c, err);

	while (!rc && c && (at = report_pauses_next(c)) && seen < s->rows) {
		struct round_row row = {.at = at};

		if (at->line != line)
			continue;
		seen++;
		row.missing = report_pauses_missing(s->r->pauses, at);
		row.to_end = at->to == report_pauses_sum(s->r->pauses)->end;
		row.known = report_counter_at(at, at->from, &row.counter);
		rc = put(ctx, line == REPORT_LINE_ASSERTED ? (const void *)&row : at, err);
	}
	if (!rc)
		rc = report_pauses_check(c, err);
	report_pauses_leave(c);
	return rc;
}

static int each_round(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	(void)row;
	return each_stretch(s, REPORT_LINE_ASSERTED, put, ctx, err);
}

static int each_unknown(struct column_source *s, const void *row, column_put *put, void *ctx,
			struct gno_err *err)
{
	(void)row;
	return each_stretch(s, REPORT_LINE_UNKNOWN, put, ctx, err);
}

/* -- sums of each line, and of the rounds of which the line is not known -- */

struct line_row {
	const char *line;
	uint64_t rounds, asserted;
};

static const struct column lines[] = {
    {"line", COLUMN_TEXT, COLUMN_AT(struct line_row, line),
     .about = "`CAPTURE` or `REPORT`; null: not known"},
    {"count", COLUMN_U64, "rounds", COLUMN_AT(struct line_row, rounds), .about = "of it"},
    {"asserted", COLUMN_U64, "cycles", COLUMN_AT(struct line_row, asserted),
     .about = "of these rounds"},
};

static const struct column_list list_lines = {
    .name = "report-rounds-lines",
    .about = "Each line.",
    COLUMNS(lines),
};

static int each_line(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const struct report_pauses_sum *sum = row;
	int rc = GNO_OK;

	for (unsigned i = 0; i <= GNO_LINES && !rc; i++) {
		const struct line_row line = {gno_line_name((enum gno_line)i), sum->of[i].rounds,
					      sum->of[i].asserted};

		if (i < GNO_LINES ? gno_manifest_rounds(s->r->m, (enum gno_line)i)
				  : sum->of[i].rounds != 0)
			rc = put(ctx, &line, err);
	}
	return rc;
}

/* -- all of it -- */

#define SUM(member) COLUMN_AT(struct report_pauses_sum, member)

GET_NUMBER(get_complete, struct report_pauses_sum, true, v->counted && !v->missing)
GET_NUMBER(get_paused, struct report_pauses_sum, v->total_known, v->total)
GET_NUMBER(get_unknown_asserted, struct report_pauses_sum, v->counted, v->missing)
GET_ROW(get_lines, struct report_pauses_sum, has_report(s), v)

static const struct column columns[] = {
    {"count", COLUMN_U64, "rounds", SUM(rounds), .about = "that are known"},
    {"complete", COLUMN_BOOL, .get = get_complete, .about = "no pause is missing"},
    {"paused", COLUMN_U64, "cycles", .get = get_paused,
     .about = "of the run with a line asserted, where that is known"},
    {"asserted", COLUMN_U64, "cycles", SUM(asserted), .about = "of the rounds that are known"},
    {"unknown", COLUMN_U64, "cycles", SUM(unknown),
     .about = "of which it is not known whether a line was asserted"},
    {"unknown_asserted", COLUMN_U64, "cycles", .get = get_unknown_asserted,
     .about = "of these with a line asserted, where that is known"},
    {"contradictions", COLUMN_U64, "records", SUM(odd),
     .about = "that contradict the ones before them"},
    {"lines", COLUMN_ROWS, .get = get_lines, .list = &list_lines, .each = each_line,
     .optional = true, .about = "the sums of each, where both can be"},
    {"list", COLUMN_ROWS, .list = &list_rounds, .each = each_round, .about = "the rounds"},
    {"not_known", COLUMN_ROWS, .list = &list_unknown, .each = each_unknown,
     .about = "where the line is not known"},
};

const struct column_list columns_rounds = {
    .name = "report-rounds",
    .about = "`rounds` of `gnomon report --json`: when a line paused the time counters.",
    COLUMNS(columns),
};
