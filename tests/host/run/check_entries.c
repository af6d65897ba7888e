/* SPDX-License-Identifier: Apache-2.0 */

/* The trace buffer of the single form with triggers: entries become the records that a monitor of
 * the alone form would have sent. */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "entries/entries.h"
#include "run/open_run.h"
#include "run/sink.h"
#include "run_fixture.h"
#include "tests/suite.h"

#define WRAP "buffer: { wrap: { after: 10 } }\n"

static struct entries made;
static struct gno_run *run;
static struct gno_sink *sink;
static struct gno_err err;
static uint32_t seed;

static void begin(bool entries, const char *lines)
{
	char text[256];

	snprintf(text, sizeof(text),
		 "gnomon: 1\nmanifest: m.json\npoints:\n  a: { address: 0x100 }\n%s", lines);
	fx_setup_seven(entries);
	fx_load_text(text);
	fx_start();
	run = fx_open_run();
	ck_assert_msg(!gno_sink_open(run, &sink, &err), "%s", err.text);
}

static void end(void)
{
	gno_sink_close(sink);
	gno_run_close(run);
	fx_teardown();
}

/* The slot up to which a drain reads that wants to read up to `to`. */
static size_t readable(size_t to)
{
	return to && made.slot[to - 1].followed ? to + 1 : to;
}

/* As the next drain does. */
static void open_again(void)
{
	gno_sink_close(sink);
	gno_run_close(run);
	run = fx_open_run();
	ck_assert_msg(!gno_sink_open(run, &sink, &err), "%s", err.text);
}

static void feed(size_t from, size_t to)
{
	for (; from < to; from++)
		ck_assert_msg(!gno_sink_feed(sink, (const uint8_t *)made.slot[from].word, 1, &err),
			      "%s", err.text);
}

static void commit(void)
{
	ck_assert_msg(!gno_sink_commit(sink, &err), "%s", err.text);
}

/* The file of the node's stream; the caller's. */
static char *stream(size_t *len)
{
	return folder_read(&fx.folder, "run/trace/node_0", len);
}

/* The file that a monitor of the alone form makes of the same records, and its progress. */
static char *as_alone(size_t *len, struct gno_progress *progress)
{
	char *data;

	begin(false, "");
	ck_assert_msg(
	    !gno_sink_feed(sink, (const uint8_t *)made.record, (unsigned)(made.words / 2), &err),
	    "%s", err.text);
	ck_assert(gno_sink_done(sink));
	commit();
	*progress = run->progress;
	data = stream(len);
	end();
	return data;
}

/* What came of entries is as it would be from a monitor of the alone form. */
static void check_as_alone(void)
{
	struct gno_progress alone, now = run->progress;
	size_t len, wanted;
	char *data, *want;

	ck_assert(gno_sink_done(sink));
	ck_assert_uint_eq(now.position, made.slots);
	data = stream(&len);
	end();
	want = as_alone(&wanted, &alone);
	ck_assert_uint_eq(len, wanted);
	ck_assert_int_eq(memcmp(data, want, len), 0);
	ck_assert_uint_eq(now.holes, 0);
	ck_assert_uint_eq(now.records, alone.records);
	ck_assert_uint_eq(now.events, alone.events);
	ck_assert_uint_eq(now.gaps, alone.gaps);
	ck_assert_uint_eq(now.lost, alone.lost);
	free(data);
	free(want);
}

/* In pieces of up to `most` slots, with a commit after some, and a new drain after some. */
static void feed_in_pieces(unsigned most)
{
	size_t at = 0;

	while (at < made.slots || !gno_sink_done(sink)) {
		size_t n = 1 + model_random(&seed) % most;

		n = readable(n < made.slots - at ? at + n : made.slots);
		feed(at, n);
		at = n;
		if (model_random(&seed) % 2)
			continue;
		commit();
		if (model_random(&seed) % 2)
			continue;
		open_again();
		ck_assert_uint_le(run->progress.position, at);
		at = run->progress.position;
	}
	commit();
}

START_TEST(test_entries_in_pieces)
{
	unsigned between = 0, closed = 0, behind_flush = 0, late = 0;

	for (unsigned i = 0; i < 12; i++) {
		seed = 100 + i;
		entries_make(&made, seed, 400, 1 + i * i, i % 2);
		ck_assert_uint_gt(made.loads, 3);
		ck_assert_uint_gt(made.alone, 3);
		ck_assert_uint_gt(made.wordless, 100);
		between += made.between;
		closed += made.closed;
		behind_flush += made.behind_flush;
		late += made.late;
		begin(true, "");
		feed_in_pieces(i % 3 ? 100 : 8);
		check_as_alone();
		entries_free(&made);
	}
	ck_assert_uint_gt(between, 10);
	ck_assert_uint_gt(closed, 10);
	ck_assert_uint_gt(behind_flush, 2);
	ck_assert_uint_gt(late, 10);
}
END_TEST

/* Each slot comes alone, and the drain is a new one at each position that the journal has. */
START_TEST(test_each_position)
{
	entries_make(&made, 7, 150, 6, true);
	ck_assert_uint_gt(made.between, 0);
	begin(true, "");
	for (size_t at = 0; at < made.slots;) {
		size_t from = run->progress.position;

		/* what waits was not taken, and is fetched again */
		ck_assert_uint_le(from, at);
		at = readable(at + 1);
		feed(from, at);
		commit();
		open_again();
	}
	check_as_alone();
	entries_free(&made);
}
END_TEST

/* A buffer in which the word of the first entry is the last slot. */
START_TEST(test_a_word_that_comes_late)
{
	static const uint32_t late = 1u << 17;
	uint32_t events = 0;

	entries_make(&made, 5, 0, 1, false); /* a sync and a flush */
	begin(true, "");
	feed(0, 1);
	made.slot[0] = (struct entries_slot){.word = {1, 0x018001}};
	feed(0, 1);
	for (uint32_t i = 0; i < late; i++) {
		made.slot[0] = (struct entries_slot){.word = {2 + i, 0x020001}};
		feed(0, 1);
		events += gno_sink_progress(sink)->events != 0;
	}
	ck_assert_uint_eq(events, 0);
	ck_assert_uint_eq(gno_sink_progress(sink)->position, 1);
	feed(1, 2);
	ck_assert(!gno_sink_done(sink)); /* the flush waits, too */
	made.slot[0] = (struct entries_slot){.word = {0x1234, 0x0f}};
	feed(0, 1);
	ck_assert(gno_sink_done(sink));
	ck_assert_uint_eq(gno_sink_progress(sink)->records, late + 4);
	ck_assert_uint_eq(gno_sink_progress(sink)->holes, 0);
	end();
	entries_free(&made);
}
END_TEST

/* Records that are expected. */
static struct model_bytes want;

static void expect(const uint32_t *word, size_t words)
{
	want.data = realloc(want.data, want.len + 4 * words);
	ck_assert_ptr_nonnull(want.data);
	memcpy(want.data + want.len, word, 4 * words);
	want.len += 4 * words;
}

static void check_expected(uint64_t holes)
{
	size_t len;
	char *data;

	commit();
	ck_assert_uint_eq(run->progress.holes, holes);
	data = fx_records(0, UINT64_MAX, &len);
	ck_assert_uint_eq(len, want.len);
	ck_assert(!len || !memcmp(data, want.data, len));
	free(data);
	free(want.data);
	want = (struct model_bytes){0};
}

/* Expects what a slot begins; without the word, the record before it has the flags. */
static void expect_slot(const struct entries_slot *s, bool word)
{
	unsigned records = s->records - (s->rest && !word);
	uint32_t record[4];
	size_t at = s->at;

	for (unsigned i = 0; i < records; at += s->words[i++]) {
		memcpy(record, made.record + at, 4 * s->words[i]);
		if (records < s->records && i + 1 == records && (record[1] & 255) != 13)
			record[1] |= s->word[1] & 0x0f000000;
		expect(record, s->words[i]);
	}
}

/* The position of hole `k`. */
static uint64_t hole_at(size_t k)
{
	size_t len;
	char *data = folder_read(&fx.folder, "run/holes.bin", &len);
	uint64_t position;

	ck_assert_uint_ge(len, 16 * (k + 1));
	memcpy(&position, data + 16 * k, sizeof(position));
	free(data);
	return position;
}

/* A recorder that is read up to each of its slots: what is not whole is a hole, and the rest is
 * there. */
START_TEST(test_each_end)
{
	unsigned cut_words = 0, cut_gaps = 0;

	entries_make(&made, 9, 40, 6, false);
	for (size_t end_at = 1; end_at <= made.slots; end_at++) {
		uint64_t holes = 0, first = 0;

		begin(true, WRAP);
		ck_assert(!gno_sink_restart(sink, 0, &err));
		feed(0, end_at);
		ck_assert_msg(!gno_sink_finish(sink, &err), "%s", err.text);
		for (size_t i = 0; i < end_at; i++) {
			const struct entries_slot *s = &made.slot[i];
			bool word = s->rest && s->rest < end_at, gap = s->half < end_at;
			/* the last slot, and it looks as if it was the second half */
			bool hole = (s->rest && !word) || (s->half && !gap);

			if (hole && !holes++)
				first = i;
			if (gap)
				expect_slot(s, word);
			cut_words += s->rest && !word;
			cut_gaps += s->half && !gap;
		}
		check_expected(holes);
		if (holes)
			ck_assert_uint_eq(hole_at(0), first);
		end();
	}
	ck_assert_uint_gt(cut_words, 20);
	ck_assert_uint_gt(cut_gaps, 1);
	entries_free(&made);
}
END_TEST

/* Whether a recorder that begins with this slot can be read. It cannot where it begins within a
 * gap, or where a gap looks as if the word of an overwritten entry was in it. */
static bool can_begin_at(size_t slot)
{
	if (made.slot[slot].in_gap)
		return false;
	for (; slot < made.slots; slot++)
		if (made.slot[slot].rest || made.slot[slot].looks_parted)
			return !made.slot[slot].looks_parted;
	return true;
}

/* Slots that are given up where a recorder begins with this one: records that can also be the
 * second half of a gap. */
static unsigned given_up(size_t slot)
{
	uint32_t w1 = made.slot[slot].word[1];

	return w1 < 256 && w1 != 0x0f;
}

/* A recorder that has overwritten what was before each of its slots. */
START_TEST(test_each_begin_of_a_recorder)
{
	unsigned strays = 0;

	entries_make(&made, 11, 40, 6, false);
	for (size_t begin_at = 0; begin_at < made.slots; begin_at++) {
		if (!can_begin_at(begin_at))
			continue;
		begin(true, WRAP);
		ck_assert(!gno_sink_restart(sink, begin_at, &err));
		feed(begin_at, made.slots);
		ck_assert_msg(!gno_sink_finish(sink, &err), "%s", err.text);
		for (size_t i = begin_at + given_up(begin_at); i < made.slots; i++)
			expect_slot(&made.slot[i], true);
		for (size_t i = 0; i < begin_at; i++)
			strays += made.slot[i].rest > begin_at;
		check_expected(given_up(begin_at));
		end();
	}
	ck_assert_uint_gt(strays, 5);
	entries_free(&made);
}
END_TEST

/* A recorder whose first slots are the second half of a gap, maybe behind a word, or look like it,
 * and what becomes of them, as below. */
static const struct {
	uint32_t slot[3][2];
	const char *becomes;
} halves[] = {
    {{{9, 4}, {10, 0x010001}}, "h1"},	  {{{9, 13}, {10, 0x010001}}, "h1"},
    {{{9, 3}, {10, 0x010001}}, "h1"},	  {{{9, 1}, {10, 0x010001}}, "h1"},
    {{{9, 15}, {10, 0x010001}}, "1"},	  {{{7, 0x0f}, {9, 5}, {10, 0x010001}}, "h1"},
    {{{10, 0x010001}, {11, 0x0d}}, "11"}, {{{9, 6}, {10, 0x020001}, {11, 0x0d}}, "h11"},
};

/* Slots of words that come as they are, and what becomes of them: holes (h), records of one slot
 * (1) or of two (2), or nothing (0), which belongs to another slot. */
static const struct {
	unsigned triggers, word_bits;
	uint32_t slot[5][2];
	const char *becomes;
} spoilt[] = {
    /* an event, alone, and with all that it can have */
    {7, 32, {{9, 0x050001}}, "1"},
    {7, 32, {{9, 0x007f01}}, "1111111"},
    {7, 32, {{9, 0x33058201}, {7, 0x0f}}, "1112"},
    /* of a node with less */
    {5, 32, {{9, 0x001f01}}, "11111"},
    {5, 32, {{9, 0x002001}}, "h"},
    {5, 32, {{9, 0x004101}}, "h"},
    {7, 0, {{9, 0x018001}, {7, 0x0f}}, "hh"},
    /* bits that are always 0, or not without others */
    {7, 32, {{9, 0x20010001}}, "h"},
    {7, 32, {{9, 0x40010001}}, "h"},
    {7, 32, {{9, 0x80010001}}, "h"},
    {7, 32, {{9, 0x000001}}, "h"},
    {7, 32, {{9, 0x10000001}}, "h"},
    {7, 32, {{9, 0x100001}}, "h"},
    /* records that no slot of this form is */
    {7, 32, {{9, 0x00000b}}, "h"},
    {7, 32, {{9, 0x00000c}, {7, 0x77}}, "hh"},
    {7, 32, {{9, 0x000107}, {7, 0x77}}, "hh"},
    {7, 32, {{0, 0x80000105}}, "h"},
    /* a word that is of no entry, twice of one, or too wide */
    {7, 32, {{7, 0x0f}}, "h"},
    {7, 32, {{9, 0x018001}, {7, 0x0f}, {7, 0x0f}}, "12h"},
    {7, 32, {{9, 0x018001}, {7, 0x10f}, {7, 0x0f}}, "1hhh"},
    {7, 33, {{9, 0x018001}, {7, 0x10f}}, "12"},
    {7, 56, {{9, 0x018001}, {7, 0xffffff0f}}, "12"},
    {7, 55, {{9, 0x018001}, {7, 0xffffff0f}}, "1hh"},
    /* two entries that have a word, and one word; one without */
    {7, 32, {{9, 0x018001}, {10, 0x028001}, {7, 0x0f}}, "1h12"},
    {7, 32, {{9, 0x018001}, {10, 0x40028001}, {7, 0x0f}}, "12h"},
    {7, 32, {{9, 0x008001}, {10, 0x028001}, {7, 0x0f}}, "h12"},
    /* a gap whose first half is none */
    {7, 32, {{9, 0x018001}, {10, 0x2a010003}, {7, 0x0f}, {11, 0x63}}, "12hh"},
    /* a gap that cannot have ended so; with a word that is taken all the same */
    {7, 32, {{9, 0x018001}, {10, 0x2a000003}, {7, 0x0f}, {11, 4}}, "124"},
    /* a gap that ends with the run: what looks like a word is its second half */
    {7, 32, {{9, 0x018001}, {10, 0x2a000003}, {11, 0x0f}, {12, 0xaa000006}, {7, 0x0f}}, "1241"},
};

/* Compares the records from byte `at` on, and the number of holes, with `becomes`. */
static void check_becomes(const char *becomes, size_t at)
{
	size_t len;
	uint64_t holes = 0;
	char *data;

	commit();
	data = fx_records(0, UINT64_MAX, &len);
	for (; *becomes; becomes++) {
		uint32_t kind;

		if (*becomes == 'h') {
			holes++;
			continue;
		}
		ck_assert_uint_lt(at, len);
		memcpy(&kind, data + at + 4, sizeof(kind));
		kind &= 255;
		ck_assert_int_eq(*becomes == '2', kind == 12);
		ck_assert_int_eq(*becomes == '4', kind == 3);
		at += *becomes == '1' ? 8 : 16;
	}
	ck_assert_uint_eq(at, len);
	ck_assert_uint_eq(run->progress.holes, holes);
	free(data);
}

START_TEST(test_slots_as_they_are)
{
	const uint32_t sync[] = {0, 5 | (uint32_t)MODEL_RUN << 24};
	unsigned slots = 0;

	begin(true, "");
	run->m->single.triggers = run->m->node[0].triggers = spoilt[_i].triggers;
	run->m->single.word_bits = spoilt[_i].word_bits;
	run->m->node[0].word_bits = spoilt[_i].word_bits;
	run->m->node[0].timer = spoilt[_i].word_bits > 0;
	ck_assert(!gno_sink_feed(sink, (const uint8_t *)sync, 1, &err));
	while (slots < 5 && spoilt[_i].slot[slots][1])
		slots++;
	ck_assert_msg(!gno_sink_feed(sink, (const uint8_t *)spoilt[_i].slot, slots, &err), "%s",
		      err.text);
	ck_assert(!gno_sink_finish(sink, &err));
	check_becomes(spoilt[_i].becomes, sizeof(sync));
	end();
}
END_TEST

START_TEST(test_a_recorder_begins_with_half_a_gap)
{
	unsigned slots = 0;

	begin(true, WRAP);
	ck_assert(!gno_sink_restart(sink, 0, &err));
	while (slots < 3 && halves[_i].slot[slots][1])
		slots++;
	ck_assert_msg(!gno_sink_feed(sink, (const uint8_t *)halves[_i].slot, slots, &err), "%s",
		      err.text);
	ck_assert(!gno_sink_finish(sink, &err));
	check_becomes(halves[_i].becomes, 0);
	end();
}
END_TEST

/* The trace buffer of a model has records, as that of the alone form. */
START_TEST(test_a_model_has_no_entries)
{
	entries_make(&made, 3, 200, 6, false);
	begin(true, "");
	run->model = true;
	ck_assert(
	    !gno_sink_feed(sink, (const uint8_t *)made.record, (unsigned)(made.words / 2), &err));
	expect(made.record, made.words);
	check_expected(0);
	end();
	entries_free(&made);
}
END_TEST

int main(void)
{
	return run_tests(
	    "entries", NULL, NULL,
	    TESTS({test_entries_in_pieces}, {test_each_position}, {test_a_word_that_comes_late},
		  {test_each_end}, {test_each_begin_of_a_recorder},
		  {test_slots_as_they_are, sizeof(spoilt) / sizeof(spoilt[0])},
		  {test_a_recorder_begins_with_half_a_gap, sizeof(halves) / sizeof(halves[0])},
		  {test_a_model_has_no_entries}));
}
