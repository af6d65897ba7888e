/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Runs in which a CAPTURE line in its interrupt form pauses the time counters: the report's rounds,
 * its intervals in counter time, `gnomon events` and `--at`. What must come of a run is counted
 * cycle by cycle in an array.
 */

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/suite.h"
#include "report/at.h"
#include "report_fixture.h"

#define CYCLES 6000
#define NODES 3
#define ROUNDS_MAX 400

static struct fix fix;
static struct tw w;

/* The truth of a run. */
static bool line[CYCLES];
static unsigned own[ROUNDS_MAX], late[ROUNDS_MAX]; /* of each round, a bit for each node */
static bool sees[NODES][CYCLES];
static unsigned event[NODES][CYCLES]; /* codes, 0: none */

static unsigned paused_before(unsigned cycle)
{
	unsigned n = 0;

	for (unsigned t = 0; t < cycle; t++)
		n += line[t];
	return n;
}

static unsigned length_before(unsigned cycle)
{
	unsigned n = 0;

	while (n < cycle && line[cycle - 1 - n])
		n++;
	return n;
}

static void begin(unsigned time_bits)
{
	memset(line, 0, sizeof(line));
	memset(own, 0, sizeof(own));
	memset(late, 0, sizeof(late));
	memset(sees, 1, sizeof(sees));
	memset(event, 0, sizeof(event));
	fix_begin(&fix, NODES);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&fix, "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_point(&fix, "capture_began", GNO_PATTERN_TRIGGER, TW_BEGAN, RECORD);
	fix_point(&fix, "capture_ended", GNO_PATTERN_TRIGGER, TW_ENDED, RECORD);
	fix_interval(&fix, "work", "a", "b");
	fix_interval(&fix, "round", "capture_began", "capture_ended");
	tw_begin(&w, NODES, time_bits, 0, 0);
	w.triggers = w.interrupt = 1;
	w.patterns[0] = &fix.file;
}

static void assert_line(unsigned from, unsigned to)
{
	for (unsigned t = from; t < to; t++)
		line[t] = true;
}

static void lose(unsigned node, unsigned from, unsigned to)
{
	for (unsigned t = from; t <= to; t++)
		sees[node][t] = false;
}

/* Whether the line changes in a cycle, and the number of the round (from 0) that this is of. */
static bool changes(unsigned cycle, unsigned *round)
{
	unsigned n = 0;

	for (unsigned t = 1; t <= cycle; t++)
		n += line[t] && !line[t - 1];
	*round = n - 1 + line[0];
	return cycle && line[cycle] != line[cycle - 1];
}

static void write_cycle(unsigned k, unsigned t)
{
	unsigned round;

	if (event[k][t])
		tw_event(&w, k, t, event[k][t], 0);
	if (!changes(t, &round))
		return;
	if (line[t])
		tw_line(&w, k, t, TW_BEGAN, own[round] >> k & 1, paused_before(t), 0);
	else
		tw_line(&w, k, t, TW_ENDED, (own[round] >> k & 1) | (late[round] >> k & 1) << 1,
			paused_before(t), length_before(t));
}

/* Writes what each node has recorded up to a cycle. */
static void write_run(unsigned end)
{
	for (unsigned k = 0; k < NODES; k++) {
		for (unsigned t = 0; t < end; t++) {
			unsigned to = t;

			if (sees[k][t]) {
				write_cycle(k, t);
				continue;
			}
			while (!sees[k][to + 1])
				to++;
			tw_gap(&w, k, t, to, 3);
			t = to;
		}
		tw_flush(&w, k, end);
	}
	tw_write(&w);
}

static json_int_t number(const json_t *o, const char *key)
{
	const json_t *v = json_object_get(o, key);

	ck_assert_msg(json_is_integer(v), "'%s' is no number", key);
	return json_integer_value(v);
}

static bool is_null(const json_t *o, const char *key)
{
	ck_assert_ptr_nonnull(json_object_get(o, key));
	return json_is_null(json_object_get(o, key));
}

/* The nodes that a list names. */
static unsigned nodes_of(const json_t *o, const char *key)
{
	const json_t *name;
	unsigned bits = 0, k;
	size_t i;

	ck_assert(json_is_array(json_object_get(o, key)));
	json_array_foreach(json_object_get(o, key), i, name)
	{
		ck_assert_int_eq(sscanf(json_string_value(name), "core%u", &k), 1);
		bits |= 1u << k;
	}
	return bits;
}

/* The statistics of an interval at a node in the report. */
static const struct report_statistics *stats(const struct gno_report *r, unsigned node,
					     const char *name)
{
	size_t i = 0;

	while (strcmp(r->points.interval[i].name, name) != 0)
		i++;
	return &r->node[node].statistics[i];
}

/* A node's intervals, all of which are known: from `a` to the next `b` without a loss between. */
static void check_work(const struct gno_report *r, unsigned k, unsigned end)
{
	struct gno_stats real = {0}, counter = {0};
	int since = -1;

	for (unsigned t = 0; t < end; t++) {
		if (!sees[k][t])
			since = -1;
		else if (event[k][t] == 1 && since < 0)
			since = (int)t;
		else if (event[k][t] == 2 && since >= 0) {
			unsigned from = (unsigned)since;

			gno_stats_add(&real, t - from);
			gno_stats_add(&counter,
				      t - from - (paused_before(t) - paused_before(from)));
			since = -1;
		}
	}
	expect_stats(&stats(r, k, "work")->stats, real.count, real.total, real.min, real.max);
	expect_stats(&stats(r, k, "work")->counter, counter.count, counter.total, counter.min,
		     counter.max);
	ck_assert_uint_eq(stats(r, k, "work")->counter_unknown, 0);
}

/* All rounds of a run of which all is known. */
static void check_rounds(const struct gno_report *r, unsigned end)
{
	json_t *root = json_of(r), *rounds = json_object_get(root, "rounds"), *list, *o;
	unsigned t = 0, at = 0;

	list = json_object_get(rounds, "list");
	for (; t < end; t++) {
		unsigned missing = 0, from = t, to;

		if (!line[t])
			continue;
		while (t < end && line[t])
			t++;
		to = t;
		o = json_array_get(list, at);
		ck_assert_ptr_nonnull(o);
		for (unsigned k = 0; k < NODES; k++)
			if (!sees[k][from] || (to < end && !sees[k][to]))
				missing |= 1u << k;
		ck_assert_int_eq(number(o, "round"), at + 1);
		ck_assert_int_eq(number(o, "began"), from);
		ck_assert_int_eq(number(o, "ended"), to);
		ck_assert_int_eq(number(o, "length"), to - from);
		ck_assert_int_eq(number(o, "counter"), from - paused_before(from));
		for (unsigned k = 0; k < NODES; k++) { /* of what the node has recorded */
			if (!sees[k][from] && !sees[k][to])
				own[at] &= ~(1u << k);
			if (!sees[k][to])
				late[at] &= ~(1u << k);
		}
		ck_assert_uint_eq(nodes_of(o, "own"), own[at]);
		ck_assert_uint_eq(nodes_of(o, "late"), late[at]);
		ck_assert_uint_eq(nodes_of(o, "missing"), missing);
		at++;
	}
	ck_assert_uint_eq(json_array_size(list), at);
	ck_assert_int_eq(number(rounds, "count"), at);
	ck_assert_int_eq(number(rounds, "paused"), paused_before(end));
	ck_assert_int_eq(number(rounds, "asserted"), paused_before(end));
	ck_assert_int_eq(number(rounds, "unknown"), 0);
	ck_assert_int_eq(number(rounds, "contradictions"), 0);
	ck_assert(json_is_true(json_object_get(rounds, "complete")));
	ck_assert_uint_eq(json_array_size(json_object_get(rounds, "not_known")), 0);
	json_decref(root);
}

/* Losses at some nodes, never at all: the records of the others serve. */
static void random_run(unsigned seed, unsigned time_bits)
{
	unsigned end = CYCLES - 1, round = 0;
	struct gno_report *r;

	srand(seed);
	begin(time_bits);
	for (unsigned t = 5 + (unsigned)rand() % 60; t + 100 < end; round++) {
		unsigned to = t + 1 + (unsigned)rand() % 60;

		assert_line(t, to);
		own[round] = 1 + (unsigned)rand() % 7;
		late[round] = (unsigned)rand() % 8 & (unsigned)rand() % 8;
		t = to + 1 + (unsigned)rand() % 60;
	}
	for (unsigned t = 50 + (unsigned)rand() % 90; t + 400 < end;) {
		unsigned to = t + 20 + (unsigned)rand() % 200, k = (unsigned)rand() % NODES;

		lose(k, t, to);
		if (rand() % 2)
			lose((k + 1) % NODES, t + 7, to + 9);
		t = to + 12 + (unsigned)rand() % 90;
	}
	for (unsigned k = 0; k < NODES; k++)
		for (unsigned t = 1 + (unsigned)rand() % 9, code = 1; t < end; code = 3 - code) {
			event[k][t] = code;
			t += 1 + (unsigned)rand() % 70;
		}
	write_run(end);
	r = report_of(&w, NULL);
	check_rounds(r, end);
	for (unsigned k = 0; k < NODES; k++)
		check_work(r, k, end);
	gno_report_free(r);
	tw_end(&w);
}

START_TEST(test_pauses_losses_at_some_nodes)
{
	for (unsigned seed = 1; seed <= 12; seed++)
		random_run(seed, seed % 2 ? 8 : 32);
}
END_TEST

/*
 * A run that begins within a round; a node that is late; two that assert the line; a round of which
 * a node has lost all; one that all have lost; one whose end all have lost; one that goes on to the
 * end.
 */
static void write_losses(void)
{
	begin(16);
	assert_line(0, 40);
	assert_line(100, 150);
	own[1] = 5;
	late[1] = 2;
	lose(2, 90, 160);
	assert_line(300, 350);
	assert_line(500, 520);
	own[3] = 2;
	assert_line(600, 680);
	own[4] = 1;
	assert_line(800, 1000);
	own[5] = 4;
	for (unsigned k = 0; k < NODES; k++) {
		lose(k, 250 - k, 400 + k);
		lose(k, 610 + k, 700 - k);
	}
	event[0][45] = event[0][98] = event[0][410] = event[0][705] = event[0][850] = 1;
	event[0][95] = event[0][155] = event[0][505] = event[0][790] = event[0][860] = 2;
	event[1][599] = 1; /* the gap cuts it */
	event[1][710] = 2;
	write_run(900);
}

START_TEST(test_pauses_losses_at_all_nodes)
{
	struct gno_report *r;
	json_t *root, *rounds, *list, *o;

	write_losses();
	r = report_of(&w, NULL);
	root = json_of(r);
	rounds = json_object_get(root, "rounds");
	list = json_object_get(rounds, "list");
	ck_assert_uint_eq(json_array_size(list), 5);
	o = json_array_get(list, 0);
	ck_assert(is_null(o, "began"));
	ck_assert(json_is_true(json_object_get(o, "at_start")));
	ck_assert_int_eq(number(o, "ended"), 40);
	ck_assert_int_eq(number(o, "length"), 40);
	ck_assert_uint_eq(nodes_of(o, "missing"), 0);
	o = json_array_get(list, 1);
	ck_assert_int_eq(number(o, "began"), 100);
	ck_assert_int_eq(number(o, "counter"), 60);
	ck_assert_int_eq(number(o, "length"), 50);
	ck_assert_uint_eq(nodes_of(o, "own"), 1);
	ck_assert_uint_eq(nodes_of(o, "late"), 2);
	ck_assert_uint_eq(nodes_of(o, "missing"), 4);
	o = json_array_get(list, 3);
	ck_assert_int_eq(number(o, "round"), 4);
	ck_assert_int_eq(number(o, "began"), 600);
	ck_assert(is_null(o, "ended"));
	ck_assert(is_null(o, "length"));
	ck_assert(json_is_false(json_object_get(o, "at_end")));
	ck_assert_uint_eq(nodes_of(o, "missing"), 7);
	o = json_array_get(list, 4);
	ck_assert_int_eq(number(o, "began"), 800);
	ck_assert_int_eq(number(o, "counter"), 800 - 240);
	ck_assert(is_null(o, "ended"));
	ck_assert(json_is_true(json_object_get(o, "at_end")));
	ck_assert_uint_eq(nodes_of(o, "missing"), 0);

	ck_assert_int_eq(number(rounds, "count"), 5);
	ck_assert(json_is_false(json_object_get(rounds, "complete")));
	ck_assert_int_eq(number(rounds, "paused"), (int)paused_before(901));
	ck_assert_int_eq(number(rounds, "unknown_asserted"), 50 + 68);
	list = json_object_get(rounds, "not_known");
	ck_assert_uint_eq(json_array_size(list), 2);
	o = json_array_get(list, 0); /* core0 is the last to lose, and the first to see again */
	ck_assert_int_eq(number(o, "from"), 250);
	ck_assert_int_eq(number(o, "to"), 400);
	ck_assert_int_eq(number(o, "asserted"), 50);
	o = json_array_get(list, 1);
	ck_assert_int_eq(number(o, "from"), 612);
	ck_assert_int_eq(number(o, "to"), 698);
	ck_assert_int_eq(number(o, "asserted"), 68);
	json_decref(root);

	expect_stats(&stats(r, 0, "work")->stats, 5, 50 + 57 + 95 + 85 + 10, 10, 95);
	expect_stats(&stats(r, 0, "work")->counter, 5, 50 + 7 + 90 + 85, 0, 90);
	ck_assert_uint_eq(stats(r, 0, "work")->counter_unknown, 0);
	expect_stats(&stats(r, 0, "round")->counter, 2, 0, 0, 0);
	ck_assert_uint_eq(stats(r, 1, "work")->cut, 1);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

START_TEST(test_pauses_text)
{
	struct gno_report *r;
	char *text;

	write_losses();
	r = report_of(&w, NULL);
	text = print_all_of(r);
	expect_line(text, "\nrounds of the CAPTURE line");
	expect_line(text,
		    "\n  round  began  ended  cycles      time  counter  by     late   not recorded\n"
		    "      1  start     40      40  400.0 ns        0\n"
		    "      2    100    150      50  500.0 ns       60  core0  core1  core2\n"
		    "      3    500    520      20  200.0 ns      360  core1\n"
		    "      4    600      ?   >= 12                440  core0         core0 + core1 + "
		    "core2\n"
		    "      5    800    end  >= 101                560  core2\n");
	expect_line(text, "\n  >= 5 rounds; the time counters paused for 341 cycles: 3.410 us\n");
	expect_line(text, "\n  not known from cycle 250 to 400: the line was asserted in 50 of these "
			  "cycles\n");
	expect_line(text, "\nintervals without the pauses of the time counters (CAPTURE line)\n");
	free(text);
	text = text_of(r, false);
	expect_line(text, "and 2 more\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* After a loss at all nodes and without a later record nothing is known, and nothing is guessed. */
static void write_unknown(void)
{
	begin(12);
	assert_line(100, 150);
	own[0] = 1;
	assert_line(250, 260);
	for (unsigned k = 0; k < NODES; k++)
		lose(k, 200, 300);
	event[1][160] = event[1][320] = 1;
	event[1][190] = event[1][340] = 2;
	write_run(400);
}

START_TEST(test_pauses_that_are_not_known)
{
	struct report_at *at = NULL;
	struct gno_report *r;
	struct gno_err err;
	json_t *root, *rounds;
	char *text;
	FILE *f;

	write_unknown();
	r = report_of(&w, NULL);
	root = json_of(r);
	rounds = json_object_get(root, "rounds");
	ck_assert(is_null(rounds, "paused"));
	ck_assert(is_null(rounds, "unknown_asserted"));
	ck_assert(json_is_false(json_object_get(rounds, "complete")));
	ck_assert_int_eq(number(rounds, "asserted"), 50);
	ck_assert_int_eq(number(rounds, "unknown"), 201);
	json_decref(root);
	expect_stats(&stats(r, 1, "work")->stats, 2, 50, 20, 30);
	expect_stats(&stats(r, 1, "work")->counter, 1, 30, 30, 30);
	ck_assert_uint_eq(stats(r, 1, "work")->counter_unknown, 1);
	text = print_all_of(r);
	expect_line(text, "  work at core1: the pauses of 1 more are not known\n");
	expect_line(text, "\n  >= 1 round of 50 cycles; for how long the time counters paused in all is "
			  "not known\n");
	expect_line(text, "\n  not known from cycle 200 to 400\n");
	free(text);

	ck_assert_int_eq(report_at_find(r, 330, &at, &err), 0);
	f = json_begin();
	ck_assert_int_eq(report_at_json(at, f, &err), 0);
	root = json_end(f);
	ck_assert(is_null(json_object_get(root, "line"), "asserted"));
	ck_assert(is_null(json_object_get(root, "line"), "counter"));
	ck_assert(is_null(json_object_get(root, "line"), "round"));
	json_decref(root);
	report_at_free(at);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

static char *at_text(const struct gno_report *r, uint64_t cycle)
{
	struct report_at *at = NULL;
	struct gno_err err;
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(report_at_find(r, cycle, &at, &err), 0);
	ck_assert_int_eq(report_at_text(at, f, &err), 0);
	report_at_free(at);
	fclose(f);
	return text;
}

START_TEST(test_pauses_at_a_cycle)
{
	static const struct {
		uint64_t cycle;
		const char *says;
	} cases[] = {
	    {20, "\nthe time counters are at 0; the CAPTURE line is asserted: round 1, from cycle 0 "
		 "to 39\n"},
	    {99, "\nthe time counters are at 59; the CAPTURE line is released\n"},
	    {149, "\nthe time counters are at 60; the CAPTURE line is asserted: round 2, from cycle "
		  "100 to 149\n"},
	    {150, "\nthe time counters are at 60; the CAPTURE line is released\n"},
	    {250, "\nthe time counters are at 160; whether the CAPTURE line is asserted is not known "
		  "from cycle 250 to 400\n"},
	    {251, "\nthe value of the time counters is not known; whether the CAPTURE line is "
		  "asserted is not known from cycle 250 to 400\n"},
	    {900, "\nthe time counters are at 560; the CAPTURE line is asserted: round 5, from cycle "
		  "800\n"},
	};
	struct report_at *at = NULL;
	struct gno_report *r;
	struct gno_err err;
	json_t *root, *o;
	FILE *f;

	write_losses();
	r = report_of(&w, NULL);
	for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *text = at_text(r, cases[i].cycle);

		expect_line(text, cases[i].says);
		free(text);
	}
	ck_assert_int_eq(report_at_find(r, 149, &at, &err), 0);
	f = json_begin();
	ck_assert_int_eq(report_at_json(at, f, &err), 0);
	root = json_end(f);
	o = json_object_get(root, "line");
	ck_assert(json_is_true(json_object_get(o, "asserted")));
	ck_assert_int_eq(number(o, "counter"), 60);
	ck_assert_int_eq(number(o, "round"), 2);
	ck_assert_int_eq(number(o, "from"), 100);
	ck_assert_int_eq(number(o, "to"), 149);
	json_decref(root);
	report_at_free(at);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* What `gnomon events` prints with these options; the caller's. */
static char *events(const char *options)
{
	char command[512], *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size), *in;
	int c;

	snprintf(command, sizeof(command), "%s events %s %s 2>&1", getenv("GNOMON"), options,
		 w.dir);
	in = popen(command, "r");
	ck_assert(in && out);
	while ((c = fgetc(in)) != EOF)
		fputc(c, out);
	ck_assert_int_eq(WEXITSTATUS(pclose(in)), 0);
	fclose(out);
	return text;
}

START_TEST(test_pauses_events)
{
	static const char wanted[] =
	    " 40    0  0.000000400 s  core0  line     capture_ended  round 1  40 cycles\n"
	    "100   60  0.000001000 s  core0  line     capture_began  round 2  own\n"
	    "150   60  0.000001500 s  core0  line     capture_ended  round 2  50 cycles  own\n"
	    "500  360  0.000005000 s  core0  line     capture_began  round 3\n"
	    "520  360  0.000005200 s  core0  line     capture_ended  round 3  20 cycles\n"
	    "600  440  0.000006000 s  core0  line     capture_began  round 4  own\n"
	    "800  560  0.000008000 s  core0  line     capture_began  round 5\n";
	char *text, *next;

	write_losses();
	text = events("--kind line --node core0");
	ck_assert_str_eq(text, wanted);
	free(text);
	text = events("--kind line --node core1 --from 150 --to 150");
	ck_assert_str_eq(text, "150   60  0.000001500 s  core1  line     capture_ended  round 2  "
			       "50 cycles  late\n");
	free(text);

	next = text = events("--json");
	for (char *object; (object = strsep(&next, "\n")) && *object;) {
		json_t *o = json_loads(object, JSON_REJECT_DUPLICATES, NULL);
		unsigned cycle = (unsigned)number(o, "time");
		const char *kind = json_string_value(json_object_get(o, "kind"));

		if (!is_null(o, "counter"))
			ck_assert_int_eq(number(o, "counter"), cycle - paused_before(cycle));
		else
			ck_assert(cycle > 250 && cycle <= 700);
		if (!strcmp(kind, "line")) {
			ck_assert_int_eq(number(o, "paused"), paused_before(cycle));
			ck_assert(line[cycle] == is_null(o, "length"));
			ck_assert(!is_null(o, "own") && !is_null(o, "late"));
			ck_assert_int_ge(number(o, "round"), 1);
			ck_assert_int_eq(number(o, "code"), line[cycle] ? TW_BEGAN : TW_ENDED);
		}
		json_decref(o);
	}
	free(text);
	tw_end(&w);
	write_unknown();
	text = events("--from 300 --kind event");
	ck_assert_str_eq(text, "320    ?  0.000003200 s  core1  event    a\n"
			       "340    ?  0.000003400 s  core1  event    b\n");
	free(text);
	tw_end(&w);
}
END_TEST

/* A run without a round, with losses at all nodes; and a monitor without the line. */
START_TEST(test_pauses_without_rounds)
{
	struct gno_report *r;
	json_t *root;
	char *text;

	begin(32);
	write_run(400);
	r = report_of(&w, NULL);
	root = json_of(r);
	ck_assert_int_eq(number(json_object_get(root, "rounds"), "paused"), 0);
	ck_assert(json_is_true(json_object_get(json_object_get(root, "rounds"), "complete")));
	json_decref(root);
	text = text_of(r, false);
	expect_line(text, "\n  0 rounds; the time counters paused for 0 cycles: 0 s\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);

	begin(32);
	w.interrupt = 0;
	fix.file.points = 2;
	fix.file.intervals = 1;
	write_run(400);
	r = report_of(&w, NULL);
	root = json_of(r);
	ck_assert(is_null(root, "rounds"));
	json_decref(root);
	text = text_of(r, false);
	ck_assert_ptr_null(strstr(text, "CAPTURE"));
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Nodes that do not record the rounds see nothing of them: their silence means nothing. */
START_TEST(test_pauses_of_nodes_that_do_not_record)
{
	struct gno_report *r;
	json_t *root;

	begin(32);
	fix.point[2].actions = 0;
	event[0][100] = 1;
	event[0][200] = 2;
	write_run(400);
	r = report_of(&w, NULL);
	root = json_of(r);
	ck_assert(is_null(json_object_get(root, "rounds"), "paused"));
	ck_assert_uint_eq(stats(r, 0, "work")->counter_unknown, 1);
	json_decref(root);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("report_pauses");
	TCase *tc = tcase_create("report_pauses");

	tcase_set_timeout(tc, HANG_SECONDS);
	tcase_add_test(tc, test_pauses_losses_at_some_nodes);
	tcase_add_test(tc, test_pauses_losses_at_all_nodes);
	tcase_add_test(tc, test_pauses_text);
	tcase_add_test(tc, test_pauses_that_are_not_known);
	tcase_add_test(tc, test_pauses_at_a_cycle);
	tcase_add_test(tc, test_pauses_events);
	tcase_add_test(tc, test_pauses_without_rounds);
	tcase_add_test(tc, test_pauses_of_nodes_that_do_not_record);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
