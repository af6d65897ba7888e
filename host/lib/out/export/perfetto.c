/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run as tracks of Perfetto. Lists follow each other in the file, each in order of time; the
 * viewer sorts them. Begins and ends of a slice are always written together, so that no slice
 * stays open.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#include "passes/messages/messages.h"
#include "common/util.h"
#include "out/export/formats.h"
#include "out/export/perfetto_out.h"
#include "passes/derived/fields.h"
#include "records/record.h"
#include "results/board.h"

/* Tracks of a node: the node itself, then these; then its intervals and its counters. */
enum track { NODE, EVENTS, PROCESS, MESSAGES, LOST, FIRST_INTERVAL };

#define INTERVAL_PLACES (1u << 20)
#define VALUES 3 /* counters of a pair: the ratio, A and B */

/* What is open at a node while its events are read. */
struct node {
	bool running; /* it is known which process runs: */
	unsigned process;
	uint64_t since;
	bool off; /* the triggers are off since: */
	uint64_t off_since;
	bool seen; /* something of it, at last at: */
	uint64_t last;
};

/* A list whose columns are notes. */
struct noted {
	const struct column_list *list;
	struct column_masks masks; /* of columns that are notes */
	uint64_t name;		   /* number of the name of the first column */
};

enum { NOTED_EVENTS, NOTED_INTERVALS, NOTED_MESSAGES, NOTED };

struct writer {
	struct perfetto out;
	struct export_job *job;
	struct node *node;
	struct column_source source;
	struct noted noted[NOTED];
	char fields[REPORT_FIELDS]; /* of the event that is being written */
};

static uint64_t track(unsigned node, unsigned place)
{
	return (uint64_t)(node + 1) << 32 | place;
}

static uint64_t interval_track(unsigned node, size_t interval)
{
	return track(node, FIRST_INTERVAL + (unsigned)interval);
}

static uint64_t value_track(unsigned node, unsigned pair, unsigned value)
{
	return track(node, INTERVAL_PLACES + VALUES * pair + value);
}

/* --- names and tracks */

static size_t interval_name(const struct writer *w, size_t interval)
{
	return 1 + w->job->r->points.points + interval;
}

static void begin_noted(struct writer *w, unsigned which, const struct column_list *l,
			const char **name, size_t *names)
{
	struct noted *n = &w->noted[which];
	uint64_t drawn = 0;

	n->list = l;
	n->name = 1 + *names;
	columns_masks(l, &w->source, &n->masks);
	for (unsigned i = 0; i < l->columns; i++) {
		drawn |= (uint64_t)l->column[i].drawn << i;
		name[(*names)++] = l->column[i].drawn ? NULL : l->column[i].name;
	}
	for (unsigned kind = 0; kind < sizeof(n->masks.of) / sizeof(*n->masks.of); kind++)
		n->masks.of[kind] &= ~drawn;
}

static int put_names(struct writer *w, struct gno_err *err)
{
	const struct report_points *p = &w->job->r->points;
	const char **name = calloc(p->points + p->intervals + 1, sizeof(*name));
	const char *note[NOTED * COLUMNS_MOST];
	size_t notes = 0;
	int rc;

	if (!name)
		return gno_fail_nomem(err);
	for (size_t i = 0; i < p->points; i++)
		name[i] = p->point[i].name;
	for (size_t i = 0; i < p->intervals; i++)
		name[interval_name(w, i) - 1] = p->interval[i].name;
	begin_noted(w, NOTED_EVENTS, &columns_events, note, &notes);
	begin_noted(w, NOTED_INTERVALS, &columns_intervals, note, &notes);
	begin_noted(w, NOTED_MESSAGES, &columns_messages, note, &notes);
	rc = perfetto_names(&w->out, name, p->points + p->intervals, note, notes, err);
	free(name);
	return rc;
}

static int put_pair_tracks(struct writer *w, unsigned node, struct gno_err *err)
{
	const struct gno_node *n = &w->job->r->m->node[node];
	int rc = 0;

	for (unsigned i = 0; i < n->pairs && !rc; i++) {
		const char *pair = n->pair[i].name;
		const char *const name[VALUES] = {
		    pair, report_input(w->job->r, node, pair, "a", n->pair[i].a),
		    report_input(w->job->r, node, pair, "b", n->pair[i].b)};

		for (unsigned k = 0; k < VALUES && !rc; k++)
			rc = perfetto_track(&w->out, value_track(node, i, k),
					    k ? value_track(node, i, 0) : track(node, NODE),
					    (int)(INTERVAL_PLACES + VALUES * i + k), name[k], true,
					    err);
	}
	return rc;
}

/* The track of a node's board, 0 where the run is of one; of a board's first node it is written. */
static int put_board_track(struct writer *w, unsigned node, bool first, uint64_t *out,
			   struct gno_err *err)
{
	const struct gno_report *r = w->job->r;
	struct report_board board;
	unsigned number, own;
	char *name;
	int rc;

	*out = 0;
	if (!r->boards)
		return 0;
	number = boards_of(r->boards, node, &own);
	*out = track(r->m->nodes + 1 + number, NODE);
	if (!first)
		return 0;
	report_board_get(r, number, &board);
	name = gno_format("%s: times within %" PRIu64 " cycles", boards_name(r->boards, number),
			  board.bound);
	rc = name ? perfetto_track(&w->out, *out, 0, (int)number, name, false, err)
		  : gno_fail_nomem(err);
	free(name);
	return rc;
}

static int put_node_tracks(struct writer *w, unsigned node, bool first, struct gno_err *err)
{
	static const char *const names[] = {
	    [EVENTS] = "events",
	    [PROCESS] = "process",
	    [MESSAGES] = "messages",
	    [LOST] = "lost",
	};
	const struct report_points *p = &w->job->r->points;
	uint64_t board;
	int rc = put_board_track(w, node, first, &board, err);

	if (!rc)
		rc = perfetto_track(&w->out, track(node, NODE), board, (int)node,
				    w->job->r->m->node[node].name, false, err);
	for (unsigned i = EVENTS; i < FIRST_INTERVAL && !rc; i++)
		rc = perfetto_track(&w->out, track(node, i), track(node, NODE), (int)i, names[i],
				    false, err);
	for (size_t i = 0; i < p->intervals && !rc; i++)
		rc = perfetto_track(&w->out, interval_track(node, i), track(node, NODE),
				    FIRST_INTERVAL + (int)i, p->interval[i].name, false, err);
	return rc ? rc : put_pair_tracks(w, node, err);
}

/* --- slices */

/* Notes of the columns from one to another, the last one excluded. A false one is not worth a
 * line. */
static void note_some(struct writer *w, const struct noted *n, const void *row, uint64_t columns,
		      unsigned from, unsigned to)
{
	columns &= columns_between(from, to);
	for (; columns; columns &= columns - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(columns);
		const struct column *c = &n->list->column[i];
		const struct perfetto_name name = {n->name + i, c->name};
		struct cell v;

		if (column_number(&n->masks, i, &w->source, row, &v.number))
			perfetto_note(&w->out, name, v.number);
		else if (!column_value(c, &w->source, row, &v))
			continue;
		else if (c->type == COLUMN_NAME)
			perfetto_note_text(&w->out, name, c->text(&w->source, row));
		else if (c->type == COLUMN_FIELDS)
			perfetto_note_text(&w->out, name,
					   report_fields_text(v.node, v.number, " ", w->fields));
		else if (c->type != COLUMN_BOOL || v.number)
			perfetto_note(&w->out, name, v.number);
	}
}

/* What a viewer does not show by itself of a row: its columns. */
static void note_columns(struct writer *w, unsigned which, const void *row)
{
	const struct noted *n = &w->noted[which];
	const unsigned all = n->list->columns;
	/* a key is one of its list */
	const unsigned from = n->masks.same_to ? n->masks.same_from : all;
	struct column_look look;
	uint64_t columns;
	unsigned to;
	size_t before;

	columns_look(n->list, row, &look);
	columns = n->masks.of[look.kind];
	note_some(w, n, row, columns, 0, from);
	if (from == all)
		return;
	to = look.whole ? all : n->masks.same_to;
	look.of ^= (uint64_t)which << 62;
	before = w->out.notes.used;
	if (!perfetto_known(&w->out, look.what, look.of)) {
		note_some(w, n, row, columns, from, to);
		perfetto_learn(&w->out, look.what, look.of, before);
	}
	note_some(w, n, row, columns, to, all);
}

/* A cycle of a node, where a viewer draws it. */
static uint64_t ns_of(const struct writer *w, unsigned node, uint64_t cycle)
{
	return export_ns(w->job, common_time(w->job->r->boards, node, cycle));
}

static int put_slice(struct writer *w, struct perfetto_event *e, unsigned node, uint64_t from,
		     uint64_t to, struct gno_err *err)
{
	const struct perfetto_event end = {
	    .type = PERFETTO_SLICE_END, .track = e->track, .ns = ns_of(w, node, to)};
	int rc;

	e->type = PERFETTO_SLICE_BEGIN;
	e->ns = ns_of(w, node, from);
	rc = perfetto_put(&w->out, e, err);
	return rc ? rc : perfetto_put(&w->out, &end, err);
}

static int end_process(struct writer *w, unsigned node, uint64_t time, struct gno_err *err)
{
	struct node *n = &w->node[node];
	struct perfetto_event e = {.track = track(node, PROCESS)};
	char name[32];

	if (!n->running)
		return 0;
	n->running = false;
	snprintf(name, sizeof(name), "process %u", n->process);
	e.name = name;
	return put_slice(w, &e, node, n->since, time, err);
}

/* A process runs from the first record that names it on. */
static int take_process(struct writer *w, const struct report_event *v, struct gno_err *err)
{
	struct node *n = &w->node[v->node];
	bool write = v->kind == GNO_KIND_DATUM;
	unsigned process = write ? v->record.process : v->process;
	int rc;

	if (!(write || v->process_known) || (n->running && n->process == process))
		return 0;
	rc = end_process(w, v->node, v->record.time, err);
	n->running = true;
	n->process = process;
	n->since = v->record.time;
	return rc;
}

/* A stretch without records, or the end of one. Writes, which name the process, are recorded during
 * a load. */
static int put_lost(struct writer *w, const struct report_event *v, struct gno_err *err)
{
	const struct gno_record *rec = &v->record;
	struct node *n = &w->node[v->node];
	struct perfetto_event e = {.track = track(v->node, LOST),
				   .name = report_event_kind_name(v->kind)};
	int rc;

	if (v->kind == GNO_KIND_LOAD && !rec->code) {
		n->off_since = n->off ? n->off_since : rec->time;
		n->off = true;
		return 0;
	}
	if (v->kind == GNO_KIND_LOAD) {
		if (!n->off)
			return 0;
		n->off = false;
		return put_slice(w, &e, v->node, n->off_since, rec->time, err);
	}
	rc = end_process(w, v->node, rec->time, err);
	note_columns(w, NOTED_EVENTS, v);
	return rc ? rc : put_slice(w, &e, v->node, rec->time, rec->to, err);
}

/* --- the lists */

static int put_event(void *ctx, const struct report_row *row, struct gno_err *err)
{
	struct writer *w = ctx;
	const struct report_event *v = &row->event;
	struct perfetto_event e = {.type = PERFETTO_INSTANT,
				   .track = track(v->node, EVENTS),
				   .ns = ns_of(w, v->node, v->record.time)};
	char buf[32];
	int rc;

	w->node[v->node].seen = true;
	w->node[v->node].last = v->record.time;
	if (v->kind == GNO_KIND_GAP || v->kind == REPORT_NO_RECORD || v->kind == GNO_KIND_LOAD)
		return put_lost(w, v, err);
	rc = take_process(w, v, err);
	if (v->fired.point >= 0 && gno_kind_has_flags(v->kind))
		e.iid = 1 + (uint64_t)v->fired.point;
	else
		e.name = report_event_name(w->job->r, v, buf, sizeof(buf));
	note_columns(w, NOTED_EVENTS, v);
	return rc ? rc : perfetto_put(&w->out, &e, err);
}

/* What is open behind the last event of a node. */
static int end_nodes(struct writer *w, struct gno_err *err)
{
	int rc = 0;

	for (unsigned i = 0; i < w->job->r->m->nodes && !rc; i++) {
		struct node *n = &w->node[i];
		uint64_t end = w->job->r->node[i].end;

		if (!n->seen || common_time(w->job->r->boards, i, end) > w->job->o->to)
			end = n->seen ? n->last : 0;
		rc = end_process(w, i, end, err);
		if (!rc && n->off) {
			struct perfetto_event e = {.track = track(i, LOST), .name = "load"};

			rc = put_slice(w, &e, i, n->off_since, end, err);
		}
	}
	return rc;
}

static int put_interval(void *ctx, const struct report_row *row, struct gno_err *err)
{
	struct writer *w = ctx;
	const struct report_interval_row *v = &row->interval;
	struct perfetto_event e = {.track = interval_track(row->node, v->interval),
				   .iid = interval_name(w, v->interval)};

	note_columns(w, NOTED_INTERVALS, row);
	if (!report_interval_begun(v)) {
		e.type = PERFETTO_INSTANT;
		e.ns = ns_of(w, row->node, row->time);
		return perfetto_put(&w->out, &e, err);
	}
	return put_slice(w, &e, row->node, v->since, row->time, err);
}

static int put_value(struct writer *w, const struct report_sample *s, unsigned pair, unsigned value,
		     double number, struct gno_err *err)
{
	const struct perfetto_event e = {.type = PERFETTO_COUNTER,
					 .track = value_track(s->node, pair, value),
					 .ns = ns_of(w, s->node, s->time),
					 .value = number};

	return perfetto_put(&w->out, &e, err);
}

static int put_sample(void *ctx, const struct report_row *row, struct gno_err *err)
{
	struct writer *w = ctx;
	const struct report_sample *s = &row->sample;
	const struct gno_node *n = &w->job->r->m->node[s->node];
	int rc = 0;

	for (unsigned i = 0; i < n->pairs && !rc; i++) {
		const struct gno_ratio *pair = &s->pair[i];
		struct gno_quotient q;

		if (!report_quotient(n, i, pair, &q))
			rc = put_value(w, s, i, 0, q.value, err);
		if (!rc && pair->a_min == pair->a_max)
			rc = put_value(w, s, i, 1, (double)pair->a_min, err);
		if (!rc && pair->b_min == pair->b_max)
			rc = put_value(w, s, i, 2, (double)pair->b_min, err);
	}
	return rc;
}

/* --- messages */

static bool is_wanted(const struct writer *w, const struct message_end *e)
{
	return e->time >= w->job->o->from && e->time <= w->job->o->to &&
	       report_select_node(&w->job->select, w->job->r, e->node);
}

/* An end of a message; `flow` 0: the other end is not in the file. */
static int put_message_end(struct writer *w, const struct message *m, bool sent, uint64_t flow,
			   struct gno_err *err)
{
	const struct message_end *v = sent ? &m->sent : &m->received;
	struct perfetto_event e = {.type = PERFETTO_INSTANT,
				   .track = track(v->node, MESSAGES),
				   .ns = export_ns(w->job, v->time),
				   .flow = flow,
				   .flow_ends = !sent};
	char name[32];

	snprintf(name, sizeof(name), "%s %u",
		 sent				   ? "send"
		 : m->fate == MESSAGE_QUEUED_ALONE ? "queued"
						   : "receive",
		 m->connection);
	e.name = name;
	note_columns(w, NOTED_MESSAGES, m);
	return perfetto_put(&w->out, &e, err);
}

/* An arrow needs both ends. A viewer draws none backwards in time: what was not
 * received later than it was sent, as far as that is known, has none. */
static int put_messages(struct writer *w, struct gno_err *err)
{
	struct messages *l = NULL;
	const struct message *m;
	uint64_t flow = 0;
	int rc;

	if (!reader_has_port(w->job->r->m))
		return 0;
	rc = messages_open_part(w->job->r, w->job->o->from, w->job->o->to, &l, err);
	while (!rc && (rc = messages_next(l, &m, err)) > 0) {
		bool both = m->fate == MESSAGE_MATCHED;
		bool sent = (both || m->fate == MESSAGE_SEND_ALONE) && is_wanted(w, &m->sent);
		bool received = m->fate != MESSAGE_SEND_ALONE && is_wanted(w, &m->received);
		bool arrow = sent && received && message_is_timed(m);

		flow += arrow;
		rc = sent ? put_message_end(w, m, true, arrow ? flow : 0, err) : 0;
		if (!rc && received)
			rc = put_message_end(w, m, false, arrow ? flow : 0, err);
	}
	messages_close(l);
	return rc;
}

/* What the run lacks, as a track of that name with an event. */
static int put_lacks(struct writer *w, struct gno_err *err)
{
	const struct gno_report *r = w->job->r;
	const uint64_t own = track(r->m->nodes, NODE);
	char buf[REPORT_LACKS];
	const struct perfetto_event e = {.type = PERFETTO_INSTANT,
					 .track = own,
					 .ns = export_ns(w->job, r->line.begin),
					 .name = report_lacks(r, &w->job->select, buf)};
	int rc;

	if (!e.name)
		return GNO_OK;
	rc = perfetto_track(&w->out, own, 0, -1, "not whole", false, err);
	return rc ? rc : perfetto_put(&w->out, &e, err);
}

static int put_all(struct writer *w, struct gno_err *err)
{
	const struct gno_report *r = w->job->r;
	unsigned board = UINT_MAX, own;
	int rc = put_names(w, err);

	if (!rc)
		rc = put_lacks(w, err);
	for (unsigned i = 0; i < r->m->nodes && !rc; i++) {
		const unsigned before = board;

		if (!report_select_node(&w->job->select, r, i))
			continue;
		board = r->boards ? boards_of(r->boards, i, &own) : 0;
		rc = put_node_tracks(w, i, board != before, err);
	}
	if (!rc)
		rc = export_rows(w->job, &columns_events, put_event, w, err);
	if (!rc)
		rc = end_nodes(w, err);
	if (!rc)
		rc = export_rows(w->job, &columns_intervals, put_interval, w, err);
	if (!rc)
		rc = export_rows(w->job, &columns_samples, put_sample, w, err);
	return rc ? rc : put_messages(w, err);
}

int export_perfetto(struct export_job *job, struct gno_err *err)
{
	struct writer *w = calloc(1, sizeof(*w));
	int rc, left;

	if (!w)
		return gno_fail_nomem(err);
	w->job = job;
	w->node = calloc(job->r->m->nodes, sizeof(*w->node));
	rc = columns_enter(&w->source, job->r, err);
	if (!rc && !w->node)
		rc = gno_fail_nomem(err);
	left = perfetto_begin(&w->out, job, rc ? NULL : err);
	rc = rc ? rc : left;
	if (!rc)
		rc = put_all(w, err);
	rc = perfetto_end(&w->out, rc, err);
	left = columns_leave(&w->source, rc ? NULL : err);
	free(w->node);
	free(w);
	return rc ? rc : left;
}
