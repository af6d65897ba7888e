/* SPDX-License-Identifier: Apache-2.0 */
/* Lines, and a point, for every machine. */
#include <gnomon_target.h>

int shared[4];

int first(int a)
{
	shared[0] = a;
	GNOMON_POINT("between");
	return shared[1] + a;
}

int second(int a)
{
	if (a > 3)
		shared[2] = a;
	return first(a) + 1;
}
