/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPORT_SQLITE_BASE_H
#define GNO_EXPORT_SQLITE_BASE_H

/*
 * Tables of a database of SQLite, cell by cell (rows.h).
 *
 * A call of SQLite for each cell and each row takes several times as long as all else. So rows are
 * collected, and SQLite reads many at once from a virtual table, `INSERT INTO ... SELECT`, in a
 * thread of its own while the next ones are collected. A cell that SQLite asks for is half of what
 * is left, so it asks for no column that is NULL in all of them.
 *
 * A list whose rows have columns in common, as its look says, is three tables and a view of its
 * name that has all columns:
 *
 *	NAME_rows	the columns of each row, and `same`, its row in
 *	NAME_same	what many rows have in common
 *	NAME_more	by the id of the row: the columns behind those, where a row has any
 *
 * Columns that others give by a rule of SQL are in the view only. A row in which one of them does
 * not fit into an integer of SQLite has a row of NAME_same alone, with their values.
 */

#include <pthread.h>
#include <sqlite3.h>

#include "out/export/rows.h"
#include "out/export/export.h"

enum base_form { BASE_NONE, BASE_NUMBER, BASE_REAL, BASE_TEXT };

struct base_value {
	uint32_t form, length; /* length: of a text */
	union {
		int64_t number;
		double real;
		size_t text; /* where it begins in base_rows.text */
	};
};

struct base_rows {
	struct base_value *value;
	unsigned rows;
	char *text;
	size_t used, room;
};

/* Rows on their way into a table. */
struct base_part {
	const char *suffix; /* of the table's name */
	const char *column[COLUMNS_MOST + 1];
	unsigned columns;	      /* 0: there is no such table */
	bool keyed;		      /* the first one is a number in each row */
	sqlite3_stmt *insert;	      /* NULL: of no columns so far */
	uint64_t stores;	      /* columns that it stores, a bit each */
	uint64_t has;		      /* columns that have a value in `now` */
	unsigned most;		      /* rows that are collected, at most */
	struct base_rows now, stored; /* stored: SQLite has it */
};

enum { BASE_ROWS, BASE_SAME, BASE_MORE, BASE_PARTS };

#define BASE_PLACES 4096

struct base_known {
	uint64_t what, of;
	int64_t id; /* in NAME_same */
};

struct base {
	struct cells cells;
	struct export_job *job;
	sqlite3 *db;

	/* the current table */
	char name[32];
	const struct column_list *list; /* of which it is split; NULL: it is one table */
	unsigned from, to;		/* what rows have in common */
	uint64_t derived;		/* columns that are not stored, a bit each */
	struct base_part part[BASE_PARTS];
	struct base_known *known;
	uint64_t what, of;
	uint64_t rows;
	int64_t same;
	uint64_t in_same, in_more; /* columns that have a value there, a bit each */
	bool any_beyond;

	/* the current row */
	unsigned at;
	bool common; /* what follows is common to others */
	bool more;
	bool beyond;			       /* a number is too large for SQLite */
	struct base_value value[COLUMNS_MOST]; /* of derived columns */

	/* the thread that stores */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool threaded, ends;
	struct base_part *work; /* NULL: it waits */
	bool refused;		/* what was stored up to the last rows that were handed over */
	int failed;		/* a result code of SQLite */
	char fault[256];	/* and its message */
};

/* The virtual table of a base's work; its context is the base. */
extern const sqlite3_module base_source;

/* GNO_ERR_NOMEM, GNO_ERR_NOSPACE, GNO_ERR_IO. base_close is called also after a failure; `rc`: how
 * it went up to now. */
int base_open(struct base *b, struct export_job *job, struct gno_err *err);
int base_close(struct base *b, int rc, struct gno_err *err);

/* -- the view of a list that is split -- */

/* Whether columns that others give can be left to SQLite: times in ns are exact in it. */
bool base_derives(const struct base *b);

/* CREATE VIEW, with all columns of the list in their order; free() it. NULL: memory is missing. */
char *base_view(const struct base *b);

#endif
