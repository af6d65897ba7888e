/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "gnomon/error.h"
#include "gnomon/ratio.h"

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
	    {1, UINT32_MAX, 0, 63, 26},
	    {UINT32_MAX, UINT32_MAX, 31, 63, 26},
	    {0x80000000, 0x80000000, 16, 32, 26},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		ck_assert_uint_eq(gno_ratio_encode(cases[i].a, cases[i].b),
				  form(cases[i].fa, cases[i].fb, cases[i].e));
}
END_TEST

START_TEST(test_ratio_exact_below_32)
{
	for (uint32_t b = 0; b < 32; b++)
		for (uint32_t a = 0; a <= b; a++) {
			struct gno_ratio r = decoded(a, b);

			ck_assert_uint_eq(r.a_min, a);
			ck_assert_uint_eq(r.a_max, a);
			ck_assert_uint_eq(r.b_min, b);
			ck_assert_uint_eq(r.b_max, b);
			ck_assert_int_eq(r.saturated, 0);
		}
}
END_TEST

/* All A <= B < 4096: intervals hold the counts; worst errors by middles and by truncation. */
START_TEST(test_ratio_worst_error)
{
	double middle = 0, truncated = 0;

	for (uint32_t b = 1; b < 4096; b++)
		for (uint32_t a = 0; a <= b; a++) {
			struct gno_ratio r = decoded(a, b);
			double q = (double)a / b;

			if (a < r.a_min || a > r.a_max || b < r.b_min || b > r.b_max || r.saturated)
				ck_abort_msg("%u of %u is not in its intervals", a, b);
			middle = fmax(middle, fabs(gno_ratio_a(&r) / gno_ratio_b(&r) - q));
			truncated = fmax(truncated, fabs((double)r.a_min / (double)r.b_min - q));
		}
	ck_assert_double_eq_tol(middle, 0.0457, 0.00005);
	ck_assert_double_eq_tol(truncated, 0.0620, 0.00005);
}
END_TEST

/* Larger counts come near the least upper bound and never above it. */
START_TEST(test_ratio_worst_error_of_large_counts)
{
	double worst = 0;

	for (unsigned e = 0; e <= 26; e++)
		for (uint64_t b = 32; b < 64; b++)
			for (uint64_t a = 0; a <= b / 2; a++) {
				uint64_t bs[2] = {b << e, ((b + 1) << e) - 1};
				uint64_t as[2] = {a << (e + 1), ((a + 1) << (e + 1)) - 1};

				for (unsigned i = 0; i < 4; i++) {
					uint64_t x = as[i & 1], y = bs[i >> 1];
					struct gno_ratio r;

					if (x > y)
						x = y;
					r = decoded((uint32_t)x, (uint32_t)y);
					worst = fmax(worst, fabs(gno_ratio_a(&r) / gno_ratio_b(&r) -
								 (double)x / (double)y));
				}
			}
	ck_assert_double_le(worst, GNO_RATIO_WORST);
	ck_assert_double_ge(worst, GNO_RATIO_WORST - 1e-6);
}
END_TEST

START_TEST(test_ratio_saturation)
{
	struct gno_ratio r;

	ck_assert_int_eq(decoded(40, 20).saturated, 1); /* A is no part of B */
	ck_assert_int_eq(decoded(4096, 64).saturated, 1);
	ck_assert_int_eq(decoded(63, 63).saturated, 0);
	ck_assert_int_eq(decoded(7, UINT32_MAX).saturated, 1);
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
	ck_assert_int_eq(gno_ratio_decode(form(0, 0, 31), &r), GNO_ERR_FORMAT);
	ck_assert_int_eq(gno_ratio_decode(form(1, 32, 27), &r), GNO_ERR_FORMAT);
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
	Suite *s = suite_create("ratio");
	TCase *tc = tcase_create("ratio");
	SRunner *sr;
	int failed;

	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, test_ratio_encode_golden);
	tcase_add_test(tc, test_ratio_exact_below_32);
	tcase_add_test(tc, test_ratio_worst_error);
	tcase_add_test(tc, test_ratio_worst_error_of_large_counts);
	tcase_add_test(tc, test_ratio_saturation);
	tcase_add_test(tc, test_ratio_refuses_impossible_forms);
	tcase_add_test(tc, test_ratio_quotient);
	suite_add_tcase(s, tc);
	sr = srunner_create(s);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
