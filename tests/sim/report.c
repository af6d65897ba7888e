/* SPDX-License-Identifier: Apache-2.0 */
/*
 * report: the REPORT line without interrupts, in windows of all widths: a round that times out,
 * since no core finishes it, and one that each core finishes; and the counters of the caches, which
 * a read latches. The CAPTURE line stays as it is. It exits with the number of what is wrong.
 */
#include "times.h"

#define REPORT (SOC_WINDOW_LINE + (SOC_WINDOW_BYTES == 1 ? 4 : 1))
#define RATIOS (SOC_WINDOW + 0x200)
#define RATIOS_IRQ (SOC_WINDOW + 0x300)

static volatile uint8_t *const report = (volatile uint8_t *)(SOC_WINDOW + REPORT);
static volatile uint32_t word;

static int rounds(unsigned int core)
{
	if (*report != 0)
		return 1;
	barrier();
	if (core == 2)
		*report = LINE_ASSERT;
	while (!(*report & LINE_TIMED_OUT) || *report & LINE_ASSERTED)
		;
	if (*report != (LINE_TIMED_OUT | 1))
		return 2;
	barrier();
	if (core == 1)
		*report = LINE_ASSERT;
	while (!(*report & LINE_IRQ))
		;
	if ((*report & 0x4f) != 2)
		return 3;
	*report = LINE_IRQ | 1; /* of the round before: without effect */
	if (!(*report & LINE_IRQ))
		return 4;
	*report = LINE_IRQ | 2;
	while (*report & LINE_ASSERTED)
		;
	if (*report != 2)
		return 5;
	return capture_state() != 0 ? 6 : 0;
}

static int ratios(void)
{
	uint32_t counts[4], irq;

	irq = soc_read(RATIOS_IRQ);
	for (int i = 0; i < 4; i++)
		counts[i] = soc_read(RATIOS + 4 * i);
	if (counts[0] <= irq || counts[1] > counts[0] || counts[3] > counts[2])
		return 7;
	for (int i = 0; i < 10; i++)
		word = word + 1;
	/* as latched, by the program and by the routine */
	if (soc_read(RATIOS + 8) != counts[2] || soc_read(RATIOS_IRQ + 8) > counts[2])
		return 8;
	if (soc_read(RATIOS) <= counts[0])
		return 9;
	if (soc_read(RATIOS + 8) < counts[2] + 20 || soc_read(RATIOS + 12) > soc_read(RATIOS + 8))
		return 10;
	return 0;
}

int main(unsigned int core, unsigned int cores)
{
	int bad = ratios();

	(void)cores;
	return bad ? bad : rounds(core);
}
