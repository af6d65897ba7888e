/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/suite.h"
#include "common/new_file.h"

/* Whether an open file lies in the file system of a folder. */
static bool lies_in(int fd, const char *folder)
{
	struct stat file, place;

	ck_assert(!fstat(fd, &file) && !stat(folder, &place));
	return file.st_dev == place.st_dev;
}

START_TEST(test_scratch_folder)
{
	char folder[] = "scratch-XXXXXX", byte = 'x';
	struct gno_err err;
	int fd;

	ck_assert(mkdtemp(folder) && !setenv("TMPDIR", folder, 1));
	ck_assert_int_eq(gno_scratch_open(&fd, &err), GNO_OK);
	ck_assert(lies_in(fd, folder));
	ck_assert(pwrite(fd, &byte, 1, 5) == 1 && pread(fd, &byte, 1, 5) == 1);
	/* no name of it is there */
	ck_assert_int_eq(rmdir(folder), 0);
	close(fd);
}
END_TEST

START_TEST(test_scratch_elsewhere)
{
	struct gno_err err;
	int fd;

	ck_assert(!setenv("TMPDIR", "/nowhere", 1));
	ck_assert_int_eq(gno_scratch_open(&fd, &err), GNO_ERR_IO);
	ck_assert_str_eq(
	    err.text,
	    "cannot make a temporary file in '/nowhere' (TMPDIR): No such file or directory");
	ck_assert_int_eq(gno_scratch_fail(ENOSPC, &err), GNO_ERR_NOSPACE);
	ck_assert_str_eq(
	    err.text,
	    "cannot write a temporary file in '/nowhere' (TMPDIR): No space left on device");
	ck_assert_int_eq(gno_scratch_needs(GNO_ERR_NOSPACE, 0, &err), GNO_ERR_NOSPACE);
	ck_assert_int_eq(gno_scratch_needs(GNO_ERR_IO, 1, &err), GNO_ERR_IO);
	ck_assert(!strstr(err.text, "MB"));
	ck_assert_int_eq(gno_scratch_needs(GNO_ERR_NOSPACE, 2000000, &err), GNO_ERR_NOSPACE);
	ck_assert_str_eq(
	    err.text,
	    "cannot write a temporary file in '/nowhere' (TMPDIR): No space left on device; it takes up to 2 MB");
	ck_assert(!setenv("TMPDIR", "", 1));
	ck_assert_int_eq(gno_scratch_open(&fd, &err), GNO_OK);
	ck_assert(lies_in(fd, "/tmp"));
	close(fd);
	gno_scratch_fail(EIO, &err);
	ck_assert_str_eq(err.text,
			 "cannot write a temporary file in '/tmp' (TMPDIR): Input/output error");
}
END_TEST

int main(void)
{
	return run_tests("scratch", NULL, NULL,
			 TESTS({test_scratch_folder}, {test_scratch_elsewhere}));
}
