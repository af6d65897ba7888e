/* SPDX-License-Identifier: Apache-2.0 */

/* The routines of gnomon_clock.h, with a clock whose ticks between reads the test sets, and its net
 * durations. */

#include <check.h>
#include <stdint.h>

#include "tests/suite.h"

enum {
	HALF = 1 << 8,
	WHOLE = 1 << 16,
};

/* The clock: 16 bits in halves of 8, low half at 0, high half at 4. */
static uint32_t now, low_time, before_read[4];
static unsigned int reads;

/* Its latches of the high half, where it has them: master 1 reads the low half a period after
 * master 0, before that one reads the high half. */
static enum { UNLATCHED, SHARED, OWN } latches;
static uint32_t latch[2];

static uint32_t load(uintptr_t address, unsigned int bytes)
{
	ck_assert_uint_eq(bytes, 1);
	ck_assert_uint_lt(reads, 4);
	now += before_read[reads++];
	if (address == 0)
		latch[0] = now;
	else
		latch[latches == OWN] = now + HALF;
	if (address == 0 && low_time == UINT32_MAX)
		low_time = now;
	if (address == 4 && latches != UNLATCHED)
		return latch[0] >> 8 & 0xff;
	return address == 4 ? now >> 8 & 0xff : now & 0xff;
}

#define GNOMON_CLOCK_LOAD(address, bytes) load(address, bytes)
#include "gnomon_clock.h"
#include "target/clock_golden.h"

static const struct gnomon_clock eight = {.low = 0, .high = 4, .bits = 8, .bytes = 1};
static struct gnomon_clock_statics statics;

enum routine {
	VARYING,
	FOUR,
	FOUR_PRINTED,
	ONE,
	ONE_PRINTED,
	LATCHED,
};

/* A read of the clock, which has this time before it and so many ticks more at each of its reads;
 * what it returns is less than a whole clock. */
static uint32_t read_at(enum routine routine, uint32_t time, uint32_t a, uint32_t b, uint32_t c,
			uint32_t d)
{
	now = time;
	low_time = UINT32_MAX;
	before_read[0] = a;
	before_read[1] = b;
	before_read[2] = c;
	before_read[3] = d;
	reads = 0;
	switch (routine) {
	case VARYING:
		return (uint32_t)gnomon_clock_varying_read(&eight);
	case FOUR:
		return (uint32_t)gnomon_clock_4_read(&eight);
	case FOUR_PRINTED:
		return (uint32_t)gnomon_clock_4_read_printed(&eight);
	case ONE:
		return (uint32_t)gnomon_clock_1_read(&eight, &statics);
	case ONE_PRINTED:
		return (uint32_t)gnomon_clock_1_read_printed(&eight, &statics);
	case LATCHED:
		break;
	}
	return (uint32_t)gnomon_clock_latched_read(&eight);
}

/* At each time of the clock but its own wrap, with each pattern of up to two ticks between reads:
 * the time of the first read of the low half; of Varying-Read that of the last one. */
START_TEST(test_all_times)
{
	unsigned int four_lost = 0, four_reads = 0;

	for (uint32_t time = 0; time < WHOLE - 8; time++)
		for (uint32_t gaps = 0; gaps < 81; gaps++) {
			const uint32_t a = gaps % 3, b = gaps / 3 % 3, c = gaps / 9 % 3;
			const uint32_t d = gaps / 27;
			uint32_t found = read_at(VARYING, time, a, b, c, d);
			int wraps = (time + a) / HALF != (time + a + b + c) / HALF;

			ck_assert_uint_eq(reads, wraps ? 4 : 3);
			ck_assert_uint_eq(found, wraps ? now : low_time);
			four_reads += reads == 4;
			found = read_at(FOUR, time, a, b, c, d);
			ck_assert_uint_eq(reads, 4);
			ck_assert_uint_eq(found, low_time);
			/* the printed comparison loses a period where both lows are equal */
			wraps = (time + a) / HALF != low_time / HALF && c + d == 0;
			found = read_at(FOUR_PRINTED, time, a, b, c, d);
			ck_assert_uint_eq(found, low_time - (wraps ? HALF : 0));
			four_lost += (unsigned int)wraps;
		}
	ck_assert_uint_gt(four_lost, 0);
	ck_assert_uint_gt(four_reads, 0);
}
END_TEST

/* What the comments of the header say the routines cannot do. */
START_TEST(test_limits)
{
	/* the wrap of the whole clock: the high half falls back to 0 */
	ck_assert_uint_eq(read_at(VARYING, WHOLE - 1, 0, 1, 0, 0), 0xff00);
	ck_assert_uint_eq(read_at(FOUR, WHOLE - 1, 0, 1, 0, 0), 0xff00);
	/* a period of the low half between the last two reads */
	ck_assert_uint_eq(read_at(VARYING, 255, 0, 0, 1, 3), 259);
	ck_assert_uint_eq(read_at(VARYING, 255, 0, 0, 1, 259), 259);
	ck_assert_uint_eq(now, 515);
	ck_assert_uint_eq(read_at(FOUR, 255, 0, 0, 1, 259), 255);
}
END_TEST

/* 1-Read over three wraps, one tick apart and twice in one tick. */
START_TEST(test_one_read)
{
	uint32_t found;

	statics = (struct gnomon_clock_statics){0, 0};
	for (uint32_t time = 1; time < 3 * HALF + 9; time++) {
		found = read_at(ONE, time, 0, 0, 0, 0);
		ck_assert_uint_eq(found, time);
		ck_assert_uint_eq(reads, 1);
		ck_assert_uint_eq(read_at(ONE, time, 0, 0, 0, 0), time);
	}
	/* as printed each second read of a tick adds a period that was not */
	statics = (struct gnomon_clock_statics){0, 0};
	ck_assert_uint_eq(read_at(ONE_PRINTED, 7, 0, 0, 0, 0), 7);
	ck_assert_uint_eq(read_at(ONE_PRINTED, 9, 0, 0, 0, 0), 9);
	ck_assert_uint_eq(read_at(ONE_PRINTED, 9, 0, 0, 0, 0), 9 + HALF);
	/* a period without a read is lost: the read behind it is one period behind */
	statics = (struct gnomon_clock_statics){7, 0};
	ck_assert_uint_eq(read_at(ONE, 8 + HALF, 0, 0, 0, 0), 8);
	/* 2^16 ticks of 2 us */
	ck_assert_double_eq(WHOLE * 2e-6, 0.131072);
}
END_TEST

/* Two masters interleave their halves. Each gets its own time where it has a latch of its own; with
 * one latch for both, the first one gets the high half of the other one's time. */
START_TEST(test_latched)
{
	latches = OWN;
	for (uint32_t time = 0; time < WHOLE; time++)
		ck_assert_uint_eq(read_at(LATCHED, time, 0, 1, 0, 0), time);
	latches = SHARED;
	ck_assert_uint_eq(read_at(LATCHED, 7, 0, 1, 0, 0), 7 + HALF);
	latches = UNLATCHED;
	ck_assert_uint_eq(read_at(LATCHED, HALF - 1, 0, 1, 0, 0), 2 * HALF - 1);
}
END_TEST

/* Parts of one word, which has the low one above. */
START_TEST(test_parts)
{
	const struct gnomon_clock nibbles = {0, 0, 4, 0, 4, 1};

	now = 0x3a;
	reads = 0;
	before_read[0] = before_read[1] = 0;
	ck_assert_uint_eq(gnomon_clock_low(&nibbles), 3);
	ck_assert_uint_eq(gnomon_clock_high(&nibbles), 10);
	ck_assert_uint_eq(gnomon_clock_join(&nibbles, 10, 3), 0xa3);
	ck_assert_uint_eq(
	    gnomon_clock_join(&(struct gnomon_clock){.bits = 32}, 0xffffffff, 0xfffffffe),
	    UINT64_MAX - 1);
}
END_TEST

/* Each returns the line of the first number that is wrong. */
START_TEST(test_golden)
{
	ck_assert_int_eq(golden_method_1(), 0);
	ck_assert_int_eq(golden_method_2(), 0);
	ck_assert_int_eq(golden_variances(), 0);
	ck_assert_int_eq(golden_spread(), 0);
}
END_TEST

int main(void)
{
	return run_tests("clock", NULL, NULL,
			 TESTS({test_all_times}, {test_limits}, {test_one_read}, {test_latched},
			       {test_parts}, {test_golden}));
}
