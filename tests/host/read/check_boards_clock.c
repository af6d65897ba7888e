/* SPDX-License-Identifier: Apache-2.0 */

/* The clocks that other readers of boards' traces get, and common times back to cycles. */

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/suite.h"
#include "folder.h"
#include "read/boards.h"
#include "read/trace.h"
#include "sync/file.h"
#include "trace_writer.h"

#define HZ 100000000
#define RAW_NS UINT64_C(1790000000123456789)
#define MS INT64_C(1000000000) /* in ps */
#define PPM 1000
#define PATH_ROOM 2048

static struct folder folder;
static struct tw run[2];
static const char *const names[2] = {"left", "right"};

static void setup(void)
{
	folder_make(&folder);
	for (unsigned i = 0; i < 2; i++) {
		char path[PATH_ROOM];
		FILE *f;

		tw_begin(&run[i], 1, 32, 0, 0);
		tw_event(&run[i], 0, 10, 1, 0);
		tw_flush(&run[i], 0, 20);
		tw_write(&run[i]);
		snprintf(path, sizeof(path), "%s/trace/metadata", run[i].dir);
		f = fopen(path, "w");
		ck_assert_ptr_nonnull(f);
		fputs("before {\n};\nclock {\n\tfreq = 7;\n};\nbehind {\n};\n", f);
		fclose(f);
		ck_assert(!symlink(run[i].dir, folder_path(&folder, names[i])));
	}
}

static void teardown(void)
{
	for (unsigned i = 0; i < 2; i++)
		tw_end(&run[i]);
	folder_remove(&folder);
}

/* Writes boards.json with the pulses of the left board; the right one's cycle 0 is time 0. */
static void write_pulses(struct sync_point *point, size_t points)
{
	struct sync_point zero = {0, 0, MS};
	struct sync_entry entry[2];
	struct sync_set set = {.raw_ns = RAW_NS, .entry = entry, .entries = 2};
	struct gno_err err;

	for (unsigned i = 0; i < 2; i++)
		entry[i] = (struct sync_entry){.name = (char *)names[i],
					       .device = (char *)names[i],
					       .folder = (char *)names[i],
					       .mapping = {.board = {.hz = HZ,
								     .drift = 100 * PPM,
								     .host_drift = 100 * PPM,
								     .wander = PPM,
								     .tick = 10000},
							   .point = i ? &zero : point,
							   .points = i ? 1 : points}};
	ck_assert_msg(!sync_file_write(folder_path(&folder, SYNC_FILE), &set, &err), "%s",
		      err.text);
}

/* What a metadata states: its rate, and its begin in ns since time 0. */
static void read_clock(unsigned board, uint64_t *hz, int64_t *begin)
{
	char path[PATH_ROOM];
	uint64_t seconds, cycles;
	char *text;

	snprintf(path, sizeof(path), "%s/trace/metadata", names[board]);
	text = folder_read(&folder, path, NULL);
	ck_assert_ptr_nonnull(text);
	ck_assert_ptr_nonnull(strstr(text, "before {\n};\nclock {\n"));
	ck_assert_ptr_nonnull(strstr(text, "\n};\nbehind {\n};\n"));
	ck_assert(sscanf(strstr(text, "freq"), "freq = %" SCNu64 ";", hz) == 1);
	ck_assert(sscanf(strstr(text, "offset_s"), "offset_s = %" SCNu64 ";", &seconds) == 1);
	ck_assert(sscanf(strstr(text, "offset ="), "offset = %" SCNu64 ";", &cycles) == 1);
	*begin = (int64_t)(seconds * 1000000000 + cycles * 1000000000 / *hz - RAW_NS);
	free(text);
}

static void expect_clock(uint64_t hz, int64_t begin)
{
	struct gno_trace *t;
	struct gno_err err;
	uint64_t found_hz;
	int64_t found;

	ck_assert_msg(!gno_trace_open(folder.path, &t, &err), "%s", err.text);
	ck_assert_msg(!boards_set_clocks(t, &err), "%s", err.text);
	gno_trace_close(t);
	read_clock(1, &found_hz, &found);
	ck_assert_uint_eq(found_hz, HZ);
	ck_assert_int_le(llabs(found), 20); /* two cycles */
	read_clock(0, &found_hz, &found);
	ck_assert_int_le(llabs((int64_t)(found_hz - hz)), 10); /* 0.1 ppm */
	ck_assert_int_le(llabs(found - begin), 20);
}

/* Without a second pulse the rate is the nominal one. */
START_TEST(test_one_pulse)
{
	struct sync_point p[] = {{1000000, 30 * MS, MS}};

	write_pulses(p, 1);
	expect_clock(HZ, 20 * 1000000);
}
END_TEST

/* The mean rate from the first cycle to the last pulse: 80 ppm fast. */
START_TEST(test_mean_rate)
{
	struct sync_point p[] = {
	    {0, 5 * MS, MS}, {40000000, 405 * MS, MS}, {100008000, 1005 * MS, MS}};

	write_pulses(p, 3);
	expect_clock(HZ + 8000, 5 * 1000000);
}
END_TEST

/* Two pulses so close that their rate is 1 % off: 201 ppm are possible, and what is too much is
 * shared by both ends. */
START_TEST(test_no_clock_has_that_rate)
{
	const int64_t over = 100000 - 2010; /* ns */
	struct sync_point slow[] = {{0, 7 * MS, MS}, {1000000, 17 * MS + MS / 10, MS}};
	struct sync_point fast[] = {{0, 7 * MS, MS}, {1000000, 17 * MS - MS / 10, MS}};

	write_pulses(slow, 2);
	expect_clock(99979904, 7000000 + over / 2);
	write_pulses(fast, 2);
	expect_clock(100020104, 7000000 - over / 2);
}
END_TEST

/* The inverse of the common time, where a cycle is shorter and where it is longer than a common
 * one: the last cycle that is not later. */
START_TEST(test_inverse)
{
	struct sync_point p[] = {
	    {40, 5 * MS, 20}, {400040, 9 * MS + 7, 0}, {900043, 14 * MS + MS / 100, 3}};
	uint64_t random = 1;
	struct gno_trace *t;
	struct gno_err err;

	write_pulses(p, 3);
	ck_assert_msg(!gno_trace_open(folder.path, &t, &err), "%s", err.text);
	for (unsigned i = 0; i < 20000; i++) {
		const struct trace_boards *b = gno_trace_boards(t);
		const unsigned node = i % 2;
		const uint64_t first = boards_common(b, node, 0, NULL);
		uint64_t common, cycle;

		random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
		common = first + (random >> 33) % (i < 10000 ? 2000 : 3000000);
		cycle = boards_cycle(b, node, common);
		ck_assert_uint_le(boards_common(b, node, cycle, NULL), common);
		ck_assert_uint_gt(boards_common(b, node, cycle + 1, NULL), common);
		if (first)
			ck_assert_uint_eq(boards_cycle(b, node, first - 1), 0);
	}
	ck_assert_uint_eq(boards_cycle(gno_trace_boards(t), 0, UINT64_MAX), UINT64_MAX);
	gno_trace_close(t);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("boards_clock");

	add_tests(suite, "clock", setup, teardown,
		  TESTS({test_one_pulse}, {test_mean_rate}, {test_no_clock_has_that_rate},
			{test_inverse}));
	return run_suite(suite);
}
