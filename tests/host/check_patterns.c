/* SPDX-License-Identifier: Apache-2.0 */

/* The tables of the trigger ranks against brute force. */

#include <check.h>
#include <stdbool.h>
#include <string.h>

#include "main.h"
#include "model_device.h"
#include "patterns.h"

#define RULES_MAX 200

static struct gno_node node_with(unsigned code_bits)
{
	struct gno_node n = {
	    .name = (char *)"core0",
	    .word_bits = 32,
	    .capacity = (1u << code_bits) - 1,
	    .code_bits = code_bits,
	    .index_bits = code_bits == 6 ? 12 : 11,
	    .chunks = {{0, 10}, {10, 11}, {21, 11}},
	    .table_cells = {1024, 2048, 2048, 1u << 2 * code_bits, 1u << 2 * code_bits, 1u << code_bits},
	};

	return n;
}

/* What the hardware would make of a word. */
static unsigned look_up(const struct gno_node *n, const struct gno_tables *t, uint32_t word)
{
	unsigned c0 = t->cell[0][word & 1023], c1 = t->cell[1][word >> 10 & 2047],
		 c2 = t->cell[2][word >> 21];
	unsigned pair = t->cell[3][c1 << n->code_bits | c0];

	return t->cell[4][c2 << n->code_bits | pair];
}

static unsigned brute_force(const struct gno_rule *rules, size_t count, uint32_t word)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (rules[i].word == word)
			return rules[i].code;
	return 0;
}

static void check_words(const struct gno_node *n, const struct gno_tables *t, const struct gno_rule *rules,
			size_t count, uint32_t *seed)
{
	static const uint32_t edges[] = {0,	   1,	       0x3ff,	   0x400,     0x1fffff,
					 0x200000, 0x7fffffff, 0x80000000, 0xffffffff};
	size_t i, k;

	for (i = 0; i < sizeof(edges) / sizeof(edges[0]); i++)
		ck_assert_uint_eq(look_up(n, t, edges[i]), brute_force(rules, count, edges[i]));
	for (i = 0; i < count; i++) {
		ck_assert_uint_eq(look_up(n, t, rules[i].word), rules[i].code);
		for (k = 0; k < 32; k++) {
			uint32_t word = rules[i].word ^ 1u << k;

			ck_assert_uint_eq(look_up(n, t, word), brute_force(rules, count, word));
		}
		for (k = 0; k < count; k++) { /* parts of two rules */
			uint32_t word = (rules[i].word & 0x1ffc00) | (rules[k].word & ~0x1ffc00u);

			ck_assert_uint_eq(look_up(n, t, word), brute_force(rules, count, word));
			word = (rules[i].word & 0x3ff) | (rules[k].word & ~0x3ffu);
			ck_assert_uint_eq(look_up(n, t, word), brute_force(rules, count, word));
		}
	}
	for (i = 0; i < 2000; i++) {
		uint32_t word = model_random(seed);

		ck_assert_uint_eq(look_up(n, t, word), brute_force(rules, count, word));
	}
}

/* Random rules whose chunks come from few values, so that they share classes. */
static size_t random_rules(struct gno_rule *rules, size_t want, unsigned codes, unsigned spread,
			   uint32_t *seed)
{
	uint32_t part[3][64];
	size_t count = 0, i;

	for (i = 0; i < 64; i++) {
		part[0][i] = model_random(seed) & 0x3ff;
		part[1][i] = model_random(seed) & 0x1ffc00;
		part[2][i] = model_random(seed) & 0xffe00000;
	}
	for (i = 0; i < want; i++) {
		uint32_t word = part[0][model_random(seed) % spread] | part[1][model_random(seed) % spread] |
				part[2][model_random(seed) % spread];

		if (brute_force(rules, count, word))
			continue;
		rules[count].word = word;
		rules[count++].code = (uint8_t)(1 + model_random(seed) % codes);
	}
	return count;
}

START_TEST(test_random_sets_match_brute_force)
{
	static const unsigned spreads[] = {2, 4, 8, 64};
	struct gno_node n = node_with(4 + (unsigned)_i % 3);
	uint8_t actions[64] = {0, 1, 2, 3};
	struct gno_rule rules[RULES_MAX];
	uint32_t seed = 77 + (uint32_t)_i;
	struct gno_misfit misfit;
	struct gno_tables t;
	unsigned fitted = 0, i;

	for (i = 0; i < 40; i++) {
		size_t want = 1 + model_random(&seed) % (2 * n.capacity);
		size_t count = random_rules(rules, want, n.capacity, spreads[i % 4], &seed);

		if (gno_tables_compile(&n, rules, count, actions, &t, &misfit, NULL))
			continue;
		fitted++;
		check_words(&n, &t, rules, count, &seed);
		ck_assert_int_eq(memcmp(t.cell[5], actions, 1u << n.code_bits), 0);
		gno_tables_free(&t);
	}
	ck_assert_uint_gt(fitted, 10);
}
END_TEST

/* Different values in the highest chunk. */
static unsigned classes_of_high(const struct gno_rule *rules, size_t count)
{
	unsigned classes = 0;
	size_t i, k;

	for (i = 0; i < count; i++) {
		for (k = 0; k < i && rules[k].word >> 21 != rules[i].word >> 21; k++)
			;
		classes += k == i;
	}
	return classes;
}

START_TEST(test_as_many_words_as_codes_always_fit)
{
	struct gno_node n = node_with(4 + (unsigned)_i % 3);
	uint8_t actions[64] = {0};
	struct gno_rule rules[64];
	uint32_t seed = 5 + (uint32_t)_i;
	struct gno_misfit misfit;
	struct gno_tables t;
	size_t i;

	for (i = 0; i < n.capacity; i++)
		rules[i] = (struct gno_rule){model_random(&seed), (uint8_t)(i + 1)};
	ck_assert_int_eq(gno_tables_compile(&n, rules, n.capacity, actions, &t, &misfit, NULL), 0);
	check_words(&n, &t, rules, n.capacity, &seed);
	ck_assert_uint_eq(t.classes[2], classes_of_high(rules, n.capacity));
	gno_tables_free(&t);
}
END_TEST

START_TEST(test_words_of_one_event_share_a_class)
{
	struct gno_node n = node_with(4);
	uint8_t actions[16] = {0};
	struct gno_rule rules[40];
	struct gno_misfit misfit;
	struct gno_tables t;
	uint32_t seed = 9;
	unsigned i;

	/* 40 addresses in one page that are all the same event need one class a rank, not 40. */
	for (i = 0; i < 40; i++)
		rules[i] = (struct gno_rule){0x12345000 + 4 * i, 3};
	ck_assert_int_eq(gno_tables_compile(&n, rules, 40, actions, &t, &misfit, NULL), 0);
	for (i = 0; i < GNO_RANKS; i++)
		ck_assert_uint_eq(t.classes[i], 1);
	check_words(&n, &t, rules, 40, &seed);
	gno_tables_free(&t);
}
END_TEST

START_TEST(test_no_rules_are_no_events)
{
	struct gno_node n = node_with(4);
	uint8_t actions[16] = {0};
	struct gno_misfit misfit;
	struct gno_tables t;
	uint32_t seed = 3;

	ck_assert_int_eq(gno_tables_compile(&n, NULL, 0, actions, &t, &misfit, NULL), 0);
	check_words(&n, &t, NULL, 0, &seed);
	gno_tables_free(&t);
}
END_TEST

START_TEST(test_too_many_classes_are_told_by_rank)
{
	struct gno_node n = node_with(4);
	uint8_t actions[16] = {0};
	struct gno_rule rules[20];
	struct gno_misfit misfit;
	struct gno_tables t;
	struct gno_err err;
	unsigned i;

	for (i = 0; i < 20;
	     i++) /* 20 values of chunk 0 that all mean something else: the code or chunk 2 differs */
		rules[i] = (struct gno_rule){4 * i + (i / 15 << 21), (uint8_t)(1 + i % 15)};
	ck_assert_int_eq(gno_tables_compile(&n, rules, 20, actions, &t, &misfit, &err), GNO_ERR_FIT);
	ck_assert_uint_eq(misfit.rank, 0);
	ck_assert_uint_eq(misfit.needed, 20);
	ck_assert_uint_eq(misfit.present, 15);
	ck_assert_uint_eq(misfit.first, 15);
	ck_assert_str_eq(err.text, "chunk 0 (bits 9..0) of node 'core0' needs 20 classes and has 15");
	for (i = 0; i < 20; i++) /* few values in each chunk, many pairs of chunk 1 and chunk 0 */
		rules[i] =
		    (struct gno_rule){4 * (i % 5) + (i / 5 << 10) + (i / 15 << 21), (uint8_t)(1 + i % 15)};
	ck_assert_int_eq(gno_tables_compile(&n, rules, 20, actions, &t, &misfit, &err), GNO_ERR_FIT);
	ck_assert_uint_eq(misfit.rank, 3);
	ck_assert_uint_eq(misfit.needed, 20);
	ck_assert_str_eq(err.text, "rank 2 (bits 20..0) of node 'core0' needs 20 classes and has 15");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("patterns");
	TCase *tests = tcase_create("tables");

	tcase_add_loop_test(tests, test_random_sets_match_brute_force, 0, 6);
	tcase_add_loop_test(tests, test_as_many_words_as_codes_always_fit, 0, 6);
	tcase_add_test(tests, test_words_of_one_event_share_a_class);
	tcase_add_test(tests, test_no_rules_are_no_events);
	tcase_add_test(tests, test_too_many_classes_are_told_by_rank);
	tcase_set_timeout(tests, 60);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
