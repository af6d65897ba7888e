/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/metrics.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "base/show.h"
#include "results/units.h"

/* The type and the meaning of a metric. Prometheus and Grafana show `help` without the others. */
static void put_head(FILE *f, const char *name, const char *type, const char *help)
{
	fprintf(f, "# HELP gnomon_%s %s\n# TYPE gnomon_%s %s\n", name, help, name, type);
}

/* A label's value. It is fit to be shown; a quote or a backslash is escaped. */
static void put_label(FILE *f, const char *key, const char *value)
{
	char shown[BASE_SHOWN];

	fprintf(f, "%s=\"", key);
	for (const char *p = base_show(value, shown, sizeof(shown)); *p; p++) {
		if (*p == '"' || *p == '\\')
			fputc('\\', f);
		fputc(*p, f);
	}
	fputc('"', f);
}

/* A metric's name with its labels: of the node, and perhaps one more. */
static void put_name(FILE *f, const char *name, const struct gno_report *r, unsigned node,
		     const char *key, const char *value)
{
	fprintf(f, "gnomon_%s{", name);
	put_label(f, "node", r->m->node[node].name);
	if (key) {
		fputc(',', f);
		put_label(f, key, value);
	}
	fputs("} ", f);
}

static void put_count(FILE *f, const char *name, const struct gno_report *r, unsigned node,
		      const char *key, const char *value, uint64_t count)
{
	put_name(f, name, r, node, key, value);
	fprintf(f, "%" PRIu64 "\n", count);
}

/* -- numbers of a node -- */

static uint64_t cycles(const struct report_node *n)
{
	return n->end;
}

static uint64_t records(const struct report_node *n)
{
	return n->records;
}

static uint64_t events(const struct report_node *n)
{
	return n->events;
}

static uint64_t triggers(const struct report_node *n)
{
	return n->triggers;
}

static uint64_t samples(const struct report_node *n)
{
	return n->samples;
}

static uint64_t gaps(const struct report_node *n)
{
	return n->gaps;
}

static uint64_t holes(const struct report_node *n)
{
	return n->holes;
}

static uint64_t flushed(const struct report_node *n)
{
	return n->flushed;
}

static const struct {
	const char *name, *type, *help;
	uint64_t (*of)(const struct report_node *n);
} numbers[] = {
    {"node_cycles", "gauge", "Cycle of the last record of the node.", cycles},
    {"node_complete", "gauge", "1 once the node's records are complete, 0 before.", flushed},
    {"records_total", "counter", "Records of the node in the run so far, of all kinds.", records},
    {"events_total", "counter", "Records of events of the node in the run so far.", events},
    {"triggers_total", "counter", "Records of triggers of the node in the run so far.", triggers},
    {"samples_total", "counter", "Samples of the node's ratio counters in the run so far.",
     samples},
    {"gaps_total", "counter",
     "Gaps of the node: stretches in which records were lost for lack of room.", gaps},
    {"holes_total", "counter", "Holes of the node: damaged places of its stream of records.",
     holes},
};

static void put_numbers(const struct gno_report *r, FILE *f)
{
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		put_head(f, numbers[i].name, numbers[i].type, numbers[i].help);
		for (unsigned k = 0; k < r->m->nodes; k++)
			put_count(f, numbers[i].name, r, k, NULL, NULL, numbers[i].of(&r->node[k]));
	}
}

/* -- rates -- */

static uint64_t looked_records(const struct rates_look *l)
{
	return l->records;
}

static uint64_t looked_events(const struct rates_look *l)
{
	return l->events;
}

static uint64_t looked_triggers(const struct rates_look *l)
{
	return l->triggers;
}

static uint64_t looked_lost(const struct rates_look *l)
{
	return l->lost;
}

static const struct {
	const char *name, *help;
	uint64_t (*of)(const struct rates_look *l);
} per_second[] = {
    {"records_per_second",
     "Records of the node in a second of the target's time, over gnomon_rate_seconds.",
     looked_records},
    {"events_per_second",
     "Events of the node in a second of the target's time, over gnomon_rate_seconds.",
     looked_events},
    {"triggers_per_second",
     "Records of triggers of the node in a second of the target's time, over gnomon_rate_seconds.",
     looked_triggers},
    {"lost_records_per_second",
     "Lost records of the node in a second of the target's time, over gnomon_rate_seconds.",
     looked_lost},
};

/* How long the stretch is that came in last, in seconds of the target's clock. */
static double stretch_of(const struct gno_report *r, const struct rates *rates, unsigned node)
{
	const struct rates_node *n = &rates->node[node];

	return (double)(n->to.cycle - n->from.cycle) / (double)gno_manifest_hz(r->m, node);
}

static void put_seconds(FILE *f, const char *name, const struct gno_report *r, unsigned node,
			double value)
{
	put_name(f, name, r, node, NULL, NULL);
	fprintf(f, "%.17g\n", value);
}

static void put_rates(const struct gno_report *r, const struct rates *rates, FILE *f)
{
	if (!r->m->clock_hz)
		return;
	put_head(
	    f, "rate_seconds", "gauge",
	    "Seconds of the target's time over which the node's rates (gnomon_..._per_second) are taken: the stretch of the run that came in last.");
	for (unsigned k = 0; k < r->m->nodes; k++)
		put_seconds(f, "rate_seconds", r, k, stretch_of(r, rates, k));
	for (size_t i = 0; i < sizeof(per_second) / sizeof(*per_second); i++) {
		put_head(f, per_second[i].name, "gauge", per_second[i].help);
		for (unsigned k = 0; k < r->m->nodes; k++) {
			const struct rates_node *n = &rates->node[k];
			const uint64_t count =
			    per_second[i].of(&n->to) - per_second[i].of(&n->from);

			if (n->to.cycle > n->from.cycle)
				put_seconds(f, per_second[i].name, r, k,
					    (double)count / stretch_of(r, rates, k));
		}
	}
}

static void put_losses(const struct gno_report *r, FILE *f)
{
	put_head(
	    f, "lost_records_total", "counter",
	    "Records that the node lost, by what was full: the trace buffer, or the ring that leads to the buffer.");
	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_node *n = &r->node[k];

		put_count(f, "lost_records_total", r, k, "full", "buffer", n->lost_full);
		put_count(f, "lost_records_total", r, k, "full", "ring", n->lost - n->lost_full);
	}
	put_head(f, "unseen_cycles", "gauge",
		 "Unseen cycles of the node: nothing is known of what happened in them, by cause.");
	for (unsigned k = 0; k < r->m->nodes; k++)
		for (unsigned why = 0; why < REPORT_UNSEEN_KINDS; why++)
			put_count(f, "unseen_cycles", r, k, "cause", report_unseen_name(why),
				  r->node[k].unseen[why]);
}

static void put_points(const struct gno_report *r, FILE *f)
{
	put_head(f, "point_total", "counter",
		 "How often a point of the experiment fired at the node in the run so far.");
	for (unsigned k = 0; k < r->m->nodes; k++)
		for (size_t i = 0; i < r->points.points; i++)
			if (r->points.point[i].code[k] >= 0 || r->node[k].count[i])
				put_count(f, "point_total", r, k, "point", r->points.point[i].name,
					  r->node[k].count[i]);
}

static void put_intervals(const struct gno_report *r, FILE *f)
{
	put_head(
	    f, "interval_cycles", "summary",
	    "Durations, in cycles, of the intervals that were seen from begin to end at the node.");
	for (unsigned k = 0; k < r->m->nodes; k++)
		for (size_t i = 0; i < r->points.intervals; i++) {
			const struct gno_stats *s = &r->node[k].statistics[i].stats;
			const char *name = r->points.interval[i].name;

			put_count(f, "interval_cycles_sum", r, k, "interval", name, s->total);
			put_count(f, "interval_cycles_count", r, k, "interval", name, s->count);
		}
}

/* -- ratios and measures -- */

enum bound { VALUE, LEAST, MOST };

static double bound_of(const struct gno_quotient *q, enum bound bound)
{
	return bound == VALUE ? q->value : bound == LEAST ? q->min : q->max;
}

static void put_pairs(const struct gno_report *r, const char *name, enum bound bound, FILE *f)
{
	for (unsigned k = 0; k < r->m->nodes; k++)
		for (unsigned i = 0; i < r->m->node[k].pairs; i++) {
			const struct gno_node *n = &r->m->node[k];
			struct gno_quotient q;

			if (report_quotient(n, i, &r->node[k].overall[i], &q))
				continue;
			put_name(f, name, r, k, "pair", n->pair[i].name);
			fprintf(f, "%.17g\n", bound_of(&q, bound));
		}
}

static void put_measures(const struct gno_report *r, const char *name, enum bound bound, FILE *f)
{
	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct gno_pattern_node *n = report_measures(r, k);

		for (size_t i = 0; n && i < n->measures; i++) {
			const struct gno_pattern_measure *m = &n->measure[i];
			struct gno_quotient q;

			if (report_measure_value(m->print, &r->node[k].overall[m->pair], &q))
				continue;
			put_name(f, name, r, k, "measure", m->name);
			fprintf(f, "%.17g\n", bound_of(&q, bound));
		}
	}
}

static void put_ratios(const struct gno_report *r, FILE *f)
{
	put_head(f, "ratio", "gauge",
		 "Ratio A/B of a pair of the node's counters over the run so far.");
	put_pairs(r, "ratio", VALUE, f);
	put_head(
	    f, "ratio_min", "gauge",
	    "Least value that the ratio A/B of a pair of the node's counters can have over the run so far.");
	put_pairs(r, "ratio_min", LEAST, f);
	put_head(
	    f, "ratio_max", "gauge",
	    "Greatest value that the ratio A/B of a pair of the node's counters can have over the run so far.");
	put_pairs(r, "ratio_max", MOST, f);
	put_head(
	    f, "measure", "gauge",
	    "Measure of the node by name over the run so far, in the unit that gnomon report prints.");
	put_measures(r, "measure", VALUE, f);
	put_head(
	    f, "measure_min", "gauge",
	    "Least value that a measure of the node can have over the run so far, in the unit that gnomon report prints.");
	put_measures(r, "measure_min", LEAST, f);
	put_head(
	    f, "measure_max", "gauge",
	    "Greatest value that a measure of the node can have over the run so far, in the unit that gnomon report prints.");
	put_measures(r, "measure_max", MOST, f);
	put_head(
	    f, "counts_incomplete", "gauge",
	    "1 where the node's counts are incomplete, as samples were lost: its ratios and measures are of the known counts. 0 elsewhere.");
	for (unsigned k = 0; k < r->m->nodes; k++)
		if (r->m->node[k].pairs)
			put_count(f, "counts_incomplete", r, k, NULL, NULL,
				  r->node[k].counts_incomplete);
}

static void put_run(const struct gno_report *r, FILE *f)
{
	const char *state = r->run->state ? r->run->state : "unknown";
	uint64_t left_out = 0;

	put_head(f, "run_info", "gauge",
		 "Monitor and state of the run, as labels. The value is always 1.");
	fputs("gnomon_run_info{", f);
	put_label(f, "monitor", r->m->name);
	fputc(',', f);
	put_label(f, "state", state);
	fputs("} 1\n", f);
	put_head(f, "run_complete", "gauge", "1 once the run is complete, 0 before.");
	fprintf(f, "gnomon_run_complete %d\n", !strcmp(state, "complete"));
	put_head(f, "run_cycles", "gauge", "Cycle of the last record of the run.");
	fprintf(f, "gnomon_run_cycles %" PRIu64 "\n", r->line.end);
	for (size_t i = 0; i < r->run->filters; i++)
		left_out += r->run->filter[i].left_out;
	put_head(f, "run_left_out_records", "gauge",
		 "Records that filters left out of the run: no count of the run has them.");
	fprintf(f, "gnomon_run_left_out_records %" PRIu64 "\n", left_out);
	if (!r->m->clock_hz)
		return;
	put_head(
	    f, "run_seconds", "gauge",
	    "Time of the last record of the run, in seconds of the target's clock since cycle 0.");
	fprintf(f, "gnomon_run_seconds %.17g\n", (double)r->line.end / (double)r->m->clock_hz);
}

void metrics_write(const struct gno_report *r, const struct rates *rates, FILE *f)
{
	put_run(r, f);
	put_numbers(r, f);
	put_rates(r, rates, f);
	put_losses(r, f);
	put_points(r, f);
	put_intervals(r, f);
	put_ratios(r, f);
}

/* -- rates -- */

/* Whether a run can have grown so. */
static bool is_later(const struct rates_look *a, const struct rates_look *b)
{
	return a->cycle <= b->cycle && a->records <= b->records && a->events <= b->events &&
	       a->triggers <= b->triggers && a->lost <= b->lost;
}

void rates_look(struct rates *rates, const struct gno_report *r)
{
	if (rates->run != r->run->run)
		*rates = (struct rates){.run = r->run->run};
	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_node *n = &r->node[k];
		const struct rates_look now = {n->end, n->records, n->events, n->triggers, n->lost};
		struct rates_node *x = &rates->node[k];

		if (!x->to.records || !is_later(&x->to, &now))
			x->from = (struct rates_look){.cycle = n->begin};
		else if (now.cycle > x->to.cycle)
			x->from = x->to;
		x->to = now;
	}
}

void metrics_age(uint64_t ms, const char *fault, FILE *f)
{
	put_head(f, "snapshot_age_seconds", "gauge",
		 "Age in seconds of the snapshot of the run that the metrics show.");
	fprintf(f, "gnomon_snapshot_age_seconds %" PRIu64 ".%03u\n", ms / 1000,
		(unsigned)(ms % 1000));
	if (!fault)
		return;
	put_head(
	    f, "snapshot_fault", "gauge",
	    "1 while no newer snapshot of the run can be made; the label says which fault prevents that.");
	fputs("gnomon_snapshot_fault{", f);
	put_label(f, "fault", fault);
	fputs("} 1\n", f);
}
