/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The programs that Table 1 is measured with. The text is the same for all rows; EVENT(n) is what a
 * row inserts (event.h).
 *
 *   PROGRAM  0 barrier: phases of different length, a barrier after each
 *            1 lock: a lock that all cores want
 *            2 single: one instruction stream; the other cores wait at a barrier
 *            3 burst: events with one instruction between them
 *   SIZE     rounds, of four events of each core
 *   MASKED   this core leaves its interrupts masked; -1: none
 *   ROUTINE  1: the routines of the lines are in the core's own memory, 0: through the cache
 *
 * The measured part is from begin() to end(). Then each core writes to its event port: at 1 the
 * number of records lost, at 2 the checksum of its work, at 3 each word of its records.
 */
#include "event.h"
#include "times.h"

#ifndef PROGRAM
#define PROGRAM 0
#endif
#ifndef SIZE
#define SIZE 8
#endif
#ifndef MASKED
#define MASKED -1
#endif
#ifndef ROUTINE
#define ROUTINE 1
#endif

#define CORES_MAX 4
#define WORDS 48
#define RECORDS_AT 0x22000 /* memory that neither .bss nor a stack has */
#define RECORDS_WORDS 6144 /* of each core */
#define SOC_LOCAL_BYTES 4096

enum dump {
	DUMP_LOST = 1,
	DUMP_SUM,
	DUMP_WORD,
};

static volatile uint32_t table[CORES_MAX][WORDS];
static volatile uint32_t shared, counts[CORES_MAX];
static uint32_t (*const records)[RECORDS_WORDS] = (uint32_t(*)[RECORDS_WORDS])RECORDS_AT;

/* of local memory: routines.S */
extern uint32_t store[], store_next, store_lost;

POINT void begin(void)
{
}

POINT void end(void)
{
}

/* Write the core's part of the table. */
POINT static void produce(unsigned int core, uint32_t round)
{
	for (uint32_t i = 0; i < 8 + (core * 7 + round * 5) % 12; i++)
		table[core][i] = round * 31 + i;
}

/* Read the part of the next core. */
POINT static uint32_t consume(unsigned int core, unsigned int cores, uint32_t round)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < 10 + (core * 3 + round * 7) % 16; i++)
		sum = sum * 3 + table[(core + 1) % cores][i];
	return sum;
}

/* Work that no other core meets. */
POINT static uint32_t think(unsigned int core, uint32_t turns)
{
	uint32_t sum = core;

	for (uint32_t i = 0; i < turns; i++) {
		table[core][i % WORDS] = sum;
		sum = sum * 1664525 + 1013904223 + i;
	}
	return sum;
}

POINT static uint32_t work_barrier(unsigned int core, unsigned int cores)
{
	uint32_t sum = 0;

	for (uint32_t round = 0; round < SIZE; round++) {
		EVENT(0);
		produce(core, round);
		EVENT(1);
		barrier();
		EVENT(2);
		sum += consume(core, cores, round);
		EVENT(3);
		barrier();
	}
	return sum;
}

POINT static uint32_t work_lock(unsigned int core)
{
	uint32_t sum = 0;

	for (uint32_t round = 0; round < SIZE; round++) {
		EVENT(0);
		sum += think(core, 10 + (core * 5 + round * 3) % 16);
		EVENT(1);
		lock(0);
		EVENT(2);
		for (int i = 0; i < 4; i++)
			shared++;
		counts[core]++;
		EVENT(3);
		unlock(0);
	}
	barrier();
	return sum + shared;
}

POINT static uint32_t step(uint32_t round)
{
	uint32_t sum;

	EVENT(1);
	sum = think(0, 10 + round * 3 % 16);
	EVENT(2);
	return sum;
}

POINT static uint32_t work_single(unsigned int core, unsigned int cores)
{
	uint32_t sum = 0;

	for (uint32_t round = 0; core == 0 && round < SIZE; round++) {
		EVENT(0);
		sum += step(round);
		produce(0, round);
		EVENT(3);
		sum += consume(cores - 1, cores, round);
	}
	barrier();
	return sum;
}

POINT static uint32_t work_burst(void)
{
	for (uint32_t round = 0; round < SIZE; round++) {
		EVENT(0);
		__asm__ volatile("nop");
		EVENT(1);
		__asm__ volatile("nop");
		EVENT(2);
		__asm__ volatile("nop");
		EVENT(3);
	}
	barrier();
	return 0;
}

static uint32_t work(unsigned int core, unsigned int cores)
{
	switch (PROGRAM) {
	case 0:
		return work_barrier(core, cores);
	case 1:
		return work_lock(core);
	case 2:
		return work_single(core, cores);
	default:
		return work_burst();
	}
}

static uint32_t *place_of_word(void)
{
	uint32_t *at;

	__asm__ volatile("mv %0, tp" : "=r"(at));
	return at;
}

/* The core's own memory: its routines, and the variables that they use. */
static void install(unsigned int core)
{
	extern uint32_t __local_start[], __local_end[], __local_load[];

	if (ROUTINE && HAS_ROUTINES)
		for (uint32_t *to = __local_start, *from = __local_load; to < __local_end;)
			*to++ = *from++;
	store_next = (uint32_t)records[core];
	store_lost = 0;
}

static void set_up(unsigned int core)
{
	uint32_t *first = HAS_STORE ? store : records[core];
	uint32_t *last = store + STORE_RECORDS * RECORD_BYTES / 4;

	if (HAS_ROUTINES || HAS_STORE)
		install(core);
	if (!HAS_RECORDS)
		first = (uint32_t *)(0x1000 + core);
	__asm__ volatile("mv tp, %0\n\tmv gp, %1" : : "r"(first), "r"(last));
	if (HAS_ROUTINES && (int)core != MASKED)
		soc_irq_mask(~(3u << SOC_IRQ_CAPTURE));
}

static void dump(enum dump kind, uint32_t value)
{
	soc_write(SOC_PORT + 4 * (EVENT_FIRST + kind), value);
}

static void dump_words(const uint32_t *from, const uint32_t *to)
{
	while (from < to)
		dump(DUMP_WORD, *from++);
}

/* Write what the core has recorded; 1 if there was no room for it. */
static int finish(unsigned int core, uint32_t sum)
{
	const uint32_t *room = records[core] + RECORDS_WORDS;
	const uint32_t *next = records[core];

	dump(DUMP_LOST, HAS_COPY ? store_lost : 0);
	dump(DUMP_SUM, sum);
	if (!HAS_RECORDS)
		return 0;
	if (HAS_COPY)
		next = (const uint32_t *)store_next;
	else if (HAS_STORE)
		room = (const uint32_t *)(SOC_LOCAL_MEMORY + SOC_LOCAL_BYTES);
	else
		next = place_of_word();
	if (next > records[core] + RECORDS_WORDS ||
	    (HAS_STORE && !HAS_COPY && place_of_word() > room))
		return 1;
	dump_words(records[core], next);
	if (HAS_STORE)
		dump_words(store, place_of_word());
	return 0;
}

int main(unsigned int core, unsigned int cores)
{
	extern char __bss_end[];
	uint32_t sum;
	int full;

	if ((uint32_t)__bss_end > RECORDS_AT)
		return 2;
	set_up(core);
	barrier();
	begin();
	sum = work(core, cores);
	end();
	while (HAS_ROUTINES && soc_read(SOC_WINDOW + SOC_WINDOW_LINE) & 0x2020)
		;
	barrier();
	GNOMON_POINT("done"); /* asserts REPORT, for what local stores of headends still have */
	if (!HEADENDS)
		soc_irq_mask(~0u);
	full = finish(core, sum);
	barrier();
	lock(1);
	print("table1: core ");
	print_number(core);
	print(full ? ": no room for the records\n" : ": pass\n");
	unlock(1);
	return full;
}
