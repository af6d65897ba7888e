/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Simulated clocks and durations, of which the truth is known: how often intervals cover the mean,
 * how wide they are, and that hard bounds never break. GNOMON_COVER multiplies the experiments of
 * each case (make check-host-long: 20, which are 12,000).
 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "clocks/estimate.h"
#include "statistics/distributions.h"
#include "tests/suite.h"

#define EXPERIMENTS 600
#define COUNTS 2000 /* most of an experiment */

static double uniform(void)
{
	return ((double)random() + 0.5) / ((double)RAND_MAX + 1);
}

static double normal(void)
{
	return sqrt(-2 * log(uniform())) * cos(2 * acos(-1) * uniform());
}

/* A duration in ticks: `mean`, and on both sides of it up to `varies` (uniform). */
struct sample {
	const char *name;
	size_t n;
	double mean, varies;
	double loop, spread; /* spread 0: locked, or nearly */
	bool contiguous, jitter;
	double confidence;
	bool is_short; /* the width is compared with the ideal one */
};

static const struct sample samples[] = {
    {"a third of a tick", 200, 0.3, 0, 7.3, 1, false, false, 0.95, true},
    {"a twentieth", 400, 0.05, 0, 7.3, 1, false, false, 0.95, false},
    {"a twentieth, more of them", 2000, 0.05, 0, 7.3, 1, false, false, 0.9, true},
    {"a whole tick", 200, 1, 0, 7.3, 1, false, false, 0.95, false},
    {"just above", 200, 1.001, 0, 7.3, 1, false, false, 0.95, false},
    {"where Wilson's interval is worst", 200, 1.00087, 0, 7.3, 1, false, false, 0.95, false},
    {"just above, at 99 %", 200, 2.0007, 0, 7.3, 1, false, false, 0.99, false},
    {"just below", 200, 0.998, 0, 7.3, 1, false, false, 0.95, false},
    {"above", 200, 2.6, 0, 7.3, 1, false, false, 0.95, true},
    {"whole ticks, hardly varying", 200, 1, 0.02, 7.3, 1, false, false, 0.95, false},
    {"whole ticks, varying", 300, 3, 0.5, 7.3, 1, false, false, 0.95, true},
    {"varying from 0 to 4 ticks", 200, 2, 2, 7.3, 1, false, false, 0.95, true},
    {"varying, few", 30, 1.5, 1.5, 7.3, 1, false, false, 0.9, true},
    {"locked, with jitter", 500, 0.3, 0, 1, 0, false, true, 0.95, true},
    {"locked, varying, with jitter", 500, 0.9, 0.05, 1, 0, false, true, 0.95, false},
    {"contiguous, constant", 500, 0.37, 0, 0, 0, true, false, 0.95, false},
    {"contiguous, locked", 500, 0.5, 0, 0, 0, true, false, 0.95, false},
    {"contiguous, varying", 500, 1.3, 0.6, 0, 0, true, false, 0.95, false},
    {"contiguous, varying much", 2000, 2.5, 2.5, 0, 0, true, false, 0.95, true},
    {"contiguous, with jitter", 500, 0.7, 0.3, 0, 0, true, true, 0.95, false},
};

/* The clock: when tick i comes. With jitter each has its own place in its period. */
struct clock {
	bool jitter;
	double phase;
	double place[16 * COUNTS]; /* of a tick in its period; -1: not drawn yet */
};

/* The reading at a time, which is 0 or later. */
static uint64_t reading(struct clock *c, double time)
{
	const double at = time + c->phase;
	const uint64_t period = (uint64_t)at;

	if (!c->jitter)
		return period;
	if (period >= 16 * COUNTS)
		abort();
	if (c->place[period] < 0)
		c->place[period] = uniform();
	return period + (at - (double)period >= c->place[period]);
}

static double duration_of(const struct sample *s)
{
	return s->mean + s->varies * (2 * uniform() - 1);
}

/* Makes the counts of an experiment; the sum of the very durations. *broken: how many counts are
 * further from theirs than they may be. */
static double measure(const struct sample *s, struct clock *c, uint64_t *count, unsigned *broken)
{
	double time = 0, all = 0;

	c->jitter = s->jitter;
	c->phase = uniform();
	for (size_t i = 0; i < 16 * COUNTS && s->jitter; i++)
		c->place[i] = -1;
	for (size_t i = 0; i < s->n; i++) {
		const double took = duration_of(s);
		const uint64_t from = reading(c, time);

		count[i] = reading(c, time + took) - from;
		*broken += fabs((double)count[i] - took) > (s->jitter ? 2 : 1);
		all += took;
		time += s->contiguous ? took : fmax(s->loop + s->spread * normal(), took);
	}
	return all;
}

static unsigned experiments(void)
{
	const char *more = getenv("GNOMON_COVER");

	return EXPERIMENTS * (more ? (unsigned)atoi(more) : 1);
}

static double ideal(const struct sample *s)
{
	const double part = s->mean - floor(s->mean), n = (double)s->n;
	const double varies = s->varies * s->varies / 3; /* its variance */
	/* of one count: of a constant one (10a), else by what is simulated here */
	double variance = part * (1 - part);

	if (s->contiguous)
		variance = varies + 1 / (6 * n);
	else if (s->varies >= 0.5) /* ends are uniform in a tick, independent where T varies much */
		variance = varies + 1. / 6;
	return 2 * gno_normal_quantile(s->confidence) * sqrt(variance / n);
}

static void check_covers(const struct sample *s)
{
	static struct clock clock;
	static uint64_t count[COUNTS];
	const struct clocks_ask ask = {.tick = 2, /* the mean is in the user's unit */
				       .confidence = s->confidence,
				       .contiguous = s->contiguous,
				       .jitter = s->jitter,
				       .has_loop = !s->contiguous,
				       .loop = 2 * s->loop,
				       .spread = 2 * s->spread};
	const unsigned all = experiments();
	unsigned covered = 0, without = 0, broken = 0;
	double width = 0, least;

	for (unsigned i = 0; i < all; i++) {
		struct clocks_estimate e;
		const double took = measure(s, &clock, count, &broken);

		if (!clocks_estimate(&ask, count, s->n, &e))
			abort();
		broken += fabs(e.mean - 2 * took / (double)s->n) > e.certain + 1e-9;
		without += e.method == CLOCKS_NONE;
		if (e.method == CLOCKS_NONE)
			continue;
		broken += !(e.high > e.low);
		covered += e.low <= 2 * s->mean && 2 * s->mean <= e.high;
		width += (e.high - e.low) / 2;
	}
	width /= all - without;
	least = s->confidence - 3.3 * sqrt(s->confidence * (1 - s->confidence) / (all - without));
	if (getenv("V"))
		printf("%-32s %.4f of %u, %u refused, width %.5f, ideal %.5f: %.2f\n", s->name,
		       (double)covered / (all - without), all, without, width, ideal(s),
		       width / ideal(s));
	ck_assert_msg(!broken, "%s: %u hard bounds are broken", s->name, broken);
	ck_assert_msg(without <= all / 100, "%s: %u of %u without an interval", s->name, without,
		      all);
	ck_assert_msg(covered >= least * (all - without), "%s: %u of %u", s->name, covered, all);
	ck_assert_msg(!s->is_short || width <= 1.3 * ideal(s), "%s: width %f, ideal %f", s->name,
		      width, ideal(s));
}

START_TEST(test_coverage)
{
	srandom(100 + (unsigned)_i);
	check_covers(&samples[_i]);
}
END_TEST

int main(void)
{
	return run_tests("clocks_coverage", NULL, NULL,
			 TESTS({test_coverage, sizeof(samples) / sizeof(*samples)}));
}
