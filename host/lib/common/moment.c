/* SPDX-License-Identifier: Apache-2.0 */
#include "common/moment.h"

#include <time.h>

struct gno_moment gno_moment_now(void)
{
	static const clockid_t clocks[GNO_CLOCKS] = {
	    [GNO_CLOCK_REALTIME] = CLOCK_REALTIME,
	    [GNO_CLOCK_MONOTONIC] = CLOCK_MONOTONIC,
	    [GNO_CLOCK_BOOTTIME] = CLOCK_BOOTTIME,
	};
	struct gno_moment now;

	for (unsigned i = 0; i < GNO_CLOCKS; i++) {
		struct timespec ts = {0};

		clock_gettime(clocks[i], &ts);
		now.ns[i] = (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
	}
	return now;
}

const char *gno_clock_name(enum gno_clock clock)
{
	static const char *const names[GNO_CLOCKS] = {
	    [GNO_CLOCK_REALTIME] = "realtime",
	    [GNO_CLOCK_MONOTONIC] = "monotonic",
	    [GNO_CLOCK_BOOTTIME] = "boottime",
	};

	return names[clock];
}

struct gno_timescale gno_timescale(int power)
{
	static const char *const units[] = {"s", "ms", "us", "ns", "ps", "fs"};
	static const unsigned numbers[] = {1, 10, 100};
	unsigned below = (unsigned)(2 - power) / 3; /* thousandths of a second, and so on */

	return (struct gno_timescale){numbers[3 * below - (unsigned)-power], units[below]};
}
