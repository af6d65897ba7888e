/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "common/errors.h"
#include "report_fixture.h"

enum { WORK_IN = 1, WORK_OUT, WAIT_IN, WAIT_OUT, MARK };
enum { WORK, WAIT, PERIOD };

#define SAMPLED 2
#define UNSAMPLED 1

static struct fix fix;

/* Points and intervals of most tests below. */
static const struct gno_pattern_file *known_points(unsigned nodes)
{
	fix_begin(&fix, nodes);
	fix_point(&fix, "work_in", GNO_PATTERN_EVENT, WORK_IN, RECORD);
	fix_point(&fix, "work_out", GNO_PATTERN_EVENT, WORK_OUT, RECORD);
	fix_point(&fix, "wait_in", GNO_PATTERN_EVENT, WAIT_IN, RECORD);
	fix_point(&fix, "wait_out", GNO_PATTERN_EVENT, WAIT_OUT, RECORD);
	fix_point(&fix, "mark", GNO_PATTERN_EVENT, MARK, RECORD | SAMPLE | RESET)->code[1] = -1;
	fix_interval(&fix, "work", "work_in", "work_out");
	fix_interval(&fix, "wait", "wait_in", "wait_out");
	fix_interval(&fix, "period", "mark", "mark");
	return &fix.file;
}

/* The one point "mark". */
static const struct gno_pattern_file *only_mark(unsigned actions)
{
	fix_begin(&fix, 1);
	fix_point(&fix, "mark", GNO_PATTERN_EVENT, MARK, actions);
	return &fix.file;
}

static void sampled(struct tw *w, unsigned node, uint64_t time, unsigned code, uint32_t a,
		    uint32_t b)
{
	const uint32_t counts[] = {a, b};

	tw_event(w, node, time, code, SAMPLED);
	tw_ratio(w, node, time, code, counts);
}

static void end(struct tw *w, unsigned node, uint64_t time, uint32_t a, uint32_t b)
{
	const uint32_t counts[] = {a, b};

	tw_flush(w, node, time);
	tw_ratio(w, node, time, 0, counts);
}

/* Two nodes, 1,000 cycles. The answers in the tests below are computed by hand from this. */
static void write_known(struct tw *w)
{
	tw_begin(w, 2, 32, 1, 0);
	w->patterns[0] = known_points(2);
	/* wait lies within work: 100 and 30 cycles */
	tw_event(w, 0, 100, WORK_IN, 0);
	tw_event(w, 0, 120, WAIT_IN, 0);
	tw_event(w, 0, 150, WAIT_OUT, 0);
	tw_event(w, 0, 200, WORK_OUT, 0);
	/* recursion: 10 cycles within 50 */
	tw_event(w, 0, 300, WORK_IN, 0);
	tw_event(w, 0, 310, WORK_IN, 0);
	tw_event(w, 0, 320, WORK_OUT, 0);
	tw_event(w, 0, 350, WORK_OUT, 0);
	/* a period of 100 cycles, and one that the gap cuts */
	sampled(w, 0, 400, MARK, 30, 40);
	sampled(w, 0, 500, MARK, 10, 40);
	tw_event(w, 0, 510, WORK_OUT, 0); /* unmatched */
	tw_event(w, 0, 600, WORK_IN, 0);  /* cut by the gap */
	tw_gap(w, 0, 650, 749, 7);
	tw_event(w, 0, 760, WORK_OUT, 0);
	tw_event(w, 0, 770, WORK_OUT, 0); /* began in the gap: cut too */
	tw_event(w, 0, 800, WAIT_IN, 0);  /* unfinished */
	end(w, 0, 1000, 5, 20);

	tw_event(w, 1, 0, WORK_IN, 0);
	tw_event(w, 1, 500, WORK_OUT, 0);
	tw_event(w, 1, 510, 9, 0); /* no point has this code */
	end(w, 1, 1000, 7, 20);
	tw_write(w);
}

START_TEST(test_report_intervals)
{
	struct report_statistics all;
	struct gno_report *r;
	struct tw w;

	write_known(&w);
	r = report_of(&w, NULL);
	expect_measure(&r->node[0].statistics[WORK], 3, 160, 10, 100, 0, 1, 2);
	expect_measure(&r->node[0].statistics[WAIT], 1, 30, 30, 30, 1, 0, 0);
	expect_measure(&r->node[0].statistics[PERIOD], 1, 100, 100, 100, 0, 0, 1);
	expect_measure(&r->node[1].statistics[WORK], 1, 500, 500, 500, 0, 0, 0);
	expect_measure(&r->node[1].statistics[PERIOD], 0, 0, 0, 0, 0, 0, 0);
	all = report_statistics_all(r, WORK);
	expect_measure(&all, 4, 660, 10, 500, 0, 1, 2);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* What was full where records were lost. */
START_TEST(test_report_losses)
{
	struct gno_report *r;
	struct tw w;

	tw_begin(&w, 2, 32, 1, 0);
	w.patterns[0] = known_points(2);
	tw_gap(&w, 0, 100, 199, 7);
	tw_gap_full(&w, 0, 300, 399, 5);
	tw_gap_full(&w, 0, 500, 599, 4);
	end(&w, 0, 1000, 5, 20);
	end(&w, 1, 1000, 5, 20);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->node[0].lost, 16);
	ck_assert_uint_eq(r->node[0].lost_full, 9);
	ck_assert(!r->node[0].gap[0].full && r->node[0].gap[1].full && r->node[0].gap[2].full);
	ck_assert_uint_eq(r->node[1].lost_full, 0);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/*
 * Three events are kept after the stop that decides: node 1, quiet since 60, is complete up to the
 * stop. With two of them after the stop that is kept, an earlier one decided and is overwritten:
 * nothing is known after 60.
 */
START_TEST(test_report_stop_of_a_recorder)
{
	struct gno_report *r;
	struct tw w;

	for (uint64_t kept = 2; kept <= 4; kept++) {
		tw_begin(&w, 2, 32, 1, 0);
		w.mode = "wrap";
		w.frozen = 1;
		w.patterns[0] = known_points(2);
		fix.file.mode = GNO_BUFFER_WRAP;
		fix.file.after = 3;
		tw_event(&w, 0, 100, 1, 1u << GNO_FLAG_STOP);
		for (uint64_t i = 1; i <= kept; i++)
			tw_event(&w, 0, 100 + 10 * i, 1, 0);
		tw_event(&w, 1, 60, 1, 0);
		end(&w, 0, 1000, 5, 20);
		end(&w, 1, 1000, 5, 20);
		tw_write(&w);
		r = report_of(&w, NULL);
		ck_assert_uint_eq(r->node[0].stopped, kept < 3 ? UINT64_MAX : 100);
		ck_assert_uint_eq(r->node[1].kept_until, kept < 3 ? 60 : 100);
		ck_assert_uint_eq(r->node[0].kept_until, 100 + 10 * kept);
		gno_report_free(r);
		tw_end(&w);
	}
}
END_TEST

START_TEST(test_report_nodes)
{
	struct gno_report *r;
	struct tw w;

	write_known(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->node[0].events, 15);
	ck_assert_uint_eq(r->node[0].records,
			  15 + 1 + 1 + 1 + 1 + 3); /* sync, gap, beat, flush, samples */
	ck_assert_uint_eq(r->node[0].count[WORK_OUT - 1], 6);
	ck_assert_uint_eq(r->node[0].lost, 7);
	ck_assert_uint_eq(r->node[0].gaps, 1);
	ck_assert_uint_eq(r->node[0].unseen[REPORT_GAP], 100);
	ck_assert_double_eq_tol(report_seen(r, &r->node[0]), 0.9, 1e-12);
	ck_assert(r->node[0].synced && r->node[0].flushed);
	ck_assert_double_eq(report_seen(r, &r->node[1]), 1);
	ck_assert_uint_eq(r->node[1].unnamed[0][9], 1);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

START_TEST(test_report_ratios_full)
{
	struct gno_report *r;
	struct tw w;

	write_known(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->samples, 4);
	ck_assert_uint_eq(r->sample[1].time, 500);
	ck_assert(r->sample[1].reset);
	ck_assert_uint_eq(r->sample[1].pair[0].a_min, 10);
	ck_assert(!r->sample[2].reset);
	/* 30 + 10 + 5 of 40 + 40 + 20; what resets also samples: what was lost in the gap reset
	 * nothing */
	ck_assert_uint_eq(r->node[0].overall[0].a_min, 45);
	ck_assert_uint_eq(r->node[0].overall[0].a_max, 45);
	ck_assert_uint_eq(r->node[0].overall[0].b_max, 100);
	ck_assert(!r->node[0].counts_incomplete);
	ck_assert_uint_eq(r->sample[0].from, 0);
	ck_assert_uint_eq(r->sample[2].from, 501);
	ck_assert(!r->sample[2].since_lost);
	ck_assert_uint_eq(r->sample[2].time,
			  999); /* the flush comes one cycle after the last one */
	ck_assert_uint_eq(r->node[1].overall[0].a_min, 7);
	ck_assert(!r->node[1].counts_incomplete);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A refused sample resets nothing. Counts are reported that a reset without a sample takes away, or
 * with one that is missing. */
START_TEST(test_report_ratios_unsampled)
{
	struct gno_report *r;
	struct tw w;

	tw_begin(&w, 1, 32, 1, 0);
	w.patterns[0] = only_mark(RECORD | SAMPLE | RESET);
	sampled(&w, 0, 100, MARK, 10, 20);
	tw_event(&w, 0, 101, MARK, UNSAMPLED);
	end(&w, 0, 200, 5, 20);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->node[0].unsampled, 1);
	ck_assert_uint_eq(r->node[0].overall[0].a_min, 15);
	ck_assert(!r->node[0].counts_incomplete);
	ck_assert_uint_eq(r->sample[1].from, 101);
	gno_report_free(r);
	tw_end(&w);

	tw_begin(&w, 1, 32, 1, 0);
	w.patterns[0] = only_mark(RECORD | RESET);
	tw_event(&w, 0, 101, MARK, 0);
	end(&w, 0, 200, 5, 20);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert(r->node[0].counts_incomplete);
	ck_assert_uint_eq(r->sample[0].from, 102);
	gno_report_free(r);
	tw_end(&w);

	tw_begin(&w, 1, 32, 1, 0); /* a sample was taken, and is another record by damage */
	w.patterns[0] = only_mark(RECORD | SAMPLE | RESET);
	tw_event(&w, 0, 101, MARK, SAMPLED);
	end(&w, 0, 200, 5, 20);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert(r->node[0].counts_incomplete && !r->node[0].holes);
	ck_assert_uint_eq(r->sample[0].from, 102);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Cumulative samples: the last one counts, not their sum. Compressed: the bounds hold the truth. */
START_TEST(test_report_ratios_cumulative_compressed)
{
	struct gno_report *r;
	struct tw w;

	tw_begin(&w, 1, 32, 1, 1);
	w.patterns[0] = only_mark(RECORD | SAMPLE);
	sampled(&w, 0, 100, MARK, 1000, 3000);
	sampled(&w, 0, 200, MARK, 2000, 5000);
	end(&w, 0, 300, 2500, 6000);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_le(r->node[0].overall[0].a_min, 2500);
	ck_assert_uint_ge(r->node[0].overall[0].a_max, 2500);
	ck_assert_uint_le(r->node[0].overall[0].b_min, 6000);
	ck_assert_uint_ge(r->node[0].overall[0].b_max, 6000);
	ck_assert_uint_lt(r->node[0].overall[0].b_max - r->node[0].overall[0].b_min, 128);
	ck_assert(!r->node[0].counts_incomplete);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

START_TEST(test_report_holes_cut_intervals)
{
	struct gno_report *r;
	struct tw w;

	tw_begin(&w, 1, 32, 0, 0);
	w.patterns[0] = known_points(1);
	tw_event(&w, 0, 100, 1, 0);
	tw_event(&w, 0, 200, 2, 0);
	tw_event(&w, 0, 300, 1, 0);
	tw_event(&w, 0, 400, 1, 0); /* damaged below */
	tw_event(&w, 0, 500, 2, 0);
	tw_event(&w, 0, 600, 1, 0);
	tw_event(&w, 0, 700, 2, 0);
	tw_flush(&w, 0, 1000);
	w.node[0].data[TW_HEADER + 4 * 8 + 4] = 0x99;
	tw_write(&w);
	r = report_of(&w, NULL);
	expect_measure(&r->node[0].statistics[0], 2, 200, 100, 100, 0, 0, 1);
	ck_assert_uint_eq(r->node[0].holes, 1);
	ck_assert_uint_eq(r->node[0].hole[0].offset, TW_HEADER + 4 * 8);
	ck_assert_uint_eq(r->node[0].hole[0].bytes, 8);
	ck_assert_uint_eq(r->node[0].unseen[REPORT_HOLE], 200);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A stream that ends early: the rest of the run was not seen. */
START_TEST(test_report_stream_without_end)
{
	struct gno_report *r;
	struct tw w;
	char *text;
	json_t *root, *nodes;

	write_known(&w);
	w.node[1].len = TW_HEADER + 3 * 8; /* sync, 0, 500 */
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert(!r->node[1].flushed);
	ck_assert_uint_eq(r->node[1].unseen[REPORT_HOLE], 500);
	ck_assert_double_eq_tol(report_seen(r, &r->node[1]), 0.5, 1e-12);
	ck_assert(r->node[1].counts_incomplete);
	text = text_of(r, false);
	expect_line(text, "\n>= 1000 cycles: 10.00 us at the nominal 100 MHz\n");
	expect_line(text, "  core1  WWWWWWWWWW??????????\n");
	expect_line(
	    text,
	    "  <= 50.00%  >= 500  5.000 us  no flush record\n"
	    "core1: its records end early, at cycle 500, 5.000 us: its flush record is missing\n");
	free(text);
	root = json_of(r);
	nodes = json_object_get(root, "nodes");
	ck_assert(json_is_true(json_object_get(json_object_get(root, "run"), "end_at_least")));
	ck_assert(json_is_false(json_object_get(json_array_get(nodes, 0), "seen_at_most")));
	ck_assert(json_is_true(json_object_get(json_array_get(nodes, 1), "seen_at_most")));
	json_decref(root);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* What the drain put aside may have been anything, of any node. */
START_TEST(test_report_foreign_slots)
{
	struct gno_report *r;
	struct tw w;
	char *text;

	write_known(&w);
	w.foreign = 3;
	tw_write(&w);
	r = report_of(&w, NULL);
	text = text_of(r, false);
	expect_line(text, "the drain found 3 slots that were not records: see holes.bin\n");
	ck_assert(r->node[1].counts_incomplete);
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A gap in which nothing was lost (there was no room for a time beat) hides nothing. */
START_TEST(test_report_gap_without_loss)
{
	struct gno_report *r;
	struct tw w;

	tw_begin(&w, 2, 32, 0, 0);
	w.patterns[0] = known_points(2);
	tw_event(&w, 0, 100, WORK_IN, 0);
	tw_gap(&w, 0, 200, 299, 0);
	tw_event(&w, 0, 400, WORK_OUT, 0);
	tw_flush(&w, 0, 500);
	tw_write(&w);
	r = report_of(&w, NULL);
	expect_measure(&r->node[0].statistics[0], 1, 300, 300, 300, 0, 0, 0);
	ck_assert_uint_eq(r->node[0].gaps, 0);
	ck_assert_uint_eq(r->node[0].unseen[REPORT_GAP], 0);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A run of which nothing is there yet: the time line has more columns than clocks. */
START_TEST(test_report_nothing_drained)
{
	struct gno_report *r;
	struct tw w;

	tw_begin(&w, 2, 32, 0, 0);
	w.patterns[0] = known_points(2);
	w.node[0].len = w.node[1].len = TW_HEADER;
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->node[0].records, 0);
	ck_assert(!r->node[0].flushed);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

START_TEST(test_report_one_interval)
{
	struct gno_report_options o = {.interval = "wrok", .columns = 20};
	struct gno_report *r;
	struct gno_err err;
	struct tw w;

	write_known(&w);
	r = report_of(&w, "wait");
	ck_assert_uint_eq(r->points.intervals, 1);
	expect_measure(&r->node[0].statistics[0], 1, 30, 30, 30, 1, 0, 0);
	gno_report_free(r);
	ck_assert_int_eq(gno_report_build(w.dir, &o, &r, &err), GNO_ERR_ARG);
	ck_assert_str_eq(err.text, "no interval 'wrok' in this run; did you mean 'work'?");
	tw_end(&w);
}
END_TEST

START_TEST(test_report_text)
{
	struct gno_report *r;
	struct tw w;
	char *text;

	write_known(&w);
	r = report_of(&w, NULL);
	text = text_of(r, false);
	expect_line(text,
		    "monitor test, run 205, mode stream, complete, started 2026-11-21T09:00:00Z\n");
	expect_line(text, "1000 cycles: 10.00 us at the nominal 100 MHz\n");
	expect_line(
	    text,
	    "  core0       22   >= 15      >= 0    >= 0   >= 0     7     1      0   90.00%    1000  10.00 us  flushed\n");
	expect_line(text, "  work_out  address   >= 6      1  >= 7\n");
	expect_line(text, "  code 9              >= 0      1  >= 1\n");
	expect_line(
	    text,
	    "  work      core0   >= 3  >= 160   53.3   <= 10  >= 100  1.600 us  533.3 ns  100.0 ns  1.000 us     0          1    2     >= 150  >= 120\n");
	expect_line(text, "  core0  pair0  a0 / b0  45  100  45.00%\n");
	expect_line(text, "  core1  pair0  a0 / b0   7   20  35.00%\n");
	expect_line(text, "    500  core0  mark   reset after  10/40 25.00%\n");
	expect_line(text, "  and 1 more\n");
	expect_line(text, "  core0   650  749     100  1.000 us     7\n");
	/* a column is 50 cycles */
	expect_line(text, "  core0  ..AW..W.PPPPW##.AAAA\n");
	expect_line(text, "  core1  WWWWWWWWWW..........\n");
	free(text);
	text = text_of(r, true);
	expect_line(text, "  core1  WWWWWWWWWW\u00b7\u00b7\u00b7");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

START_TEST(test_report_json)
{
	const json_t *core0, *work, *sample;
	struct gno_report *r;
	json_t *root;
	struct tw w;

	write_known(&w);
	r = report_of(&w, NULL);
	root = json_of(r);
	ck_assert_ptr_nonnull(root);
	core0 = json_array_get(json_object_get(root, "nodes"), 0);
	ck_assert_str_eq(json_string_value(json_object_get(core0, "name")), "core0");
	ck_assert_int_eq(json_integer_value(json_object_get(core0, "lost")), 7);
	ck_assert_double_eq_tol(json_real_value(json_object_get(core0, "seen")), 0.9, 1e-12);
	ck_assert(json_is_true(json_object_get(core0, "ratios_complete")));
	work = json_array_get(json_object_get(root, "intervals"), WORK);
	ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(work, "all"), "total")),
			 660);
	work = json_array_get(json_object_get(work, "nodes"), 0);
	ck_assert_int_eq(json_integer_value(json_object_get(work, "count")), 3);
	ck_assert_double_eq_tol(json_real_value(json_object_get(work, "total_seconds")), 1.6e-6,
				1e-15);
	sample = json_array_get(json_object_get(root, "samples"), 0);
	ck_assert_int_eq(json_integer_value(json_object_get(sample, "time")), 400);
	sample = json_array_get(json_object_get(sample, "pairs"), 0);
	ck_assert_double_eq(json_real_value(json_object_get(sample, "ratio")), 0.75);
	json_decref(root);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

START_TEST(test_report_refuses_bad_patterns)
{
	struct gno_report_options o = {.columns = 20};
	struct gno_report *r;
	struct gno_err err;
	struct tw w;
	FILE *f;

	tw_begin(&w, 2, 32, 0, 0);
	tw_write(&w);
	ck_assert_int_eq(gno_report_build(w.dir, &o, &r, &err), GNO_ERR_IO);
	ck_assert_ptr_nonnull(strstr(err.text, "patterns.json"));
	ck_assert_ptr_null(r);
	w.patterns[0] = known_points(2);
	fix.file.hash++;
	tw_write(&w);
	ck_assert_int_eq(gno_report_build(w.dir, &o, &r, &err), GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(strstr(err.text, "0123456789abcdf0"));
	w.patterns[0] = known_points(1);
	tw_write(&w);
	ck_assert_int_eq(gno_report_build(w.dir, &o, &r, &err), GNO_ERR_MISMATCH);
	w.patterns[0] = known_points(2);
	tw_write(&w);
	f = fopen(tw_path(&w, "patterns.2.json"), "w");
	ck_assert_ptr_nonnull(f);
	fputs("{", f);
	fclose(f);
	ck_assert_int_eq(gno_report_build(w.dir, &o, &r, &err), GNO_ERR_FORMAT);
	ck_assert_ptr_nonnull(strstr(err.text, "patterns.2.json"));
	tw_end(&w);
}
END_TEST

/* The program itself: exit status and output. */
START_TEST(test_report_command)
{
	static const struct {
		const char *args;
		int status;
	} cases[] = {
	    {"%s", 0},
	    {"--json %s", 0},
	    {"--interval work --width 60 %s", 0},
	    {"--interval none %s", 1},
	    {"--width 1 %s", 2},
	    {"--nonsense %s", 2},
	    {"", 2},
	    {"%s/nowhere", 1},
	    {"--help", 0},
	    {"%s > /dev/full", 1},
	    {"--all %s", 0},
	    {"--limit 2 %s", 0},
	    {"--limit 0 %s", 2},
	    {"--profile %s", 1}, /* no words in it */
	    {"--profile --field none %s", 1},
	    {"--profile --by word %s", 2},
	    {"--by line %s", 2},
	};
	const char *program = getenv("GNOMON");
	struct tw w;

	ck_assert_ptr_nonnull(program);
	write_known(&w);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char args[128], command[512];
		int status;

		snprintf(args, sizeof(args), cases[i].args, w.dir);
		snprintf(command, sizeof(command), "exec 2>/dev/null; %s %s report %s",
			 strchr(args, '>') ? "" : ">/dev/null", program, args);
		status = system(command);
		ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == cases[i].status,
			      "'%s': status %d", args, status);
	}
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests(
	    "report", NULL, NULL,
	    TESTS({test_report_intervals}, {test_report_losses}, {test_report_stop_of_a_recorder},
		  {test_report_nodes}, {test_report_ratios_full}, {test_report_ratios_unsampled},
		  {test_report_ratios_cumulative_compressed}, {test_report_holes_cut_intervals},
		  {test_report_stream_without_end}, {test_report_foreign_slots},
		  {test_report_gap_without_loss}, {test_report_nothing_drained},
		  {test_report_one_interval}, {test_report_text}, {test_report_json},
		  {test_report_refuses_bad_patterns}, {test_report_command}));
}
