/* SPDX-License-Identifier: Apache-2.0 */
#include "clocks/plan.h"
#include "base/number.h"
#include "statistics/distributions.h"

#include <math.h>
#include <stdlib.h>

__extension__ typedef unsigned __int128 wide;

const char *const clocks_rule_name[] = {"14a", "14b", "10b"};

/* over / under */
struct ratio {
	wide over, under;
};

bool clocks_decimal(const char *text, const char *end, struct clocks_decimal *out)
{
	const enum base_number found = base_decimal_take(&text, &out->digits, &out->places);

	return found == BASE_NUMBER_OK && (end ? text == end : !*text);
}

double clocks_value(struct clocks_decimal x)
{
	return base_decimal_value(x.digits, x.places);
}

static wide divisor(wide a, wide b)
{
	while (b) {
		const wide rest = a % b;

		a = b;
		b = rest;
	}
	return a ? a : 1;
}

/* a * b; false: it is too long. */
static bool times(wide a, wide b, wide *out)
{
	return !__builtin_mul_overflow(a, b, out);
}

static bool product(struct ratio a, struct ratio b, struct ratio *out)
{
	const wide one = divisor(a.over, b.under), other = divisor(b.over, a.under);

	return times(a.over / one, b.over / other, &out->over) &&
	       times(a.under / other, b.under / one, &out->under);
}

/* A decimal number in units of 10^-places; false: it is too long. */
static bool scaled(struct clocks_decimal x, unsigned places, uint64_t *out)
{
	*out = x.digits;
	for (unsigned i = x.places; i < places; i++)
		if (__builtin_mul_overflow(*out, UINT64_C(10), out))
			return false;
	return true;
}

static struct ratio ratio_of(wide over, wide under)
{
	const wide common = divisor(over, under);

	return (struct ratio){over / common, under / common};
}

static bool is_less(struct ratio a, struct ratio b)
{
	const long double x = (long double)a.over / (long double)a.under;

	return x < (long double)b.over / (long double)b.under;
}

/* A duration and the tick as integers. */
struct durations {
	uint64_t tick, least, most;
};

/* The variance of one count in ticks, divided by the square of a duration in ticks, as (10a) has
 * it: (1 - k d / T) ((k + 1) d / T - 1). false: too long. */
static bool share_10a(uint64_t tick, uint64_t duration, struct ratio *out)
{
	const wide whole = duration / tick;
	const struct ratio first = ratio_of(duration - whole * tick, duration);
	const struct ratio second = ratio_of((whole + 1) * tick - duration, duration);

	return product(first, second, out);
}

/* The same by the bound (10b): d^2 / (4 T^2). */
static bool share_10b(uint64_t tick, uint64_t duration, struct ratio *out)
{
	const struct ratio half = ratio_of(tick, (wide)2 * duration);

	return product(half, half, out);
}

/* Whether a duration lies within a tenth of a tick of 1, 2, ... ticks. */
static bool is_near(uint64_t tick, uint64_t duration)
{
	const wide rest = (wide)10 * (duration % tick);

	return (duration >= tick && rest <= tick) || rest >= (wide)9 * tick;
}

/* What a duration needs most: the largest share found so far, and its rule. */
struct need {
	struct ratio share;
	enum clocks_rule rule;
	bool fits;
};

static void consider(struct need *n, bool fits, struct ratio share, enum clocks_rule rule)
{
	n->fits = n->fits && fits;
	if (fits && is_less(n->share, share)) {
		n->share = share;
		n->rule = rule;
	}
}

static void consider_end(struct need *n, uint64_t tick, uint64_t duration)
{
	struct ratio share;
	const bool near = is_near(tick, duration);
	const bool fits =
	    near ? share_10b(tick, duration, &share) : share_10a(tick, duration, &share);

	consider(n, fits, share, near ? CLOCKS_10B : duration < tick ? CLOCKS_14B : CLOCKS_14A);
}

/*
 * The largest share between two durations. (14b) and (10b) fall with the duration. (14a) rises from
 * k ticks to T = 2k(k+1)/(2k+1) ticks, where it is 1/(4k(k+1)), and falls from there; each of these
 * peaks is lower than the one before. (10b) is above (14a) everywhere, so that it counts where it
 * begins to hold. All numbers have ten times their value, so that a tenth of a tick is whole.
 */
static struct need largest(const struct durations *d)
{
	const uint64_t k = d->least / d->tick;
	struct need n = {{0, 1}, CLOCKS_14B, true};
	struct ratio share;
	const wide zone = (wide)(k + 1) * d->tick - d->tick / 10; /* the next one that begins */

	consider_end(&n, d->tick, d->least);
	consider_end(&n, d->tick, d->most);
	if (d->least < zone && zone <= d->most)
		consider(&n, share_10b(d->tick, (uint64_t)zone, &share), share, CLOCKS_10B);
	for (wide i = k ? k : 1; i <= (wide)k + 1; i++) {
		const wide peak = 2 * i * (i + 1) * d->tick; /* in parts of 2 i + 1 */

		if ((wide)d->least * (2 * i + 1) <= peak && peak <= (wide)d->most * (2 * i + 1))
			consider(&n, true, ratio_of(1, 4 * i * (i + 1)), CLOCKS_14A);
	}
	return n;
}

#define MANY (UINT64_C(1) << 53) /* repetitions that nobody makes */

/* w / p: exact where w is given. */
static bool precision(const struct clocks_plan *p, struct ratio *out)
{
	wide over = p->quantile.digits, under = p->width.digits;
	bool fits = true;

	for (unsigned i = 0; i < p->width.places + 2 && fits; i++)
		fits = times(over, 10, &over);
	for (unsigned i = 0; i < p->quantile.places && fits; i++)
		fits = times(under, 10, &under);
	*out = ratio_of(over, under);
	return fits;
}

/* (w / p)^2 * share, rounded up; 0: too many. */
static uint64_t repetitions(const struct clocks_plan *p, struct ratio share)
{
	struct ratio precise, n;

	if (p->quantile.digits) {
		if (!precision(p, &precise) || !product(precise, share, &n) ||
		    !product(n, precise, &n) || n.over / n.under >= MANY)
			return 0;
		return (uint64_t)(n.over / n.under) + (n.over % n.under != 0);
	}
	const long double wide_p = (long double)p->w / (clocks_value(p->width) / 100);
	const long double need =
	    ceill(wide_p * wide_p * (long double)share.over / (long double)share.under);

	return need < (long double)MANY ? (uint64_t)need : 0;
}

static int take(const struct clocks_plan *p, const struct clocks_expected *e, struct durations *d,
		struct gno_err *err)
{
	unsigned places = p->tick.places;
	uint64_t duration, wrong;

	places = e->duration.places > places ? e->duration.places : places;
	places = (e->wrong.places > places ? e->wrong.places : places) + 1;
	if (places > 18 || !scaled(p->tick, places, &d->tick) ||
	    !scaled(e->duration, places, &duration) || !scaled(e->wrong, places, &wrong) ||
	    __builtin_add_overflow(duration, wrong, &d->most))
		return gno_fail(err, GNO_ERR_ARG,
				"the tick and an expected duration have too many "
				"digits");
	if (wrong >= duration)
		return gno_fail(err, GNO_ERR_ARG, "an expected duration is 0, or may be");
	d->least = duration - wrong;
	return 0;
}

int clocks_plan(struct clocks_plan *p, struct gno_err *err)
{
	struct need *needs;
	int rc = 0;

	p->w =
	    p->quantile.digits ? clocks_value(p->quantile) : 2 * gno_normal_quantile(p->confidence);
	p->most = 0;
	needs = calloc(p->count + 1, sizeof(*needs));
	if (!needs)
		return gno_fail_nomem(err);
	for (size_t i = 0; i < p->count && !rc; i++) {
		struct clocks_expected *e = &p->expected[i];
		struct durations d = {0};

		rc = take(p, e, &d, err);
		if (rc)
			break;
		needs[i] = largest(&d);
		e->rule = needs[i].rule;
		e->repetitions = needs[i].fits ? repetitions(p, needs[i].share) : 0;
		if (!e->repetitions)
			rc = gno_fail(err, GNO_ERR_ARG,
				      "the numbers have too many digits, or need more than 2^53 "
				      "repetitions");
		if (e->repetitions < CLOCKS_LEAST)
			e->repetitions = CLOCKS_LEAST;
		p->most = e->repetitions > p->most ? e->repetitions : p->most;
	}
	for (size_t i = 0; i < p->count && !rc; i++)
		p->expected[i].width = p->w * sqrt((double)needs[i].share.over /
						   (double)needs[i].share.under / (double)p->most);
	free(needs);
	return rc;
}
