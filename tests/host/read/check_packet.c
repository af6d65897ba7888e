/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets against two readers that share no code with their writer, babeltrace2 and the truth:
 * records of a monitor that is modelled with times of 64 bits, drained in pieces that fail and are
 * killed at random. A third reader follows the drain.
 */
#include <check.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/suite.h"
#include "read/trace.h"
#include "run/stream_file.h"
#include "read/open_trace.h"
#include "merged.h"
#include "trace_writer.h"

#define RECORDS 6000
#define RUN 205
#define WORDS 16

enum shape { PLAIN, LONG_GAPS, FROZEN, BEGINS_WITH_GAP, SHAPES };

/* A record, its true time, and the time at which a gap ended. */
struct made {
	uint32_t w[WORDS];
	unsigned words;
	uint64_t time, to;
};

struct monitor {
	unsigned bits;
	uint64_t now, half; /* half: of the last time beat */
	uint32_t seed;
	bool begins_with_gap;
	struct made record[RECORDS + 16];
	unsigned count;
};

/* What babeltrace2 printed. */
struct printed {
	uint64_t time[RECORDS + 16];
	unsigned count;
	uint64_t discarded;
	unsigned warnings;
	uint64_t from[RECORDS], to[RECORDS]; /* of the warnings */
};

static struct monitor mon;
static struct printed shown;

static uint32_t rnd(uint32_t below)
{
	mon.seed = mon.seed * 1664525 + 1013904223;
	return (uint32_t)((uint64_t)(mon.seed >> 8) * below >> 24);
}

static struct made *put(unsigned kind, unsigned code, unsigned aux, unsigned words)
{
	struct made *r = &mon.record[mon.count++];

	memset(r, 0, sizeof(*r));
	r->time = mon.now;
	r->words = words;
	r->w[0] = (uint32_t)(mon.now & ((1ull << mon.bits) - 1));
	r->w[1] = kind | (code & 0xff) << 16 | aux << 24;
	return r;
}

static void put_beat(void)
{
	mon.half = mon.now >> (mon.bits - 1);
	put(4, (unsigned)mon.half, RUN, 2);
}

/* Time passes, with its time beats. */
static void pass(uint64_t cycles)
{
	uint64_t end = mon.now + cycles;

	while (mon.half < end >> (mon.bits - 1)) {
		mon.now = (mon.half + 1) << (mon.bits - 1);
		put_beat();
	}
	mon.now = end;
}

/* Records are lost; then some come, each in the next cycle, before there is room for the time
 * beat. */
static void put_gap(uint64_t cycles, unsigned lost)
{
	struct made *r =
	    put(3, (unsigned)(mon.now >> (mon.bits - 1)), rnd(2) ? RUN : RUN & 0x7f, 4);
	unsigned late = rnd(5);

	mon.now += cycles;
	r->to = mon.now;
	r->w[2] = (uint32_t)(mon.now & ((1ull << (mon.bits < 25 ? mon.bits + 7 : 32)) - 1));
	r->w[3] = lost;
	while (late-- > 0) {
		mon.now++;
		put(1, 1 + rnd(15), 0, 2);
	}
	mon.now++;
	put_beat();
}

static uint64_t long_time(void)
{
	return ((uint64_t)rnd(240) << (mon.bits - 1)) + rnd(1u << (mon.bits - 2));
}

/* An event, perhaps with a sample of the same time. */
static void put_event(void)
{
	unsigned sampled = rnd(4) == 0;
	struct made *r = put(1, 1 + rnd(15), sampled ? 2 : 0, 2);

	if (!sampled)
		return;
	r = put(2, mon.record[mon.count - 1].w[1] >> 16 & 0xff, 8, 10);
	for (unsigned i = 2; i < 10; i++)
		r->w[i] = i % 2 ? 1000000 : rnd(1000);
}

static void run_monitor(unsigned bits, enum shape shape, uint32_t seed)
{
	mon = (struct monitor){.bits = bits, .seed = seed};
	put(5, 0, RUN, 2);
	if (shape == BEGINS_WITH_GAP || shape == FROZEN) {
		mon.count = 0; /* what came before was overwritten */
		mon.now = rnd(1u << (bits - 1));
		mon.begins_with_gap = shape == BEGINS_WITH_GAP;
		if (shape == BEGINS_WITH_GAP)
			put_gap(long_time(), 1 + rnd(100));
	}
	while (mon.count < RECORDS - 20) {
		if (rnd(3))
			put_event();
		if (shape == PLAIN || rnd(200))
			pass(1 + rnd(1u << (bits / 2)));
		else if (shape == LONG_GAPS || shape == BEGINS_WITH_GAP)
			put_gap(rnd(3) ? long_time() : rnd(50), rnd(1000));
		else
			pass(1 + rnd(1u << (bits - 2)));
	}
	if (shape == FROZEN)
		mon.now += long_time(); /* time beats are not recorded any more */
	mon.half = mon.now >> (bits - 1);
	put(6, (unsigned)mon.half, RUN, 2);
}

static void write_metadata(const struct tw *w, unsigned bits)
{
	FILE *f = fopen(tw_path(w, "trace/metadata"), "w");

	ck_assert_ptr_nonnull(f);
	fprintf(
	    f,
	    "/* CTF 1.8 */\n"
	    "typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
	    "typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
	    "typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n"
	    "trace { major = 1; minor = 8; byte_order = le; packet.header := struct { uint32_t magic; uint32_t stream_id; }; };\n"
	    "clock { name = c; freq = 1000000000; offset = 0; };\n"
	    "typealias integer { size = 64; align = 8; map = clock.c.value; } := cycle_t;\n"
	    "stream { id = 0; packet.context := struct { cycle_t timestamp_begin; cycle_t timestamp_end; uint64_t content_size; uint64_t packet_size; uint64_t events_discarded; };\n"
	    "event.header := struct { integer { size = %u; align = 64; map = clock.c.value; } t; integer { size = 8; align = 32; } id; }; };\n",
	    bits);
	for (unsigned kind = 1; kind < 7; kind++)
		fprintf(
		    f,
		    "event { name = \"k%u\"; id = %u; stream_id = 0; fields := struct { uint8_t node; uint8_t code; uint8_t aux; %s}; };\n",
		    kind, kind,
		    kind == 2	? "uint64_t p[4]; "
		    : kind == 3 ? "uint32_t to; uint32_t lost; "
				: "");
	ck_assert_int_eq(fclose(f), 0);
}

static uint64_t nanoseconds(const char *text)
{
	unsigned h, m, s, n;

	ck_assert_int_eq(sscanf(text, "[%u:%u:%u.%u]", &h, &m, &s, &n), 4);
	return ((h * 60ull + m) * 60 + s) * 1000000000 + n;
}

static void take_warning(const char *line)
{
	const char *from = strchr(line, '[');
	unsigned long long n;

	if (!strstr(line, "WARNING: Tracer "))
		return;
	ck_assert_msg(sscanf(line, " WARNING: Tracer discarded %llu event", &n) == 1, "%s", line);
	shown.discarded += n;
	shown.from[shown.warnings] = nanoseconds(from);
	shown.to[shown.warnings++] = nanoseconds(strchr(from + 1, '['));
}

static void babeltrace(const struct tw *w)
{
	char command[384], line[512];
	FILE *f;

	snprintf(command, sizeof(command),
		 "TZ=UTC babeltrace2 --clock-cycles --no-delta %s/trace >%s/out 2>%s/warnings",
		 w->dir, w->dir, w->dir);
	shown.count = shown.warnings = 0;
	shown.discarded = 0;
	ck_assert_int_eq(system(command), 0);
	f = fopen(tw_path(w, "out"), "r");
	ck_assert_ptr_nonnull(f);
	while (fgets(line, sizeof(line), f)) {
		ck_assert_uint_lt(shown.count, RECORDS + 16);
		shown.time[shown.count++] = strtoull(line + 1, NULL, 10);
	}
	fclose(f);
	f = fopen(tw_path(w, "warnings"), "r");
	ck_assert_ptr_nonnull(f);
	while (fgets(line, sizeof(line), f))
		take_warning(line);
	fclose(f);
}

/* What the drain has committed. */
static void write_journal(const struct tw *w, const struct gno_run *run, const char *state)
{
	FILE *f = fopen(tw_path(w, "run.new"), "w");
	char path[128];

	ck_assert_ptr_nonnull(f);
	fprintf(f,
		"{\"gnomon\":3,\"run\":%d,\"state\":\"%s\",\"nodes\":[{\"size\":%" PRIu64
		",\"packet\":{\"offset\":%" PRIu64 "}}]}",
		RUN, state, run->node[0].size, run->node[0].mark.at);
	fclose(f);
	snprintf(path, sizeof(path), "%s/run.json", w->dir);
	ck_assert_int_eq(rename(tw_path(w, "run.new"), path), 0);
}

/* A reader that follows a drain. */
struct follower {
	struct gno_trace *t;
	struct merged all;
	unsigned seen, looks;
};

/* What has come is as it was made, at the true times, although later records tell some of them. */
static void follow(struct follower *f, const struct tw *w, unsigned count)
{
	unsigned unknown = mon.begins_with_gap;
	struct gno_record r;
	struct gno_err err;
	int rc;

	if (!f->t) {
		ck_assert_msg(!gno_trace_follow(w->dir, &f->t, &err), "%s", err.text);
		merged_begin(&f->all, f->t);
	}
	ck_assert_msg(gno_trace_refresh(f->t, &err) >= 0, "%s", err.text);
	f->looks++;
	for (; (rc = merged_next(&f->all, &r, &err)) > 0; f->seen++) {
		const struct made *m = &mon.record[f->seen];

		ck_assert_msg(f->seen < count,
			      "behind record %u: kind %u, offset %" PRIu64 ", bytes %" PRIu64,
			      count, r.kind, r.offset, r.bytes);
		ck_assert_msg(r.kind == (m->w[1] & 0xff), "record %u of %u: kind %u", f->seen,
			      count, r.kind);
		ck_assert_msg(f->seen < unknown || r.time == m->time,
			      "record %u at %" PRIu64 ", not %" PRIu64, f->seen, r.time, m->time);
		if (r.kind == GNO_KIND_GAP)
			ck_assert_uint_eq(r.to, m->to);
	}
	ck_assert_msg(!rc, "%s", err.text);
	/* nothing is held back where a gap's times are in its record */
	if (mon.bits == 24)
		ck_assert(f->seen == count || mon.record[0].w[1] % 256 != GNO_KIND_SYNC);
}

/* All has come, and each byte was read once, but for what was not all there at some look. */
static void end_follow(struct follower *f, const struct gno_run *run)
{
	ck_assert_uint_eq(f->seen, mon.count);
	ck_assert_uint_le(f->t->stream[0].in->asked,
			  run->node[0].size + f->looks * (GNO_PACKET_PAGE + 2 * GNO_PACKET_HEADER));
	merged_end(&f->all);
	gno_trace_close(f->t);
}

/* Both readers see the first `count` records, at the same times; `exact`: at the true ones. */
static void check_readers(const struct tw *w, const struct gno_run *run, unsigned count, bool exact)
{
	unsigned unknown = mon.begins_with_gap; /* when its first record was, nobody knows */
	struct gno_trace *t;
	struct merged all;
	struct gno_record r;
	struct gno_err err;
	unsigned gaps = 0, i = 0;
	uint64_t lost = 0;
	int rc;

	write_journal(w, run, exact ? "complete" : "running");
	babeltrace(w);
	ck_assert_uint_ge(shown.count, count);
	ck_assert_msg(!gno_trace_open(w->dir, &t, &err), "%s", err.text);
	merged_begin(&all, t);
	for (; (rc = merged_next(&all, &r, &err)) > 0; i++) {
		const struct made *m = &mon.record[i];

		ck_assert_uint_lt(i, count);
		ck_assert_uint_eq(r.kind, m->w[1] & 0xff);
		ck_assert_msg(shown.time[i] == r.time,
			      "record %u: %" PRIu64 ", and gnomon has %" PRIu64, i, shown.time[i],
			      r.time);
		ck_assert_msg(!exact || i < unknown || r.time == m->time,
			      "record %u at %" PRIu64 ", not %" PRIu64, i, r.time, m->time);
		if (r.kind != GNO_KIND_GAP)
			continue;
		ck_assert_msg(!exact || r.to == m->to,
			      "gap %u to %" PRIu64 ", not %" PRIu64 " from %" PRIu64, i, r.to,
			      m->to, r.time);
		lost += m->w[3];
		if (!m->w[3])
			continue;
		if (exact) {
			ck_assert(i < unknown || shown.from[gaps] == m->time);
			ck_assert_uint_eq(shown.to[gaps], m->to);
		}
		gaps++;
	}
	ck_assert_msg(!rc, "%s", err.text);
	ck_assert_uint_eq(i, count);
	if (exact) {
		ck_assert_uint_eq(shown.count, count);
		ck_assert_uint_eq(shown.discarded, lost);
		ck_assert_uint_eq(shown.warnings, gaps);
	}
	merged_end(&all);
	gno_trace_close(t);
}

/* Times of all records, whole or drained in pieces with failures between them. */
static void drain(struct tw *w, bool pieces)
{
	char path[128];
	struct gno_stream_file f = {.fd = -1};
	struct gno_run_node node = {0};
	struct gno_run run = {.dir = w->dir, .node = &node};
	struct follower follower = {0};
	unsigned kept = 0, next = 0, looks = 0, kills = 0;
	struct gno_err err;

	snprintf(path, sizeof(path), "%s/trace/node_0", w->dir);
	ck_assert_int_eq(truncate(path, 0), 0);
	ck_assert_msg(!gno_manifest_load(tw_path(w, "manifest.json"), &run.m, &err), "%s",
		      err.text);
	ck_assert_msg(!gno_stream_file_open(&f, strdup(path), &run, 0, &err), "%s", err.text);
	while (kept < mon.count) {
		unsigned piece = pieces ? 1 + rnd(rnd(4) ? 60 : 900) : mon.count,
			 what = pieces ? rnd(8) : 7;

		for (; piece && next < mon.count; piece--, next++)
			ck_assert(!gno_packer_add(&f.packer, mon.record[next].w,
						  mon.record[next].words, &err));
		ck_assert_msg(!gno_stream_file_write(&f, &err), "%s", err.text);
		if (what > 1) { /* the journal counts it */
			node.size = f.packer.at;
			node.mark = f.packer.mark;
			gno_stream_file_commit(&f);
			kept = next;
			write_journal(w, &run, "running");
			if (rnd(3))
				follow(&follower, w, kept);
			if (!rnd(20) && looks++ < 4)
				check_readers(w, &run, kept, false);
			continue;
		}
		if (what == 1) /* the journal fails */
			gno_stream_file_roll_back(&f);
		if (!rnd(5) && kills++ < 4)
			check_readers(w, &run, kept, false);
		gno_stream_file_close(&f); /* and this drain ends */
		f = (struct gno_stream_file){.fd = -1};
		next = kept;
		ck_assert_msg(!gno_stream_file_open(&f, strdup(path), &run, 0, &err), "%s",
			      err.text);
	}
	gno_stream_file_close(&f);
	check_readers(w, &run, mon.count, true);
	follow(&follower, w, mon.count);
	end_follow(&follower, &run);
	gno_manifest_free(run.m);
}

static const unsigned widths[] = {12, 16, 24, 32};

START_TEST(test_packets_have_the_true_times)
{
	unsigned bits = widths[_i % 4];
	struct tw w;

	tw_begin(&w, 1, bits, 4, 0);
	w.mode = _i / 4 == FROZEN ? "wrap" : "stream";
	tw_write(&w);
	write_metadata(&w, bits);
	for (unsigned seed = 0; seed < 2; seed++) {
		run_monitor(bits, (enum shape)(_i / 4), 17 * (unsigned)_i + seed);
		drain(&w, seed);
	}
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("packet", NULL, NULL,
			 TESTS({test_packets_have_the_true_times, 4 * SHAPES}));
}
