/* SPDX-License-Identifier: Apache-2.0 */
/* What is printed of strings and branches, their bounds, and runs that have none. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "causality_fixture.h"
#include "out/json/analyses.h"
#include "tests/suite.h"

/* ABA three times, ABCBA once, A without an answer, and one that the end cuts off. */
#define EVENTS                                                                                     \
	"U1!A A1?U A1!B B1?A B1!A A1?B A1!U U1?A U2!A A2?U A2!B B2?A B2!A A2?B A2!U U2?A "         \
	"U3!A A3?U A3!B B3?A B3!A A3?B A3!U U3?A "                                                 \
	"U4!A A4?U A4!B B4?A B4!C C4?B C4!B B4?C B4!A A4?B A4!U U4?A U5!A A5?U U6!A A6?U A6!S "    \
	"S6?A"

static char *text_of_causality(const struct causality *c, size_t rows)
{
	struct gno_err err;
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	ck_assert(!causality_text(c, rows, f, &err));
	fclose(f);
	return text;
}

/*
 * Wilson's interval by hand: 3 of 5 at z^2 = 3.8415 has its centre at (0.6 + 0.38415) / 1.7683 =
 * 0.55655 and half a width of 1.95996 * sqrt(0.24 / 5 + 0.038415) / 1.7683 = 0.32584.
 */
static const char *const expected = "6 requests, 5 strings with an end, 1 without\n"
				    "\n"
				    "processes\n"
				    "  letter  process  role\n"
				    "  A       A        server\n"
				    "  B       B        server\n"
				    "  C       C        server\n"
				    "  D       D        server\n"
				    "          U        requestor\n"
				    "          V        requestor\n"
				    "\n"
				    "strings\n"
				    "  string  from  count  unanswered   share           95 %\n"
				    "  A       U         1           1  20.00%   3.62..62.45%\n"
				    "  ABA     U         3           0  60.00%  23.07..88.24%\n"
				    "  ABCBA   U         1           0  20.00%   3.62..62.45%\n"
				    "\n"
				    "strings whose end is not known\n"
				    "  begins with  from  count  then\n"
				    "  A            U         1  end of the run\n"
				    "\n"
				    "branches: where a process sends next\n"
				    "  at  from  next         count    share            95 %\n"
				    "  A   B     U                4  100.00%  51.01..100.00%\n"
				    "  A   U     B                4   80.00%   37.55..96.38%\n"
				    "  A   U     nothing          1   20.00%    3.62..62.45%\n"
				    "  A   U     (not known)      1\n"
				    "  B   A     A                3   75.00%   30.06..95.44%\n"
				    "  B   A     C                1   25.00%    4.56..69.94%\n"
				    "  B   C     A                1  100.00%  20.65..100.00%\n"
				    "  C   B     B                1  100.00%  20.65..100.00%\n";

START_TEST(test_text)
{
	struct causality *c;
	char *text;

	cf_begin();
	cf_events(EVENTS);
	c = cf_build();
	text = text_of_causality(c, 40);
	ck_assert_str_eq(text, expected);
	free(text);
	text = text_of_causality(c, 1);
	ck_assert_ptr_nonnull(strstr(text, "  A       U         1           1  20.00%"));
	ck_assert_ptr_nonnull(strstr(text, "\n  2 more: --limit\n\nstrings whose"));
	ck_assert_ptr_null(strstr(text, "ABA"));
	free(text);
	cf_end(c);
}
END_TEST

/* Each line about what is in no table. */
static const struct {
	const char *events, *line;
} apart[] = {
    {"U1!A A~ A1!B B1?A", "  1 string whose begin is not known: records lost or not collected\n"},
    {"B7?C", "  1 string whose begin is not known: message without its other end\n"},
    {"D1!A A1?D", "  1 message of the server: the sender had received nothing\n"},
    {"A1!N N1?A N1!A A1?N", "  2 messages of the server: the other process has no role\n"},
};

START_TEST(test_text_of_what_is_apart)
{
	struct causality *c;
	char *text;

	cf_begin();
	cf_events(apart[_i].events);
	c = cf_build();
	text = text_of_causality(c, 40);
	ck_assert_ptr_nonnull(strstr(text, "\nnot in these tables\n  "));
	ck_assert_msg(strstr(text, apart[_i].line), "no '%s' in %s", apart[_i].line, text);
	free(text);
	cf_end(c);
}
END_TEST

/* Of what was seen, a share has no interval. */
static void expect_share(const json_t *o, bool whole)
{
	ck_assert(json_is_real(json_object_get(o, "share")));
	ck_assert(json_is_boolean(json_object_get(o, "at_least")));
	ck_assert(json_is_false(json_object_get(o, "at_least")) == whole);
	ck_assert(json_is_false(json_object_get(o, "of_what_was_seen")) == whole);
	ck_assert(json_is_real(json_object_get(o, "low")) == whole);
	ck_assert(json_is_real(json_object_get(o, "high")) == whole);
}

/* Where writes are missing, the first lines and all counts say so; and with them the other forms.
 */
START_TEST(test_not_complete)
{
	static const char *const first =
	    ">= 2 requests, >= 1 string with an end, 1 without\n"
	    "  NOT COMPLETE: writes of nodes were lost or not collected in ";
	static const char *const ends[] = {" A~", " A~ B~", " A."};
	static const char *const how_often[] = {"1 stretch; ", "2 stretches; ", "1 stretch; "};
	struct causality *c;
	json_t *root;
	char *text, *dot;
	size_t size;
	FILE *f;

	for (unsigned i = 0; i <= 3; i++) {
		const bool whole = i == 3;
		const json_t *o;
		char events[80];

		snprintf(events, sizeof(events), "U1!A A1?U A1!U U1?A U2!A A2?U%s",
			 whole ? " A2!U U2?A" : ends[i]);
		cf_begin();
		cf_events(events);
		c = cf_build();
		text = text_of_causality(c, 40);
		ck_assert(whole || !strncmp(text, first, strlen(first)));
		ck_assert(whole || strstr(text, how_often[i]));
		ck_assert(whole ||
			  strstr(text, "  count  unanswered  of what was seen\n"
				       "  A       U      >= 1        >= 0           100.00%\n"));
		ck_assert(whole || strstr(text, "         count  of what was seen\n"
						"  A   U     U             >= 1           100.00%\n"
						"  A   U     (not known)      1\n"));
		ck_assert(!whole || (!strstr(text, ">=") && !strstr(text, "NOT COMPLETE")));
		ck_assert(!whole == !strstr(text, "  95 %\n"));
		ck_assert(!whole == !!strstr(text, "what was seen"));
		free(text);
		f = json_begin();
		ck_assert(!causality_json(c, f, NULL));
		root = json_end(f);
		ck_assert(json_is_boolean(json_object_get(root, "complete")));
		ck_assert(json_is_true(json_object_get(root, "complete")) == whole);
		expect_share(json_array_get(json_object_get(root, "strings"), 0), whole);
		o = json_array_get(json_object_get(root, "branches"), 0);
		expect_share(json_array_get(json_object_get(o, "next"), 0), whole);
		json_decref(root);
		f = open_memstream(&dot, &size);
		causality_dot(c, f);
		fclose(f);
		ck_assert(!strstr(dot, "label=\"not complete: ") == whole);
		ck_assert(!strstr(dot, "shares cover only what was seen\"") == whole);
		free(dot);
		cf_end(c);
	}
}
END_TEST

static uint64_t number_at(const json_t *o, const char *key)
{
	ck_assert(json_is_integer(json_object_get(o, key)));
	return (uint64_t)json_integer_value(json_object_get(o, key));
}

static const char *text_at(const json_t *o, const char *key)
{
	return json_string_value(json_object_get(o, key));
}

static json_t *json_of_causality(const struct causality *c)
{
	struct gno_err err;
	FILE *f = json_begin();

	ck_assert(!causality_json(c, f, &err));
	return json_end(f);
}

START_TEST(test_json)
{
	struct causality *c;
	const json_t *o, *next;
	json_t *root;

	cf_begin();
	cf_events(EVENTS);
	c = cf_build();
	root = json_of_causality(c);
	ck_assert_uint_eq(number_at(root, "requests"), 6);
	ck_assert_uint_eq(number_at(root, "answered"), 4);
	ck_assert_uint_eq(number_at(root, "unanswered"), 1);
	ck_assert_uint_eq(number_at(json_object_get(root, "unknown"), "ended"), 1);
	ck_assert_uint_eq(number_at(root, "system"), 1);
	ck_assert_uint_eq(json_array_size(json_object_get(root, "processes")), 6);
	ck_assert_uint_eq(json_array_size(json_object_get(root, "strings")), 3);
	o = json_array_get(json_object_get(root, "strings"), 2);
	ck_assert_str_eq(text_at(o, "string"), "ABCBA");
	ck_assert_str_eq(text_at(o, "from"), "U");
	ck_assert_uint_eq(json_array_size(json_object_get(o, "processes")), 5);
	ck_assert_uint_eq(number_at(o, "count"), 1);
	ck_assert_double_eq(json_real_value(json_object_get(o, "share")), 0.2);
	ck_assert_uint_eq(json_array_size(json_object_get(root, "branches")), 5);
	o = json_array_get(json_object_get(root, "branches"), 1);
	ck_assert_str_eq(text_at(o, "at"), "A");
	ck_assert_str_eq(text_at(o, "from"), "U");
	ck_assert_uint_eq(number_at(o, "receives"), 6);
	ck_assert_uint_eq(number_at(o, "known"), 5);
	ck_assert_uint_eq(number_at(json_object_get(o, "unknown"), "ended"), 1);
	next = json_object_get(o, "next");
	ck_assert_uint_eq(json_array_size(next), 2);
	ck_assert_str_eq(text_at(json_array_get(next, 0), "to"), "B");
	ck_assert(json_is_null(json_object_get(json_array_get(next, 1), "to")));
	ck_assert_double_eq_tol(json_real_value(json_object_get(json_array_get(next, 0), "low")),
				0.3755, 0.0001);
	o = json_array_get(json_object_get(root, "branches"), 3);
	ck_assert_uint_eq(number_at(o, "open"), 1); /* B may have sent more after its last one */
	json_decref(root);
	cf_end(c);
}
END_TEST

START_TEST(test_dot)
{
	static const char *const lines[] = {
	    "digraph causality {\n",
	    "\n  \"U\" [shape=ellipse];\n",
	    "\n  subgraph \"cluster_B\" {\n    label=\"B\";\n"
	    "    \"B<A\" [label=\"from A\\n4\"];\n    \"B<C\" [label=\"from C\\n1\"];\n  }\n",
	    "\n  \"U\" -> \"A<U\";\n",
	    "\n  \"A<B\" -> \"U\" [label=\"100.0 %\"];\n",
	    "\n  \"A<U\" -> \"B<A\" [label=\"80.0 %\"];\n",
	    "\n  \"A<U\" -> \"nothing\" [label=\"20.0 %\"];\n",
	    "\n  \"B<A\" -> \"A<B\" [label=\"75.0 %\"];\n",
	    "\n  \"B<A\" -> \"C<B\" [label=\"25.0 %\"];\n",
	};
	struct causality *c;
	size_t size;
	char *text;
	FILE *f = open_memstream(&text, &size);

	cf_begin();
	cf_events(EVENTS);
	c = cf_build();
	causality_dot(c, f);
	fclose(f);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		ck_assert_msg(strstr(text, lines[i]), "no '%s' in %s", lines[i], text);
	ck_assert_ptr_null(strstr(text, "cluster_D"));
	free(text);
	cf_end(c);
}
END_TEST

/* Two processes that pass a request on to each other, from A, and answer from A. */
static void pass(unsigned *message, unsigned hops, uint64_t *time)
{
	cf_send('U', 'A', *message, *time += 10);
	cf_receive('A', 'U', *message, *time += 10);
	for (unsigned i = 0; i < hops; i++) {
		char from = i % 2 ? 'B' : 'A', to = i % 2 ? 'A' : 'B';

		++*message;
		cf_send(from, to, *message, *time += 10);
		cf_receive(to, from, *message, *time += 10);
	}
	cf_send('A', 'U', *message, *time += 10);
	cf_receive('U', 'A', *message, *time += 10);
	++*message;
}

/* Strings of 255 letters are listed, longer ones are not; their branches are. */
START_TEST(test_long_strings)
{
	struct causality *c;
	unsigned message = 0;
	uint64_t time = 100;
	char *text;

	cf_begin();
	pass(&message, 254, &time);
	pass(&message, 256, &time);
	pass(&message, 300, &time);
	c = cf_build();
	ck_assert_uint_eq(c->strings, 1);
	ck_assert_uint_eq(c->string[0].length, 255);
	ck_assert_uint_eq(c->answered, 3);
	ck_assert_str_eq(cf_apart(c), "others=2");
	ck_assert_str_eq(cf_branches(c), "BAB=402 BAU=3 UAB=3 ABA=405");
	text = text_of_causality(c, 40);
	ck_assert_ptr_nonnull(strstr(text, "\n  2 strings: too long to be listed, or too many"));
	free(text);
	cf_end(c);
}
END_TEST

/* A request that takes a way of its own through the server, as the digits of a number say. */
static void wander(unsigned number, unsigned digits, uint64_t *time)
{
	char from = 'U';

	for (unsigned i = 0; i <= digits; i++, number /= 4) {
		char to = i < digits ? "ABCD"[number % 4] : 'U';

		cf_send(from, to, number, *time += 10);
		cf_receive(to, from, number, *time += 10);
		from = to;
	}
}

/* More strings than are kept: none is lost from the sums. */
START_TEST(test_many_strings)
{
	const unsigned digits = 8, many = 1 << 16;
	uint64_t time = 100, listed = 0, sum = 0;
	struct causality *c;

	cf_begin();
	for (unsigned i = 0; i < many; i++)
		wander(i, digits, &time);
	c = cf_build();
	for (size_t i = 0; i < c->strings; i++)
		listed += causality_finished(&c->string[i]);
	ck_assert_uint_eq(c->requests, many);
	ck_assert_uint_eq(c->answered, many);
	ck_assert_uint_gt(listed, 10000);
	ck_assert_uint_lt(listed, CAUSALITY_STRINGS);
	ck_assert_uint_eq(listed + causality_finished(&c->others), many);
	for (size_t i = 0; i < c->states; i++) {
		const struct causality_state *s = &c->state[i];

		sum += s->known;
		/* of each way, a quarter */
		for (size_t k = s->first; s->from < c->servers && k < s->first + s->branches; k++)
			if (c->branch[k].next < c->servers)
				ck_assert_uint_eq(c->branch[k].count, many / 64 * (digits - 2));
	}
	ck_assert_uint_eq(sum, many * digits);
	cf_end(c);
}
END_TEST

static struct gno_pattern_process wide[40] = {
    {"user", GNO_PROCESS_REQUESTOR, -1, 7, 7},
    {"front", GNO_PROCESS_SERVER, -1, 1, 1},
    {"back", GNO_PROCESS_SERVER, -1, 2, 2},
};

/* More processes than letters: strings have their names. */
START_TEST(test_many_processes)
{
	char names[24][8];
	struct causality *c;
	char *name;

	for (unsigned i = 0; i < 24; i++) {
		snprintf(names[i], sizeof(names[i]), "s%u", i);
		wide[3 + i] = (struct gno_pattern_process){names[i], GNO_PROCESS_SERVER, -1,
							   100 + i, 100 + i};
	}
	for (unsigned more = 0; more < 2; more++) {
		/* 26 of the server, and then 27: two numbers of one name are one */
		wide[27] = (struct gno_pattern_process){more ? "last" : "s23", GNO_PROCESS_SERVER,
							-1, 200, 200};
		cf_begin_with(wide, 28, 2);
		cf_events("U1!A A1?U A1!B B1?A B1!A A1?B A1!U U1?A");
		c = cf_build();
		ck_assert_uint_eq(c->servers, 26 + more);
		ck_assert_uint_eq(c->strings, 1);
		name = causality_string_name(c, &c->string[0]);
		ck_assert_str_eq(name, more ? "front back front" : "ABA");
		free(name);
		cf_end(c);
	}
}
END_TEST

START_TEST(test_runs_without_a_server)
{
	cf_begin_with(wide, 3, 0);
	ck_assert_str_eq(cf_refused(), "no node of this monitor has an event port");
	cf_begin_with(wide, 1, 2);
	ck_assert_str_eq(
	    cf_refused(),
	    "the experiment of the run names no servers: its 'processes' must have 'requestors' and 'servers'");
	cf_begin_with(&wide[1], 2, 2);
	ck_assert_str_eq(
	    cf_refused(),
	    "the experiment of the run names no requestors: its 'processes' must have 'requestors' and 'servers'");
}
END_TEST

int main(void)
{
	return run_tests("causality shown", NULL, NULL,
			 TESTS({test_text}, {test_not_complete},
			       {test_text_of_what_is_apart, sizeof(apart) / sizeof(apart[0])},
			       {test_json}, {test_dot}, {test_long_strings}, {test_many_strings},
			       {test_many_processes}, {test_runs_without_a_server}));
}
