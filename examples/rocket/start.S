/* SPDX-License-Identifier: Apache-2.0 */
	.section .start, "ax"
	.globl _start
_start:
	la	sp, stack_top
	call	main
	li	t0, 0x10010000		# the port of the system, which ends the program
	sw	a0, 0(t0)
stop:
	j	stop
