/* SPDX-License-Identifier: Apache-2.0 */
/* Messages: against numbers by hand, and sequence numbers against a list of all that came. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "report_fixture.h"

enum { SEND_PAGE = 4, RECEIVE_PAGE = 6, QUEUED_PAGE = 7 };

static struct fix fix;

static void begin(struct tw *w, unsigned nodes)
{
	fix_begin(&fix, nodes);
	tw_begin(w, nodes, 32, 0, 0);
	w->port = 2;
	w->patterns[0] = &fix.file;
}

static void put(struct tw *w, unsigned node, uint64_t time, unsigned page, unsigned connection,
		uint32_t seq, uint32_t bytes)
{
	tw_datum(w, node, time,
		 &(struct tw_datum){
		     .page = page, .sub = connection, .data = (seq & 0xffff) << 16 | bytes});
}

static void expect_flow(const struct report_flow *f, uint64_t count, uint64_t bytes,
			uint64_t missing, uint64_t in_gap, uint64_t repeated, uint64_t late)
{
	ck_assert_uint_eq(f->count, count);
	ck_assert_uint_eq(f->bytes, bytes);
	ck_assert_uint_eq(f->missing, missing);
	ck_assert_uint_eq(f->in_gap, in_gap);
	ck_assert_uint_eq(f->repeated, repeated);
	ck_assert_uint_eq(f->late, late);
}

START_TEST(test_messages)
{
	const struct report_connection *c;
	struct gno_report *r;
	struct tw w;
	char *text;

	begin(&w, 2);
	/* connection 5 from core0 to core1; 63 the other way, without any queue */
	put(&w, 0, 100, SEND_PAGE, 5, 0, 10);
	put(&w, 0, 120, SEND_PAGE, 5, 1, 20);
	put(&w, 0, 140, SEND_PAGE, 5, 2, 30);
	put(&w, 0, 400, RECEIVE_PAGE, 63, 9, 65535);
	put(&w, 0, 500, SEND_PAGE, 5, 4, 1); /* 3 is missing */
	tw_flush(&w, 0, 599);
	put(&w, 1, 110, QUEUED_PAGE, 5, 0, 10);
	put(&w, 1, 130, QUEUED_PAGE, 5, 1, 20);
	put(&w, 1, 150, QUEUED_PAGE, 5, 2, 30);
	put(&w, 1, 200, RECEIVE_PAGE, 5, 0, 10);
	put(&w, 1, 210, RECEIVE_PAGE, 5, 1, 20);
	put(&w, 1, 300, SEND_PAGE, 63, 9, 65535);
	put(&w, 1, 450, RECEIVE_PAGE, 5, 1, 20); /* once more */
	tw_flush(&w, 1, 599);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_ptr_nonnull(r->connection);
	c = &r->connection[5];
	ck_assert(c->used && r->connection[63].used && !r->connection[0].used);
	expect_flow(&c->flow[REPORT_SEND][0], 4, 61, 1, 0, 0, 0);
	expect_flow(&c->flow[REPORT_SEND][1], 0, 0, 0, 0, 0, 0);
	expect_flow(&c->flow[REPORT_QUEUED][1], 3, 60, 0, 0, 0, 0);
	expect_flow(&c->flow[REPORT_RECEIVE][1], 3, 50, 0, 0, 1, 0);
	expect_flow(&c->all[REPORT_SEND], 4, 61, 1, 0, 0, 0);
	/* sent, not received: 1 for 20, 2 for 20, 3 for 60, 2 for 10, 1 for 240, 0 for 50, 1 for
	 * 100 */
	ck_assert_uint_eq(c->transit.max, 3);
	ck_assert_uint_eq(c->transit.clocks, 600 - 100);
	ck_assert_uint_eq(c->transit.sum, 20 + 40 + 180 + 20 + 240 + 100);
	/* queued, not received: 1 for 20, 2 for 20, 3 for 50, 2 for 10, 1 for 240, 0 for 150 */
	ck_assert_uint_eq(c->queue.max, 3);
	ck_assert_uint_eq(c->queue.clocks, 490);
	ck_assert_uint_eq(c->queue.sum, 20 + 40 + 150 + 20 + 240);
	ck_assert_uint_eq(c->queue.surplus, 0);
	ck_assert_uint_eq(r->connection[63].all[REPORT_RECEIVE].bytes, 65535);
	ck_assert(!r->messages_lost);
	text = text_of(r, false);
	expect_line(
	    text,
	    "           5  send     core0         4     61        1        0         0     0\n");
	expect_line(text, "           5  sent, not received      3  1.200                0\n");
	expect_line(text, "          63  sent, not received      1  0.333                0\n");
	ck_assert_ptr_null(strstr(text, "63  queued"));
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* What is sent and received in one clock was not received before it was sent, whichever node comes
 * first. */
START_TEST(test_messages_in_one_clock)
{
	struct gno_report *r;
	struct tw w;

	begin(&w, 2);
	put(&w, 0, 100, RECEIVE_PAGE, 1, 0, 1);
	put(&w, 0, 200, RECEIVE_PAGE, 1, 1, 1); /* its send is not there */
	tw_flush(&w, 0, 300);
	put(&w, 1, 100, SEND_PAGE, 1, 0, 1);
	tw_flush(&w, 1, 300);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->connection[1].transit.surplus, 1);
	ck_assert_uint_eq(r->connection[1].transit.sum, 0);
	ck_assert_uint_eq(r->connection[1].transit.max, 1);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

START_TEST(test_messages_over_a_gap)
{
	struct gno_report *r;
	struct tw w;
	char *text;

	begin(&w, 1);
	put(&w, 0, 100, SEND_PAGE, 0, 65534, 1);
	tw_gap(&w, 0, 150, 199, 9);
	put(&w, 0, 300, SEND_PAGE, 0, 3, 1);	 /* 65535, 0, 1, 2 */
	put(&w, 0, 400, SEND_PAGE, 0, 5, 1);	 /* 4 */
	put(&w, 0, 410, SEND_PAGE, 0, 1, 1);	 /* there it is */
	put(&w, 0, 420, SEND_PAGE, 0, 4, 1);	 /* and there */
	put(&w, 0, 430, SEND_PAGE, 0, 1, 1);	 /* again */
	put(&w, 0, 440, SEND_PAGE, 0, 65000, 1); /* before all others */
	put(&w, 0, 450, SEND_PAGE, 0, 65534, 1); /* again */
	tw_flush(&w, 0, 500);
	tw_write(&w);
	r = report_of(&w, NULL);
	expect_flow(&r->connection[0].flow[REPORT_SEND][0], 8, 8, 0, 3, 2, 3);
	ck_assert(r->messages_lost);
	text = text_of(r, false);
	expect_line(
	    text,
	    "  records were lost or not collected: these numbers cover only what was recorded\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* What was sent before the first start of the collection is not recorded. */
START_TEST(test_messages_before_a_start)
{
	struct gno_report *r;
	struct tw w;

	for (unsigned off = 0; off < 2; off++) {
		begin(&w, 1);
		fix.file.collect = !off;
		put(&w, 0, 100, RECEIVE_PAGE, 0, 7, 1);
		tw_flush(&w, 0, 500);
		tw_write(&w);
		r = report_of(&w, NULL);
		ck_assert_uint_eq(r->connection[0].transit.surplus, 1);
		ck_assert_int_eq(r->messages_lost, off);
		gno_report_free(r);
		tw_end(&w);
	}
}
END_TEST

/* Random numbers, not far from each other, against a list of how often each came. */
START_TEST(test_messages_random)
{
	uint32_t seed = 12345;

	for (unsigned round = 0; round < 20; round++) {
		unsigned came[4000] = {0}, head = 1000, first = 1000, n = 0;
		uint64_t missing = 0, repeated = 0, late = 0;
		struct gno_report *r;
		struct tw w;

		begin(&w, 1);
		for (unsigned i = 0; i < 1500; i++) {
			unsigned number;

			seed = seed * 1664525 + 1013904223;
			number = i ? head + (seed >> 16) % 6 : first;
			number -= i && (seed >> 8) % 4 == 0 ? (seed >> 24) % 40 : 0;
			if (number >= 4000)
				break;
			if (came[number])
				repeated++;
			else if (number < head)
				late++;
			came[number]++;
			if (number > head)
				head = number;
			/* the numbers go over 65535 */
			put(&w, 0, 100 + i, SEND_PAGE, 2, number + 65536 - 1500, 0);
			n++;
		}
		for (unsigned i = first; i <= head; i++)
			missing += !came[i];
		tw_flush(&w, 0, 9000);
		tw_write(&w);
		r = report_of(&w, NULL);
		expect_flow(&r->connection[2].flow[REPORT_SEND][0], n, 0, missing, 0, repeated,
			    late);
		ck_assert(missing && repeated && late);
		gno_report_free(r);
		tw_end(&w);
	}
}
END_TEST

int main(void)
{
	return run_tests("report_message", NULL, NULL,
			 TESTS({test_messages}, {test_messages_in_one_clock},
			       {test_messages_over_a_gap}, {test_messages_before_a_start},
			       {test_messages_random}));
}
