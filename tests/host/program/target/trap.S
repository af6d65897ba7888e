# SPDX-License-Identifier: Apache-2.0
# Ways to set the trap vector; WAY chooses one. Where it is seen, the entry is `here`, or the
# symbols in the comment.
	.option norelax
	.text
	.globl _start, here
_start:
#if WAY == 1			/* lui and addi */
	lui t0, %hi(here)
	addi t0, t0, %lo(here)
	csrw mtvec, t0
#elif WAY == 2			/* auipc, addi, moved, or-ed: vectored; here, slot1 to slot3 */
	la t1, here
	mv a0, t1
	ori a0, a0, 1
	csrw mtvec, a0
#elif WAY == 3			/* one of two: not seen */
	la t0, here
	beqz a0, 1f
	la t0, there
1:	csrw mtvec, t0
#elif WAY == 4			/* from memory: not seen, but a usual name is: trap_entry */
	lw t0, 0(a0)
	csrw mtvec, t0
#elif WAY == 5			/* nothing */
	nop
#elif WAY == 6			/* both modes: entries here and there */
	la t0, here
	la t1, there
	csrw stvec, t1
	csrrw x0, mtvec, t0
#elif WAY == 7			/* a call between: t0 may be another one */
	la t0, here
	call there
	csrw mtvec, t0
#elif WAY == 8			/* an immediate, where no code is */
	csrwi mtvec, 4
#elif WAY == 9			/* read, and bits set with nothing: no writes */
	csrr t0, mtvec
	csrrs t0, mtvec, x0
	csrrc t0, mtvec, x0
	csrrsi t0, mtvec, 0
#elif WAY == 10			/* bits set: not seen */
	csrrsi x0, mtvec, 1
#elif WAY == 11			/* through a word of data in the code that would be a jump */
	la t0, here
	.word 0x0000006f
	csrw mtvec, t0
#elif WAY == 12			/* an address without code, here by the rest */
	li t0, 0x4000
	csrw mtvec, t0
#elif WAY == 13			/* short forms */
	.option rvc
	c.lui t0, 1		/* linked at 0x1000 */
	c.mv a4, t0
	c.addi a4, 8
	c.addi a4, -8
	addi a4, a4, %lo(here)
	csrw mtvec, a4
	c.li t0, 0
	.option norvc
#endif
2:	j 2b
	.balign 64
here:	j handler
slot1:	j handler
slot2:	j there
slot3:	j there
slot4:	jal ra, there		/* no jump of a table */
	.globl handler, there, exit1, exit3
#if WAY == 4
	.globl trap_entry
trap_entry:
#endif
handler:
	nop
exit1:	mret
	.option rvc
there:	c.nop
	.half 0x0013		/* data that would be half of an instruction; no label behind it */
	sret			/* there + 4 */
	c.nop
exit3:	.word 0x0400000b
	c.nop
	.word 0x30529073	/* data that would be csrw mtvec, t0 */
	li a0, 0x30200		/* lui a0, 0x30200 */
	ret
