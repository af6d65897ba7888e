/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_JSON_LIST_H
#define GNO_JSON_LIST_H

/* Writes what tables of columns (results/columns/) describe. It knows no column by name. */

#include "common/json_out.h"
#include "results/columns/column.h"

/*
 * A row as an object, that of a plain list as its one value; `key` NULL: in a list. Fails as
 * reading the rows of its lists does: then what was written is incomplete, but it is JSON.
 */
int json_row(struct json_out *o, struct column_source *s, const char *key,
	     const struct column_list *l, const void *row, struct gno_err *err);
/* The same as a whole document, with the end of its last line. */
int json_document(struct json_out *o, struct column_source *s, const struct column_list *l,
		  const void *row, struct gno_err *err);
/* Its columns as members of the open object. */
int json_members(struct json_out *o, struct column_source *s, const struct column_list *l,
		 const void *row, struct gno_err *err);

#endif
