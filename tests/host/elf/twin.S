# SPDX-License-Identifier: Apache-2.0
# A second function of the same name, for check_program.c.
	.option norvc
	.text
	.type twin, @function
twin:	ret			# 0x10c8
	.size twin, . - twin
