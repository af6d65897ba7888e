/* SPDX-License-Identifier: Apache-2.0 */

/* Experiments: what a good one becomes. */

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiment_fixture.h"
#include "gnomon/records.h"
#include "tests/suite.h"

START_TEST(test_a_good_experiment)
{
	static const char text[] = "gnomon: 1\n"
				   "manifest: m.json\n"
				   "program: " EX_PROGRAM "\n"
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
	ck_assert_uint_eq(ex.faults.count, 1); /* a recorder ignores 'until' */
	ck_assert(ex.faults.fault[0].warning);
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

/* Cells that are not 0, as "place:value ...", in hexadecimal. */
static const char *cells(unsigned node, const char *name)
{
	const struct gno_pattern_table *t = ex_table(node, name);
	static char text[512];
	size_t len = 0;

	text[0] = '\0';
	for (unsigned i = 0; i < t->cells; i++)
		if (t->cell[i])
			len +=
			    (size_t)sprintf(text + len, "%s%x:%02x", len ? " " : "", i, t->cell[i]);
	return text;
}

/* All tables of an experiment with all triggers, as they come out by hand from
 * docs/design/triggers.md. */
START_TEST(test_triggers_become_tables)
{
	static const char text[] = EX_TRIGGERS "sequences:\n"
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

	ex_must(ex_load(text, &err), &err);
	ck_assert_uint_eq(ex.p->points, 12);
	for (unsigned i = 0; i < 12; i++) {
		ck_assert_str_eq(ex.p->point[i].name, names[i]);
		ck_assert_int_eq(ex.p->point[i].kind,
				 i < 5 ? GNO_PATTERN_EVENT : GNO_PATTERN_TRIGGER);
		for (unsigned k = 0; k < 2; k++)
			ck_assert_int_eq(ex.p->point[i].code[k], codes[k][i]);
	}
	ck_assert_str_eq(ex.p->point[5].what, "sequence");
	ck_assert_str_eq(ex.p->point[5].text, "a then 2 b within 100 unless c or d0");
	ck_assert_str_eq(ex.p->point[11].text, "no c for 5000 cycles");
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

	ex_must(
	    ex_load(
		EX_TRIGGERS
		"sequences: { s: { steps: a then b within 5, overlap: 2 } }\nactions: { s: mark }\n",
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
	    EX_TRIGGERS "codes:\n"
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

	ex_must(ex_load(text, &err), &err);
	ex_expect_fault(10, 3, "code 'hidden' never happens at node 'core0'", true);
	for (unsigned i = 0; i < 5; i++) {
		const struct gno_pattern_point *p = &ex.p->point[ex.p->points - 5 + i];

		ck_assert_int_eq(p->kind, GNO_PATTERN_CODE);
		ck_assert_str_eq(p->what, "code");
		for (unsigned k = 0; k < 2; k++)
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

	ck_assert_msg(!ex_load(EX_FIELDS
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
	ck_assert_msg(!ex_load(EX_FIELDS "sequences: { s: a then w }\nactions: { w: [] }\n", &err),
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

/* Actions beside the codes of the last rank: those that the table by code has for the code in the
 * same place, for random points; both are of one experiment. */
START_TEST(test_actions_beside_the_codes)
{
	static const char *const some[] = {"[record]", "[]", "[record, start]", "[stop]",
					   "[record, stop]"};
	char text[2048], name[32], *end = text + sizeof(text);
	uint8_t by_code[2][16], codes[2][256];
	unsigned seen = 0;

	ex.model.triggers = ex.model.fields = false;
	ex.model.beside = true;
	ex_write_manifest("r.json");
	for (unsigned round = 0; round < 40; round++) {
		char *at = text;

		at += snprintf(text, sizeof(text), "gnomon: 1\nmanifest: m.json\npoints:\n");
		for (unsigned i = 0; i < 12; i++)
			at += snprintf(at, (size_t)(end - at), "  p%u: { address: %u }\n", i,
				       (unsigned)rand() << 8 | i);
		at += snprintf(at, (size_t)(end - at), "actions:\n");
		for (unsigned i = 0; i < 12; i++)
			at += snprintf(at, (size_t)(end - at), "  p%u: %s\n", i, some[rand() % 5]);
		ex_must_load(text);
		for (unsigned k = 0; k < 2; k++) {
			memcpy(by_code[k], ex_table(k, "actions")->cell, 16);
			memcpy(codes[k], ex_table(k, "rank4")->cell, 256);
		}
		memcpy(strstr(text, "m.json"), "r.json", 6);
		ex_must_load(text);
		for (unsigned k = 0; k < 2; k++) {
			const struct gno_pattern_table *beside = ex_table(k, "rank_actions");

			ck_assert_uint_eq(beside->cells, 256);
			ck_assert_mem_eq(ex_table(k, "rank4")->cell, codes[k], 256);
			for (unsigned i = 0; i < 256; i++) {
				snprintf(name, sizeof(name), "node %u, cell %u", k, i);
				ck_assert_msg(beside->cell[i] == by_code[k][codes[k][i]], "%s",
					      name);
				seen |= 1u << beside->cell[i];
			}
		}
	}
	ck_assert_msg(seen == 0x30203, "actions seen: %x", seen);
}
END_TEST

START_TEST(test_overrides)
{
	struct gno_err err;

	ex.options.device = "tcp:b:2";
	folder_write(&ex.folder, "e.yaml",
		     "gnomon: 1\nmanifest: nowhere.json\ndevice: tcp:a:1\n" EX_POINTS);
	ex.options.manifest = strdup(folder_path(&ex.folder, "m.json"));
	ck_assert_int_eq(ex_load_file("e.yaml", &err), 0);
	ck_assert_str_eq(ex.p->device, "tcp:b:2");
	ck_assert_ptr_null(ex.p->build_id);
	ex.options.program = EX_PROGRAM;
	ck_assert_int_eq(ex_load_file("e.yaml", &err), 0);
	ck_assert_str_eq(ex.p->program, EX_PROGRAM);
	free((char *)ex.options.manifest);
}
END_TEST

int main(void)
{
	return run_tests("experiment", ex_setup_all, ex_teardown,
			 TESTS({test_a_good_experiment}, {test_defaults},
			       {test_triggers_become_tables}, {test_overlap}, {test_codes},
			       {test_fields_and_words}, {test_shared_ranks}, {test_overrides},
			       {test_actions_beside_the_codes}));
}
