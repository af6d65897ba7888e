/* SPDX-License-Identifier: Apache-2.0 */
#include "report/walk/queue.h"

#include <assert.h>

#include "report/walk/walk.h"
#include "common/util.h"

void report_rows_put(struct report_rows *rows, enum report_list list, const struct report_row *row)
{
	if (list != rows->list)
		return;
	assert(rows->first + rows->count < REPORT_ROWS_STEP);
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
