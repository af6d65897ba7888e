/* SPDX-License-Identifier: Apache-2.0 */
/* Call trees of runs whose numbers were computed by hand. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "out/json/analyses.h"
#include "passes/calls/calls.h"
#include "report_fixture.h"
#include "tests/suite.h"

enum { MAIN = 2, F = 4, G = 6, H = 8 }; /* codes of entries; those of returns follow them */

static struct fix fix;
static struct tw w;
static struct gno_report *report;
static struct calls *calls;

static void begin(unsigned nodes, unsigned port)
{
	fix_begin(&fix, nodes);
	fix_called(&fix, "main", MAIN, MAIN + 1);
	fix_called(&fix, "f", F, F + 1);
	fix_called(&fix, "g", G, G + 1);
	fix_called(&fix, "h", H, -1);
	tw_begin(&w, nodes, 32, 0, 0);
	w.port = port;
	w.patterns[0] = &fix.file;
}

static void enter(uint64_t time, unsigned code)
{
	tw_event(&w, 0, time, code, 0);
}

static void leave(uint64_t time, unsigned code)
{
	tw_event(&w, 0, time, code + 1, 0);
}

/* A write of a process, and that to the process register. */
static void put(uint64_t time, unsigned process)
{
	tw_datum(&w, 0, time, &(struct tw_datum){.page = 1, .process = process});
}

static void switch_to(uint64_t time, unsigned process)
{
	tw_datum(&w, 0, time,
		 &(struct tw_datum){.sub = GNO_PORT_PROCESS, .data = process, .process = process});
}

static int make(const struct calls_options *o, struct gno_err *err)
{
	tw_write(&w);
	ck_assert_msg(!gno_report_look(w.dir, &report, err), "%s", err->text);
	return calls_make(report, o, &calls, err);
}

static void analyse(const struct calls_options *o)
{
	static const struct calls_options all = {.to = UINT64_MAX};
	struct gno_err err;

	ck_assert_msg(!make(o ? o : &all, &err), "%s", err.text);
}

static void end(void)
{
	calls_free(calls);
	gno_report_free(report);
	tw_end(&w);
}

/* The node of a path "main/f/g" below the root of a lane; "": the root. */
static const struct calls_node *at(size_t lane, const char *path)
{
	uint32_t n = calls->lane[lane].root;

	while (*path) {
		size_t length = strcspn(path, "/");

		for (n = calls->tree.node[n].child; n != CALLS_NONE; n = calls->tree.node[n].next) {
			const char *name = calls_name(calls, &calls->tree.node[n]);

			if (strlen(name) == length && !strncmp(name, path, length))
				break;
		}
		ck_assert_msg(n != CALLS_NONE, "no path %s", path);
		path += length + (path[length] == '/');
	}
	return &calls->tree.node[n];
}

static void expect(size_t lane, const char *path, uint64_t all, uint64_t self, uint64_t count,
		   uint64_t total)
{
	const struct calls_node *n = at(lane, path);

	ck_assert_msg(n->all == all && n->self == self, "%s: total %" PRIu64 " self %" PRIu64, path,
		      n->all, n->self);
	ck_assert_msg(n->whole.count == count && n->whole.total == total,
		      "%s: %" PRIu64 " calls, %" PRIu64 " clocks", path, n->whole.count,
		      n->whole.total);
}

/* Calls of which not both ends were seen. */
static void expect_parts(size_t lane, const char *path, uint64_t cut, uint64_t left,
			 uint64_t unfinished)
{
	const struct calls_node *n = at(lane, path);

	ck_assert_uint_eq(n->cut, cut);
	ck_assert_uint_eq(n->left, left);
	ck_assert_uint_eq(n->unfinished, unfinished);
}

static char *text_with(const struct calls_style *style)
{
	struct gno_err err;
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	ck_assert(!calls_text(calls, style, f, &err));
	fclose(f);
	return text;
}

static void write_nested(void)
{
	begin(1, 0);
	enter(100, MAIN);
	enter(110, F);
	enter(120, G);
	leave(150, G);
	leave(200, F);
	enter(210, F);
	enter(220, F);
	leave(260, F);
	leave(300, F);
	leave(400, MAIN);
	tw_flush(&w, 0, 500);
}

START_TEST(test_nested_and_recursive)
{
	struct calls_flat *list;
	struct gno_err err;
	size_t count;

	write_nested();
	analyse(NULL);
	ck_assert_uint_eq(calls->lanes, 1);
	expect(0, "", 500, 200, 0, 0);
	expect(0, "main", 300, 10 + 10 + 100, 1, 300);
	expect(0, "main/f", 180, 10 + 50 + 10 + 40, 2, 180);
	expect(0, "main/f/g", 30, 30, 1, 30);
	expect(0, "main/f/f", 40, 40, 1, 40);
	ck_assert_uint_eq(at(0, "main/f")->whole.min, 90);
	ck_assert_uint_eq(calls->tree.nodes, 5);
	ck_assert(!calls_flat(calls, &list, &count, &err));
	ck_assert_uint_eq(count, 4); /* h was never called */
	ck_assert_uint_eq(list[0].function, CALLS_ROOT);
	ck_assert_uint_eq(list[1].function, 1);
	ck_assert_uint_eq(list[1].self, 150);
	ck_assert_uint_eq(list[1].outermost, 180);
	ck_assert_uint_eq(list[1].all, 220);
	ck_assert_uint_eq(list[1].sums.whole.count, 3);
	ck_assert_uint_eq(list[1].sums.whole.total, 220);
	ck_assert_uint_eq(list[2].function, 0);
	free(list);
	end();
}
END_TEST

START_TEST(test_shown)
{
	json_t *root, *paths, *f_path, *before;
	char *text;
	FILE *f;

	write_nested();
	analyse(NULL);
	text = text_with(&(struct calls_style){.least = 0.07});
	ck_assert_str_eq(text,
			 "monitor test, run 205\n\ncall tree (cycles)\n"
			 "  total           self  calls   mean  min  max\n"
			 "    500  100.00%   200      -      -    -    -  core0\n"
			 "    300   60.00%   120      1  300.0  300  300    main\n"
			 "    180   36.00%   110      2   90.0   90   90      f\n"
			 "     40    8.00%    40      1   40.0   40   40        f\n"
			 "  and 1 more path: --least 0 without --depth shows all\n"
			 "h: its returns are not points: it is open until its caller returns\n");
	free(text);
	text = text_with(&(struct calls_style){.depth = 1});
	ck_assert_ptr_nonnull(strstr(text, "  main\n  and 3 more paths:"));
	free(text);
	text = text_with(&(struct calls_style){.flat = true, .least = 0.1});
	ck_assert_ptr_nonnull(strstr(text, "\nfunctions (cycles)\n"
					   "  self          outermost  total  calls"));
	ck_assert_ptr_nonnull(strstr(text, "   150  30.00%        180    220      3"));
	ck_assert_ptr_nonnull(strstr(text, "  and 1 more function: --least 0 shows all\n"));
	free(text);
	f = json_begin();
	ck_assert(!calls_json(calls, f, NULL));
	root = json_end(f);
	paths = json_object_get(json_array_get(json_object_get(root, "processes"), 0), "paths");
	ck_assert_uint_eq(json_array_size(paths), 5);
	f_path = json_array_get(paths, 3);
	before = json_array_get(paths, 2);
	ck_assert_str_eq(json_string_value(json_object_get(f_path, "function")), "f");
	ck_assert_int_eq(json_integer_value(json_object_get(f_path, "parent")),
			 json_integer_value(json_object_get(before, "path")));
	ck_assert_int_eq(json_integer_value(json_object_get(before, "self")), 110);
	json_decref(root);
	end();
}
END_TEST

/* g never returns before f does; f returns once too often; main and h are open at the end. */
START_TEST(test_unmatched)
{
	begin(1, 0);
	enter(100, MAIN);
	enter(110, F);
	enter(120, G);
	leave(150, F);
	leave(160, F);
	enter(170, H);
	enter(180, G);
	tw_flush(&w, 0, 200);
	analyse(NULL);
	expect(0, "main", 100, 10 + 20, 0, 0);
	expect(0, "main/f", 40, 10, 1, 40);
	expect(0, "main/f/g", 30, 30, 0, 0);
	expect(0, "main/h", 30, 10, 0, 0);
	expect_parts(0, "main/f/g", 0, 1, 0);
	expect_parts(0, "main/h/g", 0, 0, 1);
	expect_parts(0, "main", 0, 0, 1);
	ck_assert_uint_eq(calls->lane[0].unmatched, 1);
	ck_assert_uint_eq(calls->lane[0].begun, 0);
	end();
}
END_TEST

/* Process 1 is at 0..130, 160..200; before 20 it is known by its write; process 2 at 130..160. */
START_TEST(test_processes)
{
	begin(1, 2);
	enter(10, MAIN);
	put(20, 1);
	enter(100, F);
	switch_to(130, 2);
	leave(135, G); /* was never entered by it */
	enter(140, F);
	leave(150, F);
	switch_to(160, 1);
	leave(170, F);
	leave(190, MAIN);
	tw_flush(&w, 0, 200);
	analyse(NULL);
	ck_assert_uint_eq(calls->lanes, 2);
	expect(0, "", 130 + 40, 10 + 10, 0, 0);
	expect(0, "main", 150, 90 + 20, 1, 150); /* without the time of process 2 */
	expect(0, "main/f", 40, 40, 1, 40);
	expect(1, "", 30, 20, 0, 0);
	expect(1, "f", 10, 10, 1, 10);
	ck_assert_uint_eq(calls->lane[1].process, 2);
	ck_assert_uint_eq(calls->lane[1].unmatched, 1);
	ck_assert_uint_eq(calls->lane[0].unmatched, 0);
	ck_assert_uint_eq(calls->lane[0].switches, 2);
	end();
}
END_TEST

/* The register is 0 at the start, so that process 0 ran up to the first switch. */
START_TEST(test_first_switch)
{
	begin(1, 2);
	enter(10, MAIN);
	switch_to(50, 3);
	enter(60, F);
	leave(70, F);
	switch_to(80, 0);
	leave(90, MAIN);
	tw_flush(&w, 0, 100);
	analyse(NULL);
	ck_assert_uint_eq(calls->lanes, 2);
	ck_assert(calls->lane[0].known);
	ck_assert_uint_eq(calls->lane[0].process, 0);
	ck_assert_uint_eq(calls->lane[0].switches, 2);
	expect(0, "", 50 + 20, 10 + 10, 0, 0);
	expect(0, "main", 50, 50, 1, 50);
	expect(1, "", 30, 20, 0, 0);
	expect(1, "f", 10, 10, 1, 10);
	end();
}
END_TEST

/* After a loss a switch comes before any other write: which process ran in between is not known. */
START_TEST(test_unknown_process)
{
	char buf[CALLS_LANE_NAME];

	begin(1, 2);
	tw_gap(&w, 0, 2, 4, 1);
	enter(10, MAIN);
	switch_to(50, 3);
	enter(60, F);
	leave(70, F);
	tw_flush(&w, 0, 100);
	analyse(NULL);
	ck_assert_uint_eq(calls->lanes, 2);
	expect(0, "", 50, 0, 0, 0);
	expect(0, "(unknown callers)/f", 10, 10, 1, 10);
	ck_assert(!calls->lane[1].known);
	ck_assert_str_eq(calls_lane_name(calls, &calls->lane[1], buf), "process ?");
	expect(1, "", 2 + 45, 2, 0, 0);
	expect(1, "(unknown callers)/main", 40, 40, 0, 0);
	expect_parts(1, "(unknown callers)/main", 1, 0, 0);
	ck_assert_uint_eq(calls->seen[0].cut[CALLS_CUT_PROCESS], 1);
	end();
}
END_TEST

/* Without any write a node has one process. */
START_TEST(test_no_process)
{
	char buf[CALLS_LANE_NAME];

	begin(1, 2);
	enter(10, MAIN);
	leave(30, MAIN);
	tw_flush(&w, 0, 100);
	analyse(NULL);
	ck_assert_uint_eq(calls->lanes, 1);
	ck_assert_str_eq(calls_lane_name(calls, &calls->lane[0], buf), "");
	expect(0, "main", 20, 20, 1, 20);
	end();
}
END_TEST

/* A gap of 30 clocks, and a hole from the record before it to the one behind it. */
START_TEST(test_losses)
{
	static const uint32_t no_record[2] = {0xffffffff, 0xffffffff};
	const struct calls_seen *seen;
	char *text;

	begin(1, 0);
	enter(10, MAIN);
	enter(20, F);
	tw_gap(&w, 0, 50, 79, 4);
	leave(100, F);
	enter(110, G);
	leave(120, G);
	enter(130, F);
	tw_words(&w, 0, no_record, 2);
	leave(150, F);
	tw_flush(&w, 0, 200);
	analyse(NULL);
	seen = &calls->seen[0];
	ck_assert_uint_eq(seen->lost[REPORT_GAP], 30);
	ck_assert_uint_eq(seen->cut[REPORT_GAP], 2);
	ck_assert_uint_eq(seen->lost[REPORT_HOLE], 20);
	ck_assert_uint_eq(seen->cut[REPORT_HOLE], 1);
	ck_assert_uint_eq(seen->clocks, 200 - 30 - 20);
	expect(0, "", 150, 10, 0, 0);
	expect(0, "main", 40, 10, 0, 0);
	expect_parts(0, "main", 1, 0, 0);
	expect(0, "main/f", 30, 30, 0, 0);
	/* 80..130 and 150..200, less g */
	expect(0, "(unknown callers)", 100, 90, 0, 0);
	expect(0, "(unknown callers)/g", 10, 10, 1, 10);
	expect(0, "(unknown callers)/f", 0, 0, 0, 0);
	expect_parts(0, "(unknown callers)/f", 1, 0, 0);
	ck_assert_uint_eq(calls->lane[0].begun, 2);
	ck_assert_uint_eq(calls->lane[0].unmatched, 0);
	text = text_with(&(struct calls_style){.flat = false});
	expect_line(
	    text,
	    "core0: gap: nothing is known of 30 cycles in 1 stretch, which cut 2 open calls\n");
	expect_line(text, "core0: 2 returns whose entry may lie where nothing is known\n");
	free(text);
	end();
}
END_TEST

/* Triggers are off from 60 on; after 'live' at 90 an event shows that they see again. */
START_TEST(test_load)
{
	begin(1, 0);
	fix.file.collect = true;
	enter(10, MAIN);
	tw_load(&w, 0, 60, 0);
	tw_load(&w, 0, 90, 1);
	enter(140, F);
	leave(150, F);
	tw_flush(&w, 0, 200);
	analyse(NULL);
	ck_assert_uint_eq(calls->seen[0].stretches[REPORT_BLIND], 1);
	ck_assert_uint_ge(calls->seen[0].lost[REPORT_BLIND], 30);
	ck_assert_uint_eq(calls->seen[0].cut[REPORT_BLIND], 1);
	ck_assert_uint_eq(calls->seen[0].lost[REPORT_BLIND] + calls->seen[0].clocks, 200);
	expect(0, "main", 50, 50, 0, 0);
	expect(0, "(unknown callers)/f", 10, 10, 1, 10);
	end();
}
END_TEST

/* An event of 50 stops the collection, one of 100 comes when it is on again. */
START_TEST(test_off)
{
	begin(1, 0);
	enter(10, MAIN);
	tw_event(&w, 0, 50, F, 1u << GNO_FLAG_STOP);
	enter(100, G);
	leave(110, G);
	tw_flush(&w, 0, 200);
	analyse(NULL);
	ck_assert_uint_eq(calls->seen[0].lost[REPORT_OFF], 49); /* 51..99 */
	ck_assert_uint_eq(calls->seen[0].cut[REPORT_OFF], 2);
	expect(0, "main/f", 1, 1, 0, 0);
	expect(0, "(unknown callers)/g", 10, 10, 1, 10);
	end();
}
END_TEST

/* After a loss, the function that none calls shows again where the others are. */
START_TEST(test_root)
{
	begin(1, 0);
	enter(10, F);
	tw_gap(&w, 0, 50, 59, 4);
	enter(100, G);
	enter(110, MAIN);
	enter(120, F);
	leave(130, F);
	enter(140, MAIN);
	leave(150, MAIN);
	tw_flush(&w, 0, 200);
	analyse(&(struct calls_options){.root = "main", .to = UINT64_MAX});
	expect(0, "(unknown callers)/g", 10, 10, 0, 0);
	expect(0, "main", 40, 30, 1, 10);
	expect(0, "main/f", 10, 10, 1, 10);
	expect_parts(0, "main", 0, 1, 0);
	expect(0, "", 190, 10 + 50, 0, 0);
	end();
}
END_TEST

START_TEST(test_range)
{
	write_nested();
	analyse(&(struct calls_options){.from = 120, .to = 239});
	expect(0, "", 120, 0, 0, 0);
	expect(0, "main", 120, 10, 0, 0);
	expect(0, "main/f", 110, 50 + 10, 0, 0); /* one began before, one ends later */
	expect_parts(0, "main/f", 2, 0, 0);
	expect(0, "main/f/g", 30, 30, 1, 30);
	expect(0, "main/f/f", 20, 20, 0, 0);
	ck_assert_uint_eq(calls->seen[0].clocks, 120);
	ck_assert_uint_eq(calls->seen[0].cut[CALLS_CUT_RANGE], 4);
	end();
}
END_TEST

/* A process and a node alone, and what is not there. */
START_TEST(test_selected)
{
	const struct calls_options none = {.to = UINT64_MAX, .has_process = true, .process = 7};
	struct gno_err err;

	begin(2, 2);
	put(5, 1);
	enter(10, MAIN);
	switch_to(50, 3);
	tw_flush(&w, 0, 100);
	tw_flush(&w, 1, 100);
	analyse(&(struct calls_options){.to = UINT64_MAX, .has_process = true, .process = 3});
	ck_assert_uint_eq(calls->lanes, 1);
	expect(0, "", 50, 50, 0, 0);
	calls_free(calls);
	ck_assert(!calls_make(report, &(struct calls_options){.to = UINT64_MAX, .node = "core1"},
			      &calls, &err));
	ck_assert_uint_eq(calls->lanes, 1);
	ck_assert_uint_eq(calls->lane[0].node, 1);
	calls_free(calls);
	ck_assert_int_eq(calls_make(report, &none, &calls, &err), GNO_ERR_ARG);
	ck_assert_str_eq(err.text, "no process 7 in this run");
	ck_assert_int_eq(calls_make(report, &(struct calls_options){.node = "core"}, &calls, &err),
			 GNO_ERR_ARG);
	ck_assert_str_eq(err.text, "monitor 'test' has no node 'core'");
	ck_assert_int_eq(calls_make(report, &(struct calls_options){.root = "mian"}, &calls, &err),
			 GNO_ERR_ARG);
	ck_assert_str_eq(err.text,
			 "no point of this run is of a function 'mian'; did you mean 'main'?");
	end();
}
END_TEST

/* The operating system is a function, too. */
START_TEST(test_system)
{
	begin(1, 0);
	fix_point(&fix, "in", GNO_PATTERN_EVENT, 10, RECORD)->os = GNO_OS_ENTRY;
	fix_point(&fix, "out", GNO_PATTERN_EVENT, 11, RECORD)->os = GNO_OS_EXIT;
	enter(10, MAIN);
	enter(20, 10);
	enter(25, G);
	leave(30, G);
	leave(40, 10);
	leave(60, MAIN);
	tw_flush(&w, 0, 100);
	analyse(NULL);
	expect(0, "main/(system)", 20, 15, 1, 20);
	expect(0, "main/(system)/g", 5, 5, 1, 5);
	expect(0, "main", 50, 30, 1, 50);
	end();
}
END_TEST

/* f leaves at its first instruction; g jumps to its own first instruction. */
START_TEST(test_odd_functions)
{
	begin(1, 0);
	fix.called[2].at_once = fix.called[3].at_once = true;
	fix.called[4].loops = fix.called[5].loops = true;
	enter(10, MAIN);
	enter(20, F);
	enter(30, F);
	enter(40, G);
	enter(50, G);
	enter(60, F);
	leave(70, G);
	leave(80, MAIN);
	tw_flush(&w, 0, 100);
	analyse(NULL);
	expect(0, "main/f", 0, 0, 2, 0);
	expect(0, "main/g", 30, 30, 1, 30);
	expect(0, "main/g/f", 0, 0, 1, 0);
	expect(0, "main", 70, 40, 1, 70);
	end();
}
END_TEST

/* What is deeper, or more, is one node; what is open beyond the limit cuts all. */
START_TEST(test_limits)
{
	write_nested();
	analyse(&(struct calls_options){.to = UINT64_MAX, .depth = 2});
	expect(0, "main/f/(other)", 70, 70, 2, 70);
	end();
	write_nested();
	analyse(&(struct calls_options){.to = UINT64_MAX, .depth = 1});
	expect(0, "main/(other)", 180, 180, 4, 90 + 90 + 30 + 40);
	end();
	write_nested();
	analyse(&(struct calls_options){.to = UINT64_MAX, .paths = 2});
	expect(0, "main/f/(other)", 70, 70, 2, 70);
	expect(0, "main/f", 180, 110, 2, 180);
	end();
	write_nested();
	analyse(&(struct calls_options){.to = UINT64_MAX, .open = 2});
	ck_assert_uint_eq(calls->lane[0].overflows, 1);
	ck_assert_uint_eq(calls->seen[0].cut[CALLS_CUT_ROOM], 2);
	expect(0, "main", 20, 10, 0, 0);
	expect(0, "(unknown callers)/g", 30, 30, 1, 30);
	expect(0, "(unknown callers)/f/f", 40, 40, 1, 40);
	ck_assert_uint_eq(calls->lane[0].begun, 2);
	end();
}
END_TEST

int main(void)
{
	return run_tests("calls", NULL, NULL,
			 TESTS({test_nested_and_recursive}, {test_shown}, {test_unmatched},
			       {test_processes}, {test_first_switch}, {test_unknown_process},
			       {test_no_process}, {test_losses}, {test_load}, {test_off},
			       {test_root}, {test_range}, {test_selected}, {test_system},
			       {test_odd_functions}, {test_limits}));
}
