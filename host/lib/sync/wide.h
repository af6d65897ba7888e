/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SYNC_WIDE_H
#define GNO_SYNC_WIDE_H

/* Products of two numbers of 64 bits, and their quotients. Bounds are rounded up, and what does not
 * fit is the largest value. */

#include <stdint.h>

__extension__ typedef __int128 sync_wide;
__extension__ typedef unsigned __int128 sync_uwide;

#define SYNC_PPB UINT64_C(1000000000)	    /* parts per billion in 1 */
#define SYNC_SECOND UINT64_C(1000000000000) /* picoseconds */

static inline uint64_t sync_least(sync_uwide value)
{
	return value > UINT64_MAX ? UINT64_MAX : (uint64_t)value;
}

/* a / b, rounded up. */
static inline uint64_t sync_up(sync_uwide a, sync_uwide b)
{
	return sync_least(a / b + (a % b != 0));
}

static inline uint64_t sync_sum(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* A time that may lie beyond the range of int64_t. */
static inline int64_t sync_time(sync_wide time)
{
	if (time > INT64_MAX)
		return INT64_MAX;
	return time < INT64_MIN ? INT64_MIN : (int64_t)time;
}

#endif
