/* SPDX-License-Identifier: Apache-2.0 */
#include "sync/pulse.h"

#include "sync/wide.h"

/* a / b, rounded to the nearest. */
static int64_t nearest(sync_wide a, sync_wide b)
{
	return sync_time((a + (a < 0 ? -b : b) / 2) / b);
}

int64_t sync_corrected(int64_t length, int64_t drift)
{
	return sync_time((sync_wide)length + nearest((sync_wide)length * drift, SYNC_PPB));
}

int64_t sync_drift(int64_t before, int64_t after, int64_t apart)
{
	return nearest(((sync_wide)after - before) * (sync_wide)SYNC_PPB, apart);
}

uint64_t sync_bound_greatest(uint64_t round_trip, uint64_t floors, uint64_t tick, uint32_t drift,
			     unsigned halves)
{
	const sync_uwide above = (sync_uwide)round_trip * (SYNC_PPB + 2 * (uint64_t)drift) -
				 (sync_uwide)floors * SYNC_PPB +
				 ((sync_uwide)tick * 2 + halves) * SYNC_PPB;

	return sync_up(above, (sync_uwide)2 * SYNC_PPB);
}

/* What a round trip shows of the floors of both its ways, which the host reads shorter where its
 * clock is slow. */
static enum sync_seen see(const struct sync_board *b, uint64_t round_trip)
{
	const sync_uwide floors = (sync_uwide)b->out + b->back;

	if (!floors || round_trip > floors)
		return SYNC_SEEN_FLOOR;
	if (((sync_uwide)round_trip + b->tick) * SYNC_PPB <
	    floors * (SYNC_PPB - b->host_drift - b->wander))
		return SYNC_SEEN_FALSE;
	return SYNC_SEEN_SHORT;
}

enum sync_seen sync_pulse(const struct sync_board *b, const struct sync_poll *poll, int64_t drift,
			  struct sync_point *p)
{
	const int64_t length = poll->received - poll->sent;
	sync_wide twice;
	enum sync_seen seen;

	if (length < 0)
		return SYNC_SEEN_NOTHING;
	seen = see(b, (uint64_t)length);
	twice = 2 * (sync_wide)poll->sent + sync_corrected(length, drift);
	if (seen == SYNC_SEEN_FLOOR)
		twice += (sync_wide)b->out - b->back;
	p->cycle = poll->cycle;
	p->time = sync_time(twice >> 1);
	p->bound = sync_bound_greatest(
	    (uint64_t)length, seen == SYNC_SEEN_FLOOR ? sync_sum(b->out, b->back) : 0, b->tick,
	    sync_greatest_drift(b) + b->wander, (unsigned)(twice & 1));
	return seen;
}

static uint64_t apart(const struct sync_board *b, uint64_t one, uint64_t other)
{
	return (uint64_t)sync_nominal(b, one > other ? one - other : other - one) + 1;
}

uint64_t sync_aged(const struct sync_board *b, const struct sync_point *p, uint64_t cycle)
{
	return cycle == p->cycle ? p->bound
				 : sync_sum(p->bound, sync_growth(b, apart(b, p->cycle, cycle)));
}

bool sync_replaces(const struct sync_board *b, const struct sync_point *old,
		   const struct sync_point *now)
{
	return now->bound < sync_aged(b, old, now->cycle);
}

bool sync_drift_usable(const struct sync_board *b, const struct sync_point *p,
		       const struct sync_point *q)
{
	const sync_uwide errors = ((sync_uwide)p->bound + q->bound) * SYNC_PPB;
	const sync_uwide dt = (sync_uwide)sync_nominal(b, q->cycle - p->cycle);

	return errors < dt * sync_greatest_drift(b) &&
	       errors + dt * b->wander < dt * ((sync_uwide)b->drift + b->host_drift);
}

int64_t sync_lie(const struct sync_board *b, const struct sync_point *p, const struct sync_point *q)
{
	const sync_wide nominal = sync_nominal(b, q->cycle - p->cycle);
	const sync_wide host = (sync_wide)q->time - p->time;
	const sync_wide fast = nominal - host;
	const sync_wide errors = (sync_wide)p->bound + q->bound + 1;
	const sync_wide base = host > 0 ? host : 1;

	if (fast > errors)
		return sync_time((fast - errors) * 1000000 / base);
	return -fast > errors ? sync_time((fast + errors) * 1000000 / base) : 0;
}

uint64_t sync_bound_pair(uint64_t bound, uint32_t drift, uint64_t age)
{
	return sync_least(2 * ((sync_uwide)bound + sync_up((sync_uwide)age * drift, SYNC_PPB)));
}
