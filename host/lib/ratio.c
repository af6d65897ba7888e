/* SPDX-License-Identifier: Apache-2.0 */
#include "gnomon/ratio.h"

#include "gnomon/error.h"

#define A_SHIFT 11
#define A_MAX 31u
#define B_SHIFT 5
#define B_MASK 63u
#define E_MASK 31u
#define B_EXACT 32u /* below, both counts are exact */
#define E_LAST 26u  /* exponent of the largest 32-bit B */

/* The form of 32 bits. */
#define WIDE_A_SHIFT 18
#define WIDE_B_SHIFT 4
#define WIDE_MASK 0x3fffu
#define WIDE_E_MASK 15u	 /* largest exponent: saturated */
#define WIDE_TOP 0x2000u /* the larger count has its highest bit, unless it is exact */

uint16_t gno_ratio_encode(uint32_t a, uint32_t b)
{
	unsigned e = 0;

	if (b >= B_EXACT) {
		while (b >> e > B_MASK)
			e++;
		b >>= e;
		a = (uint32_t)((uint64_t)a >> (e + 1));
	}
	if (a > A_MAX)
		a = A_MAX;
	return (uint16_t)(a << A_SHIFT | b << B_SHIFT | e);
}

int gno_ratio_decode(uint16_t form, struct gno_ratio *out)
{
	unsigned a = form >> A_SHIFT;
	unsigned b = form >> B_SHIFT & B_MASK;
	unsigned e = form & E_MASK;

	if (e > E_LAST || (b < B_EXACT && e))
		return GNO_ERR_FORMAT;
	if (b < B_EXACT) {
		*out = (struct gno_ratio){.a_min = a, .a_max = a, .b_min = b, .b_max = b};
	} else {
		out->a_min = (uint64_t)a << (e + 1);
		out->a_max = ((uint64_t)(a + 1) << (e + 1)) - 1;
		out->b_min = (uint64_t)b << e;
		out->b_max = ((uint64_t)(b + 1) << e) - 1;
	}
	/* A at its end without a B as large: A was no part of B, and was clipped. */
	out->saturated = (a == A_MAX && out->a_min > out->b_max) || out->b_max == UINT32_MAX;
	return GNO_OK;
}

int gno_ratio_decode32(uint32_t form, struct gno_ratio *out)
{
	uint64_t a = form >> WIDE_A_SHIFT;
	uint64_t b = form >> WIDE_B_SHIFT & WIDE_MASK;
	unsigned e = form & WIDE_E_MASK;

	if (e == WIDE_E_MASK) {
		if (a || b)
			return GNO_ERR_FORMAT;
		*out = (struct gno_ratio){0, UINT32_MAX, 0, UINT32_MAX, 1};
		return GNO_OK;
	}
	if (e && a < WIDE_TOP && b < WIDE_TOP)
		return GNO_ERR_FORMAT;
	*out = (struct gno_ratio){a << e, ((a + 1) << e) - 1, b << e, ((b + 1) << e) - 1, 0};
	return GNO_OK;
}

void gno_ratio_full(uint32_t a, uint32_t b, struct gno_ratio *out)
{
	*out = (struct gno_ratio){a, a, b, b, a == UINT32_MAX || b == UINT32_MAX};
}

void gno_ratio_add(struct gno_ratio *sum, const struct gno_ratio *r)
{
	sum->a_min += r->a_min;
	sum->a_max += r->a_max;
	sum->b_min += r->b_min;
	sum->b_max += r->b_max;
	sum->saturated |= r->saturated;
}

double gno_ratio_a(const struct gno_ratio *r)
{
	return ((double)r->a_min + (double)r->a_max) / 2;
}

double gno_ratio_b(const struct gno_ratio *r)
{
	return ((double)r->b_min + (double)r->b_max) / 2;
}

int gno_ratio_quotient(const struct gno_ratio *r, struct gno_quotient *out)
{
	if (!r->b_min)
		return GNO_ERR_ARG;
	out->value = gno_ratio_a(r) / gno_ratio_b(r);
	out->min = (double)r->a_min / (double)r->b_max;
	out->max = (double)r->a_max / (double)r->b_min;
	if (r->a_min <= r->b_max && out->max > 1)
		out->max = 1;
	if (out->value > out->max)
		out->value = out->max;
	return GNO_OK;
}
