/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Runs in which a CAPTURE line in its interrupt form pauses the time counters: the report's rounds,
 * and its intervals in counter time, with losses at some nodes and at all.
 */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "results/at.h"
#include "rounds_fixture.h"

START_TEST(test_pauses_losses_at_some_nodes)
{
	for (unsigned seed = 1; seed <= 12; seed++) {
		srand(seed);
		rounds_begin(seed % 2 ? 8 : 32);
		rounds_random();
	}
}
END_TEST

START_TEST(test_pauses_losses_at_all_nodes)
{
	struct gno_report *r;
	json_t *root, *rounds, *list, *o;

	rounds_write_losses();
	r = report_of(&w, NULL);
	root = json_of(r);
	rounds = json_object_get(root, "rounds");
	list = json_object_get(rounds, "list");
	ck_assert_uint_eq(json_array_size(list), 5);
	o = json_array_get(list, 0);
	ck_assert(rounds_is_null(o, "began"));
	ck_assert(json_is_true(json_object_get(o, "at_start")));
	ck_assert_int_eq(rounds_number(o, "ended"), 40);
	ck_assert_int_eq(rounds_number(o, "length"), 40);
	ck_assert_uint_eq(rounds_nodes(o, "missing"), 0);
	o = json_array_get(list, 1);
	ck_assert_int_eq(rounds_number(o, "began"), 100);
	ck_assert_int_eq(rounds_number(o, "counter"), 60);
	ck_assert_int_eq(rounds_number(o, "length"), 50);
	ck_assert_uint_eq(rounds_nodes(o, "own"), 1);
	ck_assert_uint_eq(rounds_nodes(o, "late"), 2);
	ck_assert_uint_eq(rounds_nodes(o, "missing"), 4);
	o = json_array_get(list, 3);
	ck_assert_int_eq(rounds_number(o, "round"), 4);
	ck_assert_int_eq(rounds_number(o, "began"), 600);
	ck_assert(rounds_is_null(o, "ended"));
	ck_assert(rounds_is_null(o, "length"));
	ck_assert(json_is_false(json_object_get(o, "at_end")));
	ck_assert_uint_eq(rounds_nodes(o, "missing"), 7);
	o = json_array_get(list, 4);
	ck_assert_int_eq(rounds_number(o, "began"), 800);
	ck_assert_int_eq(rounds_number(o, "counter"), 800 - 240);
	ck_assert(rounds_is_null(o, "ended"));
	ck_assert(json_is_true(json_object_get(o, "at_end")));
	ck_assert_uint_eq(rounds_nodes(o, "missing"), 0);

	ck_assert_int_eq(rounds_number(rounds, "count"), 5);
	ck_assert(json_is_false(json_object_get(rounds, "complete")));
	ck_assert_int_eq(rounds_number(rounds, "paused"), (int)rounds_paused(901));
	ck_assert_int_eq(rounds_number(rounds, "unknown_asserted"), 50 + 68);
	list = json_object_get(rounds, "not_known");
	ck_assert_uint_eq(json_array_size(list), 2);
	/* core0 is the last to lose, and the first to see again: there is no change in 401 */
	o = json_array_get(list, 0);
	ck_assert_int_eq(rounds_number(o, "from"), 250);
	ck_assert_int_eq(rounds_number(o, "to"), 399);
	ck_assert_int_eq(rounds_number(o, "asserted"), 50);
	o = json_array_get(list, 1);
	ck_assert_int_eq(rounds_number(o, "from"), 612);
	ck_assert_int_eq(rounds_number(o, "to"), 697);
	ck_assert_int_eq(rounds_number(o, "asserted"), 68);
	json_decref(root);

	expect_stats(&rounds_stats(r, 0, "work")->stats, 5, 50 + 57 + 95 + 85 + 10, 10, 95);
	expect_stats(&rounds_stats(r, 0, "work")->counter, 5, 50 + 7 + 90 + 85, 0, 90);
	ck_assert_uint_eq(rounds_stats(r, 0, "work")->counter_unknown, 0);
	expect_stats(&rounds_stats(r, 0, "round")->counter, 2, 0, 0, 0);
	ck_assert_uint_eq(rounds_stats(r, 1, "work")->cut, 1);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

START_TEST(test_pauses_that_are_not_known)
{
	struct report_at *at = NULL;
	struct gno_report *r;
	struct gno_err err;
	json_t *root, *rounds;
	char *text;
	FILE *f;

	rounds_write_unknown();
	r = report_of(&w, NULL);
	root = json_of(r);
	rounds = json_object_get(root, "rounds");
	ck_assert(rounds_is_null(rounds, "paused"));
	ck_assert(rounds_is_null(rounds, "unknown_asserted"));
	ck_assert(json_is_false(json_object_get(rounds, "complete")));
	ck_assert_int_eq(rounds_number(rounds, "asserted"), 50);
	ck_assert_int_eq(rounds_number(rounds, "unknown"), 201);
	json_decref(root);
	expect_stats(&rounds_stats(r, 1, "work")->stats, 2, 50, 20, 30);
	expect_stats(&rounds_stats(r, 1, "work")->counter, 1, 30, 30, 30);
	ck_assert_uint_eq(rounds_stats(r, 1, "work")->counter_unknown, 1);
	text = print_all_of(r);
	expect_line(text, "  work at core1: the pauses of 1 more are not known\n");
	expect_line(
	    text,
	    "\n  >= 1 round of 50 cycles; for how long the time counters paused in all is not known\n");
	expect_line(text, "\n  not known from cycle 200 to 400\n");
	free(text);

	ck_assert_int_eq(report_at_find(r, 330, &at, &err), 0);
	f = json_begin();
	ck_assert_int_eq(report_at_json(at, f, &err), 0);
	root = json_end(f);
	ck_assert(rounds_is_null(json_object_get(root, "line"), "asserted"));
	ck_assert(rounds_is_null(json_object_get(root, "line"), "counter"));
	ck_assert(rounds_is_null(json_object_get(root, "line"), "round"));
	json_decref(root);
	report_at_free(at);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A run without a round, with losses at all nodes; and a monitor without the line. */
START_TEST(test_pauses_without_rounds)
{
	struct gno_report *r;
	json_t *root;
	char *text;

	rounds_begin(32);
	rounds_write(400);
	r = report_of(&w, NULL);
	root = json_of(r);
	ck_assert_int_eq(rounds_number(json_object_get(root, "rounds"), "paused"), 0);
	ck_assert(json_is_true(json_object_get(json_object_get(root, "rounds"), "complete")));
	json_decref(root);
	text = text_of(r, false);
	expect_line(text, "\n  0 rounds; the time counters paused for 0 cycles: 0 s\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);

	rounds_begin(32);
	w.interrupt = 0;
	fix.file.points = 2;
	fix.file.intervals = 1;
	rounds_write(400);
	r = report_of(&w, NULL);
	root = json_of(r);
	ck_assert(rounds_is_null(root, "rounds"));
	json_decref(root);
	text = text_of(r, false);
	ck_assert_ptr_null(strstr(text, "CAPTURE"));
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* The stretches of which nothing is known: as many as there are, "from-to:asserted ". */
static char *not_known(const struct gno_report *r)
{
	static char text[256];
	json_t *root = json_of(r), *o;
	size_t i, len = 0;

	*text = '\0';
	json_array_foreach(json_object_get(json_object_get(root, "rounds"), "not_known"), i, o)
	{
		len += (size_t)snprintf(text + len, sizeof(text) - len,
					"%lld-%lld:", (long long)rounds_number(o, "from"),
					(long long)rounds_number(o, "to"));
		if (rounds_is_null(o, "asserted"))
			len += (size_t)snprintf(text + len, sizeof(text) - len, "? ");
		else
			len += (size_t)snprintf(text + len, sizeof(text) - len, "%lld ",
						(long long)rounds_number(o, "asserted"));
	}
	json_decref(root);
	return text;
}

static void expect_not_known(const char *wanted)
{
	struct gno_report *r = report_of(&w, NULL);

	ck_assert_str_eq(not_known(r), wanted);
	gno_report_free(r);
	tw_end(&w);
}

/* A recorder keeps the last records only; once it has frozen nothing is known. */
START_TEST(test_pauses_of_a_recorder)
{
	for (int frozen = 0; frozen < 2; frozen++) {
		rounds_begin(16);
		w.mode = "wrap";
		w.frozen = frozen;
		rounds_assert(100, 150);
		rounds_assert(400, 450);
		for (unsigned k = 0; k < ROUNDS_NODES; k++) {
			w.node[k].len = TW_HEADER; /* the sync was overwritten */
			for (unsigned t = 300; t < 600; t++) {
				event[k][t] = t == 300 + k || t == 599;
				rounds_write_cycle(k, t);
			}
			tw_flush(&w, k, 900);
		}
		tw_write(&w);
		/* core0 has kept the oldest record, in whose cycle there may have been more, as in
		 * that of the last one before the recorder froze */
		expect_not_known(frozen ? "0-299:50 599-900:? " : "0-299:50 ");
	}
}
END_TEST

/* Of the cycle of the last record without a flush more may come. */
START_TEST(test_pauses_of_a_run_that_goes_on)
{
	rounds_begin(16);
	w.state = "running";
	rounds_assert(100, 150);
	for (unsigned k = 0; k < ROUNDS_NODES; k++) {
		event[k][500] = 1;
		for (unsigned t = 0; t <= 500; t++)
			rounds_write_cycle(k, t);
	}
	tw_write(&w);
	expect_not_known("500-500:? ");
}
END_TEST

/* While the triggers of all nodes are off, and some cycles more, none can have recorded a round. */
START_TEST(test_pauses_while_triggers_are_off)
{
	for (unsigned on = 0; on < 2; on++) { /* at core0 they are on */
		rounds_begin(16);
		rounds_assert(205, 215);
		rounds_assert(300, 310);
		for (unsigned k = 0; k < ROUNDS_NODES; k++) {
			bool off = k || !on;

			for (unsigned t = 0; t < 400; t++) {
				if (off && (t == 200 || t == 220))
					tw_load(&w, k, t, t == 220);
				else if (!off || t < 200 || t > 220)
					rounds_write_cycle(k, t);
			}
			tw_flush(&w, k, 400);
		}
		tw_write(&w);
		expect_not_known(on ? "" : "200-231:10 ");
	}
}
END_TEST

/* Collection is off at the start, and again from a stop on. */
START_TEST(test_pauses_while_nothing_is_collected)
{
	rounds_begin(16);
	fix.file.collect = false;
	rounds_assert(50, 60);
	rounds_assert(300, 310);
	for (unsigned k = 0; k < ROUNDS_NODES; k++) {
		tw_event(&w, k, 100 + k, 1, 0);
		for (unsigned t = 200; t < 400; t++)
			rounds_write_cycle(k, t);
		tw_event(&w, k, 400, 2, 1 << GNO_FLAG_STOP);
		tw_flush(&w, k, 500);
	}
	tw_write(&w);
	expect_not_known("0-98:10 401-500:? ");
}
END_TEST

/* A node that is to record nothing does not miss anything. */
START_TEST(test_pauses_of_a_node_that_is_left_out)
{
	struct gno_report *r;
	json_t *root, *o;

	rounds_begin(16);
	fix.code[2][1] = fix.code[3][1] = -1;
	rounds_assert(100, 150);
	for (unsigned k = 0; k < ROUNDS_NODES; k++) {
		for (unsigned t = 0; t < 400; t++)
			if (!k || (k == 2 && t != 150))
				rounds_write_cycle(k, t);
		tw_flush(&w, k, 400);
	}
	tw_write(&w);
	r = report_of(&w, NULL);
	root = json_of(r);
	o = json_array_get(json_object_get(json_object_get(root, "rounds"), "list"), 0);
	ck_assert_int_eq(rounds_number(o, "length"), 50);
	ck_assert_uint_eq(rounds_nodes(o, "missing"), 4);
	json_decref(root);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A loss that is longer than records can count: the round at its end may have begun a wrap before.
 */
START_TEST(test_pauses_loss_of_more_than_a_wrap)
{
	const uint64_t end = UINT64_C(6000000000);
	struct gno_report *r;
	json_t *root, *rounds, *o;
	char *text;

	rounds_begin(32);
	for (unsigned k = 0; k < ROUNDS_NODES; k++) {
		tw_line(&w, k, 100, TW_BEGAN, 0, 0, 0);
		tw_line(&w, k, 200, TW_ENDED, 0, 100, 100);
		tw_gap(&w, k, 300, end, 5);
		tw_line(&w, k, end + 50, TW_ENDED, 0, 320, 70);
		tw_flush(&w, k, end + 100);
	}
	tw_write(&w);
	r = report_of(&w, NULL);
	root = json_of(r);
	rounds = json_object_get(root, "rounds");
	ck_assert(rounds_is_null(rounds, "paused"));
	ck_assert_int_eq(rounds_number(rounds, "contradictions"), 0);
	o = json_array_get(json_object_get(rounds, "list"), 1);
	ck_assert(rounds_is_null(o, "began"));
	ck_assert(rounds_is_null(o, "length"));
	ck_assert(rounds_is_null(o, "counter"));
	ck_assert(json_is_false(json_object_get(o, "at_start")));
	ck_assert_int_eq(rounds_number(o, "ended"), (json_int_t)end + 50);
	json_decref(root);
	text = print_all_of(r);
	expect_line(text, "\n      2      ?  6000000050   >= 70                  ?  ");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Records that contradict each other are counted, and no interval across them is measured. */
START_TEST(test_pauses_that_contradict)
{
	struct gno_report *r;
	json_t *root;
	char *text;

	rounds_begin(32);
	for (unsigned k = 0; k < ROUNDS_NODES; k++) {
		if (k) { /* nothing is known of it */
			w.node[k].len = TW_HEADER;
			continue;
		}
		tw_event(&w, k, 50, 1, 0);
		tw_line(&w, k, 100, TW_BEGAN, 0, 0, 0);
		tw_line(&w, k, 150, TW_ENDED, 0, 77, 77); /* 50 */
		tw_line(&w, k, 200, TW_BEGAN, 0, 500, 0);
		tw_line(&w, k, 240, TW_ENDED, 0, 540, 40);
		tw_event(&w, k, 250, 2, 0);
		tw_event(&w, k, 260, 1, 0);
		tw_line(&w, k, 270, TW_BEGAN, 0, 540, 0);
		tw_event(&w, k, 275, 2, 0);
		tw_line(&w, k, 280, TW_ENDED, 0, 550, 10);
		tw_event(&w, k, 295, 1, 0);
		tw_line(&w, k, 300, TW_BEGAN, 0, 551, 0);
		tw_event(&w, k, 310, 2, 0);
		tw_flush(&w, k, 400);
	}
	tw_write(&w);
	r = report_of(&w, NULL);
	root = json_of(r);
	ck_assert_int_eq(rounds_number(json_object_get(root, "rounds"), "contradictions"), 3);
	ck_assert(rounds_is_null(json_object_get(root, "rounds"), "paused"));
	json_decref(root);
	expect_stats(&rounds_stats(r, 0, "work")->counter, 1, 10, 10, 10);
	ck_assert_uint_eq(rounds_stats(r, 0, "work")->counter_unknown, 2);
	text = text_of(r, false);
	expect_line(text, "\n  3 records contradict the ones before\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* All nodes together have the intervals of each whose pauses are not known. */
START_TEST(test_pauses_in_json_of_intervals)
{
	struct gno_report *r;
	json_t *root, *work, *node;

	rounds_write_unknown();
	r = report_of(&w, "work");
	root = json_of(r);
	work = json_array_get(json_object_get(root, "intervals"), 0);
	node = json_array_get(json_object_get(work, "nodes"), 1);
	ck_assert_int_eq(rounds_number(node, "count"), 2);
	ck_assert_int_eq(rounds_number(node, "counter_unknown"), 1);
	ck_assert_int_eq(rounds_number(json_object_get(node, "counter"), "count"), 1);
	ck_assert_int_eq(rounds_number(json_object_get(node, "counter"), "total"), 30);
	node = json_array_get(json_object_get(work, "nodes"), 0);
	ck_assert_int_eq(rounds_number(node, "counter_unknown"), 0);
	ck_assert(rounds_is_null(node, "counter"));
	node = json_object_get(work, "all");
	ck_assert_int_eq(rounds_number(node, "counter_unknown"), 1);
	ck_assert_int_eq(rounds_number(json_object_get(node, "counter"), "total"), 30);
	json_decref(root);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Nodes that do not record the rounds see nothing of them: their silence means nothing. */
START_TEST(test_pauses_of_nodes_that_do_not_record)
{
	struct gno_report *r;
	json_t *root;

	rounds_begin(32);
	fix.point[2].actions = 0;
	event[0][100] = 1;
	event[0][200] = 2;
	rounds_write(400);
	r = report_of(&w, NULL);
	root = json_of(r);
	ck_assert(rounds_is_null(json_object_get(root, "rounds"), "paused"));
	ck_assert_uint_eq(rounds_stats(r, 0, "work")->counter_unknown, 1);
	json_decref(root);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests(
	    "report_pauses", NULL, NULL,
	    TESTS({test_pauses_losses_at_some_nodes}, {test_pauses_losses_at_all_nodes},
		  {test_pauses_that_are_not_known}, {test_pauses_without_rounds},
		  {test_pauses_of_nodes_that_do_not_record}, {test_pauses_of_a_recorder},
		  {test_pauses_of_a_run_that_goes_on}, {test_pauses_while_triggers_are_off},
		  {test_pauses_while_nothing_is_collected},
		  {test_pauses_of_a_node_that_is_left_out}, {test_pauses_loss_of_more_than_a_wrap},
		  {test_pauses_that_contradict}, {test_pauses_in_json_of_intervals}));
}
