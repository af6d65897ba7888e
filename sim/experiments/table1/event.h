/* SPDX-License-Identifier: Apache-2.0 */
/*
 * EVENT(n): what a row of Table 1 inserts into the program for event n, 0 to 3.
 *
 *   ROW       0: nothing, the unmonitored program, and rows 10 and 11; else the row
 *   RATIOS    1: the code also reads the counters of the core's caches (rows 1 to 5)
 *   STORE     1: rows 1 to 3 keep their records in the core's own memory
 *   HEADENDS  1: rows 4 and 5: a headend at each core keeps the records in its local store; 0: the
 *             core itself does, and copies them in the routine of REPORT
 *
 * Registers that the compiler does not use: tp is the place of the next record, gp the end of the
 * core's store (rows 4 and 5); with a monitor (HEADENDS, row 6 on) tp is the number of the process,
 * which is the data of each event. Every row has the same clobbers, so that the compiler makes the
 * same code around EVENT(n), and the rows differ by what is inserted alone. The section .events,
 * which is not loaded, has (begin, end, n) of the inserted code.
 *
 * A record is the time, the number of the event, and with RATIOS the four counters. One that
 * CAPTURE makes has the address at which the core was interrupted in place of the number.
 */
#ifndef EVENT_H
#define EVENT_H

#ifndef ROW
#define ROW 0
#endif
#ifndef RATIOS
#define RATIOS 0
#endif
#ifndef STORE
#define STORE 0
#endif
#ifndef HEADENDS
#define HEADENDS 0
#endif

#if RATIOS
#define RECORD_BYTES 24
#else
#define RECORD_BYTES 8
#endif
#define STORE_RECORDS 16 /* of a core that copies; as almost_full of monitors/stores.yaml */

#define HAS_CAPTURE (ROW == 5 || ROW == 7 || ROW == 9)
#define HAS_REPORT (ROW == 4 || ROW == 5)
#define HAS_ROUTINES (HAS_CAPTURE || HAS_REPORT)
#define HAS_COPY (HAS_REPORT && !HEADENDS)
#define HAS_STORE (HAS_COPY || (ROW && ROW <= 3 && STORE))
#define HAS_RECORDS (HAS_COPY || (ROW >= 1 && ROW <= 3))

#define EVENT_STATE 15 /* the event of a routine of CAPTURE */
#define EVENT_FIRST 64 /* the user's first event of a port */

#ifndef __ASSEMBLER__

#include "gnomon_target.h"

#if RATIOS
#define EVENT_RATIOS                                                                               \
	"lui t0, 0x80030\n\t"                                                                      \
	"lw t2, 0x200(t0)\n\t"                                                                     \
	"sw t2, 8(tp)\n\t"                                                                         \
	"lw t2, 0x204(t0)\n\t"                                                                     \
	"sw t2, 12(tp)\n\t"                                                                        \
	"lw t2, 0x208(t0)\n\t"                                                                     \
	"sw t2, 16(tp)\n\t"                                                                        \
	"lw t2, 0x20c(t0)\n\t"                                                                     \
	"sw t2, 20(tp)\n\t"
#define EVENT_CALL "call time_call\n\t" EVENT_RATIOS /* by another call of the system */
#define EVENT_NEXT "addi tp, tp, 24\n\t"
#else
#define EVENT_RATIOS
#define EVENT_CALL
#define EVENT_NEXT "addi tp, tp, 8\n\t"
#endif

/* the time of a window, and the event */
#define EVENT_RECORD(window)                                                                       \
	"lui t0, " window "\n\t"                                                                   \
	"lw t0, 0(t0)\n\t"                                                                         \
	"sw t0, 0(tp)\n\t"                                                                         \
	"li t0, %0\n\t"                                                                            \
	"sw t0, 4(tp)\n\t" EVENT_RATIOS EVENT_NEXT

#define EVENT_ASSERT(line)                                                                         \
	"lui t0, 0x80030\n\t"                                                                      \
	"li t2, 0x10\n\t"                                                                          \
	"sb t2, " line "(t0)\n\t"
#define EVENT_CAPTURE EVENT_ASSERT("0x10")
#define EVENT_REPORT EVENT_ASSERT("0x11")

/* A record in the store, which no interrupt may divide, and REPORT if the store is full then. The
 * event is lost, and counted, if it is full before: a core has not yet taken REPORT. */
#define EVENT_STORE(then)                                                                          \
	"li t1, -1\n\t"                                                                            \
	".insn r 0x0b, 0, 3, t1, t1, x0\n\t" /* maskirq */                                         \
	"bgeu tp, gp, 3f\n\t" EVENT_RECORD("0x80030") "bne tp, gp, 4f\n\t" EVENT_REPORT "j 4f\n"   \
						      "3:\n\t"                                     \
						      "jal t0, event_lost\n"                       \
						      "4:\n\t" then                                \
						      ".insn r 0x0b, 0, 3, x0, t1, x0\n\t"

#define EVENT_WRITE(port)                                                                          \
	"lui t0, " port "\n\t"                                                                     \
	"sw tp, 4 * (%0 + 64)(t0)\n\t"

#if ROW == 0 || ROW == 10 || ROW == 11
#define EVENT_CODE
#elif ROW == 1
#define EVENT_CODE                                                                                 \
	"addi sp, sp, -16\n\t"                                                                     \
	"sw ra, 0(sp)\n\t"                                                                         \
	"sw a0, 4(sp)\n\t"                                                                         \
	"call time_call\n\t"                                                                       \
	"sw a0, 0(tp)\n\t"                                                                         \
	"li a0, %0\n\t"                                                                            \
	"sw a0, 4(tp)\n\t" EVENT_CALL EVENT_NEXT "lw ra, 0(sp)\n\t"                                \
	"lw a0, 4(sp)\n\t"                                                                         \
	"addi sp, sp, 16\n\t"
#elif ROW == 2
#define EVENT_CODE EVENT_RECORD("0x80040")
#elif ROW == 3
#define EVENT_CODE EVENT_RECORD("0x80030")
#elif ROW == 4 && !HEADENDS
#define EVENT_CODE EVENT_STORE()
#elif ROW == 5 && !HEADENDS
#define EVENT_CODE EVENT_STORE(EVENT_CAPTURE)
#elif ROW == 6
#define EVENT_CODE EVENT_WRITE("0x80060")
#elif ROW == 7
#define EVENT_CODE EVENT_WRITE("0x80060") EVENT_CAPTURE
#elif ROW == 8 || ROW == 4
#define EVENT_CODE EVENT_WRITE("0x80020")
#elif ROW == 9 || ROW == 5
#define EVENT_CODE EVENT_WRITE("0x80020") EVENT_CAPTURE
#elif ROW == 12
#define EVENT_CODE ".if %0 & 1\n\t" EVENT_WRITE("0x80020") ".endif\n\t" /* others: patterns */
#else
#error ROW must be 0 to 12
#endif

#define EVENT(n)                                                                                   \
	do {                                                                                       \
		GNOMON_POINT("e" #n);                                                              \
		__asm__ volatile("1:\n\t" EVENT_CODE "2:\n\t"                                      \
				 ".pushsection .events, \"\", @progbits\n\t"                       \
				 ".4byte 1b, 2b, %0\n\t"                                           \
				 ".popsection"                                                     \
				 :                                                                 \
				 : "i"(n)                                                          \
				 : "t0", "t1", "t2", "memory");                                    \
	} while (0)

#endif
#endif
