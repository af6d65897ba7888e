/* SPDX-License-Identifier: Apache-2.0 */

/* Faults of experiments, with the position of each. */

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiment_fixture.h"
#include "gnomon/records.h"
#include "tests/suite.h"

static const struct {
	const char *text;
	unsigned line, column;
	const char *fault;
} bad[] = {
    {"", 0, 0, "the file is empty"},
    {"- a\n", 1, 1, "an experiment must be a mapping"},
    {"a: [\n", 2, 1, "not YAML: did not find expected node content"},
    {"manifest: m.json\n" EX_POINTS, 0, 0, "'gnomon' is missing"},
    {"gnomon: 2\nmanifest: m.json\n" EX_POINTS, 1, 9,
     "'gnomon' (the version of the format) must be a number from 1"},
    {"gnomon: 1\n" EX_POINTS, 0, 0, "'manifest' is missing"},
    {"gnomon: 1\nmanifest: n.json\n" EX_POINTS, 2, 11, "cannot open '"},
    {EX_HEAD, 0, 0, "'points' is missing"},
    {EX_HEAD "points: {}\n", 4, 9, "'points' has no points"},
    {EX_HEAD "points: [a]\n", 4, 9, "'points' must be a mapping"},
    {EX_HEAD EX_POINTS "intervalls: {}\n", 7, 1,
     "unknown key 'intervalls' in an experiment; did you mean 'intervals'?"},
    {EX_HEAD EX_POINTS "xyzzy: {}\n", 7, 1, "unknown key 'xyzzy' in an experiment"},
    {EX_HEAD EX_POINTS "gnomon: 1\n", 7, 1, "key 'gnomon' occurs twice, first in line 1"},
    {EX_HEAD "points:\n  a: { address: 4 }\n  a: { address: 8 }\n", 6, 3,
     "'a' occurs twice, first in line 5"},
    {EX_HEAD "points:\n  2a: { address: 4 }\n", 5, 3,
     "a name in 'points' must begin with a letter or '_', and"},
    {EX_HEAD "points:\n  a: { adress: 4 }\n", 5, 8,
     "unknown key 'adress' in a point; did you mean 'address'?"},
    {EX_HEAD "points:\n  a: { }\n", 5, 6,
     "point 'a' must have exactly one of 'entry', 'return', 'address', 'symbol', 'source', 'access', 'point', 'os' and 'match'"},
    {EX_HEAD "points:\n  a: { entry: work, address: 4 }\n", 5, 6,
     "point 'a' must have exactly one of"},
    {EX_HEAD "points:\n  a: { entry: work, offset: 4 }\n", 5, 29, "'offset' is for 'symbol' only"},
    {EX_HEAD "points:\n  a: { entry: work, at: trap }\n", 5, 25, "'at' is for 'os' only"},
    {EX_HEAD "points:\n  a: { os: exit, at: trap }\n", 5, 22, "'at' is for 'os: entry' only"},
    {EX_HEAD "points:\n  a: { match: \"\" }\n", 5, 15, "match must be a text that is not empty"},
    {EX_HEAD EX_POINTS "---\ngnomon: 1\n", 7, 1, "a second document begins here"},
    {EX_HEAD EX_POINTS "---\n}\n", 8, 1, "not YAML: "},
    {EX_HEAD "points:\n  a: { match: any, field: pc }\n", 5, 27,
     "'field' cannot be combined with 'match'"},
    {EX_HEAD "points:\n  a: { address: 0x10000000000000000 }\n", 5, 17,
     "an address must be a number from 0 to 18446744073709551615"},
    {EX_HEAD "points:\n  a: { entry: wrok }\n", 5, 15, "point 'a': "},
    {EX_HEAD "points:\n  a: { return: _start }\n", 5, 16,
     "point 'a': function '_start' never returns"},
    {EX_HEAD "points:\n  a: { symbol: work, offset: 4000 }\n", 5, 16,
     "point 'a': offset 4000 is beyond 'work'"},
    {EX_HEAD "points:\n  a: { source: \"program.c:1000\" }\n", 5, 16, "point 'a': "},
    {EX_HEAD "points:\n  a: { access: nothing }\n", 5, 16, "point 'a': "},
    {EX_HEAD "points:\n  a: { point: nowhere }\n", 5, 15, "point 'a': "},
    {EX_HEAD "points:\n  a: { os: inside }\n", 5, 12,
     "unknown 'os' 'inside': known are entry, exit"},
    {EX_HEAD "points:\n  a: { entry: work, field: pcc }\n", 5, 28,
     "no node watches the field 'pcc' of point 'a'; did you mean 'pc'?"},
    {EX_HEAD "points:\n  a: { entry: work, field: pcc, nodes: core1 }\n", 5, 28,
     "node 'core1', where point 'a' is to be, watches no field 'pcc'"},
    {EX_HEAD "points:\n  a: { match: \"pc in 4..\" }\n", 5, 25, "point 'a': "},
    {EX_HEAD "points:\n  a: { match: pc == 4 and pc == 5 }\n", 5, 15, "point 'a': never matches"},
    {"gnomon: 1\nmanifest: m.json\npoints:\n  a: { entry: work }\n", 4, 15,
     "point 'a' is a place in a program, but no 'program' is given"},
    {"gnomon: 1\nmanifest: m.json\nprogram: m.json\npoints:\n  a: { entry: work }\n", 3, 10,
     "not an ELF file"},
    {EX_HEAD "points:\n  a: { address: 4, nodes: [core0, cor1] }\n", 5, 35,
     "monitor 'model' has no node 'cor1'; did you mean 'core"},
    {EX_HEAD "points:\n  a: { address: 4, nodes: [] }\n", 5, 27,
     "'nodes' must be 'all' or a list of nodes"},
    {EX_HEAD EX_POINTS "actions: { c: record }\n", 7, 12, "there is no point 'c'"},
    {EX_HEAD EX_POINTS "actions: { a: [recrod] }\n", 7, 16,
     "unknown action 'recrod': known are record, sample, reset, bank, start, stop, mark, global"},
    {EX_HEAD EX_POINTS "actions: { a: [global] }\n", 7, 15,
     "point 'a' cannot do 'global': node 'core0' has no CAPTURE line"},
    {EX_HEAD EX_POINTS "actions: { a: [record, bank] }\n", 7, 15,
     "point 'a' cannot do 'bank': node 'core0' has no buckets"},
    {EX_HEAD EX_POINTS "intervals: { i: { from: a } }\n", 7, 14, "interval 'i' has no 'to'"},
    {EX_HEAD EX_POINTS "intervals: { i: work }\n", 7, 17, "an interval must be a mapping"},
    {EX_HEAD EX_POINTS "intervals: { i: [a, b] }\n", 7, 17, "an interval must be a mapping"},
    {EX_HEAD EX_POINTS "actions: { a: [sample] }\nintervals: { i: { from: a, to: b } }\n", 8, 25,
     "interval 'i' can never be measured: point 'a' is not recorded"},
    {EX_HEAD EX_POINTS "collect: sometimes\n", 7, 10,
     "unknown 'collect' 'sometimes': known are from_start, on_event"},
    {EX_HEAD EX_POINTS "collect: on_event\n", 7, 10, "nothing would ever be recorded"},
    {EX_HEAD EX_POINTS "buffer: ring\n", 7, 9,
     "unknown buffer mode 'ring': known are stream, fill, wrap"},
    {EX_HEAD EX_POINTS "buffer: { wrap: { after: 1024 } }\n", 7, 26,
     "'after' must be a number from 0 to 1023"},
    {EX_HEAD EX_POINTS "until: { nodes: all }\n", 7, 8, "'until' has no 'point'"},
    {EX_HEAD EX_POINTS "limit: soon\n", 7, 8, "'limit' is not a duration of up to 24 days: 'soon'"},
    {EX_HEAD EX_POINTS "limit: 60\n", 7, 8, "'limit' is not a duration"},
    /* triggers that the monitor has not */
    {EX_HEAD EX_POINTS "sequences: { s: a then b }\n", 7, 17, "monitor 'model' has no sequences"},
    {EX_HEAD EX_POINTS "sequences: { s: strictly a then b }\n", 7, 17,
     "monitor 'model' has no strict sequences"},
    {EX_HEAD EX_POINTS "sequences: { s: { steps: a then b, nodes: [core1] } }\n", 7, 43,
     "node 'core1' has no sequences"},
    {EX_HEAD EX_POINTS "timer: { every: 10 }\n", 7, 8, "monitor 'model' has no timer"},
    {EX_HEAD EX_POINTS "watchdog: { event: a, after: 10 }\n", 7, 11,
     "monitor 'model' has no watchdog"},
    {EX_HEAD EX_POINTS "port: { actions: record }\n", 7, 7, "monitor 'model' has no event port"},
    {EX_HEAD EX_POINTS "codes: { a1: { event: 64 } }\n", 7, 14,
     "monitor 'model' has no event port with codes"},
    /* codes of the event port */
    {EX_TRIGGERS "codes: { e: { evnt: 64 } }\n", 5, 15,
     "unknown key 'evnt' in a code; did you mean 'event'?"},
    {EX_TRIGGERS "codes: { e: { data: 1 } }\n", 5, 13,
     "code 'e' has none of 'event', 'control', 'send'"},
    {EX_TRIGGERS "codes: { e: { event: 1024 } }\n", 5, 22,
     "'event' must be a number from 0 to 1023, or VALUE/MASK of such numbers"},
    {EX_TRIGGERS "codes: { e: { event: 64/ } }\n", 5, 22,
     "'event' must be a number from 0 to 1023"},
    {EX_TRIGGERS "codes: { e: { event: 256 } }\n", 5, 22,
     "user's events have the numbers 64 to 255 and 896 to 1023"},
    {EX_TRIGGERS "codes: { e: { event: [] } }\n", 5, 22,
     "this must be one write or a list of them"},
    {EX_TRIGGERS "codes: { e: { send: 64 } }\n", 5, 21,
     "a connection must be a number from 0 to 63, or VALUE/MASK of such numbers"},
    {EX_TRIGGERS "codes: { e: { send: 2/1 } }\n", 5, 21,
     "a connection: no number equals 0x2 under mask 0x1"},
    {EX_TRIGGERS "codes: { e: { control: pause } }\n", 5, 24,
     "unknown control write 'pause': known are process, runnable, start, stop, time_stop, time_start, mark"},
    {EX_TRIGGERS "codes: { e: { control: time_start, data: 1 } }\n", 5, 42,
     "'data' cannot be combined with 'time_start', whose record has the stopped time instead"},
    {EX_TRIGGERS "codes: { e: { event: 64, data: 4 } }\n", 5, 32,
     "codes of node 'core0' can depend on the lowest 2 bits of the data only"},
    {EX_TRIGGERS "codes: { a: { event: 64 } }\n", 5, 10, "'a' occurs twice, first in line"},
    {EX_TRIGGERS "codes: { e: { event: 64, nodes: core7 } }\n", 5, 33,
     "monitor 'model' has no node 'core7'"},
    {EX_TRIGGERS "codes: { e: { event: 64 } }\nsequences: { s: a then e }\n", 6, 24,
     "'e' is a code: only points of 'points' can be waited for"},
    {EX_TRIGGERS "codes: { e: { event: 64 } }\nactions: { e: [record, bank] }\n", 6, 15,
     "point 'e' cannot do 'bank': node 'core0' has no buckets"},
    {EX_TRIGGERS
     "codes: { e: { event: 64 } }\nactions: { e: [] }\nintervals: { i: { from: e, to: a } }\n",
     7, 25, "interval 'i' can never be measured: point 'e' is not recorded"},
    {EX_TRIGGERS
     "codes:\n  e0: { event: 64 }\n  e1: { event: 65 }\n  e2: { event: 66 }\n  e3: { event: 67 }\n"
     "  e4: { event: 68 }\n  e5: { event: 69 }\n  e6: { event: 70 }\n  e7: { event: 71 }\n",
     13, 3,
     "the port of node 'core0' distinguishes 7 codes, and the experiment has 8; 'e7' is the first too many"},
    {EX_TRIGGERS
     "codes:\n  e: { event: 64/0x3f8, data: 1 }\n  f: { event: 65, data: 2 }\n"
     "  g: { event: 66, data: 2 }\n  h: { event: 67, data: 2 }\n  i: { event: 68, data: 2 }\n"
     "  j: { event: 69, data: 2 }\n  k: { event: [70, 71], data: 2 }\n  l: { event: 71, data: 2 }\n",
     13, 3, "the port of node 'core0' distinguishes 7 codes, and the experiment has 8"},
    /* sequences */
    {EX_TRIGGERS "sequences: { s: a than b }\n", 5, 19,
     "sequence 's': 'than' where 'then' or the end is expected"},
    {EX_TRIGGERS "sequences: { s: \"a then\" }\n", 5, 24,
     "sequence 's': the sequence ends where a point is expected"},
    {EX_TRIGGERS "sequences: { s: a then d }\n", 5, 24, "there is no point 'd'"},
    {EX_TRIGGERS "sequences: { s: a then b unless a or e }\n", 5, 38, "there is no point 'e'"},
    {EX_TRIGGERS "sequences: { s: a then b unless a or b }\n", 5, 38,
     "'b' would both advance and abort the step"},
    {EX_TRIGGERS "sequences: { s: a, t: s then a }\n", 5, 23,
     "'s' is a sequence: only points of 'points' can be waited for"},
    {EX_TRIGGERS "sequences: { s: a then b within 65537 }\n", 5, 33,
     "sequence 's' has a time-out of 65537 cycles, node 'core0' can count 65536 at most"},
    {EX_TRIGGERS "sequences: { s: 257 a }\n", 5, 17,
     "sequence 's' counts to 257, node 'core0' to 256 at most"},
    {EX_TRIGGERS "sequences: { s: a then b then a then b then a }\n", 5, 17,
     "sequence 's' has 5 steps, node 'core0' has room for 4"},
    {EX_TRIGGERS "sequences: { s: a, t: b, u: a, v: b }\n", 5, 26,
     "node 'core0' has room for 2 sequences, the experiment has 4; 'u' is the first too many"},
    {EX_TRIGGERS "sequences: { s: { steps: a then b, overlap: 3 } }\n", 5, 14,
     "node 'core0' has room for 2 sequences, the experiment has 3; 's' is the first too many"},
    {EX_TRIGGERS "sequences: { s: { steps: a then b, overlap: 9 } }\n", 5, 45,
     "'overlap' must be a number from 1 to 8"},
    {EX_TRIGGERS "sequences: { s: { steps: strictly a then b, overlap: 2 } }\n", 5, 54,
     "a strict sequence follows all attempts without 'overlap'"},
    {EX_TRIGGERS "sequences: { s: strictly a }\n", 5, 17,
     "strict sequence 's' has one step: it needs two at least"},
    {EX_TRIGGERS "sequences: { s: strictly a then 1 then 2 then 3 }\n", 5, 17,
     "sequence 's' has 4 steps, node 'core0' has room for 3"},
    {EX_TRIGGERS "sequences: { s: strictly a then 4, t: strictly a then 8 }\n", 5, 39,
     "strict sequences 's' and 't' both begin with 'a'"},
    {EX_TRIGGERS "sequences: { s: strictly a then c }\n", 5, 33,
     "point 'c' is not one word at node 'core0', as the later steps of a strict sequence must be"},
    {EX_TRIGGERS "sequences: { s: strictly a then 0x100000000 }\n", 5, 33,
     "0x100000000 is not a value of field 'pc' at node 'core0'"},
    {EX_TRIGGERS "sequences: { s: strictly a then b within 5 }\n", 5, 35,
     "sequence 's': a strict sequence has no 'within'"},
    {EX_TRIGGERS "sequences: { s: { steps: a then d1, nodes: [core0] } }\n", 5, 44,
     "'s' waits for point 'd1', which is not at node 'core0'"},
    {EX_TRIGGERS "sequences: { s: d0 then d1 }\n", 5, 17,
     "'s' can be at no node: none has all the points"},
    {EX_TRIGGERS "sequences: { a: b }\n", 5, 14, "'a' occurs twice, first in line 4"},
    {EX_TRIGGERS "sequences: { s: a then b within 5, s.timeout: a }\n", 5, 36,
     "'s.timeout' occurs twice, first in line 5"},
    {EX_TRIGGERS "timer: { every: 0 }\n", 5, 17,
     "'every' (cycles) must be a number from 1 to 4294967296"},
    {EX_TRIGGERS "timer: { profile: yes }\n", 5, 8, "'timer' has no 'every'"},
    {EX_TRIGGERS "timer: { every: 5, profile: maybe }\n", 5, 29, "'profile' must be yes or no"},
    {EX_TRIGGERS "watchdog: { event: z, after: 9 }\n", 5, 20, "there is no point 'z'"},
    {EX_TRIGGERS "watchdog: { event: a }\n", 5, 11, "'watchdog' has no 'after' (cycles)"},
    {EX_TRIGGERS "watchdog: { event: d1, after: 9, nodes: [core0] }\n", 5, 41,
     "'watchdog' waits for point 'd1', which is not at node 'core0'"},
    {EX_TRIGGERS "intervals: { i: { from: d0, to: d1 } }\n", 5, 14,
     "interval 'i' can never be measured: no node has both 'd0' and 'd1'"},
    {EX_TRIGGERS "until: { point: d1, nodes: [core0] }\n", 5, 28,
     "'until' waits for node 'core0', where point 'd1' is not"},
    {EX_FIELDS "sequences: { s: strictly a then 4 }\n", 5, 33,
     "a number is not a whole word at node 'core0', which watches 3 fields; name a point"},
    {EX_FIELDS "sequences: { s: strictly a then a }\n", 5, 33,
     "point 'a' is not one word at node 'core0'"},
    {EX_FIELDS "watchdog: { event: w, after: 0 }\n", 5, 30,
     "'after' (cycles) must be a number from 1"},
    {"gnomon: 1\nmanifest: f.json\npoints:\n  a: { address: 0x102 }\n", 4, 17, "point 'a': "},
    {"gnomon: 1\nmanifest: m.json\npoints:\n  a: { match: \"pc == work\" }\n", 4, 22,
     "point 'a': symbol 'work' cannot be found: there is no program"},
};

START_TEST(test_each_fault_has_its_place)
{
	struct gno_err err;

	ck_assert_int_eq(ex_load(bad[_i].text, &err), GNO_ERR_FORMAT);
	ck_assert_ptr_null(ex.p);
	ck_assert_ptr_nonnull(strstr(err.text, "fault"));
	ex_expect_fault(bad[_i].line, bad[_i].column, bad[_i].fault, false);
}
END_TEST

START_TEST(test_all_faults_are_told_at_once)
{
	struct gno_err err;

	ck_assert_int_eq(
	    ex_load(
		EX_HEAD
		"points:\n  a: { entry: no_such }\n  b: { adress: 4 }\n  c: { address: 4, nodes: core9 }\n"
		"intervals:\n  i: { from: a, to: d }\nlimit: 1 year\nbufer: fill\n",
		&err),
	    GNO_ERR_FORMAT);
	ck_assert_uint_eq(ex.faults.errors, 7);
	ck_assert_ptr_nonnull(strstr(err.text, "has 7 faults"));
	/* what is wrong at all nodes is reported once */
	ck_assert_int_eq(
	    ex_load(EX_TRIGGERS "sequences: { s: strictly a then 0x100000000 then c }\n", &err),
	    GNO_ERR_FORMAT);
	ck_assert_uint_eq(ex.faults.errors, 2);
}
END_TEST

/* Nothing behind a zero byte is left unread. */
START_TEST(test_zero_bytes_are_refused)
{
	static const char text[] = EX_HEAD EX_POINTS "limit: 5 s\n\0limit: 6 s\n";
	struct gno_err err;
	FILE *f;

	f = fopen(folder_path(&ex.folder, "e.yaml"), "w");
	ck_assert_ptr_nonnull(f);
	ck_assert_uint_eq(fwrite(text, 1, sizeof(text) - 1, f), sizeof(text) - 1);
	fclose(f);
	ck_assert_int_eq(ex_load_file("e.yaml", &err), GNO_ERR_FORMAT);
	ck_assert_ptr_nonnull(strstr(err.text, "is not text: byte"));
}
END_TEST

START_TEST(test_too_many_points)
{
	char text[4096];
	struct gno_err err;
	size_t len;

	len = (size_t)sprintf(text, "gnomon: 1\nmanifest: m.json\npoints:\n");
	for (int i = 0; i < 16; i++)
		len += (size_t)sprintf(text + len, "  p%d: { address: %d }\n", i, 4 * i);
	ck_assert_int_eq(ex_load(text, &err), GNO_ERR_FIT);
	ck_assert_uint_eq(ex.faults.count, 1); /* the nodes are alike, so it is reported once */
	ck_assert_uint_eq(ex.faults.fault[0].line, 19);
	ck_assert_str_eq(
	    ex.faults.fault[0].text,
	    "node 'core0' distinguishes 15 events and has 16 points; too many are 'p15'");
}
END_TEST

/* A function with 16 returns that all lie differently needs as many classes. */
START_TEST(test_too_many_classes)
{
	struct gno_err err;

	ck_assert_int_eq(ex_load("gnomon: 1\nmanifest: m.json\nprogram: " TEST_DATA "/many.elf\n"
				 "points:\n  a: { address: 0x800004 }\n  out: { return: many }\n",
				 &err),
			 GNO_ERR_FIT);
	ck_assert_uint_eq(ex.faults.count, 1);
	ck_assert_uint_eq(ex.faults.fault[0].line, 6);
	ck_assert_ptr_eq(
	    strstr(ex.faults.fault[0].text, "the points do not fit into node 'core0': rank0 "),
	    ex.faults.fault[0].text);
	ck_assert_ptr_nonnull(strstr(ex.faults.fault[0].text,
				     "; the points before them still fit, too many are 'out'"));
}
END_TEST

START_TEST(test_until_of_a_recorder_is_warned_of)
{
	struct gno_err err;

	ex_must(ex_load(EX_HEAD "points:\n  a: { address: 4 }\nuntil: { point: a }\n"
				"buffer: wrap\n",
			&err),
		&err);
	ck_assert_uint_eq(ex.faults.count, 1);
	ex_expect_fault(6, 17, "'until' has no effect with 'buffer: wrap'", true);
}
END_TEST

/* A node that would wait for its first record for ever. */
START_TEST(test_nodes_that_never_collect_are_warned_of)
{
	static const char head[] =
	    EX_HEAD "points:\n  a: { address: 4, nodes: core0 }\n  b: { address: 8 }\n"
		    "collect: on_event\n";
	struct gno_err err;
	char text[512];

	snprintf(text, sizeof(text), "%sactions: { a: [record, start] }\n", head);
	ex_must(ex_load(text, &err), &err);
	ck_assert_uint_eq(ex.faults.count, 1);
	ex_expect_fault(7, 10, "node 'core1' never records anything: 'collect' is 'on_event'",
			true);
	snprintf(text, sizeof(text), "%sactions: { b: [record, start] }\n", head);
	ex_must(ex_load(text, &err), &err);
	ck_assert_uint_eq(ex.faults.count, 0);
	snprintf(text, sizeof(text), "%sactions: { a: [record, start], b: [] }\n", head);
	ex_must(ex_load(text, &err), &err);
	ck_assert_uint_eq(ex.faults.count, 0); /* core1 has nothing to record */
	model_free(&ex.model);
	model_init(&ex.model, 4, 1, 1024);
	ex_write_manifest("m.json");
	ex_must(ex_load(EX_HEAD "points:\n  a: { address: 4, nodes: core2 }\n"
				"  b: { address: 8 }\ncollect: on_event\n"
				"actions: { a: [record, start] }\n",
			&err),
		&err);
	ck_assert_uint_eq(ex.faults.count, 1);
	ex_expect_fault(7, 10, "nodes 'core0', 'core1', 'core3' never record anything: ", true);
}
END_TEST

START_TEST(test_what_is_hidden_is_told)
{
	struct gno_err err;

	ck_assert_int_eq(
	    ex_load(EX_HEAD "points:\n  a: { address: 4 }\n  b: { address: 4 }\n", &err), 0);
	ck_assert_uint_eq(ex.faults.count, 1);
	ck_assert_uint_eq(ex.faults.errors, 0);
	ck_assert(ex.faults.fault[0].warning);
	ck_assert_uint_eq(ex.faults.fault[0].line, 6);
	ck_assert_str_eq(
	    ex.faults.fault[0].text,
	    "point 'b' never happens at node 'core0': points that come before it get all its words, the first of them is 'a'");
	ck_assert_int_eq(
	    ex_load(EX_HEAD
		    "points:\n  a: { match: pc in 0..0x1003 }\n  b: { match: pc >= 0x1000 }\n",
		    &err),
	    0);
	ck_assert_uint_eq(ex.faults.count, 0);
	/* a point without actions keeps its words from others */
	ck_assert_int_eq(
	    ex_load(EX_HEAD
		    "points: { a: { address: 4 }, b: { match: pc in 0..8 } }\nactions: { a: [] }\n",
		    &err),
	    0);
	ck_assert_uint_eq(ex.faults.count, 0);
	ck_assert_int_eq(ex.p->point[0].code[0], 1);
	ck_assert_int_eq(ex.p->point[1].code[0], 2);
}
END_TEST

int main(void)
{
	return run_tests("faults of experiments", ex_setup_all, ex_teardown,
			 TESTS({test_each_fault_has_its_place, sizeof(bad) / sizeof(bad[0])},
			       {test_all_faults_are_told_at_once}, {test_zero_bytes_are_refused},
			       {test_too_many_points}, {test_too_many_classes},
			       {test_what_is_hidden_is_told},
			       {test_nodes_that_never_collect_are_warned_of},
			       {test_until_of_a_recorder_is_warned_of}));
}
