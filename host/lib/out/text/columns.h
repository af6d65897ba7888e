/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_TABLE_H
#define GNO_REPORT_TABLE_H

/* A table of text whose columns are as wide as they need to be. */

#include <stdbool.h>
#include <stdio.h>

struct report_table;

/*
 * A new table; each letter of `align` is a column: 'l' left, 'r' right. NULL where there is no
 * memory; all calls below then do nothing, and report_table_end returns so.
 */
struct report_table *report_table_new(const char *align);

/* Fills the next cell; rows follow each other. The first row is the heading. */
void report_table_cell(struct report_table *t, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * For a list that is too long to be kept: the cells after report_table_measure count for the widths
 * only. After report_table_print, which writes the title and the heading if there were any, the
 * same cells once more are written at once. `title` of report_table_end is then ignored.
 */
void report_table_measure(struct report_table *t);
void report_table_print(struct report_table *t, const char *title, FILE *f);

/*
 * Writes the title and the table, indented by two columns, or nothing at all if it has a heading
 * only; frees it. GNO_ERR_NOMEM if it is not whole.
 */
int report_table_end(struct report_table *t, const char *title, FILE *f);

/* Columns that a UTF-8 text takes on the screen (characters of one column each). */
unsigned report_text_width(const char *text);

#endif
