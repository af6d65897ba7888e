/* SPDX-License-Identifier: Apache-2.0 */
/*
 * times: the time in its three forms, and the CAPTURE line, for programs of a target that has them
 * (soc_top.v: TIME_CENTRAL, TIME_LOCAL, CAPTURE, LOCAL_LOG2).
 *
 * A program with CAPTURE is compiled with SOC_CAPTURE defined, and with capture.S. Its routine runs
 * on each core, in each round of the line, through the cache; after capture_install() it runs in
 * the core's own memory, where neither its code nor its data meet cache or bus. It is enabled by
 * soc_irq_mask (bit SOC_IRQ_CAPTURE). That of the REPORT line of a monitor with local stores waits
 * until they are sent (bit SOC_IRQ_REPORT).
 */
#ifndef TIMES_H
#define TIMES_H

#include "soc.h"

#define SOC_WINDOW 0x80030000	    /* the core's own: soc_local.v */
#define SOC_CENTRAL 0x80040000	    /* on the bus: soc_central.v */
#define SOC_LOCAL_MEMORY 0x80050000 /* the core's own */
#define SOC_EVENTS 0x80060000	    /* event port on the bus: soc_events.v */
#define SOC_WINDOW_IRQ 0x100	    /* offset in both for the interrupt routine */

/* bytes of a part of a window, each in a word of its own: 1, 2, 4 (soc_window.v: WINDOW_W) */
#ifndef SOC_WINDOW_BYTES
#define SOC_WINDOW_BYTES 4
#endif
#define SOC_WINDOW_REAL (8 / SOC_WINDOW_BYTES * 4)
#define SOC_WINDOW_LINE (16 / SOC_WINDOW_BYTES * 4)
#define SOC_WINDOW_REPORT (17 / SOC_WINDOW_BYTES * 4 + 17 % SOC_WINDOW_BYTES)

/* the line's byte, read and written; the low four bits are the number of the round */
#define LINE_IRQ 0x80
#define LINE_TIMED_OUT 0x40
#define LINE_ASSERTED 0x20
#define LINE_PENDING 0x10
#define LINE_ASSERT 0x10
#define LINE_FINISHED 0x8f /* an assertion that waits is no part of the answer */

#define SOC_IRQ_TIMER 3
#define SOC_IRQ_CAPTURE 4
#define SOC_IRQ_REPORT 5

/* what a call of the operating system for the time costs, in instructions: 40 to 4000 */
#ifndef GNOMON_CALL_INSTRUCTIONS
#define GNOMON_CALL_INSTRUCTIONS 500
#endif

#ifndef __ASSEMBLER__

/* A function, a variable in the core's own memory. Functions there call nothing elsewhere. */
#define LOCAL_FUNCTION __attribute__((noipa, section(".local.text")))
#define LOCAL_DATA __attribute__((section(".local.data")))

/* Four bytes of a window, lowest first. */
static inline uint32_t window_read(uint32_t window, uint32_t part)
{
	uint32_t value = soc_read(window + part);

#if SOC_WINDOW_BYTES < 4
	for (unsigned int i = 1; i < 4 / SOC_WINDOW_BYTES; i++)
		value |= soc_read(window + part + 4 * i) << (8 * SOC_WINDOW_BYTES * i);
#endif
	return value;
}

/* The time; and then the real time of the same cycle. They wrap. */
static inline uint32_t time_local(void)
{
	return window_read(SOC_WINDOW, 0);
}

static inline uint32_t time_local_real(void)
{
	return window_read(SOC_WINDOW, SOC_WINDOW_REAL);
}

static inline uint32_t time_central(void)
{
	return window_read(SOC_CENTRAL, 0);
}

static inline uint32_t time_central_real(void)
{
	return window_read(SOC_CENTRAL, SOC_WINDOW_REAL);
}

/* The same in a routine of an interrupt. */
static inline uint32_t time_local_irq(void)
{
	return window_read(SOC_WINDOW + SOC_WINDOW_IRQ, 0);
}

static inline uint32_t time_central_irq(void)
{
	return window_read(SOC_CENTRAL + SOC_WINDOW_IRQ, 0);
}

/* The time of the system's timer, which does not pause, by a call that takes
 * GNOMON_CALL_INSTRUCTIONS instructions from its first one to its return. */
uint32_t time_call(void);

static inline uint8_t capture_state(void)
{
	return *(volatile uint8_t *)(SOC_WINDOW + SOC_WINDOW_LINE);
}

/* Assert the line. */
static inline void capture(void)
{
	*(volatile uint8_t *)(SOC_WINDOW + SOC_WINDOW_LINE) = LINE_ASSERT;
}

/* The same of the REPORT line. */
static inline uint8_t report_state(void)
{
	return *(volatile uint8_t *)(SOC_WINDOW + SOC_WINDOW_REPORT);
}

static inline void report_line(void)
{
	*(volatile uint8_t *)(SOC_WINDOW + SOC_WINDOW_REPORT) = LINE_ASSERT;
}

/* From now on the routine of this core runs in its own memory; not while a round lasts. */
void capture_install(void);

/* What the routine does, through the cache and in the core's own memory (LOCAL_FUNCTION): the
 * program's, or nothing. They get the line's byte. */
void capture_hook(uint32_t state);
void capture_hook_local(uint32_t state);

#endif
#endif
