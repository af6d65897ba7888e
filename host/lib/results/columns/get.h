/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_COLUMN_GET_H
#define GNO_COLUMN_GET_H

/*
 * What the tables of columns are written with. A macro below defines the function `name` that gets
 * a value of a row `v` of a type: `has`, whether there is one, and the value. Both may use the
 * source `s`.
 */

#include "results/columns/column.h"

#define COLUMN_GET(name, row_type, member, has, value)                                             \
	static bool name(struct column_source *s, const void *row, struct cell *c)                 \
	{                                                                                          \
		const row_type *v = row;                                                           \
                                                                                                   \
		(void)s;                                                                           \
		(void)v;                                                                           \
		if (!(has))                                                                        \
			return false;                                                              \
		c->member = (value);                                                               \
		return true;                                                                       \
	}
#define GET_NUMBER(name, row_type, has, value) COLUMN_GET(name, row_type, number, has, value)
#define GET_REAL(name, row_type, has, value) COLUMN_GET(name, row_type, real, has, value)
#define GET_TEXT(name, row_type, value) COLUMN_GET(name, row_type, text, true, value)
#define GET_ROW(name, row_type, has, value) COLUMN_GET(name, row_type, row, has, value)

#define COLUMNS(table) .column = (table), .columns = sizeof(table) / sizeof(*(table))

#endif
