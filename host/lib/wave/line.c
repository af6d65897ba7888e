/* SPDX-License-Identifier: Apache-2.0 */
#include "wave/line.h"

#include <stddef.h>

int wave_line_open(struct wave_line *l, const struct report_pauses *p, unsigned number,
		   uint64_t from, uint64_t to, struct gno_err *err)
{
	int rc;

	*l = (struct wave_line){.from = from, .to = to, .number = number};
	if (!p)
		return GNO_OK;
	rc = report_pauses_enter(p, &l->cursor, err);
	if (rc)
		return rc;
	do
		l->next = report_pauses_next(l->cursor);
	while (l->next && l->next->to <= from);
	return report_pauses_check(l->cursor, err);
}

void wave_line_close(struct wave_line *l)
{
	report_pauses_leave(l->cursor);
}

void wave_line_signal(const struct wave_line *l, struct vcd *vcd)
{
	if (l->cursor)
		vcd_signal(vcd, VCD_BITS, 1, l->number, "capture_line");
}

void wave_line_begin(const struct wave_line *l, struct vcd *vcd)
{
	if (l->cursor)
		vcd_bit(vcd, l->number, 'x');
}

uint64_t wave_line_next(const struct wave_line *l)
{
	if (!l->next)
		return UINT64_MAX;
	if (l->next->from > l->to)
		return l->to + 1;
	return l->next->from > l->from ? l->next->from : l->from;
}

int wave_line_put(struct wave_line *l, struct vcd *vcd, struct gno_err *err)
{
	static const char levels[] = {[REPORT_LINE_RELEASED] = '0',
				      [REPORT_LINE_ASSERTED] = '1',
				      [REPORT_LINE_UNKNOWN] = 'x'};

	if (l->next->from > l->to) {
		vcd_bit(vcd, l->number, 'x');
		l->next = NULL;
		return GNO_OK;
	}
	vcd_bit(vcd, l->number, levels[l->next->line]);
	l->next = report_pauses_next(l->cursor);
	return report_pauses_check(l->cursor, err);
}
