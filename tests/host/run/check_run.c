/* SPDX-License-Identifier: Apache-2.0 */

/* Run directories against the model: loaded, replaced, torn, foreign, without room. */

#include <check.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/suite.h"
#include "run/open_run.h"
#include "run_fixture.h"

START_TEST(test_load_puts_the_tables_there)
{
	struct gno_err err;
	char *text;

	ck_assert_msg(!gno_device_reset(fx.dev, &err), "%s", err.text); /* its run goes on */
	fx_load("buffer: { wrap: { after: 7 } }\n");
	ck_assert(!fx.model.active);
	for (unsigned k = 0; k < NODES; k++) {
		ck_assert_uint_eq(model_match(&fx.model, k, 0x100), 1);
		ck_assert_uint_eq(model_match(&fx.model, k, 0x204), 2);
		ck_assert_uint_eq(model_match(&fx.model, k, 0x90000308), 3);
		ck_assert_uint_eq(model_match(&fx.model, k, 0x90000100), 0);
		ck_assert_uint_eq(fx.model.cell[k][10240 + 2], 3);
		ck_assert(fx.model.live[k] && fx.model.collect[k]);
	}
	ck_assert(fx.model.wrap);
	ck_assert_uint_eq(fx.model.post, 6);
	ck_assert_uint_eq(fx.model.posts_in_run, 0);
	text = folder_read(&fx.folder, "run/patterns.json", NULL);
	ck_assert_ptr_nonnull(strstr(text, "\"name\": \"end\""));
	free(text);
	text = folder_read(&fx.folder, "run/experiment.yaml", NULL);
	ck_assert_ptr_eq(strstr(text, "gnomon: 1\n"), text);
	free(text);
}
END_TEST

START_TEST(test_what_the_journal_does_not_know_is_cut_off)
{
	struct gno_drain_result result;
	struct gno_err err;
	FILE *f;

	fx_load("until: { point: end }\n");
	fx_script(EVENTS, 10);
	fx_start();
	fx.stop_after = 4;
	ck_assert_msg(!fx_drain(true, 0, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_INTERRUPTED);
	f = fopen(folder_path(&fx.folder, "run/trace/node_1"),
		  "ab"); /* written, but never entered */
	fputs("torn off in the middle", f);
	fclose(f);
	folder_write(&fx.folder, "run/.run.json.gnomon-abcdef", "{ \"half a jour");
	fx.stop = 0;
	ck_assert_msg(!fx_drain(true, 0, &result, &err), "%s", err.text);
	ck_assert_ptr_null(folder_read(&fx.folder, "run/.run.json.gnomon-abcdef", NULL));
	fx_expect_flush();
	fx_check_streams();
}
END_TEST

START_TEST(test_a_stream_shorter_than_the_journal_says_is_told)
{
	struct gno_drain_result result;
	struct gno_err err;

	fx_load("until: { point: end }\n");
	fx_script(EVENTS, 11);
	fx_start();
	fx.stop_after = 2;
	ck_assert_msg(!fx_drain(true, 0, &result, &err), "%s", err.text);
	ck_assert_int_eq(truncate(folder_path(&fx.folder, "run/trace/node_1"), 12), 0);
	fx.stop = 0;
	ck_assert_int_eq(fx_drain(true, 0, &result, &err), GNO_ERR_FORMAT);
	ck_assert_ptr_nonnull(strstr(err.text, "was cut off"));
}
END_TEST

START_TEST(test_a_stream_that_is_no_file_is_told)
{
	struct gno_drain_result result;
	struct gno_err err;

	fx_load("until: { point: end }\n");
	fx_script(EVENTS, 11);
	fx_start();
	ck_assert_int_eq(unlink(folder_path(&fx.folder, "run/trace/node_1")), 0);
	ck_assert_int_eq(mkfifo(folder_path(&fx.folder, "run/trace/node_1"), 0666), 0);
	ck_assert_int_eq(fx_drain(true, 0, &result, &err), GNO_ERR_IO);
	ck_assert_ptr_nonnull(strstr(err.text, "node_1': it is a FIFO, not a file"));
	ck_assert_int_eq(unlink(folder_path(&fx.folder, "run/trace/node_1")), 0);
	ck_assert_int_eq(symlink("/dev/zero", folder_path(&fx.folder, "run/trace/node_1")), 0);
	ck_assert_int_eq(fx_drain(true, 0, &result, &err), GNO_ERR_IO);
	ck_assert_ptr_nonnull(strstr(err.text, "node_1': it is a device, not a file"));
}
END_TEST

START_TEST(test_another_start_in_between_is_refused)
{
	struct gno_drain_result result;
	struct gno_err err;
	struct journal j;
	uint64_t other = 1;
	unsigned number;

	fx_load("until: { point: end }\n");
	fx_script(EVENTS, 16);
	fx_start();
	fx.stop_after = 3;
	ck_assert_msg(!fx_drain(true, 0, &result, &err), "%s", err.text);
	ck_assert_msg(!gno_device_start(fx.dev, &other, &number, &err), "%s", err.text);
	fx.stop = 0;
	ck_assert_int_eq(fx_drain(true, 0, &result, &err), GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(strstr(err.text, "the monitor is in another run than '"));
	ck_assert_ptr_nonnull(
	    strstr(err.text, "it was started again; what was drained before is kept"));
	fx_read_journal(&j);
	fx_check_partial(&j);
}
END_TEST

/* The run directory as it is read, with another value of its key "model" (NULL: without). */
static int open_with_model(json_t *value, struct gno_err *err)
{
	const char *path = folder_path(&fx.folder, "run/run.json");
	json_t *root = json_load_file(path, 0, NULL);
	struct gno_run *run = NULL;
	int rc;

	ck_assert_ptr_nonnull(root);
	if (value)
		json_object_set_new(root, "model", value);
	else
		json_object_del(root, "model");
	ck_assert_int_eq(json_dump_file(root, path, 0), 0);
	json_decref(root);
	rc = gno_run_open(fx_run_path(), &run, err);
	gno_run_close(run);
	return rc;
}

static void drain_as(bool simulated, const char *message)
{
	struct gno_drain_result result;
	struct gno_err err;
	int rc;

	fx.model.simulated = simulated;
	ck_assert_msg(!gno_device_identify(fx.dev, fx.manifest, &err), "%s", err.text);
	fx.stop = 0;
	rc = fx_drain(true, 0, &result, &err);
	if (!message) {
		ck_assert_msg(!rc, "%s", err.text);
		ck_assert(result.model == simulated);
		return;
	}
	ck_assert_int_eq(rc, GNO_ERR_MISMATCH);
	ck_assert_msg(strstr(err.text, message) != NULL, "%s", err.text);
}

START_TEST(test_a_run_stays_with_hardware_or_model)
{
	bool simulated = _i;
	struct gno_err err;
	char *text;

	fx.model.simulated = simulated;
	ck_assert_msg(!gno_device_identify(fx.dev, fx.manifest, &err), "%s", err.text);
	fx_load("until: { point: end }\n");
	fx_script(EVENTS, 16);
	fx_start();
	text = folder_read(&fx.folder, "run/run.json", NULL);
	ck_assert(simulated == (strstr(text, "\"model\": true") != NULL));
	free(text);
	fx.stop_after = 3;
	drain_as(simulated, NULL);
	drain_as(!simulated,
		 simulated ? "was started in a simulated model, and the monitor is the hardware"
			   : "was started in the hardware, and the monitor is a simulated model");
	fx.stop_after = 0;
	drain_as(simulated, NULL);
}
END_TEST

START_TEST(test_the_journal_says_model_or_not)
{
	struct gno_err err;

	fx_load("until: { point: end }\n");
	fx_script(EVENTS, 16);
	fx_start();
	ck_assert(!open_with_model(NULL, &err) && !open_with_model(json_true(), &err) &&
		  !open_with_model(json_false(), &err));
	ck_assert_int_eq(open_with_model(json_integer(1), &err), GNO_ERR_FORMAT);
	ck_assert_msg(strstr(err.text, "'model' is neither true nor false in '") &&
			  strstr(err.text, "run/run.json'"),
		      "%s", err.text);
}
END_TEST

START_TEST(test_a_reset_by_the_host_is_no_start)
{
	struct gno_drain_result result;
	struct gno_err err;
	struct journal j;

	fx_load("until: { point: end }\n");
	fx_script(EVENTS, 16);
	fx_start();
	fx.stop_after = 3;
	ck_assert_msg(!fx_drain(true, 0, &result, &err), "%s", err.text);
	ck_assert_msg(!gno_device_reset(fx.dev, &err), "%s", err.text);
	fx.stop = 0;
	ck_assert_int_eq(fx_drain(true, 0, &result, &err), GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(
	    strstr(err.text, "it was reset by the host; what was drained before is kept"));
	fx_read_journal(&j);
	fx_check_partial(&j);
}
END_TEST

/* The first run after a reset has a number that runs before the reset had too. */
START_TEST(test_a_run_of_the_same_number_after_a_reset_is_refused)
{
	struct gno_drain_result result;
	struct gno_err err;
	struct journal j;
	uint64_t other = 1;
	unsigned number;

	fx_load("until: { point: end }\n");
	fx_script(EVENTS, 17);
	fx_start();
	fx.stop_after = 3;
	ck_assert_msg(!fx_drain(true, 0, &result, &err), "%s", err.text);
	fx.stop = 0;
	model_reset(&fx.model);
	ck_assert_int_eq(fx_drain(true, 0, &result, &err), GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(
	    strstr(err.text, "the monitor was reset and no longer has the run of '"));
	fx.model.run = MODEL_RUN - 1;
	ck_assert_msg(!gno_device_start(fx.dev, &other, &number, &err), "%s", err.text);
	ck_assert_uint_eq(number, MODEL_RUN);
	ck_assert_int_eq(fx_drain(true, 0, &result, &err), GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(strstr(err.text, "it was started again"));
	fx_read_journal(&j);
	ck_assert_str_eq(j.state, "running");
	fx_check_partial(&j);
}
END_TEST

/* The same while a drain is at work. */
START_TEST(test_a_reset_during_a_drain_is_reported)
{
	struct gno_drain_result result;
	struct gno_err err;
	struct journal j;

	fx_load("until: { point: end }\n");
	fx_script(EVENTS, 18);
	fx_start();
	fx.reset_after = 3;
	ck_assert_int_eq(fx_drain(true, 0, &result, &err), GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(
	    strstr(err.text, "the monitor was reset and no longer has the run of '"));
	fx_read_journal(&j);
	ck_assert_int_gt(j.position, 0);
	fx_check_partial(&j);
}
END_TEST

START_TEST(test_leftovers_of_another_run_are_refused)
{
	static const uint32_t old_sync[] = {0, 5 | 17u << 24};
	static const uint32_t event[] = {5, 1 | 1 << 16};
	struct gno_drain_result result;
	struct gno_err err;

	fx_load("");
	fx_start();
	model_record(&fx.model, 1, old_sync);
	ck_assert_int_eq(fx_drain(true, 50, &result, &err), GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(
	    strstr(err.text, "leftover of another run: node 'core0' sent a sync record of run 17"));
	fx.model.head = 0;
	fx.model.script.len = 0;
	model_record(&fx.model, 1, event); /* an event and no sync before it */
	ck_assert_int_eq(fx_drain(true, 50, &result, &err), GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(
	    strstr(err.text, "first record of node 'core0' is not a sync but of kind event"));
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
	fx_load("until: { point: end }\n");
	fx_script(EVENTS, 18);
	fx_start();
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &full), 0);
	ck_assert_int_eq(fx_drain(true, 0, &result, &err), GNO_ERR_IO);
	ck_assert_ptr_nonnull(strstr(err.text, "cannot write '"));
	ck_assert_ptr_nonnull(strstr(err.text, "File too large"));
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &room), 0);
	fx_read_journal(&j);
	ck_assert_int_gt(j.size[0], 2000);
	fx_check_partial(&j);
	ck_assert_msg(!fx_drain(true, 0, &result, &err), "%s", err.text);
	fx_expect_flush();
	fx_check_streams();
}
END_TEST

START_TEST(test_folders_that_are_no_runs)
{
	struct gno_drain_result result;
	struct gno_run *run = NULL;
	struct gno_err err;

	ck_assert_int_eq(gno_run_open(fx_run_path(), &run, &err), GNO_ERR_IO);
	ck_assert_int_eq(gno_run_open(fx.folder.path, &run, &err), GNO_ERR_FORMAT);
	ck_assert_ptr_nonnull(
	    strstr(err.text, "is not a run directory, or was cut off: no 'manifest.json' in it"));
	fx_load("");
	ck_assert_int_eq(fx_drain(true, 0, &result, &err), GNO_ERR_STATE);
	ck_assert_ptr_nonnull(strstr(err.text, "was not started"));
	fx_start();
	run = fx_open_run();
	ck_assert_int_eq(gno_run_start(run, fx.dev, &err), GNO_ERR_STATE);
	ck_assert_ptr_nonnull(strstr(err.text, "was started before"));
	{
		struct gno_run *second = NULL;

		ck_assert_int_eq(gno_run_open(fx_run_path(), &second, &err), GNO_ERR_STATE);
		ck_assert_ptr_nonnull(strstr(err.text, "in use by another gnomon"));
	}
	gno_run_close(run);
	folder_write(&fx.folder, "run/run.json", "{ \"gnomon\": 3, \"hash\": \"00\" }");
	ck_assert_int_eq(gno_run_open(fx_run_path(), &run, &err), GNO_ERR_MISMATCH);
	folder_write(&fx.folder, "run/run.json", "{ \"hash");
	ck_assert_int_eq(gno_run_open(fx_run_path(), &run, &err), GNO_ERR_FORMAT);
	folder_write(&fx.folder, "run/run.json",
		     "{ \"gnomon\": 3, \"hash\": \"0123456789abcdef\" }");
	ck_assert_int_eq(gno_run_open(fx_run_path(), &run, &err), GNO_ERR_FORMAT);
	ck_assert_ptr_nonnull(strstr(err.text, "'state' is missing or malformed"));
}
END_TEST

/* Nothing was left beside the run directory. */
static void expect_only_run(void)
{
	DIR *d = opendir(fx.folder.path);
	struct dirent *e;

	ck_assert_ptr_nonnull(d);
	while ((e = readdir(d)))
		ck_assert_msg(e->d_name[0] != '.' || !strcmp(e->d_name, ".") ||
				  !strcmp(e->d_name, ".."),
			      "%s", e->d_name);
	closedir(d);
}

/* Replacing is refused, with that message, and nothing is touched. */
static void expect_kept(const struct gno_pattern_file *p, const char *message, const char *file)
{
	struct gno_run_draft *draft = NULL;
	struct gno_err err;
	struct stat st;

	ck_assert_int_eq(
	    gno_run_prepare(fx_run_path(), fx.manifest, p, fx_status(), true, &draft, &err),
	    GNO_ERR_STATE);
	ck_assert_msg(strstr(err.text, message) != NULL, "%s", err.text);
	ck_assert_int_eq(lstat(folder_path(&fx.folder, file), &st), 0);
	expect_only_run();
}

START_TEST(test_what_gnomon_did_not_make_is_never_removed)
{
	struct gno_pattern_file *p;

	fx_load("");
	p = fx_compile("gnomon: 1\nmanifest: m.json\npoints: { a: { address: 4 } }\n");
	folder_write(&fx.folder, "run/trace/notes", "mine");
	expect_kept(p, "holds 'trace/notes', which gnomon did not make", "run/trace/notes");
	expect_kept(p, "holds 'trace/notes'", "run/run.json");
	ck_assert_int_eq(remove(folder_path(&fx.folder, "run/trace/notes")), 0);
	ck_assert_int_eq(mkdir(folder_path(&fx.folder, "run/a"), 0777), 0);
	expect_kept(p, "holds 'a', which gnomon did not make", "run/a");
	ck_assert_int_eq(rmdir(folder_path(&fx.folder, "run/a")), 0);
	ck_assert_int_eq(remove(folder_path(&fx.folder, "run/patterns.json")), 0);
	ck_assert_int_eq(symlink("../m.json", folder_path(&fx.folder, "run/patterns.json")), 0);
	expect_kept(p, "holds 'patterns.json', which gnomon did not make", "run/patterns.json");
	ck_assert_int_eq(remove(folder_path(&fx.folder, "run/patterns.json")), 0);
	ck_assert_int_eq(remove(folder_path(&fx.folder, "run/.gnomon")), 0);
	expect_kept(p, "holds 'experiment.yaml', which gnomon did not make", "run/run.json");
	folder_write(&fx.folder, "run/.gnomon", "experiment.yaml\n");
	expect_kept(p, "holds '.gnomon', which gnomon did not make", "run/.gnomon");
	gno_pattern_file_free(p);
}
END_TEST

START_TEST(test_a_run_directory_is_replaced_only_when_asked)
{
	struct gno_run_draft *draft = NULL;
	struct gno_pattern_file *p;
	struct gno_run *run;
	struct gno_err err;
	struct stat st;

	fx_load("");
	p = fx_compile("gnomon: 1\nmanifest: m.json\npoints: { a: { address: 4 } }\n");
	ck_assert_int_eq(
	    gno_run_prepare(fx_run_path(), fx.manifest, p, fx_status(), false, &draft, &err),
	    GNO_ERR_STATE);
	ck_assert_ptr_nonnull(strstr(err.text, "exists already"));
	ck_assert_int_eq(
	    gno_run_prepare(fx_run_path(), fx.manifest, p, fx_status(), true, &draft, &err), 0);
	ck_assert_int_eq(gno_run_finish(draft, NULL, &err), 0);
	run = fx_open_run();
	ck_assert_int_eq(
	    gno_run_prepare(fx_run_path(), fx.manifest, p, fx_status(), true, &draft, &err),
	    GNO_ERR_STATE);
	ck_assert_ptr_nonnull(strstr(err.text, "is in use by another gnomon"));
	gno_run_close(run);
	ck_assert_int_eq(gno_run_try(fx_run_path(), fx.manifest, false, &err), GNO_ERR_STATE);
	ck_assert_int_eq(gno_run_try(fx_run_path(), fx.manifest, true, &err), 0);
	ck_assert_int_eq(gno_run_try(folder_path(&fx.folder, "none/run"), fx.manifest, false, &err),
			 GNO_ERR_IO);
	expect_only_run();
	ck_assert_int_eq(gno_run_prepare(folder_path(&fx.folder, "other"), fx.manifest, p,
					 fx_status(), false, &draft, &err),
			 0);
	gno_run_discard(draft);
	ck_assert_int_ne(stat(folder_path(&fx.folder, "other"), &st), 0);
	expect_only_run();
	gno_pattern_file_free(p);
}
END_TEST

static void setup_host(void)
{
	fx_setup_as(NODES, false, true);
}

/* Fires the host's trigger and expects a failure with this message. */
static void ask_in_vain(struct gno_run *run, unsigned node, int rc, const char *says)
{
	struct gno_err err;

	ck_assert_int_eq(gno_run_ask(run, fx.dev, node, &err), rc);
	ck_assert_msg(strstr(err.text, says) != NULL, "%s", err.text);
}

START_TEST(test_ask)
{
	struct gno_run *run;
	uint64_t other = 1;
	unsigned number;
	struct gno_err err;

	fx_load("");
	run = fx_open_run();
	ask_in_vain(run, 0, GNO_ERR_STATE, "' is not running but loaded");
	gno_run_close(run);
	fx_start();
	run = fx_open_run();
	ck_assert_msg(!gno_run_ask(run, fx.dev, 1, &err), "%s", err.text);
	ck_assert_uint_eq(fx.model.asked[0], 0);
	ck_assert_uint_eq(fx.model.asked[1], 1);
	ck_assert_msg(!gno_run_ask(run, fx.dev, GNO_NODE_ALL, &err), "%s", err.text);
	ck_assert_uint_eq(fx.model.asked[0], 1);
	ck_assert_uint_eq(fx.model.asked[1], 2);
	/* flags are what they were */
	ck_assert(fx.model.live[0] && fx.model.live[2] && fx.model.collect[0] &&
		  fx.model.collect[2]);
	ck_assert_uint_eq(fx.model.offs[0] + fx.model.offs[1] + fx.model.offs[2], 0);
	ask_in_vain(run, 2, GNO_ERR_ARG,
		    "cannot fire the host's trigger of node 'core2': the node has none");
	ck_assert(!gno_device_start(fx.dev, &other, &number, &err));
	ask_in_vain(run, 0, GNO_ERR_MISMATCH, "the monitor is in another run than ");
	gno_run_close(run);
}
END_TEST

/* Where the point has no actions nothing would come. */
START_TEST(test_ask_for_nothing)
{
	struct gno_pattern_file *p;
	struct gno_load_result result;
	const struct gno_drain_options options = {0};
	struct gno_run *run;
	struct gno_err err;

	fx_load("");
	fx_start();
	run = fx_open_run();
	p = fx_compile(
	    "gnomon: 1\nmanifest: m.json\npoints:\n  a: { address: 0x100 }\nactions: { host: [] }\n");
	ck_assert_msg(!gno_run_load(run, fx.dev, p, &options, &result, &err), "%s", err.text);
	ask_in_vain(
	    run, 0, GNO_ERR_ARG,
	    "cannot fire the host's trigger of node 'core0': its point 'host' has no actions");
	ask_in_vain(run, GNO_NODE_ALL, GNO_ERR_ARG,
		    "no node of monitor 'model' has one with actions");
	ck_assert_uint_eq(fx.model.asked[0], 0);
	gno_pattern_file_free(p);
	gno_run_close(run);
}
END_TEST

/* The host's trigger does not fire at a node that an interrupted load left off, and fires at each
 * of the others. */
START_TEST(test_ask_beside_a_node_that_is_off)
{
	const struct gno_drain_options options = {0};
	struct gno_load_result result;
	struct gno_pattern_file *p;
	struct gno_run *run;
	struct gno_err err;

	fx_load("");
	fx_start();
	run = fx_open_run();
	p = fx_compile("gnomon: 1\nmanifest: m.json\npoints:\n  a: { address: 0x104 }\n");
	ck_assert_msg(!gno_run_load(run, fx.dev, p, &options, &result, &err), "%s", err.text);
	gno_pattern_file_free(p);
	run->load[1].off[1] = true;
	run->load[1].on[1] = false;
	fx.model.live[1] = false;
	ask_in_vain(
	    run, 1, GNO_ERR_STATE,
	    "cannot fire the host's trigger of node 'core1': the node is off, because a load was interrupted");
	ck_assert_msg(!gno_run_ask(run, fx.dev, GNO_NODE_ALL, &err), "%s", err.text);
	ck_assert_uint_eq(fx.model.asked[0], 1);
	ck_assert_uint_eq(fx.model.asked[1], 0);
	ck_assert(!fx.model.live[1]);
	gno_run_close(run);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("run");

	add_tests(
	    suite, "run", fx_setup, fx_teardown,
	    TESTS(
		{test_load_puts_the_tables_there}, {test_what_the_journal_does_not_know_is_cut_off},
		{test_a_stream_shorter_than_the_journal_says_is_told},
		{test_a_stream_that_is_no_file_is_told}, {test_another_start_in_between_is_refused},
		{test_a_run_stays_with_hardware_or_model, 2}, {test_the_journal_says_model_or_not},
		{test_a_reset_by_the_host_is_no_start},
		{test_a_run_of_the_same_number_after_a_reset_is_refused},
		{test_a_reset_during_a_drain_is_reported},
		{test_leftovers_of_another_run_are_refused},
		{test_a_disk_that_is_full_tears_nothing}, {test_folders_that_are_no_runs},
		{test_a_run_directory_is_replaced_only_when_asked},
		{test_what_gnomon_did_not_make_is_never_removed}));
	add_tests(suite, "ask", setup_host, fx_teardown,
		  TESTS({test_ask}, {test_ask_for_nothing}, {test_ask_beside_a_node_that_is_off}));
	return run_suite(suite);
}
