/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_QUEUE_H
#define GNO_REPORT_QUEUE_H

/* Between a second walk, which finds rows, and the cursor that hands them out. */

#include "report/rows.h"

#define REPORT_ROWS_STEP 8 /* more rows of a list than a record can bring */

/* Rows that one step of the walk found. */
struct report_rows {
	enum report_list list; /* only these are requested */
	unsigned unit;	       /* of REPORT_BANKS */
	size_t first, count;
	struct report_row row[REPORT_ROWS_STEP];
};

/* Room for a row of the list that is requested, with what an earlier one left there. */
struct report_row *report_rows_new(struct report_rows *rows);

/* Takes a row, if it is one of the requested list. */
void report_rows_put(struct report_rows *rows, enum report_list list, const struct report_row *row);

#endif
