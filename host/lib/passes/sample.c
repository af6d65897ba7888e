/* SPDX-License-Identifier: Apache-2.0 */
/* Samples of the ratio counters, and marks: both belong to a clock and all that fired in it. */
#include "compile/groups.h"
#include "passes/queue.h"
#include "passes/walk.h"
#include "common/util.h"

#include <stdlib.h>
#include <string.h>

#define RESET (1u << GNO_ACT_RESET)
#define SAMPLE (1u << GNO_ACT_SAMPLE)

/* The groups that a reset is for, a bit each. */
static unsigned resets_of(const struct walk *w, const struct gno_group_choice *choice,
			  unsigned actions)
{
	if (!(actions & RESET))
		return 0;
	return w->m->preprocessors.groups ? gno_groups_chosen(w->m, choice, GNO_ACT_RESET) : 1;
}

/* Notes what resets counters, with the actions that it has. */
static void note_reset(const struct walk *w, struct walk_group *of,
		       const struct gno_group_choice *choice, unsigned actions)
{
	const unsigned needed = 1u << GNO_ACT_RECORD | SAMPLE;
	unsigned resets;

	actions = gno_groups_actions(w->m, choice, actions);
	resets = resets_of(w, choice, actions);
	for (unsigned g = 0; g <= w->m->preprocessors.groups; g++) {
		struct walk_group *group = &of[g];

		if (!(resets >> g & 1))
			continue;
		group->resets = true;
		group->bare |= !(actions & SAMPLE);
		group->silent |= (actions & needed) != needed;
		group->hidden |= !(actions & 1u << GNO_ACT_RECORD);
	}
}

void samples_find_resets(const struct walk *w, struct walk_group *of)
{
	const struct report_points *p = &w->r->points;

	for (size_t l = 0; l < p->loads; l++) {
		const struct gno_pattern_file *file = p->load[l].file;

		if (!p->load[l].on[w->node])
			continue;
		for (size_t i = 0; i < file->points; i++) {
			if (file->point[i].code[w->node] >= 0)
				note_reset(w, of, file->point[i].choice, file->point[i].actions);
		}
		if (w->m->port.bus != GNO_BUS_NONE)
			note_reset(w, of, file->port_choice, file->port);
	}
}

/* Whether there may be counts up to now that no sample shows. */
static bool lacks_counts(const struct walk *w)
{
	const bool lacks_samples = report_left_out_of(w->r, w->node, GNO_KIND_RATIO);
	const struct report_node *n = w->n;
	bool silent = false, bare = false, resets = false;

	for (unsigned g = 0; g <= w->m->preprocessors.groups; g++) {
		silent |= w->samples.group[g].silent;
		bare |= w->samples.group[g].bare;
		resets |= w->samples.group[g].resets;
	}
	if (n->holes || w->r->run->foreign_slots || !n->synced || (resets && lacks_samples))
		return true;
	return n->counts_incomplete || silent || (bare && (n->gaps || n->unseen[REPORT_LEFT_OUT]));
}

/* Room for what is known of each group. */
static int groups_begin(struct walk *w)
{
	unsigned count = w->m->preprocessors.groups + 1, g;

	w->samples.group = calloc(count, sizeof(*w->samples.group));
	w->samples.since = calloc(count, sizeof(*w->samples.since));
	if (!w->samples.group || !w->samples.since)
		return GNO_ERR_NOMEM;
	for (g = 0; g < count; g++) {
		struct walk_group *group = &w->samples.group[g];

		group->unsure = w->r->run->wrap;
		group->began = calloc(w->r->points.intervals + 1, sizeof(*group->began));
		if (!group->began)
			return GNO_ERR_NOMEM;
		if (count == 1 || gno_group_can(w->m, g, GNO_ACT_RESET))
			w->samples.groups |= 1u << g;
	}
	return GNO_OK;
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
	w->n->extreme = calloc(w->m->preprocessors.extremes + 1, sizeof(*w->n->extreme));
	if (groups_begin(w) || !w->n->until.pair || !w->n->extreme || !w->samples.last ||
	    !w->samples.pair || !w->n->overall || !w->n->system.ratio[0] || !w->n->system.ratio[1])
		return GNO_ERR_NOMEM;
	samples_find_resets(w, w->samples.group);
	return GNO_OK;
}

void samples_free(struct walk *w)
{
	free(w->samples.last);
	free(w->samples.pair);
	for (unsigned g = 0; w->samples.group && g <= w->m->preprocessors.groups; g++)
		free(w->samples.group[g].began);
	free(w->samples.group);
	free(w->samples.since);
	free(w->clock.fired);
}

void samples_doubt(struct walk *w, bool bare_only)
{
	for (unsigned g = 0; g <= w->m->preprocessors.groups; g++)
		w->samples.group[g].unsure |= !bare_only || w->samples.group[g].bare;
}

void samples_forget(struct walk *w)
{
	for (unsigned g = 0; g <= w->m->preprocessors.groups; g++)
		for (size_t i = 0; i < w->r->points.intervals; i++)
			w->samples.group[g].began[i] = false;
}

void samples_synced(struct walk *w)
{
	for (unsigned g = 0; g <= w->m->preprocessors.groups; g++)
		w->samples.group[g].unsure = false; /* nothing of the node was overwritten */
}

int samples_mark(struct walk *w, uint64_t time, const struct report_fired *fired, uint32_t number)
{
	struct report_mark mark = {.time = time,
				   .common = common_order(w->r->boards, w->node, time),
				   .node = w->node,
				   .fired = *fired,
				   .number = number,
				   .order = w->r->marks};
	struct gno_report *r = w->r;

	r->marks_seen++;
	if (w->rows)
		report_rows_put(w->rows, REPORT_MARKS,
				&(struct report_row){.time = time, .mark = mark});
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

	if (x->common != y->common)
		return x->common < y->common ? -1 : 1;
	return x->order < y->order ? -1 : 1;
}

void report_marks_sort(struct gno_report *r, size_t most)
{
	if (r->marks)
		qsort(r->mark, r->marks, sizeof(*r->mark), by_time);
	if (r->marks > most)
		r->marks = most;
}

/* Adds to the current cycle what fired in it; `actions` are those it has. */
static int add_fired(struct walk *w, const struct report_fired *fired, unsigned actions)
{
	struct walk_clock *c = &w->clock;
	bool asks = actions & 1u << GNO_ACT_SAMPLE && !c->asked_any;

	if (c->fires == c->room) {
		if (walk_room(&c->fired, c->fires, sizeof(*c->fired)))
			return GNO_ERR_NOMEM;
		c->room = c->fires ? 2 * c->fires : 1; /* as gno_room grows */
	}
	/* a word of the profile requests nothing */
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

/* Whether counter banks are to take a snapshot. */
static bool snaps(const struct walk *w, const struct gno_group_choice *choice, unsigned actions)
{
	const struct gno_preprocessors *m = &w->m->preprocessors;
	unsigned chosen;

	if (!(actions & SAMPLE) || !m->counters)
		return false;
	chosen = m->groups ? gno_groups_chosen(w->m, choice, GNO_ACT_SAMPLE) : 1;
	for (unsigned i = 0; i < m->counters; i++)
		if (chosen >> m->counter[i].group & 1)
			return true;
	return false;
}

int samples_fire(struct walk *w, uint64_t time, const struct report_fired *fired, unsigned flags,
		 unsigned actions, const struct gno_group_choice *choice)
{
	struct walk_clock *c = &w->clock;
	bool port_mark = fired->kind == GNO_KIND_DATUM && fired->code == GNO_PORT_MARK;

	if (c->open && c->time != time)
		samples_close(w);
	if (!c->open)
		open_clock(w, time);
	actions = gno_groups_actions(w->m, choice, actions);
	c->actions |= actions;
	c->resets |= resets_of(w, choice, actions);
	c->snaps |= snaps(w, choice, actions);
	c->known &= w->load != NULL;
	if (add_fired(w, fired, actions))
		return GNO_ERR_NOMEM;
	c->taken |= flags >> GNO_FLAG_SAMPLED & 1;
	if (flags & 1u << GNO_FLAG_UNSAMPLED) {
		w->n->unsampled += !(flags & 1u << GNO_FLAG_SAMPLED) &&
				   (w->m->pairs || w->m->preprocessors.extremes);
		w->n->unsnapped += c->snaps || (!w->load && w->m->preprocessors.counters > 0);
	}
	/* the flag is in the last record of the clock, whichever of them requested it */
	if (!port_mark && !(actions & 1u << GNO_ACT_MARK) &&
	    (c->marked || !(flags & 1u << GNO_FLAG_MARK)))
		return GNO_OK;
	c->marked = true;
	return port_mark ? GNO_OK : samples_mark(w, time, fired, 0);
}

/* Whether a point fired in the current cycle. */
static bool has_fired(const struct walk_clock *c, int point)
{
	for (size_t i = 0; i < c->fires; i++)
		if (c->fired[i].point == point)
			return point >= 0;
	return false;
}

/* The counters of the groups that the current cycle resets count from the cycle after it on. */
static void restart_counts(struct walk *w)
{
	for (unsigned g = 0; g <= w->m->preprocessors.groups; g++) {
		struct walk_group *group = &w->samples.group[g];

		if (!(w->clock.resets >> g & 1))
			continue;
		group->since = w->clock.time + 1;
		group->unsure = false;
		for (size_t i = 0; i < w->r->points.intervals; i++)
			group->began[i] = w->load && has_fired(&w->clock, w->load->from[i]);
	}
}

/* Whether a sample has the counts of a group from the begin of an interval on. */
static bool is_over(const struct walk *w, unsigned group, size_t interval)
{
	const struct report_since *since = &w->samples.since[group];

	return w->samples.groups >> group & 1 && w->samples.group[group].began[interval] &&
	       !since->lost && !since->mixed;
}

/* Adds a sample at the end of intervals that began with the last reset. */
static void add_over(struct walk *w)
{
	for (size_t i = 0; i < w->r->points.intervals && w->load; i++) {
		struct report_over *over = &w->n->over[i];
		bool any = false;

		if (!has_fired(&w->clock, w->load->to[i]))
			continue;
		for (unsigned g = 0; g <= w->m->preprocessors.groups; g++)
			any = any || is_over(w, g, i);
		over->count += any;
		for (unsigned p = 0; p < w->m->pairs && any; p++) {
			if (!is_over(w, w->m->pair[p].group, i))
				continue;
			over->counts[p]++;
			gno_ratio_add(&over->pair[p], &w->samples.pair[p]);
		}
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
	const bool lost = c->taken && !c->sampled; /* it was left out, or damaged */

	if (c->open && c->actions & RESET && (lost || !(c->actions & SAMPLE))) {
		/* counts went that are in no sample */
		w->n->counts_incomplete = true;
		for (unsigned i = 0; i < w->m->pairs; i++)
			if (c->resets >> w->m->pair[i].group & 1)
				w->samples.last[i] = (struct gno_ratio){0};
		restart_counts(w);
	}
	if (c->open && !c->known) { /* it may have been reset */
		w->n->counts_incomplete = true;
		samples_doubt(w, false);
	}
	c->open = false;
}

/*
 * Drops the first samples of the node but for so many, once there are twice as many: each is moved
 * once at most.
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
	size_t extremes = w->m->preprocessors.extremes * sizeof(*s->extreme);
	size_t fires = s->fires * sizeof(*s->fired);
	size_t groups = s->since ? (w->m->preprocessors.groups + 1) * sizeof(*s->since) : 0;
	char *mine = malloc(pairs + extremes + groups + fires + 1);

	if (!mine)
		return GNO_ERR_NOMEM;
	if (pairs)
		memcpy(mine, s->pair, pairs);
	if (extremes)
		memcpy(mine + pairs, s->extreme, extremes);
	if (groups)
		memcpy(mine + pairs + extremes, s->since, groups);
	if (fires)
		memcpy(mine + pairs + extremes + groups, s->fired, fires);
	s->pair = (struct gno_ratio *)mine;
	s->extreme = (struct report_extreme *)(mine + pairs);
	if (groups)
		s->since = (struct report_since *)(mine + pairs + extremes);
	s->fired = (struct report_fired *)(mine + pairs + extremes + groups);
	return GNO_OK;
}

static int keep(struct walk *w, const struct report_sample *s)
{
	struct gno_report *r = w->r;

	r->samples_seen++;
	if (w->rows) {
		report_rows_put(w->rows, REPORT_SAMPLES,
				&(struct report_row){.time = s->time, .sample = *s});
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
	for (unsigned i = 0; i < w->m->preprocessors.extremes; i++) {
		struct report_extreme *now = &w->samples.extreme[i], *all = &w->n->extreme[i];

		gno_stream_extreme(s, rec, i,
				   w->samples.group[w->m->preprocessors.extreme[i].group].since,
				   &now->v);
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

/* Puts the counts since the sample before to user or system, if all of that time was one of them.
 */
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
			struct gno_ratio counts =
			    report_counted(&w->samples.last[i], &w->samples.pair[i]);

			gno_ratio_add(&s->ratio[in_system][i], &counts);
		}
	}
	w->samples.crossings = w->system.crossings;
}

/* From where on each group counted, up to a sample; `reset`: groups that its cycle resets. */
static void find_since(struct walk *w, uint64_t time, unsigned resets, bool frozen)
{
	for (unsigned g = 0; g <= w->m->preprocessors.groups; g++) {
		const struct walk_group *group = &w->samples.group[g];

		w->samples.since[g] = (struct report_since){
		    .from = group->since,
		    .lost = group->hidden || (group->resets && (group->unsure || frozen)),
		    .reset = resets >> g & 1,
		    .mixed = w->known.blind || !held_within(w, &w->held, -1, group->since, time),
		};
	}
}

/* What holds for all groups of a sample that have counters. */
static void join_since(const struct walk *w, struct report_sample *s)
{
	bool first = true;

	s->reset = true;
	for (unsigned g = 0; g <= w->m->preprocessors.groups; g++) {
		const struct report_since *since = &w->samples.since[g];

		if (!(w->samples.groups >> g & 1))
			continue;
		s->apart |= !first && since->from != s->from;
		if (first || since->from < s->from)
			s->from = since->from;
		s->since_lost |= since->lost;
		s->reset &= since->reset;
		s->mixed |= since->mixed;
		first = false;
	}
	s->reset &= !first;
}

/*
 * Keeps the counts of a sample, from which the next one's differ: those of groups that are reset
 * from 0 on.
 */
static void take_pairs(struct walk *w, const struct gno_record *rec, unsigned resets)
{
	for (unsigned i = 0; i < rec->pairs; i++) {
		if (resets >> w->m->pair[i].group & 1) {
			gno_ratio_add(&w->n->overall[i], &rec->pair[i]);
			w->samples.last[i] = (struct gno_ratio){0};
		} else {
			w->samples.last[i] = rec->pair[i];
		}
	}
}

static bool any_resets(const struct walk *w)
{
	for (unsigned g = 0; g <= w->m->preprocessors.groups; g++)
		if (w->samples.group[g].resets)
			return true;
	return false;
}

int samples_take(struct walk *w, const struct gno_stream *s, const struct gno_record *rec)
{
	bool in_clock = w->clock.open && w->clock.time == rec->time;
	/* the flush comes after the last clock */
	uint64_t time = rec->time - (w->n->flushed && !in_clock);
	unsigned resets = in_clock ? w->clock.resets : 0;
	/* resets after a recorder has frozen are in no record, and the flush comes later */
	bool frozen = w->r->run->wrap && !in_clock && any_resets(w);
	struct report_sample sample = {.time = time,
				       .since =
					   w->m->preprocessors.groups ? w->samples.since : NULL,
				       .node = w->node,
				       .fired = in_clock ? w->clock.fired : NULL,
				       .fires = in_clock ? w->clock.fires : 0,
				       .asked = in_clock ? w->clock.asked : 0,
				       .pair = w->samples.pair,
				       .extreme = w->samples.extreme};

	w->n->counts_incomplete |= frozen;
	find_since(w, time, resets, frozen);
	join_since(w, &sample);
	w->n->samples++;
	w->n->mixed |= sample.mixed;
	split(w, in_clock);
	take_extremes(w, s, rec);
	take_pairs(w, rec, resets);
	w->clock.sampled |= in_clock;
	if (in_clock) {
		add_over(w);
		take_until(w, rec->time);
	}
	if (resets)
		restart_counts(w);
	return keep(w, &sample);
}

void samples_end(struct walk *w)
{
	if (w->o->latest && w->samples.kept > w->o->samples)
		drop_first(w, w->o->samples);
	w->n->mixed |= !held_within(w, &w->held, -1, w->n->begin, w->n->end);
	for (unsigned i = 0; i < w->m->pairs; i++)
		gno_ratio_add(&w->n->overall[i], &w->samples.last[i]);
	w->n->counts_incomplete = (w->m->pairs || w->m->preprocessors.extremes) &&
				  (lacks_counts(w) || w->n->missing || !w->n->flushed);
}
