/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of tables, and their fields, as a C header. */
#include "emit/constant.h"
#include "emit/emit.h"

#include "tables/tables.h"

/* The function that reads a field of a row. */
static void put_cell_get(FILE *out, const struct tab_table *t, const struct tab_cell *f)
{
	const char *type = constant_type(f->bits);

	fprintf(out,
		"/* %s */\n"
		"static inline %s gno_%s_get_%s(const uint8_t *cell) { return ",
		f->what, type, t->name, f->name);
	if (f->bits < 8) {
		fprintf(out, "cell[%u]", f->byte);
		constant_put_shift(out, ">>", f->lo);
		fprintf(out, " & 0x%x", (1u << f->bits) - 1);
	} else if (f->bits == 8) {
		fprintf(out, "cell[%u]", f->byte);
	} else {
		fprintf(out, "(%s)gno_cell_get(cell + %u, %u)", type, f->byte, f->bits / 8);
	}
	fputs("; }\n", out);
}

/* The function that writes it, and leaves the others as they are. */
static void put_cell_put(FILE *out, const struct tab_table *t, const struct tab_cell *f)
{
	unsigned mask = (1u << f->bits % 8) - 1;

	fprintf(out, "static inline void gno_%s_put_%s(uint8_t *cell, %s value) {", t->name,
		f->name, constant_type(f->bits));
	if (f->bits < 8) {
		fprintf(out, " cell[%u] = (uint8_t)((cell[%u] & 0x%02x) | (value & 0x%x)", f->byte,
			f->byte, 0xffu & ~(mask << f->lo), mask);
		constant_put_shift(out, "<<", f->lo);
		fputs(");", out);
	} else if (f->bits == 8) {
		fprintf(out, " cell[%u] = (uint8_t)value;", f->byte);
	} else {
		fprintf(out, " gno_cell_put(cell + %u, %u, value);", f->byte, f->bits / 8);
	}
	fputs(" }\n", out);
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
	    " */\n"
	    "static inline uint64_t gno_cell_get(const uint8_t *cell, unsigned bytes)\n"
	    "{\n"
	    "\tuint64_t value = 0;\n"
	    "\n"
	    "\tfor (unsigned i = 0; i < bytes; i++)\n"
	    "\t\tvalue |= (uint64_t)cell[i] << 8 * i;\n"
	    "\treturn value;\n"
	    "}\n"
	    "static inline void gno_cell_put(uint8_t *cell, unsigned bytes, uint64_t value)\n"
	    "{\n"
	    "\tfor (unsigned i = 0; i < bytes; i++)\n"
	    "\t\tcell[i] = (uint8_t)(value >> 8 * i);\n"
	    "}\n",
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
