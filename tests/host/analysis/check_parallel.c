/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parallelism: programs whose process time and longest path are known, and random ones against
 * counting cycles one by one and relaxing all arcs until nothing changes.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "analysis/parallel/parallel.h"
#include "message_fixture.h"

static struct tw w;

static void put(unsigned node, unsigned process, uint64_t time, unsigned page, unsigned connection,
		unsigned sequence)
{
	mf_put(&w, &(struct mf_write){.node = node,
				      .process = process,
				      .time = time,
				      .page = page,
				      .connection = connection,
				      .sequence = sequence,
				      .bytes = 1});
}

/* Ends the run, and analyses it. */
static struct parallel *analyse(const char *place, uint64_t end, struct gno_report **r)
{
	struct parallel *p = NULL;
	struct gno_err err;

	*r = mf_look(&w, end);
	ck_assert_msg(!parallel_build(*r, place, &p, &err), "%s", err.text);
	return p;
}

static void done(struct parallel *p, struct gno_report *r)
{
	parallel_free(p);
	gno_report_free(r);
	tw_end(&w);
}

static size_t find(const struct parallel *p, const char *name)
{
	char buf[64];

	for (size_t i = 0; i < p->h->processes->processes; i++)
		if (!strcmp(parallel_name(p, i, buf, sizeof(buf)), name))
			return i;
	ck_abort_msg("no process %s", name);
}

/* The critical path is a chain whose parts add up. */
static void check_chain(const struct parallel *p)
{
	uint64_t sum = 0, hops = 0, delivered = 0, on = 0;
	struct path_hop hop;
	bool ended = false;
	uint32_t at = 0;

	while (path_next(p->path, &at, &ended, &hop)) {
		sum += hop.work + hop.delivery;
		hops++;
		ck_assert(hop.from <= hop.to && hop.work <= hop.to - hop.from);
		ck_assert(hop.leaves || ended);
	}
	for (unsigned i = 0; i < GNO_CONNECTIONS; i++)
		delivered += p->path->connection[i].delivery;
	for (size_t i = 0; i < p->h->processes->processes; i++)
		on += p->path->process[i].on;
	ck_assert_uint_eq(sum, p->path->longest);
	ck_assert_uint_eq(on + delivered, p->path->longest);
	ck_assert_uint_eq(hops, p->path->hops);
}

/*
 * A master gives work to two others, which compute 400 and 250 cycles, and computes itself for 100:
 *
 *	core0   0..100 work, send 1 at 100, send 2 at 110, work to 210, wait to 520, 520..550 work
 *	core1   waits from 10 to 120, computes 400, answers at 520 (received at 520)
 *	core2   waits from 10 to 130, computes 250, answers at 380; it is received at 530
 */
static void write_master(bool calls)
{
	mf_begin(&w, 3, 2);
	put(0, 0, 100, SEND, 1, 0);
	put(0, 0, 110, SEND, 2, 0);
	if (calls)
		put(0, 0, 210, CALL, 3, 0);
	put(0, 0, 520, RECEIVE, 3, 0);
	put(0, 0, 530, RECEIVE, 4, 0);
	mf_mark(&w, 0, 0, 550);
	if (calls)
		put(1, 0, 10, CALL, 1, 0);
	put(1, 0, 120, RECEIVE, 1, 0);
	put(1, 0, 520, SEND, 3, 0);
	if (calls)
		put(2, 0, 10, CALL, 2, 0);
	put(2, 0, 130, RECEIVE, 2, 0);
	put(2, 0, 380, SEND, 4, 0);
}

START_TEST(test_parallel_master)
{
	struct gno_report *r;
	struct parallel *p;

	write_master(true);
	p = analyse("core1:0=core2", 1000, &r);
	/* core0: 210 + 30; core1: 10 + 400; core2: 10 + 250 */
	ck_assert_uint_eq(p->h->total, 240 + 410 + 260);
	/* 100 to the send, 20 on its way, 400, 0 on its way, 30 */
	ck_assert_uint_eq(p->path->longest, 550);
	ck_assert_uint_eq(p->path->hops, 3);
	check_chain(p);
	ck_assert_uint_eq(p->path->process[find(p, "core0:0")].on, 130);
	ck_assert_uint_eq(p->path->process[find(p, "core1:0")].on, 400);
	ck_assert_uint_eq(p->path->process[find(p, "core2:0")].on, 0);
	ck_assert_uint_eq(p->path->process[find(p, "core1:0")].slack, 0);
	/* 110 + 20 + 250 + 150 (its delivery, the shortest of the connection) = 530 of 530 */
	ck_assert_uint_eq(p->path->process[find(p, "core2:0")].slack, 0);
	ck_assert_uint_eq(p->h->process[find(p, "core1:0")].waited, 110);
	ck_assert_uint_eq(p->h->estimated, 1);
	ck_assert(parallel_is_whole(p));
	ck_assert_uint_eq(p->placement[0].longest, 550);
	ck_assert_uint_eq(p->placement[0].busy[1], 410);
	/* core1's 400 cycles end at 520; core2's, as the run had it, come before them: 380 + 400 */
	ck_assert_uint_eq(p->placement[1].busy[1], 0);
	ck_assert_uint_eq(p->placement[1].busy[2], 670);
	ck_assert_uint_eq(p->placement[1].longest, 380 + 400 + 30);
	done(p, r);
}
END_TEST

/* Without receive_calls a process that never leaves its core works all the time. */
START_TEST(test_parallel_without_calls)
{
	struct gno_report *r;
	struct parallel *p;

	write_master(false);
	p = analyse(NULL, 1000, &r);
	ck_assert_uint_eq(p->h->total, 550 + 520 + 380);
	ck_assert_uint_eq(p->path->longest, 550);
	ck_assert_uint_eq(p->h->estimated, 4);
	check_chain(p);
	done(p, r);
}
END_TEST

/* Two processes that preempt each other on a core, beside an idle one. */
START_TEST(test_parallel_preempted)
{
	struct gno_report *r;
	struct parallel *p;

	mf_begin(&w, 2, 2);
	mf_process(&w, 0, 1, 50); /* process 0, for 50 cycles, is idle */
	put(0, 1, 60, SEND, 1, 0);
	mf_process(&w, 0, 2, 100);
	mf_process(&w, 0, 1, 300);
	mf_process(&w, 0, 2, 400);
	mf_process(&w, 0, 0, 450);
	put(1, 0, 80, RECEIVE, 1, 0);
	mf_mark(&w, 1, 0, 100);
	p = analyse("core0:2=other", 1000, &r);
	ck_assert_uint_eq(p->h->process[find(p, "core0:1")].total, 50 + 100);
	ck_assert_uint_eq(p->h->process[find(p, "core0:2")].total, 200 + 50);
	ck_assert(p->h->process[find(p, "core0:0")].idle);
	ck_assert_uint_eq(p->h->total, 150 + 250 + 100);
	ck_assert_uint_eq(p->path->longest, 250);
	ck_assert_uint_eq(p->path->process[find(p, "core0:1")].slack, 100);
	check_chain(p);
	ck_assert_uint_eq(p->placement[0].longest, 10 + 90 + 50 + 250);
	ck_assert_uint_eq(p->placement[1].longest, 250);
	done(p, r);
}
END_TEST

/* Where writes are lost it is not known which process ran, unless its own time tells. */
START_TEST(test_parallel_with_a_gap)
{
	struct gno_report *r;
	struct parallel *p;

	for (unsigned wide = 0; wide < 2; wide++) {
		mf_begin(&w, 1, 2 + wide);
		tw_datum(&w, 0, 10,
			 &(struct tw_datum){.sub = 0, .data = 1, .process = 1, .process_time = 0});
		tw_datum(&w, 0, 110,
			 &(struct tw_datum){.sub = 6, .process = 1, .process_time = 100});
		tw_gap(&w, 0, 150, 180, 2);
		tw_datum(&w, 0, 210,
			 &(struct tw_datum){.sub = 6, .process = 1, .process_time = 190});
		p = analyse(NULL, 1000, &r);
		ck_assert_uint_eq(p->h->unknown, wide ? 10 : 60);
		ck_assert_uint_eq(p->h->total, wide ? 190 : 140);
		ck_assert(!parallel_is_whole(p));
		done(p, r);
	}
}
END_TEST

/* A trace that is cut off, and messages without an end. */
START_TEST(test_parallel_cut_off)
{
	struct gno_report *r;
	struct parallel *p;
	char *text = NULL;
	size_t size;
	struct gno_err err;
	FILE *f;

	mf_begin(&w, 2, 2);
	put(0, 0, 90, SEND, 3, 0); /* sent later than received */
	put(0, 0, 100, SEND, 1, 0);
	put(0, 0, 150, RECEIVE, 2, 0);
	put(1, 0, 80, RECEIVE, 3, 0);
	mf_mark(&w, 1, 0, 300);
	tw_flush(&w, 0, 400);
	p = analyse(NULL, 0, &r);
	ck_assert(!parallel_is_whole(p));
	ck_assert_uint_eq(parallel_alone(p), 2);
	f = open_memstream(&text, &size);
	ck_assert(!parallel_text(p, 16, f, &err));
	fclose(f);
	ck_assert(strstr(text, "process time                       T      >= "));
	ck_assert(strstr(text, "NOT COMPLETE: T and t are lower bounds"));
	ck_assert(strstr(text, "2 sends and receives have no other end"));
	ck_assert(strstr(text, "1 messages were received before they were sent"));
	free(text);
	done(p, r);
}
END_TEST

/* Many steps: more than are in memory at once. */
START_TEST(test_parallel_long)
{
	struct gno_report *r;
	struct parallel *p;

	mf_begin(&w, 2, 2);
	for (unsigned i = 0; i < 160000; i++) {
		put(i & 1, 0, 100 + 20 * i, SEND, i & 1, i >> 1);
		put(~i & 1, 0, 110 + 20 * i, RECEIVE, i & 1, i >> 1);
	}
	p = analyse(NULL, 4000000, &r);
	ck_assert_uint_eq(p->h->spool.steps, 320000);
	ck_assert_uint_eq(p->path->longest, 100 + 20 * 159999 + 10);
	check_chain(p);
	done(p, r);
}
END_TEST

START_TEST(test_parallel_shown)
{
	struct gno_report *r;
	struct parallel *p;
	char *text = NULL;
	size_t size;
	struct gno_err err;
	json_t *root, *hop;
	FILE *f;

	write_master(true);
	p = analyse(NULL, 1000, &r);
	f = open_memstream(&text, &size);
	ck_assert(!parallel_text(p, 2, f, &err));
	fclose(f);
	expect_line(text, "  longest path                       t_max  550 cycles, 5.500 us; "
			  "T/t_max = 1.65");
	expect_line(text, "  core1:0   120  520   400  3:0             0");
	expect_line(text, "  1 more: --limit, or --json");
	ck_assert(!strstr(text, "NOT COMPLETE"));
	free(text);
	f = json_begin();
	parallel_json(p, f);
	root = json_end(f);
	ck_assert_int_eq(json_integer_value(json_object_get(root, "total")), 910);
	ck_assert_int_eq(json_integer_value(json_object_get(root, "longest")), 550);
	ck_assert_int_eq(json_array_size(json_object_get(root, "path")), 3);
	hop = json_array_get(json_object_get(root, "path"), 0);
	ck_assert_int_eq(
	    json_integer_value(json_object_get(json_object_get(hop, "message"), "delivery")), 20);
	json_decref(root);
	done(p, r);
}
END_TEST

/* -- random programs, and a second way to their numbers -- */

#define NODES 2
#define TASKS 6 /* (node, process): processes 0 to 2 of each node */
#define CYCLES 2500
#define EVENTS 120
#define ARCS (3 * EVENTS)

struct happening {
	unsigned task, partner;
	uint64_t time, delivery;
	bool receive, matched;
};

struct arc {
	unsigned from, to; /* happenings; EVENTS + task: its begin, EVENTS + TASKS: the end */
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

static void run_program(void)
{
	unsigned current[NODES] = {0, 3}, target[EVENTS] = {0}, numbers[TASKS * TASKS] = {0};
	uint64_t last[NODES] = {0};

	memset(works, 0, sizeof(works));
	memset(called, 0, sizeof(called));
	happenings = 0;
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
				mf_process(&w, node, current[node] % 3, time);
			} else {
				act(current[node], time, target, numbers);
				mf_mark(&w, node, current[node] % 3, time);
			}
		}
	/* who still waits at the end does not work */
	for (unsigned k = 0; k < TASKS; k++)
		for (uint64_t t = called[k] ? called[k] - 1 : CYCLES; t < CYCLES; t++)
			works[k][t] = false;
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
		add_arc(at, EVENTS + TASKS, work_of(k, time, CYCLES), k);
	}
	for (unsigned i = 0; i < happenings; i++)
		if (happening[i].receive)
			add_arc(happening[i].partner, i, happening[i].delivery, TASKS);
}

/* All arcs are relaxed until nothing changes. */
static uint64_t longest_path(void)
{
	uint64_t length[EVENTS + TASKS + 1] = {0};
	bool changed = true;

	while (changed) {
		changed = false;
		for (unsigned i = 0; i < arcs; i++)
			if (length[arc[i].from] + arc[i].length > length[arc[i].to]) {
				length[arc[i].to] = length[arc[i].from] + arc[i].length;
				changed = true;
			}
	}
	return length[EVENTS + TASKS];
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

START_TEST(test_parallel_against_brute_force)
{
	uint64_t total = 0, longest;
	struct gno_report *r;
	struct parallel *p;

	seed = (uint32_t)_i + 1;
	run_program();
	set_deliveries();
	make_arcs();
	p = analyse("core0:1=x,core0:2=x,core1:1=x,core1:2=x", CYCLES + 1, &r);
	for (unsigned k = 0; k < TASKS; k++)
		total += k % 3 ? work_of(k, 0, CYCLES) : 0;
	longest = longest_path();
	ck_assert_uint_eq(p->h->total, total);
	ck_assert_uint_eq(p->path->longest, longest);
	ck_assert(parallel_is_whole(p));
	check_chain(p);
	for (unsigned k = 0; k < TASKS; k++)
		if (k % 3)
			check_slack(p, k, longest);
	ck_assert_uint_ge(p->placement[0].longest, longest);
	ck_assert_uint_ge(p->placement[1].longest, total);
	ck_assert_uint_eq(p->placement[1].busy[2], total);
	done(p, r);
}
END_TEST

START_TEST(test_parallel_placement_refused)
{
	static const char *const bad[] = {"core0:0", "core9:1=x", "=x", "core0:0=", ",", ""};
	struct gno_report *r;
	struct gno_err err;

	write_master(true);
	r = mf_look(&w, 1000);
	for (unsigned i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct parallel *p = NULL;

		ck_assert_int_eq(parallel_build(r, bad[i], &p, &err), GNO_ERR_ARG);
		parallel_free(p);
	}
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("parallelism");
	TCase *tc = tcase_create("parallelism");

	tcase_set_timeout(tc, HANG_SECONDS);
	tcase_add_test(tc, test_parallel_master);
	tcase_add_test(tc, test_parallel_without_calls);
	tcase_add_test(tc, test_parallel_preempted);
	tcase_add_test(tc, test_parallel_with_a_gap);
	tcase_add_test(tc, test_parallel_cut_off);
	tcase_add_test(tc, test_parallel_long);
	tcase_add_test(tc, test_parallel_shown);
	tcase_add_test(tc, test_parallel_placement_refused);
	tcase_add_loop_test(tc, test_parallel_against_brute_force, 0, 100);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
