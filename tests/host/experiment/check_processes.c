/* SPDX-License-Identifier: Apache-2.0 */

/* Names of processes: each fault with its position, and that a pattern file keeps them. */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "experiment_fixture.h"
#include "tests/suite.h"

#define NAMES EX_TRIGGERS "processes:\n  names: { a: 1, b: [2, 'core1:3..5'], c: 9..12 }\n"
#define NUMBER "a process must be NUMBER, FIRST..LAST or NODE:NUMBER"

static const struct {
	const char *text;
	unsigned line, column;
	const char *fault;
} bad[] = {
    {EX_TRIGGERS "processes: 4\n", 5, 12, "'processes' must be a mapping"},
    {EX_TRIGGERS "processes: {}\n", 5, 12, "'processes' has no 'names'"},
    {EX_TRIGGERS "processes: { names: { a: 1 }, server: a }\n", 5, 31,
     "unknown key 'server' in 'processes'; did you mean 'servers'?"},
    {EX_TRIGGERS "processes: { names: {} }\n", 5, 21, "'names' has no processes"},
    {EX_TRIGGERS "processes: { names: { 1: 5 } }\n", 5, 23, "a name in 'names' must begin"},
    {EX_TRIGGERS "processes: { names: { a: 1, a: 2 } }\n", 5, 29, "'a' occurs twice"},
    {EX_TRIGGERS "processes: { names: { a: [] } }\n", 5, 26, "'a' names no process"},
    {EX_TRIGGERS "processes: { names: { a: x } }\n", 5, 26, NUMBER},
    {EX_TRIGGERS "processes: { names: { a: -1 } }\n", 5, 26, NUMBER},
    {EX_TRIGGERS "processes: { names: { a: 65536 } }\n", 5, 26, NUMBER},
    {EX_TRIGGERS "processes: { names: { a: 1..65536 } }\n", 5, 26, NUMBER},
    {EX_TRIGGERS "processes: { names: { a: 1.. } }\n", 5, 26, NUMBER},
    {EX_TRIGGERS "processes: { names: { a: 1 2 } }\n", 5, 26, NUMBER},
    {EX_TRIGGERS "processes: { names: { a: [3, {}] } }\n", 5, 30, "a process must be"},
    {EX_TRIGGERS "processes: { names: { a: 5..4 } }\n", 5, 26,
     "the processes '5..4' end before they begin"},
    {EX_TRIGGERS "processes: { names: { a: 'cor1:4' } }\n", 5, 26,
     "monitor 'model' has no node 'cor1'"},
    {EX_TRIGGERS "processes: { names: { a: 1, b: [7, 0..3] } }\n", 5, 36,
     "process 1 has a name already: 'a'"},
    {EX_TRIGGERS "processes: { names: { a: 'core0:7', b: 'core0:0..9' } }\n", 5, 40,
     "process 7 has a name already: 'a'"},
    {NAMES "  requestors: d\n", 7, 15, "'names' has no process 'd'"},
    {EX_TRIGGERS "processes: { names: { disk: 1 }, system: disc }\n", 5, 42,
     "'names' has no process 'disc'; did you mean 'disk'?"},
    {NAMES "  requestors: [a, a]\n", 7, 19, "process 'a' occurs twice"},
    {NAMES "  requestors: a\n  system: [b, a]\n", 8, 15, "process 'a' is a requestor already"},
    {NAMES "  servers: [[a]]\n", 7, 13, "the name of a process must be"},
    {EX_HEAD EX_POINTS "processes: { names: { a: 1 } }\n", 7, 12,
     "an event port records the processes, and monitor 'model' has none"},
};

START_TEST(test_each_fault_has_its_place)
{
	struct gno_err err;

	ck_assert_int_lt(ex_load(bad[_i].text, &err), 0);
	ex_expect_fault(bad[_i].line, bad[_i].column, bad[_i].fault, false);
	for (size_t i = 1; i < ex.faults.count; i++)
		ck_abort_msg("%s, and %s", ex.faults.fault[0].text, ex.faults.fault[i].text);
}
END_TEST

static void expect(size_t i, const char *name, enum gno_process_role role, int node, unsigned first,
		   unsigned last)
{
	const struct gno_pattern_process *q = &ex.p->process[i];

	ck_assert_str_eq(q->name, name);
	ck_assert_int_eq(q->role, role);
	ck_assert_int_eq(q->node, node);
	ck_assert_uint_eq(q->first, first);
	ck_assert_uint_eq(q->last, last);
}

static void expect_all(void)
{
	ck_assert_uint_eq(ex.p->processes, 4);
	expect(0, "a", GNO_PROCESS_REQUESTOR, -1, 1, 1);
	expect(1, "b", GNO_PROCESS_SERVER, -1, 2, 2);
	expect(2, "b", GNO_PROCESS_SERVER, 1, 3, 5);
	expect(3, "c", GNO_PROCESS_NONE, -1, 9, 12);
}

/* A number of one node beside the same of all nodes is no second name. */
START_TEST(test_names_and_roles)
{
	struct gno_err err;

	ex_must(ex_load(NAMES "  requestors: a\n  servers: [b]\n", &err), &err);
	expect_all();
	ck_assert_int_eq(gno_pattern_file_write(folder_path(&ex.folder, "p.json"), ex.p, &err), 0);
	ex_must(ex_load_file("p.json", &err), &err);
	expect_all();
	ex_must(ex_load(EX_TRIGGERS "processes: { names: { a: 0..65535, b: 'core0:0' } }\n", &err),
		&err);
	ck_assert_uint_eq(ex.p->processes, 2);
	expect(0, "a", GNO_PROCESS_NONE, -1, 0, 65535);
	expect(1, "b", GNO_PROCESS_NONE, 0, 0, 0);
}
END_TEST

START_TEST(test_without_names_nothing_changes)
{
	struct gno_err err;
	char *text;
	size_t size;

	ex_must(ex_load(EX_TRIGGERS, &err), &err);
	ck_assert_int_eq(gno_pattern_file_write(folder_path(&ex.folder, "p.json"), ex.p, &err), 0);
	text = folder_read(&ex.folder, "p.json", &size);
	ck_assert_ptr_null(strstr(text, "processes"));
	free(text);
}
END_TEST

int main(void)
{
	return run_tests("names of processes", ex_setup_all, ex_teardown,
			 TESTS({test_each_fault_has_its_place, sizeof(bad) / sizeof(bad[0])},
			       {test_names_and_roles}, {test_without_names_nothing_changes}));
}
