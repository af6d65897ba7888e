/* SPDX-License-Identifier: Apache-2.0 */
/* Two runs beside each other as JSON. */
#include "common/json_out.h"
#include "report/diff/diff.h"

static void put_run(struct json_out *o, const struct report_diff *d, unsigned i)
{
	jout_object(o, NULL);
	jout_text(o, "path", d->path[i]);
	jout_bool(o, "model", d->run[i]->run->model);
	jout_number(o, "lost", d->lost[i]);
	jout_number(o, "intervals_alone", d->only[i]);
	jout_object_end(o);
}

static void put_part(struct json_out *o, const char *key, bool has, const struct diff_part *p)
{
	if (!has) {
		jout_null(o, key);
		return;
	}
	jout_object(o, key);
	jout_number(o, "lo", p->lo);
	jout_number(o, "hi", p->hi);
	jout_object_end(o);
}

static void put_interval(struct json_out *o, const struct diff_interval *v)
{
	const bool both = v->stats[0].count && v->stats[1].count;

	jout_object(o, NULL);
	jout_text(o, "name", v->name);
	jout_text(o, "verdict", report_diff_verdict(v->verdict));
	jout_float_if(o, "change", both, v->change);
	jout_float_if(o, "p", both, v->p);
	jout_list(o, "runs");
	for (unsigned i = 0; i < 2; i++) {
		const bool has = v->stats[i].count > 0;

		jout_object(o, NULL);
		jout_number(o, "count", v->stats[i].count);
		jout_float_if(o, "mean", has, v->mean[i]);
		jout_number_if(o, "min", has, v->stats[i].min);
		jout_number_if(o, "max", has, v->stats[i].max);
		put_part(o, "median", has, &v->median[i]);
		put_part(o, "p99", has, &v->last[i]);
		jout_object_end(o);
	}
	jout_list_end(o);
	jout_object_end(o);
}

static void put_measure(struct json_out *o, const struct diff_measure *m)
{
	jout_object(o, NULL);
	jout_text(o, "node", m->node);
	jout_text(o, "name", m->name);
	jout_text(o, "print", report_measure_is(m->print));
	jout_list(o, "values");
	for (unsigned i = 0; i < 2; i++) {
		struct gno_quotient q = {0};

		if (report_measured(m->print, &m->counts[i], &q))
			jout_null(o, NULL);
		else
			jout_float(o, NULL, q.value);
	}
	jout_list_end(o);
	jout_object_end(o);
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
	jout_list(&o, "intervals");
	for (size_t i = 0; i < d->intervals; i++)
		put_interval(&o, &d->interval[i]);
	jout_list_end(&o);
	jout_list(&o, "measures");
	for (size_t i = 0; i < d->measures; i++)
		put_measure(&o, &d->measure[i]);
	jout_list_end(&o);
	jout_object_end(&o);
	fputc('\n', f);
}
