/* SPDX-License-Identifier: Apache-2.0 */
/* What the limits count while a node is walked. */
#include "passes/limits/limits.h"

#include <stdlib.h>
#include <string.h>

#include "common/util.h"

/* The times of A for which B has not come yet, oldest first; a ring. */
struct waiting {
	uint64_t *time;
	size_t first, count, room;
	size_t doubtful;      /* so many of the first ones: B may have come unseen */
	uint64_t doubtful_to; /* as may be of those up to here */
	bool is_late;	      /* one is too late, and B has not come since: */
	uint64_t late_since;  /* the oldest of these */
};

struct limits_walk {
	struct report_limits *l;
	unsigned node;
	unsigned bound;		 /* of a duration at the node */
	struct waiting *waiting; /* one a limit */
};

struct limits_walk *limits_walk_begin(struct report_limits *l, unsigned node, unsigned bound)
{
	struct limits_walk *w = calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	*w = (struct limits_walk){.l = l, .node = node, .bound = bound};
	w->waiting = calloc(l->limits + 1, sizeof(*w->waiting));
	if (w->waiting)
		return w;
	free(w);
	return NULL;
}

void limits_walk_free(struct limits_walk *w)
{
	if (!w)
		return;
	for (size_t i = 0; i < w->l->limits; i++)
		free(w->waiting[i].time);
	free(w->waiting);
	free(w);
}

/* Whether a limit counts at the node. */
static bool counts(const struct limits_walk *w, const struct report_limit *l)
{
	return !l->fault && l->on[w->node] && !l->left_out[w->node];
}

/* Whether it is one of that interval's durations. */
static bool is_of(const struct limits_walk *w, const struct report_limit *l, unsigned interval)
{
	return counts(w, l) && l->limit.what <= GNO_LIMIT_PERCENTILE &&
	       l->limit.place[0] == interval;
}

/* The least and the most that a duration can be, each with -1, 0, 1: below the bound of the limit,
 * at it, above it. */
struct sides {
	int least, most;
};

static int against(const struct limit_floor *f, uint64_t clocks)
{
	if (clocks == f->cycles)
		return f->exact ? 0 : -1;
	return clocks < f->cycles ? -1 : 1;
}

static struct sides sides_of(const struct limits_walk *w, const struct report_limit *l,
			     uint64_t clocks)
{
	const struct limit_floor *f = &l->floor[w->node];

	return (struct sides){against(f, clocks > w->bound ? clocks - w->bound : 0),
			      against(f, clocks + w->bound)};
}

void limits_interval(struct limits_walk *w, unsigned interval, uint64_t since, uint64_t clocks)
{
	for (size_t i = 0; i < w->l->limits; i++) {
		const struct report_limit *l = &w->l->limit[i];
		struct limit_count *c;
		struct sides s;

		if (!is_of(w, l, interval))
			continue;
		c = &l->count[w->node];
		s = sides_of(w, l, clocks);
		for (int equal = 0; equal < 2; equal++) {
			c->below[equal] += s.most < equal;
			c->maybe[equal] += s.least < equal && s.most >= equal;
		}
		if (!c->any || clocks > c->longest.clocks)
			c->longest = (struct report_longest){since, clocks};
		if (!c->any || clocks < c->shortest.clocks)
			c->shortest = (struct report_longest){since, clocks};
		c->any = true;
	}
}

void limits_open(struct limits_walk *w, unsigned interval, uint64_t since, uint64_t clocks,
		 bool ended)
{
	for (size_t i = 0; i < w->l->limits; i++) {
		const struct report_limit *l = &w->l->limit[i];
		struct limit_count *c;
		struct sides s;

		if (!is_of(w, l, interval))
			continue;
		c = &l->count[w->node];
		s = sides_of(w, l, clocks);
		for (int equal = 0; equal < 2; equal++) {
			(ended ? c->open : c->cut)[equal] += s.least >= equal;
			c->open_maybe[equal] += ended && s.least < equal && s.most >= equal;
		}
		if (s.least >= 0 && clocks > c->last.clocks)
			c->last = (struct report_longest){since, clocks};
	}
}

static int push(struct waiting *q, uint64_t time)
{
	if (q->count == q->room) {
		size_t room = q->room ? 2 * q->room : 16;
		uint64_t *more = calloc(room, sizeof(*more));

		if (!more)
			return GNO_ERR_NOMEM;
		for (size_t i = 0; i < q->count; i++)
			more[i] = q->time[(q->first + i) % q->room];
		free(q->time);
		q->time = more;
		q->room = room;
		q->first = 0;
	}
	q->time[(q->first + q->count++) % q->room] = time;
	return GNO_OK;
}

/* Takes the oldest one. */
static uint64_t pop(struct waiting *q, bool *doubtful)
{
	const uint64_t time = q->time[q->first];

	q->first = (q->first + 1) % q->room;
	q->count--;
	*doubtful = q->doubtful > 0;
	q->doubtful -= *doubtful;
	return time;
}

/* Whether the time for B is over at `time`; the bound may have a fraction. */
static bool is_over(const struct limits_walk *w, const struct report_limit *l, uint64_t since,
		    uint64_t time)
{
	return time > since && time - since > w->bound &&
	       time - since - w->bound > l->floor[w->node].cycles;
}

/* Takes those for which B can no longer come in time, at `time` or later. */
static void expire(const struct limits_walk *w, const struct report_limit *l, struct waiting *q,
		   struct limit_after *a, uint64_t time)
{
	while (q->count && is_over(w, l, q->time[q->first], time)) {
		bool doubtful;
		const uint64_t since = pop(q, &doubtful);

		a->doubtful += doubtful;
		a->late += !doubtful;
		if (!doubtful && !q->is_late) {
			q->is_late = true;
			q->late_since = since;
		}
	}
}

static void note_late(struct waiting *q, struct limit_after *a, uint64_t time, bool open)
{
	if (q->is_late && time - q->late_since >= a->latest.clocks) {
		a->latest = (struct report_longest){q->late_since, time - q->late_since};
		a->open = open;
	}
	q->is_late = false;
}

static void answer(const struct limits_walk *w, const struct report_limit *l, struct waiting *q,
		   struct limit_after *a, uint64_t time)
{
	note_late(q, a, time, false);
	while (q->count) {
		bool doubtful;
		const uint64_t since = pop(q, &doubtful);

		if (time - since + w->bound > l->floor[w->node].cycles) {
			a->doubtful++;
			a->coarse += !doubtful;
		} else if (!doubtful && (!a->answered || time - since > a->longest.clocks)) {
			a->longest = (struct report_longest){since, time - since};
			a->answered = true;
		}
	}
}

int limits_fire(struct limits_walk *w, uint64_t time, int point)
{
	int rc = GNO_OK;

	for (size_t i = 0; i < w->l->limits && !rc; i++) {
		const struct report_limit *l = &w->l->limit[i];
		struct waiting *q = &w->waiting[i];
		struct limit_after *a;

		if (l->limit.what != GNO_LIMIT_AFTER || !counts(w, l))
			continue;
		a = &l->after[w->node];
		if ((size_t)point == l->limit.place[1]) {
			expire(w, l, q, a, time);
			answer(w, l, q, a, time);
		}
		if ((size_t)point == l->limit.place[0]) {
			expire(w, l, q, a, time);
			a->hits++;
			rc = push(q, time);
			if (!rc && time < q->doubtful_to)
				q->doubtful = q->count;
		}
	}
	return rc;
}

void limits_break(struct limits_walk *w, uint64_t from, uint64_t to)
{
	for (size_t i = 0; i < w->l->limits; i++) {
		const struct report_limit *l = &w->l->limit[i];
		struct waiting *q = &w->waiting[i];

		if (l->limit.what != GNO_LIMIT_AFTER || !counts(w, l))
			continue;
		expire(w, l, q, &l->after[w->node], from);
		note_late(q, &l->after[w->node], from, true);
		q->doubtful = q->count;
		q->doubtful_to = to + 1;
	}
}

void limits_end(struct limits_walk *w, uint64_t end)
{
	for (size_t i = 0; i < w->l->limits; i++) {
		const struct report_limit *l = &w->l->limit[i];
		struct waiting *q = &w->waiting[i];
		struct limit_after *a;

		if (l->limit.what != GNO_LIMIT_AFTER || !counts(w, l))
			continue;
		a = &l->after[w->node];
		expire(w, l, q, a, end);
		note_late(q, a, end, true);
		a->doubtful += q->count;
		q->count = 0;
	}
}
