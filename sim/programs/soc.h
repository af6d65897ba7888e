/* SPDX-License-Identifier: Apache-2.0 */
/* soc: the target's registers, and the small runtime of its programs. sim/README.md has the memory
 * map. */
#ifndef SOC_H
#define SOC_H

#define SOC_MAILBOX 0x80000000
#define SOC_TIMER 0x80010000
#define SOC_PORT 0x80020000 /* the core's own event port */

/* offsets in the mailbox */
#define SOC_CORE 0x00
#define SOC_CORES 0x04
#define SOC_CONSOLE 0x08
#define SOC_EXIT 0x0c
#define SOC_BARRIER 0x10
#define SOC_LOCK 0x20

/* offsets in the timer */
#define SOC_TIME 0x00
#define SOC_TIME_HIGH 0x04
#define SOC_COMPARE 0x08
#define SOC_TIMER_ENABLE 0x0c

/* lines of the wait instruction */
#define SOC_LINE_TIMER 1
#define SOC_LINE_BARRIER 2

#ifndef __ASSEMBLER__

#include <stdint.h>

/* A function that stays one: called, not inlined, not cloned, so that its entry and return are
 * points. */
#define POINT __attribute__((noipa))

static inline uint32_t soc_read(uint32_t addr)
{
	return *(volatile uint32_t *)addr;
}

static inline void soc_write(uint32_t addr, uint32_t value)
{
	*(volatile uint32_t *)addr = value;
}

/* Hold the core until a line of the mask is high; returns the state of all lines. */
static inline uint32_t soc_wait(uint32_t mask)
{
	uint32_t lines;

	__asm__ volatile(".insn r 0x2b, 0, 0, %0, %1, x0" : "=r"(lines) : "r"(mask) : "memory");
	return lines;
}

/* Set the mask of disabled interrupts (3 is the timer); returns the old one. All are disabled after
 * reset. */
static inline uint32_t soc_irq_mask(uint32_t mask)
{
	uint32_t old;

	__asm__ volatile(".insn r 0x0b, 0, 3, %0, %1, x0" : "=r"(old) : "r"(mask) : "memory");
	return old;
}

/* Wait until all cores are here. */
void barrier(void);

/* Take and give back lock k, 0 to 7. */
void lock(unsigned int k);
void unlock(unsigned int k);

void print(const char *text);
void print_number(uint32_t value);

/* This core is done; the others continue. */
void soc_exit(int code) __attribute__((noreturn));

/* The program, on each core. */
int main(unsigned int core, unsigned int cores);

#endif
#endif
