/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stores: a program for tests of a monitor's local stores and its REPORT line, beside its CAPTURE
 * line. It writes to its event port until stores are almost full, asserts both lines by itself, and
 * lets a core be deaf to them.
 */
#include "times.h"

#define TURNS 8
#define WRITES 96
#define DEAF_WRITES 700 /* more than the store of a deaf core holds */
#define MOST_WRITES 900 /* more than the limit of a round leaves time for */
#define NUMBER 0x41	/* what it writes to its event port: page 1, user's events */

#define BOTH (1u << SOC_IRQ_CAPTURE | 1u << SOC_IRQ_REPORT)

/* each core counts its writes, so that one that is missing shows */
static uint32_t written[16];

/* some 20 clocks a turn */
POINT static void delay(uint32_t turns)
{
	for (volatile uint32_t i = 0; i < turns; i++)
		;
}

POINT static void writes(unsigned int core, uint32_t count)
{
	uint32_t value = core << 24 | written[core];

	written[core] += count;
#pragma GCC unroll 8
	for (uint32_t i = 0; i < count; i++)
		soc_write(SOC_PORT + 4 * NUMBER, value++);
}

/* a place for events: the experiment may let it assert a line */
POINT static void mark(void)
{
	__asm__ volatile("nop");
}

/* Stores fill at different rates. */
POINT static void fill(unsigned int core, uint32_t seed)
{
	for (int i = 0; i < TURNS; i++) {
		seed = seed * 1664525 + 1013904223;
		writes(core, 1 + (seed >> 24) % WRITES);
		delay(seed >> 26);
		mark();
	}
}

/* The cores assert both lines, at times that have nothing to do with each other. */
POINT static void storm(unsigned int core, uint32_t seed)
{
	for (int i = 0; i < TURNS; i++) {
		seed = seed * 1664525 + 1013904223;
		if (seed >> 31)
			report_line();
		if (seed >> 30 & 1)
			capture();
		writes(core, seed >> 27);
		delay(seed >> 25 & 31);
	}
}

/* Wait until no line is asserted. */
POINT static void settle(void)
{
	const uint8_t busy = LINE_ASSERTED | LINE_IRQ | LINE_PENDING;

	do {
		barrier();
		while ((capture_state() | report_state()) & busy)
			;
		barrier();
	} while ((capture_state() | report_state()) & LINE_ASSERTED);
}

/* A core does not take the interrupts, and writes on: the limit ends each round, and what its store
 * does not hold is lost. */
POINT static void deaf(unsigned int core)
{
	settle();
	if (core == 0) {
		soc_irq_mask(~0u);
		writes(core, DEAF_WRITES);
	}
	barrier();
	soc_irq_mask(~BOTH);
	settle();
}

/* One core alone writes so much that its store is not sent within the limit. */
POINT static void most(unsigned int core)
{
	settle();
	if (core == 2)
		writes(core, MOST_WRITES);
	settle();
}

int main(unsigned int core, unsigned int cores)
{
	(void)cores;
	soc_irq_mask(~BOTH);
	barrier();
	fill(core, core + 1);
	most(core);
	storm(core, core + 1);
	settle();
	soc_irq_mask(~0u);
	capture_install();
	soc_irq_mask(~BOTH);
	storm(core, core + 50);
	fill(core, core + 100);
	deaf(core);
	soc_irq_mask(~0u);
	barrier();

	lock(1);
	print("stores: core ");
	print_number(core);
	print(": pass\n");
	unlock(1);
	return 0;
}
