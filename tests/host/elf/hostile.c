/* SPDX-License-Identifier: Apache-2.0 */
/* A program whose names hostile.py writes over: sixteen equal letters each, of functions, data,
 * points, files. */
#include "gnomon_target.h"

#line 1 "FFFFFFFFFFFFFFFF"
volatile int data __asm__("DDDDDDDDDDDDDDDD");

void function(void) __asm__("NNNNNNNNNNNNNNNN");

__attribute__((noinline)) void function(void)
{
	GNOMON_POINT("PPPPPPPPPPPPPPPP");
	__asm__ volatile("LLLLLLLLLLLLLLLL: nop");
	data++;
}

__attribute__((noreturn)) void _start(void)
{
	for (;;)
		function();
}
