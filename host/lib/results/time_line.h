/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_TIME_LINE_H
#define GNO_REPORT_TIME_LINE_H

/*
 * What took longest, in columns from the begin of a run to its end. While a run goes on its end is
 * not known: its line grows, and two columns of it become one again and again. So columns of the
 * line of a run begin where columns of one that grew do, but where its first record came late.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The time line: of each node a row of columns, of each column the clocks that each interval took
 * of it. */
struct report_line {
	unsigned columns;
	unsigned kinds; /* intervals, then report_unseen */
	uint64_t begin, end;
	uint64_t unit;	/* columns begin at multiples of it, but for the first one */
	uint64_t *cell; /* [node][column][kind] */
	bool grows;	/* it has one row; where time goes on, two columns become one */
	/* the column that was used last, and its clocks */
	unsigned column;
	uint64_t column_begin, column_end;
};

/* The end of the time line of a run, which has a cycle at least. */
uint64_t report_time_line_end(uint64_t begin, uint64_t end);
int report_line_init(struct report_line *line, unsigned nodes, unsigned columns, size_t intervals,
		     uint64_t begin, uint64_t end);
/* Notes that from `from` to `to` the node was in interval `kind`. */
void report_line_add(struct report_line *line, unsigned node, unsigned kind, uint64_t from,
		     uint64_t to);
/* The period of a cycle, where the run has so many. */
unsigned report_line_period(const struct report_line *line, uint64_t time, unsigned periods);
/*
 * A line of one node that has no end yet, for one of `columns` columns once it has: it has more of
 * them, half of which are in use at least. GNO_ERR_NOMEM.
 */
int report_line_grow(struct report_line *line, unsigned columns, size_t intervals);
/* Such a line gets so many more intervals, of which it has nothing. GNO_ERR_NOMEM. */
int report_line_widen(struct report_line *line, size_t intervals);
/* Adds such a line to a node's row of the one that ends with the run. */
void report_line_pour(const struct report_line *from, struct report_line *line, unsigned node);
/* Whether lines that grew become this one as if all had been noted in it; else something may lie in
 * the column before or after. */
bool report_line_is_exact(const struct report_line *line);
/* Clocks of a column. */
uint64_t report_line_clocks(const struct report_line *line, unsigned column);
/* What a column shows: a kind, or -1 for none; *most: whether it took at least half of the
 * column. */
int report_line_kind(const struct report_line *line, unsigned node, unsigned column, bool *most);

#endif
