/* SPDX-License-Identifier: Apache-2.0 */
/* The tables as Verilog constants and as a C header. */
#include "emit/emit.h"

#include <ctype.h>

#include "tables/tables.h"

#define NAME_MAX_CHARS 64

/* A constant: `prefix` and `name` become GNO_PREFIX_NAME. */
struct constant {
	const char *prefix;
	const char *name;
	unsigned value;
	unsigned bits; /* width in Verilog; 0: a plain integer */
	const char *what;
};

typedef void (*put_constant_fn)(FILE *out, const struct constant *c);
typedef void (*put_title_fn)(FILE *out, const char *title);

static void upper_name(const struct constant *c, char *text)
{
	int n = snprintf(text, NAME_MAX_CHARS, "GNO_%s_%s", c->prefix, c->name);

	for (int i = 0; i < n && i < NAME_MAX_CHARS - 1; i++)
		text[i] = (char)toupper((unsigned char)text[i]);
}

static void put_verilog(FILE *out, const struct constant *c)
{
	char name[NAME_MAX_CHARS];
	char value[24];

	upper_name(c, name);
	if (c->bits == 0)
		snprintf(value, sizeof(value), "%u", c->value);
	else if (c->value > 15)
		snprintf(value, sizeof(value), "%u'h%X", c->bits, c->value);
	else
		snprintf(value, sizeof(value), "%u'd%u", c->bits, c->value);
	fprintf(out, "`define %-23s %-8s // %s\n", name, value, c->what);
}

static void put_verilog_title(FILE *out, const char *title)
{
	fprintf(out, "\n// %s\n", title);
}

static void put_c(FILE *out, const struct constant *c)
{
	char name[NAME_MAX_CHARS];
	char value[16];

	upper_name(c, name);
	snprintf(value, sizeof(value), c->value > 15 && c->bits ? "0x%X" : "%u", c->value);
	fprintf(out, "#define %-23s %-5s /* %s */\n", name, value, c->what);
}

static void put_c_title(FILE *out, const char *title)
{
	fprintf(out, "\n/* %s */\n", title);
}

static void put_all(FILE *out, put_title_fn title, put_constant_fn put)
{
	title(out, "Kinds of records");
	for (const struct tab_kind *k = tab_kinds; k->name; k++)
		put(out, &(struct constant){"kind", k->name, k->id, 8, k->what});

	title(out, "Operations of the link");
	for (const struct tab_op *o = tab_ops; o->name; o++)
		put(out, &(struct constant){"op", o->name, o->value, 3, o->what});

	title(out, "Registers (byte offsets)");
	for (const struct tab_reg *r = tab_regs; r->name; r++)
		put(out, &(struct constant){"reg", r->name, r->offset, 0, r->what});

	for (const struct tab_group *g = tab_groups; g->prefix; g++) {
		title(out, g->title);
		for (const struct tab_const *c = g->consts; c->name; c++)
			put(out,
			    &(struct constant){g->prefix, c->name, c->value, g->bits, c->what});
	}
}

int emit_records_vh(const struct plan *plan, FILE *out)
{
	(void)plan;
	fputs("// SPDX-License-Identifier: Apache-2.0\n"
	      "// Records, operations, registers and constants of gnomon. Emitted by gnomon-gen: "
	      "do not edit.\n"
	      "`ifndef GNOMON_RECORDS_VH\n"
	      "`define GNOMON_RECORDS_VH\n",
	      out);
	put_all(out, put_verilog_title, put_verilog);
	fputs("\n`endif\n", out);
	return 0;
}

/* GNO_KINDS(X) calls X once a kind, so that a program makes what table it needs of it. */
static void put_kind_list(FILE *out)
{
	fputs("\n/* X(name, id, slots (the least), 1 if it bears epoch and run number) once a kind "
	      "*/\n"
	      "#define GNO_KINDS(X)",
	      out);
	for (const struct tab_kind *k = tab_kinds; k->name; k++)
		fprintf(out, " \\\n\tX(%s, %u, %u, %d)", k->name, k->id, k->slots, k->bears_epoch);
	fputc('\n', out);
}

int emit_records_h(const struct plan *plan, FILE *out)
{
	(void)plan;
	fputs("/* SPDX-License-Identifier: Apache-2.0 */\n"
	      "/* Records, operations, registers and constants of gnomon. Emitted by gnomon-gen: "
	      "do not "
	      "edit. */\n"
	      "/* clang-format off */\n"
	      "#ifndef GNOMON_RECORDS_H\n"
	      "#define GNOMON_RECORDS_H\n",
	      out);
	put_all(out, put_c_title, put_c);
	put_kind_list(out);
	fputs("\n#endif\n", out);
	return 0;
}
