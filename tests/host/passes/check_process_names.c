/* SPDX-License-Identifier: Apache-2.0 */
/* The processes of a run, and the names that its pattern files give them. */
#include <check.h>

#include "passes/messages/processes.h"
#include "report_fixture.h"
#include "tests/suite.h"

#define MANY 5000

static struct tw w;
static struct fix fix[2];
static struct gno_pattern_process rows[2][3] = {
    {{"user", GNO_PROCESS_REQUESTOR, -1, 3, 6},
     {"disk", GNO_PROCESS_SERVER, 1, 4, 4},
     {"clock", GNO_PROCESS_NONE, 0, 9, 9}},
    {{"disk", GNO_PROCESS_SYSTEM, -1, 9, 9}, {"late", GNO_PROCESS_SYSTEM, -1, 10, 10}},
};

static struct gno_report *look(void)
{
	struct gno_report *r;
	struct gno_err err;

	for (unsigned i = 0; i < 2; i++) {
		fix_begin(&fix[i], 2);
		fix[i].file.process = rows[i];
		fix[i].file.processes = 3 - i;
	}
	tw_begin(&w, 2, 32, 0, 0);
	w.port = 2;
	w.patterns[0] = &fix[0].file;
	w.patterns[1] = &fix[1].file;
	w.loads =
	    "[{\"patterns\": \"patterns.json\", \"nodes\": [\"core0\", \"core1\"]}, {\"patterns\": \"patterns.2.json\", \"nodes\": [\"core0\", \"core1\"]}]";
	tw_flush(&w, 0, 100);
	tw_flush(&w, 1, 100);
	tw_write(&w);
	ck_assert_msg(!gno_report_look(w.dir, &r, &err), "%s", err.text);
	return r;
}

/* The group that a process is found in. */
static const struct process_group *group_of(struct processes *p, unsigned node, unsigned number)
{
	size_t place;

	ck_assert(!processes_find(p, node, number, &place));
	ck_assert_uint_eq(p->process[place].node, node);
	ck_assert_uint_eq(p->process[place].number, number);
	return &p->group[p->process[place].group];
}

static void expect(const struct process_group *g, const char *name, enum gno_process_role role,
		   bool named)
{
	ck_assert_str_eq(g->name, name);
	ck_assert_int_eq(g->role, role);
	ck_assert(g->named == named);
}

START_TEST(test_names_of_nodes_come_first)
{
	struct gno_report *r = look();
	struct processes *p;
	struct gno_err err;

	ck_assert(!processes_open(r, &p, &err));
	ck_assert_uint_eq(p->groups, 4);
	ck_assert_int_eq(processes_group(p, "clock"), 2);
	ck_assert_int_eq(processes_group(p, "core1:7"), -1);
	expect(group_of(p, 0, 4), "user", GNO_PROCESS_REQUESTOR, true);
	expect(group_of(p, 1, 4), "disk", GNO_PROCESS_SERVER, true);
	expect(group_of(p, 1, 5), "user", GNO_PROCESS_REQUESTOR, true);
	/* the first load that names a process decides; the first role of a name holds */
	expect(group_of(p, 0, 9), "clock", GNO_PROCESS_NONE, true);
	expect(group_of(p, 1, 9), "disk", GNO_PROCESS_SERVER, true);
	expect(group_of(p, 0, 10), "late", GNO_PROCESS_SYSTEM, true);
	expect(group_of(p, 1, 7), "core1:7", GNO_PROCESS_NONE, false);
	ck_assert_uint_eq(p->groups, 5);
	ck_assert_int_eq(processes_group(p, "core1:7"), 4);
	processes_close(p);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

START_TEST(test_each_process_is_found_again)
{
	struct gno_report *r = look();
	struct processes *p;
	struct gno_err err;
	size_t place, of_node = 0;

	ck_assert(!processes_open(r, &p, &err));
	for (unsigned turn = 0; turn < 2; turn++)
		for (unsigned i = 0; i < MANY; i++) {
			ck_assert(!processes_find(p, i % 2, i * 13, &place));
			ck_assert_uint_eq(place, i);
		}
	ck_assert_uint_eq(p->processes, MANY);
	for (size_t at = p->first[1]; at; at = p->process[at - 1].next_on_node, of_node++)
		ck_assert_uint_eq(p->process[at - 1].node, 1);
	ck_assert_uint_eq(of_node, MANY / 2);
	processes_close(p);
	processes_close(NULL);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests(
	    "processes of a run", NULL, NULL,
	    TESTS({test_names_of_nodes_come_first}, {test_each_process_is_found_again}));
}
