/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOCKS_ESTIMATE_H
#define CLOCKS_ESTIMATE_H

/*
 * The mean of a duration from counts of ticks, with a confidence interval that covers it at least
 * as often as it promises, or the reason why there is none. H. Beilner, "Measuring with Slow
 * Clocks", TR-88-003 (1988), and where it errs the bounds below.
 *
 * Bounds of the variance of a mean of n counts, d the tick and VT the variance of the duration:
 *   (d^2 / 4 + VT) / n, and of contiguous durations VT / n + d^2 / (4 n^2);
 *   with jitter (d^2 / 2 + VT) / n, and VT / n + d^2 / (2 n^2).
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How an interval was made. */
enum clocks_method {
	CLOCKS_NONE,	   /* there is no interval: `why` */
	CLOCKS_COUNTS,	   /* counts next to one number: exact intervals of the shares above and
			      below it, joined as G. Y. Zou and A. Donner do, "Construction of
			      confidence limits about effect measures", Stat. in Med. 27 (2008) */
	CLOCKS_STUDENT,	   /* Student's t by the variance of the counts */
	CLOCKS_BATCHES,	   /* the same by batch means (statistics/batches.h) */
	CLOCKS_CONTIGUOUS, /* the same by CLOCKS_PARTS batches, and a tick of all */
	CLOCKS_OF_SUMS,	   /* Student's t by the variance of sums */
	CLOCKS_BOUND,	   /* the bound with the variance that the user states */
};
extern const char *const clocks_method_name[];

#define CLOCKS_PARTS 20

/* Why there is no interval. */
enum clocks_why {
	CLOCKS_KNOWN,
	CLOCKS_WHY_LOOP,      /* the loop time is locked to the clock */
	CLOCKS_WHY_PERIODIC,  /* the counts repeat */
	CLOCKS_WHY_EQUAL,     /* nearly all are equal, and the loop time is not known */
	CLOCKS_WHY_DEPENDENT, /* counts depend on each other over too many of them */
	CLOCKS_WHY_SUM,	      /* one sum, or equal ones, and no variance of the duration */
};
extern const char *const clocks_why_text[];

struct clocks_ask {
	double tick, confidence;
	bool contiguous, jitter;
	bool has_loop;
	double loop, spread; /* of one loop: its mean and its standard deviation */
	uint64_t each;	     /* counts that each number is the sum of; 0: it is one count */
	bool has_deviation;
	double deviation; /* the standard deviation of the duration itself */
};

struct clocks_estimate {
	uint64_t counts; /* as many were added up */
	double mean;
	double deviation; /* of one count, or of the mean of each sum (its divisor is n - 1) */
	double s_10a;	  /* by (10a) of the mean of one sum, or of all counts */
	double bound;	  /* square root of the bound above, VT as the user states, or 0 */
	double certain;	  /* the mean of these very durations is no further away */
	enum clocks_method method;
	double low, high; /* the interval, if there is a method */
	enum clocks_why why;
	bool tested;	/* for dependence of neighbours */
	bool dependent; /* they are, at the lag of the largest autocorrelation */
	unsigned lag;
	double correlation;
	double lock; /* clocks_lock, where the loop is known, else 0 */
};

/* Of `n` counts or sums, n >= 2 (sums: n >= 1). False: no memory. */
bool clocks_estimate(const struct clocks_ask *ask, const uint64_t *count, size_t n,
		     struct clocks_estimate *out);

#endif
