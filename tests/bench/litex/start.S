/* SPDX-License-Identifier: Apache-2.0 */
/* The first instructions of the two cores, each with its own half of the RAM; soc.py has where core
 * 1 begins. */
	.section .vectors, "ax"
	.globl _start
	.type _start, @function
_start:
	lui	sp, 0x10002
	li	a0, 0
	j	main
	.size _start, . - _start

	.org 0x40
	.globl second
	.type second, @function
second:
	lui	sp, 0x10001
	li	a0, 1
	j	main
	.size second, . - second
