/* SPDX-License-Identifier: Apache-2.0 */
/* Loads while a node counts: what is known of banks, samples and extremes over them. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "units_fixture.h"

static struct fix second;
static uint8_t doubled_cells[32], gate_cells[8];
static char ranges0[] = "ranges0", gate_name[] = "gate";

static const char loads[] =
    "[{\"file\":\"patterns.json\",\"nodes\":[0],\"off\":[],\"sizes\":[0]},{\"file\":\"patterns.2.json\",\"nodes\":[0],\"off\":[],\"sizes\":[0]}]";

/* A second load: the bounds of `small` twice as large, or another gate; the event 1 has another
 * name. */
static void begin(struct tw *w, bool gate)
{
	static struct gno_pattern_table table[3];

	units_begin_run(w, 32);
	for (unsigned i = 1; i < 8; i++)
		doubled_cells[4 * i] = (uint8_t)(2u << i);
	gate_cells[0] = 1;
	table[0] = units_fix.node[0].table[0];
	table[1] = units_fix.node[0].table[1];
	table[2] = (struct gno_pattern_table){gate_name, 5808, 8, gate_cells};
	if (!gate)
		table[0] = (struct gno_pattern_table){ranges0, 5824, 32, doubled_cells};
	fix_begin(&second, 1);
	second.node[0].table = table;
	second.node[0].tables = gate ? 3 : 2;
	fix_point(&second, "other", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&second, "mark", GNO_PATTERN_EVENT, 2, RECORD | SAMPLE | RESET);
	w->patterns[1] = &second.file;
	w->loads = loads;
}

/* A bank of `small` with one value of 5; `at`: the time of the record before it. */
static void bank(struct tw *w, uint32_t at, uint32_t began, uint32_t ended, uint32_t flags)
{
	/* 4..7 at first, 4..7 is bucket 1 of the second load */
	static const uint32_t counts[8] = {0, 0, 1};

	units_block(w, at, 9, 0,
		    (const uint32_t[]){ended, began, UNITS_LAST | flags, 8u << 16, 0, 1}, counts,
		    8);
}

/* The least value of bucket 2 of a bank; 0: its bounds are not known. */
static uint64_t least(const struct gno_report *r, size_t i)
{
	const struct report_bank *b = &r->node[0].unit[0].bank[i];

	return b->bounds ? report_range(&r->m->node[0], b->bounds, 0, 2).lo : 0;
}

static struct gno_report *end(struct tw *w, uint32_t flush)
{
	static const uint32_t sample[10] = {
	    10, 20, 199, 198, 100, 50, 2, 240, 1u << 16 | 1u << 8 | 1, 0};

	tw_flush(w, 0, flush);
	units_sample(w, flush, 0, sample);
	tw_write(w);
	return report_of(w, NULL);
}

START_TEST(test_held_bounds)
{
	struct gno_report *r;
	struct tw w;
	char *text;

	begin(&w, false);
	tw_event(&w, 0, 50, 1, 0);
	bank(&w, 50, 0, 90, 0);
	tw_event(&w, 0, 95, 1, 0);
	bank(&w, 95, 91, 130, 0);
	bank(&w, 95, 131, 200, 0); /* it went before the records of the load */
	tw_load(&w, 0, 100, 0);
	tw_load(&w, 0, 120, 1);
	bank(&w, 120, 201, 299, UNITS_FLUSH);
	r = end(&w, 299);
	ck_assert_uint_eq(r->node[0].unit[0].banks, 4);
	ck_assert_uint_eq(least(r, 0), 4);
	ck_assert_uint_eq(least(r, 1), 0);
	ck_assert_uint_eq(least(r, 2), 8);
	ck_assert_uint_eq(least(r, 3), 8);
	ck_assert(r->node[0].unit[0].mixed && !r->node[0].unit[0].bounds);
	/* pairs and the gate count on as they did */
	ck_assert(!r->node[0].mixed && !r->sample[0].mixed);
	text = text_of(r, false);
	expect_line(text, "    91       130       1     0  over a load  -      -      -\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* The records of the load were lost. */
START_TEST(test_held_gap)
{
	struct gno_report *r;
	struct tw w;

	begin(&w, false);
	tw_event(&w, 0, 50, 1, 0);
	bank(&w, 50, 0, 90, 0);
	tw_gap(&w, 0, 100, 150, 3);
	bank(&w, 151, 91, 160, 0); /* behind the record of 151 that follows a gap */
	tw_event(&w, 0, 190, 1, 0);
	bank(&w, 190, 161, 180, 0);
	r = end(&w, 299);
	ck_assert_uint_eq(least(r, 0), 4);
	ck_assert_uint_eq(least(r, 1), 0);
	ck_assert_uint_eq(least(r, 2), 8);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* The load was broken off: half of its bounds may be there. */
START_TEST(test_held_broken_off)
{
	struct gno_report *r;
	struct tw w;

	begin(&w, false);
	w.loads = NULL;
	w.patterns[1] = NULL;
	tw_event(&w, 0, 50, 1, 0);
	bank(&w, 50, 0, 90, 0);
	tw_load(&w, 0, 100, 0);
	bank(&w, 100, 91, 299, UNITS_FLUSH);
	r = end(&w, 299);
	ck_assert_uint_eq(least(r, 0), 4);
	ck_assert_uint_eq(least(r, 1), 0);
	ck_assert(r->node[0].mixed && r->sample[0].mixed);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* The same bounds, and another gate. */
START_TEST(test_held_gate)
{
	static const uint32_t sample[10] = {10, 20, 90, 91, 100, 50, 2, 60, 1u << 16 | 1, 0};
	static const uint32_t over[10] = {10, 20, 90, 91, 100, 95, 2, 190, 1u << 16 | 1u << 8 | 1,
					  0};
	const struct report_extreme *e;
	uint32_t counts[20] = {0};
	struct gno_report *r;
	struct tw w;
	char *text;

	begin(&w, true);
	tw_event(&w, 0, 50, 1, 0);
	tw_event(&w, 0, 90, 2, UNITS_SAMPLED);
	units_sample(&w, 90, 2, sample);
	bank(&w, 90, 0, 90, 0);
	units_block(&w, 90, 14, 0, (const uint32_t[]){90, 96, UNITS_LAST, 20u << 16, 0, 0}, counts,
		    20);
	tw_load(&w, 0, 130, 0);
	tw_load(&w, 0, 140, 1);
	tw_event(&w, 0, 200, 2, UNITS_SAMPLED);
	units_sample(&w, 200, 2, over);
	units_block(&w, 200, 14, 0, (const uint32_t[]){200, 208, UNITS_LAST, 20u << 16, 0, 0},
		    counts, 20);
	bank(&w, 200, 91, 200, 0);
	bank(&w, 200, 201, 299, UNITS_FLUSH);
	units_block(&w, 200, 14, 0,
		    (const uint32_t[]){299, 300, UNITS_LAST | UNITS_FLUSH, 20u << 16, 0, 0}, counts,
		    20);
	r = end(&w, 299);
	ck_assert_uint_eq(least(r, 0), 4);
	ck_assert_uint_eq(least(r, 1), 0);
	ck_assert_uint_eq(least(r, 2), 4);
	ck_assert(!r->sample[0].mixed && r->sample[1].mixed && !r->sample[2].mixed);
	ck_assert(r->node[0].mixed);
	ck_assert(!r->node[0].unit[2].bank[0].mixed && r->node[0].unit[2].bank[1].mixed &&
		  !r->node[0].unit[2].bank[2].mixed && r->node[0].unit[2].mixed);
	/* the event before clock 95 was one of the first load; that before clock 190 may be of
	 * either */
	e = &r->sample[1].extreme[0];
	ck_assert_str_eq(r->points.point[e->largest_point].name, "work");
	ck_assert_int_eq(e->smallest_point, -1);
	text = text_of(r, false);
	expect_line(
	    text,
	    "    91       200  core0  mark   over a load, reset after  10/20 50.00%  90/91 98.90%\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

static const char frozen_loads[] =
    "[{\"file\":\"patterns.json\",\"nodes\":[0],\"off\":[],\"sizes\":[0]},{\"file\":\"patterns.2.json\",\"nodes\":[0],\"off\":[],\"sizes\":[0],\"frozen\":true}]";

/* A load to a recorder left no record: it came before those that are kept, or perhaps after it
 * froze. */
START_TEST(test_held_wrap)
{
	struct gno_report *r;
	struct tw w;

	for (int overwritten = 0; overwritten <= 2; overwritten++) {
		begin(&w, false);
		w.mode = "wrap";
		if (overwritten != 2)
			w.loads = frozen_loads;
		if (overwritten)
			w.node[0].len = TW_HEADER; /* no sync */
		tw_event(&w, 0, 50, 1, 0);
		bank(&w, 50, 0, 40, 0);
		r = end(&w, 299);
		if (overwritten == 2) { /* it had not frozen yet */
			ck_assert_uint_eq(least(r, 0), 8);
			ck_assert_uint_eq(r->node[0].unknown_load, 0);
			ck_assert(!r->sample[0].mixed);
		} else if (overwritten) {
			ck_assert_uint_eq(least(r, 0), 0);
			ck_assert_uint_eq(r->node[0].unknown_load, 1);
			ck_assert(r->sample[0].mixed);
		} else {
			ck_assert_uint_eq(least(r, 0), 4);
			ck_assert_str_eq(r->points.point[0].name, "work");
			ck_assert_uint_eq(r->node[0].count[0], 1);
		}
		gno_report_free(r);
		tw_end(&w);
	}
}
END_TEST

int main(void)
{
	return run_tests("report_held", NULL, NULL,
			 TESTS({test_held_bounds}, {test_held_gap}, {test_held_broken_off},
			       {test_held_gate}, {test_held_wrap}));
}
