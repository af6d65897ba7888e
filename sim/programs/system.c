/* SPDX-License-Identifier: Apache-2.0 */
/*
 * system: a program like an operating system, for tests of all kinds of triggers: timer interrupts
 * with calls in calls, system calls, recursion, code and variables that all cores share, points in
 * the source, requests that are granted in time, late, or not at all, bursts of data, and a
 * heartbeat that fails once on each core.
 */
#include "soc.h"

#include "gnomon_target.h"

#define CORES_MAX 16
#define ROUNDS 10
#define TICK 900 /* clocks between timer interrupts, and 100 more for each core */
#define DEPTH 6

static volatile uint32_t counter; /* of all cores, by lock 0 */
static volatile uint8_t flag[CORES_MAX];
static volatile uint16_t half[CORES_MAX];
static volatile uint32_t table[16];
static volatile uint32_t ticks[CORES_MAX], switches[CORES_MAX];
static volatile uint32_t requests[CORES_MAX], grants[CORES_MAX], aborts[CORES_MAX];

static uint32_t self(void)
{
	return soc_read(SOC_MAILBOX + SOC_CORE);
}

static void set_alarm(uint32_t core)
{
	soc_write(SOC_TIMER + SOC_COMPARE, soc_read(SOC_TIMER + SOC_TIME) + TICK + 100 * core);
}

POINT static void pick_next(uint32_t core)
{
	switches[core]++;
	GNOMON_POINT("picked");
}

POINT static void schedule(uint32_t core)
{
	ticks[core]++;
	if (ticks[core] % 2)
		pick_next(core);
}

/* called by irq_entry */
POINT void timer_handler(void)
{
	uint32_t core = self();

	schedule(core);
	set_alarm(core);
}

/* some 20 clocks a turn */
POINT static void delay(uint32_t turns)
{
	for (volatile uint32_t i = 0; i < turns; i++)
		;
}

POINT static void request(uint32_t core)
{
	requests[core]++;
}

POINT static void grant(uint32_t core)
{
	grants[core]++;
}

POINT static void give_up(uint32_t core)
{
	aborts[core]++;
}

POINT static void begin(void)
{
}

POINT static void data(uint32_t i)
{
	table[i % 16] = i;
}

POINT static void error(void)
{
}

POINT static void heartbeat(void)
{
}

/* a request that is granted after so many turns, or not, or is given up before */
POINT static void ask(uint32_t core, uint32_t round)
{
	request(core);
	delay(1 + 7 * (round % 5));
	if (round % 4 == 3)
		give_up(core);
	if (round % 5 != 4)
		grant(core);
}

/* a burst of four pieces of data, with an error in each third round, and now and then one that is
 * too short
 */
POINT static void burst(uint32_t round)
{
	begin();
	for (uint32_t i = 0; i < (round % 4 == 2 ? 3 : 4); i++) {
		if (round % 3 == 1 && i == 2)
			error();
		data(round + i);
	}
}

POINT static uint32_t depth(uint32_t n)
{
	return n ? 1 + depth(n - 1) : 0;
}

POINT static void add_one(void)
{
	lock(0);
	GNOMON_POINT("critical");
	counter++;
	unlock(0);
}

/* a system call: a program's request to the system, once from within another one */
POINT static uint32_t syscall(uint32_t core, uint32_t number)
{
	uint32_t result = 0;

	switch (number) {
	case 0:
		add_one();
		break;
	case 1:
		result = depth(DEPTH);
		break;
	default:
		flag[core] = (uint8_t)number;
		half[core] = (uint16_t)(half[core] + number);
		result = syscall(core, number - 2);
		break;
	}
	return result;
}

/* the end of the measured part, on each core */
POINT static void done(void)
{
}

int main(unsigned int core, unsigned int cores)
{
	uint32_t bad = 0, granted = 0;

	set_alarm(core);
	soc_write(SOC_TIMER + SOC_TIMER_ENABLE, 1);
	soc_irq_mask(0);

	for (uint32_t round = 0; round < ROUNDS; round++) {
		GNOMON_POINT("round");
		heartbeat();
		ask(core, round);
		granted += round % 5 != 4;
		heartbeat();
		burst(round);
		heartbeat();
		bad += syscall(core, round % 4) != (round % 2 ? DEPTH : 0);
		if (round == 3 + core)
			delay(200); /* the heartbeat stops */
		if (round % 5 == 4)
			barrier();
	}
	soc_irq_mask(~0u);
	soc_write(SOC_TIMER + SOC_TIMER_ENABLE, 0);
	barrier();
	bad += counter != cores * ROUNDS / 2;
	bad += requests[core] != ROUNDS || grants[core] != granted || aborts[core] != ROUNDS / 4;
	bad += half[core] != 2 * 2 + 2 * 3 || flag[core] != 3;
	bad += ticks[core] < 5 || switches[core] != (ticks[core] + 1) / 2;
	barrier();
	done();

	lock(1);
	print("system: core ");
	print_number(core);
	print(bad ? ": FAIL\n" : ": pass\n");
	unlock(1);
	return bad ? 1 : 0;
}
