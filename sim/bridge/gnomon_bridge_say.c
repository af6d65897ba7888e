/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_bridge_say: messages, in which nothing can act on a terminal. C and C++. */
#include <stdarg.h>
#include <stdio.h>

#include "gnomon_bridge_parts.h"

enum { LONGEST = 4096 };

void gnomon_bridge_say(const char *fmt, ...)
{
	char text[LONGEST];
	va_list args;
	int i;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	fflush(stdout);
	for (i = 0; text[i]; i++)
		if (text[i] < ' ' || text[i] > '~')
			fprintf(stderr, "\\x%02x", (unsigned char)text[i]);
		else
			fputc(text[i], stderr);
	fputc('\n', stderr);
}
