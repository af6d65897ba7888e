/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/index/state.h"

#include <stdlib.h>

#include "common/util.h"

/* A place of an array of `many`, or `many` for the end of the list. In the archive the end is 0: an
 * array that was shorter when it was written can be read. */
static size_t next_place(struct archive *a, size_t place, size_t many)
{
	const uint64_t number = archive_upto(a, place < many ? place + 1 : 0, many);

	return number ? (size_t)number - 1 : many;
}

/* The places that are set. */
static void of_flags(struct archive *a, bool *flag, size_t many)
{
	size_t at = 0;

	if (a->reads) {
		while ((at = next_place(a, 0, many)) < many && !a->bad)
			flag[at] = true;
		return;
	}
	for (; at < many; at++)
		if (flag[at])
			next_place(a, at, many);
	next_place(a, many, many);
}

/* The numbers that are not 0, with their places. */
static void of_numbers(struct archive *a, uint64_t *number, size_t many)
{
	size_t at = 0;

	if (a->reads) {
		while ((at = next_place(a, 0, many)) < many && !a->bad)
			number[at] = archive_number(a, 0);
		return;
	}
	for (; at < many; at++)
		if (number[at]) {
			next_place(a, at, many);
			archive_number(a, number[at]);
		}
	next_place(a, many, many);
}

static const struct report_load *of_load(struct archive *a, const struct walk *w,
					 const struct report_load *load)
{
	const struct report_points *p = &w->r->points;
	const uint64_t at = archive_upto(a, load ? (uint64_t)(load - p->load) + 1 : 0, p->loads);

	return at ? &p->load[at - 1] : NULL;
}

static void of_known(struct archive *a, struct known *k)
{
	k->fired = archive_number(a, k->fired);
	k->blind_since = archive_number(a, k->blind_since);
	k->off_since = archive_number(a, k->off_since);
	k->blind_from = archive_number(a, k->blind_from);
	k->blind = archive_flag(a, k->blind);
	k->off = archive_flag(a, k->off);
	k->in_hole = archive_flag(a, k->in_hole);
	k->hole_from = archive_number(a, k->hole_from);
	k->hole_to = archive_number(a, k->hole_to);
	k->hole_hidden = archive_number(a, k->hole_hidden);
	k->doubt = archive_flag(a, k->doubt);
	k->told = archive_flag(a, k->told);
	k->doubt_since = archive_number(a, k->doubt_since);
	k->resolved = archive_number(a, k->resolved);
	k->stops = archive_flag(a, k->stops);
}

/* The hole that waits for its end. */
static void of_hole(struct archive *a, const struct walk *w, struct gno_record *hole)
{
	hole->bytes = archive_number(a, hole->bytes);
	if (!hole->bytes)
		return;
	hole->node = w->node;
	hole->kind = GNO_KIND_HOLE;
	hole->time = archive_number(a, hole->time);
	hole->to = archive_number(a, hole->to);
	hole->offset = archive_number(a, hole->offset);
}

static void of_fired(struct archive *a, const struct walk *w, struct report_fired *f)
{
	f->kind = archive_unsigned(a, f->kind);
	f->code = archive_unsigned(a, f->code);
	f->point = (int)archive_upto(a, (uint64_t)(f->point + 1), w->r->points.points) - 1;
	f->port = archive_unsigned(a, f->port);
}

/* The cycle in which something fired last. */
static int of_clock(struct archive *a, struct walk *w)
{
	struct walk_clock *c = &w->clock;
	uint64_t fires;

	c->open = archive_flag(a, c->open);
	if (!c->open)
		return GNO_OK;
	c->time = archive_number(a, c->time);
	c->actions = archive_unsigned(a, c->actions);
	c->resets = archive_unsigned(a, c->resets);
	c->snaps = archive_flag(a, c->snaps);
	c->sampled = archive_flag(a, c->sampled);
	c->taken = archive_flag(a, c->taken);
	c->known = archive_flag(a, c->known);
	c->marked = archive_flag(a, c->marked);
	c->asked = (size_t)archive_number(a, c->asked);
	c->asked_any = archive_flag(a, c->asked_any);
	fires = archive_number(a, c->fires);
	for (size_t i = 0; i < fires && !a->bad; i++) {
		if (a->reads && walk_room(&c->fired, i, sizeof(*c->fired)))
			return GNO_ERR_NOMEM;
		of_fired(a, w, &c->fired[i]);
		c->fires = i + 1;
	}
	if (a->reads)
		c->room = 0;
	while (c->room < c->fires) /* as gno_room grows */
		c->room = c->room ? 2 * c->room : 1;
	a->bad |= c->asked && c->asked >= c->fires;
	return GNO_OK;
}

/* One that is open; what statistics alone need is not known of it. */
static void of_open(struct archive *a, struct open_interval *v)
{
	v->since = archive_number(a, v->since);
	v->self = archive_number(a, v->self);
	v->outermost = archive_flag(a, v->outermost);
	v->process_known = archive_flag(a, v->process_known);
	v->process = archive_unsigned(a, v->process);
}

static int read_open(struct archive *a, struct walk *w)
{
	struct walk_intervals *v = &w->intervals;
	struct open_interval one = {.since = 0};
	uint32_t at;

	while (!a->bad) {
		const size_t interval = next_place(a, 0, w->r->points.intervals);

		if (interval == w->r->points.intervals)
			return GNO_OK;
		one.interval = (unsigned)interval;
		of_open(a, &one);
		if (!v->depth[interval]++)
			v->newest[interval] = OPEN_NONE;
		at = open_add(&v->list, &v->newest[interval], &v->open, sizeof(*v->open));
		if (at == OPEN_NONE)
			return GNO_ERR_NOMEM;
		v->open[at] = one;
	}
	return GNO_OK;
}

static int of_intervals(struct archive *a, struct walk *w)
{
	struct walk_intervals *v = &w->intervals;

	v->drawn = archive_number(a, v->drawn);
	v->known = archive_number(a, v->known);
	v->broken = archive_flag(a, v->broken);
	of_numbers(a, v->cut_open, w->r->points.intervals);
	if (a->reads)
		return read_open(a, w);
	for (uint32_t i = v->list.first; i != OPEN_NONE; i = v->list.link[i].after) {
		next_place(a, v->open[i].interval, w->r->points.intervals);
		of_open(a, &v->open[i]);
	}
	next_place(a, w->r->points.intervals, w->r->points.intervals);
	return GNO_OK;
}

static void of_samples(struct archive *a, struct walk *w)
{
	for (unsigned g = 0; g <= w->m->preprocessors.groups; g++) {
		struct walk_group *group = &w->samples.group[g];

		group->since = archive_number(a, group->since);
		group->unsure = archive_flag(a, group->unsure);
		of_flags(a, group->began, w->r->points.intervals);
	}
}

static void of_join(struct archive *a, struct block_join *j, unsigned most)
{
	j->next = (unsigned)archive_upto(a, j->next, most);
	j->skip = archive_flag(a, j->skip);
}

static void of_segment(struct archive *a, struct walk *w, unsigned at)
{
	const struct gno_segment_unit *u = &w->m->preprocessors.segment[at];
	struct segment_join *p = &w->units.segments.unit[at];

	of_join(a, &p->join, u->before + 1 + u->after);
	p->head.unit = at;
	p->head.ended = archive_number(a, p->head.ended);
	p->head.at = archive_number(a, p->head.at);
	p->head.flush = archive_flag(a, p->head.flush);
	p->head.missed = archive_unsigned(a, p->head.missed);
	p->head.entries = archive_unsigned(a, p->head.entries);
	for (unsigned i = 0; i < p->join.next; i++) {
		struct gno_segment_entry *e = &p->entry[i];

		e->word = archive_number(a, e->word);
		e->length = (uint16_t)archive_upto(a, e->length, UINT16_MAX);
		e->known = archive_flag(a, e->known);
		e->current = archive_flag(a, e->current);
	}
	p->any = archive_flag(a, p->any);
	p->ended = archive_number(a, p->ended);
}

/* The process that the port named last. */
static int of_port(struct archive *a, struct walk *w)
{
	unsigned process = 0;

	w->port.known = archive_flag(a, port_process(w, &process));
	if (!w->port.known)
		return GNO_OK;
	process = (unsigned)archive_upto(a, process, UINT16_MAX);
	return a->reads ? port_resume(w, process) : GNO_OK;
}

static int of_held(struct archive *a, struct walk *w)
{
	uint64_t loads = archive_number(a, w->held.loads);

	for (size_t i = 0; i < loads && !a->bad; i++) {
		struct walk_held *h;

		if (a->reads && walk_room(&w->held.load, i, sizeof(*h)))
			return GNO_ERR_NOMEM;
		h = &w->held.load[i];
		h->from = archive_number(a, h->from);
		h->since = archive_number(a, h->since);
		h->load = of_load(a, w, a->reads ? NULL : h->load);
		w->held.loads = i + 1;
	}
	return GNO_OK;
}

int state_of_walk(struct archive *a, struct walk *w)
{
	int rc;

	w->load = of_load(a, w, w->load);
	w->lives = (size_t)archive_number(a, w->lives);
	w->breaks = (size_t)archive_number(a, w->breaks);
	w->loading = archive_flag(a, w->loading);
	w->heard = archive_number(a, w->heard);
	w->n->flushed = archive_flag(a, w->n->flushed);
	of_known(a, &w->known);
	of_hole(a, w, &w->hole);
	of_samples(a, w);
	for (unsigned i = 0; i < w->m->preprocessors.segments; i++)
		of_segment(a, w, i);
	rc = of_clock(a, w);
	rc = rc ? rc : of_intervals(a, w);
	rc = rc ? rc : of_port(a, w);
	rc = rc ? rc : of_held(a, w);
	return rc || a->nomem ? GNO_ERR_NOMEM : GNO_OK;
}

static void of_stream_clock(struct archive *a, struct stream_clock *c)
{
	c->half = archive_number(a, c->half);
	c->last = archive_unsigned(a, c->last);
	c->open = archive_flag(a, c->open);
	c->jumped = archive_flag(a, c->jumped);
}

void state_of_place(struct archive *a, struct stream_place *p)
{
	struct stream_epochs *e = &p->ahead;

	p->pos = archive_number(a, p->pos);
	p->packet = archive_number(a, p->packet);
	p->told_begin = archive_number(a, p->told_begin);
	p->told_end = archive_number(a, p->told_end);
	p->content_end = archive_number(a, p->content_end);
	of_stream_clock(a, &p->clock);
	e->from = archive_number(a, e->from);
	e->found = (unsigned)archive_upto(a, e->found, 2);
	for (unsigned i = 0; i < 2; i++) {
		e->at[i] = archive_number(a, e->at[i]);
		e->epoch[i] = archive_unsigned(a, e->epoch[i]);
	}
}

static void of_write(struct archive *a, struct read_event *v)
{
	v->page = archive_unsigned(a, v->page);
	v->code = archive_unsigned(a, v->code);
	v->process = archive_unsigned(a, v->process);
	v->runnable = archive_unsigned(a, v->runnable);
	v->data = archive_unsigned(a, v->data);
	v->pc = archive_unsigned(a, v->pc);
	v->process_time = archive_unsigned(a, v->process_time);
}

static void of_unknown(struct archive *a, struct read_event *v)
{
	v->why = (enum read_why)archive_upto(a, v->why, READ_ENDED);
	v->open = archive_flag(a, v->open);
	v->to = archive_number(a, v->to);
	v->hidden = archive_number(a, v->hidden);
}

static void of_event(struct archive *a, struct read_event *v)
{
	v->time = archive_number(a, v->time);
	v->cycle = archive_number(a, v->cycle);
	v->bound = archive_number(a, v->bound);
	v->board = archive_unsigned(a, v->board);
	v->node = archive_unsigned(a, v->node);
	v->kind = (enum read_kind)archive_upto(a, v->kind, READ_FLUSH);
	if (v->kind == READ_WRITE)
		of_write(a, v);
	else if (v->kind == READ_UNKNOWN)
		of_unknown(a, v);
}

void state_of_lane(struct archive *a, struct reader_place *p)
{
	p->closed = archive_flag(a, p->closed);
	if (!p->closed) {
		state_of_place(a, &p->stream);
		p->taken = (size_t)archive_upto(a, p->taken, GNO_BATCH);
	}
	of_known(a, &p->known);
	p->events = (unsigned)archive_upto(a, p->events, READER_EVENTS);
	for (unsigned i = 0; i < p->events; i++)
		of_event(a, &p->event[i]);
	p->off = archive_flag(a, p->off);
	p->begun = archive_flag(a, p->begun);
	p->ended = archive_flag(a, p->ended);
	p->passed = archive_number(a, p->passed);
	p->end = archive_number(a, p->end);
}

void state_of_look(struct archive *a, struct report_node *n)
{
	n->begin = archive_number(a, n->begin);
	n->end = archive_number(a, n->end);
	n->flushed = archive_flag(a, n->flushed);
	for (unsigned kind = 0; kind < GNO_KIND_MAX; kind++)
		of_numbers(a, n->seen[kind], REPORT_EVENT_CODES / 64);
	n->port.pauses = archive_flag(a, n->port.pauses);
	n->lives = (size_t)archive_number(a, n->lives);
	n->overwritten = archive_flag(a, n->overwritten);
	n->frozen = archive_flag(a, n->frozen);
	n->kept_until = archive_number(a, n->kept_until);
	n->stopped = archive_number(a, n->stopped);
	n->thinned = archive_flag(a, n->thinned);
	n->lossy = archive_flag(a, n->lossy);
	n->breaks = (size_t)archive_number(a, n->breaks);
}
