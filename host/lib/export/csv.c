/* SPDX-License-Identifier: Apache-2.0 */
#include "export/csv.h"

#include <math.h>
#include <string.h>

static void begin_field(struct csv *c)
{
	if (c->filled)
		fputc(',', c->f);
	c->filled = true;
}

void csv_text(struct csv *c, const char *text)
{
	begin_field(c);
	if (!text || !*text)
		return;
	if (!strpbrk(text, ",\"\r\n")) {
		if (strchr("=+-@\t", *text))
			fputc('\'', c->f);
		fputs(text, c->f);
		return;
	}
	fputc('"', c->f);
	if (strchr("=+-@\t\r", *text))
		fputc('\'', c->f);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', c->f);
		fputc(*text, c->f);
	}
	fputc('"', c->f);
}

void csv_number(struct csv *c, uint64_t number)
{
	char text[20];
	size_t at = sizeof(text);

	begin_field(c);
	do
		text[--at] = (char)('0' + number % 10);
	while (number /= 10);
	fwrite(text + at, 1, sizeof(text) - at, c->f);
}

void csv_number_if(struct csv *c, bool has, uint64_t number)
{
	if (has)
		csv_number(c, number);
	else
		begin_field(c);
}

void csv_float_if(struct csv *c, bool has, double number)
{
	begin_field(c);
	if (has && isfinite(number))
		fprintf(c->f, "%.17g", number);
}

void csv_end(struct csv *c)
{
	fputs("\r\n", c->f);
	c->filled = false;
}
