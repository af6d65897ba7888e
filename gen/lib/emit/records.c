/* SPDX-License-Identifier: Apache-2.0 */
/* The tables as Verilog constants and as a C header. */
#include "emit/constant.h"
#include "emit/emit.h"

#include <string.h>

#include "tables/tables.h"

typedef void (*put_constant_fn)(FILE *out, const struct constant *c);
typedef void (*put_title_fn)(FILE *out, const char *title);

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
	fputs(
	    "// SPDX-License-Identifier: Apache-2.0\n"
	    "// Records, operations, registers and constants of gnomon. Emitted by gnomon-gen: do not edit.\n"
	    "// Include it inside a module: its constants are local there.\n"
	    "/* verilator lint_off UNUSEDPARAM */\n",
	    out);
	put_all(out, constant_title_verilog, constant_put_verilog);
	fputs("\n/* verilator lint_on UNUSEDPARAM */\n", out);
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

/* The kinds that have a field of this name, a bit each. */
static uint32_t kinds_with(const char *name)
{
	uint32_t kinds = 0;

	for (const struct tab_kind *k = tab_kinds; k->name; k++)
		for (const struct tab_field *f = k->fields;
		     f < k->fields + TAB_FIELDS_MAX && f->name; f++)
			if (strcmp(f->name, name) == 0)
				kinds |= UINT32_C(1) << k->id;
	return kinds;
}

static void put_kinds_with(FILE *out)
{
	fputs("\n\n/* Kinds of records that have a field of this name, a bit each */\n", out);
	for (const struct tab_kind *k = tab_kinds; k->name; k++)
		for (const struct tab_field *f = k->fields;
		     f < k->fields + TAB_FIELDS_MAX && f->name; f++) {
			const uint32_t kinds = kinds_with(f->name);

			if (kinds & ((UINT32_C(1) << k->id) - 1))
				continue; /* a kind before it has the field, too */
			constant_put_c(out,
				       &(struct constant){"with", f->name, kinds, 32, f->name});
		}
}

/* GNO_KINDS(X) and GNO_FIELDS(X) call X once a kind and once a field, so that a program makes what
 * table it needs of them. */
static void put_kind_list(FILE *out)
{
	fputs("\n/* Bytes of each register */\n", out);
	for (const struct tab_reg *r = tab_regs; r->name; r++) {
		char name[NAME_MAX_CHARS];

		snprintf(name, sizeof(name), "reg_%s", r->name);
		constant_put_c(out, &(struct constant){name, "bytes", r->bytes, 0,
						       r->stride ? "of each node" : r->what});
	}
	fprintf(out,
		"\n/* All kinds are below */\n"
		"#define GNO_KIND_MAX %u\n"
		"\n/* Words of 32 bits of a record, the least */\n",
		highest_kind() + 1);
	for (const struct tab_kind *k = tab_kinds; k->name; k++)
		constant_put_c(out, &(struct constant){k->name, "words", 2 * k->slots, 0, k->what});
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
	fputs(
	    "\n\n/* X(kind, field, word, lowest bit, bits) once a field, but for time and kind. */\n"
	    "#define GNO_FIELDS(X)",
	    out);
	for (const struct tab_kind *k = tab_kinds; k->name; k++)
		for (const struct tab_field *f = k->fields;
		     f < k->fields + TAB_FIELDS_MAX && f->name; f++)
			fprintf(out, " \\\n\tX(%s, %s, %u, %u, %u)", k->name, f->name, f->word,
				f->lo, f->bits);
	put_kinds_with(out);
	fprintf(out,
		"\n/* Words of an extreme in a sample */\n"
		"#define GNO_EXTREME_WORDS %u\n"
		"\n/* X(field, word, lowest bit, bits) once a field of an extreme */\n"
		"#define GNO_EXTREME_FIELDS(X)",
		TAB_EXTREME_WORDS);
	for (const struct tab_field *f = tab_extreme; f->name; f++)
		fprintf(out, " \\\n\tX(%s, %u, %u, %u)", f->name, f->word, f->lo, f->bits);
	fprintf(
	    out,
	    "\n\n/* Words of an entry of a segment; one more where a watched word has more than 32 bits */\n"
	    "#define GNO_ENTRY_WORDS %u\n",
	    TAB_ENTRY_WORDS);
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

/* The function that reads a field: of word 1 from that word, of others from the record. */
static void put_accessor(FILE *out, const char *prefix, const struct tab_field *f, int alone)
{
	char word[16];

	snprintf(word, sizeof(word), alone ? "w1" : "w[%u]", f->word);
	fprintf(out, "/* %s */\nstatic inline %s gno_%s_%s(%s) { return ", f->what,
		constant_type(f->bits), prefix, f->name,
		alone ? "uint32_t w1" : "const uint32_t *w");
	if (f->bits == 64)
		fprintf(out, "%s | (uint64_t)w[%u] << 32", word, f->word + 1);
	else if (f->lo)
		fprintf(out, "%s >> %u", word, f->lo);
	else
		fputs(word, out);
	if (f->lo + f->bits < 32)
		fprintf(out, " & 0x%x", (1u << f->bits) - 1);
	fputs("; }\n", out);
}

/* A field of word 1 at its place, so that a word can be compared with it. */
static void put_place(FILE *out, const struct tab_field *f)
{
	char name[NAME_MAX_CHARS];

	constant_upper(&(struct constant){.prefix = "record", .name = f->name}, name);
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
	    " * the words of the record, word 0 first, or of the extreme or the entry: w. Fields that\n"
	    " * records of several kinds have at the same place are named after `record`.\n"
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
	for (const struct tab_field *f = tab_entry; f->name; f++)
		put_accessor(out, "entry", f, 0);
	for (const struct tab_group *g = tab_groups; g->prefix; g++)
		if (g->word)
			fprintf(out,
				"/* %s: one of them */\n"
				"static inline int gno_%s_bit(const uint32_t *w, unsigned bit) "
				"{ return w[%u] >> bit & 1; }\n",
				g->title, g->prefix, g->word);
}

/* How many bits a number has, and each of its fields. */
static void put_pack_bits(FILE *out, const struct tab_pack *p)
{
	char name[NAME_MAX_CHARS];

	fputc('\n', out);
	constant_put_c(out, &(struct constant){p->name, "bits", p->bits, 0, p->title});
	for (const struct tab_bits *f = p->fields; has_bits(p, f); f++) {
		snprintf(name, sizeof(name), "%s_bits", f->name);
		constant_put_c(out, &(struct constant){p->name, name, f->bits, 0, f->what});
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
			"static inline unsigned gno_%s_%s(uint32_t x) { return x",
			f->what, p->name, f->name);
		constant_put_shift(out, ">>", f->lo);
		fprintf(out, " & 0x%x; }\n", (1u << f->bits) - 1);
	}
	fprintf(out, "/* made of its fields */\nstatic inline uint32_t gno_%s_pack(", p->name);
	for (const struct tab_bits *f = p->fields; has_bits(p, f); f++)
		fprintf(out, "%sunsigned %s", f == p->fields ? "" : ", ", f->name);
	fputs(")\n{\n\treturn ", out);
	for (const struct tab_bits *f = p->fields; has_bits(p, f); f++) {
		fprintf(out, "%s((uint32_t)%s & 0x%x)", f == p->fields ? "" : " | ", f->name,
			(1u << f->bits) - 1);
		constant_put_shift(out, "<<", f->lo);
	}
	fputs(";\n}\n", out);
}

/* GNO_FORMS(X), and GNO_NAME_FIELDS(X) of each form, from which a program makes what it needs. */
static void put_forms(FILE *out)
{
	char name[NAME_MAX_CHARS];

	fputs("\n/* X(field, lowest bit, bits) once a field of a form, the lowest first */\n", out);
	for (const struct tab_pack *p = tab_forms; p < tab_forms + TAB_FORMS; p++) {
		constant_upper(&(struct constant){.prefix = p->name, .name = "fields"}, name);
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
	fputs(
	    "/* SPDX-License-Identifier: Apache-2.0 */\n"
	    "/* Records, operations, registers and constants of gnomon, in one header: a program outside of "
	    "the library needs no other. Emitted by gnomon-gen: do not edit. */\n"
	    "/* clang-format off */\n"
	    "#ifndef GNOMON_RECORDS_H\n"
	    "#define GNOMON_RECORDS_H\n"
	    "\n"
	    "#include <stdint.h>\n",
	    out);
	put_all(out, constant_title_c, constant_put_c);
	put_kind_list(out);
	put_accessors(out);
	put_packs(out);
	fputs("\n#endif\n", out);
	return 0;
}
