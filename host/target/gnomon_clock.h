/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLOCK_H
#define GNOMON_CLOCK_H

/*
 * For programs of the target: to read a clock that is wider than the bus, and the net duration by a
 * clock whose read takes time, and more of it under load. C11, C++11; freestanding. The methods are
 * those of T. H. Kong, A. Z. Spector, D. P. Siewiorek, "Measuring Time in Cm*", CMU-CS-86-136
 * (1986); docs/guide/clocks.md helps to choose one.
 *
 *	static const struct gnomon_clock clock = {
 *		.low = 0x10000, .high = 0x10004, .bits = 32, .bytes = 4};
 *
 *	uint64_t now = gnomon_clock_4_read(&clock);
 *
 * A constant clock is folded into the code: a read of a part is one load.
 */

#include <stdint.h>

#define GNOMON_CLOCK_CALL static inline __attribute__((__always_inline__, __unused__))

/*
 * How a word of a clock is read: `bytes` is 1, 2 or 4. A program whose clock is not mapped into the
 * memory defines it before this header is included.
 */
#ifndef GNOMON_CLOCK_LOAD
#define GNOMON_CLOCK_LOAD(address, bytes)                                                          \
	((bytes) == 1	? (uint32_t) * (const volatile uint8_t *)(address)                         \
	 : (bytes) == 2 ? (uint32_t) * (const volatile uint16_t *)(address)                        \
			: *(const volatile uint32_t *)(address))
#endif

/* A clock that is read in two parts of equal width. They may be bits of one word. */
struct gnomon_clock {
	uintptr_t low, high;	 /* addresses of the words with the parts */
	uint8_t low_at, high_at; /* place of the part's lowest bit in its word */
	uint8_t bits;		 /* of a part: 1 to 32 */
	uint8_t bytes;		 /* of a word: 1, 2, 4 */
};

/* What 1-Read knows of the clock. Each core has its own, in memory that the others do not load. */
struct gnomon_clock_statics {
	uint32_t old_low;
	uint32_t high;
};

GNOMON_CLOCK_CALL uint32_t gnomon_clock_part(const struct gnomon_clock *clock, uintptr_t address,
					     unsigned int at)
{
	return GNOMON_CLOCK_LOAD(address, clock->bytes) >> at & 0xffffffffu >> (32u - clock->bits);
}

GNOMON_CLOCK_CALL uint32_t gnomon_clock_low(const struct gnomon_clock *clock)
{
	return gnomon_clock_part(clock, clock->low, clock->low_at);
}

GNOMON_CLOCK_CALL uint32_t gnomon_clock_high(const struct gnomon_clock *clock)
{
	return gnomon_clock_part(clock, clock->high, clock->high_at);
}

GNOMON_CLOCK_CALL uint64_t gnomon_clock_join(const struct gnomon_clock *clock, uint32_t high,
					     uint32_t low)
{
	return (uint64_t)high << clock->bits | low;
}

/*
 * The routines of section 3.2. Each returns the time in ticks. None of them may be interrupted by
 * another read of the same clock and the same statics.
 */

/*
 * Varying-Read: three reads, or four where the low part wraps meanwhile. The time is that of the
 * last read of the low part. It is wrong at the wrap of the whole clock, and where a whole period
 * of the low part passes between the last two reads.
 */
GNOMON_CLOCK_CALL uint64_t gnomon_clock_varying_read(const struct gnomon_clock *clock)
{
	const uint32_t first_high = gnomon_clock_high(clock);
	const uint32_t first_low = gnomon_clock_low(clock);
	const uint32_t second_high = gnomon_clock_high(clock);

	if (second_high > first_high)
		return gnomon_clock_join(clock, second_high, gnomon_clock_low(clock));
	return gnomon_clock_join(clock, first_high, first_low);
}

GNOMON_CLOCK_CALL uint64_t gnomon_clock_4_read_by(const struct gnomon_clock *clock, int printed)
{
	const uint32_t first_high = gnomon_clock_high(clock);
	const uint32_t first_low = gnomon_clock_low(clock);
	const uint32_t second_high = gnomon_clock_high(clock);
	const uint32_t second_low = gnomon_clock_low(clock);
	const int before = printed ? second_low > first_low : second_low >= first_low;

	return gnomon_clock_join(
	    clock, second_high > first_high && before ? second_high : first_high, first_low);
}

/*
 * 4-Read: the time is that of the first read of the low part. It is wrong at the wrap of the whole
 * clock, and where a whole period of the low part passes during the routine.
 */
GNOMON_CLOCK_CALL uint64_t gnomon_clock_4_read(const struct gnomon_clock *clock)
{
	return gnomon_clock_4_read_by(clock, 0);
}

/* The same as the paper prints it, for comparison: a period of the low part is lost where both
 * reads of it are in one tick, behind a wrap. */
GNOMON_CLOCK_CALL uint64_t gnomon_clock_4_read_printed(const struct gnomon_clock *clock)
{
	return gnomon_clock_4_read_by(clock, 1);
}

GNOMON_CLOCK_CALL uint64_t gnomon_clock_1_read_by(const struct gnomon_clock *clock,
						  struct gnomon_clock_statics *statics, int printed)
{
	const uint32_t low = gnomon_clock_low(clock);

	if (printed ? statics->old_low >= low : statics->old_low > low)
		statics->high++;
	statics->old_low = low;
	return gnomon_clock_join(clock, statics->high, low);
}

/*
 * 1-Read: one read of the low part; wraps are counted. The statics begin with the clock's parts, or
 * with 0 at the clock's reset. A period of the low part without a read is lost.
 */
GNOMON_CLOCK_CALL uint64_t gnomon_clock_1_read(const struct gnomon_clock *clock,
					       struct gnomon_clock_statics *statics)
{
	return gnomon_clock_1_read_by(clock, statics, 0);
}

/* The same as the paper prints it, for comparison: two reads in one tick count a period that was
 * not. */
GNOMON_CLOCK_CALL uint64_t gnomon_clock_1_read_printed(const struct gnomon_clock *clock,
						       struct gnomon_clock_statics *statics)
{
	return gnomon_clock_1_read_by(clock, statics, 1);
}

/*
 * The read that the paper recommends, of a clock whose read of the low part latches the high one:
 * both are of one time. It needs a latch of its own for each core and each interrupt level.
 */
GNOMON_CLOCK_CALL uint64_t gnomon_clock_latched_read(const struct gnomon_clock *clock)
{
	const uint32_t low = gnomon_clock_low(clock);

	return gnomon_clock_join(clock, gnomon_clock_high(clock), low);
}

/*
 * Net durations (section 4.2). Time stamps are in ticks, and less than 2^60 apart; a net duration
 * is in half ticks, and so exact. The functions return 0, or -1 where the clock runs backwards, and
 * then leave `*net`.
 */

/* (1): the measured duration, and how long two successive reads took near its begin and its end,
 * all in ticks. */
GNOMON_CLOCK_CALL int64_t gnomon_clock_net(int64_t measured, int64_t first, int64_t last)
{
	return 2 * measured - (first + last);
}

/*
 * Method I: two reads in succession before the experiment, and two behind it, by whom it is
 * measured. The experiment lies between `start` and `end`.
 */
GNOMON_CLOCK_CALL int gnomon_clock_method_1(uint64_t before, uint64_t start, uint64_t end,
					    uint64_t behind, int64_t *net)
{
	const int64_t first = (int64_t)(start - before);
	const int64_t measured = (int64_t)(end - start);
	const int64_t last = (int64_t)(behind - end);

	if (first < 0 || measured < 0 || last < 0)
		return -1;
	*net = gnomon_clock_net(measured, first, last);
	return 0;
}

/* Two successive reads of a process of its own. */
struct gnomon_clock_pair {
	uint64_t first, second;
};

/* Twice the distance of a time stamp from the middle of a pair. */
GNOMON_CLOCK_CALL int64_t gnomon_clock_distance(uint64_t at, const struct gnomon_clock_pair *pair)
{
	const int64_t distance = (int64_t)(at - pair->first) + (int64_t)(at - pair->second);

	return distance < 0 ? -distance : distance;
}

/* How long the read of the nearer pair took; at a tie that of the earlier one. */
GNOMON_CLOCK_CALL int64_t gnomon_clock_nearer(uint64_t at, const struct gnomon_clock_pair *before,
					      const struct gnomon_clock_pair *behind)
{
	const struct gnomon_clock_pair *pair =
	    gnomon_clock_distance(at, before) <= gnomon_clock_distance(at, behind) ? before
										   : behind;

	return (int64_t)(pair->second - pair->first);
}

/*
 * Method II: a process of its own reads the clock in pairs of successive reads. `before` is its
 * last pair before the experiment or at its begin, `behind` the one behind it. Each end of the
 * experiment takes the pair whose middle is nearer.
 */
GNOMON_CLOCK_CALL int gnomon_clock_method_2(uint64_t start, uint64_t end,
					    const struct gnomon_clock_pair *before,
					    const struct gnomon_clock_pair *behind, int64_t *net)
{
	if ((int64_t)(end - start) < 0 || (int64_t)(before->second - before->first) < 0 ||
	    (int64_t)(behind->first - before->second) < 0 ||
	    (int64_t)(behind->second - behind->first) < 0)
		return -1;
	*net = gnomon_clock_net((int64_t)(end - start), gnomon_clock_nearer(start, before, behind),
				gnomon_clock_nearer(end, before, behind));
	return 0;
}

/*
 * Mean and variance of values that come one after the other, by Welford's recurrence; begins with
 * all zero.
 */
struct gnomon_clock_spread {
	double mean;
	double squares; /* of the distances from the mean, summed */
	uint32_t count;
};

GNOMON_CLOCK_CALL void gnomon_clock_add(struct gnomon_clock_spread *spread, double value)
{
	const double distance = value - spread->mean;

	spread->count++;
	spread->mean += distance / spread->count;
	spread->squares += distance * (value - spread->mean);
}

/* The variance of all values so far, which are at least one. */
GNOMON_CLOCK_CALL double gnomon_clock_variance(const struct gnomon_clock_spread *spread)
{
	return spread->squares / spread->count;
}

/* Long-term averaging: less the mean of what zero elapsed time took. */
GNOMON_CLOCK_CALL double gnomon_clock_long_term(double measured,
						const struct gnomon_clock_spread *zero)
{
	return measured - zero->mean;
}

/*
 * The improvement factor k: the variance before the correction, divided by that behind it, both of
 * the same fixed duration and in the same unit; -1 where the corrected values are all equal, or
 * none. `gnomon samples --zero` and the Python module gnomon.clocks have its confidence interval.
 */
GNOMON_CLOCK_CALL double gnomon_clock_k(const struct gnomon_clock_spread *measured,
					const struct gnomon_clock_spread *corrected)
{
	if (measured->count == 0 || corrected->count == 0 || corrected->squares <= 0)
		return -1;
	return gnomon_clock_variance(measured) / gnomon_clock_variance(corrected);
}

/* Correlations of T_1 to T_4. */
struct gnomon_clock_correlation {
	double rho12, rho13, rho14, rho23, rho24, rho34;
};

/*
 * (2): the variance of a net duration; s1 to s4 are the standard deviations of T_1 to T_4. T_2 and
 * T_3 are what a read takes on the experiment's side, T_1 and T_4 how long two successive reads
 * took.
 */
GNOMON_CLOCK_CALL double gnomon_clock_variance_2(double s1, double s2, double s3, double s4,
						 const struct gnomon_clock_correlation *r)
{
	return s2 * s2 + s3 * s3 + (s1 * s1 + s4 * s4) / 4 + 2 * r->rho23 * s2 * s3 -
	       r->rho12 * s1 * s2 - r->rho13 * s1 * s3 - r->rho24 * s2 * s4 - r->rho34 * s3 * s4 +
	       r->rho14 * s1 * s4 / 2;
}

/* (4): the same where each of T_2 and T_3 is half of a read, and V(T_1) = V(T_4) = sigma^2. */
GNOMON_CLOCK_CALL double gnomon_clock_variance_4(const struct gnomon_clock_correlation *r,
						 double sigma)
{
	return gnomon_clock_variance_2(sigma, sigma / 2, sigma / 2, sigma, r);
}

/* (5): the same of a duration so short that T_2 and T_3 are one read, T_3. */
GNOMON_CLOCK_CALL double gnomon_clock_variance_5(double rho13, double rho34, double rho14,
						 double sigma)
{
	return sigma * sigma * (1.5 - rho13 - rho34 + 0.5 * rho14);
}

#endif
