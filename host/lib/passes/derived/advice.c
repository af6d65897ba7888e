/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/derived/advice.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/show.h"
#include "common/util.h"
#include "results/until.h"

/* Adds a piece of advice of a rule; `seen` is the caller's until then. */
static void add(struct report_advices *all, const char *rule, char *seen, const char *means,
		const char *change)
{
	struct report_advice *more = realloc(all->item, (all->count + 1) * sizeof(*more));
	struct report_advice *a;

	if (more)
		all->item = more;
	if (!more || !seen) {
		free(seen);
		all->nomem = true;
		return;
	}
	a = &all->item[all->count++];
	*a = (struct report_advice){rule, seen, strdup(means), strdup(change)};
	all->nomem = all->nomem || !a->means || !a->change;
}

static const char *many(uint64_t number)
{
	return number == 1 ? "" : "s";
}

static bool is_stream(const struct gno_report *r)
{
	return r->run->mode && !strcmp(r->run->mode, "stream");
}

/* What was full where records were lost, and which key to raise. */
static void losses(struct report_advices *all, const struct gno_report *r, unsigned k)
{
	const struct report_node *n = &r->node[k];
	const char *name = r->m->node[k].name;
	bool store = r->m->node[k].local_store, alone = r->m->form == GNO_FORM_ALONE;
	/* then a gap does not say which of both it was */
	bool words = r->m->form == GNO_FORM_SINGLE && r->m->single.word_bits;

	if (store && n->lost)
		add(all, "lost-store",
		    gno_format("%s: %" PRIu64 " records were lost", name, n->lost),
		    "its local store was full",
		    "raise 'slots' of its FIFO, or lower 'almost_full'");
	if (n->lost_full && !store)
		add(all, "lost-buffer",
		    gno_format("%s: %" PRIu64 " records were lost", name, n->lost_full),
		    words ? "the trace buffer was full, or two watched words came at once"
			  : "the trace buffer was full",
		    is_stream(r) ? "raise the rate of the link, or 'slots' of the buffer for bursts"
				 : "raise 'slots' of the buffer");
	if (n->lost > n->lost_full && !store)
		add(all, "lost-fifo",
		    gno_format("%s: %" PRIu64 " records were lost", name, n->lost - n->lost_full),
		    alone ? "its FIFO was full" : "its FIFO was full and the ring busy",
		    alone ? "raise 'slots' of the FIFO"
			  : "raise 'wires' of the ring, or 'slots' of the FIFO for bursts");
}

/* Samples and snapshots that were asked for and not taken. */
static void samples(struct report_advices *all, const struct gno_report *r, unsigned k)
{
	const struct report_node *n = &r->node[k];
	const char *name = r->m->node[k].name;

	if (n->unsampled)
		add(all, "unsampled",
		    gno_format(
			"%s: %" PRIu64 " sample%s of ratio counters and extremes %s not taken",
			name, n->unsampled, many(n->unsampled), n->unsampled == 1 ? "was" : "were"),
		    "they were requested faster than they can be sent; the next ones have the counts",
		    r->m->form == GNO_FORM_RING
			? "sample at fewer points, or raise 'wires' of the ring"
			: "sample at fewer points");
	if (n->unsnapped)
		add(all, "unsnapped",
		    gno_format("%s: %" PRIu64 " snapshot%s of counters %s not taken", name,
			       n->unsnapped, many(n->unsnapped),
			       n->unsnapped == 1 ? "was" : "were"),
		    "the previous one was still being sent",
		    "take snapshots at points that fire less often");
}

/* Whether the experiment can have fed B of a pair: a signal, or what some load routed to it. */
static bool is_fed(const struct gno_report *r, unsigned k, const struct gno_pair *pair)
{
	return !report_is_idle(r, k, pair->name, "b", pair->b);
}

static void pairs(struct report_advices *all, const struct gno_report *r, unsigned k)
{
	const struct gno_node *node = &r->m->node[k];
	const struct report_node *n = &r->node[k];

	for (unsigned p = 0; p < node->pairs && n->samples; p++) {
		const struct gno_ratio *v = &n->overall[p];

		if (!v->b_max && !n->counts_incomplete && is_fed(r, k, &node->pair[p]))
			add(all, "never-fed",
			    gno_format("%s: B of pair '%s' is 0 in the whole run", node->name,
				       node->pair[p].name),
			    "nothing fed the pair, so it has no ratio",
			    "check the signals of its route, and the gate");
		if (v->saturated)
			add(all, "saturated",
			    gno_format("%s: pair '%s' has reached its greatest count", node->name,
				       node->pair[p].name),
			    "there were more, so its ratio is not known",
			    "take 'form: full', or sample and reset more often");
	}
}

static void buckets(struct report_advices *all, const struct gno_report *r, unsigned k)
{
	const struct gno_node *node = &r->m->node[k];

	for (unsigned u = 0; u < node->preprocessors.buckets; u++) {
		const struct report_unit *unit = &r->node[k].unit[u];
		struct report_range range;

		if (!unit->seen || !unit->bounds || report_is_of_codes(node, u) ||
		    !unit->total[unit->counts - 1])
			continue;
		range = report_range(node, unit->bounds, u, unit->counts - 1);
		if (!range.open)
			continue;
		add(all, "last-bucket",
		    gno_format("%s: %" PRIu64 " of %" PRIu64
			       " values of '%s' are in the last bucket, which begins with %" PRIu64,
			       node->name, unit->total[unit->counts - 1], unit->counted, unit->name,
			       range.lo),
		    "larger values cannot be told apart, so mean and percentiles are too low",
		    "give it wider buckets: 'bounds' of the experiment, or 'bits' of its quantity");
	}
}

static void segments(struct report_advices *all, const struct gno_report *r, unsigned k)
{
	const struct gno_node *node = &r->m->node[k];

	for (unsigned i = 0; i < node->preprocessors.segments; i++) {
		const struct report_segments *s = &r->node[k].segment[i];

		if (s->missed)
			add(all, "missed-segments",
			    gno_format("%s: %" PRIu64 " trigger%s of '%s' %s no segment",
				       node->name, s->missed, many(s->missed), s->name,
				       s->missed == 1 ? "has" : "have"),
			    "they came within another one, or while all were waiting to be sent",
			    "raise 'count' of the segments, or let fewer points drive their line");
	}
}

static const char whole_copy[] = "take a whole copy of the run";

/* A node whose stream does not end as it must. */
static void ends(struct report_advices *all, const struct gno_report *r, unsigned k)
{
	const struct report_node *n = &r->node[k];
	const char *name = r->m->node[k].name;
	const size_t damaged = n->holes - (n->missing ? n->cut_records : 0);

	if (n->missing)
		add(all, "no-end",
		    gno_format("%s: the trace was cut off, %" PRIu64 " bytes are missing", name,
			       n->missing),
		    "run.json counts more bytes than the file has", whole_copy);
	else if (!n->flushed && gno_trace_flushed(r->trace, k))
		add(all, "no-end", gno_format("%s: there is no flush record", name),
		    "it was drained, so the trace was changed or damaged later", whole_copy);
	else if (!n->flushed && !report_is_open_at(r, k))
		add(all, "no-end", gno_format("%s: there is no flush record", name),
		    "the run was not stopped, or not drained to its end",
		    "stop it and drain it again");
	if (damaged)
		add(all, "holes",
		    gno_format("%s: the trace has %zu hole%s without records", name, damaged,
			       many(damaged)),
		    "the file was changed or damaged; what lies there is not known", whole_copy);
}

/* The board of a node; of a run of one it is the first. */
static unsigned board_of(const struct gno_report *r, unsigned node)
{
	unsigned own;

	return r->boards ? boards_of(r->boards, node, &own) : 0;
}

/* A run, of several boards that of one of them, that still goes on, or whose drain does not. */
static void open_run(struct report_advices *all, const struct gno_report *r, unsigned board)
{
	unsigned first;
	const struct gno_trace *t = r->boards ? boards_trace(r->boards, board, &first) : r->trace;
	char text[BASE_SHOWN];
	const char *dir = base_show(gno_trace_dir(t), text, sizeof(text));
	char *change = gno_format(
	    "wait for its end; where no command drains it, 'gnomon stop %s' and 'gnomon drain %s' complete it",
	    dir, dir);

	all->nomem |= !change;
	if (!change)
		return;
	add(all, "no-end",
	    r->boards
		? gno_format("the run of board '%s' is not complete", boards_name(r->boards, board))
		: gno_format("the run is not complete"),
	    "the drain goes on, or it was interrupted", change);
	free(change);
}

static void open_end(struct report_advices *all, const struct gno_report *r)
{
	unsigned next = 0; /* the first board of which nothing is said yet */

	for (unsigned k = 0; k < r->m->nodes; k++) {
		if (r->node[k].flushed || r->node[k].missing || !report_is_open_at(r, k) ||
		    board_of(r, k) < next)
			continue;
		open_run(all, r, board_of(r, k));
		next = board_of(r, k) + 1;
	}
}

/* Points of the program that were never hit, although each hit would have been recorded. */
static void points(struct report_advices *all, const struct gno_report *r)
{
	for (size_t i = 0; i < r->points.points; i++) {
		const struct report_point *p = &r->points.point[i];
		bool here = false, sure = p->kind == GNO_PATTERN_EVENT;

		for (unsigned k = 0; k < r->m->nodes && sure; k++) {
			if (p->code[k] < 0)
				continue;
			here = true;
			sure = report_recorded(r, k, (int)i) == REPORT_RECORDED_ALWAYS &&
			       !r->node[k].count[i] && !r->node[k].unseen[REPORT_OFF];
		}
		if (here && sure)
			add(all, "never-hit", gno_format("point '%s' was never hit", p->name),
			    "no node saw its pattern in the whole run",
			    "check that the program gets there, and that its build is the one that ran");
	}
}

/* Intervals that began and never ended, or the other way round. */
static void intervals(struct report_advices *all, const struct gno_report *r)
{
	for (size_t i = 0; i < r->points.intervals; i++) {
		struct report_statistics s = report_statistics_all(r, i);
		const struct report_interval *v = &r->points.interval[i];

		if (s.stats.count || s.cut || (!s.unfinished && !s.unmatched))
			continue;
		add(all, "one-ended",
		    gno_format("interval '%s' %s %" PRIu64 " time%s and never %s", v->name,
			       s.unfinished ? "began" : "ended",
			       s.unfinished ? s.unfinished : s.unmatched,
			       many(s.unfinished ? s.unfinished : s.unmatched),
			       s.unfinished ? "ended" : "began"),
		    "it has no time", "check that both of its points are reached");
	}
}

/* Rounds that a limit has ended. */
static void rounds(struct report_advices *all, const struct gno_report *r)
{
	const struct report_pauses_sum *sum = r->pauses ? report_pauses_sum(r->pauses) : NULL;

	if (!sum)
		return;
	if (sum->late)
		add(all, "late",
		    gno_format("%" PRIu64 " round%s ended before a processor had finished",
			       sum->late, many(sum->late)),
		    "a processor was halted, masked its interrupts, or its routine is too long",
		    "find the round in the list of rounds, or raise 'limit' of the line");
	if (sum->kept)
		add(all, "kept",
		    gno_format("%" PRIu64 " round%s ended before a local store was sent", sum->kept,
			       many(sum->kept)),
		    "what it held waited for the next round; nothing was lost by it",
		    r->m->form == GNO_FORM_ALONE
			? "raise 'limit' of the line, or lower 'almost_full'"
			: "raise 'limit' of the line or 'wires' of the ring, or lower 'almost_full'");
}

static void until(struct report_advices *all, const struct gno_report *r)
{
	if (report_until(r) && report_until_is(r, REPORT_UNTIL_MISSED))
		add(all, "until", gno_format("the end point '%s' was not reached", report_until(r)),
		    "the run ended by its limit, or was stopped before",
		    "raise 'limit', or check that the program gets there");
}

int report_advise(const struct gno_report *r, struct report_advices *out, struct gno_err *err)
{
	static void (*const of_nodes[])(struct report_advices * all, const struct gno_report *r,
					unsigned k) = {losses, ends,	samples,
						       pairs,  buckets, segments};
	static void (*const of_run[])(struct report_advices * all, const struct gno_report *r) = {
	    open_end, until, points, intervals, rounds};

	*out = (struct report_advices){NULL, 0, false};
	for (size_t i = 0; i < sizeof(of_nodes) / sizeof(of_nodes[0]); i++)
		for (unsigned k = 0; k < r->m->nodes; k++)
			of_nodes[i](out, r, k);
	for (size_t i = 0; i < sizeof(of_run) / sizeof(of_run[0]); i++)
		of_run[i](out, r);
	return out->nomem ? gno_fail_nomem(err) : GNO_OK;
}

void report_advices_free(struct report_advices *advices)
{
	for (size_t i = 0; i < advices->count; i++) {
		free(advices->item[i].seen);
		free(advices->item[i].means);
		free(advices->item[i].change);
	}
	free(advices->item);
	*advices = (struct report_advices){NULL, 0, false};
}
