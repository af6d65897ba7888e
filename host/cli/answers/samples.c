/* SPDX-License-Identifier: Apache-2.0 */
#include "answers/samples.h"
#include "base/show.h"
#include "clocks/lock.h"
#include "common/json_out.h"

#include <inttypes.h>
#include <stdio.h>

/* The greatest ratio that any duration of the plan has (clocks/lock.h). */
static double worst_lock(const struct samples_ask *ask, const struct clocks_plan *p)
{
	double worst = 0;

	for (size_t i = 0; i < p->count && ask->has_loop; i++) {
		const double ratio =
		    clocks_lock(clocks_value(p->expected[i].duration) / ask->tick,
				ask->loop / ask->tick, ask->spread / ask->tick, (double)p->most);

		worst = ratio > worst ? ratio : worst;
	}
	return worst;
}

static void warn_lock(double ratio)
{
	if (ratio >= CLOCKS_NEAR)
		printf(
		    "warning: the loop is %slocked to the clock: the error is %.3g times that of "
		    "independent counts\n",
		    ratio >= CLOCKS_LOCKED ? "" : "nearly ", ratio);
}

void samples_plan_text(const struct samples_ask *ask, const struct clocks_plan *p)
{
	printf("tick %g, total width %g %% of the mean, ", ask->tick, clocks_value(p->width));
	if (p->quantile.digits)
		printf("%g standard deviations as stated\n\n", p->w);
	else
		printf("confidence %g %% (%.6g standard deviations)\n\n", 100 * p->confidence,
		       p->w);
	printf("%14s %10s %5s %18s  %s\n", "expected", "+-", "by", "repetitions", "width then");
	for (size_t i = 0; i < p->count; i++) {
		const struct clocks_expected *e = &p->expected[i];

		printf("%14g %10g %5s %18" PRIu64 "  %.4g %%\n", clocks_value(e->duration),
		       clocks_value(e->wrong), clocks_rule_name[e->rule], e->repetitions,
		       100 * e->width);
	}
	printf("\nrepetitions: %" PRIu64 "\n", p->most);
	if (ask->has_loop)
		printf("length: %.6g (loops of %g)\n", (double)p->most * ask->loop, ask->loop);
	warn_lock(worst_lock(ask, p));
}

void samples_plan_json(const struct samples_ask *ask, const struct clocks_plan *p)
{
	struct json_out o = {.f = stdout};
	const double lock = worst_lock(ask, p);

	jout_object(&o, NULL);
	jout_float(&o, "tick", ask->tick);
	jout_float_if(&o, "confidence", !p->quantile.digits, p->confidence);
	jout_float(&o, "quantile", p->w);
	jout_float(&o, "width", clocks_value(p->width) / 100);
	jout_list(&o, "expected");
	for (size_t i = 0; i < p->count; i++) {
		const struct clocks_expected *e = &p->expected[i];

		jout_object(&o, NULL);
		jout_float(&o, "duration", clocks_value(e->duration));
		jout_float(&o, "wrong", clocks_value(e->wrong));
		jout_text(&o, "by", clocks_rule_name[e->rule]);
		jout_number(&o, "repetitions", e->repetitions);
		jout_float(&o, "width", e->width);
		jout_object_end(&o);
	}
	jout_list_end(&o);
	jout_number(&o, "repetitions", p->most);
	jout_float_if(&o, "length", ask->has_loop, (double)p->most * ask->loop);
	jout_float_if(&o, "lock", ask->has_loop, lock);
	jout_object_end(&o);
	puts("");
}

static const char *name_of(const struct clocks_table *t, size_t column, char *room, size_t size)
{
	char plain[32];

	snprintf(plain, sizeof(plain), "%zu", column + 1);
	return base_show(t->name[column] ? t->name[column] : plain, room, size);
}

void samples_counts_text(const struct samples_ask *ask, const struct clocks_table *t,
			 const struct clocks_estimate *e)
{
	char name[BASE_SHOWN];

	printf("tick %g, confidence %g %%\n\n", ask->tick, 100 * ask->confidence);
	printf("%-12s %10s %12s %27s  %-10s %10s %10s %10s\n", "column", "counts", "mean",
	       "interval", "by", "s", "S (10a)", "bound");
	for (size_t i = 0; i < t->columns; i++) {
		const struct clocks_estimate *x = &e[i];
		char interval[64] = "-";

		if (x->method)
			snprintf(interval, sizeof(interval), "%.6g..%.6g", x->low, x->high);
		printf("%-12s %10" PRIu64 " %12.6g %27s  %-10s %10.6g %10.6g %10.6g\n",
		       name_of(t, i, name, sizeof(name)), x->counts, x->mean, interval,
		       clocks_method_name[x->method], x->deviation, x->s_10a, x->bound);
	}
	puts("");
	for (size_t i = 0; i < t->columns; i++) {
		const struct clocks_estimate *x = &e[i];

		name_of(t, i, name, sizeof(name));
		if (!x->method)
			printf("%s: no interval: %s\n", name, clocks_why_text[x->why]);
		if (x->dependent)
			printf("%s: the counts depend on each other: correlation %.3f %u apart\n",
			       name, x->correlation, x->lag);
		if (x->method && x->lock >= CLOCKS_NEAR)
			printf(
			    "%s: warning: the loop is nearly locked to the clock: the interval is "
			    "%.3g times wider\n",
			    name, x->lock);
	}
}

void samples_counts_json(const struct samples_ask *ask, const struct clocks_table *t,
			 const struct clocks_estimate *e)
{
	struct json_out o = {.f = stdout};
	char name[BASE_SHOWN];

	jout_object(&o, NULL);
	jout_float(&o, "tick", ask->tick);
	jout_float(&o, "confidence", ask->confidence);
	jout_list(&o, "columns");
	for (size_t i = 0; i < t->columns; i++) {
		const struct clocks_estimate *x = &e[i];

		jout_object(&o, NULL);
		jout_text(&o, "name", name_of(t, i, name, sizeof(name)));
		jout_number(&o, "counts", x->counts);
		jout_float(&o, "mean", x->mean);
		jout_float_if(&o, "low", x->method, x->low);
		jout_float_if(&o, "high", x->method, x->high);
		jout_text(&o, "by", clocks_method_name[x->method]);
		jout_text(&o, "why", clocks_why_text[x->why]);
		jout_float_if(&o, "deviation", t->rows > 1, x->deviation);
		jout_float(&o, "s_10a", x->s_10a);
		jout_float(&o, "bound", x->bound);
		jout_float(&o, "certain", x->certain);
		if (x->tested)
			jout_bool(&o, "dependent", x->dependent);
		else
			jout_null(&o, "dependent");
		jout_number_if(&o, "lag", x->dependent, x->lag);
		jout_float_if(&o, "correlation", x->dependent, x->correlation);
		jout_float_if(&o, "lock", x->lock > 0, x->lock);
		jout_object_end(&o);
	}
	jout_list_end(&o);
	jout_object_end(&o);
	puts("");
}

void samples_zero_text(const struct samples_ask *ask, const struct clocks_zero *z)
{
	printf("%zu repetitions of zero elapsed time, tick %g\n", z->n, ask->tick);
	printf("uncorrected: mean %.6g, standard deviation %.6g\n\n", z->mean * ask->tick,
	       z->deviation * ask->tick);
	printf("%-20s %12s %12s %10s %21s %14s\n", "corrected by", "mean", "deviation", "k",
	       "interval of k", "shortest");
	for (size_t i = 0; i < CLOCKS_WAYS; i++) {
		const struct clocks_corrected *c = &z->way[i];
		char k[32] = "-", interval[64] = "-";

		if (!c->there)
			continue;
		if (c->has_k) {
			snprintf(k, sizeof(k), "%.4g", c->k);
			snprintf(interval, sizeof(interval), "%.4g..%.4g", c->k_low, c->k_high);
		}
		printf("%-20s %12.6g %12.6g %10s %21s %14.6g\n", clocks_way_name[i],
		       c->mean * ask->tick, c->deviation * ask->tick, k, interval,
		       c->least * ask->tick);
	}
	printf("\nshortest: one reading of this duration is known to %g %%, with a confidence of "
	       "%g %%\n",
	       100 * ask->part, 100 * ask->confidence);
	printf("prescaler: %" PRIu64 " (the largest power of two whose tick is at most the "
	       "standard deviation)\n",
	       z->prescale);
}

void samples_zero_json(const struct samples_ask *ask, const struct clocks_zero *z)
{
	struct json_out o = {.f = stdout};

	jout_object(&o, NULL);
	jout_float(&o, "tick", ask->tick);
	jout_float(&o, "confidence", ask->confidence);
	jout_float(&o, "part", ask->part);
	jout_number(&o, "repetitions", z->n);
	jout_float(&o, "mean", z->mean * ask->tick);
	jout_float(&o, "deviation", z->deviation * ask->tick);
	jout_number(&o, "prescale", z->prescale);
	jout_list(&o, "methods");
	for (size_t i = 0; i < CLOCKS_WAYS; i++) {
		const struct clocks_corrected *c = &z->way[i];

		if (!c->there)
			continue;
		jout_object(&o, NULL);
		jout_text(&o, "name", clocks_way_name[i]);
		jout_float(&o, "mean", c->mean * ask->tick);
		jout_float(&o, "deviation", c->deviation * ask->tick);
		jout_float_if(&o, "k", c->has_k, c->k);
		jout_float_if(&o, "k_low", c->has_k, c->k_low);
		jout_float_if(&o, "k_high", c->has_k, c->k_high);
		jout_number_if(&o, "block", c->has_k, c->block);
		jout_float(&o, "shortest", c->least * ask->tick);
		jout_object_end(&o);
	}
	jout_list_end(&o);
	jout_object_end(&o);
	puts("");
}
