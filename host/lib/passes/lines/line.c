/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/lines/line.h"

#define WRAP (UINT64_C(1) << 32) /* the records count modulo this */

void line_begin(struct line *l, struct line_node *node, unsigned nodes, enum gno_line of,
		struct report_pauses *out)
{
	*l = (struct line){
	    .out = out,
	    .node = node,
	    .nodes = nodes,
	    .of = of,
	    .cur = {.line = REPORT_LINE_UNKNOWN, .of = of}, /* a run can begin within a round */
	};
}

/* Writes the round that is held. */
static int let_go(struct line *l, struct gno_err *err)
{
	int rc = l->holds ? report_pauses_put(l->out, &l->held, err) : GNO_OK;

	l->holds = false;
	return rc;
}

/*
 * The current stretch ends before cycle `to`, and another one begins. A round is held back: more
 * may be learnt of it.
 */
static int turn(struct line *l, uint64_t to, enum report_line_is line, struct gno_err *err)
{
	struct report_stretch *cur = &l->cur;
	int rc = GNO_OK;

	cur->to = to;
	if (cur->to > cur->from) {
		rc = let_go(l, err);
		if (!rc && cur->line == REPORT_LINE_ASSERTED) {
			l->held = *cur;
			l->holds = true;
		} else if (!rc) {
			rc = report_pauses_put(l->out, cur, err);
		}
	}
	*cur = (struct report_stretch){
	    .from = to,
	    .line = line,
	    .of = l->of,
	    .paused =
		cur->paused + (cur->line == REPORT_LINE_ASSERTED ? to - cur->from : cur->missing),
	    .base = cur->base,
	};
	return rc;
}

/* Up to which cycle nodes that see the lines in cycle `now` do so, unless they lose records; 0:
 * none sees it. */
static uint64_t seen_to(const struct line *l)
{
	uint64_t to = 0;

	for (unsigned k = 0; k < l->nodes; k++)
		if (l->node[k].from <= l->now && l->now < l->node[k].end && l->node[k].end > to)
			to = l->node[k].end;
	return to;
}

/* The first cycle behind `now`, up to `limit`, in which a node sees the lines. */
static uint64_t seen_from(const struct line *l, uint64_t limit)
{
	uint64_t from = limit;

	for (unsigned k = 0; k < l->nodes; k++)
		if (l->node[k].from > l->now && l->node[k].from < l->node[k].end &&
		    l->node[k].from < from)
			from = l->node[k].from;
	return from;
}

/* There is no further record before cycle `to`. */
static int advance(struct line *l, uint64_t to, struct gno_err *err)
{
	int rc = GNO_OK;

	while (l->now < to && !rc) {
		uint64_t seen = seen_to(l);

		if (seen) {
			l->now = seen < to ? seen : to;
			continue;
		}
		if (l->cur.line != REPORT_LINE_UNKNOWN)
			rc = turn(l, l->now, REPORT_LINE_UNKNOWN, err);
		if (!l->any && !l->lost)
			l->first = l->now;
		l->lost = true;
		l->now = seen_from(l, to);
		l->steady = l->now - 1; /* a change in cycle `now` would be seen */
	}
	return rc;
}

/* Whether a round is held whose end was lost where the current stretch begins. */
static bool is_cut(const struct line *l)
{
	return l->holds && !l->held.ended && l->held.to == l->cur.from;
}

/* All lines were released from the start up to the first cycle that no node saw. */
static int release_start(struct line *l, struct gno_err *err)
{
	l->cur.line = REPORT_LINE_RELEASED;
	return turn(l, l->first, REPORT_LINE_UNKNOWN, err);
}

/* What the first record of a line says of the begin of the run. */
static void revise_start(struct line *l, bool wrong)
{
	if (l->any || l->trust != LINE_START || !wrong)
		return;
	l->trust = LINE_RECORDS;
	l->revised = true;
}

/* A line was asserted in all cycles of the current stretch, which ends before cycle `to`. */
static int settle_asserted(struct line *l, uint64_t to, struct gno_err *err)
{
	struct report_stretch *cur = &l->cur;

	if (is_cut(l)) { /* of the round that is held */
		uint64_t paused = cur->paused + (to - cur->from);

		l->held.to = to;
		l->held.ended = true;
		*cur = (struct report_stretch){.from = to, .paused = paused, .base = cur->base};
		return GNO_OK;
	}
	cur->line = REPORT_LINE_ASSERTED;
	cur->began = cur->from != 0;
	cur->ended = true;
	return turn(l, to, REPORT_LINE_RELEASED, err);
}

/*
 * The current stretch, of which all is unknown, ends before cycle `to`, where a line had been
 * asserted for `paused` cycles modulo 2^32: what was it? After that it is a stretch in which all
 * lines were released, and begins with `to` or earlier.
 */
static int settle(struct line *l, uint64_t to, uint32_t paused, struct gno_err *err)
{
	struct report_stretch *cur = &l->cur;
	uint64_t cycles = to - cur->from;
	uint32_t missing = paused - (uint32_t)cur->paused;
	bool counted = missing <= cycles && missing + WRAP > cycles;
	/* else more were missing */
	bool started = counted && missing && !l->any && l->first <= to && missing < l->first;
	int rc = started ? release_start(l, err) : GNO_OK;

	if (missing || !counted)
		revise_start(l, !started);
	l->odd += missing > cycles;
	if (rc)
		return rc;
	if (counted && !missing) {
		if (is_cut(l)) /* in the first cycle that was lost */
			l->held.ended = true;
		cur->line = REPORT_LINE_RELEASED;
		return GNO_OK;
	}
	if (counted && missing == to - cur->from)
		return settle_asserted(l, to, err);
	cur->missing = missing;
	cur->counted = counted;
	rc = turn(l, to, REPORT_LINE_RELEASED, err);
	cur->base += !counted;
	return rc;
}

/* The cycle before a round's first one, in which all lines were released. */
static uint64_t before(const struct line *l, uint64_t began)
{
	return began > l->cur.from ? began - 1 : began;
}

/* Notes what a node says of a round. */
static void note(struct report_stretch *round, const struct gno_record *rec)
{
	round->of = rec->line;
	report_nodes_add(rec->began ? &round->has_begin : &round->has_end, rec->node);
	if (rec->own)
		report_nodes_add(&round->own, rec->node);
	if (rec->full)
		report_nodes_add(&round->full, rec->node);
	if (rec->late)
		report_nodes_add(&round->late, rec->node);
	if (rec->kept)
		report_nodes_add(&round->kept, rec->node);
}

/* A round began, and the stretch before it is known to be released. */
static int begin_round(struct line *l, const struct gno_record *rec, struct gno_err *err)
{
	int rc = turn(l, rec->time, REPORT_LINE_ASSERTED, err);

	l->cur.began = true;
	note(&l->cur, rec);
	return rc;
}

/* The current round ended. */
static int end_round(struct line *l, const struct gno_record *rec, struct gno_err *err)
{
	l->cur.ended = true;
	note(&l->cur, rec);
	return turn(l, rec->time, REPORT_LINE_RELEASED, err);
}

/* A round ended whose begin was lost, or came before the start. */
static int end_unknown(struct line *l, const struct gno_record *rec, struct gno_err *err)
{
	struct report_stretch *cur = &l->cur;
	uint64_t began = rec->time - rec->length;
	bool wrapped;
	int rc;

	revise_start(l, rec->length > rec->time - cur->from || !l->lost || began < l->first);
	if (is_cut(l) && l->held.began && began == l->held.from && l->held.of == rec->line &&
	    rec->paused == (uint32_t)(cur->paused + rec->time - cur->from)) {
		*cur = l->held; /* no cycle of it is missing */
		l->holds = false;
		return end_round(l, rec, err);
	}
	if (rec->length > rec->time - cur->from) {
		l->odd++;
		return GNO_OK;
	}
	l->odd += began > l->steady; /* some node should have recorded that */
	wrapped = rec->time - cur->from - rec->length >= WRAP; /* it may have begun long before */
	rc = settle(l, wrapped ? began : before(l, began), rec->paused - rec->length, err);
	if (!rc)
		rc = turn(l, began, REPORT_LINE_ASSERTED, err);
	cur->began = began && !wrapped;
	return rc ? rc : end_round(l, rec, err);
}

/* What is known of the current stretch cannot be: it is not believed. */
static int doubt(struct line *l)
{
	l->odd++;
	l->revised |= l->trust != LINE_SURE;
	l->trust = LINE_SURE;
	l->steady = l->cur.from;
	l->cur = (struct report_stretch){.from = l->cur.from,
					 .line = REPORT_LINE_UNKNOWN,
					 .of = l->of,
					 .paused = l->cur.paused,
					 .base = l->cur.base};
	return GNO_OK;
}

static int take_begin(struct line *l, const struct gno_record *rec, struct gno_err *err)
{
	struct report_stretch *cur = &l->cur;
	uint64_t last = before(l, rec->time);
	int rc;

	switch (cur->line) {
	case REPORT_LINE_ASSERTED:
		if (cur->from != rec->time || !cur->began || cur->of != rec->line)
			return doubt(l);
		l->odd += rec->paused != (uint32_t)cur->paused;
		note(cur, rec);
		return GNO_OK;
	case REPORT_LINE_RELEASED:
		if (rec->paused != (uint32_t)cur->paused || rec->time <= cur->from)
			return doubt(l);
		return begin_round(l, rec, err);
	default:
		rc = settle(l, l->steady < last ? l->steady : last, rec->paused, err);
		return rc ? rc : begin_round(l, rec, err);
	}
}

static int take_end(struct line *l, const struct gno_record *rec, struct gno_err *err)
{
	const struct report_stretch *cur = &l->cur;

	if (l->holds && l->held.ended && l->held.to == rec->time) {
		l->odd += rec->line != l->held.of ||
			  rec->length != (uint32_t)(rec->time - l->held.from) ||
			  rec->paused != (uint32_t)cur->paused;
		if (rec->line == l->held.of)
			note(&l->held, rec);
		return GNO_OK;
	}
	if (cur->line == REPORT_LINE_UNKNOWN)
		return end_unknown(l, rec, err);
	if (cur->line == REPORT_LINE_RELEASED || rec->line != cur->of ||
	    rec->length != (uint32_t)(rec->time - cur->from) ||
	    rec->paused != (uint32_t)(cur->paused + rec->time - cur->from))
		return doubt(l);
	return end_round(l, rec, err);
}

int line_record(struct line *l, const struct gno_record *rec, struct gno_err *err)
{
	int rc = advance(l, rec->time, err);

	if (!rc)
		rc = rec->began ? take_begin(l, rec, err) : take_end(l, rec, err);
	l->any = true;
	if (l->now <= rec->time)
		l->now = rec->time + 1;
	return rc;
}

int line_lost(struct line *l, unsigned node, uint64_t from, uint64_t to, struct gno_err *err)
{
	int rc = advance(l, from, err);

	if (l->node[node].from <= to)
		l->node[node].from = to + 1;
	return rc;
}

int line_pass(struct line *l, uint64_t to, struct gno_err *err)
{
	return advance(l, to, err);
}

uint64_t line_known(const struct line *l)
{
	struct report_stretch open[REPORT_PAUSES_OPEN] = {l->held}, *last = &open[l->holds];
	const bool start = l->trust == LINE_START && !l->any;
	bool known = l->trust != LINE_SURE && l->cur.line != REPORT_LINE_UNKNOWN;

	*last = l->cur;
	last->to = l->now;
	if (start && l->cur.line == REPORT_LINE_UNKNOWN) {
		*last = (struct report_stretch){.to = l->lost ? l->first : l->now,
						.line = REPORT_LINE_RELEASED};
		known = true;
	}
	report_pauses_open(l->out, open, (size_t)(l->holds + known));
	return known ? last->to : l->cur.from;
}

int line_end(struct line *l, uint64_t end, struct gno_err *err)
{
	int rc = advance(l, end + 1, err);

	if (!rc && !l->any && !l->lost)
		l->cur.line = REPORT_LINE_RELEASED; /* it never changed */
	else if (!rc && !l->any)
		rc = release_start(l, err);
	if (!rc)
		rc = turn(l, end + 1, REPORT_LINE_UNKNOWN, err);
	if (!rc)
		rc = let_go(l, err);
	return rc ? rc : report_pauses_close(l->out, l->odd, err);
}
