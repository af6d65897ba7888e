/* SPDX-License-Identifier: Apache-2.0 */
/* Stretches of a node's time of which nothing is known, and why. */
#include "results/columns/names.h"
#include "results/columns/shared.h"

#define OF(why) (UINT32_C(1) << (why))

static const struct report_row *of(const void *row)
{
	return row;
}

static unsigned kind_of(const void *row)
{
	switch (of(row)->list) {
	case REPORT_GAPS:
		return REPORT_GAP;
	case REPORT_HOLES:
		return REPORT_HOLE;
	default:
		return of(row)->blind.why;
	}
}

static void look(const void *row, struct column_look *out)
{
	out->kind = kind_of(row);
}

static const char *kind_name(unsigned kind)
{
	return kind < REPORT_UNSEEN_KINDS ? report_unseen_name(kind) : NULL;
}

void columns_gap_stretch(const struct report_row *row, uint64_t *from, uint64_t *to)
{
	const struct report_row *v = row;

	*from = v->list == REPORT_GAPS	  ? v->gap.from
		: v->list == REPORT_HOLES ? v->hole.from
					  : v->blind.from;
	*to = v->list == REPORT_GAPS	? v->gap.to
	      : v->list == REPORT_HOLES ? v->hole.to
					: v->blind.to;
}

static bool get_from(struct column_source *s, const void *row, struct cell *c)
{
	uint64_t to;

	(void)s;
	columns_gap_stretch(row, &c->number, &to);
	return true;
}

static bool get_to(struct column_source *s, const void *row, struct cell *c)
{
	uint64_t from;

	(void)s;
	columns_gap_stretch(row, &from, &c->number);
	return true;
}

static bool get_from_ns(struct column_source *s, const void *row, struct cell *c)
{
	get_from(s, row, c);
	c->number = report_node_ns(s->r, ((const struct report_row *)row)->node, c->number);
	return true;
}

static bool get_to_ns(struct column_source *s, const void *row, struct cell *c)
{
	get_to(s, row, c);
	c->number = report_node_ns(s->r, ((const struct report_row *)row)->node, c->number);
	return true;
}

static const char *node_text(struct column_source *s, const void *row)
{
	return s->r->m->node[of(row)->node].name;
}

static bool get_why(struct column_source *s, const void *row, struct cell *c)
{
	(void)s;
	c->number = kind_of(row);
	return true;
}

static const char *why_text(struct column_source *s, const void *row)
{
	(void)s;
	return report_unseen_name(kind_of(row));
}

static void why_names(struct column_source *s, column_tell *tell, void *ctx)
{
	(void)s;
	for (unsigned i = 0; i < REPORT_UNSEEN_KINDS; i++)
		tell(ctx, i, report_unseen_name(i));
}

#define ROW(member) COLUMN_AT(struct report_row, member)

/* Where it lies among what other boards have. */
static bool get_common(struct column_source *s, const void *row, struct cell *c)
{
	uint64_t from, to;

	columns_gap_stretch(row, &from, &to);
	return columns_get_common(s, of(row)->node, from, c);
}

static bool get_common_bound(struct column_source *s, const void *row, struct cell *c)
{
	uint64_t from, to;

	columns_gap_stretch(row, &from, &to);
	return columns_get_common_bound(s, of(row)->node, from, c);
}

static const struct column columns[] = {
    {"from", COLUMN_U64, "cycle", .get = get_from, .about = "first one"},
    {"to", COLUMN_U64, "cycle", .get = get_to, .about = "last one"},
    {"from_ns", COLUMN_U64, "ns", .get = get_from_ns, .drawn = true,
     .about = "`from` in nanoseconds, by the clock of the manifest, rounded down"},
    {"to_ns", COLUMN_U64, "ns", .get = get_to_ns, .drawn = true, .about = "`to` in the same way"},
    {"common", COLUMN_U64, "cycle", .get = get_common, .boards = true,
     .about = "of a run of several boards: `from` on the time that all boards have in common"},
    {"common_bound", COLUMN_U64, "cycles", .get = get_common_bound, .boards = true,
     .about = "likewise: by which `common` can be wrong at most"},
    {"node", COLUMN_NAME, NULL, ROW(node), .text = node_text, .names = columns_node_names,
     .drawn = true, .about = "where"},
    {"why", COLUMN_NAME, NULL, .get = get_why, .text = why_text, .names = why_names,
     .about = "`gap`: records were lost; `hole`: bytes that are not records; `load`, `off`: the "
	      "triggers were off; `filter`: a filter left out all records; `freeze`: a recorder "
	      "had frozen"},
    {"lost", COLUMN_U64, "records", OF(REPORT_GAP), ROW(gap.lost), .about = "that were lost"},
    {"full", COLUMN_BOOL, NULL, OF(REPORT_GAP), ROW(gap.full),
     .about = "the trace buffer was full when it began; else only the FIFO"},
    {"offset", COLUMN_U64, "bytes", OF(REPORT_HOLE), ROW(hole.offset),
     .about = "where the hole begins in the node's file"},
    {"bytes", COLUMN_U64, "bytes", OF(REPORT_HOLE), ROW(hole.bytes),
     .about = "length of the hole; where the node's records end early all that is missing"},
    {"cut_off", COLUMN_BOOL, NULL, OF(REPORT_HOLE), ROW(hole.cut_off),
     .about = "the node's records end there, before the run does"},
};

const struct column_list columns_gaps = {
    .name = "gaps",
    .about = "Each stretch of a node's time of which nothing is known.",
    .column = columns,
    .columns = sizeof(columns) / sizeof(*columns),
    .list = REPORT_UNSEEN,
    .kind_name = kind_name,
    .look = look,
};
