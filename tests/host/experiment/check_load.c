/* SPDX-License-Identifier: Apache-2.0 */

/* Loading while running, against the model: who is off and for how long, broken at every frame,
 * repeated. */

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/registers.h"
#include "tests/suite.h"
#include "run/open_run.h"
#include "run_fixture.h"

#define SAME                                                                                       \
	"gnomon: 1\nmanifest: m.json\npoints:\n  a: { address: 0x100 }\n  b: { address: 0x204 }\n" \
	"  end: { address: 0x90000308 }\nactions: { b: [record, sample] }\n"
#define OTHER_AT_1                                                                                 \
	"gnomon: 1\nmanifest: m.json\npoints:\n  a: { address: 0x100, nodes: [core0, core2] }\n"   \
	"  x: { address: 0x500, nodes: core1 }\n  b: { address: 0x204 }\n  end: { address: "       \
	"0x90000308 }\n"                                                                           \
	"actions: { b: [record, sample] }\nuntil: { point: x, nodes: core1 }\n"

static char note[512];

static void on_note(void *ctx, const char *text)
{
	(void)ctx;
	snprintf(note, sizeof(note), "%s", text);
}

static int load(const char *text, struct gno_load_result *result, struct gno_err *err)
{
	const struct gno_drain_options options = {.note = on_note};
	struct gno_pattern_file *p = fx_compile(text);
	struct gno_run *run = fx_open_run();
	int rc = gno_run_load(run, fx.dev, p, &options, result, err);

	gno_run_close(run);
	gno_pattern_file_free(p);
	return rc;
}

static json_t *journal(void)
{
	json_t *root = json_load_file(folder_path(&fx.folder, "run/run.json"), 0, NULL);

	ck_assert_ptr_nonnull(root);
	return root;
}

/* A load in the journal: "file: nodes / off". */
static const char *entry(size_t at)
{
	static char text[128];
	json_t *root = journal(), *o = json_array_get(json_object_get(root, "loads"), at);
	char *nodes = json_dumps(json_object_get(o, "nodes"), JSON_COMPACT);
	char *off = json_dumps(json_object_get(o, "off"), JSON_COMPACT);

	ck_assert_ptr_nonnull(o);
	snprintf(text, sizeof(text), "%s: %s / %s", json_string_value(json_object_get(o, "file")),
		 nodes, off);
	free(nodes);
	free(off);
	json_decref(root);
	return text;
}

START_TEST(test_only_nodes_that_differ_are_off)
{
	struct gno_load_result result;
	unsigned before[NODES], k;
	struct gno_err err;

	fx_load("until: { point: end }\n");
	fx_start();
	ck_assert_str_eq(entry(0), "patterns.json: [0,1,2] / []");
	memcpy(before, fx.model.offs, sizeof(before));
	memset(fx.model.cells, 0, sizeof(fx.model.cells));
	ck_assert_msg(!load(OTHER_AT_1, &result, &err), "%s", err.text);
	ck_assert_uint_eq(result.nodes, 1);
	ck_assert(!result.unseen);
	for (k = 0; k < NODES; k++) {
		ck_assert_uint_eq(fx.model.offs[k] - before[k], k == 1);
		/* of its tables one of the ranks of 2048 table cells, and the two of 256 */
		ck_assert_uint_eq(fx.model.cells[k], k == 1 ? 2048 + 2 * 256 : 0);
		ck_assert(fx.model.live[k] && fx.model.collect[k]);
	}
	ck_assert_uint_eq(model_match(&fx.model, 1, 0x500), 1);
	ck_assert_uint_eq(model_match(&fx.model, 1, 0x100), 0);
	ck_assert_uint_eq(model_match(&fx.model, 0, 0x100), 1);
	ck_assert_str_eq(entry(1), "patterns.2.json: [1] / []");
	ck_assert_msg(!load(OTHER_AT_1, &result, &err), "%s", err.text);
	ck_assert_uint_eq(result.nodes, 0); /* nothing differs */
	ck_assert_uint_eq(fx.model.offs[1] - before[1], 1);
}
END_TEST

/* Then it is not known when, but it is said that they are, not that they are not. */
START_TEST(test_a_record_that_does_not_come)
{
	struct gno_load_result result;
	struct gno_err err;

	fx_load("until: { point: end }\n");
	fx_start();
	fx.model.no_loads = true;
	ck_assert_msg(!load(OTHER_AT_1, &result, &err), "%s", err.text);
	ck_assert(result.unseen);
	ck_assert_uint_eq(result.nodes, 1);
	ck_assert(fx.model.live[1]);
	ck_assert_str_eq(
	    note,
	    "the triggers of node 'core1' are live, but its record of that has not arrived yet");
}
END_TEST

/* A local store keeps them until a round of the REPORT line: nothing waits for them. */
START_TEST(test_records_that_a_local_store_keeps)
{
	struct gno_load_result result;
	struct gno_err err;
	uint64_t begun;

	note[0] = '\0';
	fx_load("until: { point: end }\n");
	fx_start();
	fx.model.no_loads = true;
	begun = fx.model.clock;
	ck_assert_msg(!load(OTHER_AT_1, &result, &err), "%s", err.text);
	ck_assert(!result.unseen);
	ck_assert_uint_eq(result.nodes, 1);
	ck_assert(fx.model.live[1]);
	ck_assert_str_eq(note, "");
	ck_assert_uint_lt(fx.model.clock - begun, 1000);
}
END_TEST

/* The records around a load are all there, and the end point is that of the patterns that hold. */
START_TEST(test_records_and_end_point)
{
	struct gno_drain_result drained;
	struct gno_load_result result;
	uint32_t load_off[2] = {1, 13 | 1 << 8}, load_live[2] = {1, 13 | 1 << 8 | 1 << 16};
	struct gno_err err;
	size_t len;
	char *data;

	fx_load("until: { point: end, nodes: core1 }\n");
	fx_start();
	model_event(&fx.model, 1, 1); /* 'a' of the old patterns has the code of 'x' */
	model_event(&fx.model, 1, 3);
	model_pump(&fx.model);
	ck_assert_msg(!fx_drain(false, 2000, &drained, &err), "%s", err.text);
	ck_assert_int_eq(drained.end, GNO_DRAIN_UNTIL);
	fx.model.time = 1;
	ck_assert_msg(!load(OTHER_AT_1, &result, &err), "%s", err.text);
	ck_assert_msg(!fx_drain(false, 60, &drained, &err), "%s", err.text);
	ck_assert_int_eq(drained.end, GNO_DRAIN_LIMIT);
	data = fx_records(1, UINT64_MAX, &len);
	ck_assert_uint_eq(len, 8 + 16 + 16); /* sync, events, both loads */
	ck_assert_int_eq(memcmp(data + 24, load_off, 8), 0);
	ck_assert_int_eq(memcmp(data + 32, load_live, 8), 0);
	free(data);
	model_event(&fx.model, 1, 1);
	ck_assert_msg(!fx_drain(false, 2000, &drained, &err), "%s", err.text);
	ck_assert_int_eq(drained.end, GNO_DRAIN_UNTIL);
}
END_TEST

START_TEST(test_codes_that_moved_in_the_metadata)
{
	struct gno_load_result result;
	struct gno_err err;
	char *text;

	fx_load("");
	fx_start();
	ck_assert_msg(!load(OTHER_AT_1, &result, &err), "%s", err.text);
	text = folder_read(&fx.folder, "run/trace/metadata", NULL);
	ck_assert_ptr_nonnull(strstr(text, "\tnode_1_event_1 = \"a\";\n"));
	ck_assert_ptr_nonnull(strstr(text, "\tload_2_node_1_event_1 = \"x\";\n"));
	free(text);
}
END_TEST

/* The connection breaks at frame number _i / 2 of the load, which the monitor gets or not. */
START_TEST(test_broken_off_and_repeated)
{
	struct gno_load_result result;
	bool broken, off;
	struct gno_err err;

	fx_load("");
	fx_start();
	fx.model.break_at = 1 + (unsigned)_i / 2;
	fx.model.break_acted = _i % 2;
	broken = load(OTHER_AT_1, &result, &err) != 0;
	fx.model.break_at = 0;
	if (broken) {
		off = strstr(err.text, "; off until the load is repeated: 'core1'") != NULL;
		ck_assert_msg(off || fx.model.live[1],
			      "node 1 is off, and '%s' does not state that", err.text);
		ck_assert(fx.model.live[0] && fx.model.live[2]);
		if (off)
			ck_assert_str_eq(entry(1), "patterns.2.json: [] / [1]");
		fx_reconnect();
		ck_assert_msg(!load(OTHER_AT_1, &result, &err), "%s", err.text);
	}
	ck_assert(fx.model.live[0] && fx.model.live[1] && fx.model.live[2]);
	ck_assert_uint_eq(model_match(&fx.model, 1, 0x500), 1);
	ck_assert_uint_eq(model_match(&fx.model, 1, 0x100), 0);
	ck_assert_uint_le(fx.model.offs[0], 1); /* of the first load */
}
END_TEST

/* Not the patterns of the load that was broken off, but those of before: the node still needs all
 * tables. */
START_TEST(test_broken_off_and_taken_back)
{
	struct gno_load_result result;
	struct gno_err err;

	fx_load("");
	fx_start();
	fx.model.break_at = 8;
	ck_assert_int_ne(load(OTHER_AT_1, &result, &err), 0);
	ck_assert(!fx.model.live[1]);
	fx_reconnect();
	memset(fx.model.cells, 0, sizeof(fx.model.cells));
	ck_assert_msg(!load(SAME, &result, &err), "%s", err.text);
	ck_assert_uint_eq(result.nodes, 1);
	ck_assert_uint_eq(fx.model.cells[1],
			  1024 + 2 * 2048 + 2 * 256 + 16); /* all of its tables */
	ck_assert(fx.model.live[1]);
	ck_assert_uint_eq(model_match(&fx.model, 1, 0x500), 0);
	ck_assert_uint_eq(model_match(&fx.model, 1, 0x100), 1);
	ck_assert_str_eq(entry(2), "patterns.3.json: [1] / []");
}
END_TEST

START_TEST(test_refusals)
{
	struct gno_load_result result;
	struct gno_pattern_file *p;
	struct gno_run *run;
	uint64_t other = 1;
	unsigned number;
	struct gno_err err;

	fx_load("");
	ck_assert_int_eq(load(OTHER_AT_1, &result, &err), GNO_ERR_STATE);
	ck_assert_ptr_nonnull(strstr(err.text, "is not running but loaded"));
	fx_start();
	p = fx_compile(OTHER_AT_1);
	run = fx_open_run();
	p->hash++;
	ck_assert_int_eq(gno_run_load(run, fx.dev, p, NULL, &result, &err), GNO_ERR_MISMATCH);
	p->hash--;
	run->load[0].patterns->build_id = strdup("01");
	p->build_id = strdup("02");
	ck_assert_int_eq(gno_run_load(run, fx.dev, p, NULL, &result, &err), GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(strstr(err.text, "are of another program"));
	gno_run_close(run);
	gno_pattern_file_free(p);
	ck_assert_msg(!gno_device_start(fx.dev, &other, &number, &err), "%s", err.text);
	ck_assert_int_eq(load(OTHER_AT_1, &result, &err), GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(strstr(err.text, "the monitor is in another run than"));
}
END_TEST

/* The loaded run cannot be started. */
static void refused_start(const char *message)
{
	struct gno_run *run = fx_open_run();
	struct gno_err err;

	ck_assert_int_eq(gno_run_start(run, fx.dev, &err), GNO_ERR_MISMATCH);
	ck_assert_msg(strstr(err.text, message) != NULL, "%s", err.text);
	ck_assert_int_eq(gno_run_state(run), GNO_RUN_LOADED);
	gno_run_close(run);
}

START_TEST(test_what_was_loaded_must_be_there_at_the_start)
{
	struct gno_err err;
	uint64_t other = 1;
	unsigned number;

	fx_load("");
	ck_assert_msg(!gno_device_reset(fx.dev, &err), "%s", err.text);
	refused_start("the monitor was reset since '");
	ck_assert_msg(!gno_device_start(fx.dev, &other, &number, &err), "%s", err.text);
	refused_start("the monitor was started since '");
	model_reset(&fx.model);
	refused_start("the monitor was reset since '");
}
END_TEST

START_TEST(test_a_journal_without_what_was_loaded_is_refused)
{
	struct gno_run *run = NULL;
	struct gno_err err;
	char *text, *at;

	fx_load("");
	text = folder_read(&fx.folder, "run/run.json", NULL);
	at = strstr(text, "\"loaded\": {");
	ck_assert_ptr_nonnull(at);
	at[1] = 'L';
	folder_write(&fx.folder, "run/run.json", text);
	free(text);
	ck_assert_int_eq(gno_run_open(fx_run_path(), &run, &err), GNO_ERR_FORMAT);
	ck_assert_ptr_nonnull(strstr(err.text, "'loaded' is missing"));
}
END_TEST

START_TEST(test_wrap_goes_on)
{
	struct gno_load_result result;
	struct gno_err err;

	fx_load("buffer: { wrap: { after: 7 } }\n");
	fx_start();
	ck_assert_msg(!load(OTHER_AT_1, &result, &err), "%s", err.text);
	ck_assert_uint_eq(result.nodes, 1);
	ck_assert(fx.model.wrap && fx.model.live[1] && fx.model.collect[1]);
}
END_TEST

static void setup_shared(void)
{
	fx_setup_as(4, true, false);
}

/* Two nodes that share their ranks go off together where one of them needs other ranks. */
START_TEST(test_shared_ranks)
{
	struct gno_load_result result;
	struct gno_err err;

	fx_load("");
	fx_start();
	memset(fx.model.offs, 0, sizeof(fx.model.offs));
	ck_assert_msg(!load(SAME, &result, &err), "%s", err.text);
	ck_assert_uint_eq(result.nodes, 0);
	ck_assert_msg(
	    !load(
		"gnomon: 1\nmanifest: m.json\npoints:\n  a: { address: 0x100 }\n  b: { address: 0x204 }\n"
		"  end: { address: 0x90000308 }\n  y: { address: 0x700, nodes: core3 }\n"
		"actions: { b: [record, sample] }\n",
		&result, &err),
	    "%s", err.text);
	ck_assert_uint_eq(result.nodes, 2);
	ck_assert(!fx.model.offs[0] && !fx.model.offs[1] && fx.model.offs[2] == 1 &&
		  fx.model.offs[3] == 1);
	ck_assert_uint_eq(model_match(&fx.model, 3, 0x700), 4);
	ck_assert_uint_eq(fx.model.cell[2][10240 + 4], 0);
	ck_assert_uint_eq(fx.model.cell[3][10240 + 4], 1);
	ck_assert(fx.model.live[2] && fx.model.live[3]);
	ck_assert_str_eq(entry(2), "patterns.3.json: [2,3] / []");
	memset(fx.model.offs, 0, sizeof(fx.model.offs));
	ck_assert_msg(
	    !load("gnomon: 1\nmanifest: m.json\npoints:\n  a: { address: 0x100 }\n"
		  "  b: { address: 0x204 }\n  end: { address: 0x90000308 }\n"
		  "  y: { address: 0x700, nodes: core2 }\nactions: { b: [record, sample] }\n",
		  &result, &err),
	    "%s", err.text);
	ck_assert_uint_eq(result.nodes, 2); /* the same ranks, but both have other actions */
	ck_assert_msg(
	    !load(
		"gnomon: 1\nmanifest: m.json\npoints:\n  a: { address: 0x100 }\n"
		"  b: { address: 0x204 }\n  end: { address: 0x90000308 }\n"
		"  y: { address: 0x700, nodes: [core2, core3] }\nactions: { b: [record, sample] }\n",
		&result, &err),
	    "%s", err.text);
	ck_assert_uint_eq(result.nodes, 1); /* the odd one's actions only: its neighbour runs on */
	ck_assert(fx.model.offs[2] == 1 && fx.model.offs[3] == 2);
	ck_assert_msg(
	    !load(
		"gnomon: 1\nmanifest: m.json\npoints:\n  a: { address: 0x100 }\n"
		"  b: { address: 0x204 }\n  end: { address: 0x90000308 }\n"
		"  y: { address: 0x704, nodes: [core2, core3] }\nactions: { b: [record, sample] }\n",
		&result, &err),
	    "%s", err.text);
	ck_assert_uint_eq(result.nodes,
			  2); /* other ranks: of the odd one no table differs, but it must go off */
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("load");

	add_tests(suite, "load", fx_setup, fx_teardown,
		  TESTS({test_only_nodes_that_differ_are_off}, {test_a_record_that_does_not_come},
			{test_records_and_end_point}, {test_codes_that_moved_in_the_metadata},
			{test_broken_off_and_repeated, 60}, {test_broken_off_and_taken_back},
			{test_refusals}, {test_what_was_loaded_must_be_there_at_the_start},
			{test_a_journal_without_what_was_loaded_is_refused}, {test_wrap_goes_on}));
	add_tests(suite, "shared", setup_shared, fx_teardown, TESTS({test_shared_ranks}));
	add_tests(suite, "local", fx_setup_local, fx_teardown,
		  TESTS({test_records_that_a_local_store_keeps}));
	return run_suite(suite);
}
