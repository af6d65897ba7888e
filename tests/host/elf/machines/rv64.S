/* SPDX-License-Identifier: Apache-2.0 */
/* RISC-V of 64 bits, in the upper half of its addresses. Labels as in arm.S; vector.N are what the
 * trap vector is set to. */
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
vector.3:
	c.addiw a0, 4
	c.ld a1, 0(a0)
	c.ldsp a1, 8(sp)
	beqz a0, 1f
	bnez a0, jumps
	.set branches.plain, 1
	jal tail
	jalr a5
1:
ret.plain.1:
	ret
ret.plain.2:
	jr t0
	end plain

	begin tail
	addiw a0, a0, 1
ret.tail.1:
	j plain
	end tail

	begin far_tail
	auipc t1, %pcrel_hi(plain)
ret.far_tail.1:
	jalr x0, t1, %pcrel_lo(far_tail)
	end far_tail

	begin jumps
	jr a5
	.set indirect.jumps, 1
	j jumps
	end jumps

	begin sets
	la a0, entry
	csrw mtvec, a0
	lui a1, %hi(other)
	addiw a1, a1, %lo(other)
	csrw stvec, a1
	lui a1, 0x80000
	c.addiw a1, 16
	csrw stvec, a1
ret.sets.1:
	ret
	end sets

	.balign 4
	begin entry
vector.1:
	addi sp, sp, -16
trap.1:
ret.entry.1:
	mret
trap.2:
ret.entry.2:
	sret
	end entry

	.balign 4
	begin other
vector.2:
	nop
trap.3:
ret.other.1:
	sret
	end other

	.data
	.global table
	.type table, @object
table:	.dword 1, 2
	.size table, 16
