/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The events of a node, one after the other, and which process they belong to. As long as it is not
 * known which process runs, a stack of its own takes them. The first write to the port that is no
 * switch shows that its process has run all the time since; then what that stack took goes to the
 * process. If it is a switch and nothing was lost, the register had its value of the start until
 * then.
 */
#include "passes/calls/node.h"

#include <stdlib.h>

#include "common/util.h"
#include "results/rows.h"

#define PAGES 256  /* 65536 numbers of processes there can be: so many times so many */
#define AT_START 0 /* that the process register has at the start of a run */

struct calls_follower {
	struct calls *c;
	unsigned node;
	struct calls_stacks stacks;
	const struct calls_effects *effects;
	struct calls_tree own, *tree; /* it may be the one of the run */
	struct calls_stack *stack;    /* of the processes, in the order in which they came */
	size_t count;
	size_t *chosen; /* those that ran since the last break: the others have nothing to cut */
	size_t choices;
	/* of each process, by the upper and the lower half of its number: its stack plus one; 0:
	 * none. Pages are there where a process is. */
	uint32_t *place[PAGES];
	size_t unknown;		   /* stack of what ran when that was not known, plus one */
	struct calls_tree waiting; /* of the following one */
	struct calls_stack pending;
	bool is_pending;
	size_t current;	   /* else: the stack of the process that runs */
	bool broken;	   /* something was lost before */
	uint64_t from, to; /* cycles of the node that are requested */
	uint64_t mark;	   /* accounted up to here */
};

static struct calls_stack *current(struct calls_follower *d)
{
	return d->is_pending ? &d->pending : &d->stack[d->current];
}

/* Clocks between two times that are requested. */
static uint64_t requested(const struct calls_follower *d, uint64_t from, uint64_t to)
{
	if (from < d->from)
		from = d->from;
	if (d->to < to)
		to = d->to + 1;
	return from < to ? to - from : 0;
}

/* The process that runs goes on up to `time`. */
static void run(struct calls_follower *d, uint64_t time)
{
	uint64_t counted;

	d->stacks.early = time < d->from;
	if (time <= d->mark)
		return;
	counted = requested(d, d->mark, time);
	d->c->seen[d->node].clocks += counted;
	calls_stack_run(current(d), time - d->mark, counted);
	d->mark = time;
}

/* A new stack, whose callers are not known where something was lost. */
static int add_stack(struct calls_follower *d, bool known, unsigned process)
{
	struct calls_stack *s = gno_room(d->stack, d->count, sizeof(*s));
	size_t *more;
	int rc;

	if (!s)
		return GNO_ERR_NOMEM;
	d->stack = s;
	more = gno_room(d->chosen, d->count, sizeof(*d->chosen));
	if (!more)
		return GNO_ERR_NOMEM;
	d->chosen = more;
	s = &d->stack[d->count++];
	*s = (struct calls_stack){.lane = {.node = d->node, .known = known, .process = process}};
	rc = calls_stack_begin(&d->stacks, d->tree, s);
	return !rc && d->broken ? calls_stack_cut(&d->stacks, s) : rc;
}

/* From here on that stack runs. */
static void use(struct calls_follower *d, size_t at)
{
	d->current = at;
	if (!d->stack[at].chosen)
		d->chosen[d->choices++] = at;
	d->stack[at].chosen = true;
}

/* From here on the process of that number runs; adds it where it is new. */
static int choose(struct calls_follower *d, unsigned process)
{
	uint32_t **page = &d->place[process / PAGES], *place;

	if (!*page)
		*page = calloc(PAGES, sizeof(**page));
	if (!*page)
		return GNO_ERR_NOMEM;
	place = &(*page)[process % PAGES];
	if (!*place) {
		if (add_stack(d, true, process))
			return GNO_ERR_NOMEM;
		*place = (uint32_t)d->count;
	}
	use(d, *place - 1);
	return GNO_OK;
}

/* From here on what runs when that is not known. */
static int choose_unknown(struct calls_follower *d)
{
	if (!d->unknown) {
		if (add_stack(d, false, 0))
			return GNO_ERR_NOMEM;
		d->unknown = d->count;
	}
	use(d, d->unknown - 1);
	return GNO_OK;
}

/* What is pending never gets a process. */
static int give_up(struct calls_follower *d)
{
	int rc = GNO_OK;

	if (!d->is_pending)
		return GNO_OK;
	calls_stack_end(&d->stacks, &d->pending, false);
	rc = choose_unknown(d);
	d->is_pending = false;
	return rc ? rc : calls_stack_join(&d->stacks, current(d), &d->pending);
}

static bool is_switch(const struct gno_record *rec)
{
	return rec->page == GNO_PAGE_CONTROL && rec->code == GNO_PORT_PROCESS;
}

/* The process that runs was named within the clocks that are requested. */
static void note_switch(struct calls_follower *d, bool switches)
{
	d->stack[d->current].lane.switches += switches && !d->stacks.early;
}

/* What is pending ran as the process of that number. */
static int settle(struct calls_follower *d, unsigned process)
{
	int rc = choose(d, process);

	if (!rc)
		rc = calls_stack_join(&d->stacks, &d->stack[d->current], &d->pending);
	d->is_pending = false;
	note_switch(d, true);
	return rc;
}

/* A write to the event port shows which process runs, and the first one which ran before it. */
static int take_write(struct calls_follower *d, const struct gno_record *rec)
{
	bool switches = is_switch(rec);
	bool same = !d->is_pending && d->stack[d->current].lane.known &&
		    d->stack[d->current].lane.process == rec->process;
	int rc = GNO_OK;

	if (same) {
		note_switch(d, switches);
		return GNO_OK;
	}
	d->stacks.why = CALLS_CUT_PROCESS;
	if (d->is_pending && !switches)
		return settle(d, rec->process);
	if (d->is_pending && !d->broken)
		rc = settle(d, AT_START);
	else
		rc = give_up(d);
	if (!rc)
		rc = choose(d, rec->process);
	note_switch(d, true);
	return rc;
}

/* Begins to wait for the process that runs, where the node has a port. */
static int wait_for_process(struct calls_follower *d)
{
	if (d->c->r->m->node[d->node].port.bus == GNO_BUS_NONE)
		return choose_unknown(d);
	d->is_pending = true;
	return d->broken ? calls_stack_cut(&d->stacks, &d->pending) : GNO_OK;
}

static int take_break(struct calls_follower *d, const struct report_blind *b)
{
	uint64_t from = b->from > d->mark ? b->from : d->mark;
	/* the ends of a hole are those of records */
	uint64_t to = b->why == REPORT_HOLE ? b->to : b->to + 1;
	struct calls_seen *seen = &d->c->seen[d->node];
	uint64_t lost;
	int rc;

	run(d, from);
	d->stacks.why = (enum calls_cut)b->why;
	rc = give_up(d);
	for (size_t i = 0; i < d->choices && !rc; i++) {
		d->stack[d->chosen[i]].chosen = false;
		rc = calls_stack_cut(&d->stacks, &d->stack[d->chosen[i]]);
	}
	d->choices = 0;
	if (to > d->mark) {
		lost = requested(d, d->mark, to);
		seen->lost[b->why] += lost;
		seen->stretches[b->why] += lost > 0;
		d->mark = to;
	}
	d->broken = true;
	return rc ? rc : wait_for_process(d);
}

/* What a point does to the open functions. */
static int effect_of(const struct calls_effects *effects, const struct gno_pattern_point *p,
		     unsigned node)
{
	for (size_t i = 0; p && i < effects->loads; i++)
		if (p >= effects->of[i].first && p < effects->of[i].first + effects->of[i].points)
			return effects->of[i].effect[node * effects->of[i].points +
						     (size_t)(p - effects->of[i].first)];
	return 0;
}

static int take_event(struct calls_follower *d, const struct report_event *v)
{
	int effect;

	if (v->kind == GNO_KIND_DATUM) {
		run(d, v->record.time);
		return take_write(d, &v->record);
	}
	effect = effect_of(d->effects, v->point, d->node);
	if (!effect)
		return GNO_OK;
	run(d, v->record.time);
	return effect > 0 ? calls_stack_enter(&d->stacks, current(d), (uint32_t)effect - 1)
			  : calls_stack_leave(&d->stacks, current(d), (uint32_t)(-effect - 1));
}

/* The records end before the run does: of what came then nothing is known. */
static void take_cut_off(struct calls_follower *d)
{
	struct calls_seen *seen = &d->c->seen[d->node];

	seen->cut_off = true;
	seen->missing = gno_stream_missing(gno_trace_stream(d->c->r->trace, d->node));
	seen->lost[REPORT_HOLE] +=
	    requested(d, d->mark, common_cycle(d->c->r->boards, d->node, d->c->r->line.end));
	seen->stretches[REPORT_HOLE]++;
	d->stacks.why = (enum calls_cut)REPORT_HOLE;
}

/* The events are over, or the clocks that are requested. */
int calls_follower_end(struct calls_follower *d)
{
	const struct report_node *n = &d->c->r->node[d->node];
	bool over = d->to >= n->end, whole = over && n->flushed;
	bool none = !d->count; /* not one process was ever known: the node has but one stack */
	int rc = GNO_OK;

	run(d, over ? n->end : d->to + 1);
	d->stacks.why = CALLS_CUT_RANGE;
	if (over && !n->flushed)
		take_cut_off(d);
	if (d->is_pending && none)
		rc = choose_unknown(d);
	if (d->is_pending && none && !rc) {
		rc = calls_stack_join(&d->stacks, &d->stack[d->current], &d->pending);
		d->is_pending = false;
	}
	if (d->is_pending && !rc) {
		calls_stack_end(&d->stacks, &d->pending, whole);
		rc = give_up(d);
	}
	for (size_t i = 0; i < d->count && !rc; i++)
		calls_stack_end(&d->stacks, &d->stack[i], whole);
	return rc;
}

static int by_process(const void *a, const void *b)
{
	const struct calls_stack *s = a, *t = b;

	if (s->lane.known != t->lane.known)
		return s->lane.known ? -1 : 1;
	return (s->lane.process > t->lane.process) - (s->lane.process < t->lane.process);
}

/* Its cycles in those of common time, which is what the run's tree has. */
static void share(struct calls_follower *d)
{
	const struct gno_report *r = d->c->r;

	for (size_t i = 0; i < d->own.nodes; i++) {
		struct calls_node *n = &d->own.node[i];

		n->self = report_shared(r, d->node, n->self);
		n->whole = report_stats_shared(r, d->node, &n->whole);
	}
}

/* Joins a tree of its own to that of the run. */
static int join_tree(struct calls_follower *d)
{
	uint32_t *place;
	int rc;

	if (d->tree != &d->own)
		return GNO_OK;
	share(d);
	place = malloc((d->own.nodes + 1) * sizeof(*place));
	if (!place)
		return GNO_ERR_NOMEM;
	for (size_t i = 0; i < d->own.nodes; i++)
		place[i] = CALLS_NONE;
	rc = calls_tree_join(&d->c->tree, &d->own, place);
	for (size_t i = 0; i < d->count && !rc; i++)
		d->stack[i].lane.root = place[d->stack[i].lane.root];
	free(place);
	return rc;
}

int calls_follower_join(struct calls_follower *d, const struct calls_options *o)
{
	struct calls *c = d->c;
	struct calls_lane *more = realloc(c->lane, (c->lanes + d->count) * sizeof(*more));

	if (!more || join_tree(d))
		return GNO_ERR_NOMEM;
	c->lane = more;
	more += c->lanes;
	qsort(d->stack, d->count, sizeof(*d->stack), by_process);
	for (size_t i = 0; i < d->count; i++)
		if (!o->has_process ||
		    (d->stack[i].lane.known && d->stack[i].lane.process == o->process))
			c->lane[c->lanes++] = d->stack[i].lane;
	for (size_t i = 0; more + i < c->lane + c->lanes; i++) /* known ones come first */
		more[i].alone = !more[0].known;
	return GNO_OK;
}

static int begin(struct calls_follower *d)
{
	/* nothing runs before the first record */
	d->mark = d->c->r->node[d->node].begin;
	d->broken = d->c->r->run->wrap;
	d->pending.lane.node = d->node;
	if (calls_stack_begin(&d->stacks, &d->waiting, &d->pending))
		return GNO_ERR_NOMEM;
	return wait_for_process(d);
}

/*
 * Behind the clocks that are requested, the first write may still show which process ran within
 * them. *done: that is known, or never will be.
 */
static int look_behind(struct calls_follower *d, const struct report_row *row, bool is_break,
		       bool *done)
{
	const struct report_event *v = &row->event;

	run(d, d->to + 1);
	*done = !d->is_pending || is_break || v->kind == GNO_KIND_DATUM;
	if (!d->is_pending || !*done || is_break)
		return GNO_OK;
	if (is_switch(&v->record))
		return d->broken ? GNO_OK : settle(d, AT_START);
	return take_write(d, &v->record);
}

int calls_follower_take(struct calls_follower *d, const struct report_row *row, bool *done)
{
	bool is_break = row->event.kind == REPORT_NO_RECORD;

	if ((is_break ? row->blind.from : row->event.record.time) > d->to)
		return look_behind(d, row, is_break, done);
	return is_break ? take_break(d, &row->blind) : take_event(d, &row->event);
}

int calls_follower_begin(struct calls *c, unsigned node, const struct calls_stacks *stacks,
			 const struct calls_effects *effects, bool first,
			 struct calls_follower **out)
{
	struct calls_follower *d = *out = calloc(1, sizeof(*d));

	if (!d)
		return GNO_ERR_NOMEM;
	*d = (struct calls_follower){.c = c, .node = node, .stacks = *stacks, .effects = effects};
	d->stacks.cut = c->seen[node].cut;
	/* the cycles of the node that are requested */
	d->from = c->from == UINT64_MAX ? c->from : common_first(c->r->boards, node, c->from);
	d->to = common_cycle(c->r->boards, node, c->to);
	d->stacks.early = c->r->node[node].begin < d->from;
	d->tree = first && !c->r->m->node[node].own_hz ? &c->tree : &d->own;
	calls_tree_begin(&d->own, c->tree.most - c->tree.paths, c->tree.deepest);
	calls_tree_begin(&d->waiting, c->tree.most, c->tree.deepest);
	return begin(d);
}

/* A stack of those that the follower has, in their order: of which process it is. */
static int state_of_stack(struct archive *a, struct calls_follower *d, size_t at)
{
	const bool known = archive_flag(a, !a->reads && d->stack[at].lane.known);
	const unsigned process =
	    (unsigned)archive_upto(a, a->reads ? 0 : d->stack[at].lane.process, UINT16_MAX);
	int rc = GNO_OK;

	if (a->reads && !a->bad)
		rc = known ? choose(d, process) : choose_unknown(d);
	a->bad |= !rc && at >= d->count; /* twice the same */
	return rc || a->bad ? rc : calls_stack_state(a, &d->stacks, &d->stack[at]);
}

int calls_follower_state(struct archive *a, struct calls_follower *d, bool *unsure)
{
	const uint64_t count = archive_number(a, d->count);
	int rc = GNO_OK;

	d->mark = archive_number(a, d->mark);
	d->broken = archive_flag(a, d->broken);
	d->stacks.full = archive_flag(a, d->stacks.full);
	for (size_t i = 0; i < count && !a->bad && !rc; i++)
		rc = state_of_stack(a, d, i);
	d->current = (size_t)archive_upto(a, d->current, d->count);
	d->is_pending = archive_flag(a, d->is_pending);
	a->bad |= !d->is_pending && d->current >= d->count;
	if (!rc && !a->bad)
		rc = calls_stack_state(a, &d->stacks, &d->pending);
	if (!a->reads)
		return rc || a->nomem ? GNO_ERR_NOMEM : GNO_OK;
	*unsure |= d->stacks.unsure || (d->stacks.full && d->stacks.outermost != CALLS_NONE);
	d->choices = 0; /* as they have read it */
	for (size_t i = 0; i < d->count; i++)
		if (d->stack[i].chosen)
			d->chosen[d->choices++] = i;
	return rc;
}

void calls_follower_free(struct calls_follower *d)
{
	if (!d)
		return;
	calls_tree_free(&d->own);
	calls_tree_free(&d->waiting);
	calls_stack_free(&d->pending);
	for (size_t i = 0; i < d->count; i++)
		calls_stack_free(&d->stack[i]);
	for (size_t i = 0; i < PAGES; i++)
		free(d->place[i]);
	free(d->stack);
	free(d->chosen);
	free(d);
}
