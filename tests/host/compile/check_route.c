/* SPDX-License-Identifier: Apache-2.0 */

/* Expressions of the router: random ones against an evaluator of trees, in all cases of their
 * signals. */

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gnomon/records.h"
#include "tests/suite.h"
#include "compile/route.h"

#define ROUNDS 1000
#define NAMES 8

static char *names[NAMES] = {"icache_hit", "icache_access", "stall", "idle", "busy", "a",
			     "b",	   "rise"};
static struct gno_node node = {.name = "core",
			       .preprocessors = {.signals = NAMES, .signal = names}};

/* A random tree, written down as text while it grows; the tree is what is evaluated. */
struct tree {
	char op; /* '&', '|', '^', '!', 's' a signal, '1' */
	unsigned signal;
	int left, right;
};

static struct tree trees[256];
static int count;
static char text[8192];

static void put(const char *s)
{
	strcat(text, s);
	if (rand() % 3 == 0)
		strcat(text, " ");
}

static int level_of(char op)
{
	return op == '|' ? 0 : op == '^' ? 1 : op == '&' ? 2 : 3;
}

/* Grows a tree of four signals at most; `level`: what binds looser needs parentheses. */
static int grow(int depth, int level, const unsigned *signals)
{
	static const char ops[] = "&|^!ss1&|^s";
	int self = count++;
	struct tree t = {.op = depth ? ops[rand() % 11] : 's'};
	bool parentheses = level_of(t.op) < level || rand() % 6 == 0;

	if (parentheses)
		put("(");
	if (t.op == 's') {
		t.signal = signals[rand() % 4];
		put(names[t.signal]);
	} else if (t.op == '1') {
		put("always");
	} else if (t.op == '!') {
		put("not ");
		t.left = grow(depth - 1, 3, signals);
	} else {
		t.left = grow(depth - 1, level_of(t.op), signals);
		put(t.op == '&' ? " and " : t.op == '|' ? " or " : " xor ");
		t.right = grow(depth - 1, level_of(t.op) + 1, signals);
	}
	if (parentheses)
		put(")");
	trees[self] = t;
	return self;
}

static bool evaluate(int at, unsigned long values)
{
	const struct tree *t = &trees[at];

	switch (t->op) {
	case 's':
		return values >> t->signal & 1;
	case '1':
		return true;
	case '!':
		return !evaluate(t->left, values);
	case '&':
		return evaluate(t->left, values) && evaluate(t->right, values);
	case '|':
		return evaluate(t->left, values) || evaluate(t->right, values);
	default:
		return evaluate(t->left, values) != evaluate(t->right, values);
	}
}

START_TEST(test_random_expressions)
{
	static const char *const around[] = {"", "rise(", "fall (", "edge( "};
	unsigned wide = 0, i, v;

	srand(5);
	for (i = 0; i < ROUNDS; i++) {
		unsigned signals[4] = {(unsigned)rand() % NAMES, (unsigned)rand() % NAMES,
				       (unsigned)rand() % NAMES, (unsigned)rand() % NAMES};
		unsigned mode = (unsigned)rand() % 4, s;
		struct gno_words_fault fault;
		struct gno_route r;
		int root;

		count = 0;
		strcpy(text, around[mode]);
		root = grow(5, 0, signals);
		strcat(text, mode ? ")" : "");
		ck_assert_msg(!gno_route_parse(text, &node, &r, &fault), "'%s': %zu: %s", text,
			      fault.at, fault.text);
		ck_assert_uint_eq(r.mode, mode);
		ck_assert_uint_le(r.signals, 4);
		wide += r.signals == 4;
		for (v = 0; v < 1u << NAMES; v++) {
			unsigned index = 0;

			/* a signal that is not used reads as number 0 does */
			for (s = 0; s < 4; s++)
				index |= (v >> r.signal[s] & 1) << s;
			ck_assert_msg((r.table >> index & 1) == evaluate(root, v), "'%s' of %02x",
				      text, v);
		}
	}
	ck_assert_uint_gt(wide, ROUNDS / 100);
}
END_TEST

static const struct {
	const char *text;
	size_t at;
	const char *says;
} bad[] = {
    {"", 0, "the expression ends where a signal is expected"},
    {"icache_hit and", 14, "the expression ends where a signal is expected"},
    {"icache_hit stall", 11, "'stall' where 'and', 'or', 'xor' or the end is expected"},
    {"(icache_hit or stall", 20, "the expression ends where ')' is expected"},
    {"icache_hit)", 10, "')' where 'and', 'or', 'xor' or the end is expected"},
    {"icache_hit & stall", 11, "'&' where 'and', 'or', 'xor' or the end is expected"},
    {"or stall", 0, "'or' where a signal is expected"},
    {"icache_hti", 0, "node 'core' has no signal 'icache_hti'; did you mean 'icache_hit'?"},
    {"not warp", 4,
     "node 'core' has no signal 'warp': it has icache_hit, icache_access, stall, idle, busy, a, b, rise"},
    {"a and b and busy and idle and stall", 30,
     "'stall' is the fifth signal: an expression can have four"},
    {"not rise(a)", 4, "'rise(...)' can only be around the whole expression"},
    {"rise(a) and b", 8, "'rise(...)' must be around the whole expression"},
    {"rise(a", 6, "the expression ends where ')' is expected"},
    {"fall(edge(a))", 5, "'edge(...)' can only be around the whole expression"},
    {"()", 1, "')' where a signal is expected"},
};

START_TEST(test_faults)
{
	struct gno_words_fault fault;
	struct gno_route r;

	ck_assert_int_eq(gno_route_parse(bad[_i].text, &node, &r, &fault), GNO_ERR_FORMAT);
	ck_assert_str_eq(fault.text, bad[_i].says);
	ck_assert_uint_eq(fault.at, bad[_i].at);
}
END_TEST

/* However deep it is, it is refused and nothing else happens. */
START_TEST(test_deep)
{
	static char deep[200001];
	struct gno_words_fault fault;
	struct gno_route r;

	memset(deep, '(', sizeof(deep) - 1);
	ck_assert_int_eq(gno_route_parse(deep, &node, &r, &fault), GNO_ERR_FORMAT);
	ck_assert_str_eq(fault.text, "the expression is nested deeper than 64 levels");
	for (size_t i = 0; i + 4 < sizeof(deep); i += 4)
		memcpy(deep + i, "not ", 4);
	ck_assert_int_eq(gno_route_parse(deep, &node, &r, &fault), GNO_ERR_FORMAT);
}
END_TEST

/* Names of functions are signals where no parenthesis follows. */
START_TEST(test_names_of_functions)
{
	struct gno_words_fault fault;
	struct gno_route r;

	ck_assert(!gno_route_parse("rise(rise)", &node, &r, &fault));
	ck_assert_uint_eq(r.mode, GNO_ROUTE_RISES);
	ck_assert_uint_eq(r.signal[0], 7);
	ck_assert(!gno_route_parse("a and a and not a xor a or a", &node, &r, &fault));
	ck_assert_uint_eq(r.signals, 1);
	ck_assert_uint_eq(r.table & 3, 2);
}
END_TEST

int main(void)
{
	return run_tests("route", NULL, NULL,
			 TESTS({test_random_expressions}, {test_deep}, {test_names_of_functions},
			       {test_faults, sizeof(bad) / sizeof(bad[0])}));
}
