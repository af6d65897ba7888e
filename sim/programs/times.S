/* SPDX-License-Identifier: Apache-2.0 */
/*
 * time_call: the time as an operating system gives it. It saves and restores registers on the
 * stack, as a system does, and spends its other instructions in a loop.
 */
#include "times.h"

#define FIXED 36 /* instructions without the loop */
#define LOOP (GNOMON_CALL_INSTRUCTIONS - FIXED)
#if LOOP < 2 || LOOP > 4000
#error GNOMON_CALL_INSTRUCTIONS must be 40 to 4000
#endif

	.macro	registers op
	\op	ra, 0(sp)
	\op	t0, 4(sp)
	\op	t1, 8(sp)
	\op	t2, 12(sp)
	\op	t3, 16(sp)
	\op	t4, 20(sp)
	\op	t5, 24(sp)
	\op	t6, 28(sp)
	\op	a1, 32(sp)
	\op	a2, 36(sp)
	\op	a3, 40(sp)
	\op	a4, 44(sp)
	\op	a5, 48(sp)
	\op	a6, 52(sp)
	\op	a7, 56(sp)
	.endm

	.text
	.globl time_call
	.type time_call, @function
time_call:
	addi	sp, sp, -64
	registers sw
	li	a0, LOOP / 2
1:	addi	a0, a0, -1
	bnez	a0, 1b
#if LOOP % 2
	nop
#endif
	registers lw
	addi	sp, sp, 64
	lui	a0, %hi(SOC_TIMER + SOC_TIME)
	lw	a0, %lo(SOC_TIMER + SOC_TIME)(a0)
	ret
	.size time_call, . - time_call
