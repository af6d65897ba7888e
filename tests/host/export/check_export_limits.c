/* SPDX-License-Identifier: Apache-2.0 */
/* The note on a file that its viewer refuses: a format of small limits, and the files that just fit
 * and do not. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "export/export.h"
#include "report_fixture.h"
#include "tests/suite.h"

#define EVENTS 5

static struct fix fix;
static struct tw w;
static char said[GNO_ERR_TEXT];
static unsigned notes;

static void note(void *ctx, const char *text)
{
	ck_assert_ptr_eq(ctx, &fix);
	snprintf(said, sizeof(said), "%s", text);
	notes++;
}

static void setup(void)
{
	fix_begin(&fix, 1);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, 1, RECORD);
	tw_begin(&w, 1, 32, 0, 0);
	for (unsigned i = 0; i < EVENTS; i++)
		tw_event(&w, 0, 10 + i, 1, 0);
	tw_flush(&w, 0, 100);
	w.patterns[0] = &fix.file;
	tw_write(&w);
	notes = 0;
}

static void teardown(void)
{
	tw_end(&w);
}

/* Exports with that limit; bytes of the file. */
static uint64_t export_within(struct export_limit limit)
{
	struct export_format format = *export_format("csv", NULL);
	const struct export_options o = {
	    .path = tw_path(&w, "out.csv"), .to = UINT64_MAX, .note = note, .ctx = &fix};
	struct gno_err err;
	struct stat st;

	format.limit = limit;
	ck_assert_msg(!export_run(w.dir, &format, &o, &err), "%s", err.text);
	ck_assert(!stat(o.path, &st) && !unlink(o.path));
	return (uint64_t)st.st_size;
}

START_TEST(test_rows)
{
	export_within((struct export_limit){"the viewer", 0, EVENTS});
	ck_assert_uint_eq(notes, 0);
	export_within((struct export_limit){"the viewer", 0, EVENTS - 1});
	ck_assert_uint_eq(notes, 1);
	ck_assert_str_eq(said, "5 rows: the viewer takes 4 at most; export a part by --from and "
			       "--to");
}
END_TEST

START_TEST(test_bytes)
{
	uint64_t bytes = export_within((struct export_limit){NULL, 0, 0});

	ck_assert_uint_eq(notes, 0);
	export_within((struct export_limit){"the viewer", bytes, 0});
	ck_assert_uint_eq(notes, 0);
	export_within((struct export_limit){"the viewer", bytes - 1, 0});
	ck_assert_uint_eq(notes, 1);
	ck_assert_ptr_nonnull(strstr(said, "MB: the viewer takes 0 MB at most"));
}
END_TEST

/* Those of docs/answers/export.md. */
START_TEST(test_of_the_viewers)
{
	ck_assert_uint_eq(export_format("csv", NULL)->limit.rows, 1048575);
	ck_assert_uint_eq(export_format("perfetto", NULL)->limit.bytes, 500000000);
	ck_assert_uint_eq(export_format("vcd", NULL)->limit.bytes, 256 * 1048576);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("export_limits");
	TCase *tests = tcase_create("limits");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, test_rows);
	tcase_add_test(tests, test_bytes);
	tcase_add_test(tests, test_of_the_viewers);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
