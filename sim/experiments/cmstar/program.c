/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The programs of the experiment, one for each MODE:
 *
 *   READERS  cores 0 to READERS - 1 read the clock again and again; core 0 writes each reading to
 *            its event port
 *   ZERO     core 0 reads the clock four times in succession, and the clock process of core 2 does
 *            so at the same time: zero elapsed time lies between the second read and the third
 *   RPC      PAIRS pairs of a client and a server call each other; core 0 is the client that
 *            measures, core 1 its server, core 2 the clock process
 *   MODULES  each core measures the same loop, which needs no bus
 *
 * ROUTINE reads the clock. In ZERO the READERS cores from 3 on are a load: LOAD is READS (they
 * read the clock) or BURSTS (long times with many accesses of the memory, and without). With
 * PERIOD, all cores have an interrupt of the timer each so many cycles. COUNT is the number of
 * repetitions, SEED begins the random numbers.
 *
 * Readings go to the core's own event port, which no other core notices. clock_read() is a function
 * of its own, so that its entry and its return are points.
 */
#include "soc.h"
#include "times.h"

#define GNOMON_PORT SOC_PORT
#include "gnomon_clock.h"
#include "gnomon_target.h"

#define MODE_READERS 1
#define MODE_ZERO 2
#define MODE_RPC 3
#define MODE_MODULES 4

#define ROUTINE_VARYING 1
#define ROUTINE_4 2
#define ROUTINE_4_PRINTED 3
#define ROUTINE_1 4
#define ROUTINE_1_PRINTED 5
#define ROUTINE_LATCHED 6

#define LOAD_READS 1
#define LOAD_BURSTS 2

/* numbers of events at the ports */
enum {
	READING = 64,	/* of the measuring core, in order */
	RECEIVED = 65,	/* of the server */
	ZERO_TIME = 66, /* around nothing, in each repetition of RPC */
};

enum {
	CLOCK_CORE = 2,
	FIRST_LOAD = 3,
	LINE_WORDS = 4,
	FIELD = 1 << 11,   /* words of a field of the memory, eight times what a cache holds */
	BURST_READS = 150, /* of the memory, on average: some 10,000 cycles */
	IDLE_TURNS = 1200, /* between bursts, on average: the same */
	APART_TURNS = 120, /* between repetitions, at most */
	MESSAGE = 8,	   /* words of a message */
	COMPUTE = 40,	   /* turns of a server's work */
	PACE = 60,	   /* turns between pairs of reads of a clock process, on average */
	LOOP = 2000,	   /* turns of the loop that all modules measure */
};

static const struct gnomon_clock halves = {SOC_CENTRAL, SOC_CENTRAL, 0, HALF_BITS, HALF_BITS, 4};
static const struct gnomon_clock latched = {SOC_CENTRAL, SOC_CENTRAL + 4, 0, 0, 32, 4};

/* in the core's own memory, behind the first instruction of its interrupt routine */
struct own {
	struct gnomon_clock_statics statics;
	uint32_t random;
	uint32_t interrupt; /* the next one */
	uint32_t place;	    /* in the field */
};
#define OWN ((volatile struct own *)(SOC_LOCAL_MEMORY + 0x100))
#define STATICS ((struct gnomon_clock_statics *)(SOC_LOCAL_MEMORY + 0x100))

static volatile uint32_t field[FIELD];

/* a line each, so that a store of one loads no other one */
struct line {
	volatile uint32_t value;
	uint32_t unused[LINE_WORDS - 1];
} __attribute__((aligned(16)));

static struct line start, stop, turn, done;

struct queue {
	struct line full;
	volatile uint32_t words[MESSAGE];
} __attribute__((aligned(16)));

static struct queue requests[3], replies[3];
static struct line blocked[3];

POINT uint64_t clock_read(void)
{
	switch (ROUTINE) {
	case ROUTINE_VARYING:
		return gnomon_clock_varying_read(&halves);
	case ROUTINE_4:
		return gnomon_clock_4_read(&halves);
	case ROUTINE_4_PRINTED:
		return gnomon_clock_4_read_printed(&halves);
	case ROUTINE_1:
		return gnomon_clock_1_read(&halves, STATICS);
	case ROUTINE_1_PRINTED:
		return gnomon_clock_1_read_printed(&halves, STATICS);
	default:
		return gnomon_clock_latched_read(&latched);
	}
}

static void report(unsigned int number, uint64_t reading)
{
	gnomon_event(number, (uint32_t)reading);
}

static uint32_t random_below(uint32_t limit)
{
	OWN->random = OWN->random * 1664525 + 1013904223;
	return (uint32_t)((uint64_t)OWN->random * limit >> 32);
}

/* Some 8 cycles a turn, without the bus. */
POINT static void work(uint32_t turns)
{
	while (turns--)
		__asm__ volatile("");
}

/* Reads of the memory, each of which misses the cache. */
POINT static void access_field(uint32_t reads)
{
	uint32_t place = OWN->place;

	while (reads--) {
		(void)field[place];
		place = (place + LINE_WORDS) % FIELD;
	}
	OWN->place = place;
}

/* 1-Read counts on from here: the first read must come within a period of the low half. */
static void set_clock(void)
{
	const uint64_t now = gnomon_clock_4_read(&halves);

	STATICS->old_low = (uint32_t)now & 0xffffffffu >> (32 - HALF_BITS);
	STATICS->high = (uint32_t)(now >> HALF_BITS);
}

/* The interrupts of all cores come at the same times. */
void timer_handler(void)
{
	OWN->interrupt += PERIOD;
	soc_write(SOC_TIMER + SOC_COMPARE, OWN->interrupt);
}

static void begin(unsigned int core)
{
	OWN->random = (SEED * 16u + core) * 2654435761u;
	OWN->place = core * (FIELD / 16);
	if (core == 0)
		start.value = soc_read(SOC_TIMER + SOC_TIME) + 2000;
	barrier();
	if (PERIOD) {
		OWN->interrupt = start.value;
		soc_write(SOC_TIMER + SOC_COMPARE, start.value);
		soc_write(SOC_TIMER + SOC_TIMER_ENABLE, 1);
		soc_irq_mask(~(1u << SOC_IRQ_TIMER));
	}
}

static void load(void)
{
	while (!stop.value) {
		if (LOAD == LOAD_READS) {
			clock_read();
			continue;
		}
		access_field(BURST_READS / 2 + random_below(BURST_READS));
		work(IDLE_TURNS / 2 + random_below(IDLE_TURNS));
	}
}

/* --- READERS */

POINT static void read_again(void)
{
	for (uint32_t i = 0; i < COUNT; i++)
		report(READING, clock_read());
}

static void readers(unsigned int core)
{
	if (core == 0) {
		work(500);
		set_clock();
		read_again();
		stop.value = 1;
	} else {
		while (!stop.value)
			clock_read();
	}
}

/* --- ZERO */

POINT static void read_four(unsigned int number)
{
	const uint64_t a = clock_read(), b = clock_read(), c = clock_read(), d = clock_read();

	report(number, a);
	report(number, b);
	report(number, c);
	report(number, d);
}

static void zero(unsigned int core)
{
	set_clock();
	for (uint32_t i = 1; i <= COUNT; i++) {
		if (core == 0) {
			work(random_below(APART_TURNS));
			turn.value = i;
			read_four(READING);
			while (done.value != i)
				;
		} else {
			while (turn.value != i)
				;
			read_four(READING);
			done.value = i;
		}
	}
	if (core == 0)
		stop.value = 1;
}

/* --- RPC */

static void send(struct queue *queue, unsigned int mutex)
{
	lock(mutex);
	for (int i = 0; i < MESSAGE; i++)
		queue->words[i] = (uint32_t)i;
	queue->full.value = 1;
	unlock(mutex);
}

static int receive(struct queue *queue, unsigned int mutex)
{
	while (!queue->full.value)
		if (stop.value)
			return -1;
	lock(mutex);
	for (int i = 0; i < MESSAGE; i++)
		(void)queue->words[i];
	queue->full.value = 0;
	unlock(mutex);
	return 0;
}

/* A call; the client that measures reads the clock twice before it sends, and twice at the end. */
static int call(unsigned int pair, int measures)
{
	uint64_t a = 0, b = 0, c, d;

	while (!blocked[pair].value)
		if (stop.value)
			return -1;
	blocked[pair].value = 0;
	if (measures) {
		a = clock_read();
		b = clock_read();
	}
	send(&requests[pair], 2 * pair);
	if (receive(&replies[pair], 2 * pair + 1) < 0)
		return -1;
	access_field(WORDS / 2);
	if (!measures)
		return 0;
	c = clock_read();
	d = clock_read();
	report(READING, a);
	report(READING, b);
	report(READING, c);
	report(READING, d);
	return 0;
}

static void client(unsigned int pair)
{
	for (uint32_t i = 0; pair || i < COUNT; i++) {
		if (call(pair, pair == 0) < 0)
			return;
		if (pair == 0)
			read_four(ZERO_TIME);
		work(random_below(APART_TURNS));
	}
	stop.value = 1;
}

static void server(unsigned int pair)
{
	uint64_t c, d;

	while (!stop.value) {
		blocked[pair].value = 1;
		if (receive(&requests[pair], 2 * pair) < 0)
			return;
		if (pair == 0) {
			c = clock_read();
			d = clock_read();
			report(RECEIVED, c);
			report(RECEIVED, d);
		}
		access_field(WORDS - WORDS / 2);
		work(COMPUTE);
		send(&replies[pair], 2 * pair + 1);
	}
}

static void clock_process(void)
{
	uint64_t a, b;

	while (!stop.value) {
		a = clock_read();
		b = clock_read();
		report(READING, a);
		report(READING, b);
		work(PACE / 2 + random_below(PACE));
	}
}

static void rpc(unsigned int core)
{
	const unsigned int pair = core < CLOCK_CORE ? 0 : (core - 1) / 2;

	if (core == CLOCK_CORE)
		clock_process();
	else if (pair >= PAIRS)
		;
	else if (core == 0 || (core > CLOCK_CORE && core % 2))
		client(pair);
	else
		server(pair);
}

/* --- MODULES */

POINT void module(void)
{
	uint64_t begun = clock_read();

	work(LOOP);
	report(READING, clock_read() - begun);
}

static void modules(void)
{
	for (uint32_t i = 0; i < COUNT; i++) {
		barrier();
		module();
	}
}

POINT void finished(void)
{
	__asm__ volatile("");
}

int main(unsigned int core, unsigned int cores)
{
	(void)cores;
	begin(core);
	if (MODE == MODE_MODULES)
		modules();
	else if (MODE == MODE_RPC)
		rpc(core);
	else if (MODE == MODE_READERS && core < READERS)
		readers(core);
	else if (MODE == MODE_ZERO && (core == 0 || core == CLOCK_CORE))
		zero(core);
	else if (MODE == MODE_ZERO && core >= FIRST_LOAD && core < FIRST_LOAD + READERS)
		load();
	soc_irq_mask(~0u);
	if (core == 0)
		finished();
	return 0;
}
