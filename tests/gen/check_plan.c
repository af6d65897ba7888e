/* SPDX-License-Identifier: Apache-2.0 */
/* Plans, and the files written from them. */
#include <check.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "checks.h"
#include "output.h"
#include "plan.h"

#define ONE "gnomon: 1\nname: m\nclock: 5 MHz\nnodes:\n  - { name: cpu, watch: { field: pc } }\n"
#define TEXT_MAX 16384

static struct source source;
static struct arena arena;
static struct diags diags;
static struct model model;
static struct plan plan;
static char folder[] = "/tmp/gnomon-check-XXXXXX";

static void make_plan(const char *text)
{
	struct gen_err err;

	ck_assert_int_eq(source_from_text("some/where/m.yaml", text, strlen(text), &source, &err), GEN_OK);
	arena_init(&arena);
	diags_init(&diags);
	if (checks_run(&source, &arena, &model, &diags)) {
		diags_print(&diags, "m.yaml", stderr);
		ck_abort_msg("the description has faults");
	}
	ck_assert_int_eq(plan_make(&model, &source, &arena, &plan), GEN_OK);
}

static void drop_plan(void)
{
	diags_free(&diags);
	arena_free(&arena);
	source_free(&source);
}

static uint64_t hash_of(const char *text)
{
	uint64_t hash;

	make_plan(text);
	hash = plan.hash;
	drop_plan();
	return hash;
}

START_TEST(test_one_node_without_pairs_is_single)
{
	make_plan(ONE);
	ck_assert_int_eq(plan.form, PLAN_SINGLE);
	ck_assert_uint_eq(plan.wires, 0);
	ck_assert_uint_eq(plan.nodes[0].fifo_slots, 0);
	ck_assert_str_eq(plan.nodes[0].when_net, "1'b1");
	ck_assert_str_eq(plan.nodes[0].stream, "node_0");
	ck_assert_str_eq(plan.input, "m.yaml");
	drop_plan();
}
END_TEST

START_TEST(test_counted_nodes_are_numbered)
{
	make_plan(
	    "gnomon: 1\nname: m\nclock: 5 MHz\nnodes:\n  - { name: cpu, count: 1, watch: { field: pc } }\n"
	    "  - { name: io, count: 191, watch: { field: a, when: go } }\n");
	ck_assert_int_eq(plan.form, PLAN_RING);
	ck_assert_uint_eq(plan.nodes_count, 192);
	ck_assert_str_eq(plan.nodes[0].name, "cpu0");
	ck_assert_str_eq(plan.nodes[191].name, "io190");
	ck_assert_str_eq(plan.nodes[191].when_net, "io190_go_i");
	ck_assert_uint_eq(plan.nodes[191].index, 191);
	ck_assert(plan.nodes[191].last);
	ck_assert(!plan.nodes[190].last);
	ck_assert_str_eq(plan.nodes[0].station.dn_valid_i, "center_dn_valid");
	ck_assert_str_eq(plan.nodes[1].station.dn_data_i, "cpu0_dn_data");
	ck_assert_str_eq(plan.nodes[0].station.up_valid_i, "io0_up_valid");
	ck_assert_str_eq(plan.nodes[191].station.up_data_i, "8'd0");
	ck_assert_uint_eq(plan.streams, 1);
	drop_plan();
}
END_TEST

/* The widest of: cells of the tables, the trace buffer with a bit for the sign of POST, SELECT. */
START_TEST(test_address_is_wide_enough)
{
	static const struct {
		unsigned slots;
		unsigned capacity;
		unsigned bits;
	} cases[] = {{64, 15, 14},   {64, 63, 15},   {1024, 31, 14},
		     {2048, 15, 15}, {4096, 15, 16}, {32768, 63, 19}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[256];

		snprintf(text, sizeof(text),
			 "gnomon: 1\nname: m\nclock: 5 MHz\nbuffer: { slots: %u }\n"
			 "nodes: [ { name: n, watch: { field: pc, capacity: %u } } ]\n",
			 cases[i].slots, cases[i].capacity);
		make_plan(text);
		ck_assert_uint_eq(plan.addr_bits, cases[i].bits);
		drop_plan();
	}
}
END_TEST

START_TEST(test_tables_follow_the_capacity)
{
	make_plan(
	    "gnomon: 1\nname: m\nclock: 5 MHz\nnodes: [ { name: n, watch: { field: pc, capacity: 63 } } ]\n");
	ck_assert_uint_eq(plan.nodes[0].code_bits, 6);
	ck_assert_uint_eq(plan.nodes[0].index_bits, 12);
	ck_assert_uint_eq(plan.nodes[0].tables[0].cells, 1024);
	ck_assert_uint_eq(plan.nodes[0].tables[2].cells, 2048);
	ck_assert_uint_eq(plan.nodes[0].tables[4].cells, 4096);
	ck_assert_uint_eq(plan.nodes[0].tables[5].cells, 64);
	drop_plan();
}
END_TEST

START_TEST(test_equal_shapes_share_a_stream_class)
{
	make_plan("gnomon: 1\nname: m\nclock: 5 MHz\nnodes:\n"
		  "  - { name: a, watch: { field: pc } }\n"
		  "  - { name: b, watch: { field: pc }, ratios: { pairs: [ { name: p, a: x, b: y } ] } }\n"
		  "  - { name: c, watch: { field: sp, capacity: 63 } }\n"
		  "  - { name: d, watch: { field: pc }, ratios: { pairs: [ { name: p, a: u, b: v } ] } }\n"
		  "  - { name: e, watch: { field: pc }, ratios: { form: compressed, pairs: [ { name: p, a: "
		  "x, b: y } ] } "
		  "}\n"
		  "  - { name: f, watch: { field: pc }, ratios: { pairs: [ { name: q, a: x, b: y } ] } }\n");
	ck_assert_uint_eq(plan.streams, 4);
	ck_assert_uint_eq(plan.nodes[2].stream_id, plan.nodes[0].stream_id);
	ck_assert_uint_eq(plan.nodes[3].stream_id, plan.nodes[1].stream_id);
	ck_assert_uint_eq(plan.nodes[4].stream_id, 2);
	ck_assert_uint_eq(plan.nodes[5].stream_id, 3);
	drop_plan();
}
END_TEST

START_TEST(test_signal_is_one_port)
{
	make_plan("gnomon: 1\nname: m\nclock: 5 MHz\nnodes:\n"
		  "  - { name: a, watch: { field: pc, when: go }, ratios: { pairs: [ { name: p, a: x, b: y "
		  "}, { name: q, a: "
		  "x, b: always }, { name: r, a: y, b: go } ] } }\n");
	ck_assert_uint_eq(plan.nodes[0].ports_count, 4);
	ck_assert_str_eq(plan.nodes[0].ports[0].name, "a_pc_i");
	ck_assert_str_eq(plan.nodes[0].ports[1].name, "a_go_i");
	ck_assert_str_eq(plan.nodes[0].ports[2].name, "a_x_i");
	ck_assert_str_eq(plan.nodes[0].ports[3].name, "a_y_i");
	ck_assert_str_eq(plan.nodes[0].pairs[1].b_net, "1'b1");
	ck_assert_str_eq(plan.nodes[0].pairs[2].b_net, "a_go_i");
	drop_plan();
}
END_TEST

START_TEST(test_hash_is_of_the_plan_not_of_the_text)
{
	uint64_t hash = hash_of(ONE);

	ck_assert_uint_eq(hash, hash_of("# the same\n" ONE "time:\n  bits: 32\n"));
	ck_assert_uint_eq(
	    hash, hash_of("name: m\ngnomon: 1\nclock: 0.005 GHz\nnodes: [ { name: cpu, watch: { field: "
			  "pc, capacity: 15, bits: 32 } } ]\n"));
	ck_assert_uint_ne(hash, hash_of(ONE "time: { bits: 31 }\n"));
	ck_assert_uint_ne(hash, hash_of(ONE "buffer: { slots: 2048 }\n"));
	ck_assert_uint_ne(hash, hash_of(ONE "link: { phy: uart, baud: 115200 }\n"));
	ck_assert_uint_ne(hash, hash_of(ONE "  - { name: io, watch: { field: pc } }\n"));
}
END_TEST

static size_t emit_text(emit_fn emit, char *text)
{
	FILE *out = fmemopen(text, TEXT_MAX, "w");
	long size;

	ck_assert_ptr_nonnull(out);
	ck_assert_int_eq(emit(&plan, out), 0);
	size = ftell(out);
	ck_assert(size > 0 && size < TEXT_MAX);
	fclose(out);
	return (size_t)size;
}

START_TEST(test_same_plan_gives_same_bytes)
{
	static char first[OUTPUT_FILES][TEXT_MAX];
	static char again[TEXT_MAX];
	struct output files[OUTPUT_FILES];
	size_t size[OUTPUT_FILES];

	make_plan(ONE);
	output_list(&plan, files);
	for (size_t i = 0; i < OUTPUT_FILES; i++)
		size[i] = emit_text(files[i].emit, first[i]);
	drop_plan();
	make_plan(ONE);
	for (size_t i = 0; i < OUTPUT_FILES; i++) {
		ck_assert_uint_eq(emit_text(files[i].emit, again), size[i]);
		ck_assert_mem_eq(again, first[i], size[i]);
	}
	drop_plan();
}
END_TEST

/* Writes the plan to folder/out. */
static int write_out(struct gen_err *err)
{
	struct output files[OUTPUT_FILES];
	char path[64];

	snprintf(path, sizeof(path), "%s/out", folder);
	output_list(&plan, files);
	return output_write(&plan, files, OUTPUT_FILES, path, err);
}

static int exists(const char *name)
{
	char path[96];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return access(path, F_OK) == 0;
}

static void clean(void)
{
	char command[96];

	snprintf(command, sizeof(command), "rm -rf %s", folder);
	ck_assert_int_eq(system(command), 0);
}

START_TEST(test_files_are_written)
{
	struct gen_err err;

	ck_assert_ptr_nonnull(mkdtemp(folder));
	make_plan(ONE);
	ck_assert_int_eq(write_out(&err), GEN_OK);
	ck_assert_int_eq(write_out(&err), GEN_OK);
	ck_assert(exists("out/m.v") && exists("out/m.f") && exists("out/manifest.json") &&
		  exists("out/metadata"));
	ck_assert(exists("out/gnomon_records.vh") && exists("out/records.h"));
	ck_assert(!exists("out/.m.v.new"));
	drop_plan();
	clean();
}
END_TEST

START_TEST(test_full_disk_leaves_nothing)
{
	const struct rlimit small = {2000, RLIM_INFINITY};
	const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
	struct gen_err err;

	ck_assert_ptr_nonnull(mkdtemp(folder));
	make_plan(ONE);
	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
	ck_assert_int_eq(write_out(&err), GEN_ERR_IO);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &none), 0);
	ck_assert_msg(strstr(err.text, "cannot write '") && strstr(err.text, strerror(EFBIG)), "%s",
		      err.text);
	ck_assert(!exists("out"));
	drop_plan();
	clean();
}
END_TEST

START_TEST(test_old_files_stay_where_writing_fails)
{
	struct gen_err err;
	char path[64];

	ck_assert_ptr_nonnull(mkdtemp(folder));
	make_plan(ONE);
	ck_assert_int_eq(write_out(&err), GEN_OK);
	snprintf(path, sizeof(path), "%s/out/.metadata.new", folder);
	ck_assert_int_eq(mkdir(path, 0700), 0);
	ck_assert_int_eq(write_out(&err), GEN_ERR_IO);
	ck_assert(exists("out/m.v") && !exists("out/.m.v.new") && !exists("out/.manifest.json.new"));
	drop_plan();
	clean();
}
END_TEST

START_TEST(test_folder_that_cannot_be_is_named)
{
	struct output files[OUTPUT_FILES];
	struct gen_err err;

	make_plan(ONE);
	output_list(&plan, files);
	ck_assert_int_eq(output_write(&plan, files, OUTPUT_FILES, "/dev/null", &err), GEN_ERR_IO);
	ck_assert_str_eq(err.text, "cannot write into '/dev/null': not a folder");
	ck_assert_int_eq(output_write(&plan, files, OUTPUT_FILES, "/no/such/folder", &err), GEN_ERR_IO);
	ck_assert_str_eq(err.text, "cannot make folder '/no/such/folder': No such file or directory");
	drop_plan();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("gen plan and output");
	TCase *tcase = tcase_create("all");
	SRunner *runner;
	int failed;

	tcase_add_test(tcase, test_one_node_without_pairs_is_single);
	tcase_add_test(tcase, test_counted_nodes_are_numbered);
	tcase_add_test(tcase, test_address_is_wide_enough);
	tcase_add_test(tcase, test_tables_follow_the_capacity);
	tcase_add_test(tcase, test_equal_shapes_share_a_stream_class);
	tcase_add_test(tcase, test_signal_is_one_port);
	tcase_add_test(tcase, test_hash_is_of_the_plan_not_of_the_text);
	tcase_add_test(tcase, test_same_plan_gives_same_bytes);
	tcase_add_test(tcase, test_files_are_written);
	tcase_add_test(tcase, test_full_disk_leaves_nothing);
	tcase_add_test(tcase, test_old_files_stay_where_writing_fails);
	tcase_add_test(tcase, test_folder_that_cannot_be_is_named);
	suite_add_tcase(suite, tcase);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
