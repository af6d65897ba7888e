/* SPDX-License-Identifier: Apache-2.0 */
#include "clocks/bootstrap.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#define ROUNDS 2000
#define PART 25	      /* the largest block is this part of all */
#define LAGS_MAX 1000 /* of an autocorrelation */
#define LIMIT 2.6     /* 1 % of independent values are beyond, in standard deviations */
#define PATIENCE 5    /* lags without correlation that end the search */

/* splitmix64: S. Vigna, https://prng.di.unimi.it/splitmix64.c, public domain */
static uint64_t next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static double mean_of(const double *x, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i];
	return sum / (double)n;
}

/* The largest lag at which values, or their squares, depend on each other. */
static size_t reach(const double *x, size_t n, bool squared, size_t most)
{
	const double mean = mean_of(x, n);
	double middle = 0, all = 0;
	size_t found = 0;

	for (size_t i = 0; i < n && squared; i++)
		middle += (x[i] - mean) * (x[i] - mean) / (double)n;
#define VALUE(i) (squared ? (x[i] - mean) * (x[i] - mean) - middle : x[i] - mean)
	for (size_t i = 0; i < n; i++)
		all += VALUE(i) * VALUE(i);
	for (size_t lag = 1; lag <= most && lag <= found + PATIENCE; lag++) {
		double sum = 0;

		for (size_t i = lag; i < n; i++)
			sum += VALUE(i) * VALUE(i - lag);
		if (fabs(sum) > LIMIT * all / sqrt((double)n))
			found = lag;
	}
#undef VALUE
	return found;
}

static size_t block_of(const double *x, const double *y, size_t n)
{
	const size_t part = n / PART > 1 ? n / PART : 1, most = part < LAGS_MAX ? part : LAGS_MAX;
	size_t block = (size_t)ceil(cbrt((double)n));
	const double *const each[] = {x, y};

	for (size_t i = 0; i < 4; i++) {
		const size_t twice = 2 * reach(each[i / 2], n, i % 2, most);

		block = twice > block ? twice : block;
	}
	return block < part ? block : part;
}

/* Sums of x, x^2, y and y^2 up to each place, twice around. */
struct sums {
	double x, xx, y, yy;
};

static double ratio(const struct sums *up_to, size_t n, size_t block, uint64_t *state)
{
	const size_t blocks = (n + block - 1) / block;
	const double all = (double)(blocks * block);
	struct sums s = {0};

	for (size_t i = 0; i < blocks; i++) {
		const struct sums *from = &up_to[next(state) % n], *to = from + block;

		s.x += to->x - from->x;
		s.xx += to->xx - from->xx;
		s.y += to->y - from->y;
		s.yy += to->yy - from->yy;
	}
	return (s.xx / all - s.x * s.x / all / all) / (s.yy / all - s.y * s.y / all / all);
}

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

bool clocks_bootstrap(const double *x, const double *y, size_t n, double confidence, double *low,
		      double *high, size_t *block)
{
	struct sums *up_to = calloc(2 * n + 1, sizeof(*up_to));
	double *found = calloc(ROUNDS, sizeof(*found));
	const double mean_x = mean_of(x, n), mean_y = mean_of(y, n);
	const size_t tail = (size_t)((1 - confidence) / 2 * (ROUNDS - 1));
	uint64_t state = 1;

	if (up_to && found) {
		*block = block_of(x, y, n);
		for (size_t i = 0; i < 2 * n; i++) {
			const double a = x[i % n] - mean_x, b = y[i % n] - mean_y;
			const struct sums *s = &up_to[i];

			up_to[i + 1] =
			    (struct sums){s->x + a, s->xx + a * a, s->y + b, s->yy + b * b};
		}
		for (size_t i = 0; i < ROUNDS; i++)
			found[i] = ratio(up_to, n, *block, &state);
		qsort(found, ROUNDS, sizeof(*found), by_value);
		*low = found[tail];
		*high = found[ROUNDS - 1 - tail];
	}
	free(up_to);
	free(found);
	return up_to && found;
}
