/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPORT_PRINTER_H
#define GNO_EXPORT_PRINTER_H

/* Rows of a run as lines, in one of two forms, to a stream that has no other lines meanwhile. */

#include "out/export/memo.h"

#define REPORT_PRINTER_KEY 32 /* of a column: `,"name":` */

struct report_printer {
	const struct gno_report *r;
	struct column_source source;
	struct text_out out;
	struct report_memo memo;	/* of one form */
	int node_width, time_width;	/* columns of the text */
	const struct column_list *list; /* of JSON: whose columns and keys these are */
	struct column_masks masks;
	/* of JSON: the first columns, which are numbers of all rows, and a bit for each of the
	 * others in which rows with one key differ and that come before those that they share */
	unsigned numbers;
	uint64_t differ;
	struct {
		char text[REPORT_PRINTER_KEY];
		size_t length;
	} key[COLUMNS_MOST];
};

/* *out is the caller's (report_printer_close), also after a failure. GNO_ERR_NOMEM. */
int report_printer_open(const struct gno_report *r, FILE *f, struct report_printer **out,
			struct gno_err *err);
/* Writes what is left to the stream, whose ferror() shows failures. GNO_ERR_IO where the pauses
 * could not be read. */
int report_printer_close(struct report_printer *p, struct gno_err *err);

/* An event as a line of text. Events must come in order of time. */
void report_event_text(struct report_printer *p, const struct report_event *v);

/* A row of a list as an object of JSON in a line; of one list. */
void report_row_json(struct report_printer *p, const struct column_list *l, const void *row);

#endif
