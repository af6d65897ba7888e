/* SPDX-License-Identifier: Apache-2.0 */
/* The anchors of a run in run.json and the clock of its CTF trace: the clocks of the host, read by
 * the test before and after, enclose them. */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "run_fixture.h"
#include "tests/suite.h"

#define CLOCKS 3

static const char *const names[CLOCKS] = {"realtime", "monotonic", "boottime"};

static json_int_t now(unsigned clock)
{
	static const clockid_t ids[CLOCKS] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_BOOTTIME};
	struct timespec ts;

	ck_assert(!clock_gettime(ids[clock], &ts));
	return (json_int_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

struct times {
	json_int_t clock[CLOCKS];
};

static struct times look(void)
{
	struct times t;

	for (unsigned i = 0; i < CLOCKS; i++)
		t.clock[i] = now(i);
	return t;
}

static json_t *anchors(void)
{
	json_t *root = json_load_file(folder_path(&fx.folder, "run/run.json"), 0, NULL), *o;

	ck_assert_ptr_nonnull(root);
	o = json_incref(json_object_get(root, "anchors"));
	json_decref(root);
	return o;
}

static void expect_within(const json_t *anchor, struct times from, struct times to)
{
	ck_assert_uint_eq(json_object_size(anchor), CLOCKS);
	for (unsigned i = 0; i < CLOCKS; i++) {
		const json_t *list = json_object_get(anchor, names[i]);
		json_int_t before = json_integer_value(json_array_get(list, 0));
		json_int_t after = json_integer_value(json_array_get(list, 1));

		ck_assert_uint_eq(json_array_size(list), 2);
		ck_assert_int_lt(from.clock[i], before);
		ck_assert_int_lt(before, after);
		ck_assert_int_lt(after, to.clock[i]);
	}
}

/* Cycle 0 by the metadata is the middle of the start's anchor, to a cycle. */
static void expect_metadata(const json_t *start)
{
	const json_t *list = json_object_get(start, "realtime");
	json_int_t before = json_integer_value(json_array_get(list, 0));
	json_int_t after = json_integer_value(json_array_get(list, 1)), at;
	char *text = folder_read(&fx.folder, "run/trace/metadata", NULL);
	const char *clock = strstr(text, "clock {"), *field;
	int64_t seconds, cycles, hz;

	ck_assert_ptr_nonnull(clock);
	ck_assert_ptr_nonnull(strstr(clock, "absolute = true;"));
	field = strstr(clock, "freq = ");
	ck_assert(field && sscanf(field, "freq = %" SCNd64 ";", &hz) == 1);
	field = strstr(clock, "offset_s = ");
	ck_assert(field && sscanf(field, "offset_s = %" SCNd64 ";", &seconds) == 1);
	field = strstr(clock, "offset = ");
	ck_assert(field && sscanf(field, "offset = %" SCNd64 ";", &cycles) == 1);
	ck_assert_int_lt(cycles, hz);
	at = seconds * 1000000000 + (int64_t)((double)cycles * 1e9 / (double)hz);
	ck_assert_int_le(llabs(at - (before + (after - before) / 2)), 1000000000 / hz + 1);
	free(text);
}

START_TEST(test_a_run_has_anchors)
{
	struct gno_drain_result result;
	struct gno_err err;
	struct times begun, started, stopping, stopped;
	json_t *o, *same;

	fx_load("until: { point: end }\n");
	ck_assert_ptr_null(anchors());
	fx_script(EVENTS, 10);
	begun = look();
	fx_start();
	started = look();
	o = anchors();
	ck_assert_uint_eq(json_object_size(o), 1);
	expect_within(json_object_get(o, "start"), begun, started);
	expect_metadata(json_object_get(o, "start"));
	stopping = look();
	ck_assert_msg(!fx_drain(true, 0, &result, &err), "%s", err.text);
	stopped = look();
	same = anchors();
	ck_assert(json_equal(json_object_get(o, "start"), json_object_get(same, "start")));
	expect_within(json_object_get(same, "stop"), stopping, stopped);
	json_decref(o);
	json_decref(same);
}
END_TEST

/* --- beside a trace of the host */

/* The metadata of LTTng, as far as it bears on the merge, and a packet with two events. */
static void write_host_trace(json_int_t offset, uint64_t first, uint64_t second)
{
	static const char metadata[] =
	    "typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
	    "typealias integer { size = 64; align = 8; signed = false; map = clock.monotonic.value; } := at_t;\n"
	    "trace { major = 1; minor = 8; byte_order = le; packet.header := struct { uint32_t magic; uint32_t stream_id; }; };\n"
	    "env { hostname = \"host\"; domain = \"ust\"; tracer_name = \"lttng-ust\"; tracer_major = 2; tracer_minor = 13; };\n"
	    "stream { id = 0; event.header := struct { at_t timestamp; }; };\n"
	    "event { id = 0; name = \"host\"; stream_id = 0; fields := struct { uint32_t n; }; };\n";
	const uint32_t header[] = {0xc1fc1fc1, 0}, n[] = {0, 1};
	const uint64_t at[] = {first, second};
	char clock[512];
	FILE *f;

	snprintf(clock, sizeof(clock), "mkdir %s", folder_path(&fx.folder, "host"));
	ck_assert_int_eq(system(clock), 0);
	snprintf(clock, sizeof(clock),
		 "clock { name = monotonic; freq = 1000000000; offset = %" JSON_INTEGER_FORMAT
		 "; };\n",
		 offset);
	f = fopen(folder_path(&fx.folder, "host/metadata"), "w");
	ck_assert_ptr_nonnull(f);
	fprintf(f, "/* CTF 1.8 */\n%s%s", clock, metadata);
	fclose(f);
	f = fopen(folder_path(&fx.folder, "host/stream"), "w");
	ck_assert_ptr_nonnull(f);
	fwrite(header, sizeof(header), 1, f);
	for (unsigned i = 0; i < 2; i++) {
		fwrite(&at[i], sizeof(at[i]), 1, f);
		fwrite(&n[i], sizeof(n[i]), 1, f);
	}
	fclose(f);
}

/* babeltrace2 puts the records of the run between an event of the host before the start and one
 * eleven days after it. */
START_TEST(test_babeltrace2_merges_it_with_a_trace_of_the_host)
{
	struct gno_drain_result result;
	struct gno_err err;
	struct times begun;
	char line[1024], first[1024] = "", last[1024] = "", command[512];
	unsigned lines = 0;
	FILE *f;

	fx_load("until: { point: end }\n");
	fx_script(EVENTS, 10);
	begun = look();
	fx_start();
	ck_assert_msg(!fx_drain(true, 0, &result, &err), "%s", err.text);
	write_host_trace(begun.clock[0] - begun.clock[1], (uint64_t)begun.clock[1] - 1000,
			 (uint64_t)begun.clock[1] + 1000000000000000);
	snprintf(command, sizeof(command), "babeltrace2 %s %s 2>/dev/null",
		 folder_path(&fx.folder, "run/trace"), folder_path(&fx.folder, "host"));
	f = popen(command, "r");
	ck_assert_ptr_nonnull(f);
	while (fgets(line, sizeof(line), f)) {
		strcpy(lines++ ? last : first, line);
		ck_assert(lines == 1 || strstr(last, " host: {") || strstr(last, "node = "));
	}
	ck_assert_int_eq(pclose(f), 0);
	ck_assert_uint_gt(lines, EVENTS);
	ck_assert_ptr_nonnull(strstr(first, "host: { n = 0 }"));
	ck_assert_ptr_nonnull(strstr(last, "host: { n = 1 }"));
}
END_TEST

START_TEST(test_a_stop_by_hand_has_one)
{
	struct times stopping, stopped;
	struct gno_err err;
	struct gno_run *run;
	json_t *o;

	fx_load("");
	fx_start();
	run = fx_open_run();
	stopping = look();
	ck_assert_msg(!gno_run_stop(run, fx.dev, &err), "%s", err.text);
	stopped = look();
	gno_run_close(run);
	o = anchors();
	expect_within(json_object_get(o, "stop"), stopping, stopped);
	json_decref(o);
}
END_TEST

/* What was not measured is not there, and a later stop does not replace it. */
START_TEST(test_a_second_stop_changes_nothing)
{
	struct gno_err err;
	struct gno_run *run;
	json_t *first, *second;

	fx_load("");
	fx_start();
	run = fx_open_run();
	ck_assert_msg(!gno_run_stop(run, fx.dev, &err), "%s", err.text);
	first = anchors();
	ck_assert_msg(!gno_run_stop(run, fx.dev, &err), "%s", err.text);
	gno_run_close(run);
	second = anchors();
	ck_assert(json_equal(first, second));
	json_decref(first);
	json_decref(second);
}
END_TEST

static const char *const bad[] = {
    "7",
    "{\"start\": {\"realtime\": [1, 2]}}",
    "{\"start\": {\"realtime\": [1, 2], \"monotonic\": [1, -2], \"boottime\": [1, 2]}}",
    "{\"start\": {\"realtime\": [1, 2], \"monotonic\": [1, 2], \"boottime\": [1, 2, 3]}}",
    "{\"stop\": {\"realtime\": [1, 2], \"monotonic\": [1, 2], \"boottime\": [1, 2.5]}}",
};

START_TEST(test_bad_anchors_are_refused)
{
	const char *path;
	struct gno_err err;
	struct gno_run *run = NULL;
	json_t *root;

	fx_load("");
	fx_start();
	path = folder_path(&fx.folder, "run/run.json");
	root = json_load_file(path, 0, NULL);
	json_object_set_new(root, "anchors", json_loads(bad[_i], JSON_DECODE_ANY, NULL));
	ck_assert(!json_dump_file(root, path, 0));
	json_decref(root);
	ck_assert_int_eq(gno_run_open(fx_run_path(), &run, &err), GNO_ERR_FORMAT);
	ck_assert_ptr_nonnull(strstr(err.text, "'anchors' are malformed"));
}
END_TEST

int main(void)
{
	return run_tests("anchors", fx_setup, fx_teardown,
			 TESTS({test_a_run_has_anchors},
			       {test_babeltrace2_merges_it_with_a_trace_of_the_host},
			       {test_a_stop_by_hand_has_one}, {test_a_second_stop_changes_nothing},
			       {test_bad_anchors_are_refused, sizeof(bad) / sizeof(bad[0])}));
}
