/* SPDX-License-Identifier: Apache-2.0 */

/* Experiments: what a good one becomes, and where each fault is said to be. */

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiment_fixture.h"
#include "gnomon/records.h"
#include "tests/suite.h"

#define PROGRAM TEST_DATA "/program.elf"

static void setup(void)
{
	ex_setup();
	ex_write_manifest("m.json");
	ex.model.triggers = true;
	ex_write_manifest("t.json");
	ex.model.fields = true;
	ex_write_manifest("f.json");
}

START_TEST(test_a_good_experiment)
{
	static const char text[] = "gnomon: 1\n"
				   "manifest: m.json\n"
				   "program: " PROGRAM "\n"
				   "device: tcp:127.0.0.1:7654\n"
				   "buffer: { wrap: { after: 100 } }\n"
				   "points:\n"
				   "  in:   { entry: work }\n"
				   "  out:  { return: work, nodes: [core1] }\n"
				   "  spot: { symbol: work, offset: 4 }\n"
				   "  far:  { address: 0xfffffffc, nodes: all }\n"
				   "actions:\n"
				   "  out: [record, sample, reset]\n"
				   "  far: stop\n"
				   "intervals:\n"
				   "  work: { from: in, to: out }\n"
				   "collect: from_start\n"
				   "until: { point: out }\n"
				   "limit: 1.5 min\n";
	struct gno_err err;

	ex_must(ex_load(text, &err), &err);
	ck_assert_uint_eq(ex.faults.count, 0);
	ck_assert_str_eq(ex.p->name, "e");
	ck_assert_str_eq(ex.p->monitor, "model");
	ck_assert_str_eq(ex.p->device, "tcp:127.0.0.1:7654");
	ck_assert_int_eq(ex.p->mode, GNO_BUFFER_WRAP);
	ck_assert_uint_eq(ex.p->after, 100);
	ck_assert(ex.p->collect);
	ck_assert_uint_eq(ex.p->limit_ms, 90000);
	ck_assert_uint_eq(ex.p->points, 4);
	ck_assert_uint_eq(ex.p->point[0].address[0], 0x1000);
	ck_assert_uint_eq(ex.p->point[2].address[0], 0x1004);
	ck_assert_str_eq(ex.p->point[2].text, "work+0x4");
	ck_assert_int_eq(ex.p->point[3].code[0],
			 3); /* codes are given a node: 'out' is not there */
	ck_assert_int_eq(ex.p->point[3].code[1], 4);
	ck_assert_int_eq(ex.p->point[0].code[0], 1);
	ck_assert_int_eq(ex.p->point[1].code[0], -1);
	ck_assert_int_eq(ex.p->point[1].code[1], 2);
	ck_assert_uint_eq(ex.p->point[0].actions, 1);
	ck_assert_uint_eq(ex.p->point[1].actions, 7);
	ck_assert_uint_eq(ex.p->point[3].actions, 1u << GNO_ACT_STOP);
	ck_assert_uint_eq(ex.p->intervals, 1);
	ck_assert_uint_eq(ex.p->interval[0].to, 1);
	ck_assert_int_eq(ex.p->until, 1);
	ck_assert(!ex.p->until_on[0] && ex.p->until_on[1]);
	ck_assert_uint_eq(ex_table(0, "actions")->cell[2], 1); /* 'spot' */
	ck_assert_uint_eq(ex_table(1, "actions")->cell[2], 7);
	ck_assert_uint_eq(ex_table(1, "actions")->cell[5], 0);
	ck_assert_int_eq(gno_pattern_file_find(ex.p, GNO_PATTERN_EVENT, 0, 2), 2);
	ck_assert_int_eq(gno_pattern_file_find(ex.p, GNO_PATTERN_EVENT, 0, 4), -1);
	ck_assert_uint_eq(strlen(ex.p->build_id), 40);
}
END_TEST

START_TEST(test_defaults)
{
	struct gno_err err;

	ck_assert_msg(
	    !ex_load("gnomon: 1\nmanifest: m.json\npoints: { a: { address: 4 } }\n", &err), "%s",
	    err.text);
	ck_assert_int_eq(ex.p->mode, GNO_BUFFER_STREAM);
	ck_assert(ex.p->collect && ex.p->until < 0 && !ex.p->device && !ex.p->program &&
		  !ex.p->build_id);
	ck_assert_uint_eq(ex.p->limit_ms, GNO_LIMIT_MS);
}
END_TEST

#define HEAD "gnomon: 1\nmanifest: m.json\nprogram: " PROGRAM "\n"
#define POINTS "points:\n  a: { address: 4 }\n  b: { address: 8 }\n"
#define TRIGGERS                                                                                   \
	"gnomon: 1\nmanifest: t.json\npoints:\n  { a: { address: 4 }, b: { address: 8 }, c: { "    \
	"match: 'pc "                                                                              \
	"in "                                                                                      \
	"16..31' }, d0: { address: 12, nodes: core0 }, d1: { address: 12, nodes: core1 } }\n"
#define FIELDS                                                                                     \
	"gnomon: 1\nmanifest: f.json\npoints:\n  { a: { address: 4 }, w: { match: 'pc == 8 and "   \
	"write and "                                                                               \
	"not tag' } }\n"

static const struct {
	const char *text;
	unsigned line, column;
	const char *fault;
} bad[] = {
    {"", 0, 0, "the file is empty"},
    {"- a\n", 1, 1, "an experiment must be a mapping"},
    {"a: [\n", 2, 1, "not YAML: did not find expected node content"},
    {"manifest: m.json\n" POINTS, 0, 0, "'gnomon' is missing"},
    {"gnomon: 2\nmanifest: m.json\n" POINTS, 1, 9,
     "'gnomon' (the version of the format) must be a number from 1"},
    {"gnomon: 1\n" POINTS, 0, 0, "'manifest' is missing"},
    {"gnomon: 1\nmanifest: n.json\n" POINTS, 2, 11, "cannot open '"},
    {HEAD, 0, 0, "'points' is missing"},
    {HEAD "points: {}\n", 4, 9, "'points' has no points"},
    {HEAD "points: [a]\n", 4, 9, "'points' must be a mapping"},
    {HEAD POINTS "intervalls: {}\n", 7, 1,
     "unknown key 'intervalls' in an experiment; did you mean 'intervals'?"},
    {HEAD POINTS "xyzzy: {}\n", 7, 1, "unknown key 'xyzzy' in an experiment"},
    {HEAD POINTS "gnomon: 1\n", 7, 1, "key 'gnomon' is there twice, first in line 1"},
    {HEAD "points:\n  a: { address: 4 }\n  a: { address: 8 }\n", 6, 3,
     "'a' is there twice, first in line 5"},
    {HEAD "points:\n  2a: { address: 4 }\n", 5, 3,
     "a name in 'points' must begin with a letter or '_', and"},
    {HEAD "points:\n  a: { adress: 4 }\n", 5, 8,
     "unknown key 'adress' in a point; did you mean 'address'?"},
    {HEAD "points:\n  a: { }\n", 5, 6,
     "point 'a' must have exactly one of 'entry', 'return', 'address', 'symbol', 'source', "
     "'access', "
     "'point', "
     "'os' and 'match'"},
    {HEAD "points:\n  a: { entry: work, address: 4 }\n", 5, 6,
     "point 'a' must have exactly one of"},
    {HEAD "points:\n  a: { entry: work, offset: 4 }\n", 5, 29, "'offset' goes with 'symbol' only"},
    {HEAD "points:\n  a: { entry: work, at: trap }\n", 5, 25, "'at' goes with 'os' only"},
    {HEAD "points:\n  a: { os: exit, at: trap }\n", 5, 22, "'at' goes with 'os: entry' only"},
    {HEAD "points:\n  a: { match: \"\" }\n", 5, 15, "match must be a text that is not empty"},
    {HEAD POINTS "---\ngnomon: 1\n", 7, 1, "a second document begins here"},
    {HEAD POINTS "---\n}\n", 8, 1, "not YAML: "},
    {HEAD "points:\n  a: { match: any, field: pc }\n", 5, 27, "'field' does not go with 'match'"},
    {HEAD "points:\n  a: { address: 0x100000000 }\n", 5, 17,
     "an address must be a number from 0 to 4294967295"},
    {HEAD "points:\n  a: { entry: wrok }\n", 5, 15, "point 'a': "},
    {HEAD "points:\n  a: { return: _start }\n", 5, 16,
     "function '_start' of point 'a' never returns"},
    {HEAD "points:\n  a: { symbol: work, offset: 4000 }\n", 5, 16,
     "offset 4000 of point 'a' is beyond 'work'"},
    {HEAD "points:\n  a: { source: \"program.c:1000\" }\n", 5, 16, "point 'a': "},
    {HEAD "points:\n  a: { access: nothing }\n", 5, 16, "point 'a': "},
    {HEAD "points:\n  a: { point: nowhere }\n", 5, 15, "point 'a': "},
    {HEAD "points:\n  a: { os: inside }\n", 5, 12, "unknown 'os' 'inside': known is entry, exit"},
    {HEAD "points:\n  a: { entry: work, field: pcc }\n", 5, 28,
     "no node watches the field 'pcc' of point 'a'; did you mean 'pc'?"},
    {HEAD "points:\n  a: { entry: work, field: pcc, nodes: core1 }\n", 5, 28,
     "node 'core1', where point 'a' is to be, watches no field 'pcc'"},
    {HEAD "points:\n  a: { match: \"pc in 4..\" }\n", 5, 25, "point 'a': "},
    {HEAD "points:\n  a: { match: pc == 4 and pc == 5 }\n", 5, 15, "point 'a': never matches"},
    {"gnomon: 1\nmanifest: m.json\npoints:\n  a: { entry: work }\n", 4, 15,
     "point 'a' is a place in a program, but there is no 'program'"},
    {"gnomon: 1\nmanifest: m.json\nprogram: m.json\npoints:\n  a: { entry: work }\n", 3, 10,
     "not an ELF file"},
    {HEAD "points:\n  a: { address: 4, nodes: [core0, cor1] }\n", 5, 35,
     "monitor 'model' has no node 'cor1'; did you mean 'core"},
    {HEAD "points:\n  a: { address: 4, nodes: [] }\n", 5, 27,
     "'nodes' must be 'all' or a list of nodes"},
    {HEAD POINTS "actions: { c: record }\n", 7, 12, "there is no point 'c'"},
    {HEAD POINTS "actions: { a: [recrod] }\n", 7, 16,
     "unknown action 'recrod': known is record, sample, reset, bank, start, stop, mark"},
    {HEAD POINTS "actions: { a: [global] }\n", 7, 16,
     "action 'global' of 'a' is not in this monitor"},
    {HEAD POINTS "actions: { a: [record, bank] }\n", 7, 15,
     "point 'a' cannot do 'bank': node 'core0' has no buckets"},
    {HEAD POINTS "intervals: { i: { from: a } }\n", 7, 14, "interval 'i' has no 'to'"},
    {HEAD POINTS "actions: { a: [sample] }\nintervals: { i: { from: a, to: b } }\n", 8, 25,
     "interval 'i' can never be measured: point 'a' is not recorded"},
    {HEAD POINTS "collect: sometimes\n", 7, 10,
     "unknown 'collect' 'sometimes': known is from_start, on_event"},
    {HEAD POINTS "collect: on_event\n", 7, 10, "nothing would ever be recorded"},
    {HEAD POINTS "buffer: ring\n", 7, 9, "unknown buffer mode 'ring': known is stream, fill, wrap"},
    {HEAD POINTS "buffer: { wrap: { after: 1024 } }\n", 7, 26,
     "'after' must be a number from 0 to 1023"},
    {HEAD POINTS "until: { nodes: all }\n", 7, 8, "'until' has no 'point'"},
    {HEAD POINTS "limit: soon\n", 7, 8, "'limit' is no duration up to 24 days: 'soon'"},
    {HEAD POINTS "limit: 60\n", 7, 8, "'limit' is no duration"},
    /* triggers that the monitor has not */
    {HEAD POINTS "sequences: { s: a then b }\n", 7, 17, "monitor 'model' has no sequences"},
    {HEAD POINTS "sequences: { s: strictly a then b }\n", 7, 17,
     "monitor 'model' has no strict sequences"},
    {HEAD POINTS "sequences: { s: { steps: a then b, nodes: [core1] } }\n", 7, 43,
     "node 'core1' has no sequences"},
    {HEAD POINTS "timer: { every: 10 }\n", 7, 8, "monitor 'model' has no timer"},
    {HEAD POINTS "watchdog: { event: a, after: 10 }\n", 7, 11, "monitor 'model' has no watchdog"},
    {HEAD POINTS "port: { actions: record }\n", 7, 7, "monitor 'model' has no event port"},
    {HEAD POINTS "codes: { a1: { event: 64 } }\n", 7, 14,
     "monitor 'model' has no event port with codes"},
    /* codes of the event port */
    {TRIGGERS "codes: { e: { evnt: 64 } }\n", 5, 15,
     "unknown key 'evnt' in a code; did you mean 'event'?"},
    {TRIGGERS "codes: { e: { data: 1 } }\n", 5, 13,
     "code 'e' has none of 'event', 'control', 'send'"},
    {TRIGGERS "codes: { e: { event: 1024 } }\n", 5, 22,
     "'event' must be a number from 0 to 1023, or VALUE/MASK of such numbers"},
    {TRIGGERS "codes: { e: { event: 64/ } }\n", 5, 22, "'event' must be a number from 0 to 1023"},
    {TRIGGERS "codes: { e: { event: 256 } }\n", 5, 22,
     "no event of the user has this number: they are 64 to 255 and 896 to 1023"},
    {TRIGGERS "codes: { e: { event: [] } }\n", 5, 22, "this must be one write or a list of them"},
    {TRIGGERS "codes: { e: { send: 64 } }\n", 5, 21,
     "a connection must be a number from 0 to 63, or VALUE/MASK of such numbers"},
    {TRIGGERS "codes: { e: { send: 2/1 } }\n", 5, 21,
     "a connection: no number is 0x2 under mask 0x1"},
    {TRIGGERS "codes: { e: { control: pause } }\n", 5, 24,
     "unknown control write 'pause': known is process, runnable, start, stop, time_stop, "
     "time_start, mark"},
    {TRIGGERS "codes: { e: { control: time_start, data: 1 } }\n", 5, 42,
     "'data' does not go with 'time_start', whose record has the stopped time for it"},
    {TRIGGERS "codes: { e: { event: 64, data: 4 } }\n", 5, 32,
     "codes of node 'core0' can depend on the lowest 2 bits of the data only"},
    {TRIGGERS "codes: { a: { event: 64 } }\n", 5, 10, "'a' is there twice, first in line"},
    {TRIGGERS "codes: { e: { event: 64, nodes: core7 } }\n", 5, 33,
     "monitor 'model' has no node 'core7'"},
    {TRIGGERS "codes: { e: { event: 64 } }\nsequences: { s: a then e }\n", 6, 24,
     "'e' is a code: only points of 'points' can be waited for"},
    {TRIGGERS "codes: { e: { event: 64 } }\nactions: { e: [record, bank] }\n", 6, 15,
     "point 'e' cannot do 'bank': node 'core0' has no buckets"},
    {TRIGGERS
     "codes: { e: { event: 64 } }\nactions: { e: [] }\nintervals: { i: { from: e, to: a } }\n",
     7, 25, "interval 'i' can never be measured: point 'e' is not recorded"},
    {TRIGGERS
     "codes:\n  e0: { event: 64 }\n  e1: { event: 65 }\n  e2: { event: 66 }\n  e3: { event: 67 }\n"
     "  e4: { event: 68 }\n  e5: { event: 69 }\n  e6: { event: 70 }\n  e7: { event: 71 }\n",
     13, 3, "the port of node 'core0' can tell 7 codes and has 8; 'e7' is the first too many"},
    {TRIGGERS
     "codes:\n  e: { event: 64/0x3f8, data: 1 }\n  f: { event: 65, data: 2 }\n"
     "  g: { event: 66, data: 2 }\n  h: { event: 67, data: 2 }\n  i: { event: 68, data: 2 }\n"
     "  j: { event: 69, data: 2 }\n  k: { event: [70, 71], data: 2 }\n  l: { event: 71, data: 2 "
     "}\n",
     13, 3, "the port of node 'core0' can tell 7 codes and has 8"},
    /* sequences */
    {TRIGGERS "sequences: { s: a than b }\n", 5, 19,
     "sequence 's': 'than' where 'then' or the end was expected"},
    {TRIGGERS "sequences: { s: \"a then\" }\n", 5, 24,
     "sequence 's': the sequence ends where a point was expected"},
    {TRIGGERS "sequences: { s: a then d }\n", 5, 24, "there is no point 'd'"},
    {TRIGGERS "sequences: { s: a then b unless a or e }\n", 5, 38, "there is no point 'e'"},
    {TRIGGERS "sequences: { s: a then b unless a or b }\n", 5, 38,
     "'b' would both advance and abort the step"},
    {TRIGGERS "sequences: { s: a, t: s then a }\n", 5, 23,
     "'s' is a sequence: only points of 'points' can be waited for"},
    {TRIGGERS "sequences: { s: a then b within 65537 }\n", 5, 33,
     "sequence 's' has a time-out of 65537 clocks, node 'core0' can count 65536 at most"},
    {TRIGGERS "sequences: { s: 257 a }\n", 5, 17,
     "sequence 's' counts to 257, node 'core0' to 256 at most"},
    {TRIGGERS "sequences: { s: a then b then a then b then a }\n", 5, 17,
     "sequence 's' has 5 steps, node 'core0' has room for 4"},
    {TRIGGERS "sequences: { s: a, t: b, u: a, v: b }\n", 5, 26,
     "node 'core0' has room for 2 sequences, the experiment has 4; 'u' is the first too many"},
    {TRIGGERS "sequences: { s: { steps: a then b, overlap: 3 } }\n", 5, 14,
     "node 'core0' has room for 2 sequences, the experiment has 3; 's' is the first too many"},
    {TRIGGERS "sequences: { s: { steps: a then b, overlap: 9 } }\n", 5, 45,
     "'overlap' must be a number from 1 to 8"},
    {TRIGGERS "sequences: { s: { steps: strictly a then b, overlap: 2 } }\n", 5, 54,
     "a strict sequence follows all attempts without 'overlap'"},
    {TRIGGERS "sequences: { s: strictly a }\n", 5, 17,
     "strict sequence 's' has one step: it needs two at least"},
    {TRIGGERS "sequences: { s: strictly a then 1 then 2 then 3 }\n", 5, 17,
     "sequence 's' has 4 steps, node 'core0' has room for 3"},
    {TRIGGERS "sequences: { s: strictly a then 4, t: strictly a then 8 }\n", 5, 39,
     "strict sequences 's' and 't' both begin with 'a'"},
    {TRIGGERS "sequences: { s: strictly a then c }\n", 5, 33,
     "point 'c' is not one word at node 'core0', as the later steps of a strict sequence must be"},
    {TRIGGERS "sequences: { s: strictly a then 0x100000000 }\n", 5, 33,
     "0x100000000 is no value of field 'pc' at node 'core0'"},
    {TRIGGERS "sequences: { s: strictly a then b within 5 }\n", 5, 35,
     "sequence 's': a strict sequence has no 'within'"},
    {TRIGGERS "sequences: { s: { steps: a then d1, nodes: [core0] } }\n", 5, 44,
     "'s' waits for point 'd1', which is not at node 'core0'"},
    {TRIGGERS "sequences: { s: d0 then d1 }\n", 5, 17,
     "'s' can be at no node: none has all the points"},
    {TRIGGERS "sequences: { a: b }\n", 5, 14, "'a' is there twice, first in line 4"},
    {TRIGGERS "sequences: { s: a then b within 5, s.timeout: a }\n", 5, 36,
     "'s.timeout' is there twice, first in line 5"},
    {TRIGGERS "timer: { every: 0 }\n", 5, 17,
     "'every' (clocks) must be a number from 1 to 4294967296"},
    {TRIGGERS "timer: { profile: yes }\n", 5, 8, "'timer' has no 'every'"},
    {TRIGGERS "timer: { every: 5, profile: maybe }\n", 5, 29, "'profile' must be yes or no"},
    {TRIGGERS "watchdog: { event: z, after: 9 }\n", 5, 20, "there is no point 'z'"},
    {TRIGGERS "watchdog: { event: a }\n", 5, 11, "'watchdog' has no 'after' (clocks)"},
    {TRIGGERS "watchdog: { event: d1, after: 9, nodes: [core0] }\n", 5, 41,
     "'watchdog' waits for point 'd1', which is not at node 'core0'"},
    {TRIGGERS "intervals: { i: { from: d0, to: d1 } }\n", 5, 14,
     "interval 'i' can never be measured: no node has both 'd0' and 'd1'"},
    {TRIGGERS "until: { point: d1, nodes: [core0] }\n", 5, 28,
     "'until' waits for node 'core0', where point 'd1' is not"},
    {FIELDS "sequences: { s: strictly a then 4 }\n", 5, 33,
     "a number is no whole word at node 'core0', which watches 3 fields; name a point"},
    {FIELDS "sequences: { s: strictly a then a }\n", 5, 33,
     "point 'a' is not one word at node 'core0'"},
    {FIELDS "watchdog: { event: w, after: 0 }\n", 5, 30,
     "'after' (clocks) must be a number from 1"},
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
	    ex_load(HEAD "points:\n  a: { entry: no_such }\n  b: { adress: 4 }\n  c: { address: 4, "
			 "nodes: core9 }\n"
			 "intervals:\n  i: { from: a, to: d }\nlimit: 1 year\nbufer: fill\n",
		    &err),
	    GNO_ERR_FORMAT);
	ck_assert_uint_eq(ex.faults.errors, 7);
	ck_assert_ptr_nonnull(strstr(err.text, "has 7 faults"));
	/* what is wrong at all nodes is told once */
	ck_assert_int_eq(
	    ex_load(TRIGGERS "sequences: { s: strictly a then 0x100000000 then c }\n", &err),
	    GNO_ERR_FORMAT);
	ck_assert_uint_eq(ex.faults.errors, 2);
}
END_TEST

/* Nothing behind a zero byte is left unread. */
START_TEST(test_zero_bytes_are_refused)
{
	static const char text[] = HEAD POINTS "limit: 5 s\n\0limit: 6 s\n";
	struct gno_err err;
	FILE *f;

	f = fopen(folder_path(&ex.folder, "e.yaml"), "w");
	ck_assert_ptr_nonnull(f);
	ck_assert_uint_eq(fwrite(text, 1, sizeof(text) - 1, f), sizeof(text) - 1);
	fclose(f);
	ck_assert_int_eq(ex_load_file("e.yaml", &err), GNO_ERR_FORMAT);
	ck_assert_ptr_nonnull(strstr(err.text, "is no text: byte"));
}
END_TEST

START_TEST(test_too_many_points)
{
	char text[4096];
	struct gno_err err;
	size_t len;
	int i;

	len = (size_t)sprintf(text, "gnomon: 1\nmanifest: m.json\npoints:\n");
	for (i = 0; i < 16; i++)
		len += (size_t)sprintf(text + len, "  p%d: { address: %d }\n", i, 4 * i);
	ck_assert_int_eq(ex_load(text, &err), GNO_ERR_FIT);
	ck_assert_uint_eq(ex.faults.count, 1); /* the nodes are alike, so it is said once */
	ck_assert_uint_eq(ex.faults.fault[0].line, 19);
	ck_assert_str_eq(ex.faults.fault[0].text,
			 "node 'core0' can tell 15 events and has 16 points; too many are 'p15'");
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
	ck_assert_ptr_nonnull(
	    strstr(ex.faults.fault[0].text, "; what comes before still fits, too many are 'out'"));
}
END_TEST

/* A node that would wait for its first record for ever. */
START_TEST(test_nodes_that_never_collect_are_warned_of)
{
	static const char head[] =
	    HEAD "points:\n  a: { address: 4, nodes: core0 }\n  b: { address: 8 }\n"
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
}
END_TEST

START_TEST(test_what_is_hidden_is_told)
{
	struct gno_err err;

	ck_assert_int_eq(ex_load(HEAD "points:\n  a: { address: 4 }\n  b: { address: 4 }\n", &err),
			 0);
	ck_assert_uint_eq(ex.faults.count, 1);
	ck_assert_uint_eq(ex.faults.errors, 0);
	ck_assert(ex.faults.fault[0].warning);
	ck_assert_uint_eq(ex.faults.fault[0].line, 6);
	ck_assert_str_eq(ex.faults.fault[0].text,
			 "point 'b' never happens at node 'core0': points that come "
			 "before it get all its words, the first of them is 'a'");
	ck_assert_int_eq(
	    ex_load(HEAD "points:\n  a: { match: pc in 0..0x1003 }\n  b: { match: pc >= 0x1000 }\n",
		    &err),
	    0);
	ck_assert_uint_eq(ex.faults.count, 0);
	/* a point without actions keeps its words from others */
	ck_assert_int_eq(
	    ex_load(HEAD
		    "points: { a: { address: 4 }, b: { match: pc in 0..8 } }\nactions: { a: [] }\n",
		    &err),
	    0);
	ck_assert_uint_eq(ex.faults.count, 0);
	ck_assert_int_eq(ex.p->point[0].code[0], 1);
	ck_assert_int_eq(ex.p->point[1].code[0], 2);
}
END_TEST

/* Cells that are not 0, as "place:value ...", in hexadecimal. */
static const char *cells(unsigned node, const char *name)
{
	const struct gno_pattern_table *t = ex_table(node, name);
	static char text[512];
	size_t len = 0;
	unsigned i;

	text[0] = '\0';
	for (i = 0; i < t->cells; i++)
		if (t->cell[i])
			len +=
			    (size_t)sprintf(text + len, "%s%x:%02x", len ? " " : "", i, t->cell[i]);
	return text;
}

/* All tables of an experiment with all triggers, as they come out by hand from
 * docs/design/triggers.md. */
START_TEST(test_triggers_become_tables)
{
	static const char text[] = TRIGGERS "sequences:\n"
					    "  s: a then 2 b within 100 unless c or d0\n"
					    "  t: c then a within 1\n"
					    "  w: strictly b then 0x104 then a\n"
					    "timer: { every: 1000, profile: yes }\n"
					    "watchdog: { event: c, after: 5000 }\n"
					    "actions:\n"
					    "  a: [record, start]\n"
					    "  s: [record, stop]\n"
					    "  t.timeout: mark\n"
					    "  timer: [record, sample, reset]\n";
	static const char *const names[] = {"a",	 "b", "c",	   "d0",
					    "d1",	 "s", "s.timeout", "t",
					    "t.timeout", "w", "timer",	   "watchdog"};
	static const int codes[2][12] = {{1, 2, 3, 4, -1, 0, 2, 1, 3, 4, 6, 7},
					 {1, 2, 3, -1, 4, -1, -1, 0, 2, 4, 6, 7}};
	struct gno_err err;
	unsigned i, k;

	ex_must(ex_load(text, &err), &err);
	ck_assert_uint_eq(ex.p->points, 12);
	for (i = 0; i < 12; i++) {
		ck_assert_str_eq(ex.p->point[i].name, names[i]);
		ck_assert_int_eq(ex.p->point[i].kind,
				 i < 5 ? GNO_PATTERN_EVENT : GNO_PATTERN_TRIGGER);
		for (k = 0; k < 2; k++)
			ck_assert_int_eq(ex.p->point[i].code[k], codes[k][i]);
	}
	ck_assert_str_eq(ex.p->point[5].what, "sequence");
	ck_assert_str_eq(ex.p->point[5].text, "a then 2 b within 100 unless c or d0");
	ck_assert_str_eq(ex.p->point[11].text, "no c for 5000 clocks");
	ck_assert_uint_eq(ex.p->timer, 1000);
	ck_assert(ex.p->profile);
	ck_assert_uint_eq(ex.p->watchdog, 5000);
	ck_assert_uint_eq(ex.p->port, 1);
	ck_assert_str_eq(cells(0, "actions"), "1:09 2:01 3:01 4:01");
	ck_assert_str_eq(cells(0, "steps"), "1:01 2:04 3:08 4:08 11:04 13:01 22:02 23:04");
	ck_assert_str_eq(cells(0, "limits"), "2:04 8:01 a:0b c:63 22:04 2a:17");
	ck_assert_str_eq(cells(0, "words"), "0:04 1:01 20:04 28:01");
	ck_assert_str_eq(cells(0, "triggers"), "0:11 1:01 2:01 3:40 4:01 6:07 7:01 8:01");
	ck_assert_str_eq(cells(0, "timer"), "0:e7 1:03 4:03");
	ck_assert_str_eq(cells(0, "watchdog"), "0:87 1:13 4:01");
	ck_assert_str_eq(cells(1, "steps"), "1:04 3:01 22:02 23:04");
	ck_assert_str_eq(cells(1, "limits"), "2:04 a:17");
	ck_assert_str_eq(cells(1, "triggers"), "0:01 2:40 4:01 6:07 7:01 8:01");
}
END_TEST

/* Attempts side by side: the sequences of a row have the same limits, steps and actions. */
START_TEST(test_overlap)
{
	struct gno_err err;

	ex_must(ex_load(TRIGGERS "sequences: { s: { steps: a then b within 5, overlap: 2 } "
				 "}\nactions: { s: mark }\n",
			&err),
		&err);
	ck_assert_uint_eq(ex.p->point[ex.p->points - 2].numbers, 2);
	ck_assert_int_eq(ex.p->point[ex.p->points - 2].code[0], 0);
	ck_assert_uint_eq(ex.p->point[ex.p->points - 1].numbers, 2); /* the time-out */
	ck_assert_int_eq(ex.p->point[ex.p->points - 1].code[0], 2);
	ck_assert_str_eq(cells(0, "steps"), "1:01 2:04 11:01 12:04");
	ck_assert_str_eq(cells(0, "limits"), "2:04 a:07 c:04 22:24 2a:27 2c:04");
	ck_assert_str_eq(cells(0, "triggers"), "0:40 1:40 2:01 3:01 8:01");
}
END_TEST

/* Writes to the event port: numbers in the order of the file, the first that a write is one of gets
 * it. */
START_TEST(test_codes)
{
	static const char text[] =
	    TRIGGERS "codes:\n"
		     "  one: { event: 64, data: 1 }\n"
		     "  any: { event: [64, 66] }\n"
		     "  odd: { send: 1/1, nodes: core1 }\n"
		     "  go: { control: process, data: 2/2 }\n"
		     "  hidden: { event: 66, data: 3 }\n"
		     "actions: { one: [], any: [record, mark], go: [stop] }\n"
		     "intervals: { i: { from: any, to: a } }\n"
		     "until: { point: any }\n";
	static const int codes[2][5] = {{1, 2, -1, 3, 4}, {1, 2, 3, 4, 5}};
	const struct gno_pattern_node *node;
	struct gno_err err;
	unsigned i, k;

	ex_must(ex_load(text, &err), &err);
	ex_expect_fault(10, 3, "code 'hidden' never happens at node 'core0'", true);
	for (i = 0; i < 5; i++) {
		const struct gno_pattern_point *p = &ex.p->point[ex.p->points - 5 + i];

		ck_assert_int_eq(p->kind, GNO_PATTERN_CODE);
		ck_assert_str_eq(p->what, "code");
		for (k = 0; k < 2; k++)
			ck_assert_int_eq(p->code[k], codes[k][i]);
	}
	ck_assert_str_eq(ex.p->point[ex.p->points - 5].text, "write of user 64, data 0x1/0xff");
	ck_assert_str_eq(ex.p->point[ex.p->points - 4].text, "write of user 64 and 1 more");
	/* classes in the order of the addresses: process, 64, 66 */
	ck_assert_str_eq(cells(0, "codes"), "0:01 40:02 42:03");
	ck_assert_str_eq(cells(0, "code_data"),
			 "6:03 7:03 8:02 9:01 a:02 b:02 c:02 d:02 e:02 f:02");
	ck_assert_str_eq(cells(0, "code_actions"), "2:41 3:10 4:01");
	ck_assert_str_eq(cells(1, "code_actions"), "2:41 3:01 4:10 5:01");
	node = &ex.p->node[1];
	ck_assert_uint_eq(gno_pattern_code(node, 2, 64, 0x80000001), 1);
	ck_assert_uint_eq(gno_pattern_code(node, 2, 64, 2), 2);
	ck_assert_uint_eq(gno_pattern_code(node, 2, 4 * 64 + 63, 0), 3);
	ck_assert_uint_eq(gno_pattern_code(node, 2, 4 * 64 + 62, 0), 0);
	ck_assert_uint_eq(gno_pattern_code(node, 2, 0, 7), 4);
	ck_assert_uint_eq(gno_pattern_code(node, 2, 0, 5), 0);
	ck_assert_uint_eq(gno_pattern_code(&ex.p->node[0], 2, 4 * 64 + 63, 0), 0);
}
END_TEST

/* Words of several fields; a word that only a strict sequence waits for takes no event code. */
START_TEST(test_fields_and_words)
{
	struct gno_err err;

	ck_assert_msg(!ex_load(FIELDS
			       "sequences: { s: strictly a then w }\nactions: { w: [] }\n"
			       "port: { actions: [record, stop] }\ntimer: { every: 4294967296 }\n",
			       &err),
		      "%s: %s", err.text, ex.faults.count ? ex.faults.fault[0].text : "");
	ck_assert_uint_eq(ex.faults.count, 0);
	ck_assert_int_eq(ex.p->point[0].code[0], 1);
	ck_assert_int_eq(ex.p->point[1].code[0], -1);
	ck_assert_str_eq(cells(1, "words"),
			 "0:02 3:40 8:01"); /* pc 31..2 is 2, write is bit 30, tag bit 31 */
	ck_assert_str_eq(cells(1, "timer"), "0:ff 1:ff 2:ff 3:ff 4:01");
	ck_assert_str_eq(cells(1, "triggers"), "4:01 6:01 8:11");
	ck_assert_msg(!ex_load(FIELDS "sequences: { s: a then w }\nactions: { w: [] }\n", &err),
		      "%s", err.text);
	ck_assert_int_eq(ex.p->point[1].code[0], 2); /* not recorded, but waited for */
	ck_assert_str_eq(cells(0, "actions"), "1:01");
}
END_TEST

/* Nodes that share their ranks have the same codes; each has its own actions. */
START_TEST(test_shared_ranks)
{
	struct gno_err err;
	char *text;

	ex.model.fields = false;
	ex.model.shared = true;
	text = model_manifest(&ex.model);
	folder_write(&ex.folder, "s.json", text);
	free(text);
	ck_assert_msg(
	    !ex_load("gnomon: 1\nmanifest: s.json\npoints:\n  a: { address: 4, nodes: core1 }\n"
		     "  b: { address: 8, nodes: core0 }\n  c: { address: 12 }\n",
		     &err),
	    "%s", err.text);
	ck_assert_int_eq(ex.p->point[0].code[0], -1);
	ck_assert_int_eq(ex.p->point[0].code[1], 1);
	ck_assert_int_eq(ex.p->point[1].code[0], 2);
	ck_assert_int_eq(ex.p->point[2].code[0], 3);
	ck_assert_int_eq(ex.p->point[2].code[1], 3);
	ck_assert_str_eq(cells(0, "actions"), "2:01 3:01");
	ck_assert_str_eq(cells(1, "actions"), "1:01 3:01");
	ck_assert_str_eq(ex.p->node[1].table[0].name, "actions");
}
END_TEST

START_TEST(test_overrides)
{
	struct gno_err err;

	ex.options.device = "tcp:b:2";
	folder_write(&ex.folder, "e.yaml",
		     "gnomon: 1\nmanifest: nowhere.json\ndevice: tcp:a:1\n" POINTS);
	ex.options.manifest = strdup(folder_path(&ex.folder, "m.json"));
	ck_assert_int_eq(ex_load_file("e.yaml", &err), 0);
	ck_assert_str_eq(ex.p->device, "tcp:b:2");
	ck_assert_ptr_null(ex.p->build_id);
	ex.options.program = PROGRAM;
	ck_assert_int_eq(ex_load_file("e.yaml", &err), 0);
	ck_assert_str_eq(ex.p->program, PROGRAM);
	free((char *)ex.options.manifest);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("experiment");
	TCase *tests = tcase_create("experiment");

	tcase_add_checked_fixture(tests, setup, ex_teardown);
	tcase_add_test(tests, test_a_good_experiment);
	tcase_add_test(tests, test_defaults);
	tcase_add_loop_test(tests, test_each_fault_has_its_place, 0,
			    (int)(sizeof(bad) / sizeof(bad[0])));
	tcase_add_test(tests, test_all_faults_are_told_at_once);
	tcase_add_test(tests, test_zero_bytes_are_refused);
	tcase_add_test(tests, test_too_many_points);
	tcase_add_test(tests, test_too_many_classes);
	tcase_add_test(tests, test_what_is_hidden_is_told);
	tcase_add_test(tests, test_nodes_that_never_collect_are_warned_of);
	tcase_add_test(tests, test_triggers_become_tables);
	tcase_add_test(tests, test_overlap);
	tcase_add_test(tests, test_codes);
	tcase_add_test(tests, test_fields_and_words);
	tcase_add_test(tests, test_shared_ranks);
	tcase_add_test(tests, test_overrides);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
