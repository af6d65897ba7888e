/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of a comparison, and how each is judged. */
#include "results/diff/rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>

#include "common/util.h"

struct diff_row *diff_add(struct report_diff *d, enum diff_kind kind, const char *name,
			  const char *other)
{
	struct diff_row *more = gno_room(d->row, d->rows, sizeof(*more));

	if (!more)
		return NULL;
	d->row = more;
	more[d->rows] = (struct diff_row){.kind = kind, .name = name, .other = other};
	return &more[d->rows++];
}

uint64_t diff_end(const struct gno_report *r, unsigned node)
{
	const struct report_until *u = &r->node[node].until;

	return u->wanted && u->reached ? u->time : UINT64_MAX;
}

void diff_because(struct diff_row *row, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(row->why, sizeof(row->why), fmt, args);
	va_end(args);
}

/* Of run `i`. */
static bool fit(struct diff_row *row, unsigned i, const struct gno_batches *x, const char *what,
		struct gno_batches_fit *out)
{
	const uint64_t samples = row->side[i].samples;
	const char run = (char)('A' + i);

	switch (gno_batches_fit(x, out)) {
	case GNO_BATCHES_GOOD:
		return true;
	case GNO_BATCHES_FEW:
		diff_because(row, "%c has %" PRIu64 " %s%s, %d are needed", run, samples, what,
			     samples == 1 ? "" : "s", GNO_BATCHES_LEAST);
		return false;
	case GNO_BATCHES_UNEQUAL:
		diff_because(row, "one %s of %c has more than a quarter of the counts", what, run);
		return false;
	default:
		diff_because(row, "neighbouring %ss of %c depend on each other", what, run);
		return false;
	}
}

void diff_test(struct diff_row *row, const struct gno_batches *a, const struct gno_batches *b,
	       const char *what)
{
	struct gno_batches_fit of[2];

	if (!fit(row, 0, a, what, &of[0]) || !fit(row, 1, b, what, &of[1]))
		return;
	row->p = gno_batches_test(&of[0], &of[1]);
	row->has_p = row->p >= 0;
	if (!row->has_p)
		diff_because(row, "it does not vary within the runs");
}

/* That the value went up or down. */
static enum diff_verdict moved(const struct diff_row *row)
{
	const bool up = row->side[1].value > row->side[0].value;

	if (!report_diff_is_time(row))
		return up ? DIFF_HIGHER : DIFF_LOWER;
	return up ? DIFF_LONGER : DIFF_SHORTER;
}

/* Whether the values are alike, or change by less than what counts. */
static bool is_small(const struct report_diff *d, double a, double b)
{
	return a == b || (a > 0 && fabs(b / a - 1) < d->least);
}

/*
 * What the bounds of the values leave open: a change that counts, or that none does. With exact
 * values, nothing.
 */
static bool is_within_bounds(const struct report_diff *d, const struct diff_row *row)
{
	const struct diff_side *a = &row->side[0], *b = &row->side[1];

	if (!a->bound && !b->bound)
		return false;
	if (!is_small(d, a->value, b->value))
		return fabs(b->value - a->value) <= a->bound + b->bound;
	return !is_small(d, a->value + a->bound, b->value - b->bound) ||
	       !is_small(d, a->value - a->bound, b->value + b->bound);
}

static enum diff_verdict verdict_of(const struct report_diff *d, const struct diff_row *row)
{
	const struct diff_side *a = &row->side[0], *b = &row->side[1];

	if (row->doubt)
		return DIFF_UNKNOWN;
	if (!a->has && !b->has)
		return DIFF_SAME;
	if (!a->has || !b->has)
		return a->has ? DIFF_GONE : DIFF_NEW;
	if (is_within_bounds(d, row))
		return !d->exact && row->has_p && row->p >= DIFF_P ? DIFF_SAME : DIFF_UNKNOWN;
	if (is_small(d, a->value, b->value))
		return DIFF_SAME;
	if (d->exact)
		return moved(row);
	if (!row->has_p)
		return DIFF_UNKNOWN;
	return row->p < DIFF_P ? moved(row) : DIFF_SAME;
}

void diff_judge(const struct report_diff *d, struct diff_row *row)
{
	const struct diff_side *a = &row->side[0], *b = &row->side[1];

	row->has_change = a->has && b->has && (a->value > 0 || b->value == a->value);
	row->change = row->has_change && a->value > 0 ? b->value / a->value - 1 : 0;
	row->verdict = verdict_of(d, row);
	if (row->verdict == DIFF_UNKNOWN && row->has_p && !*row->why)
		diff_because(row, "within the bounds of the means");
	if (report_diff_is_time(row))
		row->worse = row->verdict == DIFF_LONGER || row->verdict == DIFF_GONE;
}

int diff_take_durations(struct diff_row *row, const struct diff_durations side[2],
			struct diff_scores *scores)
{
	const struct diff_numbers numbers[] = {side[0].numbers, side[1].numbers};

	*scores = (struct diff_scores){.rank = NULL};
	for (unsigned i = 0; i < 2; i++) {
		const struct diff_durations *v = &side[i];
		struct diff_side *s = &row->side[i];

		s->has = v->stats.count > 0;
		s->stats = v->stats;
		s->value = gno_stats_mean(&v->stats);
		s->bound = s->has ? (double)v->bound / (double)v->stats.count : 0;
		gno_histogram_percentile(numbers[i].of, numbers[i].n, 50, &s->median.lo,
					 &s->median.hi);
		gno_histogram_percentile(numbers[i].of, numbers[i].n, 99, &s->last.lo, &s->last.hi);
	}
	return row->side[0].has && row->side[1].has ? diff_scores_begin(scores, numbers) : GNO_OK;
}

void diff_judge_durations(const struct report_diff *d, struct diff_row *row,
			  const struct diff_scores *scores)
{
	if (scores->rank) {
		row->p = diff_scores_test(scores, row->why, sizeof(row->why));
		row->has_p = row->p >= 0;
	} else if (row->side[0].has || row->side[1].has) {
		snprintf(row->why, sizeof(row->why), "%c has none", row->side[0].has ? 'B' : 'A');
	} else {
		snprintf(row->why, sizeof(row->why), "neither has one");
	}
	diff_judge(d, row);
}
