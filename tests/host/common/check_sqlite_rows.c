/* SPDX-License-Identifier: Apache-2.0 */
/* A list of more rows than SQLite takes at once: columns that only its first rows have, and such
 * that only its last ones have. */
#include <check.h>
#include <sqlite3.h>
#include <unistd.h>

#include "out/export/formats.h"
#include "report_fixture.h"
#include "tests/suite.h"

#define ROWS 20000 /* without a begin, and as many with one */

static struct fix fix;
static struct tw w;

/* Intervals whose begins were lost come first, or last. */
static void write_run(bool lost_first)
{
	fix_begin(&fix, 1);
	fix_point(&fix, "in", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&fix, "out", GNO_PATTERN_EVENT, 2, RECORD);
	fix_interval(&fix, "work", "in", "out");
	tw_begin(&w, 1, 32, 0, 0);
	for (unsigned i = 0; i < 2 * ROWS; i++) {
		if ((i < ROWS) != lost_first)
			tw_event(&w, 0, 10 * i + 7, 1, 0);
		tw_event(&w, 0, 10 * i + 10, 2, 0);
	}
	tw_flush(&w, 0, 20 * ROWS + 100);
	w.patterns[0] = &fix.file;
	tw_write(&w);
}

static void export_run_to(const char *path)
{
	const struct export_options o = {.path = path, .to = UINT64_MAX};
	struct gno_err err;

	ck_assert_msg(!export_run(w.dir, export_format("sqlite", NULL), &o, &err), "%s", err.text);
}

START_TEST(test_sqlite_rows)
{
	sqlite3_stmt *rows;
	sqlite3 *db;
	char path[512];

	write_run(_i);
	snprintf(path, sizeof(path), "%s", tw_path(&w, "out.sqlite"));
	export_run_to(path);
	ck_assert(!sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL));
	ck_assert(!sqlite3_prepare_v2(
	    db, "SELECT \"time\", \"from\", cycles, node, name FROM intervals", -1, &rows, NULL));
	for (int i = 0; i < 2 * ROWS; i++) {
		const bool begun = (i < ROWS) != _i;

		ck_assert_int_eq(sqlite3_step(rows), SQLITE_ROW);
		ck_assert_int_eq(sqlite3_column_int64(rows, 0), 10 * i + 10);
		for (int k = 1; k < 3; k++)
			ck_assert_int_eq(sqlite3_column_type(rows, k),
					 begun ? SQLITE_INTEGER : SQLITE_NULL);
		ck_assert_int_eq(sqlite3_column_int64(rows, 1), begun ? 10 * i + 7 : 0);
		ck_assert_int_eq(sqlite3_column_int64(rows, 2), begun ? 3 : 0);
		ck_assert_str_eq((const char *)sqlite3_column_text(rows, 3), "core0");
		ck_assert_str_eq((const char *)sqlite3_column_text(rows, 4), "work");
	}
	ck_assert_int_eq(sqlite3_step(rows), SQLITE_DONE);
	sqlite3_finalize(rows);
	sqlite3_close(db);
	ck_assert(!unlink(path));
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("sqlite_rows", NULL, NULL, TESTS({test_sqlite_rows, 2}));
}
