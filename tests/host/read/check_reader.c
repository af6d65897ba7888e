/* SPDX-License-Identifier: Apache-2.0 */
/* One go over a run: what passes get, in which order, and how often a trace is read for it. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "growing.h"
#include "message_fixture.h"
#include "passes/reading.h"
#include "read/stream.h"
#include "results/live.h"

#define COUNT(list) (int)(sizeof(list) / sizeof((list)[0]))

static struct tw w;

static void put(unsigned node, uint64_t time, unsigned page, unsigned process)
{
	mf_put(&w, &(struct mf_write){node, process, time, page, 3, 0, 8});
}

/* What came, as text: a letter and the node of each event; and the records in batches. */
struct seen {
	char text[256];
	uint64_t batched, events, last;
	uint64_t hidden;   /* writes, by stretches with an end */
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
	if (v->kind == READ_UNKNOWN && !v->open)
		s->hidden += v->hidden;
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

#define STOP_FLAG (1u << GNO_FLAG_STOP)

/* An event of node 0: `e`, or `i` of another code; `E` and `I` have the flag of a stop. */
static void put_event(char letter, uint64_t time)
{
	static const char letters[] = "eEiI";
	const char *at = strchr(letters, letter);

	ck_assert_msg(at && *at, "%c", letter);
	tw_event(&w, 0, time, (at - letters) / 2 ? 2 : 1, (at - letters) % 2 ? STOP_FLAG : 0);
}

/* A record of node 0; each letter is one. */
static void put_letter(char letter, uint64_t time)
{
	static const uint32_t sync[] = {0, GNO_KIND_SYNC | 205u << 24};
	static const uint32_t rubbish[] = {0xa5a5a5a5, 0xa5a5a5a5};

	switch (letter) {
	case 's': /* a send, */
	case 'S': /* that stops collection */
		tw_datum(&w, 0, time,
			 &(struct tw_datum){.page = SEND, .flags = letter == 'S' ? STOP_FLAG : 0});
		break;
	case 'B': /* a write to the control page that starts collection */
		tw_datum(&w, 0, time, &(struct tw_datum){.sub = GNO_PORT_START});
		break;
	case 'c': /* a write to the control page that stops it */
		tw_datum(&w, 0, time, &(struct tw_datum){.sub = GNO_PORT_STOP});
		break;
	case 'q': /* the same number on a page that no pass wants */
		tw_datum(&w, 0, time, &(struct tw_datum){.page = QUEUED, .sub = GNO_PORT_STOP});
		break;
	case 'o': /* the triggers go off for a load, */
	case 'l': /* and live */
		tw_load(&w, 0, time, letter == 'l');
		break;
	case 'g': /* three records are lost, */
	case 'b': /* or only a beat */
		tw_gap(&w, 0, time, time + 5, letter == 'g' ? 3 : 0);
		break;
	case 'h': /* a record is damaged, */
		tw_words(&w, 0, rubbish, 2);
		break;
	case 'y': /* or the first one comes twice */
		tw_words(&w, 0, sync, 2);
		break;
	case 't': /* the file ends in it */
		tw_event(&w, 0, time, 1, 0);
		w.node[0].len -= 4;
		break;
	case 'f':
		tw_flush(&w, 0, time);
		break;
	default:
		put_event(letter, time);
	}
}

/* What a load, a stop, and what is lost mean for writes. A load does not change collection, which
 * alone decides whether they are recorded. */
static const struct {
	const char *records, *seen;
	uint64_t hidden;
	const char *mode; /* NULL: stream */
	bool off;	  /* nothing is collected from the start */
	bool starts;	  /* code 1 stops collection, and code 2 starts it */
} collections[] = {
    {"sosslsf", "s0s0s0s0f0", 0},
    {"sEosslsf", "s0u0s0s0s0f0", 0},
    {"sosSlsf", "s0s0s0u0s0f0", 0},
    {"Eolsf", "u0s0f0", 0}, /* live triggers, and still no collection */
    {"Eolesf", "u0k0s0f0", 0},
    {"Eof", "u0f0", 0},
    {"csf", "u0s0f0", 0},
    {"cesf", "u0k0s0f0", 0},
    {"qsf", "s0f0", 0},
    {"csf", "s0f0", 0, "wrap"}, /* the recorder ends, and collection does not */
    {"Esf", "s0f0", 0, "wrap"},
    {"Ssf", "s0s0f0", 0, "wrap"},
    {"sgsf", "s0u0s0f0", 3},
    {"sbsf", "s0s0f0", 0},
    {"Egsf", "u0k0u0s0f0", 3}, /* something was lost, so collection was on */
    {"Ebsf", "u0s0f0", 0},
    {"shsf", "s0u0s0f0", 2},
    {"shSsf", "s0u0s0u0s0f0", 2},
    {"syysf", "s0u0s0f0", 4}, /* one stretch */
    {"syshsf", "s0u0s0u0s0f0", 4},
    {"sEhsf", "s0u0u0s0f0", 2}, /* the hole may have, or not, what turns it on */
    {"sEhesf", "s0u0u0k0s0f0", 2},
    {"shf", "s0u0f0", 2},
    {"sy", "s0u0u0", 1}, /* the second one is the end of the records */
    {"Ey", "u0u0", 1},
    {"syt", "s0u0u0", 1},
    {"st", "s0u0", 0},
    {"s", "s0u0", 0},
    {"ssf", "u0s0s0f0", 0, NULL, true},
    {"olssf", "u0s0s0f0", 0, NULL, true},
    {"olyssf", "u0u0s0s0f0", 2, NULL, true},
    {"ssf", "s0s0f0", 0, "wrap", true},
    /* a stop may be among what is lost: it is known by what comes next */
    {"csgBsf", "u0s0u0u0k0s0f0", 3},
    {"csgssf", "u0s0u0s0s0f0", 3},
    {"csgf", "u0s0u0u0f0", 3},
    {"csg", "u0s0u0u0", 3},
    {"csggsf", "u0s0u0u0k0u0s0f0", 6}, /* one may be the start */
    {"csgolBsf", "u0s0u0u0k0s0f0", 3},
    {"csgyssf", "u0s0u0u0u0s0s0f0", 5},
    {"csgt", "u0s0u0u0", 3},
    {"csgBsf", "s0u0s0f0", 3, "wrap"},
    {"sgisf", "s0u0u0k0s0f0", 3, NULL, false, true},
    {"sgIsf", "s0u0u0k0s0f0", 3, NULL, false, true}, /* the flag of the stop that was lost */
    {"sgIesf", "s0u0u0k0s0f0", 3, NULL, false, true},
    {"sgEsf", "s0u0u0s0f0", 3, NULL, false, true},
    {"sgesf", "s0u0s0f0", 3, NULL, false, true},
    {"sgssf", "s0u0s0s0f0", 3, NULL, false, true},
    {"sIsf", "s0u0s0f0", 0, NULL, false, true},
    {"shisf", "s0u0s0f0", 2, NULL, false, true},
};

START_TEST(test_loads_and_collection)
{
	const char *records = collections[_i].records;
	struct seen s = {.last = 0};
	struct gno_report *r;
	struct gno_err err;

	mf_begin(&w, 1, 2);
	mf_collect(!collections[_i].off);
	if (collections[_i].starts) {
		mf_point("halt", 1, RECORD | 1u << GNO_ACT_STOP);
		mf_point("go", 2, RECORD | 1u << GNO_ACT_START);
	}
	if (collections[_i].mode)
		w.mode = collections[_i].mode;
	for (unsigned i = 0; records[i]; i++)
		put_letter(records[i], 100 + 20 * i);
	r = mf_look(&w, 0);
	ck_assert(!reading_run(r, &messages, &s, &err));
	ck_assert_msg(!strcmp(s.text, collections[_i].seen), "%s: %s, not %s", records, s.text,
		      collections[_i].seen);
	ck_assert_uint_eq(s.hidden, collections[_i].hidden);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Behind damage, what comes is not known before a record follows: no other node passes it. */
START_TEST(test_followed_damage)
{
	struct seen whole = {.last = 0}, s = {.last = 0};
	struct growing g = {.w = &w, .sizes = true};
	struct gno_report *r = NULL;
	struct reader *reader;
	struct gno_err err;

	mf_begin(&w, 2, 2);
	put(0, 100, SEND, 1);
	put_letter('h', 0);
	w.node[0].half = 1; /* it was a beat */
	for (unsigned i = 1; i <= 10; i++)
		put(0, (uint64_t)i << 31 | 1000, SEND, 1);
	for (unsigned i = 0; i < 10; i++)
		put(1, (uint64_t)i << 31 | 500, SEND, 1);
	r = mf_look(&w, 100000000000);
	ck_assert(!reading_run(r, &messages, &whole, &err));
	gno_report_free(r);
	growing_start(&g);
	ck_assert_msg(!gno_report_follow(w.dir, &r, &err), "%s", err.text);
	ck_assert(!reading_open(r, &reader, &err));
	ck_assert(!reader_add(reader, &messages, &s, &err));
	reading_begin_ports(r, reader);
	for (unsigned k = 0; k < 2; k++) /* more is there than the journal counts */
		growing_put(&g, k, 0, w.node[k].len, false);
	g.size[1] = w.node[1].len;
	for (g.size[0] = TW_HEADER; g.size[0] <= w.node[0].len; g.size[0] += 8) {
		growing_journal(&g, "running");
		ck_assert_int_ge(gno_report_refresh(r, &err), 0);
		ck_assert(!reader_run(reader, &err));
		ck_assert(!strncmp(s.text, whole.text, strlen(s.text)));
	}
	g.size[0] = w.node[0].len;
	growing_end(&g);
	ck_assert_int_eq(gno_report_refresh(r, &err), 1);
	ck_assert(!reader_run(reader, &err));
	ck_assert_str_eq(s.text, whole.text);
	reader_close(reader);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("reader", NULL, NULL,
			 TESTS({test_order_in_a_cycle}, {test_a_go_reads_a_trace_once},
			       {test_passes_that_want_no_more, 2},
			       {test_loads_and_collection, COUNT(collections)},
			       {test_followed_damage}));
}
