# SPDX-License-Identifier: Apache-2.0
# Lines and symbols at addresses that check_program.c knows; twin.S. Code at 0x1000, data at 0x3000.
	.option norvc
	.option norelax
	.file 1 "one/same.c"
	.file 2 "two/same.c"
	.file 3 "./lib/../main.c"

	.text
	.globl work
	.type work, @function
work:
	.loc 3 10 0 is_stmt 1
	nop			# 0x1000
	nop
	.loc 3 11 0 is_stmt 1
	nop			# 0x1008
	.loc 3 10 0 is_stmt 0
	nop			# 0x100c, no statement
	.loc 3 12 0 is_stmt 0
	nop			# 0x1010, no statement
	.loc 3 12 0 is_stmt 1
	nop			# 0x1014, the first one of the run
	.loc 3 12 0 is_stmt 1
	nop			# 0x1018, the second one
	.loc 3 10 0 is_stmt 1
	nop			# 0x101c, again
	.loc 3 14 0 is_stmt 1	# 0x1020, of no length
	.loc 3 15 0 is_stmt 1
	ret			# 0x1020
	.size work, . - work

	.org 0x40
	.type alias, @function
alias:
	.globl helper
	.type helper, @function
helper:
	.loc 1 5 0 is_stmt 1
	nop			# 0x1040
inside:	.loc 2 7 0 is_stmt 1
	ret			# 0x1044
	.size helper, . - helper
	.size alias, . - alias

	.org 0x80
	.type open, @function
open:	.loc 1 9 0 is_stmt 1
	nop			# 0x1080, of a function without a size
	nop
	.org 0xc0
	.type last, @function
last:	.loc 3 20 0 is_stmt 1
	ret			# 0x10c0
	.size last, . - last
end:

	.data
	.globl counter
	.type counter, @object
counter:
	.4byte 1
	.size counter, . - counter
	.type table, @object
table:	.fill 3, 4, 0
	.size table, . - table
untyped:
	.4byte 2

	.section .debug_line, "", @progbits
.Lline:
	.section .debug_info, "", @progbits
	.4byte 2f - 1f
1:	.2byte 4
	.4byte .Labbrev
	.byte 4
	.uleb128 1
	.4byte .Lline
	.4byte work
	.4byte end - work
	.asciz "/src"
2:
	.section .debug_abbrev, "", @progbits
.Labbrev:
	.uleb128 1		# a compilation unit without children:
	.uleb128 0x11
	.byte 0
	.uleb128 0x10		# DW_AT_stmt_list, sec_offset
	.uleb128 0x17
	.uleb128 0x11		# DW_AT_low_pc, addr
	.uleb128 0x01
	.uleb128 0x12		# DW_AT_high_pc, data4
	.uleb128 0x06
	.uleb128 0x1b		# DW_AT_comp_dir, string
	.uleb128 0x08
	.byte 0, 0, 0
	.text
	.type twin, @function
twin:	nop			# 0x10c4
	.size twin, . - twin
