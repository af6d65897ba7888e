/* SPDX-License-Identifier: Apache-2.0 */
/* Time in the operating system, against numbers by hand. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "report_fixture.h"

enum { BEGIN = 1, END, ENTRY, EXIT };

#define SAMPLED 2

static struct fix fix;

static void begin(struct tw *w, unsigned pairs, unsigned actions)
{
	fix_begin(&fix, 1);
	fix_point(&fix, "begin", GNO_PATTERN_EVENT, BEGIN, RECORD);
	fix_point(&fix, "end", GNO_PATTERN_EVENT, END, RECORD);
	fix_point(&fix, "os_in", GNO_PATTERN_EVENT, ENTRY, RECORD | actions)->os = GNO_OS_ENTRY;
	fix_point(&fix, "os_out", GNO_PATTERN_EVENT, EXIT, RECORD | actions)->os = GNO_OS_EXIT;
	fix_interval(&fix, "work", "begin", "end");
	tw_begin(w, 1, 32, pairs, 0);
	w->patterns[0] = &fix.file;
}

START_TEST(test_system_time)
{
	struct gno_report *r;
	json_t *root, *system;
	struct tw w;
	char *text;

	begin(&w, 0, 0);
	tw_event(&w, 0, 100, BEGIN, 0);
	tw_event(&w, 0, 150, ENTRY, 0);
	tw_event(&w, 0, 170, ENTRY, 0); /* an interrupt within the trap */
	tw_event(&w, 0, 180, EXIT, 0);
	tw_event(&w, 0, 200, EXIT, 0); /* 50 */
	tw_event(&w, 0, 250, END, 0);  /* of 150 */
	tw_event(&w, 0, 300, ENTRY, 0);
	tw_event(&w, 0, 320, BEGIN, 0);
	tw_event(&w, 0, 330, EXIT, 0); /* 30 */
	tw_event(&w, 0, 340, EXIT, 0); /* from where? */
	tw_event(&w, 0, 350, END, 0);  /* 10 of 30 */
	tw_event(&w, 0, 900, ENTRY, 0);
	tw_flush(&w, 0, 1000); /* 100 */
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert(r->node[0].system.present);
	ck_assert_uint_eq(r->node[0].system.system, 50 + 30 + 100);
	ck_assert_uint_eq(r->node[0].system.user, 1000 - 180);
	ck_assert_uint_eq(r->node[0].system.unknown, 0);
	ck_assert_uint_eq(r->node[0].system.depth_max, 2);
	ck_assert_uint_eq(r->node[0].system.entries, 4);
	ck_assert_uint_eq(r->node[0].system.exits, 4);
	ck_assert_uint_eq(r->node[0].system.unmatched, 1);
	expect_measure(&r->node[0].statistics[0], 2, 180, 30, 150, 0, 0, 0);
	expect_stats(&r->node[0].statistics[0].system, 2, 60, 10, 50);
	expect_stats(&r->node[0].statistics[0].user, 2, 120, 20, 100);
	text = text_of(r, false);
	expect_line(
	    text,
	    "  core0     180   820  1.800 us  8.200 us    18.00%          0        4      4      2        0          1\n");
	expect_line(text, "of the intervals in the operating system\n");
	free(text);
	root = json_of(r);
	ck_assert_ptr_nonnull(root);
	system = json_object_get(json_array_get(json_object_get(root, "nodes"), 0), "system");
	ck_assert_double_eq_tol(json_real_value(json_object_get(system, "share")), 0.18, 1e-12);
	json_decref(root);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

START_TEST(test_system_after_gaps)
{
	struct gno_report *r;
	struct tw w;

	begin(&w, 0, 0);
	tw_event(&w, 0, 50, ENTRY, 0);
	tw_gap(&w, 0, 100, 199, 4); /* 50 in the system so far */
	tw_event(&w, 0, 210, BEGIN, 0);
	tw_event(&w, 0, 250, EXIT, 0);	/* so it lay in the system from 200 on */
	tw_event(&w, 0, 260, END, 0);	/* of which it was not known at its begin */
	tw_gap(&w, 0, 300, 399, 4);	/* user's from 250 to 300 */
	tw_event(&w, 0, 450, ENTRY, 0); /* from 400 to here it may have been either */
	tw_event(&w, 0, 460, BEGIN, 0);
	tw_event(&w, 0, 470, EXIT, 0);
	tw_event(&w, 0, 500, END, 0);
	tw_flush(&w, 0, 600);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->node[0].system.system, 50 + 50 + 20);
	ck_assert_uint_eq(r->node[0].system.user, 50 + 50 + 130);
	ck_assert_uint_eq(r->node[0].system.unknown, 100 + 100 + 50);
	ck_assert_uint_eq(r->node[0].system.assumed, 2);
	ck_assert_uint_eq(r->node[0].system.unmatched, 0);
	expect_measure(&r->node[0].statistics[0], 2, 90, 40, 50, 0, 0, 0);
	expect_stats(&r->node[0].statistics[0].system, 1, 10, 10, 10);
	expect_stats(&r->node[0].statistics[0].user, 1, 30, 30, 30);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Without a recorded exit there is nothing to report. */
START_TEST(test_system_absent)
{
	struct gno_report *r;
	struct tw w;
	char *text;

	begin(&w, 0, 0);
	fix.point[3].actions = SAMPLE;
	tw_event(&w, 0, 50, ENTRY, 0);
	tw_flush(&w, 0, 600);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert(!r->node[0].system.present);
	text = text_of(r, false);
	ck_assert_ptr_null(strstr(text, "operating system"));
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

static void sampled(struct tw *w, uint64_t time, unsigned code, uint32_t a, uint32_t b)
{
	const uint32_t counts[] = {a, b};

	tw_event(w, 0, time, code, SAMPLED);
	tw_ratio(w, 0, time, code, counts);
}

static void expect_counts(const struct gno_ratio *r, uint64_t a, uint64_t b)
{
	ck_assert_uint_eq(r->a_min, a);
	ck_assert_uint_eq(r->a_max, a);
	ck_assert_uint_eq(r->b_min, b);
	ck_assert_uint_eq(r->b_max, b);
}

/* Counters that are reset at each sample, and counters that run on, come to the same. */
START_TEST(test_system_ratios)
{
	for (unsigned reset = 0; reset < 2; reset++) {
		const uint32_t end[] = {reset ? 1 : 61, reset ? 10 : 310};
		struct gno_report *r;
		struct tw w;
		char *text;

		begin(&w, 1, SAMPLE | (reset ? RESET : 0));
		sampled(&w, 100, ENTRY, 10, 100);			     /* user's: 10/100 */
		sampled(&w, 150, ENTRY, reset ? 20 : 30, reset ? 50 : 150);  /* system's: 20/50 */
		sampled(&w, 180, EXIT, reset ? 5 : 35, reset ? 30 : 180);    /* system's: 5/30 */
		sampled(&w, 200, EXIT, reset ? 5 : 40, reset ? 20 : 200);    /* system's: 5/20 */
		sampled(&w, 300, ENTRY, reset ? 20 : 60, reset ? 100 : 300); /* user's: 20/100 */
		tw_flush(&w, 0, 310);
		tw_ratio(&w, 0, 310, 0, end); /* system's: 1/10 */
		tw_write(&w);
		r = report_of(&w, NULL);
		expect_counts(&r->node[0].system.ratio[0][0], 30, 200);
		expect_counts(&r->node[0].system.ratio[1][0], 31, 110);
		ck_assert(!r->node[0].system.ratio_incomplete);
		text = text_of(r, false);
		expect_line(text, "  core0  pair0  user    30  200  15.00%\n");
		expect_line(text, "  core0  pair0  system  31  110  28.18%\n");
		free(text);
		gno_report_free(r);
		/* a way in that was not sampled: what comes with the next sample is of both */
		w.node[0].len -= 8 + 16;
		tw_event(&w, 0, 305, EXIT, 1);
		tw_flush(&w, 0, 310);
		tw_ratio(&w, 0, 310, 0, end);
		tw_write(&w);
		r = report_of(&w, NULL);
		ck_assert(r->node[0].system.ratio_incomplete);
		expect_counts(&r->node[0].system.ratio[0][0], 30, 200);
		expect_counts(&r->node[0].system.ratio[1][0], 30, 100);
		gno_report_free(r);
		tw_end(&w);
	}
}
END_TEST

int main(void)
{
	return run_tests("report_system", NULL, NULL,
			 TESTS({test_system_time}, {test_system_after_gaps}, {test_system_absent},
			       {test_system_ratios}));
}
