/* SPDX-License-Identifier: Apache-2.0 */
/* Ratio counters, buckets and counters for themselves, once and again and again. */
#include <check.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "growing.h"
#include "tests/suite.h"
#include "units_fixture.h"

/* Output and status of a command on a run directory; the caller's. */
static char *run_command(const char *args, const struct tw *w, int *status)
{
	const char *program = getenv("GNOMON");
	char command[512], text[256];
	char *out = calloc(1, 65536);
	size_t len;
	FILE *f;

	ck_assert_ptr_nonnull(program);
	ck_assert_ptr_nonnull(out);
	snprintf(text, sizeof(text), args, w->dir);
	snprintf(command, sizeof(command), "timeout 1800 %s %s 2>&1", program, text);
	f = popen(command, "r");
	ck_assert_ptr_nonnull(f);
	len = fread(out, 1, 65535, f);
	out[len] = '\0';
	*status = WEXITSTATUS(pclose(f));
	return out;
}

/* The commands: exit status, and a part of their output. */
START_TEST(test_watch_once)
{
	static const struct {
		const char *args;
		int status;
		const char *says;
	} cases[] = {
	    {"report -s ratios %s", 0, "core0  gate    gate / always  279  300  93.00%"},
	    {"report -s buckets %s", 0, "core0.small [0, 99], 1.000 us: 10 values"},
	    {"report -s buckets %s --limit 1", 0,
	     "[200, 299], 1.000 us: 0 values, ended by the flush\n  and 2 more\n"},
	    {"report -s counters %s --node core0", 0, "0 stall_a    100     188  53.19%"},
	    {"report -s buckets --json %s", 0, "\"banks_seen\": 3"},
	    /* it has ended, so it is shown once */
	    {"report -s buckets --follow --json %s", 0,
	     "{\"gnomon\":1,\"state\":\"complete\",\"end\":299,"},
	    {"report -s ratios,counters --follow=3 %s", 0, "299 cycles: 2.990 us at"},
	    {"report -s counters,buckets,ratios --json %s", 0, "\"unsnapped\": "},
	    {"report -s buckets %s --node core7", 1,
	     "gnomon: monitor 'test' has no node 'core7'\n"},
	    {"report -s buckets %s/nowhere", 1, "gnomon: cannot open"},
	    {"report -s buckets --follow=0 %s", 2, "'0' is not a number from 1"},
	    {"report -s buckets --follow=x %s", 2, "(option '--follow')"},
	    {"report -s buckets,nodes --json %s", 2, "--section with --json is for ratios,"},
	    {"report -s buckets,nodes --node core0 %s", 2, "--node is for --section ratios,"},
	    {"report --node core0 %s", 2, "--node is for --section ratios,"},
	    {"report -s buckets --at 5 %s", 2, "--section cannot be combined with --at"},
	    /* what these replaced */
	    {"ratios %s", 2, "is gone: use 'gnomon report --section ratios'"},
	    {"buckets --watch %s", 2, "is gone: use 'gnomon report --section buckets'"},
	    {"counters", 2, "is gone: use 'gnomon report --section counters'"},
	    {"events --surfer=a %s", 2, "option '--surfer' is gone: use '--gtkwave'"},
	    {"export --vcd a %s", 2, "option '--vcd' is gone: use '--output FILE'"},
	    {"export -o a.jsonl %s", 2, "events as JSON lines: use 'gnomon events --json'"},
	    /* events are walked without a walk of the whole before: nothing of the banks is kept */
	    {"events --kind event %s", 0, "core0  event    mark  sampled"},
	    {"report --help", 0, "      --follow[=SECONDS] "},
	};
	struct tw w;

	units_write(&w);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		int status;
		char *out = run_command(cases[i].args, &w, &status);

		ck_assert_msg(status == cases[i].status, "'%s': status %d: %s", cases[i].args,
			      status, out);
		expect_line(out, cases[i].says);
		free(out);
	}
	tw_end(&w);
}
END_TEST

/* A run of a simulated model says so in each part and each form; one of the hardware nowhere. */
START_TEST(test_watch_model)
{
	static const char *const commands[] = {
	    "report %s",
	    "report --at 100 %s",
	    "report --json %s",
	    "report -s ratios %s",
	    "report --json --at 100 %s",
	    "report -s ratios --json %s",
	    "report -s buckets %s",
	    "report -s buckets --json %s",
	    "report -s counters %s",
	    "report -s counters --json %s",
	};
	struct tw w;

	units_write(&w);
	for (size_t i = 0; i < 2 * sizeof(commands) / sizeof(*commands); i++) {
		const char *args = commands[i / 2];
		int status;
		char *out;

		w.model = i % 2;
		tw_write(&w);
		out = run_command(args, &w, &status);
		ck_assert_msg(status == 0, "'%s': status %d: %s", args, status, out);
		ck_assert_msg((strstr(out, "simulated model: not the hardware") ||
			       strstr(out, "\"model\": true")) == w.model,
			      "'%s' of %s: %.400s", args, w.model ? "a model" : "the hardware",
			      out);
		free(out);
	}
	tw_end(&w);
}
END_TEST

/* A monitor without buckets. */
START_TEST(test_watch_in_vain)
{
	struct tw w;
	int status;
	char *out;

	tw_begin(&w, 1, 32, 1, 0);
	fix_begin(&units_fix, 1);
	w.patterns[0] = &units_fix.file;
	tw_write(&w);
	out = run_command("report -s buckets %s", &w, &status);
	ck_assert_int_eq(status, 1);
	ck_assert_str_eq(out, "gnomon: monitor 'test' has no buckets\n");
	free(out);
	out = run_command("report -s counters,buckets --node core0 %s", &w, &status);
	ck_assert_int_eq(status, 1);
	ck_assert_str_eq(out, "gnomon: node 'core0' of monitor 'test' has no counters,buckets\n");
	free(out);
	tw_end(&w);
}
END_TEST

/* A directory that grows while it is followed: each look that finds something new is reported,
 * until the run is complete. */
START_TEST(test_watch_until_the_end)
{
	static const uint32_t counts[8] = {1, 2, 3, 4};
	const char *program = getenv("GNOMON");
	char command[256], line[65536];
	unsigned lines = 0;
	bool whole = false;
	struct tw w;
	struct growing g = {.w = &w, .sizes = true};
	FILE *f;

	ck_assert_ptr_nonnull(program);
	units_begin_run(&w, 32);
	tw_event(&w, 0, 50, 1, 0);
	tw_write(&w);
	growing_all(&g);
	snprintf(command, sizeof(command), "timeout 1800 %s report -s buckets --follow --json %s",
		 program, w.dir);
	f = popen(command, "r");
	ck_assert_ptr_nonnull(f);
	while (fgets(line, sizeof(line), f)) {
		whole = strstr(line, "\"banks_seen\":1") != NULL;
		if (!lines++) {
			ck_assert_ptr_nonnull(strstr(line, "\"banks_seen\":0"));
			units_block(&w, 50, 9, 0,
				    (const uint32_t[]){49, 0, UNITS_LAST, 8u << 16, 0, 10}, counts,
				    8);
			tw_flush(&w, 0, 60);
			units_sample(&w, 60, 0, (const uint32_t[10]){0});
			growing_all(&g);
			growing_end(&g);
		}
	}
	ck_assert_int_eq(WEXITSTATUS(pclose(f)), 0);
	ck_assert_uint_ge(lines, 2);
	ck_assert(whole);
	tw_end(&w);
}
END_TEST

/* A table that is higher than the terminal is cut; an interrupt ends it in good order. */
START_TEST(test_watch_on_a_terminal)
{
	struct winsize size = {.ws_row = 12, .ws_col = 100};
	char out[65536];
	size_t used = 0, rows = 0;
	bool stopped = false;
	int master, status;
	ssize_t got;
	struct tw w;
	pid_t pid;

	units_begin_run(&w, 32);
	tw_event(&w, 0, 50, 1, 0);
	w.state = "running";
	for (unsigned i = 0; i < 3; i++)
		units_block(&w, 50, 9, 0,
			    (const uint32_t[]){40 + i, i ? 40 + i : 0, UNITS_LAST, 8u << 16, 0, 36},
			    (const uint32_t[]){1, 2, 3, 4, 5, 6, 7, 8}, 8);
	tw_write(&w);
	pid = forkpty(&master, NULL, NULL, &size);
	ck_assert_int_ge(pid, 0);
	if (!pid) {
		execl(getenv("GNOMON"), "gnomon", "report", "-s", "buckets", "--follow", w.dir,
		      (char *)NULL);
		_exit(127);
	}
	while (used < sizeof(out) - 1 &&
	       (got = read(master, out + used, sizeof(out) - 1 - used)) > 0) {
		used += (size_t)got;
		out[used] = '\0';
		if (!stopped && strstr(out, "more lines"))
			stopped = !kill(pid, SIGINT);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	ck_assert_int_eq(strncmp(out, "\033[H\033[Jmonitor", 13), 0);
	ck_assert_ptr_nonnull(strstr(out, "50 cycles: 500.0 ns at"));
	for (size_t i = 0; i < used; i++)
		rows += out[i] == '\n';
	ck_assert_uint_eq(rows, 12); /* the last one is that of the interrupt */
	ck_assert_ptr_nonnull(strstr(out, " more lines: a pipe or a larger window shows them\r\n"));
	close(master);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("watch", NULL, NULL,
			 TESTS({test_watch_once}, {test_watch_model}, {test_watch_in_vain},
			       {test_watch_until_the_end}, {test_watch_on_a_terminal}));
}
