/* SPDX-License-Identifier: Apache-2.0 */
#include "clocks/estimate.h"
#include "clocks/lock.h"
#include "statistics/distributions.h"
#include "statistics/batches.h"

#include <math.h>
#include <stdlib.h>

#define LAGS 50		/* of which autocorrelations are tested */
#define TESTED_LEAST 20 /* fewer counts are not tested */
#define SPARSE 10	/* fewer counts that differ from the others are not tested */
#define ALPHA 0.01	/* of the test for independence, all lags together */
#define PERIODS 3	/* counts that repeat so often are locked */

const char *const clocks_method_name[] = {"none",	"counts", "student", "batches",
					  "contiguous", "sums",	  "bound"};

const char *const clocks_why_text[] = {
    [CLOCKS_KNOWN] = NULL,
    [CLOCKS_WHY_LOOP] = "the loop is locked to the clock",
    [CLOCKS_WHY_PERIODIC] = "the counts repeat: the loop is locked to the clock",
    [CLOCKS_WHY_EQUAL] =
	"fewer than 10 counts differ from the others: the duration is near this "
	"number of ticks, or the loop is locked to the clock; only --loop can tell",
    [CLOCKS_WHY_DEPENDENT] = "the counts depend on each other for too long: the loop may be nearly "
			     "locked to the clock",
    [CLOCKS_WHY_SUM] = "the sums do not show how the duration varies: state --deviation",
};

/* What the counts are, in ticks. */
struct counts {
	const uint64_t *at;
	size_t n;
	double mean, variance;	 /* with the divisor n - 1 */
	uint64_t mode, min, max; /* the most frequent of them */
	size_t above, below;	 /* how many are not the mode */
};

static int by_value(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* The most frequent count, and how many are above and below it. */
static bool find_mode(struct counts *c)
{
	uint64_t *sorted = malloc(c->n * sizeof(*sorted));
	size_t most = 0;

	if (!sorted)
		return false;
	for (size_t i = 0; i < c->n; i++)
		sorted[i] = c->at[i];
	qsort(sorted, c->n, sizeof(*sorted), by_value);
	for (size_t i = 0, end; i < c->n; i = end) {
		for (end = i; end < c->n && sorted[end] == sorted[i]; end++)
			;
		if (end - i > most) {
			most = end - i;
			c->mode = sorted[i];
			c->below = i;
			c->above = c->n - end;
		}
	}
	c->min = sorted[0];
	c->max = sorted[c->n - 1];
	free(sorted);
	return true;
}

static void find_moments(struct counts *c)
{
	double sum = 0, squares = 0;

	for (size_t i = 0; i < c->n; i++)
		sum += (double)c->at[i];
	c->mean = sum / (double)c->n;
	for (size_t i = 0; i < c->n; i++)
		squares += pow((double)c->at[i] - c->mean, 2);
	c->variance = c->n > 1 ? squares / ((double)c->n - 1) : 0;
}

/* The sum of the products of deviations that are `lag` apart. */
static double products(const struct counts *c, size_t lag)
{
	double sum = 0;

	for (size_t i = lag; i < c->n; i++)
		sum += ((double)c->at[i] - c->mean) * ((double)c->at[i - lag] - c->mean);
	return sum;
}

static void test_dependence(const struct counts *c, struct clocks_estimate *e)
{
	const size_t lags = c->n / 4 < LAGS ? c->n / 4 : LAGS;
	const double limit =
	    gno_normal_quantile(1 - ALPHA / (double)(lags ? lags : 1)) / sqrt((double)c->n);

	e->tested = c->n >= TESTED_LEAST && c->above + c->below >= SPARSE;
	for (size_t lag = 1; lag <= lags && e->tested; lag++) {
		const double r = products(c, lag) / (c->variance * ((double)c->n - 1));

		if (fabs(r) > fabs(e->correlation)) {
			e->correlation = r;
			e->lag = (unsigned)lag;
		}
	}
	e->dependent = fabs(e->correlation) > limit;
}

/* Whether the counts repeat with one period, PERIODS times at least. */
static bool repeats(const struct counts *c)
{
	for (size_t period = 2; period <= c->n / PERIODS; period++) {
		size_t i = period;

		while (i < c->n && c->at[i] == c->at[i - period])
			i++;
		if (i == c->n)
			return true;
	}
	return false;
}

static void around(struct clocks_estimate *e, enum clocks_method method, double mean, double half)
{
	e->method = method;
	e->low = mean - half;
	e->high = mean + half;
}

/* Counts of the mode and of its neighbours: E = mode + share above - share below. */
static void by_shares(const struct clocks_ask *ask, const struct counts *c,
		      struct clocks_estimate *e)
{
	const double n = (double)c->n;
	const double up = (double)c->above / n, down = (double)c->below / n;
	double up_low, up_high, down_low, down_high, r;

	gno_share_exact(c->above, c->n, ask->confidence, &up_low, &up_high);
	gno_share_exact(c->below, c->n, ask->confidence, &down_low, &down_high);
	/* of shares of the same counts */
	r = up < 1 && down < 1 ? -sqrt(up * down / ((1 - up) * (1 - down))) : 0;
	e->method = CLOCKS_COUNTS;
	e->low = c->mean - sqrt(pow(up - up_low, 2) + pow(down_high - down, 2) -
				2 * r * (up - up_low) * (down_high - down));
	e->high = c->mean + sqrt(pow(up_high - up, 2) + pow(down - down_low, 2) -
				 2 * r * (up_high - up) * (down - down_low));
}

/* Independent counts. */
static void by_counts(const struct clocks_ask *ask, const struct counts *c,
		      struct clocks_estimate *e)
{
	const double n = (double)c->n;
	double half;

	if (c->max <= c->mode + 1 && c->min + 1 >= c->mode) {
		by_shares(ask, c, e);
		return;
	}
	half = gno_student_quantile(ask->confidence, n - 1) * sqrt(c->variance / n);
	around(e, CLOCKS_STUDENT, c->mean, half);
}

/* Counts that depend on each other. */
static void by_batches(const struct clocks_ask *ask, const struct counts *c,
		       struct clocks_estimate *e)
{
	struct gno_batches batches = {0};
	struct gno_batches_fit fit;
	double half;

	for (size_t i = 0; i < c->n; i++)
		gno_batches_add(&batches, (double)c->at[i], 1);
	if (gno_batches_fit(&batches, &fit) != GNO_BATCHES_GOOD) {
		e->why = CLOCKS_WHY_DEPENDENT;
		return;
	}
	half = gno_student_quantile(ask->confidence, fit.freedom) * sqrt(fit.variance);
	around(e, CLOCKS_BATCHES, c->mean, fmax(half, 1 / (double)c->n));
}

/* Durations that follow each other without a break: their sum is known to a tick. */
static void by_parts(const struct clocks_ask *ask, const struct counts *c,
		     struct clocks_estimate *e)
{
	const size_t parts = c->n / 2 < CLOCKS_PARTS ? c->n / 2 : CLOCKS_PARTS;
	const size_t each = parts ? c->n / parts : 1;
	const double tick = (ask->jitter ? 2. : 1.) / (double)c->n;
	uint64_t sum[CLOCKS_PARTS] = {0};
	struct counts means = {.at = sum, .n = parts};
	double half;

	if (parts < 2) {
		e->why = CLOCKS_WHY_DEPENDENT;
		return;
	}
	for (size_t i = 0; i < parts * each; i++)
		sum[i / each] += c->at[i];
	find_moments(&means);
	half = gno_student_quantile(ask->confidence, (double)parts - 1) *
	       sqrt(means.variance / ((double)each * (double)c->n));
	around(e, CLOCKS_CONTIGUOUS, c->mean, sqrt(half * half + tick * tick));
}

/* Counts of durations apart from each other. */
static void of_counts(const struct clocks_ask *ask, const struct counts *c,
		      struct clocks_estimate *e)
{
	test_dependence(c, e);
	if (ask->has_loop && !ask->jitter)
		e->lock = clocks_lock(c->mean, ask->loop / ask->tick, ask->spread / ask->tick,
				      (double)c->n);
	if (e->lock >= CLOCKS_LOCKED)
		e->why = CLOCKS_WHY_LOOP;
	else if (!ask->jitter && !ask->has_loop && c->above + c->below < SPARSE)
		e->why = CLOCKS_WHY_EQUAL;
	else if (!ask->jitter && c->min != c->max && repeats(c))
		e->why = CLOCKS_WHY_PERIODIC;
	else if (e->dependent)
		by_batches(ask, c, e);
	else
		by_counts(ask, c, e);
	if (e->method && e->lock > 1) {
		e->low = c->mean - e->lock * (c->mean - e->low);
		e->high = c->mean + e->lock * (e->high - c->mean);
	}
}

/* Sums: n experiments of ask->each counts. */
static void of_sums(const struct clocks_ask *ask, const struct counts *c, struct clocks_estimate *e)
{
	const double n = (double)c->n;

	if (ask->has_deviation)
		around(e, CLOCKS_BOUND, c->mean,
		       gno_normal_quantile(ask->confidence) * e->bound / ask->tick *
			   (double)ask->each);
	else if (c->n > 1 && c->variance > 0)
		around(e, CLOCKS_OF_SUMS, c->mean,
		       gno_student_quantile(ask->confidence, n - 1) * sqrt(c->variance / n));
	else
		e->why = CLOCKS_WHY_SUM;
}

/* The square root of the bound of the variance of the mean of all. */
static double bound(const struct clocks_ask *ask, double counts, double sums)
{
	const double part = ask->tick * ask->tick / (ask->jitter ? 2 : 4);
	const double varies = ask->deviation * ask->deviation / counts;

	/* contiguous: each sum has two ends */
	return sqrt(varies + part / counts * (ask->contiguous ? sums / counts : 1));
}

bool clocks_estimate(const struct clocks_ask *ask, const uint64_t *count, size_t n,
		     struct clocks_estimate *out)
{
	struct counts c = {.at = count, .n = n};
	const double each = ask->each ? (double)ask->each : 1;
	double part;

	*out = (struct clocks_estimate){.counts = (uint64_t)n * (ask->each ? ask->each : 1)};
	if (!find_mode(&c))
		return false;
	find_moments(&c);
	part = c.mean / each - floor(c.mean / each);
	out->mean = c.mean / each * ask->tick;
	out->deviation = sqrt(c.variance) / each * ask->tick;
	out->s_10a = ask->tick * sqrt(part * (1 - part) / (ask->each ? each : (double)n));
	out->bound = bound(ask, (double)out->counts, ask->each ? (double)n : 1);
	out->certain = ask->tick * (ask->jitter ? 2 : 1) /
		       (ask->contiguous ? (double)out->counts / (ask->each ? (double)n : 1) : 1);
	if (ask->each)
		of_sums(ask, &c, out);
	else if (ask->contiguous)
		by_parts(ask, &c, out);
	else
		of_counts(ask, &c, out);
	out->low = fmax(out->low, 0) / each * ask->tick;
	out->high = out->high / each * ask->tick;
	return true;
}
