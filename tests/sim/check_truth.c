/* SPDX-License-Identifier: Apache-2.0 */
/* the truth log's writer, reader and sums, against plain arrays */
#include <check.h>
#include <stdlib.h>
#include <unistd.h>

#include "../suite.h"
#include "truth.h"

enum {
	CLOCKS = 5000,
	CORES = 3,
};

static char path[] = "/tmp/check_truth.XXXXXX";

/* what a harness would write for these signals */
static void write_log(uint8_t flags[CLOCKS][CORES], const bool *busy, uint64_t first)
{
	struct truth_writer *writer;
	uint8_t levels[CORES] = {0};
	bool was_busy = false;

	ck_assert_int_eq(truth_writer_open(&writer, path, CORES), TRUTH_OK);
	for (uint64_t i = 0; i < CLOCKS; i++) {
		struct truth_record record = {.cycle = first + i};

		if (busy[i] != was_busy) {
			record.kind = TRUTH_BUS;
			record.flags = busy[i];
			was_busy = busy[i];
			truth_write(writer, &record);
		}
		for (uint8_t core = 0; core < CORES; core++) {
			uint8_t now = flags[i][core] & (TRUTH_STALL | TRUTH_WAITING | TRUTH_GRANT);

			if (now == levels[core] && now == flags[i][core])
				continue;
			levels[core] = now;
			record.kind = TRUTH_CORE;
			record.core = core;
			record.flags = flags[i][core];
			record.value = (uint32_t)i;
			truth_write(writer, &record);
		}
	}
	ck_assert_int_eq(truth_writer_close(writer, first + CLOCKS), TRUTH_OK);
}

static void draw(uint8_t flags[CLOCKS][CORES], bool *busy)
{
	srand(1);
	for (int i = 0; i < CLOCKS; i++) {
		busy[i] = i && rand() % 4 ? busy[i - 1] : rand() % 2;
		for (int core = 0; core < CORES; core++) {
			flags[i][core] = rand() % 3 ? 0 : rand() & 0x1f;
			for (int level = TRUTH_STALL; level <= TRUTH_GRANT; level *= 2)
				if (i && rand() % 3 ? flags[i - 1][core] & level : rand() % 2)
					flags[i][core] |= (uint8_t)level;
		}
	}
}

static void check_sums(uint64_t first)
{
	static uint8_t flags[CLOCKS][CORES];
	static bool busy[CLOCKS];
	struct truth_sums sums = {0};
	uint64_t counts[CORES][TRUTH_FLAGS] = {{0}}, busy_count = 0;
	struct truth_reader *reader;
	struct truth_record record;

	draw(flags, busy);
	write_log(flags, busy, first);
	ck_assert_int_eq(truth_reader_open(&reader, path), TRUTH_OK);
	ck_assert_uint_eq(truth_reader_cores(reader), CORES);
	ck_assert_int_eq(truth_read(reader, &record), 1);
	for (uint64_t i = 0; i < CLOCKS; i++) {
		while (record.kind != TRUTH_END && record.cycle == first + i) {
			if (record.kind == TRUTH_CORE)
				ck_assert_uint_eq(record.value, i);
			truth_sums_add(&sums, &record);
			ck_assert_int_eq(truth_read(reader, &record), 1);
		}
		busy_count += busy[i];
		ck_assert_uint_eq(truth_sums_bus(&sums, first + i), busy_count);
		for (uint32_t core = 0; core < CORES; core++) {
			for (int bit = 0; bit < TRUTH_FLAGS; bit++) {
				counts[core][bit] += flags[i][core] >> bit & 1;
				ck_assert_uint_eq(truth_sums_core(&sums, core, 1 << bit, first + i),
						  counts[core][bit]);
			}
		}
	}
	ck_assert_int_eq(record.kind, TRUTH_END);
	ck_assert_uint_eq(record.cycle, first + CLOCKS);
	ck_assert_int_eq(truth_read(reader, &record), 0);
	truth_reader_close(reader);
}

START_TEST(test_truth_sums_equal_plain_counts)
{
	check_sums(0);
}
END_TEST

START_TEST(test_truth_cycles_beyond_32_bits)
{
	check_sums(((uint64_t)7 << 32) - CLOCKS / 2);
}
END_TEST

START_TEST(test_truth_cut_off_is_an_error)
{
	struct truth_writer *writer;
	struct truth_reader *reader;
	struct truth_record record = {.cycle = 5, .kind = TRUTH_SYNC};

	ck_assert_int_eq(truth_writer_open(&writer, path, CORES), TRUTH_OK);
	truth_write(writer, &record);
	ck_assert_int_eq(truth_writer_close(writer, 9), TRUTH_OK);
	ck_assert_int_eq(truncate(path, 16 + 12 + 5), 0);
	ck_assert_int_eq(truth_reader_open(&reader, path), TRUTH_OK);
	ck_assert_int_eq(truth_read(reader, &record), 1);
	ck_assert_int_eq(record.kind, TRUTH_SYNC);
	ck_assert_int_eq(truth_read(reader, &record), TRUTH_ERR_FORMAT);
	truth_reader_close(reader);
	ck_assert_int_eq(truncate(path, 10), 0);
	ck_assert_int_eq(truth_reader_open(&reader, path), TRUTH_ERR_FORMAT);
	ck_assert_ptr_null(reader);
	ck_assert_int_eq(truth_reader_open(&reader, "/nonexistent/truth"), TRUTH_ERR_IO);
}
END_TEST

START_TEST(test_truth_full_disk_is_an_error)
{
	struct truth_writer *writer;

	ck_assert_int_eq(truth_writer_open(&writer, "/dev/full", CORES), TRUTH_OK);
	ck_assert_int_eq(truth_writer_close(writer, 9), TRUTH_ERR_IO);
}
END_TEST

int main(void)
{
	int status, fd;

	fd = mkstemp(path);
	if (fd < 0)
		return 1;
	close(fd);
	status = run_tests(
	    "truth", NULL, NULL,
	    TESTS({test_truth_sums_equal_plain_counts}, {test_truth_cycles_beyond_32_bits},
		  {test_truth_cut_off_is_an_error}, {test_truth_full_disk_is_an_error}));
	unlink(path);
	return status;
}
