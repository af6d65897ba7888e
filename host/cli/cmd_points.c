/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "base/show.h"
#include "shared/common.h"
#include "program/program.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_JSON, OPT_DATA, OPT_LINES, OPT_NAME };

static const struct base_option options[] = {
    CLI_OPT_JSON,
    {'D', "data", NULL, "list the data symbols"},
    {'L', "lines", "FILE", "list the lines of a source file that have code"},
    {'n', "name", "PATTERN", "only names like this, such as 'phase_*'"},
    CLI_OPT_END,
};

#define WIDEST 48 /* characters of a column of names; longer ones break it */

/* What was requested. */
struct ask {
	const struct gno_program *p;
	const char *name; /* pattern, NULL: all */
	bool data;
	const char *lines; /* source file, NULL: none */
	unsigned file;	   /* its index */
	struct gno_addresses entries;
	struct gno_err no_entry; /* why there are none */
};

static bool wanted(const struct ask *a, const char *name)
{
	return !a->name || !fnmatch(a->name, name, 0);
}

static bool wanted_function(const struct ask *a, const struct gno_function *f)
{
	return !a->name || gno_program_is_named(f, a->name);
}

static bool wanted_data(const struct ask *a, const struct gno_symbol *s)
{
	return s->kind == GNO_SYMBOL_DATA && (wanted(a, s->name) || wanted(a, s->symbol));
}

/* The rows of a source file that name a line, for qsort: by line. */
static int by_line(const void *a, const void *b)
{
	const struct gno_row *const *r = a, *const *s = b;

	return ((*r)->line > (*s)->line) - ((*r)->line < (*s)->line);
}

/* Calls `put` for each line of the file that has code, in order. */
static int each_line(const struct ask *a, void *to,
		     void (*put)(void *to, unsigned line, const struct gno_addresses *where),
		     struct gno_err *err)
{
	const struct gno_program *p = a->p;
	const struct gno_row **row = malloc((p->rows + 1) * sizeof(*row));
	struct gno_addresses where;
	char *text = NULL;
	size_t i, count = 0;
	int rc = 0;

	if (!row)
		return gno_fail_nomem(err);
	for (i = 0; i < p->rows; i++)
		if (p->row[i].line && p->row[i].statement && p->row[i].file == a->file)
			row[count++] = &p->row[i];
	qsort(row, count, sizeof(*row), by_line);
	for (i = 0; i < count && !rc; i++) {
		if (i && row[i]->line == row[i - 1]->line)
			continue;
		if (asprintf(&text, "%s:%u", p->file[a->file], row[i]->line) < 0) {
			rc = gno_fail_nomem(err);
			break;
		}
		rc = gno_program_line(p, text, &where, err);
		free(text);
		if (rc)
			break;
		put(to, row[i]->line, &where);
		free(where.at);
	}
	free(row);
	return rc;
}

static json_t *addresses_json(const uint32_t *at, size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, json_integer(at[i]));
	return list;
}

static json_t *functions_json(const struct ask *a)
{
	json_t *list = json_array();

	for (size_t i = 0; i < a->p->functions; i++) {
		const struct gno_function *f = &a->p->function[i];

		if (!wanted_function(a, f))
			continue;
		json_array_append_new(
		    list, json_pack("{s:s, s:s, s:I, s:I, s:o, s:i, s:i, s:i, s:s?, s:i}", "name",
				    f->name, "symbol", f->symbol, "entry", (json_int_t)f->entry,
				    "size", (json_int_t)f->size, "returns",
				    addresses_json(f->returns, f->return_count), "indirect",
				    f->indirect, "branches", f->branches, "inlined", f->inlined,
				    "file", f->file, "line", f->line));
	}
	return list;
}

static json_t *labels_json(const struct ask *a)
{
	json_t *list = json_array();

	for (size_t i = 0; i < a->p->labels; i++) {
		const struct gno_label *l = &a->p->label[i];
		struct gno_place at = gno_program_at(a->p, l->address);

		if (!wanted(a, l->name))
			continue;
		json_array_append_new(
		    list, json_pack("{s:s, s:I, s:s?, s:I, s:s?, s:i}", "name", l->name, "address",
				    (json_int_t)l->address, "function",
				    at.function ? at.function->name : NULL, "offset",
				    (json_int_t)at.offset, "file", at.file, "line", at.line));
	}
	return list;
}

static json_t *data_json(const struct ask *a)
{
	json_t *list = json_array();

	for (size_t i = 0; i < a->p->symbols; i++) {
		const struct gno_symbol *s = &a->p->symbol[i];

		if (wanted_data(a, s))
			json_array_append_new(list, json_pack("{s:s, s:s, s:I, s:I}", "name",
							      s->name, "symbol", s->symbol,
							      "address", (json_int_t)s->address,
							      "size", (json_int_t)s->size));
	}
	return list;
}

static void line_json(void *to, unsigned line, const struct gno_addresses *where)
{
	json_array_append_new(to, json_pack("{s:i, s:o}", "line", line, "addresses",
					    addresses_json(where->at, where->count)));
}

static int print_json(const struct ask *a, struct gno_err *err)
{
	const struct gno_program *p = a->p;
	char shown[BASE_SHOWN];
	json_t *root = json_pack("{s:s, s:s, s:s?, s:b}", "program",
				 base_show(p->path, shown, sizeof(shown)), "build_id", p->build_id,
				 "debug", p->debug, "position_independent", p->movable);
	json_t *lines = json_array();
	int rc = 0;

	if (a->data)
		json_object_set_new(root, "data", data_json(a));
	if (a->lines) {
		rc = each_line(a, lines, line_json, err);
		json_object_set(root, "lines", lines);
		json_object_set_new(root, "file", json_string(p->file[a->file]));
	}
	if (!a->data && !a->lines) {
		json_object_set_new(root, "functions", functions_json(a));
		json_object_set_new(root, "points", labels_json(a));
		json_object_set_new(root, "os",
				    json_pack("{s:o, s:o, s:i}", "entries",
					      addresses_json(a->entries.at, a->entries.count),
					      "exits",
					      addresses_json(p->os_exits.at, p->os_exits.count),
					      "unseen_vectors", p->unseen_vectors));
	}
	if (!rc)
		rc = cli_print_json(json_incref(root), JSON_INDENT(2), err);
	json_decref(lines);
	json_decref(root);
	return rc;
}

static void print_source(const char *file, unsigned line, int width)
{
	char source[256] = "-";

	if (file)
		snprintf(source, sizeof(source), "%s:%u", file, line);
	printf("%-*s", width, source);
}

static int width_of(const struct ask *a)
{
	size_t width = 24, len;

	for (size_t i = 0; i < a->p->functions; i++) {
		len = strlen(a->p->function[i].name);
		if (len > width && len <= WIDEST && wanted_function(a, &a->p->function[i]))
			width = len;
	}
	return (int)width;
}

static void print_functions(const struct ask *a)
{
	const int width = width_of(a);

	printf("%-*s %-10s %6s  %-24s %s\n", width, "function", "entry", "bytes", "source",
	       "returns");
	for (size_t i = 0; i < a->p->functions; i++) {
		const struct gno_function *f = &a->p->function[i];

		if (!wanted_function(a, f))
			continue;
		printf("%-*s 0x%08" PRIx32 " %6" PRIu32 "  ", width, f->name, f->entry, f->size);
		print_source(f->file, f->line, 24);
		for (size_t k = 0; k < f->return_count; k++)
			printf(" 0x%08" PRIx32, f->returns[k]);
		printf("%s%s", f->return_count ? "" : " -", f->indirect || f->branches ? " +" : "");
		if (f->inlined)
			printf(" (inlined at %u)", f->inlined);
		putchar('\n');
	}
}

static void print_place(const struct gno_program *p, const char *name, uint32_t address)
{
	struct gno_place at = gno_program_at(p, address);
	char text[256] = "-";

	if (at.function)
		snprintf(text, sizeof(text), "%s+0x%" PRIx32, at.function->name, at.offset);
	printf("%-24s 0x%08" PRIx32 "  %-24s ", name, address, text);
	print_source(at.file, at.line, 0);
	putchar('\n');
}

static void print_labels(const struct ask *a)
{
	if (a->p->labels)
		printf("\n%-24s %-10s  %-24s %s\n", "point", "address", "function", "source");
	for (size_t i = 0; i < a->p->labels; i++)
		if (wanted(a, a->p->label[i].name))
			print_place(a->p, a->p->label[i].name, a->p->label[i].address);
}

static void print_os(const struct ask *a)
{
	const struct gno_program *p = a->p;

	printf("\n%-24s %-10s  %-24s %s\n", "operating system", "address", "function", "source");
	for (size_t i = 0; i < a->entries.count; i++)
		print_place(p, "entry", a->entries.at[i]);
	for (size_t i = 0; i < p->os_exits.count; i++)
		print_place(p, "exit", p->os_exits.at[i]);
	if (!a->entries.count)
		printf("no entry: %s\n", a->no_entry.text);
	else if (p->unseen_vectors)
		printf(
		    "the trap vector is set %u more times to a value that the code does not show\n",
		    p->unseen_vectors);
	if (!p->os_exits.count)
		puts("no exit: no mret, sret or retirq");
}

static void print_data(const struct ask *a)
{
	printf("%-32s %-10s %s\n", "data", "address", "bytes");
	for (size_t i = 0; i < a->p->symbols; i++) {
		const struct gno_symbol *s = &a->p->symbol[i];

		if (wanted_data(a, s))
			printf("%-32s 0x%08" PRIx32 " %" PRIu32 "\n", s->name, s->address, s->size);
	}
}

static void print_line(void *to, unsigned line, const struct gno_addresses *where)
{
	(void)to;
	printf("%8u ", line);
	for (size_t i = 0; i < where->count; i++)
		printf(" 0x%08" PRIx32, where->at[i]);
	putchar('\n');
}

static int print_text(const struct ask *a, struct gno_err *err)
{
	if (a->data)
		print_data(a);
	if (a->lines) {
		printf("%s%8s  addresses, %s\n", a->data ? "\n" : "", "line", a->p->file[a->file]);
		return each_line(a, NULL, print_line, err);
	}
	if (a->data)
		return 0;
	print_functions(a);
	print_labels(a);
	print_os(a);
	printf("\nbuild id: %s\n", a->p->build_id);
	if (a->p->debug)
		printf("debug information: %s\n", a->p->debug);
	if (a->p->movable)
		puts(
		    "position-independent: the addresses are right only where it runs at those it was linked for");
	return 0;
}

static int command(const struct base_values *v)
{
	struct gno_program *p = NULL;
	struct gno_err err;
	struct ask a = {0};
	int rc;

	if (gno_program_load(v->arg[0], &p, &err))
		return cli_error(&err);
	a.p = p;
	a.name = v->option[OPT_NAME];
	a.data = v->option[OPT_DATA] != NULL;
	a.lines = v->option[OPT_LINES];
	rc = a.lines ? gno_program_file(p, a.lines, &a.file, &err) : 0;
	if (!rc && gno_program_os_entry(p, NULL, &a.entries, &a.no_entry) == GNO_ERR_NOMEM)
		rc = gno_fail_nomem(&err);
	if (!rc)
		rc = v->option[OPT_JSON] ? print_json(&a, &err) : print_text(&a, &err);
	free(a.entries.at);
	gno_program_free(p);
	return rc ? cli_error(&err) : 0;
}

const struct cli_spec cmd_points = {
    .name = "points",
    .args = "ELF",
    .min_args = 1,
    .max_args = 1,
    .brief = "list the functions of a program and their returns",
    .summary = "Lists everything in a program that can be a point.",
    .details =
	"Without options: functions, with their entries and returns; points placed in the source; entries and exits of the operating system. Returns are jumps through ra, ends of traps, and calls in tail position. A '+' after them marks indirect jumps that may also be returns.\n",
    .options = options,
    .run = command,
};
