/* SPDX-License-Identifier: Apache-2.0 */
/*
 * events: a program for tests of the monitor: recursion, functions of a few instructions called one
 * upon the other, code shared by all cores, a lock that they fight for, and a timer interrupt that
 * comes in between.
 */
#include "soc.h"

#define CORES_MAX 16
#define ROUNDS 100
#define FIB 11
#define FIB_VALUE 89
#define TICK 700 /* clocks between timer interrupts, and 100 more for each core */
#define SHARED_ADDS 20

static volatile uint32_t ticks[CORES_MAX];
static volatile uint32_t shared;
static volatile uint32_t runs = 1; /* a reset brings the 1 back */

static unsigned int self(void)
{
	return soc_read(SOC_MAILBOX + SOC_CORE);
}

static void set_alarm(unsigned int core)
{
	soc_write(SOC_TIMER + SOC_COMPARE, soc_read(SOC_TIMER + SOC_TIME) + TICK + 100 * core);
}

/* called by irq_entry */
POINT void timer_handler(void)
{
	unsigned int core = self();

	ticks[core]++;
	set_alarm(core);
}

POINT static uint32_t fib(uint32_t n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

POINT static uint32_t tight_one(uint32_t x)
{
	return x + 1;
}

POINT static uint32_t tight_two(uint32_t x)
{
	return x ^ 2;
}

POINT static uint32_t tight_three(uint32_t x)
{
	return x - 3;
}

POINT static uint32_t tight(uint32_t x)
{
	for (int i = 0; i < ROUNDS; i++)
		x = tight_three(tight_two(tight_one(x)));
	return x;
}

POINT static void share(void)
{
	for (int i = 0; i < SHARED_ADDS; i++) {
		lock(0);
		shared++;
		unlock(0);
	}
}

/* the end of the measured part, on each core */
POINT static void done(void)
{
}

static uint32_t tight_expected(uint32_t x)
{
	for (int i = 0; i < ROUNDS; i++)
		x = ((x + 1) ^ 2) - 3;
	return x;
}

int main(unsigned int core, unsigned int cores)
{
	uint32_t bad = core == 0 && runs++ != 1;

	set_alarm(core);
	soc_write(SOC_TIMER + SOC_TIMER_ENABLE, 1);
	soc_irq_mask(0);

	for (int i = 0; i < 3; i++) {
		bad += fib(FIB) != FIB_VALUE;
		bad += tight(core + 7) != tight_expected(core + 7);
		share();
		barrier();
	}
	soc_irq_mask(~0u);
	soc_write(SOC_TIMER + SOC_TIMER_ENABLE, 0);
	bad += shared != 3 * SHARED_ADDS * cores;
	bad += ticks[core] < 3;
	barrier();
	done();

	lock(1);
	print("events: core ");
	print_number(core);
	print(bad ? ": FAIL\n" : ": pass\n");
	unlock(1);
	return bad ? 1 : 0;
}
