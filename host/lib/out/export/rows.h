/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPORT_ROWS_H
#define GNO_EXPORT_ROWS_H

/*
 * The lists of a run as tables, a column for each of theirs (docs/reference/columns.md), cell by
 * cell: what the formats of tables have in common.
 */

#include <stdbool.h>
#include <stdint.h>
#include "out/export/export.h"
#include "results/columns/column.h"

struct cells;

struct cells_form {
	/* Begins a table; `columns` end with NULL. */
	int (*begin)(struct cells *c, const char *table, const char *const *columns,
		     struct gno_err *err);
	void (*skip)(struct cells *c, unsigned columns); /* that have no value */
	void (*text)(struct cells *c, const char *text); /* until the end of the row */
	void (*number)(struct cells *c, uint64_t number);
	void (*real)(struct cells *c, double number);
	int (*end)(struct cells *c, struct gno_err *err); /* of a row */
	/* Of a list whose rows have columns in common, or NULL: whether the form has those of this
	 * key; else they are written now, and `learn` follows. */
	bool (*known)(struct cells *c, uint64_t what, uint64_t of);
	void (*learn)(struct cells *c);
};

/* The first part of a format's own. */
struct cells {
	const struct cells_form *form;
	/* the list that the next table is of, or NULL; and which columns its rows have in common,
	 * `same_to` 0: none */
	const struct column_list *list;
	unsigned same_from, same_to;
};

/* The rows of a list that are requested. It fails as export_row and the table's form do. */
int rows_put(struct export_job *job, const struct column_list *l, struct cells *cells,
	     struct gno_err *err);

/* A part of a document as a table: the rows that `each` has of `of`, without columns that have
 * columns of their own. */
int rows_put_part(const char *table, const struct column_list *l, struct column_source *s,
		  column_each *each, const void *of, struct cells *cells, struct gno_err *err);

#endif
