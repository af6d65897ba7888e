/* SPDX-License-Identifier: Apache-2.0 */
#include "sync/disjoint.h"

/* By how much [low, high] lies beyond [from, to], on whichever side; 0: they overlap. */
static uint64_t beyond(sync_wide low, sync_wide high, sync_wide from, sync_wide to)
{
	if (low > to)
		return sync_least((sync_uwide)(low - to));
	return high < from ? sync_least((sync_uwide)(from - high)) : 0;
}

uint64_t sync_envelope_take(struct sync_envelope *e, const struct sync_board *b,
			    const struct sync_point *p)
{
	const sync_wide offset = (sync_wide)p->time - sync_nominal(b, p->cycle);
	const sync_wide low = offset - p->bound - 1, high = offset + p->bound + 1;
	uint64_t by = 0;

	if (e->any) {
		const sync_wide grown =
		    sync_growth(b, (uint64_t)sync_nominal(b, p->cycle - e->cycle) + 1);

		e->low -= grown;
		e->high += grown;
		by = beyond(low, high, e->low, e->high);
	}
	if (!e->any || by || low > e->low)
		e->low = low;
	if (!e->any || by || high < e->high)
		e->high = high;
	e->any = true;
	e->cycle = p->cycle;
	return by;
}

uint64_t sync_outside_band(const struct sync_board *b, const struct sync_point *before,
			   const struct sync_point *p, const struct sync_point *behind)
{
	const uint64_t cycles = behind->cycle - before->cycle, done = p->cycle - before->cycle;
	const sync_wide time = (sync_wide)before->time + ((sync_wide)behind->time - before->time) *
							     (sync_wide)done / (sync_wide)cycles;
	const uint64_t along = (uint64_t)sync_nominal(b, done) + 1;
	const sync_wide band =
	    (sync_wide)sync_up((sync_uwide)before->bound * (cycles - done) +
				   (sync_uwide)behind->bound * done,
			       cycles) +
	    sync_wandered(b, sync_up((sync_uwide)along * (cycles - done), cycles)) + p->bound + 1;

	return beyond(p->time, p->time, time - band, time + band);
}

/* In which interval the host's drift lies, in ppb rounded outwards, by a board: host/nominal is
 * (1 + host drift)/(1 + board's drift), within its wander. */
static void interval(const struct sync_witness *w, sync_wide *low, sync_wide *high)
{
	const sync_wide nominal = sync_nominal(w->board, w->last->cycle - w->first->cycle);
	const sync_wide host = (sync_wide)w->last->time - w->first->time;
	const sync_wide errors = (sync_wide)w->first->bound + w->last->bound + 1;
	const sync_wide ppb = (sync_wide)SYNC_PPB;
	const sync_wide slow = (host - errors) * ppb / (nominal + 1) - 1 - w->board->wander;
	const sync_wide fast = (host + errors) * ppb / nominal + 1 + w->board->wander;

	*low = slow * (ppb - w->board->drift) / ppb - ppb - 1;
	*high = fast * (ppb + w->board->drift) / ppb - ppb + 1;
}

bool sync_disagree(const struct sync_witness *w, size_t count, struct sync_disagreement *out)
{
	sync_wide low = 0, high = 0, from, to;

	*out = (struct sync_disagreement){SYNC_HOST, SYNC_HOST, 0};
	if (!count)
		return false;
	/* nothing is common to all where the highest low is above the lowest high */
	low = -(sync_wide)w->board->host_drift;
	high = w->board->host_drift;
	for (size_t i = 0; i < count; i++) {
		if (w[i].last->cycle == w[i].first->cycle)
			continue;
		interval(&w[i], &from, &to);
		if (from > low) {
			low = from;
			out->one = i;
		}
		if (to < high) {
			high = to;
			out->other = i;
		}
	}
	out->ppb = sync_time(low - high);
	return low > high;
}
