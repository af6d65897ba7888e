/* SPDX-License-Identifier: Apache-2.0 */
#include "results/diff/scores.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/errors.h"

int diff_scores_begin(struct diff_scores *s, const struct diff_numbers run[2])
{
	double below = 0;

	*s = (struct diff_scores){.rank = calloc(GNO_HISTOGRAM_PARTS, sizeof(*s->rank))};
	if (!s->rank)
		return GNO_ERR_NOMEM;
	for (size_t part = 0; part < GNO_HISTOGRAM_PARTS; part++) {
		const double in = (double)(gno_histogram_in(run[0].of, run[0].n, part) +
					   gno_histogram_in(run[1].of, run[1].n, part));

		s->rank[part] = below + (in + 1) / 2;
		below += in;
	}
	return GNO_OK;
}

void diff_scores_add(struct diff_scores *s, unsigned run, uint64_t number)
{
	gno_batches_add(&s->run[run], s->rank[gno_histogram_part(number)], 1);
}

void diff_scores_free(struct diff_scores *s)
{
	free(s->rank);
	s->rank = NULL;
}

/*
 * All durations of a run are the same, and others than those of the other run: how often chance
 * parts so many so. Nothing can show then that they depend on each other.
 */
static double apart(double a, double b)
{
	return fmin(1, 2 * exp(lgamma(a + 1) + lgamma(b + 1) - lgamma(a + b + 1)));
}

double diff_scores_test(const struct diff_scores *s, char *why, size_t size)
{
	struct gno_batches_fit of[2];
	double p;

	for (unsigned i = 0; i < 2; i++)
		switch (gno_batches_fit(&s->run[i], &of[i])) {
		case GNO_BATCHES_GOOD:
			break;
		case GNO_BATCHES_FEW:
			snprintf(why, size, "%c has %" PRIu64 ", %d are needed", 'A' + (char)i,
				 s->run[i].samples, GNO_BATCHES_LEAST);
			return -1;
		default:
			snprintf(why, size, "neighbouring ones of %c depend on each other",
				 'A' + (char)i);
			return -1;
		}
	p = gno_batches_test(&of[0], &of[1]);
	return p >= 0 ? p : apart((double)s->run[0].samples, (double)s->run[1].samples);
}
