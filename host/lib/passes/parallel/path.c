/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/parallel/path.h"

#include <stdlib.h>

#include "common/util.h"

static uint64_t most(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static void lower(uint64_t *least, uint64_t value)
{
	if (value < *least)
		*least = value;
}

/* The path to the step before it, in its process. */
static uint64_t longest_before(struct history *h, const struct step *s)
{
	return s->before ? spool_at(&h->spool, s->before - 1)->longest : 0;
}

/* The longest path to each step, and to the end of each process: to[i]. Unknown delivery times
 * become estimates. */
static void go_forward(struct history *h, uint64_t *to)
{
	for (uint32_t i = 0; i < h->spool.steps; i++) {
		struct step *s = spool_edit(&h->spool, i);
		uint64_t longest = to[s->process] + s->work;

		s->by_message = s->critical = false;
		s->tail = 0;
		if (s->receive && s->delivery == SPOOL_UNKNOWN)
			s->delivery = h->shortest[s->connection];
		if (s->receive) {
			uint64_t other = spool_at(&h->spool, s->partner - 1)->longest + s->delivery;

			s->by_message = other > longest;
			longest = most(longest, other);
		}
		s->longest = longest;
		to[s->process] = longest;
	}
	for (size_t i = 0; i < h->processes->processes; i++)
		to[i] += h->process[i].idle ? 0 : h->process[i].after;
}

/* Step `at` - 1 is on the critical path, before step `next` - 1. Returns what is before it there,
 * plus one; 0: it is the first. */
static uint32_t mark(struct path *p, struct step *s, uint32_t at, uint32_t next)
{
	s->critical = true;
	s->tail = next;
	p->first = at;
	if (s->receive && s->by_message) {
		p->connection[s->connection].messages++;
		p->connection[s->connection].delivery += s->delivery;
		p->hops++;
		return s->partner;
	}
	p->process[s->process].on += s->work;
	return s->before;
}

/* The longest path from each step on, and with it the slack of what leads to the step. On the way:
 * which steps are on the critical path. */
static void go_back(struct path *p, uint64_t *tail)
{
	struct history *h = p->h;
	const struct history_process *last = h->processes->processes ? &h->process[p->last] : NULL;
	uint32_t critical = last ? last->step : 0, next = 0;

	if (last) {
		p->hops = 1;
		p->process[p->last].on += last->after;
	}
	for (uint32_t i = h->spool.steps; i-- > 0;) {
		struct step *s = spool_edit(&h->spool, i);
		uint64_t from = most(tail[s->process], s->tail);

		lower(&p->process[s->process].slack,
		      p->longest - (longest_before(h, s) + s->work + from));
		if (s->receive) {
			struct step *send = spool_edit(&h->spool, s->partner - 1);

			lower(&p->connection[s->connection].slack,
			      p->longest - (send->longest + s->delivery + from));
			send->tail = most(send->tail, s->delivery + from);
		}
		tail[s->process] = from + s->work;
		s->tail = 0; /* nobody asks for it any more, and it takes room in the file */
		if (i + 1 == critical) {
			critical = mark(p, s, i + 1, next);
			next = i + 1;
		}
	}
}

int path_find(struct history *h, struct path **out, struct gno_err *err)
{
	size_t processes = h->processes->processes;
	struct path *p = calloc(1, sizeof(*p));
	uint64_t *ends = calloc(processes + 1, sizeof(*ends));
	int rc = GNO_OK;

	*out = p;
	if (p)
		p->process = calloc(processes + 1, sizeof(*p->process));
	if (!p || !ends || !p->process) {
		rc = gno_fail_nomem(err);
		goto out;
	}
	p->h = h;
	go_forward(h, ends);
	for (size_t i = 0; i < processes; i++)
		if (ends[i] > p->longest) {
			p->longest = ends[i];
			p->last = i;
		}
	for (unsigned i = 0; i < GNO_CONNECTIONS; i++)
		p->connection[i].slack = SPOOL_UNKNOWN;
	for (size_t i = 0; i < processes; i++) {
		p->process[i].slack = p->longest - ends[i];
		ends[i] = h->process[i].idle ? 0 : h->process[i].after;
	}
	go_back(p, ends);
	rc = spool_check(&h->spool, err);
out:
	free(ends);
	return rc;
}

void path_free(struct path *p)
{
	if (!p)
		return;
	free(p->process);
	free(p);
}

bool path_next(const struct path *p, uint32_t *at, bool *ended, struct path_hop *hop)
{
	struct history *h = p->h;
	const struct step *s = NULL;

	if (*ended || !p->hops)
		return false;
	*hop = (struct path_hop){.process = p->last};
	if (!*at)
		*at = p->first;
	if (*at) {
		s = spool_at(&h->spool, *at - 1);
		hop->process = s->process;
	}
	hop->from = s && s->receive && s->by_message ? s->time : h->process[hop->process].first;
	for (; s; s = spool_at(&h->spool, *at - 1)) {
		const struct step *next =
		    s->tail ? spool_at(&h->spool, (uint32_t)s->tail - 1) : NULL;

		if (!s->receive || !s->by_message)
			hop->work += s->work;
		if (!next)
			break;
		*at = (uint32_t)s->tail;
		if (!next->receive || !next->by_message)
			continue;
		hop->leaves = true;
		hop->to = s->time;
		hop->connection = next->connection;
		hop->sequence = s->sequence;
		hop->pc = s->pc;
		hop->delivery = next->delivery;
		return true;
	}
	hop->work += h->process[hop->process].after;
	hop->to = h->process[hop->process].last;
	*ended = true;
	return true;
}

/* -- placements -- */

/* The work of a process after its last step. */
struct ending {
	uint64_t worked; /* where in the run it ended; UINT64_MAX: there is none */
	unsigned node, number;
	size_t process;
};

static int by_end(const void *a, const void *b)
{
	const struct ending *x = a, *y = b;

	if (x->worked != y->worked)
		return x->worked < y->worked ? -1 : 1;
	if (x->node != y->node)
		return x->node < y->node ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* Those of the processes that count, in their order; `list` has room for all. Returns how many. */
static size_t list_endings(const struct history *h, struct ending *list)
{
	size_t n = 0;

	for (size_t i = 0; i < h->processes->processes; i++) {
		const struct process *id = &h->processes->process[i];
		const struct history_process *p = &h->process[i];

		if (!p->idle)
			list[n++] = (struct ending){p->after ? p->worked : UINT64_MAX, id->node,
						    id->number, i};
	}
	qsort(list, n, sizeof(*list), by_end);
	return n;
}

struct placed {
	const size_t *on;  /* processor of each process */
	uint64_t *free_at; /* of each processor */
	uint64_t *ready;   /* of each process */
};

/* A stretch of a process on its processor: it ends then. */
static uint64_t run(const struct placed *p, size_t process, uint64_t work)
{
	uint64_t *free_at = &p->free_at[p->on[process]];

	if (!work)
		return p->ready[process];
	*free_at = most(*free_at, p->ready[process]) + work;
	return *free_at;
}

/* All stretches, in the order in which they ended in the run. */
static uint64_t run_all(struct history *h, const struct placed *p, const struct ending *ending,
			size_t endings)
{
	uint64_t longest = 0;
	size_t next = 0;

	for (uint32_t i = 0; i < h->spool.steps || next < endings;) {
		struct step *s = i < h->spool.steps ? spool_edit(&h->spool, i) : NULL;
		uint64_t end;

		if (next < endings && (!s || ending[next].worked <= s->time)) {
			const size_t process = ending[next++].process;

			longest = most(longest, run(p, process, h->process[process].after));
			continue;
		}
		end = run(p, s->process, s->work);
		if (s->receive)
			end = most(end, spool_at(&h->spool, s->partner - 1)->longest + s->delivery);
		s->longest = p->ready[s->process] = end;
		i++;
	}
	return longest;
}

int path_place(struct history *h, const size_t *on, size_t processors, uint64_t *longest,
	       uint64_t *busy, struct gno_err *err)
{
	size_t processes = h->processes->processes, endings;
	struct ending *ending = calloc(processes + 1, sizeof(*ending));
	struct placed p = {.on = on,
			   .free_at = calloc(processors + 1, sizeof(*p.free_at)),
			   .ready = calloc(processes + 1, sizeof(*p.ready))};
	int rc = GNO_OK;

	*longest = 0;
	if (!p.free_at || !p.ready || !ending) {
		rc = gno_fail_nomem(err);
		goto out;
	}
	endings = list_endings(h, ending);
	*longest = run_all(h, &p, ending, endings);
	rc = spool_check(&h->spool, err);
	for (size_t i = 0; i < endings; i++)
		busy[on[ending[i].process]] += h->process[ending[i].process].total;
out:
	free(ending);
	free(p.free_at);
	free(p.ready);
	return rc;
}
