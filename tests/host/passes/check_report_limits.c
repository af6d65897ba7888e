/* SPDX-License-Identifier: Apache-2.0 */
/* The verdicts of limits, their reasons, and each way to write them. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "passes/limits/limits.h"
#include "limits_fixture.h"
#include "tests/suite.h"

static void expect(size_t i, enum report_verdict verdict, const char *value, const char *reason)
{
	const struct report_judged j = lf_verdict_of(i);

	ck_assert_msg(j.verdict == verdict, "%s: %s (%s; %s)", lf.limit[i],
		      report_verdict_name(j.verdict), j.value, j.reason);
	ck_assert_str_eq(j.value, value);
	ck_assert_str_eq(j.reason, reason);
}

/* Node 0: 10, 30 and 20 cycles, then one that is open for 65 when the run ends; node 1: 5. */
static void by_hand(void)
{
	static const uint64_t since[] = {100, 200, 300}, took[] = {10, 30, 20};

	lf_begin(2);
	for (unsigned i = 0; i < 3; i++) {
		tw_event(&lf.w, 0, since[i], A, 0);
		tw_event(&lf.w, 0, since[i] + took[i], B, 0);
	}
	tw_event(&lf.w, 0, 400, A, 0);
	tw_event(&lf.w, 1, 500, A, 0);
	tw_event(&lf.w, 1, 505, B, 0);
	tw_flush(&lf.w, 0, 465);
	tw_flush(&lf.w, 1, 600);
}

START_TEST(test_values)
{
	struct report_judged j;

	by_hand();
	lf_add_limit("max(work) < 60 cycles");
	lf_add_limit("max(work) < 66 cycles");
	lf_add_limit("min(work) >= 6 cycles");
	lf_add_limit("min(work) >= 6 cycles at core0");
	lf_add_limit("p50(work) <= 100 ns at core0"); /* 10 cycles at 100 MHz */
	lf_add_limit("mean(work) == 16.25 cycles");
	lf_add_limit("count(work) == 4");
	lf_add_limit("count(c) > 0");
	lf_add_limit("after a comes b within 30 cycles");
	lf_add_limit("after a comes b within 0.29 us at core0");
	lf_add_limit("lost == 0");
	lf_add_limit("max(work) >= 5.5 cycles at core1");
	lf_build();
	expect(11, REPORT_FAILED, "5 cycles", "the longest took 5 cycles");
	expect(0, REPORT_FAILED, "30 cycles", "the longest had taken 65 cycles and was still open");
	j = lf_verdict_of(0);
	ck_assert(j.has_node && j.has_cycle && j.node == 0 && j.cycle == 400);
	expect(1, REPORT_PASSED, "30 cycles", "");
	expect(2, REPORT_FAILED, "5 cycles", "the shortest took 5 cycles");
	j = lf_verdict_of(2);
	ck_assert(j.has_node && j.has_cycle && j.node == 1 && j.cycle == 500);
	expect(3, REPORT_PASSED, "10 cycles", "");
	expect(4, REPORT_FAILED, "20 cycles", "the longest had taken 65 cycles and was still open");
	expect(5, REPORT_PASSED, "16.2 cycles", "");
	expect(6, REPORT_PASSED, "4", "");
	expect(7, REPORT_FAILED, "0", "");
	expect(8, REPORT_FAILED, "4 of 5, longest 30 cycles",
	       "after more than 65 cycles it had not come");
	expect(9, REPORT_FAILED, "2 of 4, longest 20 cycles",
	       "after more than 65 cycles it had not come");
	expect(10, REPORT_PASSED, "0 records", "");
	ck_assert_uint_eq(report_limits_count(lf.r).of[REPORT_FAILED], 7);
	lf_drop();
}
END_TEST

/* What a loss, a cut-off trace and a recorder leave open. */
START_TEST(test_not_known)
{
	by_hand();
	lf_add_limit("max(work) < 60 cycles at core1");
	lf_add_limit("lost == 0");
	lf_add_limit("count(a) >= 1");
	lf_add_limit("count(a) == 5");
	lf_add_limit("mean(work) < 1 ms at core1");
	lf_add_limit("after a comes b within 30 cycles at core1");
	tw_gap(&lf.w, 1, 700, 720, 3);
	tw_flush(&lf.w, 1, 800);
	lf_build();
	expect(0, REPORT_UNKNOWN, "5 cycles", "node 'core1' lost 3 records");
	expect(1, REPORT_FAILED, "3 records", "");
	expect(2, REPORT_PASSED, "5", "");
	expect(3, REPORT_UNKNOWN, "5", "node 'core1' lost 3 records");
	expect(4, REPORT_UNKNOWN, "5.0 cycles", "node 'core1' lost 3 records");
	expect(5, REPORT_UNKNOWN, "1 of 1, longest 5 cycles", "node 'core1' lost 3 records");
	lf_drop();
}
END_TEST

/*
 * Ticks of 16 cycles at random places: a duration of 48 cycles is one of 18 to 78. Three from `a`
 * to the next one take 288, of which only both ends are in doubt, and a fourth one is open for 16.
 */
START_TEST(test_ticks)
{
	static const struct {
		const char *limit;
		enum report_verdict verdict;
		const char *value, *reason;
	} limits[] = {
	    {"max(work) < 79 cycles", REPORT_PASSED, "48 +-30 cycles", ""},
	    {"max(work) <= 78 cycles", REPORT_PASSED, "48 +-30 cycles", ""},
	    {"max(work) < 78 cycles", REPORT_UNKNOWN, "48 +-30 cycles",
	     "a duration at node 'core0' is known to 30 cycles"},
	    {"max(work) <= 77 cycles", REPORT_UNKNOWN, "48 +-30 cycles",
	     "a duration at node 'core0' is known to 30 cycles"},
	    {"max(work) <= 18 cycles", REPORT_UNKNOWN, "48 +-30 cycles",
	     "a duration at node 'core0' is known to 30 cycles"},
	    {"max(work) < 18 cycles", REPORT_FAILED, "48 +-30 cycles",
	     "the longest took 48 +-30 cycles"},
	    {"max(work) <= 17.9 cycles", REPORT_FAILED, "48 +-30 cycles",
	     "the longest took 48 +-30 cycles"},
	    {"min(work) > 17 cycles", REPORT_PASSED, "48 +-30 cycles", ""},
	    {"min(work) > 18 cycles", REPORT_UNKNOWN, "48 +-30 cycles",
	     "a duration at node 'core0' is known to 30 cycles"},
	    {"p50(work) >= 18 cycles", REPORT_PASSED, "48 +-30 cycles", ""},
	    {"max(work) == 48 cycles", REPORT_UNKNOWN, "48 +-30 cycles",
	     "a duration at node 'core0' is known to 30 cycles"},
	    {"max(work) != 79 cycles", REPORT_PASSED, "48 +-30 cycles", ""},
	    {"mean(work) <= 78 cycles", REPORT_PASSED, "48.0 +-30 cycles", ""},
	    {"mean(work) < 78 cycles", REPORT_UNKNOWN, "48.0 +-30 cycles",
	     "a duration at node 'core0' is known to 30 cycles"},
	    {"mean(work) < 19 cycles", REPORT_UNKNOWN, "48.0 +-30 cycles",
	     "a duration at node 'core0' is known to 30 cycles"},
	    {"mean(work) < 18 cycles", REPORT_FAILED, "48.0 +-30 cycles",
	     "the longest took 48 +-30 cycles"},
	    {"mean(loop) <= 106 cycles", REPORT_PASSED, "96.0 +-10 cycles", ""},
	    {"mean(loop) < 106 cycles", REPORT_UNKNOWN, "96.0 +-10 cycles",
	     "a duration at node 'core0' is known to 30 cycles"},
	    {"mean(loop) >= 86 cycles", REPORT_PASSED, "96.0 +-10 cycles", ""},
	    {"max(loop) < 66 cycles", REPORT_FAILED, "96 +-30 cycles",
	     "the longest took 96 +-30 cycles"},
	    {"count(work) == 3", REPORT_PASSED, "3", ""},
	    {"after a comes b within 78 cycles", REPORT_UNKNOWN, "3 of 4, longest 48 +-30 cycles",
	     "of 1 it is not known: the run ended before, or records of that time are missing"},
	    {"after b comes a within 77 cycles", REPORT_UNKNOWN, "0 of 3",
	     "a duration at node 'core0' is known to 30 cycles"},
	    {"after b comes a within 78 cycles", REPORT_PASSED, "3 of 3, longest 48 +-30 cycles",
	     ""},
	    {"after b comes a within 18 cycles", REPORT_UNKNOWN, "0 of 3",
	     "a duration at node 'core0' is known to 30 cycles"},
	    {"after b comes a within 17 cycles", REPORT_FAILED, "0 of 3",
	     "after 48 +-30 cycles it came"},
	};

	lf_begin(1);
	fix_interval(&lf.fix, "loop", "a", "a");
	lf.w.tick = 16;
	for (unsigned i = 0; i < 4; i++) {
		tw_event(&lf.w, 0, 96 + 96 * i, A, 0);
		if (i < 3)
			tw_event(&lf.w, 0, 144 + 96 * i, B, 0);
	}
	tw_flush(&lf.w, 0, 400);
	for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++)
		lf_add_limit(limits[i].limit);
	lf_build();
	for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++)
		expect(i, limits[i].verdict, limits[i].value, limits[i].reason);
	lf_drop();
}
END_TEST

/* Where the first loss of the first node that lost records is, though no list of gaps is kept. */
START_TEST(test_first_loss)
{
	const char *limit = "lost == 0";
	const struct gno_report_options o = {.columns = 1, .limit = &limit, .limits = 1};
	struct report_judged j;
	struct gno_err err;

	lf_begin(2);
	tw_gap(&lf.w, 1, 700, 720, 3);
	tw_gap(&lf.w, 1, 900, 920, 4);
	tw_flush(&lf.w, 0, 800);
	tw_flush(&lf.w, 1, 1000);
	tw_write(&lf.w);
	ck_assert_int_eq(gno_report_build(lf.w.dir, &o, &lf.r, &err), GNO_OK);
	ck_assert_uint_eq(lf.r->node[1].gaps_kept, 0);
	j = lf_verdict_of(0);
	ck_assert_str_eq(j.value, "7 records");
	ck_assert(j.verdict == REPORT_FAILED && j.has_node && j.has_cycle);
	ck_assert_uint_eq(j.node, 1);
	ck_assert_uint_eq(j.cycle, 700);
	lf_drop();
}
END_TEST

/* Of intervals that a loss cuts, more may be hidden than records were lost. */
START_TEST(test_cut)
{
	const uint64_t gap = _i ? 151 : 123; /* the open ones have lasted 30, or 2 */

	lf_begin(1);
	lf_add_limit("p50(work) <= 10 cycles");
	lf_add_limit("p50(work) < 12 cycles");
	lf_add_limit("count(work) < 3");
	lf_add_limit("count(work) < 5");
	lf_add_limit("max(work) >= 30 cycles");
	lf_add_limit("mean(work) < 1 s");
	tw_event(&lf.w, 0, 100, A, 0);
	tw_event(&lf.w, 0, 110, B, 0);
	tw_event(&lf.w, 0, 120, A, 0);
	tw_event(&lf.w, 0, 121, A, 0);
	tw_gap(&lf.w, 0, gap, gap, 1); /* C */
	tw_event(&lf.w, 0, 160, B, 0);
	tw_event(&lf.w, 0, 161, B, 0);
	tw_flush(&lf.w, 0, 200);
	lf_build();
	expect(0, REPORT_UNKNOWN, "10 cycles", "node 'core0' lost 1 record");
	expect(1, REPORT_UNKNOWN, "10 cycles", "node 'core0' lost 1 record");
	expect(2, REPORT_UNKNOWN, "1", "node 'core0' lost 1 record");
	expect(3, REPORT_PASSED, "1", "");
	expect(4, _i ? REPORT_PASSED : REPORT_UNKNOWN, "10 cycles",
	       _i ? "" : "node 'core0' lost 1 record");
	expect(5, REPORT_UNKNOWN, "10.0 cycles", "node 'core0' lost 1 record");
	lf_drop();
}
END_TEST

START_TEST(test_no_end)
{
	lf_begin(1);
	lf_add_limit("max(work) < 60 cycles");
	lf_add_limit("max(work) < 9 cycles");
	lf_add_limit("lost == 0");
	lf_add_limit("lost < 0");
	lf_add_limit("min(work) < 60 cycles");
	lf_add_limit("min(work) > 9 cycles");
	tw_event(&lf.w, 0, 100, A, 0);
	tw_event(&lf.w, 0, 110, B, 0);
	lf_build();
	expect(0, REPORT_UNKNOWN, "10 cycles", "node 'core0' has no end of its trace");
	expect(1, REPORT_FAILED, "10 cycles", "the longest took 10 cycles");
	expect(2, REPORT_UNKNOWN, "0 records", "node 'core0' has no end of its trace");
	expect(3, REPORT_FAILED, "0 records", "");
	expect(4, REPORT_PASSED, "10 cycles", "");
	expect(5, REPORT_UNKNOWN, "10 cycles", "node 'core0' has no end of its trace");
	lf_drop();
}
END_TEST

/* The end point may be among lost records. */
START_TEST(test_end_point_lost)
{
	lf_begin(1);
	lf_add_limit("max(work) < 60 cycles");
	lf.fix.file.until = 2;
	lf.fix.until_on[0] = true;
	tw_event(&lf.w, 0, 100, A, 0);
	tw_event(&lf.w, 0, 110, B, 0);
	tw_gap(&lf.w, 0, 120, 130, 2);
	tw_flush(&lf.w, 0, 200);
	lf_build();
	expect(0, REPORT_UNKNOWN, "10 cycles", "node 'core0' may not have reached the end point");
	lf_drop();
}
END_TEST

/* A run that stopped before its end point, or that a recorder kept a part of. */
START_TEST(test_not_all)
{
	for (unsigned frozen = 0; frozen < 2; frozen++) {
		lf_begin(1);
		lf_add_limit("max(work) < 60 cycles");
		lf_add_limit("lost == 0");
		if (!frozen) {
			lf.fix.file.until = 2;
			lf.fix.until_on[0] = true;
		}
		lf.w.frozen = (int)frozen;
		tw_event(&lf.w, 0, 100, A, 0);
		tw_event(&lf.w, 0, 110, B, 0);
		tw_flush(&lf.w, 0, 200);
		lf_build();
		expect(0, REPORT_UNKNOWN, "10 cycles",
		       frozen ? "node 'core0' has only the records that the recorder kept"
			      : "node 'core0' did not reach the end point");
		expect(1, REPORT_PASSED, "0 records", "");
		lf_drop();
	}
}
END_TEST

/* Nothing is known from where a recorder froze on: of the cycle of its last record others may be
 * missing, of that of its stop none is. */
START_TEST(test_frozen)
{
	for (unsigned after = 0; after < 2; after++) {
		lf_begin(2);
		lf_add_limit("after a comes b within 10 cycles");
		lf_add_limit("max(work) <= 10 cycles");
		lf_add_limit("max(work) < 10 cycles");
		lf.w.mode = "wrap";
		lf.w.frozen = 1;
		lf.fix.file.mode = GNO_BUFFER_WRAP;
		lf.fix.file.after = after;
		tw_event(&lf.w, 0, 100, A, 0);
		tw_event(&lf.w, 0, 110, C, after ? 0 : 1u << GNO_FLAG_STOP);
		tw_event(&lf.w, 1, 90, C, after ? 1u << GNO_FLAG_STOP : 0);
		tw_flush(&lf.w, 0, 9000);
		tw_flush(&lf.w, 1, 9000);
		lf_build();
		if (after)
			expect(
			    0, REPORT_UNKNOWN, "0 of 1",
			    "of 1 it is not known: the run ended before, or records of that time are missing");
		else
			expect(0, REPORT_FAILED, "0 of 1",
			       "after more than 11 cycles it had not come");
		expect(1, after ? REPORT_UNKNOWN : REPORT_FAILED, "",
		       after ? "node 'core0' has only the records that the recorder kept"
			     : "the longest had taken 11 cycles and was still open");
		expect(2, REPORT_FAILED, "",
		       after ? "the longest had taken 10 cycles and was still open"
			     : "the longest had taken 11 cycles and was still open");
		lf_drop();
	}
}
END_TEST

/* A limit that the run cannot decide is unknown; one that is given must be of this run. */
START_TEST(test_faults)
{
	static const char *const given[] = {"count(work) == 4", "max(wrok) < 5 us"};
	struct gno_report_options o = {.columns = 1, .limit = given, .limits = 1};
	struct gno_report *other;
	struct gno_err err;

	by_hand();
	lf_add_limit("max(play) < 5 us");
	lf_add_limit("max(work) <");
	lf_build();
	expect(0, REPORT_UNKNOWN, "", "there is no interval 'play'");
	ck_assert_int_eq(lf_verdict_of(1).verdict, REPORT_UNKNOWN);
	ck_assert_msg(!gno_report_build(lf.w.dir, &o, &other, &err), "%s", err.text);
	ck_assert_uint_eq(report_limits_count(other).of[REPORT_PASSED], 1);
	ck_assert_uint_eq(report_limits_count(other).all, 3);
	gno_report_free(other);
	o.limits = 2;
	ck_assert_int_eq(gno_report_build(lf.w.dir, &o, &other, &err), GNO_ERR_ARG);
	ck_assert_str_eq(
	    err.text,
	    "limit 'max(wrok) < 5 us', column 5: there is no interval 'wrok'; did you mean 'work'?");
	lf_drop();
}
END_TEST

#define PAIRS                                                                                      \
	"{\"stage\":4,\"signals\":[],\"lines\":[],\"event_lines\":[],\"values\":[],\"gate\":"      \
	"false,\"form\":\"full\",\"quantities\":[],\"thresholds\":[],\"extremes\":[],"             \
	"\"buckets\":[],\"counters\":[],\"pairs\":["                                               \
	"{\"name\":\"icache\",\"a\":\"x\",\"b\":\"y\",\"gate\":null}]}"

/* A of B is 10 of 20 at node 0 and 11 of 20 at node 1; the worse node decides. `cut`: node 1 has
 * no end. */
static void measured(bool cut)
{
	static char hits[] = "hit ratio", wait[] = "wait", misses[] = "misses";
	static struct gno_pattern_measure measure[] = {
	    {hits, 0, GNO_PRINT_A_OF_B}, {wait, 0, GNO_PRINT_B_PER_A}, {misses, 0, GNO_PRINT_B}};

	lf_begin(2);
	lf.w.pairs = 1;
	for (unsigned k = 0; k < 2; k++) {
		lf.w.node_preprocessors[k] = PAIRS;
		lf.fix.node[k].measure = measure;
		lf.fix.node[k].measures = 3;
		if (k && cut)
			continue;
		tw_flush(&lf.w, k, 400);
		tw_ratio(&lf.w, k, 400, 0, (const uint32_t[]){10 + k, 20});
	}
}

START_TEST(test_measures)
{
	struct report_judged j;

	measured(false);
	lf_add_limit("hit_ratio >= 50 %");
	lf_add_limit("hit ratio > 50.0 %");
	lf_add_limit("hit ratio < 54 %");
	lf_add_limit("\"hit ratio\"(core1) > 54.9 %");
	lf_add_limit("wait < 20.1 ns"); /* 2 cycles of 10 ns, and 20/11 */
	lf_add_limit("wait < 20 ns");
	lf_add_limit("misses == 20");
	lf_build();
	expect(0, REPORT_PASSED, "50.00 %", "");
	expect(1, REPORT_FAILED, "50.00 %", "");
	j = lf_verdict_of(1);
	ck_assert(j.has_node && j.node == 0 && !j.has_cycle);
	expect(2, REPORT_FAILED, "55.00 %", "");
	ck_assert_uint_eq(lf_verdict_of(2).node, 1);
	expect(3, REPORT_PASSED, "55.00 %", "");
	expect(4, REPORT_PASSED, "2.0 cycles", "");
	expect(5, REPORT_FAILED, "2.0 cycles", "");
	expect(6, REPORT_PASSED, "20.0", "");
	lf_drop();
	measured(true);
	lf_add_limit("hit_ratio >= 50 %");
	lf_add_limit("hit ratio(core0) < 54 %");
	lf_build();
	expect(0, REPORT_UNKNOWN, "", "nothing was counted");
	expect(1, REPORT_PASSED, "50.00 %", "");
	lf_drop();
}
END_TEST

/* -- each way to write them -- */

static char *written(void (*put)(const struct gno_report *r, FILE *f))
{
	char *all = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&all, &size);

	ck_assert_ptr_nonnull(f);
	put(lf.r, f);
	fclose(f);
	return all;
}

static void put_text(const struct gno_report *of, FILE *f)
{
	struct gno_err err;

	ck_assert_int_eq(report_check_text(of, f, &err), GNO_OK);
}

static void put_strict(const struct gno_report *of, FILE *f)
{
	report_check_junit(of, false, f);
}

static void put_allowed(const struct gno_report *of, FILE *f)
{
	report_check_junit(of, true, f);
}

static void put_brief(const struct gno_report *of, FILE *f)
{
	const struct gno_report_style style = {.brief = true, .rows = 9};
	struct gno_err err;

	ck_assert_int_eq(gno_report_text(of, &style, f, &err), GNO_OK);
}

static void expect_written(void (*put)(const struct gno_report *r, FILE *f), const char *line)
{
	char *all = written(put);

	expect_line(all, line);
	free(all);
}

START_TEST(test_written)
{
	json_t *root, *list;
	FILE *f;

	by_hand();
	lf_add_limit("max(work) < 60 cycles");
	lf_add_limit("max(play) < 5 us");
	lf_add_limit("lost == 0");
	lf_build();
	expect_written(
	    put_text,
	    "  max(work) < 60 cycles  30 cycles  failed   core0    400  the longest had taken 65 cycles and was still open\n");
	expect_written(put_text, "\n1 passed, 1 failed, 1 unknown\n");
	expect_written(
	    report_check_markdown,
	    "| max\\(work\\) \\< 60 cycles | 30 cycles; the longest had taken 65 cycles and was still open, at core0, cycle 400 | **failed** |\n");
	expect_written(report_check_markdown, "| lost == 0 | 0 records | passed |\n");
	expect_written(put_strict, "tests=\"3\" failures=\"2\" errors=\"0\" skipped=\"0\">\n");
	expect_written(put_strict, "  <testcase classname=\"limit\" name=\"lost == 0\">\n"
				   "    <system-out>0 records</system-out>\n");
	expect_written(put_allowed, "tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\">\n");
	expect_written(
	    put_allowed,
	    "    <skipped type=\"unknown\" message=\"there is no interval &apos;play&apos;\"/>\n");
	expect_written(put_brief,
		       "\nlimits: 1 passed, 1 failed, 1 unknown ('gnomon check' shows them)\n");
	f = json_begin();
	report_check_json(lf.r, f);
	root = json_end(f);
	ck_assert_int_eq(json_integer_value(json_object_get(root, "unknown")), 1);
	json_decref(root);
	root = json_of(lf.r);
	list = json_object_get(root, "limits");
	ck_assert_uint_eq(json_array_size(list), 3);
	ck_assert_str_eq(json_string_value(json_object_get(json_array_get(list, 0), "verdict")),
			 "failed");
	ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(list, 0), "cycle")),
			 400);
	ck_assert(json_is_null(json_object_get(json_array_get(list, 2), "cycle")));
	json_decref(root);
	lf_drop();
}
END_TEST

int main(void)
{
	return run_tests("report_limits", NULL, NULL,
			 TESTS({test_values}, {test_not_known}, {test_cut, 2}, {test_no_end},
			       {test_not_all}, {test_first_loss}, {test_ticks},
			       {test_end_point_lost}, {test_frozen}, {test_faults}, {test_measures},
			       {test_written}));
}
