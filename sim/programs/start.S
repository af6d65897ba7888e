/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reset and interrupt entry of every core. Core k has the k-th 4 KiB below __stack_top as its
 * stack. Core 0 copies .data and clears .bss; the others wait for that at the barrier. When main
 * returns, its value is the core's exit code.
 */
#include "soc.h"

	.section .vectors, "ax"
	.globl _start
	.type _start, @function
_start:
	j	reset
	.size _start, . - _start

	/* PROGADDR_IRQ: return address in q0, pending interrupts in q1 */
	.balign 16
	.globl irq_entry
	.type irq_entry, @function
irq_entry:
#ifdef SOC_CAPTURE
	j	capture_entry	/* capture.S */
	.globl irq_timer
irq_timer:
#endif
	addi	sp, sp, -64
	sw	ra, 0(sp)
	sw	t0, 4(sp)
	sw	t1, 8(sp)
	sw	t2, 12(sp)
	sw	a0, 16(sp)
	sw	a1, 20(sp)
	sw	a2, 24(sp)
	sw	a3, 28(sp)
	sw	a4, 32(sp)
	sw	a5, 36(sp)
	sw	a6, 40(sp)
	sw	a7, 44(sp)
	sw	t3, 48(sp)
	sw	t4, 52(sp)
	sw	t5, 56(sp)
	sw	t6, 60(sp)
	call	timer_handler
	lw	ra, 0(sp)
	lw	t0, 4(sp)
	lw	t1, 8(sp)
	lw	t2, 12(sp)
	lw	a0, 16(sp)
	lw	a1, 20(sp)
	lw	a2, 24(sp)
	lw	a3, 28(sp)
	lw	a4, 32(sp)
	lw	a5, 36(sp)
	lw	a6, 40(sp)
	lw	a7, 44(sp)
	lw	t3, 48(sp)
	lw	t4, 52(sp)
	lw	t5, 56(sp)
	lw	t6, 60(sp)
	addi	sp, sp, 64
	.insn r 0x0b, 0, 2, x0, x0, x0	/* retirq */
	.size irq_entry, . - irq_entry

	.text
	.type reset, @function
reset:
	li	s0, SOC_MAILBOX
	lw	s1, SOC_CORE(s0)
	lui	sp, %hi(__stack_top)
	addi	sp, sp, %lo(__stack_top)
	slli	t0, s1, 12
	sub	sp, sp, t0
	bnez	s1, 4f
	la	t0, __data_start
	la	t1, __data_end
	la	t2, __data_load
1:	bgeu	t0, t1, 2f
	lw	t3, 0(t2)
	sw	t3, 0(t0)
	addi	t0, t0, 4
	addi	t2, t2, 4
	j	1b
2:	la	t0, __bss_start
	la	t1, __bss_end
3:	bgeu	t0, t1, 4f
	sw	zero, 0(t0)
	addi	t0, t0, 4
	j	3b
4:	sw	zero, SOC_BARRIER(s0)
	li	t0, SOC_LINE_BARRIER
	.insn r 0x2b, 0, 0, x0, t0, x0	/* wait */
	mv	a0, s1
	lw	a1, SOC_CORES(s0)
	call	main
	call	soc_exit
	.size reset, . - reset

	/* for programs that enable no timer */
	.weak timer_handler
	.type timer_handler, @function
timer_handler:
	ret
	.size timer_handler, . - timer_handler
