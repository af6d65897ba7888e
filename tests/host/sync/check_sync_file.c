/* SPDX-License-Identifier: Apache-2.0 */
/* boards.json: what is written is what is read, and what is at fault is refused with its place. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/util.h"
#include "folder.h"
#include "sync/file.h"
#include "tests/suite.h"

static struct folder folder;
static char *path, *text;

static struct sync_set filled(void)
{
	static const struct sync_point left[] = {{10, 20, 30}, {1000, 2020, 7}, {5000, 1 << 20, 0}};
	struct sync_set set = {.raw_ns = UINT64_C(1) << 60,
			       .plan = {.floor = 1,
					.rounds = 2,
					.first = 3,
					.apart = 4,
					.interval = 5,
					.guaranteed = true,
					.refreshes = 6,
					.drift = -7},
			       .entry = calloc(2, sizeof(struct sync_entry)),
			       .entries = 2,
			       .reference = 1};
	struct sync_entry *e = set.entry;

	e[0] = (struct sync_entry){.name = strdup("FT\xc3\xa9 \"1\""),
				   .device = strdup("ftdi:serial=1"),
				   .folder = strdup("left"),
				   .state = SYNC_LIES,
				   .since = 11,
				   .ppm = -1200,
				   .polls = 12,
				   .failed = 13,
				   .rejected = 14,
				   .floorless = 15,
				   .broken = {SYNC_CHECK_RATES, 16, 17, 18, strdup("right")},
				   .mapping = {.board = {.hz = 50000000,
							 .drift = 21,
							 .host_drift = 22,
							 .wander = 23,
							 .out = 24,
							 .back = 25,
							 .floor = SYNC_FLOOR_PROVEN,
							 .tick = 20000},
					       .point = malloc(sizeof(left)),
					       .points = 3}};
	memcpy(e[0].mapping.point, left, sizeof(left));
	e[1] = (struct sync_entry){.name = strdup("right"),
				   .device = strdup("tcp:localhost:5000"),
				   .mapping = {.board = {.hz = 1}}};
	return set;
}

static void setup(void)
{
	struct sync_set set = filled();
	struct gno_err err;

	folder_make(&folder);
	path = strdup(folder_path(&folder, SYNC_FILE));
	ck_assert_msg(!sync_file_write(path, &set, &err), "%s", err.text);
	ck_assert_msg(!gno_slurp(path, &text, NULL, &err), "%s", err.text);
	sync_set_free(&set);
}

static void teardown(void)
{
	folder_remove(&folder);
	free(path);
	free(text);
}

static void check_board(const struct sync_board *a, const struct sync_board *b)
{
	ck_assert_uint_eq(a->hz, b->hz);
	ck_assert_uint_eq(a->drift, b->drift);
	ck_assert_uint_eq(a->host_drift, b->host_drift);
	ck_assert_uint_eq(a->wander, b->wander);
	ck_assert_uint_eq(a->out, b->out);
	ck_assert_uint_eq(a->back, b->back);
	ck_assert_uint_eq(a->floor, b->floor);
	ck_assert_uint_eq(a->tick, b->tick);
}

static void check_text(const char *a, const char *b)
{
	ck_assert_int_eq(!a, !b);
	if (a)
		ck_assert_str_eq(a, b);
}

static void check_entry(const struct sync_entry *a, const struct sync_entry *b)
{
	check_text(a->name, b->name);
	check_text(a->device, b->device);
	check_text(a->folder, b->folder);
	ck_assert_uint_eq(a->state, b->state);
	ck_assert_int_eq(a->since, b->since);
	ck_assert_int_eq(a->ppm, b->ppm);
	ck_assert_uint_eq(a->polls, b->polls);
	ck_assert_uint_eq(a->failed, b->failed);
	ck_assert_uint_eq(a->rejected, b->rejected);
	ck_assert_uint_eq(a->floorless, b->floorless);
	ck_assert_uint_eq(a->broken.check, b->broken.check);
	ck_assert_uint_eq(a->broken.times, b->broken.times);
	ck_assert_int_eq(a->broken.at, b->broken.at);
	ck_assert_uint_eq(a->broken.by, b->broken.by);
	check_text(a->broken.with, b->broken.with);
	check_board(&a->mapping.board, &b->mapping.board);
	ck_assert_uint_eq(a->mapping.points, b->mapping.points);
	for (size_t i = 0; i < a->mapping.points; i++) {
		ck_assert_uint_eq(a->mapping.point[i].cycle, b->mapping.point[i].cycle);
		ck_assert_int_eq(a->mapping.point[i].time, b->mapping.point[i].time);
		ck_assert_uint_eq(a->mapping.point[i].bound, b->mapping.point[i].bound);
	}
}

START_TEST(test_round_trip)
{
	struct sync_set set, want = filled();
	struct gno_err err;

	ck_assert_msg(!sync_file_read(path, &set, &err), "%s", err.text);
	ck_assert_uint_eq(set.raw_ns, want.raw_ns);
	ck_assert_uint_eq(set.plan.floor, want.plan.floor);
	ck_assert_uint_eq(set.plan.rounds, want.plan.rounds);
	ck_assert_uint_eq(set.plan.first, want.plan.first);
	ck_assert_int_eq(set.plan.apart, want.plan.apart);
	ck_assert_int_eq(set.plan.interval, want.plan.interval);
	ck_assert_int_eq(set.plan.guaranteed, want.plan.guaranteed);
	ck_assert_uint_eq(set.plan.refreshes, want.plan.refreshes);
	ck_assert_int_eq(set.plan.drift, want.plan.drift);
	ck_assert_uint_eq(set.entries, 2);
	ck_assert_uint_eq(set.reference, 1);
	for (unsigned i = 0; i < 2; i++)
		check_entry(&set.entry[i], &want.entry[i]);
	ck_assert_uint_eq(set.entry[0].mapping.to_last, 2); /* prepared */
	ck_assert_ptr_eq(sync_entry_named(&set, "right"), &set.entry[1]);
	ck_assert_ptr_null(sync_entry_named(&set, "centre"));
	sync_set_free(&set);
	sync_set_free(&want);
}
END_TEST

/* The first `old` of the file becomes `new`; the message is about the place behind `at` lines. */
static const struct {
	const char *old, *new, *message;
} faults[] = {
    {"{", "", ":3:21: not YAML: "},
    {"\"gnomon_boards\": 2", "\"gnomon_boards\": 3",
     ":2:20: format 3, and this program reads formats up to 2: a newer program is needed"},
    {"\"gnomon_boards\": 2", "\"gnomon_boards\": 1", "unknown key 'common_clock'"},
    {"\"common_clock\": \"right\"", "\"common_clock\": \"centre\"",
     ":16:19: there is no board 'centre'"},
    {"  \"common_clock\": \"right\",\n", "", "lacks 'common_clock'"},
    {"gnomon_boards", "gnomon_run",
     ":1:1: not the boards of a run (no format under 'gnomon_boards')"},
    {"\"reference\": \"host\"", "\"reference\": \"left\"", ":4:16: unknown reference 'left'"},
    {"\"rounds\": 2", "\"rounds\": -2", ":8:15: rounds must be a number from 0 to 4294967295"},
    {"    \"rounds\": 2,\n", "", ":6:11: 'plan' lacks 'rounds'"},
    {"\"rounds\"", "\"round\"", ":8:5: unknown key 'round' in 'plan'; did you mean 'rounds'?"},
    {"\"host_drift_ppb\": -7", "\"host_drift_ppb\": --7",
     ":14:23: 'host_drift_ppb' must be a number from -9223372036854775807 to "
     "9223372036854775807"},
    {"\"guaranteed\": true", "\"guaranteed\": 1", ":13:19: 'guaranteed' must be yes or no"},
    {"\"name\": \"right\"", "\"name\": \"FT\xc3\xa9 \\\"1\\\"\"",
     ": board 'FT\xc3\xa9 \"1\"' occurs twice"},
    {"\"folder\": \"left\"", "\"folder\": \"../left\"", "the folder of a board must begin with"},
    {"\"state\": \"lies\"", "\"state\": \"lied\"", "unknown state 'lied'"},
    {"\"check\": \"rates\"", "\"check\": \"none\"", "unknown check 'none'"},
    {"\"clock_hz\": 50000000", "\"clock_hz\": 0",
     "clock_hz must be a number from 1 to 1000000000000"},
    {"\"cycle\": 1000", "\"cycle\": 10", "a pulse is not behind the one before"},
    {"\"time_ps\": 2020", "\"time_ps\": 20", "a pulse is not behind the one before"},
    {"\"pulses\": []", "\"pulses\": 1", "'pulses' must be a list"},
    {"\"boards\": [", "\"boards\": 1, \"board\": [", "unknown key 'board'"},
};

START_TEST(test_faults)
{
	const char *at = strstr(text, faults[_i].old);
	struct sync_set set;
	struct gno_err err;
	FILE *f = fopen(path, "w");

	ck_assert_ptr_nonnull(at);
	fprintf(f, "%.*s%s%s", (int)(at - text), text, faults[_i].new, at + strlen(faults[_i].old));
	fclose(f);
	ck_assert_int_eq(sync_file_read(path, &set, &err), GNO_ERR_FORMAT);
	ck_assert_msg(!strncmp(err.text, path, strlen(path)) &&
			  strstr(err.text, faults[_i].message),
		      "%s", err.text);
	ck_assert_uint_eq(set.entries, 0);
}
END_TEST

/* Of the first format, which did not name a clock, it is that of the first board. */
START_TEST(test_first_format)
{
	static const char old[] = "\"gnomon_boards\": 2",
			  key[] = "  \"common_clock\": \"right\",\n";
	char *at = strstr(text, key);
	struct sync_set set;
	struct gno_err err;
	FILE *f;

	ck_assert_ptr_nonnull(at);
	memmove(at, at + strlen(key), strlen(at + strlen(key)) + 1);
	at = strstr(text, old);
	ck_assert_ptr_nonnull(at);
	at[strlen(old) - 1] = '1';
	f = fopen(path, "w");
	fputs(text, f);
	fclose(f);
	ck_assert_msg(!sync_file_read(path, &set, &err), "%s", err.text);
	ck_assert_uint_eq(set.entries, 2);
	ck_assert_uint_eq(set.reference, 0);
	sync_set_free(&set);
}
END_TEST

/* Cut off at each byte it is refused, or was whole but for its last line end. */
START_TEST(test_cut)
{
	struct sync_set set;
	struct gno_err err;
	const size_t length = strlen(text);

	for (size_t cut = 0; cut < length - 1; cut++) {
		FILE *f = fopen(path, "w");

		fwrite(text, 1, cut, f);
		fclose(f);
		ck_assert_int_eq(sync_file_read(path, &set, &err), GNO_ERR_FORMAT);
	}
	unlink(path);
	ck_assert_int_eq(sync_file_read(path, &set, &err), GNO_ERR_IO);
}
END_TEST

int main(void)
{
	return run_tests("sync_file", setup, teardown,
			 TESTS({test_round_trip}, {test_faults, sizeof(faults) / sizeof(*faults)},
			       {test_first_format}, {test_cut}));
}
