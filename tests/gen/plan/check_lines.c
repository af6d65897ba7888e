/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of lines in their interrupt form, and of local stores. */
#include <stdio.h>
#include <stdlib.h>

#include "../../suite.h"
#include "../planned.h"

#define LOCAL "gnomon: 1\nname: m\nclock: 5 MHz\nnodes:\n  - { name: n, watch: { field: pc }, "
#define KEPT LOCAL "store: local }\n"

/* A line makes a ring of one node, and of both lines the registers are the same. */
START_TEST(test_report_is_planned)
{
	make_plan(KEPT "report: {}\n");
	ck_assert_int_eq(plan.form, PLAN_ALONE);
	ck_assert(plan.report && !plan.capture && !plan.interrupt);
	ck_assert_uint_eq(plan.stages, 0);
	ck_assert_uint_eq(plan.report_limit, 0);
	ck_assert_uint_eq(plan.nodes[0].rounds, 1);
	ck_assert_uint_eq(plan.nodes[0].hold, 0);
	ck_assert(plan.nodes[0].processor);
	ck_assert_uint_eq(plan.nodes[0].asks, 0);
	drop_plan();
	make_plan(KEPT "report: { registers: 3, limit: 2147483647 }\n");
	ck_assert_uint_eq(plan.stages, 3);
	ck_assert_uint_eq(plan.report_limit, 2147483647);
	ck_assert_uint_eq(plan.limit, 0);
	ck_assert_uint_eq(plan.nodes[0].hold, 0);
	drop_plan();
	make_plan(KEPT "capture: { registers: 3, interrupt: yes, limit: 7 }\n"
		       "report: { registers: 3, limit: 8 }\n");
	ck_assert_uint_eq(plan.stages, 3);
	ck_assert_uint_eq(plan.limit, 7);
	ck_assert_uint_eq(plan.report_limit, 8);
	ck_assert_uint_eq(plan.nodes[0].rounds, 2);
	ck_assert_uint_eq(plan.nodes[0].hold, 2 * 3 + 2);
	drop_plan();
	make_plan(KEPT "capture: {}\nreport: {}\n");
	ck_assert_uint_eq(plan.nodes[0].rounds, 1);
	ck_assert(plan.report && plan.capture && !plan.interrupt);
	drop_plan();
}
END_TEST

#define PAIR "{ name: p%u, a: a, b: b }"
#define EXTREME "quantities: [{ name: q, kind: class }], extremes: [{ name: x, of: q }], "

/* Three quarters of the slots, but eight stay free; of samples, that have two words a slot: a pair
 * has two words of one, an extreme six. */
static const struct {
	const char *keys;
	unsigned pairs;
	unsigned mark;
} marks[] = {
    {"store: local", 0, 192},
    {"store: ring", 0, 0},
    {"timer: yes", 0, 0},
    {"store: local, fifo: { slots: 4096 }", 0, 3072},
    {"store: local, fifo: { slots: 64 }", 0, 48},
    {"store: local, fifo: { slots: 32 }", 0, 24},
    {"store: local, fifo: { slots: 16 }", 0, 8},
    {"store: local, almost_full: 1", 0, 1},
    {"store: local, almost_full: 248", 0, 248},
    {"store: local, fifo: { slots: 4096 }, almost_full: 4088", 0, 4088},
    {"store: local", 1, 192},			 /* 256 of 2 words */
    {"store: local", 2, 96},			 /* 128 of 4 */
    {"store: local", 8, 24},			 /* 32 of 16 */
    {"store: local, fifo: { slots: 16 }", 3, 3}, /* 5 of 6 */
    {EXTREME "store: local", 0, 63},		 /* 85 of 6 */
    {EXTREME "store: local", 1, 48},		 /* 64 of 8 */
    {EXTREME "store: local, almost_full: 85", 0, 85},
};

START_TEST(test_almost_full_has_its_preset)
{
	char text[1024];
	int end = snprintf(text, sizeof(text), LOCAL "%s", marks[_i].keys);

	for (unsigned k = 0; k < marks[_i].pairs; k++)
		end += snprintf(text + end, sizeof(text) - (size_t)end, "%s" PAIR,
				k ? ", " : ", ratios: { pairs: [", k);
	snprintf(text + end, sizeof(text) - (size_t)end,
		 "%s }\n  - { name: other, watch: { field: pc }, store: local }\nreport: {}\n",
		 marks[_i].pairs ? "] }" : "");
	make_plan(text);
	ck_assert_uint_eq(plan.nodes[0].almost_full, marks[_i].mark);
	ck_assert_uint_eq(plan.nodes[1].almost_full, 192);
	drop_plan();
}
END_TEST

#define FIRING                                                                                     \
	LOCAL "watchdog: yes, host: yes, store: local, quantities: [{ name: q, kind: class }],\n"  \
	      "      thresholds: [{ name: t, of: q }, { name: u, of: q }] }\n"

START_TEST(test_triggers_of_lines_are_in_front_of_thresholds)
{
	static const struct {
		const char *lines;
		const char *kinds;
	} cases[] = {
	    {"report: {}\n", "watchdog report_began report_ended threshold threshold host "},
	    {"capture: {}\nreport: {}\n",
	     "watchdog report_began report_ended threshold threshold host capture "},
	    {"capture: { interrupt: yes }\nreport: {}\n",
	     "watchdog capture_began capture_ended report_began report_ended threshold threshold host capture "},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[512], kinds[512] = "";

		snprintf(text, sizeof(text), FIRING "%s", cases[i].lines);
		make_plan(text);
		for (size_t k = 0; k < plan.nodes[0].triggers_count; k++) {
			strcat(kinds, plan.nodes[0].triggers[k].kind);
			strcat(kinds, " ");
		}
		ck_assert_str_eq(kinds, cases[i].kinds);
		drop_plan();
	}
}
END_TEST

START_TEST(test_report_event_has_a_number)
{
	static const struct {
		const char *lines;
		unsigned asks;
	} cases[] = {{"[report]", 1}, {"[report, a]", 1}, {"[a, report]", 2}, {"[a]", 0}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[512];

		snprintf(text, sizeof(text),
			 LOCAL
			 "store: local, event_lines: %s,\n"
			 "      ratios: { pairs: [{ name: p, a: %s, b: b }] } }\nreport: {}\n",
			 cases[i].lines, strchr(cases[i].lines, 'a') ? "a" : "b");
		make_plan(text);
		ck_assert_uint_eq(plan.nodes[0].asks, cases[i].asks);
		drop_plan();
	}
	/* without the line it is an input as others */
	make_plan(LOCAL
		  "event_lines: [report], ratios: { pairs: [{ name: p, a: report, b: b }] } }\n");
	ck_assert_uint_eq(plan.nodes[0].asks, 0);
	drop_plan();
}
END_TEST

START_TEST(test_processor_has_ports_of_each_line)
{
	static const struct {
		const char *lines;
		const char *ports;
	} cases[] = {
	    {"report: {}\n",
	     "report_raise_i:1 report_done_i:1 report_round_i:4 report_irq_o:1 report_state_o:8 time_o:24 real_o:24 "},
	    {"capture: {}\nreport: {}\n",
	     "report_raise_i:1 report_done_i:1 report_round_i:4 report_irq_o:1 report_state_o:8 time_o:24 real_o:24 "},
	    {"capture: { interrupt: yes }\n",
	     "capture_raise_i:1 capture_done_i:1 capture_round_i:4 capture_irq_o:1 capture_state_o:8 time_o:24 real_o:24 "},
	    {"capture: { interrupt: yes }\nreport: {}\n",
	     "capture_raise_i:1 capture_done_i:1 capture_round_i:4 capture_irq_o:1 capture_state_o:8 report_raise_i:1 report_done_i:1 report_round_i:4 report_irq_o:1 report_state_o:8 time_o:24 real_o:24 "},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[512], ports[512] = "";
		const char *store = strstr(cases[i].lines, "report") ? ", store: local" : "";

		snprintf(
		    text, sizeof(text),
		    LOCAL
		    "timer: no%s }\n"
		    "  - { name: bus, watch: { field: pc }, processor: no%s }\n%stime: { bits: 24 }\n",
		    store, store, cases[i].lines);
		make_plan(text);
		for (size_t k = 1; k < plan.nodes[0].pins_count; k++) {
			const struct plan_port *p = &plan.nodes[0].pins[k].port;

			ck_assert_int_eq(p->output,
					 strcmp(p->name + strlen(p->name) - 2, "_o") == 0);
			snprintf(ports + strlen(ports), sizeof(ports) - strlen(ports), "%s:%u ",
				 p->name + strlen("n_"), p->bits);
		}
		ck_assert_str_eq(ports, cases[i].ports);
		ck_assert_uint_eq(plan.nodes[1].pins_count, 1);
		ck_assert(!plan.nodes[1].processor);
		drop_plan();
	}
}
END_TEST

/* Everything of the lines that hardware or host depend on: node, lines. */
START_TEST(test_hash_covers_the_lines)
{
	static const char *const cases[][2] = {
	    {"timer: no", ""},
	    {"timer: no", "capture: {}"},
	    {"timer: no", "capture: { registers: 1 }"},
	    {"timer: no", "capture: { interrupt: yes }"},
	    {"timer: no", "capture: { interrupt: yes, limit: 9 }"},
	    {"processor: no", "capture: { interrupt: yes }"},
	    {"timer: no", "report: {}"},
	    {"timer: no", "report: { registers: 1 }"},
	    {"timer: no", "report: { limit: 9 }"},
	    {"timer: no", "report: { limit: 10 }"},
	    {"processor: no", "report: {}"},
	    {"store: local", "report: {}"},
	    {"store: local, almost_full: 191", "report: {}"},
	    {"store: local, almost_full: 193", "report: {}"},
	    {"store: local, processor: no", "report: {}"},
	    {"timer: no", "capture: {}\nreport: {}"},
	    {"timer: no", "capture: { registers: 1 }\nreport: { registers: 1 }"},
	    {"timer: no", "capture: { interrupt: yes }\nreport: {}"},
	    {"timer: no", "capture: { interrupt: yes, limit: 9 }\nreport: {}"},
	    {"timer: no", "capture: { interrupt: yes }\nreport: { limit: 9 }"},
	    {"event_lines: [report, a], ratios: { pairs: [{ name: p, a: a, b: report }] }",
	     "report: {}"},
	    {"event_lines: [rport, a], ratios: { pairs: [{ name: p, a: a, b: rport }] }",
	     "report: {}"},
	    {"event_lines: [a, report], ratios: { pairs: [{ name: p, a: a, b: report }] }",
	     "report: {}"},
	};
	uint64_t hashes[sizeof(cases) / sizeof(cases[0])];
	char text[512];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *store = strstr(cases[i][1], "report") ? "store: local" : "timer: no";

		snprintf(text, sizeof(text),
			 LOCAL "%s }\n  - { name: kept, watch: { field: pc }, %s }\n%s\n",
			 cases[i][0], store, cases[i][1]);
		hashes[i] = hash_of(text);
		for (size_t k = 0; k < i; k++)
			ck_assert_msg(hashes[i] != hashes[k], "%zu and %zu have one hash", i, k);
	}
	/* presets are no other plan */
	ck_assert_uint_eq(hash_of(KEPT "report: {}\n"),
			  hash_of(LOCAL "store: local, almost_full: 192, processor: yes }\n"
					"report: { registers: 0, limit: 0 }\n"));
}
END_TEST

int main(void)
{
	return run_tests("gen plan of lines", NULL, NULL,
			 TESTS({test_report_is_planned},
			       {test_almost_full_has_its_preset, sizeof(marks) / sizeof(marks[0])},
			       {test_triggers_of_lines_are_in_front_of_thresholds},
			       {test_report_event_has_a_number},
			       {test_processor_has_ports_of_each_line},
			       {test_hash_covers_the_lines}));
}
