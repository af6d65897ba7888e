/* SPDX-License-Identifier: Apache-2.0 */
#include "sync/refresh.h"

#include <stdlib.h>

#include "sync/wide.h"

#define LEAST ((int64_t)SYNC_SECOND / 10)
#define MOST ((int64_t)SYNC_SECOND * 10)

#define FIRST 4	  /* pulses of the initial phase, LEAST apart */
#define SHORT 250 /* permille of polls whose round trip is small enough */

int64_t sync_refresh_interval(uint64_t floor, uint64_t error, uint32_t rate)
{
	const sync_uwide errors = 2 * (sync_uwide)error;

	if (floor <= errors)
		return 0;
	if (!rate)
		return INT64_MAX;
	return sync_time((sync_wide)((floor - errors) * SYNC_PPB / (2 * (uint64_t)rate)));
}

int64_t sync_refresh_otherwise(uint64_t error, uint32_t rate)
{
	const int64_t doubled =
	    rate ? sync_time((sync_wide)((sync_uwide)error * SYNC_PPB / rate)) : MOST;

	if (doubled < LEAST)
		return LEAST;
	return doubled > MOST ? MOST : doubled;
}

unsigned sync_rounds(unsigned permille)
{
	unsigned rounds = 1;
	uint64_t above;

	/* rounds * p - 1 >= sqrt(1 - p), squared */
	for (;; rounds++) {
		if ((uint64_t)rounds * permille < 1000)
			continue;
		above = (uint64_t)rounds * permille - 1000;
		if (above * above >= 1000 * (uint64_t)(1000 - permille))
			return rounds;
	}
}

static int compare(const void *a, const void *b)
{
	const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Value `at` of ordered ones, with a 0 among them at place `zero`. */
static int64_t pick(const int64_t *value, size_t zero, size_t at)
{
	if (at == zero)
		return 0;
	return value[at > zero ? at - 1 : at];
}

int64_t sync_median(int64_t *value, size_t count, bool with_host)
{
	const size_t all = count + with_host;
	size_t zero = SIZE_MAX;

	if (!all)
		return 0;
	qsort(value, count, sizeof(*value), compare);
	if (with_host)
		for (zero = 0; zero < count && value[zero] < 0; zero++)
			;
	if (all % 2)
		return pick(value, zero, all / 2);
	return sync_time(((sync_wide)pick(value, zero, all / 2 - 1) + pick(value, zero, all / 2)) >>
			 1);
}

struct sync_plan sync_plan_usual(uint64_t floor)
{
	return (struct sync_plan){
	    .floor = floor, .rounds = sync_rounds(SHORT), .first = FIRST, .apart = LEAST};
}
