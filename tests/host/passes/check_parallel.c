/* SPDX-License-Identifier: Apache-2.0 */
/* Parallelism: programs whose process time and longest path are known. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "out/json/analyses.h"
#include "parallel_fixture.h"

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

static size_t find(const struct parallel *p, const char *name)
{
	char buf[64];

	for (size_t i = 0; i < p->h->processes->processes; i++)
		if (!strcmp(parallel_name(p, i, buf, sizeof(buf)), name))
			return i;
	ck_abort_msg("no process %s", name);
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
	p = pf_analyse(&w, "core1:0=core2", 1000, &r);
	/* core0: 210 + 30; core1: 10 + 400; core2: 10 + 250 */
	ck_assert_uint_eq(p->h->total, 240 + 410 + 260);
	/* 100 to the send, 20 on its way, 400, 0 on its way, 30 */
	ck_assert_uint_eq(p->path->longest, 550);
	ck_assert_uint_eq(p->path->hops, 3);
	pf_check_chain(p);
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
	pf_done(&w, p, r);
}
END_TEST

/* Without receive_calls a process that never leaves its core works all the time. */
START_TEST(test_parallel_without_calls)
{
	struct gno_report *r;
	struct parallel *p;

	write_master(false);
	p = pf_analyse(&w, NULL, 1000, &r);
	ck_assert_uint_eq(p->h->total, 550 + 520 + 380);
	ck_assert_uint_eq(p->path->longest, 550);
	ck_assert_uint_eq(p->h->estimated, 4);
	pf_check_chain(p);
	pf_done(&w, p, r);
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
	p = pf_analyse(&w, "core0:2=other", 1000, &r);
	ck_assert_uint_eq(p->h->process[find(p, "core0:1")].total, 50 + 100);
	ck_assert_uint_eq(p->h->process[find(p, "core0:2")].total, 200 + 50);
	ck_assert(p->h->process[find(p, "core0:0")].idle);
	ck_assert_uint_eq(p->h->total, 150 + 250 + 100);
	ck_assert_uint_eq(p->path->longest, 250);
	ck_assert_uint_eq(p->path->process[find(p, "core0:1")].slack, 100);
	pf_check_chain(p);
	ck_assert_uint_eq(p->placement[0].longest, 10 + 90 + 50 + 250);
	ck_assert_uint_eq(p->placement[1].longest, 250);
	pf_done(&w, p, r);
}
END_TEST

/* Where writes are lost it is not known which process ran, unless its own time tells; that may have
 * been a wait. */
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
		p = pf_analyse(&w, NULL, 1000, &r);
		ck_assert_uint_eq(p->h->unknown, wide ? 10 : 60);
		ck_assert_uint_eq(p->h->total, 140);
		/* and process 0 may have had others' cycles */
		ck_assert_uint_eq(p->h->unsure, wide ? 10 + 50 : 10);
		ck_assert(!parallel_is_whole(p));
		pf_done(&w, p, r);
	}
}
END_TEST

/* Up to a loss a process that has called waits; after it, it may have got its message. */
START_TEST(test_parallel_gap_in_a_call)
{
	struct gno_report *r;
	struct parallel *p;

	mf_begin(&w, 1, 2);
	put(0, 0, 120, CALL, 1, 0);
	tw_gap(&w, 0, 150, 180, 2);
	mf_mark(&w, 0, 0, 210);
	mf_mark(&w, 0, 0, 220);
	p = pf_analyse(&w, NULL, 1000, &r);
	ck_assert_uint_eq(p->h->process[0].total, 120); /* it may have called in the gap */
	ck_assert_uint_eq(p->h->total, 0); /* another process may have run in the gap */
	ck_assert_uint_eq(p->h->unsure, 120 + 10 + 30); /* and it may not have waited */
	ck_assert_uint_eq(p->h->process[0].waited, 30);
	ck_assert_uint_eq(p->h->unknown, 60);
	pf_done(&w, p, r);
}
END_TEST

/* Process 0 is idle where others run: also where the records of those are lost, T is no more than
 * it was, and no less than what may have been. */
START_TEST(test_parallel_gap_hides_others)
{
	uint64_t total[2], most[2];
	struct gno_report *r;
	struct parallel *p;

	for (unsigned lost = 0; lost < 2; lost++) {
		mf_begin(&w, 1, 2);
		mf_mark(&w, 0, 0, 100);
		if (lost) {
			tw_gap(&w, 0, 150, 250, 2);
		} else {
			mf_mark(&w, 0, 1, 160);
			mf_mark(&w, 0, 0, 240);
		}
		mf_mark(&w, 0, 0, 300);
		p = pf_analyse(&w, NULL, 1000, &r);
		total[lost] = p->h->total;
		most[lost] = p->h->total + p->h->unknown + p->h->unsure;
		pf_done(&w, p, r);
	}
	ck_assert_uint_eq(total[0], 80);
	ck_assert_uint_eq(most[0], 80);
	ck_assert_uint_eq(total[1], 0);
	ck_assert_uint_eq(most[1], 300);
}
END_TEST

/* Which process ran behind a node's last record, up to the end of the run, is not known. */
START_TEST(test_parallel_node_ends_early)
{
	struct gno_report *r;
	struct parallel *p;

	mf_begin(&w, 2, 2);
	mf_mark(&w, 0, 1, 100);
	mf_mark(&w, 0, 1, 150);
	mf_mark(&w, 1, 2, 100);
	mf_mark(&w, 1, 2, 390);
	tw_flush(&w, 1, 400);
	p = pf_analyse(&w, NULL, 0, &r);
	ck_assert_uint_eq(p->h->total, 50 + 290);
	ck_assert_uint_eq(p->h->unknown, 400 - 150);
	ck_assert_uint_eq(p->h->unsure, 100); /* of process 0, if there was no other one */
	pf_done(&w, p, r);
}
END_TEST

/* All of a loss that an idle process's own time claims may have been another one's. */
START_TEST(test_parallel_gap_of_an_idle_process)
{
	struct gno_report *r;
	struct parallel *p;

	mf_begin(&w, 1, 3);
	tw_datum(&w, 0, 10, &(struct tw_datum){.sub = 6, .process = 0, .process_time = 10});
	tw_datum(&w, 0, 100, &(struct tw_datum){.sub = 6, .process = 1, .process_time = 0});
	tw_datum(&w, 0, 150, &(struct tw_datum){.sub = 6, .process = 1, .process_time = 50});
	tw_gap(&w, 0, 160, 250, 2);
	tw_datum(&w, 0, 300, &(struct tw_datum){.sub = 6, .process = 0, .process_time = 240});
	p = pf_analyse(&w, NULL, 1000, &r);
	ck_assert_uint_eq(p->h->unknown, 0);
	ck_assert_uint_eq(p->h->unsure, 300 - 160 + 100); /* it may have talked in the gap */
	ck_assert_uint_eq(p->h->total, 60);
	pf_done(&w, p, r);
}
END_TEST

/* What follows a node's last write counts for no process. Where what comes then is lost, it may do
 * so, and may not. */
START_TEST(test_parallel_gap_behind_the_last_write)
{
	struct gno_report *r;
	struct parallel *p;

	for (unsigned i = 0; i < 3; i++) {
		mf_begin(&w, 1, 2);
		put(0, 0, 100, SEND, 1, 0);
		if (i != 1)
			tw_gap(&w, 0, 9140, 9150, 1);
		else
			tw_event(&w, 0, 9140, 1, 0); /* its end is cut off behind */
		if (i == 2)
			mf_mark(&w, 0, 0, 9200);
		p = pf_analyse(&w, NULL, i == 1 ? 0 : 10000, &r);
		ck_assert_uint_eq(p->h->total, i == 2 ? 9140 : 100);
		ck_assert_uint_eq(p->h->total + p->h->unsure + p->h->unknown, i == 0   ? 10000
									      : i == 1 ? 9140
										       : 9200);
		pf_done(&w, p, r);
	}
}
END_TEST

/* A process that had called before a loss may have got its message in it: it did not work. */
START_TEST(test_parallel_gap_in_anothers_call)
{
	struct gno_report *r;
	struct parallel *p;

	mf_begin(&w, 1, 2);
	put(0, 2, 20, CALL, 1, 0);
	mf_process(&w, 0, 1, 120);
	tw_gap(&w, 0, 150, 180, 2);
	put(0, 2, 210, SEND, 2, 0);
	p = pf_analyse(&w, NULL, 1000, &r);
	ck_assert_uint_eq(p->h->process[find(p, "core0:2")].total, 0);
	pf_done(&w, p, r);
}
END_TEST

/*
 * One process, that of core0, works 100 cycles, sends to core1, and works to 300; core1 gets the
 * message at 120 and works to 200. What follows of core1 is cut off: it may have worked for longer
 * than core0, which is then no longer on the longest path. `queued`: with a message_queued at 110.
 */
static struct parallel *cut(bool queued, uint64_t receive, struct gno_report **r)
{
	mf_begin(&w, 2, 2);
	put(0, 0, 100, SEND, 1, 0);
	mf_mark(&w, 0, 0, 300);
	tw_flush(&w, 0, 1000);
	if (queued)
		put(1, 0, 110, QUEUED, 1, 0);
	put(1, 0, receive, RECEIVE, 1, 0);
	mf_mark(&w, 1, 0, 200);
	return pf_analyse(&w, "core1:0=other", 0, r);
}

static char *text_of_parallel(const struct parallel *p)
{
	struct gno_err err;
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	ck_assert(!parallel_text(p, 16, f, &err));
	fclose(f);
	return text;
}

static void expect_key(const json_t *o, const char *key, bool value)
{
	ck_assert_msg(json_is_boolean(json_object_get(o, key)), "%s", key);
	ck_assert_msg(json_is_true(json_object_get(o, key)) == value, "%s", key);
}

/* What is a bound, what is only of what was seen, and what is not known. */
START_TEST(test_parallel_cut_bounds)
{
	struct gno_report *r;
	struct parallel *p;
	const json_t *o;
	json_t *root;
	char *text;
	FILE *f;

	p = cut(true, 120, &r);
	text = text_of_parallel(p);
	expect_line(text, "  process time                       T      >= 500 cycles, 5.000 us");
	expect_line(
	    text,
	    "  longest path                       t_max  >= 300 cycles, 3.000 us; T/t_max = 1.67 (of what was seen)");
	expect_line(
	    text,
	    "  as placed                          t      300 cycles, 3.000 us (of what was seen); T/t = 1.67");
	expect_line(
	    text,
	    "  NOT COMPLETE: T/t, shares and the critical path cover only what was seen; slack is not known");
	expect_line(text, "  core0:0  core0  >= 300  60.00%       0       300   100.00%      ?");
	expect_line(text, "           1                  0         0     0.00%      ?");
	free(text);
	f = json_begin();
	ck_assert(!parallel_json(p, f, NULL));
	root = json_end(f);
	expect_key(root, "total_at_least", true);
	expect_key(root, "longest_at_least", true);
	o = json_array_get(json_object_get(root, "processes"), 0);
	expect_key(o, "at_least", true);
	ck_assert(json_is_null(json_object_get(o, "slack")));
	o = json_array_get(json_object_get(root, "connections"), 0);
	ck_assert(json_is_null(json_object_get(o, "slack")));
	o = json_array_get(json_object_get(root, "placements"), 1);
	o = json_array_get(json_object_get(o, "processors"), 0);
	expect_key(o, "at_least", true);
	json_decref(root);
	pf_done(&w, p, r);
}
END_TEST

/* A delivery that may be too long makes the longest path no bound. */
START_TEST(test_parallel_cut_deliveries)
{
	struct gno_report *r;
	struct parallel *p = cut(false, 120, &r);
	char *text = text_of_parallel(p);

	ck_assert(!parallel_longest_is_least(p));
	expect_line(
	    text,
	    "  longest path                       t_max  300 cycles, 3.000 us (of what was seen); T/t_max = 1.67");
	free(text);
	pf_done(&w, p, r);
}
END_TEST

/* A trace that is cut off, and messages without an end. */
START_TEST(test_parallel_cut_off)
{
	struct gno_report *r;
	struct parallel *p;
	char *text;

	mf_begin(&w, 2, 2);
	put(0, 0, 90, SEND, 3, 0); /* sent later than received */
	put(0, 0, 100, SEND, 1, 0);
	put(0, 0, 150, RECEIVE, 2, 0);
	put(1, 0, 80, RECEIVE, 3, 0);
	mf_mark(&w, 1, 0, 300);
	tw_flush(&w, 0, 400);
	p = pf_analyse(&w, NULL, 0, &r);
	ck_assert(!parallel_is_whole(p));
	ck_assert_uint_eq(parallel_alone(p), 2);
	text = text_of_parallel(p);
	ck_assert(strstr(text, "process time                       T      >= "));
	ck_assert(strstr(text, "NOT COMPLETE: T/t, shares"));
	ck_assert(strstr(text, "2 of the sends and receives without the other end"));
	ck_assert(strstr(text, "1 message received before the send: "));
	free(text);
	pf_done(&w, p, r);
}
END_TEST

/* The trace of the second node ends within a record: that is one stretch. */
START_TEST(test_parallel_ends_within)
{
	struct gno_report *r;
	struct parallel *p;

	mf_begin(&w, 2, 2);
	put(0, 0, 100, SEND, 1, 0);
	tw_flush(&w, 0, 400);
	put(1, 0, 110, RECEIVE, 1, 0);
	put(1, 0, 200, SEND, 2, 0);
	w.node[1].len -= 8;
	p = pf_analyse(&w, NULL, 0, &r);
	ck_assert_uint_eq(p->h->counts.breaks, 1);
	ck_assert_uint_eq(p->h->counts.matched, 1);
	pf_done(&w, p, r);
}
END_TEST

#define LONG 700000 /* messages, of which the steps do not fit into memory */

/* Many steps, of which some are in a file, and some are left in it. */
START_TEST(test_parallel_long)
{
	struct gno_report *r;
	struct parallel *p;

	mf_begin(&w, 2, 2);
	for (unsigned i = 0; i < LONG; i++) {
		put(i & 1, 0, 100 + 20 * i, SEND, i & 1, i >> 1);
		put(~i & 1, 0, 110 + 20 * i, RECEIVE, i & 1, i >> 1);
	}
	p = pf_analyse(&w, NULL, 100 + 20 * (LONG + 1), &r);
	ck_assert_uint_eq(p->h->spool.steps, 2 * LONG);
	ck_assert_uint_eq(p->path->longest, 100 + 20 * (LONG - 1) + 10);
	pf_check_chain(p);
	pf_done(&w, p, r);
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
	p = pf_analyse(&w, NULL, 1000, &r);
	f = open_memstream(&text, &size);
	ck_assert(!parallel_text(p, 2, f, &err));
	fclose(f);
	expect_line(
	    text,
	    "  longest path                       t_max  550 cycles, 5.500 us; T/t_max = 1.65");
	expect_line(text, "  core1:0   120  520   400  3:0             0");
	expect_line(text, "  1 more: --limit, or --json");
	/* of the connections 1 to 4 */
	ck_assert(strstr(text, "   2                  0         0     0.00%      0\n"
			       "  2 more: --limit\n"));
	ck_assert(!strstr(text, "NOT COMPLETE"));
	free(text);
	f = json_begin();
	ck_assert(!parallel_json(p, f, NULL));
	root = json_end(f);
	ck_assert_int_eq(json_integer_value(json_object_get(root, "total")), 910);
	ck_assert_int_eq(json_integer_value(json_object_get(root, "longest")), 550);
	ck_assert_int_eq(json_array_size(json_object_get(root, "path")), 3);
	hop = json_array_get(json_object_get(root, "path"), 0);
	ck_assert_int_eq(
	    json_integer_value(json_object_get(json_object_get(hop, "message"), "delivery")), 20);
	expect_key(root, "total_at_least", false);
	expect_key(root, "longest_at_least", false);
	ck_assert(json_is_integer(
	    json_object_get(json_array_get(json_object_get(root, "processes"), 0), "slack")));
	json_decref(root);
	pf_done(&w, p, r);
}
END_TEST

START_TEST(test_parallel_placement_refused)
{
	static const char *const bad[] = {
	    "core0:0", "core9:1=x", "=x",	  "core0:0=",
	    ",",       "",	    "core0:0=x,", "core0:0=x,core1:0=y,core0:0=core2"};
	struct gno_report *r;
	struct gno_err err;

	write_master(true);
	r = mf_look(&w, 1000);
	for (unsigned i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct parallel *p = NULL;

		ck_assert_int_eq(parallel_build(r, bad[i], &p, &err), GNO_ERR_ARG);
		parallel_free(p);
	}
	ck_assert_str_eq(err.text, "process 'core0:0' is placed twice");
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests(
	    "parallelism", NULL, NULL,
	    TESTS({test_parallel_master}, {test_parallel_without_calls}, {test_parallel_preempted},
		  {test_parallel_with_a_gap}, {test_parallel_gap_in_a_call},
		  {test_parallel_gap_hides_others}, {test_parallel_node_ends_early},
		  {test_parallel_gap_of_an_idle_process}, {test_parallel_gap_in_anothers_call},
		  {test_parallel_gap_behind_the_last_write}, {test_parallel_cut_bounds},
		  {test_parallel_cut_deliveries}, {test_parallel_cut_off}, {test_parallel_long},
		  {test_parallel_shown}, {test_parallel_placement_refused},
		  {test_parallel_ends_within}));
}
