/* SPDX-License-Identifier: Apache-2.0 */

/* Manifests of monitors with lines that interrupt the processors, and with local stores. */

#include <check.h>
#include <stdbool.h>

#include "manifest_fixture.h"
#include "preprocessors_manifest.h"
#include "tests/suite.h"

/* What does not fit together, with a CAPTURE line in its interrupt form. */
static const struct manifest_wrong wrong_rounds[] = {
    {"nodes.0.triggers.8.kind", "\"capture_ended\"",
     "'nodes[0].triggers[8].kind' is not that of this number"},
    {"nodes.0.triggers.9.kind", "\"threshold\"",
     "'nodes[0].triggers[9].kind' is not that of this number"},
    {"nodes.1.triggers.9.index", "1", "'nodes[1].triggers[9].kind' is not that of this number"},
    {"nodes.1.triggers.11.kind", "\"host\"",
     "'nodes[1].triggers' has rounds of a CAPTURE line, but no line"},
};

START_TEST(test_rounds_that_do_not_fit_are_refused)
{
	struct gno_manifest *m = NULL;
	struct gno_err err;

	ck_assert_msg(!manifest_parse(&m, &err), "%s", err.text);
	ck_assert(!m->node[0].rounds[GNO_LINE_CAPTURE] && !m->node[0].capture);
	ck_assert_int_eq(gno_manifest_line(m), GNO_LINES);
	gno_manifest_free(m);
	add_rounds(manifest_root);
	ck_assert_msg(!manifest_parse(&m, &err), "%s", err.text);
	ck_assert(m->node[0].rounds[GNO_LINE_CAPTURE] && m->node[1].capture);
	ck_assert(!m->node[0].rounds[GNO_LINE_REPORT] && !m->node[1].local_store);
	ck_assert_int_eq(gno_manifest_line(m), GNO_LINE_CAPTURE);
	gno_manifest_free(m);
	manifest_refused(&wrong_rounds[_i]);
}
END_TEST

/* The same, of a manifest with a REPORT line, and with a CAPTURE line or without. */
static const struct {
	bool capture;
	struct manifest_wrong wrong;
} wrong_report[] = {
    {false,
     {"nodes.0.triggers.8.kind", "\"report_ended\"",
      "'nodes[0].triggers[8].kind' is not that of this number"}},
    {false,
     {"nodes.0.triggers.9.kind", "\"threshold\"",
      "'nodes[0].triggers[9].kind' is not that of this number"}},
    {false,
     {"nodes.1.triggers.8.index", "1", "'nodes[1].triggers[8].kind' is not that of this number"}},
    {false,
     {"nodes.0.triggers.8.kind", "\"capture_began\"",
      "'nodes[0].triggers[9].kind' is not that of this number"}},
    {true,
     {"nodes.0.triggers.8.kind", "\"report_began\"",
      "'nodes[0].triggers[9].kind' is not that of this number"}},
    {true,
     {"nodes.1.triggers.10.kind", "\"capture_began\"",
      "'nodes[1].triggers[10].kind' is not that of this number"}},
    {true,
     {"nodes.1.triggers.11.kind", "\"report_began\"",
      "'nodes[1].triggers[11].kind' is not that of this number"}},
    {true, {"nodes.0.store", "\"none\"", "'nodes[0].store' has a value that is not known"}},
    {true, {"nodes.0.store", "true", "'nodes[0].store' is not a string"}},
};

START_TEST(test_report_that_does_not_fit_is_refused)
{
	if (wrong_report[_i].capture)
		add_rounds(manifest_root);
	add_report(manifest_root);
	manifest_refused(&wrong_report[_i].wrong);
}
END_TEST

/* A line for all nodes, stores at some. */
START_TEST(test_report)
{
	struct gno_manifest *m = NULL;
	struct gno_err err;

	for (unsigned both = 0; both < 2; both++) {
		if (both) {
			manifest_teardown();
			manifest_setup();
			add_rounds(manifest_root);
		}
		add_report(manifest_root);
		ck_assert_msg(!manifest_parse(&m, &err), "%s", err.text);
		for (unsigned k = 0; k < 2; k++) {
			const struct gno_node *n = &m->node[k];

			ck_assert_int_eq(n->rounds[GNO_LINE_CAPTURE], both);
			ck_assert(n->rounds[GNO_LINE_REPORT]);
			ck_assert_int_eq(n->capture, both);
			ck_assert_int_eq(n->local_store, !k);
			ck_assert_int_eq(n->trigger[8 + 2 * both].kind, GNO_TRIGGER_REPORT_BEGAN);
			ck_assert_int_eq(n->trigger[9 + 2 * both].kind, GNO_TRIGGER_REPORT_ENDED);
			ck_assert_int_eq(n->trigger[10 + 2 * both].kind, GNO_TRIGGER_THRESHOLD);
		}
		ck_assert_int_eq(gno_manifest_line(m), both ? GNO_LINES : GNO_LINE_REPORT);
		ck_assert_ptr_eq(gno_manifest_local_store(m), &m->node[0]);
		gno_manifest_free(m);
	}
}
END_TEST

/* A round without an end, and a local store without the line. */
START_TEST(test_report_that_is_not_whole)
{
	static const struct manifest_wrong alone = {
	    "nodes.1.store", "\"local\"",
	    "'nodes[1].store' is 'local', but the node has no rounds of a REPORT line"};
	struct gno_manifest *m = NULL;
	struct gno_err err;
	json_t *triggers;

	manifest_refused(&alone);
	manifest_teardown();
	manifest_setup();
	add_report(manifest_root);
	triggers =
	    json_object_get(json_array_get(json_object_get(manifest_root, "nodes"), 1), "triggers");
	while (json_array_size(triggers) > 9)
		json_array_remove(triggers, 9);
	ck_assert_int_eq(manifest_parse(&m, &err), GNO_ERR_FORMAT);
	ck_assert_str_eq(
	    err.text,
	    "manifest 'm.json' is at fault: 'nodes[1].triggers' does not name all triggers of the node");
}
END_TEST

int main(void)
{
	return run_tests("manifest_lines", manifest_setup, manifest_teardown,
			 TESTS({test_rounds_that_do_not_fit_are_refused,
				sizeof(wrong_rounds) / sizeof(wrong_rounds[0])},
			       {test_report}, {test_report_that_is_not_whole},
			       {test_report_that_does_not_fit_is_refused,
				sizeof(wrong_report) / sizeof(wrong_report[0])}));
}
