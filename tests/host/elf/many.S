# SPDX-License-Identifier: Apache-2.0
# A function with 16 returns that differ in chunk 0 and in chunk 1 of their addresses.
	.option norvc
	.text
	.globl many
	.type many, @function
many:
	.set i, 0
	.rept 16
	.org i * (1024 + 8)
	ret
	.set i, i + 1
	.endr
	.size many, . - many
