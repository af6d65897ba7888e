/* SPDX-License-Identifier: Apache-2.0 */
/* The rows that were handed over, as a virtual table of SQLite. */
#include <stdio.h>

#include "out/export/sqlite_base.h"

#define SQL_ROOM 1024

struct cursor {
	sqlite3_vtab_cursor cursor;
	const struct base_part *part;
	unsigned row;
};

struct source {
	sqlite3_vtab table;
	struct base *base;
};

static int source_connect(sqlite3 *db, void *ctx, int words, const char *const *word,
			  sqlite3_vtab **out, char **fault)
{
	struct source *s = sqlite3_malloc(sizeof(*s));
	char sql[SQL_ROOM];
	size_t at = (size_t)snprintf(sql, sizeof(sql), "CREATE TABLE collected(");

	(void)words;
	(void)word;
	(void)fault;
	if (!s)
		return SQLITE_NOMEM;
	for (unsigned i = 0; i < 2 * COLUMNS_MOST; i++)
		at += (size_t)snprintf(sql + at, sizeof(sql) - at, "%sc%u", i ? "," : "", i);
	snprintf(sql + at, sizeof(sql) - at, ")");
	*s = (struct source){.base = ctx};
	*out = &s->table;
	return sqlite3_declare_vtab(db, sql);
}

static int source_disconnect(sqlite3_vtab *table)
{
	sqlite3_free(table);
	return SQLITE_OK;
}

static int source_plan(sqlite3_vtab *table, sqlite3_index_info *info)
{
	(void)table;
	(void)info;
	return SQLITE_OK;
}

static int source_open(sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
	struct cursor *c = sqlite3_malloc(sizeof(*c));

	(void)table;
	if (!c)
		return SQLITE_NOMEM;
	*c = (struct cursor){.row = 0};
	*out = &c->cursor;
	return SQLITE_OK;
}

static int source_close(sqlite3_vtab_cursor *cursor)
{
	sqlite3_free(cursor);
	return SQLITE_OK;
}

static int source_begin(sqlite3_vtab_cursor *cursor, int plan, const char *text, int words,
			sqlite3_value **word)
{
	struct cursor *c = (struct cursor *)cursor;

	(void)plan;
	(void)text;
	(void)words;
	(void)word;
	c->part = ((struct source *)cursor->pVtab)->base->work;
	c->row = 0;
	return SQLITE_OK;
}

static int source_next(sqlite3_vtab_cursor *cursor)
{
	((struct cursor *)cursor)->row++;
	return SQLITE_OK;
}

static int source_ended(sqlite3_vtab_cursor *cursor)
{
	const struct cursor *c = (const struct cursor *)cursor;

	return c->row >= c->part->stored.rows;
}

static int source_column(sqlite3_vtab_cursor *cursor, sqlite3_context *to, int column)
{
	const struct cursor *c = (const struct cursor *)cursor;
	const struct base_rows *rows = &c->part->stored;
	const struct base_value *v = &rows->value[(size_t)c->row * c->part->columns + column];

	if (v->form == BASE_NUMBER)
		sqlite3_result_int64(to, v->number);
	else if (v->form == BASE_TEXT)
		sqlite3_result_text(to, rows->text + v->text, (int)v->length, SQLITE_STATIC);
	else if (v->form == BASE_REAL)
		sqlite3_result_double(to, v->real);
	return SQLITE_OK;
}

/* The first column, of a part that has a number there. */
static int source_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *out)
{
	const struct cursor *c = (const struct cursor *)cursor;

	*out = c->part->stored.value[(size_t)c->row * c->part->columns].number;
	return SQLITE_OK;
}

const sqlite3_module base_source = {
    .xConnect = source_connect,
    .xDisconnect = source_disconnect,
    .xBestIndex = source_plan,
    .xOpen = source_open,
    .xClose = source_close,
    .xFilter = source_begin,
    .xNext = source_next,
    .xEof = source_ended,
    .xColumn = source_column,
    .xRowid = source_rowid,
};
