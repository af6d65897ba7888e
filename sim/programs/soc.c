/* SPDX-License-Identifier: Apache-2.0 */
#include "soc.h"

POINT void barrier(void)
{
	soc_write(SOC_MAILBOX + SOC_BARRIER, 0);
	/* interrupts are taken meanwhile */
	while (!(soc_wait(SOC_LINE_BARRIER | SOC_LINE_TIMER) & SOC_LINE_BARRIER))
		;
}

void lock(unsigned int k)
{
	while (soc_read(SOC_MAILBOX + SOC_LOCK + 4 * k))
		;
}

void unlock(unsigned int k)
{
	soc_write(SOC_MAILBOX + SOC_LOCK + 4 * k, 0);
}

void print(const char *text)
{
	for (; *text; text++)
		soc_write(SOC_MAILBOX + SOC_CONSOLE, (uint8_t)*text);
}

void print_number(uint32_t value)
{
	char text[11];
	char *digit = text + sizeof(text) - 1;

	*digit = 0;
	do {
		*--digit = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	print(digit);
}

void soc_exit(int code)
{
	soc_write(SOC_MAILBOX + SOC_EXIT, (uint32_t)code);
	for (;;)
		soc_wait(0);
}
