/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPORT_ROWS_H
#define GNO_EXPORT_ROWS_H

/* The lists of a run as tables, a column for each of theirs (docs/reference/columns.md). */

#include "out/export/cells.h"
#include "out/export/export.h"

/* Only the rows that are requested. It fails as export_row and the table's form do. */
int rows_put(struct export_job *job, const struct column_list *l, struct cells *cells,
	     struct gno_err *err);

/* A part of a document as a table: the rows that `each` has of `of`, without columns that have
 * columns of their own. */
int rows_put_part(const char *table, const struct column_list *l, struct column_source *s,
		  column_each *each, const void *of, struct cells *cells, struct gno_err *err);

#endif
