/* SPDX-License-Identifier: Apache-2.0 */
/* How a report shows buckets, counters and extremes: what it computes of them, as text and as JSON.
 */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "records/ratio.h"
#include "monitor/quantity.h"
#include "units_fixture.h"

START_TEST(test_units_text)
{
	struct gno_report *r;
	struct tw w;
	char *text;

	units_write(&w);
	r = report_of(&w, NULL);
	text = text_of(r, false);
	expect_line(text, "buckets core0.small of lat: 3 banks, 15 values, 2 lost, 1 late\n");
	expect_line(text, "     0        99      10     0  4.80..8.80");
	expect_line(text, "   200       299       0     0  -");
	expect_line(text, "flush\n");
	ck_assert_ptr_null(strstr(text, "core0.small [0, 99]"));
	ck_assert_ptr_null(strstr(text, "core0.bank from the snapshot"));
	free(text);
	text = units_text_of(r);
	expect_line(text, "core0.bank from the snapshot");
	expect_line(text, "core0.small [0, 99], 1.000 us: 10 values\n"
			  "  mean 4.80..8.80, 50%: 4..7, 90%: 8..15, 99%: 8..15\n");
	expect_line(text, "    < 2       1  ##########\n");
	expect_line(text, "   2..3       2  ####################\n");
	expect_line(text, ">= 128       5  ########################################\n");
	expect_line(text, "core0.small [110, 199], 900.0 ns: 5 values, 2 lost, late\n");
	expect_line(text, "core0.small [200, 299], 1.000 us: 0 values, ended by the flush\n");
	expect_line(text, "cache hit ratio  icache  40 of 60, 66.67%\n");
	expect_line(
	    text,
	    "core0: bank: 2 classes 'stall_...' add up to 187 of 0..188 cycles: as it must be\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Buckets of event codes: names of points in the place of values, and nothing computed of them. */
START_TEST(test_units_codes)
{
	static const uint32_t counts[8] = {0, 4, 3, 0, 0, 1};
	struct gno_report *r;
	json_t *root, *unit;
	struct gno_node *n;
	struct tw w;
	char *text;

	units_begin_run(&w, 32);
	for (unsigned i = 1; i < 8; i++)
		units_fix.node[0].table[0].cell[4 * i] = (uint8_t)i;
	tw_event(&w, 0, 10, 1, 0);
	units_block(&w, 10, 9, 0, (const uint32_t[]){9, 0, UNITS_LAST, 8u << 16, 0, 8}, counts, 8);
	tw_flush(&w, 0, 20);
	tw_write(&w);
	r = report_of(&w, NULL);
	n = (struct gno_node *)&r->m->node[0];
	n->preprocessors.quantity[n->preprocessors.bucket[0].of].kind =
	    gno_quantity_kind_find("class");
	text = text_of(r, false);
	expect_line(text,
		    "core0.small [0, 9], 100.0 ns: 8 values\n   value  values\n    work       4  ");
	expect_line(text, "    mark       3  ##############################\n  code 3       0\n");
	free(text);
	root = json_part_of(r, NULL, REPORT_BUCKETS);
	unit = json_array_get(
	    json_object_get(json_array_get(json_object_get(root, "nodes"), 0), "buckets"), 0);
	ck_assert(json_is_null(json_object_get(unit, "mean_min")));
	ck_assert(json_is_null(json_object_get(json_object_get(unit, "percentiles"), "50")));
	ck_assert_int_eq(json_integer_value(json_array_get(json_object_get(unit, "counts"), 2)), 3);
	json_decref(root);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A run that was broken off, one that ended, and one with a local store, without any bank. */
START_TEST(test_units_no_bank)
{
	static const char *const says[] = {
	    "  no bank has arrived: no event performed 'bank', and the run has not ended\n",
	    "buckets core0.small of lat: 0 banks, 0 values, 0 lost\n"
	    "  no complete bank has arrived\n",
	    "  no bank has arrived: no event performed 'bank', or the local store keeps it, and the run has not ended\n"};

	for (unsigned i = 0; i < 3; i++) {
		struct gno_report *r;
		struct tw w;
		char *text;

		units_begin_run(&w, 32);
		w.triggers = w.report = w.local = i == 2;
		tw_event(&w, 0, 10, 1, 0);
		if (i == 1)
			tw_flush(&w, 0, 20);
		tw_write(&w);
		r = report_of(&w, NULL);
		text = text_of(r, false);
		expect_line(text, says[i]);
		free(text);
		gno_report_free(r);
		tw_end(&w);
	}
}
END_TEST

/* Percentiles at the edge of a bucket, and what measures print. */
START_TEST(test_units_numbers)
{
	const struct gno_ratio ratio = {10, 11, 40, 43, 0}, near = {9, 11, 10, 11, 0};
	const uint64_t halves[8] = {5, 4, 1};
	char hit[] = "hit", route[] = "route", always[] = "always";
	struct gno_pair routed = {hit, route, route, NULL, 0};
	struct gno_pair clocks = {route, always, hit, NULL, 0};
	struct gno_value value = {.name = hit, .bits = 4};
	struct gno_node n;
	struct report_spread s;
	struct gno_quotient q;
	struct gno_report *r;
	struct tw w;

	units_write(&w);
	r = report_of(&w, NULL);
	s = report_spread(&r->m->node[0], r->node[0].unit[0].bounds, 0, halves);
	ck_assert_uint_eq(s.percentile[0].hi, 1);
	ck_assert_uint_eq(s.percentile[1].hi, 3);
	ck_assert_uint_eq(s.percentile[2].hi, 7);
	ck_assert_int_eq(report_measure_value(GNO_PRINT_B_PER_A, &ratio, &q), GNO_OK);
	ck_assert_double_eq_tol(q.value, 41.5 / 10.5, 1e-12);
	ck_assert_double_eq_tol(q.min, 40.0 / 11, 1e-12);
	ck_assert_double_eq_tol(q.max, 4.3, 1e-12);
	ck_assert_int_eq(report_measure_value(GNO_PRINT_B, &ratio, &q), GNO_OK);
	ck_assert_double_eq_tol(q.value, 41.5, 1e-12);
	/* a share is 1 at most; the sum of a value may be more than its clocks */
	n = r->m->node[0];
	ck_assert_int_eq(report_quotient(&n, 0, &near, &q), GNO_OK);
	ck_assert_double_eq_tol(q.max, 1, 1e-12);
	/* of a route nobody knows whether it is part of another; of all clocks it is */
	n.pair = &routed;
	ck_assert_int_eq(report_quotient(&n, 0, &near, &q), GNO_OK);
	ck_assert_double_eq_tol(q.max, 1.1, 1e-12);
	routed.b = always;
	ck_assert_int_eq(report_quotient(&n, 0, &near, &q), GNO_OK);
	ck_assert_double_eq_tol(q.max, 1, 1e-12);
	n = r->m->node[0];
	n.preprocessors.values = 1;
	n.preprocessors.value = &value;
	ck_assert_int_eq(report_quotient(&n, 0, &near, &q), GNO_OK);
	ck_assert_double_eq_tol(q.max, 1.1, 1e-12);
	ck_assert_double_eq_tol(q.min, 9.0 / 11, 1e-12);
	/* what is counted may be more than the sum of a value, too */
	n.pair = &clocks;
	ck_assert_int_eq(report_quotient(&n, 0, &near, &q), GNO_OK);
	ck_assert_double_eq_tol(q.max, 1.1, 1e-12);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A quotient and counts that came in the compressed form, as the report prints them. */
static void check_compressed(const struct gno_node *n, uint32_t a, uint32_t b)
{
	const double of = (double)a / (double)b;
	struct gno_quotient q, m, count;
	struct gno_ratio v;

	ck_assert_int_eq(gno_ratio_decode(gno_ratio_encode(a, b), &v), GNO_OK);
	if (!v.b_min || v.saturated)
		return;
	ck_assert_int_eq(report_quotient(n, 0, &v, &q), GNO_OK);
	ck_assert_msg(fabs(q.value - of) < 3.0 / 65, "%u of %u: %g", a, b, q.value);
	ck_assert_int_eq(report_measure_value(GNO_PRINT_A_OF_B, &v, &m), GNO_OK);
	ck_assert_double_eq(m.value, q.value);
	ck_assert_int_eq(report_measure_value(GNO_PRINT_A_OF_B_AND, &v, &count), GNO_OK);
	ck_assert_double_eq(count.value, (count.min + count.max) / 2);
}

/* The errors that the compressed form is stated to have are those of what is printed, also where a
 * count is so small beside the other that it may be 0. */
START_TEST(test_units_compressed_errors)
{
	struct gno_report *r;
	uint64_t seed = 1;
	struct tw w;

	units_write(&w);
	r = report_of(&w, NULL);
	check_compressed(&r->m->node[0], 1978899, 37643327);
	for (unsigned i = 0; i < 100000; i++) {
		uint32_t a, b;

		seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		b = (uint32_t)(seed >> 32) >> (seed >> 8 & 31);
		seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		a = (uint32_t)((seed >> 32) % ((uint64_t)b + 1)) >> (seed >> 8 & 7);
		if (b)
			check_compressed(&r->m->node[0], a, b);
	}
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Groups of classes among pairs: two of reads in 100 clocks, two of writes that do not add up, one
 * alone. */
START_TEST(test_units_groups_of_stalls)
{
	static char names[6][16] = {"read_stall_a", "write_stall_a", "stall_alone",
				    "read_stall_b", "write_stall_b", "read_stall_c"};
	static char always[] = "always", other[] = "other";
	struct gno_pair pairs[6];
	const struct gno_ratio counts[6] = {{30, 31, 100, 103, 0}, {50, 50, 100, 100, 0},
					    {7, 7, 100, 100, 0},   {70, 71, 99, 102, 0},
					    {51, 51, 100, 100, 0}, {9, 9, 100, 100, 0}};
	struct gno_node n = {.pairs = 6, .pair = pairs};
	struct report_stall s[REPORT_STALLS];

	for (unsigned i = 0; i < 6; i++)
		pairs[i] = (struct gno_pair){names[i], names[i], i == 5 ? other : always, NULL, 0};
	ck_assert_uint_eq(report_stall_pairs(&n, counts, s), 2);
	ck_assert_str_eq(s[0].group, "read_stall_");
	ck_assert(s[0].classes == 2 && s[0].sum_min == 100 && s[0].sum_max == 102);
	ck_assert(s[0].clocks_min == 100 && s[0].clocks_max == 102 && s[0].whole);
	ck_assert_str_eq(s[1].group, "write_stall_");
	ck_assert(s[1].sum_min == 101 && !s[1].whole);
}
END_TEST

START_TEST(test_units_json)
{
	json_t *json, *node, *unit;
	struct gno_report *r;
	struct tw w;

	units_write(&w);
	r = report_of(&w, NULL);
	json = json_part_of(r, "core0", REPORT_BUCKETS);
	node = json_array_get(json_object_get(json, "nodes"), 0);
	unit = json_array_get(json_object_get(node, "buckets"), 0);
	ck_assert_int_eq(json_integer_value(json_object_get(unit, "values")), 15);
	ck_assert_uint_eq(json_array_size(json_object_get(unit, "banks")), 3);
	unit = json_array_get(json_object_get(unit, "banks"), 0);
	ck_assert_double_eq_tol(json_real_value(json_object_get(unit, "mean_max")), 8.8, 1e-12);
	json_decref(json);
	json = json_of(r);
	node = json_array_get(json_object_get(json, "nodes"), 0);
	unit = json_array_get(json_object_get(node, "measures"), 0);
	ck_assert_double_eq_tol(json_real_value(json_object_get(unit, "value")), 40, 1e-12);
	unit = json_array_get(json_object_get(node, "counters"), 0);
	ck_assert_int_eq(json_integer_value(json_object_get(node, "unsnapped")), 1);
	ck_assert_int_eq(json_integer_value(json_object_get(node, "unsampled")), 0);
	unit = json_array_get(json_object_get(unit, "snapshots"), 1);
	ck_assert_int_eq(json_integer_value(json_array_get(json_object_get(unit, "counts"), 0)),
			 100);
	ck_assert_int_eq(json_integer_value(json_array_get(json_object_get(unit, "cycles"), 1)),
			 187);
	json_decref(json);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("report_units_shown", NULL, NULL,
			 TESTS({test_units_text}, {test_units_codes}, {test_units_no_bank},
			       {test_units_numbers}, {test_units_compressed_errors},
			       {test_units_groups_of_stalls}, {test_units_json}));
}
