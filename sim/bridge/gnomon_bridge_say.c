/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_bridge_say: messages, in which nothing can act on a terminal. C and C++. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "gnomon_bridge_parts.h"

enum { LONGEST = 4096 };

static int shown; /* characters of the line of progress that a terminal shows */

/* Prints a text. Returns how many characters that takes. */
static int print_text(const char *fmt, va_list args)
{
	char text[LONGEST];
	int i, count = 0;

	vsnprintf(text, sizeof(text), fmt, args);
	fflush(stdout);
	for (i = 0; text[i]; i++)
		count += text[i] < ' ' || text[i] > '~'
			     ? fprintf(stderr, "\\x%02x", (unsigned char)text[i])
			     : fputc(text[i], stderr) != EOF;
	return count;
}

void gnomon_bridge_say(const char *fmt, ...)
{
	va_list args;

	if (shown)
		fputc('\n', stderr);
	shown = 0;
	va_start(args, fmt);
	print_text(fmt, args);
	va_end(args);
	fputc('\n', stderr);
}

void gnomon_bridge_say_progress(const char *fmt, ...)
{
	bool terminal = isatty(STDERR_FILENO);
	va_list args;
	int count;

	if (terminal)
		fputc('\r', stderr);
	va_start(args, fmt);
	count = print_text(fmt, args);
	va_end(args);
	if (terminal)
		fprintf(stderr, "%*s", shown > count ? shown - count : 0, "");
	else
		fputc('\n', stderr);
	shown = terminal ? count : 0;
}
