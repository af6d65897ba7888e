/* SPDX-License-Identifier: Apache-2.0 */
/* Traces that are damaged: every byte, cut off, left out, put in. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "common/errors.h"
#include "read/trace.h"
#include "trace_all.h"
#include "trace_writer.h"

/* A trace with all kinds of records. */
static void write_mixed(struct tw *w, unsigned time_bits)
{
	const uint32_t counts[] = {300, 70000, 12, 25};
	uint64_t half = 1ull << (time_bits - 1);
	uint64_t t = 40;

	tw_begin(w, 2, time_bits, 2, 0);
	w->triggers = 1;
	w->port = 3;
	for (unsigned i = 0; i < 40; i++) {
		int sampled = i % 5 == 3;

		tw_event(w, 1, t, 1 + i % 15, sampled ? 2 : 0);
		if (sampled)
			tw_ratio(w, 1, t, 1 + i % 15, counts);
		if (i % 4 == 1)
			tw_trigger(w, 1, t, i % 6, 8);
		if (i % 6 == 2)
			tw_datum(w, 1, t,
				 &(struct tw_datum){.page = 1 + i % 3,
						    .sub = i,
						    .data = 0xc0de0000 + i,
						    .process = 300 + i,
						    .runnable = 7,
						    .pc = 0x80001000 + 4 * i,
						    .process_time = 3000000 * i});
		if (i % 7 == 3)
			tw_word(w, 1, t, 0x7654ff00 + i, 0);
		if (i == 20 || i == 22)
			tw_load(w, 1, t, i / 22);
		t += 37 + i * 13 % 101;
		if (i % 13 == 7) {
			tw_gap(w, 1, t, t + half / 3, 5);
			t += half / 3 + 400;
		}
		if (i % 9 == 8)
			t += half - 300;
	}
	tw_flush(w, 1, t);
	tw_ratio(w, 1, t, 0, counts);
	tw_flush(w, 0, t);
	tw_ratio(w, 0, t, 0, counts);
}

/* Index in `a` of the record at that offset, or a.n. */
static size_t at_offset(const struct all *a, uint64_t offset)
{
	size_t i;

	for (i = 0; i < a->n; i++)
		if (a->r[i].node == 1 && a->r[i].offset == offset)
			break;
	return i;
}

/*
 * Every byte of the records, one after the other, takes several wrong values. Every record but the
 * damaged one must come, as it was; if the damaged one does not come, a hole must state where.
 * Where a damaged time stays between its neighbours nobody can see it; where it falls among the
 * records before it, one of two may be given up.
 */
START_TEST(test_trace_damage_costs_itself_only)
{
	static const uint8_t flips[] = {0x01, 0x02, 0x10, 0x80, 0xff};
	static struct all want, got;
	unsigned others = 0, cases = 0;
	int bits = 16 * (_i + 1);
	struct tw w;
	size_t len;

	write_mixed(&w, bits);
	tw_write(&w);
	w.sealed = 1;
	read_all(&w, &want);
	len = w.node[1].len;
	for (size_t pos = TW_HEADER; pos < len; pos++)
		for (size_t f = 0; f < sizeof(flips); f++) {
			size_t matched = 0, missing = 0, holes = 0, foreign = 0, mine = 0;

			if (pos == len - 24 - 2)
				/* epoch of the flush: nothing after it contradicts it */
				continue;
			w.node[1].data[pos] ^= flips[f];
			tw_write(&w);
			w.node[1].data[pos] ^= flips[f];
			read_all(&w, &got);
			cases++;
			for (size_t i = 0; i < got.n; i++) {
				size_t at;

				if (got.r[i].kind == GNO_KIND_HOLE) {
					holes++;
					ck_assert_uint_eq(got.r[i].node, 1);
					ck_assert_uint_gt(got.r[i].bytes, 0);
					ck_assert_msg(got.r[i].bytes <= 56,
						      "%zu^%02x: hole of %u at %u", pos, flips[f],
						      (unsigned)got.r[i].bytes,
						      (unsigned)got.r[i].offset);
					continue;
				}
				if (got.r[i].node != 1) {
					matched++;
					continue;
				}
				at = at_offset(&want, got.r[i].offset);
				ck_assert_msg(at < want.n, "%zu^%02x: no record at %u", pos,
					      flips[f], (unsigned)got.r[i].offset);
				if (same(&got.r[i], &want.r[at]))
					matched++;
				else if (want.r[at].offset <= pos && at + 1 <= want.n &&
					 pos < want.r[at].offset + 32)
					mine++;
				else
					foreign++;
			}
			missing = want.n - matched;
			ck_assert_msg(!foreign, "%zu^%02x: %zu other records changed", pos,
				      flips[f], foreign);
			ck_assert_uint_le(mine, 1);
			ck_assert_msg(missing <= 2, "%zu^%02x: %zu records missing", pos, flips[f],
				      missing);
			if (missing > mine)
				ck_assert_msg(
				    holes >= 1,
				    "%zu^%02x: %zu missing, %zu changed, no hole, %zu left", pos,
				    flips[f], missing, mine, len - pos);
			others += missing > 1;
		}
	printf("damage, %d bits: %u cases, another record fell in %u\n", bits, cases, others);
	ck_assert_msg(others * 30 <= cases, "%u of %u cases cost another record", others, cases);
	tw_end(&w);
}
END_TEST

/* Bytes left out or put in: the grid moves, and the reader with it. */
START_TEST(test_trace_moved_grid)
{
	static struct all want, got;
	struct tw w;

	for (int delta = -9; delta <= 9; delta++) {
		size_t lost = 0, holes = 0, foreign = 0, next = 0, k, place;

		if (!delta)
			continue;
		tw_begin(&w, 2, 32, 0, 0);
		for (unsigned i = 0; i < 200; i++)
			tw_event(&w, 1, 1000 + 300 * i, 1 + i % 15, i % 3);
		tw_flush(&w, 1, 100000);
		tw_write(&w);
		w.sealed = 1;
		read_all(&w, &want);
		place = TW_HEADER + 8 * 50 + 3;
		if (delta < 0) {
			memmove(w.node[1].data + place, w.node[1].data + place + -delta,
				w.node[1].len - place - (size_t)-delta);
			w.node[1].len -= (size_t)-delta;
		} else {
			tw_words(&w, 1, (const uint32_t[]){0, 0, 0}, 3); /* makes room */
			w.node[1].len -= 12;
			memmove(w.node[1].data + place + delta, w.node[1].data + place,
				w.node[1].len - place);
			memset(w.node[1].data + place, 0x5a, (size_t)delta);
			w.node[1].len += (size_t)delta;
		}
		tw_write(&w);
		read_all(&w, &got);
		for (size_t i = 0; i < got.n; i++) {
			if (got.r[i].kind == GNO_KIND_HOLE) {
				holes++;
				continue;
			}
			for (k = next; k < want.n && !same(&got.r[i], &want.r[k]); k++)
				;
			if (k == want.n) {
				foreign++;
				continue;
			}
			lost += k - next;
			next = k + 1;
		}
		/* what is left of two records may look like one */
		ck_assert_msg(foreign <= 1, "%+d: %zu foreign records", delta, foreign);
		ck_assert_msg(holes == (delta != -8), "%+d: %zu holes", delta, holes);
		ck_assert_msg(lost <= 3, "%+d: %zu records lost", delta, lost);
		tw_end(&w);
	}
}
END_TEST

START_TEST(test_trace_garbage_inside)
{
	static struct all want, got;
	size_t k = 0, holes = 0;
	struct tw w;

	tw_begin(&w, 1, 32, 0, 0);
	for (unsigned i = 0; i < 1000; i++)
		tw_event(&w, 0, 1000 + 300 * i, 1 + i % 15, 0);
	tw_flush(&w, 0, 1000000);
	tw_write(&w);
	read_all(&w, &want);
	for (unsigned i = 0; i < 512; i++)
		w.node[0].data[2048 + i] = (uint8_t)(i * 37 >> 2);
	tw_write(&w);
	read_all(&w, &got);
	for (size_t i = 0; i < got.n; i++) {
		if (got.r[i].kind == GNO_KIND_HOLE) {
			holes++;
			ck_assert_uint_eq(got.r[i].offset, 2048);
			ck_assert_uint_eq(got.r[i].bytes, 512);
			ck_assert_uint_eq(got.r[i].to, want.r[k + 64].time);
			k += 64;
			continue;
		}
		ck_assert(same(&got.r[i], &want.r[k]));
		k++;
	}
	ck_assert_uint_eq(holes, 1);
	ck_assert_uint_eq(k, want.n);
	tw_end(&w);
}
END_TEST

/* Every length of the file: whole records are read, the rest is reported. */
START_TEST(test_trace_cut_off)
{
	static struct all want, got;
	struct tw w;
	size_t len;

	write_mixed(&w, 32);
	tw_write(&w);
	w.sealed = 1;
	read_all(&w, &want);
	len = w.node[1].len;
	for (size_t cut = TW_HEADER; cut < len; cut++) {
		size_t whole = 0, holes = 0, mine = 0;

		w.node[1].len = cut;
		tw_write(&w);
		read_all(&w, &got);
		for (size_t i = 0; i < got.n; i++)
			if (got.r[i].kind == GNO_KIND_HOLE) {
				holes++;
				ck_assert_int_eq(got.r[i].cut_off, 1);
				ck_assert_uint_eq(got.r[i].offset + got.r[i].bytes, cut);
			} else if (got.r[i].node == 1) {
				mine++;
			}
		for (size_t i = 0; i < want.n; i++) {
			uint64_t bytes = 8;

			if (want.r[i].kind == GNO_KIND_RATIO || want.r[i].kind == GNO_KIND_DATUM)
				bytes = 24;
			else if (want.r[i].kind == GNO_KIND_GAP || want.r[i].kind == GNO_KIND_WORD)
				bytes = 16;
			whole += want.r[i].node == 1 && want.r[i].offset + bytes <= cut;
		}
		ck_assert_msg(mine == whole, "cut at %zu: %zu records, not %zu", cut, mine, whole);
		ck_assert_uint_le(holes, 1);
	}
	w.node[1].len = 5; /* within the first header */
	tw_write(&w);
	read_all(&w, &got);
	ck_assert_uint_eq(got.r[1].kind, GNO_KIND_HOLE);
	ck_assert_uint_eq(got.r[1].node, 1);
	ck_assert_uint_eq(got.r[1].bytes, 5);
	w.node[1].data[0] ^= 1;
	tw_write(&w);
	expect_fault(&w, GNO_ERR_FORMAT, "not a stream of gnomon");
	tw_end(&w);
}
END_TEST

/*
 * A stretch of other bytes costs what lies in it: its end and what comes behind it have their
 * times, in the half period of the whole run as well as in others.
 */
START_TEST(test_trace_damaged_stretch)
{
	static struct all want, got;
	static const uint8_t pattern[] = {0xff, 0xa5, 0x5a, 0x3c, 0x99};
	unsigned bits = 8 * (unsigned)(_i + 2), moved = 0;
	struct tw w;
	size_t len;

	srand(bits);
	tw_begin(&w, 1, bits, 0, 0);
	w.port = 3;
	for (unsigned i = 0; i < 400; i++)
		tw_datum(&w, 0, 100 + 97 * i,
			 &(struct tw_datum){.page = 4,
					    .data = (uint32_t)rand(),
					    .process = 1, /* its word is like an event's */
					    .runnable = 2,
					    .pc = 4 * i,
					    .process_time = 0x3838a2});
	tw_flush(&w, 0, 100 + 97 * 400);
	tw_write(&w);
	w.sealed = 1;
	read_all(&w, &want);
	len = w.node[0].len;
	for (unsigned round = 0; round < 300; round++) {
		size_t bytes = 8 + (size_t)rand() % 93, at;
		uint8_t kept[100];

		at = TW_HEADER + 200 + (size_t)rand() % (len - TW_HEADER - 800);
		if (round % 2 == 0) { /* a record's tail, and half of the one behind it */
			at = (size_t)want.r[1 + round].offset + 16;
			bytes = 20;
		}
		memcpy(kept, w.node[0].data + at, bytes);
		for (size_t i = 0; i < bytes; i++)
			w.node[0].data[at + i] =
			    round % 2 ? (uint8_t)(rand() >> 8) : pattern[i % sizeof(pattern)];
		tw_write(&w);
		read_all(&w, &got);
		memcpy(w.node[0].data + at, kept, bytes);
		ck_assert_uint_eq(got.r[got.n - 1].kind, GNO_KIND_FLUSH);
		moved += got.r[got.n - 1].time != want.r[want.n - 1].time;
	}
	ck_assert_uint_eq(moved, 0);
	tw_end(&w);
}
END_TEST

/* What is there of a record that was cut off is no record, whatever it looks like. */
START_TEST(test_trace_tail_like_records)
{
	static struct all got;
	struct tw w;
	uint32_t event;
	size_t begin;

	tw_begin(&w, 1, 32, 0, 0);
	w.port = 3;
	for (unsigned i = 0; i < 5; i++)
		tw_event(&w, 0, 100 + i, 2, 0);
	begin = w.node[0].len;
	memcpy(&event, w.node[0].data + begin - sizeof(event), sizeof(event));
	tw_datum(&w, 0, 200,
		 &(struct tw_datum){.page = 1,
				    .data = 300,
				    .process = event & 0xffff,
				    .runnable = event >> 16,
				    .pc = 400,
				    .process_time = event});
	tw_write(&w);
	read_all(&w, &got);
	ck_assert_uint_eq(got.n, 7);
	ck_assert_uint_eq(got.r[6].kind, GNO_KIND_DATUM);
	for (unsigned there = 1; there < 24; there++) {
		w.node[0].len = begin + there;
		tw_write(&w);
		read_all(&w, &got);
		ck_assert_msg(got.n == 7, "%u bytes: %zu records", there, got.n);
		ck_assert_uint_eq(got.r[5].time, 104);
		ck_assert_uint_eq(got.r[6].kind, GNO_KIND_HOLE);
		ck_assert_uint_eq(got.r[6].bytes, there);
		ck_assert_int_eq(got.r[6].cut_off, 1);
	}
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("trace_damage", NULL, NULL,
			 TESTS({test_trace_damage_costs_itself_only, 2}, {test_trace_moved_grid},
			       {test_trace_garbage_inside}, {test_trace_cut_off},
			       {test_trace_damaged_stretch, 3}, {test_trace_tail_like_records}));
}
