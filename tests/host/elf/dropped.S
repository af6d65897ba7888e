# SPDX-License-Identifier: Apache-2.0
# Two functions of which the linker drops one (--gc-sections), linked at 0, with the DWARF that
# clang writes for them: the lines of both are at 0, and no range says which is there.
	.option norvc
	.option norelax
	.file 1 "kept.c"

	.section .text.dead, "ax", @progbits
	.type dead, @function
dead:
	.loc 1 3 0 is_stmt 1
	nop
	.loc 1 4 0 is_stmt 1
	nop
	.loc 1 5 0 is_stmt 1
	ret
.Ldead_end:
	.size dead, . - dead

	.section .text.live, "ax", @progbits
	.globl live
	.type live, @function
live:
	.loc 1 9 0 is_stmt 1
	nop
	nop
	.loc 1 10 0 is_stmt 1
	nop			# 8
	.loc 1 9 0 is_stmt 1
	ret			# 12
.Llive_end:
	.size live, . - live

	.section .debug_line, "", @progbits
.Lline:
	.section .debug_ranges, "", @progbits
.Lranges:
	.4byte dead, .Ldead_end, live, .Llive_end, 0, 0
	.section .debug_info, "", @progbits
	.4byte 2f - 1f
1:	.2byte 4
	.4byte .Labbrev
	.byte 4
	.uleb128 1
	.4byte .Lline, 0, .Lranges
	.asciz "/src"
	.uleb128 2
	.4byte dead, .Ldead_end
	.asciz "dead"
	.byte 2
	.uleb128 2
	.4byte live, .Llive_end
	.asciz "live"
	.byte 8
	.byte 0
2:
	.section .debug_abbrev, "", @progbits
.Labbrev:
	.byte 1, 0x11	# a compilation unit with children: DW_AT_stmt_list, sec_offset,
	.byte 1
	.byte 0x10, 0x17, 0x11, 0x01, 0x55, 0x17, 0x1b, 0x08 # low_pc, ranges, comp_dir
	.byte 0, 0
	.byte 2, 0x2e	# a function: low_pc and high_pc as addresses, name, decl_line
	.byte 0
	.byte 0x11, 0x01, 0x12, 0x01, 0x03, 0x08, 0x3b, 0x0b
	.byte 0, 0, 0
