/* SPDX-License-Identifier: Apache-2.0 */
#include "gnomon_target.h"
	.text
	.globl _start, at_asm, at_asm2
_start:
	nop
	GNOMON_POINT "asm"
at_asm:	nop
	GNOMON_POINT "asm/2"
at_asm2: j _start
