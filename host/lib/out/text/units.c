/* SPDX-License-Identifier: Apache-2.0 */
/* Buckets and counters. */
#include "out/text/text.h"

#include <inttypes.h>
#include <stdlib.h>

#define BAR 40	/* columns of the longest bar */
#define QUIET 3 /* buckets without values in a row that are shown one by one */

static const char *range_name(const struct report_range *r, char *buf, size_t size)
{
	if (r->open)
		snprintf(buf, size, ">= %" PRIu64, r->lo);
	else if (r->lo == r->hi)
		snprintf(buf, size, "%" PRIu64, r->lo);
	else if (!r->lo)
		snprintf(buf, size, "< %" PRIu64, r->hi + 1);
	else
		snprintf(buf, size, "%" PRIu64 "..%" PRIu64, r->lo, r->hi);
	return buf;
}

/* What a bucket holds: values, or the event of one code. */
static const char *bucket_name(const struct text *x, const struct gno_node *n,
			       const struct gno_pattern_node *bounds, unsigned unit,
			       const struct report_range *range, char *buf, size_t size)
{
	const struct report_points *points = &x->r->points;
	const unsigned node = gno_manifest_place(x->r->m, n);
	size_t load = 0;
	struct report_fired fired = {GNO_KIND_EVENT, (unsigned)range->lo, -1, 0};

	while (load < points->loads && &points->load[load].file->node[node] != bounds)
		load++;
	if (!report_is_of_codes(n, unit) || range->lo != range->hi || range->open || !range->lo ||
	    load == points->loads)
		return range_name(range, buf, size);
	report_fired_point(&points->load[load], node, &fired);
	return report_fired_name(x->r, &fired, buf, size);
}

static const char *bar(const struct text *x, uint64_t count, uint64_t most, char *buf)
{
	unsigned columns = (unsigned)((double)count * BAR / (double)most + 0.999);
	char *p = buf;

	for (unsigned i = 0; i < columns && i < BAR; i++)
		p += sprintf(p, "%s", x->style->utf8 ? "\u2588" : "#");
	*p = '\0';
	return buf;
}

/* Buckets that values can fall into, from the first with some to the last. */
static void put_bars(struct text *x, const struct gno_node *n,
		     const struct gno_pattern_node *bounds, unsigned unit, const uint64_t *count)
{
	unsigned counts = n->preprocessors.bucket[unit].count, last = 0;
	struct report_table *t = report_table_new("rrl");
	char range[64], line[4 * BAR + 1];
	uint64_t most = 0;

	for (unsigned i = 0; i < counts; i++) {
		most = count[i] > most ? count[i] : most;
		last = count[i] ? i : last;
	}
	report_table_cell(t, "value");
	report_table_cell(t, "values");
	report_table_cell(t, "%s", "");
	for (unsigned i = 0; most && i <= last; i++) {
		struct report_range r = report_range(n, bounds, unit, i);
		unsigned ahead = i;

		if (r.none || (report_is_of_codes(n, unit) && !r.hi))
			continue; /* no event has code 0 */
		while (ahead <= last && !count[ahead])
			ahead++;
		if (ahead > i + QUIET) {
			report_table_cell(t, "...");
			report_table_cell(t, "0");
			report_table_cell(t, "%s", "");
			i = ahead - 1;
			continue;
		}
		report_table_cell(t, "%s",
				  bucket_name(x, n, bounds, unit, &r, range, sizeof(range)));
		report_table_cell(t, "%" PRIu64, count[i]);
		report_table_cell(t, "%s", bar(x, count[i], most, line));
	}
	text_end(x, t, "");
}

/* The statistics of the counts in a line, and the bars. */
static void put_spread(struct text *x, const struct gno_node *n,
		       const struct gno_pattern_node *bounds, unsigned unit, const uint64_t *count,
		       bool saturated)
{
	struct report_spread s;
	char range[64];

	if (!bounds) {
		fputs(
		    "  a load changed what is counted or its bounds, or it is not known which held\n",
		    x->f);
		return;
	}
	s = report_spread(n, bounds, unit, count);
	if (!s.values)
		return;
	if (saturated) {
		fputs("  saturated: counts are at their limit, so no mean and no percentiles\n",
		      x->f);
	} else if (!report_is_of_codes(n, unit)) {
		fprintf(x->f, "  mean %.2f..%.2f%s", s.mean_min, s.mean_max,
			s.open ? " (or more, if values were clipped)" : "");
		for (unsigned i = 0; i < 3; i++)
			fprintf(x->f, ", %u%%: %s", report_percentiles[i],
				range_name(&s.percentile[i], range, sizeof(range)));
		fputc('\n', x->f);
	}
	put_bars(x, n, bounds, unit, count);
}

/* Cycles of the run that a unit does not cover. */
static void put_faults(struct text *x, unsigned k, const struct report_unit *u)
{
	const char *node = x->r->m->node[k].name;

	text_left_out(x, k,
		      u < &x->r->node[k].unit[x->r->m->node[k].preprocessors.buckets]
			  ? GNO_KIND_BUCKET
			  : GNO_KIND_COUNTER);
	for (unsigned i = 0; i < BLOCK_FAULTS; i++)
		if (u->faults[i])
			fprintf(x->f, "  %s.%s: %" PRIu64 " blocks %s are left out\n", node,
				u->name, u->faults[i], block_fault_name(i));
	if (u->missing)
		fprintf(x->f, "  %s.%s: banks are missing, at %" PRIu64 " places\n", node, u->name,
			u->missing);
	if (u->seen && u->from && x->r->run->wrap && !x->r->node[k].synced)
		fprintf(x->f, "  %s.%s: nothing is kept of the cycles before %" PRIu64 "\n", node,
			u->name, u->from);
	if (u->seen && !u->last.flush && x->r->node[k].flushed)
		fprintf(x->f, "  %s.%s: nothing is kept of the cycles after %" PRIu64 "\n", node,
			u->name, u->last.ended);
}

static void put_none(struct text *x, unsigned k, const char *what, const char *action)
{
	if (x->r->node[k].flushed)
		fprintf(x->f, "  no complete %s has arrived\n", what);
	else
		fprintf(
		    x->f,
		    "  no %s has arrived: no event performed '%s'%s, and the run has not ended\n",
		    what, action,
		    x->r->m->node[k].local_store ? ", or the local store keeps it" : "");
}

/* A bank with its bars. */
static void put_bank(struct text *x, struct report_table *t, unsigned node,
		     const struct report_row *row, const void *ctx)
{
	const struct gno_block *h = &row->bank.bank.head;
	const struct gno_node *n = &x->r->m->node[node];
	const struct report_unit *u = ctx;
	char time[48];

	(void)t;
	fprintf(x->f, "\n  %s.%s [%" PRIu64 ", %" PRIu64 "], %s: %" PRIu32 " values", n->name,
		u->name, h->began, h->ended,
		text_time_at(x->r, node, (double)(h->ended - h->began + 1), time, sizeof(time)),
		h->counted);
	if (h->lost)
		fprintf(x->f, ", %" PRIu32 " lost", h->lost);
	fprintf(x->f, "%s%s\n", h->late ? ", late" : "", h->flush ? ", ended by the flush" : "");
	put_spread(x, n, row->bank.bank.bounds, h->unit, row->bank.count, h->saturated);
}

/* The statistics of a bank as columns of a table. */
static void put_bank_spread(struct report_table *t, const struct gno_node *n, unsigned unit,
			    const struct gno_block *h, const struct gno_pattern_node *bounds,
			    const uint64_t *count)
{
	struct report_spread s = {.values = 0};
	char range[64];

	if (bounds && !h->saturated)
		s = report_spread(n, bounds, unit, count);
	if (!s.values) {
		report_table_cell(t, h->saturated ? "saturated" : bounds ? "-" : "over a load");
		for (unsigned i = 0; i < 3; i++)
			report_table_cell(t, "-");
		return;
	}
	if (s.open)
		report_table_cell(t, ">= %.2f", s.mean_min);
	else
		report_table_cell(t, "%.2f..%.2f", s.mean_min, s.mean_max);
	for (unsigned i = 0; i < 3; i++)
		report_table_cell(t, "%s", range_name(&s.percentile[i], range, sizeof(range)));
}

/* A bank as a row. */
static void put_bank_row(struct text *x, struct report_table *t, unsigned node,
			 const struct report_row *row, const void *ctx)
{
	const struct gno_block *h = &row->bank.bank.head;

	(void)ctx;
	report_table_cell(t, "%" PRIu64, h->began);
	report_table_cell(t, "%" PRIu64, h->ended);
	report_table_cell(t, "%" PRIu32, h->counted);
	report_table_cell(t, "%" PRIu32, h->lost);
	put_bank_spread(t, &x->r->m->node[node], h->unit, h, row->bank.bank.bounds,
			row->bank.count);
	report_table_cell(t, "%s%s%s", h->late ? "late" : "", h->late && h->flush ? ", " : "",
			  h->flush ? "flush" : "");
}

static void put_banks(struct text *x, struct text_list *l)
{
	static const char *const heads[] = {"from", "to cycle", "values", "lost", "mean",
					    "50%",  "90%",	"99%",	  ""};

	l->put = put_bank_row;
	text_list(x, text_table("rrrrlllll", heads), "", l);
}

static void put_unit(struct text *x, unsigned k, unsigned unit)
{
	const struct report_unit *u = &x->r->node[k].unit[unit];
	const struct gno_node *n = &x->r->m->node[k];
	struct text_list list = {
	    .list = REPORT_BANKS, .node = k, .unit = unit, .put = put_bank, .ctx = u};

	fprintf(x->f,
		"\nbuckets %s.%s of %s: %" PRIu64 " banks, %" PRIu64 " values, %" PRIu64 " lost",
		n->name, u->name, n->preprocessors.quantity[n->preprocessors.bucket[unit].of].name,
		u->seen, u->counted, u->lost);
	if (u->late)
		fprintf(x->f, ", %" PRIu64 " late", u->late);
	fputc('\n', x->f);
	put_faults(x, k, u);
	if (!u->seen)
		put_none(x, k, "bank", "bank");
	if (u->seen > 1)
		put_spread(x, n, u->mixed ? NULL : u->bounds, unit, u->total, u->saturated);
	if (u->seen == 1 || x->style->units)
		text_more(x, text_rows(x, NULL, &list), u->seen);
	else if (u->mixed || !report_is_of_codes(n, unit))
		put_banks(x, &list);
	else
		text_more(x, u->banks < x->style->rows ? u->banks : x->style->rows, u->seen);
}

void text_buckets(struct text *x)
{
	const struct gno_report *r = x->r;

	for (unsigned k = 0; k < r->m->nodes; k++)
		for (unsigned i = 0; i < r->m->node[k].preprocessors.buckets && text_wanted(x, k);
		     i++)
			put_unit(x, k, i);
}

/* A table of what counted between two snapshots, or in the whole run. */
static void put_counts(struct text *x, unsigned k, unsigned unit, const struct gno_block *before,
		       const uint64_t *before_count, const struct gno_block *now,
		       const uint64_t *now_count)
{
	const struct gno_counter_bank *c = &x->r->m->node[k].preprocessors.counter[unit];
	static const char *const heads[] = {"counter", "count", "cycles", "share"};
	struct report_table *t = text_table("lrrr", heads);
	char share[32], key[16];

	for (unsigned i = 0; i < c->inputs; i++) {
		uint64_t count = now_count[i] - before_count[i];
		uint64_t clocks = block_counter_clocks(now, i) -
				  (before->began ? block_counter_clocks(before, i) : 0);

		snprintf(key, sizeof(key), "%u", i);
		if (report_is_idle(x->r, k, c->name, key, c->input[i]))
			continue;
		report_table_cell(t, "%u %s", i, report_input(x->r, k, c->name, key, c->input[i]));
		report_table_cell(
		    t, now_count[i] == UINT32_MAX ? "%" PRIu64 " saturated" : "%" PRIu64, count);
		report_table_cell(t, "%" PRIu64, clocks);
		report_table_cell(t, "%s",
				  text_share((double)count, (double)clocks, share, sizeof(share)));
	}
	text_end(x, t, "");
}

static void put_snapshot(struct text *x, struct report_table *t, unsigned k,
			 const struct report_row *row, const void *ctx)
{
	const struct gno_block *before = row->bank.before, *now = &row->bank.bank.head;
	const struct gno_node *n = &x->r->m->node[k];
	const struct report_unit *u = ctx;
	struct report_stall s[REPORT_STALLS];
	unsigned groups = report_stall_counters(n, now->unit, before->began ? before : NULL,
						row->bank.count_before, now, row->bank.count, s);

	(void)t;
	fprintf(x->f, "\n  %s.%s from ", x->r->m->node[k].name, u->name);
	if (before->began)
		fprintf(x->f, "the snapshot at %" PRIu64, before->ended);
	else
		fputs("the start", x->f);
	fprintf(x->f, " to the one at %" PRIu64 "%s\n", now->ended,
		now->flush ? ", the flush" : "");
	if (row->bank.bank.mixed)
		fputs("  a load changed what is counted meanwhile, or it is not known which held\n",
		      x->f);
	put_counts(x, k, now->unit, before, row->bank.count_before, now, row->bank.count);
	text_stall(x, x->r->m->node[k].name, u->name, s, groups);
}

/* All up to the last snapshot. */
static void put_run(struct text *x, unsigned k, const struct report_unit *u, unsigned unit)
{
	const struct gno_node *n = &x->r->m->node[k];
	const struct gno_block start = {.began = 0};
	uint64_t *zero = calloc(u->counts, sizeof(*zero));
	struct report_stall s[REPORT_STALLS];
	unsigned groups;

	if (!zero) {
		x->rc = gno_fail_nomem(x->err);
		return;
	}
	fprintf(x->f, "\n  %s.%s from the start to the last snapshot, at %" PRIu64 "\n",
		x->r->m->node[k].name, u->name, u->last.ended);
	if (u->mixed)
		fputs("  a load changed what is counted meanwhile, or it is not known which held\n",
		      x->f);
	put_counts(x, k, unit, &start, zero, &u->last, u->total);
	groups = report_stall_counters(n, unit, NULL, zero, &u->last, u->total, s);
	text_stall(x, x->r->m->node[k].name, u->name, s, groups);
	free(zero);
}

static void put_bank_of_counters(struct text *x, unsigned k, unsigned i)
{
	unsigned place = x->r->m->node[k].preprocessors.buckets + i;
	const struct report_unit *u = &x->r->node[k].unit[place];
	const struct text_list list = {
	    .list = REPORT_BANKS, .node = k, .unit = place, .put = put_snapshot, .ctx = u};

	fprintf(x->f, "\ncounters %s.%s: %" PRIu64 " snapshots", x->r->m->node[k].name, u->name,
		u->seen);
	if (x->r->node[k].unsnapped)
		fprintf(x->f, ", %" PRIu64 " could not be taken", x->r->node[k].unsnapped);
	fputc('\n', x->f);
	put_faults(x, k, u);
	if (!u->seen)
		put_none(x, k, "snapshot", "sample");
	if (u->seen > 1)
		put_run(x, k, u, i);
	if (u->seen <= 1 || x->style->units)
		text_more(x, text_rows(x, NULL, &list), u->seen);
}

void text_counters(struct text *x)
{
	for (unsigned k = 0; k < x->r->m->nodes; k++)
		for (unsigned i = 0;
		     i < x->r->m->node[k].preprocessors.counters && text_wanted(x, k); i++)
			put_bank_of_counters(x, k, i);
}
