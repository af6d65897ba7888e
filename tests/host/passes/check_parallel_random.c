/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parallelism of random programs, against counting cycles one by one and relaxing all arcs until
 * nothing changes.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "parallel_fixture.h"

#define WRITES 6000

static struct tw w;
static unsigned shuffle; /* nodes are written in another order */
static struct mf_write written[WRITES];
static unsigned writes;

enum { MARK, SWITCH }; /* as pages: no message's */

static void put(unsigned node, unsigned process, uint64_t time, unsigned page, unsigned connection,
		unsigned sequence)
{
	ck_assert_uint_lt(writes, WRITES);
	written[writes++] = (struct mf_write){.node = node,
					      .process = process,
					      .time = time,
					      .page = page,
					      .connection = connection,
					      .sequence = sequence,
					      .bytes = 1};
}

static void record(struct mf_write v)
{
	v.node ^= shuffle;
	if (v.page == MARK)
		mf_mark(&w, v.node, v.process, v.time);
	else if (v.page == SWITCH)
		mf_process(&w, v.node, v.process, v.time);
	else
		mf_put(&w, &v);
}

#define NODES 2
#define TASKS 6 /* (node, process): processes 0 to 2 of each node */
#define CYCLES 2500
#define EVENTS 120
#define END (EVENTS + TASKS)
#define STRETCH                                                                                    \
	(END + 1) /* + i: the end of the work before happening i, or (EVENTS + task) the end */
#define POINTS (2 * STRETCH)
#define ARCS (6 * EVENTS)

struct happening {
	unsigned task, partner;
	uint64_t time, delivery;
	bool receive, matched;
};

struct arc {
	unsigned from, to; /* happenings; EVENTS + task: its begin, END */
	uint64_t length;
	unsigned task; /* TASKS: a message */
};

static uint32_t seed;
static struct happening happening[EVENTS];
static unsigned happenings, arcs;
static struct arc arc[ARCS];
static bool works[TASKS][CYCLES]; /* in that cycle */
static uint64_t called[TASKS];	  /* cycle of the receive_call, plus one */
static uint64_t waited_since[EVENTS];

static unsigned dice(unsigned sides)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % sides;
}

/* A message that waits for a task: its send, or EVENTS. */
static unsigned waiting_for(unsigned task, const unsigned *target)
{
	for (unsigned i = 0; i < happenings; i++)
		if (!happening[i].receive && !happening[i].matched && target[i] == task)
			return i;
	return EVENTS;
}

/* What a task does in a cycle. */
static void act(unsigned task, uint64_t time, unsigned *target, unsigned *numbers)
{
	unsigned node = task / 3, process = task % 3, send = waiting_for(task, target), to;

	if (called[task] && send == EVENTS)
		return; /* it waits on */
	if (called[task] || (send < EVENTS && dice(2))) {
		unsigned connection = happening[send].task * TASKS + task, number = 0;

		for (unsigned i = 0; i < send; i++)
			number += !happening[i].receive &&
				  happening[i].task == happening[send].task && target[i] == task;
		put(node, process, time, RECEIVE, connection, number);
		waited_since[happenings] = called[task];
		for (uint64_t t = called[task] ? called[task] - 1 : time; t < time; t++)
			works[task][t] = false;
		called[task] = 0;
		happening[send].matched = true;
		happening[send].partner = happenings;
		happening[happenings++] = (struct happening){task, send, time, 0, true, true};
	} else if (dice(3) == 0) {
		called[task] = time + 1;
		put(node, process, time, CALL, 0, 0);
	} else {
		do {
			to = dice(TASKS);
		} while (to == task || to % 3 == 0);
		put(node, process, time, SEND, task * TASKS + to, numbers[task * TASKS + to]++);
		target[happenings] = to;
		happening[happenings++] = (struct happening){.task = task, .time = time};
	}
}

static void play(void)
{
	unsigned current[NODES] = {0, 3}, target[EVENTS] = {0}, numbers[TASKS * TASKS] = {0};
	uint64_t last[NODES] = {0};

	memset(works, 0, sizeof(works));
	memset(called, 0, sizeof(called));
	happenings = writes = 0;
	mf_begin(&w, NODES, 2);
	for (uint64_t time = 1; time < CYCLES && happenings < EVENTS - 2; time++)
		for (unsigned node = 0; node < NODES; node++) {
			if (dice(12))
				continue;
			for (uint64_t t = last[node]; t < time; t++)
				works[current[node]][t] = true;
			last[node] = time;
			if (current[node] == 3 * node || !dice(3)) {
				current[node] = 3 * node + 1 + dice(2);
				put(node, current[node] % 3, time, SWITCH, 0, 0);
			} else {
				act(current[node], time, target, numbers);
				put(node, current[node] % 3, time, MARK, 0, 0);
			}
		}
	/* who still waits at the end does not work */
	for (unsigned k = 0; k < TASKS; k++)
		for (uint64_t t = called[k] ? called[k] - 1 : CYCLES; t < CYCLES; t++)
			works[k][t] = false;
}

static void run_program(void)
{
	play();
	for (unsigned i = 0; i < writes; i++)
		record(written[i]);
}

static uint64_t work_of(unsigned task, uint64_t from, uint64_t to)
{
	uint64_t sum = 0;

	for (uint64_t t = from; t < to; t++)
		sum += works[task][t];
	return sum;
}

/* Delivery times as the page has them. */
static void set_deliveries(void)
{
	for (unsigned i = 0; i < happenings; i++) {
		struct happening *v = &happening[i];
		const struct happening *send = &happening[v->partner];

		if (!v->receive)
			continue;
		v->delivery = v->time - send->time;
		if (waited_since[i] && waited_since[i] - 1 <= send->time)
			continue;
		for (unsigned k = 0; k < happenings; k++) {
			const struct happening *o = &happening[k];

			if (o->receive && o->task == v->task &&
			    happening[o->partner].task == send->task &&
			    o->time - happening[o->partner].time < v->delivery)
				v->delivery = o->time - happening[o->partner].time;
		}
	}
}

static void add_arc(unsigned from, unsigned to, uint64_t length, unsigned task)
{
	arc[arcs++] = (struct arc){from, to, length, task};
}

static void make_arcs(void)
{
	arcs = 0;
	for (unsigned k = 0; k < TASKS; k++) {
		unsigned at = EVENTS + k;
		uint64_t time = 0;

		if (k % 3 == 0)
			continue; /* idle */
		for (unsigned i = 0; i < happenings; i++) {
			if (happening[i].task != k)
				continue;
			add_arc(at, i, work_of(k, time, happening[i].time), k);
			at = i;
			time = happening[i].time;
		}
		add_arc(at, END, work_of(k, time, CYCLES), k);
	}
	for (unsigned i = 0; i < happenings; i++)
		if (happening[i].receive)
			add_arc(happening[i].partner, i, happening[i].delivery, TASKS);
}

/* All arcs are relaxed until nothing changes. */
static uint64_t longest_path(void)
{
	uint64_t length[POINTS] = {0};
	bool changed = true;

	while (changed) {
		changed = false;
		for (unsigned i = 0; i < arcs; i++)
			if (length[arc[i].from] + arc[i].length > length[arc[i].to]) {
				length[arc[i].to] = length[arc[i].from] + arc[i].length;
				changed = true;
			}
	}
	return length[END];
}

/* -- placements -- */

struct stretch {
	uint64_t until; /* the cycle in which its work ended */
	unsigned task, from, to;
	uint64_t work;
};

/* The cycle after the last one in which a task works. */
static uint64_t worked_until(unsigned task)
{
	uint64_t time = CYCLES;

	while (time && !works[task][time - 1])
		time--;
	return time;
}

/* In one cycle: last stretches of tasks, then those before sends, then those before receives. */
static unsigned rank_of(const struct stretch *s)
{
	return s->to >= EVENTS ? 0 : happening[s->to].receive ? 2 : 1;
}

static bool is_before(const struct stretch *a, const struct stretch *b)
{
	if (a->until != b->until)
		return a->until < b->until;
	return rank_of(a) != rank_of(b) ? rank_of(a) < rank_of(b) : a->to < b->to;
}

/* All stretches of work, in the order in which they ended. */
static unsigned list_stretches(struct stretch *list)
{
	unsigned n = 0;

	for (unsigned k = 0; k < TASKS; k++) {
		struct stretch one = {.task = k, .from = EVENTS + k};
		uint64_t time = 0;

		for (unsigned i = 0; i <= happenings; i++) {
			const bool last = i == happenings;

			if (!last && happening[i].task != k)
				continue;
			one.to = last ? EVENTS + k : i;
			one.until = last ? worked_until(k) : happening[i].time;
			one.work = work_of(k, time, last ? CYCLES : happening[i].time);
			list[n++] = one;
			one.from = i;
			time = last ? CYCLES : happening[i].time;
		}
	}
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = i + 1; j < n; j++)
			if (is_before(&list[j], &list[i])) {
				struct stretch one = list[i];

				list[i] = list[j];
				list[j] = one;
			}
	return n;
}

/* How long the program takes with its tasks on these processors. A stretch of work begins after the
 * one before it of its task, with the delivery where that was a receive, and after the one before
 * it on its processor. */
static uint64_t placed_path(const unsigned *processor)
{
	static struct stretch list[EVENTS + TASKS];
	const unsigned n = list_stretches(list);

	arcs = 0;
	for (unsigned i = 0; i < n; i++) {
		const struct stretch *s = &list[i];

		if (s->task % 3 == 0)
			continue; /* idle */
		add_arc(s->from, STRETCH + s->to, s->work, s->task);
		add_arc(STRETCH + s->to, s->to < EVENTS ? s->to : END, 0, s->task);
		for (unsigned j = i; s->work && j-- > 0;)
			if (list[j].work && list[j].task % 3 &&
			    processor[list[j].task] == processor[s->task]) {
				add_arc(STRETCH + list[j].to, STRETCH + s->to, s->work, s->task);
				break;
			}
		if (s->to < EVENTS && happening[s->to].receive)
			add_arc(happening[s->to].partner, s->to, happening[s->to].delivery, TASKS);
	}
	return longest_path();
}

/* An arc of the task may be longer by its slack, and one of them not by more. */
static void check_slack(const struct parallel *p, unsigned task, uint64_t longest)
{
	size_t place = SIZE_MAX;
	bool reached = false;

	for (size_t i = 0; i < p->h->processes->processes; i++)
		if (p->h->processes->process[i].node == task / 3 &&
		    p->h->processes->process[i].number == task % 3)
			place = i;
	if (place == SIZE_MAX)
		return;
	for (unsigned i = 0; i < arcs; i++) {
		uint64_t slack = p->path->process[place].slack;

		if (arc[i].task != task)
			continue;
		arc[i].length += slack;
		ck_assert_uint_eq(longest_path(), longest);
		arc[i].length++;
		reached |= longest_path() > longest;
		arc[i].length -= slack + 1;
	}
	ck_assert(reached);
}

/* Each task on one of three processors at random, as `processor` and as an option. */
static void draw_placement(unsigned *processor, char *option, size_t size)
{
	size_t length = 0;

	for (unsigned k = 0; k < TASKS; k++) {
		processor[k] = k % 3 ? dice(3) : k / 3;
		if (k % 3)
			length += (size_t)snprintf(option + length, size - length, "%score%u:%u=%s",
						   length ? "," : "", k / 3, k % 3,
						   processor[k] == 2   ? "x"
						   : processor[k] == 1 ? "core1"
								       : "core0");
	}
}

/* The run's own placement, all on one processor, and any. */
START_TEST(test_parallel_placements)
{
	static const unsigned run[TASKS] = {0, 0, 0, 1, 1, 1}, one[TASKS] = {2, 2, 2, 2, 2, 2};
	unsigned processor[TASKS];
	struct gno_report *r;
	char option[128];
	struct parallel *p;

	seed = (uint32_t)_i + 1;
	run_program();
	set_deliveries();
	draw_placement(processor, option, sizeof(option));
	p = pf_analyse(&w, option, CYCLES + 1, &r);
	ck_assert_uint_eq(p->placement[0].longest, placed_path(run));
	ck_assert_uint_eq(p->placement[1].longest, placed_path(processor));
	for (unsigned i = 0; i < 3; i++) {
		uint64_t busy = 0;

		for (unsigned k = 0; k < TASKS; k++)
			busy += k % 3 && processor[k] == i ? work_of(k, 0, CYCLES) : 0;
		if (i < p->placement[1].processors)
			ck_assert_uint_eq(p->placement[1].busy[i], busy);
		else
			ck_assert_uint_eq(busy, 0);
	}
	parallel_free(p);
	gno_report_free(r);
	p = pf_analyse(&w, "core0:1=x,core0:2=x,core1:1=x,core1:2=x", 0, &r);
	ck_assert_uint_eq(p->placement[1].longest, placed_path(one));
	pf_done(&w, p, r);
}
END_TEST

START_TEST(test_parallel_against_brute_force)
{
	uint64_t total = 0, longest;
	struct gno_report *r;
	struct parallel *p;

	seed = (uint32_t)_i + 1;
	run_program();
	set_deliveries();
	make_arcs();
	p = pf_analyse(&w, NULL, CYCLES + 1, &r);
	for (unsigned k = 0; k < TASKS; k++)
		total += k % 3 ? work_of(k, 0, CYCLES) : 0;
	longest = longest_path();
	ck_assert_uint_eq(p->h->total, total);
	ck_assert_uint_eq(p->path->longest, longest);
	ck_assert(parallel_is_whole(p));
	pf_check_chain(p);
	for (unsigned k = 0; k < TASKS; k++)
		if (k % 3)
			check_slack(p, k, longest);
	pf_done(&w, p, r);
}
END_TEST

/* With the nodes in another order it is the same program. */
START_TEST(test_parallel_shuffled)
{
	uint64_t total, longest;
	struct gno_report *r;
	struct parallel *p;

	seed = (uint32_t)_i + 1;
	run_program();
	p = pf_analyse(&w, NULL, CYCLES + 1, &r);
	total = p->h->total;
	longest = p->path->longest;
	pf_done(&w, p, r);
	seed = (uint32_t)_i + 1;
	shuffle = 1;
	run_program();
	shuffle = 0;
	p = pf_analyse(&w, NULL, CYCLES + 1, &r);
	ck_assert_uint_eq(p->h->total, total);
	ck_assert_uint_eq(p->path->longest, longest);
	pf_done(&w, p, r);
}
END_TEST

/* -- records are missing -- */

/* Writes a node's records, of which stretches are lost, up to where its trace ends; true: that is
 * its flush. */
static bool record_some(unsigned node)
{
	const bool cut = !dice(4);
	unsigned left = 0, of_node = 0;

	for (unsigned i = 0; i < writes; i++)
		of_node += written[i].node == node;
	if (cut)
		left = dice(of_node + 1);
	for (unsigned i = 0; i < writes && of_node > left; i++) {
		unsigned lost = dice(30) ? 0 : 1 + dice(dice(3) ? 6 : 60), last = i;

		if (written[i].node != node)
			continue;
		of_node--;
		if (!lost) {
			record(written[i]);
			continue;
		}
		for (unsigned k = i + 1; k < writes && last - i < lost && of_node > left; k++)
			if (written[k].node == node) {
				last = k;
				of_node--;
			}
		tw_gap_alone(&w, node, written[i].time, written[last].time, lost);
		i = last;
	}
	if (!cut)
		tw_flush(&w, node, 4 * CYCLES);
	return !cut;
}

/* What is printed of a run that lacks records holds for the whole one. */
START_TEST(test_parallel_of_a_part)
{
	uint64_t total = 0, longest;
	struct gno_report *r;
	struct parallel *p;
	bool ended;

	seed = (uint32_t)_i + 1;
	play();
	set_deliveries();
	make_arcs();
	for (unsigned k = 0; k < TASKS; k++)
		total += k % 3 ? work_of(k, 0, CYCLES) : 0;
	longest = longest_path();
	ended = record_some(0);
	ended |= record_some(1);
	if (!ended)
		tw_flush(&w, 0, 4 * CYCLES);
	p = pf_analyse(&w, NULL, 0, &r);
	ck_assert_msg(p->h->total <= total, "T >= %d: %d", (int)p->h->total, (int)total);
	ck_assert_msg(p->h->total + p->h->unknown + p->h->unsure >= total, "T <= %d + %d + %d: %d",
		      (int)p->h->total, (int)p->h->unknown, (int)p->h->unsure, (int)total);
	ck_assert(!parallel_longest_is_least(p) || p->path->longest <= longest);
	for (size_t i = 0; i < p->h->processes->processes; i++) {
		const struct process *id = &p->h->processes->process[i];

		ck_assert(p->h->process[i].idle ||
			  p->h->process[i].total <= work_of(3 * id->node + id->number, 0, CYCLES));
	}
	pf_done(&w, p, r);
}
END_TEST

int main(void)
{
	return run_tests("parallelism of random programs", NULL, NULL,
			 TESTS({test_parallel_against_brute_force, 100},
			       {test_parallel_placements, 100}, {test_parallel_shuffled, 20},
			       {test_parallel_of_a_part, 100}));
}
