/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_SUITE_H
#define TESTS_SUITE_H

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>

/* Wall-clock time that ends a test that hangs; no test is to depend on it. As in tests/tests.mk. */
#define HANG_SECONDS 1800

/* Rows of TESTS may leave `rounds` out. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

/* A test of a suite. */
struct test {
	const TTest *test;
	size_t rounds; /* it runs so many times, the last with `_i` one less; 0: once */
};

/* Tests, each in braces: TESTS({test_one}, {test_each_row, COUNT(rows)}) */
#define TESTS(...) ((const struct test[]){__VA_ARGS__, {NULL}})

/* Adds tests that share a set-up and a clean-up; both may be NULL. */
static inline TCase *add_tests(Suite *suite, const char *name, SFun setup, SFun teardown,
			       const struct test *tests)
{
	TCase *tcase = tcase_create(name);

	if (!getenv("CK_DEFAULT_TIMEOUT"))
		tcase_set_timeout(tcase, HANG_SECONDS);
	tcase_add_checked_fixture(tcase, setup, teardown);
	for (; tests->test; tests++)
		tcase_add_loop_test(tcase, tests->test, 0, tests->rounds ? (int)tests->rounds : 1);
	suite_add_tcase(suite, tcase);
	return tcase;
}

/* As Check's, which writes the place of each assertion that holds to a pipe, for the message of a
 * test that crashes: in a loop that takes longer than what is tested. Here a place is written when
 * it is reached the first time in a test. */
#undef ck_assert_msg
#define ck_assert_msg(expr, ...)                                                                   \
	__extension__({                                                                            \
		static bool ck_seen_;                                                              \
		if (!(expr))                                                                       \
			_ck_assert_failed(__FILE__, __LINE__, "Assertion '" #expr "' failed",      \
					  __VA_ARGS__);                                            \
		if (!ck_seen_) {                                                                   \
			ck_seen_ = true;                                                           \
			mark_point();                                                              \
		}                                                                                  \
	})

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

/* Runs a suite whose tests share a set-up and a clean-up; both may be NULL. */
static inline int run_tests(const char *name, SFun setup, SFun teardown, const struct test *tests)
{
	Suite *suite = suite_create(name);

	add_tests(suite, name, setup, teardown, tests);
	return run_suite(suite);
}

/*
 * Runs one test in this process, silently unless it fails: for a program whose fixtures assert,
 * which only a test can. The exit status of the program.
 */
static inline int run_here(const TTest *test)
{
	Suite *suite = suite_create(test->name);
	SRunner *runner = srunner_create(suite);
	int failed;

	add_tests(suite, test->name, NULL, NULL, TESTS({test}));
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_SILENT);
	failed = srunner_ntests_failed(runner);
	if (failed)
		srunner_print(runner, CK_NORMAL);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
