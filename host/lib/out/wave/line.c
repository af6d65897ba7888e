/* SPDX-License-Identifier: Apache-2.0 */
#include "out/wave/line.h"

#include <stddef.h>

int wave_line_open(struct wave_line *l, const struct gno_manifest *m, const struct report_pauses *p,
		   unsigned number, uint64_t from, uint64_t to, struct gno_err *err)
{
	int rc;

	*l = (struct wave_line){.m = m, .from = from, .to = to, .number = number};
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
	static const char *const names[] = {
	    [GNO_LINE_CAPTURE] = "capture_line", [GNO_LINE_REPORT] = "report_line"};

	for (unsigned i = 0; l->cursor && i < GNO_LINES; i++)
		if (gno_manifest_rounds(l->m, (enum gno_line)i))
			vcd_signal(vcd, VCD_BITS, 1, l->number + i, names[i]);
}

/* Writes what the lines show in a stretch; NULL: nothing is known. */
static void put_levels(const struct wave_line *l, struct vcd *vcd, const struct report_stretch *s)
{
	for (unsigned i = 0; i < GNO_LINES; i++) {
		char level = 'x';

		if (s && s->line == REPORT_LINE_RELEASED)
			level = '0';
		else if (s && s->line == REPORT_LINE_ASSERTED && s->of != GNO_LINES)
			level = s->of == i ? '1' : '0';
		if (gno_manifest_rounds(l->m, (enum gno_line)i))
			vcd_bit(vcd, l->number + i, level);
	}
}

void wave_line_begin(const struct wave_line *l, struct vcd *vcd)
{
	if (l->cursor)
		put_levels(l, vcd, NULL);
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
	if (l->next->from > l->to) {
		put_levels(l, vcd, NULL);
		l->next = NULL;
		return GNO_OK;
	}
	put_levels(l, vcd, l->next);
	l->next = report_pauses_next(l->cursor);
	return report_pauses_check(l->cursor, err);
}
