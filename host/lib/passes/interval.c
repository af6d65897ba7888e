/* SPDX-License-Identifier: Apache-2.0 */
/* Intervals between points, and the time line that they draw. */
#include "passes/queue.h"
#include "passes/walk.h"

#include <stdlib.h>
#include <string.h>

struct gno_stats report_stats_shared(const struct gno_report *r, unsigned node,
				     const struct gno_stats *s)
{
	const uint64_t own = r->m->node[node].own_hz;

	return own ? gno_stats_rescaled(s, r->m->clock_hz, own) : *s;
}

const struct gno_histogram *report_histogram_shared(const struct gno_report *r, unsigned node,
						    size_t interval)
{
	const struct report_statistics *m = &r->node[node].statistics[interval];

	return r->m->node[node].own_hz ? &m->shared : &m->durations;
}

static void join_shared(const struct gno_report *r, unsigned node, struct gno_stats *to,
			const struct gno_stats *from)
{
	const struct gno_stats shared = report_stats_shared(r, node, from);

	gno_stats_join(to, &shared);
}

struct report_statistics report_statistics_all(const struct gno_report *r, size_t interval)
{
	struct report_statistics all = {.unfinished = 0};

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_statistics *m = &r->node[k].statistics[interval];

		join_shared(r, k, &all.stats, &m->stats);
		join_shared(r, k, &all.outermost, &m->outermost);
		join_shared(r, k, &all.self, &m->self);
		join_shared(r, k, &all.running, &m->running);
		join_shared(r, k, &all.system, &m->system);
		join_shared(r, k, &all.user, &m->user);
		join_shared(r, k, &all.counter, &m->counter);
		join_shared(r, k, &all.crossing, &m->crossing);
		all.crossing_unknown += m->crossing_unknown;
		all.counter_unknown += m->counter_unknown;
		all.unfinished += m->unfinished;
		all.unmatched += m->unmatched;
		all.cut += m->cut;
	}
	return all;
}

size_t report_longest_kept(const struct gno_stats *s)
{
	return s->count < REPORT_LONGEST ? (size_t)s->count : REPORT_LONGEST;
}

/* Durations, of which some are in each of `n` histograms. */
struct durations {
	const struct gno_histogram *of[GNO_MAX_NODES];
	size_t n;
	struct gno_stats stats; /* of all of them */
};

static struct durations durations_of(const struct gno_report *r, size_t interval, unsigned node)
{
	struct durations d = {.n = 0};

	for (unsigned k = 0; k < r->m->nodes && node == r->m->nodes; k++)
		d.of[d.n++] = report_histogram_shared(r, k, interval);
	if (node < r->m->nodes)
		d.of[d.n++] = &r->node[node].statistics[interval].durations;
	d.stats = node < r->m->nodes ? r->node[node].statistics[interval].stats
				     : report_statistics_all(r, interval).stats;
	return d;
}

static struct durations durations_of_process(const struct report_process_interval *v)
{
	return (struct durations){
	    .of = {v->durations}, .n = v->durations != NULL, .stats = v->stats};
}

/* A part of a histogram, as narrow as it is known. */
static void narrow(const struct durations *d, uint64_t *lo, uint64_t *hi)
{
	*lo = *lo < d->stats.min ? d->stats.min : *lo;
	*hi = *hi > d->stats.max ? d->stats.max : *hi;
}

static bool percentile(const struct durations *d, unsigned percent, uint64_t *lo, uint64_t *hi)
{
	if (!gno_histogram_percentile(d->of, d->n, percent, lo, hi))
		return false;
	narrow(d, lo, hi);
	return true;
}

static bool next_part(const struct durations *d, size_t *at, uint64_t *lo, uint64_t *hi,
		      uint64_t *count)
{
	if (!gno_histogram_next(d->of, d->n, at, lo, hi, count))
		return false;
	narrow(d, lo, hi);
	return true;
}

bool report_process_percentile(const struct report_process_interval *v, unsigned percent,
			       uint64_t *lo, uint64_t *hi)
{
	const struct durations d = durations_of_process(v);

	return percentile(&d, percent, lo, hi);
}

bool report_process_durations_next(const struct report_process_interval *v, size_t *at,
				   uint64_t *lo, uint64_t *hi, uint64_t *count)
{
	const struct durations d = durations_of_process(v);

	return next_part(&d, at, lo, hi, count);
}

bool report_percentile(const struct gno_report *r, size_t interval, unsigned node, unsigned percent,
		       uint64_t *lo, uint64_t *hi)
{
	const struct durations d = durations_of(r, interval, node);

	return percentile(&d, percent, lo, hi);
}

bool report_durations_next(const struct gno_report *r, size_t interval, unsigned node, size_t *at,
			   uint64_t *lo, uint64_t *hi, uint64_t *count)
{
	const struct durations d = durations_of(r, interval, node);

	return next_part(&d, at, lo, hi, count);
}

/* The pairs of all intervals are one piece, that of the first one. */
static void place_pairs(struct report_node *n, unsigned pairs)
{
	for (size_t i = 1; i < n->intervals; i++) {
		n->over[i].pair = n->over[0].pair + i * pairs;
		n->over[i].counts = n->over[0].counts + i * pairs;
	}
}

int intervals_widen(struct walk *w, size_t before)
{
	struct walk_intervals *v = &w->intervals;
	struct report_node *n = w->n;
	const size_t more = w->r->points.intervals - before, pairs = w->m->pairs + 1;
	int rc = walk_widen(&v->newest, before + 1, more, sizeof(*v->newest));

	rc = rc ? rc : walk_widen(&v->depth, before + 1, more, sizeof(*v->depth));
	rc = rc ? rc : walk_widen(&v->cut_open, before + 1, more, sizeof(*v->cut_open));
	rc = rc ? rc : walk_widen(&n->statistics, before + 1, more, sizeof(*n->statistics));
	rc = rc ? rc : walk_widen(&n->over, before + 1, more, sizeof(*n->over));
	rc = rc ? rc
		: walk_widen(&n->over[0].pair, (before + 1) * pairs, more * pairs,
			     sizeof(*n->over->pair));
	rc = rc ? rc
		: walk_widen(&n->over[0].counts, (before + 1) * pairs, more * pairs,
			     sizeof(*n->over->counts));
	if (rc)
		return rc;
	n->intervals = before + 1 + more;
	place_pairs(n, w->m->pairs);
	return GNO_OK;
}

int intervals_begin(struct walk *w)
{
	size_t n = w->r->points.intervals + 1;

	open_begin(&w->intervals.list);
	w->intervals.known = UINT64_MAX;
	w->intervals.newest = calloc(n, sizeof(*w->intervals.newest));
	w->intervals.depth = calloc(n, sizeof(*w->intervals.depth));
	w->intervals.cut_open = calloc(n, sizeof(*w->intervals.cut_open));
	w->n->statistics = calloc(n, sizeof(*w->n->statistics));
	w->n->intervals = w->n->statistics ? n : 0;
	w->n->over = calloc(n, sizeof(*w->n->over));
	if (!w->intervals.newest || !w->intervals.depth || !w->intervals.cut_open ||
	    !w->n->statistics || !w->n->over)
		return GNO_ERR_NOMEM;
	if (w->r->left_out) {
		w->intervals.left_out = calloc(n, sizeof(*w->intervals.left_out));
		if (!w->intervals.left_out)
			return GNO_ERR_NOMEM;
		for (size_t i = 0; i < w->r->points.intervals; i++)
			w->intervals.left_out[i] = report_interval_left_out(w->r, w->node, i);
	}
	w->n->over[0].pair = calloc(n * (w->m->pairs + 1), sizeof(*w->n->over->pair));
	w->n->over[0].counts = calloc(n * (w->m->pairs + 1), sizeof(*w->n->over->counts));
	if (!w->n->over[0].pair || !w->n->over[0].counts)
		return GNO_ERR_NOMEM;
	place_pairs(w->n, w->m->pairs);
	return GNO_OK;
}

void intervals_free(struct walk *w)
{
	open_free(&w->intervals.list);
	free(w->intervals.open);
	free(w->intervals.newest);
	free(w->intervals.depth);
	free(w->intervals.cut_open);
	free(w->intervals.left_out);
}

/* Draws the time from where the line ends up to `time` as the innermost open interval. */
static void draw(struct walk *w, uint64_t time)
{
	struct walk_intervals *v = &w->intervals;
	const uint32_t last = v->list.last;

	if (last != OPEN_NONE && time <= v->drawn)
		return;
	if (last != OPEN_NONE) {
		struct open_interval *top = &v->open[last];

		top->self += time - v->drawn;
		walk_line_add(w, top->interval, v->drawn, time);
	}
	v->drawn = time;
}

static struct walk_pauses pauses_at(const struct walk *w, uint64_t time)
{
	const struct report_stretch *s = report_pauses_find(w->pauses, time);
	struct walk_pauses p = {.known = false};

	if (s) {
		p.known = report_pauses_at(s, time, &p.paused);
		p.base = s->base;
	}
	return p;
}

/* The list of intervals one by one; `open` may be NULL where it is not known when it began. */
static void put_row(struct walk *w, size_t interval, const struct open_interval *open,
		    enum report_interval_end end, uint64_t time)
{
	const uint64_t by = w->rows->begun_by;
	struct report_ended row = {.time = time, .interval = {.interval = interval, .end = end}};

	if (by != UINT64_MAX && (open ? open->since : time) > by)
		return;
	if (open) {
		row.interval.since = open->since;
		row.interval.outermost = open->outermost;
		row.interval.self_known = !w->intervals.left_out;
		row.interval.self = open->self;
		row.interval.process_known = open->process_known;
		row.interval.process = open->process;
	}
	report_rows_end(w->rows, &row);
}

static bool lists(const struct walk *w)
{
	return report_rows_want(w->rows, REPORT_INTERVALS);
}

/* The process of what fires: that of the write itself, else the one that the port named last. */
static bool process_of(const struct walk *w, unsigned *process)
{
	if (!w->write)
		return port_process(w, process);
	*process = w->write->process;
	return true;
}

static int begin_interval(struct walk *w, unsigned interval, uint64_t time)
{
	struct walk_intervals *v = &w->intervals;
	struct open_interval *open;
	uint32_t at;

	draw(w, time);
	if (!v->depth[interval])
		v->newest[interval] = OPEN_NONE;
	at = open_add(&v->list, &v->newest[interval], &v->open, sizeof(*v->open));
	if (at == OPEN_NONE)
		return GNO_ERR_NOMEM;
	open = &v->open[at];
	*open = (struct open_interval){
	    .interval = interval,
	    .since = time,
	    .paused = port_paused(w, time),
	    .system = system_clocks(w, time),
	    .outermost = !v->depth[interval],
	    .paused_known = w->pause.known,
	    .system_known = w->system.known,
	};
	if (w->pauses)
		open->pauses = pauses_at(w, time);
	if (w->m->port.bus != GNO_BUS_NONE)
		open->process_known = process_of(w, &open->process);
	v->depth[interval]++;
	w->n->statistics[interval].begun++;
	if (v->left_out && v->left_out[interval].to < v->known)
		v->known = v->left_out[interval].to;
	return GNO_OK;
}

/*
 * Takes the open intervals of which a filter may have left out the end, at w->intervals.known + 1
 * or later.
 */
static void cut_left_out(struct walk *w)
{
	struct walk_intervals *v = &w->intervals;
	const uint64_t known = v->known, seen = known + 1;
	uint32_t next;

	draw(w, seen);
	v->known = UINT64_MAX;
	for (uint32_t i = v->list.first; i != OPEN_NONE; i = next) {
		const struct open_interval *open = &v->open[i];
		const uint64_t to = v->left_out[open->interval].to;

		next = v->list.link[i].after;
		if (to != known) {
			v->known = to < v->known ? to : v->known;
			continue;
		}
		v->depth[open->interval]--;
		w->n->statistics[open->interval].cut++;
		if (lists(w))
			put_row(w, open->interval, open, REPORT_CUT_BEGUN, seen);
		if (w->limits)
			limits_open(w->limits, open->interval, open->since, seen - open->since,
				    false);
		open_take(&v->list, i);
	}
}

/* The time comes to `time`. */
static inline void pass(struct walk *w, uint64_t time)
{
	if (w->intervals.left_out)
		while (w->intervals.known < time)
			cut_left_out(w);
}

/* The same in counter time, which pauses while a line is asserted. */
static void measure_counter(const struct walk *w, struct report_statistics *m,
			    const struct open_interval *open, uint64_t time)
{
	const struct walk_pauses begin = open->pauses;
	struct walk_pauses end;

	if (!w->pauses)
		return;
	end = pauses_at(w, time);
	if (begin.known && end.known && begin.base == end.base)
		gno_stats_add(&m->counter, time - open->since - (end.paused - begin.paused));
	else
		m->counter_unknown++;
}

void longest_keep(struct report_longest *longest, size_t kept, uint64_t since, uint64_t clocks)
{
	size_t i = kept, moved;

	while (i && clocks > longest[i - 1].clocks)
		i--;
	if (i == REPORT_LONGEST)
		return;
	moved = (kept < REPORT_LONGEST ? kept : REPORT_LONGEST - 1) - i;
	memmove(&longest[i + 1], &longest[i], moved * sizeof(*longest));
	longest[i] = (struct report_longest){since, clocks};
}

static void measure_crossing(const struct walk *w, struct report_statistics *m,
			     const struct open_interval *open, uint64_t clocks)
{
	unsigned process;

	if (w->m->port.bus == GNO_BUS_NONE)
		return;
	if (!open->process_known || !process_of(w, &process))
		m->crossing_unknown++;
	else if (process != open->process)
		gno_stats_add(&m->crossing, clocks);
}

/* No break lies within an open interval, so what was known at its begin is known at its end. */
static int measure(struct walk *w, struct report_statistics *m, const struct open_interval *open,
		   uint64_t time)
{
	uint64_t clocks = time - open->since;
	uint64_t system;

	if (m->stats.count < REPORT_LONGEST || clocks > m->longest[REPORT_LONGEST - 1].clocks)
		longest_keep(m->longest, report_longest_kept(&m->stats), open->since, clocks);
	if (w->limits)
		limits_interval(w->limits, open->interval, open->since, clocks);
	gno_stats_add(&m->stats, clocks);
	if (!w->intervals.left_out) /* else some that lay within may not have been seen */
		gno_stats_add(&m->self, open->self);
	if (open->outermost)
		gno_stats_add(&m->outermost, clocks);
	measure_counter(w, m, open, time);
	measure_crossing(w, m, open, clocks);
	if (w->n->port.pauses && open->paused_known)
		gno_stats_add(&m->running, clocks - (port_paused(w, time) - open->paused));
	if (w->n->system.present && open->system_known) {
		system = system_clocks(w, time) - open->system;
		gno_stats_add(&m->system, system);
		gno_stats_add(&m->user, clocks - system);
	}
	if (w->m->own_hz && gno_histogram_add(&m->shared, report_shared(w->r, w->node, clocks)))
		return GNO_ERR_NOMEM;
	return gno_histogram_add(&m->durations, clocks);
}

static void end_without_begin(struct walk *w, unsigned interval, uint64_t time)
{
	struct report_statistics *m = &w->n->statistics[interval];
	bool broken =
	    w->intervals.broken || (w->intervals.left_out && w->intervals.left_out[interval].from);

	m->cut += broken;
	m->unmatched += !broken;
	if (lists(w))
		put_row(w, interval, NULL, broken ? REPORT_CUT_ENDED : REPORT_UNMATCHED, time);
}

static int end_interval(struct walk *w, unsigned interval, uint64_t time)
{
	struct report_statistics *m = &w->n->statistics[interval];
	struct walk_intervals *v = &w->intervals;
	const struct open_interval *open;

	if (!v->depth[interval]) {
		if (v->cut_open[interval])
			v->cut_open[interval]--;
		else
			end_without_begin(w, interval, time);
		return GNO_OK;
	}
	draw(w, time);
	open = &v->open[open_end(&v->list, &v->newest[interval])];
	v->depth[interval]--;
	if (lists(w))
		put_row(w, interval, open, REPORT_FINISHED, time);
	return measure(w, m, open, time);
}

int intervals_fire(struct walk *w, uint64_t time, int point)
{
	const struct report_load *load = w->load;
	const size_t *turn = &load->turn[2 * (size_t)point];
	int rc = GNO_OK;

	pass(w, time);
	for (size_t i = turn[0]; i < turn[1] && !rc; i++) {
		unsigned k = load->place[i];

		if (walk_is_left_out(w, k, time))
			continue;
		if (w->intervals.depth[k] || load->from[k] != point)
			rc = end_interval(w, k, time);
	}
	for (size_t i = turn[1]; i < turn[2] && !rc; i++)
		if (!walk_is_left_out(w, load->place[i], time))
			rc = begin_interval(w, load->place[i], time);
	return rc;
}

/* Takes the open intervals: the node ended, or nothing more is known of them. */
static void end_open(struct walk *w, enum report_interval_end end, uint64_t time)
{
	const struct walk_intervals *v = &w->intervals;

	for (uint32_t i = v->list.first; i != OPEN_NONE; i = v->list.link[i].after) {
		const struct open_interval *open = &v->open[i];

		if (lists(w))
			put_row(w, open->interval, open, end, time);
		if (w->limits)
			limits_open(w->limits, open->interval, open->since, time - open->since,
				    end == REPORT_UNFINISHED);
	}
}

void intervals_break(struct walk *w, enum report_unseen why, uint64_t from, uint64_t to)
{
	struct walk_intervals *v = &w->intervals;
	const uint64_t end = why == REPORT_HOLE ? to : to + 1; /* its ends were seen */

	pass(w, from);
	draw(w, from);
	walk_line_add(w, w->line->kinds - REPORT_UNSEEN_KINDS + why, from, end);
	v->drawn = end;
	end_open(w, REPORT_CUT_BEGUN, from);
	for (size_t k = 0; k < w->r->points.intervals; k++) {
		w->n->statistics[k].cut += v->depth[k];
		v->cut_open[k] += v->depth[k];
		v->depth[k] = 0;
	}
	open_clear(&v->list);
	v->known = UINT64_MAX;
	v->broken = true;
}

void intervals_end(struct walk *w)
{
	const struct walk_intervals *v = &w->intervals;

	pass(w, w->n->end);
	draw(w, w->n->end);
	end_open(w, REPORT_UNFINISHED, w->n->end);
	for (uint32_t i = v->list.first; i != OPEN_NONE; i = v->list.link[i].after)
		w->n->statistics[v->open[i].interval].unfinished++;
}

bool intervals_are_past(const struct walk *w, uint64_t time)
{
	const struct walk_intervals *v = &w->intervals;

	const uint32_t first = v->list.first; /* they are in the order of their begins */

	return w->known.fired > time && w->known.fired - 1 > time &&
	       (first == OPEN_NONE || v->open[first].since > time);
}

const char *report_interval_end_name(enum report_interval_end end)
{
	static const char *const names[] = {[REPORT_FINISHED] = "finished",
					    [REPORT_CUT_BEGUN] = "cut",
					    [REPORT_CUT_ENDED] = "cut",
					    [REPORT_UNMATCHED] = "unmatched",
					    [REPORT_UNFINISHED] = "unfinished"};

	return names[end];
}
