/* SPDX-License-Identifier: Apache-2.0 */
#include "report/walk/queue.h"

#include <stdlib.h>

#include "report/walk/walk.h"
#include "common/util.h"

void report_rows_put(struct report_rows *rows, enum report_list list, const struct report_row *row)
{
	if (list != rows->list)
		return;
	if (rows->first + rows->count == rows->room) {
		size_t room = 2 * rows->room + 8;
		struct report_row *more = realloc(rows->row, room * sizeof(*more));

		rows->no_memory |= !more;
		if (!more)
			return;
		rows->row = more;
		rows->room = room;
	}
	rows->row[rows->first + rows->count++] = *row;
}

int walk_room(void *list, size_t count, size_t size)
{
	void *more = gno_room(*(void **)list, count, size);

	if (!more)
		return GNO_ERR_NOMEM;
	*(void **)list = more;
	return GNO_OK;
}
