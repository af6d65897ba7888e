/* SPDX-License-Identifier: Apache-2.0 */
/* Ratio counters, what they measure, and extremes. */
#include "report_text.h"

#include <inttypes.h>
#include <string.h>

#define PAIRS_MAX 16 /* pairs shown beside each sample */

bool text_wanted(const struct text *x, unsigned k)
{
	return !x->style->node || !strcmp(x->style->node, x->r->m->node[k].name);
}

static const char *span(uint64_t min, uint64_t max, char *buf, size_t size)
{
	if (min == max)
		snprintf(buf, size, "%" PRIu64, min);
	else
		snprintf(buf, size, "%" PRIu64 "..%" PRIu64, min, max);
	return buf;
}

void text_stall(struct text *x, const char *node, const char *what, const struct report_stall *s,
		unsigned groups)
{
	char sum[48], clocks[48];

	for (; groups; groups--, s++)
		fprintf(x->f, "  %s: %s: %u classes '%s...' add up to %s of %s cycles: %s\n", node, what,
			s->classes, s->group, span(s->sum_min, s->sum_max, sum, sizeof(sum)),
			span(s->clocks_min, s->clocks_max, clocks, sizeof(clocks)),
			s->whole ? "as it must be" : "NOT as it must be");
}

const char *text_measured(enum gno_measure_print print, const struct gno_ratio *v, char *buf, size_t size)
{
	struct gno_quotient q;
	size_t n;

	if (print == GNO_PRINT_B)
		return text_count(gno_ratio_b(v), v->b_min, v->b_max, buf, size);
	if (print != GNO_PRINT_B_PER_A) {
		text_quotient(gno_ratio_quotient(v, &q) ? NULL : &q, v->saturated, buf, size);
		n = strlen(buf);
		if (print == GNO_PRINT_A_OF_B_AND) {
			snprintf(buf + n, size - n, ", of ");
			n = strlen(buf);
			text_count(gno_ratio_b(v), v->b_min, v->b_max, buf + n, size - n);
		}
		return buf;
	}
	if (report_measured(print, v, &q))
		snprintf(buf, size, "-");
	else if (q.max - q.min < 1e-9)
		snprintf(buf, size, "%.2f cycles", q.value);
	else
		snprintf(buf, size, "%.1f (%.1f..%.1f) cycles", q.value, q.min, q.max);
	return buf;
}

const char *text_pair(const struct gno_node *n, unsigned pair, const struct gno_ratio *v, char *buf,
		      size_t size)
{
	struct gno_quotient q;
	bool none = report_quotient(n, pair, v, &q) != 0;

	if (none || !report_is_amount(n, pair))
		return text_quotient(none ? NULL : &q, v->saturated, buf, size);
	if (q.max - q.min < 1e-9)
		snprintf(buf, size, "%.4g", q.value);
	else
		snprintf(buf, size, "%.4g (%.4g..%.4g)", q.value, q.min, q.max);
	if (v->saturated)
		strncat(buf, " saturated", size - strlen(buf) - 1);
	return buf;
}

/* What the counts of a whole run are not. */
static void put_marks(struct report_table *t, const struct report_node *n)
{
	report_table_cell(t, "%s%s%s", n->counts_incomplete ? "incomplete" : "",
			  n->counts_incomplete && n->mixed ? ", " : "", n->mixed ? "over a load" : "");
}

static void put_measures(struct text *x)
{
	static const char *const heads[] = {"node", "measure", "pair", "value", ""};
	struct report_table *t = text_table("lllll", heads);
	const struct gno_report *r = x->r;
	char buf[128];

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct gno_pattern_node *n = text_wanted(x, k) ? report_measures(r, k) : NULL;

		for (size_t i = 0; n && i < n->measures; i++) {
			const struct gno_pattern_measure *m = &n->measure[i];

			report_table_cell(t, "%s", r->m->node[k].name);
			report_table_cell(t, "%s", m->name);
			report_table_cell(t, "%s", r->m->node[k].pair[m->pair].name);
			report_table_cell(
			    t, "%s", text_measured(m->print, &r->node[k].overall[m->pair], buf, sizeof(buf)));
			put_marks(t, &r->node[k]);
		}
	}
	text_end(x, t, "\nmeasures over the whole run\n");
}

/* Whether nothing is routed to any of the inputs of a pair that can be routed. */
static bool is_idle(const struct gno_report *r, unsigned k, unsigned p)
{
	const struct gno_pair *pair = &r->m->node[k].pair[p];
	bool a = report_is_idle(r, k, pair->name, "a", pair->a);
	bool b = report_is_idle(r, k, pair->name, "b", pair->b);

	return (a || b) && (a || strcmp(pair->a, GNO_INPUT_ROUTE) != 0) &&
	       (b || strcmp(pair->b, GNO_INPUT_ROUTE) != 0);
}

static void put_overall(struct text *x)
{
	const struct gno_report *r = x->r;
	static const char *const heads[] = {"node", "pair", "of", "A", "B", "A/B", ""};
	struct report_table *t = text_table("lllrrrl", heads);
	char a[64], b[64], q[64];

	for (unsigned k = 0; k < r->m->nodes; k++)
		for (unsigned p = 0; p < r->m->node[k].pairs && text_wanted(x, k); p++) {
			const struct gno_pair *pair = &r->m->node[k].pair[p];
			const struct gno_ratio *v = &r->node[k].overall[p];

			if (is_idle(r, k, p))
				continue;
			report_table_cell(t, "%s", r->m->node[k].name);
			report_table_cell(t, "%s", pair->name);
			report_table_cell(t, pair->gate ? "%s / %s if %s" : "%s / %s",
					  report_input(r, k, pair->name, "a", pair->a),
					  report_input(r, k, pair->name, "b", pair->b), pair->gate);
			report_table_cell(t, "%s",
					  text_count(gno_ratio_a(v), v->a_min, v->a_max, a, sizeof(a)));
			report_table_cell(t, "%s",
					  text_count(gno_ratio_b(v), v->b_min, v->b_max, b, sizeof(b)));
			report_table_cell(t, "%s", text_pair(&r->m->node[k], p, v, q, sizeof(q)));
			put_marks(t, &r->node[k]);
		}
	text_end(x, t, "\nratio counters over the whole run\n");
	for (unsigned k = 0; k < r->m->nodes; k++) {
		struct report_stall s[REPORT_STALLS];
		unsigned groups = report_stall_pairs(&r->m->node[k], r->node[k].overall, s);

		if (!text_wanted(x, k))
			continue;
		if (r->node[k].unsampled)
			fprintf(x->f, "  %s: %" PRIu64 " clocks asked for a sample that could not be taken\n",
				r->m->node[k].name, r->node[k].unsampled);
		text_stall(x, r->m->node[k].name, "ratio counters", s, groups);
	}
}

/* From where on a sample counted; `?` where the reset before it may have been lost. */
static void put_from(struct report_table *t, const struct report_sample *s)
{
	if (s->since_lost)
		report_table_cell(t, "?");
	else
		report_table_cell(t, "%" PRIu64, s->from);
}

/* A row of the table of samples. */
static void put_sample(struct text *x, struct report_table *t, const struct report_sample *s,
		       const bool *shown, unsigned pairs)
{
	unsigned mine = x->r->m->node[s->node].pairs;
	char buf[64], name[32];

	put_from(t, s);
	report_table_cell(t, "%" PRIu64, s->time);
	report_table_cell(t, "%s", x->r->m->node[s->node].name);
	report_table_cell(t, "%s", report_fired_name(x->r, &s->fired, name, sizeof(name)));
	report_table_cell(t, "%s%s%s", s->mixed ? "over a load" : "", s->mixed && s->reset ? ", " : "",
			  s->reset ? "reset after" : "");
	for (unsigned p = 0; p < pairs; p++) {
		const struct gno_ratio *v = &x->r->pair[s->pair + p];

		if (!shown[p])
			continue;
		if (p < mine)
			report_table_cell(t, "%.0f/%.0f %s", gno_ratio_a(v), gno_ratio_b(v),
					  text_pair(&x->r->m->node[s->node], p, v, buf, sizeof(buf)));
		else
			report_table_cell(t, "-");
	}
}

/* Samples of nodes whose pairs have the same names, in one table. */
static void put_samples(struct text *x)
{
	const struct gno_report *r = x->r;
	char align[PAIRS_MAX + 6];
	struct report_table *t;
	bool shown[PAIRS_MAX] = {false}; /* some node uses the pair */
	unsigned pairs = 0, columns = 0;
	size_t rows = 0;
	int first = -1;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		if (!text_wanted(x, k))
			continue;
		if (r->m->node[k].pairs > pairs) {
			pairs = r->m->node[k].pairs;
			first = (int)k;
		}
		for (unsigned p = 0; p < r->m->node[k].pairs && p < PAIRS_MAX; p++)
			shown[p] = shown[p] || !is_idle(r, k, p);
	}
	if (first < 0)
		return;
	if (pairs > PAIRS_MAX)
		pairs = PAIRS_MAX;
	for (unsigned p = 0; p < pairs; p++)
		columns += shown[p];
	memset(align, 'l', sizeof(align));
	align[0] = align[1] = 'r';
	align[columns + 5] = '\0';
	t = report_table_new(align);
	report_table_cell(t, "from");
	report_table_cell(t, "to cycle");
	report_table_cell(t, "node");
	report_table_cell(t, "event");
	report_table_cell(t, "%s", "");
	for (unsigned p = 0; p < pairs; p++)
		if (shown[p])
			report_table_cell(t, "%s", r->m->node[first].pair[p].name);
	for (size_t i = 0; i < r->samples && rows < x->style->rows; i++)
		if (r->m->node[r->sample[i].node].pairs && text_wanted(x, r->sample[i].node)) {
			put_sample(x, t, &r->sample[i], shown, pairs);
			rows++;
		}
	text_end(x, t, "\nratio counters at each sample (counts since the last reset)\n");
	if (!x->style->node && rows)
		text_more(x, rows, r->samples_seen);
}

static void put_end(struct text *x, struct report_table *t, uint32_t value, uint64_t time, unsigned code,
		    int point)
{
	struct report_fired fired = {GNO_KIND_EVENT, code, point, 0};
	char name[32];

	report_table_cell(t, "%" PRIu32, value);
	if (time == GNO_TIME_UNKNOWN)
		report_table_cell(t, "?");
	else
		report_table_cell(t, "%" PRIu64, time);
	report_table_cell(t, "%s", code ? report_fired_name(x->r, &fired, name, sizeof(name)) : "-");
}

static void put_extreme(struct text *x, struct report_table *t, unsigned node, unsigned i,
			const struct report_extreme *e)
{
	const struct gno_node *n = &x->r->m->node[node];
	const struct gno_watcher *w = &n->measure.extreme[i];

	report_table_cell(t, "%s", n->name);
	report_table_cell(t, "%s", w->name);
	report_table_cell(t, "%s", n->measure.quantity[w->of].name);
	if (e->v.any) {
		put_end(x, t, e->v.largest, e->v.largest_time, e->v.largest_code, e->largest_point);
		put_end(x, t, e->v.smallest, e->v.smallest_time, e->v.smallest_code, e->smallest_point);
	} else {
		for (unsigned c = 0; c < 6; c++)
			report_table_cell(t, "-");
	}
}

static void put_extremes(struct text *x)
{
	static const char *const heads[] = {"from",	"to cycle", "node",	"extremes", "of",   "largest",
					    "at cycle", "event",    "smallest", "at cycle", "event"};
	const struct gno_report *r = x->r;
	struct report_table *t = text_table("rrlllrrlrrl", heads);
	size_t rows = 0;

	for (unsigned k = 0; k < r->m->nodes; k++)
		for (unsigned i = 0; i < r->m->node[k].measure.extremes && text_wanted(x, k); i++) {
			report_table_cell(t, "%s", r->node[k].counts_incomplete ? "?" : "");
			report_table_cell(t, "run");
			put_extreme(x, t, k, i, &r->node[k].extreme[i]);
		}
	for (size_t s = 0; s < r->samples && rows < x->style->rows; s++) {
		const struct report_sample *sample = &r->sample[s];
		unsigned many = r->m->node[sample->node].measure.extremes;

		if (!text_wanted(x, sample->node))
			continue;
		rows += many > 0;
		for (unsigned i = 0; i < many; i++) {
			put_from(t, sample);
			report_table_cell(t, "%" PRIu64, sample->time);
			put_extreme(x, t, sample->node, i, &r->extreme[sample->extreme + i]);
		}
	}
	text_end(x, t, "\nextremes\n");
}

void text_ratios(struct text *x)
{
	put_overall(x);
	put_measures(x);
	put_samples(x);
	put_extremes(x);
}
