# SPDX-License-Identifier: Apache-2.0
# Two sections at 0x8000 that are loaded one at a time (overlay.ld); addresses and lines are
# those of check_elf.c and check_debug.c.
	.option norvc
	.option norelax
	.section .first, "ax", @progbits
	.type draw, @function
draw:	addi a0, a0, 1
	addi a0, a0, 2
	addi a0, a0, 3
	ret			# 0x800c
	.size draw, . - draw
	.section .second, "ax", @progbits
	.type sound, @function
sound:	beqz a0, 1f
	ret			# 0x8004
1:	addi a0, a0, 7
	ret			# 0x800c
	ret			# 0x8010, where draw is not
	.size sound, . - sound
	.text
	.globl _start
	.type _start, @function
_start:	call draw
	call sound
	j _start
	.size _start, . - _start
