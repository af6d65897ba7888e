/* SPDX-License-Identifier: Apache-2.0 */
/* A program whose console would act on a terminal. */
#include "soc.h"

int main(unsigned int core, unsigned int cores)
{
	(void)cores;
	if (core != 0)
		return 0;
	print("\x1b]0;title\x07 red \xff\xc0 \t and \xc3\xa9\n");
	print("zero ");
	soc_write(SOC_MAILBOX + SOC_CONSOLE, 0);
	print(" \xe2\x80\xae end\n\n");
	for (int i = 0; i < 3000; i++)
		print("x");
	print("\nno end of the line");
	return 0;
}
