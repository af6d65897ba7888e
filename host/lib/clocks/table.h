/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOCKS_TABLE_H
#define CLOCKS_TABLE_H

/*
 * A file of whole numbers in columns, separated by commas; the first line may have their names. A
 * name has no quotes.
 */

#include <stddef.h>
#include <stdint.h>

#include "common/errors.h"

struct clocks_table {
	char *text;	   /* the file */
	const char **name; /* of each column */
	size_t columns, rows;
	uint64_t *at; /* row r of column c is at[c * rows + r] */
};

/* Reads a file. `thing` is what a number is: "count". GNO_ERR_IO, GNO_ERR_NOMEM, GNO_ERR_FORMAT. */
int clocks_table_read(const char *path, const char *thing, struct clocks_table *t,
		      struct gno_err *err);
void clocks_table_free(struct clocks_table *t);

#endif
