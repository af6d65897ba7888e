/* SPDX-License-Identifier: Apache-2.0 */
#include "statistics/distributions.h"

#include <math.h>

/*
 * The regularized incomplete beta function by its continued fraction (NIST, "Digital Library of
 * Mathematical Functions", 8.17.22), with Lentz's method.
 */
static double beta_fraction(double x, double p, double q)
{
	const double tiny = 1e-300;
	double c = 1, d = 1 - (p + q) * x / (p + 1), h;

	d = 1 / (fabs(d) < tiny ? tiny : d);
	h = d;
	for (unsigned m = 1; m < 100000; m++) {
		const double even = m * (q - m) * x / ((p + 2 * m - 1) * (p + 2 * m));
		const double odd = -(p + m) * (p + q + m) * x / ((p + 2 * m) * (p + 2 * m + 1));
		double step;

		d = 1 + even * d;
		c = 1 + even / c;
		d = 1 / (fabs(d) < tiny ? tiny : d);
		c = fabs(c) < tiny ? tiny : c;
		h *= d * c;
		d = 1 + odd * d;
		c = 1 + odd / c;
		d = 1 / (fabs(d) < tiny ? tiny : d);
		c = fabs(c) < tiny ? tiny : c;
		step = d * c;
		h *= step;
		if (fabs(step - 1) < 1e-15)
			break;
	}
	return h;
}

double gno_beta(double x, double p, double q)
{
	double front;

	if (x <= 0 || x >= 1)
		return x >= 1;
	front = exp(lgamma(p + q) - lgamma(p) - lgamma(q) + p * log(x) + q * log1p(-x));
	if (x < (p + 1) / (p + q + 2))
		return front * beta_fraction(x, p, q) / p;
	return 1 - front * beta_fraction(1 - x, q, p) / q;
}

double gno_student(double t, double freedom)
{
	return gno_beta(freedom / (freedom + t * t), freedom / 2, 0.5);
}

/* Where a rising function of 0..1 reaches `wanted`, by bisection to the last bit that matters. */
static double share_at(double wanted, double p, double q)
{
	double low = 0, high = 1;

	for (unsigned i = 0; i < 200 && high - low > 1e-16 * high; i++) {
		const double middle = (low + high) / 2;

		if (gno_beta(middle, p, q) < wanted)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

void gno_share_exact(uint64_t hits, uint64_t n, double confidence, double *low, double *high)
{
	const double tail = (1 - confidence) / 2;

	*low = hits ? share_at(tail, (double)hits, (double)(n - hits) + 1) : 0;
	*high = hits < n ? share_at(1 - tail, (double)hits + 1, (double)(n - hits)) : 1;
}

double gno_student_quantile(double confidence, double freedom)
{
	double low = 0, high = 1;

	while (gno_student(high, freedom) > 1 - confidence)
		high *= 2;
	for (unsigned i = 0; i < 200 && high - low > 1e-15 * high; i++) {
		const double middle = (low + high) / 2;

		if (gno_student(middle, freedom) > 1 - confidence)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

double gno_normal_quantile(double confidence)
{
	double low = 0, high = 40;

	for (unsigned i = 0; i < 200 && high - low > 1e-16 * high; i++) {
		const double middle = (low + high) / 2;

		if (erf(middle / sqrt(2)) < confidence)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}
