/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOCKS_ZERO_H
#define CLOCKS_ZERO_H

/*
 * What the readings of the zero-elapsed-time experiment say of a clock. T. H. Kong, A. Z. Spector,
 * D. P. Siewiorek, "Measuring Time in Cm*", CMU-CS-86-136 (1986), sections 3.3 and 4.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clocks/table.h"

enum clocks_way { CLOCKS_LONG_TERM, CLOCKS_METHOD_1, CLOCKS_METHOD_2, CLOCKS_WAYS };
extern const char *const clocks_way_name[];

/* Durations of zero elapsed time, corrected in one way. */
struct clocks_corrected {
	bool there;		/* the file has its time stamps */
	double mean, deviation; /* in ticks */
	bool has_k;		/* they vary */
	double k, k_low, k_high;
	size_t block; /* repetitions that the bootstrap draws together */
	double least; /* the shortest duration of which one reading has an interval of half-width
			 `part`; in ticks */
};

struct clocks_zero {
	size_t n;
	double mean, deviation; /* uncorrected, in ticks */
	uint64_t prescale;	/* the largest power of two up to the deviation, at least 1 */
	struct clocks_corrected way[CLOCKS_WAYS];
};

/*
 * The columns of a row are the time stamps of one repetition, in ticks:
 *   4: four reads in succession; zero time lies between the second and the third (Method I)
 *   6: the pair of a process that reads the clock, the two reads, the pair behind them (Method II)
 *   8: such a pair, the four reads, the pair behind them (both)
 * `part`: 0.1 is 10 %. GNO_ERR_FORMAT: the file `path` is none; GNO_ERR_NOMEM.
 */
int clocks_zero(const struct clocks_table *t, const char *path, double confidence, double part,
		struct clocks_zero *out, struct gno_err *err);

#endif
