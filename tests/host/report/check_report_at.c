/* SPDX-License-Identifier: Apache-2.0 */
/* Which intervals are known to be open in a cycle: where collection was off, records were lost, or
 * a filter left out their ends, none is. What a cycle is in the waveform of a simulation. */
#include <check.h>

#include "filter_fixture.h"
#include "results/at.h"
#include "tests/suite.h"

#define STOPS (1u << GNO_FLAG_STOP)

/* How many are open in a cycle, and of the last one when it began and ended; 0: not known. */
struct expected {
	uint64_t cycle;
	size_t open;
	uint64_t begin, end;
};

static void expect(const struct gno_report *r, const struct expected *e, size_t count)
{
	for (size_t i = 0; i < count; i++, e++) {
		const struct report_at_interval *v;
		struct report_at *at;
		struct gno_err err;

		ck_assert_msg(!report_at_find(r, e->cycle, &at, &err), "%s", err.text);
		v = at->node[0].interval;
		ck_assert_msg(v->open == e->open, "cycle %d: %zu open", (int)e->cycle, v->open);
		ck_assert(!e->open || v->begin == e->begin);
		ck_assert_msg(!e->open || (v->ended ? v->end : 0) == e->end, "cycle %d: end %d",
			      (int)e->cycle, (int)(v->ended ? v->end : 0));
		report_at_free(at);
	}
}

static void write_run(void)
{
	ff_begin(32);
	tw_event(&ff.w, 0, 100, FILTER_A, 0);
	tw_event(&ff.w, 0, 200, FILTER_B, 0);
	tw_event(&ff.w, 0, 300, FILTER_A, 0);
	tw_event(&ff.w, 0, 400, FILTER_C, STOPS);
	tw_event(&ff.w, 0, 500, FILTER_C, 0); /* collection is on again */
	tw_event(&ff.w, 0, 550, FILTER_B, 0);
	tw_event(&ff.w, 0, 600, FILTER_A, 0);
	tw_gap(&ff.w, 0, 700, 750, 3);
	tw_event(&ff.w, 0, 800, FILTER_B, 0);
	tw_event(&ff.w, 0, 900, FILTER_A, 0);
	tw_event(&ff.w, 0, 920, FILTER_A, 0);
	tw_event(&ff.w, 0, 940, FILTER_B, 0);
	tw_event(&ff.w, 0, 960, FILTER_B, 0);
	tw_event(&ff.w, 0, 980, FILTER_A, 0);
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&ff.w, k, 1000);
	tw_write(&ff.w);
}

START_TEST(test_intervals)
{
	static const struct expected expected[] = {
	    {99, 0, 0, 0},	{100, 1, 100, 200}, {199, 1, 100, 200}, {200, 0, 0, 0},
	    {350, 1, 300, 0},	{400, 1, 300, 0},   {450, 0, 0, 0},	{520, 0, 0, 0},
	    {650, 1, 600, 0},	{700, 0, 0, 0},	    {790, 0, 0, 0},	{910, 1, 900, 960},
	    {930, 2, 920, 940}, {950, 1, 900, 960}, {990, 1, 980, 0},	{999, 1, 980, 0},
	};
	struct report_at *at;
	struct gno_report *r;
	struct gno_err err;

	write_run();
	r = report_of(&ff.w, NULL);
	expect(r, expected, sizeof(expected) / sizeof(*expected));
	/* its flush is of the first cycle that it does not know */
	ck_assert_int_eq(report_at_find(r, 1000, &at, &err), GNO_ERR_ARG);
	ck_assert_str_eq(err.text, "the run has no cycle 1000: it is known from 0 to 999");
	report_at_free(at);
	gno_report_free(r);
	ff_end();
}
END_TEST

static void expect_unseen(const struct gno_report *r, uint64_t cycle, bool unseen)
{
	struct report_at *at;
	struct gno_err err;
	char *text;
	size_t size;
	FILE *f;

	ck_assert_msg(!report_at_find(r, cycle, &at, &err), "%s", err.text);
	ck_assert_msg(at->node[0].unseen == unseen, "cycle %d", (int)cycle);
	ck_assert(!at->node[1].unseen);
	f = open_memstream(&text, &size);
	ck_assert(f && !report_at_text(at, f, &err) && !fclose(f));
	ck_assert(!strstr(text, "core0: not seen from cycle 800 on (its records end early)\n") ==
		  !unseen);
	free(text);
	f = open_memstream(&text, &size);
	ck_assert(f && !report_at_json(at, f, &err) && !fclose(f));
	ck_assert(!strstr(text, "\"why\": \"end\"") == !unseen);
	free(text);
	report_at_free(at);
}

/* Behind the records of a node whose trace was cut off nothing is known of it. */
START_TEST(test_cut_off)
{
	const struct expected open = {790, 0, 0, 0};
	struct gno_report *r;

	ff_begin(32);
	tw_event(&ff.w, 0, 100, FILTER_C, 0);
	tw_event(&ff.w, 0, 800, FILTER_C, 0);
	tw_flush(&ff.w, 1, 1000);
	tw_write(&ff.w);
	r = report_of(&ff.w, NULL);
	expect(r, &open, 1);
	expect_unseen(r, 799, false);
	expect_unseen(r, 800, true);
	expect_unseen(r, 801, true);
	expect_unseen(r, 999, true);
	gno_report_free(r);
	ff_end();
}
END_TEST

/* From where a recorder froze up to the flush nothing is known of a node. */
START_TEST(test_frozen)
{
	static const struct {
		uint64_t cycle;
		const char *text;
	} expected[] = {{119, NULL}, {120, "core0"}, {140, "core0"}, {999, "core0"}};
	const struct expected open[] = {{119, 1, 100, 0}, {130, 0, 0, 0}, {999, 0, 0, 0}};
	struct gno_report *r;

	ff_begin(32);
	ff.w.mode = "wrap";
	ff.w.frozen = 1;
	ff.fix.file.mode = GNO_BUFFER_WRAP;
	ff.fix.file.after = 1;
	tw_event(&ff.w, 0, 100, FILTER_A, STOPS);
	tw_event(&ff.w, 0, 120, FILTER_C, 0);
	tw_flush(&ff.w, 0, 1000);
	tw_flush(&ff.w, 1, 1000);
	tw_write(&ff.w);
	r = report_of(&ff.w, NULL);
	expect(r, open, sizeof(open) / sizeof(*open));
	for (size_t i = 0; i < sizeof(expected) / sizeof(*expected); i++) {
		struct report_at *at;
		struct gno_err err;
		char *text;
		size_t size;
		FILE *f = open_memstream(&text, &size);

		ck_assert(!report_at_find(r, expected[i].cycle, &at, &err));
		ck_assert(f && !report_at_text(at, f, &err) && !fclose(f));
		ck_assert(!strstr(text, "core0: not seen from cycle 120 to 999 (freeze)\n") ==
			  !expected[i].text);
		/* node 1 has no record behind its sync: all up to the stop is kept */
		ck_assert_ptr_nonnull(
		    strstr(text, "core1: not seen from cycle 101 to 999 (freeze)\n"));
		free(text);
		report_at_free(at);
	}
	ck_assert_uint_eq(r->node[0].unseen[REPORT_FROZEN], 880);
	ck_assert_uint_eq(r->node[1].unseen[REPORT_FROZEN], 899);
	ck_assert_double_eq(report_seen(r, &r->node[0]), 1);
	gno_report_free(r);
	ff_end();
}
END_TEST

START_TEST(test_filtered)
{
	static const struct expected expected[] = {
	    {150, 1, 100, 200}, {930, 2, 920, 0}, {940, 0, 0, 0}, {950, 0, 0, 0}, {990, 0, 0, 0}};
	struct gno_report *r;

	write_run();
	ff_must_filter(NULL, "event == b and time > 930");
	r = report_of(&ff.other, NULL);
	expect(r, expected, sizeof(expected) / sizeof(*expected));
	gno_report_free(r);
	ff_end();
}
END_TEST

/* Seconds are nominal; a run in a simulation says what its waveform has instead. */
START_TEST(test_simulated)
{
	static const struct {
		const char *simulation, *line, *at;
	} cases[] = {
	    {"{\"time\":2599,\"period\":2,\"unit\":-11}",
	     "simulated: cycle 0 begins at 25990 ps of the waveform, a cycle takes 20 ps there\n",
	     "cycle 100: 1.000 us, at 27990 ps of the waveform\n"},
	    {"{\"time\":7,\"period\":0,\"unit\":-12}",
	     "simulated: cycle 0 begins at 7 ps of the waveform; the clock has no fixed period there\n",
	     "cycle 100: 1.000 us\n"}};

	write_run();
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct gno_report *r;
		struct report_at *at;
		struct gno_err err;
		char *text;
		size_t size;
		FILE *f;

		ff.w.simulation = cases[i].simulation;
		tw_write(&ff.w);
		r = report_of(&ff.w, NULL);
		text = text_of(r, false);
		expect_line(text, "1000 cycles: 10.00 us at the nominal 100 MHz\n");
		expect_line(text, cases[i].line);
		free(text);
		ck_assert_msg(!report_at_find(r, 100, &at, &err), "%s", err.text);
		f = open_memstream(&text, &size);
		ck_assert(f && !report_at_text(at, f, &err) && !fclose(f));
		expect_line(text, cases[i].at);
		free(text);
		report_at_free(at);
		gno_report_free(r);
	}
	ff_end();
}
END_TEST

int main(void)
{
	return run_tests("report_at", NULL, NULL,
			 TESTS({test_intervals}, {test_cut_off}, {test_frozen}, {test_filtered},
			       {test_simulated}));
}
