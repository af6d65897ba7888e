/* SPDX-License-Identifier: Apache-2.0 */

/* Slots of the single form that are damaged, or belong to others that are overwritten. */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "entries/entries_sink.h"
#include "tests/suite.h"

static uint32_t seed;

/* Puts into some slots what the monitor does not write; where a second half of a gap is, or that
 * before it, anything could follow. Returns how many. */
static unsigned damage(void)
{
	unsigned damaged = 0;

	for (unsigned n = 1 + model_random(&seed) % 3; n; n--) {
		struct entries_slot *s = &made.slot[1 + model_random(&seed) % (made.slots - 1)];

		if (s->kind == ENTRIES_HALF || s->kind == ENTRIES_RAW || (s->word[1] & 255) == 0x1f)
			continue;
		s->word[1] = 0x1f | (model_random(&seed) & ~255u);
		damaged++;
	}
	return damaged;
}

static size_t words_of(const uint32_t *record)
{
	if (kind_of(record) == RATIO || is_block(record))
		return 2 + (record[1] >> 24);
	switch (kind_of(record)) {
	case WORD:
	case CAPTURE:
	case LINE:
	case GAP:
		return 4;
	}
	return 2;
}

/* Whether a record is that one, but for the time of a block, which the record before it has. */
static bool is_same(const uint32_t *a, const uint32_t *b)
{
	size_t words = words_of(a);

	return words == words_of(b) && (a[0] == b[0] || is_block(a)) &&
	       !memcmp(a + 1, b + 1, 4 * (words - 1));
}

/*
 * What became of damaged slots has no record that the run has not, and all are in order; the flags
 * of an entry are at its last record, where its word is lost. Returns how many records there are.
 */
static size_t check_no_other(void)
{
	size_t len, at = 0, from = 0, records = 0;
	char *data;
	const uint32_t *w;

	entries_commit();
	data = fx_records(0, UINT64_MAX, &len);
	w = (const uint32_t *)(const void *)data;
	for (; at < len / 4; at += words_of(w + at), records++) {
		uint32_t plain[2 + ENTRIES_WORDS];

		memcpy(plain, w + at, 4 * words_of(w + at));
		for (;; from += words_of(made.record + from)) {
			ck_assert_uint_lt(from, made.words);
			if (is_same(plain, made.record + from))
				break;
			plain[1] &= ~(15u << 24);
			if (words_of(plain) <= 4 && plain[0] == made.record[from] &&
			    is_same(plain, made.record + from))
				break;
			plain[1] = w[at + 1];
		}
		from += words_of(made.record + from);
	}
	free(data);
	return records;
}

/* The records of slots that are not damaged, but words, gaps, samples and blocks. */
static size_t records_alone(void)
{
	size_t records = 0;

	for (size_t i = 0; i < made.slots; i++) {
		const struct entries_slot *s = &made.slot[i];

		if (s->kind == ENTRIES_RECORD && (s->word[1] & 255) != 0x1f)
			records += s->records - s->lean - (s->turn != 0) - (s->last != 0);
	}
	return records;
}

/* Slots that are damaged, of a run and of a recorder that has wrapped. */
START_TEST(test_damage)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < 120; i++) {
		unsigned damaged;
		size_t records, begin_at;

		seed = 1000 + 200 * (uint32_t)_i + i;
		entries_make(&made, seed, forms[_i], 60, 1 + i % 8, i % 2);
		begin_at = i % 3 ? 0 : made.slots / 3;
		damaged = damage();
		entries_begin(true, i % 3 ? "" : ENTRIES_WRAP);
		if (i % 3) {
			size_t again = i % 3 == 1 ? model_random(&seed) % made.slots : 0;

			entries_feed(0, again);
			entries_commit();
			entries_open_again();
			entries_feed(run->progress.position, made.slots);
		} else {
			entries_restart(begin_at, true);
			entries_feed(begin_at, made.slots);
		}
		entries_finish();
		records = check_no_other();
		if (!begin_at) {
			ck_assert_uint_ge(run->progress.holes, damaged);
			ck_assert_uint_ge(records, records_alone());
			kept += records > records_alone() + 10;
		}
		ck_assert_uint_eq(run->progress.position, made.slots);
		entries_end();
		entries_free(&made);
	}
	ck_assert_uint_gt(kept, 20);
}
END_TEST

/* Slots that come as they are, and what becomes of them: holes (h), records of an event or a status
 * (1), a word (2), a gap (4), a capture (c), a round (l), a sample (r), a block (b); nothing, where
 * they belong to others. */
struct slots {
	unsigned triggers, word_bits;
	struct entries_form form;
	uint32_t slot[9][2];
	const char *becomes;
};

#define EVENT 0x010001
#define SAMPLED 0x02010001
#define FIRST_HALF 0x2a000003
#define HALF 0x80000012
#define FLUSH ((uint32_t)MODEL_RUN << 24 | 6)
#define WORD_AND_EVENT 0x018001

static const struct slots spoilt[] = {
    /* an event, alone, and with all that it can have */
    {7, 32, {0, false}, {{9, 0x050001}}, "1"},
    {7, 32, {0, false}, {{9, 0x007f01}}, "1111111"},
    {7, 32, {0, false}, {{9, 0x33058201}, {7, 0x0f}}, "1112"},
    /* of a node with less */
    {5, 32, {0, false}, {{9, 0x001f01}}, "11111"},
    {5, 32, {0, false}, {{9, 0x002001}}, "h"},
    {5, 32, {0, false}, {{9, 0x004101}}, "h"},
    {7, 0, {0, false}, {{9, WORD_AND_EVENT}, {7, 0x0f}}, "hh"},
    /* bits that are always 0, or not without others */
    {7, 32, {0, false}, {{9, 0x20010001}}, "h"},
    {7, 32, {0, false}, {{9, 0x40010001}}, "h"},
    {7, 32, {0, false}, {{9, 0x80010001}}, "h"},
    {7, 32, {0, false}, {{9, 0x000001}}, "h"},
    {7, 32, {0, false}, {{9, 0x10000001}}, "h"},
    {7, 32, {0, false}, {{9, 0x100001}}, "h"},
    /* records that no slot of this form is */
    {7, 32, {0, false}, {{9, 0x00000b}}, "h"},
    {7, 32, {0, false}, {{9, 0x00000c}, {7, 0x77}}, "hh"},
    {7, 32, {0, false}, {{9, 0x000107}, {7, 0x77}}, "hh"},
    {7, 32, {1, false}, {{9, 0x02000002}, {7, 0x77}}, "hh"},
    {7, 32, {0, false}, {{0, 0x80000105}}, "h"},
    /* a word that is of no entry, twice of one, or too wide */
    {7, 32, {0, false}, {{7, 0x0f}}, "h"},
    {7, 32, {0, false}, {{9, WORD_AND_EVENT}, {7, 0x0f}, {7, 0x0f}}, "12h"},
    {7, 32, {0, false}, {{9, WORD_AND_EVENT}, {7, 0x10f}, {7, 0x0f}}, "1hhh"},
    {7, 33, {0, false}, {{9, WORD_AND_EVENT}, {7, 0x10f}}, "12"},
    {7, 56, {0, false}, {{9, WORD_AND_EVENT}, {7, 0xffffff0f}}, "12"},
    {7, 55, {0, false}, {{9, WORD_AND_EVENT}, {7, 0xffffff0f}}, "1hh"},
    /* two entries that have a word, and one word; one without */
    {7, 32, {0, false}, {{9, WORD_AND_EVENT}, {10, 0x028001}, {7, 0x0f}}, "1h12"},
    {7, 32, {0, false}, {{9, WORD_AND_EVENT}, {10, 0x40028001}, {7, 0x0f}}, "1hhh"},
    {7, 32, {0, false}, {{9, 0x008001}, {10, 0x028001}, {7, 0x0f}}, "h12"},
    /* a gap, and what its second half may look like */
    {7, 32, {0, false}, {{9, FIRST_HALF}, {7, HALF}, {11, 0x12}, {12, EVENT}}, "41"},
    {7, 32, {0, false}, {{9, FIRST_HALF}, {7, HALF}, {11, 0xff}, {12, EVENT}}, "41"},
    {7,
     32,
     {0, false},
     {{9, WORD_AND_EVENT}, {9, FIRST_HALF}, {7, 0x0f}, {7, HALF}, {11, 0x0f}, {12, EVENT}},
     "1241"},
    /* one whose first half is none, is alone, is twice there, or has an event behind it */
    {7, 32, {0, false}, {{9, 0x2a010003}, {7, HALF}, {11, EVENT}, {12, EVENT}}, "hh1"},
    {7, 32, {0, false}, {{9, FIRST_HALF}, {12, EVENT}}, "h1"},
    {7, 32, {0, false}, {{9, FIRST_HALF}, {9, FIRST_HALF}, {7, HALF}, {11, EVENT}}, "h4"},
    {7, 32, {0, false}, {{9, FIRST_HALF}, {10, EVENT}, {7, HALF}, {11, EVENT}}, "h1h"},
    {7, 32, {0, false}, {{9, FIRST_HALF}, {7, HALF | 0x100}, {11, EVENT}}, "hh1"},
    {7, 32, {0, false}, {{9, FIRST_HALF}, {7, HALF}}, "hh"},
    {7, 32, {0, false}, {{9, FIRST_HALF}, {7, 0x12}, {11, EVENT}}, "hh1"},
    /* a sample, also in a gap; a block, also between an entry and its sample */
    {7, 32, {1, false}, {{9, SAMPLED}, {5, 0x85}, {0, 0x313}}, "1r"},
    {7,
     32,
     {1, false},
     {{9, SAMPLED}, {9, FIRST_HALF}, {5, 0x85}, {0, 0x313}, {7, HALF}, {11, 5}, {12, EVENT}},
     "1r41"},
    {7,
     32,
     {1, true},
     {{9, SAMPLED},
      {0, 0x0800008e},
      {0, 0x80},
      {0x10000, 0x200c4},
      {0, 0x80},
      {0, 0x83},
      {0, 0x2015},
      {5, 0x85},
      {0, 0x313}},
     "1rb"},
    /* what a monitor without samples or blocks does not write */
    {7, 32, {0, false}, {{9, SAMPLED}, {5, 0x85}, {0, 0x313}}, "1hh"},
    {7, 32, {1, false}, {{9, SAMPLED}, {5, 0x85}, {0, 0x314}, {0, 0x313}}, "1hhh"},
    {7, 32, {1, false}, {{5, 0x89}, {0, 0x315}}, "hh"},
    {7, 32, {0, true}, {{9, EVENT}, {5, 0x85}, {0, 0x313}}, "1hh"},
    /* a sample of no entry; behind it samples may be of others */
    {7, 32, {1, false}, {{5, 0x85}, {0, 0x313}}, "h"},
    {7, 32, {1, false}, {{5, 5}, {9, SAMPLED}, {5, 0x85}, {0, 0x313}}, "h1h"},
    {7, 32, {1, false}, {{5, 0x85}, {0, 0x313}, {9, SAMPLED}, {5, 0x85}, {0, 0x313}}, "h1h"},
    {7, 32, {1, false}, {{9, 0x1f}, {9, SAMPLED}, {5, 0x85}, {0, 0x313}, {9, FLUSH}}, "h1h1h"},
    /* its data slots are too many, too few, not as many as its last slot says; none is last */
    {7, 32, {1, false}, {{9, SAMPLED}, {5, 0x85}, {5, 0x85}, {0, 0x713}}, "1h"},
    {7, 32, {1, false}, {{9, SAMPLED}, {0, 0x113}}, "1h"},
    {7, 32, {1, false}, {{9, SAMPLED}, {5, 0x85}, {5, 0x85}, {0, 0x313}}, "1h"},
    {7, 32, {1, false}, {{9, SAMPLED}, {5, 0x85}, {0, 0x713}}, "1h"},
    {7, 32, {1, false}, {{9, SAMPLED}, {5, 0x85}, {0, 0x80000313}}, "1h"},
    {7, 32, {1, false}, {{9, SAMPLED}, {5, 0x85}, {0, 0x13}}, "1hhh"},
    {7, 32, {1, false}, {{9, SAMPLED}, {5, 0x85}}, "1hh"},
    /* a block that is no record, or is one but none of a block */
    {7, 32, {0, true}, {{0, 0x0800008e}, {0, 0x80}, {0, 0x915}}, "h"},
    {7, 32, {0, true}, {{0, 0x2a000084}, {0, 0x315}}, "h"},
    {7, 32, {1, true}, {{0, 0x02000082}, {0, 0x80}, {0, 0x515}}, "h"},
    {7, 32, {0, true}, {{0, 0x315}}, "h"},
    {7, 32, {0, true}, {{0, 0x0800008e}, {9, 0x1f}, {0, 0x80}, {0, 0x315}, {9, EVENT}}, "hhh1"},
};

/* The same of a node whose triggers 4, 5 and 6 are rounds that began and ended, and captures. */
static const struct slots lines[] = {
    /* a capture, alone, with a word, and with all that an entry can have */
    {7, 32, {0, false, true}, {{9, 0x004001}, {7, 0xc000000f}}, "c"},
    {7, 32, {0, false, true}, {{9, 0x00c001}, {7, 0xe000000f}}, "c2"},
    {7, 32, {0, false, true}, {{9, 0xf005e101}, {7, 0x0f}, {5, 0xffffff7f}}, "11lc2"},
    {7, 32, {0, false, true}, {{9, 0xf005e101}, {5, 0xffffff7f}, {7, 0x0f}}, "11lc2"},
    {7, 53, {0, false, true}, {{9, 0x004001}, {7, 0x1fffff0f}}, "c"},
    {7, 52, {0, false, true}, {{9, 0x004001}, {7, 0x1fffff0f}}, "hh"},
    /* a word that is current and not known; a capture without one, or twice before one */
    {7, 32, {0, false, true}, {{9, 0x004001}, {7, 0x4000000f}}, "hh"},
    {7, 32, {0, false, true}, {{9, 0x014001}}, "1h"},
    {7, 32, {0, false, true}, {{9, 0x014001}, {10, 0x004001}, {7, 0x0f}}, "1hc"},
    {7, 32, {0, false, true}, {{9, 0x018001}, {10, 0x004001}, {7, 0x0f}}, "1hc"},
    /* rounds; a begin with a length, or late; both at once */
    {7, 32, {0, false, true}, {{9, 0x10001001}, {5, 0x40}}, "l"},
    {7, 32, {0, false, true}, {{9, 0x10002001}, {5, 0x40}}, "l"},
    {7, 32, {0, false, true}, {{9, 0x011001}, {5, 0x41}}, "1h"},
    {7, 32, {0, false, true}, {{9, 0x011001}, {5, 0x140}}, "1h"},
    {7, 32, {0, false, true}, {{9, 0x40001001}, {5, 0x40}}, "hh"},
    {7, 32, {0, false, true}, {{9, 0x20001001}, {5, 0x40}}, "hh"},
    {7, 32, {0, false, true}, {{9, 0x003001}, {5, 0x40}}, "hh"},
    {7, 32, {0, false, true}, {{9, 0x40004001}, {7, 0x0f}}, "hh"},
    /* the state of a line without an entry, twice, of a later one; in a gap; without a line */
    {7, 32, {0, false, true}, {{5, 0x40}}, "h"},
    {7, 32, {0, false, true}, {{9, 0x001001}, {5, 0x40}, {5, 0x40}}, "lh"},
    {7, 32, {0, false, true}, {{9, 0x011001}, {10, 0x002001}, {5, 0x40}}, "1hl"},
    {7, 32, {0, false, true}, {{9, 0x011001}, {9, 0x1f}, {5, 0x40}}, "1hhh"},
    {7,
     32,
     {0, false, true},
     {{9, 0x001001}, {9, FIRST_HALF}, {5, 0x40}, {7, HALF}, {11, 0x0f}, {12, EVENT}},
     "l41"},
    {7, 32, {0, false, false}, {{9, 0x001001}, {5, 0x40}}, "1h"},
};

/* The same of a recorder whose oldest slots are overwritten. */
static const struct slots begins[] = {
    /* the first slot, and a second half of a gap behind what looks like the slot before it */
    {7, 32, {0, false}, {{9, EVENT}}, ""},
    {7, 32, {0, false}, {{9, 4}, {10, EVENT}}, "1"},
    {7, 32, {0, false}, {{9, HALF}}, ""},
    {7, 32, {0, false}, {{9, HALF}, {10, EVENT}, {11, EVENT}}, "1"},
    {7, 32, {0, false}, {{9, 0x12}, {10, EVENT}, {11, EVENT}}, "11"},
    {7, 32, {0, false}, {{9, FIRST_HALF}, {7, HALF}, {10, EVENT}, {11, EVENT}}, "1"},
    {7, 32, {0, false}, {{9, EVENT}, {7, HALF}, {10, 7}, {11, EVENT}, {7, HALF}, {12, 7}}, "1h"},
    /* the word of an entry that is not there; there is one at most */
    {7, 32, {0, false}, {{9, WORD_AND_EVENT}, {7, 0x0f}, {10, EVENT}}, "1"},
    {7, 32, {0, false}, {{9, EVENT}, {7, 0x0f}, {7, 0x0f}, {10, EVENT}}, "h1"},
    {7, 32, {0, false}, {{9, EVENT}, {10, WORD_AND_EVENT}, {7, 0x0f}, {7, 0x0f}}, "12h"},
    /* samples of entries that are not there, and of others */
    {7, 32, {1, false}, {{5, 0x85}, {0, 0x213}, {9, SAMPLED}, {5, 0x85}, {0, 0x313}}, "1r"},
    {7,
     32,
     {1, false},
     {{9, SAMPLED}, {5, 0x80}, {0, 0x213}, {9, SAMPLED}, {5, 0x85}, {0, 0x313}},
     "1r"},
    {7, 32, {1, false}, {{9, EVENT}, {9, SAMPLED}, {5, 0x85}, {0, 0x213}, {6, 0x80}}, "1rh"},
    /* the flush has no sample yet */
    {7, 32, {1, false}, {{9, EVENT}, {5, 0x85}, {0, 0x213}, {9, FLUSH}}, "1h"},
    {7, 32, {1, false}, {{9, EVENT}, {9, FLUSH}, {5, 0x85}, {0, 0x213}}, "1r"},
    /* fewer samples than entries, or a slot that may have had one */
    {7, 32, {1, false}, {{9, EVENT}, {9, SAMPLED}, {9, SAMPLED}, {5, 0x85}, {0, 0x213}}, "1h1h"},
    {7,
     32,
     {1, false},
     {{9, EVENT}, {9, SAMPLED}, {9, 0x1f}, {9, SAMPLED}, {5, 0x85}, {0, 0x213}},
     "1hh1r"},
    /* a block whose begin is not there, and one that is whole */
    {7, 32, {0, true}, {{0, 0x80}, {0, 0x83}, {0, 0x2015}, {9, EVENT}}, "1"},
    {7, 32, {0, true}, {{0, 0x414}, {0, 0x83}, {0, 0x315}, {9, EVENT}}, "1"},
    {7, 32, {0, true}, {{0, 0x83}, {0, 0x315}, {0, 0x83}, {0, 0x315}, {9, EVENT}}, "h1"},
};

static char letter_of(unsigned kind)
{
	switch (kind) {
	case WORD:
		return '2';
	case GAP:
		return '4';
	case CAPTURE:
		return 'c';
	case LINE:
		return 'l';
	}
	return '1';
}

/* Compares the records from byte `at` on, and the number of holes, with `becomes`. */
static void check_becomes(const char *becomes, size_t at)
{
	size_t len;
	uint64_t holes = 0;
	char *data;

	entries_commit();
	data = fx_records(0, UINT64_MAX, &len);
	for (; *becomes; becomes++) {
		uint32_t record[2];
		unsigned kind;

		if (*becomes == 'h') {
			holes++;
			continue;
		}
		ck_assert_uint_lt(at, len);
		memcpy(record, data + at, sizeof(record));
		kind = kind_of(record);
		if (kind == RATIO)
			ck_assert_int_eq(*becomes, 'r');
		else if (is_block(record))
			ck_assert_int_eq(*becomes, 'b');
		else
			ck_assert_int_eq(*becomes, letter_of(kind));
		at += 4 * words_of(record);
	}
	ck_assert_uint_eq(at, len);
	ck_assert_uint_eq(run->progress.holes, holes);
	free(data);
}

/* Begins with a node as that one, and feeds its slots. */
static void feed_slots(const struct slots *s)
{
	run->m->single.triggers = run->m->node[0].triggers = s->triggers;
	run->m->single.word_bits = s->word_bits;
	run->m->node[0].word_bits = s->word_bits;
	run->m->node[0].timer = s->word_bits > 0;
	for (unsigned i = 0; i < 9 && s->slot[i][1]; i++)
		entries_feed_slot(s->slot[i][0], s->slot[i][1]);
	entries_finish();
}

START_TEST(test_slots_as_they_are)
{
	made.form = spoilt[_i].form;
	entries_begin(true, "");
	entries_feed_slot(0, 5 | (uint32_t)MODEL_RUN << 24);
	feed_slots(&spoilt[_i]);
	check_becomes(spoilt[_i].becomes, 8);
	entries_end();
}
END_TEST

START_TEST(test_slots_of_lines)
{
	made.form = lines[_i].form;
	entries_begin(true, "");
	entries_feed_slot(0, 5 | (uint32_t)MODEL_RUN << 24);
	feed_slots(&lines[_i]);
	check_becomes(lines[_i].becomes, 8);
	entries_end();
}
END_TEST

START_TEST(test_begin_of_a_recorder)
{
	made.form = begins[_i].form;
	entries_begin(true, ENTRIES_WRAP);
	entries_restart(0, true);
	feed_slots(&begins[_i]);
	check_becomes(begins[_i].becomes, 0);
	entries_end();
}
END_TEST

int main(void)
{
	return run_tests("entries_damage", NULL, NULL,
			 TESTS({test_damage, ENTRIES_FORMS},
			       {test_slots_as_they_are, sizeof(spoilt) / sizeof(spoilt[0])},
			       {test_slots_of_lines, sizeof(lines) / sizeof(lines[0])},
			       {test_begin_of_a_recorder, sizeof(begins) / sizeof(begins[0])}));
}
