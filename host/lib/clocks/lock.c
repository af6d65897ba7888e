/* SPDX-License-Identifier: Apache-2.0 */
#include "clocks/lock.h"

#include <complex.h>
#include <math.h>

#define PI 3.14159265358979323846
#define HARMONICS 2000
#define EDGE 0.01 /* ticks: a duration nearer to whole ticks is taken as so far from them */

/* The variance of the mean of n values whose correlation over k steps is Re(z^k). */
static double of_mean(double complex z, double n)
{
	const double complex rest = 1 - z;

	if (n * cabs(rest) < 1e-4)
		return 1;
	return (n + 2 * creal(n * z / rest - z * (1 - cpow(z, n)) / (rest * rest))) / (n * n);
}

double clocks_lock(double duration, double loop, double spread, double n)
{
	const double rest = duration - floor(duration);
	const double part = fmax(fmin(rest, 1 - rest), EDGE);
	double sum = 0, all = 0;

	for (unsigned h = 1; h <= HARMONICS; h++) {
		const double height = fmin(1, PI * h * part) / (PI * h), turn = h * loop;
		const double falls = exp(-2 * PI * PI * h * h * spread * spread);
		const double angle = 2 * PI * (turn - floor(turn));

		sum += height * height * fmax(of_mean(falls * cexp(I * angle), n), 0);
		all += height * height;
	}
	return sqrt(n * sum / all);
}
