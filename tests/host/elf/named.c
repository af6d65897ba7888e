/* SPDX-License-Identifier: Apache-2.0 */
/* The program of check_places.c: one thing of each kind that an experiment can name. */
#include "gnomon_target.h"

volatile int counter;

__attribute__((noinline)) void phase(void)
{
	GNOMON_POINT("halfway");
	__asm__ volatile("plain: nop");
	counter++;
}

__attribute__((noreturn)) void _start(void)
{
	for (;;)
		phase();
}
