/* SPDX-License-Identifier: Apache-2.0 */
/* AArch64. Labels as in arm.S. */
	.arch armv8.3-a+pauth
	.macro begin name
	.global \name
	.type \name, %function
\name:
	.endm
	.macro end name
	.size \name, . - \name
	.endm

	.text
	begin plain
	paciasp
	bl tail
	blr x3
	cbz x0, 1f
	tbz x0, #3, 1f
	b.eq 1f
	cbnz x0, tail
	.set branches.plain, 2
	b.ne traps
1:
ret.plain.1:
	ret
ret.plain.2:
	ret x1
ret.plain.3:
	retaa
ret.plain.4:
	retab
	end plain

	begin tail
	adr x0, 1f
	ldraa x1, [x0]
ret.tail.1:
	b plain
1:	.word 0xd65f03c0
	end tail

	begin jumps
	br x16
	braa x1, x2
	.set indirect.jumps, 2
	blraaz x1
	b jumps
	end jumps

	begin traps
trap.1:
ret.traps.1:
	eret
trap.2:
ret.traps.2:
	eretaa
	end traps

	.data
	.global table
	.type table, %object
table:	.quad 1, 2
	.size table, 16
