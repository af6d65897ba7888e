/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Matching of sends and receives: by hand, and against programs that know which message each event
 * is of.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "message_fixture.h"

static struct tw w;

static void put(unsigned node, uint64_t time, unsigned page, unsigned connection, unsigned sequence)
{
	mf_put(&w, &(struct mf_write){.node = node,
				      .time = time,
				      .page = page,
				      .connection = connection,
				      .sequence = sequence,
				      .bytes = 10});
}

/* Ends the run, and reads its messages. */
static struct message *all(uint64_t end, size_t *n, struct message_counts *c)
{
	struct gno_report *r = mf_look(&w, end);
	struct message *m = mf_messages(r, n, c);

	gno_report_free(r);
	tw_end(&w);
	return m;
}

static uint64_t alone(const struct message_counts *c)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < MESSAGE_FATES; i++)
		for (unsigned k = 0; k < MESSAGE_REASONS; k++)
			sum += c->alone[i][k];
	return sum;
}

START_TEST(test_messages_matched)
{
	struct message_counts c;
	struct message *m;
	size_t n;

	mf_begin(&w, 2, 2);
	put(0, 100, SEND, 5, 7);
	put(0, 110, SEND, 5, 8);
	put(0, 300, RECEIVE, 6, 7);
	put(1, 50, CALL, 5, 0);
	put(1, 105, QUEUED, 5, 7);
	put(1, 120, RECEIVE, 5, 7);
	put(1, 130, RECEIVE, 5, 8);
	put(1, 140, SEND, 6, 7); /* the same number on another connection */
	m = all(400, &n, &c);
	ck_assert_uint_eq(n, 3);
	ck_assert_uint_eq(c.matched, 3);
	ck_assert_uint_eq(alone(&c), 0);
	ck_assert_uint_eq(c.breaks, 0);
	ck_assert(m[0].fate == MESSAGE_MATCHED && !m[0].tachyon);
	ck_assert_uint_eq(m[0].connection, 5);
	ck_assert_uint_eq(m[0].sequence, 7);
	ck_assert_uint_eq(m[0].sent.node, 0);
	ck_assert_uint_eq(m[0].sent.time, 100);
	ck_assert_uint_eq(m[0].sent.bytes, 10);
	ck_assert_uint_eq(m[0].received.node, 1);
	ck_assert_uint_eq(m[0].received.time, 120);
	ck_assert(m[0].queued && m[0].called);
	ck_assert_uint_eq(m[0].queued_time, 105);
	ck_assert_uint_eq(m[0].called_time, 50);
	ck_assert_uint_eq(m[1].sequence, 8);
	ck_assert(!m[1].queued && !m[1].called);
	ck_assert_uint_eq(m[2].sent.node, 1);
	ck_assert_uint_eq(m[2].received.time, 300);
	free(m);
}
END_TEST

/* Why messages stay alone. */
START_TEST(test_messages_alone)
{
	struct message_counts c;
	size_t n;

	mf_begin(&w, 2, 2);
	put(0, 100, SEND, 1, 0);    /* in flight */
	put(0, 110, SEND, 2, 0);    /* repeated */
	put(0, 120, SEND, 2, 0);    /* repeated */
	put(0, 130, SEND, 3, 5);    /* matched */
	put(0, 170, QUEUED, 9, 3);  /* of none */
	put(1, 140, RECEIVE, 3, 5); /* matched */
	put(1, 150, RECEIVE, 3, 5); /* repeated */
	put(1, 160, RECEIVE, 2, 0); /* repeated */
	put(1, 170, RECEIVE, 4, 9); /* no send */
	free(all(400, &n, &c));
	ck_assert_uint_eq(n, 8);
	ck_assert_uint_eq(c.matched, 1);
	ck_assert_uint_eq(c.alone[MESSAGE_SEND_ALONE][MESSAGE_IN_FLIGHT], 1);
	ck_assert_uint_eq(c.alone[MESSAGE_SEND_ALONE][MESSAGE_REPEATED], 2);
	ck_assert_uint_eq(c.alone[MESSAGE_RECEIVE_ALONE][MESSAGE_REPEATED], 2);
	ck_assert_uint_eq(c.alone[MESSAGE_RECEIVE_ALONE][MESSAGE_NO_SEND], 1);
	ck_assert_uint_eq(c.alone[MESSAGE_QUEUED_ALONE][MESSAGE_NO_SEND], 1);
	ck_assert_uint_eq(alone(&c), 7);
}
END_TEST

/* Both ends of a connection count their messages for themselves; with a third one nobody knows. */
START_TEST(test_messages_both_ways)
{
	struct message_counts c;
	struct message *m;
	size_t n;

	mf_begin(&w, 3, 2);
	put(0, 100, SEND, 1, 0);
	put(1, 101, SEND, 1, 0);
	put(0, 110, RECEIVE, 1, 0);
	put(1, 120, RECEIVE, 1, 0);
	put(0, 200, SEND, 2, 0);
	put(1, 201, SEND, 2, 0);
	put(2, 210, RECEIVE, 2, 0);
	put(2, 220, RECEIVE, 2, 0);
	m = all(400, &n, &c);
	ck_assert_uint_eq(c.matched, 2);
	ck_assert_uint_eq(m[0].sent.node, 1);
	ck_assert_uint_eq(m[1].sent.node, 0);
	ck_assert_uint_eq(c.alone[MESSAGE_SEND_ALONE][MESSAGE_AMBIGUOUS], 2);
	ck_assert_uint_eq(c.alone[MESSAGE_RECEIVE_ALONE][MESSAGE_AMBIGUOUS], 2);
	ck_assert_uint_eq(n, 6);
	free(m);
}
END_TEST

/* To itself, without and with another one on the connection. */
START_TEST(test_messages_to_itself)
{
	struct message_counts c;
	size_t n;

	mf_begin(&w, 2, 2);
	put(0, 100, SEND, 1, 0);
	put(0, 110, RECEIVE, 1, 0);
	put(0, 120, SEND, 2, 0);
	put(0, 140, RECEIVE, 2, 0); /* node 1 may have sent it */
	put(1, 130, CALL, 2, 0);
	free(all(400, &n, &c));
	ck_assert_uint_eq(c.matched, 1);
	ck_assert_uint_eq(c.alone[MESSAGE_RECEIVE_ALONE][MESSAGE_NO_SEND], 1);
	ck_assert_uint_eq(c.alone[MESSAGE_SEND_ALONE][MESSAGE_IN_FLIGHT], 1);
}
END_TEST

/* Received before it was sent; in one cycle it was not. */
START_TEST(test_messages_tachyons)
{
	struct message_counts c;
	struct message *m;
	size_t n;

	mf_begin(&w, 2, 2);
	put(0, 99, RECEIVE, 1, 0);
	put(0, 200, RECEIVE, 1, 1);
	put(1, 100, SEND, 1, 0);
	put(1, 200, SEND, 1, 1);
	m = all(400, &n, &c);
	ck_assert_uint_eq(n, 2);
	ck_assert_uint_eq(c.matched, 2);
	ck_assert_uint_eq(c.tachyons, 1);
	ck_assert(m[0].tachyon && m[0].sent.time == 100 && m[0].received.time == 99);
	ck_assert(!m[1].tachyon);
	free(m);
}
END_TEST

/* After a loss a send may be another one than the receive before it was of. */
START_TEST(test_messages_tachyons_over_a_gap)
{
	struct message_counts c;
	size_t n;

	mf_begin(&w, 2, 2);
	put(0, 200, RECEIVE, 1, 5); /* its send may be in the gap */
	put(0, 290, RECEIVE, 1, 7); /* of 7, which cannot be in the gap: 6 was sent after it */
	tw_gap(&w, 1, 100, 150, 3);
	put(1, 250, SEND, 1, 5);
	put(1, 280, SEND, 1, 6);
	put(1, 300, SEND, 1, 7);
	free(all(400, &n, &c));
	ck_assert_uint_eq(c.matched, 1);
	ck_assert_uint_eq(c.tachyons, 1);
	ck_assert_uint_eq(c.alone[MESSAGE_RECEIVE_ALONE][MESSAGE_MAYBE_SENT], 1);
	ck_assert_uint_eq(c.alone[MESSAGE_SEND_ALONE][MESSAGE_IN_FLIGHT], 2);
	ck_assert_uint_eq(c.breaks, 1);
}
END_TEST

/* What a gap can hide, and what not. */
START_TEST(test_messages_over_a_gap)
{
	struct message_counts c;
	size_t n;

	for (unsigned lost = MESSAGE_WINDOW - 1; lost <= MESSAGE_WINDOW; lost++) {
		bool few = lost < MESSAGE_WINDOW;

		mf_begin(&w, 2, 2);
		put(0, 100, SEND, 1, 3);
		tw_gap(&w, 0, 200, 40000, lost);
		put(1, 50000, RECEIVE, 1, 3);
		put(1, 50010, RECEIVE, 1, 4); /* it was lost */
		free(all(60000, &n, &c));
		ck_assert_uint_eq(c.matched, few);
		ck_assert_uint_eq(c.alone[MESSAGE_RECEIVE_ALONE][MESSAGE_MAYBE_SENT], 2 - few);
		ck_assert_uint_eq(c.alone[MESSAGE_SEND_ALONE][MESSAGE_MAYBE_RECEIVED], !few);
	}
}
END_TEST

/* A gap of few cycles can hide no more writes than cycles; collection that is off can hide one in
 * each. */
START_TEST(test_messages_over_a_stop)
{
	struct message_counts c;
	size_t n;

	for (unsigned cycles = 30000; cycles <= 40000; cycles += 10000) {
		mf_begin(&w, 2, 2);
		put(0, 100, SEND, 1, 3);
		tw_gap(&w, 0, 200, 210, 60000);
		tw_datum(&w, 0, 1000, &(struct tw_datum){.page = 0, .sub = 3}); /* stop */
		put(1, 1000 + cycles, RECEIVE, 1, 3);
		free(all(60000, &n, &c));
		ck_assert_uint_eq(c.matched, cycles == 30000);
	}
}
END_TEST

/* Numbers that wrap after two: a send after a loss may be another one than a receive is of.
 */
START_TEST(test_messages_anew_over_a_gap)
{
	struct message_counts c;
	size_t n;

	mf_begin(&w, 4, 2);
	for (unsigned i = 0; i < 4; i++) {
		put(0, 100 + 10 * i, SEND, 1, i & 1);
		put(i < 3 ? i + 1 : 3, 105 + 10 * i, RECEIVE, 1, i & 1);
	}
	tw_gap(&w, 0, 200, 220, 2); /* both numbers are sent once more */
	put(3, 250, RECEIVE, 1, 1);
	put(0, 300, SEND, 1, 0);
	put(0, 310, SEND, 1, 1);
	free(all(400, &n, &c));
	ck_assert_uint_eq(c.matched, 4);
	ck_assert_uint_eq(c.alone[MESSAGE_RECEIVE_ALONE][MESSAGE_MAYBE_SENT], 1);
	ck_assert_uint_eq(c.alone[MESSAGE_SEND_ALONE][MESSAGE_IN_FLIGHT], 2);
}
END_TEST

/* What comes while another node loses records, or does not collect, may be among the first of them.
 */
START_TEST(test_messages_in_a_gap)
{
	struct message_counts c;
	size_t n;

	mf_begin(&w, 3, 2);
	tw_gap(&w, 0, 200, 40000, MESSAGE_WINDOW);
	put(1, 300, SEND, 1, 3);
	put(2, 50000, RECEIVE, 1, 3);
	put(1, 39000, SEND, 2, 3); /* it may be received up to 40000 */
	free(all(60000, &n, &c));
	ck_assert_uint_eq(c.matched, 0);
	ck_assert_uint_eq(c.alone[MESSAGE_SEND_ALONE][MESSAGE_MAYBE_RECEIVED], 2);

	mf_begin(&w, 2, 2);
	tw_datum(&w, 1, 100, &(struct tw_datum){.page = 0, .sub = 3}); /* stop */
	put(0, 150, SEND, 1, 3);
	mf_mark(&w, 1, 0, 200); /* collection is on again */
	put(0, 250, SEND, 1, 4);
	free(all(400, &n, &c));
	ck_assert_uint_eq(c.alone[MESSAGE_SEND_ALONE][MESSAGE_MAYBE_RECEIVED], 1);
	ck_assert_uint_eq(c.alone[MESSAGE_SEND_ALONE][MESSAGE_IN_FLIGHT], 1);
}
END_TEST

/* After a recorder has frozen nothing is kept but the flush. */
START_TEST(test_messages_frozen)
{
	struct message_counts c;
	size_t n;

	mf_begin(&w, 2, 2);
	w.mode = "wrap";
	w.frozen = 1;
	put(0, 100, SEND, 1, 3);
	mf_mark(&w, 1, 0, 120);
	free(all(400, &n, &c));
	ck_assert_uint_eq(c.alone[MESSAGE_SEND_ALONE][MESSAGE_MAYBE_RECEIVED], 1);
}
END_TEST

/* A trace that is cut off does not show that a message was not received. */
START_TEST(test_messages_cut_off)
{
	struct message_counts c;
	size_t n;

	mf_begin(&w, 2, 2);
	put(0, 100, SEND, 1, 3);
	tw_flush(&w, 0, 400);
	mf_mark(&w, 1, 0, 90);
	free(all(0, &n, &c));
	ck_assert_uint_eq(c.alone[MESSAGE_SEND_ALONE][MESSAGE_MAYBE_RECEIVED], 1);
}
END_TEST

/* More than a turn of the sequence numbers, with a message that is never received. */
START_TEST(test_messages_wrap)
{
	struct message_counts c;
	size_t n;

	mf_begin(&w, 2, 2);
	for (unsigned i = 0; i < 70000; i++) {
		put(0, 100 + 10 * i, SEND, 1, i);
		if (i != 1000)
			put(1, 105 + 10 * i, RECEIVE, 1, i);
	}
	free(all(800000, &n, &c));
	ck_assert_uint_eq(c.matched, 69999);
	ck_assert_uint_eq(c.alone[MESSAGE_SEND_ALONE][MESSAGE_OVERTAKEN], 1);
	ck_assert_uint_eq(alone(&c), 1);
}
END_TEST

/* -- programs that know their messages -- */

#define LINKS 3
#define EVENTS 400

struct truth {
	unsigned node, link, number, page, message; /* `message` tells which, over all */
	uint64_t time;
	bool lost; /* not in the trace */
};

static uint32_t seed;

static unsigned dice(unsigned sides)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % sides;
}

static struct truth event[EVENTS];
static unsigned events, messages;

/*
 * A program of three nodes; messages take a time, some are lost on their way, and overtake each
 * other. A link leads from its node to the next one, and with `both` back as well, each direction
 * with its own numbers. `turn`: numbers are taken modulo this; below 65536 none overtakes another.
 */
static void run_program(bool both, bool drops, unsigned turn)
{
	unsigned waiting[EVENTS], count = 0, next[LINKS][2] = {{0}};
	uint64_t time = 100;

	events = messages = 0;
	while (events < EVENTS - 1) {
		time += 1 + dice(20);
		if (dice(2) && count < 6) {
			unsigned link = dice(LINKS), back = both && dice(2);

			event[events] = (struct truth){.node = (link + back) % LINKS,
						       .link = link,
						       .number = next[link][back]++ % turn,
						       .page = SEND,
						       .message = messages++,
						       .time = time};
			if (!drops || dice(10))
				waiting[count++] = events;
			events++;
		} else if (count) {
			unsigned i = turn < 65536 ? 0 : dice(count);
			struct truth v = event[waiting[i]];

			v.node = v.node == v.link ? (v.link + 1) % LINKS : v.link;
			v.page = RECEIVE;
			v.time = time;
			event[events++] = v;
			count--;
			memmove(waiting + i, waiting + i + 1, (count - i) * sizeof(waiting[0]));
		}
	}
}

/* Loses what a node writes in some stretches, after the first `whole` events. */
static void lose(unsigned stretches, unsigned whole)
{
	for (unsigned i = 0; i < stretches; i++) {
		unsigned node = dice(LINKS), from = whole + dice(events - whole),
			 last = from + 1 + dice(40);

		for (unsigned k = from; k < last && k < events; k++)
			event[k].lost |= event[k].node == node;
	}
}

/* Writes what was not lost, and a gap for each stretch that was. */
static void write_program(void)
{
	mf_begin(&w, LINKS, 2);
	for (unsigned node = 0; node < LINKS; node++) {
		uint64_t from = 0, to = 0;
		unsigned lost = 0;

		for (unsigned i = 0; i < events; i++) {
			if (event[i].node != node)
				continue;
			if (event[i].lost) {
				from = lost++ ? from : event[i].time;
				to = event[i].time;
				continue;
			}
			if (lost)
				tw_gap(&w, node, from, to, lost);
			lost = 0;
			put(node, event[i].time, event[i].page, event[i].link, event[i].number);
		}
		if (lost)
			tw_gap(&w, node, from, to, lost);
	}
}

static const struct truth *find(const struct message_end *e)
{
	for (unsigned i = 0; i < events; i++)
		if (event[i].node == e->node && event[i].time == e->time)
			return &event[i];
	return NULL;
}

/* Whether the message's other end is in the trace, too. */
static bool is_whole(const struct truth *t)
{
	unsigned ends = 0;

	for (unsigned i = 0; i < events; i++)
		ends += event[i].message == t->message && !event[i].lost;
	return ends == 2;
}

/* Whether a message was received, recorded or not. */
static bool was_received(const struct truth *t)
{
	for (unsigned i = 0; i < events; i++)
		if (event[i].page == RECEIVE && event[i].message == t->message)
			return true;
	return false;
}

/* Each event comes once, each pair is of one message; *whole: messages of which both ends came. */
static void check_program(uint64_t *whole, struct message_counts *c)
{
	unsigned sends = 0, receives = 0, recorded = 0;
	struct message *m;
	size_t n;

	write_program();
	m = all(50000, &n, c);
	*whole = 0;
	for (size_t i = 0; i < n; i++) {
		bool sent = m[i].fate == MESSAGE_MATCHED || m[i].fate == MESSAGE_SEND_ALONE;
		bool received = m[i].fate == MESSAGE_MATCHED || m[i].fate == MESSAGE_RECEIVE_ALONE;

		sends += sent;
		receives += received;
		if (sent && received)
			ck_assert_uint_eq(find(&m[i].sent)->message, find(&m[i].received)->message);
		/* nothing is said for sure that is not so */
		if (m[i].reason == MESSAGE_IN_FLIGHT)
			ck_assert(!was_received(find(&m[i].sent)));
		ck_assert(m[i].reason != MESSAGE_NO_SEND);
	}
	for (unsigned i = 0; i < events; i++) {
		recorded += !event[i].lost;
		*whole += event[i].page == SEND && is_whole(&event[i]);
	}
	ck_assert_uint_eq(sends + receives, recorded);
	free(m);
}

START_TEST(test_messages_of_a_program)
{
	struct message_counts c;
	uint64_t whole;

	seed = (uint32_t)_i + 1;
	run_program(_i & 1, _i & 2, 65536);
	check_program(&whole, &c);
	ck_assert_uint_eq(c.matched, whole);
	ck_assert(c.alone[MESSAGE_SEND_ALONE][MESSAGE_IN_FLIGHT] == alone(&c));
	lose(4, 0);
	check_program(&whole, &c);
	ck_assert_uint_eq(c.matched, whole);
	ck_assert(c.breaks > 0);
}
END_TEST

/*
 * Numbers that wrap after few: none is guessed once that was seen, and what is unique is
 * found.
 */
START_TEST(test_messages_of_few_numbers)
{
	struct message_counts c;
	uint64_t whole;

	seed = (uint32_t)_i + 1000;
	run_program(_i & 1, false, 8);
	check_program(&whole, &c);
	ck_assert_uint_le(c.matched, whole);
	ck_assert(c.matched > whole / 2);
	lose(4, EVENTS / 2);
	check_program(&whole, &c);
	ck_assert_uint_le(c.matched, whole);
}
END_TEST

int main(void)
{
	return run_tests("messages", NULL, NULL,
			 TESTS({test_messages_matched}, {test_messages_alone},
			       {test_messages_both_ways}, {test_messages_to_itself},
			       {test_messages_tachyons}, {test_messages_tachyons_over_a_gap},
			       {test_messages_over_a_gap}, {test_messages_over_a_stop},
			       {test_messages_anew_over_a_gap}, {test_messages_in_a_gap},
			       {test_messages_frozen}, {test_messages_cut_off},
			       {test_messages_wrap}, {test_messages_of_a_program, 60},
			       {test_messages_of_few_numbers, 60}));
}
