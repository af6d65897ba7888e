/* SPDX-License-Identifier: Apache-2.0 */
/* The tables as Verilog constants and as a C header. */
#include "emit/emit.h"

#include <ctype.h>
#include <string.h>

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

/* 1 where `f` is a field of the number, 0 behind the last. */
static int has_bits(const struct tab_pack *p, const struct tab_bits *f)
{
	return f < p->fields + TAB_PACK_MAX && f->name;
}

static void put_all(FILE *out, put_title_fn title, put_constant_fn put)
{
	char text[128];

	title(out, "Kinds of records");
	for (const struct tab_kind *k = tab_kinds; k->name; k++)
		put(out, &(struct constant){"kind", k->name, k->id, 8, k->what});

	title(out, "Operations of the link");
	for (const struct tab_op *o = tab_ops; o->name; o++)
		put(out, &(struct constant){"op", o->name, o->value, 3, o->what});

	title(out, "Registers (byte offsets)");
	for (const struct tab_reg *r = tab_regs; r->name; r++)
		put(out, &(struct constant){"reg", r->name, r->offset, 0, r->what});

	for (const struct tab_pack *p = tab_packs; p->name; p++) {
		snprintf(text, sizeof(text), "%s (lowest bits of its fields)", p->title);
		title(out, text);
		for (const struct tab_bits *f = p->fields; has_bits(p, f); f++)
			put(out, &(struct constant){p->name, f->name, f->lo, 0, f->what});
	}

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
	      "// Records, table cells, operations, registers and constants of gnomon. Emitted by "
	      "gnomon-gen: "
	      "do not edit.\n"
	      "`ifndef GNOMON_RECORDS_VH\n"
	      "`define GNOMON_RECORDS_VH\n",
	      out);
	put_all(out, put_verilog_title, put_verilog);
	fputs("\n`endif\n", out);
	return 0;
}

static void put_words(FILE *out, const char *title, const struct tab_word *words)
{
	fprintf(out, " * %s:\n", title);
	for (const struct tab_word *w = words; w->name; w++)
		fprintf(out, " *   %-9s %s\n", w->name, w->what);
}

static unsigned highest_kind(void)
{
	unsigned most = 0;

	for (const struct tab_kind *k = tab_kinds; k->name; k++)
		most = k->id > most ? k->id : most;
	return most;
}

/* GNO_KINDS(X) and GNO_FIELDS(X) call X once a kind and once a field, so that a program makes what
 * table it needs of them. */
static void put_kind_list(FILE *out)
{
	fputs("\n/* Bytes of each register */\n", out);
	for (const struct tab_reg *r = tab_regs; r->name; r++) {
		char name[NAME_MAX_CHARS];

		snprintf(name, sizeof(name), "reg_%s", r->name);
		put_c(out, &(struct constant){name, "bytes", r->bytes, 0,
					      r->stride ? "of each node" : r->what});
	}
	fprintf(out,
		"\n/* All kinds are below */\n"
		"#define GNO_KIND_MAX %u\n"
		"\n/* Words of 32 bits of a record, the least */\n",
		highest_kind() + 1);
	for (const struct tab_kind *k = tab_kinds; k->name; k++)
		put_c(out, &(struct constant){k->name, "words", 2 * k->slots, 0, k->what});
	fputs(
	    "\n/*\n"
	    " * X(name, id, slots (the least), code, aux, length, payload, sender) once a kind.\n",
	    out);
	put_words(out, "code, bits 23..16 of word 1", tab_code_words);
	put_words(out, "aux, bits 31..24 of word 1", tab_aux_words);
	put_words(out, "length", tab_length_words);
	put_words(out, "payload, the words behind word 1", tab_payload_words);
	put_words(out, "sender, what a node must have to send it", tab_sender_words);
	fputs(" */\n#define GNO_KINDS(X)", out);
	for (const struct tab_kind *k = tab_kinds; k->name; k++)
		fprintf(out, " \\\n\tX(%s, %u, %u, %s, %s, %s, %s, %s)", k->name, k->id, k->slots,
			tab_code_words[k->code].name, tab_aux_words[k->aux].name,
			tab_length_words[k->length].name, tab_payload_words[k->payload].name,
			tab_sender_words[k->sender].name);
	fputs("\n\n/* X(kind, field, word, lowest bit, bits) once a field, but for time and kind. "
	      "*/\n"
	      "#define GNO_FIELDS(X)",
	      out);
	for (const struct tab_kind *k = tab_kinds; k->name; k++)
		for (const struct tab_field *f = k->fields;
		     f < k->fields + TAB_FIELDS_MAX && f->name; f++)
			fprintf(out, " \\\n\tX(%s, %s, %u, %u, %u)", k->name, f->name, f->word,
				f->lo, f->bits);
	fprintf(out,
		"\n\n/* Words of an extreme in a sample */\n"
		"#define GNO_EXTREME_WORDS %u\n"
		"\n/* X(field, word, lowest bit, bits) once a field of an extreme */\n"
		"#define GNO_EXTREME_FIELDS(X)",
		TAB_EXTREME_WORDS);
	for (const struct tab_field *f = tab_extreme; f->name; f++)
		fprintf(out, " \\\n\tX(%s, %u, %u, %u)", f->name, f->word, f->lo, f->bits);
	fputc('\n', out);
}

/* 1 where records of several kinds have the field at that place. */
static int is_common(const struct tab_field *field)
{
	for (const struct tab_field *f = tab_common; f->name; f++)
		if (strcmp(f->name, field->name) == 0 && f->word == field->word &&
		    f->lo == field->lo && f->bits == field->bits)
			return 1;
	return 0;
}

static const char *type_for(unsigned bits)
{
	return bits > 32 ? "uint64_t" : bits == 32 ? "uint32_t" : "unsigned";
}

/* The function that reads a field: of word 1 from that word, of others from the record. */
static void put_accessor(FILE *out, const char *prefix, const struct tab_field *f, int alone)
{
	char word[16];

	snprintf(word, sizeof(word), alone ? "w1" : "w[%u]", f->word);
	fprintf(out, "/* %s */\nstatic inline %s gno_%s_%s(%s)\n{\n\treturn ", f->what,
		type_for(f->bits), prefix, f->name, alone ? "uint32_t w1" : "const uint32_t *w");
	if (f->bits == 64)
		fprintf(out, "%s | (uint64_t)w[%u] << 32", word, f->word + 1);
	else if (f->lo)
		fprintf(out, "%s >> %u", word, f->lo);
	else
		fputs(word, out);
	if (f->lo + f->bits < 32)
		fprintf(out, " & 0x%x", (1u << f->bits) - 1);
	fputs(";\n}\n", out);
}

/* A field of word 1 at its place, so that a word can be compared with it. */
static void put_place(FILE *out, const struct tab_field *f)
{
	char name[NAME_MAX_CHARS];

	upper_name(&(struct constant){.prefix = "record", .name = f->name}, name);
	fprintf(out, "#define %s(x) (((uint32_t)(x) & 0x%x) << %u)\n", name, (1u << f->bits) - 1,
		f->lo);
}

static void put_accessors(FILE *out)
{
	fputs("\n/* Fields of word 1 at their places */\n", out);
	for (const struct tab_field *f = tab_common; f->name; f++)
		if (f->word == 1)
			put_place(out, f);
	fputs(
	    "\n"
	    "/*\n"
	    " * The fields. A field of word 1 is taken from that word: w1. Others are taken from\n"
	    " * the words of the record, word 0 first, or of the extreme: w. Fields that records "
	    "of\n"
	    " * several kinds have at the same place are named after `record`.\n"
	    " */\n",
	    out);
	for (const struct tab_field *f = tab_common; f->name; f++)
		put_accessor(out, "record", f, f->word == 1);
	for (const struct tab_kind *k = tab_kinds; k->name; k++)
		for (const struct tab_field *f = k->fields;
		     f < k->fields + TAB_FIELDS_MAX && f->name; f++)
			if (!is_common(f))
				put_accessor(out, k->name, f, f->word == 1);
	for (const struct tab_field *f = tab_extreme; f->name; f++)
		put_accessor(out, "extreme", f, 0);
	for (const struct tab_group *g = tab_groups; g->prefix; g++)
		if (g->word)
			fprintf(out,
				"/* %s: one of them */\n"
				"static inline int gno_%s_bit(const uint32_t *w, unsigned bit)\n"
				"{\n\treturn w[%u] >> bit & 1;\n}\n",
				g->title, g->prefix, g->word);
}

/* A shift: by no bits it is nothing. */
static void put_shift(FILE *out, const char *way, unsigned bits)
{
	if (bits)
		fprintf(out, " %s %u", way, bits);
}

static int is_within_byte(const struct tab_cell *f)
{
	return f->lo || f->bits < 8;
}

/* The function that reads a field of a row. */
static void put_cell_get(FILE *out, const struct tab_table *t, const struct tab_cell *f)
{
	const char *type = type_for(f->bits);

	fprintf(out,
		"/* %s */\n"
		"static inline %s gno_%s_get_%s(const uint8_t *cell)\n{\n\treturn ",
		f->what, type, t->name, f->name);
	if (is_within_byte(f)) {
		fprintf(out, "cell[%u]", f->byte);
		put_shift(out, ">>", f->lo);
		fprintf(out, " & 0x%x", (1u << f->bits) - 1);
	}
	for (unsigned i = 0; i < f->bits / 8; i++) {
		fprintf(out, "%s(%s)cell[%u]", i ? " | " : "", type, f->byte + i);
		put_shift(out, "<<", 8 * i);
	}
	fputs(";\n}\n", out);
}

/* The function that writes it, and leaves the others as they are. */
static void put_cell_put(FILE *out, const struct tab_table *t, const struct tab_cell *f)
{
	unsigned mask = (1u << f->bits % 8) - 1;

	fprintf(out, "static inline void gno_%s_put_%s(uint8_t *cell, %s value)\n{\n", t->name,
		f->name, type_for(f->bits));
	if (is_within_byte(f)) {
		fprintf(out, "\tcell[%u] = (uint8_t)((cell[%u] & 0x%02x) | (value & 0x%x)", f->byte,
			f->byte, 0xffu & ~(mask << f->lo), mask);
		put_shift(out, "<<", f->lo);
		fputs(");\n", out);
	}
	for (unsigned i = 0; i < f->bits / 8; i++) {
		fprintf(out, "\tcell[%u] = (uint8_t)(value", f->byte + i);
		put_shift(out, ">>", 8 * i);
		fputs(");\n", out);
	}
	fputs("}\n", out);
}

static void put_tables(FILE *out)
{
	fputs("\n/* Bytes of a row of each table, by what indexes the rows */\n", out);
	for (const struct tab_table *t = tab_tables; t < tab_tables + TAB_TABLES; t++)
		put_c(out, &(struct constant){"row", t->name, t->row, 0, t->index});
	fputs("\n"
	      "/*\n"
	      " * The fields of a row: `cell` is its first byte. A field that is written leaves "
	      "the others\n"
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
}

/* How many bits a number has, and each of its fields. */
static void put_pack_bits(FILE *out, const struct tab_pack *p)
{
	char name[NAME_MAX_CHARS];

	fputc('\n', out);
	put_c(out, &(struct constant){p->name, "bits", p->bits, 0, p->title});
	for (const struct tab_bits *f = p->fields; has_bits(p, f); f++) {
		snprintf(name, sizeof(name), "%s_bits", f->name);
		put_c(out, &(struct constant){p->name, name, f->bits, 0, f->what});
	}
}

/* The functions that read the fields of a number, and that which makes it of them. */
static void put_pack(FILE *out, const struct tab_pack *p)
{
	put_pack_bits(out, p);
	if (p->bits > 32)
		return;
	for (const struct tab_bits *f = p->fields; has_bits(p, f); f++) {
		fprintf(out,
			"/* %s */\n"
			"static inline unsigned gno_%s_%s(uint32_t x)\n"
			"{\n\treturn x",
			f->what, p->name, f->name);
		put_shift(out, ">>", f->lo);
		fprintf(out, " & 0x%x;\n}\n", (1u << f->bits) - 1);
	}
	fprintf(out, "/* made of its fields */\nstatic inline uint32_t gno_%s_pack(", p->name);
	for (const struct tab_bits *f = p->fields; has_bits(p, f); f++)
		fprintf(out, "%sunsigned %s", f == p->fields ? "" : ", ", f->name);
	fputs(")\n{\n\treturn ", out);
	for (const struct tab_bits *f = p->fields; has_bits(p, f); f++) {
		fprintf(out, "%s((uint32_t)%s & 0x%x)", f == p->fields ? "" : " | ", f->name,
			(1u << f->bits) - 1);
		put_shift(out, "<<", f->lo);
	}
	fputs(";\n}\n", out);
}

/* GNO_FORMS(X), and GNO_NAME_FIELDS(X) of each form, from which a program makes what it needs. */
static void put_forms(FILE *out)
{
	char name[NAME_MAX_CHARS];

	fputs("\n/* X(field, lowest bit, bits) once a field of a form, the lowest first */\n", out);
	for (const struct tab_pack *p = tab_forms; p < tab_forms + TAB_FORMS; p++) {
		upper_name(&(struct constant){.prefix = p->name, .name = "fields"}, name);
		fprintf(out, "#define %s(X)", name);
		for (const struct tab_bits *f = p->fields; has_bits(p, f); f++)
			fprintf(out, " X(%s, %u, %u)", f->name, f->lo, f->bits);
		fputc('\n', out);
	}
	fputs("\n/* X(form, bits of a pair) once a form, in the order of their numbers */\n"
	      "#define GNO_FORMS(X)",
	      out);
	for (const struct tab_pack *p = tab_forms; p < tab_forms + TAB_FORMS; p++)
		fprintf(out, " X(%s, %u)", p->name, p->bits);
	fputc('\n', out);
}

static void put_packs(FILE *out)
{
	fputs("\n/* Numbers with fields: bits, functions */\n", out);
	for (const struct tab_pack *p = tab_packs; p->name; p++)
		put_pack(out, p);
	for (const struct tab_pack *p = tab_forms; p < tab_forms + TAB_FORMS; p++)
		put_pack(out, p);
	put_forms(out);
}

int emit_records_h(const struct plan *plan, FILE *out)
{
	(void)plan;
	fputs("/* SPDX-License-Identifier: Apache-2.0 */\n"
	      "/* Records, table cells, operations, registers and constants of gnomon. Emitted by "
	      "gnomon-gen: "
	      "do not "
	      "edit. */\n"
	      "/* clang-format off */\n"
	      "#ifndef GNOMON_RECORDS_H\n"
	      "#define GNOMON_RECORDS_H\n"
	      "\n"
	      "#include <stdint.h>\n",
	      out);
	put_all(out, put_c_title, put_c);
	put_kind_list(out);
	put_accessors(out);
	put_packs(out);
	put_tables(out);
	fputs("\n#endif\n", out);
	return 0;
}
