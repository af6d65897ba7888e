/* SPDX-License-Identifier: Apache-2.0 */
/* Segments of a run: their records put together, with what is missing or contradicts itself left
 * out. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "common/errors.h"
#include "run/open_run.h"
#include "read/segments.h"
#include "trace_all.h"
#include "units_fixture.h"

#define SEGMENTS_MAX 16

/* The segments of a unit, with their entries. */
struct read {
	unsigned n;
	uint64_t left_out;
	struct gno_segment s[SEGMENTS_MAX];
	struct gno_segment_entry entry[SEGMENTS_MAX][GNO_MAX_ENTRIES];
};

static struct read got;

/* 131 entries of changes: four times 32, and 3 of them; entry `i` has the word `from` + i. */
static struct units_entry path[131];

static void read_unit(const struct tw *w, unsigned node, unsigned unit)
{
	struct gno_segments *l;
	struct gno_trace *t;
	struct gno_err err;
	int rc;

	got.n = 0;
	ck_assert_msg(!gno_trace_open(w->dir, &t, &err), "%s", err.text);
	ck_assert_int_eq(gno_segments_open(gno_trace_stream(t, node), unit, &l, &err), 0);
	while ((rc = gno_segments_next(l, &got.s[got.n], &err)) > 0) {
		struct gno_segment *s = &got.s[got.n];

		memcpy(got.entry[got.n], s->entry, s->entries * sizeof(*s->entry));
		ck_assert_uint_lt(++got.n, SEGMENTS_MAX);
	}
	ck_assert_msg(rc == 0, "%s", err.text);
	got.left_out = gno_segments_left_out(l);
	gno_segments_close(l);
	gno_trace_close(t);
}

static void make_path(uint64_t from, unsigned length)
{
	for (unsigned i = 0; i < 131; i++)
		path[i] = (struct units_entry){from + i, length, 1, 1};
}

/* A segment of `path` that ends at `ended`. */
static struct units_segment path_at(uint64_t ended, unsigned length)
{
	return (struct units_segment){.unit = 1,
				      .time = ended + 5,
				      .at = ended - 60ull * length - length / 2,
				      .ended = ended,
				      .entries = 131,
				      .entry = path};
}

static const struct units_entry eight[8] = {{0, 1, 0, 0}, {7, 1, 1, 1}, {7, 1, 1, 0}, {8, 1, 1, 1},
					    {9, 1, 1, 1}, {9, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 0}};

START_TEST(test_segments_of_two_units)
{
	const struct units_segment a = {
	    .time = 12, .at = 6, .ended = 10, .missed = 2, .entries = 8, .entry = eight};
	const struct units_segment b = {
	    .time = 2000, .at = 1999, .ended = 1999, .flush = 1, .entries = 3, .entry = eight + 3};
	const struct units_segment end = {
	    .time = 2000, .at = 1999, .ended = 1999, .flush = 1, .missed = 1};
	struct units_segment c;
	struct all records;
	struct tw w;

	units_begin_segments(&w, 1, 32, 0);
	tw_event(&w, 0, 12, 1, 0);
	units_segment(&w, &a);
	make_path(100, 3);
	c = path_at(1000, 3);
	c.time = 12; /* it went before a record of its time */
	units_segment_records(&w, &c, 0, 2);
	units_segment(&w, &b); /* between two records of the other unit */
	c.time = 2000;
	units_segment_records(&w, &c, 2, 5);
	units_segment(&w, &end);
	tw_write(&w);

	read_unit(&w, 0, 0);
	ck_assert_uint_eq(got.n, 3);
	ck_assert_uint_eq(got.left_out, 0);
	ck_assert_uint_eq(got.s[0].began, 3);
	ck_assert_uint_eq(got.s[0].at, 6);
	ck_assert_uint_eq(got.s[0].ended, 10);
	ck_assert_uint_eq(got.s[0].trigger, 3);
	ck_assert_uint_eq(got.s[0].missed, 2);
	ck_assert(!got.s[0].flush && got.s[1].flush);
	for (unsigned i = 0; i < 8; i++) {
		ck_assert_uint_eq(got.entry[0][i].word, eight[i].word);
		ck_assert_uint_eq(got.entry[0][i].length, 1);
		ck_assert_int_eq(got.entry[0][i].known, eight[i].known);
		ck_assert_int_eq(got.entry[0][i].current, eight[i].current);
	}
	ck_assert_uint_eq(got.s[1].began, 1997);
	ck_assert_uint_eq(got.s[1].trigger, 2);
	ck_assert_uint_eq(got.s[2].entries, 0);
	ck_assert_uint_eq(got.s[2].missed, 1);
	ck_assert_uint_eq(got.s[2].at, 1999);
	read_unit(&w, 0, 1);
	ck_assert_uint_eq(got.n, 1);
	ck_assert_uint_eq(got.s[0].began, 1000 + 1 - 3 * 131);
	ck_assert_uint_eq(got.s[0].at, 1000 - 181);
	ck_assert_uint_eq(got.s[0].trigger, 70);
	ck_assert_uint_eq(got.entry[0][130].word, 230);
	ck_assert_uint_eq(got.entry[0][32].length, 3);

	read_all(&w, &records);
	ck_assert_uint_eq(records.n, 10);
	ck_assert_uint_eq(records.r[2].kind, 16);
	ck_assert_uint_eq(records.r[3].code, 1);
	ck_assert_uint_eq(records.r[3].time, 12);
	tw_end(&w);
}
END_TEST

/* A full record, and one with the entry that it has no room for: 32 and 1, wide words 16 and 1. */
START_TEST(test_segments_of_full_records)
{
	for (unsigned i = 0; i < 4; i++) {
		int wide = i / 2;
		unsigned most = wide ? 16 : 32, more = i % 2;
		struct units_segment s;
		struct all records;
		struct tw w;

		units_begin_segments(&w, 1, 32, wide);
		make_path(wide ? 0xfedcba9800000000 : 100, 3);
		s = path_at(1000, 3);
		s.at = 1000;
		s.flush = 1;
		s.entries = most + more;
		tw_event(&w, 0, s.time, 1, 0);
		units_segment(&w, &s);
		tw_write(&w);
		read_unit(&w, 0, 1);
		ck_assert_uint_eq(got.n, 1);
		ck_assert_uint_eq(got.s[0].entries, most + more);
		ck_assert_uint_eq(got.s[0].began, 1001 - 3 * (most + more));
		for (unsigned k = 0; k < most + more; k++)
			ck_assert_uint_eq(got.entry[0][k].word, path[k].word);
		read_all(&w, &records);
		ck_assert_uint_eq(records.n, 3 + more); /* after the sync and the event */
		tw_end(&w);
	}
}
END_TEST

/* Times of 12 bits, which wrap every 4096 cycles, and words of 64 bits. */
START_TEST(test_segments_of_narrow_times_and_wide_words)
{
	const uint64_t ended[3] = {70000, 4095 + 4096 * 40, 524288 * 3 + 100};
	struct tw w;

	units_begin_segments(&w, 2, 12, 1);
	for (unsigned i = 0; i < 3; i++) {
		struct units_segment s;

		make_path(0xfedcba9800000000 + i, 50); /* 6550 cycles: longer than a turn */
		s = path_at(ended[i], 50);
		s.node = 1;
		tw_event(&w, 1, s.time, 1, 0);
		units_segment(&w, &s);
	}
	tw_write(&w);
	read_unit(&w, 0, 1);
	ck_assert_uint_eq(got.n, 0);
	read_unit(&w, 1, 1);
	ck_assert_uint_eq(got.n, 3);
	for (unsigned i = 0; i < 3; i++) {
		ck_assert_uint_eq(got.s[i].ended, ended[i]);
		ck_assert_uint_eq(got.s[i].began, ended[i] + 1 - 6550);
		ck_assert_uint_eq(got.s[i].at, ended[i] - 3025);
		ck_assert_uint_eq(got.s[i].trigger, 70);
		ck_assert_uint_eq(got.entry[i][130].word, 0xfedcba9800000000 + i + 130);
	}
	tw_end(&w);
}
END_TEST

/* A trigger that is longer ago than its bits reach: 524288 cycles with times of 12 bits. */
START_TEST(test_segments_longer_than_epochs_reach)
{
	const uint64_t ended = 10000000;
	struct units_segment s;
	struct tw w;

	units_begin_segments(&w, 1, 12, 0);
	make_path(0, 60000);
	s = path_at(ended, 60000);
	s.at += 5;
	tw_event(&w, 0, s.time, 1, 0);
	units_segment(&w, &s);
	tw_write(&w);
	read_unit(&w, 0, 1);
	ck_assert_uint_eq(got.n, 1);
	ck_assert_uint_eq(got.s[0].began, ended + 1 - 131 * 60000);
	ck_assert_uint_eq(got.s[0].at, ended - 60 * 60000 - 30000 + 5);
	ck_assert_uint_eq(got.s[0].trigger, 70);
	tw_end(&w);
}
END_TEST

/* What is left out of a run with two good segments around, with its records changed by `spoil`. */
static void check_spoiled(void (*spoil)(struct tw *w, struct units_segment s), unsigned left_out,
			  const char *why)
{
	struct tw w;

	units_begin_segments(&w, 1, 16, 0);
	make_path(0, 2);
	for (unsigned i = 0; i < 3; i++) {
		struct units_segment s = path_at(1000 * (i + 1), 2);

		tw_event(&w, 0, s.time, 1, 0);
		if (i == 1)
			spoil(&w, s);
		else
			units_segment(&w, &s);
	}
	tw_write(&w);
	read_unit(&w, 0, 1);
	ck_assert_msg(got.left_out == left_out, "%s: %u, not %u", why, (unsigned)got.left_out,
		      left_out);
	ck_assert_msg(got.n == 2 && got.s[1].ended == 3000, "%s", why);
	tw_end(&w);
}

static void headless(struct tw *w, struct units_segment s)
{
	units_segment_records(w, &s, 1, 5);
}

static void without_middle(struct tw *w, struct units_segment s)
{
	units_segment_records(w, &s, 0, 1);
	units_segment_records(w, &s, 2, 5);
}

static void without_end(struct tw *w, struct units_segment s)
{
	units_segment_records(w, &s, 0, 4);
}

static void twice(struct tw *w, struct units_segment s)
{
	units_segment_records(w, &s, 0, 2);
	units_segment_records(w, &s, 1, 5);
}

static void changed_at(struct tw *w, struct units_segment s)
{
	units_segment_records(w, &s, 0, 2);
	s.at++;
	units_segment_records(w, &s, 2, 5);
}

static void changed_missed(struct tw *w, struct units_segment s)
{
	units_segment_records(w, &s, 0, 1);
	s.missed++;
	units_segment_records(w, &s, 1, 5);
}

static void changed_entries(struct tw *w, struct units_segment s)
{
	units_segment_records(w, &s, 0, 1);
	s.entries--;
	units_segment_records(w, &s, 1, 5);
}

static void changed_flush(struct tw *w, struct units_segment s)
{
	units_segment_records(w, &s, 0, 1);
	s.flush = 1;
	units_segment_records(w, &s, 1, 5);
}

static void changed_end(struct tw *w, struct units_segment s)
{
	units_segment_records(w, &s, 0, 1);
	s.ended++;
	units_segment_records(w, &s, 1, 5);
}

/* The first entry of a record has the word of the last one before. */
static void same_word(struct tw *w, struct units_segment s)
{
	units_segment_records(w, &s, 0, 1);
	path[32].word = path[31].word;
	units_segment_records(w, &s, 1, 5);
	path[32].word++;
}

static void before_the_last(struct tw *w, struct units_segment s)
{
	s.ended = 1000 + 261; /* its first cycle is the last one of the segment before */
	s.at = s.ended - 121;
	units_segment(w, &s);
}

static void before_time_0(struct tw *w, struct units_segment s)
{
	for (unsigned i = 0; i < 70; i++)
		path[i].length = 100;
	units_segment(w, &s);
	make_path(0, 2);
}

static void trigger_too_late(struct tw *w, struct units_segment s)
{
	s.at = s.ended - 119; /* in the entry after its own */
	units_segment(w, &s);
}

static void trigger_too_early(struct tw *w, struct units_segment s)
{
	s.at = s.ended - 122;
	units_segment(w, &s);
}

/* It has 39 entries before that of its trigger, which is said to be a later one. */
static void trigger_too_late_of_few(struct tw *w, struct units_segment s)
{
	s.entries = 100;
	s.at = s.ended - 108;
	units_segment(w, &s);
}

START_TEST(test_segments_that_are_damaged)
{
	check_spoiled(headless, 1, "headless");
	check_spoiled(without_middle, 1, "without its second record");
	check_spoiled(without_end, 1, "without its last record");
	check_spoiled(twice, 1, "a record twice");
	check_spoiled(changed_at, 1, "another trigger");
	check_spoiled(changed_missed, 1, "other missed triggers");
	check_spoiled(changed_entries, 1, "other entries");
	check_spoiled(changed_flush, 1, "another flush");
	check_spoiled(changed_end, 1, "another end");
	check_spoiled(same_word, 1, "the same word in two entries");
	check_spoiled(before_the_last, 1, "it began in the segment before");
	check_spoiled(before_time_0, 1, "it began before the run");
	check_spoiled(trigger_too_late, 1, "a trigger in a later entry");
	check_spoiled(trigger_too_late_of_few, 1, "a trigger in a later entry of few");
	check_spoiled(trigger_too_early, 1, "a trigger in an earlier entry");
}
END_TEST

/* Of a segment that the flush cut, the trigger may be in several entries. */
START_TEST(test_segments_cut_by_the_flush)
{
	struct units_segment s;
	struct tw w;

	for (unsigned at = 0; at < 3; at++) {
		units_begin_segments(&w, 1, 16, 0);
		make_path(0, 10);
		s = path_at(2000, 10);
		s.entries = 80;
		s.flush = 1;
		/* its place is 19 (60 entries after it) to 70 */
		s.at = at == 0 ? 2000 - 609 : at == 1 ? 2000 - 90 : 2000 - 89;
		tw_event(&w, 0, s.time, 1, 0);
		units_segment(&w, &s);
		tw_write(&w);
		read_unit(&w, 0, 1);
		ck_assert_uint_eq(got.n, at < 2);
		ck_assert_uint_eq(got.left_out, at == 2);
		if (at < 2)
			ck_assert_uint_eq(got.s[0].trigger, at ? 70 : 19);
		tw_end(&w);
	}
}
END_TEST

/* The end of the file, or of what is drained so far, in a segment. */
START_TEST(test_segments_cut_by_the_end_of_the_file)
{
	struct units_segment s;
	struct tw w;

	units_begin_segments(&w, 1, 16, 0);
	make_path(0, 2);
	s = path_at(1000, 2);
	tw_event(&w, 0, s.time, 1, 0);
	units_segment(&w, &s);
	w.node[0].len -= 8;
	tw_write(&w);
	read_unit(&w, 0, 1);
	ck_assert_uint_eq(got.n, 0);
	ck_assert_uint_eq(got.left_out, 1);
	tw_end(&w);
}
END_TEST

/* What babeltrace2 prints of the run; the caller's. */
static char *babeltrace(struct tw *w)
{
	char *text = calloc(1, 1 << 16), command[160];
	struct gno_manifest *m;
	struct gno_err err;
	FILE *f;

	memset(w->node[0].data + 16, 0xff, 3); /* end of the packet's time */
	tw_write(w);
	ck_assert_msg(!gno_manifest_load(tw_path(w, "manifest.json"), &m, &err), "%s", err.text);
	f = fopen(tw_path(w, "trace/metadata"), "w");
	gno_ctf_write(f, m, 0);
	ck_assert_int_eq(fclose(f), 0);
	gno_manifest_free(m);
	snprintf(command, sizeof(command), "babeltrace2 --clock-cycles --no-delta '%s' 2>&1",
		 tw_path(w, "trace"));
	f = popen(command, "r");
	ck_assert_uint_gt(fread(text, 1, (1 << 16) - 1, f), 0);
	ck_assert_msg(!pclose(f), "%s", text);
	return text;
}

/* The entries of each width, and of the flush's empty block none; the records behind are found. */
START_TEST(test_segments_in_babeltrace)
{
	static const char *const shown[2] = {
	    "[00000000000000000012] segment: { node = ( \"core0\" : container = 0 ), unit = 0, words = 16, at = 9, ended = 10, at_epoch = 0, ended_epoch = 0, flags = 9, first = 0, many = 5, missed = 2, total = 5, entries = [ [0] = { length = 1, known = 0, current = 0, zero = 0, word = 0 }, [1] = { length = 1, known = 1, current = 1, zero = 0, word = 7 }, [2] = { length = 1, known = 1, current = 0, zero = 0, word = 7 }, [3] = { length = 1, known = 1, current = 1, zero = 0, word = 8 }, [4] = { length = 1, known = 1, current = 1, zero = 0, word = 9 } ] }",
	    "words = 22, at = 9, ended = 10, at_epoch = 0, ended_epoch = 0, flags = 9, first = 0, many = 5, missed = 2, total = 5, entries = [ [0] = { length = 1, known = 0, current = 0, zero = 0, word = 0 }, [1] = { length = 1, known = 1, current = 1, zero = 0, word = 81985529216486895 }, "};
	struct units_entry entry[5];
	char *text;

	memcpy(entry, eight, sizeof(entry));
	for (int wide = 0; wide < 2; wide++) {
		struct tw w;

		units_begin_segments(&w, 1, 16, wide);
		tw_event(&w, 0, 12, 1, 0);
		if (wide)
			entry[1].word = entry[2].word = 0x0123456789abcdef;
		units_segment(&w, &(struct units_segment){.time = 12,
							  .at = 9,
							  .ended = 10,
							  .flush = 1,
							  .missed = 2,
							  .entries = 5,
							  .entry = entry});
		units_segment(
		    &w, &(struct units_segment){.time = 12, .at = 10, .ended = 10, .flush = 1});
		tw_event(&w, 0, 13, 2, 0);
		text = babeltrace(&w);
		expect_line(text, shown[wide]);
		expect_line(text, "many = 0, missed = 0, total = 0, entries = [ ] }");
		expect_line(text, "[00000000000000000013] event: { ");
		free(text);
		tw_end(&w);
	}
}
END_TEST

int main(void)
{
	return run_tests("trace_segments", NULL, NULL,
			 TESTS({test_segments_of_two_units}, {test_segments_of_full_records},
			       {test_segments_of_narrow_times_and_wide_words},
			       {test_segments_longer_than_epochs_reach},
			       {test_segments_that_are_damaged}, {test_segments_cut_by_the_flush},
			       {test_segments_cut_by_the_end_of_the_file},
			       {test_segments_in_babeltrace}));
}
