/* SPDX-License-Identifier: Apache-2.0 */
#include "results/report.h"

#include <stdlib.h>
#include <string.h>

#define PARTS 4096 /* columns of a line that grows, at least, */
#define FINER 8	   /* and so many to one of the line of the run */
#define LEAST 3	   /* units of a column, else they are too coarse for it */

uint64_t report_time_line_end(uint64_t begin, uint64_t end)
{
	return end > begin ? end : begin + 1;
}

/* Columns of a line that grows, an even number. */
static unsigned parts(unsigned columns)
{
	return columns > PARTS / FINER ? FINER * columns : PARTS;
}

/* Clocks of a column of a line that has grown to the end of this one. */
static uint64_t part(const struct report_line *line)
{
	uint64_t clocks = 1;

	while (clocks * parts(line->columns) < line->end)
		clocks *= 2;
	return clocks;
}

int report_line_init(struct report_line *line, unsigned nodes, unsigned columns, size_t intervals,
		     uint64_t begin, uint64_t end)
{
	*line = (struct report_line){
	    .columns = columns,
	    .kinds = (unsigned)intervals + REPORT_UNSEEN_KINDS,
	    .begin = begin,
	    .end = report_time_line_end(begin, end),
	};
	line->unit = part(line);
	if ((line->end - begin) / columns < LEAST * line->unit)
		line->unit = 1;
	line->cell = calloc((size_t)nodes * columns * line->kinds, sizeof(*line->cell));
	return line->cell ? GNO_OK : GNO_ERR_NOMEM;
}

bool report_line_is_exact(const struct report_line *line)
{
	return line->unit == part(line);
}

/* Time at which a column begins. */
static uint64_t column_begin(const struct report_line *line, unsigned column)
{
	const uint64_t time =
	    line->begin +
	    (uint64_t)((unsigned __int128)(line->end - line->begin) * column / line->columns);

	return column && column < line->columns ? time & ~(line->unit - 1) : time;
}

uint64_t report_line_clocks(const struct report_line *line, unsigned column)
{
	return column_begin(line, column + 1) - column_begin(line, column);
}

/* The last column that begins at `time` or before; a line may have more columns than clocks. */
static unsigned column_of(const struct report_line *line, uint64_t time)
{
	unsigned __int128 next = (unsigned __int128)(time - line->begin + 1) * line->columns;
	const unsigned column = (unsigned)((next - 1) / (line->end - line->begin));

	return column + (column + 1 < line->columns && column_begin(line, column + 1) <= time);
}

static void find_column(struct report_line *line, uint64_t time)
{
	line->column = column_of(line, time);
	line->column_begin = column_begin(line, line->column);
	line->column_end = column_begin(line, line->column + 1);
}

/* Makes columns twice as long, until `time` lies within. */
static void stretch(struct report_line *line, uint64_t time)
{
	while (time > line->end) {
		const size_t half = (size_t)line->columns / 2 * line->kinds;

		for (size_t i = 0; i < half; i++) {
			const size_t from = i / line->kinds * 2 * line->kinds + i % line->kinds;

			line->cell[i] = line->cell[from] + line->cell[from + line->kinds];
		}
		memset(line->cell + half, 0, half * sizeof(*line->cell));
		line->end += line->end - line->begin;
		line->column_begin = line->column_end = 0;
	}
}

void report_line_add(struct report_line *line, unsigned node, unsigned kind, uint64_t from,
		     uint64_t to)
{
	if (!line->cell) /* a second walk */
		return;
	if (line->grows && to > line->end)
		stretch(line, to);
	if (to > line->end)
		to = line->end;
	if (from < line->begin)
		from = line->begin;
	while (from < to) {
		uint64_t end;

		if (from < line->column_begin || from >= line->column_end)
			find_column(line, from);
		end = line->column_end < to ? line->column_end : to;
		line->cell[((size_t)node * line->columns + line->column) * line->kinds + kind] +=
		    end - from;
		from = end;
	}
}

unsigned report_line_period(const struct report_line *line, uint64_t time, unsigned periods)
{
	const uint64_t span = line->end - line->begin;
	const uint64_t at = time > line->begin ? time - line->begin : 0;

	return at >= span ? periods - 1 : (unsigned)((unsigned __int128)at * periods / span);
}

int report_line_grow(struct report_line *line, unsigned columns, size_t intervals)
{
	int rc = report_line_init(line, 1, parts(columns), intervals, 0, parts(columns));

	line->grows = true;
	return rc;
}

int report_line_widen(struct report_line *line, size_t intervals)
{
	const unsigned before = line->kinds - REPORT_UNSEEN_KINDS,
		       kinds = line->kinds + (unsigned)intervals;
	uint64_t *cell = calloc((size_t)line->columns * kinds, sizeof(*cell));

	if (!cell)
		return GNO_ERR_NOMEM;
	for (size_t c = 0; c < line->columns; c++) {
		const uint64_t *from = line->cell + c * line->kinds;
		uint64_t *to = cell + c * kinds;

		memcpy(to, from, before * sizeof(*to));
		memcpy(to + before + intervals, from + before, REPORT_UNSEEN_KINDS * sizeof(*to));
	}
	free(line->cell);
	line->cell = cell;
	line->kinds = kinds;
	return GNO_OK;
}

/* Adds `clocks` of a kind that lie between two times, nobody knows where. */
static void spread(struct report_line *line, unsigned node, unsigned kind, uint64_t from,
		   uint64_t to, uint64_t clocks)
{
	uint64_t done = 0, at = from;

	while (at < to) {
		uint64_t upto;

		find_column(line, at);
		at = line->column_end < to ? line->column_end : to;
		upto = (uint64_t)((unsigned __int128)clocks * (at - from) / (to - from));
		line->cell[((size_t)node * line->columns + line->column) * line->kinds + kind] +=
		    upto - done;
		done = upto;
	}
}

void report_line_pour(const struct report_line *from, struct report_line *line, unsigned node)
{
	for (unsigned c = 0; c < from->columns; c++) {
		const uint64_t *cell = &from->cell[(size_t)c * from->kinds];
		const uint64_t begin = column_begin(from, c), end = column_begin(from, c + 1);

		for (unsigned kind = 0; kind < from->kinds; kind++)
			if (cell[kind])
				spread(line, node, kind, begin > line->begin ? begin : line->begin,
				       end < line->end ? end : line->end, cell[kind]);
	}
}

int report_line_kind(const struct report_line *line, unsigned node, unsigned column, bool *most)
{
	const uint64_t *cell = &line->cell[((size_t)node * line->columns + column) * line->kinds];
	uint64_t clocks = report_line_clocks(line, column);
	uint64_t largest = 0;
	int kind = -1;

	for (unsigned k = 0; k < line->kinds; k++)
		if (cell[k] > largest) {
			largest = cell[k];
			kind = (int)k;
		}
	*most = 2 * largest >= clocks;
	return kind;
}
