/* SPDX-License-Identifier: Apache-2.0 */
#include "common/simulation.h"

struct gno_timescale gno_timescale(int power)
{
	static const char *const units[] = {"s", "ms", "us", "ns", "ps", "fs"};
	static const unsigned numbers[] = {1, 10, 100};
	unsigned below = (unsigned)(2 - power) / 3; /* thousandths of a second, and so on */

	return (struct gno_timescale){numbers[3 * below - (unsigned)-power], units[below]};
}
