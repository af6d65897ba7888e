/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>

#include "tests/suite.h"
#include "common/yaml_reader.h"

/* What is wrong at all nodes is reported once, but each fault of a place is. */
START_TEST(test_yaml_place_has_one_fault_of_each_form)
{
	static const char first[] = "node '%s' has no gate", again[] = "node '%s' has no gate",
			  other[] = "node '%s' has two gates";
	const struct gno_yaml_position here = {3, 5}, there = {3, 6}, nowhere = {0, 0};
	struct gno_faults faults = {0};
	struct gno_yaml y = {.faults = &faults};

	ck_assert_ptr_ne(first, again);
	gno_yaml_fault_at(&y, here, first, "a");
	gno_yaml_fault_at(&y, here, again, "b");
	ck_assert_uint_eq(faults.count, 1);
	ck_assert_str_eq(faults.fault[0].text, "node 'a' has no gate");
	gno_yaml_fault_at(&y, here, other, "a");
	gno_yaml_fault_at(&y, there, first, "b");
	ck_assert_uint_eq(faults.count, 3);
	gno_yaml_fault_at(&y, nowhere, first, "a"); /* faults of the whole file are all kept */
	gno_yaml_fault_at(&y, nowhere, first, "b");
	ck_assert_uint_eq(faults.count, 5);
	ck_assert_uint_eq(faults.errors, 5);
	gno_faults_free(&faults);
}
END_TEST

int main(void)
{
	return run_tests("yaml", NULL, NULL, TESTS({test_yaml_place_has_one_fault_of_each_form}));
}
