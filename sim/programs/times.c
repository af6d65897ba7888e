/* SPDX-License-Identifier: Apache-2.0 */
/*
 * times: a program for tests of the time counters and of the CAPTURE line, with the routine through
 * the cache and in the cores' own memories. It writes each time that it reads to its event port.
 */
#include "times.h"

#define CORES_MAX 16
#define STORM 10
#define SLOW 300 /* turns of a hook that takes longer than the line's limit */

/* what it writes to its event port */
enum kind {
	LOCAL = 0x41, /* page 1: user's events */
	LOCAL_REAL,
	CENTRAL,
	CENTRAL_REAL,
	CALL,
	COST_LOCAL, /* a single part */
	COST_CENTRAL,
	HOOK_STATE, /* from the routine */
	HOOK_LOCAL,
	HOOK_CENTRAL,
	STATE, /* after a round */
};

static volatile uint32_t again[CORES_MAX]; /* so often the hook asserts the line */
static volatile uint32_t start;		   /* of all cores together */

LOCAL_DATA static volatile uint32_t again_local, slow_local;

static void report(enum kind kind, uint32_t value)
{
	soc_write(SOC_PORT + 4 * kind, value);
}

static uint32_t self(void)
{
	return soc_read(SOC_MAILBOX + SOC_CORE);
}

POINT void capture_hook(uint32_t state)
{
	uint32_t core = self();

	report(HOOK_STATE, state);
	report(HOOK_LOCAL, time_local_irq());
	report(HOOK_CENTRAL, time_central_irq());
	if (again[core]) {
		again[core]--;
		capture();
	}
}

LOCAL_FUNCTION void capture_hook_local(uint32_t state)
{
	soc_write(SOC_PORT + 4 * HOOK_STATE, state);
	soc_write(SOC_PORT + 4 * HOOK_LOCAL, time_local_irq());
	if (again_local) {
		again_local--;
		capture();
	}
	while (slow_local)
		slow_local--;
}

POINT static void read_times(void)
{
	report(LOCAL, time_local());
	report(LOCAL_REAL, time_local_real());
	report(CENTRAL, time_central());
	report(CENTRAL_REAL, time_central_real());
}

POINT static void read_call(void)
{
	report(CALL, time_call());
}

/* Four reads of a word, one directly after the other. */
#define READS(window, kind)                                                                        \
	__asm__ volatile(".balign 16\n\t"                                                          \
			 "lw t0, 0(%0)\n\t"                                                        \
			 "lw t1, 0(%0)\n\t"                                                        \
			 "lw t2, 0(%0)\n\t"                                                        \
			 "lw t3, 0(%0)\n\t"                                                        \
			 "sw t0, 0(%1)\n\t"                                                        \
			 "sw t1, 0(%1)\n\t"                                                        \
			 "sw t2, 0(%1)\n\t"                                                        \
			 "sw t3, 0(%1)"                                                            \
			 :                                                                         \
			 : "r"(window), "r"(SOC_PORT + 4 * (kind))                                 \
			 : "t0", "t1", "t2", "t3", "memory")

POINT static void cost_local(void)
{
	READS(SOC_WINDOW, COST_LOCAL);
}

POINT static void cost_central(void)
{
	READS(SOC_CENTRAL, COST_CENTRAL);
}

/* what the reads cost, the second time with all in the cache */
POINT static void costs(void)
{
	for (int i = 0; i < 2; i++) {
		cost_local();
		cost_central();
		read_call();
	}
}

/* some 20 clocks a turn */
POINT static void delay(uint32_t turns)
{
	for (volatile uint32_t i = 0; i < turns; i++)
		;
}

/* Wait until no core asserts the line. */
POINT static void settle(void)
{
	do {
		barrier();
		while (capture_state() & (LINE_ASSERTED | LINE_IRQ | LINE_PENDING))
			;
		barrier();
	} while (capture_state() & LINE_ASSERTED);
}

/* The timer holds the core; then the line is asserted by the next instruction, at all cores so many
 * clocks after the core before. */
POINT static void together(unsigned int core, uint32_t skew)
{
	settle();
	if (core == 0)
		start = soc_read(SOC_TIMER + SOC_TIME) + 1000;
	barrier();
	soc_write(SOC_TIMER + SOC_COMPARE, start + skew * core);
	soc_write(SOC_TIMER + SOC_TIMER_ENABLE, 1);
	__asm__ volatile(".balign 16\n\t"
			 ".insn r 0x2b, 0, 0, x0, %0, x0\n\t"
			 "sb %1, 0(%2)"
			 :
			 : "r"(SOC_LINE_TIMER), "r"(LINE_ASSERT), "r"(SOC_WINDOW + SOC_WINDOW_LINE)
			 : "memory");
	soc_write(SOC_TIMER + SOC_TIMER_ENABLE, 0);
	read_times();
	settle();
}

/* at times that have nothing to do with each other, while all read the time */
POINT static void storm(uint32_t seed)
{
	for (int i = 0; i < STORM; i++) {
		seed = seed * 1664525 + 1013904223;
		delay(seed >> 26);
		capture();
		read_times();
	}
}

/* one core after the other, while the others read the time */
POINT static void turns(unsigned int core, unsigned int cores)
{
	for (unsigned int turn = 0; turn < cores; turn++) {
		barrier();
		if (turn == core)
			capture();
		read_times();
		read_times();
	}
}

/* Wait for the end of the round after this one; the line's byte then. */
POINT static uint32_t round_after(uint32_t before)
{
	uint32_t state, rounds;

	do {
		state = capture_state();
		rounds = (state - before) & 15;
	} while (rounds == 0 || (rounds == 1 && state & LINE_ASSERTED));
	report(STATE, state);
	return state;
}

/* A core does not take the interrupt: the line's limit ends the round, and the next one is as
 * always. */
POINT static uint32_t late(unsigned int core, unsigned int cores, unsigned int masked)
{
	uint32_t state, bad = 0;

	settle();
	state = capture_state();
	if (core == masked)
		soc_irq_mask(~0u);
	barrier();
	if (core == (masked + 1) % cores)
		capture();
	state = round_after(state);
	bad += (state & LINE_TIMED_OUT) != (core == masked ? LINE_TIMED_OUT : 0);
	barrier();
	soc_irq_mask(~(1u << SOC_IRQ_CAPTURE));
	barrier();
	if (core == masked)
		capture();
	state = round_after(state);
	bad += (state & LINE_TIMED_OUT) != 0;
	return bad;
}

/* A routine that the limit cuts short: it writes its number back in the next round. */
POINT static uint32_t cut_short(unsigned int core, unsigned int cores, unsigned int slow)
{
	uint32_t state;

	settle();
	state = capture_state();
	if (core == slow)
		slow_local = SLOW;
	barrier();
	if (core == slow)
		capture();
	round_after(state);
	if (core == (slow + 1) % cores)
		capture();
	round_after(state + 1);
	settle();
	return (capture_state() & LINE_TIMED_OUT) != 0;
}

POINT static uint32_t rounds(unsigned int core, unsigned int cores, uint32_t seed)
{
	turns(core, cores);
	settle();
	for (uint32_t skew = 0; skew < 4; skew++)
		together(core, skew & 1);
	storm(seed);
	return late(core, cores, cores - 1) + late(core, cores, 0);
}

int main(unsigned int core, unsigned int cores)
{
	uint32_t bad = 0;

	/* alone, and all at once */
	barrier();
	if (core == 0)
		costs();
	barrier();
	costs();
	for (int i = 0; i < 20; i++)
		read_times();

	again[core] = core & 1;
	soc_irq_mask(~(1u << SOC_IRQ_CAPTURE));
	bad += rounds(core, cores, core + 1);
	settle();
	soc_irq_mask(~0u);
	capture_install();
	again_local = core & 1;
	soc_irq_mask(~(1u << SOC_IRQ_CAPTURE));
	bad += rounds(core, cores, core + 100);
	bad += cut_short(core, cores, 1);
	settle();
	soc_irq_mask(~0u);
	barrier();

	lock(1);
	print("times: core ");
	print_number(core);
	print(bad ? ": FAIL\n" : ": pass\n");
	unlock(1);
	return bad ? 1 : 0;
}
