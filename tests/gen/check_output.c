/* SPDX-License-Identifier: Apache-2.0 */
/* The files written from plans. */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../suite.h"
#include "output/output.h"
#include "planned.h"

#define TEXT_MAX 65536

static char folder[] = "/tmp/gnomon-check-XXXXXX";

static size_t emit_text(emit_fn emit, char *text)
{
	FILE *out = fmemopen(text, TEXT_MAX, "w");
	long size;

	ck_assert_ptr_nonnull(out);
	ck_assert_int_eq(emit(&plan, out), 0);
	size = ftell(out);
	ck_assert(size > 0 && size < TEXT_MAX);
	fclose(out);
	return (size_t)size;
}

/* Of the monitor and of its model. */
START_TEST(test_same_plan_gives_same_bytes)
{
	static char first[OUTPUT_FILES][TEXT_MAX];
	static char again[TEXT_MAX];
	struct output files[OUTPUT_FILES];
	size_t size[OUTPUT_FILES];
	size_t count;

	make_plan(ONE);
	count = output_list(&plan, _i, ~0u, &arena, files);
	ck_assert_uint_gt(count, 4);
	for (size_t i = 0; i < count; i++)
		size[i] = emit_text(files[i].emit, first[i]);
	drop_plan();
	make_plan(ONE);
	for (size_t i = 0; i < count; i++) {
		ck_assert_uint_eq(emit_text(files[i].emit, again), size[i]);
		ck_assert_mem_eq(again, first[i], size[i]);
	}
	drop_plan();
}
END_TEST

/* Writes the plan to folder/out. */
static int write_out(struct gen_err *err)
{
	struct output files[OUTPUT_FILES];
	char path[64];
	size_t count = output_list(&plan, 0, ~0u, &arena, files);

	snprintf(path, sizeof(path), "%s/out", folder);
	return output_write(&plan, files, count, path, err);
}

/* Nothing is in the folder of the test but out. */
static void expect_only_out(void)
{
	DIR *d = opendir(folder);
	struct dirent *e;

	ck_assert_ptr_nonnull(d);
	while ((e = readdir(d)))
		ck_assert_msg(!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") ||
				  !strcmp(e->d_name, "out"),
			      "left behind: %s", e->d_name);
	closedir(d);
}

static int exists(const char *name)
{
	char path[96];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return access(path, F_OK) == 0;
}

static void clean(void)
{
	char command[96];

	snprintf(command, sizeof(command), "rm -rf %s", folder);
	ck_assert_int_eq(system(command), 0);
}

START_TEST(test_files_are_written)
{
	struct gen_err err;

	ck_assert_ptr_nonnull(mkdtemp(folder));
	make_plan(ONE);
	ck_assert_int_eq(write_out(&err), GEN_OK);
	ck_assert_int_eq(write_out(&err), GEN_OK);
	ck_assert(exists("out/m.v") && exists("out/m.f") && exists("out/manifest.json"));
	ck_assert(exists("out/gnomon_records.vh") && exists("out/records.h"));
	expect_only_out();
	drop_plan();
	clean();
}
END_TEST

/* Writes the plan where files cannot become that long. */
static void write_cramped(struct gen_err *err)
{
	const struct rlimit small = {2000, RLIM_INFINITY};
	const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};

	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
	ck_assert_int_eq(write_out(err), GEN_ERR_IO);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &none), 0);
	ck_assert_msg(strstr(err->text, "cannot write '") && strstr(err->text, "/out/") &&
			  strstr(err->text, strerror(EFBIG)),
		      "%s", err->text);
	expect_only_out();
}

START_TEST(test_full_disk_leaves_nothing)
{
	struct gen_err err;

	ck_assert_ptr_nonnull(mkdtemp(folder));
	make_plan(ONE);
	write_cramped(&err);
	ck_assert(!exists("out"));
	drop_plan();
	clean();
}
END_TEST

START_TEST(test_old_files_stay_where_writing_fails)
{
	struct gen_err err;
	char path[64];

	ck_assert_ptr_nonnull(mkdtemp(folder));
	make_plan(ONE);
	ck_assert_int_eq(write_out(&err), GEN_OK);
	write_cramped(&err);
	ck_assert(exists("out/m.v") && exists("out/manifest.json"));
	snprintf(path, sizeof(path), "%s/out/notes", folder);
	ck_assert_int_eq(mkdir(path, 0700), 0);
	ck_assert_int_eq(write_out(&err), GEN_ERR_IO);
	ck_assert_msg(strstr(err.text, "holds 'notes', which gnomon did not make") != NULL, "%s",
		      err.text);
	ck_assert(exists("out/m.v") && exists("out/notes"));
	expect_only_out();
	drop_plan();
	clean();
}
END_TEST

START_TEST(test_folder_that_cannot_be_is_named)
{
	struct output files[OUTPUT_FILES];
	struct gen_err err;
	size_t count;

	make_plan(ONE);
	count = output_list(&plan, 0, ~0u, &arena, files);
	ck_assert_int_eq(output_write(&plan, files, count, "/dev/null", &err), GEN_ERR_IO);
	ck_assert_str_eq(err.text, "cannot make folder '/dev/null': a file is there");
	ck_assert_int_eq(output_write(&plan, files, count, "/no/such/folder", &err), GEN_ERR_IO);
	ck_assert_str_eq(err.text,
			 "cannot make folder '/no/such/folder': No such file or directory");
	drop_plan();
}
END_TEST

int main(void)
{
	return run_tests("gen output", NULL, NULL,
			 TESTS({test_same_plan_gives_same_bytes}, {test_files_are_written},
			       {test_full_disk_leaves_nothing},
			       {test_old_files_stay_where_writing_fails},
			       {test_folder_that_cannot_be_is_named}));
}
