/* SPDX-License-Identifier: Apache-2.0 */

/* Run directories against the model: drained whole, in pieces, interrupted, torn, damaged, foreign. */

#include <check.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device.h"
#include "folder.h"
#include "gnomon/run.h"
#include "main.h"
#include "model_device.h"

#define NODES 3
#define SLOTS 256
#define EVENTS 3000

/* Fields of run.json that the tests look at. */
struct journal {
	char state[16];
	json_int_t position, size[NODES], holes;
};

static struct model model;
static struct folder folder;
static struct gno_manifest *manifest;
static struct gno_device *dev;
static struct model_bytes expected[NODES]; /* what the streams must be in the end */
static volatile sig_atomic_t stop;
static unsigned commits, stop_after;
static char last_note[512];

static void setup(void)
{
	struct gno_err err;
	char *text;

	model_init(&model, NODES, 1, SLOTS);
	folder_make(&folder);
	text = model_manifest(&model);
	folder_write(&folder, "m.json", text);
	ck_assert_msg(!gno_manifest_parse(text, "m.json", &manifest, &err), "%s", err.text);
	free(text);
	ck_assert_int_eq(gno_device_attach(&model_transport, (const char *)&model, "model:1", 10, &dev, &err),
			 0);
	ck_assert_msg(!gno_device_identify(dev, manifest, &err), "%s", err.text);
	stop = 0;
	commits = stop_after = 0;
	last_note[0] = '\0';
}

static void teardown(void)
{
	unsigned k;

	for (k = 0; k < NODES; k++)
		free(expected[k].data);
	memset(expected, 0, sizeof(expected));
	gno_device_close(dev);
	gno_manifest_free(manifest);
	folder_remove(&folder);
	model_free(&model);
}

static const char *run_path(void)
{
	return folder_path(&folder, "run");
}

/* Loads an experiment with some lines of its own into the model and makes the run directory. */
static void load(const char *lines)
{
	struct gno_faults faults = {0};
	struct gno_experiment *e = NULL;
	char text[1024];
	struct gno_err err;

	snprintf(text, sizeof(text),
		 "gnomon: 1\nmanifest: m.json\npoints:\n  a: { address: 0x100 }\n  b: { address: 0x204 }\n"
		 "  end: { address: 0x90000308 }\nactions: { b: [record, sample] }\n"
		 "intervals: { i: { from: a, to: b } }\n%s",
		 lines);
	folder_write(&folder, "e.yaml", text);
	ck_assert_msg(!gno_experiment_load(folder_path(&folder, "e.yaml"), NULL, NULL, &e, &faults, &err),
		      "%s", err.text);
	ck_assert_msg(!gno_run_prepare(run_path(), e, false, &err), "%s", err.text);
	ck_assert_msg(!gno_experiment_send(e, dev, &err), "%s", err.text);
	ck_assert_msg(!gno_run_finish(run_path(), false, &err), "%s", err.text);
	gno_faults_free(&faults);
	gno_experiment_free(e);
}

static struct gno_run *open_run(void)
{
	struct gno_run *run = NULL;
	struct gno_err err;

	ck_assert_msg(!gno_run_open(run_path(), &run, &err), "%s", err.text);
	return run;
}

static void start(void)
{
	struct gno_run *run = open_run();
	struct gno_err err;

	ck_assert_msg(!gno_run_start(run, dev, &err), "%s", err.text);
	gno_run_close(run);
}

static void on_progress(void *ctx, const struct gno_progress *p)
{
	(void)ctx;
	(void)p;
	if (++commits == stop_after)
		stop = 1;
}

static void on_note(void *ctx, const char *text)
{
	(void)ctx;
	snprintf(last_note, sizeof(last_note), "%s", text);
}

static int drain(bool and_stop, unsigned limit_ms, struct gno_drain_result *result, struct gno_err *err)
{
	struct gno_drain_options options = {
	    .stop = and_stop,
	    .limit_ms = limit_ms,
	    .interrupted = &stop,
	    .progress = on_progress,
	    .note = on_note,
	};
	struct gno_run *run = open_run();
	int ret = gno_run_drain(run, dev, &options, result, err);

	gno_run_close(run);
	return ret;
}

static void expect(unsigned node, const void *data, size_t len)
{
	struct model_bytes *b = &expected[node];

	b->data = realloc(b->data, b->len + len);
	ck_assert_ptr_nonnull(b->data);
	memcpy(b->data + b->len, data, len);
	b->len += len;
}

/* Scripts events, some gaps and samples, and says what the streams are to be. Ends with code 3 at all nodes.
 */
static void script(unsigned events, uint32_t seed)
{
	uint32_t sync[4], words[4] = {0};
	unsigned i, k;

	for (k = 0; k < NODES; k++) {
		sync[0] = 0xC1FC1FC1;
		sync[1] = k;
		sync[2] = 0;
		sync[3] = 5 | k << 8 | 42u << 24;
		expect(k, sync, sizeof(sync));
	}
	for (i = 0; i < events + NODES; i++) {
		unsigned slots = 1;

		k = i < events ? model_random(&seed) % NODES : i - events;
		words[0] = i;
		words[1] = 1 | k << 8 | (i < events ? 1 + model_random(&seed) % 2 : 3) << 16;
		if (i < events && model_random(&seed) % 16 == 0) { /* a gap of 5 */
			slots = 2;
			words[1] = 3 | k << 8;
			words[2] = i;
			words[3] = 5;
		} else if (i < events && model_random(&seed) % 8 == 0) { /* a sample */
			slots = 2;
			words[1] = 2 | k << 8 | 2u << 16 | 2u << 24;
			words[2] = i;
			words[3] = 2 * i;
		}
		model_record(&model, slots, words);
		expect(k, words, 8 * slots);
	}
	model.time = events + NODES;
}

static void expect_flush(void)
{
	unsigned k;

	for (k = 0; k < NODES; k++) {
		uint32_t words[6] = {(uint32_t)model.time,
				     6 | k << 8 | 42u << 24,
				     (uint32_t)model.time,
				     2 | k << 8 | 2u << 24,
				     0,
				     1};

		expect(k, words, sizeof(words));
	}
}

static void check_streams(void)
{
	char name[32];
	size_t len;
	char *data;
	unsigned k;

	for (k = 0; k < NODES; k++) {
		sprintf(name, "run/trace/node_%u", k);
		data = folder_read(&folder, name, &len);
		ck_assert_ptr_nonnull(data);
		ck_assert_uint_eq(len, expected[k].len);
		ck_assert_int_eq(memcmp(data, expected[k].data, len), 0);
		free(data);
	}
}

static void read_journal(struct journal *j)
{
	json_t *root = json_load_file(folder_path(&folder, "run/run.json"), 0, NULL);
	json_t *nodes = json_object_get(root, "nodes");
	unsigned k;

	ck_assert_ptr_nonnull(root);
	snprintf(j->state, sizeof(j->state), "%s", json_string_value(json_object_get(root, "state")));
	j->position = json_integer_value(json_object_get(root, "position"));
	j->holes = (json_int_t)json_array_size(json_object_get(root, "holes"));
	for (k = 0; k < NODES; k++)
		j->size[k] = json_integer_value(json_object_get(json_array_get(nodes, k), "size"));
	json_decref(root);
}

/* Whether streams are at least as long as the journal says and what they should be so far. */
static void check_partial(const struct journal *j)
{
	char name[32];
	size_t len;
	char *data;
	unsigned k;

	for (k = 0; k < NODES; k++) {
		sprintf(name, "run/trace/node_%u", k);
		data = folder_read(&folder, name, &len);
		ck_assert_uint_eq(len, (size_t)j->size[k]);
		ck_assert_int_eq(memcmp(data, expected[k].data, len), 0);
		free(data);
	}
}

START_TEST(test_load_puts_the_tables_there)
{
	char *text;
	unsigned k;

	load("buffer: { wrap: { after: 7 } }\n");
	for (k = 0; k < NODES; k++) {
		ck_assert_uint_eq(model_match(&model, k, 0x100), 1);
		ck_assert_uint_eq(model_match(&model, k, 0x204), 2);
		ck_assert_uint_eq(model_match(&model, k, 0x90000308), 3);
		ck_assert_uint_eq(model_match(&model, k, 0x90000100), 0);
		ck_assert_uint_eq(model.cell[k][5 * 2048 + 2], 3);
		ck_assert(model.live[k] && model.collect[k]);
	}
	ck_assert(model.wrap);
	ck_assert_uint_eq(model.post, 6);
	text = folder_read(&folder, "run/points.json", NULL);
	ck_assert_ptr_nonnull(strstr(text, "\"name\": \"end\""));
	free(text);
	text = folder_read(&folder, "run/experiment.yaml", NULL);
	ck_assert_ptr_eq(strstr(text, "gnomon: 1\n"), text);
	free(text);
}
END_TEST

START_TEST(test_drain_goes_round_the_buffer_many_times)
{
	struct gno_drain_result result;
	struct gno_err err;
	struct journal j;
	char *text;

	load("until: { point: end }\n");
	script(EVENTS, 7);
	start();
	ck_assert_msg(!drain(true, 0, &result, &err), "%s", err.text);
	expect_flush();
	check_streams();
	ck_assert_int_eq(result.end, GNO_DRAIN_COMPLETE);
	ck_assert_uint_eq(result.total.records, EVENTS + NODES + 3 * NODES);
	ck_assert_uint_gt(result.total.gaps, 100);
	ck_assert_uint_eq(result.total.lost, 5 * result.total.gaps);
	ck_assert_uint_eq(model.stops, 1);
	ck_assert_uint_eq(model.overruns, 0);
	read_journal(&j);
	ck_assert_str_eq(j.state, "complete");
	ck_assert_int_gt(j.position, 10 * SLOTS);
	text = folder_read(&folder, "run/trace/metadata", NULL);
	ck_assert_ptr_eq(strstr(text, "/* CTF 1.8 */\n"), text);
	ck_assert_ptr_nonnull(strstr(text, "\trun = 42;\n"));
	ck_assert_ptr_nonnull(strstr(text, "\tcode_3 = \"end\";\n"));
	free(text);
	ck_assert_msg(!drain(true, 0, &result, &err), "%s", err.text); /* again: nothing to do */
	check_streams();
}
END_TEST

START_TEST(test_drain_over_a_bad_line)
{
	struct gno_drain_result result;
	struct gno_link_counters counters;
	struct gno_err err;

	load("until: { point: end }\n");
	script(EVENTS, 8);
	start();
	model.seed = 100 + (uint32_t)_i;
	model.damage_one_in = 5000;
	ck_assert_msg(!drain(true, 0, &result, &err), "%s", err.text);
	expect_flush();
	check_streams();
	gno_device_counters(dev, &counters);
	ck_assert_uint_gt(counters.resent, 0);
}
END_TEST

START_TEST(test_interrupted_drains_go_on)
{
	struct gno_drain_result result;
	unsigned drains = 0;
	struct gno_err err;
	struct journal j;

	load("until: { point: end }\n");
	script(EVENTS, 9);
	start();
	do {
		stop = 0;
		commits = 0;
		stop_after = 1 + drains % 3;
		ck_assert_msg(!drain(true, 0, &result, &err), "%s", err.text);
		if (result.end == GNO_DRAIN_INTERRUPTED) {
			read_journal(&j);
			ck_assert(!strcmp(j.state, "running") || !strcmp(j.state, "stopped"));
			if (model.active)
				check_partial(&j);
		}
		drains++;
	} while (result.end == GNO_DRAIN_INTERRUPTED);
	ck_assert_uint_gt(drains, 5);
	expect_flush();
	check_streams();
}
END_TEST

START_TEST(test_what_the_journal_does_not_know_is_cut_off)
{
	struct gno_drain_result result;
	struct gno_err err;
	FILE *f;

	load("until: { point: end }\n");
	script(EVENTS, 10);
	start();
	stop_after = 4;
	ck_assert_msg(!drain(true, 0, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_INTERRUPTED);
	f = fopen(folder_path(&folder, "run/trace/node_1"), "ab"); /* written, but never entered */
	fputs("torn off in the middle", f);
	fclose(f);
	folder_write(&folder, "run/run.json.new", "{ \"half a jour");
	stop = 0;
	ck_assert_msg(!drain(true, 0, &result, &err), "%s", err.text);
	expect_flush();
	check_streams();
}
END_TEST

START_TEST(test_a_stream_shorter_than_the_journal_says_is_told)
{
	struct gno_drain_result result;
	struct gno_err err;

	load("until: { point: end }\n");
	script(EVENTS, 11);
	start();
	stop_after = 2;
	ck_assert_msg(!drain(true, 0, &result, &err), "%s", err.text);
	ck_assert_int_eq(truncate(folder_path(&folder, "run/trace/node_1"), 12), 0);
	stop = 0;
	ck_assert_int_eq(drain(true, 0, &result, &err), GNO_ERR_FORMAT);
	ck_assert_ptr_nonnull(strstr(err.text, "was cut off"));
}
END_TEST

START_TEST(test_the_end_point_without_stop)
{
	struct gno_drain_result result;
	struct gno_run *run;
	struct gno_err err;

	load("until: { point: end, nodes: [core0, core2] }\n");
	script(400, 12);
	start();
	ck_assert_msg(!drain(false, 0, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_UNTIL);
	ck_assert(model.active);
	run = open_run();
	ck_assert_msg(!gno_run_stop(run, dev, &err), "%s", err.text);
	gno_run_close(run);
	ck_assert_msg(!drain(false, 0, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_COMPLETE);
	expect_flush();
	check_streams();
}
END_TEST

START_TEST(test_the_limit)
{
	struct gno_drain_result result;
	struct gno_err err;

	load("");
	script(400, 13);
	start();
	ck_assert_msg(!drain(false, 50, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_LIMIT);
	ck_assert_msg(!drain(true, 50, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_COMPLETE);
	expect_flush();
	check_streams();
}
END_TEST

START_TEST(test_fill_keeps_the_first_records)
{
	struct gno_drain_result result;
	struct gno_err err;
	struct journal j;
	size_t len;
	char *data;

	load("buffer: fill\n");
	script(EVENTS, 14);
	start();
	ck_assert_msg(!drain(false, 0, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_FILLED);
	read_journal(&j);
	ck_assert_int_ge(j.position, SLOTS - 16);
	ck_assert_int_le(j.position, SLOTS - 15);
	ck_assert_uint_eq(model.limit, SLOTS - 16);
	model.script.len = 0; /* what found no room is lost in the monitor */
	ck_assert_msg(!drain(true, 0, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_COMPLETE);
	data = folder_read(&folder, "run/trace/node_0", &len);
	ck_assert_int_eq(memcmp(data, expected[0].data, len - 24), 0); /* all but flush and its sample */
	free(data);
}
END_TEST

START_TEST(test_wrap_keeps_the_last_records)
{
	struct gno_drain_result result;
	struct gno_err err;
	size_t len, kept = 0;
	char name[32];
	unsigned k;
	char *data;

	load("buffer: { wrap: { after: 10 } }\n");
	script(EVENTS, 15);
	start();
	model_pump(&model);
	model.frozen = true;
	ck_assert_msg(!drain(false, 0, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_COMPLETE);
	expect_flush();
	for (k = 0; k < NODES; k++) {
		sprintf(name, "run/trace/node_%u", k);
		data = folder_read(&folder, name, &len);
		kept += len - 8;
		ck_assert_uint_lt(len, expected[k].len);
		ck_assert_int_eq(memcmp(data + 8, expected[k].data + expected[k].len - (len - 8), len - 8),
				 0);
		free(data);
	}
	ck_assert_uint_ge(kept, 8 * (SLOTS - 2));
	ck_assert_uint_eq(result.total.holes, 0);
}
END_TEST

START_TEST(test_another_start_in_between_is_refused)
{
	struct gno_drain_result result;
	struct gno_err err;
	struct journal j;

	load("until: { point: end }\n");
	script(EVENTS, 16);
	start();
	stop_after = 3;
	ck_assert_msg(!drain(true, 0, &result, &err), "%s", err.text);
	ck_assert_msg(!gno_device_start(dev, NULL, &err), "%s", err.text);
	stop = 0;
	ck_assert_int_eq(drain(true, 0, &result, &err), GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(strstr(err.text, "monitor is in run 43"));
	ck_assert_ptr_nonnull(
	    strstr(err.text, "is run 42: it was started again; what was drained before is kept"));
	read_journal(&j);
	check_partial(&j);
}
END_TEST

START_TEST(test_leftovers_of_another_run_are_refused)
{
	static const uint32_t old_sync[] = {0, 5 | 17u << 24};
	static const uint32_t event[] = {5, 1 | 1 << 16};
	struct gno_drain_result result;
	struct gno_err err;

	load("");
	start();
	model_record(&model, 1, old_sync);
	ck_assert_int_eq(drain(true, 50, &result, &err), GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(
	    strstr(err.text, "leftover of another run: node 'core0' sent a sync record of run 17"));
	ck_assert_msg(!gno_device_start(dev, NULL, &err), "%s", err.text);
	model.run = 42;
	model.head = 0;
	model.script.len = 0;
	model_record(&model, 1, event); /* an event and no sync before it */
	ck_assert_int_eq(drain(true, 50, &result, &err), GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(strstr(err.text, "first record of node 'core0' is no sync but of kind event"));
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

	load("until: { point: end }\n");
	model_record(&model, 2, garbage);
	script(100, 17);
	start();
	ck_assert_msg(!drain(true, 0, &result, &err), "%s", err.text);
	expect_flush();
	check_streams();
	ck_assert_uint_eq(result.total.holes, 2);
	ck_assert_ptr_nonnull(strstr(last_note, "2 slots before position"));
	read_journal(&j);
	ck_assert_int_eq(j.holes, 1);
	data = folder_read(&folder, "run/holes.bin", &len);
	ck_assert_uint_eq(len, 32);
	ck_assert_uint_eq((unsigned char)data[0], NODES); /* behind the syncs */
	ck_assert_int_eq(memcmp(data + 8, garbage, 8), 0);
	ck_assert_int_eq(memcmp(data + 24, garbage + 2, 8), 0);
	free(data);
}
END_TEST

/* As with a full disk: a file cannot grow any more. */
START_TEST(test_a_disk_that_is_full_tears_nothing)
{
	struct rlimit full = {6000, RLIM_INFINITY}, room = {RLIM_INFINITY, RLIM_INFINITY};
	struct gno_drain_result result;
	struct gno_err err;
	struct journal j;

	signal(SIGXFSZ, SIG_IGN);
	load("until: { point: end }\n");
	script(EVENTS, 18);
	start();
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &full), 0);
	ck_assert_int_eq(drain(true, 0, &result, &err), GNO_ERR_IO);
	ck_assert_ptr_nonnull(strstr(err.text, "cannot write '"));
	ck_assert_ptr_nonnull(strstr(err.text, "File too large"));
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &room), 0);
	read_journal(&j);
	ck_assert_int_gt(j.size[0], 2000);
	check_partial(&j);
	ck_assert_msg(!drain(true, 0, &result, &err), "%s", err.text);
	expect_flush();
	check_streams();
}
END_TEST

START_TEST(test_a_flush_that_never_comes)
{
	struct gno_drain_result result;
	struct gno_err err;

	load("");
	start();
	model.active = false;
	ck_assert_int_eq(drain(true, 0, &result, &err), GNO_ERR_STATE);
	ck_assert_str_eq(err.text, "monitor is stopped, but the flush record of node 'core0' does not come");
}
END_TEST

START_TEST(test_folders_that_are_no_runs)
{
	struct gno_drain_result result;
	struct gno_run *run = NULL;
	struct gno_err err;

	ck_assert_int_eq(gno_run_open(run_path(), &run, &err), GNO_ERR_IO);
	ck_assert_int_eq(gno_run_open(folder.path, &run, &err), GNO_ERR_FORMAT);
	ck_assert_ptr_nonnull(
	    strstr(err.text, "is no run directory, or was cut off: no 'manifest.json' in it"));
	load("");
	ck_assert_int_eq(drain(true, 0, &result, &err), GNO_ERR_STATE);
	ck_assert_ptr_nonnull(strstr(err.text, "was not started"));
	start();
	run = open_run();
	ck_assert_int_eq(gno_run_start(run, dev, &err), GNO_ERR_STATE);
	ck_assert_ptr_nonnull(strstr(err.text, "was started before"));
	{
		struct gno_run *second = NULL;

		ck_assert_int_eq(gno_run_open(run_path(), &second, &err), GNO_ERR_STATE);
		ck_assert_ptr_nonnull(strstr(err.text, "in use by another gnomon"));
	}
	gno_run_close(run);
	folder_write(&folder, "run/run.json", "{ \"hash\": \"00\" }");
	ck_assert_int_eq(gno_run_open(run_path(), &run, &err), GNO_ERR_MISMATCH);
	folder_write(&folder, "run/run.json", "{ \"hash");
	ck_assert_int_eq(gno_run_open(run_path(), &run, &err), GNO_ERR_FORMAT);
	folder_write(&folder, "run/run.json", "{ \"hash\": \"0123456789abcdef\" }");
	ck_assert_int_eq(gno_run_open(run_path(), &run, &err), GNO_ERR_FORMAT);
	ck_assert_ptr_nonnull(strstr(err.text, "'state' is missing or not what it must be"));
}
END_TEST

START_TEST(test_a_run_directory_is_replaced_only_when_asked)
{
	struct gno_faults faults = {0};
	struct gno_experiment *e = NULL;
	struct gno_err err;
	struct stat st;

	load("");
	ck_assert_int_eq(gno_experiment_load(folder_path(&folder, "e.yaml"), NULL, NULL, &e, &faults, &err),
			 0);
	ck_assert_int_eq(gno_run_prepare(run_path(), e, false, &err), GNO_ERR_STATE);
	ck_assert_ptr_nonnull(strstr(err.text, "exists already"));
	ck_assert_int_eq(gno_run_prepare(run_path(), e, true, &err), 0);
	ck_assert_int_eq(gno_run_finish(run_path(), true, &err), 0);
	ck_assert_int_eq(gno_run_prepare(folder.path, e, true, &err), GNO_ERR_STATE);
	ck_assert_ptr_nonnull(strstr(err.text, "is no run directory, so it is not replaced"));
	ck_assert_int_eq(gno_run_prepare(folder_path(&folder, "other"), e, false, &err), 0);
	gno_run_discard(folder_path(&folder, "other"));
	ck_assert_int_ne(stat(folder_path(&folder, "other"), &st), 0);
	ck_assert_int_ne(stat(folder_path(&folder, "other.new"), &st), 0);
	gno_experiment_free(e);
	gno_faults_free(&faults);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("run");
	TCase *tests = tcase_create("run");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, test_load_puts_the_tables_there);
	tcase_add_test(tests, test_drain_goes_round_the_buffer_many_times);
	tcase_add_loop_test(tests, test_drain_over_a_bad_line, 0, 20);
	tcase_add_test(tests, test_interrupted_drains_go_on);
	tcase_add_test(tests, test_what_the_journal_does_not_know_is_cut_off);
	tcase_add_test(tests, test_a_stream_shorter_than_the_journal_says_is_told);
	tcase_add_test(tests, test_the_end_point_without_stop);
	tcase_add_test(tests, test_the_limit);
	tcase_add_test(tests, test_fill_keeps_the_first_records);
	tcase_add_test(tests, test_wrap_keeps_the_last_records);
	tcase_add_test(tests, test_another_start_in_between_is_refused);
	tcase_add_test(tests, test_leftovers_of_another_run_are_refused);
	tcase_add_test(tests, test_words_that_are_no_records_are_kept_apart);
	tcase_add_test(tests, test_a_disk_that_is_full_tears_nothing);
	tcase_add_test(tests, test_a_flush_that_never_comes);
	tcase_add_test(tests, test_folders_that_are_no_runs);
	tcase_add_test(tests, test_a_run_directory_is_replaced_only_when_asked);
	tcase_set_timeout(tests, 60);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
