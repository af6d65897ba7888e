/* SPDX-License-Identifier: Apache-2.0 */
/* Records of segments, word by word: what can be one, and each bit that no hardware sends. */
#include <check.h>
#include <string.h>

#include "tests/suite.h"
#include "common/errors.h"
#include "records/record.h"
#include "records/segment.h"

static char all[] = "all", valid[] = "valid";
static char *lines[] = {all};
static struct gno_segment_unit units[3] =
    {/* the last one is of no node */
     {.keep = GNO_KEEP_CYCLES, .before = 3, .after = 4, .count = 4},
     {.keep = GNO_KEEP_CHANGES, .before = 70, .after = 60, .count = 2},
     {.keep = GNO_KEEP_CYCLES, .before = 3, .after = 4, .count = 4}};
static struct gno_node nodes[2] = {
    {.index = 0,
     .capacity = 15,
     .word_bits = 20,
     .when = valid,
     .preprocessors = {.event_lines = 1, .event_line = lines, .segments = 2, .segment = units}},
    {.index = 1,
     .capacity = 15,
     .word_bits = 40,
     .when = valid,
     .preprocessors = {.event_lines = 1, .event_line = lines, .segments = 2, .segment = units}},
};
static const struct gno_manifest m = {.time_bits = 16, .nodes = 2, .node = nodes};

#define INFO(node, unit, words) (16u | (node) << 8 | (unit) << 16 | (uint32_t)(words) << 24)
#define LAST (1u << 16)
#define LATE (1u << 17)
#define SATURATED (1u << 18)
#define FLUSH (1u << 19)
#define KNOWN (1u << 16)
#define CURRENT (1u << 17)
#define NOW (KNOWN | CURRENT)

/* 8 cycles up to 0x9004 of epoch 5; the trigger was in the fourth; nothing was known before. */
static const uint32_t around[24] = {5,
				    INFO(0, 0, 22),
				    0x9000,
				    0x9004,
				    LAST | 0x0505,
				    8u << 16,
				    2,
				    8,
				    1,
				    0,
				    NOW | 1,
				    7,
				    KNOWN | 1,
				    7,
				    NOW | 1,
				    8,
				    NOW | 1,
				    0xfffff,
				    NOW | 1,
				    0xfffff,
				    NOW | 1,
				    1,
				    KNOWN | 1,
				    1};

/* A word that is changed, and why it can not be. */
struct change {
	unsigned at;
	uint32_t word;
	const char *why;
};

/* A record with one word changed. */
static int changed(const uint32_t *words, size_t n, const struct change *c)
{
	uint32_t w[GNO_RECORD_WORDS_MAX];

	memcpy(w, words, n * sizeof(*w));
	w[c->at] = c->word;
	return gno_record_words(w, n, &m);
}

static void refused(const uint32_t *words, size_t n, const struct change *list, size_t changes)
{
	ck_assert_int_eq(gno_record_words(words, n, &m), (int)n);
	for (size_t i = 0; i < changes; i++)
		ck_assert_msg(changed(words, n, &list[i]) == GNO_ERR_FORMAT, "passes: %s",
			      list[i].why);
}

#define REFUSED(words, ...)                                                                        \
	do {                                                                                       \
		static const struct change list[] = {__VA_ARGS__};                                 \
		refused(words, sizeof(words) / sizeof(*(words)), list,                             \
			sizeof(list) / sizeof(*list));                                             \
	} while (0)

START_TEST(test_segment_of_cycles)
{
	uint32_t w[24];

	for (size_t n = 0; n < 24; n++)
		ck_assert_int_eq(gno_record_words(around, n, &m), 0);
	REFUSED(around, {1, INFO(0, 2, 22), "no such unit"}, {1, INFO(0, 0, 20), "too short"},
		{1, INFO(0, 0, 21), "half a slot"}, {1, INFO(0, 0, 4), "no room for the fields"},
		{1, INFO(0, 0, 72), "more than 32 entries"},
		{2, 0x19000, "a trigger of more than 16 bits"},
		{2, 0x1000, "a trigger that is not in its epoch"},
		{2, 0x9001, "a trigger with three entries after it"},
		{2, 0x8fff, "a trigger with five entries after it"},
		{3, 0x19004, "an end of more than 16 bits"},
		{3, 0x1004, "an end that is not in its epoch"},
		{3, 0x8fff, "an end before the trigger"},
		{4, 0x0505, "the last record that does not say so"},
		{4, LAST | 0x0705, "an end 65540 cycles behind the trigger"},
		{4, LAST | LATE | 0x0505, "late"}, {4, LAST | SATURATED | 0x0505, "saturated"},
		{4, LAST | 1u << 20 | 0x0505, "a flag that there is not"},
		{5, 8u << 16 | 1, "an odd first entry"}, {5, 8u << 16 | 32, "beyond the segment"},
		{5, 7u << 16, "an entry less than the words"}, {5, 0, "no entries"},
		{7, 7, "a segment of fewer entries than the record"},
		{7, 9, "a segment of more entries than the unit keeps"},
		{7, 0, "an empty segment with entries"}, {8, 0, "an entry of no cycle"},
		{8, 2, "an entry of two cycles"}, {8, 1u << 18 | 1, "a bit that is zero"},
		{8, 1u << 31 | 1, "another one"}, {8, CURRENT | 1, "current and not known"},
		{9, 1, "a word that is not known"}, {10, KNOWN | 1, "known by no word"},
		{12, KNOWN | 1u << 16 | 2, "two cycles"}, {13, 6, "a word that did not come"},
		{12, 1, "no longer known, with a word"}, {17, 0x100000, "a word of 21 bits"});
	memcpy(w, around, sizeof(w));
	w[1] = INFO(0, 0, 20); /* two entries before the trigger */
	w[5] = 7u << 16;
	w[7] = 7;
	ck_assert_int_eq(gno_record_words(w, 22, &m), 22);
	w[3] = 0x9003; /* three before it, and three after it */
	ck_assert_int_eq(gno_record_words(w, 22, &m), GNO_ERR_FORMAT);
	memcpy(w, around, sizeof(w));
	w[1] = INFO(0, 0, 20);
	w[5] = 7u << 16 | 1; /* records begin at multiples of 32 */
	ck_assert_int_eq(gno_record_words(w, 22, &m), GNO_ERR_FORMAT);
}
END_TEST

/* What is cut by the end of the run may have fewer entries after its trigger. */
START_TEST(test_segment_cut_by_the_flush)
{
	uint32_t w[24];

	memcpy(w, around, sizeof(w));
	w[4] |= FLUSH;
	ck_assert_int_eq(gno_record_words(w, 24, &m), 24); /* by chance it was at its end */
	w[1] = INFO(0, 0, 12);
	w[5] = 3u << 16;
	w[7] = 3;
	w[3] = 0x9001; /* one entry after the trigger, one before it */
	ck_assert_int_eq(gno_record_words(w, 14, &m), 14);
	w[3] = 0x9003; /* the trigger is before the first entry */
	ck_assert_int_eq(gno_record_words(w, 14, &m), GNO_ERR_FORMAT);
	w[3] = 0x9001;
	w[4] &= ~FLUSH; /* and without the flush it is too short */
	ck_assert_int_eq(gno_record_words(w, 14, &m), GNO_ERR_FORMAT);
	memcpy(w, around, sizeof(w));
	w[4] |= FLUSH;
	w[3] = 0x9003; /* four entries before the trigger */
	ck_assert_int_eq(gno_record_words(w, 24, &m), GNO_ERR_FORMAT);
}
END_TEST

/* The flush's own block, last of all. */
START_TEST(test_segment_that_is_empty)
{
	static const uint32_t w[8] = {5, INFO(0, 0, 6), 0x9000, 0x9000, LAST | FLUSH | 0x0505, 0, 9,
				      0};

	uint32_t more[10];

	REFUSED(w, {2, 0x8fff, "two times"}, {4, LAST | FLUSH | 0x0507, "two epochs"},
		{4, LAST | 0x0505, "without the flush"}, {4, FLUSH | 0x0505, "not the last"},
		{5, 32, "a first entry"}, {5, 1u << 16, "an entry that is not there"},
		{7, 1, "entries that are not there"});
	memcpy(more, w, sizeof(w));
	more[1] = INFO(0, 0, 8);
	more[5] = 1u << 16;
	more[8] = NOW | 1;
	more[9] = 3;
	ck_assert_int_eq(gno_record_words(more, 10, &m), GNO_ERR_FORMAT);
}
END_TEST

/* `many` entries from `first` on of 65 of changes: 32, 32 and 1 of them. */
static void make_part(uint32_t *w, unsigned first, unsigned many)
{
	memset(w, 0, (8 + 2 * many) * sizeof(*w));
	w[1] = INFO(0, 1, 6 + 2 * many);
	w[2] = 0x8100;
	w[3] = 0x9000;
	w[4] = 0x0505 | (first + many == 65 ? LAST : 0);
	w[5] = first | many << 16;
	w[7] = 65;
	for (unsigned i = 0; i < many; i++) {
		w[8 + 2 * i] = NOW | 100;
		w[9 + 2 * i] = first + i;
	}
}

START_TEST(test_segment_of_changes)
{
	uint32_t w[74];

	make_part(w, 64, 1);
	ck_assert_int_eq(gno_record_words(w, 10, &m), 10);
	make_part(w, 32, 32);
	refused(w, 72,
		(const struct change[]){
		    {5, 32u << 16 | 16, "a first entry that is not a multiple of 32"},
		    {5, 32u << 16 | 64, "more entries than there are"},
		    {7, 64, "all entries, and not the last"},
		},
		3);
	make_part(w, 0, 32);
	refused(w, 72,
		(const struct change[]){
		    {4, LAST | 0x0505, "the last one, and entries are missing"},
		    {7, 132, "more entries than the unit keeps"},
		    {10, KNOWN | 100, "another word that did not come"},
		    {11, 0, "the same word twice"},
		    {8, NOW, "no cycle"},
		    {2, 0x8fc5, "a trigger 59 cycles before the end"},
		},
		6);
	make_part(w, 0, 31); /* only the last record has less than 32 */
	ck_assert_int_eq(gno_record_words(w, 70, &m), GNO_ERR_FORMAT);
	make_part(w, 64, 0);
	w[4] |= LAST;
	w[7] = 64; /* no entry behind the last one */
	ck_assert_int_eq(gno_record_words(w, 8, &m), GNO_ERR_FORMAT);
	make_part(w, 0, 32);
	w[8] = NOW | 65535; /* goes on in the next entry */
	w[11] = 0;
	w[10] = KNOWN | 100;
	ck_assert_int_eq(gno_record_words(w, 72, &m), 72);
	make_part(w, 32, 28);
	w[4] |= LAST;
	w[7] = 60; /* none is left for the trigger */
	ck_assert_int_eq(gno_record_words(w, 64, &m), GNO_ERR_FORMAT);
	w[4] |= FLUSH;
	ck_assert_int_eq(gno_record_words(w, 64, &m), 64);
	/* 61 entries of 65535 cycles at most from the trigger on, in 23 bits: 3997635 of 8388608 */
	make_part(w, 0, 32);
	w[4] = 0x7d05; /* 120 half periods of 32768 */
	w[3] = 0x9000;
	ck_assert_int_eq(gno_record_words(w, 72, &m), 72);
	w[4] = 0x8105; /* 124 */
	ck_assert_int_eq(gno_record_words(w, 72, &m), GNO_ERR_FORMAT);
}
END_TEST

/* All of a segment that the flush cut, in one record. */
START_TEST(test_segment_of_33_entries)
{
	uint32_t w[74];

	for (unsigned many = 32; many <= 33; many++) {
		make_part(w, 0, many);
		w[4] |= LAST | FLUSH;
		w[7] = many;
		ck_assert_int_eq(gno_record_words(w, 8 + 2 * many, &m),
				 many == 32 ? 72 : GNO_ERR_FORMAT);
	}
	ck_assert_int_eq(gno_record_words(w, 2, &m), GNO_ERR_FORMAT); /* it is not waited for */
	ck_assert_uint_eq(gno_entries_most(&nodes[0]), 32);
}
END_TEST

/* Three words an entry; an odd number of them is padded. */
START_TEST(test_segment_of_wide_words)
{
	uint32_t w[34] = {5, INFO(1, 0, 30), 0x9000, 0x9004, LAST | 0x0505, 8u << 16, 0, 8};
	uint32_t cut[24] = {5, INFO(1, 0, 22), 0x9000, 0x9001, LAST | FLUSH | 0x0505, 5u << 16, 0,
			    5};

	for (unsigned i = 0; i < 8; i++) {
		w[8 + 3 * i] = NOW | 1;
		w[9 + 3 * i] = 0x80000000 + i;
		w[10 + 3 * i] = 0xff;
	}
	memcpy(cut + 8, w + 8, 15 * sizeof(*w));
	ck_assert_uint_eq(gno_entries_size(&nodes[0], 5), 10);
	ck_assert_uint_eq(gno_entries_size(&nodes[1], 5), 16);
	ck_assert_uint_eq(gno_entries_size(&nodes[1], 16), 48);
	ck_assert_int_eq(gno_record_words(w, 32, &m), 32);
	w[10] = 0x100; /* bit 40 of 40 */
	ck_assert_int_eq(gno_record_words(w, 32, &m), GNO_ERR_FORMAT);
	w[10] = 0xff;
	w[1] = INFO(1, 0, 32);
	ck_assert_int_eq(gno_record_words(w, 34, &m), GNO_ERR_FORMAT);
	refused(cut, 24,
		(const struct change[]){{23, 1, "the pad"},
					{13, 0x100, "bit 40 of 40"},
					{1, INFO(1, 0, 20), "without the pad"}},
		3);
}
END_TEST

/* `many` entries of three words from `first` on, of 17 that the flush cut; how many words. */
static unsigned make_long(uint32_t *w, unsigned first, unsigned many)
{
	unsigned words = 8 + (3 * many + 1) / 2 * 2;

	memset(w, 0, words * sizeof(*w));
	w[1] = INFO(1, 1, words - 2);
	w[2] = w[3] = 0x9000;
	w[4] = 0x0505 | FLUSH | (first + many == 17 ? LAST : 0);
	w[5] = first | many << 16;
	w[7] = 17;
	for (unsigned i = 0; i < many; i++) {
		w[8 + 3 * i] = NOW | 100;
		w[9 + 3 * i] = first + i;
		w[10 + 3 * i] = 1;
	}
	return words;
}

START_TEST(test_segment_of_17_entries)
{
	static const struct {
		unsigned first, many, words; /* 0: it can not be */
	} parts[] = {{0, 16, 56}, {16, 1, 12}, {0, 17, 0}, {0, 15, 0}, {8, 9, 0}, {1, 16, 0}};
	static const unsigned bits[] = {33, 40, 64};
	uint32_t w[60];

	for (unsigned b = 0; b < 3; b++) {
		nodes[1].word_bits = bits[b];
		ck_assert_uint_eq(gno_entries_most(&nodes[1]), 16);
		for (unsigned i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
			unsigned words = make_long(w, parts[i].first, parts[i].many);

			ck_assert_int_eq(gno_record_words(w, words, &m),
					 parts[i].words ? (int)parts[i].words : GNO_ERR_FORMAT);
		}
	}
	make_long(w, 0, 17);
	ck_assert_int_eq(gno_record_words(w, 2, &m), GNO_ERR_FORMAT); /* it is not waited for */
	nodes[1].word_bits = 32;
	ck_assert_uint_eq(gno_entries_most(&nodes[1]), 32);
	nodes[1].word_bits = 40;
}
END_TEST

/* Without a qualifier the word counts in every cycle. */
START_TEST(test_segment_of_words_that_always_count)
{
	uint32_t w[24];

	memcpy(w, around, sizeof(w));
	nodes[0].when = NULL;
	ck_assert_int_eq(gno_record_words(w, 24, &m), GNO_ERR_FORMAT);
	for (unsigned i = 8; i < 24; i += 2)
		w[i] = NOW | 1;
	ck_assert_int_eq(gno_record_words(w, 24, &m), 24);
	nodes[0].when = valid;
}
END_TEST

START_TEST(test_segment_of_no_unit)
{
	nodes[0].preprocessors.segments = 0;
	ck_assert_int_eq(gno_record_words(around, 24, &m), GNO_ERR_FORMAT);
	ck_assert(!gno_node_can_send(&nodes[0], 16));
	nodes[0].preprocessors.segments = 2;
	ck_assert(gno_node_can_send(&nodes[0], 16));
}
END_TEST

/* The fields that all kinds of blocks have are at the same places. */
START_TEST(test_segment_fields)
{
	static const uint32_t w[8] = {1, 0x45231000, 3, 4, 0xabcd1234, 0x00200080, 7, 8};
	static const uint32_t entry[2] = {3u << 16 | 500, 77};

	ck_assert_uint_eq(gno_segment_unit(w[1]), 0x23);
	ck_assert_uint_eq(gno_segment_at(w), gno_bucket_ended(w));
	ck_assert_uint_eq(gno_segment_ended(w), gno_bucket_began(w));
	ck_assert_uint_eq(gno_segment_at_epoch(w), 0x34);
	ck_assert_uint_eq(gno_segment_ended_epoch(w), 0x12);
	ck_assert_uint_eq(gno_segment_flags(w), 0xabcd);
	ck_assert_uint_eq(gno_segment_first(w), 128);
	ck_assert_uint_eq(gno_segment_many(w), 32);
	ck_assert_uint_eq(gno_segment_missed(w), 7);
	ck_assert_uint_eq(gno_segment_total(w), 8);
	ck_assert_uint_eq(gno_entry_length(entry), 500);
	ck_assert(gno_entry_known(entry) && gno_entry_current(entry) && !gno_entry_zero(entry));
	ck_assert_uint_eq(gno_entry_word(entry), 77);
	ck_assert_uint_eq(GNO_SEGMENT_WORDS, 8);
	ck_assert_uint_eq(GNO_ENTRY_WORDS, 2);
}
END_TEST

int main(void)
{
	return run_tests("segment", NULL, NULL,
			 TESTS({test_segment_of_cycles}, {test_segment_cut_by_the_flush},
			       {test_segment_that_is_empty}, {test_segment_of_changes},
			       {test_segment_of_33_entries}, {test_segment_of_wide_words},
			       {test_segment_of_17_entries},
			       {test_segment_of_words_that_always_count}, {test_segment_of_no_unit},
			       {test_segment_fields}));
}
