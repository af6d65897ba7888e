/* SPDX-License-Identifier: Apache-2.0 */

/* Line tables whose sequences lie at one address (dropped.S, overlay.S), and inlined functions
 * (inlined.c). Other forms of debug information are in debug_forms.py. */

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program/program.h"
#include "tests/suite.h"

static struct gno_program *program;
static struct gno_err err;

static void load(const char *path)
{
	ck_assert_msg(!gno_program_load(path, &program, &err), "%s", err.text);
}

static void expect(const char *line, size_t count, uint32_t first, uint32_t last)
{
	struct gno_addresses found = {0};

	ck_assert_msg(!gno_program_line(program, line, &found, &err), "%s", err.text);
	ck_assert_uint_eq(found.count, count);
	ck_assert_uint_eq(found.at[0], first);
	ck_assert_uint_eq(found.at[count - 1], last);
	free(found.at);
}

static void refuse(const char *line)
{
	struct gno_addresses found = {0};

	ck_assert_int_eq(gno_program_line(program, line, &found, &err), GNO_ERR_ARG);
	ck_assert_msg(strstr(err.text, "no code for line") != NULL, "%s", err.text);
}

/* Lines 3 to 5 are of a function that is gone. */
static void expect_kept_lines(void)
{
	refuse("kept.c:3");
	refuse("kept.c:4");
	refuse("kept.c:5");
	expect("kept.c:9", 2, 0, 12);
	expect("kept.c:10", 1, 8, 8);
}

START_TEST(test_lines_of_dropped_functions)
{
	load(TEST_DATA "/dropped.elf");
	expect_kept_lines();
	gno_program_free(program);
}
END_TEST

/* Linkers leave other addresses, too: LLVM's -1 and -2, mold's 1. */
START_TEST(test_addresses_of_no_code)
{
	static const uint32_t addresses[] = {0xffffffff, 0xfffffffe, 1, 0x100, 0x80000000};
	static const char first[] = "\0\5\2\0\0\0"; /* DW_LNE_set_address 0 */
	char path[] = "/tmp/gnomon-debug-XXXXXX", data[65536];
	FILE *f = fopen(TEST_DATA "/dropped.elf", "rb");
	size_t len = fread(data, 1, sizeof(data), f);
	char *at = memmem(data, len, first, sizeof(first));
	int fd = mkstemp(path);

	fclose(f);
	ck_assert_ptr_nonnull(at);
	memcpy(at + 3, &addresses[_i], 4);
	ck_assert_int_eq(write(fd, data, len), (ssize_t)len);
	load(path);
	expect_kept_lines();
	gno_program_free(program);
	close(fd);
	unlink(path);
}
END_TEST

/* Each line is where its own section has it; what lies at such an address is not known. */
START_TEST(test_lines_of_overlays)
{
	load(TEST_DATA "/overlay.elf");
	expect("overlay.S:8", 1, 0x8000, 0x8000);
	expect("overlay.S:9", 1, 0x8004, 0x8004);
	expect("overlay.S:15", 1, 0x8000, 0x8000);
	expect("overlay.S:16", 1, 0x8004, 0x8004);
	expect("overlay.S:19", 1, 0x8010, 0x8010);
	ck_assert_uint_eq(gno_program_at(program, 0x8004).line, 0);
	ck_assert_uint_eq(gno_program_at(program, 0x8010).line, 19);
	gno_program_free(program);
}
END_TEST

START_TEST(test_inlined_functions)
{
	const struct gno_function *f;
	uint64_t entry;

	load(TEST_DATA "/inlined.elf");
	ck_assert(!gno_program_function(program, "push", &f, &err));
	ck_assert_uint_eq(f->inlined, 3);
	ck_assert(!gno_program_function(program, "called", &f, &err));
	ck_assert_uint_eq(f->inlined, 0);
	ck_assert_int_eq(gno_program_function(program, "only", &f, &err), GNO_ERR_ARG);
	ck_assert_msg(strstr(err.text, "function 'only' has no code of its own in '") != NULL, "%s",
		      err.text);
	ck_assert_ptr_nonnull(strstr(err.text, "it is inlined at 2 places"));
	ck_assert_int_eq(gno_program_entry(program, "inlined.c:only", &entry, &f, &err),
			 GNO_ERR_ARG);
	ck_assert_ptr_nonnull(strstr(err.text, "it is inlined at 2 places"));
	ck_assert_int_eq(gno_program_function(program, "never", &f, &err), GNO_ERR_ARG);
	ck_assert_ptr_nonnull(strstr(err.text, "function 'never' is not in '"));
	ck_assert_uint_eq(program->inlines, 1);
	gno_program_free(program);
}
END_TEST

int main(void)
{
	return run_tests("debug", NULL, NULL,
			 TESTS({test_lines_of_dropped_functions}, {test_addresses_of_no_code, 5},
			       {test_lines_of_overlays}, {test_inlined_functions}));
}
