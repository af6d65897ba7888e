/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_RATIO_H
#define GNOMON_RATIO_H

/*
 * Ratio counters as they come in records: B counts all, A counts a part of what B counts, so A <= B.
 * The compressed form keeps 5 bits of A and 6 bits of B under one exponent (Carpenter, NBSIR 87-3627,
 * p. 19, with the weights that docs/design/interfaces.md gives: A's unit is twice B's from B = 32 on).
 */

#include <stdint.h>

/*
 * Least upper bound of the error of A/B as decoded from the compressed form, for A <= B of any size: 3/65
 * (0.0462), at A = B where the decoded quotient is 31/32.5. For B below 4096 it is 0.0457.
 */
#define GNO_RATIO_WORST (3.0 / 65.0)

/* What is known of one pair: each count lies between its `min` and its `max`, both included. */
struct gno_ratio {
	uint64_t a_min, a_max;
	uint64_t b_min, b_max;
	int saturated; /* a count stood at its end, or A did not fit: the true counts may be larger */
};

/* The compressed form of the counts: the reference for what the hardware does. */
uint16_t gno_ratio_encode(uint32_t a, uint32_t b);

/* The counts that a compressed form stands for. GNO_ERR_FORMAT for a form that no counts have. */
int gno_ratio_decode(uint16_t form, struct gno_ratio *out);

/* As gno_ratio_decode, of the form with 32 bits a pair: A 31..18, B 17..4, exponent 3..0. */
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
