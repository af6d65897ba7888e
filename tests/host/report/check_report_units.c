/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks of buckets and counters, extremes and gates in a report. Streams are written word by word.
 */
#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "common/errors.h"
#include "units_fixture.h"

START_TEST(test_units_buckets)
{
	const struct gno_node *n;
	const struct report_unit *u;
	struct report_spread s;
	struct gno_report *r;
	struct tw w;

	units_write(&w);
	r = report_of(&w, NULL);
	n = &r->m->node[0];
	ck_assert_uint_eq(r->node[0].holes, 0);
	u = &r->node[0].unit[0];
	ck_assert_uint_eq(u->banks, 3);
	ck_assert_uint_eq(u->counted, 15);
	ck_assert_uint_eq(u->lost, 2);
	ck_assert_uint_eq(u->late, 1);
	ck_assert_uint_eq(u->missing, 0);
	ck_assert_uint_eq(u->bank[0].head.began, 0);
	ck_assert_uint_eq(u->bank[0].head.ended, 99);
	ck_assert_uint_eq(u->bank[1].head.began, 110);
	ck_assert(u->bank[1].head.late && !u->bank[1].head.flush && u->bank[2].head.flush);

	s = report_spread(n, u->bank[0].bounds, 0, report_unit_counts(u, 0));
	ck_assert_uint_eq(s.values, 10);
	ck_assert_double_eq_tol(s.mean_min, 4.8, 1e-12); /* (2 * 2 + 3 * 4 + 4 * 8) / 10 */
	ck_assert_double_eq_tol(s.mean_max, 8.8, 1e-12); /* (1 * 1 + 2 * 3 + 3 * 7 + 4 * 15) / 10 */
	ck_assert(!s.open);
	ck_assert_uint_eq(s.percentile[0].lo, 4);
	ck_assert_uint_eq(s.percentile[0].hi, 7);
	ck_assert_uint_eq(s.percentile[1].lo, 8);
	ck_assert_uint_eq(s.percentile[2].hi, 15);
	s = report_spread(n, u->bank[1].bounds, 0, report_unit_counts(u, 1));
	ck_assert(s.open && s.percentile[2].open);
	ck_assert_double_eq_tol(s.mean_min, 128, 1e-12);

	u = &r->node[0].unit[1];
	ck_assert_uint_eq(u->banks, 1);
	ck_assert_uint_eq(u->bank[0].head.ended, 100);
	for (unsigned i = 0; i < BLOCK_FAULTS; i++)
		ck_assert_uint_eq(u->faults[i], 0);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

START_TEST(test_units_counters)
{
	const struct gno_block *before;
	const struct report_unit *u;
	struct report_stall s[REPORT_STALLS];
	struct gno_report *r;
	struct gno_node n;
	struct tw w;

	units_write(&w);
	r = report_of(&w, NULL);
	n = r->m->node[0];
	u = &r->node[0].unit[2];
	report_unit_before(u, 1, &before);
	ck_assert_uint_eq(report_stall_counters(&n, 0, before, report_unit_counts(u, 0),
						&u->bank[1].head, report_unit_counts(u, 1), s),
			  1);
	ck_assert(s[0].whole && s[0].clocks_min == 0 &&
		  s[0].clocks_max == 188); /* the gate may have been closed */
	n.preprocessors.gate = false;
	ck_assert_uint_eq(u->banks, 2);
	ck_assert_uint_eq(report_unit_counts(u, 0)[1], 53);
	ck_assert_uint_eq(block_counter_clocks(&u->bank[0].head, 1), 113);
	ck_assert_uint_eq(block_counter_clocks(&u->bank[0].head, 17), 113);
	ck_assert_uint_eq(block_counter_clocks(&u->bank[1].head, 17), 300);
	ck_assert_uint_eq(report_stall_counters(&n, 0, NULL, u->count_before, &u->bank[0].head,
						report_unit_counts(u, 0), s),
			  1);
	ck_assert_uint_eq(s[0].classes, 2);
	ck_assert_uint_eq(s[0].sum_min, 113);
	ck_assert(s[0].whole && s[0].clocks_min == 112 && s[0].clocks_max == 113);
	ck_assert_uint_eq(report_stall_counters(&n, 0, before, report_unit_counts(u, 0),
						&u->bank[1].head, report_unit_counts(u, 1), s),
			  1);
	ck_assert_uint_eq(s[0].sum_min, 187);
	ck_assert(s[0].whole && s[0].clocks_min == 187 && s[0].clocks_max == 188);
	ck_assert_uint_eq(report_stall_counters(&n, 0, before, u->count_before, &u->bank[1].head,
						report_unit_counts(u, 1), s),
			  1);
	ck_assert(!s[0].whole && s[0].sum_min == 300);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

START_TEST(test_units_extremes_and_gate)
{
	const struct report_extreme *e;
	struct gno_report *r;
	struct tw w;

	units_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->samples, 3);
	ck_assert_uint_eq(r->sample[0].from, 0);
	ck_assert_uint_eq(r->sample[0].time, 100);
	ck_assert_uint_eq(r->sample[2].from, 102);
	ck_assert_uint_eq(r->sample[0].pair[1].a_min, 80);
	ck_assert_uint_eq(r->sample[2].pair[1].b_min, 198);
	ck_assert_uint_eq(r->node[0].overall[1].a_min, 279); /* clocks with an open gate, of 300 */
	ck_assert_uint_eq(r->node[0].overall[1].b_min, 300);
	e = &r->sample[0].extreme[0];
	ck_assert(e->v.any && e->v.largest == 200 && e->v.smallest == 3);
	ck_assert_uint_eq(e->v.largest_time, 60);
	ck_assert_uint_eq(e->v.smallest_time, 20);
	ck_assert_str_eq(r->points.point[e->largest_point].name, "work");
	ck_assert_int_eq(e->smallest_point, -1);
	ck_assert(!r->sample[1].extreme[0].v.any);
	e = &r->node[0].extreme[0];
	ck_assert(e->v.largest == 200 && e->v.largest_time == 60);
	ck_assert(e->v.smallest == 2 && e->v.smallest_time == 160);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* What is short, headless, contradicts itself or does not add up is counted, and is no data. */
START_TEST(test_units_damaged_blocks)
{
	static const uint32_t eight[8] = {1, 1};
	uint32_t counts[20] = {60, 53, 112, 7};
	const struct report_unit *u;
	struct gno_report *r;
	struct tw w;

	units_begin_run(&w, 32);
	tw_event(&w, 0, 10, 1, 0);
	units_block(&w, 10, 9, 1, (const uint32_t[]){9, 0, UNITS_LAST, 64u << 16 | 64, 0, 128},
		    units_ones, 64); /* headless */
	units_block(&w, 10, 9, 1, (const uint32_t[]){19, 10, 0, 64u << 16, 0, 128}, units_ones,
		    64); /* short */
	units_block(&w, 10, 9, 1, (const uint32_t[]){29, 20, 0, 64u << 16, 0, 128}, units_ones, 64);
	units_block(&w, 10, 9, 1, (const uint32_t[]){28, 20, UNITS_LAST, 64u << 16 | 64, 0, 128},
		    units_ones, 64); /* another */
	units_block(&w, 10, 9, 1, (const uint32_t[]){39, 30, 0, 64u << 16, 0, 127}, units_ones, 64);
	units_block(&w, 10, 9, 1, (const uint32_t[]){39, 30, UNITS_LAST, 64u << 16 | 64, 0, 127},
		    units_ones, 64); /* 128 */
	units_block(&w, 10, 9, 1, (const uint32_t[]){149, 40, 0, 64u << 16, 0, 128}, units_ones,
		    64);
	units_block(&w, 10, 9, 1, (const uint32_t[]){149, 40, UNITS_LAST, 64u << 16 | 64, 0, 128},
		    units_ones, 64); /* good */
	units_block(&w, 10, 9, 0, (const uint32_t[]){39, 30, UNITS_LAST, 8u << 16, 0, 2}, eight,
		    8); /* not the first */
	units_block(&w, 10, 9, 0, (const uint32_t[]){49, 35, UNITS_LAST, 8u << 16, 0, 2}, eight,
		    8); /* before its end */
	units_block(&w, 10, 14, 0, (const uint32_t[]){100, 112, UNITS_LAST, 20u << 16, 0, 0},
		    counts, 20);
	units_block(&w, 10, 14, 0, (const uint32_t[]){110, 128, UNITS_LAST, 20u << 16, 0, 0},
		    counts, 20); /* not 112 */
	counts[3]--;
	units_block(&w, 10, 14, 0, (const uint32_t[]){120, 128, UNITS_LAST, 20u << 16, 0, 0},
		    counts, 20); /* less */
	counts[3] = 132;	 /* by 127 + 3: 131 at most */
	units_block(&w, 10, 14, 0, (const uint32_t[]){120, 128, UNITS_LAST, 20u << 16, 0, 0},
		    counts, 20);
	units_block(&w, 10, 9, 1, (const uint32_t[]){59, 50, 0, 64u << 16, 0, 128}, units_ones,
		    64); /* at the end: short */
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->node[0].holes, 0);
	u = &r->node[0].unit[1];
	ck_assert_uint_eq(u->faults[BLOCK_HEADLESS], 1);
	ck_assert_uint_eq(u->faults[BLOCK_SHORT], 2);
	ck_assert_uint_eq(u->faults[BLOCK_CHANGED], 1);
	ck_assert_uint_eq(u->faults[BLOCK_SUM], 1);
	ck_assert_uint_eq(u->banks, 1);
	ck_assert_uint_eq(u->bank[0].head.began, 40);
	ck_assert_uint_eq(u->counted, 128);
	ck_assert_uint_eq(u->missing, 1);
	u = &r->node[0].unit[0];
	ck_assert_uint_eq(u->banks, 1);
	ck_assert_uint_eq(u->missing, 1);
	ck_assert_uint_eq(u->faults[BLOCK_ORDER], 1);
	u = &r->node[0].unit[2];
	ck_assert_uint_eq(u->banks, 1);
	ck_assert_uint_eq(u->faults[BLOCK_ORDER], 3);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Banks of `small`, whose counts agree with each other, but not with what a value of 8 bits can be
 * or with the cycles that passed. */
START_TEST(test_units_impossible_counts)
{
	static const struct {
		uint32_t flags, counted, counts[8];
		enum block_fault fault; /* BLOCK_FAULTS: none */
	} banks[] = {
	    {0, 3, {1, 0, 0, 0, 0, 0, 2}, BLOCK_FAULTS},
	    {0, 4, {1, 0, 0, 0, 0, 0, 2, 1}, BLOCK_REACH}, /* 384 and more */
	    {0, 4, {1, 0, 0, 0, 0, 1, 2}, BLOCK_REACH},	   /* 64 to below 64 */
	    {0, 100, {100}, BLOCK_FAULTS},
	    {0, 401, {401}, BLOCK_REACH}, /* since the last good bank 100 cycles each */
	    {0, 500, {500}, BLOCK_FAULTS},
	    {UNITS_SATURATED, 100, {0xffff}, BLOCK_REACH},
	};
	enum { BANKS = sizeof(banks) / sizeof(*banks) };
	uint64_t faults[BLOCK_FAULTS + 1] = {0};
	const struct report_unit *u;
	struct gno_report *r;
	uint8_t *cell;
	struct tw w;

	units_begin_run(&w, 32);
	cell = units_fix.node[0].table[0].cell;
	cell[4 * 7 + 1] = 1;
	cell[4 * 5] = 64;
	for (unsigned i = 0; i < BANKS; i++) {
		const uint32_t end = 100 * (i + 1) + (i > 4 ? 300 : 0);
		const uint32_t words[6] = {end - 1,  end - 100, UNITS_LAST | banks[i].flags,
					   8u << 16, 0,		banks[i].counted};

		tw_event(&w, 0, end, 1, 0);
		units_block(&w, end, 9, 0, words, banks[i].counts, 8);
		faults[banks[i].fault]++;
	}
	tw_write(&w);
	cell[4 * 7 + 1] = 0;
	r = report_of(&w, NULL);
	u = &r->node[0].unit[0];
	ck_assert_uint_eq(u->banks, faults[BLOCK_FAULTS]);
	for (unsigned i = 0; i < BLOCK_FAULTS; i++)
		ck_assert_uint_eq(u->faults[i], faults[i]);
	ck_assert_uint_eq(u->counted, 603);
	ck_assert(!u->whole);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A record that the end of the file cuts off, and one that cannot be: holes, and no block. */
START_TEST(test_units_damaged_records)
{
	static const uint32_t counts[8] = {1, 2, 3, 4};
	struct gno_report *r;
	struct tw w;

	units_begin_run(&w, 32);
	tw_event(&w, 0, 10, 1, 0);
	/* a count that 16 bits cannot hold */
	units_block(&w, 10, 9, 0, (const uint32_t[]){9, 0, UNITS_LAST, 8u << 16, 0, 0x10000},
		    (const uint32_t[8]){0x10000}, 8);
	for (unsigned i = 0; i < 4; i++)
		tw_event(&w, 0, 20 + i, 1, 0);
	units_block(&w, 23, 9, 0, (const uint32_t[]){19, 10, UNITS_LAST, 8u << 16, 0, 10}, counts,
		    8);
	units_block(&w, 23, 9, 0, (const uint32_t[]){29, 20, UNITS_LAST, 8u << 16, 0, 10}, counts,
		    8);
	w.node[0].len -= 12;
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->node[0].holes, 2);
	ck_assert(!r->node[0].hole[0].cut_off && r->node[0].hole[1].cut_off);
	ck_assert_uint_eq(r->node[0].unit[0].banks, 1);
	ck_assert_uint_eq(r->node[0].unit[0].bank[0].head.began, 10);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Whether the counts of a bank are those that were written. */
static bool as_written(const struct report_unit *u, size_t i, bool big)
{
	static const uint32_t small[2][8] = {{1, 2, 3, 4}, {0, 0, 0, 0, 0, 0, 0, 5}};
	const uint64_t *count = report_unit_counts(u, i);
	bool first = true, second = true;

	for (unsigned k = 0; k < u->counts; k++) {
		first &= count[k] == (big ? 1 : small[0][k]);
		second &= count[k] == (big ? 1 : small[1][k]);
	}
	return first || second;
}

/* Any wrong byte: no bank with other counts is shown, and a bank that is not shown is reported. */
START_TEST(test_units_damage_is_no_data)
{
	static const uint32_t small[2][8] = {{1, 2, 3, 4}, {0, 0, 0, 0, 0, 0, 0, 5}};
	static const uint8_t flips[] = {0x01, 0x84};
	unsigned lost = 0;
	struct tw w;

	units_begin_run(&w, 32);
	tw_event(&w, 0, 1000, 1, 0);
	units_block(&w, 1000, 9, 1, (const uint32_t[]){900, 0, 0, 64u << 16 | 0, 0, 128},
		    units_ones, 64);
	units_block(&w, 1000, 9, 0, (const uint32_t[]){899, 0, UNITS_LAST, 8u << 16, 0, 10},
		    small[0], 8);
	units_block(&w, 1000, 9, 1, (const uint32_t[]){900, 0, UNITS_LAST, 64u << 16 | 64, 0, 128},
		    units_ones, 64);
	for (unsigned i = 1; i < 5; i++)
		tw_event(&w, 0, 1000 + i, 1, 0);
	units_block(&w, 1004, 9, 0, (const uint32_t[]){1002, 900, UNITS_LAST, 8u << 16, 0, 5},
		    small[1], 8);
	tw_flush(&w, 0, 1005);
	for (size_t pos = TW_HEADER; pos < w.node[0].len; pos++)
		for (size_t f = 0; f < sizeof(flips); f++) {
			struct gno_report *r;
			uint64_t shown = 0, told;

			w.node[0].data[pos] ^= flips[f];
			tw_write(&w);
			w.node[0].data[pos] ^= flips[f];
			r = report_of(&w, NULL);
			told = r->node[0].holes;
			for (unsigned unit = 0; unit < 2; unit++) {
				const struct report_unit *u = &r->node[0].unit[unit];

				for (size_t i = 0; i < u->banks; i++)
					ck_assert_msg(as_written(u, i, unit),
						      "%zu^%02x: bank %zu of unit %u", pos,
						      flips[f], i, unit);
				for (unsigned i = 0; i < BLOCK_FAULTS; i++)
					told += u->faults[i];
				told += u->missing;
				shown += u->banks;
			}
			ck_assert_msg(shown == 3 || told, "%zu^%02x: nothing is reported", pos,
				      flips[f]);
			ck_assert_uint_ge(shown, 1);
			lost += shown < 3;
			gno_report_free(r);
		}
	ck_assert_uint_gt(lost, 500);
	tw_end(&w);
}
END_TEST

/* 16 bits of time: epochs of banks that began long ago, or ended after the record before them. */
START_TEST(test_units_times)
{
	static const uint32_t counts[8] = {1};
	const struct report_unit *u;
	struct gno_report *r;
	struct tw w;

	units_begin_run(&w, 16);
	/* half periods of 32768: began 0, ended 70000 = 2 * 32768 + 4464 */
	tw_event(&w, 0, 70100, 1, 0);
	units_block(&w, 70100 & 0xffff, 9, 0,
		    (const uint32_t[]){4464, 0, 2 | UNITS_LAST, 8u << 16, 0, 1}, counts, 8);
	/* ended in half period 2, as the record before is in 3 */
	tw_event(&w, 0, 110000, 1, 0);
	units_block(
	    &w, 110000 & 0xffff, 9, 0,
	    (const uint32_t[]){90000 & 0xffff, 70001 & 0xffff, 0x0202 | UNITS_LAST, 8u << 16, 0, 1},
	    counts, 8);
	/* 9900000 = 302 * 32768 + 4064, 302 = 0x12e; began in 2; the record before it came in 301
	 */
	tw_event(&w, 0, 9898000, 1, 0);
	units_block(&w, 9898000 & 0xffff, 9, 0,
		    (const uint32_t[]){9900000 & 0xffff, 90001 & 0xffff, 0x022e | UNITS_LAST,
				       8u << 16, 0, 1},
		    counts, 8);
	/* a late one of 152 half periods: from 303 to 455, 0x12f and 0x1c7 */
	tw_event(&w, 0, 455ull * 32768 + 20, 2, UNITS_SAMPLED);
	units_sample(&w, (455ull * 32768 + 20) & 0xffff, 2,
		     (const uint32_t[10]){0, 0, 0, 0, 7, (455u * 32768 + 20) & 0x7fffff, 5, 7000000,
					  1u << 16});
	units_block(&w, (455ull * 32768 + 20) & 0xffff, 9, 0,
		    (const uint32_t[]){0x8000 | 9, 0x8000 | 8, 0x2fc7 | UNITS_LAST | UNITS_LATE,
				       8u << 16, 1, 1},
		    counts, 8);
	tw_write(&w);
	r = report_of(&w, NULL);
	u = &r->node[0].unit[0];
	ck_assert_uint_eq(r->node[0].holes, 0);
	ck_assert_uint_eq(u->banks, 4);
	ck_assert_uint_eq(u->missing, 0);
	ck_assert_uint_eq(u->bank[0].head.began, 0);
	ck_assert_uint_eq(u->bank[0].head.ended, 70000);
	ck_assert_uint_eq(u->bank[1].head.ended, 90000);
	ck_assert_uint_eq(u->bank[2].head.ended, 9900000);
	/* 8 bits cover the last 256 half periods: it could have begun 44 before, but the other
	 * ended 300 before */
	ck_assert_uint_eq(u->bank[2].head.began, 90001);
	ck_assert_uint_eq(u->bank[3].head.began, 303u * 32768 + 8);
	ck_assert_uint_eq(u->bank[3].head.ended, 455u * 32768 + 9);
	/* of 23 bits: the largest came with the sample or 2^23 before, the smallest can only have
	 * come then
	 */
	ck_assert(r->sample[0].extreme[0].v.largest_time == GNO_TIME_UNKNOWN);
	ck_assert_uint_eq(r->sample[0].extreme[0].v.smallest_time, 7000000);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* In pieces of the last banks and samples only, or of the first. */
START_TEST(test_units_latest)
{
	struct gno_report_options o = {.columns = 20, .samples = 1, .latest = true};
	const struct gno_block *before;
	struct gno_report *r;
	struct gno_err err;
	struct tw w;

	units_write(&w);
	ck_assert_int_eq(gno_report_build(w.dir, &o, &r, &err), GNO_OK);
	ck_assert_uint_eq(r->samples, 1);
	ck_assert_uint_eq(r->sample[0].from, 102);
	ck_assert_uint_eq(r->sample[0].pair[0].b_min, 20);
	ck_assert_uint_eq(r->node[0].unit[0].banks, 1);
	ck_assert_uint_eq(r->node[0].unit[0].bank[0].head.began, 200);
	ck_assert_uint_eq(r->node[0].unit[0].counted, 15);
	ck_assert_uint_eq(report_unit_before(&r->node[0].unit[2], 0, &before)[0], 60);
	ck_assert_uint_eq(before->ended, 100);
	gno_report_free(r);
	o.samples = 2;
	ck_assert_int_eq(gno_report_build(w.dir, &o, &r, &err), GNO_OK);
	ck_assert_uint_eq(r->samples, 2);
	ck_assert_uint_eq(r->sample[0].pair[1].b_min, 1);
	ck_assert_uint_eq(r->sample[1].pair[0].b_min, 20);
	ck_assert(r->sample[1].extreme[0].v.any && !r->sample[0].extreme[0].v.any);
	gno_report_free(r);
	o.samples = 1;
	o.latest = false;
	ck_assert_int_eq(gno_report_build(w.dir, &o, &r, &err), GNO_OK);
	ck_assert_uint_eq(r->samples, 1);
	ck_assert_uint_eq(r->sample[0].from, 0);
	ck_assert_uint_eq(r->node[0].unit[0].banks, 1);
	ck_assert_uint_eq(r->node[0].unit[0].bank[0].head.began, 0);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A sample that could not be taken is none of the counters either. */
START_TEST(test_units_unsampled)
{
	static const uint32_t none[10] = {0};
	struct gno_report *r;
	struct tw w;

	units_begin_run(&w, 32);
	tw_event(&w, 0, 100, 2, UNITS_SAMPLED);
	units_sample(&w, 100, 2, none);
	tw_event(&w, 0, 101, 2, UNITS_UNSAMPLED);
	tw_event(&w, 0, 150, 2, UNITS_SAMPLED | UNITS_UNSAMPLED);
	units_sample(&w, 150, 2, none);
	tw_flush(&w, 0, 299);
	units_sample(&w, 299, 0, none);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->node[0].unsampled, 1);
	ck_assert_uint_eq(r->node[0].unsnapped, 2);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("report_units", NULL, NULL,
			 TESTS({test_units_buckets}, {test_units_counters}, {test_units_unsampled},
			       {test_units_extremes_and_gate}, {test_units_damaged_blocks},
			       {test_units_impossible_counts}, {test_units_damaged_records},
			       {test_units_damage_is_no_data}, {test_units_times},
			       {test_units_latest}));
}
