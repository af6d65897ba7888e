/* SPDX-License-Identifier: Apache-2.0 */

/* Rounds put together: what is printed of each measure, and which rounds do not belong together. */

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/suite.h"
#include "report_fixture.h"
#include "out/json/analyses.h"
#include "out/text/rounds.h"
#include "results/rounds.h"

#define ROUNDS 2

enum { IN = 1, OUT };

static struct tw w[ROUNDS];
static struct fix fix[ROUNDS];
static struct gno_pattern_measure measure[ROUNDS] = {
    {"icache hit ratio", 0, GNO_PRINT_A_OF_B},
    {"event duration of stall", 0, GNO_PRINT_B_PER_A},
};
static char dir[64];

static void sampled(struct tw *t, uint64_t time, unsigned code, uint32_t a, uint32_t b)
{
	const uint32_t counts[] = {a, b};

	tw_event(t, 0, time, code, 1u << GNO_FLAG_SAMPLED);
	tw_ratio(t, 0, time, code, counts);
}

/* A round with work of 50, `middle` and `last` clocks; of these `shares` tenths count A. */
static void write_round(unsigned round, uint64_t middle, uint64_t last, unsigned shares)
{
	struct fix *f = &fix[round];
	struct tw *t = &w[round];
	char name[96];

	fix_begin(f, 1);
	fix_point(f, "in", GNO_PATTERN_EVENT, IN, RECORD | SAMPLE | RESET);
	fix_point(f, "out", GNO_PATTERN_EVENT, OUT, RECORD | SAMPLE | RESET);
	fix_interval(f, "work", "in", "out");
	f->file.round = round;
	f->file.rounds = ROUNDS;
	f->node[0].measure = &measure[round];
	f->node[0].measures = 1;
	tw_begin(t, 1, 32, 1, 0);
	t->patterns[0] = &f->file;
	sampled(t, 100, IN, 99, 100);
	sampled(t, 150, OUT, 50 * shares / 10, 50);
	sampled(t, 170, OUT, 7, 20); /* the end of none */
	sampled(t, 200, IN, 99, 30);
	sampled(t, 200 + middle, OUT, (uint32_t)middle * shares / 10, (uint32_t)middle);
	tw_event(t, 0, 300, IN, 1u << GNO_FLAG_UNSAMPLED); /* counts restart all the same */
	sampled(t, 300 + last, OUT, (uint32_t)last * shares / 10, (uint32_t)last);
	tw_flush(t, 0, 1000);
	tw_ratio(t, 0, 1000, 0, (const uint32_t[]){0, 1000 - 300 - (uint32_t)last});
	tw_write(t);
	snprintf(name, sizeof(name), "%s/round%u", dir, round);
	ck_assert_int_eq(symlink(t->dir, name), 0);
}

static void setup(void)
{
	strcpy(dir, "/tmp/gnomon-rounds-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(dir));
}

static void teardown(void)
{
	char name[96];

	for (unsigned i = 0; i < ROUNDS; i++) {
		snprintf(name, sizeof(name), "%s/round%u", dir, i);
		if (!unlink(name))
			tw_end(&w[i]);
	}
	rmdir(dir);
}

static void refused(const char *says)
{
	struct gno_rounds *rounds = NULL;
	struct gno_err err;

	ck_assert_int_eq(gno_rounds_build(dir, &rounds, &err), GNO_ERR_MISMATCH);
	ck_assert_msg(strstr(err.text, says) != NULL, "%s", err.text);
}

/* A count of a row: its bounds are one number. */
static double count(const json_t *row, const char *key)
{
	const json_t *of = json_object_get(row, key);

	ck_assert_int_eq(json_integer_value(json_object_get(of, "min")),
			 json_integer_value(json_object_get(of, "max")));
	return json_real_value(json_object_get(of, "value"));
}

START_TEST(test_rounds_are_put_together)
{
	struct gno_rounds *rounds = NULL;
	json_t *root, *list, *row;
	struct gno_err err;
	char *text = NULL;
	size_t len;
	FILE *f;

	write_round(0, 60, 80, 9);
	write_round(1, 60, 80, 1);
	ck_assert_msg(!gno_rounds_build(dir, &rounds, &err), "%s", err.text);
	f = open_memstream(&text, &len);
	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(gno_rounds_text(rounds, f, &err), 0);
	fclose(f);
	/* 45 + 54 of 50 + 60; 110 clocks in 5 + 6 events: the third began without a sample, so
	 * without a reset */
	expect_line(text, "2 rounds of 'test': the intervals took the same time in each\n");
	expect_line(text, "core0  icache hit ratio         work               2      0  90.00%\n");
	expect_line(text,
		    "core0  event duration of stall  work               2      1  10.00 cycles\n");
	free(text);
	f = json_begin();
	gno_rounds_json(rounds, f);
	root = json_end(f);
	ck_assert_ptr_nonnull(root);
	ck_assert_int_eq(json_integer_value(json_object_get(
			     json_array_get(json_object_get(root, "intervals"), 0), "total")),
			 190);
	list = json_object_get(root, "measures");
	ck_assert_uint_eq(json_array_size(list), 4);
	row = json_array_get(list, 0);
	ck_assert_str_eq(json_string_value(json_object_get(row, "interval")), "work");
	ck_assert_double_eq_tol(count(row, "a"), 99, 1e-9);
	row = json_array_get(list, 1);
	ck_assert(json_is_null(json_object_get(row, "interval")));
	/* the whole round: 99 + 45 + 7 + 99 + 54 + 72 + 0 of 100 + 50 + 20 + 30 + 60 + 80 + 620 */
	ck_assert_double_eq_tol(count(row, "a"), 376, 1e-9);
	ck_assert_double_eq_tol(count(row, "b"), 960, 1e-9);
	/* the event that began without a sample reset nothing */
	ck_assert(json_is_true(json_object_get(row, "complete")));
	ck_assert(json_is_true(json_object_get(json_array_get(list, 0), "complete")));
	json_decref(root);
	gno_rounds_free(rounds);
}
END_TEST

START_TEST(test_other_durations_are_refused)
{
	write_round(0, 60, 80, 9);
	write_round(1, 60, 87, 1);
	refused(
	    "interval 'work' at node 'core0' took 190 cycles (50 to 80 each) in round 0 and 197 (50 to 87), 7 more, in round 1");
}
END_TEST

/* Though the least and the most are the same. */
START_TEST(test_another_sum_is_refused)
{
	write_round(0, 60, 80, 9);
	write_round(1, 59, 80, 1);
	refused(
	    "took 190 cycles (50 to 80 each) in round 0 and 189 (50 to 80), -1 more, in round 1");
}
END_TEST

START_TEST(test_other_rounds_are_refused)
{
	write_round(0, 60, 80, 9);
	write_round(1, 60, 80, 1);
	fix[1].file.round = 0;
	tw_write(&w[1]);
	refused("/round1' is not a round of the experiment of round 0");
	fix[1].file.round = 1;
	fix[1].file.rounds = 3;
	tw_write(&w[1]);
	refused("/round1' is not a round of the experiment of round 0");
}
END_TEST

/* An interval that is missing in a round. */
START_TEST(test_other_counts_are_refused)
{
	char name[96];

	write_round(0, 60, 80, 9);
	write_round(1, 60, 80, 1);
	tw_end(&w[1]);
	tw_begin(&w[1], 1, 32, 1, 0);
	w[1].patterns[0] = &fix[1].file;
	sampled(&w[1], 100, IN, 1, 100);
	sampled(&w[1], 150, OUT, 1, 50);
	tw_flush(&w[1], 0, 1000);
	tw_ratio(&w[1], 0, 1000, 0, (const uint32_t[]){0, 850});
	tw_write(&w[1]);
	snprintf(name, sizeof(name), "%s/round1", dir);
	unlink(name);
	ck_assert_int_eq(symlink(w[1].dir, name), 0);
	refused(
	    "interval 'work' at node 'core0' occurred 3 times in round 0 and 1 times in round 1");
}
END_TEST

int main(void)
{
	return run_tests("rounds", setup, teardown,
			 TESTS({test_rounds_are_put_together}, {test_other_durations_are_refused},
			       {test_another_sum_is_refused}, {test_other_rounds_are_refused},
			       {test_other_counts_are_refused}));
}
