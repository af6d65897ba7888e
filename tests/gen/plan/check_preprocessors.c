/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of what nodes measure: stages, tables, lines, modules. Numbers by hand from
 * docs/design/preprocessors.md. */
#include <stdio.h>
#include <stdlib.h>

#include "../../suite.h"
#include "../planned.h"

#define TOP "gnomon: 1\nname: m\nclock: 5 MHz\nnodes:\n"
#define NODE "  - { name: n, watch: { field: pc, bits: 8 }, "

static const struct plan_table *table_of(const struct plan_node *node, const char *name)
{
	for (size_t i = 0; i < node->tables_count; i++)
		if (strcmp(node->tables[i].name, name) == 0)
			return &node->tables[i];
	return NULL;
}

static unsigned cells_of(const char *name)
{
	const struct plan_table *table = table_of(&plan.nodes[0], name);

	return table ? table->cells : 0;
}

/* The word has 8 bits: its code comes after one clock, so LEVEL is 3. */
static const struct {
	const char *text; /* of a node */
	unsigned depth;
	unsigned stage; /* 0: it measures nothing */
	int sources;	/* gnomon_trigger_sources is there */
} stages[] = {
    {"timer: no", 4, 0, 0},
    {"timer: yes", 7, 0, 1},
    {"host: yes", 7, 0, 1},
    {"ratios: { pairs: [{ name: p, a: a, b: b }] }", 4, 4, 0},
    {"timer: yes, ratios: { pairs: [{ name: p, a: a, b: b }] }", 7, 7, 1},
    {"signals: [a], ratios: { pairs: [{ name: p, a: route, b: b }] }", 7, 7, 0},
    {"values: [{ name: v, bits: 4 }], ratios: { pairs: [{ name: p, a: v, b: b }] }", 7, 7, 0},
    {"gate: yes", 7, 7, 1},
    {"quantities: [{ name: q, kind: class }], extremes: [{ name: e, of: q }]", 7, 7, 0},
    {"quantities: [{ name: q, kind: class }], thresholds: [{ name: e, of: q }]", 11, 7, 1},
    {"counters: [{ name: c, inputs: [a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a] }]", 7, 7, 0},
    {"event_lines: [l], segments: [{ name: s, line: l }]", 7, 7, 1},
};

START_TEST(test_stages_are_those_of_the_contract)
{
	char text[512];

	snprintf(text, sizeof(text), TOP NODE "%s }\n", stages[_i].text);
	make_plan(text);
	ck_assert_uint_eq(plan.nodes[0].depth, stages[_i].depth);
	ck_assert_int_eq(plan.nodes[0].joined, stages[_i].sources);
	ck_assert_int_eq(plan.nodes[0].preprocessors != NULL, stages[_i].stage != 0);
	if (stages[_i].stage) {
		ck_assert_uint_eq(plan.nodes[0].preprocessors->stage, stages[_i].stage);
		ck_assert_uint_eq(plan.nodes[0].preprocessors->counting, stages[_i].depth + 1);
	}
	drop_plan();
}
END_TEST

#define PAIR "ratios: { pairs: [{ name: p, a: a, b: b }] }"

/* Words that wait: two for each slot of the FIFO, but at most half as many as the trace buffer has
 * slots where that is the only FIFO. */
static const struct {
	unsigned slots; /* of the trace buffer */
	const char *more;
	unsigned words_log2;
} queues[] = {
    {1024, PAIR, 9},
    {512, PAIR, 8},
    {512, PAIR ", fifo: { slots: 64 }", 7},
    {64, PAIR, 5},
    {64, PAIR ", port: { bus: strobe }", 9},
};

START_TEST(test_queue_of_samples_has_its_size)
{
	char text[512];

	snprintf(text, sizeof(text),
		 "gnomon: 1\nname: m\nclock: 5 MHz\nbuffer: { slots: %u }\nnodes:\n" NODE "%s }\n",
		 queues[_i].slots, queues[_i].more);
	make_plan(text);
	ck_assert_uint_eq(plan.nodes[0].preprocessors->queue_log2, queues[_i].words_log2);
	drop_plan();
}
END_TEST

/* A signal comes to D in eight clocks, which takes eight logic cells. A block has 16 signals, and
 * is worth 120 cells. */
static const struct {
	unsigned signals;
	int ram;
} delays[] = {{14, 0}, {15, 1}, {16, 1}, {17, 0}, {29, 0}, {30, 1}, {32, 1}};

START_TEST(test_a_delay_is_a_ram_where_its_blocks_are_worth_it)
{
	const struct plan_preprocessors *m;
	char text[512];
	size_t length = (size_t)snprintf(text, sizeof(text),
					 TOP NODE "timer: yes, counters: [{ name: c, inputs: [");

	for (unsigned k = 0; k < 32; k++)
		length += (size_t)snprintf(text + length, sizeof(text) - length, "%ss%u",
					   k ? ", " : "", k % delays[_i].signals);
	snprintf(text + length, sizeof(text) - length, "] }] }\n");
	make_plan(text);
	m = plan.nodes[0].preprocessors;
	ck_assert_uint_eq(m->delays_count, 1);
	ck_assert_uint_eq(m->delays[0].bits, delays[_i].signals);
	ck_assert_uint_eq(m->delays[0].clocks, 8);
	ck_assert_int_eq(m->delays[0].ram, delays[_i].ram);
	drop_plan();
}
END_TEST

START_TEST(test_tables_have_their_sizes)
{
	make_plan_of("preprocessor_tables");
	ck_assert_uint_eq(cells_of("router"), 8 * 8); /* 5 lines: p.a, p.b, q0.in, q1.of, gate */
	ck_assert_uint_eq(cells_of("gate"), 8);
	ck_assert_uint_eq(cells_of("quantities"), 4 * 8); /* the last window is quantity 2 */
	ck_assert_uint_eq(cells_of("thresholds"), 4 * 16);
	ck_assert_uint_eq(cells_of("ranges0"), 8 * 4);
	ck_assert_uint_eq(cells_of("ranges1"), 4096 * 4);
	ck_assert_uint_eq(cells_of("ranges2"), 0);
	ck_assert_uint_eq(cells_of("steps"), 64); /* three columns: watchdog, opens, closes */
	ck_assert_uint_eq(cells_of("triggers"),
			  8); /* watchdog, three thresholds, host, and the port's */
	drop_plan();
}
END_TEST

/* A lane of the table of steps has eight columns: six of a sequence of three steps, two of the
 * gate, and one of the watchdog. */
START_TEST(test_the_gate_has_two_columns)
{
	make_plan(TOP NODE "sequences: { count: 1, steps: 3 }, gate: yes }\n");
	ck_assert_uint_eq(cells_of("steps"), 16);
	drop_plan();
	make_plan(TOP NODE "sequences: { count: 1, steps: 3 }, gate: yes, watchdog: yes }\n");
	ck_assert_uint_eq(cells_of("steps"), 2 * 16);
	drop_plan();
}
END_TEST

START_TEST(test_thresholds_and_host_are_numbered_last)
{
	static const struct plan_trigger want[] = {
	    {"timer", 0}, {"watchdog", 0}, {"threshold", 0}, {"threshold", 1}, {"host", 0}};

	make_plan(TOP NODE
		  "timer: yes, watchdog: yes, host: yes, quantities: [{ name: q, kind: class }],\n"
		  "      thresholds: [{ name: t, of: q }, { name: u, of: q }] }\n");
	ck_assert_uint_eq(plan.nodes[0].triggers_count, 5);
	for (size_t i = 0; i < 5; i++) {
		ck_assert_str_eq(plan.nodes[0].triggers[i].kind, want[i].kind);
		ck_assert_uint_eq(plan.nodes[0].triggers[i].index, want[i].index);
	}
	ck_assert_uint_eq(plan.addr_bits, 12 + 3); /* SELECT's flag for the host is bit 11 */
	drop_plan();
}
END_TEST

START_TEST(test_lines_are_in_the_order_of_the_description)
{
	static const char *const want[] = {"q.a",     "p.b",	"lat.from", "n.of",
					   "n.clear", "bank.1", "bank.15",  "gate"};

	make_plan_of("lines");
	ck_assert_uint_eq(plan.nodes[0].preprocessors->lines_count, 8);
	for (size_t i = 0; i < 8; i++)
		ck_assert_str_eq(plan.nodes[0].preprocessors->lines[i], want[i]);
	drop_plan();
}
END_TEST

START_TEST(test_sample_is_pairs_gate_and_extremes)
{
	static const struct {
		const char *text;
		unsigned pairs;
		unsigned words;
	} cases[] = {
	    {"gate: yes", 2, 2},
	    {"ratios: { pairs: [{ name: p, a: a, b: b }] }", 2, 2},
	    {"gate: yes, ratios: { form: compressed, pairs: [{ name: p, a: a, b: b }] }", 2, 2},
	    {"gate: yes, ratios: { form: compressed32, pairs: [{ name: p, a: a, b: b }, { name: q, a: a, b: b }] }",
	     4, 4},
	    {"quantities: [{ name: q, kind: class }], extremes: [{ name: e, of: q }, { name: f, of: q }]",
	     0, 12},
	    {"gate: yes, quantities: [{ name: q, kind: class }], extremes: [{ name: e, of: q }]", 2,
	     8},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[512];

		snprintf(text, sizeof(text), TOP NODE "%s }\n", cases[i].text);
		make_plan(text);
		ck_assert_uint_eq(plan.nodes[0].preprocessors->pair_words, cases[i].pairs);
		ck_assert_uint_eq(plan.nodes[0].preprocessors->sample_words, cases[i].words);
		drop_plan();
	}
}
END_TEST

/* A record that is not long has 30 words at most. */
START_TEST(test_long_records_are_told)
{
	static const struct {
		const char *text;
		int is_long;
	} cases[] = {
	    {"gate: yes", 0},
	    {"quantities: [{ name: q, kind: class }], buckets: [{ name: b, of: q }]", 1},
	    {"counters: [{ name: c, inputs: [a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a] }]",
	     1},
	    {"event_lines: [l], segments: [{ name: s, line: l }]", 1},
	    /* 4 extremes: 24 words; with two pairs 28, with three 30 */
	    {"quantities: [{ name: q, kind: class }], extremes: [{ name: e, of: q }, { name: f, of: q },{ name: g, of: q }, { name: h, of: q }], ratios: { pairs: [{ name: p, a: a, b: b },{ name: o, a: a, b: b }] }",
	     0},
	    {"quantities: [{ name: q, kind: class }], extremes: [{ name: e, of: q }, { name: f, of: q },{ name: g, of: q }, { name: h, of: q }], ratios: { pairs: [{ name: p, a: a, b: b },{ name: o, a: a, b: b }] }, gate: yes",
	     1},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[512];

		snprintf(text, sizeof(text), TOP NODE "%s }\n", cases[i].text);
		make_plan(text);
		ck_assert_int_eq(plan.long_records, cases[i].is_long);
		drop_plan();
	}
}
END_TEST

START_TEST(test_equal_preprocessors_are_one_module)
{
	make_plan_of("equal_preprocessors");
	ck_assert_uint_eq(plan.preprocessors_count, 2);
	ck_assert_uint_eq(plan.nodes[1].preprocessors_id, 0);
	ck_assert_ptr_null(plan.nodes[2].preprocessors);
	ck_assert_uint_eq(plan.nodes[3].preprocessors_id, 0);
	ck_assert_uint_eq(plan.nodes[4].preprocessors_id, 1);
	ck_assert_str_eq(plan.preprocessors[1].name, "m_preprocessors1");
	ck_assert_str_eq(plan.nodes[1].measured[1], "a1_y_i");
	drop_plan();
}
END_TEST

START_TEST(test_preprocessors_make_stream_classes)
{
	static const unsigned want[] = {0, 1, 2, 3, 4, 3, 5};

	make_plan_of("preprocessor_streams");
	for (size_t i = 0; i < 7; i++)
		ck_assert_uint_eq(plan.nodes[i].stream_id, want[i]);
	drop_plan();
}
END_TEST

/* Everything that hardware or host depend on. */
START_TEST(test_hash_covers_the_preprocessors)
{
	static const char *const all[] = {
	    "gate: yes",
	    "host: yes",
	    "signals: [a], ratios: { pairs: [{ name: p, a: route, b: b }] }",
	    "signals: [b], ratios: { pairs: [{ name: p, a: route, b: b }] }",
	    "signals: [b, a], ratios: { pairs: [{ name: p, a: route, b: b }] }",
	    "signals: [a, b], ratios: { pairs: [{ name: p, a: route, b: b }] }",
	    "signals: [{ name: a, delay: 1 }], ratios: { pairs: [{ name: p, a: route, b: b }] }",
	    "signals: [a], ratios: { pairs: [{ name: p, a: b, b: route }] }",
	    "signals: [a], ratios: { pairs: [{ name: p, a: a, b: always, gate: c }] }",
	    "signals: [a], ratios: { pairs: [{ name: p, a: a, b: always, gate: d }] }",
	    "ratios: { pairs: [{ name: p, a: a, b: b }] }",
	    "ratios: { form: compressed, pairs: [{ name: p, a: a, b: b }] }",
	    "ratios: { form: compressed32, pairs: [{ name: p, a: a, b: b }] }",
	    "values: [{ name: v, bits: 3 }], ratios: { pairs: [{ name: p, a: v, b: b }] }",
	    "values: [{ name: v, bits: 4 }], ratios: { pairs: [{ name: p, a: v, b: b }] }",
	    "values: [{ name: v, bits: 4, when: w }], ratios: { pairs: [{ name: p, a: v, b: b }] }",
	    "values: [{ name: v, bits: 4, when: w, delay: 1 }], ratios: { pairs: [{ name: p, a: v, b: b }] }",
	    "quantities: [{ name: q, kind: pulse, of: a }], extremes: [{ name: e, of: q }]",
	    "quantities: [{ name: r, kind: pulse, of: a }], extremes: [{ name: e, of: r }]",
	    "quantities: [{ name: q, kind: pulse, of: b }], extremes: [{ name: e, of: q }]",
	    "quantities: [{ name: q, kind: total, of: a }], extremes: [{ name: e, of: q }]",
	    "quantities: [{ name: q, kind: total, of: a, clear: b }], extremes: [{ name: e, of: q }]",
	    "quantities: [{ name: q, kind: pulse, of: a, bits: 5 }], extremes: [{ name: e, of: q }]",
	    "quantities: [{ name: q, kind: latency, from: a, to: b }], extremes: [{ name: e, of: q }]",
	    "quantities: [{ name: q, kind: latency, from: b, to: a }], extremes: [{ name: e, of: q }]",
	    "quantities: [{ name: q, kind: occupancy, from: a, to: b }], extremes: [{ name: e, of: q }]",
	    "quantities: [{ name: q, kind: latency, from: a, to: b, outstanding: 4 }], extremes: [{ name: e, of: q }]",
	    "quantities: [{ name: q, kind: class }], extremes: [{ name: e, of: q }]",
	    "quantities: [{ name: q, kind: class }], extremes: [{ name: f, of: q }]",
	    "quantities: [{ name: q, kind: class }], thresholds: [{ name: e, of: q }]",
	    "quantities: [{ name: q, kind: class }], buckets: [{ name: e, of: q }]",
	    "quantities: [{ name: q, kind: class }], buckets: [{ name: e, of: q, count: 8 }]",
	    "quantities: [{ name: q, kind: class }], buckets: [{ name: e, of: q, banks: 4 }]",
	    "quantities: [{ name: q, kind: class }], buckets: [{ name: e, of: q, bits: 16 }]",
	    "counters: [{ name: c, inputs: [a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a] }]",
	    "counters: [{ name: d, inputs: [a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a] }]",
	    "counters: [{ name: c, inputs: [a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, b] }]",
	    "event_lines: [l], segments: [{ name: s, line: l }]",
	    "event_lines: [l], segments: [{ name: t, line: l }]",
	    "event_lines: [l], segments: [{ name: s, line: l, keep: changes }]",
	    "event_lines: [l], segments: [{ name: s, line: l, before: 23 }]",
	    "event_lines: [l], segments: [{ name: s, line: l, after: 24 }]",
	    "event_lines: [l], segments: [{ name: s, line: l, count: 8 }]",
	    "event_lines: [l], segments: [{ name: s, line: l }, { name: t, line: l }]",
	    "event_lines: [l, m], segments: [{ name: s, line: l }, { name: t, line: m }]",
	    "event_lines: [l, m], segments: [{ name: s, line: m }, { name: t, line: l }]",
	};
	uint64_t hashes[sizeof(all) / sizeof(all[0])];
	size_t count = sizeof(all) / sizeof(all[0]);

	for (size_t i = 0; i < count; i++) {
		char text[512];

		snprintf(text, sizeof(text), TOP NODE "%s }\n", all[i]);
		make_plan(text);
		hashes[i] = plan.hash;
		drop_plan();
	}
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < i; k++)
			ck_assert_msg(hashes[i] != hashes[k], "'%s' and '%s' have one hash", all[i],
				      all[k]);
}
END_TEST

int main(void)
{
	return run_tests(
	    "gen preprocessors", NULL, NULL,
	    TESTS({test_stages_are_those_of_the_contract, sizeof(stages) / sizeof(stages[0])},
		  {test_queue_of_samples_has_its_size, sizeof(queues) / sizeof(queues[0])},
		  {test_a_delay_is_a_ram_where_its_blocks_are_worth_it,
		   sizeof(delays) / sizeof(delays[0])},
		  {test_tables_have_their_sizes}, {test_the_gate_has_two_columns},
		  {test_thresholds_and_host_are_numbered_last},
		  {test_lines_are_in_the_order_of_the_description},
		  {test_sample_is_pairs_gate_and_extremes}, {test_long_records_are_told},
		  {test_equal_preprocessors_are_one_module},
		  {test_preprocessors_make_stream_classes}, {test_hash_covers_the_preprocessors}));
}
