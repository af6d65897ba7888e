/* SPDX-License-Identifier: Apache-2.0 */
/* Each routine of gnomon_clock.h with a constant clock in a function of its own, and the net
 * durations, for compilers of all kinds. */
#include "gnomon_clock.h"

static const struct gnomon_clock halves = {0x80040000u, 0x80040000u, 0, 16, 16, 4};
static const struct gnomon_clock words = {0x80040000u, 0x80040004u, 0, 0, 32, 4};

#define CALL(name, call)                                                                           \
	uint64_t name(struct gnomon_clock_statics *statics);                                       \
	uint64_t name(struct gnomon_clock_statics *statics)                                        \
	{                                                                                          \
		(void)statics;                                                                     \
		return call;                                                                       \
	}

CALL(call_varying, gnomon_clock_varying_read(&halves))
CALL(call_four, gnomon_clock_4_read(&halves))
CALL(call_four_printed, gnomon_clock_4_read_printed(&halves))
CALL(call_one, gnomon_clock_1_read(&halves, statics))
CALL(call_one_printed, gnomon_clock_1_read_printed(&halves, statics))
CALL(call_latched, gnomon_clock_latched_read(&words))

int method_1(const uint64_t *at, int64_t *net);
int method_1(const uint64_t *at, int64_t *net)
{
	return gnomon_clock_method_1(at[0], at[1], at[2], at[3], net);
}

int method_2(const uint64_t *at, const struct gnomon_clock_pair *pair, int64_t *net);
int method_2(const uint64_t *at, const struct gnomon_clock_pair *pair, int64_t *net)
{
	return gnomon_clock_method_2(at[0], at[1], &pair[0], &pair[1], net);
}

double improvement(double a, double b);
double improvement(double a, double b)
{
	struct gnomon_clock_spread measured = {0, 0, 0}, corrected = {0, 0, 0};

	gnomon_clock_add(&measured, a);
	gnomon_clock_add(&corrected, gnomon_clock_long_term(b, &measured));
	return gnomon_clock_k(&measured, &corrected) * gnomon_clock_variance_5(a, b, a, b);
}

double variance(const struct gnomon_clock_correlation *rho, double sigma);
double variance(const struct gnomon_clock_correlation *rho, double sigma)
{
	return gnomon_clock_variance_4(rho, sigma);
}
