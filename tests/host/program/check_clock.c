/* SPDX-License-Identifier: Apache-2.0 */

/* The routines of gnomon_clock.h, with a clock whose ticks between reads the test sets, and its net
 * durations against the numbers of tests/python/test_clocks.py. */

#include <check.h>
#include <math.h>
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

#define EXPECT_NET(call, half_ticks)                                                               \
	do {                                                                                       \
		int64_t net_;                                                                      \
		ck_assert_int_eq(call, 0);                                                         \
		ck_assert_int_eq(net_, half_ticks);                                                \
	} while (0)

START_TEST(test_methods)
{
	const uint64_t far = UINT64_C(1) << 62;
	int64_t kept = 5;

	ck_assert_int_eq(gnomon_clock_net(100, 10, 20), 2 * 85);
	EXPECT_NET(gnomon_clock_method_1(0, 10, 110, 130, &net_), 2 * 85);
	EXPECT_NET(gnomon_clock_method_1(5, 6, 9, 17, &net_), -3);
	EXPECT_NET(gnomon_clock_method_1(far, far + 10, far + 110, far + 131, &net_), 169);
	/* time stamps that wrap meanwhile */
	EXPECT_NET(gnomon_clock_method_1(UINT64_MAX - 4, 5, 105, 125, &net_), 2 * 85);
	ck_assert_int_eq(gnomon_clock_method_1(10, 9, 110, 130, &kept), -1);
	ck_assert_int_eq(gnomon_clock_method_1(0, 10, 9, 130, &kept), -1);
	ck_assert_int_eq(gnomon_clock_method_1(0, 10, 110, 109, &kept), -1);
	ck_assert_int_eq(kept, 5);
}
END_TEST

/* Method II: the nearer middle, at a tie the earlier pair: middles 5 and 115 are as far from 60. */
START_TEST(test_nearest_pair)
{
	const struct gnomon_clock_pair early = {0, 10}, late = {100, 130};
	const struct {
		uint64_t start, end;
		int64_t half_ticks;
	} rows[] = {
	    {20, 110, 2 * 90 - (10 + 30)}, {20, 60, 2 * (40 - 10)},
	    {20, 61, 2 * 41 - (10 + 30)},  {60, 60, -2 * 10},
	    {61, 62, 2 * (1 - 30)},
	};
	int64_t kept = 5;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		EXPECT_NET(gnomon_clock_method_2(rows[i].start, rows[i].end, &early, &late, &net_),
			   rows[i].half_ticks);
	ck_assert_int_eq(gnomon_clock_method_2(5, 4, &early, &late, &kept), -1);
	ck_assert_int_eq(gnomon_clock_method_2(4, 5, &late, &early, &kept), -1);
	ck_assert_int_eq(
	    gnomon_clock_method_2(4, 5, &(struct gnomon_clock_pair){10, 0}, &late, &kept), -1);
	ck_assert_int_eq(
	    gnomon_clock_method_2(4, 5, &early, &(struct gnomon_clock_pair){130, 100}, &kept), -1);
	ck_assert_int_eq(kept, 5);
}
END_TEST

#define NEAR(found, wanted) ck_assert_double_eq_tol(found, wanted, 5e-11)

/* The bounds that the paper names, and the k of reads that follow each other with a correlation. */
START_TEST(test_variances)
{
	const struct gnomon_clock_correlation all = {1, 1, 1, 1, 1, 1}, none = {0};
	const struct gnomon_clock_correlation worst = {.rho14 = 1, .rho23 = 1};
	const struct gnomon_clock_correlation ends = {.rho14 = 1};
	const struct gnomon_clock_correlation some = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
	const struct {
		double rho, k;
	} golden[] = {
	    {0, 0.6666666667},		 {0.5, 1.6}, {0.8, 4.5454545455}, {0.9, 9.5238095238},
	    {2 - 1.7320508075688772, 1},
	};

	NEAR(gnomon_clock_variance_4(&all, 1), 0);
	NEAR(gnomon_clock_variance_4(&worst, 3), 2 * 9);
	NEAR(gnomon_clock_variance_4(&none, 2), 4);
	NEAR(gnomon_clock_variance_4(&ends, 1), 1.5);
	NEAR(gnomon_clock_variance_5(0, 0, 0, 1), 1.5);
	NEAR(gnomon_clock_variance_5(1, 1, 1, 1), 0);
	NEAR(gnomon_clock_variance_5(0, 0, 1, 2), 8);
	/* 9/4 + 4 + 1 + 16/4 + 2*0.4*2 - 0.1*6 - 0.2*3 - 0.5*8 - 0.6*4 + 0.3*6 */
	NEAR(gnomon_clock_variance_2(3, 2, 1, 4, &some), 7.05);
	for (size_t i = 0; i < sizeof(golden) / sizeof(golden[0]); i++) {
		const double rho = golden[i].rho;

		NEAR(1 / gnomon_clock_variance_5(rho, rho, rho * rho, 1), golden[i].k);
	}
	/* one pair is nearest to both ends */
	NEAR(1 / gnomon_clock_variance_5(0.5, 0.5, 1, 1), 1 / (2 - 2 * 0.5));
}
END_TEST

START_TEST(test_spread)
{
	const double values[] = {1024 + 1, 1024 + 2, 1024 + 4, 1024 + 9};
	struct gnomon_clock_spread measured = {0}, corrected = {0}, equal = {0}, nothing = {0};

	for (int i = 0; i < 4; i++) {
		gnomon_clock_add(&measured, values[i]);
		gnomon_clock_add(&corrected, values[i] / 2);
		gnomon_clock_add(&equal, 3);
	}
	NEAR(measured.mean, 1024 + 4);
	NEAR(gnomon_clock_variance(&measured), (9 + 4 + 0 + 25) / 4.0);
	NEAR(gnomon_clock_k(&measured, &corrected), 4);
	NEAR(gnomon_clock_long_term(1024 + 100, &measured), 96);
	/* long-term averaging moves all alike */
	NEAR(gnomon_clock_k(&measured, &measured), 1);
	NEAR(gnomon_clock_k(&measured, &equal), -1);
	NEAR(gnomon_clock_k(&measured, &nothing), -1);
	NEAR(gnomon_clock_k(&nothing, &measured), -1);
}
END_TEST

int main(void)
{
	return run_tests("clock", NULL, NULL,
			 TESTS({test_all_times}, {test_limits}, {test_one_read}, {test_latched},
			       {test_parts}, {test_methods}, {test_nearest_pair}, {test_variances},
			       {test_spread}));
}
