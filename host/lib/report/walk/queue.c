/* SPDX-License-Identifier: Apache-2.0 */
#include "report/walk/queue.h"

#include <stdlib.h>
#include <string.h>

#include "report/walk/walk.h"
#include "common/util.h"

#define ROWS_FIRST 8 /* most records bring less */

bool report_rows_grow(struct report_rows *rows)
{
	size_t room = rows->room ? 2 * rows->room : ROWS_FIRST;
	struct report_row *more = realloc(rows->row, room * sizeof(*more));

	rows->nomem |= !more;
	if (!more)
		return false;
	memset(more + rows->room, 0, (room - rows->room) * sizeof(*more));
	rows->row = more;
	rows->room = room;
	return true;
}

void report_rows_put(struct report_rows *rows, enum report_list list, const struct report_row *row)
{
	struct report_row *to = report_rows_want(rows, list) ? report_rows_new(rows) : NULL;

	if (!to)
		return;
	*to = *row;
	to->list = list;
	to->node = rows->node;
}

int walk_room(void *list, size_t count, size_t size)
{
	void *more = gno_room(*(void **)list, count, size);

	if (!more)
		return GNO_ERR_NOMEM;
	*(void **)list = more;
	return GNO_OK;
}
