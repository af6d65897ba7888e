/* SPDX-License-Identifier: Apache-2.0 */
/* The first instruction of the demo; the core's parameter STACKADDR has set the stack. */
	.section .vectors, "ax"
	.globl _start
	.type _start, @function
_start:
	j	main
	.size _start, . - _start
