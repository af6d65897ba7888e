/* SPDX-License-Identifier: Apache-2.0 */
#include "sync/track.h"

#include <stdlib.h>
#include <string.h>

#include "common/util.h"
#include "sync/refresh.h"

void sync_track_begin(struct sync_track *t, struct sync_entry *entry)
{
	*t = (struct sync_track){.entry = entry};
}

void sync_track_lost(struct sync_track *t, enum sync_state state)
{
	struct sync_entry *e = t->entry;

	if (e->state != SYNC_OK)
		return;
	e->state = state;
	e->since = t->pulses ? t->last[0].time : 0;
	t->polled = false;
}

/* Whether the board still counts as it did: its cycles go on, at a plausible rate. */
static bool plausible(struct sync_track *t, const struct sync_point *p)
{
	struct sync_entry *e = t->entry;

	if (t->envelope.any && p->cycle < t->envelope.cycle) {
		sync_track_lost(t, SYNC_RESTARTED);
		return false;
	}
	if (!t->pulses || p->cycle == t->last[0].cycle)
		return true;
	e->ppm = sync_lie(&e->mapping.board, &t->last[0], p);
	if (e->ppm < -SYNC_LIE_PPM || e->ppm > SYNC_LIE_PPM) {
		sync_track_lost(t, SYNC_LIES);
		return false;
	}
	e->ppm = 0;
	return true;
}

int sync_track_poll(struct sync_track *t, const struct sync_poll *poll, int64_t drift,
		    struct gno_err *err)
{
	struct sync_entry *e = t->entry;
	const struct sync_board *b = &e->mapping.board;
	struct sync_point p;
	enum sync_seen seen;
	uint64_t by;
	int rc = 0;

	if (e->state != SYNC_OK)
		return 0;
	seen = sync_pulse(b, poll, drift, &p);
	if (seen == SYNC_SEEN_NOTHING) {
		e->failed++;
		return 0;
	}
	e->polls++;
	e->floorless += seen != SYNC_SEEN_FLOOR;
	if (!plausible(t, &p))
		return 0;
	if (seen == SYNC_SEEN_FALSE)
		rc = sync_note_broken(e, SYNC_CHECK_FLOOR, p.time,
				      b->out + b->back - (uint64_t)(poll->received - poll->sent),
				      NULL, err);
	by = sync_envelope_take(&t->envelope, b, &p);
	if (!rc && by)
		rc = sync_note_broken(e, SYNC_CHECK_INTERVALS, p.time, by, NULL, err);
	if (!t->polled || p.bound <= t->best.bound)
		t->best = p;
	t->polled = true;
	return rc;
}

/* Whether the last pulse but one lies where its neighbours allow it to be. */
static int check_band(struct sync_track *t, const struct sync_point *p, struct gno_err *err)
{
	struct sync_entry *e = t->entry;
	uint64_t by;

	if (t->pulses < 2)
		return 0;
	by = sync_outside_band(&e->mapping.board, &t->last[1], &t->last[0], p);
	return by ? sync_note_broken(e, SYNC_CHECK_BAND, t->last[0].time, by, NULL, err) : 0;
}

static int keep(struct sync_mapping *m, const struct sync_point *p, struct gno_err *err)
{
	struct sync_point *room = gno_room(m->point, m->points, sizeof(*room));

	if (!room)
		return gno_fail_nomem(err);
	m->point = room;
	m->point[m->points++] = *p;
	sync_mapping_prepare(m);
	return 0;
}

int sync_track_refresh(struct sync_track *t, struct gno_err *err)
{
	struct sync_mapping *m = &t->entry->mapping;
	const struct sync_point p = t->best, *old = m->points ? &m->point[m->points - 1] : NULL;
	int rc;

	if (!t->polled)
		return 0;
	t->polled = false;
	if (t->pulses && p.cycle == t->last[0].cycle) {
		t->entry->rejected++; /* a clock of which each poll reads the same tick */
		return 0;
	}
	rc = check_band(t, &p, err);
	t->last[1] = t->last[0];
	t->last[0] = p;
	t->pulses += t->pulses < 2;
	if (rc)
		return rc;
	if (old && (p.time <= old->time || !sync_replaces(&m->board, old, &p))) {
		t->entry->rejected++;
		return 0;
	}
	return keep(m, &p, err);
}

int sync_compare(struct sync_set *set, struct gno_err *err)
{
	struct sync_witness *w = calloc(set->entries + 1, sizeof(*w));
	struct sync_entry **of = calloc(set->entries + 1, sizeof(*of)), *one, *other;
	struct sync_disagreement d;
	size_t count = 0;
	int rc = 0;

	if (!w || !of)
		rc = gno_fail_nomem(err);
	for (size_t i = 0; !rc && i < set->entries; i++) {
		const struct sync_mapping *m = &set->entry[i].mapping;

		if (m->points < 2 || set->entry[i].state == SYNC_LIES)
			continue;
		of[count] = &set->entry[i];
		w[count++] =
		    (struct sync_witness){&m->board, &m->point[0], &m->point[m->points - 1]};
	}
	if (!rc && sync_disagree(w, count, &d)) {
		one = d.one == SYNC_HOST ? NULL : of[d.one];
		other = d.other == SYNC_HOST ? NULL : of[d.other];
		if (one)
			rc = sync_note_broken(one, SYNC_CHECK_RATES,
					      one->mapping.point[one->mapping.points - 1].time,
					      (uint64_t)d.ppb, other ? other->name : NULL, err);
		if (!rc && other)
			rc = sync_note_broken(other, SYNC_CHECK_RATES,
					      other->mapping.point[other->mapping.points - 1].time,
					      (uint64_t)d.ppb, one ? one->name : NULL, err);
	}
	free(w);
	free(of);
	return rc;
}

void sync_settle(struct sync_entry *e)
{
	struct sync_mapping *m = &e->mapping;
	size_t kept = 1;

	if (!m->points)
		return;
	/* from the last to the first; those that stay gather at the end */
	for (size_t i = m->points - 1; i-- > 0;) {
		const struct sync_point *next = &m->point[m->points - kept];

		if (!sync_replaces(&m->board, next, &m->point[i])) {
			e->rejected++;
			continue;
		}
		kept++;
		m->point[m->points - kept] = m->point[i];
	}
	memmove(m->point, &m->point[m->points - kept], kept * sizeof(*m->point));
	m->points = kept;
	sync_mapping_prepare(m);
}

/* (4): how fast the host is against the median of all boards and itself, over the whole run. */
static int host_drift(struct sync_set *set, struct gno_err *err)
{
	int64_t *ahead = calloc(set->entries + 1, sizeof(*ahead));
	size_t count = 0;

	if (!ahead)
		return gno_fail_nomem(err);
	for (size_t i = 0; i < set->entries; i++) {
		const struct sync_mapping *m = &set->entry[i].mapping;
		const struct sync_point *p = m->point, *q = p + m->points - 1;

		if (m->points < 2 || set->entry[i].state == SYNC_LIES)
			continue;
		ahead[count++] =
		    sync_drift(q->time - p->time, sync_nominal(&m->board, q->cycle - p->cycle),
			       q->time - p->time);
	}
	set->plan.drift = sync_median(ahead, count, true);
	free(ahead);
	return 0;
}

int sync_finish(struct sync_set *set, struct gno_err *err)
{
	int rc;

	for (size_t i = 0; i < set->entries; i++)
		sync_settle(&set->entry[i]);
	rc = sync_compare(set, err);
	return rc ? rc : host_drift(set, err);
}

/* Of the boards that are there: the greatest bound of a last pulse (e_d), and the greatest rate by
 * which one grows (e_f). Their number. */
static unsigned worst(const struct sync_set *set, uint64_t *error, uint32_t *rate)
{
	unsigned boards = 0;

	*error = *rate = 0;
	for (size_t i = 0; i < set->entries; i++) {
		const struct sync_mapping *m = &set->entry[i].mapping;
		const uint32_t grows = m->board.drift + m->board.host_drift + m->board.wander;

		if (!m->points || set->entry[i].state != SYNC_OK)
			continue;
		if (m->point[m->points - 1].bound > *error)
			*error = m->point[m->points - 1].bound;
		if (grows > *rate)
			*rate = grows;
		boards++;
	}
	return boards;
}

void sync_choose_interval(struct sync_set *set)
{
	struct sync_plan *plan = &set->plan;
	uint64_t error;
	uint32_t rate;
	int64_t interval;

	worst(set, &error, &rate);
	interval = sync_refresh_interval(plan->floor, error, rate);
	plan->guaranteed = interval > 0;
	plan->interval = plan->guaranteed ? interval : sync_refresh_otherwise(error, rate);
}

uint64_t sync_apart(const struct sync_set *set)
{
	uint64_t error;
	uint32_t rate;

	if (worst(set, &error, &rate) < 2)
		return 0;
	return sync_bound_pair(error, rate, (uint64_t)set->plan.interval);
}
