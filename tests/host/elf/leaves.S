# SPDX-License-Identifier: Apache-2.0
# What leaves a function and what only seems to, at addresses that check_elf.c knows. At 0x1000.
	.macro function name at
	.org \at
	.type \name, @function
\name:
	.endm
	.macro finish name
	.size \name, . - \name
	.endm

	.text
	.option norvc
	.option norelax

	# before the rest of it, as .text.unlikely is
	function step.cold 0
	addi a0, a0, 1
	j back			# 0x1004, to the other part
	ret			# 0x1008
	j other			# 0x100c, out of both
	finish step.cold

	function step.cold.1 0x10
	bnez a0, back
	j step			# to the beginning
	ret			# 0x1018
	finish step.cold.1

	function step 0x20
	addi a0, a0, 2
	bltz a0, step.cold + 8	# not its first instruction
back:	beqz a0, step.cold.1
	ret			# 0x102c
	j step.cold
	finish step

	function other 0x40
	bnez a0, plain		# out of it, where it is taken
	beqz a0, 1f
	ret			# 0x1048
1:	j 2f			# beyond its end, as far as symbols go
	finish other
2:	nop

	# a name like that of a part, of another function
	function stepping.cold 0x60
	ret			# 0x1060
	finish stepping.cold

	function stepper 0x70
	j stepping.cold		# 0x1070
	finish stepper

	function plain 0x80
	.insn 4, 0x70200073	# 0x1080, mnret
	finish plain

	# Zcmp and Zcmt; with D they are c.fsdsp
	.option rvc
	function pops 0x90
	.insn 2, 0xb842		# cm.push {ra}, -16
	.insn 2, 0xba42		# cm.pop {ra}, 16
	.insn 2, 0xbe42		# 0x1094, cm.popret {ra}, 16
	.insn 2, 0xbc76		# 0x1096, cm.popretz {ra, s0-s2}, 32
	.insn 2, 0xac6e		# cm.mva01s s0, s3
	.insn 2, 0xa002		# cm.jt 0
	.insn 2, 0xa07e		# cm.jt 31
	.insn 2, 0xa082		# cm.jalt 32
	finish pops
