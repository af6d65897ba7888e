# SPDX-License-Identifier: Apache-2.0
# Every way to leave a function, at addresses that check_elf.c knows. Linked at 0x1000.
	.macro function name at
	.org \at
	.globl \name
	.type \name, @function
\name:
	.endm
	.macro finish name
	.size \name, . - \name
	.endm

	.text
	.option norvc
	.option norelax

	function plain 0
	addi a0, a0, 1
	beqz a0, 1f
	ret			# 0x1008
1:	jalr x0, 0(x1)		# 0x100c
	finish plain

	function tail 0x20
	jal x0, plain		# 0x1020
	finish tail

	function far_tail 0x30
	auipc t1, 0
	jalr x0, -48(t1)	# 0x1034, to plain
	finish far_tail

	function near_auipc 0x40
	auipc t1, 0
	jalr x0, 8(t1)		# to the next instruction: no return
	ret			# 0x1048
	finish near_auipc

	function trap 0x50
	mret			# 0x1050
	sret			# 0x1054
	.word 0x0400000b	# 0x1058, retirq of PicoRV32
	finish trap

	function loop 0x60
2:	j 2b
	finish loop

	function table 0x70
	jr a5			# may be a jump table
	jr t0			# 0x1074, return of a helper
	finish table

	function call 0x80
	jal ra, plain		# a call is no return
	jalr ra, 0(a0)
	ret			# 0x1088
	finish call

	.org 0x90
	.option rvc
	function short 0x90
	c.addi a0, 1
	c.beqz a0, 3f
	c.jr ra			# 0x1094
3:	c.j short		# within
	c.jr a5			# indirect
	ret			# 0x109a
	.org 0xa0
	c.j plain		# 0x10a0, out of it, within reach
	finish short

	.option norvc
	function sizeless 0xb0
	ret
