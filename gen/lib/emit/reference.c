/* SPDX-License-Identifier: Apache-2.0 */
/* The reference pages, from the tables of keys, checks and records. */
#include "emit/emit.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "check/checks.h"
#include "model/keys.h"
#include "tables/role.h"
#include "tables/tables.h"

#define COLUMNS 100

/* Length of the first word of a text: up to a space that is not between backquotes. */
static size_t word_length(const char *text)
{
	size_t length = 0;
	int code = 0;

	for (; text[length] && (code || text[length] != ' '); length++)
		if (text[length] == '`')
			code = !code;
	return length;
}

/* A text, wrapped; `column` is where it begins, `indent` is where its further lines do. */
static void put_wrapped(const char *text, size_t column, size_t indent, FILE *out)
{
	while (*text) {
		size_t length = word_length(text);

		if (column > indent && column + 1 + length > COLUMNS) {
			fprintf(out, "\n%*s", (int)indent, "");
			column = indent;
		} else if (column > indent) {
			fputc(' ', out);
			column++;
		}
		fwrite(text, 1, length, out);
		column += length;
		text += length + (text[length] == ' ');
	}
	fputc('\n', out);
}

static void put_paragraph(const char *text, FILE *out)
{
	put_wrapped(text, 0, 0, out);
}

static void put_number(uint64_t value, FILE *out)
{
	if (value >= 1000000000 && value % 1000000000 == 0)
		fprintf(out, "%" PRIu64 " GHz", value / 1000000000);
	else if (value >= 1000000 && value % 1000000 == 0)
		fprintf(out, "%" PRIu64 " MHz", value / 1000000);
	else
		fprintf(out, "%" PRIu64 " Hz", value);
}

static void put_choices(const char *choices, FILE *out)
{
	fputc('`', out);
	for (; *choices; choices++) {
		if (*choices == ' ')
			fputs("`, `", out);
		else
			fputc(*choices, out);
	}
	fputc('`', out);
}

static void put_range(const struct key_spec *k, FILE *out)
{
	if (k->min == k->max)
		fprintf(out, "%" PRIu64, k->min);
	else
		fprintf(out, "%" PRIu64 " to %" PRIu64, k->min, k->max);
}

/* What a key's value may be, as one column of a table. */
static void put_value(const struct key_spec *k, FILE *out)
{
	switch (k->type) {
	case KEY_INT:
		if (k->power_of_two)
			fputs("power of two, ", out);
		put_range(k, out);
		break;
	case KEY_OFFSET:
		fprintf(out, "%" PRId64 " to %" PRId64, (int64_t)k->min, (int64_t)k->max);
		break;
	case KEY_FREQ:
	case KEY_RATE:
		put_number(k->min, out);
		fputs(" to ", out);
		put_number(k->max, out);
		if (k->type == KEY_RATE)
			fputs(", Hz without a unit", out);
		break;
	case KEY_NAME:
		fputs("Verilog identifier", out);
		break;
	case KEY_LABEL:
		fputs("Verilog identifier or keyword", out);
		break;
	case KEY_INPUT:
		fputs("Verilog identifier, `always` or `route`", out);
		break;
	case KEY_BITS:
		fputs("bits as in `31..28, 1..0`", out);
		break;
	case KEY_CHOICE:
		put_choices(k->choices, out);
		break;
	case KEY_TEXT:
		fputs("text", out);
		break;
	case KEY_MAP:
		fputs("mapping", out);
		break;
	case KEY_LIST:
		fputs("list of ", out);
		put_range(k, out);
		if (k->plain)
			fputs(k->child ? ", names or mappings" : ", names", out);
		break;
	}
}

/* 1 where a mapping that is absent is as an empty one. */
static int has_defaults(const struct key_section *section)
{
	for (const struct key_spec *k = section->keys; k->name; k++)
		if (k->required || strcmp(k->name, KEY_ANY) == 0)
			return 0;
	return 1;
}

static void put_preset(const struct key_spec *k, FILE *out)
{
	if (k->required)
		fputs("required", out);
	else if (k->preset)
		fprintf(out, "`%s`", k->preset);
	else
		fputs(k->type == KEY_MAP && has_defaults(k->child) ? "its defaults" : "none", out);
}

static void put_what(const struct key_spec *k, FILE *out)
{
	if (k->put_what)
		k->put_what(k->name, out);
	else
		fputs(k->what, out);
}

/* 1 where the whole description has the section, too, which explains it there. */
static int is_elsewhere(const struct key_section *section, const struct key_section *child)
{
	for (const struct key_spec *k = key_root.keys; k->name && section != &key_root; k++)
		if (k->child == child)
			return 1;
	return 0;
}

static void put_section(const struct key_section *section, FILE *out)
{
	fprintf(out, "\n## %s\n\n", section->name);
	put_paragraph(section->what, out);
	fputs("\n| key | value | if absent | what |\n|---|---|---|---|\n", out);
	for (const struct key_spec *k = section->keys; k->name; k++) {
		fprintf(out, "| `%s` | ", k->name);
		put_value(k, out);
		fputs(" | ", out);
		put_preset(k, out);
		fputs(" | ", out);
		put_what(k, out);
		fputs(" |\n", out);
	}
	for (const struct key_spec *k = section->keys; k->name; k++)
		if (k->child && !is_elsewhere(section, k->child))
			put_section(k->child, out);
}

/* A file of gen/examples, which the tests generate monitors of. */
static const char example_counts[] =
#include "examples/counts.inc"
    ;
static void put_example(const char *text, FILE *out)
{
	fprintf(out, "\n```yaml\n%s```\n", text);
}

static void put_checks(enum severity severity, FILE *out)
{
	fputs("\n| check | what it requires |\n|---|---|\n", out);
	for (const struct check *c = checks; c->name; c++)
		if (c->severity == severity)
			fprintf(out, "| `%s` | %s |\n", c->name, c->what);
}

/* The words of a list, with what they mean. */
static void put_words(const char *what, const struct tab_word *words, FILE *out)
{
	for (const struct tab_word *w = words; w->name; w++)
		fprintf(out, "| %s%s`%s` | %s |\n", what, *what ? " | " : "", w->name, w->what);
}

static void put_roles(FILE *out)
{
	fputs("\n## Ports\n\n", out);
	put_paragraph(
	    "`ports` of `manifest.json` lists the ports of the modules, in their order: name, module, direction (`in`, `out`), width, role and meaning; node and signal by their names in the description, and the text of `connect`, where it has them. A port with several roles has the first of them:",
	    out);
	fputs("\n| role | what |\n|---|---|\n", out);
	put_words("", tab_role_words, out);
}

int emit_description_md(const struct plan *plan, FILE *out)
{
	(void)plan;
	fputs(
	    "# The monitor description\n"
	    "\n"
	    "Emitted by `gnomon-gen --reference description` from the tables of keys and checks: do not edit.\n"
	    "\n"
	    "A description is one YAML document. A frequency has a unit: `Hz`, `kHz`, `MHz` or `GHz`.\n"
	    "[Describe a monitor](../guide/monitor.md) explains the sections. Example:\n",
	    out);
	put_example(example_counts, out);
	fputs("\nFurther examples are a node with [triggers of all kinds and an event\n"
	      "port](../../gen/examples/fires.yaml), and one with\n"
	      "[preprocessors](../../gen/examples/measures.yaml).\n",
	      out);
	put_section(&key_root, out);
	put_roles(out);
	fputs("\n## Checks\n"
	      "\n"
	      "One run makes all checks; each fault names its check in brackets. Errors:\n",
	      out);
	put_checks(SEV_ERROR, out);
	fputs("\nWarnings:\n", out);
	put_checks(SEV_WARNING, out);
	return 0;
}

/* What may come on top of a record's slots. */
static const char *slots_beside(const struct tab_kind *k)
{
	if (k->length == TAB_LENGTH_DATUM)
		return ", or 3 where the port has `pc` or `process_time`";
	if (k->length == TAB_LENGTH_AUX)
		return tab_has_counts(k)    ? " and the counts"
		       : tab_has_entries(k) ? " and the entries"
					    : " and the payload";
	return "";
}

/* At most so many fields of a list, as rows. */
static void put_fields(const struct tab_field *f, size_t most, FILE *out)
{
	for (; most-- && f->name; f++)
		fprintf(out, "| %s | %u | %u..%u | %s |\n", f->name, f->word, f->lo + f->bits - 1,
			f->lo, f->what);
}

/* The bits of a field, the highest first. */
static void put_bits(unsigned lo, unsigned bits, FILE *out)
{
	if (bits == 1)
		fprintf(out, "%u", lo);
	else
		fprintf(out, "%u..%u", lo + bits - 1, lo);
}

/* The payload of a sample: rows of the table, and what would be too long for a row. */
static void put_pairs(FILE *out)
{
	fputs(
	    "| pairs | 2 ... | | A and B of each pair, the gate's own last |\n"
	    "| extremes | ... | | six words each |\n"
	    "\n"
	    "The form decides how a pair is written. Zeros follow up to a whole slot; with groups they follow\n"
	    "each run of pairs of a group.\n"
	    "\n"
	    "| form | bits of a pair | fields |\n|---|---|---|\n",
	    out);
	for (const struct tab_pack *p = tab_forms; p < tab_forms + TAB_FORMS; p++) {
		fprintf(out, "| %s | %u | ", p->name, p->bits);
		for (const struct tab_bits *f = p->fields; f < p->fields + TAB_PACK_MAX && f->name;
		     f++) {
			fprintf(out, "%s%s ", f == p->fields ? "" : ", ", f->name);
			put_bits(f->lo, f->bits, out);
		}
		fputs(" |\n", out);
	}
	fputs("\n"
	      "An extreme:\n"
	      "\n"
	      "| field | word of the extreme | bits | what |\n|---|---|---|---|\n",
	      out);
	put_fields(tab_extreme, SIZE_MAX, out);
}

/* The payload of a segment, in the same way. */
static void put_entries(FILE *out)
{
	fputs(
	    "| entries | 8 ... | | as many as `many` says; a zero up to a whole slot |\n"
	    "\n"
	    "An entry has two words, or three where the watched word has more than 32 bits: the third is\n"
	    "the high half.\n"
	    "\n"
	    "| field | word of the entry | bits | what |\n|---|---|---|---|\n",
	    out);
	put_fields(tab_entry, SIZE_MAX, out);
}

static void put_rules(FILE *out)
{
	fputs("\n### Rules\n\n| rule | word | what |\n|---|---|---|\n", out);
	put_words("code", tab_code_words, out);
	put_words("aux", tab_aux_words, out);
	put_words("length", tab_length_words, out);
	put_words("payload", tab_payload_words, out);
	put_words("sender", tab_sender_words, out);
}

static void put_fields_head(FILE *out)
{
	fputs("\n| field | word | bits | what |\n|---|---|---|---|\n", out);
}

static void put_kind(const struct tab_kind *k, FILE *out)
{
	char text[512];

	snprintf(text, sizeof(text), "%c%s. %u slot%s%s.", toupper((unsigned char)k->what[0]),
		 k->what + 1, k->slots, k->slots > 1 ? "s" : "", slots_beside(k));
	fprintf(out, "\n### %s (%u)\n\n", k->name, k->id);
	put_paragraph(text, out);
	fprintf(out, "\nRules: code `%s`, aux `%s`, length `%s`, payload `%s`, sender `%s`.\n",
		tab_code_words[k->code].name, tab_aux_words[k->aux].name,
		tab_length_words[k->length].name, tab_payload_words[k->payload].name,
		tab_sender_words[k->sender].name);
	put_fields_head(out);
	put_fields(k->fields + 1, TAB_FIELDS_MAX - 1, out);
	if (k->payload == TAB_PAYLOAD_SAMPLE)
		put_pairs(out);
	if (tab_has_counts(k))
		fputs(
		    "| counts | 8 ... | | 32 bits each, as many as `many` says; a zero up to a whole slot |\n",
		    out);
	if (tab_has_entries(k))
		put_entries(out);
}

static void put_links(FILE *out)
{
	fputs(
	    "\n## Operations\n\n| operation | value | address | n | what |\n|---|---|---|---|---|\n",
	    out);
	for (const struct tab_op *o = tab_ops; o->name; o++)
		fprintf(out, "| %s | %u | %s | %s | %s |\n", o->name, o->value, o->address,
			o->count, o->what);
	fputs("\n## Registers\n\n| register | byte | bytes | what |\n|---|---|---|---|\n", out);
	for (const struct tab_reg *r = tab_regs; r->name; r++) {
		fprintf(out, "| %s | %u", r->name, r->offset);
		if (r->stride)
			fprintf(out, " + %u * node", r->stride);
		fprintf(out, " | %u | %s |\n", r->bytes, r->what);
	}
}

static void put_pack(const struct tab_pack *p, FILE *out)
{
	fprintf(out, "\n## %s\n\n%u bits.\n\n| field | bits | what |\n|---|---|---|\n", p->title,
		p->bits);
	for (const struct tab_bits *f = p->fields; f < p->fields + TAB_PACK_MAX && f->name; f++) {
		fprintf(out, "| %s | ", f->name);
		put_bits(f->lo, f->bits, out);
		fprintf(out, " | %s |\n", f->what);
	}
}

static void put_table(const struct tab_table *t, FILE *out)
{
	char text[512];

	snprintf(text, sizeof(text), "%c%s. Index: %s; %u byte%s a row; %s.",
		 toupper((unsigned char)t->what[0]), t->what + 1, t->index, t->row,
		 t->row > 1 ? "s" : "", t->ram ? "RAM" : "registers");
	fprintf(out, "\n### %s\n\n", t->name);
	put_paragraph(text, out);
	if (t->units)
		fprintf(out, "Each unit has a table: `%s0`, `%s1`, ...\n", t->name, t->name);
	fputs("\n| field | byte | bits | what |\n|---|---|---|---|\n", out);
	for (const struct tab_cell *f = t->fields; f < t->fields + TAB_CELLS_MAX && f->name; f++) {
		fprintf(out, "| %s | %u | ", f->name, f->byte);
		put_bits(f->lo, f->bits, out);
		fprintf(out, " | %s |\n", f->what);
	}
}

static void put_tables(FILE *out)
{
	fputs("\n## Tables\n\n", out);
	put_paragraph(
	    "The tables that the host writes, without those of the ranks. A table cell is a byte. Row i of a table begins at base + i * bytes of a row. A field of several bytes has its low byte first; bits that no field has are 0. RAM holds anything at first, registers hold 0. [Triggers](../design/triggers.md#tables) and [preprocessors](../design/preprocessors.md#tables) explain what the tables do.",
	    out);
	for (const struct tab_table *t = tab_tables; t < tab_tables + TAB_TABLES; t++)
		put_table(t, out);
}

int emit_records_md(const struct plan *plan, FILE *out)
{
	(void)plan;
	fputs(
	    "# Records, table cells, operations and registers\n"
	    "\n"
	    "Emitted by `gnomon-gen --reference records` from the table of records: do not edit.\n"
	    "[Interfaces](../design/interfaces.md) explains what they mean.\n"
	    "\n"
	    "## Records\n"
	    "\n"
	    "A record is whole slots of 64 bits; words are 32 bits, little-endian. Bits 23..16 of word 1 are\n"
	    "the code, bits 31..24 the aux byte. What a record of a kind can be is in its [rules](#rules).\n"
	    "Each record begins with:\n",
	    out);
	put_fields_head(out);
	put_fields(tab_common, 3, out);
	for (const struct tab_kind *k = tab_kinds; k->name; k++)
		put_kind(k, out);
	put_rules(out);
	put_tables(out);
	put_links(out);
	for (const struct tab_pack *p = tab_packs; p->name; p++)
		put_pack(p, out);
	for (const struct tab_group *g = tab_groups; g->prefix; g++) {
		fprintf(out, "\n## %s\n\n", g->title);
		for (const struct tab_const *c = g->consts; c->name; c++)
			put_wrapped(c->what, (size_t)fprintf(out, "- `%s` %u:", c->name, c->value),
				    2, out);
	}
	return 0;
}
