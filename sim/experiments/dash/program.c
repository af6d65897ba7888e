/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ping-pong of Beilner's section 4: two processes on core 0 send an empty message to each other
 * again and again. A small kernel has send() and receive(), which blocks and switches to the other
 * process. It has the four measuring points of the report, which are twelve in a loop:
 *
 *   process 1   1 trapped  2 returning  (send)
 *               3 trapped  4 blocked    (receive; then the kernel switches)
 *   process 2   5 switched 6 returning  (its receive)
 *               7 trapped  8 returning  (send)
 *               9 trapped 10 blocked    (receive; then the kernel switches)
 *   process 1  11 switched 12 returning (its receive); then 1 of the next loop
 *
 * LOADS cores read the memory meanwhile, in bursts, so that a duration varies. Process 1 waits for
 * up to APART turns in each loop, at random. With LOOP, each loop takes so many cycles: process 1
 * waits for the timer at its end. LOOPS is their number, and one more ends them. SEED begins the
 * random numbers.
 */
#include "soc.h"

enum {
	PROCESSES = 2,
	STACK = 256,	  /* words */
	MESSAGE = 4,	  /* words: a header */
	COPIES = 2,	  /* of a message on its way through the kernel, at each side */
	SAVED = 6,	  /* words of the state of a process that a switch moves */
	LINE_WORDS = 4,	  /* of a cache */
	FIELD = 1 << 11,  /* words of a field of the memory, eight times what a cache holds */
	BURST_READS = 20, /* of it, on average */
	IDLE_TURNS = 120, /* between bursts, on average */
};

struct message {
	uint32_t words[MESSAGE];
};

struct process {
	uint32_t sp;
	uint32_t waits; /* for a message */
	uint32_t full;
	struct message inbox;
	uint32_t saved[SAVED];
	uint32_t stack[STACK];
} __attribute__((aligned(16)));

static struct process process[PROCESSES];
static struct process *running = &process[0];
static uint32_t machine[SAVED];
static volatile uint32_t field[FIELD];
static volatile uint32_t stop;

void switch_stacks(uint32_t *from, uint32_t to);

/* The measuring points of the kernel. */

POINT void trapped(void)
{
	__asm__ volatile("");
}

POINT void returning(void)
{
	__asm__ volatile("");
}

POINT void blocked(void)
{
	__asm__ volatile("");
}

POINT void switched(void)
{
	__asm__ volatile("");
}

/* The end of the experiment. */
POINT void finished(void)
{
	__asm__ volatile("");
}

static uint32_t random_below(uint32_t *state, uint32_t limit)
{
	*state = *state * 1664525 + 1013904223;
	return (uint32_t)((uint64_t)*state * limit >> 32);
}

/* Some 8 cycles a turn, without the bus. */
POINT static void work(uint32_t turns)
{
	while (turns--)
		__asm__ volatile("");
}

/* --- the kernel */

POINT static void copy(uint32_t *to, const uint32_t *from, uint32_t words)
{
	while (words--)
		*to++ = *from++;
}

/* To the process that is ready. */
static void reschedule(void)
{
	struct process *const from = running, *to = from;

	do
		to = to == &process[PROCESSES - 1] ? &process[0] : to + 1;
	while (to->waits && !to->full);
	copy(from->saved, machine, SAVED);
	copy(machine, to->saved, SAVED);
	running = to;
	switch_stacks(&from->sp, to->sp);
	switched();
}

POINT static void send(struct process *to, const struct message *message)
{
	struct message kept[COPIES];

	trapped();
	copy(kept[0].words, message->words, MESSAGE);
	for (unsigned int i = 1; i < COPIES; i++)
		copy(kept[i].words, kept[i - 1].words, MESSAGE);
	copy(to->inbox.words, kept[COPIES - 1].words, MESSAGE);
	to->full = 1;
	returning();
}

POINT static void receive(struct message *message)
{
	struct process *const self = running;

	trapped();
	self->waits = 1;
	while (!self->full) {
		blocked();
		reschedule();
	}
	self->waits = 0;
	self->full = 0;
	copy(message->words, self->inbox.words, MESSAGE);
	returning();
}

/* --- the processes */

static void wait_for_end_of_loop(uint32_t *end)
{
	*end += LOOP;
	soc_write(SOC_TIMER + SOC_COMPARE, *end);
	soc_wait(SOC_LINE_TIMER);
}

static void first_process(void)
{
	struct message message = {{1}};
	uint32_t random = SEED * 2654435761u, end;

	work(random_below(&random, 1000));
	end = soc_read(SOC_TIMER + SOC_TIME) + 1000;
	soc_write(SOC_TIMER + SOC_COMPARE, end);
	soc_write(SOC_TIMER + SOC_TIMER_ENABLE, LOOP != 0);
	for (uint32_t i = 0; i <= LOOPS; i++) {
		send(&process[1], &message);
		receive(&message);
		if (LOOP)
			wait_for_end_of_loop(&end);
		else
			work(random_below(&random, APART));
	}
}

static void second_process(void)
{
	struct message message;

	for (;;) {
		receive(&message);
		send(&process[0], &message);
	}
}

static void ping_pong(void)
{
	struct process *const second = &process[1];
	uint32_t *const sp = second->stack + STACK - 16; /* what switch_stacks takes */

	sp[0] = (uint32_t)second_process;
	second->sp = (uint32_t)sp;
	first_process();
	finished();
	stop = 1;
}

/* Reads of the memory, each of which misses the cache. */
static void load(uint32_t core)
{
	uint32_t random = (SEED * 16u + core) * 2654435761u, place = core * (FIELD / 4);

	while (!stop) {
		for (uint32_t reads = random_below(&random, 2 * BURST_READS); reads--;) {
			(void)field[place];
			place = (place + LINE_WORDS) % FIELD;
		}
		work(random_below(&random, 2 * IDLE_TURNS));
	}
}

int main(unsigned int core, unsigned int cores)
{
	(void)cores;
	if (core == 0)
		ping_pong();
	else if (core <= LOADS)
		load(core);
	return 0;
}
