/* SPDX-License-Identifier: Apache-2.0 */
/* Ratio counters, their measures, and extremes. */
#include "gnomon/records.h"
#include "compile/groups.h"
#include "out/text/text.h"
#include "results/until.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_COLUMNS 64 /* measures and pairs beside each sample */

/* What is shown of the counts of a node: its measures, and the pairs that none takes. */
struct text_columns {
	unsigned columns;
	struct {
		const char *name;
		unsigned pair;
		const struct gno_pattern_measure *measure; /* NULL: the pair as it is */
	} column[TEXT_COLUMNS];
};

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
		fprintf(x->f, "  %s: %s: %u classes '%s...' add up to %s of %s cycles: %s\n", node,
			what, s->classes, s->group, span(s->sum_min, s->sum_max, sum, sizeof(sum)),
			span(s->clocks_min, s->clocks_max, clocks, sizeof(clocks)),
			s->whole ? "as it must be" : "NOT as it must be");
}

const char *text_measured(enum gno_measure_print print, const struct gno_ratio *v, char *buf,
			  size_t size)
{
	struct gno_quotient q;
	size_t n;

	if (print == GNO_PRINT_B)
		return text_count(v->b_min, v->b_max, buf, size);
	if (print == GNO_PRINT_A_OF_B_AND) {
		text_count(v->a_min, v->a_max, buf, size);
		n = strlen(buf);
		snprintf(buf + n, size - n, " of ");
		n = strlen(buf);
		text_count(v->b_min, v->b_max, buf + n, size - n);
		n = strlen(buf);
		snprintf(buf + n, size - n, ", ");
		n = strlen(buf);
		text_measured(GNO_PRINT_A_OF_B, v, buf + n, size - n);
		return buf;
	}
	if (print == GNO_PRINT_A_OF_B)
		return text_quotient(report_measure_value(print, v, &q) ? NULL : &q, v->saturated,
				     buf, size);
	if (report_measure_value(print, v, &q))
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
static void put_marks(struct report_table *t, bool incomplete, bool mixed)
{
	report_table_cell(t, "%s%s%s", incomplete ? "incomplete" : "",
			  incomplete && mixed ? ", " : "", mixed ? "over a load" : "");
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
			report_table_cell(t, "%s",
					  text_measured(m->print, &r->node[k].overall[m->pair], buf,
							sizeof(buf)));
			put_marks(t, r->node[k].counts_incomplete, r->node[k].mixed);
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

/* What is shown of a node's counts, pair by pair. */
static void find_columns(const struct gno_report *r, unsigned k, struct text_columns *c)
{
	const struct gno_pattern_node *n = report_measures(r, k);

	c->columns = 0;
	for (unsigned p = 0; p < r->m->node[k].pairs; p++) {
		unsigned before = c->columns;

		for (size_t i = 0; n && i < n->measures && c->columns < TEXT_COLUMNS; i++) {
			if (n->measure[i].pair != p)
				continue;
			c->column[c->columns].name = n->measure[i].name;
			c->column[c->columns].pair = p;
			c->column[c->columns++].measure = &n->measure[i];
		}
		if (c->columns > before || is_idle(r, k, p) || c->columns == TEXT_COLUMNS)
			continue;
		c->column[c->columns].name = r->m->node[k].pair[p].name;
		c->column[c->columns].pair = p;
		c->column[c->columns++].measure = NULL;
	}
}

static bool same_columns(const struct text_columns *a, const struct text_columns *b)
{
	bool same = a->columns == b->columns;

	for (unsigned i = 0; same && i < a->columns; i++)
		same = !strcmp(a->column[i].name, b->column[i].name) &&
		       a->column[i].pair == b->column[i].pair &&
		       !a->column[i].measure == !b->column[i].measure;
	return same;
}

/* A row of counts over the whole run, or up to the end point. */
static void put_pair(struct text *x, struct report_table *t, unsigned k, unsigned p,
		     const struct gno_ratio *v)
{
	const struct gno_report *r = x->r;
	const struct gno_pair *pair = &r->m->node[k].pair[p];
	char a[64], b[64], q[64];

	report_table_cell(t, "%s", r->m->node[k].name);
	report_table_cell(t, "%s", pair->name);
	report_table_cell(t, pair->gate ? "%s / %s if %s" : "%s / %s",
			  report_input(r, k, pair->name, "a", pair->a),
			  report_input(r, k, pair->name, "b", pair->b), pair->gate);
	report_table_cell(t, "%s", text_count(v->a_min, v->a_max, a, sizeof(a)));
	report_table_cell(t, "%s", text_count(v->b_min, v->b_max, b, sizeof(b)));
	report_table_cell(t, "%s", text_pair(&r->m->node[k], p, v, q, sizeof(q)));
}

/* Which cycles the counts cover beside those that records show. */
static void put_cover(struct text *x, unsigned k)
{
	const struct report_node *n = &x->r->node[k];
	const char *name = x->r->m->node[k].name;

	text_left_out(x, k, GNO_KIND_RATIO);
	if (n->unsampled)
		fprintf(x->f, "  %s: %" PRIu64 " samples were requested and could not be taken\n",
			name, n->unsampled);
	if (x->r->m->node[k].pairs && n->unseen[REPORT_OFF])
		fprintf(x->f,
			"  %s: counted in all cycles, also in %" PRIu64
			" of them without collection\n",
			name, n->unseen[REPORT_OFF]);
	if (x->r->m->node[k].pairs && n->port.pauses)
		fprintf(x->f,
			"  %s: counted in all cycles, also in %s%" PRIu64
			" of them for which the program had stopped the time\n",
			name, n->port.paused_exact ? "" : ">= ", n->port.paused);
	if (n->until.reached && !n->until.sampled)
		fprintf(
		    x->f,
		    "  %s: up to the stop of the run; the end point '%s' takes no sample, so the counts up to it are not known\n",
		    name, report_until(x->r));
}

static void put_overall(struct text *x)
{
	const struct gno_report *r = x->r;
	static const char *const heads[] = {"node", "pair", "of", "A", "B", "A/B", ""};
	struct report_table *t = text_table("lllrrrl", heads);

	for (unsigned k = 0; k < r->m->nodes; k++)
		for (unsigned p = 0; p < r->m->node[k].pairs && text_wanted(x, k); p++) {
			if (is_idle(r, k, p))
				continue;
			put_pair(x, t, k, p, &r->node[k].overall[p]);
			put_marks(t, r->node[k].counts_incomplete, r->node[k].mixed);
		}
	text_end(x, t, "\nratio counters over the whole run\n");
	for (unsigned k = 0; k < r->m->nodes; k++) {
		struct report_stall s[REPORT_STALLS];
		unsigned groups = report_stall_pairs(&r->m->node[k], r->node[k].overall, s);

		if (!text_wanted(x, k) || !gno_report_part_of(&r->m->node[k], REPORT_RATIOS))
			continue;
		put_cover(x, k);
		text_stall(x, r->m->node[k].name, "ratio counters", s, groups);
	}
}

/* The same up to the end point, where it was sampled. */
static void put_up_to_end(struct text *x)
{
	const struct gno_report *r = x->r;
	static const char *const heads[] = {"node", "pair", "of", "A", "B", "A/B", ""};
	struct report_table *t = text_table("lllrrrl", heads);

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_until *u = &r->node[k].until;

		for (unsigned p = 0; p < r->m->node[k].pairs && u->sampled && text_wanted(x, k);
		     p++) {
			if (is_idle(r, k, p))
				continue;
			put_pair(x, t, k, p, &u->pair[p]);
			put_marks(t, u->incomplete, u->mixed);
		}
	}
	text_end(x, t, "\nratio counters up to the end point\n");
}

/* A measure or, without `m`, a pair over an interval. */
static void put_over(struct text *x, struct report_table *t, unsigned k, size_t interval,
		     unsigned pair, const struct gno_pattern_measure *m)
{
	const struct report_over *over = &x->r->node[k].over[interval];
	const struct gno_ratio *v = &over->pair[pair];
	const struct gno_node *n = &x->r->m->node[k];
	char a[64], b[64], q[128];

	report_table_cell(t, "%s", n->name);
	report_table_cell(t, "%s", x->r->points.interval[interval].name);
	report_table_cell(t, "%" PRIu64, over->counts[pair]);
	report_table_cell(t, "%s", m ? m->name : n->pair[pair].name);
	report_table_cell(t, "%s", text_count(v->a_min, v->a_max, a, sizeof(a)));
	report_table_cell(t, "%s", text_count(v->b_min, v->b_max, b, sizeof(b)));
	report_table_cell(t, "%s",
			  m ? text_measured(m->print, v, q, sizeof(q))
			    : text_pair(n, pair, v, q, sizeof(q)));
}

/* Intervals by measure: those whose begin resets the counters and whose end samples them. */
static void put_intervals(struct text *x)
{
	static const char *const heads[] = {"node", "interval", "count", "measure",
					    "A",    "B",	"value"};
	const struct gno_report *r = x->r;
	struct report_table *t = text_table("llrlrrl", heads);
	struct text_columns c;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		if (!text_wanted(x, k))
			continue;
		find_columns(r, k, &c);
		for (size_t i = 0; i < r->points.intervals; i++)
			for (unsigned p = 0; p < c.columns; p++)
				if (r->node[k].over[i].counts[c.column[p].pair])
					put_over(x, t, k, i, c.column[p].pair, c.column[p].measure);
	}
	text_end(x, t, "\nratio counters over the intervals\n");
}

/* Likewise of each group, or of what is in none, as one cell. */
static void put_from_groups(struct text *x, struct report_table *t, const struct gno_node *n,
			    const struct report_sample *s)
{
	struct text_cell c;
	size_t named = 0;

	if (!text_cell_begin(x, &c))
		return;
	for (unsigned g = 0; g <= n->preprocessors.groups; g++) {
		if (!gno_group_can(n, g, GNO_ACT_RESET))
			continue;
		fprintf(c.f, "%s%s ", named++ ? ", " : "",
			g < n->preprocessors.groups ? n->preprocessors.group[g] : "others");
		if (s->since[g].lost)
			fputs("?", c.f);
		else
			fprintf(c.f, "%" PRIu64, s->since[g].from);
	}
	text_cell_end(x, t, &c, "");
}

/* From where on a sample counted; `?` where the reset before it may have been lost. */
static void put_from(struct text *x, struct report_table *t, unsigned node,
		     const struct report_sample *s)
{
	if (s->apart)
		put_from_groups(x, t, &x->r->m->node[node], s);
	else if (s->since_lost)
		report_table_cell(t, "?");
	else
		report_table_cell(t, "%" PRIu64, s->from);
}

/* All that fired in the cycle of a sample, as one cell. */
static void put_fired(struct text *x, struct report_table *t, const struct report_sample *s)
{
	struct text_cell c;
	char name[32];
	size_t named = 0;

	if (!text_cell_begin(x, &c))
		return;
	for (size_t i = 0; i < s->fires; i++) /* a word of the profile has no name */
		if (s->fired[i].kind != GNO_KIND_WORD || s->fires == 1)
			fprintf(c.f, "%s%s", named++ ? " + " : "",
				report_fired_name(x->r, &s->fired[i], name, sizeof(name)));
	text_cell_end(x, t, &c, s->fires ? "" : "(end)");
}

/* What a sample reset, and whether a load changed what it counts. */
static void put_resets(struct text *x, struct report_table *t, const struct gno_node *n,
		       const struct report_sample *s)
{
	struct text_cell c;
	size_t named = 0;

	if (!text_cell_begin(x, &c))
		return;
	fputs(s->mixed ? "over a load" : "", c.f);
	if (s->reset)
		fprintf(c.f, "%sreset after", s->mixed ? ", " : "");
	for (unsigned g = 0; s->since && !s->reset && g <= n->preprocessors.groups; g++)
		if (s->since[g].reset)
			fprintf(c.f, "%s%s",
				named++	   ? ", "
				: s->mixed ? ", reset after: "
					   : "reset after: ",
				g < n->preprocessors.groups ? n->preprocessors.group[g] : "others");
	text_cell_end(x, t, &c, "");
}

/* A row of the table of samples. */
static void put_sample(struct text *x, struct report_table *t, unsigned node,
		       const struct report_row *row, const void *ctx)
{
	const struct report_sample *s = &row->sample;
	const struct text_columns *c = ctx;
	char a[64], b[64], q[128];

	put_from(x, t, node, s);
	report_table_cell(t, "%" PRIu64, s->time);
	report_table_cell(t, "%s", x->r->m->node[node].name);
	put_fired(x, t, s);
	put_resets(x, t, &x->r->m->node[node], s);
	for (unsigned i = 0; i < c->columns; i++) {
		const struct gno_pattern_measure *m = c->column[i].measure;
		const struct gno_ratio *v = &s->pair[c->column[i].pair];

		text_amount(v->a_min, v->a_max, a, sizeof(a));
		text_amount(v->b_min, v->b_max, b, sizeof(b));
		if (m)
			text_measured(m->print, v, q, sizeof(q));
		else
			text_pair(&x->r->m->node[node], c->column[i].pair, v, q, sizeof(q));
		report_table_cell(t, "%s/%s %s", a, b, q);
	}
}

/* The table of samples of the nodes that have the same columns. */
static void put_group(struct text *x, const bool *nodes, const struct text_columns *c)
{
	const struct text_list list = {
	    .list = REPORT_SAMPLES, .nodes = nodes, .put = put_sample, .ctx = c};
	char align[TEXT_COLUMNS + 6];
	struct report_table *t;

	memset(align, 'l', sizeof(align));
	align[0] = align[1] = 'r';
	align[c->columns + 5] = '\0';
	t = report_table_new(align);
	report_table_cell(t, "from");
	report_table_cell(t, "to cycle");
	report_table_cell(t, "node");
	report_table_cell(t, "event");
	report_table_cell(t, "%s", "");
	for (unsigned i = 0; i < c->columns; i++)
		report_table_cell(t, "%s", c->column[i].name);
	text_list(x, t, "\nratio counters at each sample (counts since the last reset)\n", &list);
}

/* Samples, a table for each group of nodes that count the same. */
static void put_samples(struct text *x)
{
	const struct gno_report *r = x->r;
	bool *done = calloc(2 * r->m->nodes, sizeof(*done)), *nodes = done + r->m->nodes;
	struct text_columns mine, other;

	if (!done) {
		x->rc = gno_fail_nomem(x->err);
		return;
	}
	for (unsigned k = 0; k < r->m->nodes; k++) {
		if (done[k] || !text_wanted(x, k) || !r->m->node[k].pairs)
			continue;
		find_columns(r, k, &mine);
		for (unsigned i = 0; i < r->m->nodes; i++) {
			nodes[i] = i >= k && !done[i] && text_wanted(x, i) && r->m->node[i].pairs;
			if (nodes[i])
				find_columns(r, i, &other);
			nodes[i] = nodes[i] && same_columns(&mine, &other);
			done[i] |= nodes[i];
		}
		put_group(x, nodes, &mine);
	}
	free(done);
}

static void put_end(struct text *x, struct report_table *t, uint32_t value, uint64_t time,
		    unsigned code, int point)
{
	struct report_fired fired = {GNO_KIND_EVENT, code, point, 0};
	char name[32];

	report_table_cell(t, "%" PRIu32, value);
	if (time == GNO_TIME_UNKNOWN)
		report_table_cell(t, "?");
	else
		report_table_cell(t, "%" PRIu64, time);
	report_table_cell(t, "%s",
			  code ? report_fired_name(x->r, &fired, name, sizeof(name)) : "-");
}

static void put_extreme(struct text *x, struct report_table *t, unsigned node, unsigned i,
			const struct report_extreme *e)
{
	const struct gno_node *n = &x->r->m->node[node];
	const struct gno_watcher *w = &n->preprocessors.extreme[i];

	report_table_cell(t, "%s", n->name);
	report_table_cell(t, "%s", w->name);
	report_table_cell(t, "%s", n->preprocessors.quantity[w->of].name);
	if (e->v.any) {
		put_end(x, t, e->v.largest, e->v.largest_time, e->v.largest_code, e->largest_point);
		put_end(x, t, e->v.smallest, e->v.smallest_time, e->v.smallest_code,
			e->smallest_point);
	} else {
		for (unsigned c = 0; c < 6; c++)
			report_table_cell(t, "-");
	}
}

/* From where on an extreme was observed. */
static void put_from_extreme(struct report_table *t, const struct gno_watcher *w,
			     const struct report_sample *s)
{
	if (s->since ? s->since[w->group].lost : s->since_lost)
		report_table_cell(t, "?");
	else
		report_table_cell(t, "%" PRIu64, s->since ? s->since[w->group].from : s->from);
}

static void put_sample_extremes(struct text *x, struct report_table *t, unsigned node,
				const struct report_row *row, const void *ctx)
{
	(void)ctx;
	for (unsigned i = 0; i < x->r->m->node[node].preprocessors.extremes; i++) {
		put_from_extreme(t, &x->r->m->node[node].preprocessors.extreme[i], &row->sample);
		report_table_cell(t, "%" PRIu64, row->sample.time);
		put_extreme(x, t, node, i, &row->sample.extreme[i]);
	}
}

/* Those of the run, then those of each sample. */
static void fill_extremes(struct text *x, struct report_table *t, const bool *nodes)
{
	const struct text_list list = {
	    .list = REPORT_SAMPLES, .nodes = nodes, .put = put_sample_extremes};
	const struct gno_report *r = x->r;

	for (unsigned k = 0; k < r->m->nodes; k++)
		for (unsigned i = 0; nodes[k] && i < r->m->node[k].preprocessors.extremes; i++) {
			report_table_cell(t, "%s", r->node[k].counts_incomplete ? "?" : "");
			report_table_cell(t, "run");
			put_extreme(x, t, k, i, &r->node[k].extreme[i]);
		}
	text_rows(x, t, &list);
}

static void put_extremes(struct text *x)
{
	static const char *const heads[] = {"from",	"to cycle", "node",	"extremes",
					    "of",	"largest",  "at cycle", "event",
					    "smallest", "at cycle", "event"};
	struct report_table *t = text_table("rrlllrrlrrl", heads);
	bool *nodes = calloc(x->r->m->nodes, sizeof(*nodes));

	if (!nodes && !x->rc)
		x->rc = gno_fail_nomem(x->err);
	for (unsigned k = 0; nodes && k < x->r->m->nodes; k++)
		nodes[k] = text_wanted(x, k) && x->r->m->node[k].preprocessors.extremes;
	report_table_measure(t);
	if (nodes)
		fill_extremes(x, t, nodes);
	report_table_print(t, "\nextremes\n", x->f);
	if (nodes)
		fill_extremes(x, t, nodes);
	text_end(x, t, "");
	free(nodes);
}

void text_ratios(struct text *x)
{
	put_overall(x);
	put_up_to_end(x);
	put_measures(x);
	put_intervals(x);
	put_samples(x);
	put_extremes(x);
}
