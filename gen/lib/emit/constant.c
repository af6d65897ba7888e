/* SPDX-License-Identifier: Apache-2.0 */
#include "emit/constant.h"

#include <ctype.h>
#include <string.h>

void constant_upper(const struct constant *c, char *text)
{
	int n = snprintf(text, NAME_MAX_CHARS, "GNO_%s_%s", c->prefix, c->name);

	for (int i = 0; i < n && i < NAME_MAX_CHARS - 1; i++)
		text[i] = (char)toupper((unsigned char)text[i]);
}

void constant_put_verilog(FILE *out, const struct constant *c)
{
	char name[NAME_MAX_CHARS];
	char value[24];

	constant_upper(c, name);
	if (c->bits == 0)
		snprintf(value, sizeof(value), "%u", c->value);
	else if (c->value > 15)
		snprintf(value, sizeof(value), "%u'h%X", c->bits, c->value);
	else
		snprintf(value, sizeof(value), "%u'd%u", c->bits, c->value);
	fprintf(out, "localparam %-23s = %s; // %s\n", name, value, c->what);
}

void constant_title_verilog(FILE *out, const char *title)
{
	fprintf(out, "\n// %s\n", title);
}

void constant_put_c(FILE *out, const struct constant *c)
{
	char name[NAME_MAX_CHARS];
	char value[16];

	constant_upper(c, name);
	snprintf(value, sizeof(value), c->value > 15 && c->bits ? "0x%X" : "%u", c->value);
	fprintf(out, "#define %-23s %-5s /* %s */\n", name, value, c->what);
}

void constant_title_c(FILE *out, const char *title)
{
	fprintf(out, "\n/* %s */\n", title);
}

/* 1 where `f` is a field of the number, 0 behind the last. */

const char *constant_type(unsigned bits)
{
	return bits > 32 ? "uint64_t" : bits == 32 ? "uint32_t" : "unsigned";
}

void constant_put_shift(FILE *out, const char *way, unsigned bits)
{
	if (bits)
		fprintf(out, " %s %u", way, bits);
}
