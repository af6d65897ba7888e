/* SPDX-License-Identifier: Apache-2.0 */

/* Draining against the model: whole, in pieces, over a bad line, in every mode. */

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/registers.h"

#include "tests/suite.h"
#include "run_fixture.h"

START_TEST(test_drain_goes_round_the_buffer_many_times)
{
	struct gno_drain_result result;
	struct gno_err err;
	struct journal j;
	char *text;

	fx_load("until: { point: end }\n");
	fx_script(EVENTS, 7);
	fx_start();
	ck_assert_msg(!fx_drain(true, 0, &result, &err), "%s", err.text);
	fx_expect_flush();
	fx_check_streams();
	ck_assert_int_eq(result.end, GNO_DRAIN_COMPLETE);
	ck_assert_uint_eq(result.total.records, EVENTS + NODES + 3 * NODES);
	ck_assert_uint_gt(result.total.gaps, 100);
	ck_assert_uint_eq(result.total.lost, 5 * result.total.gaps);
	ck_assert_uint_eq(fx.model.stops, 2); /* before the load, and at the end */
	ck_assert_uint_eq(fx.model.overruns, 0);
	fx_read_journal(&j);
	ck_assert_str_eq(j.state, "complete");
	ck_assert_int_gt(j.position, 10 * SLOTS);
	text = folder_read(&fx.folder, "run/trace/metadata", NULL);
	ck_assert_ptr_eq(strstr(text, "/* CTF 1.8 */\n"), text);
	ck_assert_ptr_nonnull(strstr(text, "\trun = 170;\n"));
	ck_assert_ptr_nonnull(strstr(text, "\tnode_2_event_3 = \"end\";\n"));
	free(text);
	ck_assert_msg(!fx_drain(true, 0, &result, &err), "%s", err.text); /* again: nothing to do */
	fx_check_streams();
}
END_TEST

START_TEST(test_drain_over_a_bad_line)
{
	struct gno_drain_result result;
	struct gno_link_counters counters;
	struct gno_err err;

	fx_load("until: { point: end }\n");
	fx_script(EVENTS, 8);
	fx_start();
	fx.model.seed = 100 + (uint32_t)_i;
	fx.model.damage_one_in = 5000;
	gno_link_held(gno_device_link(fx.dev), _i % 2);
	ck_assert_msg(!fx_drain(true, 0, &result, &err), "%s", err.text);
	fx_expect_flush();
	fx_check_streams();
	gno_device_counters(fx.dev, &counters);
	ck_assert_uint_gt(counters.resent, 0);
}
END_TEST

START_TEST(test_interrupted_drains_go_on)
{
	struct gno_drain_result result;
	unsigned drains = 0;
	struct gno_err err;
	struct journal j;

	fx_load("until: { point: end }\n");
	fx_script(EVENTS, 9);
	fx_start();
	do {
		fx.stop = 0;
		fx.commits = 0;
		fx.stop_after = 1 + drains % 3;
		ck_assert_msg(!fx_drain(true, 0, &result, &err), "%s", err.text);
		if (result.end == GNO_DRAIN_INTERRUPTED) {
			fx_read_journal(&j);
			ck_assert(!strcmp(j.state, "running") || !strcmp(j.state, "stopped"));
			if (fx.model.active)
				fx_check_partial(&j);
		}
		drains++;
	} while (result.end == GNO_DRAIN_INTERRUPTED);
	ck_assert_uint_gt(drains, 5);
	fx_expect_flush();
	fx_check_streams();
}
END_TEST

START_TEST(test_the_end_point_without_stop)
{
	struct gno_drain_result result;
	struct gno_run *run;
	struct gno_err err;

	fx_load("until: { point: end, nodes: [core0, core2] }\n");
	fx_script(400, 12);
	fx_start();
	ck_assert_msg(!fx_drain(false, 0, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_UNTIL);
	ck_assert(fx.model.active);
	run = fx_open_run();
	ck_assert_msg(!gno_run_stop(run, fx.dev, &err), "%s", err.text);
	gno_run_close(run);
	ck_assert_msg(!fx_drain(false, 0, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_COMPLETE);
	fx_expect_flush();
	fx_check_streams();
}
END_TEST

START_TEST(test_the_limit)
{
	struct gno_drain_result result;
	struct gno_err err;

	fx_load("");
	fx_script(400, 13);
	fx_start();
	ck_assert_msg(!fx_drain(false, 50, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_LIMIT);
	ck_assert_msg(!fx_drain(true, 50, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_COMPLETE);
	fx_expect_flush();
	fx_check_streams();
}
END_TEST

START_TEST(test_fill_keeps_the_first_records)
{
	struct gno_drain_result result;
	struct gno_err err;
	struct journal j;
	size_t len;
	char *data;

	fx_load("buffer: fill\n");
	fx_script(EVENTS, 14);
	fx_start();
	ck_assert_msg(!fx_drain(false, 0, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_FILLED);
	fx_read_journal(&j);
	ck_assert_int_ge(j.position, SLOTS - 16);
	ck_assert_int_le(j.position, SLOTS - 15);
	ck_assert_uint_eq(fx.model.limit, SLOTS - 16);
	fx.model.script.len = 0; /* what found no room is lost in the monitor */
	ck_assert_msg(!fx_drain(true, 0, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_COMPLETE);
	data = fx_records(0, UINT64_MAX, &len);
	ck_assert_int_eq(memcmp(data, fx.expected[0].data, len - 24),
			 0); /* all but flush and its sample */
	free(data);
}
END_TEST

/* The buffer takes longer to read than a flush may be late. */
START_TEST(test_a_flush_over_a_slow_line)
{
	struct gno_drain_result result;
	struct gno_err err;

	fx_load(_i ? "buffer: { wrap: { after: 10 } }\n" : "buffer: fill\n");
	fx_script(EVENTS, 14);
	fx_start();
	fx.model.slow = true;
	fx.model.flush_late = _i ? 30000 : 15000;
	ck_assert_msg(!fx_drain(true, 1, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_COMPLETE);
}
END_TEST

START_TEST(test_wrap_keeps_the_last_records)
{
	struct gno_drain_result result;
	struct gno_err err;
	size_t len, kept = 0;
	char *data;

	fx_load("buffer: { wrap: { after: 10 } }\n");
	fx_script(EVENTS, 15);
	fx_start();
	model_pump(&fx.model);
	fx.model.frozen = true;
	ck_assert_msg(!fx_drain(false, 0, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_COMPLETE);
	fx_expect_flush();
	for (unsigned k = 0; k < NODES; k++) {
		data = fx_records(k, UINT64_MAX, &len);
		kept += len;
		ck_assert_uint_lt(len, fx.expected[k].len);
		ck_assert_int_eq(memcmp(data, fx.expected[k].data + fx.expected[k].len - len, len),
				 0);
		free(data);
	}
	ck_assert_uint_ge(kept, 8 * (SLOTS - 2));
	ck_assert_uint_eq(result.total.holes, 0);
}
END_TEST

/* How long a recorder has been frozen is known by the host's clock; not in a simulation, which has
 * a time of its own. */
START_TEST(test_wall_clock_is_not_that_of_a_simulation)
{
	static const char long_ago[] = "2001-01-01T00:00:00Z", key[] = "\"started\": \"";
	struct gno_drain_result result;
	struct gno_err err;
	char *journal, *at, text[16384];
	size_t len;

	fx_load("buffer: { wrap: { after: 10 } }\n");
	fx_script(EVENTS, 15);
	fx_start();
	model_pump(&fx.model);
	fx.model.frozen = true;
	journal = folder_read(&fx.folder, "run/run.json", &len);
	ck_assert_uint_lt(len + 1000, sizeof(text));
	at = strstr(journal, key);
	ck_assert_ptr_nonnull(at);
	memcpy(at + strlen(key), long_ago, strlen(long_ago));
	ck_assert_int_eq(*journal, '{');
	snprintf(text, sizeof(text), "{%s%.*s",
		 _i ? "\"simulation\":{\"time\":5,\"period\":2,\"unit\":-9}," : "", (int)len - 1,
		 journal + 1);
	folder_write(&fx.folder, "run/run.json", text);
	free(journal);
	ck_assert_msg(!fx_drain(false, 0, &result, &err), "%s", err.text);
	ck_assert((strstr(fx.notes, "the recorder stopped by itself within") == NULL) == _i);
}
END_TEST

START_TEST(test_words_that_are_no_records_are_kept_apart)
{
	static const uint32_t garbage[] = {0xdeadbeef, 0xffffffff, 1, 0x77777777};
	struct gno_drain_result result;
	struct gno_err err;
	struct journal j;
	size_t len;
	char *data;

	fx_load("until: { point: end }\n");
	model_record(&fx.model, 2, garbage);
	fx_script(100, 17);
	fx_start();
	ck_assert_msg(!fx_drain(true, 0, &result, &err), "%s", err.text);
	fx_expect_flush();
	fx_check_streams();
	ck_assert_uint_eq(result.total.holes, 2);
	ck_assert_ptr_nonnull(strstr(fx.notes, "2 slots before position"));
	fx_read_journal(&j);
	ck_assert_int_eq(j.holes, 2);
	data = folder_read(&fx.folder, "run/holes.bin", &len);
	ck_assert_uint_eq(len, 32);
	ck_assert_uint_eq((unsigned char)data[0], NODES); /* behind the syncs */
	ck_assert_int_eq(memcmp(data + 8, garbage, 8), 0);
	ck_assert_int_eq(memcmp(data + 24, garbage + 2, 8), 0);
	free(data);
}
END_TEST

/* The journal is written at each commit, so its length must not grow with the holes. */
START_TEST(test_the_journal_does_not_grow_with_holes)
{
	static const uint32_t garbage[] = {0xdeadbeef, 0xffffffff};
	struct gno_drain_result result;
	struct gno_err err;
	struct journal j;
	size_t len, holes;

	fx_load("until: { point: end }\n");
	for (unsigned i = 0; i < 2000; i++) {
		model_record(&fx.model, 1, garbage);
		model_event(&fx.model, i % NODES, 1);
	}
	for (unsigned k = 0; k < NODES; k++)
		model_event(&fx.model, k, 3);
	fx_start();
	ck_assert_msg(!fx_drain(true, 0, &result, &err), "%s", err.text);
	fx_read_journal(&j);
	ck_assert_int_eq(j.holes, 2000);
	free(folder_read(&fx.folder, "run/run.json", &len));
	ck_assert_uint_lt(len, 4000);
	free(folder_read(&fx.folder, "run/holes.bin", &holes));
	ck_assert_uint_eq(holes, 16 * 2000);
}
END_TEST

/* Each full answer loses bytes: the drain asks for less. */
START_TEST(test_a_line_that_loses_the_end_of_long_answers)
{
	static const size_t rooms[] = {2000, 1000, 300, 100};
	struct gno_drain_result result;
	struct gno_err err;

	fx_load("until: { point: end }\n");
	fx_script(EVENTS, 10);
	fx_start();
	fx.model.host_room = rooms[_i];
	ck_assert_msg(!fx_drain(true, 0, &result, &err), "%s", err.text);
	fx_expect_flush();
	fx_check_streams();
}
END_TEST

START_TEST(test_a_flush_that_never_comes)
{
	struct gno_drain_result result;
	struct gno_err err;

	fx_load("");
	fx_start();
	fx.model.active = false;
	ck_assert_int_eq(fx_drain(true, 0, &result, &err), GNO_ERR_STATE);
	ck_assert_str_eq(
	    err.text, "monitor is stopped, but the flush record of node 'core0' has not arrived");
}
END_TEST

/* Its limit is kept within a second, in all modes, and the run can be drained later. */
START_TEST(test_a_limit_of_a_flush_that_never_comes)
{
	static const char *const modes[] = {"buffer: stream\n", "buffer: fill\n",
					    "buffer: { wrap: { after: 4 } }\n"};
	struct gno_drain_result result;
	uint64_t begun;
	struct gno_err err;

	fx_load(modes[_i]);
	fx_start();
	fx.model.flush_late = 1000000;
	begun = fx.model.clock;
	ck_assert_int_eq(fx_drain(true, 2000, &result, &err), GNO_ERR_STATE);
	ck_assert_ptr_nonnull(strstr(err.text, "the flush record of node 'core0'"));
	ck_assert_uint_ge(fx.model.clock, begun + 2000);
	ck_assert_uint_le(fx.model.clock, begun + 3000);
	fx.model.flush_at = fx.model.clock;
	ck_assert_msg(!fx_drain(true, 0, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_COMPLETE);
}
END_TEST

/* A drain without a limit: finish ends it as one, in all modes. */
START_TEST(test_finish)
{
	static const char *const modes[] = {"buffer: stream\n", "buffer: fill\n",
					    "buffer: { wrap: { after: 4 } }\n"};
	const volatile sig_atomic_t finish = 1;
	const struct gno_drain_options options = {.stop = true, .finish = &finish};
	struct gno_drain_result result;
	struct gno_run *run;
	struct gno_err err;

	fx_load(modes[_i]);
	fx_start();
	run = fx_open_run();
	ck_assert_msg(!gno_run_drain(run, fx.dev, &options, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_COMPLETE);
	ck_assert(!fx.model.active);
	gno_run_close(run);
}
END_TEST

/* What happens beside a drain. */
static struct {
	unsigned looked, due_each; /* every so many looks it is due; 0: never */
	unsigned acted, at_end;	   /* of them so many when the records had all come */
	unsigned fails_at;	   /* 0: never */
} beside;

static bool is_due(void *ctx)
{
	(void)ctx;
	return beside.due_each && ++beside.looked % beside.due_each == 0;
}

/* The monitor still runs, and answers. */
static int act(void *ctx, struct gno_device *dev, struct gno_err *err)
{
	struct gno_status status;

	ck_assert_ptr_eq(ctx, &beside);
	ck_assert_ptr_eq(dev, fx.dev);
	ck_assert(fx.model.active);
	ck_assert_int_eq(gno_device_status(dev, &status, err), 0);
	ck_assert_uint_eq(status.run, fx.model.run);
	beside.acted++;
	beside.at_end += !fx.model.script.len;
	return beside.acted == beside.fails_at ? gno_fail(err, GNO_ERR_IO, "enough") : 0;
}

/* Whole runs, in each mode, beside which something is done: often, and once before the stop. */
START_TEST(test_beside)
{
	static const char *const modes[] = {"buffer: stream\n", "buffer: { wrap: { after: 4 } }\n"};
	const struct gno_drain_beside how = {&beside, is_due, act};
	const struct gno_drain_options options = {.stop = true, .limit_ms = 200, .beside = &how};
	const unsigned each[] = {0, 3};
	struct gno_drain_result result;
	struct gno_run *run;
	struct gno_err err;

	memset(&beside, 0, sizeof(beside));
	beside.due_each = each[_i % 2];
	fx_load(modes[_i / 2]);
	if (_i < 2)
		fx_script(EVENTS, 7);
	fx_start();
	run = fx_open_run();
	ck_assert_msg(!gno_run_drain(run, fx.dev, &options, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_COMPLETE);
	gno_run_close(run);
	if (_i < 2) {
		fx_expect_flush();
		fx_check_streams();
	}
	ck_assert_uint_ge(beside.at_end, 1);
	if (beside.due_each)
		ck_assert_uint_gt(beside.acted, 5);
	else
		ck_assert_uint_eq(beside.acted, 1);
}
END_TEST

/* What fails beside a drain ends it, and what was drained is kept. The monitor runs on. */
START_TEST(test_beside_fails)
{
	const struct gno_drain_beside how = {&beside, is_due, act};
	const struct gno_drain_options options = {.stop = true, .limit_ms = 200, .beside = &how};
	struct gno_drain_result result;
	struct gno_run *run;
	struct gno_err err;

	memset(&beside, 0, sizeof(beside));
	beside.due_each = 4;
	beside.fails_at = 3;
	fx_load("");
	fx_script(EVENTS, 7);
	fx_start();
	run = fx_open_run();
	ck_assert_int_eq(gno_run_drain(run, fx.dev, &options, &result, &err), GNO_ERR_IO);
	ck_assert_str_eq(err.text, "enough");
	ck_assert_uint_eq(beside.acted, 3);
	ck_assert(fx.model.active);
	ck_assert_msg(!gno_run_drain(run, fx.dev, &options, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_COMPLETE);
	gno_run_close(run);
	fx_expect_flush();
	fx_check_streams();
}
END_TEST

static void setup_host(void)
{
	fx_setup_as(NODES, false, true);
}

START_TEST(test_drain_asks)
{
	const struct gno_drain_options options = {.limit_ms = 450, .ask_ms = 100};
	struct gno_drain_result result;
	struct gno_run *run;
	struct gno_err err;

	fx_load("");
	fx_start();
	run = fx_open_run();
	ck_assert_msg(!gno_run_drain(run, fx.dev, &options, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_LIMIT);
	/* after 100, 200, 300 and 400 ms of the model's clock */
	ck_assert_uint_eq(fx.model.asked[0], 4);
	ck_assert_uint_eq(fx.model.asked[1], fx.model.asked[0]);
	gno_run_close(run);
}
END_TEST

START_TEST(test_drain_does_not_ask_in_vain)
{
	const struct gno_drain_options options = {.limit_ms = 1000, .ask_ms = 900};
	struct gno_drain_result result;
	struct gno_run *run;
	struct gno_err err;

	fx_load("");
	fx_start();
	run = fx_open_run();
	ck_assert_int_eq(gno_run_drain(run, fx.dev, &options, &result, &err), GNO_ERR_ARG);
	ck_assert_ptr_nonnull(strstr(err.text, "has one with actions"));
	gno_run_close(run);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("drain");

	add_tests(suite, "drain", fx_setup, fx_teardown,
		  TESTS({test_drain_goes_round_the_buffer_many_times},
			{test_drain_over_a_bad_line, 20}, {test_interrupted_drains_go_on},
			{test_the_end_point_without_stop}, {test_the_limit}, {test_finish, 3},
			{test_beside, 4}, {test_beside_fails}, {test_fill_keeps_the_first_records},
			{test_a_flush_over_a_slow_line, 2}, {test_wrap_keeps_the_last_records},
			{test_wall_clock_is_not_that_of_a_simulation, 2},
			{test_words_that_are_no_records_are_kept_apart},
			{test_the_journal_does_not_grow_with_holes},
			{test_a_line_that_loses_the_end_of_long_answers, 4},
			{test_a_flush_that_never_comes},
			{test_a_limit_of_a_flush_that_never_comes, 3},
			{test_drain_does_not_ask_in_vain}));
	add_tests(suite, "ask", setup_host, fx_teardown, TESTS({test_drain_asks}));
	return run_suite(suite);
}
