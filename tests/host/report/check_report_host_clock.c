/* SPDX-License-Identifier: Apache-2.0 */
/* A run on the clocks of the host: anchors by hand, and what the report makes of them. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "passes/derived/host_clock.h"
#include "report_fixture.h"
#include "tests/suite.h"

static struct fix fix;
static struct tw w;

/* Two nodes whose last records are at cycles `end` and `end` + 100. */
static void write_run(uint64_t end, const char *anchors)
{
	fix_begin(&fix, 2);
	tw_begin(&w, 2, 32, 0, 0);
	tw_flush(&w, 0, end);
	if (end)
		tw_flush(&w, 1, end + 100);
	w.patterns[0] = &fix.file;
	w.anchors = anchors;
	tw_write(&w);
}

static json_t *clocks(void)
{
	struct gno_report *r = report_of(&w, NULL);
	json_t *root = json_of(r);
	json_t *o = json_incref(json_object_get(json_object_get(root, "run"), "host_clock"));

	json_decref(root);
	gno_report_free(r);
	tw_end(&w);
	return o;
}

static double number(const json_t *o, const char *clock, const char *key)
{
	return json_number_value(json_object_get(json_object_get(o, clock), key));
}

#define START                                                                                      \
	"\"start\": {\"realtime\": [5000000, 5000400], \"monotonic\": [700, 801], "                \
	"\"boottime\": [900, 900]}"
#define STOP                                                                                       \
	"\"stop\": {\"realtime\": [6000000, 6000100], \"monotonic\": [100700, 100900], "           \
	"\"boottime\": [800, 850]}"

START_TEST(test_start_and_stop)
{
	json_t *o;

	write_run(10000, "{" START ", " STOP "}");
	o = clocks();
	ck_assert_double_eq(number(o, "realtime", "offset"), 5000200);
	ck_assert_double_eq(number(o, "realtime", "offset_bound"), 200);
	/* the middle of the stops is cycle 10050, the stop at 6000050 +- 50 */
	ck_assert_double_eq_tol(number(o, "realtime", "slope"), 999850.0 / 10050, 1e-9);
	ck_assert_double_eq_tol(number(o, "realtime", "slope_bound"),
				250.0 / 10050 + 999850.0 / 10050 * 50 / 10050, 1e-9);
	ck_assert(json_is_true(json_object_get(json_object_get(o, "realtime"), "measured")));
	/* an odd length is rounded so that the bound holds */
	ck_assert_double_eq(number(o, "monotonic", "offset"), 750);
	ck_assert_double_eq(number(o, "monotonic", "offset_bound"), 51);
	ck_assert_double_eq_tol(number(o, "monotonic", "slope"), 100050.0 / 10050, 1e-9);
	/* a clock that was set back says nothing of the slope */
	ck_assert(json_is_false(json_object_get(json_object_get(o, "boottime"), "measured")));
	ck_assert(json_is_null(json_object_get(json_object_get(o, "boottime"), "slope_bound")));
	json_decref(o);
}
END_TEST

START_TEST(test_no_stop)
{
	json_t *o;

	write_run(10000, "{" START "}");
	o = clocks();
	ck_assert_double_eq(number(o, "realtime", "offset"), 5000200);
	/* that of the manifest: 100 MHz */
	ck_assert_double_eq(number(o, "realtime", "slope"), 10);
	ck_assert(json_is_false(json_object_get(json_object_get(o, "realtime"), "measured")));
	json_decref(o);
}
END_TEST

/* A node without a flush: when the run ended is not known. */
START_TEST(test_no_flush)
{
	json_t *o;

	write_run(0, "{" START ", " STOP "}");
	o = clocks();
	ck_assert(json_is_false(json_object_get(json_object_get(o, "realtime"), "measured")));
	json_decref(o);
}
END_TEST

START_TEST(test_none)
{
	json_t *o;

	write_run(10000, NULL);
	o = clocks();
	ck_assert(json_is_null(o));
	json_decref(o);
}
END_TEST

int main(void)
{
	return run_tests(
	    "report_host_clock", NULL, NULL,
	    TESTS({test_start_and_stop}, {test_no_stop}, {test_no_flush}, {test_none}));
}
