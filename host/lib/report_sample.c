/* SPDX-License-Identifier: Apache-2.0 */
/* Samples of the ratio counters, and marks: both belong to a clock and all that fired in it. */
#include "report_queue.h"
#include "report_walk.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

#define RESET  (1u << GNO_ACT_RESET)
#define SAMPLE (1u << GNO_ACT_SAMPLE)

/* What resets the counters of the node in any of the loads. */
static void find_resets(struct walk *w)
{
	const unsigned needed = 1u << GNO_ACT_RECORD | SAMPLE;
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
			samples->bare |= !(actions & SAMPLE);
			samples->silent |= (actions & needed) != needed;
			samples->hidden |= !(actions & 1u << GNO_ACT_RECORD);
		}
		if (w->m->port.bus != GNO_BUS_NONE && file->port & RESET) {
			samples->resets = true;
			samples->bare |= !(file->port & SAMPLE);
			samples->silent |= (file->port & needed) != needed;
			samples->hidden |= !(file->port & 1u << GNO_ACT_RECORD);
		}
	}
}

/* Whether counts may have gone up to now without a sample that tells of them. */
static bool lacks_counts(const struct walk *w)
{
	const struct report_node *n = w->n;

	if (n->holes || w->r->run->foreign_slots || !n->synced)
		return true;
	return n->counts_incomplete || w->samples.silent || (w->samples.bare && n->gaps);
}

int samples_begin(struct walk *w)
{
	size_t pairs = w->m->pairs + 1;

	w->samples.last = calloc(pairs, sizeof(*w->samples.last));
	w->samples.pair = calloc(pairs, sizeof(*w->samples.pair));
	w->n->overall = calloc(pairs, sizeof(*w->n->overall));
	w->n->system.ratio[0] = calloc(pairs, sizeof(*w->n->overall));
	w->n->system.ratio[1] = calloc(pairs, sizeof(*w->n->overall));
	w->n->until.pair = calloc(pairs, sizeof(*w->n->overall));
	w->samples.began = calloc(w->r->points.intervals + 1, sizeof(*w->samples.began));
	w->n->extreme = calloc(w->m->measure.extremes + 1, sizeof(*w->n->extreme));
	if (!w->n->until.pair || !w->samples.began || !w->n->extreme || !w->samples.last ||
	    !w->samples.pair || !w->n->overall || !w->n->system.ratio[0] || !w->n->system.ratio[1])
		return GNO_ERR_NOMEM;
	w->samples.unsure = w->r->run->wrap;
	find_resets(w);
	return GNO_OK;
}

void samples_free(struct walk *w)
{
	free(w->samples.last);
	free(w->samples.pair);
	free(w->samples.began);
	free(w->clock.fired);
}

int samples_mark(struct walk *w, uint64_t time, const struct report_fired *fired, uint32_t number)
{
	struct report_mark mark = {time, w->node, *fired, number, w->r->marks};
	struct gno_report *r = w->r;

	r->marks_seen++;
	if (w->rows)
		report_rows_put(w->rows, REPORT_MARKS, &(struct report_row){.time = time, .mark = mark});
	if (w->rows || w->n->marks++ >= w->o->samples)
		return GNO_OK;
	if (walk_room(&r->mark, r->marks, sizeof(*r->mark)))
		return GNO_ERR_NOMEM;
	r->mark[r->marks++] = mark;
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

/* Adds to the cycle at hand what fired in it; `actions` are those it has. */
static int add_fired(struct walk *w, const struct report_fired *fired, unsigned actions)
{
	struct walk_clock *c = &w->clock;
	bool asks = actions & 1u << GNO_ACT_SAMPLE && !c->asked_any;

	if (c->fires == c->room) {
		if (walk_room(&c->fired, c->fires, sizeof(*c->fired)))
			return GNO_ERR_NOMEM;
		c->room = c->fires ? 2 * c->fires : 1; /* as gno_room grows */
	}
	/* a word of the profile asks for nothing */
	if (asks || (!c->asked_any && fired->kind != GNO_KIND_WORD))
		c->asked = c->fires;
	c->asked_any |= asks;
	c->fired[c->fires++] = *fired;
	return GNO_OK;
}

/* Begins a cycle in which something fired. */
static void open_clock(struct walk *w, uint64_t time)
{
	struct walk_clock *c = &w->clock;

	*c = (struct walk_clock){.open = true,
				 .time = time,
				 .known = true,
				 .in_system = w->system.depth > 0,
				 .crossings = w->system.crossings,
				 .fired = c->fired,
				 .room = c->room};
}

int samples_fire(struct walk *w, uint64_t time, const struct report_fired *fired, unsigned flags,
		 unsigned actions)
{
	struct walk_clock *c = &w->clock;
	bool port_mark = fired->kind == GNO_KIND_DATUM && fired->code == GNO_PORT_MARK;

	if (c->open && c->time != time)
		samples_close(w);
	if (!c->open)
		open_clock(w, time);
	c->actions |= actions;
	c->known &= w->load != NULL;
	if (add_fired(w, fired, actions))
		return GNO_ERR_NOMEM;
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

/* Whether a point fired in the cycle at hand. */
static bool has_fired(const struct walk_clock *c, int point)
{
	for (size_t i = 0; i < c->fires; i++)
		if (c->fired[i].point == point)
			return point >= 0;
	return false;
}

/* The counters count from the cycle after the one at hand on. */
static void begin_anew(struct walk *w)
{
	w->samples.since = w->clock.time + 1;
	w->samples.unsure = false;
	for (size_t i = 0; i < w->r->points.intervals; i++)
		w->samples.began[i] = w->load && has_fired(&w->clock, w->load->from[i]);
}

/* Adds a sample at the end of intervals that began with the last reset. */
static void add_over(struct walk *w)
{
	for (size_t i = 0; i < w->r->points.intervals && w->load; i++) {
		struct report_over *over = &w->n->over[i];

		if (!w->samples.began[i] || !has_fired(&w->clock, w->load->to[i]))
			continue;
		over->count++;
		for (unsigned p = 0; p < w->m->pairs; p++)
			gno_ratio_add(&over->pair[p], &w->samples.pair[p]);
	}
}

/* Keeps the counts up to the end point, where this sample is of its cycle. */
static void take_until(struct walk *w, uint64_t time)
{
	struct report_until *u = &w->n->until;

	if (!u->reached || u->time != time)
		return;
	u->sampled = true;
	u->incomplete = lacks_counts(w);
	u->mixed = !held_within(w, &w->held, -1, w->n->begin, time);
	for (unsigned i = 0; i < w->m->pairs; i++) {
		u->pair[i] = w->n->overall[i];
		gno_ratio_add(&u->pair[i], &w->samples.last[i]);
	}
}

void samples_close(struct walk *w)
{
	struct walk_clock *c = &w->clock;

	if (c->open && (c->actions & (RESET | SAMPLE)) == RESET) {
		/* counts went that are in no sample */
		w->n->counts_incomplete = true;
		memset(w->samples.last, 0, w->m->pairs * sizeof(*w->samples.last));
		begin_anew(w);
	}
	if (c->open && !c->known) { /* it may have been reset */
		w->n->counts_incomplete = true;
		w->samples.unsure = true;
	}
	c->open = false;
}

/*
 * Drops the first samples of the node but for so many, once there are twice as many: each is moved once at
 * most.
 */
static void drop_first(struct walk *w, size_t most)
{
	struct gno_report *r = w->r;
	size_t at = r->samples - w->samples.kept, drop = w->samples.kept - most;

	for (size_t i = at; i < at + drop; i++)
		free(r->sample[i].pair);
	memmove(&r->sample[at], &r->sample[at + drop], most * sizeof(*r->sample));
	w->samples.kept = most;
	r->samples -= drop;
}

/* Puts all that belongs to a sample into memory of its own, which begins with the pairs. */
static int own(const struct walk *w, struct report_sample *s)
{
	size_t pairs = w->m->pairs * sizeof(*s->pair);
	size_t extremes = w->m->measure.extremes * sizeof(*s->extreme);
	size_t fires = s->fires * sizeof(*s->fired);
	char *mine = malloc(pairs + extremes + fires + 1);

	if (!mine)
		return GNO_ERR_NOMEM;
	if (pairs)
		memcpy(mine, s->pair, pairs);
	if (extremes)
		memcpy(mine + pairs, s->extreme, extremes);
	if (fires)
		memcpy(mine + pairs + extremes, s->fired, fires);
	s->pair = (struct gno_ratio *)mine;
	s->extreme = (struct report_extreme *)(mine + pairs);
	s->fired = (struct report_fired *)(mine + pairs + extremes);
	return GNO_OK;
}

static int keep(struct walk *w, const struct report_sample *s)
{
	struct gno_report *r = w->r;

	r->samples_seen++;
	if (w->rows) {
		report_rows_put(w->rows, REPORT_SAMPLES, &(struct report_row){.sample = *s});
		return GNO_OK;
	}
	if (!w->o->latest && r->samples >= w->o->samples)
		return GNO_OK;
	if (w->o->latest && w->samples.kept > 2 * w->o->samples)
		drop_first(w, w->o->samples);
	if (walk_room(&r->sample, r->samples, sizeof(*r->sample)))
		return GNO_ERR_NOMEM;
	r->sample[r->samples] = *s;
	if (own(w, &r->sample[r->samples]))
		return GNO_ERR_NOMEM;
	r->samples++;
	w->samples.kept++;
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
	bool in_clock = w->clock.open && w->clock.time == rec->time;
	uint64_t time = rec->time - (w->n->flushed && !in_clock); /* the flush comes after the last clock */
	bool reset = in_clock && w->clock.actions & RESET, mixed;

	/* resets after a recorder has frozen are in no record, and the flush comes later */
	if (w->r->run->wrap && !in_clock && w->samples.resets) {
		lost = true;
		w->n->counts_incomplete = true;
	}
	mixed = w->blind || !held_within(w, &w->held, -1, from, time);
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
	w->clock.sampled |= in_clock;
	if (in_clock && !lost && !mixed)
		add_over(w);
	if (in_clock)
		take_until(w, rec->time);
	if (reset)
		begin_anew(w);
	return keep(w, &(struct report_sample){.from = from,
					       .since_lost = lost,
					       .time = time,
					       .node = w->node,
					       .fired = in_clock ? w->clock.fired : NULL,
					       .fires = in_clock ? w->clock.fires : 0,
					       .asked = in_clock ? w->clock.asked : 0,
					       .pair = w->samples.pair,
					       .extreme = w->samples.extreme,
					       .reset = reset,
					       .mixed = mixed});
}

void samples_end(struct walk *w)
{
	if (w->o->latest && w->samples.kept > w->o->samples)
		drop_first(w, w->o->samples);
	w->n->mixed |= !held_within(w, &w->held, -1, w->n->begin, w->n->end);
	for (unsigned i = 0; i < w->m->pairs; i++)
		gno_ratio_add(&w->n->overall[i], &w->samples.last[i]);
	w->n->counts_incomplete =
	    (w->m->pairs || w->m->measure.extremes) && (lacks_counts(w) || w->n->missing || !w->n->flushed);
}
