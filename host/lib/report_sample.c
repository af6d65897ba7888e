/* SPDX-License-Identifier: Apache-2.0 */
/* Samples of the ratio counters, and marks: both belong to a clock and all that fired in it. */
#include "report_walk.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

#define RESET (1u << GNO_ACT_RESET)

/* What resets the counters of the node in any of the loads. */
static void find_resets(struct walk *w)
{
	const unsigned needed = 1u << GNO_ACT_RECORD | 1u << GNO_ACT_SAMPLE;
	const struct report_points *p = &w->r->points;
	struct walk_samples *samples = &w->samples;

	for (size_t l = 0; l < p->loads; l++) {
		const struct gno_pattern_file *file = p->load[l].file;

		if (!p->load[l].on[w->node])
			continue;
		for (size_t i = 0; i < file->points; i++) {
			unsigned actions = file->point[i].actions;

			if (file->point[i].code[w->node] < 0 || !(actions & RESET))
				continue;
			samples->resets = true;
			samples->silent |= (actions & needed) != needed;
			samples->hidden |= !(actions & 1u << GNO_ACT_RECORD);
		}
		if (w->m->port.bus != GNO_BUS_NONE && file->port & RESET) {
			samples->resets = true;
			samples->silent |= (file->port & needed) != needed;
			samples->hidden |= !(file->port & 1u << GNO_ACT_RECORD);
		}
	}
}

/* Whether counts may have gone without a sample that tells of them. */
static bool lacks_counts(const struct walk *w)
{
	const struct report_node *n = w->n;

	if (n->holes || n->missing || w->r->run->foreign_slots || !n->flushed || !n->synced)
		return true;
	return n->counts_incomplete || w->samples.silent || (w->samples.resets && n->gaps);
}

int samples_begin(struct walk *w)
{
	size_t pairs = w->m->pairs + 1;

	w->samples.last = calloc(pairs, sizeof(*w->samples.last));
	w->samples.pair = calloc(pairs, sizeof(*w->samples.pair));
	w->n->overall = calloc(pairs, sizeof(*w->n->overall));
	w->n->system.ratio[0] = calloc(pairs, sizeof(*w->n->overall));
	w->n->system.ratio[1] = calloc(pairs, sizeof(*w->n->overall));
	w->n->extreme = calloc(w->m->measure.extremes + 1, sizeof(*w->n->extreme));
	if (!w->n->extreme || !w->samples.last || !w->samples.pair || !w->n->overall ||
	    !w->n->system.ratio[0] || !w->n->system.ratio[1])
		return GNO_ERR_NOMEM;
	w->samples.unsure = w->r->run->wrap;
	find_resets(w);
	return GNO_OK;
}

void samples_free(struct walk *w)
{
	free(w->samples.last);
	free(w->samples.pair);
}

int samples_mark(struct walk *w, uint64_t time, const struct report_fired *fired, uint32_t number)
{
	struct gno_report *r = w->r;
	struct report_mark *mark;

	r->marks_seen++;
	if (w->n->marks++ >= w->o->samples)
		return GNO_OK;
	mark = gno_room(r->mark, r->marks, sizeof(*mark));
	if (!mark)
		return GNO_ERR_NOMEM;
	r->mark = mark;
	r->mark[r->marks] = (struct report_mark){time, w->node, *fired, number, r->marks};
	r->marks++;
	return GNO_OK;
}

static int by_time(const void *a, const void *b)
{
	const struct report_mark *x = a;
	const struct report_mark *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->order < y->order ? -1 : 1;
}

void report_marks_sort(struct gno_report *r, size_t most)
{
	if (r->marks)
		qsort(r->mark, r->marks, sizeof(*r->mark), by_time);
	if (r->marks > most)
		r->marks = most;
}

int samples_fire(struct walk *w, uint64_t time, const struct report_fired *fired, unsigned flags,
		 unsigned actions)
{
	struct walk_clock *c = &w->clock;
	bool port_mark = fired->kind == GNO_KIND_DATUM && fired->code == GNO_PORT_MARK;

	if (c->open && c->time != time)
		samples_close(w);
	if (!c->open)
		*c = (struct walk_clock){.open = true,
					 .time = time,
					 .known = true,
					 .in_system = w->system.depth > 0,
					 .crossings = w->system.crossings};
	c->actions |= actions;
	c->known &= w->load != NULL;
	c->last = *fired;
	if (flags & 1u << GNO_FLAG_UNSAMPLED) {
		w->n->unsampled +=
		    !(flags & 1u << GNO_FLAG_SAMPLED) && (w->m->pairs || w->m->measure.extremes);
		w->n->unsnapped += w->m->measure.counters > 0;
	}
	/* the flag stands in the last record of the clock, whichever of them asked for it */
	if (!port_mark && !(actions & 1u << GNO_ACT_MARK) && (c->marked || !(flags & 1u << GNO_FLAG_MARK)))
		return GNO_OK;
	c->marked = true;
	return port_mark ? GNO_OK : samples_mark(w, time, fired, 0);
}

/* The counters count from cycle `since` on. */
static void begin_anew(struct walk *w, uint64_t since)
{
	w->samples.since = since;
	w->samples.unsure = false;
}

void samples_close(struct walk *w)
{
	struct walk_clock *c = &w->clock;

	if (c->open && c->actions & RESET && !c->sampled) {
		/* counts went without having been told */
		w->n->counts_incomplete = true;
		memset(w->samples.last, 0, w->m->pairs * sizeof(*w->samples.last));
		begin_anew(w, c->time + 1);
	}
	if (c->open && !c->known) { /* it may have been reset */
		w->n->counts_incomplete = true;
		w->samples.unsure = true;
	}
	c->open = false;
}

/* Drops the first sample of the node, with what belongs to it. */
static void drop_first(struct walk *w)
{
	struct gno_report *r = w->r;
	size_t pairs = w->m->pairs, extremes = w->m->measure.extremes;
	size_t at = r->samples - w->samples.kept;

	w->samples.kept--;
	r->samples--;
	memmove(&r->sample[at], &r->sample[at + 1], w->samples.kept * sizeof(*r->sample));
	r->pairs -= pairs;
	r->extremes -= extremes;
	memmove(&r->pair[w->samples.pair_base], &r->pair[w->samples.pair_base + pairs],
		w->samples.kept * pairs * sizeof(*r->pair));
	memmove(&r->extreme[w->samples.extreme_base], &r->extreme[w->samples.extreme_base + extremes],
		w->samples.kept * extremes * sizeof(*r->extreme));
	for (size_t i = at; i < r->samples; i++) {
		r->sample[i].pair -= pairs;
		r->sample[i].extreme -= extremes;
	}
}

static int keep(struct walk *w, const struct report_sample *as)
{
	struct gno_report *r = w->r;
	struct report_extreme *extreme;
	struct report_sample *sample;
	struct gno_ratio *pair;

	r->samples_seen++;
	if (w->o->latest && w->samples.kept && w->samples.kept >= w->o->samples)
		drop_first(w);
	else if (!w->o->latest && r->samples >= w->o->samples)
		return GNO_OK;
	if (!w->samples.kept) {
		w->samples.pair_base = r->pairs;
		w->samples.extreme_base = r->extremes;
	}
	w->samples.kept++;
	sample = gno_room(r->sample, r->samples, sizeof(*sample));
	if (!sample)
		return GNO_ERR_NOMEM;
	r->sample = sample;
	r->sample[r->samples] = *as;
	r->sample[r->samples].pair = r->pairs;
	r->sample[r->samples++].extreme = r->extremes;
	for (unsigned i = 0; i < w->m->pairs; i++) {
		pair = gno_room(r->pair, r->pairs, sizeof(*pair));
		if (!pair)
			return GNO_ERR_NOMEM;
		r->pair = pair;
		r->pair[r->pairs++] = w->samples.pair[i];
	}
	for (unsigned i = 0; i < w->m->measure.extremes; i++) {
		extreme = gno_room(r->extreme, r->extremes, sizeof(*extreme));
		if (!extreme)
			return GNO_ERR_NOMEM;
		r->extreme = extreme;
		r->extreme[r->extremes++] = w->samples.extreme[i];
	}
	return GNO_OK;
}

/* Reads the extremes of a sample, and adds them to those of the run. */
static void take_extremes(struct walk *w, const struct gno_stream *s, const struct gno_record *rec)
{
	for (unsigned i = 0; i < w->m->measure.extremes; i++) {
		struct report_extreme *now = &w->samples.extreme[i], *all = &w->n->extreme[i];

		gno_stream_extreme(s, rec, i, w->samples.since, &now->v);
		now->largest_point = held_point(w, now->v.largest_code, now->v.largest_time);
		now->smallest_point = held_point(w, now->v.smallest_code, now->v.smallest_time);
		if (!now->v.any)
			continue;
		if (!all->v.any || now->v.largest > all->v.largest) {
			all->v.largest = now->v.largest;
			all->v.largest_time = now->v.largest_time;
			all->v.largest_code = now->v.largest_code;
			all->largest_point = now->largest_point;
		}
		if (!all->v.any || now->v.smallest < all->v.smallest) {
			all->v.smallest = now->v.smallest;
			all->v.smallest_time = now->v.smallest_time;
			all->v.smallest_code = now->v.smallest_code;
			all->smallest_point = now->smallest_point;
		}
		all->v.any = true;
	}
}

/* Counts since the sample before: the difference of two that were not reset between. */
static struct gno_ratio since(const struct gno_ratio *now, const struct gno_ratio *before)
{
	return (struct gno_ratio){
	    .a_min = now->a_min > before->a_max ? now->a_min - before->a_max : 0,
	    .a_max = now->a_max > before->a_min ? now->a_max - before->a_min : 0,
	    .b_min = now->b_min > before->b_max ? now->b_min - before->b_max : 0,
	    .b_max = now->b_max > before->b_min ? now->b_max - before->b_min : 0,
	    .saturated = now->saturated || before->saturated,
	};
}

/* Puts the counts since the sample before to user or system, if all of that time was one of them. */
static void split(struct walk *w, bool in_clock)
{
	struct report_system *s = &w->n->system;
	uint64_t crossings = in_clock ? w->clock.crossings : w->system.crossings;
	bool in_system = in_clock ? w->clock.in_system : w->system.depth > 0;

	if (!s->present)
		return;
	if (crossings != w->samples.crossings || !w->system.known) {
		s->ratio_incomplete = true;
	} else {
		s->ratio_samples++;
		for (unsigned i = 0; i < w->m->pairs; i++) {
			struct gno_ratio counts = since(&w->samples.pair[i], &w->samples.last[i]);

			gno_ratio_add(&s->ratio[in_system][i], &counts);
		}
	}
	w->samples.crossings = w->system.crossings;
}

int samples_take(struct walk *w, const struct gno_stream *s, const struct gno_record *rec)
{
	uint64_t from = w->samples.since;
	bool lost = w->samples.hidden || (w->samples.resets && w->samples.unsure);
	struct report_fired fired = {.kind = GNO_KIND_FLUSH, .point = -1};
	bool in_clock = w->clock.open && w->clock.time == rec->time;
	bool reset = in_clock && w->clock.actions & RESET, mixed;

	/* resets after a recorder has frozen are in no record, and the flush comes later */
	if (w->r->run->wrap && !in_clock && w->samples.resets) {
		lost = true;
		w->n->counts_incomplete = true;
	}
	mixed = w->blind || !held_within(w, -1, from, rec->time);
	w->n->samples++;
	w->n->mixed |= mixed;
	split(w, in_clock);
	take_extremes(w, s, rec);
	for (unsigned i = 0; i < rec->pairs; i++) {
		if (reset) {
			gno_ratio_add(&w->n->overall[i], &rec->pair[i]);
			w->samples.last[i] = (struct gno_ratio){0};
		} else {
			w->samples.last[i] = rec->pair[i];
		}
	}
	if (in_clock) {
		w->clock.sampled = true;
		fired = w->clock.last;
	}
	if (reset)
		begin_anew(w, rec->time + 1);
	return keep(w, &(struct report_sample){.from = from,
					       .since_lost = lost,
					       .time = rec->time,
					       .node = w->node,
					       .fired = fired,
					       .reset = reset,
					       .mixed = mixed});
}

void samples_end(struct walk *w)
{
	w->n->mixed |= !held_within(w, -1, w->n->begin, w->n->end);
	for (unsigned i = 0; i < w->m->pairs; i++)
		gno_ratio_add(&w->n->overall[i], &w->samples.last[i]);
	w->n->counts_incomplete = (w->m->pairs || w->m->measure.extremes) && lacks_counts(w);
}
