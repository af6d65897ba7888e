/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOCKS_PLAN_H
#define CLOCKS_PLAN_H

/*
 * How often must a duration be measured by a clock whose tick is long? H. Beilner, "Measuring with
 * Slow Clocks", TR-88-003 (1988); the numbers of equations are those of the report.
 *
 * (14a) and (14b) follow from the variance (10a), which is 0 where a duration is a whole number of
 * ticks. No guess of a duration is that good: within a tenth of a tick of 1, 2, ... ticks the bound
 * (10b) counts. Counts must be independent (clocks/lock.h), and (8) must hold: a duration varies by
 * less than a tick.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/errors.h"

/* digits / 10^places */
struct clocks_decimal {
	uint64_t digits;
	unsigned places;
};

/* Reads a decimal number, and nothing else; `end` (may be NULL) is where it must end. */
bool clocks_decimal(const char *text, const char *end, struct clocks_decimal *out);
double clocks_value(struct clocks_decimal x);

#define CLOCKS_LEAST 30 /* repetitions: fewer have no normal mean */

enum clocks_rule { CLOCKS_14A, CLOCKS_14B, CLOCKS_10B };
extern const char *const clocks_rule_name[];

/* A duration that is expected, and by how much it may be wrong. */
struct clocks_expected {
	struct clocks_decimal duration, wrong;
	enum clocks_rule rule; /* the rest: what clocks_plan found */
	uint64_t repetitions;  /* at least CLOCKS_LEAST */
	double width; /* of the interval, as a share of the mean, with `most` repetitions */
};

struct clocks_plan {
	struct clocks_decimal tick;
	struct clocks_decimal width;	/* total, in per cent of the mean */
	struct clocks_decimal quantile; /* total width in standard deviations; digits 0: that of
					   the normal distribution for `confidence` */
	double confidence;
	struct clocks_expected *expected;
	size_t count;
	double w;      /* the rest: what clocks_plan found. The quantile that was used */
	uint64_t most; /* the largest number of repetitions: that of the experiment */
};

/* Computes the plan. GNO_ERR_ARG: a number makes no sense, or is too long. */
int clocks_plan(struct clocks_plan *p, struct gno_err *err);

#endif
