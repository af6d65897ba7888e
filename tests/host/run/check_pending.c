/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Drains of a full buffer whose slots wait for one that there is no room for: what was read goes
 * to the journal before its space is given back, and nothing is lost where the host is killed.
 */

#include <check.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "entries/entries.h"
#include "run_fixture.h"
#include "tests/suite.h"

enum { EVENT = 1, SYNC = 5, FLUSH = 6, WORD = 12, REST = 15 };
enum { BEFORE = 90, BEHIND = 400 }; /* events before the entry that waits, and behind its word */

static struct gno_drain_result result;
static struct gno_err err;
static struct model_bytes want; /* the records */
static uint32_t now;		/* time of the next event */

static void expect(uint32_t time, uint32_t high)
{
	const uint32_t record[] = {time, high};

	want.data = realloc(want.data, want.len + sizeof(record));
	ck_assert_ptr_nonnull(want.data);
	memcpy(want.data + want.len, record, sizeof(record));
	want.len += sizeof(record);
}

static void slot(uint32_t low, uint32_t high)
{
	const uint32_t words[] = {low, high};

	model_record(&fx.model, 1, words);
}

static void events(unsigned count)
{
	for (unsigned i = 0; i < count; i++, now++) {
		slot(now, EVENT | 3 << 16);
		expect(now, EVENT | 3 << 16);
	}
}

/* An entry whose word comes after so many events, if it comes at all. */
static void entry(unsigned late, bool comes)
{
	uint32_t value = 0x12340000 + now;

	slot(now, EVENT | 0x80 << 8 | 2 << 16);
	expect(now, EVENT | 2 << 16);
	if (comes) {
		expect(now, WORD);
		expect(value, 0);
	}
	now++;
	events(late);
	if (comes)
		slot(value, REST);
}

static void load(const char *lines, struct entries_form form)
{
	char text[256];

	snprintf(text, sizeof(text),
		 "gnomon: 1\nmanifest: m.json\npoints:\n  a: { address: 0x100 }\n%s", lines);
	fx_setup_seven(true, form.pairs, form.blocks, form.lines);
	fx_load_text(text);
}

static void begin(const char *lines)
{
	load(lines, (struct entries_form){0});
	want = (struct model_bytes){0};
	now = 1;
	expect(0, SYNC | (uint32_t)MODEL_RUN << 24);
}

/* Starts the run with what was scripted; its flush is the last record. */
static void start(void)
{
	fx_start();
	fx.model.time = now;
	expect(now, FLUSH | (uint32_t)MODEL_RUN << 24);
}

static void end(void)
{
	free(want.data);
	fx_teardown();
}

/* The same, and events come behind the flush. */
static void start_with_more(void)
{
	start();
	for (uint32_t i = 0; i < 2 * SLOTS; i++) {
		const uint32_t words[] = {now + i, EVENT | 5 << 16};

		model_behind(&fx.model, 1, words);
		expect(words[0], words[1]);
	}
}

/* Drains; the run ends after some time of the model's. */
static void drain(void)
{
	ck_assert_msg(!fx_drain(true, 2000, &result, &err), "%s", err.text);
}

static size_t pending(void)
{
	json_t *root = json_load_file(folder_path(&fx.folder, "run/run.json"), 0, NULL);
	json_t *list = json_object_get(root, "pending");
	size_t slots = json_array_size(list);

	ck_assert_ptr_nonnull(root);
	ck_assert(!list || slots);
	json_decref(root);
	return slots;
}

static void check(uint64_t holes)
{
	size_t len;
	char *data = fx_records(0, UINT64_MAX, &len);

	ck_assert_int_eq(result.end, GNO_DRAIN_COMPLETE);
	ck_assert_uint_eq(result.total.holes, holes);
	ck_assert_uint_eq(len, want.len);
	ck_assert_int_eq(memcmp(data, want.data, len), 0);
	ck_assert_uint_eq(pending(), 0);
	free(data);
}

/* A full buffer whose first slot waits, then one that becomes full again before that is over. */
static void script(void)
{
	events(BEFORE);
	entry(SLOTS - 1, true);
	events(5);
	entry(2 * SLOTS, true);
	events(BEHIND);
}

/*
 * Starts a random run, in which samples and blocks come late: all slots need room, also those
 * behind the flush.
 */
static void start_random(uint32_t seed, unsigned cycles)
{
	const struct entries_form form = {1 + seed % 5, seed % 2, seed % 3 == 0};
	struct entries made;
	size_t flush = 1;

	load("", form);
	entries_make(&made, seed, form, cycles, 12, seed % 3 == 0);
	ck_assert_uint_lt(made.time, UINT32_C(1) << 31); /* the model's flush has no epoch */
	for (; (made.slot[flush].word[1] & 255) != FLUSH || made.slot[flush].kind != ENTRIES_RECORD;
	     flush++)
		model_record(&fx.model, 1, made.slot[flush].word);
	for (size_t i = flush + 1; i < made.slots; i++)
		model_behind(&fx.model, 1, made.slot[i].word);
	fx_start();
	fx.model.time = made.slot[flush].word[0];
	want = (struct model_bytes){.data = (void *)made.record, .len = 4 * made.words};
	made.record = NULL;
	entries_free(&made);
}

START_TEST(test_a_full_buffer_that_waits)
{
	begin("");
	script();
	start();
	drain();
	check(0);
	end();
}
END_TEST

START_TEST(test_samples_and_blocks)
{
	start_random(700 + (uint32_t)_i, 600);
	drain();
	check(0);
	end();
}
END_TEST

/* The drain is another one after some pieces. */
START_TEST(test_another_drain_goes_on)
{
	unsigned drains = 0;
	size_t most = 0;

	if (_i) {
		start_random(720 + (uint32_t)_i, 600);
	} else {
		begin("");
		script();
		start();
	}
	do {
		fx.stop = 0;
		fx.commits = 0;
		fx.stop_after = 1 + drains++ % 9;
		drain();
		most = pending() > most ? pending() : most;
	} while (result.end == GNO_DRAIN_INTERRUPTED);
	ck_assert_uint_gt(drains, 2);
	ck_assert(_i || most > SLOTS / 2);
	ck_assert_uint_le(most, 5 * SLOTS);
	check(0);
	end();
}
END_TEST

/* -- a host that is killed -- */

static bool crashes;	 /* it is, in a copy, before and behind each call that writes */
static unsigned crashed; /* how often */

/* What a host finds that comes after one that was killed now. */
static void drain_again(void)
{
	char copy[sizeof(fx.folder.path)] = "/tmp/gnomon-test-XXXXXX", command[256];

	crashes = false;
	ck_assert_ptr_nonnull(mkdtemp(copy));
	snprintf(command, sizeof(command), "cp -a '%s/.' '%s'", fx.folder.path, copy);
	ck_assert_int_eq(system(command), 0);
	strcpy(fx.folder.path, copy);
	fx_reconnect();
	drain();
	check(0);
	folder_remove(&fx.folder);
}

static void moment(void)
{
	int status;
	pid_t child;

	if (!crashes)
		return;
	crashed++;
	child = fork();
	ck_assert_int_ge(child, 0);
	if (!child) {
		drain_again();
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_msg(!status, "the host was killed at call %u", crashed);
}

/* These instead of the C library's. */
ssize_t pwrite(int fd, const void *data, size_t len, off_t at)
{
	ssize_t done;

	moment();
	done = syscall(SYS_pwrite64, fd, data, len, at);
	moment();
	return done;
}

int renameat(int old_dir, const char *old, int new_dir, const char *new)
{
	int rc;

	moment();
	rc = (int)syscall(SYS_renameat2, old_dir, old, new_dir, new, 0);
	moment();
	return rc;
}

/* What a host has written is there when it is killed, on the disk or not. */
int fsync(int fd)
{
	(void)fd;
	return 0;
}

START_TEST(test_a_host_that_is_killed)
{
	if (_i) {
		start_random(740 + (uint32_t)_i, 250);
	} else {
		begin("");
		events(BEFORE);
		entry(SLOTS + 20, true);
		events(SLOTS);
		start_with_more();
	}
	crashes = true;
	drain();
	crashes = false;
	check(0);
	ck_assert_uint_gt(crashed, 10);
	end();
}
END_TEST

/* -- what never comes -- */

START_TEST(test_a_word_that_never_comes)
{
	begin("");
	events(BEFORE);
	entry(_i ? 20 * SLOTS : 2 * SLOTS, false);
	start();
	ck_assert_msg(!fx_drain(false, 2000, &result, &err), "%s", err.text);
	ck_assert_uint_ge(pending(), _i ? 0 : SLOTS);
	ck_assert_uint_le(pending(), 5 * SLOTS);
	drain();
	check(1);
	ck_assert_ptr_nonnull(strstr(fx.notes, "what slots from position 91 on wait for"));
	end();
}
END_TEST

static void stop(void)
{
	struct gno_run *run = fx_open_run();

	ck_assert_int_eq(gno_run_stop(run, fx.dev, &err), 0);
	gno_run_close(run);
}

/* The monitor does not get to the end of a run that was stopped. */
START_TEST(test_an_end_that_never_comes)
{
	begin("");
	events(BEFORE);
	start();
	fx.model.hangs = true;
	fx.model.flush_late = _i ? 1000000 : 0;
	stop();
	ck_assert_int_eq(fx_drain(false, 0, &result, &err), _i ? GNO_ERR_STATE : 0);
	if (_i) {
		ck_assert_ptr_nonnull(strstr(err.text, "the flush record of node 'core0'"));
	} else {
		check(0);
		ck_assert_ptr_nonnull(strstr(fx.notes, "still announces what does not come"));
	}
	end();
}
END_TEST

/* Where the flush has room is no end: what waits for room is to come. */
START_TEST(test_what_comes_behind_the_flush)
{
	begin(_i ? "buffer: fill\n" : "");
	events(_i ? SLOTS : 0);
	start_with_more();
	if (_i == 2) { /* the drain finds a run that was stopped */
		stop();
		ck_assert_msg(!fx_drain(false, 0, &result, &err), "%s", err.text);
	} else {
		drain();
	}
	check(0);
	end();
}
END_TEST

/* The buffer keeps the first records: it has no more room before the run has ended. */
START_TEST(test_a_buffer_that_is_filled)
{
	begin("buffer: fill\n");
	events(BEFORE);
	entry(SLOTS, true);
	start();
	ck_assert_msg(!fx_drain(false, 2000, &result, &err), "%s", err.text);
	ck_assert_int_eq(result.end, GNO_DRAIN_FILLED);
	ck_assert_uint_eq(pending(), 0);
	ck_assert_uint_eq(fx.model.limit, SLOTS - 16);
	drain();
	check(0);
	end();
}
END_TEST

/* The monitor was reset: what its records waited for is gone, and the journal still has them. */
START_TEST(test_a_monitor_that_was_reset)
{
	size_t before;

	begin("");
	events(BEFORE);
	entry(2 * SLOTS, false);
	start();
	ck_assert_msg(!fx_drain(false, 2000, &result, &err), "%s", err.text);
	before = pending();
	ck_assert_uint_ge(before, SLOTS);
	model_reset(&fx.model);
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(fx_drain(true, 2000, &result, &err), GNO_ERR_MISMATCH);
		ck_assert_ptr_nonnull(strstr(err.text, "was reset"));
		ck_assert_ptr_nonnull(strstr(fx.notes, "wait in '"));
		ck_assert_uint_eq(pending(), before);
	}
	end();
}
END_TEST

/* What is no list of slots, or not what is known of those behind. */
static const struct {
	const char *key, *value;
} malformed[] = {
    {"pending", "3"},
    {"pending", "[ 3 ]"},
    {"pending", "[ \"0123456789abcde\" ]"},
    {"pending", "[ \"0123456789abcdef\", \"0123456789ABCDEF\" ]"},
    {"entries", "3"},
    {"entries", "{ \"time\": 3 }"},
    {"entries", "{ \"time\": 4294967296, \"ahead\": 0 }"},
    {"entries", "{ \"time\": 3, \"ahead\": -1 }"},
};

START_TEST(test_a_malformed_journal)
{
	struct gno_run *run = NULL;
	char says[64];
	json_t *root;

	begin("");
	start();
	root = json_load_file(folder_path(&fx.folder, "run/run.json"), 0, NULL);
	json_object_set_new(root, malformed[_i].key,
			    json_loads(malformed[_i].value, JSON_DECODE_ANY, NULL));
	ck_assert(!json_dump_file(root, folder_path(&fx.folder, "run/run.json"), 0));
	json_decref(root);
	ck_assert_int_eq(gno_run_open(fx_run_path(), &run, &err), GNO_ERR_FORMAT);
	snprintf(says, sizeof(says), "'%s' is missing or malformed", malformed[_i].key);
	ck_assert_ptr_nonnull(strstr(err.text, says));
	end();
}
END_TEST

int main(void)
{
	return run_tests("pending", NULL, NULL,
			 TESTS({test_a_full_buffer_that_waits}, {test_samples_and_blocks, 20},
			       {test_another_drain_goes_on, 8}, {test_a_host_that_is_killed, 4},
			       {test_a_word_that_never_comes, 2}, {test_an_end_that_never_comes, 2},
			       {test_what_comes_behind_the_flush, 3},
			       {test_a_buffer_that_is_filled}, {test_a_monitor_that_was_reset},
			       {test_a_malformed_journal, sizeof(malformed) / sizeof(*malformed)}));
}
