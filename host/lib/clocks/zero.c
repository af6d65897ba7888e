/* SPDX-License-Identifier: Apache-2.0 */
#include "clocks/zero.h"
#include "clocks/bootstrap.h"
#include "statistics/distributions.h"

#include <math.h>
#include <stdlib.h>

#define LEAST 8 /* repetitions */

const char *const clocks_way_name[] = {"long-term averaging", "Method I", "Method II"};

/* One repetition: its time stamps, as places of columns; -1: it has none. */
struct layout {
	size_t columns;
	int first;	 /* of the two reads around zero time */
	int method1;	 /* of the four reads */
	int early, late; /* pairs */
};

static const struct layout layouts[] = {{4, 1, 0, -1, -1}, {6, 2, -1, 0, 4}, {8, 3, 2, 0, 6}};

#define LAYOUTS (sizeof(layouts) / sizeof(*layouts))

static uint64_t stamp(const struct clocks_table *t, size_t row, int column)
{
	return t->at[(size_t)column * t->rows + row];
}

/* Between two reads that follow each other. */
static double took(const struct clocks_table *t, size_t row, int column)
{
	return (double)(stamp(t, row, column + 1) - stamp(t, row, column));
}

/* How far the middle of a pair is from a read, twice. */
static double distance2(const struct clocks_table *t, size_t row, int pair, int read)
{
	const uint64_t at = stamp(t, row, read);

	return fabs((double)(int64_t)(stamp(t, row, pair) - at) +
		    (double)(int64_t)(stamp(t, row, pair + 1) - at));
}

/* How long the pair that is nearest to a read took; at a tie the earlier one. */
static double nearest(const struct clocks_table *t, size_t row, const struct layout *l, int read)
{
	const bool early = distance2(t, row, l->early, read) <= distance2(t, row, l->late, read);

	return took(t, row, early ? l->early : l->late);
}

/* A row whose reads do not follow each other in time. */
static bool is_backward(const struct clocks_table *t, size_t row, const struct layout *l)
{
	const int first = l->method1 < 0 ? l->first : l->method1;
	const int last = l->method1 < 0 ? l->first + 1 : l->method1 + 3;

	for (int i = first; i < last; i++)
		if (stamp(t, row, i + 1) < stamp(t, row, i))
			return true;
	return l->early >= 0 && (stamp(t, row, l->early + 1) < stamp(t, row, l->early) ||
				 stamp(t, row, l->late + 1) < stamp(t, row, l->late));
}

static double corrected(const struct clocks_table *t, size_t row, const struct layout *l,
			enum clocks_way way, double mean)
{
	const double measured = took(t, row, l->first);

	if (way == CLOCKS_METHOD_1)
		return measured - (took(t, row, l->method1) + took(t, row, l->method1 + 2)) / 2;
	if (way == CLOCKS_METHOD_2)
		return measured -
		       (nearest(t, row, l, l->first) + nearest(t, row, l, l->first + 1)) / 2;
	return measured - mean;
}

static void moments(const double *x, size_t n, double *mean, double *deviation)
{
	double sum = 0, squares = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i];
	*mean = sum / (double)n;
	for (size_t i = 0; i < n; i++)
		squares += (x[i] - *mean) * (x[i] - *mean);
	*deviation = sqrt(squares / ((double)n - 1));
}

static int judge(const struct clocks_table *t, const struct layout *l, double confidence,
		 double part, double *x, struct clocks_zero *out)
{
	double *y = x + t->rows;

	for (size_t i = 0; i < t->rows; i++)
		x[i] = took(t, i, l->first);
	moments(x, t->rows, &out->mean, &out->deviation);
	for (out->prescale = 1; 2 * (double)out->prescale <= out->deviation;)
		out->prescale *= 2;
	for (enum clocks_way way = 0; way < CLOCKS_WAYS; way++) {
		struct clocks_corrected *c = &out->way[way];

		c->there = way == CLOCKS_LONG_TERM || (way == CLOCKS_METHOD_1 && l->method1 >= 0) ||
			   (way == CLOCKS_METHOD_2 && l->early >= 0);
		if (!c->there)
			continue;
		for (size_t i = 0; i < t->rows; i++)
			y[i] = corrected(t, i, l, way, out->mean);
		moments(y, t->rows, &c->mean, &c->deviation);
		c->least = gno_normal_quantile(confidence) * c->deviation / part;
		c->has_k = out->deviation > 0 && c->deviation > 0;
		if (!c->has_k)
			continue;
		c->k = pow(out->deviation / c->deviation, 2);
		if (!clocks_bootstrap(x, y, t->rows, confidence, &c->k_low, &c->k_high, &c->block))
			return GNO_ERR_NOMEM;
	}
	return 0;
}

int clocks_zero(const struct clocks_table *t, const char *path, double confidence, double part,
		struct clocks_zero *out, struct gno_err *err)
{
	const struct layout *l = NULL;
	double *x;
	int rc;

	*out = (struct clocks_zero){.n = t->rows};
	for (size_t i = 0; i < LAYOUTS; i++)
		l = layouts[i].columns == t->columns ? &layouts[i] : l;
	if (!l)
		return gno_fail(err, GNO_ERR_FORMAT,
				"'%s' has %zu column%s; the time stamps of a repetition are 4, 6 "
				"or 8",
				path, t->columns, t->columns == 1 ? "" : "s");
	if (t->rows < LEAST)
		return gno_fail(err, GNO_ERR_FORMAT, "'%s' has %zu repetition%s; %u are the least",
				path, t->rows, t->rows == 1 ? "" : "s", LEAST);
	for (size_t i = 0; i < t->rows; i++)
		if (is_backward(t, i, l))
			return gno_fail(err, GNO_ERR_FORMAT,
					"'%s': the clock runs backwards in repetition %zu", path,
					i + 1);
	x = calloc(2 * t->rows, sizeof(*x));
	rc = x ? judge(t, l, confidence, part, x, out) : GNO_ERR_NOMEM;
	free(x);
	return rc ? gno_fail_nomem(err) : 0;
}
