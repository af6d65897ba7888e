/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gnomon/error.h"
#include "gnomon/trace.h"
#include "trace_writer.h"

#define MAX_RECORDS 5000

/* All that the iterator yields; pairs are not kept. */
struct all {
	struct gno_record r[MAX_RECORDS];
	size_t n;
};

static void read_all(const struct tw *w, struct all *out)
{
	struct gno_trace *t;
	struct gno_err err;
	int rc;

	rc = gno_trace_open(w->dir, &t, &err);
	ck_assert_msg(rc == GNO_OK, "%s", err.text);
	out->n = 0;
	while ((rc = gno_trace_next(t, &out->r[out->n], &err)) > 0) {
		out->n++;
		ck_assert_uint_lt(out->n, MAX_RECORDS);
	}
	ck_assert_msg(rc == 0, "%s", err.text);
	gno_trace_close(t);
}

static int same(const struct gno_record *a, const struct gno_record *b)
{
	return a->time == b->time && a->node == b->node && a->kind == b->kind && a->code == b->code &&
	       a->aux == b->aux && a->to == b->to && a->lost == b->lost;
}

static void expect_fault(const struct tw *w, int code, const char *part)
{
	struct gno_trace *t;
	struct gno_err err = {0};

	ck_assert_int_eq(gno_trace_open(w->dir, &t, &err), code);
	ck_assert_ptr_null(t);
	ck_assert_msg(strstr(err.text, part) != NULL, "'%s' is not in '%s'", part, err.text);
}

START_TEST(test_trace_merges_in_order_of_time)
{
	static struct all got;
	struct tw w;

	tw_begin(&w, 3, 32, 0, 0);
	tw_event(&w, 0, 10, 1, 0);
	tw_event(&w, 1, 5, 2, 0);
	tw_event(&w, 2, 10, 3, 4);
	tw_event(&w, 0, 20, 4, 1);
	for (unsigned k = 0; k < 3; k++)
		tw_flush(&w, k, 30);
	tw_write(&w);
	read_all(&w, &got);
	ck_assert_uint_eq(got.n, 10);
	ck_assert_uint_eq(got.r[2].node, 2);
	ck_assert_uint_eq(got.r[3].time, 5);
	ck_assert_uint_eq(got.r[3].node, 1);
	ck_assert_uint_eq(got.r[3].offset, 16);
	ck_assert_uint_eq(got.r[4].node, 0);
	ck_assert_uint_eq(got.r[5].node, 2);
	ck_assert_uint_eq(got.r[5].code, 3);
	ck_assert_uint_eq(got.r[5].aux, 4);
	ck_assert_uint_eq(got.r[6].time, 20);
	ck_assert_uint_eq(got.r[9].kind, GNO_KIND_FLUSH);
	tw_end(&w);
}
END_TEST

/* Times over many wraps, near and far apart, up to beyond the 256th half period. */
START_TEST(test_trace_extends_times)
{
	static const unsigned widths[] = {12, 16, 31, 32};
	static struct all got;

	for (size_t i = 0; i < sizeof(widths) / sizeof(*widths); i++) {
		uint64_t half = 1ull << (widths[i] - 1);
		uint64_t want[600], time = 1;
		size_t n = 0, events = 0;
		struct tw w;

		tw_begin(&w, 1, widths[i], 0, 0);
		while (n < 600) {
			want[n] = time;
			tw_event(&w, 0, time, 1 + n % 15, 0);
			n++;
			time += n % 3 ? n * 5 % (half / 4) : half - 1 + n % 2;
			if (n % 50 == 0)
				time += 3 * half;
			if (n % 60 == 0)
				time = time / half * half; /* at the very change, before its beat */
			if (time < want[n - 1])
				time = want[n - 1];
		}
		tw_flush(&w, 0, time);
		tw_write(&w);
		read_all(&w, &got);
		for (size_t k = 0; k < got.n; k++) {
			ck_assert_uint_ne(got.r[k].kind, GNO_KIND_HOLE);
			if (got.r[k].kind == GNO_KIND_EVENT)
				ck_assert_uint_eq(got.r[k].time, want[events++]);
		}
		ck_assert_uint_eq(events, n);
		ck_assert_uint_eq(got.r[got.n - 1].time, time);
		tw_end(&w);
	}
}
END_TEST

/* Events in a row across the change of the top bit: the beat waits for a clock without one. */
START_TEST(test_trace_late_beat)
{
	static struct all got;
	struct tw w;

	tw_begin(&w, 1, 16, 0, 0);
	for (uint64_t t = 0x7ffe; t < 0x8004; t++) {
		w.node[0].half = t >> 15; /* holds the beat back */
		tw_event(&w, 0, t, 1, 0);
	}
	tw_beat(&w, 0, 0x8004);
	tw_flush(&w, 0, 0x8010);
	tw_write(&w);
	read_all(&w, &got);
	ck_assert_uint_eq(got.n, 9);
	for (size_t k = 1; k < 8; k++)
		ck_assert_uint_eq(got.r[k].time, 0x7ffe + k - 1);
	ck_assert_uint_eq(got.r[8].time, 0x8010);
	tw_end(&w);
}
END_TEST

/* No room for beats while nothing happened: the epoch leaps without a gap. */
START_TEST(test_trace_epoch_leaps)
{
	static struct all got;
	struct tw w;

	tw_begin(&w, 1, 16, 0, 0);
	tw_event(&w, 0, 100, 1, 0);
	tw_beat(&w, 0, 7 * 0x8000 + 50);
	tw_event(&w, 0, 7 * 0x8000 + 60, 1, 0);
	tw_event(&w, 0, 9 * 0x8000 + 70, 1, 0);
	tw_flush(&w, 0, 9 * 0x8000 + 80);
	tw_write(&w);
	read_all(&w, &got);
	ck_assert_uint_eq(got.n, 8);
	ck_assert_uint_eq(got.r[3].time, 7 * 0x8000 + 60);
	ck_assert_uint_eq(got.r[6].time, 9 * 0x8000 + 70);
	tw_end(&w);
}
END_TEST

START_TEST(test_trace_gaps)
{
	static const uint64_t lengths[] = {0, 1, 0x7000, 0x8000, 0x10000, 0x12345, 0x80000, 255 * 0x8000};
	static struct all got;

	for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
		uint64_t to = 1100 + lengths[i];
		struct tw w;

		tw_begin(&w, 1, 16, 0, 0);
		tw_event(&w, 0, 1000, 1, 0);
		tw_gap(&w, 0, 1100, to, 42);
		tw_event(&w, 0, to + 5, 2, 0);
		tw_flush(&w, 0, to + 10);
		tw_write(&w);
		read_all(&w, &got);
		ck_assert_uint_eq(got.n, 6);
		ck_assert_uint_eq(got.r[2].kind, GNO_KIND_GAP);
		ck_assert_uint_eq(got.r[2].time, 1100);
		ck_assert_uint_eq(got.r[2].to, to);
		ck_assert_uint_eq(got.r[2].lost, 42);
		ck_assert_uint_eq(got.r[4].time, to + 5);
		ck_assert_uint_eq(got.r[5].time, to + 10);
		tw_end(&w);
	}
}
END_TEST

START_TEST(test_trace_samples)
{
	for (int compressed = 0; compressed < 2; compressed++) {
		const uint32_t counts[] = {7, 20, 1000, 5000, 0, 31};
		struct gno_record r;
		struct gno_trace *t;
		struct gno_err err;
		unsigned seen = 0;
		struct tw w;

		tw_begin(&w, 1, 32, 3, compressed);
		tw_event(&w, 0, 10, 4, 2);
		tw_ratio(&w, 0, 10, 4, counts);
		tw_flush(&w, 0, 20);
		tw_ratio(&w, 0, 20, 0, counts);
		tw_write(&w);
		ck_assert_int_eq(gno_trace_open(w.dir, &t, &err), GNO_OK);
		while (gno_trace_next(t, &r, &err) > 0) {
			if (r.kind != GNO_KIND_RATIO)
				continue;
			ck_assert_uint_eq(r.code, seen ? 0 : 4);
			seen++;
			ck_assert_uint_eq(r.pairs, 3);
			for (unsigned p = 0; p < 3; p++) {
				ck_assert_uint_le(r.pair[p].a_min, counts[2 * p]);
				ck_assert_uint_ge(r.pair[p].a_max, counts[2 * p]);
				ck_assert_uint_le(r.pair[p].b_min, counts[2 * p + 1]);
				ck_assert_uint_ge(r.pair[p].b_max, counts[2 * p + 1]);
				if (!compressed || counts[2 * p + 1] < 32)
					ck_assert_uint_eq(r.pair[p].a_min, r.pair[p].a_max);
				else
					ck_assert_uint_lt(r.pair[p].a_min, r.pair[p].a_max);
			}
		}
		ck_assert_uint_eq(seen, 2);
		gno_trace_close(t);
		tw_end(&w);
	}
}
END_TEST

/* Batches end at any place: many records, so that those kept back at their ends are read twice. */
START_TEST(test_trace_batches_join)
{
	static struct all got;
	size_t events = 0;
	struct tw w;

	tw_begin(&w, 1, 32, 0, 0);
	for (unsigned i = 0; i < 4500; i++)
		tw_event(&w, 0, 10 + i / 2, 1 + i % 15, 0);
	tw_write(&w);
	read_all(&w, &got);
	for (size_t k = 0; k < got.n; k++)
		if (got.r[k].kind == GNO_KIND_EVENT) {
			ck_assert_uint_eq(got.r[k].time, 10 + events / 2);
			ck_assert_uint_eq(got.r[k].code, 1 + events % 15);
			ck_assert_uint_eq(got.r[k].offset, 16 + 8 * events);
			events++;
		}
	ck_assert_uint_eq(events, 4500);
	tw_end(&w);
}
END_TEST

/* A trace with all kinds of records. */
static void write_mixed(struct tw *w, unsigned time_bits)
{
	const uint32_t counts[] = {300, 70000, 12, 25};
	uint64_t half = 1ull << (time_bits - 1);
	uint64_t t = 40;

	tw_begin(w, 2, time_bits, 2, 0);
	for (unsigned i = 0; i < 40; i++) {
		int sampled = i % 5 == 3;

		tw_event(w, 1, t, 1 + i % 15, sampled ? 2 : 0);
		if (sampled)
			tw_ratio(w, 1, t, 1 + i % 15, counts);
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
 * Every byte of the records, one after the other, takes several wrong values. Every record but the damaged
 * one must come, as it was; if the damaged one does not come, a hole must tell where. Where a damaged time
 * stays between its neighbours nobody can see it; where it falls among the records before it, one of two may
 * be given up.
 */
START_TEST(test_trace_damage_costs_itself_only)
{
	static const uint8_t flips[] = {0x01, 0x02, 0x10, 0x80, 0xff};
	static struct all want, got;
	unsigned others = 0, cases = 0;
	struct tw w;
	size_t len;

	write_mixed(&w, _i);
	tw_write(&w);
	read_all(&w, &want);
	len = w.node[1].len;
	for (size_t pos = 8; pos < len; pos++)
		for (size_t f = 0; f < sizeof(flips); f++) {
			size_t matched = 0, missing = 0, holes = 0, foreign = 0, mine = 0;

			if (pos == len - 24 - 2)
				continue; /* epoch of the flush: nothing comes after it to tell against it */
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
					ck_assert_msg(got.r[i].bytes <= 56, "%zu^%02x: hole of %u at %u", pos,
						      flips[f], (unsigned)got.r[i].bytes,
						      (unsigned)got.r[i].offset);
					continue;
				}
				if (got.r[i].node != 1) {
					matched++;
					continue;
				}
				at = at_offset(&want, got.r[i].offset);
				ck_assert_msg(at < want.n, "%zu^%02x: no record at %u", pos, flips[f],
					      (unsigned)got.r[i].offset);
				if (same(&got.r[i], &want.r[at]))
					matched++;
				else if (want.r[at].offset <= pos && at + 1 <= want.n &&
					 pos < want.r[at].offset + 32)
					mine++;
				else
					foreign++;
			}
			missing = want.n - matched;
			ck_assert_msg(!foreign, "%zu^%02x: %zu other records changed", pos, flips[f],
				      foreign);
			ck_assert_uint_le(mine, 1);
			ck_assert_msg(missing <= 2, "%zu^%02x: %zu records missing", pos, flips[f], missing);
			if (missing > mine)
				ck_assert_uint_ge(holes, 1);
			others += missing > 1;
		}
	printf("damage, %d bits: %u cases, another record fell in %u\n", _i, cases, others);
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
		read_all(&w, &want);
		place = 8 + 8 * 50 + 3;
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

/* Every length of the file: whole records are read, the rest is told of. */
START_TEST(test_trace_cut_off)
{
	static struct all want, got;
	struct tw w;
	size_t len;

	write_mixed(&w, 32);
	tw_write(&w);
	read_all(&w, &want);
	len = w.node[1].len;
	for (size_t cut = 8; cut < len; cut++) {
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
			uint64_t bytes = want.r[i].kind == GNO_KIND_RATIO ? 24
					 : want.r[i].kind == GNO_KIND_GAP ? 16
									  : 8;

			whole += want.r[i].node == 1 && want.r[i].offset + bytes <= cut;
		}
		ck_assert_msg(mine == whole, "cut at %zu: %zu records, not %zu", cut, mine, whole);
		ck_assert_uint_le(holes, 1);
	}
	w.node[1].len = 5;
	tw_write(&w);
	expect_fault(&w, GNO_ERR_FORMAT, "cut off in its first 8 bytes");
	tw_end(&w);
}
END_TEST

START_TEST(test_trace_wrap_mode)
{
	static struct all got;
	struct tw w;
	uint64_t base = 5 * 0x8000;

	tw_begin(&w, 1, 16, 0, 0);
	w.mode = "wrap";
	w.node[0].len = 8; /* the sync was overwritten */
	w.node[0].half = 5;
	tw_event(&w, 0, base + 100, 1, 0);
	tw_event(&w, 0, base + 0x8000 + 5, 2, 0);
	tw_flush(&w, 0, base + 0x8000 + 10);
	tw_write(&w);
	read_all(&w, &got);
	ck_assert_uint_eq(got.n, 4);
	ck_assert_uint_eq(got.r[0].time, base + 100);
	ck_assert_uint_eq(got.r[3].time, base + 0x8000 + 10);
	tw_end(&w);
}
END_TEST

START_TEST(test_trace_refuses_another_run)
{
	struct gno_record r;
	struct gno_trace *t;
	struct gno_err err;
	struct tw w;
	int rc;

	tw_begin(&w, 2, 32, 0, 0);
	tw_event(&w, 1, 100, 1, 0);
	tw_flush(&w, 1, 200);
	w.run = 78;
	tw_write(&w);
	expect_fault(&w, GNO_ERR_MISMATCH, "left over from run 77, run.json tells of run 78");

	/* a second run behind the first */
	w.run = 77;
	tw_words(&w, 1, (const uint32_t[]){0, 5 | 1 << 8 | 78u << 24}, 2);
	tw_write(&w);
	ck_assert_int_eq(gno_trace_open(w.dir, &t, &err), GNO_OK);
	while ((rc = gno_trace_next(t, &r, &err)) > 0)
		;
	ck_assert_int_eq(rc, GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(strstr(err.text, "run (78) begin at offset 32"));
	gno_trace_close(t);
	tw_end(&w);
}
END_TEST

START_TEST(test_trace_refuses_foreign_folders)
{
	struct tw w;

	tw_begin(&w, 2, 32, 0, 0);
	expect_fault(&w, GNO_ERR_FORMAT, "run directory is not whole");
	tw_write(&w);
	w.node[1].data[4] = 0; /* stream class */
	tw_write(&w);
	expect_fault(&w, GNO_ERR_MISMATCH, "stream class is 0, that of node 'core1' is 1");
	w.node[1].data[0] = 0x7f;
	tw_write(&w);
	expect_fault(&w, GNO_ERR_FORMAT, "no stream of gnomon");
	ck_assert_int_eq(unlink(tw_path(&w, "trace/node_1")), 0);
	expect_fault(&w, GNO_ERR_IO, "cannot open");
	ck_assert_int_eq(unlink(tw_path(&w, "run.json")), 0);
	expect_fault(&w, GNO_ERR_FORMAT, "has no run.json");
	tw_end(&w);
	expect_fault(&w, GNO_ERR_IO, "cannot open");
	strcpy(w.dir, "/etc");
	expect_fault(&w, GNO_ERR_FORMAT, "no run directory");
	strcpy(w.dir, "/etc/passwd");
	expect_fault(&w, GNO_ERR_FORMAT, "no run directory");
}
END_TEST

START_TEST(test_trace_refuses_bad_run_json)
{
	static const char *const texts[] = {"{", "{}", "{\"run\":256}", "{\"run\":\"1\"}", "[]"};
	struct tw w;

	tw_begin(&w, 1, 32, 0, 0);
	tw_write(&w);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		FILE *f = fopen(tw_path(&w, "run.json"), "w");

		ck_assert_ptr_nonnull(f);
		fputs(texts[i], f);
		fclose(f);
		expect_fault(&w, GNO_ERR_FORMAT, "run.json");
	}
	tw_end(&w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("trace");
	TCase *tc = tcase_create("trace");
	SRunner *sr;
	int failed;

	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, test_trace_merges_in_order_of_time);
	tcase_add_test(tc, test_trace_extends_times);
	tcase_add_test(tc, test_trace_late_beat);
	tcase_add_test(tc, test_trace_epoch_leaps);
	tcase_add_test(tc, test_trace_gaps);
	tcase_add_test(tc, test_trace_samples);
	tcase_add_test(tc, test_trace_batches_join);
	tcase_add_loop_test(tc, test_trace_damage_costs_itself_only, 16, 17);
	tcase_add_loop_test(tc, test_trace_damage_costs_itself_only, 32, 33);
	tcase_add_test(tc, test_trace_moved_grid);
	tcase_add_test(tc, test_trace_garbage_inside);
	tcase_add_test(tc, test_trace_cut_off);
	tcase_add_test(tc, test_trace_wrap_mode);
	tcase_add_test(tc, test_trace_refuses_another_run);
	tcase_add_test(tc, test_trace_refuses_foreign_folders);
	tcase_add_test(tc, test_trace_refuses_bad_run_json);
	suite_add_tcase(s, tc);
	sr = srunner_create(s);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
