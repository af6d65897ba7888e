/* SPDX-License-Identifier: Apache-2.0 */

/* The language of predicates: what each form means, by hand, and the message where it is at fault.
 */

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile/match/tree.h"
#include "tests/suite.h"
#include "naive.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* pc without its two low bits, write, mode: W is mode (4 bits), write, pc 31..2 from the top down.
 */
static struct gno_kept pc_run = {31, 2, 0}, write_run = {0, 0, 30}, mode_run = {3, 0, 31};
static struct gno_field fields[] = {
    {.name = (char *)"pc", .unit = 1, .bits = 32, .kept = 30, .runs = 1, .run = &pc_run},
    {.name = (char *)"write", .unit = 1, .bits = 1, .kept = 1, .runs = 1, .run = &write_run},
    {.name = (char *)"mode", .unit = 1, .bits = 4, .kept = 4, .runs = 1, .run = &mode_run},
};
static struct gno_input bits[] = {
    {.lo = 0, .bits = 16}, {.is_rank = true, .rank = 0, .bits = 8}, {.lo = 16, .bits = 8}};
static struct gno_input last[] = {{.is_rank = true, .rank = 1, .bits = 8}, {.lo = 24, .bits = 11}};
static struct gno_rank ranks[] = {
    {.table = (char *)"rank0",
     .code_bits = 8,
     .level = 1,
     .index_bits = 16,
     .inputs = 1,
     .input = &bits[0],
     .sees = 0xffff},
    {.table = (char *)"rank1",
     .code_bits = 8,
     .level = 2,
     .index_bits = 16,
     .inputs = 2,
     .input = &bits[1],
     .sees = 0xffffff},
    {.table = (char *)"rank2",
     .code_bits = 8,
     .level = 3,
     .index_bits = 19,
     .inputs = 2,
     .input = last,
     .sees = 0x7ffffffff},
};
static const struct gno_node node = {
    .name = (char *)"core",
    .fields = 3,
    .field = fields,
    .word_bits = 35,
    .capacity = 255,
    .code_bits = 8,
    .ranks = 3,
    .rank = ranks,
};

static bool has_value(const struct gno_match *m, uint64_t value)
{
	size_t i;

	for (i = 0; i < m->values && m->value[i] != value; i++)
		;
	return i < m->values;
}

/* Whether a predicate is true of a word W, by what it is made of. */
static bool matches(const struct gno_match *m, uint64_t word)
{
	uint64_t value = m->field ? gno_field_value(m->field, word) : 0;
	size_t i;

	switch (m->kind) {
	case MATCH_ANY:
		return true;
	case MATCH_MASKED:
		return (value & m->b) == m->a;
	case MATCH_RANGE:
		return value >= m->a && value <= m->b;
	case MATCH_VALUES:
		return has_value(m, value);
	case MATCH_NOT:
		return !matches(m->part[0], word);
	default: /* and: up to the first that is false; or: up to the first that is true */
		for (i = 0; i < m->parts && matches(m->part[i], word) == (m->kind == MATCH_AND);
		     i++)
			;
		return (i == m->parts) == (m->kind == MATCH_AND);
	}
}

static uint64_t word_of(uint32_t pc, unsigned write, unsigned mode)
{
	return pc >> 2 | (uint64_t)write << 30 | (uint64_t)mode << 31;
}

static int look_up(void *ctx, const char *name, uint64_t *value, struct gno_err *err)
{
	static const struct {
		const char *name;
		uint64_t value;
	} symbols[] = {{"one.c:f", 0x500}, {"net::f(int)", 0x600}, {"it's", 0x700},
		       {"main", 0x100},	   {"step.part.0", 0x200}, {"wide", 0x100000000},
		       {"any", 0x300},	   {"$x", 0x400},	   {"last", UINT64_MAX}};

	(void)ctx;
	for (size_t i = 0; i < COUNT(symbols); i++) {
		if (strcmp(symbols[i].name, name) != 0)
			continue;
		*value = symbols[i].value;
		return 0;
	}
	return gno_fail(err, GNO_ERR_ARG, "there is no symbol '%s'", name);
}

static struct gno_match *parse(const char *text)
{
	struct gno_match *m = NULL;
	struct gno_err err;
	unsigned column;

	ck_assert_msg(!gno_match_parse(&node, text, look_up, NULL, &m, &column, &err), "%s: %u: %s",
		      text, column, err.text);
	return m;
}

/* An expression, a word that matches and one that does not. */
static const struct {
	const char *text;
	struct {
		uint32_t pc;
		unsigned write, mode;
	} yes, no;
} meanings[] = {
    {"pc == 0x100", {0x100, 0, 0}, {0x104, 0, 0}},
    {"pc == 256", {0x100, 1, 3}, {0xfc, 0, 0}},
    {"pc != 0x100", {0x104, 0, 0}, {0x100, 0, 0}},
    {"pc < 0x100", {0xfc, 0, 0}, {0x100, 0, 0}},
    {"pc <= 0x100", {0x100, 0, 0}, {0x104, 0, 0}},
    {"pc > 0x100", {0x104, 0, 0}, {0x100, 0, 0}},
    {"pc >= 0x100", {0x100, 0, 0}, {0xfc, 0, 0}},
    {"pc >= 0x101", {0x104, 0, 0}, {0x100, 0, 0}},
    {"pc in 0x100..0x1ff", {0x1fc, 0, 0}, {0x200, 0, 0}},
    {"pc in 0x100..0x1ff and write", {0x100, 1, 0}, {0x100, 0, 0}},
    {"pc in {0x100..0x1ff, 0x400} and write", {0x400, 1, 0}, {0x404, 1, 0}},
    {"pc in 0x100, 0x200..0x300, 0x400", {0x300, 0, 0}, {0x304, 0, 0}},
    {"pc not in 0x100, 0x200..0x300", {0x1fc, 0, 0}, {0x200, 0, 0}},
    {"mode == 0b1x0", {0, 0, 6}, {0, 0, 5}},
    {"mode == 0b1x0", {0, 0, 4}, {0, 0, 12}},
    {"mode != 0bxx11", {0, 0, 2}, {0, 0, 15}},
    {"mode in 0b00xx, 8..9", {0, 0, 9}, {0, 0, 10}},
    {"pc == 0x4000/0xf000", {0x4abc, 0, 0}, {0x5000, 0, 0}},
    {"pc in 0x4000/0xf000, main", {0x100, 0, 0}, {0x104, 0, 0}},
    {"write", {0, 1, 0}, {0, 0, 0}},
    {"mode", {0, 0, 8}, {0, 0, 0}},
    {"not write", {0, 0, 0}, {0, 1, 0}},
    {"not not mode", {0, 0, 1}, {0, 0, 0}},
    {"any", {0, 0, 0}, {1, 0, 0}}, /* the second is not looked at */
    {"write or mode == 1 and pc == 4", {0, 1, 0}, {0, 0, 1}},
    {"(write or mode == 1) and pc == 4", {4, 0, 1}, {0, 1, 0}},
    {"not write and mode", {0, 0, 1}, {0, 1, 1}},
    {"not (write and mode)", {0, 1, 0}, {0, 1, 1}},
    {"pc == main", {0x100, 0, 0}, {0x104, 0, 0}},
    {"pc == main+8", {0x108, 0, 0}, {0x100, 0, 0}},
    {"pc in main + 0x10 .. step.part.0", {0x200, 0, 0}, {0x10c, 0, 0}},
    {"pc in main..step.part.0", {0x200, 0, 0}, {0xfc, 0, 0}},
    {"pc == any", {0x300, 0, 0}, {0x304, 0, 0}},
    {"pc==$x", {0x400, 0, 0}, {0x404, 0, 0}},
    {"pc == main/0xfffff100 and\n\twrite", {0x104, 1, 0}, {0x104, 0, 0}},
    {"pc == \"one.c:f\"", {0x500, 0, 0}, {0x504, 0, 0}},
    {"pc in 'net::f(int)' + 4 .. \"it's\"", {0x700, 0, 0}, {0x600, 0, 0}},
    {"pc == 'main'+8/0xfffff10f", {0x108, 0, 0}, {0x100, 0, 0}},
    {"pc in 0x101, 0x104", {0x104, 0, 0}, {0x100, 0, 0}},
    {"pc == 0xfffffff0/0xfffffff1", {0xfffffffc, 0, 0}, {0xffffffec, 0, 0}},
    {"pc >= 0 and not pc > 0xfffffffe", {0xfffffffc, 1, 1}, {0, 0, 0}},
};

START_TEST(test_what_each_form_means)
{
	const char *text = meanings[_i].text;
	bool all = !strcmp(text, "any") || !strncmp(text, "pc >= 0 ", 8);
	struct gno_match *m;

	m = parse(text);
	ck_assert_msg(
	    matches(m, word_of(meanings[_i].yes.pc, meanings[_i].yes.write, meanings[_i].yes.mode)),
	    "%s", text);
	ck_assert_msg(all || !matches(m, word_of(meanings[_i].no.pc, meanings[_i].no.write,
						 meanings[_i].no.mode)),
		      "%s", text);
	gno_match_free(m);
}
END_TEST

/* An expression that is at fault, the position, and the message. */
static const struct {
	const char *text;
	unsigned column;
	const char *says;
} faults[] = {
    {"", 1, "the text ends where a field, 'any', 'not' or '(' is expected"},
    {"pc ==", 6, "the text ends where a value is expected"},
    {"pc = 4", 4, "'=' is not expected here; did you mean '=='?"},
    {"pc == 4 & write", 9, "'&' is not expected here"},
    {"pcc == 4", 1, "node 'core' has no field 'pcc'; did you mean 'pc'?"},
    {"write and instruction", 11, "node 'core' has no field 'instruction'"},
    {"pc == 0x12g4", 7, "'0x12g4' is not a number"},
    {"pc == 0x", 7, "'0x' is not a number"},
    {"pc == 010", 7, "'010' is not a number"},
    {"mode == 0b12", 9, "'0b12' is not a number"},
    {"mode == 1x", 9, "'1x' is not a number"},
    {"pc == 0x1ffffffffffffffff", 7, "'0x1ffffffffffffffff' is wider than 64 bits"},
    {"pc == 18446744073709551616", 7, "'18446744073709551616' is wider than 64 bits"},
    {"pc == 0x100000000", 7, "0x100000000 is wider than the 32 bits of 'pc'"},
    {"mode in 1, 0x10", 12, "0x10 is wider than the 4 bits of 'mode'"},
    {"pc == wide", 7, "0x100000000 is wider than the 32 bits of 'pc'"},
    {"pc == last+1", 12, "the offset leads beyond 64 bits"},
    {"pc == nobody", 7, "there is no symbol 'nobody'"},
    {"pc == \"nobody\"", 7, "there is no symbol 'nobody'"},
    {"pc == \"one.c:f", 7, "the quotes that begin here do not end"},
    {"pc == 'main\"", 7, "the quotes that begin here do not end"},
    {"pc == ''", 7, "no name between the quotes"},
    {"'pc' == 4", 1, "''pc'' where a field, 'any', 'not' or '(' is expected"},
    {"write 'and' mode", 7, "''and'' where 'and', 'or' or the end is expected"},
    {"pc == main+", 12, "the text ends where an offset is expected"},
    {"mode == 1/0x1f", 11, "mask 0x1f is wider than the 4 bits of 'mode'"},
    {"mode == 3/1", 9, "0x3 has bits that are not in its mask 0x1"},
    {"mode == 0b1x/3", 13, "a number with 'x' cannot have a mask"},
    {"mode < 0b1x", 8, "a mask or 'x' is only possible with '==', '!=' and 'in'"},
    {"mode in 0b1x..5", 9, "a mask or 'x' cannot begin a range"},
    {"mode in 1..0b1x", 12, "a mask or 'x' is only possible with '==', '!=' and 'in'"},
    {"mode in 5..3", 9, "the range goes from 0x5 down to 0x3"},
    {"mode in {1, 2", 14, "the text ends where '}' is expected"},
    {"(write", 7, "the text ends where ')' is expected"},
    {"write)", 6, "')' where 'and', 'or' or the end is expected"},
    {"write mode", 7, "'mode' where 'and', 'or' or the end is expected"},
    {"mode not 4", 10, "'4' where 'in' is expected"},
    {"write and", 10, "the text ends where a field, 'any', 'not' or '(' is expected"},
    {"pc == 0x101", 1,
     "never matches: bits of 'pc' are left out and read as 0, and 0x101 has one of them"},
    {"pc in 0x101..0x103 and write", 1,
     "never matches: bits of 'pc' are left out and read as 0, and no such value is in 0x101..0x103"},
    {"mode == 1 and mode == 2", 1, "never matches: no word fits all of it"},
    {"not (pc == 0x101) and not any", 1, "never matches: no word fits all of it"},
    {"mode < 0", 1, "never matches: no word fits all of it"},
};

START_TEST(test_faults_are_told_with_their_place)
{
	struct gno_match *m = NULL;
	struct gno_err err = {0};
	unsigned column = 0;

	ck_assert_int_eq(gno_match_parse(&node, faults[_i].text, look_up, NULL, &m, &column, &err),
			 GNO_ERR_ARG);
	ck_assert_str_eq(err.text, faults[_i].says);
	ck_assert_uint_eq(column, faults[_i].column);
	ck_assert_ptr_null(m);
}
END_TEST

START_TEST(test_without_a_program_there_are_no_symbols)
{
	struct gno_match *m = NULL;
	struct gno_err err;
	unsigned column;

	ck_assert_int_eq(gno_match_parse(&node, "pc == main", NULL, NULL, &m, &column, &err),
			 GNO_ERR_ARG);
	ck_assert_str_eq(err.text, "symbol 'main' cannot be found: there is no program");
}
END_TEST

START_TEST(test_deep_and_long_texts)
{
	static char text[400000];
	struct gno_match *m = NULL;
	struct gno_err err;
	unsigned column;

	for (unsigned i = 0; i < 90000; i++)
		strcpy(text + 4 * i, "not ");
	ck_assert_int_eq(gno_match_parse(&node, text, NULL, NULL, &m, &column, &err), GNO_ERR_ARG);
	ck_assert_str_eq(err.text, "more than 64 levels of 'not' and parentheses");
	for (unsigned i = 0; i < 100; i++)
		text[i] = '(';
	ck_assert_int_eq(gno_match_parse(&node, text, NULL, NULL, &m, &column, &err), GNO_ERR_ARG);
	memset(text, 'a', 300);
	text[300] = '\0';
	ck_assert_int_eq(gno_match_parse(&node, text, NULL, NULL, &m, &column, &err), GNO_ERR_ARG);
	ck_assert_str_eq(err.text, "a name of more than 255 characters");
	text[0] = '\0';
	for (unsigned i = 0; i < 10000; i++)
		sprintf(text + strlen(text), "%s0x%x", i ? ", " : "pc in ", 0x1000 + 12 * i);
	m = parse(text);
	ck_assert(matches(m, word_of(0x1000 + 12 * 9999, 0, 0)));
	ck_assert(!matches(m, word_of(0x1004, 0, 0)));
	gno_match_free(m);
}
END_TEST

/* Rows of tokens by chance: they are read or refused, and what is left is freed (the sanitizers
 * watch). */
START_TEST(test_any_row_of_tokens_is_survived)
{
	static const char *const tokens[] = {"pc",    "mode", "write", "and",	"or", "not", "in",
					     "any",   "==",   "!=",    "<",	">=", "..",  "(",
					     ")",     "{",    "}",     ",",	"/",  "+",   "1",
					     "0b1x0", "0x4",  "main",  "nobody"};
	static struct naive n;
	struct gno_match *m;
	struct gno_err err;
	unsigned column, i, k, good = 0;
	char text[512];

	n.seed = 99;
	for (i = 0; i < 20000; i++) {
		text[0] = '\0';
		for (k = 1 + naive_below(&n, 12); k > 0; k--)
			strcat(strcat(text, tokens[naive_below(&n, COUNT(tokens))]),
			       naive_below(&n, 4) ? " " : "");
		m = NULL;
		if (!gno_match_parse(&node, text, look_up, NULL, &m, &column, &err)) {
			good++;
			gno_match_free(m);
		} else {
			ck_assert_uint_le(column, strlen(text) + 1);
		}
	}
	ck_assert_uint_gt(good, 50);
}
END_TEST

START_TEST(test_values_and_ranges_of_a_field)
{
	static const uint64_t good[] = {0x200, 0x100, 0x104, 0x100}, odd[] = {0x100, 0x102},
			      wide[] = {0x100000000};
	struct gno_match *m = NULL;
	struct gno_err err;

	ck_assert_int_eq(gno_match_values(&node, "pc", good, 4, &m, &err), 0);
	ck_assert(matches(m, word_of(0x104, 1, 2)));
	ck_assert(!matches(m, word_of(0x108, 1, 2)));
	gno_match_free(m);
	ck_assert_int_eq(gno_match_values(&node, "pc", odd, 2, &m, &err), GNO_ERR_ARG);
	ck_assert_str_eq(
	    err.text,
	    "never matches: bits of 'pc' are left out and read as 0, and 0x102 has one of them");
	ck_assert_int_eq(gno_match_values(&node, "pc", wide, 1, &m, &err), GNO_ERR_ARG);
	ck_assert_str_eq(err.text, "0x100000000 is wider than the 32 bits of 'pc'");
	ck_assert_int_eq(gno_match_values(&node, "addr", good, 1, &m, &err), GNO_ERR_ARG);
	ck_assert_str_eq(err.text, "node 'core' has no field 'addr'");
	ck_assert_int_eq(gno_match_range(&node, "pc", 0x101, 0x107, &m, &err), 0);
	ck_assert(matches(m, word_of(0x104, 0, 0)));
	ck_assert(!matches(m, word_of(0x100, 0, 0)));
	gno_match_free(m);
	ck_assert_int_eq(gno_match_range(&node, "pc", 0x101, 0x103, &m, &err), GNO_ERR_ARG);
	ck_assert_int_eq(gno_match_range(&node, "pc", 0, 0x100000000, &m, &err), GNO_ERR_ARG);
}
END_TEST

START_TEST(test_one_word_only)
{
	static const struct {
		const char *text;
		int only;
	} cases[] = {
	    {"pc == 0x104 and write and mode == 9", 1},
	    {"pc in 0x101..0x107 and write and mode not in 0..8, 10..15", 1},
	    {"pc == 0x104 and write", 0},
	    {"pc in 0x100, 0x104 and write and mode == 9", 0},
	    {"any", 0},
	};
	uint64_t word;

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct gno_match *m = parse(cases[i].text);

		ck_assert_int_eq(gno_match_only_word(&node, m, &word), cases[i].only);
		ck_assert(!cases[i].only || word == word_of(0x104, 1, 9));
		gno_match_free(m);
	}
}
END_TEST

START_TEST(test_overlaps)
{
	static const struct {
		const char *text;
		uint8_t code;
		enum gno_overlap_kind kind;
		size_t with;
	} list[] = {
	    {"pc == 0x100", 1, GNO_OVERLAP_NONE, 0},
	    {"pc in 0x100..0x200", 2, GNO_OVERLAP_PART, 0},
	    {"pc == 0x180 and write", 3, GNO_OVERLAP_ALL, 1},
	    {"pc in 0x180..0x1f0", 2, GNO_OVERLAP_NONE, 0},
	    {"pc == 0x300", 4, GNO_OVERLAP_NONE, 0},
	    {"pc >= 0x300", 4, GNO_OVERLAP_NONE, 0},
	    {"mode == 3", 5, GNO_OVERLAP_PART, 0},
	};
	struct gno_pattern patterns[COUNT(list)];
	struct gno_match *m[COUNT(list)];
	struct gno_overlap overlap[COUNT(list)];

	for (size_t i = 0; i < COUNT(list); i++) {
		m[i] = parse(list[i].text);
		patterns[i] = (struct gno_pattern){m[i], list[i].code};
	}
	ck_assert_int_eq(gno_patterns_overlap(&node, patterns, COUNT(list), overlap), 0);
	for (size_t i = 0; i < COUNT(list); i++) {
		ck_assert_msg(overlap[i].kind == list[i].kind, "%s", list[i].text);
		ck_assert(overlap[i].kind == GNO_OVERLAP_NONE || overlap[i].with == list[i].with);
		gno_match_free(m[i]);
	}
}
END_TEST

START_TEST(test_names_of_ranks)
{
	struct gno_pattern_misfit misfit;
	struct gno_rank_tables t;
	struct gno_pattern bad;
	struct gno_err err;
	char text[96];

	ck_assert_str_eq(gno_rank_name(&node, 0, text, sizeof(text)), "rank0 (pc 17..2)");
	ck_assert_str_eq(gno_rank_name(&node, 2, text, sizeof(text)),
			 "rank2 (pc 31..2, write, mode 3..0)");
	ck_assert_str_eq(gno_rank_name(&node, 2, text, 20), "rank2 (pc 31..2, wr");
	bad = (struct gno_pattern){parse("any"), 0};
	ck_assert_int_eq(gno_patterns_compile(&node, &bad, 1, &t, &misfit, &err), GNO_ERR_ARG);
	ck_assert_str_eq(err.text,
			 "node 'core' has no event code 0: it can distinguish 255 events");
	gno_match_free((struct gno_match *)bad.match);
}
END_TEST

/* What predicates are made of against brute force. */
START_TEST(test_random_predicates_match_brute_force)
{
	static struct naive n;
	struct naive_word w;

	n.seed = 4242 + (uint64_t)_i;
	n.qualified = _i % 2;
	naive_make_node(&n, 8 + naive_below(&n, 57),
			1 + n.qualified + naive_below(&n, NAIVE_FIELDS - 1), 4);
	naive_make_patterns(&n, 50, 4);
	for (size_t k = 0; k < n.patterns; k++) {
		n.code[k] = 1;
		for (unsigned i = 0; i < 100; i++) {
			struct naive one = n;

			naive_border_word(&n, &w);
			one.pattern[0] = n.pattern[k];
			ck_assert_int_eq(matches(n.match[k], naive_pack(&n, &w)),
					 naive_event(&one, 1, &w));
		}
	}
	naive_free(&n);
}
END_TEST

int main(void)
{
	return run_tests("match", NULL, NULL,
			 TESTS({test_what_each_form_means, COUNT(meanings)},
			       {test_faults_are_told_with_their_place, COUNT(faults)},
			       {test_without_a_program_there_are_no_symbols},
			       {test_deep_and_long_texts}, {test_any_row_of_tokens_is_survived},
			       {test_values_and_ranges_of_a_field}, {test_one_word_only},
			       {test_overlaps}, {test_names_of_ranks},
			       {test_random_predicates_match_brute_force, 10}));
}
