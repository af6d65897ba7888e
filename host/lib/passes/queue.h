/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_QUEUE_H
#define GNO_REPORT_QUEUE_H

/* Between a second walk, which finds rows, and the cursor that hands them out. */

#include "results/rows.h"

/* A row of REPORT_INTERVALS: a break ends all that are open at once, however many these are. */
struct report_ended {
	uint64_t time;
	struct report_interval_row interval;
};

/* Rows that one step of the walk found. */
struct report_rows {
	enum report_list list; /* only these are requested */
	unsigned unit;	       /* of REPORT_BANKS */
	unsigned node;
	uint64_t begun_by; /* of REPORT_INTERVALS: only those that began up to there; UINT64_MAX:
			      all */
	size_t first, count, room;
	struct report_row *row;	    /* but of REPORT_INTERVALS, where it is the one that is taken */
	struct report_ended *ended; /* of REPORT_INTERVALS */
	bool nomem;		    /* a row was dropped for want of memory */
};

void report_rows_free(struct report_rows *rows);

/* Makes room for more of them; false: there is none, and rows->nomem is set. */
bool report_rows_grow(struct report_rows *rows);

/* Room for a row of the list that is requested, with what an earlier one left there, or all zero;
 * NULL: there is none, and rows->nomem is set. */
static inline struct report_row *report_rows_new(struct report_rows *rows)
{
	if (rows->first + rows->count == rows->room && !report_rows_grow(rows))
		return NULL;
	return &rows->row[rows->first + rows->count++];
}

/* The same for a row of REPORT_INTERVALS, if these are requested. */
void report_rows_end(struct report_rows *rows, const struct report_ended *ended);

/* When the first row comes, where there is one. */
static inline uint64_t report_rows_time(const struct report_rows *rows)
{
	return rows->list == REPORT_INTERVALS ? rows->ended[rows->first].time
					      : rows->row[rows->first].time;
}

/* Takes the first row, which holds until the next call; there is one. */
const struct report_row *report_rows_take(struct report_rows *rows);

/* Whether rows of a list are requested. */
static inline bool report_rows_want(const struct report_rows *rows, enum report_list list)
{
	return rows && (list == rows->list ||
			(rows->list == REPORT_UNSEEN &&
			 (list == REPORT_GAPS || list == REPORT_HOLES || list == REPORT_BLINDS)));
}

/* Takes a row, if it is one of the requested list. */
void report_rows_put(struct report_rows *rows, enum report_list list, const struct report_row *row);

#endif
