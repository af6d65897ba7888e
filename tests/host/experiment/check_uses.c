/* SPDX-License-Identifier: Apache-2.0 */

/* Preprocessors in experiments: the table cells, written down by hand; measures and their pairs. */

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uses_fixture.h"
#include "gnomon/records.h"
#include "tests/suite.h"
#include "compile/measures.h"

/* The table cells as hexadecimal digits, those behind the last that is not 0 left out. */
static const char *cells(unsigned node, const char *name)
{
	static char text[2 * 256 + 1];
	const struct gno_pattern_table *t = ex_table(node, name);
	unsigned count;

	ck_assert_uint_le(t->cells, 256);
	for (count = t->cells; count && !t->cell[count - 1];)
		count--;
	text[0] = '\0';
	for (unsigned i = 0; i < count; i++)
		sprintf(text + 2 * i, "%02x", t->cell[i]);
	return text;
}

/* The table cells of one line of the router. */
static const char *line(unsigned node, const char *name)
{
	static char text[17];
	const uint8_t *c = ex_table(node, "router")->cell;
	int at = gno_node_line(&ex.m->node[node], name), i;

	ck_assert_int_ge(at, 0);
	for (i = 0; i < 8; i++)
		sprintf(text + 2 * i, "%02x", c[8 * at + i]);
	return text;
}

/* What drives the event lines: points by columns of the steps, triggers and codes of the port by
 * tables. */
START_TEST(test_event_lines)
{
	struct gno_err err;

	ex_must(
	    uses_load(
		"thresholds: { slow: { above: 5 } }\ncodes: { e: { event: 64, nodes: core0 } }\n"
		"count: { special_events: slow, all_events: [a, slow, host, e] }\nactions: { a: [] }\n",
		&err),
	    &err);
	ck_assert_int_eq(ex.p->point[0].code[0], 1); /* it is counted, though it does nothing */
	ck_assert_uint_eq(ex_table(0, "actions")->cell[1], 0);
	ck_assert_uint_eq(ex_table(0, "steps")->cell[2 * 16 + 1], 0x40); /* column 22 */
	ck_assert_str_eq(cells(0, "events"), "0000000000000000030002");
	ck_assert_uint_eq(ex_table(0, "code_actions")->cell[2 * 8 + 1], 2);
	ck_assert_int_eq(ex_load(USES_HEAD "count: { special_events: slow }\n", &err),
			 GNO_ERR_FORMAT);
	ex_expect_fault(4, 26, "there is no point 'slow': the threshold of that name is not in",
			false);
	ck_assert_int_eq(ex_load(USES_HEAD "count: { special: a }\n", &err), GNO_ERR_FORMAT);
	ex_expect_fault(4, 10, "monitor 'model' has no event line 'special'", false);
	ck_assert_int_eq(ex_load(USES_HEAD "count: { special_events: [] }\n", &err),
			 GNO_ERR_FORMAT);
	ex_expect_fault(4, 26, "event line 'special_events' must have a point or a list of them",
			false);
	ck_assert_int_eq(
	    ex_load(USES_HEAD
		    "codes: { e: { event: 64, nodes: core1 } }\ncount: { all_events: e }\n",
		    &err),
	    GNO_ERR_FORMAT);
	ex_expect_fault(4, 10, "'e' is at no node with the event line that counts it", false);
	ck_assert_int_eq(ex_load(USES_HEAD "measures: [event ratio]\n", &err), GNO_ERR_FORMAT);
	ex_expect_fault(4, 12, "measure 'event ratio' cannot be taken: ", false);
}
END_TEST

START_TEST(test_groups)
{
	struct gno_err err;
	const struct gno_group_choice *choice;
	struct gno_pattern_file *again;

	uses_manifest(true);
	ex_must(uses_load("codes: { e: { event: 64, nodes: core0 } }\n"
			  "port: { nodes: core0, actions: [record, sample, reset: wires] }\n"
			  "actions:\n"
			  "  a: [record, sample, reset: [caches]]\n"
			  "  b: [reset, bank: wires]\n"
			  "  e: [record, { reset: [caches, wires] }]\n",
			  &err),
		&err);
	/* lines: two of event_lines in columns 21 and 22; reset of caches, wires, others; sample of
	 * wires; bank of wires, others */
	ck_assert_uint_eq(ex_table(0, "steps")->cell[2 * 16 + 1], 0x80);
	ck_assert_uint_eq(ex_table(0, "steps")->cell[3 * 16 + 1], 0x04);
	ck_assert_uint_eq(ex_table(0, "steps")->cell[2 * 16 + 2], 0x80);
	ck_assert_uint_eq(ex_table(0, "steps")->cell[3 * 16 + 2], 0x0b);
	ck_assert_uint_eq(ex_table(0, "events")->cell[10], 0xe0); /* host: sample, bank */
	ck_assert_uint_eq(ex_table(0, "events")->cell[11], 0x28); /* port */
	ck_assert_uint_eq(ex_table(0, "code_actions")->cell[2 * 8 + 1], 0x0c);
	/* core1 has no such group: nothing is reset there, but sampled */
	ck_assert_uint_eq(ex_table(0, "actions")->cell[1], 7);
	ck_assert_uint_eq(ex_table(1, "actions")->cell[1], 3);
	ex_expect_fault(7, 31, "point 'a' does 'reset' for group 'caches', but not at 1 of its",
			true);
	/* the pattern file keeps the names */
	ex_must(gno_pattern_file_write(folder_path(&ex.folder, "p.json"), ex.p, &err), &err);
	ex_must(gno_pattern_file_read(folder_path(&ex.folder, "p.json"), &again, &err), &err);
	choice = again->point[0].choice;
	ck_assert_uint_eq(choice[GNO_CHOOSE_RESET].names, 1);
	ck_assert_str_eq(choice[GNO_CHOOSE_RESET].name[0], "caches");
	ck_assert_uint_eq(choice[GNO_CHOOSE_SAMPLE].names, 0);
	ck_assert_uint_eq(again->point[1].choice[GNO_CHOOSE_RESET].names, 0);
	ck_assert_str_eq(again->point[1].choice[GNO_CHOOSE_BANK].name[0], "wires");
	ck_assert_str_eq(again->port_choice[GNO_CHOOSE_RESET].name[0], "wires");
	gno_pattern_file_free(again);
}
END_TEST

START_TEST(test_routes)
{
	uses_good(
	    "route:\n"
	    "  - { p0.a: icache_hit and not stall, p0.b: rise(icache_access) }\n"
	    "  - { d0.a: dcache_hit xor icache_hit, d0.b: fall(icache_access), nodes: core1 }\n"
	    "  - { bank.1: edge(tlb_access or idle) }\n");
	/* s0 = 0, s1 = 2: f is 1 in case 1 (s0 without s1) of each four */
	ck_assert_str_eq(line(0, "p0.a"), "0002000022220000");
	ck_assert_str_eq(line(0, "p0.b"), "01000000aaaa0100");
	ck_assert_str_eq(line(0, "bank.1"), "08030000eeee0300");
	ck_assert_str_eq(line(0, "bank.0"), "0000000000000000");
	ck_assert_str_eq(line(1, "d0.a"), "0002000066660000");
	ck_assert_str_eq(line(1, "d0.b"), "03000000aaaa0200");
	ck_assert_str_eq(ex.p->node[0].route[0], "icache_hit and not stall");
	ck_assert_ptr_null(ex.p->node[0].route[2]);
	ck_assert_uint_eq(ex.p->node[0].routes, 11);
	ck_assert_uint_eq(ex.p->node[1].routes, 2);
}
END_TEST

START_TEST(test_gates)
{
	uses_good("gate: { line: not stall, open: a, close: [b, c] }\n");
	/* line, events; closed at the start */
	ck_assert_str_eq(cells(0, "gate"), "03");
	ck_assert_str_eq(line(0, "gate"), "0200000055550000");
	/* 16 columns of sequences, 2 of strict ones, one of the watchdog: opens is 19, closes 20 */
	ck_assert_uint_eq(ex_table(0, "steps")->cell[2 << 4 | 1], 1u << 3);
	ck_assert_uint_eq(ex_table(0, "steps")->cell[2 << 4 | 2], 1u << 4);
	ck_assert_uint_eq(ex_table(0, "steps")->cell[2 << 4 | 3], 1u << 4);
	uses_good("gate: { close: b }\n");
	ck_assert_str_eq(cells(0, "gate"), "0a"); /* open at the start */
	uses_good("gate: { open: a, at_start: open }\n");
	ck_assert_str_eq(cells(0, "gate"), "0a");
	uses_good("gate: { process: 0x105 }\n");
	ck_assert_str_eq(cells(0, "gate"), "04000501ffff");
	uses_good("gate: { process: { value: 4, mask: 0xfffc }, nodes: [core0] }\n");
	ck_assert_str_eq(cells(0, "gate"), "04000400fcff");
	uses_good("");
	ck_assert_str_eq(cells(0, "gate"), "");
}
END_TEST

/* A gate's point without actions keeps its code. */
START_TEST(test_points_of_gates)
{
	uses_good("gate: { open: a, close: b }\nactions: { a: [], b: [] }\n");
	ck_assert_int_eq(ex.p->point[0].code[0], 1);
	ck_assert_uint_eq(ex_table(0, "actions")->cell[1], 0);
	ck_assert_uint_eq(ex_table(0, "steps")->cell[2 << 4 | 1], 1u << 3);
	/* also one that is else but a later word of a strict sequence */
	uses_good(
	    "sequences: { s: strictly a then b }\nactions: { b: [] }\ngate: { open: a, close: b }\n");
	ck_assert_int_eq(ex.p->point[1].code[0], 2);
	ck_assert_uint_eq(ex_table(0, "steps")->cell[2 << 4 | 2], 1u << 4);
}
END_TEST

START_TEST(test_thresholds)
{
	int slow, few;

	uses_good("thresholds: { slow: { above: 100, rearm: 80 }, few: { below: 0x102 } }\n"
		  "actions: { slow: [record, stop], few: [record, sample, bank] }\n");
	ck_assert_str_eq(cells(0, "thresholds"),
			 "64000000500000000100000000000000020100000201000003");
	ck_assert_str_eq(cells(1, "thresholds"), "640000005000000001");
	slow = 3;
	few = 4;
	ck_assert_str_eq(ex.p->point[slow].name, "slow");
	ck_assert_str_eq(ex.p->point[slow].what, "threshold");
	ck_assert_str_eq(ex.p->point[slow].text, "lat >= 100, again after one < 80");
	ck_assert_str_eq(ex.p->point[few].text, "hits <= 258, again after one > 258");
	ck_assert_int_eq(ex.p->point[slow].code[0], 8);
	ck_assert_int_eq(ex.p->point[slow].code[1], 8);
	ck_assert_int_eq(ex.p->point[few].code[0], 9);
	ck_assert_int_eq(ex.p->point[few].code[1], -1);
	ck_assert_uint_eq(ex_table(0, "triggers")->cell[8],
			  1u << GNO_ACT_RECORD | 1u << GNO_ACT_STOP);
	ck_assert_uint_eq(ex_table(0, "triggers")->cell[9],
			  1u << GNO_ACT_RECORD | 1u << GNO_ACT_SAMPLE | 1u << GNO_ACT_BANK);
	uses_good(
	    "thresholds: { slow: { above: 50, each: yes, nodes: core1 } }\nuntil: { point: slow }\n");
	ck_assert_str_eq(cells(0, "thresholds"), "");
	ck_assert_str_eq(cells(1, "thresholds"), "320000003200000005");
	ck_assert(!ex.p->until_on[0] && ex.p->until_on[1]);
}
END_TEST

/* A threshold has limits of its own at each node; the text names nodes only where they differ. */
START_TEST(test_thresholds_by_node)
{
	uses_good("thresholds:\n"
		  "  - { nodes: core0, slow: { above: 100, rearm: 80 }, few: { below: 0x102 } }\n"
		  "  - { nodes: core1, slow: { below: 50, each: yes } }\n"
		  "actions: { slow: [record, stop] }\n");
	ck_assert_str_eq(cells(0, "thresholds"),
			 "64000000500000000100000000000000020100000201000003");
	ck_assert_str_eq(cells(1, "thresholds"), "320000003200000007");
	ck_assert_uint_eq(ex.p->points, 6); /* three, two thresholds and the host's */
	ck_assert_str_eq(ex.p->point[3].name, "slow");
	ck_assert_str_eq(ex.p->point[3].text,
			 "lat >= 100, again after one < 80 at core0; each lat <= 50 at core1");
	ck_assert_int_eq(ex.p->point[3].code[0], 8);
	ck_assert_int_eq(ex.p->point[3].code[1], 8);
	ck_assert_str_eq(ex.p->point[4].text, "hits <= 258, again after one > 258");
	uses_good(
	    "thresholds: [{ slow: { above: 9, nodes: core1 } }, { slow: { above: 9, nodes: core0 } }]\n");
	ck_assert_str_eq(cells(0, "thresholds"), "090000000900000001");
	ck_assert_str_eq(cells(1, "thresholds"), "090000000900000001");
	ck_assert_str_eq(ex.p->point[3].text, "lat >= 9, again after one < 9");
	uses_good("thresholds: { nodes: core1, slow: { above: 9 } }\n");
	ck_assert_str_eq(cells(0, "thresholds"), "");
	ck_assert_str_eq(cells(1, "thresholds"), "090000000900000001");
	uses_good(
	    "nodes: core1\nthresholds: [{ slow: { above: 9 } }, { nodes: core0, slow: { above: 8 } }]\n");
	ck_assert_str_eq(cells(0, "thresholds"), "080000000800000001");
	ck_assert_str_eq(cells(1, "thresholds"), "090000000900000001");
}
END_TEST

/* The host's trigger is a point wherever it is there; it does what the monitor can, unless the
 * experiment states its actions. */
START_TEST(test_host)
{
	uses_good("");
	ck_assert_str_eq(ex.p->point[3].name, "host");
	ck_assert_int_eq(ex.p->point[3].code[0], 10);
	ck_assert_int_eq(ex.p->point[3].code[1], -1);
	ck_assert_uint_eq(ex.p->point[3].actions,
			  1u << GNO_ACT_RECORD | 1u << GNO_ACT_SAMPLE | 1u << GNO_ACT_BANK);
	uses_good("actions: { host: bank }\n");
	ck_assert_uint_eq(ex_table(0, "triggers")->cell[10], 1u << GNO_ACT_BANK);
}
END_TEST

START_TEST(test_windows)
{
	uses_good("");
	/* quantity 2 has 10 bits: a window of 1023 clocks by default */
	ck_assert_str_eq(cells(0, "quantities"), "00000000000000000000000000000000fe03");
	uses_good("windows: { hits: 1000 }\n");
	ck_assert_str_eq(cells(0, "quantities"), "00000000000000000000000000000000e703");
	uses_good("windows: { hits: 0x100000000 }\n");
	ck_assert_str_eq(cells(0, "quantities"), "00000000000000000000000000000000ffffffff");
}
END_TEST

/* The bounds of a unit at core0, and where they end. */
static void check_bounds(unsigned unit, const uint32_t *bound, unsigned count)
{
	ck_assert_uint_eq(gno_pattern_bound(&ex.p->node[0], unit, 0), 0);
	for (unsigned i = 0; i < count; i++)
		ck_assert_msg(gno_pattern_bound(&ex.p->node[0], unit, i + 1) == bound[i],
			      "bound %u is %u, not %u", i,
			      gno_pattern_bound(&ex.p->node[0], unit, i + 1), bound[i]);
}

#define NEVER 0xffffffffu

START_TEST(test_buckets)
{
	static const uint32_t usual[] = {1, 2, 4, 8, 16, 32, 64},
			      paper[] = {3, 5, 7, 9, 11, 13, 15};
	static const uint32_t codes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
	static const uint32_t few[] = {10, 20, NEVER, NEVER, NEVER, NEVER, NEVER};
	static const uint32_t linear[] = {16, 32, 48, 64, 80, 96, 112};
	static const uint32_t from[] = {1000,  2000,  3000, 4000,
					NEVER, NEVER, NEVER}; /* 4095 is the largest */
	/* 1, 2^(1/3) = 1.26, 1.59, 2, 2.52, 3.17, 4, 5.04, 6.35, 8, 10.08: whole numbers from there
	 * on, once each */
	static const uint32_t thirds[] = {1, 2, 3, 4, 6, 7, 8};
	static const uint32_t counted[] = {5, 10, 20, NEVER, NEVER, NEVER, NEVER};
	struct gno_err err;

	uses_good("");
	check_bounds(0, usual, 7);
	check_bounds(1, codes, 15);
	uses_good("buckets: { lat_b: { bounds: [3, 5, 7, 9, 11, 13, 15] } }\n");
	check_bounds(0, paper, 7);
	uses_good("buckets: { lat_b: { bounds: [10, 20] } }\n");
	check_bounds(0, few, 7);
	/* 4096 has more bits than a value: a warning, and a bound that no value reaches */
	ex_must(uses_load("buckets: { lat_b: { bounds: [10, 20, 4096] } }\n", &err), &err);
	check_bounds(0, few, 7);
	uses_good("buckets: { lat_b: { linear: { from: 0, step: 16 } } }\n");
	check_bounds(0, linear, 7);
	uses_good("buckets: { lat_b: { linear: { from: 1000, step: 1000 } } }\n");
	check_bounds(0, from, 7);
	uses_good("buckets: { lat_b: { log: { from: 1, per_octave: 3 } } }\n");
	check_bounds(0, thirds, 7);
	uses_good("buckets: { lat_b: { log: { from: 5, count: 4 } } }\n");
	check_bounds(0, counted, 7);
}
END_TEST

/* "name pair print" of each measure of a node. */
static const char *measures(unsigned node)
{
	static char text[512];
	size_t i, len = 0;

	text[0] = '\0';
	for (i = 0; i < ex.p->node[node].measures; i++) {
		const struct gno_pattern_measure *one = &ex.p->node[node].measure[i];

		len +=
		    (size_t)snprintf(text + len, sizeof(text) - len, "%s%s: %s %d", len ? "; " : "",
				     one->name, ex.m->node[node].pair[one->pair].name, one->print);
	}
	return text;
}

START_TEST(test_measures)
{
	uses_good("measures: [icache hit ratio, bus occupancy, translation misses]\n");
	/* core0 has a fixed pair for the first, one with 'always' for the second; core1 routes the
	 * first */
	ck_assert_str_eq(
	    measures(0),
	    "icache hit ratio: icache 0; bus occupancy: share 0; translation misses: p0 1");
	ck_assert_str_eq(measures(1), "icache hit ratio: d0 0");
	ck_assert_str_eq(line(0, "share.a"), "04000000aaaa0000");
	ck_assert_str_eq(line(0, "p0.a"), "07000000aaaa0000");
	ck_assert_str_eq(line(0, "p0.b"), "08000000aaaa0000");
	ck_assert_str_eq(line(1, "d0.a"), "02000000aaaa0000");
	ck_assert_str_eq(ex.p->node[0].route[4], "bus_busy");
	uses_good("measures: [dcache hit ratio, { measure: cache hit ratio, nodes: core0 }]\n");
	ck_assert_str_eq(measures(0), "cache hit ratio: icache 0");
	ck_assert_str_eq(measures(1), "dcache hit ratio: d0 0");
}
END_TEST

/* Measures of a signal, of signals with other names, beside routes of the user's own. */
START_TEST(test_measures_of_signals)
{
	uses_good(
	    "route: { p0.a: request, p0.b: stall }\nmeasures: [event duration of stall and not idle]\n");
	ck_assert_str_eq(measures(0), "event duration of stall and not idle: p1 2");
	ck_assert_str_eq(ex.p->node[0].route[2], "rise(stall and not idle)");
	ck_assert_str_eq(ex.p->node[0].route[3], "stall and not idle");
	uses_good("measures:\n  - number of events of stall\n"
		  "  - { measure: transactions, b: grant, name: grants, nodes: core0 }\n"
		  "  - { measure: percent time writing, a: request or grant, b: always }\n");
	ck_assert_str_eq(
	    measures(0),
	    "number of events of stall: p0 3; grants: p1 3; percent time writing: share 0");
	ck_assert_ptr_null(ex.p->node[0].route[0]);
	ck_assert_str_eq(ex.p->node[0].route[1], "rise(stall)");
	ck_assert_str_eq(ex.p->node[0].route[3], "grant");
	ck_assert_str_eq(ex.p->node[0].route[4], "request or grant");
}
END_TEST

/* A pair with a gate of its own counts something else. */
START_TEST(test_pairs_with_a_gate_are_left_out)
{
	uses_good("measures: [{ measure: processor idle, a: stall, b: always }]\n");
	ck_assert_str_eq(measures(0), "processor idle: share 0");
}
END_TEST

START_TEST(test_pairs_are_shared_by_what_is_alike)
{
	uses_good("route: { p0.a: tlb_miss, p0.b: tlb_access }\n"
		  "measures: [translation misses, { measure: translation misses, name: again }]\n");
	ck_assert_str_eq(measures(0), "translation misses: p0 1; again: p0 1");
	ck_assert_ptr_null(ex.p->node[0].route[2]);
}
END_TEST

START_TEST(test_rounds)
{
	static const char text[] =
	    "measures:\n  - translation misses\n  - event duration of stall\n"
	    "  - event duration of idle\n  - event duration of request\n"
	    "  - { measure: icache hit ratio, nodes: core0 }\n"
	    "  - { measure: event duration, a: rise(grant), b: grant, nodes: core0 }\n"
	    "  - event duration of tlb_miss\n";
	struct gno_err err;

	ck_assert_int_eq(uses_load(text, &err), GNO_ERR_FORMAT);
	ex.options.rounds = true;
	uses_good(text);
	ck_assert_uint_eq(ex.p->rounds, 3);
	ck_assert_uint_eq(ex.p->round, 0);
	ck_assert_str_eq(measures(0), "translation misses: p0 1; event duration of stall: p1 2");
	ex.options.round = 1;
	uses_good(text);
	ck_assert_uint_eq(ex.p->rounds, 3);
	ck_assert_uint_eq(ex.p->round, 1);
	ck_assert_str_eq(
	    measures(0),
	    "event duration of idle: p0 2; event duration of request: p1 2; icache hit ratio: icache 0");
	ck_assert_str_eq(ex.p->node[0].route[0], "rise(idle)");
	ex.options.round = 2;
	uses_good(text);
	ck_assert_str_eq(measures(0), "event duration: p0 2; event duration of tlb_miss: p1 2");
}
END_TEST

/* The experiment's contents survive the file. */
START_TEST(test_a_pattern_file_keeps_it)
{
	struct gno_pattern_file *again;
	struct gno_err err;

	ex.options.rounds = true;
	uses_good("route: { bank.0: idle }\nmeasures: [translation misses]\n");
	ck_assert_msg(!gno_pattern_file_write(folder_path(&ex.folder, "p.json"), ex.p, &err), "%s",
		      err.text);
	ck_assert_msg(!gno_pattern_file_read(folder_path(&ex.folder, "p.json"), &again, &err), "%s",
		      err.text);
	ck_assert_uint_eq(again->rounds, 1);
	ck_assert_uint_eq(again->node[0].routes, 11);
	ck_assert_str_eq(again->node[0].route[8], "idle");
	ck_assert_ptr_null(again->node[0].route[9]);
	ck_assert_uint_eq(again->node[0].measures, 1);
	ck_assert_str_eq(again->node[0].measure[0].name, "translation misses");
	ck_assert_int_eq(again->node[0].measure[0].print, GNO_PRINT_A_OF_B_AND);
	ck_assert_uint_eq(again->node[0].measure[0].pair, 1);
	gno_pattern_file_free(again);
}
END_TEST

START_TEST(test_names_of_measures)
{
	const char *of;

	ck_assert_str_eq(gno_measure_named("number of events of rise", &of)->name,
			 "number of events");
	ck_assert_str_eq(of, "rise");
	ck_assert_str_eq(gno_measure_named("number of events", &of)->name, "number of events");
	ck_assert_ptr_null(of);
	ck_assert_ptr_null(gno_measure_named("number", &of));
}
END_TEST

int main(void)
{
	return run_tests("uses", uses_setup, ex_teardown,
			 TESTS({test_event_lines}, {test_groups}, {test_routes}, {test_gates},
			       {test_points_of_gates}, {test_thresholds}, {test_thresholds_by_node},
			       {test_host}, {test_windows}, {test_buckets}, {test_measures},
			       {test_measures_of_signals}, {test_pairs_with_a_gate_are_left_out},
			       {test_pairs_are_shared_by_what_is_alike}, {test_rounds},
			       {test_a_pattern_file_keeps_it}, {test_names_of_measures}));
}
