/* SPDX-License-Identifier: Apache-2.0 */
/* The significance of durations: by hand, against permutations, and how often runs without a
 * difference seem to have one where neighbouring durations depend on each other. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff_series.h"
#include "results/diff/scores.h"
#include "statistics/distributions.h"
#include "tests/suite.h"

#define MOST 20000

static uint64_t of[2][MOST];
static char why[96];

/* p of the first numbers of both runs, each in two histograms. */
static double p_of(const size_t n[2])
{
	struct gno_histogram h[2][2] = {{{0, {NULL}}, {0, {NULL}}}, {{0, {NULL}}, {0, {NULL}}}};
	const struct gno_histogram *const a[] = {&h[0][0], &h[0][1]};
	const struct gno_histogram *const b[] = {&h[1][0], &h[1][1]};
	struct diff_scores s;
	double p;

	for (unsigned i = 0; i < 2; i++)
		for (size_t k = 0; k < n[i]; k++)
			ck_assert_int_eq(gno_histogram_add(&h[i][k % 2], of[i][k]), 0);
	ck_assert_int_eq(diff_scores_begin(&s, (const struct diff_numbers[]){{a, 2}, {b, 2}}), 0);
	for (unsigned i = 0; i < 2; i++)
		for (size_t k = 0; k < n[i]; k++)
			diff_scores_add(&s, i, of[i][k]);
	why[0] = '\0';
	p = diff_scores_test(&s, why, sizeof(why));
	diff_scores_free(&s);
	for (unsigned i = 0; i < 4; i++)
		gno_histogram_free(&h[i / 2][i % 2]);
	return p;
}

/* The rank of a number among all, ties having the mean of theirs. */
static double rank_of(uint64_t number, const size_t n[2])
{
	double rank = 0.5;

	for (unsigned i = 0; i < 2; i++)
		for (size_t k = 0; k < n[i]; k++)
			rank += of[i][k] < number ? 1 : of[i][k] == number ? 0.5 : 0;
	return rank;
}

/* Small and large numbers take turns, so that neighbours do not seem to be alike. */
static void take_turns(uint64_t *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t best = i;
		uint64_t x;

		for (size_t k = i; k < n; k++)
			if (i % 2 ? v[k] > v[best] : v[k] < v[best])
				best = k;
		x = v[i];
		v[i] = v[best];
		v[best] = x;
	}
}

/* Welch's test of the ranks, with many ties. */
START_TEST(test_welch)
{
	for (unsigned round = 0; round < 60; round++) {
		const size_t n[] = {10 + round, 40};
		double mean[2] = {0, 0}, v[2] = {0, 0}, both, freedom;

		series_seed(round);
		for (unsigned i = 0; i < 2; i++) {
			for (size_t k = 0; k < n[i]; k++)
				of[i][k] = series_draw() % 30 + i * (round % 5);
			take_turns(of[i], n[i]);
		}
		for (unsigned i = 0; i < 2; i++)
			for (size_t k = 0; k < n[i]; k++)
				mean[i] += rank_of(of[i][k], n) / (double)n[i];
		for (unsigned i = 0; i < 2; i++)
			for (size_t k = 0; k < n[i]; k++)
				v[i] += pow(rank_of(of[i][k], n) - mean[i], 2) / (double)n[i] /
					(double)(n[i] - 1);
		both = v[0] + v[1];
		freedom = both * both /
			  (v[0] * v[0] / (double)(n[0] - 1) + v[1] * v[1] / (double)(n[1] - 1));
		ck_assert_double_eq_tol(
		    p_of(n), gno_student((mean[0] - mean[1]) / sqrt(both), freedom), 1e-9);
	}
}
END_TEST

/* How often a random assignment of the numbers to two runs gives mean ranks as far apart. */
static double permuted(const size_t n[2])
{
	const unsigned rounds = 4000;
	const size_t all = n[0] + n[1];
	static double rank[400];
	double apart = 0;
	unsigned hits = 0;

	for (size_t k = 0; k < all; k++)
		rank[k] = rank_of(k < n[0] ? of[0][k] : of[1][k - n[0]], n);
	for (unsigned round = 0; round <= rounds; round++) {
		double sum = 0;

		for (size_t i = all - 1; i > 0 && round; i--) {
			const size_t k = series_draw() % (i + 1);
			const double x = rank[i];

			rank[i] = rank[k];
			rank[k] = x;
		}
		for (size_t i = 0; i < n[0]; i++)
			sum += rank[i];
		sum = fabs(sum - (double)n[0] * (double)(all + 1) / 2);
		if (!round)
			apart = sum;
		else
			hits += sum >= apart * (1 - 1e-12);
	}
	return (double)hits / rounds;
}

/* Against a permutation test, which assumes nothing but independent numbers. */
START_TEST(test_permuted)
{
	const size_t n[] = {70, 90};
	unsigned low = 0;

	for (unsigned round = 0; round < 24; round++) {
		double p, wanted;

		series_seed(700 + round);
		for (unsigned i = 0; i < 2; i++) {
			for (size_t k = 0; k < n[i]; k++)
				of[i][k] =
				    (uint64_t)series_exponential(round % 3 && i ? 700 : 500) % 128;
			take_turns(of[i], n[i]);
		}
		p = p_of(n);
		wanted = permuted(n);
		ck_assert_msg(fabs(p - wanted) < 0.01 + 0.1 * wanted, "%u: %g, not %g", round, p,
			      wanted);
		low += p < 0.2;
	}
	ck_assert_uint_gt(low, 2);
}
END_TEST

/*
 * Pairs of runs without a difference. In `known` of 100 p is to be known; of these 3 to 8 of 100
 * may have a p below 5 %, and at most 2.5 of 100 one below 1 %. A test that takes all durations as
 * independent finds a difference at 5 % in `naive` of 100 pairs or more.
 */
static const struct process {
	bool queue;
	double how; /* load, or correlation of neighbours */
	size_t n[2];
	unsigned pairs, known, naive;
} processes[] = {
    {false, 0, {20, 40}, 3000, 90, 3},	    {false, 0, {300, 500}, 1000, 95, 3},
    {false, 0.5, {300, 300}, 1000, 90, 15}, {false, 0.9, {2000, 2000}, 600, 85, 50},
    {true, 0.5, {500, 500}, 1000, 80, 25},  {true, 0.5, {3000, 3000}, 400, 95, 25},
    {true, 0.8, {2000, 4000}, 400, 60, 50}, {true, 0.8, {20000, 20000}, 200, 95, 50},
};

static void draw_run(const struct process *x, unsigned i)
{
	if (x->queue)
		series_queue(of[i], x->n[i], x->how);
	else
		series_autoregressive(of[i], x->n[i], x->how);
}

START_TEST(test_nothing_changed)
{
	const struct process *x = &processes[_i];
	const size_t first[] = {x->n[0] < 500 ? x->n[0] : 500, x->n[1] < 500 ? x->n[1] : 500};
	const unsigned few = 60;
	unsigned known = 0, below_5 = 0, below_1 = 0, naive = 0;

	series_seed(40 + (uint64_t)_i);
	for (unsigned i = 0; i < x->pairs; i++) {
		double p;

		draw_run(x, 0);
		draw_run(x, 1);
		p = p_of(x->n);
		known += p >= 0;
		below_5 += p >= 0 && p < 0.05;
		below_1 += p >= 0 && p < 0.01;
		if (i < few) /* each number with each: slow */
			naive += series_mann_whitney(of[0], first[0], of[1], first[1]) < 0.05;
	}
	ck_assert_msg(known * 100 >= x->pairs * x->known, "%u of %u", known, x->pairs);
	ck_assert_msg(below_5 * 100 >= known * 3 && below_5 * 100 <= known * 8, "%u of %u", below_5,
		      known);
	ck_assert_msg(below_1 * 1000 <= known * 25, "%u of %u", below_1, known);
	ck_assert_msg(naive * 100 >= few * x->naive, "%u of %u", naive, few);
}
END_TEST

/* A queue whose load goes from 0.5 to 0.6 has a longer wait, and it is found. */
START_TEST(test_change_found)
{
	const size_t n[] = {5000, 5000};
	unsigned found = 0;

	series_seed(99);
	for (unsigned i = 0; i < 50; i++) {
		double p;

		series_queue(of[0], n[0], 0.5);
		series_queue(of[1], n[1], 0.6);
		p = p_of(n);
		found += p >= 0 && p < 0.01;
	}
	ck_assert_uint_ge(found, 45);
}
END_TEST

/* -- where there is no p, and runs that do not vary -- */

START_TEST(test_no_test)
{
	for (size_t k = 0; k < 40; k++) {
		of[0][k] = 100 + k % 3;
		of[1][k] = 110 + k % 3;
	}
	ck_assert_double_lt(p_of((const size_t[]){9, 40}), 0);
	ck_assert_str_eq(why, "A has 9, 10 are needed");
	ck_assert_double_lt(p_of((const size_t[]){40, 1}), 0);
	ck_assert_str_eq(why, "B has 1, 10 are needed");
	ck_assert(p_of((const size_t[]){10, 10}) > 0);
	for (size_t k = 0; k < 2000; k++) /* a duration that grows all the time */
		of[1][k] = k;
	ck_assert_double_lt(p_of((const size_t[]){40, 2000}), 0);
	ck_assert_str_eq(why, "neighbouring ones of B depend on each other");
}
END_TEST

/* Two of the ways to part 24 numbers so that all of one size are in one run, of 2,704,156. */
START_TEST(test_flat)
{
	const size_t n[] = {12, 12};

	for (unsigned k = 0; k < 12; k++) {
		of[0][k] = 50;
		of[1][k] = 60;
	}
	ck_assert_double_eq_tol(p_of(n), 2 / 2704156., 1e-15);
	memcpy(of[1], of[0], sizeof(of[0]));
	ck_assert_double_eq(p_of(n), 1);
}
END_TEST

int main(void)
{
	return run_tests("diff_scores", NULL, NULL,
			 TESTS({test_welch}, {test_permuted},
			       {test_nothing_changed, sizeof(processes) / sizeof(processes[0])},
			       {test_change_found}, {test_no_test}, {test_flat}));
}
