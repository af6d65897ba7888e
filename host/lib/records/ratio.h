/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_RATIO_H
#define GNO_RATIO_H

/*
 * Ratio counters as they come in records: mostly B counts all, and A a part of what B counts. The
 * two compressed forms (Carpenter, NBSIR 87-3627, p. 19) are those of docs/design/preprocessors.md.
 */

#include <stdint.h>

/*
 * Least upper bounds of the error of the smaller count over the larger one as decoded by the
 * middles, for all counts of 32 bits that are not saturated: 16-bit form, A <= B (A just below B =
 * 32 * 2^e: 31/32.5 instead of 1); 16-bit form, A > B (B just below A = 32 * 2^e: 31.5/33); 32-bit
 * form, either way.
 */
#define GNO_RATIO_WORST (3.0 / 65.0)	     /* 0.0462 */
#define GNO_RATIO_WORST_ABOVE (1.0 / 22.0)   /* 0.0455 */
#define GNO_RATIO_WORST_LONG (2.0 / 16385.0) /* 0.000122 */

/* What is known of one pair: each count lies between its `min` and its `max`, both included. */
struct gno_ratio {
	uint64_t a_min, a_max;
	uint64_t b_min, b_max;
	int saturated; /* a count was at its limit, or did not fit the form: the true counts may be
			  larger */
};

/* The compressed forms of the counts: the reference for what the hardware does. */
uint16_t gno_ratio_encode(uint32_t a, uint32_t b);
uint32_t gno_ratio_encode32(uint32_t a, uint32_t b);

/*
 * The counts that a compressed form represents. A saturated form leaves both unknown, from 0 to
 * UINT32_MAX. GNO_ERR_FORMAT for a form that no counts have; `out` is left alone.
 */
int gno_ratio_decode(uint16_t form, struct gno_ratio *out);
int gno_ratio_decode32(uint32_t form, struct gno_ratio *out);

/* The counts of the full form, both exact. */
void gno_ratio_full(uint32_t a, uint32_t b, struct gno_ratio *out);

/* Adds the counts `r` to `sum`. */
void gno_ratio_add(struct gno_ratio *sum, const struct gno_ratio *r);

/* Middles of the intervals: the decoded A and B. */
double gno_ratio_a(const struct gno_ratio *r);
double gno_ratio_b(const struct gno_ratio *r);

/* A/B as one number with the bounds between which the true one lies. */
struct gno_quotient {
	double value;
	double min, max;
};

/*
 * A/B of the counts; 1 is taken as the largest possible value where the intervals allow A <= B.
 * GNO_ERR_ARG if B may be 0: there is no quotient, `out` is left alone.
 */
int gno_ratio_quotient(const struct gno_ratio *r, struct gno_quotient *out);

#endif
