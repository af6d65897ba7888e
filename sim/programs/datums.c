/* SPDX-License-Identifier: Apache-2.0 */
/*
 * datums: a small run-time system that reports what it does to the event port. On each core three
 * processes take turns: one sends messages to the next core, one receives those of the core before,
 * one works. What each core writes to its port is known beforehand, write by write; when it writes
 * is not, because cores wait for each other.
 */
#include "soc.h"

#define GNOMON_PORT SOC_PORT
#include "gnomon_target.h"

#define CORES_MAX 16
#define MESSAGES 12
#define SENDER 10
#define RECEIVER 20
#define WORKER 100 /* above 63: shares its process time with others */
#define TICK 3000  /* clocks between timer interrupts, and 100 more for each core */

/* a message on its way: core k's to core k + 1 */
static volatile struct slot {
	uint32_t full;
	uint16_t sequence, size;
	uint32_t words[8];
} slots[CORES_MAX];

static volatile uint32_t ticks[CORES_MAX];

static uint32_t self(void)
{
	return soc_read(SOC_MAILBOX + SOC_CORE);
}

static void set_alarm(uint32_t core)
{
	soc_write(SOC_TIMER + SOC_COMPARE, soc_read(SOC_TIMER + SOC_TIME) + TICK + 100 * core);
}

/* called by irq_entry; writes nothing to the port, so that the order of the writes is known */
POINT void timer_handler(void)
{
	uint32_t core = self();

	ticks[core]++;
	set_alarm(core);
}

/* another process runs */
POINT static void switch_to(uint16_t process)
{
	gnomon_process(process);
	gnomon_start_process(process);
}

static uint16_t size_of(uint32_t sequence)
{
	return (uint16_t)(4 * (1 + sequence % 8));
}

POINT static void send_message(uint32_t core, uint32_t sequence)
{
	volatile struct slot *slot = &slots[core];

	while (slot->full)
		;
	slot->sequence = (uint16_t)sequence;
	slot->size = size_of(sequence);
	for (uint32_t i = 0; i < size_of(sequence) / 4; i++)
		slot->words[i] = core << 16 | sequence << 8 | i;
	gnomon_send(core, (uint16_t)sequence, size_of(sequence));
	slot->full = 1;
}

POINT static uint32_t receive_message(uint32_t from, uint32_t sequence)
{
	volatile struct slot *slot = &slots[from];
	uint32_t bad;

	gnomon_receive_call(from);
	while (!slot->full)
		;
	gnomon_message_queued(from, slot->sequence, slot->size);
	gnomon_receive(from, slot->sequence, slot->size);
	bad = slot->sequence != sequence || slot->size != size_of(sequence);
	for (uint32_t i = 0; i < slot->size / 4u; i++)
		bad += slot->words[i] != (from << 16 | sequence << 8 | i);
	slot->full = 0;
	return bad;
}

POINT static uint32_t work(uint32_t round)
{
	volatile uint32_t sum = 0;

	for (uint32_t i = 0; i < 40 + 10 * round; i++)
		sum += i;
	return sum;
}

/* stores of a byte and of a halfword, at each place in the word, and a read */
POINT static uint32_t narrow(void)
{
	const uint32_t word = SOC_PORT + GNOMON_OFFSET(GNOMON_PAGE_USER, 5);

	for (uint32_t byte = 0; byte < 4; byte++)
		*(volatile uint8_t *)(word + byte) = (uint8_t)(0xa0 + byte);
	for (uint32_t byte = 0; byte < 4; byte += 2)
		*(volatile uint16_t *)(word + byte) = (uint16_t)(0xbe00 + byte);
	return soc_read(word);
}

/* two debugger's stops, the second one while the time is already stopped */
POINT static void pause(void)
{
	gnomon_time_stop();
	work(2);
	gnomon_time_stop();
	work(3);
	gnomon_time_start();
	work(1);
	gnomon_time_start();
	gnomon_time_stop();
	gnomon_time_start();
}

POINT static void user_events(uint32_t core)
{
	gnomon_event(64, core);
	gnomon_event(255, 0xffffffff);
	gnomon_event(896, 0);
	gnomon_event(1023, 0x12345678);
	gnomon_stop();
	gnomon_event(65, 1);
	gnomon_event(66, 2);
	gnomon_start();
	/* one upon the other */
	gnomon_event(67, 3);
	gnomon_event(68, 4);
	gnomon_event(69, 5);
	gnomon_event(70, 6);
}

/* the end of the measured part, on each core */
POINT static void done(void)
{
}

int main(unsigned int core, unsigned int cores)
{
	static const uint16_t kinds[] = {SENDER, RECEIVER, WORKER};
	const uint32_t before = (core + cores - 1) % cores;
	uint32_t bad = 0;

	set_alarm(core);
	soc_write(SOC_TIMER + SOC_TIMER_ENABLE, 1);
	soc_irq_mask(0);

	for (uint32_t i = 0; i < 3; i++) {
		gnomon_create_process((uint16_t)(kinds[i] + core));
		gnomon_runnable((uint8_t)(i + 1));
	}
	gnomon_create_path(core, (core + 1) % cores);
	barrier();
	for (uint32_t i = 0; i < MESSAGES; i++) {
		gnomon_mark(i);
		switch_to((uint16_t)(SENDER + core));
		send_message(core, i);
		gnomon_stop_process((uint16_t)(SENDER + core));
		switch_to((uint16_t)(RECEIVER + core));
		bad += receive_message(before, i);
		gnomon_stop_process((uint16_t)(RECEIVER + core));
		switch_to((uint16_t)(WORKER + core));
		bad += work(core) != (40 + 10 * core) * (39 + 10 * core) / 2;
	}
	bad += narrow();
	pause();
	user_events(core);
	gnomon_destroy_path(core);
	for (uint32_t i = 0; i < 3; i++) {
		gnomon_destroy_process((uint16_t)(kinds[i] + core));
		gnomon_runnable((uint8_t)(2 - i));
	}
	soc_irq_mask(~0u);
	soc_write(SOC_TIMER + SOC_TIMER_ENABLE, 0);
	bad += ticks[core] < 3;
	barrier();
	done();

	lock(1);
	print("datums: core ");
	print_number(core);
	print(bad ? ": FAIL\n" : ": pass\n");
	unlock(1);
	return bad ? 1 : 0;
}
