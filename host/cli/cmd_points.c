/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "program/listed.h"
#include "results/columns/documents.h"
#include "shared/common.h"

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

static void print_source(const char *file, unsigned line, int width)
{
	char source[256] = "-";

	if (file)
		snprintf(source, sizeof(source), "%s:%u", file, line);
	printf("%-*s", width, source);
}

static int width_of(const struct program_listed *l)
{
	size_t width = 24, len;

	for (size_t i = 0; i < l->p->functions; i++) {
		len = strlen(l->p->function[i].name);
		if (len > width && len <= WIDEST && program_lists_function(l, &l->p->function[i]))
			width = len;
	}
	return (int)width;
}

static void print_functions(const struct program_listed *l)
{
	const int width = width_of(l);

	printf("%-*s %-10s %6s  %-24s %s\n", width, "function", "entry", "bytes", "source",
	       "returns");
	for (size_t i = 0; i < l->p->functions; i++) {
		const struct gno_function *f = &l->p->function[i];

		if (!program_lists_function(l, f))
			continue;
		printf("%-*s 0x%08" PRIx64 " %6" PRIu64 "  ", width, f->name, f->entry, f->size);
		print_source(f->file, f->line, 24);
		for (size_t k = 0; k < f->return_count; k++)
			printf(" 0x%08" PRIx64, f->returns[k]);
		printf("%s%s", f->return_count ? "" : " -",
		       f->indirect || f->branches || f->undecoded ? " +" : "");
		if (f->inlined)
			printf(" (inlined at %u)", f->inlined);
		putchar('\n');
	}
}

static void print_place(const struct gno_program *p, const char *name, uint64_t address)
{
	struct gno_place at = gno_program_at(p, address);
	char text[256] = "-";

	if (at.function)
		snprintf(text, sizeof(text), "%s+0x%" PRIx64, at.function->name, at.offset);
	printf("%-24s 0x%08" PRIx64 "  %-24s ", name, address, text);
	print_source(at.file, at.line, 0);
	putchar('\n');
}

static void print_labels(const struct program_listed *l)
{
	if (l->p->labels)
		printf("\n%-24s %-10s  %-24s %s\n", "point", "address", "function", "source");
	for (size_t i = 0; i < l->p->labels; i++)
		if (program_lists_label(l, &l->p->label[i]))
			print_place(l->p, l->p->label[i].name, l->p->label[i].address);
}

static void print_os(const struct program_listed *l)
{
	const struct gno_program *p = l->p;

	printf("\n%-24s %-10s  %-24s %s\n", "operating system", "address", "function", "source");
	for (size_t i = 0; i < l->entries.count; i++)
		print_place(p, "entry", l->entries.at[i]);
	for (size_t i = 0; i < p->os_exits.count; i++)
		print_place(p, "exit", p->os_exits.at[i]);
	if (!l->entries.count)
		printf("no entry: %s\n", l->no_entry.text);
	else if (p->unseen_vectors)
		printf(
		    "the trap vector is set %u more times to a value that the code does not show\n",
		    p->unseen_vectors);
	if (!p->os_exits.count)
		puts(p->decoded ? "no exit: no instruction that ends a trap"
				: "no exit is known: instructions are not decoded");
}

static void print_data(const struct program_listed *l)
{
	printf("%-32s %-10s %s\n", "data", "address", "bytes");
	for (size_t i = 0; i < l->p->symbols; i++) {
		const struct gno_symbol *s = &l->p->symbol[i];

		if (program_lists_data(l, s))
			printf("%-32s 0x%08" PRIx64 " %" PRIu64 "\n", s->name, s->address, s->size);
	}
}

static int print_line(void *ctx, const void *of, struct gno_err *err)
{
	const struct program_line *line = of;

	(void)ctx;
	(void)err;
	printf("%8u ", line->line);
	for (size_t i = 0; i < line->where.count; i++)
		printf(" 0x%08" PRIx64, line->where.at[i]);
	putchar('\n');
	return 0;
}

static int print_text(const struct program_listed *l, struct gno_err *err)
{
	if (l->data)
		print_data(l);
	if (l->lines) {
		printf("%s%8s  addresses, %s\n", l->data ? "\n" : "", "line", l->p->file[l->file]);
		return program_each_line(l, print_line, NULL, err);
	}
	if (l->data)
		return 0;
	print_functions(l);
	print_labels(l);
	print_os(l);
	printf("\nmachine: %s, %u bits%s\n", l->p->machine_name, l->p->wide ? 64 : 32,
	       l->p->decoded ? "" : " (instructions are not decoded: no return is known)");
	printf("build id: %s\n", l->p->build_id);
	if (l->p->debug)
		printf("debug information: %s\n", l->p->debug);
	if (l->p->movable)
		puts(
		    "position-independent: the addresses are right only where it runs at those it was linked for");
	return 0;
}

static int command(const struct base_values *v)
{
	struct gno_program *p = NULL;
	const char *lines = v->option[OPT_LINES];
	struct program_listed l;
	struct gno_err err;
	int rc;

	if (gno_program_load(v->arg[0], &p, &err))
		return cli_error(&err);
	l = (struct program_listed){.p = p,
				    .name = v->option[OPT_NAME],
				    .data = v->option[OPT_DATA] != NULL,
				    .lines = lines != NULL};
	rc = lines ? gno_program_file(p, lines, &l.file, &err) : 0;
	if (!rc && gno_program_os_entry(p, NULL, &l.entries, &l.no_entry) == GNO_ERR_NOMEM)
		rc = gno_fail_nomem(&err);
	if (!rc && v->option[OPT_JSON])
		rc = cli_print_document(&columns_program, &l, &err);
	else if (!rc)
		rc = print_text(&l, &err);
	free(l.entries.at);
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
	"Without options: functions, with their entries and returns; points placed in the source; entries and exits of the operating system. Returns are those of the machine (RISC-V: jumps through ra), ends of traps, and calls in tail position. A '+' after them marks jumps on a condition, indirect jumps, or instructions that cannot be decoded, which may also be returns. Of machines other than RISC-V, ARM, AArch64 and x86 no return is known.\n",
    .options = options,
    .run = command,
};
