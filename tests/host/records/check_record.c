/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "common/errors.h"
#include "monitor/quantity.h"
#include "records/record.h"
#include "records/sample.h"

static struct gno_node nodes[5] = {
    {.index = 0, .capacity = 15, .pairs = 0},
    {.index = 1, .capacity = 31, .pairs = 2, .ratio_form = GNO_RATIO_FULL},
    {.index = 2, .capacity = 63, .pairs = 3, .ratio_form = GNO_RATIO_COMPRESSED},
    {.index = 3,
     .capacity = 15,
     .pairs = 1,
     .ratio_form = GNO_RATIO_FULL,
     .triggers = 6,
     .timer = true,
     .word_bits = 40,
     .port = {.bus = GNO_BUS_STROBE}},
    {.index = 4,
     .capacity = 15,
     .timer = true,
     .triggers = 1,
     .word_bits = 64,
     .port = {.bus = GNO_BUS_WISHBONE, .process_time = true}},
};
static char pc_name[] = "pc";
static const struct gno_manifest wide = {.time_bits = 32, .nodes = 5, .node = nodes};
static const struct gno_manifest narrow = {.time_bits = 16, .nodes = 5, .node = nodes};

#define INFO(kind, node, code, aux) ((kind) | (node) << 8 | (code) << 16 | (uint32_t)(aux) << 24)

static int words_of(const struct gno_manifest *m, uint32_t w0, uint32_t w1)
{
	uint32_t w[GNO_RECORD_WORDS_MAX] = {w0, w1, 0, 1};

	return gno_record_words(w, GNO_RECORD_WORDS_MAX, m);
}

START_TEST(test_record_lengths)
{
	ck_assert_int_eq(words_of(&wide, 5, INFO(1, 0, 15, 15)), 2);
	ck_assert_int_eq(words_of(&wide, 5, INFO(1, 2, 63, 0)), 2);
	ck_assert_int_eq(words_of(&wide, 5, INFO(2, 1, 31, 4)), 6);
	ck_assert_int_eq(words_of(&wide, 5, INFO(2, 1, 0, 4)), 6);
	ck_assert_int_eq(words_of(&wide, 5, INFO(3, 0, 0, 0)), 4);
	ck_assert_int_eq(words_of(&wide, 5, INFO(4, 0, 254, 255)), 2);
	ck_assert_int_eq(words_of(&wide, 0, INFO(5, 0, 0, 9)), 2);
	ck_assert_int_eq(words_of(&wide, 0x80000000, INFO(6, 2, 3, 9)), 2);
	ck_assert_int_eq(words_of(&wide, 5, INFO(11, 3, 5, 15)), 2);
	ck_assert_int_eq(words_of(&wide, 5, INFO(7, 3, 63, 0xff)), 4);
	ck_assert_int_eq(words_of(&wide, 5, INFO(7, 4, 64, 0xf0)), 6);
	ck_assert_int_eq(words_of(&wide, 5, INFO(7, 4, 127, 0)), 6);
	ck_assert_int_eq(words_of(&wide, 5, INFO(12, 3, 0, 15)), 4);
	ck_assert_int_eq(words_of(&wide, 5, INFO(13, 0, 0, 0)), 2);
	ck_assert_int_eq(words_of(&wide, 5, INFO(13, 3, 1, 0)), 2);
	ck_assert_int_eq(words_of(&wide, 5, INFO(2, 3, 63, 2)), 4); /* the sample of a datum */
	ck_assert_uint_eq(gno_sample_words(&nodes[0]), 0);
	ck_assert_uint_eq(gno_sample_words(&nodes[1]), 4);
	ck_assert_uint_eq(gno_sample_words(&nodes[2]), 2);
}
END_TEST

START_TEST(test_record_refuses)
{
	static const uint32_t infos[] = {
	    INFO(0, 0, 1, 0), /* kinds that are none */
	    INFO(8, 0, 1, 0),	INFO(14, 0, 1, 0),
	    INFO(255, 0, 1, 0), INFO(1, 5, 1, 0), /* no such node */
	    INFO(7, 0, 1, 0),	INFO(11, 0, 0, 0),
	    INFO(12, 0, 0, 0),			   /* node without port, triggers, timer */
	    INFO(7, 3, 64, 0),	INFO(7, 4, 63, 0), /* slots that this port does not have */
	    INFO(7, 3, 128, 0), INFO(11, 3, 6, 0),
	    INFO(11, 4, 1, 0),	INFO(12, 3, 1, 0), /* codes */
	    INFO(11, 3, 0, 16), INFO(12, 3, 0, 16),
	    INFO(13, 0, 2, 0),	INFO(13, 0, 1, 1),
	    INFO(2, 3, 128, 2), INFO(1, 0, 0, 0), /* codes out of range */
	    INFO(1, 0, 16, 0),	INFO(1, 2, 64, 0),
	    INFO(2, 1, 32, 4),	INFO(1, 0, 1, 16), /* flags that there are not */
	    INFO(2, 0, 1, 0),			   /* node without pairs */
	    INFO(2, 1, 1, 2),			   /* not this node's length */
	    INFO(2, 1, 1, 0),	INFO(2, 2, 1, 4),
	    INFO(3, 0, 1, 9),	INFO(4, 0, 1, 9), /* epoch against the top bit of the time */
	    INFO(6, 0, 1, 9),	INFO(5, 0, 0, 9), /* sync at a time other than 0 */
	    INFO(5, 0, 2, 9),
	};

	for (size_t i = 0; i < sizeof(infos) / sizeof(*infos); i++)
		ck_assert_msg(words_of(&wide, 5, infos[i]) == GNO_ERR_FORMAT, "%08x passes",
			      infos[i]);
	ck_assert_int_eq(words_of(&narrow, 0x10000, INFO(1, 0, 1, 0)), GNO_ERR_FORMAT);
	ck_assert_int_eq(words_of(&narrow, 0xffff, INFO(1, 0, 1, 0)), 2);
	ck_assert_int_eq(words_of(&narrow, 0x8000, INFO(4, 0, 0, 0)), GNO_ERR_FORMAT);
	ck_assert_int_eq(words_of(&narrow, 0x8000, INFO(4, 0, 1, 0)), 2);
}
END_TEST

/* A time is that of a tick. */
START_TEST(test_record_between_ticks)
{
	struct gno_node node = {.capacity = 15, .tick_log2 = 4};
	const struct gno_manifest m = {.time_bits = 16, .nodes = 1, .node = &node};

	ck_assert_int_eq(words_of(&m, 0, INFO(1, 0, 1, 0)), 2);
	ck_assert_int_eq(words_of(&m, 16, INFO(1, 0, 1, 0)), 2);
	ck_assert_int_eq(words_of(&m, 0xfff0, INFO(4, 0, 1, 0)), 2);
	ck_assert_int_eq(words_of(&m, 8, INFO(1, 0, 1, 0)), GNO_ERR_FORMAT);
	ck_assert_int_eq(words_of(&m, 0xfff1, INFO(4, 0, 1, 0)), GNO_ERR_FORMAT);
}
END_TEST

START_TEST(test_record_refuses_payload)
{
	uint32_t gap[4] = {5, INFO(3, 0, 0, 1), 9, 1};
	uint32_t sample[4] = {5, INFO(2, 2, 1, 2), 1u << 5, 1u << 5};

	ck_assert_int_eq(gno_record_words(gap, 4, &narrow), 4);
	ck_assert(gno_gap_full(gap[1]));
	ck_assert_uint_eq(gno_record_run(gap[1]), 129);
	gap[1] = INFO(3, 0, 2, 129); /* the ring was busy */
	ck_assert_int_eq(gno_record_words(gap, 4, &narrow), 4);
	ck_assert(!gno_gap_full(gap[1]));
	ck_assert_uint_eq(gno_record_run(gap[1]), 129);
	gap[3] = 0; /* no room for a time beat, and nothing lost */
	ck_assert_int_eq(gno_record_words(gap, 4, &narrow), 4);
	gap[3] = 1;
	gap[2] = 0x7fffff; /* seven bits of the epoch */
	ck_assert_int_eq(gno_record_words(gap, 4, &narrow), 4);
	gap[2] = 0x800000;
	ck_assert_int_eq(gno_record_words(gap, 4, &narrow), GNO_ERR_FORMAT);

	ck_assert_int_eq(gno_record_words(sample, 4, &wide), 4);
	sample[3] |= 1u << 16; /* the half that no pair has */
	ck_assert_int_eq(gno_record_words(sample, 4, &wide), GNO_ERR_FORMAT);
	sample[3] = 1u << 5 | 3; /* an exponent below 32 */
	ck_assert_int_eq(gno_record_words(sample, 4, &wide), GNO_ERR_FORMAT);
}
END_TEST

/* Pairs of each group begin with a slot; what is between is zero. */
START_TEST(test_record_of_groups)
{
	struct gno_pair pairs[3] = {{.group = 0}, {.group = 0}, {.group = 1}};
	struct gno_node node = {.capacity = 15,
				.pairs = 3,
				.pair = pairs,
				.preprocessors = {.groups = 2},
				.ratio_form = GNO_RATIO_COMPRESSED};
	const struct gno_manifest m = {.time_bits = 32, .nodes = 1, .node = &node};
	uint32_t sample[6] = {5, INFO(2, 0, 1, 4), 1u << 21 | 1u << 5, 0, 1u << 5, 0};

	ck_assert_uint_eq(gno_sample_words(&node), 4);
	ck_assert_int_eq(gno_record_words(sample, 6, &m), 6);
	ck_assert_uint_eq(gno_pair_after(&node, 0, 0), 0);
	ck_assert_uint_eq(gno_pair_after(&node, 1, 0), 1);
	ck_assert_uint_eq(gno_pair_after(&node, 2, 1), 4);
	for (unsigned i = 0; i < 3; i++) {
		static const uint32_t behind[] = {1, 1, 0x10000};
		static const unsigned word[] = {3, 5, 4};

		sample[word[i]] |= behind[i];
		ck_assert_int_eq(gno_record_words(sample, 6, &m), GNO_ERR_FORMAT);
		sample[word[i]] &= ~behind[i];
	}
	ck_assert_int_eq(gno_record_words(sample, 6, &m), 6);
	node.ratio_form = GNO_RATIO_COMPRESSED32;
	ck_assert_uint_eq(gno_sample_words(&node), 4);
	ck_assert_uint_eq(gno_pair_after(&node, 2, 2), 4);
	node.ratio_form = GNO_RATIO_FULL;
	ck_assert_uint_eq(gno_sample_words(&node), 6);
	node.preprocessors.groups = 0; /* without groups there is no run but one */
	node.ratio_form = GNO_RATIO_COMPRESSED;
	ck_assert_uint_eq(gno_sample_words(&node), 2);
}
END_TEST

/* Bits of a payload that no hardware sends. */
START_TEST(test_record_refuses_payload_of_triggers)
{
	uint32_t datum[4] = {5, INFO(7, 3, 1, 0x10), 0xffffffff, 0x00ffffff};
	uint32_t longer[6] = {5, INFO(7, 4, 65, 0x10), 0xffffffff, 0x00ffffff, 0, 0xffffffff};
	uint32_t word[4] = {5, INFO(12, 3, 0, 0), 0xffffffff, 0xff};

	ck_assert_int_eq(gno_record_words(datum, 4, &wide), 4);
	datum[3] |= 1u << 24;
	ck_assert_int_eq(gno_record_words(datum, 4, &wide), GNO_ERR_FORMAT);

	ck_assert_int_eq(gno_record_words(longer, 6, &wide), 6);
	longer[4] = 1; /* a PC where the port has none */
	ck_assert_int_eq(gno_record_words(longer, 6, &wide), GNO_ERR_FORMAT);
	nodes[4].port.process_time = false;
	nodes[4].port.pc = pc_name;
	ck_assert_int_eq(gno_record_words(longer, 6, &wide), GNO_ERR_FORMAT);
	longer[5] = 0;
	ck_assert_int_eq(gno_record_words(longer, 6, &wide), 6);
	nodes[4].port.process_time = true;
	nodes[4].port.pc = NULL;

	ck_assert_int_eq(gno_record_words(word, 4, &wide), 4);
	word[3] = 0x100; /* bit 40 of 40 */
	ck_assert_int_eq(gno_record_words(word, 4, &wide), GNO_ERR_FORMAT);
	word[1] = INFO(12, 4, 0, 0);
	ck_assert_int_eq(gno_record_words(word, 4, &wide), 4);
}
END_TEST

static const struct gno_quantity_kind latency = {.name = "latency"};
static struct gno_quantity quantity = {.kind = &latency, .bits = 8};
static struct gno_watcher extreme = {.of = 0};
static struct gno_bucket_unit units[2] = {{.count = 8, .bits = 16}, {.count = 128, .bits = 32}};
static struct gno_counter_bank bank = {.inputs = 17};
static struct gno_node measuring[1] = {{.capacity = 15,
					.pairs = 1,
					.ratio_form = GNO_RATIO_COMPRESSED32,
					.preprocessors = {.quantities = 1,
							  .quantity = &quantity,
							  .extremes = 1,
							  .extreme = &extreme,
							  .buckets = 2,
							  .bucket = units,
							  .counters = 1,
							  .counter = &bank}}};
static const struct gno_manifest measures = {.time_bits = 16, .nodes = 1, .node = measuring};

#define LAST (1u << 16)
#define LATE (1u << 17)
#define SATURATED (1u << 18)
#define FLUSH (1u << 19)

/* A record with one word changed. */
static int changed(const uint32_t *words, size_t n, size_t at, uint32_t word)
{
	uint32_t w[GNO_RECORD_WORDS_MAX];

	memcpy(w, words, n * sizeof(*w));
	w[at] = word;
	return gno_record_words(w, n, &measures);
}

START_TEST(test_record_of_buckets)
{
	/* ended at 0x9000 in epoch 5, began at 0x1000 in epoch 4 */
	const uint32_t w[16] = {
	    5, INFO(9, 0, 0, 14), 0x9000, 0x1000, LAST | 0x0405, 8u << 16, 3, 4, 1, 3};
	uint32_t half[72] = {5, INFO(9, 0, 1, 70), 0x9000, 0x1000, 0x0405, 64u << 16};

	ck_assert_int_eq(gno_record_words(w, 16, &measures), 16);
	for (size_t n = 0; n < 16; n++)
		ck_assert_int_eq(gno_record_words(w, n, &measures), 0);
	ck_assert_int_eq(changed(w, 16, 4, LAST | LATE | FLUSH | 0x0405), 16);
	ck_assert_int_eq(changed(w, 16, 1, INFO(9, 0, 2, 14)), GNO_ERR_FORMAT); /* no such unit */
	ck_assert_int_eq(changed(w, 16, 1, INFO(9, 0, 0, 12)),
			 GNO_ERR_FORMAT); /* too short for 8 */
	ck_assert_int_eq(changed(w, 16, 1, INFO(9, 0, 0, 13)), GNO_ERR_FORMAT);
	ck_assert_int_eq(changed(w, 16, 1, INFO(9, 0, 0, 6)), GNO_ERR_FORMAT);
	ck_assert_int_eq(changed(w, 16, 1, INFO(9, 0, 0, 72)), GNO_ERR_FORMAT);
	ck_assert_int_eq(changed(w, 16, 2, 0x19000), GNO_ERR_FORMAT); /* more than 16 bits */
	ck_assert_int_eq(changed(w, 16, 2, 0x1000), GNO_ERR_FORMAT);  /* not in epoch 5 */
	ck_assert_int_eq(changed(w, 16, 3, 0x9000), GNO_ERR_FORMAT);  /* not in epoch 4 */
	ck_assert_int_eq(changed(w, 16, 4, 0x0405), GNO_ERR_FORMAT);  /* it is the last */
	ck_assert_int_eq(changed(w, 16, 4, LAST | 1u << 20 | 0x0405), GNO_ERR_FORMAT);
	ck_assert_int_eq(changed(w, 16, 5, 8u << 16 | 1), GNO_ERR_FORMAT); /* beyond the unit */
	ck_assert_int_eq(changed(w, 16, 5, 0), GNO_ERR_FORMAT);
	ck_assert_int_eq(changed(w, 16, 8, 0x10000), GNO_ERR_FORMAT); /* more than a bucket holds */
	ck_assert_int_eq(changed(w, 16, 8, 0xffff), GNO_ERR_FORMAT); /* its end, and not reported */
	ck_assert_int_eq(changed(w, 16, 4, SATURATED | LAST | 0x0405), GNO_ERR_FORMAT);
	ck_assert_int_eq(gno_record_words(half, 72, &measures), 72);
	half[4] |= LAST;
	ck_assert_int_eq(gno_record_words(half, 72, &measures), GNO_ERR_FORMAT);
	half[5] |= 64;
	ck_assert_int_eq(gno_record_words(half, 72, &measures), 72);
}
END_TEST

START_TEST(test_record_of_counters)
{
	const uint32_t w[26] = {5, INFO(14, 0, 0, 24), 3, 16, LAST, 17u << 16, 0, 0, 1, 2};

	ck_assert_int_eq(gno_record_words(w, 26, &measures), 26);
	ck_assert_int_eq(gno_record_words(w, 25, &measures), 0);
	ck_assert_int_eq(changed(w, 26, 25, 1), GNO_ERR_FORMAT); /* the pad */
	ck_assert_int_eq(changed(w, 26, 24, 1), 26);		 /* the last counter */
	ck_assert_int_eq(changed(w, 26, 4, LAST | LATE), GNO_ERR_FORMAT);
	ck_assert_int_eq(changed(w, 26, 4, LAST | FLUSH), 26);
	ck_assert_int_eq(changed(w, 26, 6, 1), GNO_ERR_FORMAT);
	ck_assert_int_eq(changed(w, 26, 7, 1), GNO_ERR_FORMAT);
	ck_assert_int_eq(changed(w, 26, 8, UINT32_MAX), GNO_ERR_FORMAT);
	ck_assert_int_eq(changed(w, 26, 1, INFO(14, 0, 1, 24)), GNO_ERR_FORMAT);
}
END_TEST

START_TEST(test_record_of_extremes)
{
	/* 100 of 200 in 32 bits, and a pad; 250 at 9 after event 2, 3 at 4 after none */
	const uint32_t w[10] = {
	    5, INFO(2, 0, 1, 8), 100u << 18 | 200u << 4, 0, 250, 9, 3, 4, 1u << 16 | 2, 0};
	const uint32_t none[10] = {5, INFO(2, 0, 1, 8), 15};

	ck_assert_uint_eq(gno_sample_words(measuring), 8);
	ck_assert_int_eq(gno_record_words(w, 10, &measures), 10);
	ck_assert_int_eq(gno_record_words(none, 10, &measures), 10); /* saturated, and no value */
	ck_assert_int_eq(changed(w, 10, 2, 100u << 18 | 200u << 4 | 1), GNO_ERR_FORMAT);
	ck_assert_int_eq(changed(w, 10, 3, 1), GNO_ERR_FORMAT);
	ck_assert_int_eq(changed(w, 10, 4, 256), GNO_ERR_FORMAT); /* of 8 bits */
	ck_assert_int_eq(changed(w, 10, 4, 2), GNO_ERR_FORMAT);	  /* less than the smallest */
	ck_assert_int_eq(changed(w, 10, 5, 0x7fffff), 10); /* times of 16 bits and 7 of the epoch */
	ck_assert_int_eq(changed(w, 10, 5, 0x800000), GNO_ERR_FORMAT);
	ck_assert_int_eq(changed(w, 10, 8, 1u << 16 | 16), GNO_ERR_FORMAT); /* no such event */
	ck_assert_int_eq(changed(w, 10, 8, 1u << 16 | 16 << 8), GNO_ERR_FORMAT);
	ck_assert_int_eq(changed(w, 10, 8, 1u << 17 | 1u << 16), GNO_ERR_FORMAT);
	ck_assert_int_eq(changed(w, 10, 8, 2), GNO_ERR_FORMAT); /* none, and yet something */
	ck_assert_int_eq(changed(w, 10, 9, 1), GNO_ERR_FORMAT);
}
END_TEST

START_TEST(test_record_asks_for_more)
{
	uint32_t event[2] = {5, INFO(1, 0, 1, 0)};
	uint32_t sample[6] = {5, INFO(2, 1, 1, 4), 1, 2, 3, 4};
	uint32_t gap[4] = {5, INFO(3, 0, 0, 1), 9, 1};
	uint32_t datum[6] = {5, INFO(7, 4, 64, 0), 1, 2, 0, 4};
	uint32_t word[4] = {5, INFO(12, 3, 0, 0), 1, 2};

	for (size_t n = 0; n < 6; n++)
		ck_assert_int_eq(gno_record_words(datum, n, &wide), 0);
	for (size_t n = 0; n < 4; n++)
		ck_assert_int_eq(gno_record_words(word, n, &wide), 0);
	for (size_t n = 0; n < 2; n++)
		ck_assert_int_eq(gno_record_words(event, n, &wide), 0);
	for (size_t n = 0; n < 6; n++)
		ck_assert_int_eq(gno_record_words(sample, n, &wide), 0);
	ck_assert_int_eq(gno_record_words(sample, 6, &wide), 6);
	for (size_t n = 0; n < 4; n++)
		ck_assert_int_eq(gno_record_words(gap, n, &wide), 0);
	ck_assert_int_eq(gno_record_words(gap, 4, &wide), 4);
}
END_TEST

START_TEST(test_record_needs)
{
	ck_assert_uint_eq(gno_record_needs(INFO(1, 0, 1, 255), &nodes[0]), 2);
	ck_assert_uint_eq(gno_record_needs(INFO(2, 1, 1, 4), &nodes[1]), 6);
	ck_assert_uint_eq(gno_record_needs(INFO(3, 0, 0, 1), &nodes[0]), 4);
	ck_assert_uint_eq(gno_record_needs(INFO(7, 3, 1, 0), &nodes[3]), 4);
	ck_assert_uint_eq(gno_record_needs(INFO(7, 4, 65, 0), &nodes[4]), 6);
	ck_assert_uint_eq(gno_record_needs(INFO(9, 0, 0, 70), &nodes[0]), 72);
	ck_assert_uint_eq(gno_record_needs(INFO(12, 3, 0, 0), &nodes[3]), 4);
	ck_assert_uint_eq(gno_record_needs(INFO(14, 0, 0, 8), &nodes[0]), 10);
	ck_assert_uint_eq(gno_record_needs(INFO(8, 0, 0, 0), &nodes[0]), 4);
	ck_assert_uint_eq(gno_record_needs(INFO(10, 0, 0, 0), &nodes[0]), 4);
	ck_assert_uint_eq(gno_record_needs(INFO(15, 0, 0, 255), &nodes[0]), 2); /* no kind */
}
END_TEST

START_TEST(test_record_kinds)
{
	for (unsigned kind = 0; kind < 300; kind++) {
		bool used = kind < 32 && (0x17ffeu >> kind & 1); /* all to 16 but 15 */

		ck_assert_int_eq(gno_kind_name(kind) != NULL, used);
		ck_assert_int_eq(gno_kind_bears_epoch(kind), kind >= 3 && kind <= 6);
		ck_assert_int_eq(gno_kind_has_flags(kind), kind < 32 && (0x1d82u >> kind & 1));
		ck_assert_int_eq(gno_kind_is_trigger(kind), kind < 32 && (0xd00u >> kind & 1));
		ck_assert_int_eq(gno_kind_is_block(kind), kind == 9 || kind == 14 || kind == 16);
	}
	for (unsigned kind = 0; kind < 18; kind++) {
		bool every = kind == 1 || (kind >= 3 && kind <= 6) || kind == 13;
		bool at_3 = kind == 2 || kind == 7 || kind == 11 || kind == 12;

		ck_assert_int_eq(gno_node_can_send(&nodes[0], kind), every);
		ck_assert_int_eq(gno_node_can_send(&nodes[1], kind), every || kind == 2);
		ck_assert_int_eq(gno_node_can_send(&nodes[3], kind), every || at_3);
	}
}
END_TEST

/* Each field alone is all ones: its accessor returns them, and a word of zeros gives 0. */
#define FIELD(read, word, field)                                                                   \
	do {                                                                                       \
		uint32_t w[8] = {0};                                                               \
		w[word] = (field);                                                                 \
		ck_assert_uint_eq(read, (field) >> __builtin_ctz(field));                          \
		w[word] = ~(field);                                                                \
		ck_assert_uint_eq(read, 0);                                                        \
	} while (0)

START_TEST(test_record_fields)
{
	uint32_t word[4] = {0, 0, 0x89abcdef, 0x01234567};

	FIELD(gno_record_time(w), 0, 0xffffffff);
	FIELD(gno_line_own(w[1]), 1, 0x10000000);
	FIELD(gno_line_late(w[1]), 1, 0x20000000);
	FIELD(gno_line_full(w[1]), 1, 0x40000000);
	FIELD(gno_line_kept(w[1]), 1, 0x80000000);
	FIELD(gno_line_paused(w), 2, 0xffffffff);
	FIELD(gno_line_length(w), 3, 0xffffffff);
	FIELD(gno_record_kind(w[1]), 1, 0xff);
	FIELD(gno_record_node(w[1]), 1, 0xff00);
	FIELD(gno_record_code(w[1]), 1, 0xff0000);
	FIELD(gno_record_epoch(w[1]), 1, 0xff0000);
	FIELD(gno_record_aux(w[1]), 1, 0xff000000);
	FIELD(gno_record_flags(w[1]), 1, 0x0f000000);
	FIELD(gno_gap_run(w[1]), 1, 0x7f000000);
	FIELD(gno_gap_ring(w[1]), 1, 0x80000000);
	FIELD(gno_gap_resumed(w), 2, 0xffffffff);
	FIELD(gno_gap_lost(w), 3, 0xffffffff);
	FIELD(gno_sync_run(w[1]), 1, 0xff000000);
	FIELD(gno_datum_sub(w[1]), 1, 0x3f0000);
	FIELD(gno_datum_wide(w[1]), 1, 0x400000);
	FIELD(gno_datum_zero(w[1]), 1, 0x800000);
	FIELD(gno_datum_page(w[1]), 1, 0xf0000000);
	FIELD(gno_datum_data(w), 2, 0xffffffff);
	FIELD(gno_datum_process(w), 3, 0xffff);
	FIELD(gno_datum_runnable(w), 3, 0xff0000);
	FIELD(gno_datum_rest(w), 3, 0xff000000);
	FIELD(gno_datum_pc(w), 4, 0xffffffff);
	FIELD(gno_datum_process_time(w), 5, 0xffffffff);
	FIELD(gno_extreme_largest(w), 0, 0xffffffff);
	FIELD(gno_extreme_largest_time(w), 1, 0xffffffff);
	FIELD(gno_extreme_smallest(w), 2, 0xffffffff);
	FIELD(gno_extreme_smallest_time(w), 3, 0xffffffff);
	FIELD(gno_extreme_largest_code(w), 4, 0xff);
	FIELD(gno_extreme_smallest_code(w), 4, 0xff00);
	FIELD(gno_extreme_any(w), 4, 0xffff0000);
	ck_assert_uint_eq(gno_word_word(word), 0x0123456789abcdef);
	ck_assert_uint_eq(GNO_RECORD_KIND(7) | GNO_RECORD_NODE(0x112) | GNO_RECORD_CODE(3) |
			      GNO_RECORD_AUX(0x81),
			  0x81031207);
}
END_TEST

/* The host reads the blocks of both kinds with the accessors of buckets. */
START_TEST(test_record_blocks_are_alike)
{
	FIELD(gno_bucket_ended(w), 2, 0xffffffff);
	FIELD(gno_counter_asked(w), 2, 0xffffffff);
	FIELD(gno_bucket_began(w), 3, 0xffffffff);
	FIELD(gno_counter_turn(w), 3, 0xffffffff);
	FIELD(gno_bucket_ended_epoch(w), 4, 0xff);
	FIELD(gno_counter_asked_epoch(w), 4, 0xff);
	FIELD(gno_bucket_began_epoch(w), 4, 0xff00);
	FIELD(gno_counter_turn_epoch(w), 4, 0xff00);
	FIELD(gno_bucket_flags(w), 4, 0xffff0000);
	FIELD(gno_counter_flags(w), 4, 0xffff0000);
	FIELD(gno_block_bit(w, GNO_BLOCK_LAST), 4, 0x10000);
	FIELD(gno_block_bit(w, GNO_BLOCK_FLUSH), 4, 0x80000);
	FIELD(gno_bucket_first(w), 5, 0xffff);
	FIELD(gno_counter_first(w), 5, 0xffff);
	FIELD(gno_bucket_many(w), 5, 0xffff0000);
	FIELD(gno_counter_many(w), 5, 0xffff0000);
	FIELD(gno_bucket_lost(w), 6, 0xffffffff);
	FIELD(gno_bucket_counted(w), 7, 0xffffffff);
	ck_assert_uint_eq(GNO_BUCKET_WORDS, 8);
	ck_assert_uint_eq(GNO_COUNTER_WORDS, 8);
}
END_TEST

/* A round's begin and end: only these two triggers have such records. */
START_TEST(test_record_of_a_round)
{
	struct gno_trigger trigger[] = {{GNO_TRIGGER_TIMER, 0},
					{GNO_TRIGGER_CAPTURE_BEGAN, 0},
					{GNO_TRIGGER_CAPTURE_ENDED, 0},
					{GNO_TRIGGER_CAPTURE, 0}};
	struct gno_node node = {
	    .capacity = 15, .triggers = 4, .trigger = trigger, .timer = true, .rounds = {true}};
	const struct gno_manifest m = {.time_bits = 16, .nodes = 1, .node = &node};
	uint32_t began[4] = {5, INFO(10, 0, 1, 0x1f), UINT32_MAX, 0};
	uint32_t ended[4] = {5, INFO(10, 0, 2, 0x3f), UINT32_MAX, UINT32_MAX};

	ck_assert_int_eq(gno_record_words(began, 4, &m), 4);
	ck_assert_int_eq(gno_record_words(ended, 4, &m), 4);
	ck_assert(gno_line_is_began(began[1], &node));
	ck_assert(!gno_line_is_began(ended[1], &node));
	ck_assert_int_eq(gno_record_words(began, 3, &m), 0);
	ck_assert_uint_eq(gno_record_needs(began[1], &node), 4);
	ended[2] = 3; /* it has wrapped */
	ck_assert_int_eq(gno_record_words(ended, 4, &m), 4);
	for (unsigned bit = 30; bit < 32; bit++) { /* full, kept: of the REPORT line */
		began[1] ^= 1u << bit;
		ck_assert_int_eq(gno_record_words(began, 4, &m), GNO_ERR_FORMAT);
		began[1] ^= 1u << bit;
		ended[1] ^= 1u << bit;
		ck_assert_int_eq(gno_record_words(ended, 4, &m), GNO_ERR_FORMAT);
		ended[1] ^= 1u << bit;
	}
	began[1] ^= 1u << 29; /* only an end can be late */
	ck_assert_int_eq(gno_record_words(began, 4, &m), GNO_ERR_FORMAT);
	began[1] ^= 1u << 29;
	began[3] = 1; /* and only an end has a length */
	ck_assert_int_eq(gno_record_words(began, 4, &m), GNO_ERR_FORMAT);
	began[3] = 0;
	ck_assert_int_eq(gno_record_words(began, 4, &m), 4);
	for (unsigned code = 0; code < 6; code++) {
		ended[1] = INFO(10, 0, code, 0);
		ended[3] = 0;
		ck_assert_int_eq(gno_record_words(ended, 4, &m),
				 code == 1 || code == 2 ? 4 : GNO_ERR_FORMAT);
	}
	node.rounds[GNO_LINE_CAPTURE] = false;
	ck_assert_int_eq(gno_record_words(began, 4, &m), GNO_ERR_FORMAT);
}
END_TEST

/* What a local store adds, of the REPORT line only. */
START_TEST(test_record_of_a_local_store)
{
	struct gno_trigger trigger[] = {{GNO_TRIGGER_CAPTURE_BEGAN, 0},
					{GNO_TRIGGER_CAPTURE_ENDED, 0},
					{GNO_TRIGGER_REPORT_BEGAN, 0},
					{GNO_TRIGGER_REPORT_ENDED, 0}};
	struct gno_node node = {
	    .capacity = 15, .triggers = 4, .trigger = trigger, .rounds = {true, true}};
	const struct gno_manifest m = {.time_bits = 16, .nodes = 1, .node = &node};

	for (unsigned store = 0; store < 2; store++)
		for (unsigned code = 0; code < 4; code++)
			for (unsigned state = 0; state < 16; state++) {
				bool began = code % 2 == 0, full = state & 4, kept = state & 8;
				uint32_t w[4] = {5, INFO(10, 0, code, state << 4), 9, 0};
				bool good = !began || !(state & 2 || kept);

				if (full || kept)
					good = good && store && code >= 2;
				node.local_store = store;
				ck_assert_int_eq(gno_record_words(w, 4, &m),
						 good ? 4 : GNO_ERR_FORMAT);
				ck_assert_int_eq(gno_line_is_began(w[1], &node), began);
				ck_assert_int_eq(gno_line_of(w[1], &node),
						 code < 2 ? GNO_LINE_CAPTURE : GNO_LINE_REPORT);
			}
}
END_TEST

int main(void)
{
	return run_tests(
	    "record", NULL, NULL,
	    TESTS({test_record_lengths}, {test_record_refuses}, {test_record_between_ticks},
		  {test_record_refuses_payload}, {test_record_of_groups},
		  {test_record_refuses_payload_of_triggers}, {test_record_of_buckets},
		  {test_record_of_counters}, {test_record_of_extremes}, {test_record_of_a_round},
		  {test_record_of_a_local_store}, {test_record_asks_for_more}, {test_record_needs},
		  {test_record_kinds}, {test_record_fields}, {test_record_blocks_are_alike}));
}
