/* SPDX-License-Identifier: Apache-2.0 */

/* Pattern files: what was written is read again, the same bytes for the same input, and every
 * refusal. */

#include <check.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "experiment_fixture.h"
#include "gnomon/records.h"
#include "compile/json.h"
#include "tests/suite.h"

#define PROGRAM TEST_DATA "/program.elf"
#define OTHER TEST_DATA "/many.elf"

static const char experiment[] =
    "gnomon: 1\nmanifest: monitor/m.json\nprogram: " PROGRAM "\ndevice: tcp:h:1\n"
    "buffer: { wrap: { after: 5 } }\ncollect: on_event\nlimit: 2 s\n"
    "points:\n  in: { entry: work }\n  out: { return: work, nodes: core1 }\n  \"far\": { address: 0xfffffffc }\n"
    "sequences: { s: in then far within 9 }\n"
    "timer: { every: 77, profile: yes }\nwatchdog: { event: in, after: 99 }\nport: { actions: [record, mark] }\n"
    "actions: { in: [record, start], s: [record, sample, reset, stop] }\n"
    "intervals: { i: { from: in, to: s } }\nuntil: { point: s.timeout, nodes: core1 }\n"
    "limits: [max(i) < 5 us, lost == 0]\n";

static void setup(void)
{
	char path[128];

	ex_setup();
	ex.model.triggers = true;
	snprintf(path, sizeof(path), "%s", folder_path(&ex.folder, "monitor"));
	ck_assert_int_eq(mkdir(path, 0777), 0);
	ex_write_manifest("monitor/m.json");
	ex.model.hash = 0xfedcba9876543210u;
	ex_write_manifest("monitor/other.json");
	folder_write(&ex.folder, "e.yaml", experiment);
}

static void compile(const char *to)
{
	struct gno_err err;

	ex_must(ex_load_file("e.yaml", &err), &err);
	ck_assert_msg(!gno_pattern_file_write(folder_path(&ex.folder, to), ex.p, &err), "%s",
		      err.text);
}

static void same_text(const char *a, const char *b)
{
	if (a || b)
		ck_assert_str_eq(a, b);
}

START_TEST(test_what_was_written_is_read)
{
	struct gno_pattern_file *q;
	struct gno_err err;
	size_t i, k, sources = 0;

	compile("p.json");
	q = ex.p;
	ex.p = NULL;
	ck_assert_msg(!ex_load_file("p.json", &err), "%s", err.text);
	ck_assert_uint_eq(ex.faults.count, 0);
	ck_assert(ex.p->hash == q->hash && ex.p->mode == q->mode && ex.p->after == 5 &&
		  !ex.p->collect);
	ck_assert(ex.p->limit_ms == 2000 && ex.p->timer == 77 && ex.p->profile &&
		  ex.p->watchdog == 99);
	ck_assert_uint_eq(ex.p->port, 1u << GNO_ACT_RECORD | 1u << GNO_ACT_MARK);
	same_text(ex.p->monitor, q->monitor);
	same_text(ex.p->device, q->device);
	same_text(ex.p->name, q->name);
	same_text(ex.p->experiment, experiment);
	same_text(ex.p->program, PROGRAM);
	same_text(ex.p->build_id, q->build_id);
	ck_assert_uint_eq(ex.p->points, 7);
	for (i = 0; i < ex.p->points; i++) {
		const struct gno_pattern_point *a = &ex.p->point[i], *b = &q->point[i];

		same_text(a->name, b->name);
		same_text(a->what, b->what);
		same_text(a->text, b->text);
		ck_assert(a->kind == b->kind && a->os == b->os && a->actions == b->actions);
		ck_assert_int_eq(memcmp(a->code, b->code, 2 * sizeof(*a->code)), 0);
		ck_assert_uint_eq(a->addresses, b->addresses);
		ck_assert(!a->addresses || !memcmp(a->address, b->address, 4 * a->addresses));
	}
	ck_assert_uint_eq(ex.p->intervals, 1);
	ck_assert_uint_eq(ex.p->interval[0].from, q->interval[0].from);
	ck_assert_uint_eq(ex.p->interval[0].to, q->interval[0].to);
	ck_assert_int_eq(ex.p->until, q->until);
	ck_assert_str_eq(ex.p->point[ex.p->until].name, "s.timeout");
	ck_assert(!ex.p->until_on[0] && ex.p->until_on[1]);
	ck_assert_uint_eq(ex.p->limits, 2);
	same_text(ex.p->limit[0], "max(i) < 5 us");
	same_text(ex.p->limit[1], "lost == 0");
	ck_assert_uint_eq(ex.p->nodes, 2);
	for (k = 0; k < 2; k++) {
		ck_assert_uint_eq(ex.p->node[k].tables, ex.m->node[k].tables);
		for (i = 0; i < ex.p->node[k].tables; i++) {
			ck_assert_uint_eq(ex.p->node[k].table[i].base, ex.m->node[k].table[i].base);
			ck_assert_int_eq(memcmp(ex.p->node[k].table[i].cell,
						q->node[k].table[i].cell,
						ex.m->node[k].table[i].cells),
					 0);
		}
	}
	ck_assert_uint_gt(ex.p->functions, 0);
	ck_assert_uint_gt(ex.p->lines, 2);
	ck_assert(ex.p->functions == q->functions && ex.p->files == q->files &&
		  ex.p->lines == q->lines);
	for (i = 0; i < ex.p->functions; i++) {
		ck_assert_uint_eq(ex.p->function[i].line, q->function[i].line);
		same_text(ex.p->function[i].file, q->function[i].file);
		sources += ex.p->function[i].file != NULL;
	}
	ck_assert_uint_gt(sources, 0);
	for (i = 0; i < ex.p->lines; i++) {
		ck_assert(ex.p->line[i].address == q->line[i].address &&
			  ex.p->line[i].line == q->line[i].line);
		same_text(ex.p->line[i].file, q->line[i].file);
		ck_assert(!i || ex.p->line[i].address > ex.p->line[i - 1].address);
	}
	gno_pattern_file_free(q);
}
END_TEST

START_TEST(test_the_same_input_gives_the_same_bytes)
{
	char *a, *b, *c;
	struct gno_err err;

	compile("p.json");
	compile("q.json");
	ck_assert_msg(!ex_load_file("p.json", &err), "%s", err.text);
	ck_assert_msg(!gno_pattern_file_write(folder_path(&ex.folder, "r.json"), ex.p, &err), "%s",
		      err.text);
	a = folder_read(&ex.folder, "p.json", NULL);
	b = folder_read(&ex.folder, "q.json", NULL);
	c = folder_read(&ex.folder, "r.json", NULL);
	ck_assert_str_eq(a, b);
	ck_assert_str_eq(a, c);
	ck_assert_ptr_nonnull(strstr(a, "\"manifest\": \"monitor/m.json\""));
	free(a);
	free(b);
	free(c);
}
END_TEST

/* The manifest is found from the file's folder, wherever that is. */
START_TEST(test_the_manifest_is_relative_to_the_file)
{
	struct folder other;
	struct gno_err err;
	char path[128], *text;

	compile("monitor/../p.json");
	ck_assert_msg(!ex_load_file("e.yaml", &err), "%s", err.text);
	ck_assert_msg(
	    !gno_pattern_file_write(folder_path(&ex.folder, "monitor/p.json"), ex.p, &err), "%s",
	    err.text);
	text = folder_read(&ex.folder, "monitor/p.json", NULL);
	ck_assert_ptr_nonnull(strstr(text, "\"manifest\": \"m.json\""));
	free(text);
	ck_assert_msg(!ex_load_file("monitor/p.json", &err), "%s", err.text);
	unlink(folder_path(&ex.folder, "monitor/p.json"));
	folder_make(&other);
	snprintf(path, sizeof(path), "%s", folder_path(&other, "p.json"));
	ck_assert_msg(!gno_pattern_file_write(path, ex.p, &err), "%s", err.text);
	ex_drop();
	ck_assert_msg(!gno_experiment_load(path, &ex.options, &ex.m, &ex.p, &ex.faults, &err), "%s",
		      err.text);
	folder_remove(&other);
}
END_TEST

/* Any byte of the contents that is changed is found, whatever it is. */
START_TEST(test_damage_is_found)
{
	struct gno_pattern_file *q = NULL;
	unsigned refused = 0, harmless = 0;
	uint32_t seed = 5;
	struct gno_err err;
	size_t len;
	char *text;

	compile("p.json");
	text = folder_read(&ex.folder, "p.json", &len);
	for (size_t i = 0; i < 400; i++) {
		size_t at = model_random(&seed) % len;
		char was = text[at], now = (char)(was ^ (1 << model_random(&seed) % 7));

		if (!now || now == was)
			continue;
		text[at] = now;
		folder_write(&ex.folder, "d.json", text);
		text[at] = was;
		if (gno_pattern_file_read(folder_path(&ex.folder, "d.json"), &q, &err)) {
			ck_assert_int_eq(err.code, GNO_ERR_FORMAT);
			refused++;
		} else { /* white space between the values is no content */
			ck_assert(was == ' ' || was == '\n');
			gno_pattern_file_free(q);
			harmless++;
		}
	}
	ck_assert_uint_gt(refused, 250);
	for (size_t i = 1; i < len; i += 1 + len / 50) {
		text[len - i] = '\0';
		folder_write(&ex.folder, "d.json", text);
		if (i > 1)
			ck_assert_int_eq(
			    gno_pattern_file_read(folder_path(&ex.folder, "d.json"), &q, &err),
			    GNO_ERR_FORMAT);
	}
	free(text);
}
END_TEST

/* Reads p.json with another text under a key of its first point, and a hash that is right. */
static int read_spoiled(const char *key, const char *text, struct gno_pattern_file **q)
{
	json_t *root = json_load_file(folder_path(&ex.folder, "p.json"), 0, NULL);
	json_t *point = json_array_get(json_object_get(root, "points"), 0);
	struct gno_err err;
	char *hash;
	int rc;

	json_object_set_new(point, key, json_string(text));
	hash = gno_pattern_file_hash(root);
	json_object_set_new(root, "xxh64", json_string(hash));
	free(hash);
	ck_assert_int_eq(json_dump_file(root, folder_path(&ex.folder, "s.json"), 0), 0);
	json_decref(root);
	rc = gno_pattern_file_read(folder_path(&ex.folder, "s.json"), q, &err);
	ck_assert(!rc || err.code == GNO_ERR_FORMAT);
	return rc;
}

/* The hash keeps damage out, not a stranger. */
START_TEST(test_hostile_names)
{
	static const char *const names[] = {"",	    "a b", "\x1b[31m", "a\nb", "\xe2\x80\xae",
					    "../a", "%s"};
	struct gno_pattern_file *q = NULL;

	compile("p.json");
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		ck_assert_msg(read_spoiled("name", names[i], &q), "name %zu", i);
	ck_assert(!read_spoiled("text", "\x1b[31m\n\xe2\x80\xae", &q));
	ck_assert_str_eq(q->point[0].text, "\\x1b[31m\\n\\u202e");
	gno_pattern_file_free(q);
}
END_TEST

START_TEST(test_refusals)
{
	char other[160], *text, *at;
	struct gno_err err;

	compile("p.json");
	ex.options.program = PROGRAM;
	ck_assert_msg(!ex_load_file("p.json", &err), "%s", err.text);
	ex.options.program = OTHER;
	ck_assert_int_eq(ex_load_file("p.json", &err), GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(strstr(err.text, "is of another program: its build-id is "));
	ex.options.program = NULL;
	snprintf(other, sizeof(other), "%s", folder_path(&ex.folder, "monitor/other.json"));
	ex.options.manifest = other;
	ck_assert_int_eq(ex_load_file("p.json", &err), GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(strstr(
	    err.text,
	    "with plan hash 0123456789abcdef, the manifest is of 'model' with fedcba9876543210"));
	ex.options.manifest = NULL;
	text = folder_read(&ex.folder, "p.json", NULL);
	at = strstr(text, "\"limit_ms\": 2000");
	ck_assert_ptr_nonnull(at);
	at[strlen("\"limit_ms\": ")] = '3';
	folder_write(&ex.folder, "d.json", text);
	free(text);
	ck_assert_int_eq(ex_load_file("d.json", &err), GNO_ERR_FORMAT);
	ck_assert_ptr_nonnull(strstr(err.text, "is damaged: the XXH64 of its contents is "));
	folder_write(&ex.folder, "d.json", "{ \"gnomon_patterns\": 1 }");
	ck_assert_int_eq(ex_load_file("d.json", &err), GNO_ERR_FORMAT);
	ck_assert_ptr_nonnull(strstr(err.text, "has version 1, this program reads version 2"));
	folder_write(&ex.folder, "d.json", "{ \"gnomon\": 2 }");
	ck_assert_int_eq(gno_pattern_file_read(folder_path(&ex.folder, "d.json"), &ex.p, &err),
			 GNO_ERR_FORMAT);
	ck_assert_ptr_nonnull(strstr(err.text, "is not a pattern file"));
	ck_assert_int_eq(ex_load_file("nothing.json", &err), GNO_ERR_IO);
}
END_TEST

START_TEST(test_without_a_program)
{
	struct gno_err err;

	folder_write(&ex.folder, "e.yaml",
		     "gnomon: 1\nmanifest: monitor/m.json\ntimer: { every: 5, profile: yes }\n");
	compile("p.json");
	ck_assert_uint_eq(ex.p->functions + ex.p->lines + ex.p->files, 0);
	ex.options.program = PROGRAM;
	ck_assert_int_eq(ex_load_file("p.json", &err), GNO_ERR_MISMATCH);
	ck_assert_ptr_nonnull(strstr(err.text, "was made without a program"));
}
END_TEST

int main(void)
{
	return run_tests("pattern file", setup, ex_teardown,
			 TESTS({test_what_was_written_is_read},
			       {test_the_same_input_gives_the_same_bytes},
			       {test_the_manifest_is_relative_to_the_file}, {test_damage_is_found},
			       {test_hostile_names}, {test_refusals}, {test_without_a_program}));
}
