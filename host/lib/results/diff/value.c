/* SPDX-License-Identifier: Apache-2.0 */
#include "results/diff/value.h"

#include "out/text/text.h"

#define CYCLES 1000 /* in which a counter is shown */

const char *diff_value(const struct report_diff *d, const struct diff_row *row, unsigned run,
		       char *buf, size_t size)
{
	const struct diff_side *s = &row->side[run];

	if (row->kind == DIFF_RATIO) /* they have a text of their own without a value */
		return row->measure ? text_measured(row->print, &s->counts, buf, size)
				    : text_pair(&d->run[run]->m->node[row->node], s->pair,
						&s->counts, buf, size);
	if (!s->has)
		snprintf(buf, size, "-");
	else if (row->kind == DIFF_SHARE)
		snprintf(buf, size, "%.2f%%", 100 * s->value);
	else if (row->kind == DIFF_COUNTER)
		snprintf(buf, size, "%.4g", CYCLES * s->value);
	else
		snprintf(buf, size, report_diff_is_time(row) ? "%.1f cycles" : "%.2f", s->value);
	return buf;
}
