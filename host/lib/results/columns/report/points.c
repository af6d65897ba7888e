/* SPDX-License-Identifier: Apache-2.0 */
/* The points of a node, and the marks of a run, in `gnomon report --json`. */
#include "records/record.h"
#include "results/columns/documents.h"
#include "results/columns/get.h"
#include "results/columns/shared.h"

/* -- points of a node -- */

struct point_row {
	struct report_fired fired;
	uint64_t count;
};

static const char *kind_of(const struct report_fired *f)
{
	return gno_kind_is_trigger(f->kind) ? "trigger"
	       : f->kind == GNO_KIND_DATUM  ? "code"
					    : "event";
}

static const char *what_of(const struct gno_report *r, const struct report_fired *f)
{
	return f->point >= 0 ? r->points.point[f->point].what : NULL;
}

static enum report_recorded recorded(const struct column_source *s, const struct point_row *v)
{
	return report_recorded(s->r, s->node, v->fired.point);
}

GET_TEXT(get_name, struct point_row, report_fired_name(s->r, &v->fired, s->name, sizeof(s->name)))
GET_TEXT(get_kind, struct point_row, kind_of(&v->fired))
GET_TEXT(get_what, struct point_row, what_of(s->r, &v->fired))
GET_NUMBER(get_count, struct point_row, recorded(s, v) != REPORT_RECORDED_NEVER, v->count)
GET_NUMBER(get_at_least, struct point_row, true, recorded(s, v) == REPORT_RECORDED_PARTLY)

static const struct column points[] = {
    {"name", COLUMN_TEXT, .get = get_name, .about = "its own; in parentheses one of none"},
    {"kind", COLUMN_TEXT, .get = get_kind, .about = "`event`, `trigger` or `code`"},
    {"what", COLUMN_TEXT, .get = get_what, .about = "what it stands for: `entry`, `sequence`, ..."},
    {"code", COLUMN_U32, COLUMN_AT(struct point_row, fired.code), .about = "in its records"},
    {"count", COLUMN_U64, "records", .get = get_count,
     .about = "how often it fired; null: no load records it here"},
    {"at_least", COLUMN_BOOL, .get = get_at_least, .about = "only some of the loads record it"},
};

static const struct column_list list_points = {
    .name = "report-points-list",
    .about = "Each point of a node, then each code of no point that fired.",
    COLUMNS(points),
};

static int each_unnamed(const struct report_node *n, column_put *put, void *ctx,
			struct gno_err *err)
{
	static const unsigned kinds[] = {GNO_KIND_EVENT, GNO_KIND_TRIGGER};
	int rc = GNO_OK;

	for (unsigned i = 0; i < 2 * GNO_CODES && !rc; i++) {
		const uint64_t count = n->unnamed[i / GNO_CODES][i % GNO_CODES];

		if (count)
			rc = put(ctx,
				 &(struct point_row){{kinds[i / GNO_CODES], i % GNO_CODES, -1, 0},
						     count},
				 err);
	}
	return rc;
}

static int each_point(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	static const unsigned kinds[] = {[GNO_PATTERN_EVENT] = GNO_KIND_EVENT,
					 [GNO_PATTERN_TRIGGER] = GNO_KIND_TRIGGER,
					 [GNO_PATTERN_CODE] = GNO_KIND_DATUM};
	const struct report_points *p = &s->r->points;
	const struct report_node *n = row;
	int rc = GNO_OK;

	for (size_t i = 0; i < p->points && !rc; i++) {
		const int code = p->point[i].code[s->node];

		if (code >= 0)
			rc = put(
			    ctx,
			    &(struct point_row){
				{kinds[p->point[i].kind], (unsigned)code, (int)i, 0}, n->count[i]},
			    err);
	}
	return rc ? rc : each_unnamed(n, put, ctx, err);
}

static const struct column of_node[] = {
    {"points", COLUMN_ROWS, .list = &list_points, .each = each_point, .about = "that fire there"},
};

const struct column_list columns_points = {
    .name = "report-points",
    .about = "The points of a node in `gnomon report --json`.",
    COLUMNS(of_node),
};

/* -- marks of the run -- */

static bool is_numbered(const struct report_mark *m)
{
	return m->fired.kind == GNO_KIND_DATUM && m->fired.code == GNO_PORT_MARK;
}

static const char *mark_name(struct column_source *s, const struct report_mark *m)
{
	return is_numbered(m) ? NULL : report_fired_name(s->r, &m->fired, s->name, sizeof(s->name));
}

GET_NUMBER(get_time, struct report_row, true, v->mark.time)
GET_TEXT(get_node, struct report_row, s->r->m->node[v->mark.node].name)
GET_TEXT(get_point, struct report_row, mark_name(s, &v->mark))
GET_NUMBER(get_number, struct report_row, is_numbered(&v->mark), v->mark.number)
GET_NUMBER(get_seen, struct gno_report, true, v->marks_seen)

static const struct column marks[] = {
    {"time", COLUMN_U64, "cycle", .get = get_time, .about = "when"},
    {"node", COLUMN_TEXT, .get = get_node, .about = "where"},
    {"point", COLUMN_TEXT, .get = get_point, .about = "that marks; null: a write to the port does"},
    {"number", COLUMN_U32, .get = get_number, .about = "that the write to the port states"},
};

static const struct column_list list_marks = {
    .name = "report-marks-list",
    .about = "Each mark, in order of time.",
    COLUMNS(marks),
};

static int each_mark(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	(void)row;
	return columns_each_row(s, REPORT_MARKS, 0, s->rows, put, ctx, err);
}

static const struct column of_run[] = {
    {"marks", COLUMN_ROWS, .list = &list_marks, .each = each_mark, .about = "the first of them"},
    {"marks_seen", COLUMN_U64, .get = get_seen, .about = "how many there are"},
};

const struct column_list columns_marks = {
    .name = "report-marks",
    .about = "The marks of `gnomon report --json`.",
    COLUMNS(of_run),
};
