/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of tables, and their fields, as a C header. */
#include "emit/constant.h"
#include "emit/emit.h"

#include "tables/tables.h"

static int is_within_byte(const struct tab_cell *f)
{
	return f->lo || f->bits < 8;
}

/* The function that reads a field of a row. */
static void put_cell_get(FILE *out, const struct tab_table *t, const struct tab_cell *f)
{
	const char *type = constant_type(f->bits);

	fprintf(out,
		"/* %s */\n"
		"static inline %s gno_%s_get_%s(const uint8_t *cell)\n{\n\treturn ",
		f->what, type, t->name, f->name);
	if (is_within_byte(f)) {
		fprintf(out, "cell[%u]", f->byte);
		constant_put_shift(out, ">>", f->lo);
		fprintf(out, " & 0x%x", (1u << f->bits) - 1);
	}
	for (unsigned i = 0; i < f->bits / 8; i++) {
		fprintf(out, "%s(%s)cell[%u]", i ? " | " : "", type, f->byte + i);
		constant_put_shift(out, "<<", 8 * i);
	}
	fputs(";\n}\n", out);
}

/* The function that writes it, and leaves the others as they are. */
static void put_cell_put(FILE *out, const struct tab_table *t, const struct tab_cell *f)
{
	unsigned mask = (1u << f->bits % 8) - 1;

	fprintf(out, "static inline void gno_%s_put_%s(uint8_t *cell, %s value)\n{\n", t->name,
		f->name, constant_type(f->bits));
	if (is_within_byte(f)) {
		fprintf(out, "\tcell[%u] = (uint8_t)((cell[%u] & 0x%02x) | (value & 0x%x)", f->byte,
			f->byte, 0xffu & ~(mask << f->lo), mask);
		constant_put_shift(out, "<<", f->lo);
		fputs(");\n", out);
	}
	for (unsigned i = 0; i < f->bits / 8; i++) {
		fprintf(out, "\tcell[%u] = (uint8_t)(value", f->byte + i);
		constant_put_shift(out, ">>", 8 * i);
		fputs(");\n", out);
	}
	fputs("}\n", out);
}

int emit_cells_h(const struct plan *plan, FILE *out)
{
	(void)plan;
	fputs("/* SPDX-License-Identifier: Apache-2.0 */\n"
	      "/* Table cells of a node. Emitted by gnomon-gen: do not edit. */\n"
	      "/* clang-format off */\n"
	      "#ifndef GNO_CELLS_H\n"
	      "#define GNO_CELLS_H\n"
	      "\n"
	      "#include <stdint.h>\n",
	      out);
	fputs("\n/* Bytes of a row of each table, by what indexes the rows */\n", out);
	for (const struct tab_table *t = tab_tables; t < tab_tables + TAB_TABLES; t++)
		constant_put_c(out, &(struct constant){"row", t->name, t->row, 0, t->index});
	fputs("\n/* Numbers of the tables, in the plans of models */\n", out);
	for (unsigned i = 0; i < TAB_TABLES; i++)
		constant_put_c(
		    out, &(struct constant){"table", tab_tables[i].name, i, 0, tab_tables[i].what});
	fputs(
	    "\n"
	    "/*\n"
	    " * The fields of a row: `cell` is its first byte. A field that is written leaves the others\n"
	    " * as they are.\n"
	    " */\n",
	    out);
	for (const struct tab_table *t = tab_tables; t < tab_tables + TAB_TABLES; t++) {
		for (const struct tab_cell *f = t->fields; f < t->fields + TAB_CELLS_MAX && f->name;
		     f++) {
			put_cell_get(out, t, f);
			put_cell_put(out, t, f);
		}
	}
	fputs("\n#endif\n", out);
	return 0;
}
