/* SPDX-License-Identifier: Apache-2.0 */
/* The segments of a node in `gnomon report --json`, with their entries, from the trace. */
#include "results/columns/documents.h"
#include "results/columns/shared.h"
#include "results/columns/get.h"

/* -- entries -- */

struct entry_row {
	uint64_t time;
	const struct gno_segment_entry *entry;
};

GET_NUMBER(get_cycles, struct entry_row, true, v->entry->length)
GET_NUMBER(get_word, struct entry_row, v->entry->known, v->entry->word)
GET_NUMBER(get_current, struct entry_row, true, v->entry->current)

static bool get_fields(struct column_source *s, const void *row, struct cell *c)
{
	c->node = &s->r->m->node[s->node];
	return get_word(s, row, c);
}

static const struct column entries[] = {
    {"time", COLUMN_U64, "cycle", COLUMN_AT(struct entry_row, time), .about = "its first one"},
    {"cycles", COLUMN_U32, "cycles", .get = get_cycles, .about = "for how many it stands"},
    {"word", COLUMN_U64, .get = get_word, .about = "the watched word, where one has counted"},
    {"fields", COLUMN_FIELDS, .get = get_fields, .about = "its fields by name"},
    {"current", COLUMN_BOOL, .get = get_current, .about = "the word counted in its first cycle"},
};

static const struct column_list list_entries = {
    .name = "report-segments-entries",
    .about = "Each entry of a segment.",
    COLUMNS(entries),
};

static int each_entry(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct gno_segment *segment = row;
	uint64_t time = segment->began;
	int rc = GNO_OK;

	(void)s;
	for (unsigned i = 0; i < segment->entries && !rc; i++) {
		rc = put(ctx, &(struct entry_row){time, &segment->entry[i]}, err);
		time += segment->entry[i].length;
	}
	return rc;
}

/* -- segments -- */

#define SEGMENT(member) COLUMN_AT(struct gno_segment, member)

static const struct column segments[] = {
    {"at", COLUMN_U64, "cycle", SEGMENT(at), .about = "of the trigger"},
    {"began", COLUMN_U64, "cycle", SEGMENT(began), .about = "first one of the segment"},
    {"ended", COLUMN_U64, "cycle", SEGMENT(ended), .about = "last one of the segment"},
    {"missed", COLUMN_U32, "triggers", SEGMENT(missed),
     .about = "since the segment before that have none, modulo 2^32"},
    {"cut", COLUMN_BOOL, SEGMENT(flush), .about = "the run ended before the segment did"},
    {"entries", COLUMN_ROWS, .list = &list_entries, .each = each_entry, .about = "its words"},
};

static const struct column_list list_segments = {
    .name = "report-segments-list",
    .about = "Each segment of a unit.",
    COLUMNS(segments),
};

static unsigned unit_of(const struct column_source *s, const struct report_segments *v)
{
	return (unsigned)(v - s->r->node[s->node].segment);
}

static const struct gno_segment_unit *made(const struct column_source *s,
					   const struct report_segments *v)
{
	return &s->r->m->node[s->node].preprocessors.segment[unit_of(s, v)];
}

static int each_segment(struct column_source *s, const void *row, column_put *put, void *ctx,
			struct gno_err *err)
{
	const struct report_segments *unit = row;
	struct gno_segments *l = NULL;
	struct gno_segment segment;
	uint64_t shown = 0;
	int rc, more = 0;

	if (!unit->seen)
		return GNO_OK;
	rc = gno_segments_open(gno_trace_stream(s->r->trace, s->node), unit_of(s, unit), &l, err);
	while (!rc && shown < s->rows && (more = gno_segments_next(l, &segment, err)) > 0) {
		if (!segment.entries)
			continue;
		rc = put(ctx, &segment, err);
		shown++;
	}
	gno_segments_close(l);
	return rc ? rc : more < 0 ? more : GNO_OK;
}

/* -- units -- */

static const char *const keeps[] = {[GNO_KEEP_CYCLES] = "cycles", [GNO_KEEP_CHANGES] = "changes"};

#define UNIT(member) COLUMN_AT(struct report_segments, member)

GET_TEXT(get_name, struct report_segments, made(s, v)->name)
GET_TEXT(get_line, struct report_segments,
	 s->r->m->node[s->node].preprocessors.event_line[made(s, v)->line])
GET_TEXT(get_keep, struct report_segments, keeps[made(s, v)->keep])
GET_NUMBER(get_before, struct report_segments, true, made(s, v)->before)
GET_NUMBER(get_after, struct report_segments, true, made(s, v)->after)

static const struct column units[] = {
    {"name", COLUMN_TEXT, .get = get_name, .about = "of the unit, in the description"},
    {"line", COLUMN_TEXT, .get = get_line, .about = "the event line that triggers it"},
    {"keep", COLUMN_TEXT, .get = get_keep, .about = "what an entry is for: `cycles` or `changes`"},
    {"before", COLUMN_U32, "entries", .get = get_before, .about = "before that of the trigger"},
    {"after", COLUMN_U32, "entries", .get = get_after, .about = "after that of the trigger"},
    {"segments_seen", COLUMN_U64, "segments", UNIT(seen), .about = "that came whole"},
    {"missed", COLUMN_U64, "triggers", UNIT(missed), .about = "without a segment of their own"},
    {"cut", COLUMN_U64, "segments", UNIT(cut), .about = "that the end of the run cut"},
    {"whole", COLUMN_BOOL, UNIT(whole), .about = "none can be missing"},
    {"left_out", COLUMN_COUNTS, UNIT(faults), .each = columns_each_fault,
     .about = "segments that are not whole or contradict themselves, by the fault"},
    {"segments", COLUMN_ROWS, .list = &list_segments, .each = each_segment,
     .about = "the first of them"},
};

static const struct column_list list_units = {
    .name = "report-segments-units",
    .about = "Each unit of segments of a node.",
    COLUMNS(units),
};

static int each_unit(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const struct report_node *node = row;
	int rc = GNO_OK;

	for (unsigned i = 0; i < s->r->m->node[s->node].preprocessors.segments && !rc; i++)
		rc = put(ctx, &node->segment[i], err);
	return rc;
}

static const struct column columns[] = {
    {"segments", COLUMN_ROWS, .list = &list_units, .each = each_unit, .about = "by units"},
};

const struct column_list columns_segments = {
    .name = "report-segments",
    .about = "The segments of a node in `gnomon report --json`.",
    COLUMNS(columns),
};
