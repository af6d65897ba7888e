/* SPDX-License-Identifier: Apache-2.0 */
/* What nodes of a limit may lack, and what follows of it. */
#include "passes/limits/judge.h"
#include "results/until.h"

#include <inttypes.h>
#include <stdarg.h>

enum truth truth_not(enum truth t)
{
	return t == MAYBE ? MAYBE : t == YES ? NO : YES;
}

enum report_verdict limits_verdict(enum truth t)
{
	return t == MAYBE ? REPORT_UNKNOWN : t == YES ? REPORT_PASSED : REPORT_FAILED;
}

void limits_put(char *buf, size_t size, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(buf, size, fmt, args);
	va_end(args);
}

const char *limits_many(uint64_t n)
{
	return n == 1 ? "" : "s";
}

uint64_t limits_add(uint64_t a, uint64_t b)
{
	return a > LIMITS_UNBOUNDED - b ? LIMITS_UNBOUNDED : a + b;
}

bool limits_is_longer(const struct gno_report *r, unsigned a, uint64_t cycles_a, unsigned b,
		      uint64_t cycles_b)
{
	return (unsigned __int128)cycles_a * gno_manifest_hz(r->m, b) >
	       (unsigned __int128)cycles_b * gno_manifest_hz(r->m, a);
}

/* The node of the limit with the widest bound; 0 with none. */
static unsigned widest(const struct gno_report *r, const struct report_limit *l)
{
	unsigned out = 0;

	for (unsigned k = 0; k < r->m->nodes; k++)
		if (l->on[k] && (!l->on[out] ||
				 gno_node_bound(&r->m->node[k]) > gno_node_bound(&r->m->node[out])))
			out = k;
	return out;
}

unsigned limits_bound(const struct gno_report *r, const struct report_limit *l)
{
	return gno_node_bound(&r->m->node[widest(r, l)]);
}

void limits_put_bound(unsigned bound, char *buf, size_t size)
{
	*buf = '\0';
	if (bound)
		limits_put(buf, size, " +-%u", bound);
}

void limits_put_coarse(const struct gno_report *r, const struct report_limit *l,
		       struct report_judged *out)
{
	PUT_REASON(out, "a duration at node '%s' is known to %u cycles",
		   r->m->node[widest(r, l)].name, limits_bound(r, l));
}

static bool is_partly_at(const struct gno_report *r, unsigned k, int point)
{
	return report_recorded_in_loads(r, k, point) == REPORT_RECORDED_PARTLY;
}

/* Whether some loads of the run do not record what the limit names. */
static bool is_partly(const struct gno_report *r, const struct report_limit *l, unsigned k)
{
	const struct report_points *p = &r->points;

	if (l->limit.what == GNO_LIMIT_AFTER)
		return is_partly_at(r, k, (int)l->limit.place[0]) ||
		       is_partly_at(r, k, (int)l->limit.place[1]);
	if (!l->limit.of_interval)
		return is_partly_at(r, k, (int)l->limit.place[0]);
	for (size_t i = 0; i < p->loads; i++)
		if (p->load[i].on[k] && (is_partly_at(r, k, p->load[i].from[l->limit.place[0]]) ||
					 is_partly_at(r, k, p->load[i].to[l->limit.place[0]])))
			return true;
	return false;
}

bool limits_is_filtered(const struct gno_report *r, const struct report_limit *l, unsigned k)
{
	return l->limit.of_interval && report_interval_left_out(r, k, l->limit.place[0]).records;
}

uint64_t limits_had(const struct gno_report *r, unsigned k, int point)
{
	const struct report_left_out *o = report_left_out(r, k, point);

	return r->node[k].count[point] + (o ? o->records : 0);
}

uint64_t limits_intervals_had(const struct gno_report *r, const struct report_limit *l, unsigned k,
			      bool ends)
{
	const struct report_load *load = r->points.load;
	const size_t at = l->limit.place[0];
	uint64_t all = 0;

	for (size_t i = 0; i < r->points.loads; i++) {
		const int point = ends ? load[i].to[at] : load[i].from[at];
		bool is_new = load[i].on[k] && point >= 0;

		for (size_t j = 0; j < i && is_new; j++)
			is_new =
			    !load[j].on[k] || (ends ? load[j].to[at] : load[j].from[at]) != point;
		all += is_new ? limits_had(r, k, point) : 0;
	}
	return all;
}

const char *limits_unknown_loss(const struct report_node *n)
{
	if (n->holes)
		return "has holes in its trace";
	if (n->missing || !n->flushed)
		return "has no end of its trace";
	return NULL;
}

/* Of points it is known how often each was left out, also within stretches. */
static bool counts_point(const struct report_limit *l)
{
	return l->limit.what == GNO_LIMIT_COUNT && !l->limit.of_interval;
}

static const char filtered[] = "has records that a filter left out";

/* Why the number of records that a node lacks is not known; NULL: it is. */
static const char *unbounded(const struct gno_report *r, const struct report_limit *l, unsigned k)
{
	const struct report_node *n = &r->node[k];

	if (limits_unknown_loss(n))
		return limits_unknown_loss(n);
	if (n->overwritten || report_is_frozen(r, k))
		return "has only the records that the recorder kept";
	if (n->unknown_load || n->unseen[REPORT_BLIND])
		return "had its triggers off for a load";
	if (report_until_at(r, k) == REPORT_UNTIL_MISSED)
		return "did not reach the end point";
	if (report_until_why(report_until_at(r, k)))
		return "may not have reached the end point";
	if (is_partly(r, l, k))
		return "does not record it in all loads";
	if (l->left_out[k] || (n->unseen[REPORT_LEFT_OUT] && !counts_point(l)))
		return filtered;
	return NULL;
}

struct limits_lack limits_lack(const struct gno_report *r, const struct report_limit *l)
{
	struct limits_lack out = {.records = 0};

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_node *n = &r->node[k];
		const char *why = l->on[k] ? unbounded(r, l, k) : NULL;
		const char *name = r->m->node[k].name;

		if (!l->on[k])
			continue;
		if (why && out.records != LIMITS_UNBOUNDED)
			limits_put(out.why, sizeof(out.why), "node '%s' %s", name, why);
		else if (!*out.why && limits_is_filtered(r, l, k))
			limits_put(out.why, sizeof(out.why), "node '%s' %s", name, filtered);
		else if (!*out.why && n->lost)
			limits_put(out.why, sizeof(out.why), "node '%s' lost %" PRIu64 " record%s",
				   name, n->lost, limits_many(n->lost));
		out.records = why ? LIMITS_UNBOUNDED : limits_add(out.records, n->lost);
	}
	return out;
}

enum truth limits_within(enum gno_limit_compare compare, int lo, int hi)
{
	switch (compare) {
	case GNO_LIMIT_EQ:
		if (lo > 0 || hi < 0)
			return NO;
		return lo || hi ? MAYBE : YES;
	case GNO_LIMIT_NE:
		return truth_not(limits_within(GNO_LIMIT_EQ, lo, hi));
	default:
		if (gno_limit_holds(compare, lo) != gno_limit_holds(compare, hi))
			return MAYBE;
		return gno_limit_holds(compare, lo) ? YES : NO;
	}
}
