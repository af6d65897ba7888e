/* SPDX-License-Identifier: Apache-2.0 */
/* Communication statistics: by hand, and queue lengths against counting them cycle by cycle. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "out/json/analyses.h"
#include "passes/messages/traffic.h"
#include "message_fixture.h"

static struct tw w;

static void put(unsigned node, uint64_t time, unsigned page, unsigned process, unsigned connection,
		unsigned sequence, unsigned bytes)
{
	mf_put(&w, &(struct mf_write){node, process, time, page, connection, sequence, bytes});
}

static uint32_t seed;

static unsigned dice(unsigned sides)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % sides;
}

#define THINGS 60
#define CYCLES 200

/* Things in the order of their ends, against an array of cycles. */
START_TEST(test_overlap_against_counting)
{
	uint64_t count[CYCLES] = {0}, most = 0, sum = 0, end = 0;
	struct overlap o = {0};

	seed = (uint32_t)_i + 1;
	for (unsigned i = 0; i < THINGS; i++) {
		uint64_t begin;

		end += dice(6);
		begin = end - dice((unsigned)end / 2 + 1);
		if (end >= CYCLES)
			break;
		for (uint64_t t = begin; t < end; t++)
			count[t]++;
		ck_assert(!overlap_add(&o, begin, end));
	}
	for (unsigned t = 0; t < CYCLES; t++) {
		most = count[t] > most ? count[t] : most;
		sum += count[t];
	}
	ck_assert_uint_eq(o.most, most);
	ck_assert_uint_eq(o.sum, sum);
	ck_assert_uint_le(o.peaks, most);
	overlap_free(&o);
}
END_TEST

/*
 * Process 1 of node 0 sends four messages to process 2 of node 1, which answers one of them:
 *
 *	message  sent  queued  received  bytes
 *	   0      100    120       200     10
 *	   1      130    140       210     30
 *	   2      150     -        300     20
 *	   3      310     -        310     40
 *	answer    220     -        250      8
 */
static void write_run(void)
{
	mf_begin(&w, 2, 2);
	put(0, 100, SEND, 1, 5, 0, 10);
	put(0, 130, SEND, 1, 5, 1, 30);
	put(0, 150, SEND, 1, 5, 2, 20);
	put(0, 250, RECEIVE, 1, 6, 0, 8);
	put(0, 310, SEND, 1, 5, 3, 40);
	put(0, 320, SEND, 1, 5, 4, 40); /* stays alone */
	put(1, 90, CALL, 2, 5, 0, 0);
	put(1, 120, QUEUED, 2, 5, 0, 10);
	put(1, 140, QUEUED, 2, 5, 1, 30);
	put(1, 200, RECEIVE, 2, 5, 0, 10);
	put(1, 210, RECEIVE, 2, 5, 1, 30);
	put(1, 220, SEND, 2, 6, 0, 8);
	put(1, 300, RECEIVE, 2, 5, 2, 21);
	put(1, 310, RECEIVE, 2, 5, 3, 40);
}

static void expect(const struct traffic_spread *s, uint64_t count, uint64_t total, uint64_t min,
		   uint64_t max)
{
	expect_stats(&s->stats, count, total, min, max);
	ck_assert_uint_eq(s->histogram.count, count);
}

START_TEST(test_traffic_by_hand)
{
	const struct traffic_route *v;
	struct traffic *t = NULL;
	struct gno_report *r;
	struct gno_err err;

	write_run();
	r = mf_look(&w, 999);
	ck_assert(!traffic_build(r, 0, UINT64_MAX, &t, &err));
	ck_assert_uint_eq(t->messages, 5);
	ck_assert_uint_eq(t->bytes, 108);
	ck_assert_uint_eq(traffic_cycles(t), 1000);
	ck_assert_uint_eq(t->routes, 2);
	v = &t->route[0];
	ck_assert_str_eq(t->processes->group[v->from].name, "core0:1");
	ck_assert_str_eq(t->processes->group[v->to].name, "core1:2");
	ck_assert_uint_eq(v->connections, 1u << 5);
	ck_assert_uint_eq(v->other_bytes, 1);
	expect(&v->size, 4, 100, 10, 40);
	expect(&v->transit, 4, 100 + 80 + 150 + 0, 0, 150);
	ck_assert_uint_eq(v->history[200 / 21], 1);
	ck_assert_uint_eq(v->history[210 / 21], 1);
	ck_assert_uint_eq(v->history[300 / 21], 2);
	expect(&t->route[1].size, 1, 8, 8, 8);
	ck_assert_uint_eq(t->receivers, 2);
	expect(&t->receiver[0].wait, 4, 80 + 70 + 150 + 0, 0, 150);
	expect(&t->receiver[0].blocked, 1, 110, 110, 110);
	ck_assert_uint_eq(t->receiver[0].queued, 2);
	ck_assert_uint_eq(t->receiver[0].queue.most, 3);
	ck_assert_uint_eq(t->receiver[0].queue.sum, 300);
	ck_assert_uint_eq(t->receiver[1].queue.sum, 30);
	ck_assert_uint_eq(t->alone[MESSAGE_SEND_ALONE][MESSAGE_IN_FLIGHT][5], 1);
	ck_assert_uint_eq(t->breaks, 0);
	traffic_free(t);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Messages are those received in the time; a queue has what waits in it, received or not. */
START_TEST(test_traffic_of_a_time)
{
	struct traffic *t = NULL;
	struct gno_report *r;
	struct gno_err err;

	write_run();
	r = mf_look(&w, 999);
	ck_assert(!traffic_build(r, 205, 299, &t, &err));
	ck_assert_uint_eq(t->messages, 2);
	expect(&t->route[0].size, 1, 30, 30, 30);
	/* as many as those of core0:1, whose group was found before */
	ck_assert_uint_eq(t->receiver[1].queue.most, 2);
	ck_assert_uint_eq(t->receiver[1].queue.sum, (210 - 205) + (300 - 205));
	ck_assert(!t->any_alone);
	traffic_free(t);
	ck_assert(!traffic_build(r, 321, UINT64_MAX, &t, &err));
	ck_assert(!t->any_alone && !t->messages);
	traffic_free(t);
	for (uint64_t to = 0; to < 999; to++) { /* no route is of messages that come later */
		ck_assert(!traffic_build(r, 0, to, &t, &err));
		for (size_t i = 0; i < t->routes; i++)
			ck_assert_uint_gt(t->route[i].size.stats.count, 0);
		traffic_free(t);
	}
	ck_assert_int_eq(traffic_build(r, 1000, 1000, &t, &err), GNO_ERR_ARG);
	traffic_free(t);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

static char *text_of_traffic(const struct traffic *t)
{
	char *text = NULL;
	size_t size;
	struct gno_err err;
	FILE *f = open_memstream(&text, &size);

	ck_assert(!traffic_text(t, 1, f, &err));
	ck_assert_int_eq(fclose(f), 0);
	return text;
}

static const json_t *at(const json_t *list, size_t i, const char *key)
{
	return json_object_get(json_array_get(list, i), key);
}

START_TEST(test_traffic_shown)
{
	struct traffic *t = NULL;
	struct gno_report *r;
	struct gno_err err;
	json_t *root;
	char *text;
	FILE *f;

	write_run();
	r = mf_look(&w, 999);
	ck_assert(!traffic_build(r, 0, UINT64_MAX, &t, &err));
	text = text_of_traffic(t);
	ck_assert(strstr(text, "5 sent and received, 108 bytes\n"));
	expect_line(
	    text,
	    "  core0:1  core1:2         4  400.0k    100  10.0M   10  25.0   40  ....==.#................");
	expect_line(text, "  1 more: --limit");
	expect_line(text,
		    "  core1:2         4       2        3  0.300    0  75.0  150   70  151  151");
	expect_line(text, "           5  send       1  not received up to the end");
	ck_assert(!strstr(text, "NOT COMPLETE"));
	free(text);
	f = json_begin();
	ck_assert(!traffic_json(t, f, NULL));
	root = json_end(f);
	ck_assert_str_eq(json_string_value(at(json_object_get(root, "routes"), 0, "from")),
			 "core0:1");
	ck_assert_int_eq(json_integer_value(at(json_object_get(root, "routes"), 0, "bytes")), 100);
	ck_assert_int_eq(json_integer_value(json_object_get(
			     at(json_object_get(root, "receivers"), 0, "queue"), "max")),
			 3);
	ck_assert_str_eq(json_string_value(at(json_object_get(root, "alone"), 0, "reason")),
			 "in_flight");
	ck_assert(json_is_true(json_object_get(root, "complete")));
	json_decref(root);
	traffic_free(t);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Where writes were lost, this is said. */
START_TEST(test_traffic_with_a_gap)
{
	struct traffic *t = NULL;
	struct gno_report *r;
	struct gno_err err;
	char *text;

	write_run();
	tw_gap(&w, 1, 400, 420, 3);
	r = mf_look(&w, 999);
	ck_assert(!traffic_build(r, 0, UINT64_MAX, &t, &err));
	ck_assert_uint_eq(t->alone[MESSAGE_SEND_ALONE][MESSAGE_MAYBE_RECEIVED][5], 1);
	text = text_of_traffic(t);
	ck_assert(
	    strstr(text, "NOT COMPLETE: writes of nodes were lost or not collected in 1 stretch;"));
	ck_assert(strstr(text, "its receive may be lost"));
	free(text);
	traffic_free(t);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("traffic", NULL, NULL,
			 TESTS({test_overlap_against_counting, 200}, {test_traffic_by_hand},
			       {test_traffic_of_a_time}, {test_traffic_shown},
			       {test_traffic_with_a_gap}));
}
