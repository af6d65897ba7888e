/* SPDX-License-Identifier: Apache-2.0 */
/* Two runs beside each other as JSON. */
#include "passes/messages/traffic.h"
#include "common/json_out.h"
#include "results/diff/diff.h"

static void put_run(struct json_out *o, const struct report_diff *d, unsigned i)
{
	jout_object(o, NULL);
	jout_text(o, "path", d->path[i]);
	jout_bool(o, "model", d->run[i]->run->model);
	jout_number(o, "lost", d->lost[i]);
	jout_number(o, "intervals_alone", d->only[DIFF_INTERVAL][i]);
	jout_number(o, "ratios_alone", d->only[DIFF_RATIO][i]);
	jout_number(o, "buckets_alone", d->only[DIFF_BUCKETS][i]);
	jout_number(o, "counters_alone", d->only[DIFF_COUNTER][i]);
	if (d->traffic[i])
		jout_bool(o, "messages_complete", !d->traffic[i]->breaks);
	else
		jout_null(o, "messages_complete");
	jout_object_end(o);
}

static void put_range(struct json_out *o, const char *key, bool has, uint64_t lo, uint64_t hi)
{
	if (!has) {
		jout_null(o, key);
		return;
	}
	jout_object(o, key);
	jout_number(o, "lo", lo);
	jout_number(o, "hi", hi);
	jout_object_end(o);
}

static void put_duration(struct json_out *o, const struct diff_side *s)
{
	jout_number(o, "count", s->stats.count);
	jout_float_if(o, "mean", s->has, s->value);
	jout_number_if(o, "min", s->has, s->stats.min);
	jout_number_if(o, "max", s->has, s->stats.max);
	put_range(o, "median", s->has, s->median.lo, s->median.hi);
	put_range(o, "p99", s->has, s->last.lo, s->last.hi);
}

static void put_ratio(struct json_out *o, const struct diff_side *s)
{
	jout_float_if(o, "value", s->has, s->value);
	jout_float_if(o, "min", s->has, s->min);
	jout_float_if(o, "max", s->has, s->max);
	jout_number(o, "samples", s->samples);
	put_range(o, "a", true, s->counts.a_min, s->counts.a_max);
	put_range(o, "b", true, s->counts.b_min, s->counts.b_max);
}

static void put_buckets(struct json_out *o, const struct diff_side *s)
{
	jout_number(o, "values", s->stats.count);
	jout_number(o, "lost", s->lost);
	jout_float_if(o, "mean", s->has, s->value);
	jout_float_if(o, "mean_min", s->has, s->min);
	jout_float_if(o, "mean_max", s->has, s->max);
	put_range(o, "median", s->has, s->median.lo, s->median.hi);
	put_range(o, "p99", s->has, s->last.lo, s->last.hi);
	jout_number(o, "banks", s->samples);
}

static void put_share(struct json_out *o, const struct diff_side *s)
{
	jout_float_if(o, "value", s->has, s->value);
	jout_number(o, "count", s->counts.a_max);
	jout_number(o, "of", s->counts.b_max);
	jout_number(o, "samples", s->samples);
}

/* What a row is of. */
static void put_names(struct json_out *o, const struct diff_row *row)
{
	if (!report_diff_is_time(row))
		jout_text(o, "node", row->other);
	else if (row->kind != DIFF_INTERVAL)
		jout_text(o, "kind", report_diff_kind(row));
	if (row->unit)
		jout_text(o, row->kind == DIFF_COUNTER ? "bank" : "buckets", row->unit);
	if (row->kind == DIFF_TRANSIT)
		jout_text(o, "from", row->other);
	jout_text(o, row->kind == DIFF_TRANSIT ? "to" : "name", row->name);
	if (row->kind == DIFF_RATIO)
		jout_text(o, "print", report_measure_is(row->print));
}

static void put_side(struct json_out *o, const struct diff_row *row, const struct diff_side *s)
{
	jout_object(o, NULL);
	if (row->kind == DIFF_RATIO)
		put_ratio(o, s);
	else if (row->kind == DIFF_BUCKETS)
		put_buckets(o, s);
	else if (row->unit)
		put_share(o, s);
	else
		put_duration(o, s);
	jout_object_end(o);
}

static void put_row(struct json_out *o, const struct report_diff *d, const struct diff_row *row)
{
	jout_object(o, NULL);
	put_names(o, row);
	if (!report_diff_is_time(row))
		jout_text(o, "until", report_diff_until(d, row));
	jout_text(o, "verdict", report_diff_verdict(row->verdict));
	jout_bool(o, "worse", row->worse);
	jout_float_if(o, "change", row->has_change, row->change);
	jout_float_if(o, "p", row->has_p, row->p);
	jout_text(o, "p_not_known", row->has_p ? NULL : row->why);
	jout_list(o, "runs");
	for (unsigned i = 0; i < 2; i++)
		put_side(o, row, &row->side[i]);
	jout_list_end(o);
	jout_object_end(o);
}

/* The rows from a kind to another one; of ratios measures, or pairs. */
static void put_rows(struct json_out *o, const struct report_diff *d, const char *key,
		     enum diff_kind from, enum diff_kind to, bool measures)
{
	jout_list(o, key);
	for (size_t i = 0; i < d->rows; i++)
		if (d->row[i].kind >= from && d->row[i].kind <= to && d->row[i].measure == measures)
			put_row(o, d, &d->row[i]);
	jout_list_end(o);
}

void report_diff_json(const struct report_diff *d, FILE *f)
{
	struct json_out o = {.f = f};

	jout_object(&o, NULL);
	jout_number(&o, "gnomon", 1);
	jout_bool(&o, "worse", report_diff_is_worse(d));
	jout_float(&o, "least", d->least);
	jout_bool(&o, "exact", d->exact);
	jout_list(&o, "runs");
	for (unsigned i = 0; i < 2; i++)
		put_run(&o, d, i);
	jout_list_end(&o);
	jout_list(&o, "notes");
	for (size_t i = 0; i < d->notes; i++)
		jout_text(&o, NULL, d->note[i]);
	jout_list_end(&o);
	put_rows(&o, d, "intervals", DIFF_INTERVAL, DIFF_INTERVAL, false);
	put_rows(&o, d, "latencies", DIFF_TRANSIT, DIFF_BLOCKED, false);
	put_rows(&o, d, "measures", DIFF_RATIO, DIFF_RATIO, true);
	put_rows(&o, d, "pairs", DIFF_RATIO, DIFF_RATIO, false);
	put_rows(&o, d, "buckets", DIFF_BUCKETS, DIFF_BUCKETS, false);
	put_rows(&o, d, "shares", DIFF_SHARE, DIFF_SHARE, false);
	put_rows(&o, d, "counters", DIFF_COUNTER, DIFF_COUNTER, false);
	jout_object_end(&o);
	fputc('\n', f);
}
