/* SPDX-License-Identifier: Apache-2.0 */
/* Prints docs/reference/columns.md: the columns of all lists, from the tables that the formats loop
 * over. Fails where one lacks a word of documentation. */
#include <stdio.h>

#include "results/columns/column.h"

static const char *const types[] = {
    [COLUMN_NAME] = "name",	[COLUMN_U32] = "integer", [COLUMN_U64] = "integer",
    [COLUMN_NS] = "integer",	[COLUMN_F64] = "real",	  [COLUMN_BOOL] = "bool",
    [COLUMN_FIELDS] = "object",
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
    "  as text.\n";

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

static int print_list(const struct column_list *l)
{
	printf("\n## %s\n\n%s\n\n| column | type | unit | of | what |\n|---|---|---|---|---|\n",
	       l->name, l->about);
	for (unsigned i = 0; i < l->columns; i++) {
		const struct column *c = &l->column[i];

		if (!c->about || !*c->about) {
			fprintf(stderr, "column '%s' of '%s' has no documentation\n", c->name,
				l->name);
			return 1;
		}
		printf("| `%s` | %s | %s | ", c->name, types[c->type], c->unit ? c->unit : "");
		print_kinds(l, c);
		printf(" | %s |\n", c->about);
	}
	return 0;
}

int main(void)
{
	int rc = 0;

	fputs(head, stdout);
	for (const struct column_list *const *l = columns_lists; *l && !rc; l++)
		rc = print_list(*l);
	return rc;
}
