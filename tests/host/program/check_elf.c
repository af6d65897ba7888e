/* SPDX-License-Identifier: Apache-2.0 */

/* Functions and returns of a program that was assembled for this (returns.S), and files that are
 * none. */

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "program/program.h"
#include "tests/suite.h"

#define RETURNS_MAX 4

static const struct expected {
	const char *name;
	uint64_t entry;
	uint64_t returns[RETURNS_MAX]; /* ends with 0 */
	unsigned indirect;
} expected[] = {
    {"plain", 0x1000, {0x1008, 0x100c}, 0},
    {"tail", 0x1020, {0x1020}, 0},
    {"far_tail", 0x1030, {0x1034}, 0},
    {"near_auipc", 0x1040, {0x1048}, 0},
    {"trap", 0x1050, {0x1050, 0x1054, 0x1058}, 0},
    {"loop", 0x1060, {0}, 0},
    {"table", 0x1070, {0x1074}, 1},
    {"call", 0x1080, {0x1088}, 0},
    {"short", 0x1090, {0x1094, 0x109a, 0x10a0}, 1},
    {"sizeless", 0x10b0, {0}, 0},
};

static struct gno_program *load_expected(const char *path, const struct expected *want,
					 size_t count)
{
	struct gno_program *p = NULL;
	struct gno_err err;
	size_t k;

	ck_assert_msg(!gno_program_load(path, &p, &err), "%s", err.text);
	ck_assert_uint_eq(p->functions, count);
	for (size_t i = 0; i < p->functions; i++) {
		const struct gno_function *f = &p->function[i];

		ck_assert_str_eq(f->name, want[i].name);
		ck_assert_uint_eq(f->entry, want[i].entry);
		ck_assert_msg(f->indirect == want[i].indirect, "%s: %u indirect", f->name,
			      f->indirect);
		for (k = 0; k < RETURNS_MAX && want[i].returns[k]; k++) {
			ck_assert_msg(k < f->return_count, "%s has %zu returns", f->name,
				      f->return_count);
			ck_assert_uint_eq(f->returns[k], want[i].returns[k]);
		}
		ck_assert_msg(f->return_count == k, "%s has %zu returns", f->name, f->return_count);
	}
	return p;
}

#define LOAD_EXPECTED(path, want) load_expected(path, want, sizeof(want) / sizeof((want)[0]))

START_TEST(test_functions_and_returns)
{
	struct gno_program *p = LOAD_EXPECTED(TEST_DATA "/returns.elf", expected);

	ck_assert_uint_eq(p->function[9].size, 0);
	gno_program_free(p);
}
END_TEST

/* The same code is Zcmp, or c.fsdsp where the program has D. */
START_TEST(test_cold_parts_and_short_returns)
{
	struct expected want[] = {
	    {"step.cold", 0x1000, {0x1008, 0x100c}, 0},
	    {"step.cold.1", 0x1010, {0x1018}, 0},
	    {"step", 0x1020, {0x1008, 0x100c, 0x1018, 0x102c}, 0},
	    {"other", 0x1040, {0x1048, 0x104c}, 0},
	    {"stepping.cold", 0x1060, {0x1060}, 0},
	    {"stepper", 0x1070, {0x1070}, 0},
	    {"plain", 0x1080, {0x1080}, 0},
	    {"pops", 0x1090, {0x1094, 0x1096}, 2},
	};
	struct gno_program *p = LOAD_EXPECTED(TEST_DATA "/leaves.elf", want);

	for (size_t i = 0; i < p->functions; i++) {
		const struct gno_function *f = &p->function[i];

		ck_assert_uint_eq(f->branches, i == 3);
		ck_assert_msg(f->part == (i < 2), "%s", f->name);
		ck_assert_msg(f->at_once == (i >= 4 && i < 7), "%s", f->name);
		ck_assert_msg(!f->loops == (i != 1 && i != 2), "%s", f->name);
	}
	gno_program_free(p);
	want[7].returns[0] = 0;
	want[7].indirect = 0;
	gno_program_free(LOAD_EXPECTED(TEST_DATA "/doubles.elf", want));
}
END_TEST

/* Two functions at one address have the instructions of their own sections. */
START_TEST(test_overlays)
{
	static const struct expected want[] = {
	    {"_start", 0x1000, {0}, 0},
	    {"draw", 0x8000, {0x800c}, 0},
	    {"sound", 0x8000, {0x8004, 0x800c, 0x8010}, 0},
	};
	struct gno_program *p = LOAD_EXPECTED(TEST_DATA "/overlay.elf", want);

	ck_assert(!gno_program_overlaid(p, 0x1000) && !gno_program_overlaid(p, 0x7ffe));
	ck_assert(gno_program_overlaid(p, 0x8000) && gno_program_overlaid(p, 0x800f));
	ck_assert(!gno_program_overlaid(p, 0x8010));
	ck_assert_ptr_null(gno_program_at(p, 0x8004).function);
	ck_assert_ptr_eq(gno_program_at(p, 0x8010).function, &p->function[2]);
	gno_program_free(p);
}
END_TEST

START_TEST(test_source_and_build_id)
{
	struct gno_program *p = NULL;
	struct gno_err err;

	ck_assert_msg(!gno_program_load(TEST_DATA "/program.elf", &p, &err), "%s", err.text);
	ck_assert_uint_eq(p->functions, 2);
	ck_assert_str_eq(p->function[0].name, "work");
	ck_assert_ptr_nonnull(p->function[0].file);
	ck_assert_ptr_nonnull(strstr(p->function[0].file, "program.c"));
	ck_assert_uint_eq(p->function[0].line, 4);
	ck_assert_uint_ge(p->function[0].return_count, 1);
	ck_assert_ptr_nonnull(p->build_id);
	ck_assert_uint_eq(strlen(p->build_id), 40);
	gno_program_free(p);
}
END_TEST

static void refused(const char *path, int code, const char *text)
{
	struct gno_program *p = NULL;
	struct gno_err err;

	ck_assert_int_eq(gno_program_load(path, &p, &err), code);
	ck_assert_msg(strstr(err.text, text) != NULL, "'%s'", err.text);
	ck_assert_ptr_null(p);
}

static size_t read_file(const char *path, char *data, size_t room)
{
	FILE *f = fopen(path, "rb");
	size_t len;

	ck_assert_ptr_nonnull(f);
	len = fread(data, 1, room, f);
	fclose(f);
	ck_assert_uint_lt(len, room);
	return len;
}

START_TEST(test_what_is_no_program_is_refused)
{
	char path[] = "/tmp/gnomon-elf-XXXXXX";
	int fd = mkstemp(path);

	ck_assert_int_ge(fd, 0);
	refused(path, GNO_ERR_FORMAT, "not an ELF file: '/tmp/gnomon-elf-");
	ck_assert_int_eq(write(fd, "\177ELF and then nothing", 21), 21);
	refused(path, GNO_ERR_FORMAT, "not an ELF file");
	close(fd);
	unlink(path);
	refused(path, GNO_ERR_IO, "cannot open");
	refused("/tmp", GNO_ERR_IO, "/tmp");
	refused(TEST_DATA "/stripped.elf", GNO_ERR_FORMAT, "no symbols");
	refused(TEST_DATA "/program.o", GNO_ERR_FORMAT, "an object file, which was not linked");
}
END_TEST

#define TYPE_AT 16 /* place of e_type in the head */

/* The same file with each type: what is linked is read, and may be told to run elsewhere. */
START_TEST(test_types_of_files)
{
	static const struct {
		uint16_t type;
		const char *refused; /* NULL: it is read */
	} types[] = {
	    {0, "(ELF type 0) is not a program"},
	    {1, "(ELF type 1) is an object file"},
	    {2, NULL},
	    {3, NULL},
	    {4, "(ELF type 4) is a core dump"},
	    {0xff00, "(ELF type 65280) is not a program"},
	};
	char path[] = "/tmp/gnomon-elf-XXXXXX";
	char data[65536];
	size_t len = read_file(TEST_DATA "/returns.elf", data, sizeof(data)), i;
	int fd = mkstemp(path);

	ck_assert_int_eq(write(fd, data, len), (ssize_t)len);
	for (i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		struct gno_program *p = NULL;
		struct gno_err err;

		ck_assert_int_eq(pwrite(fd, &types[i].type, 2, TYPE_AT), 2);
		if (types[i].refused) {
			refused(path, GNO_ERR_FORMAT, types[i].refused);
			continue;
		}
		ck_assert_msg(!gno_program_load(path, &p, &err), "%s", err.text);
		ck_assert(p->movable == (types[i].type == 3));
		gno_program_free(p);
	}
	close(fd);
	unlink(path);
}
END_TEST

#define HEAD_SIZE 52 /* bytes of the header of an ELF file of 32 bits */

static const char *const whole[] = {TEST_DATA "/returns.elf", TEST_DATA "/places.elf",
				    TEST_DATA "/program.elf"};

static void load_and_free(const char *path)
{
	struct gno_program *p = NULL;
	struct gno_err err;

	if (!gno_program_load(path, &p, &err))
		gno_program_free(p);
	else
		ck_assert_ptr_null(p);
}

/* A file that is cut off anywhere is refused, for that reason where its head is whole, and does no
 * harm. */
START_TEST(test_cut_off_programs_do_no_harm)
{
	char path[] = "/tmp/gnomon-elf-XXXXXX";
	char data[65536];
	size_t len = read_file(whole[_i], data, sizeof(data)), cut;
	int fd = mkstemp(path);

	ck_assert_int_eq(write(fd, data, len), (ssize_t)len);
	for (cut = len - 1; cut > 0; cut = cut * 31 / 32) {
		ck_assert_int_eq(ftruncate(fd, (off_t)cut), 0);
		refused(path, GNO_ERR_FORMAT,
			cut >= HEAD_SIZE ? "' was cut off" : "not an ELF file");
	}
	close(fd);
	unlink(path);
}
END_TEST

/* Nor does one in which a byte anywhere is another one (without DWARF: libdw 0.188 reads beyond
 * strings then). */
START_TEST(test_changed_programs_do_no_harm)
{
	char path[] = "/tmp/gnomon-elf-XXXXXX";
	char data[65536];
	size_t len = read_file(whole[0], data, sizeof(data)), at;
	int fd = mkstemp(path);

	ck_assert_int_eq(write(fd, data, len), (ssize_t)len);
	for (at = 4; at < len; at += 3) {
		char changed = (char)(data[at] ^ (1 << at % 8));

		ck_assert_int_eq(pwrite(fd, &changed, 1, (off_t)at), 1);
		load_and_free(path);
		ck_assert_int_eq(pwrite(fd, &data[at], 1, (off_t)at), 1);
	}
	close(fd);
	unlink(path);
}
END_TEST

int main(void)
{
	return run_tests("elf", NULL, NULL,
			 TESTS({test_functions_and_returns}, {test_cold_parts_and_short_returns},
			       {test_overlays}, {test_source_and_build_id},
			       {test_what_is_no_program_is_refused}, {test_types_of_files},
			       {test_cut_off_programs_do_no_harm, 3},
			       {test_changed_programs_do_no_harm}));
}
