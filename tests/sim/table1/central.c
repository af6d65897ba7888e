/* SPDX-License-Identifier: Apache-2.0 */
/*
 * central: writes to the central event port as no program of Table 1 does: under the number of
 * another core, of bytes and half words, on all pages, and reads of it. See test_table1.py.
 */
#include "times.h"

int main(unsigned int core, unsigned int cores)
{
	const uint32_t other = 16 * ((core + 1) % cores);
	uint32_t sum = 0;

	barrier();
	for (uint32_t page = 1; page < 4; page++) {
		soc_write(SOC_EVENTS + 4 * (64 * page + other + 5), 0x11223344 + core);
		sum += soc_read(SOC_EVENTS + 4 * (64 * page + other + 5));
	}
	*(volatile uint8_t *)(SOC_EVENTS + 4 * (64 + other + 6) + 1) = 0xab;
	*(volatile uint16_t *)(SOC_EVENTS + 4 * (64 + other + 7) + 2) = 0xabcd;
	/* the mailbox, whose registers are at the same places of its own window */
	sum += soc_read(SOC_MAILBOX + SOC_CORE) != core;
	barrier();
	return sum != 0;
}
