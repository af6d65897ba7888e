/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Events of a run that grows in random pieces, byte by byte if need be: those of the complete run,
 * each as soon as no node can have an earlier one.
 */

#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/suite.h"
#include "common/util.h"
#include "results/live.h"
#include "out/export/printer.h"
#include "passes/filter/filter.h"
#include "results/select.h"
#include "growing.h"
#include "report_fixture.h"

#define NODES 3
#define EVENTS 400 /* of a node, about */
#define ROUNDS 40

static struct fix fix[2];
static struct tw w;
static struct growing g = {.w = &w};

/* The truth: what each node sends that has a line, and where its record ends in the file. */
struct sent {
	uint64_t time;
	size_t end;
	bool shown; /* it has a line */
};
static struct sent sent[NODES][2 * EVENTS];
static size_t sends[NODES];

static unsigned rnd(unsigned n)
{
	return growing_random(&g, n);
}

static void note(unsigned k, uint64_t time, bool shown)
{
	ck_assert_uint_lt(sends[k], 2 * EVENTS);
	sent[k][sends[k]++] = (struct sent){time, w.node[k].len, shown};
}

/* A node's records. Beats that come with them have no line and the time of the one before, at
 * least. */
static void send(unsigned k)
{
	uint64_t time = 5;

	sends[k] = 0;
	note(k, time, false);
	for (unsigned i = 0; i < EVENTS; i++) {
		time += rnd(4) ? rnd(40) : rnd(w.time_bits == 16 ? 60000 : 4000);
		if (k == 0 && i == EVENTS / 2) {
			tw_load(&w, k, time, 0);
			note(k, time, true);
			g.live_at[1][0] = w.node[k].len;
			tw_load(&w, k, time += 20, 1);
		} else if (!rnd(20)) {
			tw_gap(&w, k, time, time + 100, 3);
			note(k, time, true);
			time += 110; /* behind the beat that comes with it */
			note(k, time - 10, false);
			continue;
		} else if (rnd(3)) {
			tw_event(&w, k, time, 1, 0);
		} else {
			tw_datum(
			    &w, k, time,
			    &(struct tw_datum){.page = 4, .sub = rnd(8), .data = i, .process = 3});
		}
		note(k, time, true);
	}
	tw_flush(&w, k, time + 1 + rnd(100000));
	note(k, time + 1, false);
}

static void begin(unsigned time_bits)
{
	for (unsigned f = 0; f < 2; f++) {
		fix_begin(&fix[f], NODES);
		fix_point(&fix[f], f ? "after" : "before", GNO_PATTERN_EVENT, 1, RECORD);
	}
	tw_begin(&w, NODES, time_bits, 0, 0);
	w.port = 3;
	w.patterns[0] = &fix[0].file;
	w.patterns[1] = &fix[1].file;
	for (unsigned k = 0; k < NODES; k++)
		send(k);
	tw_write(&w);
	g.sizes = false;
	growing_load(&g, 1, 0);
	growing_journal(&g, "complete");
}

/* Lines that must have come: a node that has reached their time can have no earlier one. */
static size_t decided(void)
{
	uint64_t reached[NODES];
	size_t n = 0;

	for (unsigned k = 0; k < NODES; k++) {
		reached[k] = 0;
		for (size_t i = 0; i < sends[k] && sent[k][i].end <= g.size[k]; i++)
			reached[k] = sent[k][i].time;
	}
	for (unsigned k = 0; k < NODES; k++)
		for (size_t i = 0; i < sends[k] && sent[k][i].end <= g.size[k]; i++) {
			bool all = sent[k][i].shown;

			for (unsigned j = 0; j < NODES; j++)
				all &= j == k || reached[j] > sent[k][i].time;
			n += all;
		}
	return n;
}

/* A line as text. */
static void put_row(const struct gno_report *r, const struct report_row *row, FILE *f)
{
	struct report_printer *p = NULL;
	struct gno_err err;

	ck_assert(!report_printer_open(r, f, &p, &err));
	report_row_json(p, &columns_events, &row->event);
	ck_assert(!report_printer_close(p, &err));
}

/* All lines of the complete run. */
static char *complete(size_t *lines)
{
	struct report_cursor *c = NULL;
	const struct report_row *row;
	struct gno_report *r = NULL;
	char *text = NULL;
	struct gno_err err;
	size_t length;
	FILE *f = open_memstream(&text, &length);

	*lines = 0;
	ck_assert_msg(!gno_report_look(w.dir, &r, &err), "%s", err.text);
	ck_assert(!report_rows_open(r, REPORT_EVENTS, 0, 0, &c, &err));
	while (report_rows_next(c, &row, &err) == 1) {
		put_row(r, row, f);
		++*lines;
	}
	report_rows_close(c);
	gno_report_free(r);
	fclose(f);
	return text;
}

/* What comes at once; returns what report_rows_next did then. */
static int take_rows_there(struct gno_report *r, struct report_cursor *c, FILE *f, size_t *lines)
{
	const struct report_row *row;
	struct gno_err err;
	int rc;

	while ((rc = report_rows_next(c, &row, &err)) == 1) {
		put_row(r, row, f);
		++*lines;
	}
	ck_assert_msg(rc >= 0, "%s", err.text);
	return rc;
}

static void follow(bool sizes)
{
	struct report_cursor *c = NULL;
	size_t lines = 0, all, length;
	char *wanted = complete(&all), *text = NULL;
	FILE *f = open_memstream(&text, &length);
	struct gno_report *r = NULL;
	bool more = true;
	struct gno_err err;
	int rc;

	ck_assert_ptr_null(strstr(wanted, "hole"));
	g.sizes = sizes;
	growing_start(&g);
	ck_assert_msg(!gno_report_follow(w.dir, &r, &err), "%s", err.text);
	ck_assert(!report_check_from(r, UINT64_MAX, &err)); /* it may come */
	ck_assert(!report_rows_open(r, REPORT_EVENTS, 0, 0, &c, &err));
	while (more) {
		more = growing_step(&g);
		rc = gno_report_refresh(r, &err);
		ck_assert_msg(rc >= 0, "%s", err.text);
		ck_assert_int_eq(take_rows_there(r, c, f, &lines), REPORT_WAITS);
		ck_assert_msg(lines >= decided(), "%zu lines, not %zu", lines, decided());
		ck_assert(gno_report_grows(r));
		ck_assert_int_eq(gno_report_refresh(r, &err), 0);
	}
	growing_end(&g);
	ck_assert_int_eq(gno_report_refresh(r, &err), 1);
	ck_assert_int_eq(take_rows_there(r, c, f, &lines), 0);
	ck_assert(!gno_report_grows(r));
	ck_assert_int_eq(report_rows_doubt(c), -1);
	fclose(f);
	ck_assert_uint_eq(lines, all);
	ck_assert(!strcmp(text, wanted)); /* too long to show */
	report_rows_close(c);
	gno_report_free(r);
	free(text);
	free(wanted);
}

START_TEST(test_follow_random_pieces)
{
	for (uint32_t first = 1; first <= ROUNDS; first++) {
		g.seed = first;
		begin(first % 2 ? 32 : 24);
		follow(first % 4 < 2);
		tw_end(&w);
	}
}
END_TEST

/* A record of going live is in a gap: names behind the gap are in doubt, and the run's own reader
 * knows none. */
START_TEST(test_follow_lost_load)
{
	struct report_cursor *c = NULL;
	struct gno_report *r = NULL;
	size_t lines = 0, length;
	char *text = NULL;
	FILE *f = open_memstream(&text, &length);
	struct gno_err err;

	begin(32);
	tw_end(&w);
	tw_begin(&w, NODES, 32, 0, 0);
	w.patterns[0] = &fix[0].file;
	w.patterns[1] = &fix[1].file;
	tw_event(&w, 0, 10, 1, 0);
	tw_gap(&w, 0, 20, 60, 3);
	for (unsigned k = 0; k < NODES; k++)
		tw_flush(&w, k, 100);
	tw_write(&w);
	growing_journal(&g, "complete");
	ck_assert_msg(!gno_report_follow(w.dir, &r, &err), "%s", err.text);
	ck_assert(!report_rows_open(r, REPORT_EVENTS, 0, 0, &c, &err));
	ck_assert_int_eq(take_rows_there(r, c, f, &lines), 0);
	ck_assert_int_eq(report_rows_doubt(c), 0);
	ck_assert_uint_eq(lines, 2);
	report_rows_close(c);
	gno_report_free(r);
	fclose(f);
	free(text);
	tw_end(&w);
}
END_TEST

/* The run is complete, and filtered in its place, between two looks at it: the files that are open
 * are those of the whole run, and are read to their ends. */
START_TEST(test_follow_filtered)
{
	const struct filter_options drop = {.drop = "kind == event"};
	struct report_cursor *c = NULL;
	struct filter_result result;
	struct gno_report *r = NULL;
	size_t lines = 0, all, length;
	char *wanted, *text = NULL, other[128], command[160];
	FILE *f = open_memstream(&text, &length);
	struct gno_err err;

	begin(32);
	wanted = complete(&all);
	growing_start(&g);
	for (unsigned k = 0; k < NODES; k++)
		growing_put(&g, k, 0, (g.size[k] = 500), false);
	ck_assert_msg(!gno_report_follow(w.dir, &r, &err), "%s", err.text);
	ck_assert(!report_rows_open(r, REPORT_EVENTS, 0, 0, &c, &err));
	ck_assert_int_eq(take_rows_there(r, c, f, &lines), REPORT_WAITS);
	for (unsigned k = 0; k < NODES; k++)
		growing_put(&g, k, 0, w.node[k].len, false);
	growing_load(&g, 1, 0);
	growing_journal(&g, "complete");
	snprintf(other, sizeof(other), "%s.filtered", w.dir);
	ck_assert_msg(!filter_run(w.dir, other, &drop, &result, &err), "%s", err.text);
	ck_assert(!renameat2(AT_FDCWD, w.dir, AT_FDCWD, other, RENAME_EXCHANGE));
	ck_assert_uint_gt(result.left_out, 0);
	ck_assert_int_eq(gno_report_refresh(r, &err), 1);
	ck_assert_int_eq(take_rows_there(r, c, f, &lines), 0);
	ck_assert_uint_eq(gno_trace_run(r->trace)->filters, 0);
	fclose(f);
	ck_assert(!strcmp(text, wanted));
	report_rows_close(c);
	gno_report_free(r);
	free(text);
	free(wanted);
	ck_assert(!renameat2(AT_FDCWD, w.dir, AT_FDCWD, other, RENAME_EXCHANGE));
	snprintf(command, sizeof(command), "rm -r %s", other);
	ck_assert_int_eq(system(command), 0);
	tw_end(&w);
}
END_TEST

/* A header that is read while it is written is read again. */
START_TEST(test_follow_torn_header)
{
	const uint8_t torn[8] = {0xff, 0xff, 0xff};
	struct report_cursor *c = NULL;
	struct gno_report *r = NULL;
	size_t lines = 0, all, length;
	char *wanted, *text = NULL;
	FILE *f = open_memstream(&text, &length);
	struct gno_err err;
	int fd;

	begin(32);
	wanted = complete(&all);
	growing_start(&g);
	for (unsigned k = 0; k < NODES; k++)
		growing_put(&g, k, 0, (g.size[k] = 500), false);
	fd = open(growing_path(&g, 1), O_WRONLY);
	ck_assert_int_eq(pwrite(fd, torn, sizeof(torn), 24), sizeof(torn));
	ck_assert_msg(!gno_report_follow(w.dir, &r, &err), "%s", err.text);
	ck_assert(!report_rows_open(r, REPORT_EVENTS, 0, 0, &c, &err));
	ck_assert_int_eq(take_rows_there(r, c, f, &lines), REPORT_WAITS);
	for (unsigned k = 0; k < NODES; k++)
		growing_put(&g, k, 0, w.node[k].len, false);
	close(fd);
	growing_load(&g, 1, 0);
	growing_journal(&g, "complete");
	ck_assert_int_eq(gno_report_refresh(r, &err), 1);
	ck_assert_int_eq(take_rows_there(r, c, f, &lines), 0);
	fclose(f);
	ck_assert(!strcmp(text, wanted));
	report_rows_close(c);
	gno_report_free(r);
	free(text);
	free(wanted);
	tw_end(&w);
}
END_TEST

/* Another run takes the place, or a file gets shorter. */
START_TEST(test_follow_faults)
{
	struct gno_report *r = NULL;
	struct gno_err err;

	begin(32);
	growing_journal(&g, "running");
	ck_assert(!gno_report_follow(w.dir, &r, &err));
	ck_assert_int_eq(truncate(growing_path(&g, 1), 100), 0);
	ck_assert_int_eq(gno_report_refresh(r, &err), GNO_ERR_IO);
	gno_report_free(r);
	ck_assert(!gno_report_follow(w.dir, &r, &err));
	w.run++;
	growing_journal(&g, "running");
	ck_assert_int_eq(gno_report_refresh(r, &err), GNO_ERR_MISMATCH);
	ck_assert_msg(strstr(err.text, "another run has replaced this one") != NULL, "%s",
		      err.text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Two readers of one folder, between which another run has come to its place. */
START_TEST(test_follow_two_readers)
{
	static const char *const runs[] = {"first", "second"};
	struct gno_trace *t[2];
	struct gno_err err;
	char text[256];

	begin(32);
	for (unsigned i = 0; i < 2; i++) {
		snprintf(
		    text, sizeof(text),
		    "{\"gnomon\":3,\"hash\":\"0123456789abcdef\",\"run\":%u,\"nonce\":\"%s\",\"mode\":\"stream\",\"state\":\"running\"}\n",
		    w.run, runs[i]);
		growing_text(&g, "run.json", text);
		ck_assert_msg(!gno_trace_follow(w.dir, &t[i], &err), "%s", err.text);
		ck_assert_int_ge(gno_trace_refresh_with(t[i], t[i], &err), 0);
	}
	ck_assert_int_eq(gno_trace_refresh_with(t[0], t[1], &err), GNO_ERR_MISMATCH);
	gno_trace_close(t[0]);
	gno_trace_close(t[1]);
	tw_end(&w);
}
END_TEST

/* `gnomon events --follow` into a file. */
static pid_t start_command(const char *options)
{
	pid_t child = fork();
	char command[512];

	if (child)
		return child;
	snprintf(command, sizeof(command), "exec %s %s %s >%s/out 2>%s/err", getenv("GNOMON"),
		 options, w.dir, w.dir, w.dir);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

static int end_command(pid_t child)
{
	int status;

	ck_assert_int_eq(waitpid(child, &status, 0), child);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static char *read_file(const char *name)
{
	struct gno_err err;
	char *text = NULL;

	return gno_slurp(tw_path(&w, name), &text, NULL, &err) ? strdup("") : text;
}

static void nap(void)
{
	const struct timespec pause = {.tv_nsec = 10000000};

	nanosleep(&pause, NULL);
}

/* Waits until the output has something. */
static void await_output(const char *part)
{
	bool there = false;

	while (!there) {
		char *text = read_file("out");

		there = strstr(text, part) != NULL;
		free(text);
		nap();
	}
}

START_TEST(test_follow_command)
{
	char *wanted, *text;
	size_t lines;
	pid_t child;

	ck_assert_ptr_nonnull(getenv("GNOMON"));
	g.seed = 7;
	begin(32);
	wanted = complete(&lines);
	g.sizes = true;
	growing_start(&g);
	growing_text(&g, "run.json", "{\"gnomon\":3,\"state\":\"loaded\"}\n");
	child = start_command("events --follow --json");
	nap();
	growing_journal(&g, "running");
	while (growing_step(&g))
		nap();
	await_output("\"event\"");
	growing_end(&g);
	ck_assert_int_eq(end_command(child), 0);
	text = read_file("out");
	ck_assert(!strcmp(text, wanted));
	free(text);
	free(wanted);
	tw_end(&w);
}
END_TEST

static const char *const reports[] = {"report --all", "report --all --json", "report",
				      "report --section timeline --width 200"};

/* The report comes again and again; the last one is that of the complete run. */
START_TEST(test_follow_report)
{
	char *text, *wanted, options[80];
	pid_t child;

	ck_assert_ptr_nonnull(getenv("GNOMON"));
	g.seed = 11;
	begin(32);
	ck_assert_int_eq(end_command(start_command(reports[_i])), 0);
	wanted = read_file("out");
	g.sizes = true;
	growing_start(&g);
	unlink(tw_path(&w, "out"));
	for (unsigned i = 0; i < 50; i++)
		growing_step(&g);
	snprintf(options, sizeof(options), "%s --follow", reports[_i]);
	child = start_command(options);
	await_output("core0");
	while (growing_step(&g))
		;
	growing_end(&g);
	ck_assert_int_eq(end_command(child), 0);
	text = read_file("out");
	ck_assert_uint_gt(strlen(text), strlen(wanted));
	ck_assert_str_eq(text + strlen(text) - strlen(wanted), wanted);
	ck_assert(text[strlen(text) - strlen(wanted) - 1] == '\n');
	ck_assert_ptr_null(strstr(wanted, "running"));
	free(text);
	free(wanted);
	tw_end(&w);
}
END_TEST

/* An interrupt ends it; what it has printed stays. */
START_TEST(test_follow_interrupt)
{
	char *text;
	pid_t child;

	ck_assert_ptr_nonnull(getenv("GNOMON"));
	g.seed = 9;
	begin(32);
	growing_journal(&g, "running");
	child = start_command("events --follow");
	await_output("write");
	kill(child, SIGINT);
	ck_assert_int_eq(end_command(child), 0);
	text = read_file("err");
	ck_assert_str_eq(
	    text, "gnomon: interrupted: the run is not complete, and later events may follow\n");
	free(text);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests(
	    "follow", NULL, NULL,
	    TESTS({test_follow_random_pieces}, {test_follow_lost_load}, {test_follow_filtered},
		  {test_follow_torn_header}, {test_follow_faults}, {test_follow_two_readers},
		  {test_follow_command}, {test_follow_report, 4}, {test_follow_interrupt}));
}
