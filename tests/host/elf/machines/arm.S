/* SPDX-License-Identifier: Apache-2.0 */
/* ARM and Thumb. ret.F.N lies at the returns of F, trap.N at ends of traps; branches.F and
 * indirect.F are how many other instructions may leave it. */
	.syntax unified
	.cpu cortex-a15
	.macro begin name
	.global \name
	.type \name, %function
\name:
	.endm
	.macro end name
	.size \name, . - \name
	.endm

	.text
	.arm
	begin arm_plain
	add r0, r0, #1
	cmp r0, #4
	bxeq lr
	blx r3
	bl arm_pops
	.set branches.arm_plain, 2
	beq arm_pops
ret.arm_plain.1:
	bx lr
	end arm_plain

	begin arm_pops
	push {r4, lr}
	cmp r0, #0
	popne {r4, pc}
	.set branches.arm_pops, 1
	ldr r4, [sp]
ret.arm_pops.1:
	pop {r4, pc}
ret.arm_pops.2:
	ldr pc, [sp], #4
ret.arm_pops.3:
	mov pc, lr
ret.arm_pops.4:
	ldmdb r11, {r4, r11, sp, pc}
ret.arm_pops.5:
	ldm sp, {r4, r11, sp, pc}
	end arm_pops

	begin arm_tail
	ldr r1, =0xe12fff1e
ret.arm_tail.1:
	b arm_plain
	.ltorg
	.word 0xe12fff1e
	end arm_tail

	begin arm_jumps
	cmp r0, #3
	ldrls pc, [pc, r0, lsl #2]
	b 1f
	.word 1f, 1f, 1f
1:	add pc, pc, r0, lsl #2
	bx r3
	mov pc, r2
	ldr pc, [r1]
	.set indirect.arm_jumps, 5
	str pc, [r1]
	b 1b
	end arm_jumps

	begin arm_traps
trap.1:
ret.arm_traps.1:
	subs pc, lr, #4
trap.2:
ret.arm_traps.2:
	movs pc, lr
trap.3:
ret.arm_traps.3:
	rfeia sp!
trap.4:
ret.arm_traps.4:
	ldm sp!, {r0, r1, pc}^
trap.5:
ret.arm_traps.5:
	eret
	end arm_traps

	.thumb
	.thumb_func
	begin thumb_plain
	cmp r0, #0
	it eq
	bxeq lr
	.set branches.thumb_plain, 1
	cbz r0, 1f
	bl thumb_pops
	blx arm_plain
1:	bne 1b
ret.thumb_plain.1:
	bx lr
	end thumb_plain

	.thumb_func
	begin thumb_pops
	push {r4, lr}
	tbb [pc, r0]
	.byte 2, 2, 2, 2
	.set indirect.thumb_pops, 1
ret.thumb_pops.1:
	pop {r4, pc}
ret.thumb_pops.2:
	pop.w {r4, r5, r8, pc}
ret.thumb_pops.3:
	ldr pc, [sp], #4
ret.thumb_pops.4:
	mov pc, lr
	end thumb_pops

	.thumb_func
	begin thumb_tail
	bne.w thumb_plain
	.set branches.thumb_tail, 1
ret.thumb_tail.1:
	b.w thumb_pops
	.balign 4
	.word 0x47704770
	end thumb_tail

	.thumb_func
	begin thumb_cold.cold
	nop
	b.w thumb_cold_back
	end thumb_cold.cold

	.thumb_func
	begin thumb_cold
	cbz r0, thumb_cold_back
	b.w thumb_cold.cold
thumb_cold_back:
ret.thumb_cold.1:
	bx lr
	end thumb_cold

	.data
	.global table
	.type table, %object
table:	.word 1, 2
	.size table, 8
