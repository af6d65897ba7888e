/* SPDX-License-Identifier: Apache-2.0 */
#include "sync/mapping.h"

#include "sync/wide.h"

/* A rate: `time` picoseconds in `cycles` cycles. */
struct rate {
	uint64_t time, cycles;
};

static struct rate between(const struct sync_point *p, const struct sync_point *q)
{
	return (struct rate){(uint64_t)(q->time - p->time), q->cycle - p->cycle};
}

/* Of the pulses, that against which one at the end has the drift with the smallest error. */
static size_t best_against(const struct sync_mapping *m, size_t end)
{
	size_t best = end;
	sync_uwide best_errors = 0, best_cycles = 0;

	for (size_t i = 0; i < m->points; i++) {
		const struct sync_point *p = &m->point[i < end ? i : end];
		const struct sync_point *q = &m->point[i < end ? end : i];
		const sync_uwide errors = (sync_uwide)p->bound + q->bound;
		const sync_uwide cycles = q->cycle - p->cycle;

		if (i == end || !sync_drift_usable(&m->board, p, q))
			continue;
		if (best == end || errors * best_cycles < best_errors * cycles) {
			best = i;
			best_errors = errors;
			best_cycles = cycles;
		}
	}
	return best;
}

void sync_mapping_prepare(struct sync_mapping *m)
{
	m->from_first = best_against(m, 0);
	m->to_last = best_against(m, m->points - 1);
}

/* The rate before the first or behind the last pulse. */
static struct rate beyond(const struct sync_mapping *m, size_t end, size_t other)
{
	if (other == end)
		return (struct rate){SYNC_SECOND, m->board.hz};
	return other < end ? between(&m->point[other], &m->point[end])
			   : between(&m->point[end], &m->point[other]);
}

/* The bound `cycles` before or behind a pulse at the end. */
static uint64_t bound_beyond(const struct sync_mapping *m, size_t end, size_t other,
			     uint64_t cycles)
{
	const struct sync_point *e = &m->point[end], *o = &m->point[other];
	const uint64_t age = (uint64_t)sync_nominal(&m->board, cycles) + 1;
	uint64_t bound = e->bound;

	if (!cycles)
		return bound;
	bound = sync_sum(bound, 1); /* of a time that is rounded */
	if (other == end)
		return sync_sum(bound, sync_growth(&m->board, age));
	bound = sync_sum(bound,
			 sync_up(((sync_uwide)e->bound + o->bound) * cycles,
				 e->cycle > o->cycle ? e->cycle - o->cycle : o->cycle - e->cycle));
	return sync_sum(bound, sync_wandered(&m->board, age));
}

/* The bound `done` cycles behind p and `left` before q. */
static uint64_t bound_between(const struct sync_mapping *m, const struct sync_point *p,
			      const struct sync_point *q, uint64_t done)
{
	const uint64_t cycles = q->cycle - p->cycle, left = cycles - done;
	const uint64_t along = (uint64_t)sync_nominal(&m->board, done) + 1;

	if (!done)
		return p->bound;
	return sync_sum(
	    sync_sum(sync_up((sync_uwide)p->bound * left + (sync_uwide)q->bound * done, cycles), 1),
	    sync_wandered(&m->board, sync_up((sync_uwide)along * left, cycles)));
}

/* Place of the first pulse behind a cycle. */
static size_t behind(const struct sync_mapping *m, uint64_t cycle)
{
	size_t low = 0, high = m->points;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (m->point[middle].cycle <= cycle)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void sync_map(const struct sync_mapping *m, uint64_t cycle, int64_t *time, uint64_t *bound)
{
	const size_t next = behind(m, cycle);
	const struct sync_point *p = &m->point[next ? next - 1 : 0];
	const uint64_t away = next ? cycle - p->cycle : p->cycle - cycle;
	struct rate r;

	if (!next)
		r = beyond(m, 0, m->from_first);
	else if (next == m->points)
		r = beyond(m, m->points - 1, m->to_last);
	else
		r = between(p, p + 1);
	if (next)
		*time = sync_time((sync_wide)p->time +
				  (sync_wide)((sync_uwide)away * r.time / r.cycles));
	else
		*time = sync_time((sync_wide)p->time -
				  (sync_wide)sync_up((sync_uwide)away * r.time, r.cycles));
	if (!bound)
		return;
	if (!next)
		*bound = bound_beyond(m, 0, m->from_first, away);
	else if (next == m->points)
		*bound = bound_beyond(m, m->points - 1, m->to_last, away);
	else
		*bound = bound_between(m, p, p + 1, away);
}

uint64_t sync_cycle_at(const struct sync_mapping *m, int64_t time)
{
	const struct sync_point *p;
	size_t low = 0, high = m->points;
	struct rate r;
	sync_uwide away;

	if (time == INT64_MIN) /* what was even earlier has this time, too */
		return 0;
	while (low < high) { /* the first pulse that is not before the time */
		const size_t middle = low + (high - low) / 2;

		if (m->point[middle].time < time)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low) {
		p = m->point;
		r = beyond(m, 0, m->from_first);
		away = (sync_uwide)((sync_wide)p->time - time) * r.cycles / r.time;
		return away < p->cycle ? p->cycle - (uint64_t)away : 0;
	}
	p = &m->point[low - 1];
	r = low == m->points ? beyond(m, low - 1, m->to_last) : between(p, p + 1);
	return sync_sum(p->cycle,
			sync_up((sync_uwide)((sync_wide)time - p->time) * r.cycles, r.time));
}
