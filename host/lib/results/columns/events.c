/* SPDX-License-Identifier: Apache-2.0 */
/* The events: what fired, and where nothing is known. */
#include "passes/derived/fields.h"
#include "records/record.h"
#include "results/columns/names.h"
#include "results/columns/shared.h"

#define OF(kind) (UINT32_C(1) << (kind))
#define OF_FLAGS                                                                                   \
	(OF(GNO_KIND_EVENT) | OF(GNO_KIND_TRIGGER) | OF(GNO_KIND_DATUM) | OF(GNO_KIND_WORD) |      \
	 OF(GNO_KIND_CAPTURE) | OF(GNO_KIND_LINE))
#define OF_CODE (OF_FLAGS & ~(OF(GNO_KIND_DATUM) | OF(GNO_KIND_WORD)))
#define OF_WRITE OF(GNO_KIND_DATUM)
#define OF_LINE OF(GNO_KIND_LINE)
#define OF_GAP OF(GNO_KIND_GAP)
#define OF_HOLE OF(REPORT_NO_RECORD)
#define OF_LOAD OF(GNO_KIND_LOAD)
#define OF_SEGMENT OF(GNO_KIND_SEGMENT)
/* The kinds whose records have a field, of those that are rows. */
#define WITH(FIELD) (GNO_WITH_##FIELD & (OF_FLAGS | OF_GAP | OF_HOLE | OF_LOAD | OF_SEGMENT))

_Static_assert(REPORT_EVENT_CODES <= 0x10000 && GNO_MAX_NODES <= 0x100 && REPORT_NO_RECORD < 32,
	       "a key has room for each, and a kind has a bit");

static void look(const void *row, struct column_look *out)
{
	const struct report_event *v = row;

	out->kind = v->kind;
	/* nothing but its kind, node, name, code, process and flags */
	out->whole = v->kind == GNO_KIND_EVENT || v->kind == GNO_KIND_TRIGGER;
	out->what = (uint64_t)(uint32_t)v->fired.point << 32 | (v->fired.code & 0xffff) << 16 |
		    (v->record.code & 0xffff);
	out->of = UINT64_C(1) << 63 | (uint64_t)v->kind << 40 | (uint64_t)v->node << 32;
	if (v->kind == GNO_KIND_GAP)
		out->of |= v->record.left_out;
	if (out->whole)
		out->of |= (uint64_t)(v->record.aux & 0xf) << 56 |
			   (v->process_known ? UINT64_C(1) << 60 | v->process : 0);
}

static bool get_counter(struct column_source *s, const void *row, struct cell *c)
{
	return report_counter_in(s->pauses, ((const struct report_event *)row)->record.time,
				 &c->number);
}

static const char *node_text(struct column_source *s, const void *row)
{
	return s->r->m->node[((const struct report_event *)row)->node].name;
}

static const char *kind_text(struct column_source *s, const void *row)
{
	(void)s;
	return report_event_kind_name(((const struct report_event *)row)->kind);
}

static size_t name_key(const struct gno_report *r, const struct report_event *v)
{
	unsigned code = v->record.code;

	if (gno_kind_has_flags(v->kind))
		return columns_fired_key(r, v->kind, v->fired.code, v->fired.point);
	if (v->kind == GNO_KIND_SEGMENT)
		code += v->node * GNO_MAX_SEGMENT_UNITS;
	return columns_fired_key(r, v->kind, v->kind == GNO_KIND_GAP ? v->record.left_out : code,
				 -1);
}

static bool get_name(struct column_source *s, const void *row, struct cell *c)
{
	c->number = name_key(s->r, row);
	return true;
}

static const char *name_text(struct column_source *s, const void *row)
{
	return report_event_name(s->r, row, s->name, sizeof(s->name));
}

/* What has a row, but comes from no record that fires: `tell` gets its kind, or its name. */
struct other {
	struct column_source *s;
	column_tell *tell;
	void *ctx;
	bool names;
};

static void tell_other(const struct other *o, unsigned node, unsigned kind, unsigned code)
{
	const struct report_event v = {
	    .kind = kind, .node = node, .record = {.code = code, .left_out = code != 0}};

	if (o->names)
		o->tell(o->ctx, name_key(o->s->r, &v), name_text(o->s, &v));
	else
		o->tell(o->ctx, kind, report_event_kind_name(kind));
}

static void tell_others(const struct other *o)
{
	const struct gno_report *r = o->s->r;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		for (unsigned i = 0; i < r->m->node[k].preprocessors.segments; i++)
			tell_other(o, k, GNO_KIND_SEGMENT, i);
		if (r->run->filters)
			tell_other(o, k, GNO_KIND_GAP, 1);
		if (!report_looks_partly(r, k))
			continue;
		tell_other(o, k, GNO_KIND_GAP, 0);
		tell_other(o, k, REPORT_NO_RECORD, 0);
		tell_other(o, k, GNO_KIND_LOAD, 0);
		tell_other(o, k, GNO_KIND_LOAD, 1);
	}
}

static void kind_names(struct column_source *s, column_tell *tell, void *ctx)
{
	columns_fired_kinds(s, tell, ctx);
	tell_others(&(struct other){s, tell, ctx, false});
}

static void name_names(struct column_source *s, column_tell *tell, void *ctx)
{
	columns_fired_names(s, tell, ctx);
	tell_others(&(struct other){s, tell, ctx, true});
}

/* Of a write its own; else the one that the port named last. */
static bool get_process(struct column_source *s, const void *row, struct cell *c)
{
	const struct report_event *v = row;

	(void)s;
	c->number = v->kind == GNO_KIND_DATUM ? v->record.process : v->process;
	return v->kind == GNO_KIND_DATUM || v->process_known;
}

static bool get_pc(struct column_source *s, const void *row, struct cell *c)
{
	const struct report_event *v = row;

	c->number = v->record.pc;
	return s->r->m->node[v->node].port.pc != NULL;
}

static bool get_fields(struct column_source *s, const void *row, struct cell *c)
{
	const struct report_event *v = row;

	c->number = v->record.word;
	c->node = &s->r->m->node[v->node];
	return v->kind != GNO_KIND_CAPTURE || v->record.known;
}

#define FLAG(name, bit)                                                                            \
	static bool get_##name(struct column_source *s, const void *row, struct cell *c)           \
	{                                                                                          \
		(void)s;                                                                           \
		c->number = ((const struct report_event *)row)->record.aux >> (bit)&1;             \
		return true;                                                                       \
	}
FLAG(sampled, GNO_FLAG_SAMPLED)
FLAG(unsampled, GNO_FLAG_UNSAMPLED)
FLAG(stop, GNO_FLAG_STOP)
FLAG(mark, GNO_FLAG_MARK)

static const char *line_text(struct column_source *s, const void *row)
{
	(void)s;
	return gno_line_name(((const struct report_event *)row)->record.line);
}

static void line_names(struct column_source *s, column_tell *tell, void *ctx)
{
	for (unsigned i = 0; i < GNO_LINES && s->pauses; i++)
		tell(ctx, i, gno_line_name(i));
}

static bool get_round(struct column_source *s, const void *row, struct cell *c)
{
	const struct gno_record *rec = &((const struct report_event *)row)->record;

	report_pauses_find(s->pauses, rec->time);
	c->number = report_round_at(s->pauses, rec->time, rec->began);
	return c->number != 0;
}

static bool get_length(struct column_source *s, const void *row, struct cell *c)
{
	const struct gno_record *rec = &((const struct report_event *)row)->record;

	(void)s;
	c->number = rec->length;
	return !rec->began;
}

#define EVENT(member) COLUMN_AT(struct report_event, member)
#define NODE .node_at = offsetof(struct report_event, node)
_Static_assert(offsetof(struct report_event, node), "0 is none");

/*
 * Of events and triggers, `look` decides all columns from `node` on. One that it does not decide
 * goes before `node`.
 */
/* Where it lies among what other boards have. */
static bool get_common(struct column_source *s, const void *row, struct cell *c)
{
	const struct report_event *v = row;

	return columns_get_common(s, v->node, v->record.time, c);
}

static bool get_common_bound(struct column_source *s, const void *row, struct cell *c)
{
	const struct report_event *v = row;

	return columns_get_common_bound(s, v->node, v->record.time, c);
}

static const struct column columns[] = {
    {"time", COLUMN_U64, "cycle", EVENT(record.time),
     .about = "when: cycles since the sync of the run"},
    {"ns", COLUMN_NS, "ns", EVENT(record.time), NODE, .sql = "{time}", .drawn = true,
     .about = "`time` in nanoseconds, by the clock of the manifest, rounded down"},
    {"counter", COLUMN_U64, "cycle", .get = get_counter, .rounds = true,
     .about = "the time counters, where a CAPTURE or REPORT line pauses them and it is known"},
    {"common", COLUMN_U64, "cycle", .get = get_common, .boards = true,
     .about = "of a run of several boards: `time` on the time that all boards have in common"},
    {"common_bound", COLUMN_U64, "cycles", .get = get_common_bound, .boards = true,
     .about = "likewise: by which `common` can be wrong at most"},
    {"node", COLUMN_NAME, NULL, EVENT(node), .text = node_text, .names = columns_node_names,
     .drawn = true, .about = "where"},
    {"kind", COLUMN_NAME, NULL, EVENT(kind), .text = kind_text, .names = kind_names,
     .about = "what kind of event"},
    {"name", COLUMN_NAME, NULL, .get = get_name, .text = name_text, .names = name_names,
     .drawn = true, .about = "its point; else in parentheses, or by its number, what it is"},
    {"code", COLUMN_U32, NULL, OF_CODE, EVENT(record.code),
     .about = "code of the event, or number of the trigger"},
    {"number", COLUMN_U32, NULL, OF_WRITE, EVENT(fired.code),
     .about = "number of the write's event: 64 * `page` + `sub`"},
    {"page", COLUMN_U32, NULL, WITH(PAGE), EVENT(record.page), .about = "page of the write"},
    {"sub", COLUMN_U32, NULL, WITH(SUB), EVENT(record.code), .about = "word within the page"},
    {"data", COLUMN_U32, NULL, WITH(DATA), EVENT(record.data), .about = "what was written"},
    {"runnable", COLUMN_U32, "processes", WITH(RUNNABLE), EVENT(record.runnable),
     .about = "how many could run, as the program said last"},
    {"pc", COLUMN_U32, "address", WITH(PC), .get = get_pc,
     .about = "of the store; none where the port does not record it"},
    {"process", COLUMN_U32, NULL, OF_FLAGS, .get = get_process, .optional = true,
     .about = "that of the write; else the one that the node's port named last, where it is "
	      "known"},
    {"sampled", COLUMN_BOOL, NULL, OF_FLAGS, .get = get_sampled,
     .about = "a sample of the ratio counters was taken in this cycle"},
    {"unsampled", COLUMN_BOOL, NULL, OF_FLAGS, .get = get_unsampled,
     .about = "a sample or a snapshot was requested and not taken"},
    {"stop", COLUMN_BOOL, NULL, OF_FLAGS, .get = get_stop, .about = "it stops collection"},
    {"mark", COLUMN_BOOL, NULL, OF_FLAGS, .get = get_mark, .about = "it is a mark"},
    {"word", COLUMN_U64, NULL, WITH(WORD), EVENT(record.word), .about = "the watched word"},
    {"fields", COLUMN_FIELDS, NULL, WITH(WORD), .get = get_fields,
     .about = "its fields by name; none where the word is not known"},
    {"cause", COLUMN_BOOL, NULL, WITH(CAUSE), EVENT(record.cause),
     .about = "this node drove the line"},
    {"current", COLUMN_BOOL, NULL, WITH(CURRENT), EVENT(record.current),
     .about = "the word counted in this cycle; else it is the last one that did"},
    {"known", COLUMN_BOOL, NULL, WITH(KNOWN), EVENT(record.known),
     .about = "a word has counted since the sync"},
    {"line", COLUMN_NAME, NULL, OF_LINE, EVENT(record.line), .text = line_text, .names = line_names,
     .about = "which line: `CAPTURE` or `REPORT`"},
    {"round", COLUMN_U64, NULL, OF_LINE, .get = get_round, .rounds = true,
     .about = "number of the round that began or ended, from 1 on, where it is known"},
    {"own", COLUMN_BOOL, NULL, WITH(OWN), EVENT(record.own),
     .about = "this node asserted the line"},
    {"full", COLUMN_BOOL, NULL, WITH(FULL), EVENT(record.full),
     .about = "this node's local store asserted it, at its almost-full mark"},
    {"late", COLUMN_BOOL, NULL, WITH(LATE), EVENT(record.late),
     .about = "the limit came before this node's processor had finished"},
    {"kept", COLUMN_BOOL, NULL, WITH(KEPT), EVENT(record.kept),
     .about = "the limit came before this node's local store was sent"},
    {"paused", COLUMN_U32, "cycles", WITH(PAUSED), EVENT(record.paused),
     .about = "before this one with a line asserted, modulo 2^32"},
    {"length", COLUMN_U32, "cycles", WITH(LENGTH), .get = get_length,
     .about = "of the round that ended, modulo 2^32"},
    {"to", COLUMN_U64, "cycle", OF_GAP | OF_HOLE, EVENT(record.to),
     .about = "last cycle of which nothing is known"},
    {"lost", COLUMN_U64, "records", WITH(LOST), EVENT(record.lost), .about = "that the gap lacks"},
    {"left_out", COLUMN_BOOL, NULL, OF_GAP, EVENT(record.left_out),
     .about = "a filter left out all records of the node"},
    {"offset", COLUMN_U64, "bytes", OF_HOLE, EVENT(record.offset),
     .about = "where the hole begins in the node's file"},
    {"bytes", COLUMN_U64, "bytes", OF_HOLE, EVENT(record.bytes), .about = "length of the hole"},
    {"live", COLUMN_BOOL, NULL, OF_LOAD, EVENT(record.code),
     .about = "the triggers are on again; false: they go off"},
    {"at", COLUMN_U64, "cycle", WITH(AT), EVENT(segment.at), .about = "of the trigger"},
    {"began", COLUMN_U64, "cycle", OF_SEGMENT, EVENT(segment.began),
     .about = "first one of the segment"},
    {"ended", COLUMN_U64, "cycle", WITH(ENDED), EVENT(segment.ended),
     .about = "last one of the segment"},
    {"entries", COLUMN_U32, NULL, OF_SEGMENT, EVENT(segment.entries),
     .about = "how many words it has"},
    {"missed", COLUMN_U32, "triggers", WITH(MISSED), EVENT(segment.missed),
     .about = "since the segment before that have none, modulo 2^32"},
    {"cut", COLUMN_BOOL, NULL, OF_SEGMENT, EVENT(segment.flush),
     .about = "the run ended before the segment did"},
};

const struct column_list columns_events = {
    .name = "events",
    .about = "What fired, writes to the event port, and stretches of which nothing is known, in "
	     "order of time.",
    .column = columns,
    .columns = sizeof(columns) / sizeof(*columns),
    .list = REPORT_EVENTS,
    .at = offsetof(struct report_row, event),
    .ordered = true,
    .kind_name = report_event_kind_name,
    .look = look,
    .same_first = "node",
    .same_last = "name",
};
