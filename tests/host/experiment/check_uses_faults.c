/* SPDX-License-Identifier: Apache-2.0 */

/* Faults of experiments with preprocessors, with the position of each. */

#include <check.h>

#include "uses_fixture.h"
#include "tests/suite.h"

static const struct {
	const char *text;
	unsigned line, column;
	const char *says;
} group_faults[] = {
    {"actions: { a: [reset: cache] }\n", 4, 23,
     "point 'a' cannot do 'reset' for group 'cache': node 'core0' has no such group"},
    {"actions: { a: [bank: [wires, caches]] }\n", 4, 30,
     "point 'a' cannot do 'bank' for group 'caches': at node 'core0' it has no buckets"},
    {"actions: { a: [reset: []] }\n", 4, 23,
     "'reset' of 'a' must have the name of a group or a list of them"},
    {"actions: { a: [record: wires] }\n", 4, 16, "unknown key 'record' in an action for groups"},
    {"actions: { a: [reset, reset: wires] }\n", 4, 23, "an action of 'a' occurs twice"},
    {"actions: { a: [reset: wires, reset] }\n", 4, 30, "an action of 'a' occurs twice"},
    {"port: { actions: [record, reset: cache] }\n", 4, 34,
     "the event port cannot do 'reset' for group 'cache': node 'core0' has no such group"},
};

START_TEST(test_each_fault_of_groups_has_its_place)
{
	struct gno_err err;

	uses_manifest(true);
	ck_assert_int_eq(uses_load(group_faults[_i].text, &err), GNO_ERR_FORMAT);
	ex_expect_fault(group_faults[_i].line, group_faults[_i].column, group_faults[_i].says,
			false);
}
END_TEST

START_TEST(test_groups_need_a_monitor_with_groups)
{
	struct gno_err err;

	ck_assert_int_eq(uses_load("actions: { a: [reset: wires] }\n", &err), GNO_ERR_FORMAT);
	ex_expect_fault(4, 23, "point 'a' cannot do 'reset' for group 'wires': node 'core0' has no",
			false);
}
END_TEST

static const struct {
	const char *text;
	unsigned line, column;
	const char *fault;
	bool warning;
} bad[] = {
    {"route: { p0.a: icache_hit and not stal }\n", 4, 35,
     "'p0.a': node 'core0' has no signal 'stal'; did you mean 'stall'?", false},
    {"route: { p0.a: \"icache_hit and\" }\n", 4, 31,
     "'p0.a': the expression ends where a signal is expected", false},
    {"route: { p2.a: idle }\n", 4, 10,
     "monitor 'model' has no routed input 'p2.a'; did you mean 'p", false},
    {"route: { icache.hit: idle }\n", 4, 10,
     "monitor 'model' has no routed input 'icache.hit': there is p0.a, p0.b, p1.a, p1.b, share.a, width.of, q.from, q.to, bank.0, bank.1, d0.a, d0.b",
     false},
    {"route: { gate: idle }\n", 4, 10, "monitor 'model' has no routed input 'gate'", false},
    {"route: { p0.a: idle, nodes: core1 }\n", 4, 10,
     "node 'core1' has no routed input 'p0.a'; did you mean 'd0.a'?", false},
    {"route: [{ p0.a: idle }, { p0.a: stall }]\n", 4, 33, "'p0.a' of node 'core0' is routed twice",
     false},
    {"route: [p0.a]\n", 4, 9, "'route' must be a mapping", false},
    {"route: { p0.a: idle }\n", 0, 0,
     "without a route these inputs are never 1: 'p0.b' of node 'core0'", true},
    {"route: { q.from: idle }\n", 0, 0,
     "without a route these inputs are never 1: 'q.to' of node 'core0'", true},
    {"gate: { line: nothing }\n", 4, 15, "'gate': node 'core0' has no signal 'nothing'", false},
    {"gate: { }\n", 4, 7, "the gate has none of 'line', 'open', 'close' and 'process'", false},
    {"gate: { at_start: open }\n", 4, 19, "'at_start' is for 'open' and 'close' only", false},
    {"gate: { close: a, at_start: closed }\n", 4, 7,
     "the gate never opens: it is closed at the start and has no 'open'", false},
    {"gate: { open: d }\n", 4, 15, "there is no point 'd'", false},
    {"gate: { open: slow }\nthresholds: { slow: { above: 5 } }\n", 4, 15,
     "'slow' is a threshold: points and codes of the event port open and close a gate", false},
    {"gate: { process: 65536 }\n", 4, 18, "a process must be a number from 0 to 65535", false},
    {"gate: { process: { value: 5, mask: 0xfffc } }\n", 4, 18,
     "no process equals 0x5 under mask 0xfffc", false},
    {"gate: { process: 5, nodes: core1 }\n", 4, 28, "node 'core1' has no gate", false},
    {"gate: [{ process: 5 }, { line: idle }]\n", 4, 24,
     "node 'core0' has two gates in this experiment", false},
    {"thresholds: { slwo: { above: 5 } }\n", 4, 15,
     "monitor 'model' has no threshold 'slwo'; did you mean 'slow'?", false},
    {"thresholds: { slow: { above: 5, below: 4 } }\n", 4, 15,
     "threshold 'slow' must have one of 'above' and 'below'", false},
    {"thresholds: { slow: { above: 300 } }\n", 4, 30,
     "'lat' of node 'core1', which threshold 'slow' compares, ends at 255", false},
    {"thresholds: { slow: { above: 30, rearm: 31 } }\n", 4, 41,
     "'rearm' must be a number from 0 to 30", false},
    {"thresholds: { slow: { below: 30, rearm: 29 } }\n", 4, 41,
     "'rearm' must be a number from 30 to", false},
    {"thresholds: { few: { below: 30, rearm: 1024 } }\n", 4, 40,
     "'hits' of node 'core0', which threshold 'few' compares, ends at 1023", false},
    {"thresholds: { slow: { above: 30, rearm: 5, each: yes } }\n", 4, 41,
     "'rearm' cannot be combined with 'each', which needs none", false},
    {"thresholds: { few: { above: 30, nodes: core1 } }\n", 4, 40,
     "node 'core1' has no threshold 'few'", false},
    {"thresholds: { few: { above: 30, rearm: 0 } }\n", 4, 29,
     "threshold 'few' fires once at most: no value arms it again", true},
    {"thresholds: [{ slow: { above: 5 } }, { nodes: core1, slow: { above: 6 } }]\n", 4, 54,
     "threshold 'slow' has two limits at node 'core1', first in line 4", false},
    {"thresholds: [{ nodes: all, slow: { above: 5 } }, { slow: { above: 6 } }]\n", 4, 52,
     "threshold 'slow' has two limits at node 'core0', first in line 4", false},
    {"thresholds: [{ nodes: core0, few: { above: 5 } }, { nodes: core1, few: { above: 6 } }]\n", 4,
     60, "node 'core1' has no threshold 'few'", false},
    {"thresholds: [{ nodes: core0, slow: { above: 5, nodes: core1 } }]\n", 4, 55,
     "key 'nodes' occurs twice, first in line 4", false},
    {"thresholds: [{ nodes: core0, slow: { above: 5 } }, { nodes: core1, slow: { } }]\n", 4, 68,
     "threshold 'slow' must have one of 'above' and 'below'", false},
    {"thresholds: [{ nodes: core0, slow: { above: 300 } }, { nodes: core1, slow: { above: 301 } }]\n",
     4, 85, "'lat' of node 'core1', which threshold 'slow' compares, ends at 255", false},
    {"nodes: core1\nthresholds: [{ few: { above: 5 } }, { nodes: core0, few: { above: 6 } }]\n", 5,
     16, "no node of the experiment has threshold 'few'", false},
    {"thresholds: { slow: { above: 5 }, slow: { above: 6 } }\n", 4, 35,
     "'slow' occurs twice, first in line 4", false},
    {"windows: { hist: 5 }\n", 4, 12, "monitor 'model' has no window 'hist'; did you mean 'hits'?",
     false},
    {"windows: { lat: 5 }\n", 4, 12, "monitor 'model' has no window 'lat'", false},
    {"windows: { hits: 0 }\n", 4, 18, "a window (cycles) must be a number from 1 to 4294967296",
     false},
    {"buckets: { lat_c: { bounds: [1] } }\n", 4, 12,
     "monitor 'model' has no buckets 'lat_c'; did you mean 'lat_b'?", false},
    {"buckets: { lat_b: { bounds: [1], log: { } } }\n", 4, 12,
     "buckets 'lat_b' must have one of 'bounds', 'linear' and 'log'", false},
    {"buckets: { lat_b: { bounds: [3, 5, 5] } }\n", 4, 36, "bound 5 is not above the previous one",
     false},
    {"buckets: { lat_b: { bounds: [1, 2, 3, 4, 5, 6, 7, 8] } }\n", 4, 51,
     "buckets 'lat_b' have room for 7 bounds", false},
    {"buckets: { lat_b: { bounds: [0x100000000] } }\n", 4, 30,
     "a bound must be a number from 1 to 4294967295", false},
    {"buckets: { lat_b: { bounds: [5000] } }\n", 4, 30,
     "no value of buckets 'lat_b' reaches 5000: the largest is 4095", true},
    {"buckets: { lat_b: { linear: { from: 5000, step: 1 } } }\n", 4, 37,
     "no value of buckets 'lat_b' reaches 5000: the largest is 4095", true},
    {"buckets: { lat_b: { linear: { from: 3 } } }\n", 4, 29,
     "'linear' of buckets 'lat_b' has no 'step'", false},
    {"buckets: { lat_b: { linear: { step: 0 } } }\n", 4, 37, "'step' must be a number from 1 to",
     false},
    {"buckets: { lat_b: { log: { from: 0 } } }\n", 4, 34, "'from' must be a number from 1 to",
     false},
    {"buckets: { lat_b: { log: { count: 9 } } }\n", 4, 35,
     "'count' (buckets) must be a number from 2 to 8", false},
    {"actions: { a: [sample, reset] }\n", 4, 15,
     "point 'a' does 'sample' but not 'record', to whose record the sample belongs", true},
    {"actions: { slow: record }\n", 4, 12,
     "there is no point 'slow': the threshold of that name is not in 'thresholds'", false},
    {"thresholds: { slow: { above: x } }\n", 4, 30, "'above' must be a number from 0 to", false},
    {"actions: { a: bank }\n", 4, 15, "point 'a' does 'bank', but 1 of its nodes have no buckets",
     true},
    {"actions: { c: [record, global] }\n", 4, 15,
     "point 'c' cannot do 'global': node 'core0' has no CAPTURE line", false},
    {"measures: [cache hit rato]\n", 4, 12,
     "there is no measure 'cache hit rato'; did you mean 'cache hit ratio'?", false},
    {"measures: [{ measure: bus occupancy, a: stall, b: always }, { measure: bus occupancy, a: idle, b: always }]\n",
     4, 72, "measure 'bus occupancy' of node 'core0' occurs twice; give one of them another 'name'",
     false},
    {"measures: [xyzzy]\n", 4, 12, "there is no measure 'xyzzy'; 'gnomon measures' lists them",
     false},
    {"measures: { cache hit ratio: yes }\n", 4, 11, "'measures' must be a list", false},
    {"measures: [percent time writing]\n", 4, 12,
     "measure 'percent time writing' cannot be taken: node 'core0' has no signal 'writing'", false},
    {"measures: [{ measure: bus occupancy, nodes: core1 }]\n", 4, 23,
     "measure 'bus occupancy' cannot be taken: node 'core1' has no signal 'bus_busy'", false},
    {"measures: [{ measure: cache hit ratio, nodes: core1 }]\n", 4, 23,
     "measure 'cache hit ratio' cannot be taken: node 'core1' has both 'icache_access' and 'dcache_access': name the one that is meant",
     false},
    {"measures: [event duration]\n", 4, 12,
     "measure 'event duration' must be of a signal: 'event duration of SIGNAL'", false},
    {"measures: [processor idle of idle]\n", 4, 12,
     "measure 'processor idle' takes no signal after its name", false},
    {"measures: [{ measure: bus occupancy, a: idle }]\n", 4, 23,
     "measure 'bus occupancy' takes both 'a' and 'b'", false},
    {"measures: [{ measure: transactions, a: idle, b: stall }]\n", 4, 23,
     "measure 'transactions' takes 'b' alone", false},
    {"measures: [event duration of stall, event duration of idle, event duration of grant]\n", 4,
     61,
     "measure 'event duration of grant' has no pair left at node 'core0': 'p0' has event duration of stall, 'p1' has event duration of idle; 'gnomon run --rounds' takes one set after the other",
     false},
    {"measures: [{ measure: memory access distribution, nodes: core1 }]\n", 4, 23,
     "measure 'memory access distribution' cannot be taken: node 'core1' has no buckets over event codes",
     false},
};

START_TEST(test_each_fault_has_its_place)
{
	struct gno_err err;

	ck_assert_int_eq(uses_load(bad[_i].text, &err), bad[_i].warning ? 0 : GNO_ERR_FORMAT);
	ex_expect_fault(bad[_i].line, bad[_i].column, bad[_i].fault, bad[_i].warning);
}
END_TEST

START_TEST(test_a_fault_of_several_nodes_is_told_once)
{
	struct gno_err err;

	ck_assert_int_eq(uses_load("thresholds: { slow: { above: 5000 } }\n", &err),
			 GNO_ERR_FORMAT);
	ck_assert_uint_eq(ex.faults.errors, 1);
	ck_assert_str_eq(ex.faults.fault[0].text,
			 "'lat' of node 'core0', which threshold 'slow' compares, ends at 4095");
}
END_TEST

/* What drives no event line was not asked to: no experiment of a monitor with segments must use
 * them. */
START_TEST(test_event_lines_of_segments)
{
	uses_segments_manifest();
	uses_good("");
	uses_good("count: { special_events: [a, b] }\n");
	uses_good("count: { special_events: a, all_events: b }\n");
	uses_good("nodes: core1\n"); /* the experiment has no node with segments */
}
END_TEST

int main(void)
{
	return run_tests("faults of uses", uses_setup, ex_teardown,
			 TESTS({test_groups_need_a_monitor_with_groups},
			       {test_each_fault_of_groups_has_its_place,
				sizeof(group_faults) / sizeof(group_faults[0])},
			       {test_a_fault_of_several_nodes_is_told_once},
			       {test_event_lines_of_segments},
			       {test_each_fault_has_its_place, sizeof(bad) / sizeof(bad[0])}));
}
