/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/suite.h"
#include "common/errors.h"
#include "read/trace.h"
#include "merged.h"
#include "trace_all.h"
#include "trace_writer.h"

START_TEST(test_trace_has_all_nodes)
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
	ck_assert_uint_eq(got.r[3].offset, TW_HEADER + 8);
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
				time = time / half *
				       half; /* at the very change, before its time beat */
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

/* Events in a row across the change of the top bit: the time beat waits for a clock without one. */
START_TEST(test_trace_late_beat)
{
	static struct all got;
	struct tw w;

	tw_begin(&w, 1, 16, 0, 0);
	for (uint64_t t = 0x7ffe; t < 0x8004; t++) {
		w.node[0].half = t >> 15; /* delays the time beat */
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

/* No room for time beats while nothing happened: the epoch leaps without a gap. */
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

/* Records of a CAPTURE line, in time that wraps; what cannot be one is skipped. */
START_TEST(test_trace_rounds)
{
	static struct all got;
	struct tw w;

	tw_begin(&w, 1, 8, 0, 0);
	w.triggers = w.interrupt = 1;
	tw_line(&w, 0, 100, TW_BEGAN, 1, 0x12345678, 0);
	tw_line(&w, 0, 1000, TW_ENDED, 3, 0x123459fc, 900);
	tw_line(&w, 0, 1001, TW_BEGAN, 0, 0x123459fc, 7); /* a begin has no length */
	tw_event(&w, 0, 1002, 1, 0);
	tw_line(&w, 0, 1003, TW_BEGAN, 2, 0x123459fc, 0); /* and is not late */
	tw_event(&w, 0, 1004, 1, 0);
	tw_line(&w, 0, 1005, 8, 0, 0, 0); /* the global trigger has no such record */
	tw_flush(&w, 0, 1010);
	tw_write(&w);
	read_all(&w, &got);
	for (size_t k = 0, lines = 0; k < got.n; k++) {
		const struct gno_record *r = &got.r[k];

		ck_assert_uint_eq(r->kind == GNO_KIND_HOLE,
				  k && got.r[k - 1].time >= 1000 &&
				      got.r[k - 1].kind != GNO_KIND_HOLE &&
				      r->kind != GNO_KIND_EVENT && r->kind != GNO_KIND_FLUSH);
		if (r->kind != GNO_KIND_LINE)
			continue;
		ck_assert_uint_eq(r->time, lines ? 1000 : 100);
		ck_assert_uint_eq(r->code, lines ? TW_ENDED : TW_BEGAN);
		ck_assert_int_eq(r->began, !lines);
		ck_assert(r->own);
		ck_assert_int_eq(r->late, lines == 1);
		ck_assert_uint_eq(r->paused, lines ? 0x123459fc : 0x12345678);
		ck_assert_uint_eq(r->length, lines ? 900 : 0);
		ck_assert_uint_eq(r->aux, 0);
		ck_assert_uint_le(++lines, 2);
	}
	ck_assert_uint_eq(got.r[got.n - 1].kind, GNO_KIND_FLUSH);
	tw_end(&w);
}
END_TEST

START_TEST(test_trace_samples)
{
	for (int compressed = 0; compressed < 2; compressed++) {
		const uint32_t counts[] = {7, 20, 1000, 5000, 0, 31};
		struct gno_record r;
		struct gno_trace *t;
		struct merged m;
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
		merged_begin(&m, t);
		while (merged_next(&m, &r, &err) > 0) {
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
		merged_end(&m);
		gno_trace_close(t);
		tw_end(&w);
	}
}
END_TEST

/* Everything that can fire in one clock, in the order of the records, and times over wraps. */
START_TEST(test_trace_all_that_fires)
{
	static const unsigned kinds[] = {GNO_KIND_EVENT, GNO_KIND_TRIGGER, GNO_KIND_TRIGGER,
					 GNO_KIND_DATUM, GNO_KIND_WORD,	   GNO_KIND_LOAD};
	const struct tw_datum d = {.page = 15,
				   .sub = 63,
				   .data = 0xdeadbeef,
				   .process = 0xffff,
				   .runnable = 0xff,
				   .flags = 9,
				   .pc = 0x80000004,
				   .process_time = 0xfffffffe};
	static struct all got;

	for (unsigned port = 2; port <= 3; port++) {
		uint64_t t = 77;
		size_t n = 0;
		struct tw w;

		tw_begin(&w, 1, 16, 0, 0);
		w.triggers = 1;
		w.port = port;
		for (unsigned i = 0; i < 500; i++, t += 0x6fff) {
			tw_event(&w, 0, t, 15, 0);
			tw_trigger(&w, 0, t, 0, 0);
			tw_trigger(&w, 0, t, 5, 0);
			tw_datum(&w, 0, t, &d);
			tw_word(&w, 0, t, 0x7fffffff, 12);
			tw_load(&w, 0, t, i % 2);
		}
		tw_flush(&w, 0, t);
		tw_write(&w);
		read_all(&w, &got);
		for (size_t i = 0; i < got.n; i++) {
			const struct gno_record *r = &got.r[i];

			if (r->kind == GNO_KIND_SYNC || r->kind == GNO_KIND_BEAT ||
			    r->kind == GNO_KIND_FLUSH)
				continue;
			ck_assert_uint_eq(r->kind, kinds[n % 6]);
			ck_assert_uint_eq(r->time, 77 + n / 6 * 0x6fff);
			ck_assert_uint_eq(r->code,
					  ((unsigned[]){15, 0, 5, 63, 0, n / 6 % 2})[n % 6]);
			ck_assert_uint_eq(r->aux, ((unsigned[]){0, 0, 0, 9, 12, 0})[n % 6]);
			ck_assert_uint_eq(r->word, n % 6 == 4 ? 0x7fffffff : 0);
			ck_assert_uint_eq(r->data, n % 6 == 3 ? d.data : 0);
			ck_assert_uint_eq(r->page, n % 6 == 3 ? 15 : 0);
			ck_assert_uint_eq(r->process, n % 6 == 3 ? 0xffff : 0);
			ck_assert_uint_eq(r->runnable, n % 6 == 3 ? 0xff : 0);
			ck_assert_uint_eq(r->pc, n % 6 == 3 && port == 3 ? d.pc : 0);
			ck_assert_uint_eq(r->process_time,
					  n % 6 == 3 && port == 3 ? d.process_time : 0);
			n++;
		}
		ck_assert_uint_eq(n, 3000);
		ck_assert_uint_eq(got.r[got.n - 1].time, t);
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
			ck_assert_uint_eq(got.r[k].offset, TW_HEADER + 8 + 8 * events);
			events++;
		}
	ck_assert_uint_eq(events, 4500);
	tw_end(&w);
}
END_TEST

/* Bytes behind the size in the journal are not valid; missing ones are reported. */
START_TEST(test_trace_journal_sizes)
{
	static struct all got;
	struct gno_trace *t;
	struct gno_err err;
	struct tw w;

	tw_begin(&w, 1, 32, 0, 0);
	tw_event(&w, 0, 10, 1, 0);
	tw_event(&w, 0, 20, 2, 0);
	tw_event(&w, 0, 30, 3, 0);
	tw_write(&w);
	for (unsigned size = 0; size <= 40; size += 8) {
		FILE *f = fopen(tw_path(&w, "run.json"), "w");

		ck_assert_ptr_nonnull(f);
		fprintf(f, "{\"gnomon\":3,\"run\":%u,\"nodes\":[{\"size\":%u}]}", w.run,
			TW_HEADER + size);
		fclose(f);
		read_all(&w, &got);
		ck_assert_uint_eq(got.n, size < 32 ? size / 8 : 4);
		ck_assert_int_eq(gno_trace_open(w.dir, &t, &err), GNO_OK);
		ck_assert_uint_eq(gno_stream_missing(gno_trace_stream(t, 0)), size > 32 ? 8 : 0);
		gno_trace_close(t);
	}
	tw_end(&w);
}
END_TEST

/* A file that becomes shorter while it is read is a failure with words, wherever that happens. */
START_TEST(test_trace_file_that_shrinks)
{
	static struct gno_batch b;
	struct gno_trace *t;
	struct gno_err err;
	struct tw w;
	int rc;

	tw_begin(&w, 1, 32, 0, 0);
	for (unsigned i = 0; i < 200000; i++)
		tw_event(&w, 0, 10 + 100 * i, 1, 0);
	for (unsigned batches = 0; batches < 150; batches += 49) {
		tw_write(&w);
		ck_assert_int_eq(gno_trace_open(w.dir, &t, &err), GNO_OK);
		for (unsigned i = 0; i < batches; i++)
			ck_assert_int_eq(gno_stream_read(gno_trace_stream(t, 0), &b, &err), 1);
		ck_assert_int_eq(truncate(tw_path(&w, "trace/node_0"), batches ? 20000 : 0), 0);
		while ((rc = gno_stream_read(gno_trace_stream(t, 0), &b, &err)) > 0)
			;
		ck_assert_int_eq(rc, GNO_ERR_IO);
		ck_assert_ptr_nonnull(
		    strstr(err.text, "node_0': it became shorter while it was read"));
		gno_trace_close(t);
	}
	tw_end(&w);
}
END_TEST

START_TEST(test_trace_two_nodes_with_one_file)
{
	struct tw w;

	tw_begin(&w, 2, 32, 0, 0);
	tw_write(&w);
	ck_assert_int_eq(unlink(tw_path(&w, "trace/node_1")), 0);
	ck_assert_int_eq(symlink("node_0", tw_path(&w, "trace/node_1")), 0);
	expect_fault(&w, GNO_ERR_MISMATCH, "stream class is 0, that of node 'core1' is 1");
	ck_assert_int_eq(truncate(tw_path(&w, "trace/node_0"), 0), 0); /* as after the start */
	expect_fault(&w, GNO_ERR_FORMAT, "are one file: nodes 'core0' and 'core1'");
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
	w.node[0].len = TW_HEADER; /* the sync was overwritten */
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

/* A recorder that froze records the time again with the flush only. */
START_TEST(test_trace_wrap_frozen)
{
	/* half periods and times in them of two events, and of the flush */
	static const struct {
		unsigned half[3];
		uint32_t in[3];
	} cases[] = {
	    {{19, 19, 20}, {6767, 7000, 3765}}, {{19, 19, 21}, {6767, 7000, 3765}},
	    {{18, 19, 21}, {6767, 7000, 3765}}, {{18, 18, 20}, {6767, 7000, 6999}},
	    {{19, 20, 22}, {6767, 7000, 3765}}, {{20, 21, 21}, {6767, 3000, 3765}},
	    {{255, 255, 256}, {10, 7000, 20}},	{{0, 0, 1}, {10, 20, 3}},
	};
	static struct all got;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		uint64_t time[3];
		struct tw w;

		for (unsigned k = 0; k < 3; k++)
			time[k] = (uint64_t)cases[i].half[k] * 0x2000 + cases[i].in[k];
		tw_begin(&w, 1, 14, 0, 0);
		w.mode = "wrap";
		w.node[0].len = TW_HEADER; /* the sync was overwritten */
		for (unsigned k = 0; k < 2; k++)
			tw_words(&w, 0, (const uint32_t[]){time[k] & 0x3fff, 1 | 1 << 16}, 2);
		tw_words(&w, 0,
			 (const uint32_t[]){time[2] & 0x3fff,
					    6 | (cases[i].half[2] & 0xff) << 16 | w.run << 24},
			 2);
		tw_write(&w);
		read_all(&w, &got);
		ck_assert_uint_eq(got.n, 3);
		for (unsigned k = 0; k < 3; k++)
			ck_assert_msg(got.r[k].kind == (k < 2 ? GNO_KIND_EVENT : GNO_KIND_FLUSH) &&
					  got.r[k].time % 0x200000 == time[k] % 0x200000,
				      "case %zu, record %u: kind %u, time %llu", i, k,
				      got.r[k].kind, (unsigned long long)got.r[k].time);
		tw_end(&w);
	}
}
END_TEST

START_TEST(test_trace_refuses_another_run)
{
	struct gno_record r;
	struct gno_trace *t;
	struct merged m;
	struct gno_err err;
	struct tw w;
	int rc;

	tw_begin(&w, 2, 32, 0, 0);
	tw_event(&w, 1, 100, 1, 0);
	tw_flush(&w, 1, 200);
	w.run = 206;
	tw_write(&w);
	expect_fault(&w, GNO_ERR_MISMATCH, "left over from run 205, run.json names run 206");

	/* a second run behind the first */
	w.run = 205;
	tw_words(&w, 1, (const uint32_t[]){0, 5 | 1 << 8 | 78u << 24, 50, 6 | 1 << 8 | 78u << 24},
		 4);
	tw_write(&w);
	ck_assert_int_eq(gno_trace_open(w.dir, &t, &err), GNO_OK);
	merged_begin(&m, t);
	while ((rc = merged_next(&m, &r, &err)) > 0)
		;
	ck_assert_int_eq(rc, GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(strstr(err.text, "run (78) begin at offset 72"));
	merged_end(&m);
	gno_trace_close(t);
	tw_end(&w);
}
END_TEST

START_TEST(test_trace_refuses_another_node)
{
	struct tw w;

	tw_begin(&w, 2, 32, 0, 0);
	tw_event(&w, 0, 100, 1, 0);
	tw_flush(&w, 0, 200);
	tw_flush(&w, 1, 200);
	w.node[0].data[TW_HEADER + 5] = 1; /* the sync */
	w.node[0].data[TW_HEADER + 8 + 5] = 1;
	tw_write(&w);
	expect_fault(&w, GNO_ERR_MISMATCH, "records are those of node 'core1', not of 'core0'");
	tw_end(&w);
}
END_TEST

START_TEST(test_trace_refuses_foreign_folders)
{
	struct tw w;

	tw_begin(&w, 2, 32, 0, 0);
	expect_fault(&w, GNO_ERR_FORMAT, "run directory is not whole");
	tw_write(&w);
	w.node[1].data[4] = 0;		   /* stream class */
	w.node[1].data[TW_HEADER + 5] = 0; /* the node that the records name */
	tw_write(&w);
	expect_fault(&w, GNO_ERR_MISMATCH, "stream class is 0, that of node 'core1' is 1");
	w.node[1].data[0] = 0x7f;
	tw_write(&w);
	expect_fault(&w, GNO_ERR_FORMAT, "not a stream of gnomon");
	ck_assert_int_eq(unlink(tw_path(&w, "trace/node_1")), 0);
	expect_fault(&w, GNO_ERR_IO, "cannot open");
	ck_assert_int_eq(unlink(tw_path(&w, "run.json")), 0);
	expect_fault(&w, GNO_ERR_FORMAT, "has no run.json");
	tw_end(&w);
	expect_fault(&w, GNO_ERR_IO, "cannot open");
	strcpy(w.dir, "/etc");
	expect_fault(&w, GNO_ERR_FORMAT, "not a run directory");
	strcpy(w.dir, "/etc/passwd");
	expect_fault(&w, GNO_ERR_FORMAT, "not a run directory");
}
END_TEST

START_TEST(test_trace_refuses_bad_run_json)
{
	static const char *const texts[] = {
	    "{\"gnomon\":3,\"state\":\"loaded\"}",
	    "{",
	    "{}",
	    "[]",
	    "{\"gnomon\":2,\"run\":1}",
	    "{\"gnomon\":3,\"run\":256}",
	    "{\"gnomon\":3,\"run\":\"1\"}",
	    "{\"gnomon\":3,\"run\":205,\"nodes\":[{\"size\":-5}]}",
	    "{\"gnomon\":3,\"run\":205,\"holes\":-1}",
	    "{\"gnomon\":3,\"run\":205,\"model\":1}",
	};
	struct tw w;

	tw_begin(&w, 1, 32, 0, 0);
	tw_write(&w);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		FILE *f = fopen(tw_path(&w, "run.json"), "w");

		ck_assert_ptr_nonnull(f);
		fputs(texts[i], f);
		fclose(f);
		expect_fault(&w, i ? GNO_ERR_FORMAT : GNO_ERR_STATE,
			     i ? "run.json" : "never started");
	}
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests(
	    "trace", NULL, NULL,
	    TESTS({test_trace_has_all_nodes}, {test_trace_extends_times}, {test_trace_late_beat},
		  {test_trace_epoch_leaps}, {test_trace_rounds}, {test_trace_samples},
		  {test_trace_all_that_fires}, {test_trace_batches_join},
		  {test_trace_journal_sizes}, {test_trace_file_that_shrinks},
		  {test_trace_two_nodes_with_one_file}, {test_trace_wrap_mode},
		  {test_trace_wrap_frozen}, {test_trace_refuses_another_run},
		  {test_trace_refuses_another_node}, {test_trace_refuses_foreign_folders},
		  {test_trace_refuses_bad_run_json}));
}
