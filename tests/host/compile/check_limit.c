/* SPDX-License-Identifier: Apache-2.0 */
/* The language of limits: what each says, where what is wrong, and bounds as numbers. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "compile/limit.h"
#include "tests/suite.h"

static const struct {
	const char *text;
	enum gno_limit_what what;
	enum gno_limit_compare compare;
	unsigned percent; /* in parts of 1000 */
	uint64_t digits;
	unsigned decimals;
	enum gno_limit_unit unit;
	const char *names[2], *node;
} good[] = {
    {"max(i) < 400 cycles", GNO_LIMIT_MAX, GNO_LIMIT_LT, 0, 400, 0, GNO_BOUND_CYCLES, {"i"}, NULL},
    {"min ( i )>=1cycle", GNO_LIMIT_MIN, GNO_LIMIT_GE, 0, 1, 0, GNO_BOUND_CYCLES, {"i"}, NULL},
    {"mean(i) <= 2.50 us at core0",
     GNO_LIMIT_MEAN,
     GNO_LIMIT_LE,
     0,
     250,
     2,
     GNO_BOUND_US,
     {"i"},
     "core0"},
    {"p99(i) > 3 ns", GNO_LIMIT_PERCENTILE, GNO_LIMIT_GT, 99000, 3, 0, GNO_BOUND_NS, {"i"}, NULL},
    {"p99.95(i) == 3 ms",
     GNO_LIMIT_PERCENTILE,
     GNO_LIMIT_EQ,
     99950,
     3,
     0,
     GNO_BOUND_MS,
     {"i"},
     NULL},
    {"p100(i) != 3 s", GNO_LIMIT_PERCENTILE, GNO_LIMIT_NE, 100000, 3, 0, GNO_BOUND_S, {"i"}, NULL},
    {"count(a.b) == 7", GNO_LIMIT_COUNT, GNO_LIMIT_EQ, 0, 7, 0, GNO_BOUND_NUMBER, {"a.b"}, NULL},
    {"lost == 0", GNO_LIMIT_LOST, GNO_LIMIT_EQ, 0, 0, 0, GNO_BOUND_NUMBER, {NULL}, NULL},
    {"lost(core1) == 0", GNO_LIMIT_LOST, GNO_LIMIT_EQ, 0, 0, 0, GNO_BOUND_NUMBER, {NULL}, "core1"},
    {"cache hit ratio > 97.5 %",
     GNO_LIMIT_MEASURE,
     GNO_LIMIT_GT,
     0,
     975,
     1,
     GNO_BOUND_PERCENT,
     {"cache hit ratio"},
     NULL},
    {"max(core1) > 5", GNO_LIMIT_MAX, GNO_LIMIT_GT, 0, 5, 0, GNO_BOUND_NUMBER, {"core1"}, NULL},
    {"\"max (a)\" > 5",
     GNO_LIMIT_MEASURE,
     GNO_LIMIT_GT,
     0,
     5,
     0,
     GNO_BOUND_NUMBER,
     {"max (a)"},
     NULL},
    {"stall(core0) < 5",
     GNO_LIMIT_MEASURE,
     GNO_LIMIT_LT,
     0,
     5,
     0,
     GNO_BOUND_NUMBER,
     {"stall"},
     "core0"},
    {"after a comes b within 3 us at core1",
     GNO_LIMIT_AFTER,
     GNO_LIMIT_LE,
     0,
     3,
     0,
     GNO_BOUND_US,
     {"a", "b"},
     "core1"},
};

static void same(const char *a, const char *b)
{
	ck_assert_int_eq(!a, !b);
	if (a && b)
		ck_assert_str_eq(a, b);
}

START_TEST(test_read)
{
	struct gno_limit l;
	unsigned column;
	struct gno_err err;

	ck_assert_msg(!gno_limit_parse(good[_i].text, &l, &column, &err), "%u: %s", column,
		      err.text);
	ck_assert_int_eq(l.what, good[_i].what);
	ck_assert_int_eq(l.compare, good[_i].compare);
	ck_assert_uint_eq(l.percent, good[_i].percent);
	ck_assert_uint_eq(l.digits, good[_i].digits);
	ck_assert_uint_eq(l.decimals, good[_i].decimals);
	ck_assert_int_eq(l.unit, good[_i].unit);
	same(l.name[0].text, good[_i].names[0]);
	same(l.name[1].text, good[_i].names[1]);
	same(l.node.text, good[_i].node);
	gno_limit_free(&l);
}
END_TEST

static const struct {
	const char *text;
	unsigned column;
	const char *fault;
} bad[] = {
    {"", 1, "the limit ends where a quantity is expected"},
    {"< 5", 1, "'<' where a quantity is expected"},
    {"max(i)", 7, "the limit ends where '<', '<=', '>', '>=', '==' or '!=' is expected"},
    {"max(i) = 5", 8, "'=' where '==' is expected"},
    {"max(i) < ", 10, "the limit ends where a number is expected"},
    {"max(i) < -5", 10, "'-' where a number is expected"},
    {"max() < 5", 5, "')' where an interval is expected"},
    {"max(i < 5", 7, "'<' where ')' is expected"},
    {"max(i) < 5 cycels", 12, "unknown unit 'cycels'; did you mean 'cycles'?"},
    {"max(i) < 5 parsecs", 12,
     "'parsecs' where a unit (cycles, ns, us, ms, s, %), 'at' or the end is expected"},
    {"max(i) < 1234567890123", 10, "a number of more than 12 digits"},
    {"max(i) < 5. cycles", 10, "'5.' is not a number"},
    {"max(i) < 1.2.3", 10, "'1.2.3' is not a number"},
    {"max(i) < 0x10", 10, "'0x10' is not a number"},
    {"count(a.b) == 007", 15, "'007' is not a number"},
    {"p0(i) < 5 us", 1, "percentiles go from p0.001 to p100, in steps of 0.001"},
    {"p101(i) < 5 us", 1, "percentiles go from"},
    {"p99.9999(i) < 5 us", 1, "percentiles go from"},
    {"stall(core0) < 5 at core1", 18, "the limit names two nodes"},
    {"lost == 0 at core0 core1", 20, "'core1' where the end is expected"},
    {"after a come b within 5 us", 9, "'come' where 'comes' is expected"},
    {"after a comes b in 5 us", 17, "'in' where 'within' is expected"},
    {"\"max > 5", 1, "there is no second '\"'"},
    {"\"\" > 5", 1, "an empty name"},
};

START_TEST(test_refused)
{
	struct gno_limit l;
	unsigned column = 0;
	struct gno_err err;

	ck_assert_int_eq(gno_limit_parse(bad[_i].text, &l, &column, &err), GNO_ERR_ARG);
	ck_assert_msg(!strncmp(err.text, bad[_i].fault, strlen(bad[_i].fault)), "%s", err.text);
	ck_assert_uint_eq(column, bad[_i].column);
	gno_limit_free(&l);
}
END_TEST

/* At 50 MHz a cycle takes 20 ns. */
static const struct {
	const char *bound;
	uint64_t cycles;
	bool exact;
} bounds[] = {
    {"7 cycles", 7, true},	  {"7.5 cycles", 7, false}, {"20 ns", 1, true},
    {"39 ns", 1, false},	  {"1 us", 50, true},	    {"1.23 us", 61, false},
    {"2.5 ms", 125000, true},	  {"3 s", 150000000, true}, {"0 ns", 0, true},
    {"999999999999 s", 0, false},
};

START_TEST(test_bounds)
{
	struct gno_limit l;
	unsigned column;
	struct gno_err err;
	char text[64];
	bool exact;

	snprintf(text, sizeof(text), "max(i) < %s", bounds[_i].bound);
	ck_assert_int_eq(gno_limit_parse(text, &l, &column, &err), GNO_OK);
	if (l.digits == 999999999999) { /* more than 64 bits hold */
		ck_assert_uint_eq(gno_limit_cycles(&l, 50000000, &exact), UINT64_MAX - 1);
	} else {
		ck_assert_uint_eq(gno_limit_cycles(&l, 50000000, &exact), bounds[_i].cycles);
		ck_assert_int_eq(exact, bounds[_i].exact);
	}
	gno_limit_free(&l);
}
END_TEST

/* Means against bounds that are no whole numbers: 10/3 and 1.23 us, which are 61.5 cycles. */
START_TEST(test_means)
{
	static const struct {
		const char *bound;
		uint64_t total, count;
		int sign;
	} of[] = {
	    {"3.33 cycles", 10, 3, 1},	   {"3.34 cycles", 10, 3, -1}, {"3.5 cycles", 7, 2, 0},
	    {"1.23 us", 123, 2, 0},	   {"1.23 us", 122, 2, -1},    {"1.23 us", 124, 2, 1},
	    {"1 cycle", UINT64_MAX, 1, 1},
	};
	struct gno_limit l;
	unsigned column;
	struct gno_err err;
	char text[64];

	for (size_t i = 0; i < sizeof(of) / sizeof(*of); i++) {
		snprintf(text, sizeof(text), "mean(i) < %s", of[i].bound);
		ck_assert_int_eq(gno_limit_parse(text, &l, &column, &err), GNO_OK);
		ck_assert_int_eq(gno_limit_compare_mean(&l, 50000000, of[i].total, of[i].count),
				 of[i].sign);
		gno_limit_free(&l);
	}
}
END_TEST

int main(void)
{
	return run_tests("limit", NULL, NULL,
			 TESTS({test_read, sizeof(good) / sizeof(*good)},
			       {test_refused, sizeof(bad) / sizeof(*bad)},
			       {test_bounds, sizeof(bounds) / sizeof(*bounds)}, {test_means}));
}
