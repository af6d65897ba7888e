/* SPDX-License-Identifier: Apache-2.0 */
#include "out/export/sqlite_base.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/util.h"

#define GIGA UINT64_C(1000000000)

bool base_derives(const struct base *b)
{
	const uint64_t hz = b->job->r->m->clock_hz;

	/* a rule has one clock for all rows */
	return hz && hz <= INT64_MAX / GIGA && !gno_manifest_has_clocks(b->job->r->m);
}

static void put_column(FILE *f, const struct base *b, unsigned column);

static unsigned column_of(const struct column_list *l, const char *name, size_t length)
{
	for (unsigned i = 0; i < l->columns; i++)
		if (strlen(l->column[i].name) == length && !memcmp(l->column[i].name, name, length))
			return i;
	assert(!"a column's SQL names no column");
	return 0;
}

/* The SQL of a column, with that of each column whose name stands in braces. */
static void put_rule(FILE *f, const struct base *b, const char *sql)
{
	const bool one = *sql == '{' && !strchr(sql, '}')[1]; /* a column and no more */

	fputs(one ? "" : "(", f);
	for (; *sql; sql++) {
		const char *end = *sql == '{' ? strchr(sql, '}') : NULL;

		if (!end) {
			fputc(*sql, f);
			continue;
		}
		put_column(f, b, column_of(b->list, sql + 1, (size_t)(end - sql) - 1));
		sql = end;
	}
	fputs(one ? "" : ")", f);
}

static void put_derived(FILE *f, const struct base *b, const struct column *c)
{
	const uint64_t hz = b->job->r->m->clock_hz;

	if (c->type != COLUMN_NS) {
		put_rule(f, b, c->sql);
	} else if (GIGA % hz == 0) {
		put_rule(f, b, c->sql);
		fprintf(f, " * %" PRIu64, GIGA / hz);
	} else {
		put_rule(f, b, c->sql);
		fprintf(f, " / %" PRIu64 " * %" PRIu64 " + ", hz, GIGA);
		put_rule(f, b, c->sql);
		fprintf(f, " %% %" PRIu64 " * %" PRIu64 " / %" PRIu64, hz, GIGA, hz);
	}
}

/* One of what rows have in common, or of what is behind that. */
static void put_stored(FILE *f, const struct base *b, unsigned column)
{
	const char *name = b->list->column[column].name;
	const bool same = b->in_same >> column & 1, more = b->in_more >> column & 1;

	if (same && more)
		fprintf(f, "coalesce(s.\"%s\", m.\"%s\")", name, name);
	else if (same || more)
		fprintf(f, "%s.\"%s\"", same ? "s" : "m", name);
	else
		fputs("NULL", f);
}

static void put_column(FILE *f, const struct base *b, unsigned column)
{
	const struct column *c = &b->list->column[column];

	if (column >= b->from) {
		put_stored(f, b, column);
	} else if (!(b->derived >> column & 1)) {
		fprintf(f, "r.\"%s\"", c->name);
	} else if (b->any_beyond) {
		fprintf(f, "coalesce(s.\"%s\", ", c->name);
		put_derived(f, b, c);
		fputc(')', f);
	} else if (c->type == COLUMN_NS) {
		fputc('(', f);
		put_derived(f, b, c);
		fputc(')', f);
	} else {
		put_derived(f, b, c);
	}
}

char *base_view(const struct base *b)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	fprintf(f, "CREATE VIEW %s AS SELECT", b->name);
	for (unsigned i = 0; i < b->list->columns; i++) {
		fputs(i ? ",\n  " : "\n  ", f);
		put_column(f, b, i);
		fprintf(f, " AS \"%s\"", b->list->column[i].name);
	}
	/* the order of the joins is that of the rows */
	fprintf(f, "\nFROM %s_rows r LEFT JOIN %s_same s ON s.id = r.same", b->name, b->name);
	if (b->in_more)
		fprintf(f, " LEFT JOIN %s_more m ON m.id = r.id", b->name);
	if (!gno_close_written(f))
		return text;
	free(text);
	return NULL;
}
