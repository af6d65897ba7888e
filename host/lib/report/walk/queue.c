/* SPDX-License-Identifier: Apache-2.0 */
#include "report/walk/queue.h"

#include <assert.h>

#include "report/walk/walk.h"
#include "common/util.h"

struct report_row *report_rows_new(struct report_rows *rows)
{
	assert(rows->first + rows->count < REPORT_ROWS_STEP);
	return &rows->row[rows->first + rows->count++];
}

void report_rows_put(struct report_rows *rows, enum report_list list, const struct report_row *row)
{
	if (list == rows->list)
		*report_rows_new(rows) = *row;
}

int walk_room(void *list, size_t count, size_t size)
{
	void *more = gno_room(*(void **)list, count, size);

	if (!more)
		return GNO_ERR_NOMEM;
	*(void **)list = more;
	return GNO_OK;
}
