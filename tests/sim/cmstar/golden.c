/* SPDX-License-Identifier: Apache-2.0 */
/* The golden numbers of gnomon_clock.h on the target; the exit code is the number of the part that
 * has a wrong one. */
#include "soc.h"

#include "../../host/program/target/clock_golden.h"

int main(unsigned int core, unsigned int cores)
{
	(void)cores;
	if (core != 0)
		return 0;
	return golden_method_1()    ? 1
	       : golden_method_2()  ? 2
	       : golden_variances() ? 3
	       : golden_spread()    ? 4
				    : 0;
}
