/* SPDX-License-Identifier: Apache-2.0 */
#include "say.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/show.h"

#define LINE 1024 /* bytes of the console that are held back for the end of their line */

static char line[LINE + 1];
static unsigned used;

void say(const char *fmt, ...)
{
	char *raw = NULL, *shown = NULL;
	va_list args;

	va_start(args, fmt);
	if (vasprintf(&raw, fmt, args) < 0)
		raw = NULL;
	va_end(args);
	shown = raw ? base_show_new(raw) : NULL;
	fprintf(stderr, "%s\n", shown ? shown : "no memory");
	free(shown);
	free(raw);
}

/* Prints what is held back. */
static void print_line(void)
{
	char *shown;

	line[used] = '\0';
	used = 0;
	shown = base_show_new(line);
	fputs(shown ? shown : "no memory", stdout);
	free(shown);
}

void console_put(uint8_t byte)
{
	if (used && (used == LINE || byte == '\n' || byte == '\0'))
		print_line();
	if (byte == '\0') {
		fputs("\\x00", stdout);
	} else if (byte == '\n') {
		putchar('\n');
		fflush(stdout);
	} else {
		line[used++] = (char)byte;
	}
}

void console_end(void)
{
	if (used)
		console_put('\n');
}
