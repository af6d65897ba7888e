/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_QUEUE_H
#define GNO_REPORT_QUEUE_H

/* Between a second walk, which finds rows of some lists, and what takes them: a cursor takes them
 * from the queue, a pass (passes/found/found.h) takes each at once. */

#include "results/rows.h"

/* A row of REPORT_INTERVALS: a break ends all that are open at once, however many these are. */
struct report_ended {
	uint64_t time;
	struct report_interval_row interval;
};

/* A list in a set of lists. */
#define REPORT_LIST(list) (UINT32_C(1) << (list))
/* Lists of what fired: a walk finds one of them at most. */
#define REPORT_FIRED_LISTS (REPORT_LIST(REPORT_EVENTS) | REPORT_LIST(REPORT_FIRED))

/* Rows that one step of the walk found. */
struct report_rows {
	uint32_t lists; /* only these are requested, a bit each; as report_rows_lists has them */
	unsigned unit;	/* of REPORT_BANKS */
	unsigned node;
	uint64_t begun_by; /* of REPORT_INTERVALS: only those that began up to there, or without a
			      begin ended; UINT64_MAX: all */
	uint64_t until;	   /* rows of a later time are not wanted; UINT64_MAX: all are */
	bool bare_writes;  /* REPORT_FIRED: of writes, too, the record has but the time */
	size_t first, count, room;
	struct report_row *row;	    /* but of REPORT_INTERVALS, where it is the one that is taken */
	struct report_ended *ended; /* of REPORT_INTERVALS */
	bool nomem;		    /* a row was dropped for want of memory */
	/* Takes each row at once, and may take lists from those that are requested; then nothing
	 * waits in the queue. NULL: it does. */
	int (*take)(void *self, struct report_rows *rows, const struct report_row *row);
	void *self;
};

/* The lists that are requested with some: what REPORT_UNSEEN is made of. */
static inline uint32_t report_rows_lists(uint32_t lists)
{
	const uint32_t unseen =
	    REPORT_LIST(REPORT_GAPS) | REPORT_LIST(REPORT_HOLES) | REPORT_LIST(REPORT_BLINDS);

	return lists >> REPORT_UNSEEN & 1 ? lists | unseen : lists;
}

void report_rows_free(struct report_rows *rows);

/* Makes room for more of them; false: there is none, and rows->nomem is set. */
bool report_rows_grow(struct report_rows *rows);

/* Room for a row of a list that is requested, with what an earlier one left there, or all zero;
 * NULL: there is none, and rows->nomem is set. report_rows_done once the row is there. */
static inline struct report_row *report_rows_new(struct report_rows *rows)
{
	if (rows->first + rows->count == rows->room && !report_rows_grow(rows))
		return NULL;
	return &rows->row[rows->first + rows->count++];
}

static inline void report_rows_done(struct report_rows *rows, const struct report_row *row)
{
	if (!rows->take)
		return;
	rows->count = 0;
	rows->nomem |= rows->take(rows->self, rows, row) != 0;
}

/* The same for a row of REPORT_INTERVALS, if these are requested. */
void report_rows_end(struct report_rows *rows, const struct report_ended *ended);

/* Whether the queue is one of ends of intervals. */
static inline bool report_rows_end_only(const struct report_rows *rows)
{
	return rows->lists == REPORT_LIST(REPORT_INTERVALS);
}

/* When the first row comes, where there is one. */
static inline uint64_t report_rows_time(const struct report_rows *rows)
{
	return report_rows_end_only(rows) ? rows->ended[rows->first].time
					  : rows->row[rows->first].time;
}

/* Takes the first row, which holds until the next call; there is one. */
const struct report_row *report_rows_take(struct report_rows *rows);

/* Whether rows of a list are requested. */
static inline bool report_rows_want(const struct report_rows *rows, enum report_list list)
{
	return rows && rows->lists >> list & 1;
}

/* Whether no more is requested than what fired: the walk then needs no other results. Of a stretch
 * of which nothing is known, the kind of a record and its time tell. */
static inline bool report_rows_fired_only(const struct report_rows *rows)
{
	const uint32_t unseen = report_rows_lists(REPORT_LIST(REPORT_UNSEEN));

	return rows && !(rows->lists & ~(REPORT_LIST(REPORT_FIRED) | unseen));
}

/* Takes a row, if it is one of a requested list. */
void report_rows_put(struct report_rows *rows, enum report_list list, const struct report_row *row);

#endif
