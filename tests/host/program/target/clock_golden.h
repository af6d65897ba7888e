/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The net durations and equations of gnomon_clock.h against numbers that were computed by hand, for
 * any machine: tests/host/program/check_clock.c runs it on the host, tests/sim/cmstar/golden.c on
 * the target. The numbers are those of tests/python/test_clocks.py.
 */
#ifndef CLOCK_GOLDEN_H
#define CLOCK_GOLDEN_H

#include "gnomon_clock.h"

static int golden_near(double found, double wanted)
{
	const double off = found - wanted;

	return off < 5e-11 && off > -5e-11;
}

/* A method returned 0, and this many half ticks. */
static int golden_net(int status, const int64_t *found, int64_t wanted)
{
	return status == 0 && *found == wanted;
}

/* The rest of a function that returns the line of the first number that is wrong, or 0. */
#define HOLDS(what)                                                                                \
	do {                                                                                       \
		if (!(what))                                                                       \
			return __LINE__;                                                           \
	} while (0)

static int golden_method_1(void)
{
	const uint64_t far = UINT64_C(1) << 62;
	int64_t net = 5;

	HOLDS(gnomon_clock_net(100, 10, 20) == 2 * 85);
	HOLDS(gnomon_clock_method_1(10, 9, 110, 130, &net) == -1);
	HOLDS(gnomon_clock_method_1(0, 10, 9, 130, &net) == -1);
	HOLDS(gnomon_clock_method_1(0, 10, 110, 109, &net) == -1);
	HOLDS(net == 5);
	HOLDS(golden_net(gnomon_clock_method_1(0, 10, 110, 130, &net), &net, 2 * 85));
	HOLDS(golden_net(gnomon_clock_method_1(5, 6, 9, 17, &net), &net, -3));
	HOLDS(golden_net(gnomon_clock_method_1(far, far + 10, far + 110, far + 131, &net), &net,
			 169));
	/* time stamps that wrap meanwhile */
	HOLDS(golden_net(gnomon_clock_method_1(UINT64_MAX - 4, 5, 105, 125, &net), &net, 2 * 85));
	return 0;
}

/* The nearer middle, at a tie the earlier pair: middles 5 and 115 are as far from 60. */
static int golden_method_2(void)
{
	const struct gnomon_clock_pair early = {0, 10}, late = {100, 130};
	const struct gnomon_clock_pair early_back = {10, 0}, late_back = {130, 100};
	const struct {
		uint64_t start, end;
		int64_t half_ticks;
	} rows[] = {
	    {20, 110, 2 * 90 - (10 + 30)}, {20, 60, 2 * (40 - 10)},
	    {20, 61, 2 * 41 - (10 + 30)},  {60, 60, -2 * 10},
	    {61, 62, 2 * (1 - 30)},
	};
	int64_t net = 5;

	HOLDS(gnomon_clock_method_2(5, 4, &early, &late, &net) == -1);
	HOLDS(gnomon_clock_method_2(4, 5, &late, &early, &net) == -1);
	HOLDS(gnomon_clock_method_2(4, 5, &early_back, &late, &net) == -1);
	HOLDS(gnomon_clock_method_2(4, 5, &early, &late_back, &net) == -1);
	HOLDS(net == 5);
	for (unsigned int i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const int status =
		    gnomon_clock_method_2(rows[i].start, rows[i].end, &early, &late, &net);

		HOLDS(golden_net(status, &net, rows[i].half_ticks));
	}
	return 0;
}

/* The bounds that the paper names, and the k of reads that follow each other with a correlation. */
static int golden_variances(void)
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

	HOLDS(golden_near(gnomon_clock_variance_4(&all, 1), 0));
	HOLDS(golden_near(gnomon_clock_variance_4(&worst, 3), 2 * 9));
	HOLDS(golden_near(gnomon_clock_variance_4(&none, 2), 4));
	HOLDS(golden_near(gnomon_clock_variance_4(&ends, 1), 1.5));
	HOLDS(golden_near(gnomon_clock_variance_5(0, 0, 0, 1), 1.5));
	HOLDS(golden_near(gnomon_clock_variance_5(1, 1, 1, 1), 0));
	HOLDS(golden_near(gnomon_clock_variance_5(0, 0, 1, 2), 8));
	/* 9/4 + 4 + 1 + 16/4 + 2*0.4*2 - 0.1*6 - 0.2*3 - 0.5*8 - 0.6*4 + 0.3*6 */
	HOLDS(golden_near(gnomon_clock_variance_2(3, 2, 1, 4, &some), 7.05));
	for (unsigned int i = 0; i < sizeof(golden) / sizeof(golden[0]); i++) {
		const double rho = golden[i].rho;

		HOLDS(
		    golden_near(1 / gnomon_clock_variance_5(rho, rho, rho * rho, 1), golden[i].k));
	}
	/* one pair is nearest to both ends: T_1 = T_4 */
	HOLDS(golden_near(1 / gnomon_clock_variance_5(0.5, 0.5, 1, 1), 1 / (2 - 2 * 0.5)));
	return 0;
}

static int golden_spread(void)
{
	const double values[] = {1024 + 1, 1024 + 2, 1024 + 4, 1024 + 9};
	struct gnomon_clock_spread measured = {0}, corrected = {0}, equal = {0}, nothing = {0};

	for (int i = 0; i < 4; i++) {
		gnomon_clock_add(&measured, values[i]);
		gnomon_clock_add(&corrected, values[i] / 2);
		gnomon_clock_add(&equal, 3);
	}
	HOLDS(golden_near(measured.mean, 1024 + 4));
	HOLDS(golden_near(gnomon_clock_variance(&measured), (9 + 4 + 0 + 25) / 4.0));
	HOLDS(golden_near(gnomon_clock_k(&measured, &corrected), 4));
	HOLDS(golden_near(gnomon_clock_long_term(1024 + 100, &measured), 96));
	/* long-term averaging moves all alike */
	HOLDS(golden_near(gnomon_clock_k(&measured, &measured), 1));
	HOLDS(golden_near(gnomon_clock_k(&measured, &equal), -1));
	HOLDS(golden_near(gnomon_clock_k(&measured, &nothing), -1));
	HOLDS(golden_near(gnomon_clock_k(&nothing, &measured), -1));
	return 0;
}

#endif
