/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The tables of the trigger ranks against brute force (naive.h). GNOMON_FUZZ=N does N times as many
 * random sets, from other seeds.
 */

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "naive.h"

#define SETS 12	  /* of patterns for each tree */
#define WORDS 300 /* of each sort for each set */

static struct naive n;

static unsigned rounds(void)
{
	const char *text = getenv("GNOMON_FUZZ");

	return text ? (unsigned)atoi(text) : 1;
}

static void teardown(void)
{
	naive_free(&n);
	memset(&n, 0, sizeof(n));
}

static void check_word(const struct gno_rank_tables *t, const struct naive_word *w, uint64_t seed)
{
	uint64_t packed = naive_pack(&n, w);
	unsigned found = naive_look_up(&n, t, packed), wanted = naive_event(&n, n.patterns, w);
	char text[8192] = "";

	if (found == wanted)
		return;
	for (size_t i = 0; i < n.patterns && strlen(text) < 4000; i++) {
		sprintf(text + strlen(text), "\n%u: ", n.code[i]);
		naive_print(&n, n.pattern[i], text, sizeof(text));
	}
	ck_abort_msg("seed %" PRIu64 ": word 0x%" PRIx64 " is %u, should be %u%s", seed, packed,
		     found, wanted, text);
}

static void check_words(const struct gno_rank_tables *t, uint64_t seed)
{
	struct naive_word w;

	for (unsigned i = 0; i < WORDS; i++) {
		for (unsigned k = 0; k < n.node.fields; k++)
			w.value[k] = naive_random(&n);
		check_word(t, &w, seed);
		naive_border_word(&n, &w);
		check_word(t, &w, seed);
	}
	naive_unpack(&n, 0, &w);
	check_word(t, &w, seed);
	naive_unpack(&n, UINT64_MAX, &w);
	check_word(t, &w, seed);
}

/* What does not fit: the patterns before the one to blame fit, with it they do not. */
static void check_blame(const struct gno_pattern_misfit *misfit)
{
	struct gno_pattern_misfit other;
	struct gno_rank_tables t;

	ck_assert_uint_lt(misfit->first, n.patterns);
	ck_assert_uint_gt(misfit->needed, misfit->present);
	ck_assert_uint_eq(misfit->present, 1u << n.node.rank[misfit->rank].code_bits);
	ck_assert_int_eq(gno_patterns_compile(&n.node, n.given, misfit->first, &t, &other, NULL),
			 0);
	gno_rank_tables_free(&t);
	ck_assert_int_eq(
	    gno_patterns_compile(&n.node, n.given, misfit->first + 1, &t, &other, NULL),
	    GNO_ERR_FIT);
}

START_TEST(test_random_sets_match_brute_force)
{
	static const unsigned spreads[] = {1, 2, 4, 16};
	unsigned fitted = 0, refused = 0, round, i;
	struct gno_pattern_misfit misfit;
	struct gno_rank_tables t;

	for (round = 0; round < rounds(); round++) {
		uint64_t seed = 1 + (uint64_t)_i + 1000 * (uint64_t)round;

		n.seed = seed * UINT64_C(0x9E3779B97F4A7C15);
		n.qualified = round % 2 ? !(_i % 2) : _i % 2;
		naive_make_node(&n, 8 + naive_below(&n, 57),
				1 + n.qualified + naive_below(&n, NAIVE_FIELDS - 1),
				4 + naive_below(&n, 5));
		for (i = 0; i < SETS; i++) {
			naive_make_patterns(&n, 1 + naive_below(&n, 2u << i % 5), spreads[i % 4]);
			if (gno_patterns_compile(&n.node, n.given, n.patterns, &t, &misfit, NULL)) {
				refused++;
				check_blame(&misfit);
			} else {
				fitted++;
				check_words(&t, seed);
				gno_rank_tables_free(&t);
			}
			naive_free_patterns(&n);
		}
		teardown();
	}
	ck_assert_uint_gt(fitted, refused / 4);
}
END_TEST

/* Different functions that are left at a rank, and whether one of them is "none", by looking at all
 * words. */
static unsigned count_classes(unsigned rank, const uint8_t *event, unsigned bits)
{
	uint32_t sees = (uint32_t)n.node.rank[rank].sees, all = (1u << bits) - 1, first[4096];
	unsigned classes = 0, i;
	uint32_t out;

	for (uint32_t in = 0; in <= all; in++) {
		if (in & ~sees)
			continue;
		for (i = 0; i < classes; i++) {
			for (out = 0; out <= all; out++)
				if (!(out & sees) && event[in | out] != event[first[i] | out])
					break;
			if (out > all)
				break;
		}
		if (i == classes)
			first[classes++] = in;
	}
	return classes;
}

/* Events of all words with the first `count` patterns; the first rank that is too small, or the
 * number of ranks. */
static unsigned count_all(size_t count, unsigned *classes)
{
	unsigned bits = n.node.word_bits, full = n.node.ranks, r;
	uint8_t event[4096];
	struct naive_word w;

	for (uint32_t word = 0; word < 1u << bits; word++) {
		naive_unpack(&n, word, &w);
		event[word] = (uint8_t)naive_event(&n, count, &w);
	}
	for (r = n.node.ranks; r-- > 0;) {
		classes[r] = count_classes(r, event, bits);
		if (classes[r] > 1u << n.node.rank[r].code_bits)
			full = r;
	}
	return full;
}

/* On short words everything can be counted: whether it fits, where it does not, how many classes
 * there are.
 */
START_TEST(test_classes_are_as_few_as_can_be)
{
	unsigned classes[GNO_MAX_RANKS], round, r, i, full, fitted = 0, refused = 0;
	struct gno_pattern_misfit misfit;
	struct gno_rank_tables t;
	int rc;

	for (round = 0; round < rounds(); round++) {
		n.seed =
		    (77 + (uint64_t)_i + 1000 * (uint64_t)round) * UINT64_C(0x9E3779B97F4A7C15);
		naive_make_node(&n, 8 + naive_below(&n, 4), 1 + naive_below(&n, 3), 4);
		for (i = 0; i < SETS; i++) {
			naive_make_patterns(&n, 1 + naive_below(&n, 12), 4);
			full = count_all(n.patterns, classes);
			rc = gno_patterns_compile(&n.node, n.given, n.patterns, &t, &misfit, NULL);
			ck_assert_int_eq(rc, full == n.node.ranks ? 0 : GNO_ERR_FIT);
			if (rc) {
				refused++;
				ck_assert(!misfit.at_least && !misfit.too_complex);
				ck_assert_uint_eq(misfit.needed, classes[misfit.rank]);
				ck_assert_uint_gt(misfit.needed, misfit.present);
				ck_assert_uint_eq(count_all(misfit.first, classes), n.node.ranks);
				ck_assert_uint_lt(count_all(misfit.first + 1, classes),
						  n.node.ranks);
			} else {
				fitted++;
				for (r = 0; r < n.node.ranks; r++)
					ck_assert_uint_eq(t.classes[r], classes[r]);
				check_words(&t, n.seed);
				gno_rank_tables_free(&t);
			}
			naive_free_patterns(&n);
		}
		teardown();
	}
	ck_assert_uint_gt(fitted, 0);
}
END_TEST

/* As many different words as there are codes: anywhere, close together, or made of few parts. */
START_TEST(test_as_many_words_as_codes_always_fit)
{
	struct gno_pattern_misfit misfit;
	struct naive_word w, part[4];
	struct gno_rank_tables t;
	unsigned bits;
	struct gno_err err;
	uint64_t base, packed;

	for (unsigned round = 0; round < rounds(); round++) {
		n.seed = (5 + (uint64_t)_i + 1000 * (uint64_t)round) * UINT64_C(0x9E3779B97F4A7C15);
		bits = 8 + naive_below(&n, 57);
		naive_make_node(&n, bits, 1, 4 + naive_below(&n, bits > 9 ? 5 : 4));
		base = naive_random(&n);
		for (unsigned k = 0; k < 4; k++)
			part[k].value[0] = naive_random(&n);
		while (n.patterns < n.node.capacity) {
			packed = _i % 3 == 0 ? naive_random(&n) : base + 3 * n.patterns;
			if (_i % 3 == 2 && naive_below(&n, 8)) {
				uint64_t mask = n.node.rank[naive_below(&n, n.node.ranks)].sees;

				packed = (naive_pack(&n, &part[naive_below(&n, 4)]) & mask) |
					 (naive_pack(&n, &part[naive_below(&n, 4)]) & ~mask);
				part[naive_below(&n, 4)].value[0] ^= 1u << naive_below(&n, 32);
			}
			naive_unpack(&n, packed, &w);
			if (!naive_event(&n, n.patterns, &w))
				naive_add_word(&n, &w, (uint8_t)(n.patterns + 1));
			else
				base++;
		}
		ck_assert_msg(
		    !gno_patterns_compile(&n.node, n.given, n.patterns, &t, &misfit, &err), "%s",
		    err.text);
		check_words(&t, n.seed);
		gno_rank_tables_free(&t);
		teardown();
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("patterns");
	TCase *tests = add_tests(suite, "tables", NULL, teardown,
				 TESTS({test_random_sets_match_brute_force, 120},
				       {test_classes_are_as_few_as_can_be, 30},
				       {test_as_many_words_as_codes_always_fit, 60}));

	tcase_set_timeout(tests, HANG_SECONDS * rounds());
	return run_suite(suite);
}
