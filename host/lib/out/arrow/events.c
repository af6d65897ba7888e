/* SPDX-License-Identifier: Apache-2.0 */
/* The table of events: what `gnomon events --json` prints, a column for each of its keys. */
#include "out/arrow/table.h"
#include "passes/derived/fields.h"
#include "records/record.h"

enum {
	TIME,
	NS,
	COUNTER,
	NODE,
	KIND,
	NAME,
	CODE,
	PROCESS,
	NUMBER,
	PAGE,
	SUB,
	DATA,
	RUNNABLE,
	PC,
	WORD,
	FIELDS,
	SAMPLED,
	UNSAMPLED,
	STOP,
	MARK,
	TO,
	LOST,
	LEFT_OUT,
	OFFSET,
	BYTES,
	LIVE,
	CAUSE,
	CURRENT,
	KNOWN,
	LINE,
	ROUND,
	OWN,
	FULL,
	LATE,
	KEPT,
	PAUSED,
	LENGTH,
	AT,
	BEGAN,
	ENDED,
	ENTRIES,
	MISSED,
	CUT,
	COLUMNS,
};

static const struct arrow_column columns[COLUMNS] = {
    [TIME] = {"time", ARROW_U64},
    [NS] = {"ns", ARROW_U64},
    [COUNTER] = {"counter", ARROW_U64},
    [NODE] = {"node", ARROW_NAME},
    [KIND] = {"kind", ARROW_NAME},
    [NAME] = {"name", ARROW_NAME},
    [CODE] = {"code", ARROW_U32},
    [PROCESS] = {"process", ARROW_U32},
    [NUMBER] = {"number", ARROW_U32},
    [PAGE] = {"page", ARROW_U32},
    [SUB] = {"sub", ARROW_U32},
    [DATA] = {"data", ARROW_U32},
    [RUNNABLE] = {"runnable", ARROW_U32},
    [PC] = {"pc", ARROW_U32},
    [WORD] = {"word", ARROW_U64},
    [FIELDS] = {"fields", ARROW_TEXT},
    [SAMPLED] = {"sampled", ARROW_BOOL},
    [UNSAMPLED] = {"unsampled", ARROW_BOOL},
    [STOP] = {"stop", ARROW_BOOL},
    [MARK] = {"mark", ARROW_BOOL},
    [TO] = {"to", ARROW_U64},
    [LOST] = {"lost", ARROW_U64},
    [LEFT_OUT] = {"left_out", ARROW_BOOL},
    [OFFSET] = {"offset", ARROW_U64},
    [BYTES] = {"bytes", ARROW_U64},
    [LIVE] = {"live", ARROW_BOOL},
    [CAUSE] = {"cause", ARROW_BOOL},
    [CURRENT] = {"current", ARROW_BOOL},
    [KNOWN] = {"known", ARROW_BOOL},
    [LINE] = {"line", ARROW_NAME},
    [ROUND] = {"round", ARROW_U64},
    [OWN] = {"own", ARROW_BOOL},
    [FULL] = {"full", ARROW_BOOL},
    [LATE] = {"late", ARROW_BOOL},
    [KEPT] = {"kept", ARROW_BOOL},
    [PAUSED] = {"paused", ARROW_U32},
    [LENGTH] = {"length", ARROW_U32},
    [AT] = {"at", ARROW_U64},
    [BEGAN] = {"began", ARROW_U64},
    [ENDED] = {"ended", ARROW_U64},
    [ENTRIES] = {"entries", ARROW_U32},
    [MISSED] = {"missed", ARROW_U32},
    [CUT] = {"cut", ARROW_BOOL},
};

static size_t key_of(const struct gno_report *r, const struct report_event *v)
{
	unsigned code = v->record.code;

	if (gno_kind_has_flags(v->kind))
		return table_key(r, v->kind, v->fired.code, v->fired.point);
	if (v->kind == GNO_KIND_SEGMENT)
		code += v->node * GNO_MAX_SEGMENT_UNITS;
	return table_key(r, v->kind, v->kind == GNO_KIND_GAP ? v->record.left_out : code, -1);
}

static void put_line(struct table_reader *t, const struct gno_record *rec)
{
	struct batch *b = &t->batch;
	uint64_t round = t->pauses ? report_round_at(t->pauses, rec->time, rec->began) : 0;

	batch_text(b, LINE, rec->line, gno_line_name(rec->line));
	if (round)
		batch_u64(b, ROUND, round);
	batch_bool(b, OWN, rec->own);
	batch_bool(b, FULL, rec->full);
	batch_bool(b, LATE, rec->late);
	batch_bool(b, KEPT, rec->kept);
	batch_u32(b, PAUSED, rec->paused);
	if (!rec->began)
		batch_u32(b, LENGTH, rec->length);
}

static void put_segment(struct batch *b, const struct gno_segment *s)
{
	batch_u64(b, AT, s->at);
	batch_u64(b, BEGAN, s->began);
	batch_u64(b, ENDED, s->ended);
	batch_u32(b, ENTRIES, s->entries);
	batch_u32(b, MISSED, s->missed);
	batch_bool(b, CUT, s->flush);
}

static void put_write(struct table_reader *t, const struct report_event *v)
{
	const struct gno_record *rec = &v->record;
	struct batch *b = &t->batch;

	batch_u32(b, NUMBER, v->fired.code);
	batch_u32(b, PAGE, rec->page);
	batch_u32(b, SUB, rec->code);
	batch_u32(b, DATA, rec->data);
	batch_u32(b, RUNNABLE, rec->runnable);
	if (t->r->m->node[v->node].port.pc)
		batch_u32(b, PC, rec->pc);
}

static void put_word(struct table_reader *t, const struct report_event *v)
{
	const bool known = v->kind != GNO_KIND_CAPTURE || v->record.known;
	struct batch *b = &t->batch;
	char fields[REPORT_FIELDS];

	batch_u64(b, WORD, v->record.word);
	if (known && batch_asked(b, FIELDS))
		batch_own_text(b, FIELDS,
			       report_fields_cell(&t->r->m->node[v->node], v->record.word, fields));
}

/* What only one kind of events has. */
static void put_kind(struct table_reader *t, const struct report_event *v)
{
	const struct gno_record *rec = &v->record;
	struct batch *b = &t->batch;

	switch (v->kind) {
	case GNO_KIND_GAP:
		batch_u64(b, TO, rec->to);
		batch_u64(b, LOST, rec->lost);
		batch_bool(b, LEFT_OUT, rec->left_out);
		break;
	case REPORT_NO_RECORD:
		batch_u64(b, TO, rec->to);
		batch_u64(b, OFFSET, rec->offset);
		batch_u64(b, BYTES, rec->bytes);
		break;
	case GNO_KIND_LOAD:
		batch_bool(b, LIVE, rec->code);
		break;
	case GNO_KIND_SEGMENT:
		put_segment(b, &v->segment);
		break;
	case GNO_KIND_DATUM:
		put_write(t, v);
		break;
	case GNO_KIND_WORD:
		put_word(t, v);
		break;
	case GNO_KIND_LINE:
		batch_u32(b, CODE, rec->code);
		put_line(t, rec);
		break;
	case GNO_KIND_CAPTURE:
		batch_u32(b, CODE, rec->code);
		put_word(t, v);
		batch_bool(b, CAUSE, rec->cause);
		batch_bool(b, CURRENT, rec->current);
		batch_bool(b, KNOWN, rec->known);
		break;
	default:
		batch_u32(b, CODE, rec->code);
		break;
	}
}

static int put(struct table_reader *t, const struct report_row *row)
{
	const struct report_event *v = &row->event;
	size_t key = key_of(t->r, v);
	struct batch *b = &t->batch;
	uint64_t counter;
	char buf[32];

	if (!batch_room(b))
		return GNO_ERR_NOMEM;
	batch_u64(b, TIME, v->record.time);
	batch_u64(b, NS, report_ns(t->r, v->record.time));
	if (t->pauses && report_counter_in(t->pauses, v->record.time, &counter))
		batch_u64(b, COUNTER, counter);
	batch_text(b, NODE, v->node, t->r->m->node[v->node].name);
	if (!batch_name(b, KIND, v->kind))
		batch_learn(b, KIND, v->kind, report_event_kind_name(v->kind));
	if (!batch_name(b, NAME, key))
		batch_learn(b, NAME, key, report_event_name(t->r, v, buf, sizeof(buf)));
	put_kind(t, v);
	if (gno_kind_has_flags(v->kind)) {
		if (v->kind == GNO_KIND_DATUM)
			batch_u32(b, PROCESS, v->record.process);
		else if (v->process_known)
			batch_u32(b, PROCESS, v->process);
		batch_bool(b, SAMPLED, v->record.aux >> GNO_FLAG_SAMPLED & 1);
		batch_bool(b, UNSAMPLED, v->record.aux >> GNO_FLAG_UNSAMPLED & 1);
		batch_bool(b, STOP, v->record.aux >> GNO_FLAG_STOP & 1);
		batch_bool(b, MARK, v->record.aux >> GNO_FLAG_MARK & 1);
	}
	b->rows++;
	return GNO_OK;
}

bool table_time_within(const struct report_row *row, uint64_t from, uint64_t to)
{
	return row->time >= from && row->time <= to;
}

/* A name that comes from no record that fires. */
static void know_event(struct table_reader *t, unsigned node, unsigned kind, unsigned code)
{
	struct report_event v = {
	    .kind = kind, .node = node, .record = {.code = code, .left_out = code != 0}};
	char buf[32];

	batch_know(&t->batch, KIND, kind, report_event_kind_name(kind));
	batch_know(&t->batch, NAME, key_of(t->r, &v),
		   report_event_name(t->r, &v, buf, sizeof(buf)));
}

static void know(struct table_reader *t)
{
	table_know_fired(t, NAME, KIND);
	for (unsigned k = 0; k < t->r->m->nodes; k++) {
		for (unsigned i = 0; i < t->r->m->node[k].preprocessors.segments; i++)
			know_event(t, k, GNO_KIND_SEGMENT, i);
		if (t->r->run->filters)
			know_event(t, k, GNO_KIND_GAP, 1);
		if (!report_looks_partly(t->r, k))
			continue;
		know_event(t, k, GNO_KIND_GAP, 0);
		know_event(t, k, REPORT_NO_RECORD, 0);
		know_event(t, k, GNO_KIND_LOAD, 0);
		know_event(t, k, GNO_KIND_LOAD, 1);
	}
	for (unsigned i = 0; i < GNO_LINES && t->r->pauses; i++)
		batch_know(&t->batch, LINE, i, gno_line_name(i));
}

const struct arrow_table arrow_events = {
    .name = "events",
    .column = columns,
    .columns = COLUMNS,
    .list = REPORT_EVENTS,
    .ordered = true,
    .node = NODE,
    .know = know,
    .put = put,
    .within = table_time_within,
};
