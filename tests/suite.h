/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_SUITE_H
#define TESTS_SUITE_H

#include <check.h>
#include <stdlib.h>

/* Wall-clock time that ends a test that hangs; no test is to depend on it. As in tests/tests.mk. */
#define HANG_SECONDS 1800

/* Runs a suite; the exit status of the test program. */
static inline int run_suite(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	int failed;

	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
