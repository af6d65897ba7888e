/* SPDX-License-Identifier: Apache-2.0 */
/* Kinds of records that others are read by: samples, banks, segments, messages. What a report or an
 * analysis still says of them is true. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "filter_fixture.h"
#include "message_fixture.h"
#include "tests/suite.h"
#include "units_fixture.h"

#define SAMPLED (1u << GNO_FLAG_SAMPLED)

enum { MARK = 5 };

/* -- samples -- */

static void put_sample(uint64_t time, uint32_t a, uint32_t b)
{
	tw_event(&ff.w, 0, time, MARK, SAMPLED);
	tw_ratio(&ff.w, 0, time, MARK, (const uint32_t[]){a, b});
}

/* An interval at 100..130, in it samples at 110 and 120, another one at 200; all reset. */
static void write_samples(void)
{
	ff_begin(32);
	fix_point(&ff.fix, "m", GNO_PATTERN_EVENT, MARK, RECORD | SAMPLE | RESET);
	ff.w.pairs = 1;
	tw_event(&ff.w, 0, 100, FILTER_A, 0);
	put_sample(110, 1, 110);
	put_sample(120, 2, 10);
	tw_event(&ff.w, 0, 130, FILTER_B, 0);
	put_sample(200, 4, 80);
	for (unsigned k = 0; k < 2; k++) {
		tw_flush(&ff.w, k, 300);
		tw_ratio(&ff.w, k, 300, 0, (const uint32_t[]){8, 99});
	}
	tw_write(&ff.w);
}

static void expect_samples(const struct gno_report *r, size_t samples, uint64_t left_out,
			   uint64_t a)
{
	ck_assert_uint_eq(r->node[0].samples, samples);
	ck_assert_uint_eq(r->node[0].unsampled, 0);
	ck_assert_uint_eq(report_left_out_of(r, 0, GNO_KIND_RATIO), left_out);
	ck_assert_uint_eq(r->node[0].counts_incomplete, left_out > 0);
	ck_assert_uint_eq(r->node[0].overall[0].a_min, a);
	ck_assert(!r->node[1].counts_incomplete);
	ck_assert_uint_eq(r->node[1].overall[0].a_min, 8);
}

START_TEST(test_samples)
{
	struct gno_report *r;
	char *text;

	write_samples();
	ff_must_filter("any", NULL);
	r = report_of(&ff.other, NULL);
	expect_samples(r, 4, 0, 15);
	gno_report_free(r);

	/* a sample alone: that it reset the counters is known by its event */
	ff_must_filter(NULL, "kind == ratio and time < 115");
	r = report_of(&ff.other, NULL);
	expect_samples(r, 3, 1, 14);
	expect_measure(&r->node[0].statistics[0], 1, 30, 30, 30, 0, 0, 0);
	ck_assert_uint_eq(r->sample[0].from, 111);
	ck_assert(!r->sample[0].since_lost);
	text = print_all_of(r);
	expect_line(text, "  core0: left out 1 ratio\n");
	expect_line(text, "  core0: a filter left out 1 ratio record\n");
	free(text);
	gno_report_free(r);

	/* with its event */
	ff_must_filter(NULL, "event == m and time < 115");
	r = report_of(&ff.other, NULL);
	expect_samples(r, 3, 1, 14);
	ck_assert_uint_eq(r->node[0].unseen[REPORT_LEFT_OUT], 1);
	expect_measure(&r->node[0].statistics[0], 0, 0, 0, 0, 0, 0, 1);
	ck_assert(r->sample[0].since_lost);
	text = print_all_of(r);
	expect_line(text, "  core0: left out 1 ratio; nothing is known of 1 cycle\n");
	expect_line(text, "  core0   110  110       1  10.00 ns  left out by a filter\n");
	free(text);
	gno_report_free(r);

	/* as a rule of its event says that does not hold of the sample */
	ff_must_filter(NULL, "kind == event and event == m and time < 115");
	r = report_of(&ff.other, NULL);
	expect_samples(r, 3, 1, 14);
	gno_report_free(r);

	/* that of the flush stays */
	ff_must_filter("kind != ratio", NULL);
	r = report_of(&ff.other, NULL);
	expect_samples(r, 1, 3, 8);
	gno_report_free(r);
	ff_end();
}
END_TEST

/* -- banks -- */

/* What is there of a unit, is there whole. */
static void expect_unit(const struct report_unit *part, const struct report_unit *whole)
{
	size_t at = 0;

	for (unsigned i = 0; i < BLOCK_FAULTS; i++)
		ck_assert_uint_eq(part->faults[i], whole->faults[i]);
	for (size_t i = 0; i < part->banks; i++, at++) {
		while (at < whole->banks && whole->bank[at].head.ended != part->bank[i].head.ended)
			at++;
		ck_assert_uint_lt(at, whole->banks);
		for (unsigned c = 0; c < part->counts; c++)
			ck_assert_uint_eq(report_unit_counts(part, i)[c],
					  report_unit_counts(whole, at)[c]);
	}
	ck_assert(part->whole <= whole->whole);
}

START_TEST(test_banks)
{
	static const struct {
		const char *drop;
		size_t seen[3];	      /* small, big, the counters */
		uint64_t left_out[2]; /* records of buckets, of counters */
	} cases[] = {
	    {"kind == bucket", {0, 0, 2}, {5, 0}},
	    {"kind == bucket and time < 200", {2, 0, 2}, {3, 0}},
	    {"kind in bucket or kind == counter", {0, 0, 0}, {5, 2}},
	    {"kind == counter and time > 200", {3, 1, 1}, {0, 1}},
	    {"process == 3", {3, 1, 2}, {0, 0}},
	    {"not time in 200..280", {2, 0, 1}, {3, 1}},
	};
	struct gno_report *whole, *part;
	struct filter_result done;
	struct gno_err err;
	struct tw w, other;

	units_write(&w);
	other = w;
	snprintf(other.dir, sizeof(other.dir), "%.50s.out", w.dir);
	whole = report_of(&w, NULL);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct filter_options o = {.drop = cases[i].drop, .force = true};

		ck_assert_msg(!filter_run(w.dir, other.dir, &o, &done, &err), "%s", err.text);
		part = report_of(&other, NULL);
		for (unsigned u = 0; u < 3; u++) {
			ck_assert_uint_eq(part->node[0].unit[u].seen, cases[i].seen[u]);
			expect_unit(&part->node[0].unit[u], &whole->node[0].unit[u]);
		}
		ck_assert_uint_eq(report_left_out_of(part, 0, GNO_KIND_BUCKET),
				  cases[i].left_out[0]);
		ck_assert_uint_eq(report_left_out_of(part, 0, GNO_KIND_COUNTER),
				  cases[i].left_out[1]);
		gno_report_free(part);
	}
	gno_report_free(whole);
	ff_remove(&other);
	tw_end(&w);
}
END_TEST

/* A rule between the two records of a bank: it is left out with the first one. */
START_TEST(test_parts)
{
	static const char *const drop[] = {"kind == bucket and time < 80",
					   "kind == bucket and time > 80"};
	const uint32_t first[] = {100, 0, 0, 64u << 16, 0, 64};
	const uint32_t last[] = {100, 0, UNITS_LAST, 64u << 16 | 64, 0, 64};
	static const uint32_t zeros[64] = {0};
	struct filter_result done;
	struct gno_report *r;
	struct gno_err err;
	struct tw w, other;

	units_begin_run(&w, 32);
	tw_event(&w, 0, 50, 1, 0);
	units_block(&w, 60, GNO_KIND_BUCKET, 1, first, units_ones, 64);
	tw_event(&w, 0, 100, 1, 0);
	units_block(&w, 100, GNO_KIND_BUCKET, 1, last, zeros, 64);
	tw_flush(&w, 0, 299);
	tw_write(&w);
	other = w;
	snprintf(other.dir, sizeof(other.dir), "%.50s.out", w.dir);
	for (unsigned i = 0; i < 2; i++) {
		const struct filter_options o = {.drop = drop[i], .force = true};

		ck_assert_msg(!filter_run(w.dir, other.dir, &o, &done, &err), "%s", err.text);
		r = report_of(&other, NULL);
		ck_assert_uint_eq(done.left_out, i ? 0 : 2);
		ck_assert_uint_eq(r->node[0].unit[1].seen, i);
		for (unsigned k = 0; k < BLOCK_FAULTS; k++)
			ck_assert_uint_eq(r->node[0].unit[1].faults[k], 0);
		gno_report_free(r);
	}
	ff_remove(&other);
	tw_end(&w);
}
END_TEST

/* Segments that were left out are of all units together: what each had is the least. */
START_TEST(test_segments)
{
	static const struct units_entry entry[8] = {{0, 1, 0, 0}, {7, 1, 1, 1}, {7, 1, 1, 0},
						    {8, 1, 1, 1}, {9, 1, 1, 1}, {9, 1, 1, 1},
						    {1, 1, 1, 1}, {1, 1, 1, 0}};
	const struct filter_options o = {.drop = "kind == segment and time < 150"};
	struct units_segment s = {
	    .time = 20, .at = 6, .ended = 10, .missed = 2, .entries = 8, .entry = entry};
	struct filter_result done;
	struct gno_report *r;
	struct gno_err err;
	struct tw w, other;
	char *text;

	units_begin_segments(&w, 1, 32, 0);
	tw_event(&w, 0, 20, 1, 0);
	units_segment(&w, &s);
	tw_event(&w, 0, 200, 1, 0);
	s.time = 200;
	s.at = 103;
	s.ended = 107;
	s.missed = 0;
	units_segment(&w, &s);
	tw_flush(&w, 0, 299);
	tw_write(&w);
	other = w;
	snprintf(other.dir, sizeof(other.dir), "%.50s.out", w.dir);
	ck_assert_msg(!filter_run(w.dir, other.dir, &o, &done, &err), "%s", err.text);
	r = report_of(&other, NULL);
	text = print_all_of(r);
	expect_line(text, "\nsegments core0.around on all: >= 1 segment, >= 0 triggers missed\n");
	expect_line(text, "\nsegments core0.path on all: >= 0 segments, >= 0 triggers missed\n");
	text = strstr(text, "  core0: a filter left out ");
	ck_assert_ptr_nonnull(text);
	ck_assert_ptr_null(strstr(text + 1, "  core0: a filter left out "));
	gno_report_free(r);
	ff_remove(&other);
	tw_end(&w);
}
END_TEST

/* -- messages: random ones, and what is known of each -- */

#define NODES 3
#define MESSAGES 60
#define WRITES (2 * MESSAGES)
#define RUNS 40

/* Connection c leads from one process to another one. */
enum { CONNECTIONS = 4 };

struct talk {
	struct mf_write write[2]; /* its send and its receive */
	bool received;
};

static struct talk talk[MESSAGES];
static uint64_t state;

static uint64_t draw(uint64_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % below;
}

static int by_time(const void *a, const void *b)
{
	const struct mf_write *x = a, *y = b;

	return (x->time > y->time) - (x->time < y->time);
}

static void tell_messages(struct tw *w)
{
	struct mf_write all[WRITES];
	unsigned next[CONNECTIONS] = {0};
	size_t n = 0;

	mf_begin(w, NODES, 2);
	for (unsigned i = 0; i < MESSAGES; i++) {
		const unsigned c = (unsigned)draw(CONNECTIONS);
		const struct mf_write from = {.node = c % NODES,
					      .process = c,
					      .time = 100 + 50 * i + draw(40),
					      .page = SEND,
					      .connection = c,
					      .sequence = next[c]++,
					      .bytes = 8};

		talk[i] = (struct talk){{from, from}, draw(10) > 0};
		talk[i].write[1].node = (c + 1) % NODES;
		talk[i].write[1].process = CONNECTIONS + c;
		talk[i].write[1].page = RECEIVE;
		talk[i].write[1].time += 1 + draw(300);
		all[n++] = talk[i].write[0];
		if (talk[i].received)
			all[n++] = talk[i].write[1];
	}
	qsort(all, n, sizeof(*all), by_time);
	for (size_t i = 0; i < n; i++)
		mf_put(w, &all[i]);
	for (unsigned k = 0; k < NODES; k++)
		tw_flush(w, k, 5000);
	tw_write(w);
}

/* What happened to the message of an end. */
static const struct talk *truth_of(const struct message *m)
{
	for (size_t i = 0; i < MESSAGES; i++)
		if (talk[i].write[0].connection == m->connection &&
		    talk[i].write[0].sequence == m->sequence)
			return &talk[i];
	ck_abort_msg("a message that nobody sent");
}

/* Returns whether it is matched. */
static bool expect_truth(const struct message *m)
{
	const struct talk *t = truth_of(m);

	if (m->fate == MESSAGE_MATCHED) {
		ck_assert(t->received);
		ck_assert_uint_eq(m->sent.time, t->write[0].time);
		ck_assert_uint_eq(m->received.time, t->write[1].time);
		return true;
	}
	if (m->fate == MESSAGE_SEND_ALONE)
		ck_assert_msg(m->reason == MESSAGE_MAYBE_RECEIVED || !t->received,
			      "%s, and it was received", message_reason_text(m->reason));
	else
		ck_assert_int_eq(m->reason, MESSAGE_MAYBE_SENT);
	return false;
}

static void draw_rule(char *rule, size_t size)
{
	const unsigned long long from = draw(3000), to = from + draw(3000);

	switch (draw(5)) {
	case 0:
		snprintf(rule, size, "node == core%u", (unsigned)draw(NODES));
		return;
	case 1:
		snprintf(rule, size, "time in %llu..%llu", from, to);
		return;
	case 2:
		snprintf(rule, size, "not time in %llu..%llu", from, to);
		return;
	case 3:
		snprintf(rule, size, "process == %u and time > %llu",
			 (unsigned)draw(2ull * CONNECTIONS), from);
		return;
	default:
		snprintf(rule, size, "kind == write and node == core1 and time < %llu", to);
	}
}

START_TEST(test_messages)
{
	size_t matched = 0, alone = 0, n;
	struct filter_result done;
	struct message *all;
	struct gno_report *r;
	struct gno_err err;
	struct tw w, other;
	char rule[96];

	for (unsigned i = 0; i < RUNS; i++) {
		const struct filter_options o = {.drop = rule};

		state = 88172645463325252u + 1000003u * i;
		tell_messages(&w);
		draw_rule(rule, sizeof(rule));
		other = w;
		snprintf(other.dir, sizeof(other.dir), "%.50s.out", w.dir);
		ck_assert_msg(!filter_run(w.dir, other.dir, &o, &done, &err), "%s", err.text);
		ck_assert_msg(!gno_report_look(other.dir, &r, &err), "%s", err.text);
		all = mf_messages(r, &n, NULL);
		for (size_t k = 0; k < n; k++)
			*(expect_truth(&all[k]) ? &matched : &alone) += 1;
		free(all);
		gno_report_free(r);
		ff_remove(&other);
		tw_end(&w);
	}
	ck_assert_uint_gt(matched, RUNS * MESSAGES / 4u);
	ck_assert_uint_gt(alone, RUNS);
}
END_TEST

int main(void)
{
	return run_tests(
	    "filter_kinds", NULL, NULL,
	    TESTS({test_samples}, {test_banks}, {test_parts}, {test_segments}, {test_messages}));
}
