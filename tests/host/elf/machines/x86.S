/* SPDX-License-Identifier: Apache-2.0 */
/* x86-64. Labels as in arm.S. */
	.macro begin name
	.global \name
	.type \name, @function
\name:
	.endm
	.macro end name
	.size \name, . - \name
	.endm

	.text
	begin plain
	endbr64
	movabs $0xc3c3c3c3c3c3c3c3, %rax
	call tail
	call *%rax
	test %eax, %eax
	je 1f
	jne tail
	loop 1f
	jrcxz 1f
	.set branches.plain, 1
1:
ret.plain.1:
	ret
ret.plain.2:
	ret $8
ret.plain.3:
	rep ret
ret.plain.4:
	.byte 0xf2 /* bnd */
	ret
ret.plain.5:
	lretq
	end plain

	begin tail
	nop
ret.tail.1:
	jmp plain
	end tail

	begin jumps
	notrack jmp *%rax
	jmp *table(,%rax,8)
	jmp *table(%rip)
	.set indirect.jumps, 3
	jmp jumps
	end jumps

	begin step.cold
	ud2
	jmp step_back
	end step.cold

	begin step
	test %edi, %edi
	js step.cold
step_back:
ret.step.1:
	ret
	end step

	begin traps
trap.1:
ret.traps.1:
	iretq
trap.2:
ret.traps.2:
	sysretq
	end traps

	.data
	.global table
	.type table, @object
table:	.quad 1, 2
	.size table, 16
