/* SPDX-License-Identifier: Apache-2.0 */
#include "out/export/rows.h"

#include "passes/derived/fields.h"
#include "records/record.h"

struct table {
	struct export_job *job;
	struct cells *cells;
	struct report_pauses_cursor *pauses; /* NULL: the time counters never pause */
};

/* --- events */

static const char *const event_columns[] = {
    "cycle", "ns",	"counter",  "node",	 "kind", "name",   "code",
    "data",  "process", "runnable", "pc",	 "word", "fields", "to",
    "lost",  "bytes",	"sampled",  "unsampled", "stop", "mark",   NULL};

static void put_flag(struct cells *c, const struct report_event *v, unsigned flag)
{
	cell_number_if(c, gno_kind_has_flags(v->kind), v->record.aux >> flag & 1);
}

/* Cells of a record beside time, node, kind and name. */
static void put_details(struct cells *c, const struct gno_node *n, const struct report_event *v)
{
	const struct gno_record *rec = &v->record;
	bool write = v->kind == GNO_KIND_DATUM, gap = v->kind == GNO_KIND_GAP;
	bool hole = v->kind == REPORT_NO_RECORD, load = v->kind == GNO_KIND_LOAD;
	bool coded =
	    !gap && !hole && !load && v->kind != GNO_KIND_WORD && v->kind != GNO_KIND_SEGMENT;
	bool word = v->kind == GNO_KIND_WORD || (v->kind == GNO_KIND_CAPTURE && rec->known);
	char fields[REPORT_FIELDS];

	cell_number_if(c, coded, write ? v->fired.code : rec->code);
	cell_number_if(c, write, rec->data);
	cell_number_if(c, write || v->process_known, write ? rec->process : v->process);
	cell_number_if(c, write, rec->runnable);
	cell_number_if(c, write && n->port.pc, rec->pc);
	cell_number_if(c, word, rec->word);
	cell_text(c, word ? report_fields_cell(n, rec->word, fields) : NULL);
	cell_number_if(c, gap || hole, rec->to);
	cell_number_if(c, gap, rec->lost);
	cell_number_if(c, hole, rec->bytes);
	put_flag(c, v, GNO_FLAG_SAMPLED);
	put_flag(c, v, GNO_FLAG_UNSAMPLED);
	put_flag(c, v, GNO_FLAG_STOP);
	put_flag(c, v, GNO_FLAG_MARK);
}

static int put_event(void *ctx, const struct report_row *row, struct gno_err *err)
{
	struct table *t = ctx;
	const struct report_event *v = &row->event;
	const struct gno_node *n = &t->job->r->m->node[v->node];
	struct report_memo *memo = t->cells->memo;
	uint64_t time = v->record.time, counter = 0;
	bool known = report_counter_in(t->pauses, time, &counter);
	int rc = export_row(t->job, err);
	char buf[32];

	if (rc)
		return rc;
	cell_number(t->cells, time);
	cell_number(t->cells, report_ns(t->job->r, time));
	cell_number_if(t->cells, known, counter);
	if (!memo || !report_memo_put(memo, v)) {
		cell_text(t->cells, n->name);
		cell_text(t->cells, report_event_kind_name(v->kind));
		cell_text(t->cells, report_event_name(t->job->r, v, buf, sizeof(buf)));
		if (report_memo_whole(v))
			put_details(t->cells, n, v);
		if (memo)
			report_memo_learn(memo);
	}
	if (!report_memo_whole(v))
		put_details(t->cells, n, v);
	return t->cells->form->end(t->cells, err);
}

int rows_events(struct export_job *job, struct cells *cells, struct gno_err *err)
{
	struct table t = {.job = job, .cells = cells};
	int rc = 0;

	if (job->r->pauses)
		rc = report_pauses_enter(job->r->pauses, &t.pauses, err);
	if (!rc)
		rc = cells->form->begin(cells, "events", event_columns, err);
	if (!rc)
		rc = export_events(job, put_event, &t, err);
	if (!rc)
		rc = report_pauses_check(t.pauses, err);
	report_pauses_leave(t.pauses);
	return rc;
}

/* --- intervals */

static const char *const interval_columns[] = {
    "from", "to", "cycles", "ns", "node", "interval", "end", "outermost", "self", "process", NULL};

static int put_interval(void *ctx, const struct report_row *row, struct gno_err *err)
{
	struct table *t = ctx;
	const struct report_interval_row *v = &row->interval;
	struct report_memo *memo = t->cells->memo;
	bool whole = v->end == REPORT_FINISHED, begun = report_interval_begun(v);
	int rc = export_row(t->job, err);

	if (rc)
		return rc;
	cell_number_if(t->cells, begun, v->since);
	cell_number_if(t->cells, whole || !begun, row->time);
	cell_number_if(t->cells, whole, row->time - v->since);
	cell_number_if(t->cells, whole, report_ns(t->job->r, row->time - v->since));
	if (!memo || !report_memo_find(memo, report_memo_interval_key(row))) {
		cell_text(t->cells, t->job->r->m->node[row->node].name);
		cell_text(t->cells, t->job->r->points.interval[v->interval].name);
		cell_text(t->cells, report_interval_end_name(v->end));
		if (memo)
			report_memo_learn(memo);
	}
	cell_number_if(t->cells, begun, v->outermost);
	cell_number_if(t->cells, whole && v->self_known, v->self);
	cell_number_if(t->cells, begun && v->process_known, v->process);
	return t->cells->form->end(t->cells, err);
}

/* --- samples: a record for each pair and measure of each sample */

static const char *const sample_columns[] = {"cycle", "ns",    "node",	"from",	 "point",
					     "what",  "name",  "value", "min",	 "max",
					     "a_min", "a_max", "b_min", "b_max", NULL};

struct value {
	const char *what, *name;
	bool has; /* a quotient: */
	struct gno_quotient q;
	const struct gno_ratio *pair;
};

static int put_value(struct table *t, const struct report_sample *s, const struct value *v,
		     struct gno_err *err)
{
	const struct report_fired flush = {.kind = GNO_KIND_FLUSH, .point = -1};
	const struct report_fired *asked = s->fires ? &s->fired[s->asked] : &flush;
	int rc = export_row(t->job, err);
	char buf[32];

	if (rc)
		return rc;
	cell_number(t->cells, s->time);
	cell_number(t->cells, report_ns(t->job->r, s->time));
	cell_text(t->cells, t->job->r->m->node[s->node].name);
	cell_number_if(t->cells, !s->since_lost && !s->apart, s->from);
	cell_text(t->cells, report_fired_name(t->job->r, asked, buf, sizeof(buf)));
	cell_text(t->cells, v->what);
	cell_text(t->cells, v->name);
	cell_real_if(t->cells, v->has, v->q.value);
	cell_real_if(t->cells, v->has, v->q.min);
	cell_real_if(t->cells, v->has, v->q.max);
	cell_number(t->cells, v->pair->a_min);
	cell_number(t->cells, v->pair->a_max);
	cell_number(t->cells, v->pair->b_min);
	cell_number(t->cells, v->pair->b_max);
	return t->cells->form->end(t->cells, err);
}

static int put_sample(void *ctx, const struct report_row *row, struct gno_err *err)
{
	struct table *t = ctx;
	const struct report_sample *s = &row->sample;
	const struct gno_node *n = &t->job->r->m->node[s->node];
	const struct gno_pattern_node *measures = report_measures(t->job->r, s->node);
	int rc = 0;

	for (unsigned i = 0; i < n->pairs && !rc; i++) {
		struct value v = {"pair", n->pair[i].name, .pair = &s->pair[i]};

		v.has = !report_quotient(n, i, v.pair, &v.q);
		rc = put_value(t, s, &v, err);
	}
	for (size_t i = 0; measures && i < measures->measures && !rc; i++) {
		const struct gno_pattern_measure *m = &measures->measure[i];
		struct value v = {"measure", m->name, .pair = &s->pair[m->pair]};

		v.has = !report_measured(m->print, v.pair, &v.q);
		rc = put_value(t, s, &v, err);
	}
	return rc;
}

int rows_intervals(struct export_job *job, struct cells *cells, struct gno_err *err)
{
	struct table t = {.job = job, .cells = cells};
	int rc = cells->form->begin(cells, "intervals", interval_columns, err);

	return rc ? rc : export_intervals(job, put_interval, &t, err);
}

int rows_samples(struct export_job *job, struct cells *cells, struct gno_err *err)
{
	struct table t = {.job = job, .cells = cells};
	int rc = cells->form->begin(cells, "samples", sample_columns, err);

	return rc ? rc : export_samples(job, put_sample, &t, err);
}
