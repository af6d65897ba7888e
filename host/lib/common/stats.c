/* SPDX-License-Identifier: Apache-2.0 */
#include "common/stats.h"
#include "common/errors.h"

#include <math.h>
#include <stdlib.h>

void gno_stats_join(struct gno_stats *s, const struct gno_stats *other)
{
	if (!other->count)
		return;
	if (!s->count || other->min < s->min)
		s->min = other->min;
	if (other->max > s->max)
		s->max = other->max;
	s->count += other->count;
	gno_stats_sum(s, other->high, other->low);
}

uint64_t gno_rescaled(uint64_t number, uint64_t to, uint64_t from)
{
	const unsigned __int128 scaled = ((unsigned __int128)number * to + from / 2) / from;

	return scaled > UINT64_MAX ? UINT64_MAX : (uint64_t)scaled;
}

struct gno_stats gno_stats_rescaled(const struct gno_stats *s, uint64_t to, uint64_t from)
{
	struct gno_stats out = {.count = s->count,
				.min = gno_rescaled(s->min, to, from),
				.max = gno_rescaled(s->max, to, from)};
	/* high * 2^64 + low, a digit of 2^64 at a time */
	const unsigned __int128 high = (unsigned __int128)s->high * to;
	const unsigned __int128 rest = ((high % from) << 64) / from,
				left = ((high % from) << 64) % from;
	const unsigned __int128 low = (unsigned __int128)s->low * to + left + from / 2;

	gno_stats_sum(&out, (uint64_t)(high / from), (uint64_t)rest);
	gno_stats_sum(&out, (uint64_t)((low / from) >> 64), (uint64_t)(low / from));
	return out;
}

double gno_stats_mean(const struct gno_stats *s)
{
	const double sum = s->high ? ldexp((double)s->high, 64) + (double)s->low : (double)s->low;

	return s->count ? sum / (double)s->count : 0;
}

void gno_wilson(uint64_t hits, uint64_t n, double z, double *low, double *high)
{
	double share = n ? (double)hits / (double)n : 0;
	double square = n ? z * z / (double)n : 0;
	double middle = (share + square / 2) / (1 + square);
	double half =
	    n ? z / (1 + square) * sqrt(share * (1 - share) / (double)n + square / (4 * (double)n))
	      : 0;

	*low = n && hits ? middle - half : 0;
	*high = n && hits < n ? middle + half : 1;
}

#define PARTS 64 /* of a power of two */
#define PARTS_LOG2 6
#define EXACT 128 /* numbers of the first piece */
_Static_assert(GNO_HISTOGRAM_PARTS == EXACT + (GNO_HISTOGRAM_PIECES - 1) * PARTS, "all parts");

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

/* The piece of a part, and its place there. */
static size_t part_at(size_t at, size_t *part)
{
	*part = at < EXACT ? at : (at - EXACT) % PARTS;
	return at < EXACT ? 0 : (at - EXACT) / PARTS + 1;
}

size_t gno_histogram_part(uint64_t number)
{
	size_t part, piece = place(number, &part);

	return piece ? EXACT + (piece - 1) * PARTS + part : part;
}

uint64_t gno_histogram_in(const struct gno_histogram *const *h, size_t n, size_t at)
{
	size_t part, piece = part_at(at, &part);

	return counted(h, n, piece, part);
}

bool gno_histogram_next(const struct gno_histogram *const *h, size_t n, size_t *at, uint64_t *lo,
			uint64_t *hi, uint64_t *count)
{
	for (; *at < GNO_HISTOGRAM_PARTS; ++*at) {
		size_t part, piece = part_at(*at, &part);

		*count = counted(h, n, piece, part);
		if (!*count)
			continue;
		range_of(piece, part, lo, hi);
		++*at;
		return true;
	}
	return false;
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
