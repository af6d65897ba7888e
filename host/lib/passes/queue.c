/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/queue.h"

#include <stdlib.h>
#include <string.h>

#include "passes/walk.h"
#include "common/util.h"

#define ROWS_FIRST 8 /* most records bring less */

void report_rows_free(struct report_rows *rows)
{
	free(rows->row);
	free(rows->ended);
}

/* Room for more in a list of the queue; NULL: there is none. */
static void *grow(struct report_rows *rows, void *list, size_t size)
{
	const size_t room = rows->room ? 2 * rows->room : ROWS_FIRST;
	char *more = realloc(list, room * size);

	rows->nomem |= !more;
	if (!more)
		return NULL;
	memset(more + rows->room * size, 0, (room - rows->room) * size);
	rows->room = room;
	return more;
}

bool report_rows_grow(struct report_rows *rows)
{
	struct report_row *more = grow(rows, rows->row, sizeof(*more));

	rows->row = more ? more : rows->row;
	return more;
}

/* The row of an interval. */
static const struct report_row *put_ended(struct report_rows *rows, struct report_row *row,
					  const struct report_ended *ended)
{
	row->list = REPORT_INTERVALS;
	row->node = rows->node;
	row->time = ended->time;
	row->interval = ended->interval;
	return row;
}

void report_rows_end(struct report_rows *rows, const struct report_ended *ended)
{
	struct report_row *row;

	if (!report_rows_want(rows, REPORT_INTERVALS))
		return;
	if (rows->take) {
		row = report_rows_new(rows);
		if (row)
			report_rows_done(rows, put_ended(rows, row, ended));
		return;
	}
	if (!rows->row)
		rows->row = calloc(1, sizeof(*rows->row));
	if (rows->first + rows->count == rows->room) {
		struct report_ended *more = grow(rows, rows->ended, sizeof(*more));

		rows->ended = more ? more : rows->ended;
	}
	rows->nomem |= !rows->row;
	if (!rows->nomem)
		rows->ended[rows->first + rows->count++] = *ended;
}

const struct report_row *report_rows_take(struct report_rows *rows)
{
	const size_t at = rows->first++;

	rows->count--;
	return report_rows_end_only(rows) ? put_ended(rows, rows->row, &rows->ended[at])
					  : &rows->row[at];
}

void report_rows_put(struct report_rows *rows, enum report_list list, const struct report_row *row)
{
	struct report_row *to = report_rows_want(rows, list) ? report_rows_new(rows) : NULL;

	if (!to)
		return;
	*to = *row;
	to->list = list;
	to->node = rows->node;
	report_rows_done(rows, to);
}

int walk_room(void *list, size_t count, size_t size)
{
	void *more = gno_room(*(void **)list, count, size);

	if (!more)
		return GNO_ERR_NOMEM;
	*(void **)list = more;
	return GNO_OK;
}

int walk_widen(void *list, size_t count, size_t more, size_t size)
{
	char *longer = realloc(*(void **)list, (count + more) * size);

	if (!longer)
		return GNO_ERR_NOMEM;
	memset(longer + count * size, 0, more * size);
	*(void **)list = longer;
	return GNO_OK;
}
