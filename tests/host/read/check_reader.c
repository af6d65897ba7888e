/* SPDX-License-Identifier: Apache-2.0 */
/* One go over a run: what passes get, in which order, and how often a trace is read for it. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "message_fixture.h"
#include "passes/reading.h"
#include "read/stream.h"

static struct tw w;

static void put(unsigned node, uint64_t time, unsigned page, unsigned process)
{
	mf_put(&w, &(struct mf_write){node, process, time, page, 3, 0, 8});
}

/* What came, as text: a letter and the node of each event; and the records in batches. */
struct seen {
	char text[256];
	uint64_t batched, events, last;
	unsigned refusals; /* of the first batch of node 1 */
	struct reader *reader;
	bool ended;
};

static void note(struct seen *s, char what, unsigned node)
{
	const size_t at = strlen(s->text);

	if (at + 3 < sizeof(s->text)) {
		s->text[at] = what;
		s->text[at + 1] = (char)('0' + node);
	}
}

static int on_batch(void *self, unsigned node, struct gno_err *err)
{
	struct seen *s = self;

	(void)err;
	if (node == 1 && s->refusals) {
		s->refusals--;
		return READ_WAITS;
	}
	s->batched += reader_batch(s->reader, node)->n;
	return GNO_OK;
}

static int on_event(void *self, const struct read_event *v, struct gno_err *err)
{
	struct seen *s = self;

	(void)err;
	ck_assert_uint_ge(v->time, s->last);
	s->last = v->time;
	s->events++;
	note(s,
	     v->kind == READ_FLUSH     ? 'f'
	     : v->kind == READ_KNOWN   ? 'k'
	     : v->kind == READ_UNKNOWN ? 'u'
	     : v->page == SEND	       ? 's'
	     : v->page == RECEIVE      ? 'r'
				       : 'w',
	     v->node);
	return GNO_OK;
}

static int on_end(void *self, struct gno_err *err)
{
	struct seen *s = self;

	(void)err;
	s->ended = true;
	return GNO_OK;
}

static const struct pass messages = {.name = "messages",
				     .pages =
					 READ_PAGE(GNO_PAGE_SEND) | READ_PAGE(GNO_PAGE_RECEIVE),
				     .record = on_event,
				     .unknown = on_event,
				     .end = on_end};
static const struct pass batches = {.name = "batches", .batch = on_batch};

/* Sends come before all else of a cycle and receives after it; what no pass wants does not come. */
START_TEST(test_order_in_a_cycle)
{
	struct seen s = {.last = 0};
	struct gno_report *r;
	struct gno_err err;

	mf_begin(&w, 3, 2);
	put(0, 100, RECEIVE, 1);
	put(1, 100, QUEUED, 1);
	put(2, 100, SEND, 1);
	tw_gap(&w, 1, 110, 120, 3);
	put(2, 115, SEND, 1);
	tw_gap(&w, 0, 130, 140, 1);
	put(1, 130, SEND, 1);
	r = mf_look(&w, 200);
	ck_assert(!reading_run(r, &messages, &s, &err));
	ck_assert_str_eq(s.text, "s2r0u1s2s1u0f0f1f2");
	ck_assert(s.ended);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

#define MANY 120000 /* writes: each node has more bytes than three windows */

/* Two passes, one of which has to wait, read each byte once, and get all. */
START_TEST(test_a_go_reads_a_trace_once)
{
	struct seen s = {.refusals = 5};
	struct gno_report *r;
	struct gno_err err;
	uint64_t before[2];

	mf_begin(&w, 2, 2);
	for (unsigned i = 0; i < MANY; i++)
		put(i % 2, 100 + i, i % 3 ? SEND : QUEUED, 1);
	r = mf_look(&w, MANY + 200);
	for (unsigned k = 0; k < 2; k++) {
		before[k] = gno_trace_stream(r->trace, k)->in->asked;
		ck_assert_uint_gt(gno_trace_stream(r->trace, k)->size, 3 * STREAM_NEAR);
	}
	ck_assert(!reading_open(r, &s.reader, &err));
	ck_assert(!reader_add(s.reader, &batches, &s, &err));
	ck_assert(!reader_add(s.reader, &messages, &s, &err));
	reading_begin_ports(r, s.reader);
	for (unsigned i = 0; i < 5; i++) {
		/* nothing comes before it is known what the node that waits has */
		ck_assert(!reader_run(s.reader, &err));
		ck_assert_uint_eq(s.events, 0);
	}
	ck_assert_uint_eq(s.refusals, 0);
	ck_assert(!reader_run(s.reader, &err));
	ck_assert(!reader_end(s.reader, &err));
	ck_assert_uint_eq(s.events, MANY - MANY / 3 + 2);
	ck_assert_uint_gt(s.batched, MANY);
	for (unsigned k = 0; k < 2; k++) {
		const struct gno_stream *stream = gno_trace_stream(r->trace, k);

		ck_assert_uint_le(stream->in->asked - before[k], stream->size * 5 / 4);
	}
	reader_close(s.reader);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A pass that takes one batch of each node. */
struct sated {
	unsigned batches[2], overs;
	unsigned over[2]; /* in this order */
};

static int on_first_batch(void *self, unsigned node, struct gno_err *err)
{
	struct sated *s = self;

	(void)err;
	return s->batches[node]++ ? READ_ENOUGH : GNO_OK;
}

static int on_over(void *self, unsigned node, struct gno_err *err)
{
	struct sated *s = self;

	(void)err;
	ck_assert_uint_lt(s->overs, 2);
	s->over[s->overs++] = node;
	return GNO_OK;
}

/* Reading ends where no pass wants more of a node, unless one wants its writes. */
START_TEST(test_passes_that_want_no_more)
{
	static const struct pass pass = {.name = "some", .batch = on_first_batch, .over = on_over};
	struct seen s = {.refusals = 0};
	struct sated few = {.overs = 0};
	struct reader *reader;
	struct gno_report *r;
	struct gno_err err;
	const bool writes = _i;

	mf_begin(&w, 2, 2);
	for (unsigned i = 0; i < MANY; i++)
		put(i % 2, 100 + i, SEND, 1);
	r = mf_look(&w, MANY + 200);
	ck_assert(!reading_open(r, &reader, &err));
	ck_assert(!reader_add(reader, &pass, &few, &err));
	if (writes)
		ck_assert(!reader_add(reader, &messages, &s, &err));
	if (writes)
		reader_begin(reader, 0);
	reader_begin(reader, 1);
	ck_assert(!reader_run(reader, &err));
	if (writes) { /* the other node can have earlier ones */
		ck_assert_uint_gt(few.batches[0], 2);
		ck_assert_uint_gt(few.batches[1], 2);
		ck_assert_uint_eq(s.events, MANY + 2);
		ck_assert_uint_eq(few.overs, 2);
	} else {
		ck_assert_uint_eq(few.batches[0], 0);
		ck_assert_uint_eq(few.batches[1], 2);
		ck_assert_uint_eq(few.overs, 1);
		ck_assert_uint_eq(few.over[0], 1);
		reader_begin(reader, 0);
		ck_assert(!reader_run(reader, &err));
		ck_assert_uint_eq(few.batches[0], 2);
		ck_assert_uint_eq(few.overs, 2);
	}
	ck_assert(!reader_run(reader, &err));
	ck_assert_uint_eq(few.overs, 2);
	reader_close(reader);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("reader", NULL, NULL,
			 TESTS({test_order_in_a_cycle}, {test_a_go_reads_a_trace_once},
			       {test_passes_that_want_no_more, 2}));
}
