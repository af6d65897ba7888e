/* SPDX-License-Identifier: Apache-2.0 */
#include "records/ratio.h"

#include "common/errors.h"
#include "gnomon/records.h"

#include <stdbool.h>

#define COUNT_BITS 32 /* of a count */

#define SHORT_SATURATED ((1u << GNO_COMPRESSED_E_BITS) - 1)
/* a normalised b; below it without an exponent, both counts are exact */
#define SHORT_B_FULL (1u << (GNO_COMPRESSED_B_BITS - 1))
#define SHORT_A_FULL (1u << (GNO_COMPRESSED_A_BITS - 1)) /* a normalised a */
#define SHORT_B_E_MAX (COUNT_BITS - GNO_COMPRESSED_B_BITS)
#define SHORT_A_E_MAX (COUNT_BITS - GNO_COMPRESSED_A_BITS)

#define LONG_MASK ((1u << GNO_COMPRESSED32_A_BITS) - 1)
#define LONG_SATURATED ((1u << GNO_COMPRESSED32_E_BITS) - 1)
#define LONG_FULL (1u << (GNO_COMPRESSED32_A_BITS - 1)) /* a normalised count */

/* floor(log2 n); n is not 0 */
static unsigned log2_of(uint32_t n)
{
	unsigned k = 0;

	while (n >>= 1)
		k++;
	return k;
}

static bool saturates(uint32_t a, uint32_t b)
{
	return a == UINT32_MAX || b == UINT32_MAX;
}

uint16_t gno_ratio_encode(uint32_t a, uint32_t b)
{
	unsigned e = 0;

	if (saturates(a, b))
		return SHORT_SATURATED;
	if ((a | b) >= SHORT_B_FULL) {
		unsigned top = log2_of(a | b);

		a >>= top - (GNO_COMPRESSED_A_BITS - 1);
		b >>= top - (GNO_COMPRESSED_B_BITS - 1);
		e = top - (GNO_COMPRESSED_B_BITS - 1) + (b < SHORT_B_FULL);
	}
	return (uint16_t)gno_compressed_pack(e, b, a);
}

uint32_t gno_ratio_encode32(uint32_t a, uint32_t b)
{
	unsigned e = (a | b) <= LONG_MASK ? 0 : log2_of(a | b) - (GNO_COMPRESSED32_A_BITS - 1);

	if (e > LONG_SATURATED || saturates(a, b))
		return LONG_SATURATED;
	return gno_compressed32_pack(e, b >> e, a >> e);
}

/* The counts that give a and b when they are shifted right by a_shift and b_shift. */
static void intervals(struct gno_ratio *out, uint64_t a, unsigned a_shift, uint64_t b,
		      unsigned b_shift)
{
	*out = (struct gno_ratio){.a_min = a << a_shift,
				  .a_max = ((a + 1) << a_shift) - 1,
				  .b_min = b << b_shift,
				  .b_max = ((b + 1) << b_shift) - 1};
}

/* All that a saturated form tells is that. */
static void saturated(struct gno_ratio *out)
{
	*out = (struct gno_ratio){.a_max = UINT32_MAX, .b_max = UINT32_MAX, .saturated = 1};
}

int gno_ratio_decode(uint16_t form, struct gno_ratio *out)
{
	unsigned a = gno_compressed_a(form);
	unsigned b = gno_compressed_b(form);
	unsigned e = gno_compressed_e(form);

	if (form == SHORT_SATURATED)
		saturated(out);
	else if (b >= SHORT_B_FULL && e <= SHORT_B_E_MAX)
		intervals(out, a, e + 1, b, e);
	else if (b < SHORT_B_FULL && !e)
		intervals(out, a, 0, b, 0);
	else if (b < SHORT_B_FULL && a >= SHORT_A_FULL && e <= SHORT_A_E_MAX)
		intervals(out, a, e, b, e - 1);
	else
		return GNO_ERR_FORMAT;
	return GNO_OK;
}

int gno_ratio_decode32(uint32_t form, struct gno_ratio *out)
{
	unsigned a = gno_compressed32_a(form);
	unsigned b = gno_compressed32_b(form);
	unsigned e = gno_compressed32_e(form);

	if (form == LONG_SATURATED)
		saturated(out);
	else if (!e || a >= LONG_FULL || b >= LONG_FULL)
		intervals(out, a, e, b, e);
	else
		return GNO_ERR_FORMAT;
	return GNO_OK;
}

void gno_ratio_full(uint32_t a, uint32_t b, struct gno_ratio *out)
{
	*out = (struct gno_ratio){a, a, b, b, saturates(a, b)};
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
