/* SPDX-License-Identifier: Apache-2.0 */
/* Rows as CSV. The columns are those of docs/answers/export.md. */
#include "export/csv.h"

#include "export/formats.h"
#include "stream/record.h"

struct table {
	struct export_job *job;
	struct csv csv;
	struct report_pauses_cursor *pauses; /* NULL: the time counters never pause */
};

static void put_header(struct table *t, const char *const *columns)
{
	for (; *columns; columns++)
		csv_text(&t->csv, *columns);
	csv_end(&t->csv);
}

/* --- events */

static const char *const event_columns[] = {
    "cycle", "ns",	"counter",   "node", "kind", "name", "code",
    "data",  "process", "runnable",  "pc",   "word", "to",   "lost",
    "bytes", "sampled", "unsampled", "stop", "mark", NULL};

static void put_flag(struct csv *c, const struct report_event *v, unsigned flag)
{
	csv_number_if(c, gno_kind_has_flags(v->kind), v->record.aux >> flag & 1);
}

/* Cells of a record beside time, node, kind and name. */
static void put_details(struct csv *c, const struct report_event *v)
{
	const struct gno_record *rec = &v->record;
	bool write = v->kind == GNO_KIND_DATUM, gap = v->kind == GNO_KIND_GAP;
	bool hole = v->kind == REPORT_NO_RECORD;
	bool word = v->kind == GNO_KIND_WORD || (v->kind == GNO_KIND_CAPTURE && rec->known);

	csv_number_if(c, !gap && !hole, write ? v->fired.code : rec->code);
	csv_number_if(c, write, rec->data);
	csv_number_if(c, write || v->process_known, write ? rec->process : v->process);
	csv_number_if(c, write, rec->runnable);
	csv_number_if(c, write && rec->pc, rec->pc);
	csv_number_if(c, word, rec->word);
	csv_number_if(c, gap || hole, rec->to);
	csv_number_if(c, gap, rec->lost);
	csv_number_if(c, hole, rec->bytes);
	put_flag(c, v, GNO_FLAG_SAMPLED);
	put_flag(c, v, GNO_FLAG_UNSAMPLED);
	put_flag(c, v, GNO_FLAG_STOP);
	put_flag(c, v, GNO_FLAG_MARK);
}

static int put_event(void *ctx, const struct report_row *row, const char *name, struct gno_err *err)
{
	struct table *t = ctx;
	const struct report_event *v = &row->event;
	uint64_t time = v->record.time, counter = 0;
	bool known = report_counter_in(t->pauses, time, &counter);
	int rc = export_row(t->job, err);

	if (rc)
		return rc;
	csv_number(&t->csv, time);
	csv_number(&t->csv, report_ns(t->job->r, time));
	csv_number_if(&t->csv, known, counter);
	csv_text(&t->csv, t->job->r->m->node[v->node].name);
	csv_text(&t->csv, report_event_kind_name(v->kind));
	csv_text(&t->csv, name);
	put_details(&t->csv, v);
	csv_end(&t->csv);
	return 0;
}

static int put_events(struct table *t, struct gno_err *err)
{
	int rc = 0;

	if (t->job->r->pauses)
		rc = report_pauses_enter(t->job->r->pauses, &t->pauses, err);
	put_header(t, event_columns);
	if (!rc)
		rc = export_events(t->job, put_event, t, err);
	if (!rc)
		rc = report_pauses_check(t->pauses, err);
	report_pauses_leave(t->pauses);
	return rc;
}

/* --- intervals */

static const char *const interval_columns[] = {
    "from", "to", "cycles", "ns", "node", "interval", "end", "outermost", "self", "process", NULL};

static int put_interval(void *ctx, const struct report_row *row, const char *name,
			struct gno_err *err)
{
	struct table *t = ctx;
	const struct report_interval_row *v = &row->interval;
	bool whole = v->end == REPORT_FINISHED, begun = report_interval_begun(v);
	int rc = export_row(t->job, err);

	if (rc)
		return rc;
	csv_number_if(&t->csv, begun, v->since);
	csv_number_if(&t->csv, whole || !begun, row->time);
	csv_number_if(&t->csv, whole, row->time - v->since);
	csv_number_if(&t->csv, whole, report_ns(t->job->r, row->time - v->since));
	csv_text(&t->csv, t->job->r->m->node[row->node].name);
	csv_text(&t->csv, name);
	csv_text(&t->csv, report_interval_end_name(v->end));
	csv_number_if(&t->csv, begun, v->outermost);
	csv_number_if(&t->csv, whole, v->self);
	csv_number_if(&t->csv, begun && v->process_known, v->process);
	csv_end(&t->csv);
	return 0;
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
	csv_number(&t->csv, s->time);
	csv_number(&t->csv, report_ns(t->job->r, s->time));
	csv_text(&t->csv, t->job->r->m->node[s->node].name);
	csv_number_if(&t->csv, !s->since_lost && !s->apart, s->from);
	csv_text(&t->csv, report_fired_name(t->job->r, asked, buf, sizeof(buf)));
	csv_text(&t->csv, v->what);
	csv_text(&t->csv, v->name);
	csv_float_if(&t->csv, v->has, v->q.value);
	csv_float_if(&t->csv, v->has, v->q.min);
	csv_float_if(&t->csv, v->has, v->q.max);
	csv_number(&t->csv, v->pair->a_min);
	csv_number(&t->csv, v->pair->a_max);
	csv_number(&t->csv, v->pair->b_min);
	csv_number(&t->csv, v->pair->b_max);
	csv_end(&t->csv);
	return 0;
}

static int put_sample(void *ctx, const struct report_row *row, const char *name,
		      struct gno_err *err)
{
	struct table *t = ctx;
	const struct report_sample *s = &row->sample;
	const struct gno_node *n = &t->job->r->m->node[s->node];
	const struct gno_pattern_node *measures = report_measures(t->job->r, s->node);
	int rc = 0;

	(void)name;
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

int export_csv(struct export_job *job, struct gno_err *err)
{
	struct table t = {.job = job, .csv = {.f = job->f}};

	switch (job->o->what) {
	case EXPORT_INTERVALS:
		put_header(&t, interval_columns);
		return export_intervals(job, put_interval, &t, err);
	case EXPORT_SAMPLES:
		put_header(&t, sample_columns);
		return export_samples(job, put_sample, &t, err);
	default:
		return put_events(&t, err);
	}
}
