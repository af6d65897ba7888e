/* SPDX-License-Identifier: Apache-2.0 */
/* The limits of an experiment: each is kept as it is written, faults have their places. */
#include <check.h>
#include <string.h>

#include "experiment_fixture.h"
#include "tests/suite.h"

#define BODY EX_TRIGGERS "actions: { b: [], c: record }\nintervals: { i: { from: a, to: c } }\n"

static const struct {
	const char *text;
	unsigned line, column;
	const char *fault;
} bad[] = {
    {BODY "limits: {}\n", 7, 9, "'limits' must be a list of limits"},
    {BODY "limits: [lost == 0, max(i) < 5 cycels]\n", 7, 32,
     "limit 'max(i) < 5 cycels': unknown unit 'cycels'; did you mean 'cycles'?"},
    {BODY "limits:\n  - max(ii) < 5 us\n", 8, 9,
     "limit 'max(ii) < 5 us': there is no interval 'ii'; did you mean 'i'?"},
    {BODY "limits:\n  - after a comes xyz within 5 us\n", 8, 19, "limit 'after a comes xyz within"},
    {BODY "limits:\n  - max(i) < 5 us at core7\n", 8, 22,
     "limit 'max(i) < 5 us at core7': there is no node 'core7'; did you mean 'core"},
    {BODY "limits:\n  - after b comes a within 5 us\n", 8, 11,
     "limit 'after b comes a within 5 us': no node records both 'b' and 'a'"},
    {BODY "limits:\n  - count(d0) == 5 at core1\n", 8, 11,
     "limit 'count(d0) == 5 at core1': node 'core1' does not record 'd0'"},
    {BODY "limits:\n  - after d0 comes d1 within 5 us\n", 8, 11,
     "limit 'after d0 comes d1 within 5 us': no node records both 'd0' and 'd1'"},
    {BODY "limits:\n  - max(i) < 5\n", 8, 15,
     "limit 'max(i) < 5': the limit is of a time: its bound has a unit, such as 'cycles' or 'us'"},
    {BODY "limits:\n  - lost < 5 %\n", 8, 14,
     "limit 'lost < 5 %': the limit is of a number: its bound has no unit"},
    {BODY "limits:\n  - speed < 5 %\n", 8, 5, "limit 'speed < 5 %': there is no measure 'speed'"},
};

START_TEST(test_faults)
{
	struct gno_err err;

	ck_assert_int_eq(ex_load(bad[_i].text, &err), GNO_ERR_FORMAT);
	ex_expect_fault(bad[_i].line, bad[_i].column, bad[_i].fault, false);
	ck_assert_uint_eq(ex.faults.errors, 1);
}
END_TEST

START_TEST(test_kept)
{
	struct gno_err err;

	ex_must(ex_load(BODY
			"limits:\n  - p99.9(i) < 2.5 us\n  - after  a comes c within 7 cycles\n"
			"  - count(d1) == 1 at core1\n  - lost(core0) == 0\n",
			&err),
		&err);
	ck_assert_uint_eq(ex.p->limits, 4);
	ck_assert_str_eq(ex.p->limit[0], "p99.9(i) < 2.5 us");
	ck_assert_str_eq(ex.p->limit[1], "after  a comes c within 7 cycles");
	ck_assert_str_eq(ex.p->limit[3], "lost(core0) == 0");
	ex_must(ex_load(BODY, &err), &err);
	ck_assert_uint_eq(ex.p->limits, 0);
}
END_TEST

int main(void)
{
	return run_tests("limits", ex_setup_all, ex_teardown,
			 TESTS({test_faults, sizeof(bad) / sizeof(*bad)}, {test_kept}));
}
