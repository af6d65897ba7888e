/* SPDX-License-Identifier: Apache-2.0 */
/* That of ../program for OpenRISC: ten calls of work(), each longer than the one before. */
	.section .text
	.org	0x100			# where the processor begins
	.globl	_start
_start:
	l.movhi	r0, 0
	l.ori	r14, r0, 0		# the total
	l.ori	r16, r0, 1		# rounds of the call
again:
	l.jal	work
	l.ori	r3, r16, 0		# in the delay slot
	l.add	r14, r14, r11
	l.addi	r16, r16, 1
	l.sfgtui r16, 10
	l.bnf	again
	l.nop
	l.movhi	r4, 1			# the port of the system, which ends the program
	l.sw	0(r4), r14
stop:
	l.j	stop
	l.nop

	.globl	work
	.type	work, @function
work:
	l.ori	r11, r0, 1
	l.ori	r5, r0, 0
round:
	l.sfgeu	r5, r3
	l.bf	leave
	l.nop
	l.add	r11, r11, r11
	l.add	r11, r11, r5
	l.j	round
	l.addi	r5, r5, 1
leave:
	l.jr	r9
	l.nop
	.size	work, . - work
