/* SPDX-License-Identifier: Apache-2.0 */
/* Samples of the ratio counters, and marks: both belong to a clock and all that fired in it. */
#include "report_walk.h"

#include <stdlib.h>
#include <string.h>

#define RESET (1u << GNO_ACT_RESET)

int samples_begin(struct walk *w)
{
	size_t pairs = w->m->pairs + 1;

	w->samples.last = calloc(pairs, sizeof(*w->samples.last));
	w->samples.pair = calloc(pairs, sizeof(*w->samples.pair));
	w->n->overall = calloc(pairs, sizeof(*w->n->overall));
	w->n->system.ratio[0] = calloc(pairs, sizeof(*w->n->overall));
	w->n->system.ratio[1] = calloc(pairs, sizeof(*w->n->overall));
	if (!w->samples.last || !w->samples.pair || !w->n->overall || !w->n->system.ratio[0] ||
	    !w->n->system.ratio[1])
		return GNO_ERR_NOMEM;
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
	mark = report_grow(r->mark, r->marks, sizeof(*mark));
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
	if (flags & 1u << GNO_FLAG_UNSAMPLED)
		w->n->unsampled++;
	/* the flag stands in the last record of the clock, whichever of them asked for it */
	if (!port_mark && !(actions & 1u << GNO_ACT_MARK) && (c->marked || !(flags & 1u << GNO_FLAG_MARK)))
		return GNO_OK;
	c->marked = true;
	return port_mark ? GNO_OK : samples_mark(w, time, fired, 0);
}

void samples_close(struct walk *w)
{
	struct walk_clock *c = &w->clock;

	if (c->open && c->actions & RESET && !c->sampled) {
		/* counts went without having been told */
		w->n->counts_incomplete = true;
		memset(w->samples.last, 0, w->m->pairs * sizeof(*w->samples.last));
	}
	if (c->open && !c->known) /* it may have been reset */
		w->n->counts_incomplete = true;
	c->open = false;
}

static int keep(struct walk *w, uint64_t time, const struct report_fired *fired, bool reset)
{
	struct gno_report *r = w->r;
	struct report_sample *sample;
	struct gno_ratio *pair;

	r->samples_seen++;
	if (r->samples >= w->o->samples)
		return GNO_OK;
	sample = report_grow(r->sample, r->samples, sizeof(*sample));
	if (!sample)
		return GNO_ERR_NOMEM;
	r->sample = sample;
	r->sample[r->samples++] = (struct report_sample){time, w->node, *fired, reset, r->pairs};
	for (unsigned i = 0; i < w->m->pairs; i++) {
		pair = report_grow(r->pair, r->pairs, sizeof(*pair));
		if (!pair)
			return GNO_ERR_NOMEM;
		r->pair = pair;
		r->pair[r->pairs++] = w->samples.pair[i];
	}
	return GNO_OK;
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

int samples_take(struct walk *w, const struct gno_record *rec)
{
	struct report_fired fired = {.kind = GNO_KIND_FLUSH, .point = -1};
	bool in_clock = w->clock.open && w->clock.time == rec->time;
	bool reset = in_clock && w->clock.actions & RESET;

	w->n->samples++;
	split(w, in_clock);
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
	return keep(w, rec->time, &fired, reset);
}

/* Whether counts may have gone without a sample that tells of them. */
static bool lacks_counts(const struct walk *w)
{
	const unsigned needed = 1u << GNO_ACT_RECORD | 1u << GNO_ACT_SAMPLE;
	const struct report_points *p = &w->r->points;
	const struct report_node *n = w->n;
	bool resets = false, silent = false;

	if (n->holes || n->missing || w->r->run->foreign_slots || !n->flushed || !n->synced)
		return true;
	for (size_t l = 0; l < p->loads; l++) {
		const struct gno_pattern_file *file = p->load[l].file;

		if (!p->load[l].on[w->node])
			continue;
		for (size_t i = 0; i < file->points; i++) {
			unsigned actions = file->point[i].actions;

			if (file->point[i].code[w->node] < 0 || !(actions & RESET))
				continue;
			resets = true;
			silent |= (actions & needed) != needed;
		}
		if (w->m->port.bus != GNO_BUS_NONE && file->port & RESET) {
			resets = true;
			silent |= (file->port & needed) != needed;
		}
	}
	return n->counts_incomplete || silent || (resets && n->gaps);
}

void samples_end(struct walk *w)
{
	for (unsigned i = 0; i < w->m->pairs; i++)
		gno_ratio_add(&w->n->overall[i], &w->samples.last[i]);
	w->n->counts_incomplete = w->m->pairs && lacks_counts(w);
}
