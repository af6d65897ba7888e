/* SPDX-License-Identifier: Apache-2.0 */

/* The trace buffer of the single form with triggers, samples and blocks: its slots become the
 * records that a monitor of the alone form would have sent. */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "entries/entries_sink.h"
#include "tests/suite.h"

static uint32_t seed;

/* Feeds the records as a monitor of the alone form, or a model, has them. */
static void feed_records(void)
{
	struct gno_err err;

	ck_assert_msg(
	    !gno_sink_feed(sink, (const uint8_t *)made.record, (unsigned)(made.words / 2), &err),
	    "%s", err.text);
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

	entries_begin(false, "");
	feed_records();
	ck_assert(gno_sink_done(sink));
	entries_commit();
	*progress = run->progress;
	data = stream(len);
	entries_end();
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
	entries_end();
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

	while (at < made.slots || run->progress.position < made.slots) {
		size_t n = 1 + model_random(&seed) % most;

		n = n < made.slots - at ? at + n : made.slots;
		entries_feed(at, n);
		at = n;
		if (model_random(&seed) % 2 && at < made.slots)
			continue;
		entries_commit();
		if (model_random(&seed) % 2)
			continue;
		entries_open_again();
		/* what waits was not taken, and is fetched again */
		ck_assert_uint_le(run->progress.position, at);
		entries_feed(run->progress.position, at);
	}
}

/* What must happen in the runs of a form. */
static unsigned between, word_behind, late, more, inside, captures, rounds;

static void count_what_happened(void)
{
	ck_assert_uint_gt(made.loads, 3);
	ck_assert_uint_gt(made.alone, 3);
	ck_assert_uint_gt(made.wordless, 100);
	between += made.between;
	word_behind += made.word_behind;
	late += made.late;
	more += made.more;
	inside += made.inside;
	captures += made.captures;
	rounds += made.rounds;
}

START_TEST(test_entries_in_pieces)
{
	const struct entries_form form = forms[_i];

	between = word_behind = late = more = inside = captures = rounds = 0;
	for (unsigned i = 0; i < 12; i++) {
		seed = 100 + i;
		entries_make(&made, seed, form, 400, 1 + i * i, i % 2);
		count_what_happened();
		entries_begin(true, "");
		feed_in_pieces(i % 3 ? 100 : 8);
		check_as_alone();
		entries_free(&made);
	}
	ck_assert_uint_gt(between, 10);
	ck_assert_uint_gt(word_behind, 2);
	ck_assert_uint_gt(late, 10);
	ck_assert(!form.blocks || more > 100);
	ck_assert(!form.lines || (captures > 50 && rounds > 50));
	ck_assert(!(form.blocks || form.pairs > 1) || inside > 30);
}
END_TEST

/* Each slot comes alone, and the drain is a new one at each position that the journal has. */
START_TEST(test_each_position)
{
	entries_make(&made, 7, forms[_i], 60, 4, true);
	entries_begin(true, "");
	for (size_t at = 0; at < made.slots; at++) {
		/* what waits was not taken, and is fetched again */
		ck_assert_uint_le(run->progress.position, at);
		entries_feed(run->progress.position, at + 1);
		entries_commit();
		entries_open_again();
	}
	check_as_alone();
	entries_free(&made);
}
END_TEST

/* What waits for slots that come late: an entry for its word, one for its sample, a block for what
 * is behind its first slot. And the records that it becomes. */
static const struct {
	struct entries_form form;
	uint32_t first[2], last[7][2];
	unsigned records;
} waits[] = {
    {{0, false}, {1, 0x018001}, {{0x1234, 0x0f}}, 2},
    {{0, false, true}, {1, 0x3000e101}, {{5, 0x42}, {0x1234, 0x8000000f}}, 4},
    {{1, false}, {1, 0x02010001}, {{0x1234, 0x9a}, {0, 0x213}}, 2},
    {{0, true},
     {0x55, 0x0c00008e},
     {{0, 0x80}, {1u << 16, 0x600c0}, {0, 0x80}, {1, 0x82}, {3, 0x84}, {5, 0x86}, {7, 0x8015}},
     1},
};

START_TEST(test_slots_that_come_late)
{
	static const uint32_t events = 1u << 17;

	made.form = waits[_i].form;
	entries_begin(true, "");
	entries_feed_slot(0, 5 | (uint32_t)MODEL_RUN << 24);
	entries_feed_slot(waits[_i].first[0], waits[_i].first[1]);
	for (uint32_t i = 0; i < events; i++)
		entries_feed_slot(2 + i, 0x020001);
	for (unsigned i = 0; i < 7 && waits[_i].last[i][1]; i++) {
		ck_assert_uint_eq(gno_sink_progress(sink)->records, 1);
		ck_assert_uint_eq(gno_sink_progress(sink)->position, 1);
		entries_feed_slot(waits[_i].last[i][0], waits[_i].last[i][1]);
	}
	ck_assert_uint_eq(gno_sink_progress(sink)->records, 1 + waits[_i].records + events);
	ck_assert_uint_eq(gno_sink_progress(sink)->holes, 0);
	entries_end();
}
END_TEST

/* Many entries before the first of their samples; they are cut one by one as these come. */
START_TEST(test_samples_that_come_late)
{
	static const uint32_t events = 1u << 16;

	made.form = (struct entries_form){1, false};
	entries_begin(true, "");
	entries_feed_slot(0, 5 | (uint32_t)MODEL_RUN << 24);
	for (uint32_t i = 0; i < events; i++)
		entries_feed_slot(2 + i, 0x02020001);
	ck_assert_uint_eq(gno_sink_progress(sink)->records, 1);
	for (uint32_t i = 0; i < events; i++) {
		entries_feed_slot(i, 0x80 | (i & 0x7f));
		ck_assert_uint_eq(gno_sink_progress(sink)->records, 1 + 2 * i);
		entries_feed_slot(0, 0x213 | (i & 1) << 8);
	}
	ck_assert_uint_eq(gno_sink_progress(sink)->records, 1 + 2 * events);
	ck_assert_uint_eq(gno_sink_progress(sink)->holes, 0);
	ck_assert_uint_eq(gno_sink_progress(sink)->position, 1 + 3 * events);
	entries_end();
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

	entries_commit();
	ck_assert_uint_eq(run->progress.holes, holes);
	data = fx_records(0, UINT64_MAX, &len);
	ck_assert_uint_eq(len, want.len);
	ck_assert(!len || !memcmp(data, want.data, len));
	free(data);
	free(want.data);
	want = (struct model_bytes){0};
}

/* Expects what a slot begins, but what needs a word, a line's state or a sample where it has none;
 * the last record before its sample has the flags. */
static void expect_slot(const struct entries_slot *s, bool word, bool turn, bool sample)
{
	uint32_t record[2 + ENTRIES_WORDS];
	const uint32_t *from = made.record + s->at;
	size_t last = 0;
	bool flags = false;

	for (unsigned i = 0; i < s->records; from += s->words[i++]) {
		if (((kind_of(from) == WORD || kind_of(from) == CAPTURE) && !word) ||
		    (kind_of(from) == LINE && !turn) || (kind_of(from) == RATIO && !sample))
			continue;
		memcpy(record, from, 4 * s->words[i]);
		if (kind_of(from) != RATIO && kind_of(from) != LOAD) {
			last = want.len;
			flags = (s->word[1] & 255) == 1;
		}
		expect(record, s->words[i]);
	}
	if (flags)
		want.data[last + 7] = (want.data[last + 7] & 0xf0) | (s->word[1] >> 24 & 15);
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

/* Whether the slot, the last one of so many that are there, lacks something. */
static bool is_cut(const struct entries_slot *s, size_t slots)
{
	size_t at = (size_t)(s - made.slot);

	return s->rest >= slots || s->turn >= slots || s->raw >= slots || s->last >= slots ||
	       (s->kind == ENTRIES_HALF && at + 1 == slots);
}

/* A run of which no more comes, behind each of its slots: what is not whole is a hole, and the rest
 * is there. */
START_TEST(test_each_end)
{
	unsigned cut[ENTRIES_SERIAL + 1] = {0};

	entries_make(&made, 9, forms[_i], 40, 6, true);
	for (size_t end_at = 1; end_at <= made.slots; end_at++) {
		uint64_t holes = 0, first = 0;

		entries_begin(true, ENTRIES_WRAP);
		entries_restart(0, false);
		entries_feed(0, end_at);
		entries_finish();
		for (size_t i = 0; i < end_at; i++) {
			const struct entries_slot *s = &made.slot[i];
			bool hole = is_cut(s, end_at);

			if (hole && !holes++)
				first = i;
			cut[s->kind] += hole;
			if (!hole || s->kind == ENTRIES_RECORD)
				expect_slot(s, s->rest < end_at, s->turn < end_at,
					    s->last < end_at);
		}
		check_expected(holes);
		if (holes)
			ck_assert_uint_eq(hole_at(0), first);
		entries_end();
	}
	ck_assert_uint_gt(cut[ENTRIES_RECORD], 10);
	ck_assert_uint_gt(cut[ENTRIES_GAP], 0);
	ck_assert_uint_gt(cut[ENTRIES_HALF], 0);
	ck_assert(!(made.form.pairs || made.form.blocks) || cut[ENTRIES_SERIAL] > 1);
	entries_free(&made);
}
END_TEST

/* Slots that are left out where a recorder begins with this one. */
static size_t left_out(size_t slot)
{
	return made.slot[slot].word[1] == 0x80000012 && slot + 1 < made.slots ? 2 : 1;
}

/* Expects what is in the slots from `from` on. The time of blocks without a record before them is
 * that of the first record that has one, or 0. */
static void expect_from(size_t from)
{
	static const uint8_t none[4];
	size_t at, len = 0;

	for (; from < made.slots; from++)
		expect_slot(&made.slot[from], true, true, true);
	for (at = 0; at < want.len && is_block((uint32_t *)(void *)(want.data + at));)
		at += 4 * (2 + (size_t)want.data[at + 7]);
	for (; len < at; len += 4 * (2 + (size_t)want.data[len + 7]))
		memcpy(want.data + len, at < want.len ? want.data + at : none, 4);
}

/* A recorder that has overwritten what was before each of its slots. */
START_TEST(test_each_begin_of_a_recorder)
{
	unsigned words = 0, samples = 0, blocks = 0, gaps = 0;

	entries_make(&made, 11 + (uint32_t)_i, forms[_i], 40, 6, _i % 2);
	for (size_t begin_at = 0; begin_at < made.slots; begin_at++) {
		size_t from = begin_at + left_out(begin_at);

		entries_begin(true, ENTRIES_WRAP);
		entries_restart(begin_at, true);
		entries_feed(begin_at, made.slots);
		entries_finish();
		expect_from(from);
		for (size_t i = 0; i < from; i++) {
			const struct entries_slot *s = &made.slot[i];

			words += s->rest > from;
			samples += s->kind == ENTRIES_RECORD && s->last > from;
			blocks += s->kind == ENTRIES_SERIAL && s->records && s->last > from;
			gaps += s->raw > from;
		}
		check_expected(0);
		entries_end();
	}
	ck_assert_uint_gt(words, 5);
	ck_assert_uint_gt(gaps, 0);
	ck_assert(!made.form.pairs || samples > 20);
	ck_assert(!made.form.blocks || blocks > 20);
	entries_free(&made);
}
END_TEST

/* The trace buffer of a model has records, as that of the alone form. */
START_TEST(test_a_model_has_no_entries)
{
	entries_make(&made, 3, forms[4], 200, 6, false);
	entries_begin(true, "");
	run->model = true;
	feed_records();
	expect(made.record, made.words);
	check_expected(0);
	entries_end();
	entries_free(&made);
}
END_TEST

int main(void)
{
	return run_tests(
	    "entries", NULL, NULL,
	    TESTS({test_entries_in_pieces, ENTRIES_FORMS}, {test_each_position, ENTRIES_FORMS},
		  {test_slots_that_come_late, sizeof(waits) / sizeof(waits[0])},
		  {test_samples_that_come_late}, {test_each_end, ENTRIES_FORMS},
		  {test_each_begin_of_a_recorder, ENTRIES_FORMS}, {test_a_model_has_no_entries}));
}
