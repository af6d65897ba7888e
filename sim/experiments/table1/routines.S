/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The routines of the CAPTURE and REPORT lines for the rows of Table 1: through the cache
 * (capture_entry) and, after install(), in the core's own memory. t0 and t1 are in q2 and q3
 * meanwhile, the line's byte in q1. A routine reads the byte when it begins and writes it back at
 * its end, so that one that the limit has cut short does not finish a later round.
 *
 * CAPTURE: the core saves the time and the address at which it was interrupted, in its store (row
 * 5), or writes the address to its event port (rows 7 and 9, and 5 with headends). REPORT: the core
 * copies its store to memory; with headends it has nothing to do. If both lines are asserted,
 * REPORT is first: there is then room in the store.
 *
 * No core goes on with its program before all have finished: a routine ends when no line is
 * asserted any more, or when the other line interrupts this core.
 */
#include "event.h"
#include "interrupts.inc"
#include "times.h"

	/* \local: 1 in the core's own memory */
	.macro	routines local
	setq	2, t0
	setq	3, t1
	getq	t0, 1
#if HAS_REPORT
	andi	t1, t0, 1 << SOC_IRQ_REPORT
	bnez	t1, 3f
#endif
	andi	t1, t0, 1 << SOC_IRQ_CAPTURE
	beqz	t1, 9f /* the line has become 0 while the interrupt was taken */

	lui	t0, %hi(SOC_WINDOW)
	lbu	t1, SOC_WINDOW_LINE(t0)
	andi	t1, t1, LINE_FINISHED
	setq	1, t1
#if ROW == 5 && HAS_COPY
	bgeu	tp, gp, 1f
	lw	t1, SOC_WINDOW_IRQ(t0)
	sw	t1, 0(tp)
	getq	t1, 0
	sw	t1, 4(tp)
#if RATIOS
	lw	t1, 0x300(t0)
	sw	t1, 8(tp)
	lw	t1, 0x304(t0)
	sw	t1, 12(tp)
	lw	t1, 0x308(t0)
	sw	t1, 16(tp)
	lw	t1, 0x30c(t0)
	sw	t1, 20(tp)
#endif
	addi	tp, tp, RECORD_BYTES
	bne	tp, gp, 2f
	li	t1, LINE_ASSERT
	sb	t1, SOC_WINDOW_REPORT(t0)
	j	2f
	/* no room */
1:	lui	t0, %hi(store_lost)
	lw	t1, %lo(store_lost)(t0)
	addi	t1, t1, 1
	sw	t1, %lo(store_lost)(t0)
2:	lui	t0, %hi(SOC_WINDOW)
#else
	getq	t1, 0
#if ROW == 7
	lui	t0, %hi(SOC_EVENTS)
#else
	lui	t0, %hi(SOC_PORT)
#endif
	sw	t1, 4 * (EVENT_FIRST + EVENT_STATE)(t0)
	lui	t0, %hi(SOC_WINDOW)
#endif
	getq	t1, 1
	sb	t1, SOC_WINDOW_LINE(t0)
8:
#if HAS_REPORT
	lb	t1, SOC_WINDOW_REPORT(t0)
	bltz	t1, 9f /* LINE_IRQ */
#endif
	lb	t1, SOC_WINDOW_LINE(t0)
	bltz	t1, 9f
	andi	t1, t1, LINE_ASSERTED
	bnez	t1, 8b
#if HAS_REPORT
	lbu	t1, SOC_WINDOW_REPORT(t0)
	andi	t1, t1, LINE_ASSERTED
	bnez	t1, 8b
#endif
9:	getq	t0, 2
	getq	t1, 3
	retirq

#if HAS_REPORT
3:	lui	t0, %hi(SOC_WINDOW)
	lbu	t1, SOC_WINDOW_REPORT(t0)
	andi	t1, t1, LINE_FINISHED
	setq	1, t1
#if HAS_COPY
	lui	t0, %hi(store)
	.if \local
	sw	t2, %lo(store_saved)(t0)
	.else
	sw	t2, -16(sp)
	.endif
	lw	t2, %lo(store_next)(t0)
	addi	t0, t0, %lo(store)
4:	bgeu	t0, tp, 5f
	lw	t1, 0(t0)
	sw	t1, 0(t2)
	addi	t0, t0, 4
	addi	t2, t2, 4
	j	4b
5:	lui	t0, %hi(store)
	addi	tp, t0, %lo(store)
	sw	t2, %lo(store_next)(t0)
	.if \local
	lw	t2, %lo(store_saved)(t0)
	.else
	lw	t2, -16(sp)
	.endif
	lui	t0, %hi(SOC_WINDOW)
#endif
	getq	t1, 1
	sb	t1, SOC_WINDOW_REPORT(t0)
	j	8b
#endif
	.endm

	.text
	.balign 16
	.globl capture_entry
	.type capture_entry, @function
capture_entry:
#if HAS_ROUTINES
	routines 0
#endif
	.globl irq_unused
irq_unused:
	retirq
	.size capture_entry, . - capture_entry

#if HAS_COPY
	/* of a record that has no room; t0: where to return; interrupts are masked */
	.globl event_lost
	.type event_lost, @function
event_lost:
	setq	2, t1
	lui	t2, %hi(store_lost)
	lw	t1, %lo(store_lost)(t2)
	addi	t1, t1, 1
	sw	t1, %lo(store_lost)(t2)
	getq	t1, 2
	jr	t0
	.size event_lost, . - event_lost
#endif

	.section .local.entry, "ax"
	.globl local_entry
	.type local_entry, @function
local_entry:
#if HAS_ROUTINES
	routines 1
#else
	jr	0x10(zero)
#endif
	.size local_entry, . - local_entry

	/* what %hi(store) is for: all of it is in the same 4 KiB */
	.section .local.data, "aw"
	.balign 16
	.globl store_next, store_lost, store
store_next:
	.word	0 /* place in memory of the next record */
store_lost:
	.word	0
store_saved:
	.word	0
	.balign 16
store:
