/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The routines of the CAPTURE and the REPORT line. That of CAPTURE, through the cache
 * (capture_routine, its data on the stack) and in the core's own memory (capture_routine_local, its
 * data beside it), saves the registers, calls the hook with the line's byte, restores them and
 * writes the number of the round back.
 *
 * The routine of REPORT, for local stores of a monitor, has nothing to do: it finishes at once, and
 * waits until the line is released, or asserted anew.
 *
 * An interrupt of a program that is linked with this file begins at the first word of the core's
 * own memory. That is a jump to 0x10 (soc_local.v), and so to capture_entry, until capture_install
 * has put the second routine there. t0 and t1 are in q2 and q3 meanwhile.
 */
#include "interrupts.inc"
#include "times.h"

	.macro	registers op, base
	\op	ra, 0(\base)
	\op	t2, 4(\base)
	\op	t3, 8(\base)
	\op	t4, 12(\base)
	\op	t5, 16(\base)
	\op	t6, 20(\base)
	\op	a0, 24(\base)
	\op	a1, 28(\base)
	\op	a2, 32(\base)
	\op	a3, 36(\base)
	\op	a4, 40(\base)
	\op	a5, 44(\base)
	\op	a6, 48(\base)
	\op	a7, 52(\base)
	.endm

	/* with what the routine has read in t1 */
	.macro	finish
	andi	t1, t1, LINE_FINISHED
	lui	t0, %hi(SOC_WINDOW)
	sb	t1, SOC_WINDOW_LINE(t0)
	getq	t0, 2
	getq	t1, 3
	retirq
	.endm

	.macro	wait_for_stores
	setq	3, t1
	lui	t0, %hi(SOC_WINDOW)
	lbu	t1, SOC_WINDOW_REPORT(t0)
	andi	t1, t1, LINE_FINISHED
	sb	t1, SOC_WINDOW_REPORT(t0)
1:	lb	t1, SOC_WINDOW_REPORT(t0)
	bltz	t1, 2f /* LINE_IRQ */
	andi	t1, t1, LINE_ASSERTED
	bnez	t1, 1b
2:	getq	t0, 2
	getq	t1, 3
	retirq
	.endm

	.text
	.globl capture_entry
	.type capture_entry, @function
capture_entry:
	setq	2, t0
	getq	t0, 1
	andi	t0, t0, 1 << SOC_IRQ_CAPTURE
	bnez	t0, capture_routine
	getq	t0, 1
	andi	t0, t0, 1 << SOC_IRQ_REPORT
	bnez	t0, report_routine
	getq	t0, 1
	andi	t0, t0, 1 << SOC_IRQ_TIMER
	beqz	t0, 1f
	getq	t0, 2
	j	irq_timer
	/* the line has become 0 while the interrupt was taken */
1:	getq	t0, 2
	retirq
	.size capture_entry, . - capture_entry

	.type report_routine, @function
report_routine:
	wait_for_stores
	.size report_routine, . - report_routine

	.globl capture_routine
	.type capture_routine, @function
capture_routine:
	setq	3, t1
	addi	sp, sp, -64
	registers sw, sp
	lui	t0, %hi(SOC_WINDOW)
	lbu	a0, SOC_WINDOW_LINE(t0)
	sw	a0, 56(sp)
	call	capture_hook
	lw	t1, 56(sp)
	registers lw, sp
	addi	sp, sp, 64
	finish
	.size capture_routine, . - capture_routine

	.weak capture_hook
	.type capture_hook, @function
capture_hook:
	ret
	.size capture_hook, . - capture_hook

	.globl capture_install
	.type capture_install, @function
capture_install:
	la	t0, __local_start
	la	t1, __local_end
	la	t2, __local_load
1:	lw	t3, 0(t2)
	sw	t3, 0(t0)
	addi	t0, t0, 4
	addi	t2, t2, 4
	bltu	t0, t1, 1b
	ret
	.size capture_install, . - capture_install

	.section .local.entry, "ax"
	.type capture_entry_local, @function
capture_entry_local:
	setq	2, t0
	getq	t0, 1
	andi	t0, t0, 1 << SOC_IRQ_CAPTURE
	bnez	t0, capture_routine_local
	getq	t0, 1
	andi	t0, t0, 1 << SOC_IRQ_REPORT
	bnez	t0, report_routine_local
	getq	t0, 2
	jr	0x10(zero)
	.size capture_entry_local, . - capture_entry_local

	.type report_routine_local, @function
report_routine_local:
	wait_for_stores
	.size report_routine_local, . - report_routine_local

	.globl capture_routine_local
	.type capture_routine_local, @function
capture_routine_local:
	setq	3, t1
	lui	t0, %hi(saved)
	addi	t0, t0, %lo(saved)
	registers sw, t0
	sw	sp, 56(t0)
	mv	sp, t0
	lui	t0, %hi(SOC_WINDOW)
	lbu	a0, SOC_WINDOW_LINE(t0)
	sw	a0, 60(sp)
	call	capture_hook_local
	mv	t0, sp
	lw	t1, 60(t0)
	lw	sp, 56(t0)
	registers lw, t0
	finish
	.size capture_routine_local, . - capture_routine_local

	.weak capture_hook_local
	.type capture_hook_local, @function
capture_hook_local:
	ret
	.size capture_hook_local, . - capture_hook_local

	/* registers, sp, the line's byte; below them the stack of the hook */
	.section .local.data, "aw"
	.balign 16
	.skip 256
	.type saved, @object
saved:	.skip 64
	.size saved, . - saved
