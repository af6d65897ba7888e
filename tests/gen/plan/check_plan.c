/* SPDX-License-Identifier: Apache-2.0 */
/* Plans. */
#include <stdio.h>
#include <stdlib.h>

#include "../../suite.h"
#include "../planned.h"

START_TEST(test_one_node_is_single)
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

/* The widest of: table cells, the trace buffer with a bit for the sign of POST, SELECT. */
START_TEST(test_address_is_wide_enough)
{
	static const struct {
		unsigned slots;
		const char *watch;
		unsigned bits;
	} cases[] = {
	    {64, "bits: 8", 14},
	    {1024, "bits: 8", 14},
	    {2048, "bits: 8", 15},
	    {32768, "bits: 8", 19},
	    {64, "bits: 16, goal: latency", 17}, /* one rank of 2^16 table cells, and the actions */
	    {32768, "bits: 16, goal: latency", 19},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[256];

		snprintf(text, sizeof(text),
			 "gnomon: 1\nname: m\nclock: 5 MHz\nbuffer: { slots: %u }\n"
			 "nodes: [ { name: n, watch: { field: pc, %s } } ]\n",
			 cases[i].slots, cases[i].watch);
		make_plan(text);
		ck_assert_uint_eq(plan.addr_bits, cases[i].bits);
		drop_plan();
	}
}
END_TEST

START_TEST(test_capacity_is_rounded_up)
{
	static const struct {
		unsigned asked;
		unsigned bits;
	} cases[] = {{15, 4}, {16, 5},	{31, 5},  {32, 6}, {63, 6},
		     {64, 7}, {127, 7}, {128, 8}, {255, 8}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[256];

		snprintf(
		    text, sizeof(text),
		    "gnomon: 1\nname: m\nclock: 5 MHz\nnodes: [ { name: n, watch: { field: pc, capacity: %u } } ]\n",
		    cases[i].asked);
		make_plan(text);
		ck_assert_uint_eq(plan.nodes[0].code_bits, cases[i].bits);
		ck_assert_uint_eq(plan.nodes[0].capacity, (1u << cases[i].bits) - 1);
		drop_plan();
	}
}
END_TEST

static const struct plan_table *table_of(const struct plan_node *node, const char *name)
{
	for (size_t i = 0; i < node->tables_count; i++)
		if (strcmp(node->tables[i].name, name) == 0)
			return &node->tables[i];
	return NULL;
}

static unsigned cells_of(const struct plan_node *node, const char *name)
{
	const struct plan_table *table = table_of(node, name);

	return table ? table->cells : 0;
}

/* Sizes by hand from docs/design/triggers.md. */
START_TEST(test_tables_have_their_sizes)
{
	make_plan_of("trigger_tables");
	/* 2 * 15 + 3 + 1 + 1 = 35 columns: 5 lanes, 8 with 64 table cells each */
	/* the last rank has 8 bits of index and codes of 6 bits: the actions are beside them */
	ck_assert_uint_eq(cells_of(&plan.nodes[0], "rank8"), 256);
	ck_assert_uint_eq(cells_of(&plan.nodes[0], "rank_actions"), 256);
	ck_assert_uint_eq(cells_of(&plan.nodes[0], "actions"), 0);
	ck_assert_uint_eq(cells_of(&plan.nodes[0], "steps"), 512);
	ck_assert_uint_eq(cells_of(&plan.nodes[0], "limits"), 4 * 8 * 8);
	ck_assert_uint_eq(cells_of(&plan.nodes[0], "words"), 4 * 8 * 16);
	ck_assert_uint_eq(cells_of(&plan.nodes[0], "triggers"), 16); /* 6 + 5 + 2, and the port's */
	ck_assert_uint_eq(cells_of(&plan.nodes[0], "timer"), 8);
	ck_assert_uint_eq(cells_of(&plan.nodes[0], "watchdog"), 8);
	/* one column: the event begins it */
	ck_assert_uint_eq(cells_of(&plan.nodes[1], "rank0"), 256);
	ck_assert_uint_eq(cells_of(&plan.nodes[1], "steps"), 16);
	ck_assert_uint_eq(cells_of(&plan.nodes[1], "words"), 16);
	ck_assert_uint_eq(cells_of(&plan.nodes[1], "triggers"), 8);
	ck_assert_uint_eq(cells_of(&plan.nodes[1], "limits"), 0);
	/* a last rank of 10 bits of index: blocks without room */
	ck_assert_uint_eq(cells_of(&plan.nodes[2], "rank_actions"), 0);
	ck_assert_uint_eq(cells_of(&plan.nodes[2], "actions"), 256);
	/* 128 + 4 + 1 + 1 = 134 columns: 17 lanes, 32 with 256 table cells each */
	ck_assert_uint_eq(cells_of(&plan.nodes[2], "steps"), 32 * 256);
	ck_assert_uint_eq(cells_of(&plan.nodes[2], "limits"), 8 * 8 * 8);
	ck_assert_uint_eq(cells_of(&plan.nodes[2], "words"), 8 * 16 * 16);
	ck_assert_uint_eq(cells_of(&plan.nodes[2], "triggers"),
			  64); /* 16 + 16 + 1, and the port's */
	ck_assert_uint_eq(cells_of(&plan.nodes[3], "steps"), 16);
	ck_assert_uint_eq(cells_of(&plan.nodes[3], "triggers"), 8);
	ck_assert_uint_eq(cells_of(&plan.nodes[4], "steps"), 0);
	ck_assert_uint_eq(cells_of(&plan.nodes[4], "triggers"), 8);
	/* the port's table cell is there without a port, too; steps of one need no bit of the
	 * address */
	ck_assert_uint_eq(cells_of(&plan.nodes[5], "triggers"), 16);
	ck_assert_uint_eq(cells_of(&plan.nodes[5], "limits"), 4 * 8);
	ck_assert_uint_eq(cells_of(&plan.nodes[6], "triggers"), 0);
	drop_plan();
}
END_TEST

/* Actions beside the codes of the last rank: only where a block has room, in a family without LUT
 * RAM. */
START_TEST(test_actions_have_their_place)
{
	static const struct {
		const char *family, *goal;
		unsigned capacity, beside, by_code; /* cells of the tables */
	} cases[] = {
	    {"ice40", "balanced", 15, 256, 0},	{"ice40", "ram", 63, 256, 0},
	    {"ice40", "latency", 15, 0, 16}, /* 4096 x 4 */
	    {"ice40", "balanced", 255, 0, 256}, {"up5k", "balanced", 15, 256, 0},
	    {"up5k", "ram", 15, 0, 16}, /* in SPRAM */
	    {"ecp5", "ram", 15, 0, 16}, /* 16 words are LUT RAM */
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[256];

		snprintf(
		    text, sizeof(text),
		    "gnomon: 1\nname: m\nclock: 5 MHz\nfamily: %s\nnodes: [ { name: n, watch: { field: pc, capacity: %u, goal: %s } } ]\n",
		    cases[i].family, cases[i].capacity, cases[i].goal);
		make_plan(text);
		ck_assert_uint_eq(cells_of(&plan.nodes[0], "rank_actions"), cases[i].beside);
		ck_assert_uint_eq(cells_of(&plan.nodes[0], "actions"), cases[i].by_code);
		drop_plan();
	}
}
END_TEST

/* Every table cell is of one table at most, and a table begins at a multiple of its size. */
static void check_places(const struct plan_node *node)
{
	static unsigned char used[LAYOUT_CELLS_MAX];

	unsigned twice = 0;

	memset(used, 0, sizeof(used));
	ck_assert_uint_le(1u << node->cell_bits, LAYOUT_CELLS_MAX);
	for (size_t i = 0; i < node->tables_count; i++) {
		const struct plan_table *t = &node->tables[i];

		ck_assert_uint_ge(t->cells, 8);
		ck_assert_uint_eq(t->cells & (t->cells - 1), 0);
		ck_assert_uint_eq(t->base % t->cells, 0);
		ck_assert_uint_le(t->base + t->cells, 1u << node->cell_bits);
		for (unsigned k = 0; k < t->cells; k++)
			twice += used[t->base + k]++;
	}
	ck_assert_uint_eq(twice, 0);
}

/* All of it at its greatest: the link can address every table cell whatever the word, the capacity
 * and the goal. */
START_TEST(test_cells_are_within_reach_of_the_link)
{
	static const char *const families[] = {"ice40", "up5k",	   "ecp5",
					       "gowin", "xilinx7", "nexus"};
	static const char *const goals[] = {"ram", "balanced", "logic", "latency"};

	for (unsigned bits = 8; bits <= 64; bits += bits < 60 ? 4 : 1) {
		for (unsigned capacity = 15; capacity <= 255; capacity = 2 * capacity + 1) {
			char text[768];

			snprintf(
			    text, sizeof(text),
			    "gnomon: 1\nname: m\nclock: 5 MHz\nfamily: %s\nnodes:\n"
			    "  - name: n\n    watch: { field: pc, bits: %u, capacity: %u, goal: %s }\n"
			    "    sequences: { count: 8, steps: 8 }\n    strict: { count: 16, steps: 8 }\n"
			    "    timer: yes\n    watchdog: yes\n    port: { bus: strobe }\n"
			    "    gate: yes\n    signals: [s]\n    quantities: [{ name: q, kind: window, of: route, in: route }]\n    thresholds: [{ name: t, of: q }]\n"
			    "    buckets: [{ name: x, of: q, count: 4096 }, { name: y, of: q, count: 4096 }]\n",
			    families[_i / 4], bits, capacity, goals[_i % 4]);
			make_plan(text);
			check_places(&plan.nodes[0]);
			drop_plan();
		}
	}
}
END_TEST

START_TEST(test_pairs_have_one_set_of_ranks)
{
	make_plan_of("shared_pairs");
	for (unsigned i = 1; i < 7; i++) {
		const struct plan_node *n = &plan.nodes[i];

		ck_assert_uint_eq(n->owner, i % 2 ? i : i - 1);
		ck_assert_int_eq(table_of(n, "rank0") != NULL, n->owner == i);
		ck_assert(table_of(n, "actions"));
		check_places(n);
	}
	ck_assert_uint_eq(plan.nodes[0].owner, 0);
	ck_assert_ptr_eq(plan.nodes[2].layout->tree, plan.nodes[1].layout->tree);
	ck_assert_uint_eq(plan.nodes[2].ranks_id, plan.nodes[1].ranks_id);
	ck_assert_uint_eq(plan.nodes[3].ranks_id, plan.nodes[1].ranks_id);
	ck_assert_uint_ne(plan.nodes[1].ranks_id, plan.nodes[0].ranks_id);
	ck_assert_uint_eq(plan.ranks[plan.nodes[0].ranks_id].lanes, 1);
	ck_assert_uint_eq(plan.ranks[plan.nodes[1].ranks_id].lanes, 2);
	drop_plan();
}
END_TEST

START_TEST(test_equal_trees_are_one_module)
{
	make_plan_of("equal_trees");
	ck_assert_uint_eq(plan.ranks_count, 2);
	ck_assert_uint_eq(plan.nodes[3].ranks_id, 0);
	ck_assert_uint_eq(plan.nodes[4].ranks_id, 1);
	ck_assert_str_eq(plan.ranks[1].module, "m_ranks1");
	drop_plan();
}
END_TEST

/* Twelve levels, a threshold and sixteen registers each way: all nodes have one depth. The lint
 * elaborates it. */
START_TEST(test_deepest_node)
{
	make_plan_of("report_passive");
	ck_assert_uint_eq(plan.nodes[0].code_clocks, 12 + 1);
	ck_assert_uint_eq(plan.nodes[0].settled, 12 + 1 + 8);
	for (size_t i = 0; i < plan.nodes_count; i++)
		ck_assert_uint_eq(plan.nodes[i].depth, 12 + 1 + 8 + 2 * 16 + 2);
	drop_plan();
}
END_TEST

/* Four blocks of SPRAM are in the device: what one node uses the next ones do not have. */
START_TEST(test_spram_is_given_out_once)
{
	unsigned used = 0;

	make_plan("gnomon: 1\nname: m\nclock: 5 MHz\nfamily: up5k\nnodes:\n"
		  "  - { name: a, count: 5, watch: { field: pc, bits: 64, capacity: 255 } }\n");
	for (size_t i = 0; i < plan.nodes_count; i++)
		used += plan.nodes[i].layout->tree->sprams;
	ck_assert_uint_eq(used, 4);
	ck_assert_uint_eq(plan.nodes[4].layout->tree->sprams, 0);
	drop_plan();
}
END_TEST

START_TEST(test_word_is_the_kept_bits)
{
	make_plan_of("kept_bits");
	ck_assert_uint_eq(plan.nodes[0].word_bits, 10);
	ck_assert_uint_eq(plan.nodes[0].fields[0].kept, 0x70e);
	ck_assert_str_eq(plan.nodes[0].word_net, "a_word");
	ck_assert_str_eq(plan.nodes[0].word_value, "a_v_i, a_w_i, a_pc_i[10:8], a_pc_i[3:1]");
	ck_assert_str_eq(plan.nodes[0].skipped_bits, "a_pc_i[11], a_pc_i[7:4], a_pc_i[0]");
	ck_assert_uint_eq(plan.nodes[1].word_bits, 64);
	ck_assert_uint_eq(plan.nodes[1].fields[0].kept, UINT64_MAX);
	ck_assert_str_eq(plan.nodes[1].word_net, "b_pc_i");
	ck_assert_ptr_null(plan.nodes[1].word_value);
	ck_assert_str_eq(plan.nodes[2].word_value, "c_pc_i[7:0]");
	drop_plan();
}
END_TEST

START_TEST(test_triggers_are_numbered)
{
	static const struct plan_trigger want[] = {
	    {"sequence", 0}, {"sequence", 1}, {"timeout", 0}, {"timeout", 1}, {"strict", 0},
	    {"strict", 1},   {"strict", 2},   {"timer", 0},   {"watchdog", 0}};

	make_plan_of("numbered_triggers");
	ck_assert_uint_eq(plan.nodes[0].triggers_count, 9);
	for (size_t i = 0; i < 9; i++) {
		ck_assert_str_eq(plan.nodes[0].triggers[i].kind, want[i].kind);
		ck_assert_uint_eq(plan.nodes[0].triggers[i].index, want[i].index);
	}
	ck_assert_uint_eq(plan.nodes[1].triggers_count, 1);
	ck_assert_str_eq(plan.nodes[1].triggers[0].kind, "watchdog");
	drop_plan();
}
END_TEST

/* One node with events only, of patterns and of a few triggers, has no FIFO; anything else there
 * makes one; only a second node makes a ring. */
#define OF_CLASS "quantities: [{ name: q, kind: class }], "
#define FIRES OF_CLASS "thresholds: [{ name: t, of: q }]"
#define BANKS(count) OF_CLASS "buckets: [{ name: b, of: q, banks: 2, count: " count " }]"

START_TEST(test_form_of_one_node)
{
	static const struct {
		const char *watch;
		const char *others;
		enum plan_form form;
	} nodes[] = {
	    {"{ field: pc }", "sequences: { count: 1, steps: 1 }", PLAN_SINGLE},
	    {"{ field: pc }", "strict: { count: 7, steps: 2 }", PLAN_SINGLE},
	    {"{ field: pc }", "strict: { count: 8, steps: 2 }", PLAN_ALONE},
	    {"{ field: pc }", "timer: yes", PLAN_SINGLE},
	    {"{ field: pc }", "watchdog: yes", PLAN_SINGLE},
	    {"{ field: pc }", "host: yes", PLAN_SINGLE},
	    {"{ field: pc }", "sequences: { count: 3, steps: 1 }, timer: yes", PLAN_SINGLE},
	    {"{ field: pc }", "sequences: { count: 3, steps: 1 }, timer: yes, host: yes",
	     PLAN_ALONE},
	    {"{ field: pc, bits: 56 }", "timer: yes", PLAN_SINGLE},
	    {"{ field: pc, bits: 57 }", "timer: yes", PLAN_ALONE},
	    {"{ field: pc, bits: 57 }", "watchdog: yes", PLAN_SINGLE},
	    {"{ field: pc }", "port: { bus: strobe }", PLAN_ALONE},
	    {"{ field: pc }", "ratios: { pairs: [{ name: p, a: a, b: b }] }", PLAN_SINGLE},
	    {"{ field: pc }", "gate: yes, event_lines: [l], segments: [{ name: s, line: l }]",
	     PLAN_SINGLE},
	    {"{ field: pc }", "strict: { count: 6, steps: 2 }, " FIRES, PLAN_SINGLE},
	    {"{ field: pc }", "strict: { count: 7, steps: 2 }, " FIRES, PLAN_ALONE},
	    /* two banks at the end: 16 or 32 records of 36 slots, with 6 that end them */
	    {"{ field: pc }", BANKS("512"), PLAN_SINGLE},
	    {"{ field: pc }", BANKS("1024"), PLAN_ALONE},
	};
	char text[256];

	for (size_t i = 0; i < sizeof(nodes) / sizeof(nodes[0]); i++) {
		snprintf(
		    text, sizeof(text),
		    "gnomon: 1\nname: m\nclock: 5 MHz\nnodes: [ { name: n, watch: %s, %s } ]\n",
		    nodes[i].watch, nodes[i].others);
		make_plan(text);
		ck_assert_int_eq(plan.form, nodes[i].form);
		ck_assert_uint_eq(plan.wires, 0);
		ck_assert_uint_eq(plan_wires(&plan), 32);
		ck_assert_uint_eq(plan.nodes[0].fifo_slots, plan.form == PLAN_ALONE ? 256 : 0);
		drop_plan();
	}
	make_plan("gnomon: 1\nname: m\nclock: 5 MHz\n"
		  "nodes: [ { name: n, count: 2, watch: { field: pc } } ]\n");
	ck_assert_int_eq(plan.form, PLAN_RING);
	ck_assert_uint_eq(plan_wires(&plan), 8);
	drop_plan();
	make_plan("gnomon: 1\nname: m\nclock: 5 MHz\n"
		  "nodes: [ { name: n, watch: { field: pc }, timer: no, watchdog: no } ]\n");
	ck_assert_int_eq(plan.form, PLAN_SINGLE);
	drop_plan();
	make_plan("gnomon: 1\nname: m\nclock: 5 MHz\nbuffer: { wrap: no }\n"
		  "nodes: [ { name: n, watch: { field: pc }, " BANKS("1024") " } ]\n");
	ck_assert_int_eq(plan.form, PLAN_SINGLE);
	drop_plan();
}
END_TEST

START_TEST(test_equal_shapes_share_a_stream_class)
{
	make_plan_of("sample_streams");
	ck_assert_uint_eq(plan.streams, 4);
	ck_assert_uint_eq(plan.nodes[2].stream_id, plan.nodes[0].stream_id);
	ck_assert_uint_eq(plan.nodes[3].stream_id, plan.nodes[1].stream_id);
	ck_assert_uint_eq(plan.nodes[4].stream_id, 2);
	ck_assert_uint_eq(plan.nodes[5].stream_id, 3);
	drop_plan();
}
END_TEST

/* Records of writes are longer with PC or process time; other kinds are there or not. */
START_TEST(test_triggers_make_stream_classes)
{
	static const unsigned want[] = {0, 1, 2, 2, 2, 3, 4, 5, 3};

	make_plan_of("trigger_streams");
	for (size_t i = 0; i < plan.nodes_count; i++)
		ck_assert_uint_eq(plan.nodes[i].stream_id, want[i]);
	drop_plan();
}
END_TEST

START_TEST(test_signal_is_one_port)
{
	make_plan(
	    "gnomon: 1\nname: m\nclock: 5 MHz\nnodes:\n"
	    "  - { name: a, watch: { field: pc, when: go }, ratios: { pairs: [ { name: p, a: x, b: y }, { name: q, a: x, b: always }, { name: r, a: y, b: go } ] } }\n");
	ck_assert_uint_eq(plan.nodes[0].pins_count, 4);
	ck_assert_str_eq(plan.nodes[0].pins[0].port.name, "a_pc_i");
	ck_assert_str_eq(plan.nodes[0].pins[1].port.name, "a_go_i");
	ck_assert_str_eq(plan.nodes[0].pins[2].port.name, "a_x_i");
	ck_assert_str_eq(plan.nodes[0].pins[3].port.name, "a_y_i");
	ck_assert_uint_eq(plan.nodes[0].preprocessors->ports_count, 3);
	ck_assert_str_eq(plan.nodes[0].measured[2], "a_go_i");
	drop_plan();
}
END_TEST

START_TEST(test_hash_is_of_the_plan_not_of_the_text)
{
	uint64_t hash = hash_of(ONE);

	ck_assert_uint_eq(hash, hash_of("# the same\n" ONE "time:\n  bits: 32\n"));
	ck_assert_uint_eq(
	    hash,
	    hash_of(
		"name: m\ngnomon: 1\nclock: 0.005 GHz\nnodes: [ { name: cpu, watch: { field: pc, capacity: 15, bits: 32 } } ]\n"));
	ck_assert_uint_ne(hash, hash_of(ONE "time: { bits: 31 }\n"));
	ck_assert_uint_ne(hash, hash_of(ONE "buffer: { slots: 2048 }\n"));
	ck_assert_uint_ne(hash, hash_of(ONE "link: { phy: uart, baud: 115200 }\n"));
	ck_assert_uint_ne(hash, hash_of(ONE "link: { wide: yes }\n"));
	ck_assert_uint_eq(hash, hash_of(ONE "link: { wide: no }\n"));
	ck_assert_uint_ne(hash, hash_of(ONE "  - { name: io, watch: { field: pc } }\n"));
	ck_assert_uint_eq(
	    hash,
	    hash_of(
		"gnomon: 1\nname: m\nclock: 5 MHz\nfamily: ice40\nnodes:\n"
		"  - { name: cpu, share: no, timer: no, watch: { fields: [ { name: pc, bits: 32 } ] } }\n"));
}
END_TEST

/* Everything of a node that hardware or host depend on. */
START_TEST(test_hash_covers_the_triggers)
{
	static const char *const watches[] = {
	    "field: pc",
	    "field: pc, bits: 31",
	    "field: pc, skip: 0",
	    "field: pc, skip: 1",
	    "field: pc, capacity: 31",
	    "field: pc, goal: latency",
	    "fields: [ { name: pc, bits: 31 }, { name: w, bits: 1 } ]",
	};
	static const char *const others[] = {
	    "timer: yes",
	    "watchdog: yes",
	    "strict: { count: 2, steps: 3 }",
	    "strict: { count: 2, steps: 2 }",
	    "strict: { count: 3, steps: 3 }",
	    "sequences: { count: 2, steps: 2 }",
	    "sequences: { count: 2, steps: 3 }",
	    "sequences: { count: 2, steps: 2, count_bits: 7 }",
	    "sequences: { count: 2, steps: 2, timeout_bits: 7 }",
	    "port: { bus: strobe }",
	    "port: { bus: wishbone }",
	    "port: { bus: strobe, pc: at }",
	    "port: { bus: strobe, process_time: yes }",
	};
	uint64_t hashes[sizeof(watches) / sizeof(watches[0]) + sizeof(others) / sizeof(others[0])];
	size_t count = 0;
	char text[256];

	for (size_t i = 0; i < sizeof(watches) / sizeof(watches[0]); i++) {
		snprintf(text, sizeof(text), ONE "  - { name: n, watch: { %s } }\n", watches[i]);
		hashes[count++] = hash_of(text);
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		snprintf(text, sizeof(text), ONE "  - { name: n, watch: { field: pc }, %s }\n",
			 others[i]);
		hashes[count++] = hash_of(text);
	}
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < i; k++)
			ck_assert_msg(hashes[i] != hashes[k], "%zu and %zu have one hash", i, k);
}
END_TEST

/* Trees of equal sizes may read the word in another order, so the text names every input. */
START_TEST(test_hash_covers_the_tree)
{
	const char *line;
	unsigned ranks = 0;

	make_plan(
	    "gnomon: 1\nname: m\nclock: 5 MHz\nnodes: [ { name: n, watch: { field: pc, bits: 16, goal: latency } } ]\n");
	ck_assert_msg(strstr(plan.canonical, "\n rank 0 4 1 w0+16\n"), "%s", plan.canonical);
	drop_plan();
	make_plan(ONE);
	for (line = plan.canonical; (line = strstr(line, "\n rank ")); line++)
		ranks++;
	ck_assert_uint_gt(ranks, 3);
	ck_assert_uint_eq(ranks, plan.nodes[0].layout->tree->count);
	drop_plan();
}
END_TEST

START_TEST(test_bus_is_ports)
{
	make_plan("gnomon: 1\nname: m\nclock: 5 MHz\nnodes:\n"
		  "  - { name: a, watch: { field: pc }, port: { bus: wishbone, pc: at } }\n"
		  "  - { name: b, watch: { field: pc }, port: { bus: strobe } }\n");
	ck_assert_uint_eq(plan.nodes[0].pins_count, 11);
	ck_assert_str_eq(plan.nodes[0].port.pins[3].port.name, "a_wb_adr_i");
	ck_assert_uint_eq(plan.nodes[0].port.pins[3].port.bits, 10);
	ck_assert_str_eq(plan.nodes[0].port.pins[8].port.name, "a_wb_dat_o");
	ck_assert(plan.nodes[0].port.pins[8].port.output);
	ck_assert_str_eq(plan.nodes[0].port.pc_net, "a_at_i");
	ck_assert_str_eq(plan.nodes[0].port.valid_net, "a_port_valid");
	ck_assert_str_eq(plan.nodes[1].port.valid_net, "b_port_valid_i");
	ck_assert_str_eq(plan.nodes[1].port.pc_net, "32'd0");
	drop_plan();
}
END_TEST

int main(void)
{
	return run_tests(
	    "gen plan", NULL, NULL,
	    TESTS({test_one_node_is_single}, {test_counted_nodes_are_numbered},
		  {test_address_is_wide_enough}, {test_capacity_is_rounded_up},
		  {test_tables_have_their_sizes}, {test_actions_have_their_place},
		  {test_cells_are_within_reach_of_the_link, 20}, {test_pairs_have_one_set_of_ranks},
		  {test_equal_trees_are_one_module}, {test_spram_is_given_out_once},
		  {test_deepest_node}, {test_word_is_the_kept_bits}, {test_triggers_are_numbered},
		  {test_form_of_one_node}, {test_equal_shapes_share_a_stream_class},
		  {test_triggers_make_stream_classes}, {test_signal_is_one_port},
		  {test_hash_is_of_the_plan_not_of_the_text}, {test_hash_covers_the_triggers},
		  {test_hash_covers_the_tree}, {test_bus_is_ports}));
}
