/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "tests/suite.h"
#include "common/errors.h"
#include "records/ratio.h"

static struct gno_ratio decoded(uint32_t a, uint32_t b)
{
	struct gno_ratio r;

	ck_assert_int_eq(gno_ratio_decode(gno_ratio_encode(a, b), &r), GNO_OK);
	return r;
}

static uint16_t form(unsigned a, unsigned b, unsigned e)
{
	return (uint16_t)(a << 11 | b << 5 | e);
}

START_TEST(test_ratio_encode_golden)
{
	static const struct {
		uint32_t a, b;
		unsigned fa, fb, e;
	} cases[] = {
	    {0, 0, 0, 0, 0},
	    {31, 31, 31, 31, 0},
	    {32, 32, 16, 32, 0},
	    {63, 63, 31, 63, 0},
	    {64, 64, 16, 32, 1},
	    {1000, 1000, 31, 62, 4},
	    {500, 1000, 15, 62, 4},
	    {32, 31, 16, 31, 1},
	    {40, 20, 20, 20, 1},
	    {1000, 30, 31, 1, 5},
	    {63, 40, 31, 40, 0},
	    {UINT32_MAX - 1, 1, 31, 0, 27},
	    {1, UINT32_MAX - 1, 0, 63, 26},
	    {UINT32_MAX, 3, 0, 0, 31},
	    {3, UINT32_MAX, 0, 0, 31},
	    {UINT32_MAX, UINT32_MAX, 0, 0, 31},
	    {0x80000000, 0x80000000, 16, 32, 26},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		ck_assert_uint_eq(gno_ratio_encode(cases[i].a, cases[i].b),
				  form(cases[i].fa, cases[i].fb, cases[i].e));
}
END_TEST

START_TEST(test_ratio_encode32_golden)
{
	static const struct {
		uint32_t a, b;
		uint32_t fa, fb, e;
	} cases[] = {
	    {0, 0, 0, 0, 0},
	    {16383, 16383, 16383, 16383, 0},
	    {16384, 1, 8192, 0, 1},
	    {5, 16385, 2, 8192, 1},
	    {1000000, 3000000, 3906, 11718, 8},
	    {536870911, 0, 16383, 0, 15},
	    {536870912, 0, 0, 0, 15},
	    {0, UINT32_MAX, 0, 0, 15},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		ck_assert_uint_eq(gno_ratio_encode32(cases[i].a, cases[i].b),
				  cases[i].fa << 18 | cases[i].fb << 4 | cases[i].e);
}
END_TEST

START_TEST(test_ratio_exact_below_32)
{
	for (uint32_t b = 0; b < 32; b++)
		for (uint32_t a = 0; a < 32; a++) {
			struct gno_ratio r = decoded(a, b);

			ck_assert_uint_eq(r.a_min, a);
			ck_assert_uint_eq(r.a_max, a);
			ck_assert_uint_eq(r.b_min, b);
			ck_assert_uint_eq(r.b_max, b);
			ck_assert_int_eq(r.saturated, 0);
		}
}
END_TEST

static void contains(const struct gno_ratio *r, uint32_t a, uint32_t b)
{
	if (a < r->a_min || a > r->a_max || b < r->b_min || b > r->b_max || r->saturated)
		ck_abort_msg("%u of %u is not in its intervals", a, b);
}

/* Smaller over larger, as it is and as decoded. */
static double off(const struct gno_ratio *r, double a, double b)
{
	double x = gno_ratio_a(r), y = gno_ratio_b(r);

	return a <= b ? fabs(x / y - a / b) : fabs(y / x - b / a);
}

/* All A and B below 4096: intervals hold the counts; worst errors by middles and by truncation. */
START_TEST(test_ratio_worst_error)
{
	double below = 0, above = 0, truncated = 0;

	for (uint32_t b = 0; b < 4096; b++)
		for (uint32_t a = b ? 0 : 1; a < 4096; a++) {
			struct gno_ratio r = decoded(a, b);

			contains(&r, a, b);
			if (a <= b) {
				below = fmax(below, off(&r, a, b));
				truncated = fmax(truncated, fabs((double)r.a_min / (double)r.b_min -
								 (double)a / b));
			} else {
				above = fmax(above, off(&r, a, b));
			}
		}
	ck_assert_double_eq_tol(below, 0.0457, 0.00005);
	ck_assert_double_eq_tol(truncated, 0.0620, 0.00005);
	ck_assert_double_le(above, GNO_RATIO_WORST_ABOVE);
	ck_assert_double_ge(above, GNO_RATIO_WORST_ABOVE - 0.001);
}
END_TEST

/* The quotient is worst at a corner of the intervals: every form's, of every size. It comes near
 * the least upper bounds and never above them. */
START_TEST(test_ratio_worst_error_of_large_counts)
{
	double below = 0, above = 0;

	for (unsigned f = 0; f < 0x10000; f++) {
		struct gno_ratio r;

		if (gno_ratio_decode((uint16_t)f, &r) || r.saturated || (!r.a_max && !r.b_max))
			continue;
		for (unsigned i = 0; i < 4; i++) {
			uint64_t a = i & 1 ? r.a_max : r.a_min, b = i & 2 ? r.b_max : r.b_min;

			/* on the side that is looked at: the counts of the form next to the line A
			 * = B */
			if (r.a_min <= r.b_max)
				below = fmax(below, off(&r,
							(double)(a < b	       ? a
								 : b > r.a_min ? b
									       : r.a_min),
							(double)(a < b	       ? b
								 : b > r.a_min ? b
									       : r.a_min)));
			if (a > b)
				above = fmax(above, off(&r, (double)a, (double)b));
			else if (r.a_max > r.b_min) {
				uint64_t y = b < r.a_max ? b : r.a_max - 1;

				above = fmax(above, off(&r, (double)(y + 1), (double)y));
			}
		}
	}
	ck_assert_double_le(below, GNO_RATIO_WORST);
	ck_assert_double_ge(below, GNO_RATIO_WORST - 1e-6);
	ck_assert_double_le(above, GNO_RATIO_WORST_ABOVE);
	ck_assert_double_ge(above, GNO_RATIO_WORST_ABOVE - 1e-6);
}
END_TEST

/* The form of 32 bits, where a unit is the coarsest against the counts: all smaller counts beside
 * the first larger ones of each size. */
START_TEST(test_ratio_worst_error_of_long_form)
{
	double worst = 0;

	for (unsigned e = 0; e <= 15; e++)
		for (uint32_t near = 0; near < 3; near++) {
			uint32_t most = (8192u << e) + near * ((1u << e) - 1) / 2;

			for (uint32_t k = 0; k <= most >> e; k++)
				for (uint32_t edge = 0; edge < 2; edge++) {
					uint32_t less = edge ? ((k + 1) << e) - 1 : k << e;
					struct gno_ratio r;

					if (less > most)
						less = most;
					ck_assert_int_eq(
					    gno_ratio_decode32(gno_ratio_encode32(less, most), &r),
					    GNO_OK);
					contains(&r, less, most);
					worst = fmax(worst, off(&r, less, most));
					ck_assert_int_eq(
					    gno_ratio_decode32(gno_ratio_encode32(most, less), &r),
					    GNO_OK);
					contains(&r, most, less);
					worst = fmax(worst, off(&r, most, less));
				}
		}
	ck_assert_double_le(worst, GNO_RATIO_WORST_LONG);
	ck_assert_double_ge(worst, GNO_RATIO_WORST_LONG - 1e-8);
}
END_TEST

START_TEST(test_ratio_saturation)
{
	struct gno_ratio r;

	ck_assert_int_eq(decoded(40, 20).saturated, 0);
	ck_assert_int_eq(decoded(7, UINT32_MAX).saturated, 1);
	ck_assert_int_eq(decoded(UINT32_MAX, 7).saturated, 1);
	ck_assert_uint_eq(decoded(UINT32_MAX, 7).a_max, UINT32_MAX);
	ck_assert_int_eq(decoded(7, UINT32_MAX - 1).saturated, 0);
	ck_assert_int_eq(gno_ratio_decode32(gno_ratio_encode32(1u << 29, 7), &r), GNO_OK);
	ck_assert_int_eq(r.saturated, 1);
	ck_assert_uint_eq(r.b_min, 0);
	gno_ratio_full(5, UINT32_MAX, &r);
	ck_assert_int_eq(r.saturated, 1);
	gno_ratio_full(UINT32_MAX - 1, UINT32_MAX - 1, &r);
	ck_assert_int_eq(r.saturated, 0);
}
END_TEST

START_TEST(test_ratio_refuses_impossible_forms)
{
	struct gno_ratio r;

	ck_assert_int_eq(gno_ratio_decode(form(1, 31, 1), &r), GNO_ERR_FORMAT);
	ck_assert_int_eq(gno_ratio_decode(form(15, 31, 27), &r), GNO_ERR_FORMAT);
	ck_assert_int_eq(gno_ratio_decode(form(16, 31, 28), &r), GNO_ERR_FORMAT);
	ck_assert_int_eq(gno_ratio_decode(form(0, 1, 31), &r), GNO_ERR_FORMAT);
	ck_assert_int_eq(gno_ratio_decode(form(1, 32, 27), &r), GNO_ERR_FORMAT);
	ck_assert_int_eq(gno_ratio_decode32(8191u << 18 | 8191u << 4 | 1, &r), GNO_ERR_FORMAT);
	ck_assert_int_eq(gno_ratio_decode32(1u << 18 | 15, &r), GNO_ERR_FORMAT);
}
END_TEST

START_TEST(test_ratio_quotient)
{
	struct gno_ratio sum = {0}, r;
	struct gno_quotient q;

	ck_assert_int_eq(gno_ratio_quotient(&sum, &q), GNO_ERR_ARG);
	gno_ratio_full(30, 40, &r);
	gno_ratio_add(&sum, &r);
	gno_ratio_full(10, 40, &r);
	gno_ratio_add(&sum, &r);
	ck_assert_int_eq(gno_ratio_quotient(&sum, &q), GNO_OK);
	ck_assert_double_eq(q.value, 0.5);
	ck_assert_double_eq(q.min, 0.5);
	ck_assert_double_eq(q.max, 0.5);

	for (uint32_t a = 0; a <= 3000; a += 7) {
		r = decoded(a, 3000);
		ck_assert_int_eq(gno_ratio_quotient(&r, &q), GNO_OK);
		ck_assert_double_le(q.min, a / 3000.0);
		ck_assert_double_ge(q.max, a / 3000.0);
		ck_assert_double_le(q.max, 1);
		ck_assert_double_le(q.min, q.value);
		ck_assert_double_ge(q.max, q.value);
	}
}
END_TEST

int main(void)
{
	return run_tests("ratio", NULL, NULL,
			 TESTS({test_ratio_encode_golden}, {test_ratio_encode32_golden},
			       {test_ratio_exact_below_32}, {test_ratio_worst_error},
			       {test_ratio_worst_error_of_large_counts},
			       {test_ratio_worst_error_of_long_form}, {test_ratio_saturation},
			       {test_ratio_refuses_impossible_forms}, {test_ratio_quotient}));
}
