/* SPDX-License-Identifier: Apache-2.0 */
/* Prints docs/reference/columns.md: the columns of all lists, from the tables that the formats loop
 * over. Fails where a column lacks a word of documentation, where two lists have one name, or two
 * columns of a list, and where a list with several outputs has a column that only JSON can have. */
#include <stdio.h>
#include <string.h>

#include "results/columns/documents.h"

static const char *const types[] = {
    [COLUMN_NAME] = "name",	[COLUMN_U32] = "integer", [COLUMN_U64] = "integer",
    [COLUMN_NS] = "integer",	[COLUMN_F64] = "real",	  [COLUMN_BOOL] = "bool",
    [COLUMN_FIELDS] = "object", [COLUMN_TEXT] = "text",	  [COLUMN_SECONDS] = "real",
    [COLUMN_COUNTS] = "counts",
};

static const char head[] =
    "# Columns\n"
    "\n"
    "Emitted by `make emitted` from the tables in `host/lib/results/columns/`: do not edit.\n"
    "\n"
    "A list has the same columns in [CSV, JSON lines and SQLite](../answers/export.md), in the\n"
    "Arrow tables of [Python](../answers/python.md), and in `gnomon events --json`. Perfetto shows\n"
    "them beside a slice or an instant, but for those that its place and its name already show.\n"
    "\n"
    "- Cycles count from the sync of the run.\n"
    "- A value that a row does not have, or that is not known, is empty (CSV), null or NULL: it is\n"
    "  never a guess.\n"
    "- `of` names the kinds of rows that have the column; where it is empty, all rows have it.\n"
    "- An object of JSON has the keys of its kind. `process` is absent where it is not known,\n"
    "  `counter` and `round` where no line pauses the time counters.\n"
    "- A bool is 1 or 0 in CSV and SQLite. An object is text in JSON in CSV, SQLite and Arrow.\n"
    "- Integers have 64 bits. [JSON](../guide/reading.md#large-numbers) and SQLite have large ones\n"
    "  as text.\n"
    "\n"
    "[Documents in JSON](#documents-in-json) have lists of their own, which follow the same rules.\n";

static const char documents[] =
    "\n"
    "## Documents in JSON\n"
    "\n"
    "A list in a document has the name of the document before its own. `counts` is an object with\n"
    "a number for each of some names. Where a line has no name of a column, the object has the\n"
    "columns of the list that is named instead. Absent: the key is not there where it has no "
    "value;\n"
    "else it is null.\n";

/* The kinds of rows that have a column; nothing: all. */
static void print_kinds(const struct column_list *l, const struct column *c)
{
	const char *between = "";

	for (unsigned kind = 0; kind < 32; kind++)
		if (c->kinds >> kind & 1) {
			printf("%s%s", between, l->kind_name(kind));
			between = ", ";
		}
}

static int fail(const struct column_list *l, const struct column *c, const char *why)
{
	fprintf(stderr, "column '%s' of '%s' %s\n", c->name ? c->name : "", l->name, why);
	return 1;
}

/* Lists that were printed; those of documents that wait for it follow. */
#define MOST 256
static const struct column_list *known[MOST];
static unsigned knowns;

static int add(const struct column_list *l)
{
	for (unsigned i = 0; i < knowns; i++) {
		if (known[i] == l)
			return 0;
		if (!strcmp(known[i]->name, l->name)) {
			fprintf(stderr, "two lists have the name '%s'\n", l->name);
			return 1;
		}
	}
	if (knowns == MOST) {
		fputs("docs/columns.c has no room for all lists\n", stderr);
		return 1;
	}
	known[knowns++] = l;
	return 0;
}

/* 0 where a column has all that the page says of it, and a name of its own. */
static int check_column(const struct column_list *l, const struct column *c)
{
	if (!c->about || !*c->about)
		return fail(l, c, "has no documentation");
	for (const struct column *before = l->column; before < c; before++)
		if (c->name && before->name && !strcmp(before->name, c->name))
			return fail(l, c, "occurs twice");
	return 0;
}

static int print_list(const struct column_list *l)
{
	printf("\n## %s\n\n%s\n\n| column | type | unit | of | what |\n|---|---|---|---|---|\n",
	       l->name, l->about);
	for (unsigned i = 0; i < l->columns; i++) {
		const struct column *c = &l->column[i];

		if (check_column(l, c))
			return 1;
		if (c->type >= COLUMN_TEXT)
			return fail(l, c, "has a type that only JSON can have");
		printf("| `%s` | %s | %s | ", c->name, types[c->type], c->unit ? c->unit : "");
		print_kinds(l, c);
		printf(" | %s |\n", c->about);
	}
	return 0;
}

static void print_type(const struct column *c)
{
	const struct column_list *l = c->list;

	if (!l)
		printf("%s", types[c->type]);
	else if (l->plain && l->column->list)
		printf("list of lists of %s", types[l->column->list->column->type]);
	else if (l->plain)
		printf("list of %s", types[l->column->type]);
	else
		printf("%s[%s](#%s)",
		       c->type == COLUMN_ROWS  ? "list of "
		       : c->type == COLUMN_ROW ? "object "
					       : "",
		       l->name, l->name);
}

static int print_inner(const struct column_list *l)
{
	int rc = 0;

	printf("\n### %s\n\n%s\n\n| column | type | unit | what |\n|---|---|---|---|\n", l->name,
	       l->about);
	for (unsigned i = 0; i < l->columns && !rc; i++) {
		const struct column *c = &l->column[i];

		if (check_column(l, c))
			return 1;
		if (c->name)
			printf("| `%s` | ", c->name);
		else
			printf("| | ");
		print_type(c);
		printf(" | %s | %s%s |\n", c->unit ? c->unit : "", c->about,
		       c->optional ? " (absent)" : "");
		if (c->list && !c->list->plain)
			rc = add(c->list);
	}
	return rc;
}

int main(void)
{
	int rc = 0;

	fputs(head, stdout);
	for (const struct column_list *const *l = columns_lists; *l && !rc; l++)
		rc = add(*l) || print_list(*l);
	fputs(documents, stdout);
	for (const struct column_list *const *l = columns_documents; *l && !rc; l++) {
		unsigned i = knowns;

		for (rc = add(*l); i < knowns && !rc; i++)
			rc = print_inner(known[i]);
	}
	return rc;
}
