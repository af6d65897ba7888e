/* SPDX-License-Identifier: Apache-2.0 */
#include "common/histogram.h"

#include <math.h>
#include <stdlib.h>

#include "gnomon/error.h"

#define PARTS 64 /* of a power of two */
#define PARTS_LOG2 6
#define EXACT 128 /* numbers of the first piece */

static size_t parts_of(size_t piece)
{
	return piece ? PARTS : EXACT;
}

/* The piece of a number, and its part there. */
static size_t place(uint64_t number, size_t *part)
{
	unsigned shift;

	if (number < EXACT) {
		*part = (size_t)number;
		return 0;
	}
	shift = 63 - (unsigned)__builtin_clzll(number) - PARTS_LOG2;
	*part = (size_t)(number >> shift) & (PARTS - 1);
	return shift;
}

/* The numbers of a part. */
static void range_of(size_t piece, size_t part, uint64_t *lo, uint64_t *hi)
{
	if (!piece) {
		*lo = *hi = part;
		return;
	}
	*lo = (uint64_t)(PARTS + part) << piece;
	*hi = *lo + ((UINT64_C(1) << piece) - 1);
}

int gno_histogram_add(struct gno_histogram *h, uint64_t number)
{
	size_t part, piece = place(number, &part);

	if (!h->piece[piece])
		h->piece[piece] = calloc(parts_of(piece), sizeof(**h->piece));
	if (!h->piece[piece])
		return GNO_ERR_NOMEM;
	h->piece[piece][part]++;
	h->count++;
	return GNO_OK;
}

void gno_histogram_free(struct gno_histogram *h)
{
	for (size_t i = 0; i < GNO_HISTOGRAM_PIECES; i++)
		free(h->piece[i]);
	*h = (struct gno_histogram){0, {NULL}};
}

/* Numbers of a part in all histograms. */
static uint64_t counted(const struct gno_histogram *const *h, size_t n, size_t piece, size_t part)
{
	uint64_t sum = 0;

	for (size_t k = 0; k < n; k++)
		sum += h[k]->piece[piece] ? h[k]->piece[piece][part] : 0;
	return sum;
}

bool gno_histogram_next(const struct gno_histogram *const *h, size_t n, size_t *at, uint64_t *lo,
			uint64_t *hi, uint64_t *count)
{
	for (;; ++*at) {
		const size_t piece = *at < EXACT ? 0 : (*at - EXACT) / PARTS + 1;
		const size_t part = *at < EXACT ? *at : (*at - EXACT) % PARTS;

		if (piece >= GNO_HISTOGRAM_PIECES)
			return false;
		*count = counted(h, n, piece, part);
		if (!*count)
			continue;
		range_of(piece, part, lo, hi);
		++*at;
		return true;
	}
}

static double count_of(const struct gno_histogram *const *h, size_t n)
{
	double sum = 0;

	for (size_t k = 0; k < n; k++)
		sum += (double)h[k]->count;
	return sum;
}

/* The number that so many are not larger than: `rank` of `count`, rounded up. */
static uint64_t rank_of(uint64_t count, unsigned percent)
{
	return count / 100 * percent + (count % 100 * percent + 99) / 100;
}

bool gno_histogram_percentile(const struct gno_histogram *const *h, size_t n, unsigned percent,
			      uint64_t *lo, uint64_t *hi)
{
	uint64_t count = 0;

	for (size_t k = 0; k < n; k++)
		count += h[k]->count;
	return count && gno_histogram_ranked(h, n, rank_of(count, percent), lo, hi);
}

bool gno_histogram_ranked(const struct gno_histogram *const *h, size_t n, uint64_t rank,
			  uint64_t *lo, uint64_t *hi)
{
	uint64_t seen = 0;

	for (size_t i = 0; i < GNO_HISTOGRAM_PIECES; i++)
		for (size_t part = 0; part < parts_of(i); part++) {
			seen += counted(h, n, i, part);
			if (seen < rank)
				continue;
			range_of(i, part, lo, hi);
			return true;
		}
	return false;
}

double gno_histogram_test(const struct gno_histogram *const *a, size_t as,
			  const struct gno_histogram *const *b, size_t bs)
{
	const double na = count_of(a, as), nb = count_of(b, bs), all = na + nb;
	double u = 0, below = 0, ties = 0, variance;

	if (na == 0 || nb == 0)
		return 1;
	for (size_t i = 0; i < GNO_HISTOGRAM_PIECES; i++)
		for (size_t part = 0; part < parts_of(i); part++) {
			const double x = (double)counted(a, as, i, part);
			const double y = (double)counted(b, bs, i, part), both = x + y;

			u += x * (below + y / 2); /* pairs in which that of b is smaller */
			below += y;
			ties += both * both * both - both;
		}
	variance = na * nb / 12 * (all + 1 - (all > 1 ? ties / (all * (all - 1)) : 0));
	if (variance <= 0) /* all are equal */
		return 1;
	return erfc(fabs(u - na * nb / 2) / sqrt(variance) / sqrt(2));
}
