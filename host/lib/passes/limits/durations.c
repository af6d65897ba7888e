/* SPDX-License-Identifier: Apache-2.0 */
/* Limits of durations. Where records are missing a limit holds, or does not, only if that is so
 * whatever they were. */
#include "passes/limits/judge.h"

#include <inttypes.h>

#include "results/bounds.h"
#include "results/rows.h"

/* What all nodes of a limit have counted. */
struct sums {
	uint64_t
	    hz; /* clock of its cycles: of all nodes; where they have several, of common time */
	bool clocks;	/* they have several */
	uint64_t bound; /* the most by which a duration can be wrong */
	struct gno_stats all;
	uint64_t n, min, max;
	uint64_t below[2], maybe[2]; /* as limit_count */
	uint64_t open[2]; /* not below the bound, above it: open ones that are so in any case */
	uint64_t open_maybe[2]; /* open ones that are so, or do not count */
	uint64_t hidden[2];	/* in the comparisons with and without equality: most that are not
			       known, LIMITS_UNBOUNDED */
	uint64_t cut;
	uint64_t slack; /* by which the sum of all can be wrong */
};

/* Most intervals of a node, besides those of lost records, that may be on either side: not known to
 * be above the bound (`above`), or not to be below it. */
static uint64_t hidden_at(const struct gno_report *r, const struct report_limit *l, unsigned k,
			  unsigned above)
{
	const struct report_statistics *m = &r->node[k].statistics[l->limit.place[0]];
	const struct limit_count *c = &l->count[k];

	if (!limits_is_filtered(r, l, k))
		return m->cut - c->cut[above];
	return limits_intervals_had(r, l, k, false) - m->stats.count - c->cut[above] -
	       c->open[above];
}

static void find_clock(const struct gno_report *r, const struct report_limit *l, struct sums *s)
{
	for (unsigned k = 0; k < r->m->nodes; k++) {
		const uint64_t hz = gno_manifest_hz(r->m, k);

		s->clocks |= l->on[k] && s->hz && hz != s->hz;
		s->hz = l->on[k] ? hz : s->hz;
	}
	if (s->clocks)
		s->hz = r->m->clock_hz;
}

/* Adds the durations of a node. */
static void add_durations(const struct gno_report *r, const struct report_limit *l, unsigned k,
			  struct sums *s)
{
	const size_t interval = l->limit.place[0];
	const struct gno_stats *own = &r->node[k].statistics[interval].stats;
	const struct gno_stats stats = s->clocks ? report_stats_shared(r, k, own) : *own;
	const uint64_t slack = report_sum_bound(r, interval, k);
	const uint64_t ticks = gno_node_bound(&r->m->node[k]);
	const uint64_t bound = s->clocks ? report_shared_bound(r, k, ticks) : ticks;

	s->bound = bound > s->bound ? bound : s->bound;

	s->n += stats.count;
	gno_stats_join(&s->all, &stats);
	if (stats.count && stats.min < s->min)
		s->min = stats.min;
	if (stats.count && stats.max > s->max)
		s->max = stats.max;
	s->slack += s->clocks ? report_shared_bound(r, k, slack) : slack;
}

static struct sums add_all(const struct gno_report *r, const struct report_limit *l,
			   const struct limits_lack *lack)
{
	struct sums s = {.min = UINT64_MAX, .hidden = {lack->records, lack->records}};

	find_clock(r, l, &s);
	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_statistics *m = &r->node[k].statistics[l->limit.place[0]];
		const struct limit_count *c = &l->count[k];

		if (!l->on[k])
			continue;
		add_durations(r, l, k, &s);
		s.cut += m->cut;
		for (unsigned i = 0; i < 2; i++) {
			s.below[i] += c->below[i];
			s.maybe[i] += c->maybe[i];
			s.open[i] += c->open[i] + c->cut[i];
			s.open_maybe[i] += c->open_maybe[i];
			s.hidden[i] = limits_add(s.hidden[i], hidden_at(r, l, k, i));
		}
	}
	return s;
}

#define ALL (100 * GNO_LIMIT_PERCENT_PARTS)

/* Whether the longest one decides, of however many. */
static bool is_last(const struct gno_limit *l)
{
	return l->what == GNO_LIMIT_MAX || (l->what == GNO_LIMIT_PERCENTILE && l->percent == ALL);
}

/* Which of `count` in order, from 1, decides. */
static uint64_t rank_of(const struct gno_limit *l, uint64_t count)
{
	if (l->what == GNO_LIMIT_MIN)
		return 1;
	if (is_last(l))
		return count;
	return count / ALL * l->percent + (count % ALL * l->percent + ALL - 1) / ALL;
}

/*
 * Whether the duration that decides is below the bound (`equal`: or at it): whether so many are not
 * above it. Hidden ones, and those whose ticks do not show it, may all be above, or all below; more
 * hidden ones never help less.
 */
static enum truth is_below(const struct gno_limit *l, const struct sums *s, bool equal)
{
	const uint64_t below = s->below[equal], most = below + s->maybe[equal];
	const uint64_t known = s->n + s->open[equal], hidden = s->hidden[equal];

	if (!known && !hidden)
		return MAYBE; /* there is none */
	if (hidden == LIMITS_UNBOUNDED) {
		if (l->what == GNO_LIMIT_MIN)
			return below ? YES : MAYBE;
		return is_last(l) && most < known ? NO : MAYBE;
	}
	if (below >= rank_of(l, known + s->open_maybe[equal] + hidden))
		return YES;
	return most + hidden < rank_of(l, known + hidden) ? NO : MAYBE;
}

static enum truth judge_order(const struct gno_limit *l, const struct sums *s)
{
	const enum truth lt = is_below(l, s, false), le = is_below(l, s, true);
	const enum truth eq = lt == YES || le == NO ? NO : lt == NO && le == YES ? YES : MAYBE;

	switch (l->compare) {
	case GNO_LIMIT_LT:
		return lt;
	case GNO_LIMIT_LE:
		return le;
	case GNO_LIMIT_GT:
		return truth_not(le);
	case GNO_LIMIT_GE:
		return truth_not(lt);
	case GNO_LIMIT_EQ:
		return eq;
	default:
		return truth_not(eq);
	}
}

/* The value of a percentile, as far as the histogram shows it. */
static bool percentile(const struct gno_report *r, const struct report_limit *l,
		       const struct sums *s, uint64_t *lo, uint64_t *hi)
{
	const struct gno_histogram *of[GNO_MAX_NODES];
	uint64_t count = 0;
	size_t n = 0;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		if (!l->on[k])
			continue;
		of[n] = s->clocks ? report_histogram_shared(r, k, l->limit.place[0])
				  : &r->node[k].statistics[l->limit.place[0]].durations;
		count += of[n++]->count;
	}
	return gno_histogram_ranked(of, n, rank_of(&l->limit, count), lo, hi);
}

static void put_duration(const struct gno_report *r, const struct report_limit *l,
			 const struct sums *s, struct report_judged *out)
{
	char within[24];
	uint64_t lo, hi;

	if (!s->n)
		return;
	limits_put_bound((unsigned)s->bound, within, sizeof(within));
	switch (l->limit.what) {
	case GNO_LIMIT_MEAN:
		PUT_VALUE(out, "%.1f", gno_stats_mean(&s->all));
		*within = '\0';
		if (s->slack)
			limits_put(within, sizeof(within), " +-%.3g",
				   (double)s->slack / (double)s->n);
		break;
	case GNO_LIMIT_MIN:
		PUT_VALUE(out, "%" PRIu64, s->min);
		break;
	case GNO_LIMIT_MAX:
		PUT_VALUE(out, "%" PRIu64, s->max);
		break;
	default:
		if (!percentile(r, l, s, &lo, &hi))
			return;
		lo = lo < s->min ? s->min : lo;
		hi = hi > s->max ? s->max : hi;
		PUT_VALUE(out, "%" PRIu64, lo);
		if (lo != hi)
			PUT_MORE(out->value, "..%" PRIu64, hi);
	}
	PUT_MORE(out->value, "%s cycles", within);
}

/* The longest one, or the shortest, of one that failed. */
static void put_worst(const struct gno_report *r, const struct report_limit *l,
		      struct report_judged *out)
{
	const bool more = l->limit.compare == GNO_LIMIT_GT || l->limit.compare == GNO_LIMIT_GE;
	const bool least = l->limit.what == GNO_LIMIT_MIN || (more && !is_last(&l->limit));
	const struct report_longest *worst = NULL;
	char within[24];
	bool open = false;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct limit_count *c = &l->count[k];
		const struct report_longest *mine = least ? &c->shortest : &c->longest;
		const bool is_open =
		    !least && c->last.clocks && (!c->any || c->last.clocks > mine->clocks);

		if (!l->on[k] || (!c->any && !is_open))
			continue;
		if (is_open)
			mine = &c->last;
		if (worst &&
		    (least ? !limits_is_longer(r, out->node, worst->clocks, k, mine->clocks)
			   : !limits_is_longer(r, k, mine->clocks, out->node, worst->clocks)))
			continue;
		worst = mine;
		open = is_open;
		out->has_node = out->has_cycle = true;
		out->node = k;
		out->cycle = mine->since;
	}
	if (!worst)
		return;
	limits_put_bound(gno_node_bound(&r->m->node[out->node]), within, sizeof(within));
	PUT_REASON(out, "the %s%s %" PRIu64 "%s cycle%s%s", least ? "shortest" : "longest",
		   open ? " had taken" : " took", worst->clocks, within, limits_many(worst->clocks),
		   open ? " and was still open" : "");
}

/* What is known of the mean, if the sum is that of all. */
static enum truth judge_mean(const struct gno_limit *l, const struct sums *s)
{
	const uint64_t total = s->all.total, slack = s->slack;
	const uint64_t least = total > slack ? total - slack : 0;

	return limits_within(l->compare, gno_limit_compare_mean(l, s->hz, least, s->n),
			     gno_limit_compare_mean(l, s->hz, limits_add(total, slack), s->n));
}

/* Whether a mean has its bound in cycles, which are of another length at each node. */
static bool is_in_other_cycles(const struct report_limit *l, const struct sums *s)
{
	return s->clocks && l->limit.what == GNO_LIMIT_MEAN && l->limit.unit < GNO_BOUND_NS;
}

/* Why it is not known. */
static void put_why(const struct gno_report *r, const struct report_limit *l, const struct sums *s,
		    const struct limits_lack *lack, struct report_judged *out)
{
	if (*lack->why)
		PUT_REASON(out, "%s", lack->why);
	else if (s->cut)
		PUT_REASON(out, "%" PRIu64 " interval%s cut: %s length is not known", s->cut,
			   s->cut == 1 ? " is" : "s are", s->cut == 1 ? "its" : "their");
	else if (is_in_other_cycles(l, s))
		PUT_REASON(out, "its nodes have different clocks: give the bound as a time");
	else if (s->all.high)
		PUT_REASON(out, "the sum of the intervals is 2^64 cycles or more");
	else if (!s->n)
		PUT_REASON(out, "no interval ended in the run");
	else
		limits_put_coarse(r, l, out);
}

void limits_judge_durations(const struct gno_report *r, const struct report_limit *l,
			    struct report_judged *out)
{
	const struct limits_lack lack = limits_lack(r, l);
	const struct sums s = add_all(r, l, &lack);
	const uint64_t hidden = s.hidden[0] > s.hidden[1] ? s.hidden[0] : s.hidden[1];
	enum truth t = MAYBE;

	put_duration(r, l, &s, out);
	if (l->limit.what != GNO_LIMIT_MEAN) {
		if (s.n || s.open[0])
			t = judge_order(&l->limit, &s);
	} else if (s.n && !hidden && !s.cut && !s.all.high && !is_in_other_cycles(l, &s)) {
		/* the sum is all of it */
		t = judge_mean(&l->limit, &s);
	}
	out->verdict = limits_verdict(t);
	if (t == NO)
		put_worst(r, l, out);
	else if (t == MAYBE)
		put_why(r, l, &s, &lack, out);
}
